-- Writes by REST are bounded as the contracts of the API are: the shape of saved views, values that no contract
-- describes, and the files of exports. And a sign-in with an unknown username takes as long as one with a known one.

-- Whether a view has the shape that the contract savedView describes, since the browsers of others read it. A key has
-- its own rule; any other key is refused.
create function private.is_saved_view(view jsonb) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(view @@ 'strict
    $.type() == "object" && exists($.keyvalue() ? (@.key == "columns")) && !exists($.keyvalue() ? (!(
      @.value.type() == "string" && (
        @.key == "density" && (@.value == "compact" || @.value == "normal" || @.value == "roomy")
        || @.key == "tab" && (@.value == "pending" || @.value == "approved")
        || @.key == "review" && (@.value == "to_review" || @.value == "returned" || @.value == "changed")
        || @.key == "check" && (@.value == "incomplete" || @.value == "with_reason"))
      || @.key == "totals" && @.value.type() == "boolean"
      || @.key == "q" && @.value.type() == "string" && @.value like_regex "^(.{0,250}){2}$" flag "s"
      || @.key == "shown_as" && @.value.type() == "string" && @.value like_regex "^.{0,40}$" flag "s"
      || @.key == "page_size" && @.value.type() == "number" && @.value >= 1 && @.value <= 200
        && @.value.floor() == @.value
      || @.key == "filters" && @.value.type() == "object" && !exists(@.value.keyvalue() ? (!(
        @.key like_regex "^[A-Za-z0-9_]{1,80}$"
        && @.value.type() == "string" && @.value like_regex "^(.{0,250}){2}$" flag "s")))
      || @.key == "sort" && @.value.type() == "array" && @.value.size() <= 5 && !exists(@.value[*] ? (!(
        @.type() == "object"
        && exists(@.keyvalue() ? (@.key == "field")) && exists(@.keyvalue() ? (@.key == "dir"))
        && !exists(@.keyvalue() ? (!(
          @.key == "field" && @.value.type() == "string" && @.value like_regex "^[A-Za-z0-9_]{1,80}$"
          || @.key == "dir" && @.value.type() == "string"
            && (@.value == "asc" || @.value == "desc")))))))
      || @.key == "columns" && (@.value.type() == "null"
        || @.value.type() == "array" && @.value.size() <= 400 && !exists(@.value[*] ? (!(
          @.type() == "object" && exists(@.keyvalue() ? (@.key == "field"))
          && !exists(@.keyvalue() ? (!(
            @.key == "field" && @.value.type() == "string" && @.value like_regex "^[A-Za-z0-9_]{1,80}$"
            || @.key == "width" && @.value.type() == "number" && @.value >= 1 && @.value <= 5000
            || (@.key == "hidden" || @.key == "frozen") && @.value.type() == "boolean")))))))
    )))', false)
$$;

-- Whether the rows of a screen have sensitive columns, which a search looks through for whoever reads them.
create function private.searches_sensitive(screen text) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$ select screen in ('Participants', 'Form5AnnualTarget') $$;

grant execute on function private.is_saved_view(jsonb) to authenticated, central_reader, provincial_reader;

-- Views that were written by REST in another shape open as the plain list.
update public.saved_views set view = '{"columns": null}' where not private.is_saved_view(view);
alter table public.saved_views drop constraint saved_views_view_check;
alter table public.saved_views
  add constraint saved_views_view_is_whole check (private.is_saved_view(view));

-- Before a view is written: whose it is and which office's; and it is refused (AG002) where there are too many, where
-- it is too large, and where others would learn from its filters what only the right Sensitive reads.
create or replace function private.keep_saved_view() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  limits constant record := private.saved_view_limits();
  sensitive text;
begin
  if tg_op = 'INSERT' then
    new.user_id := coalesce(auth.uid(), new.user_id);
    -- Calls at once are counted like calls in turn.
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
  select string_agg(distinct s.column_name, ', ') into sensitive
  from private.sensitive_columns s
  where new.shared_with <> 'me' and (new.view -> 'filters' ? s.column_name
    or jsonb_path_query_array(new.view, '$.sort[*].field') ? s.column_name);
  if sensitive is not null then
    raise exception
      'A view that filters or sorts by sensitive fields (%) stays your own: remove that filter or order to share it.',
      sensitive using errcode = 'AG002', column = 'shared_with';
  end if;
  if new.shared_with <> 'me' and new.view ? 'q' and private.searches_sensitive(new.screen) then
    raise exception 'A search in personal data stays your own: remove the search words to share this view.'
      using errcode = 'AG002', column = 'shared_with';
  end if;
  return new;
end
$$;

alter table private.jobs add column address_given_at timestamptz;
comment on column private.jobs.address_given_at is 'When the address to send the file of an export to was last given.';

-- Bytes that the kept files of one person may have in all, and of one file: the limit of the bucket.
create function private.result_limits(out all_bytes bigint, out file_bytes bigint)
  language sql immutable parallel safe set search_path = ''
as $$ select 268435456, 33554432 $$;

-- How long an address to send a file to is good, at most, as Storage says.
create function private.address_time() returns interval
  language sql immutable parallel safe set search_path = ''
as $$ select interval '2 hours' $$;

-- Bytes that the files of a person's exports take, or may take: an address without a file may still bring the largest.
create function private.result_bytes(of_user uuid) returns bigint
  language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(coalesce((o.metadata ->> 'size')::bigint,
    case when j.address_given_at > now() - private.address_time() then l.file_bytes else 0 end)), 0)
  from private.jobs j
  cross join private.result_limits() l
  left join storage.objects o on o.bucket_id = 'exports' and o.name = private.result_path(j)
  where j.user_id = of_user and j.kind = 'export'
