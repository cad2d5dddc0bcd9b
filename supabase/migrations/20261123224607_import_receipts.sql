-- An import has a receipt, by which whoever made it sees what became of its rows and takes it back.

SET local check_function_bodies = off;

CREATE TABLE "private"."imports" (
  "user_id"       uuid                     NOT NULL,
  "import_id"     uuid                     NOT NULL,
  "at"            timestamp with time zone NOT NULL DEFAULT now(),
  "screen"        text                     NOT NULL,
  "table_name"    text                     NOT NULL,
  "file_name"     text                     NOT NULL,
  "rows"          integer                  NOT NULL,
  "left_out"      integer                  NOT NULL,
  "taken_back_at" timestamp with time zone,
  CONSTRAINT "imports_file_name_check" CHECK (((btrim(file_name) <> ''::text) AND (char_length(file_name) <= 255))),
  CONSTRAINT "imports_left_out_check" CHECK ((left_out >= 0)),
  CONSTRAINT "imports_pkey" PRIMARY KEY (user_id, import_id),
  CONSTRAINT "imports_rows_check" CHECK ((rows >= 1)),
  CONSTRAINT "imports_screen_check" CHECK ((screen ~ '^[A-Za-z0-9_-]{1,60}$'::text))
);

ALTER TABLE "private"."imports"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."import_batches"
  ADD COLUMN "tx" xid8 DEFAULT pg_current_xact_id();

