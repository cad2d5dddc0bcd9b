-- Role entries to start with (specification, section 6). An administrator can change every one of them.
-- Offices that enter personal data may read it in their own rows: their roles have the right Sensitive.
-- They go into an empty table only: an entry that was deleted stays deleted.
-- A user's role is one of the names in an entry's rolename list; status is the level.
insert into public.uac (rolename, roletype, route, access_controls, status)
select entry.rolename, entry.roletype, entry.route, entry.access_controls, entry.status
from (
  values
    (array['PBD Administrator'], 'Administrator',
      array['dashboard', 'forms', 'report', 'users', 'dropdowns'],
      array['Read', 'Edit', 'Delete', 'Approve', 'Approve own', 'Sensitive'], 'Central'),
    (array['Central Program Officer'], 'Central Office',
      array['dashboard', 'forms', 'report'], array['Read', 'Edit', 'Delete', 'Approve'], 'Central'),
    (array['Regional Program Officer'], 'Regional Office',
      array['dashboard', 'forms', 'report'], array['Read', 'Edit', 'Delete', 'Approve', 'Sensitive'], 'Regional'),
    (array['Provincial Program Officer'], 'Provincial Office',
      array['dashboard', 'forms', 'report'], array['Read', 'Edit', 'Delete', 'Sensitive'], 'Provincial'),
    (array['Provincial Viewer'], 'Provincial Office',
      array['dashboard', 'forms', 'report'], array['Read'], 'Provincial')
) as entry (rolename, roletype, route, access_controls, status)
where not exists (select 1 from public.uac);
