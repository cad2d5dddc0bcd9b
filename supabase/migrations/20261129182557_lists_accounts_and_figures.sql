-- Counts and replaces list values within their category, refuses the deletion of a value in use, lets rows follow their
-- ARC, counts people trained by other offices in lists too, and logs sign-ins, e-mail changes and repairs with their user.

SET local check_function_bodies = off;

DROP TRIGGER "resolve_reopenings" ON "public"."report_schedules";

ALTER TABLE "private"."account_intents"
  DROP CONSTRAINT "account_intents_kind_check";

ALTER TABLE "private"."account_intents"
  DROP CONSTRAINT "account_intents_pkey";

DROP FUNCTION "private"."act_as_administrator"(uuid);

DROP FUNCTION "private"."check_account_change"(uuid, text);

DROP FUNCTION "private"."count_value_usage"(jsonb, text);

CREATE TABLE "private"."list_columns" (
  "column_name"     text NOT NULL,
  "list"            text NOT NULL,
  "part"            text NOT NULL DEFAULT 'type'::text,
  "category_column" text,
  CONSTRAINT "list_columns_check" CHECK (((part = 'sub_category'::text) = (category_column IS NOT NULL))),
  CONSTRAINT "list_columns_part_check" CHECK ((part = ANY (ARRAY['type'::text, 'category'::text, 'sub_category'::text]))),
  CONSTRAINT "list_columns_pkey" PRIMARY KEY (column_name)
);

