-- Threat: a user reads comments or writes review steps without the functions that check access, is shown a review
-- that has ended, or takes back a return that is not the last step or not their own. matrix-reviews tests who may do
-- what to which row.
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

-- Direct access to comments and review steps.
select tests.set_windows('target', 'accomplishment');
select is(tests.attempt('Central with Read+Edit', 'select from private.comments'), '42501',
  'A user can''t read the table of comments.');
select is(tests.attempt('Central with Read+Approve', 'delete from private.reviews'), '42501',
  'A user can''t write the table of reviews.');
-- The queue of rows changed after the caller approved them, computed from the log: only rows of the caller's offices,
-- and no changes of sensitive values without the right.
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
  'A row that was only set back and commented on does not count as changed.');
insert into private.user_log (form_name, row_id, action, changes)
select r.table_name, r.id, 'Update', '{"remarks": ["a", "b"]}' from tests.rows r where r.table_name = 'form11_accomps';
insert into private.user_log (form_name, row_id, action, changes)
select r.table_name, r.id, 'Update',
  '{"birthday": ["1990-01-01", "1991-01-01"]}' from tests.rows r where r.table_name = 'participants';
select is(pg_temp.changed('Regional approver'), 'own, same region',
  'Changed rows are listed to the user who approved them, within their offices.');
select is(pg_temp.changed('Regional with Read+Approve'), 'none',
  'Changed rows are not listed to a user who did not approve them.');
select is(pg_temp.changed('Regional approver', 'participants'), 'none',
  'A change of a birthday is not listed to a user without Sensitive.');
update public.uac u set access_controls = access_controls || array['Sensitive'] from public.users p, tests.callers c
where c.caller = 'Regional approver' and p.id = c.user_id and u.id = p.uac_id;
select is(pg_temp.changed('Regional approver', 'participants'), 'own, same region',
  'A change of a birthday is listed to a user with Sensitive.');
update public.form11_accomps t set process_stage = 'Approved' from tests.rows r where r.id = t.id
  and r.table_name = 'form11_accomps' and r.place = 'own';
select is(pg_temp.changed('Regional approver'), 'same region',
  'A changed row is no longer listed after it is approved again.');
update public.form11_accomps t set process_stage = 'Pending' from tests.rows r where r.id = t.id
  and r.table_name = 'form11_accomps' and r.place = 'own';
select is(pg_temp.changed('Regional approver'), 'same region',
  'A changed row is not listed if another user approved it last.');

-- An approval in any way ends the review. Setting the row back restores the review as it was.
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
select is(pg_temp.listed(), '1', 'A returned row is in the queue of returned rows.');
select pg_temp.stage('Approved');
select is(pg_temp.step() -> 'ended', 'true', 'An approval ends the review.');
select is(pg_temp.listed(), '0', 'A row whose review has ended is not in the queue.');
select is(tests.attempt('Regional with Read+Edit',
  format('select private.review_rows(''arbo_masterlist'', array[%s], ''resubmitted'', null)', id)), 'none',
  'A row whose review has ended can''t be resubmitted.') from one;
select pg_temp.stage('Pending');
select is(pg_temp.step(), (select s from step),
  'Setting the row back restores the review with its user, time and reason.');
select is(pg_temp.listed(), '1', 'A restored review is in the queue again.');
select tests.perform_as('Central with Read+Approve',
  format('update public.arbo_masterlist set process_stage = null where id = %s', id)) from one;
select is(pg_temp.step(), (select s from step), 'An empty stage does not end the review.');

-- Taking back a return.
select pg_temp.returned('Central with Read+Approve', 'Again');
select is(pg_temp.step() - 'at' - 'user_id', '{"state": "returned", "ended": false, "reason": "Again"}',
  'A second return replaces the first one.');
select is(pg_temp.taken_back('Regional with Read+Approve'), 'none', 'Another user can''t take the return back.');
select is(pg_temp.taken_back('Central with Read'), 'none', 'A user without Approve can''t take the return back.');
select tests.perform_as('Central with Read+Approve',
  format('select private.undo_returns(''arbo_masterlist'', array[%s])', id)) from one;
select is(pg_temp.step(), (select s from step),
  'Taking the return back restores the former return with its user, time and reason.');
