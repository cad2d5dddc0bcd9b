-- Texts have the limits of the API in the database, references fail alike for missing and foreign rows, each mark is stated
-- once, and windows of a region and log entries name what they are about. Repeated requests return the versions that the
-- first request stored, and a replaced list value is also replaced in deleted rows.

SET local check_function_bodies = off;

DROP TRIGGER "within_arboPrimaryKey_insert" ON "public"."arb_marketing_assistance_monitoring";

DROP TRIGGER "within_arboPrimaryKey_update" ON "public"."arb_marketing_assistance_monitoring";

DROP TRIGGER "within_arc_id_insert" ON "public"."arb_marketing_assistance_monitoring";

DROP TRIGGER "within_arc_id_update" ON "public"."arb_marketing_assistance_monitoring";

DROP TRIGGER "within_arboPrimaryKey_insert" ON "public"."arbo_marketing_targets";

DROP TRIGGER "within_arboPrimaryKey_update" ON "public"."arbo_marketing_targets";

DROP TRIGGER "within_arc_id_insert" ON "public"."arbo_marketing_targets";

DROP TRIGGER "within_arc_id_update" ON "public"."arbo_marketing_targets";

DROP TRIGGER "within_training_id_insert" ON "public"."arbo_marketing_targets";

DROP TRIGGER "within_training_id_update" ON "public"."arbo_marketing_targets";

DROP TRIGGER "within_arboPrimaryKey_insert" ON "public"."arbo_trainings";

DROP TRIGGER "within_arboPrimaryKey_update" ON "public"."arbo_trainings";

DROP TRIGGER "within_arc_id_insert" ON "public"."arbo_trainings";

DROP TRIGGER "within_arc_id_update" ON "public"."arbo_trainings";

DROP TRIGGER "within_arc_id_insert" ON "public"."arc_barangays_covered";

DROP TRIGGER "within_arc_id_update" ON "public"."arc_barangays_covered";

DROP TRIGGER "within_arboPrimaryKey_insert" ON "public"."farmers_tracking_income";

DROP TRIGGER "within_arboPrimaryKey_update" ON "public"."farmers_tracking_income";

DROP TRIGGER "within_arc_id_insert" ON "public"."farmers_tracking_income";

DROP TRIGGER "within_arc_id_update" ON "public"."farmers_tracking_income";

DROP TRIGGER "within_arboPrimaryKey_insert" ON "public"."fme_inventory_table";

DROP TRIGGER "within_arboPrimaryKey_update" ON "public"."fme_inventory_table";

DROP TRIGGER "within_arc_id_insert" ON "public"."fme_inventory_table";

DROP TRIGGER "within_arc_id_update" ON "public"."fme_inventory_table";

DROP TRIGGER "within_arboPrimaryKey_insert" ON "public"."fme_rental_monitoring";

DROP TRIGGER "within_arboPrimaryKey_update" ON "public"."fme_rental_monitoring";

DROP TRIGGER "within_arc_id_insert" ON "public"."fme_rental_monitoring";

DROP TRIGGER "within_arc_id_update" ON "public"."fme_rental_monitoring";

DROP TRIGGER "within_fme_inventory_id_insert" ON "public"."fme_rental_monitoring";

DROP TRIGGER "within_fme_inventory_id_update" ON "public"."fme_rental_monitoring";

DROP TRIGGER "within_arboPrimaryKey_insert" ON "public"."form11_accomps";

DROP TRIGGER "within_arboPrimaryKey_update" ON "public"."form11_accomps";

DROP TRIGGER "within_arc_id_insert" ON "public"."form11_accomps";

DROP TRIGGER "within_arc_id_update" ON "public"."form11_accomps";

DROP TRIGGER "within_arboPrimaryKey_insert" ON "public"."form11_farm_infos";

DROP TRIGGER "within_arboPrimaryKey_update" ON "public"."form11_farm_infos";

DROP TRIGGER "within_arc_id_insert" ON "public"."form11_farm_infos";

DROP TRIGGER "within_arc_id_update" ON "public"."form11_farm_infos";

DROP TRIGGER "within_arboPrimaryKey_insert" ON "public"."form7_accomps";

DROP TRIGGER "within_arboPrimaryKey_update" ON "public"."form7_accomps";

DROP TRIGGER "within_arc_id_insert" ON "public"."form7_accomps";

DROP TRIGGER "within_arc_id_update" ON "public"."form7_accomps";

DROP TRIGGER "within_training_id_insert" ON "public"."form7_accomps";

DROP TRIGGER "within_training_id_update" ON "public"."form7_accomps";

DROP TRIGGER "within_arboPrimaryKey_insert" ON "public"."form7_proddevs";

DROP TRIGGER "within_arboPrimaryKey_update" ON "public"."form7_proddevs";

DROP TRIGGER "within_arc_id_insert" ON "public"."form7_proddevs";

DROP TRIGGER "within_arc_id_update" ON "public"."form7_proddevs";

DROP TRIGGER "within_training_id_insert" ON "public"."form7_proddevs";

DROP TRIGGER "within_training_id_update" ON "public"."form7_proddevs";

DROP TRIGGER "within_arboPrimaryKey_insert" ON "public"."form_10";

DROP TRIGGER "within_arboPrimaryKey_update" ON "public"."form_10";

DROP TRIGGER "within_arc_id_insert" ON "public"."form_10";

DROP TRIGGER "within_arc_id_update" ON "public"."form_10";

DROP TRIGGER "within_training_id_insert" ON "public"."form_10";

DROP TRIGGER "within_training_id_update" ON "public"."form_10";

DROP TRIGGER "within_arboPrimaryKey_insert" ON "public"."form_11_geotags";

DROP TRIGGER "within_arboPrimaryKey_update" ON "public"."form_11_geotags";

DROP TRIGGER "within_arc_id_insert" ON "public"."form_11_geotags";

DROP TRIGGER "within_arc_id_update" ON "public"."form_11_geotags";

DROP TRIGGER "within_form11_id_insert" ON "public"."form_11_geotags";

DROP TRIGGER "within_form11_id_update" ON "public"."form_11_geotags";

DROP TRIGGER "within_arboPrimaryKey_insert" ON "public"."form_5_accomps";

DROP TRIGGER "within_arboPrimaryKey_update" ON "public"."form_5_accomps";

DROP TRIGGER "within_arc_id_insert" ON "public"."form_5_accomps";

DROP TRIGGER "within_arc_id_update" ON "public"."form_5_accomps";

DROP TRIGGER "within_arboPrimaryKey_insert" ON "public"."form_5_annualtargets";

DROP TRIGGER "within_arboPrimaryKey_update" ON "public"."form_5_annualtargets";

DROP TRIGGER "within_arc_id_insert" ON "public"."form_5_annualtargets";

DROP TRIGGER "within_arc_id_update" ON "public"."form_5_annualtargets";

DROP TRIGGER "within_training_id_insert" ON "public"."form_5_annualtargets";

DROP TRIGGER "within_training_id_update" ON "public"."form_5_annualtargets";

DROP TRIGGER "within_arboPrimaryKey_insert" ON "public"."inventory_status_monitoring";

DROP TRIGGER "within_arboPrimaryKey_update" ON "public"."inventory_status_monitoring";

DROP TRIGGER "within_arc_id_insert" ON "public"."inventory_status_monitoring";

DROP TRIGGER "within_arc_id_update" ON "public"."inventory_status_monitoring";

DROP TRIGGER "within_training_id_insert" ON "public"."participant_trainings";

DROP TRIGGER "within_training_id_update" ON "public"."participant_trainings";

DROP TRIGGER "within_arboPrimaryKey_insert" ON "public"."participants";

DROP TRIGGER "within_arboPrimaryKey_update" ON "public"."participants";

DROP TRIGGER "within_arc_id_insert" ON "public"."participants";

DROP TRIGGER "within_arc_id_update" ON "public"."participants";

DROP TRIGGER "within_arboPrimaryKey_insert" ON "public"."qtr_sales_reports";

DROP TRIGGER "within_arboPrimaryKey_update" ON "public"."qtr_sales_reports";

DROP TRIGGER "within_arc_id_insert" ON "public"."qtr_sales_reports";

DROP TRIGGER "within_arc_id_update" ON "public"."qtr_sales_reports";

DROP TRIGGER "within_proddev_id_insert" ON "public"."qtr_sales_reports";

DROP TRIGGER "within_proddev_id_update" ON "public"."qtr_sales_reports";

DROP TRIGGER "within_arboPrimaryKey_insert" ON "public"."sales_transactions";

DROP TRIGGER "within_arboPrimaryKey_update" ON "public"."sales_transactions";

DROP TRIGGER "within_mark_assist_id_insert" ON "public"."sales_transactions";

DROP TRIGGER "within_mark_assist_id_update" ON "public"."sales_transactions";

DROP FUNCTION "private"."activity_marks"(text, text[], text[], jsonb, boolean);

DROP FUNCTION "private"."check_reference_office"();

DROP FUNCTION "private"."finish_batch"(uuid, integer, bigint[]);

DROP FUNCTION "private"."rebuild_deleted_row"(jsonb);

ALTER TABLE "private"."import_batches"
  ADD COLUMN "row_versions" integer[];

CREATE OR REPLACE FUNCTION private.activity_marks (
  subject      text,
  forms        text[],
  marks        text[],
  filters      jsonb,
  by_programme boolean DEFAULT false
)
  RETURNS SETOF record
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  ROWS 10000
  SET search_path TO ''
  AS $function$
declare
  kept constant text := private.kept_marks_query(subject, forms, marks, filters);
  reads_targets constant boolean := exists (
    select from private.mark_kinds() k where k.mark = any (marks) and k.of_targets);
  own constant text := format($q$
    select m.region_name, m.province_name, m.muncity_name, m.marked_id, a.programme, %5$s
    from (
      select %1$I as marked_id, subpsp_abbreviation as programme, %6$s
      from public.activities
      where %1$I is not null and form = any (%2$L::text[]) and side = any (%3$L::text[]) and %4$s
      group by 1, 2) a
    join public.marks m on m.subject = %1$L and m.marked_id = a.marked_id$q$,
    subject, forms,
    case when kept is null then '{target,accomplishment,training}' else '{accomplishment,training}' end,
    private.activity_conditions(filters),
    array_to_string(marks, ', '),
    (select string_agg(format('bool_or(form = any (%L::text[]) and %s) as %I', private.forms_with_mark(forms, k.mark),
        replace(k.condition, '{reach}', '(select private.caller_reach())'), k.mark), ', ' order by m.place)
      from unnest(marks) with ordinality m (mark, place)
      join private.mark_kinds() k using (mark)));
begin
  return query execute format($q$
    select region_name, province_name, muncity_name, marked_id, %1$s, %2$s
    from (%3$s) m (region_name, province_name, muncity_name, marked_id, programme, %4$s)
    where %5$s
    group by 1, 2, 3, 4, 5$q$,
    case when by_programme then 'programme' else 'null::text' end,
    (select string_agg(format('coalesce(bool_or(%I), false)', mark), ', ' order by place)
      from unnest(marks) with ordinality m (mark, place)),
    case
      when kept is null then own
      when not filters ?| array['reporting_quarter', 'reporting_month'] then kept
      when reads_targets then kept || ' union all ' || own
      else own end,
    array_to_string(marks, ', '),
    array_to_string(marks, ' or '));
end
$function$;

