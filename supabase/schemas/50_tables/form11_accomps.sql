-- Form 11, support provided to ARBOs (spec section 3): targets and accomplishments in one table. The status of a row
-- decides which reporting window controls writes.

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
  constraint form11_accomps_counts_not_negative check (least(quantity_hard, total_cost, num_arbs, male_arbs,
    female_arbs) >= 0)
);
comment on table public.form11_accomps is
  'Form 11: support to an ARBO, planned (status Target) or provided (Accomplished, Updated).';
insert into private.record_tables values ('form11_accomps', 'status');
call private.apply_protection('public.form11_accomps');
call private.index_import_names('public.form11_accomps', 'arbo_name');

comment on column public.form11_accomps."uploadFile" is
  'Links of the attached files, and names of files typed by hand.';

-- Each row must be Target or Accomplished, because the status decides which screen shows the row and which reporting
-- window applies to it.
alter table public.form11_accomps
  drop constraint status_status_check,
  alter column status set default 'Accomplished',
  add constraint form11_accomps_status_check check (status in ('Target', 'Accomplished')),
  alter column status set not null;
comment on column public.form11_accomps.status is
  'Target or Accomplished: decides the screen and the reporting window of the row.';
