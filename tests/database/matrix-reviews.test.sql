-- The permission matrix of review and undo over every record table: who can return, resubmit, comment on, restore and
-- revert rows, undo returns, and read the results. Callers with one right or all rights try every table; other callers
-- try one table per reporting window. The tests must fail when a single check is removed.
begin;
select plan((7 * (select count(*) from private.record_tables) + 46)::integer);

grant central_reader, provincial_reader to postgres;
select tests.create_callers();
delete from tests.callers where kind = 'active';
select tests.create_user(concat_ws(' ', l.level, 'may',
  coalesce(nullif(array_to_string(r.rights, '+'), ''), 'nothing')), l.level, r.rights, l.place)
from (values ('Central', 'central office'), ('Regional', 'regional office'), ('Provincial', 'own')) l (level, place),
  (select array_remove(array[case when n & 1 > 0 then 'Read' end, case when n & 2 > 0 then 'Edit' end,
    case when n & 4 > 0 then 'Delete' end,
    case when n & 8 > 0 then 'Approve' end], null) as rights from generate_series(0, 15) n) r;

-- Test rows, each with a comment. A row that was returned has the reason of the return, even if it was approved later.
create temporary table test_rows on commit drop as select *, null::text as stage, null::boolean as deleted,
  null::bigint as entry from tests.rows limit 0;
do $$
declare
  s record;
