-- The baseline: all of supabase/schemas as of release 1.0.0. Written by `npm run db:diff`.
-- A function may use a table or function that is created after it.
set check_function_bodies = off;

-- supabase/schemas/00_roles.sql

-- Creates the schemas besides public and the roles of the API, and changes the default privileges so that new tables
-- and functions are granted to no role. Schema private has everything that only the database itself uses. REST serves
-- only schema public.

create schema private;
create schema template;
create schema personal;
comment on schema private is
  'Helpers of policies and triggers, the user log, and functions that only the API calls. Never exposed over REST.';
comment on schema template is 'Groups of columns that record tables include with LIKE. No data.';
comment on schema personal is
  'Sensitive columns (RA 10173) and the views that include them. The API reads them; REST does not serve this schema.';

create extension if not exists pg_trgm with schema extensions;

-- No role can execute a new function until it is granted EXECUTE. Postgres' default grant to PUBLIC can be revoked only
-- for all schemas at once.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from anon, authenticated;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;

-- Roles belong to the whole cluster, so another database of the cluster may have created them already. api_gateway is
-- the login role of the API. It owns nothing and inherits nothing, so it can read nothing before it assumes a caller's
-- role. Its password is set at deployment, never in this file. central_reader and provincial_reader are roles that the
-- API assumes when it reads for a caller of the central or of a provincial level (private.reading_role).
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

-- Pure functions that convert dates, texts and names to the forms in which they are compared, searched and shown. Many
-- of these functions are used in indexes and generated columns, which require immutable functions.

-- Sort order of texts in lists. Uses the root order of Unicode. The default order of the database differs between
-- machines, and the order "C" puts lower case and ñ after Z. Numbers inside a text sort by value: FME-11 comes before
-- FME-101.
create collation private.natural_order (provider = icu, locale = 'und-u-kn-true');

-- Date functions

-- Returns today's date in the time zone of the offices. Reporting windows open and close at midnight in Manila.
create function private.today() returns date
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return (pg_catalog.now() at time zone 'Asia/Manila')::date;
end
$$;

-- Formats a date for search, as month-day-year with two-digit month and day (03-18-2025). Does not use to_char, which
-- is only stable: generated columns need an immutable function.
create function private.format_search_date(day date) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return pg_catalog.lpad(extract(month from day)::text, 2, '0') || '-'
    || pg_catalog.lpad(extract(day from day)::text, 2, '0')
    || '-' || extract(year from day)::text;
end
$$;

-- Formats a timestamp for search, in the time zone of the offices: the date as private.format_search_date formats it,
-- then hour and minute.
create function private.format_search_time(moment timestamptz) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return private.format_search_date((moment at time zone 'Asia/Manila')::date)
    || ' ' || pg_catalog.lpad(extract(hour from moment at time zone 'Asia/Manila')::text, 2, '0')
    || ':' || pg_catalog.lpad(extract(minute from moment at time zone 'Asia/Manila')::text, 2, '0');
end
$$;

-- Formats a date for messages, as in 18 Mar 2025.
create function private.format_long_date(day date) returns text
  language sql stable parallel safe set search_path = ''
as $$ select to_char(day, 'FMDD Mon YYYY') $$;

-- Returns the quarter before the quarter of a day.
create function private.quarter_before(day date)
  returns table (year integer, quarter text, first_day date, last_day date)
  language sql immutable parallel safe set search_path = ''
as $$
  select extract(year from q.first_day)::integer, 'Q' || extract(quarter from q.first_day)::integer, q.first_day,
    (q.first_day + interval '3 months')::date - 1
  from (select (date_trunc('quarter', day::timestamp) - interval '3 months')::date as first_day) q
$$;

-- Returns a person's age on a day, in full years. A person born on 29 February turns a year older on 1 March in
-- non-leap years.
create function private.age_on(birthday date, day date) returns integer
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return extract(year from age(day::timestamp, birthday::timestamp))::integer;
end
$$;

-- Returns the age group for an age. The department uses these groups for its demographics: youth is 15 to 30 (RA 8044),
-- senior is 60 and above (RA 9994).
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

-- Text functions

-- Normalizes a text for search: lower case, without accents, with plain apostrophes.
create function private.fold(given text) returns text
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return pg_catalog.translate(pg_catalog.lower(given), 'áàâäãåéèêëíìîïóòôöõúùûüñç’‘ʼ´`',
    'aaaaaaeeeeiiiiooooouuuunc''''''''''');
end
$$;

-- Joins the items of a list with commas, as screens show the list, so that search finds them. Postgres' array_to_string
-- is only stable, because it accepts any type of items. For texts it is immutable, so this function is declared
-- immutable.
create function private.join_list(items text[]) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return pg_catalog.array_to_string(items, ', ');
end
$$;

-- Reduces a name to its words, sorted and without accents, so that "DELA PEÑA, Ana" equals "Ana dela Pena". Words are
-- sorted in "C" order, so that the result does not depend on the settings of the database and the function is
-- immutable.
create function private.sort_name_words(name text) returns text
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

-- Converts a name to a folder name: lower-case letters, digits and hyphens. Returns "_" if no character remains or the
-- name is null.
create function private.folder_name(name text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(nullif(btrim(regexp_replace(
    regexp_replace(lower(normalize(name, nfd)), '[\u0300-\u036f]', '', 'g'), '[^a-z0-9]+', '-', 'g'), '-'), ''), '_')
$$;

-- Tidies a text in the same way as `tidyText` of `_shared/rules/text.ts`. Each step runs only if needed, because a step
-- scans the whole text and most texts need no step.
create function private.tidy_text(given text) returns text
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  tidied text := given;
begin
  if tidied ~ '[\r\v\f\u0085\u2028\u2029]' then
    tidied := regexp_replace(tidied, '\r\n?|[\v\f\u0085\u2028\u2029]', e'\n', 'g');
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

-- Quickly checks a whole row, cast to text. False means that no value of the row needs tidying, as in most rows. In a
-- row cast to text, Postgres puts quotation marks around a value that starts or ends with a blank. So the pattern also
-- looks for blanks beside quotation marks.
create function private.is_possibly_untidy(item text) returns boolean
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return item ~ '[\t\r\v\f]| [ "\n]|["\n] |"\n|\n"'
    or octet_length(item) <> char_length(item) and (item is not nfc normalized or item ~
      '[\u0085\u00a0\u00ad\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u2066-\u206f\u3000\ufeff]');
end
$$;

-- Tidies the texts of a row and returns those that this has changed, as {column: tidied value}. Skips the columns about
-- files that the database writes, because their values must match Storage.
create function private.tidy_fields(item jsonb) returns jsonb
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

-- Removes the given keys from a JSON value at any depth.
create function private.remove_keys(value jsonb, names text[]) returns jsonb
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case jsonb_typeof(value)
    when 'object' then (
      select coalesce(jsonb_object_agg(e.key, private.remove_keys(e.value, names)), '{}')
      from jsonb_each(value) e where e.key <> all (names))
    when 'array' then (
      select coalesce(jsonb_agg(private.remove_keys(e.value, names) order by e.place), '[]')
      from jsonb_array_elements(value) with ordinality e (value, place))
    else value
  end;
end
$$;

grant execute on function
  private.today(), private.format_search_date(date), private.format_search_time(timestamptz),
    private.format_long_date(date),
  private.quarter_before(date), private.age_on(date, date), private.age_group(integer), private.fold(text),
  private.join_list(text[]), private.sort_name_words(text), private.folder_name(text)
to authenticated, service_role;

-- Normalizes a name for comparison, in the same way as `foldText` of `_shared/rules/text.ts`.
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

-- The ARBO of a row. arboPrimaryKey is the id of the ARBO's row in the masterlist; the ARBO ID and the name are copied
-- from there (47_organizations.sql). A row whose ARBO is not in the masterlist has only the name.
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

-- Columns about the file that proves a row (71_uploads.sql).
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


-- supabase/schemas/12_statement_triggers.sql

-- Adds three triggers to a table. They call a function once after each statement that inserts, updates or deletes rows.
-- In the function, new_rows has the written rows as they are after the statement, old_rows as they were before.
-- call_text is the SQL text of the call: the function with its arguments. The triggers are called <name>_insert,
-- <name>_update and <name>_delete; Postgres runs the triggers of a statement in the order of their names.
create procedure private.add_write_triggers(target regclass, name text, call_text text)
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

-- Advisory locks by key, for writers that must run one after the other although they do not write the same row.

-- Locks the given keys of one kind until the transaction ends. First waits for other transactions that hold one of
-- these locks. Keys are locked in a fixed order to avoid deadlocks. For more than 200 keys, locks all keys of the kind
-- with a single lock, because the number of locks in a database is limited.
create function private.lock_keys(kind text, keys text[]) returns void
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
revoke execute on function private.lock_keys(text, text[]) from public;


-- supabase/schemas/20_offices.sql

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

-- Offices to which a row can belong: each is a pair of region and province. Rows refer to an office by the column
-- office, so that at every level the scope of a user can be checked by comparing one column.
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

-- Levels of users (spec section 6). A role entry names one level, and the level's row in this table says which offices
-- such a user sees. `npm run db:types` generates the same rows for TypeScript. A user whose level is not in this table
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


-- supabase/schemas/21_places.sql

-- Checks places against the PSGC (Philippine Standard Geographic Code, the official list of places) on every write. If
-- the spelling of a place identifies exactly one place of the PSGC, it is replaced by the spelling of the PSGC. An
-- unknown town or barangay, or one of a different province, is refused (AG006). Unknown regions and provinces are
-- refused by the foreign key of the office. The place of a stored row is not checked again until a user edits it.

-- Normalizes the name of a place: lower case, no accents or signs, abbreviations in full, and "X City" for "City of
-- X". Must match placeSpelling of `_shared/rules/places.ts`; an API test compares the two over the whole PSGC.
create function private.normalize_place_name(level text, name text) returns text
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  spelled text := normalize(name, nfc);
begin
  -- Characters that result from decoding ñ or Ñ with a wrong character set, or from a lost character.
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

-- Returns a key by which names that may mean the same place are found: the normalized name without "city", "barangay"
-- and "poblacion".
create function private.place_key(level text, name text) returns text
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  spelled text := private.normalize_place_name(level, name);
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

-- Returns all keys of a region. "Region III (Central Luzon)", for example, is also found as "Region 3" and "Central
-- Luzon".
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
    key := private.normalize_place_name('region', part);
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

-- Finds the PSGC place with a given name. Searches the places of one level that are below the given parents, or all
-- places of the level if parents is null. Tries the exact name, then the only place with the same normalized name, then
-- the only place with the same key. The result column several is true if more than one place matches.
create function private.resolve_place(wanted text, given text, parents text[], out name text, out several boolean)
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
declare
  key text;
  spelling text;
  alike text[];
  same text[];
begin
  several := false;
  -- Fast path: most names are already spelled like the PSGC.
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
    spelling := private.normalize_place_name(wanted, given);
    alike := (
      select array_agg(distinct p.name) from public.psgc_places p
      where private.place_key(p.level, p.name) = key and p.level = wanted
        and (parents is null or p.parent_code = any (parents))
    );
    same := (select array_agg(a) from unnest(alike) a where private.normalize_place_name(wanted, a) = spelling);
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

-- Result of private.check_place: the place as spelled in the PSGC and, if the place is wrong, the first wrong field and
-- the reason. The reason completes a sentence that starts with the name of the wrong place. The parts of the place
-- above a wrong part are resolved; the parts below it stay as given. A barangay without a town is not checked.
create type private.check_place as (
  region_name text, province_name text, muncity_name text, barangay_name text, field text, reason text
);

-- Resolves the place of a row level by level, or returns the first field that is wrong.
create function private.check_place(region text, province text, muncity text, barangay text) returns private.check_place
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
declare
  read private.check_place := (region, province, muncity, barangay, null, null);
  meant record;
  regions text[];
  provinces text[];
  town text;
  home text;
begin
  if region is not null then
    select * into meant from private.resolve_place('region', region, null);
    if meant.name is null then
      read.field := 'region_name';
      read.reason := case when meant.several then 'may mean several regions' else 'is not a region' end;
      return read;
    end if;
    read.region_name := meant.name;
    regions := (select array_agg(p.code) from public.psgc_places p where p.parent_code is null and p.name = meant.name);
  end if;
  if province is not null then
    select * into meant from private.resolve_place('province', province, regions);
    if meant.name is null then
      read.field := 'province_name';
      read.reason := case
        when meant.several then 'may mean several provinces'
        when exists (select from private.resolve_place('province', province, null) p where p.name is not null)
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
  select * into meant from private.resolve_place('muncity', muncity, coalesce(provinces, '{}'));
  if meant.name is null then
    home := (
      select min(p.name) from private.resolve_place('muncity', muncity, null) anywhere
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
  select * into meant from private.resolve_place('barangay', barangay, (
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

-- Returns the PSGC code of the town with exactly these names. If no town is given, returns the code of the province or
-- region. Null if the PSGC has no such place.
create function private.find_town_code(region text, province text, muncity text) returns text
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

-- Checks whether the PSGC has a place with exactly these names. Remembers the code of each town in a setting until the
-- transaction ends, because each lookup is expensive and rows that are written together are in few towns.
create function private.is_known_place(region text, province text, muncity text, barangay text) returns boolean
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept constant text := 'known_town.t'
    || to_hex(hashtextextended(format('%L %L %L', region, province, muncity), 0));
  town text := nullif(current_setting(kept, true), '');
begin
  if town is null then
    town := private.find_town_code(region, province, muncity);
    perform set_config(kept, town, true);
  end if;
  return town is not null and (muncity is null or barangay is null
    or exists (select from public.psgc_places p where p.parent_code = town and p.name = barangay));
end
$$;

-- BEFORE trigger: finds the place of a row in the PSGC, the official list of places, and writes the names as they are
-- spelled there. A name that is not found stays unchanged, as do the names of places within it.
create function private.normalize_place() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  read private.check_place;
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
  if not private.is_known_place(new.region_name, new.province_name, new.muncity_name, new.barangay_name) then
    read := private.check_place(new.region_name, new.province_name, new.muncity_name, new.barangay_name);
    new.region_name := read.region_name;
    new.province_name := read.province_name;
    new.muncity_name := read.muncity_name;
    new.barangay_name := read.barangay_name;
  end if;
  return new;
end
$$;

-- Checks whether a row of evidence (a geotag or an attachment) has the same place as the record to which it belongs.
create function private.has_place_of_owner(evidence text, item jsonb) returns boolean
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

-- AFTER trigger of a statement: refuses the first town or barangay that is not in the PSGC. It is an AFTER trigger so
-- that the policies check the office of a row first. Each different place is looked up only once per statement.
create function private.reject_unknown_places() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  unknown jsonb[];
  read private.check_place;
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
    where not private.is_known_place(p.region_name, p.province_name, p.muncity_name, p.barangay_name);
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
    where not private.is_known_place(p.region_name, p.province_name, p.muncity_name, p.barangay_name);
  end if;
  foreach item in array coalesce(unknown, '{}') loop
    read := private.check_place(item ->> 'region_name', item ->> 'province_name', item ->> 'muncity_name',
      item ->> 'barangay_name');
    if read.field in ('muncity_name', 'barangay_name') and not private.has_place_of_owner(tg_table_name, item) then
      raise exception using errcode = 'AG006', column = read.field,
        message = format('"%s" %s.', left(item ->> read.field, 60), read.reason);
    end if;
  end loop;
  return null;
end
$$;

-- Adds the spellings of the PSGC to given names of towns, so that a filter for "Gapan" also finds the City of Gapan.
create function private.expand_town_names(given text[]) returns text[]
  language sql stable parallel safe security definer set search_path = ''
as $$
  select given || coalesce(array_agg(distinct p.name), '{}')
  from unnest(given) wanted
  join public.psgc_places p on private.place_key(p.level, p.name) = private.place_key('muncity', wanted)
    and p.level = 'muncity'
$$;

grant execute on function private.expand_town_names(text[]) to authenticated, service_role;


-- supabase/schemas/30_access.sql

-- Identifies the caller and the offices that they can read and write (spec section 6). The administration of users and
-- roles is in 80_people.sql.

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
  'Read, Edit and Delete are defined by the spec. Approve: may change the stage of rows. Approve own: may also '
  'approve rows that one entered oneself. Sensitive: may see birthdays and the 4Ps, solo parent, PWD and IP marks (RA '
  '10173).';

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
  'Profile of a user. Level, rights and routes come from the role entry, which is read in every statement.';

alter table public.users enable row level security;
alter table public.users force row level security;

revoke all on public.uac, public.users from anon, authenticated;
grant select on public.uac, public.users to authenticated;

-- Type of the result of private.current_caller: the caller with level, office, rights and routes. Every statement looks
-- these up by auth.uid(); the token only gives the identity (spec section 6). Policies call the functions of this file
-- inside (select …), so that each function runs once per statement.
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

-- Checks whether a session is expired: 7 days after sign-in or 24 hours after its last renewal. config.toml sets the
-- same limits in Auth. The database enforces them, too, because not every Supabase plan supports these settings. A
-- client that is in use renews its session every hour.
create function private.is_session_expired(created_at timestamptz, refreshed_at timestamp, not_after timestamptz)
  returns boolean
  language sql stable parallel safe set search_path = ''
as $$
  select coalesce(not_after <= now(), false)
    or created_at <= now() - interval '7 days'
    or coalesce(refreshed_at at time zone 'UTC', created_at) <= now() - interval '24 hours'
$$;

-- Checks whether a session was opened with a password, or with a password and a second factor. Reads the sign-in
-- methods that Auth has recorded for the session; users cannot change these. Sessions by magic link, recovery link,
-- invitation or anonymous sign-in, and sessions without any method, are not accepted because the product issues none of
-- them.
create function private.is_password_session(session uuid) returns boolean
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

-- Checks whether the caller's claims are valid. They must be of a session that was opened by password and is not
-- expired, or of an API token that is not expired. The claim acts_for marks work that the product does for a user
-- without the user's token; only the API and functions of this schema set acts_for, and Auth never signs it. Claims
-- with none of these three are accepted only from the owner of the tables, as in a seed or a test.
create function private.is_session_valid() returns boolean
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
declare
  claims constant jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
begin
  if claims ->> 'session_id' is not null then
    return exists (
      select from auth.sessions s
      where s.id = (claims ->> 'session_id')::uuid and s.user_id = auth.uid()
        and not private.is_session_expired(s.created_at, s.refreshed_at, s.not_after)
        and private.is_password_session(s.id));
  end if;
  if claims ->> 'api_token' is not null then
    return exists (
      select from private.api_tokens t
      where t.id = (claims ->> 'api_token')::bigint and t.user_id = auth.uid() and t.expires_at > now());
  end if;
  return claims ->> 'acts_for' is not null or pg_catalog.pg_has_role(session_user, 'postgres', 'member');
end
$$;

-- Checks whether the request was made with an API token (not by a user who signed in).
create function private.is_api_token() returns boolean
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'api_token' is not null;
end
$$;

-- Returns the caller. All fields are null if the user has no profile or is disabled, if their role name is not in their
-- role entry, if their level is not in private.levels, or if their session is not valid. An API token never has the
-- administration routes: programs cannot administer users, roles, schedules, dropdown lists or projects, and cannot
-- read the log. This function and others that run in every statement are written in plpgsql, which caches their plans
-- per session. An SQL function would be planned in each statement, at two to five times the cost.
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
  where u.id = auth.uid() and not u.disabled and private.is_session_valid();
  return found_caller;
end
$$;

-- Checks whether the caller has an enabled profile and a valid session. The signature of the access token does not
-- prove that, because the token stays valid for up to an hour after the profile was disabled or the session has ended.
create function private.caller_is_active() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.users u where u.id = auth.uid() and not u.disabled)
    and private.is_session_valid();
end
$$;

-- Returns the caller's level; null if the caller has no level.
create function private.caller_level() returns text
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return (private.current_caller()).level;
end
$$;

-- Returns the id of the caller's role entry.
create function private.caller_uac_id() returns bigint
  language sql stable parallel safe security definer set search_path = ''
as $$ select (private.current_caller()).uac_id $$;

-- Checks whether the caller's role entry has a route permission. The permission `users` makes the caller an
-- administrator of users. The permission `dropdowns` makes the caller an administrator of reference data.
create function private.caller_has_route(wanted text) returns boolean
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return coalesce(wanted = any ((private.current_caller()).routes), false);
end
$$;

-- Checks whether the caller's role entry has a right: Read, Edit, Delete, Approve, Approve own or Sensitive.
create function private.caller_has_right(wanted text) returns boolean
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return coalesce(wanted = any ((private.current_caller()).rights), false);
end
$$;

-- Checks whether the caller may approve rows that they entered themselves.
create function private.caller_can_approve_own() returns boolean
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return coalesce((private.current_caller()).rights @> array['Approve', 'Approve own'], false);
end
$$;

-- Checks whether the given rights allow an action (verb). The verb update is a change of fields and needs the Edit
-- right. The verbs approve and return need Approve; delete and restore need Delete; insert needs Edit or Delete;
-- comment needs Edit or Approve. The policies for UPDATE statements use the verb change, which needs Edit or Approve,
-- because policies can't see which columns change. private.guard_stage then checks which of the two rights these
-- columns need.
create function private.has_right_for(verb text, rights text[]) returns boolean
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

-- Office functions

-- Returns the offices in a caller's scope. An office is in the scope if it has the caller's region or province, as far
-- as the caller's level requires that (private.levels.scope). Returns no rows if the caller has no level.
create function private.offices_in_scope(c private.caller) returns setof public.offices
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

-- Returns the offices whose rows the caller can read.
create function private.offices_to_read() returns text[]
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return (
    select coalesce(array_agg(o.office), '{}')
    from private.current_caller() c, private.offices_in_scope(c) o
  );
end
$$;

-- Returns the offices for whose rows the caller may do an action (verb) now: the caller's rights allow the action, the
-- office is in the caller's scope, and the reporting window is open for the office. Callers of the central office need
-- no open window.
create function private.offices_to_write(verb text, window_name text) returns text[]
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return (
    select coalesce(array_agg(o.office), '{}')
    from private.current_caller() c, private.offices_in_scope(c) o
    where private.has_right_for(verb, c.rights)
      and (c.all_offices or private.is_window_open(window_name, o.region_name, o.province_name))
  );
end
$$;

-- Checks whether the caller may do an action (verb) with reference data. That needs the route permission `dropdowns`
-- and a right that allows the action.
create function private.can_administer_reference(verb text) returns boolean
  language sql stable parallel safe security definer set search_path = ''
as $$
  select coalesce('dropdowns' = any (c.routes) and private.has_right_for(verb, c.rights), false)
  from private.current_caller() c
$$;

-- Functions for the policies of the reader roles (99_readers.sql)

-- Returns the caller's id if they belong to the central office, else null. Policies test the result with IS NOT NULL.
-- The planner then estimates that all rows match, as they do for the central office. For a comparison with =, it would
-- estimate one row in two hundred.
create function private.central_caller_id() returns uuid
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
declare
  found_id uuid;
begin
  select c.user_id into found_id from private.current_caller() c where c.all_offices;
  return found_id;
end
$$;

-- Returns the caller's office if their level is limited to one province, else null.
create function private.provincial_caller_office() returns text
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
declare
  found_office text;
begin
  select o.office into found_office from private.current_caller() c, private.offices_in_scope(c) o
    where 'province_name' = any (c.scope);
  return found_office;
end
$$;

-- Returns the database role that the API assumes to read for the caller: a reader role of the caller's level, or
-- `authenticated` for regional callers. REST always uses `authenticated`.
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

-- Returns the response body of GET /api/auth/current-user, or null if the caller has no active profile and role. Its
-- field "reference" has, for each reference table, the route that the table requires, and whether the caller may
-- administer all rows, the rows of the caller's region, or no rows.
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
        'target', (select coalesce(jsonb_agg(o.office), '[]') from private.offices_in_scope(c) o
          where private.is_window_open('target', o.region_name, o.province_name)),
        'accomplishment', (select coalesce(jsonb_agg(o.office), '[]') from private.offices_in_scope(c) o
          where private.is_window_open('accomplishment', o.region_name, o.province_name)))
      end,
    'windows', jsonb_build_object('target', private.window_state('target'), 'accomplishment',
      private.window_state('accomplishment')),
    'reference', (
      select jsonb_object_agg(t.table_name,
        jsonb_build_object('route', t.route, 'keeps', private.administered_scope(c, t)))
      from private.reference_tables t))
  from private.current_caller() c
  join public.users u on u.id = c.user_id
  join public.uac r on r.id = c.uac_id
$$;

grant execute on function
  private.current_caller(), private.caller_level(), private.caller_uac_id(), private.caller_has_route(text),
  private.caller_has_right(text), private.caller_can_approve_own(), private.has_right_for(text, text[]),
  private.offices_to_read(),
  private.offices_to_write(text, text), private.can_administer_reference(text), private.central_caller_id(),
  private.provincial_caller_office(), private.reading_role()
to authenticated, service_role;
grant execute on function private.caller_is_active(), private.current_access() to authenticated;


-- supabase/schemas/31_refusals.sql

-- Finds out why the policies refuse a write. Returns causes, which the API turns into messages.

create table private.reference_tables (
  table_name text primary key,
  route text not null,
  read_by_route boolean not null,
  written_by text not null check (written_by in ('every level', 'central office', 'central and regional offices'))
);
alter table private.reference_tables enable row level security;
comment on table private.reference_tables is
  'Tables of public that belong to no office, with the route that writing requires. If read_by_route is true, reading '
  'requires the route, too.';

insert into private.reference_tables values
  ('project_list', 'dropdowns', false, 'every level'),
  ('dropdown_values', 'dropdowns', false, 'every level'),
  ('uac', 'users', true, 'central office'),
  ('report_schedules', 'users', false, 'central and regional offices'),
  ('users', 'users', true, 'every level');

-- Returns which rows of a reference table the caller may administer by route and level: 'all', 'region' (the rows of
-- the caller's region) or 'nothing'. Does not check the caller's rights.
create function private.administered_scope(caller private.caller, reference private.reference_tables) returns text
  language sql immutable set search_path = ''
as $$
  select case
    when not coalesce(reference.route = any (caller.routes), false) then 'nothing'
    when caller.all_offices or reference.written_by = 'every level' then 'all'
    when caller.scope = array['region_name'] and reference.written_by = 'central and regional offices' then 'region'
    else 'nothing' end
$$;

-- Returns why the caller may not write a row of a reference table; null if nothing forbids it.
create function private.explain_reference_refusal(caller private.caller, reference private.reference_tables, verb text,
  row_id bigint, wanted_office text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  in_sight boolean := true;
  kept constant text := private.administered_scope(caller, reference);
begin
  if caller.level is null then
    return 'level';
  end if;
  if not coalesce(reference.route = any (caller.routes), false) then
    return 'administration';
  end if;
  if not private.has_right_for(verb, caller.rights) then
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

-- Returns the first row that the caller may not write, and the cause, as {position, cause, office, window, end_date,
-- route}; null if all are allowed. ids are the ids of existing rows (null for an insert); offices and statuses are the
-- new values of the rows, in the same order. A row outside the caller's scope gives not_found like a row that does not
-- exist, so that the response does not reveal which rows exist.
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
      cause := private.explain_reference_refusal(caller, reference, verb, ids[position], offices[position]);
    else
      if ids[position] is not null and verb = 'restore' then
        select t.office, t.status, case when t.approved then 'Approved' end into row_office, row_status, row_stage
          from private.find_deleted_rows(wanted_table, array[ids[position]]) t;
      elsif ids[position] is not null then
        -- Rows outside the caller's scope are not read, so that the response is the same as for a missing row.
        execute format(
          'select office, status, process_stage, user_id from public.%I where id = $1 and office = any ($2)',
          wanted_table)
          into row_office, row_status, row_stage, row_author using ids[position], readable;
      end if;
      in_sight := ids[position] is null or row_office is not null;
      -- Check a row twice: with its stored office and reporting window, and with its new office and reporting window.
      window_name := private.window_of(wanted_table, row_status);
      named_office := coalesce(row_office, named_office);
      shut := row_office is not null and not row_office = any (private.offices_to_write(verb, window_name));
      if not shut then
        window_name := private.window_of(wanted_table, coalesce(statuses[position], row_status));
        named_office := coalesce(offices[position], row_office);
        -- A new row that takes its office from its parent names no office. Refuse such a row only if there is no
        -- office in which the caller may write.
        shut := case when named_office is null then private.offices_to_write(verb, window_name) = '{}'
          else not named_office = any (private.offices_to_write(verb, window_name)) end;
      end if;
      cause := case
        when caller.level is null then 'level'
        when not in_sight then 'not_found'
        when not private.has_right_for(verb, caller.rights) then 'right'
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
          else coalesce(private.describe_last_window(array[window_name], array[named_office]), '{}') end
        || case when reference.route is null then '{}' else jsonb_build_object('route', reference.route) end;
    end if;
  end loop;
  return null;
end
$$;

-- Checks a request before its rows are known. If none of its actions (verbs) is allowed on any row of the table,
-- returns why, as {cause, window, end_date, route}. Returns null if an action may be allowed on some row;
-- private.explain_refusal then checks the rows.
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
      cause := private.explain_reference_refusal(caller, reference, verb, null, null);
      -- The cause 'region' depends on the row: on the region that a schedule names.
      cause := nullif(cause, 'region');
    else
      cause := case
        when caller.level is null then 'level'
        when not private.has_right_for(verb, caller.rights) then 'right'
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
      || coalesce(private.describe_last_window(windows, array(select o.office from private.offices_in_scope(caller) o)),
        '{}') end;
end
$$;

grant execute on function
  private.explain_refusal(text, text, bigint[], text[], text[]), private.explain_call_refusal(text, text[])
to authenticated;


-- supabase/schemas/34_api_tokens.sql

-- Personal API tokens: another program can use the API on behalf of a user, under the same policies. Only a hash of the
-- token is stored. A token allows either only reading, or reading and writing. A token becomes invalid at its expiry
-- date, when its owner revokes it, when the owner's password changes, when the owner's account is disabled or removed,
-- and when the owner signs out of all devices.

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
  'Personal API tokens: hash, owner, permission to write and expiry. last_used_at is accurate to the hour.';

-- Returns the name of the API token used by the request; null if the user signed in directly.
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

-- Returns the caller's tokens, oldest first, as a list of {id, name, may_write, created_at, expires_at, last_used_at}.
create function private.own_api_tokens() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(t) - array['user_id', 'hash'] order by t.id), '[]')
  from private.api_tokens t
  where t.user_id = auth.uid()
$$;

-- Refuses requests with an API token (AG003): only signed-in users can administer accounts, sessions and API tokens.
create function private.refuse_api_token() returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if private.is_api_token() then
    raise exception 'API tokens cannot change accounts. Sign in instead.' using errcode = 'AG003';
  end if;
end
$$;

-- Creates a token of the caller that expires after `days` days, and returns it in the form of private.own_api_tokens.
-- The caller's session must have been opened with the password within the last two minutes; the API opens a new session
-- when it asks the user for the password again. Raises AG003 if the session is older, and AG002 if the caller already
-- has 20 tokens.
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
      and s.user_id = auth.uid() and s.created_at > now() - interval '2 minutes' and private.is_session_valid())
  then
    raise exception 'Enter your password again to create an API token.' using errcode = 'AG003';
  end if;
  -- Lock the user's row, so that concurrent calls cannot exceed the limit.
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

-- Deletes a token of the caller. From then on, requests with the token are refused. Raises AG004 if the caller has no
-- token with this id.
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

-- Returns the token with this hash, and its user. Returns no row if there is no such token or it is expired. The API
-- calls this before it assumes the caller's role.
create function private.authenticate_api_token(token_hash text) returns table (id bigint, user_id uuid,
  may_write boolean)
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
grant execute on function private.authenticate_api_token(text) to api_gateway;


-- supabase/schemas/35_log.sql

-- The user log: records who did what to which row. Triggers write the log in the transaction of the change. Each logged
-- table has three of them: for inserts, updates and deletes. No role that the API can assume can insert, change or
-- delete entries (spec sections 3 and 7). Sealing is in 90_log.sql, reading in 91_log_reading.sql.

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
-- Index for private.rows_in_review, to find rows that were approved and then set back to Pending.
create index user_log_set_back on private.user_log (form_name, row_id) where action = 'Set back';
alter table private.user_log enable row level security;
comment on column private.user_log.action is
  'Insert, Update, Delete, Restore, Approve, Set back, Return, Resubmit, Comment, Take back return, Ask to reopen, '
  'Reopen and Decline to reopen a window, Take back import, Read (personal data was read within an hour), and export '
  '(a list of personal data was exported).';
comment on column private.user_log.changes is
  'Field -> [before, after]. An update has the changed fields, a delete all fields of the row (used to restore it), '
  'an insert null, an export its purpose, filters and number of rows.';

create index user_log_subject on private.user_log (subject, id desc) where subject is not null;
comment on column private.user_log.subject is 'The user whom the entry is about; null if it is not about a user.';
comment on column private.user_log.source is
  'database: written by a trigger or a function. client: reported by a client about itself.';
comment on column private.user_log.api_token is
  'Name of the API token that made the change; null if the user signed in directly.';
comment on column private.user_log.tx is
  'The transaction that wrote the entry. Used to find the entries that belong to a link of the hash chain.';

-- Returns the fields that differ, as {field: [before, after]}. Leaves out bookkeeping columns.
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

-- Returns all fields of a deleted row, as {field: [value, null]}. Leaves out null values, and columns that are not
-- needed to restore the row.
create function private.deleted_fields(held jsonb) returns jsonb
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

-- AFTER trigger of a statement: writes one log entry per row. If the trigger has an argument, the id of a row is the id
-- of a user, and the entry records this user as its subject. OFFSET 0 keeps the planner from inlining to_jsonb, which
-- would then be evaluated again for every column.
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
        private.deleted_fields(j.r)
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

-- Adds the triggers that log all changes of a table. The table must have a column id. If its type is uuid, the id is
-- that of a user, and log entries record this user as their subject.
create procedure private.add_log_triggers(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  argument constant text := (
    select case when a.atttypid = 'uuid'::regtype then quote_literal('subject') else '' end
    from pg_catalog.pg_attribute a
    where a.attrelid = target and a.attname = 'id');
begin
  call private.add_write_triggers(target, 'log', format('private.log_statement(%s)', argument));
end
$$;

-- Logs an event about a user that changes no logged table, such as signing in or out, a new password, or the end of a
-- session.
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

-- Protects record tables: adds row security with policies, grants, triggers, search text and indexes. LIKE does not
-- copy these from a template. A test fails for any record table without this protection.

create table private.record_tables (
  table_name text primary key,
  window_name text not null check (window_name in ('target', 'accomplishment', 'status'))
);
comment on table private.record_tables is
  'Tables protected by private.apply_protection, with the reporting window that controls writes. status: the status '
  'of each row decides the window.';

-- Checks that a name is the name of a record table, before a function builds SQL with the name. Raises 42P01 if not.
create function private.check_record_table(wanted_table text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (select from private.record_tables t where t.table_name = wanted_table) then
    raise exception 'no such record table: %', wanted_table using errcode = '42P01';
  end if;
end
$$;

-- Returns the reporting window that controls writes to a row. In some tables, the status of the row decides the
-- window.
create function private.window_of(wanted_table text, row_status text) returns text
  language sql stable security definer set search_path = ''
as $$
  select case when t.window_name <> 'status' then t.window_name when row_status = 'Target' then 'target'
    else 'accomplishment' end
  from private.record_tables t where t.table_name = wanted_table
$$;

-- Protects a record table that is listed in private.record_tables. Can be called again after its columns have changed,
-- to update grants and search. Further procedures add foreign keys (private.add_reference), protect sensitive columns
-- (private.protect_sensitive_columns) and require files (private.require_evidence_files).
create procedure private.apply_protection(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  name constant text := (select relname from pg_catalog.pg_class where oid = target);
  guard constant text := (select t.window_name from private.record_tables t where t.table_name = name);
  -- SQL expression for the offices in which the caller may write rows of the table now.
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
        -- Inserting an approved row counts as approving one's own entry.
        and (process_stage is distinct from 'Approved' or (select private.caller_can_approve_own())));
    create policy update_in_scope on {table} for update to authenticated
      using (office = any {offices to change})
      with check (office = any {offices to change});
    create policy delete_in_scope on {table} for delete to authenticated
      using (
        office = any {offices to delete}
        and (process_stage is distinct from 'Approved' or (select private.central_caller_id()) is not null));

    create or replace trigger stamp_record before insert or update on {table}
      for each row execute function private.stamp_record();
    create or replace trigger clean_texts before insert or update on {table}
      for each row execute function private.clean_texts();
    create or replace trigger normalize_place before insert or update on {table}
      for each row execute function private.normalize_place();
    create or replace trigger guard_stage after update on {table}
      referencing old table as old_rows new table as new_rows
      for each statement execute function private.guard_stage();
    create or replace trigger end_review after update on {table} referencing new table as new_rows
      for each statement execute function private.end_review();
    create or replace trigger judge_places_insert after insert on {table} referencing new table as new_rows
      for each statement execute function private.reject_unknown_places();
    create or replace trigger judge_places_update after update on {table}
      referencing old table as old_rows new table as new_rows
      for each statement execute function private.reject_unknown_places();

    create index if not exists {office index} on {table} (office, id);
    create index if not exists {search index} on {table} using gin (search_text extensions.gin_trgm_ops)$sql$;
  verb text;
begin
  if guard is null then
    raise exception 'private.record_tables has no row for %.', target;
  end if;
  call private.make_searchable(target);
  call private.grant_columns(target);
  call private.add_scope_read_policies(target);
  call private.add_log_triggers(target);
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

-- Protects a reference table, which belongs to no office. Every user with a level can read it; writing requires the
-- route permission `dropdowns` and the right for the action, such as Delete.
create procedure private.protect_reference_table(target regclass)
  language plpgsql set search_path = ''
as $$
begin
  call private.grant_columns(target);
  call private.add_level_read_policies(target);
  call private.add_log_triggers(target);
  execute replace($sql$
    alter table {table} enable row level security, force row level security;
    create policy insert_as_administrator on {table} for insert to authenticated
      with check ((select private.can_administer_reference('insert')));
    create policy update_as_administrator on {table} for update to authenticated
      using ((select private.can_administer_reference('update')))
      with check ((select private.can_administer_reference('update')));
    create policy delete_as_administrator on {table} for delete to authenticated
      using ((select private.can_administer_reference('delete')));
    create trigger clean_texts before insert or update on {table}
      for each row execute function private.clean_texts()$sql$, '{table}', target::text);
end
$$;

-- Adds the policies for reading rows that belong to offices: one policy per role that reads. All allow the rows in the
-- caller's scope, each in the form for which the planner makes the best plan at the level of that role
-- (99_readers.sql).
create procedure private.add_scope_read_policies(target regclass)
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
      using ((select private.central_caller_id()) is not null);
    create policy select_in_scope_for_province on {table} for select to provincial_reader
      using (office = (select private.provincial_caller_office()))$sql$, '{table}', target::text);
end
$$;

-- Lets callers read, but not write, a table of figures for the offices in their scope.
create procedure private.read_only_in_scope(target regclass)
  language plpgsql set search_path = ''
as $$
begin
  execute format('alter table %s enable row level security, force row level security', target);
  execute format('revoke all on %s from anon, authenticated', target);
  execute format('grant select on %s to authenticated', target);
  call private.add_scope_read_policies(target);
end
$$;

-- Adds the policies for reading a table whose rows belong to no office: every user with a level can read all rows.
create procedure private.add_level_read_policies(target regclass)
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

call private.add_level_read_policies('public.psgc_places');
call private.add_level_read_policies('public.offices');

-- Checks whether a column of this name, in whatever table, is written only by the database.
create function private.is_written_by_database(column_name name) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select column_name in (
    'id', 'user_id', 'time_stamp', 'updated_at', 'row_version', 'approved_by', 'approved_at', 'former_names',
    'search_text',
    -- Columns about the file of a row.
    'file_path', 'thumbnail_path', 'file_name', 'content_type', 'size', 'sha256', 'outside_province')
$$;

-- Grants privileges on a table to signed-in callers; policies then limit the rows. Grants DELETE, INSERT and UPDATE of
-- all columns except those that only the database writes, and SELECT of all columns except sensitive ones.
create procedure private.grant_columns(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  writable text;
  readable text;
  has_sensitive_value boolean;
begin
  select
      string_agg(format('%I', a.attname), ', ' order by a.attname)
        filter (where a.attgenerated = '' and not private.is_written_by_database(a.attname)),
      string_agg(format('%I', a.attname), ', ' order by a.attname) filter (where s.column_name is null),
      bool_or(s.column_name is not null)
    into writable, readable, has_sensitive_value
  from pg_catalog.pg_attribute a
  join pg_catalog.pg_class c on c.oid = a.attrelid
  left join private.sensitive_columns s on s.table_name = c.relname and s.column_name = a.attname
  where a.attrelid = target and a.attnum > 0 and not a.attisdropped;
  execute format('revoke all on %s from anon, authenticated, central_reader, provincial_reader', target);
  execute format('grant delete, insert (%2$s), update (%2$s) on %1$s to authenticated', target, writable);
  execute format('grant select %2$s on %1$s to authenticated, central_reader, provincial_reader',
    target, case when has_sensitive_value then format('(%s)', readable) else '' end);
end
$$;

-- BEFORE trigger: sets the columns that only the database writes. Raises AG001 if a caller who is not of the central
-- office changes an approved row.
create function private.stamp_record() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  author uuid := auth.uid();
  -- Columns that do not count as a change of the row.
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
    if private.is_only_arbo_sync(to_jsonb(old), to_jsonb(new)) then
      frozen_without := frozen_without || '{arboPrimaryKey,arbo_id,arbo_name}'::text[];
    end if;
    if to_jsonb(old) - frozen_without is distinct from to_jsonb(new) - frozen_without
      and private.central_caller_id() is null
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

-- Checks whether a stage is Approved. An empty stage counts as Pending.
create function private.is_approved(stage text) returns boolean
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return stage is not distinct from 'Approved';
end
$$;

-- AFTER trigger of an update: refuses a change for which the caller lacks the right (AG009). Policies alone allow any
-- update to a caller with the Edit or the Approve right. A change of the stage needs the Approve right, and the
-- approval of one's own entry also Approve own. Any other change needs the Edit right. Skips changes that another
-- trigger made.
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
      raise exception 'Your role does not have the Approve right, which is needed to change the stage of a row.'
        using errcode = 'AG009', column = 'process_stage', detail = found::text;
    end if;
  end if;
  if not 'Approve own' = any (rights) then
    select min(n.id) into found from new_rows n join old_rows o using (id)
    where private.is_approved(n.process_stage) and not private.is_approved(o.process_stage) and n.user_id = author;
    if found is not null then
      raise exception 'You entered this record, so someone else must approve it.'
        using errcode = 'AG009', column = 'process_stage', detail = found::text;
    end if;
  end if;
  if not 'Edit' = any (rights) then
    select min(n.id) into found from new_rows n join old_rows o using (id)
    where to_jsonb(n) - bookkeeping is distinct from to_jsonb(o) - bookkeeping;
    if found is not null then
      raise exception 'Your role does not have the Edit right, which is needed to change a row.'
        using errcode = 'AG009', detail = found::text;
    end if;
  end if;
  return null;
end
$$;

-- BEFORE trigger: tidies the texts of a row. It must run before the other triggers that read texts. Postgres fires
-- triggers in the order of their names, so this trigger is named to come first.
create function private.clean_texts() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_possibly_untidy(new::text) then
    return jsonb_populate_record(new, private.tidy_fields(to_jsonb(new)));
  end if;
  return new;
end
$$;

-- BEFORE trigger: fills an empty identifier with a prefix and the row's id, such as TRN-42.
create function private.generate_identifier() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  -- Arguments of the trigger: column and prefix.
  column_name constant text := tg_argv[0];
begin
  if nullif(btrim(to_jsonb(new) ->> column_name), '') is null then
    new := jsonb_populate_record(new, jsonb_build_object(column_name, tg_argv[1] || new.id));
  end if;
  return new;
end
$$;

-- BEFORE trigger: sets the status Updated when a caller edits an accomplished row (spec section 4). Callers cannot
-- choose Updated themselves (AG002). Not used for Form 11 and the FME annual updating, where the status decides on
-- which screen a row is shown. An approval does not count as an edit, nor does a change made by another trigger, such
-- as a new ARBO ID.
create function private.flag_as_updated() returns trigger
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
      'Updated is set when an accomplished row is edited, and cannot be chosen.';
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

-- References between rows that belong to offices. A row may refer only to rows of its own office, of its region's
-- office and of the central office. Thus a user who may delete or move a row can see all rows that refer to it, and no
-- office can prevent another office from deleting its rows. private.add_reference makes a foreign key follow this rule.
-- A reference to a row of a different office fails with the same message as a reference to a missing row, so that the
-- response does not reveal which rows exist.

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
  'References between rows that belong to offices; private.restrict_reference_offices enforces that the offices match.';

-- Returns the offices to whose rows a row of the given office may refer: this office, the office of its region, and the
-- central office.
create function private.referable_offices(row_office text) returns text[]
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return array[row_office, ' / '] || array(
    select coalesce(o.region_name, '') || ' / ' from public.offices o where o.office = row_office);
end
$$;

-- AFTER trigger on the referring table: checks the offices of new references. Skips an update that changes neither the
-- reference nor the office. Locks the referred rows FOR KEY SHARE, as a foreign key does. So a concurrent move of a
-- referred row to another office has to wait (private.lock_before_move), but other updates of the row do not.
create function private.check_reference_office() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  -- Arguments of the trigger: referring column, referred table, referred column.
  referring constant text := tg_argv[0];
  parent constant text := tg_argv[1];
  referred constant text := tg_argv[2];
  pairs constant text := format('select n.%1$I as reference, n.office from new_rows n where n.%1$I is not null',
    referring)
    || case tg_op when 'UPDATE' then format(' except select o.%I, o.office from old_rows o', referring) else '' end;
  outside boolean;
  changed boolean := true;
begin
  -- Most updates change neither the reference nor the office.
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
      where p.office <> all (private.referable_offices(w.office)))',
    pairs, parent, referred) into outside;
  if outside then
    raise exception 'The row refers to a row of another office.'
      using errcode = '23503', schema = 'public', table = tg_table_name, column = referring;
  end if;
  return null;
end
$$;

-- BEFORE trigger on the referred table, before a row moves to a different office: waits for transactions that are
-- adding references to the row, so that private.keep_referrers_in_office sees these references.
create function private.lock_before_move() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  execute format('select from public.%I p where p.id = $1 for update', tg_table_name) using old.id;
  return new;
end
$$;

-- AFTER trigger on the referred table: refuses to move a row to a new office if a row that refers to it may not refer
-- to rows of the new office. To move a row together with the rows that refer to it, first move the row to the region's
-- office, then the referring rows, and then the row to its new office.
create function private.keep_referrers_in_office() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  r private.office_references;
  outside boolean;
begin
  -- count(*) instead of exists: the plan for exists is a nested loop, which takes minutes for thousands of rows.
  select count(*) > 0 into outside from new_rows n join old_rows o using (id) where n.office <> o.office;
  if not outside then
    return null;
  end if;
  for r in select * from private.office_references where parent_name = tg_table_name loop
    execute format(
      'select exists (
        select from new_rows n join old_rows o using (id) join public.%I c on c.%I = n.%I
        where n.office <> o.office and n.office <> all (private.referable_offices(c.office)))',
      r.table_name, r.column_name, r.parent_column) into outside;
    if outside then
      raise exception 'Rows of its current office still refer to this row.'
        using errcode = '23503', schema = 'public', table = tg_table_name, column = 'office',
          detail = 'It is still referenced.';
    end if;
  end loop;
  return null;
end
$$;

-- BEFORE trigger on the referred table, for a change of the identifier column that is the argument of the trigger:
-- locks the referring rows in the order of their ids. Without the lock, ON UPDATE CASCADE would update these rows in
-- any order and could deadlock with other writers.
create function private.lock_dependents() returns trigger
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

-- Adds the triggers that limit the references of one column to rows of the allowed offices.
create procedure private.restrict_reference_offices(target regclass, referring text, parent regclass, referred text)
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
      for each statement execute function private.check_reference_office(%s)$sql$,
    'within_' || referring || '_insert', target, arguments);
  execute format($sql$
    create trigger %I after update on %s referencing new table as new_rows old table as old_rows
      for each statement execute function private.check_reference_office(%s)$sql$,
    'within_' || referring || '_update', target, arguments);
  execute format($sql$
    create or replace trigger keep_referrers_in_office after update on %s
      referencing old table as old_rows new table as new_rows
      for each statement execute function private.keep_referrers_in_office()$sql$, parent);
  execute format($sql$
    create or replace trigger lock_before_move before update of region_name, province_name on %s
      for each row
      when (row(old.region_name, old.province_name) is distinct from row(new.region_name, new.province_name))
      execute function private.lock_before_move()$sql$, parent);
end
$$;

-- Adds a foreign key, and the index on its column that deletes and joins need. If the rows of both tables belong to
-- offices, also adds the triggers of private.restrict_reference_offices. With follow => true, the foreign key has ON
-- UPDATE CASCADE, for identifiers that users may correct (arc_id). Without it, an identifier cannot change once a row
-- refers to it.
create procedure private.add_reference(
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
    call private.restrict_reference_offices(target, referring, parent, referred);
  end if;
  if of_offices and follow then
    execute format($sql$
      create or replace trigger lock_dependents before update of %1$I on %2$s
        for each row when (old.%1$I is distinct from new.%1$I) execute function private.lock_dependents(%1$L)$sql$,
      referred, parent);
  end if;
end
$$;

-- Counts the rows that refer to the given rows and would not be deleted with them. Ignores given rows outside the
-- caller's scope. A row of a link table (such as participant_trainings) counts as the record with which it is deleted
-- (such as the participant). A row that refers by several columns counts once in row_count. The column "ways" has the
-- number of rows per referring column, as {column: rows}. The column "keys" has the value to which each of these
-- columns refers.
create function private.find_references(wanted_table text, wanted_ids bigint[])
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

grant execute on function private.find_references(text, bigint[]) to authenticated;


-- supabase/schemas/42_sensitive.sql

-- Sensitive personal data (RA 10173): columns that every user who may write the row can enter, but that only users with
-- the Sensitive right can read. Policies cannot hide columns. Column privileges can, but they depend on the database
-- role, which is the same for all signed-in callers. Therefore callers can only write these columns of the table, and
-- triggers copy them to personal.<table>_sensitive, whose policy checks scope and right. The view
-- personal.<table>_in_full joins the two tables; a caller without the right gets nulls, and the API then omits the
-- sensitive columns from its responses. A null sent by a caller without the right changes nothing
-- (private.restore_hidden_values). REST serves neither personal.<table>_sensitive nor the view. Search and history omit
-- the columns for callers without the right.

create table private.sensitive_columns (
  table_name text not null references private.record_tables (table_name),
  column_name text not null,
  primary key (table_name, column_name)
);
alter table private.sensitive_columns enable row level security;
comment on table private.sensitive_columns is
  'Columns protected by private.protect_sensitive_columns. Their history needs the Sensitive right, too.';

-- AFTER trigger: copies the sensitive columns of the written rows to personal.<table>_sensitive. Writes nothing if the
-- update has changed none of these columns, which is true of most updates.
create function private.copy_sensitive() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  -- Arguments of the trigger: the sensitive columns.
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

-- BEFORE UPDATE trigger for a row in which a sensitive column becomes null (the arguments are the sensitive columns). A
-- caller without the Sensitive right always reads null in these columns, so a null from this caller means "not seen",
-- and the stored value stays. This caller can still replace the stored value by another value. Only a caller with the
-- right can set it to null.
create function private.restore_hidden_values() returns trigger
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

-- Protects the sensitive columns of a table (private.sensitive_columns). Creates a second table with these columns,
-- which only users with the Sensitive right can read, and the view that joins both tables. Adds the triggers that fill
-- the second table and restore hidden values on a write.
create procedure private.protect_sensitive_columns(target regclass)
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
        (select private.central_caller_id()) is not null
        and (select private.caller_has_right('Sensitive')));
    create policy select_with_the_right_for_province on {copy} for select to provincial_reader
      using (
        office = (select private.provincial_caller_office())
        and (select private.caller_has_right('Sensitive')));

    create trigger copy_sensitive_insert after insert on {table} referencing new table as new_rows
      for each statement execute function private.copy_sensitive({arguments});
    create trigger copy_sensitive_update after update on {table} referencing new table as new_rows
      for each statement execute function private.copy_sensitive({arguments});

    -- This trigger must run before fill_in_age. Postgres fires triggers in the order of their names.
    create trigger fill_hidden before update on {table}
      for each row when ({emptied}) execute function private.restore_hidden_values({arguments});

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
    'Sensitive columns of ' || name || ': a copy maintained by triggers, readable with the Sensitive right.');
  execute format('comment on view personal.%I is %L', name || '_in_full',
    name || ' with its sensitive columns, which are null for users without the Sensitive right.');
end
$$;

-- BEFORE UPDATE trigger: computes age and age group if the caller lacks the Sensitive right. If a caller with the right
-- enters a wrong age, the row is refused with a message that has both ages (spec section 9). To a caller without the
-- right, that message would reveal whether a guessed birthday is correct.
create function private.fill_in_age() returns trigger
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

-- Removes from the changes of a log entry what a user without the Sensitive right may not see: sensitive fields at any
-- depth (the filters of an export may contain them), and the search text (q), which may be a birthday. Returns null if
-- nothing remains. A write of only sensitive values then looks like a write that changed nothing, so that it does not
-- reveal whether a guess was correct.
create function private.remove_sensitive(about text, changes jsonb) returns jsonb
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return case
    when changes is null or not exists (select from private.sensitive_columns c where c.table_name = about) then changes
    else nullif(private.remove_keys(
      changes, array(select c.column_name from private.sensitive_columns c where c.table_name = about) || 'q'::text),
        '{}')
  end;
end
$$;


-- supabase/schemas/43_reading_log.sql

-- Logs the reading of personal data (RA 10173). The user log gets one entry per user, record type and clock hour in
-- which a response to the user contained sensitive values. The entry is written in the transaction that reads: a read
-- that cannot be logged fails. Log entries are sealed and cannot be updated, so the number of different rows read in
-- the hour is stored in private.readings. Only the functions of this file write that table.

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
comment on table private.readings is 'Number of rows that a user read in the hour of a Read entry of private.user_log.';
comment on column private.readings.api_token is
  'Reading with an API token has separate entries that name the token; empty if the user signed in directly.';

create table private.rows_read (
  entry bigint not null,
  row_id bigint not null,
  primary key (entry, row_id)
);
alter table private.rows_read enable row level security;
comment on table private.rows_read is
  'Rows already counted in the last hour in which a user read a table, so that no row counts twice.';

-- Checks whether a row or the changes of a log entry, given as {column: value}, contain a sensitive value.
create function private.has_sensitive_value(about text, fields jsonb) returns boolean
  language sql stable set search_path = ''
as $$
  select exists (
    select from private.sensitive_columns c
    where c.table_name = about and coalesce(fields -> c.column_name, 'null') <> 'null')
$$;

-- Returns the id of the log entry about the caller's reading of a table in this hour. At the first reading of the hour,
-- creates the entry and deletes the list of rows that the caller has read in earlier hours. The calling function must
-- hold the advisory lock of the user's readings.
create function private.open_reading_entry(wanted_table text, this_hour timestamptz) returns bigint
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

-- Logs that the caller is about to receive sensitive values of these rows. Rows that the caller has already read in
-- this hour are not counted again.
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
  -- Serialize concurrent calls of the same user, so that no row counts twice.
  perform pg_advisory_xact_lock(hashtext('readings of one user'), hashtext(auth.uid()::text));
  read_entry := private.open_reading_entry(wanted_table, this_hour);
  with added as (
    insert into private.rows_read (entry, row_id)
    select distinct read_entry, i.id from unnest(ids) i (id)
    on conflict do nothing
    returning 1
  )
  update private.readings r set row_count = r.row_count + (select count(*) from added) where r.entry = read_entry;
end
$$;

-- Logs that the caller is about to receive all columns of these stored rows. Counts only rows that have a sensitive
-- value.
create function private.log_rows_returned(wanted_table text, ids bigint[]) returns void
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

grant execute on function private.log_rows_returned(text, bigint[]) to authenticated;


-- supabase/schemas/43_search.sql

-- Searches all values of a row (spec section 5), joined into one normalized text per row. The API knows how values are
-- shown (a date as "Mar 18, 2025", a number with separators) and sends each word with all spellings in which it may be
-- stored. Users with the Sensitive right also search the sensitive columns.

-- Returns the searchable columns of a table: the sensitive columns if `sensitive` is true, otherwise all columns that
-- are not sensitive.
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

-- Returns an SQL expression that joins the sensitive values of a row into one text. An index on the expression makes
-- these values searchable. Columns are in alphabetical order, so that the expression does not depend on when a column
-- was added.
create function private.build_sensitive_expression(target regclass) returns text
  language sql stable set search_path = ''
as $$
  select format('private.fold(%s)', string_agg(
    case c.type
      when 'date'::regtype then format('coalesce(private.format_search_date(%I), '''')', c.name)
      when 'timestamptz'::regtype then format('coalesce(private.format_search_time(%I), '''')', c.name)
      when 'text'::regtype then format('coalesce(%I, '''')', c.name)
      when 'text[]'::regtype then format('coalesce(private.join_list(%I), '''')', c.name)
      else format('coalesce(%I::text, '''')', c.name)
    end, ' || e''\n'' || ' order by c.name))
  from private.searched_columns(target, true) c
