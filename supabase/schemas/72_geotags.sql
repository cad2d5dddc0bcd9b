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