CREATE OR REPLACE FUNCTION private.await_writers (
  wanted_tables text[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  writers constant text[] := array(
    select distinct l.virtualtransaction
    from pg_catalog.pg_locks l
    where l.locktype = 'relation' and l.mode = 'RowExclusiveLock' and l.granted and l.pid <> pg_backend_pid()
      and l.database = (select d.oid from pg_catalog.pg_database d where d.datname = current_database())
      and l.relation in (select format('public.%I', t)::regclass from unnest(wanted_tables) t));
begin
  while exists (
    with recursive blocked as (
      select pg_backend_pid() as pid
      union
      select w.pid from pg_catalog.pg_locks w join blocked b on not w.granted and b.pid = any (pg_blocking_pids(w.pid))
    )
    select
    from pg_catalog.pg_locks l
    where l.locktype = 'virtualxid' and l.granted and l.virtualtransaction = any (writers)
      and l.pid not in (select b.pid from blocked b))
  loop
    perform pg_sleep(0.02);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.begin_preview (
  wanted   uuid,
  entry    jsonb DEFAULT NULL::jsonb,
  region   text  DEFAULT NULL::text,
  province text  DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.check_preview(wanted, entry is not null);
  if entry is not null then
    wanted := private.create_draft_person(entry, region, province);
  end if;
  perform set_config('transaction_read_only', 'on', true),
    set_config('request.jwt.claims', jsonb_build_object('sub', wanted, 'role', 'authenticated',
      'acts_for', 'preview')::text, true),
    set_config('request.jwt.claim.sub', wanted::text, true);
end
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
  owner_folder constant text := replace(owner_table, '_', '-') || '-' || owner_id;
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
  -- A repeat of a complete upload changes nothing, so it is not refused after the reporting window has closed.
  select * into known from public.evidence_files f
  where f.upload_id = given_id and f.state = 'kept' and f.user_id = auth.uid() and f.sha256 = upload ->> 'sha256'
    and f.evidence_table = begin_upload.evidence_table and split_part(f.file_path, '/', 3) = owner_folder;
  if found then
    return jsonb_build_object('state', 'kept', 'row_id', known.row_id);
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
      owner_folder, gen_random_uuid())
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
      or split_part(known.file_path, '/', 3) <> owner_folder then
      return jsonb_build_object('state', 'conflict');
    elsif known.state = 'kept' then
      return jsonb_build_object('state', 'kept', 'row_id', known.row_id);
    elsif known.state = 'trashed' then
      return jsonb_build_object('state', 'deleted');
    elsif known.state = 'discarded'
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

CREATE OR REPLACE FUNCTION private.check_next_office()
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  due text;
  found_differences integer;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('private.check_next_office', 0))
    or exists (select from private.figure_checks c where c.checked_at > now() - interval '30 seconds')
  then
    return null;
  end if;
  select o.office into due
  from public.offices o left join private.figure_checks c using (office)
  where c.office is null or c.checked_at < now() - case c.differences when 0 then interval '20 hours'
    else interval '10 minutes' end
  order by c.checked_at nulls first, o.office
  limit 1;
  if due is null then
    return null;
  end if;
  perform private.refresh_figures();
  select count(*) into found_differences from private.figure_differences(array[due]);
  -- A row that was written during the comparison looks like a difference. Do not store the result in this case, so that
  -- the office is compared again later.
  if found_differences > 0 and exists (select from private.stale_rows) then
    return null;
  end if;
  insert into private.figure_checks as kept (office, differences, repaired_at)
  values (due, found_differences, case when found_differences > 0 then now() end)
  on conflict (office) do update set checked_at = excluded.checked_at, differences = excluded.differences,
    repaired_at = coalesce(excluded.repaired_at, kept.repaired_at);
  if found_differences > 0 then
    perform private.note_office(due);
  end if;
  return due;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_preview (
  wanted   uuid,
  is_draft boolean
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  person public.users;
begin
  if not private.caller_has_route('users') then
    raise exception 'Only administrators with the route "users" can see the product as another person.'
      using errcode = 'AG003';
  end if;
  if not is_draft then
    person := private.require_visible_person(wanted);
    if person.id <> auth.uid() and not private.can_administer_user(person.id, person.office, person.uac_id) then
      raise exception 'You can only see the product as people whom you can administer.' using errcode = 'AG003';
    end if;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_record_office()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  agrees boolean;
begin
  -- `agrees` (whether the attachment matches its record) is null if the attachment was added and deleted in the same
  -- transaction.
  execute format('select coalesce(a.office = r.office and a.status = case private.window_of(%1$L, r.status) '
    || 'when ''target'' then ''Target'' else ''Accomplished'' end, false) '
    || 'from public.attachments a left join public.%1$I r on r.id = a.record_id where a.id = $1', new.record_table)
    into agrees using new.id;
  if not agrees then
    raise exception 'An attachment must belong to a record and to its office.'
      using errcode = 'AG002', column = 'record_id';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_reference_offices()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  r private.office_references;
  pairs text;
  outside text;
  foreign_key name;
  changed boolean := true;
begin
  if new is distinct from (select n from new_rows n limit 1) then
    return null;
  end if;
  for r in select * from private.office_references where table_name = tg_table_name order by column_name loop
    pairs := format('select n.%1$I as reference, n.office from new_rows n where n.%1$I is not null', r.column_name);
    -- Most updates change neither the reference nor the office. Skip the check for them.
    if tg_op = 'UPDATE' then
      pairs := pairs || format(' except select o.%I, o.office from old_rows o', r.column_name);
      execute format('select exists (%s)', pairs) into changed;
    end if;
    continue when not changed;
    execute format(
      'select from public.%I p where p.%I in (select w.reference from (%s) w) order by p.id for key share',
      r.parent_name, r.parent_column, pairs);
    execute format(
      'select min(w.reference)::text
       from (select distinct * from (%s) every) w left join public.%I p on p.%I = w.reference
       where (p.office = any (private.referable_offices(w.office))) is not true',
      pairs, r.parent_name, r.parent_column) into outside;
    if outside is not null then
      select k.conname into foreign_key
      from pg_catalog.pg_constraint k
      join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and k.conkey = array[a.attnum]
      where k.conrelid = tg_relid and k.contype = 'f' and a.attname = r.column_name;
      raise exception 'insert or update on table "%" violates foreign key constraint "%"', tg_table_name, foreign_key
        using errcode = '23503', schema = 'public', table = tg_table_name, constraint = foreign_key,
          detail = format('Key (%s)=(%s) is not present in table "%s".', r.column_name, outside, r.parent_name);
    end if;
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.copy_arbo_to_rows()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  changed bigint[];
  target record;
  has_unlinked boolean;
  due bigint[];
begin
  if tg_op = 'INSERT' then
    changed := array(select n.id from new_rows n);
  else
    changed := array(
      select n.id from new_rows n join old_rows o using (id)
      where (n.arbo_id, n.arbo_name, n.office) is distinct from (o.arbo_id, o.arbo_name, o.office));
  end if;
  if cardinality(changed) = 0 then
    return null;
  end if;
  -- Wait for concurrent transactions that are writing rows with these names. The order prevents deadlocks between two
  -- such statements.
  perform pg_advisory_xact_lock(l.kind, l.bucket)
  from (
    select distinct k.kind, k.bucket
    from new_rows n cross join lateral private.arbo_name_lock(n.office, n.arbo_name) k
    where n.id = any (changed) order by k.kind, k.bucket
  ) l;
  for target in
    select r.table_name from private.office_references r
    where r.parent_name = 'arbo_masterlist' and r.column_name = 'arboPrimaryKey' order by r.table_name
  loop
    if tg_op = 'INSERT' then
      -- Fast path for new ARBOs: only rows with an ARBO name but without an ARBO key can belong to a new ARBO. If the
      -- table has no such rows, skip the next query, which takes much longer than this check.
      execute format($sql$
        select exists (select from public.%I t where t."arboPrimaryKey" is null and t.arbo_name is not null)$sql$,
        target.table_name) into has_unlinked;
      continue when not has_unlinked;
    end if;
    execute format($sql$
      select array(
        select t.id
        from public.%1$I t join public.arbo_masterlist m on m.id = t."arboPrimaryKey"
        where m.id = any ($1) and (t.arbo_id, t.arbo_name) is distinct from (m.arbo_id, m.arbo_name)
        union all
        select t.id
        from public.arbo_masterlist m
        join public.%1$I t on t.office = m.office and private.fold_name(t.arbo_name) = private.fold_name(m.arbo_name)
        where m.id = any ($1) and t."arboPrimaryKey" is null
          and private.find_arbo_by_name(m.office, m.arbo_name) = m.id)$sql$,
      target.table_name) into due using changed;
    continue when cardinality(due) = 0;
    execute format('select from public.%I t where t.id = any ($1) order by t.id for no key update', target.table_name)
      using due;
    execute format($sql$
      update public.%1$I t set "arboPrimaryKey" = m.id, arbo_id = m.arbo_id, arbo_name = m.arbo_name
      from public.arbo_masterlist m
      where t.id = any ($1) and m.id = any ($2)
        and m.id = coalesce(t."arboPrimaryKey", private.find_arbo_by_name(t.office, t.arbo_name))$sql$,
          target.table_name)
      using due, changed;
  end loop;
  return null;
end
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
    where (n.arc_name, n.arc_type) is distinct from (o.arc_name, o.arc_type))
  then
    return null;
  end if;
  for target in
    select a.attrelid::regclass
    from pg_catalog.pg_attribute a
    where a.attname = 'arc_name' and a.attrelid <> tg_relid
      and a.attrelid in (select format('public.%I', t.table_name)::regclass from private.record_tables t)
    order by a.attrelid::regclass::text
  loop
    execute format($sql$
      with due as materialized (
        select t.id, o.arc_name as former_name, o.arc_type as former_type, n.arc_name, n.arc_type
        from %1$s t join new_rows n on n.arc_id = t.arc_id join old_rows o on o.id = n.id
        where t.arc_name is not distinct from o.arc_name and n.arc_name is distinct from o.arc_name
          or t.arc_type is not distinct from o.arc_type and n.arc_type is distinct from o.arc_type
        order by t.id for no key update of t
      )
      update %1$s t set
        arc_name = case when t.arc_name is not distinct from d.former_name then d.arc_name else t.arc_name end,
        arc_type = case when t.arc_type is not distinct from d.former_type then d.arc_type else t.arc_type end
      from due d where d.id = t.id$sql$, target);
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
        from unnest(coalesce(together, array[c])) one)), ', ')
    from unnest(private.geotag_shared_columns()) c
    left join (values
      (array['region_name', 'province_name', 'muncity_name', 'barangay_name', 'cd']),
      (array['office', 'arboPrimaryKey', 'arbo_id', 'arbo_name']),
      (array['office', 'arc_id', 'arc_name', 'arc_type', 'arc_cluster_name']),
      (array['reporting_quarter', 'reporting_month']),
      (array['psp_category', 'subpsp_name', 'subpsp_abbreviation', 'subpsp_status'])
    ) as groups (together) on c = any (together));
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

