-- Threat: a row uses an upload that is not stored, not confirmed, or of another user, table or office. Another threat:
-- a user abandons or deletes other users' uploads. One assertion tests each condition of the functions.
begin;
select plan(44);

select tests.make_offices();
select tests.create_user('encoder', 'Provincial', '{Read,Edit}'),
  tests.create_user('colleague', 'Provincial', '{Read,Edit}'),
  tests.create_user('neighbour', 'Provincial', '{Read,Edit}', 'same region');
select tests.set_windows('accomplishment');
create function pg_temp.id_of(wanted text) returns uuid language sql as $$ select user_id from tests.callers
  where caller = wanted $$;
create temporary table forms on commit drop as
select place, tests.put_sample('form11_accomps', place, '{"status": "Accomplished"}') as id from tests.places;
grant select on forms to authenticated;
create function pg_temp.form(place text default 'own') returns bigint language sql as $$ select f.id from forms f
  where f.place = form.place $$;

create temporary sequence numbers;
-- Creates a confirmed upload of the encoder that is stored with its thumbnail. `changes` replaces values of its
-- columns.
create function pg_temp.upload(changes jsonb default '{}', stored bigint default 10,
  thumbnail_stored bigint default 5) returns uuid language plpgsql as $$
declare
  made public.evidence_files;
  stem text := 'test-region-a/test-province-a1/form11-accomps-1/' || md5(nextval('numbers')::text)::uuid;
begin
  made := jsonb_populate_record(null::public.evidence_files, jsonb_build_object(
    'upload_id', gen_random_uuid(), 'user_id', pg_temp.id_of('encoder'), 'evidence_table', 'form_11_geotags',
    'office', 'Test Region A / Test Province A1', 'window_name', 'accomplishment', 'file_path', stem || '.jpg',
    'thumbnail_path', stem || '.thumb.jpg', 'file_name', 'a.jpg', 'content_type', 'image/jpeg', 'size', 10,
    'thumbnail_size', 5, 'sha256', repeat('a', 64), 'thumbnail_sha256', repeat('b', 64), 'state', 'stored', 'at',
      now()) || changes);
  insert into public.evidence_files select made.*;
  insert into storage.objects (bucket_id, name, metadata)
  select 'evidence', p.path, jsonb_build_object('size', p.size)
  from (values (made.file_path, stored), (made.thumbnail_path, thumbnail_stored)) p (path, size)
  where p.size is not null and p.path is not null;
  return made.upload_id;
end
$$;
create function pg_temp.taking(upload uuid, wanted_caller text default 'encoder') returns text language sql as $$
  select tests.attempt(wanted_caller, tests.statement_to_insert('form_11_geotags', jsonb_build_object(
    'form11_id', pg_temp.form(), 'latitude', 10.5, 'longitude', 120.5, 'location_source', 'map', 'outside_confirmed',
      'Yes', 'upload_id', upload)))
$$;

-- Tests the conditions under which a row can use an upload.
select is(pg_temp.taking(pg_temp.upload()), 'done',
  'A row can use an upload that is confirmed and whose files are stored.');
select is(pg_temp.taking(pg_temp.upload('{"thumbnail_path": null, "thumbnail_size": null, "thumbnail_sha256": null}')),
  'done', 'A row can use a confirmed upload that has no thumbnail.');
select is(pg_temp.taking(pg_temp.upload(jsonb_build_object('state', state, 'row_id', 1))), 'AG002',
  format('A row can''t use an upload in the state %s.', state))
from unnest(array['reserved', 'kept', 'discarded']) state;
select is(pg_temp.taking(pg_temp.upload(), 'colleague'), 'AG002',
  'A row can''t use an upload of another user of the same office.');
select is(pg_temp.taking(pg_temp.upload('{"evidence_table": "attachments"}')), 'AG002',
  'A row can''t use an upload that was reserved for another table.');
select is(pg_temp.taking(pg_temp.upload('{"office": "Test Region A / Test Province A2"}')), 'AG002',
  'A row can''t use an upload that was reserved for another office.');
select is(pg_temp.taking(pg_temp.upload(stored => null)), 'AG002',
  'A row can''t use an upload whose file is not stored.');
select is(pg_temp.taking(pg_temp.upload(stored => 9)), 'AG002',
  'A row can''t use an upload whose file is stored only in part.');
select is(pg_temp.taking(pg_temp.upload(thumbnail_stored => null)), 'AG002',
  'A row can''t use an upload whose thumbnail is not stored.');
