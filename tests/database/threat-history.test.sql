-- Threat: reading about rows of another office through read_history, which reads the log past the policies.
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
  'every caller reads the history of the rows of their scope and of no others, in every record table');

create temporary table moving on commit drop as select id from tests.rows where table_name = 'arc_masterlist'
  and place = 'own';
select tests.perform_as('Central with Read+Edit+Delete',
  format($$ update public.arc_masterlist set remarks = 'secret of A1' where id = %s $$, (select id from moving)));
select tests.perform_as('Central with Read+Edit+Delete', format(
  $$ update public.arc_masterlist set region_name = 'Test Region B',
    province_name = 'Test Province B1' where id = %s $$, (select id from moving)));
select is(pg_temp.entries('Central with Read', 'arc_masterlist', id), '3',
  'Central reads everything about a row that moved') from moving;
select is(pg_temp.entries('Provincial with Read', 'arc_masterlist', id), '2',
  'the office that a row left reads what happened while it had the row') from moving;
select tests.create_user('receiver', 'Provincial', '{Read}', 'other region');
select is(pg_temp.entries('receiver', 'arc_masterlist', id), '1',
  'the office that a row came to reads what happened since it has the row') from moving;

-- A deleted row is gone, its history is not, and is read by the same people.
create temporary table deleted on commit drop as select id from tests.rows where table_name = 'arbo_masterlist'
  and place = 'own';
delete from public.arbo_masterlist where id in (select id from deleted);
select is(pg_temp.entries('Provincial with Read', 'arbo_masterlist', id), '2',
  'the history of a deleted row is read by its office') from deleted;
select is(pg_temp.entries('receiver', 'arbo_masterlist', id), '0', 'and by no other') from deleted;

-- Reference records belong to no office.
create temporary table project on commit drop as select tests.put_sample('project_list', null) as id;
select is(pg_temp.entries('Provincial with nothing', 'project_list', id), '1',
  'a caller with a level reads the history of a project') from project;
select is(pg_temp.entries('no profile', 'project_list', id), '0', 'a caller without profile does not') from project;
select is(pg_temp.entries('Provincial with Read', 'project_list'' or true --', id), '0',
  'a table name cannot add a condition') from project;
select is(tests.answer('Provincial with Read', 'select count(*) from private.user_log'), '42501',
  'the log itself cannot be read');

-- Without the right Sensitive a write of sensitive values alone looks like one that changed nothing.
select tests.create_user('cleared', 'Provincial', '{Read,Edit,Sensitive}');
create temporary table person on commit drop as select id from tests.rows where table_name = 'participants'
  and place = 'own';
update public.participants set is_pwd = 'No' where id = (select id from person);
-- An edit makes the row Updated; the next one does not change that any more.
select tests.perform_as('cleared', format('update public.participants set remarks = ''seen'' where id = %s', id))
  from person;
select tests.perform_as('cleared', format('update public.participants set is_pwd = ''Yes'' where id = %s', id))
  from person;
select is(tests.answer(caller,
  format('select coalesce(h.changes::text, ''nothing'') from private.read_history(''participants'', %s) h limit 1',
  id)), wanted, caller || ' reads ' || wanted)
from person, (values ('cleared', '{"is_pwd": ["No", "Yes"]}'), ('Provincial with Read', 'nothing')) w (caller, wanted);

select * from finish();
rollback;
