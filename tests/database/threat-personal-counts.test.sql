-- Threat: working out somebody's personal marks (RA 10173) from their counts, without the right Sensitive: from a small count, from what is left of a total,
-- from an area that is not one's own, or from what a count becomes when one person is changed.
begin;
select plan(37);

select tests.create_user('province', 'Provincial', '{Read,Edit,Delete}'), tests.create_user('region', 'Regional', '{Read}', 'regional office'),
  tests.create_user('country', 'Central', '{Read}', 'central office'), tests.create_user('elsewhere', 'Provincial', '{Read}', 'other region'),
  tests.create_user('gone', 'Central', '{Read}', 'central office'), tests.create_user('without profile', null), tests.create_anonymous('anonymous');
select tests.disable('gone');

-- What somebody is told of one mark in an area: the count, "held back", "nothing" where nobody is there, or the SQLSTATE.
create function pg_temp.told(caller text, region text, province text) returns text language sql as $$
  select tests.answer(caller, format($q$ select coalesce(string_agg(coalesce(rounded::text, 'held back'), ', '), 'nothing') from private.personal_counts_of(%L, %L) where mark = 'is_pwd' and sex = 'Female' $q$, region, province))
$$;
-- Counts of a situation, {marked, people} by place, and what is told of them, by area.
create temporary table situation (name text, counts jsonb, told jsonb) on commit drop;
insert into situation values
  ('many everywhere', '{"own": [12, 40], "same region": [23, 50], "other region": [30, 90]}', '{"country": "65", "A": "35", "A1": "10", "A2": "20", "B": "30", "B1": "30"}'),
  ('five exactly', '{"own": [5, 10], "same region": [23, 50], "other region": [30, 90]}', '{"country": "55", "A": "25", "A1": "5", "A2": "20", "B": "30", "B1": "30"}'),
  ('all but five', '{"own": [35, 40], "same region": [23, 50], "other region": [30, 90]}', '{"country": "85", "A": "55", "A1": "35", "A2": "20", "B": "30", "B1": "30"}'),
  -- The one that is told would tell the one that is not.
  ('few in a province', '{"own": [12, 40], "same region": [4, 50], "other region": [30, 90]}', '{"country": "45", "A": "15", "A1": "held back", "A2": "held back", "B": "30", "B1": "30"}'),
  ('none in a province', '{"own": [12, 40], "same region": [0, 50], "other region": [30, 90]}', '{"country": "40", "A": "10", "A1": "held back", "A2": "held back", "B": "30", "B1": "30"}'),
  ('all but few in a province', '{"own": [12, 40], "same region": [46, 50], "other region": [30, 90]}', '{"country": "85", "A": "55", "A1": "held back", "A2": "held back", "B": "30", "B1": "30"}'),
  ('few in a region''s office', '{"own": [12, 40], "same region": [23, 50], "regional office": [2, 20], "other region": [30, 90]}', '{"country": "65", "A": "35", "A1": "held back", "A2": "held back", "B": "30", "B1": "30"}'),
  ('few in a region', '{"own": [12, 40], "same region": [23, 50], "other region": [3, 90]}', '{"country": "35", "A": "held back", "A1": "held back", "A2": "held back", "B": "held back", "B1": "held back"}'),
  ('few in the central office', '{"own": [12, 40], "same region": [23, 50], "central office": [2, 20], "other region": [30, 90]}', '{"country": "65", "A": "held back", "A1": "held back", "A2": "held back", "B": "held back", "B1": "held back"}'),
  ('few altogether', '{"own": [2, 40], "other region": [2, 90]}', '{"country": "held back", "A": "held back", "A1": "held back", "A2": "nothing", "B": "held back", "B1": "held back"}'),
  ('nobody at all in a province', '{"own": [12, 40], "same region": [0, 0], "other region": [30, 90]}', '{"country": "40", "A": "10", "A1": "10", "A2": "nothing", "B": "30", "B1": "30"}');
