-- Tests attempts to write outside the user's scope, on every record table. Users with the Edit right move a row out of
-- or into their scope, remove its office, upsert onto another office's row, and write protected columns. Each attempt
-- is tested next to an allowed action.
begin;
select plan((8 * (select count(*) from private.record_tables) + 1)::integer);

select tests.create_callers();
delete from tests.callers where not (kind = 'active' and 'Edit' = any (rights) and level <> 'Central');
select tests.put_rows();

create temporary table tries (table_name text, status text, window_name text, name text, level text, statement text,
  outcome_if_open text, outcome_if_closed text)
on commit drop;

-- Statements that Regional and Provincial callers try on a row of Test Province A1, which is in their scope.
insert into tries
select r.table_name, r.status, r.window_name, e.name, l.level,
  format('update public.%I set %s where id = %s', r.table_name, e.assignment, r.id),
  coalesce(e.outcome, case when l.level = 'Regional' then 'done' else '42501' end), 'none'
from tests.rows r, (values ('Regional'), ('Provincial')) l (level), (values
  ('move to another region', 'region_name = ''Test Region B'', province_name = ''Test Province B1''', '42501'),
  ('move to another province of the region', 'province_name = ''Test Province A2''', null),
  ('leave the province out', 'province_name = null', null),
  ('null the scope', 'region_name = null, province_name = null', '42501'),
  ('stay (allowed)', 'region_name = region_name, province_name = province_name', 'done')
) e (name, assignment, outcome)
where r.place = 'own';

insert into tries
select theirs.table_name, theirs.status, theirs.window_name, 'take a row of another region in', l.level,
  format('update public.%I set region_name = ''Test Region A'', province_name = ''Test Province A1'' where id = %s',
    theirs.table_name, theirs.id), 'none', 'none'
from tests.rows theirs, (values ('Regional'), ('Provincial')) l (level)
where theirs.place = 'other region';

insert into tries
select mine.table_name, mine.status, mine.window_name,
  case other.place when 'own' then 'upsert onto an own row (allowed)' else 'upsert onto a foreign row' end,
  l.level, tests.upsert_onto(mine, other),
    case when other.place = 'own' and tests.key_to_hit(mine.table_name) <> '{id}' then 'done' else '42501' end, '42501'
from tests.rows mine
join tests.rows other on other.table_name = mine.table_name and other.status is not distinct from mine.status
  and other.place in ('own', 'other region'),
  (values ('Regional'), ('Provincial')) l (level)
where mine.place = 'own';

insert into tries
select r.table_name, r.status, r.window_name, 'write ' || p.name, l.level,
  tests.write_protected(r.table_name, p.name, r.id), '42501', '42501'
from tests.rows r, tests.protected_columns() p (name), (values ('Regional'), ('Provincial')) l (level)
where r.place = 'own';

create function pg_temp.try_all(name_of_window text, is_open boolean) returns void language plpgsql as $$
begin
  perform tests.set_window_of(name_of_window, is_open);
  insert into tests.results
  select 'escapes', t.table_name, c.caller, 'escape',
    concat_ws(', ', t.name, t.status, case when is_open then 'open' else 'closed' end),
    case when is_open then t.outcome_if_open else t.outcome_if_closed end, tests.attempt(c.caller, t.statement)
  from tries t join tests.callers c using (level)
  where t.window_name = name_of_window;
end
$$;
select pg_temp.try_all(w, o) from unnest(array['target', 'accomplishment']) w, unnest(array[true, false]) o;

select is(count(*), 8 * 17 * 2 * (select count(*) from tests.faces),
  'Coverage: Each of eight callers tries 17 statements on every table, inside and outside the reporting window.')
from tests.results;

select is(tests.disagreements('escapes', t.table_name, c.caller, 'escape'), '',
  format('%s: The caller "%s" can write rows in their own scope, but not outside it.', t.table_name, c.caller))
from private.record_tables t, tests.callers c
order by t.table_name, c.caller;

select * from finish();
rollback;
