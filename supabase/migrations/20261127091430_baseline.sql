-- The baseline: all of supabase/schemas as of release 1.0.0. Written by `npm run db:diff`.
-- A function may use a table or function that is created after it.
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

-- The order of texts in lists: Unicode's own, whatever the database's default, which differs between machines, and
-- plain "C" puts lower case and ñ behind Z. Numbers in it go by their value: FME-11 stands before FME-101.
create collation private.natural_order (provider = icu, locale = 'und-u-kn-true');

-- Days and ages

-- The date in the offices' time zone: reporting windows open and close at midnight in Manila.
create function private.today() returns date
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return (pg_catalog.now() at time zone 'Asia/Manila')::date;
end
$$;

-- A date as people type it, and as it sorts, for search. to_char is only stable, and generated columns want immutable.
create function private.date_words(day date) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return pg_catalog.lpad(extract(month from day)::text, 2, '0') || '-'
    || pg_catalog.lpad(extract(day from day)::text, 2, '0')
    || '-' || extract(year from day)::text;
end
$$;

-- An instant in the offices' time zone, as date_words has its day.
create function private.moment_words(moment timestamptz) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return private.date_words((moment at time zone 'Asia/Manila')::date)
    || ' ' || pg_catalog.lpad(extract(hour from moment at time zone 'Asia/Manila')::text, 2, '0')
    || ':' || pg_catalog.lpad(extract(minute from moment at time zone 'Asia/Manila')::text, 2, '0');
end
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
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return extract(year from age(day::timestamp, birthday::timestamp))::integer;
end
$$;

-- The groups of the department's demographics: youth is 15 to 30 (RA 8044), senior 60 and above (RA 9994).
create function private.age_group(years integer) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case
    when years < 15 then 'Below 15'
    when years <= 30 then '15 to 30'
    when years < 60 then '31 to 59'
    when years >= 60 then '60 and above'
  end;
end
$$;

-- Texts

