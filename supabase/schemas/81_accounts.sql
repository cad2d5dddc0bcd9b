-- People and their accounts. The account lies with Supabase Auth and is changed by its administration calls; the
-- profile lies here. What belongs together is written in one transaction of the database: triggers on the account make,
-- name and remove the profile, as an administrator intended before. Nothing happens that the database has not allowed
-- first.

create table private.account_intents (
  user_id uuid primary key,
  kind text not null check (kind in ('register', 'remove')),
  profile jsonb,
  by_user uuid not null,
  at timestamptz not null default now()
);
alter table private.account_intents enable row level security;
comment on table private.account_intents is
  'What an administrator was allowed to do to an account, until Supabase Auth does it. Counts for ten minutes.';

-- Refuses a change of a profile (AG003 what the caller may not do, AG002 what is not consistent).
create function private.refuse_profile(verb text, before public.users, after public.users) returns void
  language plpgsql stable security definer set search_path = ''
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
      raise exception 'Nobody removes their own account.' using errcode = 'AG003';
    end if;
    if (after.roles, after.uac_id, after.region_name, after.province_name, after.muncity_name, after.username,
      after.email, after.disabled)
      is distinct from (before.roles, before.uac_id, before.region_name, before.province_name, before.muncity_name,
        before.username, before.email, before.disabled)
    then
      raise exception 'Nobody changes their own role, office, name of sign-in or state: ask another administrator.'
        using errcode = 'AG003';
    end if;
    return;
  end if;
  if not private.may_keep_people(verb) then
    raise exception 'Only administrators with the route "users" and the right for it may % people.',
      case verb when 'insert' then 'add' when 'update' then 'change' else 'remove' end using errcode = 'AG003';
  end if;
  if verb <> 'insert' then
    if not before.office = any (private.offices_to_read()) then
      raise exception 'This person does not exist or belongs to an office that you do not see.' using errcode = 'AG004';
    end if;
    select r.* into entry from public.uac r where r.id = before.uac_id;
    problem := private.reach_problem(c, entry);
    if problem is not null then
      raise exception 'This person has %.', problem using errcode = 'AG003';
    end if;
  end if;
  if verb <> 'delete' then
    if not after.office = any (private.offices_to_read()) then
      if not exists (select from public.offices o where o.office = after.office) then
        raise exception 'Choose a region and one of its provinces.' using errcode = 'AG002', column = 'province_name';
      end if;
      raise exception 'You keep people of your own office only.' using errcode = 'AG003', column = 'region_name';
    end if;
    entry := null;
    select r.* into entry from public.uac r where r.id = after.uac_id;
    problem := private.reach_problem(c, entry);
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
    lacking := private.lacks_of_office(entry.status, after);
    if lacking is not null then
      raise exception 'A person of the level % needs a %.', entry.status, replace(lacking, '_name', '')
        using errcode = 'AG002', column = lacking;
    end if;
  end if;
end
$$;

-- Guards every way to a profile. Without a caller (the owner, a seed, Auth itself) nothing is asked.
create function private.guard_user() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    new.updated_at := now();
    new.row_version := old.row_version + 1;
  end if;
  if tg_op <> 'DELETE' then
    -- The generated column is not filled in yet.
    new.office := coalesce(new.region_name, '') || ' / ' || coalesce(new.province_name, '');
  end if;
  if auth.uid() is not null then
    perform private.refuse_profile(lower(tg_op), case when tg_op <> 'INSERT' then old end, case when tg_op <> 'DELETE'
      then new end);
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

create trigger guard_user before insert or update or delete on public.users
  for each row execute function private.guard_user();

-- Acts for the administrator who intended something, in the transaction of Auth that does it.
create function private.act_for(administrator uuid) returns void
  language sql volatile set search_path = ''
as $$
  select set_config('request.jwt.claims', jsonb_build_object('sub', administrator, 'role', 'authenticated',
    'acts_for', 'account')::text, true),
    set_config('request.jwt.claim.sub', administrator::text, true)
$$;

-- An account that an administrator intended brings its profile, or is not made.
create function private.make_profile() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  intent private.account_intents;
begin
  delete from private.account_intents i where i.user_id = new.id and i.kind = 'register'
    and i.at > now() - interval '10 minutes' returning * into intent;
  if found then
    perform private.act_for(intent.by_user);
    insert into public.users (id, username, email, name, position, roles, region_name, province_name, muncity_name,
      uac_id)
    select new.id, p.username, p.email, p.name, p.position, p.roles, p.region_name, p.province_name, p.muncity_name,
      p.uac_id
    from jsonb_populate_record(null::public.users, intent.profile) p;
  end if;
  return new;
end
$$;

create trigger make_profile after insert on auth.users for each row execute function private.make_profile();

-- The log names the administrator who removes an account; the profile goes with it.
create function private.remove_profile() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  intent private.account_intents;
begin
  delete from private.account_intents i where i.user_id = old.id and i.kind = 'remove'
    and i.at > now() - interval '10 minutes' returning * into intent;
  if found then
    perform private.act_for(intent.by_user);
  end if;
  delete from public.users u where u.id = old.id;
  return old;
end
$$;

create trigger remove_profile before delete on auth.users for each row execute function private.remove_profile();

-- The address is Auth's: the profile follows it, whoever changes it.
create function private.follow_email() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.users u set email = new.email where u.id = new.id and new.email is not null and u.email
    is distinct from new.email;
  return new;
end
$$;

create trigger follow_email after update of email on auth.users for each row execute function private.follow_email();

-- A new password ends the API tokens of the user, whoever sets it and by whichever way: the user, an administrator, or
-- Auth's dashboard. The browsers that knew the former password are forgotten.
create function private.end_with_password() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.api_tokens t where t.user_id = new.id;
  delete from private.known_browsers k where k.user_id = new.id;
  return null;
end
$$;

create trigger end_with_password after update of encrypted_password on auth.users for each row
  when (old.encrypted_password is distinct from new.encrypted_password) execute function private.end_with_password();

-- Disabling ends the API tokens of the user; they do not come back when the user is enabled again.
create function private.end_with_account() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.api_tokens t where t.user_id = new.id;
  return null;
end
$$;

create trigger end_with_account after update of disabled on public.users for each row
  when (new.disabled and not old.disabled) execute function private.end_with_account();
