-- Counts of large tables, so that dashboards read thousands of rows instead of hundreds of thousands.
-- private.refresh_figures counts the rows of an office again after they were written. Each count has an office, and
-- policies on the office decide who can read the count.

-- Lets callers read, but not write, a table of figures for the offices in their scope.
create procedure private.read_only_in_scope(target regclass)
  language plpgsql set search_path = ''
as $$
begin
  execute format('alter table %s enable row level security, force row level security', target);
  execute format('revoke all on %s from anon, authenticated', target);
  execute format('grant select on %s to authenticated', target);
  call private.add_scope_read_policies(target);
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
  'Number of participants by office and programme.';
comment on column public.participant_counts.trained is 'True if the participants attended at least one training.';
comment on column public.participant_counts.programmed is
  'True if the participants'' records name a sub-PSP. "No Project", a choice of the dropdown list, does not count.';

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
  'Number of participants by office.';

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
  'Number of participants by municipality.';

create table public.participant_town_funding_counts (
  like public.participant_town_counts,
  fund_source text,
  psp_category text,
  subpsp_abbreviation text
);
comment on table public.participant_town_funding_counts is
  'Number of participants by municipality and programme.';

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
  'Number of participants who attended trainings, by municipality.';
comment on column public.attendance_counts.trained_years is
  'Years of the trainings that the participants attended, as a bit mask of private.year_mask.';

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
  'Number of participants who attended trainings, by office.';

create table public.attendance_funding_counts (
  like public.attendance_counts,
  fund_source text,
  psp_category text,
  subpsp_abbreviation text
);
comment on table public.attendance_funding_counts is
  'Number of participants who attended trainings, by municipality and programme.';

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
  'Number of organizations or communities with the same marks on a dashboard (board), by office. The mark '
  'columns are the same bit masks of years.';

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
  'Number of organizations or communities with an accomplishment of a sub-PSP, by office. accomplished is '
  'the same bit mask of years.';

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
  'Number of organizations in the masterlist by agency, status and level.';
comment on column public.arbo_counts.quantity is 'Number of ARB members of the counted organizations.';

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
  'Number of records of support at farms by kind and year.';
comment on column public.farm_counts.of_year is 'Reporting year; the funding year if the reporting year is empty.';

-- Builds the lateral join that gives the marks per dashboard for a query over public.marks or public.programme_marks.
-- Each dashboard combines the marks of its forms (`formsOf` of `_shared/charts/figures/index.ts`). A mark is 0 if the
-- dashboard has no figure for it.
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

-- Builds the query for key columns and quantity of each row of {rows}. Marks are grouped by dashboard. For other
-- tables, key names that are not columns are replaced by expressions.
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

-- Returns the counted tables: the table, its table of counts, the key columns, the summed column (quantity), and the
-- query that computes the counts of the offices $1 (null: all offices). If several tables of counts can answer a
-- question, the smaller one comes first.
create function private.counted_tables()
  returns table (table_name text, counts text, keys text, quantity text, counts_query text)
  language sql immutable parallel safe set search_path = ''
as $$
  select c.table_name, c.counts, c.keys, c.quantity,
    format('select %1$s, count(*)::bigint, sum(quantity)::bigint from (%2$s) k (%1$s, quantity) group by %1$s',
      c.keys, replace(r.rows_query, '{rows}',
        format('(select * from public.%I where $1::text[] is null or office = any ($1)) r', c.table_name)))
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
