-- Threat: learning about rows of another office from explain_refusal, which looks past the policies to say why a write
-- failed.
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
  'a row out of sight is answered exactly as one that does not exist, for every caller and record table');
select is(pg_temp.why('Provincial with Read+Edit+Delete', 'update', 'arbo_masterlist',
  pg_temp.row_in('other region')) ->> 'cause', 'not_found', 'namely as not found');
select is(pg_temp.why('no profile', 'update', 'arbo_masterlist', pg_temp.row_in('own')) ->> 'cause', 'level',
  'somebody without profile hears that they have no level');
select is(pg_temp.why('no profile', 'update', 'arbo_masterlist', pg_temp.row_in('own')) ->> 'office', null,
  'and not whose row it is');
select is(pg_temp.why('Provincial with Read+Edit+Delete', 'update', 'arbo_masterlist', pg_temp.row_in('own')), null,
  'nothing stands in the way of a permitted change');
select is(pg_temp.why('Provincial with Read', 'update', 'arbo_masterlist', pg_temp.row_in('own')) ->> 'cause', 'right',
  'a missing right is named');
select is(pg_temp.why('Provincial with Read+Edit+Delete', 'update', 'arbo_masterlist', pg_temp.row_in('own'),
  'Test Region B / Test Province B1') ->> 'cause', 'scope',
  'a move out of scope is named');
select is(pg_temp.why('Provincial with Read+Edit+Delete', 'insert', 'arbo_masterlist', null,
  'Atlantis / Nowhere') ->> 'cause', 'office', 'an office that does not exist is named');
select is(pg_temp.why('Provincial with Read+Edit+Delete', 'insert', 'arbo_masterlist', null,
  'Test Region A / Test Province A1'), null, 'an insert in the own office has nothing in its way');
update public.arbo_masterlist set process_stage = 'Approved' where id = pg_temp.row_in('own');
select is(pg_temp.why('Provincial with Read+Edit+Delete', 'delete', 'arbo_masterlist',
  pg_temp.row_in('own')) ->> 'cause', 'approval', 'approval is named');
select is(pg_temp.why('Central with Read+Edit+Delete', 'delete', 'arbo_masterlist', pg_temp.row_in('own')), null,
  'and does not hold Central back');
select tests.set_windows('target');
select is(pg_temp.why('Provincial with Read+Edit+Delete', 'delete', 'arc_masterlist',
  pg_temp.row_in('own', 'arc_masterlist')) - 'end_date',
  '{"position": 0, "cause": "window", "office": "Test Region A / Test Province A1", "window": "accomplishment"}',
    'a closed window is named, with the office');
select is(pg_temp.why('Provincial with Read+Edit+Delete', 'insert', 'project_list', null) ->> 'cause', 'administration',
  'a reference record wants an administrator');

-- A call that can end in nothing but a refusal is refused as a whole, and tells nothing of any row.
create function pg_temp.whole(wanted text, table_name text, verbs text[]) returns jsonb language sql as $$
  select nullif(tests.answer(wanted, format('select private.explain_call_refusal(%L, %L)', table_name, verbs)),
    'null')::jsonb
$$;
select is(pg_temp.whole('Provincial with Read', 'arc_masterlist', '{insert,update}') ->> 'cause', 'right',
  'who may only read may call nothing that writes');
select is(pg_temp.whole('no profile', 'arc_masterlist', '{insert,update}') ->> 'cause', 'level',
  'nor may somebody without a level');
select is(pg_temp.whole('Provincial with Read+Edit+Delete', 'arc_masterlist', '{insert,update}') ->> 'cause', 'window',
  'nor a province whose window is closed');
select is(pg_temp.whole('Central with Read+Edit+Delete', 'arc_masterlist', '{insert,update}'), null,
  'which does not hold Central back');
select is(pg_temp.whole('Provincial with Read+Edit+Delete', 'form11_accomps', '{insert,update}'), null,
  'of a table with both windows one is enough');
select is(pg_temp.whole('Provincial with Read+Edit+Delete', 'project_list', '{delete}') ->> 'cause', 'administration',
  'a reference record wants an administrator');
select tests.set_windows('target', 'accomplishment');
select is(pg_temp.whole('Provincial with Read+Edit+Delete', 'arc_masterlist', '{delete}'), null,
  'with the right and a window the rows decide');
select is(pg_temp.whole('Provincial with Read+Delete', 'arc_masterlist', '{update}') ->> 'cause', 'right',
  'Delete does not change rows');
select is(pg_temp.whole('Provincial with Read+Delete', 'arc_masterlist', '{insert,update}'), null, 'but adds them');
select is(pg_temp.whole('Regional with Read+Edit+Delete', 'uac', '{insert}') ->> 'cause', 'administration',
  'roles want the route users');

select * from finish();
rollback;
