-- What is stored is what was looked at. Files go into Storage and out of it by the API's own key alone: users store,
-- overwrite, remove and sign nothing there, and read only what a row keeps. A row takes a file in the very transaction in
-- which the API has confirmed, by hash, that the announced bytes are the stored ones; so REST writes no row with a file,
-- and an announced path is of no use to whoever learns of it.

alter table public.evidence_files
  add column thumbnail_sha256 text check (thumbnail_sha256 ~ '^[0-9a-f]{64}$'),
  drop constraint evidence_files_state_check,
  add constraint evidence_files_state_check check (state in ('reserved', 'stored', 'kept', 'discarded'));
comment on column public.evidence_files.state is
  'reserved: announced, the API may store it; stored: confirmed, within one transaction only; kept: a row has it; '
  'discarded: nobody wants it, its bytes may be removed.';

-- What is announced or discarded is nobody's business: with its path somebody could try to be first.
alter policy select_in_scope on public.evidence_files
  using (state = 'kept' and office = any ((select private.offices_to_read())::text[]));
-- Made anew at the end, with the offices in the readers' own words.
drop policy select_in_scope_for_central on public.evidence_files;
drop policy select_in_scope_for_province on public.evidence_files;

drop policy evidence_insert_announced on storage.objects;
drop policy evidence_delete_unwanted on storage.objects;

-- Whether Storage is asked to hand a file out, or to list it, now. A signed link would outlive right and session for as
-- long as whoever signs it wants, and a copy is a new file. Where Storage does not say what it is asked (the embedded
-- one, which lets users sign nothing itself), it is taken for reading.
create function private.storage_only_reads() returns boolean
  language sql stable parallel safe set search_path = ''
as $$
  select coalesce(nullif(current_setting('storage.operation', true), ''), 'storage.object.get_authenticated') in (
    'storage.object.get_authenticated', 'object.get_authenticated_info', 'object.head_authenticated_info',
    'storage.object.info_authenticated', 'storage.object.list', 'storage.object.list_v2')
$$;
grant execute on function private.storage_only_reads() to authenticated, service_role;

alter policy evidence_select_in_scope on storage.objects using (
  bucket_id = 'evidence'
  and (select private.storage_only_reads())
  and exists (
    select from public.evidence_files f where objects.name = f.file_path or objects.name = f.thumbnail_path));

-- As before, with the hash of the thumbnail: a retry brings the same two files.
create or replace function private.begin_upload(evidence_table text, owner_table text, owner_id bigint, upload jsonb)
  returns jsonb
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
  owner_window := private.window_of(
    case (select t.window_name from private.record_tables t where t.table_name = evidence_table)
      when 'status' then owner_table else evidence_table end,
    owner_status);
  if not owner_office = any (private.offices_to_write('insert', owner_window)) then
    return jsonb_build_object('state', 'refused', 'office', owner_office,
      'status', case owner_window when 'target' then 'Target' else 'Accomplished' end);
  end if;

  select concat_ws('/', private.folder_name(o.region_name), private.folder_name(o.province_name),
      replace(owner_table, '_', '-') || '-' || owner_id, gen_random_uuid())
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
      or split_part(known.file_path, '/', 3) <> split_part(stem, '/', 3) then
      return jsonb_build_object('state', 'conflict');
    elsif known.state = 'kept' then
      return jsonb_build_object('state', 'kept', 'row_id', known.row_id);
    elsif known.state = 'discarded' or known.thumbnail_sha256 is distinct from upload ->> 'thumbnail_sha256' then
      return jsonb_build_object('state', 'given_up');
    end if;
    update public.evidence_files f set at = now(), office = owner_office, window_name = owner_window
    where f.upload_id = given_id;
  end if;
  return jsonb_build_object(
    'state', 'reserved', 'file_path', known.file_path, 'thumbnail_path', known.thumbnail_path);
end
$$;

-- The API says, as itself and before it becomes the caller, that the bytes with these hashes are stored under the paths
-- of an upload. Whoever it then becomes takes the upload in the same transaction, or the transaction fails.
-- Raises AG002 where this is not what the uploader announced.
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
revoke execute on function private.confirm_upload(uuid, uuid, text, text) from public;
grant execute on function private.confirm_upload(uuid, uuid, text, text) to api_gateway;

create function private.require_taking() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.evidence_files f where f.upload_id = new.upload_id and f.state = 'stored') then
    raise exception 'No row has taken the upload %.', new.upload_id using errcode = 'AG002', column = 'upload_id';
  end if;
  return null;
end
$$;
create constraint trigger require_taking after insert or update on public.evidence_files deferrable initially deferred
  for each row when (new.state = 'stored') execute function private.require_taking();

-- As before, but for the state: what the API has confirmed in this transaction.
create or replace function private.take_upload() returns trigger
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
  if upload.state is distinct from 'stored' or upload.user_id is distinct from auth.uid()
    or upload.evidence_table <> tg_table_name
    or upload.office <> coalesce(new.region_name, '') || ' / ' || coalesce(new.province_name, '')
    or not private.is_stored(upload.file_path, upload.size)
    or (upload.thumbnail_path is not null and not private.is_stored(upload.thumbnail_path, upload.thumbnail_size))
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
  return new;
end
$$;

-- Paths in the caller's sight that no row keeps any more: what the API removes from Storage next.
create function private.unwanted_files(most integer) returns setof text
  language sql stable security definer set search_path = ''
as $$
  select p.path
  from public.evidence_files f cross join lateral (values (f.file_path), (f.thumbnail_path)) p (path)
  where f.state = 'discarded' and f.office = any ((select private.offices_to_read())::text[]) and p.path is not null
  limit most
$$;

-- Whether a crash, of whomever's call, has left something in the caller's sight that a sweep would remove.
create function private.has_leftover_files() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.evidence_files f
    where f.office = any ((select private.offices_to_read())::text[])
      and (f.state = 'discarded' or (f.state = 'reserved' and f.at < now() - private.upload_patience())))
$$;
grant execute on function private.unwanted_files(integer), private.has_leftover_files() to authenticated;

call private.let_levels_read();
