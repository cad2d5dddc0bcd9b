-- Whoever may not make a call at all is told that, before anything that the call carries is judged.

-- Why the caller may do none of these verbs to any row of the table, as {cause, window, end_date, route}; null when there
-- may be a row for one of them. What depends on the row, private.explain_refusal tells.
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
      cause := private.reference_refusal(caller, reference, verb, null, null);
      -- Which region a schedule names is a matter of the row.
      cause := nullif(cause, 'region');
    else
      cause := case
        when caller.level is null then 'level'
        when not private.right_suffices(verb, caller.rights) then 'right'
        when not exists (
          select from unnest(windows) w, private.offices_to_write(verb, w) offices where cardinality(offices) > 0) then 'window'
      end;
    end if;
    if cause is null then
      return null;
    end if;
    first_cause := coalesce(first_cause, cause);
  end loop;
  return jsonb_build_object('cause', first_cause, 'route', reference.route)
    || case when first_cause <> 'window' then '{}' else jsonb_build_object(
      'window', case when window_rule <> 'status' then window_rule end,
      'end_date', (
        select max(s.end_date) from public.report_schedules s
        where s.form = any (windows) and exists (
          select from private.offices_of(caller) o
          where (s.region_name is null or s.region_name = o.region_name)
            and (s.province_name is null or s.province_name = o.province_name)))) end;
end
$$;
revoke execute on function private.explain_call_refusal(text, text[]) from public;
grant execute on function private.explain_call_refusal(text, text[]) to authenticated;

call private.let_levels_read();
