-- Administration (spec section 6): who can administer users, roles, schedules and lists. Policies check who can write.
-- Triggers check which values are allowed, and raise AG003 with a message for the screens. Users cannot give a level,
-- right or route that they do not have, and cannot change their own role. There is always at least one administrator at
-- the central office.

-- Checks whether the caller has the route permission `users` and a right that allows the action (verb).
create function private.can_administer_people(verb text) returns boolean
  language sql stable parallel safe security definer set search_path = ''
as $$
  select coalesce('users' = any (c.routes) and private.has_right_for(verb, c.rights), false)
    from private.current_caller() c
$$;

-- Checks whether the caller may change role entries. Only users of the central office may change them, because role
-- entries apply to the whole country.
create function private.can_administer_roles(verb text) returns boolean
  language sql stable parallel safe security definer set search_path = ''
as $$ select private.can_administer_people(verb) and private.central_caller_id() is not null $$;

-- Returns the names of the regions whose schedules the caller can administer; '' means schedules for the whole country.
-- Empty if the caller cannot administer schedules.
create function private.regions_to_schedule(verb text) returns text[]
  language sql stable parallel safe security definer set search_path = ''
as $$
  select case
    when not private.can_administer_people(verb) then '{}'
    when c.all_offices then (select array_agg(o.region_name) from public.offices o
      where o.region_name is not null) || array['']
    when c.scope = array['region_name'] then array[c.region_name]
    else '{}'
  end
  from private.current_caller() c
$$;

grant execute on function
  private.can_administer_people(text), private.can_administer_roles(text), private.regions_to_schedule(text)
to authenticated;

-- Returns the rank of a level; 0 if there is no such level.
create function private.level_rank(wanted text) returns integer
  language sql stable parallel safe set search_path = ''
as $$ select coalesce((select l.rank from private.levels l where l.level = wanted), 0) $$;

-- Returns the first column (region_name or province_name) that the level requires and that is empty in the profile.
-- Null if the profile has values in all columns that the level requires.
create function private.find_missing_office_column(wanted text, profile public.users) returns text
  language sql stable parallel safe set search_path = ''
as $$
  select s.column_name
  from private.levels l, unnest(l.scope) with ordinality s (column_name, place)
  where l.level = wanted and to_jsonb(profile) ->> s.column_name is null
  order by s.place limit 1
$$;

-- Returns why a caller may not give, remove or change a role entry: the first permission of the entry that the caller
-- does not have. Null if the caller has all permissions of the entry.
create function private.explain_role_refusal(c private.caller, entry public.uac) returns text
  language sql stable parallel safe set search_path = ''
as $$
  select case
    when private.level_rank(entry.status) > private.level_rank(c.level)
      then format('the level %s, which is above yours', entry.status)
    when not entry.access_controls <@ coalesce(c.rights, '{}')
      then (select format('the %s right%s, which you do not have', string_agg(r, ', '),
          case when count(*) > 1 then 's' end)
        from unnest(entry.access_controls) r where r <> all (coalesce(c.rights, '{}')))
    when not entry.route <@ coalesce(c.routes, '{}')
      then format('the route %s, which you do not have', (select string_agg(r, ', ') from unnest(entry.route) r
        where r <> all (coalesce(c.routes, '{}'))))
  end
$$;

-- BEFORE trigger that checks changes of role entries. The caller must have all permissions of the entry. Users who have
-- the role must keep a valid role name and an office: the trigger runs with the entry locked, and a concurrent change
-- of a profile also locks the entry (private.check_profile_change). If the owner of the tables makes the change, as in
-- a seed, checks only the role names.
create function private.guard_role() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  c private.caller := private.current_caller();
  problem text;
  holders text;
begin
  if auth.uid() is not null and private.can_administer_roles(lower(tg_op)) then
    if tg_op <> 'INSERT' then
      problem := private.explain_role_refusal(c, old);
      if problem is not null then
        raise exception 'This role has %.', problem using errcode = 'AG003';
      end if;
    end if;
    if tg_op <> 'DELETE' then
      problem := private.explain_role_refusal(c, new);
      if problem is not null then
        raise exception 'You cannot give %.', problem using errcode = 'AG003',
          column = case when problem like 'the level%' then 'status' when problem like 'the route%' then 'route'
            else 'access_controls' end;
      end if;
    end if;
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if tg_op = 'UPDATE' then
    new.row_version := old.row_version + 1;
    select string_agg(u.username, ', ' order by u.username) into holders
    from public.users u where u.uac_id = new.id and u.roles = any (old.rolename) and not u.roles = any (new.rolename)
      and cardinality(new.rolename) > 0;
    if holders is not null then
      raise exception 'People still have the role name that you are removing: %. Give them another role first.', holders
        using errcode = 'AG002', column = 'rolename';
    end if;
    if auth.uid() is not null and new.status <> old.status then
      select string_agg(u.username, ', ' order by u.username) into holders
      from public.users u where u.uac_id = new.id and private.find_missing_office_column(new.status, u) is not null;
      if holders is not null then
        raise exception 'People with this role have no office at the level %: %.', new.status, holders
          using errcode = 'AG002', column = 'status';
      end if;
    end if;
  end if;
  return new;
