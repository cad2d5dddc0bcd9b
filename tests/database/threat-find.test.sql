-- Threat: through the search by name, a user reads rows of another office or a person's birthday. Each search that must
-- find nothing is tested next to one that must find rows in the expected order.
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

-- Returns the names of the found records, best match first. After a match in another column, the name of that column
-- follows in brackets.
create function pg_temp.found(caller text, query text, most integer default 10) returns text language sql as $$
  select tests.answer(caller,
    format('select coalesce(string_agg(name || coalesce('' ['' || hit_column || '']'', ''''), ''; ''), ''nothing'')
    from private.find_records(%L, %s)', query, most))
$$;

select is(pg_temp.found('encoder', 'dela cruz'),
  'Dela Cruz; Dela Cruz, Juan; Juan Dela Cruz; Peña-Dela, Cruzita; Madelada Sacruza; Zita Lim [remarks]',
  'The global search puts exact matches of the name first.');
select is(pg_temp.found('encoder', q), 'Niyog O''Brien Coop', format('The global search for "%s" finds the ARBO.', q))
from unnest('{niyog,o''brien,obr nothing,coop niy,find-007,FIND 007,007}'::text[]) q where q <> 'obr nothing';
select is(pg_temp.found('encoder', 'farm bus'), 'Farm Business School',
  'The global search finds a training by parts of its title.');
select is(pg_temp.found('encoder', 'haul'), 'Hauling truck',
  'The global search finds a machine by a part of its title.');
select is(pg_temp.found('encoder', 'fme-find'), 'Hauling truck',
  'The global search finds a machine by a part of its identifier.');
select is(pg_temp.found('encoder', 'pena'), 'Peña-Dela, Cruzita', 'The global search for "pena" finds the name Peña.');
select is(pg_temp.found('encoder', 'dela cruz', 4), 'Dela Cruz; Dela Cruz, Juan; Juan Dela Cruz; Peña-Dela, Cruzita',
  'If a user asks for four results, the global search returns the four best matches, best first.');
select is(pg_temp.found('encoder', q), 'nothing', format('The global search for "%s" finds no record.', q))
  from unnest('{"",a,%,__,"''","% %"}'::text[]) q;

select is(pg_temp.found('encoder', 'dela cruz far'), 'nothing',
  'A Provincial user does not find a person of another region with the global search.');
select is(pg_temp.found('region', 'dela cruz far'), 'nothing',
  'A Regional user does not find a person of another region with the global search.');
select is(pg_temp.found('elsewhere', 'dela cruz'), 'Dela Cruz Far',
  'With the global search, a Provincial user finds only persons of their own office.');
select is(pg_temp.found('region', 'zita lim'), 'Zita Lim',
  'A Regional user finds persons of the region''s provinces with the global search.');
select is(pg_temp.found('centre', 'dela cruz far'), 'Dela Cruz Far',
  'With the global search, a Central user finds persons of every office.');
select is(pg_temp.found('no profile', 'dela cruz'), 'nothing',
  'With the global search, a caller without a profile finds no records.');
select is(tests.answer('encoder',
  'select coalesce(sum(cardinality(ids)), 0) from private.find_candidate_ids(''dela cruz far'', 10)'), '0',
  'If only a row of another office matches a search, find_candidate_ids returns no ids.');

select is(pg_temp.found(caller, q), 'nothing',
  format('The user "%s" finds no person by the birthday %s.', caller, q))
  from unnest('{encoder,cleared,centre}'::text[]) caller, unnest('{1971-12-13,12-13-1971}'::text[]) q;
select is(
  tests.answer('cleared',
    'select count(*) from private.find_records(''zita'', 10) f
    where f.about ?| (select array_agg(column_name)
    from (values (''birthday''), (''is_pwd''), (''is_ip''), (''age_base_group'')) s (column_name))'),
  '0', 'A global search result contains no sensitive column of a person.');

select set_eq('select table_name::text from private.findable_tables',
  '{arbo_masterlist,arbo_trainings,fme_inventory_table,participants}'::text[],
  'The global search covers exactly the ARBOs, trainings, machines and participants.');

select * from finish();
rollback;
