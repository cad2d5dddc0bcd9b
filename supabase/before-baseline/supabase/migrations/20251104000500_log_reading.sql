-- Reading the user log as an administrator, entries that clients report, and checking the chain. Whoever has the route
-- users reads the entries of their offices; sensitive values are for the right Sensitive alone.

-- A page of the log, newest first unless said otherwise, as {rows, total}. wanted: field -> list of values, any of
-- id, user_id, subject, user_name, form_name, row_id, action, status, source, region_name, province_name, office; from_at and until_at bound
-- the time, words must all occur. Total counts to one more than count_limit.
create function private.read_log(
  wanted jsonb, from_at timestamptz, until_at timestamptz, words text, oldest_first boolean, page_size integer, skipped integer, count_limit integer
) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  conditions text;
  direction constant text := case when oldest_first then 'asc' else 'desc' end;
  -- What the caller may know of the changes: also what a search looks through. A write of sensitive values alone looks
  -- like one that changed nothing, or a guess would be told from a miss.
  shown constant text := case when private.caller_has_right('Sensitive') then 'l.changes'
    else 'nullif(l.changes - array(select c.column_name from private.sensitive_columns c where c.table_name = l.form_name), ''{}'')' end;
  total bigint;
  rows jsonb;
begin
  if not private.caller_has_route('users') then
    raise exception 'Only administrators with the route "users" read the log.' using errcode = 'AG003';
  end if;
  conditions := concat_ws(' and ',
    case when private.caller_level() = 'Central' then 'true' else format('l.office = any (%L::text[])', private.offices_to_read()) end,
    (select string_agg(format('l.%I::text = any (%L::text[])', w.key, (select array_agg(v) from jsonb_array_elements_text(w.value) v)), ' and ')
      from jsonb_each(wanted) w
      where w.key in ('id', 'user_id', 'subject', 'user_name', 'form_name', 'row_id', 'action', 'status', 'source', 'region_name', 'province_name', 'office')),
    case when from_at is not null then format('l.at >= %L', from_at) end,
    case when until_at is not null then format('l.at < %L', until_at) end,
    (select string_agg(format('lower(concat_ws(e''\n'', l.user_name, l.user_role, l.form_name, l.action, l.status, l.region_name, l.province_name, l.muncity_name, l.row_id, ' || shown || ')) like %L',
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

-- Entries that a client reports about its user. Who and where are the caller's own; a client cannot write for others, nor
-- pass for the database. Answers the entries. given: a list of {form_name, action, status}.
create function private.register_entries(given jsonb) returns jsonb
  language sql volatile security definer set search_path = ''
as $$
  with added as (
    insert into private.user_log (user_id, user_name, user_role, form_name, subject, region_name, province_name, muncity_name, action, status, source)
    select u.id, u.username, u.roles, left(g.form_name, 100), u.id, u.region_name, u.province_name, u.muncity_name, left(g.action, 100), left(g.status, 100), 'client'
    from public.users u cross join jsonb_to_recordset(given) g (form_name text, action text, status text)
    where u.id = auth.uid() and private.caller_level() is not null
    returning *
  )
  select coalesce(jsonb_agg(to_jsonb(a) - 'tx' order by a.id), '[]') from added a
$$;

-- Compares the whole log with its seals, as {entries, links, problems}. For administrators of the central office.
create function private.verify_log() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.caller_has_route('users') and private.caller_level() = 'Central') then
    raise exception 'Only administrators of the central office verify the log.' using errcode = 'AG003';
  end if;
  return jsonb_build_object(
    'entries', (select count(*) from private.user_log),
    'links', (select count(*) from private.log_links),
    'problems', (select coalesce(jsonb_agg(to_jsonb(p)), '[]') from (select * from private.log_problems() limit 1000) p));
end
$$;

grant execute on function
  private.read_log(jsonb, timestamptz, timestamptz, text, boolean, integer, integer, integer), private.register_entries(jsonb), private.verify_log()
to authenticated;
