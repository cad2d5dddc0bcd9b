-- One procedure gives a record table everything that LIKE does not carry: row-level security with its policies, column
-- grants, triggers, the search column and the indexes. A table without it fails a test.

-- One procedure gives a record table everything that LIKE does not carry: row-level security with its policies, column
-- grants, triggers, the search column and the indexes. A table without it fails a test.
create table private.record_tables (
  table_name text primary key,
  window_name text not null check (window_name in ('target', 'accomplishment', 'status'))
);
comment on table private.record_tables is 'Tables under private.protect_record_table, with the window that guards their writes.';

-- Keeps the columns that only the database writes, and freezes approved rows for everybody below Central (AG001).
create function private.stamp_record() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  author uuid := auth.uid();
  -- Generated columns are still empty in a new row here; they follow from the columns that are compared.
  bookkeeping constant text[] := array['process_stage', 'approved_by', 'approved_at', 'updated_at', 'row_version', 'office', 'search_text'];
begin
  if tg_op = 'INSERT' then
    new.user_id := coalesce(author, new.user_id);
    if new.process_stage = 'Approved' then
      new.approved_by := author;
      new.approved_at := now();
    end if;
    return new;
  end if;

  if old.process_stage = 'Approved' and author is not null
    and to_jsonb(old) - bookkeeping is distinct from to_jsonb(new) - bookkeeping
    and private.caller_level() is distinct from 'Central'
  then
    raise exception 'The row is approved: set it back to Pending before changing it.'
      using errcode = 'AG001', detail = old.id::text;
  end if;

  new.updated_at := now();
  new.row_version := old.row_version + 1;
  if new.process_stage is distinct from old.process_stage then
    new.approved_by := case when new.process_stage = 'Approved' then author end;
    new.approved_at := case when new.process_stage = 'Approved' then now() end;
  end if;
  return new;
end
$$;

