-- Support in kind that was provided to ARBOs, and the annual updating of the state of farm machinery and equipment
-- (spec section 3).

create table public.inventory_status_monitoring (
  like template.record including all,
  like template.status including all,
  like template.reporting including all,
  like template.programme including all,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  support_provided text,
  hard_component text,
  description text,
  quantity integer check (quantity >= 0),
  unit_hard text
);
alter table public.inventory_status_monitoring alter status set default 'Accomplished';
comment on table public.inventory_status_monitoring is
  'Support provided to ARBOs in kind; rows of the FME annual updating have the status Updated.';
insert into private.record_tables values ('inventory_status_monitoring', 'accomplishment');
call private.apply_protection('public.inventory_status_monitoring');
call private.index_import_names('public.inventory_status_monitoring', 'arbo_name');
