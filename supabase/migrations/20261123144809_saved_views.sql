-- Saved views of lists live in the database, so that they follow their maker to any browser, are shared with an office or
-- with everyone, and are opened by a link. Written by npm run db:diff.

SET local check_function_bodies = off;

CREATE TABLE "public"."saved_views" (
  "id"          bigint                   GENERATED ALWAYS AS IDENTITY NOT NULL,
  "user_id"     uuid                     NOT NULL,
  "screen"      text                     NOT NULL,
  "name"        text                     NOT NULL,
  "shared_with" text                     NOT NULL DEFAULT 'me'::text,
  "office"      text,
  "view"        jsonb                    NOT NULL,
  "time_stamp"  timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at"  timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "saved_views_name_check" CHECK (((name = btrim(name)) AND ((char_length(name) >= 1) AND (char_length(name) <= 80)))),
  CONSTRAINT "saved_views_office_where_shared" CHECK (((office IS NOT NULL) = (shared_with = 'office'::text))),
  CONSTRAINT "saved_views_pkey" PRIMARY KEY (id),
  CONSTRAINT "saved_views_screen_check" CHECK ((screen ~ '^[A-Za-z0-9_-]{1,60}$'::text)),
  CONSTRAINT "saved_views_shared_with_check" CHECK ((shared_with = ANY (ARRAY['me'::text, 'office'::text, 'everyone'::text]))),
  CONSTRAINT "saved_views_view_check" CHECK ((jsonb_typeof(view) = 'object'::text))
);

ALTER TABLE "public"."saved_views"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."saved_views"
  FORCE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."saved_views" FROM "anon";

REVOKE ALL ON SEQUENCE "public"."saved_views_id_seq" FROM "anon";

REVOKE ALL ON SEQUENCE "public"."saved_views_id_seq" FROM "authenticated";

CREATE OR REPLACE FUNCTION private.caller_office()
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  c constant private.caller := private.current_caller();
begin
  if c.level is null then
    return null;
  end if;
  return concat(
    case when 'region_name' = any (c.scope) then c.region_name end, ' / ',
    case when 'province_name' = any (c.scope) then c.province_name end);
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_saved_view()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  limits constant record := private.saved_view_limits();
  sensitive text;
begin
  if tg_op = 'INSERT' then
    new.user_id := coalesce(auth.uid(), new.user_id);
    -- Calls at once are counted like calls in turn.
    perform from public.users u where u.id = new.user_id for no key update;
    if (select count(*) from public.saved_views v where v.user_id = new.user_id) >= limits.views then
      raise exception 'You have % saved views. Remove one that is no longer used.', limits.views
        using errcode = 'AG002';
    end if;
  else
    new.updated_at := now();
  end if;
  new.office := case
    when new.shared_with <> 'office' then null
    when tg_op = 'UPDATE' and old.shared_with = 'office' then old.office
    else coalesce(private.caller_office(), new.office)
  end;
  if octet_length(new.view::text) > limits.bytes then
    raise exception 'A view holds at most % KB. Choose fewer columns or shorter filters.', limits.bytes / 1024
      using errcode = 'AG002', column = 'view';
  end if;
  select string_agg(distinct s.column_name, ', ') into sensitive
  from private.sensitive_columns s
  where new.shared_with <> 'me' and new.view -> 'filters' ? s.column_name;
  if sensitive is not null then
    raise exception 'A view that filters by sensitive fields (%) stays your own: take the filter out to share it.',
      sensitive using errcode = 'AG002', column = 'shared_with';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.keeps_common_views()
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(private.is_central_administrator(c.level, c.routes, c.rights), false)
  from private.current_caller() c
$function$;

CREATE OR REPLACE FUNCTION private.log_saved_view()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  before constant jsonb := to_jsonb(old) - 'view';
  after constant jsonb := to_jsonb(new) - 'view';
begin
  insert into private.user_log (user_id, user_name, user_role, form_name, row_id, region_name, province_name, action,
    changes)
  select auth.uid(), u.username, u.roles, tg_table_name, coalesce(new.id, old.id), u.region_name, u.province_name,
    initcap(tg_op),
    case tg_op
      when 'UPDATE' then private.changed_fields(before, after)
      when 'DELETE' then private.held_fields(before)
    end
  from (values (1)) one
  left join public.users u on u.id = auth.uid();
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.saved_view_limits (
  OUT views integer,
  OUT bytes integer
)
  RETURNS record
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$ select 100, 16384 $function$;

ALTER TABLE "public"."saved_views"
  ADD CONSTRAINT "saved_views_office_fkey" FOREIGN KEY (office) REFERENCES public.offices(office);

ALTER TABLE "public"."saved_views"
  ADD CONSTRAINT "saved_views_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

CREATE UNIQUE INDEX saved_views_named_once ON public.saved_views USING btree (user_id, screen, shared_with, lower(name));

CREATE INDEX saved_views_office ON public.saved_views USING btree (office);

CREATE INDEX saved_views_screen ON public.saved_views USING btree (screen);

CREATE TRIGGER keep_saved_view
  BEFORE INSERT OR UPDATE ON public.saved_views
  FOR EACH ROW
  EXECUTE FUNCTION private.keep_saved_view();

CREATE TRIGGER log_saved_view
  AFTER INSERT OR DELETE OR UPDATE ON public.saved_views
  FOR EACH ROW
  EXECUTE FUNCTION private.log_saved_view();

