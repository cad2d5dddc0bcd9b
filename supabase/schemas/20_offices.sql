-- Tables of places (PSGC) and offices. Every user with a level can read them. Only the seed writes them.

create table public.psgc_places (
  code text primary key check (code ~ '^[0-9]{10}$'),
  level text not null check (level in ('region', 'province', 'muncity', 'barangay')),
  name text not null check (name = btrim(name) and name <> ''),
  parent_code text references public.psgc_places (code),
  check ((level = 'region') = (parent_code is null))
);
create index psgc_places_parent on public.psgc_places (parent_code, name);
comment on table public.psgc_places is
  'Philippine Standard Geographic Code: regions, provinces, towns and barangays. Names are not unique, codes are.';

alter table public.psgc_places enable row level security;
alter table public.psgc_places force row level security;

-- Offices to which a row can belong. An office is a pair of region and province. A row names its office in the column
-- office, so the scope of a user of any level can be checked by comparing this one column.
create table public.offices (
  region_name text check (region_name <> ''),
  province_name text check (province_name <> ''),
  office text generated always as (coalesce(region_name, '') || ' / '
    || coalesce(province_name, '')) stored primary key,
  check (region_name is not null or province_name is null)
);
comment on table public.offices is 'Provincial, regional (no province) and central (neither) offices.';
comment on column public.offices.office is 'Region / province: the key by which records refer to an office.';

alter table public.offices enable row level security;
alter table public.offices force row level security;

-- Two offices must not share a folder in Storage.
create unique index offices_folder_once
  on public.offices (private.folder_name(region_name), private.folder_name(province_name));

-- Levels of users (spec section 6). Each role entry names one level. The column `scope` determines which offices a user
-- of the level sees. `npm run db:types` generates the same rows for TypeScript. A user whose level is not in this table
-- sees nothing.
create table private.levels (
  level text primary key,
  rank integer not null unique check (rank > 0),
  scope text[] not null check (scope <@ array['region_name', 'province_name']),
  all_offices boolean not null generated always as (cardinality(scope) = 0) stored
);
alter table private.levels enable row level security;
comment on table private.levels is
  'Levels of users. No user can give a level with a higher rank than their own. Gaps between ranks leave room for new '
  'levels.';
comment on column private.levels.scope is
  'Columns of an office, widest first, that must match between a row and the user''s profile for the user to see the '
  'row.';
comment on column private.levels.all_offices is
  'True for the level of the central office, which sees and writes all rows at any time, including approved ones.';

insert into private.levels (level, rank, scope) values
  ('Central', 30, '{}'),
  ('Regional', 20, '{region_name}'),
  ('Provincial', 10, '{region_name,province_name}');

revoke all on public.psgc_places, public.offices from anon, authenticated;
grant select on public.psgc_places, public.offices to authenticated;
