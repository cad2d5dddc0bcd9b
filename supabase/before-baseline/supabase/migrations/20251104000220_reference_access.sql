-- What the API asks about tables that belong to no office, for all of them alike: search, why a write was refused, and
-- the history of a row, each within what the caller may read.

create or replace function private.search_record_ids(table_name text, query text) returns setof bigint
  language plpgsql stable security definer set search_path = ''
as $$
declare
  conditions text;
  reference private.reference_tables;
begin
  select r.* into reference from private.reference_tables r where r.table_name = search_record_ids.table_name and r.table_name <> 'users';
  if reference.table_name is null and not exists (select from private.record_tables t where t.table_name = search_record_ids.table_name) then
    raise exception 'no such record table: %', table_name using errcode = '42P01';
  end if;
  select string_agg(format('search_text like %L', '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'), ' and ')
    into conditions
  from unnest(regexp_split_to_array(lower(btrim(query)), '\s+')) word
  where word <> '';
  if reference.table_name is not null then
    conditions := concat_ws(' and ', conditions, format('%L', private.caller_level() is not null and (not reference.read_by_route or private.caller_has_route(reference.route))));
  elsif private.caller_level() is distinct from 'Central' then
    conditions := concat_ws(' and ', format('office = any (%L::text[])', private.offices_to_read()), conditions);
  end if;
  return query execute format('select id from public.%I where %s', table_name, coalesce(conditions, 'true'));
end
$$;

-- Why the caller may not write a row of a table that belongs to no office; null when nothing stands in the way.
create function private.reference_refusal(caller private.caller, reference private.reference_tables, verb text, row_id bigint, wanted_office text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  in_sight boolean := true;
begin
  if caller.level is null then
    return 'level';
  end if;
  if not coalesce(reference.route = any (caller.routes), false) then
    return 'administration';
  end if;
  if not private.right_suffices(verb, caller.rights) then
    return 'right';
  end if;
  if caller.level <> 'Central' and reference.written_by <> 'every level' and not (caller.level = 'Regional' and reference.written_by like '%Regional') then
    return 'central';
  end if;
  if row_id is not null then
    execute format('select exists (select from public.%I where id = $1)', reference.table_name) into in_sight using row_id;
  end if;
  return case
    when not in_sight then 'not_found'
    when reference.table_name = 'uac' and row_id = caller.uac_id then 'own_role'
    when reference.table_name = 'report_schedules' and wanted_office is not null and not exists (select from public.offices o where o.office = wanted_office) then 'office'
    when reference.table_name = 'report_schedules' and caller.level <> 'Central' then 'region'
  end;
end
$$;

-- The first row that the caller may not write, and why, as {position, cause, office, window, end_date, route}; null when
-- nothing stands in the way. ids are the rows tried (null for an insert), offices and statuses what they shall become, in
-- the same order. not_found covers rows that do not exist and rows out of sight alike, so that nothing is told of the latter.
create or replace function private.explain_refusal(
  wanted_table text, verb text, ids bigint[], offices text[] default null, statuses text[] default null
) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  caller private.caller := private.current_caller();
  readable text[] := private.offices_to_read();
  window_rule text := (select t.window_name from private.record_tables t where t.table_name = wanted_table);
  reference private.reference_tables;
  window_name text;
  row_office text;
  row_status text;
  row_stage text;
  in_sight boolean;
  cause text;
begin
  select r.* into reference from private.reference_tables r where r.table_name = wanted_table;
  for position in 1 .. greatest(coalesce(cardinality(ids), 0), coalesce(cardinality(offices), 0)) loop
    cause := null;
    row_office := null;
    row_status := statuses[position];
    row_stage := null;
    if window_rule is null then
      cause := private.reference_refusal(caller, reference, verb, ids[position], offices[position]);
    else
      if ids[position] is not null then
        -- A row out of sight is not looked at, so that the answer is the same as for one that does not exist.
        execute format('select office, status, process_stage from public.%I where id = $1 and office = any ($2)', wanted_table)
          into row_office, row_status, row_stage using ids[position], readable;
      end if;
      in_sight := ids[position] is null or row_office is not null;
      row_office := coalesce(row_office, offices[position]);
      window_name := case when window_rule <> 'status' then window_rule when row_status = 'Target' then 'target' else 'accomplishment' end;
      cause := case
        when caller.level is null then 'level'
        when not in_sight then 'not_found'
        when not private.right_suffices(verb, caller.rights) then 'right'
        when offices[position] is not null and not exists (select from public.offices o where o.office = offices[position]) then 'office'
        when offices[position] is not null and not offices[position] = any (readable) then 'scope'
        when not coalesce(row_office = any (private.offices_to_write(verb, window_name)), false) then 'window'
        when offices[position] is not null and not offices[position] = any (private.offices_to_write(verb, window_name)) then 'window'
        when verb <> 'insert' and row_stage = 'Approved' and caller.level <> 'Central' then 'approval'
      end;
    end if;
    if cause is not null then
      return jsonb_build_object('position', position - 1, 'cause', cause, 'office', coalesce(offices[position], row_office), 'window', window_name,
        'end_date', (
          select max(s.end_date)
          from public.report_schedules s
          join public.offices o on o.office = coalesce(offices[position], row_office)
          where s.form = window_name and caller.level is not null
            and (s.region_name is null or s.region_name = o.region_name)
            and (s.province_name is null or s.province_name = o.province_name)))
        || case when reference.route is null then '{}' else jsonb_build_object('route', reference.route) end;
    end if;
  end loop;
  return null;
end
$$;

-- As before; the history of a table that belongs to no office is for whoever may read the table. Without the right
-- Sensitive a write of sensitive values alone looks like one that changed nothing: a guess is not told from a miss.
create or replace function private.read_history(table_name text, wanted_row bigint)
  returns table (at timestamptz, user_name text, user_role text, action text, changes jsonb)
  language sql stable security definer set search_path = ''
as $$
  select l.at, l.user_name, l.user_role, l.action,
    case when private.caller_has_right('Sensitive') then l.changes
      else nullif(l.changes - array(select c.column_name from private.sensitive_columns c where c.table_name = read_history.table_name), '{}') end
  from private.user_log l
  left join private.reference_tables r on r.table_name = l.form_name
  where l.form_name = read_history.table_name and l.row_id = wanted_row and l.source = 'database'
    and case when r.table_name is null then l.office = any (private.offices_to_read())
      else private.caller_level() is not null and (not r.read_by_route or private.caller_has_route(r.route)) end
  order by l.id desc
$$;
