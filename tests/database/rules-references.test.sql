-- Tests which rows a row can reference: rows of its own office, of its region's office and of the central office. Also
-- tests the list of rows that reference a row.
begin;
select plan(45);

select tests.empty_tables();
select tests.make_offices();
select tests.create_user('province', 'Provincial'), tests.create_user('region', 'Regional', place => 'regional office'),
  tests.create_user('other region', 'Provincial', place => 'other region'),
    tests.create_user('central', 'Central', place => 'central office');
select tests.set_windows('target', 'accomplishment');

select bag_eq(
  $$ select conrelid::regclass::text, a.attname::text from pg_constraint k
     join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.confdeltype <> 'c'
       and k.confrelid <> 'public.offices'::regclass
       and tests.has_column(replace(k.conrelid::regclass::text, 'public.', ''), 'office')
         and tests.has_column(replace(k.confrelid::regclass::text, 'public.', ''), 'office') $$,
  $$ select format('public.%I', table_name)::regclass::text, column_name from private.office_references $$,
  'private.office_references lists every foreign key between two tables that have a column "office".');
select is_empty(
  $$ select r.table_name, r.column_name from private.office_references r
     where (select count(*) from pg_trigger t where t.tgrelid = format('public.%I', r.table_name)::regclass
       and t.tgenabled = 'O' and t.tgfoid = 'private.check_reference_offices'::regproc
         and t.tgname in ('0_check_references_insert', '0_check_references_update')) <> 2
       or not exists (select from pg_trigger t where t.tgrelid = format('public.%I', r.parent_name)::regclass
         and t.tgname = 'keep_referrers_in_office' and t.tgenabled = 'O') $$,
  'For each reference in private.office_references, both tables have triggers that check the offices of the rows.');

-- Adds an ARBO in each place. In each place, a training then tries to reference each of these ARBOs.
create temporary table organizations (place text, id bigint, arbo_id text) on commit drop;
grant select on organizations to authenticated;
insert into organizations select place,
  tests.put_sample('arbo_masterlist', place, jsonb_build_object('arbo_id', 'A ' || place)),
  'A ' || place from tests.places;
create function pg_temp.refer(place text, reference jsonb) returns text language sql as $$
  select tests.try_as_owner(tests.statement_to_insert('arbo_trainings',
    tests.sample('arbo_trainings', place, reference)))
$$;
create function pg_temp.within(place text, other text) returns boolean language sql as $$
  select other = place or other = 'central office' or (other = 'regional office' and place in ('own', 'same region'))
$$;
select is(pg_temp.refer(p.place, jsonb_build_object('arbo_id', o.arbo_id)),
  case when pg_temp.within(p.place, o.place) then 'done' else '23503' end,
  format(
  'A training of the office "%s" can reference an ARBO of the office "%s" only if the rules for offices allow it.',
  p.place, o.place))
from tests.places p, organizations o order by p.place, o.place;
select is(pg_temp.refer('own', jsonb_build_object('arboPrimaryKey', id)),
  case place when 'own' then 'done' else '23503' end,
  format(
  'By arboPrimaryKey, a training of the office "own" can reference an ARBO of "%s" only if the offices are the same.',
  place))
from organizations where place in ('own', 'other region') order by place;
select is(
  (select distinct pg_temp.refer('own', r.reference)
    from (values ('{"arbo_id": "A other region"}'::jsonb), ('{"arbo_id": "nowhere"}')) r (reference)),
  '23503',
  'A reference to an ARBO of another region gets the same error as a reference to an ARBO that does not exist.');

-- Compares the whole error, which REST sends to the caller. Each statement inserts two rows. The first refers to a row
-- of another office or to a missing row; the second always refers to a missing row.
create function pg_temp.error_of(statement text, referred text) returns jsonb language plpgsql as $$
begin
  execute statement;
  return '"done"';
exception when others then
  declare
    message text; detail text; hint text; tab text; col text; con text;
  begin
    get stacked diagnostics message = message_text, detail = pg_exception_detail, hint = pg_exception_hint,
      tab = table_name, col = column_name, con = constraint_name;
    return jsonb_build_array(sqlstate, message, replace(detail, format('=(%s)', referred), '=(?)'), hint, tab, col,
      con);
  end;
end
$$;
create function pg_temp.errors_differ(r private.office_references) returns text language plpgsql as $$
declare
  -- The row of a participant stores the ids of the trainings as a list.
  is_list boolean := r.table_name = 'participant_trainings';
  target text := case when is_list then 'participants' else r.table_name end;
  elsewhere jsonb := tests.put(r.parent_name, tests.sample(r.parent_name, 'other region')) -> r.parent_column;
  is_number boolean := jsonb_typeof(elsewhere) = 'number';
  missing jsonb := case when is_number then to_jsonb(9223372036854775806) else to_jsonb('zz missing 1'::text) end;
  later jsonb := case when is_number then to_jsonb(9223372036854775807) else to_jsonb('zz missing 2'::text) end;
  errors jsonb[];
  wanted jsonb;
