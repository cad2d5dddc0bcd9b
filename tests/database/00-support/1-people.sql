-- Support for the tests of this folder; pg_prove loads this file first. Its functions create offices, users in five
-- places and schedules of reporting windows, and run statements as a caller. They call no helper function of the
-- product.
begin;

drop schema if exists tests cascade;
create schema tests;

-- The places (offices) of rows and users. The office of Test Province A1 in Test Region A is named "own"; the other
-- names say how a place is related to this office.
create table tests.places (
  place text primary key,
  region_name text,
  province_name text
);
insert into tests.places values
  ('own', 'Test Region A', 'Test Province A1'),
  ('same region', 'Test Region A', 'Test Province A2'),
  ('other region', 'Test Region B', 'Test Province B1'),
  ('regional office', 'Test Region A', null),
  ('central office', null, null);

-- The callers of the tests, each with their current level and rights. These can differ from those in the access token.
-- `level` is null for a caller without a role.
create table tests.callers (
  caller text primary key,
  kind text not null,
  level text,
  rights text[] not null default '{}',
  routes text[] not null default '{}',
  place text references tests.places,
  user_id uuid,
  -- Claims in the caller's access token. The product may trust only the user's id.
  claims jsonb not null default '{}'
);

create function tests.make_offices() returns void language plpgsql as $$
begin
  insert into public.offices (region_name, province_name)
  select region_name, province_name from tests.places union all values ('Test Region B', null)
  on conflict do nothing;
  -- Adds the regions and provinces of the test offices to the place book (public.psgc_places). Each province has the
  -- same towns, and each town the same barangays. Adds them only once, because the place book is large.
  if exists (select from public.psgc_places where code = '9810000000') then
    return;
  end if;
  insert into public.psgc_places (code, level, name, parent_code) values
    ('9810000000', 'region', 'Test Region A', null), ('9820000000', 'region', 'Test Region B', null),
    ('9811000000', 'province', 'Test Province A1', '9810000000'),
      ('9812000000', 'province', 'Test Province A2', '9810000000'),
    ('9821000000', 'province', 'Test Province B1', '9820000000');
  insert into public.psgc_places (code, level, name, parent_code)
  select left(p.code, 4) || t.number || '00000', 'muncity', t.name, p.code
  from public.psgc_places p, (values ('1', 'Town'), ('2', 'Other Town')) t (number, name)
  where p.level = 'province' and p.code like '98%';
  insert into public.psgc_places (code, level, name, parent_code)
  select left(p.code, 5) || b.number || '0000', 'barangay', b.name, p.code
  from public.psgc_places p, (values ('1', 'Barangay'), ('2', 'Poblacion')) b (number, name)
  where p.level = 'muncity' and p.code like '98%';
end
$$;

-- Creates a user with a role entry of their own. If `level` is null, creates a signed-in user without a profile.
create function tests.create_user(
  caller text, level text, rights text[] default '{Read,Edit,Delete}', place text default 'own',
    routes text[] default '{}'
) returns uuid language plpgsql as $$
declare
  new_id uuid := md5('tests ' || caller)::uuid;
  home tests.places;
  entry bigint;
begin
  perform tests.make_offices();
  select * into home from tests.places p where p.place = create_user.place;
  insert into auth.users (id, email) values (new_id, new_id || '@tests.example');
  if level is not null then
    insert into public.uac (rolename, roletype, route, access_controls, status)
    values (array['role of ' || caller, 'another role'], 'Tester', routes, rights, level)
    returning id into entry;
    insert into public.users (id, username, email, name, roles, region_name, province_name, uac_id)
    values (new_id, 'tests.' || left(new_id::text, 8), new_id || '@tests.example', caller, 'role of ' || caller,
      home.region_name, home.province_name, entry);
  end if;
  insert into tests.callers (caller, kind, level, rights, routes, place, user_id, claims)
  values (caller, case when level is null then 'no profile' else 'active' end, level, rights, routes, place, new_id,
    jsonb_build_object('sub', new_id, 'role', 'authenticated'));
  return new_id;
end
$$;

-- Creates a caller who never signed in.
create function tests.create_anonymous(caller text) returns void language sql as $$
  insert into tests.callers (caller, kind, claims) values (caller, 'anonymous', '{"role": "anon"}')
$$;

-- Disables a user whose access token is still valid.
create function tests.disable(wanted text) returns void language sql as $$
  update public.users u set disabled = true from tests.callers c where c.caller = wanted and u.id = c.user_id;
  update tests.callers set kind = 'disabled', level = null, rights = '{}' where caller = wanted;
$$;

