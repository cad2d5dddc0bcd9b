-- Threat: a mail that tells of what its reader may not read now, goes to somebody who did not ask or is disabled, or
-- goes twice; and claiming or settling the mails of others. Each condition of a claim is dropped once and must be
-- missed.
begin;
select plan(29);

select tests.create_user('one', 'Provincial'), tests.create_user('other', 'Provincial'),
  tests.create_user('elsewhere', 'Provincial', place => 'other region');
select tests.create_user('reader', 'Provincial', '{Read}'), tests.create_user('no profile', null);
select tests.set_windows('');
create function pg_temp.id_of(wanted text) returns uuid language sql as $$ select user_id from tests.callers
  where caller = wanted $$;
create function pg_temp.claimed() returns text language sql as $$
  select coalesce((select caller from tests.callers where user_id = c), 'nobody') from private.claim_digest() c
$$;
create function pg_temp.news(wanted text, part text default 'total') returns text language sql as $$
  select tests.answer(wanted, format('select private.inbox_news(10) ->> %L', part))
$$;

-- Asking for it.
select is(pg_temp.claimed(), 'nobody', 'nobody gets mails who has not asked for them');
select is(tests.answer('one', 'select private.wants_digest()'), 'false', 'which nobody has at first');
select tests.perform_as('one', 'select private.want_digest(true)');
select results_eq($$ select c.caller,
  tests.answer(c.caller, 'select private.wants_digest()') from tests.callers c where c.caller in ('one', 'other')
  order by 1 $$, $$ values ('one', 'true'), ('other', 'false') $$, 'one asks for oneself alone');

-- What it says.
create temporary table own_row as select (tests.put_sample('arbo_masterlist', 'own')) as id;
create temporary table far_row as select (tests.put_sample('arbo_masterlist', 'other region')) as id;
insert into private.reviews (table_name, row_id, state, reason, office, user_id)
select 'arbo_masterlist', t.id, 'returned', 'Ask Juana Cruz', t.office,
  pg_temp.id_of('reader') from public.arbo_masterlist t
  where t.id in (select id from own_row union all select id from far_row);
select is(pg_temp.news('one'), '1', 'it tells of what is unread in one''s inbox');
select is(pg_temp.news('one', 'rows')::jsonb #>> '{0,row_ids,0}', (select id::text from own_row), 'of the own office');
select is(pg_temp.news('elsewhere', 'rows')::jsonb #>> '{0,row_ids,0}', (select id::text from far_row),
  'and others hear of theirs');
select is(pg_temp.news('one', 'rows') ~ 'Juana|user_id|reason', false, 'without reasons, and without whose act it was');
select is(pg_temp.news('reader'), '0', 'whoever may not correct it hears nothing');
select is(pg_temp.news('no profile'), 'null', 'nor does whoever has no profile');

-- Once a day, and what was told once is told no more.
select is(pg_temp.claimed(), 'one', 'whoever asked is claimed');
select is(pg_temp.claimed(), 'nobody', 'once a day, whatever becomes of the mail');
select private.digest_was_sent(pg_temp.id_of('one'),
  array(select jsonb_array_elements_text(pg_temp.news('one', 'ids')::jsonb)));
select is(pg_temp.news('one') || ' of ' || pg_temp.news('one', 'unread'), '0 of 1',
  'what a mail has told of is unread, and no news any more');
select tests.perform_as('one', 'select private.want_digest(false)');
select tests.perform_as('one', 'select private.want_digest(true)');
select is(pg_temp.claimed(), 'nobody', 'asking again the same day brings no second mail');
update own_row set id = tests.put_sample('arbo_masterlist', 'own');
insert into private.reviews (table_name, row_id, state, reason, office)
select 'arbo_masterlist', t.id, 'returned', 'Again', t.office from public.arbo_masterlist t join own_row using (id);
update private.reviews set at = now() - interval '3 days' where reason = 'Again';
select is(pg_temp.news('one'), '1', 'what came since is, however old it says it is');
update private.digests set day = tests.today() - 1;
select is(pg_temp.claimed(), 'one', 'the next day brings the next mail');

-- A refused mail is tried again, each time later.
create function pg_temp.refusing() returns interval language sql as $$
  select private.digest_was_refused(pg_temp.id_of('one'));
  select next_try - now() from private.digests where user_id = pg_temp.id_of('one')
$$;
select is(pg_temp.refusing(), interval '1 hour', 'a refused mail is tried again after an hour');
select is(pg_temp.claimed(), 'nobody', 'and not before');
update private.digests set next_try = now();
select is(pg_temp.claimed(), 'one', 'it is then');
select is(pg_temp.refusing(), interval '2 hours', 'then after two');
select is((select max(pg_temp.refusing()) from generate_series(1, 9)), interval '24 hours', 'and at last once a day');

-- Who is not claimed, and that each condition is missed.
update private.digests set day = '-infinity', next_try = '-infinity';
create function pg_temp.misled() returns text language plpgsql as $$
declare
  told text := '';
begin
  update private.digests set wanted = false;
  told := concat_ws(', ', told, case when pg_temp.claimed() <> 'nobody' then 'who asked for no more' end);
  update private.digests set wanted = true, day = tests.today();
  told := concat_ws(', ', told, case when pg_temp.claimed() <> 'nobody' then 'who had theirs' end);
  update private.digests set day = '-infinity', next_try = now() + interval '1 minute';
  told := concat_ws(', ', told, case when pg_temp.claimed() <> 'nobody' then 'who waits' end);
  update private.digests set day = '-infinity', next_try = '-infinity';
  update public.users set disabled = true where id = pg_temp.id_of('one');
  told := concat_ws(', ', told, case when pg_temp.claimed() <> 'nobody' then 'who is disabled' end);
  update public.users set disabled = false where id = pg_temp.id_of('one');
  return trim(leading ', ' from told);
end
$$;
create function pg_temp.mutant(part text, instead text) returns text language plpgsql as $$
declare
  body text := pg_get_functiondef('private.claim_digest()'::regprocedure);
  answer text;
begin
  if strpos(body, part) = 0 then
    return 'the mutant changes nothing';
  end if;
  execute replace(body, part, instead);
  answer := pg_temp.misled();
  raise exception using errcode = 'MUTAN', message = answer;
exception
  when sqlstate 'MUTAN' then return sqlerrm;
end
$$;
select is(pg_temp.misled(), '', 'who is not claimed');
select is(pg_temp.mutant(m.part, m.instead), m.misled, format('a claim without %s is missed', m.part))
from (values ('c.wanted and', '', 'who asked for no more'),
  ('c.day < (select private.today())', 'true', 'who had theirs'), ('and c.next_try <= now()', '', 'who waits'),
  ('and not u.disabled', '', 'who is disabled')) m (part, instead, misled);

select is(tests.attempt('one', s), '42501', 'refused to callers: ' || s)
from unnest(array['select private.claim_digest()', 'select private.digest_was_sent(auth.uid(), null)',
  'select private.digest_was_refused(auth.uid())', 'select from private.digests']) s;

select * from finish();
rollback;
