-- Form 7, product development: annual accomplishments (spec section 3).

create table public.form7_accomps (
  like template.record including all,
  like template.status including all,
  like template.reporting including all,
  like template.programme including all,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  training_title text,
  training_id text,
  start_date date,
  end_date date,
  type_product text,
  raw_materials text,
  service_developed text,
  product_developed text,
  product_name text,
  date_developed date,
  registration text,
  sales_generated bigint check (sales_generated >= 0),
  constraint form7_accomps_end_date_in_order check (end_date >= start_date)
);
alter table public.form7_accomps alter status set default 'Accomplished';
comment on table public.form7_accomps is 'Form 7 annual accomplishment: products and services that ARBOs developed.';
comment on column public.form7_accomps.sales_generated is 'PHP, whole pesos.';
insert into private.record_tables values ('form7_accomps', 'accomplishment');
call private.apply_protection('public.form7_accomps');
call private.index_import_names('public.form7_accomps', 'arbo_name');
