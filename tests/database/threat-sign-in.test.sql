-- Threat: an attacker guesses passwords, or learns from sign-in which usernames exist.
begin;
select plan(75);

select tests.create_user('target', 'Provincial'), tests.create_user('left', 'Provincial');
update public.users set username = 'Tests.Target' where name = 'target';
update public.users set username = 'tests.left', disabled = true where name = 'left';

-- Returns whether a sign-in attempt must wait. Deletes the attempt that begin_sign_in stores for this check.
create function pg_temp.waits(username text, address text default '192.0.2.1') returns boolean language plpgsql as $$
declare
  answer record;
begin
  select * into answer from private.begin_sign_in(username, address);
  delete from private.sign_in_failures where id = answer.attempt;
  return answer.wait_seconds > 0;
end
$$;
create function pg_temp.fail(times integer, username text,
  address text default '192.0.2.1') returns void language plpgsql as $$
begin
  for n in 1 .. times loop
    perform private.end_sign_in(b.attempt, false) from private.begin_sign_in(username, address) b;
  end loop;
end
$$;
create function pg_temp.succeed(username text, address text default '192.0.2.1') returns void language sql as $$
  select private.end_sign_in((select attempt from private.begin_sign_in(username, address)), true)
$$;

select is(count(*), 1::bigint, 'begin_sign_in returns one row for an unknown username, as for a known username.')
  from private.begin_sign_in('unknown', '192.0.2.1');
select is(email, null, 'begin_sign_in returns no e-mail address for an unknown username.')
  from private.begin_sign_in('unknown', '192.0.2.1');
select is(email, null,
  'begin_sign_in returns no e-mail address for a disabled user.') from private.begin_sign_in('tests.left', '192.0.2.1');
select isnt(email, null, 'begin_sign_in returns the user''s e-mail address for a known username, regardless of case.')
  from private.begin_sign_in('TESTS.target', '192.0.2.1');
select is(email, null,
  'begin_sign_in does not treat a percent sign in the username as a wildcard.')
  from private.begin_sign_in('tests.%', '192.0.2.1');

-- Deletes the sign-in attempts that the previous tests have stored.
delete from private.sign_in_failures;
select pg_temp.fail(9, 'tests.target');
select is(pg_temp.waits('tests.target'), false,
  'begin_sign_in returns no waiting time after nine failed sign-ins to an account.');
select pg_temp.fail(1, 'TESTS.Target');
select is(pg_temp.waits('tests.target'), true,
  'Failed sign-ins with the username in different letter case count toward the same limit of ten.');
select is(pg_temp.waits('tests.target', '198.51.100.1'), true,
  'begin_sign_in returns a waiting time after ten failed sign-ins to an account, even for another IP address.');
select is(pg_temp.waits('tests.left'), false,
  'begin_sign_in returns no waiting time for another account after ten failed sign-ins to one account.');
select ok(wait_seconds between 1 and 600,
  'begin_sign_in returns a waiting time of at most ten minutes after ten failed sign-ins to an account.')
  from private.begin_sign_in('tests.target', '192.0.2.1');

select pg_temp.fail(10, 'unknown', '203.0.113.9');
select is(pg_temp.waits('unknown', '203.0.113.9'), true,
  'begin_sign_in returns a waiting time after ten failed sign-ins with an unknown username.');

update private.sign_in_failures set at = now() - interval '10 minutes 1 second' where username = 'tests.target';
select is(pg_temp.waits('tests.target'), false,
  'begin_sign_in returns no waiting time ten minutes after ten failed sign-ins to an account.');

select pg_temp.fail(1, 'guess.' || n, '198.51.100.7') from generate_series(1, 49) n;
select is(pg_temp.waits('tests.target', '198.51.100.7'), false,
  'begin_sign_in returns no waiting time after 49 failed sign-ins from an IP address.');
select pg_temp.fail(1, 'guess.50', '198.51.100.7');
select is(pg_temp.waits('tests.target', '198.51.100.7'), true,
  'begin_sign_in returns a waiting time after 50 failed sign-ins from an IP address.');
select is(pg_temp.waits('tests.target', '198.51.100.8'), false,
  'begin_sign_in returns no waiting time for another IP address after 50 failed sign-ins from one address.');

