-- Inbox: items for a user's attention, and replies to their requests. Entries are not stored: each read computes them
-- with the user's current scope and rights. The sources are reviews, schedules, requests to reopen, permits, imports
-- and jobs. So a user who can no longer read a row sees no entry about the row. Entries disappear when the row is
-- approved, deleted or answered. Only the ids of entries that a user has read (private.inbox_marks) or snoozed
-- (private.inbox_snoozes) are stored.

create table private.inbox_marks (
  user_id uuid not null references public.users on delete cascade,
  entry text not null,
  primary key (user_id, entry)
);
alter table private.inbox_marks enable row level security;
comment on table private.inbox_marks is 'Inbox entries that a user has read.';

create table private.inbox_snoozes (
  user_id uuid not null references public.users on delete cascade,
  entry text not null,
  until date not null,
  primary key (user_id, entry)
);
alter table private.inbox_snoozes enable row level security;
comment on table private.inbox_snoozes is 'Inbox entries that a user has snoozed.';
comment on column private.inbox_snoozes.until is 'Day, in Manila, from which the entry is shown again, as unread.';

-- Maximum number of returned rows, and of resubmitted rows, from which the inbox is computed. If there are more, the
-- newest are used.
create function private.inbox_step_limit() returns integer
  language sql immutable parallel safe set search_path = ''
as $$ select 1000 $$;