$$;

-- The path under which the file of an export of the caller's may be stored, now that it is made: what they read by now
-- may be in it, too. Raises AG004 where there is no such export under way, AG003 where they could not have it back,
-- AG005 where their files have no room for another.
create or replace function private.keep_result(wanted_job uuid) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  job private.jobs;
begin
  perform pg_advisory_xact_lock(hashtext('jobs of one person'), hashtext(auth.uid()::text));
  update private.jobs j set address_given_at = now(), sensitive = j.sensitive or private.caller_has_right('Sensitive'),
    offices = array(select unnest(j.offices) union select unnest(private.offices_to_read()))
  where j.user_id = auth.uid() and j.job_id = wanted_job and j.kind = 'export' and j.state = 'running'
    and private.is_kept(j)
  returning j.* into job;
  if job.job_id is null then
    raise exception 'There is no such export of yours under way.' using errcode = 'AG004';
  end if;
  if not private.may_fetch(job) then
    raise exception 'Your access has changed since this export began.' using errcode = 'AG003';
  end if;
  if private.result_bytes(auth.uid()) > (select l.all_bytes from private.result_limits() l) then
    raise exception 'Your exported files of the last 7 days fill the room for them. Download this one now instead.'
      using errcode = 'AG005';
  end if;
  return private.result_path(job);
end
$$;

