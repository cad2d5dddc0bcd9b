-- Waiting for other writers of the same things, whatever they are.

-- Waits until nobody else holds one of the keys of this kind, and holds them until the transaction ends: in one order,
-- so that nobody waits for one another. Many keys are all of the kind at once, since a database has few locks.
create function private.lock_each(kind text, keys text[]) returns void
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
revoke execute on function private.lock_each(text, text[]) from public;
