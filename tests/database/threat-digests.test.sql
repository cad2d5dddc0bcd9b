-- Threat: a digest e-mail reveals entries that its reader may not read, is sent twice, or goes to a user who is
-- disabled or did not opt in. Another threat: a user calls the API's functions that select the next user and record
-- digests.
begin;
select plan(29);

select tests.create_user('one', 'Provincial'), tests.create_user('other', 'Provincial'),
  tests.create_user('elsewhere', 'Provincial', place => 'other region');
select tests.create_user('reader', 'Provincial', '{Read}'), tests.create_user('no profile', null);
select tests.set_windows('');
create function pg_temp.id_of(wanted text) returns uuid language sql as $$ select user_id from tests.callers
  where caller = wanted $$;
create function pg_temp.claimed() returns text language sql as $$
  select coalesce((select caller from tests.callers where user_id = c), 'no one') from private.claim_digest() c
$$;
create function pg_temp.news(wanted text, part text default 'total') returns text language sql as $$
  select tests.answer(wanted, format('select private.build_digest(10) ->> %L', part))
$$;

-- Tests that users get digests only after they have opted in.
select is(pg_temp.claimed(), 'no one', 'Before any user opts in to digests, claim_digest returns no user.');
select is(tests.answer('one', 'select private.has_digest_opt_in()'), 'false',
  'has_digest_opt_in returns false for a user who has not opted in to digests.');
select tests.perform_as('one', 'select private.set_digest_opt_in(true)');
select results_eq($$ select c.caller,
  tests.answer(c.caller, 'select private.has_digest_opt_in()') from tests.callers c where c.caller in ('one', 'other')
  order by 1 $$, $$ values ('one', 'true'), ('other', 'false') $$,
  'has_digest_opt_in returns true only for a user who opted in to digests.');

-- Tests which inbox entries a digest contains.
create temporary table own_row as select (tests.put_sample('arbo_masterlist', 'own')) as id;
create temporary table far_row as select (tests.put_sample('arbo_masterlist', 'other region')) as id;
insert into private.reviews (table_name, row_id, state, reason, office, user_id)
select 'arbo_masterlist', t.id, 'returned', 'Ask Juana Cruz', t.office,
  pg_temp.id_of('reader') from public.arbo_masterlist t
  where t.id in (select id from own_row union all select id from far_row);
select is(pg_temp.news('one'), '1', 'A digest counts the unread entries of the user''s inbox.');
select is(pg_temp.news('one', 'rows')::jsonb #>> '{0,row_ids,0}', (select id::text from own_row),
  'A digest lists rows of the user''s office that were returned for correction.');
select is(pg_temp.news('elsewhere', 'rows')::jsonb #>> '{0,row_ids,0}', (select id::text from far_row),
  'A user''s digest lists only the returned rows of the user''s own office.');
select is(pg_temp.news('one', 'rows') ~ 'Juana|user_id|reason', false,
  'A digest shows neither the reason for which a row was returned nor the reviewer.');
select is(pg_temp.news('reader'), '0',
  'A user without the Edit right gets no returned rows in the digest.');
select is(pg_temp.news('no profile'), 'null', 'A caller without a profile gets no digest.');

-- A user gets at most one digest per day, and each entry is in only one digest.
select is(pg_temp.claimed(), 'one', 'claim_digest returns a user who opted in to digests.');
select is(pg_temp.claimed(), 'no one',
  'On the day on which claim_digest has returned a user, the function does not return this user again.');
select private.record_digest_sent(pg_temp.id_of('one'),
  array(select jsonb_array_elements_text(pg_temp.news('one', 'ids')::jsonb)));
select is(pg_temp.news('one') || ' of ' || pg_temp.news('one', 'unread'), '0 of 1',
  'A digest omits an inbox entry that an earlier digest contained, even if the user has not read the entry.');
select tests.perform_as('one', 'select private.set_digest_opt_in(false)');
select tests.perform_as('one', 'select private.set_digest_opt_in(true)');
select is(pg_temp.claimed(), 'no one',
  'claim_digest returns a user at most once a day, even if the user opts out of digests and in again.');
