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

-- Maximum distance from an outline, in degrees (about 5 km), at which a point outside is still treated as inside,
-- because the outlines are coarse.
create function private.outline_tolerance() returns double precision
  language sql immutable parallel safe set search_path = ''
as $$ select 0.045::double precision $$;

-- Returns 'Yes' if a point is outside its province, otherwise 'No'; null if there is no outline. Without a province,
-- checks the outlines of all provinces of the region; without a region, the outlines of all provinces.
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

-- Returns the columns of a Form 11 record whose change also copies the given column to its geotags. Columns that depend
-- on each other, such as town and barangay, are copied together.
create function private.columns_copied_with(shared_column text) returns text[]
  language sql immutable parallel safe set search_path = ''
as $$
  select coalesce((
    select g.together
    from (values
      (array['region_name', 'province_name', 'muncity_name', 'barangay_name', 'cd']),
      (array['office', 'arboPrimaryKey', 'arbo_id', 'arbo_name']),
      (array['office', 'arc_id', 'arc_name', 'arc_type', 'arc_cluster_name']),
      (array['reporting_quarter', 'reporting_month']),
      (array['psp_category', 'subpsp_name', 'subpsp_abbreviation', 'subpsp_status'])
    ) g (together)
    where shared_column = any (g.together)), array[shared_column])
$$;

-- Returns the former values of a deleted geotag. Columns that its Form 11 record has changed since the given log entry
-- have the values of the record, as private.copy_to_geotags would have copied them.
create function private.follow_form11(former jsonb, since bigint) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  changed text[] := array(
    select distinct k.name
    from private.user_log l cross join lateral jsonb_object_keys(l.changes) k (name)
    where l.form_name = 'form11_accomps' and l.row_id = (former ->> 'form11_id')::bigint and l.id > since
      and l.action in ('Update', 'Approve', 'Set back') and l.source = 'database');
begin
  if changed && '{region_name,province_name}' then
    changed := changed || 'office'::text;
  end if;
  return former || coalesce((
    select jsonb_object_agg(c, to_jsonb(f) -> c)
    from public.form11_accomps f cross join unnest(private.geotag_shared_columns()) c
    where f.id = (former ->> 'form11_id')::bigint and private.columns_copied_with(c) && changed), '{}');
end
$$;
revoke execute on function private.follow_form11(jsonb, bigint) from public;

-- BEFORE trigger: copies the columns of private.geotag_shared_columns to a new geotag from its Form 11 record. Columns
-- to which the caller gave a value stay unchanged. If the caller gave a region or a province, copies nothing, so that
-- the policies check the given office. private.check_form11_office then refuses an office other than the record's.
-- Callers cannot move a geotag to a different record.
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
  new.outside_province := private.outside_outline(new.region_name, new.province_name, new.longitude, new.latitude);
  if private.is_restoring() then
    return new;
  end if;
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

-- AFTER trigger on Form 11 records: after a statement that updates records, copies the changed columns of
-- private.geotag_shared_columns to the geotags of the records (private.columns_copied_with). Unchanged columns keep the
-- values that users entered for a geotag. Does nothing if none of these records has geotags.
create function private.copy_to_geotags() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  assignments text := (
    select string_agg(format('%1$I = case when %2$s then n.%1$I else g.%1$I end', c, (
        select string_agg(format('n.%1$I is distinct from o.%1$I', one), ' or ')
        from unnest(private.columns_copied_with(c)) one)), ', ')
    from unnest(private.geotag_shared_columns()) c);
  refused text;
begin
  if not exists (select from new_rows n join public.form_11_geotags g on g.form11_id = n.id)
    -- Skip an update by a trigger that only writes a new ID, name or type of an ARC. Such triggers also update the
    -- geotags of the ARC.
    or pg_trigger_depth() > 1 and not exists (
      select from new_rows n join old_rows o using (id)
      where private.pick_shared_columns(to_jsonb(o)) - '{arc_id,arc_name,arc_type}'::text[]
        is distinct from private.pick_shared_columns(to_jsonb(n)) - '{arc_id,arc_name,arc_type}'::text[])
  then
    return null;
  end if;
  execute format(
    'update public.form_11_geotags g set %s
     from new_rows n join old_rows o using (id)
     where g.form11_id = n.id
       and private.pick_shared_columns(to_jsonb(o)) is distinct from private.pick_shared_columns(to_jsonb(n))',
    assignments);
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
