-- A new row that names no office, since it takes that of another row, is refused for what it lacks, not for the central office.

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.explain_refusal (
  wanted_table text,
  verb         text,
  ids          bigint[],
  offices      text[]   DEFAULT NULL::text[],
  statuses     text[]   DEFAULT NULL::text[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
      cause := private.reference_refusal(caller, reference, verb, ids[position], offices[position]);
    else
      if ids[position] is not null and verb = 'restore' then
        select t.office, t.status, case when t.approved then 'Approved' end into row_office, row_status, row_stage
          from private.trashed(wanted_table, array[ids[position]]) t;
      elsif ids[position] is not null then
        -- A row out of sight is not looked at, so that the answer is the same as for one that does not exist.
        execute format(
          'select office, status, process_stage, user_id from public.%I where id = $1 and office = any ($2)',
          wanted_table)
          into row_office, row_status, row_stage, row_author using ids[position], readable;
      end if;
      in_sight := ids[position] is null or row_office is not null;
      -- A row is guarded as it is and as it shall be, by its office and its window of then.
      window_name := private.window_of(wanted_table, row_status);
      named_office := coalesce(row_office, named_office);
      shut := row_office is not null and not row_office = any (private.offices_to_write(verb, window_name));
      if not shut then
        window_name := private.window_of(wanted_table, coalesce(statuses[position], row_status));
        named_office := coalesce(offices[position], row_office);
        -- A new row that takes its office from another row names none: it is shut out where all offices are.
        shut := case when named_office is null then private.offices_to_write(verb, window_name) = '{}'
          else not named_office = any (private.offices_to_write(verb, window_name)) end;
      end if;
      cause := case
        when caller.level is null then 'level'
        when not in_sight then 'not_found'
        when not private.right_suffices(verb, caller.rights) then 'right'
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
        'end_date', (
          select max(s.end_date)
          from public.report_schedules s
          join public.offices o on o.office = named_office
          where s.form = window_name and caller.level is not null
            and (s.region_name is null or s.region_name = o.region_name)
            and (s.province_name is null or s.province_name = o.province_name)))
        || case when reference.route is null then '{}' else jsonb_build_object('route', reference.route) end;
    end if;
  end loop;
  return null;
end
$function$;
