-- Threat: a user exports lists of personal data without a log entry, or falsifies the log of exports.
begin;
select plan(9);

select tests.create_user('taker', 'Provincial', '{Read}'), tests.create_user('no profile', null);
create temporary table before on commit drop as select coalesce(max(id), 0) as id from private.user_log;
create function pg_temp.entry() returns private.user_log language sql as $$
  select l.* from private.user_log l, before b where l.id > b.id order by l.id desc limit 1
$$;

select tests.perform_as('taker', $$ select private.log_export('participants', 'export', '{"sex": "Female"}', 312) $$);
select is(action, 'export', 'The user log has an entry for each export of personal data.') from pg_temp.entry();
select is(changes, '{"purpose": [null, "export"], "filters": [null, {"sex": "Female"}], "rows": [null, 312]}',
  'The log entry of an export contains the filters and the number of rows.') from pg_temp.entry();
select is((select array[e.user_id::text, e.user_name, e.user_role, e.form_name, e.region_name, e.province_name]
  from pg_temp.entry() e),
  (select array[u.id::text, u.username, u.roles, 'participants', u.region_name, u.province_name] from public.users u
    where u.name = 'taker'), 'The log entry of an export contains the name and office of the exporting user.');
select ok(at > now() - interval '1 minute',
  'The log entry of an export has the time of the export.') from pg_temp.entry();
select is(tests.attempt('no profile', $$ select private.log_export('participants', 'export', '{}', 1) $$), '42501',
  'A caller without a user profile can''t add a log entry for an export.');
select is(tests.attempt('taker', $$ select private.log_export('arbo_masterlist', 'export', '{}', 1) $$), '42P01',
  'The function log_export refuses a table without personal data.');
select is(tests.attempt('taker', statement), '42501',
  'A user can''t run this statement on the user log: ' || statement) from (values
  ('update private.user_log set changes = null'), ('delete from private.user_log'),
  ('insert into private.user_log (form_name, action) values (''participants'', ''export'')')) s (statement);

select * from finish();
rollback;
