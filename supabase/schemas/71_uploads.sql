-- Functions for the life of an upload. First, an upload is announced for a record, which adds a row to
-- public.evidence_files. Then the upload is linked to a row of evidence (a geotag or an attachment), and is deleted
-- together with that row. private.require_evidence_files adds the triggers to a table of evidence.

-- Announces a file: adds a row to public.evidence_files, which says that the file will be stored for a record. The
-- record is a row of owner_table that the caller can see and to which the caller may add files now. `upload` is
-- {upload_id, file_name, content_type, extension, size, sha256, thumbnail_extension, thumbnail_size, thumbnail_sha256}.
-- Returns {state, …}:
-- - reserved {file_path, thumbnail_path}: store the file there; a repeated call returns the same paths
-- - kept {row_id}: this upload is already complete
-- - conflict: the id was used for a different upload
-- - deleted: this upload was complete, but its row has been deleted since
-- - given_up: the upload was discarded, or it was announced with a different thumbnail before
-- - no_owner: the record does not exist or is outside the caller's scope
-- - refused {office, status}: the caller may not add files now; private.explain_refusal returns the reason
create function private.begin_upload(evidence_table text, owner_table text, owner_id bigint, upload jsonb)
  returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  given_id uuid := (upload ->> 'upload_id')::uuid;
  known public.evidence_files;
  owner_office text;
  owner_status text;
  owner_window text;
  owner_folder constant text := replace(owner_table, '_', '-') || '-' || owner_id;
  stem text;
begin
  if not exists (
    select from private.evidence_owners o
    where o.evidence_table = begin_upload.evidence_table and o.owner_table = begin_upload.owner_table) then
    return jsonb_build_object('state', 'no_owner');
  end if;
  execute format('select office, status from public.%I where id = $1 and office = any ($2)', owner_table)
    into owner_office, owner_status using owner_id, private.offices_to_read();
  if owner_office is null then
    return jsonb_build_object('state', 'no_owner');
  end if;
  -- A repeat of a complete upload changes nothing, so it is not refused after the reporting window has closed.
  select * into known from public.evidence_files f
  where f.upload_id = given_id and f.state = 'kept' and f.user_id = auth.uid() and f.sha256 = upload ->> 'sha256'
    and f.evidence_table = begin_upload.evidence_table and split_part(f.file_path, '/', 3) = owner_folder;
  if found then
    return jsonb_build_object('state', 'kept', 'row_id', known.row_id);
  end if;
  owner_window := private.window_of(
    case (select t.window_name from private.record_tables t where t.table_name = evidence_table)
      when 'status' then owner_table else evidence_table end,
    owner_status);
  if not owner_office = any (private.offices_to_write('insert', owner_window)) then
    return jsonb_build_object('state', 'refused', 'office', owner_office,
      'status', case owner_window when 'target' then 'Target' else 'Accomplished' end);
  end if;

  select concat_ws('/', private.folder_name(o.region_name), private.folder_name(o.province_name),
      owner_folder, gen_random_uuid())
    into stem
  from public.offices o where o.office = owner_office;
  insert into public.evidence_files (
    upload_id, user_id, evidence_table, office, window_name, file_path, thumbnail_path, file_name, content_type,
    size, thumbnail_size, sha256, thumbnail_sha256)
  values (
    given_id, auth.uid(), evidence_table, owner_office, owner_window, stem || '.' || (upload ->> 'extension'),
    stem || '.thumb.' || (upload ->> 'thumbnail_extension'), upload ->> 'file_name', upload ->> 'content_type',
    (upload ->> 'size')::bigint, (upload ->> 'thumbnail_size')::bigint, upload ->> 'sha256',
    upload ->> 'thumbnail_sha256')
  on conflict (upload_id) do nothing
  returning * into known;
  if not found then
    select * into known from public.evidence_files f where f.upload_id = given_id for update;
    if known.user_id is distinct from auth.uid() or known.sha256 is distinct from upload ->> 'sha256'
      or known.evidence_table <> begin_upload.evidence_table
      or split_part(known.file_path, '/', 3) <> owner_folder then
      return jsonb_build_object('state', 'conflict');
    elsif known.state = 'kept' then
      return jsonb_build_object('state', 'kept', 'row_id', known.row_id);
    elsif known.state = 'trashed' then
      return jsonb_build_object('state', 'deleted');
    elsif known.state = 'discarded'
      or known.thumbnail_sha256 is distinct from upload ->> 'thumbnail_sha256' then
      return jsonb_build_object('state', 'given_up');
    end if;
    update public.evidence_files f set at = now(), office = owner_office, window_name = owner_window
    where f.upload_id = given_id;
  end if;
  return jsonb_build_object(
    'state', 'reserved', 'file_path', known.file_path, 'thumbnail_path', known.thumbnail_path);
