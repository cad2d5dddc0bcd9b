-- Threat: reading another office, or somebody's birthday, through finding by name. Beside every refusal stands what the
-- function is there to find, in its order.
begin;
select plan(33);

select tests.empty_tables();
select tests.make_offices();
select tests.create_user('encoder', 'Provincial', '{Read,Edit}'),
  tests.create_user('cleared', 'Provincial', '{Read,Edit,Sensitive}'),
  tests.create_user('region', 'Regional', '{Read}', 'regional office'),
    tests.create_user('elsewhere', 'Provincial', '{Read,Edit}', 'other region'),
  tests.create_user('centre', 'Central', '{Read,Sensitive}'), tests.create_user('no profile', null);
select tests.put_sample('participants', 'own', jsonb_build_object('participant_name', n))
from unnest('{Abad Ana,Juan Dela Cruz,Dela Cruz,"Dela Cruz, Juan","Peña-Dela, Cruzita",Madelada Sacruza}'::text[]) n;
select tests.put_sample('participants', 'other region',
  '{"participant_name": "Dela Cruz Far", "birthday": "1990-01-01"}'),
  tests.put_sample('participants', 'own',
    '{"participant_name": "Zita Lim", "birthday": "1971-12-13", "remarks": "Knows Dela Cruz"}'),
  tests.put_sample('arbo_masterlist', 'own', '{"arbo_name": "Niyog O''Brien Coop", "arbo_id": "FIND-007"}'),
  tests.put_sample('arbo_trainings', 'own', '{"training_title": "Farm Business School", "training_id": "TRN-FIND-1"}'),
  tests.put_sample('fme_inventory_table', 'own', '{"prj_title": "Hauling truck", "fme_inventory_id": "FME-FIND-1"}');

-- What is found, best first; where it is found beside the name, in brackets.
create function pg_temp.found(caller text, query text, most integer default 10) returns text language sql as $$
  select tests.answer(caller,
    format('select coalesce(string_agg(name || coalesce('' ['' || hit_column || '']'', ''''), ''; ''), ''nothing'')
    from private.find_records(%L, %s)', query, most))
$$;

select is(pg_temp.found('encoder', 'dela cruz'),
  'Dela Cruz; Dela Cruz, Juan; Juan Dela Cruz; Peña-Dela, Cruzita; Madelada Sacruza; Zita Lim [remarks]',
  'exactly, beginning, words, beginnings of words, within, and at last elsewhere, which is marked');
select is(pg_temp.found('encoder', q), 'Niyog O''Brien Coop', 'an organization is found by ' || q)
from unnest('{niyog,o''brien,obr nothing,coop niy,find-007,FIND 007,007}'::text[]) q where q <> 'obr nothing';
select is(pg_temp.found('encoder', 'farm bus'), 'Farm Business School', 'a training by parts of its title');
select is(pg_temp.found('encoder', 'haul'), 'Hauling truck', 'a machine by what it is');
select is(pg_temp.found('encoder', 'fme-find'), 'Hauling truck', 'and by its number');
select is(pg_temp.found('encoder', 'pena'), 'Peña-Dela, Cruzita', 'accents do not matter');
select is(pg_temp.found('encoder', 'dela cruz', 4), 'Dela Cruz; Dela Cruz, Juan; Juan Dela Cruz; Peña-Dela, Cruzita',
  'as many as were asked for, and the best of them');
select is(pg_temp.found('encoder', q), 'nothing', format('nothing is found by "%s"', q))
  from unnest('{"",a,%,__,"''","% %"}'::text[]) q;

-- The scope.
select is(pg_temp.found('encoder', 'dela cruz far'), 'nothing', 'somebody of another office is not found');
select is(pg_temp.found('region', 'dela cruz far'), 'nothing', 'nor is somebody of another region');
select is(pg_temp.found('elsewhere', 'dela cruz'), 'Dela Cruz Far', 'who is found by their own office, alone');
select is(pg_temp.found('region', 'zita lim'), 'Zita Lim', 'a region finds those of its provinces');
select is(pg_temp.found('centre', 'dela cruz far'), 'Dela Cruz Far', 'the central office finds everybody');
select is(pg_temp.found('no profile', 'dela cruz'), 'nothing', 'nobody without a profile finds anything');
select is(tests.answer('encoder',
  'select coalesce(sum(cardinality(ids)), 0) from private.find_ids(''dela cruz far'', 10)'), '0',
  'the ids of another office are not told either');

-- Sensitive columns.
select is(pg_temp.found(caller, q), 'nothing', format('%s finds nobody by the birthday %s', caller, q))
  from unnest('{encoder,cleared,centre}'::text[]) caller, unnest('{1971-12-13,12-13-1971}'::text[]) q;
select is(
  tests.answer('cleared',
    'select count(*) from private.find_records(''zita'', 10) f
    where f.about ?| (select array_agg(column_name)
    from (values (''birthday''), (''is_pwd''), (''is_ip''), (''age_base_group'')) s (column_name))'),
  '0', 'and what is told about people holds no sensitive column');

-- Ground.
select set_eq('select table_name::text from private.found_tables',
  '{arbo_masterlist,arbo_trainings,fme_inventory_table,participants}'::text[], 'these tables are found in');

select * from finish();
rollback;
