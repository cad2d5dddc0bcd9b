-- Threat: a user interferes with another user's import, or one batch is saved twice.
begin;
select plan(18);

select tests.create_user('one', 'Provincial'), tests.create_user('other', 'Provincial'),
  tests.create_anonymous('anonymous');
create function pg_temp.begins(wanted text, batch integer default 1, path text default 'arbo-masterlist',
  hash text default 'h1') returns text language sql as $$
  select tests.answer(wanted,
    format('select private.begin_batch(%L, %s, %L, %L)', '00000000-0000-4000-8000-000000000001', batch, path, hash))
$$;

select is(pg_temp.begins('one'), 'null', 'A new batch begins.');
select tests.perform_as('one',
  $$ select private.begin_batch('00000000-0000-4000-8000-000000000001', 1, 'arbo-masterlist', 'h1') $$);
select tests.perform_as('one', $$ select private.finish_batch('00000000-0000-4000-8000-000000000001', 1, '{7,8}') $$);
select is(pg_temp.begins('one'), '{7,8}', 'A repeated batch returns the saved row ids.');
select is(pg_temp.begins('one', 2), 'null', 'The next batch begins.');
select is(pg_temp.begins('one', hash => 'h2'), 'AG002', 'The same batch with other content is refused.');
select is(pg_temp.begins('one', path => 'arc-masterlist'), 'AG002',
  'The same batch for another record type is refused.');
select is(pg_temp.begins('other'), 'null', 'Another user with the same import id gets no saved row ids.');

select tests.perform_as('other', $$ select private.finish_batch('00000000-0000-4000-8000-000000000001', 1, '{666}') $$);
select is(pg_temp.begins('one'), '{7,8}', 'Another user can''t change the saved row ids of a batch.');
select tests.perform_as('other',
  $$ select private.begin_batch('00000000-0000-4000-8000-000000000001', 1, 'arbo-masterlist', 'h1') $$);
select tests.perform_as('other', $$ select private.finish_batch('00000000-0000-4000-8000-000000000001', 1, '{9}') $$);
select is(array[pg_temp.begins('one'), pg_temp.begins('other')], array['{7,8}', '{9}'],
  'Each user gets their own row ids under the same import id.');
select is(tests.attempt('one', 'select from private.import_batches'), '42501',
  'A user can''t read the table of batches.');
select is(pg_temp.begins('anonymous'), '42501', 'A caller who is not signed in can''t begin a batch.');
select is(pg_temp.begins('one', -1), '23514', 'A negative batch number is refused; batch 0 is a single call.');

-- Repeats of single calls, each with an Idempotency-Key.
create function pg_temp.writes(wanted text, hash text default 'h1') returns text language sql as $$
  select tests.answer(wanted,
    format('select private.begin_write(%L, %L, %L)', '00000000-0000-4000-8000-000000000009', 'PUT /api/x', hash))
$$;
select is(pg_temp.writes('one'), 'null', 'A new key begins a call.');
select tests.perform_as('one',
  $$ select private.begin_write('00000000-0000-4000-8000-000000000009', 'PUT /api/x', 'h1') $$);
select tests.perform_as('one', $$ select private.finish_write('00000000-0000-4000-8000-000000000009', '{"id":7}') $$);
select is(pg_temp.writes('one')::jsonb, '{"answer":{"id":7}}', 'A repeated call returns the stored response.');
select is(pg_temp.writes('one', 'h2'), 'AG002', 'The same key with other content is refused.');
select is(pg_temp.writes('other'), 'null', 'Another user can use the same key for their own call.');
select tests.perform_as('other',
  $$ select private.finish_write('00000000-0000-4000-8000-000000000009', '{"id":666}') $$);
select tests.perform_as('other', $$ select private.release_write('00000000-0000-4000-8000-000000000009') $$);
select is(pg_temp.writes('one')::jsonb, '{"answer":{"id":7}}', 'Another user can neither change nor free the key.');
select is(pg_temp.writes('anonymous'), '42501', 'A caller who is not signed in can''t begin a call.');
select tests.perform_as('one', $$ select private.release_write('00000000-0000-4000-8000-000000000009') $$);
select is(pg_temp.writes('one'), 'null', 'A key that was freed begins a new call.');

select * from finish();
rollback;
