-- Threat: a user's access token contains forged claims. The database must use only the user's id of a token.
begin;
select plan(6);

select tests.set_windows('target', 'accomplishment');
select tests.put_rows();
select tests.create_user('viewer', 'Provincial', '{Read}'),
  tests.create_user('chief', 'Central', place => 'central office');
create function pg_temp.tries(verb text, at_place text) returns text language sql as $$
  select tests.attempt('viewer', tests.statement(verb, r)) from tests.rows r where r.place = at_place
    and r.table_name = 'arbo_masterlist'
$$;

update tests.callers
  set claims = claims
  || '{"level": "Central", "status": "Central", "roles": "admin", "user_role": "Central", "is_super_admin": true,
  "app_metadata": {"level": "Central", "access_controls": ["Edit", "Delete"], "route": ["users", "dropdowns"]},
    "user_metadata": {"region_name": "Test Region B", "province_name": "Test Province B1"}}'
where caller = 'viewer';
select is(pg_temp.tries('select', 'own'), 'done',
  'A Provincial user with forged claims in the access token can read rows of the own office.');
select is(pg_temp.tries('select', 'other region'), 'none',
  'A Provincial user with forged claims in the access token can''t read rows of another office.');
select is(pg_temp.tries('update', 'own'), 'none',
  'Forged claims in the access token don''t let a user without the Edit right edit rows.');
select is(tests.answer('viewer', 'select private.caller_has_route(''users'')'), 'false',
  'Forged claims in the access token don''t make a Provincial user an administrator.');

update public.users u set region_name = 'Test Region A' from tests.callers c where c.caller = 'viewer'
  and u.id = c.user_id;
update auth.users a set raw_user_meta_data = '{"level": "Central", "status": "Central", "disabled": false}'
  from tests.callers c where c.caller = 'viewer' and a.id = c.user_id;
select is(pg_temp.tries('select', 'other region'), 'none',
  'If the metadata of a user''s account contains a forged level, the user still can''t read rows of another office.');

update tests.callers set claims = claims - 'sub' where caller = 'viewer';
select is(pg_temp.tries('select', 'own'), 'none',
  'A caller can''t read any rows if their access token contains no user id.');

select * from finish();
rollback;
