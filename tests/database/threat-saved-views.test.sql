-- Threat: a user opens, changes or removes a saved view without permission, creates a view in another user's name, or
-- learns sensitive values from a view. The tests must fail when a single condition of the policies and functions is
-- removed.
begin;
select plan(109);

grant central_reader, provincial_reader to postgres;
select tests.create_user(p.caller, p.level, p.rights::text[], p.place, p.routes::text[])
from (values
  ('officer', 'Provincial', '{Read}', 'own', '{forms}'),
  ('colleague', 'Provincial', '{Read,Edit}', 'own', '{users}'),
  ('neighbour', 'Provincial', '{Read,Edit}', 'same region', '{forms}'),
  ('stranger', 'Provincial', '{Read,Edit}', 'other region', '{forms}'),
  ('region', 'Regional', '{Read,Edit,Delete}', 'regional office', '{users}'),
  -- The office of a Regional user is the region, even if the user's profile also names a province.
  ('guest of the province', 'Regional', '{Read}', 'own', '{forms}'),
  ('central', 'Central', '{Read,Edit,Delete}', 'central office', '{forms}'),
  ('reading chief', 'Central', '{Read}', 'central office', '{users}'),
  ('chief', 'Central', '{Read,Edit}', 'central office', '{users}'),
  ('second chief', 'Central', '{Read,Edit}', 'central office', '{users}'),
  ('disabled', 'Central', '{Read,Edit}', 'central office', '{users}')
) p (caller, level, rights, place, routes);
select tests.create_user('no profile', null);
select tests.create_anonymous('anonymous');

-- The access rules of saved views, restated without calling functions of the product.
create function pg_temp.office_of(c tests.callers) returns text language sql as $$
  select concat(case when c.level <> 'Central' then p.region_name end, ' / ',
    case when c.level = 'Provincial' then p.province_name end)
  from tests.places p where p.place = c.place
$$;
create function pg_temp.is_chief(c tests.callers) returns boolean language sql as $$
  select coalesce(c.level = 'Central' and 'users' = any (c.routes) and 'Edit' = any (c.rights), false)
$$;
create table pg_temp.views (id bigint, maker text, shared_with text, office text);
create function pg_temp.sees(c tests.callers, v views) returns boolean language sql as $$
  select c.level is not null
    and coalesce(v.maker = c.caller or v.shared_with = 'everyone' or v.shared_with = 'office'
    and v.office = pg_temp.office_of(c), false)
$$;
create function pg_temp.may_change(c tests.callers, v views) returns boolean language sql as $$
  select c.level is not null and case v.shared_with when 'everyone' then pg_temp.is_chief(c) else v.maker = c.caller end
$$;
create function pg_temp.inserting(wanted_name text, shared_with text, view text default '{"columns": null}',
  screen text default 'Form_10') returns text language sql as $$
  select format('insert into public.saved_views (screen, name, shared_with, view) values (%L, %L, %L, %L)', screen,
    wanted_name, shared_with,
    case when view like '{%' then ('{"columns": null}'::jsonb || view::jsonb)::text else view end)
$$;

-- As each user, creates every kind of view that the user may create: private, shared with the office, and shared with
-- everyone.
do $$
declare
  one record;
begin
  for one in
    select c.caller, s.shared_with, c as who
    from tests.callers c, (values ('me'), ('office'), ('everyone')) s (shared_with)
    where c.level is not null and (s.shared_with <> 'everyone' or pg_temp.is_chief(c))
  loop
    perform tests.perform_as(one.caller,
      pg_temp.inserting(concat_ws(' ', one.caller, one.shared_with), one.shared_with));
    insert into pg_temp.views
    select max(v.id), one.caller, one.shared_with,
      case one.shared_with when 'office' then pg_temp.office_of(one.who) end from public.saved_views v;
  end loop;
