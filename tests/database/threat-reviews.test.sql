-- Threat: reading what was said of another office's rows, or returning, resubmitting and commenting on rows beyond one's
-- scope, right or window: over every record table. Steps are read under a policy, and all else goes through functions:
-- each condition of both is dropped once and must be missed.
begin;
select plan((5 * (select count(*) from private.record_tables) + 19)::integer);

select tests.create_user(concat_ws(' ', l.level, 'with', array_to_string(r.rights::text[], '+')), l.level, r.rights::text[], l.place)
from (values ('Central', 'central office'), ('Regional', 'regional office'), ('Provincial', 'own')) l (level, place),
  (values ('{Read}'), ('{Read,Edit}'), ('{Read,Approve}')) r (rights);
select tests.create_user('no profile', null);
select tests.put_rows();
delete from tests.rows where place not in ('own', 'same region', 'other region');
insert into private.reviews (table_name, row_id, state, reason, office)
select r.table_name, r.id, 'returned', 'Because', concat(p.region_name, ' / ', p.province_name) from tests.rows r join tests.places p using (place);

-- Comments and the step of a row are read together or not at all: one without the other divides by zero.
create temporary table acts on commit drop as
select * from (values
  ('return', 'select private.review_rows(%L, array[%s], ''returned'', ''Again'')', '{Approve}'::text[]),
  ('resubmit', 'select private.review_rows(%L, array[%s], ''resubmitted'', null)', '{Edit}'),
  ('comment', 'select from (select private.comment_on(%L, %s, null, ''So'') as said) c where said is not null', '{Edit,Approve}'),
  ('read', 'select from (select private.comments_on(%1$L, %2$s) as said, (select count(*) from private.reviews v where v.table_name = %1$L and v.row_id = %2$s) as n) c where case when (said is not null) = (n = 1) then n = 1 else 1 / (n - n) = 1 end', null),
  ('list', 'select from private.rows_in_review(%1$L, ''returned'') r where r = %2$s', null)
) a (act, statement, needs);
grant execute on all functions in schema tests to authenticated;

create function pg_temp.wanted(c tests.callers, a acts, place text, is_open boolean) returns text language sql as $$
  select case
    when a.act = 'comment' and (c.level is null or not c.rights && a.needs) then 'AG009'
    when tests.in_scope(c.level, place) and (a.needs is null or c.rights && a.needs)
      and (a.act in ('comment', 'read', 'list') or c.level = 'Central' or is_open) then 'done'
    else 'none'
  end
$$;

create function pg_temp.disagreements(target text, wanted_act text) returns text language plpgsql as $$
declare
  is_open boolean;
  found text;
  so_far text := '';
  w text;
begin
  foreach is_open in array array[true, false] loop
    foreach w in array array['target', 'accomplishment'] loop
      continue when not exists (select from tests.rows r where r.table_name = target and r.window_name = w);
      perform tests.set_window_of(w, is_open);
      select string_agg(concat_ws(', ', t.caller, t.place, t.status, is_open, t.got || ' instead of ' || t.wanted), '; ') into found
      from (
        select c.caller, r.place, r.status, pg_temp.wanted(c, a, r.place, is_open) as wanted,
          tests.attempt(c.caller, format(a.statement, r.table_name, r.id)) as got
        from tests.rows r, tests.callers c, acts a
        where r.table_name = target and r.window_name = w and a.act = wanted_act
      ) t where t.got <> t.wanted;
      so_far := concat_ws('; ', nullif(so_far, ''), found);
    end loop;
  end loop;
  return so_far;
end
$$;

select is(pg_temp.disagreements(t.table_name, a.act), '', format('%s: who does %s', t.table_name, a.act))
from private.record_tables t, acts a;

-- A function with a condition dropped, and taken back.
create function pg_temp.missed(named regprocedure, part text, instead text, act text) returns text language plpgsql as $$
declare
  body text := pg_get_functiondef(named);
begin
  if strpos(body, part) = 0 then
    return 'the mutant changes nothing';
  end if;
  execute replace(body, part, instead);
  raise exception using errcode = 'MUTAN', message = pg_temp.disagreements('form11_accomps', act);
exception
  when sqlstate 'MUTAN' then return case sqlerrm when '' then 'nobody missed it' end;
end
$$;
select is(pg_temp.missed(m.named::regprocedure, m.part, m.instead, m.act), null, format('%s without %s is missed', m.named, m.part))
from (values
  ('private.readable_ids(text,bigint[])', ' and t.office = any ($2)', '', 'read'),
  ('private.rows_in_review(text,text)', ' and t.office = any ($2)', '', 'list'),
  ('private.comment_on(text,bigint,text,text)', 'private.right_suffices(''comment'', (private.current_caller()).rights) is true', 'true', 'comment'),
  ('private.review_rows(text,bigint[],text,text)', 'when ''returned'' then ''return'' else ''update''', 'when ''returned'' then ''update'' else ''update''', 'return'),
  ('private.review_rows(text,bigint[],text,text)', 'when ''returned'' then ''return'' else ''update''', 'when ''returned'' then ''return'' else ''return''', 'resubmit'),
  ('private.review_rows(text,bigint[],text,text)', 'and t.office = any (case private.window_of($2, t.status) when ''''target'''' then $3 else $4 end)', '', 'resubmit'),
  ('private.review_rows(text,bigint[],text,text)', 'when ''''target'''' then $3 else $4', 'when ''''target'''' then $4 else $3', 'resubmit')
) m (named, part, instead, act);

