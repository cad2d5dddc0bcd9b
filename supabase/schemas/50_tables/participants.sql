-- People who attend trainings, and their attendance (spec section 3). A person can attend many trainings. The row of a
-- person has the ids of the trainings as lists, because forms and imported files have them as lists. The table
-- participant_trainings has the same ids as foreign keys.

create table public.participants (
  like template.record including all,
  like template.status including all,
  like template.participant including all,
  training_id text[],
  wo_training_id text[],
  like template.programme including all,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  birthday date,
  age integer,
  is_4ps_beneficiary text check (is_4ps_beneficiary in ('Yes', 'No')),
  is_solo_parent text check (is_solo_parent in ('Yes', 'No')),
  is_pwd text check (is_pwd in ('Yes', 'No')),
  is_ip text check (is_ip in ('Yes', 'No')),
  age_base_group text,
  constraint participants_wo_training_id_apart check (not training_id && wo_training_id),
  -- The age is the person's age on the day the row was entered (Manila time), because a check constraint cannot use
  -- today's date.
  constraint participants_birthday_past check (birthday <= (time_stamp at time zone 'Asia/Manila')::date),
  constraint participants_age_agrees check (age = private.age_on(birthday,
    (time_stamp at time zone 'Asia/Manila')::date)),
  constraint participants_age_check check (age between 0 and 130),
  constraint participants_age_base_group_agrees check (age_base_group = private.age_group(age))
);

alter table public.participants alter participant_name set not null, alter status set default 'Accomplished',
  add constraint participants_participant_name_given check (btrim(participant_name) <> '');
comment on table public.participants is 'People who take part in trainings, one row per person.';
comment on column public.participants.training_id is 'training_id of each training that the person attended.';
comment on column public.participants.wo_training_id is
  'training_id of each training planned for the person but not attended.';
insert into private.record_tables values ('participants', 'accomplishment');
insert into private.sensitive_columns
select 'participants', unnest('{birthday,age,is_4ps_beneficiary,is_solo_parent,is_pwd,is_ip,age_base_group}'::text[]);
call private.apply_protection('public.participants');
call private.protect_sensitive_columns('public.participants');
call private.index_import_names('public.participants', 'participant_name');
call private.make_findable('public.participants', 'participant_name');

comment on column public.participants.age is 'Full years on the day the row was entered.';

-- Indexes for the default order of lists, by name. The order is the same on every machine.
create index participants_by_name on public.participants (participant_name collate private.natural_order, id);
create index participants_office_by_name on public.participants
  (office, participant_name collate private.natural_order, id);

-- Sorting hundreds of thousands of people by place takes half a second without an index.
create index participants_by_region on public.participants (region_name collate private.natural_order, id);
create index participants_by_province on public.participants (province_name collate private.natural_order, id);
create index participants_by_town on public.participants (muncity_name collate private.natural_order, id);

call private.index_names('public.participants', 'participant_name');

create trigger write_age before update on public.participants
  for each row execute function private.fill_in_age();

create table public.participant_trainings (
  participant_id bigint not null references public.participants (id) on delete cascade,
  training_id text not null references public.arbo_trainings (training_id),
  attended boolean not null,
  office text not null,
  primary key (participant_id, training_id)
);
create index participant_trainings_training on public.participant_trainings (training_id, attended)
  include (participant_id);
create index participant_trainings_office on public.participant_trainings (office, training_id);
comment on table public.participant_trainings is
  'Trainings that people attended or were to attend. Triggers on participants maintain it from the lists of training '
  'ids.';
comment on column public.participant_trainings.office is
  'Office of the participant, which decides who can read the row.';
revoke all on public.participant_trainings from anon, authenticated;
grant select on public.participant_trainings to authenticated;
alter table public.participant_trainings enable row level security;
alter table public.participant_trainings force row level security;

call private.add_scope_read_policies('public.participant_trainings');

-- AFTER trigger: updates participant_trainings from the lists of the written rows. The foreign key of that table
-- refuses ids of trainings that do not exist.
create function private.link_trainings() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    -- Most updates change neither the trainings nor the office. Skip them.
    if not exists (
      select from new_rows n join old_rows o using (id)
      where (n.training_id, n.wo_training_id, n.office) is distinct from (o.training_id, o.wo_training_id, o.office))
    then
      return null;
    end if;
    delete from public.participant_trainings l
    using new_rows n
    where l.participant_id = n.id and not coalesce(l.training_id = any (n.training_id || n.wo_training_id), false);
  end if;
  insert into public.participant_trainings (participant_id, training_id, attended, office)
  select n.id, t.training_id, bool_or(t.attended), n.office
  from new_rows n
  cross join lateral (
    select a as training_id, true as attended from unnest(n.training_id) a
    union all
    select w, false from unnest(n.wo_training_id) w) t
  group by n.id, t.training_id, n.office
  on conflict (participant_id, training_id) do update set attended = excluded.attended, office = excluded.office
  where (participant_trainings.attended, participant_trainings.office)
    is distinct from (excluded.attended, excluded.office);
  return null;
end
$$;

create trigger link_trainings_insert after insert on public.participants referencing new table as new_rows
  for each statement execute function private.link_trainings();
create trigger link_trainings_update after update on public.participants
  referencing old table as old_rows new table as new_rows for each statement execute function private.link_trainings();
