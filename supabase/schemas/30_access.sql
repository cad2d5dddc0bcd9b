-- Who is asking, and which offices they may read and write (spec section 6). How people and roles are kept stands in
-- 80_people.sql.

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
  'Read, Edit, Delete (spec); Approve: may change the stage of rows, and Approve own: also to Approved of rows that '
  'one entered oneself; Sensitive: may see birthdays and 4Ps, solo parent, PWD and IP marks (RA 10173).';

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
  'Profile of a signed-in user. Level, rights and routes come from the role entry, looked up at every statement.';

alter table public.users enable row level security;
alter table public.users force row level security;

revoke all on public.uac, public.users from anon, authenticated;
grant select on public.uac, public.users to authenticated;

-- The caller: who is asking, looked up live by auth.uid(), and which offices they may read and write. Policies call
-- these wrapped in (select …), once a statement; nothing but the identity is taken from the token (spec section 6).
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

-- How old a session may become, and how long it may go without renewal. config.toml says the same to Auth; not every
-- plan of Supabase has these settings, so the database keeps the limits itself. Access tokens are renewed every hour
-- while they are used.
create function private.session_is_over(created_at timestamptz, refreshed_at timestamp, not_after timestamptz)
  returns boolean
  language sql stable parallel safe set search_path = ''
as $$
  select coalesce(not_after <= now(), false)
    or created_at <= now() - interval '7 days'
    or coalesce(refreshed_at at time zone 'UTC', created_at) <= now() - interval '24 hours'
$$;

-- Whether a session was opened with a password, and with nothing else but a second factor besides. Auth notes each
-- method that a session was signed in with; users cannot write there. A magic link, a recovery link, an invitation, an
-- anonymous sign-in and a session without any method do not count: the product issues none of them.
create function private.session_has_password(session uuid) returns boolean
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

-- Whether the token that the caller sent still counts: the session of a sign-in by password, within its limits; or an
-- API token that has not ended. acts_for marks what the product does for a user without a token of theirs (set by the
-- API or by functions of this schema; Auth never signs such a claim). Without any of them, the claims count where the
-- owner of the tables has set them: a seed, or a test.
create function private.session_counts() returns boolean
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
declare
  claims constant jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
begin
  if claims ->> 'session_id' is not null then
    return exists (
      select from auth.sessions s
      where s.id = (claims ->> 'session_id')::uuid and s.user_id = auth.uid()
        and not private.session_is_over(s.created_at, s.refreshed_at, s.not_after)
        and private.session_has_password(s.id));
  end if;
  if claims ->> 'api_token' is not null then
    return exists (
      select from private.api_tokens t
      where t.id = (claims ->> 'api_token')::bigint and t.user_id = auth.uid() and t.expires_at > now());
  end if;
  return claims ->> 'acts_for' is not null or pg_catalog.pg_has_role(session_user, 'postgres', 'member');
end
$$;

-- Whether a program asks with an API token of the caller.
create function private.is_api_token() returns boolean
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'api_token' is not null;
end
$$;

-- All nulls for somebody without a profile, disabled, whose role is not named in their role entry, whose level is not
-- one of private.levels, or whose session does not count. An API token has no route to administration: a program
-- keeps no people, roles, schedules, lists or projects, and reads no log.
-- What requests, policies and triggers call is plpgsql, which keeps its plans for the session; an SQL function would be
-- planned anew in each statement, at two to five times the cost.
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
  where u.id = auth.uid() and not u.disabled and private.session_counts();
  return found_caller;
end
$$;

-- Whether the caller has a profile that is not disabled, and a session that counts; tokens outlive both.
create function private.caller_is_active() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.users u where u.id = auth.uid() and not u.disabled)
    and private.session_counts();
end
$$;

create function private.caller_level() returns text
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return (private.current_caller()).level;
end
$$;

create function private.caller_uac_id() returns bigint
  language sql stable parallel safe security definer set search_path = ''
as $$ select (private.current_caller()).uac_id $$;

-- Whether the caller's role entry lists a route: 'users' and 'dropdowns' make an administrator of the one or the other.
create function private.caller_has_route(wanted text) returns boolean
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return coalesce(wanted = any ((private.current_caller()).routes), false);
end
$$;

