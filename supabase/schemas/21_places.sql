-- Checks places against the PSGC (Philippine Standard Geographic Code, the official list of places) on every write. A
-- spelling that identifies exactly one place is replaced by that of the PSGC. A town or barangay that is unknown or in
-- a different province is refused (AG006). The foreign key of the office refuses unknown regions and provinces. A
-- stored place is not checked again until a user edits it.

-- Normalizes the name of a place: lower case, no accents or signs, abbreviations written out, and "City of X" changed
-- to "X City". Must match placeSpelling of `_shared/rules/places.ts`; an API test compares the two over the whole PSGC.
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

-- Returns a key for the name of a place. Two names that may mean the same place have the same key. The key is the
-- normalized name without "city", "barangay" and "poblacion".
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
-- the only place with the same key. The result column `several` is true if more than one place matches.
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

-- Result of private.check_place: the place in the spelling of the PSGC. For a wrong place, also the first wrong field
-- (in the order region, province, town, barangay) and the reason. The reason completes a sentence that starts with the
-- name of the wrong place. The fields after the first wrong field stay as given. A barangay without a town is not
-- checked.
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

-- Returns the PSGC code of the town with exactly the given names of region, province and town. If no town is given,
-- returns the code of the province or region. Null if the PSGC has no such place.
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

-- Checks whether the PSGC has a place with exactly the given names. Remembers the code of each town in a setting until
-- the transaction ends, because a lookup is expensive.
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

-- BEFORE trigger: writes the names of a row's place in the spelling of the PSGC, the official list of places. If the
-- PSGC does not have a name, that name and those of lower levels stay unchanged, such as the barangay of an unknown
-- town.
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

-- Adds the spellings of the PSGC to given names of towns, so that a filter for "Gapan" also finds the City of Gapan. A
-- name that is already spelled like a town of the PSGC gets no other spelling: "San Jose" does not find the City of San
-- Jose, which is another town.
create function private.expand_town_names(given text[]) returns text[]
  language sql stable parallel safe security definer set search_path = ''
as $$
  select given || coalesce(array_agg(distinct town.name), '{}')
  from unnest(given) wanted
  cross join lateral (
    select p.name
    from public.psgc_places p
    where private.place_key(p.level, p.name) = private.place_key('muncity', wanted) and p.level = 'muncity'
    order by p.name <> wanted,
      private.normalize_place_name('muncity', p.name) <> private.normalize_place_name('muncity', wanted)
    fetch first 1 row with ties
  ) town
$$;

grant execute on function private.expand_town_names(text[]) to authenticated, service_role;