CREATE OR REPLACE FUNCTION private.end_sign_in (
  ended        bigint,
  success      boolean,
  used_browser text    DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  tried private.sign_in_failures;
  account_id uuid;
  is_logged boolean;
begin
  perform pg_advisory_xact_lock(hashtext('sign_in account'), hashtext(f.username))
  from private.sign_in_failures f where f.id = ended;
  select f.* into tried from private.sign_in_failures f where f.id = ended;
  if not found then
    return;
  end if;
  -- Auth does not report to which attempt a call of its password hook belongs. If the call for this attempt was
  -- assigned to a different attempt, undo the assignment, because the call for the different attempt is still to come.
  is_logged := tried.claimed;
  if not tried.claimed and success is not null then
    update private.sign_in_failures f set claimed = false
    where f.id = (
      select o.id from private.sign_in_failures o
      where o.username = tried.username and o.claimed and not o.judged and o.at > now() - interval '1 minute'
      order by o.id limit 1);
    is_logged := found;
  end if;
  delete from private.sign_in_failures f
  where f.at < now() - interval '1 day' or (f.id = ended and success is distinct from false)
    or (success and f.judged and f.username = tried.username and f.browser is not distinct from tried.browser);
  if success is null then
    return;
  end if;
  update private.sign_in_failures f set judged = true where f.id = ended;
  if not is_logged then
    perform private.log_sign_in(tried.username, success);
  end if;
  select u.id into account_id from public.users u where lower(u.username) = tried.username;
  if success and used_browser is not null and account_id is not null then
    delete from private.known_browsers k
    where k.user_id = account_id and (k.last_used < now() - interval '400 days' or k.browser in (
      select o.browser from private.known_browsers o where o.user_id = account_id order by o.last_used desc offset 19));
    insert into private.known_browsers (user_id, browser) values (account_id, used_browser)
    on conflict (user_id, browser) do update set last_used = now();
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.explain_call_refusal (
  wanted_table text,
  verbs        text[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.fill_from_record()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  found_place record;
  record_office text;
begin
  if tg_op = 'UPDATE' then
    if row(new.record_table, new.record_id, new.field)
      is distinct from row(old.record_table, old.record_id, old.field) then
      raise exception 'An attachment cannot be moved to another field or record.'
        using errcode = 'AG002', column = 'record_id';
    end if;
    return new;
  end if;
  if not exists (select from private.attachment_fields f where f.table_name = new.record_table
    and f.field = new.field) then
    raise exception 'This field cannot have attachments.' using errcode = 'AG002', column = 'field';
  end if;
  -- Keep an office that the caller has named, so that the policies check this office.
  if new.region_name is null and new.province_name is null then
    execute format(
      'select region_name, province_name, muncity_name, barangay_name, cd,
         private.window_of(%1$L, status) as window_name
       from public.%1$I where id = $1 and (office = any ($2) or $3)', new.record_table)
      into found_place using new.record_id, private.offices_to_read(), auth.uid() is null;
    if found_place.window_name is not null then
      new.region_name := found_place.region_name;
      new.province_name := found_place.province_name;
      new.muncity_name := found_place.muncity_name;
      new.barangay_name := found_place.barangay_name;
      new.cd := found_place.cd;
      new.status := case found_place.window_name when 'target' then 'Target' else 'Accomplished' end;
    end if;
  end if;
  -- Refuse an attachment of another office now, because its insert would also update the record. If there is no such
  -- record, the deferred trigger check_record_office raises the same error.
  execute format('select office from public.%I where id = $1', new.record_table) into record_office using new.record_id;
  if record_office <> coalesce(new.region_name, '') || ' / ' || coalesce(new.province_name, '') then
    raise exception 'An attachment must belong to a record and to its office.'
      using errcode = 'AG002', column = 'record_id';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.fill_in_age()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if auth.uid() is not null and (new.birthday, new.age, new.age_base_group)
    is distinct from (old.birthday, old.age, old.age_base_group)
    and not private.caller_has_right('Sensitive')
    -- Keep an age outside 0 to 130, which a check constraint refuses. Replacing it by the computed age would reveal
    -- that the row has a birthday.
    and coalesce(new.age between 0 and 130, true)
  then
    new.age := coalesce(private.age_on(new.birthday, (new.time_stamp at time zone 'Asia/Manila')::date), new.age);
    new.age_base_group := coalesce(private.age_group(new.age), new.age_base_group);
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.finish_batch (
  wanted_import  uuid,
  wanted_batch   integer,
  saved_ids      bigint[],
  saved_versions integer[] DEFAULT NULL::integer[]
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  update private.import_batches set ids = saved_ids, row_versions = saved_versions
  where user_id = auth.uid() and import_id = wanted_import and batch = wanted_batch
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
  -- Null if no ARC has lost the former ID since the entry, or if the ARC is deleted.
  current_id constant text := (
    select m.arc_id from public.arc_masterlist m
    where m.id = (
      select l.row_id from private.user_log l
      where former ? 'arc_id' and l.form_name = 'arc_masterlist' and l.id > since
        and l.changes -> 'arc_id' ->> 0 = former ->> 'arc_id'
      order by l.id limit 1));
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

CREATE OR REPLACE FUNCTION private.forms_with_mark (
  forms text[],
  mark  text
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select array(
    select f.form
    from unnest(forms) f (form)
    join pg_catalog.pg_attribute a on a.attrelid = 'public.marks'::regclass
      and a.attname = replace(f.form, '-', '_') || '_' || mark
    order by a.attnum)
$function$;

CREATE OR REPLACE FUNCTION private.guard_user()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'UPDATE' then
    new.updated_at := now();
    new.row_version := old.row_version + 1;
  end if;
  if tg_op <> 'DELETE' then
    -- Compute office here, because Postgres computes generated columns only after BEFORE triggers.
    new.office := coalesce(new.region_name, '') || ' / ' || coalesce(new.province_name, '');
  end if;
  if auth.uid() is not null then
    perform private.check_profile_change(lower(tg_op),
      case when tg_op <> 'INSERT' then old end, case when tg_op <> 'DELETE'
      then new end);
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$function$;

CREATE OR REPLACE FUNCTION private.has_control_character (
  item text
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return item ~ '[\x01-\x08\x0b-\x1f\x7f\ufffe\uffff]';
end
$function$;

CREATE OR REPLACE FUNCTION private.imported_rows (
  wanted_import uuid
)
  RETURNS TABLE (
    id          bigint,
    created     boolean,
    state       text,
    row_version bigint,
    before      bigint,
    last        bigint,
    by          text,
    at          timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  receipt constant private.imports := (
    select i from private.imports i where i.user_id = auth.uid() and i.import_id = wanted_import);
  -- A caller without the Sensitive right neither sees nor restores former values of sensitive columns.
  hidden constant text[] := private.list_hidden_columns(receipt.table_name);
begin
  if receipt.import_id is null then
    return;
  end if;
  return query execute format($query$
    with own as materialized (
      select l.row_id, bool_or(l.action = 'Insert') as created, min(l.id) as first, max(l.id) as last
      from private.import_batches b
        cross join unnest(b.ids) r (id)
        join private.user_log l on l.form_name = $1 and l.row_id = r.id and l.tx = b.tx and l.at >= b.at
      where b.user_id = $2 and b.import_id = $3
      group by l.row_id
    ),
    -- Deletions, restores, comments and reviews do not count as changes.
    later as materialized (
      select o.row_id, l.id, l.user_name, l.at, l.changes
      from own o
        join private.user_log l on l.form_name = $1 and l.row_id = o.row_id and l.id > o.last
      where l.action in ('Update', 'Approve', 'Set back') and l.source = 'database'
    ),
    -- left_so has the values that the import wrote to fields that were changed later. found_so has the values that
    -- fields had before the import changed them.
    left_so as materialized (
      select f.row_id, jsonb_object_agg(f.key, f.value) as held
      from (
        select distinct on (l.row_id, c.key) l.row_id, c.key, c.value -> 0 as value
        from later l cross join jsonb_each(l.changes) c
        order by l.row_id, c.key, l.id
      ) f
      group by f.row_id
    ),
    found_so as materialized (
      select f.row_id, jsonb_object_agg(f.key, f.value) as held
      from (
        select distinct on (o.row_id, c.key) o.row_id, c.key, c.value -> 0 as value
        from own o
          join private.user_log l on l.form_name = $1 and l.row_id = o.row_id and l.id between o.first and o.last
          cross join jsonb_each(l.changes - $5) c
        where not o.created
        order by o.row_id, c.key, l.id
      ) f
      group by f.row_id
    ),
    last_change as materialized (
      select distinct on (l.row_id) l.row_id, l.user_name, l.at from later l order by l.row_id, l.id desc
    ),
    stated as (
      select o.row_id, o.created, o.last, t.row_version, b.entry, c.user_name, c.at, t.office = any ($4) as readable,
        case
          when t.id is null then 'deleted'
          when t.office <> all ($4) then 'changed_since'
          when not o.created and private.has_same_values(to_jsonb(t), coalesce(f.held, '{}')) then 'set_back'
          -- If columns are hidden from the caller, any later write counts as a change. Otherwise, the state would
          -- reveal whether a value that the caller wrote later is the stored value.
          when (o.created or b.entry is not null)
            and (w.held is null or private.has_same_values(to_jsonb(t), w.held))
            and ($5 = '{}' or c.row_id is null) then 'as_left'
          else 'changed_since'
        end as state
      from own o
        left join public.%I t on t.id = o.row_id
        left join found_so f on f.row_id = o.row_id
        left join left_so w on w.row_id = o.row_id
        left join last_change c on c.row_id = o.row_id
        left join lateral (
          select max(l.id) as entry from private.user_log l
          where not o.created and l.form_name = $1 and l.row_id = o.row_id and l.id < o.first
            and l.source = 'database' and l.action <> 'Delete'
        ) b on true
    )
    select s.row_id, s.created, s.state, s.row_version::bigint, s.entry, s.last,
      case when s.readable and s.state = 'changed_since' then s.user_name end,
      case when s.readable and s.state = 'changed_since' then s.at end
    from stated s order by s.row_id$query$, receipt.table_name)
    using receipt.table_name, receipt.user_id, receipt.import_id, private.offices_to_read(), hidden;
end
$function$;

CREATE OR REPLACE FUNCTION private.inbox_entries()
  RETURNS TABLE (
    id            text,
    kind          text,
    at            timestamp with time zone,
    user_id       uuid,
    reason        text,
    table_name    text,
    status        text,
    row_ids       bigint[],
    window_name   text,
    office        text,
    end_date      date,
    about         jsonb,
    read          boolean,
    snoozed_until date
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  caller constant private.caller := private.current_caller();
  readable constant text[] := private.offices_to_read();
begin
  return query
  with entries as (
    select r.state as kind, r.at, (array_agg(r.user_id))[1] as user_id, min(r.reason) as reason, r.table_name, r.status,
      array_agg(r.row_id order by r.row_id) as row_ids, null::text as window_name, null::text as office,
      null::date as end_date, null::jsonb as about, concat_ws('.', r.table_name, r.status) as subject
    from private.reviews_for_caller() r
    group by r.state, r.table_name, r.status, r.at
    union all
    select 'window',
      greatest(w.first_day, w.last_day - private.inbox_days('window'))::timestamp at time zone 'Asia/Manila', null,
      null, null, null, null, w.name, null, w.last_day, null, w.name
    from (
      select n.name, (s ->> 'start_date')::date as first_day, (s ->> 'end_date')::date as last_day
      from unnest(array['target', 'accomplishment']) n (name) cross join lateral private.window_state(n.name) s
      -- The central office can enter data at any time, so a caller of the central office gets no entries about
      -- reporting windows.
      where not caller.all_offices and private.has_right_for('insert', caller.rights) and (s ->> 'open')::boolean
        and (s ->> 'days_left')::integer <= private.inbox_days('window')
    ) w
    union all
    select 'reopening_asked', r.at, r.user_id, r.reason, null, null, null, r.window_name, r.office, null,
      jsonb_build_object('reopening', jsonb_build_object('id', r.id, 'state', t.state)), r.id::text
    from private.reopenings r cross join lateral private.current_reopening_state(r) t
    where r.state = 'asked' and t.state = 'asked' and private.can_administer_schedules_of(r.office)
    union all
    select 'reopening_answered', t.answered_at, r.answered_by, r.answer, null, null, null, r.window_name, r.office,
      r.end_date, jsonb_build_object('reopening', jsonb_build_object('id', r.id, 'state', t.state, 'open',
        coalesce(r.end_date > private.today(), false)
          and private.is_window_open(r.window_name, o.region_name, o.province_name))),
      r.id::text
    from private.reopenings r
    join public.offices o on o.office = r.office
    cross join lateral private.current_reopening_state(r) t
    where r.user_id = caller.user_id and t.state <> 'asked' and r.office = any (readable)
      and t.answered_at > now() - make_interval(days => private.inbox_days('answer'))
    union all
    select 'permits', (p.due_on - (private.due_until() - private.today()))::timestamp at time zone 'Asia/Manila', null,
      null, p.table_name, p.status, array_agg(distinct p.row_id), null, null, p.due_on, null, p.table_name
    from public.expiring_permits p
    where private.has_right_for('update', caller.rights) and p.office = any (readable)
    group by p.table_name, p.status, p.due_on
    union all
    select 'import', i.at, null, null, null, null, null, null, null, null,
      jsonb_build_object('screen', i.screen, 'import', jsonb_build_object('id', i.import_id, 'file_name', i.file_name,
        'rows', i.rows, 'saved', i.saved)), i.import_id::text
    from private.imports_for_caller() i
    union all
    -- Leave out cancelled jobs, because the caller already knows about them.
    select 'job', j.reported_at, null, j.problem, j.table_name, j.status, null, null, null, null,
      jsonb_build_object('job', jsonb_build_object('kind', j.kind, 'state', private.job_state(j))), j.job_id::text
    from private.jobs j
    where j.user_id = caller.user_id and private.is_job_kept(j)
      and private.job_state(j) in ('finished', 'failed', 'interrupted')
  )
  select i.id, i.kind, i.at, i.user_id, i.reason, i.table_name, i.status, i.row_ids, i.window_name, i.office,
    i.end_date, i.about, m.entry is not null and coalesce(s.until > private.today(), true),
    case when s.until > private.today() then s.until end
  from (
    select concat_ws('.', to_char(extract(epoch from e.at) * 1000000, 'FM0000000000000000'), e.kind, e.subject) as id,
      e.*
    from entries e
  ) i
  left join private.inbox_marks m on m.user_id = auth.uid() and m.entry = i.id
  left join private.inbox_snoozes s on s.user_id = auth.uid() and s.entry = i.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_short_list (
  items text[],
  most  integer
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return cardinality(items) <= 500 and not exists (
    select from unnest(items) i (item) where not private.is_short_text(item, most));
end
$function$;

CREATE OR REPLACE FUNCTION private.is_short_text (
  item text,
  most integer
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return char_length(item) <= most and not private.has_control_character(item);
end
$function$;

CREATE OR REPLACE FUNCTION private.kept_marks_query (
  subject text,
  forms   text[],
  marks   text[],
  filters jsonb
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  periods constant text[] := array['reporting_quarter', 'reporting_month'];
  spans constant text[] := array['year_from', 'year_to', 'reporting_year'];
  years bigint;
begin
  if filters ?| array['year_funded', 'support_provided'] or exists (
    select from unnest(spans) s (name)
    cross join jsonb_path_query(filters, ('$.' || s.name || '[*]')::jsonpath) given
    where coalesce((given #>> '{}')::integer, 0) not between 1991 and 2050)
  then
    return null;
  end if;
  years := private.year_mask((filters ->> 'year_from')::integer, (filters ->> 'year_to')::integer);
  if filters ? 'reporting_year' then
    years := years & (
      select coalesce(bit_or(private.year_bit(given::integer)), 0)
      from jsonb_array_elements_text(filters -> 'reporting_year') given);
  end if;
  return (
    select format('select region_name, province_name, muncity_name, marked_id, subpsp_abbreviation, %s
      from public.funding_marks where subject = %L and %s and %s',
      string_agg(case when filters ?| periods and not k.of_targets then 'false'
        else format('%s & %s <> 0', private.mark_years(forms, k.mark), years) end, ', ' order by m.place),
      subject,
      case when filters ? 'reporting_year' then 'reported' else 'true' end,
      private.activity_conditions(filters - (spans || periods)))
    from unnest(marks) with ordinality m (mark, place)
    join private.mark_kinds() k using (mark)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.link_trainings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'UPDATE' then
    -- Most updates change neither the trainings nor the office. Skip them.
    if not exists (
      select from new_rows n join old_rows o using (id)
      where (n.training_id, n.wo_training_id, n.office) is distinct from (o.training_id, o.wo_training_id, o.office))
    then
      return null;
    end if;
    delete from public.participant_trainings l
    using new_rows n
    where l.participant_id = n.id and not coalesce(l.training_id = any (n.training_id || n.wo_training_id), false);
  end if;
  insert into public.participant_trainings (participant_id, training_id, attended, office)
  select n.id, t.training_id, bool_or(t.attended), n.office
  from new_rows n
  cross join lateral (
    select a as training_id, true as attended from unnest(n.training_id) a
    union all
    select w, false from unnest(n.wo_training_id) w) t
  group by n.id, t.training_id, n.office
  on conflict (participant_id, training_id) do update set attended = excluded.attended, office = excluded.office
  where (participant_trainings.attended, participant_trainings.office)
    is distinct from (excluded.attended, excluded.office);
  return null;
end
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
         cross join lateral jsonb_populate_record(
           null::public.%I, private.rebuild_deleted_row(l.id, l.changes) - $5) r))$q$,
    wanted_table)
    into answer
    using wanted_table, statuses, page_size, skipped, hidden;
  perform private.log_reading(wanted_table, array(
    select (r ->> 'id')::bigint from jsonb_array_elements(answer -> 'rows') r
    where private.has_sensitive_value(wanted_table, r)));
  return answer;
end
$function$;

CREATE OR REPLACE FUNCTION private.log_list_value_replacement (
  former      public.dropdown_values,
  replacement public.dropdown_values
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if private.central_caller_id() is null or not private.caller_has_route('dropdowns') then
    raise exception 'Only central administrators with the route "dropdowns" can replace a value in records.'
      using errcode = 'AG003';
  end if;
  insert into private.user_log (user_id, user_name, user_role, form_name, row_id, action, changes)
  select u.id, u.username, u.roles, 'dropdown_values', former.id, 'Replace value', jsonb_object_agg(
    f.key, jsonb_build_array(f.value, r.value))
  from public.users u
    cross join jsonb_each(to_jsonb(former)) f
    join jsonb_each(to_jsonb(replacement)) r using (key)
  where u.id = auth.uid() and f.key in ('list', 'type', 'category', 'sub_category') and f.value <> 'null'
  group by u.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.log_preview (
  wanted    uuid,
  role_name text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  is_draft constant boolean := role_name is not null;
begin
  perform private.check_preview(wanted, is_draft);
  -- An entry about a draft role has no row_id. Clients can report any number of such entries, so only the newest ones
  -- are read.
  if is_draft and exists (
      select from (
        select l.* from private.user_log l
        where l.form_name = 'uac' and l.row_id is null order by l.id desc limit 1000) l
      where l.action = 'See as' and l.user_id = auth.uid() and l.status = role_name
        and l.at > now() - interval '1 hour')
    or not is_draft and exists (
      select from private.user_log l
      where l.subject = wanted and l.action = 'See as' and l.user_id = auth.uid() and l.at > now() - interval '1 hour')
  then
    return;
  end if;
  insert into private.user_log (user_id, user_name, user_role, form_name, subject, region_name, province_name,
    muncity_name, action, status)
  select u.id, u.username, u.roles, case when is_draft then 'uac' else 'users' end, wanted, p.region_name,
    p.province_name, p.muncity_name, 'See as', role_name
  from public.users u left join public.users p on p.id = wanted
  where u.id = auth.uid();
end
$function$;

CREATE OR REPLACE FUNCTION private.mark_kinds()
  RETURNS TABLE (
    mark       text,
    condition  text,
    of_targets boolean
  )
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  values
    ('targeted', $c$side = 'target'$c$, true),
    ('accomplished', $c$side = 'accomplishment'$c$, false),
    ('programmed', $c$side = 'accomplishment' and subpsp_abbreviation <> 'No Project'$c$, false),
    ('matched', $c$side = 'target' and matched_within >= {reach}$c$, true),
    ('trained', $c$side = 'training'$c$, false)
$function$;

CREATE OR REPLACE FUNCTION private.mark_years (
  forms text[],
  mark  text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select coalesce('(' || string_agg(
      quote_ident(replace(f.form, '-', '_') || '_' || mark)
        || case mark when 'matched' then '[(select private.caller_reach())]' else '' end,
      ' | ' order by f.place) || ')', '0::bigint')
  from unnest(private.forms_with_mark(forms, mark)) with ordinality f (form, place)
$function$;

CREATE OR REPLACE FUNCTION private.marks_of (
  arbos bigint[],
  arcs  bigint[]
)
  RETURNS SETOF public.funding_marks
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
    begin
      return query
        select a.of_fund_source, a.of_psp_category, a.of_reported, a.of_programme, m.subject, m.marked_id, m.office,
          m.region_name, m.province_name, m.muncity_name,
          coalesce(bit_or(a.years) filter (where form = 'form-5' and side = 'target'), 0),
          coalesce(bit_or(a.years) filter (where form = 'form-5' and side = 'accomplishment'), 0),
          coalesce(bit_or(a.years) filter (where form = 'form-5' and side = 'accomplishment' and subpsp_abbreviation <> 'No Project'), 0),
          array[coalesce(bit_or(a.years) filter (where form = 'form-5' and side = 'target' and matched_within >= 1), 0),
            coalesce(bit_or(a.years) filter (where form = 'form-5' and side = 'target' and matched_within >= 2), 0),
            coalesce(bit_or(a.years) filter (where form = 'form-5' and side = 'target' and matched_within >= 3), 0)],
          coalesce(bit_or(a.years) filter (where form = 'form-7' and side = 'target'), 0),
          coalesce(bit_or(a.years) filter (where form = 'form-7' and side = 'accomplishment'), 0),
          coalesce(bit_or(a.years) filter (where form = 'form-7' and side = 'accomplishment' and subpsp_abbreviation <> 'No Project'), 0),
          array[coalesce(bit_or(a.years) filter (where form = 'form-7' and side = 'target' and matched_within >= 1), 0),
            coalesce(bit_or(a.years) filter (where form = 'form-7' and side = 'target' and matched_within >= 2), 0),
            coalesce(bit_or(a.years) filter (where form = 'form-7' and side = 'target' and matched_within >= 3), 0)],
          coalesce(bit_or(a.years) filter (where form = 'form-10' and side = 'accomplishment'), 0),
          coalesce(bit_or(a.years) filter (where form = 'form-10' and side = 'accomplishment' and subpsp_abbreviation <> 'No Project'), 0),
          coalesce(bit_or(a.years) filter (where form = 'form-11' and side = 'target'), 0),
          coalesce(bit_or(a.years) filter (where form = 'form-11' and side = 'accomplishment'), 0),
          coalesce(bit_or(a.years) filter (where form = 'form-11' and side = 'accomplishment' and subpsp_abbreviation <> 'No Project'), 0),
          array[coalesce(bit_or(a.years) filter (where form = 'form-11' and side = 'target' and matched_within >= 1), 0),
            coalesce(bit_or(a.years) filter (where form = 'form-11' and side = 'target' and matched_within >= 2), 0),
            coalesce(bit_or(a.years) filter (where form = 'form-11' and side = 'target' and matched_within >= 3), 0)],
          coalesce(bit_or(a.years) filter (where form = 'training' and side = 'training'), 0)
        from (
          select * from private.marked_rows where subject = 'arbo' and marked_id = any (arbos)
          union all
          select * from private.marked_rows where subject = 'arc' and marked_id = any (arcs)
        ) m
        left join (
          select k.*, p.*, private.year_bit(k.year) as years
          from (
            select 'arbo' as subject, arbo as marked_id, activities.* from public.activities where arbo = any (arbos)
            union all
            select 'arc', arc, activities.* from public.activities where arc = any (arcs)
          ) k
          cross join lateral (
            select null::text as of_programme, null::text as of_fund_source, null::text as of_psp_category,
              null::boolean as of_reported
            union all select k.subpsp_abbreviation, null, null, null where k.subpsp_abbreviation is not null
            union all select k.subpsp_abbreviation, k.fund_source, k.psp_category, k.reporting_year is not null) p
        ) a using (subject, marked_id)
        group by m.subject, m.marked_id, m.office, m.region_name, m.province_name, m.muncity_name,
          a.of_programme, a.of_fund_source, a.of_psp_category, a.of_reported;
    end
    $function$;

CREATE OR REPLACE FUNCTION private.prepare_saved_view()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  limits constant record := private.saved_view_limits();
  sensitive text;
begin
  -- Skip the checks if only the author changes: the content was checked when the view was saved.
  if tg_op = 'UPDATE' and new.user_id <> old.user_id then
    return new;
  end if;
  if tg_op = 'INSERT' then
    new.user_id := coalesce(auth.uid(), new.user_id);
    -- Lock the user's row, so that concurrent calls cannot exceed the limit.
    perform from public.users u where u.id = new.user_id for no key update;
    if (select count(*) from public.saved_views v where v.user_id = new.user_id) >= limits.views then
      raise exception 'You have % saved views. Remove one that is no longer used.', limits.views
        using errcode = 'AG002';
    end if;
  else
    new.updated_at := now();
  end if;
  if tg_op = 'UPDATE' and auth.uid() is not null and new.shared_with <> 'me' and old.shared_with = 'office'
    and old.office is distinct from private.caller_office()
  then
    raise exception 'You left the office that this view is shared with. Keep it for yourself, or delete it.'
      using errcode = 'AG002', column = 'shared_with';
  end if;
  new.office := case
    when new.shared_with <> 'office' then null
    when tg_op = 'UPDATE' and old.shared_with = 'office' then old.office
    else coalesce(private.caller_office(), new.office)
  end;
  if octet_length(new.view::text) > limits.bytes then
    raise exception 'A view holds at most % KB. Choose fewer columns or shorter filters.', limits.bytes / 1024
      using errcode = 'AG002', column = 'view';
  end if;
  sensitive := array_to_string(private.sensitive_columns_of_view(new.view), ', ');
  if new.shared_with <> 'me' and sensitive <> '' then
    raise exception
      'A view that filters, sorts or groups by sensitive fields (%) cannot be shared. Remove these fields first.',
      sensitive using errcode = 'AG002', column = 'shared_with';
  end if;
  if new.shared_with <> 'me' and new.view ? 'q' and private.is_sensitive_screen(new.screen) then
    raise exception 'A view with a search in personal data cannot be shared. Remove the search words first.'
      using errcode = 'AG002', column = 'shared_with';
  end if;
  return new;
end
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
  select private.rebuild_deleted_row(l.id, l.changes) - private.list_hidden_columns(wanted_table)
  from private.find_deleted_rows(wanted_table, ids) t join private.user_log l on l.id = t.entry
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
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.rebuild_deleted_row (
  deletion bigint,
  changes  jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return (
    select private.replace_list_values(jsonb_object_agg(c.key, c.value -> 0), deletion) from jsonb_each(changes) c);
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_long_texts()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  given constant jsonb := to_jsonb(new);
  stored constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
  refused text;
begin
  if tg_op = 'INSERT' and private.is_restoring() then
    return new;
  end if;
  select l.key into refused
  from jsonb_each(tg_argv[0]::jsonb) l
  where given -> l.key is distinct from stored -> l.key
    and not case jsonb_typeof(given -> l.key)
      when 'string' then private.is_short_text(given ->> l.key, l.value::integer)
      when 'array' then private.is_short_list(
        array(select jsonb_array_elements_text(given -> l.key)), l.value::integer)
      else true end
  limit 1;
  if refused is not null then
    raise exception 'A text in % is too long or contains control characters.', refused
      using errcode = '23514', schema = tg_table_schema, table = tg_table_name, column = refused;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.replace_list_values (
  given jsonb,
  since bigint
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  one record;
begin
  for one in
    select c.column_name as name, c.category_column, l.changes -> c.part -> 0 as former,
      l.changes -> c.part -> 1 as replacement, l.changes -> 'category' as category
    from private.user_log l
      join private.list_columns c on c.list = l.changes -> 'list' ->> 0 and l.changes ? c.part
    where l.action = 'Replace value' and l.id > since
    order by l.id
  loop
    continue when one.category_column is not null
      and given -> one.category_column is distinct from one.category -> 0;
    if given -> one.name = one.former then
      given := given || jsonb_build_object(one.name, one.replacement);
      if one.category_column is not null then
        given := given || jsonb_build_object(one.category_column, one.category -> 1);
      end if;
    elsif jsonb_typeof(given -> one.name) = 'array' and given -> one.name @> one.former then
      given := given || jsonb_build_object(one.name, (
        select jsonb_agg(case when i.item = one.former then one.replacement else i.item end order by i.place)
        from jsonb_array_elements(given -> one.name) with ordinality i (item, place)));
    end if;
  end loop;
  return given;
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
      and not exists (select from private.user_log l where l.form_name = 'arbo_masterlist' and l.row_id = arbo.id
        and l.source = 'database' and l.changes -> 'arbo_id' ->> 0 = new.arbo_id)
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
           || private.rebuild_deleted_row(l.id, l.changes)) r
     where l.id = any ($1)
     order by r.id
     on conflict (id) do nothing
     returning %1$I.id', wanted_table, array_to_string(names, ', '), 'r.' || array_to_string(names, ', r.'))
    using entries;
  perform set_config('private.restoring', '', true);
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
    if private.is_only_arbo_sync(to_jsonb(old), to_jsonb(new)) then
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

CREATE OR REPLACE FUNCTION private.update_record_links()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  changed public.attachments;
  links_change boolean;
  approved boolean;
begin
  links_change := tg_op <> 'UPDATE' or new.upload_id is distinct from old.upload_id;
  changed := case tg_op when 'DELETE' then old else new end;
  -- Allow changes of attachments that result from a change of the record, such as its deletion or a new location. The
  -- lock waits for a concurrent approval of the record. The check is before the update, because an exception block
  -- around the update would write the record in a subtransaction, which private.find_rows_changed_since cannot see.
  if (links_change or pg_trigger_depth() = 1) and auth.uid() is not null and private.central_caller_id() is null then
    execute format(
      'select private.is_approved(process_stage) from public.%I where id = $1 for no key update', changed.record_table)
      into approved using changed.record_id;
    if approved then
      perform private.refuse_approved_row(changed.id);
    end if;
  end if;
  if links_change then
    execute format('update public.%1$I set %2$I = %2$I where id = $1', changed.record_table, changed.field)
      using changed.record_id;
  end if;
  return null;
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

CREATE OR REPLACE FUNCTION private.versions_of_batch (
  wanted_import uuid,
  wanted_batch  integer
)
  RETURNS integer[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(b.row_versions, '{}') from private.import_batches b
  where b.user_id = auth.uid() and b.import_id = wanted_import and b.batch = wanted_batch
$function$;

CREATE OR REPLACE FUNCTION private.window_state (
  window_name text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with covering as (
    select s.id, s.start_date, s.end_date, private.is_schedule_active(s.status, s.start_date, s.end_date) as open,
      s.coverage = any (array[' / ', split_part(own.office, ' / ', 1) || ' / ', own.office]) as own, c.all_offices
    from public.report_schedules s, private.current_caller() c, private.caller_office() own (office)
    where s.form = window_name
      and exists (
        select from private.offices_in_scope(c) o
        where (s.region_name is null or s.region_name = o.region_name)
          and (s.province_name is null or s.province_name = o.province_name))
  ),
  latest as (
    select * from covering
    order by own and not all_offices desc, open desc, own desc, (start_date <= private.today()) desc,
      end_date desc nulls last
    limit 1
  )
  select jsonb_build_object(
    'open', coalesce(l.open, false),
    'start_date', l.start_date,
    'end_date', l.end_date,
    'days_left', case when coalesce(l.open, false) then l.end_date - private.today() else 0 end,
    'reason', case
      when l.open then null
      when l.start_date is null then format('No %s window is scheduled for your office.', window_name)
      when l.start_date > private.today() then
        format('The %s window opens on %s.', window_name, to_char(l.start_date, 'FMDD Mon YYYY'))
      when l.end_date <= private.today() then
        format('The %s window is closed: the last day to enter was %s.', window_name,
          to_char(l.end_date - 1, 'FMDD Mon YYYY'))
      else coalesce(
        format('The %s window was closed on ' || to_char(private.closed_on(l.id), 'FMDD Mon YYYY') || '.', window_name),
        format('The %s window is closed.', window_name))
    end)
  from (values (1)) one left join latest l on true
$function$;

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

CREATE OR REPLACE PROCEDURE private.add_value_checks()
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $procedure$
declare
  one record;
begin
  for one in
    with columns as (
      select a.attrelid, a.attnum, c.relname, a.attname, a.atttypid, t.typcategory, coalesce(l.most, 250) as most
      from pg_catalog.pg_attribute a
      join pg_catalog.pg_class c on c.oid = a.attrelid
      join pg_catalog.pg_type t on t.oid = a.atttypid
      left join (values
        ('arbo_id', 60), ('arc_id', 60), ('training_id', 60), ('fme_inventory_id', 60),
        ('caption', 500), ('soft_check_reason', 500),
        ('coc_cgs_attachment_link', 1000), ('picture_trust_agreement', 1000), ('picture_deed_donation', 1000),
        ('agri_inputs', 4000), ('agri_technology_inputs_provided', 4000), ('darpo_assistance', 4000),
        ('description', 4000), ('nonfunctional_reason', 4000), ('nonutilized_reason', 4000),
        ('om_training_not_done_reason', 4000), ('remarks', 4000)) l (column_name, most) on l.column_name = a.attname
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
        and (has_column_privilege('authenticated', a.attrelid, a.attnum, 'insert')
          or has_column_privilege('authenticated', a.attrelid, a.attnum, 'update'))
    ),
    bounds as (
      select c.attrelid, (c.relname || '_' || c.attname || '_bound')::name as name,
        case
          when c.typcategory = 'A' then
            'array_ndims(%1$I) = 1 and array_lower(%1$I, 1) = 1 and array_position(%1$I, null) is null'
          when c.atttypid in ('date'::regtype, 'timestamptz'::regtype) then
            '%1$I between ''1000-01-01'' and ''9999-12-31'''
          when c.atttypid in ('numeric'::regtype, 'float8'::regtype, 'float4'::regtype) then
            '%1$I not in (''NaN'', ''Infinity'', ''-Infinity'')'
        end as rule,
        c.attname
      from columns c
    )
    select format('alter table %s add constraint %I check (%s)', b.attrelid::regclass, b.name,
        format(b.rule, b.attname)) as statement
    from bounds b
    where b.rule is not null and not exists (
      select from pg_catalog.pg_constraint o where o.conrelid = b.attrelid and o.conname = b.name)
    union all
    select format('create or replace trigger verify_texts before insert or update on %s
      for each row when (%s or private.has_control_character(concat(%s)))
      execute function private.refuse_long_texts(%L)', c.attrelid::regclass,
      string_agg(
        case c.atttypid when 'text'::regtype then format('char_length(new.%I) > %s', c.attname, c.most)
          -- Cast to text, a list with more than 500 items has more than 500 characters. So a maximum of 500 characters
          -- also finds lists with too many items.
          else format('char_length(new.%I::text) > %s', c.attname, least(c.most, 500)) end, ' or ' order by c.attnum),
      string_agg(format('new.%I', c.attname), ', ' order by c.attnum), jsonb_object_agg(c.attname, c.most))
    from columns c
    where c.atttypid in ('text'::regtype, 'text[]'::regtype)
    group by c.attrelid
    order by statement
  loop
    execute one.statement;
  end loop;
end
$procedure$;

CREATE OR REPLACE PROCEDURE private.protect_sensitive_columns (
  IN target regclass
)
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $procedure$
declare
  name constant text := (select relname from pg_catalog.pg_class where oid = target);
  columns constant text[] := array(
    select a.attname
    from private.sensitive_columns s
    join pg_catalog.pg_attribute a on a.attrelid = target and a.attname = s.column_name
    where s.table_name = name
    order by a.attnum);
  in_full constant text := (
    select string_agg(format('%s.%I', case when a.attname = any (columns) then 's' else 't' end, a.attname), ', '
      order by a.attname = any (columns), a.attname)
    from pg_catalog.pg_attribute a
    where a.attrelid = target and a.attnum > 0 and not a.attisdropped);
  statements text := $sql$
    create table {copy} as select id, office, {columns} from {table} with no data;
    alter table {copy}
      add primary key (id),
      add constraint {link} foreign key (id) references {table} (id) on delete cascade,
      alter column office set not null,
      enable row level security,
      force row level security;
    create index {index} on {copy} (office, id);
    create policy select_with_the_right on {copy} for select to authenticated
      using (
        office = any ((select private.offices_to_read())::text[])
        and (select private.caller_has_right('Sensitive')));
    create policy select_with_the_right_for_central on {copy} for select to central_reader
      using (
        (select private.central_caller_id()) is not null
        and (select private.caller_has_right('Sensitive')));
    create policy select_with_the_right_for_province on {copy} for select to provincial_reader
      using (
        office = (select private.provincial_caller_office())
        and (select private.caller_has_right('Sensitive')));

    create trigger copy_sensitive_insert after insert on {table} referencing new table as new_rows
      for each statement execute function private.copy_sensitive({arguments});
    create trigger copy_sensitive_update after update on {table} referencing new table as new_rows
      for each statement execute function private.copy_sensitive({arguments});

    -- The trigger fill_hidden must run before fill_in_age. Postgres fires triggers in the order of their names.
    create trigger fill_hidden before update on {table}
      for each row when ({emptied}) execute function private.restore_hidden_values({arguments});

    -- The trigger stamp_hidden must run before stamp_record, which would accept a write of the stored value. Its column
    -- list makes stamp_hidden fire for every statement that sets one of the columns, even to the stored value.
    create trigger stamp_hidden before update of {columns} on {table}
      for each row execute function private.refuse_hidden_values();

    create view {view} with (security_invoker = true) as
      select {in full} from {table} t left join {copy} s on s.id = t.id;
    grant select on {copy}, {view} to authenticated, central_reader, provincial_reader$sql$;
  part record;
begin
  for part in
    select *
    from (values
      ('{table}', target::text),
      ('{copy}', format('personal.%I', name || '_sensitive')),
      ('{view}', format('personal.%I', name || '_in_full')),
      ('{link}', quote_ident(name || '_sensitive_of')),
      ('{index}', quote_ident(name || '_sensitive_office')),
      ('{columns}', (select string_agg(quote_ident(c), ', ') from unnest(columns) c)),
      ('{arguments}', (select string_agg(quote_literal(c), ', ') from unnest(columns) c)),
      ('{emptied}', (select string_agg(format('old.%1$I is not null and new.%1$I is null', c), ' or ')
        from unnest(columns) c)),
      ('{in full}', in_full)
    ) p (sign, words)
  loop
    statements := replace(statements, part.sign, part.words);
  end loop;
  execute statements;
  execute format('comment on table personal.%I is %L', name || '_sensitive',
    'Sensitive columns of ' || name || ': a copy maintained by triggers, readable with the Sensitive right.');
  execute format('comment on view personal.%I is %L', name || '_in_full',
    name || ' with its sensitive columns, which are null for users without the Sensitive right.');
end
$procedure$;

CREATE OR REPLACE PROCEDURE private.restrict_reference_offices (
  IN target regclass,
  IN referring text,
  IN parent regclass,
  IN referred text
)
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $procedure$
begin
  insert into private.office_references
  select c.relname, referring, p.relname, referred from pg_catalog.pg_class c, pg_catalog.pg_class p
  where c.oid = target and p.oid = parent;
  execute format($sql$
    create or replace trigger "0_check_references_insert" after insert on %1$s referencing new table as new_rows
      for each row execute function private.check_reference_offices();
    create or replace trigger "0_check_references_update" after update on %1$s
      referencing new table as new_rows old table as old_rows
      for each row execute function private.check_reference_offices()$sql$, target);
  execute format($sql$
    create or replace trigger keep_referrers_in_office after update on %s
      referencing old table as old_rows new table as new_rows
      for each statement execute function private.keep_referrers_in_office()$sql$, parent);
  execute format($sql$
    create or replace trigger lock_before_move before update of region_name, province_name on %s
      for each row
      when (row(old.region_name, old.province_name) is distinct from row(new.region_name, new.province_name))
      execute function private.lock_before_move()$sql$, parent);
end
$procedure$;

CREATE INDEX user_log_replaced_value ON private.user_log USING btree (id)
  WHERE (action = 'Replace value'::text);

CREATE TRIGGER "0_check_references_insert"
  AFTER INSERT ON public.arb_marketing_assistance_monitoring REFERENCING NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER "0_check_references_update"
  AFTER UPDATE ON public.arb_marketing_assistance_monitoring REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER verify_texts
  BEFORE INSERT OR UPDATE ON public.arb_marketing_assistance_monitoring
  FOR EACH ROW
  WHEN
    (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.reporting_quarter) > 250) OR
    (char_length(new.reporting_month) > 250) OR (char_length(new.prj_assistance_category) > 250) OR (char_length(new.fund_source) > 250) OR (char_length(new.psp_category) > 250) OR
    (char_length(new.subpsp_name) > 250) OR (char_length(new.subpsp_abbreviation) > 250) OR (char_length(new.subpsp_status) > 250) OR (char_length(new.dar_projects) > 250) OR
    (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR
    (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR (char_length(new.cd) > 250) OR (char_length(new.arc_id) > 60) OR
    (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR (char_length(new.arc_cluster_name) > 250) OR (char_length(new.darpo_assistance) > 4000) OR
    (char_length(new.special_commodity) > 250) OR (char_length(new.type_commodity) > 250) OR (char_length(new.soft_check_reason) > 500) OR
    private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.reporting_quarter, new.reporting_month, new.prj_assistance_category, new.fund_source,
    new.psp_category,
    new.subpsp_name,
    new.subpsp_abbreviation,
    new.subpsp_status,
    new.dar_projects,
    new.arbo_id,
    new.arbo_name,
    new.region_name,
    new.province_name,
    new.muncity_name,
    new.barangay_name,
    new.cd, new.arc_id, new.arc_name, new.arc_type, new.arc_cluster_name, new.darpo_assistance, new.special_commodity, new.type_commodity, new.soft_check_reason))))
  EXECUTE FUNCTION
    private.refuse_long_texts('{"cd": 250, "arc_id": 60, "status": 250, "arbo_id": 60, "remarks": 4000, "arc_name": 250, "arc_type": 250, "arbo_name": 250, "fund_source": 250, "region_name": 250, "subpsp_name": 250, "dar_projects": 250, "muncity_name": 250, "psp_category": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "subpsp_status": 250, "type_commodity": 250, "reporting_month": 250, "arc_cluster_name": 250, "darpo_assistance": 4000, "reporting_quarter": 250, "soft_check_reason": 500, "special_commodity": 250, "subpsp_abbreviation": 250, "prj_assistance_category": 250}');

CREATE TRIGGER "0_check_references_insert"
  AFTER INSERT ON public.arbo_marketing_targets REFERENCING NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER "0_check_references_update"
  AFTER UPDATE ON public.arbo_marketing_targets REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER verify_texts
  BEFORE INSERT OR UPDATE ON public.arbo_marketing_targets
  FOR EACH ROW
  WHEN
    (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.fund_source) > 250) OR
    (char_length(new.psp_category) > 250) OR (char_length(new.subpsp_name) > 250) OR (char_length(new.subpsp_abbreviation) > 250) OR (char_length(new.subpsp_status) > 250) OR
    (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR
    (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR (char_length(new.cd) > 250) OR (char_length(new.arc_id) > 60) OR
    (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR (char_length(new.arc_cluster_name) > 250) OR (char_length(new.target_commodity) > 250) OR
    (char_length(new.training_id) > 60) OR
    private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.fund_source, new.psp_category, new.subpsp_name, new.subpsp_abbreviation, new.subpsp_status,
    new.arbo_id,
    new.arbo_name,
    new.region_name,
    new.province_name, new.muncity_name, new.barangay_name, new.cd, new.arc_id, new.arc_name, new.arc_type, new.arc_cluster_name, new.target_commodity, new.training_id))))
  EXECUTE FUNCTION
    private.refuse_long_texts('{"cd": 250, "arc_id": 60, "status": 250, "arbo_id": 60, "remarks": 4000, "arc_name": 250, "arc_type": 250, "arbo_name": 250, "fund_source": 250, "region_name": 250, "subpsp_name": 250, "training_id": 60, "muncity_name": 250, "psp_category": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "subpsp_status": 250, "arc_cluster_name": 250, "target_commodity": 250, "subpsp_abbreviation": 250}');

CREATE TRIGGER verify_texts
  BEFORE INSERT OR UPDATE ON public.arbo_masterlist
  FOR EACH ROW
  WHEN
    (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.arbo_id) > 60) OR
    (char_length(new.arbo_name) > 250) OR (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR
    (char_length(new.barangay_name) > 250) OR (char_length(new.cd) > 250) OR (char_length(new.sitio_purok_street) > 250) OR (char_length(new.arbo_service_coverage) > 250) OR
    (char_length(new.arc_id) > 60) OR (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR (char_length(new.arc_cluster_name) > 250) OR
    (char_length(new.org_type) > 250) OR (char_length(new.oma_level_2013) > 250) OR (char_length(new.itema_status_2019) > 250) OR (char_length(new.itema_level_2019) > 250) OR
    (char_length(new.it_easy_status_2024) > 250) OR (char_length(new.it_easy_level_2024) > 250) OR (char_length(new.current_arbo_status) > 250) OR
    (char_length(new.registering_agency) > 250) OR (char_length(new.registration_number) > 250) OR (char_length(new.coc_or_cgs_number) > 250) OR
    (char_length(new.coc_cgs_attachment_link) > 1000) OR (char_length(new.source_of_loans) > 250) OR (char_length(new.soft_check_reason) > 500) OR
    private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.arbo_id, new.arbo_name, new.region_name, new.province_name, new.muncity_name,
    new.barangay_name,
    new.cd,
    new.sitio_purok_street,
    new.arbo_service_coverage,
    new.arc_id,
    new.arc_name,
    new.arc_type,
    new.arc_cluster_name,
    new.org_type,
    new.oma_level_2013,
    new.itema_status_2019,
    new.itema_level_2019,
    new.it_easy_status_2024,
    new.it_easy_level_2024,
    new.current_arbo_status, new.registering_agency, new.registration_number, new.coc_or_cgs_number, new.coc_cgs_attachment_link, new.source_of_loans, new.soft_check_reason))))
  EXECUTE FUNCTION
    private.refuse_long_texts('{"cd": 250, "arc_id": 60, "status": 250, "arbo_id": 60, "remarks": 4000, "arc_name": 250, "arc_type": 250, "org_type": 250, "arbo_name": 250, "region_name": 250, "muncity_name": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "oma_level_2013": 250, "source_of_loans": 250, "arc_cluster_name": 250, "itema_level_2019": 250, "coc_or_cgs_number": 250, "itema_status_2019": 250, "soft_check_reason": 500, "it_easy_level_2024": 250, "registering_agency": 250, "sitio_purok_street": 250, "current_arbo_status": 250, "it_easy_status_2024": 250, "registration_number": 250, "arbo_service_coverage": 250, "coc_cgs_attachment_link": 1000}');

CREATE TRIGGER "0_check_references_insert"
  AFTER INSERT ON public.arbo_trainings REFERENCING NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER "0_check_references_update"
  AFTER UPDATE ON public.arbo_trainings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER verify_texts
  BEFORE INSERT OR UPDATE ON public.arbo_trainings
  FOR EACH ROW
  WHEN
    (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.training_title) > 250) OR
    (char_length(new.training_id) > 60) OR (char_length(new.training_category) > 250) OR (char_length(new.conducted_by) > 250) OR (char_length(new.agri_inputs) > 4000) OR
    (char_length(new.fund_source) > 250) OR (char_length(new.psp_category) > 250) OR (char_length(new.subpsp_name) > 250) OR (char_length(new.subpsp_abbreviation) > 250) OR
    (char_length(new.subpsp_status) > 250) OR (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR (char_length(new.region_name) > 250) OR
    (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR (char_length(new.cd) > 250) OR
    (char_length(new.arc_id) > 60) OR (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR (char_length(new.arc_cluster_name) > 250) OR
    private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.training_title, new.training_id, new.training_category, new.conducted_by, new.agri_inputs,
    new.fund_source,
    new.psp_category,
    new.subpsp_name,
    new.subpsp_abbreviation,
    new.subpsp_status,
    new.arbo_id, new.arbo_name, new.region_name, new.province_name, new.muncity_name, new.barangay_name, new.cd, new.arc_id, new.arc_name, new.arc_type, new.arc_cluster_name))))
  EXECUTE FUNCTION
    private.refuse_long_texts('{"cd": 250, "arc_id": 60, "status": 250, "arbo_id": 60, "remarks": 4000, "arc_name": 250, "arc_type": 250, "arbo_name": 250, "agri_inputs": 4000, "fund_source": 250, "region_name": 250, "subpsp_name": 250, "training_id": 60, "conducted_by": 250, "muncity_name": 250, "psp_category": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "subpsp_status": 250, "training_title": 250, "arc_cluster_name": 250, "training_category": 250, "subpsp_abbreviation": 250}');

CREATE TRIGGER "0_check_references_insert"
  AFTER INSERT ON public.arc_barangays_covered REFERENCING NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER "0_check_references_update"
  AFTER UPDATE ON public.arc_barangays_covered REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER verify_texts
  BEFORE INSERT OR UPDATE ON public.arc_barangays_covered
  FOR EACH ROW
  WHEN
    (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.arc_id) > 60) OR
    (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR
    (char_length(new.cd) > 250) OR
    private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.arc_id, new.region_name, new.province_name, new.muncity_name, new.barangay_name, new.cd))))
  EXECUTE FUNCTION
    private.refuse_long_texts('{"cd": 250, "arc_id": 60, "status": 250, "remarks": 4000, "region_name": 250, "muncity_name": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250}');

CREATE TRIGGER verify_texts
  BEFORE INSERT OR UPDATE ON public.arc_masterlist
  FOR EACH ROW
  WHEN
    (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.arc_id) > 60) OR (char_length(new.arc_name)
    > 250) OR (char_length(new.arc_type) > 250) OR (char_length(new.arc_classification) > 250) OR (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR
    (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR (char_length(new.cd) > 250) OR
    private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.arc_id, new.arc_name, new.arc_type, new.arc_classification, new.region_name,
    new.province_name, new.muncity_name, new.barangay_name, new.cd))))
  EXECUTE FUNCTION
    private.refuse_long_texts('{"cd": 250, "arc_id": 60, "status": 250, "remarks": 4000, "arc_name": 250, "arc_type": 250, "region_name": 250, "muncity_name": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "arc_classification": 250}');

CREATE TRIGGER verify_texts
  BEFORE INSERT OR UPDATE ON public.attachments
  FOR EACH ROW
  WHEN
    (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.record_table) > 250) OR
    (char_length(new.field) > 250) OR (char_length(new.caption) > 500) OR (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR
    (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR (char_length(new.cd) > 250) OR
    private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.record_table, new.field, new.caption, new.region_name, new.province_name, new.muncity_name,
    new.barangay_name, new.cd))))
  EXECUTE FUNCTION
    private.refuse_long_texts('{"cd": 250, "field": 250, "status": 250, "caption": 500, "remarks": 4000, "region_name": 250, "muncity_name": 250, "record_table": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250}');

