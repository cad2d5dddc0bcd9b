-- The way of an upload: announced for a record, taken by the row that proves something with it, dropped with that row.
-- Tables with files are described once, and get columns and triggers by one procedure.

create table private.evidence_owners (
  evidence_table text not null references private.record_tables (table_name),
  owner_table text not null references private.record_tables (table_name),
  primary key (evidence_table, owner_table)
);
alter table private.evidence_owners enable row level security;
comment on table private.evidence_owners is 'Which records may have files in which table.';

-- The window that guards a row of a record table, by its own status where the table leaves it to that.
create function private.window_of(wanted_table text, row_status text) returns text
  language sql stable security definer set search_path = ''
as $$
  select case when t.window_name <> 'status' then t.window_name when row_status = 'Target' then 'target' else 'accomplishment' end
  from private.record_tables t where t.table_name = wanted_table
$$;

-- Announces a file for a row of owner_table that the caller sees and may add to now. upload: {upload_id, file_name,
-- content_type, extension, size, sha256, thumbnail_extension, thumbnail_size}. Answers {state, …}:
--   reserved {file_path, thumbnail_path}: store it; again, with the same paths, when it was announced before and not kept
--   kept {row_id}: this very upload is done;  conflict: the id was used for something else;  given_up: or was discarded
--   no_owner: no such record in sight;  refused {office, status}: explain_refusal says why
create function private.begin_upload(evidence_table text, owner_table text, owner_id bigint, upload jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  given_id uuid := (upload ->> 'upload_id')::uuid;
  known public.evidence_files;
  owner_office text;
  owner_status text;
  owner_window text;
  stem text;
begin
  if not exists (select from private.evidence_owners o where o.evidence_table = begin_upload.evidence_table and o.owner_table = begin_upload.owner_table) then
    return jsonb_build_object('state', 'no_owner');
  end if;
  execute format('select office, status from public.%I where id = $1 and office = any ($2)', owner_table)
    into owner_office, owner_status using owner_id, private.offices_to_read();
  if owner_office is null then
    return jsonb_build_object('state', 'no_owner');
  end if;
  owner_window := private.window_of(
    case (select t.window_name from private.record_tables t where t.table_name = evidence_table) when 'status' then owner_table else evidence_table end,
    owner_status);
  if not owner_office = any (private.offices_to_write('insert', owner_window)) then
    return jsonb_build_object('state', 'refused', 'office', owner_office, 'status', case owner_window when 'target' then 'Target' else 'Accomplished' end);
  end if;

  select concat_ws('/', private.folder_name(o.region_name), private.folder_name(o.province_name), replace(owner_table, '_', '-') || '-' || owner_id, gen_random_uuid())
    into stem
  from public.offices o where o.office = owner_office;
  insert into public.evidence_files (upload_id, user_id, evidence_table, office, window_name, file_path, thumbnail_path, file_name, content_type, size, thumbnail_size, sha256)
  values (given_id, auth.uid(), evidence_table, owner_office, owner_window, stem || '.' || (upload ->> 'extension'),
    stem || '.thumb.' || (upload ->> 'thumbnail_extension'), upload ->> 'file_name', upload ->> 'content_type',
    (upload ->> 'size')::bigint, (upload ->> 'thumbnail_size')::bigint, upload ->> 'sha256')
  on conflict (upload_id) do nothing
  returning * into known;
  if not found then
    select * into known from public.evidence_files f where f.upload_id = given_id for update;
    if known.user_id is distinct from auth.uid() or known.sha256 <> upload ->> 'sha256' or known.evidence_table <> begin_upload.evidence_table
      or split_part(known.file_path, '/', 3) <> split_part(stem, '/', 3) then
      return jsonb_build_object('state', 'conflict');
    elsif known.state = 'kept' then
      return jsonb_build_object('state', 'kept', 'row_id', known.row_id);
    elsif known.state = 'discarded' or known.thumbnail_size is distinct from (upload ->> 'thumbnail_size')::bigint then
      return jsonb_build_object('state', 'given_up');
    end if;
    update public.evidence_files f set at = now(), office = owner_office, window_name = owner_window where f.upload_id = given_id;
  end if;
  return jsonb_build_object('state', 'reserved', 'file_path', known.file_path, 'thumbnail_path', known.thumbnail_path);
end
$$;

-- Whether a stored object is there, in full.
create function private.is_stored(path text, wanted_size bigint) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from storage.objects o where o.bucket_id = 'evidence' and o.name = path and (o.metadata ->> 'size')::bigint = wanted_size)
$$;