-- A text as searching compares it: in small letters, without accents, with plain apostrophes.
create function private.fold(given text) returns text
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return pg_catalog.translate(pg_catalog.lower(given), 'áàâäãåéèêëíìîïóòôöõúùûüñç’‘ʼ´`',
    'aaaaaaeeeeiiiiooooouuuunc''''''''''');
end
$$;

-- Lists are part of what is searched, as they are shown: joined by commas. array_to_string is only stable, for the sake
-- of element types other than text.
create function private.list_words(items text[]) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return pg_catalog.array_to_string(items, ', ');
end
$$;

-- A name reduced to its words, in one order and without accents, so that "DELA PEÑA, Ana" equals "Ana dela Pena".
-- The order of the words is C's; stated immutable, since none of its parts depends on settings.
create function private.name_words(name text) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return pg_catalog.array_to_string(array(
    select w.word
    from pg_catalog.regexp_split_to_table(
      pg_catalog.regexp_replace(pg_catalog.lower(normalize(name, nfkd)), '[\u0300-\u036f]', '', 'g'),
        '[^[:alnum:]]+') w (word)
    where w.word <> ''
    order by w.word collate "C"), ' ');
end
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

-- The ARBO of a row: its row in the masterlist. Its ID and name follow the masterlist (47_organizations.sql); a row
-- whose ARBO is not in the masterlist has the name alone.
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


-- supabase/schemas/12_statement_triggers.sql

-- Calls a function once after each statement that inserts, updates or deletes rows of a table: new_rows are the rows
-- that it wrote, old_rows those that were there before. call_text: the function with its arguments. The triggers' names
-- are name_insert, name_update, name_delete; triggers of one statement are called in the order of their names.
create procedure private.on_each_write(target regclass, name text, call_text text)
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
    execute format('create or replace trigger %I after %s on %s referencing %s for each statement execute function %s',
      name || '_' || event.verb, event.verb, target, event.transition, call_text);
  end loop;
end
$$;


-- supabase/schemas/13_locks.sql

-- Waiting for other writers of the same things, whatever they are.

-- Waits until nobody else holds one of the keys of this kind, and holds them until the transaction ends: in one order,
-- so that nobody waits for one another. Many keys are all of the kind at once, since a database has few locks.
create function private.lock_each(kind text, keys text[]) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  all_of_kind constant bigint := hashtextextended('all of ' || kind, 0);
  hashes constant bigint[] := array(
    select distinct hashtextextended(kind || ' ' || k, 0) from unnest(keys) k where k is not null order by 1);
  hash bigint;
begin
  if cardinality(hashes) > 200 then
    perform pg_advisory_xact_lock(all_of_kind);
  else
    perform pg_advisory_xact_lock_shared(all_of_kind) where cardinality(hashes) > 0;
    foreach hash in array hashes loop
      perform pg_advisory_xact_lock(hash);
    end loop;
  end if;
end
$$;
revoke execute on function private.lock_each(text, text[]) from public;


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
  kept constant text := 'known_town.t'
    || to_hex(hashtextextended(format('%L %L %L', region, province, muncity), 0));
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
  if private.is_restoring() then
    return new;
  elsif tg_op = 'UPDATE' then
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
  if private.is_restoring() then
    return null;
  elsif tg_op = 'INSERT' then
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
    check (access_controls <@ array['Read', 'Edit', 'Delete', 'Approve', 'Approve own', 'Sensitive']),
  status text not null constraint uac_status_is_a_level references private.levels (level),
  row_version integer not null default 1,
  time_stamp timestamptz not null default now()
);
create index uac_status on public.uac (status);
comment on table public.uac is 'User access control: a role entry with its routes, rights and level (spec section 6).';
comment on column public.uac.access_controls is
  'Read, Edit, Delete (spec); Approve: may change the stage of rows, and Approve own: also to Approved of rows that '
  'one entered oneself; Sensitive: may see birthdays and 4Ps, solo parent, PWD and IP marks (RA 10173).';

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
  uac_id bigint,
  scope text[],
  all_offices boolean
);

-- How old a session may become, and how long it may go without renewal. config.toml says the same to Auth; not every
-- plan of Supabase has these settings, so the database keeps the limits itself. Access tokens are renewed every hour
-- while they are used.
create function private.session_is_over(created_at timestamptz, refreshed_at timestamp, not_after timestamptz)
  returns boolean
  language sql stable parallel safe set search_path = ''
as $$
  select coalesce(not_after <= now(), false)
    or created_at <= now() - interval '7 days'
    or coalesce(refreshed_at at time zone 'UTC', created_at) <= now() - interval '24 hours'
$$;

-- Whether a session was opened with a password, and with nothing else but a second factor besides. Auth notes each
-- method that a session was signed in with; users cannot write there. A magic link, a recovery link, an invitation, an
-- anonymous sign-in and a session without any method do not count: the product issues none of them.
create function private.session_has_password(session uuid) returns boolean
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return (
    select coalesce(bool_or(m.authentication_method = 'password')
      and bool_and(m.authentication_method in ('password', 'totp')), false)
    from auth.mfa_amr_claims m
    where m.session_id = session);
end
$$;

-- Whether the token that the caller sent still counts: the session of a sign-in by password, within its limits; or an
-- API token that has not ended. acts_for marks what the product does for a user without a token of theirs (set by the
-- API or by functions of this schema; Auth never signs such a claim). Without any of them, the claims count where the
-- owner of the tables has set them: a seed, or a test.
create function private.session_counts() returns boolean
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
declare
  claims constant jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
begin
  if claims ->> 'session_id' is not null then
    return exists (
      select from auth.sessions s
      where s.id = (claims ->> 'session_id')::uuid and s.user_id = auth.uid()
        and not private.session_is_over(s.created_at, s.refreshed_at, s.not_after)
        and private.session_has_password(s.id));
  end if;
  if claims ->> 'api_token' is not null then
    return exists (
      select from private.api_tokens t
      where t.id = (claims ->> 'api_token')::bigint and t.user_id = auth.uid() and t.expires_at > now());
  end if;
  return claims ->> 'acts_for' is not null or pg_catalog.pg_has_role(session_user, 'postgres', 'member');
end
$$;

-- Whether a program asks with an API token of the caller.
create function private.is_api_token() returns boolean
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'api_token' is not null;
end
$$;

-- All nulls for somebody without a profile, disabled, whose role is not named in their role entry, whose level is not
-- one of private.levels, or whose session does not count. An API token has no route to administration: a program
-- keeps no people, roles, schedules, lists or projects, and reads no log.
-- What requests, policies and triggers call is plpgsql, which keeps its plans for the session; an SQL function would be
-- planned anew in each statement, at two to five times the cost.
create function private.current_caller() returns private.caller
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
declare
  found_caller private.caller;
begin
  select u.id, l.level, u.region_name, u.province_name, r.access_controls,
    case when private.is_api_token() then array_remove(array_remove(r.route, 'users'), 'dropdowns') else r.route end,
    r.id, l.scope, l.all_offices
    into found_caller
  from public.users u
  join public.uac r on r.id = u.uac_id and u.roles = any (r.rolename)
  join private.levels l on l.level = r.status
  where u.id = auth.uid() and not u.disabled and private.session_counts();
  return found_caller;
end
$$;

-- Whether the caller has a profile that is not disabled, and a session that counts; tokens outlive both.
create function private.caller_is_active() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.users u where u.id = auth.uid() and not u.disabled)
    and private.session_counts();
end
$$;

create function private.caller_level() returns text
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return (private.current_caller()).level;
end
$$;

create function private.caller_uac_id() returns bigint
  language sql stable parallel safe security definer set search_path = ''
as $$ select (private.current_caller()).uac_id $$;

-- Whether the caller's role entry lists a route: 'users' and 'dropdowns' make an administrator of the one or the other.
create function private.caller_has_route(wanted text) returns boolean
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return coalesce(wanted = any ((private.current_caller()).routes), false);
end
$$;

-- Whether the caller's role entry has a right: Read, Edit, Delete, Approve, Approve own, Sensitive.
create function private.caller_has_right(wanted text) returns boolean
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return coalesce(wanted = any ((private.current_caller()).rights), false);
end
$$;

-- Whether the caller may approve what they entered themselves.
create function private.caller_approves_own() returns boolean
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return coalesce((private.current_caller()).rights @> array['Approve', 'Approve own'], false);
end
$$;

-- update needs Edit, approve and return Approve, delete and restore Delete, insert Edit or Delete, comment Edit or
-- Approve. change is what the policies ask of whoever writes a stored row at all: which of its columns,
-- private.guard_stage asks.
create function private.right_suffices(verb text, rights text[]) returns boolean
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case verb
    when 'insert' then rights && array['Edit', 'Delete']
    when 'update' then 'Edit' = any (rights)
    when 'approve' then 'Approve' = any (rights)
    when 'return' then 'Approve' = any (rights)
    when 'change' then rights && array['Edit', 'Approve']
    when 'comment' then rights && array['Edit', 'Approve']
    when 'delete' then 'Delete' = any (rights)
    when 'restore' then 'Delete' = any (rights)
    else false
  end;
end
$$;

-- Offices

-- The offices of a caller: those that are the same in the columns of the level's scope; none for whoever has no level.
create function private.offices_of(c private.caller) returns setof public.offices
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return query
    select o.*
    from public.offices o
    where c.scope is not null
      and ('region_name' <> all (c.scope) or o.region_name = c.region_name)
      and ('province_name' <> all (c.scope) or o.province_name = c.province_name);
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

-- Offices whose rows the caller may insert, update, approve or delete now: in scope, with the right, in an open window
-- (the central office needs no window).
create function private.offices_to_write(verb text, window_name text) returns text[]
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return (
    select coalesce(array_agg(o.office), '{}')
    from private.current_caller() c, private.offices_of(c) o
    where private.right_suffices(verb, c.rights)
      and (c.all_offices or private.window_is_open(window_name, o.region_name, o.province_name))
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
  select c.user_id into found_id from private.current_caller() c where c.all_offices;
  return found_id;
end
$$;

-- The office of a caller whose level shares a province, and so one office; null for all others.
create function private.caller_of_province() returns text
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
declare
  found_office text;
begin
  select o.office into found_office from private.current_caller() c, private.offices_of(c) o
    where 'province_name' = any (c.scope);
  return found_office;
end
$$;

-- The role that reads for the caller. The others read as `authenticated`, and so does REST.
create function private.reading_role() returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  c constant private.caller := private.current_caller();
begin
  return case
    when c.all_offices then 'central_reader'
    when 'province_name' = any (c.scope) then 'provincial_reader'
    else 'authenticated'
  end;
end
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
    'offices', case when c.all_offices
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
      select jsonb_object_agg(t.table_name, jsonb_build_object('route', t.route, 'keeps', private.keeps(c, t)))
      from private.reference_tables t))
  from private.current_caller() c
  join public.users u on u.id = c.user_id
  join public.uac r on r.id = c.uac_id
$$;

grant execute on function
  private.current_caller(), private.caller_level(), private.caller_uac_id(), private.caller_has_route(text),
  private.caller_has_right(text), private.caller_approves_own(), private.right_suffices(text, text[]),
  private.offices_to_read(),
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
  written_by text not null check (written_by in ('every level', 'central office', 'central and regional offices'))
);
alter table private.reference_tables enable row level security;
comment on table private.reference_tables is
  'Tables of public that belong to no office: the route of those who write them, and, where read_by_route, who alone '
  'read them.';

insert into private.reference_tables values
  ('project_list', 'dropdowns', false, 'every level'),
  ('dropdown_values', 'dropdowns', false, 'every level'),
  ('uac', 'users', true, 'central office'),
  ('report_schedules', 'users', false, 'central and regional offices'),
  ('users', 'users', true, 'every level');

-- Which rows of such a table the caller keeps, where their rights suffice: all, those of their region, or nothing.
create function private.keeps(caller private.caller, reference private.reference_tables) returns text
  language sql immutable set search_path = ''
as $$
  select case
    when not coalesce(reference.route = any (caller.routes), false) then 'nothing'
    when caller.all_offices or reference.written_by = 'every level' then 'all'
    when caller.scope = array['region_name'] and reference.written_by = 'central and regional offices' then 'region'
    else 'nothing' end
$$;

-- Why the caller may not write a row of a table that belongs to no office; null when nothing stands in the way.
create function private.reference_refusal(caller private.caller, reference private.reference_tables, verb text,
  row_id bigint, wanted_office text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  in_sight boolean := true;
  kept constant text := private.keeps(caller, reference);
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
  if kept = 'nothing' then
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
    when kept = 'region' then 'region'
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
  shut boolean;
  named_office text;
  row_office text;
  row_status text;
  row_stage text;
  row_author uuid;
  in_sight boolean;
  cause text;
begin
  select r.* into reference from private.reference_tables r where r.table_name = wanted_table;
  for position in 1 .. greatest(coalesce(cardinality(ids), 0), coalesce(cardinality(offices), 0)) loop
    cause := null;
    row_office := null;
    row_status := null;
    row_stage := null;
    row_author := null;
    named_office := offices[position];
    if window_rule is null then
      cause := private.reference_refusal(caller, reference, verb, ids[position], offices[position]);
    else
      if ids[position] is not null and verb = 'restore' then
        select t.office, t.status, case when t.approved then 'Approved' end into row_office, row_status, row_stage
          from private.trashed(wanted_table, array[ids[position]]) t;
      elsif ids[position] is not null then
        -- A row out of sight is not looked at, so that the answer is the same as for one that does not exist.
        execute format(
          'select office, status, process_stage, user_id from public.%I where id = $1 and office = any ($2)',
          wanted_table)
          into row_office, row_status, row_stage, row_author using ids[position], readable;
      end if;
      in_sight := ids[position] is null or row_office is not null;
      -- A row is guarded as it is and as it shall be, by its office and its window of then.
      window_name := private.window_of(wanted_table, row_status);
      named_office := coalesce(row_office, named_office);
      shut := row_office is not null and not row_office = any (private.offices_to_write(verb, window_name));
      if not shut then
        window_name := private.window_of(wanted_table, coalesce(statuses[position], row_status));
        named_office := coalesce(offices[position], row_office);
        -- A new row that takes its office from another row names none: it is shut out where all offices are.
        shut := case when named_office is null then private.offices_to_write(verb, window_name) = '{}'
          else not named_office = any (private.offices_to_write(verb, window_name)) end;
      end if;
      cause := case
        when caller.level is null then 'level'
        when not in_sight then 'not_found'
        when not private.right_suffices(verb, caller.rights) then 'right'
        when offices[position] is not null and not exists (select from public.offices o
          where o.office = offices[position]) then 'office'
        when offices[position] is not null and not offices[position] = any (readable) then 'scope'
        when shut and verb <> 'comment' then 'window'
        when verb in ('update', 'delete', 'restore') and row_stage = 'Approved' and not caller.all_offices
          then 'approval'
        when verb = 'approve' and not private.is_approved(row_stage) and row_author = caller.user_id
          and not 'Approve own' = any (caller.rights) then 'own_entry'
      end;
    end if;
    if cause is not null then
      return jsonb_build_object('position', position - 1, 'cause', cause, 'office',
        case when cause in ('scope', 'office') then offices[position] else named_office end, 'window', window_name,
        'end_date', null)
        || case when caller.level is null then '{}'
          else coalesce(private.last_window(array[window_name], array[named_office]), '{}') end
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
        when verb <> 'comment' and not exists (
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
      'window', case when window_rule <> 'status' then window_rule end, 'end_date', null)
      || coalesce(private.last_window(windows, array(select o.office from private.offices_of(caller) o)), '{}') end;
end
$$;

grant execute on function
  private.explain_refusal(text, text, bigint[], text[], text[]), private.explain_call_refusal(text, text[])
to authenticated;


-- supabase/schemas/34_api_tokens.sql

-- Personal API tokens: with one, another program uses the API as somebody, under the same policies. Only its hash is
-- stored. A token reads, or reads and writes. It ends on a day, when its owner revokes it, with a new password, when
-- the account is disabled or removed, and when its owner is signed out of all devices.

create table private.api_tokens (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.users on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  may_write boolean not null,
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null check (expires_at <= created_at + interval '366 days'),
  last_used_at timestamptz
);
create index api_tokens_user on private.api_tokens (user_id);
alter table private.api_tokens enable row level security;
comment on table private.api_tokens is
  'Hashes of personal API tokens, with whose they are, what they may do and until when. last_used_at is true to '
  'the hour.';

-- The name of the token by which the API acts for the caller; null where somebody is signed in themselves.
create function private.current_api_token() returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  token constant bigint :=
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'api_token')::bigint;
begin
  if token is null then
    return null;
  end if;
  return (select t.name from private.api_tokens t where t.id = token and t.user_id = auth.uid());
end
$$;

-- The caller's tokens, oldest first, as a list of {id, name, may_write, created_at, expires_at, last_used_at}.
create function private.own_api_tokens() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(t) - array['user_id', 'hash'] order by t.id), '[]')
  from private.api_tokens t
  where t.user_id = auth.uid()
$$;

-- Refuses programs: accounts, their sessions and their API tokens are kept by people. Raises AG003.
create function private.refuse_api_token() returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if private.is_api_token() then
    raise exception 'An API token does not reach accounts: sign in for that.' using errcode = 'AG003';
  end if;
end
$$;

-- Creates a token of the caller that lasts `days` days; returns it as a list does. The caller's session must have been
-- opened with the password within the last two minutes: the API opens one when it asks for the password again. Raises
-- AG003 otherwise, and AG002 beyond 20 tokens.
create function private.create_api_token(wanted_name text, writes boolean, days integer, token_hash text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  added private.api_tokens;
begin
  perform private.refuse_api_token();
  if not exists (
    select from auth.sessions s
    where s.id::text = nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id'
      and s.user_id = auth.uid() and s.created_at > now() - interval '2 minutes' and private.session_counts())
  then
    raise exception 'Enter your password again to create an API token.' using errcode = 'AG003';
  end if;
  -- Calls at once are counted like calls in turn.
  perform from public.users u where u.id = auth.uid() for no key update;
  if (select count(*) from private.api_tokens t where t.user_id = auth.uid()) >= 20 then
    raise exception 'You have 20 API tokens. Revoke one that is no longer used.' using errcode = 'AG002';
  end if;
  insert into private.api_tokens (user_id, name, may_write, hash, expires_at)
    values (auth.uid(), wanted_name, writes, token_hash, now() + make_interval(days => days))
    returning * into added;
  perform private.log_event(auth.uid(), 'New API token', wanted_name);
  return to_jsonb(added) - array['user_id', 'hash'];
end
$$;

-- Ends a token of the caller; it is refused with the next request. Raises AG004 where the caller has no such token.
create function private.revoke_api_token(wanted bigint) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  revoked text;
begin
  perform private.refuse_api_token();
  delete from private.api_tokens t where t.id = wanted and t.user_id = auth.uid() returning t.name into revoked;
  if not found then
    raise exception 'You have no such API token.' using errcode = 'AG004';
  end if;
  perform private.log_event(auth.uid(), 'Revoked API token', revoked);
end
$$;

-- Whose token has the hash, while it counts; nobody's else. Asked by the API before it becomes the caller.
create function private.use_api_token(token_hash text) returns table (id bigint, user_id uuid, may_write boolean)
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.api_tokens t set last_used_at = now()
    where t.hash = token_hash and t.expires_at > now()
      and (t.last_used_at is null or t.last_used_at < now() - interval '1 hour');
  return query
    select t.id, t.user_id, t.may_write from private.api_tokens t where t.hash = token_hash and t.expires_at > now();
end
$$;

grant execute on function
  private.own_api_tokens(), private.create_api_token(text, boolean, integer, text), private.revoke_api_token(bigint)
to authenticated;
grant execute on function private.use_api_token(text) to api_gateway;


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
  tx xid8 not null default pg_current_xact_id(),
  api_token text default private.current_api_token()
);
create index user_log_row on private.user_log (form_name, row_id, id desc);
create index user_log_office on private.user_log (office, id desc);
-- By which rows are found that were approved once and are not any more (private.rows_in_review).
create index user_log_set_back on private.user_log (form_name, row_id) where action = 'Set back';
alter table private.user_log enable row level security;
comment on column private.user_log.action is
  'Insert, Update, Delete, Restore, Approve, Set back, Return, Resubmit, Comment, Take back return, Ask to reopen, '
  'Reopen and Decline to reopen a window, Take back import, Read for personal data that was read within an hour, and '
  'export for a list of personal data that was taken out.';
comment on column private.user_log.changes is
  'Field -> [before, after]: the changed fields of an update, all that a deleted row held, by which it is restored, '
  'null for an insert; purpose, filters and rows of an export.';

create index user_log_subject on private.user_log (subject, id desc) where subject is not null;
comment on column private.user_log.subject is 'The user whom the entry is about, where it is about one.';
comment on column private.user_log.source is
  'database: written by a trigger or a function. client: reported by a client about itself.';
comment on column private.user_log.api_token is
  'The name of the API token by which it was done; null where the person was signed in.';
comment on column private.user_log.tx is
  'The transaction that wrote the entry; with it the entries of a link are found again.';

-- The fields that differ, as {field: [before, after]}; bookkeeping columns are left out.
create function private.changed_fields(before jsonb, after jsonb) returns jsonb
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    select jsonb_object_agg(b.key, jsonb_build_array(b.value, after -> b.key))
    from jsonb_each(before) b
    where b.value is distinct from after -> b.key
      and b.key not in ('updated_at', 'row_version', 'office', 'search_text', 'approved_by', 'approved_at')
  );
end
$$;

-- All that a row holds, as {field: [value, null]}; what follows from the rest is left out.
create function private.held_fields(held jsonb) returns jsonb
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    select jsonb_object_agg(b.key, jsonb_build_array(b.value, null))
    from jsonb_each(held) b
    where b.value <> 'null' and b.key not in ('updated_at', 'office', 'search_text')
  );
end
$$;

-- Writes an entry for each row of a statement. Where the key of the table is a user's id (trigger argument), the entry
-- says whom it is about. Each row becomes JSON once: offset 0 keeps the planner from putting the expression in the
-- place of its name, where it would be made again for every column.
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
      j.r ->> 'region_name', j.r ->> 'province_name', j.r ->> 'muncity_name',
      case when private.is_restoring() then 'Restore' else 'Insert' end, j.r ->> 'status'
    from (select to_jsonb(n) as r from new_rows n offset 0) j;
  elsif tg_op = 'DELETE' then
    insert into private.user_log (user_id, user_name, user_role, form_name, row_id, subject, region_name, province_name,
      muncity_name, action, status, changes)
    select author, author_name, author_role, tg_table_name, case when not about_users
      then (j.r ->> 'id')::bigint end, case when about_users then (j.r ->> 'id')::uuid end,
      j.r ->> 'region_name', j.r ->> 'province_name', j.r ->> 'muncity_name', 'Delete', j.r ->> 'status',
        private.held_fields(j.r)
    from (select to_jsonb(o) as r from old_rows o offset 0) j;
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
    from (select to_jsonb(n) as n, to_jsonb(o) as o from new_rows n join old_rows o using (id) offset 0) j;
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
  call private.on_each_write(target, 'log', format('private.log_statement(%s)', argument));
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

-- For functions that make statements of a table's name. Raises 42P01 for any other table.
create function private.check_record_table(wanted_table text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (select from private.record_tables t where t.table_name = wanted_table) then
    raise exception 'no such record table: %', wanted_table using errcode = '42P01';
  end if;
end
$$;

-- The window that guards a row of a record table, by its own status where the table leaves it to that.
create function private.window_of(wanted_table text, row_status text) returns text
  language sql stable security definer set search_path = ''
as $$
  select case when t.window_name <> 'status' then t.window_name when row_status = 'Target' then 'target'
    else 'accomplishment' end
  from private.record_tables t where t.table_name = wanted_table
$$;

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
        -- Whoever enters a row that is approved already approves their own entry.
        and (process_stage is distinct from 'Approved' or (select private.caller_approves_own())));
    create policy update_in_scope on {table} for update to authenticated
      using (office = any {offices to change})
      with check (office = any {offices to change});
    create policy delete_in_scope on {table} for delete to authenticated
      using (
        office = any {offices to delete}
        and (process_stage is distinct from 'Approved' or (select private.caller_of_central()) is not null));

    create or replace trigger stamp_record before insert or update on {table}
      for each row execute function private.stamp_record();
    create or replace trigger clean_texts before insert or update on {table}
      for each row execute function private.clean_texts();
    create or replace trigger place_by_book before insert or update on {table}
      for each row execute function private.place_by_book();
    create or replace trigger guard_stage after update on {table}
      referencing old table as old_rows new table as new_rows
      for each statement execute function private.guard_stage();
    create or replace trigger end_review after update on {table} referencing new table as new_rows
      for each statement execute function private.end_review();
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
  foreach verb in array array['insert', 'change', 'delete'] loop
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
    'id', 'user_id', 'time_stamp', 'updated_at', 'row_version', 'approved_by', 'approved_at', 'former_names',
    'search_text',
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

-- Keeps the columns that only the database writes, and freezes approved rows for all but the central office (AG001).
create function private.stamp_record() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  author uuid := auth.uid();
  -- Columns that don't count as a change of the row.
  frozen_without text[] := array[
    'process_stage', 'approved_by', 'approved_at', 'updated_at', 'row_version', 'office', 'search_text'];
begin
  if tg_op = 'INSERT' then
    if private.is_restoring() then
      return new;
    end if;
    new.user_id := coalesce(author, new.user_id);
    if new.process_stage = 'Approved' then
      new.approved_by := author;
      new.approved_at := now();
    end if;
    return new;
  end if;

  if old.process_stage = 'Approved' and author is not null then
    if private.only_follows_arbo(to_jsonb(old), to_jsonb(new)) then
      frozen_without := frozen_without || '{arboPrimaryKey,arbo_id,arbo_name}'::text[];
    end if;
    if to_jsonb(old) - frozen_without is distinct from to_jsonb(new) - frozen_without
      and private.caller_of_central() is null
    then
      raise exception 'The row is approved: set it back to Pending before changing it.'
        using errcode = 'AG001', detail = old.id::text;
    end if;
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

-- Whether a row has the stage Approved; empty counts as Pending.
create function private.is_approved(stage text) returns boolean
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return stage is not distinct from 'Approved';
end
$$;

-- After a caller has changed rows, which the policy allows with Edit or with Approve: the stage is changed with
-- Approve, and to Approved of one's own entries with Approve own; everything else with Edit (AG009). What follows
-- another row's change is none of the caller's.
create function private.guard_stage() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  author constant uuid := auth.uid();
  rights constant text[] := (private.current_caller()).rights;
  bookkeeping constant text[] := array[
    'process_stage', 'approved_by', 'approved_at', 'updated_at', 'row_version', 'search_text'];
  found bigint;
begin
  if author is null or pg_trigger_depth() > 1 then
    return null;
  end if;
  if not 'Approve' = any (rights) then
    select min(n.id) into found from new_rows n join old_rows o using (id)
    where private.is_approved(n.process_stage) <> private.is_approved(o.process_stage);
    if found is not null then
      raise exception 'Your role does not have the right Approve, which is needed to change the stage of a row.'
        using errcode = 'AG009', column = 'process_stage', detail = found::text;
    end if;
  end if;
  if not 'Approve own' = any (rights) then
    select min(n.id) into found from new_rows n join old_rows o using (id)
    where private.is_approved(n.process_stage) and not private.is_approved(o.process_stage) and n.user_id = author;
    if found is not null then
      raise exception 'You entered this row yourself: somebody else approves it.'
        using errcode = 'AG009', column = 'process_stage', detail = found::text;
    end if;
  end if;
  if not 'Edit' = any (rights) then
    select min(n.id) into found from new_rows n join old_rows o using (id)
    where to_jsonb(n) - bookkeeping is distinct from to_jsonb(o) - bookkeeping;
    if found is not null then
      raise exception 'Your role does not have the right Edit, which is needed to change a row.'
        using errcode = 'AG009', detail = found::text;
    end if;
  end if;
  return null;
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
  if auth.uid() is null or private.is_restoring() then
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
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return array[row_office, ' / '] || array(
    select coalesce(o.region_name, '') || ' / ' from public.offices o where o.office = row_office);
end
$$;

-- On the referring table. A pair of reference and office that was there before the statement has been judged before.
-- The referred rows are locked as a foreign key locks them: whoever moves one away waits (private.hold_before_move),
-- whoever changes anything else of it does not.
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
  changed boolean := true;
begin
  -- Most updates change neither a reference nor the office.
  if tg_op = 'UPDATE' then
    execute format('select exists (%s)', pairs) into changed;
  end if;
  if not changed then
    return null;
  end if;
  execute format('select from public.%I p where p.%I in (select w.reference from (%s) w) order by p.id for key share',
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

-- On the referred table, before a row moves: waits for those who are referring to it, whose rows are then seen.
create function private.hold_before_move() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  execute format('select from public.%I p where p.id = $1 for update', tg_table_name) using old.id;
  return new;
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
  -- Counted, not asked whether there is one: planned as a loop in a loop, thousands of rows would take minutes.
  select count(*) > 0 into outside from new_rows n join old_rows o using (id) where n.office <> o.office;
  if not outside then
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

-- On the referred table, before an identifier (the trigger's argument) changes: Postgres carries it to rows in whatever
-- order it finds them; locked before, in the order of their ids, nobody who writes them waits crosswise.
create function private.hold_followers() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  r private.office_references;
begin
  for r in
    select * from private.office_references
    where parent_name = tg_table_name and parent_column = tg_argv[0] order by table_name, column_name
  loop
    execute format('select from public.%I c where c.%I = ($1).%I order by c.id for no key update',
      r.table_name, r.column_name, r.parent_column) using old;
  end loop;
  return new;
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
  execute format($sql$
    create or replace trigger hold_before_move before update of region_name, province_name on %s
      for each row
      when (row(old.region_name, old.province_name) is distinct from row(new.region_name, new.province_name))
      execute function private.hold_before_move()$sql$, parent);
end
$$;

-- A foreign key, the index that its deletes and joins need, and, where both rows belong to offices, the rule above.
-- follow: Postgres carries a corrected identifier (arc_id) to the rows that refer by it. Identifiers that the database
-- gives do not change once something refers to them.
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
  if of_offices and follow then
    execute format($sql$
      create or replace trigger hold_followers before update of %1$I on %2$s
        for each row when (old.%1$I is distinct from new.%1$I) execute function private.hold_followers(%1$L)$sql$,
      referred, parent);
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
-- personal.<table>_in_full joins the two: a caller without the right finds nulls there, and the API leaves the columns
-- out of its answers. A null that such a caller sends back changes nothing (private.keep_hidden_values). REST serves
-- neither. Search and history leave the columns out.

create table private.sensitive_columns (
  table_name text not null references private.record_tables (table_name),
  column_name text not null,
  primary key (table_name, column_name)
);
alter table private.sensitive_columns enable row level security;
comment on table private.sensitive_columns is
  'Columns under private.keep_sensitive: the history of a row shows them to the right Sensitive only.';

-- Carries what a statement wrote over to the copy. Most updates change nothing of it.
create function private.copy_sensitive() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  -- The trigger's arguments: the columns.
  names constant text := (select string_agg(quote_ident(c), ', ') from unnest(tg_argv) c);
  given constant text := (select string_agg('excluded.' || quote_ident(c), ', ') from unnest(tg_argv) c);
begin
  execute format(
    'insert into personal.%1$I as kept (id, office, %2$s) select id, office, %2$s from new_rows '
      || 'on conflict (id) do update set (office, %2$s) = row(excluded.office, %3$s) '
      || 'where kept is distinct from excluded',
    tg_table_name || '_sensitive', names, given);
  return null;
end
$$;

-- BEFORE UPDATE on a table with sensitive columns (the trigger's arguments), where one of them is being emptied. A
-- caller without the right Sensitive reads no value there, so a null from them means "not seen", not "empty": the
-- stored value stays. They may still write a value over it; a caller with the right clears it.
create function private.keep_hidden_values() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  stored constant jsonb := to_jsonb(old);
  given constant jsonb := to_jsonb(new);
begin
  if auth.uid() is null or private.caller_has_right('Sensitive') then
    return new;
  end if;
  return jsonb_populate_record(new, (
    select jsonb_object_agg(c, stored -> c) from unnest(tg_argv) c where given -> c = 'null'));
end
$$;

-- Keeps the columns of a protected table that have their rows in private.sensitive_columns: the copy, its policies, the
-- triggers that fill it and that keep what a caller does not see, and the view that joins the two.
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

    -- Before the age follows the birthday: of triggers, the name decides the order.
    create trigger fill_hidden before update on {table}
      for each row when ({emptied}) execute function private.keep_hidden_values({arguments});

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
      ('{emptied}', (select string_agg(format('old.%1$I is not null and new.%1$I is null', c), ' or ')
        from unnest(columns) c)),
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
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return case
    when changes is null or not exists (select from private.sensitive_columns c where c.table_name = about) then changes
    else nullif(private.without_keys(
      changes, array(select c.column_name from private.sensitive_columns c where c.table_name = about) || 'q'::text),
        '{}')
  end;
end
$$;


-- supabase/schemas/43_reading_log.sql

-- The log of reading personal data (RA 10173). The user log gets one entry per user, record type and clock hour in
-- which an answer to the user held sensitive values. It is written in the transaction that reads them: a read that
-- cannot be logged fails. Log entries are sealed, so the number of different rows read in the hour is kept beside the
-- entry, and only these functions write it.

create table private.readings (
  entry bigint primary key,
  user_id uuid not null,
  table_name text not null,
  hour timestamptz not null,
  api_token text not null,
  row_count integer not null default 0,
  unique (user_id, table_name, hour, api_token)
);
alter table private.readings enable row level security;
comment on table private.readings is 'How many rows the user read in the hour of an entry Read of private.user_log.';
comment on column private.readings.api_token is
  'Reading by an API token has entries of its own, which name the token; empty where the user was signed in.';

create table private.rows_read (
  entry bigint not null,
  row_id bigint not null,
  primary key (entry, row_id)
);
alter table private.rows_read enable row level security;
comment on table private.rows_read is
  'The rows that were counted in the hour that a user last read in, so that none counts twice.';

-- Whether a row, or what an entry of the log says of one, holds a sensitive value. fields: {column: value}.
create function private.holds_sensitive(about text, fields jsonb) returns boolean
  language sql stable set search_path = ''
as $$
  select exists (
    select from private.sensitive_columns c
    where c.table_name = about and coalesce(fields -> c.column_name, 'null') <> 'null')
$$;

-- The entry of the caller's readings of a table in this hour, which the first call of the hour writes. Then the rows of
-- hours before need not be known any more. The caller of this function holds the lock of the user's readings.
create function private.reading_entry(wanted_table text, this_hour timestamptz) returns bigint
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  token constant text := coalesce(private.current_api_token(), '');
  found_entry bigint := (
    select r.entry from private.readings r
    where (r.user_id, r.table_name, r.hour, r.api_token) = (auth.uid(), wanted_table, this_hour, token));
begin
  if found_entry is null then
    delete from private.rows_read k
    using private.readings r
    where r.user_id = auth.uid() and r.table_name = wanted_table and r.hour < this_hour and k.entry = r.entry;
    insert into private.user_log (user_id, user_name, user_role, form_name, region_name, province_name, muncity_name,
      action)
    select u.id, u.username, u.roles, wanted_table, u.region_name, u.province_name, u.muncity_name, 'Read'
    from public.users u where u.id = auth.uid()
    returning id into found_entry;
    insert into private.readings (entry, user_id, table_name, hour, api_token)
    values (found_entry, auth.uid(), wanted_table, this_hour, token);
  end if;
  return found_entry;
end
$$;

-- Logs that the caller is answered sensitive values of these rows. Rows that they have read in this hour add nothing.
create function private.log_reading(wanted_table text, ids bigint[]) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  this_hour constant timestamptz := date_trunc('hour', clock_timestamp());
  read_entry bigint;
begin
  if not private.caller_has_right('Sensitive') or not exists (
    select from unnest(ids) i (id)
    where not exists (
      select from private.readings r
      join private.rows_read k on k.entry = r.entry
      where (r.user_id, r.table_name, r.hour) = (auth.uid(), wanted_table, this_hour)
        and r.api_token = coalesce(private.current_api_token(), '') and k.row_id = i.id))
  then
    return;
  end if;
  -- Calls at once are counted like calls in turn.
  perform pg_advisory_xact_lock(hashtext('readings of one user'), hashtext(auth.uid()::text));
  read_entry := private.reading_entry(wanted_table, this_hour);
  with added as (
    insert into private.rows_read (entry, row_id)
    select distinct read_entry, i.id from unnest(ids) i (id)
    on conflict do nothing
    returning 1
  )
  update private.readings r set row_count = r.row_count + (select count(*) from added) where r.entry = read_entry;
end
$$;

-- Logs that the caller is answered these stored rows with all of their columns; rows without a sensitive value do not
-- count.
create function private.log_rows_answered(wanted_table text, ids bigint[]) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  columns constant text := (
    select string_agg(format('s.%I', c.column_name), ', ') from private.sensitive_columns c
    where c.table_name = wanted_table);
  holding bigint[];
begin
  if columns is null then
    raise exception 'no record table with sensitive columns: %', wanted_table using errcode = '42P01';
  end if;
  if private.caller_has_right('Sensitive') then
    execute format(
      'select array_agg(s.id) from personal.%I s where s.id = any ($1) and num_nonnulls(%s) > 0',
      wanted_table || '_sensitive', columns)
      into holding using ids;
    perform private.log_reading(wanted_table, holding);
  end if;
end
$$;

grant execute on function private.log_rows_answered(text, bigint[]) to authenticated;


-- supabase/schemas/43_search.sql

-- Search over all values of a row (spec section 5), kept as one folded text per row. The API knows how a value is
-- shown (a date as "Mar 18, 2025", a number with separators) and sends each word with its possible stored spellings.
-- A user with the right Sensitive also searches the sensitive columns.

-- Columns of a table that are searched: only the sensitive ones, or only the others.
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
    and a.attname not in ('id', 'row_version', 'user_id', 'approved_by', 'approved_at', 'time_stamp', 'updated_at',
      'search_text')
    and sensitive = exists (
      select from private.sensitive_columns s where s.table_name = c.relname and s.column_name = a.attname)
$$;

-- The sensitive values of a row as one text: an expression over a row of the table, for an index. In the order of the
-- columns' names, so that the expression doesn't depend on when a column was added.
create function private.sensitive_expression(target regclass) returns text
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
  from private.searched_columns(target, true) c
$$;

-- BEFORE trigger: writes the searched values of a row into search_text. Arguments: the columns that are not searched,
-- and those that are shown as a date, as an instant and as a list. A column that none of them names is searched as its
-- text, so that adding a text or a number needs no new trigger. It runs after all other BEFORE triggers, which change
-- what is stored: Postgres fires triggers in the order of their names.
create function private.write_search_text() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  unsearched constant text[] := tg_argv[0];
  dates constant text[] := tg_argv[1];
  instants constant text[] := tg_argv[2];
  lists constant text[] := tg_argv[3];
begin
  new.search_text := (
    select private.fold(string_agg(
      case
        when key = any (dates) then private.date_words(value::date)
        when key = any (instants) then private.moment_words(value::timestamptz)
        when key = any (lists) then private.list_words(array(select jsonb_array_elements_text(value::jsonb)))
        else value
      end, e'\n'))
    from jsonb_each_text(to_jsonb(new) - unsearched));
  return new;
end
$$;

-- Makes all columns of a table searchable: the sensitive ones by an index, all others by the column search_text. Called
-- again after a column was added, it updates both.
create procedure private.keep_searched(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  name constant text := (select relname from pg_catalog.pg_class where oid = target);
  sensitive_index constant text := name || '_sensitive_search';
begin
  execute format('alter table %s add column if not exists search_text text', target);
  execute (
    select format(
      'create or replace trigger write_search_text before insert or update on %s
         for each row execute function private.write_search_text(%L, %L, %L, %L)',
      target,
      coalesce(array_agg(a.attname order by a.attname) filter (where s.name is null), '{}'),
      coalesce(array_agg(s.name order by s.name) filter (where s.type = 'date'::regtype), '{}'),
      coalesce(array_agg(s.name order by s.name) filter (where s.type = 'timestamptz'::regtype), '{}'),
      coalesce(array_agg(s.name order by s.name) filter (where s.type = 'text[]'::regtype), '{}'))
    from pg_catalog.pg_attribute a
    left join private.searched_columns(target, false) s on s.name = a.attname
    where a.attrelid = target and a.attnum > 0 and not a.attisdropped);
  if exists (select from private.searched_columns(target, true)) then
    execute format('drop index if exists public.%I', sensitive_index);
    execute format('create index %I on %s using gin ((%s) extensions.gin_trgm_ops)',
      sensitive_index, target, private.sensitive_expression(target));
  end if;
end
$$;

-- Whether a text holds a pattern of LIKE, as a condition. Where no index shall answer it, a pattern without wildcards
-- but at both ends is looked for as a text: a third less for each row.
create function private.pattern_condition(one text, pattern text, by_index boolean) returns text
  language sql immutable set search_path = ''
as $$
  select case
    when by_index or pattern !~ '^%([^\\%_]|\\.)+%$' then format('%s like %L', one, pattern)
    else format('strpos(%s, %L) > 0', one, regexp_replace(substr(pattern, 2, length(pattern) - 2), '\\(.)', '\1', 'g'))
  end
$$;

-- Terms as a condition over texts. terms: a list of terms; a term is a list of alternatives, of which one must hold; an
-- alternative is a list, of which everything must hold: a text (a pattern of LIKE) is in one of the texts, a number is
-- the row's id, null says that it has no stage. Null where there are no terms. nowhere: patterns that the first text
-- alone may hold.
create function private.term_conditions(terms jsonb, texts text[], by_index boolean default true,
  nowhere text[] default '{}') returns text
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
            select format('(%s)', string_agg(private.pattern_condition(one, pattern, by_index), ' or '))
            from private.fold(part.value #>> '{}') pattern,
              unnest(case when pattern = any (nowhere) then texts[:1] else texts end) one)
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

-- What of a table is searched, as expressions: the sensitive columns too for whoever may read them.
create function private.searched_texts(table_name text) returns text[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  texts text[] := array['search_text'];
begin
  if exists (select from private.sensitive_columns s where s.table_name = searched_texts.table_name)
    and private.caller_has_right('Sensitive') then
    texts := texts || private.sensitive_expression(format('public.%I', table_name)::regclass);
  end if;
  return texts;
end
$$;

-- The patterns of terms, as they are looked for.
create function private.patterns_of(terms jsonb) returns setof text
  language sql immutable set search_path = ''
as $$
  select distinct private.fold(part #>> '{}')
  from jsonb_path_query(terms, '$[*][*][*]') part
  where jsonb_typeof(part) = 'string'
$$;

-- The patterns of terms that no row of a table holds in an indexed text. The index says so at once, where it knows a
-- pattern: by three letters or digits in a row.
create function private.patterns_nowhere(table_name text, indexed text, terms jsonb) returns text[]
  language plpgsql stable set search_path = '' set enable_seqscan = off
as $$
declare
  pattern text;
  held boolean;
  nowhere text[] := '{}';
begin
  for pattern in select p from private.patterns_of(terms) p where p ~ '[[:alnum:]]{3}' loop
    execute format('select exists (select from public.%I where %s like %L)', table_name, indexed, pattern) into held;
    if not held then
      nowhere := nowhere || pattern;
    end if;
  end loop;
  return nowhere;
end
$$;

-- Terms as a condition over the columns of a table: for its indexes, or for rows that are looked at one by one. Null
-- where there are no terms. by_sensitive: it asks the sensitive columns, of which each row takes twenty times as long,
-- since their text is not stored; what stands nowhere in them is not looked for there. Rows of an ARBO are found by its
-- former names, too.
create function private.search_condition(table_name text, terms jsonb, by_index boolean default false,
  out condition text, out by_sensitive boolean)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  texts constant text[] := private.searched_texts(table_name);
  nowhere text[] := '{}';
  formerly bigint[];
begin
  if texts[2] is not null then
    nowhere := private.patterns_nowhere(table_name, texts[2], terms);
  end if;
  condition := private.term_conditions(terms, texts, by_index, nowhere);
  if exists (
    select from private.office_references r
    where r.table_name = search_condition.table_name and r.column_name = 'arboPrimaryKey')
  then
    formerly := private.arbos_formerly_named(terms);
    if cardinality(formerly) > 0 then
      condition := format('((%s) or "arboPrimaryKey" = any (%L::bigint[]))', condition, formerly);
    end if;
  end if;
  by_sensitive := texts[2] is not null and exists (
    select from private.patterns_of(terms) pattern where pattern <> all (nowhere));
end
$$;

-- The rows in the caller's scope in which every term holds.
create function private.search_record_ids(table_name text, terms jsonb) returns setof bigint
  language plpgsql stable security definer set search_path = ''
as $$
declare
  conditions text;
  reference private.reference_tables;
begin
  select r.* into reference from private.reference_tables r
  where r.table_name = search_record_ids.table_name and r.table_name <> 'users';
  if reference.table_name is null then
    perform private.check_record_table(search_record_ids.table_name);
  end if;
  conditions := (private.search_condition(table_name, terms, by_index => true)).condition;
  if reference.table_name is not null then
    conditions := concat_ws(' and ', conditions, format('%L', private.caller_level() is not null
      and (not reference.read_by_route or private.caller_has_route(reference.route))));
  elsif private.caller_of_central() is null then
    conditions := concat_ws(' and ', format('office = any (%L::text[])', private.offices_to_read()), conditions);
  end if;
  return query execute format('select id from public.%I where %s', table_name,
    coalesce(nullif(conditions, ''), 'true'));
end
$$;

grant execute on function
  private.search_condition(text, jsonb, boolean), private.search_record_ids(text, jsonb),
  private.search_record_ids(text, text)
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
  perform private.check_record_table(wanted_table);
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

-- The rows that the caller reads in these offices (null: all that the caller reads) with one of these names, by the
-- words of the name column. Under a policy no query could use the index of private.index_import_names: it would read
-- the whole office. Nothing for a sensitive column without the right Sensitive.
create function private.named_rows(wanted_table text, name_column text, offices text[], names text[])
  returns setof bigint
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.check_record_table(wanted_table);
  if exists (select from private.sensitive_columns s where (s.table_name, s.column_name) = (wanted_table, name_column))
    and not private.caller_has_right('Sensitive') then
    return;
  end if;
  return query execute format(
    'select t.id from public.%I t where t.office = any ($1) and private.fold_name(t.%I) = any ($2)',
    wanted_table, name_column)
    using array(
        select r.office from unnest(private.offices_to_read()) r (office)
        where offices is null or r.office = any (offices)),
      array(select private.fold_name(n.name) from unnest(names) n (name));
end
$$;

grant execute on function private.named_rows(text, text, text[], text[]) to authenticated;

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

-- Imports, their batches, and lists that were taken out.

-- Imports of the screens, each announced before its first batch: whoever made it has its receipt (45_receipts.sql).
create table private.imports (
  user_id uuid not null references public.users (id) on delete cascade,
  import_id uuid not null,
  at timestamptz not null default now(),
  screen text not null check (screen ~ '^[A-Za-z0-9_-]{1,60}$'),
  table_name text not null references private.record_tables (table_name),
  file_name text not null check (btrim(file_name) <> '' and char_length(file_name) <= 255),
  rows integer not null check (rows >= 1),
  left_out integer not null check (left_out >= 0),
  taken_back_at timestamptz,
  primary key (user_id, import_id)
);
create index imports_at on private.imports (user_id, at desc);
create index imports_table_name on private.imports (table_name);
alter table private.imports enable row level security;
comment on column private.imports.screen is 'The route of the screen that it was made on, such as ARBO_Masterlist.';
comment on column private.imports.rows is 'How many rows of the file were to be saved.';
comment on column private.imports.left_out is 'How many were not: unchanged, duplicates, wrong, or of other offices.';
comment on column private.imports.taken_back_at is 'From when on no batch of it is saved any more.';

-- Writes that can be repeated: batches of imports and of acts on many rows, and single calls with an Idempotency-Key. A
-- repeat changes nothing and is answered as the first time.
create table private.import_batches (
  user_id uuid,
  import_id uuid,
  batch integer check (batch >= 0),
  path text not null,
  body_hash text not null,
  ids bigint[],
  answer json,
  at timestamptz not null default now(),
  tx xid8 default pg_current_xact_id(),
  primary key (user_id, import_id, batch)
);
create index import_batches_keyed_at on private.import_batches (at) where batch = 0;
alter table private.import_batches enable row level security;
comment on column private.import_batches.batch is
  'Its number, from 1; 0 for a single call, whose Idempotency-Key is the import_id.';
comment on column private.import_batches.path is
  'The path of the record type; of a single call, its method and path.';
comment on column private.import_batches.answer is
  'What a single call did, where ids do not say it.';
comment on column private.import_batches.tx is
  'The transaction that saved it, by which the entries of the log that it wrote are found.';

-- How long the answer to an Idempotency-Key is kept.
create function private.key_time() returns interval
  language sql immutable parallel safe set search_path = ''
as $$ select interval '7 days' $$;

-- Null when the batch is new (and now begun in this transaction), else the ids that it saved. A concurrent retry waits,
-- and whoever takes the import back, or goes on with the act (88_jobs.sql) in another window, waits for a batch under
-- way.
create function private.begin_batch(wanted_import uuid, wanted_batch integer, wanted_path text, wanted_hash text)
  returns bigint[]
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  saved private.import_batches;
  taken_back timestamptz;
  first_number integer;
begin
  if wanted_batch = 0 then
    delete from private.import_batches b
    where (b.user_id, b.import_id, b.batch) in (
      select o.user_id, o.import_id, o.batch from private.import_batches o
      where o.batch = 0 and o.at < now() - private.key_time() limit 100 for update skip locked);
  end if;
  select i.taken_back_at into taken_back from private.imports i
  where i.user_id = auth.uid() and i.import_id = wanted_import for share;
  if taken_back is not null then
    raise exception 'This import was taken back: no more of it is saved.' using errcode = 'AG002';
  end if;
  select j.first_batch into first_number from private.jobs j
  where j.user_id = auth.uid() and j.job_id = wanted_import for key share;
  if wanted_batch < first_number then
    raise exception 'This goes on in another window.' using errcode = 'AG002';
  end if;
  insert into private.import_batches (user_id, import_id, batch, path, body_hash)
  values (auth.uid(), wanted_import, wanted_batch, wanted_path, wanted_hash)
  on conflict do nothing;
  if found then
    return null;
  end if;
  select b.* into saved from private.import_batches b
  where b.user_id = auth.uid() and b.import_id = wanted_import and b.batch = wanted_batch;
  if saved.path <> wanted_path or saved.body_hash <> wanted_hash then
    raise exception '%', case
        when wanted_batch = 0 then 'This Idempotency-Key belongs to another request. Send a new key.'
        else 'This batch was already saved with other content.'
      end using errcode = 'AG002';
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

-- Begins a single call with an Idempotency-Key as a batch is begun. Null when the key is new, else {answer}: what
-- finish_write kept.
create function private.begin_write(key uuid, wanted_call text, wanted_hash text) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if private.begin_batch(key, 0, wanted_call, wanted_hash) is null then
    return null;
  end if;
  return (
    select json_build_object('answer', b.answer) from private.import_batches b
    where b.user_id = auth.uid() and b.import_id = key and b.batch = 0);
end
$$;

create function private.finish_write(key uuid, given json) returns void
  language sql volatile security definer set search_path = ''
as $$
  update private.import_batches set ids = '{}', answer = given
  where user_id = auth.uid() and import_id = key and batch = 0
$$;

-- Frees a key whose call was undone after its transaction, so that a repeat does the work.
create function private.forget_write(key uuid) returns void
  language sql volatile security definer set search_path = ''
as $$
  delete from private.import_batches where user_id = auth.uid() and import_id = key and batch = 0
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

-- Waits for the batches that import rows of the same names in the same offices into this table, and keeps others
-- waiting until the transaction ends. names has an array of folded texts for each row, of the fields by which its keys
-- are looked up; '' for none. Answers the places of the rows, one object each with region_name to barangay_name, in the
-- spelling in which they will be stored.
create function private.hold_import(wanted_table text, places jsonb, names jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
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
  perform private.lock_each('import into ' || wanted_table, array(
    select concat_ws('/', b.place ->> 'region_name', b.place ->> 'province_name', n.name)
    from jsonb_array_elements(by_book) with ordinality b (place, position)
    join jsonb_array_elements(names) with ordinality r (names, position) using (position)
    cross join jsonb_array_elements_text(r.names) n (name)
    where n.name <> ''));
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
  perform private.check_record_table(wanted_table);
  return query execute format(
    'select t.id from public.%I t
     where t.id = any ($1) and t.office = any ($2)
       and not pg_visible_in_snapshot(($3 - (($3 - t.xmin::text::bigint) & 4294967295))::text::xid8, $4)', wanted_table)
    using ids, private.offices_to_read(), later, seen;
end
$$;
grant execute on function
  private.hold_import(text, jsonb, jsonb), private.changed_since(text, bigint[], pg_snapshot),
  private.begin_batch(uuid, integer, text, text), private.finish_batch(uuid, integer, bigint[]),
  private.begin_write(uuid, text, text), private.finish_write(uuid, json), private.forget_write(uuid),
  private.log_export(text, text, jsonb, bigint)
to authenticated;


-- supabase/schemas/45_receipts.sql

-- Receipts of imports: whoever made an import sees what became of its rows, and takes it back. Nothing is stored for
-- that but who imported which file (private.imports) and which transactions saved it: what they wrote is in the log.
-- Rows are deleted and set back by the calls that do so with any rows, under the caller's rights of that moment.

-- How long an import can be taken back, and how long its receipt is kept: its rows are told from the log as long.
create function private.take_back_time() returns interval
  language sql immutable parallel safe set search_path = ''
as $$ select interval '30 days' $$;

create function private.receipt_time() returns interval
  language sql immutable parallel safe set search_path = ''
as $$ select interval '1 year' $$;

-- Announces an import of the caller's, before its first batch. Again, it changes nothing. Their receipts whose time is
-- over go, and what is known of the batches of that time.
create function private.begin_import(wanted_import uuid, wanted_screen text, wanted_table text, wanted_file text,
  wanted_rows integer, wanted_left_out integer) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.check_record_table(wanted_table);
  delete from private.imports i where i.user_id = auth.uid() and i.at < now() - private.receipt_time();
  delete from private.import_batches b where b.user_id = auth.uid() and b.at < now() - private.receipt_time();
  insert into private.imports (user_id, import_id, screen, table_name, file_name, rows, left_out)
  values (auth.uid(), wanted_import, wanted_screen, wanted_table, wanted_file, wanted_rows, wanted_left_out)
  on conflict do nothing;
end
$$;

-- A page of the caller's imports, newest first, as {rows, total}: each as it was announced, with how many rows it
-- saved. wanted_import: null for all.
create function private.own_imports(wanted_import uuid, page_size integer, skipped bigint) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with own as materialized (
    select i.* from private.imports i
    where i.user_id = auth.uid() and (wanted_import is null or i.import_id = wanted_import)
  )
  select jsonb_build_object('total', (select count(*) from own), 'rows', (
    select coalesce(jsonb_agg(to_jsonb(p) - 'user_id' - 'table_name' || jsonb_build_object('saved', (
      select coalesce(sum(cardinality(b.ids)), 0) from private.import_batches b
      where b.user_id = p.user_id and b.import_id = p.import_id)) order by p.at desc, p.import_id), '[]')
    from (select o.* from own o order by o.at desc, o.import_id limit page_size offset skipped) p))
$$;

-- The rows that an import of the caller's saved.
create function private.rows_of_import(wanted_import uuid) returns setof bigint
  language sql stable security definer set search_path = ''
as $$
  select unnest(b.ids) from private.import_batches b
  join private.imports i using (user_id, import_id)
  where i.user_id = auth.uid() and i.import_id = wanted_import
$$;

-- Whether a row holds these values. An edit of an accomplished row makes it Updated, and so does taking that back.
create function private.holds_again(present jsonb, held jsonb) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select present = present || case
    when present ->> 'status' = 'Updated' and held ->> 'status' = 'Accomplished' then held - 'status'
    else held
  end
$$;

-- What became of the rows that an import of the caller's saved. state: as_left, as the import left them; set_back,
-- which it changed and which hold again what they held before; deleted; or changed_since, by whom and when the last
-- time, as far as the caller reads the row. before and last: the entry of the log before the import's first about the
-- row, null for one that it created, and the import's last.
create function private.imported_rows(wanted_import uuid)
  returns table (id bigint, created boolean, state text, row_version bigint, before bigint, last bigint, by text,
    at timestamptz)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  receipt constant private.imports := (
    select i from private.imports i where i.user_id = auth.uid() and i.import_id = wanted_import);
  -- Whoever lacks the right is told nothing of former values that they may not read, and gets none of them back.
  hidden constant text[] := case when private.caller_has_right('Sensitive') then '{}' else array(
    select c.column_name from private.sensitive_columns c where c.table_name = receipt.table_name) end;
begin
  if receipt.import_id is null then
    return;
  end if;
  return query execute format($query$
    with own as materialized (
      select l.row_id, bool_or(l.action = 'Insert') as created, min(l.id) as first, max(l.id) as last
      from private.import_batches b
        cross join unnest(b.ids) r (id)
        join private.user_log l on l.form_name = $1 and l.row_id = r.id and l.tx = b.tx and l.at >= b.at
      where b.user_id = $2 and b.import_id = $3
      group by l.row_id
    ),
    -- Deleting a row and restoring it is no change of it, nor is what is said of it.
    later as materialized (
      select o.row_id, l.id, l.user_name, l.at, l.changes
      from own o
        join private.user_log l on l.form_name = $1 and l.row_id = o.row_id and l.id > o.last
      where l.action in ('Update', 'Approve', 'Set back') and l.source = 'database'
    ),
    -- Of what changed since, what the import left; of what it changed itself, what was there before.
    left_so as materialized (
      select f.row_id, jsonb_object_agg(f.key, f.value) as held
      from (
        select distinct on (l.row_id, c.key) l.row_id, c.key, c.value -> 0 as value
        from later l cross join jsonb_each(l.changes) c
        order by l.row_id, c.key, l.id
      ) f
      group by f.row_id
    ),
    found_so as materialized (
      select f.row_id, jsonb_object_agg(f.key, f.value) as held
      from (
        select distinct on (o.row_id, c.key) o.row_id, c.key, c.value -> 0 as value
        from own o
          join private.user_log l on l.form_name = $1 and l.row_id = o.row_id and l.id between o.first and o.last
          cross join jsonb_each(l.changes - $5) c
        where not o.created
        order by o.row_id, c.key, l.id
      ) f
      group by f.row_id
    ),
    last_change as materialized (
      select distinct on (l.row_id) l.row_id, l.user_name, l.at from later l order by l.row_id, l.id desc
    ),
    stated as (
      select o.row_id, o.created, o.last, t.row_version, b.entry, c.user_name, c.at, t.office = any ($4) as readable,
        case
          when t.id is null then 'deleted'
          when t.office <> all ($4) then 'changed_since'
          when not o.created and private.holds_again(to_jsonb(t), coalesce(f.held, '{}')) then 'set_back'
          when (o.created or b.entry is not null)
            and (w.held is null or private.holds_again(to_jsonb(t), w.held)) then 'as_left'
          else 'changed_since'
        end as state
      from own o
        left join public.%I t on t.id = o.row_id
        left join found_so f on f.row_id = o.row_id
        left join left_so w on w.row_id = o.row_id
        left join last_change c on c.row_id = o.row_id
        left join lateral (
          select max(l.id) as entry from private.user_log l
          where not o.created and l.form_name = $1 and l.row_id = o.row_id and l.id < o.first
            and l.source = 'database' and l.action <> 'Delete'
        ) b on true
    )
    select s.row_id, s.created, s.state, s.row_version::bigint, s.entry, s.last,
      case when s.readable and s.state = 'changed_since' then s.user_name end,
      case when s.readable and s.state = 'changed_since' then s.at end
    from stated s order by s.row_id$query$, receipt.table_name)
    using receipt.table_name, receipt.user_id, receipt.import_id, private.offices_to_read(), hidden;
end
$$;

-- Ends an import of the caller's: no batch of it is saved from now on, and one under way is waited for. The log tells
-- so, once. Raises AG002 where its time is over.
create function private.take_back_import(wanted_import uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if exists (
    select from private.imports i
    where i.user_id = auth.uid() and i.import_id = wanted_import and i.at < now() - private.take_back_time())
  then
    raise exception 'This import was made more than 30 days ago: it can no longer be taken back.'
      using errcode = 'AG002';
  end if;
  update private.imports i set taken_back_at = now()
  where i.user_id = auth.uid() and i.import_id = wanted_import and i.taken_back_at is null;
  if not found then
    return;
  end if;
  -- The rows of an import are of one screen: the status of any of them tells which.
  insert into private.user_log (user_id, user_name, user_role, form_name, region_name, province_name, action, status,
    changes)
  select u.id, u.username, u.roles, i.table_name, u.region_name, u.province_name, 'Take back import', (
      select l.status
      from private.import_batches b
      cross join unnest(b.ids) r (id)
      join private.user_log l on l.form_name = i.table_name and l.row_id = r.id and l.tx = b.tx
      where b.user_id = i.user_id and b.import_id = i.import_id
      limit 1),
    jsonb_build_object('import', jsonb_build_array(i.file_name, null))
  from private.imports i
  join public.users u on u.id = i.user_id
  where i.user_id = auth.uid() and i.import_id = wanted_import;
end
$$;

grant execute on function
  private.begin_import(uuid, text, text, text, integer, integer), private.own_imports(uuid, integer, bigint),
  private.rows_of_import(uuid), private.imported_rows(uuid), private.take_back_import(uuid)
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
comment on table private.required_facts is
  'What every new row of a form names: one of the columns of each fact. private.keep_facts writes it into triggers.';

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

-- After a caller has written a row that lacks a fact (the trigger's argument: its first column), when the policies
-- have judged the office. What the owner of the tables writes, a backup for example, is not judged, and neither is a
-- row that is restored.
create function private.refuse_missing_fact() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null and not private.is_restoring() then
    raise exception using errcode = 'AG007', column = tg_argv[0], message = 'is required.';
  end if;
  return null;
end
$$;

-- What a table with facts needs: two triggers for each, of which the condition is the rule, so that a row that has its
-- facts costs nothing; and the index of its incomplete rows.
create procedure private.keep_facts(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  bare constant text := (select c.relname from pg_catalog.pg_class c where c.oid = target);
  fact private.required_facts;
begin
  for fact in select f.* from private.required_facts f where f.table_name = bare loop
    execute format('create trigger %I after insert on %s for each row when (%s)
      execute function private.refuse_missing_fact(%L)', 'require_fact_' || fact.place || '_insert', target,
        private.lacks_fact(target, fact, 'new.'), fact.columns[1]);
    execute format('create trigger %I after update on %s for each row when (%s and not %s)
      execute function private.refuse_missing_fact(%L)', 'require_fact_' || fact.place || '_update', target,
        private.lacks_fact(target, fact, 'new.'), private.lacks_fact(target, fact, 'old.'), fact.columns[1]);
  end loop;
  execute format('create index %I on %s (office) where %s', bare || '_incomplete', target, (
    select string_agg(private.lacks_fact(target, f, ''), ' or ' order by f.place)
    from private.required_facts f where f.table_name = bare));
end
$$;


-- supabase/schemas/47_organizations.sql

-- A row belongs to an ARBO by key (arboPrimaryKey, the id of the masterlist's row). Its ARBO ID and its ARBO name are
-- copies that follow the masterlist: renaming an ARBO, giving it an ID and changing the ID change them in every row.
-- The masterlist keeps former names, so that a row or a file that uses one still finds its ARBO.

-- Finds the ARBO of an office by its name, or if no ARBO has that name, by a former name. Null if no ARBO or several
-- match.
create function private.arbo_named(wanted_office text, name text) returns bigint
  language plpgsql stable security definer set search_path = ''
as $$
declare
  found_ids bigint[];
begin
  if name is null then
    return null;
  end if;
  found_ids := array(
    select m.id from public.arbo_masterlist m
    where m.office = wanted_office and private.fold_name(m.arbo_name) = private.fold_name(name)
    limit 2);
  if cardinality(found_ids) = 0 then
    found_ids := array(
      select m.id from public.arbo_masterlist m
      where m.office = wanted_office and m.former_names is not null
        and exists (select from unnest(m.former_names) f where private.fold_name(f) = private.fold_name(name))
      limit 2);
  end if;
  return case when cardinality(found_ids) = 1 then found_ids[1] end;
end
$$;
revoke execute on function private.arbo_named(text, text) from public;

-- The ARBOs in the caller's scope with a former name in which every term of a search holds (private.term_conditions).
create function private.arbos_formerly_named(terms jsonb) returns bigint[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  conditions constant text := private.term_conditions(terms, array['former'], by_index => false);
  found_ids bigint[];
begin
  if conditions is not null then
    execute format($sql$
      select array(
        select f.arbo
        from (
          select m.id as arbo, private.fold(private.list_words(m.former_names)) as former, null::bigint as id,
            '' as process_stage
          from public.arbo_masterlist m
          where m.former_names is not null and (%L or m.office = any ($1))) f
        where %s)$sql$, private.caller_of_central() is not null, conditions)
      into found_ids using private.offices_to_read();
  end if;
  return found_ids;
end
$$;

-- BEFORE trigger on rows that name an ARBO: finds the ARBO by the column that was written (the key before the ID before
-- the name) and copies its key, ID and name. A name that is not in the masterlist stays, without key and ID.
create function private.settle_arbo() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  row_office constant text := coalesce(new.region_name, '') || ' / ' || coalesce(new.province_name, '');
  wanted bigint;
  arbo record;
  key_written boolean := true;
  id_written boolean := true;
  name_written boolean := true;
begin
  if tg_op = 'UPDATE' then
    key_written := new."arboPrimaryKey" is distinct from old."arboPrimaryKey";
    id_written := new.arbo_id is distinct from old.arbo_id;
    name_written := new.arbo_name is distinct from old.arbo_name;
    if not (key_written or id_written or name_written) then
      return new;
    end if;
  end if;
  wanted := case
    when key_written and new."arboPrimaryKey" is not null then new."arboPrimaryKey"
    when new.arbo_id is not null then (select m.id from public.arbo_masterlist m where m.arbo_id = new.arbo_id)
    when name_written then private.arbo_named(row_office, new.arbo_name)
    when key_written then null
    -- The ID was cleared: by Postgres because the ARBO has lost it, or else by a caller who unlinks the row.
    else (select m.id from public.arbo_masterlist m where m.id = new."arboPrimaryKey" and m.arbo_id is null)
  end;
  -- An ARBO of another office is not looked at: it is refused like one that does not exist.
  select m.id, m.arbo_id, m.arbo_name into arbo
  from public.arbo_masterlist m
  where m.id = wanted and m.office = any (private.offices_around(row_office));
  if found then
    if key_written and id_written and new."arboPrimaryKey" is not null and new.arbo_id is distinct from arbo.arbo_id
      and new.arbo_id is not null and not private.is_restoring()
    then
      raise exception 'The ARBO record and the ARBO ID are not of the same ARBO.'
        using errcode = 'AG002', column = 'arbo_id';
    end if;
    new."arboPrimaryKey" := arbo.id;
    new.arbo_id := arbo.arbo_id;
    new.arbo_name := arbo.arbo_name;
  elsif new.arbo_id is not null then
    raise exception 'The row refers to a row of another office.'
      using errcode = '23503', schema = 'public', table = tg_table_name, column = 'arbo_id';
  else
    new."arboPrimaryKey" := wanted;
  end if;
  return new;
end
$$;

-- AFTER trigger on rows that name an ARBO, for rows whose ARBO was written. By now the foreign key has locked the ARBO
-- until the transaction ends. If it has changed since private.settle_arbo copied from it, the transaction must be
-- repeated (40001), which the API does.
create function private.check_settled_arbo() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  changed boolean;
begin
  if tg_op = 'INSERT' then
    changed := exists (
      select from new_rows n join public.arbo_masterlist m on m.id = n."arboPrimaryKey"
      where (n.arbo_id, n.arbo_name) is distinct from (m.arbo_id, m.arbo_name));
  else
    changed := exists (
      select from new_rows n
        join old_rows o on o.id = n.id
          and (o."arboPrimaryKey", o.arbo_id, o.arbo_name) is distinct from (n."arboPrimaryKey", n.arbo_id, n.arbo_name)
        join public.arbo_masterlist m on m.id = n."arboPrimaryKey"
      where (n.arbo_id, n.arbo_name) is distinct from (m.arbo_id, m.arbo_name));
  end if;
  if changed then
    raise exception 'The ARBO has changed at the same moment. Try again.' using errcode = '40001';
  end if;
  return null;
end
$$;

-- Whether an update changed nothing of the ARBO but what follows the masterlist: approved rows allow that too.
create function private.only_follows_arbo(was jsonb, now jsonb) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select now ->> 'arboPrimaryKey' is not null
    and (was ->> 'arboPrimaryKey' = now ->> 'arboPrimaryKey'
      or was ->> 'arboPrimaryKey' is null and (was ->> 'arbo_id' = now ->> 'arbo_id'
        or private.fold_name(was ->> 'arbo_name') = private.fold_name(now ->> 'arbo_name')))
$$;

-- BEFORE trigger on the ARBO masterlist: keeps the name that an ARBO had. Waits for writers of rows that refer to the
-- ARBO, so that private.carry_arbo sees their rows.
create function private.keep_former_name() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.arbo_masterlist m where m.id = old.id for update;
  new.former_names := nullif(array(
    select f.name
    from unnest(new.former_names || old.arbo_name) with ordinality f (name, place)
    where private.fold_name(f.name) <> private.fold_name(new.arbo_name)
    group by f.name order by min(f.place)), '{}');
  return new;
end
$$;

-- AFTER trigger on the ARBO masterlist: carries ID and name to the rows of the ARBO, and links rows that have no ARBO
-- yet and bear its name. Their figures are written by private.keep_organizations, for all tables at once.
create function private.carry_arbo() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  changed bigint[];
  target record;
  due bigint[];
begin
  if tg_op = 'INSERT' then
    changed := array(select n.id from new_rows n);
  else
    changed := array(
      select n.id from new_rows n join old_rows o using (id)
      where (n.arbo_id, n.arbo_name, n.office) is distinct from (o.arbo_id, o.arbo_name, o.office));
  end if;
  if cardinality(changed) = 0 then
    return null;
  end if;
  perform set_config('private.following_arbo', 'yes', true);
  for target in
    select r.table_name from private.office_references r
    where r.parent_name = 'arbo_masterlist' and r.column_name = 'arboPrimaryKey' order by r.table_name
  loop
    execute format($sql$
      select array(
        select t.id
        from public.%1$I t join public.arbo_masterlist m on m.id = t."arboPrimaryKey"
        where m.id = any ($1) and (t.arbo_id, t.arbo_name) is distinct from (m.arbo_id, m.arbo_name)
        union all
        select t.id
        from public.arbo_masterlist m
        join public.%1$I t on t.office = m.office and private.fold_name(t.arbo_name) = private.fold_name(m.arbo_name)
        where m.id = any ($1) and t."arboPrimaryKey" is null and private.arbo_named(m.office, m.arbo_name) = m.id)$sql$,
      target.table_name) into due using changed;
    continue when cardinality(due) = 0;
    execute format('select from public.%I t where t.id = any ($1) order by t.id for no key update', target.table_name)
      using due;
    execute format($sql$
      update public.%1$I t set "arboPrimaryKey" = m.id, arbo_id = m.arbo_id, arbo_name = m.arbo_name
      from public.arbo_masterlist m
      where t.id = any ($1) and m.id = any ($2)
        and m.id = coalesce(t."arboPrimaryKey", private.arbo_named(t.office, t.arbo_name))$sql$, target.table_name)
      using due, changed;
  end loop;
  return null;
end
$$;

-- The organization links of spec section 3: the ARBO by its key, the ARC by its ARC ID.
create procedure private.refer_to_masterlists(target regclass)
  language plpgsql set search_path = ''
as $$
begin
  call private.refer(target, 'arboPrimaryKey', 'public.arbo_masterlist', 'id');
  execute format('create index %I on %s (arbo_id)',
    (select relname from pg_catalog.pg_class where oid = target) || '_arbo_id', target);
  if exists (select from pg_catalog.pg_attribute where attrelid = target and attname = 'arc_id') then
    call private.refer(target, 'arc_id', 'public.arc_masterlist', 'arc_id', true);
  end if;
  -- Named to run after clean_texts, place_by_book and fill_from_form11, and before stamp_record.
  execute format('create trigger settle_arbo before insert or update on %s
    for each row execute function private.settle_arbo()', target);
  -- Named to run after within_arboPrimaryKey_….
  execute format('create trigger within_arbo_settled_insert after insert on %s referencing new table as new_rows
    for each statement execute function private.check_settled_arbo()', target);
  execute format('create trigger within_arbo_settled_update after update on %s
    referencing new table as new_rows old table as old_rows
    for each statement execute function private.check_settled_arbo()', target);
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
  if auth.uid() is null or private.is_restoring() then
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


-- supabase/schemas/48_reviews.sql

-- Review as a conversation, beside the stages of the specification (section 4): a row is returned with a reason by
-- whoever may approve it, resubmitted by whoever may edit it, and commented on by both. All of it is of the row's own
-- scope: whoever does not read the row reads none of it. A step is read with its row, under the same office; everything
-- else goes through the functions below, which look at the row first. Each act is in the user log, under the row's
-- office, and so in its history.

create table private.reviews (
  table_name text not null references private.record_tables (table_name),
  row_id bigint not null,
  state text not null check (state in ('returned', 'resubmitted')),
  user_id uuid,
  at timestamptz not null default now(),
  -- Why it was returned, or what whoever resubmits it says.
  reason text check (reason is null or btrim(reason) <> '' and length(reason) <= 2000),
  -- Of the row: whoever reads the office reads the step.
  office text,
  ended boolean not null default false,
  before jsonb,
  primary key (table_name, row_id)
);
create index reviews_office on private.reviews (office, state, at desc) where not ended;
create index reviews_latest on private.reviews (state, at desc) where not ended;
create index reviews_of_table on private.reviews (table_name, state) where not ended;
alter table private.reviews enable row level security;
call private.read_in_scope('private.reviews');
grant select on private.reviews to authenticated, central_reader, provincial_reader;
comment on table private.reviews is
  'The last step of the review of rows that were ever returned.';
comment on column private.reviews.ended is
  'Whether the row is approved. Setting it back takes the approval back, and the review stands where it stood.';
comment on column private.reviews.before is
  'By which a return is taken back: what the row had before it, as {step, approved}; step is null of a row that was '
  'new.';

create table private.comments (
  id bigint generated always as identity primary key,
  table_name text not null references private.record_tables (table_name),
  row_id bigint not null,
  -- The column that it is about; null where it is about the row.
  field text,
  text text not null check (btrim(text) <> '' and length(text) <= 2000),
  user_id uuid,
  user_name text,
  at timestamptz not null default now()
);
create index comments_row on private.comments (table_name, row_id, id);
alter table private.comments enable row level security;
comment on table private.comments is 'What people say of a row, and of a field of it.';

-- Which of the rows with these ids the caller reads.
create function private.readable_ids(wanted_table text, ids bigint[]) returns bigint[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  readable bigint[];
begin
  perform private.check_record_table(wanted_table);
  execute format(
    'select array(select t.id from public.%I t where t.id = any ($1) and t.office = any ($2))', wanted_table)
    into readable using ids, private.offices_to_read();
  return readable;
end
$$;

-- The pending rows that the caller reads and that stand so in their review. wanted: returned; resubmitted; or changed,
-- of rows that were changed since their last approval, which was the caller's. For those the log is asked about the
-- rows that were ever set back, no others; whoever lacks the right Sensitive is told of no change to sensitive values.
create function private.rows_in_review(wanted_table text, wanted text) returns setof bigint
  language plpgsql stable security definer set search_path = ''
as $$
declare
  ids bigint[];
  in_full constant boolean := private.caller_has_right('Sensitive');
begin
  perform private.check_record_table(wanted_table);
  ids := case when wanted = 'changed'
    then array(select distinct l.row_id from private.user_log l
      where l.form_name = wanted_table and l.action = 'Set back')
    else array(select r.row_id from private.reviews r where r.table_name = wanted_table and r.state = wanted
      and not r.ended) end;
  if cardinality(ids) = 0 then
    return;
  end if;
  execute format(
    'select array(select t.id from public.%I t where t.id = any ($1) and t.office = any ($2)
       and not private.is_approved(t.process_stage))', wanted_table)
    into ids using ids, private.offices_to_read();
  return query
  select r.id
  from unnest(ids) r (id)
  where wanted <> 'changed' or exists (
    select
    from (
      -- A row that was set back without an approval was entered as approved.
      select l.id, l.user_id from private.user_log l
      where l.form_name = wanted_table and l.row_id = r.id and l.action in ('Approve', 'Insert')
      order by l.id desc limit 1
    ) approval
    join private.user_log l on l.form_name = wanted_table and l.row_id = r.id and l.id > approval.id
    where approval.user_id = auth.uid() and l.action in ('Update', 'Set back')
      and (case when in_full then l.changes else private.without_sensitive(wanted_table, l.changes) end)
        - 'process_stage' <> '{}');
end
$$;

-- What an account is called, for rows that name their author by its id.
create function private.username_of(account uuid) returns text
  language sql stable security definer set search_path = ''
as $$ select u.username from public.users u where u.id = account $$;

-- Notes, for the rest of this transaction, the returned rows that the caller approves all the same.
create function private.name_returned(ids bigint[]) returns void
  language sql volatile set search_path = ''
as $$ select set_config('private.named_returns', ids::text, true) $$;

-- Keeps each review up to date with its row: an approval ends the review, setting the row back reopens it, and a move
-- takes it to the row's new office. A caller approves a row with an open return (returned and not resubmitted) only by
-- naming it, with private.name_returned or, where a transaction has named nothing, by a statement that writes this one
-- row; otherwise raises AG002. So no bulk approval includes a row that was returned after the caller saw the list.
create function private.end_review() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  named constant bigint[] := nullif(current_setting('private.named_returns', true), '')::bigint[];
  returned bigint[];
begin
  if auth.uid() is not null and (named is not null or (select count(*) from new_rows) > 1) then
    select array_agg(n.id order by n.id) into returned
    from new_rows n
    join private.reviews r on r.table_name = tg_table_name and r.row_id = n.id
    where r.state = 'returned' and not r.ended and private.is_approved(n.process_stage)
      and n.id <> all (coalesce(named, '{}'));
    if returned is not null then
      raise exception '% of these rows: returned and not resubmitted. Leave them out, or approve each one by itself.',
        cardinality(returned)
        using errcode = 'AG002', column = 'process_stage', detail = returned[1]::text;
    end if;
  end if;
  update private.reviews r set office = n.office, ended = private.is_approved(n.process_stage)
  from new_rows n
  where r.table_name = tg_table_name and r.row_id = n.id
    and (r.office, r.ended) is distinct from (n.office, private.is_approved(n.process_stage));
  return null;
end
$$;

-- Writes an act of the review of rows into the log, each under the office of its row.
create function private.log_review(wanted_table text, ids bigint[], act text, said jsonb) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  execute format(
    'insert into private.user_log (user_id, user_name, user_role, form_name, row_id, region_name, province_name,
       muncity_name, action, status, changes)
     select $1, u.username, u.roles, $2, (j.r ->> ''id'')::bigint, j.r ->> ''region_name'', j.r ->> ''province_name'',
       j.r ->> ''muncity_name'', $3, j.r ->> ''status'', $4
     from (select to_jsonb(t) as r from public.%I t where t.id = any ($5) order by t.id offset 0) j
     left join public.users u on u.id = $1', wanted_table)
    using auth.uid(), wanted_table, act, said, ids;
end
$$;

-- Returns or resubmits the rows that the caller may, and answers their ids: returning asks for the right Approve,
-- resubmitting for Edit, both for the row's window. An approved row that is returned is Pending from then on; a row is
-- resubmitted once it was returned. wanted_state: returned or resubmitted.
create function private.review_rows(wanted_table text, ids bigint[], wanted_state text, said text) returns setof bigint
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  verb constant text := case wanted_state when 'returned' then 'return' else 'update' end;
  allowed bigint[];
  approved bigint[];
begin
  perform private.check_record_table(wanted_table);
  execute format(
    'select array_agg(c.id), array_agg(c.id) filter (where private.is_approved(c.process_stage)) from (
       select t.id, t.process_stage from public.%1$I t
       where t.id = any ($1)
         and t.office = any (case private.window_of($2, t.status) when ''target'' then $3 else $4 end)
         and ($5 or not private.is_approved(t.process_stage) and exists (
           select from private.reviews r where r.table_name = $2 and r.row_id = t.id and r.state = ''returned''))
       order by t.id for no key update) c', wanted_table)
    into allowed, approved
    using ids, wanted_table, private.offices_to_write(verb, 'target'),
      private.offices_to_write(verb, 'accomplishment'), wanted_state = 'returned';
  if wanted_state = 'returned' then
    execute format('update public.%I t set process_stage = ''Pending'' where t.id = any ($1)', wanted_table)
      using approved;
  end if;
  execute format(
    'insert into private.reviews as r (table_name, row_id, state, user_id, reason, office, before)
     select $1, t.id, $2, auth.uid(), $3, t.office,
       jsonb_build_object(''step'', null, ''approved'', coalesce(t.id = any ($5), false))
     from public.%I t where t.id = any ($4)
     on conflict on constraint reviews_pkey do update
       set state = excluded.state, user_id = excluded.user_id, at = now(), reason = excluded.reason,
         office = excluded.office, before = excluded.before || jsonb_build_object(''step'', to_jsonb(r) - ''before'')',
    wanted_table)
    using wanted_table, wanted_state, said, allowed, approved;
  perform private.log_review(wanted_table, allowed, case wanted_state when 'returned' then 'Return' else 'Resubmit' end,
    case when said is not null then jsonb_build_object('reason', jsonb_build_array(null, said)) end);
  return query select unnest(allowed);
end
$$;

-- Takes the caller's own returns of these rows back, as far as they may still return them and nothing came after, and
-- answers the rows' ids: each stands again where it stood, as new, returned or resubmitted by whom, when and why; one
-- that was approved is approved, now and by the caller, who may need the right Approve own.
create function private.take_back_returns(wanted_table text, ids bigint[]) returns setof bigint
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  allowed bigint[];
  approved bigint[];
begin
  perform private.check_record_table(wanted_table);
  execute format(
    'select array_agg(c.id), array_agg(c.id) filter (where c.approved) from (
       select t.id, (r.before ->> ''approved'')::boolean as approved from public.%1$I t
         join private.reviews r on r.table_name = $2 and r.row_id = t.id
       where t.id = any ($1) and r.state = ''returned'' and not r.ended and r.user_id = auth.uid()
         and r.before is not null
         and t.office = any (case private.window_of($2, t.status) when ''target'' then $3 else $4 end)
       order by t.id for no key update of t) c', wanted_table)
    into allowed, approved
    using ids, wanted_table, private.offices_to_write('return', 'target'),
      private.offices_to_write('return', 'accomplishment');
  delete from private.reviews r
  where r.table_name = wanted_table and r.row_id = any (allowed) and r.before -> 'step' = 'null';
  -- Ended before the row is approved again: a row that was approved by name while it was returned needs no other name.
  update private.reviews r set state = s.state, user_id = s.user_id, at = s.at, reason = s.reason, before = null,
    ended = (old.before ->> 'approved')::boolean
  from private.reviews old cross join lateral jsonb_populate_record(null::private.reviews, old.before -> 'step') s
  where old.table_name = r.table_name and old.row_id = r.row_id
    and r.table_name = wanted_table and r.row_id = any (allowed);
  execute format('update public.%I t set process_stage = ''Approved'' where t.id = any ($1)', wanted_table)
    using approved;
  perform private.log_review(wanted_table, allowed, 'Take back return', null);
  return query select unnest(allowed);
end
$$;

-- The comments on a row, oldest first; null where the caller does not read the row.
create function private.comments_on(wanted_table text, wanted_row bigint) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.readable_ids(wanted_table, array[wanted_row]) = '{}' then
    return null;
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'field', c.field, 'text', c.text, 'by', c.user_name,
      'at', c.at) order by c.id), '[]')
    from private.comments c
    where c.table_name = wanted_table and c.row_id = wanted_row
      -- What is said of a sensitive field may say what it holds.
      and (private.caller_has_right('Sensitive') or not exists (
        select from private.sensitive_columns s where s.table_name = wanted_table and s.column_name = c.field)));
end
$$;

-- Adds a comment and answers all comments on the row; null where the caller does not read the row. Who may edit or
-- approve comments, at any time: a conversation does not end with a window.
create function private.comment_on(wanted_table text, wanted_row bigint, about text, said text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.right_suffices('comment', (private.current_caller()).rights) is true then
    raise exception 'Your role has neither the right Edit nor the right Approve: it may not comment on rows.'
      using errcode = 'AG009';
  end if;
  if private.readable_ids(wanted_table, array[wanted_row]) = '{}' then
    return null;
  end if;
  insert into private.comments (table_name, row_id, field, text, user_id, user_name)
  select wanted_table, wanted_row, about, said, u.id, u.username from public.users u where u.id = auth.uid();
  perform private.log_review(wanted_table, array[wanted_row], 'Comment',
    jsonb_build_object(coalesce(about, 'comment'), jsonb_build_array(null, said)));
  return private.comments_on(wanted_table, wanted_row);
end
$$;

grant execute on function
  private.is_approved(text), private.rows_in_review(text, text),
  private.username_of(uuid), private.review_rows(text, bigint[], text, text),
  private.take_back_returns(text, bigint[]), private.name_returned(bigint[]),
  private.comments_on(text, bigint), private.comment_on(text, bigint, text, text)
to authenticated;


-- supabase/schemas/49_find.sql

-- Finding a record by what it is called, over several tables at once, while somebody types: few hits, the best first,
-- and a bounded amount of work however common the words are. Sensitive columns are not looked at, whoever asks.

create table private.found_tables (
  table_name text primary key references private.record_tables (table_name),
  name_column text not null,
  identifier_column text
);
alter table private.found_tables enable row level security;
comment on table private.found_tables is
  'Tables under private.find_records: the column that names a row, and the one by which other records refer to it.';

-- A name and an identifier as words: in small letters, without accents and signs, a blank before each. In plpgsql,
-- since rows that an index brings are compared by it, thousands at a time.
create function private.found_text(name text, identifier text) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return ' ' || btrim(regexp_replace(private.fold(coalesce(name, '') || ' ' || coalesce(identifier, '')),
    '[^[:alnum:]]+', ' ', 'g'));
end
$$;

-- The same of a table's columns, as its indexes have it.
create function private.found_expression(name_column text, identifier_column text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select format('private.found_text(%I, %s)', name_column, coalesce(quote_ident(identifier_column), 'null'))
$$;

-- Lets rows of a table be found by a name, and by an identifier where they have one.
create procedure private.let_find(target regclass, name_column text, identifier_column text default null)
  language plpgsql set search_path = ''
as $$
declare
  name constant text := (select relname from pg_catalog.pg_class where oid = target);
  words constant text := private.found_expression(name_column, identifier_column);
begin
  insert into private.found_tables values (name, name_column, identifier_column);
  execute format('create index %I on %s (%s collate "C")', name || '_found_in_order', target, words);
  execute format('create index %I on %s using gin ((%s) extensions.gin_trgm_ops)', name || '_found', target, words);
end
$$;

-- Ids of the rows in the caller's scope that are worth ranking, by their table; most: so many of each kind of hit.
-- Names that begin with the query come in order; of the words, each begins one of a name; then they stand in a name,
-- then anywhere in the row. Each step is asked where those before it found too little, and ends at its limit.
create function private.find_ids(query text, most integer)
  returns table (table_name text, name_column text, identifier_column text, ids bigint[])
  language plpgsql stable security definer set search_path = ''
as $$
declare
  asked constant text := private.found_text(query, null);
  words constant text[] := string_to_array(btrim(asked), ' ');
  -- Without three letters in a row, an index of trigrams has nothing to look up inside of words.
  long boolean := exists (select from unnest(words) w where length(w) > 2);
  scope constant text := case when private.caller_of_central() is null
    then format(' and office = any (%L::text[])', private.offices_to_read()) else '' end;
  steps text[];
  step text;
  found bigint[];
begin
  if length(btrim(asked)) < 2 then
    return;
  end if;
  for table_name, name_column, identifier_column in select * from private.found_tables loop
    steps := (
      select array[format('{words} collate "C" like %L{scope} order by {words} collate "C"', asked || '%')]
        || case when count(*) > 1 then array[format('{words} like %L{scope}', '%' || asked || '%')] end
        || array[string_agg(format('{words} like %L', '% ' || w || '%'), ' and ') || '{scope}']
        || case when long then array[
          string_agg(format('{words} like %L', '%' || w || '%'), ' and ') || '{scope}',
          string_agg(format('search_text like %L', '%' || w || '%'), ' and ') || '{scope}']
        end
      from unnest(words) w);
    ids := '{}';
    foreach step in array steps loop
      exit when cardinality(ids) >= most;
      execute format('select array(select id from public.%I where %s limit %s)', table_name,
        replace(replace(step, '{words}', private.found_expression(name_column, identifier_column)), '{scope}',
          scope), 4 * most) into found;
      ids := array(select distinct i from unnest(ids || found) i);
    end loop;
    if cardinality(ids) > 0 then
      return next;
    end if;
  end loop;
end
$$;

-- The rows that are called what somebody types, best first: most of each table. rank: 1 is called exactly so, 2 begins
-- with it, 3 has it at the beginning of a word, 4 has each word at the beginning of one, 5 has them in its name, 6
-- somewhere else; within a rank those of the caller's own office come first. hit_column and hit_value say where, beside
-- the name. The policies decide about each row once more, and the privileges about each column.
create function private.find_records(query text, most integer)
  returns table (table_name text, id bigint, rank integer, name text, identifier text, about jsonb, hit_column text,
    hit_value text)
  language plpgsql stable set search_path = ''
as $$
declare
  asked constant text := private.found_text(query, null);
  words constant text[] := string_to_array(btrim(asked), ' ');
  own constant text := (
    select coalesce(c.region_name, '') || ' / ' || coalesce(c.province_name, '') from private.current_caller() c);
  target record;
  readable text;
begin
  for target in select * from private.find_ids(query, most) loop
    readable := (
      select string_agg(format('t.%I', a.attname), ', ' order by a.attnum)
      from pg_catalog.pg_attribute a
      where a.attrelid = format('public.%I', target.table_name)::regclass and a.attnum > 0 and not a.attisdropped
        and a.atttypid in ('text'::regtype, 'text[]'::regtype)
        and a.attname not in ('search_text', 'office', target.name_column)
        and has_column_privilege(a.attrelid, a.attnum, 'select'));
    return query execute format($sql$
      with ranked as (
        select t.id, t.office,
          case
            when n.name = $2 or n.identifier = $2 then 1
            when n.name like $2 || '%%' then 2
            when n.words like '%%' || $2 || '%%' then 3
            when (select bool_and(n.words like '%% ' || w || '%%') from unnest($3) w) then 4
            when (select bool_and(n.words like '%%' || w || '%%') from unnest($3) w) then 5
            else 6
          end as rank,
          n.name as sorted
        from public.%1$I t
        cross join lateral (
          select private.found_text(t.%2$I, null) as name, private.found_text(%3$s, null) as identifier,
            private.found_text(t.%2$I, %3$s) as words) n
        where t.id = any ($1)
        order by rank, t.office = $4 desc, sorted, t.id
        limit $5)
      select %5$L, t.id, r.rank, t.%2$I, %3$s, whole.item, hit.key, hit.value
      from ranked r
      join public.%1$I t on t.id = r.id
      cross join lateral (select to_jsonb(one) as item from (select %4$s) one) whole
      left join lateral (
        select e.key, e.value
        from jsonb_each_text(whole.item) e
        cross join lateral (
          select count(*) as held from unnest($3) w where private.fold(e.value) like '%%' || w || '%%') words
        where r.rank = 6 and words.held > 0
        order by words.held desc, e.key
        limit 1
      ) hit on true
      order by r.rank, t.office = $4 desc, r.sorted, t.id$sql$,
      target.table_name, target.name_column, coalesce('t.' || quote_ident(target.identifier_column), 'null::text'),
      readable, target.table_name)
    using target.ids, asked, words, own, most;
  end loop;
end
$$;

grant execute on function
  private.found_text(text, text), private.find_ids(text, integer), private.find_records(text, integer)
to authenticated;


-- supabase/schemas/49_trash.sql

-- Undo: what was deleted within the last 30 days is restored as it was, and a row gets back what it held after an
-- entry of its history. Nothing is stored twice for that: the log has every deleted row whole, sealed, under its
-- office. A deleted row is told to whoever would read it if it were there, and, after 30 days, to nobody but by the
-- log; its files wait as long (71_uploads.sql). Reviews and comments name the row by its id, and so stand where they
-- stood.

-- How long a deleted row can be restored.
create function private.trash_time() returns interval
  language sql immutable parallel safe set search_path = ''
as $$ select interval '30 days' $$;

create index user_log_deleted on private.user_log (form_name, at desc, id desc)
  where action = 'Delete' and source = 'database';

-- Whether the rows that are being inserted are restored: they come back as they were stored, so that what judges new
-- rows (facts, reasons, places, files, who entered them) has nothing to say of them. private.put_back alone says so,
-- while it inserts; whoever could say so beside it could as well claim to be somebody else.
create function private.is_restoring() returns boolean
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return coalesce(current_setting('private.restoring', true), '') = 'yes';
end
$$;

-- The deletions within that time of rows of offices that the caller reads, of those that are not there again: the last
-- of each row. ids: null for all.
create function private.trashed(wanted_table text, ids bigint[] default null)
  returns table (entry bigint, row_id bigint, office text, status text, approved boolean)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.check_record_table(wanted_table);
  return query execute format(
    'select l.id, l.row_id, l.office, l.status, private.is_approved(l.changes #>> ''{process_stage,0}'')
     from private.user_log l
     where l.form_name = $1 and l.action = ''Delete'' and l.source = ''database''
       and l.at > now() - private.trash_time() and l.office = any ($2) and ($3 is null or l.row_id = any ($3))
       and not exists (
         select from private.user_log k
         where k.form_name = $1 and k.row_id = l.row_id and k.id > l.id and k.action = ''Delete'')
       and not exists (select from public.%I t where t.id = l.row_id)', wanted_table)
    using wanted_table, private.offices_to_read(), ids;
end
$$;

-- A deleted row, of the changes that its entry in the log has: {column: value}.
create function private.deleted_row(changes jsonb) returns jsonb
  language sql immutable parallel safe set search_path = ''
as $$ select jsonb_object_agg(c.key, c.value -> 0) from jsonb_each(changes) c $$;

-- A page of deleted rows, the last deleted first, as {rows, total}: each with all columns that lists answer, and
-- deleted: {by, at, until}, by being a username and until when it can be restored. Sensitive columns are left out
-- without the right, and with it the reading is logged. statuses: null for all.
create function private.trash_of(wanted_table text, statuses text[], page_size integer, skipped bigint) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  hidden constant text[] := case when private.caller_has_right('Sensitive') then '{}' else array(
    select c.column_name from private.sensitive_columns c where c.table_name = wanted_table) end;
  answer jsonb;
begin
  execute format(
    'with trashed as materialized (
       select t.entry from private.trashed($1) t where $2 is null or t.status = any ($2)
     ),
     -- First chosen, then made rows of: other entries of the log are not of this table.
     chosen as materialized (
       select l.* from private.user_log l
       where l.id in (select entry from trashed order by entry desc limit $3 offset $4)
     )
     select jsonb_build_object(''total'', (select count(*) from trashed), ''rows'', (
       select coalesce(jsonb_agg(
         to_jsonb(r) - ''search_text'' - $5 || jsonb_build_object(''office'', l.office, ''deleted'', jsonb_build_object(
           ''by'', l.user_name, ''at'', l.at, ''until'', l.at + private.trash_time())) order by l.id desc), ''[]'')
       from chosen l
         cross join lateral jsonb_populate_record(null::public.%I, private.deleted_row(l.changes) - $5) r))',
    wanted_table)
    into answer
    using wanted_table, statuses, page_size, skipped, hidden;
  perform private.log_reading(wanted_table, array(
    select (r ->> 'id')::bigint from jsonb_array_elements(answer -> 'rows') r
    where private.holds_sensitive(wanted_table, r)));
  return answer;
end
$$;

-- Inserts deleted rows as they were, and answers their ids; those that are there again are left out.
create function private.put_back(wanted_table text, entries bigint[]) returns setof bigint
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  names constant text[] := (
    select array_agg(quote_ident(a.attname) order by a.attnum)
    from pg_catalog.pg_attribute a
    where a.attrelid = format('public.%I', wanted_table)::regclass and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '');
begin
  perform private.take_files_back(wanted_table, entries);
  perform set_config('private.restoring', 'yes', true);
  -- What the log did not yet note of a deleted row: its version, which is not beyond the number of its entries.
  return query execute format(
    'insert into public.%1$I (%2$s) overriding system value
     select %3$s
     from private.user_log l
       cross join lateral jsonb_populate_record(null::public.%1$I,
         jsonb_build_object(''updated_at'', now(), ''row_version'', (
           select count(*) from private.user_log k where k.form_name = l.form_name and k.row_id = l.row_id))
           || private.deleted_row(l.changes)) r
     where l.id = any ($1)
     order by r.id
     on conflict (id) do nothing
     returning %1$I.id', wanted_table, array_to_string(names, ', '), 'r.' || array_to_string(names, ', r.'))
    using entries;
  perform set_config('private.restoring', '', true);
end
$$;

-- Restores the deleted rows that the caller may, with what was attached to them, and answers their ids. Whoever may
-- delete a row may take that back: the right Delete, within the row's window, and an approved row the central office
-- alone. A reference that is gone or a unique value that another row has is an error, as for any insert.
create function private.restore_rows(wanted_table text, ids bigint[]) returns setof bigint
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  in_target constant text[] := private.offices_to_write('restore', 'target');
  in_accomplishment constant text[] := private.offices_to_write('restore', 'accomplishment');
  of_central constant boolean := private.caller_of_central() is not null;
  entries constant bigint[] := array(
    select t.entry from private.trashed(wanted_table, ids) t
    where t.office = any (
        case private.window_of(wanted_table, t.status) when 'target' then in_target else in_accomplishment end)
      and (of_central or not t.approved));
begin
  -- First what was attached: its links are among what the rows held.
  perform private.put_back('attachments', private.attachments_deleted_with(wanted_table, entries));
  return query select private.put_back(wanted_table, entries);
end
$$;

-- What a row held after an entry of its history, of the columns that later entries name: {column: value}. Null where
-- the caller sees no such entry, or the row was not there after it. Without the right Sensitive, sensitive columns are
-- left out.
create function private.version_of(wanted_table text, wanted_row bigint, entry bigint) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (
    select from private.user_log l
    where l.id = entry and l.form_name = wanted_table and l.row_id = wanted_row and l.source = 'database'
      and l.action <> 'Delete' and l.office = any (private.offices_to_read()))
  then
    return null;
  end if;
  return (
    select coalesce(jsonb_object_agg(c.key, c.value), '{}')
    from (
      select distinct on (e.key) e.key, e.value -> 0 as value
      from private.user_log l cross join lateral jsonb_each(l.changes) e
      where l.form_name = wanted_table and l.row_id = wanted_row and l.id > entry and l.source = 'database'
        -- What is said of a row is in its history, too.
        and l.action in ('Update', 'Approve', 'Set back', 'Delete')
      order by e.key, l.id
    ) c
    where private.caller_has_right('Sensitive') or not exists (
      select from private.sensitive_columns s where s.table_name = wanted_table and s.column_name = c.key));
end
$$;

grant execute on function
  private.is_restoring(), private.trash_of(text, text[], integer, bigint), private.restore_rows(text, bigint[]),
  private.version_of(text, bigint, bigint)
to authenticated;


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
  former_names text[],
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
comment on column public.arbo_masterlist.former_names is
  'Names that the ARBO had before, the oldest first; null if none. Written by the database alone.';
insert into private.record_tables values ('arbo_masterlist', 'accomplishment');
call private.apply_protection('public.arbo_masterlist');
call private.index_import_names('public.arbo_masterlist', 'arbo_name');
call private.let_find('public.arbo_masterlist', 'arbo_name', 'arbo_id');

-- Lists open sorted by name, in an order that is the same on every machine.
create index arbo_masterlist_by_name on public.arbo_masterlist (arbo_name collate private.natural_order, id);
create index arbo_masterlist_office_by_name on public.arbo_masterlist
  (office, arbo_name collate private.natural_order, id);

-- Finds the organization of a row that names it without its ARBO ID.
create index arbo_masterlist_office_name on public.arbo_masterlist (office, arbo_name);

-- Finds the ARBOs that have former names, which are few.
create index arbo_masterlist_formerly on public.arbo_masterlist (office) where former_names is not null;


-- supabase/schemas/50_tables/arbo_trainings.sql

-- Trainings (spec section 3); who attended which is said by participants.

create table public.arbo_trainings (
  like template.record including all,
  like template.status including all,
  like template.training including all,
  like template.programme including all,
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
call private.let_find('public.arbo_trainings', 'training_title', 'training_id');
create index arbo_trainings_by_title on public.arbo_trainings (training_title collate private.natural_order, id);
create index arbo_trainings_office_by_title on public.arbo_trainings
  (office, training_title collate private.natural_order, id);


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

-- BEFORE INSERT or UPDATE of a row without region or province: takes them from its ARC, where the caller reads that and
-- the row names no other place.
create function private.take_office_of_arc() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  arc public.arc_masterlist;
begin
  if private.is_restoring() then
    return new;
  end if;
  select a.* into arc from public.arc_masterlist a
  where a.arc_id = new.arc_id and (auth.uid() is null or a.office = any (private.offices_to_read()))
    and coalesce(new.region_name, a.region_name) is not distinct from a.region_name
    and coalesce(new.province_name, a.province_name) is not distinct from a.province_name;
  if found then
    new.region_name := arc.region_name;
    new.province_name := arc.province_name;
  end if;
  return new;
end
$$;

create trigger fill_from_arc before insert or update on public.arc_barangays_covered
  for each row when (new.region_name is null or new.province_name is null)
  execute function private.take_office_of_arc();


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
create index arc_masterlist_by_name on public.arc_masterlist (arc_name collate private.natural_order, id);
create index arc_masterlist_office_by_name on public.arc_masterlist
  (office, arc_name collate private.natural_order, id);


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
-- By which permits that are about to expire are found (public.expiring_permits).
create index fme_inventory_table_fda_lto_expiry on public.fme_inventory_table (office, fda_lto_expiry)
  where fda_lto_expiry is not null;
create index fme_inventory_table_cpr_expiry on public.fme_inventory_table (office, cpr_expiry)
  where cpr_expiry is not null;
create index fme_inventory_table_halal_expiry on public.fme_inventory_table (office, halal_expiry)
  where halal_expiry is not null;
create trigger give_identifier before insert on public.fme_inventory_table
  for each row execute function private.give_identifier('fme_inventory_id', 'FME-');
comment on table public.fme_inventory_table is
  'Machines and equipment of ARBOs, a row an item: ownership, training of operators, products and permits.';
comment on column public.fme_inventory_table.fme_inventory_id is
  'Identifier that rentals refer to; given by the database when left empty.';
insert into private.record_tables values ('fme_inventory_table', 'accomplishment');
call private.apply_protection('public.fme_inventory_table');
call private.let_find('public.fme_inventory_table', 'prj_title', 'fme_inventory_id');


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
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  crop_product text
);
alter table public.form_5_accomps
  alter status set default 'Accomplished',
  -- The call form-5-accomp reads targets, too: no id may mean a row of either table (form_5_annualtargets).
  alter id set minvalue 1000000001 set start 1000000001 restart,
  add constraint form_5_accomps_id_above_targets check (id > 1000000000);
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
alter table public.form_5_annualtargets
  alter status set default 'Target',
  -- The ids of form_5_accomps begin above: the call form-5-accomp tells the rows of both tables apart by their ids.
  alter id set maxvalue 1000000000,
  add constraint form_5_annualtargets_id_below_accomps check (id <= 1000000000);
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
call private.let_find('public.participants', 'participant_name');

comment on column public.participants.age is 'Full years on the day the row was entered.';

-- Lists open sorted by name or title, in an order that is the same on every machine.
create index participants_by_name on public.participants (participant_name collate private.natural_order, id);
create index participants_office_by_name on public.participants
  (office, participant_name collate private.natural_order, id);

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
create index participant_trainings_training on public.participant_trainings (training_id, attended)
  include (participant_id);
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
    -- Most updates change no training.
    if not exists (
      select from new_rows n join old_rows o using (id)
      where (n.training_id, n.wo_training_id, n.office) is distinct from (o.training_id, o.wo_training_id, o.office))
    then
      return null;
    end if;
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
create trigger link_trainings_update after update on public.participants
  referencing old table as old_rows new table as new_rows for each statement execute function private.link_trainings();


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

do $$
declare
  t record;
begin
  for t in
    select format('public.%I', r.table_name)::regclass as target
    from private.record_tables r
      join pg_catalog.pg_attribute a on a.attrelid = format('public.%I', r.table_name)::regclass
        and a.attname = 'arboPrimaryKey'
    order by r.table_name
  loop
    call private.refer_to_masterlists(t.target);
  end loop;
end
$$;

create trigger keep_former_name before update of arbo_name on public.arbo_masterlist
  for each row when (old.arbo_name <> new.arbo_name) execute function private.keep_former_name();
create trigger carry_arbo_insert after insert on public.arbo_masterlist
  referencing new table as new_rows for each statement execute function private.carry_arbo();
create trigger carry_arbo_update after update on public.arbo_masterlist
  referencing old table as old_rows new table as new_rows for each statement execute function private.carry_arbo();

-- Other references

alter table public.arc_barangays_covered
  add foreign key (arc_id) references public.arc_masterlist (arc_id) on update cascade;
call private.keep_within_office('public.arc_barangays_covered', 'arc_id', 'public.arc_masterlist', 'arc_id');
call private.keep_within_office('public.participant_trainings', 'training_id', 'public.arbo_trainings', 'training_id');
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
  (1, '{arbo_name,arbo_id,arboPrimaryKey,arc_name,arc_id}'::text[], null),
  (2, '{reporting_year}', null),
  (3, '{reporting_quarter}', 'Target'),
  (4, f.about, null)
) facts (place, columns, not_for);

-- Targets name their year and what is to be reached; trainings, machines and participants whose they are.
insert into private.required_facts (table_name, place, columns, not_for)
select named.table_name, named.place, named.columns, case when named.columns = '{reporting_quarter}' then 'Target' end
from (values
  ('form_5_annualtargets', 1, '{arbo_name,arbo_id,arboPrimaryKey,arc_name,arc_id}'::text[]),
  ('form_5_annualtargets', 2, '{reporting_year}'),
  ('form_5_annualtargets', 3, '{crop_product,training_title,training_id,participant_name}'),
  ('form7_proddevs', 1, '{arbo_name,arbo_id,arboPrimaryKey,arc_name,arc_id}'),
  ('form7_proddevs', 2, '{reporting_year}'),
  ('form7_proddevs', 3, '{product_name,product_developed,service_developed,type_product}'),
  ('arbo_marketing_targets', 1, '{arbo_name,arbo_id,arboPrimaryKey,arc_name,arc_id}'),
  ('arbo_marketing_targets', 2, '{reporting_year}'),
  ('arbo_marketing_targets', 3, '{target_commodity}'),
  ('arb_marketing_assistance_monitoring', 1, '{arbo_name,arbo_id,arboPrimaryKey,arc_name,arc_id}'),
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

-- Lists open in an order that is the same on every machine: those of the forms by ARBO. The lists of participants,
-- trainings and the masterlists have theirs with their tables.
do $$
declare
  list record;
begin
  for list in
    select form as table_name, 'arbo_name collate private.natural_order, id' as terms
    from unnest('{arb_marketing_assistance_monitoring,arbo_marketing_targets,farmers_tracking_income,
      fme_rental_monitoring,form11_accomps,form11_farm_infos,form7_accomps,form7_proddevs,form_10,form_5_accomps,
      form_5_annualtargets,inventory_status_monitoring,qtr_sales_reports}'::text[]) form
    union all values ('fme_inventory_table', 'fme_inventory_id collate private.natural_order, id'),
      ('sales_transactions', 'transaction_date desc nulls last, id desc'),
      ('arc_barangays_covered', 'barangay_name collate private.natural_order, id')
  loop
    execute format('create index %I on public.%I (%s)', list.table_name || '_in_order', list.table_name, list.terms);
  end loop;
end
$$;


-- supabase/schemas/60_counts.sql

-- Counts kept beside large tables, so that dashboards read thousands of rows where there are hundreds of thousands.
-- Each is kept by statement-level triggers that add what a statement brought and took, in the order of the key, so that
-- many writers wait for each other and never deadlock. Callers read them under the policy of the rows' offices.

-- The statement that adds rows to a table of counts by its key columns, in the order of the key. changes: a query of
-- the rows, with their quantity, and 1 (came) or -1 (went) as delta.
create function private.adding_query(counts text, keys text, changes text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select format($q$
    insert into public.%1$I as kept (%2$s, n, quantity)
    select %2$s, sum(delta), sum(delta * quantity) from (%3$s) c
    group by %2$s having sum(delta) <> 0 or sum(delta * quantity) <> 0 order by %2$s
    on conflict (%2$s) do update set n = kept.n + excluded.n, quantity = kept.quantity + excluded.quantity$q$,
    counts, keys, changes)
$$;

-- Adds a statement's rows to tables of counts. The trigger's arguments: the query of all that is counted of each row of
-- {rows}; then, for each table of counts, its name, its key columns, and the query that gives the key and the quantity
-- (0 where nothing is added up) of each row.
create function private.count_rows() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  changed boolean := true;
begin
  -- Most updates change nothing that is counted.
  if tg_op = 'UPDATE' then
    execute format('select exists (%s except all %s)', replace(tg_argv[0], '{rows}', 'new_rows'),
      replace(tg_argv[0], '{rows}', 'old_rows')) into changed;
  end if;
  if not changed then
    return null;
  end if;
  for place in 1 .. tg_nargs - 3 by 3 loop
    execute private.adding_query(tg_argv[place], tg_argv[place + 1], format(
      'select * from (%s) d (%s, quantity, delta)', concat_ws(' union all ',
        case when tg_op <> 'DELETE' then format('select k.*, 1 from (%s) k',
          replace(tg_argv[place + 2], '{rows}', 'new_rows')) end,
        case when tg_op <> 'INSERT' then format('select k.*, -1 from (%s) k',
          replace(tg_argv[place + 2], '{rows}', 'old_rows')) end),
      tg_argv[place + 1]));
  end loop;
  return null;
end
$$;

-- What callers may do with what is kept for figures: read what their offices hold.
create procedure private.read_only_in_scope(target regclass)
  language plpgsql set search_path = ''
as $$
begin
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
  process_stage text,
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

create table public.participant_office_counts (
  office text not null,
  region_name text,
  province_name text,
  process_stage text,
  participant_category text,
  sex text,
  trained boolean not null,
  programmed boolean not null,
  n bigint not null,
  quantity bigint not null
);
comment on table public.participant_office_counts is
  'How many participants there are by office: kept by triggers on participants.';

create table public.participant_town_counts (
  office text not null,
  region_name text,
  province_name text,
  muncity_name text,
  process_stage text,
  participant_category text,
  sex text,
  trained boolean not null,
  programmed boolean not null,
  n bigint not null,
  quantity bigint not null
);
comment on table public.participant_town_counts is
  'How many participants there are by municipality: kept by triggers on participants.';

create table public.participant_town_funding_counts (
  like public.participant_town_counts,
  fund_source text,
  psp_category text,
  subpsp_abbreviation text
);
comment on table public.participant_town_funding_counts is
  'How many participants there are by municipality and programme: kept by triggers on participants.';

create table public.attendance_counts (
  office text not null,
  region_name text,
  province_name text,
  muncity_name text,
  participant_category text,
  sex text,
  trained_years bigint not null,
  n bigint not null,
  quantity bigint not null
);
comment on table public.attendance_counts is
  'How many participants attended trainings, by municipality: kept by triggers on public.attendance.';
comment on column public.attendance_counts.trained_years is
  'Years of the trainings that they attended, as private.year_bits has them.';

create table public.attendance_office_counts (
  office text not null,
  region_name text,
  province_name text,
  participant_category text,
  sex text,
  trained_years bigint not null,
  n bigint not null,
  quantity bigint not null
);
comment on table public.attendance_office_counts is
  'How many participants attended trainings, by office: kept by triggers on public.attendance.';

create table public.attendance_funding_counts (
  like public.attendance_counts,
  fund_source text,
  psp_category text,
  subpsp_abbreviation text
);
comment on table public.attendance_funding_counts is
  'How many participants attended trainings, by municipality and programme: kept by triggers on public.attendance.';

create table public.mark_counts (
  subject text not null,
  board text not null,
  office text not null,
  region_name text,
  province_name text,
  targeted bigint not null,
  accomplished bigint not null,
  programmed bigint not null,
  matched bigint[] not null,
  trained bigint not null,
  n bigint not null,
  quantity bigint not null
);
comment on table public.mark_counts is
  'How many organizations or communities have the same marks on a dashboard (board), by office: kept by triggers on '
  'public.marks, whose years they have.';

create table public.programme_mark_counts (
  subject text not null,
  board text not null,
  programme text not null,
  office text not null,
  region_name text,
  province_name text,
  accomplished bigint not null,
  n bigint not null,
  quantity bigint not null
);
comment on table public.programme_mark_counts is
  'How many organizations or communities have an accomplishment of a sub-PSP, by office: kept by triggers on '
  'public.programme_marks, whose years they have.';

create table public.arbo_counts (
  office text not null,
  region_name text,
  province_name text,
  process_stage text,
  registering_agency text,
  current_arbo_status text,
  it_easy_level_2024 text,
  n bigint not null,
  quantity bigint not null
);
comment on table public.arbo_counts is
  'How many organizations the masterlist has, by agency, status and level: kept by triggers on it.';
comment on column public.arbo_counts.quantity is 'Their ARB members.';

create table public.farm_counts (
  office text not null,
  region_name text,
  province_name text,
  support_provided text,
  of_year integer,
  n bigint not null,
  quantity bigint not null
);
comment on table public.farm_counts is
  'How many records of support at farms there are by kind and year: kept by triggers on form11_farm_infos.';
comment on column public.farm_counts.of_year is 'Year reported, else year funded.';

-- The marks that count on each dashboard, as a lateral part of a query over public.marks or public.programme_marks:
-- those of its forms (`formsOf` of `_shared/charts/figures/index.ts`), 0 where no figure of the main one asks for them.
create function private.board_marks() returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select format('cross join lateral (values %s) b (board, targeted, accomplished, programmed, matched, trained)',
    string_agg(format('(%L, %s)', b.board, b.marks), ', '))
  from (values
    ('main-dashboard', '0::bigint, '
      'form_5_accomplished | form_7_accomplished | form_10_accomplished | form_11_accomplished, '
      'form_5_programmed | form_7_programmed | form_10_programmed | form_11_programmed, '
      '''{0,0,0}''::bigint[], 0::bigint'),
    ('form-5', 'form_5_targeted, form_5_accomplished, form_5_programmed, form_5_matched, training_trained'),
    ('form-7', 'form_7_targeted, form_7_accomplished, form_7_programmed, form_7_matched, 0'),
    ('form-11', 'form_11_targeted, form_11_accomplished, form_11_programmed, form_11_matched, 0')
  ) b (board, marks)