end
$$;

create trigger guard_role before insert or update or delete on public.uac
  for each row execute function private.guard_role();

-- Checks whether a user with the given level, routes and rights is an administrator of the central office. Such a user
-- needs a level that sees all offices, the route permission `users` and the Edit right.
create function private.is_central_administrator(level text, routes text[], rights text[]) returns boolean
  language sql stable set search_path = ''
as $$
  select 'users' = any (routes) and 'Edit' = any (rights)
    and exists (select from private.levels l where l.level = is_central_administrator.level and l.all_offices)
$$;

-- AFTER trigger: refuses a statement after which the central office has no administrator any more. The lock serializes
-- concurrent transactions, so that two administrators cannot remove each other.
create function private.require_administrator() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  had_one boolean;
begin
  if tg_table_name = 'users' then
    had_one := exists (select from old_rows o join public.uac r on r.id = o.uac_id and o.roles = any (r.rolename)
      where not o.disabled and private.is_central_administrator(r.status, r.route, r.access_controls));
  else
    had_one := exists (select from old_rows o join public.users u on u.uac_id = o.id and u.roles = any (o.rolename)
      where not u.disabled and private.is_central_administrator(o.status, o.route, o.access_controls));
  end if;
  if not had_one then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtext('require_administrator'));
  if not exists (select from public.users u join public.uac r on r.id = u.uac_id and u.roles = any (r.rolename)
    where not u.disabled and private.is_central_administrator(r.status, r.route, r.access_controls))
  then
    raise exception 'This is the last administrator of the central office. Add another one first.'
      using errcode = 'AG003';
  end if;
  return null;
end
$$;

create trigger keep_an_administrator_update after update on public.uac referencing old table as old_rows
  for each statement execute function private.require_administrator();
create trigger keep_an_administrator_delete after delete on public.uac referencing old table as old_rows
  for each statement execute function private.require_administrator();
create trigger keep_an_administrator_update after update on public.users referencing old table as old_rows
  for each statement execute function private.require_administrator();
create trigger keep_an_administrator_delete after delete on public.users referencing old table as old_rows
  for each statement execute function private.require_administrator();

create policy select_own_or_as_administrator on public.uac for select to authenticated
  using (id = (select private.caller_uac_id()) or (select private.caller_has_route('users')));
create policy select_own_or_as_administrator_for_central on public.uac for select to central_reader
  using (id = (select private.caller_uac_id()) or (select private.caller_has_route('users')));
create policy select_own_or_as_administrator_for_province on public.uac for select to provincial_reader
  using (id = (select private.caller_uac_id()) or (select private.caller_has_route('users')));

-- Callers can read their own profile. With the route permission `users`, they can also read the profiles of the offices
-- in their scope.
create policy select_own_or_as_administrator on public.users for select to authenticated
  using (
    id = (select auth.uid()) and (select private.caller_level()) is not null
    or (select private.caller_has_route('users')) and office = any ((select private.offices_to_read())::text[]));
create policy select_own_or_as_administrator_for_central on public.users for select to central_reader
  using (
    id = (select auth.uid()) and (select private.caller_level()) is not null
    or (select private.caller_has_route('users')) and (select private.central_caller_id()) is not null);
create policy select_own_or_as_administrator_for_province on public.users for select to provincial_reader
  using (
    id = (select auth.uid()) and (select private.caller_level()) is not null
    or (select private.caller_has_route('users')) and office = (select private.provincial_caller_office()));

call private.grant_columns('public.uac');

create policy insert_as_central_administrator on public.uac for insert to authenticated
  with check ((select private.can_administer_roles('insert')));

create policy update_as_central_administrator on public.uac for update to authenticated
  using ((select private.can_administer_roles('update')) and id is distinct from (select private.caller_uac_id()))
  with check ((select private.can_administer_roles('update')) and id is distinct from (select private.caller_uac_id()));

create policy delete_as_central_administrator on public.uac for delete to authenticated
  using ((select private.can_administer_roles('delete')) and id is distinct from (select private.caller_uac_id()));

call private.make_searchable('public.uac');

call private.add_log_triggers('public.users');
call private.add_log_triggers('public.uac');

create trigger clean_texts before insert or update on public.uac
  for each row execute function private.clean_texts();
create trigger clean_texts before insert or update on public.users
  for each row execute function private.clean_texts();