-- Before a row is written with a new upload_id: takes over what was announced under it, once both files have arrived. Who
-- is no caller (a seed, a restore) says itself what is stored.
create function private.take_upload() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  upload public.evidence_files;
begin
  -- A new row without one is refused at the end of the transaction; an existing one does not let go of its file. (There
  -- is no old row of an insert: its columns are null.)
  if auth.uid() is null or new.upload_id is not distinct from old.upload_id then
    return new;
  end if;
  select * into upload from public.evidence_files f where f.upload_id = new.upload_id for update;
  if upload.state is distinct from 'reserved' or upload.user_id is distinct from auth.uid() or upload.evidence_table <> tg_table_name
    or upload.office <> coalesce(new.region_name, '') || ' / ' || coalesce(new.province_name, '')
    or not private.is_stored(upload.file_path, upload.size)
    or (upload.thumbnail_path is not null and not private.is_stored(upload.thumbnail_path, upload.thumbnail_size))
  then
    raise exception 'The file of this upload has not arrived. Send it again.' using errcode = 'AG002', column = 'upload_id';
  end if;
  update public.evidence_files f set state = 'kept', row_id = new.id, at = now() where f.upload_id = new.upload_id;
  new.file_path := upload.file_path;
  new.thumbnail_path := upload.thumbnail_path;
  new.file_name := upload.file_name;
  new.content_type := upload.content_type;
  new.size := upload.size;
  new.sha256 := upload.sha256;
  return new;
end
$$;

-- After a row has gone or taken another file: the former files are nobody's. After it has moved: they move along.
create function private.follow_row() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' or old.upload_id is distinct from new.upload_id then
    update public.evidence_files f set state = 'discarded', at = now() where f.upload_id = old.upload_id;
  end if;
  if tg_op = 'UPDATE' and old.office <> new.office then
    update public.evidence_files f set office = new.office where f.upload_id = new.upload_id;
  end if;
  return null;
end
$$;

-- At the end of the transaction: a row has its file.
create function private.require_file() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  path text;
begin
  execute format('select coalesce(file_path, '''') from public.%I where id = $1', tg_table_name) into path using new.id;
  if path = '' then
    raise exception 'Send the file along: a row without it cannot be saved.' using errcode = 'AG002', column = 'upload_id';
  end if;
  return null;
end
$$;

-- Called after protect_record_table, for a table whose rows have a file each and a column file_name. The columns are
-- added after the protection, so that search leaves them out and callers write only those that are granted here.
create procedure private.keep_evidence(target regclass, owners text[])
  language plpgsql set search_path = ''
as $$
declare
  name text := (select relname from pg_catalog.pg_class where oid = target);
begin
  insert into private.evidence_owners select name, owner from unnest(owners) owner;
  execute format('alter table %s add column upload_id uuid, add column file_path text, add column thumbnail_path text, '
    || 'add column content_type text, add column size bigint, add column sha256 text, add column duplicate_of bigint', target);
  execute format('revoke insert (file_name), update (file_name) on %s from authenticated', target);
  execute format('grant insert (upload_id, duplicate_of), update (upload_id, duplicate_of) on %s to authenticated', target);
  execute format('create unique index %I on %s (upload_id) where upload_id is not null', name || '_upload_once', target);
  execute format('create index %I on %s (sha256)', name || '_sha256', target);
  execute format('create trigger take_upload before insert or update on %s for each row execute function private.take_upload()', target);
  execute format('create trigger follow_row after update or delete on %s for each row execute function private.follow_row()', target);
  execute format('create constraint trigger require_file after insert or update on %s deferrable initially deferred for each row execute function private.require_file()', target);
  execute format('comment on column %s.upload_id is %L', target, 'Chosen by the client for one file, so that a retry changes nothing.');
  execute format('comment on column %s.file_path is %L', target, 'In the bucket evidence; like the other columns of the file, written by the database alone.');
  execute format('comment on column %s.size is %L', target, 'Bytes.');
  execute format('comment on column %s.duplicate_of is %L', target, 'An earlier row with the same file, which this one knowingly repeats.');
end
$$;

grant execute on function private.begin_upload(text, text, bigint, jsonb) to authenticated;
