-- Threat: a user learns from the user log about rows or values that they may not see, or writes false entries.
begin;
select plan(41);

select tests.create_user('chief', 'Central', '{Read,Edit,Delete,Sensitive}', 'central office', '{users}'),
  tests.create_user('plain chief', 'Central', '{Read}', 'central office', '{users}'),
  tests.create_user('regional chief', 'Regional', '{Read}', 'regional office', '{users}'),
    tests.create_user('encoder', 'Provincial', '{Read,Edit,Delete}'),
  tests.create_user('central reader', 'Central', '{Read}', 'central office');
select tests.set_windows('target', 'accomplishment');
select tests.put_rows();
create function pg_temp.read(caller text, filters jsonb default '{}', words text default null) returns text language sql
  as $$
  select tests.answer(caller,
    format('select private.read_log(%L, null, null, %L, false, 1000, 0, 10000) ->> ''total''', filters,
    (select jsonb_agg(jsonb_build_array(jsonb_build_array('%' || word || '%')))
      from regexp_split_to_table(words, '\s+') word)))
$$;

select is(pg_temp.read('encoder'), 'AG003',
  'A Provincial user without the route permission "users" can''t read the user log.');
select is(pg_temp.read('central reader'), 'AG003',
  'A Central user without the route permission "users" can''t read the user log.');
select is(pg_temp.read('chief', '{"form_name": ["arbo_masterlist"], "action": ["Insert"]}'),
  (select count(*)::text from private.user_log where form_name = 'arbo_masterlist' and action = 'Insert'),
  'A Central administrator can read the log entries of all offices.');
select is(pg_temp.read('regional chief',
  '{"form_name": ["arbo_masterlist"], "office": ["Test Region B / Test Province B1"]}'), '0',
  'A Regional administrator can''t read the log entries of another region.');
select is(pg_temp.read('regional chief',
  '{"form_name": ["arbo_masterlist"], "office": ["Test Region A / Test Province A2"]}'), '1',
  'A Regional administrator can read the log entries of their region''s provinces.');
select is(pg_temp.read('regional chief', '{"form_name": ["uac"]}'), '0',
  'A Regional administrator can''t read log entries about roles.');
select is(pg_temp.read('chief', '{"form_name": ["x'' or true --"]}'), '0',
  'If a filter value contains SQL code, read_log treats the value as plain text.');
select is(pg_temp.read('chief', '{}', 'x'' or true --'), '0',
  'If a search word contains SQL code, read_log treats the word as plain text.');
select is(pg_temp.read('chief', '{"form_name or true --": ["x"]}'), pg_temp.read('chief'),
  'read_log ignores an unknown filter.');

