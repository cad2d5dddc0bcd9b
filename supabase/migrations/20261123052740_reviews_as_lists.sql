-- Lists by where rows stand in their review: returned, resubmitted, changed since the caller approved them.

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.rows_in_review (
  wanted_table text,
  wanted       text
)
  RETURNS SETOF bigint
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  ids bigint[];
  in_full constant boolean := private.caller_has_right('Sensitive');
begin
  perform private.check_record_table(wanted_table);
  ids := case when wanted = 'changed'
    then array(select distinct l.row_id from private.user_log l
      where l.form_name = wanted_table and l.action = 'Set back')
    else array(select r.row_id from private.reviews r where r.table_name = wanted_table and r.state = wanted) end;
  if cardinality(ids) = 0 then
    return;
  end if;
  execute format(
    'select array(select t.id from public.%I t where t.id = any ($1) and t.office = any ($2)
       and not private.is_approved(t.process_stage))', wanted_table)
    into ids using ids, private.offices_to_read();
  return query
  select r.id
  from unnest(ids) r (id)
  where wanted <> 'changed' or exists (
    select
    from (
      -- A row that was set back without an approval was entered as approved.
      select l.id, l.user_id from private.user_log l
      where l.form_name = wanted_table and l.row_id = r.id and l.action in ('Approve', 'Insert')
      order by l.id desc limit 1
    ) approval
    join private.user_log l on l.form_name = wanted_table and l.row_id = r.id and l.id > approval.id
    where approval.user_id = auth.uid() and l.action in ('Update', 'Set back')
      and (case when in_full then l.changes else private.without_sensitive(wanted_table, l.changes) end)
        - 'process_stage' <> '{}');
end
$function$;

CREATE INDEX user_log_set_back ON private.user_log USING btree (form_name, row_id)
  WHERE (action = 'Set back'::text);

REVOKE ALL ON FUNCTION "private"."rows_in_review"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rows_in_review"(text, text) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."rows_in_review"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rows_in_review"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."rows_in_review"(text, text) TO "provincial_reader";
