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
