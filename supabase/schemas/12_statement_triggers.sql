-- Calls a function once after each statement that inserts, updates or deletes rows of a table: new_rows are the rows
-- that it wrote, old_rows those that were there before. call_text: the function with its arguments. The triggers' names
-- are name_insert, name_update, name_delete; triggers of one statement are called in the order of their names.
create procedure private.on_each_write(target regclass, name text, call_text text)
  language plpgsql set search_path = ''
as $$
declare
  event record;
begin
  for event in
    select *
    from (values
      ('insert', 'new table as new_rows'),
      ('update', 'old table as old_rows new table as new_rows'),
      ('delete', 'old table as old_rows')
    ) e (verb, transition)
  loop
    execute format('create or replace trigger %I after %s on %s referencing %s for each statement execute function %s',
      name || '_' || event.verb, event.verb, target, event.transition, call_text);
  end loop;
end
$$;
