-- The permission matrix over every record table: 28 callers try four verbs on rows of their own office, of another
-- office in their region and of another region, with the table's window open and closed. Only callers with every
-- right and callers without a role try rows of regional and central offices, which have no province. There is one
-- assertion per table, caller and verb; a failure lists the cells that disagree.
begin;
select plan((4 * 28 * (select count(*) from private.record_tables) + 2)::integer);

select tests.create_callers();
select tests.put_rows();

select is(
  tests.run_matrix('records', only_places => '{own,same region,other region}'),
  28 * 4 * 3 * 2 * (select count(*) from tests.faces),
  'Every combination of row, caller, verb and window was tried.');

select is(
  tests.run_matrix('records', only_places => '{regional office,central office}', only_callers => (
    select array_agg(caller) from tests.callers where kind <> 'active' or rights = '{Read,Edit,Delete}')),
  7 * 4 * 2 * 2 * (select count(*) from tests.faces),
  'Every combination with rows that have no province was tried.');

select is(
  tests.disagreements('records', t.table_name, c.caller, v.verb), '',
  format('%s: %s gets the expected result of every %s.', t.table_name, c.caller, v.verb))
from private.record_tables t, tests.callers c, (values ('select'), ('insert'), ('update'), ('delete')) v (verb)
order by t.table_name, c.caller, v.verb;

select * from finish();
rollback;
