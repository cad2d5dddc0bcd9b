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
call private.protect_record_table('public.arc_masterlist', 'accomplishment');
create index arc_masterlist_by_name on public.arc_masterlist (arc_name collate "und-x-icu", id);
create index arc_masterlist_office_by_name on public.arc_masterlist (office, arc_name collate "und-x-icu", id);

alter table public.arc_masterlist alter status set default 'Accomplished';
