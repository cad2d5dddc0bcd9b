-- Most pages of a list have no returned row: where each row stands is said by the row, not by a second reading of its
-- table. The check of a table's name, and the expression of finding, stand once.

SET local check_function_bodies = off;

DROP FUNCTION "private"."reviews_of"(text, bigint[]);

CREATE OR REPLACE FUNCTION private.changed_since (
  wanted_table text,
  ids          bigint[],
  seen         pg_snapshot
)
  RETURNS SETOF bigint
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- Of the transaction that wrote a row only the low 32 bits are kept; it began before this.
  later constant bigint := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
begin
  perform private.check_record_table(wanted_table);
  return query execute format(
    'select t.id from public.%I t
     where t.id = any ($1) and t.office = any ($2)
       and not pg_visible_in_snapshot(($3 - (($3 - t.xmin::text::bigint) & 4294967295))::text::xid8, $4)', wanted_table)
    using ids, private.offices_to_read(), later, seen;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_record_table (
  wanted_table text
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not exists (select from private.record_tables t where t.table_name = wanted_table) then
    raise exception 'no such record table: %', wanted_table using errcode = '42P01';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.comment_on (
  wanted_table text,
  wanted_row   bigint,
  about        text,
  said         text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not private.right_suffices('comment', (private.current_caller()).rights) is true then
    raise exception 'Your role has neither the right Edit nor the right Approve: it may not comment on rows.'
      using errcode = 'AG009';
  end if;
  if private.readable_ids(wanted_table, array[wanted_row]) = '{}' then
    return null;
  end if;
  insert into private.comments (table_name, row_id, field, text, user_id, user_name)
  select wanted_table, wanted_row, about, said, u.id, u.username from public.users u where u.id = auth.uid();
  perform private.log_review(wanted_table, array[wanted_row], 'Comment',
    jsonb_build_object(coalesce(about, 'comment'), jsonb_build_array(null, said)));
  return private.comments_on(wanted_table, wanted_row);
end
$function$;

CREATE OR REPLACE FUNCTION private.comments_on (
  wanted_table text,
  wanted_row   bigint
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if private.readable_ids(wanted_table, array[wanted_row]) = '{}' then
    return null;
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'field', c.field, 'text', c.text, 'by', c.user_name,
      'at', c.at) order by c.id), '[]')
    from private.comments c
    where c.table_name = wanted_table and c.row_id = wanted_row
      -- What is said of a sensitive field may say what it holds.
      and (private.caller_has_right('Sensitive') or not exists (
        select from private.sensitive_columns s where s.table_name = wanted_table and s.column_name = c.field)));
