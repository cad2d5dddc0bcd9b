-- Keeping files and rows in step: what is left of given-up uploads and deleted rows is removed by whoever works on, and a
-- check finds everything else that a crash or a restore can leave behind.

-- Gives up uploads: one's own that failed, by id, and everybody's that were announced too long ago. How many.
create function private.give_up_uploads(ids uuid[] default '{}') returns bigint
  language sql volatile security definer set search_path = ''
as $$
  with given_up as (
    update public.evidence_files f set state = 'discarded', at = now()
    where f.state = 'reserved' and auth.uid() is not null
      and ((f.upload_id = any (ids) and f.user_id = auth.uid()) or f.at < now() - private.upload_patience())
    returning 1)
  select count(*) from given_up
$$;

-- Forgets discarded uploads of which nothing is stored any more. How many.
create function private.forget_uploads() returns bigint
  language sql volatile security definer set search_path = ''
as $$
  with forgotten as (
    delete from public.evidence_files f
    where f.state = 'discarded' and f.office = any (private.offices_to_read())
      and not exists (select from storage.objects o where o.bucket_id = 'evidence' and o.name in (f.file_path, f.thumbnail_path))
    returning 1)
  select count(*) from forgotten
$$;

-- Everything that is out of step, for administrators; nothing for others. fault:
--   unwanted_file: stored, and discarded or given up; stray_file: stored, and never announced; both may be removed
--   missing_file: a row says that it has this file, and it is not stored, or not in full; row_id of evidence_table
create function private.file_faults() returns table (fault text, path text, evidence_table text, row_id bigint)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.may_repair_files() then
    return;
  end if;
  return query
    select case when f.upload_id is null then 'stray_file' else 'unwanted_file' end, o.name, f.evidence_table, null::bigint
    from storage.objects o
    left join public.evidence_files f on o.name = f.file_path or o.name = f.thumbnail_path
    where o.bucket_id = 'evidence'
      and (f.upload_id is null or f.state = 'discarded' or (f.state = 'reserved' and f.at < now() - private.upload_patience()))
    union all
    select 'missing_file', p.path, f.evidence_table, f.row_id
    from public.evidence_files f
    cross join lateral (values (f.file_path, f.size), (f.thumbnail_path, f.thumbnail_size)) p (path, size)
    where f.state = 'kept' and p.path is not null and not private.is_stored(p.path, p.size);
end
$$;

grant execute on function private.give_up_uploads(uuid[]), private.forget_uploads(), private.file_faults() to authenticated;