$$;

-- The query that gives some keys and a quantity of each row of {rows}, which are those of a table. Marks are named by
-- dashboard; elsewhere a name that is no column stands for an expression.
create function private.counted_query(table_name text, keys text, quantity text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select case
    when table_name like '%marks' then format('select %s, 0 from {rows} %s', keys, private.board_marks())
    else format('select %s, %s from {rows}',
      replace(replace(replace(replace(keys,
        'of_year', 'coalesce(reporting_year, year_funded)'),
        'trained_years', 'years'),
        'trained', 'coalesce(cardinality(training_id) > 0, false)'),
        'programmed', 'coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'''),
      case when quantity is null then '0' else format('coalesce(%I, 0)', quantity) end) end
$$;

-- What is counted: the table, its counts, the keys of those, the column that is added up (quantity), the query that
-- gives the key and the quantity of each row of {rows}, and the query of all counts as the rows have them. Of counts
-- that answer the same question, the smaller come first.
create function private.counted_tables()
  returns table (table_name text, counts text, keys text, quantity text, rows_query text, counts_query text)
  language sql immutable parallel safe set search_path = ''
as $$
  select c.table_name, c.counts, c.keys, c.quantity, r.rows_query,
    format('select %1$s, count(*)::bigint, sum(quantity)::bigint from (%2$s) k (%1$s, quantity) group by %1$s',
      c.keys, replace(r.rows_query, '{rows}', format('public.%I', c.table_name)))
  from (values
    ('participants', 'participant_office_counts',
      'office, region_name, province_name, process_stage, participant_category, sex, trained, programmed', null),
    ('participants', 'participant_town_counts',
      'office, region_name, province_name, muncity_name, process_stage, participant_category, sex, trained, '
      'programmed', null),
    ('participants', 'participant_counts',
      'office, region_name, province_name, process_stage, year_funded, fund_source, psp_category, '
      'subpsp_abbreviation, participant_category, sex, trained, programmed', null),
    ('participants', 'participant_town_funding_counts',
      'office, region_name, province_name, muncity_name, process_stage, fund_source, psp_category, '
      'subpsp_abbreviation, participant_category, sex, trained, programmed', null),
    ('attendance', 'attendance_office_counts',
      'office, region_name, province_name, participant_category, sex, trained_years', null),
    ('attendance', 'attendance_counts',
      'office, region_name, province_name, muncity_name, participant_category, sex, trained_years', null),
    ('attendance', 'attendance_funding_counts',
      'office, region_name, province_name, muncity_name, fund_source, psp_category, subpsp_abbreviation, '
      'participant_category, sex, trained_years', null),
    ('marks', 'mark_counts',
      'subject, board, office, region_name, province_name, targeted, accomplished, programmed, matched, trained', null),
    ('programme_marks', 'programme_mark_counts',
      'subject, board, programme, office, region_name, province_name, accomplished', null),
    ('arbo_masterlist', 'arbo_counts',
      'office, region_name, province_name, process_stage, registering_agency, current_arbo_status, '
      'it_easy_level_2024', 'no_arb_member_total'),
    ('form11_farm_infos', 'farm_counts', 'office, region_name, province_name, support_provided, of_year', null),
    ('activities', 'outcome_counts',
      'office, region_name, province_name, form, side, kind, year, reporting_year, matched_within', 'quantity'),
    ('activities', 'outcome_period_counts',
      'office, region_name, province_name, form, side, kind, year, reporting_year, reporting_quarter, '
      'reporting_month, matched_within', 'quantity'),
    ('activities', 'outcome_funding_counts',
      'office, region_name, province_name, form, side, kind, year, reporting_year, fund_source, psp_category, '
      'subpsp_abbreviation, matched_within', 'quantity')
  ) c (table_name, counts, keys, quantity)
  cross join private.counted_query(c.table_name, c.keys, c.quantity) r (rows_query)
$$;


-- supabase/schemas/61_activities.sql

-- Activities: the rows of the forms under one shape, kept beside them, and what became of targets. A target is matched
-- when an accomplishment of the same form, organization and year exists, of the same programme where both name one;
-- private.nearest_counterparts is the only place that says so (spec section 7).

-- Where activities come from: a table of a form, with the expressions by which its rows (r) take the common shape.
-- A training is of the day on which it was held. Targets are annual; where they name a quarter, charts do not ask for
-- it.
create function private.activity_forms() returns table (place integer, table_name text, form text, side text,
  year text, quarter text, month text, kind text, quantity text)
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return query
    select f.place, f.table_name, f.form, f.side, coalesce(f.year, 'r.reporting_year'),
      coalesce(f.quarter, 'r.reporting_quarter'), coalesce(f.month, 'r.reporting_month'),
      coalesce(f.kind, 'null::text'), coalesce(f.quantity, '0')
    from (values
      (1, 'form_5_annualtargets', 'form-5', '''target''', null, 'null::text', 'null::text', null, null),
      (2, 'form_5_accomps', 'form-5', '''accomplishment''', null, null, null, null, null),
      (3, 'form7_proddevs', 'form-7', '''target''', null, null, null, 'r.type_product', null),
      (4, 'form7_accomps', 'form-7', '''accomplishment''', null, null, null, 'r.type_product', null),
      (5, 'form_10', 'form-10', '''accomplishment''', null, null, null, 'r.type_enterprise', null),
      (6, 'form11_accomps', 'form-11', 'case when r.status = ''Target'' then ''target'' else ''accomplishment'' end',
        null, null, null, 'r.support_provided', 'coalesce(r.quantity_hard, 0)'),
      (7, 'arbo_marketing_targets', 'marketing', '''target''', null, 'null::text', 'null::text',
        'r.target_commodity', null),
      (8, 'arb_marketing_assistance_monitoring', 'marketing', '''accomplishment''', null, null, null,
        'r.special_commodity', null),
      (9, 'arbo_trainings', 'training', '''training''',
        'extract(year from coalesce(r.date_conducted, r.start_date))::integer',
        '''Q'' || extract(quarter from coalesce(r.date_conducted, r.start_date))',
        'to_char(coalesce(r.date_conducted, r.start_date), ''FMMonth'')', 'r.training_category', null)
    ) f (place, table_name, form, side, year, quarter, month, kind, quantity);
end
$$;

create table public.activities (
  table_name text not null,
  row_id bigint not null,
  form text not null,
  side text not null check (side in ('target', 'accomplishment', 'training')),
  office text not null,
  region_name text,
  province_name text,
  muncity_name text,
  arbo_id text,
  arbo_name text,
  arc_id text,
  year integer,
  reporting_year integer,
  reporting_quarter text,
  reporting_month text,
  year_funded integer,
  fund_source text,
  psp_category text,
  subpsp_name text,
  subpsp_abbreviation text,
  kind text,
  quantity bigint not null,
  organization text,
  arbo bigint,
  arc bigint,
  matched_within smallint not null,
  primary key (table_name, row_id)
) with (fillfactor = 80);
comment on table public.activities is
  'Rows of the forms under one shape, kept by triggers on them. side is target, accomplishment or training.';
comment on column public.activities.arbo_name is 'Where the row has no ARBO ID.';
comment on column public.activities.year is
  'Year reported, else year funded; of a training the year in which it was held.';
comment on column public.activities.organization is
  'Tells organizations apart where targets meet accomplishments: the ARBO ID; where the row has none, that of the '
  'masterlist''s ARBO of its name and office, else office and name.';
comment on column public.activities.arbo is
  'Row of the ARBO masterlist: of the ARBO ID, or where there is none the arboPrimaryKey.';
comment on column public.activities.arc is 'Row of the ARC masterlist.';
comment on column public.activities.matched_within is
  'Where the nearest counterpart is that a target or accomplishment meets: 3 its office, 2 its region, 1 the country, '
  '0 nowhere. Whoever sees less has less matched.';
create index activities_matching on public.activities (form, organization, year);
create index activities_named on public.activities (office, arbo_name) where arbo_id is null;
create index activities_arbo on public.activities (arbo);
create index activities_arc on public.activities (arc);
create index activities_office on public.activities (office, form, side, year);
create index activities_form on public.activities (form, side, year, reporting_quarter, reporting_month);

create table public.outcome_counts (
  office text not null,
  region_name text,
  province_name text,
  form text not null,
  side text not null,
  kind text,
  year integer,
  reporting_year integer,
  matched_within smallint not null,
  n bigint not null,
  quantity bigint not null
);
comment on table public.outcome_counts is
  'How many activities there are by kind (of product, of support), year and outcome, and their quantities: kept with '
  'public.activities.';

create table public.outcome_period_counts (
  like public.outcome_counts,
  reporting_quarter text,
  reporting_month text
);
comment on table public.outcome_period_counts is 'The same by quarter and month.';

create table public.outcome_funding_counts (
  like public.outcome_counts,
  fund_source text,
  psp_category text,
  subpsp_abbreviation text
);
comment on table public.outcome_funding_counts is 'The same by fund source and programme.';

call private.read_only_in_scope('public.activities');

-- How near a counterpart has to be for the caller to see it: 1 the country, 2 the region, 3 the office.
create function private.caller_reach() returns smallint
  language sql stable parallel safe security definer set search_path = ''
as $$
  select (1 + coalesce((select cardinality(l.scope) from private.levels l where l.level = private.caller_level()), 0)
    )::smallint
$$;

create view public.target_outcomes with (security_invoker = true) as
  select a.*, a.matched_within >= (select private.caller_reach()) as matched
  from public.activities a
  where a.side = 'target';

comment on view public.target_outcomes is
  'Targets, and whether an accomplishment of the same form, organization, year and programme (where both name one) '
  'exists that the caller sees.';

create view public.accomplishment_outcomes with (security_invoker = true) as
  select a.*, a.matched_within >= (select private.caller_reach()) as matched
  from public.activities a
  where a.side = 'accomplishment';

comment on view public.accomplishment_outcomes is
  'Accomplishments, and whether a target of the same form, organization, year and programme (where both name one) '
  'exists that the caller sees.';

revoke all on public.target_outcomes, public.accomplishment_outcomes from anon, authenticated;

grant select on public.target_outcomes, public.accomplishment_outcomes to authenticated;

grant execute on function private.caller_reach() to authenticated;

-- What rows of a form's table say of their activities by themselves, as a query; where other_rows are named, only of
-- those that do not say the same there. rows_name and other_rows: relations with the columns of the table.
create function private.own_activity_query(wanted_table text, rows_name text, other_rows text default null)
  returns text
  language plpgsql stable set search_path = ''
as $$
begin
  return (
    select replace(format($q$
      select r.id, %1$L::text as form, %2$s as side, r.office, r.region_name, r.province_name, r.muncity_name,
        r.arbo_id, r.arbo_name, r.arc_id, coalesce(%3$s, r.year_funded) as year, %3$s as reporting_year,
        %4$s as reporting_quarter, %5$s as reporting_month, r.year_funded, r.fund_source, r.psp_category,
        r.subpsp_name, r.subpsp_abbreviation, %6$s as kind, %7$s::bigint as quantity, r."arboPrimaryKey" as arbo_key
      from {rows} r$q$, f.form, f.side, f.year, f.quarter, f.month, f.kind, f.quantity),
      '{rows}', rows_name)
      || case when other_rows is null then ''
        else ' except ' || private.own_activity_query(wanted_table, other_rows) end
    from private.activity_forms() f
    where f.table_name = wanted_table
  );
end
$$;

-- The activities of such rows, as a query that gives the columns of public.activities; what is matched stays as it is
-- kept.
create function private.activity_query(wanted_table text, rows_name text, other_rows text default null)
  returns text
  language sql stable set search_path = ''
as $$
  select format($q$
    select %1$L::text, r.id, r.form, r.side, r.office, r.region_name, r.province_name, r.muncity_name, r.arbo_id,
      case when r.arbo_id is null then r.arbo_name end, r.arc_id, r.year, r.reporting_year, r.reporting_quarter,
      r.reporting_month, r.year_funded, r.fund_source, r.psp_category, r.subpsp_name, r.subpsp_abbreviation, r.kind,
      r.quantity, o.organization, coalesce(m.id, case when r.arbo_id is null then r.arbo_key end), c.id,
      case when o.organization is null or r.year is null then 0 else coalesce(k.matched_within, 0) end::smallint
    from (%2$s) r
    left join public.arbo_masterlist m on m.arbo_id = r.arbo_id
    left join public.arc_masterlist c on c.arc_id = r.arc_id
    left join public.activities k on k.table_name = %1$L and k.row_id = r.id
    cross join lateral (select coalesce(r.arbo_id, (
        select min(n.arbo_id) from public.arbo_masterlist n where n.office = r.office and n.arbo_name = r.arbo_name
      ), r.office || ' ' || r.arbo_name) as organization) o$q$,
    wanted_table, private.own_activity_query(wanted_table, rows_name, other_rows))
$$;

-- Targets and accomplishments that may meet.
create type private.activity_group as (form text, organization text, year integer);

-- What an activity that may be met is told apart by.
create type private.counterpart as (side text, office text, region_name text, subpsp_name text);

-- How near the nearest counterpart is that activities of the groups meet (null: of all groups). The activities of a
-- group are first brought down to their offices and programmes, so that an organization with thousands of rows is no
-- burden.
create function private.nearest_counterparts(groups private.activity_group[])
  returns table (table_name text, row_id bigint, matched_within smallint)
  language plpgsql stable set search_path = ''
as $$
begin
  return query
    with touched as (
      select distinct g.form, g.organization, g.year from unnest(groups) g
      union
      select distinct a.form, a.organization, a.year from public.activities a where groups is null
    ), met as materialized (
      select a.form, a.organization, a.year,
        array_agg(distinct (a.side, a.office, a.region_name, a.subpsp_name)::private.counterpart) as counterparts
      from touched join public.activities a using (form, organization, year)
      group by a.form, a.organization, a.year
    )
    select a.table_name, a.row_id, coalesce((
        select max(case when c.office = a.office then 3 when c.region_name = a.region_name then 2 else 1 end)
        from unnest(met.counterparts) c
        where c.side <> a.side
          and (c.subpsp_name = a.subpsp_name or c.subpsp_name is null or a.subpsp_name is null)
      ), 0)::smallint
    from met join public.activities a using (form, organization, year);
end
$$;
revoke execute on function private.nearest_counterparts(private.activity_group[]) from public;


-- supabase/schemas/62_marks.sql

-- Marks of organizations and communities: in which years they were targeted, accomplished, matched and trained. A mark
-- is a column that holds years as bits; a figure of a dashboard counts rows that have a bit in common with the years
-- asked for. Kept with public.activities, which answer what marks do not know: quarters, months, years of funding and
-- kinds of support.

-- The years from one to another, both included, as bits. Without bounds all, also of activities that name no year (the
-- lowest bit). The first and the last bit of a year stand for all before and after, which is why bounds are between
-- 1991 and 2050 (`onlyYears` of `_shared/server/figures/marks.ts`).
create function private.year_bits(year_from integer, year_to integer) returns bigint
  language sql immutable parallel safe set search_path = ''
as $$
  select case
    when year_from is null and year_to is null then 9223372036854775807
    when coalesce(year_from, 1990) > coalesce(year_to, 2051) then 0
    else ((1::bigint << (coalesce(year_to, 2051) - 1990 + 1)) - 1 << 1)
      & ~((1::bigint << (coalesce(year_from, 1990) - 1989)) - 1)
      & 9223372036854775807
  end
$$;

create function private.year_bit(year integer) returns bigint
  language sql immutable parallel safe set search_path = ''
as $$ select case when year is null then 1 else 1::bigint << (least(greatest(year, 1990), 2051) - 1989) end $$;

grant execute on function private.year_bits(integer, integer), private.year_bit(integer) to authenticated;

create table public.marks (
  subject text not null check (subject in ('arbo', 'arc')),
  marked_id bigint not null,
  office text not null,
  region_name text,
  province_name text,
  muncity_name text,
  form_5_targeted bigint not null default 0,
  form_5_accomplished bigint not null default 0,
  form_5_programmed bigint not null default 0,
  form_5_matched bigint[] not null default '{0,0,0}',
  form_7_targeted bigint not null default 0,
  form_7_accomplished bigint not null default 0,
  form_7_programmed bigint not null default 0,
  form_7_matched bigint[] not null default '{0,0,0}',
  form_10_accomplished bigint not null default 0,
  form_10_programmed bigint not null default 0,
  form_11_targeted bigint not null default 0,
  form_11_accomplished bigint not null default 0,
  form_11_programmed bigint not null default 0,
  form_11_matched bigint[] not null default '{0,0,0}',
  training_trained bigint not null default 0,
  primary key (subject, marked_id)
);
comment on table public.marks is
  'A row for each row of the two masterlists: the years (private.year_bits) in which its activities had a mark.';
comment on column public.marks.marked_id is 'Row of the ARBO or ARC masterlist.';
comment on column public.marks.office is 'Office of the masterlist''s row, which decides who reads this one.';
comment on column public.marks.form_5_programmed is
  'Years with an accomplishment that names a sub-PSP; "No Project", a choice of the lists, is none.';
comment on column public.marks.form_5_matched is
  'Years with a matched target, by private.caller_reach(): in the country, the region, the office.';

create table public.programme_marks (
  like public.marks including defaults including constraints,
  programme text not null,
  primary key (subject, marked_id, programme)
);
comment on table public.programme_marks is
  'The same by the sub-PSP (abbreviation) that activities name, a row for each that an organization or community has.';

create table public.funding_marks (
  like public.marks including defaults including constraints,
  subpsp_abbreviation text,
  fund_source text,
  psp_category text,
  reported boolean not null,
  unique nulls not distinct (subject, marked_id, subpsp_abbreviation, fund_source, psp_category, reported)
);
comment on table public.funding_marks is
  'The same by how activities are funded, a row for each way that an organization or community has: what dashboards '
  'read under filters of fund sources and programmes.';
comment on column public.funding_marks.reported is 'The activities name the year that they report on.';

call private.read_only_in_scope('public.marks');
call private.read_only_in_scope('public.programme_marks');
call private.read_only_in_scope('public.funding_marks');

-- The places of the masterlists' rows.
create view private.marked_rows as
  select 'arbo' as subject, m.id as marked_id, m.office, m.region_name, m.province_name, m.muncity_name
  from public.arbo_masterlist m
  union all
  select 'arc', m.id, m.office, m.region_name, m.province_name, m.muncity_name
  from public.arc_masterlist m;

-- private.marks_of: the marks of rows of the masterlists as their activities have them now, in the columns of
-- public.funding_marks. For each: a row of them all, a row for each programme that they name, and (where reported is
-- not null) a row for each way in which they are funded.
do $do$
declare
  mark constant text := 'coalesce(bit_or(a.years) filter (where a.form = %L and %s), 0)';
  columns constant text := (
    select string_agg(case
        when m.condition <> 'matched' then format(mark, m.form, m.condition)
        else 'array[' || (
          select string_agg(
            format(mark, m.form, format('a.side = ''target'' and a.matched_within >= %s', reach)), e',\n            ')
          from generate_series(1, 3) reach) || ']'
      end, e',\n          ' order by m.place)
    from (values
      (1, 'form-5', $$a.side = 'target'$$), (2, 'form-5', $$a.side = 'accomplishment'$$), (3, 'form-5', 'a.programmed'),
      (4, 'form-5', 'matched'),
      (5, 'form-7', $$a.side = 'target'$$), (6, 'form-7', $$a.side = 'accomplishment'$$), (7, 'form-7', 'a.programmed'),
      (8, 'form-7', 'matched'),
      (9, 'form-10', $$a.side = 'accomplishment'$$), (10, 'form-10', 'a.programmed'),
      (11, 'form-11', $$a.side = 'target'$$), (12, 'form-11', $$a.side = 'accomplishment'$$),
      (13, 'form-11', 'a.programmed'), (14, 'form-11', 'matched'),
      (15, 'training', 'true')
    ) m (place, form, condition));
begin
  execute replace($sql$
    create function private.marks_of(arbos bigint[], arcs bigint[]) returns setof public.funding_marks
      language plpgsql stable set search_path = ''
    as $body$
    begin
      return query
        select m.subject, m.marked_id, m.office, m.region_name, m.province_name, m.muncity_name, {columns},
          a.programme, a.fund_source, a.psp_category, a.reported
        from (
          select * from private.marked_rows where subject = 'arbo' and marked_id = any (arbos)
          union all
          select * from private.marked_rows where subject = 'arc' and marked_id = any (arcs)
        ) m
        left join (
          select k.subject, k.marked_id, k.form, k.side, k.matched_within, p.*, private.year_bit(k.year) as years,
            k.side = 'accomplishment' and k.subpsp_abbreviation <> 'No Project' as programmed
          from (
            select 'arbo' as subject, arbo as marked_id, activities.* from public.activities where arbo = any (arbos)
            union all
            select 'arc', arc, activities.* from public.activities where arc = any (arcs)
          ) k
          cross join lateral (
            select null::text as programme, null::text as fund_source, null::text as psp_category,
              null::boolean as reported
            union all select k.subpsp_abbreviation, null, null, null where k.subpsp_abbreviation is not null
            union all select k.subpsp_abbreviation, k.fund_source, k.psp_category, k.reporting_year is not null) p
        ) a using (subject, marked_id)
        group by m.subject, m.marked_id, m.office, m.region_name, m.province_name, m.muncity_name,
          a.programme, a.fund_source, a.psp_category, a.reported;
    end
    $body$$sql$, '{columns}', columns);
end
$do$;
revoke execute on function private.marks_of(bigint[], bigint[]) from public;

-- private.renew_marks: brings the marks of rows of the masterlists up to their activities, and to their coming, moving
-- and going. Rows are locked in one order and read after that, so that writers wait for each other and the last one
-- sees what the others wrote. Several statements write them, one after the other, and each adds to counts of their
-- office: of an office one writer at a time does, who holds all the marks before it waits for the office.
do $do$
declare
  names constant text := (
    select string_agg(quote_ident(attname), e',\n        ' order by attnum)
    from pg_catalog.pg_attribute
    where attrelid = 'public.marks'::regclass and attnum > 0);
  about constant text := $$m.subject = 'arbo' and m.marked_id = any (arbos)
          or m.subject = 'arc' and m.marked_id = any (arcs)$$;
begin
  execute replace(replace(replace(replace($sql$
    create function private.renew_marks(arbos bigint[], arcs bigint[]) returns void
      language plpgsql set search_path = ''
    as $body$
    declare
      fresh public.funding_marks[];
      kept public.funding_marks[];
      came public.funding_marks[];
      gone public.funding_marks[];
    begin
      if cardinality(arbos) + cardinality(arcs) = 0 then
        return;
      end if;
      perform from (
        select m.subject, m.marked_id from public.marks m
        where {about}
        order by m.subject, m.marked_id
        for update) locked;
      -- What a statement renews is compared with each other: few at a time, or the time grows with the square of them.
      if greatest(cardinality(arbos), cardinality(arcs)) > 500 then
        perform private.lock_each('marks', array(
          select m.office from public.marks m
          where {about}
          union
          select m.office from private.marked_rows m
          where {about}));
        for part in 0 .. greatest(cardinality(arbos), cardinality(arcs)) / 500 loop
          perform private.renew_marks(arbos[part * 500 + 1 : (part + 1) * 500],
            arcs[part * 500 + 1 : (part + 1) * 500]);
        end loop;
        return;
      end if;
      fresh := array(select f from private.marks_of(arbos, arcs) f);
      kept := array(
        select row(m.*, null, null, null, null)::public.funding_marks from public.marks m
        where {about}
        union all
        select row(m.*, null, null, null)::public.funding_marks from public.programme_marks m
        where {about}
        union all
        select m from public.funding_marks m
        where {about});
      came := array(select f from unnest(fresh) f except select k from unnest(kept) k);
      gone := array(select k from unnest(kept) k except select f from unnest(fresh) f);
      if cardinality(came) + cardinality(gone) = 0 then
        return;
      end if;
      perform private.lock_each('marks', array(
        select c.office from unnest(came) c union select g.office from unnest(gone) g));
      delete from public.funding_marks m using unnest(gone) g
      where (m.subject, m.marked_id, m.reported) = (g.subject, g.marked_id, g.reported)
        and (m.fund_source, m.psp_category, m.subpsp_abbreviation)
          is not distinct from (g.fund_source, g.psp_category, g.subpsp_abbreviation);
      delete from public.programme_marks m using unnest(gone) g
      where g.reported is null
        and (m.subject, m.marked_id, m.programme) = (g.subject, g.marked_id, g.subpsp_abbreviation);
      delete from public.marks m using unnest(gone) g
      where m.subject = g.subject and m.marked_id = g.marked_id
        and not exists (select from unnest(fresh) f where f.subject = m.subject and f.marked_id = m.marked_id);
      insert into public.marks
      select {fresh} from unnest(came) f where f.reported is null and f.subpsp_abbreviation is null
      on conflict (subject, marked_id) do update set ({names}) = row({excluded});
      insert into public.programme_marks
      select {fresh}, f.subpsp_abbreviation from unnest(came) f
      where f.reported is null and f.subpsp_abbreviation is not null;
      insert into public.funding_marks select f.* from unnest(came) f where f.reported is not null;
    end
    $body$$sql$, '{about}', about), '{names}', names), '{fresh}', regexp_replace(names, '(\w+)', 'f.\1', 'g')),
    '{excluded}', regexp_replace(names, '(\w+)', 'excluded.\1', 'g'));
end
$do$;


-- supabase/schemas/63_attendance.sql

-- Attendance: who attended a training, with the years of their trainings as bits (private.year_bits). Kept beside the
-- participants, so that figures of years count people and not their trainings.

create table public.attendance (
  participant_id bigint primary key,
  office text not null,
  region_name text,
  province_name text,
  muncity_name text,
  participant_category text,
  sex text,
  years bigint not null,
  fund_source text,
  psp_category text,
  subpsp_abbreviation text
) with (fillfactor = 80);
comment on table public.attendance is
  'A row for each participant who attended a training, with what they are counted by: kept by triggers.';
comment on column public.attendance.years is 'Years of the trainings attended, as private.year_bits has them.';

call private.read_only_in_scope('public.attendance');

-- What attendance of these participants is now; those who attended nothing are left out.
create function private.attendance_of(ids bigint[]) returns setof public.attendance
  language sql stable set search_path = ''
as $$
  select p.id, p.office, p.region_name, p.province_name, p.muncity_name, p.participant_category, p.sex,
    bit_or(private.year_bit(a.year)), p.fund_source, p.psp_category, p.subpsp_abbreviation
  from public.participants p
  cross join lateral unnest(p.training_id) attended (training_id)
  join public.arbo_trainings t on t.training_id = attended.training_id
  join public.activities a on a.table_name = 'arbo_trainings' and a.row_id = t.id
  where p.id = any (ids)
  group by p.id
$$;

-- Brings the attendance of these participants up to date. Who writes a participant's attendance waits for who does, and
-- reads after that. Then of an office one at a time does: what goes and what comes adds to the same counts, one after
-- the other.
create function private.write_attendance(ids bigint[]) returns void
  language plpgsql set search_path = ''
as $$
declare
  fresh public.attendance[];
  kept public.attendance[];
  came public.attendance[];
  gone public.attendance[];
begin
  perform from (
    select a.participant_id from public.attendance a where a.participant_id = any (ids) order by a.participant_id
    for update) locked;
  fresh := array(select f from private.attendance_of(ids) f);
  kept := array(select a from public.attendance a where a.participant_id = any (ids));
  came := array(select f from unnest(fresh) f except select k from unnest(kept) k);
  gone := array(select k from unnest(kept) k except select f from unnest(fresh) f);
  if cardinality(came || gone) = 0 then
    return;
  end if;
  perform private.lock_each('attendance counts', array(select c.office from unnest(came || gone) c));
  delete from public.attendance a using unnest(gone) g
  where a.participant_id = g.participant_id
    and a.participant_id <> all (array(select f.participant_id from unnest(fresh) f));
  insert into public.attendance
  select c.* from unnest(came) c
  on conflict (participant_id) do update set
    (office, region_name, province_name, muncity_name, participant_category, sex, years, fund_source, psp_category,
      subpsp_abbreviation)
    = row(excluded.office, excluded.region_name, excluded.province_name, excluded.muncity_name,
      excluded.participant_category, excluded.sex, excluded.years, excluded.fund_source, excluded.psp_category,
      excluded.subpsp_abbreviation);
end
$$;
revoke execute on function private.attendance_of(bigint[]), private.write_attendance(bigint[]) from public;

-- On participants. Who writes attendance and who changes the days of a training wait for each other by the training's
-- ID: by the rows themselves they would wait crosswise, since each holds its own.
create function private.keep_attendance() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  ids bigint[] := '{}';
begin
  if tg_op = 'DELETE' then
    ids := array(select o.id from old_rows o where cardinality(o.training_id) > 0);
  elsif tg_op = 'INSERT' then
    ids := array(select n.id from new_rows n where cardinality(n.training_id) > 0);
  else
    ids := array(
      select n.id
      from new_rows n join old_rows o using (id)
      where cardinality(n.training_id || o.training_id) > 0
        and row(n.office, n.muncity_name, n.participant_category, n.sex, n.training_id, n.fund_source,
          n.psp_category, n.subpsp_abbreviation)
        is distinct from row(o.office, o.muncity_name, o.participant_category, o.sex, o.training_id, o.fund_source,
          o.psp_category, o.subpsp_abbreviation));
  end if;
  if cardinality(ids) = 0 then
    return null;
  end if;
  perform private.lock_each('attendance', array(
    select unnest(p.training_id) from public.participants p where p.id = any (ids)));
  perform private.write_attendance(ids);
  return null;
end
$$;

-- On trainings: another day may be another year for those who attended.
create function private.keep_attendance_of_trainings() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  trainings constant text[] := array(
    select n.training_id
    from new_rows n join old_rows o using (id)
    where (n.date_conducted, n.start_date, n.year_funded)
      is distinct from (o.date_conducted, o.start_date, o.year_funded));
begin
  if cardinality(trainings) > 0 then
    perform private.lock_each('attendance', trainings);
    perform private.write_attendance(array(
      select distinct l.participant_id
      from public.participant_trainings l where l.training_id = any (trainings) and l.attended));
  end if;
  return null;
end
$$;

call private.on_each_write('public.participants', 'written_attendance', 'private.keep_attendance()');
-- Of a trigger's name comes its turn: after written_activities, which says the year of a training.
create trigger written_attendance_update after update on public.arbo_trainings
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.keep_attendance_of_trainings();


-- supabase/schemas/64_keep_figures.sql

-- How figures are kept: triggers on the forms and the masterlists bring public.activities, their counts and the marks
-- up to what a statement wrote. Nothing is written where nothing that counts has changed.

-- Brings what is matched in the groups (null: in all) up to the activities.
create function private.match_activities(groups private.activity_group[]) returns void
  language plpgsql set search_path = ''
as $$
begin
  update public.activities a
  set matched_within = n.matched_within
  from private.nearest_counterparts(groups) n
  where a.table_name = n.table_name and a.row_id = n.row_id and a.matched_within <> n.matched_within;
end
$$;

create type private.activity_key as (table_name text, row_id bigint);

-- Writes activities: keys are of those that may have been there before, states what they are now. Then matches the
-- groups that they were and are of, and brings the marks of their organizations along, and of others (arbos) that
-- changed with them; counts last and in the order of their key, so that nobody who holds one waits for anything else.
create function private.write_activities(
  keys private.activity_key[], states public.activities[], arbos bigint[] default '{}'
) returns void
  language plpgsql set search_path = ''
as $$
declare
  came public.activities[] := array(
    select s from unnest(states) s
    except
    select a from unnest(keys) k join public.activities a using (table_name, row_id));
  written private.activity_key[] := array(
    select row(c.table_name, c.row_id)::private.activity_key from unnest(came) c
    union
    (select row(a.table_name, a.row_id)::private.activity_key
      from unnest(keys) k join public.activities a using (table_name, row_id)
      except
      select row(s.table_name, s.row_id)::private.activity_key from unnest(states) s));
  groups private.activity_group[];
  was public.activities[];
  now public.activities[];
  source record;
begin
  if cardinality(written) = 0 then
    perform private.renew_marks(arbos, '{}');
    return;
  end if;
  groups := array(
    select row(a.form, a.organization, a.year)::private.activity_group
    from (
      select * from unnest(came)
      union all
      select a.* from unnest(written) w join public.activities a using (table_name, row_id)) a
    where a.organization is not null and a.year is not null
    group by a.form, a.organization, a.year);
  perform private.lock_each('figures', array(select g.organization from unnest(groups) g));
  was := array(select a from private.activities_about(written, groups) a);
  delete from public.activities a using unnest(written) w
  where a.table_name = w.table_name and a.row_id = w.row_id;
  insert into public.activities select c.* from unnest(came) c;
  perform private.match_activities(groups);
  now := array(select a from private.activities_about(written, groups) a);
  perform private.renew_marks(
    array(select a.arbo from unnest(was || now) a where a.arbo is not null union select unnest(arbos)),
    array(select a.arc from unnest(was || now) a where a.arc is not null group by a.arc));
  for source in
    select c.counts, c.keys from private.counted_tables() c where c.table_name = 'activities' order by 1
  loop
    execute private.adding_query(source.counts, source.keys,
      'select n.*, 1 as delta from unnest($1) n union all select w.*, -1 from unnest($2) w') using now, was;
  end loop;
end
$$;

-- The activities with these keys, and all of the groups.
create function private.activities_about(keys private.activity_key[], groups private.activity_group[])
  returns setof public.activities
  language plpgsql stable set search_path = ''
as $$
begin
  return query
    select a.* from unnest(keys) k join public.activities a using (table_name, row_id)
    union
    select a.* from unnest(groups) g join public.activities a using (form, organization, year);
end
$$;

-- What rows of a form without an ARBO ID and the masterlist's rows of their name wait for each other by.
create function private.name_lock(office text, arbo_name text) returns text
  language sql immutable parallel safe set search_path = ''
as $$ select 'name ' || office || ' ' || arbo_name $$;

-- On the tables of the forms. An update writes only activities that change by it: a remark costs nothing. Rows that
-- follow their ARBO are left to private.keep_organizations.
create function private.keep_activities() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  was constant text := case when tg_op <> 'INSERT' then private.own_activity_query(
    tg_table_name, 'old_rows', case tg_op when 'UPDATE' then 'new_rows' end) end;
  now constant text := case when tg_op <> 'DELETE' then private.own_activity_query(
    tg_table_name, 'new_rows', case tg_op when 'UPDATE' then 'old_rows' end) end;
  ids bigint[] := '{}';
  names text[];
  states public.activities[] := '{}';
begin
  if tg_op = 'UPDATE' and current_setting('private.following_arbo', true) = 'yes' then
    return null;
  end if;
  if was is not null then
    execute format('select array(select r.id from (%s) r)', was) into ids;
    if cardinality(ids) = 0 then
      return null;
    end if;
  end if;
  -- The names that rows leave, too: whoever renames such an organization writes their activities.
  execute format(
    'select array(select distinct private.name_lock(r.office, r.arbo_name) from (%s) r where r.arbo_id is null)',
    concat_ws(' union all ', '(' || was || ')', '(' || now || ')')) into names;
  perform private.lock_each('figures', names);
  if now is not null then
    execute format('select array(select row(s.*)::public.activities from (%s) s)', private.activity_query(
      tg_table_name, 'new_rows', case tg_op when 'UPDATE' then 'old_rows' end)) into states;
  end if;
  perform private.write_activities(
    array(select row(tg_table_name, id)::private.activity_key from unnest(ids) id), states);
  return null;
end
$$;

-- On the ARC masterlist: each row has its marks, at its own place.
create function private.keep_communities() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.renew_marks('{}', array(select n.id from new_rows n));
  elsif tg_op = 'DELETE' then
    perform private.renew_marks('{}', array(select o.id from old_rows o));
  else
    perform private.renew_marks('{}', array(
      select n.id from new_rows n join old_rows o using (id)
      where (n.office, n.muncity_name) is distinct from (o.office, o.muncity_name)));
  end if;
  return null;
end
$$;

-- On the ARBO masterlist: rows of the forms without an ARBO ID are of the organization that has their name, and those
-- with one follow it. Those of all forms are written at once, with the marks of the rows themselves, since counts come
-- last.
create function private.keep_organizations() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  offices text[] := '{}';
  names text[] := '{}';
  arbo_ids text[] := '{}';
  marked bigint[];
  followed bigint[] := '{}';
  keys private.activity_key[] := '{}';
  states public.activities[] := '{}';
  of_form record;
  of_table public.activities[];
begin
  perform set_config('private.following_arbo', '', true);
  if tg_op = 'INSERT' then
    marked := array(select n.id from new_rows n);
    select array_agg(n.office), array_agg(n.arbo_name), array_agg(n.arbo_id) into offices, names, arbo_ids
    from new_rows n;
  elsif tg_op = 'DELETE' then
    marked := array(select o.id from old_rows o);
    select array_agg(o.office), array_agg(o.arbo_name), array_agg(o.arbo_id) into offices, names, arbo_ids
    from old_rows o where o.arbo_id is not null;
  else
    marked := array(
      select n.id from new_rows n join old_rows o using (id)
      where (n.office, n.muncity_name) is distinct from (o.office, o.muncity_name));
    followed := array(
      select n.id from old_rows o join new_rows n using (id)
      where (o.arbo_id, o.arbo_name, o.office) is distinct from (n.arbo_id, n.arbo_name, n.office));
    select array_agg(c.office), array_agg(c.arbo_name), array_agg(c.arbo_id) into offices, names, arbo_ids
    from (
      select id, office, arbo_name, arbo_id from new_rows except select id, office, arbo_name, arbo_id from old_rows
      union all
      (select id, office, arbo_name, arbo_id from old_rows
        except select id, office, arbo_name, arbo_id from new_rows)) c;
  end if;
  if cardinality(names) > 0 then
    perform private.lock_each('figures', array(
      select distinct private.name_lock(c.office, c.arbo_name) from unnest(offices, names) c (office, arbo_name)));
    -- All that their activities are of, before and after.
    perform private.lock_each('figures', array(
      select a.organization
      from unnest(offices, names) c (office, arbo_name) join public.activities a using (office, arbo_name)
      where a.arbo_id is null
      union
      select m.arbo_id
      from unnest(offices, names) c (office, arbo_name) join public.arbo_masterlist m using (office, arbo_name)
      union
      select c.office || ' ' || c.arbo_name from unnest(offices, names) c (office, arbo_name)
      union
      select unnest(arbo_ids)));
    -- They are read when nobody else who writes them is under way any more.
    keys := array(
      select distinct row(a.table_name, a.row_id)::private.activity_key
      from unnest(offices, names) c (office, arbo_name) join public.activities a using (office, arbo_name)
      where a.arbo_id is null
      union
      select row(a.table_name, a.row_id)::private.activity_key
      from public.activities a where a.arbo = any (followed));
    for of_form in
      select k.table_name, array_agg(k.row_id) as ids from unnest(keys) k group by k.table_name
    loop
      execute format('select array(select row(s.*)::public.activities from (%s) s)', private.activity_query(
        of_form.table_name, format('(select * from public.%I where id = any ($1))', of_form.table_name)))
        into of_table using of_form.ids;
      states := states || of_table;
    end loop;
  end if;
  if cardinality(keys) + cardinality(marked) > 0 then
    perform private.write_activities(keys, states, marked);
  end if;
  return null;
end
$$;

revoke execute on function
  private.match_activities(private.activity_group[]),
  private.write_activities(private.activity_key[], public.activities[], bigint[]),
  private.activities_about(private.activity_key[], private.activity_group[]),
  private.renew_marks(bigint[], bigint[])
from public;

-- Of a trigger's name comes its turn: after within_…, which lock the rows of the masterlists that the written rows
-- refer to. Whoever writes a masterlist's row holds it first, too, and the organizations before marks and counts, so
-- that nobody waits crosswise.
do $do$
declare
  source record;
begin
  for source in
    select f.table_name, 'activities()' as keep, 'written_activities' as name from private.activity_forms() f
    union all values ('arbo_masterlist', 'organizations()', 'written_activities'),
      ('arc_masterlist', 'communities()', 'written_marks')
  loop
    call private.on_each_write(format('public.%I', source.table_name)::regclass, source.name,
      'private.keep_' || source.keep);
  end loop;
  for source in select * from private.counted_tables() loop
    execute format('create unique index on public.%I (%s) nulls not distinct', source.counts, source.keys);
    call private.read_only_in_scope(format('public.%I', source.counts)::regclass);
  end loop;
  -- A table has one trigger for all of its counts; those of activities are written with them.
  for source in
    select c.table_name, min(c.counts) as name,
      private.counted_query(c.table_name, string_agg(distinct k.key, ', ' order by k.key), min(c.quantity)) as counted,
      (select string_agg(format('%L, %L, %L', o.counts, o.keys, o.rows_query), ', ' order by o.counts)
        from private.counted_tables() o where o.table_name = c.table_name) as counts
    from private.counted_tables() c, regexp_split_to_table(c.keys, ', ') k (key)
    where c.table_name <> 'activities'
    group by c.table_name
  loop
    call private.on_each_write(format('public.%I', source.table_name)::regclass, source.name,
      format('private.count_rows(%L, %s)', source.counted, source.counts));
  end loop;
end
$do$;

-- Everything that figures keep, made anew from the rows. Nobody writes a form or a masterlist until the transaction
-- ends.
create function private.rebuild_figures() returns void
  language plpgsql set search_path = ''
as $$
declare
  source record;
begin
  for source in
    select table_name from private.activity_forms() union select 'arbo_masterlist' union select 'arc_masterlist'
      union select 'participants'
    order by 1
  loop
    execute format('lock table public.%I in share row exclusive mode', source.table_name);
  end loop;
  delete from public.activities;
  delete from public.marks;
  delete from public.programme_marks;
  delete from public.funding_marks;
  for source in select f.table_name from private.activity_forms() f order by f.place loop
    execute 'insert into public.activities '
      || private.activity_query(source.table_name, format('public.%I', source.table_name));
  end loop;
  analyze public.activities;
  perform private.match_activities(null);
  perform private.renew_marks(array(select id from public.arbo_masterlist),
    array(select id from public.arc_masterlist));
  delete from public.attendance;
  insert into public.attendance
  select a.* from private.attendance_of(array(select id from public.participants where cardinality(training_id) > 0)) a;
  for source in select * from private.counted_tables() loop
    execute format('delete from public.%I', source.counts);
    execute format('insert into public.%I (%s, n, quantity) %s', source.counts, source.keys, source.counts_query);
  end loop;
end
$$;
revoke execute on function private.rebuild_figures() from public;

-- Compares what is kept for figures with the rows, for some offices (null: for all). Returns what is kept, and the row
-- of it that is missing or too much; no row where all agrees. private.rebuild_figures repairs what it finds. $1 in the
-- queries stands for the offices.
create function private.figure_differences(offices text[] default null) returns table (kept text, what text)
  language plpgsql stable set search_path = ''
as $$
declare
  of_offices constant text := '($1 is null or office = any ($1))';
  rows_of constant text := '(select * from public.%I where ' || of_offices || ')';
  source record;
begin
  for source in
    select f.table_name as name, private.activity_query(f.table_name, format(rows_of, f.table_name)) as expected,
      format('select * from public.activities where table_name = %L and %s', f.table_name, of_offices) as actual
    from private.activity_forms() f
    union all
    select 'matched activities', format(
        'select n.* from private.nearest_counterparts(case when $1 is not null then array(
           select distinct row(a.form, a.organization, a.year)::private.activity_group
           from public.activities a
           where a.office = any ($1) and a.organization is not null and a.year is not null) end) n
         join public.activities using (table_name, row_id) where %s', of_offices),
      format('select table_name, row_id, matched_within from public.activities
        where organization is not null and year is not null and %s', of_offices)
    union all
    select table_name, format('select f.* from private.marks_of(array(select id from %s rows_of),
        array(select id from %s rows_of)) f where %s', format(rows_of, 'arbo_masterlist'),
        format(rows_of, 'arc_masterlist'), condition),
      format('select k.* %s from public.%I k where %s', more, table_name, of_offices)
    from (values
      ('marks', 'f.reported is null and f.subpsp_abbreviation is null', ', null, null, null, null::boolean'),
      ('programme_marks', 'f.reported is null and f.subpsp_abbreviation is not null', ', null, null, null::boolean'),
      ('funding_marks', 'f.reported is not null', '')) m (table_name, condition, more)
    union all
    select 'attendance', format(
      'select a.* from private.attendance_of(array(
         select id from public.participants where cardinality(training_id) > 0 and %s)) a', of_offices),
      'select * from public.attendance where ' || of_offices
    union all
    select c.counts, replace(c.counts_query, format('public.%I', c.table_name), format(rows_of, c.table_name) || ' r'),
      format('select %s, n, quantity from public.%I where (n <> 0 or quantity <> 0) and %s', c.keys, c.counts,
        of_offices)
    from private.counted_tables() c
  loop
    return query execute format(
      'select %1$L, ''missing: '' || e::text from (%2$s except %3$s) e
       union all
       select %1$L, ''too much: '' || a::text from (%3$s except %2$s) a', source.name, source.expected, source.actual)
      using offices;
  end loop;
end
$$;
revoke execute on function private.figure_differences(text[]) from public;


-- supabase/schemas/65_figures.sql

-- What dashboards, reports and work queues ask of the rows, beside what is kept for them. All of it reads as the
-- caller: policies apply (spec section 7).

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
    elsif name = 'reporting_year' then
      -- The year of an activity is its year reported, if it has one, and has an index.
      condition := format('%s and year = any (%L::integer[])', condition, given);
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

-- The years in which any of the forms gave a mark, as an expression over the columns of public.marks; a match counts as
-- far as the caller sees.
create function private.mark_years(forms text[], mark text) returns text
  language sql stable parallel safe set search_path = ''
as $$
  select coalesce('(' || string_agg(
      quote_ident(a.attname) || case mark when 'matched' then '[(select private.caller_reach())]' else '' end,
      ' | ' order by a.attnum) || ')', '0::bigint')
  from unnest(forms) f (form)
  join pg_catalog.pg_attribute a on a.attrelid = 'public.marks'::regclass
    and a.attname = replace(f.form, '-', '_') || '_' || mark
$$;

-- These marks of organizations and communities under the filters, as public.funding_marks have them, with the columns
-- that private.activity_marks returns; null where filters ask for what is not kept. Of a quarter or a month there are
-- the marks of targets, which are annual, and no other.
create function private.kept_marks_query(subject text, forms text[], marks text[], filters jsonb) returns text
  language plpgsql stable parallel safe set search_path = ''
as $$
declare
  periods constant text[] := array['reporting_quarter', 'reporting_month'];
  spans constant text[] := array['year_from', 'year_to', 'reporting_year'];
  years bigint;
begin
  if filters ?| array['year_funded', 'support_provided'] or exists (
    select from unnest(spans) s (name)
    cross join jsonb_path_query(filters, ('$.' || s.name || '[*]')::jsonpath) given
    where coalesce((given #>> '{}')::integer, 0) not between 1991 and 2050)
  then
    return null;
  end if;
  years := private.year_bits((filters ->> 'year_from')::integer, (filters ->> 'year_to')::integer);
  if filters ? 'reporting_year' then
    years := years & (
      select coalesce(bit_or(private.year_bit(given::integer)), 0)
      from jsonb_array_elements_text(filters -> 'reporting_year') given);
  end if;
  return (
    select format('select region_name, province_name, muncity_name, marked_id, subpsp_abbreviation, %s
      from public.funding_marks where subject = %L and %s and %s',
      string_agg(case when m.mark <> all (marks) or filters ?| periods and not m.of_targets then 'false'
        else format('%s & %s <> 0', private.mark_years(forms, m.mark), years) end || ' as ' || m.mark, ', '
        order by m.place),
      subject,
      case when filters ? 'reporting_year' then 'reported' else 'true' end,
      private.activity_conditions(filters - (spans || periods)))
    from (values (1, 'targeted', true), (2, 'accomplished', false), (3, 'matched', true), (4, 'trained', false),
      (5, 'programmed', false)) m (place, mark, of_targets)
  );
end
$$;

-- What activities of the forms under the filters say of their organization (subject 'arbo': id of the masterlist) or
-- community ('arc'), with the place that the masterlist gives it: at most one row for each, by_programme for each of
-- its programmes (null where an activity names none), if it has one of the marks that are asked for; of others nothing
-- is said. matched: at least one of its targets is; programmed: at least one accomplishment names a programme ("No
-- Project", a choice of the lists, is none). Only what public.funding_marks do not know is asked of the activities.
-- Where filters name no more than years, public.marks say the same at once.
create function private.activity_marks(subject text, forms text[], marks text[], filters jsonb,
  by_programme boolean default false)
  returns table (region_name text, province_name text, muncity_name text, marked_id bigint, programme text,
    targeted boolean, accomplished boolean, matched boolean, trained boolean, programmed boolean)
  language plpgsql stable parallel safe set search_path = '' rows 10000
as $$
declare
  kept constant text := private.kept_marks_query(subject, forms, marks, filters);
  own constant text := format($q$
    select m.region_name, m.province_name, m.muncity_name, m.marked_id, a.programme, a.targeted, a.accomplished,
      a.matched, a.trained, a.programmed
    from (
      select %1$I as marked_id, subpsp_abbreviation as programme, bool_or(side = 'target') as targeted,
        bool_or(side = 'accomplishment') as accomplished,
        bool_or(side = 'target' and matched_within >= (select private.caller_reach())) as matched,
        bool_or(side = 'training') as trained,
        bool_or(side = 'accomplishment' and coalesce(subpsp_abbreviation, 'No Project') <> 'No Project') as programmed
      from public.activities
      where %1$I is not null and form = any (%2$L::text[]) and side = any (%3$L::text[]) and %4$s
      group by 1, 2) a
    join public.marks m on m.subject = %1$L and m.marked_id = a.marked_id$q$,
    subject, forms,
    case when kept is null then '{target,accomplishment,training}' else '{accomplishment,training}' end,
    private.activity_conditions(filters));
begin
  return query execute format($q$
    select region_name, province_name, muncity_name, marked_id, %1$s, bool_or(targeted), bool_or(accomplished),
      bool_or(matched), bool_or(trained), bool_or(programmed)
    from (%2$s) m (region_name, province_name, muncity_name, marked_id, programme, targeted, accomplished, matched,
      trained, programmed)
    where %3$s
    group by 1, 2, 3, 4, 5$q$,
    case when by_programme then 'programme' else 'null::text' end,
    case
      when kept is null then own
      when not filters ?| array['reporting_quarter', 'reporting_month'] then kept
      when marks && array['targeted', 'matched'] then kept || ' union all ' || own
      else own end,
    array_to_string(marks, ' or '));
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
-- (similarity 0.6 and more of pg_trgm). Each pair is compared once; where a town has hundreds, as after an import with
-- names of its own, each ARBO is compared until another is found.
create function private.similar_arbos() returns setof bigint
  language sql stable parallel safe set search_path = '' rows 100
as $$
  with names as materialized (
    select id, office, town, lower(arbo_name) as name, count(*) over (partition by office, town) > 300 as crowded
    from (select m.*, coalesce(m.muncity_name, '') as town from public.arbo_masterlist m) m
  )
  select distinct pair.id
  from names one
  join names other using (office, town)
  cross join lateral (values (one.id), (other.id)) pair (id)
  where not one.crowded and other.id > one.id and extensions.similarity(one.name, other.name) >= 0.6
  union all
  select one.id
  from names one
  where one.crowded and exists (
    select from names other
    where (other.office, other.town) = (one.office, one.town) and other.id <> one.id
      and extensions.similarity(one.name, other.name) >= 0.6)
$$;

-- The provincial offices in the caller's scope, and whether they have reported a target (side 'target') or an
-- accomplishment or training (side 'accomplishment') of a year, or of one quarter of it; regions and provinces narrow
-- them where they are not null. last_year is the latest year of which the office has reported any.
create function private.reporting_offices(wanted_side text, wanted_year integer, wanted_quarter text, regions text[],
  provinces text[])
  returns table (office text, region_name text, province_name text, last_year integer, reported boolean)
  language sql stable parallel safe set search_path = '' rows 100
as $$
  select o.office, o.region_name, o.province_name, c.last_year,
    case when wanted_quarter is null then coalesce(c.reported, false) else exists (
      select from public.activities a
      where a.office = o.office and (a.side = 'target') = (wanted_side = 'target') and a.year = wanted_year
        and a.reporting_quarter = wanted_quarter) end
  from public.offices o
  left join (
    select office, max(year) as last_year, bool_or(year = wanted_year) as reported
    from public.outcome_counts
    where (side = 'target') = (wanted_side = 'target') and n > 0
    group by office) c using (office)
  where o.office = any (private.offices_to_read()) and o.province_name is not null
    and (regions is null or o.region_name = any (regions)) and (provinces is null or o.province_name = any (provinces))
$$;

grant execute on function
  private.activity_conditions(jsonb), private.mark_years(text[], text),
  private.kept_marks_query(text, text[], text[], jsonb), private.activity_marks(text, text[], text[], jsonb, boolean),
  private.attended_within(jsonb), private.similar_arbos(),
  private.reporting_offices(text, integer, text, text[], text[])
to authenticated;


-- supabase/schemas/66_overdue.sql

-- What is overdue, defined once: targets of a year without accomplishment, permits that expire, machines that stand
-- still, missing deeds of donation, and quarters without an entry. Each is a view that reads as its caller, with the
-- same columns, so that the page of an ARBO and the work queues of an office show the same rows. What is due within 90
-- days is listed too: due_on tells the two apart.

-- The day until which something counts as due soon.
create function private.due_until() returns date
  language sql stable parallel safe set search_path = ''
as $$ select private.today() + 90 $$;

grant execute on function private.due_until() to authenticated, service_role;

-- Targets that no accomplishment meets (private.nearest_counterparts) at the end of their year.
do $do$
declare
  branch constant text := $sql$
    select 'target_unmet' as queue, %1$L as table_name, t.id as row_id, t.status, %2$L as missing_table, t.arbo_id,
      t."arboPrimaryKey" as arbo_key, t.arbo_name, t.region_name, t.province_name, t.office,
      make_date(o.year, 12, 31) as due_on,
      %3$L || ' target of ' || o.year || coalesce(' for ' || t.subpsp_name, '')
        || ' has no accomplishment.' as message
    from public.target_outcomes o join public.%1$I t on t.id = o.row_id
    where o.table_name = %1$L and not o.matched
      and make_date(o.year, 12, 31) <= (select private.due_until())$sql$;
begin
  execute 'create view public.overdue_targets with (security_invoker = true) as ' || (
    select string_agg(format(branch, target, accomplishment, form), ' union all ')
    from (values
      ('form_5_annualtargets', 'form_5_accomps', 'The Form 5'),
      ('form7_proddevs', 'form7_accomps', 'The Form 7'),
      ('form11_accomps', 'form11_accomps', 'The Form 11'),
      ('arbo_marketing_targets', 'arb_marketing_assistance_monitoring', 'The marketing')
    ) pair (target, accomplishment, form));
end
$do$;

comment on view public.overdue_targets is 'Targets of a year without an accomplishment, due on its last day.';

-- Permits of machines that have expired or will soon, a row a permit. A branch a permit, so that a day and an office
-- are looked up by its index.
do $do$
declare
  branch constant text := $sql$
    select 'permit_expiry' as queue, 'fme_inventory_table' as table_name, f.id as row_id, null::text as status,
      null::text as missing_table, f.arbo_id, f."arboPrimaryKey" as arbo_key, f.arbo_name, f.region_name,
      f.province_name, f.office, f.%1$I as due_on,
      %2$L || ' of ' || coalesce(f.product_brand_name, f.fme_inventory_id) || case
        when f.%1$I < (select private.today()) then ' expired on ' else ' expires on ' end
        || private.long_date(f.%1$I) || '.' as message
    from public.fme_inventory_table f
    where f.%1$I <= (select private.due_until())$sql$;
begin
  execute 'create view public.overdue_permits with (security_invoker = true) as ' || (
    select string_agg(format(branch, expiry, permit), ' union all ')
    from (values
      ('fda_lto_expiry', 'FDA LTO'), ('cpr_expiry', 'CPR'), ('halal_expiry', 'Halal registration')
    ) p (expiry, permit));
end
$do$;

comment on view public.overdue_permits is
  'Permits of products and machines that have expired or expire within 90 days.';

-- Those of them that are about to expire: of the work queue, and of the inbox.
create view public.expiring_permits with (security_invoker = true) as
select * from public.overdue_permits where due_on >= (select private.today());

comment on view public.expiring_permits is 'Permits of products and machines that expire within 90 days.';

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
select s.queue, 'form11_accomps', a.id, a.status, null, a.arbo_id, a."arboPrimaryKey", a.arbo_name, a.region_name,
  a.province_name, a.office,
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
  where exists (
      select from public.fme_inventory_table f where f."arboPrimaryKey" = m.id and f.status is distinct from 'Target')
    and not exists (
      select from public.fme_rental_monitoring r
      where r."arboPrimaryKey" = m.id
        and ((r.reporting_year = q.year and r.reporting_quarter = q.quarter) or r.transaction_date between q.first_day
          and q.last_day))
  union all
  select 'sales_missing', 'qtr_sales_reports', 'sales report'
  where (exists (select from public.form7_accomps p where p."arboPrimaryKey" = m.id)
      or exists (select from public.qtr_sales_reports p where p."arboPrimaryKey" = m.id))
    and not exists (
      select from public.qtr_sales_reports r
      where r."arboPrimaryKey" = m.id
        and ((r.reporting_year = q.year and r.reporting_quarter = q.quarter) or r.transaction_date between q.first_day
          and q.last_day))
  union all
  select 'income_missing', 'farmers_tracking_income', 'income record'
  where exists (select from public.farmers_tracking_income i where i."arboPrimaryKey" = m.id)
    and not exists (
      select from public.farmers_tracking_income r
      where r."arboPrimaryKey" = m.id
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

revoke all on public.overdue_targets, public.overdue_permits, public.expiring_permits, public.overdue_machines,
  public.overdue_deeds, public.overdue_quarters, public.overdue
  from anon, authenticated;

grant select on public.overdue_targets, public.overdue_permits, public.expiring_permits, public.overdue_machines,
  public.overdue_deeds, public.overdue_quarters, public.overdue
  to authenticated;

-- What is overdue at one ARBO, by its row in the masterlist. It is asked each time the page of the ARBO opens; planning
-- the union of all queues costs several times what running it does, so the function is plpgsql, which keeps its plans
-- for the session.
create function public.overdue_of(wanted_arbo bigint) returns setof public.overdue
  language plpgsql stable set search_path = ''
as $$
begin
  return query
    select * from public.overdue o where o.arbo_key = wanted_arbo
    order by due_on, table_name, row_id;
end
$$;

comment on function public.overdue_of(bigint) is
  'What the caller sees overdue or due within 90 days at the ARBO of this masterlist row.';

revoke execute on function public.overdue_of(bigint) from public, anon;

grant execute on function public.overdue_of(bigint) to authenticated, service_role;


-- supabase/schemas/68_figure_checks.sql

-- The system compares the figures that it keeps with the rows by itself, one office at a time, so that drift (rows
-- written while triggers were off, a single table restored) shows in health, in the metrics and on the screen System.

create table private.figure_checks (
  office text primary key references public.offices (office) on update cascade on delete cascade,
  checked_at timestamptz not null default now(),
  differences integer not null check (differences >= 0)
);
comment on table private.figure_checks is
  'The last comparison of each office''s kept figures with its rows, and how many kept rows differed.';
alter table private.figure_checks enable row level security;

-- Figures are sums of these counts. One below zero proves drift at once, without a comparison; its index is empty while
-- all is well.
do $$
declare
  counts text;
begin
  for counts in select c.counts from private.counted_tables() c loop
    execute format('create index %I on public.%I (office) where n < 0 or quantity < 0',
      counts || '_below_zero', counts);
  end loop;
end
$$;

-- Offices with a kept count below zero.
create function private.offices_below_zero() returns setof text
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query execute (
    select string_agg(format('select office from public.%I where n < 0 or quantity < 0', c.counts), ' union ')
    from private.counted_tables() c);
end
$$;

-- Compares one office, the one that was compared longest ago: each office once in 20 hours, and one with differences
-- again after ten minutes, so that a repair shows. At most one comparison starts per half minute in the whole system;
-- of two callers at once, one does nothing. Returns the office, or null when none is due.
create function private.check_next_office() returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  due text;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('private.check_next_office', 0))
    or exists (select from private.figure_checks c where c.checked_at > now() - interval '30 seconds')
  then
    return null;
  end if;
  select o.office into due
  from public.offices o left join private.figure_checks c using (office)
  where c.office is null or c.checked_at < now() - case when c.differences = 0 then interval '20 hours'
    else interval '10 minutes' end
  order by c.checked_at nulls first, o.office
  limit 1;
  if due is not null then
    insert into private.figure_checks (office, differences)
    select due, count(*) from private.figure_differences(array[due])
    on conflict (office) do update set checked_at = excluded.checked_at, differences = excluded.differences;
  end if;
  return due;
end
$$;

-- What is known of the kept figures: how many offices there are, how many of them were compared, since when, and the
-- offices whose figures are wrong (at most 5 by name).
create function private.figure_health()
  returns table (offices integer, checked integer, oldest timestamptz, wrong integer, examples text[])
  language sql stable security definer set search_path = ''
as $$
  with wrong as (
    select c.office from private.figure_checks c where c.differences > 0
    union
    select b.office from private.offices_below_zero() b (office)
  )
  select (select count(*) from public.offices)::integer, count(*)::integer, min(c.checked_at),
    (select count(*) from wrong)::integer,
    array(select coalesce(nullif(w.office, ' / '), 'the central office') from wrong w order by w.office limit 5)
  from private.figure_checks c
$$;

revoke execute on function private.offices_below_zero(), private.check_next_office(), private.figure_health()
from public;
grant execute on function private.check_next_office(), private.figure_health() to api_gateway;


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
  state text not null default 'reserved' check (state in ('reserved', 'stored', 'kept', 'trashed', 'discarded')),
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
  'trashed: its row was deleted and can be restored; discarded: nobody wants it, its bytes may be removed.';

-- Whether nobody wants a file any more. Of a deleted row it waits a day longer than the row can be restored, so that
-- none is removed from under a restoration.
create function private.is_unwanted(state text, since timestamptz) returns boolean
  language sql stable parallel safe set search_path = ''
as $$
  select state = 'discarded' or state = 'trashed' and since < now() - private.trash_time() - interval '1 day'
$$;

-- How long an announced file may take to arrive. What is older was given up.
create function private.upload_patience() returns interval
  language sql immutable parallel safe set search_path = ''
as $$ select interval '1 hour' $$;

-- Keeps the files in order: administrators of users at the central office.
create function private.may_repair_files() returns boolean
  language sql stable parallel safe security definer set search_path = ''
as $$
  select coalesce(c.all_offices and 'users' = any (c.routes), false) from private.current_caller() c
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
    elsif known.state in ('trashed', 'discarded')
      or known.thumbnail_sha256 is distinct from upload ->> 'thumbnail_sha256' then
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
  if auth.uid() is null or private.is_restoring() or new.upload_id is not distinct from old.upload_id then
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

-- After a row has taken another file: the former ones are nobody's. After it has gone: they wait for its restoration.
-- After it has moved: they move along.
create function private.follow_row() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' or old.upload_id is distinct from new.upload_id then
    update public.evidence_files f set state = case tg_op when 'DELETE' then 'trashed' else 'discarded' end, at = now()
    where f.upload_id = old.upload_id;
  end if;
  if tg_op = 'UPDATE' and old.office <> new.office then
    update public.evidence_files f set office = new.office where f.upload_id = new.upload_id;
  end if;
  return null;
end
$$;

-- Deleted rows (entries of the log) have their files again. Raises AG002 where one is gone.
create function private.take_files_back(wanted_table text, entries bigint[]) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  uploads constant uuid[] := array(
    select (l.changes #>> '{upload_id,0}')::uuid from private.user_log l
    where l.id = any (entries) and l.changes ? 'upload_id');
  taken bigint;
begin
  update public.evidence_files f set state = 'kept', at = now()
  where f.evidence_table = wanted_table and f.upload_id = any (uploads) and f.state = 'trashed'
    and private.is_stored(f.file_path, f.size)
    and (f.thumbnail_path is null or private.is_stored(f.thumbnail_path, f.thumbnail_size));
  get diagnostics taken = row_count;
  if taken < cardinality(uploads) then
    raise exception 'A file that goes with it is no longer stored: it cannot be restored without.'
      using errcode = 'AG002', column = 'upload_id';
  end if;
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

-- Keeping files and rows in step: what is left of given-up uploads and long deleted rows is removed by whoever works
-- on, and a check finds everything else that a crash or a restore can leave behind.

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

-- Forgets unwanted uploads of which nothing is stored any more. How many.
create function private.forget_uploads() returns bigint
  language sql volatile security definer set search_path = ''
as $$
  with forgotten as (
    delete from public.evidence_files f
    where private.is_unwanted(f.state, f.at) and f.office = any (private.offices_to_read())
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
  where f.state <> 'kept' and private.is_unwanted(f.state, f.at)
    and f.office = any ((select private.offices_to_read())::text[]) and p.path is not null
  limit most
$$;

-- Whether a crash, of whomever's call, has left something in the caller's sight that a sweep would remove.
create function private.has_leftover_files() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.evidence_files f
    where f.office = any ((select private.offices_to_read())::text[])
      and f.state <> 'kept' and (private.is_unwanted(f.state, f.at)
        or (f.state = 'reserved' and f.at < now() - private.upload_patience())))
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
      and (f.upload_id is null or private.is_unwanted(f.state, f.at)
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
    'subpsp_abbreviation', 'subpsp_status', 'arboPrimaryKey', 'arbo_id', 'arbo_name', 'region_name', 'province_name',
    'muncity_name', 'barangay_name', 'cd', 'arc_id', 'arc_name', 'arc_type', 'arc_cluster_name']
$$;

create function private.of_shared_columns(form jsonb) returns jsonb
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    select jsonb_object_agg(c, form -> c) from unnest(private.shared_columns()) c
  );
end
$$;

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
  if private.is_restoring() then
    return new;
  end if;
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

-- What changes in Form 11 records changes in their geotags: once a statement, and nothing where none of them has any.
create function private.share_with_geotags() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  names text := (select string_agg(format('%I', c), ', ') from unnest(private.shared_columns()) c);
  refused text;
begin
  if not exists (select from new_rows n join public.form_11_geotags g on g.form11_id = n.id) then
    return null;
  end if;
  execute format(
    'update public.form_11_geotags g set (%1$s) = (select %1$s from new_rows n where n.id = g.form11_id)
     where g.form11_id in (
       select id from new_rows n join old_rows o using (id)
       where private.of_shared_columns(to_jsonb(o)) is distinct from private.of_shared_columns(to_jsonb(n)))', names);
  return null;
exception
  when sqlstate 'AG001' then
    get stacked diagnostics refused = pg_exception_detail;
    raise exception 'A geotag of this record is approved: set it back to Pending before changing what they share.'
      using errcode = 'AG001',
        detail = (select form11_id from public.form_11_geotags where id = refused::bigint)::text;
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
  location_source text check (location_source in ('exif', 'browser', 'map')),
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
  'exif: written in the photo; browser: where the device was at upload; map: tapped by the user; null: not said.';
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

-- Named to come before keep_referring_within, which looks at where the geotags are: a geotag moves with its record.
create trigger geotags_follow after update on public.form11_accomps
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.share_with_geotags();


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
-- other entries before the links; a single field holds the newest link, or what else was sent. The API tries an
-- attachment out without its file, which has no link yet.
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
        where a.record_table = tg_table_name and a.record_id = new.id and a.field = f.field
          and a.upload_id is not null order by a.id) as links,
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

-- Records that are deleted take their attachments along; those that move take them along, too. Once a statement, and
-- nothing where none of the records has any.
create function private.lead_attachments() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if exists (
      select from old_rows o join public.attachments a on a.record_table = tg_table_name and a.record_id = o.id)
    then
      delete from public.attachments a using old_rows o where a.record_table = tg_table_name and a.record_id = o.id;
    end if;
    return null;
  end if;
  if exists (
    select from new_rows n join public.attachments a on a.record_table = tg_table_name and a.record_id = n.id)
  then
    update public.attachments a
    set region_name = n.region_name, province_name = n.province_name, muncity_name = n.muncity_name,
      barangay_name = n.barangay_name, cd = n.cd, status = s.status
    from new_rows n
    cross join lateral (select case private.window_of(tg_table_name, n.status)
      when 'target' then 'Target' else 'Accomplished' end as status) s
    where a.record_table = tg_table_name and a.record_id = n.id
      and row(a.region_name, a.province_name, a.muncity_name, a.barangay_name, a.cd, a.status)
        is distinct from row(n.region_name, n.province_name, n.muncity_name, n.barangay_name, n.cd, s.status);
  end if;
  return null;
end
$$;

-- Of deleted records (entries of the log), the deletions of the attachments that went along: in the same transaction.
create function private.attachments_deleted_with(wanted_table text, entries bigint[]) returns bigint[]
  language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(a.id), '{}')
  from private.user_log l
  join private.user_log a on a.tx = l.tx and a.form_name = 'attachments' and a.action = 'Delete'
    and a.source = 'database' and a.at > now() - private.trash_time()
    and a.changes #>> '{record_table,0}' = wanted_table and (a.changes #>> '{record_id,0}')::bigint = l.row_id
  where l.id = any (entries)
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
    create trigger lead_attachments_update after update on {table} referencing new table as new_rows
      for each statement execute function private.lead_attachments();
    create trigger lead_attachments_delete after delete on {table} referencing old table as old_rows
      for each statement execute function private.lead_attachments()$sql$, '{table}', target::text);
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
as $$ select private.may_keep_people(verb) and private.caller_of_central() is not null $$;

-- The regions whose schedules the caller keeps: '' is the whole country. Empty for whoever keeps none.
create function private.regions_to_schedule(verb text) returns text[]
  language sql stable parallel safe security definer set search_path = ''
as $$
  select case
    when not private.may_keep_people(verb) then '{}'
    when c.all_offices then (select array_agg(o.region_name) from public.offices o
      where o.region_name is not null) || array['']
    when c.scope = array['region_name'] then array[c.region_name]
    else '{}'
  end
  from private.current_caller() c
$$;

grant execute on function
  private.may_keep_people(text), private.may_keep_roles(text), private.regions_to_schedule(text)
to authenticated;

-- How high a level ranks; 0 for none.
create function private.rank_of(wanted text) returns integer
  language sql stable parallel safe set search_path = ''
as $$ select coalesce((select l.rank from private.levels l where l.level = wanted), 0) $$;

-- The first column of an office that somebody of the level must have and this profile lacks; null where it lacks none.
create function private.lacks_of_office(wanted text, profile public.users) returns text
  language sql stable parallel safe set search_path = ''
as $$
  select s.column_name
  from private.levels l, unnest(l.scope) with ordinality s (column_name, place)
  where l.level = wanted and to_jsonb(profile) ->> s.column_name is null
  order by s.place limit 1
$$;

-- Why a caller may not give, take or touch what a role entry gives; null when it is within their own.
create function private.reach_problem(c private.caller, entry public.uac) returns text
  language sql stable parallel safe set search_path = ''
as $$
  select case
    when private.rank_of(entry.status) > private.rank_of(c.level)
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
      from public.users u where u.uac_id = new.id and private.lacks_of_office(new.status, u) is not null;
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
  language sql stable set search_path = ''
as $$
  select 'users' = any (routes) and 'Edit' = any (rights)
    and exists (select from private.levels l where l.level = is_central_administrator.level and l.all_offices)
$$;

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
  lacking text;
begin
  perform private.refuse_api_token();
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
    lacking := private.lacks_of_office(entry.status, after);
    if lacking is not null then
      raise exception 'A person of the level % needs a %.', entry.status, replace(lacking, '_name', '')
        using errcode = 'AG002', column = lacking;
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
  select set_config('request.jwt.claims', jsonb_build_object('sub', administrator, 'role', 'authenticated',
    'acts_for', 'account')::text, true),
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

-- A new password ends the API tokens of the user, whoever sets it and by whichever way: the user, an administrator, or
-- Auth's dashboard. The browsers that knew the former password are forgotten.
create function private.end_with_password() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.api_tokens t where t.user_id = new.id;
  delete from private.known_browsers k where k.user_id = new.id;
  return null;
end
$$;

create trigger end_with_password after update of encrypted_password on auth.users for each row
  when (old.encrypted_password is distinct from new.encrypted_password) execute function private.end_with_password();

-- Disabling ends the API tokens of the user; they do not come back when the user is enabled again.
create function private.end_with_account() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.api_tokens t where t.user_id = new.id;
  return null;
end
$$;

create trigger end_with_account after update of disabled on public.users for each row
  when (new.disabled and not old.disabled) execute function private.end_with_account();


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

-- Ends all sessions and API tokens of somebody: they are refused with the next request, and cannot be renewed.
create function private.end_sessions(wanted uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.check_account_change(wanted);
  delete from auth.sessions s where s.user_id = wanted;
  delete from private.api_tokens t where t.user_id = wanted;
  perform private.log_event(wanted, 'Signed out everywhere');
end
$$;

-- Notes a new password: the caller's own, or one that an administrator gave. All sessions of the user end but the one
-- that asks; private.end_with_password ends the rest.
create function private.note_password(wanted uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.refuse_api_token();
  if wanted <> auth.uid() then
    perform private.check_account_change(wanted);
  end if;
  delete from auth.sessions s
  where s.user_id = wanted
    and s.id::text is distinct from nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id';
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
  where a.deleted_at is null and a.id <> private.decoy_account()
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


-- supabase/schemas/82_sessions.sql

-- A user's own sessions: one per sign-in. They are Auth's; the limits on their age are in 30_access.sql.

-- The caller's sessions that count, the last used first: {id, user_agent, address, signed_in_at, last_used_at,
-- current}. last_used_at is when the session was last renewed, true to the hour; current marks the session that asks.
create function private.own_sessions() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(o) order by o.current desc, o.last_used_at desc), '[]')
  from (
    select s.id, s.user_agent, host(s.ip) as address, s.created_at as signed_in_at,
      coalesce(s.refreshed_at at time zone 'UTC', s.created_at) as last_used_at,
      s.id::text is not distinct from nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id'
        as current
    from auth.sessions s
    where s.user_id = auth.uid() and not private.session_is_over(s.created_at, s.refreshed_at, s.not_after)
      and private.session_has_password(s.id)) o
$$;

-- Ends one session of the caller: it is refused with the next request. Raises AG004 where the caller has no such
-- session.
create function private.end_own_session(wanted uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.refuse_api_token();
  delete from auth.sessions s where s.id = wanted and s.user_id = auth.uid();
  if not found then
    raise exception 'This session has ended already.' using errcode = 'AG004';
  end if;
  perform private.log_event(auth.uid(), 'Ended session');
end
$$;

-- Ends all sessions and API tokens of the caller, the session that asks included.
create function private.end_own_sessions() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.refuse_api_token();
  delete from auth.sessions s where s.user_id = auth.uid();
  delete from private.api_tokens t where t.user_id = auth.uid();
  perform private.log_event(auth.uid(), 'Signed out everywhere');
end
$$;

-- A session past its limits is not renewed, also where Auth itself has no limits: its last renewal stays what it was,
-- so that no token of it counts.
create function private.skip_renewal() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  return case when private.session_is_over(old.created_at, old.refreshed_at, old.not_after) then null else new end;
end
$$;

create trigger skip_renewal before update of refreshed_at on auth.sessions
  for each row execute function private.skip_renewal();

grant execute on function private.own_sessions(), private.end_own_session(uuid), private.end_own_sessions()
to authenticated;

-- Notes which browser a session was opened with. Auth does not see it: the API signs in with the secret key, which
-- Supabase refuses to the User-Agent of a browser. For the API's own login.
create function private.note_browser(session uuid, agent text) returns void
  language sql volatile security definer set search_path = ''
as $$ update auth.sessions s set user_agent = agent where s.id = session $$;
revoke execute on function private.note_browser(uuid, text) from public;
grant execute on function private.note_browser(uuid, text) to api_gateway;


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

-- The account that the API signs in to where a username is unknown or disabled, so that a refusal takes as long
-- (people/decoy.ts). It has no profile, and its password is not kept.
create function private.decoy_account() returns uuid
  language sql immutable parallel safe set search_path = ''
as $$ select '00000000-0000-4000-8000-0000000dec0f'::uuid $$;

-- Guesses at passwords that go past the API, to Supabase Auth itself: Auth asks here after each password that it judged
-- (its hook "password verification attempt", config.toml). event: {user_id, valid}, from the embedded Auth also email
-- and address. The question that belongs to an attempt of the API is answered once, uncounted: the API counts that one.
-- All others are strangers' guesses. Those at the decoy are not counted, since its password is known to nobody. Answers
-- {decision: "continue"}, or {decision: "reject", message}.
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
  if (event ->> 'user_id')::uuid = private.decoy_account() then
    return jsonb_build_object('decision', 'continue');
  end if;
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

-- Sends no mail of Auth (its hook "send email", config.toml): the product issues no magic links, invitations, recovery
-- or confirmation mails, so that no such link leaves. event: {user, email_data: {email_action_type, …}}. The recovery
-- call of Auth answers alike for known and unknown addresses; an error would show which ones exist, so that a
-- recovery mail is dropped without one.
create function private.drop_auth_mail(event jsonb) returns jsonb
  language sql immutable set search_path = ''
as $$
  select case when event #>> '{email_data,email_action_type}' = 'recovery' then '{}'::jsonb
    else jsonb_build_object('error', jsonb_build_object('http_code', 403,
      'message', 'Links are not sent by e-mail. Ask an administrator for a new password.')) end
$$;

grant execute on function
  private.begin_sign_in(text, text, text), private.end_sign_in(bigint, boolean, text)
to api_gateway;
grant execute on function private.judge_password(jsonb), private.drop_auth_mail(jsonb) to supabase_auth_admin;


-- supabase/schemas/84_schedules.sql

-- Report schedules (spec section 3): the windows in which an office reports, and who keeps them. The central office
-- keeps all; the administrator of a region those that name the region, which only ever opens more for it. A window is
-- closed once zero days remain (spec section 6): days left are the end date minus today, so that the day before the end
-- date is the last one to enter.

-- Whether a schedule counts today is said once, here.
create function private.is_under_way(status text, start_date date, end_date date) returns boolean
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return coalesce(status = 'OnGoing' and start_date <= private.today() and end_date > private.today(), false);
end
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
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return exists (
    select from public.report_schedules s
    where s.form = window_name and private.is_under_way(s.status, s.start_date, s.end_date)
      and (s.region_name is null or s.region_name = region)
      and (s.province_name is null or s.province_name = province)
  );
end
$$;

-- The day, in Manila, on which a schedule was closed by hand, from the log; null for one that nobody closed.
create function private.closed_on(schedule_id bigint) returns date
  language sql stable security definer set search_path = ''
as $$
  select (l.at at time zone 'Asia/Manila')::date
  from private.user_log l
  where l.form_name = 'report_schedules' and l.row_id = schedule_id and l.changes #>> '{status,1}' = 'Closed'
  order by l.id desc
  limit 1
$$;

-- Why none of these windows is open for any of these offices: the schedule that ends last, as {end_date}, with
-- start_date where it has not begun, and closed_on and schedule_region (its region; null for the whole country) where
-- it was closed by hand before its end.
create function private.last_window(windows text[], wanted_offices text[]) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('end_date', s.end_date)
    || case
      when s.status = 'Closed' and s.end_date > private.today() then
        jsonb_build_object('closed_on', private.closed_on(s.id), 'schedule_region', s.region_name)
      when s.start_date > private.today() then jsonb_build_object('start_date', s.start_date)
      else '{}'
    end
  from public.report_schedules s
  where s.form = any (windows) and exists (
    select from public.offices o
    where o.office = any (wanted_offices)
      and (s.region_name is null or s.region_name = o.region_name)
      and (s.province_name is null or s.province_name = o.province_name))
  order by s.end_date desc nulls last, s.id desc
  limit 1
$$;

-- One reporting window as the caller sees it. The current schedule is the one under way that covers an office of theirs
-- and ends last; reason says in words why nothing is open.
create function private.window_state(window_name text) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with covering as (
    select s.id, s.start_date, s.end_date, private.is_under_way(s.status, s.start_date, s.end_date) as open
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
        format('The %s window is closed: the last day to enter was %s.', window_name,
          to_char(l.end_date - 1, 'FMDD Mon YYYY'))
      else coalesce(
        format('The %s window was closed on ' || to_char(private.closed_on(l.id), 'FMDD Mon YYYY') || '.', window_name),
        format('The %s window is closed.', window_name))
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
        to_char(other.start_date, 'FMDD Mon YYYY'),
        coalesce(to_char(other.end_date - 1, 'FMDD Mon YYYY'), 'an open end')
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
  private.is_under_way(s.status, s.start_date, s.end_date) as open, s.search_text
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
    set_config('request.jwt.claims', jsonb_build_object('sub', wanted, 'role', 'authenticated',
      'acts_for', 'preview')::text, true),
    set_config('request.jwt.claim.sub', wanted::text, true);
end
$$;

grant execute on function private.begin_preview(uuid, jsonb, text, text) to authenticated;


-- supabase/schemas/86_reopenings.sql

-- Asking to reopen: whoever may enter data in a window that is closed for their office asks whoever keeps its
-- schedules, with a reason; they grant it with an end date, as a schedule of that office and window alone, or decline
-- it with a reason. Nobody reaches the table but through these functions and the inbox; each act is in the user log,
-- under the office.

create table private.reopenings (
  id bigint generated always as identity primary key,
  office text not null references public.offices (office),
  window_name text not null check (window_name in ('target', 'accomplishment')),
  user_id uuid not null,
  at timestamptz not null default now(),
  reason text not null check (btrim(reason) <> '' and length(reason) <= 2000),
  -- opened: the window was opened without an answer.
  state text not null default 'asked' check (state in ('asked', 'granted', 'declined', 'opened')),
  answered_by uuid,
  answered_at timestamptz check ((answered_at is null) = (state = 'asked')),
  answer text check (answer is null or btrim(answer) <> '' and length(answer) <= 2000),
  end_date date
);
create unique index reopenings_asked_once on private.reopenings (office, window_name) where state = 'asked';
create index reopenings_user on private.reopenings (user_id, answered_at desc);
alter table private.reopenings enable row level security;
comment on table private.reopenings is 'Requests to reopen a window for an office, with their answers.';

-- A request as it stands today: {state, answered_at}. A schedule of the future opens its window by the date alone, when
-- nobody writes anything: a request that one has overtaken since is opened from its first day on.
create function private.reopening_today(r private.reopenings, out state text, out answered_at timestamptz)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  first_day date;
begin
  state := r.state;
  answered_at := r.answered_at;
  if r.state = 'asked' then
    select min(s.start_date) into first_day
    from public.report_schedules s
    join public.offices o on o.office = r.office
    where s.form = r.window_name and s.status = 'OnGoing' and s.start_date <= private.today()
      and s.end_date > (r.at at time zone 'Asia/Manila')::date
      and (s.region_name is null or s.region_name = o.region_name)
      and (s.province_name is null or s.province_name = o.province_name);
    if first_day is not null then
      state := 'opened';
      answered_at := greatest(r.at, first_day::timestamp at time zone 'Asia/Manila');
    end if;
  end if;
end
$$;

-- Closes the requests that a schedule has made needless, before it is closed or removed as well.
create function private.settle_reopenings() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  -- As it is, or was.
  s public.report_schedules := case tg_op when 'INSERT' then new else old end;
begin
  for attempt in 1 .. 2 loop
    if private.is_under_way(s.status, s.start_date, s.end_date) then
      update private.reopenings r set state = 'opened', answered_at = now()
      from public.offices o
      where r.state = 'asked' and r.window_name = s.form and o.office = r.office
        and (s.region_name is null or s.region_name = o.region_name)
        and (s.province_name is null or s.province_name = o.province_name);
    end if;
    exit when tg_op <> 'UPDATE';
    s := new;
  end loop;
  return null;
end
$$;

create trigger settle_reopenings after insert or update or delete on public.report_schedules
  for each row execute function private.settle_reopenings();

-- Writes an act into the log, under the office that it is about.
create function private.log_reopening(r private.reopenings, act text, said jsonb) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into private.user_log (user_id, user_name, user_role, form_name, region_name, province_name, action, status,
    changes)
  select auth.uid(), u.username, u.roles, 'report_schedules', o.region_name, o.province_name, act, r.window_name, said
  from public.offices o left join public.users u on u.id = auth.uid()
  where o.office = r.office
$$;

-- "Nueva Ecija", or "Region III (Central Luzon)", of an office.
create function private.office_name(office text) returns text
  language sql immutable parallel safe set search_path = ''
as $$ select coalesce(nullif(split_part(office, ' / ', 2), ''), split_part(office, ' / ', 1)) $$;

-- Raises AG009 for whoever may enter data at no time.
create function private.check_may_enter() returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.right_suffices('insert', (private.current_caller()).rights) is not true then
    raise exception 'Your role has neither the right Edit nor the right Delete: it may not ask to reopen a window.'
      using errcode = 'AG009';
  end if;
end
$$;

-- Asks to reopen a window for an office of the caller's and answers the id of the request. Raises AG009 for whoever may
-- not enter data there, AG002 where nothing is closed or somebody has asked already.
create function private.ask_reopening(wanted_office text, wanted_window text, said text) returns bigint
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant private.caller := private.current_caller();
  earlier private.reopenings;
  request private.reopenings;
begin
  perform private.check_may_enter();
  if not wanted_office = any (private.offices_to_read()) then
    raise exception '% is out of your scope: you ask to reopen a window of your own office only.',
      private.office_name(wanted_office) using errcode = 'AG009';
  end if;
  if wanted_office = any (private.offices_to_write('insert', wanted_window)) then
    raise exception 'The % window is open to you: there is nothing to ask for.', wanted_window using errcode = 'AG002';
  end if;
  -- Of two who ask at once, the second is told of the first.
  perform pg_advisory_xact_lock(hashtext('reopenings'), hashtext(concat_ws('/', wanted_office, wanted_window)));
  update private.reopenings r set state = t.state, answered_at = t.answered_at
  from private.reopenings q cross join lateral private.reopening_today(q) t
  where q.id = r.id and r.office = wanted_office and r.window_name = wanted_window and r.state = 'asked'
    and t.state <> 'asked';
  select * into earlier from private.reopenings r
  where r.office = wanted_office and r.window_name = wanted_window and r.state = 'asked';
  if found then
    raise exception '% asked to reopen the % window for % on % already: the answer is awaited.',
      coalesce(private.username_of(earlier.user_id), 'Somebody'), wanted_window, private.office_name(wanted_office),
      to_char(earlier.at at time zone 'Asia/Manila', 'FMDD Mon YYYY') using errcode = 'AG002';
  end if;
  insert into private.reopenings (office, window_name, user_id, reason)
    values (wanted_office, wanted_window, caller.user_id, said) returning * into request;
  perform private.log_reopening(request, 'Ask to reopen', jsonb_build_object('reason', jsonb_build_array(null, said)));
  return request.id;
end
$$;

-- Whether the caller keeps the schedules of an office, and so answers its requests.
create function private.keeps_schedules_of(wanted_office text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select split_part(wanted_office, ' / ', 1) = any (private.regions_to_schedule('insert'))
$$;

-- Grants a request until an end date, or, without one, declines it with a reason. Raises AG004 where there is no such
-- request among those that the caller may answer, AG002 where it was answered or the window opened since.
create function private.answer_reopening(request bigint, until date, said text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  asked private.reopenings;
  today record;
begin
  select * into asked from private.reopenings r where r.id = request for update;
  if not found or not private.keeps_schedules_of(asked.office) then
    raise exception 'There is no such request, or its office''s schedules are not yours to keep.'
      using errcode = 'AG004';
  end if;
  select * into today from private.reopening_today(asked);
  if today.state <> 'asked' then
    raise exception '%', case today.state
      when 'opened' then format('The %s window of %s has been opened since: the request is closed.', asked.window_name,
        private.office_name(asked.office))
      else format('This request was %s already, by %s.', today.state,
        coalesce(private.username_of(asked.answered_by), 'somebody')) end
      using errcode = 'AG002';
  end if;
  if until <= private.today() then
    raise exception 'A window closes at the beginning of its end date: choose a day after today.'
      using errcode = 'AG002', column = 'end_date';
  end if;
  update private.reopenings r
    set state = case when until is null then 'declined' else 'granted' end, answered_by = auth.uid(),
      answered_at = now(), answer = said, end_date = until
    where r.id = request;
  if until is not null then
    insert into public.report_schedules (form, start_date, end_date, region_name, province_name)
    select asked.window_name, private.today(), until, o.region_name, o.province_name
    from public.offices o where o.office = asked.office;
  end if;
  perform private.log_reopening(asked, case when until is null then 'Decline to reopen' else 'Reopen' end,
    jsonb_strip_nulls(jsonb_build_object('reason', case when said is not null then jsonb_build_array('', said) end,
      'end_date', case when until is not null then jsonb_build_array('', until) end)));
end
$$;

grant execute on function
  private.check_may_enter(), private.ask_reopening(text, text, text), private.answer_reopening(bigint, date, text)
to authenticated;


-- supabase/schemas/87_saved_views.sql

-- Saved views: the columns, filters and order of a list under a name, kept by whoever made them for themselves, for
-- their office or for everybody, and opened by a link. A view shows no row: the list that it opens is read by whoever
-- opens it.

-- The office that the caller works at, by the columns that their level shares: "Region / Province", "Region / ", or
-- " / " for the central office. Null for whoever has no level.
create function private.caller_office() returns text
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
declare
  c constant private.caller := private.current_caller();
begin
  if c.level is null then
    return null;
  end if;
  return concat(
    case when 'region_name' = any (c.scope) then c.region_name end, ' / ',
    case when 'province_name' = any (c.scope) then c.province_name end);
end
$$;

-- Whether the caller keeps the views that are for everybody: administrators of the central office do.
create function private.keeps_common_views() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce(private.is_central_administrator(c.level, c.routes, c.rights), false)
  from private.current_caller() c
$$;

-- Whether a view has the shape that the contract savedView describes, since the browsers of others read it. A key has
-- its own rule; any other key is refused.
create function private.is_saved_view(view jsonb) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(view @@ 'strict
    $.type() == "object" && exists($.keyvalue() ? (@.key == "columns")) && !exists($.keyvalue() ? (!(
      @.value.type() == "string" && (
        @.key == "density" && (@.value == "compact" || @.value == "normal" || @.value == "roomy")
        || @.key == "tab" && (@.value == "pending" || @.value == "approved")
        || @.key == "review" && (@.value == "to_review" || @.value == "returned" || @.value == "changed")
        || @.key == "check" && (@.value == "incomplete" || @.value == "with_reason"))
      || @.key == "totals" && @.value.type() == "boolean"
      || @.key == "q" && @.value.type() == "string" && @.value like_regex "^(.{0,250}){2}$" flag "s"
      || @.key == "shown_as" && @.value.type() == "string" && @.value like_regex "^.{0,40}$" flag "s"
      || @.key == "page_size" && @.value.type() == "number" && @.value >= 1 && @.value <= 200
        && @.value.floor() == @.value
      || @.key == "filters" && @.value.type() == "object" && !exists(@.value.keyvalue() ? (!(
        @.key like_regex "^[A-Za-z0-9_]{1,80}$"
        && @.value.type() == "string" && @.value like_regex "^(.{0,250}){2}$" flag "s")))
      || @.key == "sort" && @.value.type() == "array" && @.value.size() <= 5 && !exists(@.value[*] ? (!(
        @.type() == "object"
        && exists(@.keyvalue() ? (@.key == "field")) && exists(@.keyvalue() ? (@.key == "dir"))
        && !exists(@.keyvalue() ? (!(
          @.key == "field" && @.value.type() == "string" && @.value like_regex "^[A-Za-z0-9_]{1,80}$"
          || @.key == "dir" && @.value.type() == "string"
            && (@.value == "asc" || @.value == "desc")))))))
      || @.key == "columns" && (@.value.type() == "null"
        || @.value.type() == "array" && @.value.size() <= 400 && !exists(@.value[*] ? (!(
          @.type() == "object" && exists(@.keyvalue() ? (@.key == "field"))
          && !exists(@.keyvalue() ? (!(
            @.key == "field" && @.value.type() == "string" && @.value like_regex "^[A-Za-z0-9_]{1,80}$"
            || @.key == "width" && @.value.type() == "number" && @.value >= 1 && @.value <= 5000
            || (@.key == "hidden" || @.key == "frozen") && @.value.type() == "boolean")))))))
    )))', false)
$$;

-- Whether the rows of a screen have sensitive columns, which a search looks through for whoever reads them.
create function private.searches_sensitive(screen text) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$ select screen in ('Participants', 'Form5AnnualTarget') $$;

grant execute on function private.is_saved_view(jsonb) to authenticated;

create table public.saved_views (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.users (id) on delete cascade,
  screen text not null check (screen ~ '^[A-Za-z0-9_-]{1,60}$'),
  name text not null check (name = btrim(name) and char_length(name) between 1 and 80),
  shared_with text not null default 'me' check (shared_with in ('me', 'office', 'everyone')),
  office text references public.offices (office),
  view jsonb not null constraint saved_views_view_is_whole check (private.is_saved_view(view)),
  time_stamp timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint saved_views_office_where_shared check ((office is not null) = (shared_with = 'office'))
);
create unique index saved_views_named_once on public.saved_views (user_id, screen, shared_with, lower(name));
create index saved_views_screen on public.saved_views (screen);
create index saved_views_office on public.saved_views (office);
comment on table public.saved_views is
  'Columns, filters and order of lists under a name, for whoever made them, for their office, or for everybody.';
comment on column public.saved_views.user_id is 'Who made it; set by the database.';
comment on column public.saved_views.screen is 'The route of the screen whose list it is of, such as ARBO_Masterlist.';
comment on column public.saved_views.office is
  'The office that it is shared with: that of whoever shared it, when they did. Set by the database.';
comment on column public.saved_views.view is 'As the contract savedView describes it; filters is an object of fields.';

alter table public.saved_views enable row level security;
alter table public.saved_views force row level security;

-- So many views somebody keeps, and so many bytes one may have.
create function private.saved_view_limits(out views integer, out bytes integer)
  language sql immutable parallel safe set search_path = ''
as $$ select 100, 16384 $$;

-- Before a view is written: whose it is and which office's; and it is refused (AG002) where there are too many, where
-- it is too large, and where others would learn from its filters what only the right Sensitive reads.
create function private.keep_saved_view() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  limits constant record := private.saved_view_limits();
  sensitive text;
begin
  if tg_op = 'INSERT' then
    new.user_id := coalesce(auth.uid(), new.user_id);
    -- Calls at once are counted like calls in turn.
    perform from public.users u where u.id = new.user_id for no key update;
    if (select count(*) from public.saved_views v where v.user_id = new.user_id) >= limits.views then
      raise exception 'You have % saved views. Remove one that is no longer used.', limits.views
        using errcode = 'AG002';
    end if;
  else
    new.updated_at := now();
  end if;
  new.office := case
    when new.shared_with <> 'office' then null
    when tg_op = 'UPDATE' and old.shared_with = 'office' then old.office
    else coalesce(private.caller_office(), new.office)
  end;
  if octet_length(new.view::text) > limits.bytes then
    raise exception 'A view holds at most % KB. Choose fewer columns or shorter filters.', limits.bytes / 1024
      using errcode = 'AG002', column = 'view';
  end if;
  select string_agg(distinct s.column_name, ', ') into sensitive
  from private.sensitive_columns s
  where new.shared_with <> 'me' and (new.view -> 'filters' ? s.column_name
    or jsonb_path_query_array(new.view, '$.sort[*].field') ? s.column_name);
  if sensitive is not null then
    raise exception
      'A view that filters or sorts by sensitive fields (%) stays your own: remove that filter or order to share it.',
      sensitive using errcode = 'AG002', column = 'shared_with';
  end if;
  if new.shared_with <> 'me' and new.view ? 'q' and private.searches_sensitive(new.screen) then
    raise exception 'A search in personal data stays your own: remove the search words to share this view.'
      using errcode = 'AG002', column = 'shared_with';
  end if;
  return new;
end
$$;

create trigger keep_saved_view before insert or update on public.saved_views
  for each row execute function private.keep_saved_view();

-- Writes the log under the office of whoever did it. What a view filters by and searches for may be sensitive, and
-- stays out of it.
create function private.log_saved_view() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  before constant jsonb := to_jsonb(old) - 'view';
  after constant jsonb := to_jsonb(new) - 'view';
begin
  insert into private.user_log (user_id, user_name, user_role, form_name, row_id, region_name, province_name, action,
    changes)
  select auth.uid(), u.username, u.roles, tg_table_name, coalesce(new.id, old.id), u.region_name, u.province_name,
    initcap(tg_op),
    case tg_op
      when 'UPDATE' then private.changed_fields(before, after)
      when 'DELETE' then private.held_fields(before)
    end
  from (values (1)) one
  left join public.users u on u.id = auth.uid();
  return null;
end
$$;

create trigger log_saved_view after insert or update or delete on public.saved_views
  for each row execute function private.log_saved_view();

create policy select_own_or_shared on public.saved_views for select to authenticated
  using (
    (select private.caller_level()) is not null
    and (user_id = (select auth.uid()) or shared_with = 'everyone' or office = (select private.caller_office())));
create policy select_own_or_shared_for_central on public.saved_views for select to central_reader
  using (
    (select private.caller_level()) is not null
    and (user_id = (select auth.uid()) or shared_with = 'everyone' or office = (select private.caller_office())));
create policy select_own_or_shared_for_province on public.saved_views for select to provincial_reader
  using (
    (select private.caller_level()) is not null
    and (user_id = (select auth.uid()) or shared_with = 'everyone' or office = (select private.caller_office())));

create policy insert_own on public.saved_views for insert to authenticated
  with check (
    (select private.caller_level()) is not null and user_id = (select auth.uid())
    and (shared_with <> 'everyone' or (select private.keeps_common_views())));

-- A view that is for everybody is the central office's, whoever of it made it.
create policy update_own_or_common on public.saved_views for update to authenticated
  using (
    (select private.caller_level()) is not null
    and case shared_with when 'everyone' then (select private.keeps_common_views())
      else user_id = (select auth.uid()) end)
  with check (
    (select private.caller_level()) is not null
    and case shared_with when 'everyone' then (select private.keeps_common_views())
      else user_id = (select auth.uid()) end);
create policy delete_own_or_common on public.saved_views for delete to authenticated
  using (
    (select private.caller_level()) is not null
    and case shared_with when 'everyone' then (select private.keeps_common_views())
      else user_id = (select auth.uid()) end);

revoke all on public.saved_views from anon, authenticated;
grant select, delete, insert (screen, name, shared_with, view), update (name, shared_with, view)
on public.saved_views to authenticated;
grant execute on function private.caller_office(), private.keeps_common_views() to authenticated;


-- supabase/schemas/88_jobs.sql

-- Long work: exports and acts on many rows that a browser does, and whose truth is here: who asked for it, how far it
-- is and what came of it, for 7 days. Of an act the database knows each row and each step (private.import_batches), so
-- that it goes on in another window, and nothing is done twice. The file of an export is kept in a private bucket in
-- which the API's own key alone signs addresses, and is handed to whoever asked for it, under their rights at that
-- moment.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('exports', 'exports', false, 33554432,
  array['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'])
on conflict (id) do nothing;

create table private.jobs (
  user_id uuid not null references public.users (id) on delete cascade,
  job_id uuid not null,
  kind text not null check (kind in ('export', 'act')),
  screen text not null check (screen ~ '^[A-Za-z0-9_-]{1,60}$'),
  table_name text not null references private.record_tables (table_name),
  status text,
  what jsonb not null check (jsonb_typeof(what) = 'object'),
  total integer not null check (total >= 0),
  ids bigint[],
  row_versions integer[],
  state text not null default 'running'
    check (state in ('running', 'interrupted', 'cancelled', 'failed', 'finished')),
  first_batch integer not null default 1,
  done integer not null default 0 check (done >= 0),
  same integer not null default 0 check (same >= 0),
  refused integer not null default 0 check (refused >= 0),
  refused_rows jsonb not null default '[]',
  problem text,
  started_at timestamptz not null default now(),
  reported_at timestamptz not null default now(),
  offices text[] not null,
  sensitive boolean not null,
  address_given_at timestamptz,
  primary key (user_id, job_id),
  constraint jobs_rows_of_an_act check (
    (kind = 'act') = (ids is not null) and (kind = 'act') = (row_versions is not null)
    and coalesce(cardinality(ids), 0) = coalesce(cardinality(row_versions), 0))
);
create index jobs_reported_at on private.jobs (reported_at);
create index jobs_table_name on private.jobs (table_name);
alter table private.jobs enable row level security;
comment on column private.jobs.job_id is 'Of an act also the import_id of its steps.';
comment on column private.jobs.screen is 'The route of the screen that it was asked for on, such as ARBO_Masterlist.';
comment on column private.jobs.status is 'The status that all rows of that screen have, where it is one of several.';
comment on column private.jobs.what is 'Of an export its filters, of an act what is done to the rows.';
comment on column private.jobs.total is 'The rows of an act; of an export, those that the API counted as it began.';
comment on column private.jobs.ids is 'The rows of an act, as they were seen in row_versions.';
comment on column private.jobs.first_batch is
  'The first number of the steps of the window that does it now; lower ones are of windows before.';
comment on column private.jobs.done is 'As the browser told it. What an act has done, its steps say.';
comment on column private.jobs.reported_at is 'When its browser last told how it stands.';
comment on column private.jobs.offices is
  'With sensitive, what whoever asked read while the file of an export was made.';

comment on column private.jobs.address_given_at is 'When the address to send the file of an export to was last given.';

-- So long a job is kept, with its file, and so many of one person.
create function private.job_time() returns interval
  language sql immutable parallel safe set search_path = ''
as $$ select interval '7 days' $$;

create function private.most_jobs() returns integer
  language sql immutable parallel safe set search_path = ''
as $$ select 100 $$;

-- Bytes that the kept files of one person may have in all, and of one file: the limit of the bucket.
create function private.result_limits(out all_bytes bigint, out file_bytes bigint)
  language sql immutable parallel safe set search_path = ''
as $$ select 268435456, 33554432 $$;

-- How long an address to send a file to is good, at most, as Storage says.
create function private.address_time() returns interval
  language sql immutable parallel safe set search_path = ''
as $$ select interval '2 hours' $$;

create function private.is_kept(j private.jobs) returns boolean
  language sql stable set search_path = ''
as $$ select j.reported_at > now() - private.job_time() $$;

-- How it stands: one whose browser has told nothing for two minutes was interrupted.
create function private.job_state(j private.jobs) returns text
  language sql stable set search_path = ''
as $$
  select case
    when j.state = 'running' and j.reported_at < now() - interval '2 minutes' then 'interrupted'
    else j.state
  end
$$;

create function private.result_path(j private.jobs) returns text
  language sql immutable parallel safe set search_path = ''
as $$ select j.user_id || '/' || j.job_id || '.xlsx' $$;

-- What of a finished export is stored, in bytes; null where nothing is.
create function private.result_size(j private.jobs) returns bigint
  language sql stable security definer set search_path = ''
as $$
  select (o.metadata ->> 'size')::bigint
  from storage.objects o
  where o.bucket_id = 'exports' and o.name = private.result_path(j) and j.kind = 'export' and j.state = 'finished'
$$;

-- Bytes that the files of a person's exports take, or may take: an address without a file may still bring the largest.
create function private.result_bytes(of_user uuid) returns bigint
  language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(coalesce((o.metadata ->> 'size')::bigint,
    case when j.address_given_at > now() - private.address_time() then l.file_bytes else 0 end)), 0)
  from private.jobs j
  cross join private.result_limits() l
  left join storage.objects o on o.bucket_id = 'exports' and o.name = private.result_path(j)
  where j.user_id = of_user and j.kind = 'export'
$$;

-- Whether the caller may have the file of a job: they asked for it, and still read all that they read when it was made.
-- The one statement of this rule.
create function private.may_fetch(j private.jobs) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce(
    c.user_id = j.user_id
    and 'Read' = any (c.rights)
    and j.offices <@ private.offices_to_read()
    and ('Sensitive' = any (c.rights) or not j.sensitive), false)
  from private.current_caller() c
$$;

-- Announces a job of the caller's before anything of it is done. Again, it changes nothing.
create function private.begin_job(wanted_job uuid, wanted_kind text, wanted_screen text, wanted_table text,
  wanted_status text, wanted_what jsonb, wanted_total integer, wanted_ids bigint[], wanted_versions integer[])
  returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.check_record_table(wanted_table);
  -- Calls at once are counted like calls in turn.
  perform pg_advisory_xact_lock(hashtext('jobs of one person'), hashtext(auth.uid()::text));
  if (select count(*) from private.jobs j where j.user_id = auth.uid() and private.is_kept(j)) >= private.most_jobs()
  then
    raise exception 'You have started very many exports and bulk changes this week. Try again tomorrow.'
      using errcode = 'AG005';
  end if;
  insert into private.jobs (user_id, job_id, kind, screen, table_name, status, what, total, ids, row_versions,
    offices, sensitive)
  values (auth.uid(), wanted_job, wanted_kind, wanted_screen, wanted_table, wanted_status, wanted_what, wanted_total,
    wanted_ids, wanted_versions, private.offices_to_read(), private.caller_has_right('Sensitive'))
  on conflict do nothing;
end
$$;

-- How a job of the caller's stands, as the window says that does it: the one whose first step has this number. Answers
-- whether it is still that window's to do. What has ended for good stays as it is.
create function private.tell_job(wanted_job uuid, first_number integer, told_state text, told_done integer,
  told_same integer, told_refused integer, told_rows jsonb, told_problem text) returns boolean
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.jobs j set state = told_state, done = told_done, same = told_same, refused = told_refused,
    refused_rows = told_rows, problem = told_problem, reported_at = now()
  where j.user_id = auth.uid() and j.job_id = wanted_job and j.first_batch = first_number
    and j.state not in ('finished', 'failed') and private.is_kept(j);
  return found;
end
$$;

-- The number of rows that an act has done.
create function private.rows_done(j private.jobs) returns bigint
  language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(cardinality(b.ids)), 0) from private.import_batches b
  where b.user_id = j.user_id and b.import_id = j.job_id
$$;

-- A page of the caller's jobs, newest first, as {rows, total}. file: of a finished export that is stored, its size, and
-- whether the caller may have it now.
create function private.own_jobs(page_size integer, skipped bigint) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with own as materialized (
    select j.job_id, j.started_at from private.jobs j where j.user_id = auth.uid() and private.is_kept(j)
  )
  select jsonb_build_object('total', (select count(*) from own), 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'job_id', p.job_id, 'kind', p.kind, 'screen', p.screen,
      'what', case p.kind when 'act' then p.what ->> 'act' end,
      'state', private.job_state(p), 'total', p.total,
      'done', case p.kind when 'act' then private.rows_done(p) else p.done end,
      'same', p.same, 'refused', p.refused, 'refused_rows', p.refused_rows, 'problem', p.problem,
      'started_at', p.started_at, 'reported_at', p.reported_at, 'until', p.reported_at + private.job_time(),
      'file', case when private.result_size(p) is not null then
        jsonb_build_object('size', private.result_size(p), 'yours', private.may_fetch(p)) end)
      order by p.started_at desc, p.job_id), '[]')
    from (select o.job_id from own o order by o.started_at desc, o.job_id limit page_size offset skipped) o
      join private.jobs p on p.user_id = auth.uid() and p.job_id = o.job_id))
$$;

-- Lets an act of the caller's go on in this window, with the rows that no step has done; the window before does no more
-- of it, and a step of it that is under way is waited for. Answers {first_batch, what, id, row_version}. Raises AG004
-- where there is no such act, AG002 where another window does it, or where it has ended.
create function private.go_on_with_job(wanted_job uuid) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  job private.jobs;
begin
  select j.* into job from private.jobs j
  where j.user_id = auth.uid() and j.job_id = wanted_job and j.kind = 'act' and private.is_kept(j) for update;
  if job.job_id is null then
    raise exception 'There is no such work of yours.' using errcode = 'AG004';
  end if;
  if private.job_state(job) not in ('interrupted', 'cancelled') then
    raise exception using errcode = 'AG002', message = case private.job_state(job)
      when 'running' then 'This goes on in another window just now.' else 'This has ended already.' end;
  end if;
  -- A window counts its steps up from its first number, and never so far.
  update private.jobs j set state = 'running', reported_at = now(),
    first_batch = (j.first_batch / 1000000 + 1) * 1000000
  where j.user_id = job.user_id and j.job_id = job.job_id returning j.* into job;
  return (
    select jsonb_build_object('first_batch', job.first_batch, 'what', job.what,
      'id', coalesce(jsonb_agg(r.id order by r.position), '[]'),
      'row_version', coalesce(jsonb_agg(r.row_version order by r.position), '[]'))
    from unnest(job.ids, job.row_versions) with ordinality r (id, row_version, position)
    where r.id not in (
      select unnest(b.ids) from private.import_batches b
      where b.user_id = job.user_id and b.import_id = job.job_id and b.ids is not null));
end
$$;

-- The path under which the file of an export of the caller's may be stored, now that it is made: what they read by now
-- may be in it, too. Raises AG004 where there is no such export under way, AG003 where they could not have it back,
-- AG005 where their files have no room for another.
create function private.keep_result(wanted_job uuid) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  job private.jobs;
begin
  perform pg_advisory_xact_lock(hashtext('jobs of one person'), hashtext(auth.uid()::text));
  update private.jobs j set address_given_at = now(), sensitive = j.sensitive or private.caller_has_right('Sensitive'),
    offices = array(select unnest(j.offices) union select unnest(private.offices_to_read()))
  where j.user_id = auth.uid() and j.job_id = wanted_job and j.kind = 'export' and j.state = 'running'
    and private.is_kept(j)
  returning j.* into job;
  if job.job_id is null then
    raise exception 'There is no such export of yours under way.' using errcode = 'AG004';
  end if;
  if not private.may_fetch(job) then
    raise exception 'Your access has changed since this export began.' using errcode = 'AG003';
  end if;
  if private.result_bytes(auth.uid()) > (select l.all_bytes from private.result_limits() l) then
    raise exception 'Your exported files of the last 7 days fill the room for them. Download this one now instead.'
      using errcode = 'AG005';
  end if;
  return private.result_path(job);
end
$$;

-- The path of the file that was sent for an export of the caller's under way, whose content the API looks at next; null
-- where none was.
create function private.sent_result(wanted_job uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select o.name
  from private.jobs j
  join storage.objects o on o.bucket_id = 'exports' and o.name = private.result_path(j)
  where j.user_id = auth.uid() and j.job_id = wanted_job and j.kind = 'export' and j.state = 'running'
$$;

-- The path of the file of an export of the caller's, to be handed to them; and of records with personal data an entry
-- in the log that they took it, with the rows that the API counted: what the browser reports counts for nothing there.
-- Raises AG004 where no such file is kept, AG003 where it is not theirs to have any more.
create function private.fetch_result(wanted_job uuid) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  job private.jobs;
begin
  select j.* into job from private.jobs j
  where j.user_id = auth.uid() and j.job_id = wanted_job and private.is_kept(j);
  if private.result_size(job) is null then
    raise exception 'This file is not kept any more. Export the list again.' using errcode = 'AG004';
  end if;
  if not private.may_fetch(job) then
    raise exception 'Your access has changed since this file was made. Export the list again.' using errcode = 'AG003';
  end if;
  if exists (select from private.sensitive_columns s where s.table_name = job.table_name) then
    perform private.log_export(job.table_name, 'download', job.what - 'sort', job.total);
  end if;
  return private.result_path(job);
end
$$;

grant execute on function
  private.begin_job(uuid, text, text, text, text, jsonb, integer, bigint[], integer[]),
  private.tell_job(uuid, integer, text, integer, integer, integer, jsonb, text), private.own_jobs(integer, bigint),
  private.go_on_with_job(uuid), private.keep_result(uuid), private.sent_result(uuid), private.fetch_result(uuid)
to authenticated;

-- Forgets jobs whose time is over, and answers files that are of no job any more, theirs and those of people who are
-- gone, and files of exports that did not finish while their address was good: what the API removes from Storage next.
-- For the API itself.
create function private.sweep_jobs(most integer) returns setof text
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from private.jobs j where not private.is_kept(j);
  return query
    select o.name from storage.objects o
    where o.bucket_id = 'exports' and not exists (
      select from private.jobs j
      where private.result_path(j) = o.name
        and (j.state = 'finished' or j.reported_at > now() - private.address_time()))
    limit most;
end
$$;
grant execute on function private.sweep_jobs(integer) to api_gateway;


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

-- What of an entry is under seal. Columns are named, so that the digest stays the same when the table grows; one that
-- came later is under seal where it holds something.
create function private.entry_digest(e private.user_log) returns bytea
  language plpgsql stable set search_path = ''
as $$
begin
  return sha256(convert_to((jsonb_build_array(e.id, extract(epoch from e.at), e.user_id, e.user_name, e.user_role,
    e.form_name, e.row_id, e.subject,
    e.region_name, e.province_name, e.muncity_name, e.action, e.status, e.source, e.changes)
    || case when e.api_token is null then '[]' else jsonb_build_array(e.api_token) end)::text, 'UTF8'));
end
$$;

create function private.link_hash(before bytea, ids bigint[], digests bytea[]) returns bytea
  language plpgsql immutable set search_path = ''
as $$
begin
  return sha256(before || convert_to(ids::text || digests::text, 'UTF8'));
end
$$;

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
  if not (private.caller_has_route('users') and private.caller_of_central() is not null) then
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
-- changed nothing; with it, former values are personal data, and that they were read is logged.
create function private.read_history(table_name text, wanted_row bigint)
  returns table (id bigint, at timestamptz, user_name text, user_role text, action text, changes jsonb, api_token text)
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  is_personal boolean := false;
begin
  for id, at, user_name, user_role, action, changes, api_token in
    select l.id, l.at, l.user_name, l.user_role, l.action,
      case when private.caller_has_right('Sensitive') then l.changes
        else private.without_sensitive(l.form_name, l.changes) end,
      l.api_token
    from private.user_log l
    left join private.reference_tables r on r.table_name = l.form_name
    where l.form_name = read_history.table_name and l.row_id = wanted_row and l.source = 'database'
      and case when r.table_name is null then l.office = any (private.offices_to_read())
        else private.caller_level() is not null and (not r.read_by_route or private.caller_has_route(r.route)) end
    order by l.id desc
  loop
    is_personal := is_personal or private.holds_sensitive(read_history.table_name, changes);
    return next;
  end loop;
  if is_personal then
    perform private.log_reading(read_history.table_name, array[wanted_row]);
  end if;
end
$$;

-- A page of the log, newest first unless said otherwise, as {rows, total}. wanted: field -> list of values, any of
-- those named below; from_at and until_at bound the time; terms are those of private.term_conditions, and times are
-- found as they are shown. Total counts to one more than count_limit. An entry Read says in its changes how many rows
-- were read. Former values of personal data are logged as read.
create function private.read_log(
  wanted jsonb, from_at timestamptz, until_at timestamptz, terms jsonb, oldest_first boolean, page_size integer,
  skipped integer, count_limit integer
) returns jsonb
  language plpgsql volatile security definer set search_path = ''
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
  form text;
  ids bigint[];
begin
  if not private.caller_has_route('users') then
    raise exception 'Only administrators with the route "users" read the log.' using errcode = 'AG003';
  end if;
  conditions := concat_ws(' and ',
    case when private.caller_of_central() is not null then 'true'
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
    select coalesce(jsonb_agg(to_jsonb(l) - 'tx' || jsonb_build_object('changes', case
      when l.action = 'Read' and l.source = 'database' then jsonb_build_object('rows', jsonb_build_array(null, (
        select r.row_count from private.readings r where r.entry = l.id)))
      else %s end) order by l.id %s), '[]')
    from (select l.* from private.user_log l where %s order by l.id %s limit %s offset %s) l
    $query$, shown, direction, conditions, direction, page_size, skipped) into rows;
  for form, ids in
    select r ->> 'form_name', array_agg((r ->> 'row_id')::bigint)
    from jsonb_array_elements(rows) r
    where r ->> 'row_id' is not null and private.holds_sensitive(r ->> 'form_name', r -> 'changes')
    group by 1
  loop
    perform private.log_reading(form, ids);
  end loop;
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


-- supabase/schemas/92_inbox.sql

-- The inbox: what waits for somebody, or was answered to them. Its entries are not stored: they are read, at each
-- reading, from what they tell of (reviews, schedules, requests to reopen, permits, imports), in the scope and with
-- the rights of now; so that nothing is told to whoever does not read the row any more, and what was approved,
-- deleted or answered is gone. Stored is only which entries somebody has read.

create table private.inbox_marks (
  user_id uuid not null references public.users on delete cascade,
  entry text not null,
  primary key (user_id, entry)
);
alter table private.inbox_marks enable row level security;
comment on table private.inbox_marks is 'Entries of inboxes that were read, by whom.';

-- So many of the newest steps of reviews an inbox looks through.
create function private.inbox_steps() returns integer
  language sql immutable parallel safe set search_path = ''
as $$ select 1000 $$;

-- The newest rows that were returned to the caller's own office and that they may correct, and those resubmitted that
-- they may approve. What they did themselves is no news to them.
create function private.reviews_for_caller()
  returns table (state text, table_name text, status text, row_id bigint, user_id uuid, at timestamptz, reason text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  caller constant private.caller := private.current_caller();
  own_office constant text := concat(caller.region_name, ' / ', caller.province_name);
  readable constant text[] := private.offices_to_read();
  steps private.reviews[];
  t text;
begin
  if private.right_suffices('update', caller.rights) then
    steps := array(
      select r from private.reviews r
      where r.state = 'returned' and not r.ended and r.office = own_office
      order by r.at desc limit private.inbox_steps());
  end if;
  if private.right_suffices('approve', caller.rights) then
    steps := steps || array(
      select r from private.reviews r
      where r.state = 'resubmitted' and not r.ended and (caller.all_offices or r.office = any (readable))
      order by r.at desc limit private.inbox_steps());
  end if;
  -- The rows themselves say whose they are. Each is looked up by its id (offset 0): joined, small tables would be gone
  -- through for every step.
  for t in select distinct s.table_name from unnest(steps) s loop
    return query execute format(
      'select s.state, s.table_name, t.status, s.row_id, s.user_id, s.at, s.reason
       from unnest($1) s
       cross join lateral (select r.status, r.office, r.user_id from public.%I r where r.id = s.row_id offset 0) t
       where s.table_name = $2 and t.office = any ($3) and s.user_id is distinct from $4
         and case s.state when ''returned'' then t.office = $5 else $6 or t.user_id is distinct from $4 end', t)
      using steps, t, readable, caller.user_id, own_office, private.caller_approves_own();
  end loop;
end
$$;

-- For so many days before its end a window is told of, and for so many after it an answer, and what became of an
-- import.
create function private.inbox_days(kind text) returns integer
  language sql immutable parallel safe set search_path = ''
as $$ select case kind when 'window' then 7 when 'import' then 7 else 30 end $$;

-- The caller's imports of which all rows are saved, and those that stopped half-way: nothing more of them came for an
-- hour. What was taken back is no news.
create function private.imports_for_caller()
  returns table (at timestamptz, screen text, import_id uuid, file_name text, rows integer, saved bigint)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select case when b.saved >= i.rows then b.last_at else b.last_at + interval '1 hour' end, i.screen, i.import_id,
    i.file_name, i.rows, b.saved
  from private.imports i
  cross join lateral (
    select coalesce(sum(cardinality(b.ids)), 0)::bigint as saved, greatest(i.at, max(b.at)) as last_at
    from private.import_batches b
    where b.user_id = i.user_id and b.import_id = i.import_id
  ) b
  where i.user_id = (private.current_caller()).user_id
    and i.at > now() - make_interval(days => private.inbox_days('import')) and i.taken_back_at is null
    and (b.saved >= i.rows or b.saved > 0 and b.last_at < now() - interval '1 hour');
end
$$;

-- All entries of the caller, in no order. An id begins with the microsecond of the entry, so that ids sort as their
-- entries do. Rows that were returned or resubmitted in one act are one entry, and so are those with a permit that
-- expires on the same day: it is told of from the day on which that is near. about: what only entries of this kind
-- tell.
create function private.inbox_entries() returns table (
    id text, kind text, at timestamptz, user_id uuid, reason text, table_name text, status text, row_ids bigint[],
    window_name text, office text, end_date date, about jsonb)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  caller constant private.caller := private.current_caller();
  readable constant text[] := private.offices_to_read();
begin
  return query
  with entries as (
    select r.state as kind, r.at, (array_agg(r.user_id))[1] as user_id, min(r.reason) as reason, r.table_name, r.status,
      array_agg(r.row_id order by r.row_id) as row_ids, null::text as window_name, null::text as office,
      null::date as end_date, null::jsonb as about, concat_ws('.', r.table_name, r.status) as subject
    from private.reviews_for_caller() r
    group by r.state, r.table_name, r.status, r.at
    union all
    select 'window',
      greatest(w.first_day, w.last_day - private.inbox_days('window'))::timestamp at time zone 'Asia/Manila', null,
      null, null, null, null, w.name, null, w.last_day, null, w.name
    from (
      select n.name, (s ->> 'start_date')::date as first_day, (s ->> 'end_date')::date as last_day
      from unnest(array['target', 'accomplishment']) n (name) cross join lateral private.window_state(n.name) s
      -- The central office enters at any time.
      where not caller.all_offices and private.right_suffices('insert', caller.rights) and (s ->> 'open')::boolean
        and (s ->> 'days_left')::integer <= private.inbox_days('window')
    ) w
    union all
    select 'reopening_asked', r.at, r.user_id, r.reason, null, null, null, r.window_name, r.office, null,
      jsonb_build_object('reopening', jsonb_build_object('id', r.id, 'state', t.state)), r.id::text
    from private.reopenings r cross join lateral private.reopening_today(r) t
    where r.state = 'asked' and t.state = 'asked' and private.keeps_schedules_of(r.office)
    union all
    select 'reopening_answered', t.answered_at, r.answered_by, r.answer, null, null, null, r.window_name, r.office,
      r.end_date, jsonb_build_object('reopening', jsonb_build_object('id', r.id, 'state', t.state)), r.id::text
    from private.reopenings r cross join lateral private.reopening_today(r) t
    where r.user_id = caller.user_id and t.state <> 'asked' and r.office = any (readable)
      and t.answered_at > now() - make_interval(days => private.inbox_days('answer'))
    union all
    select 'permits', (p.due_on - (private.due_until() - private.today()))::timestamp at time zone 'Asia/Manila', null,
      null, p.table_name, p.status, array_agg(distinct p.row_id), null, null, p.due_on, null, p.table_name
    from public.expiring_permits p
    where private.right_suffices('update', caller.rights) and p.office = any (readable)
    group by p.table_name, p.status, p.due_on
    union all
    select 'import', i.at, null, null, null, null, null, null, null, null,
      jsonb_build_object('screen', i.screen, 'import', jsonb_build_object('id', i.import_id, 'file_name', i.file_name,
        'rows', i.rows, 'saved', i.saved)), i.import_id::text
    from private.imports_for_caller() i
    union all
    -- Whoever cancelled a job knows that.
    select 'job', j.reported_at, null, j.problem, j.table_name, j.status, null, null, null, null,
      jsonb_build_object('job', jsonb_build_object('kind', j.kind, 'state', private.job_state(j))), j.job_id::text
    from private.jobs j
    where j.user_id = caller.user_id and private.is_kept(j)
      and private.job_state(j) in ('finished', 'failed', 'interrupted')
  )
  select concat_ws('.', to_char(extract(epoch from e.at) * 1000000, 'FM0000000000000000'), e.kind, e.subject),
    e.kind, e.at, e.user_id, e.reason, e.table_name, e.status, e.row_ids, e.window_name, e.office, e.end_date, e.about
  from entries e;
end
$$;

-- A page of the caller's inbox, newest first, as {rows, total, unread}.
create function private.inbox(page_size integer, skipped bigint) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with entries as materialized (
    select e.*, exists (
      select from private.inbox_marks m where m.user_id = auth.uid() and m.entry = e.id) as read
    from private.inbox_entries() e
  )
  select jsonb_build_object(
    'total', (select count(*) from entries),
    'unread', (select count(*) from entries e where not e.read),
    'rows', (
      select coalesce(jsonb_agg(to_jsonb(p) - 'user_id' || jsonb_build_object('by', private.username_of(p.user_id))
        order by p.id collate "C" desc), '[]')
      from (select * from entries e order by e.id collate "C" desc limit page_size offset skipped) p))
$$;

-- Marks entries of the caller's inbox as read: those with these ids, or all up to one. Marks of what is not in it any
-- more go.
create function private.mark_inbox(ids text[], up_to text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  present constant text[] := array(select e.id from private.inbox_entries() e);
begin
  insert into private.inbox_marks (user_id, entry)
  select auth.uid(), p.id from unnest(present) p (id)
  where p.id = any (ids) or p.id collate "C" <= up_to
  on conflict do nothing;
  delete from private.inbox_marks m where m.user_id = auth.uid() and m.entry <> all (present);
end
$$;

grant execute on function private.inbox(integer, bigint), private.mark_inbox(text[], text) to authenticated;


-- supabase/schemas/93_digests.sql

-- Mail: a digest a day of what is new in somebody's inbox, for whoever asked for it on their profile. What is in it
-- is read as that person, with their rights of then. The API claims a person for the day before it sends, in a
-- transaction of its own: a run that is killed, or another beside it, sends nothing twice. What a mail did not reach
-- is in the next.

create table private.digests (
  user_id uuid primary key references public.users on delete cascade,
  wanted boolean not null,
  day date not null default '-infinity',
  sent_at timestamptz,
  failures integer not null default 0,
  next_try timestamptz not null default '-infinity',
  told text[] not null default '{}'
);
create index digests_day on private.digests (day) where wanted;
alter table private.digests enable row level security;
comment on table private.digests is 'Who asked for a mail a day, and which they had.';
comment on column private.digests.day is 'The day in Manila of the last digest that was begun.';
comment on column private.digests.failures is 'How many mails in a row were refused; each makes the pause longer.';
comment on column private.digests.told is 'What was unread when the last mail was written: it is told once.';

create function private.wants_digest() returns boolean
  language sql stable security definer set search_path = ''
as $$ select exists (select from private.digests d where d.user_id = auth.uid() and d.wanted) $$;

-- Asking again forgives an address that refused mails.
create function private.want_digest(wish boolean) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into private.digests (user_id, wanted)
  values (auth.uid(), wish)
  on conflict (user_id) do update set wanted = wish, failures = 0, next_try = '-infinity'
$$;

-- What a mail to the caller is made of: {email, name, unread, ids, total, rows}. ids are those of all that is unread,
-- total counts what no mail has told of, and rows are the newest of that, at most so many, without whose act it was and
-- why: that is no matter for a mail.
create function private.inbox_news(most integer) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with unread as materialized (
    select e.* from private.inbox_entries() e
    where not exists (select from private.inbox_marks m where m.user_id = auth.uid() and m.entry = e.id)
  ),
  news as materialized (
    select u.* from unread u
    where not exists (select from private.digests d where d.user_id = auth.uid() and u.id = any (d.told))
  )
  select jsonb_build_object('email', p.email, 'name', p.name,
    'unread', (select count(*) from unread),
    'ids', (select coalesce(jsonb_agg(u.id), '[]') from unread u),
    'total', (select count(*) from news),
    'rows', (
      select coalesce(jsonb_agg(to_jsonb(n) - 'user_id' - 'reason' order by n.id collate "C" desc), '[]')
      from (select * from news n order by n.id collate "C" desc limit most) n))
  from public.users p where p.id = auth.uid()
$$;

grant execute on function
  private.wants_digest(), private.want_digest(boolean), private.inbox_news(integer)
to authenticated;

-- Claims today's digest of somebody who has not had it: their id, or null where nobody is left. For the API, before it
-- is anybody, as are the two below.
create function private.claim_digest() returns uuid
  language sql volatile security definer set search_path = ''
as $$
  update private.digests d set day = private.today()
  where d.user_id = (
    select c.user_id
    from private.digests c
    where c.wanted and c.day < (select private.today()) and c.next_try <= now()
      and exists (select from public.users u where u.id = c.user_id and not u.disabled)
    order by c.day limit 1
    for update skip locked)
  returning d.user_id
$$;

create function private.digest_was_sent(person uuid, unread text[]) returns void
  language sql volatile security definer set search_path = ''
as $$
  update private.digests d set sent_at = now(), failures = 0, told = unread where d.user_id = person
$$;

-- The mail was refused, and so not sent: it is tried again after an hour, then two, four, and at last a day.
create function private.digest_was_refused(person uuid) returns void
  language sql volatile security definer set search_path = ''
as $$
  update private.digests d set day = '-infinity', failures = d.failures + 1,
    next_try = now() + make_interval(hours => least(power(2, least(d.failures, 5))::integer, 24))
  where d.user_id = person
$$;

grant execute on function
  private.claim_digest(), private.digest_was_sent(uuid, text[]), private.digest_was_refused(uuid)
to api_gateway;


-- supabase/schemas/94_written_values.sql

-- REST writes no values that the contracts of the API do not describe: Postgres takes infinite dates, NaN and lists
-- with nulls, which no screen can show.

-- Gives each column that a signed-in caller may write a check against such values: dates of four-digit years, finite
-- numbers, and lists of one dimension without nulls.
create procedure private.bound_written_values()
  language plpgsql set search_path = ''
as $$
declare
  one record;
begin
  for one in
    select a.attrelid::regclass as target, c.relname, a.attname,
      case
        when t.typcategory = 'A' then
          'array_ndims(%1$I) = 1 and array_lower(%1$I, 1) = 1 and array_position(%1$I, null) is null'
        when a.atttypid = 'date'::regtype then '%1$I between ''1000-01-01'' and ''9999-12-31'''
        when a.atttypid = 'timestamptz'::regtype then '%1$I between ''1000-01-01'' and ''9999-12-31'''
        when a.atttypid in ('numeric'::regtype, 'float8'::regtype, 'float4'::regtype) then
          '%1$I not in (''NaN'', ''Infinity'', ''-Infinity'')'
      end as rule
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_class c on c.oid = a.attrelid
    join pg_catalog.pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and (has_column_privilege('authenticated', a.attrelid, a.attnum, 'insert')
        or has_column_privilege('authenticated', a.attrelid, a.attnum, 'update'))
      and not exists (
        select from pg_catalog.pg_constraint k
        where k.conrelid = a.attrelid and k.conname = c.relname || '_' || a.attname || '_bound')
    order by c.relname, a.attnum
  loop
    if one.rule is not null then
      execute format('alter table %s add constraint %I check (%s)',
        one.target, one.relname || '_' || one.attname || '_bound', format(one.rule, one.attname));
    end if;
  end loop;
end
$$;

call private.bound_written_values();


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
