-- Views of everything overdue: targets of a year without an accomplishment, expiring permits, idle machines, missing
-- deeds of donation, and quarters without an entry. Each view runs with the caller's policies. All views have the same
-- columns, so that the page of an ARBO and the work queues show the same rows. The views also have rows that are due
-- within 90 days; the column due_on distinguishes these rows.

-- Returns the date 90 days from today. Items that are due by this date are shown as due soon.
create function private.due_until() returns date
  language sql stable parallel safe set search_path = ''
as $$ select private.today() + 90 $$;

grant execute on function private.due_until() to authenticated, service_role;

-- Targets without a matching accomplishment (private.find_nearest_counterparts), due at the end of their year.
do $do$
declare
  branch constant text := $sql$
    select 'target_unmet' as queue, %1$L as table_name, t.id as row_id, t.status, %2$L as missing_table, t.arbo_id,
      t."arboPrimaryKey" as arbo_key, t.arbo_name, t.region_name, t.province_name, t.office,
      make_date(o.year, 12, 31) as due_on,
      %3$L || ' target of ' || o.year || coalesce(' for ' || t.subpsp_name, '')
        || ' has no accomplishment.' as message
    from public.target_outcomes o join public.%1$I t on t.id = o.row_id
    where o.table_name = %1$L and not o.matched
      and make_date(o.year, 12, 31) <= (select private.due_until())$sql$;
begin
  execute 'create view public.overdue_targets with (security_invoker = true) as ' || (
    select string_agg(format(branch, target, accomplishment, form), ' union all ')
    from (values
      ('form_5_annualtargets', 'form_5_accomps', 'The Form 5'),
      ('form7_proddevs', 'form7_accomps', 'The Form 7'),
      ('form11_accomps', 'form11_accomps', 'The Form 11'),
      ('arbo_marketing_targets', 'arb_marketing_assistance_monitoring', 'The marketing')
    ) pair (target, accomplishment, form));
end
$do$;

comment on view public.overdue_targets is
  'Targets of a year without an accomplishment, due on the last day of the year.';

-- Permits of machines that have expired or expire soon, one row per permit. The union has one branch per kind of
-- permit, so that each branch can use the index of that kind on day and office.
do $do$
declare
  branch constant text := $sql$
    select 'permit_expiry' as queue, 'fme_inventory_table' as table_name, f.id as row_id, null::text as status,
      null::text as missing_table, f.arbo_id, f."arboPrimaryKey" as arbo_key, f.arbo_name, f.region_name,
      f.province_name, f.office, f.%1$I as due_on,
      %2$L || ' of ' || coalesce(f.product_brand_name, f.fme_inventory_id) || case
        when f.%1$I < (select private.today()) then ' expired on ' else ' expires on ' end
        || private.format_long_date(f.%1$I) || '.' as message
    from public.fme_inventory_table f
    where f.%1$I <= (select private.due_until())$sql$;
begin
  execute 'create view public.overdue_permits with (security_invoker = true) as ' || (
    select string_agg(format(branch, expiry, permit), ' union all ')
    from (values
      ('fda_lto_expiry', 'FDA LTO'), ('cpr_expiry', 'CPR'), ('halal_expiry', 'Halal registration')
    ) p (expiry, permit));
end
$do$;

comment on view public.overdue_permits is
  'Permits of products and machines that have expired or expire within 90 days.';

-- Permits that will expire soon but have not expired yet, for the work queue and the inbox.
create view public.expiring_permits with (security_invoker = true) as
select * from public.overdue_permits where due_on >= (select private.today());

comment on view public.expiring_permits is 'Permits of products and machines that expire within 90 days.';

-- Lists two kinds of rows: machines with a stated reason for not working or not being used, and support that was found
-- not functional or not utilized. The start of the problem is not recorded, so due_on is the day on which the row last
-- changed.
create view public.overdue_machines with (security_invoker = true) as
select s.queue, 'fme_inventory_table' as table_name, f.id as row_id, null::text as status, null::text as missing_table,
  f.arbo_id, f."arboPrimaryKey" as arbo_key, f.arbo_name, f.region_name, f.province_name, f.office,
  (f.updated_at at time zone 'Asia/Manila')::date as due_on,
  f.fme_inventory_id || coalesce(' (' || f.prj_title || ')', '') || s.words || btrim(s.reason) as message
from public.fme_inventory_table f
cross join lateral (values
  ('machine_not_functional', f.nonfunctional_reason, ' does not function: '),
  ('machine_idle', f.nonutilized_reason, ' is not used: ')) s (queue, reason, words)
where btrim(s.reason) <> ''
union all
select s.queue, 'form11_accomps', a.id, a.status, null, a.arbo_id, a."arboPrimaryKey", a.arbo_name, a.region_name,
  a.province_name, a.office,
  (a.updated_at at time zone 'Asia/Manila')::date,
  coalesce(a.hard_component, a.support_provided, 'The support provided') || s.words
from public.form11_accomps a
cross join lateral (values
  ('machine_not_functional', a.functional, ' is not functional.'),
    ('machine_idle', a.utilized, ' is not utilized.')) s (queue, answer, words)
where s.answer = 'No' and a.status is distinct from 'Target'
union all
select s.queue, 'form11_farm_infos', i.id, i.status, null, i.arbo_id, i."arboPrimaryKey", i.arbo_name, i.region_name,
  i.province_name, i.office,
  (i.updated_at at time zone 'Asia/Manila')::date,
  coalesce(i.hard_component, i.support_provided, 'The support provided') || s.words
