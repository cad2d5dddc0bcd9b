-- Threat: getting by a restoration what saving would not give, reading in the trash or in a former version what is
-- sensitive, or restoring what is gone for good. Who sees, restores and reads versions of which row, matrix-reviews
-- tries.
begin;
select plan(21);

select tests.create_user(concat_ws(' ', l.level, 'with', array_to_string(r.rights::text[], '+')), l.level,
  r.rights::text[], l.place)
from (values ('Central', 'central office'), ('Regional', 'regional office'), ('Provincial', 'own')) l (level, place),
  (values ('{Read,Edit,Approve,Approve own}'), ('{Read,Delete}')) r (rights);
select tests.create_user('no profile', null);
-- Rows that were deleted, pending and approved; and rows that are there.
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

-- What is restored is what was deleted: every column but when it was last written, and its history goes on.
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
  format('select private.trash_of(''participants'', null, 10, 0) #>> ''{rows,0,deleted,by}''')),
  (select username from public.users where name = 'colleague'), 'the trash says who deleted a row');
select is(tests.answer('colleague',
  'select jsonb_build_array(r -> ''birthday'', r -> ''is_pwd'', r -> ''remarks'')
  from jsonb_array_elements(private.trash_of(''participants'', null, 1, 0) -> ''rows'') r'),
  '[null, null, "later"]', 'and not what was sensitive, to whoever lacks the right');
select tests.create_user('trusted', 'Provincial', '{Read,Sensitive}', 'own');
select is(tests.answer('trusted',
  'select r ->> ''birthday'' from jsonb_array_elements(private.trash_of(''participants'', null, 1, 0) -> ''rows'') r'),
  '1990-05-05', 'but to whoever has it');
select tests.perform_as('colleague', format('select private.restore_rows(''participants'', array[%s]::bigint[])', id))
  from person;
select is(to_jsonb(p) - '{updated_at}'::text[], before.r,
  'a restored row is what it was: whose entry, when, which version') from public.participants p join person using (id),
  before;
select is((select birthday from personal.participants_sensitive s join person using (id)), '1990-05-05',
  'with its sensitive columns');
select is((select array_agg(l.action order by l.id) from private.user_log l join person on l.row_id = person.id
  where l.form_name = 'participants'),
  '{Insert,Update,Update,Delete,Restore}', 'and its history tells all of it');
select is((select u.username from private.user_log l join person on l.row_id = person.id
  join public.users u on u.id = l.user_id where l.action = 'Restore'),
  (select username from public.users where name = 'colleague'), 'in the name of whoever restored it');
select is(tests.attempt('colleague', format('select private.restore_rows(''participants'', array[%s]::bigint[])', id)),
  'none', 'what is there is not restored again') from person;
select is(tests.answer('colleague',
  format('select jsonb_build_array(v -> ''remarks'', v ? ''birthday'')
  from private.version_of(''participants'', %s, %s) v', id, pg_temp.first_entry('participants', id))),
  '["as it was", false]',
  'a version holds what was written since, across a deletion, without what is sensitive') from person;
update public.participants p set birthday = '1991-06-06', age = null,
  age_base_group = null from person where p.id = person.id;
select is(tests.answer('colleague',
  format('select private.version_of(''participants'', %s, %s) ? ''birthday''', id,
  pg_temp.first_entry('participants', id))), 'false', 'nor a former birthday') from person;
select is(tests.answer('trusted',
  format('select private.version_of(''participants'', %s, %s) ->> ''birthday''', id,
  pg_temp.first_entry('participants', id))), '1990-05-05', 'which the right Sensitive reads') from person;
select tests.perform_as('officer',
  format('select private.comment_on(''participants'', %s, ''remarks'', ''a comment'')', id)) from person;
select is(tests.answer('officer',
  format('select private.version_of(''participants'', %s, %s) ->> ''remarks''', id,
  pg_temp.first_entry('participants', id))), 'as it was', 'what is said of a field is no version of it') from person;
select is(tests.answer('officer',
  format('select private.version_of(''participants'', %s, %s)', d.id, pg_temp.first_entry('participants', person.id))),
  'null', 'an entry of another row is no version of this')
from person, (select id from tests.rows where table_name = 'participants' and place = 'own') d;
select is(tests.answer('officer', format('select private.version_of(''participants'', %s, %s)', person.id, l.id)),
  'null', 'nor is its deletion')
from person join private.user_log l on l.row_id = person.id and l.form_name = 'participants' and l.action = 'Delete';

-- Saving does not get by on a restoration.
select is(tests.attempt('officer',
  'insert into public.participants (id, participant_name) overriding system value values (1, ''x'')'), '42501',
  'nobody gives a row its id');
select is(tests.answer('officer', 'select private.is_restoring()'), 'false', 'nothing is being restored');
select is(current_setting('private.restoring', true), '', 'and when it was, it is over');

select is(tests.answer('officer',
  format('select private.explain_refusal(''arc_masterlist'', ''restore'', array[%s]::bigint[]) ->> ''cause''', id)),
  'not_found', 'what another office deleted is refused as what never was')
from deleted where table_name = 'arc_masterlist' and place = 'other region';
-- After its time a row is gone, for everybody.
update private.user_log set at = at - private.trash_time() - interval '1 hour' where form_name = 'arc_masterlist'
  and action = 'Delete';
select is(tests.attempt('Central with Read+Delete',
  format('select private.restore_rows(''arc_masterlist'', array[%s]::bigint[])', id)), 'none',
  'a row that was deleted 30 days ago is gone')
from deleted where table_name = 'arc_masterlist' and not approved limit 1;
select is(tests.answer('Central with Read+Delete',
  'select private.trash_of(''arc_masterlist'', null, 10, 0) ->> ''total'''), '0', 'and told to nobody');
-- What a client reports is no deletion.
select tests.perform_as('officer',
  $$ select private.register_entries('[{"form_name": "arc_masterlist", "action": "Delete"}]') $$);
select is(tests.answer('officer', 'select private.trash_of(''arc_masterlist'', null, 10, 0) ->> ''total'''), '0',
  'what a client reports is no deletion');

select * from finish();
rollback;
