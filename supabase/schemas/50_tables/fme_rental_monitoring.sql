-- Rentals of machines by quarter (spec section 3).

create table public.fme_rental_monitoring (
  like template.record including all,
  like template.status including all,
  like template.reporting including all,
  like template.programme including all,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  fme_inventory_id text,
  transaction_date date,
  date_rented date,
  date_returned date,
  specific_fme_rented text,
  no_units_involved integer,
  no_male_arbs_renter integer,
  no_female_arbs_renter integer,
  no_male_nonarbs_renter integer,
  no_female_nonarbs_renter integer,
  total_rental_fees bigint,
  constraint fme_rental_monitoring_date_returned_in_order check (date_returned >= date_rented),
  constraint fme_rental_monitoring_counts_not_negative check (least(
    no_units_involved, no_male_arbs_renter, no_female_arbs_renter, no_male_nonarbs_renter, no_female_nonarbs_renter,
    total_rental_fees) >= 0)
);
alter table public.fme_rental_monitoring alter status set default 'Accomplished';
comment on table public.fme_rental_monitoring is 'Rentals of machines, one row per transaction.';
comment on column public.fme_rental_monitoring.total_rental_fees is 'PHP, whole pesos.';
comment on column public.fme_rental_monitoring.fme_inventory_id is
  'The rented machine; empty if only its kind is known (specific_fme_rented).';
insert into private.record_tables values ('fme_rental_monitoring', 'accomplishment');
call private.apply_protection('public.fme_rental_monitoring');
call private.index_import_names('public.fme_rental_monitoring', 'arbo_name');
