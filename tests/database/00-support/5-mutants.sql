-- Support for the tests of this folder: mutants, which are policies with one condition removed or replaced. Under each
-- mutant, a small part of the permission matrix must fail. Each mutant is rolled back.
begin;

-- Returns the offices to which the caller can write, like private.offices_to_write, but ignores the condition `dropped`
-- ('nothing': ignores none). Supports only nationwide schedules and schedules of a single office.
create function tests.offices_without(dropped text, verb text, window_name text) returns text[]
  language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(o.office), '{}')
  from tests.callers c, public.offices o
  join tests.places p on p.region_name is not distinct from o.region_name and p.province_name is not distinct
    from o.province_name
  where c.user_id = auth.uid() and c.level is not null
    and (dropped = 'scope' or tests.in_scope(c.level, p.place))
    and (dropped = 'right' or tests.has_right(c.rights, verb))
    and (dropped = 'window' or verb = 'select' or c.level = 'Central' or exists (
      select from public.report_schedules s
      where s.form = window_name and coalesce(s.province_name, p.province_name, '') = coalesce(p.province_name, '')))
$$;

-- Lists every mutant of a record table's policies for signed-in callers. `ddl` applies the mutation. `noticed` is false
-- for a control, a mutation that keeps the policy's meaning: under a control, the tests must pass.
create function tests.mutants_of(target text) returns table (policy text, mutation text, ddl text,
  noticed boolean) language sql as $$
  with expression as (
    select p.policyname::text as policy, e.clause, e.expression, p.cmd
    from pg_policies p
    cross join lateral (values ('using', p.qual), ('with check', p.with_check)) e (clause, expression)
    where p.schemaname = 'public' and p.tablename = target and e.expression is not null and p.roles = '{authenticated}'
  ),
  changed as (
    select e.*, 'without ' || dropped as mutation, dropped <> 'nothing' as noticed,
      regexp_replace(
        replace(e.expression, 'private.offices_to_read()',
          format('tests.offices_without(%L, ''select'', '''')', dropped)),
        'private\.offices_to_write\(''(\w+)''::text, ''(\w+)''::text\)',
          format('tests.offices_without(%L, ''\1'', ''\2'')', dropped), 'g') as mutated
    from expression e, unnest(array['nothing', 'scope', 'window', 'right']) dropped
    union all
    select e.*, 'of the other window', true,
      replace(replace(replace(e.expression, '''target''', '''?'''), '''accomplishment''', '''target'''), '''?''',
        '''accomplishment''') from expression e
    union all
    select e.*, 'with the right for another verb', true,
      regexp_replace(e.expression,
        'offices_to_write\(''\w+''',
        case e.cmd when 'UPDATE' then 'offices_to_write(''delete''' else 'offices_to_write(''update''' end, 'g')
    from expression e
    union all
    select e.*, 'without the approval freeze', true,
      replace(e.expression, '(process_stage IS DISTINCT FROM ''Approved''::text)', 'true') from expression e
    union all
    select e.*, 'freezing Central too', true,
      replace(e.expression, '(( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL)', 'false')
      from expression e
    union all
    select e.*, 'entering nothing as approved', true,
      replace(e.expression, '( SELECT private.caller_can_approve_own() AS caller_can_approve_own)', 'false')
        from expression e
    union all
    select e.*, 'entering as approved with Approve alone', true,
      replace(e.expression, 'private.caller_can_approve_own()', 'private.caller_has_right(''Approve''::text)')
        from expression e
    union all
    select e.*, 'with Edit alone', true,
      replace(e.expression, '''change''', '''update''') from expression e where e.clause = 'using'
    union all
    select e.*, 'letting everyone', true, 'true' from expression e
    union all
    select e.*, 'letting no one', true, 'false' from expression e
  )
  select c.policy, c.clause || ' ' || c.mutation,
    format('alter policy %I on public.%I %s (%s)', c.policy, target, c.clause, c.mutated), c.noticed
  from changed c
  where c.mutated <> c.expression
    -- Leaves out two mutations that would change nothing: select policies check neither the reporting window nor the
    -- right.
    and not (c.cmd = 'SELECT' and c.mutation in ('without window', 'without right'))
    -- Leaves out mutants of the right in WITH CHECK conditions of update policies, because the USING condition also
    -- checks this right.
    and not (c.cmd = 'UPDATE' and c.clause = 'with check'
      and c.mutation in ('without right', 'with the right for another verb'))
  union all
  select p.policyname, 'dropped', format('drop policy %I on public.%I', p.policyname, target), true
  from pg_policies p where p.schemaname = 'public' and p.tablename = target and p.roles = '{authenticated}'
  union all
  select 'all', 'row-level security off', format('alter table public.%I disable row level security', target), true
$$;

-- Runs a small part of the permission matrix for a table and a verb. Returns the first result that differs from the
-- oracle; null if none. The table may contain only the rows of tests.rows.
create function tests.first_disagreement(target text, wanted_verb text) returns text language plpgsql as $$
declare
  r tests.rows;
  c tests.callers;
  is_open boolean;
  wanted text;
  got text;
begin
  foreach is_open in array array[true, false] loop
    for r in select * from tests.rows t where t.table_name = target
      and t.place in ('own', 'same region', 'other region') order by t.status, t.place loop
      perform tests.set_window_of(r.window_name, is_open);
      for c in select * from tests.callers loop
        wanted := tests.expected(c, wanted_verb, r, is_open);
        got := tests.attempt(c.caller, tests.statement(wanted_verb, r));
        if got is distinct from wanted then
          return format('%s, %s, %s: %s instead of %s', c.caller, r.place,
            case when is_open then 'open' else 'closed' end, got, wanted);
        end if;
      end loop;
    end loop;
  end loop;
  if wanted_verb in ('update', 'delete') then
    for c in select * from tests.callers loop
      got := (tests.blind_disagreements(target, wanted_verb, c)).disagreements;
      if got <> '' then
        return format('%s, without condition: %s', c.caller, got);
      end if;
    end loop;
  end if;
  if wanted_verb = 'update' then
    -- Tries to move a row from an office whose reporting window is open to an office whose reporting window is closed.
    for r in select * from tests.rows t where t.table_name = target and t.place = 'own' loop
      perform tests.set_windows(''),
        tests.add_schedule(r.window_name, tests.today(), tests.today() + 1, 'Test Region A', 'Test Province A1');
      got := tests.attempt('Regional with Read+Edit+Delete',
        format('update public.%I set province_name = ''Test Province A2'' where id = %s', target, r.id));
      if got <> '42501' then
        return 'moved into an office whose window is closed: ' || got;
      end if;
    end loop;
  end if;
  return null;
end
$$;

-- Applies a mutation, runs a small part of the permission matrix, and rolls the mutation back. Returns the first result
-- that differs from the oracle; null if none.
create function tests.try_mutant(target text, wanted_verb text, ddl text) returns text language plpgsql as $$
begin
  if wanted_verb in ('insert', 'delete') then
    perform tests.put_rows(target, 'own', approved => true);
  end if;
  execute ddl;
  raise exception using errcode = 'MUTAN', message = coalesce(tests.first_disagreement(target, wanted_verb), '');
exception
  when sqlstate 'MUTAN' then return nullif(sqlerrm, '');
end
$$;

create table tests.trials (
  table_name text,
  policy text,
  mutation text,
  noticed boolean,
  caught text
);

-- Tries all mutants of a table and stores the results in tests.trials.
create function tests.try_mutants(target text) returns void language plpgsql as $$
begin
  perform tests.empty_tables();
  perform tests.put_rows(target);
  insert into tests.trials
  select target, m.policy, m.mutation, m.noticed,
    tests.try_mutant(target, case m.policy when 'all' then 'select' else split_part(m.policy, '_', 1) end, m.ddl)
  from tests.mutants_of(target) m;
end
$$;

commit;

begin;
select plan(1);
select isnt_empty($$ select m.* from private.record_tables t, tests.mutants_of(t.table_name) m $$,
  'tests.mutants_of returns mutants (policies with a deliberate error) for the record tables.');
select * from finish();
rollback;
