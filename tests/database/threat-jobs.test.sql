-- Threat: the file of an export handed to somebody else, or to whoever asked for it after their office, level or rights
-- have become less than when it was made, or after its time; a job of somebody else told, gone on with or seen; an act
-- done by two windows at once. Nobody reaches jobs but through functions, each of whose conditions is dropped once and
-- must be missed.
begin;
select plan(40);

select tests.create_user('one', 'Regional', '{Read,Edit,Delete,Approve,Sensitive}', 'regional office'),
  tests.create_user('other', 'Regional', '{Read,Edit,Delete,Approve,Sensitive}', 'regional office'),
  tests.create_user('chief', 'Central', '{Read,Edit,Delete,Approve,Sensitive}', 'central office', '{users}'),
  tests.create_user('no profile', null), tests.create_anonymous('anonymous');
select tests.set_windows('target', 'accomplishment');
create function pg_temp.job_id(number integer) returns uuid language sql
  as $$ select ('00000000-0000-4000-8000-' || lpad(number::text, 12, '0'))::uuid $$;
create function pg_temp.begins(number integer, of_table text default 'participants',
  ids text default null) returns text language sql as $$
  select format('select private.begin_job(%L, %L, ''Screen'', %L, null, %L, 5, %L, %L)', pg_temp.job_id(number),
    case when ids is null then 'export' else 'act' end, of_table,
    case when ids is null then '{"q": "Cruz", "sort": "id"}' else '{"act": "approve"}' end, ids, ids)
$$;
create function pg_temp.tells(number integer, state text, first integer default 1) returns text language sql as $$
  select format('select private.tell_job(%L, %s, %L, 5, 0, 0, ''[]'', null)', pg_temp.job_id(number), first, state)
$$;
create function pg_temp.keeps(number integer) returns text language sql
  as $$ select format('select private.keep_result(%L)', pg_temp.job_id(number)) $$;
create function pg_temp.fetches(number integer) returns text language sql
  as $$ select format('select private.fetch_result(%L)', pg_temp.job_id(number)) $$;
create function pg_temp.goes_on(number integer) returns text language sql
  as $$ select format('select private.go_on_with_job(%L)', pg_temp.job_id(number)) $$;
create function pg_temp.batch(number integer, batch integer) returns text language sql
  as $$ select format('select private.begin_batch(%L, %s, ''arbo-masterlist'', ''h'')', pg_temp.job_id(number),
  batch) $$;
-- A finished export of somebody's, whose file is stored.
create function pg_temp.make(who text, number integer) returns void language plpgsql as $$
begin
  perform tests.perform_as(who, pg_temp.begins(number)), tests.perform_as(who, pg_temp.keeps(number)),
    tests.perform_as(who, pg_temp.tells(number, 'finished'));
  insert into storage.objects (bucket_id, name, metadata)
  select 'exports', c.user_id || '/' || pg_temp.job_id(number) || '.xlsx',
    '{"size": 10}' from tests.callers c where c.caller = who;
end
$$;
-- A function with a part of it replaced, and taken back.
create function pg_temp.missed(named regprocedure, part text, instead text, check_of text) returns text language plpgsql
  as $$
declare
  body constant text := pg_get_functiondef(named);
  answer text;
begin
  if strpos(body, part) = 0 then
    return 'the mutant changes nothing';
  end if;
  execute replace(body, part, instead);
  execute check_of into answer;
  raise exception using errcode = 'MUTAN', message = coalesce(answer, '');
exception
  when sqlstate 'MUTAN' then return case sqlerrm when '' then 'nobody missed it' end;
end
$$;

-- Whoever asked, at every level, place and right, by the level, place and right that they have later.
create function pg_temp.becomes(who text, new_level text, new_place text, new_rights text[]) returns void language sql
  as $$
  select tests.change_role(who, new_level, new_rights);
  update public.users u set region_name = p.region_name, province_name = p.province_name
  from tests.callers c, tests.places p where c.caller = who and u.id = c.user_id and p.place = new_place;
$$;
create temporary table standings (level text, place text, rights text[], reads text[]) on commit drop;
insert into standings
select l.level, l.place, r.rights::text[], array(
  select p.place from tests.places p join tests.places h on h.place = l.place
  where l.level = 'Central' or p.region_name = h.region_name
    and (l.level = 'Regional' or p.province_name = h.province_name))
