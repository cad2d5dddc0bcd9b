-- An ARBO ID that is changed is carried to one form after the other, and each wrote its counts, which the next one waited
-- beside: of 5,000 transactions of sixteen writers up to 26 met a deadlock. Their activities are written at once now, with
-- the counts last.

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.follow_ids()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform set_config('private.following_ids', 'yes', true);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_activities()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  was constant text := case when tg_op <> 'INSERT' then private.own_activity_query(
    tg_table_name, 'old_rows', case tg_op when 'UPDATE' then 'new_rows' end) end;
  now constant text := case when tg_op <> 'DELETE' then private.own_activity_query(
    tg_table_name, 'new_rows', case tg_op when 'UPDATE' then 'old_rows' end) end;
  ids bigint[] := '{}';
  names text[];
  states public.activities[] := '{}';
begin
  if tg_op = 'UPDATE' and current_setting('private.following_ids', true) = 'yes' then
    if not exists (select from new_rows n where n.arbo_id is null) then
      return null;
    end if;
  end if;
  if was is not null then
    execute format('select array(select r.id from (%s) r)', was) into ids;
    if cardinality(ids) = 0 then
      return null;
    end if;
  end if;
  -- The names that rows leave, too: whoever renames such an organization writes their activities.
  execute format(
    'select array(select distinct private.name_lock(r.office, r.arbo_name) from (%s) r where r.arbo_id is null)',
    concat_ws(' union all ', '(' || was || ')', '(' || now || ')')) into names;
  perform private.lock_each('figures', names);
  if now is not null then
    execute format('select array(select row(s.*)::public.activities from (%s) s)', private.activity_query(
      tg_table_name, 'new_rows', case tg_op when 'UPDATE' then 'old_rows' end)) into states;
  end if;
  perform private.write_activities(
    array(select row(tg_table_name, id)::private.activity_key from unnest(ids) id), states);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_organizations()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  offices text[] := '{}';
  names text[] := '{}';
  arbo_ids text[] := '{}';
  followed bigint[] := '{}';
  keys private.activity_key[];
  states public.activities[] := '{}';
  of_form record;
  of_table public.activities[];
begin
  if tg_op = 'INSERT' then
    select array_agg(n.office), array_agg(n.arbo_name), array_agg(n.arbo_id) into offices, names, arbo_ids
    from new_rows n where n.arbo_id is not null;
  elsif tg_op = 'DELETE' then
    select array_agg(o.office), array_agg(o.arbo_name), array_agg(o.arbo_id) into offices, names, arbo_ids
    from old_rows o where o.arbo_id is not null;
  else
    perform set_config('private.following_ids', '', true);
    followed := array(
      select n.id from old_rows o join new_rows n using (id) where o.arbo_id is distinct from n.arbo_id);
    select array_agg(c.office), array_agg(c.arbo_name), array_agg(c.arbo_id) into offices, names, arbo_ids
    from (
      select id, office, arbo_name, arbo_id from new_rows except select id, office, arbo_name, arbo_id from old_rows
      union all
      (select id, office, arbo_name, arbo_id from old_rows
        except select id, office, arbo_name, arbo_id from new_rows)) c;
  end if;
  if cardinality(names) > 0 then
    perform private.lock_each('figures', array(
      select distinct private.name_lock(c.office, c.arbo_name) from unnest(offices, names) c (office, arbo_name)));
    perform private.lock_each('figures', array(
      select a.organization
      from unnest(offices, names) c (office, arbo_name) join public.activities a using (office, arbo_name)
      where a.arbo_id is null
      union
      select unnest(arbo_ids)));
    -- They are read when nobody else who writes them is under way any more.
    keys := array(
      select distinct row(a.table_name, a.row_id)::private.activity_key
      from unnest(offices, names) c (office, arbo_name) join public.activities a using (office, arbo_name)
      where a.arbo_id is null
      union
      select row(a.table_name, a.row_id)::private.activity_key
      from public.activities a where a.arbo = any (followed));
    for of_form in
      select k.table_name, array_agg(k.row_id) as ids from unnest(keys) k group by k.table_name
    loop
      execute format('select array(select row(s.*)::public.activities from (%s) s)', private.activity_query(
        of_form.table_name, format('(select * from public.%I where id = any ($1))', of_form.table_name)))
        into of_table using of_form.ids;
      states := states || of_table;
    end loop;
    perform private.write_activities(keys, states);
  end if;
  return null;
end
$function$;

CREATE TRIGGER follow_ids
  BEFORE UPDATE OF arbo_id ON public.arbo_masterlist
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.follow_ids();

REVOKE ALL ON FUNCTION "private"."follow_ids"() FROM PUBLIC;
