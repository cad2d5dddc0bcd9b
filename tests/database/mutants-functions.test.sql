-- Each assertion tests one condition of a function and fails without it. Each refused action is tested next to the
-- nearest permitted action.
begin;
select plan(29);

select tests.make_offices();
select tests.create_user('officer', 'Provincial'), tests.create_user('neighbour', 'Provincial', place => 'same region'),
  tests.create_user('region', 'Regional', '{Read,Edit,Approve}', 'regional office'),
  tests.create_user('own approver', 'Regional', '{Read,Edit,Approve,"Approve own"}', 'regional office'),
  tests.create_user('chief', 'Central', '{Read,Edit,Delete,Approve}', 'central office', '{users}'),
  tests.create_user('no level', 'Provincial');
select tests.set_windows('target', 'accomplishment');
create function pg_temp.id_of(person text) returns uuid language sql as $$
  select user_id from tests.callers where caller = person
$$;
-- Runs a statement as the owner of the tables, and fires the constraint triggers that are deferred to the end of the
-- transaction.
create function pg_temp.committing(statement text) returns text language sql as $$
  select tests.try_as_owner(format('do $q$ begin %s; set constraints all immediate; end $q$', statement))
$$;

-- create_api_token locks the user's row, so that concurrent requests can't create more tokens than the limit allows.
insert into private.api_tokens (user_id, name, may_write, hash, expires_at)
select pg_temp.id_of('officer'), n::text, false, md5(n::text) || md5(n::text),
  now() + interval '1 day' from generate_series(1, 20) n;
select tests.open_session('officer');
create temporary table before_lock on commit drop as select u.xmax::text as mark from public.users u
  where u.id = pg_temp.id_of('officer');
select is(tests.attempt('officer',
  format('select private.create_api_token(''one more'', false, 1, %L)', md5('x') || md5('x'))),
  'AG002', 'A user who has twenty API tokens can''t create another API token.');
select isnt((select u.xmax::text from public.users u where u.id = pg_temp.id_of('officer')),
  (select mark from before_lock),
  'A call of create_api_token locks the row of the calling user in public.users.');
update tests.callers set claims = claims - 'session_id';

-- inbox_entries: the inbox of a user who has left an office shows no reply about that office.
insert into private.reopenings (office, window_name, user_id, reason, state, answered_by, answered_at, answer)
values ('Test Region A / Test Province A1', 'target', pg_temp.id_of('officer'), 'Late', 'declined',
  pg_temp.id_of('chief'), now(), 'No');
