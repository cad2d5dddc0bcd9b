-- Whoever saves one row mostly changes neither its references, nor its trainings, nor anything that is counted. Each
-- trigger asks that first, and is done.

SET local check_function_bodies = off;

DROP TRIGGER "link_trainings_update" ON "public"."participants";

CREATE OR REPLACE FUNCTION private.count_rows()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  deltas text := concat_ws(' union all ',
    case when tg_op <> 'DELETE'
      then format('select k.*, 1 as delta from (%s) k', replace(tg_argv[2], '{rows}', 'new_rows')) end,
    case when tg_op <> 'INSERT'
      then format('select k.*, -1 as delta from (%s) k', replace(tg_argv[2], '{rows}', 'old_rows')) end);
  changed boolean := true;
begin
  -- Most updates change nothing that is counted.
  if tg_op = 'UPDATE' then
    execute format('select exists (%s except all %s)', replace(tg_argv[2], '{rows}', 'new_rows'),
      replace(tg_argv[2], '{rows}', 'old_rows')) into changed;
  end if;
  if not changed then
    return null;
  end if;
  execute format($q$
    insert into public.%1$I as kept (%2$s, n, quantity)
    select %2$s, sum(delta), sum(delta * quantity) from (%3$s) d (%2$s, quantity, delta)
    group by %2$s having sum(delta) <> 0 or sum(delta * quantity) <> 0 order by %2$s
    on conflict (%2$s) do update set n = kept.n + excluded.n, quantity = kept.quantity + excluded.quantity$q$,
      tg_argv[0], tg_argv[1], deltas);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_reference_within()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- The trigger's arguments: the referring column, the referred table and its column.
  referring constant text := tg_argv[0];
  parent constant text := tg_argv[1];
  referred constant text := tg_argv[2];
  pairs constant text := format('select n.%1$I as reference, n.office from new_rows n where n.%1$I is not null',
    referring)
    || case tg_op when 'UPDATE' then format(' except select o.%I, o.office from old_rows o', referring) else '' end;
  outside boolean;
  changed boolean := true;
begin
  -- Most updates change neither a reference nor the office.
  if tg_op = 'UPDATE' then
    execute format('select exists (%s)', pairs) into changed;
  end if;
  if not changed then
    return null;
  end if;
  execute format('select from public.%I p where p.%I in (select w.reference from (%s) w) order by p.id for share',
    parent, referred, pairs);
  execute format(
    'select exists (
      select from (select distinct * from (%s) every) w join public.%I p on p.%I = w.reference
      where p.office <> all (private.offices_around(w.office)))',
    pairs, parent, referred) into outside;
  if outside then
    raise exception 'The row refers to a row of another office.'
      using errcode = '23503', schema = 'public', table = tg_table_name, column = referring;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.link_trainings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'UPDATE' then
    -- Most updates change no training.
    if not exists (
      select from new_rows n join old_rows o using (id)
      where (n.training_id, n.wo_training_id, n.office) is distinct from (o.training_id, o.wo_training_id, o.office))
    then
      return null;
    end if;
    delete from public.participant_trainings l
    using new_rows n
    where l.participant_id = n.id and not coalesce(l.training_id = any (n.training_id || n.wo_training_id), false);
  end if;
  insert into public.participant_trainings (participant_id, training_id, attended, office)
  select n.id, t.training_id, bool_or(t.attended), n.office
  from new_rows n
  cross join lateral (
    select a as training_id, true as attended from unnest(n.training_id) a
    union all
    select w, false from unnest(n.wo_training_id) w) t
  group by n.id, t.training_id, n.office
  on conflict (participant_id, training_id) do update set attended = excluded.attended, office = excluded.office
  where (participant_trainings.attended, participant_trainings.office)
    is distinct from (excluded.attended, excluded.office);
  return null;
end
$function$;

CREATE TRIGGER link_trainings_update
  AFTER UPDATE ON public.participants REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.link_trainings();
