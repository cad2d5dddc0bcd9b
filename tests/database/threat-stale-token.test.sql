-- Threat: an access token is used after its owner lost access. The database looks up rights at every statement.
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
select is(pg_temp.edits('encoder'), 'done', 'An encoder can edit a row of their own office.');
update public.users set disabled = true where name = 'encoder';
select is(pg_temp.reads('encoder') || ', ' || pg_temp.edits('encoder'), 'none, none',
  'A disabled user with the same token neither reads nor edits.');
select is(tests.answer('encoder', 'select private.current_access()'), 'null',
  'A disabled user gets no access information.');
select is(tests.answer('encoder', 'select private.caller_is_active()'), 'false', 'A disabled user counts as inactive.');
update public.users set disabled = false where name = 'encoder';
select is(pg_temp.edits('encoder'), 'done', 'A user who is enabled again can edit.');

update public.users set province_name = 'Test Province A2' where name = 'encoder';
select is(pg_temp.reads('encoder') || ', ' || pg_temp.reads('encoder', 'same region'), 'none, done',
  'A user who was moved to another office reads only that office.');
update public.users set province_name = 'Test Province A1' where name = 'encoder';

update public.uac r set access_controls = '{Read}' from public.users u where u.name = 'encoder' and r.id = u.uac_id;
select is(pg_temp.reads('encoder') || ', ' || pg_temp.edits('encoder'), 'done, none',
  'A user whose role lost Edit only reads.');
update public.uac r set access_controls = '{Read,Edit}' from public.users u where u.name = 'encoder'
  and r.id = u.uac_id;
select is(pg_temp.edits('encoder'), 'done', 'A user whose role has Edit again can edit.');

update public.users set roles = 'a role that no entry names' where name = 'encoder';
select is(pg_temp.reads('encoder'), 'none', 'A user with a role name that is not in the role entry reads nothing.');
update public.users set roles = 'another role' where name = 'encoder';
select is(pg_temp.reads('encoder'), 'done', 'A user with any role name of the entry reads.');
update public.users set roles = 'role of encode' where name = 'encoder';
select is(pg_temp.reads('encoder'), 'none', 'A user with only a part of a role name reads nothing.');
update public.users set roles = 'another role', uac_id = null where name = 'encoder';
select is(pg_temp.reads('encoder'), 'none', 'A user without a role entry reads nothing.');

select tests.create_user('chief', 'Central', place => 'central office');
select is(pg_temp.edits('chief', 'other region'), 'done', 'A Central user can edit everywhere.');
select tests.change_role('chief', 'Regional', '{Read,Edit,Delete}');
select is(pg_temp.edits('chief', 'other region') || ', ' || pg_temp.reads('chief', 'own'), 'none, none',
  'A user demoted to Regional without a region reads and edits nothing.');

select tests.create_user('leaver', 'Regional');
select is(pg_temp.reads('leaver'), 'done', 'A user with an account reads.');
delete from auth.users where id = (select user_id from tests.callers where caller = 'leaver');
select is(pg_temp.reads('leaver'), 'none', 'A user whose account was deleted reads nothing.');

select * from finish();
rollback;
