-- Files that prove what records say: a private bucket, the memory of every upload, and the storage policy that follows
-- from it. What is stored is what was looked at: files go into Storage and out of it by the API's own key alone; users
-- store, overwrite, remove and sign nothing there, and read only what a row keeps. A row takes a file in the very
-- transaction in which the API has confirmed, by hash, that the announced bytes are the stored ones. So no row is
-- without file, no file without row, and an announced path is of no use to whoever learns of it.

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
  'One row an upload, original and thumbnail. Written by functions of private alone; read in scope, which is what the '
  'storage policies ask.';
comment on column public.evidence_files.file_name is 'As the user had it, for showing. Never part of a path.';
comment on column public.evidence_files.at is 'When it came into its state.';
alter table public.evidence_files enable row level security;
alter table public.evidence_files force row level security;
revoke all on public.evidence_files from anon, authenticated;
grant select on public.evidence_files to authenticated;

-- What is announced or discarded is nobody's business: with its path somebody could try to be first.
create policy select_in_scope on public.evidence_files for select to authenticated
  using (state = 'kept' and office = any ((select private.offices_to_read())::text[]));
create policy select_in_scope_for_central on public.evidence_files for select to central_reader
  using (state = 'kept' and (select private.caller_of_central()) is not null);
create policy select_in_scope_for_province on public.evidence_files for select to provincial_reader
  using (state = 'kept' and office = (select private.caller_of_province()));

comment on column public.evidence_files.state is
  'reserved: announced, the API may store it; stored: confirmed, within one transaction only; kept: a row has it; '
  'trashed: its row was deleted and can be restored; discarded: nobody wants it, its bytes may be removed.';

-- Whether nobody wants a file any more. Of a deleted row it waits a day longer than the row can be restored, so that
-- none is removed from under a restoration.
create function private.is_unwanted(state text, since timestamptz) returns boolean
  language sql stable parallel safe set search_path = ''
as $$
  select state = 'discarded' or state = 'trashed' and since < now() - private.trash_time() - interval '1 day'
$$;

-- How long an announced file may take to arrive. What is older was given up.
create function private.upload_patience() returns interval
  language sql immutable parallel safe set search_path = ''
as $$ select interval '1 hour' $$;

-- Keeps the files in order: administrators of users at the central office.
create function private.may_repair_files() returns boolean
  language sql stable parallel safe security definer set search_path = ''
as $$
  select coalesce(c.all_offices and 'users' = any (c.routes), false) from private.current_caller() c
$$;

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

grant execute on function private.upload_patience(), private.may_repair_files(), private.storage_only_reads()
to authenticated, service_role;

-- What a row keeps, for whoever sees the row: the office in which it is now, also after it has moved, which the folder
-- of the path cannot tell. There is no policy to store, overwrite, move or remove.
create policy evidence_select_in_scope on storage.objects for select to authenticated
  using (
    bucket_id = 'evidence'
    and (select private.storage_only_reads())
    and exists (
      select from public.evidence_files f where objects.name = f.file_path or objects.name = f.thumbnail_path));
create table private.evidence_owners (
  evidence_table text not null references private.record_tables (table_name),
  owner_table text not null references private.record_tables (table_name),
  primary key (evidence_table, owner_table)
);
alter table private.evidence_owners enable row level security;
comment on table private.evidence_owners is 'Which records may have files in which table.';
