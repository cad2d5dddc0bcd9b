-- Mail: a digest a day of what is new in somebody's inbox, for whoever asked for it on their profile. What is in it
-- is read as that person, with their rights of then. The API claims a person for the day before it sends, in a
-- transaction of its own: a run that is killed, or another beside it, sends nothing twice. What a mail did not reach
-- is in the next.

create table private.digests (
  user_id uuid primary key references public.users on delete cascade,
  wanted boolean not null,
  day date not null default '-infinity',
  sent_at timestamptz,
  failures integer not null default 0,
  next_try timestamptz not null default '-infinity',
  told text[] not null default '{}'
);
create index digests_day on private.digests (day) where wanted;
alter table private.digests enable row level security;
comment on table private.digests is 'Who asked for a mail a day, and which they had.';
comment on column private.digests.day is 'The day in Manila of the last digest that was begun.';
comment on column private.digests.failures is 'How many mails in a row were refused; each makes the pause longer.';
comment on column private.digests.told is 'What was unread when the last mail was written: it is told once.';

create function private.wants_digest() returns boolean
  language sql stable security definer set search_path = ''
as $$ select exists (select from private.digests d where d.user_id = auth.uid() and d.wanted) $$;

-- Asking again forgives an address that refused mails.
create function private.want_digest(wish boolean) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into private.digests (user_id, wanted)
  values (auth.uid(), wish)
  on conflict (user_id) do update set wanted = wish, failures = 0, next_try = '-infinity'
$$;

-- What a mail to the caller is made of: {email, name, unread, ids, total, rows}. ids are those of all that is unread,
-- total counts what no mail has told of, and rows are the newest of that, at most so many, without whose act it was and
-- why: that is no matter for a mail.
create function private.inbox_news(most integer) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with unread as materialized (
    select e.* from private.inbox_entries() e
    where not exists (select from private.inbox_marks m where m.user_id = auth.uid() and m.entry = e.id)
  ),
  news as materialized (
    select u.* from unread u
    where not exists (select from private.digests d where d.user_id = auth.uid() and u.id = any (d.told))
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
  private.wants_digest(), private.want_digest(boolean), private.inbox_news(integer)
to authenticated;

-- Claims today's digest of somebody who has not had it: their id, or null where nobody is left. For the API, before it
-- is anybody, as are the two below.
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

create function private.digest_was_sent(person uuid, unread text[]) returns void
  language sql volatile security definer set search_path = ''
as $$
  update private.digests d set sent_at = now(), failures = 0, told = unread where d.user_id = person
$$;

-- The mail was refused, and so not sent: it is tried again after an hour, then two, four, and at last a day.
create function private.digest_was_refused(person uuid) returns void
  language sql volatile security definer set search_path = ''
as $$
  update private.digests d set day = '-infinity', failures = d.failures + 1,
    next_try = now() + make_interval(hours => least(power(2, least(d.failures, 5))::integer, 24))
  where d.user_id = person
$$;

grant execute on function
  private.claim_digest(), private.digest_was_sent(uuid, text[]), private.digest_was_refused(uuid)
to api_gateway;
