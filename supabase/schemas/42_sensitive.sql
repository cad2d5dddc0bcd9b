-- Sensitive personal data (RA 10173): columns that everybody who may write the row enters, and only the right Sensitive
-- reads. A row's own columns cannot be told apart by a policy, and column privileges know roles, of which every signed-in
-- caller has the same. So the columns of the table are granted for writing alone, and a copy of them, kept by triggers in
-- the same statement, lies in personal.<table>_sensitive under a policy of scope and right. personal.<table>_in_full joins
-- the two: whoever lacks the right finds nulls there. REST serves neither. Search and history leave the columns out.

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
    'insert into personal.%1$I (id, office, %2$s) select id, office, %2$s from new_rows '
      || 'on conflict (id) do update set office = excluded.office, %3$s',
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
  copy text := format('personal.%I', name || '_sensitive');
  view text := format('personal.%I', name || '_in_full');
  names text := (select string_agg(format('%I', c), ', ') from unnest(columns) c);
  arguments text := (select string_agg(quote_literal(c), ', ') from unnest(columns) c);
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

  execute format('create table %s as select id, office, %s from %s with no data', copy, names, target);
  execute format('alter table %s add primary key (id), alter column office set not null, '
    || 'enable row level security, force row level security', copy);
  execute format('alter table %s add constraint %I foreign key (id) references %s (id) on delete cascade',
    copy, name || '_sensitive_of', target);
  execute format('create index %I on %s (office, id)', name || '_sensitive_office', copy);
  execute format('revoke all on %s from anon, authenticated', copy);
  execute format('grant select on %s to authenticated', copy);
  execute format('create policy select_with_the_right on %s for select to authenticated using ('
    || 'office = any ((select private.offices_to_read())::text[]) and (select private.caller_has_right(''Sensitive'')))', copy);
  execute format('create trigger copy_sensitive_insert after insert on %s referencing new table as new_rows '
    || 'for each statement execute function private.copy_sensitive(%s)', target, arguments);
  execute format('create trigger copy_sensitive_update after update on %s referencing new table as new_rows '
    || 'for each statement execute function private.copy_sensitive(%s)', target, arguments);

  execute format('create view %s with (security_invoker = true) as select %s from %s t left join %s s on s.id = t.id',
    view, in_full, target, copy);
  execute format('revoke all on %s from anon, authenticated', view);
  execute format('grant select on %s to authenticated', view);
  execute format('comment on table %s is %L', copy,
    'Sensitive columns of ' || name || ', a copy kept by triggers, readable with the right Sensitive.');
  execute format('comment on view %s is %L', view,
    name || ' with its sensitive columns, which are null without the right Sensitive.');
end
$$;

-- Ages for whoever may write birthdays and not read them. That a stored age or age group disagrees is refused with both
-- numbers (spec section 9), and so a wrong guess would be told from a right one: for them both follow by themselves.
create function private.follow_birthday() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if auth.uid() is not null and (new.birthday, new.age, new.age_base_group) is distinct from (old.birthday, old.age, old.age_base_group)
    and not private.caller_has_right('Sensitive')
  then
    new.age := coalesce(private.age_on(new.birthday, (new.time_stamp at time zone 'Asia/Manila')::date), new.age);
    new.age_base_group := coalesce(private.age_group(new.age), new.age_base_group);
  end if;
  return new;
end
$$;

-- What somebody without the right Sensitive may know of the changes in an entry about a table. A write of sensitive values
-- alone looks like one that changed nothing, or a guess would be told from a miss.
create function private.without_sensitive(about text, changes jsonb) returns jsonb
  language sql stable parallel safe set search_path = ''
as $$
  select case
    when changes is null or not exists (select from private.sensitive_columns c where c.table_name = about) then changes
    else nullif(private.without_keys(
      changes, array(select c.column_name from private.sensitive_columns c where c.table_name = about) || 'q'::text), '{}')
  end
$$;
