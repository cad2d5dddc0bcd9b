-- Threat: reading what was said of another office's rows, or returning, resubmitting and commenting on rows beyond one's
-- scope, right or window: over every record table. Nobody reaches the tables but through functions, each of whose
-- conditions is dropped once and must be missed.
begin;
select plan((4 * (select count(*) from private.record_tables) + 10)::integer);

select tests.create_user(concat_ws(' ', l.level, 'with', array_to_string(r.rights::text[], '+')), l.level, r.rights::text[], l.place)
from (values ('Central', 'central office'), ('Regional', 'regional office'), ('Provincial', 'own')) l (level, place),
  (values ('{Read}'), ('{Read,Edit}'), ('{Read,Approve}')) r (rights);
select tests.create_user('no profile', null);
select tests.put_rows();
delete from tests.rows where place not in ('own', 'same region', 'other region');
insert into private.reviews (table_name, row_id, state, reason) select table_name, id, 'returned', 'Because' from tests.rows;

create temporary table acts on commit drop as
select * from (values
  ('return', 'select private.review_rows(%L, array[%s], ''returned'', ''Again'')', '{Approve}'::text[]),
  ('resubmit', 'select private.review_rows(%L, array[%s], ''resubmitted'', null)', '{Edit}'),
  ('comment', 'select from (select private.comment_on(%L, %s, null, ''So'') as said) c where said is not null', '{Edit,Approve}'),
  ('read', 'select from (select private.comments_on(%1$L, %2$s) as said, (select count(*) from private.reviews_of(%1$L, array[%2$s])) as n) c where said is not null or n = 1', null)
) a (act, statement, needs);
grant execute on all functions in schema tests to authenticated;

create function pg_temp.wanted(c tests.callers, a acts, place text, is_open boolean) returns text language sql as $$
  select case
    when a.act = 'comment' and (c.level is null or not c.rights && a.needs) then 'AG009'
    when tests.in_scope(c.level, place) and (a.needs is null or c.rights && a.needs)
      and (a.act in ('comment', 'read') or c.level = 'Central' or is_open) then 'done'
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
  ('private.reviews_of(text,bigint[])', 'private.readable_ids(wanted_table, reviewed)', 'reviewed', 'read'),
  ('private.comment_on(text,bigint,text,text)', 'private.right_suffices(''comment'', (private.current_caller()).rights) is true', 'true', 'comment'),
  ('private.review_rows(text,bigint[],text,text)', 'when ''returned'' then ''return'' else ''update''', 'when ''returned'' then ''update'' else ''update''', 'return'),
  ('private.review_rows(text,bigint[],text,text)', 'when ''returned'' then ''return'' else ''update''', 'when ''returned'' then ''return'' else ''return''', 'resubmit'),
  ('private.review_rows(text,bigint[],text,text)', 'and t.office = any (case private.window_of($2, t.status) when ''''target'''' then $3 else $4 end)', '', 'resubmit'),
  ('private.review_rows(text,bigint[],text,text)', 'when ''''target'''' then $3 else $4', 'when ''''target'''' then $4 else $3', 'resubmit')
) m (named, part, instead, act);

-- Beside the functions nobody comes to what was said.
select tests.set_windows('target', 'accomplishment');
select is(tests.attempt('Central with Read+Edit', 'select from private.comments'), '42501', 'comments are read by nobody directly');
select is(tests.attempt('Central with Read+Edit', 'select from private.reviews'), '42501', 'nor are reasons');
-- Approving ends the review, by whichever way.
select tests.perform_as('Central with Read+Approve', format('update public.arbo_masterlist set process_stage = ''Approved'' where id = %s', id))
from tests.rows where table_name = 'arbo_masterlist' and place = 'own' limit 1;
select is((select count(*) from private.reviews v join tests.rows r on r.table_name = v.table_name and r.id = v.row_id
  where r.table_name = 'arbo_masterlist' and r.place = 'own'), 0::bigint, 'an approval ends the review');

select * from finish();
rollback;
