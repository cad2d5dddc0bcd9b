-- Approving is a right of its own, and approving what one entered oneself another. Roles that are there keep what they
-- could do: whoever edits approves, too, and its own entries with them. Written by npm run db:diff.

SET local check_function_bodies = off;

DROP POLICY "insert_in_scope" ON "public"."arb_marketing_assistance_monitoring";

DROP POLICY "update_in_scope" ON "public"."arb_marketing_assistance_monitoring";

DROP POLICY "insert_in_scope" ON "public"."arbo_marketing_targets";

DROP POLICY "update_in_scope" ON "public"."arbo_marketing_targets";

DROP POLICY "insert_in_scope" ON "public"."arbo_masterlist";

DROP POLICY "update_in_scope" ON "public"."arbo_masterlist";

DROP POLICY "insert_in_scope" ON "public"."arbo_trainings";

DROP POLICY "update_in_scope" ON "public"."arbo_trainings";

DROP POLICY "insert_in_scope" ON "public"."arc_barangays_covered";

DROP POLICY "update_in_scope" ON "public"."arc_barangays_covered";

DROP POLICY "insert_in_scope" ON "public"."arc_masterlist";

DROP POLICY "update_in_scope" ON "public"."arc_masterlist";

DROP POLICY "insert_in_scope" ON "public"."attachments";

DROP POLICY "update_in_scope" ON "public"."attachments";

DROP POLICY "insert_in_scope" ON "public"."farmers_tracking_income";

DROP POLICY "update_in_scope" ON "public"."farmers_tracking_income";

DROP POLICY "insert_in_scope" ON "public"."fme_inventory_table";

DROP POLICY "update_in_scope" ON "public"."fme_inventory_table";

DROP POLICY "insert_in_scope" ON "public"."fme_rental_monitoring";

DROP POLICY "update_in_scope" ON "public"."fme_rental_monitoring";

DROP POLICY "insert_in_scope" ON "public"."form11_accomps";

DROP POLICY "update_in_scope" ON "public"."form11_accomps";

DROP POLICY "insert_in_scope" ON "public"."form11_farm_infos";

DROP POLICY "update_in_scope" ON "public"."form11_farm_infos";

DROP POLICY "insert_in_scope" ON "public"."form7_accomps";

DROP POLICY "update_in_scope" ON "public"."form7_accomps";

DROP POLICY "insert_in_scope" ON "public"."form7_proddevs";

DROP POLICY "update_in_scope" ON "public"."form7_proddevs";

DROP POLICY "insert_in_scope" ON "public"."form_10";

DROP POLICY "update_in_scope" ON "public"."form_10";

DROP POLICY "insert_in_scope" ON "public"."form_11_geotags";

DROP POLICY "update_in_scope" ON "public"."form_11_geotags";

DROP POLICY "insert_in_scope" ON "public"."form_5_accomps";

DROP POLICY "update_in_scope" ON "public"."form_5_accomps";

DROP POLICY "insert_in_scope" ON "public"."form_5_annualtargets";

DROP POLICY "update_in_scope" ON "public"."form_5_annualtargets";

DROP POLICY "insert_in_scope" ON "public"."inventory_status_monitoring";

DROP POLICY "update_in_scope" ON "public"."inventory_status_monitoring";

DROP POLICY "insert_in_scope" ON "public"."participants";

DROP POLICY "update_in_scope" ON "public"."participants";

DROP POLICY "insert_in_scope" ON "public"."qtr_sales_reports";

DROP POLICY "update_in_scope" ON "public"."qtr_sales_reports";

DROP POLICY "insert_in_scope" ON "public"."sales_transactions";

DROP POLICY "update_in_scope" ON "public"."sales_transactions";

ALTER TABLE "public"."uac"
  DROP CONSTRAINT "uac_access_controls_check";