update own_row set id = tests.put_sample('arbo_masterlist', 'own');
insert into private.reviews (table_name, row_id, state, reason, office)
select 'arbo_masterlist', t.id, 'returned', 'Again', t.office from public.arbo_masterlist t join own_row using (id);
update private.reviews set at = now() - interval '3 days' where reason = 'Again';
select is(pg_temp.news('one'), '1',
  'A digest contains a three-day-old inbox entry if no earlier digest contained it.');
update private.digests set day = tests.today() - 1;
select is(pg_temp.claimed(), 'one',
  'claim_digest returns a user whose last digest e-mail is from yesterday.');

-- The API retries a digest that the mail server refused, after increasing delays.
create function pg_temp.refusing() returns interval language sql as $$
  select private.record_digest_refusal(pg_temp.id_of('one'));
  select next_try - now() from private.digests where user_id = pg_temp.id_of('one')
$$;
select is(pg_temp.refusing(), interval '1 hour',
  'The mail server''s first refusal of a digest delays the next attempt by one hour.');
select is(pg_temp.claimed(), 'no one',
  'claim_digest does not return a user with a refused digest before the next attempt is due.');
update private.digests set next_try = now();
select is(pg_temp.claimed(), 'one',
  'claim_digest returns a user with a refused digest when the next attempt is due.');
select is(pg_temp.refusing(), interval '2 hours',
  'The mail server''s second refusal of a digest delays the next attempt by two hours.');
select is((select max(pg_temp.refusing()) from generate_series(1, 9)), interval '24 hours',
  'The mail server''s refusals of a digest delay the next attempt by at most 24 hours.');

-- Lists the kinds of users whom claim_digest wrongly selects. The tests must fail when a single condition of
-- claim_digest is removed.
update private.digests set day = '-infinity', next_try = '-infinity';
create function pg_temp.wrongly_claimed() returns text language plpgsql as $$
declare
  found text := '';
begin
  update private.digests set wanted = false;
  found := concat_ws(', ', found, case when pg_temp.claimed() <> 'no one' then 'a user who opted out' end);
  update private.digests set wanted = true, day = tests.today();
  found := concat_ws(', ', found, case when pg_temp.claimed() <> 'no one' then 'a user who already got one today' end);
  update private.digests set day = '-infinity', next_try = now() + interval '1 minute';
  found := concat_ws(', ', found, case when pg_temp.claimed() <> 'no one' then 'a user whose retry is not due' end);
  update private.digests set day = '-infinity', next_try = '-infinity';
  update public.users set disabled = true where id = pg_temp.id_of('one');
  found := concat_ws(', ', found, case when pg_temp.claimed() <> 'no one' then 'a disabled user' end);
  update public.users set disabled = false where id = pg_temp.id_of('one');
  return trim(leading ', ' from found);
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
  answer := pg_temp.wrongly_claimed();
  raise exception using errcode = 'MUTAN', message = answer;
exception
  when sqlstate 'MUTAN' then return sqlerrm;
end
$$;
select is(pg_temp.wrongly_claimed(), '', 'claim_digest returns only users whose digest is due.');
select is(pg_temp.mutant(m.part, m.instead), m.wrongly_claimed,
  format('The tests detect a mutant of claim_digest that lacks the condition: %s', m.part))
from (values ('c.wanted and', '', 'a user who opted out'),
  ('c.day < (select private.today())', 'true', 'a user who already got one today'),
  ('and c.next_try <= now()', '', 'a user whose retry is not due'),
  ('and not u.disabled', '', 'a disabled user')) m (part, instead, wrongly_claimed);

select is(tests.attempt('one', s), '42501', 'A signed-in user can''t run: ' || s)
from unnest(array['select private.claim_digest()', 'select private.record_digest_sent(auth.uid(), null)',
  'select private.record_digest_refusal(auth.uid())', 'select from private.digests']) s;

select * from finish();
rollback;
