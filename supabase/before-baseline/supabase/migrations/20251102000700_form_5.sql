-- Form 5, capacity building: annual targets by person and training, and annual accomplishments (spec section 3). The
-- trainings themselves are arbo_trainings.

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
  constraint form_5_annualtargets_end_date_in_order check (end_date >= start_date),
  constraint form_5_annualtargets_training_days_agrees check (training_days = end_date - start_date + 1),
  constraint form_5_annualtargets_counts_not_negative check (least(training_days, training_cost) >= 0)
);
alter table public.form_5_annualtargets alter status set default 'Target';
comment on table public.form_5_annualtargets is 'Form 5 annual target: who of an ARBO is to be trained in what.';

create table public.form_5_accomps (
  like template.record including all,
  like template.status including all,
  like template.reporting including all,
  like template.programme including all,
  "arboPrimaryKey" bigint,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  crop_product text
);
alter table public.form_5_accomps alter status set default 'Accomplished';
comment on table public.form_5_accomps is 'Form 5 annual accomplishment, a row an ARBO and project.';

call private.protect_record_table('public.form_5_annualtargets', 'target');
call private.protect_record_table('public.form_5_accomps', 'accomplishment');
call private.refer_to_masterlists('public.form_5_annualtargets');
call private.refer_to_masterlists('public.form_5_accomps');
call private.refer('public.form_5_annualtargets', 'training_id', 'public.arbo_trainings', 'training_id');

-- The same personal data, under the same right, as in participants.
alter table public.form_5_annualtargets
  add birthday date,
  add age integer,
  add is_4ps_beneficiary text check (is_4ps_beneficiary in ('Yes', 'No')),
  add is_solo_parent text check (is_solo_parent in ('Yes', 'No')),
  add is_pwd text check (is_pwd in ('Yes', 'No')),
  add is_ip text check (is_ip in ('Yes', 'No')),
  add age_base_group text,
  add constraint form_5_annualtargets_birthday_past check (birthday <= (time_stamp at time zone 'Asia/Manila')::date),
  add constraint form_5_annualtargets_age_agrees check (age = private.age_on(birthday, (time_stamp at time zone 'Asia/Manila')::date)),
  add constraint form_5_annualtargets_age_check check (age between 0 and 130),
  add constraint form_5_annualtargets_age_base_group_agrees check (age_base_group = private.age_group(age));
comment on column public.form_5_annualtargets.age is 'Full years on the day the row was entered.';
call private.keep_sensitive('public.form_5_annualtargets', array['birthday', 'age', 'is_4ps_beneficiary', 'is_solo_parent', 'is_pwd', 'is_ip', 'age_base_group']);
