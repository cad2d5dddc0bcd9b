-- Batches of an import, and lists that were taken out.

-- Batches of an import, so that a retry changes nothing and is answered as the first time.
create table private.import_batches (
  user_id uuid,
  import_id uuid,
  batch integer check (batch >= 1),
  path text not null,
  body_hash text not null,
  ids bigint[],
  at timestamptz not null default now(),
  primary key (user_id, import_id, batch)
);
alter table private.import_batches enable row level security;

-- Null when the batch is new (and now begun in this transaction), else the ids that it saved. A concurrent retry waits.
create function private.begin_batch(wanted_import uuid, wanted_batch integer, wanted_path text, wanted_hash text) returns bigint[]
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  saved private.import_batches;
begin
  insert into private.import_batches (user_id, import_id, batch, path, body_hash)
  values (auth.uid(), wanted_import, wanted_batch, wanted_path, wanted_hash)
  on conflict do nothing;
  if found then
    return null;
  end if;
  select b.* into saved from private.import_batches b
  where b.user_id = auth.uid() and b.import_id = wanted_import and b.batch = wanted_batch;
  if saved.path <> wanted_path or saved.body_hash <> wanted_hash then
    raise exception 'This batch was already saved with other content.' using errcode = 'AG002';
  end if;
  return coalesce(saved.ids, '{}');
end
$$;

create function private.finish_batch(wanted_import uuid, wanted_batch integer, saved_ids bigint[]) returns void
  language sql volatile security definer set search_path = ''
as $$
  update private.import_batches set ids = saved_ids
  where user_id = auth.uid() and import_id = wanted_import and batch = wanted_batch
$$;

-- One entry, under the caller's own office. purpose is export, or list for a whole list that is not said to be one.
create function private.log_export(wanted_table text, purpose text, filters jsonb, row_count bigint) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not exists (select from private.sensitive_columns s where s.table_name = wanted_table) then
    raise exception 'no record table with sensitive columns: %', wanted_table using errcode = '42P01';
  end if;
  insert into private.user_log (user_id, user_name, user_role, form_name, region_name, province_name, muncity_name, action, changes)
  select u.id, u.username, u.roles, wanted_table, u.region_name, u.province_name, u.muncity_name, 'export', jsonb_build_object(
    'purpose', jsonb_build_array(null, purpose), 'filters', jsonb_build_array(null, filters), 'rows', jsonb_build_array(null, row_count))
  from public.users u
  where u.id = auth.uid();
  if not found then
    raise exception 'Only a signed-in user exports.' using errcode = '42501';
  end if;
end
$$;

grant execute on function
  private.begin_batch(uuid, integer, text, text), private.finish_batch(uuid, integer, bigint[]),
  private.log_export(text, text, jsonb, bigint)
to authenticated;
