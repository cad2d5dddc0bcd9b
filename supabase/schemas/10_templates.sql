-- Groups of columns that record tables include with LIKE … INCLUDING ALL (spec section 3). Identity, generated columns,
-- checks and comments are copied with them. Keys, policies, triggers and grants are not copied;
-- private.apply_protection and private.add_reference add them to each table.

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
comment on column template.record.user_id is 'User who entered the row; set by the database.';
comment on column template.record.time_stamp is 'Time at which the row was entered.';
comment on column template.record.row_version is
  'Starts at 1 and increases with each change. An update that names an older version is a conflict.';
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
comment on column template.location.office is 'Region / province: decides who can see and change the row.';

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

-- The ARBO of a row. arboPrimaryKey is the id of the ARBO's row in the masterlist; the row's ARBO ID and ARBO name are
-- copies of those in the masterlist (47_organizations.sql). A row whose ARBO is not in the masterlist has only the
-- name.
create table template.arbo (
  "arboPrimaryKey" bigint,
  arbo_id text,
  arbo_name text
);

create table template.reporting (
  reporting_year integer check (reporting_year between 1990 and 2100),
  reporting_quarter text check (reporting_quarter in ('Q1', 'Q2', 'Q3', 'Q4')),
  reporting_month text,
  constraint reporting_month_known check (reporting_month in (
    'January', 'February', 'March', 'April', 'May', 'June',
    'July', 'August', 'September', 'October', 'November', 'December')),
  -- The reporting month must lie in the reporting quarter (spec section 5).
  constraint reporting_month_in_quarter check (case reporting_quarter
    when 'Q1' then reporting_month in ('January', 'February', 'March')
    when 'Q2' then reporting_month in ('April', 'May', 'June')
    when 'Q3' then reporting_month in ('July', 'August', 'September')
    when 'Q4' then reporting_month in ('October', 'November', 'December')
  end)
);

create table template.training (
  training_title text,
  training_id text,
  date_conducted date,
  start_date date,
  end_date date,
  training_days integer,
  training_category text,
  conducted_by text,
  training_cost bigint,
  agri_inputs text
);
comment on column template.training.training_days is 'Calendar days from start_date to end_date, including both.';
comment on column template.training.training_cost is 'PHP, whole pesos.';

-- Columns about a person that every user who can read the row may see. The sensitive columns are not in this template.
create table template.participant (
  participant_name text,
  sex text check (sex in ('Male', 'Female')),
  participant_category text,
  participant_sub_category text,
  agri_technology_inputs_provided text
);

-- Columns about support provided to ARBOs, which Form 11 and its farm information share.
create table template.form_11 (
  type_enterprise text,
  crop_commodity text,
  scale_production text,
  unit_measure text,
  type_livelihood text,
  support_provided text,
  hard_component text,
  description text,
  quantity_hard integer,
  unit_hard text,
  total_cost numeric(14, 2),
  date_distributed date,
  functional text check (functional in ('Yes', 'No')),
  utilized text check (utilized in ('Yes', 'No')),
  num_arbs integer,
  male_arbs integer,
  female_arbs integer,
  "uploadFile" text[]
);
comment on column template.form_11.total_cost is 'PHP, with centavos.';
comment on column template.form_11."uploadFile" is 'Names of the attached files.';

-- Columns about the file of a row of evidence, such as a photo of a geotag (71_uploads.sql).
create table template.evidence (
  file_name text,
  upload_id uuid,
  file_path text,
  thumbnail_path text,
  content_type text,
  size bigint,
  sha256 text,
  duplicate_of bigint
);
comment on column template.evidence.upload_id is
  'Id chosen by the client for one file, so that a retry changes nothing.';
comment on column template.evidence.file_path is
  'Path in the bucket evidence. Only the database writes it, like the other columns about the file.';
comment on column template.evidence.size is 'Bytes.';
comment on column template.evidence.duplicate_of is
  'Id of an earlier row with the same file, if the user confirmed the duplicate.';
