-- The user log as evidence: entries about users, entries that clients report, and a chain of hashes by which a missing,
-- altered or smuggled entry shows. A transaction seals all its entries with one link when it commits. There are sixteen
-- chains (lanes), so that writers need not wait for one another: each takes a lane that nobody holds.

alter table private.user_log
  add column subject uuid,
  add column source text not null default 'database' check (source in ('database', 'client')),
  add column tx xid8 not null default pg_current_xact_id();
create index user_log_subject on private.user_log (subject, id desc) where subject is not null;
comment on column private.user_log.subject is 'The user whom the entry is about, where it is about one.';
comment on column private.user_log.source is 'database: written by a trigger or a function. client: reported by a client about itself.';
comment on column private.user_log.tx is 'The transaction that wrote the entry; with it the entries of a link are found again.';

create table private.log_lanes (
  lane smallint primary key,
  sequence bigint not null default 0,
  hash bytea not null default ''
);
alter table private.log_lanes enable row level security;
comment on table private.log_lanes is 'The last link of each chain. A transaction holds a lane from its sealing to its end.';
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
comment on table private.log_links is 'One link for the entries of a transaction: their digests, and a hash over them and the link before in the lane.';

-- What of an entry is under seal. Columns are named, so that the digest stays the same when the table grows.
create function private.entry_digest(e private.user_log) returns bytea
  language sql stable set search_path = ''
as $$
  select sha256(convert_to(jsonb_build_array(e.id, extract(epoch from e.at), e.user_id, e.user_name, e.user_role, e.form_name, e.row_id, e.subject,
    e.region_name, e.province_name, e.muncity_name, e.action, e.status, e.source, e.changes)::text, 'UTF8'))
$$;

create function private.link_hash(before bytea, ids bigint[], digests bytea[]) returns bytea
  language sql immutable set search_path = ''
as $$ select sha256(before || convert_to(ids::text || digests::text, 'UTF8')) $$;

-- Opens a link for the entries of this transaction, unless one is open.
create function private.open_link() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.log_links (from_id)
  select min(n.id) from new_rows n
  having count(*) > 0 and not exists (select from private.log_links l where l.tx = pg_current_xact_id() and l.hash is null);
  return null;
end
$$;
create trigger open_link after insert on private.user_log referencing new table as new_rows for each statement execute function private.open_link();

-- Seals the link: runs when the transaction commits, after its last statement.
create function private.seal_link() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  taken private.log_lanes;
begin
  select l.* into taken from private.log_lanes l order by (l.lane + pg_backend_pid()) % 16 limit 1 for update skip locked;
  if not found then
    select l.* into taken from private.log_lanes l where l.lane = pg_backend_pid() % 16 for update;
  end if;
  update private.log_links k
  set lane = taken.lane, sequence = taken.sequence + 1, ids = e.ids, digests = e.digests, hash = private.link_hash(taken.hash, e.ids, e.digests)
  from (
    select array_agg(u.id order by u.id) as ids, array_agg(private.entry_digest(u) order by u.id) as digests
    from private.user_log u where u.id >= new.from_id and u.tx = new.tx
  ) e
  where k.id = new.id;
  update private.log_lanes l set sequence = k.sequence, hash = k.hash from private.log_links k where k.id = new.id and l.lane = k.lane;
  return null;
end
$$;
create constraint trigger seal_link after insert on private.log_links deferrable initially deferred for each row execute function private.seal_link();

-- Entries from before the chain become its first link.
insert into private.log_links (from_id) select min(id) from private.user_log having count(*) > 0;
set constraints all immediate;
set constraints all deferred;

-- Everything about the log that is not as it was written.
create function private.log_problems() returns table (entry bigint, lane smallint, problem text)
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
  select k.from_id, k.lane, 'A link was altered.' from sealed k where k.hash <> private.link_hash(k.before, k.ids, k.digests)
  union all
  select k.from_id, k.lane, 'A link before this one is missing.' from sealed k where k.sequence <> k.sequence_before + 1
  union all
  select k.from_id, null, 'The link was never sealed.' from private.log_links k where k.hash is null
  union all
  select null, l.lane, 'The end of the chain is missing.'
  from private.log_lanes l left join (select k.lane, max(k.sequence) as sequence from sealed k group by k.lane) k on k.lane = l.lane
  where l.sequence <> coalesce(k.sequence, 0)
  order by 1, 2
$$;

-- As before; for tables whose key is a user's id (trigger argument), the entry says whom it is about.
create or replace function private.log_statement() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  author uuid := auth.uid();
  author_name text;
  author_role text;
  about_users constant boolean := tg_nargs > 0;
begin
  select u.username, u.roles into author_name, author_role from public.users u where u.id = author;
  if tg_op = 'INSERT' then
    insert into private.user_log (user_id, user_name, user_role, form_name, row_id, subject, region_name, province_name, muncity_name, action, status)
    select author, author_name, author_role, tg_table_name, case when not about_users then (j.r ->> 'id')::bigint end, case when about_users then (j.r ->> 'id')::uuid end,
      j.r ->> 'region_name', j.r ->> 'province_name', j.r ->> 'muncity_name', 'Insert', j.r ->> 'status'
    from (select to_jsonb(n) as r from new_rows n) j;
  elsif tg_op = 'DELETE' then
    insert into private.user_log (user_id, user_name, user_role, form_name, row_id, subject, region_name, province_name, muncity_name, action, status, changes)
    select author, author_name, author_role, tg_table_name, case when not about_users then (j.r ->> 'id')::bigint end, case when about_users then (j.r ->> 'id')::uuid end,
      j.r ->> 'region_name', j.r ->> 'province_name', j.r ->> 'muncity_name', 'Delete', j.r ->> 'status', private.changed_fields(jsonb_strip_nulls(j.r), '{}')
    from (select to_jsonb(o) as r from old_rows o) j;
  else
    insert into private.user_log (user_id, user_name, user_role, form_name, row_id, subject, region_name, province_name, muncity_name, action, status, changes)
    select author, author_name, author_role, tg_table_name, case when not about_users then (j.n ->> 'id')::bigint end, case when about_users then (j.n ->> 'id')::uuid end,
      j.n ->> 'region_name', j.n ->> 'province_name', j.n ->> 'muncity_name',
      case when j.n ->> 'process_stage' = 'Approved' and j.o ->> 'process_stage' is distinct from 'Approved' then 'Approve'
           when j.o ->> 'process_stage' = 'Approved' and j.n ->> 'process_stage' is distinct from 'Approved' then 'Set back'
           else 'Update' end,
      j.n ->> 'status', private.changed_fields(j.o, j.n)
    from (select to_jsonb(n) as n, to_jsonb(o) as o from new_rows n join old_rows o using (id)) j;
  end if;
  return null;
end
$$;

-- As before; the table may be one whose key is a user's id.
create or replace procedure private.log_table(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  argument constant text := (select case when a.atttypid = 'uuid'::regtype then '''subject''' else '' end
    from pg_catalog.pg_attribute a where a.attrelid = target and a.attname = 'id');
begin
  execute format('create trigger log_insert after insert on %s referencing new table as new_rows for each statement execute function private.log_statement(%s)', target, argument);
  execute format('create trigger log_update after update on %s referencing old table as old_rows new table as new_rows for each statement execute function private.log_statement(%s)', target, argument);
  execute format('create trigger log_delete after delete on %s referencing old table as old_rows for each statement execute function private.log_statement(%s)', target, argument);
end
$$;

call private.log_table('public.users');
call private.log_table('public.uac');
call private.log_table('public.report_schedules');
