-- Threat: a user reads, stores, overwrites or removes an object of the bucket evidence without permission. The tests
-- run statements as the user, as /storage/v1 does. They also test which uploads a user can reserve
-- (private.begin_upload).
begin;
select plan(54);

select tests.create_callers();
select tests.make_offices();
insert into public.evidence_files (upload_id, user_id, evidence_table, row_id, office, window_name, file_path,
  thumbnail_path, file_name, content_type, size, thumbnail_size, sha256, state)
select md5(p.place || s.state)::uuid, gen_random_uuid(), 'form_11_geotags', 1,
  coalesce(p.region_name, '') || ' / ' || coalesce(p.province_name, ''), 'accomplishment',
  f.stem || '.jpg', f.stem || '.thumb.jpg', 'a.jpg', 'image/jpeg', 10, 5, repeat('0', 64), s.state
from tests.places p, (values ('reserved'), ('kept'), ('trashed'), ('discarded')) s (state),
  lateral (select concat_ws('/', private.folder_name(p.region_name), private.folder_name(p.province_name),
    'form11-accomps-1', md5(p.place || s.state)::uuid) as stem) f;
create temporary view files as
select p.place, f.state, f.file_path,
  f.upload_id from public.evidence_files f
  join tests.places p on f.office = coalesce(p.region_name, '') || ' / ' || coalesce(p.province_name, '');
insert into storage.objects (bucket_id, name) select 'evidence', file_path from files where state <> 'reserved';
insert into storage.buckets (id, name) values ('another', 'another');
insert into storage.objects (bucket_id, name) select 'another',
  file_path from files where state = 'kept' union all values ('evidence', 'stray/object/without/row.jpg');

-- Lists the wrong results of reading, removing or renaming an object, per caller, office and state of the reporting
-- window.
create function pg_temp.disagreements(verb text, wanted_state text) returns text language plpgsql as $$
declare
  c tests.callers;
  f files;
  is_open boolean;
  wanted text;
  got text;
  found text := '';
begin
  foreach is_open in array array[true, false] loop
    perform tests.set_windows(case when is_open then 'accomplishment' else 'target' end);
    for c in select * from tests.callers loop
      for f in select * from files where state = wanted_state loop
        wanted := case when verb = 'select' and wanted_state = 'kept' and c.kind <> 'anonymous'
          and tests.in_scope(c.level, f.place) then 'done' else 'none' end;
        got := tests.attempt(c.caller, format(case verb
          when 'select' then 'select from storage.objects where bucket_id = ''evidence'' and name = %L'
          when 'delete' then 'delete from storage.objects where bucket_id = ''evidence'' and name = %L'
          else 'update storage.objects set name = name || ''.x'' where bucket_id = ''evidence'' and name = %L' end,
          f.file_path));
        if got <> wanted then
          found := concat_ws('; ', nullif(found, ''),
            format('%s, %s: %s instead of %s', c.caller, f.place, got, wanted));
        end if;
      end loop;
    end loop;
  end loop;
  return found;
end
$$;
select throws_ok($$delete from storage.objects where bucket_id = 'evidence'$$, '42501',
  'Direct deletion from storage tables is not allowed. Use the Storage API instead.',
    'A direct SQL DELETE statement on the table storage.objects fails.');
-- Allows DELETE statements on storage.objects, as the storage service does in its own transactions.
set local storage.allow_delete_query = 'true';
select is(pg_temp.disagreements('select', 'kept'), '',
  'Even while the reporting window is closed, a caller can read exactly the files of rows in the caller''s scope.');
select is(pg_temp.disagreements('select', 'discarded'), '', 'No caller can read the file of a discarded upload.');
select is(pg_temp.disagreements('select', 'trashed'), '',
  'After a row is deleted, no caller can read the row''s file.');
select is(pg_temp.disagreements(verb, state), '',
  format(
  'No caller can %s the entry of a file in the table storage.objects if its upload is in the state %s.', verb, state))
