-- Hash chains that reveal whether entries of the user log are missing, were altered or were added later. When a
-- transaction commits, it adds one link to a chain, with the digests of all log entries of the transaction. There are
-- sixteen chains (lanes). A transaction uses a lane that no other transaction is using, so that concurrent transactions
-- need not wait.

create table private.log_lanes (
  lane smallint primary key,
  sequence bigint not null default 0,
  hash bytea not null default ''
);
alter table private.log_lanes enable row level security;
comment on table private.log_lanes is
  'Last link of each chain. A transaction locks a lane from the moment it adds its link until it ends.';

insert into private.log_lanes (lane) select generate_series(0, 15);

create table private.log_links (
  id bigint generated always as identity primary key,
  tx xid8 not null default pg_current_xact_id(),
  from_id bigint not null,
  lane smallint references private.log_lanes,
  sequence bigint,
  ids bigint[],
  digests bytea[],
  hash bytea,
  unique (lane, sequence)
);
create index log_links_tx on private.log_links (tx);
alter table private.log_links enable row level security;
comment on table private.log_links is
  'One link per transaction: the digests of its entries, and a hash over them and the previous link of the lane.';

-- Computes the digest of a log entry. The columns are listed by name, so that a new column does not change the digests
-- of old entries. For the same reason, a column that was added later is included only if it has a value.
create function private.entry_digest(e private.user_log) returns bytea
  language plpgsql stable set search_path = ''
as $$
begin
  return sha256(convert_to((jsonb_build_array(e.id, extract(epoch from e.at), e.user_id, e.user_name, e.user_role,
    e.form_name, e.row_id, e.subject,
    e.region_name, e.province_name, e.muncity_name, e.action, e.status, e.source, e.changes)
    || case when e.api_token is null then '[]' else jsonb_build_array(e.api_token) end)::text, 'UTF8'));
end
$$;

-- Computes the hash of a link in a chain, from the hash of the previous link and the digests of the link's log entries.
create function private.link_hash(before bytea, ids bigint[], digests bytea[]) returns bytea
  language plpgsql immutable set search_path = ''
as $$
begin
  return sha256(before || convert_to(ids::text || digests::text, 'UTF8'));
end
$$;

-- AFTER trigger on the user log: inserts a link of a chain for the log entries of this transaction, unless the
-- transaction has one already. private.seal_link computes the hash of the link later.
create function private.open_link() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.log_links (from_id)
  select min(n.id) from new_rows n
  having count(*) > 0 and not exists (select from private.log_links l
    where l.tx = pg_current_xact_id() and l.hash is null);
  return null;
end
$$;

create trigger open_link after insert on private.user_log referencing new table as new_rows
  for each statement execute function private.open_link();

-- Deferred trigger: adds the transaction's link to a chain and computes its hash. Runs at commit, after the last
-- statement, when all log entries of the transaction are written.
create function private.seal_link() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  taken private.log_lanes;
begin
  select l.* into taken
    from private.log_lanes l order by (l.lane + pg_backend_pid()) % 16 limit 1 for update skip locked;
  if not found then
    select l.* into taken from private.log_lanes l where l.lane = pg_backend_pid() % 16 for update;
  end if;
  update private.log_links k
  set lane = taken.lane, sequence = taken.sequence + 1, ids = e.ids, digests = e.digests,
    hash = private.link_hash(taken.hash, e.ids, e.digests)
  from (
    select array_agg(u.id order by u.id) as ids, array_agg(private.entry_digest(u) order by u.id) as digests
    from private.user_log u where u.id >= new.from_id and u.tx = new.tx
  ) e
  where k.id = new.id;
  update private.log_lanes l set sequence = k.sequence, hash = k.hash from private.log_links k
    where k.id = new.id and l.lane = k.lane;
  return null;
end
$$;

create constraint trigger seal_link after insert on private.log_links deferrable initially deferred
  for each row execute function private.seal_link();

-- Compares the user log with its chains. Returns all entries and links that are missing, altered or added.
create function private.find_log_problems() returns table (entry bigint, lane smallint, problem text)
  language sql stable security definer set search_path = ''
as $$
  with sealed as (
    select k.*, coalesce(lag(k.hash) over (partition by k.lane order by k.sequence), '') as before,
      coalesce(lag(k.sequence) over (partition by k.lane order by k.sequence), 0) as sequence_before
    from private.log_links k where k.hash is not null
  ),
  listed as (select k.lane, d.id, d.digest from sealed k, unnest(k.ids, k.digests) d (id, digest))
  select d.id, d.lane, case when u.id is null then 'The entry is missing.' else 'The entry was altered.' end
  from listed d left join private.user_log u on u.id = d.id
  where u.id is null or private.entry_digest(u) <> d.digest
  union all
  select u.id, null, 'The entry was added without a seal.'
  from private.user_log u where not exists (select from listed d where d.id = u.id)
  union all
  select k.from_id, k.lane, 'A link was altered.' from sealed k
    where k.hash <> private.link_hash(k.before, k.ids, k.digests)
  union all
  select k.from_id, k.lane, 'A link before this one is missing.' from sealed k where k.sequence <> k.sequence_before + 1
  union all
  select k.from_id, null, 'The link was never sealed.' from private.log_links k where k.hash is null
  union all
  select null, l.lane, 'The end of the chain is missing.'
  from private.log_lanes l left
    join (select k.lane, max(k.sequence) as sequence from sealed k group by k.lane) k on k.lane = l.lane
  where l.sequence <> coalesce(k.sequence, 0)
  order by 1, 2
$$;

-- Verifies the whole log against its chains, and returns {entries, links, problems}. Raises AG003 if the caller is not
-- an administrator of the central office.
create function private.verify_log() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.caller_has_route('users') and private.central_caller_id() is not null) then
    raise exception 'Only administrators of the central office can verify the log.' using errcode = 'AG003';
  end if;
  return jsonb_build_object(
    'entries', (select count(*) from private.user_log),
    'links', (select count(*) from private.log_links),
    'problems', (select coalesce(jsonb_agg(to_jsonb(p)), '[]')
      from (select * from private.find_log_problems() limit 1000) p));
end
$$;

grant execute on function private.verify_log() to authenticated;