delete from private.sign_in_failures;
select pg_temp.fail(9, 'tests.target');
select pg_temp.succeed('tests.target');
select pg_temp.fail(9, 'tests.target');
select is(pg_temp.waits('tests.target'), false, 'A successful sign-in resets the account''s count of failed sign-ins.');
delete from private.sign_in_failures;
select pg_temp.fail(1, 'guess.' || n, '192.0.2.1') from generate_series(1, 49) n;
select pg_temp.succeed('tests.target');
select is(pg_temp.waits('tests.left'), false,
  'When a sign-in succeeds, the count of failed sign-ins from its IP address does not increase.');
select pg_temp.fail(1, 'guess.50', '192.0.2.1');
select is(pg_temp.waits('tests.left'), true,
  'When a sign-in succeeds, the count of failed sign-ins from its IP address is not reset.');

-- Sign-ins directly at the auth server, without the API. The auth server calls the password hook
-- (private.judge_password) for each password that it has checked.
delete from private.sign_in_failures;
create function pg_temp.judged(valid boolean, who integer default 1) returns text language sql as $$
  select private.judge_password(jsonb_build_object('user_id', format('00000000-0000-0000-0000-00000000000%s', who),
    'valid', valid)) ->> 'decision'
$$;
select is(string_agg(pg_temp.judged(false), ' '), trim(repeat('continue ', 9)),
  'The password hook does not reject the first nine wrong passwords of an account.')
  from generate_series(1, 9);
select is(pg_temp.judged(true), 'continue',
  'After nine wrong passwords, the password hook does not reject the right password.');
select is(string_agg(pg_temp.judged(false), ' '), trim(repeat('continue ', 10) || repeat('reject ', 2)),
  'After a right password, the password hook counts wrong passwords from zero and again rejects after ten.')
  from generate_series(1, 12);
select is(pg_temp.judged(true), 'reject',
  'The password hook rejects even the right password of an account after ten wrong passwords.');
select is(pg_temp.judged(true, 2), 'continue',
  'After ten wrong passwords for one account, the password hook still accepts the password of another account.');
update private.sign_in_failures set at = now() - interval '11 minutes';
select is(pg_temp.judged(true), 'continue',
  'Eleven minutes after ten wrong passwords, the password hook accepts the right password.');
select is(has_function_privilege(r, 'private.judge_password(jsonb)', 'execute'), r = 'supabase_auth_admin',
  format('Only the auth server can execute the password hook: %s', r))
  from unnest(array['authenticated', 'anon', 'api_gateway', 'supabase_auth_admin']) r;

select pg_temp.fail(1, repeat('x', 5000), repeat('y', 5000));
select ok(bool_and(length(username) <= 200 and length(address) <= 100),
  'The database truncates stored usernames to 200 characters and stored IP addresses to 100 characters.')
  from private.sign_in_failures;
update private.sign_in_failures set at = now() - interval '25 hours';
select pg_temp.succeed('tests.target');
select is(count(*), 0::bigint,
  'When a sign-in succeeds, the database deletes all stored failed sign-ins that are older than a day.')
  from private.sign_in_failures;

select pg_temp.fail(1, 'unknown.' || n, repeat('y', 150)) from generate_series(1, 50) n;
select is(pg_temp.waits('tests.left', repeat('y', 150)), true,
  'The limit of 50 failed sign-ins per IP address also works if the sent address has 150 characters.');

-- Tests concurrent guesses of a password. begin_sign_in counts each guess before the auth server checks the guessed
-- password.
delete from private.sign_in_failures;
create temporary table attempts on commit drop as select n, b.* from generate_series(1, 30) n,
  private.begin_sign_in(left('tests.target', 100 + n), '192.0.2.44') b;
select is(count(*) filter (where attempt is not null), 10::bigint,
  'Of thirty concurrent password guesses for one account, begin_sign_in allows ten.') from attempts;
select is(count(*) filter (where wait_seconds > 0), 20::bigint,
  'begin_sign_in returns a waiting time for twenty of thirty concurrent password guesses for one account.')
  from attempts;

select private.end_sign_in(attempt, n = 1) from attempts where n <= 2 order by n desc;
select is(array_agg(l.action order by l.id), '{Failed sign-in,Sign in}',
  'The log has an entry for a failed sign-in and an entry for a successful sign-in.')
  from (select * from private.user_log l order by id desc limit 2) l;
