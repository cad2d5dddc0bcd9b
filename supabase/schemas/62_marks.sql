-- Marks of organizations and communities: the years in which they were targeted, accomplished, matched and trained. A
-- mark is a bigint column with one bit per year; a dashboard figure counts the rows that share a bit with the selected
-- years. Figures by quarter, month, funding year or kind of support are counted from public.activities, because marks
-- have only years.

-- Returns the bit mask for a range of years, both ends included. Without bounds, sets all bits, including the lowest
-- bit, which means that an activity has no year. The bit of 1990 also represents all earlier years, and the bit of 2051
-- all later years. So bounds must be between 1991 and 2050 (`onlyYears` of `_shared/server/figures/marks.ts`).
create function private.year_mask(year_from integer, year_to integer) returns bigint
  language sql immutable parallel safe set search_path = ''
as $$
  select case
    when year_from is null and year_to is null then 9223372036854775807
    when coalesce(year_from, 1990) > coalesce(year_to, 2051) then 0
    else ((1::bigint << (coalesce(year_to, 2051) - 1990 + 1)) - 1 << 1)
      & ~((1::bigint << (coalesce(year_from, 1990) - 1989)) - 1)
      & 9223372036854775807
  end
$$;

-- Returns the bit of a year, or the lowest bit for activities without a year.
create function private.year_bit(year integer) returns bigint
  language sql immutable parallel safe set search_path = ''
as $$ select case when year is null then 1 else 1::bigint << (least(greatest(year, 1990), 2051) - 1989) end $$;

grant execute on function private.year_mask(integer, integer), private.year_bit(integer) to authenticated;

create table public.marks (
  subject text not null check (subject in ('arbo', 'arc')),
  marked_id bigint not null,
  office text not null,
  region_name text,
  province_name text,
  muncity_name text,
  form_5_targeted bigint not null default 0,
  form_5_accomplished bigint not null default 0,
  form_5_programmed bigint not null default 0,
  form_5_matched bigint[] not null default '{0,0,0}',
  form_7_targeted bigint not null default 0,
  form_7_accomplished bigint not null default 0,
  form_7_programmed bigint not null default 0,
  form_7_matched bigint[] not null default '{0,0,0}',
  form_10_accomplished bigint not null default 0,
  form_10_programmed bigint not null default 0,
  form_11_targeted bigint not null default 0,
  form_11_accomplished bigint not null default 0,
  form_11_programmed bigint not null default 0,
  form_11_matched bigint[] not null default '{0,0,0}',
  training_trained bigint not null default 0,
  primary key (subject, marked_id)
);
comment on table public.marks is
  'One row per row of the two masterlists: the years (private.year_mask) in which it was '
  'targeted, accomplished, matched or trained.';
comment on column public.marks.marked_id is 'Id in the ARBO or ARC masterlist.';
comment on column public.marks.office is 'Office of the masterlist row; decides who can read the marks.';
comment on column public.marks.form_5_programmed is
  'Years with an accomplishment that names a sub-PSP. "No Project", a choice of the dropdown list, does not count.';
comment on column public.marks.form_5_matched is
  'Years with a matched target, as an array indexed by private.caller_reach(): match in the country, the region, the '
  'office.';

-- In public.programme_marks and public.funding_marks, the columns of public.marks come last. A migration for a new mark
-- appends its column to the table. So the column has the same position in existing databases as in new ones.
create table public.programme_marks (
  programme text not null,
  like public.marks including defaults including constraints,
  primary key (subject, marked_id, programme)
);
comment on table public.programme_marks is
  'Marks by the sub-PSP (abbreviation) that the activities name: one row per organization or community and sub-PSP.';

create table public.funding_marks (
  fund_source text,
  psp_category text,
  reported boolean not null,
  subpsp_abbreviation text,
  like public.marks including defaults including constraints,
  unique nulls not distinct (subject, marked_id, subpsp_abbreviation, fund_source, psp_category, reported)
);
comment on table public.funding_marks is
  'Marks by the funding of the activities: one row per organization or community and combination of funding columns. '
  'Dashboards read it when filtered by fund source or programme.';
comment on column public.funding_marks.reported is 'True if the activities name their reporting year.';

create index marks_office on public.marks (office);
create index programme_marks_office on public.programme_marks (office);

