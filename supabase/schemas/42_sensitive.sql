-- Sensitive personal data (RA 10173): columns that every user who may write the row can enter, but only users with the
-- Sensitive right can read. Column privileges cannot ensure this, because all signed-in callers share one database
-- role. Therefore callers can only write these columns, and triggers copy them to personal.<table>_sensitive, whose
-- policy checks scope and right. The view personal.<table>_in_full joins the two tables and shows nulls to callers
-- without the right. REST serves neither the second table nor the view. Search, history and the API's responses omit
-- the columns for callers without the right.

create table private.sensitive_columns (
  table_name text not null references private.record_tables (table_name),
  column_name text not null,
  primary key (table_name, column_name)
);
alter table private.sensitive_columns enable row level security;
comment on table private.sensitive_columns is
  'Columns protected by private.protect_sensitive_columns. Their history needs the Sensitive right, too.';

-- Returns the names of the sensitive columns of a table if the caller lacks the Sensitive right, else an empty list.
create function private.list_hidden_columns(wanted_table text) returns text[]
  language plpgsql stable set search_path = ''
as $$
begin
  return array(
    select c.column_name from private.sensitive_columns c
    where c.table_name = wanted_table and not private.caller_has_right('Sensitive'));
end
$$;

-- AFTER trigger: copies the sensitive columns of the written rows to personal.<table>_sensitive. Writes nothing if the
-- update has changed none of these columns, which is true of most updates.
create function private.copy_sensitive() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  -- Arguments of the trigger: the sensitive columns.
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

-- BEFORE UPDATE trigger for a row in which a sensitive column becomes null. Its arguments are the sensitive columns. A
-- caller without the Sensitive right always reads null in these columns, so a null from this caller leaves the stored
-- value unchanged. Only a caller with the right can set the column to null.
create function private.restore_hidden_values() returns trigger
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

-- BEFORE UPDATE trigger for statements that set a sensitive column: raises AG001 or AG009 if a caller without the
-- Sensitive right may not change the row. private.stamp_record and private.guard_stage make the same checks, but accept
-- a write of the stored value. So they would reveal whether the caller guessed the stored value. This trigger ignores
-- the written value.
create function private.refuse_hidden_values() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is null or private.caller_has_right('Sensitive') then
    return new;
  end if;
  if private.is_approved(old.process_stage) and private.central_caller_id() is null then
    perform private.refuse_approved_row(old.id);
  end if;
  if not private.caller_has_right('Edit') then
    perform private.refuse_edit(old.id);
  end if;
  return new;
end
$$;

-- Protects the sensitive columns of a table (private.sensitive_columns). Creates a second table with these columns,
-- which only users with the Sensitive right can read, and the view that joins both tables. Adds the triggers that fill
-- the second table, restore hidden values on a write, and refuse guesses of stored values.
create procedure private.protect_sensitive_columns(target regclass)
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
        (select private.central_caller_id()) is not null
        and (select private.caller_has_right('Sensitive')));
    create policy select_with_the_right_for_province on {copy} for select to provincial_reader
      using (
        office = (select private.provincial_caller_office())
        and (select private.caller_has_right('Sensitive')));

    create trigger copy_sensitive_insert after insert on {table} referencing new table as new_rows
      for each statement execute function private.copy_sensitive({arguments});
    create trigger copy_sensitive_update after update on {table} referencing new table as new_rows
      for each statement execute function private.copy_sensitive({arguments});

    -- The trigger fill_hidden must run before write_age. Postgres fires triggers in the order of their names.
    create trigger fill_hidden before update on {table}
      for each row when ({emptied}) execute function private.restore_hidden_values({arguments});

    -- The trigger stamp_hidden must run before stamp_record, which would accept a write of the stored value. Its column
    -- list makes stamp_hidden fire for every statement that sets one of the columns, even to the stored value.
    create trigger stamp_hidden before update of {columns} on {table}
      for each row execute function private.refuse_hidden_values();

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
    'Sensitive columns of ' || name || ': a copy maintained by triggers, readable with the Sensitive right.');
  execute format('comment on view personal.%I is %L', name || '_in_full',
    name || ' with its sensitive columns, which are null for users without the Sensitive right.');
end
$$;

-- BEFORE UPDATE trigger: computes age and age group if the caller lacks the Sensitive right. For a caller with the
-- right, a wrong age is refused with a message that has both ages (spec section 9). To a caller without the right, this
-- message would reveal whether a guessed birthday is correct. The name of the trigger (write_age) sorts after
-- verify_texts, because a written age group that is too long must be refused before the stored age replaces it.
create function private.fill_in_age() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if auth.uid() is not null and (new.birthday, new.age, new.age_base_group)
    is distinct from (old.birthday, old.age, old.age_base_group)
    and not private.caller_has_right('Sensitive')
  then
    -- The check of the age refuses an age outside 0 to 130. Clear the other values, so that this check fails for every
    -- row. The checks that compare the age with the stored values would reveal that the row has these values.
    if new.age not between 0 and 130 then
      new.birthday := null;
      new.age_base_group := null;
      return new;
    end if;
    new.age := coalesce(private.age_on(new.birthday, (new.time_stamp at time zone 'Asia/Manila')::date), new.age);
    new.age_base_group := coalesce(private.age_group(new.age), new.age_base_group);
  end if;
  return new;
end
$$;

-- Removes from the changes of a log entry the values that a user without the Sensitive right may not see: sensitive
-- fields at any depth, and the search text (q), which may be a birthday. Returns null if nothing remains. Then a write
-- of only sensitive values looks like a write that changed nothing, so it does not reveal whether a guess was correct.
create function private.remove_sensitive(about text, changes jsonb) returns jsonb
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return case
    when changes is null or not exists (select from private.sensitive_columns c where c.table_name = about) then changes
    else nullif(private.remove_keys(
      changes, array(select c.column_name from private.sensitive_columns c where c.table_name = about) || 'q'::text),
        '{}')
  end;
end
$$;