select is(array_agg(distinct u.username), '{Tests.Target}',
  'The log entry of a sign-in names the user who has the entered username.')
  from (select * from private.user_log l order by id desc limit 2) l join public.users u on u.id = l.subject;
select private.end_sign_in((select attempt from private.begin_sign_in('hunter2 typed as a name', '192.0.2.45')), false);
select is(array[l.user_name, l.subject::text], '{unknown,null}',
  'The log entry of a failed sign-in omits an unknown username, which may be a password.')
  from private.user_log l order by id desc limit 1;

-- A known browser is one from which the user has signed in before. It has its own count of failed sign-ins.
delete from private.sign_in_failures;
create function pg_temp.known(wanted_browser text, address text default '192.0.2.1',
  username text default 'tests.target') returns text language plpgsql as $$
declare
  answer record;
begin
  select * into answer from private.begin_sign_in(username, address, wanted_browser);
  delete from private.sign_in_failures where id = answer.attempt;
  return case when answer.attempt is not null then 'tried' when answer.busy then 'busy' else 'waits' end;
end
$$;
create function pg_temp.try_in(browsers text[], success boolean,
  username text default 'tests.target') returns void language plpgsql as $$
declare
  browser text;
begin
  foreach browser in array browsers loop
    perform private.end_sign_in(b.attempt, success, browser)
      from private.begin_sign_in(username, '192.0.2.1', browser) b;
  end loop;
end
$$;
select pg_temp.try_in('{home}', true);
select is(array_agg(browser), '{home}',
  'A successful sign-in stores the browser as a known browser of the user.') from private.known_browsers;
select pg_temp.try_in('{elsewhere}', false);
select is(count(*), 1::bigint,
  'A failed sign-in does not store the browser as a known browser of the user.') from private.known_browsers;
select pg_temp.fail(10, 'tests.target', '203.0.113.50');
select is(pg_temp.known(null), 'waits',
  'After ten failed sign-ins from unknown browsers, begin_sign_in makes a sign-in without a browser id wait.');
select is(pg_temp.known('elsewhere'), 'waits',
  'After ten failed sign-ins from unknown browsers, begin_sign_in makes a sign-in from another unknown browser wait.');
select is(pg_temp.known('home'), 'tried',
  'After ten failed sign-ins from unknown browsers, begin_sign_in allows a sign-in from a known browser.');
select pg_temp.fail(10, 'tests.left', '203.0.113.50');
select is(pg_temp.known('home', username => 'tests.left'), 'waits',
  'For one account, begin_sign_in treats a browser that is known only for another account as unknown.');
delete from private.sign_in_failures where not judged;
select pg_temp.fail(1, 'guess.' || n, '192.0.2.1') from generate_series(1, 50) n;
select is(pg_temp.known('home'), 'tried',
  'After 50 failed sign-ins from an IP address, begin_sign_in allows a sign-in from a known browser at this address.');
select pg_temp.try_in('{home}', true);
select is(pg_temp.known(null, '198.51.100.9'), 'waits',
  'When a sign-in from a known browser succeeds, the count of failed sign-ins from unknown browsers is not reset.');
select pg_temp.try_in(array_fill('home'::text, array[10]), false);
select is(pg_temp.known('home'), 'waits',
  'After ten failed sign-ins from a known browser, begin_sign_in makes a sign-in from this browser wait.');
delete from private.sign_in_failures;
select pg_temp.try_in(array(select 'browser ' || n from generate_series(1, 25) n), true, 'tests.left');
select is(count(*), 20::bigint,
  'The database stores at most twenty known browsers per user.') from private.known_browsers k
  join public.users u on u.id = k.user_id where u.name = 'left';
update auth.users set encrypted_password = 'another' where id = (select id from public.users where name = 'target');
select is(count(*), 0::bigint,
  'When a user''s password changes, the database deletes the user''s known browsers.') from private.known_browsers k
  join public.users u on u.id = k.user_id where u.name = 'target';

-- An unfinished sign-in attempt counts toward the sign-in limit for one minute. The API deletes it if the auth server
-- never checked its password.
delete from private.sign_in_failures;
create function pg_temp.begin_many(times integer, username text,
  address text default '192.0.2.1') returns void language plpgsql as $$
begin
  for n in 1 .. times loop
    perform private.begin_sign_in(username, address);
  end loop;
