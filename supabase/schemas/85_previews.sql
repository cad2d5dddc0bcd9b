-- "See as": runs requests with the access of another user, for an administrator who may administer that user. The
-- transaction becomes read-only before it gets the access of the other user, and cannot change back. To try out a role
-- that is not saved yet (a draft role), the transaction creates the role and then can never commit.

create table private.previews (
  tx xid8 primary key default pg_current_xact_id()
);
alter table private.previews enable row level security;
comment on table private.previews is
  'Always empty. A transaction that drafts a role inserts a row, and a deferred trigger then refuses the commit.';

-- Deferred trigger: refuses to commit a transaction that created a draft role.
create function private.reject_preview_commit() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  raise exception 'A preview cannot be saved.' using errcode = 'AG003';
end
$$;

create constraint trigger reject_preview_commit after insert on private.previews deferrable initially deferred
  for each row execute function private.reject_preview_commit();

-- Creates a temporary user with a draft role, and returns the id of the user. Makes the same checks as when a real role
-- and a real user are added.
create function private.create_draft_person(entry jsonb, region text, province text) returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  drafted constant uuid := gen_random_uuid();
  role_id bigint;
  draft public.uac;
begin
  if not private.can_administer_roles('insert') then
    raise exception 'Only administrators of the central office can draft roles.' using errcode = 'AG003';
  end if;
  insert into private.previews default values;
  draft := jsonb_populate_record(null::public.uac, entry);
  insert into public.uac (rolename, roletype, route, access_controls, status)
  values (coalesce(nullif(draft.rolename, '{}'), '{Draft}'), coalesce(nullif(btrim(draft.roletype), ''), 'Draft'),
    coalesce(draft.route, '{}'), coalesce(draft.access_controls, '{}'), draft.status)
  returning id into role_id;
  insert into auth.users (id, email) values (drafted, drafted || '@draft.invalid');
  insert into public.users (id, username, email, roles, region_name, province_name, uac_id)
  select drafted, 'draft.' || left(drafted::text, 8), drafted || '@draft.invalid', r.rolename[1], region, province,
    role_id from public.uac r where r.id = role_id;
  return drafted;
end
$$;

-- Checks that the caller may see the product as the user `wanted`. For a draft role, checks only that the caller may
-- use previews. Raises AG003 or AG004 if not.
create function private.check_preview(wanted uuid, is_draft boolean) returns void
  language plpgsql stable security definer set search_path = ''
as $$
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
$$;

-- Logs that the caller sees the product as the user `wanted` or, if a role name is given, as a draft role of this name.
-- The API calls this in a transaction of its own, because a preview can write nothing. Writes at most one entry per
-- hour about the same user or role. Raises AG003 or AG004 if the caller may not administer that user.
create function private.log_preview(wanted uuid, role_name text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
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
$$;

-- Gives the rest of the transaction the access of the user `wanted`. If `entry` is not null, gives the transaction the
-- access of a temporary user at an office, with the draft role {rolename, roletype, route, access_controls, status}.
-- Raises AG003 or AG004 if the caller may not administer that user or role.
create function private.begin_preview(wanted uuid, entry jsonb default null, region text default null,
  province text default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
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
$$;

grant execute on function private.begin_preview(uuid, jsonb, text, text), private.log_preview(uuid, text)
to authenticated;
