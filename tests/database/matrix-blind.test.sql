-- Tests statements without a WHERE clause on every record table. They read no column, so the select policy does not
-- apply to them. Each of the 28 callers changes all rows, moves all rows to another region and deletes all rows. Each
-- statement may affect only the rows that the caller may change or delete.
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
  'Coverage: Every caller runs three statements without a WHERE clause on every table.')
from trials;

select is(disagreements, '',
  format('%s: The caller "%s" runs "%s" without a WHERE clause and affects exactly the permitted rows.',
    table_name, caller, verb))
from trials order by table_name, caller, verb;

select * from finish();
rollback;
