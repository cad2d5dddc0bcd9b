-- Threat: an attacker with access to the tables themselves alters, removes or adds entries of the user log. A link
-- seals the entries of a transaction at commit; in this test each statement is sealed at once.
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
-- Returns the problems that a manipulation causes, and rolls the manipulation back.
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

select is(pg_temp.problems(), 'none', 'An unmodified log has no problem.');
select ok(count(*) > 3, 'The log has several links.') from private.log_links;
select is(count(*) filter (where hash is null), 0::bigint, 'Every link is sealed.') from private.log_links;

select is(pg_temp.after(format('update private.user_log set user_name = ''another user'' where id = %s',
  pg_temp.an_entry())), 'The entry was altered.', 'An altered author is found.');
select is(pg_temp.after(format('update private.user_log set at = at - interval ''1 second'' where id = %s',
  pg_temp.an_entry())), 'The entry was altered.', 'An altered time is found.');
select is(pg_temp.after(format('update private.user_log set changes = ''{"x": [1, 2]}'' where id = %s',
  pg_temp.an_entry())), 'The entry was altered.', 'Altered changes are found.');
select is(pg_temp.after(format('delete from private.user_log where id = %s', pg_temp.an_entry())),
  'The entry is missing.', 'A removed entry is found.');
select matches(pg_temp.after(format('delete from private.user_log where id > %s', pg_temp.an_entry())),
  '^(The entry is missing\. ?)+$', 'Each of several removed entries is found.');
select is(pg_temp.after('alter table private.user_log disable trigger open_link;
  insert into private.user_log (form_name, action) values (''arbo_masterlist'', ''Insert'')'),
  'The entry was added without a seal.', 'An entry added without the triggers is found.');

-- Manipulations that also change the seals.
create function pg_temp.a_link() returns bigint language sql as $$ select id from private.log_links
  order by id offset 1 limit 1 $$;
select matches(pg_temp.after(format('update private.user_log u set user_name = ''another user'' where u.id = %1$s;
  update private.log_links k
  set digests = array(select private.entry_digest(u) from private.user_log u where u.id = any (k.ids) order by u.id)
  where %1$s = any (k.ids)', pg_temp.an_entry())),
  'A link was altered', 'An altered entry with a matching digest is found by the hash of its link.');
select matches(pg_temp.after(format('update private.log_links set hash = sha256(''x'') where id = %s',
  pg_temp.a_link())), 'A link was altered', 'An altered hash of a link is found.');
select matches(pg_temp.after(format('delete from private.user_log u using private.log_links k where k.id = %1$s
  and u.id = any (k.ids); delete from private.log_links where id = %1$s', pg_temp.a_link())),
  'A link (before this one is missing|was altered)|The end of the chain',
    'A link removed with its entries is found.');
select matches(pg_temp.after('with last as (delete from private.log_links
  where id = (select max(id) from private.log_links) returning ids) delete from private.user_log u using last
  where u.id = any (last.ids)'),
  'The end of the chain is missing', 'The last link removed with its entries is found.');

-- One link per transaction, unless a statement forces the seals earlier.
set constraints all deferred;
select tests.perform_as('chief', format('update public.arbo_masterlist set remarks = ''one'' where id = %s', id))
  from tests.rows where table_name = 'arbo_masterlist';
select tests.perform_as('chief', format('update public.arbo_masterlist set remarks = ''two'' where id = %s', id))
  from tests.rows where table_name = 'arbo_masterlist';
select is(count(*), 1::bigint, 'The statements of one transaction share one unsealed link.') from private.log_links
  where hash is null;
set constraints all immediate;
select is(cardinality(ids), 2,
  'The link seals all entries of the transaction.') from private.log_links order by id desc limit 1;

-- Who can verify the log, and who can read the links.
select is(tests.answer('chief', 'select private.verify_log() ->> ''problems'''), '[]',
  'A Central administrator can verify the log.');
select is(tests.answer('regional chief', 'select private.verify_log()'), 'AG003',
  'A Regional administrator can''t verify the log.');
select is(tests.answer('encoder', 'select private.verify_log()'), 'AG003',
  'A user without the route users can''t verify the log.');
select is(tests.attempt('chief', s), '42501', format('A Central administrator is refused: %s', s))
from (values ('update private.log_links set hash = null'), ('delete from private.log_lanes')) v (s);

select * from finish();
rollback;
