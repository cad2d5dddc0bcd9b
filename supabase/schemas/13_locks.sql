-- Advisory locks by key, for writers that must run one after the other although they do not write the same row.

-- Locks the given keys until the transaction ends. First waits for other transactions that have locked one of these
-- keys. The same key can be locked separately for each kind. Keys are locked in a fixed order to avoid deadlocks. For
-- more than 200 keys, locks all keys of the kind with one lock, because the number of locks in a database is limited.
create function private.lock_keys(kind text, keys text[]) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  all_of_kind constant bigint := hashtextextended('all of ' || kind, 0);
  hashes constant bigint[] := array(
    select distinct hashtextextended(kind || ' ' || k, 0) from unnest(keys) k where k is not null order by 1);
  hash bigint;
begin
  if cardinality(hashes) > 200 then
    perform pg_advisory_xact_lock(all_of_kind);
  else
    perform pg_advisory_xact_lock_shared(all_of_kind) where cardinality(hashes) > 0;
    foreach hash in array hashes loop
      perform pg_advisory_xact_lock(hash);
    end loop;
  end if;
end
$$;
revoke execute on function private.lock_keys(text, text[]) from public;
