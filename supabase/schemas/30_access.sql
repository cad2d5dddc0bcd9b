-- Identifies the caller and the offices that they can read and write (spec section 6). The administration of users and
-- roles is in 80_people.sql.

create table public.uac (
  id bigint generated always as identity primary key,
  rolename text[] not null check (cardinality(rolename) > 0),
  roletype text not null check (btrim(roletype) <> ''),
  route text[] not null default '{}' check (route <@ array['dashboard', 'forms', 'report', 'users', 'dropdowns']),
  access_controls text[] not null default '{}'
    check (access_controls <@ array['Read', 'Edit', 'Delete', 'Approve', 'Approve own', 'Sensitive']),
  status text not null constraint uac_status_is_a_level references private.levels (level),
  row_version integer not null default 1,
  time_stamp timestamptz not null default now()
);
create index uac_status on public.uac (status);
comment on table public.uac is 'User access control: a role entry with its routes, rights and level (spec section 6).';
comment on column public.uac.access_controls is
  'Read, Edit and Delete are defined by the spec. Approve: may change the stage of rows. Approve own: may also '
  'approve rows that one entered oneself. Sensitive: may see birthdays and the 4Ps, solo parent, PWD and IP marks (RA '
  '10173).';

alter table public.uac enable row level security;
alter table public.uac force row level security;

create table public.users (
  id uuid primary key references auth.users (id) on delete cascade,
  username text not null check (username ~ '^[A-Za-z0-9._-]{3,60}$'),
  email text not null,
  name text,
  position text,
  roles text not null,
  region_name text,
  province_name text,
  muncity_name text,
  uac_id bigint references public.uac (id),
  disabled boolean not null default false,
  time_stamp timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  office text generated always as (coalesce(region_name, '') || ' / ' || coalesce(province_name, '')) stored
    references public.offices (office),
  row_version integer not null default 1
);
create unique index users_username_once on public.users (lower(username));
create unique index users_email_once on public.users (lower(email));
create index users_uac on public.users (uac_id);
create index users_office on public.users (office);
comment on table public.users is
  'Profile of a user. Level, rights and routes come from the role entry, which is read in every statement.';

alter table public.users enable row level security;
alter table public.users force row level security;

revoke all on public.uac, public.users from anon, authenticated;
grant select on public.uac, public.users to authenticated;

-- Type of the result of private.current_caller: the caller with level, office, rights and routes. Every statement looks
-- up this data by auth.uid(), because a token only gives the identity (spec section 6). Policies call the functions of
-- this file inside (select …), so that each function runs once per statement.
create type private.caller as (
  user_id uuid,
  level text,
  region_name text,
  province_name text,
  rights text[],
  routes text[],
  uac_id bigint,
  scope text[],
  all_offices boolean
);

-- Checks whether a session is expired: 7 days after sign-in or 24 hours after its last renewal. config.toml sets the
-- same limits in Auth. The database enforces them, too, because not every Supabase plan supports these settings. A
-- client that is in use renews its session every hour.
create function private.is_session_expired(created_at timestamptz, refreshed_at timestamp, not_after timestamptz)
  returns boolean
  language sql stable parallel safe set search_path = ''
as $$
  select coalesce(not_after <= now(), false)
    or created_at <= now() - interval '7 days'
    or coalesce(refreshed_at at time zone 'UTC', created_at) <= now() - interval '24 hours'
$$;

-- Checks whether a session was opened with a password, with or without a second factor. Reads the sign-in methods that
-- Auth has recorded for the session; users cannot change these. Other sessions, such as by magic link or invitation,
-- are not accepted, because the product issues none of them.
create function private.is_password_session(session uuid) returns boolean
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return (
    select coalesce(bool_or(m.authentication_method = 'password')
      and bool_and(m.authentication_method in ('password', 'totp')), false)
    from auth.mfa_amr_claims m
    where m.session_id = session);
end
$$;

-- Checks whether the caller's claims are valid. They are valid with an unexpired session that was opened with a
-- password, with an unexpired API token, or with acts_for. The API and functions of this schema set acts_for when the
-- product works for a user without the user's token. Auth never issues a token with acts_for. The owner of the tables,
-- as in a seed or a test, needs no claims.
create function private.is_session_valid() returns boolean
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
declare
  claims constant jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