select is(pg_temp.taking(pg_temp.upload(thumbnail_stored => 4)), 'AG002',
  'A row can''t use an upload whose thumbnail is stored only in part.');
select is(pg_temp.taking(gen_random_uuid()), 'AG002', 'A row can''t use an upload that was never reserved.');

-- Tests confirmations of uploads. The API confirms an upload in the transaction that saves the row, before it assumes
-- the caller's role. The API must pass the hashes that were stored when the upload was reserved.
create function pg_temp.confirming(upload uuid, uploader text default 'encoder', hash text default repeat('a', 64),
  thumbnail text default repeat('b', 64)) returns text language sql as $$
  select tests.try_as_owner(format('select private.confirm_upload(%L, %L, %L, %L)', upload, pg_temp.id_of(uploader),
    hash, thumbnail))
$$;
create function pg_temp.reserved(changes jsonb default '{}') returns uuid language sql
  as $$ select pg_temp.upload('{"state": "reserved"}' || changes) $$;
select is(pg_temp.confirming(pg_temp.reserved()), 'done',
  'confirm_upload confirms a reserved upload if the hashes of its file and thumbnail are the reserved ones.');
select is(pg_temp.confirming(pg_temp.reserved(), hash => repeat('c', 64)), 'AG002',
  'confirm_upload refuses an upload whose file does not have the reserved hash.');
select is(pg_temp.confirming(pg_temp.reserved(), thumbnail => repeat('c', 64)), 'AG002',
  'confirm_upload refuses an upload whose thumbnail does not have the reserved hash.');
select is(pg_temp.confirming(pg_temp.reserved(), thumbnail => null), 'AG002',
  'If an upload has a thumbnail, confirm_upload refuses a call without the thumbnail''s hash.');
