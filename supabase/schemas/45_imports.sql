-- Registers imports and their batches, makes writes idempotent, and logs exported lists.

-- Imports that users make on the screens. An import is registered before its first batch, and its user gets a receipt
-- (45_receipts.sql).
create table private.imports (
  user_id uuid not null references public.users (id) on delete cascade,
  import_id uuid not null,
  at timestamptz not null default now(),
  screen text not null check (screen ~ '^[A-Za-z0-9_-]{1,60}$'),
  table_name text not null references private.record_tables (table_name),
  file_name text not null check (btrim(file_name) <> '' and char_length(file_name) <= 255),
  rows integer not null check (rows >= 1),
  left_out integer not null check (left_out >= 0),
  taken_back_at timestamptz,
  primary key (user_id, import_id)
);
create index imports_at on private.imports (user_id, at desc);
create index imports_table_name on private.imports (table_name);
alter table private.imports enable row level security;
comment on column private.imports.screen is
  'Route of the screen on which the import was made, such as ARBO_Masterlist.';
comment on column private.imports.rows is 'Number of rows of the file that the import will save.';
comment on column private.imports.left_out is
  'Number of rows of the file that the import will not save: unchanged, duplicate, invalid, or of other offices.';
comment on column private.imports.taken_back_at is
  'Time at which the import was undone. No batch of it can be saved after that.';

-- Writes that may be repeated safely: batches of imports and of bulk actions, and single requests with an
-- Idempotency-Key. A repeated write changes nothing and returns the stored result of the first write.
create table private.import_batches (
  user_id uuid,
  import_id uuid,
  batch integer check (batch >= 0),
  path text not null,
  body_hash text not null,
  ids bigint[],
  row_versions integer[],
  answer json,
  at timestamptz not null default now(),
  tx xid8 default pg_current_xact_id(),
  primary key (user_id, import_id, batch)
);
create index import_batches_keyed_at on private.import_batches (at) where batch = 0;
alter table private.import_batches enable row level security;
comment on column private.import_batches.batch is
  'Number of the batch, from 1; 0 for a single request, whose Idempotency-Key is the import_id.';
comment on column private.import_batches.path is 'Path of the record type; for a single request, its method and path.';
comment on column private.import_batches.row_versions is
  'Version that the batch gave each row in ids; null for a row that it deleted.';
comment on column private.import_batches.answer is 'Result of a single request, if ids are not enough to describe it.';
comment on column private.import_batches.tx is
  'Transaction that saved the batch. Used to find the log entries that it wrote.';

-- Time for which the result of a request with an Idempotency-Key is stored.
create function private.idempotency_key_retention() returns interval
  language sql immutable parallel safe set search_path = ''
as $$ select interval '7 days' $$;

-- Starts a batch of an import or of a bulk action. Returns null if the batch is new, else the ids of the rows that it
-- saved the first time. Until the transaction ends, three requests wait: a repeat of the batch, an undo of the import,
-- and a browser window that resumes the bulk action (88_jobs.sql).
create function private.begin_batch(wanted_import uuid, wanted_batch integer, wanted_path text, wanted_hash text)
  returns bigint[]
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  saved private.import_batches;
  taken_back timestamptz;
  first_number integer;
begin
  if wanted_batch = 0 then
    delete from private.import_batches b
    where (b.user_id, b.import_id, b.batch) in (
      select o.user_id, o.import_id, o.batch from private.import_batches o
      where o.batch = 0 and o.at < now() - private.idempotency_key_retention() limit 100 for update skip locked);
  end if;
  select i.taken_back_at into taken_back from private.imports i
  where i.user_id = auth.uid() and i.import_id = wanted_import for share;
  if taken_back is not null then
    raise exception 'This import was taken back, so no more of its rows are saved.' using errcode = 'AG002';
  end if;
  select j.first_batch into first_number from private.jobs j
  where j.user_id = auth.uid() and j.job_id = wanted_import for key share;
  if wanted_batch < first_number then
    raise exception 'This job continues in another window.' using errcode = 'AG002';
  end if;
  if wanted_batch > 0 and exists (
    select from private.import_batches b
    where b.user_id = auth.uid() and b.import_id = wanted_import and b.batch > 0 and b.path <> wanted_path)
  then
    raise exception 'This import saves records of another list.' using errcode = 'AG002';
  end if;
  insert into private.import_batches (user_id, import_id, batch, path, body_hash)
  values (auth.uid(), wanted_import, wanted_batch, wanted_path, wanted_hash)
  on conflict do nothing;
  if found then
    return null;
  end if;
  select b.* into saved from private.import_batches b
  where b.user_id = auth.uid() and b.import_id = wanted_import and b.batch = wanted_batch;
  if saved.path <> wanted_path or saved.body_hash <> wanted_hash then
    raise exception '%', case
        when wanted_batch = 0 then 'This Idempotency-Key belongs to another request. Send a new key.'
        else 'This batch was already saved with other content.'
      end using errcode = 'AG002';
  end if;
  return coalesce(saved.ids, '{}');
end
$$;

-- Stores the ids and versions of the rows that a batch saved. A repeat of the batch returns them.
create function private.finish_batch(wanted_import uuid, wanted_batch integer, saved_ids bigint[],
  saved_versions integer[] default null) returns void
  language sql volatile security definer set search_path = ''
as $$
  update private.import_batches set ids = saved_ids, row_versions = saved_versions
  where user_id = auth.uid() and import_id = wanted_import and batch = wanted_batch
$$;

