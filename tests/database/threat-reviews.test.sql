-- Threat: a user reads comments or writes review steps without the functions that check access, sees a review that has
-- ended, or undoes a return that is another user's or not the last step. The file matrix-reviews tests which users can
-- perform which review actions.
begin;
select plan(36);

select tests.create_user(concat_ws(' ', l.level, 'with', array_to_string(r.rights::text[], '+')), l.level,
  r.rights::text[], l.place)
from (values ('Central', 'central office'), ('Regional', 'regional office'), ('Provincial', 'own')) l (level, place),
  (values ('{Read}'), ('{Read,Edit}'), ('{Read,Approve}')) r (rights);
select tests.create_user('no profile', null);
select tests.put_rows();
delete from tests.rows where place not in ('own', 'same region', 'other region');
insert into private.reviews (table_name, row_id, state, reason, office)
select r.table_name, r.id, 'returned', 'Because',
  concat(p.region_name, ' / ', p.province_name) from tests.rows r join tests.places p using (place);

grant execute on all functions in schema tests to authenticated;

-- Tests direct access to the tables of comments and review steps.
select tests.set_windows('target', 'accomplishment');
select is(tests.attempt('Central with Read+Edit', 'select from private.comments'), '42501',
  'A user can''t read the table of comments.');
select is(tests.attempt('Central with Read+Approve', 'delete from private.reviews'), '42501',
  'A user can''t delete rows in the table of reviews directly.');
-- The queue of changed rows lists rows in the caller's scope that were changed after the caller approved them. For a
-- user without the Sensitive right, a change of only sensitive values does not count. The queue is computed from the
-- log.
select tests.create_user('Regional approver', 'Regional', '{Read,Approve}', 'own');
insert into private.user_log (user_id, form_name, row_id, action, changes)
select case
  when e.action = 'Approve' then (select c.user_id from tests.callers c where c.caller = 'Regional approver') end,
  r.table_name, r.id, e.action, e.changes
from tests.rows r, (values (1, 'Approve', null::jsonb), (2, 'Set back', '{"process_stage": ["Approved", "Pending"]}'),
  (3, 'Comment', '{"comment": [null, "Changed?"]}')) e (at, action, changes)
where r.table_name in ('form11_accomps', 'participants') order by r.id, e.at;
create function pg_temp.changed(wanted_caller text, target text default 'form11_accomps') returns text language plpgsql
  as $$
declare
  ids bigint[];
begin
  perform tests.act_as(wanted_caller);
  ids := array(select private.rows_in_review(target, 'changed'));
  perform set_config('role', 'postgres', true), set_config('request.jwt.claims', '', true),
    set_config('request.jwt.claim.sub', '', true);
  return coalesce((select string_agg(distinct r.place, ', ' order by r.place) from tests.rows r
    where r.table_name = target and r.id = any (ids)), 'none');
end
$$;
select is(pg_temp.changed('Regional approver'), 'none',
  'The queue of rows that changed after a user approved them omits a row if only its stage has changed since.');
insert into private.user_log (form_name, row_id, action, changes)
select r.table_name, r.id, 'Update', '{"remarks": ["a", "b"]}' from tests.rows r where r.table_name = 'form11_accomps';
insert into private.user_log (form_name, row_id, action, changes)
select r.table_name, r.id, 'Update',
  '{"birthday": ["1990-01-01", "1991-01-01"]}' from tests.rows r where r.table_name = 'participants';
select is(pg_temp.changed('Regional approver'), 'own, same region',
  'The queue of rows that changed after a user approved them lists exactly such rows in the user''s scope.');
select is(pg_temp.changed('Regional with Read+Approve'), 'none',
  'The queue of rows that changed after a user approved them omits rows that this user never approved.');
select is(pg_temp.changed('Regional approver', 'participants'), 'none',
  'A user without the Sensitive right sees no row in the queue of changed rows if only the birthday changed.');
update public.uac u set access_controls = access_controls || array['Sensitive'] from public.users p, tests.callers c
where c.caller = 'Regional approver' and p.id = c.user_id and u.id = p.uac_id;
select is(pg_temp.changed('Regional approver', 'participants'), 'own, same region',
  'A user with the Sensitive right sees a row in the queue of changed rows even if only the birthday changed.');
update public.form11_accomps t set process_stage = 'Approved' from tests.rows r where r.id = t.id
  and r.table_name = 'form11_accomps' and r.place = 'own';
select is(pg_temp.changed('Regional approver'), 'same region',
  'When a changed row is approved again, it leaves the queue of changed rows.');
update public.form11_accomps t set process_stage = 'Pending' from tests.rows r where r.id = t.id
  and r.table_name = 'form11_accomps' and r.place = 'own';
