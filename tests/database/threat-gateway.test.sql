-- Threat: the API's own login reading anything before it has become a caller, or becoming more than one.
begin;
select plan(12);

insert into tests.callers (caller, kind, claims) values ('gateway', 'service', '{"role": "api_gateway"}');
grant api_gateway to postgres;
select tests.put_rows();

select is(
  (select array[rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication, rolbypassrls]::text
    from pg_roles where rolname = 'api_gateway'),
  '{f,f,f,f,t,f,f}', 'it may sign in and nothing else');
select is_empty(
  $$ select c.oid::regclass from pg_class c
     where c.relkind in ('r', 'p', 'v', 'm', 'f')
       and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'template'::regnamespace,
       'auth'::regnamespace, 'storage'::regnamespace)
       and tests.attempt('gateway', format('select from %s', c.oid::regclass)) <> '42501' $$,
  'it reads no table');
select is_empty(
  $$ select c.oid::regclass from pg_class c
     where c.relkind in ('r', 'p')
       and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'template'::regnamespace,
       'auth'::regnamespace, 'storage'::regnamespace)
       and tests.attempt('gateway', format('delete from %s', c.oid::regclass)) <> '42501' $$,
  'it deletes from no table');
select is(tests.attempt('gateway', 'create table public.mine (id integer)'), '42501', 'it makes no table in public');
select is(tests.attempt('gateway', 'create schema mine'), '42501', 'nor a schema');
select is(tests.attempt('gateway', 'select private.current_access()'), '42501', 'it cannot ask who it is');
select is(tests.attempt('gateway', 'select private.search_record_ids(''arbo_masterlist'', '''')'), '42501',
  'it cannot search');
select is(tests.attempt('gateway', 'select from private.begin_sign_in(''nobody'', ''192.0.2.1'')'), 'done',
  'it can ask whether somebody may sign in');
select bag_eq(
  $$ select r.rolname::text from pg_auth_members m join pg_roles r on r.oid = m.roleid
    where m.member = 'api_gateway'::regrole $$,
  $$ values ('anon'), ('authenticated'), ('central_reader'), ('provincial_reader') $$,
  'it may become a caller, signed in or not, and nobody else');

select is_empty(
  $$ select m.member::regrole from pg_auth_members m where m.roleid in ('service_role'::regrole, 'postgres'::regrole)
    and m.member in ('anon'::regrole, 'authenticated'::regrole) $$,
  'and no caller may become more');
select is_empty(
  $$ select n.nspname, r.rolname from pg_namespace n, unnest(array['api_gateway', 'authenticated', 'anon']) r (rolname)
     where n.nspname in ('public', 'private', 'template', 'extensions')
       and has_schema_privilege(r.rolname, n.oid, 'create') $$,
  'none of them can create anything in our schemas');
select is(has_schema_privilege('anon', 'private', 'usage'), false,
  'and somebody who is not signed in cannot look into private');

select * from finish();
rollback;