end
$$;
select tests.disable('disabled');
select results_eq('select v.id, c.caller, v.shared_with,
  v.office from public.saved_views v left join tests.callers c using (user_id) order by 1', 'select * from views
  order by 1',
  'A saved view stores its author and, if the author shares the view with their office, this office.');

-- Tries every action as every user on every view. Lists the results that differ from the rules.
create view pg_temp.disagreements as
  select concat_ws(', ', t.caller, t.act, t.maker, t.shared_with, t.got || ' instead of ' || t.wanted) as disagreement
  from (
    select c.caller, a.act, v.maker, v.shared_with, tests.attempt(c.caller, format(a.statement, v.id)) as got,
      case
        when c.kind = 'anonymous' then '42501'
        when not case a.act when 'see' then pg_temp.sees(c, v) else pg_temp.may_change(c, v) end then 'none'
        when a.act = 'give everyone' and not pg_temp.is_chief(c) then '42501'
        when a.act in ('take', 'give the office') and v.maker <> c.caller then '42501'
        else 'done'
      end as wanted
    from tests.callers c, views v, (values
      ('see', 'select from public.saved_views where id = %s'),
      ('change', 'update public.saved_views set view = ''{"columns": []}'' where id = %s'),
      ('give everyone', 'update public.saved_views set shared_with = ''everyone'' where id = %s'),
      ('give the office',
        'update public.saved_views set shared_with = ''office'', name = name || '' given'' where id = %s'),
      ('take', 'update public.saved_views set shared_with = ''me'', name = name || '' taken'' where id = %s'),
      ('remove', 'delete from public.saved_views where id = %s')
    ) a (act, statement)
    union all
    select c.caller, 'add', null, s.shared_with, tests.attempt(c.caller, pg_temp.inserting('another', s.shared_with)),
      case when c.level is null or s.shared_with = 'everyone' and not pg_temp.is_chief(c) then '42501' else 'done' end
    from tests.callers c, (values ('me'), ('office'), ('everyone')) s (shared_with)
    union all
    -- No select policy applies to statements without a WHERE clause, so they test only the policies for update and
    -- delete.
    select c.caller, a.statement, null, null, tests.attempt(c.caller, a.statement), case
      when c.kind = 'anonymous' then '42501'
      else (select case count(*) when 0 then 'none' when 1 then 'done' else count(*) || ' rows' end from views v
        where pg_temp.may_change(c, v)) end
    from tests.callers c,
      (values ('update public.saved_views set view = ''{"columns": null}'''),
      ('delete from public.saved_views')) a (statement)
  ) t where t.got <> t.wanted;
select is((select string_agg(disagreement, '; ') from pg_temp.disagreements), null,
  'Every user can see and change exactly the saved views that the access rules allow.');

-- A user must see the same views in the reading roles as in the role authenticated.
insert into tests.callers (caller, kind, level, rights, routes, place, user_id, claims)
select c.caller || ', as ' || r.reader, c.kind, c.level, c.rights, c.routes, c.place, c.user_id,
  c.claims || jsonb_build_object('role', r.reader)
from tests.callers c, (values ('central_reader'), ('provincial_reader')) r (reader) where c.kind <> 'anonymous';
create function pg_temp.wrong_reads() returns text language sql as $$
  select coalesce(string_agg(concat_ws(', ', c.caller, v.maker, v.shared_with), '; '), '')
  from tests.callers c join tests.callers who on who.user_id = c.user_id and c.caller like who.caller || ', as %',
    views v
  where tests.attempt(c.caller, format('select from public.saved_views where id = %s', v.id)) <> case
    when pg_temp.sees(who, v) then 'done' else 'none' end
$$;
select is(pg_temp.wrong_reads(), '',
  'A user sees the same saved views in each database role (authenticated, central_reader, provincial_reader).');

