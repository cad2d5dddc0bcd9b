-- Functions that the API calls to administer users; the caller is the administrator. For a change of an account, these
-- functions only check and authorize the change, and Supabase Auth then makes it.

-- Authorizes a new account and returns the id with which Auth must create it. Raises AG002 or AG003 if the profile is
-- not allowed (private.check_profile_change), and 23505 if the username or the address is already taken.
create function private.authorize_new_account(given jsonb) returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  profile public.users := jsonb_populate_record(null::public.users, given);
begin
  profile.id := gen_random_uuid();
  profile.office := coalesce(profile.region_name, '') || ' / ' || coalesce(profile.province_name, '');
  perform private.check_profile_change('insert', null, profile);
  if exists (select from public.users u where lower(u.username) = lower(profile.username)) then
    raise exception 'taken' using errcode = 'unique_violation', column = 'username';
  end if;
  if exists (select from auth.users a where lower(a.email) = lower(profile.email))
    or exists (select from public.users u where lower(u.email) = lower(profile.email)) then
    raise exception 'taken' using errcode = 'unique_violation', column = 'email';
  end if;
  delete from private.account_intents i where i.at < now() - interval '10 minutes';
  insert into private.account_intents (user_id, kind, profile, by_user)
    values (profile.id, 'register', given - 'password', auth.uid());
  return profile.id;
end
$$;

-- Returns the profile of a user whom the caller may see; raises AG004 otherwise.
create function private.require_visible_person(wanted uuid) returns public.users
  language plpgsql stable security definer set search_path = ''
as $$
declare
  found_user public.users;
begin
  select u.* into found_user from public.users u
  where u.id = wanted and (u.id = auth.uid() and private.caller_level() is not null
    or private.caller_has_route('users') and u.office = any (private.offices_to_read()));
  if not found then
    raise exception 'This person does not exist or belongs to an office that you cannot see.' using errcode = 'AG004';
  end if;
  return found_user;
end
$$;