end
$$;
select pg_temp.begin_many(10, 'tests.target');
select is(pg_temp.known(null), 'busy',
  'While ten sign-ins to one account are unfinished, begin_sign_in returns "busy" for this account.');
update private.sign_in_failures set at = now() - interval '61 seconds';
select is(pg_temp.known(null), 'tried',
  'If a sign-in is not finished within one minute, begin_sign_in no longer counts it as in progress.');
delete from private.sign_in_failures;
select pg_temp.begin_many(1, 'one.' || n) from generate_series(1, 50) n;
select is(pg_temp.known(null), 'busy',
  'While 50 sign-ins from one IP address are unfinished, begin_sign_in returns "busy" for this address.');
select private.end_sign_in(f.id, null) from private.sign_in_failures f;
select is(count(*), 0::bigint,
  'If a sign-in ends before its password was checked, end_sign_in deletes the stored attempt.')
  from private.sign_in_failures;
select is(pg_temp.known(null), 'tried',
  'After 50 unfinished sign-ins have ended without a password check, begin_sign_in no longer returns "busy".');

-- Guesses through the API and directly at the auth server count toward the same limit. The password hook does not count
-- a guess that the API has already counted.
create function pg_temp.asked(valid boolean, address text default null) returns text language sql as $$
  select private.judge_password(jsonb_strip_nulls(jsonb_build_object('user_id',
    (select id from public.users where name = 'target'), 'valid', valid, 'address', address))) ->> 'decision'
$$;
select is(string_agg(pg_temp.asked(false), ' '), trim(repeat('continue ', 5)),
  'If passwords are sent directly to the auth server, the password hook does not reject the first five wrong ones.')
  from generate_series(1, 5);
select pg_temp.fail(5, 'tests.target', '203.0.113.51');
select is(array[pg_temp.known(null), pg_temp.asked(true)], '{waits,reject}',
  'After five wrong passwords at the API and five at the auth server, both refuse the next sign-in.');
delete from private.sign_in_failures;
select pg_temp.try_in('{home}', true);
select pg_temp.fail(10, 'tests.target', '203.0.113.52');
select private.begin_sign_in('tests.target', '192.0.2.1', 'home');
select is(pg_temp.asked(true), 'continue',
  'After ten failed sign-ins from unknown browsers, the password hook accepts a password from a known browser.');
select is(pg_temp.asked(true), 'reject',
  'If two passwords are checked for one sign-in at the API, the password hook rejects the second.');
select is(count(*), 10::bigint,
  'The password hook does not count a wrong password that the API counts itself.')
  from private.sign_in_failures where judged;
delete from private.sign_in_failures;
select pg_temp.begin_many(1, 'tests.target');
update private.sign_in_failures set at = now() - interval '61 seconds';
select is(pg_temp.asked(false), 'continue',
  'If a sign-in at the API is not finished within one minute, the password hook does not reject the next password.') ;
select is(count(*), 1::bigint,
  'If a sign-in at the API is not finished within one minute, the password hook itself counts the next wrong password.')
  from private.sign_in_failures where judged;
delete from private.sign_in_failures;
select private.judge_password(jsonb_build_object('email', 'guess.' || n, 'valid', false, 'address', '198.51.100.50'))
  from generate_series(1, 50) n;
select is(pg_temp.asked(true, '198.51.100.50'), 'reject',
  'After 50 wrong passwords from one IP address, the password hook rejects the right password from this address.');
select is(pg_temp.asked(true, '198.51.100.51'), 'continue',
  'After 50 wrong passwords from one IP address, the password hook accepts a password from another address.');
select is(pg_temp.asked(true), 'continue',
  'If the auth server sends no IP address, the password hook applies no limit per address.');

-- Each of several concurrent attempts can check at most one password, in whatever order they end.
delete from private.sign_in_failures;
create temporary table pair on commit drop as select n, b.attempt from generate_series(1, 2) n,
  private.begin_sign_in('tests.target' || left('', n), '192.0.2.1') b;
select is(pg_temp.asked(false), 'continue',
  'If two sign-ins to one account run at the same time, the password hook does not reject the first password.');
select private.end_sign_in(attempt, false) from pair where n = 2;
select is(pg_temp.asked(false), 'continue',
  'If one of two concurrent sign-ins has ended, the password hook does not reject the password of the other.');
