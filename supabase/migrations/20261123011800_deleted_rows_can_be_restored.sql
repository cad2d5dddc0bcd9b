-- What was deleted can be restored for 30 days, by the log, and a row be given back what it held before.

SET local check_function_bodies = off;

ALTER TABLE "public"."evidence_files"
  DROP CONSTRAINT "evidence_files_state_check";

DROP FUNCTION "private"."read_history"(text, bigint);

CREATE OR REPLACE FUNCTION private.ask_reason()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  asked private.soft_checks;
  asks boolean;
begin
  if auth.uid() is null or private.is_restoring() then
    return null;
  end if;
  for asked in select c.* from private.soft_checks c where c.table_name = tg_table_name order by c.place loop
    execute format('select %s', private.soft_check_asks(asked, '($1).')) into asks using new;
    if asks then
      raise exception using errcode = 'AG008', column = asked.field,
        message = 'is unusual, and is saved only with a word of reason (soft_check_reason).';
    end if;
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.attachments_deleted_with (
  wanted_table text,
  entries      bigint[]
)
  RETURNS bigint[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(array_agg(a.id), '{}')
  from private.user_log l
  join private.user_log a on a.tx = l.tx and a.form_name = 'attachments' and a.action = 'Delete'
    and a.source = 'database' and a.at > now() - private.trash_time()
    and a.changes #>> '{record_table,0}' = wanted_table and (a.changes #>> '{record_id,0}')::bigint = l.row_id
  where l.id = any (entries)
$function$;

CREATE OR REPLACE FUNCTION private.begin_upload (
  evidence_table text,
  owner_table    text,
  owner_id       bigint,
  upload         jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  given_id uuid := (upload ->> 'upload_id')::uuid;
  known public.evidence_files;
  owner_office text;
  owner_status text;
  owner_window text;
  stem text;
begin
  if not exists (
    select from private.evidence_owners o
    where o.evidence_table = begin_upload.evidence_table and o.owner_table = begin_upload.owner_table) then
    return jsonb_build_object('state', 'no_owner');
  end if;
  execute format('select office, status from public.%I where id = $1 and office = any ($2)', owner_table)
    into owner_office, owner_status using owner_id, private.offices_to_read();
  if owner_office is null then
    return jsonb_build_object('state', 'no_owner');
  end if;
  owner_window := private.window_of(
    case (select t.window_name from private.record_tables t where t.table_name = evidence_table)
      when 'status' then owner_table else evidence_table end,
    owner_status);
  if not owner_office = any (private.offices_to_write('insert', owner_window)) then
    return jsonb_build_object('state', 'refused', 'office', owner_office,
      'status', case owner_window when 'target' then 'Target' else 'Accomplished' end);
  end if;

  select concat_ws('/', private.folder_name(o.region_name), private.folder_name(o.province_name),
      replace(owner_table, '_', '-') || '-' || owner_id, gen_random_uuid())
    into stem
  from public.offices o where o.office = owner_office;
  insert into public.evidence_files (
    upload_id, user_id, evidence_table, office, window_name, file_path, thumbnail_path, file_name, content_type,
    size, thumbnail_size, sha256, thumbnail_sha256)
  values (
    given_id, auth.uid(), evidence_table, owner_office, owner_window, stem || '.' || (upload ->> 'extension'),
    stem || '.thumb.' || (upload ->> 'thumbnail_extension'), upload ->> 'file_name', upload ->> 'content_type',
    (upload ->> 'size')::bigint, (upload ->> 'thumbnail_size')::bigint, upload ->> 'sha256',
    upload ->> 'thumbnail_sha256')
  on conflict (upload_id) do nothing
  returning * into known;
  if not found then
    select * into known from public.evidence_files f where f.upload_id = given_id for update;
    if known.user_id is distinct from auth.uid() or known.sha256 is distinct from upload ->> 'sha256'
      or known.evidence_table <> begin_upload.evidence_table
      or split_part(known.file_path, '/', 3) <> split_part(stem, '/', 3) then
      return jsonb_build_object('state', 'conflict');
    elsif known.state = 'kept' then
      return jsonb_build_object('state', 'kept', 'row_id', known.row_id);
    elsif known.state in ('trashed', 'discarded')
      or known.thumbnail_sha256 is distinct from upload ->> 'thumbnail_sha256' then
      return jsonb_build_object('state', 'given_up');
    end if;
    update public.evidence_files f set at = now(), office = owner_office, window_name = owner_window
    where f.upload_id = given_id;
  end if;
  return jsonb_build_object(
    'state', 'reserved', 'file_path', known.file_path, 'thumbnail_path', known.thumbnail_path);
end
$function$;

CREATE OR REPLACE FUNCTION private.deleted_row (
  changes jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$ select jsonb_object_agg(c.key, c.value -> 0) from jsonb_each(changes) c $function$;

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
        shut := not coalesce(named_office = any (private.offices_to_write(verb, window_name)), false);
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

CREATE OR REPLACE FUNCTION private.file_faults()
  RETURNS TABLE (
    fault          text,
    path           text,
    evidence_table text,
    row_id         bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not private.may_repair_files() then
    return;
  end if;
  return query
    select case when f.upload_id is null then 'stray_file' else 'unwanted_file' end, o.name, f.evidence_table,
      null::bigint
    from storage.objects o
    left join public.evidence_files f on o.name = f.file_path or o.name = f.thumbnail_path
    where o.bucket_id = 'evidence'
      and (f.upload_id is null or private.is_unwanted(f.state, f.at)
        or (f.state = 'reserved' and f.at < now() - private.upload_patience()))
    union all
    select 'missing_file', p.path, f.evidence_table, f.row_id
    from public.evidence_files f
    cross join lateral (values (f.file_path, f.size), (f.thumbnail_path, f.thumbnail_size)) p (path, size)
    where f.state = 'kept' and p.path is not null and not private.is_stored(p.path, p.size);
end
$function$;

CREATE OR REPLACE FUNCTION private.follow_row()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'DELETE' or old.upload_id is distinct from new.upload_id then
    update public.evidence_files f set state = case tg_op when 'DELETE' then 'trashed' else 'discarded' end, at = now()
    where f.upload_id = old.upload_id;
  end if;
  if tg_op = 'UPDATE' and old.office <> new.office then
    update public.evidence_files f set office = new.office where f.upload_id = new.upload_id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.follow_status()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  bookkeeping constant text[] :=
    array['status', 'process_stage', 'approved_by', 'approved_at', 'updated_at', 'row_version', 'office',
      'search_text'];
begin
  if auth.uid() is null or private.is_restoring() then
    return new;
  end if;
  if new.status = 'Updated' and (tg_op = 'INSERT' or old.status is distinct from 'Updated') then
    raise exception using errcode = 'AG002', column = 'status', message =
      'Updated is given when an accomplished row is edited, and cannot be chosen.';
  end if;
  if tg_op = 'UPDATE' and old.status = 'Accomplished' and new.status = 'Accomplished' and pg_trigger_depth() = 1
    and to_jsonb(old) - bookkeeping is distinct from to_jsonb(new) - bookkeeping
  then
    new.status := 'Updated';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.forget_uploads()
  RETURNS bigint
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with forgotten as (
    delete from public.evidence_files f
    where private.is_unwanted(f.state, f.at) and f.office = any (private.offices_to_read())
      and not exists (select from storage.objects o
        where o.bucket_id = 'evidence' and o.name in (f.file_path, f.thumbnail_path))
    returning 1)
  select count(*) from forgotten
$function$;

CREATE OR REPLACE FUNCTION private.has_leftover_files()
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (
    select from public.evidence_files f
    where f.office = any ((select private.offices_to_read())::text[])
      and f.state <> 'kept' and (private.is_unwanted(f.state, f.at)
        or (f.state = 'reserved' and f.at < now() - private.upload_patience())))
$function$;

CREATE OR REPLACE FUNCTION private.held_fields (
  held jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select jsonb_object_agg(b.key, jsonb_build_array(b.value, null))
  from jsonb_each(held) b
  where b.value <> 'null' and b.key not in ('updated_at', 'office', 'search_text')
$function$;

CREATE OR REPLACE FUNCTION private.is_restoring()
  RETURNS boolean
  LANGUAGE sql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$ select coalesce(current_setting('private.restoring', true), '') = 'yes' $function$;

CREATE OR REPLACE FUNCTION private.is_unwanted (
  state text,
  since timestamp with time zone
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select state = 'discarded' or state = 'trashed' and since < now() - private.trash_time() - interval '1 day'
$function$;

CREATE OR REPLACE FUNCTION private.judge_places()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  unknown jsonb[];
  read private.read_place;
  item jsonb;
begin
  if private.is_restoring() then
    return null;
  elsif tg_op = 'INSERT' then
    with places as materialized (
      select n.region_name, n.province_name, n.muncity_name, n.barangay_name, min(n.id) as id
      from new_rows n where n.muncity_name is not null group by 1, 2, 3, 4
    )
    select array_agg(to_jsonb(n)) into unknown
    from places p join new_rows n on n.id = p.id
    where not private.place_is_known(p.region_name, p.province_name, p.muncity_name, p.barangay_name);
  else
    with places as materialized (
      select n.region_name, n.province_name, n.muncity_name, n.barangay_name, min(n.id) as id
      from new_rows n join old_rows o on o.id = n.id
      where n.muncity_name is not null and (n.region_name, n.province_name, n.muncity_name, n.barangay_name)
        is distinct from (o.region_name, o.province_name, o.muncity_name, o.barangay_name)
      group by 1, 2, 3, 4
    )
    select array_agg(to_jsonb(n)) into unknown
    from places p join new_rows n on n.id = p.id
    where not private.place_is_known(p.region_name, p.province_name, p.muncity_name, p.barangay_name);
  end if;
  foreach item in array coalesce(unknown, '{}') loop
    read := private.read_place(item ->> 'region_name', item ->> 'province_name', item ->> 'muncity_name',
      item ->> 'barangay_name');
    if read.field in ('muncity_name', 'barangay_name') and not private.stands_with_owner(tg_table_name, item) then
      raise exception using errcode = 'AG006', column = read.field,
        message = format('"%s" %s.', left(item ->> read.field, 60), read.reason);
    end if;
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.locate_point()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if private.is_restoring() then
    return new;
  end if;
  new.outside_province := private.outside_outline(new.region_name, new.province_name, new.longitude, new.latitude);
  if new.outside_province is distinct from 'Yes' then
    -- There is nothing to confirm, and the next point outside is another.
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

CREATE OR REPLACE FUNCTION private.log_statement()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  author uuid := auth.uid();
  author_name text;
  author_role text;
  about_users constant boolean := tg_nargs > 0;
begin
  select u.username, u.roles into author_name, author_role from public.users u where u.id = author;
  if tg_op = 'INSERT' then
    insert into private.user_log (user_id, user_name, user_role, form_name, row_id, subject, region_name, province_name,
      muncity_name, action, status)
    select author, author_name, author_role, tg_table_name, case when not about_users
      then (j.r ->> 'id')::bigint end, case when about_users then (j.r ->> 'id')::uuid end,
      j.r ->> 'region_name', j.r ->> 'province_name', j.r ->> 'muncity_name',
      case when private.is_restoring() then 'Restore' else 'Insert' end, j.r ->> 'status'
    from (select to_jsonb(n) as r from new_rows n offset 0) j;
  elsif tg_op = 'DELETE' then
    insert into private.user_log (user_id, user_name, user_role, form_name, row_id, subject, region_name, province_name,
      muncity_name, action, status, changes)
    select author, author_name, author_role, tg_table_name, case when not about_users
      then (j.r ->> 'id')::bigint end, case when about_users then (j.r ->> 'id')::uuid end,
      j.r ->> 'region_name', j.r ->> 'province_name', j.r ->> 'muncity_name', 'Delete', j.r ->> 'status',
        private.held_fields(j.r)
    from (select to_jsonb(o) as r from old_rows o offset 0) j;
  else
    insert into private.user_log (user_id, user_name, user_role, form_name, row_id, subject, region_name, province_name,
      muncity_name, action, status, changes)
    select author, author_name, author_role, tg_table_name, case when not about_users
      then (j.n ->> 'id')::bigint end, case when about_users then (j.n ->> 'id')::uuid end,
      j.n ->> 'region_name', j.n ->> 'province_name', j.n ->> 'muncity_name',
      case when j.n ->> 'process_stage' = 'Approved' and j.o ->> 'process_stage'
        is distinct from 'Approved' then 'Approve'
           when j.o ->> 'process_stage' = 'Approved' and j.n ->> 'process_stage'
             is distinct from 'Approved' then 'Set back'
           else 'Update' end,
      j.n ->> 'status', private.changed_fields(j.o, j.n)
    from (select to_jsonb(n) as n, to_jsonb(o) as o from new_rows n join old_rows o using (id) offset 0) j;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.place_by_book()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  read private.read_place;
begin
  if private.is_restoring() then
    return new;
  elsif tg_op = 'UPDATE' then
    if (new.region_name, new.province_name, new.muncity_name, new.barangay_name)
      is not distinct from (old.region_name, old.province_name, old.muncity_name, old.barangay_name)
    then
      return new;
    end if;
  end if;
  if not private.place_is_known(new.region_name, new.province_name, new.muncity_name, new.barangay_name) then
    read := private.read_place(new.region_name, new.province_name, new.muncity_name, new.barangay_name);
    new.region_name := read.region_name;
    new.province_name := read.province_name;
    new.muncity_name := read.muncity_name;
    new.barangay_name := read.barangay_name;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.put_back (
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
  perform private.take_files_back(wanted_table, entries);
  perform set_config('private.restoring', 'yes', true);
  -- What the log did not yet note of a deleted row: its version, which is not beyond the number of its entries.
  return query execute format(
    'insert into public.%1$I (%2$s) overriding system value
     select %3$s
     from private.user_log l
       cross join lateral jsonb_populate_record(null::public.%1$I,
         jsonb_build_object(''updated_at'', now(), ''row_version'', (
           select count(*) from private.user_log k where k.form_name = l.form_name and k.row_id = l.row_id))
           || private.deleted_row(l.changes)) r
     where l.id = any ($1)
     order by r.id
     on conflict (id) do nothing
     returning %1$I.id', wanted_table, array_to_string(names, ', '), 'r.' || array_to_string(names, ', r.'))
    using entries;
  perform set_config('private.restoring', '', true);
end
$function$;

CREATE OR REPLACE FUNCTION private.read_history (
  table_name text,
  wanted_row bigint
)
  RETURNS TABLE (
    id        bigint,
    at        timestamp with time zone,
    user_name text,
    user_role text,
    action    text,
    changes   jsonb,
    api_token text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select l.id, l.at, l.user_name, l.user_role, l.action,
    case when private.caller_has_right('Sensitive') then l.changes
      else private.without_sensitive(l.form_name, l.changes) end,
    l.api_token
  from private.user_log l
  left join private.reference_tables r on r.table_name = l.form_name
  where l.form_name = read_history.table_name and l.row_id = wanted_row and l.source = 'database'
    and case when r.table_name is null then l.office = any (private.offices_to_read())
      else private.caller_level() is not null and (not r.read_by_route or private.caller_has_route(r.route)) end
  order by l.id desc
$function$;

CREATE OR REPLACE FUNCTION private.require_facts()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  fact private.required_facts;
  lacking bigint;
begin
  if auth.uid() is null or private.is_restoring() then
    return null;
  end if;
  for fact in select f.* from private.required_facts f where f.table_name = tg_table_name order by f.place loop
    if tg_op = 'INSERT' then
      execute format('select n.id from new_rows n where %s limit 1',
        private.lacks_fact(tg_relid, fact, 'n.')) into lacking;
    else
      execute format('select n.id from new_rows n join old_rows o on o.id = n.id where %s and not %s limit 1',
        private.lacks_fact(tg_relid, fact, 'n.'), private.lacks_fact(tg_relid, fact, 'o.')) into lacking;
    end if;
    if lacking is not null then
      raise exception using errcode = 'AG007', column = fact.columns[1], message = 'is required.';
    end if;
  end loop;
  return null;
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
  of_central constant boolean := private.caller_of_central() is not null;
  entries constant bigint[] := array(
    select t.entry from private.trashed(wanted_table, ids) t
    where t.office = any (
        case private.window_of(wanted_table, t.status) when 'target' then in_target else in_accomplishment end)
      and (of_central or not t.approved));
begin
  -- First what was attached: its links are among what the rows held.
  perform private.put_back('attachments', private.attachments_deleted_with(wanted_table, entries));
  return query select private.put_back(wanted_table, entries);
end
$function$;

CREATE OR REPLACE FUNCTION private.right_suffices (
  verb   text,
  rights text[]
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select case verb
    when 'insert' then rights && array['Edit', 'Delete']
    when 'update' then 'Edit' = any (rights)
    when 'approve' then 'Approve' = any (rights)
    when 'return' then 'Approve' = any (rights)
    when 'change' then rights && array['Edit', 'Approve']
    when 'comment' then rights && array['Edit', 'Approve']
    when 'delete' then 'Delete' = any (rights)
    when 'restore' then 'Delete' = any (rights)
    else false
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

CREATE OR REPLACE FUNCTION private.take_files_back (
  wanted_table text,
  entries      bigint[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  uploads constant uuid[] := array(
    select (l.changes #>> '{upload_id,0}')::uuid from private.user_log l
    where l.id = any (entries) and l.changes ? 'upload_id');
  taken bigint;
begin
  update public.evidence_files f set state = 'kept', at = now()
  where f.evidence_table = wanted_table and f.upload_id = any (uploads) and f.state = 'trashed'
    and private.is_stored(f.file_path, f.size)
    and (f.thumbnail_path is null or private.is_stored(f.thumbnail_path, f.thumbnail_size));
  get diagnostics taken = row_count;
  if taken < cardinality(uploads) then
    raise exception 'A file that goes with it is no longer stored: it cannot be restored without.'
      using errcode = 'AG002', column = 'upload_id';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.take_upload()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  upload public.evidence_files;
begin
  -- A new row without one is refused at the end of the transaction; an existing one does not let go of its file. (There
  -- is no old row of an insert: its columns are null.)
  if auth.uid() is null or private.is_restoring() or new.upload_id is not distinct from old.upload_id then
    return new;
  end if;
  select * into upload from public.evidence_files f where f.upload_id = new.upload_id for update;
  if upload.state is distinct from 'stored' or upload.user_id is distinct from auth.uid()
    or upload.evidence_table <> tg_table_name
    or upload.office <> coalesce(new.region_name, '') || ' / ' || coalesce(new.province_name, '')
    or not private.is_stored(upload.file_path, upload.size)
    or (upload.thumbnail_path is not null and not private.is_stored(upload.thumbnail_path, upload.thumbnail_size))
  then
    raise exception 'The file of this upload has not arrived. Send it again.'
      using errcode = 'AG002', column = 'upload_id';
  end if;
  update public.evidence_files f set state = 'kept', row_id = new.id, at = now() where f.upload_id = new.upload_id;
  new.file_path := upload.file_path;
  new.thumbnail_path := upload.thumbnail_path;
  new.file_name := upload.file_name;
  new.content_type := upload.content_type;
  new.size := upload.size;
  new.sha256 := upload.sha256;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.trash_of (
  wanted_table text,
  statuses     text[],
  page_size    integer,
  skipped      bigint
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  hidden constant text[] := case when private.caller_has_right('Sensitive') then '{}' else array(
    select c.column_name from private.sensitive_columns c where c.table_name = wanted_table) end;
  answer jsonb;
begin
  execute format(
    'with trashed as materialized (
       select t.entry from private.trashed($1) t where $2 is null or t.status = any ($2)
     ),
     -- First chosen, then made rows of: other entries of the log are not of this table.
     chosen as materialized (
       select l.* from private.user_log l
       where l.id in (select entry from trashed order by entry desc limit $3 offset $4)
     )
     select jsonb_build_object(''total'', (select count(*) from trashed), ''rows'', (
       select coalesce(jsonb_agg(
         to_jsonb(r) - ''search_text'' || jsonb_build_object(''office'', l.office, ''deleted'', jsonb_build_object(
           ''by'', l.user_name, ''at'', l.at, ''until'', l.at + private.trash_time())) order by l.id desc), ''[]'')
       from chosen l
         cross join lateral jsonb_populate_record(null::public.%I, private.deleted_row(l.changes) - $5) r))',
    wanted_table)
    into answer
    using wanted_table, statuses, page_size, skipped, hidden;
  return answer;
end
$function$;

CREATE OR REPLACE FUNCTION private.trash_time()
  RETURNS interval
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$ select interval '30 days' $function$;

CREATE OR REPLACE FUNCTION private.trashed (
  wanted_table text,
  ids          bigint[] DEFAULT NULL::bigint[]
)
  RETURNS TABLE (
    entry    bigint,
    row_id   bigint,
    office   text,
    status   text,
    approved boolean
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not exists (select from private.record_tables t where t.table_name = wanted_table) then
    raise exception 'no such record table: %', wanted_table using errcode = '42P01';
  end if;
  return query execute format(
    'select l.id, l.row_id, l.office, l.status, private.is_approved(l.changes #>> ''{process_stage,0}'')
     from private.user_log l
     where l.form_name = $1 and l.action = ''Delete'' and l.source = ''database''
       and l.at > now() - private.trash_time() and l.office = any ($2) and ($3 is null or l.row_id = any ($3))
       and not exists (
         select from private.user_log k
         where k.form_name = $1 and k.row_id = l.row_id and k.id > l.id and k.action = ''Delete'')
       and not exists (select from public.%I t where t.id = l.row_id)', wanted_table)
    using wanted_table, private.offices_to_read(), ids;
end
$function$;

CREATE OR REPLACE FUNCTION private.unwanted_files (
  most integer
)
  RETURNS SETOF text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p.path
  from public.evidence_files f cross join lateral (values (f.file_path), (f.thumbnail_path)) p (path)
  where f.state <> 'kept' and private.is_unwanted(f.state, f.at)
    and f.office = any ((select private.offices_to_read())::text[]) and p.path is not null
  limit most
$function$;

CREATE OR REPLACE FUNCTION private.version_of (
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
begin
  if not exists (
    select from private.user_log l
    where l.id = entry and l.form_name = wanted_table and l.row_id = wanted_row and l.source = 'database'
      and l.action <> 'Delete' and l.office = any (private.offices_to_read()))
  then
    return null;
  end if;
  return (
    select coalesce(jsonb_object_agg(c.key, c.value), '{}')
    from (
      select distinct on (e.key) e.key, e.value -> 0 as value
      from private.user_log l cross join lateral jsonb_each(l.changes) e
      where l.form_name = wanted_table and l.row_id = wanted_row and l.id > entry and l.source = 'database'
        -- What is said of a row is in its history, too.
        and l.action in ('Update', 'Approve', 'Set back', 'Delete')
      order by e.key, l.id
    ) c
    where private.caller_has_right('Sensitive') or not exists (
      select from private.sensitive_columns s where s.table_name = wanted_table and s.column_name = c.key));
end
$function$;

ALTER TABLE "public"."evidence_files"
  ADD CONSTRAINT "evidence_files_state_check" CHECK ((state = ANY (ARRAY['reserved'::text, 'stored'::text, 'kept'::text, 'trashed'::text, 'discarded'::text])));

CREATE INDEX user_log_deleted ON private.user_log USING btree (form_name, at DESC, id DESC)
  WHERE ((action = 'Delete'::text) AND (source = 'database'::text));

COMMENT ON COLUMN "private"."user_log"."action" IS 'Insert, Update, Delete, Restore, Approve, Set back, Return, Resubmit, Comment, and export for a list of personal data that was taken out.';

COMMENT ON COLUMN "private"."user_log"."changes" IS 'Field -> [before, after]: the changed fields of an update, all that a deleted row held, by which it is restored, null for an insert; purpose, filters and rows of an export.';

COMMENT ON COLUMN "public"."evidence_files"."state" IS 'reserved: announced, the API may store it; stored: confirmed, within one transaction only; kept: a row has it; trashed: its row was deleted and can be restored; discarded: nobody wants it, its bytes may be removed.';

REVOKE ALL ON FUNCTION "private"."attachments_deleted_with"(text, bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."attachments_deleted_with"(text, bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."attachments_deleted_with"(text, bigint[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."deleted_row"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."deleted_row"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."deleted_row"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."held_fields"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."held_fields"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."held_fields"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_restoring"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_restoring"() TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."is_restoring"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_restoring"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_restoring"() TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."is_unwanted"(text, timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_unwanted"(text, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_unwanted"(text, timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."put_back"(text, bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."put_back"(text, bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."put_back"(text, bigint[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."read_history"(text, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_history"(text, bigint) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."read_history"(text, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."read_history"(text, bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."read_history"(text, bigint) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."restore_rows"(text, bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."restore_rows"(text, bigint[]) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."restore_rows"(text, bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."restore_rows"(text, bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."restore_rows"(text, bigint[]) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."take_files_back"(text, bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_files_back"(text, bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."take_files_back"(text, bigint[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."trash_of"(text, text[], integer, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."trash_of"(text, text[], integer, bigint) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."trash_of"(text, text[], integer, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."trash_of"(text, text[], integer, bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."trash_of"(text, text[], integer, bigint) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."trash_time"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."trash_time"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."trash_time"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."trashed"(text, bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."trashed"(text, bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."trashed"(text, bigint[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."version_of"(text, bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."version_of"(text, bigint, bigint) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."version_of"(text, bigint, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."version_of"(text, bigint, bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."version_of"(text, bigint, bigint) TO "provincial_reader";

call private.let_levels_read();