end
$$;

-- Confirms that the files of an upload are stored and have the given hashes. The API calls this before it assumes the
-- caller's role. The upload must then be linked to a row in the same transaction, otherwise the transaction fails.
-- Raises AG002 if the uploader announced different hashes.
create function private.confirm_upload(
  confirmed uuid, uploader uuid, stored_sha256 text, stored_thumbnail_sha256 text
) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.evidence_files f set state = 'stored'
  where f.upload_id = confirmed and f.user_id = uploader and f.state = 'reserved' and f.sha256 = stored_sha256
    and f.thumbnail_sha256 is not distinct from stored_thumbnail_sha256;
  if not found then
    raise exception 'The file of this upload has not arrived. Send it again.'
      using errcode = 'AG002', column = 'upload_id';
  end if;
end
$$;

-- Deferred trigger: at the end of the transaction, refuses a confirmed upload that is not linked to a row.
create function private.require_attached_upload() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.evidence_files f where f.upload_id = new.upload_id and f.state = 'stored') then
    raise exception 'No row has taken the upload %.', new.upload_id using errcode = 'AG002', column = 'upload_id';
  end if;
  return null;
end
$$;

create constraint trigger require_attached_upload after insert
  or update on public.evidence_files deferrable initially deferred
  for each row when (new.state = 'stored') execute function private.require_attached_upload();

-- Checks whether Storage has a complete object under a path, by its size.
create function private.is_file_stored(path text, wanted_size bigint) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from storage.objects o where o.bucket_id = 'evidence' and o.name = path
    and (o.metadata ->> 'size')::bigint = wanted_size)
$$;

-- Finds the rows of an evidence table that have the same file and that the caller can see. Returns their lowest id, or
-- null if there is no such row. Ignores the row to which the file is being added, known by its upload or its id.
create function private.find_same_file(evidence_table text, file_sha256 text, upload uuid, row_id bigint) returns bigint
  language plpgsql stable set search_path = ''
as $$
declare
  found_id bigint;
begin
  execute format(
    'select min(id) from public.%I
     where sha256 = $1 and upload_id is distinct from $2 and id is distinct from $3 and office = any ($4)',
    evidence_table)
    into found_id using file_sha256, upload, row_id, private.offices_to_read();
  return found_id;
end
$$;

-- BEFORE trigger for a row with a new upload_id: fills the file columns from the upload, which the API must have
-- confirmed in this transaction. Without a caller (in a seed or a restore of a backup), does nothing: the row must
-- already have values in the file columns.
create function private.use_upload() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  upload public.evidence_files;
begin
  -- A new row without an upload is refused at the end of the transaction. An existing row cannot drop its file. (On
  -- insert, the columns of old are null.)
  if auth.uid() is null or private.is_restoring() or new.upload_id is not distinct from old.upload_id then
    return new;
  end if;
  select * into upload from public.evidence_files f where f.upload_id = new.upload_id for update;
  if upload.state is distinct from 'stored' or upload.user_id is distinct from auth.uid()
    or upload.evidence_table <> tg_table_name
    or upload.office <> coalesce(new.region_name, '') || ' / ' || coalesce(new.province_name, '')
    or not private.is_file_stored(upload.file_path, upload.size)
    or (upload.thumbnail_path is not null and not private.is_file_stored(upload.thumbnail_path, upload.thumbnail_size))
  then
    raise exception 'The file of this upload has not arrived. Send it again.'
      using errcode = 'AG002', column = 'upload_id';
  end if;
  update public.evidence_files f set state = 'kept', row_id = new.id, at = now() where f.upload_id = new.upload_id;
  new.file_path := upload.file_path;
  new.thumbnail_path := upload.thumbnail_path;
  new.file_name := upload.file_name;
  new.content_type := upload.content_type;
  new.size := upload.size;
  new.sha256 := upload.sha256;
  new.duplicate_of := private.find_same_file(tg_table_name, upload.sha256, upload.upload_id, new.id);
  return new;