begin
  if claims ->> 'session_id' is not null then
    return exists (
      select from auth.sessions s
      where s.id = (claims ->> 'session_id')::uuid and s.user_id = auth.uid()
        and not private.is_session_expired(s.created_at, s.refreshed_at, s.not_after)
        and private.is_password_session(s.id));
  end if;
  if claims ->> 'api_token' is not null then
    return exists (
      select from private.api_tokens t
      where t.id = (claims ->> 'api_token')::bigint and t.user_id = auth.uid() and t.expires_at > now());
  end if;
  return claims ->> 'acts_for' is not null or pg_catalog.pg_has_role(session_user, 'postgres', 'member');
end
$$;

-- Checks whether the request was made with an API token (not by a user who signed in).
create function private.is_api_token() returns boolean
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'api_token' is not null;
end
$$;

-- Returns the caller. All fields are null in four cases: the user has no enabled profile, the user has no valid
-- session, the role name in the profile (users.roles) is not in the role entry (uac.rolename), or the level is not in
-- private.levels. With an API token, the caller never has the administration routes `users` and `dropdowns`. Written in
-- plpgsql, which caches plans per session: an SQL function would take two to five times as long.
create function private.current_caller() returns private.caller
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
declare
  found_caller private.caller;
begin
  select u.id, l.level, u.region_name, u.province_name, r.access_controls,
    case when private.is_api_token() then array_remove(array_remove(r.route, 'users'), 'dropdowns') else r.route end,
    r.id, l.scope, l.all_offices
    into found_caller
  from public.users u
  join public.uac r on r.id = u.uac_id and u.roles = any (r.rolename)
  join private.levels l on l.level = r.status
  where u.id = auth.uid() and not u.disabled and private.is_session_valid();
  return found_caller;
end
$$;

-- Checks whether the caller has an enabled profile and a valid session. A signed access token is not enough, because it
-- stays valid for up to an hour after the profile was disabled or the session has ended.
create function private.caller_is_active() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.users u where u.id = auth.uid() and not u.disabled)
    and private.is_session_valid();
end
$$;

-- Returns the caller's level; null if the caller has no level.
create function private.caller_level() returns text
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return (private.current_caller()).level;
end
$$;

-- Returns the id of the caller's role entry.
create function private.caller_uac_id() returns bigint
  language sql stable parallel safe security definer set search_path = ''
as $$ select (private.current_caller()).uac_id $$;

-- Checks whether the caller's role entry has a route permission. The permission `users` makes the caller an
-- administrator of users. The permission `dropdowns` makes the caller an administrator of reference data.
create function private.caller_has_route(wanted text) returns boolean
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return coalesce(wanted = any ((private.current_caller()).routes), false);
end
$$;

-- Checks whether the caller's role entry has a right: Read, Edit, Delete, Approve, Approve own or Sensitive.
create function private.caller_has_right(wanted text) returns boolean
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return coalesce(wanted = any ((private.current_caller()).rights), false);
end
$$;

-- Checks whether the caller may approve rows that they entered themselves.
create function private.caller_can_approve_own() returns boolean
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return coalesce((private.current_caller()).rights @> array['Approve', 'Approve own'], false);
end
$$;

-- Checks whether the given rights allow an action (verb). The verb `update` is a change of fields and needs the Edit
-- right. The verbs `approve` and `return` need Approve; `delete` and `restore` need Delete; `insert` needs Edit or
-- Delete; `comment` needs Edit or Approve. The policies for UPDATE statements use the verb `change`, which needs Edit
-- or Approve, because policies can't see which columns change. private.guard_stage then checks whether the changed
-- columns need Edit or Approve.
create function private.has_right_for(verb text, rights text[]) returns boolean
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case verb
    when 'insert' then rights && array['Edit', 'Delete']
    when 'update' then 'Edit' = any (rights)
    when 'approve' then 'Approve' = any (rights)
    when 'return' then 'Approve' = any (rights)
    when 'change' then rights && array['Edit', 'Approve']
    when 'comment' then rights && array['Edit', 'Approve']
    when 'delete' then 'Delete' = any (rights)
    when 'restore' then 'Delete' = any (rights)
    else false
  end;
end
$$;

-- Office functions

-- Returns the offices in a caller's scope; no rows if the caller has no level. private.levels.scope lists the columns
-- in which an office must have the caller's value: none, region_name, or region_name and province_name.
create function private.offices_in_scope(c private.caller) returns setof public.offices
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return query
    select o.*
    from public.offices o
    where c.scope is not null
      and ('region_name' <> all (c.scope) or o.region_name = c.region_name)
      and ('province_name' <> all (c.scope) or o.province_name = c.province_name);
end
$$;

-- Returns the offices whose rows the caller can read.
create function private.offices_to_read() returns text[]
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return (
    select coalesce(array_agg(o.office), '{}')
    from private.current_caller() c, private.offices_in_scope(c) o
  );
