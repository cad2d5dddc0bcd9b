-- A new row of a form names its ARBO or ARC, its period and the fact that it is about (AG007). Rows stored without stay
-- readable and changeable; no change takes away a fact that a row had. `_shared/records/facts.ts` says the same to forms,
-- imports and the API, and a test holds the two together.

create table private.required_facts (
  table_name text not null references private.record_tables (table_name),
  place integer not null,
  -- One of them must have a value.
  columns text[] not null check (cardinality(columns) > 0),
  -- Rows of this status do without.
  not_for text,
  primary key (table_name, place)
);
alter table private.required_facts enable row level security;
comment on table private.required_facts is 'What every new row of a form names: one of the columns of each fact.';

insert into private.required_facts (table_name, place, columns, not_for)
select f.table_name, facts.place, facts.columns, facts.not_for
from (values
  ('form_5_accomps', '{crop_product}'::text[]),
  ('form7_accomps', '{product_name,product_developed,service_developed,type_product}'),
  ('qtr_sales_reports', '{sales_generated,volume_produced}'),
  ('form_10', '{training_title,training_id,type_enterprise,milestone_activity,credit_services}'),
  ('form11_accomps', '{support_provided,hard_component,description}'),
  ('form11_farm_infos', '{support_provided,hard_component,description,crop_commodity,type_livelihood,type_enterprise}'),
  ('inventory_status_monitoring', '{support_provided,hard_component,description}'),
  ('fme_rental_monitoring', '{specific_fme_rented,fme_inventory_id}'),
  ('farmers_tracking_income', '{crop_sold}')
) f (table_name, about)
cross join lateral (values
  (1, case when f.table_name in ('form_5_accomps', 'qtr_sales_reports', 'form11_farm_infos')
    then '{arbo_name,arbo_id,arboPrimaryKey,arc_name,arc_id}'::text[] else '{arbo_name,arbo_id,arc_name,arc_id}' end, null),
  (2, '{reporting_year}', null),
  (3, '{reporting_quarter}', 'Target'),
  (4, f.about, null)
) facts (place, columns, not_for);

-- After a statement of a caller, when the policies have judged the office: refuses the first row that lacks a fact which
-- it did not lack before. What the owner of the tables writes, a restore for example, is not judged.
create function private.require_facts() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  fact private.required_facts;
  lacks text;
  lacking bigint;
begin
  if auth.uid() is null then
    return null;
  end if;
  for fact in select f.* from private.required_facts f where f.table_name = tg_table_name order by f.place loop
    lacks := format('num_nonnulls(%s) = 0 and n.status is distinct from %L',
      (select string_agg(format('nullif(n.%I::text, '''')', c), ', ') from unnest(fact.columns) c), coalesce(fact.not_for, ''));
    if tg_op = 'INSERT' then
      execute format('select n.id from new_rows n where %s limit 1', lacks) into lacking;
    else
      execute format('select n.id from new_rows n join old_rows o on o.id = n.id where %s and not (%s) limit 1',
        lacks, replace(lacks, 'n.', 'o.')) into lacking;
    end if;
    if lacking is not null then
      raise exception using errcode = 'AG007', column = fact.columns[1], message = 'is required.';
    end if;
  end loop;
  return null;
end
$$;

do $$
declare
  t record;
begin
  for t in select distinct format('public.%I', f.table_name)::regclass as target from private.required_facts f loop
    execute format('create trigger require_facts_insert after insert on %s referencing new table as new_rows
      for each statement execute function private.require_facts()', t.target);
    execute format('create trigger require_facts_update after update on %s
      referencing old table as old_rows new table as new_rows for each statement execute function private.require_facts()', t.target);
  end loop;
end
$$;

call private.let_levels_read();
