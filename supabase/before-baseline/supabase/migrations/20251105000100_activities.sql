-- Activities: the rows of the forms under one shape, and what became of targets. A target is matched when an
-- accomplishment of the same form, organization and year exists, of the same programme where both name one; the two views
-- of outcomes are the only place that says so. All views read as the caller: policies apply (spec section 7).

-- A training is of the day on which it was held. Targets are annual; where they name a quarter, charts do not ask for it.
do $do$
declare
  branch constant text := $sql$
    select %2$L::text as form, %3$L::text as side, %1$L::text as table_name, r.id as row_id, r.office,
      r.region_name, r.province_name, r.muncity_name, r.arbo_id, %4$s as arbo_key,
      coalesce(r.arbo_id,
        (select m.arbo_id from public.arbo_masterlist m where m.office = r.office and m.arbo_name = r.arbo_name limit 1),
        r.office || ' ' || r.arbo_name) as organization,
      r.arc_id, coalesce(%5$s, r.year_funded) as year, %5$s as reporting_year, %6$s as reporting_quarter, %7$s as reporting_month,
      r.year_funded, r.fund_source, r.psp_category, r.subpsp_name, r.subpsp_abbreviation, %8$s as kind, %9$s as quantity
    from public.%1$I r
    where %10$s$sql$;
  day constant text := 'coalesce(r.date_conducted, r.start_date)';
begin
  execute 'create view public.activities with (security_invoker = true) as ' || (
    select string_agg(
      format(branch, name, form, side, key, coalesce(year, 'r.reporting_year'), coalesce(quarter, 'r.reporting_quarter'), coalesce(month, 'r.reporting_month'), kind, quantity, condition),
      ' union all ' order by place)
    from (values
      (1, 'form_5_annualtargets', 'form-5', 'target', 'null::bigint', null, 'null::text', 'null::text', 'null::text', 'null::integer', 'true'),
      (2, 'form_5_accomps', 'form-5', 'accomplishment', 'r."arboPrimaryKey"', null, null, null, 'null', 'null', 'true'),
      (3, 'form7_proddevs', 'form-7', 'target', 'null', null, null, null, 'r.type_product', 'null', 'true'),
      (4, 'form7_accomps', 'form-7', 'accomplishment', 'null', null, null, null, 'r.type_product', 'null', 'true'),
      (5, 'form_10', 'form-10', 'accomplishment', 'null', null, null, null, 'r.type_enterprise', 'null', 'true'),
      (6, 'form11_accomps', 'form-11', 'target', 'null', null, null, null, 'r.support_provided', 'r.quantity_hard', 'r.status = ''Target'''),
      (7, 'form11_accomps', 'form-11', 'accomplishment', 'null', null, null, null, 'r.support_provided', 'r.quantity_hard', 'r.status is distinct from ''Target'''),
      (8, 'arbo_marketing_targets', 'marketing', 'target', 'null', null, 'null', 'null', 'r.target_commodity', 'null', 'true'),
      (9, 'arb_marketing_assistance_monitoring', 'marketing', 'accomplishment', 'null', null, null, null, 'r.special_commodity', 'null', 'true'),
      (10, 'arbo_trainings', 'training', 'training', 'r."arboPrimaryKey"', format('extract(year from %s)::integer', day),
        format('''Q'' || extract(quarter from %s)', day), format('to_char(%s, ''FMMonth'')', day), 'r.training_category', 'null', 'true')
    ) s (place, name, form, side, key, year, quarter, month, kind, quantity, condition));
end
$do$;
comment on view public.activities is 'Rows of the forms under one shape, as the caller sees them. side is target, accomplishment or training.';
comment on column public.activities.organization is 'Tells organizations apart where targets meet accomplishments: the ARBO ID; where the row has none, that of the masterlist''s ARBO of its name and office, else office and name.';
comment on column public.activities.year is 'Year reported, else year funded; of a training the year in which it was held.';

create view public.target_outcomes with (security_invoker = true) as
  select t.*,
    a.form is not null and (a.any_programme or t.subpsp_name is null or t.subpsp_name = any (a.programmes)) as matched
  from public.activities t
  left join (
    select form, organization, year, array_agg(subpsp_name) as programmes, bool_or(subpsp_name is null) as any_programme
    from public.activities
    where side = 'accomplishment'
    group by form, organization, year
  ) a on a.form = t.form and a.organization = t.organization and a.year = t.year
  where t.side = 'target';
comment on view public.target_outcomes is 'Targets, and whether an accomplishment of the same form, organization, year and programme (where both name one) exists.';

create view public.accomplishment_outcomes with (security_invoker = true) as
  select a.*,
    t.form is not null and (t.any_programme or a.subpsp_name is null or a.subpsp_name = any (t.programmes)) as matched
  from public.activities a
  left join (
    select form, organization, year, array_agg(subpsp_name) as programmes, bool_or(subpsp_name is null) as any_programme
    from public.activities
    where side = 'target'
    group by form, organization, year
  ) t on t.form = a.form and t.organization = a.organization and t.year = a.year
  where a.side = 'accomplishment';
comment on view public.accomplishment_outcomes is 'Accomplishments, and whether a target of the same form, organization, year and programme (where both name one) exists.';

revoke all on public.activities, public.target_outcomes, public.accomplishment_outcomes from anon, authenticated;
grant select on public.activities, public.target_outcomes, public.accomplishment_outcomes to authenticated;
