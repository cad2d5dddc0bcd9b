-- What the check of files compares with the store itself: the database alone knows only what Storage once told it.

-- Files that rows keep, after a path and in its order: {path, sha256, size, evidence_table, row_id}. sha256 is null for
-- thumbnails of before they had one. For administrators; nothing for others.
create function private.kept_files(after_path text, most integer)
  returns table (path text, sha256 text, size bigint, evidence_table text, row_id bigint)
  language sql stable security definer set search_path = ''
as $$
  select p.path, p.sha256, p.size, f.evidence_table, f.row_id
  from public.evidence_files f
  cross join lateral (values
    (f.file_path, f.sha256, f.size), (f.thumbnail_path, f.thumbnail_sha256, f.thumbnail_size)) p (path, sha256, size)
  where f.state = 'kept' and p.path is not null and p.path > after_path and (select private.may_repair_files())
  order by p.path
  limit most
$$;
grant execute on function private.kept_files(text, integer) to authenticated;

call private.let_levels_read();