$$;

-- BEFORE trigger: writes the searchable values of a row into search_text. Arguments: the columns to leave out, the date
-- columns, the timestamp columns, and the list columns. All other columns are searched as plain text, so that a new
-- text or number column needs no new trigger. This trigger must run after all other BEFORE triggers, which may change
-- values. Its name therefore sorts last, because Postgres fires triggers in the order of their names.
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
        when key = any (dates) then private.format_search_date(value::date)
        when key = any (instants) then private.format_search_time(value::timestamptz)
        when key = any (lists) then private.join_list(array(select jsonb_array_elements_text(value::jsonb)))
        else value
      end, e'\n'))
    from jsonb_each_text(to_jsonb(new) - unsearched));
  return new;
end
$$;

-- Makes all columns of a table searchable: sensitive columns by an index, all other columns by the column search_text.
-- Can be called again after a column was added, to update index and search_text.
create procedure private.make_searchable(target regclass)
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
      sensitive_index, target, private.build_sensitive_expression(target));
  end if;
end
$$;

-- Builds the SQL condition that a text matches a LIKE pattern. If no index is used and the pattern has wildcards only
-- at its start and its end, the condition uses strpos, which takes a third less time per row.
create function private.build_pattern_condition(one text, pattern text, by_index boolean) returns text
  language sql immutable set search_path = ''
as $$
  select case
    when by_index or pattern !~ '^%([^\\%_]|\\.)+%$' then format('%s like %L', one, pattern)
    else format('strpos(%s, %L) > 0', one, regexp_replace(substr(pattern, 2, length(pattern) - 2), '\\(.)', '\1', 'g'))
  end
$$;

