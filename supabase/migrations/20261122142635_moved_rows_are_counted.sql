-- A change of thousands of rows compared each with each, to see whether any had moved to another office.

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.keep_referring_within()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  r private.office_references;
  outside boolean;
begin
  -- Counted, not asked whether there is one: planned as a loop in a loop, thousands of rows would take minutes.
  select count(*) > 0 into outside from new_rows n join old_rows o using (id) where n.office <> o.office;
  if not outside then
    return null;
  end if;
  for r in select * from private.office_references where parent_name = tg_table_name loop
    execute format(
      'select exists (
        select from new_rows n join old_rows o using (id) join public.%I c on c.%I = n.%I
        where n.office <> o.office and n.office <> all (private.offices_around(c.office)))',
      r.table_name, r.column_name, r.parent_column) into outside;
    if outside then
      raise exception 'Rows of the office that it would leave are still referring to the row.'
        using errcode = '23503', schema = 'public', table = tg_table_name, column = 'office',
          detail = 'It is still referenced.';
    end if;
  end loop;
  return null;
end
$function$;
