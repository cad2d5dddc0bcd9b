-- The user log: who did what to which row, written in the same transaction as the change by one statement-level trigger
-- an event. No role that the API can become writes, alters or deletes entries (spec sections 3 and 7).

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
  changes jsonb
);
create index user_log_row on private.user_log (form_name, row_id, id desc);
create index user_log_office on private.user_log (office, id desc);
alter table private.user_log enable row level security;
comment on column private.user_log.changes is 'Field -> [before, after]: the changed fields of an update, all fields of a deleted row, null for an insert.';

-- The fields that differ, as {field: [before, after]}; bookkeeping columns are left out.
create function private.changed_fields(before jsonb, after jsonb) returns jsonb
  language sql immutable parallel safe set search_path = ''
as $$
  select jsonb_object_agg(b.key, jsonb_build_array(b.value, after -> b.key))
  from jsonb_each(before) b
  where b.value is distinct from after -> b.key
    and b.key not in ('updated_at', 'row_version', 'office', 'search_text', 'approved_by', 'approved_at')
$$;

create function private.log_statement() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  author uuid := auth.uid();
  author_name text;
  author_role text;
begin
  select u.username, u.roles into author_name, author_role from public.users u where u.id = author;
  if tg_op = 'INSERT' then
    insert into private.user_log (user_id, user_name, user_role, form_name, row_id, region_name, province_name, muncity_name, action, status)
    select author, author_name, author_role, tg_table_name, (j.r ->> 'id')::bigint, j.r ->> 'region_name', j.r ->> 'province_name', j.r ->> 'muncity_name', 'Insert', j.r ->> 'status'
    from (select to_jsonb(n) as r from new_rows n) j;
  elsif tg_op = 'DELETE' then
    insert into private.user_log (user_id, user_name, user_role, form_name, row_id, region_name, province_name, muncity_name, action, status, changes)
    select author, author_name, author_role, tg_table_name, (j.r ->> 'id')::bigint, j.r ->> 'region_name', j.r ->> 'province_name', j.r ->> 'muncity_name', 'Delete', j.r ->> 'status',
      private.changed_fields(jsonb_strip_nulls(j.r), '{}')
    from (select to_jsonb(o) as r from old_rows o) j;
  else
    insert into private.user_log (user_id, user_name, user_role, form_name, row_id, region_name, province_name, muncity_name, action, status, changes)
    select author, author_name, author_role, tg_table_name, (j.n ->> 'id')::bigint, j.n ->> 'region_name', j.n ->> 'province_name', j.n ->> 'muncity_name',
      case when j.n ->> 'process_stage' = 'Approved' and j.o ->> 'process_stage' is distinct from 'Approved' then 'Approve'
           when j.o ->> 'process_stage' = 'Approved' and j.n ->> 'process_stage' is distinct from 'Approved' then 'Set back'
           else 'Update' end,
      j.n ->> 'status', private.changed_fields(j.o, j.n)
    from (select to_jsonb(n) as n, to_jsonb(o) as o from new_rows n join old_rows o using (id)) j;
  end if;
  return null;
end
$$;

-- The log of one row, newest first, for whoever may read the office that the entry belongs to.
create function private.read_history(table_name text, wanted_row bigint)
  returns table (at timestamptz, user_name text, user_role text, action text, changes jsonb)
  language sql stable security definer set search_path = ''
as $$
  select l.at, l.user_name, l.user_role, l.action, l.changes
  from private.user_log l
  where l.form_name = table_name and l.row_id = wanted_row
    and (l.office = any (private.offices_to_read())
      -- Reference records belong to no office: whoever has a level reads their history.
      or (table_name in ('project_list', 'dropdown_values') and private.caller_level() is not null))
  order by l.id desc
$$;

grant execute on function private.read_history(text, bigint) to authenticated;
