-- What every written row is judged by costs little where the row is right, as most are: measured beside an insert of
-- 10,000 rows.

-- `tidyText` of `_shared/rules/text.ts` says the same. Most texts need none of its steps, each of which reads them whole.
create or replace function private.tidy_text(given text) returns text
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

-- Whether a row, as text, may hold one that is not tidy: most rows do not, and one look tells. Blanks at the end of a value
-- stand beside its quotation marks.
create or replace function private.may_be_untidy(item text) returns boolean
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return item ~ '[\t\r]| [ "\n]|["\n] |"\n|\n"'
    or octet_length(item) <> char_length(item) and (item is not nfc normalized or item ~
      '[\u00a0\u00ad\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u2066-\u206f\u3000\ufeff]');
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

-- Whether the book has the place in these very words. Rows that are written together are of few towns, and every statement
-- costs: so each town is looked up once in a transaction, and kept in a setting of it.
create or replace function private.place_is_known(region text, province text, muncity text, barangay text) returns boolean
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
alter function private.place_is_known(text, text, text, text) reset plan_cache_mode;
