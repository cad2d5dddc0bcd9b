-- Threat: guessing passwords, and learning from sign-in who has an account.
begin;
select plan(65);

select tests.create_user('target', 'Provincial'), tests.create_user('left', 'Provincial');
update public.users set username = 'Tests.Target' where name = 'target';
update public.users set username = 'tests.left', disabled = true where name = 'left';

-- Asking counts as an attempt: it is taken back here.
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

select is(count(*), 1::bigint, 'an unknown username is answered with one row')
  from private.begin_sign_in('nobody', '192.0.2.1');
select is(email, null, 'without an address of Auth') from private.begin_sign_in('nobody', '192.0.2.1');
select is(email, null, 'as is a disabled user') from private.begin_sign_in('tests.left', '192.0.2.1');
select isnt(email, null, 'a known username is answered with the address of Auth, whatever its case')
  from private.begin_sign_in('TESTS.target', '192.0.2.1');
select is(email, null, 'a username is not a pattern') from private.begin_sign_in('tests.%', '192.0.2.1');

-- The questions so far were attempts.
delete from private.sign_in_failures;
select pg_temp.fail(9, 'tests.target');
select is(pg_temp.waits('tests.target'), false, 'nine failures leave an account open');
select pg_temp.fail(1, 'TESTS.Target');
select is(pg_temp.waits('tests.target'), true, 'the tenth, however spelt, makes it wait');
select is(pg_temp.waits('tests.target', '198.51.100.1'), true, 'from every address');
select is(pg_temp.waits('tests.left'), false, 'but no other account');
select ok(wait_seconds between 1 and 600, 'for ten minutes at most')
  from private.begin_sign_in('tests.target', '192.0.2.1');

select pg_temp.fail(10, 'nobody', '203.0.113.9');
select is(pg_temp.waits('nobody', '203.0.113.9'), true, 'an unknown username waits just the same');

update private.sign_in_failures set at = now() - interval '10 minutes 1 second' where username = 'tests.target';
select is(pg_temp.waits('tests.target'), false, 'after ten minutes the account is open again');

select pg_temp.fail(1, 'guess.' || n, '198.51.100.7') from generate_series(1, 49) n;
select is(pg_temp.waits('tests.target', '198.51.100.7'), false,
  '49 failures of an address over many accounts leave it open');
select pg_temp.fail(1, 'guess.50', '198.51.100.7');
select is(pg_temp.waits('tests.target', '198.51.100.7'), true, 'the fiftieth makes the address wait');
select is(pg_temp.waits('tests.target', '198.51.100.8'), false, 'but no other address');

delete from private.sign_in_failures;
select pg_temp.fail(9, 'tests.target');
select pg_temp.succeed('tests.target');
select pg_temp.fail(9, 'tests.target');
select is(pg_temp.waits('tests.target'), false, 'success clears the failures of the account');
delete from private.sign_in_failures;
select pg_temp.fail(1, 'guess.' || n, '192.0.2.1') from generate_series(1, 49) n;
select pg_temp.succeed('tests.target');
select is(pg_temp.waits('tests.left'), false, 'success gives back its own place among those of the address');
select pg_temp.fail(1, 'guess.50', '192.0.2.1');
select is(pg_temp.waits('tests.left'), true, 'but not those of the address');

-- Past the API: Auth asks the hook after each password.
delete from private.sign_in_failures;
create function pg_temp.judged(valid boolean, who integer default 1) returns text language sql as $$
  select private.judge_password(jsonb_build_object('user_id', format('00000000-0000-0000-0000-00000000000%s', who),
    'valid', valid)) ->> 'decision'
$$;
select is(string_agg(pg_temp.judged(false), ' '), trim(repeat('continue ', 9)), 'nine wrong passwords are answered')
  from generate_series(1, 9);
select is(pg_temp.judged(true), 'continue', 'the right one takes them back');
select is(string_agg(pg_temp.judged(false), ' '), trim(repeat('continue ', 10) || repeat('reject ', 2)),
  'after ten the account must wait') from generate_series(1, 12);
