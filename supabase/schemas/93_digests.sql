-- Daily e-mail digest of new inbox entries, for users who enable it in their profile. A digest is computed with the
-- user's current rights. Before the API sends a digest, it records in a separate transaction that the user has today's
-- digest (it claims the user). So no digest is sent twice, even if a run is killed or two run at once. Entries that
-- appear after a mail was written are in the next mail.

create table private.digests (
  user_id uuid primary key references public.users on delete cascade,
  wanted boolean not null,
  day date not null default '-infinity',
  sent_at timestamptz,
  failures integer not null default 0,
  next_try timestamptz not null default '-infinity',
  sent_entries text[] not null default '{}'
);
create index digests_day on private.digests (day) where wanted;
alter table private.digests enable row level security;
comment on table private.digests is 'Users who enabled the daily digest, and the state of their mails.';
comment on column private.digests.day is 'Day, in Manila, of the last digest that was started.';
comment on column private.digests.failures is
  'Number of consecutive mails that were refused; each makes the pause longer.';
comment on column private.digests.sent_entries is
  'Entries that were unread when the last mail was written, so that each is mailed only once.';

-- Checks whether the caller has enabled the daily digest.
create function private.has_digest_opt_in() returns boolean
  language sql stable security definer set search_path = ''
as $$ select exists (select from private.digests d where d.user_id = auth.uid() and d.wanted) $$;

-- Enables or disables the digest of the caller. Also sets the number of refused mails to 0, so that the next mail is
-- sent without delay.
create function private.set_digest_opt_in(wish boolean) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into private.digests (user_id, wanted)
  values (auth.uid(), wish)
  on conflict (user_id) do update set wanted = wish, failures = 0, next_try = '-infinity'
$$;

-- Returns the content of a digest for the caller: {email, name, unread, ids, total, rows}. `unread` is the number of
-- unread entries that are not snoozed, and `ids` has their ids. `total` is the number of new entries: unread entries
-- that no mail has contained yet. `rows` has the newest of the new entries, at most `most`. It omits user and reason,
-- which do not belong in a mail.
create function private.build_digest(most integer) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with unread as materialized (
    select e.* from private.inbox_entries() e where not e.read and e.snoozed_until is null
  ),
  news as materialized (
    select u.* from unread u
    where not exists (select from private.digests d where d.user_id = auth.uid() and u.id = any (d.sent_entries))
  )
  select jsonb_build_object('email', p.email, 'name', p.name,
    'unread', (select count(*) from unread),
    'ids', (select coalesce(jsonb_agg(u.id), '[]') from unread u),
    'total', (select count(*) from news),
    'rows', (
      select coalesce(jsonb_agg(to_jsonb(n) - 'user_id' - 'reason' order by n.id collate "C" desc), '[]')
      from (select * from news n order by n.id collate "C" desc limit most) n))
  from public.users p where p.id = auth.uid()
$$;

grant execute on function
  private.has_digest_opt_in(), private.set_digest_opt_in(boolean), private.build_digest(integer)
to authenticated;

-- Chooses a user whose digest is due, records that the user has today's digest, and returns the user's id; null if no
-- digest is due. The API calls private.claim_digest, private.record_digest_sent and private.record_digest_refusal
-- before it assumes a caller's role.
create function private.claim_digest() returns uuid
  language sql volatile security definer set search_path = ''
as $$
  update private.digests d set day = private.today()
  where d.user_id = (
    select c.user_id
    from private.digests c
    where c.wanted and c.day < (select private.today()) and c.next_try <= now()
      and exists (select from public.users u where u.id = c.user_id and not u.disabled)
    order by c.day limit 1
    for update skip locked)
  returning d.user_id
$$;

-- Records that a digest was sent to a user. `unread` has the ids of the entries that need not be mailed again.
create function private.record_digest_sent(person uuid, unread text[]) returns void
  language sql volatile security definer set search_path = ''
as $$
  update private.digests d set sent_at = now(), failures = 0, sent_entries = unread where d.user_id = person
$$;

-- Records that the mail server refused the digest of a user. The digest is sent again after one hour; after each
-- further refusal, the wait is doubled, up to 24 hours.
create function private.record_digest_refusal(person uuid) returns void
  language sql volatile security definer set search_path = ''
as $$
  update private.digests d set day = '-infinity', failures = d.failures + 1,
    next_try = now() + make_interval(hours => least(power(2, least(d.failures, 5))::integer, 24))
  where d.user_id = person
$$;

grant execute on function
  private.claim_digest(), private.record_digest_sent(uuid, text[]), private.record_digest_refusal(uuid)
to api_gateway;
