-- Counts kept beside large tables, so that dashboards read thousands of rows where there are hundreds of thousands.
-- Each is kept by statement-level triggers that add what a statement brought and took, in the order of the key, so that
-- many writers wait for each other and never deadlock. Callers read them under the policy of the rows' offices.

-- The statement that adds rows to a table of counts by its key columns, in the order of the key. changes: a query of
-- the rows, with their quantity, and 1 (came) or -1 (went) as delta.
create function private.adding_query(counts text, keys text, changes text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select format($q$
    insert into public.%1$I as kept (%2$s, n, quantity)
    select %2$s, sum(delta), sum(delta * quantity) from (%3$s) c
    group by %2$s having sum(delta) <> 0 or sum(delta * quantity) <> 0 order by %2$s
    on conflict (%2$s) do update set n = kept.n + excluded.n, quantity = kept.quantity + excluded.quantity$q$,
    counts, keys, changes)
$$;

-- Adds a statement's rows to tables of counts. The trigger's arguments: the query of all that is counted of each row of
-- {rows}; then, for each table of counts, its name, its key columns, and the query that gives the key and the quantity
-- (0 where nothing is added up) of each row.
create function private.count_rows() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  changed boolean := true;
begin
  -- Most updates change nothing that is counted.
  if tg_op = 'UPDATE' then
    execute format('select exists (%s except all %s)', replace(tg_argv[0], '{rows}', 'new_rows'),
      replace(tg_argv[0], '{rows}', 'old_rows')) into changed;
  end if;
  if not changed then
    return null;
  end if;
  for place in 1 .. tg_nargs - 3 by 3 loop
    execute private.adding_query(tg_argv[place], tg_argv[place + 1], format(
      'select * from (%s) d (%s, quantity, delta)', concat_ws(' union all ',
        case when tg_op <> 'DELETE' then format('select k.*, 1 from (%s) k',
          replace(tg_argv[place + 2], '{rows}', 'new_rows')) end,
        case when tg_op <> 'INSERT' then format('select k.*, -1 from (%s) k',
          replace(tg_argv[place + 2], '{rows}', 'old_rows')) end),
      tg_argv[place + 1]));
  end loop;
  return null;
end
$$;

-- What callers may do with what is kept for figures: read what their offices hold.
create procedure private.read_only_in_scope(target regclass)
  language plpgsql set search_path = ''
as $$
begin
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
  process_stage text,
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

create table public.participant_office_counts (
  office text not null,
  region_name text,
  province_name text,
  process_stage text,
  participant_category text,
  sex text,
  trained boolean not null,
  programmed boolean not null,
  n bigint not null,
  quantity bigint not null
);
comment on table public.participant_office_counts is
  'How many participants there are by office: kept by triggers on participants.';

create table public.participant_town_counts (
  office text not null,
  region_name text,
  province_name text,
  muncity_name text,
  process_stage text,
  participant_category text,
  sex text,
  trained boolean not null,
  programmed boolean not null,
  n bigint not null,
  quantity bigint not null
);
comment on table public.participant_town_counts is
  'How many participants there are by municipality: kept by triggers on participants.';

create table public.participant_town_funding_counts (
  like public.participant_town_counts,
  fund_source text,
  psp_category text,
  subpsp_abbreviation text
);
comment on table public.participant_town_funding_counts is
  'How many participants there are by municipality and programme: kept by triggers on participants.';

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

create table public.attendance_office_counts (
  office text not null,
  region_name text,
  province_name text,
  participant_category text,
  sex text,
  trained_years bigint not null,
  n bigint not null,
  quantity bigint not null
);
comment on table public.attendance_office_counts is
  'How many participants attended trainings, by office: kept by triggers on public.attendance.';

create table public.attendance_funding_counts (
  like public.attendance_counts,
  fund_source text,
  psp_category text,
  subpsp_abbreviation text
);
comment on table public.attendance_funding_counts is
  'How many participants attended trainings, by municipality and programme: kept by triggers on public.attendance.';

create table public.mark_counts (
  subject text not null,
  board text not null,
  office text not null,
  region_name text,
  province_name text,
  targeted bigint not null,
  accomplished bigint not null,
  programmed bigint not null,
  matched bigint[] not null,
  trained bigint not null,
  n bigint not null,
  quantity bigint not null
);
comment on table public.mark_counts is
  'How many organizations or communities have the same marks on a dashboard (board), by office: kept by triggers on '
  'public.marks, whose years they have.';

create table public.programme_mark_counts (
  subject text not null,
  board text not null,
  programme text not null,
  office text not null,
  region_name text,
  province_name text,
  accomplished bigint not null,
  n bigint not null,
  quantity bigint not null
);
comment on table public.programme_mark_counts is
  'How many organizations or communities have an accomplishment of a sub-PSP, by office: kept by triggers on '
  'public.programme_marks, whose years they have.';

create table public.arbo_counts (
  office text not null,
  region_name text,
  province_name text,
  process_stage text,
  registering_agency text,
  current_arbo_status text,
  it_easy_level_2024 text,
  n bigint not null,
  quantity bigint not null
);
comment on table public.arbo_counts is
  'How many organizations the masterlist has, by agency, status and level: kept by triggers on it.';
comment on column public.arbo_counts.quantity is 'Their ARB members.';

create table public.farm_counts (
  office text not null,
  region_name text,
  province_name text,
  support_provided text,
  of_year integer,
  n bigint not null,
  quantity bigint not null
);
comment on table public.farm_counts is
  'How many records of support at farms there are by kind and year: kept by triggers on form11_farm_infos.';
comment on column public.farm_counts.of_year is 'Year reported, else year funded.';

-- The marks that count on each dashboard, as a lateral part of a query over public.marks or public.programme_marks:
-- those of its forms (`formsOf` of `_shared/charts/figures/index.ts`), 0 where no figure of the main one asks for them.
create function private.board_marks() returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select format('cross join lateral (values %s) b (board, targeted, accomplished, programmed, matched, trained)',
    string_agg(format('(%L, %s)', b.board, b.marks), ', '))
  from (values
    ('main-dashboard', '0::bigint, '
      'form_5_accomplished | form_7_accomplished | form_10_accomplished | form_11_accomplished, '
      'form_5_programmed | form_7_programmed | form_10_programmed | form_11_programmed, '
      '''{0,0,0}''::bigint[], 0::bigint'),
    ('form-5', 'form_5_targeted, form_5_accomplished, form_5_programmed, form_5_matched, training_trained'),
    ('form-7', 'form_7_targeted, form_7_accomplished, form_7_programmed, form_7_matched, 0'),
    ('form-11', 'form_11_targeted, form_11_accomplished, form_11_programmed, form_11_matched, 0')
  ) b (board, marks)
$$;

-- The query that gives some keys and a quantity of each row of {rows}, which are those of a table. Marks are named by
-- dashboard; elsewhere a name that is no column stands for an expression.
create function private.counted_query(table_name text, keys text, quantity text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select case
    when table_name like '%marks' then format('select %s, 0 from {rows} %s', keys, private.board_marks())
    else format('select %s, %s from {rows}',
      replace(replace(replace(replace(keys,
        'of_year', 'coalesce(reporting_year, year_funded)'),
        'trained_years', 'years'),
        'trained', 'coalesce(cardinality(training_id) > 0, false)'),
        'programmed', 'coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'''),
      case when quantity is null then '0' else format('coalesce(%I, 0)', quantity) end) end
$$;

-- What is counted: the table, its counts, the keys of those, the column that is added up (quantity), the query that
-- gives the key and the quantity of each row of {rows}, and the query of all counts as the rows have them. Of counts
-- that answer the same question, the smaller come first.
create function private.counted_tables()
  returns table (table_name text, counts text, keys text, quantity text, rows_query text, counts_query text)
  language sql immutable parallel safe set search_path = ''
as $$
  select c.table_name, c.counts, c.keys, c.quantity, r.rows_query,
    format('select %1$s, count(*)::bigint, sum(quantity)::bigint from (%2$s) k (%1$s, quantity) group by %1$s',
      c.keys, replace(r.rows_query, '{rows}', format('public.%I', c.table_name)))
  from (values
    ('participants', 'participant_office_counts',
      'office, region_name, province_name, process_stage, participant_category, sex, trained, programmed', null),
    ('participants', 'participant_town_counts',
      'office, region_name, province_name, muncity_name, process_stage, participant_category, sex, trained, '
      'programmed', null),
    ('participants', 'participant_counts',
      'office, region_name, province_name, process_stage, year_funded, fund_source, psp_category, '
      'subpsp_abbreviation, participant_category, sex, trained, programmed', null),
    ('participants', 'participant_town_funding_counts',
      'office, region_name, province_name, muncity_name, process_stage, fund_source, psp_category, '
      'subpsp_abbreviation, participant_category, sex, trained, programmed', null),
    ('attendance', 'attendance_office_counts',
      'office, region_name, province_name, participant_category, sex, trained_years', null),
    ('attendance', 'attendance_counts',
      'office, region_name, province_name, muncity_name, participant_category, sex, trained_years', null),
    ('attendance', 'attendance_funding_counts',
      'office, region_name, province_name, muncity_name, fund_source, psp_category, subpsp_abbreviation, '
      'participant_category, sex, trained_years', null),
    ('marks', 'mark_counts',
      'subject, board, office, region_name, province_name, targeted, accomplished, programmed, matched, trained', null),
    ('programme_marks', 'programme_mark_counts',
      'subject, board, programme, office, region_name, province_name, accomplished', null),
    ('arbo_masterlist', 'arbo_counts',
      'office, region_name, province_name, process_stage, registering_agency, current_arbo_status, '
      'it_easy_level_2024', 'no_arb_member_total'),
    ('form11_farm_infos', 'farm_counts', 'office, region_name, province_name, support_provided, of_year', null),
    ('activities', 'outcome_counts',
      'office, region_name, province_name, form, side, kind, year, reporting_year, matched_within', 'quantity'),
    ('activities', 'outcome_period_counts',
      'office, region_name, province_name, form, side, kind, year, reporting_year, reporting_quarter, '
      'reporting_month, matched_within', 'quantity'),
    ('activities', 'outcome_funding_counts',
      'office, region_name, province_name, form, side, kind, year, reporting_year, fund_source, psp_category, '
      'subpsp_abbreviation, matched_within', 'quantity')
  ) c (table_name, counts, keys, quantity)
  cross join private.counted_query(c.table_name, c.keys, c.quantity) r (rows_query)
$$;
