-- Activities: the rows of all forms in one common shape, stored in public.activities, and the outcomes of targets. A
-- target is matched by an accomplishment of the same form, organization and year. If both rows name a programme, the
-- programme must be the same, too. Only private.find_nearest_counterparts implements this rule (spec section 7).

-- Returns the tables from which activities are derived, with the SQL expressions that map their rows (r) to the common
-- shape. The period of a training contains the day on which the training was held. Targets are annual; charts ignore
-- the quarter of a target.
create function private.activity_forms() returns table (place integer, table_name text, form text, side text,
  year text, quarter text, month text, kind text, quantity text)
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return query
    select f.place, f.table_name, f.form, f.side, coalesce(f.year, 'r.reporting_year'),
      coalesce(f.quarter, 'r.reporting_quarter'), coalesce(f.month, 'r.reporting_month'),
      coalesce(f.kind, 'null::text'), coalesce(f.quantity, '0')
    from (values
      (1, 'form_5_annualtargets', 'form-5', '''target''', null, 'null::text', 'null::text', null, null),
      (2, 'form_5_accomps', 'form-5', '''accomplishment''', null, null, null, null, null),
      (3, 'form7_proddevs', 'form-7', '''target''', null, null, null, 'r.type_product', null),
      (4, 'form7_accomps', 'form-7', '''accomplishment''', null, null, null, 'r.type_product', null),
      (5, 'form_10', 'form-10', '''accomplishment''', null, null, null, 'r.type_enterprise', null),
      (6, 'form11_accomps', 'form-11', 'case when r.status = ''Target'' then ''target'' else ''accomplishment'' end',
        null, null, null, 'r.support_provided', 'coalesce(r.quantity_hard, 0)'),
      (7, 'arbo_marketing_targets', 'marketing', '''target''', null, 'null::text', 'null::text',
        'r.target_commodity', null),
      (8, 'arb_marketing_assistance_monitoring', 'marketing', '''accomplishment''', null, null, null,
        'r.special_commodity', null),
      (9, 'arbo_trainings', 'training', '''training''',
        'extract(year from coalesce(r.date_conducted, r.start_date))::integer',
        '''Q'' || extract(quarter from coalesce(r.date_conducted, r.start_date))',
        'to_char(coalesce(r.date_conducted, r.start_date), ''FMMonth'')', 'r.training_category', null)
    ) f (place, table_name, form, side, year, quarter, month, kind, quantity);
end
$$;

create table public.activities (
  table_name text not null,
  row_id bigint not null,
  form text not null,
  side text not null check (side in ('target', 'accomplishment', 'training')),
  office text not null,
  region_name text,
  province_name text,
  muncity_name text,
  arbo_id text,
  arc_id text,
  year integer,
  reporting_year integer,
  reporting_quarter text,
  reporting_month text,
  year_funded integer,
  fund_source text,
  psp_category text,
  subpsp_name text,
  subpsp_abbreviation text,
  kind text,
  quantity bigint not null,
  organization text,
  arbo bigint,
  arc bigint,
  matched_within smallint not null,
  primary key (table_name, row_id)
) with (fillfactor = 80);
comment on table public.activities is
  'Rows of the forms in one common shape. side is target, accomplishment or training.';
comment on column public.activities.year is
  'Reporting year; the funding year if the reporting year is empty. For a training, the year in which the training '
  'was held.';
comment on column public.activities.organization is
  'Identifies the organization when matching targets with accomplishments: its key in the masterlist; for an '
  'organization that is not in the masterlist, office and name.';
comment on column public.activities.arbo is
  'Id in the ARBO masterlist (the arboPrimaryKey of the row).';
comment on column public.activities.arc is 'Id in the ARC masterlist.';
comment on column public.activities.matched_within is
  'Distance of the nearest matching target or accomplishment: 3 same office, 2 same region, 1 same country, 0 none. A '
  'user with a narrower scope has fewer matches.';
create index activities_matching on public.activities (form, organization, year);
create index activities_arbo on public.activities (arbo);
create index activities_arc on public.activities (arc);
create index activities_office on public.activities (office, form, side, year);
create index activities_form on public.activities (form, side, year, reporting_quarter, reporting_month);

call private.read_only_in_scope('public.activities');

-- Returns how near a match must be for the caller to see it: 1 (same country) for callers who see the whole country, 2
-- (same region) for callers of a region, 3 (same office) for callers of a province. The caller sees a match if
-- matched_within is at least this number.
create function private.caller_reach() returns smallint
  language sql stable parallel safe security definer set search_path = ''
as $$
  select (1 + coalesce((select cardinality(l.scope) from private.levels l where l.level = private.caller_level()), 0)
    )::smallint
$$;

create view public.target_outcomes with (security_invoker = true) as
  select a.*, a.matched_within >= (select private.caller_reach()) as matched
  from public.activities a
  where a.side = 'target';

comment on view public.target_outcomes is
  'Targets, and whether the caller can see a matching accomplishment: same form, organization and year, and same '
  'programme if both name one.';

create view public.accomplishment_outcomes with (security_invoker = true) as
  select a.*, a.matched_within >= (select private.caller_reach()) as matched
  from public.activities a
  where a.side = 'accomplishment';

comment on view public.accomplishment_outcomes is
  'Accomplishments, and whether the caller can see a matching target: same form, organization and year, and same '
  'programme if both name one.';

revoke all on public.target_outcomes, public.accomplishment_outcomes from anon, authenticated;

grant select on public.target_outcomes, public.accomplishment_outcomes to authenticated;

grant execute on function private.caller_reach() to authenticated;

-- Builds the query for the activities of rows of a form. rows_name is a relation with the columns of the form's table.
-- The column matched_within of the result is 0; private.refresh_activities computes its value.
create function private.activity_query(wanted_table text, rows_name text) returns text
  language sql stable set search_path = ''
as $$
  select format($q$
    select %1$L, r.id, %2$L, %3$s, r.office, r.region_name, r.province_name, r.muncity_name, r.arbo_id, r.arc_id,
      coalesce(%4$s, r.year_funded), %4$s, %5$s, %6$s, r.year_funded, r.fund_source, r.psp_category, r.subpsp_name,
      r.subpsp_abbreviation, %7$s, %8$s::bigint,
      coalesce('ARBO ' || r."arboPrimaryKey", r.office || ' ' || r.arbo_name), r."arboPrimaryKey", c.id, 0::smallint
    from %9$s r left join public.arc_masterlist c on c.arc_id = r.arc_id$q$,
    f.table_name, f.form, f.side, f.year, f.quarter, f.month, f.kind, f.quantity, rows_name)
  from private.activity_forms() f
  where f.table_name = wanted_table
$$;

-- Key of a group of activities. Targets and accomplishments in the same group can match.
create type private.activity_group as (form text, organization text, year integer);

-- Columns of an activity that decide whether it matches a different activity of its group, and how near the match is.
create type private.counterpart as (side text, office text, region_name text, subpsp_name text);

-- Computes matched_within for the activities of the given groups (null: all groups). Reduces the activities of a group
-- to distinct offices and programmes first, so that the computation stays fast for an organization with thousands of
-- rows.
create function private.find_nearest_counterparts(groups private.activity_group[])
  returns table (table_name text, row_id bigint, matched_within smallint)
  language plpgsql stable set search_path = ''
as $$
begin
  return query
    with touched as (
      select distinct g.form, g.organization, g.year from unnest(groups) g
      union
      select distinct a.form, a.organization, a.year from public.activities a where groups is null
    ), met as materialized (
      select a.form, a.organization, a.year,
        array_agg(distinct (a.side, a.office, a.region_name, a.subpsp_name)::private.counterpart) as counterparts
      from touched join public.activities a using (form, organization, year)
      group by a.form, a.organization, a.year
    )
    select a.table_name, a.row_id, coalesce((
        select max(case when c.office = a.office then 3 when c.region_name = a.region_name then 2 else 1 end)
        from unnest(met.counterparts) c
        where c.side <> a.side
          and (c.subpsp_name = a.subpsp_name or c.subpsp_name is null or a.subpsp_name is null)
      ), 0)::smallint
    from met join public.activities a using (form, organization, year);
end
$$;
revoke execute on function private.find_nearest_counterparts(private.activity_group[]) from public;
