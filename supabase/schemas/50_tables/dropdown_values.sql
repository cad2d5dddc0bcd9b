-- Dropdown lists (spec section 7), and a function that counts the records that use a value. When a value is renamed or
-- replaced, the central office updates the records that use the value. Policies and log entries apply as to any other
-- update. A value that records use cannot be deleted.

create table public.dropdown_values (
  id bigint generated always as identity primary key,
  list text not null check (list ~ '^[a-z0-9-]+$'),
  type text check (type = btrim(type) and type <> ''),
  category text check (category = btrim(category) and category <> ''),
  sub_category text check (sub_category = btrim(sub_category) and sub_category <> ''),
  user_id uuid default auth.uid(),
  check (num_nonnulls(type, category) = 1)
);
-- Values that differ only in case, accents, apostrophes or blanks look the same to users, so a list has only one of
-- them.
create unique index dropdown_values_once on public.dropdown_values (list, private.fold_name(coalesce(type, '')),
  private.fold_name(coalesce(category, '')), private.fold_name(coalesce(sub_category, '')));
comment on table public.dropdown_values is
  'The 34 dropdown lists (spec section 7). Participant lists use category and sub_category, all others type.';

call private.protect_reference_table('public.dropdown_values');

-- Columns of record tables and of the project list that take their values from a dropdown list. Columns with the same
-- name have the same list in every table. The registry (`options`) has the same columns; a test compares the two.
create table private.list_columns (
  column_name text primary key,
  list text not null,
  -- Column of public.dropdown_values with the value.
  part text not null default 'type' check (part in ('type', 'category', 'sub_category')),
  -- Column of the same row that has the category. Only for lists of sub-categories, otherwise null.
  category_column text,
  check ((part = 'sub_category') = (category_column is not null))
);
alter table private.list_columns enable row level security;
comment on table private.list_columns is
  'Columns of records that take their values from a dropdown list, for counting the records that use a value.';

insert into private.list_columns (column_name, list) values
  ('acceptance_cert_received', 'cert-acceptance'),
  ('arb_nonarb', 'arb-nonarb'),
  ('arc_classification', 'arc-classification'),
  ('arc_type', 'arc-type'),
  ('buying_arrangement', 'buying-arrangement'),
  ('conducted_by', 'conducted-by'),
  ('credit_services', 'credit-services'),
  ('current_arbo_status', 'organization-status'),
  ('current_it_level', 'current-it-level'),
  ('current_it_status', 'current-it-status'),
  ('dar_projects', 'program-covered'),
  ('fund_source', 'fund-source'),
  ('it_easy_level_2024', 'current-it-level'),
  ('it_easy_status_2024', 'current-it-status'),
  ('itema_level_2019', 'itema-level'),
  ('itema_status_2019', 'itema-status'),
  ('marketing_instrument', 'marketing-instrument'),
  ('milestone_activity', 'milestone-activity'),
  ('om_training_conducted', 'om-training'),
  ('oma_level_2013', 'oma-level-2013'),
  ('org_type', 'organization-type'),
  ('prj_assistance_category', 'type-intervention'),
  ('process_product_type', 'type-product'),
  ('registration', 'registration'),
  ('source_of_loans', 'credit-services'),
  ('subpsp_status', 'subpsp-status'),
  ('support_provided', 'support-provided'),
  ('term_payment', 'term-payment'),
  ('trader_arrangement', 'trader-arrangement'),
  ('training_category', 'type-intervention'),
  ('type_buyer', 'type-buyer'),
  ('type_product', 'type-product'),
  ('unit', 'unit-measure'),
  ('unit_hard', 'unit-measure'),
  ('unit_measure', 'unit-measure');
insert into private.list_columns values
  ('participant_category', 'participant-category', 'category', null),
  ('participant_sub_category', 'participant-subcategory', 'sub_category', 'participant_category');