select private.end_sign_in(attempt, false) from pair where n = 1;
select is(count(*), 2::bigint,
  'If two concurrent sign-ins both have wrong passwords, the database counts two wrong passwords.')
  from private.sign_in_failures where judged;

-- The log has one entry for each password that Auth checks, both for sign-ins through the API and for direct sign-ins.
delete from private.sign_in_failures;
create temporary table log_start on commit drop as select max(id) as id from private.user_log;
-- Returns the actions of the log entries since the last call of this function.
create function pg_temp.new_actions() returns text[] language plpgsql as $$
declare
  actions text[];
begin
  select array_agg(l.action order by l.id) into actions from private.user_log l, log_start s where l.id > s.id;
  update log_start set id = (select max(l.id) from private.user_log l);
  return actions;
end
$$;
select pg_temp.asked(true);
select is(pg_temp.new_actions(), '{Sign in}', 'A sign-in directly at the auth server has a log entry.');
select is(u.name, 'target', 'The log entry of a sign-in directly at the auth server names the user.')
  from private.user_log l join public.users u on u.id = l.subject order by l.id desc limit 1;
select pg_temp.asked(false);
select is(pg_temp.new_actions(), '{Failed sign-in}', 'A wrong password at the auth server has a log entry.');
select private.judge_password('{"email": "hunter2@tests.example", "valid": false, "address": "192.0.2.60"}');
select is(array[l.user_name, l.subject::text, l.action], '{unknown,null,Failed sign-in}',
  'The log entry of a sign-in with a wrong password at the auth server omits an unknown e-mail address.')
  from private.user_log l order by id desc limit 1;
select pg_temp.asked(false) from generate_series(1, 9);
select pg_temp.new_actions();
select pg_temp.asked(valid) from unnest(array[false, true]) valid;
select is(pg_temp.new_actions(), null,
  'After ten wrong passwords at the auth server, further passwords for the account add no log entries.');
delete from private.sign_in_failures;
create temporary table one_attempt on commit drop as
  select attempt from private.begin_sign_in('tests.target', '192.0.2.1');
select pg_temp.asked(true);
select private.end_sign_in(attempt, true) from one_attempt;
select is(pg_temp.new_actions(), '{Sign in}', 'A successful sign-in through the API adds exactly one log entry.');
update one_attempt set attempt = b.attempt from private.begin_sign_in('tests.target', '192.0.2.1') b;
select pg_temp.asked(false);
select private.end_sign_in(attempt, false) from one_attempt;
select is(pg_temp.new_actions(), '{Failed sign-in}',
  'A sign-in through the API with a wrong password adds exactly one log entry.');
-- An attacker who knows the password starts a sign-in through the API, and meanwhile signs in directly at the auth
-- server. The password hook takes the direct sign-in for the one through the API. Even so, the log must have an entry
-- for each.
delete from private.sign_in_failures;
update one_attempt set attempt = b.attempt from private.begin_sign_in('tests.target', '192.0.2.1') b;
select pg_temp.asked(true);
select pg_temp.asked(false);
select private.end_sign_in(attempt, false) from one_attempt;
select is(pg_temp.new_actions(), '{Sign in,Failed sign-in}',
  'If one user signs in at the auth server while a sign-in at the API fails, the log has an entry for each.');
delete from private.sign_in_failures;
update one_attempt set attempt = b.attempt from private.begin_sign_in('tests.target', '192.0.2.1') b;
select pg_temp.asked(true);
select private.end_sign_in(attempt, null) from one_attempt;
select is(pg_temp.new_actions(), '{Sign in}',
  'If a sign-in at the API ends unchecked, a sign-in at the auth server during this time still has a log entry.');
-- Of two unfinished sign-in attempts on an account, one ends without a check of its password.
delete from private.sign_in_failures;
create temporary table two_attempts on commit drop as select n, b.attempt from generate_series(1, 2) n,
  private.begin_sign_in('tests.target' || left('', n), '192.0.2.1') b;
select pg_temp.asked(true);
select private.end_sign_in(attempt, null) from two_attempts where n = 2;
select private.end_sign_in(attempt, true) from two_attempts where n = 1;
select is(pg_temp.new_actions(), '{Sign in}',
  'If only one of two concurrent sign-ins has its password checked, only this sign-in gets a log entry.');

select * from finish();
rollback;