-- Applies a mutant (a policy or function with one condition replaced), runs a check, and rolls the mutant back. Returns
-- null if the check finds a disagreement, as it must, and 'not noticed' if it finds none.
create function pg_temp.unnoticed(ddl text, check_of text) returns text language plpgsql as $$
declare
  answer text;
begin
  if ddl is null then
    return 'the mutant changes nothing';
  end if;
  execute ddl;
  execute check_of into answer;
  raise exception using errcode = 'MUTAN', message = coalesce(answer, '');
exception
  when sqlstate 'MUTAN' then return case sqlerrm when '' then 'not noticed' end;
end
$$;
create function pg_temp.policy_with(policy text, clause text, part text, instead text) returns text language sql as $$
  select format('alter policy %I on public.saved_views %s (%s)', policy, clause, replace(e.expression, part, instead))
  from pg_policies p, lateral (select case clause when 'using' then p.qual else p.with_check end as expression) e
  where p.tablename = 'saved_views' and p.policyname = policy and strpos(e.expression, part) > 0
$$;
create function pg_temp.function_with(target regprocedure, part text, instead text) returns text language sql as $$
  select replace(f.body, part, instead) from (select pg_get_functiondef(target) as body) f
    where strpos(f.body, part) > 0
$$;
delete from tests.callers where caller like '%, as %_reader';
select is(pg_temp.unnoticed(pg_temp.policy_with(m.policy, m.clause, m.part, m.instead),
  'select disagreement from pg_temp.disagreements limit 1'), null,
  format('The tests detect a mutant of the policy %s (%s) that has "%s" in place of: %s',
  m.policy, m.clause, m.instead, m.part))
from (values
  ('select_own_or_shared', 'using', '(( SELECT private.caller_level() AS caller_level) IS NOT NULL)', 'true'),
  ('select_own_or_shared', 'using', '(user_id = ( SELECT auth.uid() AS uid))', 'false'),
  ('select_own_or_shared', 'using', '(user_id = ( SELECT auth.uid() AS uid))', 'true'),
  ('select_own_or_shared', 'using', '(shared_with = ''everyone''::text)', 'false'),
  ('select_own_or_shared', 'using', '(office = ( SELECT private.caller_office() AS caller_office))', 'false'),
  ('select_own_or_shared', 'using', '(office = ( SELECT private.caller_office() AS caller_office))',
    'office is not null'),
  ('select_own_or_shared', 'using', '(office = ( SELECT private.caller_office() AS caller_office))',
    'office = any ((select private.offices_to_read())::text[])'),
  ('insert_own', 'with check', '(( SELECT private.caller_level() AS caller_level) IS NOT NULL)', 'true'),
  ('insert_own', 'with check', '(shared_with <> ''everyone''::text)', 'true'),
  ('insert_own', 'with check', '( SELECT private.can_administer_common_views() AS can_administer_common_views)',
    '(select private.central_caller_id()) is not null'),
  ('update_own_or_common', 'using', '(( SELECT private.caller_level() AS caller_level) IS NOT NULL)', 'true'),
  ('update_own_or_common', 'using', '(user_id = ( SELECT auth.uid() AS uid))', 'true'),
  ('update_own_or_common', 'using', '( SELECT private.can_administer_common_views() AS can_administer_common_views)',
    '(user_id = (select auth.uid()))'),
  ('update_own_or_common', 'with check',
    '( SELECT private.can_administer_common_views() AS can_administer_common_views)', 'true'),
  ('update_own_or_common', 'with check', '(user_id = ( SELECT auth.uid() AS uid))', 'true'),
  ('delete_own_or_common', 'using', '(( SELECT private.caller_level() AS caller_level) IS NOT NULL)', 'true'),
  ('delete_own_or_common', 'using', '(user_id = ( SELECT auth.uid() AS uid))', 'true'),
  ('delete_own_or_common', 'using', '( SELECT private.can_administer_common_views() AS can_administer_common_views)',
    'true')
) m (policy, clause, part, instead);
select is(pg_temp.unnoticed(pg_temp.function_with(m.target::regprocedure, m.part, m.instead),
  'select disagreement from pg_temp.disagreements limit 1'), null,
  format('The tests detect a mutant of %s that has "%s" in place of: %s', m.target, m.instead, m.part))