from unnest(array['delete', 'update']) verb, unnest(array['kept', 'trashed', 'discarded']) state;

-- The storage service names its operation in the setting storage.operation. A user can read a file in some of these
-- operations, but not while signing a link or copying the file.
create function pg_temp.reading(operation text) returns text language plpgsql as $$
begin
  perform set_config('storage.operation', operation, true);
  return tests.attempt('Central with Read',
    format('select from storage.objects where bucket_id = ''evidence'' and name = %L',
    (select f.file_path from files f where f.state = 'kept' and f.place = 'own')));
end
$$;
select is(pg_temp.reading(operation), 'none',
  format('A user can''t read a stored file if the request states the storage operation "%s".', operation))
from unnest(array['storage.object.sign', 'storage.object.sign_many', 'storage.object.copy', 'storage.object.move',
  'storage.render.image_authenticated', 'storage.s3.object.get', 'another']) operation;
select is(pg_temp.reading(operation), 'done',
  format('A user can read a stored file if the request states the storage operation "%s".', operation))
from unnest(array['storage.object.get_authenticated', 'storage.object.list_v2', '']) operation;

-- A caller can't insert the object of a file directly, even after reserving its upload.
select tests.set_windows('accomplishment');
create function pg_temp.path(state text, place text default 'own') returns text language sql as $$
  select f.file_path from files f where f.state = path.state and f.place = path.place
$$;
create function pg_temp.storing(c tests.callers, place text) returns text language plpgsql as $$
begin
  update public.evidence_files e set user_id = c.user_id from files f
  where f.place = storing.place and f.state = 'reserved' and e.upload_id = f.upload_id and c.user_id is not null;
  return tests.attempt(c.caller, format(
    'insert into storage.objects (bucket_id, name) values (''evidence'', %L)', pg_temp.path('reserved', place)));
end
$$;
select is(
  (select string_agg(format('%s, %s: %s', c.caller, p.place, pg_temp.storing(c, p.place)), '; ')
   from tests.callers c, tests.places p where pg_temp.storing(c, p.place) <> '42501'),
  null, 'A caller who has reserved an upload can''t add the file to storage.objects with an INSERT statement.');
select is(
  tests.attempt('Central with Read+Edit+Delete', format('insert into storage.objects (bucket_id, name) values (%L, %L) '
    || 'on conflict (bucket_id, name) do update set version = ''2''', bucket, name)),
  '42501', format('A Central user can''t overwrite the object %s in the bucket %s.', name, bucket))
from unnest(array['evidence', 'another']) bucket, unnest(array[pg_temp.path('kept'), pg_temp.path('discarded')]) name;

-- Stray objects have no upload. Administrators can't access them directly: file_faults lists them, and the API removes
-- them.
select tests.create_user('keeper', 'Central', '{Read,Edit,Delete}', 'central office', '{users}'),
  tests.create_user('region keeper', 'Regional', '{Read,Edit,Delete}', 'regional office', '{users}');
select is(tests.attempt('keeper', verb || ' storage.objects where name like ''stray/%'''), 'none',
  format(
  'An administrator''s SQL statement "%s storage.objects" affects no stored file that belongs to no upload.', verb))
from unnest(array['select from', 'delete from']) verb;

-- A caller can read a row of evidence_files in their scope once a record uses the upload. No caller can write these
-- rows.
select is(
  (select string_agg(format('%s: %s', c.caller, f.state), '; ') from tests.callers c, files f
   where f.state <> 'kept' and f.place = 'own' and c.kind <> 'anonymous'
    and tests.attempt(c.caller,
      format('select from public.evidence_files where upload_id = %L', f.upload_id)) <> 'none'),
  null, 'No caller can read an upload in evidence_files if the upload is reserved, trashed or discarded.');
select is(
  (select string_agg(format('%s: %s', c.caller, p.place), '; ') from tests.callers c, tests.places p,
    files f where f.place = p.place and f.state = 'kept' and c.kind <> 'anonymous'
    and tests.attempt(c.caller, format('select from public.evidence_files where upload_id = %L', f.upload_id)) <> case
      when tests.in_scope(c.level, p.place) then 'done' else 'none' end),
  null, 'A caller can read in evidence_files only the uploads for records in the caller''s scope.');
