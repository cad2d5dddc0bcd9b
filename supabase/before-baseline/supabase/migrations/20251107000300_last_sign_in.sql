-- When people last signed in, for the list of users: Supabase Auth notes it with the account, whichever way somebody signs
-- in, so nothing is kept twice. Only administrators of the person's office are told.

-- The time of the last sign-in; null for somebody who never did, and for whom the caller does not administer by route and office.
create function private.last_sign_in(wanted uuid) returns timestamptz
  language sql stable security definer set search_path = ''
as $$
  select a.last_sign_in_at
  from public.users u join auth.users a on a.id = u.id
  where u.id = wanted and private.caller_has_route('users') and u.office = any (private.offices_to_read())
$$;
grant execute on function private.last_sign_in(uuid) to authenticated;

create or replace view public.user_list with (security_invoker = true) as
select u.id, u.username, u.email, u.name, u.position, u.roles, u.uac_id, u.region_name, u.province_name, u.muncity_name, u.disabled,
  u.time_stamp, u.updated_at, u.row_version, u.office, r.status as level, r.roletype, r.access_controls as rights, r.route as routes,
  private.may_administer_user(u.id, u.office, u.uac_id) as administrable, private.last_sign_in(u.id) as last_sign_in
from public.users u left join public.uac r on r.id = u.uac_id;
comment on view public.user_list is 'users with the level, rights and routes of their role entry, whether the caller may change them, and when they last signed in.';