-- Builds the SQL condition that texts match search terms. terms is a list of terms, all of which must match; a term is
-- a list of alternatives, one of which must match; an alternative is a list of parts, all of which must match. A part
-- that is a text is a LIKE pattern; it matches if one of the texts matches the pattern. A part that is a number matches
-- the row with that id. A part that is null matches a row without a stage. Returns null if there are no terms. nowhere
-- has patterns that no row matches outside the first text, so only the first text is compared with them.
create function private.build_term_conditions(terms jsonb, texts text[], by_index boolean default true,
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
            select format('(%s)', string_agg(private.build_pattern_condition(one, pattern, by_index), ' or '))
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

-- Returns the ids of the rows that contain every word of a text. Looks only for the given words, not for other
-- spellings of their values (such as other formats of a date).
create function private.search_record_ids(table_name text, query text) returns setof bigint
  language sql stable set search_path = ''
as $$
  select private.search_record_ids(table_name, (
    select coalesce(jsonb_agg(
      jsonb_build_array(jsonb_build_array('%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'))), '[]')
    from regexp_split_to_table(btrim(query), '\s+') word where word <> ''))
$$;

-- Returns the SQL expressions of the texts in which a search of a table looks: search_text and, if the caller may read
-- them, the sensitive columns.
create function private.list_searched_expressions(table_name text) returns text[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  texts text[] := array['search_text'];
begin
  if exists (select from private.sensitive_columns s where s.table_name = list_searched_expressions.table_name)
    and private.caller_has_right('Sensitive') then
    texts := texts || private.build_sensitive_expression(format('public.%I', table_name)::regclass);
  end if;
  return texts;
end
$$;

-- Returns the distinct LIKE patterns of search terms, normalized.
create function private.list_patterns(terms jsonb) returns setof text
  language sql immutable set search_path = ''
as $$
  select distinct private.fold(part #>> '{}')
  from jsonb_path_query(terms, '$[*][*][*]') part
  where jsonb_typeof(part) = 'string'
$$;

-- Returns the patterns that the given indexed text matches in no row of a table. Only checks patterns with three
-- consecutive letters or digits, which the trigram index can look up quickly.
create function private.find_unmatched_patterns(table_name text, indexed text, terms jsonb) returns text[]
  language plpgsql stable set search_path = '' set enable_seqscan = off
as $$
declare
  pattern text;
  held boolean;
  nowhere text[] := '{}';
begin
  for pattern in select p from private.list_patterns(terms) p where p ~ '[[:alnum:]]{3}' loop
    execute format('select exists (select from public.%I where %s like %L)', table_name, indexed, pattern) into held;
    if not held then
      nowhere := nowhere || pattern;
    end if;
  end loop;
  return nowhere;
end
$$;

-- Builds the SQL condition that a row of a table matches search terms. If by_index is true, the condition is written
-- for the table's indexes, otherwise for checking rows one by one. The condition is null if there are no terms.
-- by_sensitive is true if the condition reads the sensitive columns. Their text is not stored, so reading them takes
-- twenty times as long per row. The condition therefore looks there only for patterns that some row matches. A row of
-- an ARBO also matches if a former name of the ARBO does.
create function private.build_search_condition(table_name text, terms jsonb, by_index boolean default false,
  out condition text, out by_sensitive boolean)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  texts constant text[] := private.list_searched_expressions(table_name);
  nowhere text[] := '{}';
  formerly bigint[];
begin
  if texts[2] is not null then
    nowhere := private.find_unmatched_patterns(table_name, texts[2], terms);
  end if;
  condition := private.build_term_conditions(terms, texts, by_index, nowhere);
  if exists (
    select from private.office_references r
    where r.table_name = build_search_condition.table_name and r.column_name = 'arboPrimaryKey')
  then
    formerly := private.find_arbos_by_former_name(terms);
    if cardinality(formerly) > 0 then
      condition := format('((%s) or "arboPrimaryKey" = any (%L::bigint[]))', condition, formerly);
    end if;
  end if;
  by_sensitive := texts[2] is not null and exists (
    select from private.list_patterns(terms) pattern where pattern <> all (nowhere));
end
$$;

-- Returns the ids of the rows in the caller's scope that match every search term.
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
  conditions := (private.build_search_condition(table_name, terms, by_index => true)).condition;
  if reference.table_name is not null then
    conditions := concat_ws(' and ', conditions, format('%L', private.caller_level() is not null
      and (not reference.read_by_route or private.caller_has_route(reference.route))));
  elsif private.central_caller_id() is null then
    conditions := concat_ws(' and ', format('office = any (%L::text[])', private.offices_to_read()), conditions);
  end if;
  return query execute format('select id from public.%I where %s', table_name,
    coalesce(nullif(conditions, ''), 'true'));
end
$$;

grant execute on function
  private.build_search_condition(text, jsonb, boolean), private.search_record_ids(text, jsonb),
  private.search_record_ids(text, text)
to authenticated;


-- supabase/schemas/44_alike.sql

-- Finds likely duplicates: stored rows that describe the same person or thing as a row to be saved. This is only a
-- warning, because names repeat and users may override it. For a caller without the Sensitive right, only the same
-- name in the same office counts, so that no user can find out a birthday by trying values.

-- Returns stored rows, in offices that the caller can read, that are likely the same as a candidate. A candidate is an
-- object with the columns of a new row, or with the id and the changed columns of an edited row. The first of the
-- key_columns must have the same words in both rows. The other key columns must not differ, unless a row has no value.
-- The result column "agreed" lists the key columns whose values are equal.
create function private.find_likely_duplicates(wanted_table text, key_columns text[], candidates jsonb)
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
       and private.sort_name_words(stored.%2$I) = private.sort_name_words(c.%2$I) and stored.id is distinct from c.id
     where stored.office = any ($2) and private.sort_name_words(c.%2$I) <> ''''%3$s
     order by 1, cardinality(array_remove(array[%2$L%4$s]::text[], null)) desc, 2
     limit 1000',
    wanted_table, name_column, coalesce(apart, ''), coalesce(equal, ''))
    using candidates, private.offices_to_read();
end
$$;

grant execute on function private.find_likely_duplicates(text, text[], jsonb) to authenticated;

-- Adds the index by which private.find_likely_duplicates finds the rows of an office with the same words in the name.
create procedure private.index_names(target regclass, name_column text)
  language plpgsql set search_path = ''
as $$
begin
  execute format('create index %I on %s (office, private.sort_name_words(%I))',
    (select relname from pg_catalog.pg_class where oid = target) || '_' || name_column || '_words', target,
      name_column);
end
$$;

-- Returns the ids of rows that have one of the given names. Searches the given offices, or all offices if null, as far
-- as the caller can read them. The search runs without policies: under a policy, it could not use the index of
-- private.index_import_names and would scan all rows of the office. If name_column is a sensitive column and the caller
-- lacks the Sensitive right, returns no rows.
create function private.find_rows_by_name(wanted_table text, name_column text, offices text[], names text[])
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

grant execute on function private.find_rows_by_name(text, text, text[], text[]) to authenticated;

-- Adds the index by which private.find_rows_by_name finds the rows of an office with a name. The names are normalized
-- as imports do it.
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

-- Registers imports and their batches, makes writes idempotent, and logs exported lists.

-- Imports that users make on the screens. An import is registered before its first batch, and its user gets a receipt
-- (45_receipts.sql).
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
comment on column private.imports.screen is
  'Route of the screen on which the import was made, such as ARBO_Masterlist.';
comment on column private.imports.rows is 'Number of rows of the file to be saved.';
comment on column private.imports.left_out is
  'Number of rows of the file not to be saved: unchanged, duplicate, invalid, or of other offices.';
comment on column private.imports.taken_back_at is
  'Time at which the import was undone. No batch of it can be saved after that.';

-- Writes that may be repeated safely: batches of imports and of bulk actions, and single requests with an
-- Idempotency-Key. If a write is repeated, it changes nothing and returns the stored result of the first time.
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
  'Number of the batch, from 1; 0 for a single request, whose Idempotency-Key is the import_id.';
comment on column private.import_batches.path is 'Path of the record type; for a single request, its method and path.';
comment on column private.import_batches.answer is 'Result of a single request, if ids are not enough to describe it.';
comment on column private.import_batches.tx is
  'Transaction that saved the batch. Used to find the log entries that it wrote.';

-- Time for which the result of a request with an Idempotency-Key is stored.
create function private.idempotency_key_retention() returns interval
  language sql immutable parallel safe set search_path = ''
as $$ select interval '7 days' $$;

-- Starts a batch. Returns null if the batch is new, else the ids of the rows that it saved the first time. A concurrent
-- repeat of the same batch waits until this batch ends. So does an undo of the import, and the resuming of a bulk
-- action (88_jobs.sql) in another browser window.
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
      where o.batch = 0 and o.at < now() - private.idempotency_key_retention() limit 100 for update skip locked);
  end if;
  select i.taken_back_at into taken_back from private.imports i
  where i.user_id = auth.uid() and i.import_id = wanted_import for share;
  if taken_back is not null then
    raise exception 'This import was taken back, so no more of its rows are saved.' using errcode = 'AG002';
  end if;
  select j.first_batch into first_number from private.jobs j
  where j.user_id = auth.uid() and j.job_id = wanted_import for key share;
  if wanted_batch < first_number then
    raise exception 'This job continues in another window.' using errcode = 'AG002';
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

-- Stores the ids of the rows that a batch saved. A repeat of the batch returns them.
create function private.finish_batch(wanted_import uuid, wanted_batch integer, saved_ids bigint[]) returns void
  language sql volatile security definer set search_path = ''
as $$
  update private.import_batches set ids = saved_ids
  where user_id = auth.uid() and import_id = wanted_import and batch = wanted_batch
$$;

-- Starts a single request with an Idempotency-Key, in the same way as private.begin_batch starts a batch. Returns null
-- if the key is new, else {answer} with the result that private.finish_write has stored.
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

-- Stores the result of a single request. A repeat with the same key returns it.
create function private.finish_write(key uuid, given json) returns void
  language sql volatile security definer set search_path = ''
as $$
  update private.import_batches set ids = '{}', answer = given
  where user_id = auth.uid() and import_id = key and batch = 0
$$;

-- Deletes the stored result of a request. For a request whose transaction committed but whose changes were then undone,
-- so that a repeat with the same key is executed.
create function private.release_write(key uuid) returns void
  language sql volatile security definer set search_path = ''
as $$
  delete from private.import_batches where user_id = auth.uid() and import_id = key and batch = 0
$$;

-- Logs, under the caller's own office, that the caller received a list of personal data. purpose is 'export' if the
-- list was exported, or 'list' if a whole list was read without an export.
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
    raise exception 'Sign in to export.' using errcode = '42501';
  end if;
end
$$;

-- Locks the names that an import is about to save, per table and office, until the transaction ends; concurrent imports
-- of the same names wait. names has, per row, an array with one normalized text per lookup field ('' for an empty
-- field). places has the place of each row, as an object with region_name to barangay_name. Returns the places in the
-- spelling in which they will be stored.
create function private.lock_import_names(wanted_table text, places jsonb, names jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  by_book jsonb := (
    select jsonb_agg(b.place order by p.position)
    from jsonb_array_elements(places) with ordinality p (place, position)
    join (
      select d.place as given,
        case
          when private.is_known_place(d.place ->> 'region_name', d.place ->> 'province_name',
            d.place ->> 'muncity_name',
            d.place ->> 'barangay_name') then d.place
          else (
            select to_jsonb(r) - 'field' - 'reason'
            from private.check_place(d.place ->> 'region_name', d.place ->> 'province_name', d.place ->> 'muncity_name',
              d.place ->> 'barangay_name') r
          )
        end as place
      from (select distinct e.place from jsonb_array_elements(places) e (place)) d
    ) b on b.given = p.place);
begin
  perform private.lock_keys('import into ' || wanted_table, array(
    select concat_ws('/', b.place ->> 'region_name', b.place ->> 'province_name', n.name)
    from jsonb_array_elements(by_book) with ordinality b (place, position)
    join jsonb_array_elements(names) with ordinality r (names, position) using (position)
    cross join jsonb_array_elements_text(r.names) n (name)
    where n.name <> ''));
  return by_book;
end
$$;

-- Returns those of the given rows that the caller can read and that were written after a snapshot was taken. Comparing
-- timestamps would not work: a row has the time at which its transaction started, but becomes visible only when the
-- transaction commits.
create function private.find_rows_changed_since(wanted_table text, ids bigint[], seen pg_snapshot) returns setof bigint
  language plpgsql stable security definer set search_path = ''
as $$
declare
  -- A row stores only the low 32 bits of the id of the transaction that wrote it. `later` is an id above those of all
  -- transactions whose rows are visible here. The full id of a row's transaction is the highest id below `later` with
  -- the stored low 32 bits.
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
  private.lock_import_names(text, jsonb, jsonb), private.find_rows_changed_since(text, bigint[], pg_snapshot),
  private.begin_batch(uuid, integer, text, text), private.finish_batch(uuid, integer, bigint[]),
  private.begin_write(uuid, text, text), private.finish_write(uuid, json), private.release_write(uuid),
  private.log_export(text, text, jsonb, bigint)
to authenticated;


-- supabase/schemas/45_receipts.sql

-- Receipts of imports: the user who made an import sees what became of its rows and can undo the import. Only the
-- import (private.imports) and the ids of its transactions are stored. The user log has the changes that these
-- transactions made. An undo deletes new rows and reverts changed rows, with the same functions and rights as when a
-- user deletes or reverts single rows.

-- Time for which an import can be undone.
create function private.import_undo_period() returns interval
  language sql immutable parallel safe set search_path = ''
as $$ select interval '30 days' $$;

-- Time for which the receipt of an import is stored.
create function private.receipt_retention() returns interval
  language sql immutable parallel safe set search_path = ''
as $$ select interval '1 year' $$;

-- Registers an import of the caller before its first batch. Repeating the call changes nothing. Also deletes the
-- caller's expired receipts and batches.
create function private.begin_import(wanted_import uuid, wanted_screen text, wanted_table text, wanted_file text,
  wanted_rows integer, wanted_left_out integer) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.check_record_table(wanted_table);
  delete from private.imports i where i.user_id = auth.uid() and i.at < now() - private.receipt_retention();
  delete from private.import_batches b where b.user_id = auth.uid() and b.at < now() - private.receipt_retention();
  insert into private.imports (user_id, import_id, screen, table_name, file_name, rows, left_out)
  values (auth.uid(), wanted_import, wanted_screen, wanted_table, wanted_file, wanted_rows, wanted_left_out)
  on conflict do nothing;
end
$$;

-- Returns a page of the caller's imports, newest first, as {rows, total}. Each of them has what private.begin_import
-- registered, and the number of rows saved. If wanted_import is not null, returns only that import.
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

-- Returns the ids of the rows that an import of the caller saved.
create function private.rows_of_import(wanted_import uuid) returns setof bigint
  language sql stable security definer set search_path = ''
as $$
  select unnest(b.ids) from private.import_batches b
  join private.imports i using (user_id, import_id)
  where i.user_id = auth.uid() and i.import_id = wanted_import
$$;

-- Checks whether a row has the given values. Status Updated also matches Accomplished, because both an edit of an
-- accomplished row and the undo of that edit set Updated.
create function private.has_same_values(present jsonb, held jsonb) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select present = present || case
    when present ->> 'status' = 'Updated' and held ->> 'status' = 'Accomplished' then held - 'status'
    else held
  end
$$;

-- Returns what became of the rows that an import of the caller saved. state is as_left (unchanged since the import),
-- set_back (the import's changes were reverted), deleted, or changed_since (with the user and time of the last change,
-- if the caller can read the row). before is the id of the row's last log entry before the import, null if the import
-- created the row. last is the id of the last log entry that the import wrote about the row.
create function private.imported_rows(wanted_import uuid)
  returns table (id bigint, created boolean, state text, row_version bigint, before bigint, last bigint, by text,
    at timestamptz)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  receipt constant private.imports := (
    select i from private.imports i where i.user_id = auth.uid() and i.import_id = wanted_import);
  -- A caller without the Sensitive right neither sees nor restores former values of sensitive columns.
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
    -- Deletions, restores, comments and reviews do not count as changes.
    later as materialized (
      select o.row_id, l.id, l.user_name, l.at, l.changes
      from own o
        join private.user_log l on l.form_name = $1 and l.row_id = o.row_id and l.id > o.last
      where l.action in ('Update', 'Approve', 'Set back') and l.source = 'database'
    ),
    -- left_so: the values that the import left in fields that were changed later. found_so: the values before the
    -- import in fields that the import changed.
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
          when not o.created and private.has_same_values(to_jsonb(t), coalesce(f.held, '{}')) then 'set_back'
          when (o.created or b.entry is not null)
            and (w.held is null or private.has_same_values(to_jsonb(t), w.held)) then 'as_left'
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

-- Marks an import of the caller as undone, so that no further batch of the import can be saved. Waits until a running
-- batch has ended. Repeating the call logs nothing more. Raises AG002 if the import is too old to be undone.
create function private.undo_import(wanted_import uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if exists (
    select from private.imports i
    where i.user_id = auth.uid() and i.import_id = wanted_import and i.at < now() - private.import_undo_period())
  then
    raise exception 'This import was made more than 30 days ago, so it can no longer be taken back.'
      using errcode = 'AG002';
  end if;
  update private.imports i set taken_back_at = now()
  where i.user_id = auth.uid() and i.import_id = wanted_import and i.taken_back_at is null;
  if not found then
    return;
  end if;
  -- All rows of an import belong to one screen, so the status of any row identifies the screen.
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
  private.rows_of_import(uuid), private.imported_rows(uuid), private.undo_import(uuid)
to authenticated;


-- supabase/schemas/46_facts.sql

-- Required facts: a new row of a form must name its ARBO or ARC, its period and what it is about (AG007). Older rows
-- that lack a fact can still be read and edited, but no update may remove a fact. The registry (`facts` of each record
-- type) lists the same facts for forms, imports and the API; a test compares the two lists. 55_relations.sql lists the
-- facts of each table.

create table private.required_facts (
  table_name text not null references private.record_tables (table_name),
  place integer not null,
  -- Columns of the fact; at least one must have a value.
  columns text[] not null check (cardinality(columns) > 0),
  -- Status whose rows do not need the fact; null if all rows need the fact.
  not_for text,
  primary key (table_name, place)
);
alter table private.required_facts enable row level security;
comment on table private.required_facts is
  'Facts that every new row of a form needs: at least one column of each fact. private.require_facts creates the '
  'triggers.';

-- Builds the SQL condition that a row lacks a fact, which means that all columns of the fact are empty. alias is
-- written before each column name, such as `new.`. The API filters incomplete rows with exactly the same text
-- (`lacksFact` of `_shared/server/lists/incomplete.ts`), so that Postgres can use the index.
create function private.build_missing_fact_condition(target regclass, fact private.required_facts,
  alias text) returns text
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
revoke execute on function private.build_missing_fact_condition(regclass, private.required_facts, text) from public;

-- AFTER trigger for a row without a required fact: refuses the row (AG007). Argument: the first column of the fact. It
-- is an AFTER trigger so that the policies check the office of the row first. Skips rows written by the owner of the
-- tables, as when a backup is restored, and rows restored from the trash.
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

-- Adds two triggers per fact of a table: for inserts and for updates. They fire only for rows that lack the fact (WHEN
-- condition), so that complete rows cost no time. Also adds the index of incomplete rows.
create procedure private.require_facts(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  bare constant text := (select c.relname from pg_catalog.pg_class c where c.oid = target);
  fact private.required_facts;
begin
  for fact in select f.* from private.required_facts f where f.table_name = bare loop
    execute format('create trigger %I after insert on %s for each row when (%s)
      execute function private.refuse_missing_fact(%L)', 'require_fact_' || fact.place || '_insert', target,
        private.build_missing_fact_condition(target, fact, 'new.'), fact.columns[1]);
    execute format('create trigger %I after update on %s for each row when (%s and not %s)
      execute function private.refuse_missing_fact(%L)', 'require_fact_' || fact.place || '_update', target,
        private.build_missing_fact_condition(target, fact, 'new.'),
          private.build_missing_fact_condition(target, fact, 'old.'), fact.columns[1]);
  end loop;
  execute format('create index %I on %s (office) where %s', bare || '_incomplete', target, (
    select string_agg(private.build_missing_fact_condition(target, f, ''), ' or ' order by f.place)
    from private.required_facts f where f.table_name = bare));
end
$$;


-- supabase/schemas/47_organizations.sql

-- A row belongs to an ARBO by key (arboPrimaryKey, the id of the row in the masterlist). The ARBO ID and the ARBO name
-- of the row are copies: a new name or a new ID of an ARBO is written to every row of the ARBO. The masterlist stores
-- former names, so that a row or a file with a former name still finds its ARBO.

-- Returns the id of the office's ARBO with the given name. If no ARBO has this name, returns the ARBO that had it
-- formerly. Returns null if no ARBO matches, or more than one.
create function private.find_arbo_by_name(wanted_office text, name text) returns bigint
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
revoke execute on function private.find_arbo_by_name(text, text) from public;

-- Returns the ids of the ARBOs in the caller's scope whose former names match every search term
-- (private.build_term_conditions).
create function private.find_arbos_by_former_name(terms jsonb) returns bigint[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  conditions constant text := private.build_term_conditions(terms, array['former'], by_index => false);
  found_ids bigint[];
begin
  if conditions is not null then
    execute format($sql$
      select array(
        select f.arbo
        from (
          select m.id as arbo, private.fold(private.join_list(m.former_names)) as former, null::bigint as id,
            '' as process_stage
          from public.arbo_masterlist m
          where m.former_names is not null and (%L or m.office = any ($1))) f
        where %s)$sql$, private.central_caller_id() is not null, conditions)
      into found_ids using private.offices_to_read();
  end if;
  return found_ids;
end
$$;

-- BEFORE trigger on rows that name an ARBO: finds the ARBO by the column that was written (the key first, then the ID,
-- then the name) and copies the ARBO's key, ID and name to the row. If the name is not in the masterlist, the row keeps
-- the name and has no key and no ID.
create function private.resolve_arbo() returns trigger
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
    when name_written then private.find_arbo_by_name(row_office, new.arbo_name)
    when key_written then null
    -- The ARBO ID of the row was cleared: either by Postgres, because the ARBO lost its ID, or by a caller who unlinks
    -- the row from the ARBO.
    else (select m.id from public.arbo_masterlist m where m.id = new."arboPrimaryKey" and m.arbo_id is null)
  end;
  -- This query finds only ARBOs of offices to which the row may refer. So a reference to any other ARBO is refused
  -- like a reference to an ARBO that does not exist.
  select m.id, m.arbo_id, m.arbo_name into arbo
  from public.arbo_masterlist m
  where m.id = wanted and m.office = any (private.referable_offices(row_office));
  if found then
    if key_written and id_written and new."arboPrimaryKey" is not null and new.arbo_id is distinct from arbo.arbo_id
      and new.arbo_id is not null and not private.is_restoring()
    then
      raise exception 'The ARBO record and the ARBO ID belong to different ARBOs.'
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

-- AFTER trigger on rows whose ARBO was written. Checks whether the ARBO has changed since private.resolve_arbo copied
-- its ID and name. If so, raises 40001, and the API repeats the transaction. The ARBO cannot change later, because the
-- foreign key has locked it until the transaction ends.
create function private.check_resolved_arbo() returns trigger
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
    raise exception 'The ARBO was changed at the same time. Try again.' using errcode = '40001';
  end if;
  return null;
end
$$;

-- Checks whether an update of a row only copies the ARBO's columns from the masterlist. This is allowed in approved
-- rows, too.
create function private.is_only_arbo_sync(was jsonb, now jsonb) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select now ->> 'arboPrimaryKey' is not null
    and (was ->> 'arboPrimaryKey' = now ->> 'arboPrimaryKey'
      or was ->> 'arboPrimaryKey' is null and (was ->> 'arbo_id' = now ->> 'arbo_id'
        or private.fold_name(was ->> 'arbo_name') = private.fold_name(now ->> 'arbo_name')))
$$;

-- BEFORE trigger on the ARBO masterlist: when the name of an ARBO changes, adds the old name to its former names. Waits
-- for transactions that are writing rows of the ARBO, so that private.copy_arbo_to_rows sees those rows.
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

-- AFTER trigger on the ARBO masterlist: copies ID and name of an ARBO to the rows of the ARBO. Also links rows that
-- have only the ARBO's name.
create function private.copy_arbo_to_rows() returns trigger
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
        where m.id = any ($1) and t."arboPrimaryKey" is null
          and private.find_arbo_by_name(m.office, m.arbo_name) = m.id)$sql$,
      target.table_name) into due using changed;
    continue when cardinality(due) = 0;
    execute format('select from public.%I t where t.id = any ($1) order by t.id for no key update', target.table_name)
      using due;
    execute format($sql$
      update public.%1$I t set "arboPrimaryKey" = m.id, arbo_id = m.arbo_id, arbo_name = m.arbo_name
      from public.arbo_masterlist m
      where t.id = any ($1) and m.id = any ($2)
        and m.id = coalesce(t."arboPrimaryKey", private.find_arbo_by_name(t.office, t.arbo_name))$sql$,
          target.table_name)
      using due, changed;
  end loop;
  return null;
end
$$;

-- Adds the references from a table to the masterlists (spec section 3): to the ARBO by its key, and to the ARC by its
-- ARC ID.
create procedure private.add_masterlist_references(target regclass)
  language plpgsql set search_path = ''
as $$
begin
  call private.add_reference(target, 'arboPrimaryKey', 'public.arbo_masterlist', 'id');
  execute format('create index %I on %s (arbo_id)',
    (select relname from pg_catalog.pg_class where oid = target) || '_arbo_id', target);
  if exists (select from pg_catalog.pg_attribute where attrelid = target and attname = 'arc_id') then
    call private.add_reference(target, 'arc_id', 'public.arc_masterlist', 'arc_id', true);
  end if;
  -- This trigger must run after clean_texts, normalize_place and fill_from_form11, and before stamp_record. Postgres
  -- fires triggers in the order of their names.
  execute format('create trigger resolve_arbo before insert or update on %s
    for each row execute function private.resolve_arbo()', target);
  -- These triggers must run after the triggers within_arboPrimaryKey_…, so their names sort after those.
  execute format('create trigger within_arbo_settled_insert after insert on %s referencing new table as new_rows
    for each statement execute function private.check_resolved_arbo()', target);
  execute format('create trigger within_arbo_settled_update after update on %s
    referencing new table as new_rows old table as old_rows
    for each statement execute function private.check_resolved_arbo()', target);
end
$$;


-- supabase/schemas/47_soft_checks.sql

-- Soft checks: unusual values that may be right and need a reason before they are saved. The database makes the checks
-- in private.soft_checks. Checks that need other rows (ten times the value of the previous quarter) are made only by
-- the API; for stored rows, they are in private.comparisons. The registry (`softChecks`) has the same list as
-- private.soft_checks; a test compares the two.

create table private.soft_checks (
  table_name text not null references private.record_tables (table_name),
  place integer not null,
  kind text not null check (kind in ('above', 'one_side', 'other_year')),
  field text not null,
  -- Other columns of the check: for kind 'above' the maximum, for 'one_side' the parts of the sum, for 'other_year'
  -- the year.
  others text[] not null check (cardinality(others) > 0),
  primary key (table_name, place)
);
alter table private.soft_checks enable row level security;
comment on table private.soft_checks is 'Values that may be right but can be saved only with a reason.';

-- Builds the SQL condition that the values of a row need a reason by a soft check. alias is written before each column
-- name, such as `new.`.
create function private.build_soft_check_condition(asked private.soft_checks, alias text) returns text
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
revoke execute on function private.build_soft_check_condition(private.soft_checks, text) from public;

-- AFTER trigger for a row that has no reason although its values need one: raises AG008 with the first field that needs
-- a reason.
create function private.require_reason() returns trigger
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
    execute format('select %s', private.build_soft_check_condition(asked, '($1).')) into asks using new;
    if asks then
      raise exception using errcode = 'AG008', column = asked.field,
        message = 'is unusual. Give a reason to save it (soft_check_reason).';
    end if;
  end loop;
  return null;
end
$$;

-- Adds soft checks to a table: the column for the reason, the triggers, and the index of rows with a reason. In an
-- update, only the changed fields are checked.
create procedure private.add_soft_checks(target regclass)
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
    '''Reason for saving the row with unusual values; null if there are none.''', target);
  execute format('grant insert (soft_check_reason), update (soft_check_reason) on %s to authenticated', target);
  execute format('create index %I on %s (office) where soft_check_reason is not null', bare || '_with_reason', target);
  select string_agg(private.build_soft_check_condition(c, 'new.'), ' or ' order by c.place),
    string_agg(format('(%s and (%s) is distinct from (%s))', private.build_soft_check_condition(c, 'new.'),
      (select string_agg('new.' || quote_ident(o), ', ') from unnest(c.field || c.others) o),
      (select string_agg('old.' || quote_ident(o), ', ') from unnest(c.field || c.others) o)), ' or ' order by c.place)
    into asks, asks_anew
  from private.soft_checks c where c.table_name = bare;
  execute format('create trigger ask_reason_insert after insert on %s for each row
    when (new.soft_check_reason is null and (%s)) execute function private.require_reason()', target, asks);
  execute format('create trigger ask_reason_update after update on %s for each row
    when (new.soft_check_reason is null and (%s)) execute function private.require_reason()', target, asks_anew);
end
$$;


-- supabase/schemas/48_reviews.sql

-- Reviews, in addition to the stages of the specification (section 4): a user who may approve a row can return it with
-- a reason, a user who may edit it can resubmit it, and both can comment. Only users who can read the row can read its
-- review. They read the last step from private.reviews; for everything else they use the functions below, which first
-- check access to the row. Each action is logged under the row's office and appears in its history.

create table private.reviews (
  table_name text not null references private.record_tables (table_name),
  row_id bigint not null,
  state text not null check (state in ('returned', 'resubmitted')),
  user_id uuid,
  at timestamptz not null default now(),
  -- Reason for the return, or the message of the resubmission.
  reason text check (reason is null or btrim(reason) <> '' and length(reason) <= 2000),
  -- Office of the row: users who can read the rows of this office can read the review step.
  office text,
  ended boolean not null default false,
  before jsonb,
  primary key (table_name, row_id)
);
create index reviews_office on private.reviews (office, state, at desc) where not ended;
create index reviews_latest on private.reviews (state, at desc) where not ended;
create index reviews_of_table on private.reviews (table_name, state) where not ended;
alter table private.reviews enable row level security;
call private.add_scope_read_policies('private.reviews');
grant select on private.reviews to authenticated, central_reader, provincial_reader;
comment on table private.reviews is 'Last review step of each row that was ever returned.';
comment on column private.reviews.ended is
  'True if the row is approved. Setting the row back to Pending reopens the review in its former state.';
comment on column private.reviews.before is
  'State before the return, as {step, approved}, so that the return can be undone; step is null for a row without a '
  'review.';

create table private.comments (
  id bigint generated always as identity primary key,
  table_name text not null references private.record_tables (table_name),
  row_id bigint not null,
  -- Column that the comment is about; null for a comment on the whole row.
  field text,
  text text not null check (btrim(text) <> '' and length(text) <= 2000),
  user_id uuid,
  user_name text,
  at timestamptz not null default now()
);
create index comments_row on private.comments (table_name, row_id, id);
alter table private.comments enable row level security;
comment on table private.comments is 'Comments of users on a row or on one of its fields.';

-- Returns the ids, among those given, of rows that the caller can read.
create function private.filter_readable_ids(wanted_table text, ids bigint[]) returns bigint[]
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

-- Returns the ids of the pending rows in the caller's scope that are in a review state. wanted is 'returned',
-- 'resubmitted' or 'changed'. A row is 'changed' if the caller was the last to approve it and it has changed since
-- then. To find these quickly, searches only rows that were set back at least once. For a caller without the Sensitive
-- right, changes of only sensitive values do not count.
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
      -- The last approval of a row is its last log entry Approve. A row without such an entry was inserted as
      -- approved, so its entry Insert counts as the approval.
      select l.id, l.user_id from private.user_log l
      where l.form_name = wanted_table and l.row_id = r.id and l.action in ('Approve', 'Insert')
      order by l.id desc limit 1
    ) approval
    join private.user_log l on l.form_name = wanted_table and l.row_id = r.id and l.id > approval.id
    where approval.user_id = auth.uid() and l.action in ('Update', 'Set back')
      and (case when in_full then l.changes else private.remove_sensitive(wanted_table, l.changes) end)
        - 'process_stage' <> '{}');
end
$$;

-- Returns the username of an account. Used where a row has only the id of a user.
create function private.username_of(account uuid) returns text
  language sql stable security definer set search_path = ''
as $$ select u.username from public.users u where u.id = account $$;

-- Confirms that these returned rows may be approved in the rest of the transaction, although they were not resubmitted
-- (private.end_review).
create function private.confirm_returned_rows(ids bigint[]) returns void
  language sql volatile set search_path = ''
as $$ select set_config('private.named_returns', ids::text, true) $$;

-- AFTER trigger: updates the review of a row. Approving the row ends the review, setting the row back reopens the
-- review, and moving the row changes the office of the review. A row that was returned and not resubmitted can be
-- approved only if it was confirmed with private.confirm_returned_rows or, if the transaction has confirmed no rows, by
-- a statement that writes only this row. Otherwise, the trigger raises AG002. Thus no bulk approval includes a row that
-- was returned after the caller loaded the list.
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
      raise exception 'Some rows (%) were returned and not resubmitted. Leave them out, or approve each one by itself.',
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

-- Logs a review action on rows: one entry per row, under the office of the row.
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

-- Returns or resubmits rows (wanted_state is 'returned' or 'resubmitted'). Skips rows for which the caller may not do
-- that, and returns the ids of the others. To return a row, the caller needs the Approve right; to resubmit it, the
-- Edit right. Both need an open reporting window. An approved row that is returned becomes Pending. Only a returned row
-- can be resubmitted.
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

-- Undoes returns that the caller made of these rows, and returns the ids of the rows. Skips rows that the caller may no
-- longer return and rows with a later review step. The review of a row becomes what it was before: no review, or an
-- earlier step with its user, time and reason. A row that was approved before its return is approved again, by the
-- caller and at the current time; if the caller entered the row, that needs the right Approve own.
create function private.undo_returns(wanted_table text, ids bigint[]) returns setof bigint
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
  -- Mark the review as ended before the row is approved again, so that private.end_review does not require naming the
  -- row.
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

-- Returns the comments on a row, oldest first; null if the caller cannot read the row.
create function private.list_comments(wanted_table text, wanted_row bigint) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.filter_readable_ids(wanted_table, array[wanted_row]) = '{}' then
    return null;
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'field', c.field, 'text', c.text, 'by', c.user_name,
      'at', c.at) order by c.id), '[]')
    from private.comments c
    where c.table_name = wanted_table and c.row_id = wanted_row
      -- A comment on a sensitive field may reveal its value.
      and (private.caller_has_right('Sensitive') or not exists (
        select from private.sensitive_columns s where s.table_name = wanted_table and s.column_name = c.field)));
end
$$;

-- Adds a comment and returns all comments on the row; null if the caller cannot read the row. Needs the Edit or the
-- Approve right, but no open reporting window.
create function private.add_comment(wanted_table text, wanted_row bigint, about text, said text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.has_right_for('comment', (private.current_caller()).rights) is true then
    raise exception 'Your role needs the Edit or Approve right to comment on rows.'
      using errcode = 'AG009';
  end if;
  if private.filter_readable_ids(wanted_table, array[wanted_row]) = '{}' then
    return null;
  end if;
  insert into private.comments (table_name, row_id, field, text, user_id, user_name)
  select wanted_table, wanted_row, about, said, u.id, u.username from public.users u where u.id = auth.uid();
  perform private.log_review(wanted_table, array[wanted_row], 'Comment',
    jsonb_build_object(coalesce(about, 'comment'), jsonb_build_array(null, said)));
  return private.list_comments(wanted_table, wanted_row);
end
$$;

grant execute on function
  private.is_approved(text), private.rows_in_review(text, text),
  private.username_of(uuid), private.review_rows(text, bigint[], text, text),
  private.undo_returns(text, bigint[]), private.confirm_returned_rows(bigint[]),
  private.list_comments(text, bigint), private.add_comment(text, bigint, text, text)
to authenticated;


-- supabase/schemas/49_find.sql

-- Finds records of several tables by name, while the user types. Returns a few records, best match first. The work is
-- limited even if many rows have the typed words. Sensitive columns are never searched.

create table private.findable_tables (
  table_name text primary key references private.record_tables (table_name),
  name_column text not null,
  identifier_column text
);
alter table private.findable_tables enable row level security;
comment on table private.findable_tables is
  'Tables that private.find_records searches, with the column that names a row and the identifier by which other '
  'records refer to it.';

-- Joins a name and an identifier into one text for search: lower case, without accents and signs, with a space before
-- each word. Written in plpgsql for speed, because it runs for each of the thousands of rows that an index may find.
create function private.build_find_text(name text, identifier text) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return ' ' || btrim(regexp_replace(private.fold(coalesce(name, '') || ' ' || coalesce(identifier, '')),
    '[^[:alnum:]]+', ' ', 'g'));
end
$$;

-- Builds the SQL expression that calls private.build_find_text with the columns of a table. Indexes and queries must
-- use exactly the same expression.
create function private.build_find_expression(name_column text, identifier_column text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select format('private.build_find_text(%I, %s)', name_column, coalesce(quote_ident(identifier_column), 'null'))
$$;

-- Makes the rows of a table findable by name, and by identifier if the table has one.
create procedure private.make_findable(target regclass, name_column text, identifier_column text default null)
  language plpgsql set search_path = ''
as $$
declare
  name constant text := (select relname from pg_catalog.pg_class where oid = target);
  words constant text := private.build_find_expression(name_column, identifier_column);
begin
  insert into private.findable_tables values (name, name_column, identifier_column);
  execute format('create index %I on %s (%s collate "C")', name || '_found_in_order', target, words);
  execute format('create index %I on %s using gin ((%s) extensions.gin_trgm_ops)', name || '_found', target, words);
end
$$;

-- Returns, for each table, the ids of rows in the caller's scope that may match the query; private.find_records then
-- ranks them. Searches in steps: names that start with the query, in alphabetical order; names that contain the query
-- at the start of a word; names in which each query word starts a word; names that contain the words anywhere; rows
-- that contain the words in any column. Each step runs only if the earlier steps found fewer than `most` rows, and
-- reads at most 4 × `most` rows.
create function private.find_candidate_ids(query text, most integer)
  returns table (table_name text, name_column text, identifier_column text, ids bigint[])
  language plpgsql stable security definer set search_path = ''
as $$
declare
  asked constant text := private.build_find_text(query, null);
  words constant text[] := string_to_array(btrim(asked), ' ');
  -- A trigram index cannot find a part of a word if the part has fewer than three letters.
  long boolean := exists (select from unnest(words) w where length(w) > 2);
  scope constant text := case when private.central_caller_id() is null
    then format(' and office = any (%L::text[])', private.offices_to_read()) else '' end;
  steps text[];
  step text;
  found bigint[];
begin
  if length(btrim(asked)) < 2 then
    return;
  end if;
  for table_name, name_column, identifier_column in select * from private.findable_tables loop
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
        replace(replace(step, '{words}', private.build_find_expression(name_column, identifier_column)), '{scope}',
          scope), 4 * most) into found;
      ids := array(select distinct i from unnest(ids || found) i);
    end loop;
    if cardinality(ids) > 0 then
      return next;
    end if;
  end loop;
end
$$;

-- Returns the rows that match a query best, at most `most` per table, best first. rank is 1 if the name or identifier
-- equals the query, 2 if the name starts with the query, 3 if it contains the query at the start of a word, 4 if each
-- word of the query starts a word of the name, 5 if the name contains the words anywhere, and 6 if other columns
-- contain the words. Within a rank, rows of the caller's own office come first. For rank 6, hit_column and hit_value
-- say where the words were found. Policies and column privileges apply to each row.
create function private.find_records(query text, most integer)
  returns table (table_name text, id bigint, rank integer, name text, identifier text, about jsonb, hit_column text,
    hit_value text)
  language plpgsql stable set search_path = ''
as $$
declare
  asked constant text := private.build_find_text(query, null);
  words constant text[] := string_to_array(btrim(asked), ' ');
  own constant text := (
    select coalesce(c.region_name, '') || ' / ' || coalesce(c.province_name, '') from private.current_caller() c);
  target record;
  readable text;
begin
  for target in select * from private.find_candidate_ids(query, most) loop
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
          select private.build_find_text(t.%2$I, null) as name, private.build_find_text(%3$s, null) as identifier,
            private.build_find_text(t.%2$I, %3$s) as words) n
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
  private.build_find_text(text, text), private.find_candidate_ids(text, integer), private.find_records(text, integer)
to authenticated;


-- supabase/schemas/49_trash.sql

-- Trash and undo: rows deleted within the last 30 days can be restored unchanged, and a row can be reverted to the
-- values after an entry of its history. No copy of a deleted row is stored for this: the user log has all its values,
-- sealed, under the row's office. Users who could read the row can see it in the trash; after 30 days it is only in the
-- log. The files of a deleted row are kept for at least as long (71_uploads.sql). Reviews and comments refer to the row
-- by id and so apply again after a restore.

-- Time for which a deleted row can be restored.
create function private.trash_retention() returns interval
  language sql immutable parallel safe set search_path = ''
as $$ select interval '30 days' $$;

create index user_log_deleted on private.user_log (form_name, at desc, id desc)
  where action = 'Delete' and source = 'database';

-- Checks whether rows are being restored. Restored rows are inserted as they were stored, so the checks for new rows
-- (facts, reasons, places, files, author) do not apply. Only private.restore sets the setting that is read here, while
-- it inserts rows. Callers cannot change settings; if they could, they could also pretend to be another user.
create function private.is_restoring() returns boolean
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return coalesce(current_setting('private.restoring', true), '') = 'yes';
end
$$;

-- Returns the deleted rows that can still be restored, of offices that the caller can read: rows that were deleted less
-- than 30 days ago and do not exist again. Of each row, returns the log entry of its last deletion. If ids is not null,
-- returns only rows with these ids.
create function private.find_deleted_rows(wanted_table text, ids bigint[] default null)
  returns table (entry bigint, row_id bigint, office text, status text, approved boolean)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.check_record_table(wanted_table);
  return query execute format(
    'select l.id, l.row_id, l.office, l.status, private.is_approved(l.changes #>> ''{process_stage,0}'')
     from private.user_log l
     where l.form_name = $1 and l.action = ''Delete'' and l.source = ''database''
       and l.at > now() - private.trash_retention() and l.office = any ($2) and ($3 is null or l.row_id = any ($3))
       and not exists (
         select from private.user_log k
         where k.form_name = $1 and k.row_id = l.row_id and k.id > l.id and k.action = ''Delete'')
       and not exists (select from public.%I t where t.id = l.row_id)', wanted_table)
    using wanted_table, private.offices_to_read(), ids;
end
$$;

-- Returns the values of a deleted row, as {column: value}, from the changes in the log entry of its deletion.
create function private.rebuild_deleted_row(changes jsonb) returns jsonb
  language sql immutable parallel safe set search_path = ''
as $$ select jsonb_object_agg(c.key, c.value -> 0) from jsonb_each(changes) c $$;

-- Returns a page of deleted rows, last deleted first, as {rows, total}. Each row has the columns that lists show, and
-- the field deleted: {by, at, until}: the user who deleted the row, the time of the deletion, and the time until which
-- the row can be restored. For a caller without the Sensitive right, sensitive columns are left out; for a caller with
-- the right, the reading is logged. If statuses is not null, returns only rows with one of these statuses.
create function private.list_trash(wanted_table text, statuses text[], page_size integer, skipped bigint) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  hidden constant text[] := case when private.caller_has_right('Sensitive') then '{}' else array(
    select c.column_name from private.sensitive_columns c where c.table_name = wanted_table) end;
  answer jsonb;
begin
  execute format(
    'with trashed as materialized (
       select t.entry from private.find_deleted_rows($1) t where $2 is null or t.status = any ($2)
     ),
     -- Select the page before converting entries to rows, because other log entries belong to other tables.
     chosen as materialized (
       select l.* from private.user_log l
       where l.id in (select entry from trashed order by entry desc limit $3 offset $4)
     )
     select jsonb_build_object(''total'', (select count(*) from trashed), ''rows'', (
       select coalesce(jsonb_agg(
         to_jsonb(r) - ''search_text'' - $5 || jsonb_build_object(''office'', l.office, ''deleted'', jsonb_build_object(
           ''by'', l.user_name, ''at'', l.at, ''until'', l.at + private.trash_retention())) order by l.id desc), ''[]'')
       from chosen l
         cross join lateral jsonb_populate_record(null::public.%I, private.rebuild_deleted_row(l.changes) - $5) r))',
    wanted_table)
    into answer
    using wanted_table, statuses, page_size, skipped, hidden;
  perform private.log_reading(wanted_table, array(
    select (r ->> 'id')::bigint from jsonb_array_elements(answer -> 'rows') r
    where private.has_sensitive_value(wanted_table, r)));
  return answer;
end
$$;

-- Inserts deleted rows with their former values and returns their ids. entries are the log entries of the deletions.
-- Skips rows that exist again.
create function private.restore(wanted_table text, entries bigint[]) returns setof bigint
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  names constant text[] := (
    select array_agg(quote_ident(a.attname) order by a.attnum)
    from pg_catalog.pg_attribute a
    where a.attrelid = format('public.%I', wanted_table)::regclass and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '');
begin
  perform private.reattach_files(wanted_table, entries);
  perform set_config('private.restoring', 'yes', true);
  -- Old log entries of deletions lack the row version. For them, use the count of all log entries of the row, which is
  -- at least as high as its version.
  return query execute format(
    'insert into public.%1$I (%2$s) overriding system value
     select %3$s
     from private.user_log l
       cross join lateral jsonb_populate_record(null::public.%1$I,
         jsonb_build_object(''updated_at'', now(), ''row_version'', (
           select count(*) from private.user_log k where k.form_name = l.form_name and k.row_id = l.row_id))
           || private.rebuild_deleted_row(l.changes)) r
     where l.id = any ($1)
     order by r.id
     on conflict (id) do nothing
     returning %1$I.id', wanted_table, array_to_string(names, ', '), 'r.' || array_to_string(names, ', r.'))
    using entries;
  perform set_config('private.restoring', '', true);
end
$$;

-- Restores deleted rows with their attachments, and returns the ids of the rows. Skips rows that the caller may not
-- restore. Needs the Delete right and an open reporting window; only the central office can restore an approved row. As
-- in any insert, it is an error if a row refers to a row that does not exist, or has a unique value that another row
-- has now.
create function private.restore_rows(wanted_table text, ids bigint[]) returns setof bigint
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  in_target constant text[] := private.offices_to_write('restore', 'target');
  in_accomplishment constant text[] := private.offices_to_write('restore', 'accomplishment');
  of_central constant boolean := private.central_caller_id() is not null;
  entries constant bigint[] := array(
    select t.entry from private.find_deleted_rows(wanted_table, ids) t
    where t.office = any (
        case private.window_of(wanted_table, t.status) when 'target' then in_target else in_accomplishment end)
      and (of_central or not t.approved));
begin
  -- Restore the attachments first: the rows contain links to the attachments.
  perform private.restore('attachments', private.find_deleted_attachments(wanted_table, entries));
  return query select private.restore(wanted_table, entries);
end
$$;

-- Returns what a row must be changed to so that it is as it was after an entry of its history: the values, as {column:
-- value}, of the columns that later entries have changed. Null if the caller cannot see the entry, or if the entry is a
-- deletion. Leaves out sensitive columns if the caller lacks the Sensitive right.
create function private.values_after_entry(wanted_table text, wanted_row bigint, entry bigint) returns jsonb
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
        -- Review actions are in the history, too, but do not change the row.
        and l.action in ('Update', 'Approve', 'Set back', 'Delete')
      order by e.key, l.id
    ) c
    where private.caller_has_right('Sensitive') or not exists (
      select from private.sensitive_columns s where s.table_name = wanted_table and s.column_name = c.key));
end
$$;

grant execute on function
  private.is_restoring(), private.list_trash(text, text[], integer, bigint), private.restore_rows(text, bigint[]),
  private.values_after_entry(text, bigint, bigint)
to authenticated;


-- supabase/schemas/50_tables/arb_marketing_assistance_monitoring.sql

-- Monthly monitoring of marketing assistance (spec section 3). Numbers of people are given by group (ARB or not), kind
-- of seller, and sex. Each total must equal the sum of its parts.

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
  -- A column …_total is the sum of the columns …_raw and …_farmer with the same beginning.
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
  'Marketing assistance to ARBOs, one row per ARBO, month and project.';
comment on column public.arb_marketing_assistance_monitoring.total_volume is
  'Volume marketed, in the unit of the commodity.';
comment on column public.arb_marketing_assistance_monitoring.total_gross is 'Gross sales, whole pesos.';
insert into private.record_tables values ('arb_marketing_assistance_monitoring', 'accomplishment');
call private.apply_protection('public.arb_marketing_assistance_monitoring');
call private.index_import_names('public.arb_marketing_assistance_monitoring', 'arbo_name');


-- supabase/schemas/50_tables/arbo_marketing_targets.sql

-- Annual marketing targets of ARBOs: the commodities that they plan to sell (spec section 3).

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
  'Training from which the target results: a search field of spec section 7.';
insert into private.record_tables values ('arbo_marketing_targets', 'target');
call private.apply_protection('public.arbo_marketing_targets');
call private.index_import_names('public.arbo_marketing_targets', 'arbo_name');


-- supabase/schemas/50_tables/arbo_masterlist.sql

-- The ARBO masterlist (spec section 3). A total must equal the sum of its parts if all of them are given. If a value is
-- null, the check passes, so that incomplete rows can be saved.

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
  'Former names of the ARBO, oldest first; null if there are none. Only the database writes this column.';
insert into private.record_tables values ('arbo_masterlist', 'accomplishment');
call private.apply_protection('public.arbo_masterlist');
call private.index_import_names('public.arbo_masterlist', 'arbo_name');
call private.make_findable('public.arbo_masterlist', 'arbo_name', 'arbo_id');

-- Indexes for the default order of lists, by name. The order is the same on every machine.
create index arbo_masterlist_by_name on public.arbo_masterlist (arbo_name collate private.natural_order, id);
create index arbo_masterlist_office_by_name on public.arbo_masterlist
  (office, arbo_name collate private.natural_order, id);

-- Index to find the ARBO of a row that has the ARBO's name but not its ARBO ID.
create index arbo_masterlist_office_name on public.arbo_masterlist (office, arbo_name);

-- Index to find the few ARBOs that have former names.
create index arbo_masterlist_formerly on public.arbo_masterlist (office) where former_names is not null;


-- supabase/schemas/50_tables/arbo_trainings.sql

-- Trainings (spec section 3). The table participants says who attended which training.

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
create trigger generate_identifier before insert on public.arbo_trainings
  for each row execute function private.generate_identifier('training_id', 'TRN-');
comment on table public.arbo_trainings is 'Training activities of ARBOs (Form 5).';
comment on column public.arbo_trainings.training_id is
  'Identifier by which other records refer to the training; generated by the database if left empty.';
insert into private.record_tables values ('arbo_trainings', 'accomplishment');
call private.apply_protection('public.arbo_trainings');
call private.index_import_names('public.arbo_trainings', 'training_title');
call private.make_findable('public.arbo_trainings', 'training_title', 'training_id');
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

-- BEFORE trigger for a row without region or province: copies region and province from the ARC of the row. Does nothing
-- if the caller cannot read the ARC, or if the row names a different region or province.
create function private.fill_office_from_arc() returns trigger
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
  execute function private.fill_office_from_arc();


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

-- Indexes for the default order of lists, by name. The order is the same on every machine.
create index arc_masterlist_by_name on public.arc_masterlist (arc_name collate private.natural_order, id);
create index arc_masterlist_office_by_name on public.arc_masterlist
  (office, arc_name collate private.natural_order, id);


-- supabase/schemas/50_tables/dropdown_values.sql

-- Dropdown lists (spec section 7), and a function that counts the records that use a value. When a value is renamed or
-- replaced, the central office updates the records like any others: under the policies, and with log entries.

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

-- Counts the rows that contain the value `wanted`, for each of the given columns {table, column}. A row contains the
-- value if the column equals the value or, for a list column, has the value as an item. Raises an error for a column
-- that callers cannot write, or whose table is neither a record table nor the project list.
create function private.count_value_usage(columns jsonb, wanted text)
  returns table (table_name text, column_name text, rows bigint)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  one record;
begin
  if not private.caller_has_route('dropdowns') then
    raise exception 'Only administrators with the route "dropdowns" can count the use of a value.'
      using errcode = 'AG003';
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

grant execute on function private.count_value_usage(jsonb, text) to authenticated;


-- supabase/schemas/50_tables/farmers_tracking_income.sql

-- Quarterly tracking of farmers' income: the proceeds of a crop sold through the ARBO, compared with a sale to a
-- trader (spec section 3). The spec names the fields without formulas; the formulas follow the order of the fields in
-- the spec.

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

  -- Each of these totals is an amount per unit times the volume sold, rounded to the centavo.
  constraint farmers_tracking_income_gross_sales_agrees check (gross_sales = round(volume_sold * price_per_unit, 2)),
  constraint farmers_tracking_income_total_production_cost_agrees
    check (total_production_cost = round(volume_sold * production_cost_per_unit, 2)),
  constraint farmers_tracking_income_total_post_harvest_cost_agrees
    check (total_post_harvest_cost = round(volume_sold * post_harvest_cost_per_unit, 2)),
  constraint farmers_tracking_income_total_marketing_cost_agrees
    check (total_marketing_cost = round(volume_sold * marketing_cost_per_unit, 2)),
  -- The formulas follow the order of the fields in the spec. Production and post-harvest costs come before the gross
  -- profit, so the gross profit is the gross sales minus these costs. Marketing costs come between gross profit and net
  -- income, so the net income is the gross profit minus the marketing costs.
  constraint farmers_tracking_income_gross_profit_agrees
    check (gross_profit = gross_sales - total_production_cost - total_post_harvest_cost),
  constraint farmers_tracking_income_net_income_agrees check (net_income = gross_profit - total_marketing_cost),
  -- The columns …trader… have what the farmers would have earned by selling the same volume to a trader. Production and
  -- post-harvest cost the same for any buyer, so these costs are subtracted here, too; otherwise the two net incomes
  -- could not be compared.
  constraint farmers_tracking_income_gross_sales_trader_agrees
    check (gross_sales_trader = round(volume_sold * trader_market_price_per_unit, 2)),
  constraint farmers_tracking_income_trader_total_marketing_cost_agrees
    check (trader_total_marketing_cost = round(volume_sold * trader_marketing_cost_per_unit, 2)),
  constraint farmers_tracking_income_trader_net_income_agrees check (
    trader_net_income
      = gross_sales_trader - total_production_cost - total_post_harvest_cost - trader_total_marketing_cost),
  -- How much higher the net income is when sold through the ARBO than when sold to a trader, as a fraction of the net
  -- income from the trader. Divides by the absolute value, so that the sign shows which sale is better even if the net
  -- income from the trader is negative. Null if that net income is zero.
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
  'Income from one delivery of a crop: through the ARBO, and what a trader would have paid.';
comment on column public.farmers_tracking_income.percent_difference is 'Fraction: 0.125 is shown as 12.50%.';
comment on column public.farmers_tracking_income.volume_sold is
  'Volume in the unit of the column unit; amounts are in PHP.';
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
-- Index to find permits that expire soon (public.expiring_permits).
create index fme_inventory_table_fda_lto_expiry on public.fme_inventory_table (office, fda_lto_expiry)
  where fda_lto_expiry is not null;
create index fme_inventory_table_cpr_expiry on public.fme_inventory_table (office, cpr_expiry)
  where cpr_expiry is not null;
create index fme_inventory_table_halal_expiry on public.fme_inventory_table (office, halal_expiry)
  where halal_expiry is not null;
create trigger generate_identifier before insert on public.fme_inventory_table
  for each row execute function private.generate_identifier('fme_inventory_id', 'FME-');
comment on table public.fme_inventory_table is
  'Machines and equipment of ARBOs, one row per item: ownership, training of operators, products and permits.';
comment on column public.fme_inventory_table.fme_inventory_id is
  'Identifier by which rentals refer to the machine; generated by the database if left empty.';
insert into private.record_tables values ('fme_inventory_table', 'accomplishment');
call private.apply_protection('public.fme_inventory_table');
call private.make_findable('public.fme_inventory_table', 'prj_title', 'fme_inventory_id');


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
comment on table public.fme_rental_monitoring is 'Rentals of machines, one row per transaction.';
comment on column public.fme_rental_monitoring.total_rental_fees is 'PHP, whole pesos.';
comment on column public.fme_rental_monitoring.fme_inventory_id is
  'The rented machine; empty if only its kind is known (specific_fme_rented).';
insert into private.record_tables values ('fme_rental_monitoring', 'accomplishment');
call private.apply_protection('public.fme_rental_monitoring');
call private.index_import_names('public.fme_rental_monitoring', 'arbo_name');


-- supabase/schemas/50_tables/form11_accomps.sql

-- Form 11, support provided to ARBOs (spec section 3): targets and accomplishments in one table. The status of a row
-- decides which reporting window controls writes.

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
  'Form 11: support to an ARBO, planned (status Target) or provided (Accomplished, Updated).';
insert into private.record_tables values ('form11_accomps', 'status');
call private.apply_protection('public.form11_accomps');
call private.index_import_names('public.form11_accomps', 'arbo_name');

comment on column public.form11_accomps."uploadFile" is
  'Links of the attached files, and names of files typed by hand.';

-- Each row must have the status Target or Accomplished, because the status decides on which screen the row is shown and
-- which reporting window applies to it.
alter table public.form11_accomps
  drop constraint status_status_check,
  alter column status set default 'Accomplished',
  add constraint form11_accomps_status_check check (status in ('Target', 'Accomplished')),
  alter column status set not null;
comment on column public.form11_accomps.status is
  'Target or Accomplished: decides the screen and the reporting window of the row.';


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

-- Form 7 annual targets (spec section 3). In the spec, the name of this table says only "product developments". That it
-- has the targets follows from its route and from the name Form7AnnualTargetData.

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
  'Form 7 annual target: products that an ARBO is to develop, with the training for it.';
insert into private.record_tables values ('form7_proddevs', 'target');
call private.apply_protection('public.form7_proddevs');
call private.index_import_names('public.form7_proddevs', 'arbo_name');


-- supabase/schemas/50_tables/form_10.sql

-- Form 10: trainings of an ARBO, the enterprise that resulted from them, and the milestones of the enterprise (spec
-- section 3).

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
  -- The endpoint form-5-accomp also reads targets (form_5_annualtargets) and recognizes them by their ids. So no row of
  -- this table may have the id of a target.
  alter id set minvalue 1000000001 set start 1000000001 restart,
  add constraint form_5_accomps_id_above_targets check (id > 1000000000);
comment on table public.form_5_accomps is 'Form 5 annual accomplishment, one row per ARBO and project.';
insert into private.record_tables values ('form_5_accomps', 'accomplishment');
call private.apply_protection('public.form_5_accomps');
call private.index_import_names('public.form_5_accomps', 'arbo_name');


-- supabase/schemas/50_tables/form_5_annualtargets.sql

-- Form 5, capacity building: annual targets per person and training (spec section 3). The trainings themselves are in
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
  -- The columns above are the same personal data as in participants. As there, only users with the Sensitive right can
  -- read them.
  constraint form_5_annualtargets_birthday_past check (birthday <= (time_stamp at time zone 'Asia/Manila')::date),
  constraint form_5_annualtargets_age_agrees check (age = private.age_on(birthday,
    (time_stamp at time zone 'Asia/Manila')::date)),
  constraint form_5_annualtargets_age_check check (age between 0 and 130),
  constraint form_5_annualtargets_age_base_group_agrees check (age_base_group = private.age_group(age))
);
alter table public.form_5_annualtargets
  alter status set default 'Target',
  -- The endpoint form-5-accomp reads this table and form_5_accomps, and distinguishes their rows by id. So ids end
  -- here, and those of form_5_accomps start above.
  alter id set maxvalue 1000000000,
  add constraint form_5_annualtargets_id_below_accomps check (id <= 1000000000);
comment on table public.form_5_annualtargets is
  'Form 5 annual target: person of an ARBO to be trained, and the training.';
insert into private.record_tables values ('form_5_annualtargets', 'target');
insert into private.sensitive_columns
select 'form_5_annualtargets',
  unnest('{birthday,age,is_4ps_beneficiary,is_solo_parent,is_pwd,is_ip,age_base_group}'::text[]);
call private.apply_protection('public.form_5_annualtargets');
call private.protect_sensitive_columns('public.form_5_annualtargets');
call private.index_import_names('public.form_5_annualtargets', 'arbo_name');

comment on column public.form_5_annualtargets.age is 'Full years on the day the row was entered.';

create trigger fill_in_age before update on public.form_5_annualtargets
  for each row execute function private.fill_in_age();


-- supabase/schemas/50_tables/inventory_status_monitoring.sql

-- Support in kind that was provided to ARBOs, and the annual updating of the state of farm machinery and equipment
-- (spec section 3).

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

-- People who attend trainings, and their attendance (spec section 3). A person can attend many trainings. The row of a
-- person has the ids of the trainings as lists, because forms and imported files have them as lists. The table
-- participant_trainings has the same ids as foreign keys.

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
  -- The age is that on the day the row was entered (Manila time), because a check constraint cannot use today's date.
  constraint participants_birthday_past check (birthday <= (time_stamp at time zone 'Asia/Manila')::date),
  constraint participants_age_agrees check (age = private.age_on(birthday,
    (time_stamp at time zone 'Asia/Manila')::date)),
  constraint participants_age_check check (age between 0 and 130),
  constraint participants_age_base_group_agrees check (age_base_group = private.age_group(age))
);

alter table public.participants alter participant_name set not null, alter status set default 'Accomplished',
  add constraint participants_participant_name_given check (btrim(participant_name) <> '');
comment on table public.participants is 'People who take part in trainings, one row per person.';
comment on column public.participants.training_id is 'training_id of each training that the person attended.';
comment on column public.participants.wo_training_id is
  'training_id of each training planned for the person but not attended.';
insert into private.record_tables values ('participants', 'accomplishment');
insert into private.sensitive_columns
select 'participants', unnest('{birthday,age,is_4ps_beneficiary,is_solo_parent,is_pwd,is_ip,age_base_group}'::text[]);
call private.apply_protection('public.participants');
call private.protect_sensitive_columns('public.participants');
call private.index_import_names('public.participants', 'participant_name');
call private.make_findable('public.participants', 'participant_name');

comment on column public.participants.age is 'Full years on the day the row was entered.';

-- Indexes for the default order of lists, by name. The order is the same on every machine.
create index participants_by_name on public.participants (participant_name collate private.natural_order, id);
create index participants_office_by_name on public.participants
  (office, participant_name collate private.natural_order, id);

-- Sorting hundreds of thousands of people by place takes half a second without an index.
create index participants_by_region on public.participants (region_name collate private.natural_order, id);
create index participants_by_province on public.participants (province_name collate private.natural_order, id);
create index participants_by_town on public.participants (muncity_name collate private.natural_order, id);

call private.index_names('public.participants', 'participant_name');

create trigger fill_in_age before update on public.participants
  for each row execute function private.fill_in_age();

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
  'Trainings that people attended or were to attend. Triggers on participants maintain it from the lists of training '
  'ids.';
comment on column public.participant_trainings.office is
  'Office of the participant, which decides who can read the row.';
revoke all on public.participant_trainings from anon, authenticated;
grant select on public.participant_trainings to authenticated;
alter table public.participant_trainings enable row level security;
alter table public.participant_trainings force row level security;

call private.add_scope_read_policies('public.participant_trainings');

-- AFTER trigger: updates participant_trainings from the lists of the written rows. The foreign key of that table
-- refuses ids of trainings that do not exist.
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
  'Funded project programmes: a PSP category with its sub-PSPs. Maintained by administrators.';
call private.make_searchable('public.project_list');
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

-- Sales transactions. Spec section 3 gives only the links of a transaction and its status. It does not list the values
-- of the status, so they are those of other forms. The columns for commodity, buyer and terms were derived from
-- dropdown lists of the spec that no other field uses.
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
  -- Gross sales are rounded to the centavo; half a centavo is rounded up.
  constraint sales_transactions_gross_sales_agrees check (gross_sales = round(volume * price_per_unit, 2))
);
alter table public.sales_transactions alter status set default 'Accomplished';
comment on table public.sales_transactions is 'Sales entered under a marketing assistance record.';
insert into private.record_tables values ('sales_transactions', 'accomplishment');
call private.apply_protection('public.sales_transactions');


-- supabase/schemas/55_relations.sql

-- References between the record tables, and rules that need all of these tables: required facts, the status Updated,
-- soft checks, and the indexes for the order of lists.

-- References to the masterlists (spec section 3)

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
    call private.add_masterlist_references(t.target);
  end loop;
end
$$;

create trigger keep_former_name before update of arbo_name on public.arbo_masterlist
  for each row when (old.arbo_name <> new.arbo_name) execute function private.keep_former_name();
create trigger carry_arbo_insert after insert on public.arbo_masterlist
  referencing new table as new_rows for each statement execute function private.copy_arbo_to_rows();
create trigger carry_arbo_update after update on public.arbo_masterlist
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.copy_arbo_to_rows();

-- References between the other tables

alter table public.arc_barangays_covered
  add foreign key (arc_id) references public.arc_masterlist (arc_id) on update cascade;
call private.restrict_reference_offices('public.arc_barangays_covered', 'arc_id', 'public.arc_masterlist', 'arc_id');
call private.restrict_reference_offices('public.participant_trainings', 'training_id', 'public.arbo_trainings',
  'training_id');
call private.add_reference('public.sales_transactions', 'mark_assist_id', 'public.arb_marketing_assistance_monitoring',
  'id');
-- A marketing target may result from a training.
call private.add_reference('public.arbo_marketing_targets', 'training_id', 'public.arbo_trainings', 'training_id');
call private.add_reference('public.fme_rental_monitoring', 'fme_inventory_id', 'public.fme_inventory_table',
  'fme_inventory_id');
call private.add_reference('public.form_5_annualtargets', 'training_id', 'public.arbo_trainings', 'training_id');
call private.add_reference('public.form7_accomps', 'training_id', 'public.arbo_trainings', 'training_id');
call private.add_reference('public.form7_proddevs', 'training_id', 'public.arbo_trainings', 'training_id');
call private.add_reference('public.qtr_sales_reports', 'proddev_id', 'public.form7_proddevs', 'id');
call private.add_reference('public.form_10', 'training_id', 'public.arbo_trainings', 'training_id');

-- Facts that a new row of a form must name (46_facts.sql).
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

-- Adds further required facts. New targets must name their ARBO (organization) or ARC (community), their year and their
-- subject. New trainings, machines and participants must name the ARBO or ARC to which they belong.
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
    call private.require_facts(t.target);
  end loop;
end
$$;

-- When a user edits a row, its status becomes Updated. Adds the trigger for this to all tables with a status, except
-- those in which the status decides on which screen a row is shown.
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
    execute format('create trigger flag_as_updated before insert or update on %s
      for each row execute function private.flag_as_updated()', t.target);
  end loop;
end
$$;

-- Soft checks: values that need a reason before they are saved (47_soft_checks.sql). The registry (`softChecks`) has
-- the same list; a test compares the two.
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
    call private.add_soft_checks(t.target);
    call private.apply_protection(t.target);
  end loop;
end
$$;

-- Indexes for the default order of lists. The order is the same on every machine. Lists of forms are sorted by the name
-- of the ARBO. The indexes for participants, trainings and the masterlists are in the files of these tables.
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


-- supabase/schemas/61_activities.sql

-- Activities: the rows of all forms in one common shape, stored in public.activities, and the outcomes of targets. A
-- target is matched if there is an accomplishment of the same form, organization and year, and of the same programme
-- if both rows name a programme. Only private.find_nearest_counterparts implements this rule (spec section 7).

-- Returns the tables from which activities are derived, with the SQL expressions that map their rows (r) to the common
-- shape. The period of a training contains the day on which the training was held. Targets are annual; charts ignore
-- the quarter of a target.
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
  'Rows of the forms in one common shape. side is target, accomplishment or training.';
comment on column public.activities.year is
  'Reporting year; the funding year if the reporting year is empty. For a training, the year in which the training '
  'was held.';
comment on column public.activities.organization is
  'Identifies the organization when matching targets with accomplishments: its key in the masterlist; for an '
  'organization that is not in the masterlist, office and name.';
comment on column public.activities.arbo is
  'Id in the ARBO masterlist (the arboPrimaryKey of the row).';
comment on column public.activities.arc is 'Id in the ARC masterlist.';
comment on column public.activities.matched_within is
  'Distance of the nearest matching target or accomplishment: 3 same office, 2 same region, 1 same country, 0 none. A '
  'user with a narrower scope has fewer matches.';
create index activities_matching on public.activities (form, organization, year);
create index activities_arbo on public.activities (arbo);
create index activities_arc on public.activities (arc);
create index activities_office on public.activities (office, form, side, year);
create index activities_form on public.activities (form, side, year, reporting_quarter, reporting_month);

call private.read_only_in_scope('public.activities');

-- Returns how near a match must be for the caller to see it, as in matched_within: 1 country, 2 region, 3 office.
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
  'Targets, and whether the caller can see a matching accomplishment: same form, organization and year, and same '
  'programme if both name one.';

create view public.accomplishment_outcomes with (security_invoker = true) as
  select a.*, a.matched_within >= (select private.caller_reach()) as matched
  from public.activities a
  where a.side = 'accomplishment';

comment on view public.accomplishment_outcomes is
  'Accomplishments, and whether the caller can see a matching target: same form, organization and year, and same '
  'programme if both name one.';

revoke all on public.target_outcomes, public.accomplishment_outcomes from anon, authenticated;

grant select on public.target_outcomes, public.accomplishment_outcomes to authenticated;

grant execute on function private.caller_reach() to authenticated;

-- Builds the query for the activities of rows of a form. rows_name is a relation with the columns of the form's table.
-- matched_within is 0; private.refresh_activities sets it.
create function private.activity_query(wanted_table text, rows_name text) returns text
  language sql stable set search_path = ''
as $$
  select format($q$
    select %1$L, r.id, %2$L, %3$s, r.office, r.region_name, r.province_name, r.muncity_name, r.arbo_id, r.arc_id,
      coalesce(%4$s, r.year_funded), %4$s, %5$s, %6$s, r.year_funded, r.fund_source, r.psp_category, r.subpsp_name,
      r.subpsp_abbreviation, %7$s, %8$s::bigint,
      coalesce('ARBO ' || r."arboPrimaryKey", r.office || ' ' || r.arbo_name), r."arboPrimaryKey", c.id, 0::smallint
    from %9$s r left join public.arc_masterlist c on c.arc_id = r.arc_id$q$,
    f.table_name, f.form, f.side, f.year, f.quarter, f.month, f.kind, f.quantity, rows_name)
  from private.activity_forms() f
  where f.table_name = wanted_table
$$;

-- Key of a group of activities. Targets and accomplishments in the same group can match.
create type private.activity_group as (form text, organization text, year integer);

-- Columns that decide whether two activities of a group match, and how near the match is.
create type private.counterpart as (side text, office text, region_name text, subpsp_name text);

-- Computes matched_within for the activities of the given groups (null: all groups). Reduces the activities of a group
-- to distinct offices and programmes first, so that the computation stays fast for an organization with thousands of
-- rows.
create function private.find_nearest_counterparts(groups private.activity_group[])
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
revoke execute on function private.find_nearest_counterparts(private.activity_group[]) from public;


-- supabase/schemas/62_marks.sql

-- Marks of organizations and communities: the years in which they were targeted, accomplished, matched and trained. A
-- mark is a bigint column with one bit per year; a dashboard figure counts the rows that share a bit with the selected
-- years. public.activities answers questions that marks cannot: quarters, months, funding years and kinds of support.

-- Returns the bit mask for a range of years, both ends included. Without bounds, sets all bits, including the lowest
-- bit, for activities without a year. The first and last year's bits also include all earlier and later
-- years, so bounds must be between 1991 and 2050 (`onlyYears` of `_shared/server/figures/marks.ts`).
create function private.year_mask(year_from integer, year_to integer) returns bigint
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

-- Returns the bit of a year, or the lowest bit for activities without a year.
create function private.year_bit(year integer) returns bigint
  language sql immutable parallel safe set search_path = ''
as $$ select case when year is null then 1 else 1::bigint << (least(greatest(year, 1990), 2051) - 1989) end $$;

grant execute on function private.year_mask(integer, integer), private.year_bit(integer) to authenticated;

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
  'One row per row of the two masterlists: the years (private.year_mask) in which its activities had a mark.';
comment on column public.marks.marked_id is 'Id in the ARBO or ARC masterlist.';
comment on column public.marks.office is 'Office of the masterlist row; decides who can read the marks.';
comment on column public.marks.form_5_programmed is
  'Years with an accomplishment that names a sub-PSP. "No Project", a choice of the dropdown list, does not count.';
comment on column public.marks.form_5_matched is
  'Years with a matched target, as an array indexed by private.caller_reach(): match in the country, the region, the '
  'office.';

-- The columns of public.marks come last in the next two tables, so that a migration that adds a mark leaves their
-- columns in the same order as here.
create table public.programme_marks (
  programme text not null,
  like public.marks including defaults including constraints,
  primary key (subject, marked_id, programme)
);
comment on table public.programme_marks is
  'Marks by the sub-PSP (abbreviation) that the activities name: one row per organization or community and sub-PSP.';

create table public.funding_marks (
  fund_source text,
  psp_category text,
  reported boolean not null,
  subpsp_abbreviation text,
  like public.marks including defaults including constraints,
  unique nulls not distinct (subject, marked_id, subpsp_abbreviation, fund_source, psp_category, reported)
);
comment on table public.funding_marks is
  'Marks by the funding of the activities: one row per organization or community and combination of funding columns. '
  'Dashboards read it when filtered by fund source or programme.';
comment on column public.funding_marks.reported is 'True if the activities name their reporting year.';

create index marks_office on public.marks (office);
create index programme_marks_office on public.programme_marks (office);

call private.read_only_in_scope('public.marks');
call private.read_only_in_scope('public.programme_marks');
call private.read_only_in_scope('public.funding_marks');

-- Office, region, province and town of each row of the two masterlists.
create view private.marked_rows as
  select 'arbo' as subject, m.id as marked_id, m.office, m.region_name, m.province_name, m.muncity_name
  from public.arbo_masterlist m
  union all
  select 'arc', m.id, m.office, m.region_name, m.province_name, m.muncity_name
  from public.arc_masterlist m;

-- Creates private.marks_of: computes the marks of masterlist rows from their activities, in the columns of
-- public.funding_marks. For each masterlist row, returns one row for all activities, one row per programme, and one
-- row per combination of funding columns. Only the rows of the last kind have a value in reported.
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
        select a.fund_source, a.psp_category, a.reported, a.programme, m.subject, m.marked_id, m.office,
          m.region_name, m.province_name, m.muncity_name,
          {columns}
        from (
          select * from private.marked_rows where subject = 'arbo' and marked_id = any (arbos)
          union all
          select * from private.marked_rows where subject = 'arc' and marked_id = any (arcs)
        ) m
        left join (
          select k.subject, k.marked_id, k.form, k.side, k.matched_within, p.*,
            private.year_bit(k.year) as years,
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


-- supabase/schemas/63_people.sql

-- People: the participants in the shape that figures count. The years of their trainings are stored as a bit mask
-- (private.year_mask), so that figures by year count people instead of trainings.

create table public.people (
  participant_id bigint primary key,
  office text not null,
  region_name text,
  province_name text,
  muncity_name text,
  arbo_id text,
  year_funded integer,
  fund_source text,
  psp_category text,
  subpsp_abbreviation text,
  participant_category text,
  sex text,
  programmed boolean not null,
  trained_years bigint not null
) with (fillfactor = 80);
comment on table public.people is 'One row per participant, with the columns by which figures count people.';
comment on column public.people.programmed is
  'True if the participant''s record names a sub-PSP. "No Project", a choice of the dropdown list, does not count.';
comment on column public.people.trained_years is
  'Years of the trainings that the participant attended, as a bit mask of private.year_mask; 0 without a training.';
create index people_office on public.people (office);

call private.read_only_in_scope('public.people');

-- Computes the rows of public.people for these participants.
create function private.people_of(ids bigint[]) returns setof public.people
  language sql stable set search_path = ''
as $$
  select p.id, p.office, p.region_name, p.province_name, p.muncity_name, p.arbo_id, p.year_funded,
    p.fund_source, p.psp_category, p.subpsp_abbreviation, p.participant_category, p.sex,
    coalesce(p.subpsp_abbreviation, 'No Project') <> 'No Project', coalesce(t.years, 0)
  from public.participants p
  left join (
    select l.participant_id, bit_or(private.year_bit(a.year)) as years
    from public.participant_trainings l
    join public.arbo_trainings t using (training_id)
    join public.activities a on a.table_name = 'arbo_trainings' and a.row_id = t.id
    where l.participant_id = any (ids) and l.attended
    group by l.participant_id) t on t.participant_id = p.id
  where p.id = any (ids)
$$;
revoke execute on function private.people_of(bigint[]) from public;


-- supabase/schemas/64_refresh_figures.sql

-- How the stored figures (activities, marks, people and their counts) follow the rows. A write only notes in
-- private.stale_rows which rows it wrote. Before figures are read, private.refresh_figures computes the activities,
-- marks and people of the noted rows again, and counts the activities and people of their offices again. So a figure is
-- exact when it is read, a write pays only for one small insert, and writers never wait for each other.

-- Returns the tables of counts in the order in which they are computed: whether the table counts activities or people
-- (counted), the table, the table from whose rows it is computed (source), its key columns (with the office), its sums,
-- and a sentence that describes it. `programmed` and `trained_years` are those of public.people.
create function private.counted_tables()
  returns table (place integer, counted text, counts text, source text, keys text, sums text, meaning text)
  language sql immutable parallel safe set search_path = ''
as $$
  values
    (1, 'activities', 'outcome_programme_counts', 'activities', 'office, region_name, province_name, form, side, kind, '
      'year, reporting_year, fund_source, psp_category, subpsp_abbreviation, matched_within',
      'count(*) as n, sum(quantity)::bigint as quantity',
      'Number of activities, and sum of their quantities, by kind, year, programme and outcome.'),
    (2, 'activities', 'outcome_counts', 'outcome_programme_counts', 'office, region_name, province_name, form, side, '
      'kind, year, reporting_year, matched_within', 'sum(n)::bigint as n, sum(quantity)::bigint as quantity',
      'Number of activities, and sum of their quantities, by kind (of product or support), year and outcome.'),
    (3, 'people', 'people_detail_counts', 'people', 'office, region_name, province_name, muncity_name, fund_source, '
      'psp_category, subpsp_abbreviation, participant_category, sex, programmed, trained_years', 'count(*) as n',
      'Number of people by town, programme, category, sex and years of training.'),
    (4, 'people', 'people_town_counts', 'people_detail_counts', 'office, region_name, province_name, muncity_name, '
      'participant_category, sex, programmed, trained_years', 'sum(n)::bigint as n',
      'Number of people by town, category, sex and years of training.'),
    (5, 'people', 'people_programme_counts', 'people_detail_counts', 'office, region_name, province_name, fund_source, '
      'psp_category, subpsp_abbreviation, participant_category, sex, programmed, trained_years',
      'sum(n)::bigint as n', 'Number of people by programme, category, sex and years of training.'),
    (6, 'people', 'people_counts', 'people_town_counts', 'office, region_name, province_name, participant_category, '
      'sex, programmed, trained_years', 'sum(n)::bigint as n',
      'Number of people by category, sex and years of training.')
$$;

do $do$
declare
  c record;
begin
  for c in select * from private.counted_tables() order by place loop
    execute format('create table public.%I as select %s, %s from public.%I group by %2$s with no data',
      c.counts, c.keys, c.sums, c.source);
    execute format('alter table public.%I alter office set not null, alter n set not null, add check (n > 0)',
      c.counts);
    execute format('create index on public.%I (office)', c.counts);
    execute format('comment on table public.%I is %L', c.counts, c.meaning);
    call private.read_only_in_scope(format('public.%I', c.counts)::regclass);
  end loop;
end
$do$;
-- A board reads the outcomes of single forms.
create index outcome_counts_form on public.outcome_counts (form, side);
create index outcome_programme_counts_form on public.outcome_programme_counts (form, side);

create table private.stale_rows (
  id bigint generated always as identity primary key,
  table_name text,
  row_id bigint,
  office text,
  check ((table_name is null) = (row_id is null) and (table_name is null) <> (office is null))
);
comment on table private.stale_rows is 'Rows that were written since the stored figures were last computed.';
comment on column private.stale_rows.office is
  'Set if the counts of an office are to be computed again, whichever rows were written.';
alter table private.stale_rows enable row level security;

create type private.row_key as (table_name text, row_id bigint);

-- Returns the tables whose rows figures count, with the columns (of r) that figures read.
create function private.figure_sources() returns table (table_name text, columns text)
  language sql stable set search_path = ''
as $$
  select f.table_name, string_agg(distinct c.name[1], ', ')
  from private.activity_forms() f
  cross join lateral regexp_matches(private.activity_query(f.table_name, 'r'), 'r\."?\w+"?', 'g') c (name)
  group by f.table_name
  union all
  values
    ('arbo_masterlist', 'r.id, r.office, r.region_name, r.province_name, r.muncity_name'),
    ('arc_masterlist', 'r.id, r.office, r.region_name, r.province_name, r.muncity_name'),
    ('participants', 'r.id, r.office, r.region_name, r.province_name, r.muncity_name, r.arbo_id, r.year_funded, '
      'r.fund_source, r.psp_category, r.subpsp_abbreviation, r.participant_category, r.sex, r.training_id')
$$;
revoke execute on function private.figure_sources() from public;

-- AFTER trigger on the tables of private.figure_sources: adds the written rows to private.stale_rows. The argument has
-- the columns that figures read; an update of only other columns adds no row.
create function private.note_stale_rows() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.stale_rows (table_name, row_id) select tg_table_name, n.id from new_rows n;
  elsif tg_op = 'DELETE' then
    insert into private.stale_rows (table_name, row_id) select tg_table_name, o.id from old_rows o;
  else
    execute format($q$
      insert into private.stale_rows (table_name, row_id)
      select %1$L, c.id from (select %2$s from new_rows r except select %2$s from old_rows r) c$q$,
      tg_table_name, tg_argv[0]);
  end if;
  return null;
end
$$;

do $do$
declare
  source record;
begin
  for source in select * from private.figure_sources() loop
    call private.add_write_triggers(format('public.%I', source.table_name)::regclass, 'note_stale_rows',
      format('private.note_stale_rows(%L)', source.columns));
  end loop;
end
$do$;

-- Returns the activities with these keys.
create function private.activities_of(keys private.row_key[]) returns setof public.activities
  language sql stable set search_path = ''
as $$ select a.* from unnest(keys) k join public.activities a using (table_name, row_id) $$;

-- Computes the activities of these rows again, and the matches of the groups to which the activities belong or
-- belonged. Returns all activities that were removed, added or matched differently.
create function private.refresh_activities(keys private.row_key[]) returns public.activities[]
  language plpgsql set search_path = ''
as $$
declare
  changed public.activities[] := array(select a from private.activities_of(keys) a);
  matched public.activities[];
  of_form record;
begin
  delete from public.activities a using unnest(keys) k
  where (a.table_name, a.row_id) = (k.table_name, k.row_id);
  for of_form in
    select f.table_name, array_agg(k.row_id) as ids
    from private.activity_forms() f join unnest(keys) k using (table_name)
    group by f.table_name
  loop
    execute 'insert into public.activities ' || private.activity_query(of_form.table_name,
      format('(select * from public.%I where id = any ($1))', of_form.table_name)) using of_form.ids;
  end loop;
  changed := changed || array(select a from private.activities_of(keys) a);
  with renewed as (
    update public.activities a
    set matched_within = n.matched_within
    from private.find_nearest_counterparts(array(
      select distinct row(c.form, c.organization, c.year)::private.activity_group
      from unnest(changed) c
      where c.organization is not null and c.year is not null)) n
    where a.table_name = n.table_name and a.row_id = n.row_id and a.matched_within <> n.matched_within
    returning a)
  select array_agg(r.a) into matched from renewed r;
  return changed || matched;
end
$$;

-- Computes the marks of these masterlist rows again: in which years they were targeted, trained and so on.
create function private.refresh_marks(arbos bigint[], arcs bigint[]) returns void
  language plpgsql set search_path = ''
as $$
declare
  about constant text := 'subject = ''arbo'' and marked_id = any ($1) or subject = ''arc'' and marked_id = any ($2)';
  names constant text := (
    select string_agg(quote_ident(attname), ', ' order by attnum)
    from pg_catalog.pg_attribute
    where attrelid = 'public.marks'::regclass and attnum > 0 and not attisdropped);
begin
  execute 'delete from public.marks where ' || about using arbos, arcs;
  execute 'delete from public.programme_marks where ' || about using arbos, arcs;
  execute 'delete from public.funding_marks where ' || about using arbos, arcs;
  execute format('
    with fresh as materialized (select * from private.marks_of($1, $2)),
    of_rows as (
      insert into public.marks select %1$s from fresh where reported is null and subpsp_abbreviation is null),
    of_programmes as (
      insert into public.programme_marks select subpsp_abbreviation, %1$s from fresh
      where reported is null and subpsp_abbreviation is not null)
    insert into public.funding_marks select * from fresh where reported is not null', names) using arbos, arcs;
end
$$;

-- Computes the people of these participants again. Returns their offices before and after.
create function private.refresh_people(ids bigint[]) returns text[]
  language plpgsql set search_path = ''
as $$
declare
  offices text[];
begin
  with gone as (delete from public.people p where p.participant_id = any (ids) returning p.office)
  select array_agg(distinct g.office) into offices from gone g;
  with came as (insert into public.people select * from private.people_of(ids) returning office)
  select offices || array_agg(distinct c.office) into offices from came c;
  return offices;
end
$$;

-- Counts the activities or the people of these offices again, in all tables of their counts.
create function private.refresh_counts(wanted text, offices text[]) returns void
  language plpgsql set search_path = ''
as $$
declare
  c record;
begin
  for c in
    select * from private.counted_tables() t
    where t.counted = wanted and cardinality(offices) > 0
    order by t.place
  loop
    execute format('delete from public.%I where office = any ($1)', c.counts) using offices;
    execute format('insert into public.%I select %s, %s from public.%I where office = any ($1) group by %2$s',
      c.counts, c.keys, c.sums, c.source) using offices;
  end loop;
end
$$;

-- Refreshes the stored figures of the rows noted in private.stale_rows up to the id `until` (null: all rows that are
-- noted now), at most 5,000 rows per call. Returns `until` if noted rows are left, and null if none are left. Only one
-- session at a time refreshes. The others wait, so that they then read figures of all rows that were noted before.
create function private.refresh_figures(until bigint default null) returns bigint
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  noted private.stale_rows[];
  whole text[];
  keys private.row_key[];
  changed public.activities[];
begin
  until := coalesce(until, (select max(s.id) from private.stale_rows s));
  if until is null then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('private.refresh_figures', 0));
  noted := array(select s from private.stale_rows s where s.id <= until order by s.id limit 5000);
  if cardinality(noted) = 0 then
    return null;
  end if;
  keys := array(
    select distinct row(n.table_name, n.row_id)::private.row_key from unnest(noted) n where n.table_name is not null);
  whole := array(select distinct n.office from unnest(noted) n where n.office is not null);
  changed := private.refresh_activities(keys);
  perform private.refresh_marks(
    array(
      select c.arbo from unnest(changed) c where c.arbo is not null
      union select k.row_id from unnest(keys) k where k.table_name = 'arbo_masterlist'),
    array(
      select c.arc from unnest(changed) c where c.arc is not null
      union select k.row_id from unnest(keys) k where k.table_name = 'arc_masterlist'));
  perform private.refresh_counts('activities', whole || array(select distinct c.office from unnest(changed) c));
  perform private.refresh_counts('people', whole || private.refresh_people(array(
    select k.row_id from unnest(keys) k where k.table_name = 'participants'
    union
    select l.participant_id
    from unnest(changed) c
    join public.arbo_trainings t on c.table_name = 'arbo_trainings' and t.id = c.row_id
    join public.participant_trainings l on l.training_id = t.training_id and l.attended)));
  delete from private.stale_rows s using unnest(noted) n where s.id = n.id;
  return (select until from private.stale_rows s where s.id <= until limit 1);
end
$$;

-- Notes all rows of an office, and all rows for which figures of the office are stored, even if these rows no longer
-- exist. The next refresh then computes all figures of the office again.
create function private.note_office(wanted_office text) returns void
  language plpgsql set search_path = ''
as $$
declare
  source record;
begin
  for source in select f.table_name from private.figure_sources() f loop
    execute format('insert into private.stale_rows (table_name, row_id)
      select %1$L, id from public.%1$I where office = $1', source.table_name) using wanted_office;
  end loop;
  insert into private.stale_rows (table_name, row_id)
  select a.table_name, a.row_id from public.activities a where a.office = wanted_office
  union all
  select m.subject || '_masterlist', m.marked_id from public.marks m where m.office = wanted_office
  union all
  select 'participants', p.participant_id from public.people p where p.office = wanted_office;
  insert into private.stale_rows (office) values (wanted_office);
end
$$;

-- Computes all stored figures from the rows.
create function private.rebuild_figures() returns void
  language plpgsql set search_path = ''
as $$
declare
  until bigint;
begin
  perform private.note_office(o.office) from public.offices o;
  loop
    until := private.refresh_figures(until);
    exit when until is null;
  end loop;
end
$$;

revoke execute on function private.activities_of(private.row_key[]), private.refresh_activities(private.row_key[]),
  private.refresh_marks(bigint[], bigint[]), private.refresh_people(bigint[]),
  private.refresh_counts(text, text[]), private.refresh_figures(bigint),
  private.note_office(text), private.rebuild_figures()
from public;
grant execute on function private.refresh_figures(bigint) to api_gateway;

-- Compares the stored figures with the rows, for the given offices (null: all). Returns the figure table and each row
-- that is missing or surplus; no rows if everything agrees. Call private.refresh_figures before. $1 in the queries is
-- the list of offices.
create function private.figure_differences(offices text[] default null) returns table (kept text, what text)
  language plpgsql stable set search_path = ''
as $$
declare
  of_offices constant text := '($1 is null or office = any ($1))';
  rows_of constant text := '(select * from public.%I where ' || of_offices || ')';
  source record;
begin
  for source in
    select f.table_name as name,
      format('select to_jsonb(row(e.*)::public.activities) - ''matched_within'' as activity from (%s) e',
        private.activity_query(f.table_name, format(rows_of, f.table_name))) as expected,
      format('select to_jsonb(a) - ''matched_within'' from public.activities a where table_name = %L and %s',
        f.table_name, of_offices) as actual
    from private.activity_forms() f
    union all
    select 'matched activities', format(
        'select n.* from private.find_nearest_counterparts(case when $1 is not null then array(
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
      format('select %s k.* from public.%I k where %s', more, table_name, of_offices)
    from (values
      ('marks', 'f.reported is null and f.subpsp_abbreviation is null', 'null, null, null::boolean, null,'),
      ('programme_marks', 'f.reported is null and f.subpsp_abbreviation is not null', 'null, null, null::boolean,'),
      ('funding_marks', 'f.reported is not null', '')) m (table_name, condition, more)
    union all
    select 'people', format('select p.* from private.people_of(array(select id from public.participants where %s)) p',
        of_offices),
      'select * from public.people where ' || of_offices
    union all
    select c.counts,
      format('select %s, %s from public.%I where %s group by %1$s', c.keys, c.sums, c.source, of_offices),
      format('select * from public.%I where %s', c.counts, of_offices)
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

-- Queries of dashboards, reports and work queues that the stored figures cannot answer alone. All run with the
-- caller's policies (spec section 7).

-- Builds conditions over public.activities from chart filters; 'true' if there are none. filters is an object of
-- lists, {"year_funded": [2024, null]}, where null means an empty value, and the numbers year_from and year_to.
-- Targets are annual, so quarter and month do not filter them.
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
    -- The filter support_provided applies to the column kind, which has the support of Form 11 rows.
    name := replace(name, 'support_provided', 'kind');
    condition := format('%I = any (%L::%s[])', name, array_remove(given, null), case when name like '%year%'
      then 'integer' else 'text' end);
    if array_position(given, null) is not null then
      condition := format('(%s or %I is null)', condition, name);
    elsif name = 'reporting_year' then
      -- Also filter by the column year, because it has an index. It equals the reporting year if the activity has one.
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

-- Builds the SQL expression for the years in which an organization or community has a mark from any of the forms. It
-- reads the columns of public.marks. For the mark matched, only matches that the caller can see count.
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

-- Builds a query that reads the marks from public.funding_marks, counting only activities that the filters select. Its
-- columns are those of private.activity_marks. Null if the filters need data that public.funding_marks does not have.
-- Under a filter by quarter or month, the query returns only the marks of targets, which these filters do not restrict.
-- The other marks then come from public.activities.
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
  years := private.year_mask((filters ->> 'year_from')::integer, (filters ->> 'year_to')::integer);
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

-- Returns the marks of organizations (subject 'arbo') or communities ('arc'). A mark says which kind of activity an
-- organization or community has: targeted, accomplished, matched, trained or programmed. Only activities of the given
-- forms that the filters select count. Each row also has the region, province and town of the masterlist row.
-- Returns at most one row per organization or community. With by_programme, returns one row per programme that its
-- activities name (null for activities that name no programme). Omits rows without any of the requested marks.
-- The mark matched means that at least one target has a matching accomplishment. The mark programmed means that at
-- least one accomplishment names a programme; "No Project" does not count.
-- Reads public.activities only for marks that public.funding_marks does not have.
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

-- Returns the participants who attended a training in the period of the filters (years, quarters, months).
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

-- Returns the ARBOs whose name is similar to that of another ARBO in the same town, with the threshold that imports
-- use for possible duplicates (pg_trgm similarity of at least 0.6). Compares each pair once. In a town with more than
-- 300 ARBOs, for example after an import, searches for each ARBO only until the first similar name.
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

-- Returns the provincial offices in the caller's scope and whether they have reported a target (side 'target'), or an
-- accomplishment or training (side 'accomplishment'), for a year or one quarter of it. regions and provinces filter
-- the offices (null: all). last_year is the latest year for which the office has reported on this side.
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
    where (side = 'target') = (wanted_side = 'target')
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

-- Views of everything overdue: targets of a year without an accomplishment, expiring permits, idle machines, missing
-- deeds of donation, and quarters without an entry. Each view runs with the caller's policies and has the same
-- columns, so that the page of an ARBO and the work queues of an office show the same rows. Rows due within 90 days
-- are included; due_on distinguishes them.

-- Returns the last due date that counts as due soon.
create function private.due_until() returns date
  language sql stable parallel safe set search_path = ''
as $$ select private.today() + 90 $$;

grant execute on function private.due_until() to authenticated, service_role;

-- Targets without a matching accomplishment (private.find_nearest_counterparts), due at the end of their year.
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

comment on view public.overdue_targets is
  'Targets of a year without an accomplishment, due on the last day of the year.';

-- Permits of machines that have expired or expire soon, one row per permit. The union has one branch per kind of
-- permit, so that each branch can use the index of that kind on day and office.
do $do$
declare
  branch constant text := $sql$
    select 'permit_expiry' as queue, 'fme_inventory_table' as table_name, f.id as row_id, null::text as status,
      null::text as missing_table, f.arbo_id, f."arboPrimaryKey" as arbo_key, f.arbo_name, f.region_name,
      f.province_name, f.office, f.%1$I as due_on,
      %2$L || ' of ' || coalesce(f.product_brand_name, f.fme_inventory_id) || case
        when f.%1$I < (select private.today()) then ' expired on ' else ' expires on ' end
        || private.format_long_date(f.%1$I) || '.' as message
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

-- Permits that will expire soon but have not expired yet, for the work queue and the inbox.
create view public.expiring_permits with (security_invoker = true) as
select * from public.overdue_permits where due_on >= (select private.today());

comment on view public.expiring_permits is 'Permits of products and machines that expire within 90 days.';

-- Machines with a written reason why they do not work or are not used, and support that was found not functional or
-- not utilized. The start of the problem is not recorded, so due_on is the day on which the row last changed.
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

-- ARBOs without an entry for the last full quarter, if one is expected: a rental if they have machines, a sales report
-- if they developed products, an income record if their income was tracked before. The view shows the ARBO's
-- masterlist row, because the missing entry has no row.
create view public.overdue_quarters with (security_invoker = true) as
select e.queue, 'arbo_masterlist' as table_name, m.id as row_id, null::text as status, e.missing_table,
  m.arbo_id, m.id as arbo_key, m.arbo_name, m.region_name, m.province_name, m.office, q.last_day as due_on,
  q.quarter || ' ' || q.year || ' ' || e.noun || ' is missing.' as message
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
  select 'income_missing', 'farmers_tracking_income', 'income'
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

comment on view public.overdue is 'All rows overdue or due within 90 days in the caller''s scope.';

comment on column public.overdue.table_name is
  'Table of the overdue row. row_id is its id; status selects the screen if several screens show the table.';
comment on column public.overdue.missing_table is
  'Table in which an entry is missing; null if the row itself is overdue.';
comment on column public.overdue.arbo_key is 'Id of the ARBO in the masterlist; null if the row names none.';
comment on column public.overdue.due_on is 'Day on which the row becomes overdue, at most 90 days ahead.';

revoke all on public.overdue_targets, public.overdue_permits, public.expiring_permits, public.overdue_machines,
  public.overdue_deeds, public.overdue_quarters, public.overdue
  from anon, authenticated;

grant select on public.overdue_targets, public.overdue_permits, public.expiring_permits, public.overdue_machines,
  public.overdue_deeds, public.overdue_quarters, public.overdue
  to authenticated;

-- Returns what is overdue for one ARBO, by its id in the masterlist. plpgsql because it caches plans per session:
-- planning the union of all queues takes several times as long as running it, and the function runs each time the page
-- of an ARBO opens.
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
  'Rows overdue or due within 90 days for the ARBO with this masterlist id, in the caller''s scope.';

revoke execute on function public.overdue_of(bigint) from public, anon;

grant execute on function public.overdue_of(bigint) to authenticated, service_role;


-- supabase/schemas/67_comparisons.sql

-- Rules that compare a value with other rows, and the statistics of the groups that some rules compare with. The
-- registry has the same rules (the soft checks of kind `tenfold`, and `comparisons`); a test compares the two lists.

create table private.comparisons (
  table_name text not null references private.record_tables (table_name),
  place integer not null,
  kind text not null check (kind in ('tenfold', 'outlier')),
  field text not null,
  -- tenfold: columns in which the earlier report has the same values. outlier: columns that define the group.
  others text[] not null check (cardinality(others) > 0),
  -- True if a save of the value asks for a reason. A row with a reason is then not unusual by this rule.
  asked boolean not null,
  primary key (table_name, place)
);
alter table private.comparisons enable row level security;
comment on table private.comparisons is
  'Rules that compare a value with other rows. tenfold: the value is at least ten times the value of the previous '
  'report of the office. outlier: the value is far outside the values of its group in the country.';

insert into private.comparisons (table_name, place, kind, field, others, asked) values
  ('form7_accomps', 1, 'outlier', 'sales_generated', '{type_product}', false),
  ('qtr_sales_reports', 1, 'tenfold', 'sales_generated', '{arbo_name}', true),
  ('form11_accomps', 1, 'tenfold', 'quantity_hard', '{arbo_name,support_provided,hard_component,status}', false),
  ('form11_accomps', 2, 'tenfold', 'total_cost', '{arbo_name,support_provided,hard_component,status}', false),
  ('form11_accomps', 3, 'outlier', 'quantity_hard', '{support_provided,hard_component}', false),
  ('form11_accomps', 4, 'outlier', 'total_cost', '{support_provided,hard_component}', false),
  ('form11_farm_infos', 1, 'tenfold', 'quantity_hard', '{arbo_name,support_provided,hard_component}', false),
  ('form11_farm_infos', 2, 'tenfold', 'total_cost', '{arbo_name,support_provided,hard_component}', false),
  ('form11_farm_infos', 3, 'outlier', 'quantity_hard', '{support_provided,hard_component}', false),
  ('form11_farm_infos', 4, 'outlier', 'total_cost', '{support_provided,hard_component}', false),
  ('fme_rental_monitoring', 1, 'tenfold', 'total_rental_fees', '{arbo_name,specific_fme_rented}', true),
  ('fme_rental_monitoring', 2, 'outlier', 'total_rental_fees', '{specific_fme_rented}', false),
  ('arb_marketing_assistance_monitoring', 1, 'tenfold', 'total_gross', '{arbo_name,type_commodity}', false),
  ('arb_marketing_assistance_monitoring', 2, 'outlier', 'total_gross', '{type_commodity}', false),
  ('farmers_tracking_income', 1, 'tenfold', 'gross_sales', '{arbo_name,crop_sold}', true),
  ('farmers_tracking_income', 2, 'outlier', 'gross_sales', '{crop_sold}', false),
  ('farmers_tracking_income', 3, 'outlier', 'price_per_unit', '{crop_sold,unit}', false),
  ('sales_transactions', 1, 'outlier', 'gross_sales', '{commodity}', false),
  ('sales_transactions', 2, 'outlier', 'price_per_unit', '{commodity,unit_measure}', false),
  ('arbo_trainings', 1, 'outlier', 'training_cost', '{training_category}', false);

create table private.value_groups (
  table_name text not null,
  place integer not null,
  members text[] not null,
  lower_quartile numeric not null,
  median numeric not null,
  upper_quartile numeric not null,
  primary key (table_name, place, members)
);
alter table private.value_groups enable row level security;
comment on table private.value_groups is
  'Median and quartiles of the values of each group in the country. members has the values of the rule''s `others`. A '
  'group has at least 20 rows from at least 3 offices, so that it reveals no value of another office.';

create table private.value_group_states (
  table_name text primary key,
  computed_at timestamptz not null default now(),
  last_id bigint not null
);
alter table private.value_group_states enable row level security;
comment on table private.value_group_states is
  'Time of the last computation of the groups of each table, and the highest id of the table at that time.';

-- Returns a number rounded to two significant digits, so that a quartile shows no exact value of another office.
create function private.round_to_two_digits(value numeric) returns numeric
  language sql immutable parallel safe set search_path = ''
as $$
  select case when value > 0 then trim_scale(round(value, 1 - floor(log(value))::integer)) else 0 end
$$;

-- Computes the groups of a table again from its rows.
create function private.compute_value_groups(wanted_table text) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  rule private.comparisons;
begin
  delete from private.value_groups g where g.table_name = wanted_table;
  for rule in
    select c.* from private.comparisons c where c.table_name = wanted_table and c.kind = 'outlier' order by c.place
  loop
    execute format($q$
      insert into private.value_groups
      select %1$L, %2$s, g.members, g.quartiles[1], g.quartiles[2], g.quartiles[3]
      from (
        select array[%3$s] as members,
          percentile_cont(array[0.25, 0.5, 0.75]) within group (order by t.%4$I)::numeric[] as quartiles
        from public.%1$I t
        where t.%4$I is not null and num_nulls(%3$s) = 0
        group by array[%3$s]
        having count(*) >= 20 and count(distinct t.office) >= 3) g
      where g.quartiles[2] > 0$q$,
      wanted_table, rule.place, (select string_agg(format('t.%I', o), ', ') from unnest(rule.others) o), rule.field);
  end loop;
end
$$;
revoke execute on function private.round_to_two_digits(numeric), private.compute_value_groups(text) from public;


-- supabase/schemas/67_unusual_values.sql

-- Unusual values of stored rows: values that a soft check (47_soft_checks.sql) or a comparison (67_comparisons.sql)
-- finds. A write only notes its table and offices in private.stale_unusual. Before unusual values are read,
-- private.refresh_unusual_values computes them again for the noted offices. Dates out of order and sums that disagree
-- are not listed here, because check constraints make them impossible.

create table public.unusual_values (
  table_name text not null,
  row_id bigint not null,
  office text not null,
  field text not null,
  kind text not null check (kind in ('above', 'one_side', 'other_year', 'tenfold', 'outlier')),
  previous numeric,
  usual_from numeric,
  usual_to numeric,
  primary key (table_name, row_id, kind, field)
);
comment on table public.unusual_values is 'Values of stored rows that a rule finds unusual.';
comment on column public.unusual_values.previous is 'For kind tenfold: the largest value of the previous report.';
comment on column public.unusual_values.usual_from is
  'For kind outlier: half of the values of the group are between usual_from and usual_to, rounded to two digits.';
create index unusual_values_office on public.unusual_values (office, table_name);
call private.read_only_in_scope('public.unusual_values');

create table private.stale_unusual (
  id bigint generated always as identity primary key,
  table_name text not null,
  office text not null
);
alter table private.stale_unusual enable row level security;
comment on table private.stale_unusual is
  'Tables and offices with rows that were written since their unusual values were last computed.';

-- Returns the tables with rules for unusual values, and the columns that the rules read.
create function private.unusual_sources() returns table (table_name text, columns text)
  language sql stable set search_path = ''
as $$
  with rules as (
    select c.table_name, c.field || c.others || '{soft_check_reason}' as columns from private.soft_checks c
    union all
    select c.table_name, c.field || c.others
      || case c.kind when 'tenfold' then '{reporting_year,reporting_quarter}'::text[] else '{}' end
    from private.comparisons c)
  select r.table_name, 'id, office, ' || string_agg(distinct quote_ident(n.name), ', ')
  from rules r cross join lateral unnest(r.columns) n (name)
  group by r.table_name
$$;

-- AFTER trigger on the tables of private.unusual_sources: notes the offices of the written rows. The argument has the
-- columns that the rules read; an update of only other columns notes nothing.
create function private.note_unusual() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.stale_unusual (table_name, office) select distinct tg_table_name, n.office from new_rows n;
  elsif tg_op = 'DELETE' then
    insert into private.stale_unusual (table_name, office) select distinct tg_table_name, o.office from old_rows o;
  else
    execute format($q$
      with was as (select %2$s from old_rows), is_now as (select %2$s from new_rows)
      insert into private.stale_unusual (table_name, office)
      select %1$L, c.office
      from ((select * from is_now except select * from was) union (select * from was except select * from is_now)) c
      group by c.office$q$,
      tg_table_name, tg_argv[0]);
  end if;
  return null;
end
$$;

do $do$
declare
  source record;
begin
  for source in select * from private.unusual_sources() loop
    call private.add_write_triggers(format('public.%I', source.table_name)::regclass, 'note_unusual',
      format('private.note_unusual(%L)', source.columns));
  end loop;
end
$do$;

-- Builds the query for the unusual values of a table by one comparison, in the offices $1.
create function private.build_comparison_query(rule private.comparisons) returns text
  language sql stable set search_path = ''
as $$
  select case rule.kind
    when 'tenfold' then format($q$
      select %1$L, v.id, v.office, %2$L, 'tenfold', v.previous::numeric, null::numeric, null::numeric
      from (
        select t.id, t.office, t.%2$I as value, %3$s as is_explained,
          max(t.%2$I) over (
            partition by t.office, %4$s order by t.reporting_year, coalesce(t.reporting_quarter, '')
            groups between 1 preceding and 1 preceding) as previous
        from public.%1$I t
        where t.office = any ($1) and t.reporting_year is not null and num_nulls(t.%2$I, %4$s) = 0) v
      where v.previous > 0 and v.value >= 10 * v.previous and not v.is_explained$q$,
      rule.table_name, rule.field, e.is_explained, o.columns)
    else format($q$
      select %1$L, t.id, t.office, %2$L, 'outlier', null::numeric,
        private.round_to_two_digits(g.lower_quartile), private.round_to_two_digits(g.upper_quartile)
      from public.%1$I t
      join private.value_groups g
        on g.table_name = %1$L and g.place = %5$s and g.members = array[%4$s]
      where t.office = any ($1) and not %3$s and t.%2$I > 5 * g.median
        and t.%2$I > g.upper_quartile + 3 * (g.upper_quartile - g.lower_quartile)$q$,
      rule.table_name, rule.field, e.is_explained, o.columns, rule.place)
    end
  from (select string_agg(format('t.%I', name), ', ' order by n) as columns
    from unnest(rule.others) with ordinality u (name, n)) o
  cross join (select case when rule.asked then '(t.soft_check_reason is not null)' else 'false' end as is_explained) e
$$;

-- Builds the query for all unusual values of a table, in the offices $1. A row with a reason has no unusual values by
-- rules for which a save asks for a reason.
create function private.build_unusual_query(wanted_table text) returns text
  language sql stable set search_path = ''
as $$
  select string_agg(q.query, ' union all ')
  from (
    select format('select %1$L, t.id, t.office, %2$L, %3$L, null::numeric, null::numeric, null::numeric
      from public.%1$I t where t.office = any ($1) and t.soft_check_reason is null and %4$s',
      c.table_name, c.field, c.kind, private.build_soft_check_condition(c, 't.')) as query
    from private.soft_checks c where c.table_name = wanted_table
    union all
    select private.build_comparison_query(c) from private.comparisons c where c.table_name = wanted_table) q
$$;

-- Computes the groups of the tables whose groups are older than `oldest`, or whose number of rows has grown by a fifth
-- since then. Notes all offices of these tables.
create function private.refresh_value_groups(oldest timestamptz) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  source record;
  known private.value_group_states;
  highest_id bigint;
begin
  for source in select s.table_name from private.unusual_sources() s loop
    execute format('select coalesce(max(id), 0) from public.%I', source.table_name) into highest_id;
    select s.* into known from private.value_group_states s where s.table_name = source.table_name;
    continue when known.computed_at >= oldest and highest_id <= known.last_id * 1.2 + 20;
    perform private.compute_value_groups(source.table_name);
    insert into private.value_group_states as kept (table_name, last_id) values (source.table_name, highest_id)
    on conflict (table_name) do update set computed_at = now(), last_id = excluded.last_id;
    insert into private.stale_unusual (table_name, office) select source.table_name, o.office from public.offices o;
  end loop;
end
$$;

-- Computes the unusual values of the noted tables and offices again. Groups older than `oldest` are computed first.
-- Only one session at a time refreshes; the others wait and then find nothing noted.
create function private.refresh_unusual_values(oldest timestamptz default now() - interval '2 days') returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  noted private.stale_unusual[];
  stale record;
begin
  if not exists (select from private.stale_unusual)
    and not exists (select from private.value_group_states s where s.computed_at < oldest)
    and exists (select from private.value_group_states)
  then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('private.refresh_unusual_values', 0));
  perform private.refresh_value_groups(oldest);
  noted := array(select s from private.stale_unusual s);
  for stale in
    select n.table_name, array_agg(distinct n.office) as offices from unnest(noted) n group by n.table_name
  loop
    delete from public.unusual_values u where u.table_name = stale.table_name and u.office = any (stale.offices);
    execute 'insert into public.unusual_values ' || private.build_unusual_query(stale.table_name)
      || ' on conflict do nothing' using stale.offices;
  end loop;
  delete from private.stale_unusual s using unnest(noted) n where s.id = n.id;
end
$$;

revoke execute on function private.unusual_sources(), private.build_comparison_query(private.comparisons),
  private.build_unusual_query(text), private.refresh_value_groups(timestamptz),
  private.refresh_unusual_values(timestamptz)
from public;
grant execute on function private.refresh_unusual_values(timestamptz) to api_gateway;


-- supabase/schemas/68_figure_checks.sql

-- Compares the stored figures with the rows in the background, one office at a time. Drift (rows written while
-- triggers were disabled, or a single table restored) then shows in health, in the metrics and on the screen System.

create table private.figure_checks (
  office text primary key references public.offices (office) on update cascade on delete cascade,
  checked_at timestamptz not null default now(),
  differences integer not null check (differences >= 0),
  repaired_at timestamptz
);
comment on table private.figure_checks is
  'Last comparison of each office''s stored figures with its rows, the number of stored rows that differed, and the '
  'last time that a comparison found differences.';
alter table private.figure_checks enable row level security;

-- Compares the stored figures of one office with its rows: the office that was compared longest ago, if it is due. An
-- office is due 20 hours after its last comparison, or ten minutes after a comparison that found differences. If there
-- are differences, adds all rows of the office to private.stale_rows, so that the next refresh repairs its figures.
-- Starts at most one comparison per 30 seconds in the whole system; a concurrent call does nothing. Returns the office,
-- or null if none was compared.
create function private.check_next_office() returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  due text;
  found_differences integer;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('private.check_next_office', 0))
    or exists (select from private.figure_checks c where c.checked_at > now() - interval '30 seconds')
  then
    return null;
  end if;
  select o.office into due
  from public.offices o left join private.figure_checks c using (office)
  where c.office is null or c.checked_at < now() - case c.differences when 0 then interval '20 hours'
    else interval '10 minutes' end
  order by c.checked_at nulls first, o.office
  limit 1;
  if due is null then
    return null;
  end if;
  perform private.refresh_figures();
  select count(*) into found_differences from private.figure_differences(array[due]);
  -- Rows that were written during the comparison look like differences. Then the office is compared again later.
  if found_differences > 0 and exists (select from private.stale_rows) then
    return null;
  end if;
  insert into private.figure_checks as kept (office, differences, repaired_at)
  values (due, found_differences, case when found_differences > 0 then now() end)
  on conflict (office) do update set checked_at = excluded.checked_at, differences = excluded.differences,
    repaired_at = coalesce(excluded.repaired_at, kept.repaired_at);
  if found_differences > 0 then
    perform private.note_office(due);
  end if;
  return due;
end
$$;

-- Returns the state of the stored figures: number of offices, number of offices compared, time of the oldest
-- comparison, offices whose last comparison found differences, and offices repaired in the last seven days.
create function private.figure_health()
  returns table (offices integer, checked integer, oldest timestamptz, wrong text[], repaired text[])
  language sql stable security definer set search_path = ''
as $$
  with named as (
    select c.*, coalesce(nullif(c.office, ' / '), 'the central office') as name from private.figure_checks c)
  select (select count(*) from public.offices)::integer, count(*)::integer, min(c.checked_at),
    coalesce(array_agg(c.name order by c.name) filter (where c.differences > 0), '{}'),
    coalesce(array_agg(c.name order by c.name) filter (where c.repaired_at > now() - interval '7 days'), '{}')
  from named c
$$;

revoke execute on function private.check_next_office(), private.figure_health() from public;
grant execute on function private.check_next_office(), private.figure_health() to api_gateway;


-- supabase/schemas/70_files.sql

-- Files that prove records, such as photos: their private bucket, the table of uploads, and the policy for Storage.
-- Only the API's own key can write to or delete from Storage; users can only read the files of rows in their scope. A
-- client first announces a file (the API then records an upload) and then stores it. The API compares the hash of the
-- stored bytes with the announced hash and, in the same transaction, links the file to its row. So each row has its
-- file and each file has its row, and a user who knows an announced path still cannot read the file.

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
  'One row per upload, with original and thumbnail. Only functions of schema private write it. Users read it within '
  'their scope, which the storage policy relies on.';
comment on column public.evidence_files.file_name is 'Name of the user''s file, for display. Never part of a path.';
comment on column public.evidence_files.at is 'Time of the last change of state.';
alter table public.evidence_files enable row level security;
alter table public.evidence_files force row level security;
revoke all on public.evidence_files from anon, authenticated;
grant select on public.evidence_files to authenticated;

-- Users see only uploads that a row has. So no user can learn the path of a file that was announced but has not
-- arrived, and store a different file there.
create policy select_in_scope on public.evidence_files for select to authenticated
  using (state = 'kept' and office = any ((select private.offices_to_read())::text[]));
create policy select_in_scope_for_central on public.evidence_files for select to central_reader
  using (state = 'kept' and (select private.central_caller_id()) is not null);
create policy select_in_scope_for_province on public.evidence_files for select to provincial_reader
  using (state = 'kept' and office = (select private.provincial_caller_office()));

comment on column public.evidence_files.state is
  'reserved: announced, and the API may store it; stored: confirmed, only within one transaction; kept: a row has it; '
  'trashed: its row was deleted and can be restored; discarded: no longer needed, and its bytes may be removed.';

-- Checks whether a file is an orphan, which means that it may be removed. The file of a deleted row becomes an orphan
-- one day after the row can no longer be restored, so that a restored row always has its file.
create function private.is_orphan(state text, since timestamptz) returns boolean
  language sql stable parallel safe set search_path = ''
as $$
  select state = 'discarded' or state = 'trashed' and since < now() - private.trash_retention() - interval '1 day'
$$;

-- Time within which a file must arrive after it was recorded in public.evidence_files. After that, the upload counts as
-- abandoned.
create function private.upload_timeout() returns interval
  language sql immutable parallel safe set search_path = ''
as $$ select interval '1 hour' $$;

-- Checks whether the caller may repair files. Only users of the central office with the route permission `users` may.
create function private.can_repair_files() returns boolean
  language sql stable parallel safe security definer set search_path = ''
as $$
  select coalesce(c.all_offices and 'users' = any (c.routes), false) from private.current_caller() c
$$;

-- Checks whether the Storage request only reads or lists a file. Signing a link does not count as reading, because a
-- link stays valid after the session or the access right ends. Copying does not, because it creates a new file. The
-- embedded Storage does not report the operation, so a missing operation counts as reading. There, users' requests to
-- sign links or to copy are refused before (local/services/storage-responses.ts).
create function private.is_storage_read() returns boolean
  language sql stable parallel safe set search_path = ''
as $$
  select coalesce(nullif(current_setting('storage.operation', true), ''), 'storage.object.get_authenticated') in (
    'storage.object.get_authenticated', 'object.get_authenticated_info', 'object.head_authenticated_info',
    'storage.object.info_authenticated', 'storage.object.list', 'storage.object.list_v2')
$$;

grant execute on function private.upload_timeout(), private.can_repair_files(), private.is_storage_read()
to authenticated, service_role;

-- Allows reading the files of rows in the caller's scope. Uses the office in evidence_files, because the office in the
-- path of a file is outdated after its row has moved. There are no policies for storing, overwriting, moving or
-- deleting files, so users cannot do that.
create policy evidence_select_in_scope on storage.objects for select to authenticated
  using (
    bucket_id = 'evidence'
    and (select private.is_storage_read())
    and exists (
      select from public.evidence_files f where objects.name = f.file_path or objects.name = f.thumbnail_path));
create table private.evidence_owners (
  evidence_table text not null references private.record_tables (table_name),
  owner_table text not null references private.record_tables (table_name),
  primary key (evidence_table, owner_table)
);
alter table private.evidence_owners enable row level security;
comment on table private.evidence_owners is 'Record tables that can have files, by evidence table.';


-- supabase/schemas/71_uploads.sql

-- Functions for the life of an upload. It is announced for a record, which adds a row to public.evidence_files. Then it
-- is linked to a row of evidence (a geotag or an attachment), and deleted together with that row.
-- private.require_evidence_files adds the triggers to a table of evidence.

-- Announces a file: records in public.evidence_files that it will be stored for a record, a row of owner_table that the
-- caller can see and to which the caller may add files now. upload is {upload_id, file_name, content_type, extension,
-- size, sha256, thumbnail_extension, thumbnail_size, thumbnail_sha256}. Returns {state, …}:
-- - reserved {file_path, thumbnail_path}: store the file there; a repeated call returns the same paths
-- - kept {row_id}: this upload is already complete
-- - conflict: the id was used for a different upload
-- - given_up: the upload was discarded, or it was announced with a different thumbnail before
-- - no_owner: the record does not exist or is outside the caller's scope
-- - refused {office, status}: the caller may not add files now; private.explain_refusal returns the reason
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

-- Confirms that the files of an upload are stored and have these hashes. The API calls this before it assumes the
-- caller's role. The upload must then be linked to a row in the same transaction, otherwise the transaction fails.
-- Raises AG002 if the uploader announced different hashes.
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

-- Deferred trigger: at the end of the transaction, refuses a confirmed upload that is not linked to a row.
create function private.require_attached_upload() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.evidence_files f where f.upload_id = new.upload_id and f.state = 'stored') then
    raise exception 'No row has taken the upload %.', new.upload_id using errcode = 'AG002', column = 'upload_id';
  end if;
  return null;
end
$$;

create constraint trigger require_attached_upload after insert
  or update on public.evidence_files deferrable initially deferred
  for each row when (new.state = 'stored') execute function private.require_attached_upload();

-- Checks whether Storage has a complete object under a path, by its size.
create function private.is_file_stored(path text, wanted_size bigint) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from storage.objects o where o.bucket_id = 'evidence' and o.name = path
    and (o.metadata ->> 'size')::bigint = wanted_size)
$$;

-- BEFORE trigger for a row with a new upload_id: fills the file columns from the upload, which the API must have
-- confirmed in this transaction. Without a caller (in a seed or a restore of a backup), does nothing: the row must
-- already have values in the file columns.
create function private.use_upload() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  upload public.evidence_files;
begin
  -- A new row without an upload is refused at the end of the transaction. An existing row cannot drop its file. (On
  -- insert, the columns of old are null.)
  if auth.uid() is null or private.is_restoring() or new.upload_id is not distinct from old.upload_id then
    return new;
  end if;
  select * into upload from public.evidence_files f where f.upload_id = new.upload_id for update;
  if upload.state is distinct from 'stored' or upload.user_id is distinct from auth.uid()
    or upload.evidence_table <> tg_table_name
    or upload.office <> coalesce(new.region_name, '') || ' / ' || coalesce(new.province_name, '')
    or not private.is_file_stored(upload.file_path, upload.size)
    or (upload.thumbnail_path is not null and not private.is_file_stored(upload.thumbnail_path, upload.thumbnail_size))
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

-- AFTER trigger: updates the state of a row's file. If the row has a new file, the former file is discarded. If the row
-- is deleted, its file is trashed. If the row moves to another office, the office of its upload changes, too.
create function private.sync_file_state() returns trigger
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

-- Sets the state of the files of restored rows to kept again. entries are the ids of the log entries about the deletion
-- of the rows. Raises AG002 if a file is no longer stored.
create function private.reattach_files(wanted_table text, entries bigint[]) returns void
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
    and private.is_file_stored(f.file_path, f.size)
    and (f.thumbnail_path is null or private.is_file_stored(f.thumbnail_path, f.thumbnail_size));
  get diagnostics taken = row_count;
  if taken < cardinality(uploads) then
    raise exception 'This record cannot be restored because one of its files is no longer stored.'
      using errcode = 'AG002', column = 'upload_id';
  end if;
end
$$;

-- Deferred trigger: at the end of the transaction, refuses a row without its file.
create function private.require_file() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  path text;
begin
  execute format('select coalesce(file_path, '''') from public.%I where id = $1', tg_table_name) into path using new.id;
  if path = '' then
    raise exception 'Send the file. The row cannot be saved without it.'
      using errcode = 'AG002', column = 'upload_id';
  end if;
  return null;
end
$$;

-- Adds the indexes and triggers for files to a table of evidence, each row of which has one file (template.evidence).
-- owners are the names of the tables whose records the files prove.
create procedure private.require_evidence_files(target regclass, owners text[])
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
    create trigger use_upload before insert or update on {table}
      for each row execute function private.use_upload();
    create trigger sync_file_state after update or delete on {table}
      for each row execute function private.sync_file_state();
    create constraint trigger require_file after insert or update on {table} deferrable initially deferred
      for each row execute function private.require_file()$sql$, '{table}', target::text);
end
$$;

-- Functions that clean up files. Requests of users also remove files of abandoned uploads and of rows that were deleted
-- long ago. Administrators can check for all other files that a crash or a restore has left behind.

-- Discards uploads that have not arrived: the caller's uploads with the given ids, and all users' uploads that were
-- announced too long ago. Returns the number of discarded uploads.
create function private.expire_uploads(ids uuid[] default '{}') returns bigint
  language sql volatile security definer set search_path = ''
as $$
  with given_up as (
    update public.evidence_files f set state = 'discarded', at = now()
    where f.state = 'reserved' and auth.uid() is not null
      and ((f.upload_id = any (ids) and f.user_id = auth.uid()) or f.at < now() - private.upload_timeout())
    returning 1)
  select count(*) from given_up
$$;

-- Deletes the rows of orphan uploads in the caller's scope whose files were removed from Storage. Returns the number of
-- deleted rows.
create function private.delete_orphan_uploads() returns bigint
  language sql volatile security definer set search_path = ''
as $$
  with forgotten as (
    delete from public.evidence_files f
    where private.is_orphan(f.state, f.at) and f.office = any (private.offices_to_read())
      and not exists (select from storage.objects o
        where o.bucket_id = 'evidence' and o.name in (f.file_path, f.thumbnail_path))
    returning 1)
  select count(*) from forgotten
$$;

-- Returns paths of orphan files in the caller's scope, which the API then removes from Storage.
create function private.orphan_file_paths(most integer) returns setof text
  language sql stable security definer set search_path = ''
as $$
  select p.path
  from public.evidence_files f cross join lateral (values (f.file_path), (f.thumbnail_path)) p (path)
  where f.state <> 'kept' and private.is_orphan(f.state, f.at)
    and f.office = any ((select private.offices_to_read())::text[]) and p.path is not null
  limit most
$$;

-- Checks whether the caller's scope has uploads to clean up: orphans, or uploads that were announced too long ago.
create function private.has_orphan_files() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.evidence_files f
    where f.office = any ((select private.offices_to_read())::text[])
      and f.state <> 'kept' and (private.is_orphan(f.state, f.at)
        or (f.state = 'reserved' and f.at < now() - private.upload_timeout())))