CREATE TRIGGER verify_texts
  BEFORE INSERT OR UPDATE ON public.dropdown_values
  FOR EACH ROW
  WHEN
    (((char_length(new.list) > 250) OR (char_length(new.type) > 250) OR (char_length(new.category) > 250) OR (char_length(new.sub_category) > 250) OR
    private.has_control_character(concat(new.list, new.type, new.category, new.sub_category))))
  EXECUTE FUNCTION private.refuse_long_texts('{"list": 250, "type": 250, "category": 250, "sub_category": 250}');

CREATE TRIGGER "0_check_references_insert"
  AFTER INSERT ON public.farmers_tracking_income REFERENCING NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER "0_check_references_update"
  AFTER UPDATE ON public.farmers_tracking_income REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER verify_texts
  BEFORE INSERT OR UPDATE ON public.farmers_tracking_income
  FOR EACH ROW
  WHEN
    (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.reporting_quarter) > 250) OR
    (char_length(new.reporting_month) > 250) OR (char_length(new.fund_source) > 250) OR (char_length(new.psp_category) > 250) OR (char_length(new.subpsp_name) > 250) OR
    (char_length(new.subpsp_abbreviation) > 250) OR (char_length(new.subpsp_status) > 250) OR (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR
    (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR
    (char_length(new.cd) > 250) OR (char_length(new.arc_id) > 60) OR (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR
    (char_length(new.arc_cluster_name) > 250) OR (char_length(new.arb_nonarb) > 250) OR (char_length(new.clusters_involved) > 250) OR (char_length(new.crop_sold) > 250) OR
    (char_length(new.buyer_name) > 250) OR (char_length(new.unit) > 250) OR (char_length(new.trader_arrangement) > 250) OR (char_length(new.soft_check_reason) > 500) OR
    private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.reporting_quarter, new.reporting_month, new.fund_source, new.psp_category, new.subpsp_name,
    new.subpsp_abbreviation,
    new.subpsp_status,
    new.arbo_id,
    new.arbo_name,
    new.region_name,
    new.province_name,
    new.muncity_name,
    new.barangay_name,
    new.cd,
    new.arc_id,
    new.arc_name,
    new.arc_type, new.arc_cluster_name, new.arb_nonarb, new.clusters_involved, new.crop_sold, new.buyer_name, new.unit, new.trader_arrangement, new.soft_check_reason))))
  EXECUTE FUNCTION
    private.refuse_long_texts('{"cd": 250, "unit": 250, "arc_id": 60, "status": 250, "arbo_id": 60, "remarks": 4000, "arc_name": 250, "arc_type": 250, "arbo_name": 250, "crop_sold": 250, "arb_nonarb": 250, "buyer_name": 250, "fund_source": 250, "region_name": 250, "subpsp_name": 250, "muncity_name": 250, "psp_category": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "subpsp_status": 250, "reporting_month": 250, "arc_cluster_name": 250, "clusters_involved": 250, "reporting_quarter": 250, "soft_check_reason": 500, "trader_arrangement": 250, "subpsp_abbreviation": 250}');

