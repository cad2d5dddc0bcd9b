-- Threat: the API's database login (api_gateway) reads data before it assumes a caller's role, or assumes a role that
-- is not for callers.
begin;
select plan(12);

insert into tests.callers (caller, kind, claims) values ('gateway', 'service', '{"role": "api_gateway"}');
grant api_gateway to postgres;
select tests.put_rows();

select is(
  (select array[rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication, rolbypassrls]::text
    from pg_roles where rolname = 'api_gateway'),
  '{f,f,f,f,t,f,f}', 'The API''s database login can sign in, but has no other role attribute, such as SUPERUSER.');
select is_empty(
  $$ select c.oid::regclass from pg_class c
     where c.relkind in ('r', 'p', 'v', 'm', 'f')
       and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'template'::regnamespace,
       'auth'::regnamespace, 'storage'::regnamespace)
       and tests.attempt('gateway', format('select from %s', c.oid::regclass)) <> '42501' $$,
  'The API''s database login can''t read any table.');
select is_empty(
  $$ select c.oid::regclass from pg_class c
     where c.relkind in ('r', 'p')
       and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'template'::regnamespace,
       'auth'::regnamespace, 'storage'::regnamespace)
       and tests.attempt('gateway', format('delete from %s', c.oid::regclass)) <> '42501' $$,
  'The API''s database login can''t delete rows of any table.');
select is(tests.attempt('gateway', 'create table public.mine (id integer)'), '42501',
  'The API''s database login can''t create a table in the schema "public".');
select is(tests.attempt('gateway', 'create schema mine'), '42501', 'The API''s database login can''t create a schema.');
select is(tests.attempt('gateway', 'select private.current_access()'), '42501',
  'The API''s database login can''t call current_access.');
select is(tests.attempt('gateway', 'select private.search_record_ids(''arbo_masterlist'', '''')'), '42501',
  'The API''s database login can''t call search_record_ids.');
select is(tests.attempt('gateway', 'select from private.begin_sign_in(''unknown'', ''192.0.2.1'')'), 'done',
  'The API''s database login can call begin_sign_in.');
select bag_eq(
  $$ select r.rolname::text from pg_auth_members m join pg_roles r on r.oid = m.roleid
    where m.member = 'api_gateway'::regrole $$,
  $$ values ('anon'), ('authenticated'), ('central_reader'), ('provincial_reader') $$,
  'The API''s database login can switch only to these roles: anon, authenticated, central_reader, provincial_reader.');

select is_empty(
  $$ select m.member::regrole from pg_auth_members m where m.roleid in ('service_role'::regrole, 'postgres'::regrole)
    and m.member in ('anon'::regrole, 'authenticated'::regrole) $$,
  'The database roles "anon" and "authenticated" can''t switch to "service_role" or "postgres".');
select is_empty(
  $$ select n.nspname, r.rolname from pg_namespace n, unnest(array['api_gateway', 'authenticated', 'anon']) r (rolname)
     where n.nspname in ('public', 'private', 'template', 'extensions')
       and has_schema_privilege(r.rolname, n.oid, 'create') $$,
  'The database roles "api_gateway", "authenticated" and "anon" can''t create objects in schemas such as public.');
select is(has_schema_privilege('anon', 'private', 'usage'), false,
  'A caller who is not signed in can''t use the database schema "private".');

select * from finish();
rollback;
