-- Levels are rows: what a level sees, writes and may give follows from its row, and no function or policy names one. The
-- rows come before the roles that refer to them. Written by npm run db:diff.

delete from private.reference_tables where route is not distinct from 'users' and table_name is not distinct from 'uac' and written_by is not distinct from 'Central' and read_by_route is not distinct from true;
delete from private.reference_tables where route is not distinct from 'users' and table_name is not distinct from 'report_schedules' and written_by is not distinct from 'Central and Regional' and read_by_route is not distinct from false;

SET local check_function_bodies = off;

DROP POLICY "delete_in_scope" ON "public"."arb_marketing_assistance_monitoring";

DROP POLICY "delete_in_scope" ON "public"."arbo_marketing_targets";

DROP POLICY "delete_in_scope" ON "public"."arbo_masterlist";

DROP POLICY "delete_in_scope" ON "public"."arbo_trainings";

DROP POLICY "delete_in_scope" ON "public"."arc_barangays_covered";

DROP POLICY "delete_in_scope" ON "public"."arc_masterlist";

DROP POLICY "delete_in_scope" ON "public"."attachments";

DROP POLICY "delete_in_scope" ON "public"."farmers_tracking_income";

DROP POLICY "delete_in_scope" ON "public"."fme_inventory_table";

DROP POLICY "delete_in_scope" ON "public"."fme_rental_monitoring";

DROP POLICY "delete_in_scope" ON "public"."form11_accomps";

DROP POLICY "delete_in_scope" ON "public"."form11_farm_infos";

DROP POLICY "delete_in_scope" ON "public"."form7_accomps";

DROP POLICY "delete_in_scope" ON "public"."form7_proddevs";

DROP POLICY "delete_in_scope" ON "public"."form_10";

DROP POLICY "delete_in_scope" ON "public"."form_11_geotags";

DROP POLICY "delete_in_scope" ON "public"."form_5_accomps";

DROP POLICY "delete_in_scope" ON "public"."form_5_annualtargets";

DROP POLICY "delete_in_scope" ON "public"."inventory_status_monitoring";

DROP POLICY "delete_in_scope" ON "public"."participants";

DROP POLICY "delete_in_scope" ON "public"."qtr_sales_reports";

DROP POLICY "delete_in_scope" ON "public"."sales_transactions";

ALTER TABLE "private"."reference_tables"
  DROP CONSTRAINT "reference_tables_written_by_check";

ALTER TABLE "public"."uac"
  DROP CONSTRAINT "uac_status_check";

CREATE TABLE "private"."levels" (
  "level"       text    NOT NULL,
  "rank"        integer NOT NULL,
  "scope"       text[]  NOT NULL,
  "all_offices" boolean GENERATED ALWAYS AS ((cardinality(scope) = 0)) STORED NOT NULL,
  CONSTRAINT "levels_pkey" PRIMARY KEY (level),
  CONSTRAINT "levels_rank_check" CHECK ((rank > 0)),
  CONSTRAINT "levels_rank_key" UNIQUE (rank),
  CONSTRAINT "levels_scope_check" CHECK ((scope <@ ARRAY['region_name'::text, 'province_name'::text]))
);

insert into private.levels (rank, level, scope) values (3, 'Central', array[]::text[]);
insert into private.levels (rank, level, scope) values (2, 'Regional', array['region_name']::text[]);
insert into private.levels (rank, level, scope) values (1, 'Provincial', array['region_name', 'province_name']::text[]);

ALTER TABLE "private"."levels"
  ENABLE ROW LEVEL SECURITY;

ALTER TYPE "private"."caller" ADD ATTRIBUTE "scope" text[] CASCADE;

ALTER TYPE "private"."caller" ADD ATTRIBUTE "all_offices" boolean CASCADE;

CREATE OR REPLACE FUNCTION private.caller_of_central()
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  found_id uuid;
begin
  select c.user_id into found_id from private.current_caller() c where c.all_offices;
  return found_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.caller_of_province()
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  found_office text;
begin
  select o.office into found_office from private.current_caller() c, private.offices_of(c) o
    where 'province_name' = any (c.scope);
  return found_office;
end
$function$;

