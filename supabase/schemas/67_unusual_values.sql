-- Unusual values of stored rows: values that a soft check (47_soft_checks.sql) or a comparison (67_comparisons.sql)
-- finds. A write only adds its table and offices to private.stale_unusual. Before unusual values are read,
-- private.refresh_unusual_values computes them again for these tables and offices. Dates out of order and sums that
-- disagree are not listed here, because check constraints make them impossible.

create table public.unusual_values (
  table_name text not null,
  row_id bigint not null,
  office text not null,
  field text not null,
  kind text not null check (kind in ('above', 'one_side', 'other_year', 'tenfold', 'outlier')),
  previous numeric,
  usual_from numeric,
  usual_to numeric,
  primary key (table_name, row_id, kind, field)
);
comment on table public.unusual_values is 'Values of stored rows that a rule finds unusual.';
comment on column public.unusual_values.previous is 'For kind tenfold: the largest value of the previous report.';
comment on column public.unusual_values.usual_from is
  'For kind outlier: half of the values of the group are between usual_from and usual_to, rounded to two digits.';
create index unusual_values_office on public.unusual_values (office, table_name);
call private.read_only_in_scope('public.unusual_values');

create table private.stale_unusual (
  id bigint generated always as identity primary key,
  table_name text not null,
  office text not null
);
alter table private.stale_unusual enable row level security;
comment on table private.stale_unusual is
  'Tables and offices with rows that were written since their unusual values were last computed.';

-- Returns the tables with rules for unusual values, and the columns that the rules read.
create function private.unusual_sources() returns table (table_name text, columns text)
  language sql stable set search_path = ''
as $$
  with rules as (
    select c.table_name, c.field || c.others || '{soft_check_reason}' as columns from private.soft_checks c
    union all
    select c.table_name, c.field || c.others
      || case c.kind when 'tenfold' then '{reporting_year,reporting_quarter}'::text[] else '{}' end
    from private.comparisons c)
  select r.table_name, 'id, office, ' || string_agg(distinct quote_ident(n.name), ', ')
  from rules r cross join lateral unnest(r.columns) n (name)
  group by r.table_name
$$;

-- AFTER trigger on the tables of private.unusual_sources: adds the offices of the written rows to
-- private.stale_unusual. Argument: the columns that the rules read. An update that changes none of these columns adds
-- nothing.
create function private.note_unusual() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.stale_unusual (table_name, office) select distinct tg_table_name, n.office from new_rows n;
  elsif tg_op = 'DELETE' then
    insert into private.stale_unusual (table_name, office) select distinct tg_table_name, o.office from old_rows o;
  else
    execute format($q$
      with was as (select %2$s from old_rows), is_now as (select %2$s from new_rows)
      insert into private.stale_unusual (table_name, office)
      select %1$L, c.office
      from ((select * from is_now except select * from was) union (select * from was except select * from is_now)) c
      group by c.office$q$,
      tg_table_name, tg_argv[0]);
  end if;
  return null;
end
$$;

do $do$
declare
  source record;
begin
  for source in select * from private.unusual_sources() loop
    call private.add_write_triggers(format('public.%I', source.table_name)::regclass, 'note_unusual',
      format('private.note_unusual(%L)', source.columns));
  end loop;
end
$do$;

-- Builds the query for the unusual values that one comparison finds. Parameter $1 of the query is the list of offices.
create function private.build_comparison_query(rule private.comparisons) returns text
  language sql stable set search_path = ''
