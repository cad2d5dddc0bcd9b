-- Sales transactions. Spec section 3 gives only the links of a transaction and its status. The spec does not list the
-- values of the status, so this table allows the values of other forms. The columns for commodity, buyer and terms were
-- derived from dropdown lists of the spec that no other field uses.
create table public.sales_transactions (
  like template.record including all,
  like template.status including all,
  mark_assist_id bigint not null,
  like template.arbo including all,
  like template.location including all,
  transaction_date date,
  commodity text,
  type_buyer text,
  buyer_name text,
  buying_arrangement text,
  term_payment text,
  volume numeric(14, 2) check (volume >= 0),
  unit_measure text,
  price_per_unit numeric(14, 2) check (price_per_unit >= 0),
  gross_sales numeric(14, 2) check (gross_sales >= 0),
  -- Gross sales are rounded to the centavo; half a centavo is rounded up.
  constraint sales_transactions_gross_sales_agrees check (gross_sales = round(volume * price_per_unit, 2))
);
alter table public.sales_transactions alter status set default 'Accomplished';
comment on table public.sales_transactions is 'Sales entered under a marketing assistance record.';
insert into private.record_tables values ('sales_transactions', 'accomplishment');
call private.apply_protection('public.sales_transactions');