$$;

-- Returns all files that should not be stored and all files that are missing. Returns no rows if the caller may not
-- repair files. fault is one of:
-- - unwanted_file: the file is stored, but its upload was discarded or abandoned; it may be removed
-- - stray_file: the file is stored, but public.evidence_files has no row for it; it may be removed
-- - missing_file: the row row_id of evidence_table needs this file, but it is not stored, or not completely
create function private.file_faults() returns table (fault text, path text, evidence_table text, row_id bigint)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.can_repair_files() then
    return;
  end if;
  return query
    select case when f.upload_id is null then 'stray_file' else 'unwanted_file' end, o.name, f.evidence_table,
      null::bigint
    from storage.objects o
    left join public.evidence_files f on o.name = f.file_path or o.name = f.thumbnail_path
    where o.bucket_id = 'evidence'
      and (f.upload_id is null or private.is_orphan(f.state, f.at)
        or (f.state = 'reserved' and f.at < now() - private.upload_timeout()))
    union all
    select 'missing_file', p.path, f.evidence_table, f.row_id
    from public.evidence_files f
    cross join lateral (values (f.file_path, f.size), (f.thumbnail_path, f.thumbnail_size)) p (path, size)
    where f.state = 'kept' and p.path is not null and not private.is_file_stored(p.path, p.size);
