-- What is overdue at one ARBO is asked each time its page opens. Planning the union of all queues costs several times
-- what running it does, so the function is plpgsql now, which keeps its plans for the session.

create or replace function public.overdue_of(wanted_arbo bigint) returns setof public.overdue
  language plpgsql stable set search_path = ''
as $$
declare
  wanted_id text := (select m.arbo_id from public.arbo_masterlist m where m.id = wanted_arbo);
begin
  -- Two questions instead of one with "or": either finds its rows by an index.
  return query
    select * from public.overdue o where o.arbo_id = wanted_id
    union
    select * from public.overdue o where o.arbo_key = wanted_arbo
    order by due_on, table_name, row_id;
end
$$;
