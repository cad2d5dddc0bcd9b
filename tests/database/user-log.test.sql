-- Tests the user log. For each changed row, it has one entry with the user who made the change and the values before
-- and after.
begin;
select plan(21);

select tests.create_user('encoder', 'Provincial', '{Read,Edit,Delete,Approve,Approve own}'),
  tests.create_user('chief', 'Central', '{Read,Edit,Delete,Approve}', place => 'central office');
select tests.set_windows('target', 'accomplishment');
select tests.empty_tables();
create temporary table before on commit drop as select coalesce(max(id), 0) as id from private.user_log;
create function pg_temp.entries(wanted_action text) returns setof private.user_log language sql as $$
  select l.* from private.user_log l, before b where l.id > b.id and l.action = wanted_action order by l.id
$$;

select tests.perform_as('encoder',
  $$ insert into public.arbo_masterlist (arbo_id, arbo_name, region_name, province_name, muncity_name, status)
  select 'ID ' || n, 'Name ' || n, 'Test Region A', 'Test Province A1', 'Town',
    'Target' from generate_series(1, 3) n $$);
select is(count(*), 3::bigint, 'An insert of three rows writes three log entries.')
  from pg_temp.entries('Insert');
select is((select array_agg(row_id order by row_id) from pg_temp.entries('Insert')),
  (select array_agg(id order by id) from public.arbo_masterlist), 'Each inserted row has one log entry.');
select is(
  (select distinct array[e.user_id::text, e.user_name, e.user_role, e.form_name, e.region_name, e.province_name,
    e.muncity_name, e.status] from pg_temp.entries('Insert') e),
  (select array[u.id::text, u.username, u.roles, 'arbo_masterlist', 'Test Region A', 'Test Province A1', 'Town',
    'Target'] from public.users u where u.name = 'encoder'),
  'The log entry of an insert contains the row''s table and place and the user who inserted the row.');
select ok(bool_and(changes is null), 'In the log entry of an insert, the column "changes" is null.')
  from pg_temp.entries('Insert');

select tests.perform_as('encoder', $$ update public.arbo_masterlist set total_member = 12, remarks = 'counted',
  arbo_name = arbo_name where arbo_id = 'ID 1' $$);
select is(changes, '{"total_member": [null, 12], "remarks": [null, "counted"]}',
  'The log entry of an update has only the changed fields, with the values before and after.')
  from pg_temp.entries('Update');
select tests.perform_as('encoder', $$ update public.arbo_masterlist set total_member = null where arbo_id = 'ID 1' $$);
select is(changes, '{"total_member": [12, null]}',
  'If an update empties a field, the log entry has null as the new value of the field.')
  from pg_temp.entries('Update') order by id desc limit 1;
select tests.perform_as('encoder', $$ update public.arbo_masterlist set remarks = 'all' $$);
select is(count(*), 5::bigint, 'An update of three rows writes three log entries.')
  from pg_temp.entries('Update');

select tests.perform_as('encoder',
  $$ update public.arbo_masterlist set process_stage = 'Approved' where arbo_id = 'ID 1' $$);
select is(changes, '{"process_stage": [null, "Approved"]}', 'The log entry of an approval has the action "Approve".')
  from pg_temp.entries('Approve');
select tests.perform_as('chief',
  $$ update public.arbo_masterlist set process_stage = 'Pending' where arbo_id = 'ID 1' $$);
select is(changes, '{"process_stage": ["Approved", "Pending"]}',
  'The log entry of a row that is set back to "Pending" has the action "Set back".')
  from pg_temp.entries('Set back');
select is(user_name, (select username from public.users where name = 'chief'),
  'The log entry of a row that is set back to "Pending" names the user who set it back.')
  from pg_temp.entries('Set back');

select tests.perform_as('encoder', $$ delete from public.arbo_masterlist where arbo_id in ('ID 2', 'ID 3') $$);
select is(count(*), 2::bigint, 'A delete of two rows writes two log entries.')
  from pg_temp.entries('Delete');
select is(changes ->> 'arbo_name', '["Name 2", null]',
  'The log entry of a deletion contains the values of the deleted row.')
  from pg_temp.entries('Delete') limit 1;
select is(changes ? 'total_asset', false, 'The log entry of a deletion omits the empty fields of the deleted row.')
from pg_temp.entries('Delete') limit 1;

-- Statements that change no row write no log entries.
create temporary table quiet on commit drop as select max(id) as id from private.user_log;
select tests.perform_as('encoder',
  $$ update public.arbo_masterlist set remarks = 'no row' where arbo_id = 'no such' $$);
select tests.attempt('encoder', $$ update public.arbo_masterlist set region_name = 'Test Region B',
  province_name = 'Test Province B1' $$);
select is((select max(id) from private.user_log), (select id from quiet),
  'An update that matches no row or that a policy refuses adds no log entry.');

-- A change and its log entry belong to the same transaction.
savepoint undone;
select tests.perform_as('encoder', $$ update public.arbo_masterlist set remarks = 'undone' $$);
select is((select count(*) from private.user_log l, quiet q where l.id > q.id), 1::bigint,
  'The log entry of a change exists even before the transaction of the change commits.');
rollback to savepoint undone;
select is((select count(*) from private.user_log l, quiet q where l.id > q.id), 0::bigint,
  'When a change is rolled back, its log entry is rolled back too.');

-- Every table that callers can write has the log triggers, including reference tables.
select is_empty(
  $$ select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and (has_any_column_privilege('authenticated', c.oid, 'insert, update')
         or has_table_privilege('authenticated', c.oid, 'delete'))
       and (select count(*) from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = 'private.log_statement'::regproc
         and t.tgenabled = 'O') < 3
       -- Saved views have a single log trigger for insert, update and delete. This trigger leaves out the filters of a
       -- view.
       and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = 'private.log_saved_view'::regproc
         and t.tgenabled = 'O' and t.tgtype & 28 = 28) $$,
  'Every table that signed-in users can write to has triggers that add entries to the user log.');
select tests.create_user('list keeper', 'Provincial', routes => '{dropdowns}');
select tests.perform_as('list keeper',
  $$ insert into public.dropdown_values (list, type) values ('fund-source', 'Test source') $$);
select tests.perform_as('list keeper',
  $$ update public.dropdown_values set type = 'Test source 2' where type = 'Test source' $$);
select is(count(*), 1::bigint, 'The log has an entry for a new dropdown value.')
  from pg_temp.entries('Insert')
  where form_name = 'dropdown_values';
select is(changes, '{"type": ["Test source", "Test source 2"]}',
  'The log entry of a changed dropdown value has the values before and after.')
from pg_temp.entries('Update')
  where form_name = 'dropdown_values';
select is(user_id, (select id from public.users where name = 'list keeper'),
  'The row of a new dropdown value stores the user who added the value.')
  from public.dropdown_values where type = 'Test source 2';

select is(
  (select array_agg(h.action order by h.ordinality) from rows from (private.read_history('arbo_masterlist', -1)) with
    ordinality h), null,
  'For a row without log entries, read_history returns no entries.');

select * from finish();
rollback;
