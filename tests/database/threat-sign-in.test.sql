-- Threat: an attacker guesses passwords, or learns from sign-in which usernames exist.
begin;
select plan(65);

select tests.create_user('target', 'Provincial'), tests.create_user('left', 'Provincial');
update public.users set username = 'Tests.Target' where name = 'target';
update public.users set username = 'tests.left', disabled = true where name = 'left';

-- Begins a sign-in and deletes the attempt again, because every begun sign-in counts as an attempt.
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

select is(count(*), 1::bigint, 'An unknown username gets one row, like a known one.')
  from private.begin_sign_in('unknown', '192.0.2.1');
select is(email, null, 'An unknown username gets no e-mail address.')
  from private.begin_sign_in('unknown', '192.0.2.1');
select is(email, null, 'A disabled user gets no e-mail address.') from private.begin_sign_in('tests.left', '192.0.2.1');
select isnt(email, null, 'A known username gets its e-mail address, regardless of case.')
  from private.begin_sign_in('TESTS.target', '192.0.2.1');
select is(email, null, 'A username is not used as a pattern.') from private.begin_sign_in('tests.%', '192.0.2.1');

-- Deletes the attempts begun above.
delete from private.sign_in_failures;
select pg_temp.fail(9, 'tests.target');
select is(pg_temp.waits('tests.target'), false, 'After nine failures, the account is still open.');
select pg_temp.fail(1, 'TESTS.Target');
select is(pg_temp.waits('tests.target'), true,
  'After the tenth failure, with any spelling of the username, the account waits.');
select is(pg_temp.waits('tests.target', '198.51.100.1'), true, 'The account waits for every address.');
select is(pg_temp.waits('tests.left'), false, 'Other accounts don''t wait.');
select ok(wait_seconds between 1 and 600, 'The wait is at most ten minutes.')
  from private.begin_sign_in('tests.target', '192.0.2.1');

select pg_temp.fail(10, 'unknown', '203.0.113.9');
select is(pg_temp.waits('unknown', '203.0.113.9'), true, 'An unknown username waits in the same way.');

update private.sign_in_failures set at = now() - interval '10 minutes 1 second' where username = 'tests.target';
select is(pg_temp.waits('tests.target'), false, 'After ten minutes the account is open again.');

select pg_temp.fail(1, 'guess.' || n, '198.51.100.7') from generate_series(1, 49) n;
select is(pg_temp.waits('tests.target', '198.51.100.7'), false,
  'After 49 failures of an address over many accounts, the address is still open.');
select pg_temp.fail(1, 'guess.50', '198.51.100.7');
select is(pg_temp.waits('tests.target', '198.51.100.7'), true, 'After the fiftieth failure, the address waits.');
select is(pg_temp.waits('tests.target', '198.51.100.8'), false, 'Other addresses don''t wait.');

delete from private.sign_in_failures;
select pg_temp.fail(9, 'tests.target');
select pg_temp.succeed('tests.target');
select pg_temp.fail(9, 'tests.target');
select is(pg_temp.waits('tests.target'), false, 'A successful sign-in clears the failures of the account.');
delete from private.sign_in_failures;
select pg_temp.fail(1, 'guess.' || n, '192.0.2.1') from generate_series(1, 49) n;
select pg_temp.succeed('tests.target');
select is(pg_temp.waits('tests.left'), false, 'A successful sign-in does not count as a failure of its address.');
select pg_temp.fail(1, 'guess.50', '192.0.2.1');
select is(pg_temp.waits('tests.left'), true, 'A successful sign-in does not clear the failures of its address.');

-- Sign-ins that bypass the API: the auth server calls the password hook after each password.
delete from private.sign_in_failures;
create function pg_temp.judged(valid boolean, who integer default 1) returns text language sql as $$
  select private.judge_password(jsonb_build_object('user_id', format('00000000-0000-0000-0000-00000000000%s', who),
    'valid', valid)) ->> 'decision'
$$;
select is(string_agg(pg_temp.judged(false), ' '), trim(repeat('continue ', 9)),
  'Nine wrong passwords are not rejected.')
  from generate_series(1, 9);
select is(pg_temp.judged(true), 'continue', 'The right password is not rejected and clears the wrong ones.');
select is(string_agg(pg_temp.judged(false), ' '), trim(repeat('continue ', 10) || repeat('reject ', 2)),
  'After ten wrong passwords the account must wait.') from generate_series(1, 12);