end
$$;

-- Returns files that rows need, sorted by path, starting after the path after_path. sha256 is null for thumbnails that
-- were stored before their hashes were recorded. Returns no rows if the caller may not repair files.
create function private.kept_files(after_path text, most integer)
  returns table (path text, sha256 text, size bigint, evidence_table text, row_id bigint)
  language sql stable security definer set search_path = ''
as $$
  select p.path, p.sha256, p.size, f.evidence_table, f.row_id
  from public.evidence_files f
  cross join lateral (values
    (f.file_path, f.sha256, f.size), (f.thumbnail_path, f.thumbnail_sha256, f.thumbnail_size)) p (path, sha256, size)
  where f.state = 'kept' and p.path is not null and p.path > after_path and (select private.can_repair_files())
  order by p.path
  limit most
$$;

grant execute on function private.confirm_upload(uuid, uuid, text, text) to api_gateway;
grant execute on function
  private.begin_upload(text, text, bigint, jsonb), private.expire_uploads(uuid[]), private.delete_orphan_uploads(),
  private.orphan_file_paths(integer), private.has_orphan_files(), private.file_faults(),
    private.kept_files(text, integer)
to authenticated;


-- supabase/schemas/72_geotags.sql

-- Geotags of Form 11: a photo with its location, linked to the support that it proves (spec sections 3 and 7). The
-- database checks whether the point is in the record's province. A point outside the province can be saved only if the
-- user confirms it.

