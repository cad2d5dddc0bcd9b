-- Storage: who reads, stores, overwrites and removes which object of the bucket evidence, with a user's own identity, as
-- /storage/v1 asks the database; and what the announcing of uploads, which the API calls, lets through.
begin;
select plan(59);

select tests.create_callers();
select tests.make_offices();
insert into public.evidence_files (upload_id, user_id, evidence_table, row_id, office, window_name, file_path, thumbnail_path, file_name, content_type, size, thumbnail_size, sha256, state)
select md5(p.place || s.state)::uuid, gen_random_uuid(), 'form_11_geotags', 1, coalesce(p.region_name, '') || ' / ' || coalesce(p.province_name, ''), 'accomplishment',
  f.stem || '.jpg', f.stem || '.thumb.jpg', 'a.jpg', 'image/jpeg', 10, 5, repeat('0', 64), s.state
from tests.places p, (values ('reserved'), ('kept'), ('discarded')) s (state),
  lateral (select concat_ws('/', private.folder_name(p.region_name), private.folder_name(p.province_name), 'form11-accomps-1', md5(p.place || s.state)::uuid) as stem) f;
create temporary view files as
select p.place, f.state, f.file_path, f.upload_id from public.evidence_files f join tests.places p on f.office = coalesce(p.region_name, '') || ' / ' || coalesce(p.province_name, '');
insert into storage.objects (bucket_id, name) select 'evidence', file_path from files where state <> 'reserved';
insert into storage.buckets (id, name) values ('another', 'another');
insert into storage.objects (bucket_id, name) select 'another', file_path from files where state = 'kept' union all values ('evidence', 'stray/object/of/nobody.jpg');

-- Reading and removing, for each caller and office, whether or not a window is open.
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
        wanted := case when c.kind = 'anonymous' then 'none'
          when tests.in_scope(c.level, f.place) and (verb = 'select' or wanted_state = 'discarded') then 'done' else 'none' end;
        got := tests.attempt(c.caller, case verb
          when 'select' then format('select from storage.objects where bucket_id = ''evidence'' and name = %L', f.file_path)
          when 'delete' then format('delete from storage.objects where bucket_id = ''evidence'' and name = %L', f.file_path)
          else format('update storage.objects set name = name || ''.x'' where bucket_id = ''evidence'' and name = %L', f.file_path) end);
        if verb = 'update' then
          wanted := 'none';
        end if;
        if got <> wanted then
          found := concat_ws('; ', nullif(found, ''), format('%s, %s: %s instead of %s', c.caller, f.place, got, wanted));
        end if;
      end loop;
    end loop;
  end loop;
  return found;
end
$$;
select is(pg_temp.disagreements('select', 'kept'), '', 'a kept file is read in scope, by every caller of the matrix, whatever the window');
select is(pg_temp.disagreements('select', 'discarded'), '', 'a discarded one, too, so that Storage finds what it removes');
select is(pg_temp.disagreements('delete', 'kept'), '', 'a kept file is removed by nobody');
select is(pg_temp.disagreements('delete', 'discarded'), '', 'a discarded one in scope');
select is(pg_temp.disagreements('update', 'kept'), '', 'no file is renamed, moved or overwritten');

-- Storing: for each caller who announced it, with the window open and closed.
create function pg_temp.storing(wanted_caller text, place text) returns text language plpgsql as $$
begin
  update public.evidence_files e set user_id = c.user_id from tests.callers c, files f
  where c.caller = wanted_caller and f.place = storing.place and f.state = 'reserved' and e.upload_id = f.upload_id;
  return tests.attempt(wanted_caller, (select format('insert into storage.objects (bucket_id, name) values (''evidence'', %L)', f.file_path) from files f where f.place = storing.place and f.state = 'reserved'));