select is(pg_temp.judged(true), 'reject', 'The right password is rejected while the account waits.');
select is(pg_temp.judged(true, 2), 'continue', 'Another account is not rejected.');
update private.sign_in_failures set at = now() - interval '11 minutes';
select is(pg_temp.judged(true), 'continue', 'After ten minutes the account is open again.');
select is(has_function_privilege(r, 'private.judge_password(jsonb)', 'execute'), r = 'supabase_auth_admin',
  format('Only the auth server can execute the password hook: %s', r))
  from unnest(array['authenticated', 'anon', 'api_gateway', 'supabase_auth_admin']) r;

select pg_temp.fail(1, repeat('x', 5000), repeat('y', 5000));
select ok(bool_and(length(username) <= 200 and length(address) <= 100), 'Stored usernames and addresses are truncated.')
  from private.sign_in_failures;
update private.sign_in_failures set at = now() - interval '25 hours';
select pg_temp.succeed('tests.target');
select is(count(*), 0::bigint, 'Failures are deleted after a day.') from private.sign_in_failures;

select pg_temp.fail(1, 'unknown.' || n, repeat('y', 150)) from generate_series(1, 50) n;
select is(pg_temp.waits('tests.left', repeat('y', 150)), true,
  'An address longer than the stored length waits as well.');

-- Concurrent guesses: each is counted before its password is checked.
delete from private.sign_in_failures;
create temporary table attempts on commit drop as select n, b.* from generate_series(1, 30) n,
  private.begin_sign_in(left('tests.target', 100 + n), '192.0.2.44') b;
select is(count(*) filter (where attempt is not null), 10::bigint,
  'Of thirty concurrent guesses, ten are tried.') from attempts;
select is(count(*) filter (where wait_seconds > 0), 20::bigint,
  'Of thirty concurrent guesses, twenty wait.') from attempts;

select private.end_sign_in(attempt, n = 1) from attempts where n <= 2 order by n desc;
select is(array_agg(l.action order by l.id), '{Failed sign-in,Sign in}', 'A failure and a success are logged.')
  from (select * from private.user_log l order by id desc limit 2) l;
select is(array_agg(distinct u.username), '{Tests.Target}',
  'The log entries are about the user whose username was tried.')
  from (select * from private.user_log l order by id desc limit 2) l join public.users u on u.id = l.subject;
select private.end_sign_in((select attempt from private.begin_sign_in('hunter2 typed as a name', '192.0.2.45')), false);
select is(array[l.user_name, l.subject::text], '{unknown,null}',
  'An unknown username is not logged, because it could be a mistyped password.')
  from private.user_log l order by id desc limit 1;

-- A browser that has signed in before has its own count of failures.
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
select is(array_agg(browser), '{home}', 'A successful sign-in stores the browser.') from private.known_browsers;
select pg_temp.try_in('{elsewhere}', false);
select is(count(*), 1::bigint, 'A failed sign-in does not store the browser.') from private.known_browsers;
select pg_temp.fail(10, 'tests.target', '203.0.113.50');
select is(pg_temp.known(null), 'waits',
  'After ten guesses from unknown browsers, the account waits for unknown browsers.');
select is(pg_temp.known('elsewhere'), 'waits', 'The account waits for a browser that never signed in.');
select is(pg_temp.known('home'), 'tried', 'The account does not wait for a browser that has signed in.');
select pg_temp.fail(10, 'tests.left', '203.0.113.50');
select is(pg_temp.known('home', username => 'tests.left'), 'waits',
  'The browser counts as unknown for every other account.');
delete from private.sign_in_failures where not judged;
select pg_temp.fail(1, 'guess.' || n, '192.0.2.1') from generate_series(1, 50) n;
select is(pg_temp.known('home'), 'tried', 'A known browser does not wait for the failures of its address.');
select pg_temp.try_in('{home}', true);
select is(pg_temp.known(null, '198.51.100.9'), 'waits',
  'A success in a known browser does not clear the failures of unknown browsers.');
select pg_temp.try_in(array_fill('home'::text, array[10]), false);
select is(pg_temp.known('home'), 'waits', 'After ten wrong passwords of its own, a known browser waits.');
delete from private.sign_in_failures;
select pg_temp.try_in(array(select 'browser ' || n from generate_series(1, 25) n), true, 'tests.left');
select is(count(*), 20::bigint, 'At most twenty browsers per user are stored.') from private.known_browsers k
  join public.users u on u.id = k.user_id where u.name = 'left';
