-- Threat: a user sees or undoes another user's import, reverts imported rows that other users have changed since, or
-- adds rows to an import that was undone. Imports are only accessible through functions. The tests must fail when a
-- single condition of these functions is removed.
begin;
select plan(31);

select tests.create_user('one', 'Provincial'), tests.create_user('other', 'Provincial'),
  tests.create_user('central', 'Central', place => 'central office'), tests.create_anonymous('anonymous');
select tests.set_windows('target', 'accomplishment');
create function pg_temp.import_id(number integer default 1) returns uuid language sql
  as $$ select ('00000000-0000-4000-8000-00000000000' || number)::uuid $$;
create function pg_temp.begins(number integer default 1, file text default 'rows.xlsx',
  of_table text default 'arbo_masterlist') returns text language sql as $$
  select format('select private.begin_import(%L, ''ARBO_Masterlist'', %L, %L, 5, 2)', pg_temp.import_id(number),
    of_table, file)
$$;
create function pg_temp.batch(number integer, import integer default 1) returns text language sql as $$
  select format('select private.begin_batch(%L, %s, ''arbo-masterlist'', ''h'')', pg_temp.import_id(import), number)
$$;
create function pg_temp.receipt(wanted text, import integer default 1) returns text language sql as $$
  select tests.answer(wanted,
    format('select coalesce(jsonb_agg(jsonb_build_array(m.remarks, r.created, r.state, r.by) order by m.remarks, r.id),
    ''[]'') from private.imported_rows(%L) r left
    join public.arbo_masterlist m on m.id = r.id', pg_temp.import_id(import)))
$$;
create temporary table before (id bigint) on commit drop;
-- Gives a different transaction id to the log entries written after the import. Otherwise they would count as part of
-- the import, because all statements of this test run in one transaction.
create function pg_temp.from_now_on() returns void language sql as $$
  update private.user_log l set tx = '3' from private.import_batches b
  where l.tx = b.tx and l.id > (select max(id) from before)
$$;

-- Stores two rows. Then an import adds four rows and changes the two stored rows.
create temporary table imported (name text, id bigint) on commit drop;
insert into imported select n,
  tests.put_sample('arbo_masterlist', 'own', jsonb_build_object('remarks', 'before ' || n))
  from unnest(array['stored 1', 'stored 2']) n;
update private.user_log set tx = '3' where form_name = 'arbo_masterlist' and row_id in (select id from imported);
select tests.perform_as('one', pg_temp.begins());
select tests.perform_as('one', pg_temp.begins(file => 'another.xlsx'));
select tests.perform_as('one', pg_temp.batch(1));
insert into imported select n,
  tests.put_sample('arbo_masterlist', 'own', jsonb_build_object('remarks', n))
  from unnest(array['new 1', 'new 2', 'new 3', 'new 4']) n;
select tests.perform_as('one', format('update public.arbo_masterlist set remarks = %L where id = %s', name, id))
  from imported where name like 'stored%';
select tests.perform_as('one',
  format('select private.finish_batch(%L, 1, %L)', pg_temp.import_id(), array(select id from imported)));
insert into before select max(id) from private.user_log;

select is(tests.answer('one',
  'select jsonb_build_array(i -> ''total'', i #> ''{rows,0,file_name}'', i #> ''{rows,0,rows}'',
  i #> ''{rows,0,left_out}'', i #> ''{rows,0,saved}'') from private.own_imports(null, 10, 0) i'),
  '[1, "rows.xlsx", 5, 2, 6]',
  'The list of imports shows an import only once, even if a client reports the start of the import twice.');
select is(pg_temp.receipt('one'),
  '[["new 1", true, "as_left", null], ["new 2", true, "as_left", null], ["new 3", true, "as_left", null], '
  '["new 4", true, "as_left", null], ["stored 1", false, "as_left", null], ["stored 2", false, "as_left", null]]',
  'Right after an import, its receipt lists every row as unchanged since the import.');
select is(tests.answer('one',
  format('select jsonb_agg(r.before order by r.id) from private.imported_rows(%L) r where not r.created',
  pg_temp.import_id()))::jsonb,
  (select jsonb_agg(l.id order by l.row_id) from private.user_log l join imported i on i.id = l.row_id
    where i.name like 'stored%' and l.form_name = 'arbo_masterlist' and l.action = 'Insert'),
  'For each row that an import updated, the import''s receipt names the row''s last log entry from before the import.');

-- Tests whether other users can access an import.
create function pg_temp.others() returns text language sql as $$
  select concat_ws(', ', tests.answer(c, 'select private.own_imports(null, 10, 0) ->> ''total'''),
    tests.answer(c, format('select private.own_imports(%L, 10, 0) ->> ''total''', pg_temp.import_id())),
    pg_temp.receipt(c),
    tests.answer(c, format('select count(*) from private.rows_of_import(%L)', pg_temp.import_id())),
    tests.answer(c,
      format('with taken as (select private.undo_import(%L)) select count(*) from taken', pg_temp.import_id())))
  from (values ('other')) o (c)
$$;
select is(pg_temp.others(), '0, 0, [], 0, 1',
  'A user can''t see the import of another user of the same office.');
select tests.perform_as(c, format('select private.undo_import(%L)', pg_temp.import_id()))
  from unnest(array['other', 'central']) c;
select is((select taken_back_at from private.imports), null, 'A user can''t undo another user''s import.');
select tests.perform_as('other', pg_temp.begins(file => 'theirs.xlsx'));
select is((select array_agg(file_name order by file_name) from private.imports), '{rows.xlsx,theirs.xlsx}',
  'If two users use the same import id, the database stores two separate imports.');
select is(pg_temp.receipt('other'), '[]',
  'A user''s import receipt doesn''t contain rows that another user imported under the same import id.');
delete from private.imports where file_name = 'theirs.xlsx';
select is(tests.attempt('one', s), '42501', 'A user can''t access the table of imports: ' || s)
  from unnest(array['select from private.imports', 'update private.imports set taken_back_at = null',
  'delete from private.imports']) s;
select is(tests.attempt('anonymous', s), '42501', 'A caller who is not signed in can''t run: ' || s)
from unnest(array[pg_temp.begins(2), 'select private.own_imports(null, 1, 0)',
  format('select private.rows_of_import(%L)', pg_temp.import_id()),
  format('select private.imported_rows(%L)', pg_temp.import_id()),
  format('select private.undo_import(%L)', pg_temp.import_id())]) s;
select is(tests.attempt('one', pg_temp.begins(2, of_table => 'users')), '42P01',
  'A user can''t begin an import into a table that is not a record table.');
select is(tests.attempt('one', pg_temp.begins(2, file => ' ')), '23514',
  'A user can''t begin an import without a file name.');

-- Other users change and delete imported rows after the import.
select tests.perform_as('other',
  format('update public.arbo_masterlist set remarks = ''new 2 changed'' where id = %s', id)) from imported
  where name = 'new 2';
select tests.perform_as('other', format('delete from public.arbo_masterlist where id = %s', id)) from imported
  where name = 'new 3';
select tests.perform_as('other',
  format('update public.arbo_masterlist set remarks = ''before stored 1'' where id = %s', id)) from imported
  where name = 'stored 1';
-- The other user changes a row and then changes it back.
select tests.perform_as('other', format('update public.arbo_masterlist set remarks = %L where id = %s', r, id))
  from imported, unnest(array['otherwise', 'new 1']) with ordinality c (r, n) where name = 'new 1' order by n;
select pg_temp.from_now_on();
create function pg_temp.since() returns text language sql as $$
  select case pg_temp.receipt('one')
    when format('[["before stored 1", false, "set_back", null], ["new 1", true, "as_left", null], '
      '["new 2 changed", true, "changed_since", "%s"], ["new 4", true, "as_left", null], '
      '["stored 2", false, "as_left", null], [null, true, "deleted", null]]',
    (select u.username from public.users u join tests.callers c on c.user_id = u.id where c.caller = 'other')) then ''
      else pg_temp.receipt('one') end
$$;
select is(pg_temp.since(), '',
  'The receipt of an import shows which rows were later changed, deleted or set back to their former values.');

select tests.perform_as('one', format('select private.undo_import(%L)', pg_temp.import_id()));
create temporary table ended on commit drop as select taken_back_at from private.imports;
select tests.perform_as('one', format('select private.undo_import(%L)', pg_temp.import_id()));
select is((select jsonb_agg(jsonb_build_array(l.form_name, l.changes)) from private.user_log l
  where l.action = 'Take back import'), '[["arbo_masterlist", {"import": ["rows.xlsx", null]}]]',
  'If a user undoes an import twice, the log has only one entry for the undo.');
create function pg_temp.late() returns text language sql as $$
  select nullif(concat_ws(', ', tests.attempt('one', pg_temp.batch(1)), tests.attempt('one', pg_temp.batch(2)),
    tests.attempt('other', pg_temp.batch(2)), tests.attempt('one', pg_temp.batch(2, 3))), 'AG002, AG002, done, done')
$$;
select is(pg_temp.late(), null,
  'After a user undoes an import, begin_batch refuses further batches of this import.');

-- Applies a mutant (a function with one condition replaced), runs a check, and rolls the mutant back. Returns null if
-- the check fails, as it must, and 'not noticed' if it passes.
create function pg_temp.unnoticed(target regprocedure, part text, instead text, check_of text) returns text
  language plpgsql as $$
declare
  body constant text := pg_get_functiondef(target);
  answer text;
begin
  if strpos(body, part) = 0 then
    return 'the mutant changes nothing';
  end if;
  execute replace(body, part, instead);
  execute check_of into answer;
  raise exception using errcode = 'MUTAN', message = coalesce(answer, '');
exception
  when sqlstate 'MUTAN' then return case sqlerrm when '' then 'not noticed' end;
end
$$;
update private.imports set taken_back_at = null;
select is(pg_temp.unnoticed(m.target::regprocedure, m.part, m.instead, m.check_of), null,
  format('The tests detect a mutant of %s that has "%s" in place of: %s', m.target, m.instead, m.part))
from (values
  ('private.own_imports(uuid,integer,bigint)', 'i.user_id = auth.uid()', 'true',
    'select nullif(pg_temp.others(), ''0, 0, [], 0, 1'')'),
  ('private.rows_of_import(uuid)', 'i.user_id = auth.uid()', 'true',
    'select nullif(pg_temp.others(), ''0, 0, [], 0, 1'')'),
  ('private.imported_rows(uuid)', 'i.user_id = auth.uid()', 'true',
    'select nullif(pg_temp.others(), ''0, 0, [], 0, 1'')'),
  ('private.imported_rows(uuid)', 'and (w.held is null or private.has_same_values(to_jsonb(t), w.held))', '',
    'select pg_temp.since()'),
  ('private.imported_rows(uuid)', 'when t.id is null then ''deleted''', '', 'select pg_temp.since()'),
  ('private.imported_rows(uuid)', 'or private.has_same_values(to_jsonb(t), w.held)', '', 'select pg_temp.since()'),
  ('private.has_same_values(jsonb,jsonb)', 'then held - ''status''', 'then held', 'select pg_temp.since()'),
  ('private.imported_rows(uuid)', 'and l.at >= b.at', 'and l.at < b.at', 'select pg_temp.since()')
) m (target, part, instead, check_of);
update private.imports set taken_back_at = now();
select is(pg_temp.unnoticed('private.begin_batch(uuid,integer,text,text)', m, 'true', 'select pg_temp.late()'), null,
  format('The tests detect a mutant of begin_batch that lacks the condition: %s',
  m)) from unnest(array['i.user_id = auth.uid()']) m;
select is(pg_temp.unnoticed('private.begin_batch(uuid,integer,text,text)', 'if taken_back is not null', 'if false',
  'select pg_temp.late()'), null,
  'The tests of imports detect a mutant of begin_batch that accepts batches of an undone import.');

select tests.perform_as('central',
  format('update public.arbo_masterlist set region_name = ''Test Region B'',
  province_name = ''Test Province B1'' where id = %s', id)) from imported where name = 'new 4';
select pg_temp.from_now_on();
select is(pg_temp.receipt('one')::jsonb -> 5, '[null, true, "changed_since", null]',
  'If an imported row leaves the user''s scope, the import''s receipt shows only that the row was changed.');

select * from finish();
rollback;
