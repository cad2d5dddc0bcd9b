-- User accounts. Each user has an account in Supabase Auth, which is changed through the administration API of Auth,
-- and a profile in public.users. Before an account is created, removed or gets a new address, the database checks the
-- change with the administrator as caller, and records an authorization (private.account_intents). Then the API calls
-- Auth. Triggers on the account create, update or delete the profile, in the same transaction in which Auth changes the
-- account.

create table private.account_intents (
  user_id uuid not null,
  kind text not null check (kind in ('register', 'remove', 'email')),
  profile jsonb,
  by_user uuid not null,
  at timestamptz not null default now(),
  primary key (user_id, kind)
);
alter table private.account_intents enable row level security;
comment on table private.account_intents is
  'Changes to accounts that an administrator is allowed to make, until Supabase Auth makes them. Valid for ten '
  'minutes.';
comment on column private.account_intents.profile is
  'The profile of a new account, or the new e-mail address; null for a removal.';

-- Checks a change of a profile. Raises AG003 if the caller is not allowed to make the change, AG002 if its values are
-- inconsistent. Checks role and office only if one of them changes, so that a user with an inconsistent profile can
-- still be disabled.
create function private.check_profile_change(verb text, before public.users, after public.users) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c private.caller := private.current_caller();
  one public.users := case when verb = 'insert' then after else before end;
  entry public.uac;
  problem text;
  lacking text;
begin
  perform private.refuse_api_token();
  if one.id = auth.uid() then
    if verb = 'delete' then
      raise exception 'You cannot remove your own account.' using errcode = 'AG003';
    end if;
    if (after.roles, after.uac_id, after.region_name, after.province_name, after.muncity_name, after.username,
      after.email, after.disabled)
      is distinct from (before.roles, before.uac_id, before.region_name, before.province_name, before.muncity_name,
        before.username, before.email, before.disabled)
    then
      raise exception 'You cannot change your own role, office, username, e-mail or status. Ask another administrator.'
        using errcode = 'AG003';
    end if;
    return;
  end if;
  if not private.can_administer_people(verb) then
    raise exception 'Only administrators with the route "users" and the required right can % people.',
      case verb when 'insert' then 'add' when 'update' then 'change' else 'remove' end using errcode = 'AG003';
  end if;
  if verb <> 'insert' then
    if not before.office = any (private.offices_to_read()) then
      raise exception 'This person does not exist or belongs to an office that you cannot see.' using errcode = 'AG004';
    end if;
    select r.* into entry from public.uac r where r.id = before.uac_id;
    problem := private.explain_role_refusal(c, entry);
    if problem is not null then
      raise exception 'This person has %.', problem using errcode = 'AG003';
    end if;
  end if;
  if verb = 'insert' or verb = 'update' and (after.roles, after.uac_id, after.region_name, after.province_name)
    is distinct from (before.roles, before.uac_id, before.region_name, before.province_name)
  then
    if not after.office = any (private.offices_to_read()) then
      if not exists (select from public.offices o where o.office = after.office) then
        raise exception 'Choose a region and one of its provinces.' using errcode = 'AG002', column = 'province_name';
      end if;
      raise exception 'You can only administer people of your own office.'
        using errcode = 'AG003', column = 'region_name';
    end if;
    entry := null;
    -- Lock the role entry, so that a concurrent change of its names or level sees this profile (private.guard_role).
    select r.* into entry from public.uac r where r.id = after.uac_id for share;
    problem := private.explain_role_refusal(c, entry);
    if problem is not null then
      raise exception 'You cannot give %.', problem using errcode = 'AG003', column = 'uac_id';
    end if;
    if after.uac_id is not null and entry.id is null then
      raise exception 'There is no such role.' using errcode = 'AG002', column = 'uac_id';
    end if;
    if not coalesce(after.roles = any (entry.rolename), true) then
      raise exception 'The role name must be one of: %.', array_to_string(entry.rolename, ', ')
        using errcode = 'AG002', column = 'roles';
    end if;
    lacking := private.find_missing_office_column(entry.status, after);
    if lacking is not null then
      raise exception 'A person of the level % needs a %.', entry.status, replace(lacking, '_name', '')
        using errcode = 'AG002', column = lacking;
    end if;
  end if;