from (values ('Central', 'central office'), ('Regional', 'regional office'), ('Provincial', 'own'),
  ('Provincial', 'same region'), ('Provincial', 'other region')) l (level, place),
  (values ('{Read,Sensitive}'), ('{Read}'), ('{Edit,Sensitive}')) r (rights);
create function pg_temp.misfetched() returns text language plpgsql as $$
declare
  made standings;
  later standings;
  got text;
  wanted text;
  so_far text := '';
begin
  for made in select * from standings s where 'Read' = any (s.rights) loop
    perform pg_temp.becomes('one', made.level, made.place, made.rights);
    perform pg_temp.make('one', 7);
    for later in select * from standings loop
      perform pg_temp.becomes('one', later.level, later.place, later.rights);
      got := tests.attempt('one', pg_temp.fetches(7));
      wanted := case when 'Read' = any (later.rights) and made.reads <@ later.reads
        and (made.level <> 'Central' or later.level = 'Central')
        and ('Sensitive' = any (later.rights) or 'Sensitive' <> all (made.rights)) then 'done' else 'AG003' end;
      so_far := concat_ws('; ', nullif(so_far, ''),
        case when got <> wanted then concat_ws(' ', 'made', made.level, made.place, made.rights, 'later', later.level,
        later.place, later.rights, got, 'instead of', wanted) end);
    end loop;
    delete from private.jobs where job_id = pg_temp.job_id(7);
    delete from storage.objects where bucket_id = 'exports';
  end loop;
  return so_far;
end
$$;
-- Storage keeps its rows from being deleted by hand; here nothing is stored behind them.
select set_config('storage.allow_delete_query', 'true', true);
select is(pg_temp.misfetched(), '', 'a file is fetched with all that was read when it was made, and with nothing less');
select is(pg_temp.missed('private.may_fetch(private.jobs)', m.part, m.instead, 'select pg_temp.misfetched()'), null,
  format('fetching without %s is missed', m.part))
