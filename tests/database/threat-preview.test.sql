-- Threat: through the preview ("see as"), a user reads or writes as another user without permission.
begin;
select plan(27);

select tests.create_user('chief', 'Central', '{Read,Edit,Delete}', 'central office', '{dashboard,users}'),
  tests.create_user('stronger', 'Central', '{Read,Edit,Delete,Sensitive}', 'central office', '{users}'),
  tests.create_user('regional chief', 'Regional', '{Read,Edit,Delete}', 'regional office', '{users}'),
  tests.create_user('near', 'Provincial', '{Read,Edit}'),
    tests.create_user('far', 'Provincial', '{Read}', 'other region');
select tests.set_end_rules('private.previews', 'enable');
select tests.set_windows('target', 'accomplishment');
select tests.put_rows();
create function pg_temp.id_of(person text) returns uuid language sql as $$ select user_id from tests.callers
  where caller = person $$;
create function pg_temp.begin_preview(caller text, person text) returns text language sql as $$
  select tests.attempt(caller, format('select private.begin_preview(%L)', pg_temp.id_of(person)))
$$;
-- Begins a preview, runs a query within it, and returns the query's result or the SQLSTATE.
create function pg_temp.within(caller text, preview text, query text) returns text language plpgsql as $$
declare
  value text;
begin
  perform tests.act_as(caller);
  execute preview;
  execute query into value;
  raise exception using errcode = 'TESTS', message = coalesce(value, 'null');
exception
  when sqlstate 'TESTS' then return sqlerrm;
  when others then return sqlstate;
end
$$;
create function pg_temp.of(person text) returns text language sql
  as $$ select format('select private.begin_preview(%L)', pg_temp.id_of(person)) $$;
create function pg_temp.draft(entry jsonb, region text default 'Test Region A',
  province text default 'Test Province A1') returns text language sql as $$
  select format('select private.begin_preview(null, %L, %L, %L)', entry, region, province)
$$;

select is(pg_temp.begin_preview('near', 'far'), 'AG003',
  'A user without the route permission "users" can''t see the system as another user.');
select is(pg_temp.begin_preview('chief', 'stronger'), 'AG003',
  'An administrator can''t see the system as a user who has more rights than the administrator.');
select is(pg_temp.begin_preview('regional chief', 'far'), 'AG004',
  'A Regional administrator can''t see the system as a user of another region.');
select is(pg_temp.begin_preview('regional chief', 'chief'), 'AG004',
  'A Regional administrator can''t open the preview "See as" for a Central user.');
select is(pg_temp.begin_preview('regional chief', 'near'), 'done',
  'A Regional administrator can see the system as a user of their own region.');
select is(pg_temp.begin_preview('regional chief', 'regional chief'), 'done',
  'A Regional administrator can open the preview "See as" for their own account.');

select is(pg_temp.within('chief', pg_temp.of('near'), 'select string_agg(office, '','') from public.arbo_masterlist'),
  tests.answer('near', 'select string_agg(office, '','') from public.arbo_masterlist'),
  'An administrator who sees the system as another user can read exactly the rows that the other user can read.');
select is(pg_temp.within('chief', pg_temp.of('near'), 'select private.current_access() - ''user'''),
  tests.answer('near', 'select private.current_access() - ''user'''),
  'While an administrator sees the system as another user, current_access returns the other user''s access.');
select is(pg_temp.within('chief', pg_temp.of('near'),
  'update public.arbo_masterlist set remarks = ''as another user'' returning id'), '25006',
  'An administrator who sees the system as another user can''t update a record row.');
select is(pg_temp.within('chief', pg_temp.of('near'),
  'select private.register_entries(''[{"form_name": "x", "action": "x"}]'')'), '25006',
  'An administrator who sees the system as another user can''t call a function that writes data.');
select is(pg_temp.within('chief', pg_temp.of('near'), 'select set_config(''transaction_read_only'', ''off'', true)'),
  '25001', 'An administrator who sees the system as another user can''t switch off the read-only mode.');
select is(pg_temp.within('chief', pg_temp.of('near'), format('select private.begin_preview(%L)', pg_temp.id_of('far'))),
  'AG003', 'An administrator who sees the system as one user can''t switch directly to another user.');