ALTER TABLE "private"."list_columns"
  ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.account_drift()
  RETURNS TABLE (
    user_id  uuid,
    username text,
    email    text,
    problem  text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require_account_repairer();
  return query
  select a.id, u.username, coalesce(a.email, u.email)::text, p.problem
  from auth.users a
  left join public.users u on u.id = a.id
  cross join lateral (
    select 'no_profile' where u.id is null
    union all select 'email_differs' where u.id is not null and a.email is distinct from u.email
    union all select 'not_banned' where u.disabled and coalesce(a.banned_until, '-infinity') < now()
    union all select 'banned' where not u.disabled and a.banned_until > now()
  ) p (problem)
  where a.deleted_at is null and a.id <> private.decoy_account()
    and not exists (select from private.account_intents i
      where i.user_id = a.id and i.at > now() - interval '10 minutes')
  order by 2, 3, 4;
end
$function$;

CREATE OR REPLACE FUNCTION private.act_as (
  author uuid
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  select set_config('request.jwt.claims', jsonb_build_object('sub', author, 'role', 'authenticated',
    'acts_for', 'account')::text, true),
    set_config('request.jwt.claim.sub', author::text, true)
$function$;

CREATE OR REPLACE FUNCTION private.attended_within (
  filters jsonb
)
  RETURNS SETOF bigint
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  SECURITY DEFINER
  ROWS 10000
  SET search_path TO ''
  AS $function$
declare
  period jsonb := jsonb_strip_nulls(jsonb_build_object('year_from', filters -> 'year_from', 'year_to',
    filters -> 'year_to',
    'reporting_year', filters -> 'reporting_year', 'reporting_quarter', filters -> 'reporting_quarter',
      'reporting_month', filters -> 'reporting_month'));
begin
  return query execute format($q$
    select l.participant_id
    from public.participant_trainings l
    where l.attended and l.office = any ((select private.offices_to_read())::text[]) and l.training_id in (
      select t.training_id
      from public.arbo_trainings t
      where t.id in (select row_id from public.activities where form = 'training' and %s))$q$,
        private.activity_conditions(period));
end
$function$;

CREATE OR REPLACE FUNCTION private.authorize_account_removal (
  wanted uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require_visible_person(wanted);
  begin
    delete from public.users u where u.id = wanted;
    raise exception 'tried' using errcode = 'AG999';
  exception
    when sqlstate 'AG999' then null;
  end;
  insert into private.account_intents (user_id, kind, by_user) values (wanted, 'remove', auth.uid())
  on conflict (user_id, kind) do update set by_user = excluded.by_user, at = now();
end
$function$;

CREATE OR REPLACE FUNCTION private.authorize_email_change (
  wanted    uuid,
  new_email text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.check_account_change(wanted);
  if exists (select from auth.users a where lower(a.email) = lower(new_email) and a.id <> wanted) then
    raise exception 'taken' using errcode = 'unique_violation', column = 'email';
  end if;
  insert into private.account_intents (user_id, kind, profile, by_user)
  values (wanted, 'email', jsonb_build_object('email', new_email), auth.uid())
  on conflict (user_id, kind) do update set profile = excluded.profile, by_user = excluded.by_user, at = now();
end
$function$;

CREATE OR REPLACE FUNCTION private.check_account_change (
  wanted uuid
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
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

CREATE OR REPLACE FUNCTION private.copy_arc_to_rows()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  target regclass;
begin
  -- A renamed value of the list of types is written to all rows by the API, which counts them.
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
    -- The triggers that write a new ID, name or type of an ARC to records write it to the geotags of the ARC, too.
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

CREATE OR REPLACE FUNCTION private.count_value_usage (
  entry public.dropdown_values
)
  RETURNS TABLE (
    table_name  text,
    column_name text,
    rows        bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  entry_part constant text := case
    when entry.sub_category is not null then 'sub_category'
    when entry.category is not null then 'category'
    else 'type' end;
  entry_value constant text := coalesce(entry.sub_category, entry.category, entry.type);
  one record;
begin
  if not private.caller_has_route('dropdowns') then
    raise exception 'Only administrators with the route "dropdowns" can count the use of a value.'
      using errcode = 'AG003';
  end if;
  for one in
    select c.relname as tab, a.attname as col, l.category_column, a.atttypid = 'text[]'::regtype as has_items
    from private.list_columns l
      join pg_catalog.pg_attribute a on a.attname = l.column_name and not a.attisdropped
      join pg_catalog.pg_class c on c.oid = a.attrelid and c.relnamespace = 'public'::regnamespace
    where l.list = entry.list and l.part = entry_part
      and (c.relname = 'project_list' or c.relname in (select t.table_name from private.record_tables t))
    order by c.relname, a.attname
  loop
    table_name := one.tab;
    column_name := one.col;
    execute format('select count(*) from public.%I where ', one.tab)
      || format(case when one.has_items then '%I @> array[$1]' else '%I = $1' end, one.col)
      || case when one.category_column is null then '' else format(' and %I = $2', one.category_column) end
      into rows using entry_value, entry.category;
    if rows > 0 then
      return next;
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.create_profile()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  intent private.account_intents;
begin
  delete from private.account_intents i where i.user_id = new.id and i.kind = 'register'
    and i.at > now() - interval '10 minutes' returning * into intent;
  if found then
    perform private.act_as(intent.by_user);
    insert into public.users (id, username, email, name, position, roles, region_name, province_name, muncity_name,
      uac_id)
    select new.id, p.username, p.email, p.name, p.position, p.roles, p.region_name, p.province_name, p.muncity_name,
      p.uac_id
    from jsonb_populate_record(null::public.users, intent.profile) p;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.end_other_sessions()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.refuse_api_token();
  delete from auth.sessions s
  where s.user_id = auth.uid()
    and s.id::text is distinct from nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id';
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
  -- Auth does not report which attempt its hook call belongs to. If the hook was counted for a different attempt, undo
  -- that, because the hook call of that attempt is still to come.
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

CREATE OR REPLACE FUNCTION private.expand_town_names (
  given text[]
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  PARALLEL SAFE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select given || coalesce(array_agg(distinct town.name), '{}')
  from unnest(given) wanted
  cross join lateral (
    select p.name
    from public.psgc_places p
    where private.place_key(p.level, p.name) = private.place_key('muncity', wanted) and p.level = 'muncity'
    order by p.name <> wanted,
      private.normalize_place_name('muncity', p.name) <> private.normalize_place_name('muncity', wanted)
    fetch first 1 row with ties
  ) town
$function$;

CREATE OR REPLACE FUNCTION private.expire_uploads (
  ids uuid[] DEFAULT '{}'::uuid[]
)
  RETURNS bigint
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with given_up as (
    update public.evidence_files f set state = 'discarded', at = now()
    where f.state = 'reserved' and auth.uid() is not null
      and ((f.upload_id = any (ids) and f.user_id = auth.uid())
        or f.at < now() - private.upload_timeout() and f.office = any (private.offices_to_read()))
    returning 1)
  select count(*) from given_up
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
    and not private.is_replacing_list_value()
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

CREATE OR REPLACE FUNCTION private.is_only_arc_sync (
  was jsonb,
  now jsonb
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select exists (
      select from public.arc_masterlist m
      where m.arc_id = now ->> 'arc_id'
        and (now ->> 'arc_name' = m.arc_name or now -> 'arc_name' = was -> 'arc_name')
        and (now ->> 'arc_type' is not distinct from m.arc_type or now -> 'arc_type' = was -> 'arc_type'))
    and (was ->> 'arc_id' = now ->> 'arc_id'
      or was ->> 'arc_id' is not null
        and not exists (select from public.arc_masterlist m where m.arc_id = was ->> 'arc_id'))
$function$;

CREATE OR REPLACE FUNCTION private.is_replacing_list_value()
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return coalesce(current_setting('private.replacing_list_value', true), '') = 'yes';
end
$function$;

CREATE OR REPLACE FUNCTION private.judge_password (
  event jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  account constant text := coalesce(
    (select lower(u.username) from public.users u where u.id = (event ->> 'user_id')::uuid),
    'auth ' || coalesce(event ->> 'user_id', lower(left(event ->> 'email', 190)), ''));
  origin constant text := left(coalesce(event ->> 'address', 'auth'), 100);
  is_valid constant boolean := (event ->> 'valid')::boolean;
  wait record;
begin
  if (event ->> 'user_id')::uuid = private.decoy_account() then
    return jsonb_build_object('decision', 'continue');
  end if;
  -- Serialize concurrent guesses, so that together they cannot exceed the limit.
  perform pg_advisory_xact_lock(hashtext('sign_in account'), hashtext(account));
  perform pg_advisory_xact_lock(hashtext('sign_in address'), hashtext(origin));
  update private.sign_in_failures f set claimed = true
  where f.id = (
    select a.id from private.sign_in_failures a
    where a.username = account and not a.judged and not a.claimed and a.at > now() - interval '1 minute'
    order by a.id limit 1);
  if not found then
    -- If Auth does not report the address, count only per account.
    select * into wait from private.sign_in_wait(account, nullif(origin, 'auth'), null);
    if wait.seconds > 0 then
      return jsonb_build_object('decision', 'reject', 'message',
        'Too many attempts to sign in. Try again in ten minutes.');
    end if;
    if is_valid then
      delete from private.sign_in_failures f where f.username = account and f.judged and f.browser is null;
    else
      insert into private.sign_in_failures (username, address, judged) values (account, origin, true);
    end if;
  end if;
  perform private.log_sign_in(account, is_valid);
  return jsonb_build_object('decision', 'continue');
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_common_views()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if auth.uid() <> old.id then
    update public.saved_views v
    set user_id = auth.uid(),
      name = case when exists (
          select from public.saved_views o
          where o.user_id = auth.uid() and o.screen = v.screen and o.shared_with = v.shared_with
            and lower(o.name) = lower(v.name))
        then format('%s (%s)', left(v.name, 50), v.id) else v.name end
    where v.user_id = old.id and v.shared_with = 'everyone';
  end if;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_used_value()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if auth.uid() is not null and exists (select from private.count_value_usage(old)) then
    raise exception '"%" is in use. Replace it with another value, or keep it.',
      coalesce(old.sub_category, old.category, old.type) using errcode = 'AG002';
  end if;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION private.log_account_repair (
  wanted   uuid,
  repaired text,
  address  text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require_account_repairer();
  perform private.log_event(wanted, case repaired when 'no_profile' then 'Removed account'
    when 'not_banned' then 'Banned account' when 'banned' then 'Unbanned account' end, address);
end
$function$;

CREATE OR REPLACE FUNCTION private.log_sign_in (
  account text,
  success boolean
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.log_event(u.id, case when success then 'Sign in' else 'Failed sign-in' end, null,
    coalesce(u.username, 'unknown'))
  from (values (1)) one left join public.users u on lower(u.username) = account
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
  -- The content of a view that gets another author was checked when it was saved.
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
  select private.rebuild_deleted_row(l.changes) - private.list_hidden_columns(wanted_table)
  from private.find_deleted_rows(wanted_table, ids) t join private.user_log l on l.id = t.entry
$function$;

CREATE OR REPLACE FUNCTION private.record_own_password_change (
  changed_by   uuid,
  used_browser text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.act_as(changed_by);
  perform private.log_event(changed_by, 'New password');
  insert into private.known_browsers (user_id, browser)
  select changed_by, used_browser where used_browser is not null
  on conflict (user_id, browser) do nothing;
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
  perform private.log_event(wanted, 'Reset password');
end
$function$;

CREATE OR REPLACE FUNCTION private.remove_profile()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  intent private.account_intents;
begin
  delete from private.account_intents i where i.user_id = old.id and i.kind = 'remove'
    and i.at > now() - interval '10 minutes' returning * into intent;
  if found then
    perform private.act_as(intent.by_user);
  end if;
  delete from public.users u where u.id = old.id;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION private.repair_email (
  wanted uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require_account_repairer();
  update public.users u set email = a.email from auth.users a where u.id = wanted and a.id = u.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_account_repairer()
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not private.can_administer_roles('update') then
    raise exception 'Only administrators of the central office can compare accounts with profiles.'
      using errcode = 'AG003';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.resolve_reopenings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if private.is_schedule_active(new.status, new.start_date, new.end_date) then
    update private.reopenings r set state = 'opened', answered_at = now()
    from public.offices o
    where r.state = 'asked' and r.window_name = new.form and o.office = r.office
      and (new.region_name is null or new.region_name = o.region_name)
      and (new.province_name is null or new.province_name = o.province_name);
  end if;
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

CREATE OR REPLACE FUNCTION private.store_opened_reopenings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update private.reopenings r set state = t.state, answered_at = t.answered_at
  from private.reopenings q cross join lateral private.current_reopening_state(q) t
  where q.id = r.id and r.state = 'asked' and t.state <> 'asked';
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.sync_email()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  intent private.account_intents;
begin
  delete from private.account_intents i where i.user_id = new.id and i.kind = 'email'
    and lower(i.profile ->> 'email') = lower(new.email) and i.at > now() - interval '10 minutes'
    returning * into intent;
  if found then
    perform private.act_as(intent.by_user);
  end if;
  update public.users u set email = new.email where u.id = new.id and new.email is not null and u.email
    is distinct from new.email;
  return new;
end
$function$;

ALTER TABLE "private"."account_intents"
  ADD CONSTRAINT "account_intents_kind_check" CHECK ((kind = ANY (ARRAY['register'::text, 'remove'::text, 'email'::text])));

ALTER TABLE "private"."account_intents"
  ADD CONSTRAINT "account_intents_pkey" PRIMARY KEY (user_id, kind);

CREATE TRIGGER carry_arc
  AFTER UPDATE ON public.arc_masterlist REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.copy_arc_to_rows();

CREATE TRIGGER keep_used_value
  BEFORE DELETE ON public.dropdown_values
  FOR EACH ROW
  EXECUTE FUNCTION private.keep_used_value();

CREATE TRIGGER resolve_reopenings
  AFTER INSERT OR UPDATE ON public.report_schedules
  FOR EACH ROW
  EXECUTE FUNCTION private.resolve_reopenings();

CREATE TRIGGER store_opened_reopenings
  BEFORE DELETE OR UPDATE ON public.report_schedules
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.store_opened_reopenings();

CREATE TRIGGER keep_common_views
  BEFORE DELETE ON public.users
  FOR EACH ROW
  EXECUTE FUNCTION private.keep_common_views();

COMMENT ON COLUMN "private"."account_intents"."profile" IS 'The profile of a new account, or the new e-mail address; null for a removal.';

COMMENT ON COLUMN "public"."saved_views"."user_id" IS 'User who created the view, or the administrator who removed this user; set by the database.';

COMMENT ON TABLE "private"."list_columns" IS 'Columns of records that take their values from a dropdown list, for counting the records that use a value.';

REVOKE ALL ON FUNCTION "private"."act_as"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."act_as"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."act_as"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."authorize_email_change"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."authorize_email_change"(uuid, text) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."authorize_email_change"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."authorize_email_change"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."authorize_email_change"(uuid, text) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."check_account_change"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."check_account_change"(uuid) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."check_account_change"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."check_account_change"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."check_account_change"(uuid) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."copy_arc_to_rows"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."copy_arc_to_rows"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."copy_arc_to_rows"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_value_usage"(public.dropdown_values) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."count_value_usage"(public.dropdown_values) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."count_value_usage"(public.dropdown_values) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_value_usage"(public.dropdown_values) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_value_usage"(public.dropdown_values) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."end_other_sessions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_other_sessions"() TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."end_other_sessions"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_other_sessions"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_other_sessions"() TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."is_only_arc_sync"(jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_only_arc_sync"(jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_only_arc_sync"(jsonb, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_replacing_list_value"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_replacing_list_value"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_replacing_list_value"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_common_views"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_common_views"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_common_views"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_used_value"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_used_value"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_used_value"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."log_account_repair"(uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."log_account_repair"(uuid, text, text) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."log_account_repair"(uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_account_repair"(uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_account_repair"(uuid, text, text) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."log_sign_in"(text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."log_sign_in"(text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_sign_in"(text, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."read_deleted_rows"(text, bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_deleted_rows"(text, bigint[]) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."read_deleted_rows"(text, bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."read_deleted_rows"(text, bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."read_deleted_rows"(text, bigint[]) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."record_own_password_change"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."record_own_password_change"(uuid, text) TO "api_gateway";

REVOKE ALL ON FUNCTION "private"."record_own_password_change"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."record_own_password_change"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_account_repairer"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_account_repairer"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_account_repairer"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."store_opened_reopenings"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."store_opened_reopenings"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_opened_reopenings"() TO "postgres";

insert into private.list_columns (list, part, column_name, category_column) values ('cert-acceptance', 'type', 'acceptance_cert_received', null);
insert into private.list_columns (list, part, column_name, category_column) values ('arb-nonarb', 'type', 'arb_nonarb', null);
insert into private.list_columns (list, part, column_name, category_column) values ('arc-classification', 'type', 'arc_classification', null);
insert into private.list_columns (list, part, column_name, category_column) values ('arc-type', 'type', 'arc_type', null);
insert into private.list_columns (list, part, column_name, category_column) values ('buying-arrangement', 'type', 'buying_arrangement', null);
insert into private.list_columns (list, part, column_name, category_column) values ('conducted-by', 'type', 'conducted_by', null);
insert into private.list_columns (list, part, column_name, category_column) values ('credit-services', 'type', 'credit_services', null);
insert into private.list_columns (list, part, column_name, category_column) values ('organization-status', 'type', 'current_arbo_status', null);
insert into private.list_columns (list, part, column_name, category_column) values ('current-it-level', 'type', 'current_it_level', null);
insert into private.list_columns (list, part, column_name, category_column) values ('current-it-status', 'type', 'current_it_status', null);
insert into private.list_columns (list, part, column_name, category_column) values ('program-covered', 'type', 'dar_projects', null);
insert into private.list_columns (list, part, column_name, category_column) values ('fund-source', 'type', 'fund_source', null);
insert into private.list_columns (list, part, column_name, category_column) values ('current-it-level', 'type', 'it_easy_level_2024', null);
insert into private.list_columns (list, part, column_name, category_column) values ('current-it-status', 'type', 'it_easy_status_2024', null);
insert into private.list_columns (list, part, column_name, category_column) values ('itema-level', 'type', 'itema_level_2019', null);
insert into private.list_columns (list, part, column_name, category_column) values ('itema-status', 'type', 'itema_status_2019', null);
insert into private.list_columns (list, part, column_name, category_column) values ('marketing-instrument', 'type', 'marketing_instrument', null);
insert into private.list_columns (list, part, column_name, category_column) values ('milestone-activity', 'type', 'milestone_activity', null);
insert into private.list_columns (list, part, column_name, category_column) values ('om-training', 'type', 'om_training_conducted', null);
insert into private.list_columns (list, part, column_name, category_column) values ('oma-level-2013', 'type', 'oma_level_2013', null);
insert into private.list_columns (list, part, column_name, category_column) values ('organization-type', 'type', 'org_type', null);
insert into private.list_columns (list, part, column_name, category_column) values ('type-intervention', 'type', 'prj_assistance_category', null);
insert into private.list_columns (list, part, column_name, category_column) values ('type-product', 'type', 'process_product_type', null);
insert into private.list_columns (list, part, column_name, category_column) values ('registration', 'type', 'registration', null);
insert into private.list_columns (list, part, column_name, category_column) values ('credit-services', 'type', 'source_of_loans', null);
insert into private.list_columns (list, part, column_name, category_column) values ('subpsp-status', 'type', 'subpsp_status', null);
insert into private.list_columns (list, part, column_name, category_column) values ('support-provided', 'type', 'support_provided', null);
insert into private.list_columns (list, part, column_name, category_column) values ('term-payment', 'type', 'term_payment', null);
insert into private.list_columns (list, part, column_name, category_column) values ('trader-arrangement', 'type', 'trader_arrangement', null);
insert into private.list_columns (list, part, column_name, category_column) values ('type-intervention', 'type', 'training_category', null);
insert into private.list_columns (list, part, column_name, category_column) values ('type-buyer', 'type', 'type_buyer', null);
insert into private.list_columns (list, part, column_name, category_column) values ('type-product', 'type', 'type_product', null);
insert into private.list_columns (list, part, column_name, category_column) values ('unit-measure', 'type', 'unit', null);
insert into private.list_columns (list, part, column_name, category_column) values ('unit-measure', 'type', 'unit_hard', null);
insert into private.list_columns (list, part, column_name, category_column) values ('unit-measure', 'type', 'unit_measure', null);
insert into private.list_columns (list, part, column_name, category_column) values ('participant-category', 'category', 'participant_category', null);
insert into private.list_columns (list, part, column_name, category_column) values ('participant-subcategory', 'sub_category', 'participant_sub_category', 'participant_category');
