-- Functions that read the user log, for administrators or as the history of one row, and a function that stores entries
-- reported by clients. Users with the route permission `users` can read the entries of the offices in their scope, and
-- with the Sensitive right also sensitive values.

-- Returns the log entries of one row, newest first, of offices that the caller can read. If the table has no offices,
-- the caller must be able to read the table. To a caller without the Sensitive right, a write of only sensitive values
-- looks like a write that changed nothing. For a caller with the right, the reading is logged, because former values
-- are personal data.
create function private.read_history(table_name text, wanted_row bigint)
  returns table (id bigint, at timestamptz, user_name text, user_role text, action text, changes jsonb, api_token text)
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  is_personal boolean := false;
begin
  for id, at, user_name, user_role, action, changes, api_token in
    select l.id, l.at, l.user_name, l.user_role, l.action,
      case when private.caller_has_right('Sensitive') then l.changes
        else private.remove_sensitive(l.form_name, l.changes) end,
      l.api_token
    from private.user_log l
    left join private.reference_tables r on r.table_name = l.form_name
    where l.form_name = read_history.table_name and l.row_id = wanted_row and l.source = 'database'
      and case when r.table_name is null then l.office = any (private.offices_to_read())
        else private.caller_level() is not null and (not r.read_by_route or private.caller_has_route(r.route)) end
    order by l.id desc
  loop
    is_personal := is_personal or private.has_sensitive_value(read_history.table_name, changes);
    return next;
  end loop;
  if is_personal then
    perform private.log_reading(read_history.table_name, array[wanted_row]);
  end if;
end
$$;

-- Returns a page of the log, newest first by default, as {rows, total}. `wanted` maps fields to allowed values;
-- `from_at` and `until_at` limit the time. The filter user_id also finds the sign-ins of the user, although their
-- entries have no user_id. `terms` has search terms (private.build_term_conditions), which match times as screens show
-- them. `total` is at most count_limit + 1, because counting stops there. If `skipped` is null, returns all entries, or
-- no rows if more than page_size match. In an entry with the action Read, `changes` has the number of rows read. Logs
-- that the caller read former values of personal data, if the page has any.
create function private.read_log(
  wanted jsonb, from_at timestamptz, until_at timestamptz, terms jsonb, oldest_first boolean, page_size integer,
  skipped integer, count_limit integer
) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  conditions text;
  direction constant text := case when oldest_first then 'asc' else 'desc' end;
  -- SQL expression for the changes that the caller may see, which are shown and searched.
  shown constant text := case when private.caller_has_right('Sensitive') then 'l.changes'
    else 'private.remove_sensitive(l.form_name, l.changes)' end;
  searched constant text := 'private.fold(concat_ws(e''\n'', private.format_search_time(l.at), l.user_name, l.user_role,
    '
    || 'l.form_name, l.action, l.status, l.region_name, l.province_name, l.muncity_name, l.row_id, ' || shown || '))';
  total bigint;
  rows jsonb;
  form text;
  ids bigint[];
begin
  if not private.caller_has_route('users') then
    raise exception 'Only administrators with the route "users" can read the log.' using errcode = 'AG003';
  end if;
  conditions := concat_ws(' and ',
    case when private.central_caller_id() is not null then 'true'
      else format('l.office = any (%L::text[])', private.offices_to_read()) end,
    (select string_agg(
        format('%s::text = any (%L::text[])',
          case w.key
            when 'user_id' then 'coalesce(l.user_id, case when l.user_name is not null then l.subject end)'
            else format('l.%I', w.key)
          end, (select array_agg(v) from jsonb_array_elements_text(w.value) v)), ' and ')
      from jsonb_each(wanted) w
      where w.key in ('id', 'user_id', 'subject', 'user_name', 'user_role', 'form_name', 'row_id', 'action', 'status',
        'source', 'region_name', 'province_name', 'muncity_name', 'office')),
    case when from_at is not null then format('l.at >= %L', from_at) end,
    case when until_at is not null then format('l.at < %L', until_at) end,
    private.build_term_conditions(terms, array[searched]));
  execute format('select count(*) from (select from private.user_log l where %s limit %s) c', conditions,
    count_limit + 1) into total;
  if skipped is null and total > page_size then
    return jsonb_build_object('rows', '[]'::jsonb, 'total', total);
  end if;
  execute format($query$
    select coalesce(jsonb_agg(to_jsonb(l) - 'tx' || jsonb_build_object('subject_name', private.username_of(l.subject),
      'changes', case
      when l.action = 'Read' and l.source = 'database' then (
        select jsonb_strip_nulls(jsonb_build_object('rows', jsonb_build_array(null, r.row_count),
          'fields', case when r.fields_asked <> '{}' then jsonb_build_array(null, r.fields_asked) end))
        from private.readings r where r.entry = l.id)
      else %s end) order by l.id %s), '[]')
    from (select l.* from private.user_log l where %s order by l.id %s limit %s offset %L) l
    $query$, shown, direction, conditions, direction, page_size, skipped) into rows;
  for form, ids in
    select r ->> 'form_name', array_agg((r ->> 'row_id')::bigint)
    from jsonb_array_elements(rows) r
    where r ->> 'row_id' is not null and private.has_sensitive_value(r ->> 'form_name', r -> 'changes')
    group by 1
  loop
    perform private.log_reading(form, ids);
  end loop;
  return jsonb_build_object('rows', rows, 'total', total);
end
$$;

-- Stores log entries that a client reports about its own user. The user of the entries is always the caller, and their
-- source is always 'client'. So a client can neither write entries for other users nor forge entries of the database.
-- Raises AG005 beyond 200 entries per user and minute. Returns the entries. `given` is a list of {form_name, action,
-- status}.
create function private.register_entries(given jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  -- Lock per user, so that concurrent calls cannot exceed the limit.
  perform pg_advisory_xact_lock(hashtext('entries that a client reports'), hashtext(auth.uid()::text));
  if jsonb_array_length(given) + (
      select count(*) from (
        select l.at from private.user_log l
        where l.subject = auth.uid() and l.source = 'client' order by l.id desc limit 200) newest
      where newest.at > now() - interval '1 minute') > 200 then
    raise exception 'Too many entries for the log. Try again in a minute.' using errcode = 'AG005';
  end if;
  with added as (
    insert into private.user_log (
      user_id, user_name, user_role, form_name, subject, region_name, province_name, muncity_name, action, status,
        source)
    select u.id, u.username, u.roles, left(g.form_name, 100), u.id, u.region_name, u.province_name, u.muncity_name,
      left(g.action, 100), left(g.status, 100), 'client'
    from public.users u cross join jsonb_to_recordset(given) g (form_name text, action text, status text)
    where u.id = auth.uid() and private.caller_level() is not null
    returning *)
  select coalesce(jsonb_agg(to_jsonb(a) - 'tx' order by a.id), '[]') into answer from added a;
  return answer;
end
$$;

grant execute on function
  private.read_history(text, bigint), private.register_entries(jsonb),
  private.read_log(jsonb, timestamptz, timestamptz, jsonb, boolean, integer, integer, integer)
to authenticated;
