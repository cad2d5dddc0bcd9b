-- Threat: through read_history, a user reads the history of another office's rows. This function reads the log, to
-- which no policy applies.
begin;
select plan(12);

select tests.create_callers();
select tests.set_windows('target', 'accomplishment');
select tests.put_rows();
create function pg_temp.entries(wanted text, table_name text, id bigint) returns text language sql as $$
  select tests.answer(wanted, format('select count(*) from private.read_history(%L, %s)', table_name, id))
$$;

select is_empty(
  $$ select r.table_name, c.caller, r.place from tests.rows r, tests.callers c
     where pg_temp.entries(c.caller, r.table_name, r.id) <> case when c.kind = 'anonymous' then '42501'
       when tests.in_scope(c.level, r.place) then '1' else '0' end $$,
  'A caller can read the history only of rows in the caller''s scope.');

create temporary table moving on commit drop as select id from tests.rows where table_name = 'arc_masterlist'
  and place = 'own';
select tests.perform_as('Central with Read+Edit+Delete',
  format($$ update public.arc_masterlist set remarks = 'secret of A1' where id = %s $$, (select id from moving)));
select tests.perform_as('Central with Read+Edit+Delete', format(
  $$ update public.arc_masterlist set region_name = 'Test Region B',
    province_name = 'Test Province B1' where id = %s $$, (select id from moving)));
select is(pg_temp.entries('Central with Read', 'arc_masterlist', id), '3',
  'A Central user reads all log entries of a row that moved to another office.') from moving;
select is(pg_temp.entries('Provincial with Read', 'arc_masterlist', id), '2',
  'After a row moves, a user of the former office can read only the row''s log entries from before the move.')
  from moving;
select tests.create_user('receiver', 'Provincial', '{Read}', 'other region');
select is(pg_temp.entries('receiver', 'arc_masterlist', id), '1',
  'After a row moves, a user of the new office can''t read the row''s log entries from before the move.')
  from moving;

-- The users who could read a row can read its history after the row is deleted.
create temporary table deleted on commit drop as select id from tests.rows where table_name = 'arbo_masterlist'
  and place = 'own';
delete from public.arbo_masterlist where id in (select id from deleted);
select is(pg_temp.entries('Provincial with Read', 'arbo_masterlist', id), '2',
  'A user reads the history of a deleted row of their office.') from deleted;
select is(pg_temp.entries('receiver', 'arbo_masterlist', id), '0',
  'A user can''t read the history of a deleted row of another office.') from deleted;

-- Tests the history of reference records, which belong to no office.
create temporary table project on commit drop as select tests.put_sample('project_list', null) as id;
select is(pg_temp.entries('Provincial with nothing', 'project_list', id), '1',
  'A Provincial user without any rights can read the history of a project.') from project;
select is(pg_temp.entries('no profile', 'project_list', id), '0',
  'A caller without a profile can''t read the history of a project.') from project;
select is(pg_temp.entries('Provincial with Read', 'project_list'' or true --', id), '0',
  'A caller can''t inject an SQL condition into the query of read_history through the table name.') from project;
select is(tests.answer('Provincial with Read', 'select count(*) from private.user_log'), '42501',
  'A user can''t read the log table, private.user_log, directly.');

-- If an update changes only sensitive values, its entry has no changes for a user without the Sensitive right.
select tests.create_user('cleared', 'Provincial', '{Read,Edit,Sensitive}');
create temporary table person on commit drop as select id from tests.rows where table_name = 'participants'
  and place = 'own';
update public.participants set is_pwd = 'No' where id = (select id from person);
-- The first edit sets the row's status to Updated, so the next edit does not change it.
select tests.perform_as('cleared', format('update public.participants set remarks = ''seen'' where id = %s', id))
  from person;
select tests.perform_as('cleared', format('update public.participants set is_pwd = ''Yes'' where id = %s', id))
  from person;
select is(tests.answer(caller,
  format('select coalesce(h.changes::text, ''nothing'') from private.read_history(''participants'', %s) h limit 1',
  id)), wanted,
  format('The user "%s" sees these changes in the history of a changed sensitive value: %s', caller, wanted))
from person, (values ('cleared', '{"is_pwd": ["No", "Yes"]}'), ('Provincial with Read', 'nothing')) w (caller, wanted);

select * from finish();
rollback;