CREATE TRIGGER "0_check_references_insert"
  AFTER INSERT ON public.fme_inventory_table REFERENCING NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER "0_check_references_update"
  AFTER UPDATE ON public.fme_inventory_table REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER verify_texts
  BEFORE INSERT OR UPDATE ON public.fme_inventory_table
  FOR EACH ROW
  WHEN
    (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.fme_inventory_id) > 60) OR
    (char_length(new.fund_source) > 250) OR (char_length(new.psp_category) > 250) OR (char_length(new.subpsp_name) > 250) OR (char_length(new.subpsp_abbreviation) > 250) OR
    (char_length(new.subpsp_status) > 250) OR (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR (char_length(new.region_name) > 250) OR
    (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR (char_length(new.cd) > 250) OR
    (char_length(new.arc_id) > 60) OR (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR (char_length(new.arc_cluster_name) > 250) OR
    (char_length(new.ownership_update) > 250) OR (char_length(new.prj_title) > 250) OR (char_length(new.supplier_name) > 250) OR (char_length(new.inventory_conducted) > 250) OR
    (char_length(new.nonfunctional_reason) > 4000) OR (char_length(new.nonutilized_reason) > 4000) OR (char_length(new.om_training_conducted) > 250) OR
    (char_length(new.om_training_not_done_reason) > 4000) OR (char_length(new.enterprise_established) > 250) OR (char_length(new.picture_trust_agreement) > 1000) OR
    (char_length(new.picture_deed_donation) > 1000) OR (char_length(new.acceptance_cert_received) > 250) OR (char_length(new.process_product) > 250) OR
    (char_length(new.process_product_type) > 250) OR (char_length(new.product_brand_name) > 250) OR (char_length(new.fda_lto_certificate) > 250) OR
    (char_length(new.cpr_registration) > 250) OR (char_length(new.halal_registration) > 250) OR (char_length(new.npk_certificate) > 250) OR
    (char_length(new.environment_certificate) > 250) OR (char_length(new.soft_check_reason) > 500) OR
    private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.fme_inventory_id, new.fund_source, new.psp_category, new.subpsp_name,
    new.subpsp_abbreviation,
    new.subpsp_status,
    new.arbo_id,
    new.arbo_name,
    new.region_name,
    new.province_name,
    new.muncity_name,
    new.barangay_name,
    new.cd,
    new.arc_id,
    new.arc_name,
    new.arc_type,
    new.arc_cluster_name,
    new.ownership_update,
    new.prj_title,
    new.supplier_name,
    new.inventory_conducted,
    new.nonfunctional_reason,
    new.nonutilized_reason,
    new.om_training_conducted,
    new.om_training_not_done_reason,
    new.enterprise_established,
    new.picture_trust_agreement,
    new.picture_deed_donation,
    new.acceptance_cert_received,
    new.process_product,
    new.process_product_type,
    new.product_brand_name, new.fda_lto_certificate, new.cpr_registration, new.halal_registration, new.npk_certificate, new.environment_certificate, new.soft_check_reason))))
  EXECUTE FUNCTION
    private.refuse_long_texts('{"cd": 250, "arc_id": 60, "status": 250, "arbo_id": 60, "remarks": 4000, "arc_name": 250, "arc_type": 250, "arbo_name": 250, "prj_title": 250, "fund_source": 250, "region_name": 250, "subpsp_name": 250, "muncity_name": 250, "psp_category": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "subpsp_status": 250, "supplier_name": 250, "npk_certificate": 250, "process_product": 250, "arc_cluster_name": 250, "cpr_registration": 250, "fme_inventory_id": 60, "ownership_update": 250, "soft_check_reason": 500, "halal_registration": 250, "nonutilized_reason": 4000, "product_brand_name": 250, "fda_lto_certificate": 250, "inventory_conducted": 250, "subpsp_abbreviation": 250, "nonfunctional_reason": 4000, "process_product_type": 250, "om_training_conducted": 250, "picture_deed_donation": 1000, "enterprise_established": 250, "environment_certificate": 250, "picture_trust_agreement": 1000, "acceptance_cert_received": 250, "om_training_not_done_reason": 4000}');