CREATE OR REPLACE FUNCTION private.current_access()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'user', to_jsonb(u) - 'disabled',
    'level', c.level,
    'role', to_jsonb(r),
    'rights', c.rights,
    'routes', c.routes,
    'offices', case when c.all_offices
      then jsonb_build_object('read', 'all', 'target', 'all', 'accomplishment', 'all')
      else jsonb_build_object(
        'read', private.offices_to_read(),
        'target', (select coalesce(jsonb_agg(o.office), '[]') from private.offices_of(c) o
          where private.window_is_open('target', o.region_name, o.province_name)),
        'accomplishment', (select coalesce(jsonb_agg(o.office), '[]') from private.offices_of(c) o
          where private.window_is_open('accomplishment', o.region_name, o.province_name)))
      end,
    'windows', jsonb_build_object('target', private.window_state('target'), 'accomplishment',
      private.window_state('accomplishment')),
    'reference', (
      select jsonb_object_agg(t.table_name, jsonb_build_object('route', t.route, 'keeps', private.keeps(c, t)))
      from private.reference_tables t))
  from private.current_caller() c
  join public.users u on u.id = c.user_id
  join public.uac r on r.id = c.uac_id
$function$;

CREATE OR REPLACE FUNCTION private.current_caller()
  RETURNS private.caller
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  found_caller private.caller;
begin
  select u.id, l.level, u.region_name, u.province_name, r.access_controls, r.route, r.id, l.scope, l.all_offices
    into found_caller
  from public.users u
  join public.uac r on r.id = u.uac_id and u.roles = any (r.rolename)
  join private.levels l on l.level = r.status
  where u.id = auth.uid() and not u.disabled and not private.session_has_ended();
  return found_caller;
