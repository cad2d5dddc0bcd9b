-- Values that may be right and are unusual (ARBs above members, one side of a sum, a date in another year) are saved with a
-- word of reason, which stands with the row: in its history, in the log, and in the list of whoever reviews it.

-- What is asked about before it is saved. Of these a caller is asked by the database, too; what needs other rows (ten times
-- the quarter before) the API asks alone. The registry (`softChecks`) says the same; a test holds the two together.
create table private.soft_checks (
  table_name text not null references private.record_tables (table_name),
  place integer not null,
  kind text not null check (kind in ('above', 'one_side', 'other_year')),
  field text not null,
  -- The whole that the field is above, the parts of a sum, or the year that a date is not in.
  others text[] not null check (cardinality(others) > 0),
  primary key (table_name, place)
);
alter table private.soft_checks enable row level security;
comment on table private.soft_checks is 'Values that may be right and are saved only with a word of reason.';

-- The condition, over the columns of an alias, under which a check asks.
create function private.soft_check_asks(asked private.soft_checks, alias text) returns text
  language sql immutable set search_path = ''
as $$
  select case asked.kind
    when 'above' then format('%1$s%2$I > %1$s%3$I', alias, asked.field, asked.others[1])
    when 'other_year' then format('extract(year from %1$s%2$I) <> %1$s%3$I', alias, asked.field, asked.others[1])
    else (
      select format('num_nulls(%s) between 1 and %s', string_agg(alias || quote_ident(o), ', '), count(*) - 1)
      from unnest(asked.others) o)
  end
$$;
revoke execute on function private.soft_check_asks(private.soft_checks, text) from public;

-- After a caller has written a row that a check asks about, without a reason: names the first field (AG008).
create function private.ask_reason() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  asked private.soft_checks;
  asks boolean;
begin
  if auth.uid() is null then
    return null;
  end if;
  for asked in select c.* from private.soft_checks c where c.table_name = tg_table_name order by c.place loop
    execute format('select %s', private.soft_check_asks(asked, '($1).')) into asks using new;
    if asks then
      raise exception using errcode = 'AG008', column = asked.field,
        message = 'is unusual, and is saved only with a word of reason (soft_check_reason).';
    end if;
  end loop;
  return null;
end
$$;

