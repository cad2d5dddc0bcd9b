-- Support for the tests of this folder: the 28 callers, the oracle, and the runner that compares the oracle with the
-- database. The oracle restates the access rules briefly and calls no function of the product.
begin;

-- Creates 28 callers. 24 of them combine the three levels with the rights Read, Edit and Delete. The others are an
-- anonymous caller, a user without a profile, a disabled user, and a demoted user. The last one had all three rights as
-- a Central user, and is now Provincial with only the Read right.
create function tests.create_callers(routes text[] default '{}') returns void language sql as $$
  select tests.create_user(concat_ws(' ', l.level, 'with',
    coalesce(nullif(array_to_string(r.rights, '+'), ''), 'nothing')),
    l.level, r.rights, l.place, routes)
  from (values ('Central', 'central office'), ('Regional', 'regional office'), ('Provincial', 'own')) l (level, place),
    (select array_remove(array[case when n & 1 > 0 then 'Read' end, case when n & 2 > 0 then 'Edit' end,
      case when n & 4 > 0 then 'Delete' end], null) as rights
      from generate_series(0, 7) n) r;
  select tests.create_anonymous('anonymous');
  select tests.create_user('no profile', null);
  select tests.create_user('disabled', 'Central', '{Read,Edit,Delete}', 'central office', routes);
  select tests.disable('disabled');
  select tests.create_user('demoted', 'Central', '{Read,Edit,Delete}', 'own', routes);
  select tests.change_role('demoted', 'Provincial', '{Read}');
  -- Adds false claims to the tokens. The database must ignore every claim except the user's id.
  update tests.callers set claims = claims || jsonb_build_object(
    'app_metadata',
      jsonb_build_object('level', 'Central', 'rights', array['Read', 'Edit', 'Delete'], 'status', 'Central'),
    'user_metadata',
      jsonb_build_object('level', 'Central', 'region_name', null, 'routes', array['users', 'dropdowns']));
$$;

-- Scope (spec section 6): a Central user works in all offices, a Regional user in the offices of the region, a
-- Provincial user in the office of the province, and any other caller in no office.
create function tests.in_scope(level text, place text) returns boolean language sql immutable as $$
  select case level
    when 'Central' then true
    when 'Regional' then place in ('own', 'same region', 'regional office')
    when 'Provincial' then place = 'own'
    else false
  end
$$;

-- Rights (spec section 6): Edit allows changing rows, Delete allows deleting rows, and either allows adding rows.
-- Approve is separate. The verb 'change' is any update of a stored row, also of its stage.
create function tests.has_right(rights text[], verb text) returns boolean language sql immutable as $$
  select case verb
    when 'select' then true
    when 'insert' then 'Edit' = any (rights) or 'Delete' = any (rights)
    when 'update' then 'Edit' = any (rights)
    when 'approve' then 'Approve' = any (rights)
    when 'change' then rights && '{Edit,Approve}'
    when 'delete' then 'Delete' = any (rights)
  end
$$;

-- Returns the expected result of an allowed or refused statement. A refused select, update or delete finds no row. A
-- caller who is not signed in has no privileges on any table.
create function tests.outcome(kind text, verb text, allowed boolean) returns text language sql immutable as $$
  select case
    when kind = 'anonymous' then '42501'
    when allowed then 'done'
    when verb = 'insert' then '42501'
    else 'none'
  end
$$;

create function tests.expected(c tests.callers, verb text, place text, is_open boolean) returns text language sql as $$
  select tests.outcome(c.kind, verb, tests.in_scope(c.level, place) and tests.has_right(c.rights, verb)
    and (verb = 'select' or c.level = 'Central' or is_open))
$$;

-- Returns the expected result for a row of tests.rows. Users below Central can't change or delete an approved row.
-- Inserting an approved row needs the Approve own right. A user with Approve but without Edit can update only the row's
-- stage.
create function tests.expected(c tests.callers, verb text, r tests.rows, is_open boolean) returns text language sql
  as $$
  select case
    when r.approved and c.level <> 'Central' and verb in ('update', 'delete')
      and tests.expected(c, case verb when 'update' then 'change' else verb end, r.place, is_open) = 'done'
      then case verb when 'update' then 'AG001' else 'none' end
    when r.approved and verb = 'insert' and not coalesce(c.rights @> '{Approve,Approve own}', false) then '42501'
    when verb = 'update' and not tests.has_right(c.rights, 'update')
      and tests.expected(c, 'change', r.place, is_open) = 'done' then 'AG009'
    else tests.expected(c, verb, r.place, is_open)
  end
$$;

create function tests.statement(verb text, r tests.rows) returns text language sql immutable as $$
  select case verb
    when 'select' then format('select from public.%I where id = %s', r.table_name, r.id)
    when 'insert' then r.insert_statement
    when 'update' then format('update public.%I set remarks = %L where id = %s', r.table_name, 'changed', r.id)
    when 'delete' then format('delete from public.%I where id = %s', r.table_name, r.id)
  end