select is(pg_temp.changed('Regional approver'), 'same region',
  'The queue of rows that changed after a user approved them omits a row that another user approved last.');

-- An approval ends the row's review, even if it is a plain update of the stage. Setting the stage back to Pending
-- restores the review.
create temporary table one on commit drop as select * from tests.rows where table_name = 'arbo_masterlist'
  and place = 'own' limit 1;
create function pg_temp.step() returns jsonb language sql as $$
  select to_jsonb(v) - '{table_name,row_id,office,before}'::text[] from private.reviews v
    join one on v.table_name = one.table_name and v.row_id = one.id
$$;
create function pg_temp.stage(wanted text) returns void language sql as $$
  select tests.perform_as('Central with Read+Approve',
    format('update public.arbo_masterlist set process_stage = %L where id = %s', wanted, id)) from one
$$;
create function pg_temp.returned(caller text, why text) returns void language sql as $$
  select tests.perform_as(caller,
    format('select private.review_rows(''arbo_masterlist'', array[%s], ''returned'', %L)', id, why)) from one
$$;
create function pg_temp.taken_back(caller text) returns text language sql as $$
  select tests.attempt(caller, format('select private.undo_returns(''arbo_masterlist'', array[%s])', id)) from one
$$;
create function pg_temp.listed() returns text language sql as $$
  select tests.answer('Regional with Read',
    format('select count(*) from private.rows_in_review(''arbo_masterlist'', ''returned'') i where i = %s', id))
    from one
$$;
create temporary table step on commit drop as select pg_temp.step() as s;
select is(pg_temp.listed(), '1', 'The queue of returned rows lists a row that was returned for correction.');
select pg_temp.stage('Approved');
select is(pg_temp.step() -> 'ended', 'true',
  'When a returned row is approved, the database marks the return as ended.');
select is(pg_temp.listed(), '0', 'After a returned row is approved, the queue of returned rows no longer lists it.');
select is(tests.attempt('Regional with Read+Edit',
  format('select private.review_rows(''arbo_masterlist'', array[%s], ''resubmitted'', null)', id)), 'none',
  'After a returned row is approved, a user can''t resubmit it.') from one;
select pg_temp.stage('Pending');
select is(pg_temp.step(), (select s from step),
  'If a returned row is approved and then set back to "Pending", its return is no longer marked as ended.');
select is(pg_temp.listed(), '1',
  'If a returned row is approved and then set back to "Pending", the queue of returned rows lists the row again.');
select tests.perform_as('Central with Read+Approve',
  format('update public.arbo_masterlist set process_stage = null where id = %s', id)) from one;
select is(pg_temp.step(), (select s from step),
  'If a user sets the stage of a returned row to null, the row''s entry in private.reviews does not change.');

-- Tests undoing a return.
select pg_temp.returned('Central with Read+Approve', 'Again');
select is(pg_temp.step() - 'at' - 'user_id', '{"state": "returned", "ended": false, "reason": "Again"}',
  'A second return of a row replaces the first return and its reason.');
select is(pg_temp.taken_back('Regional with Read+Approve'), 'none', 'A user can''t undo another user''s return.');
select is(pg_temp.taken_back('Central with Read'), 'none',
  'A user who lacks the Approve right can''t undo a return.');
select tests.perform_as('Central with Read+Approve',
  format('select private.undo_returns(''arbo_masterlist'', array[%s])', id)) from one;
select is(pg_temp.step(), (select s from step),
  'If a row was returned twice and the user undoes the second return, the first return and its reason apply again.');
select is(pg_temp.taken_back('Central with Read+Approve'), 'none',
  'A user who returned a row for correction can undo this return only once.');
select is((select action from private.user_log l join one on l.row_id = one.id and l.form_name = 'arbo_masterlist'
  order by l.id desc limit 1), 'Take back return', 'The log has an entry when a user undoes a return.');
-- A user returns an approved row and then undoes the return.
select pg_temp.stage('Approved');
select pg_temp.returned('Central with Read+Approve', 'Wrong town');
select is((select process_stage from public.arbo_masterlist t join one using (id)), 'Pending',
  'When a user returns an approved row, the row gets the stage "Pending".');
select tests.perform_as('Central with Read+Approve',
  format('select private.undo_returns(''arbo_masterlist'', array[%s])', id)) from one;
select is((select process_stage from public.arbo_masterlist t join one using (id)), 'Approved',
  'A user who undoes the return of an approved row restores the stage "Approved".');
select is(pg_temp.step(), (select s || '{"ended": true}' from step),
  'Undoing the second return of a row does not reopen the first return, which an approval had ended.');
