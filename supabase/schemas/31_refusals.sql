-- Functions that find out why the policies refuse a write. They return causes, from which the API makes messages.

create table private.reference_tables (
  table_name text primary key,
  route text not null,
  read_by_route boolean not null,
  written_by text not null check (written_by in ('every level', 'central office', 'central and regional offices'))
);
alter table private.reference_tables enable row level security;
comment on table private.reference_tables is
  'Tables of public that belong to no office, with the route that writing requires. If read_by_route is true, reading '
  'requires the route, too.';

insert into private.reference_tables values
  ('project_list', 'dropdowns', false, 'every level'),
  ('dropdown_values', 'dropdowns', false, 'every level'),
  ('uac', 'users', true, 'central office'),
  ('report_schedules', 'users', false, 'central and regional offices'),
  ('users', 'users', true, 'every level');

-- Returns which rows of a reference table the caller may administer by route and level: 'all', 'region' (the rows of
-- the caller's region) or 'nothing'. Does not check the caller's rights.
create function private.administered_scope(caller private.caller, reference private.reference_tables) returns text
  language sql immutable set search_path = ''
as $$
  select case
    when not coalesce(reference.route = any (caller.routes), false) then 'nothing'
    when caller.all_offices or reference.written_by = 'every level' then 'all'
    when caller.scope = array['region_name'] and reference.written_by = 'central and regional offices' then 'region'
    else 'nothing' end
$$;

-- Returns why the caller may not write a row of a reference table; null if nothing forbids it.
create function private.explain_reference_refusal(caller private.caller, reference private.reference_tables, verb text,
  row_id bigint, wanted_office text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  in_sight boolean := true;
  kept constant text := private.administered_scope(caller, reference);
begin
  if caller.level is null then
    return 'level';
  end if;
  if not coalesce(reference.route = any (caller.routes), false) then
    return 'administration';
  end if;
  if not private.has_right_for(verb, caller.rights) then
    return 'right';
  end if;
  if kept = 'nothing' then
    return 'central';
  end if;
  if row_id is not null then
    execute format('select exists (select from public.%I where id = $1)', reference.table_name) into in_sight
      using row_id;
  end if;
  return case
    when not in_sight then 'not_found'
    when reference.table_name = 'uac' and row_id = caller.uac_id then 'own_role'
    when reference.table_name = 'report_schedules' and wanted_office is not null
      and not exists (select from public.offices o where o.office = wanted_office) then 'office'
    when kept = 'region' then 'region'
  end;
end
$$;

-- Returns the first row that the caller may not write, and the cause, as {position, cause, office, window, end_date,
-- route}. Returns null if the caller may write all rows. `position` is the index of the row, from 0. `ids` has the ids
-- of existing rows (null for an insert). `offices` and `statuses` have the new values of the rows, in the same order. A
-- row outside the caller's scope gives the cause not_found, so that the response does not reveal that the row exists.
create function private.explain_refusal(
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
  shut boolean;
  named_office text;
  row_office text;
  row_status text;
  row_stage text;
  row_author uuid;
  in_sight boolean;
  cause text;
begin
  select r.* into reference from private.reference_tables r where r.table_name = wanted_table;
  for position in 1 .. greatest(coalesce(cardinality(ids), 0), coalesce(cardinality(offices), 0)) loop
    cause := null;
    row_office := null;
    row_status := null;
    row_stage := null;
    row_author := null;
    named_office := offices[position];
    if window_rule is null then
      cause := private.explain_reference_refusal(caller, reference, verb, ids[position], offices[position]);
    else
      if ids[position] is not null and verb = 'restore' then
        select t.office, t.status, case when t.approved then 'Approved' end into row_office, row_status, row_stage
          from private.find_deleted_rows(wanted_table, array[ids[position]]) t;
      elsif ids[position] is not null then
        -- Rows outside the caller's scope are not read, so that the response is the same as for a missing row.
        execute format(
          'select office, status, process_stage, user_id from public.%I where id = $1 and office = any ($2)',
          wanted_table)
          into row_office, row_status, row_stage, row_author using ids[position], readable;
      end if;
      in_sight := ids[position] is null or row_office is not null;
      -- Check a row twice: with its stored office and reporting window, and with its new office and reporting window.
      window_name := private.window_of(wanted_table, row_status);
      named_office := coalesce(row_office, named_office);
      shut := row_office is not null and not row_office = any (private.offices_to_write(verb, window_name));
      if not shut then
        window_name := private.window_of(wanted_table, coalesce(statuses[position], row_status));
        named_office := coalesce(offices[position], row_office);
        -- A new row that takes its office from its parent names no office. Refuse such a row only if there is no
        -- office in which the caller may write.
        shut := case when named_office is null then private.offices_to_write(verb, window_name) = '{}'
          else not named_office = any (private.offices_to_write(verb, window_name)) end;
      end if;
      cause := case
        when caller.level is null then 'level'
        when not in_sight then 'not_found'
        when not private.has_right_for(verb, caller.rights) then 'right'
        when offices[position] is not null and not exists (select from public.offices o
          where o.office = offices[position]) then 'office'
        when offices[position] is not null and not offices[position] = any (readable) then 'scope'
        when shut and verb <> 'comment' then 'window'
        when verb in ('update', 'delete', 'restore') and row_stage = 'Approved' and not caller.all_offices
          then 'approval'
        when verb = 'approve' and not private.is_approved(row_stage) and row_author = caller.user_id
          and not 'Approve own' = any (caller.rights) then 'own_entry'
      end;
    end if;
    if cause is not null then
      return jsonb_build_object('position', position - 1, 'cause', cause, 'office',
        case when cause in ('scope', 'office') then offices[position] else named_office end, 'window', window_name,
        'end_date', null)
        || case when caller.level is null then '{}'
          else coalesce(private.describe_last_window(array[window_name], array[named_office]), '{}') end
        || case when reference.route is null then '{}' else jsonb_build_object('route', reference.route) end;
    end if;
  end loop;
  return null;
end
$$;

-- Checks a request before its rows are known. If the caller can do none of the request's actions (verbs) on any row of
-- the table, returns the reason as {cause, window, end_date, route}. Otherwise returns null, and
-- private.explain_refusal then checks the rows.
create function private.explain_call_refusal(wanted_table text, verbs text[]) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  caller private.caller := private.current_caller();
  window_rule text := (select t.window_name from private.record_tables t where t.table_name = wanted_table);
  windows text[] := case when window_rule = 'status' then '{target,accomplishment}' else array[window_rule] end;
  reference private.reference_tables;
  verb text;
  cause text;
  first_cause text;
begin
  select r.* into reference from private.reference_tables r where r.table_name = wanted_table;
  foreach verb in array verbs loop
    if window_rule is null then
      cause := private.explain_reference_refusal(caller, reference, verb, null, null);
      -- Ignore the cause 'region', because it depends on the region of the row, which is not known yet.
      cause := nullif(cause, 'region');
    else
      cause := case
        when caller.level is null then 'level'
        when not private.has_right_for(verb, caller.rights) then 'right'
        when verb <> 'comment' and not exists (
          select from unnest(windows) w, private.offices_to_write(verb, w) offices where cardinality(offices) > 0)
            then 'window'
      end;
    end if;
    if cause is null then
      return null;
    end if;
    first_cause := coalesce(first_cause, cause);
  end loop;
  return jsonb_build_object('cause', first_cause, 'route', reference.route)
    || case when first_cause <> 'window' then '{}' else jsonb_build_object(
      'window', case when window_rule <> 'status' then window_rule end, 'end_date', null)
      || coalesce(private.describe_last_window(windows, array(select o.office from private.offices_in_scope(caller) o)),
        '{}') end;
end
$$;

grant execute on function
  private.explain_refusal(text, text, bigint[], text[], text[]), private.explain_call_refusal(text, text[])
to authenticated;