-- Authorizes the removal of an account. To check whether the removal is allowed, deletes the profile, which runs all
-- checks, and rolls the deletion back.
create function private.authorize_account_removal(wanted uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
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
$$;

-- Deletes the authorizations that the caller has given for an account. Called if Auth failed to make the authorized
-- change.
create function private.cancel_account_intent(wanted uuid) returns void
  language sql volatile security definer set search_path = ''
as $$ delete from private.account_intents i where i.user_id = wanted and i.by_user = auth.uid() $$;

-- Checks whether the caller may change the address, password or sessions of another user's account. Raises AG003 or
-- AG004 if not.
create function private.check_account_change(wanted uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  person public.users := private.require_visible_person(wanted);
begin
  if person.id = auth.uid() then
    raise exception 'Change your own password in your profile. For other changes, ask another administrator.'
      using errcode = 'AG003';
  end if;
  perform private.check_profile_change('update', person, person);
end
$$;

-- Authorizes a new e-mail address for another user's account. Raises AG003 or AG004 if the caller may not change the
-- account, and 23505 if another account has the new address.
create function private.authorize_email_change(wanted uuid, new_email text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.check_account_change(wanted);
  if exists (select from auth.users a where lower(a.email) = lower(new_email) and a.id <> wanted) then
    raise exception 'taken' using errcode = 'unique_violation', column = 'email';
  end if;
  insert into private.account_intents (user_id, kind, profile, by_user)
  values (wanted, 'email', jsonb_build_object('email', new_email), auth.uid())
  on conflict (user_id, kind) do update set profile = excluded.profile, by_user = excluded.by_user, at = now();
end
$$;

-- Updates the given fields of a profile; the triggers check them. Returns the profile as it was before. If the profile
-- does not have the expected version, changes nothing and returns null.
create function private.change_profile(wanted uuid, given jsonb, expected_version integer default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  before public.users;
  after public.users;
begin
  perform private.require_visible_person(wanted);
  select u.* into before from public.users u where u.id = wanted for no key update;
  if before.row_version <> expected_version then
    return null;
  end if;
  after := jsonb_populate_record(before,
    given - array['id', 'email', 'time_stamp', 'updated_at', 'row_version', 'office']);
  update public.users u
  set username = after.username, name = after.name, position = after.position, roles = after.roles,
    uac_id = after.uac_id, region_name = after.region_name,
    province_name = after.province_name, muncity_name = after.muncity_name, disabled = after.disabled
  where u.id = wanted;
  return to_jsonb(before);
end
$$;

-- Ends all sessions and API tokens of a user. The next request with one of them is refused, and the sessions cannot be
-- renewed.
create function private.end_sessions(wanted uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.check_account_change(wanted);
  delete from auth.sessions s where s.user_id = wanted;
  delete from private.api_tokens t where t.user_id = wanted;
  perform private.log_event(wanted, 'Signed out everywhere');
end
$$;

-- Called after an administrator has set a new password for a user: logs it, and ends all sessions and API tokens of the
-- user once more, for an Auth without the access token hook (private.refuse_former_password).
create function private.record_password_change(wanted uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.check_account_change(wanted);
  delete from auth.sessions s where s.user_id = wanted;
  delete from private.api_tokens t where t.user_id = wanted;
  perform private.log_event(wanted, 'Reset password');
end
$$;

-- Ends all sessions of the caller except the session that made this request. Called after users have changed their own
-- password, because another person may have signed in with the former password.
create function private.end_other_sessions() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.refuse_api_token();
  delete from auth.sessions s
  where s.user_id = auth.uid()
    and s.id::text is distinct from nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id';
end
$$;

-- Logs that the caller signs out. Does nothing for an account without a profile.
create function private.log_sign_out() returns void
  language sql volatile security definer set search_path = ''
as $$ select private.log_event(u.id, 'Sign out') from public.users u where u.id = auth.uid() $$;

-- Checks whether the caller may change the account and the profile of a user. Lists of users show the result in each
-- row.
create function private.can_administer_user(wanted uuid, office text, entry_id bigint) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select wanted is distinct from auth.uid() and private.can_administer_people('update')
    and office = any (private.offices_to_read())
    and (entry_id is null
      or exists (select from public.uac r
      where r.id = entry_id and private.explain_role_refusal(private.current_caller(), r) is null))
$$;

-- Raises AG003 if the caller may not compare accounts with profiles, because they are not an administrator of the
-- central office.
create function private.require_account_repairer() returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.can_administer_roles('update') then
    raise exception 'Only administrators of the central office can compare accounts with profiles.'
      using errcode = 'AG003';
  end if;
end
$$;

-- Returns the accounts and the profiles between which there are differences, such as an account without a profile.
-- Raises AG003 if the caller is not an administrator of the central office.
create function private.account_drift() returns table (user_id uuid, username text, email text, problem text)
  language plpgsql stable security definer set search_path = ''
as $$
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
$$;

-- Copies the e-mail address of an account in Auth to its profile. Raises AG003 if the caller is not an administrator of
-- the central office.
create function private.repair_email(wanted uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_account_repairer();
  update public.users u set email = a.email from auth.users a where u.id = wanted and a.id = u.id;
end
$$;

-- Logs that Auth has repaired an account for the caller. `repaired` is the problem that private.account_drift reported.
-- `address` is the e-mail address of the account, which is the only name of an account without a profile. Raises AG003
-- if the caller is not an administrator of the central office.
create function private.log_account_repair(wanted uuid, repaired text, address text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_account_repairer();
  perform private.log_event(wanted, case repaired when 'no_profile' then 'Removed account'
    when 'not_banned' then 'Banned account' when 'banned' then 'Unbanned account' end, address);
end
$$;

-- Returns the time of a user's last sign-in; null if the user has never signed in. Also null if the caller lacks the
-- route permission `users` or cannot read rows of the user's office.
create function private.last_sign_in(wanted uuid) returns timestamptz
  language sql stable security definer set search_path = ''
as $$
  select a.last_sign_in_at
  from public.users u join auth.users a on a.id = u.id
  where u.id = wanted and private.caller_has_route('users') and u.office = any (private.offices_to_read())
$$;

grant execute on function
  private.authorize_new_account(jsonb), private.authorize_account_removal(uuid), private.cancel_account_intent(uuid),
  private.check_account_change(uuid), private.authorize_email_change(uuid, text),
  private.change_profile(uuid, jsonb, integer), private.end_sessions(uuid), private.record_password_change(uuid),
  private.end_other_sessions(), private.log_sign_out(), private.can_administer_user(uuid, text, bigint),
  private.account_drift(), private.repair_email(uuid), private.log_account_repair(uuid, text, text),
  private.last_sign_in(uuid)
to authenticated;

-- View for lists of users: has the level, rights and routes of each user's role entry.
create view public.user_list with (security_invoker = true) as
select u.id, u.username, u.email, u.name, u.position, u.roles, u.uac_id, u.region_name, u.province_name, u.muncity_name,
  u.disabled,
  u.time_stamp, u.updated_at, u.row_version, u.office, r.status as level, r.roletype, r.access_controls as rights,
    r.route as routes,
  private.can_administer_user(u.id, u.office, u.uac_id) as administrable, private.last_sign_in(u.id) as last_sign_in
from public.users u left join public.uac r on r.id = u.uac_id;

revoke all on public.user_list from anon, authenticated;
grant select on public.user_list to authenticated;
comment on view public.user_list is
  'users with the level, rights and routes of their role entry, whether the caller may change them, and their last '
  'sign-in.';
