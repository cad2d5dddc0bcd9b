-- The project list (spec section 3).

create table public.project_list (
  like template.record including all,
  like template.programme including all,
  constraint project_list_named check (psp_category is not null and subpsp_name is not null)
);
create unique index project_list_once on public.project_list (coalesce(year_funded, 0), psp_category, subpsp_name);
comment on table public.project_list is
  'Funded project programmes: a PSP category with its sub-PSPs. Maintained by administrators.';
call private.make_searchable('public.project_list');
call private.protect_reference_table('public.project_list');
create trigger stamp_record before insert or update on public.project_list
  for each row execute function private.stamp_record();