begin
  foreach wanted in array array[elsewhere, missing] loop
    errors := errors || pg_temp.error_of(format('insert into public.%1$I (%2$s)
        select %2$s from jsonb_populate_recordset(null::public.%1$I, %3$L)', target,
        (select string_agg(quote_ident(key), ', ') from jsonb_object_keys(v.rows -> 0) key), v.rows),
      wanted #>> '{}')
    from (
      select jsonb_agg(tests.sample(target, 'own',
        jsonb_build_object(r.column_name, case when is_list then jsonb_build_array(value) else value end))) as rows
      from unnest(array[wanted, later]) value
    ) v;
  end loop;
  return case when errors[1] is distinct from errors[2] or errors[1] ->> 0 <> '23503' then errors::text end;
end
$$;
select is_empty(
  $$ select * from (select r.table_name, r.column_name, pg_temp.errors_differ(r) as errors
       from private.office_references r) e where errors is not null $$,
  'In every referencing column, another office''s row gets the same error as a row that does not exist.');

-- Tests changes of a reference, and moves of either row to another office.
select tests.put('arbo_trainings', tests.sample('arbo_trainings', 'own', '{"training_id": "T-1", "arbo_id": "A own"}'));
select is(tests.attempt('province',
  $$ update public.arbo_trainings set arbo_id = 'A other region' where training_id = 'T-1' $$), '23503',
  'A user can''t change a training''s ARBO to an ARBO of another region.');
select is(tests.attempt('province',
  $$ update public.arbo_trainings set arbo_id = 'A regional office' where training_id = 'T-1' $$), 'done',
  'A Provincial user can change a training''s ARBO to an ARBO of the regional office.');
select is(tests.attempt('region',
  $$ update public.arbo_trainings set province_name = 'Test Province A2' where training_id = 'T-1' $$), '23503',
  'A user can''t move a training away from the province of the ARBO that the training references.');
select is(tests.attempt('region',
  $$ update public.arbo_masterlist set province_name = 'Test Province A2' where arbo_id = 'A own' $$), '23503',
  'A user can''t move an ARBO away from the province of a training that references the ARBO.');
select is(tests.attempt('region', $$ update public.arbo_masterlist set province_name = null where arbo_id = 'A own' $$),
  'done',
  'A user can move an ARBO to the regional office even if a training of a province references the ARBO.');
select is(tests.attempt('province',
  $$ update public.arbo_masterlist set arbo_id = 'A renamed' where arbo_id = 'A own' $$), 'done',
  'A user can change the ARBO ID of an ARBO that a training references.');

-- The trainings in a participant's list follow the same rules as a reference to a single row.
select is(tests.try_as_owner(tests.statement_to_insert('participants',
  tests.sample('participants', p.place, '{"training_id": ["T-1"]}'))),
  case p.place when 'own' then 'done' else '23503' end,
  format(
  'A participant of "%s" who attended a training of the office "own" is saved only if the offices are the same.',
  p.place)) from tests.places p
    where p.place in ('own', 'other region') order by p.place;

-- Tests private.find_references, which lists the rows that reference a row.
select tests.put('participants',
  tests.sample('participants', 'own',
  jsonb_build_object('training_id', array['T-1'], 'arbo_id', 'A own', 'arboPrimaryKey',
  (select id from organizations where place = 'own'))));
select tests.put('participants',
  tests.sample('participants', 'own', '{"arbo_id": "A own", "process_stage": "Approved"}'));
create function pg_temp.found(caller text, place text) returns text language sql as $$
  select tests.answer(caller,
    format('select string_agg(concat_ws('' '', row_count, table_name, case when approved then ''approved'' end,
    case when not readable then ''elsewhere'' end), '', '' order by table_name, approved)
    from private.find_references(''arbo_masterlist'', array[%s])', id)) from organizations o where o.place = found.place
$$;
select is(pg_temp.found('province', 'own'), '1 arbo_trainings, 1 participants, 1 participants approved',
  'find_references counts a row only once, even if two columns of the row reference the same ARBO.');
select is(pg_temp.found('other region', 'own'), 'null',
  'find_references returns no references to a row that the caller can''t see.');
select is(pg_temp.found('province', 'other region'), 'null',
  'find_references returns an empty result for another office''s ARBO.');
select is(
  tests.answer('province',
    $$ select string_agg(concat_ws(' ', row_count, table_name, ways, keys), ', ')
    from private.find_references('arbo_trainings',
    array(select id from public.arbo_trainings where training_id = 'T-1')) $$),
  '1 participants {"training_id": 1} {"training_id": "T-1"}',
  'For a training, find_references counts the participants who attended the training.');
select is(
  tests.answer('province',
    format($$ select ways::text from private.find_references('arbo_masterlist', array[%s])
    where table_name = 'participants' and not approved $$, id)),
  '{"arboPrimaryKey": 1}',
  'find_references returns the name of the column that contains the reference to the ARBO.')
  from organizations where place = 'own';
select is(tests.answer('central', $$ select count(*) from private.find_references('users', array[1::bigint]) $$), '0',
  'find_references returns no rows for a table that is not a record table.');

select * from finish();
rollback;