CREATE POLICY "delete_own_or_common" ON "public"."saved_views"
  FOR DELETE
  TO "authenticated"
  USING (((( SELECT private.caller_level() AS caller_level) IS NOT NULL) AND
CASE shared_with
    WHEN 'everyone'::text THEN ( SELECT private.keeps_common_views() AS keeps_common_views)
    ELSE (user_id = ( SELECT auth.uid() AS uid))
END));

CREATE POLICY "insert_own" ON "public"."saved_views"
  FOR INSERT
  TO "authenticated"
  WITH CHECK (((( SELECT private.caller_level() AS caller_level) IS
    NOT NULL) AND (user_id = ( SELECT auth.uid() AS uid)) AND ((shared_with <> 'everyone'::text) OR ( SELECT private.keeps_common_views() AS keeps_common_views))));

CREATE POLICY "select_own_or_shared_for_central" ON "public"."saved_views"
  FOR SELECT
  TO "central_reader"
  USING (((( SELECT private.caller_level() AS caller_level) IS
    NOT NULL) AND ((user_id = ( SELECT auth.uid() AS uid)) OR (shared_with = 'everyone'::text) OR (office = ( SELECT private.caller_office() AS caller_office)))));

CREATE POLICY "select_own_or_shared_for_province" ON "public"."saved_views"
  FOR SELECT
  TO "provincial_reader"
  USING (((( SELECT private.caller_level() AS caller_level) IS
    NOT NULL) AND ((user_id = ( SELECT auth.uid() AS uid)) OR (shared_with = 'everyone'::text) OR (office = ( SELECT private.caller_office() AS caller_office)))));

CREATE POLICY "select_own_or_shared" ON "public"."saved_views"
  FOR SELECT
  TO "authenticated"
  USING (((( SELECT private.caller_level() AS caller_level) IS
    NOT NULL) AND ((user_id = ( SELECT auth.uid() AS uid)) OR (shared_with = 'everyone'::text) OR (office = ( SELECT private.caller_office() AS caller_office)))));

CREATE POLICY "update_own_or_common" ON "public"."saved_views"
  FOR UPDATE
  TO "authenticated"
  USING (((( SELECT private.caller_level() AS caller_level) IS NOT NULL) AND
CASE shared_with
    WHEN 'everyone'::text THEN ( SELECT private.keeps_common_views() AS keeps_common_views)
    ELSE (user_id = ( SELECT auth.uid() AS uid))
END))
  WITH CHECK (((( SELECT private.caller_level() AS caller_level) IS NOT NULL) AND
CASE shared_with
    WHEN 'everyone'::text THEN ( SELECT private.keeps_common_views() AS keeps_common_views)
    ELSE (user_id = ( SELECT auth.uid() AS uid))
END));

COMMENT ON COLUMN "public"."saved_views"."office" IS 'The office that it is shared with: that of whoever shared it, when they did. Set by the database.';

COMMENT ON COLUMN "public"."saved_views"."screen" IS 'The route of the screen whose list it is of, such as ARBO_Masterlist.';

COMMENT ON COLUMN "public"."saved_views"."user_id" IS 'Who made it; set by the database.';

COMMENT ON COLUMN "public"."saved_views"."view" IS 'As the contract savedView describes it; filters is an object of fields.';

COMMENT ON TABLE "public"."saved_views" IS 'Columns, filters and order of lists under a name, for whoever made them, for their office, or for everybody.';

REVOKE ALL ON FUNCTION "private"."caller_office"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."caller_office"() TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."caller_office"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."caller_office"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."caller_office"() TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."keep_saved_view"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_saved_view"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_saved_view"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."keeps_common_views"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keeps_common_views"() TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."keeps_common_views"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keeps_common_views"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."keeps_common_views"() TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."log_saved_view"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."log_saved_view"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_saved_view"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."saved_view_limits"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."saved_view_limits"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."saved_view_limits"() TO "postgres";

REVOKE ALL ON SEQUENCE "public"."saved_views_id_seq" FROM "postgres";

GRANT SELECT, UPDATE, USAGE ON SEQUENCE "public"."saved_views_id_seq" TO "postgres";

REVOKE ALL ON SEQUENCE "public"."saved_views_id_seq" FROM "service_role";

GRANT SELECT, UPDATE, USAGE ON SEQUENCE "public"."saved_views_id_seq" TO "service_role";

REVOKE ALL ON TABLE "public"."saved_views" FROM "authenticated";

REVOKE ALL ("name") ON TABLE "public"."saved_views" FROM "authenticated";

GRANT INSERT ("name"), UPDATE ("name") ON TABLE "public"."saved_views" TO "authenticated";

REVOKE ALL ("screen") ON TABLE "public"."saved_views" FROM "authenticated";

GRANT INSERT ("screen")
  ON TABLE "public"."saved_views" TO "authenticated";

REVOKE ALL ("shared_with") ON TABLE "public"."saved_views" FROM "authenticated";

GRANT INSERT ("shared_with"), UPDATE ("shared_with") ON TABLE "public"."saved_views" TO "authenticated";

REVOKE ALL ("view") ON TABLE "public"."saved_views" FROM "authenticated";

GRANT INSERT ("view"), UPDATE ("view") ON TABLE "public"."saved_views" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."saved_views" TO "authenticated";

GRANT SELECT ON TABLE "public"."saved_views" TO "central_reader";

REVOKE ALL ON TABLE "public"."saved_views" FROM "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."saved_views" TO "postgres";

GRANT SELECT ON TABLE "public"."saved_views" TO "provincial_reader";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."saved_views" TO "service_role";
