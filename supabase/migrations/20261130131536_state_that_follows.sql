-- Restored rows get the present values of what they refer to. A sign-in with a former password opens no session. Renames of
-- list values and ARCs reach rows that are saved at the same moment, an undone import unlinks rows from its ARBOs, and a
-- dropdown list has no two values that look the same.

SET local check_function_bodies = off;

-- Two values that look the same need a decision of an administrator: which of them the records should have.
DO $do$
declare
  twins text;
begin
  select string_agg(format('%s: %s', t.list, t.written), '; ') into twins
  from (
    select v.list, string_agg(format('"%s"', concat_ws(' – ', v.type, v.category, v.sub_category)), ' and ') as written
    from public.dropdown_values v
    group by v.list, private.fold_name(coalesce(v.type, '')), private.fold_name(coalesce(v.category, '')),
      private.fold_name(coalesce(v.sub_category, ''))
    having count(*) > 1
  ) t;
  if twins is not null then
    raise exception 'These values of dropdown lists look the same: %. Start the earlier release, replace one of each by the other, and upgrade again.',
      twins;
  end if;
end
$do$;

DROP INDEX "public"."dropdown_values_once";

DROP FUNCTION "private"."rebuild_deleted_row"(bigint, jsonb);

CREATE OR REPLACE FUNCTION private.arc_lock (
  arc_id text,
  OUT    kind integer,
  OUT    bucket integer
)
  RETURNS record
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select hashtext('rows of an ARC'), hashtext(arc_id) & 255 $function$;

