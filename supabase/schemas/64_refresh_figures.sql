-- Triggers on the forms and the masterlists that update public.activities, its counts and the marks after each
-- statement. They write nothing if no counted column changed.

-- Updates matched_within for the given groups (null: all groups).
create function private.match_activities(groups private.activity_group[]) returns void
  language plpgsql set search_path = ''
as $$
begin
  update public.activities a
  set matched_within = n.matched_within
  from private.find_nearest_counterparts(groups) n
  where a.table_name = n.table_name and a.row_id = n.row_id and a.matched_within <> n.matched_within;
end
$$;

create type private.activity_key as (table_name text, row_id bigint);

-- Writes activities. keys identify the old activities that the statement may have changed; states are the new
-- activities. Then recomputes matches in the affected groups and the marks of the organizations concerned, including
-- those in arbos. Counts are written last and in the order of their key, so that a transaction that has locked a count
-- never waits for other locks.
create function private.write_activities(
  keys private.activity_key[], states public.activities[], arbos bigint[] default '{}'
) returns void
  language plpgsql set search_path = ''
as $$
declare
  came public.activities[] := array(
    select s from unnest(states) s
    except
    select a from unnest(keys) k join public.activities a using (table_name, row_id));
  written private.activity_key[] := array(
    select row(c.table_name, c.row_id)::private.activity_key from unnest(came) c
    union
    (select row(a.table_name, a.row_id)::private.activity_key
      from unnest(keys) k join public.activities a using (table_name, row_id)
      except
      select row(s.table_name, s.row_id)::private.activity_key from unnest(states) s));
  groups private.activity_group[];
  was public.activities[];
  now public.activities[];
  source record;
begin
  if cardinality(written) = 0 then
    perform private.renew_marks(arbos, '{}');
    return;
  end if;
  groups := array(
    select row(a.form, a.organization, a.year)::private.activity_group
    from (
      select * from unnest(came)
      union all
      select a.* from unnest(written) w join public.activities a using (table_name, row_id)) a
    where a.organization is not null and a.year is not null
    group by a.form, a.organization, a.year);
  perform private.lock_keys('figures', array(select g.organization from unnest(groups) g));
  was := array(select a from private.activities_about(written, groups) a);
  delete from public.activities a using unnest(written) w
  where a.table_name = w.table_name and a.row_id = w.row_id;
  insert into public.activities select c.* from unnest(came) c;
  perform private.match_activities(groups);
  now := array(select a from private.activities_about(written, groups) a);
  perform private.renew_marks(
    array(select a.arbo from unnest(was || now) a where a.arbo is not null union select unnest(arbos)),
    array(select a.arc from unnest(was || now) a where a.arc is not null group by a.arc));
  for source in
    select c.counts, c.keys from private.counted_tables() c where c.table_name = 'activities' order by 1
  loop
    execute private.adding_query(source.counts, source.keys,
      'select n.*, 1 as delta from unnest($1) n union all select w.*, -1 from unnest($2) w') using now, was;
  end loop;
end
$$;

-- Returns the activities with the given keys, plus all activities of the given groups.
create function private.activities_about(keys private.activity_key[], groups private.activity_group[])
  returns setof public.activities
  language plpgsql stable set search_path = ''
as $$
begin
  return query
    select a.* from unnest(keys) k join public.activities a using (table_name, row_id)
    union
    select a.* from unnest(groups) g join public.activities a using (form, organization, year);
end
$$;

-- Returns the lock key for an office and an ARBO name. Writers of form rows without an ARBO ID and writers of
-- masterlist rows lock the key for the office and name of their rows.
create function private.name_lock(office text, arbo_name text) returns text
  language sql immutable parallel safe set search_path = ''
as $$ select 'name ' || office || ' ' || arbo_name $$;