create table private.province_outlines (
  region_name text not null,
  province_name text not null,
  ring polygon not null
);
create index province_outlines_place on private.province_outlines (region_name, province_name);
alter table private.province_outlines enable row level security;
comment on table private.province_outlines is
  'Coarse province outlines of about 2012, one row per island or part; points are (longitude, latitude). Filled by '
  'the seed.';

-- A point that is at most this distance, in degrees (about 5 km), outside an outline still counts as inside, because
-- the outlines are coarse.
create function private.outline_tolerance() returns double precision
  language sql immutable parallel safe set search_path = ''
as $$ select 0.045::double precision $$;

-- Returns 'Yes' if a point is outside its province, otherwise 'No'; null if there is no outline. If the province is
-- null, uses the outlines of all provinces of the region; if the region is null, too, those of all provinces.
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

-- Returns the names of the columns that a geotag copies from its Form 11 record: its period, programme, ARBO, place and
-- ARC.
create function private.geotag_shared_columns() returns text[]
  language sql immutable parallel safe set search_path = ''
as $$
  select array['reporting_year', 'reporting_quarter', 'reporting_month', 'year_funded', 'fund_source', 'psp_category',
    'subpsp_name',
    'subpsp_abbreviation', 'subpsp_status', 'arboPrimaryKey', 'arbo_id', 'arbo_name', 'region_name', 'province_name',
    'muncity_name', 'barangay_name', 'cd', 'arc_id', 'arc_name', 'arc_type', 'arc_cluster_name']
$$;

-- Returns the values that a Form 11 record has in the columns of private.geotag_shared_columns, as {column: value}.
create function private.pick_shared_columns(form jsonb) returns jsonb
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    select jsonb_object_agg(c, form -> c) from unnest(private.geotag_shared_columns()) c
  );
end
$$;

-- BEFORE trigger: copies columns of its Form 11 record (private.geotag_shared_columns) to a new geotag. Columns to
-- which the caller gave a value stay unchanged. If the caller gave a region or a province, nothing is copied, and the
-- policies check the given office. It must be the office of the record (private.check_form11_office). Callers cannot
-- move a geotag to a different record.
create function private.fill_from_form11() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  form jsonb;
begin
  if tg_op = 'UPDATE' then
    if new.form11_id <> old.form11_id and auth.uid() is not null then
      raise exception 'A geotag cannot be moved to another record.' using errcode = 'AG002', column = 'form11_id';
    end if;
  elsif new.region_name is null and new.province_name is null then
    select private.pick_shared_columns(to_jsonb(f)) into form
    from public.form11_accomps f
    where f.id = new.form11_id and (auth.uid() is null or f.office = any (private.offices_to_read()));
    new := jsonb_populate_record(new, coalesce(form, '{}')
      || jsonb_strip_nulls(private.pick_shared_columns(to_jsonb(new))));
  end if;
  return new;
end
$$;

-- BEFORE trigger: sets outside_province, and refuses a new or changed point outside the province unless the user has
-- confirmed it. If only the province of the record changes, the geotag is not refused, so that the record can move.
create function private.locate_point() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring() then
    return new;
  end if;
  new.outside_province := private.outside_outline(new.region_name, new.province_name, new.longitude, new.latitude);
  if new.outside_province is distinct from 'Yes' then
    -- Reset the confirmation, so that the next point outside the province must be confirmed again.
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

-- Deferred trigger: at the end of the transaction, refuses a geotag whose office is not the office of its record. So
-- the same users see the record and its geotags.
create function private.check_form11_office() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.form_11_geotags g join public.form11_accomps f on f.id = g.form11_id
    where g.id = new.id and g.office <> f.office) then
    raise exception 'A geotag must belong to the office of its record.'
      using errcode = 'AG002', column = 'province_name';
  end if;
  return null;
end
$$;

-- AFTER trigger on Form 11 records: after a statement that updates records, copies the columns of
-- private.geotag_shared_columns to their geotags. Does nothing if none of these records has geotags.
create function private.copy_to_geotags() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  names text := (select string_agg(format('%I', c), ', ') from unnest(private.geotag_shared_columns()) c);
  refused text;
begin
  if not exists (select from new_rows n join public.form_11_geotags g on g.form11_id = n.id) then
    return null;
  end if;
  execute format(
    'update public.form_11_geotags g set (%1$s) = (select %1$s from new_rows n where n.id = g.form11_id)
     where g.form11_id in (
       select id from new_rows n join old_rows o using (id)
       where private.pick_shared_columns(to_jsonb(o)) is distinct
         from private.pick_shared_columns(to_jsonb(n)))', names);
  return null;
exception
  when sqlstate 'AG001' then
    get stacked diagnostics refused = pg_exception_detail;
    raise exception 'A geotag of this record is approved. Set it back to Pending before changing the fields they share.'
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
  'Form 11 geotags: a photo or document with its location, proving one support record.';
comment on column public.form_11_geotags.location_source is
  'exif: stored in the photo; browser: location of the device at upload; map: chosen by the user on the map; null: '
  'unknown.';
comment on column public.form_11_geotags.accuracy is 'Radius in metres, as estimated by the device.';
insert into private.record_tables values ('form_11_geotags', 'accomplishment');
call private.apply_protection('public.form_11_geotags');
call private.add_masterlist_references('public.form_11_geotags');
call private.add_reference('public.form_11_geotags', 'form11_id', 'public.form11_accomps', 'id');
call private.require_evidence_files('public.form_11_geotags', '{form11_accomps}');
create index form_11_geotags_taken on public.form_11_geotags (form11_id, taken_at);
comment on column public.form_11_geotags.outside_province is
  'Yes if the point lies outside the record''s province by more than the tolerance of the outlines; null if no '
  'outline is known.';
create trigger fill_from_form11 before insert or update on public.form_11_geotags
  for each row execute function private.fill_from_form11();
create trigger locate_point before insert or update on public.form_11_geotags
  for each row execute function private.locate_point();

create constraint trigger check_form11_office after insert
  or update on public.form_11_geotags deferrable initially deferred
  for each row execute function private.check_form11_office();

-- This trigger moves the geotags with their record. It must run before keep_referrers_in_office, which checks the
-- offices of the geotags. Postgres fires triggers in the order of their names.
create trigger geotags_follow after update on public.form11_accomps
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.copy_to_geotags();


-- supabase/schemas/73_attachments.sql

-- Attachments: files that users attach to a field of a record. They are stored like the files of geotags. A user who
-- may read or change the record may read or change its attachments. The field has links to its attachments (spec
-- section 3), besides the text that users have typed there.

create table private.attachment_fields (
  table_name text not null references private.record_tables (table_name),
  field text not null,
  primary key (table_name, field)
);
alter table private.attachment_fields enable row level security;
comment on table private.attachment_fields is
  'Fields that hold links to attachments. The registry marks the same fields as attached.';

-- Returns the link to an attachment. It is a URL of the web app, which checks the access of the user who opens the
-- link.
create function private.attachment_link(upload uuid) returns text
  language sql immutable parallel safe set search_path = ''
as $$ select '/homepage/files/' || upload $$;

-- Checks whether a text is a link to an attachment.
create function private.is_attachment_link(link text) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$ select link ~ '^/homepage/files/[0-9a-f-]{36}$' $$;

-- BEFORE UPDATE trigger on records: writes the links to the attachments of a record into its fields. Links that the
-- caller sent are ignored. In a list field, the links come after all other entries. A field with a single value gets
-- the link to the newest attachment; without attachments it keeps its text. Attachments without an upload id are
-- skipped: the API inserts them only to validate them before their file arrives.
create function private.preserve_attachment_links() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  given jsonb := to_jsonb(new);
  kept jsonb := '{}';
  one record;
begin
  -- Fast path: most records have no attachments, and imports change thousands of records at once.
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

-- AFTER trigger on records, once per statement: deletes the attachments of deleted records, and updates the place of
-- attachments when their record moves. Does nothing if none of the records has attachments.
create function private.sync_attachments() returns trigger
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

-- Returns the ids of the log entries about attachments that were deleted together with records, in the same
-- transaction. entries are the ids of the log entries about the deletion of the records.
create function private.find_deleted_attachments(wanted_table text, entries bigint[]) returns bigint[]
  language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(a.id), '{}')
  from private.user_log l
  join private.user_log a on a.tx = l.tx and a.form_name = 'attachments' and a.action = 'Delete'
    and a.source = 'database' and a.at > now() - private.trash_retention()
    and a.changes #>> '{record_table,0}' = wanted_table and (a.changes #>> '{record_id,0}')::bigint = l.row_id
  where l.id = any (entries)
$$;

-- Allows attachments for fields of a record table: registers the fields and adds the triggers.
create procedure private.add_attachment_fields(target regclass, fields text[])
  language plpgsql set search_path = ''
as $$
declare
  name constant text := (select relname from pg_catalog.pg_class where oid = target);
begin
  insert into private.evidence_owners values ('attachments', name);
  insert into private.attachment_fields select name, f from unnest(fields) f;
  execute replace($sql$
    create trigger preserve_attachment_links before update on {table}
      for each row execute function private.preserve_attachment_links();
    create trigger lead_attachments_update after update on {table} referencing new table as new_rows
      for each statement execute function private.sync_attachments();
    create trigger lead_attachments_delete after delete on {table} referencing old table as old_rows
      for each statement execute function private.sync_attachments()$sql$, '{table}', target::text);
end
$$;

-- BEFORE trigger on attachments: fills in the place and status of a new attachment from its record.
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
      raise exception 'An attachment cannot be moved to another field or record.'
        using errcode = 'AG002', column = 'record_id';
    end if;
    return new;
  end if;
  if not exists (select from private.attachment_fields f where f.table_name = new.record_table
    and f.field = new.field) then
    raise exception 'This field cannot have attachments.' using errcode = 'AG002', column = 'field';
  end if;
  -- A row that names an office is not filled, so that the policies check the office that the caller asked for.
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
  -- Check the office already here, because the insert of the attachment also updates the record. If there is no such
  -- record, the deferred trigger check_record_office raises the same message.
  execute format('select office from public.%I where id = $1', new.record_table) into record_office using new.record_id;
  if record_office <> coalesce(new.region_name, '') || ' / ' || coalesce(new.province_name, '') then
    raise exception 'An attachment must belong to a record and to its office.'
      using errcode = 'AG002', column = 'record_id';
  end if;
  return new;
end
$$;

-- AFTER trigger on attachments: updates the field of the record. This fires private.preserve_attachment_links, which
-- writes the links. If the record is approved, the update and thus the change of the attachment are refused (AG001).
create function private.update_record_links() returns trigger
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

-- Deferred trigger: at the end of the transaction, refuses an attachment whose office or reporting window is not that
-- of its record.
create function private.check_record_office() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  agrees boolean;
begin
  -- agrees is null if the attachment was deleted again in the same transaction.
  execute format('select coalesce(a.office = r.office and a.status = case private.window_of(%1$L, r.status) '
    || 'when ''target'' then ''Target'' else ''Accomplished'' end, false) '
    || 'from public.attachments a left join public.%1$I r on r.id = a.record_id where a.id = $1', new.record_table)
    into agrees using new.id;
  if not agrees then
    raise exception 'An attachment must belong to a record and to its office.'
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
  'Files attached to a field of a record. The row has the office of the record; status gives its window (Target for '
  'the target window, else accomplishment).';
insert into private.record_tables values ('attachments', 'status');
call private.apply_protection('public.attachments');
call private.require_evidence_files('public.attachments', '{}');

create trigger fill_from_record before insert or update on public.attachments
  for each row execute function private.fill_from_record();
create trigger update_record_links after insert or update or delete on public.attachments
  for each row execute function private.update_record_links();

create constraint trigger check_record_office after insert or update on public.attachments deferrable initially deferred
  for each row execute function private.check_record_office();

call private.add_attachment_fields('public.form11_accomps', '{uploadFile}');
call private.add_attachment_fields('public.form11_farm_infos', '{uploadFile}');
call private.add_attachment_fields('public.fme_inventory_table', '{picture_trust_agreement,picture_deed_donation}');
call private.add_attachment_fields('public.arbo_masterlist', '{coc_cgs_attachment_link}');


-- supabase/schemas/80_people.sql

-- Administration (spec section 6): who can administer users, roles, schedules and lists. Policies check who can write.
-- Triggers check which values are allowed, and raise AG003 with a message for the screens. Users cannot give a level,
-- right or route that they do not have, and cannot change their own role. There is always at least one administrator at
-- the central office.

-- Checks whether the caller has the route permission `users` and a right that allows the action (verb).
create function private.can_administer_people(verb text) returns boolean
  language sql stable parallel safe security definer set search_path = ''
as $$
  select coalesce('users' = any (c.routes) and private.has_right_for(verb, c.rights), false)
    from private.current_caller() c
$$;

-- Checks whether the caller may change role entries. Only the central office may, because role entries apply to the
-- whole country.
create function private.can_administer_roles(verb text) returns boolean
  language sql stable parallel safe security definer set search_path = ''
as $$ select private.can_administer_people(verb) and private.central_caller_id() is not null $$;

-- Returns the names of the regions whose schedules the caller can administer; '' means schedules for the whole country.
-- Empty if the caller cannot administer schedules.
create function private.regions_to_schedule(verb text) returns text[]
  language sql stable parallel safe security definer set search_path = ''
as $$
  select case
    when not private.can_administer_people(verb) then '{}'
    when c.all_offices then (select array_agg(o.region_name) from public.offices o
      where o.region_name is not null) || array['']
    when c.scope = array['region_name'] then array[c.region_name]
    else '{}'
  end
  from private.current_caller() c
$$;

grant execute on function
  private.can_administer_people(text), private.can_administer_roles(text), private.regions_to_schedule(text)
to authenticated;

-- Returns the rank of a level; 0 if there is no such level.
create function private.level_rank(wanted text) returns integer
  language sql stable parallel safe set search_path = ''
as $$ select coalesce((select l.rank from private.levels l where l.level = wanted), 0) $$;

-- Returns the column (region_name or province_name) that the level requires but that is empty in the profile; the first
-- if both are. Null if the profile has all columns that the level requires.
create function private.find_missing_office_column(wanted text, profile public.users) returns text
  language sql stable parallel safe set search_path = ''
as $$
  select s.column_name
  from private.levels l, unnest(l.scope) with ordinality s (column_name, place)
  where l.level = wanted and to_jsonb(profile) ->> s.column_name is null
  order by s.place limit 1
$$;

-- Returns why a caller may not give, remove or change a role entry: the first permission of the entry that the caller
-- does not have. Null if the caller has all permissions of the entry.
create function private.explain_role_refusal(c private.caller, entry public.uac) returns text
  language sql stable parallel safe set search_path = ''
as $$
  select case
    when private.level_rank(entry.status) > private.level_rank(c.level)
      then format('the level %s, which is above yours', entry.status)
    when not entry.access_controls <@ coalesce(c.rights, '{}')
      then (select format('the %s right%s, which you do not have', string_agg(r, ', '),
          case when count(*) > 1 then 's' end)
        from unnest(entry.access_controls) r where r <> all (coalesce(c.rights, '{}')))
    when not entry.route <@ coalesce(c.routes, '{}')
      then format('the route %s, which you do not have', (select string_agg(r, ', ') from unnest(entry.route) r
        where r <> all (coalesce(c.routes, '{}'))))
  end
$$;

-- Trigger that checks changes of role entries. Without a caller (the owner of the tables, as in a seed), checks only
-- the rules about users who have the role.
create function private.guard_role() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  c private.caller := private.current_caller();
  problem text;
  holders text;
begin
  if auth.uid() is not null and private.can_administer_roles(lower(tg_op)) then
    if tg_op <> 'INSERT' then
      problem := private.explain_role_refusal(c, old);
      if problem is not null then
        raise exception 'This role has %.', problem using errcode = 'AG003';
      end if;
    end if;
    if tg_op <> 'DELETE' then
      problem := private.explain_role_refusal(c, new);
      if problem is not null then
        raise exception 'You cannot give %.', problem using errcode = 'AG003',
          column = case when problem like 'the level%' then 'status' when problem like 'the route%' then 'route'
            else 'access_controls' end;
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
      raise exception 'People still have the role name that you are removing: %. Give them another role first.', holders
        using errcode = 'AG002', column = 'rolename';
    end if;
    if auth.uid() is not null and new.status <> old.status then
      select string_agg(u.username, ', ' order by u.username) into holders
      from public.users u where u.uac_id = new.id and private.find_missing_office_column(new.status, u) is not null;
      if holders is not null then
        raise exception 'People with this role have no office at the level %: %.', new.status, holders
          using errcode = 'AG002', column = 'status';
      end if;
    end if;
  end if;
  return new;
end
$$;

create trigger guard_role before insert or update or delete on public.uac
  for each row execute function private.guard_role();

-- Checks whether a user with this level and these routes and rights is an administrator of the central office. That
-- requires a level that sees all offices, the route permission `users` and the Edit right.
create function private.is_central_administrator(level text, routes text[], rights text[]) returns boolean
  language sql stable set search_path = ''
as $$
  select 'users' = any (routes) and 'Edit' = any (rights)
    and exists (select from private.levels l where l.level = is_central_administrator.level and l.all_offices)
$$;

-- AFTER trigger: refuses a statement after which the central office has no administrator any more. The lock serializes
-- concurrent transactions, so that two administrators cannot remove each other.
create function private.require_administrator() returns trigger
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
  perform pg_advisory_xact_lock(hashtext('require_administrator'));
  if not exists (select from public.users u join public.uac r on r.id = u.uac_id and u.roles = any (r.rolename)
    where not u.disabled and private.is_central_administrator(r.status, r.route, r.access_controls))
  then
    raise exception 'This is the last administrator of the central office. Add another one first.'
      using errcode = 'AG003';
  end if;
  return null;
end
$$;

create trigger keep_an_administrator_update after update on public.uac referencing old table as old_rows
  for each statement execute function private.require_administrator();
create trigger keep_an_administrator_delete after delete on public.uac referencing old table as old_rows
  for each statement execute function private.require_administrator();
create trigger keep_an_administrator_update after update on public.users referencing old table as old_rows
  for each statement execute function private.require_administrator();
create trigger keep_an_administrator_delete after delete on public.users referencing old table as old_rows
  for each statement execute function private.require_administrator();

create policy select_own_or_as_administrator on public.uac for select to authenticated
  using (id = (select private.caller_uac_id()) or (select private.caller_has_route('users')));
create policy select_own_or_as_administrator_for_central on public.uac for select to central_reader
  using (id = (select private.caller_uac_id()) or (select private.caller_has_route('users')));
create policy select_own_or_as_administrator_for_province on public.uac for select to provincial_reader
  using (id = (select private.caller_uac_id()) or (select private.caller_has_route('users')));

-- Callers can read their own profile. With the route permission `users`, they can also read the profiles of the offices
-- in their scope.
create policy select_own_or_as_administrator on public.users for select to authenticated
  using (
    id = (select auth.uid()) and (select private.caller_level()) is not null
    or (select private.caller_has_route('users')) and office = any ((select private.offices_to_read())::text[]));