-- Grants a signed-in caller what the policies then narrow: reading, deleting, and writing all but protected columns.
create procedure private.grant_columns(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  writable text;
begin
  select string_agg(format('%I', a.attname), ', ' order by a.attnum) into writable
  from pg_catalog.pg_attribute a
  where a.attrelid = target and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and a.attname not in ('id', 'user_id', 'time_stamp', 'updated_at', 'row_version', 'approved_by', 'approved_at');
  execute format('revoke all on %s from anon, authenticated', target);
  execute format('grant select, delete, insert (%2$s), update (%2$s) on %1$s to authenticated', target, writable);
end
$$;

-- Before a row is written. Of a trigger's name comes its turn: before all others that look at the texts.
create function private.clean_texts() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.may_be_untidy(new::text) then
    return jsonb_populate_record(new, private.tidied(to_jsonb(new)));
  end if;
  return new;
end
$$;

-- The triggers of a record table that keep what is written clean.
create procedure private.keep_clean(target regclass)
  language plpgsql set search_path = ''
as $$
begin
  execute format('create trigger clean_texts before insert or update on %s
    for each row execute function private.clean_texts()', target);
  execute format('create trigger place_by_book before insert or update on %s
    for each row execute function private.place_by_book()', target);
  execute format('create trigger judge_places_insert after insert on %s referencing new table as new_rows
    for each statement execute function private.judge_places()', target);
  execute format('create trigger judge_places_update after update on %s referencing old table as old_rows new table as new_rows
    for each statement execute function private.judge_places()', target);
end
$$;

-- Narrows the policy for inserting of a protected table.
create procedure private.guard_approved_inserts(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  present text := (select pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid) from pg_catalog.pg_policy p
    where p.polrelid = target and p.polname = 'insert_in_scope');
begin
  execute format(
    'alter policy insert_in_scope on %s with check (%s and (process_stage is distinct from ''Approved'' or (select private.caller_has_right(''Edit''))))',
    target, present);
end
$$;

create procedure private.protect_record_table(target regclass, window_name text)
  language plpgsql set search_path = ''
as $$
declare
  name text := (select relname from pg_catalog.pg_class where oid = target);
  writable text;
begin
  insert into private.record_tables values (name, window_name);
  call private.add_search_text(target);
  call private.grant_columns(target);
  call private.log_table(target);

  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('alter table %s add constraint %I foreign key (office) references public.offices (office)', target, name || '_office_exists');

  writable := case window_name
    when 'status' then
      'office = any (case status when ''Target'' then (select private.offices_to_write(%1$L, ''target''))::text[] '
      || 'else (select private.offices_to_write(%1$L, ''accomplishment''))::text[] end)'
    else format('office = any ((select private.offices_to_write(%%1$L, %L))::text[])', window_name)
  end;
  execute format('create policy select_in_scope on %s for select to authenticated using (office = any ((select private.offices_to_read())::text[]))', target);
  execute format('create policy insert_in_scope on %s for insert to authenticated with check (' || format(writable, 'insert') || ')', target);
  execute format('create policy update_in_scope on %s for update to authenticated using (' || format(writable, 'update') || ') with check (' || format(writable, 'update') || ')', target);
  execute format('create policy delete_in_scope on %s for delete to authenticated using (' || format(writable, 'delete')
    || ' and (process_stage is distinct from ''Approved'' or (select private.caller_level()) = ''Central''))', target);
  call private.guard_approved_inserts(target);
  call private.keep_clean(target);

  execute format('create trigger stamp_record before insert or update on %s for each row execute function private.stamp_record()', target);
  execute format('create index %I on %s (office, id)', name || '_office', target);
  execute format('create index %I on %s using gin (search_text extensions.gin_trgm_ops)', name || '_search', target);
end
$$;

-- Reference tables: everybody with a level reads; whoever has the route dropdowns and the right for the verb writes.
create procedure private.protect_reference_table(target regclass)
  language plpgsql set search_path = ''
as $$
begin
  call private.grant_columns(target);
  call private.log_table(target);
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy select_with_a_level on %s for select to authenticated using ((select private.caller_level()) is not null)', target);
  execute format('create policy insert_as_administrator on %s for insert to authenticated with check ((select private.may_administer(''insert'')))', target);
  execute format('create policy update_as_administrator on %1$s for update to authenticated using ((select private.may_administer(''update''))) with check ((select private.may_administer(''update'')))', target);
  execute format('create policy delete_as_administrator on %s for delete to authenticated using ((select private.may_administer(''delete'')))', target);
end
$$;

-- Gives an identifier that was left empty: the prefix and the row's id, such as TRN-42.
create function private.give_identifier() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  -- The trigger's arguments: the column, the prefix.
  column_name constant text := tg_argv[0];
begin
  if nullif(btrim(to_jsonb(new) ->> column_name), '') is null then
    new := jsonb_populate_record(new, jsonb_build_object(column_name, tg_argv[1] || new.id));
  end if;
  return new;
end
$$;

-- A new row of a form names its ARBO or ARC, its period and the fact that it is about (AG007). Rows stored without stay
-- readable and changeable; no change takes away a fact that a row had. The registry (`facts` of each record type) says
-- the same to forms, imports and the API, and a test holds the two together.
create table private.required_facts (
  table_name text not null references private.record_tables (table_name),
  place integer not null,
  -- One of them must have a value.
  columns text[] not null check (cardinality(columns) > 0),
  -- Rows of this status do without.
  not_for text,
  primary key (table_name, place)
);
alter table private.required_facts enable row level security;
comment on table private.required_facts is 'What every new row of a form names: one of the columns of each fact.';

-- The condition, over the columns of an alias, that a row lacks a fact: none of its columns holds anything. The API filters
-- incomplete rows by the same text (`lacksFact` of `_shared/server/lists/incomplete.ts`), which is how it finds the index.
create function private.lacks_fact(target regclass, fact private.required_facts, alias text) returns text
  language sql stable set search_path = ''
as $$
  select '(' || string_agg(
      case
        when a.atttypid = 'text'::regtype then format('coalesce(%s%I, '''') = ''''', alias, c.name)
        when a.atttypid = 'text[]'::regtype then format('coalesce(cardinality(%s%I), 0) = 0', alias, c.name)
        else format('%s%I is null', alias, c.name)
      end, ' and ' order by c.place)
    || case when fact.not_for is null then '' else format(' and %sstatus is distinct from %L', alias, fact.not_for) end || ')'
  from unnest(fact.columns) with ordinality c (name, place)
    join pg_catalog.pg_attribute a on a.attrelid = target and a.attname = c.name and a.attnum > 0
$$;
revoke execute on function private.lacks_fact(regclass, private.required_facts, text) from public;

-- After a statement of a caller, when the policies have judged the office: refuses the first row that lacks a fact which
-- it did not lack before. What the owner of the tables writes, a restore for example, is not judged.
create function private.require_facts() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  fact private.required_facts;
  lacking bigint;
begin
  if auth.uid() is null then
    return null;
  end if;
  for fact in select f.* from private.required_facts f where f.table_name = tg_table_name order by f.place loop
    if tg_op = 'INSERT' then
      execute format('select n.id from new_rows n where %s limit 1', private.lacks_fact(tg_relid, fact, 'n.')) into lacking;
    else
      execute format('select n.id from new_rows n join old_rows o on o.id = n.id where %s and not %s limit 1',
        private.lacks_fact(tg_relid, fact, 'n.'), private.lacks_fact(tg_relid, fact, 'o.')) into lacking;
    end if;
    if lacking is not null then
      raise exception using errcode = 'AG007', column = fact.columns[1], message = 'is required.';
    end if;
  end loop;
  return null;
end
$$;

-- What a table with facts needs: the two triggers, and the index of its incomplete rows.
create procedure private.keep_facts(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  bare constant text := (select c.relname from pg_catalog.pg_class c where c.oid = target);
begin
  execute format('create or replace trigger require_facts_insert after insert on %s referencing new table as new_rows
    for each statement execute function private.require_facts()', target);
  execute format('create or replace trigger require_facts_update after update on %s
    referencing old table as old_rows new table as new_rows for each statement execute function private.require_facts()', target);
  execute format('create index %I on %s (office) where %s', bare || '_incomplete', target, (
    select string_agg(private.lacks_fact(target, f, ''), ' or ' order by f.place)
    from private.required_facts f where f.table_name = bare));
end
$$;

-- Updated is what an accomplishment becomes when somebody edits it (spec section 4), and is given in no other way. Where
-- the status says on which of two screens a row stands, as Form 11 and the FME annual updating have it, it stays.
-- Before a caller writes a row, and before others follow what was written: an approval is no edit, and a change that
-- follows another row's, such as a new ARBO ID, is none of this row.
create function private.follow_status() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  bookkeeping constant text[] :=
    array['status', 'process_stage', 'approved_by', 'approved_at', 'updated_at', 'row_version', 'office', 'search_text'];
begin
  if auth.uid() is null then
    return new;
  end if;
  if new.status = 'Updated' and (tg_op = 'INSERT' or old.status is distinct from 'Updated') then
    raise exception using errcode = 'AG002', column = 'status', message =
      'Updated is given when an accomplished row is edited, and cannot be chosen.';
  end if;
  if tg_op = 'UPDATE' and old.status = 'Accomplished' and new.status = 'Accomplished' and pg_trigger_depth() = 1
    and to_jsonb(old) - bookkeeping is distinct from to_jsonb(new) - bookkeeping
  then
    new.status := 'Updated';
  end if;
  return new;
end
$$;

-- What is asked about before it is saved. Of these a caller is asked by the database, too; what needs other rows (ten times
-- the quarter before) the API asks alone. The registry (`softChecks`) says the same; a test holds the two together.
create table private.soft_checks (
  table_name text not null references private.record_tables (table_name),
  place integer not null,
  kind text not null check (kind in ('above', 'one_side', 'other_year')),
  field text not null,
  -- The whole that the field is above, the parts of a sum, or the year that a date is not in.
  others text[] not null check (cardinality(others) > 0),
  primary key (table_name, place)
);
alter table private.soft_checks enable row level security;
comment on table private.soft_checks is 'Values that may be right and are saved only with a word of reason.';

-- The condition, over the columns of an alias, under which a check asks.
create function private.soft_check_asks(asked private.soft_checks, alias text) returns text
  language sql immutable set search_path = ''
as $$
  select case asked.kind
    when 'above' then format('%1$s%2$I > %1$s%3$I', alias, asked.field, asked.others[1])
    when 'other_year' then format('extract(year from %1$s%2$I) <> %1$s%3$I', alias, asked.field, asked.others[1])
    else (
      select format('num_nulls(%s) between 1 and %s', string_agg(alias || quote_ident(o), ', '), count(*) - 1)
      from unnest(asked.others) o)
  end
$$;
revoke execute on function private.soft_check_asks(private.soft_checks, text) from public;

-- After a caller has written a row that a check asks about, without a reason: names the first field (AG008).
create function private.ask_reason() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  asked private.soft_checks;
  asks boolean;
begin
  if auth.uid() is null then
    return null;
  end if;
  for asked in select c.* from private.soft_checks c where c.table_name = tg_table_name order by c.place loop
    execute format('select %s', private.soft_check_asks(asked, '($1).')) into asks using new;
    if asks then
      raise exception using errcode = 'AG008', column = asked.field,
        message = 'is unusual, and is saved only with a word of reason (soft_check_reason).';
    end if;
  end loop;
  return null;
end
$$;

-- Gives a table its reasons: the column, the triggers, which cost a comparison a row, and the index of rows with a reason.
-- A change asks about nothing but what it changes.
create procedure private.ask_reasons(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  bare constant text := (select c.relname from pg_catalog.pg_class c where c.oid = target);
  asks text;
  asks_anew text;
begin
  execute format('alter table %s add column soft_check_reason text constraint %I
    check (soft_check_reason ~ ''[[:alpha:]]{2}'' and length(soft_check_reason) <= 500)', target, bare || '_soft_check_reason_check');
  execute format('comment on column %s.soft_check_reason is '
    '''Why the row was saved with values that are asked about; null where none are.''', target);
  execute format('grant insert (soft_check_reason), update (soft_check_reason) on %s to authenticated', target);
  execute format('create index %I on %s (office) where soft_check_reason is not null', bare || '_with_reason', target);
  select string_agg(private.soft_check_asks(c, 'new.'), ' or ' order by c.place),
    string_agg(format('(%s and (%s) is distinct from (%s))', private.soft_check_asks(c, 'new.'),
      (select string_agg('new.' || quote_ident(o), ', ') from unnest(c.field || c.others) o),
      (select string_agg('old.' || quote_ident(o), ', ') from unnest(c.field || c.others) o)), ' or ' order by c.place)
    into asks, asks_anew
  from private.soft_checks c where c.table_name = bare;
  execute format('create trigger ask_reason_insert after insert on %s for each row
    when (new.soft_check_reason is null and (%s)) execute function private.ask_reason()', target, asks);
  execute format('create trigger ask_reason_update after update on %s for each row
    when (new.soft_check_reason is null and (%s)) execute function private.ask_reason()', target, asks_anew);
end
$$;
