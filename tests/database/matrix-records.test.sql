-- The permission matrix over every record table: 28 callers try to select, insert, update and delete rows, with the
-- reporting window open and closed. The rows belong to Test Province A1, to another office of the region, and to
-- another region. A few callers also try rows of regional and central offices. Each assertion tests one table, caller
-- and verb.
begin;
select plan((4 * 28 * (select count(*) from private.record_tables) + 2)::integer);

select tests.create_callers();
select tests.put_rows();

select is(
  tests.run_matrix('records', only_places => '{own,same region,other region}'),
  28 * 4 * 3 * 2 * (select count(*) from tests.faces),
  'Coverage: Every caller tries every SQL command on rows of a province, inside and outside a reporting window.');

select is(
  tests.run_matrix('records', only_places => '{regional office,central office}', only_callers => (
    select array_agg(caller) from tests.callers where kind <> 'active' or rights = '{Read,Edit,Delete}')),
  7 * 4 * 2 * 2 * (select count(*) from tests.faces),
  'Coverage: Callers try each SQL command on rows of regional and central offices, in and outside a reporting window.');

select is(
  tests.disagreements('records', t.table_name, c.caller, v.verb), '',
  format('%s: The caller "%s" gets the expected result of every %s statement.', t.table_name, c.caller, v.verb))
from private.record_tables t, tests.callers c, (values ('select'), ('insert'), ('update'), ('delete')) v (verb)
order by t.table_name, c.caller, v.verb;

select * from finish();
rollback;
