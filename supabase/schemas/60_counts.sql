-- Counts kept beside large tables, so that dashboards read thousands of rows where there are hundreds of thousands.
-- Each is kept by statement-level triggers that add what a statement brought and took, in the order of the key, so that
-- many writers wait for each other and never deadlock. Callers read them under the policy of the rows' offices.

-- Adds a statement's rows to a table of counts. The trigger's arguments: the table, its key columns, and the query that
-- gives the key and the quantity (0 where nothing is added up) of each row of {rows}.
create function private.count_rows() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  deltas text := concat_ws(' union all ',
    case when tg_op <> 'DELETE'
      then format('select k.*, 1 as delta from (%s) k', replace(tg_argv[2], '{rows}', 'new_rows')) end,
    case when tg_op <> 'INSERT'
      then format('select k.*, -1 as delta from (%s) k', replace(tg_argv[2], '{rows}', 'old_rows')) end);
begin
  execute format($q$
    insert into public.%1$I as kept (%2$s, n, quantity)
    select %2$s, sum(delta), sum(delta * quantity) from (%3$s) d (%2$s, quantity, delta)
    group by %2$s having sum(delta) <> 0 or sum(delta * quantity) <> 0 order by %2$s
    on conflict (%2$s) do update set n = kept.n + excluded.n, quantity = kept.quantity + excluded.quantity$q$,
      tg_argv[0], tg_argv[1], deltas);
  return null;
end
$$;

-- Keeps the counts of a table from now on, and counts what it holds already. The table of counts exists, with a unique
-- index over the keys in which nulls are not distinct.
create procedure private.keep_counts(source regclass, counts text, keys text, rows_query text)
  language plpgsql set search_path = ''
as $$
declare
  event record;
begin
  for event in
    select *
    from (values
      ('insert', 'new table as new_rows'),
      ('update', 'old table as old_rows new table as new_rows'),
      ('delete', 'old table as old_rows')
    ) e (verb, transition)
  loop
    execute format($sql$
      create trigger %I after %s on %s referencing %s
        for each statement execute function private.count_rows(%L, %L, %L)$sql$,
      counts || '_' || event.verb, event.verb, source, event.transition, counts, keys, rows_query);
  end loop;
end
$$;

-- Counts the rows that a table holds.
create procedure private.count_all(source text, counts text, keys text, rows_query text)
  language plpgsql set search_path = ''
as $$
begin
  execute format($sql$
    insert into public.%1$I (%2$s, n, quantity)
    select %2$s, count(*), sum(quantity) from (%3$s) k (%2$s, quantity)
    group by %2$s$sql$,
    counts, keys, replace(rows_query, '{rows}', format('public.%I', source)));
end
$$;

-- What callers may do with a table of counts: read what their offices hold.
create procedure private.protect_counts(target regclass, keys text)
  language plpgsql set search_path = ''
as $$
begin
  execute format('create unique index on %s (%s) nulls not distinct', target, keys);
  execute format('alter table %s enable row level security, force row level security', target);
  execute format('revoke all on %s from anon, authenticated', target);
  execute format('grant select on %s to authenticated', target);
  call private.read_in_scope(target);
end
$$;

create table public.participant_counts (
  office text not null,
  region_name text,
  province_name text,
  year_funded integer,
  fund_source text,
  psp_category text,
  subpsp_abbreviation text,
  participant_category text,
  sex text,
  trained boolean not null,
  programmed boolean not null,
  n bigint not null,
  quantity bigint not null
);
comment on table public.participant_counts is
  'How many participants there are by office and programme: kept by triggers on participants.';
comment on column public.participant_counts.trained is 'They attended at least one training.';
comment on column public.participant_counts.programmed is
  'Their record names a sub-PSP; "No Project", a choice of the lists, is none.';
call private.protect_counts('public.participant_counts',
  'office, region_name, province_name, year_funded, fund_source, psp_category, subpsp_abbreviation, '
  'participant_category, sex, trained, programmed');

create table public.participant_town_counts (
  office text not null,
  region_name text,
  province_name text,
  muncity_name text,
  participant_category text,
  sex text,
  trained boolean not null,
  programmed boolean not null,
  n bigint not null,
  quantity bigint not null
);
comment on table public.participant_town_counts is
  'How many participants there are by municipality: kept by triggers on participants.';
call private.protect_counts('public.participant_town_counts',
  'office, region_name, province_name, muncity_name, participant_category, sex, trained, programmed');

create table public.attendance_counts (
  office text not null,
  region_name text,
  province_name text,
  muncity_name text,
  participant_category text,
  sex text,
  trained_years bigint not null,
  n bigint not null,
  quantity bigint not null
);
comment on table public.attendance_counts is
  'How many participants attended trainings, by municipality: kept by triggers on public.attendance.';
comment on column public.attendance_counts.trained_years is
  'Years of the trainings that they attended, as private.year_bits has them.';
call private.protect_counts('public.attendance_counts',
  'office, region_name, province_name, muncity_name, participant_category, sex, trained_years');

create table public.arbo_counts (
  office text not null,
  region_name text,
  province_name text,
  registering_agency text,
  current_arbo_status text,
  it_easy_level_2024 text,
  n bigint not null,
  quantity bigint not null
);
comment on table public.arbo_counts is
  'How many organizations the masterlist has, by agency, status and level: kept by triggers on it.';
comment on column public.arbo_counts.quantity is 'Their ARB members.';
call private.protect_counts('public.arbo_counts',
  'office, region_name, province_name, registering_agency, current_arbo_status, it_easy_level_2024');

-- What is counted: the table, its counts, their keys, and the query that gives the key and the quantity of each row.
create function private.counted_tables()
  returns table (table_name text, counts text, keys text, rows_query text)
  language sql immutable parallel safe set search_path = ''
as $$
  values
    ('participants', 'participant_counts',
      'office, region_name, province_name, year_funded, fund_source, psp_category, subpsp_abbreviation, '
      'participant_category, sex, trained, programmed',
      'select office, region_name, province_name, year_funded, fund_source, psp_category, subpsp_abbreviation, '
      'participant_category, sex, coalesce(cardinality(training_id) > 0, false), '
      'coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'', 0 from {rows}'),
    ('participants', 'participant_town_counts',
      'office, region_name, province_name, muncity_name, participant_category, sex, trained, programmed',
      'select office, region_name, province_name, muncity_name, participant_category, sex, '
      'coalesce(cardinality(training_id) > 0, false), '
      'coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'', 0 from {rows}'),
    ('attendance', 'attendance_counts',
      'office, region_name, province_name, muncity_name, participant_category, sex, trained_years',
      'select office, region_name, province_name, muncity_name, participant_category, sex, years, 0 from {rows}'),
    ('arbo_masterlist', 'arbo_counts',
      'office, region_name, province_name, registering_agency, current_arbo_status, it_easy_level_2024',
      'select office, region_name, province_name, registering_agency, current_arbo_status, it_easy_level_2024, '
      'coalesce(no_arb_member_total, 0) from {rows}')
$$;
