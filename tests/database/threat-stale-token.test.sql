-- Threat: an access token that outlives what its owner may do. Rights are looked up at every statement.
begin;
select plan(16);

select tests.set_windows('target', 'accomplishment');
select tests.put_rows();
create function pg_temp.reads(wanted text, at_place text default 'own') returns text language sql as $$
  select tests.attempt(wanted, tests.statement('select', r)) from tests.rows r where r.place = at_place
    and r.table_name = 'arbo_masterlist'
$$;
create function pg_temp.edits(wanted text, at_place text default 'own') returns text language sql as $$
  select tests.attempt(wanted, tests.statement('update', r)) from tests.rows r where r.place = at_place
    and r.table_name = 'arbo_masterlist'
$$;

select tests.create_user('encoder', 'Provincial');
select is(pg_temp.edits('encoder'), 'done', 'an encoder edits a row of the own office');
update public.users set disabled = true where name = 'encoder';
select is(pg_temp.reads('encoder') || ', ' || pg_temp.edits('encoder'), 'none, none',
  'once disabled, the same token reads and edits nothing');
select is(tests.answer('encoder', 'select private.current_access()'), 'null', 'and is told nothing about itself');
select is(tests.answer('encoder', 'select private.caller_is_active()'), 'false', 'and counts as inactive');
update public.users set disabled = false where name = 'encoder';
select is(pg_temp.edits('encoder'), 'done', 'once enabled again it edits');

update public.users set province_name = 'Test Province A2' where name = 'encoder';
select is(pg_temp.reads('encoder') || ', ' || pg_temp.reads('encoder', 'same region'), 'none, done',
  'once moved to another office, it reads that office instead');
update public.users set province_name = 'Test Province A1' where name = 'encoder';

update public.uac r set access_controls = '{Read}' from public.users u where u.name = 'encoder' and r.id = u.uac_id;
select is(pg_temp.reads('encoder') || ', ' || pg_temp.edits('encoder'), 'done, none',
  'once its role may only read, it only reads');
update public.uac r set access_controls = '{Read,Edit}' from public.users u where u.name = 'encoder'
  and r.id = u.uac_id;
select is(pg_temp.edits('encoder'), 'done', 'once its role may edit, it edits');

update public.users set roles = 'a role that no entry names' where name = 'encoder';
select is(pg_temp.reads('encoder'), 'none', 'a role that the role entry does not name reads nothing');
update public.users set roles = 'another role' where name = 'encoder';
select is(pg_temp.reads('encoder'), 'done', 'any role that the entry names will do');
update public.users set roles = 'role of encode' where name = 'encoder';
select is(pg_temp.reads('encoder'), 'none', 'part of a role''s name will not');
update public.users set roles = 'another role', uac_id = null where name = 'encoder';
select is(pg_temp.reads('encoder'), 'none', 'without a role entry nothing is read');

select tests.create_user('chief', 'Central', place => 'central office');
select is(pg_temp.edits('chief', 'other region'), 'done', 'a Central user edits everywhere');
select tests.change_role('chief', 'Regional', '{Read,Edit,Delete}');
select is(pg_temp.edits('chief', 'other region') || ', ' || pg_temp.reads('chief', 'own'), 'none, none',
  'demoted to Regional without a region, it reaches nothing at all');

select tests.create_user('leaver', 'Regional');
select is(pg_temp.reads('leaver'), 'done', 'a user with an account reads');
delete from auth.users where id = (select user_id from tests.callers where caller = 'leaver');
select is(pg_temp.reads('leaver'), 'none', 'once the account is deleted, its token reads nothing');

select * from finish();
rollback;