select is(tests.attempt(caller, statement), '42501', format('The caller "%s" can''t run: %s', caller, statement))
from unnest(array['Central with Read+Edit+Delete', 'anonymous']) caller,
  unnest(array['update public.evidence_files set state = ''discarded''', 'delete from public.evidence_files',
    'truncate public.evidence_files',
    'insert into public.evidence_files (upload_id) values (gen_random_uuid())']) statement;
select is(tests.attempt('anonymous', 'select from public.evidence_files'), '42501',
  'A caller who is not signed in can''t read evidence_files.');

-- Tests the conditions under which a caller can reserve an upload.
select tests.empty_tables();
create temporary table owners on commit drop as select place,
  tests.put_sample('form11_accomps', place, '{"status": "Accomplished"}') as id from tests.places;
create function pg_temp.announce(wanted_caller text, owner_id bigint, change jsonb default '{}',
  owner_table text default 'form11_accomps', evidence_table text default 'form_11_geotags') returns text language sql
  as $$
  select tests.answer(wanted_caller,
    format('select private.begin_upload(%L, %L, %s, %L) ->> ''state''', evidence_table, owner_table, owner_id,
    jsonb_build_object('upload_id', gen_random_uuid(), 'file_name', 'a.jpg', 'content_type', 'image/jpeg', 'extension',
      'jpg', 'size', 10, 'sha256', repeat('a', 64)) || change))
$$;
select is(
  (select string_agg(format('%s, %s: %s', c.caller, o.place, pg_temp.announce(c.caller, o.id)), '; ')
    from tests.callers c, owners o where c.kind <> 'anonymous'
    and pg_temp.announce(c.caller, o.id) <> case when not tests.in_scope(c.level, o.place) then 'no_owner'
      when tests.has_right(c.rights, 'insert') then 'reserved' else 'refused' end),
  null, 'A caller with the right to add rows can reserve an upload for any record in their scope.');
select is(pg_temp.announce('Central with Read+Edit+Delete', id, owner_table => t), 'no_owner',
  format('An upload for a row of the table "%s" is refused.', t))
  from owners, unnest(array['users', 'arbo_masterlist', 'uac; drop table x']) t where place = 'own';
select is(pg_temp.announce('Central with Read+Edit+Delete', id, evidence_table => 'arbo_masterlist'), 'no_owner',
  'The database refuses an upload for a table whose rows can''t have files.') from owners where place = 'own';
select is(pg_temp.announce('Central with Read+Edit+Delete', id, jsonb_build_object('extension', e)), '23514',
  format('An upload with the file extension "%s" is refused.', e)) from owners,
  unnest(array['exe', 'svg', 'jpg/../x', '']) e where place = 'own';
select is(pg_temp.announce('Central with Read+Edit+Delete', id,
  jsonb_build_object('upload_id', (select upload_id from files f where f.place = 'own' and state = 'kept'))),
  'conflict', 'An upload with the id of an existing upload is refused.') from owners where place = 'own';

-- Only Central administrators get the lists file_faults (file faults) and kept_files (files that rows need).
select is(tests.answer(caller, 'select count(*) from private.file_faults()'), wanted,
  format('The caller "%2$s" gets this number of faults from file_faults: %1$s', wanted, caller))
from (values ('keeper', '16'), ('region keeper', '0'), ('Central with Read+Edit+Delete', '0')) w (caller, wanted);

select is(tests.answer(caller, 'select count(*) from private.kept_files('''', 1000)'), wanted,
  format('The caller "%2$s" gets this number of files from kept_files: %1$s', wanted, caller))
from (values ('keeper', '10'), ('region keeper', '0'), ('Central with Read+Edit+Delete', '0')) w (caller, wanted);

select * from finish();
rollback;
