-- The ARC masterlist (spec section 3).

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
insert into private.record_tables values ('arc_masterlist', 'accomplishment');
call private.apply_protection('public.arc_masterlist');

-- Indexes for the default order of lists, by name. The order is the same on every machine.
create index arc_masterlist_by_name on public.arc_masterlist (arc_name collate private.natural_order, id);
create index arc_masterlist_office_by_name on public.arc_masterlist
  (office, arc_name collate private.natural_order, id);
call private.index_import_names('public.arc_masterlist', 'arc_id');
