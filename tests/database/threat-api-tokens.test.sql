-- Threat: a caller uses an expired, revoked or another user's API token, or reads a token from the database.
begin;
select plan(39);

select tests.create_user('officer', 'Provincial'), tests.create_user('other', 'Provincial'),
  tests.create_user('chief', 'Central', place => 'central office', routes => '{users}');
select tests.set_windows('target', 'accomplishment');
select tests.put_rows(only_place => 'own');
create function pg_temp.id_of(person text) returns uuid language sql as $$
  select user_id from tests.callers where caller = person
$$;
create function pg_temp.hash_of(token text) returns text language sql as $$
  select encode(sha256(token::bytea), 'hex')
$$;
create function pg_temp.creating(wanted_name text) returns text language sql as $$
  select format('select private.create_api_token(%L, true, 30, %L)', wanted_name, pg_temp.hash_of(wanted_name))
$$;
create function pg_temp.token_id(wanted_name text) returns bigint language sql as $$
  select id from private.api_tokens where name = wanted_name
$$;
create function pg_temp.counts(wanted_name text) returns boolean language sql as $$
  select exists (select from private.authenticate_api_token(pg_temp.hash_of(wanted_name)))
$$;

select is(tests.attempt('officer', pg_temp.creating('own')), 'AG003',
  'A user without a session can''t create an API token.');
select tests.open_session('officer', '{recovery}');
select is(tests.attempt('officer', pg_temp.creating('own')), 'AG003',
  'A user can''t create an API token in a session that was opened by a recovery e-mail.');
select tests.open_session('officer');
update auth.sessions set created_at = now() - interval '3 minutes';
select is(tests.attempt('officer', pg_temp.creating('own')), 'AG003',
  'A user who signed in three minutes ago can''t create an API token without signing in again.');
select tests.open_session('officer');
select is(tests.attempt('officer', pg_temp.creating('own')), 'done',
  'A user can create an API token right after signing in with a password.');
select tests.perform_as('officer', pg_temp.creating('own'));
select is(t.user_id, pg_temp.id_of('officer'), 'A new API token belongs to the user who created it.')
from private.api_tokens t where t.name = 'own';
select ok(pg_temp.counts('own'), 'A new API token is valid.');
select ok(not pg_temp.counts('another'), 'An unknown API token is not valid.');
select is(tests.attempt('officer', 'select from private.api_tokens'), '42501',
  'A user can''t read the table of API tokens.');
select is(tests.attempt('officer', format('select private.authenticate_api_token(%L)', pg_temp.hash_of('own'))),
  '42501', 'A user can''t look up the owner of an API token by the token''s hash.');
select is(tests.answer('officer', 'select private.own_api_tokens()::text') ~ pg_temp.hash_of('own'),
  false, 'The list of API tokens contains no token hashes.');
select is(tests.answer('officer', 'select jsonb_array_length(private.own_api_tokens())::text'),
  '1', 'A user''s list of API tokens contains their own tokens.');
select is(tests.answer('other', 'select jsonb_array_length(private.own_api_tokens())::text'),
  '0', 'A user''s list of API tokens does not contain tokens of other users.');
select is(tests.attempt('other', format('select private.revoke_api_token(%s)', pg_temp.token_id('own'))),
  'AG004', 'A user can''t revoke another user''s API token.');

-- The log entry of a change made with an API token names the token. Only its owner's requests can use the token.
update tests.callers set claims = claims - 'session_id' || jsonb_build_object('api_token', pg_temp.token_id('own'))
  where caller in ('officer', 'other');
select tests.perform_as('officer', 'update public.arbo_masterlist set remarks = ''by a program''');
select is(l.user_id = pg_temp.id_of('officer') and l.api_token = 'own',
  true,
  'The log entry of a change with an API token names both the user and the token.')
  from private.user_log l order by id desc limit 1;
select is(tests.attempt('other', 'update public.arbo_masterlist set remarks = ''by another user'''),
  'none', 'If a request combines one user''s id with another user''s API token, an update changes no row.');