update auth.users set encrypted_password = 'another' where id = (select id from public.users where name = 'target');
select is(count(*), 0::bigint, 'A new password deletes the user''s stored browsers.') from private.known_browsers k
  join public.users u on u.id = k.user_id where u.name = 'target';

-- Attempts in progress count for one minute. An attempt whose password was never checked is deleted.
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
select is(pg_temp.known(null), 'busy', 'While ten attempts on an account are in progress, another one must wait.');
update private.sign_in_failures set at = now() - interval '61 seconds';
select is(pg_temp.known(null), 'tried', 'An attempt in progress counts for at most one minute.');
delete from private.sign_in_failures;
select pg_temp.begin_many(1, 'one.' || n) from generate_series(1, 50) n;
select is(pg_temp.known(null), 'busy', 'While fifty attempts of an address are in progress, another one waits.');
select private.end_sign_in(f.id, null) from private.sign_in_failures f;
select is(count(*), 0::bigint, 'An attempt whose password was never checked is deleted.') from private.sign_in_failures;
select is(pg_temp.known(null), 'tried', 'A deleted attempt does not make anyone wait.');

-- Guesses through the API and directly at the auth server count together. The hook does not count a password that the
-- API already counts.
create function pg_temp.asked(valid boolean, address text default null) returns text language sql as $$
  select private.judge_password(jsonb_strip_nulls(jsonb_build_object('user_id',
    (select id from public.users where name = 'target'), 'valid', valid, 'address', address))) ->> 'decision'
$$;
select is(string_agg(pg_temp.asked(false), ' '), trim(repeat('continue ', 5)),
  'Five guesses directly at the auth server are not rejected.')
  from generate_series(1, 5);
select pg_temp.fail(5, 'tests.target', '203.0.113.51');
select is(array[pg_temp.known(null), pg_temp.asked(true)], '{waits,reject}',
  'Five more guesses through the API make the account wait in both ways.');
delete from private.sign_in_failures;
select pg_temp.try_in('{home}', true);
select pg_temp.fail(10, 'tests.target', '203.0.113.52');
select private.begin_sign_in('tests.target', '192.0.2.1', 'home');
select is(pg_temp.asked(true), 'continue', 'The password of a known browser is not rejected while others guess.');
select is(pg_temp.asked(true), 'reject', 'A second password for the same attempt is rejected.');
select is(count(*), 10::bigint,
  'A password that the API counts is not counted by the hook.') from private.sign_in_failures where judged;
delete from private.sign_in_failures;
select pg_temp.begin_many(1, 'tests.target');
update private.sign_in_failures set at = now() - interval '61 seconds';
select is(pg_temp.asked(false), 'continue', 'A password after an abandoned attempt is not rejected.') ;
select is(count(*), 1::bigint,
  'A wrong password after an abandoned attempt is counted.') from private.sign_in_failures where judged;
delete from private.sign_in_failures;
select private.judge_password(jsonb_build_object('email', 'guess.' || n, 'valid', false, 'address', '198.51.100.50'))
  from generate_series(1, 50) n;
select is(pg_temp.asked(true, '198.51.100.50'), 'reject',
  'Fifty guesses of an address directly at the auth server make the address wait.');
select is(pg_temp.asked(true, '198.51.100.51'), 'continue', 'Another address does not wait at the auth server.');
select is(pg_temp.asked(true), 'continue', 'Without an address, the auth server counts only the account.');

-- Each of several concurrent attempts can check one password, whichever ends first.
delete from private.sign_in_failures;
create temporary table pair on commit drop as select n, b.attempt from generate_series(1, 2) n,
  private.begin_sign_in('tests.target' || left('', n), '192.0.2.1') b;
select is(pg_temp.asked(false), 'continue', 'The password of the second of two concurrent attempts is not rejected.');
select private.end_sign_in(attempt, false) from pair where n = 2;
select is(pg_temp.asked(false), 'continue',
  'The password of the first attempt is not rejected after the second one has ended.');
select private.end_sign_in(attempt, false) from pair where n = 1;
select is(count(*), 2::bigint,
  'Two concurrent attempts count as two wrong passwords.') from private.sign_in_failures where judged;

select * from finish();
rollback;
