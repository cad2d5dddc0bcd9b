-- A review is there again where an approval is taken back, returns can be taken back, and receipts of imports end.

SET local check_function_bodies = off;

DROP INDEX "private"."reviews_latest";

DROP INDEX "private"."reviews_office";

ALTER TABLE "private"."reviews"
  ADD COLUMN "ended" boolean NOT NULL DEFAULT false;

ALTER TABLE "private"."reviews"
  ADD COLUMN "before" jsonb;

CREATE OR REPLACE FUNCTION private.begin_import (
  wanted_import   uuid,
  wanted_screen   text,
  wanted_table    text,
  wanted_file     text,
  wanted_rows     integer,
  wanted_left_out integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.check_record_table(wanted_table);
  delete from private.imports i where i.user_id = auth.uid() and i.at < now() - private.receipt_time();
  delete from private.import_batches b where b.user_id = auth.uid() and b.at < now() - private.receipt_time();
  insert into private.imports (user_id, import_id, screen, table_name, file_name, rows, left_out)
  values (auth.uid(), wanted_import, wanted_screen, wanted_table, wanted_file, wanted_rows, wanted_left_out)
  on conflict do nothing;
end
$function$;

CREATE OR REPLACE FUNCTION private.end_review()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update private.reviews r set office = n.office, ended = private.is_approved(n.process_stage)
  from new_rows n
  where r.table_name = tg_table_name and r.row_id = n.id
    and (r.office, r.ended) is distinct from (n.office, private.is_approved(n.process_stage));
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
  -- Whoever lacks the right is told nothing of former values that they may not read, and gets none of them back.
  hidden constant text[] := case when private.caller_has_right('Sensitive') then '{}' else array(
    select c.column_name from private.sensitive_columns c where c.table_name = receipt.table_name) end;
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
    -- Deleting a row and restoring it is no change of it, nor is what is said of it.
    later as materialized (
      select o.row_id, l.id, l.user_name, l.at, l.changes
      from own o
        join private.user_log l on l.form_name = $1 and l.row_id = o.row_id and l.id > o.last
      where l.action in ('Update', 'Approve', 'Set back') and l.source = 'database'
    ),
    -- Of what changed since, what the import left; of what it changed itself, what was there before.
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
          when not o.created and private.holds_again(to_jsonb(t), coalesce(f.held, '{}')) then 'set_back'
          when (o.created or b.entry is not null)
            and (w.held is null or private.holds_again(to_jsonb(t), w.held)) then 'as_left'
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

CREATE OR REPLACE FUNCTION private.receipt_time()
  RETURNS interval
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$ select interval '1 year' $function$;

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
  approved bigint[];
begin
  perform private.check_record_table(wanted_table);
  execute format(
    'select array_agg(c.id), array_agg(c.id) filter (where private.is_approved(c.process_stage)) from (
       select t.id, t.process_stage from public.%1$I t
       where t.id = any ($1)
         and t.office = any (case private.window_of($2, t.status) when ''target'' then $3 else $4 end)
         and ($5 or not private.is_approved(t.process_stage) and exists (
           select from private.reviews r where r.table_name = $2 and r.row_id = t.id and r.state = ''returned''))
       order by t.id for no key update) c', wanted_table)
    into allowed, approved
    using ids, wanted_table, private.offices_to_write(verb, 'target'),
      private.offices_to_write(verb, 'accomplishment'), wanted_state = 'returned';
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

CREATE OR REPLACE FUNCTION private.reviews_for_caller()
  RETURNS TABLE (
    state      text,
    table_name text,
    status     text,
    row_id     bigint,
    user_id    uuid,
    at         timestamp with time zone,
    reason     text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  caller constant private.caller := private.current_caller();
  own_office constant text := concat(caller.region_name, ' / ', caller.province_name);
  readable constant text[] := private.offices_to_read();
  steps private.reviews[];
  t text;
begin
  if private.right_suffices('update', caller.rights) then
    steps := array(
      select r from private.reviews r
      where r.state = 'returned' and not r.ended and r.office = own_office
      order by r.at desc limit private.inbox_steps());
  end if;
  if private.right_suffices('approve', caller.rights) then
    steps := steps || array(
      select r from private.reviews r
      where r.state = 'resubmitted' and not r.ended and (caller.all_offices or r.office = any (readable))
      order by r.at desc limit private.inbox_steps());
  end if;
  -- The rows themselves say whose they are. Each is looked up by its id (offset 0): joined, small tables would be gone
  -- through for every step.
  for t in select distinct s.table_name from unnest(steps) s loop
    return query execute format(
      'select s.state, s.table_name, t.status, s.row_id, s.user_id, s.at, s.reason
       from unnest($1) s
       cross join lateral (select r.status, r.office, r.user_id from public.%I r where r.id = s.row_id offset 0) t
       where s.table_name = $2 and t.office = any ($3) and s.user_id is distinct from $4
         and case s.state when ''returned'' then t.office = $5 else $6 or t.user_id is distinct from $4 end', t)
      using steps, t, readable, caller.user_id, own_office, private.caller_approves_own();
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.rows_in_review (
  wanted_table text,
  wanted       text
)
  RETURNS SETOF bigint
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  ids bigint[];
  in_full constant boolean := private.caller_has_right('Sensitive');
begin
  perform private.check_record_table(wanted_table);
  ids := case when wanted = 'changed'
    then array(select distinct l.row_id from private.user_log l
      where l.form_name = wanted_table and l.action = 'Set back')
    else array(select r.row_id from private.reviews r where r.table_name = wanted_table and r.state = wanted
      and not r.ended) end;
  if cardinality(ids) = 0 then
    return;
  end if;
  execute format(
    'select array(select t.id from public.%I t where t.id = any ($1) and t.office = any ($2)
       and not private.is_approved(t.process_stage))', wanted_table)
    into ids using ids, private.offices_to_read();
  return query
  select r.id
  from unnest(ids) r (id)
  where wanted <> 'changed' or exists (
    select
    from (
      -- A row that was set back without an approval was entered as approved.
      select l.id, l.user_id from private.user_log l
      where l.form_name = wanted_table and l.row_id = r.id and l.action in ('Approve', 'Insert')
      order by l.id desc limit 1
    ) approval
    join private.user_log l on l.form_name = wanted_table and l.row_id = r.id and l.id > approval.id
    where approval.user_id = auth.uid() and l.action in ('Update', 'Set back')
      and (case when in_full then l.changes else private.without_sensitive(wanted_table, l.changes) end)
        - 'process_stage' <> '{}');
end
$function$;

CREATE OR REPLACE FUNCTION private.take_back_import (
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
    where i.user_id = auth.uid() and i.import_id = wanted_import and i.at < now() - private.take_back_time())
  then
    raise exception 'This import was made more than 30 days ago: it can no longer be taken back.'
      using errcode = 'AG002';
  end if;
  update private.imports i set taken_back_at = now()
  where i.user_id = auth.uid() and i.import_id = wanted_import and i.taken_back_at is null;
  if not found then
    return;
  end if;
  insert into private.user_log (user_id, user_name, user_role, form_name, region_name, province_name, action, changes)
  select u.id, u.username, u.roles, i.table_name, u.region_name, u.province_name, 'Take back import',
    jsonb_build_object('import', jsonb_build_array(i.file_name, null))
  from private.imports i
  join public.users u on u.id = i.user_id
  where i.user_id = auth.uid() and i.import_id = wanted_import;
end
$function$;

CREATE OR REPLACE FUNCTION private.take_back_returns (
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
begin
  perform private.check_record_table(wanted_table);
  execute format(
    'select array_agg(c.id) from (
       select t.id from public.%1$I t
         join private.reviews r on r.table_name = $2 and r.row_id = t.id
       where t.id = any ($1) and r.state = ''returned'' and not r.ended and r.user_id = auth.uid()
         and r.before is not null
         and t.office = any (case private.window_of($2, t.status) when ''target'' then $3 else $4 end)
       order by t.id for no key update of t) c', wanted_table)
    into allowed
    using ids, wanted_table, private.offices_to_write('return', 'target'),
      private.offices_to_write('return', 'accomplishment');
  execute format(
    'update public.%I t set process_stage = ''Approved''
     from private.reviews r
     where t.id = any ($1) and r.table_name = $2 and r.row_id = t.id and (r.before ->> ''approved'')::boolean',
    wanted_table)
    using allowed, wanted_table;
  delete from private.reviews r
  where r.table_name = wanted_table and r.row_id = any (allowed) and r.before -> 'step' = 'null';
  update private.reviews r set state = s.state, user_id = s.user_id, at = s.at, reason = s.reason, before = null
  from private.reviews old cross join lateral jsonb_populate_record(null::private.reviews, old.before -> 'step') s
  where old.table_name = r.table_name and old.row_id = r.row_id
    and r.table_name = wanted_table and r.row_id = any (allowed);
  perform private.log_review(wanted_table, allowed, 'Take back return', null);
  return query select unnest(allowed);
end
$function$;

CREATE OR REPLACE FUNCTION private.take_back_time()
  RETURNS interval
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$ select interval '30 days' $function$;

CREATE INDEX reviews_latest ON private.reviews USING btree (state, at DESC)
  WHERE (NOT ended);

CREATE INDEX reviews_of_table ON private.reviews USING btree (table_name, state)
  WHERE (NOT ended);

CREATE INDEX reviews_office ON private.reviews USING btree (office, state, at DESC)
  WHERE (NOT ended);

COMMENT ON COLUMN "private"."reviews"."before" IS 'By which a return is taken back: what the row had before it, as {step, approved}; step is null of a row that was new.';

COMMENT ON COLUMN "private"."reviews"."ended" IS 'Whether the row is approved. Setting it back takes the approval back, and the review stands where it stood.';

COMMENT ON COLUMN "private"."user_log"."action" IS 'Insert, Update, Delete, Restore, Approve, Set back, Return, Resubmit, Comment, Take back return, Ask to reopen, Reopen and Decline to reopen a window, Take back import, and export for a list of personal data that was taken out.';

COMMENT ON TABLE "private"."reviews" IS 'The last step of the review of rows that were ever returned.';

REVOKE ALL ON FUNCTION "private"."receipt_time"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."receipt_time"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."receipt_time"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."take_back_returns"(text, bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."take_back_returns"(text, bigint[]) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."take_back_returns"(text, bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."take_back_returns"(text, bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."take_back_returns"(text, bigint[]) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."take_back_time"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_back_time"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."take_back_time"() TO "postgres";
