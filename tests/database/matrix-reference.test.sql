-- The permission matrix over everything in public that belongs to no office: reference lists, places, offices, people and
-- schedules. 28 callers, with no route, with the route users and with the route dropdowns, try four verbs.
begin;
select plan(30);

-- Who reads a table, and who writes it: whoever has a level; administrators of users (and everybody their own row);
-- administrators of lists with the right for the verb; nobody.
create temporary table rules (table_name text, readers text, writers text, condition text, assignment text, insert_statement text) on commit drop;
insert into rules values
  ('project_list', 'level', 'dropdowns', null, 'remarks = ''changed''', null),
  ('dropdown_values', 'level', 'dropdowns', null, 'type = ''Changed''', null),
  ('psgc_places', 'level', 'nobody', 'code = ''9999999999''', 'name = ''Changed''', 'insert into public.psgc_places (code, level, name) values (''9999999998'', ''region'', ''Added'')'),
  ('offices', 'level', 'nobody', 'office = ''Test Region A / Test Province A1''', 'province_name = ''Changed''', 'insert into public.offices (region_name) values (''Added'')'),
  ('report_schedules', 'level', 'nobody', null, 'status = ''Closed''', 'insert into public.report_schedules (form, start_date, end_date) values (''target'', ''2026-01-01'', ''2026-12-31'')'),
  ('uac', 'users', 'nobody', null, 'status = ''Central''', 'insert into public.uac (rolename, roletype, status) values (''{added}'', ''Added'', ''Central'')'),
  ('users', 'users', 'nobody', null, 'disabled = false', 'insert into public.users (id, username, email, roles) values (gen_random_uuid(), ''added'', ''added@tests.example'', ''added'')');

select bag_eq(
  $$ select table_name from rules union all select table_name from private.record_tables $$,
  $$ select relname::text from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') $$,
  'every table of public is a record table or has its rule here');

select tests.create_callers();
select tests.create_user('bystander', 'Provincial');
delete from public.report_schedules;
insert into public.psgc_places (code, level, name) values ('9999999999', 'region', 'Test Region');
select tests.set_windows('target');
update rules set condition = 'id = ' || tests.put_sample(table_name, null), insert_statement = tests.statement_to_insert(table_name, tests.sample(table_name, null))
where writers = 'dropdowns';
update rules set condition = 'id = ' || (select min(id) from public.report_schedules) where table_name = 'report_schedules';
update rules set condition = (select format('id = %s', u.uac_id) from public.users u where u.name = 'bystander') where table_name = 'uac';
update rules set condition = (select format('id = %L', u.id) from public.users u where u.name = 'bystander') where table_name = 'users';
delete from tests.callers where caller = 'bystander';

create function pg_temp.expected(rule rules, c tests.callers, verb text) returns text language sql as $$
  select case
    when verb <> 'select' and rule.writers = 'nobody' then '42501'
    else tests.outcome(c.kind, verb, case
      when c.level is null then false
      when verb = 'select' then rule.readers = 'level' or rule.readers = any (c.routes)
      else rule.writers = any (c.routes) and tests.has_right(c.rights, verb)
    end)
  end
$$;

create function pg_temp.try_with_routes(new_routes text[]) returns void language plpgsql as $$
begin
  update public.uac r set route = new_routes from tests.callers c join public.users u on u.id = c.user_id where r.id = u.uac_id;
  update tests.callers set routes = case when level is null then '{}' else new_routes end;
  insert into tests.results
  select 'reference', r.table_name, c.caller, v.verb, format('routes %s', new_routes), pg_temp.expected(r, c, v.verb),
    tests.attempt(c.caller, case v.verb
      when 'select' then format('select from public.%I where %s', r.table_name, r.condition)
      when 'insert' then r.insert_statement
      when 'update' then format('update public.%I set %s where %s', r.table_name, r.assignment, r.condition)
      when 'delete' then format('delete from public.%I where %s', r.table_name, r.condition)
    end)
  from rules r, tests.callers c, (values ('select'), ('insert'), ('update'), ('delete')) v (verb);
  insert into tests.results
  select 'reference', t.name, c.caller, 'own', format('routes %s', new_routes), tests.outcome(c.kind, 'select', c.level is not null),
    tests.attempt(c.caller, format(t.query, c.user_id))
  from tests.callers c, (values
    ('users', 'select from public.users where id = %L'),
    ('uac', 'select from public.uac where rolename && (select array[u.roles] from public.users u where u.id = %L)')
  ) t (name, query);
end
$$;
select pg_temp.try_with_routes('{}'), pg_temp.try_with_routes('{users}'), pg_temp.try_with_routes('{dashboard,forms,report,dropdowns}');

select is(count(*), 7 * 28 * 4 * 3 + 2 * 28 * 3::bigint, 'every combination of table, caller, verb and routes was tried') from tests.results;

select is(
  (select string_agg(format('%s %s: %s instead of %s', table_name, cell, actual, expected), '; ' order by table_name, verb, cell)
   from tests.results r where r.caller = c.caller and r.actual is distinct from r.expected),
  null, format('%s reads and writes reference records and people as the rules say', c.caller))
from tests.callers c order by c.caller;

select * from finish();
rollback;
