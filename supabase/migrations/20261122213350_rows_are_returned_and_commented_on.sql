-- A row can be returned with a reason, resubmitted and commented on, by whoever may approve or edit it and reads it.
-- Written by npm run db:diff.

SET local check_function_bodies = off;

CREATE TABLE "private"."comments" (
  "id"         bigint                   GENERATED ALWAYS AS IDENTITY NOT NULL,
  "table_name" text                     NOT NULL,
  "row_id"     bigint                   NOT NULL,
  "field"      text,
  "text"       text                     NOT NULL,
  "user_id"    uuid,
  "user_name"  text,
  "at"         timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "comments_pkey" PRIMARY KEY (id),
  CONSTRAINT "comments_text_check" CHECK (((btrim(text) <> ''::text) AND (length(text) <= 2000)))
);

ALTER TABLE "private"."comments"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."reviews" (
  "table_name" text                     NOT NULL,
  "row_id"     bigint                   NOT NULL,
  "state"      text                     NOT NULL,
  "user_id"    uuid,
  "at"         timestamp with time zone NOT NULL DEFAULT now(),
  "reason"     text,
  CONSTRAINT "reviews_pkey" PRIMARY KEY (table_name, row_id),
  CONSTRAINT "reviews_reason_check" CHECK (((reason IS NULL) OR ((btrim(reason) <> ''::text) AND (length(reason) <= 2000)))),
  CONSTRAINT "reviews_state_check" CHECK ((state = ANY (ARRAY['returned'::text, 'resubmitted'::text])))
);

ALTER TABLE "private"."reviews"
  ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.comment_on (
  wanted_table text,
  wanted_row   bigint,
  about        text,
  said         text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not private.right_suffices('comment', (private.current_caller()).rights) is true then
    raise exception 'Your role has neither the right Edit nor the right Approve: it may not comment on rows.'
      using errcode = 'AG009';
  end if;
  if not exists (select from private.reviews_of(wanted_table, array[wanted_row])) then
    return null;
  end if;
  insert into private.comments (table_name, row_id, field, text, user_id, user_name)
  select wanted_table, wanted_row, about, said, u.id, u.username from public.users u where u.id = auth.uid();
  perform private.log_review(wanted_table, array[wanted_row], 'Comment',
    jsonb_build_object(coalesce(about, 'comment'), jsonb_build_array(null, said)));
  return private.comments_on(wanted_table, wanted_row);
end
$function$;

CREATE OR REPLACE FUNCTION private.comments_on (
  wanted_table text,
  wanted_row   bigint
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not exists (select from private.reviews_of(wanted_table, array[wanted_row])) then
    return null;
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'field', c.field, 'text', c.text, 'by', c.user_name,
      'at', c.at) order by c.id), '[]')
    from private.comments c
    where c.table_name = wanted_table and c.row_id = wanted_row
      -- What is said of a sensitive field may say what it holds.
      and (private.caller_has_right('Sensitive') or not exists (
        select from private.sensitive_columns s where s.table_name = wanted_table and s.column_name = c.field)));
end
$function$;

CREATE OR REPLACE FUNCTION private.end_review()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  delete from private.reviews r
  using new_rows n
  where r.table_name = tg_table_name and r.row_id = n.id and private.is_approved(n.process_stage);
  return null;
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
      cause := private.reference_refusal(caller, reference, verb, null, null);
      -- Which region a schedule names is a matter of the row.
      cause := nullif(cause, 'region');
    else
      cause := case
        when caller.level is null then 'level'
        when not private.right_suffices(verb, caller.rights) then 'right'
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
      'window', case when window_rule <> 'status' then window_rule end,
      'end_date', (
        select max(s.end_date) from public.report_schedules s
        where s.form = any (windows) and exists (
          select from private.offices_of(caller) o
          where (s.region_name is null or s.region_name = o.region_name)
            and (s.province_name is null or s.province_name = o.province_name)))) end;
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
        when shut and verb <> 'comment' then 'window'
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