-- The path of the file that was sent for an export of the caller's under way, whose content the API looks at next; null
-- where none was.
create function private.sent_result(wanted_job uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select o.name
  from private.jobs j
  join storage.objects o on o.bucket_id = 'exports' and o.name = private.result_path(j)
  where j.user_id = auth.uid() and j.job_id = wanted_job and j.kind = 'export' and j.state = 'running'
$$;

grant execute on function private.sent_result(uuid) to authenticated, central_reader, provincial_reader;

-- Forgets jobs whose time is over, and answers files that are of no job any more, theirs and those of people who are
-- gone, and files of exports that did not finish while their address was good: what the API removes from Storage next.
-- For the API itself.
create or replace function private.sweep_jobs(most integer) returns setof text
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from private.jobs j where not private.is_kept(j);
  return query
    select o.name from storage.objects o
    where o.bucket_id = 'exports' and not exists (
      select from private.jobs j
      where private.result_path(j) = o.name
        and (j.state = 'finished' or j.reported_at > now() - private.address_time()))
    limit most;
end
$$;

-- Gives each column that a signed-in caller may write a check against such values: dates of four-digit years, finite
-- numbers, and lists of one dimension without nulls.
create procedure private.bound_written_values()
  language plpgsql set search_path = ''
as $$
declare
  one record;
begin
  for one in
    select a.attrelid::regclass as target, c.relname, a.attname,
      case
        when t.typcategory = 'A' then
          'array_ndims(%1$I) = 1 and array_lower(%1$I, 1) = 1 and array_position(%1$I, null) is null'
        when a.atttypid = 'date'::regtype then '%1$I between ''1000-01-01'' and ''9999-12-31'''
        when a.atttypid = 'timestamptz'::regtype then '%1$I between ''1000-01-01'' and ''9999-12-31'''
        when a.atttypid in ('numeric'::regtype, 'float8'::regtype, 'float4'::regtype) then
          '%1$I not in (''NaN'', ''Infinity'', ''-Infinity'')'
      end as rule
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_class c on c.oid = a.attrelid
    join pg_catalog.pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and (has_column_privilege('authenticated', a.attrelid, a.attnum, 'insert')
        or has_column_privilege('authenticated', a.attrelid, a.attnum, 'update'))
      and not exists (
        select from pg_catalog.pg_constraint k
        where k.conrelid = a.attrelid and k.conname = c.relname || '_' || a.attname || '_bound')
    order by c.relname, a.attnum
  loop
    if one.rule is not null then
      execute format('alter table %s add constraint %I check (%s)',
        one.target, one.relname || '_' || one.attname || '_bound', format(one.rule, one.attname));
    end if;
  end loop;
end
$$;

call private.bound_written_values();

-- The account that the API signs in to where a username is unknown or disabled, so that a refusal takes as long
-- (people/decoy.ts). It has no profile, and its password is not kept.
create function private.decoy_account() returns uuid
  language sql immutable parallel safe set search_path = ''
as $$ select '00000000-0000-4000-8000-0000000dec0f'::uuid $$;

-- Guesses at passwords that go past the API, to Supabase Auth itself: Auth asks here after each password that it judged
-- (its hook "password verification attempt", config.toml). event: {user_id, valid}, from the embedded Auth also email
-- and address. The question that belongs to an attempt of the API is answered once, uncounted: the API counts that one.
-- All others are strangers' guesses. Those at the decoy are not counted, since its password is known to nobody. Answers
-- {decision: "continue"}, or {decision: "reject", message}.
create or replace function private.judge_password(event jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant text := coalesce(
    (select lower(u.username) from public.users u where u.id = (event ->> 'user_id')::uuid),
    'auth ' || coalesce(event ->> 'user_id', lower(left(event ->> 'email', 190)), ''));
  origin constant text := left(coalesce(event ->> 'address', 'auth'), 100);
  wait record;
begin
  if (event ->> 'user_id')::uuid = private.decoy_account() then
    return jsonb_build_object('decision', 'continue');
  end if;
  -- Guesses at once are counted like guesses in turn.
  perform pg_advisory_xact_lock(hashtext('sign_in account'), hashtext(account));
  perform pg_advisory_xact_lock(hashtext('sign_in address'), hashtext(origin));
  update private.sign_in_failures f set claimed = true
  where f.id = (
    select a.id from private.sign_in_failures a
    where a.username = account and not a.judged and not a.claimed and a.at > now() - interval '1 minute'
    order by a.id limit 1);
  if found then
    return jsonb_build_object('decision', 'continue');
  end if;
  -- Where Auth does not say who asks, all addresses are one: only the account counts.
  select * into wait from private.sign_in_wait(account, nullif(origin, 'auth'), null);
  if wait.seconds > 0 then
    return jsonb_build_object('decision', 'reject', 'message',
      'Too many attempts to sign in. Try again in ten minutes.');
  end if;
  if (event ->> 'valid')::boolean then
    delete from private.sign_in_failures f where f.username = account and f.judged and f.browser is null;
  else
    insert into private.sign_in_failures (username, address, judged) values (account, origin, true);
  end if;
  return jsonb_build_object('decision', 'continue');
end
$$;

-- Accounts and profiles that do not agree. Raises AG003 for everybody but an administrator of the central office.
create or replace function private.account_drift() returns table (user_id uuid, username text, email text, problem text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.may_keep_roles('update') then
    raise exception 'Only administrators of the central office compare accounts with profiles.' using errcode = 'AG003';
  end if;
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
$$;

-- An attachment that is tried out without its file has no link; a null in the list would break the check above.
create or replace function private.hold_links() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  given jsonb := to_jsonb(new);
  kept jsonb := '{}';
  one record;
begin
  -- Most records have no attachments and never had: imports change thousands of them at once.
  if not exists (select from public.attachments a where a.record_table = tg_table_name and a.record_id = new.id)
    and given::text not like '%/homepage/files/%' then
    return new;
  end if;
  for one in
    select f.field, c.atttypid = 'text[]'::regtype as is_list,
      array(select private.attachment_link(a.upload_id) from public.attachments a
        where a.record_table = tg_table_name and a.record_id = new.id and a.field = f.field
          and a.upload_id is not null order by a.id) as links,
      array(select v from jsonb_array_elements_text(case jsonb_typeof(given -> f.field)
          when 'array' then given -> f.field when 'string' then jsonb_build_array(given -> f.field) else '[]' end) v
        where not private.is_attachment_link(v)) as others
    from private.attachment_fields f
    join pg_catalog.pg_attribute c on c.attrelid = tg_relid and c.attname = f.field
    where f.table_name = tg_table_name
  loop
    kept := kept || jsonb_build_object(one.field, case when one.is_list
      then to_jsonb(nullif(one.others || one.links, '{}'))
      else to_jsonb(coalesce(one.links[cardinality(one.links)], one.others[1])) end);
  end loop;
  return jsonb_populate_record(new, kept);
end
$$;
