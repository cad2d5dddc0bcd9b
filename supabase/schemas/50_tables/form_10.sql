-- Form 10: trainings of an ARBO, the enterprise that resulted from them, and the milestones of the enterprise (spec
-- section 3).

create table public.form_10 (
  like template.record including all,
  like template.status including all,
  like template.reporting including all,
  like template.programme including all,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  training_title text[],
  training_id text,
  num_arb_participants integer,
  type_enterprise text,
  credit_services text,
  milestone_activity text,
  start_date date,
  duration integer,
  constraint form_10_counts_not_negative check (least(num_arb_participants, duration) >= 0)
);
alter table public.form_10 alter status set default 'Accomplished';
comment on table public.form_10 is 'Form 10 annual accomplishment: training, enterprise and milestone of an ARBO.';
comment on column public.form_10.duration is 'Days.';
insert into private.record_tables values ('form_10', 'accomplishment');
call private.apply_protection('public.form_10');
call private.index_import_names('public.form_10', 'arbo_name');