-- AFTER trigger on the tables of the forms. An update only writes activities that change, so an edit of a remark
-- writes no activity. Rows that follow a change of their ARBO are left to private.keep_organizations.
create function private.keep_activities() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  was constant text := case when tg_op <> 'INSERT' then private.own_activity_query(
    tg_table_name, 'old_rows', case tg_op when 'UPDATE' then 'new_rows' end) end;
  now constant text := case when tg_op <> 'DELETE' then private.own_activity_query(
    tg_table_name, 'new_rows', case tg_op when 'UPDATE' then 'old_rows' end) end;
  ids bigint[] := '{}';
  names text[];
  states public.activities[] := '{}';
begin
  if tg_op = 'UPDATE' and current_setting('private.following_arbo', true) = 'yes' then
    return null;
  end if;
  if was is not null then
    execute format('select array(select r.id from (%s) r)', was) into ids;
    if cardinality(ids) = 0 then
      return null;
    end if;
  end if;
  -- Lock the names that the rows had before the statement as well. If an organization with such a name is renamed at
  -- the same time, that transaction writes the same activities.
  execute format(
    'select array(select distinct private.name_lock(r.office, r.arbo_name) from (%s) r where r.arbo_id is null)',
    concat_ws(' union all ', '(' || was || ')', '(' || now || ')')) into names;
  perform private.lock_keys('figures', names);
  if now is not null then
    execute format('select array(select row(s.*)::public.activities from (%s) s)', private.activity_query(
      tg_table_name, 'new_rows', case tg_op when 'UPDATE' then 'old_rows' end)) into states;
  end if;
  perform private.write_activities(
    array(select row(tg_table_name, id)::private.activity_key from unnest(ids) id), states);
  return null;
end
$$;

-- AFTER trigger on the ARC masterlist: updates the marks of the written rows, including their place.
create function private.keep_communities() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.renew_marks('{}', array(select n.id from new_rows n));
  elsif tg_op = 'DELETE' then
    perform private.renew_marks('{}', array(select o.id from old_rows o));
  else
    perform private.renew_marks('{}', array(
      select n.id from new_rows n join old_rows o using (id)
      where (n.office, n.muncity_name) is distinct from (o.office, o.muncity_name)));
  end if;
  return null;
end
$$;

-- AFTER trigger on the ARBO masterlist: updates the activities of rows that refer to the ARBO by its ID, or by its
-- name if they have no ID. Writes the activities of all forms at once, together with the marks of the masterlist rows,
-- because counts must be written last.
create function private.keep_organizations() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  offices text[] := '{}';
  names text[] := '{}';
  arbo_ids text[] := '{}';
  marked bigint[];
  followed bigint[] := '{}';
  keys private.activity_key[] := '{}';
  states public.activities[] := '{}';
  of_form record;
  of_table public.activities[];
