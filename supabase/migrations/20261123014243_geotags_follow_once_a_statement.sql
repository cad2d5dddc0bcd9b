-- What Form 11 records share with their geotags is written once a statement, not row by row where there is nothing to write.

SET local check_function_bodies = off;

DROP TRIGGER "share_with_geotags" ON "public"."form11_accomps";

CREATE OR REPLACE FUNCTION private.find_records (
  query text,
  most  integer
)
  RETURNS TABLE (
    table_name text,
    id         bigint,
    rank       integer,
    name       text,
    identifier text,
    about      jsonb,
    hit_column text,
    hit_value  text
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  asked constant text := private.found_text(query, null);
  words constant text[] := string_to_array(btrim(asked), ' ');
  own constant text := (
    select coalesce(c.region_name, '') || ' / ' || coalesce(c.province_name, '') from private.current_caller() c);
  target record;
  readable text;
begin
  for target in select * from private.find_ids(query, most) loop
    readable := (
      select string_agg(format('t.%I', a.attname), ', ' order by a.attnum)
      from pg_catalog.pg_attribute a
      where a.attrelid = format('public.%I', target.table_name)::regclass and a.attnum > 0 and not a.attisdropped
        and a.atttypid in ('text'::regtype, 'text[]'::regtype)
        and a.attname not in ('search_text', 'office', target.name_column)
        and has_column_privilege(a.attrelid, a.attnum, 'select'));
    return query execute format($sql$
      with ranked as (
        select t.id, t.office,
          case
            when n.name = $2 or n.identifier = $2 then 1
            when n.name like $2 || '%%' then 2
            when n.words like '%%' || $2 || '%%' then 3
            when (select bool_and(n.words like '%% ' || w || '%%') from unnest($3) w) then 4
            when (select bool_and(n.words like '%%' || w || '%%') from unnest($3) w) then 5
            else 6
          end as rank,
          n.name as sorted
        from public.%1$I t
        cross join lateral (
          select private.found_text(t.%2$I, null) as name, private.found_text(%3$s, null) as identifier,
            private.found_text(t.%2$I, %3$s) as words) n
        where t.id = any ($1)
        order by rank, t.office = $4 desc, sorted, t.id
        limit $5)
      select %5$L, t.id, r.rank, t.%2$I, %3$s, whole.item, hit.key, hit.value
      from ranked r
      join public.%1$I t on t.id = r.id
      cross join lateral (select to_jsonb(one) as item from (select %4$s) one) whole
      left join lateral (
        select e.key, e.value
        from jsonb_each_text(whole.item) e
        cross join lateral (
          select count(*) as held from unnest($3) w where private.fold(e.value) like '%%' || w || '%%') words
        where r.rank = 6 and words.held > 0
        order by words.held desc, e.key
        limit 1
      ) hit on true
      order by r.rank, t.office = $4 desc, r.sorted, t.id$sql$,
      target.table_name, target.name_column, coalesce('t.' || quote_ident(target.identifier_column), 'null::text'),
      readable, target.table_name)
    using target.ids, asked, words, own, most;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.share_with_geotags()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  names text := (select string_agg(format('%I', c), ', ') from unnest(private.shared_columns()) c);
  refused text;
begin
  if not exists (select from new_rows n join public.form_11_geotags g on g.form11_id = n.id) then
    return null;
  end if;
  execute format(
    'update public.form_11_geotags g set (%1$s) = (select %1$s from new_rows n where n.id = g.form11_id)
     where g.form11_id in (
       select id from new_rows n join old_rows o using (id)
       where private.of_shared_columns(to_jsonb(o)) is distinct from private.of_shared_columns(to_jsonb(n)))', names);
  return null;
exception
  when sqlstate 'AG001' then
    get stacked diagnostics refused = pg_exception_detail;
    raise exception 'A geotag of this record is approved: set it back to Pending before changing what they share.'
      using errcode = 'AG001',
        detail = (select form11_id from public.form_11_geotags where id = refused::bigint)::text;
end
$function$;

CREATE TRIGGER geotags_follow
  AFTER UPDATE ON public.form11_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.share_with_geotags();