CREATE OR REPLACE FUNCTION private.caller_approves_own()
  RETURNS boolean
  LANGUAGE sql
  STABLE
  PARALLEL SAFE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$ select coalesce((private.current_caller()).rights @> array['Approve', 'Approve own'], false) $function$;

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
      if ids[position] is not null then
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
        when shut then 'window'
        when verb in ('update', 'delete') and row_stage = 'Approved' and not caller.all_offices then 'approval'
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
      raise exception 'Your role does not have the right Approve, which is needed to change the stage of a row.'
        using errcode = 'AG009', column = 'process_stage', detail = found::text;
    end if;
  end if;
  if not 'Approve own' = any (rights) then
    select min(n.id) into found from new_rows n join old_rows o using (id)
    where private.is_approved(n.process_stage) and not private.is_approved(o.process_stage) and n.user_id = author;
    if found is not null then
      raise exception 'You entered this row yourself: somebody else approves it.'
        using errcode = 'AG009', column = 'process_stage', detail = found::text;
    end if;
  end if;
  if not 'Edit' = any (rights) then
    select min(n.id) into found from new_rows n join old_rows o using (id)
    where to_jsonb(n) - bookkeeping is distinct from to_jsonb(o) - bookkeeping;
    if found is not null then
      raise exception 'Your role does not have the right Edit, which is needed to change a row.'
        using errcode = 'AG009', detail = found::text;
    end if;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_approved (
  stage text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$ select stage is not distinct from 'Approved' $function$;

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
    when 'change' then rights && array['Edit', 'Approve']
    when 'delete' then 'Delete' = any (rights)
    else false
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
        -- Whoever enters a row that is approved already approves their own entry.
        and (process_stage is distinct from 'Approved' or (select private.caller_approves_own())));
    create policy update_in_scope on {table} for update to authenticated
      using (office = any {offices to change})
      with check (office = any {offices to change});
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
    create or replace trigger guard_stage after update on {table}
      referencing old table as old_rows new table as new_rows
      for each statement execute function private.guard_stage();
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
  foreach verb in array array['insert', 'change', 'delete'] loop
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

ALTER TABLE "public"."uac"
  ADD CONSTRAINT "uac_access_controls_check" CHECK ((access_controls <@ ARRAY['Read'::text, 'Edit'::text, 'Delete'::text, 'Approve'::text, 'Approve own'::text, 'Sensitive'::text]));

CREATE TRIGGER guard_stage
  AFTER UPDATE ON public.arb_marketing_assistance_monitoring REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.guard_stage();

CREATE TRIGGER guard_stage
  AFTER UPDATE ON public.arbo_marketing_targets REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.guard_stage();

CREATE TRIGGER guard_stage
  AFTER UPDATE ON public.arbo_masterlist REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.guard_stage();

CREATE TRIGGER guard_stage
  AFTER UPDATE ON public.arbo_trainings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.guard_stage();

CREATE TRIGGER guard_stage
  AFTER UPDATE ON public.arc_barangays_covered REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.guard_stage();

CREATE TRIGGER guard_stage
  AFTER UPDATE ON public.arc_masterlist REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.guard_stage();

CREATE TRIGGER guard_stage
  AFTER UPDATE ON public.attachments REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.guard_stage();

CREATE TRIGGER guard_stage
  AFTER UPDATE ON public.farmers_tracking_income REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.guard_stage();

CREATE TRIGGER guard_stage
  AFTER UPDATE ON public.fme_inventory_table REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.guard_stage();

CREATE TRIGGER guard_stage
  AFTER UPDATE ON public.fme_rental_monitoring REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.guard_stage();

CREATE TRIGGER guard_stage
  AFTER UPDATE ON public.form11_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.guard_stage();

CREATE TRIGGER guard_stage
  AFTER UPDATE ON public.form11_farm_infos REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.guard_stage();

CREATE TRIGGER guard_stage
  AFTER UPDATE ON public.form7_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.guard_stage();

CREATE TRIGGER guard_stage
  AFTER UPDATE ON public.form7_proddevs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.guard_stage();

CREATE TRIGGER guard_stage
  AFTER UPDATE ON public.form_10 REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.guard_stage();

CREATE TRIGGER guard_stage
  AFTER UPDATE ON public.form_11_geotags REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.guard_stage();

CREATE TRIGGER guard_stage
  AFTER UPDATE ON public.form_5_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.guard_stage();

CREATE TRIGGER guard_stage
  AFTER UPDATE ON public.form_5_annualtargets REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.guard_stage();

