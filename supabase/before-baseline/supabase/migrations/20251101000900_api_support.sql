-- What the API asks the database beside the tables: search, who the caller is and may do, why a write was refused, and
-- the memory of import batches. All in private, so that none of it is reachable over REST.

-- Ids of rows in the caller's scope that hold every word of the query, in any value. It applies the scope itself and is
-- planned with literal values, because under a policy no trigram index is ever used for LIKE.
create function private.search_record_ids(table_name text, query text) returns setof bigint
  language plpgsql stable security definer set search_path = ''
as $$
declare
  conditions text;
begin
  if table_name <> 'project_list' and not exists (select from private.record_tables t where t.table_name = search_record_ids.table_name) then
    raise exception 'no such record table: %', table_name using errcode = '42P01';
  end if;
  select string_agg(format('search_text like %L', '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'), ' and ')
    into conditions
  from unnest(regexp_split_to_array(lower(btrim(query)), '\s+')) word
  where word <> '';
  if table_name = 'project_list' then
    conditions := concat_ws(' and ', conditions, format('%L', private.caller_level() is not null));
  elsif private.caller_level() is distinct from 'Central' then
    conditions := concat_ws(' and ', format('office = any (%L::text[])', private.offices_to_read()), conditions);
  end if;
  return query execute format('select id from public.%I where %s', table_name, coalesce(conditions, 'true'));
end
$$;

-- The first row that the caller may not write, and why, as {position, cause, office, window, end_date}; null when nothing
-- stands in the way. ids are the rows tried (null for an insert), offices and statuses what they shall become, in the
-- same order. not_found covers rows that do not exist and rows out of sight alike, so that nothing is told of the latter.
create function private.explain_refusal(
  wanted_table text, verb text, ids bigint[], offices text[] default null, statuses text[] default null
) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  caller private.caller := private.current_caller();
  readable text[] := private.offices_to_read();
  window_rule text := (select t.window_name from private.record_tables t where t.table_name = wanted_table);
  window_name text;
  row_office text;
  row_status text;
  row_stage text;
  in_sight boolean;
  cause text;
begin
  for position in 1 .. greatest(coalesce(cardinality(ids), 0), coalesce(cardinality(offices), 0)) loop
    cause := null;
    row_office := null;
    row_status := statuses[position];
    row_stage := null;
    if window_rule is null then
      cause := case
        when caller.level is null then 'level'
        when not coalesce('dropdowns' = any (caller.routes), false) then 'administration'
        when not private.right_suffices(verb, caller.rights) then 'right'
      end;
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
            and (s.province_name is null or s.province_name = o.province_name)));
    end if;
  end loop;
  return null;
end
$$;

-- One reporting window as the caller sees it. The current schedule is the OnGoing one that covers an office of theirs
-- and ends last; reason says in words why nothing is open.
create function private.window_state(window_name text) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with covering as (
    select s.start_date, s.end_date,
      s.status = 'OnGoing' and private.today() between s.start_date and s.end_date as open
    from public.report_schedules s, private.current_caller() c
    where s.form = window_name
      and exists (
        select from private.offices_of(c) o
        where (s.region_name is null or s.region_name = o.region_name)
          and (s.province_name is null or s.province_name = o.province_name))
  ),
  latest as (select * from covering order by open desc nulls last, (start_date <= private.today()) desc, end_date desc nulls last limit 1)
  select jsonb_build_object(
    'open', coalesce(l.open, false),
    'start_date', l.start_date,
    'end_date', l.end_date,
    'days_left', case when coalesce(l.open, false) then l.end_date - private.today() else 0 end,
    'reason', case
      when l.open then null
      when l.start_date is null then format('No %s window is scheduled for your office.', window_name)
      when l.start_date > private.today() then format('The %s window opens on %s.', window_name, to_char(l.start_date, 'FMDD Mon YYYY'))
      when l.end_date < private.today() then format('The %s window closed on %s.', window_name, to_char(l.end_date, 'FMDD Mon YYYY'))
      else format('The %s window is closed.', window_name)
    end)
  from (values (1)) one left join latest l on true
$$;

-- Everything GET /api/auth/current-user answers, or null for somebody without an active profile and role.
create function private.current_access() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'user', to_jsonb(u) - 'disabled',
    'level', c.level,
    'role', to_jsonb(r),
    'rights', c.rights,
    'routes', c.routes,
    'offices', case when c.level = 'Central' then jsonb_build_object('read', 'all', 'target', 'all', 'accomplishment', 'all')
      else jsonb_build_object(
        'read', private.offices_to_read(),
        'target', (select coalesce(jsonb_agg(o.office), '[]') from private.offices_of(c) o where private.window_is_open('target', o.region_name, o.province_name)),
        'accomplishment', (select coalesce(jsonb_agg(o.office), '[]') from private.offices_of(c) o where private.window_is_open('accomplishment', o.region_name, o.province_name)))
      end,
    'windows', jsonb_build_object('target', private.window_state('target'), 'accomplishment', private.window_state('accomplishment')))
  from private.current_caller() c
  join public.users u on u.id = c.user_id
  join public.uac r on r.id = c.uac_id
$$;

-- Whether the signed-in person still has a profile that is not disabled; tokens outlive both.
create function private.caller_is_active() returns boolean
  language sql stable security definer set search_path = ''
as $$ select exists (select from public.users u where u.id = auth.uid() and not u.disabled) $$;

-- Batches of an import, so that a retry changes nothing and is answered as the first time.
create table private.import_batches (
  user_id uuid,
  import_id uuid,
  batch integer check (batch >= 1),
  path text not null,
  body_hash text not null,
  ids bigint[],
  at timestamptz not null default now(),
  primary key (user_id, import_id, batch)
);
alter table private.import_batches enable row level security;

-- Null when the batch is new (and now begun in this transaction), else the ids that it saved. A concurrent retry waits.
create function private.begin_batch(wanted_import uuid, wanted_batch integer, wanted_path text, wanted_hash text) returns bigint[]
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  saved private.import_batches;
begin
  insert into private.import_batches (user_id, import_id, batch, path, body_hash)
  values (auth.uid(), wanted_import, wanted_batch, wanted_path, wanted_hash)
  on conflict do nothing;
  if found then
    return null;
  end if;
  select b.* into saved from private.import_batches b
  where b.user_id = auth.uid() and b.import_id = wanted_import and b.batch = wanted_batch;
  if saved.path <> wanted_path or saved.body_hash <> wanted_hash then
    raise exception 'This batch was already saved with other content.' using errcode = 'AG002';
  end if;
  return coalesce(saved.ids, '{}');
end
$$;

create function private.finish_batch(wanted_import uuid, wanted_batch integer, saved_ids bigint[]) returns void
  language sql volatile security definer set search_path = ''
as $$
  update private.import_batches set ids = saved_ids
  where user_id = auth.uid() and import_id = wanted_import and batch = wanted_batch
$$;

grant execute on function
  private.search_record_ids(text, text), private.explain_refusal(text, text, bigint[], text[], text[]),
  private.window_state(text), private.current_access(), private.caller_is_active(),
  private.begin_batch(uuid, integer, text, text), private.finish_batch(uuid, integer, bigint[])
to authenticated;
