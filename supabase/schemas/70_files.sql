-- Files that prove records, such as photos: their private bucket, the table of uploads, and the policy for Storage.
-- Only the API's own key can write to or delete from Storage; users can only read the files of rows in their scope. A
-- client first announces a file (the API then records an upload) and then stores the file. The API compares the hash of
-- the stored bytes with the announced hash and, in the same transaction, links the file to its row. So each row has its
-- file and each file has its row. A user who only knows an announced path cannot read the file.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('evidence', 'evidence', false, 20971520, array['image/jpeg', 'image/png', 'image/heic', 'application/pdf'])
on conflict (id) do nothing;

create table public.evidence_files (
  upload_id uuid primary key,
  user_id uuid not null,
  evidence_table text not null,
  row_id bigint,
  office text not null references public.offices (office),
  window_name text not null check (window_name in ('target', 'accomplishment')),
  file_path text not null unique,
  thumbnail_path text unique,
  file_name text not null check (char_length(file_name) <= 255),
  content_type text not null,
  size bigint not null check (size > 0),
  thumbnail_size bigint check (thumbnail_size > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  state text not null default 'reserved' check (state in ('reserved', 'stored', 'kept', 'trashed', 'discarded')),
  at timestamptz not null default now(),
  thumbnail_sha256 text check (thumbnail_sha256 ~ '^[0-9a-f]{64}$'),
  check ((thumbnail_path is null) = (thumbnail_size is null)),
  check ((state = 'kept') <= (row_id is not null)),
  constraint evidence_files_path_plain check (
    file_path ~ '^[a-z0-9_-]+/[a-z0-9_-]+/[0-9a-z_-]+/[0-9a-f-]{36}\.(jpg|png|heic|pdf)$'
    and thumbnail_path ~ '^[a-z0-9_-]+/[a-z0-9_-]+/[0-9a-z_-]+/[0-9a-f-]{36}\.thumb\.(jpg|png)$')
);
create index evidence_files_office on public.evidence_files (office, state);
create index evidence_files_waiting on public.evidence_files (at) where state <> 'kept';
create index evidence_files_table on public.evidence_files (evidence_table);
comment on table public.evidence_files is
  'One row per upload, with original and thumbnail. Only functions of schema private write it. Users read it within '
  'their scope, which the storage policy relies on.';
comment on column public.evidence_files.file_name is 'Name of the user''s file, for display. Never part of a path.';
comment on column public.evidence_files.at is 'Time of the last change of state.';
alter table public.evidence_files enable row level security;
alter table public.evidence_files force row level security;
revoke all on public.evidence_files from anon, authenticated;
grant select on public.evidence_files to authenticated;

-- Users see only uploads that are linked to a row. Otherwise a user could learn the path of an announced file that has
-- not arrived, and store a different file there.
create policy select_in_scope on public.evidence_files for select to authenticated
  using (state = 'kept' and office = any ((select private.offices_to_read())::text[]));
create policy select_in_scope_for_central on public.evidence_files for select to central_reader
  using (state = 'kept' and (select private.central_caller_id()) is not null);
create policy select_in_scope_for_province on public.evidence_files for select to provincial_reader
  using (state = 'kept' and office = (select private.provincial_caller_office()));

comment on column public.evidence_files.state is
  'reserved: announced, and the API may store it; stored: confirmed, only within one transaction; kept: a row has it; '
  'trashed: its row was deleted and can be restored; discarded: no longer needed, and its bytes may be removed.';

-- Checks whether a file is an orphan, which may be removed. The file of a deleted row becomes an orphan one day after
-- the end of the time in which the row can be restored. So a restored row always has its file.
create function private.is_orphan(state text, since timestamptz) returns boolean
  language sql stable parallel safe set search_path = ''
as $$
  select state = 'discarded' or state = 'trashed' and since < now() - private.trash_retention() - interval '1 day'
$$;

-- Time within which a file must arrive after it was recorded in public.evidence_files. After that, the upload is
-- treated as abandoned.
create function private.upload_timeout() returns interval
  language sql immutable parallel safe set search_path = ''
as $$ select interval '1 hour' $$;

-- Checks whether the caller may repair files. Only users of the central office with the route permission `users` may do
-- this.
create function private.can_repair_files() returns boolean
  language sql stable parallel safe security definer set search_path = ''
as $$
  select coalesce(c.all_offices and 'users' = any (c.routes), false) from private.current_caller() c
$$;

-- Checks whether the Storage request only reads or lists a file. Signing a link does not count as reading, because a
-- link stays valid after the session or the access right ends. Copying does not count, because it creates a new file.
-- The embedded Storage of the local stack reports no operation, so a request without an operation counts as reading.
-- There, storage-responses.ts refuses users' requests to sign links or to copy files.
create function private.is_storage_read() returns boolean
  language sql stable parallel safe set search_path = ''
as $$
  select coalesce(nullif(current_setting('storage.operation', true), ''), 'storage.object.get_authenticated') in (
    'storage.object.get_authenticated', 'object.get_authenticated_info', 'object.head_authenticated_info',
    'storage.object.info_authenticated', 'storage.object.list', 'storage.object.list_v2')
$$;

grant execute on function private.upload_timeout(), private.can_repair_files(), private.is_storage_read()
to authenticated, service_role;

-- Allows reading the files of rows in the caller's scope. Uses the office in evidence_files, because the office in the
-- path of a file is outdated after its row has moved. There are no policies for storing, overwriting, moving or
-- deleting files, so users cannot do that.
create policy evidence_select_in_scope on storage.objects for select to authenticated
  using (
    bucket_id = 'evidence'
    and (select private.is_storage_read())
    and exists (
      select from public.evidence_files f where objects.name = f.file_path or objects.name = f.thumbnail_path));
create table private.evidence_owners (
  evidence_table text not null references private.record_tables (table_name),
  owner_table text not null references private.record_tables (table_name),
  primary key (evidence_table, owner_table)
);
alter table private.evidence_owners enable row level security;
comment on table private.evidence_owners is 'Record tables that can have files, by evidence table.';