end
$$;
select tests.set_windows('accomplishment');
select is(
  (select string_agg(format('%s, %s: %s', c.caller, p.place, pg_temp.storing(c.caller, p.place)), '; ') from tests.callers c, tests.places p
   where c.kind not in ('anonymous', 'no profile') and pg_temp.storing(c.caller, p.place) <> tests.outcome(c.kind, 'insert', tests.in_scope(c.level, p.place) and tests.has_right(c.rights, 'insert'))),
  null, 'what was announced is stored in scope and with the right, by every caller of the matrix');
select tests.set_windows('target');
select is(
  (select string_agg(format('%s, %s: %s', c.caller, p.place, pg_temp.storing(c.caller, p.place)), '; ') from tests.callers c, tests.places p
   where c.kind not in ('anonymous', 'no profile') and pg_temp.storing(c.caller, p.place) <> tests.outcome(c.kind, 'insert', c.level = 'Central' and tests.has_right(c.rights, 'insert'))),
  null, 'and while the window is open: with another one open, by Central alone');

-- One caller, one circumstance after the other.
select tests.set_windows('accomplishment');
create function pg_temp.store(object_name text, bucket text default 'evidence', wanted_caller text default 'Provincial with Edit') returns text language sql as $$
  select tests.attempt(wanted_caller, format('insert into storage.objects (bucket_id, name) values (%L, %L)', bucket, object_name))
$$;
create function pg_temp.path(state text, place text default 'own') returns text language sql as $$ select f.file_path from files f where f.state = path.state and f.place = path.place $$;
update public.evidence_files e set user_id = (select user_id from tests.callers where caller = 'Provincial with Edit') where state = 'reserved';
select is(pg_temp.store(pg_temp.path('reserved')), 'done', 'an announced file may be stored');
select is(pg_temp.store(replace(pg_temp.path('reserved'), '.jpg', '.thumb.jpg')), 'done', 'so may its thumbnail');
select is(pg_temp.store(pg_temp.path('reserved'), wanted_caller => 'Provincial with Read+Edit'), '42501', 'not by a colleague');
select is(pg_temp.store(pg_temp.path('reserved'), 'another'), '42501', 'nor in another bucket');
select is(pg_temp.store(name), '42501', 'nor under another path: ' || name)
from unnest(array[pg_temp.path('reserved') || '.exe', './' || pg_temp.path('reserved'), '/' || pg_temp.path('reserved'), upper(pg_temp.path('reserved')),
  replace(pg_temp.path('reserved'), '/form11', '/../form11'), replace(pg_temp.path('reserved'), '/', '%2f'), pg_temp.path('reserved', 'other region'),
  'test-region-a/test-province-a1/form11-accomps-1/' || gen_random_uuid() || '.jpg', 'x.jpg', '', ' ']) name;
select is(pg_temp.store(pg_temp.path('kept') || '2'), '42501', 'nor beside a file that is kept');
update public.evidence_files set at = now() - interval '61 minutes' where state = 'reserved';
select is(pg_temp.store(pg_temp.path('reserved')), '42501', 'nor an hour later');
update public.evidence_files set at = now() - interval '59 minutes' where state = 'reserved';
select is(pg_temp.store(pg_temp.path('reserved')), 'done', 'a little earlier it may');
select tests.disable('Provincial with Edit');
select is(pg_temp.store(pg_temp.path('reserved')), '42501', 'and never by somebody who was disabled since');

-- What administrators of users do beyond: objects that nobody announced.
select tests.create_user('keeper', 'Central', '{Read,Edit,Delete}', 'central office', '{users}'), tests.create_user('region keeper', 'Regional', '{Read,Edit,Delete}', 'regional office', '{users}');
create function pg_temp.stray(wanted_caller text, verb text) returns text language sql as $$
  select tests.attempt(wanted_caller, case verb when 'select' then 'select from' else 'delete from' end || $q$ storage.objects where name like 'stray/%' $q$)