-- Whether the caller's role entry has a right: Read, Edit, Delete, Approve, Approve own, Sensitive.
create function private.caller_has_right(wanted text) returns boolean
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return coalesce(wanted = any ((private.current_caller()).rights), false);
end
$$;

-- Whether the caller may approve what they entered themselves.
create function private.caller_approves_own() returns boolean
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return coalesce((private.current_caller()).rights @> array['Approve', 'Approve own'], false);
end
$$;

-- update needs Edit, approve and return Approve, delete and restore Delete, insert Edit or Delete, comment Edit or
-- Approve. change is what the policies ask of whoever writes a stored row at all: which of its columns,
-- private.guard_stage asks.
create function private.right_suffices(verb text, rights text[]) returns boolean
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

-- Offices

-- The offices of a caller: those that are the same in the columns of the level's scope; none for whoever has no level.
create function private.offices_of(c private.caller) returns setof public.offices
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

create function private.offices_to_read() returns text[]
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return (
    select coalesce(array_agg(o.office), '{}')
    from private.current_caller() c, private.offices_of(c) o
  );
end
$$;

-- Offices whose rows the caller may insert, update, approve or delete now: in scope, with the right, in an open window
-- (the central office needs no window).
create function private.offices_to_write(verb text, window_name text) returns text[]
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return (
    select coalesce(array_agg(o.office), '{}')
    from private.current_caller() c, private.offices_of(c) o
    where private.right_suffices(verb, c.rights)
      and (c.all_offices or private.window_is_open(window_name, o.region_name, o.province_name))
  );
end
$$;

-- Whether the caller keeps reference records: the route dropdowns, and the right for the verb.
create function private.may_administer(verb text) returns boolean
  language sql stable parallel safe security definer set search_path = ''
as $$
  select coalesce('dropdowns' = any (c.routes) and private.right_suffices(verb, c.rights), false)
  from private.current_caller() c
$$;

-- Reading by level

-- The caller's id if they are of the central office, else null. Policies ask whether it is null, which the planner
-- expects of no row; of an equation it would expect one row in two hundred.
create function private.caller_of_central() returns uuid
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
declare
  found_id uuid;
begin
  select c.user_id into found_id from private.current_caller() c where c.all_offices;
  return found_id;
end
$$;

-- The office of a caller whose level shares a province, and so one office; null for all others.
create function private.caller_of_province() returns text
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
declare
  found_office text;
begin
  select o.office into found_office from private.current_caller() c, private.offices_of(c) o
    where 'province_name' = any (c.scope);
  return found_office;
end
$$;

-- The role that reads for the caller. The others read as `authenticated`, and so does REST.
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

-- Everything GET /api/auth/current-user answers, or null for somebody without an active profile and role. reference: by
-- table, the route that it asks for, and whether the caller keeps all of its rows, those of their region, or nothing.
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
        'target', (select coalesce(jsonb_agg(o.office), '[]') from private.offices_of(c) o
          where private.window_is_open('target', o.region_name, o.province_name)),
        'accomplishment', (select coalesce(jsonb_agg(o.office), '[]') from private.offices_of(c) o
          where private.window_is_open('accomplishment', o.region_name, o.province_name)))
      end,
    'windows', jsonb_build_object('target', private.window_state('target'), 'accomplishment',
      private.window_state('accomplishment')),
    'reference', (
      select jsonb_object_agg(t.table_name, jsonb_build_object('route', t.route, 'keeps', private.keeps(c, t)))
      from private.reference_tables t))
  from private.current_caller() c
  join public.users u on u.id = c.user_id
  join public.uac r on r.id = c.uac_id
$$;

grant execute on function
  private.current_caller(), private.caller_level(), private.caller_uac_id(), private.caller_has_route(text),
  private.caller_has_right(text), private.caller_approves_own(), private.right_suffices(text, text[]),
  private.offices_to_read(),
  private.offices_to_write(text, text), private.may_administer(text), private.caller_of_central(),
  private.caller_of_province(), private.reading_role()
to authenticated, service_role;
grant execute on function private.caller_is_active(), private.current_access() to authenticated;