CREATE TRIGGER guard_stage
  AFTER UPDATE ON public.inventory_status_monitoring REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.guard_stage();

CREATE TRIGGER guard_stage
  AFTER UPDATE ON public.participants REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.guard_stage();

CREATE TRIGGER guard_stage
  AFTER UPDATE ON public.qtr_sales_reports REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.guard_stage();

CREATE TRIGGER guard_stage
  AFTER UPDATE ON public.sales_transactions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.guard_stage();

CREATE POLICY "insert_in_scope" ON "public"."arb_marketing_assistance_monitoring"
  FOR INSERT
  TO "authenticated"
  WITH
    CHECK
    (((office = ANY (( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text)
    OR ( SELECT private.caller_approves_own() AS caller_approves_own))));

CREATE POLICY "update_in_scope" ON "public"."arb_marketing_assistance_monitoring"
  FOR UPDATE
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[])))
  WITH CHECK ((office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[])));

CREATE POLICY "insert_in_scope" ON "public"."arbo_marketing_targets"
  FOR INSERT
  TO "authenticated"
  WITH
    CHECK
    (((office = ANY (( SELECT private.offices_to_write('insert'::text, 'target'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR (
    SELECT private.caller_approves_own() AS caller_approves_own))));

CREATE POLICY "update_in_scope" ON "public"."arbo_marketing_targets"
  FOR UPDATE
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_write('change'::text, 'target'::text) AS offices_to_write)::text[])))
  WITH CHECK ((office = ANY (( SELECT private.offices_to_write('change'::text, 'target'::text) AS offices_to_write)::text[])));

CREATE POLICY "insert_in_scope" ON "public"."arbo_masterlist"
  FOR INSERT
  TO "authenticated"
  WITH
    CHECK
    (((office = ANY (( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text)
    OR ( SELECT private.caller_approves_own() AS caller_approves_own))));

CREATE POLICY "update_in_scope" ON "public"."arbo_masterlist"
  FOR UPDATE
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[])))
  WITH CHECK ((office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[])));

CREATE POLICY "insert_in_scope" ON "public"."arbo_trainings"
  FOR INSERT
  TO "authenticated"
  WITH
    CHECK
    (((office = ANY (( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text)
    OR ( SELECT private.caller_approves_own() AS caller_approves_own))));

CREATE POLICY "update_in_scope" ON "public"."arbo_trainings"
  FOR UPDATE
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[])))
  WITH CHECK ((office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[])));

CREATE POLICY "insert_in_scope" ON "public"."arc_barangays_covered"
  FOR INSERT
  TO "authenticated"
  WITH
    CHECK
    (((office = ANY (( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text)
    OR ( SELECT private.caller_approves_own() AS caller_approves_own))));

CREATE POLICY "update_in_scope" ON "public"."arc_barangays_covered"
  FOR UPDATE
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[])))
  WITH CHECK ((office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[])));

CREATE POLICY "insert_in_scope" ON "public"."arc_masterlist"
  FOR INSERT
  TO "authenticated"
  WITH
    CHECK
    (((office = ANY (( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text)
    OR ( SELECT private.caller_approves_own() AS caller_approves_own))));

CREATE POLICY "update_in_scope" ON "public"."arc_masterlist"
  FOR UPDATE
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[])))
  WITH CHECK ((office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[])));

CREATE POLICY "insert_in_scope" ON "public"."attachments"
  FOR INSERT
  TO "authenticated"
  WITH CHECK (((office = ANY (
CASE status
    WHEN 'Target'::text THEN ( SELECT private.offices_to_write('insert'::text, 'target'::text) AS offices_to_write)
    ELSE ( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)
END)) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR ( SELECT private.caller_approves_own() AS caller_approves_own))));

CREATE POLICY "update_in_scope" ON "public"."attachments"
  FOR UPDATE
  TO "authenticated"
  USING ((office = ANY (
CASE status
    WHEN 'Target'::text THEN ( SELECT private.offices_to_write('change'::text, 'target'::text) AS offices_to_write)
    ELSE ( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)
END)))
  WITH CHECK ((office = ANY (
CASE status
    WHEN 'Target'::text THEN ( SELECT private.offices_to_write('change'::text, 'target'::text) AS offices_to_write)
    ELSE ( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)
END)));

