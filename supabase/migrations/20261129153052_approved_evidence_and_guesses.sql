-- Refuses guesses of sensitive values, locks all attachments of an approved record, keeps values that users entered for
-- geotags, links rows to an ARBO that is registered at the same moment, and reads reviews only after their rows are
-- locked.

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.arbo_name_lock (
  wanted_office text,
  name          text,
  OUT           kind integer,
  OUT           bucket integer
)
  RETURNS record
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select hashtext('ARBO name'), hashtext(wanted_office || '/' || private.fold_name(name)) & 255 $function$;

CREATE OR REPLACE FUNCTION private.await_arbo_by_name (
  wanted_office text,
  name          text
)
  RETURNS bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if name is null then
    return null;
  end if;
  if not exists (
    select from public.arbo_masterlist m
    where m.office = wanted_office and private.fold_name(m.arbo_name) = private.fold_name(name))
  then
    perform pg_advisory_xact_lock_shared(l.kind, l.bucket) from private.arbo_name_lock(wanted_office, name) l;
  end if;
  return private.find_arbo_by_name(wanted_office, name);
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
      -- No row has the key of a new ARBO, so only rows without a key matter. This check takes much less time than the
      -- next query, whose plan is made again for each table.
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
  if not exists (select from new_rows n join public.form_11_geotags g on g.form11_id = n.id) then
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

CREATE OR REPLACE FUNCTION private.fill_in_age()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if auth.uid() is not null and (new.birthday, new.age, new.age_base_group)
    is distinct from (old.birthday, old.age, old.age_base_group)
    and not private.caller_has_right('Sensitive')
    -- A check constraint refuses other ages. Replacing such an age would reveal that the row has a birthday.
    and coalesce(new.age between 0 and 130, true)
  then
    new.age := coalesce(private.age_on(new.birthday, (new.time_stamp at time zone 'Asia/Manila')::date), new.age);
    new.age_base_group := coalesce(private.age_group(new.age), new.age_base_group);
  end if;
  return new;
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

CREATE OR REPLACE FUNCTION private.guard_stage()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  author constant uuid := auth.uid();
  rights constant text[] := (private.current_caller()).rights;
  bookkeeping constant text[] := array[
    'process_stage', 'approved_by', 'approved_at', 'updated_at', 'row_version', 'search_text'];
  found bigint;
begin
  if author is null or pg_trigger_depth() > 1 then
    return null;
  end if;
  if not 'Approve' = any (rights) then
    select min(n.id) into found from new_rows n join old_rows o using (id)
    where private.is_approved(n.process_stage) <> private.is_approved(o.process_stage);
    if found is not null then
      raise exception 'Your role does not have the Approve right, which is needed to change the stage of a row.'
        using errcode = 'AG009', column = 'process_stage', detail = found::text;
    end if;
  end if;
  if not 'Approve own' = any (rights) then
    select min(n.id) into found from new_rows n join old_rows o using (id)
    where private.is_approved(n.process_stage) and not private.is_approved(o.process_stage) and n.user_id = author;
    if found is not null then
      raise exception 'You entered this record, so someone else must approve it.'
        using errcode = 'AG009', column = 'process_stage', detail = found::text;
    end if;
  end if;
  if not 'Edit' = any (rights) then
    select min(n.id) into found from new_rows n join old_rows o using (id)
    where to_jsonb(n) - bookkeeping is distinct from to_jsonb(o) - bookkeeping;
    if found is not null then
      perform private.refuse_edit(found);
    end if;
  end if;
  return null;
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
    -- left_so: the values that the import left in fields that were changed later. found_so: the values before the
    -- import in fields that the import changed.
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

