-- Where the product differed from the spec without a reason: the status of a row of Form 11, and filters of the user log.

-- Targets and accomplishments of Form 11 share a table: their status says which of the two screens and windows a row
-- belongs to. A row that is neither stood on no screen. Those that say Updated, or nothing, were accomplishments.
update public.form11_accomps set status = 'Accomplished' where status is distinct from 'Target' and status is distinct from 'Accomplished';
alter table public.form11_accomps
  drop constraint status_status_check,
  add constraint form11_accomps_status_check check (status in ('Target', 'Accomplished')),
  alter column status set not null;
comment on column public.form11_accomps.status is 'Target or Accomplished: the screen and the window that the row belongs to.';

-- As before; user_role and muncity_name are filters, too (spec section 3, user log).
create or replace function private.read_log(
  wanted jsonb, from_at timestamptz, until_at timestamptz, terms jsonb, oldest_first boolean, page_size integer,
  skipped integer, count_limit integer
) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  conditions text;
  direction constant text := case when oldest_first then 'asc' else 'desc' end;
  -- What the caller may know of the changes: also what a search looks through.
  shown constant text := case when private.caller_has_right('Sensitive') then 'l.changes'
    else 'private.without_sensitive(l.form_name, l.changes)' end;
  searched constant text := 'private.fold(concat_ws(e''\n'', private.moment_words(l.at), l.user_name, l.user_role, l.form_name, '
    || 'l.action, l.status, l.region_name, l.province_name, l.muncity_name, l.row_id, ' || shown || '))';
  total bigint;
  rows jsonb;
begin
  if not private.caller_has_route('users') then
    raise exception 'Only administrators with the route "users" read the log.' using errcode = 'AG003';
  end if;
  conditions := concat_ws(' and ',
    case when private.caller_level() = 'Central' then 'true'
      else format('l.office = any (%L::text[])', private.offices_to_read()) end,
    (select string_agg(
        format('l.%I::text = any (%L::text[])', w.key, (select array_agg(v) from jsonb_array_elements_text(w.value) v)), ' and ')
      from jsonb_each(wanted) w
      where w.key in ('id', 'user_id', 'subject', 'user_name', 'user_role', 'form_name', 'row_id', 'action', 'status',
        'source', 'region_name', 'province_name', 'muncity_name', 'office')),
    case when from_at is not null then format('l.at >= %L', from_at) end,
    case when until_at is not null then format('l.at < %L', until_at) end,
    private.term_conditions(terms, array[searched]));
  execute format('select count(*) from (select from private.user_log l where %s limit %s) c', conditions, count_limit + 1) into total;
  execute format($query$
    select coalesce(jsonb_agg(to_jsonb(l) - 'tx' || jsonb_build_object('changes', %s) order by l.id %s), '[]')
    from (select l.* from private.user_log l where %s order by l.id %s limit %s offset %s) l
    $query$, shown, direction, conditions, direction, page_size, skipped) into rows;
  return jsonb_build_object('rows', rows, 'total', total);
end
$$;