CREATE POLICY "insert_in_scope" ON "public"."farmers_tracking_income"
  FOR INSERT
  TO "authenticated"
  WITH
    CHECK
    (((office = ANY (( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text)
    OR ( SELECT private.caller_approves_own() AS caller_approves_own))));

CREATE POLICY "update_in_scope" ON "public"."farmers_tracking_income"
  FOR UPDATE
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[])))
  WITH CHECK ((office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[])));

CREATE POLICY "insert_in_scope" ON "public"."fme_inventory_table"
  FOR INSERT
  TO "authenticated"
  WITH
    CHECK
    (((office = ANY (( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text)
    OR ( SELECT private.caller_approves_own() AS caller_approves_own))));

CREATE POLICY "update_in_scope" ON "public"."fme_inventory_table"
  FOR UPDATE
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[])))
  WITH CHECK ((office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[])));

CREATE POLICY "insert_in_scope" ON "public"."fme_rental_monitoring"
  FOR INSERT
  TO "authenticated"
  WITH
    CHECK
    (((office = ANY (( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text)
    OR ( SELECT private.caller_approves_own() AS caller_approves_own))));

CREATE POLICY "update_in_scope" ON "public"."fme_rental_monitoring"
  FOR UPDATE
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[])))
  WITH CHECK ((office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[])));

CREATE POLICY "insert_in_scope" ON "public"."form11_accomps"
  FOR INSERT
  TO "authenticated"
  WITH CHECK (((office = ANY (
CASE status
    WHEN 'Target'::text THEN ( SELECT private.offices_to_write('insert'::text, 'target'::text) AS offices_to_write)
    ELSE ( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)
END)) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR ( SELECT private.caller_approves_own() AS caller_approves_own))));

CREATE POLICY "update_in_scope" ON "public"."form11_accomps"
  FOR UPDATE
  TO "authenticated"
  USING ((office = ANY (
CASE status
    WHEN 'Target'::text THEN ( SELECT private.offices_to_write('change'::text, 'target'::text) AS offices_to_write)
    ELSE ( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)
END)))
  WITH CHECK ((office = ANY (
CASE status
    WHEN 'Target'::text THEN ( SELECT private.offices_to_write('change'::text, 'target'::text) AS offices_to_write)
    ELSE ( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)
END)));

CREATE POLICY "insert_in_scope" ON "public"."form11_farm_infos"
  FOR INSERT
  TO "authenticated"
  WITH
    CHECK
    (((office = ANY (( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text)
    OR ( SELECT private.caller_approves_own() AS caller_approves_own))));

CREATE POLICY "update_in_scope" ON "public"."form11_farm_infos"
  FOR UPDATE
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[])))
  WITH CHECK ((office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[])));

CREATE POLICY "insert_in_scope" ON "public"."form7_accomps"
  FOR INSERT
  TO "authenticated"
  WITH
    CHECK
    (((office = ANY (( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text)
    OR ( SELECT private.caller_approves_own() AS caller_approves_own))));

CREATE POLICY "update_in_scope" ON "public"."form7_accomps"
  FOR UPDATE
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[])))
  WITH CHECK ((office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[])));

CREATE POLICY "insert_in_scope" ON "public"."form7_proddevs"
  FOR INSERT
  TO "authenticated"
  WITH
    CHECK
    (((office = ANY (( SELECT private.offices_to_write('insert'::text, 'target'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR (
    SELECT private.caller_approves_own() AS caller_approves_own))));

CREATE POLICY "update_in_scope" ON "public"."form7_proddevs"
  FOR UPDATE
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_write('change'::text, 'target'::text) AS offices_to_write)::text[])))
  WITH CHECK ((office = ANY (( SELECT private.offices_to_write('change'::text, 'target'::text) AS offices_to_write)::text[])));

CREATE POLICY "insert_in_scope" ON "public"."form_10"
  FOR INSERT
  TO "authenticated"
  WITH
    CHECK
    (((office = ANY (( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text)
    OR ( SELECT private.caller_approves_own() AS caller_approves_own))));

CREATE POLICY "update_in_scope" ON "public"."form_10"
  FOR UPDATE
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[])))
  WITH CHECK ((office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[])));