-- Gives a table its reasons: the column, the triggers, which cost a comparison a row, and the index of rows with a reason.
-- A change asks about nothing but what it changes.
create procedure private.ask_reasons(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  bare constant text := (select c.relname from pg_catalog.pg_class c where c.oid = target);
  asks text;
  asks_anew text;
begin
  execute format('alter table %s add column soft_check_reason text constraint %I
    check (soft_check_reason ~ ''[[:alpha:]]{2}'' and length(soft_check_reason) <= 500)', target, bare || '_soft_check_reason_check');
  execute format('comment on column %s.soft_check_reason is '
    '''Why the row was saved with values that are asked about; null where none are.''', target);
  execute format('grant insert (soft_check_reason), update (soft_check_reason) on %s to authenticated', target);
  execute format('create index %I on %s (office) where soft_check_reason is not null', bare || '_with_reason', target);
  select string_agg(private.soft_check_asks(c, 'new.'), ' or ' order by c.place),
    string_agg(format('(%s and (%s) is distinct from (%s))', private.soft_check_asks(c, 'new.'),
      (select string_agg('new.' || quote_ident(o), ', ') from unnest(c.field || c.others) o),
      (select string_agg('old.' || quote_ident(o), ', ') from unnest(c.field || c.others) o)), ' or ' order by c.place)
    into asks, asks_anew
  from private.soft_checks c where c.table_name = bare;
  execute format('create trigger ask_reason_insert after insert on %s for each row
    when (new.soft_check_reason is null and (%s)) execute function private.ask_reason()', target, asks);
  execute format('create trigger ask_reason_update after update on %s for each row
    when (new.soft_check_reason is null and (%s)) execute function private.ask_reason()', target, asks_anew);
end
$$;

insert into private.soft_checks (table_name, place, kind, field, others) values
  ('arbo_masterlist', 1, 'above', 'arb_male_baseline_2014', '{total_male_baseline_2014}'::text[]),
  ('arbo_masterlist', 2, 'above', 'arb_female_baseline_2014', '{total_female_baseline_2014}'),
  ('arbo_masterlist', 3, 'above', 'arb_total_baseline_2014', '{total_total_baseline_2014}'),
  ('arbo_masterlist', 4, 'above', 'no_arb_member_male', '{total_member_male}'),
  ('arbo_masterlist', 5, 'above', 'no_arb_member_female', '{total_member_female}'),
  ('arbo_masterlist', 6, 'above', 'no_arb_member_total', '{total_member}'),
  ('arbo_masterlist', 7, 'above', 'arb_male_registered_rsbsa', '{no_arb_member_male}'),
  ('arbo_masterlist', 8, 'above', 'arb_female_registered_rsbsa', '{no_arb_member_female}'),
  ('arbo_masterlist', 9, 'above', 'arb_total_registered_rsbsa', '{no_arb_member_total}'),
  ('arbo_masterlist', 10, 'above', 'total_members_with_paid_dues', '{total_member}'),
  ('arbo_masterlist', 11, 'above', 'total_members_with_share_capital', '{total_member}'),
  ('arbo_masterlist', 12, 'above', 'members_with_savings', '{total_member}'),
  ('arbo_masterlist', 13, 'one_side', 'total_total_baseline_2014', '{total_male_baseline_2014,total_female_baseline_2014}'),
  ('arbo_masterlist', 14, 'one_side', 'arb_total_baseline_2014', '{arb_male_baseline_2014,arb_female_baseline_2014}'),
  ('arbo_masterlist', 15, 'one_side', 'total_member', '{total_member_male,total_member_female}'),
  ('arbo_masterlist', 16, 'one_side', 'no_arb_member_total', '{no_arb_member_male,no_arb_member_female}'),
  ('arbo_masterlist', 17, 'one_side', 'arb_total_registered_rsbsa', '{arb_male_registered_rsbsa,arb_female_registered_rsbsa}'),
  ('form7_proddevs', 1, 'one_side', 'num_arbs', '{male_arbs,female_arbs}'),
  ('form7_accomps', 1, 'other_year', 'date_developed', '{reporting_year}'),
  ('qtr_sales_reports', 1, 'one_side', 'num_arbs', '{male_arbs,female_arbs}'),
  ('qtr_sales_reports', 2, 'other_year', 'transaction_date', '{reporting_year}'),
  ('form11_accomps', 1, 'one_side', 'num_arbs', '{male_arbs,female_arbs}'),
  ('form11_accomps', 2, 'other_year', 'date_distributed', '{reporting_year}'),
  ('form11_farm_infos', 1, 'one_side', 'num_arbs', '{male_arbs,female_arbs}'),
  ('form11_farm_infos', 2, 'other_year', 'date_distributed', '{reporting_year}'),
  ('fme_inventory_table', 1, 'one_side', 'om_trained_total', '{om_trained_male,om_trained_female}'),
  ('fme_rental_monitoring', 1, 'other_year', 'transaction_date', '{reporting_year}'),
  ('arb_marketing_assistance_monitoring', 1, 'one_side', 'arb_total_raw', '{arb_male_raw,arb_female_raw}'),
  ('arb_marketing_assistance_monitoring', 2, 'one_side', 'nonarb_total_raw', '{nonarb_male_raw,nonarb_female_raw}'),
  ('arb_marketing_assistance_monitoring', 3, 'one_side', 'arb_total_farmer', '{arb_male_farmer,arb_female_farmer}'),
  ('arb_marketing_assistance_monitoring', 4, 'one_side', 'nonarb_total_farmer', '{nonarb_male_farmer,nonarb_female_farmer}'),
  ('arb_marketing_assistance_monitoring', 5, 'other_year', 'transaction_from', '{reporting_year}'),
  ('arb_marketing_assistance_monitoring', 6, 'other_year', 'transaction_to', '{reporting_year}'),
  ('farmers_tracking_income', 1, 'other_year', 'delivery_date', '{reporting_year}');

do $$
declare
  t record;
begin
  for t in select distinct format('public.%I', c.table_name)::regclass as target from private.soft_checks c loop
    call private.ask_reasons(t.target);
  end loop;
end
$$;

call private.search_all_columns();
call private.let_levels_read();
