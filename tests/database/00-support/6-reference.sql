-- Support for the tests of this folder: the access rules of the public tables whose rows belong to no office, and the
-- runner that compares these rules with the database.
begin;

-- The access rules of a table. `readers`: 'level' if users of any level can read, or else the route permission for
-- reading. `writers`: the route permission for writing, or 'none' if no caller can write. A writer also needs the right
-- for the verb and one of the `levels`. `condition` selects a stored row that belongs to no caller. `place`: if set,
-- only users with this place in their scope read the row.
create table tests.rules (
  table_name text primary key,
  readers text not null,
  writers text not null,
  condition text,
  assignment text,
  insert_statement text,
  levels text[] not null default '{Central,Regional,Provincial}',
  place text
);
insert into tests.rules values
  ('project_list', 'level', 'dropdowns', null, 'remarks = ''changed''', null),
  ('dropdown_values', 'level', 'dropdowns', null, 'type = ''Changed''', null),
  ('psgc_places', 'level', 'none', 'code = ''9999999999''', 'name = ''Changed''',
    'insert into public.psgc_places (code, level, name) values (''9999999998'', ''region'', ''Added'')'),
  ('offices', 'level', 'none', 'office = ''Test Region A / Test Province A1''', 'province_name = ''Changed''',
    'insert into public.offices (region_name) values (''Added'')'),
  ('report_schedules', 'level', 'users', null, 'status = ''Closed''',
    'insert into public.report_schedules (form, start_date, end_date)
    values (''accomplishment'', ''2026-01-01'', ''2026-12-31'')'),
  ('uac', 'users', 'users', null, 'roletype = ''Changed''',
    'insert into public.uac (rolename, roletype, status) values (''{added}'', ''Added'', ''Provincial'')'),
  ('users', 'users', 'none', null, 'disabled = false',
    'insert into public.users (id, username, email, roles)
    values (gen_random_uuid(), ''added'', ''added@tests.example'', ''added'')');
-- Only Central users write nationwide schedules and role entries.
update tests.rules set levels = '{Central}' where table_name in ('report_schedules', 'uac');
update tests.rules set place = 'same region' where table_name = 'users';

-- Inserts a row into each table of tests.rules and creates the callers.
create function tests.prepare_reference() returns void language plpgsql as $$
begin
  perform tests.create_callers();
  perform tests.create_user('bystander', 'Provincial', place => 'same region');
  -- Creates an administrator who keeps their route permissions, because the database requires at least one
  -- administrator.
  perform tests.create_user('keeper', 'Central', '{Edit}', 'central office', '{users}');
  insert into public.uac (rolename, roletype, status) values ('{spare}', 'Spare', 'Provincial');
  perform tests.set_windows('target');
  insert into public.psgc_places (code, level, name) values ('9999999999', 'region', 'Test Region');
  update tests.rules set condition = 'id = ' || tests.put_sample(table_name, null),
    insert_statement = tests.statement_to_insert(table_name, tests.sample(table_name, null))
  where writers = 'dropdowns';
  update tests.rules set condition = 'id = ' || (select min(id) from public.report_schedules)
    where table_name = 'report_schedules';
  update tests.rules set condition = (select format('id = %s', r.id) from public.uac r where r.roletype = 'Spare')
    where table_name = 'uac';
  update tests.rules set condition = (select format('id = %L', u.id) from public.users u where u.name = 'bystander')
    where table_name = 'users';
  delete from tests.callers where caller in ('bystander', 'keeper');
end
$$;

create function tests.expected_of(rule tests.rules, c tests.callers, verb text) returns text language sql as $$
  select case
    when verb not in ('select', 'own') and rule.writers = 'none' then '42501'
    else tests.outcome(c.kind, replace(verb, 'own', 'select'), case
      when c.level is null then false
      when verb = 'own' then true
      when verb = 'select' then (rule.readers = 'level' or rule.readers = any (c.routes))
        and (rule.place is null or tests.in_scope(c.level, rule.place))
      else rule.writers = any (c.routes) and tests.has_right(c.rights, verb) and c.level = any (rule.levels)
    end)
  end
$$;

create function tests.statement_of(rule tests.rules, c tests.callers, verb text) returns text language sql as $$
  select case verb
    when 'select' then format('select from public.%I where %s', rule.table_name, rule.condition)
    when 'insert' then rule.insert_statement
    when 'update' then format('update public.%I set %s where %s', rule.table_name, rule.assignment, rule.condition)
    when 'delete' then format('delete from public.%I where %s', rule.table_name, rule.condition)
    when 'own' then case rule.table_name
      when 'users' then format('select from public.users where id = %L', c.user_id)
      when 'uac' then format('select from public.uac where %L = any (rolename)', 'role of ' || c.caller)
    end
  end
$$;

-- Tries every verb as every caller with the given route permissions. The verb 'own' reads the caller's own profile or
-- role entry.
create function tests.run_reference(new_routes text[], only_table text default null,
  only_verb text default null) returns void language plpgsql as $$
begin
  update public.uac r set route = new_routes from tests.callers c join public.users u on u.id = c.user_id
    where r.id = u.uac_id;
  update tests.callers set routes = case when level is null then '{}' else new_routes end;
  insert into tests.results
  select 'reference', r.table_name, c.caller, v.verb, format('routes %s', new_routes), tests.expected_of(r, c, v.verb),
    tests.attempt(c.caller, tests.statement_of(r, c, v.verb))
  from tests.rules r, tests.callers c, (values ('select'), ('insert'), ('update'), ('delete'), ('own')) v (verb)
  where (v.verb <> 'own' or r.table_name in ('users', 'uac'))
    and (only_table is null or r.table_name = only_table)
      and (only_verb is null or v.verb = only_verb or (only_verb = 'select' and v.verb = 'own'));
end
$$;

-- Lists every mutant (policy with a changed condition) of the policies of a table in tests.rules.
create function tests.mutants_of_reference(target text) returns table (policy text, mutation text,
  ddl text) language sql as $$
  with expression as (
    select p.policyname::text as policy, e.clause, e.expression
    from pg_policies p cross
      join lateral (values ('using', p.qual), ('with check', p.with_check)) e (clause, expression)
    where p.schemaname = 'public' and p.tablename = target and e.expression is not null and p.roles = '{authenticated}'
  ),
  changed as (
    select e.*, 'letting everyone' as mutation, 'true' as mutated from expression e
    union all select e.*, 'letting no one', 'false' from expression e
    union all select e.*, 'without the route',
      regexp_replace(replace(e.expression, 'private.caller_has_route(''users''::text)',
      'private.caller_level() is not null'),
      'private\.can_administer_reference\(''(\w+)''::text\)',
        'private.has_right_for(''\1'', (private.current_caller()).rights)',
        'g') from expression e
    union all select e.*, 'without the scope',
      regexp_replace(e.expression,
      'AND \(office = ANY \(\( SELECT private\.offices_to_read\(\) AS offices_to_read\)(::text\[\])?\)\)', '')
      from expression e
    union all select e.*, 'without the level',
      regexp_replace(e.expression,
        'private\.can_administer_roles\(', 'private.can_administer_people(', 'g') from expression e
    union all select e.*, 'without route and level',
      regexp_replace(e.expression, 'private\.can_administer_roles\(''(\w+)''::text\)',
      'private.has_right_for(''\1'', (private.current_caller()).rights)', 'g') from expression e
    union all select e.*, 'without the right',
      regexp_replace(e.expression, 'private\.can_administer_reference\(''\w+''::text\)',
      'private.caller_has_route(''dropdowns'')', 'g') from expression e
    union all select e.*, 'with the right for another verb', case
      when e.expression like '%can_administer_reference(''update''%' then replace(e.expression, '''update''',
        '''delete''')
      when e.expression like '%can_administer_roles(''update''%'
        or e.expression like '%regions_to_schedule(''update''%' then replace(e.expression, '''update''', '''delete''')
      else regexp_replace(e.expression,
        '(can_administer_reference|can_administer_roles|regions_to_schedule)\(''\w+''',
          '\1(''update''', 'g') end from expression e
    union all select e.*, 'without one''s own row',
      regexp_replace(e.expression, '\(id = \( SELECT \w+\.\w+\(\) AS \w+\)\)', 'false') from expression e
  )
  select c.policy, c.clause || ' ' || c.mutation,
    format('alter policy %I on public.%I %s (%s)', c.policy, target, c.clause, c.mutated)
  from changed c
  where c.mutated <> c.expression
    -- Leaves out the mutants of WITH CHECK conditions of update policies, except 'letting no one'. They would change
    -- nothing, because the USING conditions make the same checks.
    and not (c.policy like 'update%' and c.clause = 'with check' and c.mutation <> 'letting no one')
  union all
  select p.policyname, 'dropped',
    format('drop policy %I on public.%I', p.policyname, target) from pg_policies p where p.schemaname = 'public'
    and p.tablename = target and p.roles = '{authenticated}'
  union all
  select 'select', 'row-level security off', format('alter table public.%I disable row level security', target)
$$;

-- Applies a mutation, counts the results that differ from tests.rules, and rolls the mutation back.
create function tests.try_reference_mutant(target text, wanted_verb text, ddl text) returns integer language plpgsql
  as $$
begin
  execute ddl;
  perform tests.run_reference('{}', target, wanted_verb), tests.run_reference('{users}', target, wanted_verb),
    tests.run_reference('{dropdowns}', target, wanted_verb);
  raise exception using errcode = 'MUTAN',
    message = (select count(*) from tests.results where actual is distinct from expected);
exception
  when sqlstate 'MUTAN' then return sqlerrm::integer;
end
$$;
commit;

begin;
select plan(1);
select bag_eq(
  -- The files rules-trainings, overdue, rules-charts, rules-unusual-values and threat-files test these views and tables
  -- of figures, files and unusual values.
  $$ select table_name from tests.rules union all select table_name from private.record_tables
     union all values ('overdue'), ('overdue_targets'), ('overdue_permits'), ('expiring_permits'), ('overdue_machines'),
       ('overdue_deeds'), ('overdue_quarters')
     union all values ('participant_trainings'), ('evidence_files')
     union all values ('activities'), ('target_outcomes'), ('accomplishment_outcomes'), ('people'), ('marks'),
       ('programme_marks'), ('funding_marks'), ('unusual_values')
     union all select counts from private.counted_tables() union all values ('user_list'),
       ('report_schedules_in_full')
     -- Rows of saved_views belong to users, so the file threat-saved-views tests this table.
     union all values ('saved_views') $$,
  $$ select relname::text from pg_class where relnamespace = 'public'::regnamespace
    and relkind in ('r', 'p', 'v', 'm', 'f') $$,
  'Coverage: The permission tests list every table and view in the schema public.');
select * from finish();
rollback;
