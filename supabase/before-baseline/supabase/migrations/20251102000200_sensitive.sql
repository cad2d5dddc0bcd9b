-- Sensitive personal data (RA 10173): columns that everybody who may write the row enters, and only the right Sensitive
-- reads. A row's own columns cannot be told apart by a policy, and column privileges know roles, of which every signed-in
-- caller has the same. So the columns of the table are granted for writing alone, and a copy of them, kept by triggers in
-- the same statement, lies in `<table>_sensitive` under a policy of scope and right. `<table>_in_full` joins the two:
-- whoever lacks the right finds nulls there, over the API and over REST. Search and history leave the columns out.

create function private.caller_has_right(wanted text) returns boolean
  language sql stable parallel safe security definer set search_path = ''
as $$ select coalesce(wanted = any ((private.current_caller()).rights), false) $$;

grant execute on function private.caller_has_right(text) to authenticated, service_role;

create table private.sensitive_columns (
  table_name text not null references private.record_tables (table_name),
  column_name text not null,
  primary key (table_name, column_name)
);
alter table private.sensitive_columns enable row level security;
comment on table private.sensitive_columns is 'Columns under private.keep_sensitive: the history of a row shows them to the right Sensitive only.';

-- Carries what a statement wrote over to the copy.
create function private.copy_sensitive() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  -- The trigger's arguments: the columns.
  names text := (select string_agg(format('%I', c), ', ') from unnest(tg_argv) c);
  changes text := (select string_agg(format('%1$I = excluded.%1$I', c), ', ') from unnest(tg_argv) c);
begin
  execute format(
    'insert into public.%1$I (id, office, %2$s) select id, office, %2$s from new_rows on conflict (id) do update set office = excluded.office, %3$s',
    tg_table_name || '_sensitive', names, changes);
  return null;
end
$$;

-- Called after protect_record_table, with columns that were added after it: so they are not in the search.
create procedure private.keep_sensitive(target regclass, columns text[])
  language plpgsql set search_path = ''
as $$
declare
  name text := (select relname from pg_catalog.pg_class where oid = target);
  names text := (select string_agg(format('%I', c), ', ') from unnest(columns) c);
  readable text;
  in_full text;
begin
  insert into private.sensitive_columns select name, c from unnest(columns) c;

  select string_agg(format('%I', a.attname), ', ' order by a.attnum) filter (where a.attname <> all (columns)),
      string_agg(format('%s.%I', case when a.attname = any (columns) then 's' else 't' end, a.attname), ', ' order by a.attnum)
    into readable, in_full
  from pg_catalog.pg_attribute a
  where a.attrelid = target and a.attnum > 0 and not a.attisdropped;
  execute format('revoke select on %s from authenticated', target);
  execute format('grant select (%2$s), insert (%3$s), update (%3$s) on %1$s to authenticated', target, readable, names);

  execute format('create table public.%I as select id, office, %s from %s with no data', name || '_sensitive', names, target);
  execute format('alter table public.%I add primary key (id), alter column office set not null, enable row level security, force row level security', name || '_sensitive');
  execute format('alter table public.%I add constraint %I foreign key (id) references %s (id) on delete cascade', name || '_sensitive', name || '_sensitive_of', target);
  execute format('create index %I on public.%I (office, id)', name || '_sensitive_office', name || '_sensitive');
  execute format('revoke all on public.%I from anon, authenticated', name || '_sensitive');
  execute format('grant select on public.%I to authenticated', name || '_sensitive');
  execute format('create policy select_with_the_right on public.%I for select to authenticated using (office = any ((select private.offices_to_read())::text[]) and (select private.caller_has_right(''Sensitive'')))', name || '_sensitive');
  execute format('create trigger copy_sensitive_insert after insert on %s referencing new table as new_rows for each statement execute function private.copy_sensitive(%s)',
    target, (select string_agg(quote_literal(c), ', ') from unnest(columns) c));
  execute format('create trigger copy_sensitive_update after update on %s referencing new table as new_rows for each statement execute function private.copy_sensitive(%s)',
    target, (select string_agg(quote_literal(c), ', ') from unnest(columns) c));

  execute format('create view public.%I with (security_invoker = true) as select %s from %s t left join public.%I s on s.id = t.id',
    name || '_in_full', in_full, target, name || '_sensitive');
  execute format('revoke all on public.%I from anon, authenticated', name || '_in_full');
  execute format('grant select on public.%I to authenticated', name || '_in_full');
  execute format('comment on table public.%I is %L', name || '_sensitive', 'Sensitive columns of ' || name || ', a copy kept by triggers, readable with the right Sensitive.');
  execute format('comment on view public.%I is %L', name || '_in_full', name || ' with its sensitive columns, which are null without the right Sensitive.');
end
$$;

-- As before, and without the sensitive columns for whoever may not read them.
create or replace function private.read_history(table_name text, wanted_row bigint)
  returns table (at timestamptz, user_name text, user_role text, action text, changes jsonb)
  language sql stable security definer set search_path = ''
as $$
  select l.at, l.user_name, l.user_role, l.action,
    case when private.caller_has_right('Sensitive') then l.changes
      else l.changes - array(select c.column_name from private.sensitive_columns c where c.table_name = read_history.table_name) end
  from private.user_log l
  where l.form_name = table_name and l.row_id = wanted_row
    and (l.office = any (private.offices_to_read())
      -- Reference records belong to no office: whoever has a level reads their history.
      or (table_name in ('project_list', 'dropdown_values') and private.caller_level() is not null))
  order by l.id desc
$$;