CREATE TRIGGER "0_check_references_insert"
  AFTER INSERT ON public.fme_rental_monitoring REFERENCING NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER "0_check_references_update"
  AFTER UPDATE ON public.fme_rental_monitoring REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER verify_texts
  BEFORE INSERT OR UPDATE ON public.fme_rental_monitoring
  FOR EACH ROW
  WHEN
    (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.reporting_quarter) > 250) OR
    (char_length(new.reporting_month) > 250) OR (char_length(new.fund_source) > 250) OR (char_length(new.psp_category) > 250) OR (char_length(new.subpsp_name) > 250) OR
    (char_length(new.subpsp_abbreviation) > 250) OR (char_length(new.subpsp_status) > 250) OR (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR
    (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR
    (char_length(new.cd) > 250) OR (char_length(new.arc_id) > 60) OR (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR
    (char_length(new.arc_cluster_name) > 250) OR (char_length(new.fme_inventory_id) > 60) OR (char_length(new.specific_fme_rented) > 250) OR
    (char_length(new.soft_check_reason) > 500) OR
    private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.reporting_quarter, new.reporting_month, new.fund_source, new.psp_category, new.subpsp_name,
    new.subpsp_abbreviation,
    new.subpsp_status,
    new.arbo_id,
    new.arbo_name,
    new.region_name,
    new.province_name,
    new.muncity_name,
    new.barangay_name, new.cd, new.arc_id, new.arc_name, new.arc_type, new.arc_cluster_name, new.fme_inventory_id, new.specific_fme_rented, new.soft_check_reason))))
  EXECUTE FUNCTION
    private.refuse_long_texts('{"cd": 250, "arc_id": 60, "status": 250, "arbo_id": 60, "remarks": 4000, "arc_name": 250, "arc_type": 250, "arbo_name": 250, "fund_source": 250, "region_name": 250, "subpsp_name": 250, "muncity_name": 250, "psp_category": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "subpsp_status": 250, "reporting_month": 250, "arc_cluster_name": 250, "fme_inventory_id": 60, "reporting_quarter": 250, "soft_check_reason": 500, "specific_fme_rented": 250, "subpsp_abbreviation": 250}');

CREATE TRIGGER "0_check_references_insert"
  AFTER INSERT ON public.form11_accomps REFERENCING NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER "0_check_references_update"
  AFTER UPDATE ON public.form11_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER verify_texts
  BEFORE INSERT OR UPDATE ON public.form11_accomps
  FOR EACH ROW
  WHEN
    (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.reporting_quarter) > 250) OR
    (char_length(new.reporting_month) > 250) OR (char_length(new.fund_source) > 250) OR (char_length(new.psp_category) > 250) OR (char_length(new.subpsp_name) > 250) OR
    (char_length(new.subpsp_abbreviation) > 250) OR (char_length(new.subpsp_status) > 250) OR (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR
    (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR
    (char_length(new.cd) > 250) OR (char_length(new.arc_id) > 60) OR (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR
    (char_length(new.arc_cluster_name) > 250) OR (char_length(new.type_enterprise) > 250) OR (char_length(new.crop_commodity) > 250) OR (char_length(new.scale_production) > 250) OR
    (char_length(new.unit_measure) > 250) OR (char_length(new.type_livelihood) > 250) OR (char_length(new.support_provided) > 250) OR (char_length(new.hard_component) > 250) OR
    (char_length(new.description) > 4000) OR (char_length(new.unit_hard) > 250) OR (char_length(new.functional) > 250) OR (char_length(new.utilized) > 250) OR
    (char_length((new."uploadFile")::text) > 250) OR (char_length(new.soft_check_reason) > 500) OR
    private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.reporting_quarter, new.reporting_month, new.fund_source, new.psp_category, new.subpsp_name,
    new.subpsp_abbreviation,
    new.subpsp_status,
    new.arbo_id,
    new.arbo_name,
    new.region_name,
    new.province_name,
    new.muncity_name,
    new.barangay_name,
    new.cd,
    new.arc_id,
    new.arc_name,
    new.arc_type,
    new.arc_cluster_name,
    new.type_enterprise,
    new.crop_commodity,
    new.scale_production,
    new.unit_measure,
    new.type_livelihood, new.support_provided, new.hard_component, new.description, new.unit_hard, new.functional, new.utilized, new."uploadFile", new.soft_check_reason))))
  EXECUTE FUNCTION
    private.refuse_long_texts('{"cd": 250, "arc_id": 60, "status": 250, "arbo_id": 60, "remarks": 4000, "arc_name": 250, "arc_type": 250, "utilized": 250, "arbo_name": 250, "unit_hard": 250, "functional": 250, "uploadFile": 250, "description": 4000, "fund_source": 250, "region_name": 250, "subpsp_name": 250, "muncity_name": 250, "psp_category": 250, "unit_measure": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "subpsp_status": 250, "crop_commodity": 250, "hard_component": 250, "reporting_month": 250, "type_enterprise": 250, "type_livelihood": 250, "arc_cluster_name": 250, "scale_production": 250, "support_provided": 250, "reporting_quarter": 250, "soft_check_reason": 500, "subpsp_abbreviation": 250}');

CREATE TRIGGER "0_check_references_insert"
  AFTER INSERT ON public.form11_farm_infos REFERENCING NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER "0_check_references_update"
  AFTER UPDATE ON public.form11_farm_infos REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER verify_texts
  BEFORE INSERT OR UPDATE ON public.form11_farm_infos
  FOR EACH ROW
  WHEN
    (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.reporting_quarter) > 250) OR
    (char_length(new.reporting_month) > 250) OR (char_length(new.fund_source) > 250) OR (char_length(new.psp_category) > 250) OR (char_length(new.subpsp_name) > 250) OR
    (char_length(new.subpsp_abbreviation) > 250) OR (char_length(new.subpsp_status) > 250) OR (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR
    (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR
    (char_length(new.cd) > 250) OR (char_length(new.arc_id) > 60) OR (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR
    (char_length(new.arc_cluster_name) > 250) OR (char_length(new.type_enterprise) > 250) OR (char_length(new.crop_commodity) > 250) OR (char_length(new.scale_production) > 250) OR
    (char_length(new.unit_measure) > 250) OR (char_length(new.type_livelihood) > 250) OR (char_length(new.support_provided) > 250) OR (char_length(new.hard_component) > 250) OR
    (char_length(new.description) > 4000) OR (char_length(new.unit_hard) > 250) OR (char_length(new.functional) > 250) OR (char_length(new.utilized) > 250) OR
    (char_length((new."uploadFile")::text) > 250) OR (char_length(new.soft_check_reason) > 500) OR
    private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.reporting_quarter, new.reporting_month, new.fund_source, new.psp_category, new.subpsp_name,
    new.subpsp_abbreviation,
    new.subpsp_status,
    new.arbo_id,
    new.arbo_name,
    new.region_name,
    new.province_name,
    new.muncity_name,
    new.barangay_name,
    new.cd,
    new.arc_id,
    new.arc_name,
    new.arc_type,
    new.arc_cluster_name,
    new.type_enterprise,
    new.crop_commodity,
    new.scale_production,
    new.unit_measure,
    new.type_livelihood, new.support_provided, new.hard_component, new.description, new.unit_hard, new.functional, new.utilized, new."uploadFile", new.soft_check_reason))))
  EXECUTE FUNCTION
    private.refuse_long_texts('{"cd": 250, "arc_id": 60, "status": 250, "arbo_id": 60, "remarks": 4000, "arc_name": 250, "arc_type": 250, "utilized": 250, "arbo_name": 250, "unit_hard": 250, "functional": 250, "uploadFile": 250, "description": 4000, "fund_source": 250, "region_name": 250, "subpsp_name": 250, "muncity_name": 250, "psp_category": 250, "unit_measure": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "subpsp_status": 250, "crop_commodity": 250, "hard_component": 250, "reporting_month": 250, "type_enterprise": 250, "type_livelihood": 250, "arc_cluster_name": 250, "scale_production": 250, "support_provided": 250, "reporting_quarter": 250, "soft_check_reason": 500, "subpsp_abbreviation": 250}');