select is(pg_temp.judged(true), 'reject', 'with the right password, too');
select is(pg_temp.judged(true, 2), 'continue', 'and no other account');
update private.sign_in_failures set at = now() - interval '11 minutes';
select is(pg_temp.judged(true), 'continue', 'for ten minutes');
select is(has_function_privilege(r, 'private.judge_password(jsonb)', 'execute'), r = 'supabase_auth_admin',
  'the hook and ' || r) from unnest(array['authenticated', 'anon', 'api_gateway', 'supabase_auth_admin']) r;

select pg_temp.fail(1, repeat('x', 5000), repeat('y', 5000));
select ok(bool_and(length(username) <= 200 and length(address) <= 100), 'what is remembered is cut short')
  from private.sign_in_failures;
update private.sign_in_failures set at = now() - interval '25 hours';
select pg_temp.succeed('tests.target');
select is(count(*), 0::bigint, 'and forgotten after a day') from private.sign_in_failures;

select pg_temp.fail(1, 'nobody.' || n, repeat('y', 150)) from generate_series(1, 50) n;
select is(pg_temp.waits('tests.left', repeat('y', 150)), true, 'an address of any length waits');

-- Guesses at once: each is counted before its password is looked at.
delete from private.sign_in_failures;
create temporary table attempts on commit drop as select n, b.* from generate_series(1, 30) n,
  private.begin_sign_in(left('tests.target', 100 + n), '192.0.2.44') b;
select is(count(*) filter (where attempt is not null), 10::bigint,
  'of thirty guesses that have begun and not ended, ten are tried') from attempts;
select is(count(*) filter (where wait_seconds > 0), 20::bigint, 'and the others wait') from attempts;

select private.end_sign_in(attempt, n = 1) from attempts where n <= 2 order by n desc;
select is(array_agg(l.action order by l.id), '{Failed sign-in,Sign in}', 'a failure and a success are in the log')
  from (select * from private.user_log l order by id desc limit 2) l;
select is(array_agg(distinct u.username), '{Tests.Target}', 'about the person whose name was tried')
  from (select * from private.user_log l order by id desc limit 2) l join public.users u on u.id = l.subject;
select private.end_sign_in((select attempt from private.begin_sign_in('hunter2 typed as a name', '192.0.2.45')), false);
select is(array[l.user_name, l.subject::text], '{unknown,null}',
  'what was typed for a name that nobody has is not kept') from private.user_log l order by id desc limit 1;

-- A browser that has signed in before counts for itself.
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
select is(array_agg(browser), '{home}', 'a success remembers the browser') from private.known_browsers;
select pg_temp.try_in('{elsewhere}', false);
select is(count(*), 1::bigint, 'a failure does not') from private.known_browsers;
select pg_temp.fail(10, 'tests.target', '203.0.113.50');
select is(pg_temp.known(null), 'waits', 'after ten guesses of strangers the account waits for strangers');
select is(pg_temp.known('elsewhere'), 'waits', 'for a browser that never signed in, too');
select is(pg_temp.known('home'), 'tried', 'but not for its own');
select pg_temp.fail(10, 'tests.left', '203.0.113.50');
select is(pg_temp.known('home', username => 'tests.left'), 'waits', 'which is a stranger for every other account');
delete from private.sign_in_failures where not judged;
select pg_temp.fail(1, 'guess.' || n, '192.0.2.1') from generate_series(1, 50) n;
select is(pg_temp.known('home'), 'tried', 'nor does its address keep it out');
select pg_temp.try_in('{home}', true);
select is(pg_temp.known(null, '198.51.100.9'), 'waits', 'its success takes back nothing of what strangers guessed');
select pg_temp.try_in(array_fill('home'::text, array[10]), false);
select is(pg_temp.known('home'), 'waits', 'ten wrong passwords of its own make it wait');
delete from private.sign_in_failures;
select pg_temp.try_in(array(select 'browser ' || n from generate_series(1, 25) n), true, 'tests.left');
select is(count(*), 20::bigint, 'twenty browsers are remembered') from private.known_browsers k
  join public.users u on u.id = k.user_id where u.name = 'left';
