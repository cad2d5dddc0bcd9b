-- All of supabase/schemas in one migration, with which supabase/migrations begin: databases that older migrations
-- made take it over (supabase/local/baseline.ts). Functions may name what comes later: bodies are judged when called.
set check_function_bodies = off;

-- supabase/schemas/00_roles.sql

-- Schemas beside public, the roles of the API, and what a new function or table may be used for by default: nothing.
-- Everything that only the database itself uses lives in private; REST serves public alone.

create schema private;
create schema template;
create schema personal;
comment on schema private is
  'Helpers of policies and triggers, the user log, and what only the API calls. Never exposed over REST.';
comment on schema template is 'Column groups that record tables take in with LIKE. No data.';
comment on schema personal is
  'Sensitive columns (RA 10173) and the views that have them. The API reads them; REST does not serve the schema.';

create extension if not exists pg_trgm with schema extensions;

-- A new function is nobody's until it is granted. PUBLIC's default cannot be revoked a schema at a time.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from anon, authenticated;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;

-- Roles are the cluster's: another database of it may have made them. api_gateway is the login of the API: it owns
-- nothing and inherits nothing, so that before it becomes a caller it reads nothing. Its password is set at deployment,
-- never here. The two readers are what it becomes to read for a caller of their level (private.reading_role).
do $$
declare
  wanted record;
begin
  for wanted in
    select *
    from (values
      ('api_gateway', 'login noinherit'),
      ('central_reader', 'nologin noinherit'),
      ('provincial_reader', 'nologin noinherit')
    ) r (name, attributes)
  loop
    if not exists (select from pg_catalog.pg_roles where rolname = wanted.name) then
      execute format('create role %I %s', wanted.name, wanted.attributes);
    end if;
  end loop;
end
$$;
grant authenticated, anon to api_gateway;
grant central_reader, provincial_reader to api_gateway;

grant usage on schema private to authenticated, api_gateway, service_role, supabase_auth_admin;
grant usage on schema personal to authenticated, service_role;


-- supabase/schemas/05_values.sql

-- Functions of values alone: days, texts and names in the forms in which they are compared, searched and shown. Many of
-- them stand in indexes and generated columns, which want them immutable.

-- Days and ages

-- The date in the offices' time zone: reporting windows open and close at midnight in Manila.
create function private.today() returns date
  language sql stable parallel safe set search_path = ''
as $$ select (pg_catalog.now() at time zone 'Asia/Manila')::date $$;

-- A date as people type it, and as it sorts, for search. to_char is only stable, and generated columns want immutable.
create function private.date_words(day date) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select pg_catalog.lpad(extract(month from day)::text, 2, '0') || '-'
    || pg_catalog.lpad(extract(day from day)::text, 2, '0')
    || '-' || extract(year from day)::text
$$;

-- An instant in the offices' time zone, as date_words has its day.
create function private.moment_words(moment timestamptz) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select private.date_words((moment at time zone 'Asia/Manila')::date)
    || ' ' || pg_catalog.lpad(extract(hour from moment at time zone 'Asia/Manila')::text, 2, '0')
    || ':' || pg_catalog.lpad(extract(minute from moment at time zone 'Asia/Manila')::text, 2, '0')
$$;

create function private.long_date(day date) returns text
  language sql stable parallel safe set search_path = ''
as $$ select to_char(day, 'FMDD Mon YYYY') $$;

-- The full quarter before a day.
create function private.quarter_before(day date)
  returns table (year integer, quarter text, first_day date, last_day date)
  language sql immutable parallel safe set search_path = ''
as $$
  select extract(year from q.first_day)::integer, 'Q' || extract(quarter from q.first_day)::integer, q.first_day,
    (q.first_day + interval '3 months')::date - 1
  from (select (date_trunc('quarter', day::timestamp) - interval '3 months')::date as first_day) q
$$;

-- Full years of age on a day. A birthday on 29 February is kept on 1 March in other years.
create function private.age_on(birthday date, day date) returns integer
  language sql immutable parallel safe set search_path = ''
as $$ select extract(year from age(day::timestamp, birthday::timestamp))::integer $$;

-- The groups of the department's demographics: youth is 15 to 30 (RA 8044), senior 60 and above (RA 9994).
create function private.age_group(years integer) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select case
    when years < 15 then 'Below 15'
    when years <= 30 then '15 to 30'
    when years < 60 then '31 to 59'
    when years >= 60 then '60 and above'
  end
$$;

-- Texts

-- A text as searching compares it: in small letters, without accents, with plain apostrophes.
create function private.fold(given text) returns text
  language sql immutable strict parallel safe set search_path = ''
