-- Threat: a user restores a row that they could not save, reads sensitive values in the trash or in a former version,
-- or restores a row after its time in the trash. The file matrix-reviews tests which users can see and restore which
-- rows.
begin;
select plan(25);

select tests.create_user(concat_ws(' ', l.level, 'with', array_to_string(r.rights::text[], '+')), l.level,
  r.rights::text[], l.place)
from (values ('Central', 'central office'), ('Regional', 'regional office'), ('Provincial', 'own')) l (level, place),
  (values ('{Read,Edit,Approve,Approve own}'), ('{Read,Delete}')) r (rights);
select tests.create_user('no profile', null);
-- Adds rows, both pending and approved, deletes them, and adds other rows that stay stored.
select tests.put_rows();
select tests.put_rows(only_place => 'own', approved => true);
delete from tests.rows where place not in ('own', 'same region', 'other region');
create temporary table deleted on commit drop as select * from tests.rows;
do $$
declare
  t text;
begin
  for t in select distinct table_name from deleted loop
    execute format('delete from public.%I where id in (select d.id from deleted d where d.table_name = %L)', t, t);
  end loop;
end
$$;
truncate tests.rows;
select tests.put_rows();
delete from tests.rows where place not in ('own', 'same region', 'other region');

create function pg_temp.first_entry(target text, of_row bigint) returns bigint language sql as $$
  select min(l.id) from private.user_log l where l.form_name = target and l.row_id = of_row
$$;

-- A restored row has every column value of the deleted row except updated_at, and keeps its history.
select tests.set_windows('target', 'accomplishment');
select tests.create_user('officer', 'Provincial', '{Read,Edit,Delete}', 'own');
select tests.create_user('colleague', 'Provincial', '{Read,Edit,Delete}', 'own');
create temporary table person on commit drop as
select tests.put_sample('participants', 'own',
  '{"birthday": "1990-05-05", "is_pwd": "Yes", "remarks": "as it was"}') as id;
select tests.perform_as('officer', format('update public.participants set remarks = ''later'' where id = %s', id))
  from person;
update public.participants p set user_id = (select user_id from tests.callers where caller = 'officer') from person
  where p.id = person.id;
create temporary table before on commit drop as
select to_jsonb(p) - '{updated_at}'::text[] as r from public.participants p join person using (id);
select tests.perform_as('colleague', format('delete from public.participants where id = %s', id)) from person;
select is(tests.answer('colleague',
  format('select private.list_trash(''participants'', null, 10, 0) #>> ''{rows,0,deleted,by}''')),
  (select username from public.users where name = 'colleague'), 'The trash names the user who deleted a row.');
