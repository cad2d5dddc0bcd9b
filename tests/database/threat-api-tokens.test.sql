-- Threat: an API token of somebody else, one that has ended, or one that is read from where it is kept.
begin;
select plan(15);

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
  select exists (select from private.use_api_token(pg_temp.hash_of(wanted_name)))
$$;

select is(tests.attempt('officer', pg_temp.creating('own')), 'done', 'a token is created for oneself');
select tests.perform_as('officer', pg_temp.creating('own'));
select is(t.user_id, pg_temp.id_of('officer'), 'and is one''s own') from private.api_tokens t where t.name = 'own';
select ok(pg_temp.counts('own'), 'it counts');
select ok(not pg_temp.counts('another'), 'one that was never created does not');
select is(tests.attempt('officer', 'select from private.api_tokens'), '42501', 'nobody reads the table');
select is(tests.attempt('officer', format('select private.use_api_token(%L)', pg_temp.hash_of('own'))),
  '42501', 'nor asks whose a hash is');
select is(tests.answer('officer', 'select private.own_api_tokens()::text') ~ pg_temp.hash_of('own'),
  false, 'lists hold no hash');
select is(tests.answer('officer', 'select jsonb_array_length(private.own_api_tokens())::text'),
  '1', 'one sees one''s own');
select is(tests.answer('other', 'select jsonb_array_length(private.own_api_tokens())::text'),
  '0', 'and not those of others');
select is(tests.attempt('other', format('select private.revoke_api_token(%s)', pg_temp.token_id('own'))),
  'AG004', 'nobody revokes another''s');

-- What is done by a token is logged under its name, and under nobody else's.
update tests.callers set claims = claims || jsonb_build_object('api_token', pg_temp.token_id('own'))
  where caller in ('officer', 'other');
select tests.perform_as('officer', 'update public.arbo_masterlist set remarks = ''by a program''');
select is(l.user_id = pg_temp.id_of('officer') and l.api_token = 'own',
  true, 'the log names both') from private.user_log l order by id desc limit 1;
select tests.perform_as('other', 'update public.arbo_masterlist set remarks = ''by somebody''');
select is(l.api_token,
  null, 'and not under the name of a token that is not theirs') from private.user_log l order by id desc limit 1;

update private.api_tokens set expires_at = now() where name = 'own';
select ok(not pg_temp.counts('own'), 'past its day it ends');
update private.api_tokens set expires_at = now() + interval '1 day' where name = 'own';
select tests.perform_as('chief', format('select private.end_sessions(%L)', pg_temp.id_of('officer')));
select ok(not pg_temp.counts('own'), 'signing out everywhere ends it');
select is(tests.attempt('officer', pg_temp.creating(repeat('x', 81))), '23514', 'its name is short');

select * from finish();
rollback;