begin
  for s in select * from (values ('pending'), ('approved'), ('returned')) a (stage),
    (values (true), (false)) d (deleted) loop
    perform tests.put_rows(approved => s.stage = 'approved');
    insert into test_rows select r.*, s.stage, s.deleted from tests.rows r
    where r.place in ('own', 'same region', 'other region') or s.stage = 'returned' and not s.deleted;
    truncate tests.rows;
  end loop;
  insert into private.reviews (table_name, row_id, state, reason, office, ended, before)
  select r.table_name, r.id, 'returned', 'Because', concat(p.region_name, ' / ', p.province_name), r.stage = 'approved',
    '{"step": null, "approved": false}'
  from test_rows r join tests.places p using (place) where r.stage <> 'pending';
  insert into private.comments (table_name, row_id, text) select r.table_name, r.id, 'Secret' from test_rows r;
  for s in select distinct r.table_name from test_rows r loop
    execute format('update public.%1$I set remarks = ''later''
      where id in (select id from test_rows r where r.table_name = %1$L)', s.table_name);
    execute format('delete from public.%1$I
      where id in (select id from test_rows r where r.table_name = %1$L and r.deleted)', s.table_name);
  end loop;
  update test_rows r
    set entry = (select min(l.id) from private.user_log l where l.form_name = r.table_name and l.row_id = r.id);
end
$$;

-- The tested actions. `statement` returns the ids of the changed rows. The test replaces {table}, {ids} and {entries}
-- in the statement by the table, the row ids and the log entries. `reading`: true if the statement runs in the caller's
-- reading role.
create temporary table acts (act text primary key, reading boolean, statement text) on commit drop;
insert into acts values
  ('return', false,
    $$ select string_agg(i::text, ' ' order by i) from private.review_rows({table}, {ids}, 'returned', 'Again') i $$),
  -- Undoes the return of another user, and then a return of the caller.
  ('take a return back', false, $$ select concat_ws(' another''s; ',
      (select string_agg(i::text, ' ' order by i) from private.undo_returns({table}, {ids}) i),
      (select string_agg(i::text, ' ' order by i)
        from private.undo_returns({table},
        array(select private.review_rows({table}, {ids}, 'returned', 'Again'))) i)) $$),
  ('resubmit', false,
    $$ select string_agg(i::text, ' ' order by i) from private.review_rows({table}, {ids}, 'resubmitted', null) i $$),
  ('comment', false,
    $$ select string_agg(i::text, ' ' order by i) from unnest({ids}) i
    where private.add_comment({table}, i, null, 'So') is not null $$),
  ('read', true, $$ select concat_ws('; ',
      (select string_agg(i::text, ' ' order by i) from unnest({ids}) i
        where private.list_comments({table}, i) #>> '{0,text}' = 'Secret'),
      (select string_agg(r.row_id::text, ' ' order by r.row_id) from private.reviews r where r.table_name = {table}
        and r.row_id = any ({ids}) and r.reason = 'Because'),
      (select string_agg(i::text, ' ' order by i) from private.rows_in_review({table}, 'returned') i
        where i = any ({ids})),
      (select string_agg(i::text, ' ' order by i) from unnest({ids}, {entries}) r (i, entry)
        where private.values_after_entry({table}, i, entry) is not null),
      (select string_agg(r ->> 'id', ' ' order by (r ->> 'id')::bigint)
        from jsonb_array_elements(private.list_trash({table}, null, 100000, 0) -> 'rows') r)) $$),
  ('restore', false, $$ select string_agg(i::text, ' ' order by i) from private.restore_rows({table}, {ids}) i $$),
  ('revert', false, $$ with former as materialized (
      select i, private.values_after_entry({table}, i, entry) as version from unnest({ids}, {entries}) r (i, entry)),
    back as (
      update public.{name} t set remarks = f.version ->> 'remarks' from former f
      where t.id = f.i and f.version is not null returning t.id)
    select string_agg(id::text, ' ' order by id) from back $$),
  ('revert approved', false, null);
update acts set statement = (select a.statement from acts a where a.act = 'revert') where act = 'revert approved';

-- Returns whether the test tries an action on a row. Only the tests of inboxes use rows without a province.
create function pg_temp.is_tried(r test_rows, act text) returns boolean language sql immutable as $$
  select case act
    when 'restore' then r.deleted and (r.place = 'own' or r.stage = 'pending')
    when 'revert' then not r.deleted and r.stage = 'returned'
    when 'revert approved' then not r.deleted and r.stage = 'approved'
    when 'return' then not r.deleted and (r.place = 'own' or r.stage = 'approved')
    else not r.deleted and (r.place = 'own' or r.stage = 'returned')
  end and r.place in ('own', 'same region', 'other region')
$$;
create view pg_temp.kinds as select min(t.table_name) as table_name from private.record_tables t group by t.window_name;

-- Expected result of each action: the ids of the rows that the action must change, or the error code.
create temporary table outcomes on commit drop as
with reached as materialized (
  select r.table_name, c.caller, a.act, w.open_window, r.id, r.stage
  from test_rows r
    cross join acts a
    cross join (values ('target'), ('accomplishment')) w (open_window)
    join tests.callers c on tests.in_scope(c.level, r.place) and case a.act
      when 'return' then 'Approve' = any (c.rights) and (c.level = 'Central' or r.window_name = w.open_window)
      when 'take a return back' then 'Approve' = any (c.rights)
        and (c.level = 'Central' or r.window_name = w.open_window)
      when 'resubmit' then 'Edit' = any (c.rights) and r.stage = 'returned'
        and (c.level = 'Central' or r.window_name = w.open_window)
      when 'restore' then 'Delete' = any (c.rights)
        and (c.level = 'Central' or r.window_name = w.open_window and r.stage <> 'approved')
      when 'revert' then c.rights && '{Edit,Approve}' and (c.level = 'Central' or r.window_name = w.open_window)
      when 'revert approved' then c.rights && '{Edit,Approve}'
        and (c.level = 'Central' or r.window_name = w.open_window)
      else true
    end
  where pg_temp.is_tried(r, a.act)
),
gathered as (
  select table_name, caller, act, open_window, string_agg(id::text, ' ' order by id) as ids,
    string_agg(id::text, ' ' order by id) filter (where stage in ('approved', 'returned')) as with_reason,
    string_agg(id::text, ' ' order by id) filter (where stage = 'returned') as returned,
    (select string_agg(d.id::text, ' ' order by d.id) from test_rows d, tests.callers c
     where c.caller = reached.caller and d.deleted and d.table_name = reached.table_name
       and tests.in_scope(c.level, d.place)) as trash
  from reached group by table_name, caller, act, open_window
)
select t.table_name, c.caller, a.act, w.open_window, case
    when c.kind = 'anonymous' then '42501'
    when a.act = 'comment' and not (c.level is not null and c.rights && '{Edit,Approve}') then 'AG009'
    when a.act = 'read' then concat_ws('; ', g.ids, g.with_reason, g.returned, g.ids, g.trash)
    when a.act = 'revert approved' and g.ids is not null and c.level <> 'Central' then 'AG001'
    when a.act like 'revert%' and g.ids is not null and not 'Edit' = any (c.rights) then 'AG009'
    when a.act = 'take a return back' then coalesce(g.ids, '')
    else coalesce(g.ids, 'null')
  end as wanted
from private.record_tables t
  cross join acts a cross join tests.callers c cross join (values ('target'), ('accomplishment')) w (open_window)
  left join gathered g using (table_name, caller, act, open_window)
where c.kind = 'active' and (c.rights in ('{Edit}', '{Delete}', '{Approve}', '{Read,Edit,Delete,Approve}'))
    and (w.open_window = 'target' or a.act not in ('read', 'comment')) and a.act <> 'revert approved'
  or t.table_name in (select k.table_name from pg_temp.kinds k) or t.table_name = 'form11_accomps' and c.kind = 'active'
    and cardinality(c.rights) in (1, 4);
create index on outcomes (table_name, act, open_window);
analyze outcomes;

create function pg_temp.got(c tests.callers, statement text, reading boolean) returns text language plpgsql as $$
declare
  value text;
begin
  perform tests.act_as(c.caller);
  if reading then
    perform set_config('role', private.reading_role(), true);
  end if;
  execute statement into value;
  raise exception using errcode = 'TESTS', message = coalesce(value, 'null');
exception
  when sqlstate 'TESTS' then return sqlerrm;
  when others then return sqlstate;
end
$$;

create function pg_temp.statement(target text, a acts) returns text language sql as $$
  select replace(replace(replace(replace(a.statement, '{table}', quote_literal(target)), '{name}', quote_ident(target)),
      '{ids}', format('%L::bigint[]', array_agg(r.id order by r.id))), '{entries}',
        format('%L::bigint[]', array_agg(r.entry order by r.id)))
  from test_rows r where r.table_name = target and pg_temp.is_tried(r, a.act)
$$;

-- Lists the callers whose result differs from the expected result. Returns '' if all results agree.
create function pg_temp.disagreements(target text, wanted_act text,
  only_callers text[] default null) returns text language plpgsql as $$
declare
  a acts := (select x from acts x where x.act = wanted_act);
  statement text := pg_temp.statement(target, a);
  opened text;
  found text;
  so_far text := '';
begin
  foreach opened in array array['target', 'accomplishment'] loop
    perform tests.set_windows(opened);
    select string_agg(format('%s, %s open: %s instead of %s', t.caller, opened, t.got, t.wanted), '; ') into found
    from (
      select c.caller, pg_temp.got(c, statement, a.reading) as got, o.wanted
      from tests.callers c join outcomes o using (caller)
      where o.table_name = target and o.act = wanted_act and o.open_window = opened
        and (only_callers is null or c.caller = any (only_callers))
    ) t where t.got is distinct from t.wanted;
    so_far := concat_ws('; ', nullif(so_far, ''), found);
  end loop;
  return so_far;
end
$$;

select is(count(*), 52::bigint,
  'Coverage: The permission tests of review actions, such as returning a row, use 52 different callers.')
from tests.callers;
select is(count(*), (3 * 2 * 3 + 2) * (select count(*) from tests.faces),
  'Coverage: The permission tests of review actions use rows of every table, review stage and kind of office.')
from test_rows;
select is(left(pg_temp.disagreements(t.table_name, a.act), 500), '',
  format('Table %s: The action "%s" works for exactly the callers and rows that the rules allow.', t.table_name, a.act))
from private.record_tables t, acts a where a.act not like 'revert%';
select is(left(concat_ws('; ', nullif(pg_temp.disagreements(t.table_name, 'revert'), ''),
  nullif(pg_temp.disagreements(t.table_name, 'revert approved'), '')), 500), '',
  format('Table %s: A revert works for exactly the callers and rows that the rules allow.', t.table_name))
from private.record_tables t;

-- An inbox must list two kinds of rows: returned rows of the office of a user with the Edit right, and resubmitted rows
-- that the user may approve.
create function pg_temp.inbox_disagreements(wanted_kind text, only_callers text[] default null) returns text
  language plpgsql as $$
declare
  found text;
begin
  -- Opens only one reporting window, because the inbox must also list rows whose reporting window is closed.
  perform tests.set_windows(case wanted_kind when 'returned' then 'target' else 'accomplishment' end);
  select string_agg(format('%s: %s instead of %s', t.caller, t.got, t.wanted), '; ') into found
  from (
    select c.caller,
      pg_temp.got(c,
        format($q$ select string_agg(concat(e ->> 'table_name', ' ', i), ', ' order by e ->> 'table_name', i::bigint)
        from jsonb_array_elements(private.read_inbox(100000, 0) -> 'rows') e,
          jsonb_array_elements_text(nullif(e -> 'row_ids', 'null')) i where e ->> 'kind' = %L $q$, wanted_kind),
          true) as got,
      case when c.kind = 'anonymous' then '42501' else coalesce((
        select string_agg(concat(r.table_name, ' ', r.id), ', ' order by r.table_name, r.id) from test_rows r
        where r.stage = 'returned' and not r.deleted and c.level is not null and case wanted_kind
          when 'returned' then 'Edit' = any (c.rights) and r.place = c.place
          else 'Approve' = any (c.rights) and tests.in_scope(c.level, r.place) end), 'null') end as wanted
    from tests.callers c where only_callers is null or c.caller = any (only_callers)
  ) t where t.got is distinct from t.wanted;
  return coalesce(left(found, 500), '');
end
$$;
create function pg_temp.resubmitted() returns void language sql as $$ update private.reviews
  set state = 'resubmitted' $$;
create function pg_temp.resubmitted_inbox_disagreements(only_callers text[] default null) returns text
  language plpgsql as $$
declare
  found text;
begin
  perform pg_temp.resubmitted();
  found := pg_temp.inbox_disagreements('resubmitted', only_callers);
  raise exception using errcode = 'TESTS', message = found;
exception
  when sqlstate 'TESTS' then return sqlerrm;
end
$$;
select is(pg_temp.inbox_disagreements('returned'), '',
  'A returned row appears in the inbox of exactly the users of its office who have the Edit right.');
select is(pg_temp.resubmitted_inbox_disagreements(), '',
  'The inbox of a user with the Approve right lists exactly the resubmitted rows in the user''s scope.');

-- Applies a mutant (a changed function or policy), tests the action with a few callers, and rolls the mutant back.
-- Returns null if the test fails under the mutant, else 'not noticed'.
create temporary table few on commit drop as
select array_agg(c.caller) as callers from tests.callers c
where c.kind = 'active'
  and (c.level <> 'Central' and c.rights in ('{Edit}', '{Delete}', '{Approve}') or c.level = 'Central'
  and c.rights in ('{Read}', '{Read,Edit,Delete,Approve}'));
create function pg_temp.unnoticed_mutant(target text, part text, instead text, act text) returns text
  language plpgsql as $$
declare
  body text := case when target like '%(%' then pg_get_functiondef(target::regprocedure) end;
  callers text[] := (select f.callers from few f);
begin
  if body is null then
    execute part;
  elsif strpos(body, part) = 0 then
    return 'the mutant changes nothing';
  else
    execute replace(body, part, instead);
  end if;
  raise exception using errcode = 'MUTAN', message = case act
    when 'inbox' then concat(pg_temp.inbox_disagreements('returned', callers),
      pg_temp.resubmitted_inbox_disagreements(callers))
    else left(pg_temp.disagreements('form11_accomps', act, callers), 500) end;
exception
  when sqlstate 'MUTAN' then return case sqlerrm when '' then 'not noticed' end;
end
$$;
select is(pg_temp.unnoticed_mutant('nothing', 'select 1', '', a.act), 'not noticed',
  format('If no function is replaced by a mutant, the permission test of the action "%s" finds no error.', a.act))
from (values ('return'), ('revert'), ('read')) a (act);
create temporary table mutants (target text, part text, instead text, act text) on commit drop;
insert into mutants values
  -- Mutants that check rights wrongly.
  ('private.has_right_for(text,text[])', 'when ''return'' then ''Approve'' = any (rights)',
    'when ''return'' then true', 'return'),
  ('private.has_right_for(text,text[])', 'when ''return'' then ''Approve'' = any (rights)',
    'when ''return'' then ''Edit'' = any (rights)', 'take a return back'),
  ('private.has_right_for(text,text[])', 'when ''update'' then ''Edit'' = any (rights)', 'when ''update'' then true',
    'resubmit'),
  ('private.has_right_for(text,text[])', 'when ''update'' then ''Edit'' = any (rights)', 'when ''update'' then true',
    'inbox'),
  ('private.has_right_for(text,text[])', 'when ''approve'' then ''Approve'' = any (rights)',
    'when ''approve'' then true', 'inbox'),
  ('private.has_right_for(text,text[])', 'when ''comment'' then rights && array[''Edit'', ''Approve'']',
    'when ''comment'' then true', 'comment'),
  ('private.has_right_for(text,text[])', 'when ''comment'' then rights && array[''Edit'', ''Approve'']',
    'when ''comment'' then ''Edit'' = any (rights)', 'comment'),
  ('private.has_right_for(text,text[])', 'when ''restore'' then ''Delete'' = any (rights)',
    'when ''restore'' then true', 'restore'),
  ('private.has_right_for(text,text[])', 'when ''change'' then rights && array[''Edit'', ''Approve'']',
    'when ''change'' then true', 'revert'),
  ('private.add_comment(text,bigint,text,text)',
    'private.has_right_for(''comment'', (private.current_caller()).rights) is true', 'true', 'comment'),
  ('private.guard_stage()', 'if not ''Edit'' = any (rights) then', 'if false then', 'revert'),
  ('private.review_rows(text,bigint[],text,text)', 'when ''returned'' then ''return'' else ''update''',
    'when ''returned'' then ''update'' else ''update''', 'return'),
  ('private.review_rows(text,bigint[],text,text)', 'when ''returned'' then ''return'' else ''update''',
    'when ''returned'' then ''return'' else ''return''', 'resubmit'),
  -- Mutants that check reporting windows wrongly.
  ('private.offices_to_write(text,text)',
    'and (c.all_offices or private.is_window_open(window_name, o.region_name, o.province_name))', '', 'return'),
  ('private.offices_to_write(text,text)',
    'and (c.all_offices or private.is_window_open(window_name, o.region_name, o.province_name))', '', 'resubmit'),
  ('private.offices_to_write(text,text)',
    'and (c.all_offices or private.is_window_open(window_name, o.region_name, o.province_name))', '', 'restore'),
  ('private.offices_to_write(text,text)',
    'and (c.all_offices or private.is_window_open(window_name, o.region_name, o.province_name))', '', 'revert'),
  ('private.review_rows(text,bigint[],text,text)', 'when ''''target'''' then $3 else $4',
    'when ''''target'''' then $4 else $3', 'return'),
  ('private.undo_returns(text,bigint[])', 'when ''''target'''' then $3 else $4',
    'when ''''target'''' then $4 else $3', 'take a return back'),
  ('private.restore_rows(text,bigint[])', 'when ''target'' then in_target else',
    'when ''target'' then in_accomplishment else', 'restore'),
  -- Mutants that check offices wrongly.
  ('private.review_rows(text,bigint[],text,text)',
    'and t.office = any (case private.window_of($2, t.status) when ''''target'''' then $3 else $4 end)', '', 'return'),
  ('private.review_rows(text,bigint[],text,text)',
    'and t.office = any (case private.window_of($2, t.status) when ''''target'''' then $3 else $4 end)', '',
    'resubmit'),
  ('private.restore_rows(text,bigint[])', 'private.offices_to_write(''restore'', ''accomplishment'')',
    'private.offices_to_read()', 'restore'),
  ('private.find_deleted_rows(text,bigint[])', 'and l.office = any ($2)', '', 'read'),
  ('private.values_after_entry(text,bigint,bigint)', 'and l.office = any (private.offices_to_read())', '', 'read'),
  ('private.filter_readable_ids(text,bigint[])', ' and t.office = any ($2)', '', 'read'),
  ('private.filter_readable_ids(text,bigint[])', ' and t.office = any ($2)', '', 'comment'),
  ('private.rows_in_review(text,text)', ' and t.office = any ($2)', '', 'read'),
  ('private.reviews_for_caller()', 'r.state = ''returned'' and not r.ended and r.office = own_office', 'true', 'inbox'),
  ('policy', 'alter policy select_in_scope on private.reviews using (true)', '', 'read'),
  ('policy', 'alter policy select_in_scope_for_central on private.reviews using (false)', '', 'read'),
  ('policy', 'alter policy select_in_scope_for_province on private.reviews using (true)', '', 'read'),
  ('policy', 'alter policy update_in_scope on public.form11_accomps using (true) with check (true)', '', 'revert'),
  -- Mutants that check stages and review steps wrongly.
  ('private.review_rows(text,bigint[],text,text)', 'not private.is_approved(t.process_stage) and exists', 'exists',
    'resubmit'),
  ('private.undo_returns(text,bigint[])', 'and r.user_id = auth.uid()', '', 'take a return back'),
  ('private.restore_rows(text,bigint[])', 'and (of_central or not t.approved)', '', 'restore'),
  ('private.stamp_record()', 'old.process_stage = ''Approved'' and author is not null', 'false', 'revert approved'),
  ('private.reviews_for_caller()', 'not r.ended', 'true', 'inbox');
select is(pg_temp.unnoticed_mutant(m.target, m.part, m.instead, m.act), null,
  format('%s: The tests detect a mutant of %s that changes this code: %s', m.act, m.target, m.part)) from mutants m;
select is(count(*), 38::bigint,
  'Coverage: The permission tests of review actions try 38 mutants (deliberate errors) of the access rules.')
from mutants;

select * from finish();
rollback;