-- Who asks for which area, and of which they are told: none where it is not theirs.
create temporary table asking (caller text, region text, province text, area text) on commit drop;
insert into asking values
  ('country', null, null, 'country'), ('country', 'Test Region A', null, 'A'), ('country', 'Test Region A', 'Test Province A1', 'A1'), ('country', null, 'Test Province A2', 'A2'),
  ('country', 'Test Region B', null, 'B'), ('country', null, 'Test Province B1', 'B1'), ('country', 'Test Region B', 'Test Province A1', null),
  ('region', null, null, 'A'), ('region', 'Test Region A', null, 'A'), ('region', null, 'Test Province A1', 'A1'), ('region', 'Test Region A', 'Test Province A2', 'A2'),
  ('region', 'Test Region B', null, null), ('region', null, 'Test Province B1', null),
  ('province', null, null, 'A1'), ('province', 'Test Region A', null, 'A1'), ('province', 'Test Region A', 'Test Province A1', 'A1'), ('province', null, 'Test Province A2', null), ('province', 'Test Region B', null, null),
  ('elsewhere', null, null, 'B1'), ('elsewhere', 'Test Region A', null, null), ('elsewhere', null, 'Test Province A1', null),
  ('gone', null, null, null), ('without profile', null, null, null), ('without profile', 'Test Region A', null, null);

create function pg_temp.count_as(counts jsonb) returns void language sql as $$
  delete from private.personal_counts;
  insert into private.personal_counts (office, mark, sex, marked, people, checked_on)
  select concat(p.region_name, ' / ', p.province_name), m.mark, s.sex, (c.value ->> 0)::bigint, (c.value ->> 1)::bigint, tests.today()
  from jsonb_each(counts) c join tests.places p on p.place = c.key, (values ('is_pwd'), ('is_ip')) m (mark), (values ('Female'), ('Male'), (null)) s (sex);
$$;
-- Where somebody is told something else than the rules say.
create function pg_temp.disagreements(named text default null) returns text language plpgsql as $$
declare
  s record;
  found text := '';
begin
  for s in select * from situation where name = coalesce(named, name) loop
    perform pg_temp.count_as(s.counts);
    found := found || coalesce((select string_agg(format('%s, %s of %s %s: %s instead of %s; ', s.name, t.caller, t.region, t.province, t.got, t.wanted), '')
      from (select a.*, pg_temp.told(a.caller, a.region, a.province) as got, coalesce(s.told ->> a.area, 'nothing') as wanted from asking a) t where t.got <> t.wanted), '');
  end loop;
  return found;
end
$$;
select is(pg_temp.disagreements(name), '', name) from situation;
select is(pg_temp.told('anonymous', null, null), '42501', 'nobody asks who is not signed in');
select is(tests.answer('country', 'select count(*) from private.personal_counts_of(null, null)'), '6', 'each mark and sex is told by itself, and no total over them');
select is(tests.answer('country', 'select count(*) from private.personal_counts_of(null, null) where rounded = 0'), '0', 'nothing is told as 0');

-- A function with a part of it replaced, and taken back.
create function pg_temp.missed(named regprocedure, part text, instead text, check_of text) returns text language plpgsql as $$
declare
  body constant text := pg_get_functiondef(named);
  answer text;
begin
  if strpos(body, part) = 0 then
    return 'the mutant changes nothing';
  end if;
  execute replace(body, part, instead);
  execute check_of into answer;
  raise exception using errcode = 'MUTAN', message = answer;
exception
  when sqlstate 'MUTAN' then return case sqlerrm when '' then 'nobody missed it' end;
end
$$;
select is(pg_temp.missed(m.named::regprocedure, m.part, m.instead, 'select pg_temp.disagreements()'), null, format('%s with "%s" for "%s" is missed', m.named, m.instead, m.part))
from (values
  ('private.personal_counts_of(text,text)', 'private.offices_of(c) o', 'public.offices o'),
  ('private.personal_counts_of(text,text)', 'join asked using (offices)', 'join asked on a.offices @> asked.offices'),
  ('private.personal_counts_of(text,text)', 'c.parts_told', 'true'),
  ('private.personal_counts_of(text,text)', 'r.parts_told', 'true'),
  ('private.personal_counts_of(text,text)', 'f.marked - f.marked % 5', 'f.marked'),
  ('private.tells_of_nobody(bigint,bigint)', 'marked >= 5 and', 'marked >= 4 and'),
  ('private.tells_of_nobody(bigint,bigint)', 'marked >= 5 and', '(marked >= 5 or marked = 0) and'),
  ('private.tells_of_nobody(bigint,bigint)', ' and people - marked >= 5', '')
) m (named, part, instead);

-- What is counted, and when.
delete from public.participants;
delete from private.personal_counts;
select tests.put_sample('arbo_trainings', 'own', '{"training_id": "T-1"}');
create function pg_temp.enter(many integer, marks text) returns void language plpgsql as $$
begin
  execute format($q$ insert into public.participants (participant_name, region_name, province_name, sex, training_id, is_pwd, is_ip, is_solo_parent, is_4ps_beneficiary, age_base_group, age)
    select 'Person ' || n, 'Test Region A', 'Test Province A1', 'Female', array['T-1'], %s from generate_series(1, %s) n $q$, marks, many);
