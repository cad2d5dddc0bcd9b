-- Threat: guessing passwords, and learning from sign-in who has an account.
begin;
select plan(20);

select tests.create_user('target', 'Provincial'), tests.create_user('left', 'Provincial');
update public.users set username = 'Tests.Target' where name = 'target';
update public.users set username = 'tests.left', disabled = true where name = 'left';

create function pg_temp.waits(username text, address text default '192.0.2.1') returns boolean language sql as $$
  select wait_seconds > 0 from private.begin_sign_in(username, address)
$$;
create function pg_temp.fail(times integer, username text, address text default '192.0.2.1') returns void language sql as $$
  select private.end_sign_in(username, address, false) from generate_series(1, times)
$$;

select is(count(*), 1::bigint, 'an unknown username is answered with one row') from private.begin_sign_in('nobody', '192.0.2.1');
select is(email, null, 'without an address of Auth') from private.begin_sign_in('nobody', '192.0.2.1');
select is(email, null, 'as is a disabled user') from private.begin_sign_in('tests.left', '192.0.2.1');
select isnt(email, null, 'a known username is answered with the address of Auth, whatever its case') from private.begin_sign_in('TESTS.target', '192.0.2.1');
select is(email, null, 'a username is not a pattern') from private.begin_sign_in('tests.%', '192.0.2.1');

select pg_temp.fail(9, 'tests.target');
select is(pg_temp.waits('tests.target'), false, 'nine failures leave an account open');
select pg_temp.fail(1, 'TESTS.Target');
select is(pg_temp.waits('tests.target'), true, 'the tenth, however spelt, makes it wait');
select is(pg_temp.waits('tests.target', '198.51.100.1'), true, 'from every address');
select is(pg_temp.waits('tests.left'), false, 'but no other account');
select ok(wait_seconds between 1 and 600, 'for ten minutes at most') from private.begin_sign_in('tests.target', '192.0.2.1');

select pg_temp.fail(10, 'nobody', '203.0.113.9');
select is(pg_temp.waits('nobody', '203.0.113.9'), true, 'an unknown username waits just the same');

update private.sign_in_failures set at = now() - interval '10 minutes 1 second' where username = 'tests.target';
select is(pg_temp.waits('tests.target'), false, 'after ten minutes the account is open again');

select private.end_sign_in('guess.' || n, '198.51.100.7', false) from generate_series(1, 49) n;
select is(pg_temp.waits('tests.target', '198.51.100.7'), false, '49 failures of an address over many accounts leave it open');
select private.end_sign_in('guess.50', '198.51.100.7', false);
select is(pg_temp.waits('tests.target', '198.51.100.7'), true, 'the fiftieth makes the address wait');
select is(pg_temp.waits('tests.target', '198.51.100.8'), false, 'but no other address');

delete from private.sign_in_failures;
select pg_temp.fail(9, 'tests.target');
select private.end_sign_in('tests.target', '192.0.2.1', true);
select pg_temp.fail(9, 'tests.target');
select is(pg_temp.waits('tests.target'), false, 'success clears the failures of the account');
delete from private.sign_in_failures;
select pg_temp.fail(1, 'guess.' || n, '192.0.2.1') from generate_series(1, 50) n;
select private.end_sign_in('tests.target', '192.0.2.1', true);
select is(pg_temp.waits('tests.left'), true, 'but not those of the address');

select pg_temp.fail(1, repeat('x', 5000), repeat('y', 5000));
select ok(bool_and(length(username) <= 200 and length(address) <= 100), 'what is remembered is cut short') from private.sign_in_failures;
update private.sign_in_failures set at = now() - interval '25 hours';
select private.end_sign_in('tests.target', '192.0.2.1', true);
select is(count(*), 0::bigint, 'and forgotten after a day') from private.sign_in_failures;

select pg_temp.fail(50, 'nobody', repeat('y', 150));
select is(pg_temp.waits('tests.left', repeat('y', 150)), true, 'an address of any length waits');

select * from finish();
rollback;
