-- Places (PSGC) and offices. Everybody with a level reads them; nobody writes them over the API, the seed fills them.

create table public.psgc_places (
  code text primary key check (code ~ '^[0-9]{10}$'),
  level text not null check (level in ('region', 'province', 'muncity', 'barangay')),
  name text not null check (name = btrim(name) and name <> ''),
  parent_code text references public.psgc_places (code),
  check ((level = 'region') = (parent_code is null))
);
create index psgc_places_parent on public.psgc_places (parent_code, name);
comment on table public.psgc_places is
  'Philippine Standard Geographic Code: regions, provinces, towns and barangays. Names repeat, codes do not.';

alter table public.psgc_places enable row level security;
alter table public.psgc_places force row level security;

-- The pairs of region and province that a row may belong to. Records refer to one by its name, so that scope is one
-- equality on one column at every level.
create table public.offices (
  region_name text check (region_name <> ''),
  province_name text check (province_name <> ''),
  office text generated always as (coalesce(region_name, '') || ' / '
    || coalesce(province_name, '')) stored primary key,
  check (region_name is not null or province_name is null)
);
comment on table public.offices is 'Provincial, regional (no province) and central (neither) offices.';
comment on column public.offices.office is 'Region / province: the key by which records belong to an office.';

alter table public.offices enable row level security;
alter table public.offices force row level security;

-- Two offices never share a folder.
create unique index offices_folder_once
  on public.offices (private.folder_name(region_name), private.folder_name(province_name));

-- The levels of users (spec section 6). A role entry names one; what a level gives follows from its row. TypeScript
-- reads the same rows, written by `npm run db:types`. A level that is not here sees nothing.
create table private.levels (
  level text primary key,
  rank integer not null unique check (rank > 0),
  scope text[] not null check (scope <@ array['region_name', 'province_name']),
  all_offices boolean not null generated always as (cardinality(scope) = 0) stored
);
alter table private.levels enable row level security;
comment on table private.levels is
  'Levels of users: nobody gives one of a higher rank than their own. Ranks leave room for others between them.';
comment on column private.levels.scope is
  'Columns of an office, the widest first, that are the same in every row of the level and in the profile.';
comment on column private.levels.all_offices is
  'The level of the central office: sees and writes all rows, at any time, approved ones too.';

insert into private.levels (level, rank, scope) values
  ('Central', 30, '{}'),
  ('Regional', 20, '{region_name}'),
  ('Provincial', 10, '{region_name,province_name}');

revoke all on public.psgc_places, public.offices from anon, authenticated;
grant select on public.psgc_places, public.offices to authenticated;
