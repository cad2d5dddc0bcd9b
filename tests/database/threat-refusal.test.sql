-- Threat: a user learns about another office's rows from explain_refusal. This function explains why a write failed,
-- and reads rows without policies.
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
  'For a row outside the caller''s scope, explain_refusal returns the same as for a row that does not exist.');
select is(pg_temp.why('Provincial with Read+Edit+Delete', 'update', 'arbo_masterlist',
  pg_temp.row_in('other region')) ->> 'cause', 'not_found',
  'For a row outside the user''s scope, explain_refusal returns the cause "not_found".');
select is(pg_temp.why('no profile', 'update', 'arbo_masterlist', pg_temp.row_in('own')) ->> 'cause', 'level',
  'For a caller without a profile, explain_refusal returns the cause "level".');
select is(pg_temp.why('no profile', 'update', 'arbo_masterlist', pg_temp.row_in('own')) ->> 'office', null,
  'explain_refusal does not return the office of the row to a caller without a profile.');
select is(pg_temp.why('Provincial with Read+Edit+Delete', 'update', 'arbo_masterlist', pg_temp.row_in('own')), null,
  'For a permitted update, explain_refusal returns null (no refusal).');
select is(pg_temp.why('Provincial with Read', 'update', 'arbo_masterlist', pg_temp.row_in('own')) ->> 'cause', 'right',
  'explain_refusal returns the cause "right" if a user without the Edit right updates a row.');
select is(pg_temp.why('Provincial with Read+Edit+Delete', 'update', 'arbo_masterlist', pg_temp.row_in('own'),
  'Test Region B / Test Province B1') ->> 'cause', 'scope',
  'explain_refusal returns the cause "scope" if a user moves a row to an office outside their scope.');
select is(pg_temp.why('Provincial with Read+Edit+Delete', 'insert', 'arbo_masterlist', null,
  'Atlantis / Nowhere') ->> 'cause', 'office',
  'explain_refusal returns the cause "office" if a user inserts a row for an office that does not exist.');
select is(pg_temp.why('Provincial with Read+Edit+Delete', 'insert', 'arbo_masterlist', null,
  'Test Region A / Test Province A1'), null, 'For a permitted insert, explain_refusal returns null (no refusal).');
update public.arbo_masterlist set process_stage = 'Approved' where id = pg_temp.row_in('own');
select is(pg_temp.why('Provincial with Read+Edit+Delete', 'delete', 'arbo_masterlist',
  pg_temp.row_in('own')) ->> 'cause', 'approval',
  'If a Provincial user deletes an approved row, explain_refusal returns the cause "approval".');
select is(pg_temp.why('Central with Read+Edit+Delete', 'delete', 'arbo_masterlist', pg_temp.row_in('own')), null,
  'If a Central user deletes an approved row, explain_refusal returns null (no refusal).');
select tests.set_windows('target');
select is(pg_temp.why('Provincial with Read+Edit+Delete', 'delete', 'arc_masterlist',
  pg_temp.row_in('own', 'arc_masterlist')) - 'end_date',
  '{"position": 0, "cause": "window", "office": "Test Region A / Test Province A1", "window": "accomplishment"}',
    'explain_refusal returns "window" and the row''s office if a user deletes a row in a closed window.');
select is(pg_temp.why('Provincial with Read+Edit+Delete', 'insert', 'project_list', null) ->> 'cause', 'administration',
  'explain_refusal returns "administration" if a user without the permission "dropdowns" adds a project.');

-- explain_call_refusal explains why a request must fail for every row of a table. It returns null if the request can
-- succeed for some row, and reveals nothing about a row.
create function pg_temp.whole(wanted text, table_name text, verbs text[]) returns jsonb language sql as $$
  select nullif(tests.answer(wanted, format('select private.explain_call_refusal(%L, %L)', table_name, verbs)),
    'null')::jsonb
$$;
select is(pg_temp.whole('Provincial with Read', 'arc_masterlist', '{insert,update}') ->> 'cause', 'right',
  'If a user with only the Read right writes rows, explain_call_refusal returns the cause "right".');
select is(pg_temp.whole('no profile', 'arc_masterlist', '{insert,update}') ->> 'cause', 'level',
  'If a caller without a profile writes rows, explain_call_refusal returns the cause "level".');
select is(pg_temp.whole('Provincial with Read+Edit+Delete', 'arc_masterlist', '{insert,update}') ->> 'cause', 'window',
  'If a Provincial user writes rows in a closed window, explain_call_refusal returns the cause "window".');
select is(pg_temp.whole('Central with Read+Edit+Delete', 'arc_masterlist', '{insert,update}'), null,
  'If a Central user writes rows in a closed window, explain_call_refusal returns null (no refusal).');
select is(pg_temp.whole('Provincial with Read+Edit+Delete', 'form11_accomps', '{insert,update}'), null,
  'If only one of the two windows of form11_accomps is open, explain_call_refusal returns null (no refusal).');
select is(pg_temp.whole('Provincial with Read+Edit+Delete', 'project_list', '{delete}') ->> 'cause', 'administration',
  'If a user without the permission "dropdowns" deletes projects, explain_call_refusal returns "administration".');
select tests.set_windows('target', 'accomplishment');
select is(pg_temp.whole('Provincial with Read+Edit+Delete', 'arc_masterlist', '{delete}'), null,
  'If a user with the Delete right deletes rows in an open window, explain_call_refusal returns null (no refusal).');
select is(pg_temp.whole('Provincial with Read+Delete', 'arc_masterlist', '{update}') ->> 'cause', 'right',
  'If a user without the Edit right updates rows, explain_call_refusal returns the cause "right".');
select is(pg_temp.whole('Provincial with Read+Delete', 'arc_masterlist', '{insert,update}'), null,
  'If a call inserts and updates rows and the user may only insert, explain_call_refusal returns null (no refusal).');
select is(pg_temp.whole('Regional with Read+Edit+Delete', 'uac', '{insert}') ->> 'cause', 'administration',
  'If a user without the permission "users" adds a role, explain_call_refusal returns the cause "administration".');

select * from finish();
rollback;
