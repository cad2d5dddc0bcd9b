-- Farm information of Form 11 (spec section 3).

create table public.form11_farm_infos (
  like template.record including all,
  like template.status including all,
  like template.reporting including all,
  like template.programme including all,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  like template.form_11 including all,
  constraint form11_farm_infos_num_arbs_agrees check (num_arbs = male_arbs + female_arbs),
  constraint form11_farm_infos_counts_not_negative check (least(quantity_hard, total_cost, num_arbs, male_arbs,
    female_arbs) >= 0)
);
alter table public.form11_farm_infos alter status set default 'Accomplished';
comment on table public.form11_farm_infos is
  'Form 11 farm information: enterprise, crop and support at the farms of an ARBO.';
insert into private.record_tables values ('form11_farm_infos', 'accomplishment');
call private.apply_protection('public.form11_farm_infos');
call private.index_import_names('public.form11_farm_infos', 'arbo_name');

comment on column public.form11_farm_infos."uploadFile" is
  'Links of the attached files, and names of files typed by hand.';
