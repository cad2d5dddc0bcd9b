-- Who keeps the tables that belong to no office is told to each caller with the rest of their access, so that screens,
-- imports and previews say beforehand what the policies would refuse.

-- Everything GET /api/auth/current-user answers, or null for somebody without an active profile and role. reference: by
-- table, the route that it asks for, and whether the caller keeps all of its rows, those of their region, or nothing.
create or replace function private.current_access() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'user', to_jsonb(u) - 'disabled',
    'level', c.level,
    'role', to_jsonb(r),
    'rights', c.rights,
    'routes', c.routes,
    'offices', case when c.level = 'Central' then jsonb_build_object('read', 'all', 'target', 'all', 'accomplishment', 'all')
      else jsonb_build_object(
        'read', private.offices_to_read(),
        'target', (select coalesce(jsonb_agg(o.office), '[]') from private.offices_of(c) o where private.window_is_open('target', o.region_name, o.province_name)),
        'accomplishment', (select coalesce(jsonb_agg(o.office), '[]') from private.offices_of(c) o where private.window_is_open('accomplishment', o.region_name, o.province_name)))
      end,
    'windows', jsonb_build_object('target', private.window_state('target'), 'accomplishment', private.window_state('accomplishment')),
    'reference', (
      select jsonb_object_agg(t.table_name, jsonb_build_object('route', t.route, 'keeps', case
        when not t.route = any (c.routes) then 'nothing'
        when c.level = 'Central' or t.written_by = 'every level' then 'all'
        when c.level = 'Regional' and t.written_by like '%Regional' then 'region'
        else 'nothing' end))
      from private.reference_tables t))
  from private.current_caller() c
  join public.users u on u.id = c.user_id
  join public.uac r on r.id = c.uac_id
$$;
