-- Annual marketing targets of ARBOs: the commodities that they plan to sell (spec section 3).

create table public.arbo_marketing_targets (
  like template.record including all,
  like template.status including all,
  reporting_year integer check (reporting_year between 1990 and 2100),
  like template.programme including all,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  target_commodity text,
  training_id text
);
alter table public.arbo_marketing_targets alter status set default 'Target';
comment on table public.arbo_marketing_targets is 'Commodities that an ARBO is to market in a year.';
comment on column public.arbo_marketing_targets.training_id is
  'Training from which the target results: a search field of spec section 7.';
insert into private.record_tables values ('arbo_marketing_targets', 'target');
call private.apply_protection('public.arbo_marketing_targets');
call private.index_import_names('public.arbo_marketing_targets', 'arbo_name');