from (values ('''Read'' = any (c.rights)', 'true'), ('''Sensitive'' = any (c.rights) or not j.sensitive', 'true'),
  ('j.offices <@ private.offices_to_read()', 'true')) m (part, instead);
select is(pg_temp.missed('private.fetch_result(uuid)', 'not private.may_fetch(job)', 'false',
  'select pg_temp.misfetched()'), null, 'a file that is handed out regardless is missed');
select pg_temp.becomes('one', 'Regional', 'regional office', '{Read,Edit,Delete,Approve,Sensitive}');

-- What was read between the beginning and the end is asked for as well.
create function pg_temp.widened() returns text language plpgsql as $$
begin
  perform pg_temp.becomes('one', 'Regional', 'regional office', '{Read}'), tests.perform_as('one', pg_temp.begins(8));
  perform pg_temp.becomes('one', 'Central', 'central office', '{Read,Sensitive}'),
    tests.perform_as('one', pg_temp.keeps(8)), tests.perform_as('one', pg_temp.tells(8, 'finished'));
  insert into storage.objects (bucket_id, name, metadata) select 'exports',
    c.user_id || '/' || pg_temp.job_id(8) || '.xlsx', '{"size": 10}' from tests.callers c where c.caller = 'one';
  perform pg_temp.becomes('one', 'Central', 'central office', '{Read}');
  if tests.attempt('one', pg_temp.fetches(8)) <> 'AG003' then return 'Sensitive that came meanwhile'; end if;
  perform pg_temp.becomes('one', 'Regional', 'regional office', '{Read,Sensitive}');
  if tests.attempt('one', pg_temp.fetches(8)) <> 'AG003' then return 'the country that came meanwhile'; end if;
  raise exception using errcode = 'TESTS';
exception when sqlstate 'TESTS' then return '';
end
$$;
select is(pg_temp.widened(), '', 'a right or an office that came while a file was made is asked for, too');
select is(pg_temp.missed('private.keep_result(uuid)', m.part, m.instead, 'select pg_temp.widened()'), null,
  format('keeping with %s is missed', m.instead))
from (values ('j.sensitive or private.caller_has_right(''Sensitive'')', 'j.sensitive'),
  ('union select unnest(private.offices_to_read())', '')) m (part, instead);

-- Whose it is.
select pg_temp.make('one', 1);
create function pg_temp.strangers() returns text language sql as $$
  select string_agg(concat_ws(' ', c, t.did), '; ')
  from unnest(array['other', 'chief']) c cross join lateral (
    select concat_ws(', ', tests.attempt(c, pg_temp.fetches(1)),
      tests.answer(c, 'select private.own_jobs(10, 0) ->> ''total'''), tests.answer(c, pg_temp.tells(3, 'failed')),
      tests.attempt(c, pg_temp.keeps(3)), tests.attempt(c, pg_temp.goes_on(2)),
        tests.answer(c, 'select count(*) from private.inbox_entries() e where e.kind = ''job'''))) t (did)
$$;
select tests.perform_as('one', pg_temp.begins(2, 'arbo_masterlist', '{1,2,3}'));
select tests.perform_as('one', pg_temp.tells(2, 'interrupted')), tests.perform_as('one', pg_temp.begins(3));
grant execute on function private.inbox_entries() to authenticated;
select is(pg_temp.strangers(), 'other AG004, 0, false, AG004, AG004, 0; chief AG004, 0, false, AG004, AG004, 0',
  'nobody else, not even of the same office or the central one, sees a job, fetches its file,
  tells how it stands or goes on with it');
select is(tests.attempt('one', pg_temp.fetches(1)), 'done', 'whoever asked fetches it');
select is(tests.answer('one', 'select count(*) from private.inbox_entries() e where e.kind = ''job'''), '2',
  'and their inbox tells what has ended');
select is(pg_temp.missed(m.named::regprocedure, m.part, 'true',
  'select nullif(pg_temp.strangers(),
  ''other AG004, 0, false, AG004, AG004, 0;
  chief AG004, 0, false, AG004, AG004, 0'')'), null, format('%s without its owner is missed', m.named))
from (values ('private.own_jobs(integer,bigint)', 'j.user_id = auth.uid()'),
  ('private.tell_job(uuid,integer,text,integer,integer,integer,jsonb,text)', 'j.user_id = auth.uid()'),
  ('private.keep_result(uuid)', 'j.user_id = auth.uid()'), ('private.go_on_with_job(uuid)', 'j.user_id = auth.uid()'),
    ('private.inbox_entries()', 'j.user_id = caller.user_id')) m (named, part);
-- Two conditions say whose the file is: either alone would do, and without both it is missed.
create function pg_temp.without_both() returns text language plpgsql as $$
begin
  execute replace(pg_get_functiondef('private.may_fetch(private.jobs)'::regprocedure), 'c.user_id = j.user_id', 'true');
  return nullif(tests.attempt('other', pg_temp.fetches(1)), 'AG004');
end
$$;
select is(pg_temp.missed('private.fetch_result(uuid)', 'j.user_id = auth.uid()', 'true',
  'select pg_temp.without_both()'), null, 'a file that is anybody''s is missed');
select is(tests.attempt(c, s), '42501', format('%s, %s reaches nothing', c, s))
from unnest(array['anonymous']) c, unnest(array[pg_temp.begins(4), pg_temp.fetches(1), pg_temp.goes_on(2)]) s;
select is(tests.attempt('one', s), '42501', 'nobody reaches the table, or sweeps: ' || s)
  from unnest(array['select from private.jobs', 'update private.jobs set sensitive = false', 'delete from private.jobs',
  'select private.sweep_jobs(1)']) s;
select is(tests.attempt('one', 'select from storage.objects where bucket_id = ''exports'''), 'none',
  'or the stored files, with a token of their own');
select is(tests.attempt('one', pg_temp.begins(4, 'users')), '42P01', 'long work is of records');
select tests.disable('one');
select is(tests.attempt('one', pg_temp.fetches(1)), 'AG003', 'whoever is disabled is handed nothing');
update public.users u set disabled = false from tests.callers c where c.caller = 'one' and u.id = c.user_id;

-- The log.
create function pg_temp.downloads() returns text language sql as $$
  select coalesce(jsonb_agg(l.changes)::text, 'none') from private.user_log l where l.action = 'export'
    and l.changes -> 'purpose' ->> 1 = 'download'
$$;
create function pg_temp.noted() returns text language sql as $$
  select tests.perform_as('one', pg_temp.fetches(1)); select pg_temp.downloads();
$$;
select is(pg_temp.noted(), '[{"rows": [null, 5], "filters": [null, {"q": "Cruz"}], "purpose": [null, "download"]}]',
  'the log tells who took which file of personal data');

-- Time. A job is kept for seven days.
create function pg_temp.at_age(age interval) returns text language plpgsql as $$
declare
  was constant timestamptz := (select reported_at from private.jobs where job_id = pg_temp.job_id(1));
  got text;
begin
  update private.jobs set reported_at = now() - age where job_id = pg_temp.job_id(1);
  got := tests.attempt('one', pg_temp.fetches(1));
  update private.jobs set reported_at = was where job_id = pg_temp.job_id(1);
  return got;
end
$$;
select is(pg_temp.at_age(age::interval), wanted, format('after %s: %s', age, wanted))
  from (values ('6 days 23:59', 'done'), ('7 days 00:01', 'AG004')) a (age, wanted);
select is(pg_temp.missed('private.fetch_result(uuid)', 'and private.is_kept(j)', '',
  'select nullif(pg_temp.at_age(''8 days''), ''AG004'')'), null, 'a file that is handed out for ever is missed');

-- One window at a time. Three rows, of which a step has done the first.
create temporary table act (id bigint) on commit drop;
insert into act select tests.put_sample('arbo_masterlist', 'own') from generate_series(1, 3);
select tests.perform_as('one', pg_temp.begins(5, 'arbo_masterlist', (select array_agg(id) from act)::text));
select tests.perform_as('one', pg_temp.batch(5, 1)),
  tests.perform_as('one',
  format('select private.finish_batch(%L, 1, array[%s])', pg_temp.job_id(5), (select min(id) from act)));
select is(tests.attempt('one', pg_temp.goes_on(5)), 'AG002', 'an act that is under way elsewhere is not gone on with');
create function pg_temp.two_windows() returns text language plpgsql as $$
declare
  got jsonb;
begin
  update private.jobs set reported_at = now() - interval '3 minutes' where job_id = pg_temp.job_id(5);
  got := tests.answer('one', pg_temp.goes_on(5));
  perform tests.perform_as('one', pg_temp.goes_on(5));
  if got -> 'id' <> (select jsonb_agg(id order by id) from act
    where id > (select min(id) from act)) then return 'the rows ' || (got ->> 'id'); end if;
  if tests.attempt('one', pg_temp.batch(5, 2)) <> 'AG002' then return 'a step of the window before'; end if;
  if tests.answer('one', pg_temp.tells(5, 'failed')) <> 'false' then return 'what the window before tells'; end if;
  if tests.attempt('one',
    pg_temp.batch(5, (got ->> 'first_batch')::integer)) <> 'done' then return 'no step of this window'; end if;
  raise exception using errcode = 'TESTS';
exception when sqlstate 'TESTS' then return '';
end
$$;
select is(pg_temp.two_windows(), '',
  'whoever goes on in another window does what is left, and the window before does no more');
select is(pg_temp.missed(m.named::regprocedure, m.part, m.instead, 'select pg_temp.two_windows()'), null,
  format('%s with %s is missed', m.named, m.instead))
from (values ('private.begin_batch(uuid,integer,text,text)', 'if wanted_batch < first_number', 'if false'),
  ('private.tell_job(uuid,integer,text,integer,integer,integer,jsonb,text)', 'and j.first_batch = first_number', ''),
  ('private.go_on_with_job(uuid)', 'and b.ids is not null', 'and false')) m (named, part, instead);
select is(tests.attempt('one', pg_temp.goes_on(1)), 'AG004', 'an export is made anew');

-- Sweeping: what is over, and files of nobody's.
insert into storage.objects (bucket_id, name, metadata) values ('exports', 'somebody/gone.xlsx', '{"size": 10}');
create function pg_temp.swept() returns text language sql as $$
  select string_agg(case when p like '%gone.xlsx' then 'gone'
    when p like '%' || pg_temp.job_id(1) || '.xlsx' then 'over' else p end, ', ' order by p desc)
    from private.sweep_jobs(100) p
$$;
select is(pg_temp.swept(), 'gone', 'files of people who are gone are removed, and no others');
update private.jobs set reported_at = now() - interval '8 days' where job_id = pg_temp.job_id(1);
select is(pg_temp.swept(), 'gone, over', 'and those whose time is over');
select is((select count(*) from private.jobs where job_id = pg_temp.job_id(1)), 0::bigint, 'with their jobs');

select * from finish();
rollback;
