-- Thousands of new ARBOs with like names in one town made millions of pairs, and the work queues timed out.

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.similar_arbos()
  RETURNS SETOF bigint
  LANGUAGE sql
  STABLE
  PARALLEL SAFE
  ROWS 100
  SET search_path TO ''
  AS $function$
  with names as materialized (
    select id, office, town, lower(arbo_name) as name, count(*) over (partition by office, town) > 300 as crowded
    from (select m.*, coalesce(m.muncity_name, '') as town from public.arbo_masterlist m) m
  )
  select distinct pair.id
  from names one
  join names other using (office, town)
  cross join lateral (values (one.id), (other.id)) pair (id)
  where not one.crowded and other.id > one.id and extensions.similarity(one.name, other.name) >= 0.6
  union all
  select one.id
  from names one
  where one.crowded and exists (
    select from names other
    where (other.office, other.town) = (one.office, one.town) and other.id <> one.id
      and extensions.similarity(one.name, other.name) >= 0.6)
$function$;