create policy select_own_or_as_administrator_for_central on public.users for select to central_reader
  using (
    id = (select auth.uid()) and (select private.caller_level()) is not null
    or (select private.caller_has_route('users')) and (select private.central_caller_id()) is not null);
create policy select_own_or_as_administrator_for_province on public.users for select to provincial_reader
  using (
    id = (select auth.uid()) and (select private.caller_level()) is not null
    or (select private.caller_has_route('users')) and office = (select private.provincial_caller_office()));

call private.grant_columns('public.uac');

create policy insert_as_central_administrator on public.uac for insert to authenticated
  with check ((select private.can_administer_roles('insert')));

create policy update_as_central_administrator on public.uac for update to authenticated
  using ((select private.can_administer_roles('update')) and id is distinct from (select private.caller_uac_id()))
  with check ((select private.can_administer_roles('update')) and id is distinct from (select private.caller_uac_id()));

create policy delete_as_central_administrator on public.uac for delete to authenticated
  using ((select private.can_administer_roles('delete')) and id is distinct from (select private.caller_uac_id()));

call private.make_searchable('public.uac');

call private.add_log_triggers('public.users');
call private.add_log_triggers('public.uac');

create trigger clean_texts before insert or update on public.uac
  for each row execute function private.clean_texts();
create trigger clean_texts before insert or update on public.users
  for each row execute function private.clean_texts();


-- supabase/schemas/81_accounts.sql

-- User accounts. Each user has an account in Supabase Auth, which is changed through the administration API of Auth,
-- and a profile in public.users. The database checks each change first, with the administrator as caller, and records
-- an authorization to create or remove an account (private.account_intents). Then the API calls Auth. Triggers on the
-- account create, update or delete the profile, in the same transaction in which Auth changes the account.

create table private.account_intents (
  user_id uuid primary key,
  kind text not null check (kind in ('register', 'remove')),
  profile jsonb,
  by_user uuid not null,
  at timestamptz not null default now()
);
alter table private.account_intents enable row level security;
comment on table private.account_intents is
  'Changes to accounts that an administrator is allowed to make, until Supabase Auth makes them. Valid for ten '
  'minutes.';

-- Checks a change of a profile. Raises AG003 if the caller is not allowed to make the change, AG002 if its values are
-- inconsistent.
create function private.check_profile_change(verb text, before public.users, after public.users) returns void
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
      raise exception 'You cannot remove your own account.' using errcode = 'AG003';
    end if;
    if (after.roles, after.uac_id, after.region_name, after.province_name, after.muncity_name, after.username,
      after.email, after.disabled)
      is distinct from (before.roles, before.uac_id, before.region_name, before.province_name, before.muncity_name,
        before.username, before.email, before.disabled)
    then
      raise exception 'You cannot change your own role, office, username, e-mail or status. Ask another administrator.'
        using errcode = 'AG003';
    end if;
    return;
  end if;
  if not private.can_administer_people(verb) then
    raise exception 'Only administrators with the route "users" and the required right can % people.',
      case verb when 'insert' then 'add' when 'update' then 'change' else 'remove' end using errcode = 'AG003';
  end if;
  if verb <> 'insert' then
    if not before.office = any (private.offices_to_read()) then
      raise exception 'This person does not exist or belongs to an office that you cannot see.' using errcode = 'AG004';
    end if;
    select r.* into entry from public.uac r where r.id = before.uac_id;
    problem := private.explain_role_refusal(c, entry);
    if problem is not null then
      raise exception 'This person has %.', problem using errcode = 'AG003';
    end if;
  end if;
  if verb <> 'delete' then
    if not after.office = any (private.offices_to_read()) then
      if not exists (select from public.offices o where o.office = after.office) then
        raise exception 'Choose a region and one of its provinces.' using errcode = 'AG002', column = 'province_name';
      end if;
      raise exception 'You can only administer people of your own office.'
        using errcode = 'AG003', column = 'region_name';
    end if;
    entry := null;
    select r.* into entry from public.uac r where r.id = after.uac_id;
    problem := private.explain_role_refusal(c, entry);
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
    lacking := private.find_missing_office_column(entry.status, after);
    if lacking is not null then
      raise exception 'A person of the level % needs a %.', entry.status, replace(lacking, '_name', '')
        using errcode = 'AG002', column = lacking;
    end if;
  end if;
end
$$;

-- Trigger that checks every change of a profile. Without a caller (the owner of the tables, a seed, or Auth itself),
-- checks nothing.
create function private.guard_user() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    new.updated_at := now();
    new.row_version := old.row_version + 1;
  end if;
  if tg_op <> 'DELETE' then
    -- BEFORE triggers run before Postgres computes generated columns.
    new.office := coalesce(new.region_name, '') || ' / ' || coalesce(new.province_name, '');
  end if;
  if auth.uid() is not null then
    perform private.check_profile_change(lower(tg_op),
      case when tg_op <> 'INSERT' then old end, case when tg_op <> 'DELETE'
      then new end);
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

create trigger guard_user before insert or update or delete on public.users
  for each row execute function private.guard_user();

-- Makes an administrator the caller for the rest of the transaction, in which Auth changes an account. So the checks
-- and the log see who authorized the change.
create function private.act_as_administrator(administrator uuid) returns void
  language sql volatile set search_path = ''
as $$
  select set_config('request.jwt.claims', jsonb_build_object('sub', administrator, 'role', 'authenticated',
    'acts_for', 'account')::text, true),
    set_config('request.jwt.claim.sub', administrator::text, true)
$$;

-- Trigger on accounts: creates the profile of a new account if an administrator has authorized it in the last ten
-- minutes.
create function private.create_profile() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  intent private.account_intents;
begin
  delete from private.account_intents i where i.user_id = new.id and i.kind = 'register'
    and i.at > now() - interval '10 minutes' returning * into intent;
  if found then
    perform private.act_as_administrator(intent.by_user);
    insert into public.users (id, username, email, name, position, roles, region_name, province_name, muncity_name,
      uac_id)
    select new.id, p.username, p.email, p.name, p.position, p.roles, p.region_name, p.province_name, p.muncity_name,
      p.uac_id
    from jsonb_populate_record(null::public.users, intent.profile) p;
  end if;
  return new;
end
$$;

create trigger create_profile after insert on auth.users for each row execute function private.create_profile();

-- Trigger on accounts: deletes the profile together with its account. The log names the administrator who authorized
-- the removal.
create function private.remove_profile() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  intent private.account_intents;
begin
  delete from private.account_intents i where i.user_id = old.id and i.kind = 'remove'
    and i.at > now() - interval '10 minutes' returning * into intent;
  if found then
    perform private.act_as_administrator(intent.by_user);
  end if;
  delete from public.users u where u.id = old.id;
  return old;
end
$$;

create trigger remove_profile before delete on auth.users for each row execute function private.remove_profile();

-- Trigger on accounts: copies a changed e-mail address to the profile.
create function private.sync_email() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.users u set email = new.email where u.id = new.id and new.email is not null and u.email
    is distinct from new.email;
  return new;
end
$$;

create trigger sync_email after update of email on auth.users for each row execute function private.sync_email();

-- Trigger on accounts: when the password of a user changes, deletes the API tokens and the known browsers of the user.
-- Also runs if the password was changed in the dashboard of Supabase.
create function private.revoke_on_password_change() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.api_tokens t where t.user_id = new.id;
  delete from private.known_browsers k where k.user_id = new.id;
  return null;
end
$$;

create trigger revoke_on_password_change after update of encrypted_password on auth.users for each row
  when (old.encrypted_password is distinct from new.encrypted_password)
  execute function private.revoke_on_password_change();

-- Refuses a password that the product did not set. Auth has endpoints through which a signed-in user sets any password
-- of eight characters, and no hook for them; the database sees only the hash. The product checks a password, and then
-- sets it through Auth's administration API together with a new time in app_metadata, which users cannot change. Auth
-- writes the two in one transaction, the password first, so the check waits for the end of the transaction.
create function private.require_product_password() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from auth.users a
    where a.id = new.id and a.raw_app_meta_data ->> 'password_set_at'
      is not distinct from old.raw_app_meta_data ->> 'password_set_at')
  then
    raise exception 'Change the password in the product, which checks it.' using errcode = 'AG003';
  end if;
  return null;
end
$$;

-- Auth empties the password of a deleted account.
create constraint trigger require_product_password after update on auth.users deferrable initially deferred
  for each row when (new.encrypted_password is distinct from old.encrypted_password and new.encrypted_password <> '')
  execute function private.require_product_password();

-- Trigger on profiles: when a user is disabled, deletes the API tokens of the user. They are not restored when the user
-- is enabled again.
create function private.revoke_on_disable() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.api_tokens t where t.user_id = new.id;
  return null;
end
$$;

create trigger revoke_on_disable after update of disabled on public.users for each row
  when (new.disabled and not old.disabled) execute function private.revoke_on_disable();


-- supabase/schemas/82_account_calls.sql

-- Functions that the API calls to administer users; the caller is the administrator. For a change of an account, these
-- functions only check and authorize the change, and Supabase Auth then makes it.

-- Authorizes a new account and returns the id with which Auth must create it. Raises AG002 or AG003 if the profile is
-- not allowed (private.check_profile_change), and 23505 if the username or the address is already taken.
create function private.authorize_new_account(given jsonb) returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  profile public.users := jsonb_populate_record(null::public.users, given);
begin
  profile.id := gen_random_uuid();
  profile.office := coalesce(profile.region_name, '') || ' / ' || coalesce(profile.province_name, '');
  perform private.check_profile_change('insert', null, profile);
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

-- Returns the profile of a user whom the caller may see; raises AG004 otherwise.
create function private.require_visible_person(wanted uuid) returns public.users
  language plpgsql stable security definer set search_path = ''
as $$
declare
  found_user public.users;
begin
  select u.* into found_user from public.users u
  where u.id = wanted and (u.id = auth.uid() and private.caller_level() is not null
    or private.caller_has_route('users') and u.office = any (private.offices_to_read()));
  if not found then
    raise exception 'This person does not exist or belongs to an office that you cannot see.' using errcode = 'AG004';
  end if;
  return found_user;
end
$$;

