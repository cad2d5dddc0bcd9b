-- Column groups that record tables take in with LIKE … INCLUDING ALL (spec section 3). Identity, generated columns,
-- checks and comments come along; keys, policies, triggers and grants come from private.protect_record_table.

create table template.record (
  id bigint generated always as identity primary key,
  user_id uuid,
  time_stamp timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  process_stage text check (process_stage in ('Pending', 'Approved')),
  approved_by uuid,
  approved_at timestamptz,
  remarks text
);
comment on column template.record.user_id is 'Who entered the row; set by the database.';
comment on column template.record.time_stamp is 'When the row was entered.';
comment on column template.record.row_version is 'Counts changes from 1; an update that names an older one is a conflict.';
comment on column template.record.process_stage is 'Pending, Approved or empty (spec section 4).';

create table template.status (
  status text check (status in ('Target', 'Accomplished', 'Updated'))
);
comment on column template.status.status is 'Target, Accomplished or Updated (spec section 4).';

create table template.location (
  region_name text check (region_name <> ''),
  province_name text check (province_name <> ''),
  muncity_name text,
  barangay_name text,
  cd text,
  office text generated always as (coalesce(region_name, '') || ' / ' || coalesce(province_name, '')) stored not null
);
comment on column template.location.cd is 'Congressional district.';
comment on column template.location.office is 'Region / province: decides who sees and changes the row.';

create table template.programme (
  year_funded integer check (year_funded between 1990 and 2100),
  fund_source text,
  psp_category text,
  subpsp_name text,
  subpsp_abbreviation text,
  subpsp_status text
);

create table template.arc (
  arc_id text,
  arc_name text,
  arc_type text,
  arc_cluster_name text
);

create table template.reporting (
  reporting_year integer check (reporting_year between 1990 and 2100),
  reporting_quarter text check (reporting_quarter in ('Q1', 'Q2', 'Q3', 'Q4')),
  reporting_month text
);