CREATE OR REPLACE FUNCTION private.list_hidden_columns (
  wanted_table text
)
  RETURNS text[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return array(
    select c.column_name from private.sensitive_columns c
    where c.table_name = wanted_table and not private.caller_has_right('Sensitive'));
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_approved_row (
  row_id bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  raise exception 'The row is approved: set it back to Pending before changing it.'
    using errcode = 'AG001', detail = row_id::text;
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_edit (
  row_id bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  raise exception 'Your role does not have the Edit right, which is needed to change a row.'
    using errcode = 'AG009', detail = row_id::text;
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_hidden_values()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if auth.uid() is null or private.caller_has_right('Sensitive') then
    return new;
  end if;
  if private.is_approved(old.process_stage) and private.central_caller_id() is null then
    perform private.refuse_approved_row(old.id);
  end if;
  if not private.caller_has_right('Edit') then
    perform private.refuse_edit(old.id);
  end if;
  return new;
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
    if key_written and id_written and new."arboPrimaryKey" is not null and new.arbo_id is distinct from arbo.arbo_id
      and new.arbo_id is not null and not private.is_restoring()
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
       jsonb_build_object(''step'', null, ''approved'', coalesce(t.id = any ($5), false))
     from public.%I t where t.id = any ($4)
     on conflict on constraint reviews_pkey do update
       set state = excluded.state, user_id = excluded.user_id, at = now(), reason = excluded.reason,
         office = excluded.office, before = excluded.before || jsonb_build_object(''step'', to_jsonb(r) - ''before'')',
    wanted_table)
    using wanted_table, wanted_state, said, allowed, approved;
  perform private.log_review(wanted_table, allowed, case wanted_state when 'returned' then 'Return' else 'Resubmit' end,
    case when said is not null then jsonb_build_object('reason', jsonb_build_array(null, said)) end);
  return query select unnest(allowed);
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
  -- Columns that do not count as a change of the row.
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
         and t.office = any (case private.window_of($2, t.status) when ''target'' then $3 else $4 end)
       order by t.id for no key update of t, r) c', wanted_table)
    into allowed, approved
    using ids, wanted_table, private.offices_to_write('return', 'target'),
      private.offices_to_write('return', 'accomplishment');
  delete from private.reviews r
  where r.table_name = wanted_table and r.row_id = any (allowed) and r.before -> 'step' = 'null';
  -- Mark the review as ended before the row is approved again. Otherwise private.end_review may refuse the approval.
  update private.reviews r set state = s.state, user_id = s.user_id, at = s.at, reason = s.reason, before = null,
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

CREATE OR REPLACE FUNCTION private.update_record_links()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  changed public.attachments;
  approved boolean;
begin
  changed := case tg_op when 'DELETE' then old else new end;
  if tg_op <> 'UPDATE' or new.upload_id is distinct from old.upload_id then
    execute format('update public.%1$I set %2$I = %2$I where id = $1', changed.record_table, changed.field)
      using changed.record_id;
  end if;
  -- Skip changes that a change of the record made, such as its deletion or a new location. Check only after the update
  -- above, because the update waits for a concurrent approval of the record.
  if pg_trigger_depth() = 1 and auth.uid() is not null and private.central_caller_id() is null then
    execute format('select private.is_approved(process_stage) from public.%I where id = $1', changed.record_table)
      into approved using changed.record_id;
    if approved then
      perform private.refuse_approved_row(changed.record_id);
    end if;
  end if;
  return null;
end
$function$;

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

    -- This trigger must run before fill_in_age. Postgres fires triggers in the order of their names.
    create trigger fill_hidden before update on {table}
      for each row when ({emptied}) execute function private.restore_hidden_values({arguments});

    -- This trigger must run right before stamp_record, whose refusal it anticipates. A trigger with a column list fires
    -- if a statement sets one of the columns, even to the stored value.
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

CREATE TRIGGER stamp_hidden
  BEFORE UPDATE OF birthday, age, is_4ps_beneficiary, is_solo_parent, is_pwd, is_ip, age_base_group ON public.form_5_annualtargets
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_hidden_values();

CREATE TRIGGER stamp_hidden
  BEFORE UPDATE OF birthday, age, is_4ps_beneficiary, is_solo_parent, is_pwd, is_ip, age_base_group ON public.participants
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_hidden_values();

REVOKE ALL ON FUNCTION "private"."arbo_name_lock"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."arbo_name_lock"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."arbo_name_lock"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."await_arbo_by_name"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."await_arbo_by_name"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."await_arbo_by_name"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."list_hidden_columns"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_hidden_columns"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."list_hidden_columns"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_approved_row"(bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_approved_row"(bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_approved_row"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_edit"(bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_edit"(bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_edit"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_hidden_values"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_hidden_values"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_hidden_values"() TO "postgres";