CREATE OR REPLACE FUNCTION private.caller_office()
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  c constant private.caller := private.current_caller();
begin
  if c.level is null then
    return null;
  end if;
  return case when 'region_name' = any (c.scope) then c.region_name else '' end || ' / '
    || case when 'province_name' = any (c.scope) then c.province_name else '' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_account_change (
  wanted uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  person public.users := private.require_visible_person(wanted);
begin
  if person.id = auth.uid() then
    raise exception 'Change your own password in your profile. For other changes, ask another administrator.'
      using errcode = 'AG003';
  end if;
  perform private.check_profile_change('update', person, person);
end
$function$;

CREATE OR REPLACE FUNCTION private.check_profile_change (
  verb   text,
  before public.users,
  after  public.users
)
  RETURNS void
  LANGUAGE plpgsql
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
  perform private.refuse_api_token();
  if one.id = auth.uid() then
    if verb = 'delete' then
      raise exception 'You cannot remove your own account.' using errcode = 'AG003';
    end if;
    if (after.roles, after.uac_id, after.region_name, after.province_name, after.muncity_name, after.username,
      after.email, after.disabled)
      is distinct from (before.roles, before.uac_id, before.region_name, before.province_name, before.muncity_name,
        before.username, before.email, before.disabled)
    then
      raise exception 'You cannot change your own role, office, username, e-mail or status. Ask another administrator.'
        using errcode = 'AG003';
    end if;
    return;
  end if;
  if not private.can_administer_people(verb) then
    raise exception 'Only administrators with the route "users" and the required right can % people.',
      case verb when 'insert' then 'add' when 'update' then 'change' else 'remove' end using errcode = 'AG003';
  end if;
  if verb <> 'insert' then
    if not before.office = any (private.offices_to_read()) then
      raise exception 'This person does not exist or belongs to an office that you cannot see.' using errcode = 'AG004';
    end if;
    select r.* into entry from public.uac r where r.id = before.uac_id;
    problem := private.explain_role_refusal(c, entry);
    if problem is not null then
      raise exception 'This person has %.', problem using errcode = 'AG003';
    end if;
  end if;
  if verb = 'insert' or verb = 'update' and (after.roles, after.uac_id, after.region_name, after.province_name)
    is distinct from (before.roles, before.uac_id, before.region_name, before.province_name)
  then
    if not after.office = any (private.offices_to_read()) then
      if not exists (select from public.offices o where o.office = after.office) then
        raise exception 'Choose a region and one of its provinces.' using errcode = 'AG002', column = 'province_name';
      end if;
      raise exception 'You can only administer people of your own office.'
        using errcode = 'AG003', column = 'region_name';
    end if;
    entry := null;
    -- Lock the role entry, so that a concurrent change of its names or level sees this profile (private.guard_role).
    select r.* into entry from public.uac r where r.id = after.uac_id for share;
    problem := private.explain_role_refusal(c, entry);
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
    lacking := private.find_missing_office_column(entry.status, after);
    if lacking is not null then
      raise exception 'A person of the level % needs a %.', entry.status, replace(lacking, '_name', '')
        using errcode = 'AG002', column = lacking;
    end if;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.columns_copied_with (
  shared_column text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select coalesce((
    select g.together
    from (values
      (array['region_name', 'province_name', 'muncity_name', 'barangay_name', 'cd']),
      (array['office', 'arboPrimaryKey', 'arbo_id', 'arbo_name']),
      (array['office', 'arc_id', 'arc_name', 'arc_type', 'arc_cluster_name']),
      (array['reporting_quarter', 'reporting_month']),
      (array['psp_category', 'subpsp_name', 'subpsp_abbreviation', 'subpsp_status'])
    ) g (together)
    where shared_column = any (g.together)), array[shared_column])
$function$;

CREATE OR REPLACE FUNCTION private.copy_arc_to_rows()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  target regclass;
begin
  -- Skip the renaming of a value of the list of types, because the API writes the new value to all rows itself and
  -- counts them.
  if private.is_replacing_list_value() or not exists (
    select from new_rows n join old_rows o using (id)
    where (n.arc_id, n.arc_name, n.arc_type) is distinct from (o.arc_id, o.arc_name, o.arc_type))
  then
    return null;
  end if;
  -- Wait for concurrent transactions that are writing rows with the former name.
  perform pg_advisory_xact_lock(l.kind, l.bucket)
  from (
    select distinct k.kind, k.bucket
    from new_rows n join old_rows o using (id) cross join lateral (values (o.arc_id), (n.arc_id)) a (arc_id)
      cross join lateral private.arc_lock(a.arc_id) k
    where (n.arc_id, n.arc_name, n.arc_type) is distinct from (o.arc_id, o.arc_name, o.arc_type)
    order by k.kind, k.bucket
  ) l;
  for target in
    select a.attrelid::regclass
    from pg_catalog.pg_attribute a
    where a.attname = 'arc_name' and a.attrelid <> tg_relid
      and a.attrelid in (select format('public.%I', t.table_name)::regclass from private.record_tables t)
    order by a.attrelid::regclass::text
  loop
    execute format($sql$
      with due as materialized (
        select t.id, o.arc_name as former_name, o.arc_type as former_type, n.arc_id, n.arc_name, n.arc_type
        from new_rows n join old_rows o on o.id = n.id join %1$s t on %2$s
        where t.arc_id <> n.arc_id
          or t.arc_name is not distinct from o.arc_name and n.arc_name is distinct from o.arc_name
          or t.arc_type is not distinct from o.arc_type and n.arc_type is distinct from o.arc_type
        order by t.id for no key update of t
      )
      update %1$s t set
        arc_id = d.arc_id,
        arc_name = case when t.arc_name is not distinct from d.former_name then d.arc_name else t.arc_name end,
        arc_type = case when t.arc_type is not distinct from d.former_type then d.arc_type else t.arc_type end
      from due d where d.id = t.id$sql$,
      target,
      case when target = 'public.arbo_masterlist'::regclass then 't.office = o.office and t.arc_id = o.arc_id'
        else 't.arc_id = n.arc_id' end);
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.copy_to_geotags()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  assignments text := (
    select string_agg(format('%1$I = case when %2$s then n.%1$I else g.%1$I end', c, (
        select string_agg(format('n.%1$I is distinct from o.%1$I', one), ' or ')
        from unnest(private.columns_copied_with(c)) one)), ', ')
    from unnest(private.geotag_shared_columns()) c);
  refused text;
begin
  if not exists (select from new_rows n join public.form_11_geotags g on g.form11_id = n.id)
    -- Skip an update by a trigger that only writes a new ID, name or type of an ARC. Such triggers also update the
    -- geotags of the ARC.
    or pg_trigger_depth() > 1 and not exists (
      select from new_rows n join old_rows o using (id)
      where private.pick_shared_columns(to_jsonb(o)) - '{arc_id,arc_name,arc_type}'::text[]
        is distinct from private.pick_shared_columns(to_jsonb(n)) - '{arc_id,arc_name,arc_type}'::text[])
  then
    return null;
  end if;
  execute format(
    'update public.form_11_geotags g set %s
     from new_rows n join old_rows o using (id)
     where g.form11_id = n.id
       and private.pick_shared_columns(to_jsonb(o)) is distinct from private.pick_shared_columns(to_jsonb(n))',
    assignments);
  return null;
exception
  when sqlstate 'AG001' then
    get stacked diagnostics refused = pg_exception_detail;
    raise exception 'A geotag of this record is approved. Set it back to Pending before changing the fields they share.'
      using errcode = 'AG001',
        detail = (select form11_id from public.form_11_geotags where id = refused::bigint)::text;
end
$function$;

CREATE OR REPLACE FUNCTION private.create_api_token (
  wanted_name text,
  writes      boolean,
  days        integer,
  token_hash  text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  added private.api_tokens;
begin
  perform private.refuse_api_token();
  -- Lock the session: a concurrent transaction that ends it and then deletes the user's tokens also deletes this one.
  perform from auth.sessions s
  where s.id::text = nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id'
    and s.user_id = auth.uid() and s.created_at > now() - interval '2 minutes' and private.is_session_valid()
  for key share;
  if not found then
    raise exception 'Enter your password again to create an API token.' using errcode = 'AG003';
  end if;
  -- Lock the user's row, so that concurrent calls cannot exceed the limit.
  perform from public.users u where u.id = auth.uid() for no key update;
  if (select count(*) from private.api_tokens t where t.user_id = auth.uid()) >= 20 then
    raise exception 'You have 20 API tokens. Revoke one that is no longer used.' using errcode = 'AG002';
  end if;
  insert into private.api_tokens (user_id, name, may_write, hash, expires_at)
    values (auth.uid(), wanted_name, writes, token_hash, now() + make_interval(days => days))
    returning * into added;
  perform private.log_event(auth.uid(), 'New API token', wanted_name);
  return to_jsonb(added) - array['user_id', 'hash'];
end
$function$;

CREATE OR REPLACE FUNCTION private.find_deleted_parents (
  wanted_table text,
  ids          bigint[]
)
  RETURNS TABLE (
    id          bigint,
    column_name text,
    parent_name text,
    parent      jsonb
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  one record;
  parent_id bigint;
begin
  for one in
    select d.row_id, r.*, h.item
    from private.find_deleted_rows(wanted_table, ids) d
      join private.user_log l on l.id = d.entry
      cross join lateral (select private.rebuild_deleted_row(wanted_table, l.id, l.changes) as held) b
      cross join lateral (
        select f.* from private.list_references(wanted_table) f
        union all
        select 'record_id', b.held ->> 'record_table', 'id' where wanted_table = 'attachments') r
      cross join lateral jsonb_array_elements_text(case jsonb_typeof(b.held -> r.column_name)
        when 'array' then b.held -> r.column_name else jsonb_build_array(b.held -> r.column_name) end) h (item)
    where h.item is not null
  loop
    if one.parent_column = 'id' then
      parent_id := one.item;
    else
      execute format(
        'select l.row_id from private.user_log l
         where l.form_name = %1$L and l.changes ? %2$L and l.changes -> %2$L ->> 0 = $1 and l.action = ''Delete''
         order by l.id desc limit 1', one.parent_name, one.parent_column) into parent_id using one.item;
    end if;
    return query
      select one.row_id, one.column_name, one.parent_name,
        private.rebuild_deleted_row(one.parent_name, l.id, l.changes) - private.list_hidden_columns(one.parent_name)
      from private.find_deleted_rows(one.parent_name, array[parent_id]) p join private.user_log l on l.id = p.entry;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.find_present_identifier (
  parent_name   text,
  parent_column text,
  former        text,
  since         bigint
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  present text;
begin
  execute format(
    'select m.%2$I from public.%1$I m
     where m.id = (
       select l.row_id from private.user_log l
       where l.form_name = %1$L and l.changes ? %2$L and l.changes -> %2$L ->> 0 = $1 and l.id > $2
       order by l.id limit 1)', parent_name, parent_column) into present using former, since;
  return present;
end
$function$;

CREATE OR REPLACE FUNCTION private.flag_as_updated()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  bookkeeping constant text[] :=
    array['status', 'process_stage', 'approved_by', 'approved_at', 'updated_at', 'row_version', 'office',
      'search_text'];
  hidden text[];
begin
  if auth.uid() is null or private.is_restoring() then
    return new;
  end if;
  if new.status = 'Updated' and (tg_op = 'INSERT' or old.status is distinct from 'Updated') then
    raise exception using errcode = 'AG002', column = 'status', message =
      'Updated is set when an accomplished row is edited, and cannot be chosen.';
  end if;
  if tg_op = 'UPDATE' and old.status = 'Accomplished' and new.status = 'Accomplished' and pg_trigger_depth() = 1
    and not private.is_replacing_list_value() and not private.is_undoing_links()
    and to_jsonb(old) - bookkeeping is distinct from to_jsonb(new) - bookkeeping
  then
    hidden := private.list_hidden_columns(tg_table_name);
    if to_jsonb(old) - bookkeeping - hidden is distinct from to_jsonb(new) - bookkeeping - hidden then
      new.status := 'Updated';
    end if;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.follow_arc (
  former  jsonb,
  present jsonb,
  since   bigint
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  current_id constant text := private.find_present_identifier('arc_masterlist', 'arc_id', former ->> 'arc_id', since);
  kept constant jsonb := case
    when current_id is null then former
    when current_id = present ->> 'arc_id' then former - 'arc_id'
    else former || jsonb_build_object('arc_id', current_id) end;
begin
  return kept || (
    select coalesce(jsonb_object_agg(c.key, c.value), '{}')
    from public.arc_masterlist m
      cross join lateral jsonb_each(jsonb_build_object('arc_name', m.arc_name, 'arc_type', m.arc_type)) c
    where m.arc_id = (present || kept) ->> 'arc_id' and kept ? c.key
      and (kept ? 'arc_id' or present -> c.key = c.value));
end
$function$;

CREATE OR REPLACE FUNCTION private.follow_form11 (
  former jsonb,
  since  bigint
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  changed text[] := array(
    select distinct k.name
    from private.user_log l cross join lateral jsonb_object_keys(l.changes) k (name)
    where l.form_name = 'form11_accomps' and l.row_id = (former ->> 'form11_id')::bigint and l.id > since
      and l.action in ('Update', 'Approve', 'Set back') and l.source = 'database');
begin
  if changed && '{region_name,province_name}' then
    changed := changed || 'office'::text;
  end if;
  return former || coalesce((
    select jsonb_object_agg(c, to_jsonb(f) -> c)
    from public.form11_accomps f cross join unnest(private.geotag_shared_columns()) c
    where f.id = (former ->> 'form11_id')::bigint and private.columns_copied_with(c) && changed), '{}');
end
$function$;

CREATE OR REPLACE FUNCTION private.follow_identifiers (
  wanted_table text,
  former       jsonb,
  since        bigint
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  one record;
  followed jsonb := former;
begin
  for one in
    select r.*, former -> r.column_name as held
    from private.list_references(wanted_table) r
    where r.parent_column <> 'id' and jsonb_typeof(former -> r.column_name) in ('string', 'array')
  loop
    followed := followed || jsonb_build_object(one.column_name, (
      select case jsonb_typeof(one.held) when 'array' then coalesce(jsonb_agg(i.present order by i.place), '[]')
        else jsonb_agg(i.present) -> 0 end
      from (
        select h.place,
          coalesce(private.find_present_identifier(one.parent_name, one.parent_column, h.item, since), h.item)
            as present
        from jsonb_array_elements_text(
          case jsonb_typeof(one.held) when 'array' then one.held else jsonb_build_array(one.held) end)
          with ordinality h (item, place)) i));
  end loop;
  return followed;
end
$function$;

CREATE OR REPLACE FUNCTION private.follow_place (
  wanted_table text,
  former       jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  one record;
  place jsonb;
begin
  if wanted_table = 'attachments' then
    execute format(
      'select private.pick_place(to_jsonb(t)) || jsonb_build_object(''status'', case private.window_of(%1$L, t.status)
         when ''target'' then ''Target'' else ''Accomplished'' end)
       from public.%1$I t where t.id = $1', former ->> 'record_table')
      into place using (former ->> 'record_id')::bigint;
    return former || coalesce(place, '{}');
  elsif wanted_table = 'arbo_masterlist' then
    return former;
  end if;
  for one in
    select r.parent_name, r.parent_column, h.item
    from private.list_references(wanted_table) r
      cross join lateral jsonb_array_elements_text(case jsonb_typeof(former -> r.column_name)
        when 'array' then former -> r.column_name else jsonb_build_array(former -> r.column_name) end) h (item)
    where h.item is not null
    order by r.column_name <> 'arboPrimaryKey', r.column_name, h.item
  loop
    execute format(
      'select private.pick_place(to_jsonb(p)) from public.%I p where p.%I = $1::%s and p.office <> all ($2)',
      one.parent_name, one.parent_column, case one.parent_column when 'id' then 'bigint' else 'text' end)
      into place using one.item, private.referable_offices(private.office_of(former));
    if place is not null then
      return former || place;
    end if;
  end loop;
  return former;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_former_value (
  wanted_table text,
  wanted_row   bigint,
  column_name  text,
  held         text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (
    select from private.user_log l
    where l.form_name = wanted_table and l.row_id = wanted_row and l.source = 'database'
      and l.changes -> column_name ->> 0 = held)
$function$;

CREATE OR REPLACE FUNCTION private.is_undoing_links()
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return coalesce(current_setting('private.undoing_links', true), '') = 'yes';
end
$function$;

CREATE OR REPLACE FUNCTION private.list_references (
  wanted_table text
)
  RETURNS TABLE (
    column_name   text,
    parent_name   text,
    parent_column text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select r.column_name, r.parent_name, r.parent_column
  from private.office_references r where r.table_name = wanted_table
  union all
  select v.column_name, v.parent_name, v.parent_column
  from (values
    ('participants', 'training_id', 'arbo_trainings', 'training_id'),
    ('participants', 'wo_training_id', 'arbo_trainings', 'training_id'),
    ('arbo_masterlist', 'arc_id', 'arc_masterlist', 'arc_id')
  ) v (table_name, column_name, parent_name, parent_column)
  where v.table_name = wanted_table
$function$;

CREATE OR REPLACE FUNCTION private.list_trash (
  wanted_table text,
  statuses     text[],
  page_size    integer,
  skipped      bigint
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  hidden constant text[] := case when private.caller_has_right('Sensitive') then '{}' else array(
    select c.column_name from private.sensitive_columns c where c.table_name = wanted_table) end;
  answer jsonb;
begin
  execute format(
    $q$with trashed as materialized (
       select t.entry from private.find_deleted_rows($1) t where $2 is null or t.status = any ($2)
     ),
     -- Choose the page of log entries before converting them to rows, because entries about other tables cannot be
     -- converted to rows of this table.
     chosen as materialized (
       select l.* from private.user_log l
       where l.id in (select entry from trashed order by entry desc limit $3 offset $4)
     )
     select jsonb_build_object('total', (select count(*) from trashed), 'rows', (
       select coalesce(jsonb_agg(
         to_jsonb(r) - 'search_text' - $5 || jsonb_build_object('office', l.office, 'deleted', jsonb_build_object(
           'by', l.user_name, 'at', l.at, 'until', l.at + private.trash_retention())) order by l.id desc), '[]')
       from chosen l
         cross join lateral (select private.rebuild_deleted_row($1, l.id, l.changes) as held) b
         cross join lateral jsonb_populate_record(null::public.%I,
           case when private.office_of(b.held) = any ($6) then b.held
             else (select jsonb_object_agg(c.key, c.value -> 0) from jsonb_each(l.changes) c) end - $5) r))$q$,
    wanted_table)
    into answer
    using wanted_table, statuses, page_size, skipped, hidden, private.offices_to_read();
  perform private.log_reading(wanted_table, array(
    select (r ->> 'id')::bigint from jsonb_array_elements(answer -> 'rows') r
    where private.has_sensitive_value(wanted_table, r)));
  return answer;
end
$function$;

CREATE OR REPLACE FUNCTION private.list_value_lock (
  list  text,
  value text,
  OUT   kind integer,
  OUT   bucket integer
)
  RETURNS record
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select hashtext('value of a list'), hashtext(list || '/' || value) & 255 $function$;

CREATE OR REPLACE FUNCTION private.locate_point()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  new.outside_province := private.outside_outline(new.region_name, new.province_name, new.longitude, new.latitude);
  if private.is_restoring() then
    return new;
  end if;
  if new.outside_province is distinct from 'Yes' then
    -- Reset the confirmation, so that the next point outside the province must be confirmed again.
    new.outside_confirmed := nullif(new.outside_confirmed, 'Yes');
  elsif new.outside_confirmed is distinct from 'Yes' and (tg_op = 'INSERT'
    or row(new.latitude, new.longitude, new.outside_confirmed)
      is distinct from row(old.latitude, old.longitude, old.outside_confirmed)) then
    raise exception 'The point lies outside %. Move it, or confirm that it is right.',
      coalesce(new.province_name, new.region_name, 'the Philippines')
      using errcode = 'AG002', column = 'outside_confirmed';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.office_of (
  held jsonb
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$ select coalesce(held ->> 'region_name', '') || ' / ' || coalesce(held ->> 'province_name', '') $function$;

CREATE OR REPLACE FUNCTION private.pick_place (
  held jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('region_name', held -> 'region_name', 'province_name', held -> 'province_name',
    'muncity_name', held -> 'muncity_name', 'barangay_name', held -> 'barangay_name', 'cd', held -> 'cd')
$function$;

CREATE OR REPLACE FUNCTION private.read_deleted_rows (
  wanted_table text,
  ids          bigint[]
)
  RETURNS SETOF jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.rebuild_deleted_row(wanted_table, l.id, l.changes) - private.list_hidden_columns(wanted_table)
  from private.find_deleted_rows(wanted_table, ids) t join private.user_log l on l.id = t.entry
$function$;

CREATE OR REPLACE FUNCTION private.rebuild_deleted_row (
  wanted_table text,
  deletion     bigint,
  changes      jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  held jsonb := private.replace_list_values((
    select jsonb_object_agg(c.key, c.value -> 0) from jsonb_each(changes) c), deletion);
begin
  held := private.follow_identifiers(wanted_table, held, deletion);
  if wanted_table = 'form_11_geotags' then
    held := private.follow_form11(held, deletion);
  end if;
  return private.follow_place(wanted_table, held);
end
$function$;

CREATE OR REPLACE FUNCTION private.record_password_change (
  wanted uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.check_account_change(wanted);
  delete from auth.sessions s where s.user_id = wanted;
  delete from private.api_tokens t where t.user_id = wanted;
  perform private.log_event(wanted, 'Reset password');
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_former_password (
  event jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  set_at text;
begin
  if event ->> 'authentication_method' = 'password' then
    select a.raw_app_meta_data ->> 'password_set_at' into set_at
    from auth.users a where a.id = (event ->> 'user_id')::uuid for no key update;
    if set_at is distinct from event #>> '{claims,app_metadata,password_set_at}' then
      return jsonb_build_object('error', jsonb_build_object('http_code', 400,
        'message', 'The password was changed. Sign in with the new password.'));
    end if;
  end if;
  return jsonb_build_object('claims', event -> 'claims');
end
$function$;

CREATE OR REPLACE FUNCTION private.resolve_arbo()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  row_office constant text := coalesce(new.region_name, '') || ' / ' || coalesce(new.province_name, '');
  wanted bigint;
  arbo record;
  key_written boolean := true;
  id_written boolean := true;
  name_written boolean := true;
begin
  if tg_op = 'UPDATE' then
    key_written := new."arboPrimaryKey" is distinct from old."arboPrimaryKey";
    id_written := new.arbo_id is distinct from old.arbo_id;
    name_written := new.arbo_name is distinct from old.arbo_name;
    if not (key_written or id_written or name_written) then
      return new;
    end if;
  end if;
  wanted := case
    when key_written and new."arboPrimaryKey" is not null then new."arboPrimaryKey"
    when new.arbo_id is not null then (select m.id from public.arbo_masterlist m where m.arbo_id = new.arbo_id)
    when name_written then private.await_arbo_by_name(row_office, new.arbo_name)
    when key_written then null
    -- The ARBO ID of the row was cleared: either by Postgres, because the ARBO lost its ID, or by a caller who unlinks
    -- the row from the ARBO.
    else (select m.id from public.arbo_masterlist m where m.id = new."arboPrimaryKey" and m.arbo_id is null)
  end;
  -- This query finds only ARBOs of offices to which the row may refer. So a reference to any other ARBO is refused
  -- like a reference to an ARBO that does not exist.
  select m.id, m.arbo_id, m.arbo_name into arbo
  from public.arbo_masterlist m
  where m.id = wanted and m.office = any (private.referable_offices(row_office));
  if found then
    -- A former ID of the same ARBO is only outdated: it was corrected after the caller read it. The key decides.
    if key_written and id_written and new."arboPrimaryKey" is not null and new.arbo_id is distinct from arbo.arbo_id
      and new.arbo_id is not null and not private.is_restoring()
      and not private.is_former_value('arbo_masterlist', arbo.id, 'arbo_id', new.arbo_id)
    then
      raise exception 'The ARBO record and the ARBO ID belong to different ARBOs.'
        using errcode = 'AG002', column = 'arbo_id';
    end if;
    new."arboPrimaryKey" := arbo.id;
    new.arbo_id := arbo.arbo_id;
    new.arbo_name := arbo.arbo_name;
  elsif new.arbo_id is not null then
    raise exception 'The row refers to a row of another office.'
      using errcode = '23503', schema = 'public', table = tg_table_name, column = 'arbo_id';
  else
    new."arboPrimaryKey" := wanted;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.resolve_arc()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  arc record;
begin
  if tg_op = 'UPDATE' then
    if (new.arc_id, new.arc_name, new.arc_type) is not distinct from (old.arc_id, old.arc_name, old.arc_type) then
      return new;
    end if;
  end if;
  perform pg_advisory_xact_lock_shared(l.kind, l.bucket) from private.arc_lock(new.arc_id) l;
  -- Leaves out ARCs to which the row may not refer, so that it does not get their names.
  select m.id, m.arc_name, m.arc_type into arc
  from public.arc_masterlist m
  where m.arc_id = new.arc_id and m.office = any (private.referable_offices(
    coalesce(new.region_name, '') || ' / ' || coalesce(new.province_name, '')));
  if not found or (new.arc_name, new.arc_type) is not distinct from (arc.arc_name, arc.arc_type) then
    return new;
  end if;
  if new.arc_name is null or new.arc_name <> arc.arc_name and private.is_former_value(
    'arc_masterlist', arc.id, 'arc_name', new.arc_name)
  then
    new.arc_name := arc.arc_name;
    new.arc_type := arc.arc_type;
  elsif new.arc_name = arc.arc_name
    and private.is_former_value('arc_masterlist', arc.id, 'arc_type', new.arc_type)
  then
    new.arc_type := arc.arc_type;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.restore (
  wanted_table text,
  entries      bigint[]
)
  RETURNS SETOF bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  names constant text[] := (
    select array_agg(quote_ident(a.attname) order by a.attnum)
    from pg_catalog.pg_attribute a
    where a.attrelid = format('public.%I', wanted_table)::regclass and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '');
begin
  perform private.reattach_files(wanted_table, entries);
  perform set_config('private.restoring', 'yes', true);
  -- Old log entries of deletions lack the row version. For them, use the count of all log entries of the row, which is
  -- at least as high as its version.
  return query execute format(
    'insert into public.%1$I (%2$s) overriding system value
     select %3$s
     from private.user_log l
       cross join lateral jsonb_populate_record(null::public.%1$I,
         jsonb_build_object(''updated_at'', now(), ''row_version'', (
           select count(*) from private.user_log k where k.form_name = l.form_name and k.row_id = l.row_id))
           || private.rebuild_deleted_row(%4$L, l.id, l.changes)) r
     where l.id = any ($1)
     order by r.id
     on conflict (id) do nothing
     returning %1$I.id', wanted_table, array_to_string(names, ', '), 'r.' || array_to_string(names, ', r.'),
       wanted_table)
    using entries;
  perform set_config('private.restoring', '', true);
  -- A row of evidence may have been restored to another office than that of its file.
  update public.evidence_files f set office = private.office_of(r.held)
  from (
    select l.changes, private.rebuild_deleted_row(wanted_table, l.id, l.changes) as held
    from private.user_log l where l.id = any (entries) and l.changes ? 'upload_id') r
  where f.upload_id = (r.changes #>> '{upload_id,0}')::uuid and f.office <> private.office_of(r.held);
end
$function$;

CREATE OR REPLACE FUNCTION private.restore_rows (
  wanted_table text,
  ids          bigint[]
)
  RETURNS SETOF bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  in_target constant text[] := private.offices_to_write('restore', 'target');
  in_accomplishment constant text[] := private.offices_to_write('restore', 'accomplishment');
  of_central constant boolean := private.central_caller_id() is not null;
  entries constant bigint[] := array(
    select t.entry from private.find_deleted_rows(wanted_table, ids) t
      join private.user_log l on l.id = t.entry
      cross join lateral (
        select case private.window_of(wanted_table, t.status) when 'target' then in_target else in_accomplishment end
          as offices) w
    where t.office = any (w.offices) and (of_central or not t.approved)
      and private.office_of(private.rebuild_deleted_row(wanted_table, l.id, l.changes)) = any (w.offices));
  restored bigint[];
begin
  -- Restore the attachments first: the rows contain links to the attachments.
  perform private.restore('attachments', private.find_deleted_attachments(wanted_table, entries));
  restored := array(select private.restore(wanted_table, entries));
  execute format(
    'update public.attachments a
     set region_name = t.region_name, province_name = t.province_name, muncity_name = t.muncity_name,
       barangay_name = t.barangay_name, cd = t.cd
     from public.%1$I t
     where t.id = any ($1) and a.record_table = %1$L and a.record_id = t.id and a.office <> t.office', wanted_table)
    using restored;
  return query select unnest(restored);
end
$function$;

CREATE OR REPLACE FUNCTION private.review_rows (
  wanted_table text,
  ids          bigint[],
  wanted_state text,
  said         text
)
  RETURNS SETOF bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  verb constant text := case wanted_state when 'returned' then 'return' else 'update' end;
  locked bigint[];
  allowed bigint[];
  approved bigint[];
begin
  perform private.check_record_table(wanted_table);
  execute format(
    'select array_agg(c.id) from (
       select t.id from public.%1$I t
       where t.id = any ($1)
         and t.office = any (case private.window_of($2, t.status) when ''target'' then $3 else $4 end)
       order by t.id for no key update) c', wanted_table)
    into locked
    using ids, wanted_table, private.offices_to_write(verb, 'target'),
      private.offices_to_write(verb, 'accomplishment');
  -- Read the reviews in a separate statement. The statement that waited for the locks still sees the old reviews.
  execute format(
    'select array_agg(t.id order by t.id), array_agg(t.id order by t.id) filter (
         where private.is_approved(t.process_stage))
     from public.%1$I t
     where t.id = any ($1)
       and ($3 or not private.is_approved(t.process_stage) and exists (
         select from private.reviews r where r.table_name = $2 and r.row_id = t.id and r.state = ''returned''))',
    wanted_table)
    into allowed, approved
    using locked, wanted_table, wanted_state = 'returned';
  if wanted_state = 'returned' then
    execute format('update public.%I t set process_stage = ''Pending'' where t.id = any ($1)', wanted_table)
      using approved;
  end if;
  execute format(
    'insert into private.reviews as r (table_name, row_id, state, user_id, reason, office, before)
     select $1, t.id, $2, auth.uid(), $3, t.office,
       jsonb_build_object(''step'', null, ''approved'', coalesce(t.id = any ($5), false), ''version'', t.row_version)
     from public.%I t where t.id = any ($4)
     on conflict on constraint reviews_pkey do update
       set state = excluded.state, user_id = excluded.user_id, at = now(), reason = excluded.reason,
         office = excluded.office,
         -- A return on top of a return keeps what undoes the earlier one.
         before = excluded.before || jsonb_build_object(''step'', to_jsonb(r) - case r.state
           when ''returned'' then '''' else ''before'' end)',
    wanted_table)
    using wanted_table, wanted_state, said, allowed, approved;
  perform private.log_review(wanted_table, allowed, case wanted_state when 'returned' then 'Return' else 'Resubmit' end,
    case when said is not null then jsonb_build_object('reason', jsonb_build_array(null, said)) end);
  return query select unnest(allowed);
end
$function$;

CREATE OR REPLACE FUNCTION private.revoke_on_password_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  delete from auth.sessions s where s.user_id = new.id;
  delete from private.api_tokens t where t.user_id = new.id;
  delete from private.known_browsers k where k.user_id = new.id;
  return null;
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
  -- Columns that may change in an approved row.
  frozen_without text[] := array[
    'process_stage', 'approved_by', 'approved_at', 'updated_at', 'row_version', 'office', 'search_text'];
begin
  if tg_op = 'INSERT' then
    if private.is_restoring() then
      return new;
    end if;
    new.user_id := coalesce(author, new.user_id);
    if new.process_stage = 'Approved' then
      new.approved_by := author;
      new.approved_at := now();
    end if;
    return new;
  end if;

  if old.process_stage = 'Approved' and author is not null then
    if private.is_undoing_links() or private.is_only_arbo_sync(to_jsonb(old), to_jsonb(new)) then
      frozen_without := frozen_without || '{arboPrimaryKey,arbo_id,arbo_name}'::text[];
    end if;
    if pg_trigger_depth() > 1 and private.is_only_arc_sync(to_jsonb(old), to_jsonb(new)) then
      frozen_without := frozen_without || '{arc_id,arc_name,arc_type}'::text[];
    end if;
    if to_jsonb(old) - frozen_without is distinct from to_jsonb(new) - frozen_without
      and private.central_caller_id() is null
    then
      perform private.refuse_approved_row(old.id);
    end if;
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

CREATE OR REPLACE FUNCTION private.undo_import (
  wanted_import uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if exists (
    select from private.imports i
    where i.user_id = auth.uid() and i.import_id = wanted_import and i.at < now() - private.import_undo_period())
  then
    raise exception 'This import was made more than 30 days ago, so it can no longer be taken back.'
      using errcode = 'AG002';
  end if;
  if exists (
    select from private.imports i
    where i.user_id = auth.uid() and i.import_id = wanted_import and i.table_name = 'arbo_masterlist' for update)
  then
    perform private.unlink_imported_arbos(wanted_import);
  end if;
  update private.imports i set taken_back_at = now()
  where i.user_id = auth.uid() and i.import_id = wanted_import and i.taken_back_at is null;
  if not found then
    return;
  end if;
  -- Screens that share a table show rows of different statuses. An import is made on one screen, so the status of any
  -- of its rows identifies the screen.
  insert into private.user_log (user_id, user_name, user_role, form_name, region_name, province_name, action, status,
    changes)
  select u.id, u.username, u.roles, i.table_name, u.region_name, u.province_name, 'Take back import', (
      select l.status
      from private.import_batches b
      cross join unnest(b.ids) r (id)
      join private.user_log l on l.form_name = i.table_name and l.row_id = r.id and l.tx = b.tx
      where b.user_id = i.user_id and b.import_id = i.import_id
      limit 1),
    jsonb_build_object('import', jsonb_build_array(i.file_name, null))
  from private.imports i
  join public.users u on u.id = i.user_id
  where i.user_id = auth.uid() and i.import_id = wanted_import;
end
$function$;

CREATE OR REPLACE FUNCTION private.undo_returns (
  wanted_table text,
  ids          bigint[]
)
  RETURNS SETOF bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  allowed bigint[];
  approved bigint[];
begin
  perform private.check_record_table(wanted_table);
  execute format(
    'select array_agg(c.id), array_agg(c.id) filter (where c.approved) from (
       select t.id, (r.before ->> ''approved'')::boolean as approved from public.%1$I t
         join private.reviews r on r.table_name = $2 and r.row_id = t.id
       where t.id = any ($1) and r.state = ''returned'' and not r.ended and r.user_id = auth.uid()
         and r.before is not null
         -- Returns of earlier releases have no version.
         and (not (r.before ->> ''approved'')::boolean
           or t.row_version = coalesce((r.before ->> ''version'')::integer, t.row_version))
         and t.office = any (case private.window_of($2, t.status) when ''target'' then $3 else $4 end)
       order by t.id for no key update of t, r) c', wanted_table)
    into allowed, approved
    using ids, wanted_table, private.offices_to_write('return', 'target'),
      private.offices_to_write('return', 'accomplishment');
  delete from private.reviews r
  where r.table_name = wanted_table and r.row_id = any (allowed) and r.before -> 'step' = 'null';
  -- Mark the review as ended before the row is approved again. Otherwise private.end_review may refuse the approval.
  update private.reviews r set state = s.state, user_id = s.user_id, at = s.at, reason = s.reason, before = s.before,
    ended = (old.before ->> 'approved')::boolean
  from private.reviews old cross join lateral jsonb_populate_record(null::private.reviews, old.before -> 'step') s
  where old.table_name = r.table_name and old.row_id = r.row_id
    and r.table_name = wanted_table and r.row_id = any (allowed);
  execute format('update public.%I t set process_stage = ''Approved'' where t.id = any ($1)', wanted_table)
    using approved;
  perform private.log_review(wanted_table, allowed, 'Take back return', null);
  return query select unnest(allowed);
end
$function$;

CREATE OR REPLACE FUNCTION private.unlink_imported_arbos (
  wanted_import uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  added constant bigint[] := array(
    select i.id from private.imported_rows(wanted_import) i where i.created and i.state = 'as_left');
  target record;
begin
  perform set_config('private.undoing_links', 'yes', true);
  for target in
    select r.table_name from private.office_references r
    where r.parent_name = 'arbo_masterlist' and r.column_name = 'arboPrimaryKey' order by r.table_name
  loop
    execute format($sql$
      with linked as materialized (
        select t.id
        from private.user_log m
          join public.%1$I t on t."arboPrimaryKey" = m.row_id
        where m.form_name = 'arbo_masterlist' and m.row_id = any ($1) and m.action = 'Insert' and exists (
          select from private.user_log l
          where l.form_name = %1$L and l.row_id = t.id and l.tx = m.tx
            and l.changes -> 'arboPrimaryKey' = jsonb_build_array(null, m.row_id))
        order by t.id for no key update of t
      )
      update public.%1$I t set "arboPrimaryKey" = null, arbo_id = null from linked n where t.id = n.id$sql$,
      target.table_name) using added;
  end loop;
  perform set_config('private.undoing_links', '', true);
end
$function$;

CREATE OR REPLACE FUNCTION private.values_after_entry (
  wanted_table text,
  wanted_row   bigint,
  entry        bigint
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  found jsonb;
  present jsonb;
begin
  if not exists (
    select from private.user_log l
    where l.id = entry and l.form_name = wanted_table and l.row_id = wanted_row and l.source = 'database'
      and l.action <> 'Delete' and l.office = any (private.offices_to_read()))
  then
    return null;
  end if;
  select coalesce(jsonb_object_agg(c.key, c.value), '{}') into found
  from (
    select distinct on (e.key) e.key, e.value -> 0 as value
    from private.user_log l cross join lateral jsonb_each(l.changes) e
    where l.form_name = wanted_table and l.row_id = wanted_row and l.id > entry and l.source = 'database'
      -- Review actions are in the history, too, but do not change the row.
      and l.action in ('Update', 'Approve', 'Set back', 'Delete')
      -- If a new or renamed ARBO in the masterlist linked the row by its name, the row keeps this link.
      and not (l.changes ? 'arboPrimaryKey' and e.key in ('arboPrimaryKey', 'arbo_id', 'arbo_name') and exists (
        select from private.user_log m
        where m.form_name = 'arbo_masterlist' and m.row_id = (l.changes #>> '{arboPrimaryKey,1}')::bigint
          and m.tx = l.tx))
    order by e.key, l.id
  ) c
  where private.caller_has_right('Sensitive') or not exists (
    select from private.sensitive_columns s where s.table_name = wanted_table and s.column_name = c.key);
  execute format('select to_jsonb(t) from public.%I t where t.id = $1', wanted_table) into present using wanted_row;
  found := found || private.follow_identifiers(wanted_table, found - 'arc_id', entry);
  if wanted_table <> 'arc_masterlist' then
    found := private.follow_arc(found, coalesce(present, '{}'), entry);
  end if;
  -- A sub-category is replaced only together with its category, so take the category from the row if it did not change.
  return (
    select coalesce(jsonb_object_agg(r.key, r.value), '{}')
    from jsonb_each(private.replace_list_values(coalesce(present, '{}') || found, entry)) r
    where found ? r.key);
end
$function$;

CREATE OR REPLACE PROCEDURE private.add_arc_triggers (
  IN target regclass
)
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $procedure$
begin
  execute format('create trigger resolve_arc before insert or update on %s
    for each row when (new.arc_id is not null) execute function private.resolve_arc()', target);
end
$procedure$;

CREATE OR REPLACE PROCEDURE private.add_masterlist_references (
  IN target regclass
)
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $procedure$
begin
  call private.add_reference(target, 'arboPrimaryKey', 'public.arbo_masterlist', 'id');
  execute format('create index %I on %s (arbo_id)',
    (select relname from pg_catalog.pg_class where oid = target) || '_arbo_id', target);
  if exists (select from pg_catalog.pg_attribute where attrelid = target and attname = 'arc_id') then
    call private.add_reference(target, 'arc_id', 'public.arc_masterlist', 'arc_id', true);
    call private.add_arc_triggers(target);
  end if;
  -- The trigger resolve_arbo must run after clean_texts, normalize_place and fill_from_form11, and before stamp_record.
  -- Postgres fires triggers in the order of their names.
  execute format('create trigger resolve_arbo before insert or update on %s
    for each row execute function private.resolve_arbo()', target);
  -- The triggers within_arbo_settled_… are statement triggers, because they must run after the row triggers of
  -- private.restrict_reference_offices.
  execute format('create trigger within_arbo_settled_insert after insert on %s referencing new table as new_rows
    for each statement execute function private.check_resolved_arbo()', target);
  execute format('create trigger within_arbo_settled_update after update on %s
    referencing new table as new_rows old table as old_rows
    for each statement execute function private.check_resolved_arbo()', target);
end
$procedure$;

CREATE INDEX user_log_former_arc_id ON private.user_log USING btree ((((changes -> 'arc_id'::text) ->> 0)), id)
  WHERE ((form_name = 'arc_masterlist'::text) AND (changes ? 'arc_id'::text));

CREATE INDEX user_log_former_fme_inventory_id ON private.user_log USING btree ((((changes -> 'fme_inventory_id'::text) ->> 0)), id)
  WHERE ((form_name = 'fme_inventory_table'::text) AND (changes ? 'fme_inventory_id'::text));

CREATE INDEX user_log_former_training_id ON private.user_log USING btree ((((changes -> 'training_id'::text) ->> 0)), id)
  WHERE ((form_name = 'arbo_trainings'::text) AND (changes ? 'training_id'::text));

CREATE TRIGGER resolve_arc
  BEFORE INSERT OR UPDATE ON public.arb_marketing_assistance_monitoring
  FOR EACH ROW
  WHEN ((new.arc_id IS NOT NULL))
  EXECUTE FUNCTION private.resolve_arc();

CREATE TRIGGER resolve_arc
  BEFORE INSERT OR UPDATE ON public.arbo_marketing_targets
  FOR EACH ROW
  WHEN ((new.arc_id IS NOT NULL))
  EXECUTE FUNCTION private.resolve_arc();

CREATE TRIGGER resolve_arc
  BEFORE INSERT OR UPDATE ON public.arbo_masterlist
  FOR EACH ROW
  WHEN ((new.arc_id IS NOT NULL))
  EXECUTE FUNCTION private.resolve_arc();

CREATE TRIGGER resolve_arc
  BEFORE INSERT OR UPDATE ON public.arbo_trainings
  FOR EACH ROW
  WHEN ((new.arc_id IS NOT NULL))
  EXECUTE FUNCTION private.resolve_arc();

CREATE TRIGGER resolve_arc
  BEFORE INSERT OR UPDATE ON public.farmers_tracking_income
  FOR EACH ROW
  WHEN ((new.arc_id IS NOT NULL))
  EXECUTE FUNCTION private.resolve_arc();

CREATE TRIGGER resolve_arc
  BEFORE INSERT OR UPDATE ON public.fme_inventory_table
  FOR EACH ROW
  WHEN ((new.arc_id IS NOT NULL))
  EXECUTE FUNCTION private.resolve_arc();

CREATE TRIGGER resolve_arc
  BEFORE INSERT OR UPDATE ON public.fme_rental_monitoring
  FOR EACH ROW
  WHEN ((new.arc_id IS NOT NULL))
  EXECUTE FUNCTION private.resolve_arc();

CREATE TRIGGER resolve_arc
  BEFORE INSERT OR UPDATE ON public.form11_accomps
  FOR EACH ROW
  WHEN ((new.arc_id IS NOT NULL))
  EXECUTE FUNCTION private.resolve_arc();

CREATE TRIGGER resolve_arc
  BEFORE INSERT OR UPDATE ON public.form11_farm_infos
  FOR EACH ROW
  WHEN ((new.arc_id IS NOT NULL))
  EXECUTE FUNCTION private.resolve_arc();

CREATE TRIGGER resolve_arc
  BEFORE INSERT OR UPDATE ON public.form7_accomps
  FOR EACH ROW
  WHEN ((new.arc_id IS NOT NULL))
  EXECUTE FUNCTION private.resolve_arc();

CREATE TRIGGER resolve_arc
  BEFORE INSERT OR UPDATE ON public.form7_proddevs
  FOR EACH ROW
  WHEN ((new.arc_id IS NOT NULL))
  EXECUTE FUNCTION private.resolve_arc();

CREATE TRIGGER resolve_arc
  BEFORE INSERT OR UPDATE ON public.form_10
  FOR EACH ROW
  WHEN ((new.arc_id IS NOT NULL))
  EXECUTE FUNCTION private.resolve_arc();

CREATE TRIGGER resolve_arc
  BEFORE INSERT OR UPDATE ON public.form_11_geotags
  FOR EACH ROW
  WHEN ((new.arc_id IS NOT NULL))
  EXECUTE FUNCTION private.resolve_arc();

CREATE TRIGGER resolve_arc
  BEFORE INSERT OR UPDATE ON public.form_5_accomps
  FOR EACH ROW
  WHEN ((new.arc_id IS NOT NULL))
  EXECUTE FUNCTION private.resolve_arc();

CREATE TRIGGER resolve_arc
  BEFORE INSERT OR UPDATE ON public.form_5_annualtargets
  FOR EACH ROW
  WHEN ((new.arc_id IS NOT NULL))
  EXECUTE FUNCTION private.resolve_arc();

CREATE TRIGGER resolve_arc
  BEFORE INSERT OR UPDATE ON public.inventory_status_monitoring
  FOR EACH ROW
  WHEN ((new.arc_id IS NOT NULL))
  EXECUTE FUNCTION private.resolve_arc();

CREATE TRIGGER resolve_arc
  BEFORE INSERT OR UPDATE ON public.participants
  FOR EACH ROW
  WHEN ((new.arc_id IS NOT NULL))
  EXECUTE FUNCTION private.resolve_arc();

CREATE TRIGGER resolve_arc
  BEFORE INSERT OR UPDATE ON public.qtr_sales_reports
  FOR EACH ROW
  WHEN ((new.arc_id IS NOT NULL))
  EXECUTE FUNCTION private.resolve_arc();

COMMENT ON COLUMN "private"."reviews"."before" IS 'State before the return, as {step, approved, version}, so that the return can be undone; step is null for a row without a review, and version is the row version right after the return.';

REVOKE ALL ON FUNCTION "private"."arc_lock"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."arc_lock"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."arc_lock"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."columns_copied_with"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."columns_copied_with"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."columns_copied_with"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_deleted_parents"(text, bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_deleted_parents"(text, bigint[]) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."find_deleted_parents"(text, bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_deleted_parents"(text, bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_deleted_parents"(text, bigint[]) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."find_present_identifier"(text, text, text, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_present_identifier"(text, text, text, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_present_identifier"(text, text, text, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."follow_form11"(jsonb, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."follow_form11"(jsonb, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."follow_form11"(jsonb, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."follow_identifiers"(text, jsonb, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."follow_identifiers"(text, jsonb, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."follow_identifiers"(text, jsonb, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."follow_place"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."follow_place"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."follow_place"(text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_former_value"(text, bigint, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_former_value"(text, bigint, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_former_value"(text, bigint, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_undoing_links"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_undoing_links"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_undoing_links"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."list_references"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_references"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."list_references"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."list_value_lock"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_value_lock"(text, text) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."list_value_lock"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."list_value_lock"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."list_value_lock"(text, text) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."office_of"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."office_of"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."office_of"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."pick_place"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pick_place"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."pick_place"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."rebuild_deleted_row"(text, bigint, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rebuild_deleted_row"(text, bigint, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rebuild_deleted_row"(text, bigint, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_former_password"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_former_password"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_former_password"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_former_password"(jsonb) TO "supabase_auth_admin";

REVOKE ALL ON FUNCTION "private"."resolve_arc"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."resolve_arc"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."resolve_arc"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."unlink_imported_arbos"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unlink_imported_arbos"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."unlink_imported_arbos"(uuid) TO "postgres";

REVOKE ALL ON PROCEDURE "private"."add_arc_triggers"(regclass) FROM PUBLIC;

REVOKE ALL ON PROCEDURE "private"."add_arc_triggers"(regclass) FROM "postgres";

GRANT EXECUTE ON PROCEDURE "private"."add_arc_triggers"(regclass) TO "postgres";

CREATE UNIQUE INDEX dropdown_values_once ON public.dropdown_values
  USING btree (list, private.fold_name(COALESCE(TYPE, ''::text)), private.fold_name(COALESCE(category, ''::text)), private.fold_name(COALESCE(sub_category, ''::text)));

CREATE OR REPLACE FUNCTION private.guard_schedule()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  other public.report_schedules;
begin
  if tg_op = 'INSERT' then
    new.user_id := coalesce(auth.uid(), new.user_id);
  else
    new.row_version := old.row_version + 1;
  end if;
  -- If the caller may not administer the schedule, skip the checks and let the policy refuse it.
  if auth.uid() is not null
    and not array[coalesce(new.region_name, ''), ''] && private.regions_to_schedule(lower(tg_op))
  then
    return new;
  end if;
  if num_nonnulls(new.region_name) >= num_nonnulls(new.province_name)
    and not exists (select from public.offices o where o.office = concat(new.region_name, ' / ', new.province_name))
  then
    raise exception 'A schedule must cover the whole country, a region, or a region and one of its provinces.'
      using errcode = 'AG002', column = case when new.province_name is null then 'region_name' else 'province_name' end;
  end if;
  if new.status <> 'OnGoing' then
    return new;
  end if;
  if new.end_date = new.start_date then
    raise exception 'A window closes at the start of its end date. Choose an end date after the first day.'
      using errcode = 'AG002', column = 'end_date';
  end if;
  -- Serialize concurrent inserts, which could not see each other.
  perform pg_advisory_xact_lock(
    hashtext('report_schedules'), hashtext(concat_ws('/', new.form, new.region_name, new.province_name)));
  select s.* into other from public.report_schedules s
  where s.id <> new.id and s.status = 'OnGoing' and s.form = new.form
    and s.region_name is not distinct from new.region_name and s.province_name is not distinct from new.province_name
    and daterange(s.start_date, s.end_date) && daterange(new.start_date, greatest(new.end_date, new.start_date + 1))
  order by s.start_date limit 1;
  if found then
    raise exception 'These days overlap schedule %: the % window of % from % to %. Close or change that one first.',
        other.id, other.form, coalesce(other.province_name, other.region_name, 'the whole country'),
        to_char(other.start_date, 'FMDD Mon YYYY'),
        coalesce(to_char(other.end_date - 1, 'FMDD Mon YYYY'), 'an open end')
      using errcode = 'AG002', column = 'start_date';
  end if;
  return new;
end
$function$;
