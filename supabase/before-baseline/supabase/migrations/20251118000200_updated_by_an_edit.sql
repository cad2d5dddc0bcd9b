-- Updated is what an accomplishment becomes when somebody edits it (spec section 4), and is given in no other way. Where
-- the status says on which of two screens a row stands, as Form 11 and the FME annual updating have it, it stays.

-- Before a caller writes a row, and before others follow what was written: an approval is no edit, and a change that
-- follows another row's, such as a new ARBO ID, is none of this row.
create function private.follow_status() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  bookkeeping constant text[] :=
    array['status', 'process_stage', 'approved_by', 'approved_at', 'updated_at', 'row_version', 'office', 'search_text'];
begin
  if auth.uid() is null then
    return new;
  end if;
  if new.status = 'Updated' and (tg_op = 'INSERT' or old.status is distinct from 'Updated') then
    raise exception using errcode = 'AG002', column = 'status', message =
      'Updated is given when an accomplished row is edited, and cannot be chosen.';
  end if;
  if tg_op = 'UPDATE' and old.status = 'Accomplished' and new.status = 'Accomplished' and pg_trigger_depth() = 1
    and to_jsonb(old) - bookkeeping is distinct from to_jsonb(new) - bookkeeping
  then
    new.status := 'Updated';
  end if;
  return new;
end
$$;

do $$
declare
  t record;
begin
  for t in
    select format('public.%I', r.table_name)::regclass as target
    from private.record_tables r
      join pg_catalog.pg_attribute a on a.attrelid = format('public.%I', r.table_name)::regclass and a.attname = 'status'
    where r.window_name <> 'status' and r.table_name not in ('inventory_status_monitoring', 'form_11_geotags')
  loop
    execute format('create trigger follow_status before insert or update on %s
      for each row execute function private.follow_status()', t.target);
  end loop;
end
$$;

call private.let_levels_read();
