-- Form 11: support provided to ARBOs (spec section 3). Targets and accomplishments share a table, whose status names the
-- reporting window that guards a row; farm information has the same fields under a table of its own.

create table template.form_11 (
  type_enterprise text,
  crop_commodity text,
  scale_production text,
  unit_measure text,
  type_livelihood text,
  support_provided text,
  hard_component text,
  description text,
  quantity_hard integer,
  unit_hard text,
  total_cost numeric(14, 2),
  date_distributed date,
  functional text check (functional in ('Yes', 'No')),
  utilized text check (utilized in ('Yes', 'No')),
  num_arbs integer,
  male_arbs integer,
  female_arbs integer,
  "uploadFile" text[]
);
comment on column template.form_11.total_cost is 'PHP, with centavos.';
comment on column template.form_11."uploadFile" is 'Names of the attached files.';

create table public.form11_accomps (
  like template.record including all,
  like template.status including all,
  like template.reporting including all,
  like template.programme including all,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  like template.form_11 including all,
  constraint form11_accomps_num_arbs_agrees check (num_arbs = male_arbs + female_arbs),
  constraint form11_accomps_counts_not_negative check (least(quantity_hard, total_cost, num_arbs, male_arbs, female_arbs) >= 0)
);
alter table public.form11_accomps alter status set default 'Accomplished';
comment on table public.form11_accomps is 'Form 11: support to an ARBO, planned (Target) or given (Accomplished, Updated).';

create table public.form11_farm_infos (
  like template.record including all,
  like template.status including all,
  like template.reporting including all,
  like template.programme including all,
  "arboPrimaryKey" bigint,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  like template.form_11 including all,
  constraint form11_farm_infos_num_arbs_agrees check (num_arbs = male_arbs + female_arbs),
  constraint form11_farm_infos_counts_not_negative check (least(quantity_hard, total_cost, num_arbs, male_arbs, female_arbs) >= 0)
);
alter table public.form11_farm_infos alter status set default 'Accomplished';
comment on table public.form11_farm_infos is 'Form 11 farm information: enterprise, crop and support at the farms of an ARBO.';

call private.protect_record_table('public.form11_accomps', 'status');
call private.protect_record_table('public.form11_farm_infos', 'accomplishment');
call private.refer_to_masterlists('public.form11_accomps');
call private.refer_to_masterlists('public.form11_farm_infos');