CREATE OR REPLACE FUNCTION private.log_review (
  wanted_table text,
  ids          bigint[],
  act          text,
  said         jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  execute format(
    'insert into private.user_log (user_id, user_name, user_role, form_name, row_id, region_name, province_name,
       muncity_name, action, status, changes)
     select $1, u.username, u.roles, $2, (j.r ->> ''id'')::bigint, j.r ->> ''region_name'', j.r ->> ''province_name'',
       j.r ->> ''muncity_name'', $3, j.r ->> ''status'', $4
     from (select to_jsonb(t) as r from public.%I t where t.id = any ($5) order by t.id offset 0) j
     left join public.users u on u.id = $1', wanted_table)
    using auth.uid(), wanted_table, act, said, ids;
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
  allowed bigint[];
begin
  if not exists (select from private.record_tables t where t.table_name = wanted_table) then
    raise exception 'no such record table: %', wanted_table using errcode = '42P01';
  end if;
  execute format(
    'select array_agg(c.id) from (
       select t.id from public.%1$I t
       where t.id = any ($1)
         and t.office = any (case private.window_of($2, t.status) when ''target'' then $3 else $4 end)
         and ($5 or not private.is_approved(t.process_stage) and exists (
           select from private.reviews r where r.table_name = $2 and r.row_id = t.id and r.state = ''returned''))
       order by t.id for no key update) c', wanted_table)
    into allowed
    using ids, wanted_table, private.offices_to_write(verb, 'target'),
      private.offices_to_write(verb, 'accomplishment'), wanted_state = 'returned';
  if wanted_state = 'returned' then
    execute format('update public.%I t set process_stage = ''Pending'' where t.id = any ($1)
      and private.is_approved(t.process_stage)', wanted_table) using allowed;
  end if;
  insert into private.reviews (table_name, row_id, state, user_id, reason)
  select wanted_table, a.id, wanted_state, auth.uid(), said from unnest(allowed) a (id)
  on conflict on constraint reviews_pkey do update
    set state = excluded.state, user_id = excluded.user_id, at = now(), reason = excluded.reason;
  perform private.log_review(wanted_table, allowed, case wanted_state when 'returned' then 'Return' else 'Resubmit' end,
    case when said is not null then jsonb_build_object('reason', jsonb_build_array(null, said)) end);
  return query select unnest(allowed);
end
$function$;

CREATE OR REPLACE FUNCTION private.reviews_of (
  wanted_table text,
  ids          bigint[]
)
  RETURNS TABLE (
    row_id bigint,
    review jsonb
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
    'select s.id, jsonb_build_object(''state'', s.state, ''by'', u.username, ''at'', s.at, ''reason'', s.reason)
     from (
       select t.id, ''approved'' as state, t.approved_by as author, t.approved_at as at, null::text as reason
       from public.%1$I t
       where t.id = any ($1) and t.office = any ($2) and private.is_approved(t.process_stage)
       union all
       select t.id, coalesce(r.state, ''new''), r.user_id, r.at, r.reason
       from public.%1$I t left join private.reviews r on r.table_name = $3 and r.row_id = t.id
       where t.id = any ($1) and t.office = any ($2) and not private.is_approved(t.process_stage)
     ) s left join public.users u on u.id = s.author', wanted_table)
    using ids, private.offices_to_read(), wanted_table;
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
    create or replace trigger end_review after update on {table} referencing new table as new_rows
      for each statement execute function private.end_review();
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

ALTER TABLE "private"."comments"
  ADD CONSTRAINT "comments_table_name_fkey" FOREIGN KEY (table_name) REFERENCES private.record_tables(table_name);

ALTER TABLE "private"."reviews"
  ADD CONSTRAINT "reviews_table_name_fkey" FOREIGN KEY (table_name) REFERENCES private.record_tables(table_name);

CREATE INDEX comments_row ON private.comments USING btree (table_name, row_id, id);

CREATE TRIGGER end_review
  AFTER UPDATE ON public.arb_marketing_assistance_monitoring REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.end_review();

CREATE TRIGGER end_review
  AFTER UPDATE ON public.arbo_marketing_targets REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.end_review();

CREATE TRIGGER end_review
  AFTER UPDATE ON public.arbo_masterlist REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.end_review();

CREATE TRIGGER end_review
  AFTER UPDATE ON public.arbo_trainings REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.end_review();

CREATE TRIGGER end_review
  AFTER UPDATE ON public.arc_barangays_covered REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.end_review();

CREATE TRIGGER end_review
  AFTER UPDATE ON public.arc_masterlist REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.end_review();

CREATE TRIGGER end_review
  AFTER UPDATE ON public.attachments REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.end_review();

CREATE TRIGGER end_review
  AFTER UPDATE ON public.farmers_tracking_income REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.end_review();

CREATE TRIGGER end_review
  AFTER UPDATE ON public.fme_inventory_table REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.end_review();

CREATE TRIGGER end_review
  AFTER UPDATE ON public.fme_rental_monitoring REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.end_review();

CREATE TRIGGER end_review
  AFTER UPDATE ON public.form11_accomps REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.end_review();

CREATE TRIGGER end_review
  AFTER UPDATE ON public.form11_farm_infos REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.end_review();

CREATE TRIGGER end_review
  AFTER UPDATE ON public.form7_accomps REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.end_review();

CREATE TRIGGER end_review
  AFTER UPDATE ON public.form7_proddevs REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.end_review();

CREATE TRIGGER end_review
  AFTER UPDATE ON public.form_10 REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.end_review();

CREATE TRIGGER end_review
  AFTER UPDATE ON public.form_11_geotags REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.end_review();

CREATE TRIGGER end_review
  AFTER UPDATE ON public.form_5_accomps REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.end_review();

CREATE TRIGGER end_review
  AFTER UPDATE ON public.form_5_annualtargets REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.end_review();

CREATE TRIGGER end_review
  AFTER UPDATE ON public.inventory_status_monitoring REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.end_review();

CREATE TRIGGER end_review
  AFTER UPDATE ON public.participants REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.end_review();

CREATE TRIGGER end_review
  AFTER UPDATE ON public.qtr_sales_reports REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.end_review();

CREATE TRIGGER end_review
  AFTER UPDATE ON public.sales_transactions REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.end_review();

COMMENT ON COLUMN "private"."user_log"."action" IS 'Insert, Update, Delete, Approve, Set back, Return, Resubmit, Comment, and export for a list of personal data that was taken out.';

COMMENT ON TABLE "private"."comments" IS 'What people say of a row, and of a field of it.';

COMMENT ON TABLE "private"."reviews" IS 'The last step of the review of rows that were returned since their last approval; an approval ends it.';

REVOKE ALL ON FUNCTION "private"."comment_on"(text, bigint, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."comment_on"(text, bigint, text, text) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."comment_on"(text, bigint, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."comment_on"(text, bigint, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."comment_on"(text, bigint, text, text) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."comments_on"(text, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."comments_on"(text, bigint) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."comments_on"(text, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."comments_on"(text, bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."comments_on"(text, bigint) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."end_review"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_review"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_review"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."log_review"(text, bigint[], text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."log_review"(text, bigint[], text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_review"(text, bigint[], text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."review_rows"(text, bigint[], text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."review_rows"(text, bigint[], text, text) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."review_rows"(text, bigint[], text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."review_rows"(text, bigint[], text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."review_rows"(text, bigint[], text, text) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."reviews_of"(text, bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reviews_of"(text, bigint[]) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."reviews_of"(text, bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."reviews_of"(text, bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."reviews_of"(text, bigint[]) TO "provincial_reader";

call private.let_levels_read();
