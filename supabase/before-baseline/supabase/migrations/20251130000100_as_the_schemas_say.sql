-- What the schemas (supabase/schemas) say otherwise than the migrations made: protection is one call that can be made again,
-- policies are text of their own, searched columns stand in the order of their names. Rows keep what they hold. After this
-- migration a database is what the baseline makes (tests/unit/local/baseline.test.ts).

drop procedure private.add_search_text(regclass);
drop procedure private.guard_approved_inserts(regclass);
drop procedure private.keep_clean(regclass);
drop procedure private.keep_sensitive(regclass,text[]);
drop procedure private.protect_record_table(regclass,text);
drop procedure private.search_all_columns();
drop function private.searched_columns(regclass, boolean);

create table template.evidence (
  file_name text,
  upload_id uuid,
  file_path text,
  thumbnail_path text,
  content_type text,
  size bigint,
  sha256 text,
  duplicate_of bigint
);
comment on column template.evidence.upload_id is 'Chosen by the client for one file, so that a retry changes nothing.';
comment on column template.evidence.file_path is
  'In the bucket evidence; like the other columns of the file, written by the database alone.';
comment on column template.evidence.size is 'Bytes.';
comment on column template.evidence.duplicate_of is
  'An earlier row with the same file, which this one knowingly repeats.';

comment on table private.record_tables is
  'Tables under private.apply_protection, with the window that guards their writes; status: that of each row '
  'names it.';

-- Whether a row of evidence (a geotag, an attachment) stands where the record that it belongs to was stored.
create or replace function private.stands_with_owner(evidence text, item jsonb) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  owner text := case evidence when 'form_11_geotags' then 'form11_accomps' when 'attachments'
    then item ->> 'record_table' end;
  key text := case evidence when 'form_11_geotags' then 'form11_id' else 'record_id' end;
  found_place boolean;
begin
  if owner is null then
    return false;
  end if;
  execute format(
    'select (region_name, province_name, muncity_name, barangay_name) is not distinct from ($2, $3, $4, $5) '
      'from public.%I where id = $1',
    owner)
    into found_place using (item ->> key)::bigint, item ->> 'region_name', item ->> 'province_name',
      item ->> 'muncity_name',
      item ->> 'barangay_name';
  return coalesce(found_place, false);
end
$$;