-- Counts the rows of all offices that use the value of a list entry, for each column of private.list_columns. A row
-- uses the value if the column equals the value or, for a list column, has the value as an item. A row uses a
-- sub-category only if it also has the category of the entry, because several categories can have equal
-- sub-categories.
create function private.count_value_usage(entry public.dropdown_values)
  returns table (table_name text, column_name text, rows bigint)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  entry_part constant text := case
    when entry.sub_category is not null then 'sub_category'
    when entry.category is not null then 'category'
    else 'type' end;
  entry_value constant text := coalesce(entry.sub_category, entry.category, entry.type);
  one record;
begin
  if not private.caller_has_route('dropdowns') then
    raise exception 'Only administrators with the route "dropdowns" can count the use of a value.'
      using errcode = 'AG003';
  end if;
  for one in
    select c.relname as tab, a.attname as col, l.category_column, a.atttypid = 'text[]'::regtype as has_items
    from private.list_columns l
      join pg_catalog.pg_attribute a on a.attname = l.column_name and not a.attisdropped
      join pg_catalog.pg_class c on c.oid = a.attrelid and c.relnamespace = 'public'::regnamespace
    where l.list = entry.list and l.part = entry_part
      and (c.relname = 'project_list' or c.relname in (select t.table_name from private.record_tables t))
    order by c.relname, a.attname
  loop
    table_name := one.tab;
    column_name := one.col;
    execute format('select count(*) from public.%I where ', one.tab)
      || format(case when one.has_items then '%I @> array[$1]' else '%I = $1' end, one.col)
      || case when one.category_column is null then '' else format(' and %I = $2', one.category_column) end
      into rows using entry_value, entry.category;
    if rows > 0 then
      return next;
    end if;
  end loop;
end
$$;

grant execute on function private.count_value_usage(public.dropdown_values) to authenticated;

-- BEFORE trigger: refuses to delete a list value that records use (AG002). The API first replaces the value in these
-- records. Allows a deletion that no user makes, such as one by a script.
create function private.keep_used_value() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null and exists (select from private.count_value_usage(old)) then
    raise exception '"%" is in use. Replace it with another value, or keep it.',
      coalesce(old.sub_category, old.category, old.type) using errcode = 'AG002';
  end if;
  return old;
end
$$;
create trigger keep_used_value before delete on public.dropdown_values
  for each row execute function private.keep_used_value();

-- Checks whether the API is replacing a list value in records. This is not an edit of the records, so their status does
-- not change (private.flag_as_updated). Reads a setting that only the API sets. Callers cannot change settings; if they
-- could, they could also pretend to be another user.
create function private.is_replacing_list_value() returns boolean
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return coalesce(current_setting('private.replacing_list_value', true), '') = 'yes';
end
$$;

-- Returns the advisory lock for a value of a list, as two numbers. Saving a row with the value takes the shared lock,
-- before the save looks up the present name of the value (private.replace_former_values). Replacing the value in
-- records takes the exclusive lock. There are only 256 such locks, because the number of locks in a database is
-- limited.
create function private.list_value_lock(list text, value text, out kind integer, out bucket integer)
  language sql immutable set search_path = ''
as $$ select hashtext('value of a list'), hashtext(list || '/' || value) & 255 $$;

-- Waits until all transactions that have written the given tables so far have ended, so that their rows can be read.
-- Ignores transactions that wait for the caller's transaction, because they can end only after it.
create function private.await_writers(wanted_tables text[]) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  writers constant text[] := array(
    select distinct l.virtualtransaction
    from pg_catalog.pg_locks l
    where l.locktype = 'relation' and l.mode = 'RowExclusiveLock' and l.granted and l.pid <> pg_backend_pid()
      and l.database = (select d.oid from pg_catalog.pg_database d where d.datname = current_database())
      and l.relation in (select format('public.%I', t)::regclass from unnest(wanted_tables) t));
begin
  while exists (
    with recursive blocked as (
      select pg_backend_pid() as pid
      union
      select w.pid from pg_catalog.pg_locks w join blocked b on not w.granted and b.pid = any (pg_blocking_pids(w.pid))
    )
    select
    from pg_catalog.pg_locks l
    where l.locktype = 'virtualxid' and l.granted and l.virtualtransaction = any (writers)
      and l.pid not in (select b.pid from blocked b))
  loop
    perform pg_sleep(0.02);
  end loop;