CREATE OR REPLACE FUNCTION private.begin_batch (
  wanted_import uuid,
  wanted_batch  integer,
  wanted_path   text,
  wanted_hash   text
)
  RETURNS bigint[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  saved private.import_batches;
  taken_back timestamptz;
begin
  select i.taken_back_at into taken_back from private.imports i
  where i.user_id = auth.uid() and i.import_id = wanted_import for share;
  if taken_back is not null then
    raise exception 'This import was taken back: no more of it is saved.' using errcode = 'AG002';
  end if;
  insert into private.import_batches (user_id, import_id, batch, path, body_hash)
  values (auth.uid(), wanted_import, wanted_batch, wanted_path, wanted_hash)
  on conflict do nothing;
  if found then
    return null;
  end if;
  select b.* into saved from private.import_batches b
  where b.user_id = auth.uid() and b.import_id = wanted_import and b.batch = wanted_batch;
  if saved.path <> wanted_path or saved.body_hash <> wanted_hash then
    raise exception 'This batch was already saved with other content.' using errcode = 'AG002';
  end if;
  return coalesce(saved.ids, '{}');
end
$function$;

CREATE OR REPLACE FUNCTION private.begin_import (
  wanted_import   uuid,
  wanted_screen   text,
  wanted_table    text,
  wanted_file     text,
  wanted_rows     integer,
  wanted_left_out integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.check_record_table(wanted_table);
  insert into private.imports (user_id, import_id, screen, table_name, file_name, rows, left_out)
  values (auth.uid(), wanted_import, wanted_screen, wanted_table, wanted_file, wanted_rows, wanted_left_out)
  on conflict do nothing;
end
$function$;

CREATE OR REPLACE FUNCTION private.holds_again (
  present jsonb,
  held    jsonb
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select present = present || case
    when present ->> 'status' = 'Updated' and held ->> 'status' = 'Accomplished' then held - 'status'
    else held
  end
$function$;

CREATE OR REPLACE FUNCTION private.imported_rows (
  wanted_import uuid
)
  RETURNS TABLE (
    id          bigint,
    created     boolean,
    state       text,
    row_version bigint,
    before      bigint,
    last        bigint,
    by          text,
    at          timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  receipt constant private.imports := (
    select i from private.imports i where i.user_id = auth.uid() and i.import_id = wanted_import);
begin
  if receipt.import_id is null then
    return;
  end if;
  return query execute format($query$
    with own as materialized (
      select l.row_id, bool_or(l.action = 'Insert') as created, min(l.id) as first, max(l.id) as last
      from private.import_batches b
        cross join unnest(b.ids) r (id)
        join private.user_log l on l.form_name = $1 and l.row_id = r.id and l.tx = b.tx and l.at >= b.at
      where b.user_id = $2 and b.import_id = $3
      group by l.row_id
    ),
    -- Deleting a row and restoring it is no change of it, nor is what is said of it.
    later as materialized (
      select o.row_id, l.id, l.user_name, l.at, l.changes
      from own o
        join private.user_log l on l.form_name = $1 and l.row_id = o.row_id and l.id > o.last
      where l.action in ('Update', 'Approve', 'Set back') and l.source = 'database'
    ),
    -- Of what changed since, what the import left; of what it changed itself, what was there before.
    left_so as materialized (
      select f.row_id, jsonb_object_agg(f.key, f.value) as held
      from (
        select distinct on (l.row_id, c.key) l.row_id, c.key, c.value -> 0 as value
        from later l cross join jsonb_each(l.changes) c
        order by l.row_id, c.key, l.id
      ) f
      group by f.row_id
    ),
    found_so as materialized (
      select f.row_id, jsonb_object_agg(f.key, f.value) as held
      from (
        select distinct on (o.row_id, c.key) o.row_id, c.key, c.value -> 0 as value
        from own o
          join private.user_log l on l.form_name = $1 and l.row_id = o.row_id and l.id between o.first and o.last
          cross join jsonb_each(l.changes) c
        where not o.created
        order by o.row_id, c.key, l.id
      ) f
      group by f.row_id
    ),
    last_change as materialized (
      select distinct on (l.row_id) l.row_id, l.user_name, l.at from later l order by l.row_id, l.id desc
    ),
    stated as (
      select o.row_id, o.created, o.last, t.row_version, b.entry, c.user_name, c.at, t.office = any ($4) as readable,
        case
          when t.id is null then 'deleted'
          when t.office <> all ($4) then 'changed_since'
          when not o.created and private.holds_again(to_jsonb(t), coalesce(f.held, '{}')) then 'set_back'
          when (o.created or b.entry is not null)
            and (w.held is null or private.holds_again(to_jsonb(t), w.held)) then 'as_left'
          else 'changed_since'
        end as state
      from own o
        left join public.%I t on t.id = o.row_id
        left join found_so f on f.row_id = o.row_id
        left join left_so w on w.row_id = o.row_id
        left join last_change c on c.row_id = o.row_id
        left join lateral (
          select max(l.id) as entry from private.user_log l
          where not o.created and l.form_name = $1 and l.row_id = o.row_id and l.id < o.first
            and l.source = 'database' and l.action <> 'Delete'
        ) b on true
    )
    select s.row_id, s.created, s.state, s.row_version::bigint, s.entry, s.last,
      case when s.readable and s.state = 'changed_since' then s.user_name end,
      case when s.readable and s.state = 'changed_since' then s.at end
    from stated s order by s.row_id$query$, receipt.table_name)
    using receipt.table_name, receipt.user_id, receipt.import_id, private.offices_to_read();
end
$function$;

CREATE OR REPLACE FUNCTION private.own_imports (
  wanted_import uuid,
  page_size     integer,
  skipped       bigint
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with own as materialized (
    select i.* from private.imports i
    where i.user_id = auth.uid() and (wanted_import is null or i.import_id = wanted_import)
  )
  select jsonb_build_object('total', (select count(*) from own), 'rows', (
    select coalesce(jsonb_agg(to_jsonb(p) - 'user_id' - 'table_name' || jsonb_build_object('saved', (
      select coalesce(sum(cardinality(b.ids)), 0) from private.import_batches b
      where b.user_id = p.user_id and b.import_id = p.import_id)) order by p.at desc, p.import_id), '[]')
    from (select o.* from own o order by o.at desc, o.import_id limit page_size offset skipped) p))
$function$;

CREATE OR REPLACE FUNCTION private.rows_of_import (
  wanted_import uuid
)
  RETURNS SETOF bigint
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select unnest(b.ids) from private.import_batches b
  join private.imports i using (user_id, import_id)
  where i.user_id = auth.uid() and i.import_id = wanted_import
$function$;

CREATE OR REPLACE FUNCTION private.take_back_import (
  wanted_import uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update private.imports i set taken_back_at = now()
  where i.user_id = auth.uid() and i.import_id = wanted_import and i.taken_back_at is null;
  if not found then
    return;
  end if;
  insert into private.user_log (user_id, user_name, user_role, form_name, region_name, province_name, action, changes)
  select u.id, u.username, u.roles, i.table_name, u.region_name, u.province_name, 'Take back import',
    jsonb_build_object('import', jsonb_build_array(i.file_name, null))
  from private.imports i
  join public.users u on u.id = i.user_id
  where i.user_id = auth.uid() and i.import_id = wanted_import;
end
$function$;

ALTER TABLE "private"."imports"
  ADD CONSTRAINT "imports_table_name_fkey" FOREIGN KEY (table_name) REFERENCES private.record_tables(table_name);

ALTER TABLE "private"."imports"
  ADD CONSTRAINT "imports_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

CREATE INDEX imports_at ON private.imports USING btree (user_id, at DESC);

CREATE INDEX imports_table_name ON private.imports USING btree (table_name);

COMMENT ON COLUMN "private"."import_batches"."tx" IS 'The transaction that saved it, by which the entries of the log that it wrote are found.';

COMMENT ON COLUMN "private"."imports"."left_out" IS 'How many were not: unchanged, duplicates, wrong, or of other offices.';

COMMENT ON COLUMN "private"."imports"."rows" IS 'How many rows of the file were to be saved.';

COMMENT ON COLUMN "private"."imports"."screen" IS 'The route of the screen that it was made on, such as ARBO_Masterlist.';

COMMENT ON COLUMN "private"."imports"."taken_back_at" IS 'From when on no batch of it is saved any more.';

COMMENT ON COLUMN "private"."user_log"."action" IS 'Insert, Update, Delete, Restore, Approve, Set back, Return, Resubmit, Comment, Ask to reopen, Reopen and Decline to reopen a window, Take back import, and export for a list of personal data that was taken out.';

REVOKE ALL ON FUNCTION "private"."begin_import"(uuid, text, text, text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."begin_import"(uuid, text, text, text, integer, integer) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."begin_import"(uuid, text, text, text, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."begin_import"(uuid, text, text, text, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."begin_import"(uuid, text, text, text, integer, integer) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."holds_again"(jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."holds_again"(jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."holds_again"(jsonb, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."imported_rows"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."imported_rows"(uuid) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."imported_rows"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."imported_rows"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."imported_rows"(uuid) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."own_imports"(uuid, integer, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."own_imports"(uuid, integer, bigint) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."own_imports"(uuid, integer, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."own_imports"(uuid, integer, bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."own_imports"(uuid, integer, bigint) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."rows_of_import"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rows_of_import"(uuid) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."rows_of_import"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rows_of_import"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."rows_of_import"(uuid) TO "provincial_reader";

REVOKE ALL ON FUNCTION "private"."take_back_import"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."take_back_import"(uuid) TO "authenticated", "central_reader";

REVOKE ALL ON FUNCTION "private"."take_back_import"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."take_back_import"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."take_back_import"(uuid) TO "provincial_reader";
