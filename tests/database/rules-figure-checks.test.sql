-- Tests the comparison of the figure tables with the rows (68_figure_checks.sql). One call of the function compares one
-- office.
begin;
select plan(22);

select tests.make_offices();
select tests.create_user('own', 'Provincial');
select tests.put_sample('arbo_masterlist', 'own', '{"arbo_id": "A-1", "arbo_name": "Alpha"}');
select tests.put_sample('arbo_masterlist', 'same region', '{"arbo_id": "B-1", "arbo_name": "Beta"}');
select tests.put_sample('participants', 'own', '{"arbo_id": "A-1"}');
create temp table offices as
  select 'Test Region A / Test Province A1' as own, 'Test Region A / Test Province A2' as neighbour;

-- Makes the last comparison of figures one minute older. Without this, the next comparison would be refused: it must
-- start half a minute later, but now() does not advance within a transaction.
create function pg_temp.wait_for_next() returns void language sql as $$
  update private.figure_checks set checked_at = checked_at - interval '1 minute'
$$;
create function pg_temp.check_all() returns void language plpgsql as $$
begin
  for n in 1 .. (select count(*) from public.offices) loop
    perform private.check_next_office();
    perform pg_temp.wait_for_next();
  end loop;
end
$$;
create function pg_temp.wrong() returns text language sql as $$ select wrong::text from private.figure_health() $$;
create function pg_temp.make_due(wanted text) returns void language sql as $$
  update private.figure_checks set checked_at = now() - interval '21 hours' where office = wanted
$$;

select is((select checked from private.figure_health()), 0,
  'On a new system, figure_health reports that no office''s dashboard figures have been checked.');
select isnt(private.check_next_office(), null,
  'check_next_office compares one office''s stored dashboard figures with the record rows.');
select is(private.check_next_office(), null,
  'check_next_office does nothing if its last comparison was less than half a minute ago.');
select pg_temp.wait_for_next();
select isnt(private.check_next_office(), null,
  'A minute after its last comparison, check_next_office compares another office.');
select pg_temp.check_all();
select is((select offices - checked from private.figure_health()), 0,
  'After as many calls as there are offices, check_next_office has checked every office.');
select is(pg_temp.wrong(), '{}',
  'If the stored dashboard figures agree with the rows, check_next_office finds no difference.');
select is(private.check_next_office(), null,
  'check_next_office does nothing if the dashboard figures of every office have been compared today.');

-- Adds a row while triggers are disabled, as a backup of a single table does when it is restored.
alter table public.arbo_masterlist disable trigger user;
insert into public.arbo_masterlist (arbo_name, region_name, province_name, process_stage)
values ('Restored', 'Test Region A', 'Test Province A1', 'Pending');
alter table public.arbo_masterlist enable trigger user;
select is((select count(*)::integer from private.figure_differences((select array[neighbour] from offices))), 0,
  'figure_differences reports no difference for an office whose own dashboard figures are right.');
select pg_temp.make_due(own) from offices;
select is(private.check_next_office(), own,
  'check_next_office compares the office whose last comparison is the oldest.') from offices;
select is(pg_temp.wrong(), array[own]::text,
  'If a row was added without the triggers that count it, check_next_office finds wrong figures only for its office.')
from offices;
select is(private.check_next_office(), null,
  'check_next_office does not check an office again right after finding wrong figures.');
select is(tests.answer_of_figures('own', 'select count(*) from public.marks'), '2',
  'After check_next_office finds a row that was not counted, the next refresh of the figures counts the row.');
update private.figure_checks set checked_at = now() - interval '11 minutes' where differences > 0;
select is(private.check_next_office(), own,
  'check_next_office checks an office again eleven minutes after it found wrong figures.') from offices;
select is(pg_temp.wrong(), '{}',
  'After wrong dashboard figures have been corrected, check_next_office finds no wrong figures.');
select is((select repaired::text from private.figure_health()), array[own]::text,
  'figure_health, which the health endpoint reports, names the office whose dashboard figures were repaired.')
  from offices;

-- Deletes a row that was never counted, and changes a count by hand.
alter table public.arbo_masterlist disable trigger user;
insert into public.arbo_masterlist (arbo_name, region_name, province_name, process_stage)
values ('Never counted', 'Test Region A', 'Test Province A1', 'Pending');
alter table public.arbo_masterlist enable trigger user;
delete from public.arbo_masterlist where arbo_name = 'Never counted';
select is(tests.answer_of_figures('own', 'select count(*) from public.marks'), '2',
  'Deleting a row that the dashboard figures never counted does not change the office''s figures.');
select private.refresh_figures();
update public.people_counts set n = n + 7;
select pg_temp.make_due(own) from offices;
select pg_temp.wait_for_next();
select private.check_next_office();
select is(pg_temp.wrong(), array[own]::text,
  'check_next_office finds a stored dashboard count that was changed by hand.') from offices;
select is(tests.answer_of_figures('own', 'select sum(n) from public.people_counts'), '1',
  'A wrong count that check_next_office found is corrected by the next refresh of the figures.');
select is(tests.try_as_owner('update public.people_counts set n = -1'),
  '23514', 'The table people_counts accepts no negative count.');

select is(tests.attempt('own', 'select private.check_next_office()'), '42501', 'A user cannot call check_next_office.');
select is(tests.attempt('own', 'select from private.figure_checks'), '42501',
  'A user cannot read the table figure_checks, which stores the comparisons of dashboard figures.');
select is(tests.attempt('own', 'select from private.figure_health()'), '42501',
  'A user cannot call figure_health, which summarizes the comparisons of dashboard figures.');

select * from finish();
rollback;