-- Tests previews of a drafted role (a role that is not saved).
create function pg_temp.entry(rights text[], routes text[] default '{dashboard}',
  level text default 'Provincial') returns jsonb language sql as $$
  select jsonb_build_object('rolename', array['Draft'], 'roletype', 'Draft', 'route', routes, 'access_controls', rights,
    'status', level)
$$;
select is(pg_temp.within('chief', pg_temp.draft(pg_temp.entry('{Read}')),
  'select count(*) from public.arbo_masterlist'), '1',
  'An administrator who previews a drafted Provincial role sees the rows of the chosen office.');
select is(pg_temp.within('chief', pg_temp.draft(pg_temp.entry('{Read}', level => 'Regional'), province => null),
  'select count(distinct office) from public.arbo_masterlist'), '3',
  'An administrator who previews a drafted Regional role sees the rows of the chosen region.');
select is(pg_temp.within('chief', pg_temp.draft(pg_temp.entry('{Read,Sensitive}')), 'select 1'), 'AG003',
  'An administrator can''t preview a drafted role with a right that the administrator lacks.');
select is(pg_temp.within('chief', pg_temp.draft(pg_temp.entry('{Read}', '{dropdowns}')), 'select 1'), 'AG003',
  'An administrator can''t preview a drafted role with a route permission that the administrator lacks.');
select is(pg_temp.within('chief', pg_temp.draft(pg_temp.entry('{Read}'), 'Nowhere', 'Test Province A1'), 'select 1'),
  'AG002', 'An administrator can''t preview a drafted role for an office that does not exist.');
select is(pg_temp.within('regional chief', pg_temp.draft(pg_temp.entry('{Read}')), 'select 1'), 'AG003',
  'A Regional administrator can''t preview a drafted role.');
select is(pg_temp.within('chief', pg_temp.draft(pg_temp.entry('{Read,Edit}')),
  'update public.arbo_masterlist set remarks = ''as a draft'' returning id'), '25006',
  'An administrator who previews a drafted role can''t update a record row.');
select is(pg_temp.within('chief', pg_temp.draft(pg_temp.entry('{Read}')),
  'set constraints private.reject_preview_commit immediate'), 'AG003',
  'The database refuses to commit a transaction in which an administrator previews a drafted role.');
select is(count(*), 0::bigint,
  'After a preview of a drafted role, the database contains no temporary user.')
  from public.users where username like 'draft.%';
select is(tests.attempt('chief', 'select private.create_draft_person(''{}'', null, null)'), '42501',
  'A user can''t call create_draft_person, the internal function behind the preview of a drafted role.');

-- Tests the log of previews, which the API writes before each preview.
create function pg_temp.log(caller text, person text, role_name text default null) returns text language sql as $$
  select tests.attempt(caller, format('select private.log_preview(%L, %L)', pg_temp.id_of(person), role_name))
$$;
select is(pg_temp.log('near', 'far'), 'AG003',
  'A user without the route permission "users" can''t add a log entry for a preview.');
select is(pg_temp.log('regional chief', 'far'), 'AG004',
  'A Regional administrator can''t add a log entry for a preview of a user of another region.');
select is(pg_temp.log('chief', null), 'AG004',
  'An administrator can''t add a log entry for a preview that names neither a user nor a role.');
select tests.perform_as('chief', format('select private.log_preview(%L, %L)', pg_temp.id_of(n.person), n.role_name))
from (values ('near', null), ('near', null), (null, 'Drafted'), (null, 'Drafted'), ('far', null)) n (person, role_name);
select results_eq(
  $$ select c.caller, l.form_name, coalesce(s.caller, l.status), l.office from private.user_log l
     join tests.callers c on c.user_id = l.user_id left join tests.callers s on s.user_id = l.subject
     where l.action = 'See as' order by l.id $$,
  $$ values ('chief', 'users', 'near', 'Test Region A / Test Province A1'), ('chief', 'uac', 'Drafted', ' / '),
       ('chief', 'users', 'far', 'Test Region B / Test Province B1') $$,
  'If an administrator previews the same user or drafted role several times within an hour, the log has one entry.');
update private.user_log set at = at - interval '2 hours' where action = 'See as';
select tests.perform_as('chief', format('select private.log_preview(%L, null)', pg_temp.id_of('near')));
select is((select count(*) from private.user_log where action = 'See as'), 4::bigint,
  'If an administrator previews the same user again two hours later, the log gets another entry.');

select * from finish();
rollback;