CREATE TRIGGER "0_check_references_insert"
  AFTER INSERT ON public.form7_accomps REFERENCING NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER "0_check_references_update"
  AFTER UPDATE ON public.form7_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER verify_texts
  BEFORE INSERT OR UPDATE ON public.form7_accomps
  FOR EACH ROW
  WHEN
    (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.reporting_quarter) > 250) OR
    (char_length(new.reporting_month) > 250) OR (char_length(new.fund_source) > 250) OR (char_length(new.psp_category) > 250) OR (char_length(new.subpsp_name) > 250) OR
    (char_length(new.subpsp_abbreviation) > 250) OR (char_length(new.subpsp_status) > 250) OR (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR
    (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR
    (char_length(new.cd) > 250) OR (char_length(new.arc_id) > 60) OR (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR
    (char_length(new.arc_cluster_name) > 250) OR (char_length(new.training_title) > 250) OR (char_length(new.training_id) > 60) OR (char_length(new.type_product) > 250) OR
    (char_length(new.raw_materials) > 250) OR (char_length(new.service_developed) > 250) OR (char_length(new.product_developed) > 250) OR (char_length(new.product_name) > 250) OR
    (char_length(new.registration) > 250) OR (char_length(new.soft_check_reason) > 500) OR
    private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.reporting_quarter, new.reporting_month, new.fund_source, new.psp_category, new.subpsp_name,
    new.subpsp_abbreviation,
    new.subpsp_status,
    new.arbo_id,
    new.arbo_name,
    new.region_name,
    new.province_name,
    new.muncity_name,
    new.barangay_name,
    new.cd,
    new.arc_id,
    new.arc_name,
    new.arc_type,
    new.arc_cluster_name,
    new.training_title,
    new.training_id, new.type_product, new.raw_materials, new.service_developed, new.product_developed, new.product_name, new.registration, new.soft_check_reason))))
  EXECUTE FUNCTION
    private.refuse_long_texts('{"cd": 250, "arc_id": 60, "status": 250, "arbo_id": 60, "remarks": 4000, "arc_name": 250, "arc_type": 250, "arbo_name": 250, "fund_source": 250, "region_name": 250, "subpsp_name": 250, "training_id": 60, "muncity_name": 250, "product_name": 250, "psp_category": 250, "registration": 250, "type_product": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "raw_materials": 250, "subpsp_status": 250, "training_title": 250, "reporting_month": 250, "arc_cluster_name": 250, "product_developed": 250, "reporting_quarter": 250, "service_developed": 250, "soft_check_reason": 500, "subpsp_abbreviation": 250}');

CREATE TRIGGER "0_check_references_insert"
  AFTER INSERT ON public.form7_proddevs REFERENCING NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER "0_check_references_update"
  AFTER UPDATE ON public.form7_proddevs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER verify_texts
  BEFORE INSERT OR UPDATE ON public.form7_proddevs
  FOR EACH ROW
  WHEN
    (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.reporting_quarter) > 250) OR
    (char_length(new.reporting_month) > 250) OR (char_length(new.fund_source) > 250) OR (char_length(new.psp_category) > 250) OR (char_length(new.subpsp_name) > 250) OR
    (char_length(new.subpsp_abbreviation) > 250) OR (char_length(new.subpsp_status) > 250) OR (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR
    (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR
    (char_length(new.cd) > 250) OR (char_length(new.arc_id) > 60) OR (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR
    (char_length(new.arc_cluster_name) > 250) OR (char_length(new.training_title) > 250) OR (char_length(new.training_id) > 60) OR (char_length(new.training_category) > 250) OR
    (char_length(new.conducted_by) > 250) OR (char_length(new.agri_inputs) > 4000) OR (char_length(new.type_product) > 250) OR (char_length(new.raw_materials) > 250) OR
    (char_length(new.service_developed) > 250) OR (char_length(new.product_developed) > 250) OR (char_length(new.product_name) > 250) OR (char_length(new.registration) > 250) OR
    (char_length(new.unit_measure) > 250) OR (char_length(new.marketing_instrument) > 250) OR (char_length(new.name_buyer) > 250) OR (char_length(new.soft_check_reason) > 500) OR
    private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.reporting_quarter, new.reporting_month, new.fund_source, new.psp_category, new.subpsp_name,
    new.subpsp_abbreviation,
    new.subpsp_status,
    new.arbo_id,
    new.arbo_name,
    new.region_name,
    new.province_name,
    new.muncity_name,
    new.barangay_name,
    new.cd,
    new.arc_id,
    new.arc_name,
    new.arc_type,
    new.arc_cluster_name,
    new.training_title,
    new.training_id,
    new.training_category,
    new.conducted_by,
    new.agri_inputs,
    new.type_product,
    new.raw_materials,
    new.service_developed, new.product_developed, new.product_name, new.registration, new.unit_measure, new.marketing_instrument, new.name_buyer, new.soft_check_reason))))
  EXECUTE FUNCTION
    private.refuse_long_texts('{"cd": 250, "arc_id": 60, "status": 250, "arbo_id": 60, "remarks": 4000, "arc_name": 250, "arc_type": 250, "arbo_name": 250, "name_buyer": 250, "agri_inputs": 4000, "fund_source": 250, "region_name": 250, "subpsp_name": 250, "training_id": 60, "conducted_by": 250, "muncity_name": 250, "product_name": 250, "psp_category": 250, "registration": 250, "type_product": 250, "unit_measure": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "raw_materials": 250, "subpsp_status": 250, "training_title": 250, "reporting_month": 250, "arc_cluster_name": 250, "product_developed": 250, "reporting_quarter": 250, "service_developed": 250, "soft_check_reason": 500, "training_category": 250, "subpsp_abbreviation": 250, "marketing_instrument": 250}');

CREATE TRIGGER "0_check_references_insert"
  AFTER INSERT ON public.form_10 REFERENCING NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER "0_check_references_update"
  AFTER UPDATE ON public.form_10 REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER verify_texts
  BEFORE INSERT OR UPDATE ON public.form_10
  FOR EACH ROW
  WHEN
    (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.reporting_quarter) > 250) OR
    (char_length(new.reporting_month) > 250) OR (char_length(new.fund_source) > 250) OR (char_length(new.psp_category) > 250) OR (char_length(new.subpsp_name) > 250) OR
    (char_length(new.subpsp_abbreviation) > 250) OR (char_length(new.subpsp_status) > 250) OR (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR
    (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR
    (char_length(new.cd) > 250) OR (char_length(new.arc_id) > 60) OR (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR
    (char_length(new.arc_cluster_name) > 250) OR (char_length((new.training_title)::text) > 250) OR (char_length(new.training_id) > 60) OR (char_length(new.type_enterprise) > 250)
    OR (char_length(new.credit_services) > 250) OR (char_length(new.milestone_activity) > 250) OR
    private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.reporting_quarter, new.reporting_month, new.fund_source, new.psp_category, new.subpsp_name,
    new.subpsp_abbreviation,
    new.subpsp_status,
    new.arbo_id,
    new.arbo_name,
    new.region_name,
    new.province_name,
    new.muncity_name,
    new.barangay_name,
    new.cd, new.arc_id, new.arc_name, new.arc_type, new.arc_cluster_name, new.training_title, new.training_id, new.type_enterprise, new.credit_services, new.milestone_activity))))
  EXECUTE FUNCTION
    private.refuse_long_texts('{"cd": 250, "arc_id": 60, "status": 250, "arbo_id": 60, "remarks": 4000, "arc_name": 250, "arc_type": 250, "arbo_name": 250, "fund_source": 250, "region_name": 250, "subpsp_name": 250, "training_id": 60, "muncity_name": 250, "psp_category": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "subpsp_status": 250, "training_title": 250, "credit_services": 250, "reporting_month": 250, "type_enterprise": 250, "arc_cluster_name": 250, "reporting_quarter": 250, "milestone_activity": 250, "subpsp_abbreviation": 250}');

CREATE TRIGGER "0_check_references_insert"
  AFTER INSERT ON public.form_11_geotags REFERENCING NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER "0_check_references_update"
  AFTER UPDATE ON public.form_11_geotags REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER verify_texts
  BEFORE INSERT OR UPDATE ON public.form_11_geotags
  FOR EACH ROW
  WHEN
    (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.kind) > 250) OR (char_length(new.caption) >
    500) OR (char_length(new.location_source) > 250) OR (char_length(new.outside_confirmed) > 250) OR (char_length(new.reporting_quarter) > 250) OR
    (char_length(new.reporting_month) > 250) OR (char_length(new.fund_source) > 250) OR (char_length(new.psp_category) > 250) OR (char_length(new.subpsp_name) > 250) OR
    (char_length(new.subpsp_abbreviation) > 250) OR (char_length(new.subpsp_status) > 250) OR (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR
    (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR
    (char_length(new.cd) > 250) OR (char_length(new.arc_id) > 60) OR (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR
    (char_length(new.arc_cluster_name) > 250) OR
    private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.kind, new.caption, new.location_source, new.outside_confirmed, new.reporting_quarter,
    new.reporting_month,
    new.fund_source,
    new.psp_category,
    new.subpsp_name,
    new.subpsp_abbreviation,
    new.subpsp_status,
    new.arbo_id, new.arbo_name, new.region_name, new.province_name, new.muncity_name, new.barangay_name, new.cd, new.arc_id, new.arc_name, new.arc_type, new.arc_cluster_name))))
  EXECUTE FUNCTION
    private.refuse_long_texts('{"cd": 250, "kind": 250, "arc_id": 60, "status": 250, "arbo_id": 60, "caption": 500, "remarks": 4000, "arc_name": 250, "arc_type": 250, "arbo_name": 250, "fund_source": 250, "region_name": 250, "subpsp_name": 250, "muncity_name": 250, "psp_category": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "subpsp_status": 250, "location_source": 250, "reporting_month": 250, "arc_cluster_name": 250, "outside_confirmed": 250, "reporting_quarter": 250, "subpsp_abbreviation": 250}');

CREATE TRIGGER "0_check_references_insert"
  AFTER INSERT ON public.form_5_accomps REFERENCING NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER "0_check_references_update"
  AFTER UPDATE ON public.form_5_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER verify_texts
  BEFORE INSERT OR UPDATE ON public.form_5_accomps
  FOR EACH ROW
  WHEN
    (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.reporting_quarter) > 250) OR
    (char_length(new.reporting_month) > 250) OR (char_length(new.fund_source) > 250) OR (char_length(new.psp_category) > 250) OR (char_length(new.subpsp_name) > 250) OR
    (char_length(new.subpsp_abbreviation) > 250) OR (char_length(new.subpsp_status) > 250) OR (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR
    (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR
    (char_length(new.cd) > 250) OR (char_length(new.arc_id) > 60) OR (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR
    (char_length(new.arc_cluster_name) > 250) OR (char_length(new.crop_product) > 250) OR
    private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.reporting_quarter, new.reporting_month, new.fund_source, new.psp_category, new.subpsp_name,
    new.subpsp_abbreviation,
    new.subpsp_status,
    new.arbo_id,
    new.arbo_name,
    new.region_name, new.province_name, new.muncity_name, new.barangay_name, new.cd, new.arc_id, new.arc_name, new.arc_type, new.arc_cluster_name, new.crop_product))))
  EXECUTE FUNCTION
    private.refuse_long_texts('{"cd": 250, "arc_id": 60, "status": 250, "arbo_id": 60, "remarks": 4000, "arc_name": 250, "arc_type": 250, "arbo_name": 250, "fund_source": 250, "region_name": 250, "subpsp_name": 250, "crop_product": 250, "muncity_name": 250, "psp_category": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "subpsp_status": 250, "reporting_month": 250, "arc_cluster_name": 250, "reporting_quarter": 250, "subpsp_abbreviation": 250}');

CREATE TRIGGER "0_check_references_insert"
  AFTER INSERT ON public.form_5_annualtargets REFERENCING NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER "0_check_references_update"
  AFTER UPDATE ON public.form_5_annualtargets REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER verify_texts
  BEFORE INSERT OR UPDATE ON public.form_5_annualtargets
  FOR EACH ROW
  WHEN
    (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.fund_source) > 250) OR
    (char_length(new.psp_category) > 250) OR (char_length(new.subpsp_name) > 250) OR (char_length(new.subpsp_abbreviation) > 250) OR (char_length(new.subpsp_status) > 250) OR
    (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR
    (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR (char_length(new.cd) > 250) OR (char_length(new.arc_id) > 60) OR
    (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR (char_length(new.arc_cluster_name) > 250) OR (char_length(new.crop_product) > 250) OR
    (char_length(new.current_it_status) > 250) OR (char_length(new.current_it_level) > 250) OR (char_length(new.training_title) > 250) OR (char_length(new.training_id) > 60) OR
    (char_length(new.training_category) > 250) OR (char_length(new.conducted_by) > 250) OR (char_length(new.agri_inputs) > 4000) OR (char_length(new.participant_name) > 250) OR
    (char_length(new.sex) > 250) OR (char_length(new.participant_category) > 250) OR (char_length(new.participant_sub_category) > 250) OR
    (char_length(new.agri_technology_inputs_provided) > 4000) OR (char_length(new.is_4ps_beneficiary) > 250) OR (char_length(new.is_solo_parent) > 250) OR
    (char_length(new.is_pwd) > 250) OR (char_length(new.is_ip) > 250) OR (char_length(new.age_base_group) > 250) OR
    private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.fund_source, new.psp_category, new.subpsp_name, new.subpsp_abbreviation, new.subpsp_status,
    new.arbo_id,
    new.arbo_name,
    new.region_name,
    new.province_name,
    new.muncity_name,
    new.barangay_name,
    new.cd,
    new.arc_id,
    new.arc_name,
    new.arc_type,
    new.arc_cluster_name,
    new.crop_product,
    new.current_it_status,
    new.current_it_level,
    new.training_title,
    new.training_id,
    new.training_category,
    new.conducted_by,
    new.agri_inputs,
    new.participant_name,
    new.sex,
    new.participant_category,
    new.participant_sub_category, new.agri_technology_inputs_provided, new.is_4ps_beneficiary, new.is_solo_parent, new.is_pwd, new.is_ip, new.age_base_group))))
  EXECUTE FUNCTION
    private.refuse_long_texts('{"cd": 250, "sex": 250, "is_ip": 250, "arc_id": 60, "is_pwd": 250, "status": 250, "arbo_id": 60, "remarks": 4000, "arc_name": 250, "arc_type": 250, "arbo_name": 250, "agri_inputs": 4000, "fund_source": 250, "region_name": 250, "subpsp_name": 250, "training_id": 60, "conducted_by": 250, "crop_product": 250, "muncity_name": 250, "psp_category": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "subpsp_status": 250, "age_base_group": 250, "is_solo_parent": 250, "training_title": 250, "arc_cluster_name": 250, "current_it_level": 250, "participant_name": 250, "current_it_status": 250, "training_category": 250, "is_4ps_beneficiary": 250, "subpsp_abbreviation": 250, "participant_category": 250, "participant_sub_category": 250, "agri_technology_inputs_provided": 4000}');

