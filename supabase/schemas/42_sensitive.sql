-- Sensitive personal data (RA 10173): columns that everybody who may write the row enters, and only the right Sensitive
-- reads. A row's own columns cannot be told apart by a policy, and column privileges know roles, of which every
-- signed-in caller has the same. So the columns of the table are granted for writing alone, and a copy of them, kept by
-- triggers in the same statement, lies in personal.<table>_sensitive under a policy of scope and right.
-- personal.<table>_in_full joins the two: a caller without the right finds nulls there, and the API leaves the columns
-- out of its answers. A null that such a caller sends back changes nothing (private.keep_hidden_values). REST serves
-- neither. Search and history leave the columns out.

create table private.sensitive_columns (
  table_name text not null references private.record_tables (table_name),
  column_name text not null,
  primary key (table_name, column_name)
);
alter table private.sensitive_columns enable row level security;
comment on table private.sensitive_columns is
  'Columns under private.keep_sensitive: the history of a row shows them to the right Sensitive only.';

-- Carries what a statement wrote over to the copy. Most updates change nothing of it.
create function private.copy_sensitive() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  -- The trigger's arguments: the columns.
  names constant text := (select string_agg(quote_ident(c), ', ') from unnest(tg_argv) c);
  given constant text := (select string_agg('excluded.' || quote_ident(c), ', ') from unnest(tg_argv) c);
begin
  execute format(
    'insert into personal.%1$I as kept (id, office, %2$s) select id, office, %2$s from new_rows '
      || 'on conflict (id) do update set (office, %2$s) = row(excluded.office, %3$s) '
      || 'where kept is distinct from excluded',
    tg_table_name || '_sensitive', names, given);
  return null;
end
$$;

-- BEFORE UPDATE on a table with sensitive columns (the trigger's arguments), where one of them is being emptied. A
-- caller without the right Sensitive reads no value there, so a null from them means "not seen", not "empty": the
-- stored value stays. They may still write a value over it; a caller with the right clears it.
create function private.keep_hidden_values() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  stored constant jsonb := to_jsonb(old);
  given constant jsonb := to_jsonb(new);
begin
  if auth.uid() is null or private.caller_has_right('Sensitive') then
    return new;
  end if;
  return jsonb_populate_record(new, (
    select jsonb_object_agg(c, stored -> c) from unnest(tg_argv) c where given -> c = 'null'));
end
$$;

-- Keeps the columns of a protected table that have their rows in private.sensitive_columns: the copy, its policies, the
-- triggers that fill it and that keep what a caller does not see, and the view that joins the two.
create procedure private.keep_sensitive(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  name constant text := (select relname from pg_catalog.pg_class where oid = target);
  columns constant text[] := array(
    select a.attname
    from private.sensitive_columns s
    join pg_catalog.pg_attribute a on a.attrelid = target and a.attname = s.column_name
    where s.table_name = name
    order by a.attnum);
  in_full constant text := (
    select string_agg(format('%s.%I', case when a.attname = any (columns) then 's' else 't' end, a.attname), ', '
      order by a.attname = any (columns), a.attname)
    from pg_catalog.pg_attribute a
    where a.attrelid = target and a.attnum > 0 and not a.attisdropped);
  statements text := $sql$
    create table {copy} as select id, office, {columns} from {table} with no data;
    alter table {copy}
      add primary key (id),
      add constraint {link} foreign key (id) references {table} (id) on delete cascade,
      alter column office set not null,
      enable row level security,
      force row level security;
    create index {index} on {copy} (office, id);
    create policy select_with_the_right on {copy} for select to authenticated
      using (
        office = any ((select private.offices_to_read())::text[])
        and (select private.caller_has_right('Sensitive')));
    create policy select_with_the_right_for_central on {copy} for select to central_reader
      using (
        (select private.caller_of_central()) is not null
        and (select private.caller_has_right('Sensitive')));
    create policy select_with_the_right_for_province on {copy} for select to provincial_reader
      using (
        office = (select private.caller_of_province())
        and (select private.caller_has_right('Sensitive')));

    create trigger copy_sensitive_insert after insert on {table} referencing new table as new_rows
      for each statement execute function private.copy_sensitive({arguments});
    create trigger copy_sensitive_update after update on {table} referencing new table as new_rows
      for each statement execute function private.copy_sensitive({arguments});

    -- Before the age follows the birthday: of triggers, the name decides the order.
    create trigger fill_hidden before update on {table}
      for each row when ({emptied}) execute function private.keep_hidden_values({arguments});

    create view {view} with (security_invoker = true) as
      select {in full} from {table} t left join {copy} s on s.id = t.id;
    grant select on {copy}, {view} to authenticated, central_reader, provincial_reader$sql$;
  part record;
begin
  for part in
    select *
    from (values
      ('{table}', target::text),
      ('{copy}', format('personal.%I', name || '_sensitive')),
      ('{view}', format('personal.%I', name || '_in_full')),
      ('{link}', quote_ident(name || '_sensitive_of')),
      ('{index}', quote_ident(name || '_sensitive_office')),
      ('{columns}', (select string_agg(quote_ident(c), ', ') from unnest(columns) c)),
      ('{arguments}', (select string_agg(quote_literal(c), ', ') from unnest(columns) c)),
      ('{emptied}', (select string_agg(format('old.%1$I is not null and new.%1$I is null', c), ' or ')
        from unnest(columns) c)),
      ('{in full}', in_full)
    ) p (sign, words)
  loop
    statements := replace(statements, part.sign, part.words);
  end loop;
  execute statements;
  execute format('comment on table personal.%I is %L', name || '_sensitive',
    'Sensitive columns of ' || name || ', a copy kept by triggers, readable with the right Sensitive.');
  execute format('comment on view personal.%I is %L', name || '_in_full',
    name || ' with its sensitive columns, which are null without the right Sensitive.');
end
$$;

-- Ages for whoever may write birthdays and not read them. That a stored age or age group disagrees is refused with both
-- numbers (spec section 9), and so a wrong guess would be told from a right one: for them both follow by themselves.
create function private.follow_birthday() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if auth.uid() is not null and (new.birthday, new.age, new.age_base_group)
    is distinct from (old.birthday, old.age, old.age_base_group)
    and not private.caller_has_right('Sensitive')
  then
    new.age := coalesce(private.age_on(new.birthday, (new.time_stamp at time zone 'Asia/Manila')::date), new.age);
    new.age_base_group := coalesce(private.age_group(new.age), new.age_base_group);
  end if;
  return new;
end
$$;

-- What somebody without the right Sensitive may know of the changes in an entry about a table: neither sensitive
-- fields, however deep (an export says what it was filtered by), nor the text that was searched for, which may be a
-- birthday. A write of sensitive values alone looks like one that changed nothing, or a guess would be told from a
-- miss.
create function private.without_sensitive(about text, changes jsonb) returns jsonb
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return case
    when changes is null or not exists (select from private.sensitive_columns c where c.table_name = about) then changes
    else nullif(private.without_keys(
      changes, array(select c.column_name from private.sensitive_columns c where c.table_name = about) || 'q'::text),
        '{}')
  end;
end
$$;