end
$$;

-- Logs that the API has replaced a value of a list in all records. So rows that are restored or reverted later get the
-- new value, too. The entry has both values of the list and of all columns that had a value.
create function private.log_list_value_replacement(former public.dropdown_values, replacement public.dropdown_values)
  returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if private.central_caller_id() is null or not private.caller_has_route('dropdowns') then
    raise exception 'Only central administrators with the route "dropdowns" can replace a value in records.'
      using errcode = 'AG003';
  end if;
  insert into private.user_log (user_id, user_name, user_role, form_name, row_id, action, changes)
  select u.id, u.username, u.roles, 'dropdown_values', former.id, 'Replace value', jsonb_object_agg(
    f.key, jsonb_build_array(f.value, r.value))
  from public.users u
    cross join jsonb_each(to_jsonb(former)) f
    join jsonb_each(to_jsonb(replacement)) r using (key)
  where u.id = auth.uid() and f.key in ('list', 'type', 'category', 'sub_category') and f.value <> 'null'
  group by u.id;
end
$$;
create index user_log_replaced_value on private.user_log (id) where action = 'Replace value';

-- Returns the given values of a record, as {column: value}. Each list value that was replaced in records after the
-- given log entry is replaced.
create function private.replace_list_values(given jsonb, since bigint) returns jsonb
  language plpgsql stable parallel safe set search_path = ''
as $$
declare
  one record;
begin
  for one in
    select c.column_name as name, c.category_column, l.changes -> c.part -> 0 as former,
      l.changes -> c.part -> 1 as replacement, l.changes -> 'category' as category
    from private.user_log l
      join private.list_columns c on c.list = l.changes -> 'list' ->> 0 and l.changes ? c.part
    where l.action = 'Replace value' and l.id > since
    order by l.id
  loop
    continue when one.category_column is not null
      and given -> one.category_column is distinct from one.category -> 0;
    if given -> one.name = one.former then
      given := given || jsonb_build_object(one.name, one.replacement);
      if one.category_column is not null then
        given := given || jsonb_build_object(one.category_column, one.category -> 1);
      end if;
    elsif jsonb_typeof(given -> one.name) = 'array' and given -> one.name @> one.former then
      given := given || jsonb_build_object(one.name, (
        select jsonb_agg(case when i.item = one.former then one.replacement else i.item end order by i.place)
        from jsonb_array_elements(given -> one.name) with ordinality i (item, place)));
    end if;
  end loop;
  return given;
end
$$;

-- Returns the given values of a record, as {column: value}. Each list value that was replaced in records, and is not in
-- its list any more, is replaced by its present name. A form that was opened before the replacement still offers the
-- former value. If a value was added to its list again and then replaced again, only the later replacement counts.
create function private.replace_former_values(given jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  one record;
begin
  for one in
    select c.column_name as name, c.category_column, max(l.id) as entry
    from private.list_columns c
      join private.user_log l on l.action = 'Replace value' and l.changes -> 'list' ->> 0 = c.list
        and given -> c.column_name @> (l.changes -> c.part -> 0)
        and (c.category_column is null or given -> c.category_column = l.changes -> 'category' -> 0)
    where given ? c.column_name and not exists (
      select from public.dropdown_values v
      where v.list = c.list and to_jsonb(v) -> c.part = l.changes -> c.part -> 0
        and (c.category_column is null or to_jsonb(v.category) = l.changes -> 'category' -> 0))
    group by c.column_name, l.changes -> c.part -> 0
    order by entry
  loop
    given := given || private.replace_list_values(
      jsonb_strip_nulls(jsonb_build_object(one.name, given -> one.name,
        coalesce(one.category_column, one.name), given -> coalesce(one.category_column, one.name))), one.entry - 1);
  end loop;
  return given;
end
$$;

grant execute on function
  private.list_value_lock(text, text),
  private.replace_former_values(jsonb),
  private.await_writers(text[]),
  private.log_list_value_replacement(public.dropdown_values, public.dropdown_values)
to authenticated;
