-- Files that prove what records say: a private bucket, the memory of every upload, and the storage policies that follow
-- from it. A file is announced (reserved) by the API after its content was looked at, stored by the caller's own token,
-- and kept by the row that takes it; whatever no row keeps may be removed. So no row is without file, no file without row.

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
  state text not null default 'reserved' check (state in ('reserved', 'kept', 'discarded')),
  at timestamptz not null default now(),
  check ((thumbnail_path is null) = (thumbnail_size is null)),
  check ((state = 'kept') <= (row_id is not null)),
  constraint evidence_files_path_plain check (
    file_path ~ '^[a-z0-9_-]+/[a-z0-9_-]+/[0-9a-z_-]+/[0-9a-f-]{36}\.(jpg|png|heic|pdf)$'
    and thumbnail_path ~ '^[a-z0-9_-]+/[a-z0-9_-]+/[0-9a-z_-]+/[0-9a-f-]{36}\.thumb\.(jpg|png)$')
);
create index evidence_files_office on public.evidence_files (office, state);
create index evidence_files_waiting on public.evidence_files (at) where state <> 'kept';
create index evidence_files_table on public.evidence_files (evidence_table);
comment on table public.evidence_files is 'One row an upload, original and thumbnail. Written by functions of private alone; read in scope, which is what the storage policies ask.';
comment on column public.evidence_files.state is 'reserved: may be stored now by its maker; kept: a row has it; discarded: nobody wants it, its bytes may be removed.';
comment on column public.evidence_files.file_name is 'As the user had it, for showing. Never part of a path.';
comment on column public.evidence_files.at is 'When it came into its state.';

alter table public.evidence_files enable row level security;
alter table public.evidence_files force row level security;
revoke all on public.evidence_files from anon, authenticated;
grant select on public.evidence_files to authenticated;
create policy select_in_scope on public.evidence_files for select to authenticated
  using (office = any ((select private.offices_to_read())::text[]));

-- A name as a folder: lower-case letters of the alphabet, digits and hyphens; "_" where there is none.
create function private.folder_name(name text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(nullif(btrim(regexp_replace(
    regexp_replace(lower(normalize(name, nfd)), '[\u0300-\u036f]', '', 'g'), '[^a-z0-9]+', '-', 'g'), '-'), ''), '_')
$$;

-- Two offices never share a folder.
create unique index offices_folder_once on public.offices (private.folder_name(region_name), private.folder_name(province_name));

-- How long an announced file may take to arrive. What is older was given up.
create function private.upload_patience() returns interval
  language sql immutable parallel safe set search_path = ''
as $$ select interval '1 hour' $$;

-- Keeps the files in order: Central administrators of users.
create function private.may_repair_files() returns boolean
  language sql stable parallel safe security definer set search_path = ''
as $$
  select coalesce(c.level = 'Central' and 'users' = any (c.routes), false) from private.current_caller() c
$$;

grant execute on function private.folder_name(text), private.upload_patience(), private.may_repair_files() to authenticated, service_role;

-- The policies of storage. Scope is that of public.evidence_files, under its own policy: the office in which the row is
-- now, also after it has moved, which the folder of the path cannot tell. There is no policy for update: a stored file is
-- never overwritten, moved or renamed.
create policy evidence_select_in_scope on storage.objects for select to authenticated using (
  bucket_id = 'evidence' and (
    exists (select from public.evidence_files f where objects.name = f.file_path or objects.name = f.thumbnail_path)
    or (select private.may_repair_files())));

-- Only what the caller announced, where the caller may still write: the office's window may have closed meanwhile.
create policy evidence_insert_announced on storage.objects for insert to authenticated with check (
  bucket_id = 'evidence' and exists (
    select from public.evidence_files f
    where (objects.name = f.file_path or objects.name = f.thumbnail_path)
      and f.state = 'reserved' and f.user_id = (select auth.uid()) and f.at > now() - private.upload_patience()
      and f.office = any (case f.window_name
        when 'target' then (select private.offices_to_write('insert', 'target'))::text[]
        else (select private.offices_to_write('insert', 'accomplishment'))::text[] end)));

-- What no row keeps. Deleting a row, or giving it another file, was judged by the policies of the row; this removes what
-- is left of it. Objects that nobody announced are there after a restore only, and administrators remove them.
create policy evidence_delete_unwanted on storage.objects for delete to authenticated using (
  bucket_id = 'evidence' and (
    exists (select from public.evidence_files f where (objects.name = f.file_path or objects.name = f.thumbnail_path) and f.state = 'discarded')
    or ((select private.may_repair_files())
      and not exists (select from public.evidence_files f where objects.name = f.file_path or objects.name = f.thumbnail_path))));
