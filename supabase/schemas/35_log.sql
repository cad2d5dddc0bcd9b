-- The user log: records who did what to which row. Three triggers per logged table (for inserts, updates and deletes)
-- write the log in the transaction of the change. No role that the API can assume can insert, change or delete entries
-- (spec sections 3 and 7). The hash chains that reveal changed or missing entries are in 90_log.sql, and the functions
-- that read the log in 91_log_reading.sql.

create table private.user_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  user_id uuid,
  user_name text,
  user_role text,
  form_name text not null,
  row_id bigint,
  region_name text,
  province_name text,
  muncity_name text,
  office text generated always as (coalesce(region_name, '') || ' / ' || coalesce(province_name, '')) stored,
  action text not null,
  status text,
  changes jsonb,
  subject uuid,
  source text not null default 'database' check (source in ('database', 'client')),
  tx xid8 not null default pg_current_xact_id(),
  api_token text default private.current_api_token()
);
create index user_log_row on private.user_log (form_name, row_id, id desc);
create index user_log_office on private.user_log (office, id desc);
-- Index for private.rows_in_review, to find rows that were approved and then set back to Pending.
create index user_log_set_back on private.user_log (form_name, row_id) where action = 'Set back';
alter table private.user_log enable row level security;
comment on column private.user_log.action is
  'Insert, Update, Delete, Restore, Approve, Set back, Return, Resubmit, Comment, Take back return, Ask to reopen, '
  'Reopen and Decline to reopen a window, Take back import, Replace value (of a list, in all records), See as (an '
  'administrator saw the product as a user or a draft role within an hour), Read (personal data was read within an '
  'hour), and export (a list of personal data was exported).';
comment on column private.user_log.changes is
  'Field -> [before, after]. An update has the changed fields, a delete all fields of the row (used to restore it), '
  'an insert null, an export its purpose, filters and number of rows.';

create index user_log_subject on private.user_log (subject, id desc) where subject is not null;
comment on column private.user_log.subject is 'The user whom the entry is about; null if it is not about a user.';
comment on column private.user_log.source is
  'database: written by a trigger or a function. client: reported by a client about itself.';
comment on column private.user_log.api_token is
  'Name of the API token that made the change; null if the user signed in directly.';
comment on column private.user_log.tx is
  'The transaction that wrote the entry. Used to find the entries that belong to a link of the hash chain.';

-- Returns the fields that differ, as {field: [before, after]}. Leaves out bookkeeping columns.
create function private.changed_fields(before jsonb, after jsonb) returns jsonb
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    select jsonb_object_agg(b.key, jsonb_build_array(b.value, after -> b.key))
    from jsonb_each(before) b
    where b.value is distinct from after -> b.key
      and b.key not in ('updated_at', 'row_version', 'office', 'search_text', 'approved_by', 'approved_at')
  );
end
$$;

-- Returns all fields of a deleted row, as {field: [value, null]}. Leaves out null values, and columns that are not
-- needed to restore the row.
create function private.deleted_fields(held jsonb) returns jsonb
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    select jsonb_object_agg(b.key, jsonb_build_array(b.value, null))
    from jsonb_each(held) b
    where b.value <> 'null' and b.key not in ('updated_at', 'office', 'search_text')
  );
end
$$;

-- AFTER trigger of a statement: writes one log entry per row. With an argument, the table has one row per user, and
-- each log entry records the row's user as its subject. OFFSET 0 keeps the planner from evaluating to_jsonb again for
-- every column.
create function private.log_statement() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  author uuid := auth.uid();
  author_name text;
  author_role text;
  about_users constant boolean := tg_nargs > 0;
begin
  select u.username, u.roles into author_name, author_role from public.users u where u.id = author;
  if tg_op = 'INSERT' then
    insert into private.user_log (user_id, user_name, user_role, form_name, row_id, subject, region_name, province_name,
      muncity_name, action, status)
    select author, author_name, author_role, tg_table_name, case when not about_users
      then (j.r ->> 'id')::bigint end, case when about_users then (j.r ->> 'id')::uuid end,
      j.r ->> 'region_name', j.r ->> 'province_name', j.r ->> 'muncity_name',
      case when private.is_restoring() then 'Restore' else 'Insert' end, j.r ->> 'status'
    from (select to_jsonb(n) as r from new_rows n offset 0) j;
  elsif tg_op = 'DELETE' then
    insert into private.user_log (user_id, user_name, user_role, form_name, row_id, subject, region_name, province_name,
      muncity_name, action, status, changes)
    select author, author_name, author_role, tg_table_name, case when not about_users
      then (j.r ->> 'id')::bigint end, case when about_users then (j.r ->> 'id')::uuid end,
      j.r ->> 'region_name', j.r ->> 'province_name', j.r ->> 'muncity_name', 'Delete', j.r ->> 'status',
        private.deleted_fields(j.r)
    from (select to_jsonb(o) as r from old_rows o offset 0) j;
  else
    insert into private.user_log (user_id, user_name, user_role, form_name, row_id, subject, region_name, province_name,
      muncity_name, action, status, changes)
    select author, author_name, author_role, tg_table_name, case when not about_users
      then (j.n ->> 'id')::bigint end, case when about_users then (j.n ->> 'id')::uuid end,
      j.n ->> 'region_name', j.n ->> 'province_name', j.n ->> 'muncity_name',
      case when j.n ->> 'process_stage' = 'Approved' and j.o ->> 'process_stage'
        is distinct from 'Approved' then 'Approve'
           when j.o ->> 'process_stage' = 'Approved' and j.n ->> 'process_stage'
             is distinct from 'Approved' then 'Set back'
           else 'Update' end,
      j.n ->> 'status', private.changed_fields(j.o, j.n)
    from (select to_jsonb(n) as n, to_jsonb(o) as o from new_rows n join old_rows o using (id) offset 0) j;
  end if;
  return null;
end
$$;

-- Adds the triggers that log all changes of a table, which must have a column id. If this column has the type uuid, the
-- table has one row per user, and each log entry records the row's user as its subject.
create procedure private.add_log_triggers(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  argument constant text := (
    select case when a.atttypid = 'uuid'::regtype then quote_literal('subject') else '' end
    from pg_catalog.pg_attribute a
    where a.attrelid = target and a.attname = 'id');
begin
  call private.add_write_triggers(target, 'log', format('private.log_statement(%s)', argument));
end
$$;

-- Logs an event that changes no logged table, such as signing in or setting a new password. `about` is the user whom
-- the event concerns.
create function private.log_event(about uuid, wanted_action text, wanted_status text default null,
  tried_name text default null) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into private.user_log (user_id, user_name, user_role, form_name, subject, region_name, province_name,
    muncity_name, action, status)
  select author.id, coalesce(author.username, tried_name), author.roles, 'users', about, person.region_name,
    person.province_name, person.muncity_name, wanted_action, wanted_status
  from (values (1)) one
  left join public.users author on author.id = auth.uid()
  left join public.users person on person.id = about
$$;