-- Returns the row versions that a batch of the caller created, in the order of the row ids. Returns null if the batch
-- is not stored, and an empty array if it was stored without versions.
create function private.versions_of_batch(wanted_import uuid, wanted_batch integer) returns integer[]
  language sql stable security definer set search_path = ''
as $$
  select coalesce(b.row_versions, '{}') from private.import_batches b
  where b.user_id = auth.uid() and b.import_id = wanted_import and b.batch = wanted_batch
$$;

-- Starts a single request with an Idempotency-Key. Returns null if the key is new, else {answer} with the result that
-- private.finish_write has stored. A repeated request waits until the transaction of the first request has ended.
create function private.begin_write(key uuid, wanted_call text, wanted_hash text) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if private.begin_batch(key, 0, wanted_call, wanted_hash) is null then
    return null;
  end if;
  return (
    select json_build_object('answer', b.answer) from private.import_batches b
    where b.user_id = auth.uid() and b.import_id = key and b.batch = 0);
end
$$;

-- Stores the result of a single request with an Idempotency-Key. A repeat of the request with this key returns the
-- result.
create function private.finish_write(key uuid, given json) returns void
  language sql volatile security definer set search_path = ''
as $$
  update private.import_batches set ids = '{}', answer = given
  where user_id = auth.uid() and import_id = key and batch = 0
$$;

-- Deletes the stored result of a request whose changes were undone after its transaction committed, so that a repeat
-- with the same key is executed.
create function private.release_write(key uuid) returns void
  language sql volatile security definer set search_path = ''
as $$
  delete from private.import_batches where user_id = auth.uid() and import_id = key and batch = 0
$$;

-- Logs, under the caller's own office, that the caller received a list of personal data. `purpose` is 'export' if the
-- list was exported, or 'list' if a whole list was read without an export.
create function private.log_export(wanted_table text, purpose text, filters jsonb, row_count bigint) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not exists (select from private.sensitive_columns s where s.table_name = wanted_table) then
    raise exception 'no record table with sensitive columns: %', wanted_table using errcode = '42P01';
  end if;
  insert into private.user_log (user_id, user_name, user_role, form_name, region_name, province_name, muncity_name,
    action, changes)
  select u.id, u.username, u.roles, wanted_table, u.region_name, u.province_name, u.muncity_name, 'export',
    jsonb_build_object(
    'purpose', jsonb_build_array(null, purpose), 'filters', jsonb_build_array(null, filters), 'rows',
      jsonb_build_array(null, row_count))
  from public.users u
  where u.id = auth.uid();
  if not found then
    raise exception 'Sign in to export.' using errcode = '42501';
  end if;
end
$$;

-- Locks the names that an import is about to save, per table and office, until the transaction ends. Concurrent imports
-- of the same names wait. `names` has one list per row: the normalized values of the fields by which an import finds a
-- stored row, and '' for an empty field. `places` has the place of each row, with the keys region_name to
-- barangay_name, which also give the office. Returns the places in the spelling in which they will be stored.
create function private.lock_import_names(wanted_table text, places jsonb, names jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  by_book jsonb := (
    select jsonb_agg(b.place order by p.position)
    from jsonb_array_elements(places) with ordinality p (place, position)
    join (
      select d.place as given,
        case
          when private.is_known_place(d.place ->> 'region_name', d.place ->> 'province_name',
            d.place ->> 'muncity_name',
            d.place ->> 'barangay_name') then d.place
          else (
            select to_jsonb(r) - 'field' - 'reason'
            from private.check_place(d.place ->> 'region_name', d.place ->> 'province_name', d.place ->> 'muncity_name',
              d.place ->> 'barangay_name') r
          )
        end as place
      from (select distinct e.place from jsonb_array_elements(places) e (place)) d
    ) b on b.given = p.place);
begin
  perform private.lock_keys('import into ' || wanted_table, array(
    select concat_ws('/', b.place ->> 'region_name', b.place ->> 'province_name', n.name)
    from jsonb_array_elements(by_book) with ordinality b (place, position)
    join jsonb_array_elements(names) with ordinality r (names, position) using (position)
    cross join jsonb_array_elements_text(r.names) n (name)
    where n.name <> ''));
  return by_book;
end
$$;

-- Returns those of the given rows that the caller can read and that were written after a snapshot was taken. Timestamps
-- would not show this: a row has the start time of its transaction, but becomes visible only at the commit.
create function private.find_rows_changed_since(wanted_table text, ids bigint[], seen pg_snapshot) returns setof bigint
  language plpgsql stable security definer set search_path = ''
as $$
declare
  -- A row stores only the low 32 bits of the id of the transaction that wrote it. `later` is an id above those of all
  -- transactions whose rows are visible here. The full id of a row's transaction is the highest id below `later` with
  -- the stored low 32 bits.
  later constant bigint := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
begin
  perform private.check_record_table(wanted_table);
  return query execute format(
    'select t.id from public.%I t
     where t.id = any ($1) and t.office = any ($2)
       and not pg_visible_in_snapshot(($3 - (($3 - t.xmin::text::bigint) & 4294967295))::text::xid8, $4)', wanted_table)
    using ids, private.offices_to_read(), later, seen;
end
$$;
grant execute on function
  private.lock_import_names(text, jsonb, jsonb), private.find_rows_changed_since(text, bigint[], pg_snapshot),
  private.begin_batch(uuid, integer, text, text), private.finish_batch(uuid, integer, bigint[], integer[]),
  private.versions_of_batch(uuid, integer),
  private.begin_write(uuid, text, text), private.finish_write(uuid, json), private.release_write(uuid),
  private.log_export(text, text, jsonb, bigint)
to authenticated;
