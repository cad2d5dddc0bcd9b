-- The approval freeze over every record table: an approved row cannot be changed or deleted by anybody below Central until
-- it is set back to Pending, which whoever may edit the row can do, as nobody else enters a row that is approved already;
-- every refusal stands beside the act that is allowed.
begin;
select plan((24 * (select count(*) from private.record_tables) + 1)::integer);

select tests.create_callers();
select tests.put_rows(only_place => 'own', approved => true);

create temporary table acts on commit drop as
select * from (values
  ('change a field', 'update public.%I set remarks = ''changed'' where id = %s', 'Edit', 'AG001'),
  ('set back to Pending', 'update public.%I set process_stage = ''Pending'' where id = %s', 'Edit', 'done'),
  ('set back to empty', 'update public.%I set process_stage = null where id = %s', 'Edit', 'done'),
  ('set back and change a field at once', 'update public.%I set process_stage = ''Pending'', remarks = ''changed'' where id = %s', 'Edit', 'AG001'),
  ('write what is there already', 'update public.%I set remarks = remarks where id = %s', 'Edit', 'done'),
  ('delete', 'delete from public.%I where id = %s', 'Delete', 'none')
) a (act, statement, needs, for_others);

create function pg_temp.try_acts(name_of_window text) returns void language plpgsql as $$
begin
  perform tests.set_windows(name_of_window);
  insert into tests.results
  select 'approved', r.table_name, c.caller, 'write', concat_ws(', ', a.act, r.status),
    case when a.needs = any (c.rights) then case c.level when 'Central' then 'done' else a.for_others end else 'none' end,
    tests.attempt(c.caller, format(a.statement, r.table_name, r.id))
  from tests.rows r, tests.callers c, acts a
  where r.window_name = name_of_window and c.kind = 'active';
  insert into tests.results
  select 'approved', r.table_name, c.caller, 'write', concat_ws(', ', 'enter as approved', r.status),
    case when 'Edit' = any (c.rights) then 'done' else '42501' end, tests.attempt(c.caller, r.insert_statement)
  from tests.rows r, tests.callers c
  where r.window_name = name_of_window and c.kind = 'active';
end
$$;
select pg_temp.try_acts('target'), pg_temp.try_acts('accomplishment');

select is(count(*), 24 * 7 * (select count(*) from tests.faces), 'every caller tried every act on an approved row of every table')
from tests.results;

select is(tests.disagreements('approved', t.table_name, c.caller, 'write'), '', format('%s: %s, on an approved row', t.table_name, c.caller))
from private.record_tables t, tests.callers c
where c.kind = 'active'
order by t.table_name, c.caller;

select * from finish();
rollback;