end
$$;

-- Trigger that checks every change of a profile. Without a caller (the owner of the tables, a seed, or Auth itself),
-- checks nothing.
create function private.guard_user() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    new.updated_at := now();
    new.row_version := old.row_version + 1;
  end if;
  if tg_op <> 'DELETE' then
    -- Compute office here, because Postgres computes generated columns only after BEFORE triggers.
    new.office := coalesce(new.region_name, '') || ' / ' || coalesce(new.province_name, '');
  end if;
  if auth.uid() is not null then
    perform private.check_profile_change(lower(tg_op),
      case when tg_op <> 'INSERT' then old end, case when tg_op <> 'DELETE'
      then new end);
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

create trigger guard_user before insert or update or delete on public.users
  for each row execute function private.guard_user();

-- Makes a user the caller for the rest of the transaction, which changes an account or logs the change. So the checks
-- and the log see the user who authorized the change.
create function private.act_as(author uuid) returns void
  language sql volatile set search_path = ''
as $$
  select set_config('request.jwt.claims', jsonb_build_object('sub', author, 'role', 'authenticated',
    'acts_for', 'account')::text, true),
    set_config('request.jwt.claim.sub', author::text, true)
$$;

-- Trigger on accounts: creates the profile of a new account if an administrator has authorized it in the last ten
-- minutes.
create function private.create_profile() returns trigger
  language plpgsql security definer set search_path = ''
as $$
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
$$;

create trigger create_profile after insert on auth.users for each row execute function private.create_profile();

-- Trigger on accounts: deletes the profile together with its account. The log names the administrator who authorized
-- the removal.
create function private.remove_profile() returns trigger
  language plpgsql security definer set search_path = ''
as $$
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
$$;

create trigger remove_profile before delete on auth.users for each row execute function private.remove_profile();

-- Trigger on accounts: copies a changed e-mail address to the profile. The log names the administrator who authorized
-- this address.
create function private.sync_email() returns trigger
  language plpgsql security definer set search_path = ''
as $$
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
$$;

create trigger sync_email after update of email on auth.users for each row execute function private.sync_email();

-- Trigger on accounts: when the password of a user changes, deletes the sessions, the API tokens and the known browsers
-- of the user. The trigger also runs if the password was changed in Supabase's dashboard. Sessions are deleted first,
-- because private.create_api_token locks the session.
create function private.revoke_on_password_change() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from auth.sessions s where s.user_id = new.id;
  delete from private.api_tokens t where t.user_id = new.id;
  delete from private.known_browsers k where k.user_id = new.id;
  return null;
end
$$;

create trigger revoke_on_password_change after update of encrypted_password on auth.users for each row
  when (old.encrypted_password is distinct from new.encrypted_password)
  execute function private.revoke_on_password_change();

-- Refuses a password that the product did not set. Through endpoints of Auth, a signed-in user can set any password of
-- eight characters. Auth has no hook for this, and the database sees only the hash. Therefore the product sets a
-- checked password through Auth's administration API, together with a new time in app_metadata, which users cannot
-- change. In one transaction, Auth writes first the password and then the time. So this trigger waits for the end of
-- the transaction.
create function private.require_product_password() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from auth.users a
    where a.id = new.id and a.raw_app_meta_data ->> 'password_set_at'
      is not distinct from old.raw_app_meta_data ->> 'password_set_at')
  then
    raise exception 'Change the password in the product, which checks it.' using errcode = 'AG003';
  end if;
  return null;
end
$$;

-- Skips an empty password, because Auth empties the password of a deleted account.
create constraint trigger require_product_password after update on auth.users deferrable initially deferred
  for each row when (new.encrypted_password is distinct from old.encrypted_password and new.encrypted_password <> '')
  execute function private.require_product_password();

-- Trigger on profiles: when a user is disabled, deletes the API tokens of the user. They are not restored when the user
-- is enabled again.
create function private.revoke_on_disable() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.api_tokens t where t.user_id = new.id;
  return null;
end
$$;

create trigger revoke_on_disable after update of disabled on public.users for each row
  when (new.disabled and not old.disabled) execute function private.revoke_on_disable();