create function pg_temp.missed_policy(condition text) returns text language plpgsql as $$
begin
  execute format('alter policy select_in_scope on private.reviews using (%s)', condition);
  raise exception using errcode = 'MUTAN', message = pg_temp.disagreements('form11_accomps', 'read');
exception
  when sqlstate 'MUTAN' then return case sqlerrm when '' then 'nobody missed it' end;
end
$$;
select is(pg_temp.missed_policy(condition), null, format('steps shown where %s are missed', condition))
from (values ('true'), ('false')) m (condition);

-- Beside the functions nobody comes to what was said, and nobody writes a step.
select tests.set_windows('target', 'accomplishment');
select is(tests.attempt('Central with Read+Edit', 'select from private.comments'), '42501', 'comments are read by nobody directly');
select is(tests.attempt('Central with Read+Approve', 'delete from private.reviews'), '42501', 'steps are written by nobody directly');
-- Changed since the caller approved it: by the log, of the caller's own offices, and of no sensitive value without the right.
select tests.create_user('Regional approver', 'Regional', '{Read,Approve}', 'own');
insert into private.user_log (user_id, form_name, row_id, action, changes)
select case when e.action = 'Approve' then (select c.user_id from tests.callers c where c.caller = 'Regional approver') end,
  r.table_name, r.id, e.action, e.changes
from tests.rows r, (values (1, 'Approve', null::jsonb), (2, 'Set back', '{"process_stage": ["Approved", "Pending"]}'),
  (3, 'Comment', '{"comment": [null, "Changed?"]}')) e (at, action, changes)
where r.table_name in ('form11_accomps', 'participants') order by r.id, e.at;
create function pg_temp.changed(wanted_caller text, target text default 'form11_accomps') returns text language plpgsql as $$
declare
  ids bigint[];
begin
  perform tests.act_as(wanted_caller);
  ids := array(select private.rows_in_review(target, 'changed'));
  perform set_config('role', 'postgres', true), set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true);
  return coalesce((select string_agg(distinct r.place, ', ' order by r.place) from tests.rows r
    where r.table_name = target and r.id = any (ids)), 'none');
end
$$;
select is(pg_temp.changed('Regional approver'), 'none', 'a row that was set back and commented on was not changed');
insert into private.user_log (form_name, row_id, action, changes)
select r.table_name, r.id, 'Update', '{"remarks": ["a", "b"]}' from tests.rows r where r.table_name = 'form11_accomps';
insert into private.user_log (form_name, row_id, action, changes)
select r.table_name, r.id, 'Update', '{"birthday": ["1990-01-01", "1991-01-01"]}' from tests.rows r where r.table_name = 'participants';
select is(pg_temp.changed('Regional approver'), 'own, same region', 'changed rows are listed to who approved them, of their offices');
select is(pg_temp.changed('Regional with Read+Approve'), 'none', 'and to nobody else');
select is(pg_temp.changed('Regional approver', 'participants'), 'none', 'a change of birthdays is no change to who does not read them');
update public.uac u set access_controls = access_controls || array['Sensitive'] from public.users p, tests.callers c
where c.caller = 'Regional approver' and p.id = c.user_id and u.id = p.uac_id;
select is(pg_temp.changed('Regional approver', 'participants'), 'own, same region', 'and is one to who does');
update public.form11_accomps t set process_stage = 'Approved' from tests.rows r where r.id = t.id and r.table_name = 'form11_accomps' and r.place = 'own';
select is(pg_temp.changed('Regional approver'), 'same region', 'what is approved is no longer listed');
update public.form11_accomps t set process_stage = 'Pending' from tests.rows r where r.id = t.id and r.table_name = 'form11_accomps' and r.place = 'own';
select is(pg_temp.changed('Regional approver'), 'same region', 'nor what somebody else approved last');

-- Approving ends the review, by whichever way.
select tests.perform_as('Central with Read+Approve', format('update public.arbo_masterlist set process_stage = ''Approved'' where id = %s', id))
from tests.rows where table_name = 'arbo_masterlist' and place = 'own' limit 1;
select is((select count(*) from private.reviews v join tests.rows r on r.table_name = v.table_name and r.id = v.row_id
  where r.table_name = 'arbo_masterlist' and r.place = 'own'), 0::bigint, 'an approval ends the review');

select * from finish();
rollback;