end
$$;

-- AFTER trigger: updates the state of a row's file. If the row gets a new file, the state of the former file becomes
-- `discarded`. If the row is deleted, the state of its file becomes `trashed`. If the row moves to another office, the
-- office of its upload changes, too.
create function private.sync_file_state() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' or old.upload_id is distinct from new.upload_id then
    update public.evidence_files f set state = case tg_op when 'DELETE' then 'trashed' else 'discarded' end, at = now()
    where f.upload_id = old.upload_id;
  end if;
  if tg_op = 'UPDATE' and old.office <> new.office then
    update public.evidence_files f set office = new.office where f.upload_id = new.upload_id;
  end if;
  return null;
end
$$;

-- Sets the state of files to `kept` again when their rows are restored. `entries` has the ids of the log entries about
-- the deletion of the rows. Raises AG002 if a file is no longer stored.
create function private.reattach_files(wanted_table text, entries bigint[]) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  uploads constant uuid[] := array(
    select (l.changes #>> '{upload_id,0}')::uuid from private.user_log l
    where l.id = any (entries) and l.changes ? 'upload_id');
  taken bigint;
begin
  update public.evidence_files f set state = 'kept', at = now()
  where f.evidence_table = wanted_table and f.upload_id = any (uploads) and f.state = 'trashed'
    and private.is_file_stored(f.file_path, f.size)
    and (f.thumbnail_path is null or private.is_file_stored(f.thumbnail_path, f.thumbnail_size));
  get diagnostics taken = row_count;
  if taken < cardinality(uploads) then
    raise exception 'This record cannot be restored because one of its files is no longer stored.'
      using errcode = 'AG002', column = 'upload_id';
  end if;
end
$$;

-- Deferred trigger: at the end of the transaction, refuses a row without its file.
create function private.require_file() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  path text;
begin
  execute format('select coalesce(file_path, '''') from public.%I where id = $1', tg_table_name) into path using new.id;
  if path = '' then
    raise exception 'Send the file. The row cannot be saved without it.'
      using errcode = 'AG002', column = 'upload_id';
  end if;
  return null;
end
$$;

-- Adds the indexes and triggers for files to an evidence table (template.evidence), which has one file per row.
-- `owners` lists the tables whose records can have this evidence.
create procedure private.require_evidence_files(target regclass, owners text[])
  language plpgsql set search_path = ''
as $$
declare
  name constant text := (select relname from pg_catalog.pg_class where oid = target);
begin
  insert into private.evidence_owners select name, owner from unnest(owners) owner;
  execute format('create unique index %I on %s (upload_id) where upload_id is not null', name || '_upload_once',
    target);
  execute format('create index %I on %s (sha256)', name || '_sha256', target);
  execute replace($sql$
    create trigger use_upload before insert or update on {table}
      for each row execute function private.use_upload();
    create trigger sync_file_state after update or delete on {table}
      for each row execute function private.sync_file_state();
    create constraint trigger require_file after insert or update on {table} deferrable initially deferred
      for each row execute function private.require_file()$sql$, '{table}', target::text);
end
$$;

-- Functions that clean up files. When a user uploads a file or deletes a record, the API also removes files of
-- abandoned uploads and of rows that were deleted long ago. Administrators can check for all other files that a crash
-- or a restore of a backup has left behind.

-- Discards uploads that have not arrived: the caller's uploads with the given ids, and the uploads in the caller's
-- scope that were announced too long ago. Returns the number of discarded uploads.
create function private.expire_uploads(ids uuid[] default '{}') returns bigint
  language sql volatile security definer set search_path = ''
as $$
  with given_up as (
    update public.evidence_files f set state = 'discarded', at = now()
    where f.state = 'reserved' and auth.uid() is not null
      and ((f.upload_id = any (ids) and f.user_id = auth.uid())
        or f.at < now() - private.upload_timeout() and f.office = any (private.offices_to_read()))
    returning 1)
  select count(*) from given_up
$$;

-- Deletes the rows of orphan uploads in the caller's scope whose files were removed from Storage. Returns the number of
-- deleted rows.
create function private.delete_orphan_uploads() returns bigint
  language sql volatile security definer set search_path = ''
as $$
  with forgotten as (
    delete from public.evidence_files f
    where private.is_orphan(f.state, f.at) and f.office = any (private.offices_to_read())
      and not exists (select from storage.objects o
        where o.bucket_id = 'evidence' and o.name in (f.file_path, f.thumbnail_path))
    returning 1)
  select count(*) from forgotten
$$;

-- Returns paths of orphan files in the caller's scope, which the API then removes from Storage.
create function private.orphan_file_paths(most integer) returns setof text
  language sql stable security definer set search_path = ''
as $$
  select p.path
  from public.evidence_files f cross join lateral (values (f.file_path), (f.thumbnail_path)) p (path)
  where f.state <> 'kept' and private.is_orphan(f.state, f.at)
    and f.office = any ((select private.offices_to_read())::text[]) and p.path is not null
  limit most
$$;

-- Checks whether the caller's scope has uploads to clean up: orphans, or uploads that were announced too long ago.
create function private.has_orphan_files() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.evidence_files f
    where f.office = any ((select private.offices_to_read())::text[])
      and f.state <> 'kept' and (private.is_orphan(f.state, f.at)
        or (f.state = 'reserved' and f.at < now() - private.upload_timeout())))
$$;

-- Returns all files that should not be stored and all files that are missing. Returns no rows if the caller may not
-- repair files. `fault` is one of:
-- - unwanted_file: the file is stored, but its upload was discarded or abandoned; it may be removed
-- - stray_file: the file is stored, but public.evidence_files has no row for it; it may be removed
-- - missing_file: the row `row_id` of `evidence_table` needs this file, but it is not stored, or not completely
create function private.file_faults() returns table (fault text, path text, evidence_table text, row_id bigint)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.can_repair_files() then
    return;
  end if;
  return query
    select case when f.upload_id is null then 'stray_file' else 'unwanted_file' end, o.name, f.evidence_table,
      null::bigint
    from storage.objects o
    left join public.evidence_files f on o.name = f.file_path or o.name = f.thumbnail_path
    where o.bucket_id = 'evidence'
      and (f.upload_id is null or private.is_orphan(f.state, f.at)
        or (f.state = 'reserved' and f.at < now() - private.upload_timeout()))
    union all
    select 'missing_file', p.path, f.evidence_table, f.row_id
    from public.evidence_files f
    cross join lateral (values (f.file_path, f.size), (f.thumbnail_path, f.thumbnail_size)) p (path, size)
    where f.state = 'kept' and p.path is not null and not private.is_file_stored(p.path, p.size);
end
$$;

-- Returns files that rows need, sorted by path, starting after the path after_path. sha256 is null for thumbnails that
-- were stored before their hashes were recorded. Returns no rows if the caller may not repair files.
create function private.kept_files(after_path text, most integer)
  returns table (path text, sha256 text, size bigint, evidence_table text, row_id bigint)
  language sql stable security definer set search_path = ''
as $$
  select p.path, p.sha256, p.size, f.evidence_table, f.row_id
  from public.evidence_files f
  cross join lateral (values
    (f.file_path, f.sha256, f.size), (f.thumbnail_path, f.thumbnail_sha256, f.thumbnail_size)) p (path, sha256, size)
  where f.state = 'kept' and p.path is not null and p.path > after_path and (select private.can_repair_files())
  order by p.path
  limit most
$$;

grant execute on function private.confirm_upload(uuid, uuid, text, text) to api_gateway;
grant execute on function
  private.begin_upload(text, text, bigint, jsonb), private.find_same_file(text, text, uuid, bigint),
  private.expire_uploads(uuid[]), private.delete_orphan_uploads(),
  private.orphan_file_paths(integer), private.has_orphan_files(), private.file_faults(),
    private.kept_files(text, integer)
to authenticated;
