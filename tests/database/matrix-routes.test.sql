-- Tests all 32 combinations of the five route permissions (spec sections 2 and 6): the functions that a Central and a
-- Regional user can use, and the routes that the page header shows to them.
begin;
select plan(65);

select tests.create_user('keeper', 'Central', '{Edit}', 'central office', '{users}');
select tests.create_user('chief', 'Central', '{Read,Edit,Delete}', 'central office'),
  tests.create_user('regional chief', 'Regional', '{Read,Edit,Delete}', 'regional office');
select tests.create_user('member', 'Provincial', '{}');
select tests.set_windows('target');
select tests.put_rows(only_place => 'own');

-- Features of the product with the route permission that they require. `central_only`: true if the feature also
-- requires the Central level. `sees` returns true if the caller has access. `does` succeeds if the caller has access.
create temporary table features (feature text, route text, central_only boolean, sees text, does text) on commit drop;
insert into features values
  ('the users of the scope', 'users', false, 'select exists (select from public.users where name = ''member'')',
    null),
  ('the role entries of others', 'users', false,
    'select exists (select from public.uac where ''role of member'' = any (rolename))', null),
  ('changing a user', 'users', false, null,
    format('select private.change_profile(%L, ''{"position": "Clerk"}'')',
    (select user_id from tests.callers where caller = 'member'))),
  ('changing a role', 'users', true, null,
    'update public.uac set roletype = ''Changed'' where ''role of member'' = any (rolename)'),
  ('a window of the region', 'users', false, null,
    format('insert into public.report_schedules (form, start_date, end_date, region_name)
    values (''accomplishment'', %L, %L, ''Test Region A'')', tests.today(), tests.today() + 1)),
  ('a window of the country', 'users', true, null,
    format('insert into public.report_schedules (form, start_date, end_date) values (''accomplishment'', %L, %L)',
    tests.today(), tests.today() + 1)),
  ('the user log', 'users', false, null, 'select private.read_log(''{}'', null, null, null, false, 1, 0, 1)'),
  ('comparing accounts', 'users', true, null, 'select count(*) from private.account_drift()'),
  ('previewing as another user', 'users', false, null,
    format('select private.begin_preview(%L)', (select user_id from tests.callers where caller = 'member'))),
  ('the dropdown lists', 'dropdowns', false, null,
    'insert into public.dropdown_values (list, type) values (''fund-source'', ''Test source'')'),
  ('the projects', 'dropdowns', false, null,
    'insert into public.project_list (psp_category, subpsp_name) values (''Test'', ''Test'')'),
  ('counting a value', 'dropdowns', false, null, 'select count(*) from private.count_value_usage(null)');

create temporary table combinations on commit drop as
select n,
  array_remove(array[case when n & 1 > 0 then 'dashboard' end, case when n & 2 > 0 then 'forms' end,
  case when n & 4 > 0 then 'report' end,
  case when n & 8 > 0 then 'users' end, case when n & 16 > 0 then 'dropdowns' end], null) as routes
from generate_series(0, 31) n;

create function pg_temp.wrong_features(person text, level text, given text[]) returns text language plpgsql as $$
declare
  wrong text;
begin
  update public.uac r set route = given from public.users u where u.name = person and r.id = u.uac_id;
  select string_agg(d.feature, ', ' order by d.feature) into wrong
  from features d
  where case when d.sees is not null then tests.answer(person, d.sees) = 'true'
    else tests.attempt(person, d.does) = 'done' end
    is distinct from (d.route = any (given) and (level = 'Central' or not d.central_only));
  return concat_ws('; ', wrong,
    case when tests.answer(person, 'select private.current_access() ->> ''routes''')::jsonb is distinct
    from to_jsonb(given) then 'the routes in the page header' end);
end
$$;

select is(pg_temp.wrong_features('chief', 'Central', c.routes), '',
  format('A Central user can use exactly the functions that these route permissions open: %s',
  coalesce(nullif(array_to_string(c.routes, ', '), ''), 'no route')))
from combinations c order by c.n;
select is(pg_temp.wrong_features('regional chief', 'Regional', c.routes), '',
  format('A Regional user can use exactly the functions that these route permissions open: %s',
  coalesce(nullif(array_to_string(c.routes, ', '), ''), 'no route')))
from combinations c order by c.n;
select is(count(*), 32::bigint,
  'Coverage: The test of route permissions tries all 32 combinations of the five permissions.') from combinations;

select * from finish();
rollback;
