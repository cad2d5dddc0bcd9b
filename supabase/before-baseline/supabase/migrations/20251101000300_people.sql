-- People: role entries (uac), users, and the report schedules that open and close the reporting windows.

create table public.uac (
  id bigint generated always as identity primary key,
  rolename text[] not null check (cardinality(rolename) > 0),
  roletype text not null check (btrim(roletype) <> ''),
  route text[] not null default '{}' check (route <@ array['dashboard', 'forms', 'report', 'users', 'dropdowns']),
  access_controls text[] not null default '{}' check (access_controls <@ array['Read', 'Edit', 'Delete', 'Sensitive']),
  status text not null check (status in ('Central', 'Regional', 'Provincial')),
  row_version integer not null default 1,
  time_stamp timestamptz not null default now()
);
comment on table public.uac is 'User access control: a role entry with its routes, rights and level (spec section 6).';
comment on column public.uac.access_controls is 'Read, Edit, Delete (spec), and Sensitive: may see birthdays and 4Ps, solo parent, PWD and IP marks (RA 10173).';

create table public.users (
  id uuid primary key references auth.users (id) on delete cascade,
  username text not null check (username ~ '^[A-Za-z0-9._-]{3,60}$'),
  email text not null,
  name text,
  position text,
  roles text not null,
  region_name text,
  province_name text,
  muncity_name text,
  uac_id bigint references public.uac (id),
  disabled boolean not null default false,
  time_stamp timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  office text generated always as (coalesce(region_name, '') || ' / ' || coalesce(province_name, '')) stored
    references public.offices (office)
);
create unique index users_username_once on public.users (lower(username));
create unique index users_email_once on public.users (lower(email));
create index users_uac on public.users (uac_id);
create index users_office on public.users (office);
comment on table public.users is 'Profile of a signed-in user. Level, rights and routes come from the role entry, looked up at every statement.';

create table public.report_schedules (
  id bigint generated always as identity primary key,
  user_id uuid,
  form text not null check (form in ('target', 'accomplishment')),
  start_date date not null,
  end_date date,
  region_name text,
  province_name text,
  status text not null default 'OnGoing',
  duration_days integer generated always as (end_date - start_date + 1) stored,
  time_stamp timestamptz not null default now(),
  check (end_date >= start_date),
  check (region_name is not null or province_name is null)
);
create index report_schedules_current on public.report_schedules (form, end_date) where status = 'OnGoing';
comment on table public.report_schedules is 'Reporting windows. Without region it covers every office; one that names an office is an exception for it.';