-- The triggers by which a table with an id writes the log. Where the id is that of a user, the log calls the row's user
-- its subject (the triggers' argument).
create or replace procedure private.log_table(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  argument constant text := (
    select case when a.atttypid = 'uuid'::regtype then quote_literal('subject') else '' end
    from pg_catalog.pg_attribute a
    where a.attrelid = target and a.attname = 'id');
begin
  execute replace(replace($sql$
    create or replace trigger log_insert after insert on {table} referencing new table as new_rows
      for each statement execute function private.log_statement({argument});
    create or replace trigger log_update after update on {table}
      referencing old table as old_rows new table as new_rows
      for each statement execute function private.log_statement({argument});
    create or replace trigger log_delete after delete on {table} referencing old table as old_rows
      for each statement execute function private.log_statement({argument})$sql$,
    '{table}', target::text), '{argument}', argument);
end
$$;

-- Protects a record table that has its row in private.record_tables. Called again after its columns have changed, it
-- brings grants and search up to them. Its foreign keys come from private.refer, its sensitive columns from
-- private.keep_sensitive, its files from private.keep_evidence.
create or replace procedure private.apply_protection(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  name constant text := (select relname from pg_catalog.pg_class where oid = target);
  guard constant text := (select t.window_name from private.record_tables t where t.table_name = name);
  -- The offices in which the caller may write rows of the table now.
  offices constant text := case guard
    when 'status' then $sql$(case status
      when 'Target' then (select private.offices_to_write({verb}, 'target'))::text[]
      else (select private.offices_to_write({verb}, 'accomplishment'))::text[]
    end)$sql$
    else format('((select private.offices_to_write({verb}, %L))::text[])', guard)
  end;
  statements text := $sql$
    alter table {table} enable row level security, force row level security;

    drop policy if exists insert_in_scope on {table};
    drop policy if exists update_in_scope on {table};
    drop policy if exists delete_in_scope on {table};
    create policy insert_in_scope on {table} for insert to authenticated
      with check (
        office = any {offices to insert}
        -- The right Delete alone lets people add rows, and is not to let them freeze one without anybody's approval.
        and (process_stage is distinct from 'Approved' or (select private.caller_has_right('Edit'))));
    create policy update_in_scope on {table} for update to authenticated
      using (office = any {offices to update})
      with check (office = any {offices to update});
    create policy delete_in_scope on {table} for delete to authenticated
      using (
        office = any {offices to delete}
        and (process_stage is distinct from 'Approved' or (select private.caller_level()) = 'Central'));

    create or replace trigger stamp_record before insert or update on {table}
      for each row execute function private.stamp_record();
    create or replace trigger clean_texts before insert or update on {table}
      for each row execute function private.clean_texts();
    create or replace trigger place_by_book before insert or update on {table}
      for each row execute function private.place_by_book();
    create or replace trigger judge_places_insert after insert on {table} referencing new table as new_rows
      for each statement execute function private.judge_places();
    create or replace trigger judge_places_update after update on {table}
      referencing old table as old_rows new table as new_rows
      for each statement execute function private.judge_places();

    create index if not exists {office index} on {table} (office, id);
    create index if not exists {search index} on {table} using gin (search_text extensions.gin_trgm_ops)$sql$;
  verb text;
begin
  if guard is null then
    raise exception 'private.record_tables has no row for %.', target;
  end if;
  call private.keep_searched(target);
  call private.grant_columns(target);
  call private.read_in_scope(target);
  call private.log_table(target);
  foreach verb in array array['insert', 'update', 'delete'] loop
    statements := replace(statements, format('{offices to %s}', verb), replace(offices, '{verb}', quote_literal(verb)));
  end loop;
  statements := replace(statements, '{office index}', quote_ident(name || '_office'));
  statements := replace(statements, '{search index}', quote_ident(name || '_search'));
  execute replace(statements, '{table}', target::text);
  if not exists (select from pg_catalog.pg_constraint
    where conrelid = target and conname = name || '_office_exists') then
    execute format('alter table %s add constraint %I foreign key (office) references public.offices (office)',
      target, name || '_office_exists');
  end if;
end
$$;

-- Protects a table that belongs to no office and is kept with the route dropdowns: everybody with a level reads;
-- whoever has the route and the right for the verb writes.
create or replace procedure private.protect_reference_table(target regclass)
  language plpgsql set search_path = ''
as $$
begin
  call private.grant_columns(target);
  call private.read_with_a_level(target);
  call private.log_table(target);
  execute replace($sql$
    alter table {table} enable row level security, force row level security;
    create policy insert_as_administrator on {table} for insert to authenticated
      with check ((select private.may_administer('insert')));
    create policy update_as_administrator on {table} for update to authenticated
      using ((select private.may_administer('update')))
      with check ((select private.may_administer('update')));
    create policy delete_as_administrator on {table} for delete to authenticated
      using ((select private.may_administer('delete')));
    create trigger clean_texts before insert or update on {table}
      for each row execute function private.clean_texts()$sql$, '{table}', target::text);
end
$$;

-- Rows of an office are read by whoever reads the office, in the words that plan best for each level (99_readers.sql).
create or replace procedure private.read_in_scope(target regclass)
  language plpgsql set search_path = ''
as $$
begin
  execute replace($sql$
    drop policy if exists select_in_scope on {table};
    drop policy if exists select_in_scope_for_central on {table};
    drop policy if exists select_in_scope_for_province on {table};
    create policy select_in_scope on {table} for select to authenticated
      using (office = any ((select private.offices_to_read())::text[]));
    create policy select_in_scope_for_central on {table} for select to central_reader
      using ((select private.caller_of_central()) is not null);
    create policy select_in_scope_for_province on {table} for select to provincial_reader
      using (office = (select private.caller_of_province()))$sql$, '{table}', target::text);
end
$$;

-- What belongs to no office is read by everybody with a level.
create or replace procedure private.read_with_a_level(target regclass)
  language plpgsql set search_path = ''
as $$
begin
  execute replace($sql$
    create policy select_with_a_level on {table} for select to authenticated
      using ((select private.caller_level()) is not null);
    create policy select_with_a_level_for_central on {table} for select to central_reader
      using ((select private.caller_level()) is not null);
    create policy select_with_a_level_for_province on {table} for select to provincial_reader
      using ((select private.caller_level()) is not null)$sql$, '{table}', target::text);
end
$$;

-- Columns that the database writes alone, in whichever table they stand.
create or replace function private.is_written_by_database(column_name name) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select column_name in (
    'id', 'user_id', 'time_stamp', 'updated_at', 'row_version', 'approved_by', 'approved_at',
    -- Of a row's file
    'file_path', 'thumbnail_path', 'file_name', 'content_type', 'size', 'sha256', 'outside_province')
$$;

-- Grants a signed-in caller what the policies then narrow: deleting, writing all columns but those that the database
-- writes, and reading all but the sensitive ones.
create or replace procedure private.grant_columns(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  writable text;
  readable text;
  holds_sensitive boolean;
begin
  select
      string_agg(format('%I', a.attname), ', ' order by a.attname)
        filter (where a.attgenerated = '' and not private.is_written_by_database(a.attname)),
      string_agg(format('%I', a.attname), ', ' order by a.attname) filter (where s.column_name is null),
      bool_or(s.column_name is not null)
    into writable, readable, holds_sensitive
  from pg_catalog.pg_attribute a
  join pg_catalog.pg_class c on c.oid = a.attrelid
  left join private.sensitive_columns s on s.table_name = c.relname and s.column_name = a.attname
  where a.attrelid = target and a.attnum > 0 and not a.attisdropped;
  execute format('revoke all on %s from anon, authenticated, central_reader, provincial_reader', target);
  execute format('grant delete, insert (%2$s), update (%2$s) on %1$s to authenticated', target, writable);
  execute format('grant select %2$s on %1$s to authenticated, central_reader, provincial_reader',
    target, case when holds_sensitive then format('(%s)', readable) else '' end);
end
$$;

create or replace procedure private.keep_within_office(target regclass, referring text, parent regclass, referred text)
  language plpgsql set search_path = ''
as $$
declare
  target_name constant text := (select relname from pg_catalog.pg_class where oid = target);
  parent_name constant text := (select relname from pg_catalog.pg_class where oid = parent);
  arguments constant text := format('%L, %L, %L', referring, parent_name, referred);
begin
  insert into private.office_references values (target_name, referring, parent_name, referred);
  execute format($sql$
    create trigger %I after insert on %s referencing new table as new_rows
      for each statement execute function private.keep_reference_within(%s)$sql$,
    'within_' || referring || '_insert', target, arguments);
  execute format($sql$
    create trigger %I after update on %s referencing new table as new_rows old table as old_rows
      for each statement execute function private.keep_reference_within(%s)$sql$,
    'within_' || referring || '_update', target, arguments);
  execute format($sql$
    create or replace trigger keep_referring_within after update on %s
      referencing old table as old_rows new table as new_rows
      for each statement execute function private.keep_referring_within()$sql$, parent);
end
$$;

-- A foreign key, the index that its deletes and joins need, and, where both rows belong to offices, the rule above.
-- Identifiers that people type (arbo_id, arc_id) may be corrected later, and the change follows; those that the
-- database gives do not change once something refers to them.
create or replace procedure private.refer(
  target regclass, referring text, parent regclass, referred text, follow boolean default false
)
  language plpgsql set search_path = ''
as $$
declare
  name constant text := (select relname from pg_catalog.pg_class where oid = target);
  of_offices constant boolean := (
    select count(*) = 2
    from pg_catalog.pg_attribute a
    where a.attrelid in (target, parent) and a.attname = 'office' and not a.attisdropped);
begin
  execute format('alter table %s add constraint %I foreign key (%I) references %s (%I)%s',
    target, name || '_' || referring || '_exists', referring, parent, referred,
    case when follow then ' on update cascade' else '' end);
  execute format('create index %I on %s (%I)', name || '_' || referring, target, referring);
  if of_offices then
    call private.keep_within_office(target, referring, parent, referred);
  end if;
end
$$;

-- Keeps the columns of a protected table that have their rows in private.sensitive_columns: the copy, its policies, the
-- triggers that fill it, and the view that joins the two.
create or replace procedure private.keep_sensitive(target regclass)
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

-- The columns of a table that are searched: the sensitive ones, or all others.
create or replace function private.searched_columns(target regclass, sensitive boolean)
  returns table (name name, type oid)
  language sql stable set search_path = ''
as $$
  select a.attname, a.atttypid
  from pg_catalog.pg_attribute a
  join pg_catalog.pg_class c on c.oid = a.attrelid
  where a.attrelid = target and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and a.atttypid in ('text'::regtype, 'integer'::regtype, 'bigint'::regtype, 'numeric'::regtype, 'date'::regtype,
      'text[]'::regtype, 'timestamptz'::regtype, 'uuid'::regtype)
    and a.attname not in ('id', 'row_version', 'user_id', 'approved_by', 'approved_at', 'time_stamp', 'updated_at')
    and sensitive = exists (
      select from private.sensitive_columns s where s.table_name = c.relname and s.column_name = a.attname)
$$;

-- Their values as one text, as an expression over a row of the table. An index has the same expression. They stand in
-- the order of their names, which is the same wherever a column was added.
create or replace function private.search_expression(target regclass, sensitive boolean) returns text
  language sql stable set search_path = ''
as $$
  select format('private.fold(%s)', string_agg(
    case c.type
      when 'date'::regtype then format('coalesce(private.date_words(%I), '''')', c.name)
      when 'timestamptz'::regtype then format('coalesce(private.moment_words(%I), '''')', c.name)
      when 'text'::regtype then format('coalesce(%I, '''')', c.name)
      when 'text[]'::regtype then format('coalesce(private.list_words(%I), '''')', c.name)
      else format('coalesce(%I::text, '''')', c.name)
    end, ' || e''\n'' || ' order by c.name))
  from private.searched_columns(target, sensitive) c
$$;

-- Lets a table be searched through all of its columns: by the generated column search_text, and through the sensitive
-- ones by an index. Again, it brings both up to the columns that the table has.
create or replace procedure private.keep_searched(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  name constant text := (select relname from pg_catalog.pg_class where oid = target);
  sensitive_index constant text := name || '_sensitive_search';
  present text := (
    select pg_catalog.pg_get_expr(d.adbin, d.adrelid)
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = target and a.attname = 'search_text');
begin
  if present is null then
    execute format('alter table %s add column search_text text generated always as (%s) stored',
      target, private.search_expression(target, false));
  elsif exists (select from private.searched_columns(target, false) c where present !~ ('\y' || c.name || '\y')) then
    execute format('alter table %s alter column search_text set expression as (%s)',
      target, private.search_expression(target, false));
  end if;
  if exists (select from private.sensitive_columns s where s.table_name = name) then
    present := (
      select pg_catalog.pg_get_expr(i.indexprs, i.indrelid)
      from pg_catalog.pg_index i
      join pg_catalog.pg_class c on c.oid = i.indexrelid
      where i.indrelid = target and c.relname = sensitive_index);
    if present is null
      or exists (select from private.searched_columns(target, true) c where present !~ ('\y' || c.name || '\y'))
    then
      execute format('drop index if exists public.%I', sensitive_index);
      execute format('create index %I on %s using gin ((%s) extensions.gin_trgm_ops)',
        sensitive_index, target, private.search_expression(target, true));
    end if;
  end if;
end
$$;

-- Keeps the counts of a table from now on, and counts what it holds already. The table of counts exists, with a unique
-- index over the keys in which nulls are not distinct.
create or replace procedure private.keep_counts(source regclass, counts text, keys text, rows_query text)
  language plpgsql set search_path = ''
as $$
declare
  event record;
begin
  for event in
    select *
    from (values
      ('insert', 'new table as new_rows'),
      ('update', 'old table as old_rows new table as new_rows'),
      ('delete', 'old table as old_rows')
    ) e (verb, transition)
  loop
    execute format($sql$
      create trigger %I after %s on %s referencing %s
        for each statement execute function private.count_rows(%L, %L, %L)$sql$,
      counts || '_' || event.verb, event.verb, source, event.transition, counts, keys, rows_query);
  end loop;
  execute format($sql$
    insert into public.%1$I as kept (%2$s, n, quantity)
    select %2$s, count(*), sum(quantity) from (%3$s) k (%2$s, quantity)
    group by %2$s
    on conflict (%2$s) do update set n = kept.n + excluded.n, quantity = kept.quantity + excluded.quantity$sql$,
    counts, keys, replace(rows_query, '{rows}', source::text));
end
$$;

-- What callers may do with a table of counts: read what their offices hold.
create or replace procedure private.protect_counts(target regclass, keys text)
  language plpgsql set search_path = ''
as $$
begin
  execute format('create unique index on %s (%s) nulls not distinct', target, keys);
  execute format('alter table %s enable row level security, force row level security', target);
  execute format('revoke all on %s from anon, authenticated', target);
  execute format('grant select on %s to authenticated', target);
  call private.read_in_scope(target);
end
$$;

-- Called for a protected table whose rows have a file each (template.evidence), with the tables whose rows they prove.
create or replace procedure private.keep_evidence(target regclass, owners text[])
  language plpgsql set search_path = ''
as $$
declare
  name constant text := (select relname from pg_catalog.pg_class where oid = target);
begin
  insert into private.evidence_owners select name, owner from unnest(owners) owner;
  execute format('create unique index %I on %s (upload_id) where upload_id is not null', name || '_upload_once',
    target);
  execute format('create index %I on %s (sha256)', name || '_sha256', target);
  execute replace($sql$
    create trigger take_upload before insert or update on {table}
      for each row execute function private.take_upload();
    create trigger follow_row after update or delete on {table}
      for each row execute function private.follow_row();
    create constraint trigger require_file after insert or update on {table} deferrable initially deferred
      for each row execute function private.require_file()$sql$, '{table}', target::text);
end
$$;

create or replace procedure private.hold_attachments(target regclass, fields text[])
  language plpgsql set search_path = ''
as $$
declare
  name constant text := (select relname from pg_catalog.pg_class where oid = target);
begin
  insert into private.evidence_owners values ('attachments', name);
  insert into private.attachment_fields select name, f from unnest(fields) f;
  execute replace($sql$
    create trigger hold_links before update on {table}
      for each row execute function private.hold_links();
    create trigger lead_attachments after update or delete on {table}
      for each row execute function private.lead_attachments()$sql$, '{table}', target::text);
end
$$;

-- Before an attachment is written: a new one stands where its record stands.
create or replace function private.fill_from_record() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  found_place record;
  record_office text;
begin
  if tg_op = 'UPDATE' then
    if row(new.record_table, new.record_id, new.field)
      is distinct from row(old.record_table, old.record_id, old.field) then
      raise exception 'An attachment stays with the field of the record that it belongs to.'
        using errcode = 'AG002', column = 'record_id';
    end if;
    return new;
  end if;
  if not exists (select from private.attachment_fields f where f.table_name = new.record_table
    and f.field = new.field) then
    raise exception 'This field takes no attachments.' using errcode = 'AG002', column = 'field';
  end if;
  -- A row that names its office is left as it is, so that the policies judge what was asked for.
  if new.region_name is null and new.province_name is null then
    execute format(
      'select region_name, province_name, muncity_name, barangay_name, cd,
         private.window_of(%1$L, status) as window_name
       from public.%1$I where id = $1 and (office = any ($2) or $3)', new.record_table)
      into found_place using new.record_id, private.offices_to_read(), auth.uid() is null;
    if found_place.window_name is not null then
      new.region_name := found_place.region_name;
      new.province_name := found_place.province_name;
      new.muncity_name := found_place.muncity_name;
      new.barangay_name := found_place.barangay_name;
      new.cd := found_place.cd;
      new.status := case found_place.window_name when 'target' then 'Target' else 'Accomplished' end;
    end if;
  end if;
  -- At once, because the record is written when its attachment is. Of one that does not exist, agree_with_record says
  -- the same.
  execute format('select office from public.%I where id = $1', new.record_table) into record_office using new.record_id;
  if record_office <> coalesce(new.region_name, '') || ' / ' || coalesce(new.province_name, '') then
    raise exception 'An attachment belongs to a record, and to its office.'
      using errcode = 'AG002', column = 'record_id';
  end if;
  return new;
end
$$;

-- At the end of the transaction: an attachment stands in the office of its record, under the same window.
create or replace function private.agree_with_record() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  agrees boolean;
begin
  -- Null when the attachment has gone again.
  execute format('select coalesce(a.office = r.office and a.status = case private.window_of(%1$L, r.status) '
    || 'when ''target'' then ''Target'' else ''Accomplished'' end, false) '
    || 'from public.attachments a left join public.%1$I r on r.id = a.record_id where a.id = $1', new.record_table)
    into agrees using new.id;
  if not agrees then
    raise exception 'An attachment belongs to a record, and to its office.'
      using errcode = 'AG002', column = 'record_id';
  end if;
  return null;
end
$$;

-- Ends an attempt. Success takes back what was counted for the account in the same browser, or for all unknown ones,
-- and remembers the browser; null leaves no trace: nobody has judged the password. Success and failure are logged, a
-- failure under the name that was tried where somebody has it.
create or replace function private.end_sign_in(ended bigint, success boolean, used_browser text default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  tried private.sign_in_failures;
  account public.users;
begin
  perform pg_advisory_xact_lock(hashtext('sign_in account'), hashtext(f.username))
  from private.sign_in_failures f where f.id = ended;
  select f.* into tried from private.sign_in_failures f where f.id = ended;
  if not found then
    return;
  end if;
  -- Auth does not say to which attempt a question belongs. Where this one's was taken for another's, that one's is
  -- still to come.
  if not tried.claimed then
    update private.sign_in_failures f set claimed = false
    where f.id = (
      select o.id from private.sign_in_failures o
      where o.username = tried.username and o.claimed and not o.judged and o.at > now() - interval '1 minute'
      order by o.id limit 1);
  end if;
  delete from private.sign_in_failures f
  where f.at < now() - interval '1 day' or (f.id = ended and success is distinct from false)
    or (success and f.judged and f.username = tried.username and f.browser is not distinct from tried.browser);
  if success is null then
    return;
  end if;
  update private.sign_in_failures f set judged = true where f.id = ended;
  select u.* into account from public.users u where lower(u.username) = tried.username;
  perform private.log_event(account.id, case when success then 'Sign in' else 'Failed sign-in' end, null,
    coalesce(account.username, 'unknown'));
  if success and used_browser is not null and account.id is not null then
    delete from private.known_browsers k
    where k.user_id = account.id and (k.last_used < now() - interval '400 days' or k.browser in (
      select o.browser from private.known_browsers o where o.user_id = account.id order by o.last_used desc offset 19));
    insert into private.known_browsers (user_id, browser) values (account.id, used_browser)
    on conflict (user_id, browser) do update set last_used = now();
  end if;
end
$$;

-- A page of the log, newest first unless said otherwise, as {rows, total}. wanted: field -> list of values, any of
-- those named below; from_at and until_at bound the time; terms are those of private.term_conditions, and times are
-- found as they are shown. Total counts to one more than count_limit.
create or replace function private.read_log(
  wanted jsonb, from_at timestamptz, until_at timestamptz, terms jsonb, oldest_first boolean, page_size integer,
  skipped integer, count_limit integer
) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  conditions text;
  direction constant text := case when oldest_first then 'asc' else 'desc' end;
  -- What the caller may know of the changes: also what a search looks through.
  shown constant text := case when private.caller_has_right('Sensitive') then 'l.changes'
    else 'private.without_sensitive(l.form_name, l.changes)' end;
  searched constant text := 'private.fold(concat_ws(e''\n'', private.moment_words(l.at), l.user_name, l.user_role, '
    || 'l.form_name, l.action, l.status, l.region_name, l.province_name, l.muncity_name, l.row_id, ' || shown || '))';
  total bigint;
  rows jsonb;
begin
  if not private.caller_has_route('users') then
    raise exception 'Only administrators with the route "users" read the log.' using errcode = 'AG003';
  end if;
  conditions := concat_ws(' and ',
    case when private.caller_level() = 'Central' then 'true'
      else format('l.office = any (%L::text[])', private.offices_to_read()) end,
    (select string_agg(
        format('l.%I::text = any (%L::text[])', w.key, (select array_agg(v) from jsonb_array_elements_text(w.value) v)),
          ' and ')
      from jsonb_each(wanted) w
      where w.key in ('id', 'user_id', 'subject', 'user_name', 'user_role', 'form_name', 'row_id', 'action', 'status',
        'source', 'region_name', 'province_name', 'muncity_name', 'office')),
    case when from_at is not null then format('l.at >= %L', from_at) end,
    case when until_at is not null then format('l.at < %L', until_at) end,
    private.term_conditions(terms, array[searched]));
  execute format('select count(*) from (select from private.user_log l where %s limit %s) c', conditions,
    count_limit + 1) into total;
  execute format($query$
    select coalesce(jsonb_agg(to_jsonb(l) - 'tx' || jsonb_build_object('changes', %s) order by l.id %s), '[]')
    from (select l.* from private.user_log l where %s order by l.id %s limit %s offset %s) l
    $query$, shown, direction, conditions, direction, page_size, skipped) into rows;
  return jsonb_build_object('rows', rows, 'total', total);
end
$$;

-- Gives the reading roles what `authenticated` reads and calls. Again, it changes nothing.
create or replace procedure private.let_levels_read()
  language plpgsql set search_path = ''
as $$
declare
  reader text;
  thing record;
begin
  foreach reader in array array['central_reader', 'provincial_reader'] loop
    execute format('grant usage on schema public, personal, private, extensions to %I', reader);
    for thing in
      select p.oid::regprocedure as name
      from pg_catalog.pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prokind = 'f'
        and has_function_privilege('authenticated', p.oid, 'execute')
        and not has_function_privilege(reader, p.oid, 'execute')
    loop
      execute format('grant execute on function %s to %I', thing.name, reader);
    end loop;
    for thing in
      select c.oid::regclass as name
      from pg_catalog.pg_class c
      where c.relnamespace in ('public'::regnamespace, 'personal'::regnamespace) and c.relkind in ('r', 'p', 'v')
        and has_table_privilege('authenticated', c.oid, 'select') and not has_table_privilege(reader, c.oid, 'select')
    loop
      execute format('grant select on %s to %I', thing.name, reader);
    end loop;
  end loop;
end
$$;

-- The words of a row in the order of the columns' names.
do $$
declare
  searched record;
begin
  for searched in
    select a.attrelid::regclass as target
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_class c on c.oid = a.attrelid
    where a.attname = 'search_text' and a.attgenerated = 's' and c.relnamespace = 'public'::regnamespace
  loop
    execute format('alter table %s alter column search_text set expression as (%s)',
      searched.target, private.search_expression(searched.target, false));
  end loop;
end
$$;
drop index public.participants_sensitive_search;
drop index public.form_5_annualtargets_sensitive_search;
call private.keep_searched('public.participants');
call private.keep_searched('public.form_5_annualtargets');

-- The reading roles read whole tables, where callers do.
revoke all on all tables in schema public, personal from central_reader, provincial_reader;
revoke all on all tables in schema personal from service_role;
call private.grant_columns('public.participants');
call private.grant_columns('public.form_5_annualtargets');

do $$
declare
  name text;
begin
  foreach name in array array['participants', 'form_5_annualtargets'] loop
    execute format('drop view personal.%I', name || '_in_full');
    execute format('create view personal.%I with (security_invoker = true) as select %s from public.%I t left join personal.%I s on s.id = t.id',
      name || '_in_full', (
        select string_agg(format('%s.%I', case when c.column_name is null then 't' else 's' end, a.attname), ', '
          order by c.column_name is not null, a.attname)
        from pg_catalog.pg_attribute a
        left join private.sensitive_columns c on c.table_name = name and c.column_name = a.attname
        where a.attrelid = format('public.%I', name)::regclass and a.attnum > 0 and not a.attisdropped),
      name, name || '_sensitive');
    execute format('grant select on personal.%I to authenticated', name || '_in_full');
    execute format('comment on view personal.%I is %L', name || '_in_full',
      name || ' with its sensitive columns, which are null without the right Sensitive.');
  end loop;
end
$$;

call private.let_levels_read();
