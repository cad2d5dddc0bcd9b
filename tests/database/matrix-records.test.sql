-- The permission matrix over every record table: 28 callers try four verbs on rows of their own office, of another one
-- in the region and of another region, with the window of the table open and closed. Rows of regional and central
-- offices, which have no province, are tried by those with every right and by those without standing. One assertion for
-- each table, caller and verb; the cells that disagree are listed.
begin;
select plan((4 * 28 * (select count(*) from private.record_tables) + 2)::integer);

select tests.create_callers();
select tests.put_rows();

select is(
  tests.run_matrix('records', only_places => '{own,same region,other region}'),
  28 * 4 * 3 * 2 * (select count(*) from tests.faces),
  'every combination of row, caller, verb and window was tried');

select is(
  tests.run_matrix('records', only_places => '{regional office,central office}', only_callers => (
    select array_agg(caller) from tests.callers where kind <> 'active' or rights = '{Read,Edit,Delete}')),
  7 * 4 * 2 * 2 * (select count(*) from tests.faces),
  'every combination with rows that have no province was tried');

select is(
  tests.disagreements('records', t.table_name, c.caller, v.verb), '',
  format('%s: %s, %s', t.table_name, c.caller, v.verb))
from private.record_tables t, tests.callers c, (values ('select'), ('insert'), ('update'), ('delete')) v (verb)
order by t.table_name, c.caller, v.verb;

select * from finish();
rollback;
