-- Threat: meddling with the import of another person, and one batch saved twice.
begin;
select plan(18);

select tests.create_user('one', 'Provincial'), tests.create_user('other', 'Provincial'),
  tests.create_anonymous('anonymous');
create function pg_temp.begins(wanted text, batch integer default 1, path text default 'arbo-masterlist',
  hash text default 'h1') returns text language sql as $$
  select tests.answer(wanted,
    format('select private.begin_batch(%L, %s, %L, %L)', '00000000-0000-4000-8000-000000000001', batch, path, hash))
$$;

select is(pg_temp.begins('one'), 'null', 'a new batch begins');
select tests.perform_as('one',
  $$ select private.begin_batch('00000000-0000-4000-8000-000000000001', 1, 'arbo-masterlist', 'h1') $$);
select tests.perform_as('one', $$ select private.finish_batch('00000000-0000-4000-8000-000000000001', 1, '{7,8}') $$);
select is(pg_temp.begins('one'), '{7,8}', 'a retry is answered with what was saved');
select is(pg_temp.begins('one', 2), 'null', 'the next batch begins');
select is(pg_temp.begins('one', hash => 'h2'), 'AG002', 'the same batch with other content is refused');
select is(pg_temp.begins('one', path => 'arc-masterlist'), 'AG002', 'as is the same batch for another record');
select is(pg_temp.begins('other'), 'null', 'another person with the same import id gets nothing of it');

select tests.perform_as('other', $$ select private.finish_batch('00000000-0000-4000-8000-000000000001', 1, '{666}') $$);
select is(pg_temp.begins('one'), '{7,8}', 'and cannot change what it saved');
select tests.perform_as('other',
  $$ select private.begin_batch('00000000-0000-4000-8000-000000000001', 1, 'arbo-masterlist', 'h1') $$);
select tests.perform_as('other', $$ select private.finish_batch('00000000-0000-4000-8000-000000000001', 1, '{9}') $$);
select is(array[pg_temp.begins('one'), pg_temp.begins('other')], array['{7,8}', '{9}'],
  'each is answered with their own, under the same import id');
select is(tests.attempt('one', 'select from private.import_batches'), '42501', 'nobody reads the batches themselves');
select is(pg_temp.begins('anonymous'), '42501', 'somebody who is not signed in begins none');
select is(pg_temp.begins('one', -1), '23514', 'batches count from 0, which is that of a single call');

-- Single calls, each with an Idempotency-Key.
create function pg_temp.writes(wanted text, hash text default 'h1') returns text language sql as $$
  select tests.answer(wanted,
    format('select private.begin_write(%L, %L, %L)', '00000000-0000-4000-8000-000000000009', 'PUT /api/x', hash))
$$;
select is(pg_temp.writes('one'), 'null', 'a new key begins a call');
select tests.perform_as('one',
  $$ select private.begin_write('00000000-0000-4000-8000-000000000009', 'PUT /api/x', 'h1') $$);
select tests.perform_as('one', $$ select private.finish_write('00000000-0000-4000-8000-000000000009', '{"id":7}') $$);
select is(pg_temp.writes('one')::jsonb, '{"answer":{"id":7}}', 'a repeat is answered with what was kept');
select is(pg_temp.writes('one', 'h2'), 'AG002', 'the same key with other content is refused');
select is(pg_temp.writes('other'), 'null', 'the same key of another person begins a call of theirs');
select tests.perform_as('other',
  $$ select private.finish_write('00000000-0000-4000-8000-000000000009', '{"id":666}') $$);
select tests.perform_as('other', $$ select private.forget_write('00000000-0000-4000-8000-000000000009') $$);
select is(pg_temp.writes('one')::jsonb, '{"answer":{"id":7}}', 'another person neither changes nor frees the key');
select is(pg_temp.writes('anonymous'), '42501', 'somebody who is not signed in begins no call');
select tests.perform_as('one', $$ select private.forget_write('00000000-0000-4000-8000-000000000009') $$);
select is(pg_temp.writes('one'), 'null', 'a key that is freed begins a call anew');

select * from finish();
rollback;