CREATE TRIGGER "0_check_references_insert"
  AFTER INSERT ON public.inventory_status_monitoring REFERENCING NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER "0_check_references_update"
  AFTER UPDATE ON public.inventory_status_monitoring REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER verify_texts
  BEFORE INSERT OR UPDATE ON public.inventory_status_monitoring
  FOR EACH ROW
  WHEN
    (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.reporting_quarter) > 250) OR
    (char_length(new.reporting_month) > 250) OR (char_length(new.fund_source) > 250) OR (char_length(new.psp_category) > 250) OR (char_length(new.subpsp_name) > 250) OR
    (char_length(new.subpsp_abbreviation) > 250) OR (char_length(new.subpsp_status) > 250) OR (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR
    (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR
    (char_length(new.cd) > 250) OR (char_length(new.arc_id) > 60) OR (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR
    (char_length(new.arc_cluster_name) > 250) OR (char_length(new.support_provided) > 250) OR (char_length(new.hard_component) > 250) OR (char_length(new.description) > 4000) OR
    (char_length(new.unit_hard) > 250) OR
    private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.reporting_quarter, new.reporting_month, new.fund_source, new.psp_category, new.subpsp_name,
    new.subpsp_abbreviation,
    new.subpsp_status,
    new.arbo_id,
    new.arbo_name,
    new.region_name,
    new.province_name,
    new.muncity_name,
    new.barangay_name, new.cd, new.arc_id, new.arc_name, new.arc_type, new.arc_cluster_name, new.support_provided, new.hard_component, new.description, new.unit_hard))))
  EXECUTE FUNCTION
    private.refuse_long_texts('{"cd": 250, "arc_id": 60, "status": 250, "arbo_id": 60, "remarks": 4000, "arc_name": 250, "arc_type": 250, "arbo_name": 250, "unit_hard": 250, "description": 4000, "fund_source": 250, "region_name": 250, "subpsp_name": 250, "muncity_name": 250, "psp_category": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "subpsp_status": 250, "hard_component": 250, "reporting_month": 250, "arc_cluster_name": 250, "support_provided": 250, "reporting_quarter": 250, "subpsp_abbreviation": 250}');

CREATE TRIGGER "0_check_references_insert"
  AFTER INSERT ON public.participant_trainings REFERENCING NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER "0_check_references_update"
  AFTER UPDATE ON public.participant_trainings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER "0_check_references_insert"
  AFTER INSERT ON public.participants REFERENCING NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER "0_check_references_update"
  AFTER UPDATE ON public.participants REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER verify_texts
  BEFORE INSERT OR UPDATE ON public.participants
  FOR EACH ROW
  WHEN
    (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.participant_name) > 250) OR
    (char_length(new.sex) > 250) OR (char_length(new.participant_category) > 250) OR (char_length(new.participant_sub_category) > 250) OR
    (char_length(new.agri_technology_inputs_provided) > 4000) OR (char_length((new.training_id)::text) > 60) OR (char_length((new.wo_training_id)::text) > 250) OR
    (char_length(new.fund_source) > 250) OR (char_length(new.psp_category) > 250) OR (char_length(new.subpsp_name) > 250) OR (char_length(new.subpsp_abbreviation) > 250) OR
    (char_length(new.subpsp_status) > 250) OR (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR (char_length(new.region_name) > 250) OR
    (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR (char_length(new.cd) > 250) OR
    (char_length(new.arc_id) > 60) OR (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR (char_length(new.arc_cluster_name) > 250) OR
    (char_length(new.is_4ps_beneficiary) > 250) OR (char_length(new.is_solo_parent) > 250) OR (char_length(new.is_pwd) > 250) OR (char_length(new.is_ip) > 250) OR
    (char_length(new.age_base_group) > 250) OR
    private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.participant_name, new.sex, new.participant_category, new.participant_sub_category,
    new.agri_technology_inputs_provided,
    new.training_id,
    new.wo_training_id,
    new.fund_source,
    new.psp_category,
    new.subpsp_name,
    new.subpsp_abbreviation,
    new.subpsp_status,
    new.arbo_id,
    new.arbo_name,
    new.region_name,
    new.province_name,
    new.muncity_name,
    new.barangay_name,
    new.cd, new.arc_id, new.arc_name, new.arc_type, new.arc_cluster_name, new.is_4ps_beneficiary, new.is_solo_parent, new.is_pwd, new.is_ip, new.age_base_group))))
  EXECUTE FUNCTION
    private.refuse_long_texts('{"cd": 250, "sex": 250, "is_ip": 250, "arc_id": 60, "is_pwd": 250, "status": 250, "arbo_id": 60, "remarks": 4000, "arc_name": 250, "arc_type": 250, "arbo_name": 250, "fund_source": 250, "region_name": 250, "subpsp_name": 250, "training_id": 60, "muncity_name": 250, "psp_category": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "subpsp_status": 250, "age_base_group": 250, "is_solo_parent": 250, "wo_training_id": 250, "arc_cluster_name": 250, "participant_name": 250, "is_4ps_beneficiary": 250, "subpsp_abbreviation": 250, "participant_category": 250, "participant_sub_category": 250, "agri_technology_inputs_provided": 4000}');

CREATE TRIGGER verify_texts
  BEFORE INSERT OR UPDATE ON public.project_list
  FOR EACH ROW
  WHEN
    (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.fund_source) > 250) OR (char_length(new.psp_category) > 250) OR
    (char_length(new.subpsp_name) > 250) OR (char_length(new.subpsp_abbreviation) > 250) OR (char_length(new.subpsp_status) > 250) OR
    private.has_control_character(concat(new.process_stage, new.remarks, new.fund_source, new.psp_category, new.subpsp_name, new.subpsp_abbreviation, new.subpsp_status))))
  EXECUTE FUNCTION
    private.refuse_long_texts('{"remarks": 4000, "fund_source": 250, "subpsp_name": 250, "psp_category": 250, "process_stage": 250, "subpsp_status": 250, "subpsp_abbreviation": 250}');

CREATE TRIGGER "0_check_references_insert"
  AFTER INSERT ON public.qtr_sales_reports REFERENCING NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER "0_check_references_update"
  AFTER UPDATE ON public.qtr_sales_reports REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER verify_texts
  BEFORE INSERT OR UPDATE ON public.qtr_sales_reports
  FOR EACH ROW
  WHEN
    (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.reporting_quarter) > 250) OR
    (char_length(new.reporting_month) > 250) OR (char_length(new.fund_source) > 250) OR (char_length(new.psp_category) > 250) OR (char_length(new.subpsp_name) > 250) OR
    (char_length(new.subpsp_abbreviation) > 250) OR (char_length(new.subpsp_status) > 250) OR (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR
    (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR
    (char_length(new.cd) > 250) OR (char_length(new.arc_id) > 60) OR (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR
    (char_length(new.arc_cluster_name) > 250) OR (char_length(new.unit_measure) > 250) OR (char_length(new.marketing_instrument) > 250) OR (char_length(new.name_buyer) > 250) OR
    (char_length(new.soft_check_reason) > 500) OR
    private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.reporting_quarter, new.reporting_month, new.fund_source, new.psp_category, new.subpsp_name,
    new.subpsp_abbreviation,
    new.subpsp_status,
    new.arbo_id,
    new.arbo_name,
    new.region_name,
    new.province_name,
    new.muncity_name,
    new.barangay_name, new.cd, new.arc_id, new.arc_name, new.arc_type, new.arc_cluster_name, new.unit_measure, new.marketing_instrument, new.name_buyer, new.soft_check_reason))))
  EXECUTE FUNCTION
    private.refuse_long_texts('{"cd": 250, "arc_id": 60, "status": 250, "arbo_id": 60, "remarks": 4000, "arc_name": 250, "arc_type": 250, "arbo_name": 250, "name_buyer": 250, "fund_source": 250, "region_name": 250, "subpsp_name": 250, "muncity_name": 250, "psp_category": 250, "unit_measure": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "subpsp_status": 250, "reporting_month": 250, "arc_cluster_name": 250, "reporting_quarter": 250, "soft_check_reason": 500, "subpsp_abbreviation": 250, "marketing_instrument": 250}');

CREATE TRIGGER verify_texts
  BEFORE INSERT OR UPDATE ON public.report_schedules
  FOR EACH ROW
  WHEN
    (((char_length(new.form) > 250) OR (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.status) > 250) OR
    private.has_control_character(concat(new.form, new.region_name, new.province_name, new.status))))
  EXECUTE FUNCTION private.refuse_long_texts('{"form": 250, "status": 250, "region_name": 250, "province_name": 250}');

CREATE TRIGGER "0_check_references_insert"
  AFTER INSERT ON public.sales_transactions REFERENCING NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER "0_check_references_update"
  AFTER UPDATE ON public.sales_transactions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH ROW
  EXECUTE FUNCTION private.check_reference_offices();

CREATE TRIGGER verify_texts
  BEFORE INSERT OR UPDATE ON public.sales_transactions
  FOR EACH ROW
  WHEN
    (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.arbo_id) > 60) OR
    (char_length(new.arbo_name) > 250) OR (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR
    (char_length(new.barangay_name) > 250) OR (char_length(new.cd) > 250) OR (char_length(new.commodity) > 250) OR (char_length(new.type_buyer) > 250) OR
    (char_length(new.buyer_name) > 250) OR (char_length(new.buying_arrangement) > 250) OR (char_length(new.term_payment) > 250) OR (char_length(new.unit_measure) > 250) OR
    private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.arbo_id, new.arbo_name, new.region_name, new.province_name, new.muncity_name,
    new.barangay_name, new.cd, new.commodity, new.type_buyer, new.buyer_name, new.buying_arrangement, new.term_payment, new.unit_measure))))
  EXECUTE FUNCTION
    private.refuse_long_texts('{"cd": 250, "status": 250, "arbo_id": 60, "remarks": 4000, "arbo_name": 250, "commodity": 250, "buyer_name": 250, "type_buyer": 250, "region_name": 250, "muncity_name": 250, "term_payment": 250, "unit_measure": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "buying_arrangement": 250}');

CREATE TRIGGER verify_texts
  BEFORE INSERT OR UPDATE ON public.saved_views
  FOR EACH ROW
  WHEN
    (((char_length(new.screen) > 250) OR (char_length(new.name) > 250) OR (char_length(new.shared_with) > 250) OR private.has_control_character(concat(new.screen, new.name,
    new.shared_with))))
  EXECUTE FUNCTION private.refuse_long_texts('{"name": 250, "screen": 250, "shared_with": 250}');

CREATE TRIGGER verify_texts
  BEFORE INSERT OR UPDATE ON public.uac
  FOR EACH ROW
  WHEN
    (((char_length((new.rolename)::text) > 250) OR (char_length(new.roletype) > 250) OR (char_length((new.route)::text) > 250) OR (char_length((new.access_controls)::text) > 250)
    OR (char_length(new.status) > 250) OR private.has_control_character(concat(new.rolename, new.roletype, new.route, new.access_controls, new.status))))
  EXECUTE FUNCTION private.refuse_long_texts('{"route": 250, "status": 250, "rolename": 250, "roletype": 250, "access_controls": 250}');

COMMENT ON COLUMN "private"."import_batches"."row_versions" IS 'Version that the batch gave each row in ids; null for a row that it deleted.';

COMMENT ON COLUMN "private"."user_log"."action" IS 'Insert, Update, Delete, Restore, Approve, Set back, Return, Resubmit, Comment, Take back return, Ask to reopen, Reopen and Decline to reopen a window, Take back import, Replace value (of a list, in all records), See as (an administrator saw the product as a user or a draft role within an hour), Read (personal data was read within an hour), and export (a list of personal data was exported).';

REVOKE ALL ON FUNCTION "private"."activity_marks"(text, text[], text[], jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."activity_marks"(text, text[], text[], jsonb, boolean) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."activity_marks"(text, text[], text[], jsonb, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."activity_marks"(text, text[], text[], jsonb, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."activity_marks"(text, text[], text[], jsonb, boolean) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."await_writers"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."await_writers"(text[]) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."await_writers"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."await_writers"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."await_writers"(text[]) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."check_preview"(uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_preview"(uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."check_preview"(uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."check_reference_offices"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_reference_offices"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."check_reference_offices"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."finish_batch"(uuid, integer, bigint[], integer[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."finish_batch"(uuid, integer, bigint[], integer[]) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."finish_batch"(uuid, integer, bigint[], integer[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."finish_batch"(uuid, integer, bigint[], integer[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."finish_batch"(uuid, integer, bigint[], integer[]) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."follow_arc"(jsonb, jsonb, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."follow_arc"(jsonb, jsonb, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."follow_arc"(jsonb, jsonb, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."forms_with_mark"(text[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."forms_with_mark"(text[], text) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."forms_with_mark"(text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."forms_with_mark"(text[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."forms_with_mark"(text[], text) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."has_control_character"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_control_character"(text) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."has_control_character"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_control_character"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_control_character"(text) TO "provincial_reader", "service_role";

REVOKE ALL ON FUNCTION "private"."is_short_list"(text[], integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_short_list"(text[], integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_short_list"(text[], integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_short_text"(text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_short_text"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_short_text"(text, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."log_list_value_replacement"(public.dropdown_values, public.dropdown_values) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."log_list_value_replacement"(public.dropdown_values, public.dropdown_values) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."log_list_value_replacement"(public.dropdown_values, public.dropdown_values) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_list_value_replacement"(public.dropdown_values, public.dropdown_values) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_list_value_replacement"(public.dropdown_values, public.dropdown_values) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."log_preview"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."log_preview"(uuid, text) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."log_preview"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_preview"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_preview"(uuid, text) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."mark_kinds"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mark_kinds"() TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."mark_kinds"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mark_kinds"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."mark_kinds"() TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."rebuild_deleted_row"(bigint, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rebuild_deleted_row"(bigint, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rebuild_deleted_row"(bigint, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_long_texts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_long_texts"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_long_texts"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."replace_list_values"(jsonb, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."replace_list_values"(jsonb, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."replace_list_values"(jsonb, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."versions_of_batch"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."versions_of_batch"(uuid, integer) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."versions_of_batch"(uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."versions_of_batch"(uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."versions_of_batch"(uuid, integer) TO "provincial_reader";
