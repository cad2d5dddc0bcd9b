-- Who took a list of personal data out (RA 10173): every whole list of a record type with sensitive columns is entered
-- into the user log before its first row is sent, with what it was filtered by and how many rows it held.

-- One entry, under the caller's own office. purpose is export, or list for a whole list that is not said to be one.
create function private.log_export(wanted_table text, purpose text, filters jsonb, row_count bigint) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not exists (select from private.sensitive_columns s where s.table_name = wanted_table) then
    raise exception 'no record table with sensitive columns: %', wanted_table using errcode = '42P01';
  end if;
  insert into private.user_log (user_id, user_name, user_role, form_name, region_name, province_name, muncity_name, action, changes)
  select u.id, u.username, u.roles, wanted_table, u.region_name, u.province_name, u.muncity_name, 'export', jsonb_build_object(
    'purpose', jsonb_build_array(null, purpose), 'filters', jsonb_build_array(null, filters), 'rows', jsonb_build_array(null, row_count))
  from public.users u
  where u.id = auth.uid();
  if not found then
    raise exception 'Only a signed-in user exports.' using errcode = '42501';
  end if;
end
$$;

grant execute on function private.log_export(text, text, jsonb, bigint) to authenticated;
comment on column private.user_log.action is 'Insert, Update, Delete, Approve, Set back, and export for a list of personal data that was taken out.';
comment on column private.user_log.changes is 'Field -> [before, after]: the changed fields of an update, all fields of a deleted row, null for an insert; purpose, filters and rows of an export.';
