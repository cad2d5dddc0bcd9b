-- Says in plain words what some functions and columns do. Only comments change.

SET local check_function_bodies = off;

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
  account public.users;
begin
  perform pg_advisory_xact_lock(hashtext('sign_in account'), hashtext(f.username))
  from private.sign_in_failures f where f.id = ended;
  select f.* into tried from private.sign_in_failures f where f.id = ended;
  if not found then
    return;
  end if;
  -- Auth does not report which attempt its hook call belongs to. If the hook was counted for a different attempt, undo
  -- that, because the hook call of that attempt is still to come.
  if not tried.claimed then
    update private.sign_in_failures f set claimed = false
    where f.id = (
      select o.id from private.sign_in_failures o
      where o.username = tried.username and o.claimed and not o.judged and o.at > now() - interval '1 minute'
      order by o.id limit 1);
  end if;
  delete from private.sign_in_failures f
  where f.at < now() - interval '1 day' or (f.id = ended and success is distinct from false)
    or (success and f.judged and f.username = tried.username and f.browser is not distinct from tried.browser);
  if success is null then
    return;
  end if;
  update private.sign_in_failures f set judged = true where f.id = ended;
  select u.* into account from public.users u where lower(u.username) = tried.username;
  perform private.log_event(account.id, case when success then 'Sign in' else 'Failed sign-in' end, null,
    coalesce(account.username, 'unknown'));
  if success and used_browser is not null and account.id is not null then
    delete from private.known_browsers k
    where k.user_id = account.id and (k.last_used < now() - interval '400 days' or k.browser in (
      select o.browser from private.known_browsers o where o.user_id = account.id order by o.last_used desc offset 19));
    insert into private.known_browsers (user_id, browser) values (account.id, used_browser)
    on conflict (user_id, browser) do update set last_used = now();
  end if;
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
    'file_path', 'thumbnail_path', 'file_name', 'content_type', 'size', 'sha256', 'outside_province')
$function$;

CREATE OR REPLACE FUNCTION private.mark_inbox_read (
  ids         text[],
  up_to       text,
  wanted_kind text    DEFAULT NULL::text,
  is_read     boolean DEFAULT true
)
  RETURNS text[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  chosen constant text[] := private.choose_inbox_entries(ids, up_to, wanted_kind);
  changed text[];
begin
  if is_read then
    -- An entry whose snooze has ended is unread until the snooze is deleted, even if the user has read it
    -- before (private.inbox_marks).
    with ended as (
      delete from private.inbox_snoozes s
      where s.user_id = auth.uid() and s.entry = any (chosen) and s.until <= private.today()
      returning s.entry
    ),
    marked as (
      insert into private.inbox_marks (user_id, entry)
      select auth.uid(), c.entry from unnest(chosen) c (entry)
      on conflict do nothing
      returning entry
    )
    select array(select e.entry from ended e union select m.entry from marked m) into changed;
  else
    with unmarked as (
      delete from private.inbox_marks m where m.user_id = auth.uid() and m.entry = any (chosen) returning m.entry
    )
    select array(select u.entry from unmarked u) into changed;
  end if;
  return changed;
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
       order by t.id for no key update of t) c', wanted_table)
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
  -- This trigger must run after clean_texts, normalize_place and fill_from_form11, and before stamp_record. Postgres
  -- fires triggers in the order of their names.
  execute format('create trigger resolve_arbo before insert or update on %s
    for each row execute function private.resolve_arbo()', target);
  -- These triggers must run after the triggers within_arboPrimaryKey_…, so their names sort later.
  execute format('create trigger within_arbo_settled_insert after insert on %s referencing new table as new_rows
    for each statement execute function private.check_resolved_arbo()', target);
  execute format('create trigger within_arbo_settled_update after update on %s
    referencing new table as new_rows old table as old_rows
    for each statement execute function private.check_resolved_arbo()', target);
end
$procedure$;

COMMENT ON COLUMN "private"."imports"."left_out" IS 'Number of rows of the file that the import will not save: unchanged, duplicate, invalid, or of other offices.';

COMMENT ON COLUMN "private"."imports"."rows" IS 'Number of rows of the file that the import will save.';

COMMENT ON COLUMN "private"."sign_in_failures"."claimed" IS 'True once Auth''s password hook was called for this attempt, which the API started.';

COMMENT ON TABLE "private"."log_lanes" IS 'Last link of each chain. A transaction locks a lane from the moment it adds its link until it ends.';

COMMENT ON TABLE "private"."record_tables" IS 'Tables protected by private.apply_protection, with the reporting window that controls writes. If the window is "status", the status of each row decides.';

COMMENT ON TABLE "public"."marks" IS 'One row per row of the two masterlists: the years (private.year_mask) in which it was targeted, accomplished, matched or trained.';
