-- Threat: a user uses an access token after losing access. The database must look up the user's current rights for
-- every statement.
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
select is(pg_temp.edits('encoder'), 'done',
  'A Provincial user who is not disabled can edit a row of their own office.');
update public.users set disabled = true where name = 'encoder';
select is(pg_temp.reads('encoder') || ', ' || pg_temp.edits('encoder'), 'none, none',
  'A disabled user can neither read nor edit rows with an access token that was issued earlier.');
select is(tests.answer('encoder', 'select private.current_access()'), 'null',
  'For a disabled user, current_access returns null (no access).');
select is(tests.answer('encoder', 'select private.caller_is_active()'), 'false',
  'For a disabled user, caller_is_active returns false.');
update public.users set disabled = false where name = 'encoder';
select is(pg_temp.edits('encoder'), 'done', 'A user who was disabled can edit after being enabled again.');

update public.users set province_name = 'Test Province A2' where name = 'encoder';
select is(pg_temp.reads('encoder') || ', ' || pg_temp.reads('encoder', 'same region'), 'none, done',
  'A user who was moved to another office reads only rows of the new office.');
update public.users set province_name = 'Test Province A1' where name = 'encoder';

update public.uac r set access_controls = '{Read}' from public.users u where u.name = 'encoder' and r.id = u.uac_id;
select is(pg_temp.reads('encoder') || ', ' || pg_temp.edits('encoder'), 'done, none',
  'A user whose role lost the Edit right can read rows, but can''t edit rows.');
update public.uac r set access_controls = '{Read,Edit}' from public.users u where u.name = 'encoder'
  and r.id = u.uac_id;
select is(pg_temp.edits('encoder'), 'done',
  'A user whose role lost the Edit right and got it back can edit again.');

update public.users set roles = 'a role that no entry names' where name = 'encoder';
select is(pg_temp.reads('encoder'), 'none',
  'A user whose role name is missing in the table of roles can''t read any row.');
update public.users set roles = 'another role' where name = 'encoder';
select is(pg_temp.reads('encoder'), 'done',
  'If an entry in the table of roles has two role names, a user with the second name can read a row.');
update public.users set roles = 'role of encode' where name = 'encoder';
select is(pg_temp.reads('encoder'), 'none',
  'A user whose role name is only the first part of an existing role name can''t read any row.');
update public.users set roles = 'another role', uac_id = null where name = 'encoder';
select is(pg_temp.reads('encoder'), 'none',
  'A user whose profile refers to no entry in the table of roles (uac_id is null) can''t read any row.');

select tests.create_user('chief', 'Central', place => 'central office');
select is(pg_temp.edits('chief', 'other region'), 'done', 'A Central user can edit a row of another region.');
select tests.change_role('chief', 'Regional', '{Read,Edit,Delete}');
select is(pg_temp.edits('chief', 'other region') || ', ' || pg_temp.reads('chief', 'own'), 'none, none',
  'A user of the central office whose level is changed from Central to Regional can''t read any row.');

select tests.create_user('leaver', 'Regional');
select is(pg_temp.reads('leaver'), 'done',
  'A Regional user whose account still exists can read a row of their region.');
delete from auth.users where id = (select user_id from tests.callers where caller = 'leaver');
select is(pg_temp.reads('leaver'), 'none', 'After a user''s account is deleted, the user can''t read any row.');

select * from finish();
rollback;
