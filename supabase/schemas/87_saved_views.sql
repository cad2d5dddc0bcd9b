-- Saved views: columns, filters and order of a list, saved under a name for oneself, one's office or everyone, and
-- opened by a link. A view contains no rows: when a user opens it, the list is read with the access of this user.

-- Checks whether the caller may create, change and delete views that are shared with everyone. Only administrators of
-- the central office may do this.
create function private.can_administer_common_views() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select coalesce(private.is_central_administrator(c.level, c.routes, c.rights), false)
  from private.current_caller() c
$$;

-- Checks whether a value has the structure of a filter (contract: conditions.ts): an object with conditions by field,
-- and with the keys `any`, `all`, `has` and `has_no`. Fields and record types may be unknown; the API refuses them when
-- the filter is used. `levels` is the maximum depth of nested filters.
create function private.is_filter(filter jsonb, levels integer default 9) returns boolean
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return coalesce(jsonb_typeof(filter) = 'object' and levels > 0 and not exists (
    select from jsonb_path_query(filter, '$.keyvalue()') e,
      lateral (select e ->> 'key' as name, e -> 'value' as part) c
    where not coalesce(
      case
        when name in ('any', 'all') then jsonb_typeof(part) = 'array' and not exists (
          select from jsonb_path_query(part, 'lax $[*]') one where not private.is_filter(one, levels - 1))
        when name in ('has', 'has_no') then jsonb_typeof(part) = 'array' and not exists (
          select from jsonb_path_query(part, 'lax $[*]') one
          where jsonb_typeof(one) <> 'object' or jsonb_typeof(one -> 'record') is distinct from 'string'
            or one - '{record,where}'::text[] <> '{}'
            or not private.is_filter(coalesce(one -> 'where', '{}'), levels - 1))
        else name ~ '^[A-Za-z0-9_]{1,80}$' and private.is_field_condition(part)
      end, false)), false);
end
$$;

-- Checks whether a value is the condition of one field: a value, a list of values, or an object with operators.
create function private.is_field_condition(part jsonb) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select part @@ 'lax
    $.type() != "object" && !exists($[*] ? (@.type() == "object" || @.type() == "array"))
    || $.type() == "object" && !exists($.keyvalue() ? (!(
      (@.key == "blank" || @.key == "not_blank") && @.value.type() == "boolean"
      || (@.key == "lt" || @.key == "lte" || @.key == "gt" || @.key == "gte" || @.key == "contains")
        && (@.value.type() == "string" || @.value.type() == "number")
      || (@.key == "not" || @.key == "between")
        && @.value.type() != "object" && !exists(@.value[*] ? (@.type() == "object" || @.type() == "array")))))'
$$;

