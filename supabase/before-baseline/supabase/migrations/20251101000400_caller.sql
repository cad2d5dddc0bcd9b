-- The caller: who is asking, looked up live by auth.uid(), and which offices they may read and write. Policies call
-- these wrapped in (select …), once a statement; nothing but the identity is taken from the token (spec section 6).

create type private.caller as (
  user_id uuid,
  level text,
  region_name text,
  province_name text,
  rights text[],
  routes text[],
  uac_id bigint
);

-- All nulls for somebody without a profile, disabled, or whose role is not named in their role entry.
-- The three helpers that every statement of a policy calls are plpgsql, which keeps their plans for the session; as SQL
-- functions they would be planned anew at each call, at two to five times the cost.
create function private.current_caller() returns private.caller
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
declare
  found_caller private.caller;
begin
  select u.id, r.status, u.region_name, u.province_name, r.access_controls, r.route, r.id into found_caller
  from public.users u
  join public.uac r on r.id = u.uac_id and u.roles = any (r.rolename)
  where u.id = auth.uid() and not u.disabled;
  return found_caller;
end
$$;

create function private.caller_level() returns text
  language sql stable parallel safe security definer set search_path = ''
as $$ select (private.current_caller()).level $$;

create function private.caller_uac_id() returns bigint
  language sql stable parallel safe security definer set search_path = ''
as $$ select (private.current_caller()).uac_id $$;

-- Whether the caller's role entry lists a route: 'users' and 'dropdowns' make an administrator of the one or the other.
create function private.caller_has_route(wanted text) returns boolean
  language sql stable parallel safe security definer set search_path = ''
as $$ select coalesce(wanted = any ((private.current_caller()).routes), false) $$;

-- update needs Edit, delete needs Delete, insert needs either.
create function private.right_suffices(verb text, rights text[]) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select case verb
    when 'insert' then rights && array['Edit', 'Delete']
    when 'update' then 'Edit' = any (rights)
    when 'delete' then 'Delete' = any (rights)
    else false
  end
$$;

-- The offices of a caller: all for Central, those of the region for Regional, one for Provincial, none for others.
create function private.offices_of(c private.caller) returns setof public.offices
  language sql stable parallel safe security definer set search_path = ''
as $$
  select o.*
  from public.offices o
  where case c.level
    when 'Central' then true
    when 'Regional' then o.region_name = c.region_name
    when 'Provincial' then o.region_name = c.region_name and o.province_name = c.province_name
    else false
  end
$$;

-- A window is open for an office while an OnGoing schedule that covers it has begun and has not ended.
create function private.window_is_open(window_name text, region text, province text) returns boolean
  language sql stable parallel safe security definer set search_path = ''
as $$
  select exists (
    select from public.report_schedules s
    where s.form = window_name and s.status = 'OnGoing'
      and private.today() between s.start_date and s.end_date
      and (s.region_name is null or s.region_name = region)
      and (s.province_name is null or s.province_name = province)
  )
$$;

create function private.offices_to_read() returns text[]
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return (
    select coalesce(array_agg(o.office), '{}')
    from private.current_caller() c, private.offices_of(c) o
  );
end
$$;

-- Offices whose rows the caller may insert, update or delete now: in scope, with the right, in an open window (Central
-- needs no window).
create function private.offices_to_write(verb text, window_name text) returns text[]
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return (
    select coalesce(array_agg(o.office), '{}')
    from private.current_caller() c, private.offices_of(c) o
    where private.right_suffices(verb, c.rights)
      and (c.level = 'Central' or private.window_is_open(window_name, o.region_name, o.province_name))
  );
end
$$;

-- Whether the caller keeps reference records: the route dropdowns, and the right for the verb.
create function private.may_administer(verb text) returns boolean
  language sql stable parallel safe security definer set search_path = ''
as $$
  select coalesce('dropdowns' = any (c.routes) and private.right_suffices(verb, c.rights), false)
  from private.current_caller() c
$$;

grant execute on function
  private.current_caller(), private.caller_level(), private.caller_uac_id(), private.caller_has_route(text),
  private.right_suffices(text, text[]), private.offices_to_read(), private.offices_to_write(text, text),
  private.may_administer(text)
to authenticated, service_role;
