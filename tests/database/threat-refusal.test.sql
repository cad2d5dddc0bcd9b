-- Threat: a user learns about rows of another office from explain_refusal, which reads rows without the policies to
-- explain why a write failed.
begin;
select plan(23);

select tests.create_callers();
select tests.set_windows('target', 'accomplishment');
select tests.put_rows();
create function pg_temp.why(wanted text, verb text, table_name text, id bigint, office text default null,
  status text default null) returns jsonb language sql as $$
  select nullif(tests.answer(wanted, format('select private.explain_refusal(%L, %L, array[%s]::bigint[], %L, %L)',
    table_name, verb, coalesce(id::text, 'null'), array[office], array[status])), 'null')::jsonb
$$;
create function pg_temp.row_in(wanted text, target text default 'arbo_masterlist') returns bigint language sql as $$
  select id from tests.rows where place = wanted and table_name = target limit 1
$$;

select is_empty(
  $$ select c.caller, r.table_name, r.place, v.verb from tests.rows r, tests.callers c,
    (values ('update'), ('delete')) v (verb)
     where c.kind <> 'anonymous' and not tests.in_scope(c.level, r.place)
       and pg_temp.why(c.caller, v.verb, r.table_name, r.id) is distinct
         from pg_temp.why(c.caller, v.verb, r.table_name, -1) $$,
  'For every caller and record table, a row out of scope gets the same explanation as a missing row.');
select is(pg_temp.why('Provincial with Read+Edit+Delete', 'update', 'arbo_masterlist',
  pg_temp.row_in('other region')) ->> 'cause', 'not_found', 'A row out of scope is explained as not found.');
select is(pg_temp.why('no profile', 'update', 'arbo_masterlist', pg_temp.row_in('own')) ->> 'cause', 'level',
  'A caller without a profile learns that they have no level.');
select is(pg_temp.why('no profile', 'update', 'arbo_masterlist', pg_temp.row_in('own')) ->> 'office', null,
  'A caller without a profile does not learn the office of the row.');
select is(pg_temp.why('Provincial with Read+Edit+Delete', 'update', 'arbo_masterlist', pg_temp.row_in('own')), null,
  'A permitted change has no cause of refusal.');
select is(pg_temp.why('Provincial with Read', 'update', 'arbo_masterlist', pg_temp.row_in('own')) ->> 'cause', 'right',
  'A missing right is named.');
select is(pg_temp.why('Provincial with Read+Edit+Delete', 'update', 'arbo_masterlist', pg_temp.row_in('own'),
  'Test Region B / Test Province B1') ->> 'cause', 'scope',
  'A move out of scope is named.');
select is(pg_temp.why('Provincial with Read+Edit+Delete', 'insert', 'arbo_masterlist', null,
  'Atlantis / Nowhere') ->> 'cause', 'office', 'An office that does not exist is named.');
select is(pg_temp.why('Provincial with Read+Edit+Delete', 'insert', 'arbo_masterlist', null,
  'Test Region A / Test Province A1'), null, 'A permitted insert has no cause of refusal.');
update public.arbo_masterlist set process_stage = 'Approved' where id = pg_temp.row_in('own');
select is(pg_temp.why('Provincial with Read+Edit+Delete', 'delete', 'arbo_masterlist',
  pg_temp.row_in('own')) ->> 'cause', 'approval', 'The approval is named as the cause.');
select is(pg_temp.why('Central with Read+Edit+Delete', 'delete', 'arbo_masterlist', pg_temp.row_in('own')), null,
  'The approval is not a cause for a Central user.');
select tests.set_windows('target');
select is(pg_temp.why('Provincial with Read+Edit+Delete', 'delete', 'arc_masterlist',
  pg_temp.row_in('own', 'arc_masterlist')) - 'end_date',
  '{"position": 0, "cause": "window", "office": "Test Region A / Test Province A1", "window": "accomplishment"}',
    'A closed window is named with its office.');
select is(pg_temp.why('Provincial with Read+Edit+Delete', 'insert', 'project_list', null) ->> 'cause', 'administration',
  'A reference record requires an administrator.');

-- A call that must fail for every row is refused as a whole, without information about any row.
create function pg_temp.whole(wanted text, table_name text, verbs text[]) returns jsonb language sql as $$
  select nullif(tests.answer(wanted, format('select private.explain_call_refusal(%L, %L)', table_name, verbs)),
    'null')::jsonb
$$;
select is(pg_temp.whole('Provincial with Read', 'arc_masterlist', '{insert,update}') ->> 'cause', 'right',
  'A call that writes is refused to a user with only Read.');
select is(pg_temp.whole('no profile', 'arc_masterlist', '{insert,update}') ->> 'cause', 'level',
  'A call that writes is refused to a caller without a level.');
select is(pg_temp.whole('Provincial with Read+Edit+Delete', 'arc_masterlist', '{insert,update}') ->> 'cause', 'window',
  'A call that writes is refused to a province whose window is closed.');
select is(pg_temp.whole('Central with Read+Edit+Delete', 'arc_masterlist', '{insert,update}'), null,
  'A call that writes is not refused to a Central user.');
select is(pg_temp.whole('Provincial with Read+Edit+Delete', 'form11_accomps', '{insert,update}'), null,
  'For a table with both windows, one open window is enough.');
select is(pg_temp.whole('Provincial with Read+Edit+Delete', 'project_list', '{delete}') ->> 'cause', 'administration',
  'A call on a reference record requires an administrator.');
select tests.set_windows('target', 'accomplishment');
select is(pg_temp.whole('Provincial with Read+Edit+Delete', 'arc_masterlist', '{delete}'), null,
  'With the right and an open window, the call is not refused as a whole.');
select is(pg_temp.whole('Provincial with Read+Delete', 'arc_masterlist', '{update}') ->> 'cause', 'right',
  'The Delete right does not allow changing rows.');
select is(pg_temp.whole('Provincial with Read+Delete', 'arc_masterlist', '{insert,update}'), null,
  'The Delete right allows adding rows.');
select is(pg_temp.whole('Regional with Read+Edit+Delete', 'uac', '{insert}') ->> 'cause', 'administration',
  'A call on role entries requires the route users.');

select * from finish();
rollback;