update auth.users set encrypted_password = 'another' where id = (select id from public.users where name = 'target');
select is(count(*), 0::bigint, 'a new password forgets them') from private.known_browsers k
  join public.users u on u.id = k.user_id where u.name = 'target';

-- Attempts under way hold a place, for a minute; one that nobody judged leaves no trace.
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
select is(pg_temp.known(null), 'busy', 'while ten are tried, others wait for them');
update private.sign_in_failures set at = now() - interval '61 seconds';
select is(pg_temp.known(null), 'tried', 'and no longer than a minute, should nobody end them');
delete from private.sign_in_failures;
select pg_temp.begin_many(1, 'one.' || n) from generate_series(1, 50) n;
select is(pg_temp.known(null), 'busy', 'so do those of an address while fifty are tried');
select private.end_sign_in(f.id, null) from private.sign_in_failures f;
select is(count(*), 0::bigint, 'an attempt that nobody judged leaves nothing') from private.sign_in_failures;
select is(pg_temp.known(null), 'tried', 'and keeps nobody out');

-- Both doors count together, and a question that is the API's is counted by the API alone.
create function pg_temp.asked(valid boolean, address text default null) returns text language sql as $$
  select private.judge_password(jsonb_strip_nulls(jsonb_build_object('user_id',
    (select id from public.users where name = 'target'), 'valid', valid, 'address', address))) ->> 'decision'
$$;
select is(string_agg(pg_temp.asked(false), ' '), trim(repeat('continue ', 5)), 'five guesses at Auth''s own door')
  from generate_series(1, 5);
select pg_temp.fail(5, 'tests.target', '203.0.113.51');
select is(array[pg_temp.known(null), pg_temp.asked(true)], '{waits,reject}', 'and five by the API are ten, at both');
delete from private.sign_in_failures;
select pg_temp.try_in('{home}', true);
select pg_temp.fail(10, 'tests.target', '203.0.113.52');
select private.begin_sign_in('tests.target', '192.0.2.1', 'home');
select is(pg_temp.asked(true), 'continue', 'a known browser''s password is judged while strangers guess');
select is(pg_temp.asked(true), 'reject', 'once an attempt');
select is(count(*), 10::bigint, 'and not counted twice') from private.sign_in_failures where judged;
delete from private.sign_in_failures;
select pg_temp.begin_many(1, 'tests.target');
update private.sign_in_failures set at = now() - interval '61 seconds';
select is(pg_temp.asked(false), 'continue', 'an attempt that was left behind') ;
select is(count(*), 1::bigint, 'is nobody''s excuse') from private.sign_in_failures where judged;
delete from private.sign_in_failures;
select private.judge_password(jsonb_build_object('email', 'guess.' || n, 'valid', false, 'address', '198.51.100.50'))
  from generate_series(1, 50) n;
select is(pg_temp.asked(true, '198.51.100.50'), 'reject', 'Auth''s own door knows fifty guesses of an address, too');
select is(pg_temp.asked(true, '198.51.100.51'), 'continue', 'and other addresses');
select is(pg_temp.asked(true), 'continue', 'where it is told none, the account alone counts');

-- Of attempts at once, each has its one question, in whatever order they end.
delete from private.sign_in_failures;
create temporary table pair on commit drop as select n, b.attempt from generate_series(1, 2) n,
  private.begin_sign_in('tests.target' || left('', n), '192.0.2.1') b;
select is(pg_temp.asked(false), 'continue', 'the question of the second');
select private.end_sign_in(attempt, false) from pair where n = 2;
select is(pg_temp.asked(false), 'continue', 'and that of the first, after the second has ended');
select private.end_sign_in(attempt, false) from pair where n = 1;
select is(count(*), 2::bigint, 'are two wrong passwords, and no more') from private.sign_in_failures where judged;

select * from finish();
rollback;