-- Changes the role entry of a user after their access token was issued.
create function tests.change_role(wanted text, new_level text, new_rights text[],
  new_routes text[] default '{}') returns void language sql as $$
  update public.uac r set status = new_level, access_controls = new_rights, route = new_routes
  from tests.callers c join public.users u on u.id = c.user_id
  where c.caller = wanted and r.id = u.uac_id;
  update tests.callers set kind = 'role changed', level = new_level, rights = new_rights,
    routes = new_routes where caller = wanted;
$$;

-- Signs a user in: creates a session with the given sign-in methods, and puts the session's id into the user's claims.
create function tests.open_session(wanted text, methods text[] default '{password}') returns uuid
  language plpgsql as $$
declare
  opened uuid := gen_random_uuid();
begin
  insert into auth.sessions (id, user_id, created_at)
  select opened, user_id, now() from tests.callers where caller = wanted;
  insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
  select gen_random_uuid(), opened, now(), now(), method from unnest(methods) method;
  update tests.callers set claims = claims || jsonb_build_object('session_id', opened) where caller = wanted;
  return opened;
end
$$;

-- Takes on the identity of a caller: sets the caller's claims as Supabase does, and switches to the database role that
-- the claims name.
create function tests.act_as(wanted text) returns void language plpgsql as $$
declare
  c tests.callers;
begin
  select * into strict c from tests.callers where caller = wanted;
  perform set_config('request.jwt.claims', c.claims::text, true),
    set_config('request.jwt.claim.sub', coalesce(c.claims ->> 'sub', ''), true),
    set_config('request.jwt.claim.role', c.claims ->> 'role', true), set_config('role', c.claims ->> 'role', true);
end
$$;

-- Runs one statement as a caller and rolls it back. Returns 'done' if one row is affected, 'none' for no row, 'N rows'
-- for N rows, or the SQLSTATE of an error.
create function tests.attempt(wanted text, statement text) returns text language plpgsql as $$
declare
  touched bigint;
begin
  perform tests.act_as(wanted);
  execute statement;
  get diagnostics touched = row_count;
  raise exception using errcode = 'TESTS', message = touched::text;
exception
  when sqlstate 'TESTS' then
    return case sqlerrm when '0' then 'none' when '1' then 'done' else sqlerrm || ' rows' end;
  when others then
    return sqlstate;
end
$$;

-- Runs one statement as the owner of the tables and rolls it back. Returns the same results as tests.attempt. No policy
-- applies to the owner, so only constraints and triggers can refuse the statement.
create function tests.try_as_owner(statement text) returns text language plpgsql as $$
declare
  touched bigint;
begin
  execute statement;
  get diagnostics touched = row_count;
  raise exception using errcode = 'TESTS', message = touched::text;
exception
  when sqlstate 'TESTS' then
    return case sqlerrm when '0' then 'none' when '1' then 'done' else sqlerrm || ' rows' end;
  when others then
    return sqlstate;
end
$$;

-- Runs a query as a caller, rolls it back, and returns the query's single value or the SQLSTATE.
create function tests.answer(wanted text, query text) returns text language plpgsql as $$
declare
  value text;
begin
  perform tests.act_as(wanted);
  execute query into value;
  raise exception using errcode = 'TESTS', message = coalesce(value, 'null');
exception
  when sqlstate 'TESTS' then return sqlerrm;
  when others then return sqlstate;
end
$$;

-- Runs a statement as a caller without rolling it back, then returns to the previous database role.
create function tests.perform_as(wanted text, statement text) returns void language plpgsql as $$
declare
  before text := current_setting('role');
begin
  perform tests.act_as(wanted);
  execute statement;
  perform set_config('role', before, true), set_config('request.jwt.claims', '', true),
    set_config('request.jwt.claim.sub', '', true);
end
$$;

-- Today's date in Manila, computed without the product's functions.
create function tests.today() returns date language sql stable as $$
  select ((now() at time zone 'UTC') + interval '8 hours')::date
$$;

-- Deletes all schedules, then adds a nationwide schedule for each named reporting window (target, accomplishment).
create function tests.set_windows(variadic names text[]) returns void language sql as $$
  select tests.make_offices();
  delete from public.report_schedules;
  insert into public.report_schedules (form, start_date, end_date, status)
  select name, tests.today() - 10, tests.today() + 10, 'OnGoing' from unnest(names) name where name <> '';
$$;

-- Adds one schedule and leaves the existing ones unchanged.
create function tests.add_schedule(form text, start_date date, end_date date, region text default null,
  province text default null, status text default 'OnGoing')
  returns void language sql as $$
  select tests.make_offices();
  insert into public.report_schedules (form, start_date, end_date, region_name, province_name, status)
  values (form, start_date, end_date, region, province, status)
$$;

commit;

begin;
select plan(1);
select has_schema('tests', 'The test setup creates the schema "tests", which contains the helper functions.');
select * from finish();
rollback;