begin
  perform set_config('private.following_arbo', '', true);
  if tg_op = 'INSERT' then
    marked := array(select n.id from new_rows n);
    select array_agg(n.office), array_agg(n.arbo_name), array_agg(n.arbo_id) into offices, names, arbo_ids
    from new_rows n;
  elsif tg_op = 'DELETE' then
    marked := array(select o.id from old_rows o);
    select array_agg(o.office), array_agg(o.arbo_name), array_agg(o.arbo_id) into offices, names, arbo_ids
    from old_rows o where o.arbo_id is not null;
  else
    marked := array(
      select n.id from new_rows n join old_rows o using (id)
      where (n.office, n.muncity_name) is distinct from (o.office, o.muncity_name));
    followed := array(
      select n.id from old_rows o join new_rows n using (id)
      where (o.arbo_id, o.arbo_name, o.office) is distinct from (n.arbo_id, n.arbo_name, n.office));
    select array_agg(c.office), array_agg(c.arbo_name), array_agg(c.arbo_id) into offices, names, arbo_ids
    from (
      select id, office, arbo_name, arbo_id from new_rows except select id, office, arbo_name, arbo_id from old_rows
      union all
      (select id, office, arbo_name, arbo_id from old_rows
        except select id, office, arbo_name, arbo_id from new_rows)) c;
  end if;
  if cardinality(names) > 0 then
    perform private.lock_keys('figures', array(
      select distinct private.name_lock(c.office, c.arbo_name) from unnest(offices, names) c (office, arbo_name)));
    -- Lock all organizations to which the activities belong before or after the change.
    perform private.lock_keys('figures', array(
      select a.organization
      from unnest(offices, names) c (office, arbo_name) join public.activities a using (office, arbo_name)
      where a.arbo_id is null
      union
      select m.arbo_id
      from unnest(offices, names) c (office, arbo_name) join public.arbo_masterlist m using (office, arbo_name)
      union
      select c.office || ' ' || c.arbo_name from unnest(offices, names) c (office, arbo_name)
      union
      select unnest(arbo_ids)));
    -- Read the activities only while all locks are held, because the locks keep other transactions from writing these
    -- activities.
    keys := array(
      select distinct row(a.table_name, a.row_id)::private.activity_key
      from unnest(offices, names) c (office, arbo_name) join public.activities a using (office, arbo_name)
      where a.arbo_id is null
      union
      select row(a.table_name, a.row_id)::private.activity_key
      from public.activities a where a.arbo = any (followed));
    for of_form in
      select k.table_name, array_agg(k.row_id) as ids from unnest(keys) k group by k.table_name
    loop
      execute format('select array(select row(s.*)::public.activities from (%s) s)', private.activity_query(
        of_form.table_name, format('(select * from public.%I where id = any ($1))', of_form.table_name)))
        into of_table using of_form.ids;
      states := states || of_table;
    end loop;
  end if;
  if cardinality(keys) + cardinality(marked) > 0 then
    perform private.write_activities(keys, states, marked);
  end if;
  return null;
end
$$;

revoke execute on function
  private.match_activities(private.activity_group[]),
  private.write_activities(private.activity_key[], public.activities[], bigint[]),
  private.activities_about(private.activity_key[], private.activity_group[]),
  private.renew_marks(bigint[], bigint[])
from public;

-- These triggers must run after the triggers within_…, which lock the masterlist rows to which the written rows refer.
-- Postgres fires triggers in the order of their names. A transaction that writes a masterlist row locks in the same
-- order: first the masterlist row, then organizations, then marks and counts. This common order prevents deadlocks.
do $do$
declare
  source record;
begin
  for source in
    select f.table_name, 'activities()' as keep, 'written_activities' as name from private.activity_forms() f
    union all values ('arbo_masterlist', 'organizations()', 'written_activities'),
      ('arc_masterlist', 'communities()', 'written_marks')
  loop
    call private.add_write_triggers(format('public.%I', source.table_name)::regclass, source.name,
      'private.keep_' || source.keep);
  end loop;
  for source in select * from private.counted_tables() loop
    execute format('create unique index on public.%I (%s) nulls not distinct', source.counts, source.keys);
    call private.read_only_in_scope(format('public.%I', source.counts)::regclass);
  end loop;
  -- One trigger per table writes all of its counts. The counts of activities are written together with the activities.
  for source in
    select c.table_name, min(c.counts) as name,
      private.counted_query(c.table_name, string_agg(distinct k.key, ', ' order by k.key), min(c.quantity)) as counted,
      (select string_agg(format('%L, %L, %L', o.counts, o.keys, o.rows_query), ', ' order by o.counts)
        from private.counted_tables() o where o.table_name = c.table_name) as counts
    from private.counted_tables() c, regexp_split_to_table(c.keys, ', ') k (key)
    where c.table_name <> 'activities'
    group by c.table_name
  loop
    call private.add_write_triggers(format('public.%I', source.table_name)::regclass, source.name,
      format('private.count_rows(%L, %s)', source.counted, source.counts));
  end loop;
end
$do$;

-- Recomputes all stored figures from the rows. Locks the forms and masterlists against writes until the transaction
-- ends.
create function private.rebuild_figures() returns void
  language plpgsql set search_path = ''
as $$
declare
  source record;
