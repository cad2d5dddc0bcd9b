-- People, organizations, trainings and machines are found by name while somebody types, whatever their number.

SET local check_function_bodies = off;

CREATE TABLE "private"."found_tables" (
  "table_name"        text NOT NULL,
  "name_column"       text NOT NULL,
  "identifier_column" text,
  CONSTRAINT "found_tables_pkey" PRIMARY KEY (table_name)
);

ALTER TABLE "private"."found_tables"
  ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.find_ids (
  query text,
  most  integer
)
  RETURNS TABLE (
    table_name        text,
    name_column       text,
    identifier_column text,
    ids               bigint[]
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  asked constant text := private.found_text(query, null);
  words constant text[] := string_to_array(btrim(asked), ' ');
  -- Without three letters in a row, an index of trigrams has nothing to look up inside of words.
  long boolean := exists (select from unnest(words) w where length(w) > 2);
  scope constant text := case when private.caller_of_central() is null
    then format(' and office = any (%L::text[])', private.offices_to_read()) else '' end;
  steps text[];
  step text;
  found bigint[];
begin
  if length(btrim(asked)) < 2 then
    return;
  end if;
  for table_name, name_column, identifier_column in select * from private.found_tables loop
    steps := (
      select array[format('{words} collate "C" like %L{scope} order by {words} collate "C"', asked || '%')]
        || case when count(*) > 1 then array[format('{words} like %L{scope}', '%' || asked || '%')] end
        || array[string_agg(format('{words} like %L', '% ' || w || '%'), ' and ') || '{scope}']
        || case when long then array[
          string_agg(format('{words} like %L', '%' || w || '%'), ' and ') || '{scope}',
          string_agg(format('search_text like %L', '%' || w || '%'), ' and ') || '{scope}']
        end
      from unnest(words) w);
    ids := '{}';
    foreach step in array steps loop
      exit when cardinality(ids) >= most;
      execute format('select array(select id from public.%I where %s limit %s)', table_name,
        replace(replace(step, '{words}', format('private.found_text(%I, %s)', name_column,
          coalesce(quote_ident(identifier_column), 'null'))), '{scope}', scope), 4 * most) into found;
      ids := array(select distinct i from unnest(ids || found) i);
    end loop;
    if cardinality(ids) > 0 then
      return next;
    end if;
  end loop;
end
$function$;

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
      target.table_name, target.name_column, coalesce('t.' || quote_ident(target.identifier_column), 'null::text'), readable,
      target.table_name)
    using target.ids, asked, words, own, most;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.found_text (
  name       text,
  identifier text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return ' ' || btrim(regexp_replace(private.fold(coalesce(name, '') || ' ' || coalesce(identifier, '')),
    '[^[:alnum:]]+', ' ', 'g'));
end
$function$;

CREATE OR REPLACE PROCEDURE private.let_find (
  IN target regclass,
  IN name_column text,
  IN identifier_column text DEFAULT NULL::text
)
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $procedure$
declare
  name constant text := (select relname from pg_catalog.pg_class where oid = target);
  words constant text := format('private.found_text(%I, %s)', name_column,
    coalesce(quote_ident(identifier_column), 'null'));
begin
  insert into private.found_tables values (name, name_column, identifier_column);
  execute format('create index %I on %s (%s collate "C")', name || '_found_in_order', target, words);
  execute format('create index %I on %s using gin ((%s) extensions.gin_trgm_ops)', name || '_found', target, words);
end
$procedure$;

ALTER TABLE "private"."found_tables"
  ADD CONSTRAINT "found_tables_table_name_fkey" FOREIGN KEY (table_name) REFERENCES private.record_tables(table_name);

COMMENT ON TABLE "private"."found_tables" IS 'Tables under private.find_records: the column that names a row, and the one by which other records refer to it.';

REVOKE ALL ON FUNCTION "private"."find_ids"(text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_ids"(text, integer) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."find_ids"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_ids"(text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_ids"(text, integer) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."find_records"(text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_records"(text, integer) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."find_records"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_records"(text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_records"(text, integer) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."found_text"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."found_text"(text, text) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."found_text"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."found_text"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."found_text"(text, text) TO "provincial_reader";

REVOKE ALL ON PROCEDURE "private"."let_find"(regclass, text, text) FROM PUBLIC;

REVOKE ALL ON PROCEDURE "private"."let_find"(regclass, text, text) FROM "postgres";

GRANT EXECUTE ON PROCEDURE "private"."let_find"(regclass, text, text) TO "postgres";

CREATE INDEX arbo_masterlist_found_in_order ON public.arbo_masterlist USING btree (private.found_text(arbo_name, arbo_id) COLLATE "C");

CREATE INDEX arbo_masterlist_found ON public.arbo_masterlist USING gin (private.found_text(arbo_name, arbo_id) extensions.gin_trgm_ops);

CREATE INDEX arbo_trainings_found_in_order ON public.arbo_trainings USING btree (private.found_text(training_title, training_id) COLLATE "C");

CREATE INDEX arbo_trainings_found ON public.arbo_trainings USING gin (private.found_text(training_title, training_id) extensions.gin_trgm_ops);

CREATE INDEX fme_inventory_table_found_in_order ON public.fme_inventory_table USING btree (private.found_text(prj_title, fme_inventory_id) COLLATE "C");

CREATE INDEX fme_inventory_table_found ON public.fme_inventory_table USING gin (private.found_text(prj_title, fme_inventory_id) extensions.gin_trgm_ops);

CREATE INDEX participants_found_in_order ON public.participants USING btree (private.found_text(participant_name, NULL::text) COLLATE "C");

CREATE INDEX participants_found ON public.participants USING gin (private.found_text(participant_name, NULL::text) extensions.gin_trgm_ops);

insert into private.found_tables values
  ('arbo_masterlist', 'arbo_name', 'arbo_id'),
  ('arbo_trainings', 'training_title', 'training_id'),
  ('fme_inventory_table', 'prj_title', 'fme_inventory_id'),
  ('participants', 'participant_name', null);

call private.let_levels_read();