call private.read_only_in_scope('public.marks');
call private.read_only_in_scope('public.programme_marks');
call private.read_only_in_scope('public.funding_marks');

-- The rows of both masterlists (ARBOs and ARCs), with their office, region, province and town.
create view private.marked_rows as
  select 'arbo' as subject, m.id as marked_id, m.office, m.region_name, m.province_name, m.muncity_name
  from public.arbo_masterlist m
  union all
  select 'arc', m.id, m.office, m.region_name, m.province_name, m.muncity_name
  from public.arc_masterlist m;

-- Returns the kinds of marks. `condition` selects the activities (columns of public.activities) that give an
-- organization or community the mark. In a condition, {reach} represents private.caller_reach: how near a match must be
-- for the caller to see it. `of_targets` is true if the condition selects targets. The columns of public.marks are
-- named by form and mark, such as form_5_matched.
create function private.mark_kinds() returns table (mark text, condition text, of_targets boolean)
  language sql immutable parallel safe set search_path = ''
as $$
  values
    ('targeted', $c$side = 'target'$c$, true),
    ('accomplished', $c$side = 'accomplishment'$c$, false),
    ('programmed', $c$side = 'accomplishment' and subpsp_abbreviation <> 'No Project'$c$, false),
    ('matched', $c$side = 'target' and matched_within >= {reach}$c$, true),
    ('trained', $c$side = 'training'$c$, false)
$$;
grant execute on function private.mark_kinds() to authenticated;

-- Creates the function private.marks_of, which computes the marks of masterlist rows from their activities, in the
-- columns of public.funding_marks. For each masterlist row, it returns one row for all activities, one row per
-- programme, and one row per combination of funding columns. The columns `of_…` have the programme and the funding of
-- the activities that a result row counts. `of_reported` is set only in the rows per combination. A mark that depends
-- on private.caller_reach is an array with one element per reach (1 to 3).
do $do$
declare
  years_with constant text := 'coalesce(bit_or(a.years) filter (where form = %L and %s), 0)';
  columns constant text := (
    select string_agg(case
        when a.attndims = 0 then format(years_with, f.form, k.condition)
        else 'array[' || (
          select string_agg(format(years_with, f.form, replace(k.condition, '{reach}', reach::text)),
            e',\n            ')
          from generate_series(1, 3) reach) || ']'
      end, e',\n          ' order by a.attnum)
    from pg_attribute a
    join private.mark_kinds() k on a.attname like '%\_' || k.mark
    cross join lateral (select replace(left(a.attname, -length(k.mark) - 1), '_', '-') as form) f
    where a.attrelid = 'public.marks'::regclass);
begin
  execute replace($sql$
    create function private.marks_of(arbos bigint[], arcs bigint[]) returns setof public.funding_marks
      language plpgsql stable set search_path = ''
    as $body$
    begin
      return query
        select a.of_fund_source, a.of_psp_category, a.of_reported, a.of_programme, m.subject, m.marked_id, m.office,
          m.region_name, m.province_name, m.muncity_name,
          {columns}
        from (
          select * from private.marked_rows where subject = 'arbo' and marked_id = any (arbos)
          union all
          select * from private.marked_rows where subject = 'arc' and marked_id = any (arcs)
        ) m
        left join (
          select k.*, p.*, private.year_bit(k.year) as years
          from (
            select 'arbo' as subject, arbo as marked_id, activities.* from public.activities where arbo = any (arbos)
            union all
            select 'arc', arc, activities.* from public.activities where arc = any (arcs)
          ) k
          cross join lateral (
            select null::text as of_programme, null::text as of_fund_source, null::text as of_psp_category,
              null::boolean as of_reported
            union all select k.subpsp_abbreviation, null, null, null where k.subpsp_abbreviation is not null
            union all select k.subpsp_abbreviation, k.fund_source, k.psp_category, k.reporting_year is not null) p
        ) a using (subject, marked_id)
        group by m.subject, m.marked_id, m.office, m.region_name, m.province_name, m.muncity_name,
          a.of_programme, a.of_fund_source, a.of_psp_category, a.of_reported;
    end
    $body$$sql$, '{columns}', columns);
end
$do$;
revoke execute on function private.marks_of(bigint[], bigint[]) from public;