update private.api_tokens set expires_at = now() where name = 'own';
select ok(not pg_temp.counts('own'), 'An API token is not valid after it expires.');
update private.api_tokens set expires_at = now() + interval '1 day' where name = 'own';
select tests.perform_as('chief', format('select private.end_sessions(%L)', pg_temp.id_of('officer')));
select ok(not pg_temp.counts('own'), 'When a user is signed out everywhere, their API tokens are revoked.');
update tests.callers set claims = claims - 'api_token' where caller = 'officer';
select tests.open_session('officer');
select is(tests.attempt('officer', pg_temp.creating(repeat('x', 81))), '23514',
  'The name of an API token can''t be longer than 80 characters.');


-- Tests which events revoke the API tokens of a user.
create function pg_temp.keep(person text, wanted_name text) returns void language sql as $$
  insert into private.api_tokens (user_id, name, may_write, hash, expires_at)
  values (pg_temp.id_of(person), wanted_name, true, pg_temp.hash_of(wanted_name), now() + interval '1 day')
  on conflict do nothing
$$;
select pg_temp.keep('officer', 'first'), pg_temp.keep('other', 'second');
update auth.users set encrypted_password = 'a new one' where id = pg_temp.id_of('officer');
select ok(not pg_temp.counts('first'),
  'A change of a user''s password revokes the user''s API tokens.');
select ok(pg_temp.counts('second'), 'When one user''s password changes, the API tokens of other users stay valid.');
select pg_temp.keep('officer', 'first');
update auth.users set encrypted_password = encrypted_password,
  last_sign_in_at = now() where id = pg_temp.id_of('officer');
select ok(pg_temp.counts('first'), 'A sign-in does not revoke the user''s API tokens.');
select tests.perform_as('chief', format('select private.record_password_change(%L)', pg_temp.id_of('officer')));
select ok(not pg_temp.counts('first'),
  'After an administrator has set a user''s password, the API tokens that the user created meanwhile are revoked.');
select pg_temp.keep('officer', 'first');
select tests.perform_as('chief',
  format('select private.change_profile(%L, ''{"disabled": true}'')', pg_temp.id_of('officer')));
select tests.perform_as('chief',
  format('select private.change_profile(%L, ''{"disabled": false}'')', pg_temp.id_of('officer')));
select ok(not pg_temp.counts('first'),
  'After a disabled user is enabled again, the user''s earlier API tokens are still revoked.');

-- A request with an administrator's API token can't administer anything, although the administrator can.
update public.uac set route = '{users,dropdowns,forms}' where rolename @> '{role of chief}';
update tests.callers set routes = '{users,dropdowns,forms}' where caller = 'chief';
create function pg_temp.administration() returns table (what text, statement text) language sql as $$
  values
    ('add a role', 'insert into public.uac (rolename, roletype, status) values (''{X}'', ''X'', ''Provincial'')'),
    ('change a role', 'update public.uac set access_controls = ''{Read}'' where rolename @> ''{role of officer}'''),
    ('add a schedule',
      'insert into public.report_schedules (form, start_date, end_date, status)
      values (''target'', ''2026-01-01'', ''2026-02-01'', ''OnGoing'')'),
    ('change schedules', 'update public.report_schedules set end_date = end_date + 1 where form = ''target'''),
    ('add a dropdown value', 'insert into public.dropdown_values (list, type) values (''fund-source'', ''X'')'),
    ('see another user', format('select from public.users where id = %L', pg_temp.id_of('officer')))
$$;
select is(tests.attempt('chief', a.statement), 'done', format('An administrator can %s.', a.what))
  from pg_temp.administration() a;
select pg_temp.keep('chief', 'program');
update tests.callers set claims = claims || jsonb_build_object('api_token', pg_temp.token_id('program'))
  where caller = 'chief';
select ok(tests.attempt('chief', a.statement) in ('none', '42501'),
  format('A request with an administrator''s API token can''t %s.', a.what))
  from pg_temp.administration() a;
select is(tests.attempt('chief',
  'update public.arbo_masterlist set remarks = ''by a program''
  where id = (select min(id) from public.arbo_masterlist)'),
  'done', 'A request with an administrator''s API token can edit a record.');
select is(tests.attempt('chief', statement), 'AG003',
  format('A request with an administrator''s API token can''t run: %s', left(statement, 40)))
  from unnest(array[
  format('select private.change_profile(%L, ''{"position": "X"}'')', pg_temp.id_of('chief')),
  format('select private.record_password_change(%L)', pg_temp.id_of('chief')),
  'select private.end_other_sessions()']) statement;

select * from finish();
rollback;
