-- Form 5, capacity building: annual targets per person and training (spec section 3). The trainings themselves are in
-- arbo_trainings.

create table public.form_5_annualtargets (
  like template.record including all,
  like template.status including all,
  reporting_year integer check (reporting_year between 1990 and 2100),
  like template.programme including all,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  crop_product text,
  current_it_status text,
  current_it_level text,
  like template.training including all,
  like template.participant including all,
  birthday date,
  age integer,
  is_4ps_beneficiary text check (is_4ps_beneficiary in ('Yes', 'No')),
  is_solo_parent text check (is_solo_parent in ('Yes', 'No')),
  is_pwd text check (is_pwd in ('Yes', 'No')),
  is_ip text check (is_ip in ('Yes', 'No')),
  age_base_group text,
  constraint form_5_annualtargets_end_date_in_order check (end_date >= start_date),
  constraint form_5_annualtargets_training_days_agrees check (training_days = end_date - start_date + 1),
  constraint form_5_annualtargets_counts_not_negative check (least(training_days, training_cost) >= 0),
  -- The columns from birthday to age_base_group contain the same personal data as in the table participants. In both
  -- tables, only users with the Sensitive right can read these columns.
  constraint form_5_annualtargets_birthday_past check (birthday <= (time_stamp at time zone 'Asia/Manila')::date),
  constraint form_5_annualtargets_age_agrees check (age = private.age_on(birthday,
    (time_stamp at time zone 'Asia/Manila')::date)),
  constraint form_5_annualtargets_age_check check (age between 0 and 130),
  constraint form_5_annualtargets_age_base_group_agrees check (age_base_group = private.age_group(age))
);
alter table public.form_5_annualtargets
  alter status set default 'Target',
  -- The endpoint form-5-accomp reads this table and form_5_accomps, and distinguishes their rows by id. So the ids of
  -- this table end here, and the ids of form_5_accomps start above this number.
  alter id set maxvalue 1000000000,
  add constraint form_5_annualtargets_id_below_accomps check (id <= 1000000000);
comment on table public.form_5_annualtargets is
  'Form 5 annual target: person of an ARBO to be trained, and the training.';
insert into private.record_tables values ('form_5_annualtargets', 'target');
insert into private.sensitive_columns
select 'form_5_annualtargets',
  unnest('{birthday,age,is_4ps_beneficiary,is_solo_parent,is_pwd,is_ip,age_base_group}'::text[]);
call private.apply_protection('public.form_5_annualtargets');
call private.protect_sensitive_columns('public.form_5_annualtargets');
call private.index_import_names('public.form_5_annualtargets', 'arbo_name');

comment on column public.form_5_annualtargets.age is 'Full years on the day the row was entered.';

create trigger write_age before update on public.form_5_annualtargets
  for each row execute function private.fill_in_age();