from public.form11_farm_infos i
cross join lateral (values
  ('machine_not_functional', i.functional, ' is not functional.'),
    ('machine_idle', i.utilized, ' is not utilized.')) s (queue, answer, words)
where s.answer = 'No' and i.status is distinct from 'Target';

comment on view public.overdue_machines is 'Machines and support that do not function or are not used.';

create view public.overdue_deeds with (security_invoker = true) as
select 'deed_missing' as queue, 'fme_inventory_table' as table_name, f.id as row_id, null::text as status,
  null::text as missing_table,
  f.arbo_id, f."arboPrimaryKey" as arbo_key, f.arbo_name, f.region_name, f.province_name, f.office,
  coalesce(f.trust_agreement_date, (f.time_stamp at time zone 'Asia/Manila')::date) as due_on,
  f.fme_inventory_id || coalesce(' (' || f.prj_title || ')', '') || ' has no deed of donation.' as message
from public.fme_inventory_table f
where f.deed_donation_date is null and f.status is distinct from 'Target';

comment on view public.overdue_deeds is
  'Machines without a deed of donation, since their trust agreement or their entry.';

-- ARBOs that lack an expected entry for the last full quarter. ARBOs with machines should have a rental. ARBOs that
-- developed products or sent a sales report before should have a sales report. ARBOs whose income was tracked before
-- should have an income record. The view shows the ARBO's masterlist row, because the missing entry has no row.
create view public.overdue_quarters with (security_invoker = true) as
select e.queue, 'arbo_masterlist' as table_name, m.id as row_id, null::text as status, e.missing_table,
  m.arbo_id, m.id as arbo_key, m.arbo_name, m.region_name, m.province_name, m.office, q.last_day as due_on,
  q.quarter || ' ' || q.year || ' ' || e.noun || ' is missing.' as message
from public.arbo_masterlist m
cross join private.quarter_before((select private.today())) q
cross join lateral (
  select 'rental_missing' as queue, 'fme_rental_monitoring' as missing_table, 'rental' as noun
  where exists (
      select from public.fme_inventory_table f where f."arboPrimaryKey" = m.id and f.status is distinct from 'Target')
    and not exists (
      select from public.fme_rental_monitoring r
      where r."arboPrimaryKey" = m.id
        and ((r.reporting_year = q.year and r.reporting_quarter = q.quarter) or r.transaction_date between q.first_day
          and q.last_day))
  union all
  select 'sales_missing', 'qtr_sales_reports', 'sales report'
  where (exists (select from public.form7_accomps p where p."arboPrimaryKey" = m.id)
      or exists (select from public.qtr_sales_reports p where p."arboPrimaryKey" = m.id))
    and not exists (
      select from public.qtr_sales_reports r
      where r."arboPrimaryKey" = m.id
        and ((r.reporting_year = q.year and r.reporting_quarter = q.quarter) or r.transaction_date between q.first_day
          and q.last_day))
  union all
  select 'income_missing', 'farmers_tracking_income', 'income'
  where exists (select from public.farmers_tracking_income i where i."arboPrimaryKey" = m.id)
    and not exists (
      select from public.farmers_tracking_income r
      where r."arboPrimaryKey" = m.id
        and ((r.reporting_year = q.year and r.reporting_quarter = q.quarter) or r.delivery_date between q.first_day
          and q.last_day))
) e;

comment on view public.overdue_quarters is
  'ARBOs without a rental, sales report or income record of the last full quarter.';

create view public.overdue with (security_invoker = true) as
select * from public.overdue_targets
union all select * from public.overdue_permits
union all select * from public.overdue_machines
union all select * from public.overdue_deeds
union all select * from public.overdue_quarters;

comment on view public.overdue is 'All rows overdue or due within 90 days in the caller''s scope.';

comment on column public.overdue.table_name is
  'Table of the overdue row. row_id is its id; status selects the screen if several screens show the table.';
comment on column public.overdue.missing_table is
  'Table in which an entry is missing; null if the row itself is overdue.';
comment on column public.overdue.arbo_key is 'Id of the ARBO in the masterlist; null if the row names none.';
comment on column public.overdue.due_on is 'Day on which the row becomes overdue, at most 90 days ahead.';

revoke all on public.overdue_targets, public.overdue_permits, public.expiring_permits, public.overdue_machines,
  public.overdue_deeds, public.overdue_quarters, public.overdue
  from anon, authenticated;

grant select on public.overdue_targets, public.overdue_permits, public.expiring_permits, public.overdue_machines,
  public.overdue_deeds, public.overdue_quarters, public.overdue
  to authenticated;

-- Returns what is overdue for one ARBO, by its id in the masterlist. Written in plpgsql, which caches plans per
-- session, because planning the union of all queues takes several times as long as running it.
create function public.overdue_of(wanted_arbo bigint) returns setof public.overdue
  language plpgsql stable set search_path = ''
as $$
begin
  return query
    select * from public.overdue o where o.arbo_key = wanted_arbo
    order by due_on, table_name, row_id;
end
$$;

comment on function public.overdue_of(bigint) is
  'Rows overdue or due within 90 days for the ARBO with this masterlist id, in the caller''s scope.';

revoke execute on function public.overdue_of(bigint) from public, anon;

grant execute on function public.overdue_of(bigint) to authenticated, service_role;
