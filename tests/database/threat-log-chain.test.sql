-- Threat: an attacker with write access to the tables alters, removes or adds entries of the user log. A link of the
-- log chain seals new entries with hashes, normally at the end of a transaction. In this file, it seals the entries of
-- each statement immediately.
begin;
select plan(20);

select tests.set_end_rules('private.log_links', 'enable');
select tests.create_user('chief', 'Central', place => 'central office', routes => '{users}'),
  tests.create_user('encoder', 'Provincial'),
  tests.create_user('regional chief', 'Regional', place => 'regional office', routes => '{users}');
set constraints all immediate;
select tests.put_rows(only_place => 'own');
create function pg_temp.problems() returns text language sql as $$
  select coalesce(string_agg(p.problem, ' ' order by p.entry, p.problem), 'none') from private.find_log_problems() p
$$;
-- Runs a statement that manipulates the log, returns the problems that find_log_problems reports, and rolls the
-- statement back.
create function pg_temp.after(statement text) returns text language plpgsql as $$
begin
  execute statement;
  raise exception using errcode = 'TESTS', message = pg_temp.problems();
exception
  when sqlstate 'TESTS' then return sqlerrm;
end
$$;
create function pg_temp.an_entry() returns bigint language sql as $$ select min(id) + 3 from private.user_log
  where form_name = 'arbo_masterlist' or form_name = 'users' $$;

select is(pg_temp.problems(), 'none', 'find_log_problems finds no problem in an unmodified log.');
select ok(count(*) > 3,
  'Coverage: In these tests, the hash chains of the user log have more than three links.')
  from private.log_links;
select is(count(*) filter (where hash is null), 0::bigint,
  'Every link of the log''s hash chains has a hash.') from private.log_links;

select is(pg_temp.after(format('update private.user_log set user_name = ''another user'' where id = %s',
  pg_temp.an_entry())), 'The entry was altered.', 'find_log_problems finds a log entry whose author was altered.');
select is(pg_temp.after(format('update private.user_log set at = at - interval ''1 second'' where id = %s',
  pg_temp.an_entry())), 'The entry was altered.', 'find_log_problems finds a log entry whose time was altered.');
select is(pg_temp.after(format('update private.user_log set changes = ''{"x": [1, 2]}'' where id = %s',
  pg_temp.an_entry())), 'The entry was altered.', 'find_log_problems finds a log entry whose changes were altered.');
select is(pg_temp.after(format('delete from private.user_log where id = %s', pg_temp.an_entry())),
  'The entry is missing.', 'find_log_problems finds a removed log entry.');
select matches(pg_temp.after(format('delete from private.user_log where id > %s', pg_temp.an_entry())),
  '^(The entry is missing\. ?)+$',
  'If several log entries were removed, find_log_problems reports each of them as missing.');
select is(pg_temp.after('alter table private.user_log disable trigger open_link;
  insert into private.user_log (form_name, action) values (''arbo_masterlist'', ''Insert'')'),
  'The entry was added without a seal.',
  'find_log_problems finds a log entry that was added without a link in the hash chain.');

-- Tests manipulations that also change or remove links of the log chain.
create function pg_temp.a_link() returns bigint language sql as $$ select id from private.log_links
  order by id offset 1 limit 1 $$;
select matches(pg_temp.after(format('update private.user_log u set user_name = ''another user'' where u.id = %1$s;
  update private.log_links k
  set digests = array(select private.entry_digest(u) from private.user_log u where u.id = any (k.ids) order by u.id)
  where %1$s = any (k.ids)', pg_temp.an_entry())),
  'A link was altered',
  'find_log_problems reports an altered log entry even if the entry''s digest in the hash chain was altered too.');
select matches(pg_temp.after(format('update private.log_links set hash = sha256(''x'') where id = %s',
  pg_temp.a_link())), 'A link was altered', 'find_log_problems finds a link of the hash chain with an altered hash.');
select matches(pg_temp.after(format('delete from private.user_log u using private.log_links k where k.id = %1$s
  and u.id = any (k.ids); delete from private.log_links where id = %1$s', pg_temp.a_link())),
  'A link (before this one is missing|was altered)|The end of the chain',
    'find_log_problems reports that a link is missing if a link was deleted together with all its log entries.');
select matches(pg_temp.after('with last as (delete from private.log_links
  where id = (select max(id) from private.log_links) returning ids) delete from private.user_log u using last
  where u.id = any (last.ids)'),
  'The end of the chain is missing',
  'find_log_problems reports that the end is missing if the last link was deleted with all its log entries.');

-- A transaction has a single link, unless a statement makes the constraint triggers fire immediately.
set constraints all deferred;
select tests.perform_as('chief', format('update public.arbo_masterlist set remarks = ''one'' where id = %s', id))
  from tests.rows where table_name = 'arbo_masterlist';
select tests.perform_as('chief', format('update public.arbo_masterlist set remarks = ''two'' where id = %s', id))
  from tests.rows where table_name = 'arbo_masterlist';
select is(count(*), 1::bigint,
  'While a transaction is open, all its log entries belong to one link of the hash chain, which has no hash yet.')
  from private.log_links
  where hash is null;
set constraints all immediate;
select is(cardinality(ids), 2,
  'One link of a hash chain contains all log entries of a transaction.')
  from private.log_links order by id desc limit 1;

-- Tests who can call verify_log and who can read the links of the log chain.
select is(tests.answer('chief', 'select private.verify_log() ->> ''problems'''), '[]',
  'A Central administrator can verify the log.');
select is(tests.answer('regional chief', 'select private.verify_log()'), 'AG003',
  'A Regional administrator can''t verify the log.');
select is(tests.answer('encoder', 'select private.verify_log()'), 'AG003',
  'A user without the route permission "users" can''t verify the log.');
select is(tests.attempt('chief', s), '42501', format('A Central administrator can''t run: %s', s))
from (values ('update private.log_links set hash = null'), ('delete from private.log_lanes')) v (s);

select * from finish();
rollback;
