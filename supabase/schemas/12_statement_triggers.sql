-- Adds three triggers to a table: <name>_insert, <name>_update and <name>_delete. Each trigger calls a function once
-- per statement. `call_text` is the SQL text of this call, with its arguments. In the called function, `new_rows` has
-- the rows after the statement, and `old_rows` the rows before it. Postgres runs the triggers of a statement in the
-- order of their names.
create procedure private.add_write_triggers(target regclass, name text, call_text text)
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
