-- Columns that only the database writes: the user who entered the row, the row's version, its approver and the time of
-- approval.
begin;
select plan((10 * (select count(*) from private.record_tables) + 7)::integer);

select tests.create_user('encoder', 'Provincial', '{Read,Edit,Delete,Approve,Approve own}'),
  tests.create_user('other encoder', 'Provincial', '{Read,Edit,Approve}');
select tests.set_windows('target', 'accomplishment');
select tests.put_rows(only_place => 'own');
delete from tests.rows where status = 'Accomplished';

create temporary table notes (table_name text, moment text, note jsonb) on commit drop;
create function pg_temp.note(moment text) returns void language plpgsql as $$
declare
  r tests.rows;
begin
  for r in select * from tests.rows loop
    execute format('insert into notes select %L, %L, to_jsonb(t.*) from public.%I t where id = %s', r.table_name,
      moment, r.table_name, r.id);
  end loop;
end
$$;
create function pg_temp.everywhere(wanted text, assignment text) returns void language sql as $$
  select tests.perform_as(wanted, format('update public.%I set %s where id = %s', table_name, assignment, id))
    from tests.rows
$$;
create function pg_temp.noted(wanted text, wanted_moment text) returns jsonb language sql as $$
  select note from notes where table_name = wanted and moment = wanted_moment
$$;
create function pg_temp.id_of(wanted text) returns text language sql as $$ select user_id::text from tests.callers
  where caller = wanted $$;

select pg_temp.note('new');
select pg_temp.everywhere('encoder', 'remarks = ''changed''');
select pg_temp.note('changed');
select pg_temp.everywhere('other encoder', 'process_stage = ''Approved''');
select pg_temp.note('approved');
select pg_temp.everywhere('encoder', 'process_stage = ''Approved''');
select pg_temp.note('approved again');
select pg_temp.everywhere('encoder', 'process_stage = ''Pending''');
select pg_temp.note('set back');
-- The user `encoder` inserts a row into each table. The test then reads the row with the greatest id.
select tests.perform_as('encoder', insert_statement) from tests.rows;
do $$
declare
  r tests.rows;
begin
  for r in select * from tests.rows loop
    execute format('insert into notes select %L, ''inserted'', to_jsonb(t.*) from public.%I t order by id desc limit 1',
      r.table_name, r.table_name);
  end loop;
end
$$;

-- The user `encoder` inserts an approved row into each table.
select tests.perform_as('encoder',
  tests.statement_to_insert(table_name,
  tests.sample(table_name, 'own',
  jsonb_strip_nulls(jsonb_build_object('status', status)) || '{"process_stage": "Approved"}'))) from tests.rows;
do $$
declare
  r tests.rows;
begin
  for r in select * from tests.rows loop
    execute format('insert into notes select %L, ''entered as approved'',
      to_jsonb(t.*) from public.%I t where process_stage = ''Approved''
      and time_stamp = now() limit 1', r.table_name, r.table_name);
  end loop;
end
$$;

select is(
  (select array[n ->> 'process_stage', n ->> 'approved_by', ((n ->> 'approved_at')::timestamptz = now())::text]
    from pg_temp.noted(table_name, 'entered as approved') n),
  array['Approved', pg_temp.id_of('encoder'), 'true'],
    table_name ||
    ': A row entered as approved stores its approver and the time of approval.') from private.record_tables
    order by table_name;
select is(pg_temp.noted(table_name, 'new') ->> 'row_version', '1', table_name || ': A new row has the version 1.')
  from private.record_tables order by table_name;
select is(pg_temp.noted(table_name, 'set back') ->> 'row_version', '5',
  table_name || ': After four updates the version of a row is 5.')
  from private.record_tables order by table_name;
select is(pg_temp.noted(table_name, 'changed') ->> 'approved_by', null,
  table_name ||
  ': A row with the stage "Pending" has no approver after an update.') from private.record_tables order by table_name;
select is(pg_temp.noted(table_name, 'approved') ->> 'approved_by', pg_temp.id_of('other encoder'),
  table_name || ': An approved row stores the user who approved it.') from private.record_tables order by table_name;
select is((pg_temp.noted(table_name, 'approved') ->> 'approved_at')::timestamptz, now(),
  table_name || ': An approved row stores the time of approval.')
  from private.record_tables order by table_name;
select is(pg_temp.noted(table_name, 'approved again') ->> 'approved_by', pg_temp.id_of('other encoder'),
  table_name ||
  ': The stored approver stays the same when another user approves the row again.')
  from private.record_tables order by table_name;
select is(
  (select array[n ->> 'approved_by', n ->> 'approved_at'] from pg_temp.noted(table_name, 'set back') n),
    array[null, null]::text[],
  table_name ||
  ': A row that a user sets back to "Pending" has no approver and no time of approval.')
  from private.record_tables order by table_name;
select is(pg_temp.noted(table_name, 'inserted') ->> 'user_id', pg_temp.id_of('encoder'),
  table_name || ': A new row stores the user who entered it.') from private.record_tables order by table_name;
select is(pg_temp.noted(table_name, 'set back') ->> 'user_id', null,
  table_name ||
  ': If a user updates a row that has no author, the row still has no author.')
  from private.record_tables order by table_name;

-- If two users save changes of the same row version, the second user's update changes no row.
create temporary table shared on commit drop as select id,
  'update public.arbo_masterlist set remarks = ''mine'' where id = ' || id || ' and row_version = 5' as statement
  from tests.rows where table_name = 'arbo_masterlist';
select is(tests.attempt('encoder', statement), 'done',
  'If two users read the same version of a row and both save it, the first save succeeds.') from shared;
select tests.perform_as('encoder', statement) from shared;
select is(tests.attempt('other encoder', statement), 'none',
  'If two users read the same version of a row and both save it, the second save changes no row.') from shared;
select is(tests.attempt('other encoder', replace(statement, 'row_version = 5', 'row_version = 6')), 'done',
  'After another user has changed a row, a user who has read the new version can save the row.')
  from shared;

-- Tests the allowed values of process_stage and status (spec section 4).
create function pg_temp.refused(assignment text) returns setof text language sql as $$
  select table_name from tests.rows
    where tests.try_as_owner(format('update public.%I set %s where id = %s', table_name, assignment, id)) = '23514'
$$;
select bag_eq($$ select pg_temp.refused('process_stage = ''Done''') $$, $$ select table_name from tests.rows $$,
  'Every record table refuses a stage other than "Pending" and "Approved".');
select bag_eq($$ select pg_temp.refused('status = ''Done''') $$, $$ select table_name from tests.rows $$,
  'Every record table refuses a status other than "Target", "Accomplished" and "Updated".');
select bag_eq(
  $$ select a,
    refused from unnest(array['process_stage = null', 'process_stage = ''Pending''', 'process_stage = ''Approved''',
    'status = ''Target''', 'status = ''Accomplished''', 'status = ''Updated''']) a, pg_temp.refused(a) refused $$,
  $$ values ('status = ''Updated''', 'form11_accomps') $$,
  'Every record table accepts every valid stage and status, except that Form 11 refuses "Updated".');
select is(tests.try_as_owner('update public.form11_accomps set status = null'), '23502',
  'A row of Form 11 must have a status.');

select * from finish();
rollback;