select pg_temp.stage('Pending');
-- A user tries to undo a return after the row was resubmitted.
select pg_temp.returned('Central with Read+Approve', 'Once more');
select tests.perform_as('Central with Read+Edit',
  format('select private.review_rows(''arbo_masterlist'', array[%s], ''resubmitted'', ''Counted'')', id)) from one;
select is(pg_temp.taken_back('Central with Read+Approve'), 'none',
  'A user can''t undo a return after the row was resubmitted.');
-- When a user undoes a return, the row has its earlier review step again, or no review if there was none.
select tests.perform_as('Central with Read+Approve',
  format($q$ select private.undo_returns('arc_masterlist',
  array(select private.review_rows('arc_masterlist', array[%s], 'returned', 'So'))) $q$, r.id)) from tests.rows r
  where r.table_name = 'arc_masterlist' and r.place = 'own';
select is(v.reason, 'Because',
  'If a user undoes a return, the row has the same review, with the same reason, as before the return.')
  from private.reviews v
  join tests.rows r on r.id = v.row_id and r.table_name = v.table_name where r.table_name = 'arc_masterlist'
  and r.place = 'own';
delete from private.reviews where table_name = 'arc_masterlist';
select tests.perform_as('Central with Read+Approve',
  format($q$ select private.undo_returns('arc_masterlist',
  array(select private.review_rows('arc_masterlist', array[%s], 'returned', 'So'))) $q$, r.id)) from tests.rows r
  where r.table_name = 'arc_masterlist' and r.place = 'own';
select is(count(*), 0::bigint,
  'If a user undoes the first return of a row, private.reviews contains no entry for the row.') from private.reviews v
  where v.table_name = 'arc_masterlist';

-- A bulk approval fails if one of its rows has the review state "returned", unless the caller has first confirmed the
-- row's id with private.confirm_returned_rows.
insert into private.reviews (table_name, row_id, state, reason, office)
select r.table_name, r.id, 'returned', 'Because', concat(p.region_name, ' / ', p.province_name)
from tests.rows r join tests.places p using (place) where r.table_name = 'arc_masterlist' and r.place = 'own';
create temporary table returned on commit drop as
select r.id from tests.rows r where r.table_name = 'arc_masterlist' and r.place = 'own';
create function pg_temp.approve(condition text) returns text language sql as $$
  select tests.attempt('Central with Read+Approve',
    format('update public.arc_masterlist set process_stage = ''Approved'' where %s', condition))
$$;
create function pg_temp.name(ids bigint[]) returns void language sql as $$
  select tests.perform_as('Central with Read+Approve', format('select private.confirm_returned_rows(%L)', ids))
$$;
select is(pg_temp.approve('true'), 'AG002',
  'One SQL statement can''t approve several rows if one of them has the review state "returned".');
select is(pg_temp.approve(format('id <> %s', id)), (select count(*) - 1 || ' rows' from public.arc_masterlist),
  'One SQL statement can approve several rows if none of them has the review state "returned".') from returned;
select is(pg_temp.approve(format('id = %s', id)), 'done',
  'One SQL statement can approve a single row even if the row has the review state "returned".')
  from returned;
select pg_temp.name('{}');
select is(pg_temp.approve(format('id = %s', id)), 'AG002',
  'After a call of confirm_returned_rows with an empty list, an UPDATE can''t approve a returned row.')
  from returned;
select pg_temp.name(array[id]) from returned;
select is(pg_temp.approve('true'), (select count(*) || ' rows' from public.arc_masterlist),
  'After a call of confirm_returned_rows with a returned row''s id, an UPDATE of many rows can approve this row.');
select pg_temp.name(array[id + 1]) from returned;
select is(pg_temp.approve('true'), 'AG002',
  'After a call of confirm_returned_rows with another id, an UPDATE of many rows can''t approve a returned row.');
select set_config('private.named_returns', '', true);
update private.reviews v set state = 'resubmitted' from returned where v.table_name = 'arc_masterlist'
  and v.row_id = returned.id;
select is(pg_temp.approve('true'), (select count(*) || ' rows' from public.arc_masterlist),
  'One SQL statement can approve several rows even if one of them has the review state "resubmitted".');
update private.reviews v set state = 'returned',
  ended = true from returned where v.table_name = 'arc_masterlist' and v.row_id = returned.id;
update public.arc_masterlist t set process_stage = 'Approved' from returned where t.id = returned.id;
select is(pg_temp.approve('true'), (select count(*) || ' rows' from public.arc_masterlist),
  'One UPDATE can approve several rows even if one of them was once returned and has been approved since.');

select * from finish();
rollback;
