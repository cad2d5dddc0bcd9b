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