end
$$;
create function pg_temp.kept(wanted text default 'is_pwd') returns text language sql as $$
  select string_agg(marked || ' of ' || people, ', ' order by sex) from private.personal_counts where mark = wanted and people > 0
$$;
create function pg_temp.next_quarter() returns void language sql as $$ update private.personal_counts set checked_on = date_trunc('quarter', tests.today()::timestamp)::date - 1 $$;
select pg_temp.enter(8, '''Yes'', ''No'', null, ''Yes'', ''60 and above'', 70'), pg_temp.enter(12, '''No'', ''Yes'', ''Yes'', null, ''31 to 59'', 40');
insert into public.participants (participant_name, region_name, province_name, sex, is_pwd) values ('Untrained', 'Test Region A', 'Test Province A1', 'Female', 'Yes');
select private.renew_personal_counts(anew => true);
select is(pg_temp.kept(mark), marked || ' of 20', mark || ' is counted among the people who attended a training')
from (values ('is_pwd', 8), ('is_ip', 12), ('is_solo_parent', 12), ('is_4ps_beneficiary', 8), ('age_base_group', 8)) m (mark, marked);

-- What becomes of the count of 8 of 20 when somebody is changed: within the quarter, and in the next one.
create function pg_temp.leaks() returns text language plpgsql as $$
declare
  found text := '';
begin
  perform private.renew_personal_counts(anew => true);
  update public.participants set training_id = null where id = (select min(id) from public.participants where is_pwd = 'Yes' and training_id is not null);
  if pg_temp.kept() <> '8 of 20' then found := found || 'at once: ' || pg_temp.kept(); end if;
  update public.participants set is_pwd = 'No' where id = (select max(id) from public.participants where is_pwd = 'Yes' and training_id is not null);
  if pg_temp.kept() <> '8 of 20' then found := found || ' by a guess: ' || pg_temp.kept(); end if;
  insert into public.participants (participant_name, region_name, province_name, sex, training_id, is_pwd) values ('The only man', 'Test Region A', 'Test Province A1', 'Male', '{T-1}', 'Yes');
  perform pg_temp.next_quarter();
  update public.participants set remarks = 'later';
  if pg_temp.kept() <> '8 of 20' then found := found || ' a quarter later: ' || pg_temp.kept(); end if;
  perform pg_temp.enter(12, '''Yes'', null, null, null, null, null');
  update public.participants set remarks = 'in the same quarter';
  if pg_temp.kept() <> '8 of 20' then found := found || ' with twelve more: ' || pg_temp.kept(); end if;
  return found;
end
$$;
create function pg_temp.leaked() returns text language plpgsql as $$
begin
  raise exception using errcode = 'TESTS', message = pg_temp.leaks();
exception
  when sqlstate 'TESTS' then return sqlerrm;
end
$$;
select is(pg_temp.leaked(), '', 'a count says nothing of one person who was changed, nor of many at once');
select is(pg_temp.missed(m.named::regprocedure, m.part, m.instead, 'select pg_temp.leaks()'), null, format('%s with "%s" for "%s" is missed', m.named, m.instead, m.part))
from (values
  ('private.keep_personal_counts()', '< date_trunc(''quarter'', private.today()::timestamp)::date', '<= private.today()'),
  ('private.renew_personal_counts(boolean)', '>= 10', '>= 1'),
  ('private.renew_personal_counts(boolean)', 'coalesce(k.people, 0)) >=', 'coalesce(k.people, -10)) >=')
) m (named, part, instead);

select pg_temp.next_quarter();
select pg_temp.enter(10, '''Yes'', null, null, null, null, null');
select is(pg_temp.kept(), '8 of 20', 'the first statement of a quarter finds what was there at its beginning');
select pg_temp.next_quarter();
delete from public.participants where is_pwd = 'Yes' and training_id is null;
select is(pg_temp.kept(), '18 of 30', 'the count follows where ten came');
delete from public.participants where participant_name like 'Person %';
select pg_temp.next_quarter();
select pg_temp.enter(1, '''Yes'', null, null, null, null, null');
select is(pg_temp.kept(), null, 'and where they went');

-- Beside the function nobody comes to them.
select is(tests.attempt(caller, statement), '42501', format('%s: %s', caller, statement))
from (values ('country', 'select from private.personal_counts'), ('country', 'select private.renew_personal_counts(true)'), ('province', 'delete from private.personal_counts')) t (caller, statement);

select * from finish();
rollback;