from (values
  ('private.caller_office()', 'case when ''province_name'' = any (c.scope) then c.province_name else '''' end',
    'coalesce(c.province_name, '''')'),
  ('private.caller_office()', 'case when ''region_name'' = any (c.scope) then c.region_name else '''' end', '''''')
) m (target, part, instead);

-- Tests the columns that only the database writes.
select is(tests.attempt('chief', format('update public.saved_views set %s', a)), '42501',
  format('A user can''t update a saved view with: set %s', a))
from (values ('user_id = auth.uid()'), ('office = '' / '''), ('screen = ''Form_10''')) w (a);
select is(tests.attempt('chief',
  'insert into public.saved_views (screen, name, view, user_id) select ''Form_10'', ''x'', ''{}'',
  user_id from public.saved_views limit 1'), '42501', 'A user can''t create a saved view in another user''s name.');

-- Tests the limits on the names, the number and the size of saved views.
select is(tests.attempt('officer', pg_temp.inserting('OFFICER me', 'me')), '23505',
  'A user can''t have two private saved views with the same name, regardless of case.');
select is(tests.attempt('officer', pg_temp.inserting('officer me', 'office')), 'done',
  'A user can give a private and a shared saved view the same name.');
select is(tests.attempt('colleague', pg_temp.inserting('officer me', 'me')), 'done',
  'Two users can each have a saved view with the same name.');
create function pg_temp.large_view(filters integer) returns text language sql as $$
  select jsonb_build_object('filters', jsonb_object_agg('f' || n, repeat('x', 500)))::text
    from generate_series(1, filters) n
$$;
select is(tests.attempt('officer', pg_temp.inserting('large', 'me', pg_temp.large_view(33))), 'AG002',
  'The database refuses a saved view that is larger than the limit.');
select is(tests.attempt('officer', pg_temp.inserting('large', 'me', pg_temp.large_view(31))), 'done',
  'The database stores a saved view that is smaller than the limit.');
select tests.perform_as('stranger', pg_temp.inserting('view ' || n, 'me')) from generate_series(1, 98) n;
select is(tests.attempt('stranger', pg_temp.inserting('one more', 'me')), 'AG002',
  'A user who has 100 saved views can''t create one more.');
select is(tests.attempt('officer', pg_temp.inserting('one more', 'me')), 'done',
  'A user can create a saved view even if another user has reached the limit of 100.');

-- A user can't share a view whose filter, sort column or search words could reveal sensitive values.
create function pg_temp.sharing_sensitive() returns text language sql as $$
  select case when t.got <> 'done, AG002, AG002, done' then t.got else '' end
  from (select concat_ws(', ', tests.attempt('officer', pg_temp.inserting('p', 'me', '{"filters": {"is_pwd": "Yes"}}')),
    tests.attempt('officer', pg_temp.inserting('p', 'office', '{"filters": {"is_pwd": "Yes"}}')),
    tests.attempt('chief', pg_temp.inserting('p', 'everyone', '{"filters": {"birthday": "1990-05-05"}}')),
    tests.attempt('officer', pg_temp.inserting('p', 'office', '{"filters": {"sex": "Female"}}'))) as got) t
$$;
select is(tests.attempt('officer',
  pg_temp.inserting('sorted', 'office', '{"sort": [{"field": "birthday", "dir": "asc"}]}')), 'AG002',
  'A user can''t share a saved view that sorts by a sensitive column.');
select is(tests.attempt('officer', pg_temp.inserting('searched', 'office', '{"q": "Cruz"}', 'Participants')), 'AG002',
  'A user can''t share a saved view that contains search words if the list has sensitive fields.');
select is(tests.attempt('officer', pg_temp.inserting('searched', 'office', '{"q": "rice"}')), 'done',
  'A user can share a saved view that contains search words if the list has no sensitive fields.');
-- The database refuses a view that does not have the shape of the API's contract, because other users' browsers read
-- shared views.
select is(tests.attempt('officer', pg_temp.inserting('shape ' || w.view, 'me', w.view)), '23514',
  format('A saved view with content of this shape is refused: %s', w.view))
from (values
  ('[]'), ('"x"'), ('{"nonsense": 1}'), ('{"sort": [null]}'), ('{"sort": [[{"field": "a", "dir": "asc"}]]}'),
    ('{"sort": {"field": "a"}}'),
  ('{"sort": [{"field": "a"}]}'), ('{"columns": [null]}'), ('{"columns": [{"field": 1}]}'), ('{"columns": "all"}'),
  ('{"filters": ["a"]}'), ('{"filters": {"a": null}}'), ('{"filters": {"a": {"b": 1}}}'), ('{"q": 1}'),
    ('{"q": ["a"]}'),
  ('{"density": ["compact"]}'), ('{"tab": "both"}'), ('{"page_size": 0.5}'), ('{"page_size": [5]}'),
    ('{"totals": "yes"}'),
  ('{"filter": []}'), ('{"filter": "a"}'), ('{"filter": {"a b": 1}}'), ('{"filter": {"a": {"like": 1}}}'),
  ('{"filter": {"a": {"lt": [1]}}}'), ('{"filter": {"a": [{"not": 1}]}}'), ('{"filter": {"any": {"a": 1}}}'),
  ('{"filter": {"all": [1]}}'), ('{"filter": {"has": [{"where": {}}]}}'),
  ('{"filter": {"has": [{"record": "x", "q": 1}]}}'), ('{"filter": {"has_no": [{"record": "x", "where": []}]}}'),
  ('{"explore": {}}'), ('{"explore": {"record": "x"}}'), ('{"explore": {"record": 1, "value": {"kind": "count"}}}'),
  ('{"explore": {"record": "x", "value": {"kind": "median"}}}'),
  ('{"explore": {"record": "x", "value": {"kind": "count"}, "rows": "a"}}'),
  ('{"explore": {"record": "x", "value": {"kind": "count"}, "rows": [null]}}'),
  ('{"explore": {"record": "x", "value": {"kind": "count"}, "top": 0}}'),
  ('{"explore": {"record": "x", "value": {"kind": "count"}, "pinned": 1}}'),
  ('{"explore": {"record": "x", "value": {"kind": "count"}, "filter": {"a": {"b": 1}}}}'),
  ('{"explore": {"record": "x", "value": {"kind": "count"}, "other": 1}}')
) w (view);
select is(tests.attempt('officer',
  pg_temp.inserting('whole', 'me',
  '{"density": "compact", "columns": [{"field": "a", "width": 99.5, "hidden": true, "frozen": false}],
  "filters": {"a": "b"}, "sort": [{"field": "a", "dir": "desc"}], "q": "x", "tab": "approved", "review": "returned",
    "check": "incomplete", "page_size": 50, "totals": true, "shown_as": "map",
  "filter": {"a": [1, null], "b": {"gte": 1, "lt": "2", "not": ["x"], "blank": false}, "c": {"between": [1, 2]},
    "any": [{"a": 1}, {"all": [{"b": {"contains": "x"}}]}], "has": [{"record": "x"}],
    "has_no": [{"record": "y", "where": {"a": true}}]}}')),
  'done', 'The database stores a saved list view that sets every property that the API allows.');
-- Tests the maximum depth of a filter, which is the same in the API (mostFilterLevels in filter-levels.ts).
select is(tests.attempt('officer', pg_temp.inserting('levels ' || w.levels, 'me',
  format('{"filter": %s{"a": 1}%s}', repeat('{"all": [', w.levels - 1), repeat(']}', w.levels - 1)))), w.got,
  format('When a user saves a view whose filter has %s nested levels, the view is %s.',
  w.levels, case w.got when 'done' then 'saved' else 'refused' end))
from (values (9, 'done'), (10, '23514')) w (levels, got);
select is(tests.attempt('officer', pg_temp.inserting('question', 'me',
  '{"explore": {"record": "arbo-masterlist", "rows": ["a", "b.quarter"], "columns": ["c"], "value": {"kind": "sum",
    "field": "d"}, "filter": {"a": {"gt": 1}}, "order": "value", "top": 20, "shown_as": "heat_map", "share": "row",
    "pinned": true}}', 'Explore')), 'done',
    'The database stores a saved Explore query that sets every property that the API allows.');
-- The database finds sensitive fields at any depth of a filter and in every part of a saved exploration.
select is(tests.attempt('officer', pg_temp.inserting('hidden ' || md5(w.view), 'office', w.view, 'Explore')), w.got,
  format('Sharing a saved view with this content %s: %s', case w.got when 'done' then 'works' else 'fails' end, w.view))
from (values
  ('{"filter": {"any": [{"sex": "Male"}, {"all": [{"is_pwd": "Yes"}]}]}}', 'AG002'),
  ('{"filter": {"has": [{"record": "participant", "where": {"age": {"gt": 60}}}]}}', 'AG002'),
  ('{"filter": {"has": [{"record": "participant", "where": {"sex": "Male"}}]}}', 'done'),
  ('{"explore": {"record": "participant", "value": {"kind": "count"}, "rows": ["birthday.year"]}}', 'AG002'),
  ('{"explore": {"record": "participant", "value": {"kind": "count"}, "columns": ["is_ip"]}}', 'AG002'),
  ('{"explore": {"record": "participant", "value": {"kind": "average", "field": "age"}}}', 'AG002'),
  ('{"explore": {"record": "participant", "value": {"kind": "count"}, "filter": {"is_ip": "Yes"}}}', 'AG002'),
  ('{"explore": {"record": "participant", "value": {"kind": "count"}, "rows": ["sex"]}}', 'done')
) w (view, got);
select is(pg_temp.sharing_sensitive(), '', 'A user can''t share a saved view that has a filter on a sensitive field.');
select is(pg_temp.unnoticed(pg_temp.function_with('private.prepare_saved_view()', 'new.shared_with <> ''me'' and', m),
  'select pg_temp.sharing_sensitive()'), null,
  format('The tests detect a mutant of prepare_saved_view whose check that a view is shared is replaced by "%s".',
  m)) from (values ('false and'), ('')) m (m);
select tests.perform_as('officer', pg_temp.inserting('personal', 'me', '{"filters": {"is_pwd": "Yes"}, "q": "Cruz"}'));
select is(tests.attempt('officer', 'update public.saved_views set shared_with = ''office'' where name = ''personal'''),
  'AG002', 'If a private saved view has a filter on a sensitive field, the author can''t share the view by an update.');
select tests.perform_as('officer',
  'update public.saved_views set name = ''renamed'',
  view = ''{"columns": null, "filters": {"is_ip": "Yes"}}'' where name = ''personal''');
select tests.perform_as('officer', 'delete from public.saved_views where name = ''renamed''');
select is((select array_agg(l.action order by l.id) from private.user_log l join tests.callers c using (user_id)
  where c.caller = 'officer' and l.form_name = 'saved_views'
  and l.row_id = (select max(row_id) from private.user_log where form_name = 'saved_views')),
  '{Insert,Update,Delete}',
  'The log has an entry when a user creates, changes or removes a saved view.');
select is((select count(*) from private.user_log l where l.form_name = 'saved_views'
  and l.changes::text ~ 'is_pwd|is_ip|Cruz'), 0::bigint, 'The log does not contain the filters of a saved view.');

-- A user who moves to another office keeps their private views. The former office keeps the views that the user shared
-- with it.
update public.users set region_name = 'Test Region B', province_name = 'Test Province B1' where name = 'officer';
select is(tests.answer('colleague', 'select count(*) from public.saved_views where name = ''officer office'''), '1',
  'Users of an author''s former office see the views that the author shared with that office.');
select is(tests.answer('stranger', 'select count(*) from public.saved_views where name = ''officer office'''), '0',
  'Users of an author''s new office don''t see the views that the author shared with the former office.');
select is(tests.answer('officer', 'select count(*) from public.saved_views where name like ''officer %'''), '2',
  'A user who moves to another office still sees all of their own saved views.');
select is(tests.attempt('officer', format('update public.saved_views set %s where name = ''officer office''', w.a)),
  w.got, format('An author who changed offices gets the expected result for this update of a shared view: set %s',
  w.a))
from (values ('view = ''{"columns": []}''', 'AG002'), ('shared_with = ''everyone''', 'AG002'),
  ('shared_with = ''me'', name = ''taken back''', 'done')) w (a, got);
select is(tests.attempt('officer', 'delete from public.saved_views where name = ''officer office'''), 'done',
  'A user who has moved to another office can delete a view that they shared with the former office.');

-- An administrator who removes a user becomes the author of the views that this user shared with everyone.
select tests.create_user('remover', 'Central', '{Read,Edit,Delete}', 'central office', '{users}');
select tests.perform_as('remover', pg_temp.inserting('Common', 'everyone'));
select tests.perform_as('second chief', pg_temp.inserting(n, s))
from (values ('Kept', 'everyone'), ('COMMON', 'everyone'), ('Private', 'me'), ('Of the office', 'office')) v (n, s);
create function pg_temp.id_of(person text) returns uuid language sql as $$
  select user_id from tests.callers where caller = person
$$;
select tests.perform_as('remover',
  format('select private.authorize_account_removal(%L)', pg_temp.id_of('second chief')));
select is((select array_agg(distinct c.caller) from public.saved_views v join tests.callers c using (user_id)
  where v.name in ('Kept', 'Private')), '{second chief}',
  'An administrator''s request to remove a user does not yet delete or move the user''s saved views.');
-- Simulates a view that was shared before one of its fields became sensitive.
alter table public.saved_views disable trigger prepare_saved_view;
update public.saved_views set view = '{"columns": null, "filters": {"is_pwd": "Yes"}}' where name = 'Kept';
alter table public.saved_views enable trigger prepare_saved_view;
select is(tests.try_as_owner(format('delete from auth.users where id = %L', pg_temp.id_of('second chief'))), 'done',
  'A user''s account can be removed even if the user shares a view that, by now, may no longer be shared.');
delete from auth.users where id = pg_temp.id_of('second chief');
select set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true);
select is((select array_agg(c.caller || ' ' || v.shared_with) from public.saved_views v join tests.callers c
  using (user_id) where v.name = 'Kept'), '{remover everyone}',
  'After a user is removed, the views that the user shared with everyone belong to the removing administrator.');
select is((select count(*) from public.saved_views v where v.name = format('COMMON (%s)', v.id)), 1::bigint,
  'If a removed user''s view has the same name as an administrator''s view, its id is added to its new name.');
select is((select count(*) from public.saved_views v where v.name in ('Private', 'Of the office')), 0::bigint,
  'After a user is removed, the user''s views that were not shared with everyone are deleted.');
select is((select l.changes #>> '{user_id,1}' from private.user_log l join public.saved_views v on v.id = l.row_id
  where l.form_name = 'saved_views' and l.changes ? 'user_id' and v.name = 'Kept'), pg_temp.id_of('remover')::text,
  'When a removed user''s shared view gets a new author, the log entry names the new author.');

select * from finish();
rollback;