select is(pg_temp.taken_back('Central with Read+Approve'), 'none', 'A return can''t be taken back twice.');
select is((select action from private.user_log l join one on l.row_id = one.id and l.form_name = 'arbo_masterlist'
  order by l.id desc limit 1), 'Take back return', 'Taking back a return is logged.');
-- Taking back the return of an approved row.
select pg_temp.stage('Approved');
select pg_temp.returned('Central with Read+Approve', 'Wrong town');
select is((select process_stage from public.arbo_masterlist t join one using (id)), 'Pending',
  'An approved row that is returned becomes Pending.');
select tests.perform_as('Central with Read+Approve',
  format('select private.undo_returns(''arbo_masterlist'', array[%s])', id)) from one;
select is((select process_stage from public.arbo_masterlist t join one using (id)), 'Approved',
  'Taking the return back makes the row Approved again.');
select is(pg_temp.step(), (select s || '{"ended": true}' from step),
  'Taking the return back restores the row''s former review.');
select pg_temp.stage('Pending');
-- Taking back a return after the row was resubmitted.
select pg_temp.returned('Central with Read+Approve', 'Once more');
select tests.perform_as('Central with Read+Edit',
  format('select private.review_rows(''arbo_masterlist'', array[%s], ''resubmitted'', ''Counted'')', id)) from one;
select is(pg_temp.taken_back('Central with Read+Approve'), 'none',
  'A return that was resubmitted can''t be taken back.');
-- Taking back the return of a row restores the step before, or none if the row had none.
select tests.perform_as('Central with Read+Approve',
  format($q$ select private.undo_returns('arc_masterlist',
  array(select private.review_rows('arc_masterlist', array[%s], 'returned', 'So'))) $q$, r.id)) from tests.rows r
  where r.table_name = 'arc_masterlist' and r.place = 'own';
select is(v.reason, 'Because', 'Taking a return back restores the former step.') from private.reviews v
  join tests.rows r on r.id = v.row_id and r.table_name = v.table_name where r.table_name = 'arc_masterlist'
  and r.place = 'own';
delete from private.reviews where table_name = 'arc_masterlist';
select tests.perform_as('Central with Read+Approve',
  format($q$ select private.undo_returns('arc_masterlist',
  array(select private.review_rows('arc_masterlist', array[%s], 'returned', 'So'))) $q$, r.id)) from tests.rows r
  where r.table_name = 'arc_masterlist' and r.place = 'own';
select is(count(*), 0::bigint,
  'Taking a return back removes the review of a row that had none before.') from private.reviews v
  where v.table_name = 'arc_masterlist';

-- Bulk approvals: a statement that writes several rows approves no row with an open return unless the caller names it.
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
select is(pg_temp.approve('true'), 'AG002', 'A statement over several rows cannot approve a returned row.');
select is(pg_temp.approve(format('id <> %s', id)), (select count(*) - 1 || ' rows' from public.arc_masterlist),
  'A statement over all other rows approves them.') from returned;
select is(pg_temp.approve(format('id = %s', id)), 'done', 'A statement that writes only the returned row approves it.')
  from returned;
select pg_temp.name('{}');
select is(pg_temp.approve(format('id = %s', id)), 'AG002',
  'A caller who names no returned row cannot approve it alone either.') from returned;
select pg_temp.name(array[id]) from returned;
select is(pg_temp.approve('true'), (select count(*) || ' rows' from public.arc_masterlist),
  'A caller who names the returned row approves it with all others.');
select pg_temp.name(array[id + 1]) from returned;
select is(pg_temp.approve('true'), 'AG002', 'Naming another row is not enough.');
select set_config('private.named_returns', '', true);
update private.reviews v set state = 'resubmitted' from returned where v.table_name = 'arc_masterlist'
  and v.row_id = returned.id;
select is(pg_temp.approve('true'), (select count(*) || ' rows' from public.arc_masterlist),
  'A resubmitted row can be approved with all others.');
update private.reviews v set state = 'returned',
  ended = true from returned where v.table_name = 'arc_masterlist' and v.row_id = returned.id;
update public.arc_masterlist t set process_stage = 'Approved' from returned where t.id = returned.id;
select is(pg_temp.approve('true'), (select count(*) || ' rows' from public.arc_masterlist),
  'A row that was approved despite its return does not block a bulk approval.');

select * from finish();
rollback;
