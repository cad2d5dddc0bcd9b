-- Threat: the file of an export is fetched by another user, after its retention time, or after its owner has lost the
-- access with which it was made. Another threat: a user sees or resumes another user's job, or two browser tabs run one
-- job. The tests must fail when a single condition of the functions for jobs is removed.
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
create function pg_temp.reports(number integer, state text, first integer default 1) returns text language sql as $$
  select format('select private.report_job_progress(%L, %s, %L, 5, 0, 0, ''[]'', null)', pg_temp.job_id(number), first,
    state)
$$;
create function pg_temp.stores(number integer) returns text language sql
  as $$ select format('select private.reserve_result(%L)', pg_temp.job_id(number)) $$;
create function pg_temp.fetches(number integer) returns text language sql
  as $$ select format('select private.fetch_result(%L)', pg_temp.job_id(number)) $$;
create function pg_temp.resumes(number integer) returns text language sql
  as $$ select format('select private.resume_job(%L)', pg_temp.job_id(number)) $$;
create function pg_temp.batch(number integer, batch integer) returns text language sql
  as $$ select format('select private.begin_batch(%L, %s, ''arbo-masterlist'', ''h'')', pg_temp.job_id(number),
  batch) $$;
-- Creates a finished export of a user, with a stored file.
create function pg_temp.make(who text, number integer) returns void language plpgsql as $$
begin
  perform tests.perform_as(who, pg_temp.begins(number)), tests.perform_as(who, pg_temp.stores(number)),
    tests.perform_as(who, pg_temp.reports(number, 'finished'));
  insert into storage.objects (bucket_id, name, metadata)
  select 'exports', c.user_id || '/' || pg_temp.job_id(number) || '.xlsx',
    '{"size": 10}' from tests.callers c where c.caller = who;
end
$$;
-- Applies a mutant (a function with one condition replaced), runs a check, and rolls the mutant back. Returns null if
-- the check fails, as it must, and 'not noticed' if it passes.
create function pg_temp.unnoticed(target regprocedure, part text, instead text, check_of text) returns text
  language plpgsql as $$
declare
  body constant text := pg_get_functiondef(target);
  answer text;
begin
  if strpos(body, part) = 0 then
    return 'the mutant changes nothing';
  end if;
  execute replace(body, part, instead);
  execute check_of into answer;
  raise exception using errcode = 'MUTAN', message = coalesce(answer, '');
exception
  when sqlstate 'MUTAN' then return case sqlerrm when '' then 'not noticed' end;
end
$$;

-- Combinations of level, place and rights. The test makes an export with each combination, and fetches it with every
-- combination.
create function pg_temp.change_to(who text, new_level text, new_place text, new_rights text[]) returns void language sql
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
create function pg_temp.wrong_fetches() returns text language plpgsql as $$
declare
  made standings;
  later standings;
  got text;
  wanted text;
  so_far text := '';
begin
  for made in select * from standings s where 'Read' = any (s.rights) loop
    perform pg_temp.change_to('one', made.level, made.place, made.rights);
    perform pg_temp.make('one', 7);
    for later in select * from standings loop
      perform pg_temp.change_to('one', later.level, later.place, later.rights);
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
-- Allows deletes from storage.objects, which the storage service refuses by default. Here they are safe, because no
-- files are stored.
select set_config('storage.allow_delete_query', 'true', true);
select is(pg_temp.wrong_fetches(), '',
  'A user can download an export file only if they still have every right and office that the export needed.');
select is(pg_temp.unnoticed('private.can_fetch_result(private.jobs)', m.part, m.instead,
  'select pg_temp.wrong_fetches()'), null,
  format('The tests detect a mutant of can_fetch_result that lacks the condition: %s', m.part))