-- Checks whether a value has the structure of a saved query of the Explore screen (contract: savedQuestion).
create function private.is_saved_question(question jsonb) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(question @@ 'strict
    $.type() == "object" && exists($.keyvalue() ? (@.key == "record")) && exists($.keyvalue() ? (@.key == "value"))
    && !exists($.keyvalue() ? (!(
      @.value.type() == "string" && (
        @.key == "record" && @.value like_regex "^[a-z0-9-]{1,60}$"
        || @.key == "order" && (@.value == "name" || @.value == "value")
        || @.key == "shown_as" && @.value like_regex "^[a-z_]{1,40}$"
        || @.key == "share" && (@.value == "row" || @.value == "column" || @.value == "total"))
      || @.key == "pinned" && @.value.type() == "boolean"
      || @.key == "top" && @.value.type() == "number" && @.value >= 1 && @.value <= 1000 && @.value.floor() == @.value
      || (@.key == "rows" || @.key == "columns") && @.value.type() == "array" && @.value.size() <= 2
        && !exists(@.value[*] ? (!(@.type() == "string" && @ like_regex "^[A-Za-z0-9_]{1,80}([.][a-z]{1,10})?$")))
      || @.key == "value" && @.value.type() == "object" && exists(@.value.keyvalue() ? (@.key == "kind"))
        && !exists(@.value.keyvalue() ? (!(@.value.type() == "string" && (
          @.key == "kind" && @.value like_regex "^(count|distinct|sum|average|min|max)$"
          || @.key == "field" && @.value like_regex "^[A-Za-z0-9_]{1,80}$"))))
      || @.key == "filter")))', false)
    and private.is_filter(coalesce(question -> 'filter', '{}'))
$$;

-- Returns the names of sensitive columns that a view filters, sorts or groups by.
create function private.sensitive_columns_of_view(view jsonb) returns text[]
  language sql stable set search_path = ''
as $$
  select coalesce(array_agg(distinct s.column_name), '{}')
  from private.sensitive_columns s
  where exists (
      select from jsonb_path_query(view, '$.**') part
      where jsonb_typeof(part) = 'object' and part ? s.column_name)
    or jsonb_path_query_array(view, '$.sort[*].field') ? s.column_name
    or exists (
      select from jsonb_path_query(view, '$.explore.**') part
      where jsonb_typeof(part) = 'string' and split_part(part #>> '{}', '.', 1) = s.column_name)
$$;

-- Checks whether a view has the structure of the contract savedView. The database checks this because the browsers of
-- other users read shared views. There is one rule per key; a view with an unknown key is refused.
create function private.is_saved_view(view jsonb) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(view @@ 'strict
    $.type() == "object" && exists($.keyvalue() ? (@.key == "columns")) && !exists($.keyvalue() ? (!(
      @.value.type() == "string" && (
        @.key == "density" && (@.value == "compact" || @.value == "normal" || @.value == "roomy")
        || @.key == "tab" && (@.value == "pending" || @.value == "approved")
        || @.key == "review" && (@.value == "to_review" || @.value == "returned" || @.value == "changed")
        || @.key == "check" && (@.value == "incomplete" || @.value == "with_reason"
          || @.value == "unusual"))
      || @.key == "totals" && @.value.type() == "boolean"
      || @.key == "q" && @.value.type() == "string" && @.value like_regex "^(.{0,250}){2}$" flag "s"
      || @.key == "shown_as" && @.value.type() == "string" && @.value like_regex "^.{0,40}$" flag "s"
      || @.key == "page_size" && @.value.type() == "number" && @.value >= 1 && @.value <= 200
        && @.value.floor() == @.value
      || @.key == "filters" && @.value.type() == "object" && !exists(@.value.keyvalue() ? (!(
        @.key like_regex "^[A-Za-z0-9_]{1,80}$"
        && @.value.type() == "string" && @.value like_regex "^(.{0,250}){2}$" flag "s")))
      || @.key == "sort" && @.value.type() == "array" && @.value.size() <= 5 && !exists(@.value[*] ? (!(
        @.type() == "object"
        && exists(@.keyvalue() ? (@.key == "field")) && exists(@.keyvalue() ? (@.key == "dir"))
        && !exists(@.keyvalue() ? (!(
          @.key == "field" && @.value.type() == "string" && @.value like_regex "^[A-Za-z0-9_]{1,80}$"
          || @.key == "dir" && @.value.type() == "string"
            && (@.value == "asc" || @.value == "desc")))))))
      || @.key == "columns" && (@.value.type() == "null"
        || @.value.type() == "array" && @.value.size() <= 400 && !exists(@.value[*] ? (!(
          @.type() == "object" && exists(@.keyvalue() ? (@.key == "field"))
          && !exists(@.keyvalue() ? (!(
            @.key == "field" && @.value.type() == "string" && @.value like_regex "^[A-Za-z0-9_]{1,80}$"
            || @.key == "width" && @.value.type() == "number" && @.value >= 1 && @.value <= 5000
            || (@.key == "hidden" || @.key == "frozen") && @.value.type() == "boolean")))))))
      || @.key == "filter" || @.key == "explore"
    )))', false)
    and private.is_filter(coalesce(view -> 'filter', '{}'))
    and (not view ? 'explore' or private.is_saved_question(view -> 'explore'))
$$;

-- Checks whether the rows of a screen have sensitive columns. Search also reads these columns.
create function private.is_sensitive_screen(screen text) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$ select screen in ('Participants', 'Form5AnnualTarget') $$;

grant execute on function private.is_filter(jsonb, integer), private.is_field_condition(jsonb),
  private.is_saved_question(jsonb), private.is_saved_view(jsonb) to authenticated;

create table public.saved_views (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.users (id) on delete cascade,
  screen text not null check (screen ~ '^[A-Za-z0-9_-]{1,60}$'),
  name text not null check (name = btrim(name) and char_length(name) between 1 and 80),
  shared_with text not null default 'me' check (shared_with in ('me', 'office', 'everyone')),
  office text references public.offices (office),
  view jsonb not null constraint saved_views_view_is_whole check (private.is_saved_view(view)),
  time_stamp timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint saved_views_office_where_shared check ((office is not null) = (shared_with = 'office'))
);
create unique index saved_views_named_once on public.saved_views (user_id, screen, shared_with, lower(name));
create index saved_views_screen on public.saved_views (screen);
create index saved_views_office on public.saved_views (office);
comment on table public.saved_views is
  'Columns, filters and order of lists, saved under a name for their author, for the author''s office, or for '
  'everyone.';
comment on column public.saved_views.user_id is
  'User who created the view, or the administrator who removed this user; set by the database.';
comment on column public.saved_views.screen is 'Route of the screen with the list, such as ARBO_Masterlist.';
comment on column public.saved_views.office is
  'Office with which the view is shared: the author''s office when they shared it. Set by the database.';
comment on column public.saved_views.view is
  'View with the structure of the contract savedView: of a list, or a question of the Explore screen.';

alter table public.saved_views enable row level security;
alter table public.saved_views force row level security;

-- Maximum number of saved views per user, and maximum size of a view in bytes.
create function private.saved_view_limits(out views integer, out bytes integer)
  language sql immutable parallel safe set search_path = ''
as $$ select 100, 16384 $$;

-- BEFORE trigger: sets the author and the office of a view. Raises AG002 if the user has too many views or the view is
-- too large. Also raises AG002 if a shared view filters, sorts, groups or searches by sensitive columns, because the
-- view could reveal their values. An author who has left the office with which a view is shared can only make the view
-- private or delete it.
create function private.prepare_saved_view() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  limits constant record := private.saved_view_limits();
  sensitive text;
begin
  -- Skip the checks if only the author changes: the content was checked when the view was saved.
  if tg_op = 'UPDATE' and new.user_id <> old.user_id then
    return new;
  end if;
  if tg_op = 'INSERT' then
    new.user_id := coalesce(auth.uid(), new.user_id);
    -- Lock the user's row, so that concurrent calls cannot exceed the limit.
    perform from public.users u where u.id = new.user_id for no key update;
    if (select count(*) from public.saved_views v where v.user_id = new.user_id) >= limits.views then
      raise exception 'You have % saved views. Remove one that is no longer used.', limits.views
        using errcode = 'AG002';
    end if;
  else
    new.updated_at := now();
  end if;
  if tg_op = 'UPDATE' and auth.uid() is not null and new.shared_with <> 'me' and old.shared_with = 'office'
    and old.office is distinct from private.caller_office()
  then
    raise exception 'You left the office that this view is shared with. Keep it for yourself, or delete it.'
      using errcode = 'AG002', column = 'shared_with';
  end if;
  new.office := case
    when new.shared_with <> 'office' then null
    when tg_op = 'UPDATE' and old.shared_with = 'office' then old.office
    else coalesce(private.caller_office(), new.office)
  end;
  if octet_length(new.view::text) > limits.bytes then
    raise exception 'A view holds at most % KB. Choose fewer columns or shorter filters.', limits.bytes / 1024
      using errcode = 'AG002', column = 'view';
  end if;
  sensitive := array_to_string(private.sensitive_columns_of_view(new.view), ', ');
  if new.shared_with <> 'me' and sensitive <> '' then
    raise exception
      'A view that filters, sorts or groups by sensitive fields (%) cannot be shared. Remove these fields first.',
      sensitive using errcode = 'AG002', column = 'shared_with';
  end if;
  if new.shared_with <> 'me' and new.view ? 'q' and private.is_sensitive_screen(new.screen) then
    raise exception 'A view with a search in personal data cannot be shared. Remove the search words first.'
      using errcode = 'AG002', column = 'shared_with';
  end if;
  return new;
end
$$;

create trigger prepare_saved_view before insert or update on public.saved_views
  for each row execute function private.prepare_saved_view();

-- BEFORE trigger on profiles: when an administrator removes a user, the administrator becomes the author of the views
-- that the user shared with everyone. All other views of the user are deleted with the profile, because only their
-- author can change them. A view whose name the administrator already uses gets its id in the name.
create function private.keep_common_views() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() <> old.id then
    update public.saved_views v
    set user_id = auth.uid(),
      name = case when exists (
          select from public.saved_views o
          where o.user_id = auth.uid() and o.screen = v.screen and o.shared_with = v.shared_with
            and lower(o.name) = lower(v.name))
        then format('%s (%s)', left(v.name, 50), v.id) else v.name end
    where v.user_id = old.id and v.shared_with = 'everyone';
  end if;
  return old;
end
$$;

create trigger keep_common_views before delete on public.users
  for each row execute function private.keep_common_views();

-- AFTER trigger: logs changes of saved views under the office of the user who made them. The log omits the content of a
-- view, because its filters and search words may be sensitive.
create function private.log_saved_view() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  before constant jsonb := to_jsonb(old) - 'view';
  after constant jsonb := to_jsonb(new) - 'view';
begin
  insert into private.user_log (user_id, user_name, user_role, form_name, row_id, region_name, province_name, action,
    changes)
  select auth.uid(), u.username, u.roles, tg_table_name, coalesce(new.id, old.id), u.region_name, u.province_name,
    initcap(tg_op),
    case tg_op
      when 'UPDATE' then private.changed_fields(before, after)
      when 'DELETE' then private.deleted_fields(before)
    end
  from (values (1)) one
  left join public.users u on u.id = auth.uid();
  return null;
end
$$;

create trigger log_saved_view after insert or update or delete on public.saved_views
  for each row execute function private.log_saved_view();

create policy select_own_or_shared on public.saved_views for select to authenticated
  using (
    (select private.caller_level()) is not null
    and (user_id = (select auth.uid()) or shared_with = 'everyone' or office = (select private.caller_office())));
create policy select_own_or_shared_for_central on public.saved_views for select to central_reader
  using (
    (select private.caller_level()) is not null
    and (user_id = (select auth.uid()) or shared_with = 'everyone' or office = (select private.caller_office())));
create policy select_own_or_shared_for_province on public.saved_views for select to provincial_reader
  using (
    (select private.caller_level()) is not null
    and (user_id = (select auth.uid()) or shared_with = 'everyone' or office = (select private.caller_office())));

create policy insert_own on public.saved_views for insert to authenticated
  with check (
    (select private.caller_level()) is not null and user_id = (select auth.uid())
    and (shared_with <> 'everyone' or (select private.can_administer_common_views())));

-- A view that is shared with everyone can be changed only by administrators of the central office, not by its author.
create policy update_own_or_common on public.saved_views for update to authenticated
  using (
    (select private.caller_level()) is not null
    and case shared_with when 'everyone' then (select private.can_administer_common_views())
      else user_id = (select auth.uid()) end)
  with check (
    (select private.caller_level()) is not null
    and case shared_with when 'everyone' then (select private.can_administer_common_views())
      else user_id = (select auth.uid()) end);
create policy delete_own_or_common on public.saved_views for delete to authenticated
  using (
    (select private.caller_level()) is not null
    and case shared_with when 'everyone' then (select private.can_administer_common_views())
      else user_id = (select auth.uid()) end);

revoke all on public.saved_views from anon, authenticated;
grant select, delete, insert (screen, name, shared_with, view), update (name, shared_with, view)
on public.saved_views to authenticated;
grant execute on function private.caller_office(), private.can_administer_common_views() to authenticated;
