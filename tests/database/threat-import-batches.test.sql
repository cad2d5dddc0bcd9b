-- Threat: a user interferes with another user's import, or a batch of an import is saved twice.
begin;
select plan(21);

select tests.create_user('one', 'Provincial'), tests.create_user('other', 'Provincial'),
  tests.create_anonymous('anonymous');
create function pg_temp.begins(wanted text, batch integer default 1, path text default 'arbo-masterlist',
  hash text default 'h1') returns text language sql as $$
  select tests.answer(wanted,
    format('select private.begin_batch(%L, %s, %L, %L)', '00000000-0000-4000-8000-000000000001', batch, path, hash))
$$;

select is(pg_temp.begins('one'), 'null', 'A user can begin the first batch of an import.');
select tests.perform_as('one',
  $$ select private.begin_batch('00000000-0000-4000-8000-000000000001', 1, 'arbo-masterlist', 'h1') $$);
select tests.perform_as('one', $$ select private.finish_batch('00000000-0000-4000-8000-000000000001', 1, '{7,8}') $$);
select is(pg_temp.begins('one'), '{7,8}',
  'If a user sends an import batch a second time, begin_batch returns the ids of the rows that were saved.');
select is(pg_temp.begins('one', 2), 'null', 'After the first batch of an import, the user can begin the second batch.');
select is(pg_temp.begins('one', hash => 'h2'), 'AG002',
  'begin_batch refuses a repeated import batch with different content.');
select is(pg_temp.begins('one', path => 'arc-masterlist'), 'AG002',
  'begin_batch refuses a repeated import batch for a different record type.');
select is(pg_temp.begins('one', 2, path => 'arc-masterlist'), 'AG002',
  'begin_batch refuses a further batch of an import for a different record type.');
select is(pg_temp.begins('other'), 'null',
  'begin_batch does not return one user''s row ids to another user who sends the same import id.');

select tests.perform_as('other', $$ select private.finish_batch('00000000-0000-4000-8000-000000000001', 1, '{666}') $$);
select is(pg_temp.begins('one'), '{7,8}',
  'A user who finishes a batch with another user''s import id does not change the other user''s stored row ids.');
select tests.perform_as('other',
  $$ select private.begin_batch('00000000-0000-4000-8000-000000000001', 1, 'arbo-masterlist', 'h1') $$);
select tests.perform_as('other', $$ select private.finish_batch('00000000-0000-4000-8000-000000000001', 1, '{9}') $$);
select is(array[pg_temp.begins('one'), pg_temp.begins('other')], array['{7,8}', '{9}'],
  'If two users send the same import id, begin_batch returns to each user only the row ids of their own batch.');
select tests.perform_as('one',
  $$ select private.finish_batch('00000000-0000-4000-8000-000000000001', 1, '{7,8}', '{2,5}') $$);
create function pg_temp.versions(wanted text, batch integer) returns text language sql as $$
  select tests.answer(wanted,
    format('select private.versions_of_batch(%L, %s)', '00000000-0000-4000-8000-000000000001', batch))
$$;
select is(array[pg_temp.versions('one', 1), pg_temp.versions('other', 1), pg_temp.versions('one', 2)],
  array['{2,5}', '{}', 'null'],
  'versions_of_batch returns row versions only for the user''s own import batch.');
select is(pg_temp.versions('anonymous', 1), '42501',
  'A caller who is not signed in can''t read the row versions of an import batch.');
select is(tests.attempt('one', 'select from private.import_batches'), '42501',
  'A user can''t read the table of imported batches, private.import_batches.');
select is(pg_temp.begins('anonymous'), '42501', 'A caller who is not signed in can''t begin an import batch.');
select is(pg_temp.begins('one', -1), '23514',
  'begin_batch refuses a batch of an import if the batch number is negative.');

-- Tests saves outside an import. Their requests have an Idempotency-Key, and some are repeated.
create function pg_temp.writes(wanted text, hash text default 'h1') returns text language sql as $$
  select tests.answer(wanted,
    format('select private.begin_write(%L, %L, %L)', '00000000-0000-4000-8000-000000000009', 'PUT /api/x', hash))
$$;
select is(pg_temp.writes('one'), 'null',
  'A user can begin a request with an Idempotency-Key that the user has not used before.');
select tests.perform_as('one',
  $$ select private.begin_write('00000000-0000-4000-8000-000000000009', 'PUT /api/x', 'h1') $$);
select tests.perform_as('one', $$ select private.finish_write('00000000-0000-4000-8000-000000000009', '{"id":7}') $$);
select is(pg_temp.writes('one')::jsonb, '{"answer":{"id":7}}',
  'begin_write returns the stored response for an Idempotency-Key that the user has used before.');
select is(pg_temp.writes('one', 'h2'), 'AG002',
  'begin_write refuses a request that repeats an Idempotency-Key but has different content.');
select is(pg_temp.writes('other'), 'null',
  'A user can begin a request with an Idempotency-Key that another user has used.');
select tests.perform_as('other',
  $$ select private.finish_write('00000000-0000-4000-8000-000000000009', '{"id":666}') $$);
select tests.perform_as('other', $$ select private.release_write('00000000-0000-4000-8000-000000000009') $$);
select is(pg_temp.writes('one')::jsonb, '{"answer":{"id":7}}',
  'A user who finishes a request with another user''s Idempotency-Key does not change that user''s stored response.');
select is(pg_temp.writes('anonymous'), '42501',
  'A caller who is not signed in can''t begin a request with an Idempotency-Key.');
select tests.perform_as('one', $$ select private.release_write('00000000-0000-4000-8000-000000000009') $$);
select is(pg_temp.writes('one'), 'null',
  'A user who has released an Idempotency-Key can begin a new request with this key.');

select * from finish();
rollback;