from (values ('''Read'' = any (c.rights)', 'true'), ('''Sensitive'' = any (c.rights) or not j.sensitive', 'true'),
  ('j.offices <@ private.offices_to_read()', 'true')) m (part, instead);
select is(pg_temp.unnoticed('private.fetch_result(uuid)', 'not private.can_fetch_result(job)', 'false',
  'select pg_temp.wrong_fetches()'), null,
  'The tests detect a mutant of fetch_result that does not check whether the user may download the export file.');
select pg_temp.change_to('one', 'Regional', 'regional office', '{Read,Edit,Delete,Approve,Sensitive}');

-- If a user gains offices or rights while an export runs, fetching the file requires them, too.
create function pg_temp.widened() returns text language plpgsql as $$
begin
  perform pg_temp.change_to('one', 'Regional', 'regional office', '{Read}'), tests.perform_as('one', pg_temp.begins(8));
  perform pg_temp.change_to('one', 'Central', 'central office', '{Read,Sensitive}'),
    tests.perform_as('one', pg_temp.stores(8)), tests.perform_as('one', pg_temp.reports(8, 'finished'));
  insert into storage.objects (bucket_id, name, metadata) select 'exports',
    c.user_id || '/' || pg_temp.job_id(8) || '.xlsx', '{"size": 10}' from tests.callers c where c.caller = 'one';
  perform pg_temp.change_to('one', 'Central', 'central office', '{Read}');
  if tests.attempt('one', pg_temp.fetches(8)) <> 'AG003' then return 'Sensitive gained meanwhile'; end if;
  perform pg_temp.change_to('one', 'Regional', 'regional office', '{Read,Sensitive}');
  if tests.attempt('one', pg_temp.fetches(8)) <> 'AG003' then return 'the Central level gained meanwhile'; end if;
  raise exception using errcode = 'TESTS';
exception when sqlstate 'TESTS' then return '';
end
$$;
select is(pg_temp.widened(), '',
  'A user who gained a right while an export ran and has since lost it can''t download the export file.');
select is(pg_temp.unnoticed('private.reserve_result(uuid)', m.part, m.instead, 'select pg_temp.widened()'), null,
  format(
  'The tests detect a mutant of reserve_result whose condition on the user''s access is replaced by "%s".', m.instead))
from (values ('j.sensitive or private.caller_has_right(''Sensitive'')', 'j.sensitive'),
  ('union select unnest(private.offices_to_read())', '')) m (part, instead);

-- Tests whether other users can access a job.
select pg_temp.make('one', 1);
create function pg_temp.strangers() returns text language sql as $$
  select string_agg(concat_ws(' ', c, t.did), '; ')
  from unnest(array['other', 'chief']) c cross join lateral (
    select concat_ws(', ', tests.attempt(c, pg_temp.fetches(1)),
      tests.answer(c, 'select private.own_jobs(10, 0) ->> ''total'''), tests.answer(c, pg_temp.reports(3, 'failed')),
      tests.attempt(c, pg_temp.stores(3)), tests.attempt(c, pg_temp.resumes(2)),
        tests.answer(c, 'select count(*) from private.inbox_entries() e where e.kind = ''job'''))) t (did)
$$;
select tests.perform_as('one', pg_temp.begins(2, 'arbo_masterlist', '{1,2,3}'));
select tests.perform_as('one', pg_temp.reports(2, 'interrupted')), tests.perform_as('one', pg_temp.begins(3));
grant execute on function private.inbox_entries() to authenticated;
select is(pg_temp.strangers(), 'other AG004, 0, false, AG004, AG004, 0; chief AG004, 0, false, AG004, AG004, 0',
  'Other users, even a Central administrator, can''t see or resume a user''s job.');
select is(tests.attempt('one', pg_temp.fetches(1)), 'done', 'The user who requested an export can fetch its file.');
select is(tests.answer('one', 'select count(*) from private.inbox_entries() e where e.kind = ''job'''), '2',
  'A user''s inbox lists the user''s finished and interrupted jobs.');
select is(pg_temp.unnoticed(m.target::regprocedure, m.part, 'true',
  'select nullif(pg_temp.strangers(), ''other AG004, 0, false, AG004, AG004, 0; ''
    || ''chief AG004, 0, false, AG004, AG004, 0'')'), null,
    format('The tests detect a mutant of %s that does not check the owner of the job.', m.target))
from (values ('private.own_jobs(integer,bigint)', 'j.user_id = auth.uid()'),
  ('private.report_job_progress(uuid,integer,text,integer,integer,integer,jsonb,text)', 'j.user_id = auth.uid()'),
  ('private.reserve_result(uuid)', 'j.user_id = auth.uid()'), ('private.resume_job(uuid)', 'j.user_id = auth.uid()'),
    ('private.inbox_entries()', 'j.user_id = caller.user_id')) m (target, part);
-- Both fetch_result and can_fetch_result check that the caller owns the file, so one of the checks is enough. The tests
-- must fail when both are removed.
create function pg_temp.without_both() returns text language plpgsql as $$
begin
  execute replace(pg_get_functiondef('private.can_fetch_result(private.jobs)'::regprocedure), 'c.user_id = j.user_id',
    'true');
  return nullif(tests.attempt('other', pg_temp.fetches(1)), 'AG004');
end
$$;
select is(pg_temp.unnoticed('private.fetch_result(uuid)', 'j.user_id = auth.uid()', 'true',
  'select pg_temp.without_both()'), null,
  'The tests fail if neither fetch_result nor can_fetch_result checks that the caller is the owner of the job.');
select is(tests.attempt(c, s), '42501', format('The caller "%s" can''t run: %s', c, s))
from unnest(array['anonymous']) c, unnest(array[pg_temp.begins(4), pg_temp.fetches(1), pg_temp.resumes(2)]) s;
select is(tests.attempt('one', s), '42501', 'A user can neither access the table of jobs nor call sweep_jobs: ' || s)
  from unnest(array['select from private.jobs', 'update private.jobs set sensitive = false', 'delete from private.jobs',
  'select private.sweep_jobs(1)']) s;
select is(tests.attempt('one', 'select from storage.objects where bucket_id = ''exports'''), 'none',
  'A user can''t read export files in storage.objects directly.');
select is(tests.attempt('one', pg_temp.begins(4, 'users')), '42P01',
  'A user can''t begin a job for a table that is not a record table.');
select tests.disable('one');
select is(tests.attempt('one', pg_temp.fetches(1)), 'AG003', 'A disabled user can''t fetch the file of their export.');
update public.users u set disabled = false from tests.callers c where c.caller = 'one' and u.id = c.user_id;

create function pg_temp.downloads() returns text language sql as $$
  select coalesce(jsonb_agg(l.changes)::text, 'none') from private.user_log l where l.action = 'export'
    and l.changes -> 'purpose' ->> 1 = 'download'
$$;
create function pg_temp.noted() returns text language sql as $$
  select tests.perform_as('one', pg_temp.fetches(1)); select pg_temp.downloads();
$$;
select is(pg_temp.noted(), '[{"rows": [null, 5], "filters": [null, {"q": "Cruz"}], "purpose": [null, "download"]}]',
  'The log has an entry for each download of an export file with personal data.');

-- A job and its file are kept for seven days.
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
select is(pg_temp.at_age(age::interval), wanted,
  format('A user who downloads an export file %s after the end of the export gets the result "%s".', age, wanted))
  from (values ('6 days 23:59', 'done'), ('7 days 00:01', 'AG004')) a (age, wanted);
select is(pg_temp.unnoticed('private.fetch_result(uuid)', 'and private.is_job_kept(j)', '',
  'select nullif(pg_temp.at_age(''8 days''), ''AG004'')'), null,
  'The tests detect a mutant of fetch_result that still returns an export file after the retention time.');

-- Only one browser tab at a time can run a job. The job of this test has three rows, of which its first request has
-- processed one.
create temporary table act (id bigint) on commit drop;
insert into act select tests.put_sample('arbo_masterlist', 'own') from generate_series(1, 3);
select tests.perform_as('one', pg_temp.begins(5, 'arbo_masterlist', (select array_agg(id) from act)::text));
select tests.perform_as('one', pg_temp.batch(5, 1)),
  tests.perform_as('one',
  format('select private.finish_batch(%L, 1, array[%s])', pg_temp.job_id(5), (select min(id) from act)));
select is(tests.attempt('one', pg_temp.resumes(5)), 'AG002',
  'A browser tab can''t resume a bulk action that is running in another tab.');
create function pg_temp.two_tabs() returns text language plpgsql as $$
declare
  got jsonb;
begin
  update private.jobs set reported_at = now() - interval '3 minutes' where job_id = pg_temp.job_id(5);
  got := tests.answer('one', pg_temp.resumes(5));
  perform tests.perform_as('one', pg_temp.resumes(5));
  if got -> 'id' <> (select jsonb_agg(id order by id) from act
    where id > (select min(id) from act)) then return 'the rows ' || (got ->> 'id'); end if;
  if tests.attempt('one', pg_temp.batch(5, 2)) <> 'AG002' then return 'a batch of the previous tab'; end if;
  if tests.answer('one', pg_temp.reports(5, 'failed')) <> 'false' then return 'a report of the previous tab'; end if;
  if tests.attempt('one',
    pg_temp.batch(5, (got ->> 'first_batch')::integer)) <> 'done' then return 'no batch of this tab'; end if;
  raise exception using errcode = 'TESTS';
exception when sqlstate 'TESTS' then return '';
end
$$;
select is(pg_temp.two_tabs(), '',
  'After a second browser tab has resumed a bulk action, the first tab can''t save more rows.');
select is(pg_temp.unnoticed(m.target::regprocedure, m.part, m.instead, 'select pg_temp.two_tabs()'), null,
  format('The tests detect a mutant of %s in which a condition is replaced by "%s".', m.target, m.instead))
from (values ('private.begin_batch(uuid,integer,text,text)', 'if wanted_batch < first_number', 'if false'),
  ('private.report_job_progress(uuid,integer,text,integer,integer,integer,jsonb,text)',
    'and j.first_batch = first_number', ''),
  ('private.resume_job(uuid)', 'and b.ids is not null', 'and false')) m (target, part, instead);
select is(tests.attempt('one', pg_temp.resumes(1)), 'AG004',
  'A user can''t resume an export.');

-- private.sweep_jobs removes expired export files, and export files of deleted users.
insert into storage.objects (bucket_id, name, metadata) values ('exports', 'deleted-user/gone.xlsx', '{"size": 10}');
create function pg_temp.swept() returns text language sql as $$
  select string_agg(case when p like '%gone.xlsx' then 'gone'
    when p like '%' || pg_temp.job_id(1) || '.xlsx' then 'over' else p end, ', ' order by p desc)
    from private.sweep_jobs(100) p
$$;
select is(pg_temp.swept(), 'gone',
  'sweep_jobs removes the export files of deleted users.');
update private.jobs set reported_at = now() - interval '8 days' where job_id = pg_temp.job_id(1);
select is(pg_temp.swept(), 'gone, over',
  'sweep_jobs removes an export file whose retention time has ended.');
select is((select count(*) from private.jobs where job_id = pg_temp.job_id(1)), 0::bigint,
  'When sweep_jobs removes an expired export file, the function also removes the export''s job.');

select * from finish();
rollback;