create function pg_temp.answers() returns text language sql as $$
  select tests.answer('officer',
    'select count(*) from jsonb_array_elements(private.read_inbox(100, 0) -> ''rows'') e
    where e ->> ''kind'' = ''reopening_answered''')
$$;
select is(pg_temp.answers(), '1', 'A user''s inbox shows the reply to the user''s request to reopen a window.');
update public.users set province_name = 'Test Province A2' where id = pg_temp.id_of('officer');
select is(pg_temp.answers(), '0',
  'The inbox of a user who changed offices shows no replies to requests of the former office.');
update public.users set province_name = 'Test Province A1' where id = pg_temp.id_of('officer');

-- reattach_files: a restored row gets its file and thumbnail back only if both are still stored.
create function pg_temp.trashed(stored bigint, thumbnail_stored bigint) returns bigint language plpgsql as $$
declare
  upload uuid := gen_random_uuid();
  entry bigint;
begin
  insert into public.evidence_files (upload_id, user_id, evidence_table, office, window_name, file_path, thumbnail_path,
    file_name,
    content_type, size, thumbnail_size, sha256, thumbnail_sha256, row_id, state)
  values (upload, pg_temp.id_of('officer'), 'form_11_geotags', 'Test Region A / Test Province A1', 'accomplishment',
    'a/b/c/' || upload || '.jpg', 'a/b/c/' || upload || '.thumb.jpg', 'a.jpg', 'image/jpeg', 10, 5, repeat('a', 64),
      repeat('b', 64), 1, 'trashed');
  insert into storage.objects (bucket_id, name, metadata)
  select 'evidence', p.name, jsonb_build_object('size', p.size)
  from (values ('a/b/c/' || upload || '.jpg', stored), ('a/b/c/' || upload || '.thumb.jpg', thumbnail_stored)) p (name,
    size) where p.size is not null;
  insert into private.user_log (form_name, action, changes)
  values ('form_11_geotags', 'Delete', jsonb_build_object('upload_id', jsonb_build_array(upload, null))) returning id
    into entry;
  return entry;
end
$$;
create function pg_temp.taking_back(stored bigint, thumbnail_stored bigint) returns text language sql as $$
  select tests.try_as_owner(format('select private.reattach_files(''form_11_geotags'', array[%s::bigint])',
    pg_temp.trashed(stored, thumbnail_stored)))
$$;
select is(pg_temp.taking_back(10, 5), 'done',
  'A restored row gets its file and thumbnail back if both are still stored.');
select is(pg_temp.taking_back(null, 5), 'AG002',
  'A row can''t be restored if the row''s file is missing from the storage.');
select is(pg_temp.taking_back(9, 5), 'AG002',
  'A user can''t restore a row whose stored file is shorter than the uploaded file.');
select is(pg_temp.taking_back(10, null), 'AG002',
  'A user can''t restore a row whose file has lost its stored thumbnail.');

-- require_attached_upload: a transaction that confirms an upload must save a row that uses it.
create function pg_temp.confirmed(wanted_state text) returns text language sql as $$
  select pg_temp.committing(format('insert
    into public.evidence_files (upload_id, user_id, evidence_table, office, window_name, file_path, file_name,
    content_type, size, sha256, state)
      values (gen_random_uuid(), %L, ''form_11_geotags'', ''Test Region A / Test Province A1'', ''accomplishment'',
    ''a/b/c/'' || gen_random_uuid() || ''.jpg'', ''a.jpg'', ''image/jpeg'', 10, repeat(''a'', 64), %L)',
    pg_temp.id_of('officer'), wanted_state))
$$;
alter table public.evidence_files enable trigger require_attached_upload;
select is(pg_temp.confirmed('stored'), 'AG002',
  'A transaction can''t commit if it confirms an upload but saves no row that uses the upload.');
select is(pg_temp.confirmed('reserved'), 'none',
  'A transaction that only reserves an upload can commit.');

-- end_review: when a row moves to another office, its review moves to the same office.
create temporary table reviewed on commit drop as
select place, tests.put_sample('arbo_masterlist', place) as id from tests.places where place in ('own', 'other region');
grant select on reviewed to authenticated;
create function pg_temp.row_in(wanted text) returns bigint language sql as $$ select id from reviewed
  where place = wanted $$;
create function pg_temp.returning() returns void language sql as $$
  delete from private.reviews where row_id = pg_temp.row_in('own') and table_name = 'arbo_masterlist';
  insert into private.reviews (table_name, row_id, state, reason, office, user_id, before)
  select 'arbo_masterlist', id, 'returned', 'Because', office, pg_temp.id_of('region'),
    '{"approved": true, "step": null}'
  from public.arbo_masterlist where id = pg_temp.row_in('own');
$$;
select pg_temp.returning();
update public.arbo_masterlist set province_name = 'Test Province A2' where id = pg_temp.row_in('own');
select is((select r.office from private.reviews r where r.table_name = 'arbo_masterlist'
  and r.row_id = pg_temp.row_in('own')),
  'Test Region A / Test Province A2', 'When a row moves to another office, its review moves to that office.');
update public.arbo_masterlist set province_name = 'Test Province A1' where id = pg_temp.row_in('own');
select is((select r.office from private.reviews r where r.table_name = 'arbo_masterlist'
  and r.row_id = pg_temp.row_in('own')),
  'Test Region A / Test Province A1',
  'When a row moves back to its former office, the row''s review is stored under this office again.');

-- undo_returns: a user can't undo a return if the row was approved after the return.
create function pg_temp.taking_back_returns() returns text language sql as $$
  select tests.answer('region',
    format('select count(*) from private.undo_returns(''arbo_masterlist'', array[%s::bigint])',
    pg_temp.row_in('own')))
$$;
select pg_temp.returning();
select is(pg_temp.taking_back_returns(), '1', 'The user who returned a row can undo the return.');
update public.arbo_masterlist set process_stage = 'Approved' where id = pg_temp.row_in('own');
select is(pg_temp.taking_back_returns(), '0',
  'The user who returned a row can''t undo the return after the row was approved.');
update public.arbo_masterlist set process_stage = 'Pending' where id = pg_temp.row_in('own');

-- guard_stage: a user who approves a row that they entered needs the Approve own right.
create function pg_temp.approving(person text) returns text language sql as $$
  select tests.attempt(person,
    format('update public.arbo_masterlist set process_stage = ''Approved'' where id = %s', pg_temp.row_in('own')))
$$;
update public.arbo_masterlist set user_id = pg_temp.id_of('officer') where id = pg_temp.row_in('own');
select is(pg_temp.approving('region'), 'done',
  'A user with the Approve right can approve a row that another user entered.');
update public.arbo_masterlist set user_id = pg_temp.id_of('region') where id = pg_temp.row_in('own');
select is(pg_temp.approving('region'), 'AG009',
  'A user without the right "Approve own" can''t approve a row that they entered.');
update public.arbo_masterlist set user_id = pg_temp.id_of('own approver') where id = pg_temp.row_in('own');
select is(pg_temp.approving('own approver'), 'done',
  'A user with the right "Approve own" can approve a row that they entered.');

-- check_form11_office and check_record_office: a geotag or attachment must belong to the same office as its record.
select tests.set_end_rules('public.form_11_geotags', 'enable'), tests.set_end_rules('public.attachments', 'enable');
create temporary table forms on commit drop as
select place, tests.put_sample('form11_accomps', place, '{"status": "Accomplished"}') as id from tests.places
where place in ('own', 'regional office');
create function pg_temp.geotag(place text) returns text language sql as $$
  select pg_temp.committing(tests.statement_to_insert('form_11_geotags',
    jsonb_build_object('form11_id', f.id, 'latitude', 10.5,
    'longitude', 120.5, 'location_source', 'map', 'outside_confirmed', 'Yes', 'file_path', 'a.jpg', 'region_name',
      'Test Region A',
    'province_name', 'Test Province A1')))
  from forms f where f.place = geotag.place
$$;
select is(pg_temp.geotag('own'), 'none',
  'The database accepts a geotag that belongs to the same office as its record.');
select is(pg_temp.geotag('regional office'), 'AG002',
  'The database refuses a geotag that belongs to a different office than its record.');
-- Disables the trigger that copies office and status from the record to the attachment. So only the deferred check can
-- refuse a different office or status.
alter table public.attachments disable trigger fill_from_record;
insert into public.attachments (record_table, record_id, field, region_name, province_name, status, upload_id,
  file_path)
select 'form11_accomps', id, 'uploadFile', 'Test Region A', 'Test Province A1', 'Accomplished', gen_random_uuid(),
  'a.pdf' from forms where place = 'own';
create function pg_temp.attachment(change text) returns text language sql as $$
  select pg_temp.committing(format('update public.attachments set %s', change))
$$;
select is(pg_temp.attachment('caption = ''x'''), 'none',
  'The database accepts an attachment that belongs to the same office as its record.');
