-- The ARBO masterlist (spec section 3). A total must equal the sum of its parts if all of them are given. If a value is
-- null, the check passes, so that incomplete rows can be saved.

create table public.arbo_masterlist (
  like template.record including all,
  like template.status including all,
  arbo_id text check (btrim(arbo_id) <> ''),
  arbo_name text not null check (btrim(arbo_name) <> ''),
  former_names text[],
  like template.location including all,
  sitio_purok_street text,
  arbo_service_coverage text,
  like template.arc including all,
  year_organized integer check (year_organized between 1900 and 2100),
  org_type text,
  enterprises_services_count integer,
  oma_level_2013 text,
  itema_status_2019 text,
  itema_level_2019 text,
  it_easy_status_2024 text,
  it_easy_level_2024 text,
  current_arbo_status text,
  registering_agency text check (registering_agency in ('CDA', 'SEC', 'DOLE')),
  registration_number text,
  date_of_registration date,
  coc_or_cgs_number text,
  coc_cgs_attachment_link text,
  latest_date_of_coc_cgs date,
  total_male_baseline_2014 integer,
  total_female_baseline_2014 integer,
  total_total_baseline_2014 integer,
  arb_male_baseline_2014 integer,
  arb_female_baseline_2014 integer,
  arb_total_baseline_2014 integer,
  total_member_male integer,
  total_member_female integer,
  total_member integer,
  no_arb_member_male integer,
  no_arb_member_female integer,
  no_arb_member_total integer,
  arb_male_registered_rsbsa integer,
  arb_female_registered_rsbsa integer,
  arb_total_registered_rsbsa integer,
  total_members_with_paid_dues integer,
  total_membership_dues_amount bigint,
  total_members_with_share_capital integer,
  total_share_capital_amount bigint,
  members_with_savings integer,
  total_savings_generated_amount bigint,
  total_asset bigint,
  total_liabilities bigint,
  total_amount_of_loans bigint,
  source_of_loans text,
  latest_audited_fs integer check (latest_audited_fs between 1900 and 2100),
  constraint arbo_masterlist_total_total_baseline_2014_agrees
    check (total_total_baseline_2014 = total_male_baseline_2014 + total_female_baseline_2014),
  constraint arbo_masterlist_arb_total_baseline_2014_agrees
    check (arb_total_baseline_2014 = arb_male_baseline_2014 + arb_female_baseline_2014),
  constraint arbo_masterlist_total_member_agrees check (total_member = total_member_male + total_member_female),
  constraint arbo_masterlist_no_arb_member_total_agrees
    check (no_arb_member_total = no_arb_member_male + no_arb_member_female),
  constraint arbo_masterlist_arb_total_registered_rsbsa_agrees
    check (arb_total_registered_rsbsa = arb_male_registered_rsbsa + arb_female_registered_rsbsa),
  constraint arbo_masterlist_counts_not_negative check (least(
    enterprises_services_count, total_male_baseline_2014, total_female_baseline_2014, total_total_baseline_2014,
    arb_male_baseline_2014, arb_female_baseline_2014, arb_total_baseline_2014, total_member_male, total_member_female,
    total_member, no_arb_member_male, no_arb_member_female, no_arb_member_total, arb_male_registered_rsbsa,
    arb_female_registered_rsbsa, arb_total_registered_rsbsa, total_members_with_paid_dues,
    total_membership_dues_amount, total_members_with_share_capital, total_share_capital_amount, members_with_savings,
    total_savings_generated_amount, total_asset, total_liabilities, total_amount_of_loans) >= 0)
);
alter table public.arbo_masterlist alter status set default 'Accomplished';
create unique index arbo_masterlist_arbo_id_once on public.arbo_masterlist (arbo_id);
comment on table public.arbo_masterlist is 'Agrarian reform beneficiary organizations, one row each.';
comment on column public.arbo_masterlist.former_names is
  'Former names of the ARBO, oldest first; null if there are none. Only the database writes this column.';
insert into private.record_tables values ('arbo_masterlist', 'accomplishment');
call private.apply_protection('public.arbo_masterlist');
call private.index_import_names('public.arbo_masterlist', 'arbo_name');
call private.index_import_names('public.arbo_masterlist', 'arbo_id');
call private.make_findable('public.arbo_masterlist', 'arbo_name', 'arbo_id');

-- Indexes for the default order of lists, by name. The order is the same on every machine.
create index arbo_masterlist_by_name on public.arbo_masterlist (arbo_name collate private.natural_order, id);
create index arbo_masterlist_office_by_name on public.arbo_masterlist
  (office, arbo_name collate private.natural_order, id);

-- Index to find the ARBO of a row that has the ARBO's name but not its ARBO ID.
create index arbo_masterlist_office_name on public.arbo_masterlist (office, arbo_name);

-- Index to find the few ARBOs that have former names.
create index arbo_masterlist_formerly on public.arbo_masterlist (office) where former_names is not null;