as $$
  select case rule.kind
    when 'tenfold' then format($q$
      select %1$L, v.id, v.office, %2$L, 'tenfold', v.previous, null::numeric, null::numeric
      from (
        select t.id, t.office, t.%2$I as value, %3$s as is_explained,
          max(t.%2$I::numeric) over (
            partition by t.office, %4$s order by t.reporting_year, coalesce(t.reporting_quarter, '')
            groups between 1 preceding and 1 preceding) as previous
        from public.%1$I t
        where t.office = any ($1) and t.reporting_year is not null and num_nulls(t.%2$I, %4$s) = 0) v
      where v.previous > 0 and v.value >= 10 * v.previous and not v.is_explained$q$,
      rule.table_name, rule.field, e.is_explained, o.columns)
    else format($q$
      select %1$L, t.id, t.office, %2$L, 'outlier', null::numeric,
        private.round_to_two_digits(g.lower_quartile), private.round_to_two_digits(g.upper_quartile)
      from public.%1$I t
      join private.value_groups g
        on g.table_name = %1$L and g.place = %5$s and g.members = array[%4$s]
      where t.office = any ($1) and not %3$s and t.%2$I > 5 * g.median
        and t.%2$I > g.upper_quartile + 3 * (g.upper_quartile - g.lower_quartile)$q$,
      rule.table_name, rule.field, e.is_explained, o.columns, rule.place)
    end
  from (select string_agg(format('t.%I', name), ', ' order by n) as columns
    from unnest(rule.others) with ordinality u (name, n)) o
  cross join (select case when rule.asked then '(t.soft_check_reason is not null)' else 'false' end as is_explained) e
$$;

-- Builds the query for all unusual values of a table. Parameter $1 of the query is the list of offices. A value that
-- needs a reason is left out if its row has a reason.
create function private.build_unusual_query(wanted_table text) returns text
  language sql stable set search_path = ''
as $$
  select string_agg(q.query, ' union all ')
  from (
    select format('select %1$L, t.id, t.office, %2$L, %3$L, null::numeric, null::numeric, null::numeric
      from public.%1$I t where t.office = any ($1) and t.soft_check_reason is null and %4$s',
      c.table_name, c.field, c.kind, private.build_soft_check_condition(c, 't.')) as query
    from private.soft_checks c where c.table_name = wanted_table
    union all
    select private.build_comparison_query(c) from private.comparisons c where c.table_name = wanted_table) q
$$;

-- Computes the value groups of a table again if they were computed before `oldest`, or if the table has grown since.
-- The table has grown if its highest id has increased by more than 20 % plus 20. Does this for all tables with rules.
-- Adds each such table, with all offices, to private.stale_unusual.
create function private.refresh_value_groups(oldest timestamptz) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  source record;
  known private.value_group_states;
  highest_id bigint;
begin
  for source in select s.table_name from private.unusual_sources() s loop
    execute format('select coalesce(max(id), 0) from public.%I', source.table_name) into highest_id;
    select s.* into known from private.value_group_states s where s.table_name = source.table_name;
    continue when known.computed_at >= oldest and highest_id <= known.last_id * 1.2 + 20;
    perform private.compute_value_groups(source.table_name);
    insert into private.value_group_states as kept (table_name, last_id) values (source.table_name, highest_id)
    on conflict (table_name) do update set computed_at = now(), last_id = excluded.last_id;
    insert into private.stale_unusual (table_name, office) select source.table_name, o.office from public.offices o;
  end loop;
end
$$;

-- Computes the unusual values of the tables and offices in private.stale_unusual again. First computes the value groups
-- that are out of date (private.refresh_value_groups). Only one session at a time refreshes. Other sessions wait, and
-- then find nothing to do.
create function private.refresh_unusual_values(oldest timestamptz default now() - interval '2 days') returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  noted private.stale_unusual[];
  stale record;
begin
  if not exists (select from private.stale_unusual)
    and not exists (select from private.value_group_states s where s.computed_at < oldest)
    and exists (select from private.value_group_states)
  then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('private.refresh_unusual_values', 0));
  perform private.refresh_value_groups(oldest);
  noted := array(select s from private.stale_unusual s);
  for stale in
    select n.table_name, array_agg(distinct n.office) as offices from unnest(noted) n group by n.table_name
  loop
    delete from public.unusual_values u where u.table_name = stale.table_name and u.office = any (stale.offices);
    execute 'insert into public.unusual_values ' || private.build_unusual_query(stale.table_name)
      || ' on conflict do nothing' using stale.offices;
  end loop;
  delete from private.stale_unusual s using unnest(noted) n where s.id = n.id;
end
$$;

revoke execute on function private.unusual_sources(), private.build_comparison_query(private.comparisons),
  private.build_unusual_query(text), private.refresh_value_groups(timestamptz),
  private.refresh_unusual_values(timestamptz)
from public;
grant execute on function private.refresh_unusual_values(timestamptz) to api_gateway;
