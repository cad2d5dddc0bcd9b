-- Trainings (spec section 3); who attended which is said by participants.

create table public.arbo_trainings (
  like template.record including all,
  like template.status including all,
  like template.training including all,
  like template.programme including all,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  constraint arbo_trainings_end_date_in_order check (end_date >= start_date),
  constraint arbo_trainings_training_days_agrees check (training_days = end_date - start_date + 1),
  constraint arbo_trainings_counts_not_negative check (least(training_days, training_cost) >= 0)
);

alter table public.arbo_trainings alter training_title set not null, alter status set default 'Accomplished',
  add constraint arbo_trainings_training_title_given check (btrim(training_title) <> ''),
  add constraint arbo_trainings_training_id_given check (btrim(training_id) <> '');
create unique index arbo_trainings_training_id_once on public.arbo_trainings (training_id);
create trigger give_identifier before insert on public.arbo_trainings
  for each row execute function private.give_identifier('training_id', 'TRN-');
comment on table public.arbo_trainings is 'Training activities of ARBOs (Form 5).';
comment on column public.arbo_trainings.training_id is
  'Identifier that other records refer to; given by the database when left empty.';
insert into private.record_tables values ('arbo_trainings', 'accomplishment');
call private.apply_protection('public.arbo_trainings');
call private.index_import_names('public.arbo_trainings', 'training_title');
call private.let_find('public.arbo_trainings', 'training_title', 'training_id');
create index arbo_trainings_by_title on public.arbo_trainings (training_title collate private.natural_order, id);
create index arbo_trainings_office_by_title on public.arbo_trainings
  (office, training_title collate private.natural_order, id);