begin
  for source in
    select table_name from private.activity_forms() union select 'arbo_masterlist' union select 'arc_masterlist'
      union select 'participants'
    order by 1
  loop
    execute format('lock table public.%I in share row exclusive mode', source.table_name);
  end loop;
  delete from public.activities;
  delete from public.marks;
  delete from public.programme_marks;
  delete from public.funding_marks;
  for source in select f.table_name from private.activity_forms() f order by f.place loop
    execute 'insert into public.activities '
      || private.activity_query(source.table_name, format('public.%I', source.table_name));
  end loop;
  analyze public.activities;
  perform private.match_activities(null);
  perform private.renew_marks(array(select id from public.arbo_masterlist),
    array(select id from public.arc_masterlist));
  delete from public.attendance;
  insert into public.attendance
  select a.* from private.attendance_of(array(select id from public.participants where cardinality(training_id) > 0)) a;
  for source in select * from private.counted_tables() loop
    execute format('delete from public.%I', source.counts);
    execute format('insert into public.%I (%s, n, quantity) %s', source.counts, source.keys, source.counts_query);
  end loop;
end
$$;
revoke execute on function private.rebuild_figures() from public;

-- Compares the stored figures with the rows, for the given offices (null: all). Returns the figure table and each row
-- that is missing or surplus; no rows if everything agrees. private.rebuild_figures repairs the differences. $1 in the
-- queries is the list of offices.
create function private.figure_differences(offices text[] default null) returns table (kept text, what text)
  language plpgsql stable set search_path = ''
as $$
declare
  of_offices constant text := '($1 is null or office = any ($1))';
  rows_of constant text := '(select * from public.%I where ' || of_offices || ')';
  source record;
begin
  for source in
    select f.table_name as name, private.activity_query(f.table_name, format(rows_of, f.table_name)) as expected,
      format('select * from public.activities where table_name = %L and %s', f.table_name, of_offices) as actual
    from private.activity_forms() f
    union all
    select 'matched activities', format(
        'select n.* from private.find_nearest_counterparts(case when $1 is not null then array(
           select distinct row(a.form, a.organization, a.year)::private.activity_group
           from public.activities a
           where a.office = any ($1) and a.organization is not null and a.year is not null) end) n
         join public.activities using (table_name, row_id) where %s', of_offices),
      format('select table_name, row_id, matched_within from public.activities
        where organization is not null and year is not null and %s', of_offices)
    union all
    select table_name, format('select f.* from private.marks_of(array(select id from %s rows_of),
        array(select id from %s rows_of)) f where %s', format(rows_of, 'arbo_masterlist'),
        format(rows_of, 'arc_masterlist'), condition),
      format('select k.* %s from public.%I k where %s', more, table_name, of_offices)
    from (values
      ('marks', 'f.reported is null and f.subpsp_abbreviation is null', ', null, null, null, null::boolean'),
      ('programme_marks', 'f.reported is null and f.subpsp_abbreviation is not null', ', null, null, null::boolean'),
      ('funding_marks', 'f.reported is not null', '')) m (table_name, condition, more)
    union all
    select 'attendance', format(
      'select a.* from private.attendance_of(array(
         select id from public.participants where cardinality(training_id) > 0 and %s)) a', of_offices),
      'select * from public.attendance where ' || of_offices
    union all
    select c.counts, replace(c.counts_query, format('public.%I', c.table_name), format(rows_of, c.table_name) || ' r'),
      format('select %s, n, quantity from public.%I where (n <> 0 or quantity <> 0) and %s', c.keys, c.counts,
        of_offices)
    from private.counted_tables() c
  loop
    return query execute format(
      'select %1$L, ''missing: '' || e::text from (%2$s except %3$s) e
       union all
       select %1$L, ''too much: '' || a::text from (%3$s except %2$s) a', source.name, source.expected, source.actual)
      using offices;
  end loop;
end
$$;
revoke execute on function private.figure_differences(text[]) from public;
