-- Sensitive values stand in the log in two ways: as changed fields, and inside what an export was filtered by, however
-- deep (spec section 7 has wrappers). Whoever lacks the right Sensitive reads and finds neither, in log and history.

-- A value without the keys, at any depth.
create function private.without_keys(value jsonb, names text[]) returns jsonb
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case jsonb_typeof(value)
    when 'object' then (
      select coalesce(jsonb_object_agg(e.key, private.without_keys(e.value, names)), '{}')
      from jsonb_each(value) e where e.key <> all (names))
    when 'array' then (
      select coalesce(jsonb_agg(private.without_keys(e.value, names) order by e.place), '[]')
      from jsonb_array_elements(value) with ordinality e (value, place))
    else value
  end;
end
$$;

-- What somebody without the right Sensitive may know of the changes in an entry about a table. A write of sensitive values
-- alone looks like one that changed nothing, or a guess would be told from a miss.
create function private.without_sensitive(about text, changes jsonb) returns jsonb
  language sql stable parallel safe set search_path = ''
as $$
  select case
    when changes is null or not exists (select from private.sensitive_columns c where c.table_name = about) then changes
    else nullif(private.without_keys(
      changes, array(select c.column_name from private.sensitive_columns c where c.table_name = about)), '{}')
  end
$$;

-- As before, but for what is nested.
create or replace function private.read_history(table_name text, wanted_row bigint)
  returns table (at timestamptz, user_name text, user_role text, action text, changes jsonb)
  language sql stable security definer set search_path = ''
as $$
  select l.at, l.user_name, l.user_role, l.action,
    case when private.caller_has_right('Sensitive') then l.changes
      else private.without_sensitive(l.form_name, l.changes) end
  from private.user_log l
  left join private.reference_tables r on r.table_name = l.form_name
  where l.form_name = read_history.table_name and l.row_id = wanted_row and l.source = 'database'
    and case when r.table_name is null then l.office = any (private.offices_to_read())
      else private.caller_level() is not null and (not r.read_by_route or private.caller_has_route(r.route)) end
  order by l.id desc
$$;

-- As before, but for what is nested.
create or replace function private.read_log(
  wanted jsonb, from_at timestamptz, until_at timestamptz, words text, oldest_first boolean, page_size integer,
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
        format('l.%I::text = any (%L::text[])', w.key, (select array_agg(v) from jsonb_array_elements_text(w.value) v)), ' and ')
      from jsonb_each(wanted) w
      where w.key in ('id', 'user_id', 'subject', 'user_name', 'form_name', 'row_id', 'action', 'status', 'source',
        'region_name', 'province_name', 'office')),
    case when from_at is not null then format('l.at >= %L', from_at) end,
    case when until_at is not null then format('l.at < %L', until_at) end,
    (select string_agg(
        format('lower(concat_ws(e''\n'', l.user_name, l.user_role, l.form_name, l.action, l.status, l.region_name, '
          || 'l.province_name, l.muncity_name, l.row_id, ' || shown || ')) like %L',
        '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'), ' and ')
      from regexp_split_to_table(lower(btrim(words)), '\s+') word where word <> ''));
  execute format('select count(*) from (select from private.user_log l where %s limit %s) c', conditions, count_limit + 1) into total;
  execute format($query$
    select coalesce(jsonb_agg(to_jsonb(l) - 'tx' || jsonb_build_object('changes', %s) order by l.id %s), '[]')
    from (select l.* from private.user_log l where %s order by l.id %s limit %s offset %s) l
    $query$, shown, direction, conditions, direction, page_size, skipped) into rows;
  return jsonb_build_object('rows', rows, 'total', total);
end
$$;