select is(tests.answer('colleague',
  'select jsonb_build_array(r -> ''birthday'', r -> ''is_pwd'', r -> ''remarks'')
  from jsonb_array_elements(private.list_trash(''participants'', null, 1, 0) -> ''rows'') r'),
  '[null, null, "later"]', 'A user without the Sensitive right sees no sensitive values in the trash.');
select tests.create_user('trusted', 'Provincial', '{Read,Sensitive}', 'own');
select is(tests.answer('trusted',
  'select r ->> ''birthday''
    from jsonb_array_elements(private.list_trash(''participants'', null, 1, 0) -> ''rows'') r'),
  '1990-05-05', 'A user with the Sensitive right sees sensitive values in the trash.');
-- The API compares deleted rows with stored rows before it restores them.
select is(tests.answer('colleague',
  format('select jsonb_build_array(r -> ''remarks'', r ? ''birthday'', r ? ''is_pwd'')
  from private.read_deleted_rows(''participants'', array[%s]::bigint[]) r', id)), '["later", false, false]',
  'For a user without the Sensitive right, read_deleted_rows returns no sensitive columns.') from person;
select is(tests.answer('trusted',
  format('select r ->> ''birthday'' from private.read_deleted_rows(''participants'', array[%s]::bigint[]) r', id)),
  '1990-05-05', 'For a user with the Sensitive right, read_deleted_rows returns sensitive columns.') from person;
select is(tests.answer('officer',
  format('select count(*) from private.read_deleted_rows(''arc_masterlist'', array[%s]::bigint[])',
    (select string_agg(id::text, ',') from deleted where table_name = 'arc_masterlist' and place = 'other region'))),
  '0', 'read_deleted_rows returns no deleted row of another region.');
select tests.perform_as('colleague', format('select private.restore_rows(''participants'', array[%s]::bigint[])', id))
  from person;
select is(to_jsonb(p) - '{updated_at}'::text[], before.r,
  'After a row is restored, it has its former value in every column except updated_at.')
  from public.participants p join person using (id),
  before;
select is((select birthday from personal.participants_sensitive s join person using (id)), '1990-05-05',
  'Restoring a deleted participant also restores the sensitive field "birthday".');
select is((select array_agg(l.action order by l.id) from private.user_log l join person on l.row_id = person.id
  where l.form_name = 'participants'),
  '{Insert,Update,Update,Delete,Restore}',
  'Restoring a row adds an entry "Restore" to the log and keeps the row''s earlier entries.');
select is((select u.username from private.user_log l join person on l.row_id = person.id
  join public.users u on u.id = l.user_id where l.action = 'Restore'),
  (select username from public.users where name = 'colleague'), 'The log names the user who restored the row.');
select is(tests.attempt('colleague', format('select private.restore_rows(''participants'', array[%s]::bigint[])', id)),
  'none', 'A user can''t restore a row that is not deleted.') from person;
select is(tests.answer('colleague',
  format('select jsonb_build_array(v -> ''remarks'', v ? ''birthday'')
  from private.values_after_entry(''participants'', %s, %s) v', id, pg_temp.first_entry('participants', id))),
  '["as it was", false]',
  'A user without the Sensitive right can''t read sensitive values in the first version of a restored row.')
  from person;
update public.participants p set birthday = '1991-06-06', age = null,
  age_base_group = null from person where p.id = person.id;
select is(tests.answer('colleague',
  format('select private.values_after_entry(''participants'', %s, %s) ? ''birthday''', id,
  pg_temp.first_entry('participants', id))), 'false',
  'A user without the Sensitive right can''t see the former birthday in the first version of a participant''s row.')
  from person;
select is(tests.answer('trusted',
  format('select private.values_after_entry(''participants'', %s, %s) ->> ''birthday''', id,
  pg_temp.first_entry('participants', id))), '1990-05-05',
  'A user with the Sensitive right sees the former birthday in the first version of a participant''s row.') from person;
select tests.perform_as('officer',
  format('select private.add_comment(''participants'', %s, ''remarks'', ''a comment'')', id)) from person;
select is(tests.answer('officer',
  format('select private.values_after_entry(''participants'', %s, %s) ->> ''remarks''', id,
  pg_temp.first_entry('participants', id))), 'as it was',
  'After a user comments on a field, the field still has its original value in the row''s first version.') from person;
select is(tests.answer('officer',
  format('select private.values_after_entry(''participants'', %s, %s)', d.id,
    pg_temp.first_entry('participants', person.id))),
  'null', 'If the log entry belongs to another row, values_after_entry returns null instead of a version of the row.')
from person, (select id from tests.rows where table_name = 'participants' and place = 'own') d;
select is(tests.answer('officer',
  format('select private.values_after_entry(''participants'', %s, %s)', person.id, l.id)),
  'null', 'If the log entry is the row''s deletion, values_after_entry returns null instead of a version of the row.')
from person join private.user_log l on l.row_id = person.id and l.form_name = 'participants' and l.action = 'Delete';

-- Only a restoration may write columns that otherwise only the database writes, such as the id.
select is(tests.attempt('officer',
  'insert into public.participants (id, participant_name) overriding system value values (1, ''x'')'), '42501',
  'A user can''t choose the id of a new row.');
select is(tests.answer('officer', 'select private.is_restoring()'), 'false',
  'is_restoring returns false while no row is being restored.');
select is(current_setting('private.restoring', true), '',
  'After a row has been restored, the database setting private.restoring is empty again.');

select is(tests.answer('officer',
  format('select private.explain_refusal(''arc_masterlist'', ''restore'', array[%s]::bigint[]) ->> ''cause''', id)),
  'not_found', 'For a deleted row of another office, explain_refusal returns the cause "not_found".')
from deleted where table_name = 'arc_masterlist' and place = 'other region';
-- After its time in the trash has ended, no user can see or restore a row.
update private.user_log set at = at - interval '29 days 23 hours' where form_name = 'arc_masterlist'
  and action = 'Delete';
select isnt(tests.answer('Central with Read+Delete',
  'select private.list_trash(''arc_masterlist'', null, 10, 0) ->> ''total'''), '0',
  'The trash lists a row that was deleted almost 30 days ago.');
update private.user_log set at = at - interval '2 hours' where form_name = 'arc_masterlist' and action = 'Delete';
select is(tests.attempt('Central with Read+Delete',
  format('select private.restore_rows(''arc_masterlist'', array[%s]::bigint[])', id)), 'none',
  'A Central user can''t restore a row that was deleted over 30 days ago.')
from deleted where table_name = 'arc_masterlist' and not approved limit 1;
select is(tests.answer('Central with Read+Delete',
  'select private.list_trash(''arc_masterlist'', null, 10, 0) ->> ''total'''), '0',
  'The trash does not list a row that was deleted over 30 days ago.');
select tests.perform_as('officer',
  $$ select private.register_entries('[{"form_name": "arc_masterlist", "action": "Delete"}]') $$);
select is(tests.answer('officer', 'select private.list_trash(''arc_masterlist'', null, 10, 0) ->> ''total'''), '0',
  'If a user adds a forged log entry "Delete" with register_entries, the trash stays empty.');

select * from finish();
rollback;
