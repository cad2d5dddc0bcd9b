-- The user log: one entry a row and event, by the right author, with what changed from what to what.
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
select is(count(*), 3::bigint, 'an insert of three rows makes three entries') from pg_temp.entries('Insert');
select is((select array_agg(row_id order by row_id) from pg_temp.entries('Insert')),
  (select array_agg(id order by id) from public.arbo_masterlist), 'one for each row');
select is(
  (select distinct array[e.user_id::text, e.user_name, e.user_role, e.form_name, e.region_name, e.province_name,
    e.muncity_name, e.status] from pg_temp.entries('Insert') e),
  (select array[u.id::text, u.username, u.roles, 'arbo_masterlist', 'Test Region A', 'Test Province A1', 'Town',
    'Target'] from public.users u where u.name = 'encoder'),
  'each says who, in which role, what and where');
select ok(bool_and(changes is null), 'an insert needs no values before and after') from pg_temp.entries('Insert');

select tests.perform_as('encoder', $$ update public.arbo_masterlist set total_member = 12, remarks = 'counted',
  arbo_name = arbo_name where arbo_id = 'ID 1' $$);
select is(changes, '{"total_member": [null, 12], "remarks": [null, "counted"]}',
  'a change is logged with the changed fields only, before and after') from pg_temp.entries('Update');
select tests.perform_as('encoder', $$ update public.arbo_masterlist set total_member = null where arbo_id = 'ID 1' $$);
select is(changes, '{"total_member": [12, null]}', 'a value that is emptied is logged with null after')
  from pg_temp.entries('Update') order by id desc limit 1;
select tests.perform_as('encoder', $$ update public.arbo_masterlist set remarks = 'all' $$);
select is(count(*), 5::bigint, 'a change of three rows makes three entries more') from pg_temp.entries('Update');

select tests.perform_as('encoder',
  $$ update public.arbo_masterlist set process_stage = 'Approved' where arbo_id = 'ID 1' $$);
select is(changes, '{"process_stage": [null, "Approved"]}', 'an approval is logged as such')
  from pg_temp.entries('Approve');
select tests.perform_as('chief',
  $$ update public.arbo_masterlist set process_stage = 'Pending' where arbo_id = 'ID 1' $$);
select is(changes, '{"process_stage": ["Approved", "Pending"]}', 'as is setting it back')
  from pg_temp.entries('Set back');
select is(user_name, (select username from public.users where name = 'chief'), 'under the name of whoever did it')
  from pg_temp.entries('Set back');

select tests.perform_as('encoder', $$ delete from public.arbo_masterlist where arbo_id in ('ID 2', 'ID 3') $$);
select is(count(*), 2::bigint, 'a delete of two rows makes two entries') from pg_temp.entries('Delete');
select is(changes ->> 'arbo_name', '["Name 2", null]', 'each keeps the values that are gone')
  from pg_temp.entries('Delete') limit 1;
select is(changes ? 'total_asset', false, 'and not those that never were') from pg_temp.entries('Delete') limit 1;

-- What did not happen is not logged.
create temporary table quiet on commit drop as select max(id) as id from private.user_log;
select tests.perform_as('encoder',
  $$ update public.arbo_masterlist set remarks = 'nobody' where arbo_id = 'no such' $$);
select tests.attempt('encoder', $$ update public.arbo_masterlist set region_name = 'Test Region B',
  province_name = 'Test Province B1' $$);
select is((select max(id) from private.user_log), (select id from quiet),
  'a change of no row and a refused one leave no entry');

-- Entries before and after belong to the same transaction as the change.
savepoint undone;
select tests.perform_as('encoder', $$ update public.arbo_masterlist set remarks = 'undone' $$);
select is((select count(*) from private.user_log l, quiet q where l.id > q.id), 1::bigint,
  'a change has its entry at once');
rollback to savepoint undone;
select is((select count(*) from private.user_log l, quiet q where l.id > q.id), 0::bigint,
  'and takes it along when it is undone');

-- Every table that callers can write has the triggers; reference records are logged like office records.
select is_empty(
  $$ select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and (has_any_column_privilege('authenticated', c.oid, 'insert, update')
         or has_table_privilege('authenticated', c.oid, 'delete'))
       and (select count(*) from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = 'private.log_statement'::regproc
         and t.tgenabled = 'O') < 3
       -- Saved views have a trigger of their own for all three verbs, which leaves out what they filter by.
       and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = 'private.log_saved_view'::regproc
         and t.tgenabled = 'O' and t.tgtype & 28 = 28) $$,
  'every table that callers can write is logged');
select tests.create_user('list keeper', 'Provincial', routes => '{dropdowns}');
select tests.perform_as('list keeper',
  $$ insert into public.dropdown_values (list, type) values ('fund-source', 'Test source') $$);
select tests.perform_as('list keeper',
  $$ update public.dropdown_values set type = 'Test source 2' where type = 'Test source' $$);
select is(count(*), 1::bigint, 'a new list value is logged') from pg_temp.entries('Insert')
  where form_name = 'dropdown_values';
select is(changes, '{"type": ["Test source", "Test source 2"]}', 'and a changed one') from pg_temp.entries('Update')
  where form_name = 'dropdown_values';
select is(user_id, (select id from public.users where name = 'list keeper'), 'a list value remembers who added it')
  from public.dropdown_values where type = 'Test source 2';

select is(
  (select array_agg(h.action order by h.ordinality) from rows from (private.read_history('arbo_masterlist', -1)) with
    ordinality h), null,
  'a row without entries has no history');

select * from finish();
rollback;
