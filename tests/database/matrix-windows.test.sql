-- Tests which schedules let users insert, change and delete a row of Test Province A1, on every record table and at
-- every level. The schedules differ in their dates, status, reporting window and office. Each schedule that keeps the
-- window closed is tested next to one that opens it.
begin;
select plan((3 * 3 * (select count(*) from private.record_tables) + 2)::integer);

select tests.create_user('Central', 'Central', place => 'central office'),
  tests.create_user('Regional', 'Regional', place => 'regional office'),
  tests.create_user('Provincial', 'Provincial');
select tests.put_rows(only_place => 'own');

-- The tested schedules. `start` and `end` are days from today in Manila. If both are null, there is no schedule. If
-- only `end` is null, the schedule has no end date.
create temporary table situations (name text, start integer, "end" integer, status text, other_kind boolean,
  region text, province text, is_open boolean)
on commit drop;
insert into situations values
  ('no schedule', null, null, 'OnGoing', false, null, null, false),
  ('not OnGoing', -5, 5, 'Closed', false, null, null, false),
  ('begins tomorrow', 1, 5, 'OnGoing', false, null, null, false),
  ('begins today', 0, 5, 'OnGoing', false, null, null, true),
  ('ends tomorrow', -5, 1, 'OnGoing', false, null, null, true),
  ('ends today', -5, 0, 'OnGoing', false, null, null, false),
  ('today alone', 0, 1, 'OnGoing', false, null, null, true),
  ('ended yesterday', -5, -1, 'OnGoing', false, null, null, false),
  ('no end date', -5, null, 'OnGoing', false, null, null, false),
  ('of the other kind only', -5, 5, 'OnGoing', true, null, null, false),
  ('for the region', -5, 5, 'OnGoing', false, 'Test Region A', null, true),
  ('for another region', -5, 5, 'OnGoing', false, 'Test Region B', null, false),
  ('for the office', -5, 5, 'OnGoing', false, 'Test Region A', 'Test Province A1', true),
  ('for another office of the region', -5, 5, 'OnGoing', false, 'Test Region A', 'Test Province A2', false);

create function pg_temp.try_situations() returns void language plpgsql as $$
declare
  s situations;
  kind_of_window text;
begin
  for s in select * from situations loop
    foreach kind_of_window in array array['target', 'accomplishment'] loop
      delete from public.report_schedules;
      if s.start is not null then
        perform tests.add_schedule(case when s.other_kind = (kind_of_window = 'target') then 'accomplishment'
          else 'target' end,
          tests.today() + s.start, tests.today() + s."end", s.region, s.province, s.status);
      end if;
      insert into tests.results
      select 'windows', r.table_name, c.caller, v.verb, concat_ws(', ', s.name, r.status),
        tests.expected(c, v.verb, r, s.is_open), tests.attempt(c.caller, tests.statement(v.verb, r))
      from tests.rows r, tests.callers c, (values ('insert'), ('update'), ('delete')) v (verb)
      where r.window_name = kind_of_window;
    end loop;
  end loop;
end
$$;
select pg_temp.try_situations();

select is(count(*), 14 * 3 * 3 * (select count(*) from tests.faces),
  'Coverage: Users of each level try to change rows of every table under each tested schedule.')
from tests.results;

select is(tests.disagreements('windows', t.table_name, c.caller, v.verb), '',
  format('%s: A user of the level %s gets the expected result of every %s statement under every schedule.',
  t.table_name, c.caller, v.verb))
from private.record_tables t, tests.callers c, (values ('insert'), ('update'), ('delete')) v (verb)
order by t.table_name, c.caller, v.verb;

-- Postgres refuses an impossible date, so the checks of schedules need not cover impossible dates.
select throws_ok($$ select tests.add_schedule('target', tests.today(), '2026-02-30') $$, '22008', null,
  'The database refuses a schedule with the end date February 30.');

select * from finish();
rollback;
