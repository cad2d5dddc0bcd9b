-- Texts are stored as they are compared: composed letters (NFC), no signs that cannot be seen, single blanks, and none at
-- the ends of lines, so that a name in another form is found and is no second one. On every way in, and for what is stored.

-- `tidyText` of `_shared/rules/text.ts` says the same.
create function private.tidy_text(given text) returns text
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  tidied text := regexp_replace(given, '\r\n?', e'\n', 'g');
begin
  tidied := regexp_replace(tidied,
    '[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]', '', 'g');
  tidied := regexp_replace(normalize(tidied, nfc), '[\t \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g');
  return btrim(regexp_replace(tidied, ' ?\n ?', e'\n', 'g'), e' \n');
end
$$;

-- Whether a row, as text, may hold one that is not tidy: most rows do not, and this is quickly seen. Blanks at the end of
-- a value stand beside its quotation marks.
create function private.may_be_untidy(item text) returns boolean
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return strpos(item, '  ') > 0 or strpos(item, '" ') > 0 or strpos(item, ' "') > 0
    or strpos(item, e'\n') > 0 or strpos(item, e'\t') > 0 or strpos(item, e'\r') > 0
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
          select jsonb_agg(case jsonb_typeof(i) when 'string' then to_jsonb(private.tidy_text(i #>> '{}')) else i end order by n)
          from jsonb_array_elements(e.value) with ordinality items (i, n)
        )
      end as tidied
    ) t
  where t.tidied is distinct from e.value and t.tidied is not null
    and e.key not in ('file_name', 'file_path', 'thumbnail_path', 'search_text', 'office', 'coverage')
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

create or replace procedure private.keep_clean(target regclass)
  language plpgsql set search_path = ''
as $$
begin
  execute format('create trigger clean_texts before insert or update on %s
    for each row execute function private.clean_texts()', target);
  execute format('create trigger place_by_book before insert or update on %s
    for each row execute function private.place_by_book()', target);
  execute format('create trigger judge_places_insert after insert on %s referencing new table as new_rows
    for each statement execute function private.judge_places()', target);
  execute format('create trigger judge_places_update after update on %s referencing old table as old_rows new table as new_rows
    for each statement execute function private.judge_places()', target);
end
$$;

-- What is stored becomes tidy as by anybody's change: its version goes up and the log has it, in nobody's name. A row that
-- would then be the same as another (by its ID, say) stays as it is.
do $$
declare
  t record;
begin
  for t in
    select format('public.%I', tables.name)::regclass as target
    from (
      select r.table_name as name from private.record_tables r
      union all
      select unnest('{users,uac,dropdown_values,project_list,report_schedules}'::text[])
    ) tables
    order by tables.name
  loop
    execute format('create trigger clean_texts before insert or update on %s
      for each row execute function private.clean_texts()', t.target);
    execute format(
      $body$
      do $each$
      declare
        one record;
      begin
        for one in select t.id from %1$s t where private.may_be_untidy(t::text) and private.tidied(to_jsonb(t)) <> '{}' order by t.id loop
          begin
            update %1$s set %2$I = %2$I where id = one.id;
          exception when integrity_constraint_violation or raise_exception or sqlstate 'AG002' or sqlstate 'AG006' then
            raise notice 'The texts of %%.%% stay as they are: %%', %1$L, one.id, sqlerrm;
          end;
        end loop;
      end
      $each$
      $body$, t.target, (
        select a.attname from pg_attribute a
        where a.attrelid = t.target and a.attnum > 0 and a.attgenerated = '' and a.atttypid = 'text'::regtype
        order by a.attnum limit 1));
  end loop;
end
$$;

-- A look-up plans once: asked of every row, it would be planned anew five times as long as it takes.
alter function private.place_is_known(text, text, text, text) set plan_cache_mode = 'force_generic_plan';

-- As before, each place once.
create or replace function private.judge_places() returns trigger
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
    read := private.read_place(item ->> 'region_name', item ->> 'province_name', item ->> 'muncity_name', item ->> 'barangay_name');
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
  join public.psgc_places p on private.place_key(p.level, p.name) = private.place_key('muncity', wanted) and p.level = 'muncity'
$$;
grant execute on function private.town_names(text[]) to authenticated, service_role;

call private.let_levels_read();