-- A request for all entries at once gets no entries if there are too many.
create function pg_temp.read_all(most bigint) returns text language sql as $$
  select tests.answer('chief', format('select jsonb_array_length(a -> ''rows'') || '' of '' || (a ->> ''total'')
    from private.read_log(''{"form_name": ["arbo_masterlist"], "action": ["Insert"]}'', null, null, null, false, %s,
      null, 10000) a', most))
$$;
select is(pg_temp.read_all(n), n || ' of ' || n,
  'If as many entries match as the limit allows, read_log returns all matching entries.')
from (select count(*) as n from private.user_log where form_name = 'arbo_masterlist' and action = 'Insert') c;
select is(pg_temp.read_all(n - 1), '0 of ' || n,
  'If more entries match than the limit allows, read_log returns only their number and no entries.')
from (select count(*) as n from private.user_log where form_name = 'arbo_masterlist' and action = 'Insert') c;

-- Only users with the Sensitive right read sensitive values in the log. The first update sets the status to Updated, so
-- the second changes only the birthday.
select tests.perform_as('encoder', format('update public.participants set remarks = ''seen'' where id = %s', id))
  from tests.rows where table_name = 'participants' and place = 'own';
select tests.perform_as('encoder', format('update public.participants set birthday = ''1990-01-31'' where id = %s', id))
  from tests.rows where table_name = 'participants' and place = 'own';
create function pg_temp.birthdays(caller text) returns text language sql as $$
  select tests.answer(caller,
    'select count(*)
    from jsonb_array_elements(private.read_log(''{"form_name": ["participants"], "action": ["Update"]}'', null, null,
    null, false, 10, 0, 10) -> ''rows'') e where e -> ''changes'' ? ''birthday''')
$$;
select is(pg_temp.birthdays('chief'), '1',
  'A user with the Sensitive right sees in the log how a birthday was changed.');
select is(pg_temp.birthdays('plain chief'), '0',
  'A user without the Sensitive right can''t see in the log how a birthday was changed.');
select is(pg_temp.read('chief', '{"form_name": ["participants"]}', '1990-01-31'), '1',
  'A user with the Sensitive right can search the log for a birthday and finds the entry that changed it.');
select is(pg_temp.read('plain chief', '{"form_name": ["participants"]}', '1990-01-31'), '0',
  'A user without the Sensitive right who searches the log for a birthday does not find the entry that changed it.');
select is(pg_temp.read('plain chief', '{"form_name": ["participants"]}', 'birthday'), '0',
  'A user without the Sensitive right who searches the log for the column name "birthday" finds no entries.');
select is(tests.answer('plain chief',
  'select count(*)
  from jsonb_array_elements(private.read_log(''{"form_name": ["participants"], "action": ["Update"]}'', null, null,
  null, false, 10, 0, 10) -> ''rows'') e where e -> ''changes'' = ''null'''), '1',
  'In a log entry that changed only sensitive values, a user without the Sensitive right sees no values.');

-- The log entry of an export contains the export's filters, which can contain sensitive values at any depth.
select tests.perform_as('chief', format($$ select private.log_export('participants', 'export', %L, 1) $$, filters))
from unnest(array['{"birthday": "1971-02-03", "sex": "Female"}',
  '{"searchData": {"birthday": ["1971-02-03"], "is_pwd": "Yes"}, "sex": "Female"}',
  '{"a": [{"b": {"age": 54, "birthday": "1971-02-03"}}], "sex": "Female"}']) filters;
create function pg_temp.exports(caller text) returns text language sql as $$
  select tests.answer(caller,
    'select jsonb_agg(e -> ''changes'' -> ''filters'' -> 1 order by e -> ''id'')
    from jsonb_array_elements(private.read_log(''{"action": ["export"]}'', null, null, null, false, 10, 0,
    10) -> ''rows'') e')
$$;
select is(pg_temp.exports('plain chief')::jsonb,
  '[{"sex": "Female"}, {"sex": "Female", "searchData": {}}, {"a": [{"b": {}}], "sex": "Female"}]',
  'In the log entry of an export, a user without the Sensitive right does not see filters on sensitive fields.');
select ok(pg_temp.exports('chief') like '%1971-02-03%1971-02-03%1971-02-03%',
  'In the log entry of an export, a user with the Sensitive right sees the filters on sensitive fields.');
select is(pg_temp.read('plain chief', '{"action": ["export"]}', word), wanted,
  format('A user without the Sensitive right who searches the logged exports for "%s" finds this number of entries: %s',
  word, wanted))
from (values ('1971-02-03', '0'), ('birthday', '0'), ('is_pwd', '0'), ('Female', '3')) w (word, wanted);
select is(pg_temp.read('chief', '{"action": ["export"]}', '1971-02-03'), '3',
  'A user with the Sensitive right who searches the log for a birthday finds exports that were filtered by it.');

-- Tests log entries that clients report.
create function pg_temp.report(caller text, entry jsonb) returns text language sql as $$
  select tests.answer(caller, format('select private.register_entries(%L)', jsonb_build_array(entry)))
$$;
select is(((pg_temp.report('encoder',
  '{"form_name": "arbo_masterlist", "action": "Export", "user_name": "chief",
  "user_id": "00000000-0000-0000-0000-000000000000",
  "region_name": "Test Region B"}')::jsonb) -> 0) - array['id', 'at'],
  (select jsonb_build_object('user_id', u.id, 'subject', u.id, 'user_name', u.username, 'user_role', u.roles,
    'form_name', 'arbo_masterlist', 'action', 'Export', 'status', null, 'row_id', null, 'changes', null,
     'region_name', u.region_name, 'province_name', u.province_name, 'muncity_name', null, 'office', u.office, 'source',
       'client', 'api_token', null) from public.users u where u.name = 'encoder'),
  'If a client sends another user''s id, register_entries still stores the id of the signed-in user.');
select tests.create_user('without profile', null);
select is(pg_temp.report('without profile', '{"form_name": "x", "action": "x"}'), '[]',
  'A caller without a profile can''t add a log entry with register_entries.');
select tests.perform_as('encoder',
  format($$ select private.register_entries('[{"form_name": "arbo_masterlist", "action": "Delete"}]') $$));
select is(tests.answer('encoder',
  format('select count(*) from private.read_history(''arbo_masterlist'', %s) where action = ''Delete''', id)), '0',
  'If a client adds an entry "Delete" for a table with register_entries, no row''s history shows this entry.')
from tests.rows where table_name = 'arbo_masterlist' and place = 'own';

select tests.create_user('roleless', 'Provincial');
update public.users set roles = 'a role of no entry' where name = 'roleless';
select is(pg_temp.report('roleless', '{"form_name": "x", "action": "x"}'), '[]',
  'A user whose role does not exist can''t add a log entry with register_entries.');

-- Tests the limit on the number of log entries that a client can report per user and minute.
select tests.create_user('talker', 'Provincial');
create function pg_temp.report_many(times integer, caller text default 'talker') returns text language sql as $$
  select tests.attempt(caller, format('select private.register_entries(%L)',
    (select jsonb_agg('{"form_name": "x", "action": "x"}'::jsonb) from generate_series(1, times))))
$$;
select tests.perform_as('talker',
  format('select private.register_entries(%L)',
  (select jsonb_agg('{"form_name": "x", "action": "x"}'::jsonb) from generate_series(1, 100))));
select is(pg_temp.report_many(100), 'done', 'A user can add 200 log entries with register_entries within a minute.');
select is(pg_temp.report_many(101), 'AG005',
  'A user can''t add more than 200 log entries with register_entries within a minute.');
select is(pg_temp.report_many(101, 'encoder'), 'done',
  'After one user has reached the limit of register_entries, another user can still add log entries.');
update private.user_log set at = now() - interval '61 seconds'
  where user_name = (select username from public.users where name = 'talker');
select is(pg_temp.report_many(101), 'done',
  'A user who has reached the limit of register_entries can add log entries again after a minute.');

-- Tests the log entries of changes to users, roles and schedules.
select tests.perform_as('chief', format('select private.change_profile(%L, ''{"position": "Clerk"}'')', user_id))
  from tests.callers where caller = 'encoder';
select is(jsonb_build_array(l.form_name, l.action, l.changes, l.user_name, l.subject),
  (select jsonb_build_array('users', 'Update', '{"position": [null, "Clerk"]}'::jsonb, a.username, u.id)
    from public.users u, public.users a where u.name = 'encoder' and a.name = 'chief'),
  'The log entry of a changed user profile shows the change, the administrator and the user.')
  from private.user_log l
    order by id desc limit 1;
select tests.perform_as('chief',
  format('update public.uac set roletype = ''Renamed''
  where id = (select uac_id from public.users where name = ''encoder'')'));
select is(jsonb_build_array(l.form_name, l.changes), '["uac", {"roletype": ["Tester", "Renamed"]}]',
  'When an administrator changes a role, the log gets an entry for the change.')
  from private.user_log l order by id desc limit 1;
select tests.perform_as('chief', 'update public.report_schedules set end_date = end_date + 1 where form = ''target''');
select is(l.form_name || ' ' || l.action, 'report_schedules Update',
  'The log has an entry for a changed schedule.') from private.user_log l
  order by id desc limit 1;
select is(count(*), 0::bigint,
  'The changes that the log stores never contain the word "password", "secret" or "encrypted".')
  from private.user_log
  where changes::text ~* 'password|secret|encrypted';

-- Only administrators can read the history of a role entry (a row of public.uac).
create function pg_temp.history(caller text) returns text language sql as $$
  select tests.answer(caller,
    format('select count(*) from private.read_history(''uac'', %s)',
    (select uac_id from public.users where name = 'encoder')))
$$;
select is(pg_temp.history('chief'), '2', 'An administrator can read the history of a role.');
select is(pg_temp.history('central reader'), '0',
  'A Central user without the route permission "users" can''t read the history of a role.');
select is(pg_temp.history('encoder'), '0',
  'A Provincial user without the route permission "users" can''t read the history of their own role.');
select isnt(tests.answer('encoder',
  format('select count(*) from private.read_history(''report_schedules'', %s)',
  (select max(id) from public.report_schedules))), '0',
  'Every user can read the history of a schedule.');
select is(tests.answer('chief', 'select private.log_event(auth.uid(), ''Sign in'')'), '42501',
  'A user can''t call log_event, the database function that writes log entries.');

select * from finish();
rollback;
