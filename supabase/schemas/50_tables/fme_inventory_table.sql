-- The inventory of farm machinery and equipment (spec section 3).

create table public.fme_inventory_table (
  like template.record including all,
  like template.status including all,
  fme_inventory_id text check (btrim(fme_inventory_id) <> ''),
  like template.programme including all,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  ownership_update text,
  prj_title text,
  supplier_name text,
  inventory_conducted text check (inventory_conducted in ('Yes', 'No')),
  nonfunctional_reason text,
  nonutilized_reason text,
  om_training_conducted text,
  om_training_date date,
  om_trained_total integer,
  om_trained_male integer,
  om_trained_female integer,
  om_training_not_done_reason text,
  enterprise_established text check (enterprise_established in ('Yes', 'No')),
  trust_agreement_date date,
  picture_trust_agreement text,
  deed_donation_date date,
  picture_deed_donation text,
  acceptance_cert_received text,
  process_product text,
  process_product_type text,
  product_brand_name text,
  male_arb_processors integer,
  female_arb_processors integer,
  male_nonarb_processors integer,
  female_nonarb_processors integer,
  fda_lto_certificate text check (fda_lto_certificate in ('Yes', 'No')),
  fda_lto_expiry date,
  cpr_registration text check (cpr_registration in ('Yes', 'No')),
  cpr_expiry date,
  halal_registration text check (halal_registration in ('Yes', 'No')),
  halal_expiry date,
  npk_certificate text check (npk_certificate in ('Yes', 'No')),
  environment_certificate text check (environment_certificate in ('Yes', 'No')),
  constraint fme_inventory_table_om_trained_total_agrees check (om_trained_total = om_trained_male + om_trained_female),
  constraint fme_inventory_table_counts_not_negative check (least(
    om_trained_total, om_trained_male, om_trained_female, male_arb_processors, female_arb_processors,
    male_nonarb_processors, female_nonarb_processors) >= 0)
);
alter table public.fme_inventory_table alter status set default 'Accomplished';
create unique index fme_inventory_table_fme_inventory_id_once on public.fme_inventory_table (fme_inventory_id);
-- By which permits that are about to expire are found (public.expiring_permits).
create index fme_inventory_table_fda_lto_expiry on public.fme_inventory_table (office, fda_lto_expiry)
  where fda_lto_expiry is not null;
create index fme_inventory_table_cpr_expiry on public.fme_inventory_table (office, cpr_expiry)
  where cpr_expiry is not null;
create index fme_inventory_table_halal_expiry on public.fme_inventory_table (office, halal_expiry)
  where halal_expiry is not null;
create trigger give_identifier before insert on public.fme_inventory_table
  for each row execute function private.give_identifier('fme_inventory_id', 'FME-');
comment on table public.fme_inventory_table is
  'Machines and equipment of ARBOs, a row an item: ownership, training of operators, products and permits.';
comment on column public.fme_inventory_table.fme_inventory_id is
  'Identifier that rentals refer to; given by the database when left empty.';
insert into private.record_tables values ('fme_inventory_table', 'accomplishment');
call private.apply_protection('public.fme_inventory_table');
call private.let_find('public.fme_inventory_table', 'prj_title', 'fme_inventory_id');
