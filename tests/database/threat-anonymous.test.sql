-- Threat: a caller who is not signed in and has only the publishable API key reads or writes data.
begin;
select plan(7);

select tests.create_anonymous('anonymous');
select tests.create_user('viewer', 'Provincial', '{Read}');
select tests.put_rows();

select is_empty(
  $$ select c.relname, v.statement from pg_class c,
    (values ('select from %s'), ('delete from %s'), ('insert into %s default values'), ('truncate %s')) v (statement)
     -- Skips writes to views. If a view is not writable, Postgres reports that and checks no privileges.
     where (c.relkind in ('r', 'p') or c.relkind in ('v', 'm') and v.statement like 'select%')
       and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'template'::regnamespace)
       and tests.attempt('anonymous', format(v.statement, c.oid::regclass)) <> '42501' $$,
  'An anonymous caller can neither read nor write any table.');
select is_empty(
  $$ select p.oid::regprocedure from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
       and tests.attempt('anonymous',
         format('select %s(%s)', p.oid::regproc,
         (select string_agg(format('null::%s', t::regtype), ', ') from unnest(p.proargtypes) t))) <> '42501' $$,
  'An anonymous caller can''t call any function.');
select is_empty(
  $$ select p.oid::regprocedure from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    and p.prokind = 'p'
       and tests.attempt('anonymous',
         format('call %s(%s)', p.oid::regproc,
         (select string_agg(format('null::%s', t::regtype), ', ') from unnest(p.proargtypes) t))) <> '42501' $$,
  'An anonymous caller can''t call any procedure.');
select is(tests.attempt('viewer', statement), '42501', 'A signed-in user can''t ' || name || '.') from (values
  ('call the procedure apply_protection', 'call private.apply_protection(''public.form_10''::regclass)'),
  ('call the function begin_sign_in', 'select from private.begin_sign_in(''admin'', ''192.0.2.1'')')
) s (name, statement);
select is(tests.attempt('viewer', 'select private.current_access()'), 'done',
  'A signed-in user can call the function current_access.');

-- Uses a token with the role anon that also contains a user's id.
update tests.callers
  set claims = claims || jsonb_build_object('sub', (select user_id from tests.callers where caller = 'viewer'))
  where caller = 'anonymous';
select is(tests.attempt('anonymous', 'select from public.users'), '42501',
  'A caller whose token has the role "anon" can''t read the table of users, even if the token contains a user''s id.');

select * from finish();
rollback;
