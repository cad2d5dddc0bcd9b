-- The status Updated of accomplished rows that a user edits (spec section 4).

-- BEFORE trigger: sets the status Updated when a caller edits an accomplished row (spec section 4). Callers cannot
-- choose Updated themselves (AG002). Approvals, replaced list values, undone links and changes by other triggers are
-- not edits. A change of only sensitive columns is not an edit if the caller lacks the Sensitive right. Otherwise the
-- status would reveal whether a guessed value is the stored value. Not used for Form 11 and the FME annual updating,
-- where the status decides on which screen a row is shown.
create function private.flag_as_updated() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  bookkeeping constant text[] :=
    array['status', 'process_stage', 'approved_by', 'approved_at', 'updated_at', 'row_version', 'office',
      'search_text'];
  hidden text[];
begin
  if auth.uid() is null or private.is_restoring() then
    return new;
  end if;
  if new.status = 'Updated' and (tg_op = 'INSERT' or old.status is distinct from 'Updated') then
    raise exception using errcode = 'AG002', column = 'status', message =
      'Updated is set when an accomplished row is edited, and cannot be chosen.';
  end if;
  if tg_op = 'UPDATE' and old.status = 'Accomplished' and new.status = 'Accomplished' and pg_trigger_depth() = 1
    and not private.is_replacing_list_value() and not private.is_undoing_links()
    and to_jsonb(old) - bookkeeping is distinct from to_jsonb(new) - bookkeeping
  then
    hidden := private.list_hidden_columns(tg_table_name);
    if to_jsonb(old) - bookkeeping - hidden is distinct from to_jsonb(new) - bookkeeping - hidden then
      new.status := 'Updated';
    end if;
  end if;
  return new;
end
$$;
