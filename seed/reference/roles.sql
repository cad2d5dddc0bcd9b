-- Initial role entries (spec section 6). Administrators can change all of them. Offices that enter personal data may
-- read it in their own rows, so their roles have the Sensitive right. The rows are inserted only into an empty table,
-- so deleted entries stay deleted. A user's role is one of the names in `rolename`; `status` is the level.
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