select is(pg_temp.attachment('province_name = ''Test Province A2'''), 'AG002',
  'The database refuses an attachment that belongs to a different office than its record.');
select is(pg_temp.attachment('status = ''Target'''), 'AG002',
  'The database refuses an attachment that has a different status than its record.');

-- register_entries: the function accepts log entries only from a user with a level.
create function pg_temp.registering() returns text language sql as $$
  select tests.answer('no level',
    $q$select jsonb_array_length(private.register_entries('[{"form_name": "x", "action": "y", "status": "z"}]'))$q$)
$$;
select is(pg_temp.registering(), '1',
  'A user whose role has an access level, such as Provincial, can add a log entry with register_entries.');
update public.users set roles = 'not of the entry' where id = pg_temp.id_of('no level');
select is(pg_temp.registering(), '0',
  'A user who has no access level because their role does not exist can''t add a log entry with register_entries.');
update tests.callers set level = null where caller = 'no level';

-- remove_profile: an intent to remove an account expires after ten minutes.
create function pg_temp.removed_by(person text, age interval) returns text language plpgsql as $$
begin
  perform tests.create_user(person, 'Provincial');
  insert into private.account_intents (user_id, kind, by_user, at)
    values (pg_temp.id_of(person), 'remove', pg_temp.id_of('chief'), now() - age);
  delete from auth.users where id = pg_temp.id_of(person);
  perform set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true);
  return (select coalesce((select c.caller from tests.callers c where c.user_id = l.user_id), 'no one')
    from private.user_log l where l.form_name = 'users' and l.subject = pg_temp.id_of(person) and l.action = 'Delete'
      order by l.id desc limit 1);
end
$$;
select is(pg_temp.removed_by('first', '9 minutes'), 'chief',
  'The log entry of a removed account names the administrator who requested the removal nine minutes earlier.');
select is(pg_temp.removed_by('second', '11 minutes'), 'no one',
  'The log entry of a removed account names no administrator if the removal was requested eleven minutes earlier.');

-- find_rows_changed_since: the function reports only rows of offices in the caller's scope.
create function pg_temp.changed(person text) returns text language sql as $$
  select tests.answer(person,
    format('select string_agg(c::text, '' '' order by c)
    from private.find_rows_changed_since(''arbo_masterlist'', array[%s,%s]::bigint[], ''3:3:'') c',
    pg_temp.row_in('own'), pg_temp.row_in('other region')))
$$;
select is(pg_temp.changed('officer'), pg_temp.row_in('own')::text,
  'For a Provincial user, find_rows_changed_since returns only changed rows of the user''s own office.');
select is(pg_temp.changed('neighbour'), 'null',
  'For a Provincial user, find_rows_changed_since returns no changed rows of another office.');
select is(pg_temp.changed('chief'), concat_ws(' ', least(pg_temp.row_in('own'), pg_temp.row_in('other region')),
  greatest(pg_temp.row_in('own'), pg_temp.row_in('other region'))),
  'For a Central user, find_rows_changed_since returns the changed rows of all offices.');

select * from finish();
rollback;
