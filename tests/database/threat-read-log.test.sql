-- Threat: learning from the log what one may not see, and writing into it what is not so.
begin;
select plan(39);

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

select is(pg_temp.read('encoder'), 'AG003', 'somebody without the route users does not read the log');
select is(pg_temp.read('central reader'), 'AG003', 'at no level');
select is(pg_temp.read('chief', '{"form_name": ["arbo_masterlist"], "action": ["Insert"]}'),
  (select count(*)::text from private.user_log where form_name = 'arbo_masterlist' and action = 'Insert'),
  'the central office reads the entries of all offices');
select is(pg_temp.read('regional chief',
  '{"form_name": ["arbo_masterlist"], "office": ["Test Region B / Test Province B1"]}'), '0',
  'a region does not read those of another');
select is(pg_temp.read('regional chief',
  '{"form_name": ["arbo_masterlist"], "office": ["Test Region A / Test Province A2"]}'), '1',
  'but those of its own provinces');
select is(pg_temp.read('regional chief', '{"form_name": ["uac"]}'), '0',
  'entries about roles belong to the central office');
select is(pg_temp.read('chief', '{"form_name": ["x'' or true --"]}'), '0', 'a filter cannot add a condition');
select is(pg_temp.read('chief', '{}', 'x'' or true --'), '0', 'nor can a search');
select is(pg_temp.read('chief', '{"form_name or true --": ["x"]}'), pg_temp.read('chief'),
  'and a filter that is none is left out');

-- Sensitive values are for the right alone. The first edit makes the row Updated, the next one changes that no more.
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
select is(pg_temp.birthdays('chief'), '1', 'a birthday in the log is read with the right Sensitive');
select is(pg_temp.birthdays('plain chief'), '0', 'and not without');
select is(pg_temp.read('chief', '{"form_name": ["participants"]}', '1990-01-31'), '1',
  'a search finds it with the right');
select is(pg_temp.read('plain chief', '{"form_name": ["participants"]}', '1990-01-31'), '0',
  'and not without: the number of entries found tells nothing');
select is(pg_temp.read('plain chief', '{"form_name": ["participants"]}', 'birthday'), '0', 'nor that there is one');
select is(tests.answer('plain chief',
  'select count(*)
  from jsonb_array_elements(private.read_log(''{"form_name": ["participants"], "action": ["Update"]}'', null, null,
  null, false, 10, 0, 10) -> ''rows'') e where e -> ''changes'' = ''null'''), '1',
  'a write of sensitive values alone looks like one that changed nothing');

-- Also inside what an export was filtered by, at any depth.
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
  'what an export was filtered by is read without what is sensitive');
select ok(pg_temp.exports('chief') like '%1971-02-03%1971-02-03%1971-02-03%', 'and in full with the right');
select is(pg_temp.read('plain chief', '{"action": ["export"]}', word), wanted,
  format('a search for %s finds %s without the right', word, wanted))
from (values ('1971-02-03', '0'), ('birthday', '0'), ('is_pwd', '0'), ('Female', '3')) w (word, wanted);
select is(pg_temp.read('chief', '{"action": ["export"]}', '1971-02-03'), '3', 'and all of them with it');

-- Clients report about themselves.
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
  'an entry from a client is about its own user, and says that it is from a client');
select tests.create_user('nobody yet', null);
select is(pg_temp.report('nobody yet', '{"form_name": "x", "action": "x"}'), '[]',
  'somebody without a role reports nothing');
select tests.perform_as('encoder',
  format($$ select private.register_entries('[{"form_name": "arbo_masterlist", "action": "Delete"}]') $$));
select is(tests.answer('encoder',
  format('select count(*) from private.read_history(''arbo_masterlist'', %s) where action = ''Delete''', id)), '0',
  'and nothing that a client reports is in the history of a row')
from tests.rows where table_name = 'arbo_masterlist' and place = 'own';

select tests.create_user('roleless', 'Provincial');
update public.users set roles = 'a role of no entry' where name = 'roleless';
select is(pg_temp.report('roleless', '{"form_name": "x", "action": "x"}'), '[]',
  'nor does somebody whose role names no entry');

-- And not without end.
select tests.create_user('talker', 'Provincial');
create function pg_temp.report_many(times integer, caller text default 'talker') returns text language sql as $$
  select tests.attempt(caller, format('select private.register_entries(%L)',
    (select jsonb_agg('{"form_name": "x", "action": "x"}'::jsonb) from generate_series(1, times))))
$$;
select tests.perform_as('talker',
  format('select private.register_entries(%L)',
  (select jsonb_agg('{"form_name": "x", "action": "x"}'::jsonb) from generate_series(1, 100))));
select is(pg_temp.report_many(100), 'done', 'two hundred entries a minute are taken');
select is(pg_temp.report_many(101), 'AG005', 'and no more');
select is(pg_temp.report_many(101, 'encoder'), 'done', 'of one user');
update private.user_log set at = now() - interval '61 seconds'
  where user_name = (select username from public.users where name = 'talker');
select is(pg_temp.report_many(101), 'done', 'a minute later others');

-- What administration leaves in the log, and what not.
select tests.perform_as('chief', format('select private.change_profile(%L, ''{"position": "Clerk"}'')', user_id))
  from tests.callers where caller = 'encoder';
select is(jsonb_build_array(l.form_name, l.action, l.changes, l.user_name, l.subject),
  (select jsonb_build_array('users', 'Update', '{"position": [null, "Clerk"]}'::jsonb, a.username, u.id)
    from public.users u, public.users a where u.name = 'encoder' and a.name = 'chief'),
  'a changed profile is in the log with what changed, who did it and about whom') from private.user_log l
    order by id desc limit 1;
select tests.perform_as('chief',
  format('update public.uac set roletype = ''Renamed''
  where id = (select uac_id from public.users where name = ''encoder'')'));
select is(jsonb_build_array(l.form_name, l.changes), '["uac", {"roletype": ["Tester", "Renamed"]}]',
  'as is a role entry') from private.user_log l order by id desc limit 1;
select tests.perform_as('chief', 'update public.report_schedules set end_date = end_date + 1 where form = ''target''');
select is(l.form_name || ' ' || l.action, 'report_schedules Update', 'and a schedule') from private.user_log l
  order by id desc limit 1;
select is(count(*), 0::bigint, 'no entry has a password or a secret') from private.user_log
  where changes::text ~* 'password|secret|encrypted';

-- The history of administration rows is for administrators.
create function pg_temp.history(caller text) returns text language sql as $$
  select tests.answer(caller,
    format('select count(*) from private.read_history(''uac'', %s)',
    (select uac_id from public.users where name = 'encoder')))
$$;
select is(pg_temp.history('chief'), '2', 'an administrator reads the history of a role entry');
select is(pg_temp.history('central reader'), '0', 'somebody of the central office without the route does not');
select is(pg_temp.history('encoder'), '0', 'nor does whoever has the entry');
select isnt(tests.answer('encoder',
  format('select count(*) from private.read_history(''report_schedules'', %s)',
  (select max(id) from public.report_schedules))), '0',
  'the history of a schedule is everybody''s, as the schedule is');
select is(tests.answer('chief', 'select private.log_event(auth.uid(), ''Sign in'')'), '42501',
  'nobody writes entries for the database');

select * from finish();
rollback;
