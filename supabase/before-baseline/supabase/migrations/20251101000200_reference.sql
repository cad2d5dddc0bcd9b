-- Reference data: places (PSGC), offices, dropdown lists. Everybody with a role reads it; administrators keep the lists.

create table public.psgc_places (
  code text primary key check (code ~ '^[0-9]{10}$'),
  level text not null check (level in ('region', 'province', 'muncity', 'barangay')),
  name text not null check (name = btrim(name) and name <> ''),
  parent_code text references public.psgc_places (code),
  check ((level = 'region') = (parent_code is null))
);
create index psgc_places_parent on public.psgc_places (parent_code, name);
comment on table public.psgc_places is 'Philippine Standard Geographic Code: regions, provinces, towns and barangays. Names repeat, codes do not.';

-- The pairs of region and province that a row may belong to. Records refer to one by its name, so that scope is one
-- equality on one column at every level.
create table public.offices (
  region_name text check (region_name <> ''),
  province_name text check (province_name <> ''),
  office text generated always as (coalesce(region_name, '') || ' / ' || coalesce(province_name, '')) stored primary key,
  check (region_name is not null or province_name is null)
);
comment on table public.offices is 'Provincial, regional (no province) and central (neither) offices.';
comment on column public.offices.office is 'Region / province: the key by which records belong to an office.';

create table public.dropdown_values (
  id bigint generated always as identity primary key,
  list text not null check (list ~ '^[a-z0-9-]+$'),
  type text check (type = btrim(type) and type <> ''),
  category text check (category = btrim(category) and category <> ''),
  sub_category text check (sub_category = btrim(sub_category) and sub_category <> ''),
  user_id uuid default auth.uid(),
  check (num_nonnulls(type, category) = 1)
);
create unique index dropdown_values_once on public.dropdown_values (list, lower(coalesce(type, '')), lower(coalesce(category, '')), lower(coalesce(sub_category, '')));
comment on table public.dropdown_values is 'The 34 dropdown lists (spec section 7). Participant lists use category and sub_category, all others type.';