CREATE POLICY "insert_in_scope" ON "public"."form_11_geotags"
  FOR INSERT
  TO "authenticated"
  WITH
    CHECK
    (((office = ANY (( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text)
    OR ( SELECT private.caller_approves_own() AS caller_approves_own))));

CREATE POLICY "update_in_scope" ON "public"."form_11_geotags"
  FOR UPDATE
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[])))
  WITH CHECK ((office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[])));

CREATE POLICY "insert_in_scope" ON "public"."form_5_accomps"
  FOR INSERT
  TO "authenticated"
  WITH
    CHECK
    (((office = ANY (( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text)
    OR ( SELECT private.caller_approves_own() AS caller_approves_own))));

CREATE POLICY "update_in_scope" ON "public"."form_5_accomps"
  FOR UPDATE
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[])))
  WITH CHECK ((office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[])));

CREATE POLICY "insert_in_scope" ON "public"."form_5_annualtargets"
  FOR INSERT
  TO "authenticated"
  WITH
    CHECK
    (((office = ANY (( SELECT private.offices_to_write('insert'::text, 'target'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR (
    SELECT private.caller_approves_own() AS caller_approves_own))));

CREATE POLICY "update_in_scope" ON "public"."form_5_annualtargets"
  FOR UPDATE
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_write('change'::text, 'target'::text) AS offices_to_write)::text[])))
  WITH CHECK ((office = ANY (( SELECT private.offices_to_write('change'::text, 'target'::text) AS offices_to_write)::text[])));

CREATE POLICY "insert_in_scope" ON "public"."inventory_status_monitoring"
  FOR INSERT
  TO "authenticated"
  WITH
    CHECK
    (((office = ANY (( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text)
    OR ( SELECT private.caller_approves_own() AS caller_approves_own))));

CREATE POLICY "update_in_scope" ON "public"."inventory_status_monitoring"
  FOR UPDATE
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[])))
  WITH CHECK ((office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[])));

CREATE POLICY "insert_in_scope" ON "public"."participants"
  FOR INSERT
  TO "authenticated"
  WITH
    CHECK
    (((office = ANY (( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text)
    OR ( SELECT private.caller_approves_own() AS caller_approves_own))));

CREATE POLICY "update_in_scope" ON "public"."participants"
  FOR UPDATE
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[])))
  WITH CHECK ((office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[])));

CREATE POLICY "insert_in_scope" ON "public"."qtr_sales_reports"
  FOR INSERT
  TO "authenticated"
  WITH
    CHECK
    (((office = ANY (( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text)
    OR ( SELECT private.caller_approves_own() AS caller_approves_own))));

CREATE POLICY "update_in_scope" ON "public"."qtr_sales_reports"
  FOR UPDATE
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[])))
  WITH CHECK ((office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[])));

CREATE POLICY "insert_in_scope" ON "public"."sales_transactions"
  FOR INSERT
  TO "authenticated"
  WITH
    CHECK
    (((office = ANY (( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text)
    OR ( SELECT private.caller_approves_own() AS caller_approves_own))));

CREATE POLICY "update_in_scope" ON "public"."sales_transactions"
  FOR UPDATE
  TO "authenticated"
  USING ((office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[])))
  WITH CHECK ((office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[])));

COMMENT ON COLUMN "public"."uac"."access_controls" IS 'Read, Edit, Delete (spec); Approve: may change the stage of rows, and Approve own: also to Approved of rows that one entered oneself; Sensitive: may see birthdays and 4Ps, solo parent, PWD and IP marks (RA 10173).';

REVOKE ALL ON FUNCTION "private"."caller_approves_own"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."caller_approves_own"() TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."caller_approves_own"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."caller_approves_own"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."caller_approves_own"() TO "provincial_reader", "service_role";

REVOKE ALL ON FUNCTION "private"."guard_stage"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."guard_stage"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."guard_stage"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_approved"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_approved"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_approved"(text) TO "postgres";

update public.uac set access_controls = access_controls || '{Approve,Approve own}' where 'Edit' = any (access_controls);
