-- Closes gaps of direct REST requests (sensitive ages, file marks, attachments), and compares large values as numeric.

SET local check_function_bodies = off;

REVOKE ALL ("duplicate_of") ON TABLE "public"."attachments" FROM "authenticated";

REVOKE ALL ("duplicate_of") ON TABLE "public"."form_11_geotags" FROM "authenticated";

DROP TRIGGER "fill_in_age" ON "public"."form_5_annualtargets";

DROP TRIGGER "fill_in_age" ON "public"."participants";

CREATE OR REPLACE FUNCTION private.build_comparison_query (
  rule private.comparisons
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case rule.kind
    when 'tenfold' then format($q$
      select %1$L, v.id, v.office, %2$L, 'tenfold', v.previous, null::numeric, null::numeric
      from (
        select t.id, t.office, t.%2$I as value, %3$s as is_explained,
          max(t.%2$I::numeric) over (
            partition by t.office, %4$s order by t.reporting_year, coalesce(t.reporting_quarter, '')
            groups between 1 preceding and 1 preceding) as previous
        from public.%1$I t
        where t.office = any ($1) and t.reporting_year is not null and num_nulls(t.%2$I, %4$s) = 0) v
      where v.previous > 0 and v.value >= 10 * v.previous and not v.is_explained$q$,
      rule.table_name, rule.field, e.is_explained, o.columns)
    else format($q$
      select %1$L, t.id, t.office, %2$L, 'outlier', null::numeric,
        private.round_to_two_digits(g.lower_quartile), private.round_to_two_digits(g.upper_quartile)
      from public.%1$I t
      join private.value_groups g
        on g.table_name = %1$L and g.place = %5$s and g.members = array[%4$s]
      where t.office = any ($1) and not %3$s and t.%2$I > 5 * g.median
        and t.%2$I > g.upper_quartile + 3 * (g.upper_quartile - g.lower_quartile)$q$,
      rule.table_name, rule.field, e.is_explained, o.columns, rule.place)
    end
  from (select string_agg(format('t.%I', name), ', ' order by n) as columns
    from unnest(rule.others) with ordinality u (name, n)) o
  cross join (select case when rule.asked then '(t.soft_check_reason is not null)' else 'false' end as is_explained) e
$function$;

CREATE OR REPLACE FUNCTION private.fill_from_record()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  owner record;
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
  execute format(
    'select office, region_name, province_name, muncity_name, barangay_name, cd,
       private.window_of(%1$L, status) as window_name
     from public.%1$I where id = $1 and (office = any ($2) or $3)', new.record_table)
    into owner using new.record_id, private.offices_to_read(), auth.uid() is null;
  -- Treat a record that the caller can't see like a missing record, so that no response reveals that it exists. The
  -- policies or the deferred trigger check_record_office refuse the attachment.
  if owner.office is null then
    return new;
  end if;
  -- Keep an office that the caller has named, so that the policies check this office.
  if new.region_name is null and new.province_name is null then
    new.region_name := owner.region_name;
    new.province_name := owner.province_name;
    new.muncity_name := owner.muncity_name;
    new.barangay_name := owner.barangay_name;
    new.cd := owner.cd;
    new.status := case owner.window_name when 'target' then 'Target' else 'Accomplished' end;
  end if;
  if owner.office <> coalesce(new.region_name, '') || ' / ' || coalesce(new.province_name, '') then
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
  then
    -- The check of the age refuses an age outside 0 to 130. Clear the other values, so that this check fails for every
    -- row. The checks that compare the age with the stored values would reveal that the row has these values.
    if new.age not between 0 and 130 then
      new.birthday := null;
      new.age_base_group := null;
      return new;
    end if;
    new.age := coalesce(private.age_on(new.birthday, (new.time_stamp at time zone 'Asia/Manila')::date), new.age);
    new.age_base_group := coalesce(private.age_group(new.age), new.age_base_group);
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.find_same_file (
  evidence_table text,
  file_sha256    text,
  upload         uuid,
  row_id         bigint
)
  RETURNS bigint
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  found_id bigint;
begin
  execute format(
    'select min(id) from public.%I
     where sha256 = $1 and upload_id is distinct from $2 and id is distinct from $3 and office = any ($4)',
    evidence_table)
    into found_id using file_sha256, upload, row_id, private.offices_to_read();
  return found_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_written_by_database (
  column_name name
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select column_name in (
    'id', 'user_id', 'time_stamp', 'updated_at', 'row_version', 'approved_by', 'approved_at', 'former_names',
    'search_text',
    -- Columns of files and geotags.
    'file_path', 'thumbnail_path', 'file_name', 'content_type', 'size', 'sha256', 'duplicate_of',
    'outside_province')
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
      'select private.is_approved(process_stage) from public.%I where id = $1 and office = $2 for no key update',
      changed.record_table)
      into approved using changed.record_id, changed.office;
    if approved then
      perform private.refuse_approved_row(changed.id);
    end if;
  end if;
  if links_change then
    execute format('update public.%1$I set %2$I = %2$I where id = $1 and office = $2',
      changed.record_table, changed.field)
      using changed.record_id, changed.office;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.use_upload()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  upload public.evidence_files;
begin
  -- A new row without an upload is refused at the end of the transaction. An existing row cannot drop its file. (On
  -- insert, the columns of old are null.)
  if auth.uid() is null or private.is_restoring() or new.upload_id is not distinct from old.upload_id then
    return new;
  end if;
  select * into upload from public.evidence_files f where f.upload_id = new.upload_id for update;
  if upload.state is distinct from 'stored' or upload.user_id is distinct from auth.uid()
    or upload.evidence_table <> tg_table_name
    or upload.office <> coalesce(new.region_name, '') || ' / ' || coalesce(new.province_name, '')
    or not private.is_file_stored(upload.file_path, upload.size)
    or (upload.thumbnail_path is not null and not private.is_file_stored(upload.thumbnail_path, upload.thumbnail_size))
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
  new.duplicate_of := private.find_same_file(tg_table_name, upload.sha256, upload.upload_id, new.id);
  return new;
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

    -- The trigger fill_hidden must run before write_age. Postgres fires triggers in the order of their names.
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

CREATE TRIGGER write_age
  BEFORE UPDATE ON public.form_5_annualtargets
  FOR EACH ROW
  EXECUTE FUNCTION private.fill_in_age();

CREATE TRIGGER write_age
  BEFORE UPDATE ON public.participants
  FOR EACH ROW
  EXECUTE FUNCTION private.fill_in_age();

REVOKE ALL ON FUNCTION "private"."find_same_file"(text, text, uuid, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_same_file"(text, text, uuid, bigint) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."find_same_file"(text, text, uuid, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_same_file"(text, text, uuid, bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_same_file"(text, text, uuid, bigint) TO "provincial_reader";