-- Returns the newest returned rows of the caller's own office that the caller may correct, and the newest resubmitted
-- rows that the caller may approve. Leaves out rows that the caller returned or resubmitted.
create function private.reviews_for_caller()
  returns table (state text, table_name text, status text, row_id bigint, user_id uuid, at timestamptz, reason text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  caller constant private.caller := private.current_caller();
  own_office constant text := concat(caller.region_name, ' / ', caller.province_name);
  readable constant text[] := private.offices_to_read();
  steps private.reviews[];
  t text;
begin
  if private.has_right_for('update', caller.rights) then
    steps := array(
      select r from private.reviews r
      where r.state = 'returned' and not r.ended and r.office = own_office
      order by r.at desc limit private.inbox_step_limit());
  end if;
  if private.has_right_for('approve', caller.rights) then
    steps := steps || array(
      select r from private.reviews r
      where r.state = 'resubmitted' and not r.ended and (caller.all_offices or r.office = any (readable))
      order by r.at desc limit private.inbox_step_limit());
  end if;
  -- Read office and author from the rows. OFFSET 0 makes Postgres look up each row by its id. Without OFFSET 0, it
  -- would turn the lookup into a join and scan small tables for every review step.
  for t in select distinct s.table_name from unnest(steps) s loop
    return query execute format(
      'select s.state, s.table_name, t.status, s.row_id, s.user_id, s.at, s.reason
       from unnest($1) s
       cross join lateral (select r.status, r.office, r.user_id from public.%I r where r.id = s.row_id offset 0) t
       where s.table_name = $2 and t.office = any ($3) and s.user_id is distinct from $4
         and case s.state when ''returned'' then t.office = $5 else $6 or t.user_id is distinct from $4 end', t)
      using steps, t, readable, caller.user_id, own_office, private.caller_can_approve_own();
  end loop;
end
$$;

-- Number of days for which an inbox entry of a kind is shown: 'window' before the end of the reporting window, 'import'
-- after the start of the import, and 'answer' after a request to reopen was answered. 'snooze' is the number of days
-- for which a snoozed entry is hidden.
create function private.inbox_days(kind text) returns integer
  language sql immutable parallel safe set search_path = ''
as $$ select case kind when 'window' then 7 when 'import' then 7 when 'snooze' then 7 else 30 end $$;

-- Returns the caller's recent imports that are complete, and those that stopped halfway (no new batch for an hour).
-- Leaves out imports that were undone.
create function private.imports_for_caller()
  returns table (at timestamptz, screen text, import_id uuid, file_name text, rows integer, saved bigint)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select case when b.saved >= i.rows then b.last_at else b.last_at + interval '1 hour' end, i.screen, i.import_id,
    i.file_name, i.rows, b.saved
  from private.imports i
  cross join lateral (
    select coalesce(sum(cardinality(b.ids)), 0)::bigint as saved, greatest(i.at, max(b.at)) as last_at
    from private.import_batches b
    where b.user_id = i.user_id and b.import_id = i.import_id
  ) b
  where i.user_id = (private.current_caller()).user_id
    and i.at > now() - make_interval(days => private.inbox_days('import')) and i.taken_back_at is null
    and (b.saved >= i.rows or b.saved > 0 and b.last_at < now() - interval '1 hour');
end
$$;

-- Returns all inbox entries of the caller, unsorted. The id of an entry starts with its time in microseconds, so that
-- sorting by id sorts by time. Rows that were returned or resubmitted in one action form one entry, and so do rows with
-- permits that expire on the same day. The column `about` has data that only some kinds of entries have. The column
-- `read` is false for an entry whose snooze has ended, even if the user had read the entry before. snoozed_until is
-- null unless the entry is snoozed now.
create function private.inbox_entries() returns table (
    id text, kind text, at timestamptz, user_id uuid, reason text, table_name text, status text, row_ids bigint[],
    window_name text, office text, end_date date, about jsonb, read boolean, snoozed_until date)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  caller constant private.caller := private.current_caller();
  readable constant text[] := private.offices_to_read();
begin
  return query
  with entries as (
    select r.state as kind, r.at, (array_agg(r.user_id))[1] as user_id, min(r.reason) as reason, r.table_name, r.status,
      array_agg(r.row_id order by r.row_id) as row_ids, null::text as window_name, null::text as office,
      null::date as end_date, null::jsonb as about, concat_ws('.', r.table_name, r.status) as subject
    from private.reviews_for_caller() r
    group by r.state, r.table_name, r.status, r.at
    union all
    select 'window',
      greatest(w.first_day, w.last_day - private.inbox_days('window'))::timestamp at time zone 'Asia/Manila', null,
      null, null, null, null, w.name, null, w.last_day, null, w.name
    from (
      select n.name, (s ->> 'start_date')::date as first_day, (s ->> 'end_date')::date as last_day
      from unnest(array['target', 'accomplishment']) n (name) cross join lateral private.window_state(n.name) s
      -- The central office can enter data at any time, so a caller of the central office gets no entries about
      -- reporting windows.
      where not caller.all_offices and private.has_right_for('insert', caller.rights) and (s ->> 'open')::boolean
        and (s ->> 'days_left')::integer <= private.inbox_days('window')
    ) w
    union all
    select 'reopening_asked', r.at, r.user_id, r.reason, null, null, null, r.window_name, r.office, null,
      jsonb_build_object('reopening', jsonb_build_object('id', r.id, 'state', t.state)), r.id::text
    from private.reopenings r cross join lateral private.current_reopening_state(r) t
    where r.state = 'asked' and t.state = 'asked' and private.can_administer_schedules_of(r.office)
    union all
    select 'reopening_answered', t.answered_at, r.answered_by, r.answer, null, null, null, r.window_name, r.office,
      r.end_date, jsonb_build_object('reopening', jsonb_build_object('id', r.id, 'state', t.state, 'open',
        coalesce(r.end_date > private.today(), false)
          and private.is_window_open(r.window_name, o.region_name, o.province_name))),
      r.id::text
    from private.reopenings r
    join public.offices o on o.office = r.office
    cross join lateral private.current_reopening_state(r) t
    where r.user_id = caller.user_id and t.state <> 'asked' and r.office = any (readable)
      and t.answered_at > now() - make_interval(days => private.inbox_days('answer'))
    union all
    select 'permits', (p.due_on - (private.due_until() - private.today()))::timestamp at time zone 'Asia/Manila', null,
      null, p.table_name, p.status, array_agg(distinct p.row_id), null, null, p.due_on, null, p.table_name
    from public.expiring_permits p
    where private.has_right_for('update', caller.rights) and p.office = any (readable)
    group by p.table_name, p.status, p.due_on
    union all
    select 'import', i.at, null, null, null, null, null, null, null, null,
      jsonb_build_object('screen', i.screen, 'import', jsonb_build_object('id', i.import_id, 'file_name', i.file_name,
        'rows', i.rows, 'saved', i.saved)), i.import_id::text
    from private.imports_for_caller() i
    union all
    -- Leave out cancelled jobs, because the caller already knows about them.
    select 'job', j.reported_at, null, j.problem, j.table_name, j.status, null, null, null, null,
      jsonb_build_object('job', jsonb_build_object('kind', j.kind, 'state', private.job_state(j))), j.job_id::text
    from private.jobs j
    where j.user_id = caller.user_id and private.is_job_kept(j)
      and private.job_state(j) in ('finished', 'failed', 'interrupted')
  )
  select i.id, i.kind, i.at, i.user_id, i.reason, i.table_name, i.status, i.row_ids, i.window_name, i.office,
    i.end_date, i.about, m.entry is not null and coalesce(s.until > private.today(), true),
    case when s.until > private.today() then s.until end
  from (
    select concat_ws('.', to_char(extract(epoch from e.at) * 1000000, 'FM0000000000000000'), e.kind, e.subject) as id,
      e.*
    from entries e
  ) i
  left join private.inbox_marks m on m.user_id = auth.uid() and m.entry = i.id
  left join private.inbox_snoozes s on s.user_id = auth.uid() and s.entry = i.id;
end
$$;

-- Returns a page of the caller's inbox, newest first, as {rows, total, unread, snoozed, kinds}. If of_snoozed is true,
-- `rows`, `total` and `kinds` are about the snoozed entries, else about all other entries. `rows` is the page, limited
-- to entries of wanted_kind and to per_kind entries of each kind, if given. `total` is the number of rows on all pages.
-- `unread` counts all unread entries that are not snoozed, and `snoozed` counts all snoozed entries. `kinds` has, for
-- each kind of entry, the number of entries, the number of unread entries, and the id of the newest entry.
create function private.read_inbox(page_size integer, skipped bigint, wanted_kind text default null,
    per_kind integer default null, of_snoozed boolean default false) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with entries as materialized (
    select * from private.inbox_entries()
  ),
  listed as materialized (
    select e.*, row_number() over (partition by e.kind order by e.id collate "C" desc) as place
    from entries e where (e.snoozed_until is not null) = of_snoozed
  ),
  wanted as materialized (
    select * from listed l
    where (wanted_kind is null or l.kind = wanted_kind) and (per_kind is null or l.place <= per_kind)
  )
  select jsonb_build_object(
    'total', (select count(*) from wanted),
    'unread', (select count(*) from entries e where not e.read and e.snoozed_until is null),
    'snoozed', (select count(*) from entries e where e.snoozed_until is not null),
    'kinds', (
      select coalesce(jsonb_agg(to_jsonb(k)), '[]')
      from (
        select l.kind, count(*) as total, count(*) filter (where not l.read) as unread,
          max(l.id collate "C") as newest
        from listed l group by l.kind
      ) k),
    'rows', (
      select coalesce(jsonb_agg(to_jsonb(p) - 'user_id' - 'place'
        || jsonb_build_object('by', private.username_of(p.user_id)) order by p.id collate "C" desc), '[]')
      from (select * from wanted w order by w.id collate "C" desc limit page_size offset skipped) p))
$$;

-- Returns the ids of the chosen entries of the caller's inbox: the entries with the given ids, and all entries up to
-- the id up_to that are not snoozed. wanted_kind limits the latter to one kind of entry. Also deletes the caller's rows
-- in private.inbox_marks and private.inbox_snoozes about entries that no longer exist.
create function private.choose_inbox_entries(ids text[], up_to text, wanted_kind text) returns text[]
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  present text[];
  chosen text[];
begin
  select coalesce(array_agg(e.id), '{}'),
    coalesce(array_agg(e.id) filter (where e.id = any (ids) or (e.id collate "C" <= up_to
      and e.snoozed_until is null and (wanted_kind is null or e.kind = wanted_kind))), '{}')
  into present, chosen
  from private.inbox_entries() e;
  delete from private.inbox_marks m where m.user_id = auth.uid() and m.entry <> all (present);
  delete from private.inbox_snoozes s where s.user_id = auth.uid() and s.entry <> all (present);
  return chosen;
end
$$;

-- Marks the chosen entries of the caller's inbox (private.choose_inbox_entries) as read, or as unread if is_read is
-- false. Returns the ids of the entries that the call changed.
create function private.mark_inbox_read(ids text[], up_to text, wanted_kind text default null,
    is_read boolean default true) returns text[]
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  chosen constant text[] := private.choose_inbox_entries(ids, up_to, wanted_kind);
  changed text[];
begin
  if is_read then
    -- An entry whose snooze has ended is unread until the snooze is deleted, even if the user has read it
    -- before (private.inbox_marks).
    with ended as (
      delete from private.inbox_snoozes s
      where s.user_id = auth.uid() and s.entry = any (chosen) and s.until <= private.today()
      returning s.entry
    ),
    marked as (
      insert into private.inbox_marks (user_id, entry)
      select auth.uid(), c.entry from unnest(chosen) c (entry)
      on conflict do nothing
      returning entry
    )
    select array(select e.entry from ended e union select m.entry from marked m) into changed;
  else
    with unmarked as (
      delete from private.inbox_marks m where m.user_id = auth.uid() and m.entry = any (chosen) returning m.entry
    )
    select array(select u.entry from unmarked u) into changed;
  end if;
  return changed;
end
$$;

-- Snoozes the chosen entries of the caller's inbox (private.choose_inbox_entries), or shows them again at once if
-- is_snoozed is false. Returns the ids of the changed entries. An entry counts as unread after its snooze ends, even if
-- it was read before. Snoozing it again therefore deletes its read mark. Otherwise, undoing the new snooze would show
-- the entry as read.
create function private.snooze_inbox(ids text[], up_to text, wanted_kind text, is_snoozed boolean) returns text[]
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  chosen constant text[] := private.choose_inbox_entries(ids, up_to, wanted_kind);
  changed text[];
begin
  if is_snoozed then
    delete from private.inbox_marks m using private.inbox_snoozes s
    where m.user_id = auth.uid() and m.entry = any (chosen) and s.user_id = m.user_id and s.entry = m.entry
      and s.until <= private.today();
    with snoozed as (
      insert into private.inbox_snoozes as s (user_id, entry, until)
      select auth.uid(), c.entry, private.today() + private.inbox_days('snooze') from unnest(chosen) c (entry)
      on conflict (user_id, entry) do update set until = excluded.until where s.until <> excluded.until
      returning s.entry
    )
    select array(select s.entry from snoozed s) into changed;
  else
    with shown as (
      delete from private.inbox_snoozes s where s.user_id = auth.uid() and s.entry = any (chosen) returning s.entry
    )
    select array(select s.entry from shown s) into changed;
  end if;
  return changed;
end
$$;

grant execute on function private.read_inbox(integer, bigint, text, integer, boolean),
  private.mark_inbox_read(text[], text, text, boolean), private.snooze_inbox(text[], text, text, boolean)
to authenticated;
