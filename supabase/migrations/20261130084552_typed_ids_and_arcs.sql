-- Generated identifiers avoid those that users have typed, and IDs are compared without case. ARBOs follow a new ARC ID. An
-- import saves rows of one list only. The present name of a renamed list value is stored.

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.begin_batch (
  wanted_import uuid,
  wanted_batch  integer,
  wanted_path   text,
  wanted_hash   text
)
  RETURNS bigint[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  saved private.import_batches;
  taken_back timestamptz;
  first_number integer;
begin
  if wanted_batch = 0 then
    delete from private.import_batches b
    where (b.user_id, b.import_id, b.batch) in (
      select o.user_id, o.import_id, o.batch from private.import_batches o
      where o.batch = 0 and o.at < now() - private.idempotency_key_retention() limit 100 for update skip locked);
  end if;
  select i.taken_back_at into taken_back from private.imports i
  where i.user_id = auth.uid() and i.import_id = wanted_import for share;
  if taken_back is not null then
    raise exception 'This import was taken back, so no more of its rows are saved.' using errcode = 'AG002';
  end if;
  select j.first_batch into first_number from private.jobs j
  where j.user_id = auth.uid() and j.job_id = wanted_import for key share;
  if wanted_batch < first_number then
    raise exception 'This job continues in another window.' using errcode = 'AG002';
  end if;
  if wanted_batch > 0 and exists (
    select from private.import_batches b
    where b.user_id = auth.uid() and b.import_id = wanted_import and b.batch > 0 and b.path <> wanted_path)
  then
    raise exception 'This import saves records of another list.' using errcode = 'AG002';
  end if;
  insert into private.import_batches (user_id, import_id, batch, path, body_hash)
  values (auth.uid(), wanted_import, wanted_batch, wanted_path, wanted_hash)
  on conflict do nothing;
  if found then
    return null;
  end if;
  select b.* into saved from private.import_batches b
  where b.user_id = auth.uid() and b.import_id = wanted_import and b.batch = wanted_batch;
  if saved.path <> wanted_path or saved.body_hash <> wanted_hash then
    raise exception '%', case
        when wanted_batch = 0 then 'This Idempotency-Key belongs to another request. Send a new key.'
        else 'This batch was already saved with other content.'
      end using errcode = 'AG002';
  end if;
  return coalesce(saved.ids, '{}');
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
    where (n.arc_id, n.arc_name, n.arc_type) is distinct from (o.arc_id, o.arc_name, o.arc_type))
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

CREATE OR REPLACE FUNCTION private.generate_identifier()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- Arguments of the trigger: column and prefix.
  column_name constant text := tg_argv[0];
  candidate text := tg_argv[1] || new.id;
  suffix integer := 1;
  is_taken boolean;
begin
  if nullif(btrim(to_jsonb(new) ->> column_name), '') is null then
    loop
      execute format('select exists (select from %s where %I = $1)', tg_relid::regclass, column_name)
        into is_taken using candidate;
      exit when not is_taken;
      -- A user has typed this identifier for another row.
      suffix := suffix + 1;
      candidate := tg_argv[1] || new.id || '-' || suffix;
    end loop;
    new := jsonb_populate_record(new, jsonb_build_object(column_name, candidate));
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.replace_former_values (
  given jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  one record;
begin
  for one in
    select c.column_name as name, c.category_column, max(l.id) as entry
    from private.list_columns c
      join private.user_log l on l.action = 'Replace value' and l.changes -> 'list' ->> 0 = c.list
        and given -> c.column_name @> (l.changes -> c.part -> 0)
        and (c.category_column is null or given -> c.category_column = l.changes -> 'category' -> 0)
    where given ? c.column_name and not exists (
      select from public.dropdown_values v
      where v.list = c.list and to_jsonb(v) -> c.part = l.changes -> c.part -> 0
        and (c.category_column is null or to_jsonb(v.category) = l.changes -> 'category' -> 0))
    group by c.column_name, l.changes -> c.part -> 0
    order by entry
  loop
    given := given || private.replace_list_values(
      jsonb_strip_nulls(jsonb_build_object(one.name, given -> one.name,
        coalesce(one.category_column, one.name), given -> coalesce(one.category_column, one.name))), one.entry - 1);
  end loop;
  return given;
end
$function$;

REVOKE ALL ON FUNCTION "private"."replace_former_values"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."replace_former_values"(jsonb) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."replace_former_values"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."replace_former_values"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."replace_former_values"(jsonb) TO "provincial_reader";

CREATE INDEX arbo_masterlist_arbo_id_folded ON public.arbo_masterlist USING btree (office, private.fold_name(arbo_id));

CREATE INDEX arbo_trainings_training_id_folded ON public.arbo_trainings USING btree (office, private.fold_name(training_id));

CREATE INDEX arc_masterlist_arc_id_folded ON public.arc_masterlist USING btree (office, private.fold_name(arc_id));

CREATE INDEX fme_inventory_table_fme_inventory_id_folded ON public.fme_inventory_table USING btree (office, private.fold_name(fme_inventory_id));