select is(pg_temp.confirming(pg_temp.reserved('{"thumbnail_path": null, "thumbnail_size": null,
  "thumbnail_sha256": null}')), 'AG002',
  'If an upload has no thumbnail, confirm_upload refuses a call with a thumbnail''s hash.');
select is(pg_temp.confirming(pg_temp.reserved(), uploader => 'colleague'), 'AG002',
  'confirm_upload refuses an upload of another user.');
select is(pg_temp.confirming(pg_temp.upload(jsonb_build_object('state', state, 'row_id', 1))), 'AG002',
  format('confirm_upload refuses an upload in the state %s.', state))
from unnest(array['stored', 'kept', 'discarded']) state;
select is(tests.attempt(caller,
  format('select private.confirm_upload(%L, %L, repeat(''a'', 64), repeat(''b'', 64))', pg_temp.reserved(),
  pg_temp.id_of('encoder'))), '42501', format('The user "%s" can''t call confirm_upload.', caller))
from unnest(array['encoder', 'colleague']) caller;
select is(has_function_privilege(role, 'private.confirm_upload(uuid, uuid, text, text)', 'execute'),
  role = 'api_gateway', format('Of the database roles, only the API''s login may execute confirm_upload: %s', role))
from unnest(array['anon', 'authenticated', 'service_role', 'central_reader', 'provincial_reader', 'api_gateway']) role;
select tests.set_end_rules('public.evidence_files', 'enable');
select is(
  tests.try_as_owner(format('do $q$ begin perform private.confirm_upload(%L, %L, repeat(''a'', 64), repeat(''b'', 64));
    set constraints all immediate; end $q$', pg_temp.reserved(), pg_temp.id_of('encoder'))),
  'AG002', 'A transaction that calls confirm_upload can''t commit if no record row uses the uploaded file.');

select tests.set_end_rules('public.evidence_files', 'disable');

-- A user can reserve only their own upload id again, and only with the same file and thumbnail.
create function pg_temp.announcing(wanted_caller text, changes jsonb default '{}') returns text language sql as $$
  select tests.answer(wanted_caller,
    format('select private.begin_upload(''form_11_geotags'', ''form11_accomps'', %s, %L) ->> ''state''', pg_temp.form(),
    jsonb_build_object('upload_id', '00000000-0000-4000-8000-000000000001', 'file_name', 'a.jpg', 'content_type',
      'image/jpeg', 'extension', 'jpg',
      'size', 10, 'sha256', repeat('a', 64), 'thumbnail_extension', 'jpg', 'thumbnail_size', 5, 'thumbnail_sha256',
        repeat('b', 64)) || changes))
$$;
select tests.perform_as('encoder',
  format('select private.begin_upload(''form_11_geotags'', ''form11_accomps'', %s, %L)', pg_temp.form(),
  '{"upload_id": "00000000-0000-4000-8000-000000000001", "file_name": "a.jpg", "content_type": "image/jpeg",
    "extension": "jpg", "size": 10, "thumbnail_extension": "jpg", "thumbnail_size": 5}'::jsonb
  || jsonb_build_object('sha256', repeat('a', 64), 'thumbnail_sha256', repeat('b', 64))));
select is(pg_temp.announcing('encoder'), 'reserved',
  'If a user reserves an upload id twice for the same file and thumbnail, begin_upload returns "reserved" again.');
select is(pg_temp.announcing('colleague'), 'conflict',
  'If another user has already reserved an upload id, begin_upload returns "conflict".');
select is(pg_temp.announcing('encoder', jsonb_build_object('sha256', repeat('c', 64))), 'conflict',
  'If the user has already reserved an upload id for a different file, begin_upload returns "conflict".');
select is(pg_temp.announcing('encoder', jsonb_build_object('thumbnail_sha256', repeat('c', 64))), 'given_up',
  'If the user has already reserved an upload id for a different thumbnail, begin_upload returns "given_up".');

-- Tests which uploads expire_uploads abandons. "mine" is the user's own upload. "theirs" and "theirs, late" belong to
-- another user, and "elsewhere, late" to another office. The late ones are over an hour old.
create temporary table uploads on commit drop as
select 'mine' as name, pg_temp.reserved() as id
union all select 'theirs', pg_temp.reserved(jsonb_build_object('user_id', pg_temp.id_of('colleague')))
union all select 'theirs, late',
  pg_temp.reserved(jsonb_build_object('user_id', pg_temp.id_of('colleague'), 'at', now() - interval '61 minutes'))
union all select 'elsewhere, late',
  pg_temp.reserved(jsonb_build_object('office', 'Test Region A / Test Province A2', 'user_id',
    pg_temp.id_of('colleague'), 'at', now() - interval '61 minutes'));
grant select on uploads to authenticated;
select tests.perform_as('encoder', 'select private.expire_uploads(array(select id from uploads))');
select is((select f.state from public.evidence_files f join uploads u on u.id = f.upload_id where u.name = n.name),
  n.state, format('The upload "%s" (late: over an hour old) has this state after a user calls expire_uploads: %s',
  n.name, n.state))
from (values ('mine', 'discarded'), ('theirs', 'reserved'), ('theirs, late', 'discarded'),
  ('elsewhere, late', 'reserved')) n (name, state);
-- A user can list and delete orphan files (files of discarded uploads) of their own office only.
delete from public.evidence_files;
create temporary table leftovers on commit drop as
select state, office,
  pg_temp.upload(jsonb_build_object('state', state, 'office', office, 'row_id', 1), null, null) as id
from unnest(array['reserved', 'kept', 'trashed', 'discarded']) state,
  unnest(array['Test Region A / Test Province A1', 'Test Region A / Test Province A2']) office;
grant select on leftovers to authenticated;
create function pg_temp.paths_of(wanted text) returns text language sql as $$
  select string_agg(p.path, ' ' order by p.path)
  from leftovers l join public.evidence_files f on f.upload_id = l.id cross
    join lateral (values (f.file_path), (f.thumbnail_path)) p (path)
  where l.state = 'discarded' and l.office = wanted
$$;
select is(
  tests.answer(caller, 'select string_agg(f, '' '' order by f) from private.orphan_file_paths(100) f'),
  pg_temp.paths_of('Test Region A / Test Province ' || province),
    format('To the user "%s", orphan_file_paths returns exactly the orphan files of the user''s own office.', caller))
from (values ('encoder', 'A1'), ('neighbour', 'A2')) c (caller, province);
select is(tests.answer('neighbour', 'select private.has_orphan_files()'), 'true',
  'has_orphan_files returns true if the user''s own office has files of discarded uploads.');
select tests.perform_as('encoder', 'select private.delete_orphan_uploads()');
select is(
  (select string_agg(concat_ws(' ', l.state, right(l.office, 2)), ', ' order by l.state, l.office) from leftovers l
   where exists (select from public.evidence_files f where f.upload_id = l.id)),
  'discarded A2, kept A1, kept A2, reserved A1, reserved A2, trashed A1, trashed A2',
    'delete_orphan_uploads deletes exactly the discarded uploads of the user''s own office.');
select is(tests.answer('encoder', 'select private.has_orphan_files()'), 'false',
  'has_orphan_files returns false after delete_orphan_uploads.');

select * from finish();
rollback;
