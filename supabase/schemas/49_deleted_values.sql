-- The values with which a deleted row is restored (49_trash.sql). The log entry of the deletion never changes, but the
-- rows to which the deleted row refers may have changed since: they may have a new identifier or belong to another
-- office, and a list value may have a new name. The restored row gets the present values.

-- Indexes for private.find_present_identifier, to find the row that had an identifier before.
create index user_log_former_arc_id on private.user_log ((changes -> 'arc_id' ->> 0), id)
  where form_name = 'arc_masterlist' and changes ? 'arc_id';
create index user_log_former_training_id on private.user_log ((changes -> 'training_id' ->> 0), id)
  where form_name = 'arbo_trainings' and changes ? 'training_id';
create index user_log_former_fme_inventory_id on private.user_log ((changes -> 'fme_inventory_id' ->> 0), id)
  where form_name = 'fme_inventory_table' and changes ? 'fme_inventory_id';

-- Returns the columns of a record table that refer to a row of another record table, and the referred columns. The
-- lists of trainings of a participant refer by their items. The ARC ID of an ARBO refers without a foreign key.
create function private.list_references(wanted_table text)
  returns table (column_name text, parent_name text, parent_column text)
  language sql stable security definer set search_path = ''
as $$
  select r.column_name, r.parent_name, r.parent_column
  from private.office_references r where r.table_name = wanted_table
  union all
  select v.column_name, v.parent_name, v.parent_column
  from (values
    ('participants', 'training_id', 'arbo_trainings', 'training_id'),
    ('participants', 'wo_training_id', 'arbo_trainings', 'training_id'),
    ('arbo_masterlist', 'arc_id', 'arc_masterlist', 'arc_id')
  ) v (table_name, column_name, parent_name, parent_column)
  where v.table_name = wanted_table
$$;
revoke execute on function private.list_references(text) from public;

-- Returns the identifier, such as the ARC ID, that a row has now. The row is the one that had the former identifier at
-- the given log entry. Null if no row has lost the identifier since, or if the row is deleted.
create function private.find_present_identifier(parent_name text, parent_column text, former text, since bigint)
  returns text
  language plpgsql stable set search_path = ''
as $$
declare
  present text;
begin
  execute format(
    'select m.%2$I from public.%1$I m
     where m.id = (
       select l.row_id from private.user_log l
       where l.form_name = %1$L and l.changes ? %2$L and l.changes -> %2$L ->> 0 = $1 and l.id > $2
       order by l.id limit 1)', parent_name, parent_column) into present using former, since;
  return present;
end
$$;
revoke execute on function private.find_present_identifier(text, text, text, bigint) from public;

-- Returns the former values of a row with the present identifiers of the rows to which it refers. The values are those
-- at the given log entry.
create function private.follow_identifiers(wanted_table text, former jsonb, since bigint) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  one record;
  followed jsonb := former;
begin
  for one in
    select r.*, former -> r.column_name as held
    from private.list_references(wanted_table) r
    where r.parent_column <> 'id' and jsonb_typeof(former -> r.column_name) in ('string', 'array')
  loop
    followed := followed || jsonb_build_object(one.column_name, (
      select case jsonb_typeof(one.held) when 'array' then coalesce(jsonb_agg(i.present order by i.place), '[]')
        else jsonb_agg(i.present) -> 0 end
      from (
        select h.place,
          coalesce(private.find_present_identifier(one.parent_name, one.parent_column, h.item, since), h.item)
            as present
        from jsonb_array_elements_text(
          case jsonb_typeof(one.held) when 'array' then one.held else jsonb_build_array(one.held) end)
          with ordinality h (item, place)) i));
  end loop;
  return followed;
end
$$;
revoke execute on function private.follow_identifiers(text, jsonb, bigint) from public;

-- Returns the columns of a row that describe its place, as {column: value}.
create function private.pick_place(held jsonb) returns jsonb
  language sql immutable parallel safe set search_path = ''
as $$
  select jsonb_build_object('region_name', held -> 'region_name', 'province_name', held -> 'province_name',
    'muncity_name', held -> 'muncity_name', 'barangay_name', held -> 'barangay_name', 'cd', held -> 'cd')
$$;

-- Returns the office of a row, from its values.
create function private.office_of(held jsonb) returns text
  language sql immutable parallel safe set search_path = ''
as $$ select coalesce(held ->> 'region_name', '') || ' / ' || coalesce(held ->> 'province_name', '') $$;

-- Returns the former values of a deleted row with a place to which it can be restored. A row may not refer to rows of
-- certain offices. If the ARBO of the row, or another row to which it refers, has moved to such an office, the deleted
-- row gets the place of this ARBO or row. An attachment always gets the place of its record.
create function private.follow_place(wanted_table text, former jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  one record;
  place jsonb;
begin
  if wanted_table = 'attachments' then
    execute format(
      'select private.pick_place(to_jsonb(t)) || jsonb_build_object(''status'', case private.window_of(%1$L, t.status)
         when ''target'' then ''Target'' else ''Accomplished'' end)
       from public.%1$I t where t.id = $1', former ->> 'record_table')
      into place using (former ->> 'record_id')::bigint;
    return former || coalesce(place, '{}');
  elsif wanted_table = 'arbo_masterlist' then
    return former;
  end if;
  for one in
    select r.parent_name, r.parent_column, h.item
    from private.list_references(wanted_table) r
      cross join lateral jsonb_array_elements_text(case jsonb_typeof(former -> r.column_name)
        when 'array' then former -> r.column_name else jsonb_build_array(former -> r.column_name) end) h (item)
    where h.item is not null
    order by r.column_name <> 'arboPrimaryKey', r.column_name, h.item
  loop
    execute format(
      'select private.pick_place(to_jsonb(p)) from public.%I p where p.%I = $1::%s and p.office <> all ($2)',
      one.parent_name, one.parent_column, case one.parent_column when 'id' then 'bigint' else 'text' end)
      into place using one.item, private.referable_offices(private.office_of(former));
    if place is not null then
      return former || place;
    end if;
  end loop;
  return former;
end
$$;
revoke execute on function private.follow_place(text, jsonb) from public;

-- Returns the values with which a deleted row is restored, as {column: value}. They are those in the log entry of its
-- deletion, which never changes, and then follow what has changed since: list values that were replaced in records, the
-- Form 11 record of a geotag, identifiers of other rows, and the offices of other rows.
create function private.rebuild_deleted_row(wanted_table text, deletion bigint, changes jsonb) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  held jsonb := private.replace_list_values((
    select jsonb_object_agg(c.key, c.value -> 0) from jsonb_each(changes) c), deletion);
begin
  held := private.follow_identifiers(wanted_table, held, deletion);
  if wanted_table = 'form_11_geotags' then
    held := private.follow_form11(held, deletion);
  end if;
  return private.follow_place(wanted_table, held);
end
$$;