end
$function$;

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
        replace(replace(step, '{words}', private.found_expression(name_column, identifier_column)), '{scope}',
          scope), 4 * most) into found;
      ids := array(select distinct i from unnest(ids || found) i);
    end loop;
    if cardinality(ids) > 0 then
      return next;
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.found_expression (
  name_column       text,
  identifier_column text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select format('private.found_text(%I, %s)', name_column, coalesce(quote_ident(identifier_column), 'null'))
$function$;

CREATE OR REPLACE FUNCTION private.likely_same (
  wanted_table text,
  key_columns  text[],
  candidates   jsonb
)
  RETURNS TABLE (
    place  bigint,
    id     bigint,
    agreed text[]
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  readable_columns text[] := array(
    select k.name from unnest(key_columns) with ordinality k (name, position)
    where private.caller_has_right('Sensitive')
      or not exists (select from private.sensitive_columns s
        where s.table_name = wanted_table and s.column_name = k.name)
    order by k.position);
  name_column constant text := key_columns[1];
  apart text;
  equal text;
begin
  perform private.check_record_table(wanted_table);
  if readable_columns[1] is distinct from name_column then
    return;
  end if;
  select string_agg(format(' and (stored.%1$I = c.%1$I or stored.%1$I is null or c.%1$I is null)', k.name), ''),
      string_agg(format(', case when stored.%1$I = c.%1$I then %1$L end', k.name), '')
    into apart, equal
  from unnest(readable_columns[2:]) k (name);
  return query execute format(
    'select given.position - 1, stored.id, array_remove(array[%2$L%4$s]::text[], null)
     from jsonb_array_elements($1) with ordinality given (row, position)
     left join public.%1$I own on own.id = (given.row ->> ''id'')::bigint and own.office = any ($2)
     cross join lateral jsonb_populate_record(own, given.row) c
     join public.%1$I stored on stored.office = coalesce(c.region_name, '''') || '' / ''
       || coalesce(c.province_name, '''')
       and private.name_words(stored.%2$I) = private.name_words(c.%2$I) and stored.id is distinct from c.id
     where stored.office = any ($2) and private.name_words(c.%2$I) <> ''''%3$s
     order by 1, cardinality(array_remove(array[%2$L%4$s]::text[], null)) desc, 2
     limit 1000',
    wanted_table, name_column, coalesce(apart, ''), coalesce(equal, ''))
    using candidates, private.offices_to_read();
end
$function$;

CREATE OR REPLACE FUNCTION private.readable_ids (
  wanted_table text,
  ids          bigint[]
)
  RETURNS bigint[]
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  readable bigint[];
begin
  perform private.check_record_table(wanted_table);
  execute format(
    'select array(select t.id from public.%I t where t.id = any ($1) and t.office = any ($2))', wanted_table)
    into readable using ids, private.offices_to_read();
  return readable;
end
$function$;

CREATE OR REPLACE FUNCTION private.review_of (
  stage       text,
  approved_by uuid,
  approved_at timestamp with time zone,
  step        jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case
    when private.is_approved(stage) then jsonb_build_object(
      'state', 'approved', 'by', private.username_of(approved_by), 'at', approved_at, 'reason', null)
    else coalesce(step, '{"state": "new", "by": null, "at": null, "reason": null}')
  end
$function$;

CREATE OR REPLACE FUNCTION private.review_rows (
  wanted_table text,
  ids          bigint[],
  wanted_state text,
  said         text
)
  RETURNS SETOF bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  verb constant text := case wanted_state when 'returned' then 'return' else 'update' end;
  allowed bigint[];
begin
  perform private.check_record_table(wanted_table);
  execute format(
    'select array_agg(c.id) from (
       select t.id from public.%1$I t
       where t.id = any ($1)
         and t.office = any (case private.window_of($2, t.status) when ''target'' then $3 else $4 end)
         and ($5 or not private.is_approved(t.process_stage) and exists (
           select from private.reviews r where r.table_name = $2 and r.row_id = t.id and r.state = ''returned''))
       order by t.id for no key update) c', wanted_table)
    into allowed
    using ids, wanted_table, private.offices_to_write(verb, 'target'),
      private.offices_to_write(verb, 'accomplishment'), wanted_state = 'returned';
  if wanted_state = 'returned' then
    execute format('update public.%I t set process_stage = ''Pending'' where t.id = any ($1)
      and private.is_approved(t.process_stage)', wanted_table) using allowed;
  end if;
  insert into private.reviews (table_name, row_id, state, user_id, reason)
  select wanted_table, a.id, wanted_state, auth.uid(), said from unnest(allowed) a (id)
  on conflict on constraint reviews_pkey do update
    set state = excluded.state, user_id = excluded.user_id, at = now(), reason = excluded.reason;
  perform private.log_review(wanted_table, allowed, case wanted_state when 'returned' then 'Return' else 'Resubmit' end,
    case when said is not null then jsonb_build_object('reason', jsonb_build_array(null, said)) end);
  return query select unnest(allowed);
end
$function$;

CREATE OR REPLACE FUNCTION private.reviews_of (
  wanted_table text,
  ids          bigint[]
)
  RETURNS TABLE (
    row_id bigint,
    step   jsonb
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  reviewed constant bigint[] := array(
    select r.row_id from private.reviews r where r.table_name = wanted_table and r.row_id = any (ids));
begin
  if cardinality(reviewed) = 0 then
    return;
  end if;
  return query
  select r.row_id, jsonb_build_object('state', r.state, 'by', u.username, 'at', r.at, 'reason', r.reason)
  from private.reviews r left join public.users u on u.id = r.user_id
  where r.table_name = wanted_table and r.row_id = any (private.readable_ids(wanted_table, reviewed));
end
$function$;

CREATE OR REPLACE FUNCTION private.search_record_ids (
  table_name text,
  terms      jsonb,
  among      bigint[] DEFAULT NULL::bigint[]
)
  RETURNS SETOF bigint
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  conditions text;
  reference private.reference_tables;
  -- What is searched: the sensitive columns too for whoever may read them.
  texts text[] := array['search_text'];
begin
  select r.* into reference from private.reference_tables r
  where r.table_name = search_record_ids.table_name and r.table_name <> 'users';
  if reference.table_name is null then
    perform private.check_record_table(search_record_ids.table_name);
  end if;
  if exists (select from private.sensitive_columns s where s.table_name = search_record_ids.table_name)
    and private.caller_has_right('Sensitive') then
    texts := texts || private.search_expression(format('public.%I', table_name)::regclass, true);
  end if;
  conditions := private.term_conditions(terms, texts);
  if reference.table_name is not null then
    conditions := concat_ws(' and ', conditions, format('%L', private.caller_level() is not null
      and (not reference.read_by_route or private.caller_has_route(reference.route))));
  elsif private.caller_of_central() is null then
    conditions := concat_ws(' and ', format('office = any (%L::text[])', private.offices_to_read()), conditions);
  end if;
  conditions := concat_ws(' and ', case when among is not null then 'id = any ($1)' end, conditions);
  return query execute format('select id from public.%I where %s', table_name, coalesce(nullif(conditions, ''), 'true'))
    using among;
end
$function$;

CREATE OR REPLACE FUNCTION private.trashed (
  wanted_table text,
  ids          bigint[] DEFAULT NULL::bigint[]
)
  RETURNS TABLE (
    entry    bigint,
    row_id   bigint,
    office   text,
    status   text,
    approved boolean
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.check_record_table(wanted_table);
  return query execute format(
    'select l.id, l.row_id, l.office, l.status, private.is_approved(l.changes #>> ''{process_stage,0}'')
     from private.user_log l
     where l.form_name = $1 and l.action = ''Delete'' and l.source = ''database''
       and l.at > now() - private.trash_time() and l.office = any ($2) and ($3 is null or l.row_id = any ($3))
       and not exists (
         select from private.user_log k
         where k.form_name = $1 and k.row_id = l.row_id and k.id > l.id and k.action = ''Delete'')
       and not exists (select from public.%I t where t.id = l.row_id)', wanted_table)
    using wanted_table, private.offices_to_read(), ids;
end
$function$;

CREATE OR REPLACE FUNCTION private.username_of (
  account uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$ select u.username from public.users u where u.id = account $function$;

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
  words constant text := private.found_expression(name_column, identifier_column);
begin
  insert into private.found_tables values (name, name_column, identifier_column);
  execute format('create index %I on %s (%s collate "C")', name || '_found_in_order', target, words);
  execute format('create index %I on %s using gin ((%s) extensions.gin_trgm_ops)', name || '_found', target, words);
end
$procedure$;

REVOKE ALL ON FUNCTION "private"."check_record_table"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_record_table"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."check_record_table"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."found_expression"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."found_expression"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."found_expression"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_approved"(text) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."is_approved"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."is_approved"(text) FROM "central_reader";

GRANT EXECUTE ON FUNCTION "private"."is_approved"(text) TO "central_reader";

REVOKE ALL ON FUNCTION "private"."is_approved"(text) FROM "provincial_reader";

GRANT EXECUTE ON FUNCTION "private"."is_approved"(text) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."readable_ids"(text, bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."readable_ids"(text, bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."readable_ids"(text, bigint[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."review_of"(text, uuid, timestamp WITH time zone, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."review_of"(text, uuid, timestamp WITH time zone, jsonb) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."review_of"(text, uuid, timestamp WITH time zone, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."review_of"(text, uuid, timestamp WITH time zone, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."review_of"(text, uuid, timestamp WITH time zone, jsonb) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."reviews_of"(text, bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reviews_of"(text, bigint[]) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."reviews_of"(text, bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."reviews_of"(text, bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."reviews_of"(text, bigint[]) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."username_of"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."username_of"(uuid) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."username_of"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."username_of"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."username_of"(uuid) TO "provincial_reader";
