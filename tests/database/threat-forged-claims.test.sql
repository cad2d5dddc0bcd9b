-- Threat: claims that say more than who somebody is. Only the identity is taken from a token.
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
select is(pg_temp.tries('select', 'own'), 'done', 'a viewer whose token claims everything reads the own office');
select is(pg_temp.tries('select', 'other region'), 'none', 'and no other');
select is(pg_temp.tries('update', 'own'), 'none', 'and edits nothing');
select is(tests.answer('viewer', 'select private.caller_has_route(''users'')'), 'false', 'and is no administrator');

update public.users u set region_name = 'Test Region A' from tests.callers c where c.caller = 'viewer'
  and u.id = c.user_id;
update auth.users a set raw_user_meta_data = '{"level": "Central", "status": "Central", "disabled": false}'
  from tests.callers c where c.caller = 'viewer' and a.id = c.user_id;
select is(pg_temp.tries('select', 'other region'), 'none',
  'what a user writes into the metadata of the account counts for nothing');

update tests.callers set claims = claims - 'sub' where caller = 'viewer';
select is(pg_temp.tries('select', 'own'), 'none', 'a token without identity reads nothing');

select * from finish();
rollback;