$$;
select is(pg_temp.stray('keeper', verb), 'done', 'a Central administrator may ' || verb || ' strays') from unnest(array['select', 'delete']) verb;
select is(pg_temp.stray(caller, verb), 'none', caller || ' may not ' || verb) from unnest(array['select', 'delete']) verb, unnest(array['region keeper', 'Central with Read+Edit+Delete', 'Provincial with Read+Edit+Delete']) caller;
select is(tests.attempt('keeper', format('delete from storage.objects where bucket_id = ''evidence'' and name = %L', pg_temp.path('kept'))), 'none', 'not even they remove a kept file');
select is(tests.attempt('keeper', 'delete from storage.objects where bucket_id = ''another'''), 'none', 'or touch another bucket');

-- The memory of uploads is read in scope and written by nobody.
select is(
  (select string_agg(format('%s: %s', c.caller, p.place), '; ') from tests.callers c, tests.places p, files f where f.place = p.place and f.state = 'kept' and c.kind <> 'anonymous'
    and tests.attempt(c.caller, format('select from public.evidence_files where upload_id = %L', f.upload_id)) <> case when tests.in_scope(c.level, p.place) then 'done' else 'none' end),
  null, 'uploads are seen in scope');
select is(tests.attempt(caller, statement), '42501', format('%s: %s', caller, statement))
from unnest(array['Central with Read+Edit+Delete', 'anonymous']) caller,
  unnest(array['update public.evidence_files set state = ''discarded''', 'delete from public.evidence_files', 'truncate public.evidence_files',
    'insert into public.evidence_files (upload_id) values (gen_random_uuid())']) statement;
select is(tests.attempt('anonymous', 'select from public.evidence_files'), '42501', 'somebody who never signed in sees none');

-- Announcing.
select tests.empty_tables();
create temporary table owners on commit drop as select place, tests.put_sample('form11_accomps', place, '{"status": "Accomplished"}') as id from tests.places;
create function pg_temp.announce(wanted_caller text, owner_id bigint, change jsonb default '{}', owner_table text default 'form11_accomps', evidence_table text default 'form_11_geotags') returns text language sql as $$
  select tests.answer(wanted_caller, format('select private.begin_upload(%L, %L, %s, %L) ->> ''state''', evidence_table, owner_table, owner_id,
    jsonb_build_object('upload_id', gen_random_uuid(), 'file_name', 'a.jpg', 'content_type', 'image/jpeg', 'extension', 'jpg', 'size', 10, 'sha256', repeat('a', 64)) || change))
$$;
select is(
  (select string_agg(format('%s, %s: %s', c.caller, o.place, pg_temp.announce(c.caller, o.id)), '; ') from tests.callers c, owners o where c.kind <> 'anonymous'
    and pg_temp.announce(c.caller, o.id) <> case when not tests.in_scope(c.level, o.place) then 'no_owner' when tests.has_right(c.rights, 'insert') then 'reserved' else 'refused' end),
  null, 'files are announced for records in sight, with the right, by every caller of the matrix');
select is(pg_temp.announce('Central with Read+Edit+Delete', id, owner_table => t), 'no_owner', 'not for ' || t) from owners, unnest(array['users', 'arbo_masterlist', 'uac; drop table x']) t where place = 'own';
select is(pg_temp.announce('Central with Read+Edit+Delete', id, evidence_table => 'arbo_masterlist'), 'no_owner', 'nor into a table without files') from owners where place = 'own';
select is(pg_temp.announce('Central with Read+Edit+Delete', id, jsonb_build_object('extension', e)), '23514', 'nor as anything but the four kinds: ' || e) from owners, unnest(array['exe', 'svg', 'jpg/../x', '']) e where place = 'own';
select is(pg_temp.announce('Central with Read+Edit+Delete', id, jsonb_build_object('upload_id', (select upload_id from files f where f.place = 'own' and state = 'kept'))), 'conflict', 'nor under the id of somebody else''s') from owners where place = 'own';

-- What has happened to them is told to nobody but administrators, and forgotten in scope.
select is(tests.answer(caller, 'select count(*) from private.file_faults()'), wanted, caller || ' learns of ' || wanted || ' faults')
from (values ('keeper', '16'), ('region keeper', '0'), ('Central with Read+Edit+Delete', '0')) w (caller, wanted);

select * from finish();
rollback;