as $$
  select pg_catalog.translate(pg_catalog.lower(given), 'áàâäãåéèêëíìîïóòôöõúùûüñç’‘ʼ´`',
    'aaaaaaeeeeiiiiooooouuuunc''''''''''')
$$;

-- Lists are part of what is searched, as they are shown: joined by commas. array_to_string is only stable, for the sake
-- of element types other than text.
create function private.list_words(items text[]) returns text
  language sql immutable parallel safe set search_path = ''
as $$ select pg_catalog.array_to_string(items, ', ') $$;

-- A name reduced to its words, in one order and without accents, so that "DELA PEÑA, Ana" equals "Ana dela Pena".
-- The order of the words is C's; stated immutable, since none of its parts depends on settings.
create function private.name_words(name text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select pg_catalog.array_to_string(array(
    select w.word
    from pg_catalog.regexp_split_to_table(
      pg_catalog.regexp_replace(pg_catalog.lower(normalize(name, nfkd)), '[\u0300-\u036f]', '', 'g'),
        '[^[:alnum:]]+') w (word)
    where w.word <> ''
    order by w.word collate "C"), ' ')
$$;

-- A name as a folder: lower-case letters of the alphabet, digits and hyphens; "_" where there is none.
create function private.folder_name(name text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(nullif(btrim(regexp_replace(
    regexp_replace(lower(normalize(name, nfd)), '[\u0300-\u036f]', '', 'g'), '[^a-z0-9]+', '-', 'g'), '-'), ''), '_')
$$;

-- `tidyText` of `_shared/rules/text.ts` says the same. Most texts need none of its steps, each of which reads them
-- whole.
create function private.tidy_text(given text) returns text
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  tidied text := given;
begin
  if strpos(tidied, e'\r') > 0 then
    tidied := regexp_replace(tidied, '\r\n?', e'\n', 'g');
  end if;
  if octet_length(tidied) <> char_length(tidied) then
    tidied := regexp_replace(tidied,
      '[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]', '', 'g');
    tidied := regexp_replace(normalize(tidied, nfc), '[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]', ' ', 'g');
  end if;
  if tidied ~ '\t| [ \n]|\n ' then
    tidied := regexp_replace(regexp_replace(tidied, '[\t ]+', ' ', 'g'), ' ?\n ?', e'\n', 'g');
  end if;
  return btrim(tidied, e' \n');
end
$$;

-- Whether a row, as text, may hold one that is not tidy: most rows do not, and one look tells. Blanks at the end of a
-- value stand beside its quotation marks.
create function private.may_be_untidy(item text) returns boolean
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return item ~ '[\t\r]| [ "\n]|["\n] |"\n|\n"'
    or octet_length(item) <> char_length(item) and (item is not nfc normalized or item ~
      '[\u00a0\u00ad\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u2066-\u206f\u3000\ufeff]');
end
$$;

-- The values of a row that change when it is tidied. What the database writes of files stays as the store knows it.
create function private.tidied(item jsonb) returns jsonb
  language sql immutable strict parallel safe set search_path = ''
as $$
  select coalesce(jsonb_object_agg(e.key, t.tidied), '{}')
  from jsonb_each(item) e,
    lateral (
      select case jsonb_typeof(e.value)
        when 'string' then to_jsonb(private.tidy_text(e.value #>> '{}'))
        when 'array' then (
          select jsonb_agg(case jsonb_typeof(i) when 'string' then to_jsonb(private.tidy_text(i #>> '{}')) else i end
            order by n)
          from jsonb_array_elements(e.value) with ordinality items (i, n)
        )
      end as tidied
    ) t
  where t.tidied is distinct from e.value and t.tidied is not null
    and e.key not in ('file_name', 'file_path', 'thumbnail_path', 'search_text', 'office', 'coverage')
$$;

-- A value without the keys, at any depth.
create function private.without_keys(value jsonb, names text[]) returns jsonb
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case jsonb_typeof(value)
    when 'object' then (
      select coalesce(jsonb_object_agg(e.key, private.without_keys(e.value, names)), '{}')
      from jsonb_each(value) e where e.key <> all (names))
    when 'array' then (
      select coalesce(jsonb_agg(private.without_keys(e.value, names) order by e.place), '[]')
      from jsonb_array_elements(value) with ordinality e (value, place))
    else value
  end;
end
$$;

grant execute on function
  private.today(), private.date_words(date), private.moment_words(timestamptz), private.long_date(date),
  private.quarter_before(date), private.age_on(date, date), private.age_group(integer), private.fold(text),
  private.list_words(text[]), private.name_words(text), private.folder_name(text)
to authenticated, service_role;

-- A name reduced to what identifies it, as `foldText` of `_shared/rules/text.ts` does.
create function private.fold_name(given text) returns text
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  folded text := given;
begin
  if octet_length(given) <> char_length(given) then
    folded := translate(folded, '‘’‛ʼʹ´′', '''''''''''''''');
    folded := lower(normalize(folded, nfkd));
    folded := translate(normalize(folded, nfkd), '‘’‛ʼʹ´′', '''''''''''''''');
    folded := translate(folded, '‐‑‒–—―−', '-------');
    folded := regexp_replace(folded,
      '[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]', '', 'g');
  end if;
  return btrim(regexp_replace(lower(replace(folded, '`', '''')), '\s+', ' ', 'g'));
end
$$;

grant execute on function private.fold_name(text) to authenticated, central_reader, provincial_reader, service_role;


-- supabase/schemas/10_templates.sql

-- Column groups that record tables take in with LIKE … INCLUDING ALL (spec section 3). Identity, generated columns,
-- checks and comments come along; keys, policies, triggers and grants come from the protection of the table.

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
comment on column template.record.row_version is
  'Counts changes from 1; an update that names an older one is a conflict.';
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

create table template.arbo (
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
  -- The month of a report is one of its quarter (spec section 5).
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
comment on column template.training.training_days is 'Calendar days from start_date to end_date, both counted.';
comment on column template.training.training_cost is 'PHP, whole pesos.';

-- The part of a person's record that every reader of the office sees.
create table template.participant (
  participant_name text,
  sex text check (sex in ('Male', 'Female')),
  participant_category text,
  participant_sub_category text,
  agri_technology_inputs_provided text
);

-- Support provided to ARBOs: the same fields in Form 11 and in its farm information.
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

-- The file of a row (71_uploads.sql).
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
comment on column template.evidence.upload_id is 'Chosen by the client for one file, so that a retry changes nothing.';
comment on column template.evidence.file_path is
  'In the bucket evidence; like the other columns of the file, written by the database alone.';
comment on column template.evidence.size is 'Bytes.';
comment on column template.evidence.duplicate_of is
  'An earlier row with the same file, which this one knowingly repeats.';


-- supabase/schemas/20_offices.sql

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

revoke all on public.psgc_places, public.offices from anon, authenticated;
grant select on public.psgc_places, public.offices to authenticated;


-- supabase/schemas/21_places.sql

-- Places are those of the place book (PSGC), on every way in. What means one of its places in other words is written as
-- the book does; an unknown town or barangay, or one of another province, is refused (AG006). Regions and provinces are
-- refused by the office that they must make. Rows stored before stay as they are until their place is changed.

-- The name in small plain letters, its short words in full, and "X City" for "City of X". `_shared/rules/places.ts`
-- (placeSpelling) says the same, and the API tests hold the two together over the whole book.
create function private.place_spelling(level text, name text) returns text
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  spelled text := normalize(name, nfc);
begin
  -- Letters that a wrong character set or a lost character made of the Spanish n.
  spelled := regexp_replace(spelled, 'Ã±|¤', 'ñ', 'g');
  spelled := regexp_replace(spelled, 'Ã[‘\u0091]|¥', 'Ñ', 'g');
  spelled := regexp_replace(spelled, '([A-Za-z])[?\ufffd](?=[A-Za-z])', '\1n', 'g');
  spelled := normalize(translate(spelled, '''’‘`´ʼ', ''), nfkd);
  spelled := lower(regexp_replace(spelled, '[\u0300-\u036f]', '', 'g'));
  spelled := btrim(regexp_replace(spelled, '[^a-z0-9]+', ' ', 'g'));
  if spelled ~ '\m(bgy|brgy|bry|capt|dist|dr|gen|gov|lt|mt|nstra|pob|pres|pto|sen|sgt|sra|st|sta|sto)\M' then
    select string_agg(case word
        when 'bgy' then 'barangay' when 'brgy' then 'barangay' when 'bry' then 'barangay' when 'capt' then 'captain'
        when 'dist' then 'district' when 'dr' then 'doctor' when 'gen' then 'general' when 'gov' then 'governor'
        when 'lt' then 'lieutenant' when 'mt' then 'mount' when 'nstra' then 'nuestra' when 'pob' then 'poblacion'
        when 'pres' then 'president' when 'pto' then 'puerto' when 'sen' then 'senator' when 'sgt' then 'sergeant'
        when 'sra' then 'senora' when 'st' then 'saint' when 'sta' then 'santa' when 'sto' then 'santo' else word
      end, ' ' order by place)
      into spelled
    from string_to_table(spelled, ' ') with ordinality parts (word, place);
  end if;
  case level
    when 'muncity' then
      spelled := regexp_replace(regexp_replace(spelled, '^municipality of ', ''), ' capital$', '');
      spelled := regexp_replace(spelled, '^(?:science |island garden )?city of (.+)$', '\1 city');
      return regexp_replace(spelled, '^(.+?)(?: science| island garden)? city(?: of)?$', '\1 city');
    when 'barangay' then
      return regexp_replace(spelled, '\mbarangay no\M', 'barangay');
    when 'province' then
      return regexp_replace(regexp_replace(spelled, '^province of ', ''), ' province$', '');
    else
      return regexp_replace(spelled, ' region$', '');
  end case;
end
$$;

-- What names that may mean the same place have in common: without "city", "barangay" and "poblacion".
create function private.place_key(level text, name text) returns text
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  spelled text := private.place_spelling(level, name);
begin
  if level = 'muncity' then
    return regexp_replace(spelled, ' city$', '');
  elsif level = 'barangay' and spelled ~ '\m(barangay|poblacion)\M' then
    return coalesce(
      array_to_string(nullif(array_remove(array_remove(string_to_array(spelled, ' '), 'barangay'), 'poblacion'), '{}'),
        ' '),
      spelled);
  end if;
  return spelled;
end
$$;

-- Names that a region goes by: "Region III (Central Luzon)" is also "Region 3" and "Central Luzon".
create function private.region_keys(name text) returns text[]
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  keys text[] := '{}';
  part text;
  key text;
  number text[];
begin
  foreach part in array name || coalesce(regexp_match(name, '^([^(]*)\(([^)]*)\)\s*$'), '{}') loop
    key := private.place_spelling('region', part);
    number := regexp_match(key, '^region (\d{1,2}) ?([ab]?)(?= |$)');
    if number[1]::integer between 1 and 13 then
      key := regexp_replace(key, '^region \d{1,2} ?[ab]?',
        rtrim('region ' || lower(to_char(number[1]::integer, 'FMRN')) || ' ' || number[2]));
    end if;
    if key <> '' and key <> all (keys) then
      keys := keys || key;
    end if;
  end loop;
  return keys;
end
$$;

create index psgc_places_by_key on public.psgc_places (private.place_key(level, name), parent_code);

-- The name of the book that is meant by a name, among the places of a level under any of the parents (all for null):
-- the exact one, the only one of the same spelling, or the only one of the same key. `several` when it cannot be told.
create function private.meant_place(wanted text, given text, parents text[], out name text, out several boolean)
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
declare
  key text;
  spelling text;
  alike text[];
  same text[];
begin
  several := false;
  -- Most names are right, and found at once.
  if exists (select from public.psgc_places p where p.name = given and p.level = wanted
    and p.parent_code = any (parents))
    or wanted = 'region'
      and exists (select from public.psgc_places p where p.name = given and p.level = wanted and p.parent_code is null)
  then
    name := given;
  elsif wanted = 'region' then
    alike := (
      select array_agg(p.name) from public.psgc_places p
      where p.parent_code is null and p.level = 'region' and private.region_keys(p.name) && private.region_keys(given)
    );
  else
    key := nullif(private.place_key(wanted, given), '');
    spelling := private.place_spelling(wanted, given);
    alike := (
      select array_agg(distinct p.name) from public.psgc_places p
      where private.place_key(p.level, p.name) = key and p.level = wanted
        and (parents is null or p.parent_code = any (parents))
    );
    same := (select array_agg(a) from unnest(alike) a where private.place_spelling(wanted, a) = spelling);
  end if;
  if given = any (alike) then
    name := given;
  elsif cardinality(same) = 1 then
    name := same[1];
  elsif cardinality(alike) = 1 then
    name := alike[1];
  else
    several := alike is not null;
  end if;
end
$$;

-- A place as the book spells it, and what is wrong with it: the field and the reason that its name is followed by. What
-- stands above an unknown place is read, what stands below is left as it is. A barangay without its town is not judged.
create type private.read_place as (
  region_name text, province_name text, muncity_name text, barangay_name text, field text, reason text
);

create function private.read_place(region text, province text, muncity text, barangay text) returns private.read_place
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
declare
  read private.read_place := (region, province, muncity, barangay, null, null);
  meant record;
  regions text[];
  provinces text[];
  town text;
  home text;
begin
  if region is not null then
    select * into meant from private.meant_place('region', region, null);
    if meant.name is null then
      read.field := 'region_name';
      read.reason := case when meant.several then 'may mean several regions' else 'is not a region' end;
      return read;
    end if;
    read.region_name := meant.name;
    regions := (select array_agg(p.code) from public.psgc_places p where p.parent_code is null and p.name = meant.name);
  end if;
  if province is not null then
    select * into meant from private.meant_place('province', province, regions);
    if meant.name is null then
      read.field := 'province_name';
      read.reason := case
        when meant.several then 'may mean several provinces'
        when exists (select from private.meant_place('province', province, null) p where p.name is not null)
          then 'is not a province of ' || read.region_name
        else 'is not a province'
      end;
      return read;
    end if;
    read.province_name := meant.name;
  end if;
  if muncity is null then
    return read;
  end if;
  provinces := (
    select array_agg(p.code) from public.psgc_places p
    where p.level = 'province' and (regions is null or p.parent_code = any (regions))
      and (province is null or p.name = read.province_name)
  );
  select * into meant from private.meant_place('muncity', muncity, coalesce(provinces, '{}'));
  if meant.name is null then
    home := (
      select min(p.name) from private.meant_place('muncity', muncity, null) anywhere
      join public.psgc_places m on m.level = 'muncity' and m.name = anywhere.name
      join public.psgc_places p on p.code = m.parent_code
      having count(distinct p.name) = 1
    );
    read.field := 'muncity_name';
    read.reason := case
      when meant.several then 'may mean several towns; write its name in full'
      when coalesce(read.province_name, read.region_name) is null then 'is not a town'
      when home is null then 'is not a town of ' || coalesce(read.province_name, read.region_name)
      else format('is a town of %s, not of %s', home, coalesce(read.province_name, read.region_name))
    end;
    return read;
  end if;
  read.muncity_name := meant.name;
  if barangay is null then
    return read;
  end if;
  select * into meant from private.meant_place('barangay', barangay, (
    select array_agg(m.code) from public.psgc_places m
    where m.level = 'muncity' and m.name = read.muncity_name and m.parent_code = any (provinces)
  ));
  if meant.name is null then
    read.field := 'barangay_name';
    read.reason := case
      when meant.several then 'may mean several barangays; write its name in full'
      else 'is not a barangay of ' || read.muncity_name
    end;
    return read;
  end if;
  read.barangay_name := meant.name;
  return read;
end
$$;

-- The town that is named in these very words, or the province or region where none is named; null where unknown.
create function private.town_code(region text, province text, muncity text) returns text
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
declare
  step text;
  found_code text := (select p.code from public.psgc_places p where p.parent_code is null and p.name = region);
begin
  foreach step in array array[province, muncity] loop
    if step is not null then
      found_code := (select p.code from public.psgc_places p where p.parent_code = found_code and p.name = step);
    end if;
  end loop;
  return case when province is not null or muncity is null then found_code end;
end
$$;

-- Whether the book has the place in these very words. Rows that are written together are of few towns, and every
-- statement costs: so each town is looked up once in a transaction, and kept in a setting of it.
create function private.place_is_known(region text, province text, muncity text, barangay text) returns boolean
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept constant text := 'known_town.t' || to_hex(hashtextextended(concat_ws(' / ', region, province, muncity), 0));
  town text := nullif(current_setting(kept, true), '');
begin
  if town is null then
    town := private.town_code(region, province, muncity);
    perform set_config(kept, town, true);
  end if;
  return town is not null and (muncity is null or barangay is null
    or exists (select from public.psgc_places p where p.parent_code = town and p.name = barangay));
end
$$;

-- Before a row is written: its place in the spelling of the book, where one is meant.
create function private.place_by_book() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  read private.read_place;
begin
  if tg_op = 'UPDATE' then
    if (new.region_name, new.province_name, new.muncity_name, new.barangay_name)
      is not distinct from (old.region_name, old.province_name, old.muncity_name, old.barangay_name)
    then
      return new;
    end if;
  end if;
  if not private.place_is_known(new.region_name, new.province_name, new.muncity_name, new.barangay_name) then
    read := private.read_place(new.region_name, new.province_name, new.muncity_name, new.barangay_name);
    new.region_name := read.region_name;
    new.province_name := read.province_name;
    new.muncity_name := read.muncity_name;
    new.barangay_name := read.barangay_name;
  end if;
  return new;
end
$$;

-- Whether a row of evidence (a geotag, an attachment) stands where the record that it belongs to was stored.
create function private.stands_with_owner(evidence text, item jsonb) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  owner text := case evidence when 'form_11_geotags' then 'form11_accomps' when 'attachments'
    then item ->> 'record_table' end;
  key text := case evidence when 'form_11_geotags' then 'form11_id' else 'record_id' end;
  found_place boolean;
begin
  if owner is null then
    return false;
  end if;
  execute format(
    'select (region_name, province_name, muncity_name, barangay_name) is not distinct from ($2, $3, $4, $5) '
      'from public.%I where id = $1',
    owner)
    into found_place using (item ->> key)::bigint, item ->> 'region_name', item ->> 'province_name',
      item ->> 'muncity_name',
      item ->> 'barangay_name';
  return coalesce(found_place, false);
end
$$;

-- After a statement, when the policies have judged the office: refuses the first town or barangay that is not of the
-- book. Each place is looked up once.
create function private.judge_places() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  unknown jsonb[];
  read private.read_place;
  item jsonb;
begin
  if tg_op = 'INSERT' then
    with places as materialized (
      select n.region_name, n.province_name, n.muncity_name, n.barangay_name, min(n.id) as id
      from new_rows n where n.muncity_name is not null group by 1, 2, 3, 4
    )
    select array_agg(to_jsonb(n)) into unknown
    from places p join new_rows n on n.id = p.id
    where not private.place_is_known(p.region_name, p.province_name, p.muncity_name, p.barangay_name);
  else
    with places as materialized (
      select n.region_name, n.province_name, n.muncity_name, n.barangay_name, min(n.id) as id
      from new_rows n join old_rows o on o.id = n.id
      where n.muncity_name is not null and (n.region_name, n.province_name, n.muncity_name, n.barangay_name)
        is distinct from (o.region_name, o.province_name, o.muncity_name, o.barangay_name)
      group by 1, 2, 3, 4
    )
    select array_agg(to_jsonb(n)) into unknown
    from places p join new_rows n on n.id = p.id
    where not private.place_is_known(p.region_name, p.province_name, p.muncity_name, p.barangay_name);
  end if;
  foreach item in array coalesce(unknown, '{}') loop
    read := private.read_place(item ->> 'region_name', item ->> 'province_name', item ->> 'muncity_name',
      item ->> 'barangay_name');
    if read.field in ('muncity_name', 'barangay_name') and not private.stands_with_owner(tg_table_name, item) then
      raise exception using errcode = 'AG006', column = read.field,
        message = format('"%s" %s.', left(item ->> read.field, 60), read.reason);
    end if;
  end loop;
  return null;
end
$$;

-- Names of towns, and those by which the book may know them: a filter finds the City of Gapan under "Gapan".
create function private.town_names(given text[]) returns text[]
  language sql stable parallel safe security definer set search_path = ''
as $$
  select given || coalesce(array_agg(distinct p.name), '{}')
  from unnest(given) wanted
  join public.psgc_places p on private.place_key(p.level, p.name) = private.place_key('muncity', wanted)
    and p.level = 'muncity'
$$;

grant execute on function private.town_names(text[]) to authenticated, service_role;


-- supabase/schemas/30_access.sql

-- Who is asking, and which offices they may read and write (spec section 6). How people and roles are kept stands in
-- 80_people.sql.

create table public.uac (
  id bigint generated always as identity primary key,
  rolename text[] not null check (cardinality(rolename) > 0),
  roletype text not null check (btrim(roletype) <> ''),
  route text[] not null default '{}' check (route <@ array['dashboard', 'forms', 'report', 'users', 'dropdowns']),
  access_controls text[] not null default '{}'
    check (access_controls <@ array['Read', 'Edit', 'Delete', 'Sensitive']),
  status text not null check (status in ('Central', 'Regional', 'Provincial')),
  row_version integer not null default 1,
  time_stamp timestamptz not null default now()
);
comment on table public.uac is 'User access control: a role entry with its routes, rights and level (spec section 6).';
comment on column public.uac.access_controls is
  'Read, Edit, Delete (spec), and Sensitive: may see birthdays and 4Ps, solo parent, PWD and IP marks (RA 10173).';

alter table public.uac enable row level security;
alter table public.uac force row level security;

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
    references public.offices (office),
  row_version integer not null default 1
);
create unique index users_username_once on public.users (lower(username));
create unique index users_email_once on public.users (lower(email));
create index users_uac on public.users (uac_id);
create index users_office on public.users (office);
comment on table public.users is
  'Profile of a signed-in user. Level, rights and routes come from the role entry, looked up at every statement.';

alter table public.users enable row level security;
alter table public.users force row level security;

revoke all on public.uac, public.users from anon, authenticated;
grant select on public.uac, public.users to authenticated;

-- The caller: who is asking, looked up live by auth.uid(), and which offices they may read and write. Policies call
-- these wrapped in (select …), once a statement; nothing but the identity is taken from the token (spec section 6).
create type private.caller as (
  user_id uuid,
  level text,
  region_name text,
  province_name text,
  rights text[],
  routes text[],
  uac_id bigint
);

-- Whether the session of the caller's token has been ended. Tokens of sign-ins name their session.
create function private.session_has_ended() returns boolean
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
declare
  session_id constant text := nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id';
begin
  return session_id is not null
    and not exists (select from auth.sessions s where s.id::text = session_id and s.user_id = auth.uid());
end
$$;

-- All nulls for somebody without a profile, disabled, or whose role is not named in their role entry.
-- The three helpers that every statement of a policy calls are plpgsql, which keeps their plans for the session; as SQL
-- functions they would be planned anew at each call, at two to five times the cost.
create function private.current_caller() returns private.caller
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
declare
  found_caller private.caller;
begin
  select u.id, r.status, u.region_name, u.province_name, r.access_controls, r.route, r.id into found_caller
  from public.users u
  join public.uac r on r.id = u.uac_id and u.roles = any (r.rolename)
  where u.id = auth.uid() and not u.disabled and not private.session_has_ended();
  return found_caller;
end
$$;

-- Whether the signed-in person still has a profile that is not disabled; tokens outlive both.
create function private.caller_is_active() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from public.users u where u.id = auth.uid() and not u.disabled)
    and not private.session_has_ended()
$$;

create function private.caller_level() returns text
  language sql stable parallel safe security definer set search_path = ''
as $$ select (private.current_caller()).level $$;

create function private.caller_uac_id() returns bigint
  language sql stable parallel safe security definer set search_path = ''
as $$ select (private.current_caller()).uac_id $$;

-- Whether the caller's role entry lists a route: 'users' and 'dropdowns' make an administrator of the one or the other.
create function private.caller_has_route(wanted text) returns boolean
  language sql stable parallel safe security definer set search_path = ''
as $$ select coalesce(wanted = any ((private.current_caller()).routes), false) $$;

-- Whether the caller's role entry has a right: Read, Edit, Delete, Sensitive.
create function private.caller_has_right(wanted text) returns boolean
  language sql stable parallel safe security definer set search_path = ''
as $$ select coalesce(wanted = any ((private.current_caller()).rights), false) $$;

-- update needs Edit, delete needs Delete, insert needs either.
create function private.right_suffices(verb text, rights text[]) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select case verb
    when 'insert' then rights && array['Edit', 'Delete']
    when 'update' then 'Edit' = any (rights)
    when 'delete' then 'Delete' = any (rights)
    else false
  end
$$;

-- Offices

-- The offices of a caller: all for Central, those of the region for Regional, one for Provincial, none for others.
create function private.offices_of(c private.caller) returns setof public.offices
  language sql stable parallel safe security definer set search_path = ''
as $$
  select o.*
  from public.offices o
  where case c.level
    when 'Central' then true
    when 'Regional' then o.region_name = c.region_name
    when 'Provincial' then o.region_name = c.region_name and o.province_name = c.province_name
    else false
  end
$$;

create function private.offices_to_read() returns text[]
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return (
    select coalesce(array_agg(o.office), '{}')
    from private.current_caller() c, private.offices_of(c) o
  );
end
$$;

-- Offices whose rows the caller may insert, update or delete now: in scope, with the right, in an open window (Central
-- needs no window).
create function private.offices_to_write(verb text, window_name text) returns text[]
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return (
    select coalesce(array_agg(o.office), '{}')
    from private.current_caller() c, private.offices_of(c) o
    where private.right_suffices(verb, c.rights)
      and (c.level = 'Central' or private.window_is_open(window_name, o.region_name, o.province_name))
  );
end
$$;

-- Whether the caller keeps reference records: the route dropdowns, and the right for the verb.
create function private.may_administer(verb text) returns boolean
  language sql stable parallel safe security definer set search_path = ''
as $$
  select coalesce('dropdowns' = any (c.routes) and private.right_suffices(verb, c.rights), false)
  from private.current_caller() c
$$;

-- Reading by level

-- The caller's id if they are of the central office, else null. Policies ask whether it is null, which the planner
-- expects of no row; of an equation it would expect one row in two hundred.
create function private.caller_of_central() returns uuid
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
declare
  found_id uuid;
begin
  select c.user_id into found_id from private.current_caller() c where c.level = 'Central';
  return found_id;
end
$$;

-- The one office of a provincial caller, null for all others.
create function private.caller_of_province() returns text
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
declare
  found_office text;
begin
  select o.office into found_office from private.current_caller() c, private.offices_of(c) o
    where c.level = 'Provincial';
  return found_office;
end
$$;

-- The role that reads for the caller. The others read as `authenticated`, and so does REST.
create function private.reading_role() returns text
  language sql stable security definer set search_path = ''
as $$
  select case private.caller_level() when 'Central' then 'central_reader' when 'Provincial' then 'provincial_reader'
    else 'authenticated' end
$$;

-- Everything GET /api/auth/current-user answers, or null for somebody without an active profile and role. reference: by
-- table, the route that it asks for, and whether the caller keeps all of its rows, those of their region, or nothing.
create function private.current_access() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'user', to_jsonb(u) - 'disabled',
    'level', c.level,
    'role', to_jsonb(r),
    'rights', c.rights,
    'routes', c.routes,
    'offices', case when c.level = 'Central'
      then jsonb_build_object('read', 'all', 'target', 'all', 'accomplishment', 'all')
      else jsonb_build_object(
        'read', private.offices_to_read(),
        'target', (select coalesce(jsonb_agg(o.office), '[]') from private.offices_of(c) o
          where private.window_is_open('target', o.region_name, o.province_name)),
        'accomplishment', (select coalesce(jsonb_agg(o.office), '[]') from private.offices_of(c) o
          where private.window_is_open('accomplishment', o.region_name, o.province_name)))
      end,
    'windows', jsonb_build_object('target', private.window_state('target'), 'accomplishment',
      private.window_state('accomplishment')),
    'reference', (
      select jsonb_object_agg(t.table_name, jsonb_build_object('route', t.route, 'keeps', case
        when not t.route = any (c.routes) then 'nothing'
        when c.level = 'Central' or t.written_by = 'every level' then 'all'
        when c.level = 'Regional' and t.written_by like '%Regional' then 'region'
        else 'nothing' end))
      from private.reference_tables t))
  from private.current_caller() c
  join public.users u on u.id = c.user_id
  join public.uac r on r.id = c.uac_id
$$;

grant execute on function
  private.current_caller(), private.caller_level(), private.caller_uac_id(), private.caller_has_route(text),
  private.caller_has_right(text), private.right_suffices(text, text[]), private.offices_to_read(),
  private.offices_to_write(text, text), private.may_administer(text), private.caller_of_central(),
  private.caller_of_province(), private.reading_role()
to authenticated, service_role;
grant execute on function private.caller_is_active(), private.current_access() to authenticated;


-- supabase/schemas/31_refusals.sql

-- Why the policies refuse a caller, in causes that the API puts into sentences.

create table private.reference_tables (
  table_name text primary key,
  route text not null,
  read_by_route boolean not null,
  written_by text not null check (written_by in ('every level', 'Central', 'Central and Regional'))
);
alter table private.reference_tables enable row level security;
comment on table private.reference_tables is
  'Tables of public that belong to no office: the route of those who write them, and, where read_by_route, who alone '
  'read them.';

insert into private.reference_tables values
  ('project_list', 'dropdowns', false, 'every level'),
  ('dropdown_values', 'dropdowns', false, 'every level'),
  ('uac', 'users', true, 'Central'),
  ('report_schedules', 'users', false, 'Central and Regional'),
  ('users', 'users', true, 'every level');

-- Why the caller may not write a row of a table that belongs to no office; null when nothing stands in the way.
create function private.reference_refusal(caller private.caller, reference private.reference_tables, verb text,
  row_id bigint, wanted_office text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  in_sight boolean := true;
begin
  if caller.level is null then
    return 'level';
  end if;
  if not coalesce(reference.route = any (caller.routes), false) then
    return 'administration';
  end if;
  if not private.right_suffices(verb, caller.rights) then
    return 'right';
  end if;
  if caller.level <> 'Central' and reference.written_by <> 'every level'
    and not (caller.level = 'Regional' and reference.written_by like '%Regional') then
    return 'central';
  end if;
  if row_id is not null then
    execute format('select exists (select from public.%I where id = $1)', reference.table_name) into in_sight
      using row_id;
  end if;
  return case
    when not in_sight then 'not_found'
    when reference.table_name = 'uac' and row_id = caller.uac_id then 'own_role'
    when reference.table_name = 'report_schedules' and wanted_office is not null
      and not exists (select from public.offices o where o.office = wanted_office) then 'office'
    when reference.table_name = 'report_schedules' and caller.level <> 'Central' then 'region'
  end;
end
$$;

-- The first row that the caller may not write, and why, as {position, cause, office, window, end_date, route}; null
-- when nothing stands in the way. ids are the rows tried (null for an insert), offices and statuses what they shall
-- become, in the same order. not_found covers rows that do not exist and rows out of sight alike, so that nothing is
-- told of the latter.
create function private.explain_refusal(
  wanted_table text, verb text, ids bigint[], offices text[] default null, statuses text[] default null
) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  caller private.caller := private.current_caller();
  readable text[] := private.offices_to_read();
  window_rule text := (select t.window_name from private.record_tables t where t.table_name = wanted_table);
  reference private.reference_tables;
  window_name text;
  row_office text;
  row_status text;
  row_stage text;
  in_sight boolean;
  cause text;
begin
  select r.* into reference from private.reference_tables r where r.table_name = wanted_table;
  for position in 1 .. greatest(coalesce(cardinality(ids), 0), coalesce(cardinality(offices), 0)) loop
    cause := null;
    row_office := null;
    row_status := statuses[position];
    row_stage := null;
    if window_rule is null then
      cause := private.reference_refusal(caller, reference, verb, ids[position], offices[position]);
    else
      if ids[position] is not null then
        -- A row out of sight is not looked at, so that the answer is the same as for one that does not exist.
        execute format('select office, status, process_stage from public.%I where id = $1 and office = any ($2)',
          wanted_table)
          into row_office, row_status, row_stage using ids[position], readable;
      end if;
      in_sight := ids[position] is null or row_office is not null;
      row_office := coalesce(row_office, offices[position]);
      window_name := case when window_rule <> 'status' then window_rule when row_status = 'Target' then 'target'
        else 'accomplishment' end;
      cause := case
        when caller.level is null then 'level'
        when not in_sight then 'not_found'
        when not private.right_suffices(verb, caller.rights) then 'right'
        when offices[position] is not null and not exists (select from public.offices o
          where o.office = offices[position]) then 'office'
        when offices[position] is not null and not offices[position] = any (readable) then 'scope'
        when not coalesce(row_office = any (private.offices_to_write(verb, window_name)), false) then 'window'
        when offices[position] is not null and not offices[position] = any (private.offices_to_write(verb, window_name))
          then 'window'
        when verb <> 'insert' and row_stage = 'Approved' and caller.level <> 'Central' then 'approval'
      end;
    end if;
    if cause is not null then
      return jsonb_build_object('position', position - 1, 'cause', cause, 'office',
        coalesce(offices[position], row_office), 'window', window_name,
        'end_date', (
          select max(s.end_date)
          from public.report_schedules s
          join public.offices o on o.office = coalesce(offices[position], row_office)
          where s.form = window_name and caller.level is not null
            and (s.region_name is null or s.region_name = o.region_name)
            and (s.province_name is null or s.province_name = o.province_name)))
        || case when reference.route is null then '{}' else jsonb_build_object('route', reference.route) end;
    end if;
  end loop;
  return null;
end
$$;

-- Why the caller may do none of these verbs to any row of the table, as {cause, window, end_date, route}; null when
-- there may be a row for one of them. What depends on the row, private.explain_refusal tells.
create function private.explain_call_refusal(wanted_table text, verbs text[]) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  caller private.caller := private.current_caller();
  window_rule text := (select t.window_name from private.record_tables t where t.table_name = wanted_table);
  windows text[] := case when window_rule = 'status' then '{target,accomplishment}' else array[window_rule] end;
  reference private.reference_tables;
  verb text;
  cause text;
  first_cause text;
begin
  select r.* into reference from private.reference_tables r where r.table_name = wanted_table;
  foreach verb in array verbs loop
    if window_rule is null then
      cause := private.reference_refusal(caller, reference, verb, null, null);
      -- Which region a schedule names is a matter of the row.
      cause := nullif(cause, 'region');
    else
      cause := case
        when caller.level is null then 'level'
        when not private.right_suffices(verb, caller.rights) then 'right'
        when not exists (
          select from unnest(windows) w, private.offices_to_write(verb, w) offices where cardinality(offices) > 0)
            then 'window'
      end;
    end if;
    if cause is null then
      return null;
    end if;
    first_cause := coalesce(first_cause, cause);
  end loop;
  return jsonb_build_object('cause', first_cause, 'route', reference.route)
    || case when first_cause <> 'window' then '{}' else jsonb_build_object(
      'window', case when window_rule <> 'status' then window_rule end,
      'end_date', (
        select max(s.end_date) from public.report_schedules s
        where s.form = any (windows) and exists (
          select from private.offices_of(caller) o
          where (s.region_name is null or s.region_name = o.region_name)
            and (s.province_name is null or s.province_name = o.province_name)))) end;
end
$$;

grant execute on function
  private.explain_refusal(text, text, bigint[], text[], text[]), private.explain_call_refusal(text, text[])
to authenticated;


-- supabase/schemas/35_log.sql

-- The user log: who did what to which row, written in the same transaction as the change by one statement-level trigger
-- an event. No role that the API can become writes, alters or deletes entries (spec sections 3 and 7). How it is sealed
-- and read stands in 90_log.sql.

create table private.user_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  user_id uuid,
  user_name text,
  user_role text,
  form_name text not null,
  row_id bigint,
  region_name text,
  province_name text,
  muncity_name text,
  office text generated always as (coalesce(region_name, '') || ' / ' || coalesce(province_name, '')) stored,
  action text not null,
  status text,
  changes jsonb,
  subject uuid,
  source text not null default 'database' check (source in ('database', 'client')),
  tx xid8 not null default pg_current_xact_id()
);
create index user_log_row on private.user_log (form_name, row_id, id desc);
create index user_log_office on private.user_log (office, id desc);
alter table private.user_log enable row level security;
comment on column private.user_log.action is
  'Insert, Update, Delete, Approve, Set back, and export for a list of personal data that was taken out.';
comment on column private.user_log.changes is
  'Field -> [before, after]: the changed fields of an update, all fields of a deleted row, null for an insert; '
  'purpose, filters and rows of an export.';

create index user_log_subject on private.user_log (subject, id desc) where subject is not null;
comment on column private.user_log.subject is 'The user whom the entry is about, where it is about one.';
comment on column private.user_log.source is
  'database: written by a trigger or a function. client: reported by a client about itself.';
comment on column private.user_log.tx is
  'The transaction that wrote the entry; with it the entries of a link are found again.';

-- The fields that differ, as {field: [before, after]}; bookkeeping columns are left out.
create function private.changed_fields(before jsonb, after jsonb) returns jsonb
  language sql immutable parallel safe set search_path = ''
as $$
  select jsonb_object_agg(b.key, jsonb_build_array(b.value, after -> b.key))
  from jsonb_each(before) b
  where b.value is distinct from after -> b.key
    and b.key not in ('updated_at', 'row_version', 'office', 'search_text', 'approved_by', 'approved_at')
$$;

-- Writes an entry for each row of a statement. Where the key of the table is a user's id (trigger argument), the entry
-- says whom it is about.
create function private.log_statement() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  author uuid := auth.uid();
  author_name text;
  author_role text;
  about_users constant boolean := tg_nargs > 0;
begin
  select u.username, u.roles into author_name, author_role from public.users u where u.id = author;
  if tg_op = 'INSERT' then
    insert into private.user_log (user_id, user_name, user_role, form_name, row_id, subject, region_name, province_name,
      muncity_name, action, status)
    select author, author_name, author_role, tg_table_name, case when not about_users
      then (j.r ->> 'id')::bigint end, case when about_users then (j.r ->> 'id')::uuid end,
      j.r ->> 'region_name', j.r ->> 'province_name', j.r ->> 'muncity_name', 'Insert', j.r ->> 'status'
    from (select to_jsonb(n) as r from new_rows n) j;
  elsif tg_op = 'DELETE' then
    insert into private.user_log (user_id, user_name, user_role, form_name, row_id, subject, region_name, province_name,
      muncity_name, action, status, changes)
    select author, author_name, author_role, tg_table_name, case when not about_users
      then (j.r ->> 'id')::bigint end, case when about_users then (j.r ->> 'id')::uuid end,
      j.r ->> 'region_name', j.r ->> 'province_name', j.r ->> 'muncity_name', 'Delete', j.r ->> 'status',
        private.changed_fields(jsonb_strip_nulls(j.r), '{}')
    from (select to_jsonb(o) as r from old_rows o) j;
  else
    insert into private.user_log (user_id, user_name, user_role, form_name, row_id, subject, region_name, province_name,
      muncity_name, action, status, changes)
    select author, author_name, author_role, tg_table_name, case when not about_users
      then (j.n ->> 'id')::bigint end, case when about_users then (j.n ->> 'id')::uuid end,
      j.n ->> 'region_name', j.n ->> 'province_name', j.n ->> 'muncity_name',
      case when j.n ->> 'process_stage' = 'Approved' and j.o ->> 'process_stage'
        is distinct from 'Approved' then 'Approve'
           when j.o ->> 'process_stage' = 'Approved' and j.n ->> 'process_stage'
             is distinct from 'Approved' then 'Set back'
           else 'Update' end,
      j.n ->> 'status', private.changed_fields(j.o, j.n)
    from (select to_jsonb(n) as n, to_jsonb(o) as o from new_rows n join old_rows o using (id)) j;
  end if;
  return null;
end
$$;

-- The triggers by which a table with an id writes the log. Where the id is that of a user, the log calls the row's user
-- its subject (the triggers' argument).
create procedure private.log_table(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  argument constant text := (
    select case when a.atttypid = 'uuid'::regtype then quote_literal('subject') else '' end
    from pg_catalog.pg_attribute a
    where a.attrelid = target and a.attname = 'id');
begin
  execute replace(replace($sql$
    create or replace trigger log_insert after insert on {table} referencing new table as new_rows
      for each statement execute function private.log_statement({argument});
    create or replace trigger log_update after update on {table}
      referencing old table as old_rows new table as new_rows
      for each statement execute function private.log_statement({argument});
    create or replace trigger log_delete after delete on {table} referencing old table as old_rows
      for each statement execute function private.log_statement({argument})$sql$,
    '{table}', target::text), '{argument}', argument);
end
$$;

-- An entry of the log about a person that no table shows: signing in and out, passwords, sessions.
create function private.log_event(about uuid, wanted_action text, wanted_status text default null,
  tried_name text default null) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into private.user_log (user_id, user_name, user_role, form_name, subject, region_name, province_name,
    muncity_name, action, status)
  select author.id, coalesce(author.username, tried_name), author.roles, 'users', about, person.region_name,
    person.province_name, person.muncity_name, wanted_action, wanted_status
  from (values (1)) one
  left join public.users author on author.id = auth.uid()
  left join public.users person on person.id = about
$$;


-- supabase/schemas/40_protect.sql

-- What LIKE does not carry, one call gives to a record table: row security with its policies, grants, triggers, the
-- search text and indexes. A table without it fails a test.

create table private.record_tables (
  table_name text primary key,
  window_name text not null check (window_name in ('target', 'accomplishment', 'status'))
);
comment on table private.record_tables is
  'Tables under private.apply_protection, with the window that guards their writes; status: that of each row '
  'names it.';

-- Protects a record table that has its row in private.record_tables. Called again after its columns have changed, it
-- brings grants and search up to them. Its foreign keys come from private.refer, its sensitive columns from
-- private.keep_sensitive, its files from private.keep_evidence.
create procedure private.apply_protection(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  name constant text := (select relname from pg_catalog.pg_class where oid = target);
  guard constant text := (select t.window_name from private.record_tables t where t.table_name = name);
  -- The offices in which the caller may write rows of the table now.
  offices constant text := case guard
    when 'status' then $sql$(case status
      when 'Target' then (select private.offices_to_write({verb}, 'target'))::text[]
      else (select private.offices_to_write({verb}, 'accomplishment'))::text[]
    end)$sql$
    else format('((select private.offices_to_write({verb}, %L))::text[])', guard)
  end;
  statements text := $sql$
    alter table {table} enable row level security, force row level security;

    drop policy if exists insert_in_scope on {table};
    drop policy if exists update_in_scope on {table};
    drop policy if exists delete_in_scope on {table};
    create policy insert_in_scope on {table} for insert to authenticated
      with check (
        office = any {offices to insert}
        -- The right Delete alone lets people add rows, and is not to let them freeze one without anybody's approval.
        and (process_stage is distinct from 'Approved' or (select private.caller_has_right('Edit'))));
    create policy update_in_scope on {table} for update to authenticated
      using (office = any {offices to update})
      with check (office = any {offices to update});
    create policy delete_in_scope on {table} for delete to authenticated
      using (
        office = any {offices to delete}
        and (process_stage is distinct from 'Approved' or (select private.caller_level()) = 'Central'));

    create or replace trigger stamp_record before insert or update on {table}
      for each row execute function private.stamp_record();
    create or replace trigger clean_texts before insert or update on {table}
      for each row execute function private.clean_texts();
    create or replace trigger place_by_book before insert or update on {table}
      for each row execute function private.place_by_book();
    create or replace trigger judge_places_insert after insert on {table} referencing new table as new_rows
      for each statement execute function private.judge_places();
    create or replace trigger judge_places_update after update on {table}
      referencing old table as old_rows new table as new_rows
      for each statement execute function private.judge_places();

    create index if not exists {office index} on {table} (office, id);
    create index if not exists {search index} on {table} using gin (search_text extensions.gin_trgm_ops)$sql$;
  verb text;
begin
  if guard is null then
    raise exception 'private.record_tables has no row for %.', target;
  end if;
  call private.keep_searched(target);
  call private.grant_columns(target);
  call private.read_in_scope(target);
  call private.log_table(target);
  foreach verb in array array['insert', 'update', 'delete'] loop
    statements := replace(statements, format('{offices to %s}', verb), replace(offices, '{verb}', quote_literal(verb)));
  end loop;
  statements := replace(statements, '{office index}', quote_ident(name || '_office'));
  statements := replace(statements, '{search index}', quote_ident(name || '_search'));
  execute replace(statements, '{table}', target::text);
  if not exists (select from pg_catalog.pg_constraint
    where conrelid = target and conname = name || '_office_exists') then
    execute format('alter table %s add constraint %I foreign key (office) references public.offices (office)',
      target, name || '_office_exists');
  end if;
end
$$;

-- Protects a table that belongs to no office and is kept with the route dropdowns: everybody with a level reads;
-- whoever has the route and the right for the verb writes.
create procedure private.protect_reference_table(target regclass)
  language plpgsql set search_path = ''
as $$
begin
  call private.grant_columns(target);
  call private.read_with_a_level(target);
  call private.log_table(target);
  execute replace($sql$
    alter table {table} enable row level security, force row level security;
    create policy insert_as_administrator on {table} for insert to authenticated
      with check ((select private.may_administer('insert')));
    create policy update_as_administrator on {table} for update to authenticated
      using ((select private.may_administer('update')))
      with check ((select private.may_administer('update')));
    create policy delete_as_administrator on {table} for delete to authenticated
      using ((select private.may_administer('delete')));
    create trigger clean_texts before insert or update on {table}
      for each row execute function private.clean_texts()$sql$, '{table}', target::text);
end
$$;

-- Rows of an office are read by whoever reads the office, in the words that plan best for each level (99_readers.sql).
create procedure private.read_in_scope(target regclass)
  language plpgsql set search_path = ''
as $$
begin
  execute replace($sql$
    drop policy if exists select_in_scope on {table};
    drop policy if exists select_in_scope_for_central on {table};
    drop policy if exists select_in_scope_for_province on {table};
    create policy select_in_scope on {table} for select to authenticated
      using (office = any ((select private.offices_to_read())::text[]));
    create policy select_in_scope_for_central on {table} for select to central_reader
      using ((select private.caller_of_central()) is not null);
    create policy select_in_scope_for_province on {table} for select to provincial_reader
      using (office = (select private.caller_of_province()))$sql$, '{table}', target::text);
end
$$;

-- What belongs to no office is read by everybody with a level.
create procedure private.read_with_a_level(target regclass)
  language plpgsql set search_path = ''
as $$
begin
  execute replace($sql$
    create policy select_with_a_level on {table} for select to authenticated
      using ((select private.caller_level()) is not null);
    create policy select_with_a_level_for_central on {table} for select to central_reader
      using ((select private.caller_level()) is not null);
    create policy select_with_a_level_for_province on {table} for select to provincial_reader
      using ((select private.caller_level()) is not null)$sql$, '{table}', target::text);
end
$$;

call private.read_with_a_level('public.psgc_places');
call private.read_with_a_level('public.offices');

-- Columns that the database writes alone, in whichever table they stand.
create function private.is_written_by_database(column_name name) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select column_name in (
    'id', 'user_id', 'time_stamp', 'updated_at', 'row_version', 'approved_by', 'approved_at',
    -- Of a row's file
    'file_path', 'thumbnail_path', 'file_name', 'content_type', 'size', 'sha256', 'outside_province')
$$;

-- Grants a signed-in caller what the policies then narrow: deleting, writing all columns but those that the database
-- writes, and reading all but the sensitive ones.
create procedure private.grant_columns(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  writable text;
  readable text;
  holds_sensitive boolean;
begin
  select
      string_agg(format('%I', a.attname), ', ' order by a.attname)
        filter (where a.attgenerated = '' and not private.is_written_by_database(a.attname)),
      string_agg(format('%I', a.attname), ', ' order by a.attname) filter (where s.column_name is null),
      bool_or(s.column_name is not null)
    into writable, readable, holds_sensitive
  from pg_catalog.pg_attribute a
  join pg_catalog.pg_class c on c.oid = a.attrelid
  left join private.sensitive_columns s on s.table_name = c.relname and s.column_name = a.attname
  where a.attrelid = target and a.attnum > 0 and not a.attisdropped;
  execute format('revoke all on %s from anon, authenticated, central_reader, provincial_reader', target);
  execute format('grant delete, insert (%2$s), update (%2$s) on %1$s to authenticated', target, writable);
  execute format('grant select %2$s on %1$s to authenticated, central_reader, provincial_reader',
    target, case when holds_sensitive then format('(%s)', readable) else '' end);
end
$$;

-- Keeps the columns that only the database writes, and freezes approved rows for everybody below Central (AG001).
create function private.stamp_record() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  author uuid := auth.uid();
  -- Generated columns are still empty in a new row here; they follow from the columns that are compared.
  bookkeeping constant text[] := array[
    'process_stage', 'approved_by', 'approved_at', 'updated_at', 'row_version', 'office', 'search_text'];
begin
  if tg_op = 'INSERT' then
    new.user_id := coalesce(author, new.user_id);
    if new.process_stage = 'Approved' then
      new.approved_by := author;
      new.approved_at := now();
    end if;
    return new;
  end if;

  if old.process_stage = 'Approved' and author is not null
    and to_jsonb(old) - bookkeeping is distinct from to_jsonb(new) - bookkeeping
    and private.caller_level() is distinct from 'Central'
  then
    raise exception 'The row is approved: set it back to Pending before changing it.'
      using errcode = 'AG001', detail = old.id::text;
  end if;

  new.updated_at := now();
  new.row_version := old.row_version + 1;
  if new.process_stage is distinct from old.process_stage then
    new.approved_by := case when new.process_stage = 'Approved' then author end;
    new.approved_at := case when new.process_stage = 'Approved' then now() end;
  end if;
  return new;
end
$$;

-- Before a row is written. Of a trigger's name comes its turn: before all others that look at the texts.
create function private.clean_texts() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.may_be_untidy(new::text) then
    return jsonb_populate_record(new, private.tidied(to_jsonb(new)));
  end if;
  return new;
end
$$;

-- Gives an identifier that was left empty: the prefix and the row's id, such as TRN-42.
create function private.give_identifier() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  -- The trigger's arguments: the column, the prefix.
  column_name constant text := tg_argv[0];
begin
  if nullif(btrim(to_jsonb(new) ->> column_name), '') is null then
    new := jsonb_populate_record(new, jsonb_build_object(column_name, tg_argv[1] || new.id));
  end if;
  return new;
end
$$;

-- Updated is what an accomplishment becomes when somebody edits it (spec section 4), and is given in no other way.
-- Where the status says on which of two screens a row stands, as Form 11 and the FME annual updating have it, it stays.
-- Before a caller writes a row, and before others follow what was written: an approval is no edit, and a change that
-- follows another row's, such as a new ARBO ID, is none of this row.
create function private.follow_status() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  bookkeeping constant text[] :=
    array['status', 'process_stage', 'approved_by', 'approved_at', 'updated_at', 'row_version', 'office',
      'search_text'];
begin
  if auth.uid() is null then
    return new;
  end if;
  if new.status = 'Updated' and (tg_op = 'INSERT' or old.status is distinct from 'Updated') then
    raise exception using errcode = 'AG002', column = 'status', message =
      'Updated is given when an accomplished row is edited, and cannot be chosen.';
  end if;
  if tg_op = 'UPDATE' and old.status = 'Accomplished' and new.status = 'Accomplished' and pg_trigger_depth() = 1
    and to_jsonb(old) - bookkeeping is distinct from to_jsonb(new) - bookkeeping
  then
    new.status := 'Updated';
  end if;
  return new;
end
$$;


-- supabase/schemas/41_references.sql

-- A row refers only to rows of its own office, of its region's office and of the central office. Whoever may delete or
-- move a row then sees every row that needs it: no office can stand in the way of another. private.refer brings the
-- rule, and the same sentence answers for a row that is elsewhere and for one that does not exist, so that nothing is
-- told.

create table private.office_references (
  table_name text not null,
  column_name text not null,
  parent_name text not null,
  parent_column text not null,
  primary key (table_name, column_name)
);
create index office_references_parent on private.office_references (parent_name);
alter table private.office_references enable row level security;
comment on table private.office_references is
  'References between rows that belong to offices, kept within them by private.keep_within_office.';

-- The offices whose rows a row of an office may refer to: its own, its region's and the central one.
create function private.offices_around(row_office text) returns text[]
  language sql stable parallel safe set search_path = ''
as $$
  select array[row_office, ' / '] || array(
    select coalesce(o.region_name, '') || ' / ' from public.offices o where o.office = row_office)
$$;

-- On the referring table. A pair of reference and office that was there before the statement has been judged before.
-- The referred rows are locked, in one order, so that none of them moves away before this transaction ends.
create function private.keep_reference_within() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  -- The trigger's arguments: the referring column, the referred table and its column.
  referring constant text := tg_argv[0];
  parent constant text := tg_argv[1];
  referred constant text := tg_argv[2];
  pairs constant text := format('select n.%1$I as reference, n.office from new_rows n where n.%1$I is not null',
    referring)
    || case tg_op when 'UPDATE' then format(' except select o.%I, o.office from old_rows o', referring) else '' end;
  outside boolean;
begin
  execute format('select from public.%I p where p.%I in (select w.reference from (%s) w) order by p.id for share',
    parent, referred, pairs);
  execute format(
    'select exists (
      select from (select distinct * from (%s) every) w join public.%I p on p.%I = w.reference
      where p.office <> all (private.offices_around(w.office)))',
    pairs, parent, referred) into outside;
  if outside then
    raise exception 'The row refers to a row of another office.'
      using errcode = '23503', schema = 'public', table = tg_table_name, column = referring;
  end if;
  return null;
end
$$;

-- On the referred table: a row does not leave the office of rows that refer to it. By way of the region's office it
-- can: there first, then the rows that refer to it, then it.
create function private.keep_referring_within() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  r private.office_references;
  outside boolean;
begin
  if not exists (select from new_rows n join old_rows o using (id) where n.office <> o.office) then
    return null;
  end if;
  for r in select * from private.office_references where parent_name = tg_table_name loop
    execute format(
      'select exists (
        select from new_rows n join old_rows o using (id) join public.%I c on c.%I = n.%I
        where n.office <> o.office and n.office <> all (private.offices_around(c.office)))',
      r.table_name, r.column_name, r.parent_column) into outside;
    if outside then
      raise exception 'Rows of the office that it would leave are still referring to the row.'
        using errcode = '23503', schema = 'public', table = tg_table_name, column = 'office',
          detail = 'It is still referenced.';
    end if;
  end loop;
  return null;
end
$$;

create procedure private.keep_within_office(target regclass, referring text, parent regclass, referred text)
  language plpgsql set search_path = ''
as $$
declare
  target_name constant text := (select relname from pg_catalog.pg_class where oid = target);
  parent_name constant text := (select relname from pg_catalog.pg_class where oid = parent);
  arguments constant text := format('%L, %L, %L', referring, parent_name, referred);
begin
  insert into private.office_references values (target_name, referring, parent_name, referred);
  execute format($sql$
    create trigger %I after insert on %s referencing new table as new_rows
      for each statement execute function private.keep_reference_within(%s)$sql$,
    'within_' || referring || '_insert', target, arguments);
  execute format($sql$
    create trigger %I after update on %s referencing new table as new_rows old table as old_rows
      for each statement execute function private.keep_reference_within(%s)$sql$,
    'within_' || referring || '_update', target, arguments);
  execute format($sql$
    create or replace trigger keep_referring_within after update on %s
      referencing old table as old_rows new table as new_rows
      for each statement execute function private.keep_referring_within()$sql$, parent);
end
$$;

-- A foreign key, the index that its deletes and joins need, and, where both rows belong to offices, the rule above.
-- Identifiers that people type (arbo_id, arc_id) may be corrected later, and the change follows; those that the
-- database gives do not change once something refers to them.
create procedure private.refer(
  target regclass, referring text, parent regclass, referred text, follow boolean default false
)
  language plpgsql set search_path = ''
as $$
declare
  name constant text := (select relname from pg_catalog.pg_class where oid = target);
  of_offices constant boolean := (
    select count(*) = 2
    from pg_catalog.pg_attribute a
    where a.attrelid in (target, parent) and a.attname = 'office' and not a.attisdropped);
begin
  execute format('alter table %s add constraint %I foreign key (%I) references %s (%I)%s',
    target, name || '_' || referring || '_exists', referring, parent, referred,
    case when follow then ' on update cascade' else '' end);
  execute format('create index %I on %s (%I)', name || '_' || referring, target, referring);
  if of_offices then
    call private.keep_within_office(target, referring, parent, referred);
  end if;
end
$$;

-- The organization links of spec section 3: the ARBO by its ARBO ID and by its key, the ARC by its ARC ID.
create procedure private.refer_to_masterlists(target regclass)
  language plpgsql set search_path = ''
as $$
begin
  call private.refer(target, 'arbo_id', 'public.arbo_masterlist', 'arbo_id', true);
  call private.refer(target, 'arc_id', 'public.arc_masterlist', 'arc_id', true);
  -- Not every ARBO has an ARBO ID yet; its primary key links it all the same.
  if exists (select from pg_catalog.pg_attribute where attrelid = target and attname = 'arboPrimaryKey') then
    call private.refer(target, 'arboPrimaryKey', 'public.arbo_masterlist', 'id');
  end if;
end
$$;

-- Rows that refer to the given rows and do not go with them, for rows that the caller sees. A table of links that goes
-- with a record (ON DELETE CASCADE) stands for that record. A row that refers in two ways counts once; ways tells
-- how many rows refer by which column, as {column: rows}, and keys what the columns then hold.
create function private.references_to(wanted_table text, wanted_ids bigint[])
  returns table (id bigint, table_name text, status text, approved boolean, readable boolean, row_count bigint,
    ways jsonb, keys jsonb)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  offices constant text[] := private.offices_to_read();
  r record;
begin
  if not exists (select from private.record_tables t where t.table_name = wanted_table) then
    return;
  end if;
  for r in
    select c.relname as referring_table,
      coalesce(owner.relname, c.relname) as counted_table,
      owner.link as link,
      string_agg(format('c.%I = p.%I', a.attname, k.attname), ' or ' order by a.attname) as condition,
      string_agg(format('%L, count(distinct s.id) filter (where c.%I = p.%I)', a.attname, a.attname, k.attname), ', '
        order by a.attname) as ways,
      string_agg(format('%L, p.%I', a.attname, k.attname), ', ' order by a.attname) as keys,
      string_agg(format('p.%I', k.attname), ', ' order by a.attname) as grouped
    from pg_catalog.pg_constraint f
    join pg_catalog.pg_class c on c.oid = f.conrelid
    join pg_catalog.pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    join pg_catalog.pg_attribute k on k.attrelid = f.confrelid and k.attnum = f.confkey[1]
    left join lateral (
      select o.relname, l.attname as link
      from pg_catalog.pg_constraint g
      join pg_catalog.pg_class o on o.oid = g.confrelid
      join pg_catalog.pg_attribute l on l.attrelid = g.conrelid and l.attnum = g.conkey[1]
      where g.conrelid = f.conrelid and g.contype = 'f' and g.confdeltype = 'c'
        and o.relname in (select t.table_name from private.record_tables t)
      limit 1
    ) owner on c.relname not in (select t.table_name from private.record_tables t)
    where f.contype = 'f' and f.confrelid = format('public.%I', wanted_table)::regclass and f.confdeltype in ('a', 'r')
      and coalesce(owner.relname, c.relname) in (select t.table_name from private.record_tables t)
    group by c.relname, owner.relname, owner.link
  loop
    return query execute format(
      'select p.id, %L::text, s.status, s.process_stage is not distinct from ''Approved'', s.office = any ($2),
         count(distinct s.id), jsonb_build_object(%s), jsonb_build_object(%s)
       from public.%I p join public.%I c on %s join public.%I s on s.id = c.%I
       where p.id = any ($1) and p.office = any ($2)
       group by p.id, %s, 3, 4, 5',
      r.counted_table, r.ways, r.keys, wanted_table, r.referring_table, r.condition, r.counted_table,
        coalesce(r.link, 'id'), r.grouped)
      using wanted_ids, offices;
  end loop;
end
$$;

grant execute on function private.references_to(text, bigint[]) to authenticated;


-- supabase/schemas/42_sensitive.sql

-- Sensitive personal data (RA 10173): columns that everybody who may write the row enters, and only the right Sensitive
-- reads. A row's own columns cannot be told apart by a policy, and column privileges know roles, of which every
-- signed-in caller has the same. So the columns of the table are granted for writing alone, and a copy of them, kept by
-- triggers in the same statement, lies in personal.<table>_sensitive under a policy of scope and right.
-- personal.<table>_in_full joins the two: whoever lacks the right finds nulls there. REST serves neither. Search and
-- history leave the columns out.

create table private.sensitive_columns (
  table_name text not null references private.record_tables (table_name),
  column_name text not null,
  primary key (table_name, column_name)
);
alter table private.sensitive_columns enable row level security;
comment on table private.sensitive_columns is
  'Columns under private.keep_sensitive: the history of a row shows them to the right Sensitive only.';

-- Carries what a statement wrote over to the copy.
create function private.copy_sensitive() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  -- The trigger's arguments: the columns.
  names text := (select string_agg(format('%I', c), ', ') from unnest(tg_argv) c);
  changes text := (select string_agg(format('%1$I = excluded.%1$I', c), ', ') from unnest(tg_argv) c);
begin
  execute format(
    'insert into personal.%1$I (id, office, %2$s) select id, office, %2$s from new_rows '
      || 'on conflict (id) do update set office = excluded.office, %3$s',
    tg_table_name || '_sensitive', names, changes);
  return null;
end
$$;

-- Keeps the columns of a protected table that have their rows in private.sensitive_columns: the copy, its policies, the
-- triggers that fill it, and the view that joins the two.
create procedure private.keep_sensitive(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  name constant text := (select relname from pg_catalog.pg_class where oid = target);
  columns constant text[] := array(
    select a.attname
    from private.sensitive_columns s
    join pg_catalog.pg_attribute a on a.attrelid = target and a.attname = s.column_name
    where s.table_name = name
    order by a.attnum);
  in_full constant text := (
    select string_agg(format('%s.%I', case when a.attname = any (columns) then 's' else 't' end, a.attname), ', '
      order by a.attname = any (columns), a.attname)
    from pg_catalog.pg_attribute a
    where a.attrelid = target and a.attnum > 0 and not a.attisdropped);
  statements text := $sql$
    create table {copy} as select id, office, {columns} from {table} with no data;
    alter table {copy}
      add primary key (id),
      add constraint {link} foreign key (id) references {table} (id) on delete cascade,
      alter column office set not null,
      enable row level security,
      force row level security;
    create index {index} on {copy} (office, id);
    create policy select_with_the_right on {copy} for select to authenticated
      using (
        office = any ((select private.offices_to_read())::text[])
        and (select private.caller_has_right('Sensitive')));
    create policy select_with_the_right_for_central on {copy} for select to central_reader
      using (
        (select private.caller_of_central()) is not null
        and (select private.caller_has_right('Sensitive')));
    create policy select_with_the_right_for_province on {copy} for select to provincial_reader
      using (
        office = (select private.caller_of_province())
        and (select private.caller_has_right('Sensitive')));

    create trigger copy_sensitive_insert after insert on {table} referencing new table as new_rows
      for each statement execute function private.copy_sensitive({arguments});
    create trigger copy_sensitive_update after update on {table} referencing new table as new_rows
      for each statement execute function private.copy_sensitive({arguments});

    create view {view} with (security_invoker = true) as
      select {in full} from {table} t left join {copy} s on s.id = t.id;
    grant select on {copy}, {view} to authenticated, central_reader, provincial_reader$sql$;
  part record;
begin
  for part in
    select *
    from (values
      ('{table}', target::text),
      ('{copy}', format('personal.%I', name || '_sensitive')),
      ('{view}', format('personal.%I', name || '_in_full')),
      ('{link}', quote_ident(name || '_sensitive_of')),
      ('{index}', quote_ident(name || '_sensitive_office')),
      ('{columns}', (select string_agg(quote_ident(c), ', ') from unnest(columns) c)),
      ('{arguments}', (select string_agg(quote_literal(c), ', ') from unnest(columns) c)),
      ('{in full}', in_full)
    ) p (sign, words)
  loop
    statements := replace(statements, part.sign, part.words);
  end loop;
  execute statements;
  execute format('comment on table personal.%I is %L', name || '_sensitive',
    'Sensitive columns of ' || name || ', a copy kept by triggers, readable with the right Sensitive.');
  execute format('comment on view personal.%I is %L', name || '_in_full',
    name || ' with its sensitive columns, which are null without the right Sensitive.');
end
$$;

-- Ages for whoever may write birthdays and not read them. That a stored age or age group disagrees is refused with both
-- numbers (spec section 9), and so a wrong guess would be told from a right one: for them both follow by themselves.
create function private.follow_birthday() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if auth.uid() is not null and (new.birthday, new.age, new.age_base_group)
    is distinct from (old.birthday, old.age, old.age_base_group)
    and not private.caller_has_right('Sensitive')
  then
    new.age := coalesce(private.age_on(new.birthday, (new.time_stamp at time zone 'Asia/Manila')::date), new.age);
    new.age_base_group := coalesce(private.age_group(new.age), new.age_base_group);
  end if;
  return new;
end
$$;

-- What somebody without the right Sensitive may know of the changes in an entry about a table: neither sensitive
-- fields, however deep (an export says what it was filtered by), nor the text that was searched for, which may be a
-- birthday. A write of sensitive values alone looks like one that changed nothing, or a guess would be told from a
-- miss.
create function private.without_sensitive(about text, changes jsonb) returns jsonb
  language sql stable parallel safe set search_path = ''
as $$
  select case
    when changes is null or not exists (select from private.sensitive_columns c where c.table_name = about) then changes
    else nullif(private.without_keys(
      changes, array(select c.column_name from private.sensitive_columns c where c.table_name = about) || 'q'::text),
        '{}')
  end
$$;


-- supabase/schemas/43_search.sql

-- The search finds what the table shows (spec section 5): all values of a row in one folded text. How a value is shown
-- (a date as "Mar 18, 2025", a number with separators) is the API's to know: it sends each word with the ways in which
-- it may be stored. The sensitive columns are searched for whoever has the right.

-- The columns of a table that are searched: the sensitive ones, or all others.
create function private.searched_columns(target regclass, sensitive boolean)
  returns table (name name, type oid)
  language sql stable set search_path = ''
as $$
  select a.attname, a.atttypid
  from pg_catalog.pg_attribute a
  join pg_catalog.pg_class c on c.oid = a.attrelid
  where a.attrelid = target and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and a.atttypid in ('text'::regtype, 'integer'::regtype, 'bigint'::regtype, 'numeric'::regtype, 'date'::regtype,
      'text[]'::regtype, 'timestamptz'::regtype, 'uuid'::regtype)
    and a.attname not in ('id', 'row_version', 'user_id', 'approved_by', 'approved_at', 'time_stamp', 'updated_at')
    and sensitive = exists (
      select from private.sensitive_columns s where s.table_name = c.relname and s.column_name = a.attname)
$$;

-- Their values as one text, as an expression over a row of the table. An index has the same expression. They stand in
-- the order of their names, which is the same wherever a column was added.
create function private.search_expression(target regclass, sensitive boolean) returns text
  language sql stable set search_path = ''
as $$
  select format('private.fold(%s)', string_agg(
    case c.type
      when 'date'::regtype then format('coalesce(private.date_words(%I), '''')', c.name)
      when 'timestamptz'::regtype then format('coalesce(private.moment_words(%I), '''')', c.name)
      when 'text'::regtype then format('coalesce(%I, '''')', c.name)
      when 'text[]'::regtype then format('coalesce(private.list_words(%I), '''')', c.name)
      else format('coalesce(%I::text, '''')', c.name)
    end, ' || e''\n'' || ' order by c.name))
  from private.searched_columns(target, sensitive) c
$$;

-- Lets a table be searched through all of its columns: by the generated column search_text, and through the sensitive
-- ones by an index. Again, it brings both up to the columns that the table has.
create procedure private.keep_searched(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  name constant text := (select relname from pg_catalog.pg_class where oid = target);
  sensitive_index constant text := name || '_sensitive_search';
  present text := (
    select pg_catalog.pg_get_expr(d.adbin, d.adrelid)
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = target and a.attname = 'search_text');
begin
  if present is null then
    execute format('alter table %s add column search_text text generated always as (%s) stored',
      target, private.search_expression(target, false));
  elsif exists (select from private.searched_columns(target, false) c where present !~ ('\y' || c.name || '\y')) then
    execute format('alter table %s alter column search_text set expression as (%s)',
      target, private.search_expression(target, false));
  end if;
  if exists (select from private.sensitive_columns s where s.table_name = name) then
    present := (
      select pg_catalog.pg_get_expr(i.indexprs, i.indrelid)
      from pg_catalog.pg_index i
      join pg_catalog.pg_class c on c.oid = i.indexrelid
      where i.indrelid = target and c.relname = sensitive_index);
    if present is null
      or exists (select from private.searched_columns(target, true) c where present !~ ('\y' || c.name || '\y'))
    then
      execute format('drop index if exists public.%I', sensitive_index);
      execute format('create index %I on %s using gin ((%s) extensions.gin_trgm_ops)',
        sensitive_index, target, private.search_expression(target, true));
    end if;
  end if;
end
$$;

-- Terms as a condition over texts. terms: a list of terms; a term is a list of alternatives, of which one must hold; an
-- alternative is a list, of which everything must hold: a text (a pattern of LIKE) is in one of the texts, a number is
-- the row's id, null says that it has no stage. Null where there are no terms.
create function private.term_conditions(terms jsonb, texts text[]) returns text
  language sql immutable set search_path = ''
as $$
  select string_agg(format('(%s)', t.condition), ' and ')
  from (
    select string_agg(alternative.condition, ' or ') as condition
    from jsonb_array_elements(terms) with ordinality term (alternatives, place)
    cross join lateral (
      select string_agg(
        case jsonb_typeof(part.value)
          when 'string' then (
            select format('(%s)', string_agg(format('%s like %L', one, private.fold(part.value #>> '{}')), ' or '))
            from unnest(texts) one)
          when 'number' then format('id = %L', part.value #>> '{}')
          when 'null' then 'process_stage is null'
        end, ' and ')
      from jsonb_array_elements(term.alternatives) with ordinality a (parts, place)
      cross join lateral jsonb_array_elements(a.parts) part
      group by a.place
    ) alternative (condition)
    group by term.place
  ) t
$$;

-- The rows that hold every word of a text, as it is.
create function private.search_record_ids(table_name text, query text) returns setof bigint
  language sql stable set search_path = ''
as $$
  select private.search_record_ids(table_name, (
    select coalesce(jsonb_agg(
      jsonb_build_array(jsonb_build_array('%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'))), '[]')
    from regexp_split_to_table(btrim(query), '\s+') word where word <> ''))
$$;

-- The rows in the caller's scope in which every term holds.
create function private.search_record_ids(table_name text, terms jsonb) returns setof bigint
  language plpgsql stable security definer set search_path = ''
as $$
declare
  conditions text;
  reference private.reference_tables;
  -- What is searched: the sensitive columns too for whoever may read them.
  texts text[] := array['search_text'];
begin
  select r.* into reference from private.reference_tables r
  where r.table_name = search_record_ids.table_name and r.table_name <> 'users';
  if reference.table_name is null
    and not exists (select from private.record_tables t where t.table_name = search_record_ids.table_name) then
    raise exception 'no such record table: %', table_name using errcode = '42P01';
  end if;
  if exists (select from private.sensitive_columns s where s.table_name = search_record_ids.table_name)
    and private.caller_has_right('Sensitive') then
    texts := texts || private.search_expression(format('public.%I', table_name)::regclass, true);
  end if;
  conditions := private.term_conditions(terms, texts);
  if reference.table_name is not null then
    conditions := concat_ws(' and ', conditions, format('%L', private.caller_level() is not null
      and (not reference.read_by_route or private.caller_has_route(reference.route))));
  elsif private.caller_level() is distinct from 'Central' then
    conditions := concat_ws(' and ', format('office = any (%L::text[])', private.offices_to_read()), conditions);
  end if;
  return query execute format('select id from public.%I where %s', table_name, coalesce(conditions, 'true'));
end
$$;

grant execute on function
  private.search_record_ids(text, jsonb), private.search_record_ids(text, text)
to authenticated;


-- supabase/schemas/44_alike.sql

-- Whether a row to be saved is about somebody, or something, that is stored already. It is a warning, which people may
-- override: names repeat. The answer never depends on a sensitive column for whoever may not read it, so that nobody
-- finds out a birthday by trying: without the right Sensitive, the same name in the same office is all that counts.

-- Rows of the offices that the caller reads that are likely the same as a candidate. A candidate is an object of the
-- table's columns; one that is stored already has its id, and names only what changes. Of the key's columns the first
-- must have the same words; the others must not differ where both rows have a value, and agreed names those that are
-- equal.
create function private.likely_same(wanted_table text, key_columns text[], candidates jsonb)
  returns table (place bigint, id bigint, agreed text[])
  language plpgsql stable security definer set search_path = ''
as $$
declare
  readable_columns text[] := array(
    select k.name from unnest(key_columns) with ordinality k (name, position)
    where private.caller_has_right('Sensitive')
      or not exists (select from private.sensitive_columns s
        where s.table_name = wanted_table and s.column_name = k.name)
    order by k.position);
  name_column constant text := key_columns[1];
  apart text;
  equal text;
begin
  if not exists (select from private.record_tables t where t.table_name = wanted_table) then
    raise exception 'no such record table: %', wanted_table using errcode = '42P01';
  end if;
  if readable_columns[1] is distinct from name_column then
    return;
  end if;
  select string_agg(format(' and (stored.%1$I = c.%1$I or stored.%1$I is null or c.%1$I is null)', k.name), ''),
      string_agg(format(', case when stored.%1$I = c.%1$I then %1$L end', k.name), '')
    into apart, equal
  from unnest(readable_columns[2:]) k (name);
  return query execute format(
    'select given.position - 1, stored.id, array_remove(array[%2$L%4$s]::text[], null)
     from jsonb_array_elements($1) with ordinality given (row, position)
     left join public.%1$I own on own.id = (given.row ->> ''id'')::bigint and own.office = any ($2)
     cross join lateral jsonb_populate_record(own, given.row) c
     join public.%1$I stored on stored.office = coalesce(c.region_name, '''') || '' / ''
       || coalesce(c.province_name, '''')
       and private.name_words(stored.%2$I) = private.name_words(c.%2$I) and stored.id is distinct from c.id
     where stored.office = any ($2) and private.name_words(c.%2$I) <> ''''%3$s
     order by 1, cardinality(array_remove(array[%2$L%4$s]::text[], null)) desc, 2
     limit 1000',
    wanted_table, name_column, coalesce(apart, ''), coalesce(equal, ''))
    using candidates, private.offices_to_read();
end
$$;

grant execute on function private.likely_same(text, text[], jsonb) to authenticated;

-- Finds a name within an office. Not needed for the answer, but for its speed.
create procedure private.index_names(target regclass, name_column text)
  language plpgsql set search_path = ''
as $$
begin
  execute format('create index %I on %s (office, private.name_words(%I))',
    (select relname from pg_catalog.pg_class where oid = target) || '_' || name_column || '_words', target,
      name_column);
end
$$;

-- Finds a name within an office, as imports ask for it. Not needed for the answer, but for its speed.
create procedure private.index_import_names(target regclass, name_column text)
  language plpgsql set search_path = ''
as $$
begin
  execute format('create index %I on %s (office, private.fold_name(%I))',
    (select relname from pg_catalog.pg_class where oid = target) || '_' || name_column || '_folded', target,
      name_column);
end
$$;


-- supabase/schemas/45_imports.sql

-- Batches of an import, and lists that were taken out.

-- Batches of an import, so that a retry changes nothing and is answered as the first time.
create table private.import_batches (
  user_id uuid,
  import_id uuid,
  batch integer check (batch >= 1),
  path text not null,
  body_hash text not null,
  ids bigint[],
  at timestamptz not null default now(),
  primary key (user_id, import_id, batch)
);
alter table private.import_batches enable row level security;

-- Null when the batch is new (and now begun in this transaction), else the ids that it saved. A concurrent retry waits.
create function private.begin_batch(wanted_import uuid, wanted_batch integer, wanted_path text, wanted_hash text)
  returns bigint[]
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  saved private.import_batches;
begin
  insert into private.import_batches (user_id, import_id, batch, path, body_hash)
  values (auth.uid(), wanted_import, wanted_batch, wanted_path, wanted_hash)
  on conflict do nothing;
  if found then
    return null;
  end if;
  select b.* into saved from private.import_batches b
  where b.user_id = auth.uid() and b.import_id = wanted_import and b.batch = wanted_batch;
  if saved.path <> wanted_path or saved.body_hash <> wanted_hash then
    raise exception 'This batch was already saved with other content.' using errcode = 'AG002';
  end if;
  return coalesce(saved.ids, '{}');
end
$$;

create function private.finish_batch(wanted_import uuid, wanted_batch integer, saved_ids bigint[]) returns void
  language sql volatile security definer set search_path = ''
as $$
  update private.import_batches set ids = saved_ids
  where user_id = auth.uid() and import_id = wanted_import and batch = wanted_batch
$$;

-- One entry, under the caller's own office. purpose is export, or list for a whole list that is not said to be one.
create function private.log_export(wanted_table text, purpose text, filters jsonb, row_count bigint) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not exists (select from private.sensitive_columns s where s.table_name = wanted_table) then
    raise exception 'no record table with sensitive columns: %', wanted_table using errcode = '42P01';
  end if;
  insert into private.user_log (user_id, user_name, user_role, form_name, region_name, province_name, muncity_name,
    action, changes)
  select u.id, u.username, u.roles, wanted_table, u.region_name, u.province_name, u.muncity_name, 'export',
    jsonb_build_object(
    'purpose', jsonb_build_array(null, purpose), 'filters', jsonb_build_array(null, filters), 'rows',
      jsonb_build_array(null, row_count))
  from public.users u
  where u.id = auth.uid();
  if not found then
    raise exception 'Only a signed-in user exports.' using errcode = '42501';
  end if;
end
$$;

-- Waits for the batches that import rows of the same offices into this table, and keeps others waiting until the
-- transaction ends: in one order, so that nobody waits for one another. Answers the places of the rows, one object each
-- with region_name to barangay_name, in the spelling in which they will be stored.
create function private.hold_import(wanted_table text, places jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  office bigint;
  by_book jsonb := (
    select jsonb_agg(b.place order by p.position)
    from jsonb_array_elements(places) with ordinality p (place, position)
    join (
      select d.place as given,
        case
          when private.place_is_known(d.place ->> 'region_name', d.place ->> 'province_name',
            d.place ->> 'muncity_name',
            d.place ->> 'barangay_name') then d.place
          else (
            select to_jsonb(r) - 'field' - 'reason'
            from private.read_place(d.place ->> 'region_name', d.place ->> 'province_name', d.place ->> 'muncity_name',
              d.place ->> 'barangay_name') r
          )
        end as place
      from (select distinct e.place from jsonb_array_elements(places) e (place)) d
    ) b on b.given = p.place);
begin
  for office in
    select distinct hashtextextended(
      format('import into %s: %s / %s', wanted_table, b.place ->> 'region_name', b.place ->> 'province_name'), 0)
    from jsonb_array_elements(by_book) b (place)
    order by 1
  loop
    perform pg_advisory_xact_lock(office);
  end loop;
  return by_book;
end
$$;

-- Of these rows, as far as the caller reads them, those that were written since. A clock could not tell: a transaction
-- has the time of its beginning, and others see it from its end.
create function private.changed_since(wanted_table text, ids bigint[], seen pg_snapshot) returns setof bigint
  language plpgsql stable security definer set search_path = ''
as $$
declare
  -- Of the transaction that wrote a row only the low 32 bits are kept; it began before this.
  later constant bigint := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
begin
  if not exists (select from private.record_tables t where t.table_name = wanted_table) then
    raise exception 'no such record table: %', wanted_table using errcode = '42P01';
  end if;
  return query execute format(
    'select t.id from public.%I t
     where t.id = any ($1) and t.office = any ($2)
       and not pg_visible_in_snapshot(($3 - (($3 - t.xmin::text::bigint) & 4294967295))::text::xid8, $4)', wanted_table)
    using ids, private.offices_to_read(), later, seen;
end
$$;
grant execute on function
  private.hold_import(text, jsonb), private.changed_since(text, bigint[], pg_snapshot),
  private.begin_batch(uuid, integer, text, text), private.finish_batch(uuid, integer, bigint[]),
  private.log_export(text, text, jsonb, bigint)
to authenticated;


-- supabase/schemas/46_facts.sql

-- A new row of a form names its ARBO or ARC, its period and the fact that it is about (AG007). Rows stored without stay
-- readable and changeable; no change takes away a fact that a row had. The registry (`facts` of each record type) says
-- the same to forms, imports and the API, and a test holds the two together. Which facts a table
-- asks for stands in 55_relations.sql.

create table private.required_facts (
  table_name text not null references private.record_tables (table_name),
  place integer not null,
  -- One of them must have a value.
  columns text[] not null check (cardinality(columns) > 0),
  -- Rows of this status do without.
  not_for text,
  primary key (table_name, place)
);
alter table private.required_facts enable row level security;
comment on table private.required_facts is 'What every new row of a form names: one of the columns of each fact.';

-- The condition, over the columns of an alias, that a row lacks a fact: none of its columns holds anything. The API
-- filters incomplete rows by the same text (`lacksFact` of `_shared/server/lists/incomplete.ts`), which is how it
-- finds the index.
create function private.lacks_fact(target regclass, fact private.required_facts, alias text) returns text
  language sql stable set search_path = ''
as $$
  select '(' || string_agg(
      case
        when a.atttypid = 'text'::regtype then format('coalesce(%s%I, '''') = ''''', alias, c.name)
        when a.atttypid = 'text[]'::regtype then format('coalesce(cardinality(%s%I), 0) = 0', alias, c.name)
        else format('%s%I is null', alias, c.name)
      end, ' and ' order by c.place)
    || case when fact.not_for is null then '' else format(' and %sstatus is distinct from %L', alias, fact.not_for) end
      || ')'
  from unnest(fact.columns) with ordinality c (name, place)
    join pg_catalog.pg_attribute a on a.attrelid = target and a.attname = c.name and a.attnum > 0
$$;
revoke execute on function private.lacks_fact(regclass, private.required_facts, text) from public;

-- After a statement of a caller, when the policies have judged the office: refuses the first row that lacks a fact
-- which it did not lack before. What the owner of the tables writes, a restore for example, is not judged.
create function private.require_facts() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  fact private.required_facts;
  lacking bigint;
begin
  if auth.uid() is null then
    return null;
  end if;
  for fact in select f.* from private.required_facts f where f.table_name = tg_table_name order by f.place loop
    if tg_op = 'INSERT' then
      execute format('select n.id from new_rows n where %s limit 1',
        private.lacks_fact(tg_relid, fact, 'n.')) into lacking;
    else
      execute format('select n.id from new_rows n join old_rows o on o.id = n.id where %s and not %s limit 1',
        private.lacks_fact(tg_relid, fact, 'n.'), private.lacks_fact(tg_relid, fact, 'o.')) into lacking;
    end if;
    if lacking is not null then
      raise exception using errcode = 'AG007', column = fact.columns[1], message = 'is required.';
    end if;
  end loop;
  return null;
end
$$;

-- What a table with facts needs: the two triggers, and the index of its incomplete rows.
create procedure private.keep_facts(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  bare constant text := (select c.relname from pg_catalog.pg_class c where c.oid = target);
begin
  execute format('create or replace trigger require_facts_insert after insert on %s referencing new table as new_rows
    for each statement execute function private.require_facts()', target);
  execute format('create or replace trigger require_facts_update after update on %s
    referencing old table as old_rows new table as new_rows
      for each statement execute function private.require_facts()', target);
  execute format('create index %I on %s (office) where %s', bare || '_incomplete', target, (
    select string_agg(private.lacks_fact(target, f, ''), ' or ' order by f.place)
    from private.required_facts f where f.table_name = bare));
end
$$;


-- supabase/schemas/47_soft_checks.sql

-- What is asked about before it is saved. Of these a caller is asked by the database, too; what needs other rows (ten
-- times the quarter before) the API asks alone. The registry (`softChecks`) says the same; a test holds the two
-- together.

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

-- Gives a table its reasons: the column, the triggers, which cost a comparison a row, and the index of rows with a
-- reason. A change asks about nothing but what it changes.
create procedure private.ask_reasons(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  bare constant text := (select c.relname from pg_catalog.pg_class c where c.oid = target);
  asks text;
  asks_anew text;
begin
  execute format('alter table %s add column soft_check_reason text constraint %I
    check (soft_check_reason ~ ''[[:alpha:]]{2}''
      and length(soft_check_reason) <= 500)', target, bare || '_soft_check_reason_check');
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


-- supabase/schemas/50_tables/arb_marketing_assistance_monitoring.sql

-- Monthly monitoring of marketing assistance (spec section 3). Counts stand by group, kind and sex; each total must
-- equal its parts.

create table public.arb_marketing_assistance_monitoring (
  like template.record including all,
  like template.status including all,
  like template.reporting including all,
  prj_assistance_category text,
  like template.programme including all,
  dar_projects text,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  transaction_from date,
  transaction_to date,
  darpo_assistance text,
  arb_male_raw integer,
  arb_female_raw integer,
  arb_total_raw integer,
  nonarb_male_raw integer,
  nonarb_female_raw integer,
  nonarb_total_raw integer,
  arb_male_farmer integer,
  arb_female_farmer integer,
  arb_total_farmer integer,
  nonarb_male_farmer integer,
  nonarb_female_farmer integer,
  nonarb_total_farmer integer,
  arb_male_total integer,
  arb_female_total integer,
  arb_total_total integer,
  nonarb_male_total integer,
  nonarb_female_total integer,
  nonarb_total_total integer,
  overall_total integer,
  special_commodity text,
  type_commodity text,
  total_volume numeric(14, 2) check (total_volume >= 0),
  total_gross bigint check (total_gross >= 0),
  constraint arb_marketing_assistance_monitoring_transaction_to_in_order check (transaction_to >= transaction_from),
  constraint arb_marketing_assistance_monitoring_arb_total_raw_agrees check (
    arb_total_raw = arb_male_raw + arb_female_raw),
  constraint arb_marketing_assistance_monitoring_nonarb_total_raw_agrees check (
    nonarb_total_raw = nonarb_male_raw + nonarb_female_raw),
  constraint arb_marketing_assistance_monitoring_arb_total_farmer_agrees check (
    arb_total_farmer = arb_male_farmer + arb_female_farmer),
  constraint arb_marketing_assistance_monitoring_nonarb_total_farmer_agrees check (
    nonarb_total_farmer = nonarb_male_farmer + nonarb_female_farmer),
  -- The third group is the first two together.
  constraint arb_marketing_assistance_monitoring_arb_male_total_agrees check (
    arb_male_total = arb_male_raw + arb_male_farmer),
  constraint arb_marketing_assistance_monitoring_arb_female_total_agrees check (
    arb_female_total = arb_female_raw + arb_female_farmer),
  constraint arb_marketing_assistance_monitoring_nonarb_male_total_agrees check (
    nonarb_male_total = nonarb_male_raw + nonarb_male_farmer),
  constraint arb_marketing_assistance_monitoring_nonarb_female_total_agrees check (
    nonarb_female_total = nonarb_female_raw + nonarb_female_farmer),
  constraint arb_marketing_assistance_monitoring_arb_total_total_agrees check (
    arb_total_total = arb_male_total + arb_female_total),
  constraint arb_marketing_assistance_monitoring_nonarb_total_total_agrees check (
    nonarb_total_total = nonarb_male_total + nonarb_female_total),
  constraint arb_marketing_assistance_monitoring_overall_total_agrees check (
    overall_total = arb_total_total + nonarb_total_total),
  constraint arb_marketing_assistance_monitoring_counts_not_negative check (least(
    arb_male_raw, arb_female_raw, arb_total_raw, nonarb_male_raw, nonarb_female_raw, nonarb_total_raw, arb_male_farmer,
    arb_female_farmer, arb_total_farmer, nonarb_male_farmer, nonarb_female_farmer, nonarb_total_farmer, arb_male_total,
    arb_female_total, arb_total_total, nonarb_male_total, nonarb_female_total, nonarb_total_total, overall_total) >= 0)
);
alter table public.arb_marketing_assistance_monitoring alter status set default 'Accomplished';
comment on table public.arb_marketing_assistance_monitoring is
  'Marketing assistance to ARBOs, a row an ARBO, month and project.';
comment on column public.arb_marketing_assistance_monitoring.total_volume is
  'Volume marketed, in the unit of the commodity.';
comment on column public.arb_marketing_assistance_monitoring.total_gross is 'Gross sales, whole pesos.';
insert into private.record_tables values ('arb_marketing_assistance_monitoring', 'accomplishment');
call private.apply_protection('public.arb_marketing_assistance_monitoring');
call private.index_import_names('public.arb_marketing_assistance_monitoring', 'arbo_name');


-- supabase/schemas/50_tables/arbo_marketing_targets.sql

-- Annual targets of commodities (spec section 3).

create table public.arbo_marketing_targets (
  like template.record including all,
  like template.status including all,
  reporting_year integer check (reporting_year between 1990 and 2100),
  like template.programme including all,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  target_commodity text,
  training_id text
);
alter table public.arbo_marketing_targets alter status set default 'Target';
comment on table public.arbo_marketing_targets is 'Commodities that an ARBO is to market in a year.';
comment on column public.arbo_marketing_targets.training_id is
  'Training that the target follows from: a search field of spec section 7.';
insert into private.record_tables values ('arbo_marketing_targets', 'target');
call private.apply_protection('public.arbo_marketing_targets');
call private.index_import_names('public.arbo_marketing_targets', 'arbo_name');


-- supabase/schemas/50_tables/arbo_masterlist.sql

-- The ARBO masterlist (spec section 3). A total must equal its parts when all are given; a check with a null in it
-- passes, so incomplete rows may wait.

create table public.arbo_masterlist (
  like template.record including all,
  like template.status including all,
  arbo_id text check (btrim(arbo_id) <> ''),
  arbo_name text not null check (btrim(arbo_name) <> ''),
  like template.location including all,
  sitio_purok_street text,
  arbo_service_coverage text,
  like template.arc including all,
  year_organized integer check (year_organized between 1900 and 2100),
  org_type text,
  enterprises_services_count integer,
  oma_level_2013 text,
  itema_status_2019 text,
  itema_level_2019 text,
  it_easy_status_2024 text,
  it_easy_level_2024 text,
  current_arbo_status text,
  registering_agency text check (registering_agency in ('CDA', 'SEC', 'DOLE')),
  registration_number text,
  date_of_registration date,
  coc_or_cgs_number text,
  coc_cgs_attachment_link text,
  latest_date_of_coc_cgs date,
  total_male_baseline_2014 integer,
  total_female_baseline_2014 integer,
  total_total_baseline_2014 integer,
  arb_male_baseline_2014 integer,
  arb_female_baseline_2014 integer,
  arb_total_baseline_2014 integer,
  total_member_male integer,
  total_member_female integer,
  total_member integer,
  no_arb_member_male integer,
  no_arb_member_female integer,
  no_arb_member_total integer,
  arb_male_registered_rsbsa integer,
  arb_female_registered_rsbsa integer,
  arb_total_registered_rsbsa integer,
  total_members_with_paid_dues integer,
  total_membership_dues_amount bigint,
  total_members_with_share_capital integer,
  total_share_capital_amount bigint,
  members_with_savings integer,
  total_savings_generated_amount bigint,
  total_asset bigint,
  total_liabilities bigint,
  total_amount_of_loans bigint,
  source_of_loans text,
  latest_audited_fs integer check (latest_audited_fs between 1900 and 2100),
  constraint arbo_masterlist_total_total_baseline_2014_agrees
    check (total_total_baseline_2014 = total_male_baseline_2014 + total_female_baseline_2014),
  constraint arbo_masterlist_arb_total_baseline_2014_agrees
    check (arb_total_baseline_2014 = arb_male_baseline_2014 + arb_female_baseline_2014),
  constraint arbo_masterlist_total_member_agrees check (total_member = total_member_male + total_member_female),
  constraint arbo_masterlist_no_arb_member_total_agrees
    check (no_arb_member_total = no_arb_member_male + no_arb_member_female),
  constraint arbo_masterlist_arb_total_registered_rsbsa_agrees
    check (arb_total_registered_rsbsa = arb_male_registered_rsbsa + arb_female_registered_rsbsa),
  constraint arbo_masterlist_counts_not_negative check (least(
    enterprises_services_count, total_male_baseline_2014, total_female_baseline_2014, total_total_baseline_2014,
    arb_male_baseline_2014, arb_female_baseline_2014, arb_total_baseline_2014, total_member_male, total_member_female,
    total_member, no_arb_member_male, no_arb_member_female, no_arb_member_total, arb_male_registered_rsbsa,
    arb_female_registered_rsbsa, arb_total_registered_rsbsa, total_members_with_paid_dues,
    total_membership_dues_amount, total_members_with_share_capital, total_share_capital_amount, members_with_savings,
    total_savings_generated_amount, total_asset, total_liabilities, total_amount_of_loans) >= 0)
);
alter table public.arbo_masterlist alter status set default 'Accomplished';
create unique index arbo_masterlist_arbo_id_once on public.arbo_masterlist (arbo_id);
comment on table public.arbo_masterlist is 'Agrarian reform beneficiary organizations, one row each.';
insert into private.record_tables values ('arbo_masterlist', 'accomplishment');
call private.apply_protection('public.arbo_masterlist');
call private.index_import_names('public.arbo_masterlist', 'arbo_name');

-- Lists open sorted by name, in an order that is the same on every machine.
create index arbo_masterlist_by_name on public.arbo_masterlist (arbo_name collate "und-x-icu", id);
create index arbo_masterlist_office_by_name on public.arbo_masterlist (office, arbo_name collate "und-x-icu", id);

-- Finds the organization of a row that names it without its ARBO ID.
create index arbo_masterlist_office_name on public.arbo_masterlist (office, arbo_name);


-- supabase/schemas/50_tables/arbo_trainings.sql

-- Trainings (spec section 3); who attended which is said by participants.

create table public.arbo_trainings (
  like template.record including all,
  like template.status including all,
  like template.training including all,
  like template.programme including all,
  "arboPrimaryKey" bigint,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  constraint arbo_trainings_end_date_in_order check (end_date >= start_date),
  constraint arbo_trainings_training_days_agrees check (training_days = end_date - start_date + 1),
  constraint arbo_trainings_counts_not_negative check (least(training_days, training_cost) >= 0)
);

alter table public.arbo_trainings alter training_title set not null, alter status set default 'Accomplished',
  add constraint arbo_trainings_training_title_given check (btrim(training_title) <> ''),
  add constraint arbo_trainings_training_id_given check (btrim(training_id) <> '');
create unique index arbo_trainings_training_id_once on public.arbo_trainings (training_id);
create trigger give_identifier before insert on public.arbo_trainings
  for each row execute function private.give_identifier('training_id', 'TRN-');
comment on table public.arbo_trainings is 'Training activities of ARBOs (Form 5).';
comment on column public.arbo_trainings.training_id is
  'Identifier that other records refer to; given by the database when left empty.';
insert into private.record_tables values ('arbo_trainings', 'accomplishment');
call private.apply_protection('public.arbo_trainings');
call private.index_import_names('public.arbo_trainings', 'training_title');
create index arbo_trainings_by_title on public.arbo_trainings (training_title collate "und-x-icu", id);
create index arbo_trainings_office_by_title on public.arbo_trainings (office, training_title collate "und-x-icu", id);


-- supabase/schemas/50_tables/arc_barangays_covered.sql

-- The barangays that each ARC covers (spec section 3).

create table public.arc_barangays_covered (
  like template.record including all,
  like template.status including all,
  arc_id text not null,
  like template.location including all,
  constraint arc_barangays_covered_place_given check (muncity_name is not null and barangay_name is not null)
);
create unique index arc_barangays_covered_once on public.arc_barangays_covered (arc_id, muncity_name, barangay_name);
comment on table public.arc_barangays_covered is 'Barangays that an ARC covers, one row each.';
insert into private.record_tables values ('arc_barangays_covered', 'accomplishment');
call private.apply_protection('public.arc_barangays_covered');


-- supabase/schemas/50_tables/arc_masterlist.sql

-- The ARC masterlist (spec section 3).

create table public.arc_masterlist (
  like template.record including all,
  like template.status including all,
  arc_id text not null check (btrim(arc_id) <> ''),
  arc_name text not null check (btrim(arc_name) <> ''),
  arc_type text,
  year_launched integer check (year_launched between 1900 and 2100),
  arc_classification text,
  like template.location including all
);
create unique index arc_masterlist_arc_id_once on public.arc_masterlist (arc_id);
alter table public.arc_masterlist alter status set default 'Accomplished';
comment on table public.arc_masterlist is 'Agrarian reform communities, one row each.';
insert into private.record_tables values ('arc_masterlist', 'accomplishment');
call private.apply_protection('public.arc_masterlist');

-- Lists open sorted by name, in an order that is the same on every machine.
create index arc_masterlist_by_name on public.arc_masterlist (arc_name collate "und-x-icu", id);
create index arc_masterlist_office_by_name on public.arc_masterlist (office, arc_name collate "und-x-icu", id);


-- supabase/schemas/50_tables/dropdown_values.sql

-- Dropdown lists (spec section 7), and how many records hold a value of them. Renaming and replacing are plain updates
-- of the central office, which the policies allow and the log notes.

create table public.dropdown_values (
  id bigint generated always as identity primary key,
  list text not null check (list ~ '^[a-z0-9-]+$'),
  type text check (type = btrim(type) and type <> ''),
  category text check (category = btrim(category) and category <> ''),
  sub_category text check (sub_category = btrim(sub_category) and sub_category <> ''),
  user_id uuid default auth.uid(),
  check (num_nonnulls(type, category) = 1)
);
create unique index dropdown_values_once on public.dropdown_values (list, lower(coalesce(type, '')),
  lower(coalesce(category, '')), lower(coalesce(sub_category, '')));
comment on table public.dropdown_values is
  'The 34 dropdown lists (spec section 7). Participant lists use category and sub_category, all others type.';

call private.protect_reference_table('public.dropdown_values');

-- Counts rows that hold a value, for each of the given columns {table, column}: as text or as an item of a list. Only
-- columns of record tables and projects that callers may write are counted; others are an error.
create function private.value_usage(columns jsonb, wanted text)
  returns table (table_name text, column_name text, rows bigint)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  one record;
begin
  if not private.caller_has_route('dropdowns') then
    raise exception 'Only administrators with the route "dropdowns" count the use of a value.' using errcode = 'AG003';
  end if;
  for one in select c."table" as tab, c."column" as col
    from jsonb_to_recordset(columns) c ("table" text, "column" text) loop
    if not exists (select from private.record_tables t where t.table_name = one.tab) and one.tab <> 'project_list'
      or not has_column_privilege('authenticated', format('public.%I', one.tab), one.col, 'update')
    then
      raise exception 'no such column: %.%', one.tab, one.col using errcode = '42703';
    end if;
    table_name := one.tab;
    column_name := one.col;
    execute format(
      case (select a.atttypid from pg_catalog.pg_attribute a where a.attrelid = format('public.%I', one.tab)::regclass
        and a.attname = one.col)
        when 'text[]'::regtype then 'select count(*) from public.%I where %2$I @> array[$1]'
        else 'select count(*) from public.%I where %2$I = $1'
      end, one.tab, one.col) into rows using wanted;
    if rows > 0 then
      return next;
    end if;
  end loop;
end
$$;

grant execute on function private.value_usage(jsonb, text) to authenticated;


-- supabase/schemas/50_tables/farmers_tracking_income.sql

-- Quarterly tracking of farmers' income: what a crop brought when sold through the ARBO, beside what a trader would
-- have paid (spec section 3). The spec names the fields and not their formulas; these follow the order in which it
-- names them.

create table public.farmers_tracking_income (
  like template.record including all,
  like template.status including all,
  like template.reporting including all,
  like template.programme including all,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  arb_nonarb text,
  clusters_involved text,
  male_arb integer,
  female_arb integer,
  male_non_arb integer,
  female_non_arb integer,
  delivery_date date,
  crop_sold text,
  buyer_name text,
  volume_sold numeric(14, 2),
  unit text,
  price_per_unit numeric(14, 2),
  gross_sales numeric(14, 2),
  production_cost_per_unit numeric(14, 2),
  total_production_cost numeric(14, 2),
  post_harvest_cost_per_unit numeric(14, 2),
  total_post_harvest_cost numeric(14, 2),
  gross_profit numeric(14, 2),
  marketing_cost_per_unit numeric(14, 2),
  total_marketing_cost numeric(14, 2),
  net_income numeric(14, 2),
  trader_market_price_per_unit numeric(14, 2),
  gross_sales_trader numeric(14, 2),
  trader_arrangement text,
  trader_marketing_cost_per_unit numeric(14, 2),
  trader_total_marketing_cost numeric(14, 2),
  trader_net_income numeric(14, 2),
  percent_difference numeric(14, 4),
  arbo_incentive numeric(14, 2),

  -- Amounts a unit times the volume sold, to the centavo.
  constraint farmers_tracking_income_gross_sales_agrees check (gross_sales = round(volume_sold * price_per_unit, 2)),
  constraint farmers_tracking_income_total_production_cost_agrees
    check (total_production_cost = round(volume_sold * production_cost_per_unit, 2)),
  constraint farmers_tracking_income_total_post_harvest_cost_agrees
    check (total_post_harvest_cost = round(volume_sold * post_harvest_cost_per_unit, 2)),
  constraint farmers_tracking_income_total_marketing_cost_agrees
    check (total_marketing_cost = round(volume_sold * marketing_cost_per_unit, 2)),
  -- Production and post-harvest stand before the gross profit in the spec, marketing between it and the net income.
  constraint farmers_tracking_income_gross_profit_agrees
    check (gross_profit = gross_sales - total_production_cost - total_post_harvest_cost),
  constraint farmers_tracking_income_net_income_agrees check (net_income = gross_profit - total_marketing_cost),
  -- The same volume, sold to a trader. Growing and handling it costs the same whoever buys it, so these costs count on
  -- both sides; otherwise the two net incomes could not be compared.
  constraint farmers_tracking_income_gross_sales_trader_agrees
    check (gross_sales_trader = round(volume_sold * trader_market_price_per_unit, 2)),
  constraint farmers_tracking_income_trader_total_marketing_cost_agrees
    check (trader_total_marketing_cost = round(volume_sold * trader_marketing_cost_per_unit, 2)),
  constraint farmers_tracking_income_trader_net_income_agrees check (
    trader_net_income
      = gross_sales_trader - total_production_cost - total_post_harvest_cost - trader_total_marketing_cost),
  -- By how much the ARBO's side is better than the trader's, as a fraction of the latter. Its size, not its sign,
  -- divides, so that the sign says which side is better also where the trader's side is a loss. Nothing is divided by
  -- nought.
  constraint farmers_tracking_income_percent_difference_agrees
    check (percent_difference = round((net_income - trader_net_income) / nullif(abs(trader_net_income), 0), 4)),
  constraint farmers_tracking_income_counts_not_negative check (least(
    male_arb, female_arb, male_non_arb, female_non_arb, volume_sold, price_per_unit, gross_sales,
    production_cost_per_unit, total_production_cost, post_harvest_cost_per_unit, total_post_harvest_cost,
    marketing_cost_per_unit, total_marketing_cost, trader_market_price_per_unit, gross_sales_trader,
    trader_marketing_cost_per_unit, trader_total_marketing_cost, arbo_incentive) >= 0)
);
alter table public.farmers_tracking_income alter status set default 'Accomplished';
comment on table public.farmers_tracking_income is
  'Income from a delivery of a crop: through the ARBO, and as a trader would have paid.';
comment on column public.farmers_tracking_income.percent_difference is 'Fraction: 0.125 is shown as 12.50%.';
comment on column public.farmers_tracking_income.volume_sold is 'In the unit that unit names; amounts are PHP.';
insert into private.record_tables values ('farmers_tracking_income', 'accomplishment');
call private.apply_protection('public.farmers_tracking_income');
call private.index_import_names('public.farmers_tracking_income', 'arbo_name');


-- supabase/schemas/50_tables/fme_inventory_table.sql

-- The inventory of farm machinery and equipment (spec section 3).

create table public.fme_inventory_table (
  like template.record including all,
  like template.status including all,
  fme_inventory_id text check (btrim(fme_inventory_id) <> ''),
  like template.programme including all,
  "arboPrimaryKey" bigint,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  ownership_update text,
  prj_title text,
  supplier_name text,
  inventory_conducted text check (inventory_conducted in ('Yes', 'No')),
  nonfunctional_reason text,
  nonutilized_reason text,
  om_training_conducted text,
  om_training_date date,
  om_trained_total integer,
  om_trained_male integer,
  om_trained_female integer,
  om_training_not_done_reason text,
  enterprise_established text check (enterprise_established in ('Yes', 'No')),
  trust_agreement_date date,
  picture_trust_agreement text,
  deed_donation_date date,
  picture_deed_donation text,
  acceptance_cert_received text,
  process_product text,
  process_product_type text,
  product_brand_name text,
  male_arb_processors integer,
  female_arb_processors integer,
  male_nonarb_processors integer,
  female_nonarb_processors integer,
  fda_lto_certificate text check (fda_lto_certificate in ('Yes', 'No')),
  fda_lto_expiry date,
  cpr_registration text check (cpr_registration in ('Yes', 'No')),
  cpr_expiry date,
  halal_registration text check (halal_registration in ('Yes', 'No')),
  halal_expiry date,
  npk_certificate text check (npk_certificate in ('Yes', 'No')),
  environment_certificate text check (environment_certificate in ('Yes', 'No')),
  constraint fme_inventory_table_om_trained_total_agrees check (om_trained_total = om_trained_male + om_trained_female),
  constraint fme_inventory_table_counts_not_negative check (least(
    om_trained_total, om_trained_male, om_trained_female, male_arb_processors, female_arb_processors,
    male_nonarb_processors, female_nonarb_processors) >= 0)
);
alter table public.fme_inventory_table alter status set default 'Accomplished';
create unique index fme_inventory_table_fme_inventory_id_once on public.fme_inventory_table (fme_inventory_id);
create trigger give_identifier before insert on public.fme_inventory_table
  for each row execute function private.give_identifier('fme_inventory_id', 'FME-');
comment on table public.fme_inventory_table is
  'Machines and equipment of ARBOs, a row an item: ownership, training of operators, products and permits.';
comment on column public.fme_inventory_table.fme_inventory_id is
  'Identifier that rentals refer to; given by the database when left empty.';
insert into private.record_tables values ('fme_inventory_table', 'accomplishment');
call private.apply_protection('public.fme_inventory_table');


-- supabase/schemas/50_tables/fme_rental_monitoring.sql

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
comment on table public.fme_rental_monitoring is 'Rentals of machines, a row a transaction.';
comment on column public.fme_rental_monitoring.total_rental_fees is 'PHP, whole pesos.';
comment on column public.fme_rental_monitoring.fme_inventory_id is
  'The machine; empty where only its kind is known (specific_fme_rented).';
insert into private.record_tables values ('fme_rental_monitoring', 'accomplishment');
call private.apply_protection('public.fme_rental_monitoring');
call private.index_import_names('public.fme_rental_monitoring', 'arbo_name');


-- supabase/schemas/50_tables/form11_accomps.sql

-- Form 11, support provided to ARBOs (spec section 3): targets and accomplishments in one table, whose status names the
-- reporting window that guards a row.

create table public.form11_accomps (
  like template.record including all,
  like template.status including all,
  like template.reporting including all,
  like template.programme including all,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  like template.form_11 including all,
  constraint form11_accomps_num_arbs_agrees check (num_arbs = male_arbs + female_arbs),
  constraint form11_accomps_counts_not_negative check (least(quantity_hard, total_cost, num_arbs, male_arbs,
    female_arbs) >= 0)
);
comment on table public.form11_accomps is
  'Form 11: support to an ARBO, planned (Target) or given (Accomplished, Updated).';
insert into private.record_tables values ('form11_accomps', 'status');
call private.apply_protection('public.form11_accomps');
call private.index_import_names('public.form11_accomps', 'arbo_name');

comment on column public.form11_accomps."uploadFile" is
  'Links of the attached files, and names of files typed by hand.';

-- The status says which of the two screens and windows a row belongs to.
alter table public.form11_accomps
  drop constraint status_status_check,
  alter column status set default 'Accomplished',
  add constraint form11_accomps_status_check check (status in ('Target', 'Accomplished')),
  alter column status set not null;
comment on column public.form11_accomps.status is
  'Target or Accomplished: the screen and the window that the row belongs to.';


-- supabase/schemas/50_tables/form11_farm_infos.sql

-- Farm information of Form 11 (spec section 3).

create table public.form11_farm_infos (
  like template.record including all,
  like template.status including all,
  like template.reporting including all,
  like template.programme including all,
  "arboPrimaryKey" bigint,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  like template.form_11 including all,
  constraint form11_farm_infos_num_arbs_agrees check (num_arbs = male_arbs + female_arbs),
  constraint form11_farm_infos_counts_not_negative check (least(quantity_hard, total_cost, num_arbs, male_arbs,
    female_arbs) >= 0)
);
alter table public.form11_farm_infos alter status set default 'Accomplished';
comment on table public.form11_farm_infos is
  'Form 11 farm information: enterprise, crop and support at the farms of an ARBO.';
insert into private.record_tables values ('form11_farm_infos', 'accomplishment');
call private.apply_protection('public.form11_farm_infos');
call private.index_import_names('public.form11_farm_infos', 'arbo_name');

comment on column public.form11_farm_infos."uploadFile" is
  'Links of the attached files, and names of files typed by hand.';


-- supabase/schemas/50_tables/form7_accomps.sql

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


-- supabase/schemas/50_tables/form7_proddevs.sql

-- Form 7: annual targets, which are the product development itself, as its search wrapper Form7AnnualTargetData and its
-- route say (spec section 3).

create table public.form7_proddevs (
  like template.record including all,
  like template.status including all,
  like template.reporting including all,
  like template.programme including all,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  like template.training including all,
  type_product text,
  raw_materials text,
  service_developed text,
  product_developed text,
  product_name text,
  date_developed date,
  registration text,
  sales_generated bigint,
  volume_produced numeric(14, 2),
  unit_measure text,
  marketing_instrument text,
  name_buyer text,
  num_arbs integer,
  male_arbs integer,
  female_arbs integer,
  constraint form7_proddevs_end_date_in_order check (end_date >= start_date),
  constraint form7_proddevs_training_days_agrees check (training_days = end_date - start_date + 1),
  constraint form7_proddevs_num_arbs_agrees check (num_arbs = male_arbs + female_arbs),
  constraint form7_proddevs_counts_not_negative check (least(
    training_days, training_cost, sales_generated, volume_produced, num_arbs, male_arbs, female_arbs) >= 0)
);
alter table public.form7_proddevs alter status set default 'Target';
comment on table public.form7_proddevs is
  'Form 7 annual target: products that ARBOs are to develop, with the training for it.';
insert into private.record_tables values ('form7_proddevs', 'target');
call private.apply_protection('public.form7_proddevs');
call private.index_import_names('public.form7_proddevs', 'arbo_name');


-- supabase/schemas/50_tables/form_10.sql

-- Form 10: trainings, the enterprise that came of them, and its milestones (spec section 3).

create table public.form_10 (
  like template.record including all,
  like template.status including all,
  like template.reporting including all,
  like template.programme including all,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  training_title text[],
  training_id text,
  num_arb_participants integer,
  type_enterprise text,
  credit_services text,
  milestone_activity text,
  start_date date,
  duration integer,
  constraint form_10_counts_not_negative check (least(num_arb_participants, duration) >= 0)
);
alter table public.form_10 alter status set default 'Accomplished';
comment on table public.form_10 is 'Form 10 annual accomplishment: training, enterprise and milestone of an ARBO.';
comment on column public.form_10.duration is 'Days.';
insert into private.record_tables values ('form_10', 'accomplishment');
call private.apply_protection('public.form_10');
call private.index_import_names('public.form_10', 'arbo_name');


-- supabase/schemas/50_tables/form_5_accomps.sql

-- Form 5: annual accomplishments (spec section 3).

create table public.form_5_accomps (
  like template.record including all,
  like template.status including all,
  like template.reporting including all,
  like template.programme including all,
  "arboPrimaryKey" bigint,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  crop_product text
);
alter table public.form_5_accomps alter status set default 'Accomplished';
comment on table public.form_5_accomps is 'Form 5 annual accomplishment, a row an ARBO and project.';
insert into private.record_tables values ('form_5_accomps', 'accomplishment');
call private.apply_protection('public.form_5_accomps');
call private.index_import_names('public.form_5_accomps', 'arbo_name');


-- supabase/schemas/50_tables/form_5_annualtargets.sql

-- Form 5, capacity building: annual targets by person and training (spec section 3). The trainings themselves are
-- arbo_trainings.

create table public.form_5_annualtargets (
  like template.record including all,
  like template.status including all,
  reporting_year integer check (reporting_year between 1990 and 2100),
  like template.programme including all,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  crop_product text,
  current_it_status text,
  current_it_level text,
  like template.training including all,
  like template.participant including all,
  birthday date,
  age integer,
  is_4ps_beneficiary text check (is_4ps_beneficiary in ('Yes', 'No')),
  is_solo_parent text check (is_solo_parent in ('Yes', 'No')),
  is_pwd text check (is_pwd in ('Yes', 'No')),
  is_ip text check (is_ip in ('Yes', 'No')),
  age_base_group text,
  constraint form_5_annualtargets_end_date_in_order check (end_date >= start_date),
  constraint form_5_annualtargets_training_days_agrees check (training_days = end_date - start_date + 1),
  constraint form_5_annualtargets_counts_not_negative check (least(training_days, training_cost) >= 0),
  -- The same personal data, under the same right, as in participants.
  constraint form_5_annualtargets_birthday_past check (birthday <= (time_stamp at time zone 'Asia/Manila')::date),
  constraint form_5_annualtargets_age_agrees check (age = private.age_on(birthday,
    (time_stamp at time zone 'Asia/Manila')::date)),
  constraint form_5_annualtargets_age_check check (age between 0 and 130),
  constraint form_5_annualtargets_age_base_group_agrees check (age_base_group = private.age_group(age))
);
alter table public.form_5_annualtargets alter status set default 'Target';
comment on table public.form_5_annualtargets is 'Form 5 annual target: who of an ARBO is to be trained in what.';
insert into private.record_tables values ('form_5_annualtargets', 'target');
insert into private.sensitive_columns
select 'form_5_annualtargets',
  unnest('{birthday,age,is_4ps_beneficiary,is_solo_parent,is_pwd,is_ip,age_base_group}'::text[]);
call private.apply_protection('public.form_5_annualtargets');
call private.keep_sensitive('public.form_5_annualtargets');
call private.index_import_names('public.form_5_annualtargets', 'arbo_name');

comment on column public.form_5_annualtargets.age is 'Full years on the day the row was entered.';

create trigger follow_birthday before update on public.form_5_annualtargets
  for each row execute function private.follow_birthday();


-- supabase/schemas/50_tables/inventory_status_monitoring.sql

-- Support provided to ARBOs in kind, and the annual updating of farm machinery and equipment (spec section 3).

create table public.inventory_status_monitoring (
  like template.record including all,
  like template.status including all,
  like template.reporting including all,
  like template.programme including all,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  support_provided text,
  hard_component text,
  description text,
  quantity integer check (quantity >= 0),
  unit_hard text
);
alter table public.inventory_status_monitoring alter status set default 'Accomplished';
comment on table public.inventory_status_monitoring is
  'Support provided to ARBOs in kind; rows of the FME annual updating have the status Updated.';
insert into private.record_tables values ('inventory_status_monitoring', 'accomplishment');
call private.apply_protection('public.inventory_status_monitoring');
call private.index_import_names('public.inventory_status_monitoring', 'arbo_name');


-- supabase/schemas/50_tables/participants.sql

-- People who attend trainings, and who attended which (spec section 3). A person attends many trainings: the lists on
-- the person are what forms and files write, and participant_trainings holds them as real references.

create table public.participants (
  like template.record including all,
  like template.status including all,
  like template.participant including all,
  training_id text[],
  wo_training_id text[],
  like template.programme including all,
  "arboPrimaryKey" bigint,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  birthday date,
  age integer,
  is_4ps_beneficiary text check (is_4ps_beneficiary in ('Yes', 'No')),
  is_solo_parent text check (is_solo_parent in ('Yes', 'No')),
  is_pwd text check (is_pwd in ('Yes', 'No')),
  is_ip text check (is_ip in ('Yes', 'No')),
  age_base_group text,
  constraint participants_wo_training_id_apart check (not training_id && wo_training_id),
  -- A check cannot ask for today, and ages pass; so the age is that of the day on which the row was entered, in Manila.
  constraint participants_birthday_past check (birthday <= (time_stamp at time zone 'Asia/Manila')::date),
  constraint participants_age_agrees check (age = private.age_on(birthday,
    (time_stamp at time zone 'Asia/Manila')::date)),
  constraint participants_age_check check (age between 0 and 130),
  constraint participants_age_base_group_agrees check (age_base_group = private.age_group(age))
);

alter table public.participants alter participant_name set not null, alter status set default 'Accomplished',
  add constraint participants_participant_name_given check (btrim(participant_name) <> '');
comment on table public.participants is 'People who take part in trainings, a row a person.';
comment on column public.participants.training_id is 'training_id of each training attended.';
comment on column public.participants.wo_training_id is
  'training_id of each training that the person was meant for and has not attended.';
insert into private.record_tables values ('participants', 'accomplishment');
insert into private.sensitive_columns
select 'participants', unnest('{birthday,age,is_4ps_beneficiary,is_solo_parent,is_pwd,is_ip,age_base_group}'::text[]);
call private.apply_protection('public.participants');
call private.keep_sensitive('public.participants');
call private.index_import_names('public.participants', 'participant_name');

comment on column public.participants.age is 'Full years on the day the row was entered.';

-- Lists open sorted by name or title, in an order that is the same on every machine.
create index participants_by_name on public.participants (participant_name collate "und-x-icu", id);
create index participants_office_by_name on public.participants (office, participant_name collate "und-x-icu", id);

call private.index_names('public.participants', 'participant_name');

create trigger follow_birthday before update on public.participants
  for each row execute function private.follow_birthday();

create table public.participant_trainings (
  participant_id bigint not null references public.participants (id) on delete cascade,
  training_id text not null references public.arbo_trainings (training_id),
  attended boolean not null,
  office text not null,
  primary key (participant_id, training_id)
);
create index participant_trainings_training on public.participant_trainings (training_id, attended);
create index participant_trainings_office on public.participant_trainings (office, training_id);
comment on table public.participant_trainings is
  'Who attended which training, and who was meant to. Kept by triggers from the lists on participants.';
comment on column public.participant_trainings.office is 'Office of the participant, which decides who reads the row.';
revoke all on public.participant_trainings from anon, authenticated;
grant select on public.participant_trainings to authenticated;
alter table public.participant_trainings enable row level security;
alter table public.participant_trainings force row level security;

call private.read_in_scope('public.participant_trainings');

-- Makes the references what the lists of the written rows say. A training that does not exist is refused by its key.
create function private.link_trainings() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    delete from public.participant_trainings l
    using new_rows n
    where l.participant_id = n.id and not coalesce(l.training_id = any (n.training_id || n.wo_training_id), false);
  end if;
  insert into public.participant_trainings (participant_id, training_id, attended, office)
  select n.id, t.training_id, bool_or(t.attended), n.office
  from new_rows n
  cross join lateral (
    select a as training_id, true as attended from unnest(n.training_id) a
    union all
    select w, false from unnest(n.wo_training_id) w) t
  group by n.id, t.training_id, n.office
  on conflict (participant_id, training_id) do update set attended = excluded.attended, office = excluded.office
  where (participant_trainings.attended, participant_trainings.office)
    is distinct from (excluded.attended, excluded.office);
  return null;
end
$$;

create trigger link_trainings_insert after insert on public.participants referencing new table as new_rows
  for each statement execute function private.link_trainings();
create trigger link_trainings_update after update on public.participants referencing new table as new_rows
  for each statement execute function private.link_trainings();


-- supabase/schemas/50_tables/project_list.sql

-- The project list (spec section 3).

create table public.project_list (
  like template.record including all,
  like template.programme including all,
  constraint project_list_named check (psp_category is not null and subpsp_name is not null)
);
create unique index project_list_once on public.project_list (coalesce(year_funded, 0), psp_category, subpsp_name);
comment on table public.project_list is
  'Funded project programmes: a PSP category with its sub-PSPs. Kept by administrators.';
call private.keep_searched('public.project_list');
call private.protect_reference_table('public.project_list');
create trigger stamp_record before insert or update on public.project_list
  for each row execute function private.stamp_record();


-- supabase/schemas/50_tables/qtr_sales_reports.sql

-- Quarterly sales of a product (spec section 3).

create table public.qtr_sales_reports (
  like template.record including all,
  like template.status including all,
  like template.reporting including all,
  like template.programme including all,
  "arboPrimaryKey" bigint,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  proddev_id bigint,
  transaction_date date,
  volume_produced numeric(14, 2),
  unit_measure text,
  sales_generated bigint,
  marketing_instrument text,
  name_buyer text,
  num_arbs integer,
  male_arbs integer,
  female_arbs integer,
  constraint qtr_sales_reports_num_arbs_agrees check (num_arbs = male_arbs + female_arbs),
  constraint qtr_sales_reports_counts_not_negative check (least(
    volume_produced, sales_generated, num_arbs, male_arbs, female_arbs) >= 0)
);
alter table public.qtr_sales_reports alter status set default 'Accomplished';
comment on table public.qtr_sales_reports is 'Quarterly sales of a product under Form 7.';
comment on column public.qtr_sales_reports.proddev_id is 'The product: id of its row in form7_proddevs.';
insert into private.record_tables values ('qtr_sales_reports', 'accomplishment');
call private.apply_protection('public.qtr_sales_reports');
call private.index_import_names('public.qtr_sales_reports', 'arbo_name');


-- supabase/schemas/50_tables/sales_transactions.sql

-- Spec section 3 gives the links and a status whose values it does not show: it is taken for the status of every row.
-- What was sold, to whom and on which terms follows the dropdown lists that the spec has and names no other field for.
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
  -- To the centavo, half a centavo away from zero, as numeric rounds.
  constraint sales_transactions_gross_sales_agrees check (gross_sales = round(volume * price_per_unit, 2))
);
alter table public.sales_transactions alter status set default 'Accomplished';
comment on table public.sales_transactions is 'Sales entered under a marketing assistance record.';
insert into private.record_tables values ('sales_transactions', 'accomplishment');
call private.apply_protection('public.sales_transactions');


-- supabase/schemas/55_relations.sql

-- What the record tables have to do with one another: references, and the facts that every new row names.

-- The organization links of spec section 3

call private.refer_to_masterlists('public.arb_marketing_assistance_monitoring');
call private.refer_to_masterlists('public.arbo_marketing_targets');
call private.refer_to_masterlists('public.arbo_trainings');
call private.refer_to_masterlists('public.participants');
call private.refer_to_masterlists('public.farmers_tracking_income');
call private.refer_to_masterlists('public.inventory_status_monitoring');
call private.refer_to_masterlists('public.fme_inventory_table');
call private.refer_to_masterlists('public.fme_rental_monitoring');
call private.refer_to_masterlists('public.form_5_annualtargets');
call private.refer_to_masterlists('public.form_5_accomps');
call private.refer_to_masterlists('public.form7_accomps');
call private.refer_to_masterlists('public.form7_proddevs');
call private.refer_to_masterlists('public.qtr_sales_reports');
call private.refer_to_masterlists('public.form_10');
call private.refer_to_masterlists('public.form11_accomps');
call private.refer_to_masterlists('public.form11_farm_infos');

-- Other references

alter table public.arc_barangays_covered
  add foreign key (arc_id) references public.arc_masterlist (arc_id) on update cascade;
call private.keep_within_office('public.arc_barangays_covered', 'arc_id', 'public.arc_masterlist', 'arc_id');
call private.keep_within_office('public.participant_trainings', 'training_id', 'public.arbo_trainings', 'training_id');
call private.refer('public.sales_transactions', 'arbo_id', 'public.arbo_masterlist', 'arbo_id', true);
call private.refer('public.sales_transactions', 'mark_assist_id', 'public.arb_marketing_assistance_monitoring', 'id');
-- A target may come from a training.
call private.refer('public.arbo_marketing_targets', 'training_id', 'public.arbo_trainings', 'training_id');
call private.refer('public.fme_rental_monitoring', 'fme_inventory_id', 'public.fme_inventory_table',
  'fme_inventory_id');
call private.refer('public.form_5_annualtargets', 'training_id', 'public.arbo_trainings', 'training_id');
call private.refer('public.form7_accomps', 'training_id', 'public.arbo_trainings', 'training_id');
call private.refer('public.form7_proddevs', 'training_id', 'public.arbo_trainings', 'training_id');
call private.refer('public.qtr_sales_reports', 'proddev_id', 'public.form7_proddevs', 'id');
call private.refer('public.form_10', 'training_id', 'public.arbo_trainings', 'training_id');

-- What a new row of a form names (46_facts.sql).
insert into private.required_facts (table_name, place, columns, not_for)
select f.table_name, facts.place, facts.columns, facts.not_for
from (values
  ('form_5_accomps', '{crop_product}'::text[]),
  ('form7_accomps', '{product_name,product_developed,service_developed,type_product}'),
  ('qtr_sales_reports', '{sales_generated,volume_produced}'),
  ('form_10', '{training_title,training_id,type_enterprise,milestone_activity,credit_services}'),
  ('form11_accomps', '{support_provided,hard_component,description}'),
  ('form11_farm_infos', '{support_provided,hard_component,description,crop_commodity,type_livelihood,type_enterprise}'),
  ('inventory_status_monitoring', '{support_provided,hard_component,description}'),
  ('fme_rental_monitoring', '{specific_fme_rented,fme_inventory_id}'),
  ('farmers_tracking_income', '{crop_sold}')
) f (table_name, about)
cross join lateral (values
  (1, case when f.table_name in ('form_5_accomps', 'qtr_sales_reports', 'form11_farm_infos')
    then '{arbo_name,arbo_id,arboPrimaryKey,arc_name,arc_id}'::text[] else '{arbo_name,arbo_id,arc_name,arc_id}' end,
      null),
  (2, '{reporting_year}', null),
  (3, '{reporting_quarter}', 'Target'),
  (4, f.about, null)
) facts (place, columns, not_for);

-- Targets name their year and what is to be reached; trainings, machines and participants whose they are.
insert into private.required_facts (table_name, place, columns, not_for)
select named.table_name, named.place, named.columns, case when named.columns = '{reporting_quarter}' then 'Target' end
from (values
  ('form_5_annualtargets', 1, '{arbo_name,arbo_id,arc_name,arc_id}'::text[]),
  ('form_5_annualtargets', 2, '{reporting_year}'),
  ('form_5_annualtargets', 3, '{crop_product,training_title,training_id,participant_name}'),
  ('form7_proddevs', 1, '{arbo_name,arbo_id,arc_name,arc_id}'),
  ('form7_proddevs', 2, '{reporting_year}'),
  ('form7_proddevs', 3, '{product_name,product_developed,service_developed,type_product}'),
  ('arbo_marketing_targets', 1, '{arbo_name,arbo_id,arc_name,arc_id}'),
  ('arbo_marketing_targets', 2, '{reporting_year}'),
  ('arbo_marketing_targets', 3, '{target_commodity}'),
  ('arb_marketing_assistance_monitoring', 1, '{arbo_name,arbo_id,arc_name,arc_id}'),
  ('arb_marketing_assistance_monitoring', 2, '{reporting_year}'),
  ('arb_marketing_assistance_monitoring', 3, '{reporting_quarter}'),
  ('arb_marketing_assistance_monitoring', 4,
    '{prj_assistance_category,dar_projects,darpo_assistance,special_commodity,type_commodity}'),
  ('fme_inventory_table', 1, '{arbo_name,arbo_id,arboPrimaryKey,arc_name,arc_id}'),
  ('fme_inventory_table', 2, '{prj_title,subpsp_name,supplier_name}'),
  ('arbo_trainings', 1, '{arbo_name,arbo_id,arboPrimaryKey,arc_name,arc_id}'),
  ('arbo_trainings', 2, '{start_date,date_conducted,end_date}'),
  ('participants', 1, '{arbo_name,arbo_id,arboPrimaryKey,arc_name,arc_id,training_id,wo_training_id}')
) named (table_name, place, columns);

do $$
declare
  t record;
begin
  for t in select distinct format('public.%I', f.table_name)::regclass as target from private.required_facts f loop
    call private.keep_facts(t.target);
  end loop;
end
$$;

-- Where the status does not say on which screen a row stands, an edit makes it Updated.
do $$
declare
  t record;
begin
  for t in
    select format('public.%I', r.table_name)::regclass as target
    from private.record_tables r
      join pg_catalog.pg_attribute a on a.attrelid = format('public.%I', r.table_name)::regclass
        and a.attname = 'status'
    where r.window_name <> 'status' and r.table_name not in ('inventory_status_monitoring', 'form_11_geotags')
  loop
    execute format('create trigger follow_status before insert or update on %s
      for each row execute function private.follow_status()', t.target);
  end loop;
end
$$;

-- Values that are asked about before they are saved; the registry (`softChecks`) says the same.
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
  ('arbo_masterlist', 13, 'one_side', 'total_total_baseline_2014',
    '{total_male_baseline_2014,total_female_baseline_2014}'),
  ('arbo_masterlist', 14, 'one_side', 'arb_total_baseline_2014', '{arb_male_baseline_2014,arb_female_baseline_2014}'),
  ('arbo_masterlist', 15, 'one_side', 'total_member', '{total_member_male,total_member_female}'),
  ('arbo_masterlist', 16, 'one_side', 'no_arb_member_total', '{no_arb_member_male,no_arb_member_female}'),
  ('arbo_masterlist', 17, 'one_side', 'arb_total_registered_rsbsa',
    '{arb_male_registered_rsbsa,arb_female_registered_rsbsa}'),
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
  ('arb_marketing_assistance_monitoring', 4, 'one_side', 'nonarb_total_farmer',
    '{nonarb_male_farmer,nonarb_female_farmer}'),
  ('arb_marketing_assistance_monitoring', 5, 'other_year', 'transaction_from', '{reporting_year}'),
  ('arb_marketing_assistance_monitoring', 6, 'other_year', 'transaction_to', '{reporting_year}'),
  ('farmers_tracking_income', 1, 'other_year', 'delivery_date', '{reporting_year}');

do $$
declare
  t record;
begin
  for t in select distinct format('public.%I', c.table_name)::regclass as target from private.soft_checks c loop
    call private.ask_reasons(t.target);
    call private.apply_protection(t.target);
  end loop;
end
$$;


-- supabase/schemas/60_figures.sql

-- Activities: the rows of the forms under one shape, and what became of targets. A target is matched when an
-- accomplishment of the same form, organization and year exists, of the same programme where both name one; the two
-- views of outcomes are the only place that says so. All views read as the caller: policies apply (spec section 7).

-- A training is of the day on which it was held. Targets are annual; where they name a quarter, charts do not ask for
-- it.
do $do$
declare
  branch constant text := $sql$
    select %2$L::text as form, %3$L::text as side, %1$L::text as table_name, r.id as row_id, r.office,
      r.region_name, r.province_name, r.muncity_name, r.arbo_id, %4$s as arbo_key,
      coalesce(r.arbo_id,
        (select m.arbo_id from public.arbo_masterlist m
          where m.office = r.office and m.arbo_name = r.arbo_name limit 1),
        r.office || ' ' || r.arbo_name) as organization,
      r.arc_id, coalesce(%5$s, r.year_funded) as year, %5$s as reporting_year, %6$s as reporting_quarter,
        %7$s as reporting_month,
      r.year_funded, r.fund_source, r.psp_category, r.subpsp_name, r.subpsp_abbreviation, %8$s as kind, %9$s as quantity
    from public.%1$I r
    where %10$s$sql$;
  day constant text := 'coalesce(r.date_conducted, r.start_date)';
begin
  execute 'create view public.activities with (security_invoker = true) as ' || (
    select string_agg(
      format(branch, name, form, side, key, coalesce(year, 'r.reporting_year'),
        coalesce(quarter, 'r.reporting_quarter'), coalesce(month, 'r.reporting_month'), kind, quantity, condition),
      ' union all ' order by place)
    from (values
      (1, 'form_5_annualtargets', 'form-5', 'target', 'null::bigint', null, 'null::text', 'null::text', 'null::text',
        'null::integer', 'true'),
      (2, 'form_5_accomps', 'form-5', 'accomplishment', 'r."arboPrimaryKey"', null, null, null, 'null', 'null', 'true'),
      (3, 'form7_proddevs', 'form-7', 'target', 'null', null, null, null, 'r.type_product', 'null', 'true'),
      (4, 'form7_accomps', 'form-7', 'accomplishment', 'null', null, null, null, 'r.type_product', 'null', 'true'),
      (5, 'form_10', 'form-10', 'accomplishment', 'null', null, null, null, 'r.type_enterprise', 'null', 'true'),
      (6, 'form11_accomps', 'form-11', 'target', 'null', null, null, null, 'r.support_provided', 'r.quantity_hard',
        'r.status = ''Target'''),
      (7, 'form11_accomps', 'form-11', 'accomplishment', 'null', null, null, null, 'r.support_provided',
        'r.quantity_hard', 'r.status is distinct from ''Target'''),
      (8, 'arbo_marketing_targets', 'marketing', 'target', 'null', null, 'null', 'null', 'r.target_commodity', 'null',
        'true'),
      (9, 'arb_marketing_assistance_monitoring', 'marketing', 'accomplishment', 'null', null, null, null,
        'r.special_commodity', 'null', 'true'),
      (10, 'arbo_trainings', 'training', 'training', 'r."arboPrimaryKey"',
        format('extract(year from %s)::integer', day),
        format('''Q'' || extract(quarter from %s)', day), format('to_char(%s, ''FMMonth'')', day),
          'r.training_category', 'null', 'true')
    ) s (place, name, form, side, key, year, quarter, month, kind, quantity, condition));
end
$do$;

comment on view public.activities is
  'Rows of the forms under one shape, as the caller sees them. side is target, accomplishment or training.';

comment on column public.activities.organization is
  'Tells organizations apart where targets meet accomplishments: the ARBO ID; where the row has none, that of the '
  'masterlist''s ARBO of its name and office, else office and name.';
comment on column public.activities.year is
  'Year reported, else year funded; of a training the year in which it was held.';

create view public.target_outcomes with (security_invoker = true) as
  select t.*,
    a.form is not null and (a.any_programme or t.subpsp_name is null or t.subpsp_name = any (a.programmes)) as matched
  from public.activities t
  left join (
    select form, organization, year, array_agg(subpsp_name) as programmes, bool_or(subpsp_name is null) as any_programme
    from public.activities
    where side = 'accomplishment'
    group by form, organization, year
  ) a on a.form = t.form and a.organization = t.organization and a.year = t.year
  where t.side = 'target';

comment on view public.target_outcomes is
  'Targets, and whether an accomplishment of the same form, organization, year and programme (where both name one) '
  'exists.';

create view public.accomplishment_outcomes with (security_invoker = true) as
  select a.*,
    t.form is not null and (t.any_programme or a.subpsp_name is null or a.subpsp_name = any (t.programmes)) as matched
  from public.activities a
  left join (
    select form, organization, year, array_agg(subpsp_name) as programmes, bool_or(subpsp_name is null) as any_programme
    from public.activities
    where side = 'target'
    group by form, organization, year
  ) t on t.form = a.form and t.organization = a.organization and t.year = a.year
  where a.side = 'accomplishment';

comment on view public.accomplishment_outcomes is
  'Accomplishments, and whether a target of the same form, organization, year and programme (where both name one) '
  'exists.';

revoke all on public.activities, public.target_outcomes, public.accomplishment_outcomes from anon, authenticated;

grant select on public.activities, public.target_outcomes, public.accomplishment_outcomes to authenticated;

-- The filters of charts as conditions over public.activities, in SQL; 'true' when there are none. filters is an object
-- of lists, {"year_funded": [2024, null]}, where null is the empty value, and the numbers year_from and year_to.
-- Targets are annual: quarter and month narrow the other sides only.
create function private.activity_conditions(filters jsonb) returns text
  language plpgsql stable parallel safe set search_path = ''
as $$
declare
  name text;
  given text[];
  condition text;
  conditions text[] := '{}';
begin
  foreach name in array array['support_provided', 'year_funded', 'reporting_year', 'reporting_quarter',
    'reporting_month', 'fund_source', 'psp_category', 'subpsp_abbreviation'] loop
    continue when filters -> name is null;
    given := array(select jsonb_array_elements_text(filters -> name));
    -- Support in kind is what a row of Form 11 is of.
    name := replace(name, 'support_provided', 'kind');
    condition := format('%I = any (%L::%s[])', name, array_remove(given, null), case when name like '%year%'
      then 'integer' else 'text' end);
    if array_position(given, null) is not null then
      condition := format('(%s or %I is null)', condition, name);
    end if;
    if name in ('reporting_quarter', 'reporting_month') then
      condition := format('(side = ''target'' or %s)', condition);
    end if;
    conditions := conditions || condition;
  end loop;
  if filters -> 'year_from' is not null then
    conditions := conditions || format('year >= %s', (filters ->> 'year_from')::integer);
  end if;
  if filters -> 'year_to' is not null then
    conditions := conditions || format('year <= %s', (filters ->> 'year_to')::integer);
  end if;
  return coalesce(nullif(array_to_string(conditions, ' and '), ''), 'true');
end
$$;

-- One row for each organization (subject 'arbo': id of the masterlist) or community ('arc') that has an activity of the
-- forms under the filters; by_programme one for each of its programmes (null where an activity names none). wanted says
-- which marks are asked for, others are false. An activity belongs to the organization of its ARBO ID, or where it has
-- none of its arboPrimaryKey; to the community of its ARC ID. matched: at least one of its targets is; programmed: at
-- least one accomplishment names a programme ("No Project", a choice of the lists, is none).
create function private.activity_marks(subject text, forms text[], wanted text[], filters jsonb,
  by_programme boolean default false)
  returns table (marked_id bigint, programme text, targeted boolean, accomplished boolean, matched boolean,
    trained boolean, programmed boolean)
  -- Nothing is known of the key by which targets meet accomplishments, so that sorting both sides looks cheaper than it
  -- is.
  language plpgsql stable parallel safe set search_path = '' set enable_mergejoin = off rows 10000
as $$
declare
  sides constant text[] := array(
    select side from (values ('target', '{targeted,matched}'), ('accomplishment', '{accomplished,programmed}'),
      ('training', '{trained}')) s (side, marks)
    where marks::text[] && wanted);
  conditions text := format('side = any (%L::text[]) and %s', sides, private.activity_conditions(filters));
  targets text;
  -- Of a single side every row is the same, and there is nothing to aggregate.
  single constant text := case when cardinality(sides) = 1 then sides[1] end;
  marks constant text := concat_ws(', ',
    case when single is null then 'bool_or(side = ''target'')' else (single = 'target')::text end,
    case when single is null then 'bool_or(side = ''accomplishment'')' else (single = 'accomplishment')::text end,
    case when 'matched' = any (wanted) then 'bool_or(matched)' else 'false' end,
    case when single is null then 'bool_or(side = ''training'')' else (single = 'training')::text end,
    case
      when not 'programmed' = any (wanted) then 'false'
      when by_programme and single is not null then '(subpsp_abbreviation <> ''No Project'') is true'
      else 'bool_or(side = ''accomplishment'' and subpsp_abbreviation <> ''No Project'') is true'
    end);
  -- The programme is grouped by last; without it there is one empty programme for all.
  programme constant text := case when by_programme then 'subpsp_abbreviation' else 'null::text' end;
  source text;
begin
  -- A form at a time: only a condition on one form reaches the accomplishments that targets are held against.
  if 'matched' = any (wanted) then
    select string_agg(format(
        'select arbo_id, arbo_key, arc_id, side, subpsp_abbreviation, matched from public.target_outcomes
         where form = %L and %s', form, conditions), ' union all ')
      into targets
    from unnest(forms) form
    where form <> 'training';
    conditions := conditions || ' and side <> ''target''';
  end if;
  source := concat_ws(' union all ', targets,
    case when filters - 'subpsp_abbreviation' = '{}' then format(
      'select code as arbo_id, arbo_key, code as arc_id, side, subpsp_abbreviation, false as matched
       from public.activity_counts
       where subject = %L and n > 0 and form = any (%L::text[]) and %s', subject, forms, conditions)
    else format(
      'select arbo_id, arbo_key, arc_id, side, subpsp_abbreviation, false as matched
       from public.activities where form = any (%L::text[]) and %s', forms, conditions) end);
  if subject = 'arc' then
    return query execute format(
      'select m.id, %s, %s from (%s) a join public.arc_masterlist m on m.arc_id = a.arc_id group by 1, 2',
      programme, marks, source);
  else
    return query execute format($q$
      select coalesce(m.id, a.arbo_key), %s, %s
      from (%s) a left join public.arbo_masterlist m on m.arbo_id = a.arbo_id
      where m.id is not null or a.arbo_id is null and a.arbo_key is not null
      group by 1, 2$q$, programme, marks, source);
  end if;
end
$$;

-- Participants who attended a training of the time that the filters name (years, quarters, months).
create function private.attended_within(filters jsonb) returns setof bigint
  language plpgsql stable parallel safe set search_path = '' rows 10000
as $$
declare
  period jsonb := jsonb_strip_nulls(jsonb_build_object('year_from', filters -> 'year_from', 'year_to',
    filters -> 'year_to',
    'reporting_year', filters -> 'reporting_year', 'reporting_quarter', filters -> 'reporting_quarter',
      'reporting_month', filters -> 'reporting_month'));
begin
  return query execute format($q$
    select l.participant_id
    from public.participant_trainings l
    where l.attended and l.training_id in (
      select t.training_id
      from public.arbo_trainings t
      where t.id in (select row_id from public.activities where form = 'training' and %s))$q$,
        private.activity_conditions(period));
end
$$;

-- ARBOs whose name is nearly that of another of the same town, as likely as an import takes for a possible duplicate
-- (similarity 0.6 and more of pg_trgm).
create function private.similar_arbos() returns setof bigint
  language sql stable parallel safe set search_path = '' rows 100
as $$
  select distinct pair.id
  from public.arbo_masterlist one
  join public.arbo_masterlist other
    on other.office = one.office and coalesce(other.muncity_name, '') = coalesce(one.muncity_name, '')
      and other.id > one.id
  cross join lateral (values (one.id), (other.id)) pair (id)
  where extensions.similarity(lower(one.arbo_name), lower(other.arbo_name)) >= 0.6
$$;

-- Provincial offices in the caller's scope without a single target (side 'target') or accomplishment and training (side
-- 'accomplishment') of a year, or of one quarter of it; regions and provinces narrow them where they are not null.
-- last_year is the latest year of which the office has any.
create function private.offices_not_reported(wanted_side text, wanted_year integer, wanted_quarter text, regions text[],
  provinces text[])
  returns table (office text, region_name text, province_name text, last_year integer)
  language sql stable parallel safe set search_path = '' rows 100
as $$
  select o.office, o.region_name, o.province_name, max(a.year)
  from public.offices o
  left join public.activities a on a.office = o.office and (a.side = 'target') = (wanted_side = 'target')
  where o.office = any (private.offices_to_read()) and o.province_name is not null
    and (regions is null or o.region_name = any (regions)) and (provinces is null or o.province_name = any (provinces))
  group by o.office, o.region_name, o.province_name
  having count(*) filter (where a.year = wanted_year
    and (wanted_quarter is null or a.reporting_quarter = wanted_quarter)) = 0
$$;

grant execute on function
  private.activity_conditions(jsonb), private.activity_marks(text, text[], text[], jsonb, boolean),
  private.attended_within(jsonb), private.similar_arbos(),
  private.offices_not_reported(text, integer, text, text[], text[])
to authenticated;


-- supabase/schemas/61_counts.sql

-- Counts kept beside large tables, so that dashboards read thousands of rows where there are hundreds of thousands.
-- Each is kept by statement-level triggers that add what a statement brought and took, in the order of the key, so that
-- many writers wait for each other and never deadlock. Callers read them under the policy of the rows' offices.

-- Adds a statement's rows to a table of counts. The trigger's arguments: the table, its key columns, and the query that
-- gives the key and the quantity (0 where nothing is added up) of each row of {rows}.
create function private.count_rows() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  deltas text := concat_ws(' union all ',
    case when tg_op <> 'DELETE'
      then format('select k.*, 1 as delta from (%s) k', replace(tg_argv[2], '{rows}', 'new_rows')) end,
    case when tg_op <> 'INSERT'
      then format('select k.*, -1 as delta from (%s) k', replace(tg_argv[2], '{rows}', 'old_rows')) end);
begin
  execute format($q$
    insert into public.%1$I as kept (%2$s, n, quantity)
    select %2$s, sum(delta), sum(delta * quantity) from (%3$s) d (%2$s, quantity, delta)
    group by %2$s having sum(delta) <> 0 or sum(delta * quantity) <> 0 order by %2$s
    on conflict (%2$s) do update set n = kept.n + excluded.n, quantity = kept.quantity + excluded.quantity$q$,
      tg_argv[0], tg_argv[1], deltas);
  return null;
end
$$;

-- Keeps the counts of a table from now on, and counts what it holds already. The table of counts exists, with a unique
-- index over the keys in which nulls are not distinct.
create procedure private.keep_counts(source regclass, counts text, keys text, rows_query text)
  language plpgsql set search_path = ''
as $$
declare
  event record;
begin
  for event in
    select *
    from (values
      ('insert', 'new table as new_rows'),
      ('update', 'old table as old_rows new table as new_rows'),
      ('delete', 'old table as old_rows')
    ) e (verb, transition)
  loop
    execute format($sql$
      create trigger %I after %s on %s referencing %s
        for each statement execute function private.count_rows(%L, %L, %L)$sql$,
      counts || '_' || event.verb, event.verb, source, event.transition, counts, keys, rows_query);
  end loop;
  execute format($sql$
    insert into public.%1$I as kept (%2$s, n, quantity)
    select %2$s, count(*), sum(quantity) from (%3$s) k (%2$s, quantity)
    group by %2$s
    on conflict (%2$s) do update set n = kept.n + excluded.n, quantity = kept.quantity + excluded.quantity$sql$,
    counts, keys, replace(rows_query, '{rows}', source::text));
end
$$;

-- What callers may do with a table of counts: read what their offices hold.
create procedure private.protect_counts(target regclass, keys text)
  language plpgsql set search_path = ''
as $$
begin
  execute format('create unique index on %s (%s) nulls not distinct', target, keys);
  execute format('alter table %s enable row level security, force row level security', target);
  execute format('revoke all on %s from anon, authenticated', target);
  execute format('grant select on %s to authenticated', target);
  call private.read_in_scope(target);
end
$$;

create table public.participant_counts (
  office text not null,
  region_name text,
  province_name text,
  year_funded integer,
  fund_source text,
  psp_category text,
  subpsp_abbreviation text,
  participant_category text,
  sex text,
  trained boolean not null,
  programmed boolean not null,
  n bigint not null,
  quantity bigint not null
);
comment on table public.participant_counts is
  'How many participants there are by office and programme: kept by triggers on participants.';
comment on column public.participant_counts.trained is 'They attended at least one training.';
comment on column public.participant_counts.programmed is
  'Their record names a sub-PSP; "No Project", a choice of the lists, is none.';
call private.protect_counts('public.participant_counts',
  'office, region_name, province_name, year_funded, fund_source, psp_category, subpsp_abbreviation, '
  'participant_category, sex, trained, programmed');

create table public.participant_town_counts (
  office text not null,
  region_name text,
  province_name text,
  muncity_name text,
  participant_category text,
  sex text,
  trained boolean not null,
  programmed boolean not null,
  n bigint not null,
  quantity bigint not null
);
comment on table public.participant_town_counts is
  'How many participants there are by municipality: kept by triggers on participants.';
call private.protect_counts('public.participant_town_counts',
  'office, region_name, province_name, muncity_name, participant_category, sex, trained, programmed');

create table public.activity_counts (
  office text not null,
  subject text not null check (subject in ('arbo', 'arc')),
  code text,
  arbo_key bigint,
  form text not null,
  side text not null,
  subpsp_abbreviation text,
  n bigint not null,
  quantity bigint not null
);
comment on table public.activity_counts is
  'How many activities each organization and community has by form, side and programme: kept by triggers on the forms.';
comment on column public.activity_counts.code is 'ARBO ID (subject arbo) or ARC ID (arc).';
comment on column public.activity_counts.arbo_key is 'arboPrimaryKey of organizations without an ARBO ID.';
comment on column public.activity_counts.office is 'Office of the activity.';
call private.protect_counts('public.activity_counts',
  'subject, side, office, code, arbo_key, form, subpsp_abbreviation');

create table public.form_counts (
  office text not null,
  region_name text,
  province_name text,
  form text not null,
  side text not null,
  kind text,
  n bigint not null,
  quantity bigint not null
);
comment on table public.form_counts is
  'How many rows the forms have by kind (of product, of support), and their quantities: kept by triggers on the forms.';
call private.protect_counts('public.form_counts', 'office, region_name, province_name, form, side, kind');

call private.keep_counts('public.participants', 'participant_counts',
  'office, region_name, province_name, year_funded, fund_source, psp_category, subpsp_abbreviation, '
  'participant_category, sex, trained, programmed',
  'select office, region_name, province_name, year_funded, fund_source, psp_category, subpsp_abbreviation, '
  'participant_category, sex, coalesce(cardinality(training_id) > 0, false), '
  'coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'', 0 from {rows}');
call private.keep_counts('public.participants', 'participant_town_counts',
  'office, region_name, province_name, muncity_name, participant_category, sex, trained, programmed',
  'select office, region_name, province_name, muncity_name, participant_category, sex, '
  'coalesce(cardinality(training_id) > 0, false), '
  'coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'', 0 from {rows}');

-- What names no organization (or community) is of none. The sides are those of public.activities.
do $do$
declare
  source record;
begin
  for source in select * from (values
      ('form_5_annualtargets', 'form-5', $$'target'$$, 'null::bigint', 'null::text', '0'),
      ('form_5_accomps', 'form-5', $$'accomplishment'$$, '"arboPrimaryKey"', 'null::text', '0'),
      ('form7_proddevs', 'form-7', $$'target'$$, 'null::bigint', 'type_product', '0'),
      ('form7_accomps', 'form-7', $$'accomplishment'$$, 'null::bigint', 'type_product', '0'),
      ('form_10', 'form-10', $$'accomplishment'$$, 'null::bigint', 'type_enterprise', '0'),
      ('form11_accomps', 'form-11', $$case when status = 'Target' then 'target' else 'accomplishment' end$$,
        'null::bigint', 'support_provided', 'coalesce(quantity_hard, 0)'),
      ('arbo_trainings', 'training', $$'training'$$, '"arboPrimaryKey"', 'training_category', '0')
    ) s (name, form, side, key, kind, quantity)
  loop
    call private.keep_counts(format('public.%I', source.name)::regclass, 'activity_counts',
      'subject, side, office, code, arbo_key, form, subpsp_abbreviation', format($q$
      select 'arbo', %2$s, office, arbo_id, case when arbo_id is null then %3$s end, %1$L, subpsp_abbreviation, 0
      from {rows} where arbo_id is not null or %3$s is not null
      union all
      select 'arc', %2$s, office, arc_id, null, %1$L, subpsp_abbreviation, 0 from {rows} where arc_id is not null$q$,
      source.form, source.side, source.key));
    call private.keep_counts(format('public.%I', source.name)::regclass, 'form_counts',
      'office, region_name, province_name, form, side, kind', format(
      'select office, region_name, province_name, %L, %s, %s, %s from {rows}', source.form, source.side, source.kind,
        source.quantity));
  end loop;
end
$do$;


-- supabase/schemas/62_overdue.sql

-- What is overdue, defined once: targets of a year without accomplishment, permits that expire, machines that stand
-- still, missing deeds of donation, and quarters without an entry. Each is a view that reads as its caller, with the
-- same columns, so that the page of an ARBO and the work queues of an office show the same rows. What is due within 90
-- days is listed too: due_on tells the two apart.

-- The day until which something counts as due soon.
create function private.due_until() returns date
  language sql stable parallel safe set search_path = ''
as $$ select private.today() + 90 $$;

grant execute on function private.due_until() to authenticated, service_role;

-- Targets: an accomplishment meets one that is of the same ARBO, the same year (reported, else funded), and the same
-- project where both name one. An ARBO is told by its ARBO ID, and by its name in the office where one of the two rows
-- has no ID. The two ways are conditions of their own, so that each can use its index.
do $do$
declare
  branch constant text := $sql$
    select 'target_unmet' as queue, %1$L as table_name, t.id as row_id, t.status, %2$L as missing_table, t.arbo_id,
      null::bigint as arbo_key, t.arbo_name, t.region_name, t.province_name, t.office,
      make_date(coalesce(t.reporting_year, t.year_funded), 12, 31) as due_on,
      %3$L || ' target of ' || coalesce(t.reporting_year, t.year_funded) || coalesce(' for ' || t.subpsp_name, '')
        || ' has no accomplishment.' as message
    from public.%1$I t
    where make_date(coalesce(t.reporting_year, t.year_funded), 12, 31) <= (select private.due_until())
      and (%4$s)
      and not exists (
        select from public.%2$I a
        where a.arbo_id = t.arbo_id
          and coalesce(a.reporting_year, a.year_funded) = coalesce(t.reporting_year, t.year_funded)
          and a.status is distinct from 'Target'
          and (a.subpsp_name = t.subpsp_name or a.subpsp_name is null or t.subpsp_name is null))
      and not exists (
        select from public.%2$I a
        where a.office = t.office and a.arbo_name = t.arbo_name and (a.arbo_id is null or t.arbo_id is null)
          and coalesce(a.reporting_year, a.year_funded) = coalesce(t.reporting_year, t.year_funded)
          and a.status is distinct from 'Target'
          and (a.subpsp_name = t.subpsp_name or a.subpsp_name is null or t.subpsp_name is null))$sql$;
begin
  execute 'create view public.overdue_targets with (security_invoker = true) as ' || (
    select string_agg(format(branch, target, accomplishment, form, condition), ' union all ')
    from (values
      ('form_5_annualtargets', 'form_5_accomps', 'The Form 5', 'true'),
      ('form7_proddevs', 'form7_accomps', 'The Form 7', 'true'),
      ('form11_accomps', 'form11_accomps', 'The Form 11', 't.status = ''Target'''),
      ('arbo_marketing_targets', 'arb_marketing_assistance_monitoring', 'The marketing', 'true')
    ) pair (target, accomplishment, form, condition));
end
$do$;

comment on view public.overdue_targets is 'Targets of a year without an accomplishment, due on its last day.';

-- Permits of machines that have expired or will soon, a row a permit.
create view public.overdue_permits with (security_invoker = true) as
select 'permit_expiry' as queue, 'fme_inventory_table' as table_name, f.id as row_id, null::text as status,
  null::text as missing_table,
  f.arbo_id, f."arboPrimaryKey" as arbo_key, f.arbo_name, f.region_name, f.province_name, f.office, p.due_on,
  p.permit || ' of ' || coalesce(f.product_brand_name, f.fme_inventory_id) || case
    when p.due_on < (select private.today()) then ' expired on ' else ' expires on ' end
    || private.long_date(p.due_on) || '.' as message
from public.fme_inventory_table f
cross join lateral (values ('FDA LTO', f.fda_lto_expiry), ('CPR', f.cpr_expiry),
  ('Halal registration', f.halal_expiry)) p (permit, due_on)
where p.due_on <= (select private.due_until());

comment on view public.overdue_permits is
  'Permits of products and machines that have expired or expire within 90 days.';

-- Machines of which somebody wrote why they do not work or are not used, and support found not functional or not used.
-- When it began is not recorded: it counts from the day on which the row last changed.
create view public.overdue_machines with (security_invoker = true) as
select s.queue, 'fme_inventory_table' as table_name, f.id as row_id, null::text as status, null::text as missing_table,
  f.arbo_id, f."arboPrimaryKey" as arbo_key, f.arbo_name, f.region_name, f.province_name, f.office,
  (f.updated_at at time zone 'Asia/Manila')::date as due_on,
  f.fme_inventory_id || coalesce(' (' || f.prj_title || ')', '') || s.words || btrim(s.reason) as message
from public.fme_inventory_table f
cross join lateral (values
  ('machine_not_functional', f.nonfunctional_reason, ' does not function: '),
  ('machine_idle', f.nonutilized_reason, ' is not used: ')) s (queue, reason, words)
where btrim(s.reason) <> ''
union all
select s.queue, 'form11_accomps', a.id, a.status, null, a.arbo_id, null, a.arbo_name, a.region_name, a.province_name,
  a.office,
  (a.updated_at at time zone 'Asia/Manila')::date,
  coalesce(a.hard_component, a.support_provided, 'The support provided') || s.words
from public.form11_accomps a
cross join lateral (values
  ('machine_not_functional', a.functional, ' is not functional.'),
    ('machine_idle', a.utilized, ' is not utilized.')) s (queue, answer, words)
where s.answer = 'No' and a.status is distinct from 'Target'
union all
select s.queue, 'form11_farm_infos', i.id, i.status, null, i.arbo_id, i."arboPrimaryKey", i.arbo_name, i.region_name,
  i.province_name, i.office,
  (i.updated_at at time zone 'Asia/Manila')::date,
  coalesce(i.hard_component, i.support_provided, 'The support provided') || s.words
from public.form11_farm_infos i
cross join lateral (values
  ('machine_not_functional', i.functional, ' is not functional.'),
    ('machine_idle', i.utilized, ' is not utilized.')) s (queue, answer, words)
where s.answer = 'No' and i.status is distinct from 'Target';

comment on view public.overdue_machines is 'Machines and support that do not function or are not used.';

create view public.overdue_deeds with (security_invoker = true) as
select 'deed_missing' as queue, 'fme_inventory_table' as table_name, f.id as row_id, null::text as status,
  null::text as missing_table,
  f.arbo_id, f."arboPrimaryKey" as arbo_key, f.arbo_name, f.region_name, f.province_name, f.office,
  coalesce(f.trust_agreement_date, (f.time_stamp at time zone 'Asia/Manila')::date) as due_on,
  f.fme_inventory_id || coalesce(' (' || f.prj_title || ')', '') || ' has no deed of donation.' as message
from public.fme_inventory_table f
where f.deed_donation_date is null and f.status is distinct from 'Target';

comment on view public.overdue_deeds is
  'Machines without a deed of donation, since their trust agreement or their entry.';

-- The last full quarter without an entry, for ARBOs of which one is expected: a rental of those that have machines, a
-- sales report of those that developed products, an income record of those whose income was tracked before. The row is
-- that of the masterlist, since the one that is missing is not there.
create view public.overdue_quarters with (security_invoker = true) as
select e.queue, 'arbo_masterlist' as table_name, m.id as row_id, null::text as status, e.missing_table,
  m.arbo_id, m.id as arbo_key, m.arbo_name, m.region_name, m.province_name, m.office, q.last_day as due_on,
  'No ' || e.noun || ' of ' || q.quarter || ' ' || q.year || ' is recorded.' as message
from public.arbo_masterlist m
cross join private.quarter_before((select private.today())) q
cross join lateral (
  select 'rental_missing' as queue, 'fme_rental_monitoring' as missing_table, 'rental' as noun
  where (exists (select from public.fme_inventory_table f where f.arbo_id = m.arbo_id and f.status
    is distinct from 'Target')
      or exists (select from public.fme_inventory_table f where f."arboPrimaryKey" = m.id and f.status
        is distinct from 'Target'))
    and not exists (
      select from public.fme_rental_monitoring r
      where (r.arbo_id = m.arbo_id or r.arbo_id is null and r.office = m.office and r.arbo_name = m.arbo_name)
        and ((r.reporting_year = q.year and r.reporting_quarter = q.quarter) or r.transaction_date between q.first_day
          and q.last_day))
  union all
  select 'sales_missing', 'qtr_sales_reports', 'sales report'
  where (exists (select from public.form7_accomps p where p.arbo_id = m.arbo_id)
      or exists (select from public.qtr_sales_reports p where p.arbo_id = m.arbo_id)
      or exists (select from public.qtr_sales_reports p where p."arboPrimaryKey" = m.id))
    and not exists (
      select from public.qtr_sales_reports r
      where (r.arbo_id = m.arbo_id or r."arboPrimaryKey" = m.id or r.arbo_id is null and r.office = m.office
        and r.arbo_name = m.arbo_name)
        and ((r.reporting_year = q.year and r.reporting_quarter = q.quarter) or r.transaction_date between q.first_day
          and q.last_day))
  union all
  select 'income_missing', 'farmers_tracking_income', 'income record'
  where exists (select from public.farmers_tracking_income i where i.arbo_id = m.arbo_id)
    and not exists (
      select from public.farmers_tracking_income r
      where r.arbo_id = m.arbo_id
        and ((r.reporting_year = q.year and r.reporting_quarter = q.quarter) or r.delivery_date between q.first_day
          and q.last_day))
) e;

comment on view public.overdue_quarters is
  'ARBOs without a rental, sales report or income record of the last full quarter.';

create view public.overdue with (security_invoker = true) as
select * from public.overdue_targets
union all select * from public.overdue_permits
union all select * from public.overdue_machines
union all select * from public.overdue_deeds
union all select * from public.overdue_quarters;

comment on view public.overdue is 'Everything overdue or due within 90 days that the caller sees.';

comment on column public.overdue.table_name is
  'Table of the row that says so; row_id is its id, and status tells screens over one table apart.';
comment on column public.overdue.missing_table is
  'Table in which an entry is missing; null where the row itself waits.';
comment on column public.overdue.arbo_key is 'Row of the masterlist, where the row names it.';
comment on column public.overdue.due_on is 'Day from which it is overdue, at most 90 days ahead.';

revoke all on public.overdue_targets, public.overdue_permits, public.overdue_machines, public.overdue_deeds,
  public.overdue_quarters, public.overdue
  from anon, authenticated;

grant select on public.overdue_targets, public.overdue_permits, public.overdue_machines, public.overdue_deeds,
  public.overdue_quarters, public.overdue
  to authenticated;

-- What is overdue at one ARBO, by its row in the masterlist. It is asked each time the page of the ARBO opens; planning
-- the union of all queues costs several times what running it does, so the function is plpgsql, which keeps its plans
-- for the session.
create function public.overdue_of(wanted_arbo bigint) returns setof public.overdue
  language plpgsql stable set search_path = ''
as $$
declare
  wanted_id text := (select m.arbo_id from public.arbo_masterlist m where m.id = wanted_arbo);
begin
  -- Two questions instead of one with "or": either finds its rows by an index.
  return query
    select * from public.overdue o where o.arbo_id = wanted_id
    union
    select * from public.overdue o where o.arbo_key = wanted_arbo
    order by due_on, table_name, row_id;
end
$$;

comment on function public.overdue_of(bigint) is
  'What the caller sees overdue or due within 90 days at the ARBO of this masterlist row.';

revoke execute on function public.overdue_of(bigint) from public, anon;

grant execute on function public.overdue_of(bigint) to authenticated, service_role;


-- supabase/schemas/70_files.sql

-- Files that prove what records say: a private bucket, the memory of every upload, and the storage policy that follows
-- from it. What is stored is what was looked at: files go into Storage and out of it by the API's own key alone; users
-- store, overwrite, remove and sign nothing there, and read only what a row keeps. A row takes a file in the very
-- transaction in which the API has confirmed, by hash, that the announced bytes are the stored ones. So no row is
-- without file, no file without row, and an announced path is of no use to whoever learns of it.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('evidence', 'evidence', false, 20971520, array['image/jpeg', 'image/png', 'image/heic', 'application/pdf'])
on conflict (id) do nothing;

create table public.evidence_files (
  upload_id uuid primary key,
  user_id uuid not null,
  evidence_table text not null,
  row_id bigint,
  office text not null references public.offices (office),
  window_name text not null check (window_name in ('target', 'accomplishment')),
  file_path text not null unique,
  thumbnail_path text unique,
  file_name text not null check (char_length(file_name) <= 255),
  content_type text not null,
  size bigint not null check (size > 0),
  thumbnail_size bigint check (thumbnail_size > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  state text not null default 'reserved' check (state in ('reserved', 'stored', 'kept', 'discarded')),
  at timestamptz not null default now(),
  thumbnail_sha256 text check (thumbnail_sha256 ~ '^[0-9a-f]{64}$'),
  check ((thumbnail_path is null) = (thumbnail_size is null)),
  check ((state = 'kept') <= (row_id is not null)),
  constraint evidence_files_path_plain check (
    file_path ~ '^[a-z0-9_-]+/[a-z0-9_-]+/[0-9a-z_-]+/[0-9a-f-]{36}\.(jpg|png|heic|pdf)$'
    and thumbnail_path ~ '^[a-z0-9_-]+/[a-z0-9_-]+/[0-9a-z_-]+/[0-9a-f-]{36}\.thumb\.(jpg|png)$')
);
create index evidence_files_office on public.evidence_files (office, state);
create index evidence_files_waiting on public.evidence_files (at) where state <> 'kept';
create index evidence_files_table on public.evidence_files (evidence_table);
comment on table public.evidence_files is
  'One row an upload, original and thumbnail. Written by functions of private alone; read in scope, which is what the '
  'storage policies ask.';
comment on column public.evidence_files.file_name is 'As the user had it, for showing. Never part of a path.';
comment on column public.evidence_files.at is 'When it came into its state.';
alter table public.evidence_files enable row level security;
alter table public.evidence_files force row level security;
revoke all on public.evidence_files from anon, authenticated;
grant select on public.evidence_files to authenticated;

-- What is announced or discarded is nobody's business: with its path somebody could try to be first.
create policy select_in_scope on public.evidence_files for select to authenticated
  using (state = 'kept' and office = any ((select private.offices_to_read())::text[]));
create policy select_in_scope_for_central on public.evidence_files for select to central_reader
  using (state = 'kept' and (select private.caller_of_central()) is not null);
create policy select_in_scope_for_province on public.evidence_files for select to provincial_reader
  using (state = 'kept' and office = (select private.caller_of_province()));

comment on column public.evidence_files.state is
  'reserved: announced, the API may store it; stored: confirmed, within one transaction only; kept: a row has it; '
  'discarded: nobody wants it, its bytes may be removed.';

-- How long an announced file may take to arrive. What is older was given up.
create function private.upload_patience() returns interval
  language sql immutable parallel safe set search_path = ''
as $$ select interval '1 hour' $$;

-- Keeps the files in order: Central administrators of users.
create function private.may_repair_files() returns boolean
  language sql stable parallel safe security definer set search_path = ''
as $$
  select coalesce(c.level = 'Central' and 'users' = any (c.routes), false) from private.current_caller() c
$$;

-- Whether Storage is asked to hand a file out, or to list it, now. A signed link would outlive right and session for as
-- long as whoever signs it wants, and a copy is a new file. Where Storage does not say what it is asked (the embedded
-- one, which lets users sign nothing itself), it is taken for reading.
create function private.storage_only_reads() returns boolean
  language sql stable parallel safe set search_path = ''
as $$
  select coalesce(nullif(current_setting('storage.operation', true), ''), 'storage.object.get_authenticated') in (
    'storage.object.get_authenticated', 'object.get_authenticated_info', 'object.head_authenticated_info',
    'storage.object.info_authenticated', 'storage.object.list', 'storage.object.list_v2')
$$;

grant execute on function private.upload_patience(), private.may_repair_files(), private.storage_only_reads()
to authenticated, service_role;

-- What a row keeps, for whoever sees the row: the office in which it is now, also after it has moved, which the folder
-- of the path cannot tell. There is no policy to store, overwrite, move or remove.
create policy evidence_select_in_scope on storage.objects for select to authenticated
  using (
    bucket_id = 'evidence'
    and (select private.storage_only_reads())
    and exists (
      select from public.evidence_files f where objects.name = f.file_path or objects.name = f.thumbnail_path));
create table private.evidence_owners (
  evidence_table text not null references private.record_tables (table_name),
  owner_table text not null references private.record_tables (table_name),
  primary key (evidence_table, owner_table)
);
alter table private.evidence_owners enable row level security;
comment on table private.evidence_owners is 'Which records may have files in which table.';

-- The window that guards a row of a record table, by its own status where the table leaves it to that.
create function private.window_of(wanted_table text, row_status text) returns text
  language sql stable security definer set search_path = ''
as $$
  select case when t.window_name <> 'status' then t.window_name when row_status = 'Target' then 'target'
    else 'accomplishment' end
  from private.record_tables t where t.table_name = wanted_table
$$;


-- supabase/schemas/71_uploads.sql

-- The way of an upload: announced for a record, taken by the row that proves something with it, dropped with that row.
-- Tables with files are described once, and get columns and triggers by one procedure.

-- Announces a file for a row of owner_table that the caller sees and may add to now. upload: {upload_id, file_name,
-- content_type, extension, size, sha256, thumbnail_extension, thumbnail_size, thumbnail_sha256}. Answers {state, …}:
-- reserved {file_path, thumbnail_path}: store it; again, with the same paths, when it was announced before and not kept
-- kept {row_id}: this very upload is done conflict: the id was used for something else given_up: it was discarded, or
-- its thumbnail is another no_owner: no such record in sight refused {office, status}: explain_refusal says why
create function private.begin_upload(evidence_table text, owner_table text, owner_id bigint, upload jsonb)
  returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  given_id uuid := (upload ->> 'upload_id')::uuid;
  known public.evidence_files;
  owner_office text;
  owner_status text;
  owner_window text;
  stem text;
begin
  if not exists (
    select from private.evidence_owners o
    where o.evidence_table = begin_upload.evidence_table and o.owner_table = begin_upload.owner_table) then
    return jsonb_build_object('state', 'no_owner');
  end if;
  execute format('select office, status from public.%I where id = $1 and office = any ($2)', owner_table)
    into owner_office, owner_status using owner_id, private.offices_to_read();
  if owner_office is null then
    return jsonb_build_object('state', 'no_owner');
  end if;
  owner_window := private.window_of(
    case (select t.window_name from private.record_tables t where t.table_name = evidence_table)
      when 'status' then owner_table else evidence_table end,
    owner_status);
  if not owner_office = any (private.offices_to_write('insert', owner_window)) then
    return jsonb_build_object('state', 'refused', 'office', owner_office,
      'status', case owner_window when 'target' then 'Target' else 'Accomplished' end);
  end if;

  select concat_ws('/', private.folder_name(o.region_name), private.folder_name(o.province_name),
      replace(owner_table, '_', '-') || '-' || owner_id, gen_random_uuid())
    into stem
  from public.offices o where o.office = owner_office;
  insert into public.evidence_files (
    upload_id, user_id, evidence_table, office, window_name, file_path, thumbnail_path, file_name, content_type,
    size, thumbnail_size, sha256, thumbnail_sha256)
  values (
    given_id, auth.uid(), evidence_table, owner_office, owner_window, stem || '.' || (upload ->> 'extension'),
    stem || '.thumb.' || (upload ->> 'thumbnail_extension'), upload ->> 'file_name', upload ->> 'content_type',
    (upload ->> 'size')::bigint, (upload ->> 'thumbnail_size')::bigint, upload ->> 'sha256',
    upload ->> 'thumbnail_sha256')
  on conflict (upload_id) do nothing
  returning * into known;
  if not found then
    select * into known from public.evidence_files f where f.upload_id = given_id for update;
    if known.user_id is distinct from auth.uid() or known.sha256 is distinct from upload ->> 'sha256'
      or known.evidence_table <> begin_upload.evidence_table
      or split_part(known.file_path, '/', 3) <> split_part(stem, '/', 3) then
      return jsonb_build_object('state', 'conflict');
    elsif known.state = 'kept' then
      return jsonb_build_object('state', 'kept', 'row_id', known.row_id);
    elsif known.state = 'discarded' or known.thumbnail_sha256 is distinct from upload ->> 'thumbnail_sha256' then
      return jsonb_build_object('state', 'given_up');
    end if;
    update public.evidence_files f set at = now(), office = owner_office, window_name = owner_window
    where f.upload_id = given_id;
  end if;
  return jsonb_build_object(
    'state', 'reserved', 'file_path', known.file_path, 'thumbnail_path', known.thumbnail_path);
end
$$;

-- The API says, as itself and before it becomes the caller, that the bytes with these hashes are stored under the paths
-- of an upload. Whoever it then becomes takes the upload in the same transaction, or the transaction fails.
-- Raises AG002 where this is not what the uploader announced.
create function private.confirm_upload(
  confirmed uuid, uploader uuid, stored_sha256 text, stored_thumbnail_sha256 text
) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.evidence_files f set state = 'stored'
  where f.upload_id = confirmed and f.user_id = uploader and f.state = 'reserved' and f.sha256 = stored_sha256
    and f.thumbnail_sha256 is not distinct from stored_thumbnail_sha256;
  if not found then
    raise exception 'The file of this upload has not arrived. Send it again.'
      using errcode = 'AG002', column = 'upload_id';
  end if;
end
$$;

create function private.require_taking() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.evidence_files f where f.upload_id = new.upload_id and f.state = 'stored') then
    raise exception 'No row has taken the upload %.', new.upload_id using errcode = 'AG002', column = 'upload_id';
  end if;
  return null;
end
$$;

create constraint trigger require_taking after insert or update on public.evidence_files deferrable initially deferred
  for each row when (new.state = 'stored') execute function private.require_taking();

-- Whether a stored object is there, in full.
create function private.is_stored(path text, wanted_size bigint) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from storage.objects o where o.bucket_id = 'evidence' and o.name = path
    and (o.metadata ->> 'size')::bigint = wanted_size)
$$;

-- Before a row is written with a new upload_id: takes over what was announced under it, once the API has confirmed in
-- this transaction what is stored. Who is no caller (a seed, a restore) says itself what is stored.
create function private.take_upload() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  upload public.evidence_files;
begin
  -- A new row without one is refused at the end of the transaction; an existing one does not let go of its file. (There
  -- is no old row of an insert: its columns are null.)
  if auth.uid() is null or new.upload_id is not distinct from old.upload_id then
    return new;
  end if;
  select * into upload from public.evidence_files f where f.upload_id = new.upload_id for update;
  if upload.state is distinct from 'stored' or upload.user_id is distinct from auth.uid()
    or upload.evidence_table <> tg_table_name
    or upload.office <> coalesce(new.region_name, '') || ' / ' || coalesce(new.province_name, '')
    or not private.is_stored(upload.file_path, upload.size)
    or (upload.thumbnail_path is not null and not private.is_stored(upload.thumbnail_path, upload.thumbnail_size))
  then
    raise exception 'The file of this upload has not arrived. Send it again.'
      using errcode = 'AG002', column = 'upload_id';
  end if;
  update public.evidence_files f set state = 'kept', row_id = new.id, at = now() where f.upload_id = new.upload_id;
  new.file_path := upload.file_path;
  new.thumbnail_path := upload.thumbnail_path;
  new.file_name := upload.file_name;
  new.content_type := upload.content_type;
  new.size := upload.size;
  new.sha256 := upload.sha256;
  return new;
end
$$;

-- After a row has gone or taken another file: the former files are nobody's. After it has moved: they move along.
create function private.follow_row() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' or old.upload_id is distinct from new.upload_id then
    update public.evidence_files f set state = 'discarded', at = now() where f.upload_id = old.upload_id;
  end if;
  if tg_op = 'UPDATE' and old.office <> new.office then
    update public.evidence_files f set office = new.office where f.upload_id = new.upload_id;
  end if;
  return null;
end
$$;

-- At the end of the transaction: a row has its file.
create function private.require_file() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  path text;
begin
  execute format('select coalesce(file_path, '''') from public.%I where id = $1', tg_table_name) into path using new.id;
  if path = '' then
    raise exception 'Send the file along: a row without it cannot be saved.'
      using errcode = 'AG002', column = 'upload_id';
  end if;
  return null;
end
$$;

-- Called for a protected table whose rows have a file each (template.evidence), with the tables whose rows they prove.
create procedure private.keep_evidence(target regclass, owners text[])
  language plpgsql set search_path = ''
as $$
declare
  name constant text := (select relname from pg_catalog.pg_class where oid = target);
begin
  insert into private.evidence_owners select name, owner from unnest(owners) owner;
  execute format('create unique index %I on %s (upload_id) where upload_id is not null', name || '_upload_once',
    target);
  execute format('create index %I on %s (sha256)', name || '_sha256', target);
  execute replace($sql$
    create trigger take_upload before insert or update on {table}
      for each row execute function private.take_upload();
    create trigger follow_row after update or delete on {table}
      for each row execute function private.follow_row();
    create constraint trigger require_file after insert or update on {table} deferrable initially deferred
      for each row execute function private.require_file()$sql$, '{table}', target::text);
end
$$;

-- Keeping files and rows in step: what is left of given-up uploads and deleted rows is removed by whoever works on, and
-- a check finds everything else that a crash or a restore can leave behind.

-- Gives up uploads: one's own that failed, by id, and everybody's that were announced too long ago. How many.
create function private.give_up_uploads(ids uuid[] default '{}') returns bigint
  language sql volatile security definer set search_path = ''
as $$
  with given_up as (
    update public.evidence_files f set state = 'discarded', at = now()
    where f.state = 'reserved' and auth.uid() is not null
      and ((f.upload_id = any (ids) and f.user_id = auth.uid()) or f.at < now() - private.upload_patience())
    returning 1)
  select count(*) from given_up
$$;

-- Forgets discarded uploads of which nothing is stored any more. How many.
create function private.forget_uploads() returns bigint
  language sql volatile security definer set search_path = ''
as $$
  with forgotten as (
    delete from public.evidence_files f
    where f.state = 'discarded' and f.office = any (private.offices_to_read())
      and not exists (select from storage.objects o
        where o.bucket_id = 'evidence' and o.name in (f.file_path, f.thumbnail_path))
    returning 1)
  select count(*) from forgotten
$$;

-- Paths in the caller's sight that no row keeps any more: what the API removes from Storage next.
create function private.unwanted_files(most integer) returns setof text
  language sql stable security definer set search_path = ''
as $$
  select p.path
  from public.evidence_files f cross join lateral (values (f.file_path), (f.thumbnail_path)) p (path)
  where f.state = 'discarded' and f.office = any ((select private.offices_to_read())::text[]) and p.path is not null
  limit most
$$;

-- Whether a crash, of whomever's call, has left something in the caller's sight that a sweep would remove.
create function private.has_leftover_files() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.evidence_files f
    where f.office = any ((select private.offices_to_read())::text[])
      and (f.state = 'discarded' or (f.state = 'reserved' and f.at < now() - private.upload_patience())))
$$;

-- Everything that is out of step, for administrators; nothing for others. fault:
--   unwanted_file: stored, and discarded or given up; stray_file: stored, and never announced; both may be removed
--   missing_file: a row says that it has this file, and it is not stored, or not in full; row_id of evidence_table
create function private.file_faults() returns table (fault text, path text, evidence_table text, row_id bigint)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.may_repair_files() then
    return;
  end if;
  return query
    select case when f.upload_id is null then 'stray_file' else 'unwanted_file' end, o.name, f.evidence_table,
      null::bigint
    from storage.objects o
    left join public.evidence_files f on o.name = f.file_path or o.name = f.thumbnail_path
    where o.bucket_id = 'evidence'
      and (f.upload_id is null or f.state = 'discarded'
        or (f.state = 'reserved' and f.at < now() - private.upload_patience()))
    union all
    select 'missing_file', p.path, f.evidence_table, f.row_id
    from public.evidence_files f
    cross join lateral (values (f.file_path, f.size), (f.thumbnail_path, f.thumbnail_size)) p (path, size)
    where f.state = 'kept' and p.path is not null and not private.is_stored(p.path, p.size);
end
$$;

-- Files that rows keep, after a path and in its order: {path, sha256, size, evidence_table, row_id}. sha256 is null for
-- thumbnails of before they had one. For administrators; nothing for others.
create function private.kept_files(after_path text, most integer)
  returns table (path text, sha256 text, size bigint, evidence_table text, row_id bigint)
  language sql stable security definer set search_path = ''
as $$
  select p.path, p.sha256, p.size, f.evidence_table, f.row_id
  from public.evidence_files f
  cross join lateral (values
    (f.file_path, f.sha256, f.size), (f.thumbnail_path, f.thumbnail_sha256, f.thumbnail_size)) p (path, sha256, size)
  where f.state = 'kept' and p.path is not null and p.path > after_path and (select private.may_repair_files())
  order by p.path
  limit most
$$;

grant execute on function private.confirm_upload(uuid, uuid, text, text) to api_gateway;
grant execute on function
  private.begin_upload(text, text, bigint, jsonb), private.give_up_uploads(uuid[]), private.forget_uploads(),
  private.unwanted_files(integer), private.has_leftover_files(), private.file_faults(),
    private.kept_files(text, integer)
to authenticated;


-- supabase/schemas/72_geotags.sql

-- Geotags of Form 11: a photo with its place, tied to the support that it proves (spec sections 3 and 7). Whether the
-- point lies in the record's province is the database's to say; a point outside is saved only when that was confirmed.

create table private.province_outlines (
  region_name text not null,
  province_name text not null,
  ring polygon not null
);
create index province_outlines_place on private.province_outlines (region_name, province_name);
alter table private.province_outlines enable row level security;
comment on table private.province_outlines is
  'Coarse outlines of about 2012, a row an island or part, points (longitude, latitude). Filled by the seed.';

-- How far outside an outline a point may lie and still count as inside: the outlines are coarse. About 5 km, in
-- degrees.
create function private.outline_tolerance() returns double precision
  language sql immutable parallel safe set search_path = ''
as $$ select 0.045::double precision $$;

-- Yes or No; null where no outline is known. An office without province is its whole region, one without region the
-- country.
create function private.outside_outline(region text, province text, longitude numeric, latitude numeric) returns text
  language sql stable security definer set search_path = ''
as $$
  select case when bool_or(
    (o.ring <-> point(longitude::double precision, latitude::double precision)) <= private.outline_tolerance())
    then 'No' else 'Yes' end
  from private.province_outlines o
  where (region is null or o.region_name = region) and (province is null or o.province_name = province)
  having count(*) > 0
$$;

-- What a geotag has in common with its Form 11 record: all of the column groups.
create function private.shared_columns() returns text[]
  language sql immutable parallel safe set search_path = ''
as $$
  select array['reporting_year', 'reporting_quarter', 'reporting_month', 'year_funded', 'fund_source', 'psp_category',
    'subpsp_name',
    'subpsp_abbreviation', 'subpsp_status', 'arbo_id', 'arbo_name', 'region_name', 'province_name', 'muncity_name',
      'barangay_name', 'cd',
    'arc_id', 'arc_name', 'arc_type', 'arc_cluster_name']
$$;

create function private.of_shared_columns(form jsonb) returns jsonb
  language sql immutable parallel safe set search_path = ''
as $$ select jsonb_object_agg(c, form -> c) from unnest(private.shared_columns()) c $$;

-- A new geotag has what its record has, where it does not say otherwise; of that, its office can be no other
-- (agree_with_form11). A row that names its office is left as it is: the policies judge what was asked for. Callers tie
-- no geotag to another record later.
create function private.fill_from_form11() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  form jsonb;
begin
  if tg_op = 'UPDATE' then
    if new.form11_id <> old.form11_id and auth.uid() is not null then
      raise exception 'A geotag stays with the record that it proves.' using errcode = 'AG002', column = 'form11_id';
    end if;
  elsif new.region_name is null and new.province_name is null then
    select private.of_shared_columns(to_jsonb(f)) into form
    from public.form11_accomps f
    where f.id = new.form11_id and (auth.uid() is null or f.office = any (private.offices_to_read()));
    new := jsonb_populate_record(new, coalesce(form, '{}')
      || jsonb_strip_nulls(private.of_shared_columns(to_jsonb(new))));
  end if;
  return new;
end
$$;

-- Says whether the point is outside. Refuses one that nobody has confirmed, when it is given: a record that moves to
-- another province marks its geotags and is not held up by them.
create function private.locate_point() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.outside_province := private.outside_outline(new.region_name, new.province_name, new.longitude, new.latitude);
  if new.outside_province is distinct from 'Yes' then
    -- There is nothing to confirm, and the next point outside is another.
    new.outside_confirmed := nullif(new.outside_confirmed, 'Yes');
  elsif new.outside_confirmed is distinct from 'Yes' and (tg_op = 'INSERT'
    or row(new.latitude, new.longitude, new.outside_confirmed)
      is distinct from row(old.latitude, old.longitude, old.outside_confirmed)) then
    raise exception 'The point lies outside %. Move it, or confirm that it is right.',
      coalesce(new.province_name, new.region_name, 'the Philippines')
      using errcode = 'AG002', column = 'outside_confirmed';
  end if;
  return new;
end
$$;

-- At the end of the transaction: a geotag belongs to the office of its record, so that who sees the one sees the other.
create function private.agree_with_form11() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.form_11_geotags g join public.form11_accomps f on f.id = g.form11_id
    where g.id = new.id and g.office <> f.office) then
    raise exception 'A geotag belongs to the office of the record that it proves.'
      using errcode = 'AG002', column = 'province_name';
  end if;
  return null;
end
$$;

-- What changes in a Form 11 record changes in its geotags.
create function private.share_with_geotags() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  names text := (select string_agg(format('%I', c), ', ') from unnest(private.shared_columns()) c);
begin
  if private.of_shared_columns(to_jsonb(old)) is not distinct from private.of_shared_columns(to_jsonb(new)) then
    return null;
  end if;
  execute format(
    'update public.form_11_geotags
     set (%1$s) = (select %1$s from jsonb_populate_record(null::public.form_11_geotags, $1))
     where form11_id = $2', names)
    using to_jsonb(new), new.id;
  return null;
exception
  when sqlstate 'AG001' then
    raise exception 'A geotag of this record is approved: set it back to Pending before changing what they share.'
      using errcode = 'AG001', detail = new.id::text;
end
$$;

create table public.form_11_geotags (
  like template.record including all,
  like template.status including all,
  form11_id bigint not null,
  kind text check (kind in ('before', 'after')),
  caption text,
  latitude numeric(8, 6) not null check (latitude between -90 and 90),
  longitude numeric(9, 6) not null check (longitude between -180 and 180),
  location_source text not null check (location_source in ('exif', 'browser', 'map')),
  accuracy numeric(8, 1) check (accuracy >= 0),
  outside_confirmed text check (outside_confirmed in ('Yes', 'No')),
  like template.reporting including all,
  like template.programme including all,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  like template.evidence including all,
  taken_at timestamptz,
  outside_province text
);
alter table public.form_11_geotags alter status set default 'Accomplished';
comment on table public.form_11_geotags is
  'Form 11 geotags: a photo or document and where it was taken, proving one support record.';
comment on column public.form_11_geotags.location_source is
  'exif: written in the photo; browser: where the device was at upload; map: tapped by the user.';
comment on column public.form_11_geotags.accuracy is 'Radius in metres within which the device believed itself to be.';
insert into private.record_tables values ('form_11_geotags', 'accomplishment');
call private.apply_protection('public.form_11_geotags');
call private.refer_to_masterlists('public.form_11_geotags');
call private.refer('public.form_11_geotags', 'form11_id', 'public.form11_accomps', 'id');
call private.keep_evidence('public.form_11_geotags', '{form11_accomps}');
create index form_11_geotags_taken on public.form_11_geotags (form11_id, taken_at);
comment on column public.form_11_geotags.outside_province is
  'Whether the point lies outside the record''s province by more than the tolerance of the outlines; null where none '
  'is known.';
create trigger fill_from_form11 before insert or update on public.form_11_geotags
  for each row execute function private.fill_from_form11();
create trigger locate_point before insert or update on public.form_11_geotags
  for each row execute function private.locate_point();

create constraint trigger agree_with_form11 after insert
  or update on public.form_11_geotags deferrable initially deferred
  for each row execute function private.agree_with_form11();

create trigger share_with_geotags after update on public.form11_accomps
  for each row execute function private.share_with_geotags();


-- supabase/schemas/73_attachments.sql

-- Attachments: files that belong to a field of a record, by the mechanism of the geotags. Scope, right, window and
-- freeze are those of the record; its field holds links to what is attached (spec section 3), and keeps what was typed
-- beside.

create table private.attachment_fields (
  table_name text not null references private.record_tables (table_name),
  field text not null,
  primary key (table_name, field)
);
alter table private.attachment_fields enable row level security;
comment on table private.attachment_fields is
  'Fields that hold links to attachments. The registry marks the same as attached.';

-- The link of an attachment: an address of the app, which asks for the file as whoever opens it.
create function private.attachment_link(upload uuid) returns text
  language sql immutable parallel safe set search_path = ''
as $$ select '/homepage/files/' || upload $$;

create function private.is_attachment_link(link text) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$ select link ~ '^/homepage/files/[0-9a-f-]{36}$' $$;

-- Before a record is changed: its fields hold the links of its attachments, whatever was sent for them. A list keeps
-- other entries before the links; a single field holds the newest link, or what else was sent.
create function private.hold_links() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  given jsonb := to_jsonb(new);
  kept jsonb := '{}';
  one record;
begin
  -- Most records have no attachments and never had: imports change thousands of them at once.
  if not exists (select from public.attachments a where a.record_table = tg_table_name and a.record_id = new.id)
    and given::text not like '%/homepage/files/%' then
    return new;
  end if;
  for one in
    select f.field, c.atttypid = 'text[]'::regtype as is_list,
      array(select private.attachment_link(a.upload_id) from public.attachments a
        where a.record_table = tg_table_name and a.record_id = new.id and a.field = f.field order by a.id) as links,
      array(select v from jsonb_array_elements_text(case jsonb_typeof(given -> f.field)
          when 'array' then given -> f.field when 'string' then jsonb_build_array(given -> f.field) else '[]' end) v
        where not private.is_attachment_link(v)) as others
    from private.attachment_fields f
    join pg_catalog.pg_attribute c on c.attrelid = tg_relid and c.attname = f.field
    where f.table_name = tg_table_name
  loop
    kept := kept || jsonb_build_object(one.field, case when one.is_list
      then to_jsonb(nullif(one.others || one.links, '{}'))
      else to_jsonb(coalesce(one.links[cardinality(one.links)], one.others[1])) end);
  end loop;
  return jsonb_populate_record(new, kept);
end
$$;

-- A record that is deleted takes its attachments along; one that moves takes them along, too.
create function private.lead_attachments() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  now_status text;
begin
  if tg_op = 'DELETE' then
    delete from public.attachments a where a.record_table = tg_table_name and a.record_id = old.id;
    return null;
  end if;
  now_status := case private.window_of(tg_table_name, new.status) when 'target' then 'Target' else 'Accomplished' end;
  update public.attachments a
  set region_name = new.region_name, province_name = new.province_name, muncity_name = new.muncity_name,
    barangay_name = new.barangay_name, cd = new.cd, status = now_status
  where a.record_table = tg_table_name and a.record_id = new.id
    and row(a.region_name, a.province_name, a.muncity_name, a.barangay_name, a.cd, a.status)
      is distinct from row(new.region_name, new.province_name, new.muncity_name, new.barangay_name, new.cd, now_status);
  return null;
end
$$;

create procedure private.hold_attachments(target regclass, fields text[])
  language plpgsql set search_path = ''
as $$
declare
  name constant text := (select relname from pg_catalog.pg_class where oid = target);
begin
  insert into private.evidence_owners values ('attachments', name);
  insert into private.attachment_fields select name, f from unnest(fields) f;
  execute replace($sql$
    create trigger hold_links before update on {table}
      for each row execute function private.hold_links();
    create trigger lead_attachments after update or delete on {table}
      for each row execute function private.lead_attachments()$sql$, '{table}', target::text);
end
$$;

-- Before an attachment is written: a new one stands where its record stands.
create function private.fill_from_record() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  found_place record;
  record_office text;
begin
  if tg_op = 'UPDATE' then
    if row(new.record_table, new.record_id, new.field)
      is distinct from row(old.record_table, old.record_id, old.field) then
      raise exception 'An attachment stays with the field of the record that it belongs to.'
        using errcode = 'AG002', column = 'record_id';
    end if;
    return new;
  end if;
  if not exists (select from private.attachment_fields f where f.table_name = new.record_table
    and f.field = new.field) then
    raise exception 'This field takes no attachments.' using errcode = 'AG002', column = 'field';
  end if;
  -- A row that names its office is left as it is, so that the policies judge what was asked for.
  if new.region_name is null and new.province_name is null then
    execute format(
      'select region_name, province_name, muncity_name, barangay_name, cd,
         private.window_of(%1$L, status) as window_name
       from public.%1$I where id = $1 and (office = any ($2) or $3)', new.record_table)
      into found_place using new.record_id, private.offices_to_read(), auth.uid() is null;
    if found_place.window_name is not null then
      new.region_name := found_place.region_name;
      new.province_name := found_place.province_name;
      new.muncity_name := found_place.muncity_name;
      new.barangay_name := found_place.barangay_name;
      new.cd := found_place.cd;
      new.status := case found_place.window_name when 'target' then 'Target' else 'Accomplished' end;
    end if;
  end if;
  -- At once, because the record is written when its attachment is. Of one that does not exist, agree_with_record says
  -- the same.
  execute format('select office from public.%I where id = $1', new.record_table) into record_office using new.record_id;
  if record_office <> coalesce(new.region_name, '') || ' / ' || coalesce(new.province_name, '') then
    raise exception 'An attachment belongs to a record, and to its office.'
      using errcode = 'AG002', column = 'record_id';
  end if;
  return new;
end
$$;

-- Writes the record anew, whose own trigger then fills in the links; an approved record refuses (AG001).
create function private.tell_record() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  changed public.attachments;
begin
  changed := case tg_op when 'DELETE' then old else new end;
  if tg_op <> 'UPDATE' or new.upload_id is distinct from old.upload_id then
    execute format('update public.%1$I set %2$I = %2$I where id = $1', changed.record_table, changed.field)
      using changed.record_id;
  end if;
  return null;
end
$$;

-- At the end of the transaction: an attachment stands in the office of its record, under the same window.
create function private.agree_with_record() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  agrees boolean;
begin
  -- Null when the attachment has gone again.
  execute format('select coalesce(a.office = r.office and a.status = case private.window_of(%1$L, r.status) '
    || 'when ''target'' then ''Target'' else ''Accomplished'' end, false) '
    || 'from public.attachments a left join public.%1$I r on r.id = a.record_id where a.id = $1', new.record_table)
    into agrees using new.id;
  if not agrees then
    raise exception 'An attachment belongs to a record, and to its office.'
      using errcode = 'AG002', column = 'record_id';
  end if;
  return null;
end
$$;

create table public.attachments (
  like template.record including all,
  like template.status including all,
  record_table text not null,
  record_id bigint not null,
  field text not null,
  caption text,
  like template.location including all,
  like template.evidence including all
);
create index attachments_record on public.attachments (record_table, record_id, field);
comment on table public.attachments is
  'Files attached to a field of a record. The row stands in the office of the record; status names its window '
  '(Target, or else accomplishment).';
insert into private.record_tables values ('attachments', 'status');
call private.apply_protection('public.attachments');
call private.keep_evidence('public.attachments', '{}');

create trigger fill_from_record before insert or update on public.attachments
  for each row execute function private.fill_from_record();
create trigger tell_record after insert or update or delete on public.attachments
  for each row execute function private.tell_record();

create constraint trigger agree_with_record after insert or update on public.attachments deferrable initially deferred
  for each row execute function private.agree_with_record();

call private.hold_attachments('public.form11_accomps', '{uploadFile}');
call private.hold_attachments('public.form11_farm_infos', '{uploadFile}');
call private.hold_attachments('public.fme_inventory_table', '{picture_trust_agreement,picture_deed_donation}');
call private.hold_attachments('public.arbo_masterlist', '{coc_cgs_attachment_link}');


-- supabase/schemas/80_people.sql

-- Administration (spec section 6): who keeps people, roles, schedules and lists. Policies say who may write; triggers
-- say what may be given, in sentences that a screen can show (AG003). Nobody gives a level, right or route that they do
-- not have, nobody changes their own role, and there is always an administrator at the central office.

-- Whether the caller has the route users and the right for the verb.
create function private.may_keep_people(verb text) returns boolean
  language sql stable parallel safe security definer set search_path = ''
as $$
  select coalesce('users' = any (c.routes) and private.right_suffices(verb, c.rights), false)
    from private.current_caller() c
$$;

-- Role entries are the same for the whole country: only the central office changes them.
create function private.may_keep_roles(verb text) returns boolean
  language sql stable parallel safe security definer set search_path = ''
as $$ select private.may_keep_people(verb) and private.caller_level() = 'Central' $$;

-- The regions whose schedules the caller keeps: '' is the whole country. Empty for whoever keeps none.
create function private.regions_to_schedule(verb text) returns text[]
  language sql stable parallel safe security definer set search_path = ''
as $$
  select case
    when not private.may_keep_people(verb) then '{}'
    when c.level = 'Central' then (select array_agg(o.region_name) from public.offices o
      where o.region_name is not null) || array['']
    when c.level = 'Regional' then array[c.region_name]
    else '{}'
  end
  from private.current_caller() c
$$;

grant execute on function
  private.may_keep_people(text), private.may_keep_roles(text), private.regions_to_schedule(text)
to authenticated;

-- Why a caller may not give, take or touch what a role entry gives; null when it is within their own.
create function private.reach_problem(c private.caller, entry public.uac) returns text
  language sql stable parallel safe set search_path = ''
as $$
  select case
    when array_position(array['Provincial', 'Regional', 'Central'],
      entry.status) > coalesce(array_position(array['Provincial', 'Regional', 'Central'], c.level), 0)
      then format('the level %s, which is above yours', entry.status)
    when not entry.access_controls <@ coalesce(c.rights, '{}')
      then format('the right %s, which you do not have', (select string_agg(r, ', ')
        from unnest(entry.access_controls) r where r <> all (coalesce(c.rights, '{}'))))
    when not entry.route <@ coalesce(c.routes, '{}')
      then format('the route %s, which you do not have', (select string_agg(r, ', ') from unnest(entry.route) r
        where r <> all (coalesce(c.routes, '{}'))))
  end
$$;

-- Role entries: what may be given. Without a caller (the owner, a seed) only the rules about holders apply.
create function private.guard_role() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  c private.caller := private.current_caller();
  problem text;
  holders text;
begin
  if auth.uid() is not null and private.may_keep_roles(lower(tg_op)) then
    if tg_op <> 'INSERT' then
      problem := private.reach_problem(c, old);
      if problem is not null then
        raise exception 'This role has %.', problem using errcode = 'AG003';
      end if;
    end if;
    if tg_op <> 'DELETE' then
      problem := private.reach_problem(c, new);
      if problem is not null then
        raise exception 'You cannot give %.', problem using errcode = 'AG003',
          column = case when problem like 'the right%' then 'access_controls' when problem like 'the route%'
            then 'route' else 'status' end;
      end if;
    end if;
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if tg_op = 'UPDATE' then
    new.row_version := old.row_version + 1;
    select string_agg(u.username, ', ' order by u.username) into holders
    from public.users u where u.uac_id = new.id and u.roles = any (old.rolename) and not u.roles = any (new.rolename)
      and cardinality(new.rolename) > 0;
    if holders is not null then
      raise exception 'People hold a role name that would be taken away: %. Give them another role first.', holders
        using errcode = 'AG002', column = 'rolename';
    end if;
    if auth.uid() is not null and new.status <> old.status then
      select string_agg(u.username, ', ' order by u.username) into holders
      from public.users u where u.uac_id = new.id
        and (u.region_name is null and new.status = 'Regional' or u.province_name is null
        and new.status = 'Provincial');
      if holders is not null then
        raise exception 'People with this role have no office of the level %: %.', new.status, holders
          using errcode = 'AG002', column = 'status';
      end if;
    end if;
  end if;
  return new;
end
$$;

create trigger guard_role before insert or update or delete on public.uac
  for each row execute function private.guard_role();

-- Who is an administrator of the central office: the level, the route users and the right Edit.
create function private.is_central_administrator(level text, routes text[], rights text[]) returns boolean
  language sql immutable set search_path = ''
as $$ select level = 'Central' and 'users' = any (routes) and 'Edit' = any (rights) $$;

-- Refuses a statement that takes away the last of them, whoever runs it. The lock makes two that take away one another
-- wait, and the second finds none left.
create function private.keep_an_administrator() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  had_one boolean;
begin
  if tg_table_name = 'users' then
    had_one := exists (select from old_rows o join public.uac r on r.id = o.uac_id and o.roles = any (r.rolename)
      where not o.disabled and private.is_central_administrator(r.status, r.route, r.access_controls));
  else
    had_one := exists (select from old_rows o join public.users u on u.uac_id = o.id and u.roles = any (o.rolename)
      where not u.disabled and private.is_central_administrator(o.status, o.route, o.access_controls));
  end if;
  if not had_one then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtext('keep_an_administrator'));
  if not exists (select from public.users u join public.uac r on r.id = u.uac_id and u.roles = any (r.rolename)
    where not u.disabled and private.is_central_administrator(r.status, r.route, r.access_controls))
  then
    raise exception 'This is the last administrator of the central office: make another one first.'
      using errcode = 'AG003';
  end if;
  return null;
end
$$;

create trigger keep_an_administrator_update after update on public.uac referencing old table as old_rows
  for each statement execute function private.keep_an_administrator();
create trigger keep_an_administrator_delete after delete on public.uac referencing old table as old_rows
  for each statement execute function private.keep_an_administrator();
create trigger keep_an_administrator_update after update on public.users referencing old table as old_rows
  for each statement execute function private.keep_an_administrator();
create trigger keep_an_administrator_delete after delete on public.users referencing old table as old_rows
  for each statement execute function private.keep_an_administrator();

create policy select_own_or_as_administrator on public.uac for select to authenticated
  using (id = (select private.caller_uac_id()) or (select private.caller_has_route('users')));
create policy select_own_or_as_administrator_for_central on public.uac for select to central_reader
  using (id = (select private.caller_uac_id()) or (select private.caller_has_route('users')));
create policy select_own_or_as_administrator_for_province on public.uac for select to provincial_reader
  using (id = (select private.caller_uac_id()) or (select private.caller_has_route('users')));

-- Profiles are seen within the caller's scope: the route users does not widen it.
create policy select_own_or_as_administrator on public.users for select to authenticated
  using (
    id = (select auth.uid()) and (select private.caller_level()) is not null
    or (select private.caller_has_route('users')) and office = any ((select private.offices_to_read())::text[]));
create policy select_own_or_as_administrator_for_central on public.users for select to central_reader
  using (
    id = (select auth.uid()) and (select private.caller_level()) is not null
    or (select private.caller_has_route('users')) and (select private.caller_of_central()) is not null);
create policy select_own_or_as_administrator_for_province on public.users for select to provincial_reader
  using (
    id = (select auth.uid()) and (select private.caller_level()) is not null
    or (select private.caller_has_route('users')) and office = (select private.caller_of_province()));

call private.grant_columns('public.uac');

create policy insert_as_central_administrator on public.uac for insert to authenticated
  with check ((select private.may_keep_roles('insert')));

create policy update_as_central_administrator on public.uac for update to authenticated
  using ((select private.may_keep_roles('update')) and id is distinct from (select private.caller_uac_id()))
  with check ((select private.may_keep_roles('update')) and id is distinct from (select private.caller_uac_id()));

create policy delete_as_central_administrator on public.uac for delete to authenticated
  using ((select private.may_keep_roles('delete')) and id is distinct from (select private.caller_uac_id()));

call private.keep_searched('public.uac');

call private.log_table('public.users');
call private.log_table('public.uac');

create trigger clean_texts before insert or update on public.uac
  for each row execute function private.clean_texts();
create trigger clean_texts before insert or update on public.users
  for each row execute function private.clean_texts();


-- supabase/schemas/81_accounts.sql

-- People and their accounts. The account lies with Supabase Auth and is changed by its administration calls; the
-- profile lies here. What belongs together is written in one transaction of the database: triggers on the account make,
-- name and remove the profile, as an administrator intended before. Nothing happens that the database has not allowed
-- first.

create table private.account_intents (
  user_id uuid primary key,
  kind text not null check (kind in ('register', 'remove')),
  profile jsonb,
  by_user uuid not null,
  at timestamptz not null default now()
);
alter table private.account_intents enable row level security;
comment on table private.account_intents is
  'What an administrator was allowed to do to an account, until Supabase Auth does it. Counts for ten minutes.';

-- Refuses a change of a profile (AG003 what the caller may not do, AG002 what is not consistent).
create function private.refuse_profile(verb text, before public.users, after public.users) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  c private.caller := private.current_caller();
  one public.users := case when verb = 'insert' then after else before end;
  entry public.uac;
  problem text;
begin
  if one.id = auth.uid() then
    if verb = 'delete' then
      raise exception 'Nobody removes their own account.' using errcode = 'AG003';
    end if;
    if (after.roles, after.uac_id, after.region_name, after.province_name, after.muncity_name, after.username,
      after.email, after.disabled)
      is distinct from (before.roles, before.uac_id, before.region_name, before.province_name, before.muncity_name,
        before.username, before.email, before.disabled)
    then
      raise exception 'Nobody changes their own role, office, name of sign-in or state: ask another administrator.'
        using errcode = 'AG003';
    end if;
    return;
  end if;
  if not private.may_keep_people(verb) then
    raise exception 'Only administrators with the route "users" and the right for it may % people.',
      case verb when 'insert' then 'add' when 'update' then 'change' else 'remove' end using errcode = 'AG003';
  end if;
  if verb <> 'insert' then
    if not before.office = any (private.offices_to_read()) then
      raise exception 'This person does not exist or belongs to an office that you do not see.' using errcode = 'AG004';
    end if;
    select r.* into entry from public.uac r where r.id = before.uac_id;
    problem := private.reach_problem(c, entry);
    if problem is not null then
      raise exception 'This person has %.', problem using errcode = 'AG003';
    end if;
  end if;
  if verb <> 'delete' then
    if not after.office = any (private.offices_to_read()) then
      if not exists (select from public.offices o where o.office = after.office) then
        raise exception 'Choose a region and one of its provinces.' using errcode = 'AG002', column = 'province_name';
      end if;
      raise exception 'You keep people of your own office only.' using errcode = 'AG003', column = 'region_name';
    end if;
    entry := null;
    select r.* into entry from public.uac r where r.id = after.uac_id;
    problem := private.reach_problem(c, entry);
    if problem is not null then
      raise exception 'You cannot give %.', problem using errcode = 'AG003', column = 'uac_id';
    end if;
    if after.uac_id is not null and entry.id is null then
      raise exception 'There is no such role.' using errcode = 'AG002', column = 'uac_id';
    end if;
    if not coalesce(after.roles = any (entry.rolename), true) then
      raise exception 'The role name must be one of: %.', array_to_string(entry.rolename, ', ')
        using errcode = 'AG002', column = 'roles';
    end if;
    if entry.status in ('Regional', 'Provincial') and after.region_name is null then
      raise exception 'A person of the level % needs a region.', entry.status
        using errcode = 'AG002', column = 'region_name';
    end if;
    if entry.status = 'Provincial' and after.province_name is null then
      raise exception 'A person of the level Provincial needs a province.'
        using errcode = 'AG002', column = 'province_name';
    end if;
  end if;
end
$$;

-- Guards every way to a profile. Without a caller (the owner, a seed, Auth itself) nothing is asked.
create function private.guard_user() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    new.updated_at := now();
    new.row_version := old.row_version + 1;
  end if;
  if tg_op <> 'DELETE' then
    -- The generated column is not filled in yet.
    new.office := coalesce(new.region_name, '') || ' / ' || coalesce(new.province_name, '');
  end if;
  if auth.uid() is not null then
    perform private.refuse_profile(lower(tg_op), case when tg_op <> 'INSERT' then old end, case when tg_op <> 'DELETE'
      then new end);
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

create trigger guard_user before insert or update or delete on public.users
  for each row execute function private.guard_user();

-- Acts for the administrator who intended something, in the transaction of Auth that does it.
create function private.act_for(administrator uuid) returns void
  language sql volatile set search_path = ''
as $$
  select set_config('request.jwt.claims', jsonb_build_object('sub', administrator, 'role', 'authenticated')::text,
    true),
    set_config('request.jwt.claim.sub', administrator::text, true)
$$;

-- An account that an administrator intended brings its profile, or is not made.
create function private.make_profile() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  intent private.account_intents;
begin
  delete from private.account_intents i where i.user_id = new.id and i.kind = 'register'
    and i.at > now() - interval '10 minutes' returning * into intent;
  if found then
    perform private.act_for(intent.by_user);
    insert into public.users (id, username, email, name, position, roles, region_name, province_name, muncity_name,
      uac_id)
    select new.id, p.username, p.email, p.name, p.position, p.roles, p.region_name, p.province_name, p.muncity_name,
      p.uac_id
    from jsonb_populate_record(null::public.users, intent.profile) p;
  end if;
  return new;
end
$$;

create trigger make_profile after insert on auth.users for each row execute function private.make_profile();

-- The log names the administrator who removes an account; the profile goes with it.
create function private.remove_profile() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  intent private.account_intents;
begin
  delete from private.account_intents i where i.user_id = old.id and i.kind = 'remove'
    and i.at > now() - interval '10 minutes' returning * into intent;
  if found then
    perform private.act_for(intent.by_user);
  end if;
  delete from public.users u where u.id = old.id;
  return old;
end
$$;

create trigger remove_profile before delete on auth.users for each row execute function private.remove_profile();

-- The address is Auth's: the profile follows it, whoever changes it.
create function private.follow_email() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.users u set email = new.email where u.id = new.id and new.email is not null and u.email
    is distinct from new.email;
  return new;
end
$$;

create trigger follow_email after update of email on auth.users for each row execute function private.follow_email();


-- supabase/schemas/82_account_calls.sql

-- What the API calls to keep people, each as the administrator who asks. What concerns the account as well says only
-- whether it may be done; Supabase Auth then does it.

-- Allows a new account and answers the id that it must be made with. Raises AG002, AG003, or 23505 where the username
-- or the address is somebody's already.
create function private.intend_account(given jsonb) returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  profile public.users := jsonb_populate_record(null::public.users, given);
begin
  profile.id := gen_random_uuid();
  profile.office := coalesce(profile.region_name, '') || ' / ' || coalesce(profile.province_name, '');
  perform private.refuse_profile('insert', null, profile);
  if exists (select from public.users u where lower(u.username) = lower(profile.username)) then
    raise exception 'taken' using errcode = 'unique_violation', column = 'username';
  end if;
  if exists (select from auth.users a where lower(a.email) = lower(profile.email))
    or exists (select from public.users u where lower(u.email) = lower(profile.email)) then
    raise exception 'taken' using errcode = 'unique_violation', column = 'email';
  end if;
  delete from private.account_intents i where i.at < now() - interval '10 minutes';
  insert into private.account_intents (user_id, kind, profile, by_user)
    values (profile.id, 'register', given - 'password', auth.uid());
  return profile.id;
end
$$;

-- A person whom the caller may see, or AG004.
create function private.person_in_sight(wanted uuid) returns public.users
  language plpgsql stable security definer set search_path = ''
as $$
declare
  found_user public.users;
begin
  select u.* into found_user from public.users u
  where u.id = wanted and (u.id = auth.uid() and private.caller_level() is not null
    or private.caller_has_route('users') and u.office = any (private.offices_to_read()));
  if not found then
    raise exception 'This person does not exist or belongs to an office that you do not see.' using errcode = 'AG004';
  end if;
  return found_user;
end
$$;

-- Allows the removal of an account: it is tried and taken back, so that every rule has been asked.
create function private.intend_removal(wanted uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.person_in_sight(wanted);
  begin
    delete from public.users u where u.id = wanted;
    raise exception 'tried' using errcode = 'AG999';
  exception
    when sqlstate 'AG999' then null;
  end;
  insert into private.account_intents (user_id, kind, by_user) values (wanted, 'remove', auth.uid())
  on conflict (user_id) do update set kind = 'remove', profile = null, by_user = excluded.by_user, at = now();
end
$$;

-- Takes back what was intended, where Auth did not do it.
create function private.forget_intent(wanted uuid) returns void
  language sql volatile security definer set search_path = ''
as $$ delete from private.account_intents i where i.user_id = wanted and i.by_user = auth.uid() $$;

-- Whether the caller may change somebody's account: address, password, sessions. Raises AG003 or AG004.
create function private.check_account_change(wanted uuid, new_email text default null) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  person public.users := private.person_in_sight(wanted);
begin
  if person.id = auth.uid() then
    raise exception 'Change your own password in your profile; the rest another administrator does.'
      using errcode = 'AG003';
  end if;
  perform private.refuse_profile('update', person, person);
  if exists (select from auth.users a where lower(a.email) = lower(new_email) and a.id <> wanted) then
    raise exception 'taken' using errcode = 'unique_violation', column = 'email';
  end if;
end
$$;

-- Changes the given fields of a profile, which the guard judges. Answers the profile as it was; null, and nothing is
-- changed, when it is no longer at the version.
create function private.change_profile(wanted uuid, given jsonb, expected_version integer default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  before public.users;
  after public.users;
begin
  perform private.person_in_sight(wanted);
  select u.* into before from public.users u where u.id = wanted for no key update;
  if before.row_version <> expected_version then
    return null;
  end if;
  after := jsonb_populate_record(before,
    given - array['id', 'email', 'time_stamp', 'updated_at', 'row_version', 'office']);
  update public.users u
  set username = after.username, name = after.name, position = after.position, roles = after.roles,
    uac_id = after.uac_id, region_name = after.region_name,
    province_name = after.province_name, muncity_name = after.muncity_name, disabled = after.disabled
  where u.id = wanted;
  return to_jsonb(before);
end
$$;

-- Ends all sessions of somebody: their tokens are refused with the next request, and cannot be renewed.
create function private.end_sessions(wanted uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.check_account_change(wanted);
  delete from auth.sessions s where s.user_id = wanted;
  perform private.log_event(wanted, 'Signed out everywhere');
end
$$;

-- Notes a new password: the caller's own, or one that an administrator gave. All sessions of the person end but the one
-- that asks, and the browsers that knew the former password are forgotten.
create function private.note_password(wanted uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if wanted <> auth.uid() then
    perform private.check_account_change(wanted);
  end if;
  delete from auth.sessions s
  where s.user_id = wanted
    and s.id::text is distinct from nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id';
  delete from private.known_browsers k where k.user_id = wanted;
  perform private.log_event(wanted, case when wanted = auth.uid() then 'New password' else 'Reset password' end);
end
$$;

-- Notes that the caller signs out. Somebody without profile leaves no trace.
create function private.note_sign_out() returns void
  language sql volatile security definer set search_path = ''
as $$ select private.log_event(u.id, 'Sign out') from public.users u where u.id = auth.uid() $$;

-- Whether the caller may change the account and the profile of somebody: for the screens, which ask it of each row.
create function private.may_administer_user(wanted uuid, office text, entry_id bigint) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select wanted is distinct from auth.uid() and private.may_keep_people('update')
    and office = any (private.offices_to_read())
    and (entry_id is null
      or exists (select from public.uac r
      where r.id = entry_id and private.reach_problem(private.current_caller(), r) is null))
$$;

-- Accounts and profiles that do not agree. Raises AG003 for everybody but an administrator of the central office.
create function private.account_drift() returns table (user_id uuid, username text, email text, problem text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.may_keep_roles('update') then
    raise exception 'Only administrators of the central office compare accounts with profiles.' using errcode = 'AG003';
  end if;
  return query
  select a.id, u.username, coalesce(a.email, u.email)::text, p.problem
  from auth.users a
  left join public.users u on u.id = a.id
  cross join lateral (
    select 'no_profile' where u.id is null
    union all select 'email_differs' where u.id is not null and a.email is distinct from u.email
    union all select 'not_banned' where u.disabled and coalesce(a.banned_until, '-infinity') < now()
    union all select 'banned' where not u.disabled and a.banned_until > now()
  ) p (problem)
  where a.deleted_at is null
    and not exists (select from private.account_intents i
      where i.user_id = a.id and i.at > now() - interval '10 minutes')
  order by 2, 3, 4;
end
$$;

-- Takes Auth's address over into a profile that has another one.
create function private.repair_email(wanted uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.may_keep_roles('update') then
    raise exception 'Only administrators of the central office compare accounts with profiles.' using errcode = 'AG003';
  end if;
  update public.users u set email = a.email from auth.users a where u.id = wanted and a.id = u.id;
end
$$;

-- The time of the last sign-in; null for somebody who never did, and for whom the caller does not administer by route
-- and office.
create function private.last_sign_in(wanted uuid) returns timestamptz
  language sql stable security definer set search_path = ''
as $$
  select a.last_sign_in_at
  from public.users u join auth.users a on a.id = u.id
  where u.id = wanted and private.caller_has_route('users') and u.office = any (private.offices_to_read())
$$;

grant execute on function
  private.intend_account(jsonb), private.intend_removal(uuid), private.forget_intent(uuid),
  private.check_account_change(uuid, text), private.change_profile(uuid, jsonb, integer), private.end_sessions(uuid),
  private.note_password(uuid), private.note_sign_out(), private.may_administer_user(uuid, text, bigint),
  private.account_drift(), private.repair_email(uuid), private.last_sign_in(uuid)
to authenticated;

-- People with what their role gives them, as lists show them.
create view public.user_list with (security_invoker = true) as
select u.id, u.username, u.email, u.name, u.position, u.roles, u.uac_id, u.region_name, u.province_name, u.muncity_name,
  u.disabled,
  u.time_stamp, u.updated_at, u.row_version, u.office, r.status as level, r.roletype, r.access_controls as rights,
    r.route as routes,
  private.may_administer_user(u.id, u.office, u.uac_id) as administrable, private.last_sign_in(u.id) as last_sign_in
from public.users u left join public.uac r on r.id = u.uac_id;

revoke all on public.user_list from anon, authenticated;
grant select on public.user_list to authenticated;
comment on view public.user_list is
  'users with the level, rights and routes of their role entry, whether the caller may change them, and '
  'when they last signed in.';


-- supabase/schemas/83_sign_in.sql

-- Signing in by username, with limits that stop guessing and not an office. Only the API's own role asks, before it has
-- a caller; the answers for unknown, disabled and known usernames have the same shape, so that nothing is told. What
-- counts is what was judged to be wrong: a beginning holds a place for as long as its password is looked at, a minute
-- at most, and others wait for it instead of being refused. A browser that has signed in to the account before counts
-- for itself, whatever strangers guess. The API and Auth's own door count together.

create table private.sign_in_failures (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  username text not null,
  address text not null,
  judged boolean not null default false,
  browser text,
  claimed boolean not null default false
);
create index sign_in_failures_username on private.sign_in_failures (username, at);
create index sign_in_failures_address on private.sign_in_failures (address, at);
alter table private.sign_in_failures enable row level security;

comment on table private.sign_in_failures is
  'Attempts to sign in, by account and address: those that failed, and those whose password is being looked at.';
comment on column private.sign_in_failures.judged is 'The password was wrong. Until then the attempt is under way.';
comment on column private.sign_in_failures.browser is 'The known browser that tried; null for any other.';
comment on column private.sign_in_failures.claimed is 'Auth''s hook has taken its one question for that of the API.';

create table private.known_browsers (
  user_id uuid not null references public.users (id) on delete cascade,
  browser text not null,
  last_used timestamptz not null default now(),
  primary key (user_id, browser)
);
alter table private.known_browsers enable row level security;
comment on table private.known_browsers is
  'Browsers in which somebody has signed in, by the hash of a cookie. A new password forgets them.';

-- How long an account or an address must wait now: {seconds, busy}. busy: as many attempts as may fail are under way.
create function private.sign_in_wait(account text, origin text, known text, out seconds integer, out busy boolean)
  language sql stable security definer set search_path = ''
as $$
  with counted as (
    select 10 as most, f.at, f.judged
    from private.sign_in_failures f
    where f.username = account and f.browser is not distinct from known and f.at > now() - interval '10 minutes'
    union all
    select 50, f.at, f.judged
    from private.sign_in_failures f
    where known is null and f.browser is null and f.address = origin and f.at > now() - interval '10 minutes'),
  limits as (
    select
      (array_agg(c.at order by c.at desc) filter (where c.judged))[c.most] + interval '10 minutes' as until,
      count(*) filter (where c.judged or c.at > now() - interval '1 minute') >= c.most as is_full
    from counted c
    group by c.most)
  select greatest(0, ceil(extract(epoch from max(l.until) - now())))::integer, coalesce(bool_or(l.is_full), false)
  from limits l
$$;

create function private.begin_sign_in(wanted_username text, wanted_address text, wanted_browser text default null)
  returns table (email text, wait_seconds integer, attempt bigint, busy boolean)
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant text := lower(left(wanted_username, 200));
  origin constant text := left(wanted_address, 100);
  known constant text := (
    select k.browser from private.known_browsers k join public.users u on u.id = k.user_id
    where lower(u.username) = account and k.browser = wanted_browser);
begin
  -- Account before address, always in this order; attempts of others go on.
  perform pg_advisory_xact_lock(hashtext('sign_in account'), hashtext(account));
  perform pg_advisory_xact_lock(hashtext('sign_in address'), hashtext(origin));
  select w.seconds, w.busy into wait_seconds, busy from private.sign_in_wait(account, origin, known) w;
  if coalesce(wait_seconds, 0) > 0 then
    busy := false;
  elsif busy then
    wait_seconds := 1;
  else
    insert into private.sign_in_failures (username, address, browser) values (account, origin, known)
    returning id into attempt;
  end if;
  select u.email into email from public.users u where lower(u.username) = account and not u.disabled;
  return next;
end
$$;

-- Ends an attempt. Success takes back what was counted for the account in the same browser, or for all unknown ones,
-- and remembers the browser; null leaves no trace: nobody has judged the password. Success and failure are logged, a
-- failure under the name that was tried where somebody has it.
create function private.end_sign_in(ended bigint, success boolean, used_browser text default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  tried private.sign_in_failures;
  account public.users;
begin
  perform pg_advisory_xact_lock(hashtext('sign_in account'), hashtext(f.username))
  from private.sign_in_failures f where f.id = ended;
  select f.* into tried from private.sign_in_failures f where f.id = ended;
  if not found then
    return;
  end if;
  -- Auth does not say to which attempt a question belongs. Where this one's was taken for another's, that one's is
  -- still to come.
  if not tried.claimed then
    update private.sign_in_failures f set claimed = false
    where f.id = (
      select o.id from private.sign_in_failures o
      where o.username = tried.username and o.claimed and not o.judged and o.at > now() - interval '1 minute'
      order by o.id limit 1);
  end if;
  delete from private.sign_in_failures f
  where f.at < now() - interval '1 day' or (f.id = ended and success is distinct from false)
    or (success and f.judged and f.username = tried.username and f.browser is not distinct from tried.browser);
  if success is null then
    return;
  end if;
  update private.sign_in_failures f set judged = true where f.id = ended;
  select u.* into account from public.users u where lower(u.username) = tried.username;
  perform private.log_event(account.id, case when success then 'Sign in' else 'Failed sign-in' end, null,
    coalesce(account.username, 'unknown'));
  if success and used_browser is not null and account.id is not null then
    delete from private.known_browsers k
    where k.user_id = account.id and (k.last_used < now() - interval '400 days' or k.browser in (
      select o.browser from private.known_browsers o where o.user_id = account.id order by o.last_used desc offset 19));
    insert into private.known_browsers (user_id, browser) values (account.id, used_browser)
    on conflict (user_id, browser) do update set last_used = now();
  end if;
end
$$;

-- Guesses at passwords that go past the API, to Supabase Auth itself: Auth asks here after each password that it judged
-- (its hook "password verification attempt", config.toml). event: {user_id, valid}, from the embedded Auth also email
-- and address. The question that belongs to an attempt of the API is answered once, uncounted: the API counts that one.
-- All others are strangers' guesses. Answers {decision: "continue"}, or {decision: "reject", message}.
create function private.judge_password(event jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant text := coalesce(
    (select lower(u.username) from public.users u where u.id = (event ->> 'user_id')::uuid),
    'auth ' || coalesce(event ->> 'user_id', lower(left(event ->> 'email', 190)), ''));
  origin constant text := left(coalesce(event ->> 'address', 'auth'), 100);
  wait record;
begin
  -- Guesses at once are counted like guesses in turn.
  perform pg_advisory_xact_lock(hashtext('sign_in account'), hashtext(account));
  perform pg_advisory_xact_lock(hashtext('sign_in address'), hashtext(origin));
  update private.sign_in_failures f set claimed = true
  where f.id = (
    select a.id from private.sign_in_failures a
    where a.username = account and not a.judged and not a.claimed and a.at > now() - interval '1 minute'
    order by a.id limit 1);
  if found then
    return jsonb_build_object('decision', 'continue');
  end if;
  -- Where Auth does not say who asks, all addresses are one: only the account counts.
  select * into wait from private.sign_in_wait(account, nullif(origin, 'auth'), null);
  if wait.seconds > 0 then
    return jsonb_build_object('decision', 'reject', 'message',
      'Too many attempts to sign in. Try again in ten minutes.');
  end if;
  if (event ->> 'valid')::boolean then
    delete from private.sign_in_failures f where f.username = account and f.judged and f.browser is null;
  else
    insert into private.sign_in_failures (username, address, judged) values (account, origin, true);
  end if;
  return jsonb_build_object('decision', 'continue');
end
$$;

grant execute on function
  private.begin_sign_in(text, text, text), private.end_sign_in(bigint, boolean, text)
to api_gateway;
grant execute on function private.judge_password(jsonb) to supabase_auth_admin;


-- supabase/schemas/84_schedules.sql

-- Report schedules (spec section 3): the windows in which an office reports, and who keeps them. The central office
-- keeps all; the administrator of a region those that name the region, which only ever opens more for it. A window is
-- closed once zero days remain (spec section 6): days left are the end date minus today, so that the day before the end
-- date is the last one to enter.

-- Whether a schedule counts today is said once, here.
create function private.is_under_way(status text, start_date date, end_date date) returns boolean
  language sql stable parallel safe set search_path = ''
as $$
  select coalesce(status = 'OnGoing' and start_date <= private.today() and end_date > private.today(), false)
$$;

comment on function private.is_under_way(text, date, date) is
  'Whether a schedule opens its window today, in Manila: it is OnGoing, has begun, and has a day or more left.';

create table public.report_schedules (
  id bigint generated always as identity primary key,
  user_id uuid,
  form text not null check (form in ('target', 'accomplishment')),
  start_date date not null,
  end_date date,
  region_name text,
  province_name text,
  status text not null default 'OnGoing' check (status in ('OnGoing', 'Closed')),
  duration_days integer generated always as (end_date - start_date + 1) stored,
  time_stamp timestamptz not null default now(),
  row_version integer not null default 1,
  coverage text generated always as (coalesce(region_name, '') || ' / ' || coalesce(province_name, '')) stored
    constraint report_schedules_coverage_exists references public.offices (office),
  constraint report_schedules_end_date_not_before_start check (end_date >= start_date),
  constraint report_schedules_check1 check (region_name is not null or province_name is null)
);
create index report_schedules_current on public.report_schedules (form, end_date) where status = 'OnGoing';
comment on table public.report_schedules is
  'Reporting windows. Without region it covers every office; one that names an office is an exception for it.';

create trigger clean_texts before insert or update on public.report_schedules
  for each row execute function private.clean_texts();

revoke all on public.report_schedules from anon, authenticated;
grant select on public.report_schedules to authenticated;
alter table public.report_schedules enable row level security;
alter table public.report_schedules force row level security;

call private.read_with_a_level('public.report_schedules');

call private.log_table('public.report_schedules');

create index report_schedules_coverage on public.report_schedules (coverage, form);
comment on column public.report_schedules.coverage is
  'Region / province that the window is for; empty parts mean all of them.';
comment on column public.report_schedules.status is
  'OnGoing: counts while its dates last. Closed: closed before its time.';
call private.grant_columns('public.report_schedules');

create policy insert_as_administrator on public.report_schedules for insert to authenticated
  with check (coalesce(region_name, '') = any ((select private.regions_to_schedule('insert'))::text[]));

create policy update_as_administrator on public.report_schedules for update to authenticated
  using (coalesce(region_name, '') = any ((select private.regions_to_schedule('update'))::text[]))
  with check (coalesce(region_name, '') = any ((select private.regions_to_schedule('update'))::text[]));

create policy delete_as_administrator on public.report_schedules for delete to authenticated
  using (coalesce(region_name, '') = any ((select private.regions_to_schedule('delete'))::text[]));
call private.keep_searched('public.report_schedules');

-- A window is open for an office while a schedule that covers it is under way.
create function private.window_is_open(window_name text, region text, province text) returns boolean
  language sql stable parallel safe security definer set search_path = ''
as $$
  select exists (
    select from public.report_schedules s
    where s.form = window_name and private.is_under_way(s.status, s.start_date, s.end_date)
      and (s.region_name is null or s.region_name = region)
      and (s.province_name is null or s.province_name = province)
  )
$$;

-- One reporting window as the caller sees it. The current schedule is the one under way that covers an office of theirs
-- and ends last; reason says in words why nothing is open.
create function private.window_state(window_name text) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with covering as (
    select s.start_date, s.end_date, private.is_under_way(s.status, s.start_date, s.end_date) as open
    from public.report_schedules s, private.current_caller() c
    where s.form = window_name
      and exists (
        select from private.offices_of(c) o
        where (s.region_name is null or s.region_name = o.region_name)
          and (s.province_name is null or s.province_name = o.province_name))
  ),
  latest as (
    select * from covering
    order by open desc nulls last, (start_date <= private.today()) desc, end_date desc nulls last
    limit 1
  )
  select jsonb_build_object(
    'open', coalesce(l.open, false),
    'start_date', l.start_date,
    'end_date', l.end_date,
    'days_left', case when coalesce(l.open, false) then l.end_date - private.today() else 0 end,
    'reason', case
      when l.open then null
      when l.start_date is null then format('No %s window is scheduled for your office.', window_name)
      when l.start_date > private.today() then
        format('The %s window opens on %s.', window_name, to_char(l.start_date, 'FMDD Mon YYYY'))
      when l.end_date <= private.today() then
        format('The %s window closed on %s.', window_name, to_char(l.end_date, 'FMDD Mon YYYY'))
      else format('The %s window is closed.', window_name)
    end)
  from (values (1)) one left join latest l on true
$$;

-- Stamps the row and refuses a window that never opens, and one that overlaps an ongoing one of the same form and
-- coverage, naming it. The next window may begin on the day on which this one closes.
create function private.guard_schedule() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  other public.report_schedules;
begin
  if tg_op = 'INSERT' then
    new.user_id := coalesce(auth.uid(), new.user_id);
  else
    new.row_version := old.row_version + 1;
  end if;
  -- Whoever may not keep the schedule is told that, by the policy, and not what is wrong with it.
  if auth.uid() is not null
    and not array[coalesce(new.region_name, ''), ''] && private.regions_to_schedule(lower(tg_op))
  then
    return new;
  end if;
  if num_nonnulls(new.region_name) >= num_nonnulls(new.province_name)
    and not exists (select from public.offices o where o.office = concat(new.region_name, ' / ', new.province_name))
  then
    raise exception 'A schedule is for the whole country, a region, or a region and one of its provinces.'
      using errcode = 'AG002', column = case when new.province_name is null then 'region_name' else 'province_name' end;
  end if;
  if new.status <> 'OnGoing' then
    return new;
  end if;
  if new.end_date = new.start_date then
    raise exception 'A window closes at the beginning of its end date: choose a day after the first day.'
      using errcode = 'AG002', column = 'end_date';
  end if;
  -- Two that are entered at once would not see one another.
  perform pg_advisory_xact_lock(
    hashtext('report_schedules'), hashtext(concat_ws('/', new.form, new.region_name, new.province_name)));
  select s.* into other from public.report_schedules s
  where s.id <> new.id and s.status = 'OnGoing' and s.form = new.form
    and s.region_name is not distinct from new.region_name and s.province_name is not distinct from new.province_name
    and daterange(s.start_date, s.end_date) && daterange(new.start_date, greatest(new.end_date, new.start_date + 1))
  order by s.start_date limit 1;
  if found then
    raise exception 'These days overlap schedule %: the % window of % from % to %. Close or change that one first.',
        other.id, other.form, coalesce(other.province_name, other.region_name, 'the whole country'),
        to_char(other.start_date, 'FMDD Mon YYYY'), coalesce(to_char(other.end_date, 'FMDD Mon YYYY'), 'an open end')
      using errcode = 'AG002', column = 'start_date';
  end if;
  return new;
end
$$;

create trigger guard_schedule before insert or update on public.report_schedules
  for each row execute function private.guard_schedule();

grant execute on function private.is_under_way(text, date, date) to authenticated, service_role;
grant execute on function private.window_state(text) to authenticated;
-- What lists show: the days that are left, and whether the window counts today.
create view public.report_schedules_in_full with (security_invoker = true) as
select s.id, s.user_id, s.form, s.start_date, s.end_date, s.region_name, s.province_name, s.status, s.duration_days,
  s.time_stamp, s.row_version, s.coverage,
  greatest(coalesce(s.end_date - private.today(), 0), 0) as remaining_days,
  private.is_under_way(s.status, s.start_date, s.end_date) as open
from public.report_schedules s;

revoke all on public.report_schedules_in_full from anon, authenticated;
grant select on public.report_schedules_in_full to authenticated;
comment on view public.report_schedules_in_full is 'report_schedules with the days that are left today.';


-- supabase/schemas/85_previews.sql

-- "See as": the database answers as somebody else, to an administrator who may keep that person. The transaction
-- becomes read-only before it becomes the other, and cannot change back; one in which a role was drafted can never
-- commit.

create table private.previews (
  tx xid8 primary key default pg_current_xact_id()
);
alter table private.previews enable row level security;
comment on table private.previews is
  'Always empty: a transaction that drafts a role leaves a row here, which refuses its commit.';

create function private.refuse_to_keep() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  raise exception 'A preview is never kept.' using errcode = 'AG003';
end
$$;

create constraint trigger refuse_to_keep after insert on private.previews deferrable initially deferred
  for each row execute function private.refuse_to_keep();

-- Makes somebody up with a draft role, by the same rules as adding the role and the person for good. Answers their id.
create function private.draft_person(entry jsonb, region text, province text) returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  drafted constant uuid := gen_random_uuid();
  role_id bigint;
  draft public.uac;
begin
  if not private.may_keep_roles('insert') then
    raise exception 'Only administrators of the central office draft roles.' using errcode = 'AG003';
  end if;
  insert into private.previews default values;
  draft := jsonb_populate_record(null::public.uac, entry);
  insert into public.uac (rolename, roletype, route, access_controls, status)
  values (coalesce(nullif(draft.rolename, '{}'), '{Draft}'), coalesce(nullif(btrim(draft.roletype), ''), 'Draft'),
    coalesce(draft.route, '{}'), coalesce(draft.access_controls, '{}'), draft.status)
  returning id into role_id;
  insert into auth.users (id, email) values (drafted, drafted || '@draft.invalid');
  insert into public.users (id, username, email, roles, region_name, province_name, uac_id)
  select drafted, 'draft.' || left(drafted::text, 8), drafted || '@draft.invalid', r.rolename[1], region, province,
    role_id from public.uac r where r.id = role_id;
  return drafted;
end
$$;

-- The rest of the transaction is answered as the wanted person would be, or as one with a draft role {rolename,
-- roletype, route, access_controls, status} at an office. Raises AG003 or AG004 when the caller may not keep that
-- person or role.
create function private.begin_preview(wanted uuid, entry jsonb default null, region text default null,
  province text default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  person public.users;
begin
  if not private.caller_has_route('users') then
    raise exception 'Only administrators with the route "users" see the product as somebody else.'
      using errcode = 'AG003';
  end if;
  if entry is not null then
    wanted := private.draft_person(entry, region, province);
  else
    person := private.person_in_sight(wanted);
    if person.id <> auth.uid() and not private.may_administer_user(person.id, person.office, person.uac_id) then
      raise exception 'You see the product only as people whom you may administer.' using errcode = 'AG003';
    end if;
  end if;
  perform set_config('transaction_read_only', 'on', true),
    set_config('request.jwt.claims', jsonb_build_object('sub', wanted, 'role', 'authenticated')::text, true),
    set_config('request.jwt.claim.sub', wanted::text, true);
end
$$;

grant execute on function private.begin_preview(uuid, jsonb, text, text) to authenticated;


-- supabase/schemas/90_log.sql

-- The user log as evidence: a chain of hashes by which a missing, altered or smuggled entry shows. A transaction seals
-- all its entries with one link when it commits. There are sixteen chains (lanes), so that writers need not wait for
-- one another: each takes a lane that nobody holds.

create table private.log_lanes (
  lane smallint primary key,
  sequence bigint not null default 0,
  hash bytea not null default ''
);
alter table private.log_lanes enable row level security;
comment on table private.log_lanes is
  'The last link of each chain. A transaction holds a lane from its sealing to its end.';

insert into private.log_lanes (lane) select generate_series(0, 15);

create table private.log_links (
  id bigint generated always as identity primary key,
  tx xid8 not null default pg_current_xact_id(),
  from_id bigint not null,
  lane smallint references private.log_lanes,
  sequence bigint,
  ids bigint[],
  digests bytea[],
  hash bytea,
  unique (lane, sequence)
);
create index log_links_tx on private.log_links (tx);
alter table private.log_links enable row level security;
comment on table private.log_links is
  'One link for the entries of a transaction: their digests, and a hash over them and the link before in the lane.';

-- What of an entry is under seal. Columns are named, so that the digest stays the same when the table grows.
create function private.entry_digest(e private.user_log) returns bytea
  language sql stable set search_path = ''
as $$
  select sha256(convert_to(jsonb_build_array(e.id, extract(epoch from e.at), e.user_id, e.user_name, e.user_role,
    e.form_name, e.row_id, e.subject,
    e.region_name, e.province_name, e.muncity_name, e.action, e.status, e.source, e.changes)::text, 'UTF8'))
$$;

create function private.link_hash(before bytea, ids bigint[], digests bytea[]) returns bytea
  language sql immutable set search_path = ''
as $$ select sha256(before || convert_to(ids::text || digests::text, 'UTF8')) $$;

-- Opens a link for the entries of this transaction, unless one is open.
create function private.open_link() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.log_links (from_id)
  select min(n.id) from new_rows n
  having count(*) > 0 and not exists (select from private.log_links l
    where l.tx = pg_current_xact_id() and l.hash is null);
  return null;
end
$$;

create trigger open_link after insert on private.user_log referencing new table as new_rows
  for each statement execute function private.open_link();

-- Seals the link: runs when the transaction commits, after its last statement.
create function private.seal_link() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  taken private.log_lanes;
begin
  select l.* into taken
    from private.log_lanes l order by (l.lane + pg_backend_pid()) % 16 limit 1 for update skip locked;
  if not found then
    select l.* into taken from private.log_lanes l where l.lane = pg_backend_pid() % 16 for update;
  end if;
  update private.log_links k
  set lane = taken.lane, sequence = taken.sequence + 1, ids = e.ids, digests = e.digests,
    hash = private.link_hash(taken.hash, e.ids, e.digests)
  from (
    select array_agg(u.id order by u.id) as ids, array_agg(private.entry_digest(u) order by u.id) as digests
    from private.user_log u where u.id >= new.from_id and u.tx = new.tx
  ) e
  where k.id = new.id;
  update private.log_lanes l set sequence = k.sequence, hash = k.hash from private.log_links k
    where k.id = new.id and l.lane = k.lane;
  return null;
end
$$;

create constraint trigger seal_link after insert on private.log_links deferrable initially deferred
  for each row execute function private.seal_link();

-- Everything about the log that is not as it was written.
create function private.log_problems() returns table (entry bigint, lane smallint, problem text)
  language sql stable security definer set search_path = ''
as $$
  with sealed as (
    select k.*, coalesce(lag(k.hash) over (partition by k.lane order by k.sequence), '') as before,
      coalesce(lag(k.sequence) over (partition by k.lane order by k.sequence), 0) as sequence_before
    from private.log_links k where k.hash is not null
  ),
  listed as (select k.lane, d.id, d.digest from sealed k, unnest(k.ids, k.digests) d (id, digest))
  select d.id, d.lane, case when u.id is null then 'The entry is missing.' else 'The entry was altered.' end
  from listed d left join private.user_log u on u.id = d.id
  where u.id is null or private.entry_digest(u) <> d.digest
  union all
  select u.id, null, 'The entry was added without a seal.'
  from private.user_log u where not exists (select from listed d where d.id = u.id)
  union all
  select k.from_id, k.lane, 'A link was altered.' from sealed k
    where k.hash <> private.link_hash(k.before, k.ids, k.digests)
  union all
  select k.from_id, k.lane, 'A link before this one is missing.' from sealed k where k.sequence <> k.sequence_before + 1
  union all
  select k.from_id, null, 'The link was never sealed.' from private.log_links k where k.hash is null
  union all
  select null, l.lane, 'The end of the chain is missing.'
  from private.log_lanes l left
    join (select k.lane, max(k.sequence) as sequence from sealed k group by k.lane) k on k.lane = l.lane
  where l.sequence <> coalesce(k.sequence, 0)
  order by 1, 2
$$;

-- Compares the whole log with its seals, as {entries, links, problems}. For administrators of the central office.
create function private.verify_log() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.caller_has_route('users') and private.caller_level() = 'Central') then
    raise exception 'Only administrators of the central office verify the log.' using errcode = 'AG003';
  end if;
  return jsonb_build_object(
    'entries', (select count(*) from private.user_log),
    'links', (select count(*) from private.log_links),
    'problems', (select coalesce(jsonb_agg(to_jsonb(p)), '[]')
      from (select * from private.log_problems() limit 1000) p));
end
$$;

grant execute on function private.verify_log() to authenticated;


-- supabase/schemas/91_log_reading.sql

-- Reading the user log, as an administrator and as the history of one row, and entries that clients report. Whoever has
-- the route users reads the entries of their offices; sensitive values are for the right Sensitive alone.

-- The log of one row, newest first, for whoever may read the office that the entry belongs to, or, of a table that
-- belongs to no office, the table. Without the right Sensitive a write of sensitive values alone looks like one that
-- changed nothing.
create function private.read_history(table_name text, wanted_row bigint)
  returns table (at timestamptz, user_name text, user_role text, action text, changes jsonb)
  language sql stable security definer set search_path = ''
as $$
  select l.at, l.user_name, l.user_role, l.action,
    case when private.caller_has_right('Sensitive') then l.changes
      else private.without_sensitive(l.form_name, l.changes) end
  from private.user_log l
  left join private.reference_tables r on r.table_name = l.form_name
  where l.form_name = read_history.table_name and l.row_id = wanted_row and l.source = 'database'
    and case when r.table_name is null then l.office = any (private.offices_to_read())
      else private.caller_level() is not null and (not r.read_by_route or private.caller_has_route(r.route)) end
  order by l.id desc
$$;

-- A page of the log, newest first unless said otherwise, as {rows, total}. wanted: field -> list of values, any of
-- those named below; from_at and until_at bound the time; terms are those of private.term_conditions, and times are
-- found as they are shown. Total counts to one more than count_limit.
create function private.read_log(
  wanted jsonb, from_at timestamptz, until_at timestamptz, terms jsonb, oldest_first boolean, page_size integer,
  skipped integer, count_limit integer
) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  conditions text;
  direction constant text := case when oldest_first then 'asc' else 'desc' end;
  -- What the caller may know of the changes: also what a search looks through.
  shown constant text := case when private.caller_has_right('Sensitive') then 'l.changes'
    else 'private.without_sensitive(l.form_name, l.changes)' end;
  searched constant text := 'private.fold(concat_ws(e''\n'', private.moment_words(l.at), l.user_name, l.user_role, '
    || 'l.form_name, l.action, l.status, l.region_name, l.province_name, l.muncity_name, l.row_id, ' || shown || '))';
  total bigint;
  rows jsonb;
begin
  if not private.caller_has_route('users') then
    raise exception 'Only administrators with the route "users" read the log.' using errcode = 'AG003';
  end if;
  conditions := concat_ws(' and ',
    case when private.caller_level() = 'Central' then 'true'
      else format('l.office = any (%L::text[])', private.offices_to_read()) end,
    (select string_agg(
        format('l.%I::text = any (%L::text[])', w.key, (select array_agg(v) from jsonb_array_elements_text(w.value) v)),
          ' and ')
      from jsonb_each(wanted) w
      where w.key in ('id', 'user_id', 'subject', 'user_name', 'user_role', 'form_name', 'row_id', 'action', 'status',
        'source', 'region_name', 'province_name', 'muncity_name', 'office')),
    case when from_at is not null then format('l.at >= %L', from_at) end,
    case when until_at is not null then format('l.at < %L', until_at) end,
    private.term_conditions(terms, array[searched]));
  execute format('select count(*) from (select from private.user_log l where %s limit %s) c', conditions,
    count_limit + 1) into total;
  execute format($query$
    select coalesce(jsonb_agg(to_jsonb(l) - 'tx' || jsonb_build_object('changes', %s) order by l.id %s), '[]')
    from (select l.* from private.user_log l where %s order by l.id %s limit %s offset %s) l
    $query$, shown, direction, conditions, direction, page_size, skipped) into rows;
  return jsonb_build_object('rows', rows, 'total', total);
end
$$;

-- Entries that a client reports about its user. Who and where are the caller's own; a client cannot write for others,
-- nor pass for the database. At most 200 entries a user and minute: raises AG005 beyond. Answers the entries. given: a
-- list of {form_name, action, status}.
create function private.register_entries(given jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  -- Calls at once are counted like calls in turn.
  perform pg_advisory_xact_lock(hashtext('entries that a client reports'), hashtext(auth.uid()::text));
  if jsonb_array_length(given) + (
      select count(*) from (
        select l.at from private.user_log l
        where l.subject = auth.uid() and l.source = 'client' order by l.id desc limit 200) newest
      where newest.at > now() - interval '1 minute') > 200 then
    raise exception 'Too many entries for the log. Try again in a minute.' using errcode = 'AG005';
  end if;
  with added as (
    insert into private.user_log (
      user_id, user_name, user_role, form_name, subject, region_name, province_name, muncity_name, action, status,
        source)
    select u.id, u.username, u.roles, left(g.form_name, 100), u.id, u.region_name, u.province_name, u.muncity_name,
      left(g.action, 100), left(g.status, 100), 'client'
    from public.users u cross join jsonb_to_recordset(given) g (form_name text, action text, status text)
    where u.id = auth.uid() and private.caller_level() is not null
    returning *)
  select coalesce(jsonb_agg(to_jsonb(a) - 'tx' order by a.id), '[]') into answer from added a;
  return answer;
end
$$;

grant execute on function
  private.read_history(text, bigint), private.register_entries(jsonb),
  private.read_log(jsonb, timestamptz, timestamptz, jsonb, boolean, integer, integer, integer)
to authenticated;


-- supabase/schemas/92_health.sql

-- Health: what its check writes and reads. One row of the database, one file of Storage in a bucket that nobody else
-- uses, and how far the migrations go.
insert into storage.buckets (id, name, public, file_size_limit)
values ('health', 'health', false, 1024)
on conflict (id) do nothing;

create table private.pulse (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null default now()
);
alter table private.pulse enable row level security;

insert into private.pulse default values;

-- Writes the row, as a save would. For the API, before it is anybody.
create function private.write_pulse() returns void
  language sql volatile security definer set search_path = ''
as $$ update private.pulse set at = now() $$;

grant execute on function private.write_pulse() to api_gateway;

create function private.migration_level() returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  newest text;
begin
  -- Supabase's CLI keeps the list; a database that was made otherwise has none.
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select max(version) from supabase_migrations.schema_migrations' into newest;
  end if;
  return newest;
end
$$;

comment on function private.migration_level() is
  'The version of the newest migration that this database has; null where no list of them is kept.';
grant execute on function private.migration_level() to api_gateway;


-- supabase/schemas/99_readers.sql

-- Roles that read by level. `office = any (…)` serves every level, but the planner takes the list of offices for ten:
-- it sorts a province's page that an index has in order, and walks an index for Central where the whole table is
-- wanted. So transactions of the API that only read take on the role of the caller's level, whose policies say the same
-- in the form that plans best. The role is a matter of speed: with anybody else's claims it reads nothing.

-- Gives the reading roles what `authenticated` reads and calls. Again, it changes nothing.
create procedure private.let_levels_read()
  language plpgsql set search_path = ''
as $$
declare
  reader text;
  thing record;
begin
  foreach reader in array array['central_reader', 'provincial_reader'] loop
    execute format('grant usage on schema public, personal, private, extensions to %I', reader);
    for thing in
      select p.oid::regprocedure as name
      from pg_catalog.pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prokind = 'f'
        and has_function_privilege('authenticated', p.oid, 'execute')
        and not has_function_privilege(reader, p.oid, 'execute')
    loop
      execute format('grant execute on function %s to %I', thing.name, reader);
    end loop;
    for thing in
      select c.oid::regclass as name
      from pg_catalog.pg_class c
      where c.relnamespace in ('public'::regnamespace, 'personal'::regnamespace) and c.relkind in ('r', 'p', 'v')
        and has_table_privilege('authenticated', c.oid, 'select') and not has_table_privilege(reader, c.oid, 'select')
    loop
      execute format('grant select on %s to %I', thing.name, reader);
    end loop;
  end loop;
end
$$;
call private.let_levels_read();

reset check_function_bodies;
