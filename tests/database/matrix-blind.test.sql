-- Statements without a condition over every record table. They read no column, so that the select policy does not hold
-- them back as it does an update or a delete by id: 28 callers change, move and delete "every row", and reach exactly
-- those that they may.
begin;
select plan((2 * 28 * (select count(*) from private.record_tables) + 1)::integer);

select tests.create_callers();

create temporary table trials (table_name text, caller text, verb text, checks integer,
  disagreements text) on commit drop;
create function pg_temp.try_table(target text) returns void language plpgsql as $$
begin
  perform tests.empty_tables();
  perform tests.put_rows(target);
  insert into trials
  select target, c.caller, v.verb, b.checks, b.disagreements
  from tests.callers c, (values ('update'), ('delete')) v (verb)
  cross join lateral (select * from tests.blind_disagreements(target, v.verb, c)) b;
end
$$;
select pg_temp.try_table(table_name) from private.record_tables;

select is(sum(checks), 28 * 3 * 2 * (select count(*) from private.record_tables),
  'every caller tried every statement with either window open')
from trials;

select is(disagreements, '', format('%s: %s, %s without a condition', table_name, caller, verb))
from trials order by table_name, caller, verb;

select * from finish();
rollback;