$$;

-- Opens the named reporting window, or only the other window if `is_open` is false. So the tests detect a policy that
-- checks the wrong window.
create function tests.set_window_of(window_name text, is_open boolean) returns void language sql as $$
  select tests.set_windows(case when (window_name = 'target') = is_open then 'target' else 'accomplishment' end)
$$;

create table tests.results (
  part text,
  table_name text,
  caller text,
  verb text,
  cell text,
  expected text,
  actual text
);
create index on tests.results (part, table_name, caller, verb);

-- Tries every verb on every row as every caller, with the row's reporting window open and closed.
create function tests.run_matrix(part text, only_table text default null, only_callers text[] default null,
  only_verbs text[] default '{select,insert,update,delete}',
  only_places text[] default null) returns bigint language plpgsql as $$
declare
  kind_of_window text;
  is_open boolean;
  checks bigint := 0;
  added bigint;
begin
  foreach kind_of_window in array array['target', 'accomplishment'] loop
    continue when not exists (
      select from tests.rows r where r.window_name = kind_of_window
        and (only_table is null or r.table_name = only_table));
    foreach is_open in array array[true, false] loop
      perform tests.set_window_of(kind_of_window, is_open);
      insert into tests.results
      select part, r.table_name, c.caller, v.verb,
        concat_ws(', ', r.place, r.status, case when is_open then 'open' else 'closed' end),
        tests.expected(c, v.verb, r, is_open), tests.attempt(c.caller, tests.statement(v.verb, r))
      from tests.rows r, tests.callers c, unnest(only_verbs) v (verb)
      where r.window_name = kind_of_window
        and (only_table is null or r.table_name = only_table)
        and (only_callers is null or c.caller = any (only_callers))
        and (only_places is null or r.place = any (only_places));
      get diagnostics added = row_count;
      checks := checks + added;
    end loop;
  end loop;
  return checks;
end
$$;

-- Tries statements without a WHERE clause. They read no column, so no select policy applies, and only the policy for
-- update or delete protects the rows. Lists the results that differ from the oracle. The table may contain only the
-- rows of tests.rows.
create function tests.blind_disagreements(target text, wanted_verb text, c tests.callers, out checks integer,
  out disagreements text) language plpgsql as $$
declare
  try record;
  stage_only boolean;
  reached bigint;
  wanted text;
  got text;
begin
  checks := 0;
  disagreements := '';
  for try in
    select w.open_window, s.name, s.statement
    from (values ('target'), ('accomplishment')) w (open_window), (values
      ('update', 'every row', 'update public.%I set remarks = ''changed'''),
      ('update', 'every row, to another region',
        'update public.%I set region_name = ''Test Region B'', province_name = ''Test Province B1'''),
      ('delete', 'every row', 'delete from public.%I')
    ) s (verb, name, statement)
    where s.verb = wanted_verb
  loop
    perform tests.set_windows(try.open_window);
    select count(*) into reached from tests.rows r
    where r.table_name = target and tests.expected(c, wanted_verb, r, r.window_name = try.open_window) = 'done';
    -- The policy lets a user with Approve but without Edit update the rows. A trigger then refuses a change of any
    -- field except the stage.
    stage_only := wanted_verb = 'update' and exists (
      select from tests.rows r
      where r.table_name = target and tests.expected(c, wanted_verb, r, r.window_name = try.open_window) = 'AG009');
    wanted := case
      when c.kind = 'anonymous' then '42501'
      when stage_only and try.name like '%to another region' and c.level <> 'Central' then '42501'
      when stage_only then 'AG009'
      when reached = 0 then 'none'
      when try.name like '%to another region' and c.level <> 'Central' then '42501'
      when reached = 1 then 'done'
      else reached || ' rows'
    end;
    got := tests.attempt(c.caller, format(try.statement, target));
    checks := checks + 1;
    if got is distinct from wanted then
      disagreements := concat_ws('; ', nullif(disagreements, ''),
        format('%s, %s window open: %s instead of %s', try.name, try.open_window, got, wanted));
    end if;
  end loop;
end
$$;

-- Lists, as text, the results of one table, caller and verb that differ from the oracle. Returns '' if all results
-- agree.
create function tests.disagreements(wanted_part text, wanted_table text, wanted_caller text,
  wanted_verb text) returns text language sql as $$
  select coalesce(string_agg(format('%s: %s instead of %s', cell, actual, expected), '; ' order by cell), '')
  from tests.results
  where part = wanted_part and table_name = wanted_table and caller = wanted_caller and verb = wanted_verb
    and actual is distinct from expected
$$;

commit;

begin;
select plan(2);
select tests.create_callers();
select is(count(*), 28::bigint, 'The permission tests run as 28 callers.') from tests.callers;
select is(count(distinct (level, rights)) filter (where kind = 'active'), 24::bigint,
  'The active callers of the permission tests have three levels, each with eight combinations of rights.')
  from tests.callers;
select * from finish();
rollback;