end
$function$;

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
        execute format('select office, status, process_stage from public.%I where id = $1 and office = any ($2)',
          wanted_table)
          into row_office, row_status, row_stage using ids[position], readable;
      end if;
      in_sight := ids[position] is null or row_office is not null;
      row_office := coalesce(row_office, offices[position]);
      window_name := case when window_rule <> 'status' then window_rule when row_status = 'Target' then 'target'
        else 'accomplishment' end;
      cause := case
        when caller.level is null then 'level'
        when not in_sight then 'not_found'
        when not private.right_suffices(verb, caller.rights) then 'right'
        when offices[position] is not null and not exists (select from public.offices o
          where o.office = offices[position]) then 'office'
        when offices[position] is not null and not offices[position] = any (readable) then 'scope'
        when not coalesce(row_office = any (private.offices_to_write(verb, window_name)), false) then 'window'
        when offices[position] is not null and not offices[position] = any (private.offices_to_write(verb, window_name))
          then 'window'
        when verb <> 'insert' and row_stage = 'Approved' and not caller.all_offices then 'approval'
      end;
    end if;
    if cause is not null then
      return jsonb_build_object('position', position - 1, 'cause', cause, 'office',
        coalesce(offices[position], row_office), 'window', window_name,
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
$function$;

CREATE OR REPLACE FUNCTION private.guard_role()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  c private.caller := private.current_caller();
  problem text;
  holders text;
begin
  if auth.uid() is not null and private.may_keep_roles(lower(tg_op)) then
    if tg_op <> 'INSERT' then
      problem := private.reach_problem(c, old);
      if problem is not null then
        raise exception 'This role has %.', problem using errcode = 'AG003';
      end if;
    end if;
    if tg_op <> 'DELETE' then
      problem := private.reach_problem(c, new);
      if problem is not null then
        raise exception 'You cannot give %.', problem using errcode = 'AG003',
          column = case when problem like 'the right%' then 'access_controls' when problem like 'the route%'
            then 'route' else 'status' end;
      end if;
    end if;
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if tg_op = 'UPDATE' then
    new.row_version := old.row_version + 1;
    select string_agg(u.username, ', ' order by u.username) into holders
    from public.users u where u.uac_id = new.id and u.roles = any (old.rolename) and not u.roles = any (new.rolename)
      and cardinality(new.rolename) > 0;
    if holders is not null then
      raise exception 'People hold a role name that would be taken away: %. Give them another role first.', holders
        using errcode = 'AG002', column = 'rolename';
    end if;
    if auth.uid() is not null and new.status <> old.status then
      select string_agg(u.username, ', ' order by u.username) into holders
      from public.users u where u.uac_id = new.id and private.lacks_of_office(new.status, u) is not null;
      if holders is not null then
        raise exception 'People with this role have no office of the level %: %.', new.status, holders
          using errcode = 'AG002', column = 'status';
      end if;
    end if;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_central_administrator (
  level  text,
  routes text[],
  rights text[]
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select 'users' = any (routes) and 'Edit' = any (rights)
    and exists (select from private.levels l where l.level = is_central_administrator.level and l.all_offices)
$function$;

CREATE OR REPLACE FUNCTION private.keeps (
  caller    private.caller,
  reference private.reference_tables
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case
    when not coalesce(reference.route = any (caller.routes), false) then 'nothing'
    when caller.all_offices or reference.written_by = 'every level' then 'all'
    when caller.scope = array['region_name'] and reference.written_by = 'central and regional offices' then 'region'
    else 'nothing' end
$function$;

CREATE OR REPLACE FUNCTION private.lacks_of_office (
  wanted  text,
  profile public.users
)
  RETURNS text
  LANGUAGE sql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select s.column_name
  from private.levels l, unnest(l.scope) with ordinality s (column_name, place)
  where l.level = wanted and to_jsonb(profile) ->> s.column_name is null
  order by s.place limit 1
$function$;

CREATE OR REPLACE FUNCTION private.may_keep_roles (
  verb text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  PARALLEL SAFE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$ select private.may_keep_people(verb) and private.caller_of_central() is not null $function$;

CREATE OR REPLACE FUNCTION private.may_repair_files()
  RETURNS boolean
  LANGUAGE sql
  STABLE
  PARALLEL SAFE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(c.all_offices and 'users' = any (c.routes), false) from private.current_caller() c
$function$;

CREATE OR REPLACE FUNCTION private.offices_of (
  c private.caller
)
  RETURNS SETOF public.offices
  LANGUAGE sql
  STABLE
  PARALLEL SAFE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select o.*
  from public.offices o
  where c.scope is not null
    and ('region_name' <> all (c.scope) or o.region_name = c.region_name)
    and ('province_name' <> all (c.scope) or o.province_name = c.province_name)
$function$;

CREATE OR REPLACE FUNCTION private.offices_to_write (
  verb        text,
  window_name text
)
  RETURNS text[]
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return (
    select coalesce(array_agg(o.office), '{}')
    from private.current_caller() c, private.offices_of(c) o
    where private.right_suffices(verb, c.rights)
      and (c.all_offices or private.window_is_open(window_name, o.region_name, o.province_name))
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.rank_of (
  wanted text
)
  RETURNS integer
  LANGUAGE sql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$ select coalesce((select l.rank from private.levels l where l.level = wanted), 0) $function$;

CREATE OR REPLACE FUNCTION private.reach_problem (
  c     private.caller,
  entry public.uac
)
  RETURNS text
  LANGUAGE sql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select case
    when private.rank_of(entry.status) > private.rank_of(c.level)
      then format('the level %s, which is above yours', entry.status)
    when not entry.access_controls <@ coalesce(c.rights, '{}')
      then format('the right %s, which you do not have', (select string_agg(r, ', ')
        from unnest(entry.access_controls) r where r <> all (coalesce(c.rights, '{}'))))
    when not entry.route <@ coalesce(c.routes, '{}')
      then format('the route %s, which you do not have', (select string_agg(r, ', ') from unnest(entry.route) r
        where r <> all (coalesce(c.routes, '{}'))))
  end
$function$;

CREATE OR REPLACE FUNCTION private.read_log (
  wanted       jsonb,
  from_at      timestamp with time zone,
  until_at     timestamp with time zone,
  terms        jsonb,
  oldest_first boolean,
  page_size    integer,
  skipped      integer,
  count_limit  integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
    case when private.caller_of_central() is not null then 'true'
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
$function$;

CREATE OR REPLACE FUNCTION private.reading_role()
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when c.all_offices then 'central_reader' when 'province_name' = any (c.scope) then 'provincial_reader'
    else 'authenticated' end
  from private.current_caller() c
$function$;

CREATE OR REPLACE FUNCTION private.reference_refusal (
  caller        private.caller,
  reference     private.reference_tables,
  verb          text,
  row_id        bigint,
  wanted_office text
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  in_sight boolean := true;
  kept constant text := private.keeps(caller, reference);
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
$function$;

CREATE OR REPLACE FUNCTION private.refuse_profile (
  verb   text,
  before public.users,
  after  public.users
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  c private.caller := private.current_caller();
  one public.users := case when verb = 'insert' then after else before end;
  entry public.uac;
  problem text;
  lacking text;
begin
  if one.id = auth.uid() then
    if verb = 'delete' then
      raise exception 'Nobody removes their own account.' using errcode = 'AG003';
    end if;
    if (after.roles, after.uac_id, after.region_name, after.province_name, after.muncity_name, after.username,
      after.email, after.disabled)
      is distinct from (before.roles, before.uac_id, before.region_name, before.province_name, before.muncity_name,
        before.username, before.email, before.disabled)
    then
      raise exception 'Nobody changes their own role, office, name of sign-in or state: ask another administrator.'
        using errcode = 'AG003';
    end if;
    return;
  end if;
  if not private.may_keep_people(verb) then
    raise exception 'Only administrators with the route "users" and the right for it may % people.',
      case verb when 'insert' then 'add' when 'update' then 'change' else 'remove' end using errcode = 'AG003';
  end if;
  if verb <> 'insert' then
    if not before.office = any (private.offices_to_read()) then
      raise exception 'This person does not exist or belongs to an office that you do not see.' using errcode = 'AG004';
    end if;
    select r.* into entry from public.uac r where r.id = before.uac_id;
    problem := private.reach_problem(c, entry);
    if problem is not null then
      raise exception 'This person has %.', problem using errcode = 'AG003';
    end if;
  end if;
  if verb <> 'delete' then
    if not after.office = any (private.offices_to_read()) then
      if not exists (select from public.offices o where o.office = after.office) then
        raise exception 'Choose a region and one of its provinces.' using errcode = 'AG002', column = 'province_name';
      end if;
      raise exception 'You keep people of your own office only.' using errcode = 'AG003', column = 'region_name';
    end if;
    entry := null;
    select r.* into entry from public.uac r where r.id = after.uac_id;
    problem := private.reach_problem(c, entry);
    if problem is not null then
      raise exception 'You cannot give %.', problem using errcode = 'AG003', column = 'uac_id';
    end if;
    if after.uac_id is not null and entry.id is null then
      raise exception 'There is no such role.' using errcode = 'AG002', column = 'uac_id';
    end if;
    if not coalesce(after.roles = any (entry.rolename), true) then
      raise exception 'The role name must be one of: %.', array_to_string(entry.rolename, ', ')
        using errcode = 'AG002', column = 'roles';
    end if;
    lacking := private.lacks_of_office(entry.status, after);
    if lacking is not null then
      raise exception 'A person of the level % needs a %.', entry.status, replace(lacking, '_name', '')
        using errcode = 'AG002', column = lacking;
    end if;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.regions_to_schedule (
  verb text
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  PARALLEL SAFE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case
    when not private.may_keep_people(verb) then '{}'
    when c.all_offices then (select array_agg(o.region_name) from public.offices o
      where o.region_name is not null) || array['']
    when c.scope = array['region_name'] then array[c.region_name]
    else '{}'
  end
  from private.current_caller() c
$function$;

CREATE OR REPLACE FUNCTION private.search_record_ids (
  table_name text,
  terms      jsonb
)
  RETURNS SETOF bigint
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  conditions text;
  reference private.reference_tables;
  -- What is searched: the sensitive columns too for whoever may read them.
  texts text[] := array['search_text'];
begin
  select r.* into reference from private.reference_tables r
  where r.table_name = search_record_ids.table_name and r.table_name <> 'users';
  if reference.table_name is null
    and not exists (select from private.record_tables t where t.table_name = search_record_ids.table_name) then
    raise exception 'no such record table: %', table_name using errcode = '42P01';
  end if;
  if exists (select from private.sensitive_columns s where s.table_name = search_record_ids.table_name)
    and private.caller_has_right('Sensitive') then
    texts := texts || private.search_expression(format('public.%I', table_name)::regclass, true);
  end if;
  conditions := private.term_conditions(terms, texts);
  if reference.table_name is not null then
    conditions := concat_ws(' and ', conditions, format('%L', private.caller_level() is not null
      and (not reference.read_by_route or private.caller_has_route(reference.route))));
  elsif private.caller_of_central() is null then
    conditions := concat_ws(' and ', format('office = any (%L::text[])', private.offices_to_read()), conditions);
  end if;
  return query execute format('select id from public.%I where %s', table_name, coalesce(conditions, 'true'));
end
$function$;

CREATE OR REPLACE FUNCTION private.stamp_record()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  author uuid := auth.uid();
  -- Generated columns are still empty in a new row here; they follow from the columns that are compared.
  bookkeeping constant text[] := array[
    'process_stage', 'approved_by', 'approved_at', 'updated_at', 'row_version', 'office', 'search_text'];
begin
  if tg_op = 'INSERT' then
    new.user_id := coalesce(author, new.user_id);
    if new.process_stage = 'Approved' then
      new.approved_by := author;
      new.approved_at := now();
    end if;
    return new;
  end if;

  if old.process_stage = 'Approved' and author is not null
    and to_jsonb(old) - bookkeeping is distinct from to_jsonb(new) - bookkeeping
    and private.caller_of_central() is null
  then
    raise exception 'The row is approved: set it back to Pending before changing it.'
      using errcode = 'AG001', detail = old.id::text;
  end if;

  new.updated_at := now();
  new.row_version := old.row_version + 1;
  if new.process_stage is distinct from old.process_stage then
    new.approved_by := case when new.process_stage = 'Approved' then author end;
    new.approved_at := case when new.process_stage = 'Approved' then now() end;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.verify_log()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not (private.caller_has_route('users') and private.caller_of_central() is not null) then
    raise exception 'Only administrators of the central office verify the log.' using errcode = 'AG003';
  end if;
  return jsonb_build_object(
    'entries', (select count(*) from private.user_log),
    'links', (select count(*) from private.log_links),
    'problems', (select coalesce(jsonb_agg(to_jsonb(p)), '[]')
      from (select * from private.log_problems() limit 1000) p));
end
$function$;

CREATE OR REPLACE PROCEDURE private.apply_protection (
  IN target regclass
)
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $procedure$
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
        and (process_stage is distinct from 'Approved' or (select private.caller_of_central()) is not null));

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
$procedure$;

ALTER TABLE "private"."reference_tables"
  ADD CONSTRAINT "reference_tables_written_by_check" CHECK ((written_by = ANY (ARRAY['every level'::text, 'central office'::text, 'central and regional offices'::text])));

ALTER TABLE "public"."uac"
  ADD CONSTRAINT "uac_status_is_a_level" FOREIGN KEY (status) REFERENCES private.levels(level);

CREATE POLICY "delete_in_scope" ON "public"."arb_marketing_assistance_monitoring"
  FOR DELETE
  TO "authenticated"
  USING
    (((office = ANY (( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text)
    OR (( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL))));

CREATE POLICY "delete_in_scope" ON "public"."arbo_marketing_targets"
  FOR DELETE
  TO "authenticated"
  USING
    (((office = ANY (( SELECT private.offices_to_write('delete'::text, 'target'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR ((
    SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL))));

CREATE POLICY "delete_in_scope" ON "public"."arbo_masterlist"
  FOR DELETE
  TO "authenticated"
  USING
    (((office = ANY (( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text)
    OR (( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL))));

CREATE POLICY "delete_in_scope" ON "public"."arbo_trainings"
  FOR DELETE
  TO "authenticated"
  USING
    (((office = ANY (( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text)
    OR (( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL))));

CREATE POLICY "delete_in_scope" ON "public"."arc_barangays_covered"
  FOR DELETE
  TO "authenticated"
  USING
    (((office = ANY (( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text)
    OR (( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL))));

CREATE POLICY "delete_in_scope" ON "public"."arc_masterlist"
  FOR DELETE
  TO "authenticated"
  USING
    (((office = ANY (( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text)
    OR (( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL))));

CREATE POLICY "delete_in_scope" ON "public"."attachments"
  FOR DELETE
  TO "authenticated"
  USING (((office = ANY (
CASE status
    WHEN 'Target'::text THEN ( SELECT private.offices_to_write('delete'::text, 'target'::text) AS offices_to_write)
    ELSE ( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)
END)) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR (( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL))));

CREATE POLICY "delete_in_scope" ON "public"."farmers_tracking_income"
  FOR DELETE
  TO "authenticated"
  USING
    (((office = ANY (( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text)
    OR (( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL))));

CREATE POLICY "delete_in_scope" ON "public"."fme_inventory_table"
  FOR DELETE
  TO "authenticated"
  USING
    (((office = ANY (( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text)
    OR (( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL))));

CREATE POLICY "delete_in_scope" ON "public"."fme_rental_monitoring"
  FOR DELETE
  TO "authenticated"
  USING
    (((office = ANY (( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text)
    OR (( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL))));

CREATE POLICY "delete_in_scope" ON "public"."form11_accomps"
  FOR DELETE
  TO "authenticated"
  USING (((office = ANY (
CASE status
    WHEN 'Target'::text THEN ( SELECT private.offices_to_write('delete'::text, 'target'::text) AS offices_to_write)
    ELSE ( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)
END)) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR (( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL))));

CREATE POLICY "delete_in_scope" ON "public"."form11_farm_infos"
  FOR DELETE
  TO "authenticated"
  USING
    (((office = ANY (( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text)
    OR (( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL))));

CREATE POLICY "delete_in_scope" ON "public"."form7_accomps"
  FOR DELETE
  TO "authenticated"
  USING
    (((office = ANY (( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text)
    OR (( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL))));

CREATE POLICY "delete_in_scope" ON "public"."form7_proddevs"
  FOR DELETE
  TO "authenticated"
  USING
    (((office = ANY (( SELECT private.offices_to_write('delete'::text, 'target'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR ((
    SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL))));

CREATE POLICY "delete_in_scope" ON "public"."form_10"
  FOR DELETE
  TO "authenticated"
  USING
    (((office = ANY (( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text)
    OR (( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL))));

CREATE POLICY "delete_in_scope" ON "public"."form_11_geotags"
  FOR DELETE
  TO "authenticated"
  USING
    (((office = ANY (( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text)
    OR (( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL))));

CREATE POLICY "delete_in_scope" ON "public"."form_5_accomps"
  FOR DELETE
  TO "authenticated"
  USING
    (((office = ANY (( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text)
    OR (( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL))));

CREATE POLICY "delete_in_scope" ON "public"."form_5_annualtargets"
  FOR DELETE
  TO "authenticated"
  USING
    (((office = ANY (( SELECT private.offices_to_write('delete'::text, 'target'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR ((
    SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL))));

CREATE POLICY "delete_in_scope" ON "public"."inventory_status_monitoring"
  FOR DELETE
  TO "authenticated"
  USING
    (((office = ANY (( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text)
    OR (( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL))));

CREATE POLICY "delete_in_scope" ON "public"."participants"
  FOR DELETE
  TO "authenticated"
  USING
    (((office = ANY (( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text)
    OR (( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL))));

CREATE POLICY "delete_in_scope" ON "public"."qtr_sales_reports"
  FOR DELETE
  TO "authenticated"
  USING
    (((office = ANY (( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text)
    OR (( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL))));

CREATE POLICY "delete_in_scope" ON "public"."sales_transactions"
  FOR DELETE
  TO "authenticated"
  USING
    (((office = ANY (( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text)
    OR (( SELECT private.caller_of_central() AS caller_of_central) IS NOT NULL))));

COMMENT ON COLUMN "private"."levels"."all_offices" IS 'The level of the central office: sees and writes all rows, at any time, approved ones too.';

COMMENT ON COLUMN "private"."levels"."scope" IS 'Columns of an office, the widest first, that are the same in every row of the level and in the profile.';

COMMENT ON TABLE "private"."levels" IS 'Levels of users: nobody gives one of a higher rank than their own.';

REVOKE ALL ON FUNCTION "private"."keeps"(private.caller, private.reference_tables) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keeps"(private.caller, private.reference_tables) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keeps"(private.caller, private.reference_tables) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lacks_of_office"(text, public.users) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lacks_of_office"(text, public.users) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lacks_of_office"(text, public.users) TO "postgres";

REVOKE ALL ON FUNCTION "private"."rank_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rank_of"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rank_of"(text) TO "postgres";

insert into private.reference_tables (route, table_name, written_by, read_by_route) values ('users', 'uac', 'central office', true);
insert into private.reference_tables (route, table_name, written_by, read_by_route) values ('users', 'report_schedules', 'central and regional offices', false);
