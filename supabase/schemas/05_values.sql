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

-- Returns the quarter before the quarter that contains the given day.
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

-- Joins the items of a list with commas, as screens show the list, so that a search finds the shown text. Postgres
-- declares array_to_string as stable. This function is immutable, because the result for a list of texts never changes.
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

-- Converts a name to a folder name of lower-case letters, digits and hyphens. Returns "_" for null and for a name
-- without Latin letters and digits.
create function private.folder_name(name text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(nullif(btrim(regexp_replace(
    regexp_replace(lower(normalize(name, nfd)), '[\u0300-\u036f]', '', 'g'), '[^a-z0-9]+', '-', 'g'), '-'), ''), '_')
$$;

-- Tidies a text in the same way as `tidyText` of `_shared/rules/text.ts`. To save time, each replacement runs only if
-- the text needs it.
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

-- Checks quickly whether a row, cast to text, may have texts that need tidying. False means that no value needs
-- tidying. In a row cast to text, Postgres puts quotation marks around a value that starts or ends with a blank. So the
-- pattern also looks for blanks beside quotation marks.
create function private.is_possibly_untidy(item text) returns boolean
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return item ~ '[\t\r\v\f]| [ "\n]|["\n] |"\n|\n"'
    or octet_length(item) <> char_length(item) and (item is not nfc normalized or item ~
      '[\u0085\u00a0\u00ad\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u2066-\u206f\u3000\ufeff]');
end
$$;

-- Tidies the texts of a row, and returns only the values that tidying has changed, as {column: tidied value}. Skips
-- columns that the database fills in, such as the path of a file, which must match Storage.
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
