-- Threat: altering, removing or smuggling in entries of the user log by somebody who got as far as the tables
-- themselves. A link seals the entries of a transaction when it commits; here the seals are set at once, statement by
-- statement.
begin;
select plan(20);

select tests.set_end_rules('private.log_links', 'enable');
select tests.create_user('chief', 'Central', place => 'central office', routes => '{users}'),
  tests.create_user('encoder', 'Provincial'),
  tests.create_user('regional chief', 'Regional', place => 'regional office', routes => '{users}');
set constraints all immediate;
select tests.put_rows(only_place => 'own');
create function pg_temp.problems() returns text language sql as $$
  select coalesce(string_agg(p.problem, ' ' order by p.entry, p.problem), 'none') from private.log_problems() p
$$;
-- What a tampering leaves behind; it is taken back.
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

select is(pg_temp.problems(), 'none', 'a log that nobody touched has no problem');
select ok(count(*) > 3, 'it has several links') from private.log_links;
select is(count(*) filter (where hash is null), 0::bigint, 'each sealed') from private.log_links;

select is(pg_temp.after(format('update private.user_log set user_name = ''somebody else'' where id = %s',
  pg_temp.an_entry())), 'The entry was altered.', 'an altered author shows');
select is(pg_temp.after(format('update private.user_log set at = at - interval ''1 second'' where id = %s',
  pg_temp.an_entry())), 'The entry was altered.', 'as does another time');
select is(pg_temp.after(format('update private.user_log set changes = ''{"x": [1, 2]}'' where id = %s',
  pg_temp.an_entry())), 'The entry was altered.', 'or other changes');
select is(pg_temp.after(format('delete from private.user_log where id = %s', pg_temp.an_entry())),
  'The entry is missing.', 'a removed entry shows');
select matches(pg_temp.after(format('delete from private.user_log where id > %s', pg_temp.an_entry())),
  '^(The entry is missing\. ?)+$', 'as do all that followed');
select is(pg_temp.after('alter table private.user_log disable trigger open_link;
  insert into private.user_log (form_name, action) values (''arbo_masterlist'', ''Insert'')'),
  'The entry was added without a seal.', 'an entry beside the triggers shows');

-- Tampering with the seals as well.
create function pg_temp.a_link() returns bigint language sql as $$ select id from private.log_links
  order by id offset 1 limit 1 $$;
select matches(pg_temp.after(format('update private.user_log u set user_name = ''somebody else'' where u.id = %1$s;
  update private.log_links k
  set digests = array(select private.entry_digest(u) from private.user_log u where u.id = any (k.ids) order by u.id)
  where %1$s = any (k.ids)', pg_temp.an_entry())),
  'A link was altered', 'an altered entry with an altered digest shows in the hash of its link');
select matches(pg_temp.after(format('update private.log_links set hash = sha256(''x'') where id = %s',
  pg_temp.a_link())), 'A link was altered', 'an altered hash does not fit its link');
select matches(pg_temp.after(format('delete from private.user_log u using private.log_links k where k.id = %1$s
  and u.id = any (k.ids); delete from private.log_links where id = %1$s', pg_temp.a_link())),
  'A link (before this one is missing|was altered)|The end of the chain',
    'a link removed with its entries leaves a gap');
select matches(pg_temp.after('with last as (delete from private.log_links
  where id = (select max(id) from private.log_links) returning ids) delete from private.user_log u using last
  where u.id = any (last.ids)'),
  'The end of the chain is missing', 'as does the last one');

-- One transaction, one link, when nothing asks for the seals earlier.
set constraints all deferred;
select tests.perform_as('chief', format('update public.arbo_masterlist set remarks = ''one'' where id = %s', id))
  from tests.rows where table_name = 'arbo_masterlist';
select tests.perform_as('chief', format('update public.arbo_masterlist set remarks = ''two'' where id = %s', id))
  from tests.rows where table_name = 'arbo_masterlist';
select is(count(*), 1::bigint, 'statements of one transaction wait for one link') from private.log_links
  where hash is null;
set constraints all immediate;
select is(cardinality(ids), 2, 'which seals all their entries') from private.log_links order by id desc limit 1;

-- Who verifies, and who reads.
select is(tests.answer('chief', 'select private.verify_log() ->> ''problems'''), '[]',
  'the central office verifies the log');
select is(tests.answer('regional chief', 'select private.verify_log()'), 'AG003', 'a region does not');
select is(tests.answer('encoder', 'select private.verify_log()'), 'AG003', 'nor does somebody without the route');
select is(tests.attempt('chief', s), '42501', format('even the best administrator cannot: %s', s))
from (values ('update private.log_links set hash = null'), ('delete from private.log_lanes')) v (s);

select * from finish();
rollback;
