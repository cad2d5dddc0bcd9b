-- Two people import the same file at once: what one has saved is found by the other. The question that the preview has
-- asked is asked again in the transaction that saves a batch, one batch at a time for each office and record type.

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
          when private.place_is_known(d.place ->> 'region_name', d.place ->> 'province_name', d.place ->> 'muncity_name',
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

grant execute on function private.fold_name(text) to authenticated, central_reader, provincial_reader, service_role;
grant execute on function private.hold_import(text, jsonb) to authenticated;

-- Finds a name within an office, as imports ask for it. Not needed for the answer, but for its speed.
create procedure private.index_import_names(target regclass, name_column text)
  language plpgsql set search_path = ''
as $$
begin
  execute format('create index %I on %s (office, private.fold_name(%I))',
    (select relname from pg_catalog.pg_class where oid = target) || '_' || name_column || '_folded', target, name_column);
end
$$;

do $$
declare
  target text;
begin
  foreach target in array array[
    'arbo_masterlist', 'form_5_annualtargets', 'form_5_accomps', 'form7_proddevs', 'form7_accomps', 'qtr_sales_reports', 'form_10',
    'form11_accomps', 'form11_farm_infos', 'inventory_status_monitoring', 'fme_rental_monitoring',
    'arb_marketing_assistance_monitoring', 'arbo_marketing_targets', 'farmers_tracking_income'
  ] loop
    call private.index_import_names(format('public.%I', target)::regclass, 'arbo_name');
  end loop;
  call private.index_import_names('public.arbo_trainings', 'training_title');
  call private.index_import_names('public.participants', 'participant_name');
end
$$;

call private.let_levels_read();
