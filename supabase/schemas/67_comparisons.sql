-- Rules that compare a value with other rows, and the statistics of the groups that some rules compare with. The
-- registry has the same rules (the soft checks of kind `tenfold`, and `comparisons`); a test compares the two lists.

create table private.comparisons (
  table_name text not null references private.record_tables (table_name),
  place integer not null,
  kind text not null check (kind in ('tenfold', 'outlier')),
  field text not null,
  -- Columns whose values decide which rows are compared. Kind 'tenfold' compares a row with an earlier row that has the
  -- same values in these columns. Kind 'outlier' compares a row with the group of all rows that have the same values.
  others text[] not null check (cardinality(others) > 0),
  -- True if the API asks for a reason when a user saves a value that is unusual by this rule. A stored row with a
  -- reason is not listed as unusual by this rule.
  asked boolean not null,
  primary key (table_name, place)
);
alter table private.comparisons enable row level security;
comment on table private.comparisons is
  'Rules that compare a value with other rows. tenfold: the value is at least ten times the value of the previous '
  'report of the office. outlier: the value is far outside the values of its group in the country.';

insert into private.comparisons (table_name, place, kind, field, others, asked) values
  ('form7_accomps', 1, 'outlier', 'sales_generated', '{type_product}', false),
  ('qtr_sales_reports', 1, 'tenfold', 'sales_generated', '{arbo_name}', true),
  ('form11_accomps', 1, 'tenfold', 'quantity_hard', '{arbo_name,support_provided,hard_component,status}', false),
  ('form11_accomps', 2, 'tenfold', 'total_cost', '{arbo_name,support_provided,hard_component,status}', false),
  ('form11_accomps', 3, 'outlier', 'quantity_hard', '{support_provided,hard_component}', false),
  ('form11_accomps', 4, 'outlier', 'total_cost', '{support_provided,hard_component}', false),
  ('form11_farm_infos', 1, 'tenfold', 'quantity_hard', '{arbo_name,support_provided,hard_component}', false),
  ('form11_farm_infos', 2, 'tenfold', 'total_cost', '{arbo_name,support_provided,hard_component}', false),
  ('form11_farm_infos', 3, 'outlier', 'quantity_hard', '{support_provided,hard_component}', false),
  ('form11_farm_infos', 4, 'outlier', 'total_cost', '{support_provided,hard_component}', false),
  ('fme_rental_monitoring', 1, 'tenfold', 'total_rental_fees', '{arbo_name,specific_fme_rented}', true),
  ('fme_rental_monitoring', 2, 'outlier', 'total_rental_fees', '{specific_fme_rented}', false),
  ('arb_marketing_assistance_monitoring', 1, 'tenfold', 'total_gross', '{arbo_name,type_commodity}', false),
  ('arb_marketing_assistance_monitoring', 2, 'outlier', 'total_gross', '{type_commodity}', false),
  ('farmers_tracking_income', 1, 'tenfold', 'gross_sales', '{arbo_name,crop_sold}', true),
  ('farmers_tracking_income', 2, 'outlier', 'gross_sales', '{crop_sold}', false),
  ('farmers_tracking_income', 3, 'outlier', 'price_per_unit', '{crop_sold,unit}', false),
  ('sales_transactions', 1, 'outlier', 'gross_sales', '{commodity}', false),
  ('sales_transactions', 2, 'outlier', 'price_per_unit', '{commodity,unit_measure}', false),
  ('arbo_trainings', 1, 'outlier', 'training_cost', '{training_category}', false);

create table private.value_groups (
  table_name text not null,
  place integer not null,
  members text[] not null,
  lower_quartile numeric not null,
  median numeric not null,
  upper_quartile numeric not null,
  primary key (table_name, place, members)
);
alter table private.value_groups enable row level security;
comment on table private.value_groups is
  'Median and quartiles of the values of each group in the country. members has the values of the rule''s `others`. A '
  'group has at least 20 rows from at least 3 offices, so that it reveals no value of another office.';

create table private.value_group_states (
  table_name text primary key,
  computed_at timestamptz not null default now(),
  last_id bigint not null
);
alter table private.value_group_states enable row level security;
comment on table private.value_group_states is
  'Time of the last computation of the groups of each table, and the highest id of the table at that time.';

-- Returns a number rounded to two significant digits, so that a quartile shows no exact value of another office.
create function private.round_to_two_digits(value numeric) returns numeric
  language sql immutable parallel safe set search_path = ''
as $$
  select case when value > 0 then trim_scale(round(value, 1 - floor(log(value))::integer)) else 0 end
$$;

-- Computes the value groups of a table (private.value_groups) again from its rows.
create function private.compute_value_groups(wanted_table text) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  rule private.comparisons;
begin
  delete from private.value_groups g where g.table_name = wanted_table;
  for rule in
    select c.* from private.comparisons c where c.table_name = wanted_table and c.kind = 'outlier' order by c.place
  loop
    execute format($q$
      insert into private.value_groups
      select %1$L, %2$s, g.members, g.quartiles[1], g.quartiles[2], g.quartiles[3]
      from (
        select array[%3$s] as members,
          percentile_cont(array[0.25, 0.5, 0.75]) within group (order by t.%4$I)::numeric[] as quartiles
        from public.%1$I t
        where t.%4$I is not null and num_nulls(%3$s) = 0
        group by array[%3$s]
        having count(*) >= 20 and count(distinct t.office) >= 3) g
      where g.quartiles[2] > 0$q$,
      wanted_table, rule.place, (select string_agg(format('t.%I', o), ', ') from unnest(rule.others) o), rule.field);
  end loop;
end
$$;
revoke execute on function private.round_to_two_digits(numeric), private.compute_value_groups(text) from public;