end
$$;

-- Returns the office of the caller, depending on the caller's level: "Region / Province", "Region / ", or " / " for the
-- central office. Null if the caller has no level, or no value in a column that the level requires.
create function private.caller_office() returns text
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
declare
  c constant private.caller := private.current_caller();
begin
  if c.level is null then
    return null;
  end if;
  return case when 'region_name' = any (c.scope) then c.region_name else '' end || ' / '
    || case when 'province_name' = any (c.scope) then c.province_name else '' end;
end
$$;

-- Returns the offices for whose rows the caller may do an action (verb) now. Three conditions apply: the caller's
-- rights allow the action, the office is in the caller's scope, and the reporting window is open for the office.
-- Callers of the central office need no open window.
create function private.offices_to_write(verb text, window_name text) returns text[]
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return (
    select coalesce(array_agg(o.office), '{}')
    from private.current_caller() c, private.offices_in_scope(c) o
    where private.has_right_for(verb, c.rights)
      and (c.all_offices or private.is_window_open(window_name, o.region_name, o.province_name))
  );
end
$$;

-- Checks whether the caller may do an action (verb) with reference data. This needs the route permission `dropdowns`
-- and a right that allows the action.
create function private.can_administer_reference(verb text) returns boolean
  language sql stable parallel safe security definer set search_path = ''
as $$
  select coalesce('dropdowns' = any (c.routes) and private.has_right_for(verb, c.rights), false)
  from private.current_caller() c
$$;

-- Functions for the policies of the reader roles (99_readers.sql)

-- Returns the caller's id if they belong to the central office, else null. Policies test the result with IS NOT NULL.
-- The planner then estimates that all rows match, as they do for the central office. For a comparison with =, the
-- planner would estimate that one row in two hundred matches.
create function private.central_caller_id() returns uuid
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
declare
  found_id uuid;
begin
  select c.user_id into found_id from private.current_caller() c where c.all_offices;
  return found_id;
end
$$;

-- Returns the caller's office if their level is limited to one province, else null.
create function private.provincial_caller_office() returns text
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
declare
  found_office text;
begin
  select o.office into found_office from private.current_caller() c, private.offices_in_scope(c) o
    where 'province_name' = any (c.scope);
  return found_office;
end
$$;

-- Returns the database role that the API assumes to read for the caller: a reader role of the caller's level, or
-- `authenticated` for regional callers. REST always uses `authenticated`.
create function private.reading_role() returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  c constant private.caller := private.current_caller();
begin
  return case
    when c.all_offices then 'central_reader'
    when 'province_name' = any (c.scope) then 'provincial_reader'
    else 'authenticated'
  end;
end
$$;

-- Returns the response body of GET /api/auth/current-user, or null if the caller has no active profile and role. For
-- each reference table, the field "reference" has the required route, and which rows the caller may administer: all
-- rows, the rows of the caller's region, or no rows.
create function private.current_access() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'user', to_jsonb(u) - 'disabled',
    'level', c.level,
    'role', to_jsonb(r),
    'rights', c.rights,
    'routes', c.routes,
    'offices', case when c.all_offices
      then jsonb_build_object('read', 'all', 'target', 'all', 'accomplishment', 'all')
      else jsonb_build_object(
        'read', private.offices_to_read(),
        'target', (select coalesce(jsonb_agg(o.office), '[]') from private.offices_in_scope(c) o
          where private.is_window_open('target', o.region_name, o.province_name)),
        'accomplishment', (select coalesce(jsonb_agg(o.office), '[]') from private.offices_in_scope(c) o
          where private.is_window_open('accomplishment', o.region_name, o.province_name)))
      end,
    'windows', jsonb_build_object('target', private.window_state('target'), 'accomplishment',
      private.window_state('accomplishment')),
    'reference', (
      select jsonb_object_agg(t.table_name,
        jsonb_build_object('route', t.route, 'keeps', private.administered_scope(c, t)))
      from private.reference_tables t))
  from private.current_caller() c
  join public.users u on u.id = c.user_id
  join public.uac r on r.id = c.uac_id
$$;

grant execute on function
  private.current_caller(), private.caller_level(), private.caller_uac_id(), private.caller_has_route(text),
  private.caller_has_right(text), private.caller_can_approve_own(), private.has_right_for(text, text[]),
  private.offices_to_read(),
  private.offices_to_write(text, text), private.can_administer_reference(text), private.central_caller_id(),
  private.provincial_caller_office(), private.reading_role()
to authenticated, service_role;
grant execute on function private.caller_is_active(), private.current_access() to authenticated;