-- Authorizes the removal of an account. To check whether the removal is allowed, deletes the profile, which runs all
-- checks, and rolls the deletion back.
create function private.authorize_account_removal(wanted uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_visible_person(wanted);
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

-- Deletes an authorization of the caller. Called if Auth failed to make the authorized change.
create function private.cancel_account_intent(wanted uuid) returns void
  language sql volatile security definer set search_path = ''
as $$ delete from private.account_intents i where i.user_id = wanted and i.by_user = auth.uid() $$;

-- Checks whether the caller may change the address, password or sessions of another user's account. Raises AG003 or
-- AG004 if not, and 23505 if another account has the new address.
create function private.check_account_change(wanted uuid, new_email text default null) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  person public.users := private.require_visible_person(wanted);
begin
  if person.id = auth.uid() then
    raise exception 'Change your own password in your profile. For other changes, ask another administrator.'
      using errcode = 'AG003';
  end if;
  perform private.check_profile_change('update', person, person);
  if exists (select from auth.users a where lower(a.email) = lower(new_email) and a.id <> wanted) then
    raise exception 'taken' using errcode = 'unique_violation', column = 'email';
  end if;
end
$$;

-- Updates the given fields of a profile; the triggers check them. Returns the profile as it was before. If the profile
-- does not have the expected version, changes nothing and returns null.
create function private.change_profile(wanted uuid, given jsonb, expected_version integer default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  before public.users;
  after public.users;
begin
  perform private.require_visible_person(wanted);
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

-- Ends all sessions and API tokens of a user. The next request with one of them is refused, and the sessions cannot be
-- renewed.
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

-- Called after a user or an administrator has set a new password: logs it, and ends all sessions of the user except the
-- one that made this request. The trigger private.revoke_on_password_change deletes the API tokens and the known
-- browsers.
create function private.record_password_change(wanted uuid) returns void
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

-- Logs that the caller signs out. Does nothing for an account without a profile.
create function private.log_sign_out() returns void
  language sql volatile security definer set search_path = ''
as $$ select private.log_event(u.id, 'Sign out') from public.users u where u.id = auth.uid() $$;

-- Checks whether the caller may change the account and the profile of a user. Lists of users show the result in each
-- row.
create function private.can_administer_user(wanted uuid, office text, entry_id bigint) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select wanted is distinct from auth.uid() and private.can_administer_people('update')
    and office = any (private.offices_to_read())
    and (entry_id is null
      or exists (select from public.uac r
      where r.id = entry_id and private.explain_role_refusal(private.current_caller(), r) is null))
$$;

-- Returns accounts and profiles that do not match each other. Raises AG003 if the caller is not an administrator of the
-- central office.
create function private.account_drift() returns table (user_id uuid, username text, email text, problem text)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.can_administer_roles('update') then
    raise exception 'Only administrators of the central office can compare accounts with profiles.'
      using errcode = 'AG003';
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

-- Copies the e-mail address of an account in Auth to its profile. Raises AG003 if the caller is not an administrator of
-- the central office.
create function private.repair_email(wanted uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.can_administer_roles('update') then
    raise exception 'Only administrators of the central office can compare accounts with profiles.'
      using errcode = 'AG003';
  end if;
  update public.users u set email = a.email from auth.users a where u.id = wanted and a.id = u.id;
end
$$;

-- Returns the time of a user's last sign-in. Null if the user has never signed in, if the caller lacks the route
-- permission `users`, or if the caller cannot read rows of the user's office.
create function private.last_sign_in(wanted uuid) returns timestamptz
  language sql stable security definer set search_path = ''
as $$
  select a.last_sign_in_at
  from public.users u join auth.users a on a.id = u.id
  where u.id = wanted and private.caller_has_route('users') and u.office = any (private.offices_to_read())
$$;

grant execute on function
  private.authorize_new_account(jsonb), private.authorize_account_removal(uuid), private.cancel_account_intent(uuid),
  private.check_account_change(uuid, text), private.change_profile(uuid, jsonb, integer), private.end_sessions(uuid),
  private.record_password_change(uuid), private.log_sign_out(), private.can_administer_user(uuid, text, bigint),
  private.account_drift(), private.repair_email(uuid), private.last_sign_in(uuid)
to authenticated;

-- View for lists of users: has the level, rights and routes of each user's role entry.
create view public.user_list with (security_invoker = true) as
select u.id, u.username, u.email, u.name, u.position, u.roles, u.uac_id, u.region_name, u.province_name, u.muncity_name,
  u.disabled,
  u.time_stamp, u.updated_at, u.row_version, u.office, r.status as level, r.roletype, r.access_controls as rights,
    r.route as routes,
  private.can_administer_user(u.id, u.office, u.uac_id) as administrable, private.last_sign_in(u.id) as last_sign_in
from public.users u left join public.uac r on r.id = u.uac_id;

revoke all on public.user_list from anon, authenticated;
grant select on public.user_list to authenticated;
comment on view public.user_list is
  'users with the level, rights and routes of their role entry, whether the caller may change them, and their last '
  'sign-in.';


-- supabase/schemas/82_sessions.sql

-- Functions for the sessions of the caller. Each sign-in creates a session, which Auth stores. The maximum age of
-- sessions is defined in 30_access.sql.

-- Returns the caller's valid sessions, as a list of {id, user_agent, address, signed_in_at, last_used_at, current}.
-- current is true for the session that makes the request, which is first; the others follow, last used first.
-- last_used_at is the time of the last renewal and so may be up to an hour too early.
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
    where s.user_id = auth.uid() and not private.is_session_expired(s.created_at, s.refreshed_at, s.not_after)
      and private.is_password_session(s.id)) o
$$;

-- Ends one session of the caller. The next request with this session is refused. Raises AG004 if the caller has no such
-- session.
create function private.end_own_session(wanted uuid) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.refuse_api_token();
  delete from auth.sessions s where s.id = wanted and s.user_id = auth.uid();
  if not found then
    raise exception 'This session has already ended.' using errcode = 'AG004';
  end if;
  perform private.log_event(auth.uid(), 'Ended session');
end
$$;

-- Ends all sessions and API tokens of the caller, including the session that makes the request.
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

-- BEFORE trigger on the sessions of Auth: prevents the renewal of an expired session, even if Auth itself has no
-- limits. It skips the update that sets the time of the renewal. So the session stays expired, and requests with its
-- tokens are refused.
create function private.skip_renewal() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  return case when private.is_session_expired(old.created_at, old.refreshed_at, old.not_after) then null else new end;
end
$$;

create trigger skip_renewal before update of refreshed_at on auth.sessions
  for each row execute function private.skip_renewal();

grant execute on function private.own_sessions(), private.end_own_session(uuid), private.end_own_sessions()
to authenticated;

-- Records the browser of a session. The API cannot pass the browser's User-Agent to Auth when a user signs in: it uses
-- the secret key, and Supabase refuses this key if the User-Agent is that of a browser. Called with the API's own login
-- role.
create function private.record_browser(session uuid, agent text) returns void
  language sql volatile security definer set search_path = ''
as $$ update auth.sessions s set user_agent = agent where s.id = session $$;
revoke execute on function private.record_browser(uuid, text) from public;
grant execute on function private.record_browser(uuid, text) to api_gateway;


-- supabase/schemas/83_sign_in.sql

-- Sign-in by username, with limits that stop password guessing without locking out a whole office. Only the API's own
-- role calls these functions, before it assumes the caller's role. Responses for unknown, disabled and known usernames
-- have the same shape, so that they reveal nothing. Wrong passwords count toward the limits; right ones do not. An
-- attempt whose password is still being checked also counts, for at most one minute. If a limit is reached only because
-- of attempts that are being checked, a further attempt waits instead of being refused. A browser that has signed in to
-- the account before has its own limit, so that guesses from other browsers do not lock it out. Attempts through the
-- API and directly through Auth are counted together.

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
  'Sign-in attempts by account and address: failed ones, and those whose password is still being checked.';
comment on column private.sign_in_failures.judged is 'True if the password was wrong; false while it is being checked.';
comment on column private.sign_in_failures.browser is 'The known browser of the attempt; null for any other browser.';
comment on column private.sign_in_failures.claimed is
  'True once Auth''s password hook has claimed the attempt, which the API started.';

create table private.known_browsers (
  user_id uuid not null references public.users (id) on delete cascade,
  browser text not null,
  last_used timestamptz not null default now(),
  primary key (user_id, browser)
);
alter table private.known_browsers enable row level security;
comment on table private.known_browsers is
  'Browsers in which a user has signed in, by the hash of a cookie. Deleted when the password changes.';

-- Returns how many seconds an account or an address must wait until the next attempt. The limits are 10 wrong passwords
-- per account and browser and 50 per address, each within ten minutes. busy is true if the wrong passwords and the
-- attempts that are still being checked together reach a limit.
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

-- Starts a sign-in attempt. Returns the e-mail address of the account (null if there is no such account), and either
-- the id of the attempt or, if the limits allow no attempt now, the number of seconds to wait.
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
  -- Always lock the account before the address, to avoid deadlocks.
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

-- Ends a sign-in attempt. If success is true, the password was right: deletes the counted failures of the account in
-- this browser (or, if the browser is unknown, in all unknown browsers), and remembers the browser. If success is null,
-- no password was checked: deletes the attempt and logs nothing. If success is true or false, logs the attempt, under
-- the name "unknown" if no account has the username.
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
  -- Auth does not report which attempt its hook call belongs to. If the hook claimed a different attempt instead of
  -- this one, release that claim, because the hook call of the claimed attempt is still to come.
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

-- Returns the id of the decoy account. If a username is unknown or disabled, the API checks the password of the decoy
-- account, so that the refusal takes as long as for a wrong password (people/decoy.ts). The decoy account has no
-- profile, and its password is not stored.
create function private.decoy_account() returns uuid
  language sql immutable parallel safe set search_path = ''
as $$ select '00000000-0000-4000-8000-0000000dec0f'::uuid $$;

-- Password hook of Supabase Auth ("password verification attempt", config.toml), called after each password check. Also
-- limits password guessing that bypasses the API. event is {user_id, valid}; the embedded Auth adds email and address.
-- If the API made the attempt, the first call for it is not counted, because the API has already counted the attempt.
-- All other calls are counted, except for the decoy account, whose password no one knows. Returns {decision:
-- "continue"} or {decision: "reject", message}.
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
  -- Serialize concurrent guesses, so that together they cannot exceed the limit.
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
  -- If Auth does not report the address, count only per account.
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

-- E-mail hook of Supabase Auth ("send email", config.toml): sends nothing, because the product issues no magic links,
-- invitations, recovery or confirmation mails. event is {user, email_data: {email_action_type, …}}. A recovery
-- request is dropped without an error, because an error would reveal which addresses exist.
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

-- Report schedules (spec section 3), which open the reporting windows of offices. The central office administers all
-- schedules. A regional administrator administers the schedules of the region, which can only open a window in addition
-- to the central schedules, never close one. A window is closed when zero days remain (spec section 6). The remaining
-- days are the end date minus today, so the last day to enter data is the day before the end date.

-- Defines when a schedule is active. All other functions and views call this function.
create function private.is_schedule_active(status text, start_date date, end_date date) returns boolean
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return coalesce(status = 'OnGoing' and start_date <= private.today() and end_date > private.today(), false);
end
$$;

comment on function private.is_schedule_active(text, date, date) is
  'Checks whether a schedule opens its window today, in Manila: its status is OnGoing, it has started, and at least '
  'one day is left.';

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
  'Reporting windows. A schedule without a region covers all offices; one with a region or province covers only that.';

create trigger clean_texts before insert or update on public.report_schedules
  for each row execute function private.clean_texts();

revoke all on public.report_schedules from anon, authenticated;
grant select on public.report_schedules to authenticated;
alter table public.report_schedules enable row level security;
alter table public.report_schedules force row level security;

call private.add_level_read_policies('public.report_schedules');

call private.add_log_triggers('public.report_schedules');

create index report_schedules_coverage on public.report_schedules (coverage, form);
comment on column public.report_schedules.coverage is
  'Region / province that the schedule covers; an empty part covers all.';
comment on column public.report_schedules.status is
  'OnGoing: active between its dates. Closed: closed manually before its end.';
call private.grant_columns('public.report_schedules');

create policy insert_as_administrator on public.report_schedules for insert to authenticated
  with check (coalesce(region_name, '') = any ((select private.regions_to_schedule('insert'))::text[]));

create policy update_as_administrator on public.report_schedules for update to authenticated
  using (coalesce(region_name, '') = any ((select private.regions_to_schedule('update'))::text[]))
  with check (coalesce(region_name, '') = any ((select private.regions_to_schedule('update'))::text[]));

create policy delete_as_administrator on public.report_schedules for delete to authenticated
  using (coalesce(region_name, '') = any ((select private.regions_to_schedule('delete'))::text[]));
call private.make_searchable('public.report_schedules');

-- Checks whether a reporting window is open for an office. It is open if an active schedule of the window covers the
-- office.
create function private.is_window_open(window_name text, region text, province text) returns boolean
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return exists (
    select from public.report_schedules s
    where s.form = window_name and private.is_schedule_active(s.status, s.start_date, s.end_date)
      and (s.region_name is null or s.region_name = region)
      and (s.province_name is null or s.province_name = province)
  );
end
$$;

-- Returns the day (Manila time) on which a user closed a schedule, from the log; null if no user closed it.
create function private.closed_on(schedule_id bigint) returns date
  language sql stable security definer set search_path = ''
as $$
  select (l.at at time zone 'Asia/Manila')::date
  from private.user_log l
  where l.form_name = 'report_schedules' and l.row_id = schedule_id and l.changes #>> '{status,1}' = 'Closed'
  order by l.id desc
  limit 1
$$;

-- Explains why the given windows are closed for the given offices. Returns data of the schedule that ends last:
-- {end_date}, with start_date if the schedule has not started, or with closed_on and schedule_region (null for the
-- whole country) if a user closed the schedule before its end.
create function private.describe_last_window(windows text[], wanted_offices text[]) returns jsonb
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

-- Returns the state of a reporting window for the caller. If several schedules cover an office of the caller, uses an
-- active one, and of these the one that ends last. The field reason is a message that explains why the window is
-- closed.
create function private.window_state(window_name text) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with covering as (
    select s.id, s.start_date, s.end_date, private.is_schedule_active(s.status, s.start_date, s.end_date) as open
    from public.report_schedules s, private.current_caller() c
    where s.form = window_name
      and exists (
        select from private.offices_in_scope(c) o
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

-- BEFORE trigger: sets the user and the version of the row. Refuses a schedule that would never open its window, and a
-- schedule that overlaps an OnGoing schedule of the same window and the same offices. A schedule may start on the end
-- date of another.
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
  -- If the caller may not administer the schedule, skip the checks and let the policy refuse it.
  if auth.uid() is not null
    and not array[coalesce(new.region_name, ''), ''] && private.regions_to_schedule(lower(tg_op))
  then
    return new;
  end if;
  if num_nonnulls(new.region_name) >= num_nonnulls(new.province_name)
    and not exists (select from public.offices o where o.office = concat(new.region_name, ' / ', new.province_name))
  then
    raise exception 'A schedule must cover the whole country, a region, or a region and one of its provinces.'
      using errcode = 'AG002', column = case when new.province_name is null then 'region_name' else 'province_name' end;
  end if;
  if new.status <> 'OnGoing' then
    return new;
  end if;
  if new.end_date = new.start_date then
    raise exception 'A window closes at the start of its end date. Choose an end date after the start date.'
      using errcode = 'AG002', column = 'end_date';
  end if;
  -- Serialize concurrent inserts, which could not see each other.
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

grant execute on function private.is_schedule_active(text, date, date) to authenticated, service_role;
grant execute on function private.window_state(text) to authenticated;
-- View for lists of schedules: adds the remaining days, and whether the schedule opens its window today.
create view public.report_schedules_in_full with (security_invoker = true) as
select s.id, s.user_id, s.form, s.start_date, s.end_date, s.region_name, s.province_name, s.status, s.duration_days,
  s.time_stamp, s.row_version, s.coverage,
  greatest(coalesce(s.end_date - private.today(), 0), 0) as remaining_days,
  private.is_schedule_active(s.status, s.start_date, s.end_date) as open, s.search_text
from public.report_schedules s;

revoke all on public.report_schedules_in_full from anon, authenticated;
grant select on public.report_schedules_in_full to authenticated;
comment on view public.report_schedules_in_full is 'report_schedules with the days left as of today.';


-- supabase/schemas/85_previews.sql

-- "See as": runs requests with the access of another user, for an administrator who may administer that user. The
-- transaction becomes read-only before it gets the access of the other user, and cannot change back. To try out a role
-- that is not saved yet (a draft role), the transaction creates the role and then can never commit.

create table private.previews (
  tx xid8 primary key default pg_current_xact_id()
);
alter table private.previews enable row level security;
comment on table private.previews is
  'Always empty. A transaction that drafts a role inserts a row, and a deferred trigger then refuses the commit.';

-- Deferred trigger: refuses to commit a transaction that created a draft role.
create function private.reject_preview_commit() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  raise exception 'A preview cannot be saved.' using errcode = 'AG003';
end
$$;

create constraint trigger reject_preview_commit after insert on private.previews deferrable initially deferred
  for each row execute function private.reject_preview_commit();

-- Creates a temporary user with a draft role, and returns the id of the user. Makes the same checks as when a real role
-- and a real user are added.
create function private.create_draft_person(entry jsonb, region text, province text) returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  drafted constant uuid := gen_random_uuid();
  role_id bigint;
  draft public.uac;
begin
  if not private.can_administer_roles('insert') then
    raise exception 'Only administrators of the central office can draft roles.' using errcode = 'AG003';
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

-- Gives the rest of the transaction the access of the user `wanted`. If entry is not null, gives it the access of a
-- temporary user at an office, with the draft role {rolename, roletype, route, access_controls, status}. Raises AG003
-- or AG004 if the caller may not administer that user or role.
create function private.begin_preview(wanted uuid, entry jsonb default null, region text default null,
  province text default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  person public.users;
begin
  if not private.caller_has_route('users') then
    raise exception 'Only administrators with the route "users" can see the product as another person.'
      using errcode = 'AG003';
  end if;
  if entry is not null then
    wanted := private.create_draft_person(entry, region, province);
  else
    person := private.require_visible_person(wanted);
    if person.id <> auth.uid() and not private.can_administer_user(person.id, person.office, person.uac_id) then
      raise exception 'You can only see the product as people whom you can administer.' using errcode = 'AG003';
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

-- Requests to reopen a closed reporting window. A user who may enter data asks the administrators of their office's
-- schedules, with a reason. The administrators grant the request with an end date, which creates a schedule for that
-- office and window, or decline it with a reason. The table can be accessed only through the functions of this file and
-- through the inbox. Each action is logged under the office of the request.

create table private.reopenings (
  id bigint generated always as identity primary key,
  office text not null references public.offices (office),
  window_name text not null check (window_name in ('target', 'accomplishment')),
  user_id uuid not null,
  at timestamptz not null default now(),
  reason text not null check (btrim(reason) <> '' and length(reason) <= 2000),
  -- The state opened means that a schedule has opened the window before an administrator answered the request.
  state text not null default 'asked' check (state in ('asked', 'granted', 'declined', 'opened')),
  answered_by uuid,
  answered_at timestamptz check ((answered_at is null) = (state = 'asked')),
  answer text check (answer is null or btrim(answer) <> '' and length(answer) <= 2000),
  end_date date
);
create unique index reopenings_asked_once on private.reopenings (office, window_name) where state = 'asked';
create index reopenings_user on private.reopenings (user_id, answered_at desc);
alter table private.reopenings enable row level security;
comment on table private.reopenings is 'Requests to reopen a window for an office, with the answers.';

-- Returns the current state of a request, as {state, answered_at}. On the first day of a schedule, its window opens
-- although no row is written. From then on, the state of a request for this window is 'opened', even if the table still
-- says 'asked'.
create function private.current_reopening_state(r private.reopenings, out state text, out answered_at timestamptz)
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

-- AFTER trigger on schedules: if a schedule opens a window, sets the state of the pending requests for this window to
-- 'opened'. The state remains if the schedule is closed or deleted later.
create function private.resolve_reopenings() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  -- Schedule to evaluate: the new row after an insert, the old row after a delete, both rows in turn after an update.
  s public.report_schedules := case tg_op when 'INSERT' then new else old end;
begin
  for attempt in 1 .. 2 loop
    if private.is_schedule_active(s.status, s.start_date, s.end_date) then
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

create trigger resolve_reopenings after insert or update or delete on public.report_schedules
  for each row execute function private.resolve_reopenings();

-- Logs an action on a request to reopen, under the office of the request.
create function private.log_reopening(r private.reopenings, act text, said jsonb) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into private.user_log (user_id, user_name, user_role, form_name, region_name, province_name, action, status,
    changes)
  select auth.uid(), u.username, u.roles, 'report_schedules', o.region_name, o.province_name, act, r.window_name, said
  from public.offices o left join public.users u on u.id = auth.uid()
  where o.office = r.office
$$;

-- Returns the name of an office for messages: the province, such as "Nueva Ecija", or else the region.
create function private.office_name(office text) returns text
  language sql immutable parallel safe set search_path = ''
as $$ select coalesce(nullif(split_part(office, ' / ', 2), ''), split_part(office, ' / ', 1)) $$;

-- Raises AG009 if the caller has no right to enter data (Edit or Delete).
create function private.require_entry_right() returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.has_right_for('insert', (private.current_caller()).rights) is not true then
    raise exception 'Your role needs the Edit or Delete right to ask for a window to be reopened.'
      using errcode = 'AG009';
  end if;
end
$$;

-- Creates a request to reopen a window for one of the caller's offices and returns its id. Raises AG009 if the caller
-- may not enter data in that office, AG002 if the window is open or a request is already pending.
create function private.request_reopening(wanted_office text, wanted_window text, said text) returns bigint
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller constant private.caller := private.current_caller();
  earlier private.reopenings;
  request private.reopenings;
begin
  perform private.require_entry_right();
  if not wanted_office = any (private.offices_to_read()) then
    raise exception '% is outside your scope. You can only ask to reopen a window for your own office.',
      private.office_name(wanted_office) using errcode = 'AG009';
  end if;
  if wanted_office = any (private.offices_to_write('insert', wanted_window)) then
    raise exception 'The % window is already open for you.', wanted_window using errcode = 'AG002';
  end if;
  -- Serialize concurrent requests, so that the second one finds the first.
  perform pg_advisory_xact_lock(hashtext('reopenings'), hashtext(concat_ws('/', wanted_office, wanted_window)));
  update private.reopenings r set state = t.state, answered_at = t.answered_at
  from private.reopenings q cross join lateral private.current_reopening_state(q) t
  where q.id = r.id and r.office = wanted_office and r.window_name = wanted_window and r.state = 'asked'
    and t.state <> 'asked';
  select * into earlier from private.reopenings r
  where r.office = wanted_office and r.window_name = wanted_window and r.state = 'asked';
  if found then
    raise exception '% already asked to reopen the % window for % on %. Wait for the answer.',
      coalesce(private.username_of(earlier.user_id), 'Someone'), wanted_window, private.office_name(wanted_office),
      to_char(earlier.at at time zone 'Asia/Manila', 'FMDD Mon YYYY') using errcode = 'AG002';
  end if;
  insert into private.reopenings (office, window_name, user_id, reason)
    values (wanted_office, wanted_window, caller.user_id, said) returning * into request;
  perform private.log_reopening(request, 'Ask to reopen', jsonb_build_object('reason', jsonb_build_array(null, said)));
  return request.id;
end
$$;

-- Checks whether the caller administers the schedules of an office, and thus may answer its requests.
create function private.can_administer_schedules_of(wanted_office text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select split_part(wanted_office, ' / ', 1) = any (private.regions_to_schedule('insert'))
$$;

-- Grants a request until an end date or, without a date, declines it with a reason. Raises AG004 if the caller may not
-- answer the request or it does not exist, AG002 if it was already answered or the window has opened.
create function private.answer_reopening(request bigint, until date, said text) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  asked private.reopenings;
  today record;
begin
  select * into asked from private.reopenings r where r.id = request for update;
  if not found or not private.can_administer_schedules_of(asked.office) then
    raise exception 'This request does not exist, or you cannot administer the schedules of its office.'
      using errcode = 'AG004';
  end if;
  select * into today from private.current_reopening_state(asked);
  if today.state <> 'asked' then
    raise exception '%', case today.state
      when 'opened' then format('The %s window of %s has been opened in the meantime, so the request is closed.',
        asked.window_name, private.office_name(asked.office))
      else format('This request was already %s by %s.', today.state,
        coalesce(private.username_of(asked.answered_by), 'someone')) end
      using errcode = 'AG002';
  end if;
  if until <= private.today() then
    raise exception 'A window closes at the start of its end date. Choose an end date after today.'
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
  private.require_entry_right(), private.request_reopening(text, text, text),
    private.answer_reopening(bigint, date, text)
to authenticated;


-- supabase/schemas/87_saved_views.sql

-- Saved views: columns, filters and order of a list, saved under a name for oneself, one's office or everyone, and
-- opened by a link. A view contains no rows: when a user opens it, the list is read with the access of this user.

-- Returns the office of the caller, depending on the caller's level: "Region / Province", "Region / ", or " / " for the
-- central office. Null if the caller has no level.
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

-- Checks whether the caller may create, change and delete views that are shared with everyone. Only administrators of
-- the central office may.
create function private.can_administer_common_views() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce(private.is_central_administrator(c.level, c.routes, c.rights), false)
  from private.current_caller() c
$$;

-- Checks whether a view has the structure of the contract savedView. This is needed because browsers of other users
-- read shared views. There is a rule per key; a view with an unknown key is refused.
create function private.is_saved_view(view jsonb) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(view @@ 'strict
    $.type() == "object" && exists($.keyvalue() ? (@.key == "columns")) && !exists($.keyvalue() ? (!(
      @.value.type() == "string" && (
        @.key == "density" && (@.value == "compact" || @.value == "normal" || @.value == "roomy")
        || @.key == "tab" && (@.value == "pending" || @.value == "approved")
        || @.key == "review" && (@.value == "to_review" || @.value == "returned" || @.value == "changed")
        || @.key == "check" && (@.value == "incomplete" || @.value == "with_reason"
          || @.value == "unusual"))
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

-- Checks whether the rows of a screen have sensitive columns. Search looks in these columns, too.
create function private.is_sensitive_screen(screen text) returns boolean
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
  'Columns, filters and order of lists, saved under a name for their author, for the author''s office, or for '
  'everyone.';
comment on column public.saved_views.user_id is 'User who created the view; set by the database.';
comment on column public.saved_views.screen is 'Route of the screen with the list, such as ARBO_Masterlist.';
comment on column public.saved_views.office is
  'Office with which the view is shared: the author''s office when they shared it. Set by the database.';
comment on column public.saved_views.view is
  'View with the structure of the contract savedView; filters is an object of fields.';

alter table public.saved_views enable row level security;
alter table public.saved_views force row level security;

-- Maximum number of saved views per user, and maximum size of a view in bytes.
create function private.saved_view_limits(out views integer, out bytes integer)
  language sql immutable parallel safe set search_path = ''
as $$ select 100, 16384 $$;

-- BEFORE trigger: sets the author and the office of a view. Raises AG002 if the user has too many views, if the view is
-- too large, or if a shared view filters, sorts or searches by sensitive columns and so could reveal their values.
create function private.prepare_saved_view() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  limits constant record := private.saved_view_limits();
  sensitive text;
begin
  if tg_op = 'INSERT' then
    new.user_id := coalesce(auth.uid(), new.user_id);
    -- Lock the user's row, so that concurrent calls cannot exceed the limit.
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
      'A view that filters or sorts by sensitive fields (%) cannot be shared. Remove that filter or order first.',
      sensitive using errcode = 'AG002', column = 'shared_with';
  end if;
  if new.shared_with <> 'me' and new.view ? 'q' and private.is_sensitive_screen(new.screen) then
    raise exception 'A view with a search in personal data cannot be shared. Remove the search words first.'
      using errcode = 'AG002', column = 'shared_with';
  end if;
  return new;
end
$$;

create trigger prepare_saved_view before insert or update on public.saved_views
  for each row execute function private.prepare_saved_view();

-- AFTER trigger: logs changes of saved views under the office of the user who made them. The log omits the content of a
-- view, because its filters and search words may be sensitive.
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
      when 'DELETE' then private.deleted_fields(before)
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
    and (shared_with <> 'everyone' or (select private.can_administer_common_views())));

-- A view that is shared with everyone can be changed only by administrators of the central office, not by its author.
create policy update_own_or_common on public.saved_views for update to authenticated
  using (
    (select private.caller_level()) is not null
    and case shared_with when 'everyone' then (select private.can_administer_common_views())
      else user_id = (select auth.uid()) end)
  with check (
    (select private.caller_level()) is not null
    and case shared_with when 'everyone' then (select private.can_administer_common_views())
      else user_id = (select auth.uid()) end);
create policy delete_own_or_common on public.saved_views for delete to authenticated
  using (
    (select private.caller_level()) is not null
    and case shared_with when 'everyone' then (select private.can_administer_common_views())
      else user_id = (select auth.uid()) end);

revoke all on public.saved_views from anon, authenticated;
grant select, delete, insert (screen, name, shared_with, view), update (name, shared_with, view)
on public.saved_views to authenticated;
grant execute on function private.caller_office(), private.can_administer_common_views() to authenticated;


-- supabase/schemas/88_jobs.sql

-- Jobs: exports and bulk actions. A browser runs them; their state (requester, progress, result) is stored here for 7
-- days. For a bulk action, the ids of all its rows and its finished batches (private.import_batches) are stored as
-- well. So another browser window can resume the action, and no row is changed twice. The file of an export is in a
-- private bucket for which only the API's own key can sign URLs. Only the user who requested the export can fetch the
-- file, with their current rights.

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
comment on column private.jobs.job_id is 'Id of the job. For a bulk action, also the import_id of its batches.';
comment on column private.jobs.screen is 'Route of the screen on which the job was started, such as ARBO_Masterlist.';
comment on column private.jobs.status is
  'Status of all rows on the screen of the job, if several screens share the table; else null.';
comment on column private.jobs.what is
  'Content of the job: the filters of an export, or the change that a bulk action makes.';
comment on column private.jobs.total is
  'Number of rows of a bulk action; for an export, the number that the API counted at the start.';
comment on column private.jobs.ids is
  'Row ids of a bulk action; row_versions has the version of each row that the user saw.';
comment on column private.jobs.first_batch is
  'First batch number of the window that runs the job now. Lower numbers belong to earlier windows.';
comment on column private.jobs.done is
  'Number of rows done, as reported by the browser. For a bulk action, the finished batches count instead.';
comment on column private.jobs.reported_at is 'Time of the last progress report from the browser.';
comment on column private.jobs.offices is
  'Offices that the user could read while the export was created. With the column sensitive, determines who may fetch '
  'the file.';

comment on column private.jobs.address_given_at is
  'Time at which an upload URL for the file of an export was last issued.';

-- Time for which a job and its file are stored.
create function private.job_retention() returns interval
  language sql immutable parallel safe set search_path = ''
as $$ select interval '7 days' $$;

-- Maximum number of stored jobs per user.
create function private.job_limit() returns integer
  language sql immutable parallel safe set search_path = ''
as $$ select 100 $$;

-- Maximum size in bytes of all stored files of a user (all_bytes), and of a single file (file_bytes, which is also the
-- limit of the bucket).
create function private.result_limits(out all_bytes bigint, out file_bytes bigint)
  language sql immutable parallel safe set search_path = ''
as $$ select 268435456, 33554432 $$;

-- Time for which an upload URL is valid, as defined by Storage.
create function private.upload_address_lifetime() returns interval
  language sql immutable parallel safe set search_path = ''
as $$ select interval '2 hours' $$;

-- Checks whether a job has not expired yet.
create function private.is_job_kept(j private.jobs) returns boolean
  language sql stable set search_path = ''
as $$ select j.reported_at > now() - private.job_retention() $$;

-- Returns the state of a job. A running job counts as interrupted if no progress was reported for two minutes.
create function private.job_state(j private.jobs) returns text
  language sql stable set search_path = ''
as $$
  select case
    when j.state = 'running' and j.reported_at < now() - interval '2 minutes' then 'interrupted'
    else j.state
  end
$$;

-- Returns the path of the file of an export job in the bucket `exports`.
create function private.result_path(j private.jobs) returns text
  language sql immutable parallel safe set search_path = ''
as $$ select j.user_id || '/' || j.job_id || '.xlsx' $$;

-- Returns the size in bytes of the file of a finished export; null if no file is stored.
create function private.result_size(j private.jobs) returns bigint
  language sql stable security definer set search_path = ''
as $$
  select (o.metadata ->> 'size')::bigint
  from storage.objects o
  where o.bucket_id = 'exports' and o.name = private.result_path(j) and j.kind = 'export' and j.state = 'finished'
$$;

-- Returns the total size in bytes of a user's export files. If an upload URL is valid but its file has not arrived, the
-- maximum file size is counted.
create function private.result_bytes(of_user uuid) returns bigint
  language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(coalesce((o.metadata ->> 'size')::bigint,
    case when j.address_given_at > now() - private.upload_address_lifetime() then l.file_bytes else 0 end)), 0)
  from private.jobs j
  cross join private.result_limits() l
  left join storage.objects o on o.bucket_id = 'exports' and o.name = private.result_path(j)
  where j.user_id = of_user and j.kind = 'export'
$$;

-- Checks whether the caller may fetch the file of a job: the caller requested the export, and can still read everything
-- that the caller could read when the file was created. All functions that check this call this function.
create function private.can_fetch_result(j private.jobs) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce(
    c.user_id = j.user_id
    and 'Read' = any (c.rights)
    and j.offices <@ private.offices_to_read()
    and ('Sensitive' = any (c.rights) or not j.sensitive), false)
  from private.current_caller() c
$$;

-- Registers a job of the caller before it starts. Repeating the call changes nothing.
create function private.begin_job(wanted_job uuid, wanted_kind text, wanted_screen text, wanted_table text,
  wanted_status text, wanted_what jsonb, wanted_total integer, wanted_ids bigint[], wanted_versions integer[])
  returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.check_record_table(wanted_table);
  -- Lock per user, so that concurrent calls cannot exceed the limit.
  perform pg_advisory_xact_lock(hashtext('jobs of one person'), hashtext(auth.uid()::text));
  if (select count(*) from private.jobs j where j.user_id = auth.uid()
    and private.is_job_kept(j)) >= private.job_limit()
  then
    raise exception 'You have reached the weekly limit of exports and bulk changes. Try again tomorrow.'
      using errcode = 'AG005';
  end if;
  insert into private.jobs (user_id, job_id, kind, screen, table_name, status, what, total, ids, row_versions,
    offices, sensitive)
  values (auth.uid(), wanted_job, wanted_kind, wanted_screen, wanted_table, wanted_status, wanted_what, wanted_total,
    wanted_ids, wanted_versions, private.offices_to_read(), private.caller_has_right('Sensitive'))
  on conflict do nothing;
end
$$;

-- Stores the progress of a job that a browser window reports. first_number is the number of the window's first batch
-- and so identifies the window. Returns true if the window should continue, false if another window has resumed the job
-- or the job has ended. Does not change a finished or failed job.
create function private.report_job_progress(wanted_job uuid, first_number integer, told_state text, told_done integer,
  told_same integer, told_refused integer, told_rows jsonb, told_problem text) returns boolean
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.jobs j set state = told_state, done = told_done, same = told_same, refused = told_refused,
    refused_rows = told_rows, problem = told_problem, reported_at = now()
  where j.user_id = auth.uid() and j.job_id = wanted_job and j.first_batch = first_number
    and j.state not in ('finished', 'failed') and private.is_job_kept(j);
  return found;
end
$$;

-- Returns the number of rows that a bulk action has processed.
create function private.count_rows_done(j private.jobs) returns bigint
  language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(cardinality(b.ids)), 0) from private.import_batches b
  where b.user_id = j.user_id and b.import_id = j.job_id
$$;

-- Returns a page of the caller's jobs, newest first, as {rows, total}. A finished export whose file is stored has the
-- field "file", with the size of the file and whether the caller may fetch it now.
create function private.own_jobs(page_size integer, skipped bigint) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with own as materialized (
    select j.job_id, j.started_at from private.jobs j where j.user_id = auth.uid() and private.is_job_kept(j)
  )
  select jsonb_build_object('total', (select count(*) from own), 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'job_id', p.job_id, 'kind', p.kind, 'screen', p.screen,
      'what', case p.kind when 'act' then p.what ->> 'act' end,
      'state', private.job_state(p), 'total', p.total,
      'done', case p.kind when 'act' then private.count_rows_done(p) else p.done end,
      'same', p.same, 'refused', p.refused, 'refused_rows', p.refused_rows, 'problem', p.problem,
      'started_at', p.started_at, 'reported_at', p.reported_at, 'until', p.reported_at + private.job_retention(),
      'file', case when private.result_size(p) is not null then
        jsonb_build_object('size', private.result_size(p), 'yours', private.can_fetch_result(p)) end)
      order by p.started_at desc, p.job_id), '[]')
    from (select o.job_id from own o order by o.started_at desc, o.job_id limit page_size offset skipped) o
      join private.jobs p on p.user_id = auth.uid() and p.job_id = o.job_id))
$$;

-- Resumes a bulk action of the caller in another browser window. First waits until a running batch of the previous
-- window has ended; after that, the previous window cannot continue. The result has the ids and versions of the rows
-- that no batch has processed. Returns {first_batch, what, id, row_version}. Raises AG004 if the caller has no such
-- bulk action, AG002 if the action is running in another browser window or has ended.
create function private.resume_job(wanted_job uuid) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  job private.jobs;
begin
  select j.* into job from private.jobs j
  where j.user_id = auth.uid() and j.job_id = wanted_job and j.kind = 'act' and private.is_job_kept(j) for update;
  if job.job_id is null then
    raise exception 'You have no such job.' using errcode = 'AG004';
  end if;
  if private.job_state(job) not in ('interrupted', 'cancelled') then
    raise exception using errcode = 'AG002', message = case private.job_state(job)
      when 'running' then 'This job is running in another window.' else 'This job has already ended.' end;
  end if;
  -- Each browser window gets a range of one million batch numbers, more than any job needs.
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

-- Returns the path to which the file of the caller's export may be uploaded. Also adds to the job which offices the
-- caller can read now, and whether the caller can read sensitive columns. Raises AG004 if no such export is running,
-- AG003 if the caller would not be allowed to fetch the file, AG005 if the caller's files would exceed their maximum
-- total size.
create function private.reserve_result(wanted_job uuid) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  job private.jobs;
begin
  perform pg_advisory_xact_lock(hashtext('jobs of one person'), hashtext(auth.uid()::text));
  update private.jobs j set address_given_at = now(), sensitive = j.sensitive or private.caller_has_right('Sensitive'),
    offices = array(select unnest(j.offices) union select unnest(private.offices_to_read()))
  where j.user_id = auth.uid() and j.job_id = wanted_job and j.kind = 'export' and j.state = 'running'
    and private.is_job_kept(j)
  returning j.* into job;
  if job.job_id is null then
    raise exception 'You have no such running export.' using errcode = 'AG004';
  end if;
  if not private.can_fetch_result(job) then
    raise exception 'Your access has changed since this export began.' using errcode = 'AG003';
  end if;
  if private.result_bytes(auth.uid()) > (select l.all_bytes from private.result_limits() l) then
    raise exception 'Your exported files of the last 7 days reached the storage limit. Download this file now instead.'
      using errcode = 'AG005';
  end if;
  return private.result_path(job);
end
$$;

-- Returns the path of the file that was uploaded for the caller's running export, so that the API can check its
-- content. Null if the file has not arrived.
create function private.find_sent_result(wanted_job uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select o.name
  from private.jobs j
  join storage.objects o on o.bucket_id = 'exports' and o.name = private.result_path(j)
  where j.user_id = auth.uid() and j.job_id = wanted_job and j.kind = 'export' and j.state = 'running'
$$;

-- Returns the path of the file of the caller's export, so that the API can sign a URL for its download. For records
-- with personal data, logs the download with the number of rows in the file as the API has counted it (not as the
-- browser has reported it). Raises AG004 if the file is not stored, AG003 if the caller may no longer fetch it.
create function private.fetch_result(wanted_job uuid) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  job private.jobs;
begin
  select j.* into job from private.jobs j
  where j.user_id = auth.uid() and j.job_id = wanted_job and private.is_job_kept(j);
  if private.result_size(job) is null then
    raise exception 'This file is no longer available. Export the list again.' using errcode = 'AG004';
  end if;
  if not private.can_fetch_result(job) then
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
  private.report_job_progress(uuid, integer, text, integer, integer, integer, jsonb, text),
    private.own_jobs(integer, bigint),
  private.resume_job(uuid), private.reserve_result(uuid), private.find_sent_result(uuid), private.fetch_result(uuid)
to authenticated;

-- Deletes expired jobs and returns the paths of files to remove from Storage: files without a job (including those of
-- removed users), and files of unfinished exports whose upload URL has expired. The API calls this with its own login
-- role.
create function private.sweep_jobs(most integer) returns setof text
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from private.jobs j where not private.is_job_kept(j);
  return query
    select o.name from storage.objects o
    where o.bucket_id = 'exports' and not exists (
      select from private.jobs j
      where private.result_path(j) = o.name
        and (j.state = 'finished' or j.reported_at > now() - private.upload_address_lifetime()))
    limit most;
end
$$;
grant execute on function private.sweep_jobs(integer) to api_gateway;


-- supabase/schemas/90_log.sql

-- Hash chains that reveal whether entries of the user log are missing, were altered or were added later. When a
-- transaction commits, it adds one link to a chain, with the digests of all log entries of the transaction. There are
-- sixteen chains (lanes). A transaction uses a lane that no other transaction is using, so that concurrent transactions
-- need not wait.

create table private.log_lanes (
  lane smallint primary key,
  sequence bigint not null default 0,
  hash bytea not null default ''
);
alter table private.log_lanes enable row level security;
comment on table private.log_lanes is 'Last link of each chain. A transaction locks a lane from sealing until it ends.';

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
  'One link per transaction: the digests of its entries, and a hash over them and the previous link of the lane.';

-- Computes the digest of a log entry. The columns are listed by name, so that a new column does not change the digests
-- of old entries. For the same reason, a column that was added later is included only if it has a value.
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

-- Computes the hash of a link in a chain, from the hash of the previous link and the digests of the link's log entries.
create function private.link_hash(before bytea, ids bigint[], digests bytea[]) returns bytea
  language plpgsql immutable set search_path = ''
as $$
begin
  return sha256(before || convert_to(ids::text || digests::text, 'UTF8'));
end
$$;

-- AFTER trigger on the user log: inserts a link for the entries of this transaction, unless there is one.
-- private.seal_link computes its hash later.
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

-- Deferred trigger: adds the transaction's link to a chain and computes its hash. Runs at commit, after the last
-- statement, when all log entries of the transaction are written.
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

-- Compares the user log with its chains. Returns all entries and links that are missing, altered or added.
create function private.find_log_problems() returns table (entry bigint, lane smallint, problem text)
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

-- Verifies the whole log against its chains, and returns {entries, links, problems}. Raises AG003 if the caller is not
-- an administrator of the central office.
create function private.verify_log() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.caller_has_route('users') and private.central_caller_id() is not null) then
    raise exception 'Only administrators of the central office can verify the log.' using errcode = 'AG003';
  end if;
  return jsonb_build_object(
    'entries', (select count(*) from private.user_log),
    'links', (select count(*) from private.log_links),
    'problems', (select coalesce(jsonb_agg(to_jsonb(p)), '[]')
      from (select * from private.find_log_problems() limit 1000) p));
end
$$;

grant execute on function private.verify_log() to authenticated;


-- supabase/schemas/91_log_reading.sql

-- Functions that read the user log, for administrators or as the history of one row, and a function that stores entries
-- reported by clients. Users with the route permission `users` can read the entries of the offices in their scope, and
-- with the Sensitive right also sensitive values.

-- Returns the log entries of one row, newest first. Returns only entries of offices that the caller can read; if the
-- table has no offices, the caller must be able to read the table. To a caller without the Sensitive right, a write of
-- only sensitive values looks like a write that changed nothing. For a caller with the right, the reading is logged,
-- because former values are personal data.
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
        else private.remove_sensitive(l.form_name, l.changes) end,
      l.api_token
    from private.user_log l
    left join private.reference_tables r on r.table_name = l.form_name
    where l.form_name = read_history.table_name and l.row_id = wanted_row and l.source = 'database'
      and case when r.table_name is null then l.office = any (private.offices_to_read())
        else private.caller_level() is not null and (not r.read_by_route or private.caller_has_route(r.route)) end
    order by l.id desc
  loop
    is_personal := is_personal or private.has_sensitive_value(read_history.table_name, changes);
    return next;
  end loop;
  if is_personal then
    perform private.log_reading(read_history.table_name, array[wanted_row]);
  end if;
end
$$;

-- Returns a page of the log, newest first by default, as {rows, total}. wanted maps fields to allowed values; from_at
-- and until_at limit the time. terms are search terms (private.build_term_conditions); they match times as screens show
-- them. total is at most count_limit + 1, because counting stops there. In an entry with the action Read, changes has
-- the number of rows read. If a page has former values of personal data, logs that the caller read them.
create function private.read_log(
  wanted jsonb, from_at timestamptz, until_at timestamptz, terms jsonb, oldest_first boolean, page_size integer,
  skipped integer, count_limit integer
) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  conditions text;
  direction constant text := case when oldest_first then 'asc' else 'desc' end;
  -- Changes that the caller may see; search uses the same expression.
  shown constant text := case when private.caller_has_right('Sensitive') then 'l.changes'
    else 'private.remove_sensitive(l.form_name, l.changes)' end;
  searched constant text := 'private.fold(concat_ws(e''\n'', private.format_search_time(l.at), l.user_name, l.user_role,
    '
    || 'l.form_name, l.action, l.status, l.region_name, l.province_name, l.muncity_name, l.row_id, ' || shown || '))';
  total bigint;
  rows jsonb;
  form text;
  ids bigint[];
begin
  if not private.caller_has_route('users') then
    raise exception 'Only administrators with the route "users" can read the log.' using errcode = 'AG003';
  end if;
  conditions := concat_ws(' and ',
    case when private.central_caller_id() is not null then 'true'
      else format('l.office = any (%L::text[])', private.offices_to_read()) end,
    (select string_agg(
        format('l.%I::text = any (%L::text[])', w.key, (select array_agg(v) from jsonb_array_elements_text(w.value) v)),
          ' and ')
      from jsonb_each(wanted) w
      where w.key in ('id', 'user_id', 'subject', 'user_name', 'user_role', 'form_name', 'row_id', 'action', 'status',
        'source', 'region_name', 'province_name', 'muncity_name', 'office')),
    case when from_at is not null then format('l.at >= %L', from_at) end,
    case when until_at is not null then format('l.at < %L', until_at) end,
    private.build_term_conditions(terms, array[searched]));
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
    where r ->> 'row_id' is not null and private.has_sensitive_value(r ->> 'form_name', r -> 'changes')
    group by 1
  loop
    perform private.log_reading(form, ids);
  end loop;
  return jsonb_build_object('rows', rows, 'total', total);
end
$$;

-- Stores log entries that a client reports about its own user. The user of the entries is always the caller, and their
-- source is always 'client'. So a client can neither write entries for other users nor forge entries of the database.
-- Raises AG005 beyond 200 entries per user and minute. Returns the entries. given is a list of {form_name, action,
-- status}.
create function private.register_entries(given jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  -- Lock per user, so that concurrent calls cannot exceed the limit.
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

-- Objects for the health check: a table with one row, which the check writes, a private bucket, in which it stores one
-- file, and a function that returns the newest migration.
insert into storage.buckets (id, name, public, file_size_limit)
values ('health', 'health', false, 1024)
on conflict (id) do nothing;

create table private.pulse (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null default now()
);
alter table private.pulse enable row level security;

insert into private.pulse default values;

-- Writes the row of private.pulse, to test whether the database can save. Called by the API before it assumes a
-- caller's role.
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
  -- Supabase's CLI maintains the list of migrations. A database that was set up differently has no such list.
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select max(version) from supabase_migrations.schema_migrations' into newest;
  end if;
  return newest;
end
$$;

comment on function private.migration_level() is
  'Returns the version of the newest migration that was applied to this database; null if no list of migrations is '
  'stored.';
grant execute on function private.migration_level() to api_gateway;


-- supabase/schemas/92_inbox.sql

-- Inbox: items for a user's attention, and replies to their requests. Entries are not stored: each read computes them
-- from reviews, schedules, requests to reopen, permits, imports and jobs, with the user's current scope and rights. So
-- a user who can no longer read a row sees no entry about it, and entries disappear when the row is approved, deleted
-- or answered. Only the marks of the entries that the user has read are stored.

create table private.inbox_marks (
  user_id uuid not null references public.users on delete cascade,
  entry text not null,
  primary key (user_id, entry)
);
alter table private.inbox_marks enable row level security;
comment on table private.inbox_marks is 'Inbox entries that a user has read.';

-- The inbox is computed from at most this number of review steps: the newest ones.
create function private.inbox_step_limit() returns integer
  language sql immutable parallel safe set search_path = ''
as $$ select 1000 $$;

-- Returns the newest returned rows of the caller's own office that the caller may correct, and the newest resubmitted
-- rows that the caller may approve. Leaves out rows that the caller returned or resubmitted.
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
  if private.has_right_for('update', caller.rights) then
    steps := array(
      select r from private.reviews r
      where r.state = 'returned' and not r.ended and r.office = own_office
      order by r.at desc limit private.inbox_step_limit());
  end if;
  if private.has_right_for('approve', caller.rights) then
    steps := steps || array(
      select r from private.reviews r
      where r.state = 'resubmitted' and not r.ended and (caller.all_offices or r.office = any (readable))
      order by r.at desc limit private.inbox_step_limit());
  end if;
  -- Read office and author from the rows. OFFSET 0 makes Postgres look up each row by its id. Without OFFSET 0, it
  -- would turn the lookup into a join and scan small tables for every review step.
  for t in select distinct s.table_name from unnest(steps) s loop
    return query execute format(
      'select s.state, s.table_name, t.status, s.row_id, s.user_id, s.at, s.reason
       from unnest($1) s
       cross join lateral (select r.status, r.office, r.user_id from public.%I r where r.id = s.row_id offset 0) t
       where s.table_name = $2 and t.office = any ($3) and s.user_id is distinct from $4
         and case s.state when ''returned'' then t.office = $5 else $6 or t.user_id is distinct from $4 end', t)
      using steps, t, readable, caller.user_id, own_office, private.caller_can_approve_own();
  end loop;
end
$$;

-- Number of days for which an inbox entry of a kind is shown: 'window' before the end of the reporting window, 'import'
-- after the start of the import, and 'answer' after a request to reopen was answered.
create function private.inbox_days(kind text) returns integer
  language sql immutable parallel safe set search_path = ''
as $$ select case kind when 'window' then 7 when 'import' then 7 else 30 end $$;

-- Returns the caller's recent imports that are complete, and those that stopped halfway (no new batch for an hour).
-- Leaves out imports that were undone.
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

-- Returns all inbox entries of the caller, unsorted. The id of an entry starts with its time in microseconds, so that
-- sorting by id sorts by time. Rows returned or resubmitted in one action form one entry, and so do rows with a permit
-- that expires on the same day. The column about has fields that only entries of one kind have.
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
      -- The central office can enter data at any time, so a caller of the central office gets no entries about
      -- reporting windows.
      where not caller.all_offices and private.has_right_for('insert', caller.rights) and (s ->> 'open')::boolean
        and (s ->> 'days_left')::integer <= private.inbox_days('window')
    ) w
    union all
    select 'reopening_asked', r.at, r.user_id, r.reason, null, null, null, r.window_name, r.office, null,
      jsonb_build_object('reopening', jsonb_build_object('id', r.id, 'state', t.state)), r.id::text
    from private.reopenings r cross join lateral private.current_reopening_state(r) t
    where r.state = 'asked' and t.state = 'asked' and private.can_administer_schedules_of(r.office)
    union all
    select 'reopening_answered', t.answered_at, r.answered_by, r.answer, null, null, null, r.window_name, r.office,
      r.end_date, jsonb_build_object('reopening', jsonb_build_object('id', r.id, 'state', t.state)), r.id::text
    from private.reopenings r cross join lateral private.current_reopening_state(r) t
    where r.user_id = caller.user_id and t.state <> 'asked' and r.office = any (readable)
      and t.answered_at > now() - make_interval(days => private.inbox_days('answer'))
    union all
    select 'permits', (p.due_on - (private.due_until() - private.today()))::timestamp at time zone 'Asia/Manila', null,
      null, p.table_name, p.status, array_agg(distinct p.row_id), null, null, p.due_on, null, p.table_name
    from public.expiring_permits p
    where private.has_right_for('update', caller.rights) and p.office = any (readable)
    group by p.table_name, p.status, p.due_on
    union all
    select 'import', i.at, null, null, null, null, null, null, null, null,
      jsonb_build_object('screen', i.screen, 'import', jsonb_build_object('id', i.import_id, 'file_name', i.file_name,
        'rows', i.rows, 'saved', i.saved)), i.import_id::text
    from private.imports_for_caller() i
    union all
    -- Leave out cancelled jobs, because the caller already knows about them.
    select 'job', j.reported_at, null, j.problem, j.table_name, j.status, null, null, null, null,
      jsonb_build_object('job', jsonb_build_object('kind', j.kind, 'state', private.job_state(j))), j.job_id::text
    from private.jobs j
    where j.user_id = caller.user_id and private.is_job_kept(j)
      and private.job_state(j) in ('finished', 'failed', 'interrupted')
  )
  select concat_ws('.', to_char(extract(epoch from e.at) * 1000000, 'FM0000000000000000'), e.kind, e.subject),
    e.kind, e.at, e.user_id, e.reason, e.table_name, e.status, e.row_ids, e.window_name, e.office, e.end_date, e.about
  from entries e;
end
$$;

-- Returns a page of the caller's inbox, newest first, as {rows, total, unread}.
create function private.read_inbox(page_size integer, skipped bigint) returns jsonb
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

-- Marks entries of the caller's inbox as read: the entries with the given ids, and all entries up to the id up_to.
-- Deletes the marks of entries that no longer exist.
create function private.mark_inbox_read(ids text[], up_to text) returns void
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

grant execute on function private.read_inbox(integer, bigint), private.mark_inbox_read(text[], text) to authenticated;


-- supabase/schemas/93_digests.sql

-- Daily e-mail digest of new inbox entries, for users who enable it in their profile. A digest is computed with the
-- rights that the user has at that time. Before the API sends a digest, it records in a separate transaction that the
-- user has today's digest (it claims the user). So no digest is sent twice, even if a run is killed or two run at once.
-- Entries that appear after a mail was written are in the next mail.

create table private.digests (
  user_id uuid primary key references public.users on delete cascade,
  wanted boolean not null,
  day date not null default '-infinity',
  sent_at timestamptz,
  failures integer not null default 0,
  next_try timestamptz not null default '-infinity',
  sent_entries text[] not null default '{}'
);
create index digests_day on private.digests (day) where wanted;
alter table private.digests enable row level security;
comment on table private.digests is 'Users who enabled the daily digest, and the state of their mails.';
comment on column private.digests.day is 'Day, in Manila, of the last digest that was started.';
comment on column private.digests.failures is
  'Number of consecutive mails that were refused; each makes the pause longer.';
comment on column private.digests.sent_entries is
  'Entries that were unread when the last mail was written, so that each is mailed only once.';

-- Checks whether the caller has enabled the daily digest.
create function private.has_digest_opt_in() returns boolean
  language sql stable security definer set search_path = ''
as $$ select exists (select from private.digests d where d.user_id = auth.uid() and d.wanted) $$;

-- Enables or disables the digest of the caller. Also sets the number of refused mails to 0, so that the next mail is
-- sent without delay.
create function private.set_digest_opt_in(wish boolean) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into private.digests (user_id, wanted)
  values (auth.uid(), wish)
  on conflict (user_id) do update set wanted = wish, failures = 0, next_try = '-infinity'
$$;

-- Returns the content of a digest for the caller: {email, name, unread, ids, total, rows}. unread is the number of
-- unread entries, and ids are their ids. total is the number of unread entries that were not in a mail yet, and rows
-- has the newest of them, at most `most`. Rows have no user and no reason, because these do not belong in a mail.
create function private.build_digest(most integer) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  with unread as materialized (
    select e.* from private.inbox_entries() e
    where not exists (select from private.inbox_marks m where m.user_id = auth.uid() and m.entry = e.id)
  ),
  news as materialized (
    select u.* from unread u
    where not exists (select from private.digests d where d.user_id = auth.uid() and u.id = any (d.sent_entries))
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
  private.has_digest_opt_in(), private.set_digest_opt_in(boolean), private.build_digest(integer)
to authenticated;

-- Chooses a user who has not received today's digest, records that the user has it, and returns the user's id; null if
-- all users have it. The API calls this function and the next two before it assumes a caller's role.
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

-- Records that a digest was sent to a user. unread has the ids of the entries that need not be mailed again.
create function private.record_digest_sent(person uuid, unread text[]) returns void
  language sql volatile security definer set search_path = ''
as $$
  update private.digests d set sent_at = now(), failures = 0, sent_entries = unread where d.user_id = person
$$;

-- Records that the mail server refused the digest of a user. The digest is sent again after one hour; after each
-- further refusal, the wait is doubled, up to 24 hours.
create function private.record_digest_refusal(person uuid) returns void
  language sql volatile security definer set search_path = ''
as $$
  update private.digests d set day = '-infinity', failures = d.failures + 1,
    next_try = now() + make_interval(hours => least(power(2, least(d.failures, 5))::integer, 24))
  where d.user_id = person
$$;

grant execute on function
  private.claim_digest(), private.record_digest_sent(uuid, text[]), private.record_digest_refusal(uuid)
to api_gateway;


-- supabase/schemas/94_written_values.sql

-- Refuses values that the contracts of the API do not allow but REST would accept, such as infinite dates, NaN, and
-- lists with nulls. Screens cannot show these values.

-- Adds a check constraint to each column that a signed-in caller may write. The constraints allow dates with four-digit
-- years, finite numbers, and one-dimensional lists without nulls.
create procedure private.add_value_checks()
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

call private.add_value_checks();


-- supabase/schemas/99_readers.sql

-- Reader roles: database roles for reading, one for callers of the central office and one for provincial callers. A
-- policy with the condition `office = any (…)` works for every level, but the planner assumes ten offices. For a
-- provincial caller, the planner therefore sorts rows that an index would return in order. For a central caller, it
-- reads an index although scanning the table would be faster. So when the API only reads, it assumes the reader role of
-- the caller's level. The policies of this role allow the same rows, in a form for which the planner makes better
-- plans. A reader role gives no access to callers of another level.

-- Grants the reader roles everything that `authenticated` can read and execute. Can be called again after new grants.
create procedure private.grant_reader_roles()
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
call private.grant_reader_roles();

reset check_function_bodies;
