-- Schema that Postgres has after all migrations: tables, policies, triggers, grants, and the signatures of functions.
-- Written by `npm run db:types` to be read in reviews; `npm run check` compares. Nothing runs it.

create view personal.form_5_annualtargets_in_full with (security_invoker=true) as
 SELECT t.agri_inputs,
    t.agri_technology_inputs_provided,
    t.approved_at,
    t.approved_by,
    t."arboPrimaryKey",
    t.arbo_id,
    t.arbo_name,
    t.arc_cluster_name,
    t.arc_id,
    t.arc_name,
    t.arc_type,
    t.barangay_name,
    t.cd,
    t.conducted_by,
    t.crop_product,
    t.current_it_level,
    t.current_it_status,
    t.date_conducted,
    t.end_date,
    t.fund_source,
    t.id,
    t.muncity_name,
    t.office,
    t.participant_category,
    t.participant_name,
    t.participant_sub_category,
    t.process_stage,
    t.province_name,
    t.psp_category,
    t.region_name,
    t.remarks,
    t.reporting_year,
    t.row_version,
    t.search_text,
    t.sex,
    t.start_date,
    t.status,
    t.subpsp_abbreviation,
    t.subpsp_name,
    t.subpsp_status,
    t.time_stamp,
    t.training_category,
    t.training_cost,
    t.training_days,
    t.training_id,
    t.training_title,
    t.updated_at,
    t.user_id,
    t.year_funded,
    s.age,
    s.age_base_group,
    s.birthday,
    s.is_4ps_beneficiary,
    s.is_ip,
    s.is_pwd,
    s.is_solo_parent
   FROM (public.form_5_annualtargets t
     LEFT JOIN personal.form_5_annualtargets_sensitive s ON ((s.id = t.id)));
grant select on personal.form_5_annualtargets_in_full to authenticated;
grant select on personal.form_5_annualtargets_in_full to central_reader;
grant select on personal.form_5_annualtargets_in_full to provincial_reader;

create table personal.form_5_annualtargets_sensitive (
  id bigint not null,
  office text not null,
  birthday date,
  age integer,
  is_4ps_beneficiary text,
  is_solo_parent text,
  is_pwd text,
  is_ip text,
  age_base_group text
);
alter table personal.form_5_annualtargets_sensitive add constraint form_5_annualtargets_sensitive_of FOREIGN KEY (id) REFERENCES public.form_5_annualtargets(id) ON DELETE CASCADE;
alter table personal.form_5_annualtargets_sensitive add constraint form_5_annualtargets_sensitive_pkey PRIMARY KEY (id);
CREATE INDEX form_5_annualtargets_sensitive_office ON personal.form_5_annualtargets_sensitive USING btree (office, id);
alter table personal.form_5_annualtargets_sensitive enable row level security, force row level security;
create policy select_with_the_right on personal.form_5_annualtargets_sensitive for select to authenticated
  using ((office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[])) AND ( SELECT private.caller_has_right('Sensitive'::text) AS caller_has_right));
create policy select_with_the_right_for_central on personal.form_5_annualtargets_sensitive for select to central_reader
  using ((( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL) AND ( SELECT private.caller_has_right('Sensitive'::text) AS caller_has_right));
create policy select_with_the_right_for_province on personal.form_5_annualtargets_sensitive for select to provincial_reader
  using ((office = ( SELECT private.provincial_caller_office() AS provincial_caller_office)) AND ( SELECT private.caller_has_right('Sensitive'::text) AS caller_has_right));
grant select on personal.form_5_annualtargets_sensitive to authenticated;
grant select on personal.form_5_annualtargets_sensitive to central_reader;
grant select on personal.form_5_annualtargets_sensitive to provincial_reader;

create view personal.participants_in_full with (security_invoker=true) as
 SELECT t.agri_technology_inputs_provided,
    t.approved_at,
    t.approved_by,
    t."arboPrimaryKey",
    t.arbo_id,
    t.arbo_name,
    t.arc_cluster_name,
    t.arc_id,
    t.arc_name,
    t.arc_type,
    t.barangay_name,
    t.cd,
    t.fund_source,
    t.id,
    t.muncity_name,
    t.office,
    t.participant_category,
    t.participant_name,
    t.participant_sub_category,
    t.process_stage,
    t.province_name,
    t.psp_category,
    t.region_name,
    t.remarks,
    t.row_version,
    t.search_text,
    t.sex,
    t.status,
    t.subpsp_abbreviation,
    t.subpsp_name,
    t.subpsp_status,
    t.time_stamp,
    t.training_id,
    t.updated_at,
    t.user_id,
    t.wo_training_id,
    t.year_funded,
    s.age,
    s.age_base_group,
    s.birthday,
    s.is_4ps_beneficiary,
    s.is_ip,
    s.is_pwd,
    s.is_solo_parent
   FROM (public.participants t
     LEFT JOIN personal.participants_sensitive s ON ((s.id = t.id)));
grant select on personal.participants_in_full to authenticated;
grant select on personal.participants_in_full to central_reader;
grant select on personal.participants_in_full to provincial_reader;

create table personal.participants_sensitive (
  id bigint not null,
  office text not null,
  birthday date,
  age integer,
  is_4ps_beneficiary text,
  is_solo_parent text,
  is_pwd text,
  is_ip text,
  age_base_group text
);
alter table personal.participants_sensitive add constraint participants_sensitive_of FOREIGN KEY (id) REFERENCES public.participants(id) ON DELETE CASCADE;
alter table personal.participants_sensitive add constraint participants_sensitive_pkey PRIMARY KEY (id);
CREATE INDEX participants_sensitive_office ON personal.participants_sensitive USING btree (office, id);
alter table personal.participants_sensitive enable row level security, force row level security;
create policy select_with_the_right on personal.participants_sensitive for select to authenticated
  using ((office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[])) AND ( SELECT private.caller_has_right('Sensitive'::text) AS caller_has_right));
create policy select_with_the_right_for_central on personal.participants_sensitive for select to central_reader
  using ((( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL) AND ( SELECT private.caller_has_right('Sensitive'::text) AS caller_has_right));
create policy select_with_the_right_for_province on personal.participants_sensitive for select to provincial_reader
  using ((office = ( SELECT private.provincial_caller_office() AS provincial_caller_office)) AND ( SELECT private.caller_has_right('Sensitive'::text) AS caller_has_right));
grant select on personal.participants_sensitive to authenticated;
grant select on personal.participants_sensitive to central_reader;
grant select on personal.participants_sensitive to provincial_reader;

create table private.account_intents (
  user_id uuid not null,
  kind text not null,
  profile jsonb,
  by_user uuid not null,
  at timestamp with time zone not null default now()
);
alter table private.account_intents add constraint account_intents_kind_check CHECK ((kind = ANY (ARRAY['register'::text, 'remove'::text, 'email'::text])));
alter table private.account_intents add constraint account_intents_pkey PRIMARY KEY (user_id, kind);
alter table private.account_intents enable row level security;

create table private.api_tokens (
  id bigint not null generated always as identity,
  user_id uuid not null,
  name text not null,
  may_write boolean not null,
  hash text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone
);
alter table private.api_tokens add constraint api_tokens_check CHECK ((expires_at <= (created_at + '366 days'::interval)));
alter table private.api_tokens add constraint api_tokens_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text));
alter table private.api_tokens add constraint api_tokens_hash_key UNIQUE (hash);
alter table private.api_tokens add constraint api_tokens_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80)));
alter table private.api_tokens add constraint api_tokens_pkey PRIMARY KEY (id);
alter table private.api_tokens add constraint api_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
CREATE INDEX api_tokens_user ON private.api_tokens USING btree (user_id);
alter table private.api_tokens enable row level security;

create table private.attachment_fields (
  table_name text not null,
  field text not null
);
alter table private.attachment_fields add constraint attachment_fields_pkey PRIMARY KEY (table_name, field);
alter table private.attachment_fields add constraint attachment_fields_table_name_fkey FOREIGN KEY (table_name) REFERENCES private.record_tables(table_name);
alter table private.attachment_fields enable row level security;

create table private.comments (
  id bigint not null generated always as identity,
  table_name text not null,
  row_id bigint not null,
  field text,
  text text not null,
  user_id uuid,
  user_name text,
  at timestamp with time zone not null default now()
);
alter table private.comments add constraint comments_pkey PRIMARY KEY (id);
alter table private.comments add constraint comments_table_name_fkey FOREIGN KEY (table_name) REFERENCES private.record_tables(table_name);
alter table private.comments add constraint comments_text_check CHECK (((btrim(text) <> ''::text) AND (length(text) <= 2000)));
CREATE INDEX comments_row ON private.comments USING btree (table_name, row_id, id);
alter table private.comments enable row level security;

create table private.comparisons (
  table_name text not null,
  place integer not null,
  kind text not null,
  field text not null,
  others text[] not null,
  asked boolean not null
);
alter table private.comparisons add constraint comparisons_kind_check CHECK ((kind = ANY (ARRAY['tenfold'::text, 'outlier'::text])));
alter table private.comparisons add constraint comparisons_others_check CHECK ((cardinality(others) > 0));
alter table private.comparisons add constraint comparisons_pkey PRIMARY KEY (table_name, place);
alter table private.comparisons add constraint comparisons_table_name_fkey FOREIGN KEY (table_name) REFERENCES private.record_tables(table_name);
alter table private.comparisons enable row level security;

create table private.digests (
  user_id uuid not null,
  wanted boolean not null,
  day date not null default '-infinity'::date,
  sent_at timestamp with time zone,
  failures integer not null default 0,
  next_try timestamp with time zone not null default '-infinity'::timestamp with time zone,
  sent_entries text[] not null default '{}'::text[]
);
alter table private.digests add constraint digests_pkey PRIMARY KEY (user_id);
alter table private.digests add constraint digests_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
CREATE INDEX digests_day ON private.digests USING btree (day) WHERE wanted;
alter table private.digests enable row level security;

create table private.evidence_owners (
  evidence_table text not null,
  owner_table text not null
);
alter table private.evidence_owners add constraint evidence_owners_evidence_table_fkey FOREIGN KEY (evidence_table) REFERENCES private.record_tables(table_name);
alter table private.evidence_owners add constraint evidence_owners_owner_table_fkey FOREIGN KEY (owner_table) REFERENCES private.record_tables(table_name);
alter table private.evidence_owners add constraint evidence_owners_pkey PRIMARY KEY (evidence_table, owner_table);
alter table private.evidence_owners enable row level security;

create table private.figure_checks (
  office text not null,
  checked_at timestamp with time zone not null default now(),
  differences integer not null,
  repaired_at timestamp with time zone
);
alter table private.figure_checks add constraint figure_checks_differences_check CHECK ((differences >= 0));
alter table private.figure_checks add constraint figure_checks_office_fkey FOREIGN KEY (office) REFERENCES public.offices(office) ON UPDATE CASCADE ON DELETE CASCADE;
alter table private.figure_checks add constraint figure_checks_pkey PRIMARY KEY (office);
alter table private.figure_checks enable row level security;

create table private.findable_tables (
  table_name text not null,
  name_column text not null,
  identifier_column text
);
alter table private.findable_tables add constraint findable_tables_pkey PRIMARY KEY (table_name);
alter table private.findable_tables add constraint findable_tables_table_name_fkey FOREIGN KEY (table_name) REFERENCES private.record_tables(table_name);
alter table private.findable_tables enable row level security;

create table private.import_batches (
  user_id uuid not null,
  import_id uuid not null,
  batch integer not null,
  path text not null,
  body_hash text not null,
  ids bigint[],
  answer json,
  at timestamp with time zone not null default now(),
  tx xid8 default pg_current_xact_id(),
  row_versions integer[]
);
alter table private.import_batches add constraint import_batches_batch_check CHECK ((batch >= 0));
alter table private.import_batches add constraint import_batches_pkey PRIMARY KEY (user_id, import_id, batch);
CREATE INDEX import_batches_keyed_at ON private.import_batches USING btree (at) WHERE (batch = 0);
alter table private.import_batches enable row level security;

create table private.imports (
  user_id uuid not null,
  import_id uuid not null,
  at timestamp with time zone not null default now(),
  screen text not null,
  table_name text not null,
  file_name text not null,
  rows integer not null,
  left_out integer not null,
  taken_back_at timestamp with time zone
);
alter table private.imports add constraint imports_file_name_check CHECK (((btrim(file_name) <> ''::text) AND (char_length(file_name) <= 255)));
alter table private.imports add constraint imports_left_out_check CHECK ((left_out >= 0));
alter table private.imports add constraint imports_pkey PRIMARY KEY (user_id, import_id);
alter table private.imports add constraint imports_rows_check CHECK ((rows >= 1));
alter table private.imports add constraint imports_screen_check CHECK ((screen ~ '^[A-Za-z0-9_-]{1,60}$'::text));
alter table private.imports add constraint imports_table_name_fkey FOREIGN KEY (table_name) REFERENCES private.record_tables(table_name);
alter table private.imports add constraint imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
CREATE INDEX imports_at ON private.imports USING btree (user_id, at DESC);
CREATE INDEX imports_table_name ON private.imports USING btree (table_name);
alter table private.imports enable row level security;

create table private.inbox_marks (
  user_id uuid not null,
  entry text not null
);
alter table private.inbox_marks add constraint inbox_marks_pkey PRIMARY KEY (user_id, entry);
alter table private.inbox_marks add constraint inbox_marks_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
alter table private.inbox_marks enable row level security;

create table private.inbox_snoozes (
  user_id uuid not null,
  entry text not null,
  until date not null
);
alter table private.inbox_snoozes add constraint inbox_snoozes_pkey PRIMARY KEY (user_id, entry);
alter table private.inbox_snoozes add constraint inbox_snoozes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
alter table private.inbox_snoozes enable row level security;

create table private.jobs (
  user_id uuid not null,
  job_id uuid not null,
  kind text not null,
  screen text not null,
  table_name text not null,
  status text,
  what jsonb not null,
  total integer not null,
  ids bigint[],
  row_versions integer[],
  state text not null default 'running'::text,
  first_batch integer not null default 1,
  done integer not null default 0,
  same integer not null default 0,
  refused integer not null default 0,
  refused_rows jsonb not null default '[]'::jsonb,
  problem text,
  started_at timestamp with time zone not null default now(),
  reported_at timestamp with time zone not null default now(),
  offices text[] not null,
  sensitive boolean not null,
  address_given_at timestamp with time zone
);
alter table private.jobs add constraint jobs_done_check CHECK ((done >= 0));
alter table private.jobs add constraint jobs_kind_check CHECK ((kind = ANY (ARRAY['export'::text, 'act'::text])));
alter table private.jobs add constraint jobs_pkey PRIMARY KEY (user_id, job_id);
alter table private.jobs add constraint jobs_refused_check CHECK ((refused >= 0));
alter table private.jobs add constraint jobs_rows_of_an_act CHECK ((((kind = 'act'::text) = (ids IS NOT NULL)) AND ((kind = 'act'::text) = (row_versions IS NOT NULL)) AND (COALESCE(cardinality(ids), 0) = COALESCE(cardinality(row_versions), 0))));
alter table private.jobs add constraint jobs_same_check CHECK ((same >= 0));
alter table private.jobs add constraint jobs_screen_check CHECK ((screen ~ '^[A-Za-z0-9_-]{1,60}$'::text));
alter table private.jobs add constraint jobs_state_check CHECK ((state = ANY (ARRAY['running'::text, 'interrupted'::text, 'cancelled'::text, 'failed'::text, 'finished'::text])));
alter table private.jobs add constraint jobs_table_name_fkey FOREIGN KEY (table_name) REFERENCES private.record_tables(table_name);
alter table private.jobs add constraint jobs_total_check CHECK ((total >= 0));
alter table private.jobs add constraint jobs_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
alter table private.jobs add constraint jobs_what_check CHECK ((jsonb_typeof(what) = 'object'::text));
CREATE INDEX jobs_reported_at ON private.jobs USING btree (reported_at);
CREATE INDEX jobs_table_name ON private.jobs USING btree (table_name);
alter table private.jobs enable row level security;

create table private.known_browsers (
  user_id uuid not null,
  browser text not null,
  last_used timestamp with time zone not null default now()
);
alter table private.known_browsers add constraint known_browsers_pkey PRIMARY KEY (user_id, browser);
alter table private.known_browsers add constraint known_browsers_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
alter table private.known_browsers enable row level security;

create table private.levels (
  level text not null,
  rank integer not null,
  scope text[] not null,
  all_offices boolean not null generated always as ((cardinality(scope) = 0)) stored
);
alter table private.levels add constraint levels_pkey PRIMARY KEY (level);
alter table private.levels add constraint levels_rank_check CHECK ((rank > 0));
alter table private.levels add constraint levels_rank_key UNIQUE (rank);
alter table private.levels add constraint levels_scope_check CHECK ((scope <@ ARRAY['region_name'::text, 'province_name'::text]));
alter table private.levels enable row level security;

create table private.list_columns (
  column_name text not null,
  list text not null,
  part text not null default 'type'::text,
  category_column text
);
alter table private.list_columns add constraint list_columns_check CHECK (((part = 'sub_category'::text) = (category_column IS NOT NULL)));
alter table private.list_columns add constraint list_columns_part_check CHECK ((part = ANY (ARRAY['type'::text, 'category'::text, 'sub_category'::text])));
alter table private.list_columns add constraint list_columns_pkey PRIMARY KEY (column_name);
alter table private.list_columns enable row level security;

create table private.log_lanes (
  lane smallint not null,
  sequence bigint not null default 0,
  hash bytea not null default '\x'::bytea
);
alter table private.log_lanes add constraint log_lanes_pkey PRIMARY KEY (lane);
alter table private.log_lanes enable row level security;

create table private.log_links (
  id bigint not null generated always as identity,
  tx xid8 not null default pg_current_xact_id(),
  from_id bigint not null,
  lane smallint,
  sequence bigint,
  ids bigint[],
  digests bytea[],
  hash bytea
);
alter table private.log_links add constraint log_links_lane_fkey FOREIGN KEY (lane) REFERENCES private.log_lanes(lane);
alter table private.log_links add constraint log_links_lane_sequence_key UNIQUE (lane, sequence);
alter table private.log_links add constraint log_links_pkey PRIMARY KEY (id);
CREATE INDEX log_links_tx ON private.log_links USING btree (tx);
alter table private.log_links enable row level security;
CREATE CONSTRAINT TRIGGER seal_link AFTER INSERT ON private.log_links DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.seal_link();

create view private.marked_rows as
 SELECT 'arbo'::text AS subject,
    m.id AS marked_id,
    m.office,
    m.region_name,
    m.province_name,
    m.muncity_name
   FROM public.arbo_masterlist m
UNION ALL
 SELECT 'arc'::text AS subject,
    m.id AS marked_id,
    m.office,
    m.region_name,
    m.province_name,
    m.muncity_name
   FROM public.arc_masterlist m;

create table private.office_references (
  table_name text not null,
  column_name text not null,
  parent_name text not null,
  parent_column text not null
);
alter table private.office_references add constraint office_references_pkey PRIMARY KEY (table_name, column_name);
CREATE INDEX office_references_parent ON private.office_references USING btree (parent_name);
alter table private.office_references enable row level security;

create table private.offline_secret (
  only_row boolean not null default true,
  secret text not null default ((gen_random_uuid() || '.'::text) || gen_random_uuid())
);
alter table private.offline_secret add constraint offline_secret_only_row_check CHECK (only_row);
alter table private.offline_secret add constraint offline_secret_pkey PRIMARY KEY (only_row);
alter table private.offline_secret enable row level security;

create table private.previews (
  tx xid8 not null default pg_current_xact_id()
);
alter table private.previews add constraint previews_pkey PRIMARY KEY (tx);
alter table private.previews enable row level security;
CREATE CONSTRAINT TRIGGER reject_preview_commit AFTER INSERT ON private.previews DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.reject_preview_commit();

create table private.province_outlines (
  region_name text not null,
  province_name text not null,
  ring polygon not null
);
CREATE INDEX province_outlines_place ON private.province_outlines USING btree (region_name, province_name);
alter table private.province_outlines enable row level security;

create table private.pulse (
  only_row boolean not null default true,
  at timestamp with time zone not null default now()
);
alter table private.pulse add constraint pulse_only_row_check CHECK (only_row);
alter table private.pulse add constraint pulse_pkey PRIMARY KEY (only_row);
alter table private.pulse enable row level security;

create table private.readings (
  entry bigint not null,
  user_id uuid not null,
  table_name text not null,
  hour timestamp with time zone not null,
  api_token text not null,
  row_count integer not null default 0,
  fields_asked text[] not null default '{}'::text[]
);
alter table private.readings add constraint readings_pkey PRIMARY KEY (entry);
alter table private.readings add constraint readings_user_id_table_name_hour_api_token_key UNIQUE (user_id, table_name, hour, api_token);
alter table private.readings enable row level security;

create table private.record_tables (
  table_name text not null,
  window_name text not null
);
alter table private.record_tables add constraint record_tables_pkey PRIMARY KEY (table_name);
alter table private.record_tables add constraint record_tables_window_name_check CHECK ((window_name = ANY (ARRAY['target'::text, 'accomplishment'::text, 'status'::text])));

create table private.reference_tables (
  table_name text not null,
  route text not null,
  read_by_route boolean not null,
  written_by text not null
);
alter table private.reference_tables add constraint reference_tables_pkey PRIMARY KEY (table_name);
alter table private.reference_tables add constraint reference_tables_written_by_check CHECK ((written_by = ANY (ARRAY['every level'::text, 'central office'::text, 'central and regional offices'::text])));
alter table private.reference_tables enable row level security;

create table private.reopenings (
  id bigint not null generated always as identity,
  office text not null,
  window_name text not null,
  user_id uuid not null,
  at timestamp with time zone not null default now(),
  reason text not null,
  state text not null default 'asked'::text,
  answered_by uuid,
  answered_at timestamp with time zone,
  answer text,
  end_date date
);
alter table private.reopenings add constraint reopenings_answer_check CHECK (((answer IS NULL) OR ((btrim(answer) <> ''::text) AND (length(answer) <= 2000))));
alter table private.reopenings add constraint reopenings_check CHECK (((answered_at IS NULL) = (state = 'asked'::text)));
alter table private.reopenings add constraint reopenings_office_fkey FOREIGN KEY (office) REFERENCES public.offices(office);
alter table private.reopenings add constraint reopenings_pkey PRIMARY KEY (id);
alter table private.reopenings add constraint reopenings_reason_check CHECK (((btrim(reason) <> ''::text) AND (length(reason) <= 2000)));
alter table private.reopenings add constraint reopenings_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'granted'::text, 'declined'::text, 'opened'::text])));
alter table private.reopenings add constraint reopenings_window_name_check CHECK ((window_name = ANY (ARRAY['target'::text, 'accomplishment'::text])));
CREATE UNIQUE INDEX reopenings_asked_once ON private.reopenings USING btree (office, window_name) WHERE (state = 'asked'::text);
CREATE INDEX reopenings_user ON private.reopenings USING btree (user_id, answered_at DESC);
alter table private.reopenings enable row level security;

create table private.required_facts (
  table_name text not null,
  place integer not null,
  columns text[] not null,
  not_for text
);
alter table private.required_facts add constraint required_facts_columns_check CHECK ((cardinality(columns) > 0));
alter table private.required_facts add constraint required_facts_pkey PRIMARY KEY (table_name, place);
alter table private.required_facts add constraint required_facts_table_name_fkey FOREIGN KEY (table_name) REFERENCES private.record_tables(table_name);
alter table private.required_facts enable row level security;

create table private.reviews (
  table_name text not null,
  row_id bigint not null,
  state text not null,
  user_id uuid,
  at timestamp with time zone not null default now(),
  reason text,
  office text,
  ended boolean not null default false,
  before jsonb
);
alter table private.reviews add constraint reviews_pkey PRIMARY KEY (table_name, row_id);
alter table private.reviews add constraint reviews_reason_check CHECK (((reason IS NULL) OR ((btrim(reason) <> ''::text) AND (length(reason) <= 2000))));
alter table private.reviews add constraint reviews_state_check CHECK ((state = ANY (ARRAY['returned'::text, 'resubmitted'::text])));
alter table private.reviews add constraint reviews_table_name_fkey FOREIGN KEY (table_name) REFERENCES private.record_tables(table_name);
CREATE INDEX reviews_latest ON private.reviews USING btree (state, at DESC) WHERE (NOT ended);
CREATE INDEX reviews_of_table ON private.reviews USING btree (table_name, state) WHERE (NOT ended);
CREATE INDEX reviews_office ON private.reviews USING btree (office, state, at DESC) WHERE (NOT ended);
alter table private.reviews enable row level security;
create policy select_in_scope on private.reviews for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on private.reviews for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on private.reviews for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
grant select on private.reviews to authenticated;
grant select on private.reviews to central_reader;
grant select on private.reviews to provincial_reader;

create table private.rows_read (
  entry bigint not null,
  row_id bigint not null
);
alter table private.rows_read add constraint rows_read_pkey PRIMARY KEY (entry, row_id);
alter table private.rows_read enable row level security;

create table private.sensitive_columns (
  table_name text not null,
  column_name text not null
);
alter table private.sensitive_columns add constraint sensitive_columns_pkey PRIMARY KEY (table_name, column_name);
alter table private.sensitive_columns add constraint sensitive_columns_table_name_fkey FOREIGN KEY (table_name) REFERENCES private.record_tables(table_name);
alter table private.sensitive_columns enable row level security;

create table private.sign_in_failures (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  username text not null,
  address text not null,
  judged boolean not null default false,
  browser text,
  claimed boolean not null default false
);
alter table private.sign_in_failures add constraint sign_in_failures_pkey PRIMARY KEY (id);
CREATE INDEX sign_in_failures_address ON private.sign_in_failures USING btree (address, at);
CREATE INDEX sign_in_failures_username ON private.sign_in_failures USING btree (username, at);
alter table private.sign_in_failures enable row level security;

create table private.soft_checks (
  table_name text not null,
  place integer not null,
  kind text not null,
  field text not null,
  others text[] not null
);
alter table private.soft_checks add constraint soft_checks_kind_check CHECK ((kind = ANY (ARRAY['above'::text, 'one_side'::text, 'other_year'::text])));
alter table private.soft_checks add constraint soft_checks_others_check CHECK ((cardinality(others) > 0));
alter table private.soft_checks add constraint soft_checks_pkey PRIMARY KEY (table_name, place);
alter table private.soft_checks add constraint soft_checks_table_name_fkey FOREIGN KEY (table_name) REFERENCES private.record_tables(table_name);
alter table private.soft_checks enable row level security;

create table private.stale_rows (
  id bigint not null generated always as identity,
  table_name text,
  row_id bigint,
  office text
);
alter table private.stale_rows add constraint stale_rows_check CHECK ((((table_name IS NULL) = (row_id IS NULL)) AND ((table_name IS NULL) <> (office IS NULL))));
alter table private.stale_rows add constraint stale_rows_pkey PRIMARY KEY (id);
alter table private.stale_rows enable row level security;

create table private.stale_unusual (
  id bigint not null generated always as identity,
  table_name text not null,
  office text not null
);
alter table private.stale_unusual add constraint stale_unusual_pkey PRIMARY KEY (id);
alter table private.stale_unusual enable row level security;

create table private.user_log (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default clock_timestamp(),
  user_id uuid,
  user_name text,
  user_role text,
  form_name text not null,
  row_id bigint,
  region_name text,
  province_name text,
  muncity_name text,
  office text generated always as (((COALESCE(region_name, ''::text) || ' / '::text) || COALESCE(province_name, ''::text))) stored,
  action text not null,
  status text,
  changes jsonb,
  subject uuid,
  source text not null default 'database'::text,
  tx xid8 not null default pg_current_xact_id(),
  api_token text default private.current_api_token()
);
alter table private.user_log add constraint user_log_pkey PRIMARY KEY (id);
alter table private.user_log add constraint user_log_source_check CHECK ((source = ANY (ARRAY['database'::text, 'client'::text])));
CREATE INDEX user_log_deleted ON private.user_log USING btree (form_name, at DESC, id DESC) WHERE ((action = 'Delete'::text) AND (source = 'database'::text));
CREATE INDEX user_log_former_arc_id ON private.user_log USING btree ((((changes -> 'arc_id'::text) ->> 0)), id) WHERE ((form_name = 'arc_masterlist'::text) AND (changes ? 'arc_id'::text));
CREATE INDEX user_log_former_fme_inventory_id ON private.user_log USING btree ((((changes -> 'fme_inventory_id'::text) ->> 0)), id) WHERE ((form_name = 'fme_inventory_table'::text) AND (changes ? 'fme_inventory_id'::text));
CREATE INDEX user_log_former_training_id ON private.user_log USING btree ((((changes -> 'training_id'::text) ->> 0)), id) WHERE ((form_name = 'arbo_trainings'::text) AND (changes ? 'training_id'::text));
CREATE INDEX user_log_office ON private.user_log USING btree (office, id DESC);
CREATE INDEX user_log_replaced_value ON private.user_log USING btree (id) WHERE (action = 'Replace value'::text);
CREATE INDEX user_log_row ON private.user_log USING btree (form_name, row_id, id DESC);
CREATE INDEX user_log_set_back ON private.user_log USING btree (form_name, row_id) WHERE (action = 'Set back'::text);
CREATE INDEX user_log_subject ON private.user_log USING btree (subject, id DESC) WHERE (subject IS NOT NULL);
alter table private.user_log enable row level security;
CREATE TRIGGER open_link AFTER INSERT ON private.user_log REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.open_link();

create table private.value_group_states (
  table_name text not null,
  computed_at timestamp with time zone not null default now(),
  last_id bigint not null
);
alter table private.value_group_states add constraint value_group_states_pkey PRIMARY KEY (table_name);
alter table private.value_group_states enable row level security;

create table private.value_groups (
  table_name text not null,
  place integer not null,
  members text[] not null,
  lower_quartile numeric not null,
  median numeric not null,
  upper_quartile numeric not null
);
alter table private.value_groups add constraint value_groups_pkey PRIMARY KEY (table_name, place, members);
alter table private.value_groups enable row level security;

create view public.accomplishment_outcomes with (security_invoker=true) as
 SELECT table_name,
    row_id,
    form,
    side,
    office,
    region_name,
    province_name,
    muncity_name,
    arbo_id,
    arc_id,
    year,
    reporting_year,
    reporting_quarter,
    reporting_month,
    year_funded,
    fund_source,
    psp_category,
    subpsp_name,
    subpsp_abbreviation,
    kind,
    quantity,
    organization,
    arbo,
    arc,
    matched_within,
    (matched_within >= ( SELECT private.caller_reach() AS caller_reach)) AS matched
   FROM public.activities a
  WHERE (side = 'accomplishment'::text);
grant select on public.accomplishment_outcomes to authenticated;
grant select on public.accomplishment_outcomes to central_reader;
grant select on public.accomplishment_outcomes to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.accomplishment_outcomes to service_role;

create table public.activities (
  table_name text not null,
  row_id bigint not null,
  form text not null,
  side text not null,
  office text not null,
  region_name text,
  province_name text,
  muncity_name text,
  arbo_id text,
  arc_id text,
  year integer,
  reporting_year integer,
  reporting_quarter text,
  reporting_month text,
  year_funded integer,
  fund_source text,
  psp_category text,
  subpsp_name text,
  subpsp_abbreviation text,
  kind text,
  quantity bigint not null,
  organization text,
  arbo bigint,
  arc bigint,
  matched_within smallint not null
);
alter table public.activities add constraint activities_pkey PRIMARY KEY (table_name, row_id);
alter table public.activities add constraint activities_side_check CHECK ((side = ANY (ARRAY['target'::text, 'accomplishment'::text, 'training'::text])));
CREATE INDEX activities_arbo ON public.activities USING btree (arbo);
CREATE INDEX activities_arc ON public.activities USING btree (arc);
CREATE INDEX activities_form ON public.activities USING btree (form, side, year, reporting_quarter, reporting_month);
CREATE INDEX activities_matching ON public.activities USING btree (form, organization, year);
CREATE INDEX activities_office ON public.activities USING btree (office, form, side, year);
alter table public.activities enable row level security, force row level security;
create policy select_in_scope on public.activities for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.activities for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.activities for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
grant select on public.activities to authenticated;
grant select on public.activities to central_reader;
grant select on public.activities to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.activities to service_role;

create table public.arb_marketing_assistance_monitoring (
  id bigint not null generated always as identity,
  user_id uuid,
  time_stamp timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  process_stage text,
  approved_by uuid,
  approved_at timestamp with time zone,
  remarks text,
  status text default 'Accomplished'::text,
  reporting_year integer,
  reporting_quarter text,
  reporting_month text,
  prj_assistance_category text,
  year_funded integer,
  fund_source text,
  psp_category text,
  subpsp_name text,
  subpsp_abbreviation text,
  subpsp_status text,
  dar_projects text,
  "arboPrimaryKey" bigint,
  arbo_id text,
  arbo_name text,
  region_name text,
  province_name text,
  muncity_name text,
  barangay_name text,
  cd text,
  office text not null generated always as (((COALESCE(region_name, ''::text) || ' / '::text) || COALESCE(province_name, ''::text))) stored,
  arc_id text,
  arc_name text,
  arc_type text,
  arc_cluster_name text,
  transaction_from date,
  transaction_to date,
  darpo_assistance text,
  arb_male_raw integer,
  arb_female_raw integer,
  arb_total_raw integer,
  nonarb_male_raw integer,
  nonarb_female_raw integer,
  nonarb_total_raw integer,
  arb_male_farmer integer,
  arb_female_farmer integer,
  arb_total_farmer integer,
  nonarb_male_farmer integer,
  nonarb_female_farmer integer,
  nonarb_total_farmer integer,
  arb_male_total integer,
  arb_female_total integer,
  arb_total_total integer,
  nonarb_male_total integer,
  nonarb_female_total integer,
  nonarb_total_total integer,
  overall_total integer,
  special_commodity text,
  type_commodity text,
  total_volume numeric(14,2),
  total_gross bigint,
  search_text text,
  soft_check_reason text
);
alter table public.arb_marketing_assistance_monitoring add constraint arb_marketing_assistance_monitoring_arb_female_total_agrees CHECK ((arb_female_total = (arb_female_raw + arb_female_farmer)));
alter table public.arb_marketing_assistance_monitoring add constraint arb_marketing_assistance_monitoring_arb_male_total_agrees CHECK ((arb_male_total = (arb_male_raw + arb_male_farmer)));
alter table public.arb_marketing_assistance_monitoring add constraint arb_marketing_assistance_monitoring_arb_total_farmer_agrees CHECK ((arb_total_farmer = (arb_male_farmer + arb_female_farmer)));
alter table public.arb_marketing_assistance_monitoring add constraint arb_marketing_assistance_monitoring_arb_total_raw_agrees CHECK ((arb_total_raw = (arb_male_raw + arb_female_raw)));
alter table public.arb_marketing_assistance_monitoring add constraint arb_marketing_assistance_monitoring_arb_total_total_agrees CHECK ((arb_total_total = (arb_male_total + arb_female_total)));
alter table public.arb_marketing_assistance_monitoring add constraint "arb_marketing_assistance_monitoring_arboPrimaryKey_exists" FOREIGN KEY ("arboPrimaryKey") REFERENCES public.arbo_masterlist(id);
alter table public.arb_marketing_assistance_monitoring add constraint arb_marketing_assistance_monitoring_arc_id_exists FOREIGN KEY (arc_id) REFERENCES public.arc_masterlist(arc_id) ON UPDATE CASCADE;
alter table public.arb_marketing_assistance_monitoring add constraint arb_marketing_assistance_monitoring_counts_not_negative CHECK ((LEAST(arb_male_raw, arb_female_raw, arb_total_raw, nonarb_male_raw, nonarb_female_raw, nonarb_total_raw, arb_male_farmer, arb_female_farmer, arb_total_farmer, nonarb_male_farmer, nonarb_female_farmer, nonarb_total_farmer, arb_male_total, arb_female_total, arb_total_total, nonarb_male_total, nonarb_female_total, nonarb_total_total, overall_total) >= 0));
alter table public.arb_marketing_assistance_monitoring add constraint arb_marketing_assistance_monitoring_nonarb_female_total_agrees CHECK ((nonarb_female_total = (nonarb_female_raw + nonarb_female_farmer)));
alter table public.arb_marketing_assistance_monitoring add constraint arb_marketing_assistance_monitoring_nonarb_male_total_agrees CHECK ((nonarb_male_total = (nonarb_male_raw + nonarb_male_farmer)));
alter table public.arb_marketing_assistance_monitoring add constraint arb_marketing_assistance_monitoring_nonarb_total_farmer_agrees CHECK ((nonarb_total_farmer = (nonarb_male_farmer + nonarb_female_farmer)));
alter table public.arb_marketing_assistance_monitoring add constraint arb_marketing_assistance_monitoring_nonarb_total_raw_agrees CHECK ((nonarb_total_raw = (nonarb_male_raw + nonarb_female_raw)));
alter table public.arb_marketing_assistance_monitoring add constraint arb_marketing_assistance_monitoring_nonarb_total_total_agrees CHECK ((nonarb_total_total = (nonarb_male_total + nonarb_female_total)));
alter table public.arb_marketing_assistance_monitoring add constraint arb_marketing_assistance_monitoring_office_exists FOREIGN KEY (office) REFERENCES public.offices(office);
alter table public.arb_marketing_assistance_monitoring add constraint arb_marketing_assistance_monitoring_overall_total_agrees CHECK ((overall_total = (arb_total_total + nonarb_total_total)));
alter table public.arb_marketing_assistance_monitoring add constraint arb_marketing_assistance_monitoring_pkey PRIMARY KEY (id);
alter table public.arb_marketing_assistance_monitoring add constraint arb_marketing_assistance_monitoring_soft_check_reason_check CHECK (((soft_check_reason ~ '[[:alpha:]]{2}'::text) AND (length(soft_check_reason) <= 500)));
alter table public.arb_marketing_assistance_monitoring add constraint arb_marketing_assistance_monitoring_total_gross_check CHECK ((total_gross >= 0));
alter table public.arb_marketing_assistance_monitoring add constraint arb_marketing_assistance_monitoring_total_volume_bound CHECK ((total_volume <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])));
alter table public.arb_marketing_assistance_monitoring add constraint arb_marketing_assistance_monitoring_total_volume_check CHECK ((total_volume >= (0)::numeric));
alter table public.arb_marketing_assistance_monitoring add constraint arb_marketing_assistance_monitoring_transaction_from_bound CHECK (((transaction_from >= '1000-01-01'::date) AND (transaction_from <= '9999-12-31'::date)));
alter table public.arb_marketing_assistance_monitoring add constraint arb_marketing_assistance_monitoring_transaction_to_bound CHECK (((transaction_to >= '1000-01-01'::date) AND (transaction_to <= '9999-12-31'::date)));
alter table public.arb_marketing_assistance_monitoring add constraint arb_marketing_assistance_monitoring_transaction_to_in_order CHECK ((transaction_to >= transaction_from));
alter table public.arb_marketing_assistance_monitoring add constraint location_province_name_check CHECK ((province_name <> ''::text));
alter table public.arb_marketing_assistance_monitoring add constraint location_region_name_check CHECK ((region_name <> ''::text));
alter table public.arb_marketing_assistance_monitoring add constraint programme_year_funded_check CHECK (((year_funded >= 1990) AND (year_funded <= 2100)));
alter table public.arb_marketing_assistance_monitoring add constraint record_process_stage_check CHECK ((process_stage = ANY (ARRAY['Pending'::text, 'Approved'::text])));
alter table public.arb_marketing_assistance_monitoring add constraint reporting_month_in_quarter CHECK (
CASE reporting_quarter
    WHEN 'Q1'::text THEN (reporting_month = ANY (ARRAY['January'::text, 'February'::text, 'March'::text]))
    WHEN 'Q2'::text THEN (reporting_month = ANY (ARRAY['April'::text, 'May'::text, 'June'::text]))
    WHEN 'Q3'::text THEN (reporting_month = ANY (ARRAY['July'::text, 'August'::text, 'September'::text]))
    WHEN 'Q4'::text THEN (reporting_month = ANY (ARRAY['October'::text, 'November'::text, 'December'::text]))
    ELSE NULL::boolean
END);
alter table public.arb_marketing_assistance_monitoring add constraint reporting_month_known CHECK ((reporting_month = ANY (ARRAY['January'::text, 'February'::text, 'March'::text, 'April'::text, 'May'::text, 'June'::text, 'July'::text, 'August'::text, 'September'::text, 'October'::text, 'November'::text, 'December'::text])));
alter table public.arb_marketing_assistance_monitoring add constraint reporting_reporting_quarter_check CHECK ((reporting_quarter = ANY (ARRAY['Q1'::text, 'Q2'::text, 'Q3'::text, 'Q4'::text])));
alter table public.arb_marketing_assistance_monitoring add constraint reporting_reporting_year_check CHECK (((reporting_year >= 1990) AND (reporting_year <= 2100)));
alter table public.arb_marketing_assistance_monitoring add constraint status_status_check CHECK ((status = ANY (ARRAY['Target'::text, 'Accomplished'::text, 'Updated'::text])));
CREATE INDEX "arb_marketing_assistance_monitoring_arboPrimaryKey" ON public.arb_marketing_assistance_monitoring USING btree ("arboPrimaryKey");
CREATE INDEX arb_marketing_assistance_monitoring_arbo_id ON public.arb_marketing_assistance_monitoring USING btree (arbo_id);
CREATE INDEX arb_marketing_assistance_monitoring_arbo_name_folded ON public.arb_marketing_assistance_monitoring USING btree (office, private.fold_name(arbo_name));
CREATE INDEX arb_marketing_assistance_monitoring_arc_id ON public.arb_marketing_assistance_monitoring USING btree (arc_id);
CREATE INDEX arb_marketing_assistance_monitoring_in_order ON public.arb_marketing_assistance_monitoring USING btree (arbo_name COLLATE private.natural_order, id);
CREATE INDEX arb_marketing_assistance_monitoring_incomplete ON public.arb_marketing_assistance_monitoring USING btree (office) WHERE (((COALESCE(arbo_name, ''::text) = ''::text) AND (COALESCE(arbo_id, ''::text) = ''::text) AND ("arboPrimaryKey" IS NULL) AND (COALESCE(arc_name, ''::text) = ''::text) AND (COALESCE(arc_id, ''::text) = ''::text)) OR (reporting_year IS NULL) OR ((COALESCE(reporting_quarter, ''::text) = ''::text) AND (status IS DISTINCT FROM 'Target'::text)) OR ((COALESCE(prj_assistance_category, ''::text) = ''::text) AND (COALESCE(dar_projects, ''::text) = ''::text) AND (COALESCE(darpo_assistance, ''::text) = ''::text) AND (COALESCE(special_commodity, ''::text) = ''::text) AND (COALESCE(type_commodity, ''::text) = ''::text)));
CREATE INDEX arb_marketing_assistance_monitoring_office ON public.arb_marketing_assistance_monitoring USING btree (office, id);
CREATE INDEX arb_marketing_assistance_monitoring_search ON public.arb_marketing_assistance_monitoring USING gin (search_text extensions.gin_trgm_ops);
CREATE INDEX arb_marketing_assistance_monitoring_with_reason ON public.arb_marketing_assistance_monitoring USING btree (office) WHERE (soft_check_reason IS NOT NULL);
alter table public.arb_marketing_assistance_monitoring enable row level security, force row level security;
create policy delete_in_scope on public.arb_marketing_assistance_monitoring for delete to authenticated
  using ((office = ANY (( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL)));
create policy insert_in_scope on public.arb_marketing_assistance_monitoring for insert to authenticated
  with check ((office = ANY (( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR ( SELECT private.caller_can_approve_own() AS caller_can_approve_own)));
create policy select_in_scope on public.arb_marketing_assistance_monitoring for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.arb_marketing_assistance_monitoring for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.arb_marketing_assistance_monitoring for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
create policy update_in_scope on public.arb_marketing_assistance_monitoring for update to authenticated
  using (office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[]))
  with check (office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[]));
CREATE TRIGGER "0_check_references_insert" AFTER INSERT ON public.arb_marketing_assistance_monitoring REFERENCING NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER "0_check_references_update" AFTER UPDATE ON public.arb_marketing_assistance_monitoring REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER ask_reason_insert AFTER INSERT ON public.arb_marketing_assistance_monitoring FOR EACH ROW WHEN (((new.soft_check_reason IS NULL) AND (((num_nulls(new.arb_male_raw, new.arb_female_raw) >= 1) AND (num_nulls(new.arb_male_raw, new.arb_female_raw) <= 1)) OR ((num_nulls(new.nonarb_male_raw, new.nonarb_female_raw) >= 1) AND (num_nulls(new.nonarb_male_raw, new.nonarb_female_raw) <= 1)) OR ((num_nulls(new.arb_male_farmer, new.arb_female_farmer) >= 1) AND (num_nulls(new.arb_male_farmer, new.arb_female_farmer) <= 1)) OR ((num_nulls(new.nonarb_male_farmer, new.nonarb_female_farmer) >= 1) AND (num_nulls(new.nonarb_male_farmer, new.nonarb_female_farmer) <= 1)) OR (EXTRACT(year FROM new.transaction_from) <> (new.reporting_year)::numeric) OR (EXTRACT(year FROM new.transaction_to) <> (new.reporting_year)::numeric)))) EXECUTE FUNCTION private.require_reason();
CREATE TRIGGER ask_reason_update AFTER UPDATE ON public.arb_marketing_assistance_monitoring FOR EACH ROW WHEN (((new.soft_check_reason IS NULL) AND ((((num_nulls(new.arb_male_raw, new.arb_female_raw) >= 1) AND (num_nulls(new.arb_male_raw, new.arb_female_raw) <= 1)) AND (((new.arb_total_raw IS DISTINCT FROM old.arb_total_raw) OR (new.arb_male_raw IS DISTINCT FROM old.arb_male_raw)) OR (new.arb_female_raw IS DISTINCT FROM old.arb_female_raw))) OR (((num_nulls(new.nonarb_male_raw, new.nonarb_female_raw) >= 1) AND (num_nulls(new.nonarb_male_raw, new.nonarb_female_raw) <= 1)) AND (((new.nonarb_total_raw IS DISTINCT FROM old.nonarb_total_raw) OR (new.nonarb_male_raw IS DISTINCT FROM old.nonarb_male_raw)) OR (new.nonarb_female_raw IS DISTINCT FROM old.nonarb_female_raw))) OR (((num_nulls(new.arb_male_farmer, new.arb_female_farmer) >= 1) AND (num_nulls(new.arb_male_farmer, new.arb_female_farmer) <= 1)) AND (((new.arb_total_farmer IS DISTINCT FROM old.arb_total_farmer) OR (new.arb_male_farmer IS DISTINCT FROM old.arb_male_farmer)) OR (new.arb_female_farmer IS DISTINCT FROM old.arb_female_farmer))) OR (((num_nulls(new.nonarb_male_farmer, new.nonarb_female_farmer) >= 1) AND (num_nulls(new.nonarb_male_farmer, new.nonarb_female_farmer) <= 1)) AND (((new.nonarb_total_farmer IS DISTINCT FROM old.nonarb_total_farmer) OR (new.nonarb_male_farmer IS DISTINCT FROM old.nonarb_male_farmer)) OR (new.nonarb_female_farmer IS DISTINCT FROM old.nonarb_female_farmer))) OR ((EXTRACT(year FROM new.transaction_from) <> (new.reporting_year)::numeric) AND ((new.transaction_from IS DISTINCT FROM old.transaction_from) OR (new.reporting_year IS DISTINCT FROM old.reporting_year))) OR ((EXTRACT(year FROM new.transaction_to) <> (new.reporting_year)::numeric) AND ((new.transaction_to IS DISTINCT FROM old.transaction_to) OR (new.reporting_year IS DISTINCT FROM old.reporting_year)))))) EXECUTE FUNCTION private.require_reason();
CREATE TRIGGER clean_texts BEFORE INSERT OR UPDATE ON public.arb_marketing_assistance_monitoring FOR EACH ROW EXECUTE FUNCTION private.clean_texts();
CREATE TRIGGER end_review AFTER UPDATE ON public.arb_marketing_assistance_monitoring REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.end_review();
CREATE TRIGGER flag_as_updated BEFORE INSERT OR UPDATE ON public.arb_marketing_assistance_monitoring FOR EACH ROW EXECUTE FUNCTION private.flag_as_updated();
CREATE TRIGGER guard_stage AFTER UPDATE ON public.arb_marketing_assistance_monitoring REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.guard_stage();
CREATE TRIGGER judge_places_insert AFTER INSERT ON public.arb_marketing_assistance_monitoring REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER judge_places_update AFTER UPDATE ON public.arb_marketing_assistance_monitoring REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER keep_referrers_in_office AFTER UPDATE ON public.arb_marketing_assistance_monitoring REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_referrers_in_office();
CREATE TRIGGER lock_before_move BEFORE UPDATE OF region_name, province_name ON public.arb_marketing_assistance_monitoring FOR EACH ROW WHEN (((old.region_name IS DISTINCT FROM new.region_name) OR (old.province_name IS DISTINCT FROM new.province_name))) EXECUTE FUNCTION private.lock_before_move();
CREATE TRIGGER log_delete AFTER DELETE ON public.arb_marketing_assistance_monitoring REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_insert AFTER INSERT ON public.arb_marketing_assistance_monitoring REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_update AFTER UPDATE ON public.arb_marketing_assistance_monitoring REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER normalize_place BEFORE INSERT OR UPDATE ON public.arb_marketing_assistance_monitoring FOR EACH ROW EXECUTE FUNCTION private.normalize_place();
CREATE TRIGGER note_stale_rows_delete AFTER DELETE ON public.arb_marketing_assistance_monitoring REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.special_commodity, r.subpsp_abbreviation, r.subpsp_name, r.year_funded');
CREATE TRIGGER note_stale_rows_insert AFTER INSERT ON public.arb_marketing_assistance_monitoring REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.special_commodity, r.subpsp_abbreviation, r.subpsp_name, r.year_funded');
CREATE TRIGGER note_stale_rows_update AFTER UPDATE ON public.arb_marketing_assistance_monitoring REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.special_commodity, r.subpsp_abbreviation, r.subpsp_name, r.year_funded');
CREATE TRIGGER note_unusual_delete AFTER DELETE ON public.arb_marketing_assistance_monitoring REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, arb_female_farmer, arb_female_raw, arb_male_farmer, arb_male_raw, arb_total_farmer, arb_total_raw, arbo_name, nonarb_female_farmer, nonarb_female_raw, nonarb_male_farmer, nonarb_male_raw, nonarb_total_farmer, nonarb_total_raw, reporting_quarter, reporting_year, soft_check_reason, total_gross, transaction_from, transaction_to, type_commodity');
CREATE TRIGGER note_unusual_insert AFTER INSERT ON public.arb_marketing_assistance_monitoring REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, arb_female_farmer, arb_female_raw, arb_male_farmer, arb_male_raw, arb_total_farmer, arb_total_raw, arbo_name, nonarb_female_farmer, nonarb_female_raw, nonarb_male_farmer, nonarb_male_raw, nonarb_total_farmer, nonarb_total_raw, reporting_quarter, reporting_year, soft_check_reason, total_gross, transaction_from, transaction_to, type_commodity');
CREATE TRIGGER note_unusual_update AFTER UPDATE ON public.arb_marketing_assistance_monitoring REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, arb_female_farmer, arb_female_raw, arb_male_farmer, arb_male_raw, arb_total_farmer, arb_total_raw, arbo_name, nonarb_female_farmer, nonarb_female_raw, nonarb_male_farmer, nonarb_male_raw, nonarb_total_farmer, nonarb_total_raw, reporting_quarter, reporting_year, soft_check_reason, total_gross, transaction_from, transaction_to, type_commodity');
CREATE TRIGGER require_fact_1_insert AFTER INSERT ON public.arb_marketing_assistance_monitoring FOR EACH ROW WHEN (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) = ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text))) EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');
CREATE TRIGGER require_fact_1_update AFTER UPDATE ON public.arb_marketing_assistance_monitoring FOR EACH ROW WHEN (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) = ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text) AND (NOT ((COALESCE(old.arbo_name, ''::text) = ''::text) AND (COALESCE(old.arbo_id, ''::text) = ''::text) AND (old."arboPrimaryKey" IS NULL) AND (COALESCE(old.arc_name, ''::text) = ''::text) AND (COALESCE(old.arc_id, ''::text) = ''::text))))) EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');
CREATE TRIGGER require_fact_2_insert AFTER INSERT ON public.arb_marketing_assistance_monitoring FOR EACH ROW WHEN ((new.reporting_year IS NULL)) EXECUTE FUNCTION private.refuse_missing_fact('reporting_year');
CREATE TRIGGER require_fact_2_update AFTER UPDATE ON public.arb_marketing_assistance_monitoring FOR EACH ROW WHEN (((new.reporting_year IS NULL) AND (NOT (old.reporting_year IS NULL)))) EXECUTE FUNCTION private.refuse_missing_fact('reporting_year');
CREATE TRIGGER require_fact_3_insert AFTER INSERT ON public.arb_marketing_assistance_monitoring FOR EACH ROW WHEN (((COALESCE(new.reporting_quarter, ''::text) = ''::text) AND (new.status IS DISTINCT FROM 'Target'::text))) EXECUTE FUNCTION private.refuse_missing_fact('reporting_quarter');
CREATE TRIGGER require_fact_3_update AFTER UPDATE ON public.arb_marketing_assistance_monitoring FOR EACH ROW WHEN (((COALESCE(new.reporting_quarter, ''::text) = ''::text) AND (new.status IS DISTINCT FROM 'Target'::text) AND (NOT ((COALESCE(old.reporting_quarter, ''::text) = ''::text) AND (old.status IS DISTINCT FROM 'Target'::text))))) EXECUTE FUNCTION private.refuse_missing_fact('reporting_quarter');
CREATE TRIGGER require_fact_4_insert AFTER INSERT ON public.arb_marketing_assistance_monitoring FOR EACH ROW WHEN (((COALESCE(new.prj_assistance_category, ''::text) = ''::text) AND (COALESCE(new.dar_projects, ''::text) = ''::text) AND (COALESCE(new.darpo_assistance, ''::text) = ''::text) AND (COALESCE(new.special_commodity, ''::text) = ''::text) AND (COALESCE(new.type_commodity, ''::text) = ''::text))) EXECUTE FUNCTION private.refuse_missing_fact('prj_assistance_category');
CREATE TRIGGER require_fact_4_update AFTER UPDATE ON public.arb_marketing_assistance_monitoring FOR EACH ROW WHEN (((COALESCE(new.prj_assistance_category, ''::text) = ''::text) AND (COALESCE(new.dar_projects, ''::text) = ''::text) AND (COALESCE(new.darpo_assistance, ''::text) = ''::text) AND (COALESCE(new.special_commodity, ''::text) = ''::text) AND (COALESCE(new.type_commodity, ''::text) = ''::text) AND (NOT ((COALESCE(old.prj_assistance_category, ''::text) = ''::text) AND (COALESCE(old.dar_projects, ''::text) = ''::text) AND (COALESCE(old.darpo_assistance, ''::text) = ''::text) AND (COALESCE(old.special_commodity, ''::text) = ''::text) AND (COALESCE(old.type_commodity, ''::text) = ''::text))))) EXECUTE FUNCTION private.refuse_missing_fact('prj_assistance_category');
CREATE TRIGGER resolve_arbo BEFORE INSERT OR UPDATE ON public.arb_marketing_assistance_monitoring FOR EACH ROW EXECUTE FUNCTION private.resolve_arbo();
CREATE TRIGGER resolve_arc BEFORE INSERT OR UPDATE ON public.arb_marketing_assistance_monitoring FOR EACH ROW WHEN ((new.arc_id IS NOT NULL)) EXECUTE FUNCTION private.resolve_arc();
CREATE TRIGGER stamp_record BEFORE INSERT OR UPDATE ON public.arb_marketing_assistance_monitoring FOR EACH ROW EXECUTE FUNCTION private.stamp_record();
CREATE TRIGGER verify_texts BEFORE INSERT OR UPDATE ON public.arb_marketing_assistance_monitoring FOR EACH ROW WHEN (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.reporting_quarter) > 250) OR (char_length(new.reporting_month) > 250) OR (char_length(new.prj_assistance_category) > 250) OR (char_length(new.fund_source) > 250) OR (char_length(new.psp_category) > 250) OR (char_length(new.subpsp_name) > 250) OR (char_length(new.subpsp_abbreviation) > 250) OR (char_length(new.subpsp_status) > 250) OR (char_length(new.dar_projects) > 250) OR (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR (char_length(new.cd) > 250) OR (char_length(new.arc_id) > 60) OR (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR (char_length(new.arc_cluster_name) > 250) OR (char_length(new.darpo_assistance) > 4000) OR (char_length(new.special_commodity) > 250) OR (char_length(new.type_commodity) > 250) OR (char_length(new.soft_check_reason) > 500) OR private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.reporting_quarter, new.reporting_month, new.prj_assistance_category, new.fund_source, new.psp_category, new.subpsp_name, new.subpsp_abbreviation, new.subpsp_status, new.dar_projects, new.arbo_id, new.arbo_name, new.region_name, new.province_name, new.muncity_name, new.barangay_name, new.cd, new.arc_id, new.arc_name, new.arc_type, new.arc_cluster_name, new.darpo_assistance, new.special_commodity, new.type_commodity, new.soft_check_reason)))) EXECUTE FUNCTION private.refuse_long_texts('{"cd": 250, "arc_id": 60, "status": 250, "arbo_id": 60, "remarks": 4000, "arc_name": 250, "arc_type": 250, "arbo_name": 250, "fund_source": 250, "region_name": 250, "subpsp_name": 250, "dar_projects": 250, "muncity_name": 250, "psp_category": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "subpsp_status": 250, "type_commodity": 250, "reporting_month": 250, "arc_cluster_name": 250, "darpo_assistance": 4000, "reporting_quarter": 250, "soft_check_reason": 500, "special_commodity": 250, "subpsp_abbreviation": 250, "prj_assistance_category": 250}');
CREATE TRIGGER within_arbo_settled_insert AFTER INSERT ON public.arb_marketing_assistance_monitoring REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER within_arbo_settled_update AFTER UPDATE ON public.arb_marketing_assistance_monitoring REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER write_search_text BEFORE INSERT OR UPDATE ON public.arb_marketing_assistance_monitoring FOR EACH ROW EXECUTE FUNCTION private.write_search_text('{approved_at,approved_by,id,office,row_version,search_text,time_stamp,updated_at,user_id}', '{transaction_from,transaction_to}', '{}', '{}');
grant delete, insert (arb_female_farmer, arb_female_raw, arb_female_total, arb_male_farmer, arb_male_raw, arb_male_total, arb_total_farmer, arb_total_raw, arb_total_total, "arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, cd, dar_projects, darpo_assistance, fund_source, muncity_name, nonarb_female_farmer, nonarb_female_raw, nonarb_female_total, nonarb_male_farmer, nonarb_male_raw, nonarb_male_total, nonarb_total_farmer, nonarb_total_raw, nonarb_total_total, overall_total, prj_assistance_category, process_stage, province_name, psp_category, region_name, remarks, reporting_month, reporting_quarter, reporting_year, soft_check_reason, special_commodity, status, subpsp_abbreviation, subpsp_name, subpsp_status, total_gross, total_volume, transaction_from, transaction_to, type_commodity, year_funded), select, update (arb_female_farmer, arb_female_raw, arb_female_total, arb_male_farmer, arb_male_raw, arb_male_total, arb_total_farmer, arb_total_raw, arb_total_total, "arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, cd, dar_projects, darpo_assistance, fund_source, muncity_name, nonarb_female_farmer, nonarb_female_raw, nonarb_female_total, nonarb_male_farmer, nonarb_male_raw, nonarb_male_total, nonarb_total_farmer, nonarb_total_raw, nonarb_total_total, overall_total, prj_assistance_category, process_stage, province_name, psp_category, region_name, remarks, reporting_month, reporting_quarter, reporting_year, soft_check_reason, special_commodity, status, subpsp_abbreviation, subpsp_name, subpsp_status, total_gross, total_volume, transaction_from, transaction_to, type_commodity, year_funded) on public.arb_marketing_assistance_monitoring to authenticated;
grant select on public.arb_marketing_assistance_monitoring to central_reader;
grant select on public.arb_marketing_assistance_monitoring to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.arb_marketing_assistance_monitoring to service_role;

create table public.arbo_marketing_targets (
  id bigint not null generated always as identity,
  user_id uuid,
  time_stamp timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  process_stage text,
  approved_by uuid,
  approved_at timestamp with time zone,
  remarks text,
  status text default 'Target'::text,
  reporting_year integer,
  year_funded integer,
  fund_source text,
  psp_category text,
  subpsp_name text,
  subpsp_abbreviation text,
  subpsp_status text,
  "arboPrimaryKey" bigint,
  arbo_id text,
  arbo_name text,
  region_name text,
  province_name text,
  muncity_name text,
  barangay_name text,
  cd text,
  office text not null generated always as (((COALESCE(region_name, ''::text) || ' / '::text) || COALESCE(province_name, ''::text))) stored,
  arc_id text,
  arc_name text,
  arc_type text,
  arc_cluster_name text,
  target_commodity text,
  training_id text,
  search_text text
);
alter table public.arbo_marketing_targets add constraint "arbo_marketing_targets_arboPrimaryKey_exists" FOREIGN KEY ("arboPrimaryKey") REFERENCES public.arbo_masterlist(id);
alter table public.arbo_marketing_targets add constraint arbo_marketing_targets_arc_id_exists FOREIGN KEY (arc_id) REFERENCES public.arc_masterlist(arc_id) ON UPDATE CASCADE;
alter table public.arbo_marketing_targets add constraint arbo_marketing_targets_office_exists FOREIGN KEY (office) REFERENCES public.offices(office);
alter table public.arbo_marketing_targets add constraint arbo_marketing_targets_pkey PRIMARY KEY (id);
alter table public.arbo_marketing_targets add constraint arbo_marketing_targets_reporting_year_check CHECK (((reporting_year >= 1990) AND (reporting_year <= 2100)));
alter table public.arbo_marketing_targets add constraint arbo_marketing_targets_training_id_exists FOREIGN KEY (training_id) REFERENCES public.arbo_trainings(training_id);
alter table public.arbo_marketing_targets add constraint location_province_name_check CHECK ((province_name <> ''::text));
alter table public.arbo_marketing_targets add constraint location_region_name_check CHECK ((region_name <> ''::text));
alter table public.arbo_marketing_targets add constraint programme_year_funded_check CHECK (((year_funded >= 1990) AND (year_funded <= 2100)));
alter table public.arbo_marketing_targets add constraint record_process_stage_check CHECK ((process_stage = ANY (ARRAY['Pending'::text, 'Approved'::text])));
alter table public.arbo_marketing_targets add constraint status_status_check CHECK ((status = ANY (ARRAY['Target'::text, 'Accomplished'::text, 'Updated'::text])));
CREATE INDEX "arbo_marketing_targets_arboPrimaryKey" ON public.arbo_marketing_targets USING btree ("arboPrimaryKey");
CREATE INDEX arbo_marketing_targets_arbo_id ON public.arbo_marketing_targets USING btree (arbo_id);
CREATE INDEX arbo_marketing_targets_arbo_name_folded ON public.arbo_marketing_targets USING btree (office, private.fold_name(arbo_name));
CREATE INDEX arbo_marketing_targets_arc_id ON public.arbo_marketing_targets USING btree (arc_id);
CREATE INDEX arbo_marketing_targets_in_order ON public.arbo_marketing_targets USING btree (arbo_name COLLATE private.natural_order, id);
CREATE INDEX arbo_marketing_targets_incomplete ON public.arbo_marketing_targets USING btree (office) WHERE (((COALESCE(arbo_name, ''::text) = ''::text) AND (COALESCE(arbo_id, ''::text) = ''::text) AND ("arboPrimaryKey" IS NULL) AND (COALESCE(arc_name, ''::text) = ''::text) AND (COALESCE(arc_id, ''::text) = ''::text)) OR (reporting_year IS NULL) OR (COALESCE(target_commodity, ''::text) = ''::text));
CREATE INDEX arbo_marketing_targets_office ON public.arbo_marketing_targets USING btree (office, id);
CREATE INDEX arbo_marketing_targets_search ON public.arbo_marketing_targets USING gin (search_text extensions.gin_trgm_ops);
CREATE INDEX arbo_marketing_targets_training_id ON public.arbo_marketing_targets USING btree (training_id);
alter table public.arbo_marketing_targets enable row level security, force row level security;
create policy delete_in_scope on public.arbo_marketing_targets for delete to authenticated
  using ((office = ANY (( SELECT private.offices_to_write('delete'::text, 'target'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL)));
create policy insert_in_scope on public.arbo_marketing_targets for insert to authenticated
  with check ((office = ANY (( SELECT private.offices_to_write('insert'::text, 'target'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR ( SELECT private.caller_can_approve_own() AS caller_can_approve_own)));
create policy select_in_scope on public.arbo_marketing_targets for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.arbo_marketing_targets for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.arbo_marketing_targets for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
create policy update_in_scope on public.arbo_marketing_targets for update to authenticated
  using (office = ANY (( SELECT private.offices_to_write('change'::text, 'target'::text) AS offices_to_write)::text[]))
  with check (office = ANY (( SELECT private.offices_to_write('change'::text, 'target'::text) AS offices_to_write)::text[]));
CREATE TRIGGER "0_check_references_insert" AFTER INSERT ON public.arbo_marketing_targets REFERENCING NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER "0_check_references_update" AFTER UPDATE ON public.arbo_marketing_targets REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER clean_texts BEFORE INSERT OR UPDATE ON public.arbo_marketing_targets FOR EACH ROW EXECUTE FUNCTION private.clean_texts();
CREATE TRIGGER end_review AFTER UPDATE ON public.arbo_marketing_targets REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.end_review();
CREATE TRIGGER flag_as_updated BEFORE INSERT OR UPDATE ON public.arbo_marketing_targets FOR EACH ROW EXECUTE FUNCTION private.flag_as_updated();
CREATE TRIGGER guard_stage AFTER UPDATE ON public.arbo_marketing_targets REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.guard_stage();
CREATE TRIGGER judge_places_insert AFTER INSERT ON public.arbo_marketing_targets REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER judge_places_update AFTER UPDATE ON public.arbo_marketing_targets REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER log_delete AFTER DELETE ON public.arbo_marketing_targets REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_insert AFTER INSERT ON public.arbo_marketing_targets REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_update AFTER UPDATE ON public.arbo_marketing_targets REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER normalize_place BEFORE INSERT OR UPDATE ON public.arbo_marketing_targets FOR EACH ROW EXECUTE FUNCTION private.normalize_place();
CREATE TRIGGER note_stale_rows_delete AFTER DELETE ON public.arbo_marketing_targets REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.target_commodity, r.year_funded');
CREATE TRIGGER note_stale_rows_insert AFTER INSERT ON public.arbo_marketing_targets REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.target_commodity, r.year_funded');
CREATE TRIGGER note_stale_rows_update AFTER UPDATE ON public.arbo_marketing_targets REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.target_commodity, r.year_funded');
CREATE TRIGGER require_fact_1_insert AFTER INSERT ON public.arbo_marketing_targets FOR EACH ROW WHEN (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) = ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text))) EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');
CREATE TRIGGER require_fact_1_update AFTER UPDATE ON public.arbo_marketing_targets FOR EACH ROW WHEN (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) = ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text) AND (NOT ((COALESCE(old.arbo_name, ''::text) = ''::text) AND (COALESCE(old.arbo_id, ''::text) = ''::text) AND (old."arboPrimaryKey" IS NULL) AND (COALESCE(old.arc_name, ''::text) = ''::text) AND (COALESCE(old.arc_id, ''::text) = ''::text))))) EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');
CREATE TRIGGER require_fact_2_insert AFTER INSERT ON public.arbo_marketing_targets FOR EACH ROW WHEN ((new.reporting_year IS NULL)) EXECUTE FUNCTION private.refuse_missing_fact('reporting_year');
CREATE TRIGGER require_fact_2_update AFTER UPDATE ON public.arbo_marketing_targets FOR EACH ROW WHEN (((new.reporting_year IS NULL) AND (NOT (old.reporting_year IS NULL)))) EXECUTE FUNCTION private.refuse_missing_fact('reporting_year');
CREATE TRIGGER require_fact_3_insert AFTER INSERT ON public.arbo_marketing_targets FOR EACH ROW WHEN ((COALESCE(new.target_commodity, ''::text) = ''::text)) EXECUTE FUNCTION private.refuse_missing_fact('target_commodity');
CREATE TRIGGER require_fact_3_update AFTER UPDATE ON public.arbo_marketing_targets FOR EACH ROW WHEN (((COALESCE(new.target_commodity, ''::text) = ''::text) AND (NOT (COALESCE(old.target_commodity, ''::text) = ''::text)))) EXECUTE FUNCTION private.refuse_missing_fact('target_commodity');
CREATE TRIGGER resolve_arbo BEFORE INSERT OR UPDATE ON public.arbo_marketing_targets FOR EACH ROW EXECUTE FUNCTION private.resolve_arbo();
CREATE TRIGGER resolve_arc BEFORE INSERT OR UPDATE ON public.arbo_marketing_targets FOR EACH ROW WHEN ((new.arc_id IS NOT NULL)) EXECUTE FUNCTION private.resolve_arc();
CREATE TRIGGER stamp_record BEFORE INSERT OR UPDATE ON public.arbo_marketing_targets FOR EACH ROW EXECUTE FUNCTION private.stamp_record();
CREATE TRIGGER verify_texts BEFORE INSERT OR UPDATE ON public.arbo_marketing_targets FOR EACH ROW WHEN (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.fund_source) > 250) OR (char_length(new.psp_category) > 250) OR (char_length(new.subpsp_name) > 250) OR (char_length(new.subpsp_abbreviation) > 250) OR (char_length(new.subpsp_status) > 250) OR (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR (char_length(new.cd) > 250) OR (char_length(new.arc_id) > 60) OR (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR (char_length(new.arc_cluster_name) > 250) OR (char_length(new.target_commodity) > 250) OR (char_length(new.training_id) > 60) OR private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.fund_source, new.psp_category, new.subpsp_name, new.subpsp_abbreviation, new.subpsp_status, new.arbo_id, new.arbo_name, new.region_name, new.province_name, new.muncity_name, new.barangay_name, new.cd, new.arc_id, new.arc_name, new.arc_type, new.arc_cluster_name, new.target_commodity, new.training_id)))) EXECUTE FUNCTION private.refuse_long_texts('{"cd": 250, "arc_id": 60, "status": 250, "arbo_id": 60, "remarks": 4000, "arc_name": 250, "arc_type": 250, "arbo_name": 250, "fund_source": 250, "region_name": 250, "subpsp_name": 250, "training_id": 60, "muncity_name": 250, "psp_category": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "subpsp_status": 250, "arc_cluster_name": 250, "target_commodity": 250, "subpsp_abbreviation": 250}');
CREATE TRIGGER within_arbo_settled_insert AFTER INSERT ON public.arbo_marketing_targets REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER within_arbo_settled_update AFTER UPDATE ON public.arbo_marketing_targets REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER write_search_text BEFORE INSERT OR UPDATE ON public.arbo_marketing_targets FOR EACH ROW EXECUTE FUNCTION private.write_search_text('{approved_at,approved_by,id,office,row_version,search_text,time_stamp,updated_at,user_id}', '{}', '{}', '{}');
grant delete, insert ("arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, cd, fund_source, muncity_name, process_stage, province_name, psp_category, region_name, remarks, reporting_year, status, subpsp_abbreviation, subpsp_name, subpsp_status, target_commodity, training_id, year_funded), select, update ("arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, cd, fund_source, muncity_name, process_stage, province_name, psp_category, region_name, remarks, reporting_year, status, subpsp_abbreviation, subpsp_name, subpsp_status, target_commodity, training_id, year_funded) on public.arbo_marketing_targets to authenticated;
grant select on public.arbo_marketing_targets to central_reader;
grant select on public.arbo_marketing_targets to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.arbo_marketing_targets to service_role;

create table public.arbo_masterlist (
  id bigint not null generated always as identity,
  user_id uuid,
  time_stamp timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  process_stage text,
  approved_by uuid,
  approved_at timestamp with time zone,
  remarks text,
  status text default 'Accomplished'::text,
  arbo_id text,
  arbo_name text not null,
  former_names text[],
  region_name text,
  province_name text,
  muncity_name text,
  barangay_name text,
  cd text,
  office text not null generated always as (((COALESCE(region_name, ''::text) || ' / '::text) || COALESCE(province_name, ''::text))) stored,
  sitio_purok_street text,
  arbo_service_coverage text,
  arc_id text,
  arc_name text,
  arc_type text,
  arc_cluster_name text,
  year_organized integer,
  org_type text,
  enterprises_services_count integer,
  oma_level_2013 text,
  itema_status_2019 text,
  itema_level_2019 text,
  it_easy_status_2024 text,
  it_easy_level_2024 text,
  current_arbo_status text,
  registering_agency text,
  registration_number text,
  date_of_registration date,
  coc_or_cgs_number text,
  coc_cgs_attachment_link text,
  latest_date_of_coc_cgs date,
  total_male_baseline_2014 integer,
  total_female_baseline_2014 integer,
  total_total_baseline_2014 integer,
  arb_male_baseline_2014 integer,
  arb_female_baseline_2014 integer,
  arb_total_baseline_2014 integer,
  total_member_male integer,
  total_member_female integer,
  total_member integer,
  no_arb_member_male integer,
  no_arb_member_female integer,
  no_arb_member_total integer,
  arb_male_registered_rsbsa integer,
  arb_female_registered_rsbsa integer,
  arb_total_registered_rsbsa integer,
  total_members_with_paid_dues integer,
  total_membership_dues_amount bigint,
  total_members_with_share_capital integer,
  total_share_capital_amount bigint,
  members_with_savings integer,
  total_savings_generated_amount bigint,
  total_asset bigint,
  total_liabilities bigint,
  total_amount_of_loans bigint,
  source_of_loans text,
  latest_audited_fs integer,
  search_text text,
  soft_check_reason text
);
alter table public.arbo_masterlist add constraint arbo_masterlist_arb_total_baseline_2014_agrees CHECK ((arb_total_baseline_2014 = (arb_male_baseline_2014 + arb_female_baseline_2014)));
alter table public.arbo_masterlist add constraint arbo_masterlist_arb_total_registered_rsbsa_agrees CHECK ((arb_total_registered_rsbsa = (arb_male_registered_rsbsa + arb_female_registered_rsbsa)));
alter table public.arbo_masterlist add constraint arbo_masterlist_arbo_id_check CHECK ((btrim(arbo_id) <> ''::text));
alter table public.arbo_masterlist add constraint arbo_masterlist_arbo_name_check CHECK ((btrim(arbo_name) <> ''::text));
alter table public.arbo_masterlist add constraint arbo_masterlist_counts_not_negative CHECK ((LEAST((enterprises_services_count)::bigint, (total_male_baseline_2014)::bigint, (total_female_baseline_2014)::bigint, (total_total_baseline_2014)::bigint, (arb_male_baseline_2014)::bigint, (arb_female_baseline_2014)::bigint, (arb_total_baseline_2014)::bigint, (total_member_male)::bigint, (total_member_female)::bigint, (total_member)::bigint, (no_arb_member_male)::bigint, (no_arb_member_female)::bigint, (no_arb_member_total)::bigint, (arb_male_registered_rsbsa)::bigint, (arb_female_registered_rsbsa)::bigint, (arb_total_registered_rsbsa)::bigint, (total_members_with_paid_dues)::bigint, total_membership_dues_amount, (total_members_with_share_capital)::bigint, total_share_capital_amount, (members_with_savings)::bigint, total_savings_generated_amount, total_asset, total_liabilities, total_amount_of_loans) >= 0));
alter table public.arbo_masterlist add constraint arbo_masterlist_date_of_registration_bound CHECK (((date_of_registration >= '1000-01-01'::date) AND (date_of_registration <= '9999-12-31'::date)));
alter table public.arbo_masterlist add constraint arbo_masterlist_latest_audited_fs_check CHECK (((latest_audited_fs >= 1900) AND (latest_audited_fs <= 2100)));
alter table public.arbo_masterlist add constraint arbo_masterlist_latest_date_of_coc_cgs_bound CHECK (((latest_date_of_coc_cgs >= '1000-01-01'::date) AND (latest_date_of_coc_cgs <= '9999-12-31'::date)));
alter table public.arbo_masterlist add constraint arbo_masterlist_no_arb_member_total_agrees CHECK ((no_arb_member_total = (no_arb_member_male + no_arb_member_female)));
alter table public.arbo_masterlist add constraint arbo_masterlist_office_exists FOREIGN KEY (office) REFERENCES public.offices(office);
alter table public.arbo_masterlist add constraint arbo_masterlist_pkey PRIMARY KEY (id);
alter table public.arbo_masterlist add constraint arbo_masterlist_registering_agency_check CHECK ((registering_agency = ANY (ARRAY['CDA'::text, 'SEC'::text, 'DOLE'::text])));
alter table public.arbo_masterlist add constraint arbo_masterlist_soft_check_reason_check CHECK (((soft_check_reason ~ '[[:alpha:]]{2}'::text) AND (length(soft_check_reason) <= 500)));
alter table public.arbo_masterlist add constraint arbo_masterlist_total_member_agrees CHECK ((total_member = (total_member_male + total_member_female)));
alter table public.arbo_masterlist add constraint arbo_masterlist_total_total_baseline_2014_agrees CHECK ((total_total_baseline_2014 = (total_male_baseline_2014 + total_female_baseline_2014)));
alter table public.arbo_masterlist add constraint arbo_masterlist_year_organized_check CHECK (((year_organized >= 1900) AND (year_organized <= 2100)));
alter table public.arbo_masterlist add constraint location_province_name_check CHECK ((province_name <> ''::text));
alter table public.arbo_masterlist add constraint location_region_name_check CHECK ((region_name <> ''::text));
alter table public.arbo_masterlist add constraint record_process_stage_check CHECK ((process_stage = ANY (ARRAY['Pending'::text, 'Approved'::text])));
alter table public.arbo_masterlist add constraint status_status_check CHECK ((status = ANY (ARRAY['Target'::text, 'Accomplished'::text, 'Updated'::text])));
CREATE INDEX arbo_masterlist_arbo_id_folded ON public.arbo_masterlist USING btree (office, private.fold_name(arbo_id));
CREATE UNIQUE INDEX arbo_masterlist_arbo_id_once ON public.arbo_masterlist USING btree (arbo_id);
CREATE INDEX arbo_masterlist_arbo_name_folded ON public.arbo_masterlist USING btree (office, private.fold_name(arbo_name));
CREATE INDEX arbo_masterlist_by_name ON public.arbo_masterlist USING btree (arbo_name COLLATE private.natural_order, id);
CREATE INDEX arbo_masterlist_formerly ON public.arbo_masterlist USING btree (office) WHERE (former_names IS NOT NULL);
CREATE INDEX arbo_masterlist_found ON public.arbo_masterlist USING gin (private.build_find_text(arbo_name, arbo_id) extensions.gin_trgm_ops);
CREATE INDEX arbo_masterlist_found_in_order ON public.arbo_masterlist USING btree (private.build_find_text(arbo_name, arbo_id) COLLATE "C");
CREATE INDEX arbo_masterlist_office ON public.arbo_masterlist USING btree (office, id);
CREATE INDEX arbo_masterlist_office_by_name ON public.arbo_masterlist USING btree (office, arbo_name COLLATE private.natural_order, id);
CREATE INDEX arbo_masterlist_office_name ON public.arbo_masterlist USING btree (office, arbo_name);
CREATE INDEX arbo_masterlist_search ON public.arbo_masterlist USING gin (search_text extensions.gin_trgm_ops);
CREATE INDEX arbo_masterlist_with_reason ON public.arbo_masterlist USING btree (office) WHERE (soft_check_reason IS NOT NULL);
alter table public.arbo_masterlist enable row level security, force row level security;
create policy delete_in_scope on public.arbo_masterlist for delete to authenticated
  using ((office = ANY (( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL)));
create policy insert_in_scope on public.arbo_masterlist for insert to authenticated
  with check ((office = ANY (( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR ( SELECT private.caller_can_approve_own() AS caller_can_approve_own)));
create policy select_in_scope on public.arbo_masterlist for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.arbo_masterlist for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.arbo_masterlist for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
create policy update_in_scope on public.arbo_masterlist for update to authenticated
  using (office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[]))
  with check (office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[]));
CREATE TRIGGER ask_reason_insert AFTER INSERT ON public.arbo_masterlist FOR EACH ROW WHEN (((new.soft_check_reason IS NULL) AND ((new.arb_male_baseline_2014 > new.total_male_baseline_2014) OR (new.arb_female_baseline_2014 > new.total_female_baseline_2014) OR (new.arb_total_baseline_2014 > new.total_total_baseline_2014) OR (new.no_arb_member_male > new.total_member_male) OR (new.no_arb_member_female > new.total_member_female) OR (new.no_arb_member_total > new.total_member) OR (new.arb_male_registered_rsbsa > new.no_arb_member_male) OR (new.arb_female_registered_rsbsa > new.no_arb_member_female) OR (new.arb_total_registered_rsbsa > new.no_arb_member_total) OR (new.total_members_with_paid_dues > new.total_member) OR (new.total_members_with_share_capital > new.total_member) OR (new.members_with_savings > new.total_member) OR ((num_nulls(new.total_male_baseline_2014, new.total_female_baseline_2014) >= 1) AND (num_nulls(new.total_male_baseline_2014, new.total_female_baseline_2014) <= 1)) OR ((num_nulls(new.arb_male_baseline_2014, new.arb_female_baseline_2014) >= 1) AND (num_nulls(new.arb_male_baseline_2014, new.arb_female_baseline_2014) <= 1)) OR ((num_nulls(new.total_member_male, new.total_member_female) >= 1) AND (num_nulls(new.total_member_male, new.total_member_female) <= 1)) OR ((num_nulls(new.no_arb_member_male, new.no_arb_member_female) >= 1) AND (num_nulls(new.no_arb_member_male, new.no_arb_member_female) <= 1)) OR ((num_nulls(new.arb_male_registered_rsbsa, new.arb_female_registered_rsbsa) >= 1) AND (num_nulls(new.arb_male_registered_rsbsa, new.arb_female_registered_rsbsa) <= 1))))) EXECUTE FUNCTION private.require_reason();
CREATE TRIGGER ask_reason_update AFTER UPDATE ON public.arbo_masterlist FOR EACH ROW WHEN (((new.soft_check_reason IS NULL) AND (((new.arb_male_baseline_2014 > new.total_male_baseline_2014) AND ((new.arb_male_baseline_2014 IS DISTINCT FROM old.arb_male_baseline_2014) OR (new.total_male_baseline_2014 IS DISTINCT FROM old.total_male_baseline_2014))) OR ((new.arb_female_baseline_2014 > new.total_female_baseline_2014) AND ((new.arb_female_baseline_2014 IS DISTINCT FROM old.arb_female_baseline_2014) OR (new.total_female_baseline_2014 IS DISTINCT FROM old.total_female_baseline_2014))) OR ((new.arb_total_baseline_2014 > new.total_total_baseline_2014) AND ((new.arb_total_baseline_2014 IS DISTINCT FROM old.arb_total_baseline_2014) OR (new.total_total_baseline_2014 IS DISTINCT FROM old.total_total_baseline_2014))) OR ((new.no_arb_member_male > new.total_member_male) AND ((new.no_arb_member_male IS DISTINCT FROM old.no_arb_member_male) OR (new.total_member_male IS DISTINCT FROM old.total_member_male))) OR ((new.no_arb_member_female > new.total_member_female) AND ((new.no_arb_member_female IS DISTINCT FROM old.no_arb_member_female) OR (new.total_member_female IS DISTINCT FROM old.total_member_female))) OR ((new.no_arb_member_total > new.total_member) AND ((new.no_arb_member_total IS DISTINCT FROM old.no_arb_member_total) OR (new.total_member IS DISTINCT FROM old.total_member))) OR ((new.arb_male_registered_rsbsa > new.no_arb_member_male) AND ((new.arb_male_registered_rsbsa IS DISTINCT FROM old.arb_male_registered_rsbsa) OR (new.no_arb_member_male IS DISTINCT FROM old.no_arb_member_male))) OR ((new.arb_female_registered_rsbsa > new.no_arb_member_female) AND ((new.arb_female_registered_rsbsa IS DISTINCT FROM old.arb_female_registered_rsbsa) OR (new.no_arb_member_female IS DISTINCT FROM old.no_arb_member_female))) OR ((new.arb_total_registered_rsbsa > new.no_arb_member_total) AND ((new.arb_total_registered_rsbsa IS DISTINCT FROM old.arb_total_registered_rsbsa) OR (new.no_arb_member_total IS DISTINCT FROM old.no_arb_member_total))) OR ((new.total_members_with_paid_dues > new.total_member) AND ((new.total_members_with_paid_dues IS DISTINCT FROM old.total_members_with_paid_dues) OR (new.total_member IS DISTINCT FROM old.total_member))) OR ((new.total_members_with_share_capital > new.total_member) AND ((new.total_members_with_share_capital IS DISTINCT FROM old.total_members_with_share_capital) OR (new.total_member IS DISTINCT FROM old.total_member))) OR ((new.members_with_savings > new.total_member) AND ((new.members_with_savings IS DISTINCT FROM old.members_with_savings) OR (new.total_member IS DISTINCT FROM old.total_member))) OR (((num_nulls(new.total_male_baseline_2014, new.total_female_baseline_2014) >= 1) AND (num_nulls(new.total_male_baseline_2014, new.total_female_baseline_2014) <= 1)) AND (((new.total_total_baseline_2014 IS DISTINCT FROM old.total_total_baseline_2014) OR (new.total_male_baseline_2014 IS DISTINCT FROM old.total_male_baseline_2014)) OR (new.total_female_baseline_2014 IS DISTINCT FROM old.total_female_baseline_2014))) OR (((num_nulls(new.arb_male_baseline_2014, new.arb_female_baseline_2014) >= 1) AND (num_nulls(new.arb_male_baseline_2014, new.arb_female_baseline_2014) <= 1)) AND (((new.arb_total_baseline_2014 IS DISTINCT FROM old.arb_total_baseline_2014) OR (new.arb_male_baseline_2014 IS DISTINCT FROM old.arb_male_baseline_2014)) OR (new.arb_female_baseline_2014 IS DISTINCT FROM old.arb_female_baseline_2014))) OR (((num_nulls(new.total_member_male, new.total_member_female) >= 1) AND (num_nulls(new.total_member_male, new.total_member_female) <= 1)) AND (((new.total_member IS DISTINCT FROM old.total_member) OR (new.total_member_male IS DISTINCT FROM old.total_member_male)) OR (new.total_member_female IS DISTINCT FROM old.total_member_female))) OR (((num_nulls(new.no_arb_member_male, new.no_arb_member_female) >= 1) AND (num_nulls(new.no_arb_member_male, new.no_arb_member_female) <= 1)) AND (((new.no_arb_member_total IS DISTINCT FROM old.no_arb_member_total) OR (new.no_arb_member_male IS DISTINCT FROM old.no_arb_member_male)) OR (new.no_arb_member_female IS DISTINCT FROM old.no_arb_member_female))) OR (((num_nulls(new.arb_male_registered_rsbsa, new.arb_female_registered_rsbsa) >= 1) AND (num_nulls(new.arb_male_registered_rsbsa, new.arb_female_registered_rsbsa) <= 1)) AND (((new.arb_total_registered_rsbsa IS DISTINCT FROM old.arb_total_registered_rsbsa) OR (new.arb_male_registered_rsbsa IS DISTINCT FROM old.arb_male_registered_rsbsa)) OR (new.arb_female_registered_rsbsa IS DISTINCT FROM old.arb_female_registered_rsbsa)))))) EXECUTE FUNCTION private.require_reason();
CREATE TRIGGER carry_arbo_insert AFTER INSERT ON public.arbo_masterlist REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.copy_arbo_to_rows();
CREATE TRIGGER carry_arbo_update AFTER UPDATE ON public.arbo_masterlist REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.copy_arbo_to_rows();
CREATE TRIGGER clean_texts BEFORE INSERT OR UPDATE ON public.arbo_masterlist FOR EACH ROW EXECUTE FUNCTION private.clean_texts();
CREATE TRIGGER end_review AFTER UPDATE ON public.arbo_masterlist REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.end_review();
CREATE TRIGGER flag_as_updated BEFORE INSERT OR UPDATE ON public.arbo_masterlist FOR EACH ROW EXECUTE FUNCTION private.flag_as_updated();
CREATE TRIGGER guard_stage AFTER UPDATE ON public.arbo_masterlist REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.guard_stage();
CREATE TRIGGER judge_places_insert AFTER INSERT ON public.arbo_masterlist REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER judge_places_update AFTER UPDATE ON public.arbo_masterlist REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER keep_former_name BEFORE UPDATE OF arbo_name ON public.arbo_masterlist FOR EACH ROW WHEN ((old.arbo_name <> new.arbo_name)) EXECUTE FUNCTION private.keep_former_name();
CREATE TRIGGER keep_referrers_in_office AFTER UPDATE ON public.arbo_masterlist REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_referrers_in_office();
CREATE TRIGGER lead_attachments_delete AFTER DELETE ON public.arbo_masterlist REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.sync_attachments();
CREATE TRIGGER lead_attachments_update AFTER UPDATE ON public.arbo_masterlist REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.sync_attachments();
CREATE TRIGGER lock_before_move BEFORE UPDATE OF region_name, province_name ON public.arbo_masterlist FOR EACH ROW WHEN (((old.region_name IS DISTINCT FROM new.region_name) OR (old.province_name IS DISTINCT FROM new.province_name))) EXECUTE FUNCTION private.lock_before_move();
CREATE TRIGGER log_delete AFTER DELETE ON public.arbo_masterlist REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_insert AFTER INSERT ON public.arbo_masterlist REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_update AFTER UPDATE ON public.arbo_masterlist REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER normalize_place BEFORE INSERT OR UPDATE ON public.arbo_masterlist FOR EACH ROW EXECUTE FUNCTION private.normalize_place();
CREATE TRIGGER note_stale_rows_delete AFTER DELETE ON public.arbo_masterlist REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r.id, r.office, r.region_name, r.province_name, r.muncity_name');
CREATE TRIGGER note_stale_rows_insert AFTER INSERT ON public.arbo_masterlist REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r.id, r.office, r.region_name, r.province_name, r.muncity_name');
CREATE TRIGGER note_stale_rows_update AFTER UPDATE ON public.arbo_masterlist REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r.id, r.office, r.region_name, r.province_name, r.muncity_name');
CREATE TRIGGER note_unusual_delete AFTER DELETE ON public.arbo_masterlist REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, arb_female_baseline_2014, arb_female_registered_rsbsa, arb_male_baseline_2014, arb_male_registered_rsbsa, arb_total_baseline_2014, arb_total_registered_rsbsa, members_with_savings, no_arb_member_female, no_arb_member_male, no_arb_member_total, soft_check_reason, total_female_baseline_2014, total_male_baseline_2014, total_member, total_member_female, total_member_male, total_members_with_paid_dues, total_members_with_share_capital, total_total_baseline_2014');
CREATE TRIGGER note_unusual_insert AFTER INSERT ON public.arbo_masterlist REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, arb_female_baseline_2014, arb_female_registered_rsbsa, arb_male_baseline_2014, arb_male_registered_rsbsa, arb_total_baseline_2014, arb_total_registered_rsbsa, members_with_savings, no_arb_member_female, no_arb_member_male, no_arb_member_total, soft_check_reason, total_female_baseline_2014, total_male_baseline_2014, total_member, total_member_female, total_member_male, total_members_with_paid_dues, total_members_with_share_capital, total_total_baseline_2014');
CREATE TRIGGER note_unusual_update AFTER UPDATE ON public.arbo_masterlist REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, arb_female_baseline_2014, arb_female_registered_rsbsa, arb_male_baseline_2014, arb_male_registered_rsbsa, arb_total_baseline_2014, arb_total_registered_rsbsa, members_with_savings, no_arb_member_female, no_arb_member_male, no_arb_member_total, soft_check_reason, total_female_baseline_2014, total_male_baseline_2014, total_member, total_member_female, total_member_male, total_members_with_paid_dues, total_members_with_share_capital, total_total_baseline_2014');
CREATE TRIGGER preserve_attachment_links BEFORE UPDATE ON public.arbo_masterlist FOR EACH ROW EXECUTE FUNCTION private.preserve_attachment_links();
CREATE TRIGGER resolve_arc BEFORE INSERT OR UPDATE ON public.arbo_masterlist FOR EACH ROW WHEN ((new.arc_id IS NOT NULL)) EXECUTE FUNCTION private.resolve_arc();
CREATE TRIGGER stamp_record BEFORE INSERT OR UPDATE ON public.arbo_masterlist FOR EACH ROW EXECUTE FUNCTION private.stamp_record();
CREATE TRIGGER verify_texts BEFORE INSERT OR UPDATE ON public.arbo_masterlist FOR EACH ROW WHEN (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR (char_length(new.cd) > 250) OR (char_length(new.sitio_purok_street) > 250) OR (char_length(new.arbo_service_coverage) > 250) OR (char_length(new.arc_id) > 60) OR (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR (char_length(new.arc_cluster_name) > 250) OR (char_length(new.org_type) > 250) OR (char_length(new.oma_level_2013) > 250) OR (char_length(new.itema_status_2019) > 250) OR (char_length(new.itema_level_2019) > 250) OR (char_length(new.it_easy_status_2024) > 250) OR (char_length(new.it_easy_level_2024) > 250) OR (char_length(new.current_arbo_status) > 250) OR (char_length(new.registering_agency) > 250) OR (char_length(new.registration_number) > 250) OR (char_length(new.coc_or_cgs_number) > 250) OR (char_length(new.coc_cgs_attachment_link) > 1000) OR (char_length(new.source_of_loans) > 250) OR (char_length(new.soft_check_reason) > 500) OR private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.arbo_id, new.arbo_name, new.region_name, new.province_name, new.muncity_name, new.barangay_name, new.cd, new.sitio_purok_street, new.arbo_service_coverage, new.arc_id, new.arc_name, new.arc_type, new.arc_cluster_name, new.org_type, new.oma_level_2013, new.itema_status_2019, new.itema_level_2019, new.it_easy_status_2024, new.it_easy_level_2024, new.current_arbo_status, new.registering_agency, new.registration_number, new.coc_or_cgs_number, new.coc_cgs_attachment_link, new.source_of_loans, new.soft_check_reason)))) EXECUTE FUNCTION private.refuse_long_texts('{"cd": 250, "arc_id": 60, "status": 250, "arbo_id": 60, "remarks": 4000, "arc_name": 250, "arc_type": 250, "org_type": 250, "arbo_name": 250, "region_name": 250, "muncity_name": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "oma_level_2013": 250, "source_of_loans": 250, "arc_cluster_name": 250, "itema_level_2019": 250, "coc_or_cgs_number": 250, "itema_status_2019": 250, "soft_check_reason": 500, "it_easy_level_2024": 250, "registering_agency": 250, "sitio_purok_street": 250, "current_arbo_status": 250, "it_easy_status_2024": 250, "registration_number": 250, "arbo_service_coverage": 250, "coc_cgs_attachment_link": 1000}');
CREATE TRIGGER write_search_text BEFORE INSERT OR UPDATE ON public.arbo_masterlist FOR EACH ROW EXECUTE FUNCTION private.write_search_text('{approved_at,approved_by,id,office,row_version,search_text,time_stamp,updated_at,user_id}', '{date_of_registration,latest_date_of_coc_cgs}', '{}', '{former_names}');
grant delete, insert (arb_female_baseline_2014, arb_female_registered_rsbsa, arb_male_baseline_2014, arb_male_registered_rsbsa, arb_total_baseline_2014, arb_total_registered_rsbsa, arbo_id, arbo_name, arbo_service_coverage, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, cd, coc_cgs_attachment_link, coc_or_cgs_number, current_arbo_status, date_of_registration, enterprises_services_count, it_easy_level_2024, it_easy_status_2024, itema_level_2019, itema_status_2019, latest_audited_fs, latest_date_of_coc_cgs, members_with_savings, muncity_name, no_arb_member_female, no_arb_member_male, no_arb_member_total, oma_level_2013, org_type, process_stage, province_name, region_name, registering_agency, registration_number, remarks, sitio_purok_street, soft_check_reason, source_of_loans, status, total_amount_of_loans, total_asset, total_female_baseline_2014, total_liabilities, total_male_baseline_2014, total_member, total_member_female, total_member_male, total_members_with_paid_dues, total_members_with_share_capital, total_membership_dues_amount, total_savings_generated_amount, total_share_capital_amount, total_total_baseline_2014, year_organized), select, update (arb_female_baseline_2014, arb_female_registered_rsbsa, arb_male_baseline_2014, arb_male_registered_rsbsa, arb_total_baseline_2014, arb_total_registered_rsbsa, arbo_id, arbo_name, arbo_service_coverage, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, cd, coc_cgs_attachment_link, coc_or_cgs_number, current_arbo_status, date_of_registration, enterprises_services_count, it_easy_level_2024, it_easy_status_2024, itema_level_2019, itema_status_2019, latest_audited_fs, latest_date_of_coc_cgs, members_with_savings, muncity_name, no_arb_member_female, no_arb_member_male, no_arb_member_total, oma_level_2013, org_type, process_stage, province_name, region_name, registering_agency, registration_number, remarks, sitio_purok_street, soft_check_reason, source_of_loans, status, total_amount_of_loans, total_asset, total_female_baseline_2014, total_liabilities, total_male_baseline_2014, total_member, total_member_female, total_member_male, total_members_with_paid_dues, total_members_with_share_capital, total_membership_dues_amount, total_savings_generated_amount, total_share_capital_amount, total_total_baseline_2014, year_organized) on public.arbo_masterlist to authenticated;
grant select on public.arbo_masterlist to central_reader;
grant select on public.arbo_masterlist to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.arbo_masterlist to service_role;

create table public.arbo_trainings (
  id bigint not null generated always as identity,
  user_id uuid,
  time_stamp timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  process_stage text,
  approved_by uuid,
  approved_at timestamp with time zone,
  remarks text,
  status text default 'Accomplished'::text,
  training_title text not null,
  training_id text,
  date_conducted date,
  start_date date,
  end_date date,
  training_days integer,
  training_category text,
  conducted_by text,
  training_cost bigint,
  agri_inputs text,
  year_funded integer,
  fund_source text,
  psp_category text,
  subpsp_name text,
  subpsp_abbreviation text,
  subpsp_status text,
  "arboPrimaryKey" bigint,
  arbo_id text,
  arbo_name text,
  region_name text,
  province_name text,
  muncity_name text,
  barangay_name text,
  cd text,
  office text not null generated always as (((COALESCE(region_name, ''::text) || ' / '::text) || COALESCE(province_name, ''::text))) stored,
  arc_id text,
  arc_name text,
  arc_type text,
  arc_cluster_name text,
  search_text text
);
alter table public.arbo_trainings add constraint "arbo_trainings_arboPrimaryKey_exists" FOREIGN KEY ("arboPrimaryKey") REFERENCES public.arbo_masterlist(id);
alter table public.arbo_trainings add constraint arbo_trainings_arc_id_exists FOREIGN KEY (arc_id) REFERENCES public.arc_masterlist(arc_id) ON UPDATE CASCADE;
alter table public.arbo_trainings add constraint arbo_trainings_counts_not_negative CHECK ((LEAST((training_days)::bigint, training_cost) >= 0));
alter table public.arbo_trainings add constraint arbo_trainings_date_conducted_bound CHECK (((date_conducted >= '1000-01-01'::date) AND (date_conducted <= '9999-12-31'::date)));
alter table public.arbo_trainings add constraint arbo_trainings_end_date_bound CHECK (((end_date >= '1000-01-01'::date) AND (end_date <= '9999-12-31'::date)));
alter table public.arbo_trainings add constraint arbo_trainings_end_date_in_order CHECK ((end_date >= start_date));
alter table public.arbo_trainings add constraint arbo_trainings_office_exists FOREIGN KEY (office) REFERENCES public.offices(office);
alter table public.arbo_trainings add constraint arbo_trainings_pkey PRIMARY KEY (id);
alter table public.arbo_trainings add constraint arbo_trainings_start_date_bound CHECK (((start_date >= '1000-01-01'::date) AND (start_date <= '9999-12-31'::date)));
alter table public.arbo_trainings add constraint arbo_trainings_training_days_agrees CHECK ((training_days = ((end_date - start_date) + 1)));
alter table public.arbo_trainings add constraint arbo_trainings_training_id_given CHECK ((btrim(training_id) <> ''::text));
alter table public.arbo_trainings add constraint arbo_trainings_training_title_given CHECK ((btrim(training_title) <> ''::text));
alter table public.arbo_trainings add constraint location_province_name_check CHECK ((province_name <> ''::text));
alter table public.arbo_trainings add constraint location_region_name_check CHECK ((region_name <> ''::text));
alter table public.arbo_trainings add constraint programme_year_funded_check CHECK (((year_funded >= 1990) AND (year_funded <= 2100)));
alter table public.arbo_trainings add constraint record_process_stage_check CHECK ((process_stage = ANY (ARRAY['Pending'::text, 'Approved'::text])));
alter table public.arbo_trainings add constraint status_status_check CHECK ((status = ANY (ARRAY['Target'::text, 'Accomplished'::text, 'Updated'::text])));
CREATE INDEX "arbo_trainings_arboPrimaryKey" ON public.arbo_trainings USING btree ("arboPrimaryKey");
CREATE INDEX arbo_trainings_arbo_id ON public.arbo_trainings USING btree (arbo_id);
CREATE INDEX arbo_trainings_arc_id ON public.arbo_trainings USING btree (arc_id);
CREATE INDEX arbo_trainings_by_title ON public.arbo_trainings USING btree (training_title COLLATE private.natural_order, id);
CREATE INDEX arbo_trainings_found ON public.arbo_trainings USING gin (private.build_find_text(training_title, training_id) extensions.gin_trgm_ops);
CREATE INDEX arbo_trainings_found_in_order ON public.arbo_trainings USING btree (private.build_find_text(training_title, training_id) COLLATE "C");
CREATE INDEX arbo_trainings_incomplete ON public.arbo_trainings USING btree (office) WHERE (((COALESCE(arbo_name, ''::text) = ''::text) AND (COALESCE(arbo_id, ''::text) = ''::text) AND ("arboPrimaryKey" IS NULL) AND (COALESCE(arc_name, ''::text) = ''::text) AND (COALESCE(arc_id, ''::text) = ''::text)) OR ((start_date IS NULL) AND (date_conducted IS NULL) AND (end_date IS NULL)));
CREATE INDEX arbo_trainings_office ON public.arbo_trainings USING btree (office, id);
CREATE INDEX arbo_trainings_office_by_title ON public.arbo_trainings USING btree (office, training_title COLLATE private.natural_order, id);
CREATE INDEX arbo_trainings_search ON public.arbo_trainings USING gin (search_text extensions.gin_trgm_ops);
CREATE INDEX arbo_trainings_training_id_folded ON public.arbo_trainings USING btree (office, private.fold_name(training_id));
CREATE UNIQUE INDEX arbo_trainings_training_id_once ON public.arbo_trainings USING btree (training_id);
CREATE INDEX arbo_trainings_training_title_folded ON public.arbo_trainings USING btree (office, private.fold_name(training_title));
alter table public.arbo_trainings enable row level security, force row level security;
create policy delete_in_scope on public.arbo_trainings for delete to authenticated
  using ((office = ANY (( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL)));
create policy insert_in_scope on public.arbo_trainings for insert to authenticated
  with check ((office = ANY (( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR ( SELECT private.caller_can_approve_own() AS caller_can_approve_own)));
create policy select_in_scope on public.arbo_trainings for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.arbo_trainings for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.arbo_trainings for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
create policy update_in_scope on public.arbo_trainings for update to authenticated
  using (office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[]))
  with check (office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[]));
CREATE TRIGGER "0_check_references_insert" AFTER INSERT ON public.arbo_trainings REFERENCING NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER "0_check_references_update" AFTER UPDATE ON public.arbo_trainings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER clean_texts BEFORE INSERT OR UPDATE ON public.arbo_trainings FOR EACH ROW EXECUTE FUNCTION private.clean_texts();
CREATE TRIGGER end_review AFTER UPDATE ON public.arbo_trainings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.end_review();
CREATE TRIGGER flag_as_updated BEFORE INSERT OR UPDATE ON public.arbo_trainings FOR EACH ROW EXECUTE FUNCTION private.flag_as_updated();
CREATE TRIGGER generate_identifier BEFORE INSERT ON public.arbo_trainings FOR EACH ROW EXECUTE FUNCTION private.generate_identifier('training_id', 'TRN-');
CREATE TRIGGER guard_stage AFTER UPDATE ON public.arbo_trainings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.guard_stage();
CREATE TRIGGER judge_places_insert AFTER INSERT ON public.arbo_trainings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER judge_places_update AFTER UPDATE ON public.arbo_trainings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER keep_referrers_in_office AFTER UPDATE ON public.arbo_trainings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_referrers_in_office();
CREATE TRIGGER lock_before_move BEFORE UPDATE OF region_name, province_name ON public.arbo_trainings FOR EACH ROW WHEN (((old.region_name IS DISTINCT FROM new.region_name) OR (old.province_name IS DISTINCT FROM new.province_name))) EXECUTE FUNCTION private.lock_before_move();
CREATE TRIGGER log_delete AFTER DELETE ON public.arbo_trainings REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_insert AFTER INSERT ON public.arbo_trainings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_update AFTER UPDATE ON public.arbo_trainings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER normalize_place BEFORE INSERT OR UPDATE ON public.arbo_trainings FOR EACH ROW EXECUTE FUNCTION private.normalize_place();
CREATE TRIGGER note_stale_rows_delete AFTER DELETE ON public.arbo_trainings REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.date_conducted, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.start_date, r.subpsp_abbreviation, r.subpsp_name, r.training_category, r.year_funded');
CREATE TRIGGER note_stale_rows_insert AFTER INSERT ON public.arbo_trainings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.date_conducted, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.start_date, r.subpsp_abbreviation, r.subpsp_name, r.training_category, r.year_funded');
CREATE TRIGGER note_stale_rows_update AFTER UPDATE ON public.arbo_trainings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.date_conducted, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.start_date, r.subpsp_abbreviation, r.subpsp_name, r.training_category, r.year_funded');
CREATE TRIGGER note_unusual_delete AFTER DELETE ON public.arbo_trainings REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, training_category, training_cost');
CREATE TRIGGER note_unusual_insert AFTER INSERT ON public.arbo_trainings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, training_category, training_cost');
CREATE TRIGGER note_unusual_update AFTER UPDATE ON public.arbo_trainings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, training_category, training_cost');
CREATE TRIGGER require_fact_1_insert AFTER INSERT ON public.arbo_trainings FOR EACH ROW WHEN (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) = ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text))) EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');
CREATE TRIGGER require_fact_1_update AFTER UPDATE ON public.arbo_trainings FOR EACH ROW WHEN (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) = ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text) AND (NOT ((COALESCE(old.arbo_name, ''::text) = ''::text) AND (COALESCE(old.arbo_id, ''::text) = ''::text) AND (old."arboPrimaryKey" IS NULL) AND (COALESCE(old.arc_name, ''::text) = ''::text) AND (COALESCE(old.arc_id, ''::text) = ''::text))))) EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');
CREATE TRIGGER require_fact_2_insert AFTER INSERT ON public.arbo_trainings FOR EACH ROW WHEN (((new.start_date IS NULL) AND (new.date_conducted IS NULL) AND (new.end_date IS NULL))) EXECUTE FUNCTION private.refuse_missing_fact('start_date');
CREATE TRIGGER require_fact_2_update AFTER UPDATE ON public.arbo_trainings FOR EACH ROW WHEN (((new.start_date IS NULL) AND (new.date_conducted IS NULL) AND (new.end_date IS NULL) AND (NOT ((old.start_date IS NULL) AND (old.date_conducted IS NULL) AND (old.end_date IS NULL))))) EXECUTE FUNCTION private.refuse_missing_fact('start_date');
CREATE TRIGGER resolve_arbo BEFORE INSERT OR UPDATE ON public.arbo_trainings FOR EACH ROW EXECUTE FUNCTION private.resolve_arbo();
CREATE TRIGGER resolve_arc BEFORE INSERT OR UPDATE ON public.arbo_trainings FOR EACH ROW WHEN ((new.arc_id IS NOT NULL)) EXECUTE FUNCTION private.resolve_arc();
CREATE TRIGGER stamp_record BEFORE INSERT OR UPDATE ON public.arbo_trainings FOR EACH ROW EXECUTE FUNCTION private.stamp_record();
CREATE TRIGGER verify_texts BEFORE INSERT OR UPDATE ON public.arbo_trainings FOR EACH ROW WHEN (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.training_title) > 250) OR (char_length(new.training_id) > 60) OR (char_length(new.training_category) > 250) OR (char_length(new.conducted_by) > 250) OR (char_length(new.agri_inputs) > 4000) OR (char_length(new.fund_source) > 250) OR (char_length(new.psp_category) > 250) OR (char_length(new.subpsp_name) > 250) OR (char_length(new.subpsp_abbreviation) > 250) OR (char_length(new.subpsp_status) > 250) OR (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR (char_length(new.cd) > 250) OR (char_length(new.arc_id) > 60) OR (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR (char_length(new.arc_cluster_name) > 250) OR private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.training_title, new.training_id, new.training_category, new.conducted_by, new.agri_inputs, new.fund_source, new.psp_category, new.subpsp_name, new.subpsp_abbreviation, new.subpsp_status, new.arbo_id, new.arbo_name, new.region_name, new.province_name, new.muncity_name, new.barangay_name, new.cd, new.arc_id, new.arc_name, new.arc_type, new.arc_cluster_name)))) EXECUTE FUNCTION private.refuse_long_texts('{"cd": 250, "arc_id": 60, "status": 250, "arbo_id": 60, "remarks": 4000, "arc_name": 250, "arc_type": 250, "arbo_name": 250, "agri_inputs": 4000, "fund_source": 250, "region_name": 250, "subpsp_name": 250, "training_id": 60, "conducted_by": 250, "muncity_name": 250, "psp_category": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "subpsp_status": 250, "training_title": 250, "arc_cluster_name": 250, "training_category": 250, "subpsp_abbreviation": 250}');
CREATE TRIGGER within_arbo_settled_insert AFTER INSERT ON public.arbo_trainings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER within_arbo_settled_update AFTER UPDATE ON public.arbo_trainings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER write_search_text BEFORE INSERT OR UPDATE ON public.arbo_trainings FOR EACH ROW EXECUTE FUNCTION private.write_search_text('{approved_at,approved_by,id,office,row_version,search_text,time_stamp,updated_at,user_id}', '{date_conducted,end_date,start_date}', '{}', '{}');
grant delete, insert (agri_inputs, "arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, cd, conducted_by, date_conducted, end_date, fund_source, muncity_name, process_stage, province_name, psp_category, region_name, remarks, start_date, status, subpsp_abbreviation, subpsp_name, subpsp_status, training_category, training_cost, training_days, training_id, training_title, year_funded), select, update (agri_inputs, "arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, cd, conducted_by, date_conducted, end_date, fund_source, muncity_name, process_stage, province_name, psp_category, region_name, remarks, start_date, status, subpsp_abbreviation, subpsp_name, subpsp_status, training_category, training_cost, training_days, training_id, training_title, year_funded) on public.arbo_trainings to authenticated;
grant select on public.arbo_trainings to central_reader;
grant select on public.arbo_trainings to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.arbo_trainings to service_role;

create table public.arc_barangays_covered (
  id bigint not null generated always as identity,
  user_id uuid,
  time_stamp timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  process_stage text,
  approved_by uuid,
  approved_at timestamp with time zone,
  remarks text,
  status text,
  arc_id text not null,
  region_name text,
  province_name text,
  muncity_name text,
  barangay_name text,
  cd text,
  office text not null generated always as (((COALESCE(region_name, ''::text) || ' / '::text) || COALESCE(province_name, ''::text))) stored,
  search_text text
);
alter table public.arc_barangays_covered add constraint arc_barangays_covered_arc_id_fkey FOREIGN KEY (arc_id) REFERENCES public.arc_masterlist(arc_id) ON UPDATE CASCADE;
alter table public.arc_barangays_covered add constraint arc_barangays_covered_office_exists FOREIGN KEY (office) REFERENCES public.offices(office);
alter table public.arc_barangays_covered add constraint arc_barangays_covered_pkey PRIMARY KEY (id);
alter table public.arc_barangays_covered add constraint arc_barangays_covered_place_given CHECK (((muncity_name IS NOT NULL) AND (barangay_name IS NOT NULL)));
alter table public.arc_barangays_covered add constraint location_province_name_check CHECK ((province_name <> ''::text));
alter table public.arc_barangays_covered add constraint location_region_name_check CHECK ((region_name <> ''::text));
alter table public.arc_barangays_covered add constraint record_process_stage_check CHECK ((process_stage = ANY (ARRAY['Pending'::text, 'Approved'::text])));
alter table public.arc_barangays_covered add constraint status_status_check CHECK ((status = ANY (ARRAY['Target'::text, 'Accomplished'::text, 'Updated'::text])));
CREATE INDEX arc_barangays_covered_in_order ON public.arc_barangays_covered USING btree (barangay_name COLLATE private.natural_order, id);
CREATE INDEX arc_barangays_covered_office ON public.arc_barangays_covered USING btree (office, id);
CREATE UNIQUE INDEX arc_barangays_covered_once ON public.arc_barangays_covered USING btree (arc_id, muncity_name, barangay_name);
CREATE INDEX arc_barangays_covered_search ON public.arc_barangays_covered USING gin (search_text extensions.gin_trgm_ops);
alter table public.arc_barangays_covered enable row level security, force row level security;
create policy delete_in_scope on public.arc_barangays_covered for delete to authenticated
  using ((office = ANY (( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL)));
create policy insert_in_scope on public.arc_barangays_covered for insert to authenticated
  with check ((office = ANY (( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR ( SELECT private.caller_can_approve_own() AS caller_can_approve_own)));
create policy select_in_scope on public.arc_barangays_covered for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.arc_barangays_covered for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.arc_barangays_covered for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
create policy update_in_scope on public.arc_barangays_covered for update to authenticated
  using (office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[]))
  with check (office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[]));
CREATE TRIGGER "0_check_references_insert" AFTER INSERT ON public.arc_barangays_covered REFERENCING NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER "0_check_references_update" AFTER UPDATE ON public.arc_barangays_covered REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER clean_texts BEFORE INSERT OR UPDATE ON public.arc_barangays_covered FOR EACH ROW EXECUTE FUNCTION private.clean_texts();
CREATE TRIGGER end_review AFTER UPDATE ON public.arc_barangays_covered REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.end_review();
CREATE TRIGGER fill_from_arc BEFORE INSERT OR UPDATE ON public.arc_barangays_covered FOR EACH ROW WHEN (((new.region_name IS NULL) OR (new.province_name IS NULL))) EXECUTE FUNCTION private.fill_office_from_arc();
CREATE TRIGGER flag_as_updated BEFORE INSERT OR UPDATE ON public.arc_barangays_covered FOR EACH ROW EXECUTE FUNCTION private.flag_as_updated();
CREATE TRIGGER guard_stage AFTER UPDATE ON public.arc_barangays_covered REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.guard_stage();
CREATE TRIGGER judge_places_insert AFTER INSERT ON public.arc_barangays_covered REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER judge_places_update AFTER UPDATE ON public.arc_barangays_covered REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER log_delete AFTER DELETE ON public.arc_barangays_covered REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_insert AFTER INSERT ON public.arc_barangays_covered REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_update AFTER UPDATE ON public.arc_barangays_covered REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER normalize_place BEFORE INSERT OR UPDATE ON public.arc_barangays_covered FOR EACH ROW EXECUTE FUNCTION private.normalize_place();
CREATE TRIGGER stamp_record BEFORE INSERT OR UPDATE ON public.arc_barangays_covered FOR EACH ROW EXECUTE FUNCTION private.stamp_record();
CREATE TRIGGER verify_texts BEFORE INSERT OR UPDATE ON public.arc_barangays_covered FOR EACH ROW WHEN (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.arc_id) > 60) OR (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR (char_length(new.cd) > 250) OR private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.arc_id, new.region_name, new.province_name, new.muncity_name, new.barangay_name, new.cd)))) EXECUTE FUNCTION private.refuse_long_texts('{"cd": 250, "arc_id": 60, "status": 250, "remarks": 4000, "region_name": 250, "muncity_name": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250}');
CREATE TRIGGER write_search_text BEFORE INSERT OR UPDATE ON public.arc_barangays_covered FOR EACH ROW EXECUTE FUNCTION private.write_search_text('{approved_at,approved_by,id,office,row_version,search_text,time_stamp,updated_at,user_id}', '{}', '{}', '{}');
grant delete, insert (arc_id, barangay_name, cd, muncity_name, process_stage, province_name, region_name, remarks, status), select, update (arc_id, barangay_name, cd, muncity_name, process_stage, province_name, region_name, remarks, status) on public.arc_barangays_covered to authenticated;
grant select on public.arc_barangays_covered to central_reader;
grant select on public.arc_barangays_covered to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.arc_barangays_covered to service_role;

create table public.arc_masterlist (
  id bigint not null generated always as identity,
  user_id uuid,
  time_stamp timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  process_stage text,
  approved_by uuid,
  approved_at timestamp with time zone,
  remarks text,
  status text default 'Accomplished'::text,
  arc_id text not null,
  arc_name text not null,
  arc_type text,
  year_launched integer,
  arc_classification text,
  region_name text,
  province_name text,
  muncity_name text,
  barangay_name text,
  cd text,
  office text not null generated always as (((COALESCE(region_name, ''::text) || ' / '::text) || COALESCE(province_name, ''::text))) stored,
  search_text text
);
alter table public.arc_masterlist add constraint arc_masterlist_arc_id_check CHECK ((btrim(arc_id) <> ''::text));
alter table public.arc_masterlist add constraint arc_masterlist_arc_name_check CHECK ((btrim(arc_name) <> ''::text));
alter table public.arc_masterlist add constraint arc_masterlist_office_exists FOREIGN KEY (office) REFERENCES public.offices(office);
alter table public.arc_masterlist add constraint arc_masterlist_pkey PRIMARY KEY (id);
alter table public.arc_masterlist add constraint arc_masterlist_year_launched_check CHECK (((year_launched >= 1900) AND (year_launched <= 2100)));
alter table public.arc_masterlist add constraint location_province_name_check CHECK ((province_name <> ''::text));
alter table public.arc_masterlist add constraint location_region_name_check CHECK ((region_name <> ''::text));
alter table public.arc_masterlist add constraint record_process_stage_check CHECK ((process_stage = ANY (ARRAY['Pending'::text, 'Approved'::text])));
alter table public.arc_masterlist add constraint status_status_check CHECK ((status = ANY (ARRAY['Target'::text, 'Accomplished'::text, 'Updated'::text])));
CREATE INDEX arc_masterlist_arc_id_folded ON public.arc_masterlist USING btree (office, private.fold_name(arc_id));
CREATE UNIQUE INDEX arc_masterlist_arc_id_once ON public.arc_masterlist USING btree (arc_id);
CREATE INDEX arc_masterlist_by_name ON public.arc_masterlist USING btree (arc_name COLLATE private.natural_order, id);
CREATE INDEX arc_masterlist_office ON public.arc_masterlist USING btree (office, id);
CREATE INDEX arc_masterlist_office_by_name ON public.arc_masterlist USING btree (office, arc_name COLLATE private.natural_order, id);
CREATE INDEX arc_masterlist_search ON public.arc_masterlist USING gin (search_text extensions.gin_trgm_ops);
alter table public.arc_masterlist enable row level security, force row level security;
create policy delete_in_scope on public.arc_masterlist for delete to authenticated
  using ((office = ANY (( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL)));
create policy insert_in_scope on public.arc_masterlist for insert to authenticated
  with check ((office = ANY (( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR ( SELECT private.caller_can_approve_own() AS caller_can_approve_own)));
create policy select_in_scope on public.arc_masterlist for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.arc_masterlist for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.arc_masterlist for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
create policy update_in_scope on public.arc_masterlist for update to authenticated
  using (office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[]))
  with check (office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[]));
CREATE TRIGGER carry_arc AFTER UPDATE ON public.arc_masterlist REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.copy_arc_to_rows();
CREATE TRIGGER clean_texts BEFORE INSERT OR UPDATE ON public.arc_masterlist FOR EACH ROW EXECUTE FUNCTION private.clean_texts();
CREATE TRIGGER end_review AFTER UPDATE ON public.arc_masterlist REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.end_review();
CREATE TRIGGER flag_as_updated BEFORE INSERT OR UPDATE ON public.arc_masterlist FOR EACH ROW EXECUTE FUNCTION private.flag_as_updated();
CREATE TRIGGER guard_stage AFTER UPDATE ON public.arc_masterlist REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.guard_stage();
CREATE TRIGGER judge_places_insert AFTER INSERT ON public.arc_masterlist REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER judge_places_update AFTER UPDATE ON public.arc_masterlist REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER keep_referrers_in_office AFTER UPDATE ON public.arc_masterlist REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_referrers_in_office();
CREATE TRIGGER lock_before_move BEFORE UPDATE OF region_name, province_name ON public.arc_masterlist FOR EACH ROW WHEN (((old.region_name IS DISTINCT FROM new.region_name) OR (old.province_name IS DISTINCT FROM new.province_name))) EXECUTE FUNCTION private.lock_before_move();
CREATE TRIGGER lock_dependents BEFORE UPDATE OF arc_id ON public.arc_masterlist FOR EACH ROW WHEN ((old.arc_id IS DISTINCT FROM new.arc_id)) EXECUTE FUNCTION private.lock_dependents('arc_id');
CREATE TRIGGER log_delete AFTER DELETE ON public.arc_masterlist REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_insert AFTER INSERT ON public.arc_masterlist REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_update AFTER UPDATE ON public.arc_masterlist REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER normalize_place BEFORE INSERT OR UPDATE ON public.arc_masterlist FOR EACH ROW EXECUTE FUNCTION private.normalize_place();
CREATE TRIGGER note_stale_rows_delete AFTER DELETE ON public.arc_masterlist REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r.id, r.office, r.region_name, r.province_name, r.muncity_name');
CREATE TRIGGER note_stale_rows_insert AFTER INSERT ON public.arc_masterlist REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r.id, r.office, r.region_name, r.province_name, r.muncity_name');
CREATE TRIGGER note_stale_rows_update AFTER UPDATE ON public.arc_masterlist REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r.id, r.office, r.region_name, r.province_name, r.muncity_name');
CREATE TRIGGER stamp_record BEFORE INSERT OR UPDATE ON public.arc_masterlist FOR EACH ROW EXECUTE FUNCTION private.stamp_record();
CREATE TRIGGER verify_texts BEFORE INSERT OR UPDATE ON public.arc_masterlist FOR EACH ROW WHEN (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.arc_id) > 60) OR (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR (char_length(new.arc_classification) > 250) OR (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR (char_length(new.cd) > 250) OR private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.arc_id, new.arc_name, new.arc_type, new.arc_classification, new.region_name, new.province_name, new.muncity_name, new.barangay_name, new.cd)))) EXECUTE FUNCTION private.refuse_long_texts('{"cd": 250, "arc_id": 60, "status": 250, "remarks": 4000, "arc_name": 250, "arc_type": 250, "region_name": 250, "muncity_name": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "arc_classification": 250}');
CREATE TRIGGER write_search_text BEFORE INSERT OR UPDATE ON public.arc_masterlist FOR EACH ROW EXECUTE FUNCTION private.write_search_text('{approved_at,approved_by,id,office,row_version,search_text,time_stamp,updated_at,user_id}', '{}', '{}', '{}');
grant delete, insert (arc_classification, arc_id, arc_name, arc_type, barangay_name, cd, muncity_name, process_stage, province_name, region_name, remarks, status, year_launched), select, update (arc_classification, arc_id, arc_name, arc_type, barangay_name, cd, muncity_name, process_stage, province_name, region_name, remarks, status, year_launched) on public.arc_masterlist to authenticated;
grant select on public.arc_masterlist to central_reader;
grant select on public.arc_masterlist to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.arc_masterlist to service_role;

create table public.attachments (
  id bigint not null generated always as identity,
  user_id uuid,
  time_stamp timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  process_stage text,
  approved_by uuid,
  approved_at timestamp with time zone,
  remarks text,
  status text,
  record_table text not null,
  record_id bigint not null,
  field text not null,
  caption text,
  region_name text,
  province_name text,
  muncity_name text,
  barangay_name text,
  cd text,
  office text not null generated always as (((COALESCE(region_name, ''::text) || ' / '::text) || COALESCE(province_name, ''::text))) stored,
  file_name text,
  upload_id uuid,
  file_path text,
  thumbnail_path text,
  content_type text,
  size bigint,
  sha256 text,
  duplicate_of bigint,
  search_text text
);
alter table public.attachments add constraint attachments_office_exists FOREIGN KEY (office) REFERENCES public.offices(office);
alter table public.attachments add constraint attachments_pkey PRIMARY KEY (id);
alter table public.attachments add constraint location_province_name_check CHECK ((province_name <> ''::text));
alter table public.attachments add constraint location_region_name_check CHECK ((region_name <> ''::text));
alter table public.attachments add constraint record_process_stage_check CHECK ((process_stage = ANY (ARRAY['Pending'::text, 'Approved'::text])));
alter table public.attachments add constraint status_status_check CHECK ((status = ANY (ARRAY['Target'::text, 'Accomplished'::text, 'Updated'::text])));
CREATE INDEX attachments_office ON public.attachments USING btree (office, id);
CREATE INDEX attachments_record ON public.attachments USING btree (record_table, record_id, field);
CREATE INDEX attachments_search ON public.attachments USING gin (search_text extensions.gin_trgm_ops);
CREATE INDEX attachments_sha256 ON public.attachments USING btree (sha256);
CREATE UNIQUE INDEX attachments_upload_once ON public.attachments USING btree (upload_id) WHERE (upload_id IS NOT NULL);
alter table public.attachments enable row level security, force row level security;
create policy delete_in_scope on public.attachments for delete to authenticated
  using ((office = ANY (
CASE status
    WHEN 'Target'::text THEN ( SELECT private.offices_to_write('delete'::text, 'target'::text) AS offices_to_write)
    ELSE ( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)
END)) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL)));
create policy insert_in_scope on public.attachments for insert to authenticated
  with check ((office = ANY (
CASE status
    WHEN 'Target'::text THEN ( SELECT private.offices_to_write('insert'::text, 'target'::text) AS offices_to_write)
    ELSE ( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)
END)) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR ( SELECT private.caller_can_approve_own() AS caller_can_approve_own)));
create policy select_in_scope on public.attachments for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.attachments for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.attachments for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
create policy update_in_scope on public.attachments for update to authenticated
  using (office = ANY (
CASE status
    WHEN 'Target'::text THEN ( SELECT private.offices_to_write('change'::text, 'target'::text) AS offices_to_write)
    ELSE ( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)
END))
  with check (office = ANY (
CASE status
    WHEN 'Target'::text THEN ( SELECT private.offices_to_write('change'::text, 'target'::text) AS offices_to_write)
    ELSE ( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)
END));
CREATE CONSTRAINT TRIGGER check_record_office AFTER INSERT OR UPDATE ON public.attachments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.check_record_office();
CREATE TRIGGER clean_texts BEFORE INSERT OR UPDATE ON public.attachments FOR EACH ROW EXECUTE FUNCTION private.clean_texts();
CREATE TRIGGER end_review AFTER UPDATE ON public.attachments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.end_review();
CREATE TRIGGER fill_from_record BEFORE INSERT OR UPDATE ON public.attachments FOR EACH ROW EXECUTE FUNCTION private.fill_from_record();
CREATE TRIGGER guard_stage AFTER UPDATE ON public.attachments REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.guard_stage();
CREATE TRIGGER judge_places_insert AFTER INSERT ON public.attachments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER judge_places_update AFTER UPDATE ON public.attachments REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER log_delete AFTER DELETE ON public.attachments REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_insert AFTER INSERT ON public.attachments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_update AFTER UPDATE ON public.attachments REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER normalize_place BEFORE INSERT OR UPDATE ON public.attachments FOR EACH ROW EXECUTE FUNCTION private.normalize_place();
CREATE CONSTRAINT TRIGGER require_file AFTER INSERT OR UPDATE ON public.attachments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.require_file();
CREATE TRIGGER stamp_record BEFORE INSERT OR UPDATE ON public.attachments FOR EACH ROW EXECUTE FUNCTION private.stamp_record();
CREATE TRIGGER sync_file_state AFTER DELETE OR UPDATE ON public.attachments FOR EACH ROW EXECUTE FUNCTION private.sync_file_state();
CREATE TRIGGER update_record_links AFTER INSERT OR DELETE OR UPDATE ON public.attachments FOR EACH ROW EXECUTE FUNCTION private.update_record_links();
CREATE TRIGGER use_upload BEFORE INSERT OR UPDATE ON public.attachments FOR EACH ROW EXECUTE FUNCTION private.use_upload();
CREATE TRIGGER verify_texts BEFORE INSERT OR UPDATE ON public.attachments FOR EACH ROW WHEN (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.record_table) > 250) OR (char_length(new.field) > 250) OR (char_length(new.caption) > 500) OR (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR (char_length(new.cd) > 250) OR private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.record_table, new.field, new.caption, new.region_name, new.province_name, new.muncity_name, new.barangay_name, new.cd)))) EXECUTE FUNCTION private.refuse_long_texts('{"cd": 250, "field": 250, "status": 250, "caption": 500, "remarks": 4000, "region_name": 250, "muncity_name": 250, "record_table": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250}');
CREATE TRIGGER write_search_text BEFORE INSERT OR UPDATE ON public.attachments FOR EACH ROW EXECUTE FUNCTION private.write_search_text('{approved_at,approved_by,id,office,row_version,search_text,time_stamp,updated_at,user_id}', '{}', '{}', '{}');
grant delete, insert (barangay_name, caption, cd, field, muncity_name, process_stage, province_name, record_id, record_table, region_name, remarks, status, upload_id), select, update (barangay_name, caption, cd, field, muncity_name, process_stage, province_name, record_id, record_table, region_name, remarks, status, upload_id) on public.attachments to authenticated;
grant select on public.attachments to central_reader;
grant select on public.attachments to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.attachments to service_role;

create table public.dropdown_values (
  id bigint not null generated always as identity,
  list text not null,
  type text,
  category text,
  sub_category text,
  user_id uuid default auth.uid()
);
alter table public.dropdown_values add constraint dropdown_values_category_check CHECK (((category = btrim(category)) AND (category <> ''::text)));
alter table public.dropdown_values add constraint dropdown_values_check CHECK ((num_nonnulls(type, category) = 1));
alter table public.dropdown_values add constraint dropdown_values_list_check CHECK ((list ~ '^[a-z0-9-]+$'::text));
alter table public.dropdown_values add constraint dropdown_values_pkey PRIMARY KEY (id);
alter table public.dropdown_values add constraint dropdown_values_sub_category_check CHECK (((sub_category = btrim(sub_category)) AND (sub_category <> ''::text)));
alter table public.dropdown_values add constraint dropdown_values_type_check CHECK (((type = btrim(type)) AND (type <> ''::text)));
CREATE UNIQUE INDEX dropdown_values_once ON public.dropdown_values USING btree (list, private.fold_name(COALESCE(type, ''::text)), private.fold_name(COALESCE(category, ''::text)), private.fold_name(COALESCE(sub_category, ''::text)));
alter table public.dropdown_values enable row level security, force row level security;
create policy delete_as_administrator on public.dropdown_values for delete to authenticated
  using ( SELECT private.can_administer_reference('delete'::text) AS can_administer_reference);
create policy insert_as_administrator on public.dropdown_values for insert to authenticated
  with check ( SELECT private.can_administer_reference('insert'::text) AS can_administer_reference);
create policy select_with_a_level on public.dropdown_values for select to authenticated
  using (( SELECT private.caller_level() AS caller_level) IS NOT NULL);
create policy select_with_a_level_for_central on public.dropdown_values for select to central_reader
  using (( SELECT private.caller_level() AS caller_level) IS NOT NULL);
create policy select_with_a_level_for_province on public.dropdown_values for select to provincial_reader
  using (( SELECT private.caller_level() AS caller_level) IS NOT NULL);
create policy update_as_administrator on public.dropdown_values for update to authenticated
  using ( SELECT private.can_administer_reference('update'::text) AS can_administer_reference)
  with check ( SELECT private.can_administer_reference('update'::text) AS can_administer_reference);
CREATE TRIGGER clean_texts BEFORE INSERT OR UPDATE ON public.dropdown_values FOR EACH ROW EXECUTE FUNCTION private.clean_texts();
CREATE TRIGGER keep_used_value BEFORE DELETE ON public.dropdown_values FOR EACH ROW EXECUTE FUNCTION private.keep_used_value();
CREATE TRIGGER log_delete AFTER DELETE ON public.dropdown_values REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_insert AFTER INSERT ON public.dropdown_values REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_update AFTER UPDATE ON public.dropdown_values REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER verify_texts BEFORE INSERT OR UPDATE ON public.dropdown_values FOR EACH ROW WHEN (((char_length(new.list) > 250) OR (char_length(new.type) > 250) OR (char_length(new.category) > 250) OR (char_length(new.sub_category) > 250) OR private.has_control_character(concat(new.list, new.type, new.category, new.sub_category)))) EXECUTE FUNCTION private.refuse_long_texts('{"list": 250, "type": 250, "category": 250, "sub_category": 250}');
grant delete, insert (category, list, sub_category, type), select, update (category, list, sub_category, type) on public.dropdown_values to authenticated;
grant select on public.dropdown_values to central_reader;
grant select on public.dropdown_values to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.dropdown_values to service_role;

create table public.evidence_files (
  upload_id uuid not null,
  user_id uuid not null,
  evidence_table text not null,
  row_id bigint,
  office text not null,
  window_name text not null,
  file_path text not null,
  thumbnail_path text,
  file_name text not null,
  content_type text not null,
  size bigint not null,
  thumbnail_size bigint,
  sha256 text not null,
  state text not null default 'reserved'::text,
  at timestamp with time zone not null default now(),
  thumbnail_sha256 text
);
alter table public.evidence_files add constraint evidence_files_check CHECK (((thumbnail_path IS NULL) = (thumbnail_size IS NULL)));
alter table public.evidence_files add constraint evidence_files_check1 CHECK (((state = 'kept'::text) <= (row_id IS NOT NULL)));
alter table public.evidence_files add constraint evidence_files_file_name_check CHECK ((char_length(file_name) <= 255));
alter table public.evidence_files add constraint evidence_files_file_path_key UNIQUE (file_path);
alter table public.evidence_files add constraint evidence_files_office_fkey FOREIGN KEY (office) REFERENCES public.offices(office);
alter table public.evidence_files add constraint evidence_files_path_plain CHECK (((file_path ~ '^[a-z0-9_-]+/[a-z0-9_-]+/[0-9a-z_-]+/[0-9a-f-]{36}\.(jpg|png|heic|pdf)$'::text) AND (thumbnail_path ~ '^[a-z0-9_-]+/[a-z0-9_-]+/[0-9a-z_-]+/[0-9a-f-]{36}\.thumb\.(jpg|png)$'::text)));
alter table public.evidence_files add constraint evidence_files_pkey PRIMARY KEY (upload_id);
alter table public.evidence_files add constraint evidence_files_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text));
alter table public.evidence_files add constraint evidence_files_size_check CHECK ((size > 0));
alter table public.evidence_files add constraint evidence_files_state_check CHECK ((state = ANY (ARRAY['reserved'::text, 'stored'::text, 'kept'::text, 'trashed'::text, 'discarded'::text])));
alter table public.evidence_files add constraint evidence_files_thumbnail_path_key UNIQUE (thumbnail_path);
alter table public.evidence_files add constraint evidence_files_thumbnail_sha256_check CHECK ((thumbnail_sha256 ~ '^[0-9a-f]{64}$'::text));
alter table public.evidence_files add constraint evidence_files_thumbnail_size_check CHECK ((thumbnail_size > 0));
alter table public.evidence_files add constraint evidence_files_window_name_check CHECK ((window_name = ANY (ARRAY['target'::text, 'accomplishment'::text])));
CREATE INDEX evidence_files_office ON public.evidence_files USING btree (office, state);
CREATE INDEX evidence_files_table ON public.evidence_files USING btree (evidence_table);
CREATE INDEX evidence_files_waiting ON public.evidence_files USING btree (at) WHERE (state <> 'kept'::text);
alter table public.evidence_files enable row level security, force row level security;
create policy select_in_scope on public.evidence_files for select to authenticated
  using ((state = 'kept'::text) AND (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[])));
create policy select_in_scope_for_central on public.evidence_files for select to central_reader
  using ((state = 'kept'::text) AND (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL));
create policy select_in_scope_for_province on public.evidence_files for select to provincial_reader
  using ((state = 'kept'::text) AND (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office)));
CREATE CONSTRAINT TRIGGER require_attached_upload AFTER INSERT OR UPDATE ON public.evidence_files DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.state = 'stored'::text)) EXECUTE FUNCTION private.require_attached_upload();
grant select on public.evidence_files to authenticated;
grant select on public.evidence_files to central_reader;
grant select on public.evidence_files to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.evidence_files to service_role;

create view public.expiring_permits with (security_invoker=true) as
 SELECT queue,
    table_name,
    row_id,
    status,
    missing_table,
    arbo_id,
    arbo_key,
    arbo_name,
    region_name,
    province_name,
    office,
    due_on,
    message
   FROM public.overdue_permits
  WHERE (due_on >= ( SELECT private.today() AS today));
grant select on public.expiring_permits to authenticated;
grant select on public.expiring_permits to central_reader;
grant select on public.expiring_permits to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.expiring_permits to service_role;

create table public.farmers_tracking_income (
  id bigint not null generated always as identity,
  user_id uuid,
  time_stamp timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  process_stage text,
  approved_by uuid,
  approved_at timestamp with time zone,
  remarks text,
  status text default 'Accomplished'::text,
  reporting_year integer,
  reporting_quarter text,
  reporting_month text,
  year_funded integer,
  fund_source text,
  psp_category text,
  subpsp_name text,
  subpsp_abbreviation text,
  subpsp_status text,
  "arboPrimaryKey" bigint,
  arbo_id text,
  arbo_name text,
  region_name text,
  province_name text,
  muncity_name text,
  barangay_name text,
  cd text,
  office text not null generated always as (((COALESCE(region_name, ''::text) || ' / '::text) || COALESCE(province_name, ''::text))) stored,
  arc_id text,
  arc_name text,
  arc_type text,
  arc_cluster_name text,
  arb_nonarb text,
  clusters_involved text,
  male_arb integer,
  female_arb integer,
  male_non_arb integer,
  female_non_arb integer,
  delivery_date date,
  crop_sold text,
  buyer_name text,
  volume_sold numeric(14,2),
  unit text,
  price_per_unit numeric(14,2),
  gross_sales numeric(14,2),
  production_cost_per_unit numeric(14,2),
  total_production_cost numeric(14,2),
  post_harvest_cost_per_unit numeric(14,2),
  total_post_harvest_cost numeric(14,2),
  gross_profit numeric(14,2),
  marketing_cost_per_unit numeric(14,2),
  total_marketing_cost numeric(14,2),
  net_income numeric(14,2),
  trader_market_price_per_unit numeric(14,2),
  gross_sales_trader numeric(14,2),
  trader_arrangement text,
  trader_marketing_cost_per_unit numeric(14,2),
  trader_total_marketing_cost numeric(14,2),
  trader_net_income numeric(14,2),
  percent_difference numeric(14,4),
  arbo_incentive numeric(14,2),
  search_text text,
  soft_check_reason text
);
alter table public.farmers_tracking_income add constraint "farmers_tracking_income_arboPrimaryKey_exists" FOREIGN KEY ("arboPrimaryKey") REFERENCES public.arbo_masterlist(id);
alter table public.farmers_tracking_income add constraint farmers_tracking_income_arbo_incentive_bound CHECK ((arbo_incentive <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])));
alter table public.farmers_tracking_income add constraint farmers_tracking_income_arc_id_exists FOREIGN KEY (arc_id) REFERENCES public.arc_masterlist(arc_id) ON UPDATE CASCADE;
alter table public.farmers_tracking_income add constraint farmers_tracking_income_counts_not_negative CHECK ((LEAST((male_arb)::numeric, (female_arb)::numeric, (male_non_arb)::numeric, (female_non_arb)::numeric, volume_sold, price_per_unit, gross_sales, production_cost_per_unit, total_production_cost, post_harvest_cost_per_unit, total_post_harvest_cost, marketing_cost_per_unit, total_marketing_cost, trader_market_price_per_unit, gross_sales_trader, trader_marketing_cost_per_unit, trader_total_marketing_cost, arbo_incentive) >= (0)::numeric));
alter table public.farmers_tracking_income add constraint farmers_tracking_income_delivery_date_bound CHECK (((delivery_date >= '1000-01-01'::date) AND (delivery_date <= '9999-12-31'::date)));
alter table public.farmers_tracking_income add constraint farmers_tracking_income_gross_profit_agrees CHECK ((gross_profit = ((gross_sales - total_production_cost) - total_post_harvest_cost)));
alter table public.farmers_tracking_income add constraint farmers_tracking_income_gross_profit_bound CHECK ((gross_profit <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])));
alter table public.farmers_tracking_income add constraint farmers_tracking_income_gross_sales_agrees CHECK ((gross_sales = round((volume_sold * price_per_unit), 2)));
alter table public.farmers_tracking_income add constraint farmers_tracking_income_gross_sales_bound CHECK ((gross_sales <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])));
alter table public.farmers_tracking_income add constraint farmers_tracking_income_gross_sales_trader_agrees CHECK ((gross_sales_trader = round((volume_sold * trader_market_price_per_unit), 2)));
alter table public.farmers_tracking_income add constraint farmers_tracking_income_gross_sales_trader_bound CHECK ((gross_sales_trader <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])));
alter table public.farmers_tracking_income add constraint farmers_tracking_income_marketing_cost_per_unit_bound CHECK ((marketing_cost_per_unit <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])));
alter table public.farmers_tracking_income add constraint farmers_tracking_income_net_income_agrees CHECK ((net_income = (gross_profit - total_marketing_cost)));
alter table public.farmers_tracking_income add constraint farmers_tracking_income_net_income_bound CHECK ((net_income <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])));
alter table public.farmers_tracking_income add constraint farmers_tracking_income_office_exists FOREIGN KEY (office) REFERENCES public.offices(office);
alter table public.farmers_tracking_income add constraint farmers_tracking_income_percent_difference_agrees CHECK ((percent_difference = round(((net_income - trader_net_income) / NULLIF(abs(trader_net_income), (0)::numeric)), 4)));
alter table public.farmers_tracking_income add constraint farmers_tracking_income_percent_difference_bound CHECK ((percent_difference <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])));
alter table public.farmers_tracking_income add constraint farmers_tracking_income_pkey PRIMARY KEY (id);
alter table public.farmers_tracking_income add constraint farmers_tracking_income_post_harvest_cost_per_unit_bound CHECK ((post_harvest_cost_per_unit <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])));
alter table public.farmers_tracking_income add constraint farmers_tracking_income_price_per_unit_bound CHECK ((price_per_unit <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])));
alter table public.farmers_tracking_income add constraint farmers_tracking_income_production_cost_per_unit_bound CHECK ((production_cost_per_unit <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])));
alter table public.farmers_tracking_income add constraint farmers_tracking_income_soft_check_reason_check CHECK (((soft_check_reason ~ '[[:alpha:]]{2}'::text) AND (length(soft_check_reason) <= 500)));
alter table public.farmers_tracking_income add constraint farmers_tracking_income_total_marketing_cost_agrees CHECK ((total_marketing_cost = round((volume_sold * marketing_cost_per_unit), 2)));
alter table public.farmers_tracking_income add constraint farmers_tracking_income_total_marketing_cost_bound CHECK ((total_marketing_cost <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])));
alter table public.farmers_tracking_income add constraint farmers_tracking_income_total_post_harvest_cost_agrees CHECK ((total_post_harvest_cost = round((volume_sold * post_harvest_cost_per_unit), 2)));
alter table public.farmers_tracking_income add constraint farmers_tracking_income_total_post_harvest_cost_bound CHECK ((total_post_harvest_cost <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])));
alter table public.farmers_tracking_income add constraint farmers_tracking_income_total_production_cost_agrees CHECK ((total_production_cost = round((volume_sold * production_cost_per_unit), 2)));
alter table public.farmers_tracking_income add constraint farmers_tracking_income_total_production_cost_bound CHECK ((total_production_cost <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])));
alter table public.farmers_tracking_income add constraint farmers_tracking_income_trader_market_price_per_unit_bound CHECK ((trader_market_price_per_unit <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])));
alter table public.farmers_tracking_income add constraint farmers_tracking_income_trader_marketing_cost_per_unit_bound CHECK ((trader_marketing_cost_per_unit <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])));
alter table public.farmers_tracking_income add constraint farmers_tracking_income_trader_net_income_agrees CHECK ((trader_net_income = (((gross_sales_trader - total_production_cost) - total_post_harvest_cost) - trader_total_marketing_cost)));
alter table public.farmers_tracking_income add constraint farmers_tracking_income_trader_net_income_bound CHECK ((trader_net_income <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])));
alter table public.farmers_tracking_income add constraint farmers_tracking_income_trader_total_marketing_cost_agrees CHECK ((trader_total_marketing_cost = round((volume_sold * trader_marketing_cost_per_unit), 2)));
alter table public.farmers_tracking_income add constraint farmers_tracking_income_trader_total_marketing_cost_bound CHECK ((trader_total_marketing_cost <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])));
alter table public.farmers_tracking_income add constraint farmers_tracking_income_volume_sold_bound CHECK ((volume_sold <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])));
alter table public.farmers_tracking_income add constraint location_province_name_check CHECK ((province_name <> ''::text));
alter table public.farmers_tracking_income add constraint location_region_name_check CHECK ((region_name <> ''::text));
alter table public.farmers_tracking_income add constraint programme_year_funded_check CHECK (((year_funded >= 1990) AND (year_funded <= 2100)));
alter table public.farmers_tracking_income add constraint record_process_stage_check CHECK ((process_stage = ANY (ARRAY['Pending'::text, 'Approved'::text])));
alter table public.farmers_tracking_income add constraint reporting_month_in_quarter CHECK (
CASE reporting_quarter
    WHEN 'Q1'::text THEN (reporting_month = ANY (ARRAY['January'::text, 'February'::text, 'March'::text]))
    WHEN 'Q2'::text THEN (reporting_month = ANY (ARRAY['April'::text, 'May'::text, 'June'::text]))
    WHEN 'Q3'::text THEN (reporting_month = ANY (ARRAY['July'::text, 'August'::text, 'September'::text]))
    WHEN 'Q4'::text THEN (reporting_month = ANY (ARRAY['October'::text, 'November'::text, 'December'::text]))
    ELSE NULL::boolean
END);
alter table public.farmers_tracking_income add constraint reporting_month_known CHECK ((reporting_month = ANY (ARRAY['January'::text, 'February'::text, 'March'::text, 'April'::text, 'May'::text, 'June'::text, 'July'::text, 'August'::text, 'September'::text, 'October'::text, 'November'::text, 'December'::text])));
alter table public.farmers_tracking_income add constraint reporting_reporting_quarter_check CHECK ((reporting_quarter = ANY (ARRAY['Q1'::text, 'Q2'::text, 'Q3'::text, 'Q4'::text])));
alter table public.farmers_tracking_income add constraint reporting_reporting_year_check CHECK (((reporting_year >= 1990) AND (reporting_year <= 2100)));
alter table public.farmers_tracking_income add constraint status_status_check CHECK ((status = ANY (ARRAY['Target'::text, 'Accomplished'::text, 'Updated'::text])));
CREATE INDEX "farmers_tracking_income_arboPrimaryKey" ON public.farmers_tracking_income USING btree ("arboPrimaryKey");
CREATE INDEX farmers_tracking_income_arbo_id ON public.farmers_tracking_income USING btree (arbo_id);
CREATE INDEX farmers_tracking_income_arbo_name_folded ON public.farmers_tracking_income USING btree (office, private.fold_name(arbo_name));
CREATE INDEX farmers_tracking_income_arc_id ON public.farmers_tracking_income USING btree (arc_id);
CREATE INDEX farmers_tracking_income_in_order ON public.farmers_tracking_income USING btree (arbo_name COLLATE private.natural_order, id);
CREATE INDEX farmers_tracking_income_incomplete ON public.farmers_tracking_income USING btree (office) WHERE (((COALESCE(arbo_name, ''::text) = ''::text) AND (COALESCE(arbo_id, ''::text) = ''::text) AND ("arboPrimaryKey" IS NULL) AND (COALESCE(arc_name, ''::text) = ''::text) AND (COALESCE(arc_id, ''::text) = ''::text)) OR (reporting_year IS NULL) OR ((COALESCE(reporting_quarter, ''::text) = ''::text) AND (status IS DISTINCT FROM 'Target'::text)) OR (COALESCE(crop_sold, ''::text) = ''::text));
CREATE INDEX farmers_tracking_income_office ON public.farmers_tracking_income USING btree (office, id);
CREATE INDEX farmers_tracking_income_search ON public.farmers_tracking_income USING gin (search_text extensions.gin_trgm_ops);
CREATE INDEX farmers_tracking_income_with_reason ON public.farmers_tracking_income USING btree (office) WHERE (soft_check_reason IS NOT NULL);
alter table public.farmers_tracking_income enable row level security, force row level security;
create policy delete_in_scope on public.farmers_tracking_income for delete to authenticated
  using ((office = ANY (( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL)));
create policy insert_in_scope on public.farmers_tracking_income for insert to authenticated
  with check ((office = ANY (( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR ( SELECT private.caller_can_approve_own() AS caller_can_approve_own)));
create policy select_in_scope on public.farmers_tracking_income for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.farmers_tracking_income for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.farmers_tracking_income for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
create policy update_in_scope on public.farmers_tracking_income for update to authenticated
  using (office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[]))
  with check (office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[]));
CREATE TRIGGER "0_check_references_insert" AFTER INSERT ON public.farmers_tracking_income REFERENCING NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER "0_check_references_update" AFTER UPDATE ON public.farmers_tracking_income REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER ask_reason_insert AFTER INSERT ON public.farmers_tracking_income FOR EACH ROW WHEN (((new.soft_check_reason IS NULL) AND (EXTRACT(year FROM new.delivery_date) <> (new.reporting_year)::numeric))) EXECUTE FUNCTION private.require_reason();
CREATE TRIGGER ask_reason_update AFTER UPDATE ON public.farmers_tracking_income FOR EACH ROW WHEN (((new.soft_check_reason IS NULL) AND ((EXTRACT(year FROM new.delivery_date) <> (new.reporting_year)::numeric) AND ((new.delivery_date IS DISTINCT FROM old.delivery_date) OR (new.reporting_year IS DISTINCT FROM old.reporting_year))))) EXECUTE FUNCTION private.require_reason();
CREATE TRIGGER clean_texts BEFORE INSERT OR UPDATE ON public.farmers_tracking_income FOR EACH ROW EXECUTE FUNCTION private.clean_texts();
CREATE TRIGGER end_review AFTER UPDATE ON public.farmers_tracking_income REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.end_review();
CREATE TRIGGER flag_as_updated BEFORE INSERT OR UPDATE ON public.farmers_tracking_income FOR EACH ROW EXECUTE FUNCTION private.flag_as_updated();
CREATE TRIGGER guard_stage AFTER UPDATE ON public.farmers_tracking_income REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.guard_stage();
CREATE TRIGGER judge_places_insert AFTER INSERT ON public.farmers_tracking_income REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER judge_places_update AFTER UPDATE ON public.farmers_tracking_income REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER log_delete AFTER DELETE ON public.farmers_tracking_income REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_insert AFTER INSERT ON public.farmers_tracking_income REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_update AFTER UPDATE ON public.farmers_tracking_income REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER normalize_place BEFORE INSERT OR UPDATE ON public.farmers_tracking_income FOR EACH ROW EXECUTE FUNCTION private.normalize_place();
CREATE TRIGGER note_unusual_delete AFTER DELETE ON public.farmers_tracking_income REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, arbo_name, crop_sold, delivery_date, gross_sales, price_per_unit, reporting_quarter, reporting_year, soft_check_reason, unit');
CREATE TRIGGER note_unusual_insert AFTER INSERT ON public.farmers_tracking_income REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, arbo_name, crop_sold, delivery_date, gross_sales, price_per_unit, reporting_quarter, reporting_year, soft_check_reason, unit');
CREATE TRIGGER note_unusual_update AFTER UPDATE ON public.farmers_tracking_income REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, arbo_name, crop_sold, delivery_date, gross_sales, price_per_unit, reporting_quarter, reporting_year, soft_check_reason, unit');
CREATE TRIGGER require_fact_1_insert AFTER INSERT ON public.farmers_tracking_income FOR EACH ROW WHEN (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) = ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text))) EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');
CREATE TRIGGER require_fact_1_update AFTER UPDATE ON public.farmers_tracking_income FOR EACH ROW WHEN (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) = ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text) AND (NOT ((COALESCE(old.arbo_name, ''::text) = ''::text) AND (COALESCE(old.arbo_id, ''::text) = ''::text) AND (old."arboPrimaryKey" IS NULL) AND (COALESCE(old.arc_name, ''::text) = ''::text) AND (COALESCE(old.arc_id, ''::text) = ''::text))))) EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');
CREATE TRIGGER require_fact_2_insert AFTER INSERT ON public.farmers_tracking_income FOR EACH ROW WHEN ((new.reporting_year IS NULL)) EXECUTE FUNCTION private.refuse_missing_fact('reporting_year');
CREATE TRIGGER require_fact_2_update AFTER UPDATE ON public.farmers_tracking_income FOR EACH ROW WHEN (((new.reporting_year IS NULL) AND (NOT (old.reporting_year IS NULL)))) EXECUTE FUNCTION private.refuse_missing_fact('reporting_year');
CREATE TRIGGER require_fact_3_insert AFTER INSERT ON public.farmers_tracking_income FOR EACH ROW WHEN (((COALESCE(new.reporting_quarter, ''::text) = ''::text) AND (new.status IS DISTINCT FROM 'Target'::text))) EXECUTE FUNCTION private.refuse_missing_fact('reporting_quarter');
CREATE TRIGGER require_fact_3_update AFTER UPDATE ON public.farmers_tracking_income FOR EACH ROW WHEN (((COALESCE(new.reporting_quarter, ''::text) = ''::text) AND (new.status IS DISTINCT FROM 'Target'::text) AND (NOT ((COALESCE(old.reporting_quarter, ''::text) = ''::text) AND (old.status IS DISTINCT FROM 'Target'::text))))) EXECUTE FUNCTION private.refuse_missing_fact('reporting_quarter');
CREATE TRIGGER require_fact_4_insert AFTER INSERT ON public.farmers_tracking_income FOR EACH ROW WHEN ((COALESCE(new.crop_sold, ''::text) = ''::text)) EXECUTE FUNCTION private.refuse_missing_fact('crop_sold');
CREATE TRIGGER require_fact_4_update AFTER UPDATE ON public.farmers_tracking_income FOR EACH ROW WHEN (((COALESCE(new.crop_sold, ''::text) = ''::text) AND (NOT (COALESCE(old.crop_sold, ''::text) = ''::text)))) EXECUTE FUNCTION private.refuse_missing_fact('crop_sold');
CREATE TRIGGER resolve_arbo BEFORE INSERT OR UPDATE ON public.farmers_tracking_income FOR EACH ROW EXECUTE FUNCTION private.resolve_arbo();
CREATE TRIGGER resolve_arc BEFORE INSERT OR UPDATE ON public.farmers_tracking_income FOR EACH ROW WHEN ((new.arc_id IS NOT NULL)) EXECUTE FUNCTION private.resolve_arc();
CREATE TRIGGER stamp_record BEFORE INSERT OR UPDATE ON public.farmers_tracking_income FOR EACH ROW EXECUTE FUNCTION private.stamp_record();
CREATE TRIGGER verify_texts BEFORE INSERT OR UPDATE ON public.farmers_tracking_income FOR EACH ROW WHEN (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.reporting_quarter) > 250) OR (char_length(new.reporting_month) > 250) OR (char_length(new.fund_source) > 250) OR (char_length(new.psp_category) > 250) OR (char_length(new.subpsp_name) > 250) OR (char_length(new.subpsp_abbreviation) > 250) OR (char_length(new.subpsp_status) > 250) OR (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR (char_length(new.cd) > 250) OR (char_length(new.arc_id) > 60) OR (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR (char_length(new.arc_cluster_name) > 250) OR (char_length(new.arb_nonarb) > 250) OR (char_length(new.clusters_involved) > 250) OR (char_length(new.crop_sold) > 250) OR (char_length(new.buyer_name) > 250) OR (char_length(new.unit) > 250) OR (char_length(new.trader_arrangement) > 250) OR (char_length(new.soft_check_reason) > 500) OR private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.reporting_quarter, new.reporting_month, new.fund_source, new.psp_category, new.subpsp_name, new.subpsp_abbreviation, new.subpsp_status, new.arbo_id, new.arbo_name, new.region_name, new.province_name, new.muncity_name, new.barangay_name, new.cd, new.arc_id, new.arc_name, new.arc_type, new.arc_cluster_name, new.arb_nonarb, new.clusters_involved, new.crop_sold, new.buyer_name, new.unit, new.trader_arrangement, new.soft_check_reason)))) EXECUTE FUNCTION private.refuse_long_texts('{"cd": 250, "unit": 250, "arc_id": 60, "status": 250, "arbo_id": 60, "remarks": 4000, "arc_name": 250, "arc_type": 250, "arbo_name": 250, "crop_sold": 250, "arb_nonarb": 250, "buyer_name": 250, "fund_source": 250, "region_name": 250, "subpsp_name": 250, "muncity_name": 250, "psp_category": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "subpsp_status": 250, "reporting_month": 250, "arc_cluster_name": 250, "clusters_involved": 250, "reporting_quarter": 250, "soft_check_reason": 500, "trader_arrangement": 250, "subpsp_abbreviation": 250}');
CREATE TRIGGER within_arbo_settled_insert AFTER INSERT ON public.farmers_tracking_income REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER within_arbo_settled_update AFTER UPDATE ON public.farmers_tracking_income REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER write_search_text BEFORE INSERT OR UPDATE ON public.farmers_tracking_income FOR EACH ROW EXECUTE FUNCTION private.write_search_text('{approved_at,approved_by,id,office,row_version,search_text,time_stamp,updated_at,user_id}', '{delivery_date}', '{}', '{}');
grant delete, insert (arb_nonarb, "arboPrimaryKey", arbo_id, arbo_incentive, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, buyer_name, cd, clusters_involved, crop_sold, delivery_date, female_arb, female_non_arb, fund_source, gross_profit, gross_sales, gross_sales_trader, male_arb, male_non_arb, marketing_cost_per_unit, muncity_name, net_income, percent_difference, post_harvest_cost_per_unit, price_per_unit, process_stage, production_cost_per_unit, province_name, psp_category, region_name, remarks, reporting_month, reporting_quarter, reporting_year, soft_check_reason, status, subpsp_abbreviation, subpsp_name, subpsp_status, total_marketing_cost, total_post_harvest_cost, total_production_cost, trader_arrangement, trader_market_price_per_unit, trader_marketing_cost_per_unit, trader_net_income, trader_total_marketing_cost, unit, volume_sold, year_funded), select, update (arb_nonarb, "arboPrimaryKey", arbo_id, arbo_incentive, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, buyer_name, cd, clusters_involved, crop_sold, delivery_date, female_arb, female_non_arb, fund_source, gross_profit, gross_sales, gross_sales_trader, male_arb, male_non_arb, marketing_cost_per_unit, muncity_name, net_income, percent_difference, post_harvest_cost_per_unit, price_per_unit, process_stage, production_cost_per_unit, province_name, psp_category, region_name, remarks, reporting_month, reporting_quarter, reporting_year, soft_check_reason, status, subpsp_abbreviation, subpsp_name, subpsp_status, total_marketing_cost, total_post_harvest_cost, total_production_cost, trader_arrangement, trader_market_price_per_unit, trader_marketing_cost_per_unit, trader_net_income, trader_total_marketing_cost, unit, volume_sold, year_funded) on public.farmers_tracking_income to authenticated;
grant select on public.farmers_tracking_income to central_reader;
grant select on public.farmers_tracking_income to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.farmers_tracking_income to service_role;

create table public.fme_inventory_table (
  id bigint not null generated always as identity,
  user_id uuid,
  time_stamp timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  process_stage text,
  approved_by uuid,
  approved_at timestamp with time zone,
  remarks text,
  status text default 'Accomplished'::text,
  fme_inventory_id text,
  year_funded integer,
  fund_source text,
  psp_category text,
  subpsp_name text,
  subpsp_abbreviation text,
  subpsp_status text,
  "arboPrimaryKey" bigint,
  arbo_id text,
  arbo_name text,
  region_name text,
  province_name text,
  muncity_name text,
  barangay_name text,
  cd text,
  office text not null generated always as (((COALESCE(region_name, ''::text) || ' / '::text) || COALESCE(province_name, ''::text))) stored,
  arc_id text,
  arc_name text,
  arc_type text,
  arc_cluster_name text,
  ownership_update text,
  prj_title text,
  supplier_name text,
  inventory_conducted text,
  nonfunctional_reason text,
  nonutilized_reason text,
  om_training_conducted text,
  om_training_date date,
  om_trained_total integer,
  om_trained_male integer,
  om_trained_female integer,
  om_training_not_done_reason text,
  enterprise_established text,
  trust_agreement_date date,
  picture_trust_agreement text,
  deed_donation_date date,
  picture_deed_donation text,
  acceptance_cert_received text,
  process_product text,
  process_product_type text,
  product_brand_name text,
  male_arb_processors integer,
  female_arb_processors integer,
  male_nonarb_processors integer,
  female_nonarb_processors integer,
  fda_lto_certificate text,
  fda_lto_expiry date,
  cpr_registration text,
  cpr_expiry date,
  halal_registration text,
  halal_expiry date,
  npk_certificate text,
  environment_certificate text,
  search_text text,
  soft_check_reason text
);
alter table public.fme_inventory_table add constraint "fme_inventory_table_arboPrimaryKey_exists" FOREIGN KEY ("arboPrimaryKey") REFERENCES public.arbo_masterlist(id);
alter table public.fme_inventory_table add constraint fme_inventory_table_arc_id_exists FOREIGN KEY (arc_id) REFERENCES public.arc_masterlist(arc_id) ON UPDATE CASCADE;
alter table public.fme_inventory_table add constraint fme_inventory_table_counts_not_negative CHECK ((LEAST(om_trained_total, om_trained_male, om_trained_female, male_arb_processors, female_arb_processors, male_nonarb_processors, female_nonarb_processors) >= 0));
alter table public.fme_inventory_table add constraint fme_inventory_table_cpr_expiry_bound CHECK (((cpr_expiry >= '1000-01-01'::date) AND (cpr_expiry <= '9999-12-31'::date)));
alter table public.fme_inventory_table add constraint fme_inventory_table_cpr_registration_check CHECK ((cpr_registration = ANY (ARRAY['Yes'::text, 'No'::text])));
alter table public.fme_inventory_table add constraint fme_inventory_table_deed_donation_date_bound CHECK (((deed_donation_date >= '1000-01-01'::date) AND (deed_donation_date <= '9999-12-31'::date)));
alter table public.fme_inventory_table add constraint fme_inventory_table_enterprise_established_check CHECK ((enterprise_established = ANY (ARRAY['Yes'::text, 'No'::text])));
alter table public.fme_inventory_table add constraint fme_inventory_table_environment_certificate_check CHECK ((environment_certificate = ANY (ARRAY['Yes'::text, 'No'::text])));
alter table public.fme_inventory_table add constraint fme_inventory_table_fda_lto_certificate_check CHECK ((fda_lto_certificate = ANY (ARRAY['Yes'::text, 'No'::text])));
alter table public.fme_inventory_table add constraint fme_inventory_table_fda_lto_expiry_bound CHECK (((fda_lto_expiry >= '1000-01-01'::date) AND (fda_lto_expiry <= '9999-12-31'::date)));
alter table public.fme_inventory_table add constraint fme_inventory_table_fme_inventory_id_check CHECK ((btrim(fme_inventory_id) <> ''::text));
alter table public.fme_inventory_table add constraint fme_inventory_table_halal_expiry_bound CHECK (((halal_expiry >= '1000-01-01'::date) AND (halal_expiry <= '9999-12-31'::date)));
alter table public.fme_inventory_table add constraint fme_inventory_table_halal_registration_check CHECK ((halal_registration = ANY (ARRAY['Yes'::text, 'No'::text])));
alter table public.fme_inventory_table add constraint fme_inventory_table_inventory_conducted_check CHECK ((inventory_conducted = ANY (ARRAY['Yes'::text, 'No'::text])));
alter table public.fme_inventory_table add constraint fme_inventory_table_npk_certificate_check CHECK ((npk_certificate = ANY (ARRAY['Yes'::text, 'No'::text])));
alter table public.fme_inventory_table add constraint fme_inventory_table_office_exists FOREIGN KEY (office) REFERENCES public.offices(office);
alter table public.fme_inventory_table add constraint fme_inventory_table_om_trained_total_agrees CHECK ((om_trained_total = (om_trained_male + om_trained_female)));
alter table public.fme_inventory_table add constraint fme_inventory_table_om_training_date_bound CHECK (((om_training_date >= '1000-01-01'::date) AND (om_training_date <= '9999-12-31'::date)));
alter table public.fme_inventory_table add constraint fme_inventory_table_pkey PRIMARY KEY (id);
alter table public.fme_inventory_table add constraint fme_inventory_table_soft_check_reason_check CHECK (((soft_check_reason ~ '[[:alpha:]]{2}'::text) AND (length(soft_check_reason) <= 500)));
alter table public.fme_inventory_table add constraint fme_inventory_table_trust_agreement_date_bound CHECK (((trust_agreement_date >= '1000-01-01'::date) AND (trust_agreement_date <= '9999-12-31'::date)));
alter table public.fme_inventory_table add constraint location_province_name_check CHECK ((province_name <> ''::text));
alter table public.fme_inventory_table add constraint location_region_name_check CHECK ((region_name <> ''::text));
alter table public.fme_inventory_table add constraint programme_year_funded_check CHECK (((year_funded >= 1990) AND (year_funded <= 2100)));
alter table public.fme_inventory_table add constraint record_process_stage_check CHECK ((process_stage = ANY (ARRAY['Pending'::text, 'Approved'::text])));
alter table public.fme_inventory_table add constraint status_status_check CHECK ((status = ANY (ARRAY['Target'::text, 'Accomplished'::text, 'Updated'::text])));
CREATE INDEX "fme_inventory_table_arboPrimaryKey" ON public.fme_inventory_table USING btree ("arboPrimaryKey");
CREATE INDEX fme_inventory_table_arbo_id ON public.fme_inventory_table USING btree (arbo_id);
CREATE INDEX fme_inventory_table_arc_id ON public.fme_inventory_table USING btree (arc_id);
CREATE INDEX fme_inventory_table_cpr_expiry ON public.fme_inventory_table USING btree (office, cpr_expiry) WHERE (cpr_expiry IS NOT NULL);
CREATE INDEX fme_inventory_table_fda_lto_expiry ON public.fme_inventory_table USING btree (office, fda_lto_expiry) WHERE (fda_lto_expiry IS NOT NULL);
CREATE INDEX fme_inventory_table_fme_inventory_id_folded ON public.fme_inventory_table USING btree (office, private.fold_name(fme_inventory_id));
CREATE UNIQUE INDEX fme_inventory_table_fme_inventory_id_once ON public.fme_inventory_table USING btree (fme_inventory_id);
CREATE INDEX fme_inventory_table_found ON public.fme_inventory_table USING gin (private.build_find_text(prj_title, fme_inventory_id) extensions.gin_trgm_ops);
CREATE INDEX fme_inventory_table_found_in_order ON public.fme_inventory_table USING btree (private.build_find_text(prj_title, fme_inventory_id) COLLATE "C");
CREATE INDEX fme_inventory_table_halal_expiry ON public.fme_inventory_table USING btree (office, halal_expiry) WHERE (halal_expiry IS NOT NULL);
CREATE INDEX fme_inventory_table_in_order ON public.fme_inventory_table USING btree (fme_inventory_id COLLATE private.natural_order, id);
CREATE INDEX fme_inventory_table_incomplete ON public.fme_inventory_table USING btree (office) WHERE (((COALESCE(arbo_name, ''::text) = ''::text) AND (COALESCE(arbo_id, ''::text) = ''::text) AND ("arboPrimaryKey" IS NULL) AND (COALESCE(arc_name, ''::text) = ''::text) AND (COALESCE(arc_id, ''::text) = ''::text)) OR ((COALESCE(prj_title, ''::text) = ''::text) AND (COALESCE(subpsp_name, ''::text) = ''::text) AND (COALESCE(supplier_name, ''::text) = ''::text)));
CREATE INDEX fme_inventory_table_office ON public.fme_inventory_table USING btree (office, id);
CREATE INDEX fme_inventory_table_search ON public.fme_inventory_table USING gin (search_text extensions.gin_trgm_ops);
CREATE INDEX fme_inventory_table_with_reason ON public.fme_inventory_table USING btree (office) WHERE (soft_check_reason IS NOT NULL);
alter table public.fme_inventory_table enable row level security, force row level security;
create policy delete_in_scope on public.fme_inventory_table for delete to authenticated
  using ((office = ANY (( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL)));
create policy insert_in_scope on public.fme_inventory_table for insert to authenticated
  with check ((office = ANY (( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR ( SELECT private.caller_can_approve_own() AS caller_can_approve_own)));
create policy select_in_scope on public.fme_inventory_table for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.fme_inventory_table for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.fme_inventory_table for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
create policy update_in_scope on public.fme_inventory_table for update to authenticated
  using (office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[]))
  with check (office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[]));
CREATE TRIGGER "0_check_references_insert" AFTER INSERT ON public.fme_inventory_table REFERENCING NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER "0_check_references_update" AFTER UPDATE ON public.fme_inventory_table REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER ask_reason_insert AFTER INSERT ON public.fme_inventory_table FOR EACH ROW WHEN (((new.soft_check_reason IS NULL) AND ((num_nulls(new.om_trained_male, new.om_trained_female) >= 1) AND (num_nulls(new.om_trained_male, new.om_trained_female) <= 1)))) EXECUTE FUNCTION private.require_reason();
CREATE TRIGGER ask_reason_update AFTER UPDATE ON public.fme_inventory_table FOR EACH ROW WHEN (((new.soft_check_reason IS NULL) AND (((num_nulls(new.om_trained_male, new.om_trained_female) >= 1) AND (num_nulls(new.om_trained_male, new.om_trained_female) <= 1)) AND (((new.om_trained_total IS DISTINCT FROM old.om_trained_total) OR (new.om_trained_male IS DISTINCT FROM old.om_trained_male)) OR (new.om_trained_female IS DISTINCT FROM old.om_trained_female))))) EXECUTE FUNCTION private.require_reason();
CREATE TRIGGER clean_texts BEFORE INSERT OR UPDATE ON public.fme_inventory_table FOR EACH ROW EXECUTE FUNCTION private.clean_texts();
CREATE TRIGGER end_review AFTER UPDATE ON public.fme_inventory_table REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.end_review();
CREATE TRIGGER flag_as_updated BEFORE INSERT OR UPDATE ON public.fme_inventory_table FOR EACH ROW EXECUTE FUNCTION private.flag_as_updated();
CREATE TRIGGER generate_identifier BEFORE INSERT ON public.fme_inventory_table FOR EACH ROW EXECUTE FUNCTION private.generate_identifier('fme_inventory_id', 'FME-');
CREATE TRIGGER guard_stage AFTER UPDATE ON public.fme_inventory_table REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.guard_stage();
CREATE TRIGGER judge_places_insert AFTER INSERT ON public.fme_inventory_table REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER judge_places_update AFTER UPDATE ON public.fme_inventory_table REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER keep_referrers_in_office AFTER UPDATE ON public.fme_inventory_table REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_referrers_in_office();
CREATE TRIGGER lead_attachments_delete AFTER DELETE ON public.fme_inventory_table REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.sync_attachments();
CREATE TRIGGER lead_attachments_update AFTER UPDATE ON public.fme_inventory_table REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.sync_attachments();
CREATE TRIGGER lock_before_move BEFORE UPDATE OF region_name, province_name ON public.fme_inventory_table FOR EACH ROW WHEN (((old.region_name IS DISTINCT FROM new.region_name) OR (old.province_name IS DISTINCT FROM new.province_name))) EXECUTE FUNCTION private.lock_before_move();
CREATE TRIGGER log_delete AFTER DELETE ON public.fme_inventory_table REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_insert AFTER INSERT ON public.fme_inventory_table REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_update AFTER UPDATE ON public.fme_inventory_table REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER normalize_place BEFORE INSERT OR UPDATE ON public.fme_inventory_table FOR EACH ROW EXECUTE FUNCTION private.normalize_place();
CREATE TRIGGER note_unusual_delete AFTER DELETE ON public.fme_inventory_table REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, om_trained_female, om_trained_male, om_trained_total, soft_check_reason');
CREATE TRIGGER note_unusual_insert AFTER INSERT ON public.fme_inventory_table REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, om_trained_female, om_trained_male, om_trained_total, soft_check_reason');
CREATE TRIGGER note_unusual_update AFTER UPDATE ON public.fme_inventory_table REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, om_trained_female, om_trained_male, om_trained_total, soft_check_reason');
CREATE TRIGGER preserve_attachment_links BEFORE UPDATE ON public.fme_inventory_table FOR EACH ROW EXECUTE FUNCTION private.preserve_attachment_links();
CREATE TRIGGER require_fact_1_insert AFTER INSERT ON public.fme_inventory_table FOR EACH ROW WHEN (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) = ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text))) EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');
CREATE TRIGGER require_fact_1_update AFTER UPDATE ON public.fme_inventory_table FOR EACH ROW WHEN (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) = ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text) AND (NOT ((COALESCE(old.arbo_name, ''::text) = ''::text) AND (COALESCE(old.arbo_id, ''::text) = ''::text) AND (old."arboPrimaryKey" IS NULL) AND (COALESCE(old.arc_name, ''::text) = ''::text) AND (COALESCE(old.arc_id, ''::text) = ''::text))))) EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');
CREATE TRIGGER require_fact_2_insert AFTER INSERT ON public.fme_inventory_table FOR EACH ROW WHEN (((COALESCE(new.prj_title, ''::text) = ''::text) AND (COALESCE(new.subpsp_name, ''::text) = ''::text) AND (COALESCE(new.supplier_name, ''::text) = ''::text))) EXECUTE FUNCTION private.refuse_missing_fact('prj_title');
CREATE TRIGGER require_fact_2_update AFTER UPDATE ON public.fme_inventory_table FOR EACH ROW WHEN (((COALESCE(new.prj_title, ''::text) = ''::text) AND (COALESCE(new.subpsp_name, ''::text) = ''::text) AND (COALESCE(new.supplier_name, ''::text) = ''::text) AND (NOT ((COALESCE(old.prj_title, ''::text) = ''::text) AND (COALESCE(old.subpsp_name, ''::text) = ''::text) AND (COALESCE(old.supplier_name, ''::text) = ''::text))))) EXECUTE FUNCTION private.refuse_missing_fact('prj_title');
CREATE TRIGGER resolve_arbo BEFORE INSERT OR UPDATE ON public.fme_inventory_table FOR EACH ROW EXECUTE FUNCTION private.resolve_arbo();
CREATE TRIGGER resolve_arc BEFORE INSERT OR UPDATE ON public.fme_inventory_table FOR EACH ROW WHEN ((new.arc_id IS NOT NULL)) EXECUTE FUNCTION private.resolve_arc();
CREATE TRIGGER stamp_record BEFORE INSERT OR UPDATE ON public.fme_inventory_table FOR EACH ROW EXECUTE FUNCTION private.stamp_record();
CREATE TRIGGER verify_texts BEFORE INSERT OR UPDATE ON public.fme_inventory_table FOR EACH ROW WHEN (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.fme_inventory_id) > 60) OR (char_length(new.fund_source) > 250) OR (char_length(new.psp_category) > 250) OR (char_length(new.subpsp_name) > 250) OR (char_length(new.subpsp_abbreviation) > 250) OR (char_length(new.subpsp_status) > 250) OR (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR (char_length(new.cd) > 250) OR (char_length(new.arc_id) > 60) OR (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR (char_length(new.arc_cluster_name) > 250) OR (char_length(new.ownership_update) > 250) OR (char_length(new.prj_title) > 250) OR (char_length(new.supplier_name) > 250) OR (char_length(new.inventory_conducted) > 250) OR (char_length(new.nonfunctional_reason) > 4000) OR (char_length(new.nonutilized_reason) > 4000) OR (char_length(new.om_training_conducted) > 250) OR (char_length(new.om_training_not_done_reason) > 4000) OR (char_length(new.enterprise_established) > 250) OR (char_length(new.picture_trust_agreement) > 1000) OR (char_length(new.picture_deed_donation) > 1000) OR (char_length(new.acceptance_cert_received) > 250) OR (char_length(new.process_product) > 250) OR (char_length(new.process_product_type) > 250) OR (char_length(new.product_brand_name) > 250) OR (char_length(new.fda_lto_certificate) > 250) OR (char_length(new.cpr_registration) > 250) OR (char_length(new.halal_registration) > 250) OR (char_length(new.npk_certificate) > 250) OR (char_length(new.environment_certificate) > 250) OR (char_length(new.soft_check_reason) > 500) OR private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.fme_inventory_id, new.fund_source, new.psp_category, new.subpsp_name, new.subpsp_abbreviation, new.subpsp_status, new.arbo_id, new.arbo_name, new.region_name, new.province_name, new.muncity_name, new.barangay_name, new.cd, new.arc_id, new.arc_name, new.arc_type, new.arc_cluster_name, new.ownership_update, new.prj_title, new.supplier_name, new.inventory_conducted, new.nonfunctional_reason, new.nonutilized_reason, new.om_training_conducted, new.om_training_not_done_reason, new.enterprise_established, new.picture_trust_agreement, new.picture_deed_donation, new.acceptance_cert_received, new.process_product, new.process_product_type, new.product_brand_name, new.fda_lto_certificate, new.cpr_registration, new.halal_registration, new.npk_certificate, new.environment_certificate, new.soft_check_reason)))) EXECUTE FUNCTION private.refuse_long_texts('{"cd": 250, "arc_id": 60, "status": 250, "arbo_id": 60, "remarks": 4000, "arc_name": 250, "arc_type": 250, "arbo_name": 250, "prj_title": 250, "fund_source": 250, "region_name": 250, "subpsp_name": 250, "muncity_name": 250, "psp_category": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "subpsp_status": 250, "supplier_name": 250, "npk_certificate": 250, "process_product": 250, "arc_cluster_name": 250, "cpr_registration": 250, "fme_inventory_id": 60, "ownership_update": 250, "soft_check_reason": 500, "halal_registration": 250, "nonutilized_reason": 4000, "product_brand_name": 250, "fda_lto_certificate": 250, "inventory_conducted": 250, "subpsp_abbreviation": 250, "nonfunctional_reason": 4000, "process_product_type": 250, "om_training_conducted": 250, "picture_deed_donation": 1000, "enterprise_established": 250, "environment_certificate": 250, "picture_trust_agreement": 1000, "acceptance_cert_received": 250, "om_training_not_done_reason": 4000}');
CREATE TRIGGER within_arbo_settled_insert AFTER INSERT ON public.fme_inventory_table REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER within_arbo_settled_update AFTER UPDATE ON public.fme_inventory_table REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER write_search_text BEFORE INSERT OR UPDATE ON public.fme_inventory_table FOR EACH ROW EXECUTE FUNCTION private.write_search_text('{approved_at,approved_by,id,office,row_version,search_text,time_stamp,updated_at,user_id}', '{cpr_expiry,deed_donation_date,fda_lto_expiry,halal_expiry,om_training_date,trust_agreement_date}', '{}', '{}');
grant delete, insert (acceptance_cert_received, "arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, cd, cpr_expiry, cpr_registration, deed_donation_date, enterprise_established, environment_certificate, fda_lto_certificate, fda_lto_expiry, female_arb_processors, female_nonarb_processors, fme_inventory_id, fund_source, halal_expiry, halal_registration, inventory_conducted, male_arb_processors, male_nonarb_processors, muncity_name, nonfunctional_reason, nonutilized_reason, npk_certificate, om_trained_female, om_trained_male, om_trained_total, om_training_conducted, om_training_date, om_training_not_done_reason, ownership_update, picture_deed_donation, picture_trust_agreement, prj_title, process_product, process_product_type, process_stage, product_brand_name, province_name, psp_category, region_name, remarks, soft_check_reason, status, subpsp_abbreviation, subpsp_name, subpsp_status, supplier_name, trust_agreement_date, year_funded), select, update (acceptance_cert_received, "arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, cd, cpr_expiry, cpr_registration, deed_donation_date, enterprise_established, environment_certificate, fda_lto_certificate, fda_lto_expiry, female_arb_processors, female_nonarb_processors, fme_inventory_id, fund_source, halal_expiry, halal_registration, inventory_conducted, male_arb_processors, male_nonarb_processors, muncity_name, nonfunctional_reason, nonutilized_reason, npk_certificate, om_trained_female, om_trained_male, om_trained_total, om_training_conducted, om_training_date, om_training_not_done_reason, ownership_update, picture_deed_donation, picture_trust_agreement, prj_title, process_product, process_product_type, process_stage, product_brand_name, province_name, psp_category, region_name, remarks, soft_check_reason, status, subpsp_abbreviation, subpsp_name, subpsp_status, supplier_name, trust_agreement_date, year_funded) on public.fme_inventory_table to authenticated;
grant select on public.fme_inventory_table to central_reader;
grant select on public.fme_inventory_table to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.fme_inventory_table to service_role;

create table public.fme_rental_monitoring (
  id bigint not null generated always as identity,
  user_id uuid,
  time_stamp timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  process_stage text,
  approved_by uuid,
  approved_at timestamp with time zone,
  remarks text,
  status text default 'Accomplished'::text,
  reporting_year integer,
  reporting_quarter text,
  reporting_month text,
  year_funded integer,
  fund_source text,
  psp_category text,
  subpsp_name text,
  subpsp_abbreviation text,
  subpsp_status text,
  "arboPrimaryKey" bigint,
  arbo_id text,
  arbo_name text,
  region_name text,
  province_name text,
  muncity_name text,
  barangay_name text,
  cd text,
  office text not null generated always as (((COALESCE(region_name, ''::text) || ' / '::text) || COALESCE(province_name, ''::text))) stored,
  arc_id text,
  arc_name text,
  arc_type text,
  arc_cluster_name text,
  fme_inventory_id text,
  transaction_date date,
  date_rented date,
  date_returned date,
  specific_fme_rented text,
  no_units_involved integer,
  no_male_arbs_renter integer,
  no_female_arbs_renter integer,
  no_male_nonarbs_renter integer,
  no_female_nonarbs_renter integer,
  total_rental_fees bigint,
  search_text text,
  soft_check_reason text
);
alter table public.fme_rental_monitoring add constraint "fme_rental_monitoring_arboPrimaryKey_exists" FOREIGN KEY ("arboPrimaryKey") REFERENCES public.arbo_masterlist(id);
alter table public.fme_rental_monitoring add constraint fme_rental_monitoring_arc_id_exists FOREIGN KEY (arc_id) REFERENCES public.arc_masterlist(arc_id) ON UPDATE CASCADE;
alter table public.fme_rental_monitoring add constraint fme_rental_monitoring_counts_not_negative CHECK ((LEAST((no_units_involved)::bigint, (no_male_arbs_renter)::bigint, (no_female_arbs_renter)::bigint, (no_male_nonarbs_renter)::bigint, (no_female_nonarbs_renter)::bigint, total_rental_fees) >= 0));
alter table public.fme_rental_monitoring add constraint fme_rental_monitoring_date_rented_bound CHECK (((date_rented >= '1000-01-01'::date) AND (date_rented <= '9999-12-31'::date)));
alter table public.fme_rental_monitoring add constraint fme_rental_monitoring_date_returned_bound CHECK (((date_returned >= '1000-01-01'::date) AND (date_returned <= '9999-12-31'::date)));
alter table public.fme_rental_monitoring add constraint fme_rental_monitoring_date_returned_in_order CHECK ((date_returned >= date_rented));
alter table public.fme_rental_monitoring add constraint fme_rental_monitoring_fme_inventory_id_exists FOREIGN KEY (fme_inventory_id) REFERENCES public.fme_inventory_table(fme_inventory_id);
alter table public.fme_rental_monitoring add constraint fme_rental_monitoring_office_exists FOREIGN KEY (office) REFERENCES public.offices(office);
alter table public.fme_rental_monitoring add constraint fme_rental_monitoring_pkey PRIMARY KEY (id);
alter table public.fme_rental_monitoring add constraint fme_rental_monitoring_soft_check_reason_check CHECK (((soft_check_reason ~ '[[:alpha:]]{2}'::text) AND (length(soft_check_reason) <= 500)));
alter table public.fme_rental_monitoring add constraint fme_rental_monitoring_transaction_date_bound CHECK (((transaction_date >= '1000-01-01'::date) AND (transaction_date <= '9999-12-31'::date)));
alter table public.fme_rental_monitoring add constraint location_province_name_check CHECK ((province_name <> ''::text));
alter table public.fme_rental_monitoring add constraint location_region_name_check CHECK ((region_name <> ''::text));
alter table public.fme_rental_monitoring add constraint programme_year_funded_check CHECK (((year_funded >= 1990) AND (year_funded <= 2100)));
alter table public.fme_rental_monitoring add constraint record_process_stage_check CHECK ((process_stage = ANY (ARRAY['Pending'::text, 'Approved'::text])));
alter table public.fme_rental_monitoring add constraint reporting_month_in_quarter CHECK (
CASE reporting_quarter
    WHEN 'Q1'::text THEN (reporting_month = ANY (ARRAY['January'::text, 'February'::text, 'March'::text]))
    WHEN 'Q2'::text THEN (reporting_month = ANY (ARRAY['April'::text, 'May'::text, 'June'::text]))
    WHEN 'Q3'::text THEN (reporting_month = ANY (ARRAY['July'::text, 'August'::text, 'September'::text]))
    WHEN 'Q4'::text THEN (reporting_month = ANY (ARRAY['October'::text, 'November'::text, 'December'::text]))
    ELSE NULL::boolean
END);
alter table public.fme_rental_monitoring add constraint reporting_month_known CHECK ((reporting_month = ANY (ARRAY['January'::text, 'February'::text, 'March'::text, 'April'::text, 'May'::text, 'June'::text, 'July'::text, 'August'::text, 'September'::text, 'October'::text, 'November'::text, 'December'::text])));
alter table public.fme_rental_monitoring add constraint reporting_reporting_quarter_check CHECK ((reporting_quarter = ANY (ARRAY['Q1'::text, 'Q2'::text, 'Q3'::text, 'Q4'::text])));
alter table public.fme_rental_monitoring add constraint reporting_reporting_year_check CHECK (((reporting_year >= 1990) AND (reporting_year <= 2100)));
alter table public.fme_rental_monitoring add constraint status_status_check CHECK ((status = ANY (ARRAY['Target'::text, 'Accomplished'::text, 'Updated'::text])));
CREATE INDEX "fme_rental_monitoring_arboPrimaryKey" ON public.fme_rental_monitoring USING btree ("arboPrimaryKey");
CREATE INDEX fme_rental_monitoring_arbo_id ON public.fme_rental_monitoring USING btree (arbo_id);
CREATE INDEX fme_rental_monitoring_arbo_name_folded ON public.fme_rental_monitoring USING btree (office, private.fold_name(arbo_name));
CREATE INDEX fme_rental_monitoring_arc_id ON public.fme_rental_monitoring USING btree (arc_id);
CREATE INDEX fme_rental_monitoring_fme_inventory_id ON public.fme_rental_monitoring USING btree (fme_inventory_id);
CREATE INDEX fme_rental_monitoring_in_order ON public.fme_rental_monitoring USING btree (arbo_name COLLATE private.natural_order, id);
CREATE INDEX fme_rental_monitoring_incomplete ON public.fme_rental_monitoring USING btree (office) WHERE (((COALESCE(arbo_name, ''::text) = ''::text) AND (COALESCE(arbo_id, ''::text) = ''::text) AND ("arboPrimaryKey" IS NULL) AND (COALESCE(arc_name, ''::text) = ''::text) AND (COALESCE(arc_id, ''::text) = ''::text)) OR (reporting_year IS NULL) OR ((COALESCE(reporting_quarter, ''::text) = ''::text) AND (status IS DISTINCT FROM 'Target'::text)) OR ((COALESCE(specific_fme_rented, ''::text) = ''::text) AND (COALESCE(fme_inventory_id, ''::text) = ''::text)));
CREATE INDEX fme_rental_monitoring_office ON public.fme_rental_monitoring USING btree (office, id);
CREATE INDEX fme_rental_monitoring_search ON public.fme_rental_monitoring USING gin (search_text extensions.gin_trgm_ops);
CREATE INDEX fme_rental_monitoring_with_reason ON public.fme_rental_monitoring USING btree (office) WHERE (soft_check_reason IS NOT NULL);
alter table public.fme_rental_monitoring enable row level security, force row level security;
create policy delete_in_scope on public.fme_rental_monitoring for delete to authenticated
  using ((office = ANY (( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL)));
create policy insert_in_scope on public.fme_rental_monitoring for insert to authenticated
  with check ((office = ANY (( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR ( SELECT private.caller_can_approve_own() AS caller_can_approve_own)));
create policy select_in_scope on public.fme_rental_monitoring for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.fme_rental_monitoring for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.fme_rental_monitoring for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
create policy update_in_scope on public.fme_rental_monitoring for update to authenticated
  using (office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[]))
  with check (office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[]));
CREATE TRIGGER "0_check_references_insert" AFTER INSERT ON public.fme_rental_monitoring REFERENCING NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER "0_check_references_update" AFTER UPDATE ON public.fme_rental_monitoring REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER ask_reason_insert AFTER INSERT ON public.fme_rental_monitoring FOR EACH ROW WHEN (((new.soft_check_reason IS NULL) AND (EXTRACT(year FROM new.transaction_date) <> (new.reporting_year)::numeric))) EXECUTE FUNCTION private.require_reason();
CREATE TRIGGER ask_reason_update AFTER UPDATE ON public.fme_rental_monitoring FOR EACH ROW WHEN (((new.soft_check_reason IS NULL) AND ((EXTRACT(year FROM new.transaction_date) <> (new.reporting_year)::numeric) AND ((new.transaction_date IS DISTINCT FROM old.transaction_date) OR (new.reporting_year IS DISTINCT FROM old.reporting_year))))) EXECUTE FUNCTION private.require_reason();
CREATE TRIGGER clean_texts BEFORE INSERT OR UPDATE ON public.fme_rental_monitoring FOR EACH ROW EXECUTE FUNCTION private.clean_texts();
CREATE TRIGGER end_review AFTER UPDATE ON public.fme_rental_monitoring REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.end_review();
CREATE TRIGGER flag_as_updated BEFORE INSERT OR UPDATE ON public.fme_rental_monitoring FOR EACH ROW EXECUTE FUNCTION private.flag_as_updated();
CREATE TRIGGER guard_stage AFTER UPDATE ON public.fme_rental_monitoring REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.guard_stage();
CREATE TRIGGER judge_places_insert AFTER INSERT ON public.fme_rental_monitoring REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER judge_places_update AFTER UPDATE ON public.fme_rental_monitoring REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER log_delete AFTER DELETE ON public.fme_rental_monitoring REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_insert AFTER INSERT ON public.fme_rental_monitoring REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_update AFTER UPDATE ON public.fme_rental_monitoring REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER normalize_place BEFORE INSERT OR UPDATE ON public.fme_rental_monitoring FOR EACH ROW EXECUTE FUNCTION private.normalize_place();
CREATE TRIGGER note_unusual_delete AFTER DELETE ON public.fme_rental_monitoring REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, arbo_name, reporting_quarter, reporting_year, soft_check_reason, specific_fme_rented, total_rental_fees, transaction_date');
CREATE TRIGGER note_unusual_insert AFTER INSERT ON public.fme_rental_monitoring REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, arbo_name, reporting_quarter, reporting_year, soft_check_reason, specific_fme_rented, total_rental_fees, transaction_date');
CREATE TRIGGER note_unusual_update AFTER UPDATE ON public.fme_rental_monitoring REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, arbo_name, reporting_quarter, reporting_year, soft_check_reason, specific_fme_rented, total_rental_fees, transaction_date');
CREATE TRIGGER require_fact_1_insert AFTER INSERT ON public.fme_rental_monitoring FOR EACH ROW WHEN (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) = ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text))) EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');
CREATE TRIGGER require_fact_1_update AFTER UPDATE ON public.fme_rental_monitoring FOR EACH ROW WHEN (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) = ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text) AND (NOT ((COALESCE(old.arbo_name, ''::text) = ''::text) AND (COALESCE(old.arbo_id, ''::text) = ''::text) AND (old."arboPrimaryKey" IS NULL) AND (COALESCE(old.arc_name, ''::text) = ''::text) AND (COALESCE(old.arc_id, ''::text) = ''::text))))) EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');
CREATE TRIGGER require_fact_2_insert AFTER INSERT ON public.fme_rental_monitoring FOR EACH ROW WHEN ((new.reporting_year IS NULL)) EXECUTE FUNCTION private.refuse_missing_fact('reporting_year');
CREATE TRIGGER require_fact_2_update AFTER UPDATE ON public.fme_rental_monitoring FOR EACH ROW WHEN (((new.reporting_year IS NULL) AND (NOT (old.reporting_year IS NULL)))) EXECUTE FUNCTION private.refuse_missing_fact('reporting_year');
CREATE TRIGGER require_fact_3_insert AFTER INSERT ON public.fme_rental_monitoring FOR EACH ROW WHEN (((COALESCE(new.reporting_quarter, ''::text) = ''::text) AND (new.status IS DISTINCT FROM 'Target'::text))) EXECUTE FUNCTION private.refuse_missing_fact('reporting_quarter');
CREATE TRIGGER require_fact_3_update AFTER UPDATE ON public.fme_rental_monitoring FOR EACH ROW WHEN (((COALESCE(new.reporting_quarter, ''::text) = ''::text) AND (new.status IS DISTINCT FROM 'Target'::text) AND (NOT ((COALESCE(old.reporting_quarter, ''::text) = ''::text) AND (old.status IS DISTINCT FROM 'Target'::text))))) EXECUTE FUNCTION private.refuse_missing_fact('reporting_quarter');
CREATE TRIGGER require_fact_4_insert AFTER INSERT ON public.fme_rental_monitoring FOR EACH ROW WHEN (((COALESCE(new.specific_fme_rented, ''::text) = ''::text) AND (COALESCE(new.fme_inventory_id, ''::text) = ''::text))) EXECUTE FUNCTION private.refuse_missing_fact('specific_fme_rented');
CREATE TRIGGER require_fact_4_update AFTER UPDATE ON public.fme_rental_monitoring FOR EACH ROW WHEN (((COALESCE(new.specific_fme_rented, ''::text) = ''::text) AND (COALESCE(new.fme_inventory_id, ''::text) = ''::text) AND (NOT ((COALESCE(old.specific_fme_rented, ''::text) = ''::text) AND (COALESCE(old.fme_inventory_id, ''::text) = ''::text))))) EXECUTE FUNCTION private.refuse_missing_fact('specific_fme_rented');
CREATE TRIGGER resolve_arbo BEFORE INSERT OR UPDATE ON public.fme_rental_monitoring FOR EACH ROW EXECUTE FUNCTION private.resolve_arbo();
CREATE TRIGGER resolve_arc BEFORE INSERT OR UPDATE ON public.fme_rental_monitoring FOR EACH ROW WHEN ((new.arc_id IS NOT NULL)) EXECUTE FUNCTION private.resolve_arc();
CREATE TRIGGER stamp_record BEFORE INSERT OR UPDATE ON public.fme_rental_monitoring FOR EACH ROW EXECUTE FUNCTION private.stamp_record();
CREATE TRIGGER verify_texts BEFORE INSERT OR UPDATE ON public.fme_rental_monitoring FOR EACH ROW WHEN (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.reporting_quarter) > 250) OR (char_length(new.reporting_month) > 250) OR (char_length(new.fund_source) > 250) OR (char_length(new.psp_category) > 250) OR (char_length(new.subpsp_name) > 250) OR (char_length(new.subpsp_abbreviation) > 250) OR (char_length(new.subpsp_status) > 250) OR (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR (char_length(new.cd) > 250) OR (char_length(new.arc_id) > 60) OR (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR (char_length(new.arc_cluster_name) > 250) OR (char_length(new.fme_inventory_id) > 60) OR (char_length(new.specific_fme_rented) > 250) OR (char_length(new.soft_check_reason) > 500) OR private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.reporting_quarter, new.reporting_month, new.fund_source, new.psp_category, new.subpsp_name, new.subpsp_abbreviation, new.subpsp_status, new.arbo_id, new.arbo_name, new.region_name, new.province_name, new.muncity_name, new.barangay_name, new.cd, new.arc_id, new.arc_name, new.arc_type, new.arc_cluster_name, new.fme_inventory_id, new.specific_fme_rented, new.soft_check_reason)))) EXECUTE FUNCTION private.refuse_long_texts('{"cd": 250, "arc_id": 60, "status": 250, "arbo_id": 60, "remarks": 4000, "arc_name": 250, "arc_type": 250, "arbo_name": 250, "fund_source": 250, "region_name": 250, "subpsp_name": 250, "muncity_name": 250, "psp_category": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "subpsp_status": 250, "reporting_month": 250, "arc_cluster_name": 250, "fme_inventory_id": 60, "reporting_quarter": 250, "soft_check_reason": 500, "specific_fme_rented": 250, "subpsp_abbreviation": 250}');
CREATE TRIGGER within_arbo_settled_insert AFTER INSERT ON public.fme_rental_monitoring REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER within_arbo_settled_update AFTER UPDATE ON public.fme_rental_monitoring REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER write_search_text BEFORE INSERT OR UPDATE ON public.fme_rental_monitoring FOR EACH ROW EXECUTE FUNCTION private.write_search_text('{approved_at,approved_by,id,office,row_version,search_text,time_stamp,updated_at,user_id}', '{date_rented,date_returned,transaction_date}', '{}', '{}');
grant delete, insert ("arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, cd, date_rented, date_returned, fme_inventory_id, fund_source, muncity_name, no_female_arbs_renter, no_female_nonarbs_renter, no_male_arbs_renter, no_male_nonarbs_renter, no_units_involved, process_stage, province_name, psp_category, region_name, remarks, reporting_month, reporting_quarter, reporting_year, soft_check_reason, specific_fme_rented, status, subpsp_abbreviation, subpsp_name, subpsp_status, total_rental_fees, transaction_date, year_funded), select, update ("arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, cd, date_rented, date_returned, fme_inventory_id, fund_source, muncity_name, no_female_arbs_renter, no_female_nonarbs_renter, no_male_arbs_renter, no_male_nonarbs_renter, no_units_involved, process_stage, province_name, psp_category, region_name, remarks, reporting_month, reporting_quarter, reporting_year, soft_check_reason, specific_fme_rented, status, subpsp_abbreviation, subpsp_name, subpsp_status, total_rental_fees, transaction_date, year_funded) on public.fme_rental_monitoring to authenticated;
grant select on public.fme_rental_monitoring to central_reader;
grant select on public.fme_rental_monitoring to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.fme_rental_monitoring to service_role;

create table public.form11_accomps (
  id bigint not null generated always as identity,
  user_id uuid,
  time_stamp timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  process_stage text,
  approved_by uuid,
  approved_at timestamp with time zone,
  remarks text,
  status text not null default 'Accomplished'::text,
  reporting_year integer,
  reporting_quarter text,
  reporting_month text,
  year_funded integer,
  fund_source text,
  psp_category text,
  subpsp_name text,
  subpsp_abbreviation text,
  subpsp_status text,
  "arboPrimaryKey" bigint,
  arbo_id text,
  arbo_name text,
  region_name text,
  province_name text,
  muncity_name text,
  barangay_name text,
  cd text,
  office text not null generated always as (((COALESCE(region_name, ''::text) || ' / '::text) || COALESCE(province_name, ''::text))) stored,
  arc_id text,
  arc_name text,
  arc_type text,
  arc_cluster_name text,
  type_enterprise text,
  crop_commodity text,
  scale_production text,
  unit_measure text,
  type_livelihood text,
  support_provided text,
  hard_component text,
  description text,
  quantity_hard integer,
  unit_hard text,
  total_cost numeric(14,2),
  date_distributed date,
  functional text,
  utilized text,
  num_arbs integer,
  male_arbs integer,
  female_arbs integer,
  "uploadFile" text[],
  search_text text,
  soft_check_reason text
);
alter table public.form11_accomps add constraint "form11_accomps_arboPrimaryKey_exists" FOREIGN KEY ("arboPrimaryKey") REFERENCES public.arbo_masterlist(id);
alter table public.form11_accomps add constraint form11_accomps_arc_id_exists FOREIGN KEY (arc_id) REFERENCES public.arc_masterlist(arc_id) ON UPDATE CASCADE;
alter table public.form11_accomps add constraint form11_accomps_counts_not_negative CHECK ((LEAST((quantity_hard)::numeric, total_cost, (num_arbs)::numeric, (male_arbs)::numeric, (female_arbs)::numeric) >= (0)::numeric));
alter table public.form11_accomps add constraint form11_accomps_date_distributed_bound CHECK (((date_distributed >= '1000-01-01'::date) AND (date_distributed <= '9999-12-31'::date)));
alter table public.form11_accomps add constraint form11_accomps_num_arbs_agrees CHECK ((num_arbs = (male_arbs + female_arbs)));
alter table public.form11_accomps add constraint form11_accomps_office_exists FOREIGN KEY (office) REFERENCES public.offices(office);
alter table public.form11_accomps add constraint form11_accomps_pkey PRIMARY KEY (id);
alter table public.form11_accomps add constraint form11_accomps_soft_check_reason_check CHECK (((soft_check_reason ~ '[[:alpha:]]{2}'::text) AND (length(soft_check_reason) <= 500)));
alter table public.form11_accomps add constraint form11_accomps_status_check CHECK ((status = ANY (ARRAY['Target'::text, 'Accomplished'::text])));
alter table public.form11_accomps add constraint form11_accomps_total_cost_bound CHECK ((total_cost <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])));
alter table public.form11_accomps add constraint "form11_accomps_uploadFile_bound" CHECK (((array_ndims("uploadFile") = 1) AND (array_lower("uploadFile", 1) = 1) AND (array_position("uploadFile", NULL::text) IS NULL)));
alter table public.form11_accomps add constraint form_11_functional_check CHECK ((functional = ANY (ARRAY['Yes'::text, 'No'::text])));
alter table public.form11_accomps add constraint form_11_utilized_check CHECK ((utilized = ANY (ARRAY['Yes'::text, 'No'::text])));
alter table public.form11_accomps add constraint location_province_name_check CHECK ((province_name <> ''::text));
alter table public.form11_accomps add constraint location_region_name_check CHECK ((region_name <> ''::text));
alter table public.form11_accomps add constraint programme_year_funded_check CHECK (((year_funded >= 1990) AND (year_funded <= 2100)));
alter table public.form11_accomps add constraint record_process_stage_check CHECK ((process_stage = ANY (ARRAY['Pending'::text, 'Approved'::text])));
alter table public.form11_accomps add constraint reporting_month_in_quarter CHECK (
CASE reporting_quarter
    WHEN 'Q1'::text THEN (reporting_month = ANY (ARRAY['January'::text, 'February'::text, 'March'::text]))
    WHEN 'Q2'::text THEN (reporting_month = ANY (ARRAY['April'::text, 'May'::text, 'June'::text]))
    WHEN 'Q3'::text THEN (reporting_month = ANY (ARRAY['July'::text, 'August'::text, 'September'::text]))
    WHEN 'Q4'::text THEN (reporting_month = ANY (ARRAY['October'::text, 'November'::text, 'December'::text]))
    ELSE NULL::boolean
END);
alter table public.form11_accomps add constraint reporting_month_known CHECK ((reporting_month = ANY (ARRAY['January'::text, 'February'::text, 'March'::text, 'April'::text, 'May'::text, 'June'::text, 'July'::text, 'August'::text, 'September'::text, 'October'::text, 'November'::text, 'December'::text])));
alter table public.form11_accomps add constraint reporting_reporting_quarter_check CHECK ((reporting_quarter = ANY (ARRAY['Q1'::text, 'Q2'::text, 'Q3'::text, 'Q4'::text])));
alter table public.form11_accomps add constraint reporting_reporting_year_check CHECK (((reporting_year >= 1990) AND (reporting_year <= 2100)));
CREATE INDEX "form11_accomps_arboPrimaryKey" ON public.form11_accomps USING btree ("arboPrimaryKey");
CREATE INDEX form11_accomps_arbo_id ON public.form11_accomps USING btree (arbo_id);
CREATE INDEX form11_accomps_arbo_name_folded ON public.form11_accomps USING btree (office, private.fold_name(arbo_name));
CREATE INDEX form11_accomps_arc_id ON public.form11_accomps USING btree (arc_id);
CREATE INDEX form11_accomps_in_order ON public.form11_accomps USING btree (arbo_name COLLATE private.natural_order, id);
CREATE INDEX form11_accomps_incomplete ON public.form11_accomps USING btree (office) WHERE (((COALESCE(arbo_name, ''::text) = ''::text) AND (COALESCE(arbo_id, ''::text) = ''::text) AND ("arboPrimaryKey" IS NULL) AND (COALESCE(arc_name, ''::text) = ''::text) AND (COALESCE(arc_id, ''::text) = ''::text)) OR (reporting_year IS NULL) OR ((COALESCE(reporting_quarter, ''::text) = ''::text) AND (status IS DISTINCT FROM 'Target'::text)) OR ((COALESCE(support_provided, ''::text) = ''::text) AND (COALESCE(hard_component, ''::text) = ''::text) AND (COALESCE(description, ''::text) = ''::text)));
CREATE INDEX form11_accomps_office ON public.form11_accomps USING btree (office, id);
CREATE INDEX form11_accomps_search ON public.form11_accomps USING gin (search_text extensions.gin_trgm_ops);
CREATE INDEX form11_accomps_with_reason ON public.form11_accomps USING btree (office) WHERE (soft_check_reason IS NOT NULL);
alter table public.form11_accomps enable row level security, force row level security;
create policy delete_in_scope on public.form11_accomps for delete to authenticated
  using ((office = ANY (
CASE status
    WHEN 'Target'::text THEN ( SELECT private.offices_to_write('delete'::text, 'target'::text) AS offices_to_write)
    ELSE ( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)
END)) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL)));
create policy insert_in_scope on public.form11_accomps for insert to authenticated
  with check ((office = ANY (
CASE status
    WHEN 'Target'::text THEN ( SELECT private.offices_to_write('insert'::text, 'target'::text) AS offices_to_write)
    ELSE ( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)
END)) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR ( SELECT private.caller_can_approve_own() AS caller_can_approve_own)));
create policy select_in_scope on public.form11_accomps for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.form11_accomps for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.form11_accomps for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
create policy update_in_scope on public.form11_accomps for update to authenticated
  using (office = ANY (
CASE status
    WHEN 'Target'::text THEN ( SELECT private.offices_to_write('change'::text, 'target'::text) AS offices_to_write)
    ELSE ( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)
END))
  with check (office = ANY (
CASE status
    WHEN 'Target'::text THEN ( SELECT private.offices_to_write('change'::text, 'target'::text) AS offices_to_write)
    ELSE ( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)
END));
CREATE TRIGGER "0_check_references_insert" AFTER INSERT ON public.form11_accomps REFERENCING NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER "0_check_references_update" AFTER UPDATE ON public.form11_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER ask_reason_insert AFTER INSERT ON public.form11_accomps FOR EACH ROW WHEN (((new.soft_check_reason IS NULL) AND (((num_nulls(new.male_arbs, new.female_arbs) >= 1) AND (num_nulls(new.male_arbs, new.female_arbs) <= 1)) OR (EXTRACT(year FROM new.date_distributed) <> (new.reporting_year)::numeric)))) EXECUTE FUNCTION private.require_reason();
CREATE TRIGGER ask_reason_update AFTER UPDATE ON public.form11_accomps FOR EACH ROW WHEN (((new.soft_check_reason IS NULL) AND ((((num_nulls(new.male_arbs, new.female_arbs) >= 1) AND (num_nulls(new.male_arbs, new.female_arbs) <= 1)) AND (((new.num_arbs IS DISTINCT FROM old.num_arbs) OR (new.male_arbs IS DISTINCT FROM old.male_arbs)) OR (new.female_arbs IS DISTINCT FROM old.female_arbs))) OR ((EXTRACT(year FROM new.date_distributed) <> (new.reporting_year)::numeric) AND ((new.date_distributed IS DISTINCT FROM old.date_distributed) OR (new.reporting_year IS DISTINCT FROM old.reporting_year)))))) EXECUTE FUNCTION private.require_reason();
CREATE TRIGGER clean_texts BEFORE INSERT OR UPDATE ON public.form11_accomps FOR EACH ROW EXECUTE FUNCTION private.clean_texts();
CREATE TRIGGER end_review AFTER UPDATE ON public.form11_accomps REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.end_review();
CREATE TRIGGER geotags_follow AFTER UPDATE ON public.form11_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.copy_to_geotags();
CREATE TRIGGER guard_stage AFTER UPDATE ON public.form11_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.guard_stage();
CREATE TRIGGER judge_places_insert AFTER INSERT ON public.form11_accomps REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER judge_places_update AFTER UPDATE ON public.form11_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER keep_referrers_in_office AFTER UPDATE ON public.form11_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_referrers_in_office();
CREATE TRIGGER lead_attachments_delete AFTER DELETE ON public.form11_accomps REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.sync_attachments();
CREATE TRIGGER lead_attachments_update AFTER UPDATE ON public.form11_accomps REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.sync_attachments();
CREATE TRIGGER lock_before_move BEFORE UPDATE OF region_name, province_name ON public.form11_accomps FOR EACH ROW WHEN (((old.region_name IS DISTINCT FROM new.region_name) OR (old.province_name IS DISTINCT FROM new.province_name))) EXECUTE FUNCTION private.lock_before_move();
CREATE TRIGGER log_delete AFTER DELETE ON public.form11_accomps REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_insert AFTER INSERT ON public.form11_accomps REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_update AFTER UPDATE ON public.form11_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER normalize_place BEFORE INSERT OR UPDATE ON public.form11_accomps FOR EACH ROW EXECUTE FUNCTION private.normalize_place();
CREATE TRIGGER note_stale_rows_delete AFTER DELETE ON public.form11_accomps REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.quantity_hard, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.status, r.subpsp_abbreviation, r.subpsp_name, r.support_provided, r.year_funded');
CREATE TRIGGER note_stale_rows_insert AFTER INSERT ON public.form11_accomps REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.quantity_hard, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.status, r.subpsp_abbreviation, r.subpsp_name, r.support_provided, r.year_funded');
CREATE TRIGGER note_stale_rows_update AFTER UPDATE ON public.form11_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.quantity_hard, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.status, r.subpsp_abbreviation, r.subpsp_name, r.support_provided, r.year_funded');
CREATE TRIGGER note_unusual_delete AFTER DELETE ON public.form11_accomps REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, arbo_name, date_distributed, female_arbs, hard_component, male_arbs, num_arbs, quantity_hard, reporting_quarter, reporting_year, soft_check_reason, status, support_provided, total_cost');
CREATE TRIGGER note_unusual_insert AFTER INSERT ON public.form11_accomps REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, arbo_name, date_distributed, female_arbs, hard_component, male_arbs, num_arbs, quantity_hard, reporting_quarter, reporting_year, soft_check_reason, status, support_provided, total_cost');
CREATE TRIGGER note_unusual_update AFTER UPDATE ON public.form11_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, arbo_name, date_distributed, female_arbs, hard_component, male_arbs, num_arbs, quantity_hard, reporting_quarter, reporting_year, soft_check_reason, status, support_provided, total_cost');
CREATE TRIGGER preserve_attachment_links BEFORE UPDATE ON public.form11_accomps FOR EACH ROW EXECUTE FUNCTION private.preserve_attachment_links();
CREATE TRIGGER require_fact_1_insert AFTER INSERT ON public.form11_accomps FOR EACH ROW WHEN (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) = ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text))) EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');
CREATE TRIGGER require_fact_1_update AFTER UPDATE ON public.form11_accomps FOR EACH ROW WHEN (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) = ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text) AND (NOT ((COALESCE(old.arbo_name, ''::text) = ''::text) AND (COALESCE(old.arbo_id, ''::text) = ''::text) AND (old."arboPrimaryKey" IS NULL) AND (COALESCE(old.arc_name, ''::text) = ''::text) AND (COALESCE(old.arc_id, ''::text) = ''::text))))) EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');
CREATE TRIGGER require_fact_2_insert AFTER INSERT ON public.form11_accomps FOR EACH ROW WHEN ((new.reporting_year IS NULL)) EXECUTE FUNCTION private.refuse_missing_fact('reporting_year');
CREATE TRIGGER require_fact_2_update AFTER UPDATE ON public.form11_accomps FOR EACH ROW WHEN (((new.reporting_year IS NULL) AND (NOT (old.reporting_year IS NULL)))) EXECUTE FUNCTION private.refuse_missing_fact('reporting_year');
CREATE TRIGGER require_fact_3_insert AFTER INSERT ON public.form11_accomps FOR EACH ROW WHEN (((COALESCE(new.reporting_quarter, ''::text) = ''::text) AND (new.status IS DISTINCT FROM 'Target'::text))) EXECUTE FUNCTION private.refuse_missing_fact('reporting_quarter');
CREATE TRIGGER require_fact_3_update AFTER UPDATE ON public.form11_accomps FOR EACH ROW WHEN (((COALESCE(new.reporting_quarter, ''::text) = ''::text) AND (new.status IS DISTINCT FROM 'Target'::text) AND (NOT ((COALESCE(old.reporting_quarter, ''::text) = ''::text) AND (old.status IS DISTINCT FROM 'Target'::text))))) EXECUTE FUNCTION private.refuse_missing_fact('reporting_quarter');
CREATE TRIGGER require_fact_4_insert AFTER INSERT ON public.form11_accomps FOR EACH ROW WHEN (((COALESCE(new.support_provided, ''::text) = ''::text) AND (COALESCE(new.hard_component, ''::text) = ''::text) AND (COALESCE(new.description, ''::text) = ''::text))) EXECUTE FUNCTION private.refuse_missing_fact('support_provided');
CREATE TRIGGER require_fact_4_update AFTER UPDATE ON public.form11_accomps FOR EACH ROW WHEN (((COALESCE(new.support_provided, ''::text) = ''::text) AND (COALESCE(new.hard_component, ''::text) = ''::text) AND (COALESCE(new.description, ''::text) = ''::text) AND (NOT ((COALESCE(old.support_provided, ''::text) = ''::text) AND (COALESCE(old.hard_component, ''::text) = ''::text) AND (COALESCE(old.description, ''::text) = ''::text))))) EXECUTE FUNCTION private.refuse_missing_fact('support_provided');
CREATE TRIGGER resolve_arbo BEFORE INSERT OR UPDATE ON public.form11_accomps FOR EACH ROW EXECUTE FUNCTION private.resolve_arbo();
CREATE TRIGGER resolve_arc BEFORE INSERT OR UPDATE ON public.form11_accomps FOR EACH ROW WHEN ((new.arc_id IS NOT NULL)) EXECUTE FUNCTION private.resolve_arc();
CREATE TRIGGER stamp_record BEFORE INSERT OR UPDATE ON public.form11_accomps FOR EACH ROW EXECUTE FUNCTION private.stamp_record();
CREATE TRIGGER verify_texts BEFORE INSERT OR UPDATE ON public.form11_accomps FOR EACH ROW WHEN (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.reporting_quarter) > 250) OR (char_length(new.reporting_month) > 250) OR (char_length(new.fund_source) > 250) OR (char_length(new.psp_category) > 250) OR (char_length(new.subpsp_name) > 250) OR (char_length(new.subpsp_abbreviation) > 250) OR (char_length(new.subpsp_status) > 250) OR (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR (char_length(new.cd) > 250) OR (char_length(new.arc_id) > 60) OR (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR (char_length(new.arc_cluster_name) > 250) OR (char_length(new.type_enterprise) > 250) OR (char_length(new.crop_commodity) > 250) OR (char_length(new.scale_production) > 250) OR (char_length(new.unit_measure) > 250) OR (char_length(new.type_livelihood) > 250) OR (char_length(new.support_provided) > 250) OR (char_length(new.hard_component) > 250) OR (char_length(new.description) > 4000) OR (char_length(new.unit_hard) > 250) OR (char_length(new.functional) > 250) OR (char_length(new.utilized) > 250) OR (char_length((new."uploadFile")::text) > 250) OR (char_length(new.soft_check_reason) > 500) OR private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.reporting_quarter, new.reporting_month, new.fund_source, new.psp_category, new.subpsp_name, new.subpsp_abbreviation, new.subpsp_status, new.arbo_id, new.arbo_name, new.region_name, new.province_name, new.muncity_name, new.barangay_name, new.cd, new.arc_id, new.arc_name, new.arc_type, new.arc_cluster_name, new.type_enterprise, new.crop_commodity, new.scale_production, new.unit_measure, new.type_livelihood, new.support_provided, new.hard_component, new.description, new.unit_hard, new.functional, new.utilized, new."uploadFile", new.soft_check_reason)))) EXECUTE FUNCTION private.refuse_long_texts('{"cd": 250, "arc_id": 60, "status": 250, "arbo_id": 60, "remarks": 4000, "arc_name": 250, "arc_type": 250, "utilized": 250, "arbo_name": 250, "unit_hard": 250, "functional": 250, "uploadFile": 250, "description": 4000, "fund_source": 250, "region_name": 250, "subpsp_name": 250, "muncity_name": 250, "psp_category": 250, "unit_measure": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "subpsp_status": 250, "crop_commodity": 250, "hard_component": 250, "reporting_month": 250, "type_enterprise": 250, "type_livelihood": 250, "arc_cluster_name": 250, "scale_production": 250, "support_provided": 250, "reporting_quarter": 250, "soft_check_reason": 500, "subpsp_abbreviation": 250}');
CREATE TRIGGER within_arbo_settled_insert AFTER INSERT ON public.form11_accomps REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER within_arbo_settled_update AFTER UPDATE ON public.form11_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER write_search_text BEFORE INSERT OR UPDATE ON public.form11_accomps FOR EACH ROW EXECUTE FUNCTION private.write_search_text('{approved_at,approved_by,id,office,row_version,search_text,time_stamp,updated_at,user_id}', '{date_distributed}', '{}', '{uploadFile}');
grant delete, insert ("arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, cd, crop_commodity, date_distributed, description, female_arbs, functional, fund_source, hard_component, male_arbs, muncity_name, num_arbs, process_stage, province_name, psp_category, quantity_hard, region_name, remarks, reporting_month, reporting_quarter, reporting_year, scale_production, soft_check_reason, status, subpsp_abbreviation, subpsp_name, subpsp_status, support_provided, total_cost, type_enterprise, type_livelihood, unit_hard, unit_measure, "uploadFile", utilized, year_funded), select, update ("arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, cd, crop_commodity, date_distributed, description, female_arbs, functional, fund_source, hard_component, male_arbs, muncity_name, num_arbs, process_stage, province_name, psp_category, quantity_hard, region_name, remarks, reporting_month, reporting_quarter, reporting_year, scale_production, soft_check_reason, status, subpsp_abbreviation, subpsp_name, subpsp_status, support_provided, total_cost, type_enterprise, type_livelihood, unit_hard, unit_measure, "uploadFile", utilized, year_funded) on public.form11_accomps to authenticated;
grant select on public.form11_accomps to central_reader;
grant select on public.form11_accomps to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.form11_accomps to service_role;

create table public.form11_farm_infos (
  id bigint not null generated always as identity,
  user_id uuid,
  time_stamp timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  process_stage text,
  approved_by uuid,
  approved_at timestamp with time zone,
  remarks text,
  status text default 'Accomplished'::text,
  reporting_year integer,
  reporting_quarter text,
  reporting_month text,
  year_funded integer,
  fund_source text,
  psp_category text,
  subpsp_name text,
  subpsp_abbreviation text,
  subpsp_status text,
  "arboPrimaryKey" bigint,
  arbo_id text,
  arbo_name text,
  region_name text,
  province_name text,
  muncity_name text,
  barangay_name text,
  cd text,
  office text not null generated always as (((COALESCE(region_name, ''::text) || ' / '::text) || COALESCE(province_name, ''::text))) stored,
  arc_id text,
  arc_name text,
  arc_type text,
  arc_cluster_name text,
  type_enterprise text,
  crop_commodity text,
  scale_production text,
  unit_measure text,
  type_livelihood text,
  support_provided text,
  hard_component text,
  description text,
  quantity_hard integer,
  unit_hard text,
  total_cost numeric(14,2),
  date_distributed date,
  functional text,
  utilized text,
  num_arbs integer,
  male_arbs integer,
  female_arbs integer,
  "uploadFile" text[],
  search_text text,
  soft_check_reason text
);
alter table public.form11_farm_infos add constraint "form11_farm_infos_arboPrimaryKey_exists" FOREIGN KEY ("arboPrimaryKey") REFERENCES public.arbo_masterlist(id);
alter table public.form11_farm_infos add constraint form11_farm_infos_arc_id_exists FOREIGN KEY (arc_id) REFERENCES public.arc_masterlist(arc_id) ON UPDATE CASCADE;
alter table public.form11_farm_infos add constraint form11_farm_infos_counts_not_negative CHECK ((LEAST((quantity_hard)::numeric, total_cost, (num_arbs)::numeric, (male_arbs)::numeric, (female_arbs)::numeric) >= (0)::numeric));
alter table public.form11_farm_infos add constraint form11_farm_infos_date_distributed_bound CHECK (((date_distributed >= '1000-01-01'::date) AND (date_distributed <= '9999-12-31'::date)));
alter table public.form11_farm_infos add constraint form11_farm_infos_num_arbs_agrees CHECK ((num_arbs = (male_arbs + female_arbs)));
alter table public.form11_farm_infos add constraint form11_farm_infos_office_exists FOREIGN KEY (office) REFERENCES public.offices(office);
alter table public.form11_farm_infos add constraint form11_farm_infos_pkey PRIMARY KEY (id);
alter table public.form11_farm_infos add constraint form11_farm_infos_soft_check_reason_check CHECK (((soft_check_reason ~ '[[:alpha:]]{2}'::text) AND (length(soft_check_reason) <= 500)));
alter table public.form11_farm_infos add constraint form11_farm_infos_total_cost_bound CHECK ((total_cost <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])));
alter table public.form11_farm_infos add constraint "form11_farm_infos_uploadFile_bound" CHECK (((array_ndims("uploadFile") = 1) AND (array_lower("uploadFile", 1) = 1) AND (array_position("uploadFile", NULL::text) IS NULL)));
alter table public.form11_farm_infos add constraint form_11_functional_check CHECK ((functional = ANY (ARRAY['Yes'::text, 'No'::text])));
alter table public.form11_farm_infos add constraint form_11_utilized_check CHECK ((utilized = ANY (ARRAY['Yes'::text, 'No'::text])));
alter table public.form11_farm_infos add constraint location_province_name_check CHECK ((province_name <> ''::text));
alter table public.form11_farm_infos add constraint location_region_name_check CHECK ((region_name <> ''::text));
alter table public.form11_farm_infos add constraint programme_year_funded_check CHECK (((year_funded >= 1990) AND (year_funded <= 2100)));
alter table public.form11_farm_infos add constraint record_process_stage_check CHECK ((process_stage = ANY (ARRAY['Pending'::text, 'Approved'::text])));
alter table public.form11_farm_infos add constraint reporting_month_in_quarter CHECK (
CASE reporting_quarter
    WHEN 'Q1'::text THEN (reporting_month = ANY (ARRAY['January'::text, 'February'::text, 'March'::text]))
    WHEN 'Q2'::text THEN (reporting_month = ANY (ARRAY['April'::text, 'May'::text, 'June'::text]))
    WHEN 'Q3'::text THEN (reporting_month = ANY (ARRAY['July'::text, 'August'::text, 'September'::text]))
    WHEN 'Q4'::text THEN (reporting_month = ANY (ARRAY['October'::text, 'November'::text, 'December'::text]))
    ELSE NULL::boolean
END);
alter table public.form11_farm_infos add constraint reporting_month_known CHECK ((reporting_month = ANY (ARRAY['January'::text, 'February'::text, 'March'::text, 'April'::text, 'May'::text, 'June'::text, 'July'::text, 'August'::text, 'September'::text, 'October'::text, 'November'::text, 'December'::text])));
alter table public.form11_farm_infos add constraint reporting_reporting_quarter_check CHECK ((reporting_quarter = ANY (ARRAY['Q1'::text, 'Q2'::text, 'Q3'::text, 'Q4'::text])));
alter table public.form11_farm_infos add constraint reporting_reporting_year_check CHECK (((reporting_year >= 1990) AND (reporting_year <= 2100)));
alter table public.form11_farm_infos add constraint status_status_check CHECK ((status = ANY (ARRAY['Target'::text, 'Accomplished'::text, 'Updated'::text])));
CREATE INDEX "form11_farm_infos_arboPrimaryKey" ON public.form11_farm_infos USING btree ("arboPrimaryKey");
CREATE INDEX form11_farm_infos_arbo_id ON public.form11_farm_infos USING btree (arbo_id);
CREATE INDEX form11_farm_infos_arbo_name_folded ON public.form11_farm_infos USING btree (office, private.fold_name(arbo_name));
CREATE INDEX form11_farm_infos_arc_id ON public.form11_farm_infos USING btree (arc_id);
CREATE INDEX form11_farm_infos_in_order ON public.form11_farm_infos USING btree (arbo_name COLLATE private.natural_order, id);
CREATE INDEX form11_farm_infos_incomplete ON public.form11_farm_infos USING btree (office) WHERE (((COALESCE(arbo_name, ''::text) = ''::text) AND (COALESCE(arbo_id, ''::text) = ''::text) AND ("arboPrimaryKey" IS NULL) AND (COALESCE(arc_name, ''::text) = ''::text) AND (COALESCE(arc_id, ''::text) = ''::text)) OR (reporting_year IS NULL) OR ((COALESCE(reporting_quarter, ''::text) = ''::text) AND (status IS DISTINCT FROM 'Target'::text)) OR ((COALESCE(support_provided, ''::text) = ''::text) AND (COALESCE(hard_component, ''::text) = ''::text) AND (COALESCE(description, ''::text) = ''::text) AND (COALESCE(crop_commodity, ''::text) = ''::text) AND (COALESCE(type_livelihood, ''::text) = ''::text) AND (COALESCE(type_enterprise, ''::text) = ''::text)));
CREATE INDEX form11_farm_infos_office ON public.form11_farm_infos USING btree (office, id);
CREATE INDEX form11_farm_infos_search ON public.form11_farm_infos USING gin (search_text extensions.gin_trgm_ops);
CREATE INDEX form11_farm_infos_with_reason ON public.form11_farm_infos USING btree (office) WHERE (soft_check_reason IS NOT NULL);
alter table public.form11_farm_infos enable row level security, force row level security;
create policy delete_in_scope on public.form11_farm_infos for delete to authenticated
  using ((office = ANY (( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL)));
create policy insert_in_scope on public.form11_farm_infos for insert to authenticated
  with check ((office = ANY (( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR ( SELECT private.caller_can_approve_own() AS caller_can_approve_own)));
create policy select_in_scope on public.form11_farm_infos for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.form11_farm_infos for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.form11_farm_infos for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
create policy update_in_scope on public.form11_farm_infos for update to authenticated
  using (office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[]))
  with check (office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[]));
CREATE TRIGGER "0_check_references_insert" AFTER INSERT ON public.form11_farm_infos REFERENCING NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER "0_check_references_update" AFTER UPDATE ON public.form11_farm_infos REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER ask_reason_insert AFTER INSERT ON public.form11_farm_infos FOR EACH ROW WHEN (((new.soft_check_reason IS NULL) AND (((num_nulls(new.male_arbs, new.female_arbs) >= 1) AND (num_nulls(new.male_arbs, new.female_arbs) <= 1)) OR (EXTRACT(year FROM new.date_distributed) <> (new.reporting_year)::numeric)))) EXECUTE FUNCTION private.require_reason();
CREATE TRIGGER ask_reason_update AFTER UPDATE ON public.form11_farm_infos FOR EACH ROW WHEN (((new.soft_check_reason IS NULL) AND ((((num_nulls(new.male_arbs, new.female_arbs) >= 1) AND (num_nulls(new.male_arbs, new.female_arbs) <= 1)) AND (((new.num_arbs IS DISTINCT FROM old.num_arbs) OR (new.male_arbs IS DISTINCT FROM old.male_arbs)) OR (new.female_arbs IS DISTINCT FROM old.female_arbs))) OR ((EXTRACT(year FROM new.date_distributed) <> (new.reporting_year)::numeric) AND ((new.date_distributed IS DISTINCT FROM old.date_distributed) OR (new.reporting_year IS DISTINCT FROM old.reporting_year)))))) EXECUTE FUNCTION private.require_reason();
CREATE TRIGGER clean_texts BEFORE INSERT OR UPDATE ON public.form11_farm_infos FOR EACH ROW EXECUTE FUNCTION private.clean_texts();
CREATE TRIGGER end_review AFTER UPDATE ON public.form11_farm_infos REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.end_review();
CREATE TRIGGER flag_as_updated BEFORE INSERT OR UPDATE ON public.form11_farm_infos FOR EACH ROW EXECUTE FUNCTION private.flag_as_updated();
CREATE TRIGGER guard_stage AFTER UPDATE ON public.form11_farm_infos REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.guard_stage();
CREATE TRIGGER judge_places_insert AFTER INSERT ON public.form11_farm_infos REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER judge_places_update AFTER UPDATE ON public.form11_farm_infos REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER lead_attachments_delete AFTER DELETE ON public.form11_farm_infos REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.sync_attachments();
CREATE TRIGGER lead_attachments_update AFTER UPDATE ON public.form11_farm_infos REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.sync_attachments();
CREATE TRIGGER log_delete AFTER DELETE ON public.form11_farm_infos REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_insert AFTER INSERT ON public.form11_farm_infos REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_update AFTER UPDATE ON public.form11_farm_infos REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER normalize_place BEFORE INSERT OR UPDATE ON public.form11_farm_infos FOR EACH ROW EXECUTE FUNCTION private.normalize_place();
CREATE TRIGGER note_unusual_delete AFTER DELETE ON public.form11_farm_infos REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, arbo_name, date_distributed, female_arbs, hard_component, male_arbs, num_arbs, quantity_hard, reporting_quarter, reporting_year, soft_check_reason, support_provided, total_cost');
CREATE TRIGGER note_unusual_insert AFTER INSERT ON public.form11_farm_infos REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, arbo_name, date_distributed, female_arbs, hard_component, male_arbs, num_arbs, quantity_hard, reporting_quarter, reporting_year, soft_check_reason, support_provided, total_cost');
CREATE TRIGGER note_unusual_update AFTER UPDATE ON public.form11_farm_infos REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, arbo_name, date_distributed, female_arbs, hard_component, male_arbs, num_arbs, quantity_hard, reporting_quarter, reporting_year, soft_check_reason, support_provided, total_cost');
CREATE TRIGGER preserve_attachment_links BEFORE UPDATE ON public.form11_farm_infos FOR EACH ROW EXECUTE FUNCTION private.preserve_attachment_links();
CREATE TRIGGER require_fact_1_insert AFTER INSERT ON public.form11_farm_infos FOR EACH ROW WHEN (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) = ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text))) EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');
CREATE TRIGGER require_fact_1_update AFTER UPDATE ON public.form11_farm_infos FOR EACH ROW WHEN (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) = ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text) AND (NOT ((COALESCE(old.arbo_name, ''::text) = ''::text) AND (COALESCE(old.arbo_id, ''::text) = ''::text) AND (old."arboPrimaryKey" IS NULL) AND (COALESCE(old.arc_name, ''::text) = ''::text) AND (COALESCE(old.arc_id, ''::text) = ''::text))))) EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');
CREATE TRIGGER require_fact_2_insert AFTER INSERT ON public.form11_farm_infos FOR EACH ROW WHEN ((new.reporting_year IS NULL)) EXECUTE FUNCTION private.refuse_missing_fact('reporting_year');
CREATE TRIGGER require_fact_2_update AFTER UPDATE ON public.form11_farm_infos FOR EACH ROW WHEN (((new.reporting_year IS NULL) AND (NOT (old.reporting_year IS NULL)))) EXECUTE FUNCTION private.refuse_missing_fact('reporting_year');
CREATE TRIGGER require_fact_3_insert AFTER INSERT ON public.form11_farm_infos FOR EACH ROW WHEN (((COALESCE(new.reporting_quarter, ''::text) = ''::text) AND (new.status IS DISTINCT FROM 'Target'::text))) EXECUTE FUNCTION private.refuse_missing_fact('reporting_quarter');
CREATE TRIGGER require_fact_3_update AFTER UPDATE ON public.form11_farm_infos FOR EACH ROW WHEN (((COALESCE(new.reporting_quarter, ''::text) = ''::text) AND (new.status IS DISTINCT FROM 'Target'::text) AND (NOT ((COALESCE(old.reporting_quarter, ''::text) = ''::text) AND (old.status IS DISTINCT FROM 'Target'::text))))) EXECUTE FUNCTION private.refuse_missing_fact('reporting_quarter');
CREATE TRIGGER require_fact_4_insert AFTER INSERT ON public.form11_farm_infos FOR EACH ROW WHEN (((COALESCE(new.support_provided, ''::text) = ''::text) AND (COALESCE(new.hard_component, ''::text) = ''::text) AND (COALESCE(new.description, ''::text) = ''::text) AND (COALESCE(new.crop_commodity, ''::text) = ''::text) AND (COALESCE(new.type_livelihood, ''::text) = ''::text) AND (COALESCE(new.type_enterprise, ''::text) = ''::text))) EXECUTE FUNCTION private.refuse_missing_fact('support_provided');
CREATE TRIGGER require_fact_4_update AFTER UPDATE ON public.form11_farm_infos FOR EACH ROW WHEN (((COALESCE(new.support_provided, ''::text) = ''::text) AND (COALESCE(new.hard_component, ''::text) = ''::text) AND (COALESCE(new.description, ''::text) = ''::text) AND (COALESCE(new.crop_commodity, ''::text) = ''::text) AND (COALESCE(new.type_livelihood, ''::text) = ''::text) AND (COALESCE(new.type_enterprise, ''::text) = ''::text) AND (NOT ((COALESCE(old.support_provided, ''::text) = ''::text) AND (COALESCE(old.hard_component, ''::text) = ''::text) AND (COALESCE(old.description, ''::text) = ''::text) AND (COALESCE(old.crop_commodity, ''::text) = ''::text) AND (COALESCE(old.type_livelihood, ''::text) = ''::text) AND (COALESCE(old.type_enterprise, ''::text) = ''::text))))) EXECUTE FUNCTION private.refuse_missing_fact('support_provided');
CREATE TRIGGER resolve_arbo BEFORE INSERT OR UPDATE ON public.form11_farm_infos FOR EACH ROW EXECUTE FUNCTION private.resolve_arbo();
CREATE TRIGGER resolve_arc BEFORE INSERT OR UPDATE ON public.form11_farm_infos FOR EACH ROW WHEN ((new.arc_id IS NOT NULL)) EXECUTE FUNCTION private.resolve_arc();
CREATE TRIGGER stamp_record BEFORE INSERT OR UPDATE ON public.form11_farm_infos FOR EACH ROW EXECUTE FUNCTION private.stamp_record();
CREATE TRIGGER verify_texts BEFORE INSERT OR UPDATE ON public.form11_farm_infos FOR EACH ROW WHEN (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.reporting_quarter) > 250) OR (char_length(new.reporting_month) > 250) OR (char_length(new.fund_source) > 250) OR (char_length(new.psp_category) > 250) OR (char_length(new.subpsp_name) > 250) OR (char_length(new.subpsp_abbreviation) > 250) OR (char_length(new.subpsp_status) > 250) OR (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR (char_length(new.cd) > 250) OR (char_length(new.arc_id) > 60) OR (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR (char_length(new.arc_cluster_name) > 250) OR (char_length(new.type_enterprise) > 250) OR (char_length(new.crop_commodity) > 250) OR (char_length(new.scale_production) > 250) OR (char_length(new.unit_measure) > 250) OR (char_length(new.type_livelihood) > 250) OR (char_length(new.support_provided) > 250) OR (char_length(new.hard_component) > 250) OR (char_length(new.description) > 4000) OR (char_length(new.unit_hard) > 250) OR (char_length(new.functional) > 250) OR (char_length(new.utilized) > 250) OR (char_length((new."uploadFile")::text) > 250) OR (char_length(new.soft_check_reason) > 500) OR private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.reporting_quarter, new.reporting_month, new.fund_source, new.psp_category, new.subpsp_name, new.subpsp_abbreviation, new.subpsp_status, new.arbo_id, new.arbo_name, new.region_name, new.province_name, new.muncity_name, new.barangay_name, new.cd, new.arc_id, new.arc_name, new.arc_type, new.arc_cluster_name, new.type_enterprise, new.crop_commodity, new.scale_production, new.unit_measure, new.type_livelihood, new.support_provided, new.hard_component, new.description, new.unit_hard, new.functional, new.utilized, new."uploadFile", new.soft_check_reason)))) EXECUTE FUNCTION private.refuse_long_texts('{"cd": 250, "arc_id": 60, "status": 250, "arbo_id": 60, "remarks": 4000, "arc_name": 250, "arc_type": 250, "utilized": 250, "arbo_name": 250, "unit_hard": 250, "functional": 250, "uploadFile": 250, "description": 4000, "fund_source": 250, "region_name": 250, "subpsp_name": 250, "muncity_name": 250, "psp_category": 250, "unit_measure": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "subpsp_status": 250, "crop_commodity": 250, "hard_component": 250, "reporting_month": 250, "type_enterprise": 250, "type_livelihood": 250, "arc_cluster_name": 250, "scale_production": 250, "support_provided": 250, "reporting_quarter": 250, "soft_check_reason": 500, "subpsp_abbreviation": 250}');
CREATE TRIGGER within_arbo_settled_insert AFTER INSERT ON public.form11_farm_infos REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER within_arbo_settled_update AFTER UPDATE ON public.form11_farm_infos REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER write_search_text BEFORE INSERT OR UPDATE ON public.form11_farm_infos FOR EACH ROW EXECUTE FUNCTION private.write_search_text('{approved_at,approved_by,id,office,row_version,search_text,time_stamp,updated_at,user_id}', '{date_distributed}', '{}', '{uploadFile}');
grant delete, insert ("arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, cd, crop_commodity, date_distributed, description, female_arbs, functional, fund_source, hard_component, male_arbs, muncity_name, num_arbs, process_stage, province_name, psp_category, quantity_hard, region_name, remarks, reporting_month, reporting_quarter, reporting_year, scale_production, soft_check_reason, status, subpsp_abbreviation, subpsp_name, subpsp_status, support_provided, total_cost, type_enterprise, type_livelihood, unit_hard, unit_measure, "uploadFile", utilized, year_funded), select, update ("arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, cd, crop_commodity, date_distributed, description, female_arbs, functional, fund_source, hard_component, male_arbs, muncity_name, num_arbs, process_stage, province_name, psp_category, quantity_hard, region_name, remarks, reporting_month, reporting_quarter, reporting_year, scale_production, soft_check_reason, status, subpsp_abbreviation, subpsp_name, subpsp_status, support_provided, total_cost, type_enterprise, type_livelihood, unit_hard, unit_measure, "uploadFile", utilized, year_funded) on public.form11_farm_infos to authenticated;
grant select on public.form11_farm_infos to central_reader;
grant select on public.form11_farm_infos to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.form11_farm_infos to service_role;

create table public.form7_accomps (
  id bigint not null generated always as identity,
  user_id uuid,
  time_stamp timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  process_stage text,
  approved_by uuid,
  approved_at timestamp with time zone,
  remarks text,
  status text default 'Accomplished'::text,
  reporting_year integer,
  reporting_quarter text,
  reporting_month text,
  year_funded integer,
  fund_source text,
  psp_category text,
  subpsp_name text,
  subpsp_abbreviation text,
  subpsp_status text,
  "arboPrimaryKey" bigint,
  arbo_id text,
  arbo_name text,
  region_name text,
  province_name text,
  muncity_name text,
  barangay_name text,
  cd text,
  office text not null generated always as (((COALESCE(region_name, ''::text) || ' / '::text) || COALESCE(province_name, ''::text))) stored,
  arc_id text,
  arc_name text,
  arc_type text,
  arc_cluster_name text,
  training_title text,
  training_id text,
  start_date date,
  end_date date,
  type_product text,
  raw_materials text,
  service_developed text,
  product_developed text,
  product_name text,
  date_developed date,
  registration text,
  sales_generated bigint,
  search_text text,
  soft_check_reason text
);
alter table public.form7_accomps add constraint "form7_accomps_arboPrimaryKey_exists" FOREIGN KEY ("arboPrimaryKey") REFERENCES public.arbo_masterlist(id);
alter table public.form7_accomps add constraint form7_accomps_arc_id_exists FOREIGN KEY (arc_id) REFERENCES public.arc_masterlist(arc_id) ON UPDATE CASCADE;
alter table public.form7_accomps add constraint form7_accomps_date_developed_bound CHECK (((date_developed >= '1000-01-01'::date) AND (date_developed <= '9999-12-31'::date)));
alter table public.form7_accomps add constraint form7_accomps_end_date_bound CHECK (((end_date >= '1000-01-01'::date) AND (end_date <= '9999-12-31'::date)));
alter table public.form7_accomps add constraint form7_accomps_end_date_in_order CHECK ((end_date >= start_date));
alter table public.form7_accomps add constraint form7_accomps_office_exists FOREIGN KEY (office) REFERENCES public.offices(office);
alter table public.form7_accomps add constraint form7_accomps_pkey PRIMARY KEY (id);
alter table public.form7_accomps add constraint form7_accomps_sales_generated_check CHECK ((sales_generated >= 0));
alter table public.form7_accomps add constraint form7_accomps_soft_check_reason_check CHECK (((soft_check_reason ~ '[[:alpha:]]{2}'::text) AND (length(soft_check_reason) <= 500)));
alter table public.form7_accomps add constraint form7_accomps_start_date_bound CHECK (((start_date >= '1000-01-01'::date) AND (start_date <= '9999-12-31'::date)));
alter table public.form7_accomps add constraint form7_accomps_training_id_exists FOREIGN KEY (training_id) REFERENCES public.arbo_trainings(training_id);
alter table public.form7_accomps add constraint location_province_name_check CHECK ((province_name <> ''::text));
alter table public.form7_accomps add constraint location_region_name_check CHECK ((region_name <> ''::text));
alter table public.form7_accomps add constraint programme_year_funded_check CHECK (((year_funded >= 1990) AND (year_funded <= 2100)));
alter table public.form7_accomps add constraint record_process_stage_check CHECK ((process_stage = ANY (ARRAY['Pending'::text, 'Approved'::text])));
alter table public.form7_accomps add constraint reporting_month_in_quarter CHECK (
CASE reporting_quarter
    WHEN 'Q1'::text THEN (reporting_month = ANY (ARRAY['January'::text, 'February'::text, 'March'::text]))
    WHEN 'Q2'::text THEN (reporting_month = ANY (ARRAY['April'::text, 'May'::text, 'June'::text]))
    WHEN 'Q3'::text THEN (reporting_month = ANY (ARRAY['July'::text, 'August'::text, 'September'::text]))
    WHEN 'Q4'::text THEN (reporting_month = ANY (ARRAY['October'::text, 'November'::text, 'December'::text]))
    ELSE NULL::boolean
END);
alter table public.form7_accomps add constraint reporting_month_known CHECK ((reporting_month = ANY (ARRAY['January'::text, 'February'::text, 'March'::text, 'April'::text, 'May'::text, 'June'::text, 'July'::text, 'August'::text, 'September'::text, 'October'::text, 'November'::text, 'December'::text])));
alter table public.form7_accomps add constraint reporting_reporting_quarter_check CHECK ((reporting_quarter = ANY (ARRAY['Q1'::text, 'Q2'::text, 'Q3'::text, 'Q4'::text])));
alter table public.form7_accomps add constraint reporting_reporting_year_check CHECK (((reporting_year >= 1990) AND (reporting_year <= 2100)));
alter table public.form7_accomps add constraint status_status_check CHECK ((status = ANY (ARRAY['Target'::text, 'Accomplished'::text, 'Updated'::text])));
CREATE INDEX "form7_accomps_arboPrimaryKey" ON public.form7_accomps USING btree ("arboPrimaryKey");
CREATE INDEX form7_accomps_arbo_id ON public.form7_accomps USING btree (arbo_id);
CREATE INDEX form7_accomps_arbo_name_folded ON public.form7_accomps USING btree (office, private.fold_name(arbo_name));
CREATE INDEX form7_accomps_arc_id ON public.form7_accomps USING btree (arc_id);
CREATE INDEX form7_accomps_in_order ON public.form7_accomps USING btree (arbo_name COLLATE private.natural_order, id);
CREATE INDEX form7_accomps_incomplete ON public.form7_accomps USING btree (office) WHERE (((COALESCE(arbo_name, ''::text) = ''::text) AND (COALESCE(arbo_id, ''::text) = ''::text) AND ("arboPrimaryKey" IS NULL) AND (COALESCE(arc_name, ''::text) = ''::text) AND (COALESCE(arc_id, ''::text) = ''::text)) OR (reporting_year IS NULL) OR ((COALESCE(reporting_quarter, ''::text) = ''::text) AND (status IS DISTINCT FROM 'Target'::text)) OR ((COALESCE(product_name, ''::text) = ''::text) AND (COALESCE(product_developed, ''::text) = ''::text) AND (COALESCE(service_developed, ''::text) = ''::text) AND (COALESCE(type_product, ''::text) = ''::text)));
CREATE INDEX form7_accomps_office ON public.form7_accomps USING btree (office, id);
CREATE INDEX form7_accomps_search ON public.form7_accomps USING gin (search_text extensions.gin_trgm_ops);
CREATE INDEX form7_accomps_training_id ON public.form7_accomps USING btree (training_id);
CREATE INDEX form7_accomps_with_reason ON public.form7_accomps USING btree (office) WHERE (soft_check_reason IS NOT NULL);
alter table public.form7_accomps enable row level security, force row level security;
create policy delete_in_scope on public.form7_accomps for delete to authenticated
  using ((office = ANY (( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL)));
create policy insert_in_scope on public.form7_accomps for insert to authenticated
  with check ((office = ANY (( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR ( SELECT private.caller_can_approve_own() AS caller_can_approve_own)));
create policy select_in_scope on public.form7_accomps for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.form7_accomps for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.form7_accomps for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
create policy update_in_scope on public.form7_accomps for update to authenticated
  using (office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[]))
  with check (office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[]));
CREATE TRIGGER "0_check_references_insert" AFTER INSERT ON public.form7_accomps REFERENCING NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER "0_check_references_update" AFTER UPDATE ON public.form7_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER ask_reason_insert AFTER INSERT ON public.form7_accomps FOR EACH ROW WHEN (((new.soft_check_reason IS NULL) AND (EXTRACT(year FROM new.date_developed) <> (new.reporting_year)::numeric))) EXECUTE FUNCTION private.require_reason();
CREATE TRIGGER ask_reason_update AFTER UPDATE ON public.form7_accomps FOR EACH ROW WHEN (((new.soft_check_reason IS NULL) AND ((EXTRACT(year FROM new.date_developed) <> (new.reporting_year)::numeric) AND ((new.date_developed IS DISTINCT FROM old.date_developed) OR (new.reporting_year IS DISTINCT FROM old.reporting_year))))) EXECUTE FUNCTION private.require_reason();
CREATE TRIGGER clean_texts BEFORE INSERT OR UPDATE ON public.form7_accomps FOR EACH ROW EXECUTE FUNCTION private.clean_texts();
CREATE TRIGGER end_review AFTER UPDATE ON public.form7_accomps REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.end_review();
CREATE TRIGGER flag_as_updated BEFORE INSERT OR UPDATE ON public.form7_accomps FOR EACH ROW EXECUTE FUNCTION private.flag_as_updated();
CREATE TRIGGER guard_stage AFTER UPDATE ON public.form7_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.guard_stage();
CREATE TRIGGER judge_places_insert AFTER INSERT ON public.form7_accomps REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER judge_places_update AFTER UPDATE ON public.form7_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER log_delete AFTER DELETE ON public.form7_accomps REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_insert AFTER INSERT ON public.form7_accomps REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_update AFTER UPDATE ON public.form7_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER normalize_place BEFORE INSERT OR UPDATE ON public.form7_accomps FOR EACH ROW EXECUTE FUNCTION private.normalize_place();
CREATE TRIGGER note_stale_rows_delete AFTER DELETE ON public.form7_accomps REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.type_product, r.year_funded');
CREATE TRIGGER note_stale_rows_insert AFTER INSERT ON public.form7_accomps REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.type_product, r.year_funded');
CREATE TRIGGER note_stale_rows_update AFTER UPDATE ON public.form7_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.type_product, r.year_funded');
CREATE TRIGGER note_unusual_delete AFTER DELETE ON public.form7_accomps REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, date_developed, reporting_year, sales_generated, soft_check_reason, type_product');
CREATE TRIGGER note_unusual_insert AFTER INSERT ON public.form7_accomps REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, date_developed, reporting_year, sales_generated, soft_check_reason, type_product');
CREATE TRIGGER note_unusual_update AFTER UPDATE ON public.form7_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, date_developed, reporting_year, sales_generated, soft_check_reason, type_product');
CREATE TRIGGER require_fact_1_insert AFTER INSERT ON public.form7_accomps FOR EACH ROW WHEN (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) = ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text))) EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');
CREATE TRIGGER require_fact_1_update AFTER UPDATE ON public.form7_accomps FOR EACH ROW WHEN (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) = ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text) AND (NOT ((COALESCE(old.arbo_name, ''::text) = ''::text) AND (COALESCE(old.arbo_id, ''::text) = ''::text) AND (old."arboPrimaryKey" IS NULL) AND (COALESCE(old.arc_name, ''::text) = ''::text) AND (COALESCE(old.arc_id, ''::text) = ''::text))))) EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');
CREATE TRIGGER require_fact_2_insert AFTER INSERT ON public.form7_accomps FOR EACH ROW WHEN ((new.reporting_year IS NULL)) EXECUTE FUNCTION private.refuse_missing_fact('reporting_year');
CREATE TRIGGER require_fact_2_update AFTER UPDATE ON public.form7_accomps FOR EACH ROW WHEN (((new.reporting_year IS NULL) AND (NOT (old.reporting_year IS NULL)))) EXECUTE FUNCTION private.refuse_missing_fact('reporting_year');
CREATE TRIGGER require_fact_3_insert AFTER INSERT ON public.form7_accomps FOR EACH ROW WHEN (((COALESCE(new.reporting_quarter, ''::text) = ''::text) AND (new.status IS DISTINCT FROM 'Target'::text))) EXECUTE FUNCTION private.refuse_missing_fact('reporting_quarter');
CREATE TRIGGER require_fact_3_update AFTER UPDATE ON public.form7_accomps FOR EACH ROW WHEN (((COALESCE(new.reporting_quarter, ''::text) = ''::text) AND (new.status IS DISTINCT FROM 'Target'::text) AND (NOT ((COALESCE(old.reporting_quarter, ''::text) = ''::text) AND (old.status IS DISTINCT FROM 'Target'::text))))) EXECUTE FUNCTION private.refuse_missing_fact('reporting_quarter');
CREATE TRIGGER require_fact_4_insert AFTER INSERT ON public.form7_accomps FOR EACH ROW WHEN (((COALESCE(new.product_name, ''::text) = ''::text) AND (COALESCE(new.product_developed, ''::text) = ''::text) AND (COALESCE(new.service_developed, ''::text) = ''::text) AND (COALESCE(new.type_product, ''::text) = ''::text))) EXECUTE FUNCTION private.refuse_missing_fact('product_name');
CREATE TRIGGER require_fact_4_update AFTER UPDATE ON public.form7_accomps FOR EACH ROW WHEN (((COALESCE(new.product_name, ''::text) = ''::text) AND (COALESCE(new.product_developed, ''::text) = ''::text) AND (COALESCE(new.service_developed, ''::text) = ''::text) AND (COALESCE(new.type_product, ''::text) = ''::text) AND (NOT ((COALESCE(old.product_name, ''::text) = ''::text) AND (COALESCE(old.product_developed, ''::text) = ''::text) AND (COALESCE(old.service_developed, ''::text) = ''::text) AND (COALESCE(old.type_product, ''::text) = ''::text))))) EXECUTE FUNCTION private.refuse_missing_fact('product_name');
CREATE TRIGGER resolve_arbo BEFORE INSERT OR UPDATE ON public.form7_accomps FOR EACH ROW EXECUTE FUNCTION private.resolve_arbo();
CREATE TRIGGER resolve_arc BEFORE INSERT OR UPDATE ON public.form7_accomps FOR EACH ROW WHEN ((new.arc_id IS NOT NULL)) EXECUTE FUNCTION private.resolve_arc();
CREATE TRIGGER stamp_record BEFORE INSERT OR UPDATE ON public.form7_accomps FOR EACH ROW EXECUTE FUNCTION private.stamp_record();
CREATE TRIGGER verify_texts BEFORE INSERT OR UPDATE ON public.form7_accomps FOR EACH ROW WHEN (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.reporting_quarter) > 250) OR (char_length(new.reporting_month) > 250) OR (char_length(new.fund_source) > 250) OR (char_length(new.psp_category) > 250) OR (char_length(new.subpsp_name) > 250) OR (char_length(new.subpsp_abbreviation) > 250) OR (char_length(new.subpsp_status) > 250) OR (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR (char_length(new.cd) > 250) OR (char_length(new.arc_id) > 60) OR (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR (char_length(new.arc_cluster_name) > 250) OR (char_length(new.training_title) > 250) OR (char_length(new.training_id) > 60) OR (char_length(new.type_product) > 250) OR (char_length(new.raw_materials) > 250) OR (char_length(new.service_developed) > 250) OR (char_length(new.product_developed) > 250) OR (char_length(new.product_name) > 250) OR (char_length(new.registration) > 250) OR (char_length(new.soft_check_reason) > 500) OR private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.reporting_quarter, new.reporting_month, new.fund_source, new.psp_category, new.subpsp_name, new.subpsp_abbreviation, new.subpsp_status, new.arbo_id, new.arbo_name, new.region_name, new.province_name, new.muncity_name, new.barangay_name, new.cd, new.arc_id, new.arc_name, new.arc_type, new.arc_cluster_name, new.training_title, new.training_id, new.type_product, new.raw_materials, new.service_developed, new.product_developed, new.product_name, new.registration, new.soft_check_reason)))) EXECUTE FUNCTION private.refuse_long_texts('{"cd": 250, "arc_id": 60, "status": 250, "arbo_id": 60, "remarks": 4000, "arc_name": 250, "arc_type": 250, "arbo_name": 250, "fund_source": 250, "region_name": 250, "subpsp_name": 250, "training_id": 60, "muncity_name": 250, "product_name": 250, "psp_category": 250, "registration": 250, "type_product": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "raw_materials": 250, "subpsp_status": 250, "training_title": 250, "reporting_month": 250, "arc_cluster_name": 250, "product_developed": 250, "reporting_quarter": 250, "service_developed": 250, "soft_check_reason": 500, "subpsp_abbreviation": 250}');
CREATE TRIGGER within_arbo_settled_insert AFTER INSERT ON public.form7_accomps REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER within_arbo_settled_update AFTER UPDATE ON public.form7_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER write_search_text BEFORE INSERT OR UPDATE ON public.form7_accomps FOR EACH ROW EXECUTE FUNCTION private.write_search_text('{approved_at,approved_by,id,office,row_version,search_text,time_stamp,updated_at,user_id}', '{date_developed,end_date,start_date}', '{}', '{}');
grant delete, insert ("arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, cd, date_developed, end_date, fund_source, muncity_name, process_stage, product_developed, product_name, province_name, psp_category, raw_materials, region_name, registration, remarks, reporting_month, reporting_quarter, reporting_year, sales_generated, service_developed, soft_check_reason, start_date, status, subpsp_abbreviation, subpsp_name, subpsp_status, training_id, training_title, type_product, year_funded), select, update ("arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, cd, date_developed, end_date, fund_source, muncity_name, process_stage, product_developed, product_name, province_name, psp_category, raw_materials, region_name, registration, remarks, reporting_month, reporting_quarter, reporting_year, sales_generated, service_developed, soft_check_reason, start_date, status, subpsp_abbreviation, subpsp_name, subpsp_status, training_id, training_title, type_product, year_funded) on public.form7_accomps to authenticated;
grant select on public.form7_accomps to central_reader;
grant select on public.form7_accomps to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.form7_accomps to service_role;

create table public.form7_proddevs (
  id bigint not null generated always as identity,
  user_id uuid,
  time_stamp timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  process_stage text,
  approved_by uuid,
  approved_at timestamp with time zone,
  remarks text,
  status text default 'Target'::text,
  reporting_year integer,
  reporting_quarter text,
  reporting_month text,
  year_funded integer,
  fund_source text,
  psp_category text,
  subpsp_name text,
  subpsp_abbreviation text,
  subpsp_status text,
  "arboPrimaryKey" bigint,
  arbo_id text,
  arbo_name text,
  region_name text,
  province_name text,
  muncity_name text,
  barangay_name text,
  cd text,
  office text not null generated always as (((COALESCE(region_name, ''::text) || ' / '::text) || COALESCE(province_name, ''::text))) stored,
  arc_id text,
  arc_name text,
  arc_type text,
  arc_cluster_name text,
  training_title text,
  training_id text,
  date_conducted date,
  start_date date,
  end_date date,
  training_days integer,
  training_category text,
  conducted_by text,
  training_cost bigint,
  agri_inputs text,
  type_product text,
  raw_materials text,
  service_developed text,
  product_developed text,
  product_name text,
  date_developed date,
  registration text,
  sales_generated bigint,
  volume_produced numeric(14,2),
  unit_measure text,
  marketing_instrument text,
  name_buyer text,
  num_arbs integer,
  male_arbs integer,
  female_arbs integer,
  search_text text,
  soft_check_reason text
);
alter table public.form7_proddevs add constraint "form7_proddevs_arboPrimaryKey_exists" FOREIGN KEY ("arboPrimaryKey") REFERENCES public.arbo_masterlist(id);
alter table public.form7_proddevs add constraint form7_proddevs_arc_id_exists FOREIGN KEY (arc_id) REFERENCES public.arc_masterlist(arc_id) ON UPDATE CASCADE;
alter table public.form7_proddevs add constraint form7_proddevs_counts_not_negative CHECK ((LEAST((training_days)::numeric, (training_cost)::numeric, (sales_generated)::numeric, volume_produced, (num_arbs)::numeric, (male_arbs)::numeric, (female_arbs)::numeric) >= (0)::numeric));
alter table public.form7_proddevs add constraint form7_proddevs_date_conducted_bound CHECK (((date_conducted >= '1000-01-01'::date) AND (date_conducted <= '9999-12-31'::date)));
alter table public.form7_proddevs add constraint form7_proddevs_date_developed_bound CHECK (((date_developed >= '1000-01-01'::date) AND (date_developed <= '9999-12-31'::date)));
alter table public.form7_proddevs add constraint form7_proddevs_end_date_bound CHECK (((end_date >= '1000-01-01'::date) AND (end_date <= '9999-12-31'::date)));
alter table public.form7_proddevs add constraint form7_proddevs_end_date_in_order CHECK ((end_date >= start_date));
alter table public.form7_proddevs add constraint form7_proddevs_num_arbs_agrees CHECK ((num_arbs = (male_arbs + female_arbs)));
alter table public.form7_proddevs add constraint form7_proddevs_office_exists FOREIGN KEY (office) REFERENCES public.offices(office);
alter table public.form7_proddevs add constraint form7_proddevs_pkey PRIMARY KEY (id);
alter table public.form7_proddevs add constraint form7_proddevs_soft_check_reason_check CHECK (((soft_check_reason ~ '[[:alpha:]]{2}'::text) AND (length(soft_check_reason) <= 500)));
alter table public.form7_proddevs add constraint form7_proddevs_start_date_bound CHECK (((start_date >= '1000-01-01'::date) AND (start_date <= '9999-12-31'::date)));
alter table public.form7_proddevs add constraint form7_proddevs_training_days_agrees CHECK ((training_days = ((end_date - start_date) + 1)));
alter table public.form7_proddevs add constraint form7_proddevs_training_id_exists FOREIGN KEY (training_id) REFERENCES public.arbo_trainings(training_id);
alter table public.form7_proddevs add constraint form7_proddevs_volume_produced_bound CHECK ((volume_produced <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])));
alter table public.form7_proddevs add constraint location_province_name_check CHECK ((province_name <> ''::text));
alter table public.form7_proddevs add constraint location_region_name_check CHECK ((region_name <> ''::text));
alter table public.form7_proddevs add constraint programme_year_funded_check CHECK (((year_funded >= 1990) AND (year_funded <= 2100)));
alter table public.form7_proddevs add constraint record_process_stage_check CHECK ((process_stage = ANY (ARRAY['Pending'::text, 'Approved'::text])));
alter table public.form7_proddevs add constraint reporting_month_in_quarter CHECK (
CASE reporting_quarter
    WHEN 'Q1'::text THEN (reporting_month = ANY (ARRAY['January'::text, 'February'::text, 'March'::text]))
    WHEN 'Q2'::text THEN (reporting_month = ANY (ARRAY['April'::text, 'May'::text, 'June'::text]))
    WHEN 'Q3'::text THEN (reporting_month = ANY (ARRAY['July'::text, 'August'::text, 'September'::text]))
    WHEN 'Q4'::text THEN (reporting_month = ANY (ARRAY['October'::text, 'November'::text, 'December'::text]))
    ELSE NULL::boolean
END);
alter table public.form7_proddevs add constraint reporting_month_known CHECK ((reporting_month = ANY (ARRAY['January'::text, 'February'::text, 'March'::text, 'April'::text, 'May'::text, 'June'::text, 'July'::text, 'August'::text, 'September'::text, 'October'::text, 'November'::text, 'December'::text])));
alter table public.form7_proddevs add constraint reporting_reporting_quarter_check CHECK ((reporting_quarter = ANY (ARRAY['Q1'::text, 'Q2'::text, 'Q3'::text, 'Q4'::text])));
alter table public.form7_proddevs add constraint reporting_reporting_year_check CHECK (((reporting_year >= 1990) AND (reporting_year <= 2100)));
alter table public.form7_proddevs add constraint status_status_check CHECK ((status = ANY (ARRAY['Target'::text, 'Accomplished'::text, 'Updated'::text])));
CREATE INDEX "form7_proddevs_arboPrimaryKey" ON public.form7_proddevs USING btree ("arboPrimaryKey");
CREATE INDEX form7_proddevs_arbo_id ON public.form7_proddevs USING btree (arbo_id);
CREATE INDEX form7_proddevs_arbo_name_folded ON public.form7_proddevs USING btree (office, private.fold_name(arbo_name));
CREATE INDEX form7_proddevs_arc_id ON public.form7_proddevs USING btree (arc_id);
CREATE INDEX form7_proddevs_in_order ON public.form7_proddevs USING btree (arbo_name COLLATE private.natural_order, id);
CREATE INDEX form7_proddevs_incomplete ON public.form7_proddevs USING btree (office) WHERE (((COALESCE(arbo_name, ''::text) = ''::text) AND (COALESCE(arbo_id, ''::text) = ''::text) AND ("arboPrimaryKey" IS NULL) AND (COALESCE(arc_name, ''::text) = ''::text) AND (COALESCE(arc_id, ''::text) = ''::text)) OR (reporting_year IS NULL) OR ((COALESCE(product_name, ''::text) = ''::text) AND (COALESCE(product_developed, ''::text) = ''::text) AND (COALESCE(service_developed, ''::text) = ''::text) AND (COALESCE(type_product, ''::text) = ''::text)));
CREATE INDEX form7_proddevs_office ON public.form7_proddevs USING btree (office, id);
CREATE INDEX form7_proddevs_search ON public.form7_proddevs USING gin (search_text extensions.gin_trgm_ops);
CREATE INDEX form7_proddevs_training_id ON public.form7_proddevs USING btree (training_id);
CREATE INDEX form7_proddevs_with_reason ON public.form7_proddevs USING btree (office) WHERE (soft_check_reason IS NOT NULL);
alter table public.form7_proddevs enable row level security, force row level security;
create policy delete_in_scope on public.form7_proddevs for delete to authenticated
  using ((office = ANY (( SELECT private.offices_to_write('delete'::text, 'target'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL)));
create policy insert_in_scope on public.form7_proddevs for insert to authenticated
  with check ((office = ANY (( SELECT private.offices_to_write('insert'::text, 'target'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR ( SELECT private.caller_can_approve_own() AS caller_can_approve_own)));
create policy select_in_scope on public.form7_proddevs for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.form7_proddevs for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.form7_proddevs for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
create policy update_in_scope on public.form7_proddevs for update to authenticated
  using (office = ANY (( SELECT private.offices_to_write('change'::text, 'target'::text) AS offices_to_write)::text[]))
  with check (office = ANY (( SELECT private.offices_to_write('change'::text, 'target'::text) AS offices_to_write)::text[]));
CREATE TRIGGER "0_check_references_insert" AFTER INSERT ON public.form7_proddevs REFERENCING NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER "0_check_references_update" AFTER UPDATE ON public.form7_proddevs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER ask_reason_insert AFTER INSERT ON public.form7_proddevs FOR EACH ROW WHEN (((new.soft_check_reason IS NULL) AND ((num_nulls(new.male_arbs, new.female_arbs) >= 1) AND (num_nulls(new.male_arbs, new.female_arbs) <= 1)))) EXECUTE FUNCTION private.require_reason();
CREATE TRIGGER ask_reason_update AFTER UPDATE ON public.form7_proddevs FOR EACH ROW WHEN (((new.soft_check_reason IS NULL) AND (((num_nulls(new.male_arbs, new.female_arbs) >= 1) AND (num_nulls(new.male_arbs, new.female_arbs) <= 1)) AND (((new.num_arbs IS DISTINCT FROM old.num_arbs) OR (new.male_arbs IS DISTINCT FROM old.male_arbs)) OR (new.female_arbs IS DISTINCT FROM old.female_arbs))))) EXECUTE FUNCTION private.require_reason();
CREATE TRIGGER clean_texts BEFORE INSERT OR UPDATE ON public.form7_proddevs FOR EACH ROW EXECUTE FUNCTION private.clean_texts();
CREATE TRIGGER end_review AFTER UPDATE ON public.form7_proddevs REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.end_review();
CREATE TRIGGER flag_as_updated BEFORE INSERT OR UPDATE ON public.form7_proddevs FOR EACH ROW EXECUTE FUNCTION private.flag_as_updated();
CREATE TRIGGER guard_stage AFTER UPDATE ON public.form7_proddevs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.guard_stage();
CREATE TRIGGER judge_places_insert AFTER INSERT ON public.form7_proddevs REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER judge_places_update AFTER UPDATE ON public.form7_proddevs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER keep_referrers_in_office AFTER UPDATE ON public.form7_proddevs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.keep_referrers_in_office();
CREATE TRIGGER lock_before_move BEFORE UPDATE OF region_name, province_name ON public.form7_proddevs FOR EACH ROW WHEN (((old.region_name IS DISTINCT FROM new.region_name) OR (old.province_name IS DISTINCT FROM new.province_name))) EXECUTE FUNCTION private.lock_before_move();
CREATE TRIGGER log_delete AFTER DELETE ON public.form7_proddevs REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_insert AFTER INSERT ON public.form7_proddevs REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_update AFTER UPDATE ON public.form7_proddevs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER normalize_place BEFORE INSERT OR UPDATE ON public.form7_proddevs FOR EACH ROW EXECUTE FUNCTION private.normalize_place();
CREATE TRIGGER note_stale_rows_delete AFTER DELETE ON public.form7_proddevs REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.type_product, r.year_funded');
CREATE TRIGGER note_stale_rows_insert AFTER INSERT ON public.form7_proddevs REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.type_product, r.year_funded');
CREATE TRIGGER note_stale_rows_update AFTER UPDATE ON public.form7_proddevs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.type_product, r.year_funded');
CREATE TRIGGER note_unusual_delete AFTER DELETE ON public.form7_proddevs REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, female_arbs, male_arbs, num_arbs, soft_check_reason');
CREATE TRIGGER note_unusual_insert AFTER INSERT ON public.form7_proddevs REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, female_arbs, male_arbs, num_arbs, soft_check_reason');
CREATE TRIGGER note_unusual_update AFTER UPDATE ON public.form7_proddevs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, female_arbs, male_arbs, num_arbs, soft_check_reason');
CREATE TRIGGER require_fact_1_insert AFTER INSERT ON public.form7_proddevs FOR EACH ROW WHEN (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) = ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text))) EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');
CREATE TRIGGER require_fact_1_update AFTER UPDATE ON public.form7_proddevs FOR EACH ROW WHEN (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) = ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text) AND (NOT ((COALESCE(old.arbo_name, ''::text) = ''::text) AND (COALESCE(old.arbo_id, ''::text) = ''::text) AND (old."arboPrimaryKey" IS NULL) AND (COALESCE(old.arc_name, ''::text) = ''::text) AND (COALESCE(old.arc_id, ''::text) = ''::text))))) EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');
CREATE TRIGGER require_fact_2_insert AFTER INSERT ON public.form7_proddevs FOR EACH ROW WHEN ((new.reporting_year IS NULL)) EXECUTE FUNCTION private.refuse_missing_fact('reporting_year');
CREATE TRIGGER require_fact_2_update AFTER UPDATE ON public.form7_proddevs FOR EACH ROW WHEN (((new.reporting_year IS NULL) AND (NOT (old.reporting_year IS NULL)))) EXECUTE FUNCTION private.refuse_missing_fact('reporting_year');
CREATE TRIGGER require_fact_3_insert AFTER INSERT ON public.form7_proddevs FOR EACH ROW WHEN (((COALESCE(new.product_name, ''::text) = ''::text) AND (COALESCE(new.product_developed, ''::text) = ''::text) AND (COALESCE(new.service_developed, ''::text) = ''::text) AND (COALESCE(new.type_product, ''::text) = ''::text))) EXECUTE FUNCTION private.refuse_missing_fact('product_name');
CREATE TRIGGER require_fact_3_update AFTER UPDATE ON public.form7_proddevs FOR EACH ROW WHEN (((COALESCE(new.product_name, ''::text) = ''::text) AND (COALESCE(new.product_developed, ''::text) = ''::text) AND (COALESCE(new.service_developed, ''::text) = ''::text) AND (COALESCE(new.type_product, ''::text) = ''::text) AND (NOT ((COALESCE(old.product_name, ''::text) = ''::text) AND (COALESCE(old.product_developed, ''::text) = ''::text) AND (COALESCE(old.service_developed, ''::text) = ''::text) AND (COALESCE(old.type_product, ''::text) = ''::text))))) EXECUTE FUNCTION private.refuse_missing_fact('product_name');
CREATE TRIGGER resolve_arbo BEFORE INSERT OR UPDATE ON public.form7_proddevs FOR EACH ROW EXECUTE FUNCTION private.resolve_arbo();
CREATE TRIGGER resolve_arc BEFORE INSERT OR UPDATE ON public.form7_proddevs FOR EACH ROW WHEN ((new.arc_id IS NOT NULL)) EXECUTE FUNCTION private.resolve_arc();
CREATE TRIGGER stamp_record BEFORE INSERT OR UPDATE ON public.form7_proddevs FOR EACH ROW EXECUTE FUNCTION private.stamp_record();
CREATE TRIGGER verify_texts BEFORE INSERT OR UPDATE ON public.form7_proddevs FOR EACH ROW WHEN (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.reporting_quarter) > 250) OR (char_length(new.reporting_month) > 250) OR (char_length(new.fund_source) > 250) OR (char_length(new.psp_category) > 250) OR (char_length(new.subpsp_name) > 250) OR (char_length(new.subpsp_abbreviation) > 250) OR (char_length(new.subpsp_status) > 250) OR (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR (char_length(new.cd) > 250) OR (char_length(new.arc_id) > 60) OR (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR (char_length(new.arc_cluster_name) > 250) OR (char_length(new.training_title) > 250) OR (char_length(new.training_id) > 60) OR (char_length(new.training_category) > 250) OR (char_length(new.conducted_by) > 250) OR (char_length(new.agri_inputs) > 4000) OR (char_length(new.type_product) > 250) OR (char_length(new.raw_materials) > 250) OR (char_length(new.service_developed) > 250) OR (char_length(new.product_developed) > 250) OR (char_length(new.product_name) > 250) OR (char_length(new.registration) > 250) OR (char_length(new.unit_measure) > 250) OR (char_length(new.marketing_instrument) > 250) OR (char_length(new.name_buyer) > 250) OR (char_length(new.soft_check_reason) > 500) OR private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.reporting_quarter, new.reporting_month, new.fund_source, new.psp_category, new.subpsp_name, new.subpsp_abbreviation, new.subpsp_status, new.arbo_id, new.arbo_name, new.region_name, new.province_name, new.muncity_name, new.barangay_name, new.cd, new.arc_id, new.arc_name, new.arc_type, new.arc_cluster_name, new.training_title, new.training_id, new.training_category, new.conducted_by, new.agri_inputs, new.type_product, new.raw_materials, new.service_developed, new.product_developed, new.product_name, new.registration, new.unit_measure, new.marketing_instrument, new.name_buyer, new.soft_check_reason)))) EXECUTE FUNCTION private.refuse_long_texts('{"cd": 250, "arc_id": 60, "status": 250, "arbo_id": 60, "remarks": 4000, "arc_name": 250, "arc_type": 250, "arbo_name": 250, "name_buyer": 250, "agri_inputs": 4000, "fund_source": 250, "region_name": 250, "subpsp_name": 250, "training_id": 60, "conducted_by": 250, "muncity_name": 250, "product_name": 250, "psp_category": 250, "registration": 250, "type_product": 250, "unit_measure": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "raw_materials": 250, "subpsp_status": 250, "training_title": 250, "reporting_month": 250, "arc_cluster_name": 250, "product_developed": 250, "reporting_quarter": 250, "service_developed": 250, "soft_check_reason": 500, "training_category": 250, "subpsp_abbreviation": 250, "marketing_instrument": 250}');
CREATE TRIGGER within_arbo_settled_insert AFTER INSERT ON public.form7_proddevs REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER within_arbo_settled_update AFTER UPDATE ON public.form7_proddevs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER write_search_text BEFORE INSERT OR UPDATE ON public.form7_proddevs FOR EACH ROW EXECUTE FUNCTION private.write_search_text('{approved_at,approved_by,id,office,row_version,search_text,time_stamp,updated_at,user_id}', '{date_conducted,date_developed,end_date,start_date}', '{}', '{}');
grant delete, insert (agri_inputs, "arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, cd, conducted_by, date_conducted, date_developed, end_date, female_arbs, fund_source, male_arbs, marketing_instrument, muncity_name, name_buyer, num_arbs, process_stage, product_developed, product_name, province_name, psp_category, raw_materials, region_name, registration, remarks, reporting_month, reporting_quarter, reporting_year, sales_generated, service_developed, soft_check_reason, start_date, status, subpsp_abbreviation, subpsp_name, subpsp_status, training_category, training_cost, training_days, training_id, training_title, type_product, unit_measure, volume_produced, year_funded), select, update (agri_inputs, "arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, cd, conducted_by, date_conducted, date_developed, end_date, female_arbs, fund_source, male_arbs, marketing_instrument, muncity_name, name_buyer, num_arbs, process_stage, product_developed, product_name, province_name, psp_category, raw_materials, region_name, registration, remarks, reporting_month, reporting_quarter, reporting_year, sales_generated, service_developed, soft_check_reason, start_date, status, subpsp_abbreviation, subpsp_name, subpsp_status, training_category, training_cost, training_days, training_id, training_title, type_product, unit_measure, volume_produced, year_funded) on public.form7_proddevs to authenticated;
grant select on public.form7_proddevs to central_reader;
grant select on public.form7_proddevs to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.form7_proddevs to service_role;

create table public.form_10 (
  id bigint not null generated always as identity,
  user_id uuid,
  time_stamp timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  process_stage text,
  approved_by uuid,
  approved_at timestamp with time zone,
  remarks text,
  status text default 'Accomplished'::text,
  reporting_year integer,
  reporting_quarter text,
  reporting_month text,
  year_funded integer,
  fund_source text,
  psp_category text,
  subpsp_name text,
  subpsp_abbreviation text,
  subpsp_status text,
  "arboPrimaryKey" bigint,
  arbo_id text,
  arbo_name text,
  region_name text,
  province_name text,
  muncity_name text,
  barangay_name text,
  cd text,
  office text not null generated always as (((COALESCE(region_name, ''::text) || ' / '::text) || COALESCE(province_name, ''::text))) stored,
  arc_id text,
  arc_name text,
  arc_type text,
  arc_cluster_name text,
  training_title text[],
  training_id text,
  num_arb_participants integer,
  type_enterprise text,
  credit_services text,
  milestone_activity text,
  start_date date,
  duration integer,
  search_text text
);
alter table public.form_10 add constraint "form_10_arboPrimaryKey_exists" FOREIGN KEY ("arboPrimaryKey") REFERENCES public.arbo_masterlist(id);
alter table public.form_10 add constraint form_10_arc_id_exists FOREIGN KEY (arc_id) REFERENCES public.arc_masterlist(arc_id) ON UPDATE CASCADE;
alter table public.form_10 add constraint form_10_counts_not_negative CHECK ((LEAST(num_arb_participants, duration) >= 0));
alter table public.form_10 add constraint form_10_office_exists FOREIGN KEY (office) REFERENCES public.offices(office);
alter table public.form_10 add constraint form_10_pkey PRIMARY KEY (id);
alter table public.form_10 add constraint form_10_start_date_bound CHECK (((start_date >= '1000-01-01'::date) AND (start_date <= '9999-12-31'::date)));
alter table public.form_10 add constraint form_10_training_id_exists FOREIGN KEY (training_id) REFERENCES public.arbo_trainings(training_id);
alter table public.form_10 add constraint form_10_training_title_bound CHECK (((array_ndims(training_title) = 1) AND (array_lower(training_title, 1) = 1) AND (array_position(training_title, NULL::text) IS NULL)));
alter table public.form_10 add constraint location_province_name_check CHECK ((province_name <> ''::text));
alter table public.form_10 add constraint location_region_name_check CHECK ((region_name <> ''::text));
alter table public.form_10 add constraint programme_year_funded_check CHECK (((year_funded >= 1990) AND (year_funded <= 2100)));
alter table public.form_10 add constraint record_process_stage_check CHECK ((process_stage = ANY (ARRAY['Pending'::text, 'Approved'::text])));
alter table public.form_10 add constraint reporting_month_in_quarter CHECK (
CASE reporting_quarter
    WHEN 'Q1'::text THEN (reporting_month = ANY (ARRAY['January'::text, 'February'::text, 'March'::text]))
    WHEN 'Q2'::text THEN (reporting_month = ANY (ARRAY['April'::text, 'May'::text, 'June'::text]))
    WHEN 'Q3'::text THEN (reporting_month = ANY (ARRAY['July'::text, 'August'::text, 'September'::text]))
    WHEN 'Q4'::text THEN (reporting_month = ANY (ARRAY['October'::text, 'November'::text, 'December'::text]))
    ELSE NULL::boolean
END);
alter table public.form_10 add constraint reporting_month_known CHECK ((reporting_month = ANY (ARRAY['January'::text, 'February'::text, 'March'::text, 'April'::text, 'May'::text, 'June'::text, 'July'::text, 'August'::text, 'September'::text, 'October'::text, 'November'::text, 'December'::text])));
alter table public.form_10 add constraint reporting_reporting_quarter_check CHECK ((reporting_quarter = ANY (ARRAY['Q1'::text, 'Q2'::text, 'Q3'::text, 'Q4'::text])));
alter table public.form_10 add constraint reporting_reporting_year_check CHECK (((reporting_year >= 1990) AND (reporting_year <= 2100)));
alter table public.form_10 add constraint status_status_check CHECK ((status = ANY (ARRAY['Target'::text, 'Accomplished'::text, 'Updated'::text])));
CREATE INDEX "form_10_arboPrimaryKey" ON public.form_10 USING btree ("arboPrimaryKey");
CREATE INDEX form_10_arbo_id ON public.form_10 USING btree (arbo_id);
CREATE INDEX form_10_arbo_name_folded ON public.form_10 USING btree (office, private.fold_name(arbo_name));
CREATE INDEX form_10_arc_id ON public.form_10 USING btree (arc_id);
CREATE INDEX form_10_in_order ON public.form_10 USING btree (arbo_name COLLATE private.natural_order, id);
CREATE INDEX form_10_incomplete ON public.form_10 USING btree (office) WHERE (((COALESCE(arbo_name, ''::text) = ''::text) AND (COALESCE(arbo_id, ''::text) = ''::text) AND ("arboPrimaryKey" IS NULL) AND (COALESCE(arc_name, ''::text) = ''::text) AND (COALESCE(arc_id, ''::text) = ''::text)) OR (reporting_year IS NULL) OR ((COALESCE(reporting_quarter, ''::text) = ''::text) AND (status IS DISTINCT FROM 'Target'::text)) OR ((COALESCE(cardinality(training_title), 0) = 0) AND (COALESCE(training_id, ''::text) = ''::text) AND (COALESCE(type_enterprise, ''::text) = ''::text) AND (COALESCE(milestone_activity, ''::text) = ''::text) AND (COALESCE(credit_services, ''::text) = ''::text)));
CREATE INDEX form_10_office ON public.form_10 USING btree (office, id);
CREATE INDEX form_10_search ON public.form_10 USING gin (search_text extensions.gin_trgm_ops);
CREATE INDEX form_10_training_id ON public.form_10 USING btree (training_id);
alter table public.form_10 enable row level security, force row level security;
create policy delete_in_scope on public.form_10 for delete to authenticated
  using ((office = ANY (( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL)));
create policy insert_in_scope on public.form_10 for insert to authenticated
  with check ((office = ANY (( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR ( SELECT private.caller_can_approve_own() AS caller_can_approve_own)));
create policy select_in_scope on public.form_10 for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.form_10 for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.form_10 for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
create policy update_in_scope on public.form_10 for update to authenticated
  using (office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[]))
  with check (office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[]));
CREATE TRIGGER "0_check_references_insert" AFTER INSERT ON public.form_10 REFERENCING NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER "0_check_references_update" AFTER UPDATE ON public.form_10 REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER clean_texts BEFORE INSERT OR UPDATE ON public.form_10 FOR EACH ROW EXECUTE FUNCTION private.clean_texts();
CREATE TRIGGER end_review AFTER UPDATE ON public.form_10 REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.end_review();
CREATE TRIGGER flag_as_updated BEFORE INSERT OR UPDATE ON public.form_10 FOR EACH ROW EXECUTE FUNCTION private.flag_as_updated();
CREATE TRIGGER guard_stage AFTER UPDATE ON public.form_10 REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.guard_stage();
CREATE TRIGGER judge_places_insert AFTER INSERT ON public.form_10 REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER judge_places_update AFTER UPDATE ON public.form_10 REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER log_delete AFTER DELETE ON public.form_10 REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_insert AFTER INSERT ON public.form_10 REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_update AFTER UPDATE ON public.form_10 REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER normalize_place BEFORE INSERT OR UPDATE ON public.form_10 FOR EACH ROW EXECUTE FUNCTION private.normalize_place();
CREATE TRIGGER note_stale_rows_delete AFTER DELETE ON public.form_10 REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.type_enterprise, r.year_funded');
CREATE TRIGGER note_stale_rows_insert AFTER INSERT ON public.form_10 REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.type_enterprise, r.year_funded');
CREATE TRIGGER note_stale_rows_update AFTER UPDATE ON public.form_10 REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.type_enterprise, r.year_funded');
CREATE TRIGGER require_fact_1_insert AFTER INSERT ON public.form_10 FOR EACH ROW WHEN (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) = ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text))) EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');
CREATE TRIGGER require_fact_1_update AFTER UPDATE ON public.form_10 FOR EACH ROW WHEN (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) = ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text) AND (NOT ((COALESCE(old.arbo_name, ''::text) = ''::text) AND (COALESCE(old.arbo_id, ''::text) = ''::text) AND (old."arboPrimaryKey" IS NULL) AND (COALESCE(old.arc_name, ''::text) = ''::text) AND (COALESCE(old.arc_id, ''::text) = ''::text))))) EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');
CREATE TRIGGER require_fact_2_insert AFTER INSERT ON public.form_10 FOR EACH ROW WHEN ((new.reporting_year IS NULL)) EXECUTE FUNCTION private.refuse_missing_fact('reporting_year');
CREATE TRIGGER require_fact_2_update AFTER UPDATE ON public.form_10 FOR EACH ROW WHEN (((new.reporting_year IS NULL) AND (NOT (old.reporting_year IS NULL)))) EXECUTE FUNCTION private.refuse_missing_fact('reporting_year');
CREATE TRIGGER require_fact_3_insert AFTER INSERT ON public.form_10 FOR EACH ROW WHEN (((COALESCE(new.reporting_quarter, ''::text) = ''::text) AND (new.status IS DISTINCT FROM 'Target'::text))) EXECUTE FUNCTION private.refuse_missing_fact('reporting_quarter');
CREATE TRIGGER require_fact_3_update AFTER UPDATE ON public.form_10 FOR EACH ROW WHEN (((COALESCE(new.reporting_quarter, ''::text) = ''::text) AND (new.status IS DISTINCT FROM 'Target'::text) AND (NOT ((COALESCE(old.reporting_quarter, ''::text) = ''::text) AND (old.status IS DISTINCT FROM 'Target'::text))))) EXECUTE FUNCTION private.refuse_missing_fact('reporting_quarter');
CREATE TRIGGER require_fact_4_insert AFTER INSERT ON public.form_10 FOR EACH ROW WHEN (((COALESCE(cardinality(new.training_title), 0) = 0) AND (COALESCE(new.training_id, ''::text) = ''::text) AND (COALESCE(new.type_enterprise, ''::text) = ''::text) AND (COALESCE(new.milestone_activity, ''::text) = ''::text) AND (COALESCE(new.credit_services, ''::text) = ''::text))) EXECUTE FUNCTION private.refuse_missing_fact('training_title');
CREATE TRIGGER require_fact_4_update AFTER UPDATE ON public.form_10 FOR EACH ROW WHEN (((COALESCE(cardinality(new.training_title), 0) = 0) AND (COALESCE(new.training_id, ''::text) = ''::text) AND (COALESCE(new.type_enterprise, ''::text) = ''::text) AND (COALESCE(new.milestone_activity, ''::text) = ''::text) AND (COALESCE(new.credit_services, ''::text) = ''::text) AND (NOT ((COALESCE(cardinality(old.training_title), 0) = 0) AND (COALESCE(old.training_id, ''::text) = ''::text) AND (COALESCE(old.type_enterprise, ''::text) = ''::text) AND (COALESCE(old.milestone_activity, ''::text) = ''::text) AND (COALESCE(old.credit_services, ''::text) = ''::text))))) EXECUTE FUNCTION private.refuse_missing_fact('training_title');
CREATE TRIGGER resolve_arbo BEFORE INSERT OR UPDATE ON public.form_10 FOR EACH ROW EXECUTE FUNCTION private.resolve_arbo();
CREATE TRIGGER resolve_arc BEFORE INSERT OR UPDATE ON public.form_10 FOR EACH ROW WHEN ((new.arc_id IS NOT NULL)) EXECUTE FUNCTION private.resolve_arc();
CREATE TRIGGER stamp_record BEFORE INSERT OR UPDATE ON public.form_10 FOR EACH ROW EXECUTE FUNCTION private.stamp_record();
CREATE TRIGGER verify_texts BEFORE INSERT OR UPDATE ON public.form_10 FOR EACH ROW WHEN (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.reporting_quarter) > 250) OR (char_length(new.reporting_month) > 250) OR (char_length(new.fund_source) > 250) OR (char_length(new.psp_category) > 250) OR (char_length(new.subpsp_name) > 250) OR (char_length(new.subpsp_abbreviation) > 250) OR (char_length(new.subpsp_status) > 250) OR (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR (char_length(new.cd) > 250) OR (char_length(new.arc_id) > 60) OR (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR (char_length(new.arc_cluster_name) > 250) OR (char_length((new.training_title)::text) > 250) OR (char_length(new.training_id) > 60) OR (char_length(new.type_enterprise) > 250) OR (char_length(new.credit_services) > 250) OR (char_length(new.milestone_activity) > 250) OR private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.reporting_quarter, new.reporting_month, new.fund_source, new.psp_category, new.subpsp_name, new.subpsp_abbreviation, new.subpsp_status, new.arbo_id, new.arbo_name, new.region_name, new.province_name, new.muncity_name, new.barangay_name, new.cd, new.arc_id, new.arc_name, new.arc_type, new.arc_cluster_name, new.training_title, new.training_id, new.type_enterprise, new.credit_services, new.milestone_activity)))) EXECUTE FUNCTION private.refuse_long_texts('{"cd": 250, "arc_id": 60, "status": 250, "arbo_id": 60, "remarks": 4000, "arc_name": 250, "arc_type": 250, "arbo_name": 250, "fund_source": 250, "region_name": 250, "subpsp_name": 250, "training_id": 60, "muncity_name": 250, "psp_category": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "subpsp_status": 250, "training_title": 250, "credit_services": 250, "reporting_month": 250, "type_enterprise": 250, "arc_cluster_name": 250, "reporting_quarter": 250, "milestone_activity": 250, "subpsp_abbreviation": 250}');
CREATE TRIGGER within_arbo_settled_insert AFTER INSERT ON public.form_10 REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER within_arbo_settled_update AFTER UPDATE ON public.form_10 REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER write_search_text BEFORE INSERT OR UPDATE ON public.form_10 FOR EACH ROW EXECUTE FUNCTION private.write_search_text('{approved_at,approved_by,id,office,row_version,search_text,time_stamp,updated_at,user_id}', '{start_date}', '{}', '{training_title}');
grant delete, insert ("arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, cd, credit_services, duration, fund_source, milestone_activity, muncity_name, num_arb_participants, process_stage, province_name, psp_category, region_name, remarks, reporting_month, reporting_quarter, reporting_year, start_date, status, subpsp_abbreviation, subpsp_name, subpsp_status, training_id, training_title, type_enterprise, year_funded), select, update ("arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, cd, credit_services, duration, fund_source, milestone_activity, muncity_name, num_arb_participants, process_stage, province_name, psp_category, region_name, remarks, reporting_month, reporting_quarter, reporting_year, start_date, status, subpsp_abbreviation, subpsp_name, subpsp_status, training_id, training_title, type_enterprise, year_funded) on public.form_10 to authenticated;
grant select on public.form_10 to central_reader;
grant select on public.form_10 to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.form_10 to service_role;

create table public.form_11_geotags (
  id bigint not null generated always as identity,
  user_id uuid,
  time_stamp timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  process_stage text,
  approved_by uuid,
  approved_at timestamp with time zone,
  remarks text,
  status text default 'Accomplished'::text,
  form11_id bigint not null,
  kind text,
  caption text,
  latitude numeric(8,6) not null,
  longitude numeric(9,6) not null,
  location_source text,
  accuracy numeric(8,1),
  outside_confirmed text,
  reporting_year integer,
  reporting_quarter text,
  reporting_month text,
  year_funded integer,
  fund_source text,
  psp_category text,
  subpsp_name text,
  subpsp_abbreviation text,
  subpsp_status text,
  "arboPrimaryKey" bigint,
  arbo_id text,
  arbo_name text,
  region_name text,
  province_name text,
  muncity_name text,
  barangay_name text,
  cd text,
  office text not null generated always as (((COALESCE(region_name, ''::text) || ' / '::text) || COALESCE(province_name, ''::text))) stored,
  arc_id text,
  arc_name text,
  arc_type text,
  arc_cluster_name text,
  file_name text,
  upload_id uuid,
  file_path text,
  thumbnail_path text,
  content_type text,
  size bigint,
  sha256 text,
  duplicate_of bigint,
  taken_at timestamp with time zone,
  outside_province text,
  search_text text
);
alter table public.form_11_geotags add constraint form_11_geotags_accuracy_bound CHECK ((accuracy <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])));
alter table public.form_11_geotags add constraint form_11_geotags_accuracy_check CHECK ((accuracy >= (0)::numeric));
alter table public.form_11_geotags add constraint "form_11_geotags_arboPrimaryKey_exists" FOREIGN KEY ("arboPrimaryKey") REFERENCES public.arbo_masterlist(id);
alter table public.form_11_geotags add constraint form_11_geotags_arc_id_exists FOREIGN KEY (arc_id) REFERENCES public.arc_masterlist(arc_id) ON UPDATE CASCADE;
alter table public.form_11_geotags add constraint form_11_geotags_form11_id_exists FOREIGN KEY (form11_id) REFERENCES public.form11_accomps(id);
alter table public.form_11_geotags add constraint form_11_geotags_kind_check CHECK ((kind = ANY (ARRAY['before'::text, 'after'::text])));
alter table public.form_11_geotags add constraint form_11_geotags_latitude_bound CHECK ((latitude <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])));
alter table public.form_11_geotags add constraint form_11_geotags_latitude_check CHECK (((latitude >= ('-90'::integer)::numeric) AND (latitude <= (90)::numeric)));
alter table public.form_11_geotags add constraint form_11_geotags_location_source_check CHECK ((location_source = ANY (ARRAY['exif'::text, 'browser'::text, 'map'::text])));
alter table public.form_11_geotags add constraint form_11_geotags_longitude_bound CHECK ((longitude <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])));
alter table public.form_11_geotags add constraint form_11_geotags_longitude_check CHECK (((longitude >= ('-180'::integer)::numeric) AND (longitude <= (180)::numeric)));
alter table public.form_11_geotags add constraint form_11_geotags_office_exists FOREIGN KEY (office) REFERENCES public.offices(office);
alter table public.form_11_geotags add constraint form_11_geotags_outside_confirmed_check CHECK ((outside_confirmed = ANY (ARRAY['Yes'::text, 'No'::text])));
alter table public.form_11_geotags add constraint form_11_geotags_pkey PRIMARY KEY (id);
alter table public.form_11_geotags add constraint form_11_geotags_taken_at_bound CHECK (((taken_at >= '1000-01-01 00:00:00+00'::timestamp with time zone) AND (taken_at <= '9999-12-31 00:00:00+00'::timestamp with time zone)));
alter table public.form_11_geotags add constraint location_province_name_check CHECK ((province_name <> ''::text));
alter table public.form_11_geotags add constraint location_region_name_check CHECK ((region_name <> ''::text));
alter table public.form_11_geotags add constraint programme_year_funded_check CHECK (((year_funded >= 1990) AND (year_funded <= 2100)));
alter table public.form_11_geotags add constraint record_process_stage_check CHECK ((process_stage = ANY (ARRAY['Pending'::text, 'Approved'::text])));
alter table public.form_11_geotags add constraint reporting_month_in_quarter CHECK (
CASE reporting_quarter
    WHEN 'Q1'::text THEN (reporting_month = ANY (ARRAY['January'::text, 'February'::text, 'March'::text]))
    WHEN 'Q2'::text THEN (reporting_month = ANY (ARRAY['April'::text, 'May'::text, 'June'::text]))
    WHEN 'Q3'::text THEN (reporting_month = ANY (ARRAY['July'::text, 'August'::text, 'September'::text]))
    WHEN 'Q4'::text THEN (reporting_month = ANY (ARRAY['October'::text, 'November'::text, 'December'::text]))
    ELSE NULL::boolean
END);
alter table public.form_11_geotags add constraint reporting_month_known CHECK ((reporting_month = ANY (ARRAY['January'::text, 'February'::text, 'March'::text, 'April'::text, 'May'::text, 'June'::text, 'July'::text, 'August'::text, 'September'::text, 'October'::text, 'November'::text, 'December'::text])));
alter table public.form_11_geotags add constraint reporting_reporting_quarter_check CHECK ((reporting_quarter = ANY (ARRAY['Q1'::text, 'Q2'::text, 'Q3'::text, 'Q4'::text])));
alter table public.form_11_geotags add constraint reporting_reporting_year_check CHECK (((reporting_year >= 1990) AND (reporting_year <= 2100)));
alter table public.form_11_geotags add constraint status_status_check CHECK ((status = ANY (ARRAY['Target'::text, 'Accomplished'::text, 'Updated'::text])));
CREATE INDEX "form_11_geotags_arboPrimaryKey" ON public.form_11_geotags USING btree ("arboPrimaryKey");
CREATE INDEX form_11_geotags_arbo_id ON public.form_11_geotags USING btree (arbo_id);
CREATE INDEX form_11_geotags_arc_id ON public.form_11_geotags USING btree (arc_id);
CREATE INDEX form_11_geotags_form11_id ON public.form_11_geotags USING btree (form11_id);
CREATE INDEX form_11_geotags_office ON public.form_11_geotags USING btree (office, id);
CREATE INDEX form_11_geotags_search ON public.form_11_geotags USING gin (search_text extensions.gin_trgm_ops);
CREATE INDEX form_11_geotags_sha256 ON public.form_11_geotags USING btree (sha256);
CREATE INDEX form_11_geotags_taken ON public.form_11_geotags USING btree (form11_id, taken_at);
CREATE UNIQUE INDEX form_11_geotags_upload_once ON public.form_11_geotags USING btree (upload_id) WHERE (upload_id IS NOT NULL);
alter table public.form_11_geotags enable row level security, force row level security;
create policy delete_in_scope on public.form_11_geotags for delete to authenticated
  using ((office = ANY (( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL)));
create policy insert_in_scope on public.form_11_geotags for insert to authenticated
  with check ((office = ANY (( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR ( SELECT private.caller_can_approve_own() AS caller_can_approve_own)));
create policy select_in_scope on public.form_11_geotags for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.form_11_geotags for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.form_11_geotags for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
create policy update_in_scope on public.form_11_geotags for update to authenticated
  using (office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[]))
  with check (office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[]));
CREATE TRIGGER "0_check_references_insert" AFTER INSERT ON public.form_11_geotags REFERENCING NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER "0_check_references_update" AFTER UPDATE ON public.form_11_geotags REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE CONSTRAINT TRIGGER check_form11_office AFTER INSERT OR UPDATE ON public.form_11_geotags DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.check_form11_office();
CREATE TRIGGER clean_texts BEFORE INSERT OR UPDATE ON public.form_11_geotags FOR EACH ROW EXECUTE FUNCTION private.clean_texts();
CREATE TRIGGER end_review AFTER UPDATE ON public.form_11_geotags REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.end_review();
CREATE TRIGGER fill_from_form11 BEFORE INSERT OR UPDATE ON public.form_11_geotags FOR EACH ROW EXECUTE FUNCTION private.fill_from_form11();
CREATE TRIGGER guard_stage AFTER UPDATE ON public.form_11_geotags REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.guard_stage();
CREATE TRIGGER judge_places_insert AFTER INSERT ON public.form_11_geotags REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER judge_places_update AFTER UPDATE ON public.form_11_geotags REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER locate_point BEFORE INSERT OR UPDATE ON public.form_11_geotags FOR EACH ROW EXECUTE FUNCTION private.locate_point();
CREATE TRIGGER log_delete AFTER DELETE ON public.form_11_geotags REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_insert AFTER INSERT ON public.form_11_geotags REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_update AFTER UPDATE ON public.form_11_geotags REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER normalize_place BEFORE INSERT OR UPDATE ON public.form_11_geotags FOR EACH ROW EXECUTE FUNCTION private.normalize_place();
CREATE CONSTRAINT TRIGGER require_file AFTER INSERT OR UPDATE ON public.form_11_geotags DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.require_file();
CREATE TRIGGER resolve_arbo BEFORE INSERT OR UPDATE ON public.form_11_geotags FOR EACH ROW EXECUTE FUNCTION private.resolve_arbo();
CREATE TRIGGER resolve_arc BEFORE INSERT OR UPDATE ON public.form_11_geotags FOR EACH ROW WHEN ((new.arc_id IS NOT NULL)) EXECUTE FUNCTION private.resolve_arc();
CREATE TRIGGER stamp_record BEFORE INSERT OR UPDATE ON public.form_11_geotags FOR EACH ROW EXECUTE FUNCTION private.stamp_record();
CREATE TRIGGER sync_file_state AFTER DELETE OR UPDATE ON public.form_11_geotags FOR EACH ROW EXECUTE FUNCTION private.sync_file_state();
CREATE TRIGGER use_upload BEFORE INSERT OR UPDATE ON public.form_11_geotags FOR EACH ROW EXECUTE FUNCTION private.use_upload();
CREATE TRIGGER verify_texts BEFORE INSERT OR UPDATE ON public.form_11_geotags FOR EACH ROW WHEN (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.kind) > 250) OR (char_length(new.caption) > 500) OR (char_length(new.location_source) > 250) OR (char_length(new.outside_confirmed) > 250) OR (char_length(new.reporting_quarter) > 250) OR (char_length(new.reporting_month) > 250) OR (char_length(new.fund_source) > 250) OR (char_length(new.psp_category) > 250) OR (char_length(new.subpsp_name) > 250) OR (char_length(new.subpsp_abbreviation) > 250) OR (char_length(new.subpsp_status) > 250) OR (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR (char_length(new.cd) > 250) OR (char_length(new.arc_id) > 60) OR (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR (char_length(new.arc_cluster_name) > 250) OR private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.kind, new.caption, new.location_source, new.outside_confirmed, new.reporting_quarter, new.reporting_month, new.fund_source, new.psp_category, new.subpsp_name, new.subpsp_abbreviation, new.subpsp_status, new.arbo_id, new.arbo_name, new.region_name, new.province_name, new.muncity_name, new.barangay_name, new.cd, new.arc_id, new.arc_name, new.arc_type, new.arc_cluster_name)))) EXECUTE FUNCTION private.refuse_long_texts('{"cd": 250, "kind": 250, "arc_id": 60, "status": 250, "arbo_id": 60, "caption": 500, "remarks": 4000, "arc_name": 250, "arc_type": 250, "arbo_name": 250, "fund_source": 250, "region_name": 250, "subpsp_name": 250, "muncity_name": 250, "psp_category": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "subpsp_status": 250, "location_source": 250, "reporting_month": 250, "arc_cluster_name": 250, "outside_confirmed": 250, "reporting_quarter": 250, "subpsp_abbreviation": 250}');
CREATE TRIGGER within_arbo_settled_insert AFTER INSERT ON public.form_11_geotags REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER within_arbo_settled_update AFTER UPDATE ON public.form_11_geotags REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER write_search_text BEFORE INSERT OR UPDATE ON public.form_11_geotags FOR EACH ROW EXECUTE FUNCTION private.write_search_text('{approved_at,approved_by,id,office,row_version,search_text,time_stamp,updated_at,user_id}', '{}', '{taken_at}', '{}');
grant delete, insert (accuracy, "arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, caption, cd, form11_id, fund_source, kind, latitude, location_source, longitude, muncity_name, outside_confirmed, process_stage, province_name, psp_category, region_name, remarks, reporting_month, reporting_quarter, reporting_year, status, subpsp_abbreviation, subpsp_name, subpsp_status, taken_at, upload_id, year_funded), select, update (accuracy, "arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, caption, cd, form11_id, fund_source, kind, latitude, location_source, longitude, muncity_name, outside_confirmed, process_stage, province_name, psp_category, region_name, remarks, reporting_month, reporting_quarter, reporting_year, status, subpsp_abbreviation, subpsp_name, subpsp_status, taken_at, upload_id, year_funded) on public.form_11_geotags to authenticated;
grant select on public.form_11_geotags to central_reader;
grant select on public.form_11_geotags to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.form_11_geotags to service_role;

create table public.form_5_accomps (
  id bigint not null generated always as identity,
  user_id uuid,
  time_stamp timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  process_stage text,
  approved_by uuid,
  approved_at timestamp with time zone,
  remarks text,
  status text default 'Accomplished'::text,
  reporting_year integer,
  reporting_quarter text,
  reporting_month text,
  year_funded integer,
  fund_source text,
  psp_category text,
  subpsp_name text,
  subpsp_abbreviation text,
  subpsp_status text,
  "arboPrimaryKey" bigint,
  arbo_id text,
  arbo_name text,
  region_name text,
  province_name text,
  muncity_name text,
  barangay_name text,
  cd text,
  office text not null generated always as (((COALESCE(region_name, ''::text) || ' / '::text) || COALESCE(province_name, ''::text))) stored,
  arc_id text,
  arc_name text,
  arc_type text,
  arc_cluster_name text,
  crop_product text,
  search_text text
);
alter table public.form_5_accomps add constraint "form_5_accomps_arboPrimaryKey_exists" FOREIGN KEY ("arboPrimaryKey") REFERENCES public.arbo_masterlist(id);
alter table public.form_5_accomps add constraint form_5_accomps_arc_id_exists FOREIGN KEY (arc_id) REFERENCES public.arc_masterlist(arc_id) ON UPDATE CASCADE;
alter table public.form_5_accomps add constraint form_5_accomps_id_above_targets CHECK ((id > 1000000000));
alter table public.form_5_accomps add constraint form_5_accomps_office_exists FOREIGN KEY (office) REFERENCES public.offices(office);
alter table public.form_5_accomps add constraint form_5_accomps_pkey PRIMARY KEY (id);
alter table public.form_5_accomps add constraint location_province_name_check CHECK ((province_name <> ''::text));
alter table public.form_5_accomps add constraint location_region_name_check CHECK ((region_name <> ''::text));
alter table public.form_5_accomps add constraint programme_year_funded_check CHECK (((year_funded >= 1990) AND (year_funded <= 2100)));
alter table public.form_5_accomps add constraint record_process_stage_check CHECK ((process_stage = ANY (ARRAY['Pending'::text, 'Approved'::text])));
alter table public.form_5_accomps add constraint reporting_month_in_quarter CHECK (
CASE reporting_quarter
    WHEN 'Q1'::text THEN (reporting_month = ANY (ARRAY['January'::text, 'February'::text, 'March'::text]))
    WHEN 'Q2'::text THEN (reporting_month = ANY (ARRAY['April'::text, 'May'::text, 'June'::text]))
    WHEN 'Q3'::text THEN (reporting_month = ANY (ARRAY['July'::text, 'August'::text, 'September'::text]))
    WHEN 'Q4'::text THEN (reporting_month = ANY (ARRAY['October'::text, 'November'::text, 'December'::text]))
    ELSE NULL::boolean
END);
alter table public.form_5_accomps add constraint reporting_month_known CHECK ((reporting_month = ANY (ARRAY['January'::text, 'February'::text, 'March'::text, 'April'::text, 'May'::text, 'June'::text, 'July'::text, 'August'::text, 'September'::text, 'October'::text, 'November'::text, 'December'::text])));
alter table public.form_5_accomps add constraint reporting_reporting_quarter_check CHECK ((reporting_quarter = ANY (ARRAY['Q1'::text, 'Q2'::text, 'Q3'::text, 'Q4'::text])));
alter table public.form_5_accomps add constraint reporting_reporting_year_check CHECK (((reporting_year >= 1990) AND (reporting_year <= 2100)));
alter table public.form_5_accomps add constraint status_status_check CHECK ((status = ANY (ARRAY['Target'::text, 'Accomplished'::text, 'Updated'::text])));
CREATE INDEX "form_5_accomps_arboPrimaryKey" ON public.form_5_accomps USING btree ("arboPrimaryKey");
CREATE INDEX form_5_accomps_arbo_id ON public.form_5_accomps USING btree (arbo_id);
CREATE INDEX form_5_accomps_arbo_name_folded ON public.form_5_accomps USING btree (office, private.fold_name(arbo_name));
CREATE INDEX form_5_accomps_arc_id ON public.form_5_accomps USING btree (arc_id);
CREATE INDEX form_5_accomps_in_order ON public.form_5_accomps USING btree (arbo_name COLLATE private.natural_order, id);
CREATE INDEX form_5_accomps_incomplete ON public.form_5_accomps USING btree (office) WHERE (((COALESCE(arbo_name, ''::text) = ''::text) AND (COALESCE(arbo_id, ''::text) = ''::text) AND ("arboPrimaryKey" IS NULL) AND (COALESCE(arc_name, ''::text) = ''::text) AND (COALESCE(arc_id, ''::text) = ''::text)) OR (reporting_year IS NULL) OR ((COALESCE(reporting_quarter, ''::text) = ''::text) AND (status IS DISTINCT FROM 'Target'::text)) OR (COALESCE(crop_product, ''::text) = ''::text));
CREATE INDEX form_5_accomps_office ON public.form_5_accomps USING btree (office, id);
CREATE INDEX form_5_accomps_search ON public.form_5_accomps USING gin (search_text extensions.gin_trgm_ops);
alter table public.form_5_accomps enable row level security, force row level security;
create policy delete_in_scope on public.form_5_accomps for delete to authenticated
  using ((office = ANY (( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL)));
create policy insert_in_scope on public.form_5_accomps for insert to authenticated
  with check ((office = ANY (( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR ( SELECT private.caller_can_approve_own() AS caller_can_approve_own)));
create policy select_in_scope on public.form_5_accomps for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.form_5_accomps for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.form_5_accomps for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
create policy update_in_scope on public.form_5_accomps for update to authenticated
  using (office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[]))
  with check (office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[]));
CREATE TRIGGER "0_check_references_insert" AFTER INSERT ON public.form_5_accomps REFERENCING NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER "0_check_references_update" AFTER UPDATE ON public.form_5_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER clean_texts BEFORE INSERT OR UPDATE ON public.form_5_accomps FOR EACH ROW EXECUTE FUNCTION private.clean_texts();
CREATE TRIGGER end_review AFTER UPDATE ON public.form_5_accomps REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.end_review();
CREATE TRIGGER flag_as_updated BEFORE INSERT OR UPDATE ON public.form_5_accomps FOR EACH ROW EXECUTE FUNCTION private.flag_as_updated();
CREATE TRIGGER guard_stage AFTER UPDATE ON public.form_5_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.guard_stage();
CREATE TRIGGER judge_places_insert AFTER INSERT ON public.form_5_accomps REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER judge_places_update AFTER UPDATE ON public.form_5_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER log_delete AFTER DELETE ON public.form_5_accomps REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_insert AFTER INSERT ON public.form_5_accomps REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_update AFTER UPDATE ON public.form_5_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER normalize_place BEFORE INSERT OR UPDATE ON public.form_5_accomps FOR EACH ROW EXECUTE FUNCTION private.normalize_place();
CREATE TRIGGER note_stale_rows_delete AFTER DELETE ON public.form_5_accomps REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.year_funded');
CREATE TRIGGER note_stale_rows_insert AFTER INSERT ON public.form_5_accomps REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.year_funded');
CREATE TRIGGER note_stale_rows_update AFTER UPDATE ON public.form_5_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_month, r.reporting_quarter, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.year_funded');
CREATE TRIGGER require_fact_1_insert AFTER INSERT ON public.form_5_accomps FOR EACH ROW WHEN (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) = ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text))) EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');
CREATE TRIGGER require_fact_1_update AFTER UPDATE ON public.form_5_accomps FOR EACH ROW WHEN (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) = ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text) AND (NOT ((COALESCE(old.arbo_name, ''::text) = ''::text) AND (COALESCE(old.arbo_id, ''::text) = ''::text) AND (old."arboPrimaryKey" IS NULL) AND (COALESCE(old.arc_name, ''::text) = ''::text) AND (COALESCE(old.arc_id, ''::text) = ''::text))))) EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');
CREATE TRIGGER require_fact_2_insert AFTER INSERT ON public.form_5_accomps FOR EACH ROW WHEN ((new.reporting_year IS NULL)) EXECUTE FUNCTION private.refuse_missing_fact('reporting_year');
CREATE TRIGGER require_fact_2_update AFTER UPDATE ON public.form_5_accomps FOR EACH ROW WHEN (((new.reporting_year IS NULL) AND (NOT (old.reporting_year IS NULL)))) EXECUTE FUNCTION private.refuse_missing_fact('reporting_year');
CREATE TRIGGER require_fact_3_insert AFTER INSERT ON public.form_5_accomps FOR EACH ROW WHEN (((COALESCE(new.reporting_quarter, ''::text) = ''::text) AND (new.status IS DISTINCT FROM 'Target'::text))) EXECUTE FUNCTION private.refuse_missing_fact('reporting_quarter');
CREATE TRIGGER require_fact_3_update AFTER UPDATE ON public.form_5_accomps FOR EACH ROW WHEN (((COALESCE(new.reporting_quarter, ''::text) = ''::text) AND (new.status IS DISTINCT FROM 'Target'::text) AND (NOT ((COALESCE(old.reporting_quarter, ''::text) = ''::text) AND (old.status IS DISTINCT FROM 'Target'::text))))) EXECUTE FUNCTION private.refuse_missing_fact('reporting_quarter');
CREATE TRIGGER require_fact_4_insert AFTER INSERT ON public.form_5_accomps FOR EACH ROW WHEN ((COALESCE(new.crop_product, ''::text) = ''::text)) EXECUTE FUNCTION private.refuse_missing_fact('crop_product');
CREATE TRIGGER require_fact_4_update AFTER UPDATE ON public.form_5_accomps FOR EACH ROW WHEN (((COALESCE(new.crop_product, ''::text) = ''::text) AND (NOT (COALESCE(old.crop_product, ''::text) = ''::text)))) EXECUTE FUNCTION private.refuse_missing_fact('crop_product');
CREATE TRIGGER resolve_arbo BEFORE INSERT OR UPDATE ON public.form_5_accomps FOR EACH ROW EXECUTE FUNCTION private.resolve_arbo();
CREATE TRIGGER resolve_arc BEFORE INSERT OR UPDATE ON public.form_5_accomps FOR EACH ROW WHEN ((new.arc_id IS NOT NULL)) EXECUTE FUNCTION private.resolve_arc();
CREATE TRIGGER stamp_record BEFORE INSERT OR UPDATE ON public.form_5_accomps FOR EACH ROW EXECUTE FUNCTION private.stamp_record();
CREATE TRIGGER verify_texts BEFORE INSERT OR UPDATE ON public.form_5_accomps FOR EACH ROW WHEN (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.reporting_quarter) > 250) OR (char_length(new.reporting_month) > 250) OR (char_length(new.fund_source) > 250) OR (char_length(new.psp_category) > 250) OR (char_length(new.subpsp_name) > 250) OR (char_length(new.subpsp_abbreviation) > 250) OR (char_length(new.subpsp_status) > 250) OR (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR (char_length(new.cd) > 250) OR (char_length(new.arc_id) > 60) OR (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR (char_length(new.arc_cluster_name) > 250) OR (char_length(new.crop_product) > 250) OR private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.reporting_quarter, new.reporting_month, new.fund_source, new.psp_category, new.subpsp_name, new.subpsp_abbreviation, new.subpsp_status, new.arbo_id, new.arbo_name, new.region_name, new.province_name, new.muncity_name, new.barangay_name, new.cd, new.arc_id, new.arc_name, new.arc_type, new.arc_cluster_name, new.crop_product)))) EXECUTE FUNCTION private.refuse_long_texts('{"cd": 250, "arc_id": 60, "status": 250, "arbo_id": 60, "remarks": 4000, "arc_name": 250, "arc_type": 250, "arbo_name": 250, "fund_source": 250, "region_name": 250, "subpsp_name": 250, "crop_product": 250, "muncity_name": 250, "psp_category": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "subpsp_status": 250, "reporting_month": 250, "arc_cluster_name": 250, "reporting_quarter": 250, "subpsp_abbreviation": 250}');
CREATE TRIGGER within_arbo_settled_insert AFTER INSERT ON public.form_5_accomps REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER within_arbo_settled_update AFTER UPDATE ON public.form_5_accomps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER write_search_text BEFORE INSERT OR UPDATE ON public.form_5_accomps FOR EACH ROW EXECUTE FUNCTION private.write_search_text('{approved_at,approved_by,id,office,row_version,search_text,time_stamp,updated_at,user_id}', '{}', '{}', '{}');
grant delete, insert ("arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, cd, crop_product, fund_source, muncity_name, process_stage, province_name, psp_category, region_name, remarks, reporting_month, reporting_quarter, reporting_year, status, subpsp_abbreviation, subpsp_name, subpsp_status, year_funded), select, update ("arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, cd, crop_product, fund_source, muncity_name, process_stage, province_name, psp_category, region_name, remarks, reporting_month, reporting_quarter, reporting_year, status, subpsp_abbreviation, subpsp_name, subpsp_status, year_funded) on public.form_5_accomps to authenticated;
grant select on public.form_5_accomps to central_reader;
grant select on public.form_5_accomps to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.form_5_accomps to service_role;

create table public.form_5_annualtargets (
  id bigint not null generated always as identity,
  user_id uuid,
  time_stamp timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  process_stage text,
  approved_by uuid,
  approved_at timestamp with time zone,
  remarks text,
  status text default 'Target'::text,
  reporting_year integer,
  year_funded integer,
  fund_source text,
  psp_category text,
  subpsp_name text,
  subpsp_abbreviation text,
  subpsp_status text,
  "arboPrimaryKey" bigint,
  arbo_id text,
  arbo_name text,
  region_name text,
  province_name text,
  muncity_name text,
  barangay_name text,
  cd text,
  office text not null generated always as (((COALESCE(region_name, ''::text) || ' / '::text) || COALESCE(province_name, ''::text))) stored,
  arc_id text,
  arc_name text,
  arc_type text,
  arc_cluster_name text,
  crop_product text,
  current_it_status text,
  current_it_level text,
  training_title text,
  training_id text,
  date_conducted date,
  start_date date,
  end_date date,
  training_days integer,
  training_category text,
  conducted_by text,
  training_cost bigint,
  agri_inputs text,
  participant_name text,
  sex text,
  participant_category text,
  participant_sub_category text,
  agri_technology_inputs_provided text,
  birthday date,
  age integer,
  is_4ps_beneficiary text,
  is_solo_parent text,
  is_pwd text,
  is_ip text,
  age_base_group text,
  search_text text
);
alter table public.form_5_annualtargets add constraint form_5_annualtargets_age_agrees CHECK ((age = private.age_on(birthday, ((time_stamp AT TIME ZONE 'Asia/Manila'::text))::date)));
alter table public.form_5_annualtargets add constraint form_5_annualtargets_age_base_group_agrees CHECK ((age_base_group = private.age_group(age)));
alter table public.form_5_annualtargets add constraint form_5_annualtargets_age_check CHECK (((age >= 0) AND (age <= 130)));
alter table public.form_5_annualtargets add constraint "form_5_annualtargets_arboPrimaryKey_exists" FOREIGN KEY ("arboPrimaryKey") REFERENCES public.arbo_masterlist(id);
alter table public.form_5_annualtargets add constraint form_5_annualtargets_arc_id_exists FOREIGN KEY (arc_id) REFERENCES public.arc_masterlist(arc_id) ON UPDATE CASCADE;
alter table public.form_5_annualtargets add constraint form_5_annualtargets_birthday_bound CHECK (((birthday >= '1000-01-01'::date) AND (birthday <= '9999-12-31'::date)));
alter table public.form_5_annualtargets add constraint form_5_annualtargets_birthday_past CHECK ((birthday <= ((time_stamp AT TIME ZONE 'Asia/Manila'::text))::date));
alter table public.form_5_annualtargets add constraint form_5_annualtargets_counts_not_negative CHECK ((LEAST((training_days)::bigint, training_cost) >= 0));
alter table public.form_5_annualtargets add constraint form_5_annualtargets_date_conducted_bound CHECK (((date_conducted >= '1000-01-01'::date) AND (date_conducted <= '9999-12-31'::date)));
alter table public.form_5_annualtargets add constraint form_5_annualtargets_end_date_bound CHECK (((end_date >= '1000-01-01'::date) AND (end_date <= '9999-12-31'::date)));
alter table public.form_5_annualtargets add constraint form_5_annualtargets_end_date_in_order CHECK ((end_date >= start_date));
alter table public.form_5_annualtargets add constraint form_5_annualtargets_id_below_accomps CHECK ((id <= 1000000000));
alter table public.form_5_annualtargets add constraint form_5_annualtargets_is_4ps_beneficiary_check CHECK ((is_4ps_beneficiary = ANY (ARRAY['Yes'::text, 'No'::text])));
alter table public.form_5_annualtargets add constraint form_5_annualtargets_is_ip_check CHECK ((is_ip = ANY (ARRAY['Yes'::text, 'No'::text])));
alter table public.form_5_annualtargets add constraint form_5_annualtargets_is_pwd_check CHECK ((is_pwd = ANY (ARRAY['Yes'::text, 'No'::text])));
alter table public.form_5_annualtargets add constraint form_5_annualtargets_is_solo_parent_check CHECK ((is_solo_parent = ANY (ARRAY['Yes'::text, 'No'::text])));
alter table public.form_5_annualtargets add constraint form_5_annualtargets_office_exists FOREIGN KEY (office) REFERENCES public.offices(office);
alter table public.form_5_annualtargets add constraint form_5_annualtargets_pkey PRIMARY KEY (id);
alter table public.form_5_annualtargets add constraint form_5_annualtargets_reporting_year_check CHECK (((reporting_year >= 1990) AND (reporting_year <= 2100)));
alter table public.form_5_annualtargets add constraint form_5_annualtargets_start_date_bound CHECK (((start_date >= '1000-01-01'::date) AND (start_date <= '9999-12-31'::date)));
alter table public.form_5_annualtargets add constraint form_5_annualtargets_training_days_agrees CHECK ((training_days = ((end_date - start_date) + 1)));
alter table public.form_5_annualtargets add constraint form_5_annualtargets_training_id_exists FOREIGN KEY (training_id) REFERENCES public.arbo_trainings(training_id);
alter table public.form_5_annualtargets add constraint location_province_name_check CHECK ((province_name <> ''::text));
alter table public.form_5_annualtargets add constraint location_region_name_check CHECK ((region_name <> ''::text));
alter table public.form_5_annualtargets add constraint participant_sex_check CHECK ((sex = ANY (ARRAY['Male'::text, 'Female'::text])));
alter table public.form_5_annualtargets add constraint programme_year_funded_check CHECK (((year_funded >= 1990) AND (year_funded <= 2100)));
alter table public.form_5_annualtargets add constraint record_process_stage_check CHECK ((process_stage = ANY (ARRAY['Pending'::text, 'Approved'::text])));
alter table public.form_5_annualtargets add constraint status_status_check CHECK ((status = ANY (ARRAY['Target'::text, 'Accomplished'::text, 'Updated'::text])));
CREATE INDEX "form_5_annualtargets_arboPrimaryKey" ON public.form_5_annualtargets USING btree ("arboPrimaryKey");
CREATE INDEX form_5_annualtargets_arbo_id ON public.form_5_annualtargets USING btree (arbo_id);
CREATE INDEX form_5_annualtargets_arbo_name_folded ON public.form_5_annualtargets USING btree (office, private.fold_name(arbo_name));
CREATE INDEX form_5_annualtargets_arc_id ON public.form_5_annualtargets USING btree (arc_id);
CREATE INDEX form_5_annualtargets_in_order ON public.form_5_annualtargets USING btree (arbo_name COLLATE private.natural_order, id);
CREATE INDEX form_5_annualtargets_incomplete ON public.form_5_annualtargets USING btree (office) WHERE (((COALESCE(arbo_name, ''::text) = ''::text) AND (COALESCE(arbo_id, ''::text) = ''::text) AND ("arboPrimaryKey" IS NULL) AND (COALESCE(arc_name, ''::text) = ''::text) AND (COALESCE(arc_id, ''::text) = ''::text)) OR (reporting_year IS NULL) OR ((COALESCE(crop_product, ''::text) = ''::text) AND (COALESCE(training_title, ''::text) = ''::text) AND (COALESCE(training_id, ''::text) = ''::text) AND (COALESCE(participant_name, ''::text) = ''::text)));
CREATE INDEX form_5_annualtargets_office ON public.form_5_annualtargets USING btree (office, id);
CREATE INDEX form_5_annualtargets_search ON public.form_5_annualtargets USING gin (search_text extensions.gin_trgm_ops);
CREATE INDEX form_5_annualtargets_sensitive_search ON public.form_5_annualtargets USING gin (private.fold(((((((((((((COALESCE((age)::text, ''::text) || '
'::text) || COALESCE(age_base_group, ''::text)) || '
'::text) || COALESCE(private.format_search_date(birthday), ''::text)) || '
'::text) || COALESCE(is_4ps_beneficiary, ''::text)) || '
'::text) || COALESCE(is_ip, ''::text)) || '
'::text) || COALESCE(is_pwd, ''::text)) || '
'::text) || COALESCE(is_solo_parent, ''::text))) extensions.gin_trgm_ops);
CREATE INDEX form_5_annualtargets_training_id ON public.form_5_annualtargets USING btree (training_id);
alter table public.form_5_annualtargets enable row level security, force row level security;
create policy delete_in_scope on public.form_5_annualtargets for delete to authenticated
  using ((office = ANY (( SELECT private.offices_to_write('delete'::text, 'target'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL)));
create policy insert_in_scope on public.form_5_annualtargets for insert to authenticated
  with check ((office = ANY (( SELECT private.offices_to_write('insert'::text, 'target'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR ( SELECT private.caller_can_approve_own() AS caller_can_approve_own)));
create policy select_in_scope on public.form_5_annualtargets for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.form_5_annualtargets for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.form_5_annualtargets for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
create policy update_in_scope on public.form_5_annualtargets for update to authenticated
  using (office = ANY (( SELECT private.offices_to_write('change'::text, 'target'::text) AS offices_to_write)::text[]))
  with check (office = ANY (( SELECT private.offices_to_write('change'::text, 'target'::text) AS offices_to_write)::text[]));
CREATE TRIGGER "0_check_references_insert" AFTER INSERT ON public.form_5_annualtargets REFERENCING NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER "0_check_references_update" AFTER UPDATE ON public.form_5_annualtargets REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER clean_texts BEFORE INSERT OR UPDATE ON public.form_5_annualtargets FOR EACH ROW EXECUTE FUNCTION private.clean_texts();
CREATE TRIGGER copy_sensitive_insert AFTER INSERT ON public.form_5_annualtargets REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.copy_sensitive('birthday', 'age', 'is_4ps_beneficiary', 'is_solo_parent', 'is_pwd', 'is_ip', 'age_base_group');
CREATE TRIGGER copy_sensitive_update AFTER UPDATE ON public.form_5_annualtargets REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.copy_sensitive('birthday', 'age', 'is_4ps_beneficiary', 'is_solo_parent', 'is_pwd', 'is_ip', 'age_base_group');
CREATE TRIGGER end_review AFTER UPDATE ON public.form_5_annualtargets REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.end_review();
CREATE TRIGGER fill_hidden BEFORE UPDATE ON public.form_5_annualtargets FOR EACH ROW WHEN ((((old.birthday IS NOT NULL) AND (new.birthday IS NULL)) OR ((old.age IS NOT NULL) AND (new.age IS NULL)) OR ((old.is_4ps_beneficiary IS NOT NULL) AND (new.is_4ps_beneficiary IS NULL)) OR ((old.is_solo_parent IS NOT NULL) AND (new.is_solo_parent IS NULL)) OR ((old.is_pwd IS NOT NULL) AND (new.is_pwd IS NULL)) OR ((old.is_ip IS NOT NULL) AND (new.is_ip IS NULL)) OR ((old.age_base_group IS NOT NULL) AND (new.age_base_group IS NULL)))) EXECUTE FUNCTION private.restore_hidden_values('birthday', 'age', 'is_4ps_beneficiary', 'is_solo_parent', 'is_pwd', 'is_ip', 'age_base_group');
CREATE TRIGGER flag_as_updated BEFORE INSERT OR UPDATE ON public.form_5_annualtargets FOR EACH ROW EXECUTE FUNCTION private.flag_as_updated();
CREATE TRIGGER guard_stage AFTER UPDATE ON public.form_5_annualtargets REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.guard_stage();
CREATE TRIGGER judge_places_insert AFTER INSERT ON public.form_5_annualtargets REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER judge_places_update AFTER UPDATE ON public.form_5_annualtargets REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER log_delete AFTER DELETE ON public.form_5_annualtargets REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_insert AFTER INSERT ON public.form_5_annualtargets REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_update AFTER UPDATE ON public.form_5_annualtargets REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER normalize_place BEFORE INSERT OR UPDATE ON public.form_5_annualtargets FOR EACH ROW EXECUTE FUNCTION private.normalize_place();
CREATE TRIGGER note_stale_rows_delete AFTER DELETE ON public.form_5_annualtargets REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.year_funded');
CREATE TRIGGER note_stale_rows_insert AFTER INSERT ON public.form_5_annualtargets REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.year_funded');
CREATE TRIGGER note_stale_rows_update AFTER UPDATE ON public.form_5_annualtargets REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r."arboPrimaryKey", r.arbo_id, r.arbo_name, r.arc_id, r.fund_source, r.id, r.muncity_name, r.office, r.province_name, r.psp_category, r.region_name, r.reporting_year, r.subpsp_abbreviation, r.subpsp_name, r.year_funded');
CREATE TRIGGER require_fact_1_insert AFTER INSERT ON public.form_5_annualtargets FOR EACH ROW WHEN (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) = ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text))) EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');
CREATE TRIGGER require_fact_1_update AFTER UPDATE ON public.form_5_annualtargets FOR EACH ROW WHEN (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) = ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text) AND (NOT ((COALESCE(old.arbo_name, ''::text) = ''::text) AND (COALESCE(old.arbo_id, ''::text) = ''::text) AND (old."arboPrimaryKey" IS NULL) AND (COALESCE(old.arc_name, ''::text) = ''::text) AND (COALESCE(old.arc_id, ''::text) = ''::text))))) EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');
CREATE TRIGGER require_fact_2_insert AFTER INSERT ON public.form_5_annualtargets FOR EACH ROW WHEN ((new.reporting_year IS NULL)) EXECUTE FUNCTION private.refuse_missing_fact('reporting_year');
CREATE TRIGGER require_fact_2_update AFTER UPDATE ON public.form_5_annualtargets FOR EACH ROW WHEN (((new.reporting_year IS NULL) AND (NOT (old.reporting_year IS NULL)))) EXECUTE FUNCTION private.refuse_missing_fact('reporting_year');
CREATE TRIGGER require_fact_3_insert AFTER INSERT ON public.form_5_annualtargets FOR EACH ROW WHEN (((COALESCE(new.crop_product, ''::text) = ''::text) AND (COALESCE(new.training_title, ''::text) = ''::text) AND (COALESCE(new.training_id, ''::text) = ''::text) AND (COALESCE(new.participant_name, ''::text) = ''::text))) EXECUTE FUNCTION private.refuse_missing_fact('crop_product');
CREATE TRIGGER require_fact_3_update AFTER UPDATE ON public.form_5_annualtargets FOR EACH ROW WHEN (((COALESCE(new.crop_product, ''::text) = ''::text) AND (COALESCE(new.training_title, ''::text) = ''::text) AND (COALESCE(new.training_id, ''::text) = ''::text) AND (COALESCE(new.participant_name, ''::text) = ''::text) AND (NOT ((COALESCE(old.crop_product, ''::text) = ''::text) AND (COALESCE(old.training_title, ''::text) = ''::text) AND (COALESCE(old.training_id, ''::text) = ''::text) AND (COALESCE(old.participant_name, ''::text) = ''::text))))) EXECUTE FUNCTION private.refuse_missing_fact('crop_product');
CREATE TRIGGER resolve_arbo BEFORE INSERT OR UPDATE ON public.form_5_annualtargets FOR EACH ROW EXECUTE FUNCTION private.resolve_arbo();
CREATE TRIGGER resolve_arc BEFORE INSERT OR UPDATE ON public.form_5_annualtargets FOR EACH ROW WHEN ((new.arc_id IS NOT NULL)) EXECUTE FUNCTION private.resolve_arc();
CREATE TRIGGER stamp_hidden BEFORE UPDATE OF birthday, age, is_4ps_beneficiary, is_solo_parent, is_pwd, is_ip, age_base_group ON public.form_5_annualtargets FOR EACH ROW EXECUTE FUNCTION private.refuse_hidden_values();
CREATE TRIGGER stamp_record BEFORE INSERT OR UPDATE ON public.form_5_annualtargets FOR EACH ROW EXECUTE FUNCTION private.stamp_record();
CREATE TRIGGER verify_texts BEFORE INSERT OR UPDATE ON public.form_5_annualtargets FOR EACH ROW WHEN (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.fund_source) > 250) OR (char_length(new.psp_category) > 250) OR (char_length(new.subpsp_name) > 250) OR (char_length(new.subpsp_abbreviation) > 250) OR (char_length(new.subpsp_status) > 250) OR (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR (char_length(new.cd) > 250) OR (char_length(new.arc_id) > 60) OR (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR (char_length(new.arc_cluster_name) > 250) OR (char_length(new.crop_product) > 250) OR (char_length(new.current_it_status) > 250) OR (char_length(new.current_it_level) > 250) OR (char_length(new.training_title) > 250) OR (char_length(new.training_id) > 60) OR (char_length(new.training_category) > 250) OR (char_length(new.conducted_by) > 250) OR (char_length(new.agri_inputs) > 4000) OR (char_length(new.participant_name) > 250) OR (char_length(new.sex) > 250) OR (char_length(new.participant_category) > 250) OR (char_length(new.participant_sub_category) > 250) OR (char_length(new.agri_technology_inputs_provided) > 4000) OR (char_length(new.is_4ps_beneficiary) > 250) OR (char_length(new.is_solo_parent) > 250) OR (char_length(new.is_pwd) > 250) OR (char_length(new.is_ip) > 250) OR (char_length(new.age_base_group) > 250) OR private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.fund_source, new.psp_category, new.subpsp_name, new.subpsp_abbreviation, new.subpsp_status, new.arbo_id, new.arbo_name, new.region_name, new.province_name, new.muncity_name, new.barangay_name, new.cd, new.arc_id, new.arc_name, new.arc_type, new.arc_cluster_name, new.crop_product, new.current_it_status, new.current_it_level, new.training_title, new.training_id, new.training_category, new.conducted_by, new.agri_inputs, new.participant_name, new.sex, new.participant_category, new.participant_sub_category, new.agri_technology_inputs_provided, new.is_4ps_beneficiary, new.is_solo_parent, new.is_pwd, new.is_ip, new.age_base_group)))) EXECUTE FUNCTION private.refuse_long_texts('{"cd": 250, "sex": 250, "is_ip": 250, "arc_id": 60, "is_pwd": 250, "status": 250, "arbo_id": 60, "remarks": 4000, "arc_name": 250, "arc_type": 250, "arbo_name": 250, "agri_inputs": 4000, "fund_source": 250, "region_name": 250, "subpsp_name": 250, "training_id": 60, "conducted_by": 250, "crop_product": 250, "muncity_name": 250, "psp_category": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "subpsp_status": 250, "age_base_group": 250, "is_solo_parent": 250, "training_title": 250, "arc_cluster_name": 250, "current_it_level": 250, "participant_name": 250, "current_it_status": 250, "training_category": 250, "is_4ps_beneficiary": 250, "subpsp_abbreviation": 250, "participant_category": 250, "participant_sub_category": 250, "agri_technology_inputs_provided": 4000}');
CREATE TRIGGER within_arbo_settled_insert AFTER INSERT ON public.form_5_annualtargets REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER within_arbo_settled_update AFTER UPDATE ON public.form_5_annualtargets REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER write_age BEFORE UPDATE ON public.form_5_annualtargets FOR EACH ROW EXECUTE FUNCTION private.fill_in_age();
CREATE TRIGGER write_search_text BEFORE INSERT OR UPDATE ON public.form_5_annualtargets FOR EACH ROW EXECUTE FUNCTION private.write_search_text('{age,age_base_group,approved_at,approved_by,birthday,id,is_4ps_beneficiary,is_ip,is_pwd,is_solo_parent,office,row_version,search_text,time_stamp,updated_at,user_id}', '{date_conducted,end_date,start_date}', '{}', '{}');
grant delete, insert (age, age_base_group, agri_inputs, agri_technology_inputs_provided, "arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, birthday, cd, conducted_by, crop_product, current_it_level, current_it_status, date_conducted, end_date, fund_source, is_4ps_beneficiary, is_ip, is_pwd, is_solo_parent, muncity_name, participant_category, participant_name, participant_sub_category, process_stage, province_name, psp_category, region_name, remarks, reporting_year, sex, start_date, status, subpsp_abbreviation, subpsp_name, subpsp_status, training_category, training_cost, training_days, training_id, training_title, year_funded), select (agri_inputs, agri_technology_inputs_provided, approved_at, approved_by, "arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, cd, conducted_by, crop_product, current_it_level, current_it_status, date_conducted, end_date, fund_source, id, muncity_name, office, participant_category, participant_name, participant_sub_category, process_stage, province_name, psp_category, region_name, remarks, reporting_year, row_version, search_text, sex, start_date, status, subpsp_abbreviation, subpsp_name, subpsp_status, time_stamp, training_category, training_cost, training_days, training_id, training_title, updated_at, user_id, year_funded), update (age, age_base_group, agri_inputs, agri_technology_inputs_provided, "arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, birthday, cd, conducted_by, crop_product, current_it_level, current_it_status, date_conducted, end_date, fund_source, is_4ps_beneficiary, is_ip, is_pwd, is_solo_parent, muncity_name, participant_category, participant_name, participant_sub_category, process_stage, province_name, psp_category, region_name, remarks, reporting_year, sex, start_date, status, subpsp_abbreviation, subpsp_name, subpsp_status, training_category, training_cost, training_days, training_id, training_title, year_funded) on public.form_5_annualtargets to authenticated;
grant select (agri_inputs, agri_technology_inputs_provided, approved_at, approved_by, "arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, cd, conducted_by, crop_product, current_it_level, current_it_status, date_conducted, end_date, fund_source, id, muncity_name, office, participant_category, participant_name, participant_sub_category, process_stage, province_name, psp_category, region_name, remarks, reporting_year, row_version, search_text, sex, start_date, status, subpsp_abbreviation, subpsp_name, subpsp_status, time_stamp, training_category, training_cost, training_days, training_id, training_title, updated_at, user_id, year_funded) on public.form_5_annualtargets to central_reader;
grant select (agri_inputs, agri_technology_inputs_provided, approved_at, approved_by, "arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, cd, conducted_by, crop_product, current_it_level, current_it_status, date_conducted, end_date, fund_source, id, muncity_name, office, participant_category, participant_name, participant_sub_category, process_stage, province_name, psp_category, region_name, remarks, reporting_year, row_version, search_text, sex, start_date, status, subpsp_abbreviation, subpsp_name, subpsp_status, time_stamp, training_category, training_cost, training_days, training_id, training_title, updated_at, user_id, year_funded) on public.form_5_annualtargets to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.form_5_annualtargets to service_role;

create table public.funding_marks (
  fund_source text,
  psp_category text,
  reported boolean not null,
  subpsp_abbreviation text,
  subject text not null,
  marked_id bigint not null,
  office text not null,
  region_name text,
  province_name text,
  muncity_name text,
  form_5_targeted bigint not null default 0,
  form_5_accomplished bigint not null default 0,
  form_5_programmed bigint not null default 0,
  form_5_matched bigint[] not null default '{0,0,0}'::bigint[],
  form_7_targeted bigint not null default 0,
  form_7_accomplished bigint not null default 0,
  form_7_programmed bigint not null default 0,
  form_7_matched bigint[] not null default '{0,0,0}'::bigint[],
  form_10_accomplished bigint not null default 0,
  form_10_programmed bigint not null default 0,
  form_11_targeted bigint not null default 0,
  form_11_accomplished bigint not null default 0,
  form_11_programmed bigint not null default 0,
  form_11_matched bigint[] not null default '{0,0,0}'::bigint[],
  training_trained bigint not null default 0
);
alter table public.funding_marks add constraint funding_marks_subject_marked_id_subpsp_abbreviation_fund_so_key UNIQUE NULLS NOT DISTINCT (subject, marked_id, subpsp_abbreviation, fund_source, psp_category, reported);
alter table public.funding_marks add constraint marks_subject_check CHECK ((subject = ANY (ARRAY['arbo'::text, 'arc'::text])));
alter table public.funding_marks enable row level security, force row level security;
create policy select_in_scope on public.funding_marks for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.funding_marks for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.funding_marks for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
grant select on public.funding_marks to authenticated;
grant select on public.funding_marks to central_reader;
grant select on public.funding_marks to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.funding_marks to service_role;

create table public.inventory_status_monitoring (
  id bigint not null generated always as identity,
  user_id uuid,
  time_stamp timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  process_stage text,
  approved_by uuid,
  approved_at timestamp with time zone,
  remarks text,
  status text default 'Accomplished'::text,
  reporting_year integer,
  reporting_quarter text,
  reporting_month text,
  year_funded integer,
  fund_source text,
  psp_category text,
  subpsp_name text,
  subpsp_abbreviation text,
  subpsp_status text,
  "arboPrimaryKey" bigint,
  arbo_id text,
  arbo_name text,
  region_name text,
  province_name text,
  muncity_name text,
  barangay_name text,
  cd text,
  office text not null generated always as (((COALESCE(region_name, ''::text) || ' / '::text) || COALESCE(province_name, ''::text))) stored,
  arc_id text,
  arc_name text,
  arc_type text,
  arc_cluster_name text,
  support_provided text,
  hard_component text,
  description text,
  quantity integer,
  unit_hard text,
  search_text text
);
alter table public.inventory_status_monitoring add constraint "inventory_status_monitoring_arboPrimaryKey_exists" FOREIGN KEY ("arboPrimaryKey") REFERENCES public.arbo_masterlist(id);
alter table public.inventory_status_monitoring add constraint inventory_status_monitoring_arc_id_exists FOREIGN KEY (arc_id) REFERENCES public.arc_masterlist(arc_id) ON UPDATE CASCADE;
alter table public.inventory_status_monitoring add constraint inventory_status_monitoring_office_exists FOREIGN KEY (office) REFERENCES public.offices(office);
alter table public.inventory_status_monitoring add constraint inventory_status_monitoring_pkey PRIMARY KEY (id);
alter table public.inventory_status_monitoring add constraint inventory_status_monitoring_quantity_check CHECK ((quantity >= 0));
alter table public.inventory_status_monitoring add constraint location_province_name_check CHECK ((province_name <> ''::text));
alter table public.inventory_status_monitoring add constraint location_region_name_check CHECK ((region_name <> ''::text));
alter table public.inventory_status_monitoring add constraint programme_year_funded_check CHECK (((year_funded >= 1990) AND (year_funded <= 2100)));
alter table public.inventory_status_monitoring add constraint record_process_stage_check CHECK ((process_stage = ANY (ARRAY['Pending'::text, 'Approved'::text])));
alter table public.inventory_status_monitoring add constraint reporting_month_in_quarter CHECK (
CASE reporting_quarter
    WHEN 'Q1'::text THEN (reporting_month = ANY (ARRAY['January'::text, 'February'::text, 'March'::text]))
    WHEN 'Q2'::text THEN (reporting_month = ANY (ARRAY['April'::text, 'May'::text, 'June'::text]))
    WHEN 'Q3'::text THEN (reporting_month = ANY (ARRAY['July'::text, 'August'::text, 'September'::text]))
    WHEN 'Q4'::text THEN (reporting_month = ANY (ARRAY['October'::text, 'November'::text, 'December'::text]))
    ELSE NULL::boolean
END);
alter table public.inventory_status_monitoring add constraint reporting_month_known CHECK ((reporting_month = ANY (ARRAY['January'::text, 'February'::text, 'March'::text, 'April'::text, 'May'::text, 'June'::text, 'July'::text, 'August'::text, 'September'::text, 'October'::text, 'November'::text, 'December'::text])));
alter table public.inventory_status_monitoring add constraint reporting_reporting_quarter_check CHECK ((reporting_quarter = ANY (ARRAY['Q1'::text, 'Q2'::text, 'Q3'::text, 'Q4'::text])));
alter table public.inventory_status_monitoring add constraint reporting_reporting_year_check CHECK (((reporting_year >= 1990) AND (reporting_year <= 2100)));
alter table public.inventory_status_monitoring add constraint status_status_check CHECK ((status = ANY (ARRAY['Target'::text, 'Accomplished'::text, 'Updated'::text])));
CREATE INDEX "inventory_status_monitoring_arboPrimaryKey" ON public.inventory_status_monitoring USING btree ("arboPrimaryKey");
CREATE INDEX inventory_status_monitoring_arbo_id ON public.inventory_status_monitoring USING btree (arbo_id);
CREATE INDEX inventory_status_monitoring_arbo_name_folded ON public.inventory_status_monitoring USING btree (office, private.fold_name(arbo_name));
CREATE INDEX inventory_status_monitoring_arc_id ON public.inventory_status_monitoring USING btree (arc_id);
CREATE INDEX inventory_status_monitoring_in_order ON public.inventory_status_monitoring USING btree (arbo_name COLLATE private.natural_order, id);
CREATE INDEX inventory_status_monitoring_incomplete ON public.inventory_status_monitoring USING btree (office) WHERE (((COALESCE(arbo_name, ''::text) = ''::text) AND (COALESCE(arbo_id, ''::text) = ''::text) AND ("arboPrimaryKey" IS NULL) AND (COALESCE(arc_name, ''::text) = ''::text) AND (COALESCE(arc_id, ''::text) = ''::text)) OR (reporting_year IS NULL) OR ((COALESCE(reporting_quarter, ''::text) = ''::text) AND (status IS DISTINCT FROM 'Target'::text)) OR ((COALESCE(support_provided, ''::text) = ''::text) AND (COALESCE(hard_component, ''::text) = ''::text) AND (COALESCE(description, ''::text) = ''::text)));
CREATE INDEX inventory_status_monitoring_office ON public.inventory_status_monitoring USING btree (office, id);
CREATE INDEX inventory_status_monitoring_search ON public.inventory_status_monitoring USING gin (search_text extensions.gin_trgm_ops);
alter table public.inventory_status_monitoring enable row level security, force row level security;
create policy delete_in_scope on public.inventory_status_monitoring for delete to authenticated
  using ((office = ANY (( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL)));
create policy insert_in_scope on public.inventory_status_monitoring for insert to authenticated
  with check ((office = ANY (( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR ( SELECT private.caller_can_approve_own() AS caller_can_approve_own)));
create policy select_in_scope on public.inventory_status_monitoring for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.inventory_status_monitoring for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.inventory_status_monitoring for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
create policy update_in_scope on public.inventory_status_monitoring for update to authenticated
  using (office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[]))
  with check (office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[]));
CREATE TRIGGER "0_check_references_insert" AFTER INSERT ON public.inventory_status_monitoring REFERENCING NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER "0_check_references_update" AFTER UPDATE ON public.inventory_status_monitoring REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER clean_texts BEFORE INSERT OR UPDATE ON public.inventory_status_monitoring FOR EACH ROW EXECUTE FUNCTION private.clean_texts();
CREATE TRIGGER end_review AFTER UPDATE ON public.inventory_status_monitoring REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.end_review();
CREATE TRIGGER guard_stage AFTER UPDATE ON public.inventory_status_monitoring REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.guard_stage();
CREATE TRIGGER judge_places_insert AFTER INSERT ON public.inventory_status_monitoring REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER judge_places_update AFTER UPDATE ON public.inventory_status_monitoring REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER log_delete AFTER DELETE ON public.inventory_status_monitoring REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_insert AFTER INSERT ON public.inventory_status_monitoring REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_update AFTER UPDATE ON public.inventory_status_monitoring REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER normalize_place BEFORE INSERT OR UPDATE ON public.inventory_status_monitoring FOR EACH ROW EXECUTE FUNCTION private.normalize_place();
CREATE TRIGGER require_fact_1_insert AFTER INSERT ON public.inventory_status_monitoring FOR EACH ROW WHEN (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) = ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text))) EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');
CREATE TRIGGER require_fact_1_update AFTER UPDATE ON public.inventory_status_monitoring FOR EACH ROW WHEN (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) = ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text) AND (NOT ((COALESCE(old.arbo_name, ''::text) = ''::text) AND (COALESCE(old.arbo_id, ''::text) = ''::text) AND (old."arboPrimaryKey" IS NULL) AND (COALESCE(old.arc_name, ''::text) = ''::text) AND (COALESCE(old.arc_id, ''::text) = ''::text))))) EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');
CREATE TRIGGER require_fact_2_insert AFTER INSERT ON public.inventory_status_monitoring FOR EACH ROW WHEN ((new.reporting_year IS NULL)) EXECUTE FUNCTION private.refuse_missing_fact('reporting_year');
CREATE TRIGGER require_fact_2_update AFTER UPDATE ON public.inventory_status_monitoring FOR EACH ROW WHEN (((new.reporting_year IS NULL) AND (NOT (old.reporting_year IS NULL)))) EXECUTE FUNCTION private.refuse_missing_fact('reporting_year');
CREATE TRIGGER require_fact_3_insert AFTER INSERT ON public.inventory_status_monitoring FOR EACH ROW WHEN (((COALESCE(new.reporting_quarter, ''::text) = ''::text) AND (new.status IS DISTINCT FROM 'Target'::text))) EXECUTE FUNCTION private.refuse_missing_fact('reporting_quarter');
CREATE TRIGGER require_fact_3_update AFTER UPDATE ON public.inventory_status_monitoring FOR EACH ROW WHEN (((COALESCE(new.reporting_quarter, ''::text) = ''::text) AND (new.status IS DISTINCT FROM 'Target'::text) AND (NOT ((COALESCE(old.reporting_quarter, ''::text) = ''::text) AND (old.status IS DISTINCT FROM 'Target'::text))))) EXECUTE FUNCTION private.refuse_missing_fact('reporting_quarter');
CREATE TRIGGER require_fact_4_insert AFTER INSERT ON public.inventory_status_monitoring FOR EACH ROW WHEN (((COALESCE(new.support_provided, ''::text) = ''::text) AND (COALESCE(new.hard_component, ''::text) = ''::text) AND (COALESCE(new.description, ''::text) = ''::text))) EXECUTE FUNCTION private.refuse_missing_fact('support_provided');
CREATE TRIGGER require_fact_4_update AFTER UPDATE ON public.inventory_status_monitoring FOR EACH ROW WHEN (((COALESCE(new.support_provided, ''::text) = ''::text) AND (COALESCE(new.hard_component, ''::text) = ''::text) AND (COALESCE(new.description, ''::text) = ''::text) AND (NOT ((COALESCE(old.support_provided, ''::text) = ''::text) AND (COALESCE(old.hard_component, ''::text) = ''::text) AND (COALESCE(old.description, ''::text) = ''::text))))) EXECUTE FUNCTION private.refuse_missing_fact('support_provided');
CREATE TRIGGER resolve_arbo BEFORE INSERT OR UPDATE ON public.inventory_status_monitoring FOR EACH ROW EXECUTE FUNCTION private.resolve_arbo();
CREATE TRIGGER resolve_arc BEFORE INSERT OR UPDATE ON public.inventory_status_monitoring FOR EACH ROW WHEN ((new.arc_id IS NOT NULL)) EXECUTE FUNCTION private.resolve_arc();
CREATE TRIGGER stamp_record BEFORE INSERT OR UPDATE ON public.inventory_status_monitoring FOR EACH ROW EXECUTE FUNCTION private.stamp_record();
CREATE TRIGGER verify_texts BEFORE INSERT OR UPDATE ON public.inventory_status_monitoring FOR EACH ROW WHEN (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.reporting_quarter) > 250) OR (char_length(new.reporting_month) > 250) OR (char_length(new.fund_source) > 250) OR (char_length(new.psp_category) > 250) OR (char_length(new.subpsp_name) > 250) OR (char_length(new.subpsp_abbreviation) > 250) OR (char_length(new.subpsp_status) > 250) OR (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR (char_length(new.cd) > 250) OR (char_length(new.arc_id) > 60) OR (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR (char_length(new.arc_cluster_name) > 250) OR (char_length(new.support_provided) > 250) OR (char_length(new.hard_component) > 250) OR (char_length(new.description) > 4000) OR (char_length(new.unit_hard) > 250) OR private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.reporting_quarter, new.reporting_month, new.fund_source, new.psp_category, new.subpsp_name, new.subpsp_abbreviation, new.subpsp_status, new.arbo_id, new.arbo_name, new.region_name, new.province_name, new.muncity_name, new.barangay_name, new.cd, new.arc_id, new.arc_name, new.arc_type, new.arc_cluster_name, new.support_provided, new.hard_component, new.description, new.unit_hard)))) EXECUTE FUNCTION private.refuse_long_texts('{"cd": 250, "arc_id": 60, "status": 250, "arbo_id": 60, "remarks": 4000, "arc_name": 250, "arc_type": 250, "arbo_name": 250, "unit_hard": 250, "description": 4000, "fund_source": 250, "region_name": 250, "subpsp_name": 250, "muncity_name": 250, "psp_category": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "subpsp_status": 250, "hard_component": 250, "reporting_month": 250, "arc_cluster_name": 250, "support_provided": 250, "reporting_quarter": 250, "subpsp_abbreviation": 250}');
CREATE TRIGGER within_arbo_settled_insert AFTER INSERT ON public.inventory_status_monitoring REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER within_arbo_settled_update AFTER UPDATE ON public.inventory_status_monitoring REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER write_search_text BEFORE INSERT OR UPDATE ON public.inventory_status_monitoring FOR EACH ROW EXECUTE FUNCTION private.write_search_text('{approved_at,approved_by,id,office,row_version,search_text,time_stamp,updated_at,user_id}', '{}', '{}', '{}');
grant delete, insert ("arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, cd, description, fund_source, hard_component, muncity_name, process_stage, province_name, psp_category, quantity, region_name, remarks, reporting_month, reporting_quarter, reporting_year, status, subpsp_abbreviation, subpsp_name, subpsp_status, support_provided, unit_hard, year_funded), select, update ("arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, cd, description, fund_source, hard_component, muncity_name, process_stage, province_name, psp_category, quantity, region_name, remarks, reporting_month, reporting_quarter, reporting_year, status, subpsp_abbreviation, subpsp_name, subpsp_status, support_provided, unit_hard, year_funded) on public.inventory_status_monitoring to authenticated;
grant select on public.inventory_status_monitoring to central_reader;
grant select on public.inventory_status_monitoring to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.inventory_status_monitoring to service_role;

create table public.marks (
  subject text not null,
  marked_id bigint not null,
  office text not null,
  region_name text,
  province_name text,
  muncity_name text,
  form_5_targeted bigint not null default 0,
  form_5_accomplished bigint not null default 0,
  form_5_programmed bigint not null default 0,
  form_5_matched bigint[] not null default '{0,0,0}'::bigint[],
  form_7_targeted bigint not null default 0,
  form_7_accomplished bigint not null default 0,
  form_7_programmed bigint not null default 0,
  form_7_matched bigint[] not null default '{0,0,0}'::bigint[],
  form_10_accomplished bigint not null default 0,
  form_10_programmed bigint not null default 0,
  form_11_targeted bigint not null default 0,
  form_11_accomplished bigint not null default 0,
  form_11_programmed bigint not null default 0,
  form_11_matched bigint[] not null default '{0,0,0}'::bigint[],
  training_trained bigint not null default 0
);
alter table public.marks add constraint marks_pkey PRIMARY KEY (subject, marked_id);
alter table public.marks add constraint marks_subject_check CHECK ((subject = ANY (ARRAY['arbo'::text, 'arc'::text])));
CREATE INDEX marks_office ON public.marks USING btree (office);
alter table public.marks enable row level security, force row level security;
create policy select_in_scope on public.marks for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.marks for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.marks for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
grant select on public.marks to authenticated;
grant select on public.marks to central_reader;
grant select on public.marks to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.marks to service_role;

create table public.offices (
  region_name text,
  province_name text,
  office text not null generated always as (((COALESCE(region_name, ''::text) || ' / '::text) || COALESCE(province_name, ''::text))) stored
);
alter table public.offices add constraint offices_check CHECK (((region_name IS NOT NULL) OR (province_name IS NULL)));
alter table public.offices add constraint offices_pkey PRIMARY KEY (office);
alter table public.offices add constraint offices_province_name_check CHECK ((province_name <> ''::text));
alter table public.offices add constraint offices_region_name_check CHECK ((region_name <> ''::text));
CREATE UNIQUE INDEX offices_folder_once ON public.offices USING btree (private.folder_name(region_name), private.folder_name(province_name));
alter table public.offices enable row level security, force row level security;
create policy select_with_a_level on public.offices for select to authenticated
  using (( SELECT private.caller_level() AS caller_level) IS NOT NULL);
create policy select_with_a_level_for_central on public.offices for select to central_reader
  using (( SELECT private.caller_level() AS caller_level) IS NOT NULL);
create policy select_with_a_level_for_province on public.offices for select to provincial_reader
  using (( SELECT private.caller_level() AS caller_level) IS NOT NULL);
grant select on public.offices to authenticated;
grant select on public.offices to central_reader;
grant select on public.offices to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.offices to service_role;

create table public.outcome_counts (
  office text not null,
  region_name text,
  province_name text,
  form text,
  side text,
  kind text,
  year integer,
  reporting_year integer,
  matched_within smallint,
  n bigint not null,
  quantity bigint
);
alter table public.outcome_counts add constraint outcome_counts_n_check CHECK ((n > 0));
CREATE INDEX outcome_counts_form ON public.outcome_counts USING btree (form, side);
CREATE INDEX outcome_counts_office_idx ON public.outcome_counts USING btree (office);
alter table public.outcome_counts enable row level security, force row level security;
create policy select_in_scope on public.outcome_counts for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.outcome_counts for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.outcome_counts for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
grant select on public.outcome_counts to authenticated;
grant select on public.outcome_counts to central_reader;
grant select on public.outcome_counts to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.outcome_counts to service_role;

create table public.outcome_programme_counts (
  office text not null,
  region_name text,
  province_name text,
  form text,
  side text,
  kind text,
  year integer,
  reporting_year integer,
  fund_source text,
  psp_category text,
  subpsp_abbreviation text,
  matched_within smallint,
  n bigint not null,
  quantity bigint
);
alter table public.outcome_programme_counts add constraint outcome_programme_counts_n_check CHECK ((n > 0));
CREATE INDEX outcome_programme_counts_form ON public.outcome_programme_counts USING btree (form, side);
CREATE INDEX outcome_programme_counts_office_idx ON public.outcome_programme_counts USING btree (office);
alter table public.outcome_programme_counts enable row level security, force row level security;
create policy select_in_scope on public.outcome_programme_counts for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.outcome_programme_counts for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.outcome_programme_counts for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
grant select on public.outcome_programme_counts to authenticated;
grant select on public.outcome_programme_counts to central_reader;
grant select on public.outcome_programme_counts to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.outcome_programme_counts to service_role;

create view public.overdue with (security_invoker=true) as
 SELECT overdue_targets.queue,
    overdue_targets.table_name,
    overdue_targets.row_id,
    overdue_targets.status,
    overdue_targets.missing_table,
    overdue_targets.arbo_id,
    overdue_targets.arbo_key,
    overdue_targets.arbo_name,
    overdue_targets.region_name,
    overdue_targets.province_name,
    overdue_targets.office,
    overdue_targets.due_on,
    overdue_targets.message
   FROM public.overdue_targets
UNION ALL
 SELECT overdue_permits.queue,
    overdue_permits.table_name,
    overdue_permits.row_id,
    overdue_permits.status,
    overdue_permits.missing_table,
    overdue_permits.arbo_id,
    overdue_permits.arbo_key,
    overdue_permits.arbo_name,
    overdue_permits.region_name,
    overdue_permits.province_name,
    overdue_permits.office,
    overdue_permits.due_on,
    overdue_permits.message
   FROM public.overdue_permits
UNION ALL
 SELECT overdue_machines.queue,
    overdue_machines.table_name,
    overdue_machines.row_id,
    overdue_machines.status,
    overdue_machines.missing_table,
    overdue_machines.arbo_id,
    overdue_machines.arbo_key,
    overdue_machines.arbo_name,
    overdue_machines.region_name,
    overdue_machines.province_name,
    overdue_machines.office,
    overdue_machines.due_on,
    overdue_machines.message
   FROM public.overdue_machines
UNION ALL
 SELECT overdue_deeds.queue,
    overdue_deeds.table_name,
    overdue_deeds.row_id,
    overdue_deeds.status,
    overdue_deeds.missing_table,
    overdue_deeds.arbo_id,
    overdue_deeds.arbo_key,
    overdue_deeds.arbo_name,
    overdue_deeds.region_name,
    overdue_deeds.province_name,
    overdue_deeds.office,
    overdue_deeds.due_on,
    overdue_deeds.message
   FROM public.overdue_deeds
UNION ALL
 SELECT overdue_quarters.queue,
    overdue_quarters.table_name,
    overdue_quarters.row_id,
    overdue_quarters.status,
    overdue_quarters.missing_table,
    overdue_quarters.arbo_id,
    overdue_quarters.arbo_key,
    overdue_quarters.arbo_name,
    overdue_quarters.region_name,
    overdue_quarters.province_name,
    overdue_quarters.office,
    overdue_quarters.due_on,
    overdue_quarters.message
   FROM public.overdue_quarters;
grant select on public.overdue to authenticated;
grant select on public.overdue to central_reader;
grant select on public.overdue to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.overdue to service_role;

create view public.overdue_deeds with (security_invoker=true) as
 SELECT 'deed_missing'::text AS queue,
    'fme_inventory_table'::text AS table_name,
    id AS row_id,
    NULL::text AS status,
    NULL::text AS missing_table,
    arbo_id,
    "arboPrimaryKey" AS arbo_key,
    arbo_name,
    region_name,
    province_name,
    office,
    COALESCE(trust_agreement_date, ((time_stamp AT TIME ZONE 'Asia/Manila'::text))::date) AS due_on,
    ((fme_inventory_id || COALESCE(((' ('::text || prj_title) || ')'::text), ''::text)) || ' has no deed of donation.'::text) AS message
   FROM public.fme_inventory_table f
  WHERE ((deed_donation_date IS NULL) AND (status IS DISTINCT FROM 'Target'::text));
grant select on public.overdue_deeds to authenticated;
grant select on public.overdue_deeds to central_reader;
grant select on public.overdue_deeds to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.overdue_deeds to service_role;

create view public.overdue_machines with (security_invoker=true) as
 SELECT s.queue,
    'fme_inventory_table'::text AS table_name,
    f.id AS row_id,
    NULL::text AS status,
    NULL::text AS missing_table,
    f.arbo_id,
    f."arboPrimaryKey" AS arbo_key,
    f.arbo_name,
    f.region_name,
    f.province_name,
    f.office,
    ((f.updated_at AT TIME ZONE 'Asia/Manila'::text))::date AS due_on,
    (((f.fme_inventory_id || COALESCE(((' ('::text || f.prj_title) || ')'::text), ''::text)) || s.words) || btrim(s.reason)) AS message
   FROM (public.fme_inventory_table f
     CROSS JOIN LATERAL ( VALUES ('machine_not_functional'::text,f.nonfunctional_reason,' does not function: '::text), ('machine_idle'::text,f.nonutilized_reason,' is not used: '::text)) s(queue, reason, words))
  WHERE (btrim(s.reason) <> ''::text)
UNION ALL
 SELECT s.queue,
    'form11_accomps'::text AS table_name,
    a.id AS row_id,
    a.status,
    NULL::text AS missing_table,
    a.arbo_id,
    a."arboPrimaryKey" AS arbo_key,
    a.arbo_name,
    a.region_name,
    a.province_name,
    a.office,
    ((a.updated_at AT TIME ZONE 'Asia/Manila'::text))::date AS due_on,
    (COALESCE(a.hard_component, a.support_provided, 'The support provided'::text) || s.words) AS message
   FROM (public.form11_accomps a
     CROSS JOIN LATERAL ( VALUES ('machine_not_functional'::text,a.functional,' is not functional.'::text), ('machine_idle'::text,a.utilized,' is not utilized.'::text)) s(queue, answer, words))
  WHERE ((s.answer = 'No'::text) AND (a.status IS DISTINCT FROM 'Target'::text))
UNION ALL
 SELECT s.queue,
    'form11_farm_infos'::text AS table_name,
    i.id AS row_id,
    i.status,
    NULL::text AS missing_table,
    i.arbo_id,
    i."arboPrimaryKey" AS arbo_key,
    i.arbo_name,
    i.region_name,
    i.province_name,
    i.office,
    ((i.updated_at AT TIME ZONE 'Asia/Manila'::text))::date AS due_on,
    (COALESCE(i.hard_component, i.support_provided, 'The support provided'::text) || s.words) AS message
   FROM (public.form11_farm_infos i
     CROSS JOIN LATERAL ( VALUES ('machine_not_functional'::text,i.functional,' is not functional.'::text), ('machine_idle'::text,i.utilized,' is not utilized.'::text)) s(queue, answer, words))
  WHERE ((s.answer = 'No'::text) AND (i.status IS DISTINCT FROM 'Target'::text));
grant select on public.overdue_machines to authenticated;
grant select on public.overdue_machines to central_reader;
grant select on public.overdue_machines to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.overdue_machines to service_role;

create view public.overdue_permits with (security_invoker=true) as
 SELECT 'permit_expiry'::text AS queue,
    'fme_inventory_table'::text AS table_name,
    f.id AS row_id,
    NULL::text AS status,
    NULL::text AS missing_table,
    f.arbo_id,
    f."arboPrimaryKey" AS arbo_key,
    f.arbo_name,
    f.region_name,
    f.province_name,
    f.office,
    f.fda_lto_expiry AS due_on,
    ((((('FDA LTO'::text || ' of '::text) || COALESCE(f.product_brand_name, f.fme_inventory_id)) ||
        CASE
            WHEN (f.fda_lto_expiry < ( SELECT private.today() AS today)) THEN ' expired on '::text
            ELSE ' expires on '::text
        END) || private.format_long_date(f.fda_lto_expiry)) || '.'::text) AS message
   FROM public.fme_inventory_table f
  WHERE (f.fda_lto_expiry <= ( SELECT private.due_until() AS due_until))
UNION ALL
 SELECT 'permit_expiry'::text AS queue,
    'fme_inventory_table'::text AS table_name,
    f.id AS row_id,
    NULL::text AS status,
    NULL::text AS missing_table,
    f.arbo_id,
    f."arboPrimaryKey" AS arbo_key,
    f.arbo_name,
    f.region_name,
    f.province_name,
    f.office,
    f.cpr_expiry AS due_on,
    ((((('CPR'::text || ' of '::text) || COALESCE(f.product_brand_name, f.fme_inventory_id)) ||
        CASE
            WHEN (f.cpr_expiry < ( SELECT private.today() AS today)) THEN ' expired on '::text
            ELSE ' expires on '::text
        END) || private.format_long_date(f.cpr_expiry)) || '.'::text) AS message
   FROM public.fme_inventory_table f
  WHERE (f.cpr_expiry <= ( SELECT private.due_until() AS due_until))
UNION ALL
 SELECT 'permit_expiry'::text AS queue,
    'fme_inventory_table'::text AS table_name,
    f.id AS row_id,
    NULL::text AS status,
    NULL::text AS missing_table,
    f.arbo_id,
    f."arboPrimaryKey" AS arbo_key,
    f.arbo_name,
    f.region_name,
    f.province_name,
    f.office,
    f.halal_expiry AS due_on,
    ((((('Halal registration'::text || ' of '::text) || COALESCE(f.product_brand_name, f.fme_inventory_id)) ||
        CASE
            WHEN (f.halal_expiry < ( SELECT private.today() AS today)) THEN ' expired on '::text
            ELSE ' expires on '::text
        END) || private.format_long_date(f.halal_expiry)) || '.'::text) AS message
   FROM public.fme_inventory_table f
  WHERE (f.halal_expiry <= ( SELECT private.due_until() AS due_until));
grant select on public.overdue_permits to authenticated;
grant select on public.overdue_permits to central_reader;
grant select on public.overdue_permits to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.overdue_permits to service_role;

create view public.overdue_quarters with (security_invoker=true) as
 SELECT e.queue,
    'arbo_masterlist'::text AS table_name,
    m.id AS row_id,
    NULL::text AS status,
    e.missing_table,
    m.arbo_id,
    m.id AS arbo_key,
    m.arbo_name,
    m.region_name,
    m.province_name,
    m.office,
    q.last_day AS due_on,
    (((((q.quarter || ' '::text) || q.year) || ' '::text) || e.noun) || ' is missing.'::text) AS message
   FROM ((public.arbo_masterlist m
     CROSS JOIN private.quarter_before(( SELECT private.today() AS today)) q(year, quarter, first_day, last_day))
     CROSS JOIN LATERAL ( SELECT 'rental_missing'::text AS queue,
            'fme_rental_monitoring'::text AS missing_table,
            'rental'::text AS noun
          WHERE ((EXISTS ( SELECT
                   FROM public.fme_inventory_table f
                  WHERE ((f."arboPrimaryKey" = m.id) AND (f.status IS DISTINCT FROM 'Target'::text)))) AND (NOT (EXISTS ( SELECT
                   FROM public.fme_rental_monitoring r
                  WHERE ((r."arboPrimaryKey" = m.id) AND (((r.reporting_year = q.year) AND (r.reporting_quarter = q.quarter)) OR ((r.transaction_date >= q.first_day) AND (r.transaction_date <= q.last_day))))))))
        UNION ALL
         SELECT 'sales_missing'::text,
            'qtr_sales_reports'::text,
            'sales report'::text
          WHERE (((EXISTS ( SELECT
                   FROM public.form7_accomps p
                  WHERE (p."arboPrimaryKey" = m.id))) OR (EXISTS ( SELECT
                   FROM public.qtr_sales_reports p
                  WHERE (p."arboPrimaryKey" = m.id)))) AND (NOT (EXISTS ( SELECT
                   FROM public.qtr_sales_reports r
                  WHERE ((r."arboPrimaryKey" = m.id) AND (((r.reporting_year = q.year) AND (r.reporting_quarter = q.quarter)) OR ((r.transaction_date >= q.first_day) AND (r.transaction_date <= q.last_day))))))))
        UNION ALL
         SELECT 'income_missing'::text,
            'farmers_tracking_income'::text,
            'income'::text
          WHERE ((EXISTS ( SELECT
                   FROM public.farmers_tracking_income i
                  WHERE (i."arboPrimaryKey" = m.id))) AND (NOT (EXISTS ( SELECT
                   FROM public.farmers_tracking_income r
                  WHERE ((r."arboPrimaryKey" = m.id) AND (((r.reporting_year = q.year) AND (r.reporting_quarter = q.quarter)) OR ((r.delivery_date >= q.first_day) AND (r.delivery_date <= q.last_day))))))))) e);
grant select on public.overdue_quarters to authenticated;
grant select on public.overdue_quarters to central_reader;
grant select on public.overdue_quarters to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.overdue_quarters to service_role;

create view public.overdue_targets with (security_invoker=true) as
 SELECT 'target_unmet'::text AS queue,
    'form_5_annualtargets'::text AS table_name,
    t.id AS row_id,
    t.status,
    'form_5_accomps'::text AS missing_table,
    t.arbo_id,
    t."arboPrimaryKey" AS arbo_key,
    t.arbo_name,
    t.region_name,
    t.province_name,
    t.office,
    make_date(o.year, 12, 31) AS due_on,
    (((('The Form 5'::text || ' target of '::text) || o.year) || COALESCE((' for '::text || t.subpsp_name), ''::text)) || ' has no accomplishment.'::text) AS message
   FROM (public.target_outcomes o
     JOIN public.form_5_annualtargets t ON ((t.id = o.row_id)))
  WHERE ((o.table_name = 'form_5_annualtargets'::text) AND (NOT o.matched) AND (make_date(o.year, 12, 31) <= ( SELECT private.due_until() AS due_until)))
UNION ALL
 SELECT 'target_unmet'::text AS queue,
    'form7_proddevs'::text AS table_name,
    t.id AS row_id,
    t.status,
    'form7_accomps'::text AS missing_table,
    t.arbo_id,
    t."arboPrimaryKey" AS arbo_key,
    t.arbo_name,
    t.region_name,
    t.province_name,
    t.office,
    make_date(o.year, 12, 31) AS due_on,
    (((('The Form 7'::text || ' target of '::text) || o.year) || COALESCE((' for '::text || t.subpsp_name), ''::text)) || ' has no accomplishment.'::text) AS message
   FROM (public.target_outcomes o
     JOIN public.form7_proddevs t ON ((t.id = o.row_id)))
  WHERE ((o.table_name = 'form7_proddevs'::text) AND (NOT o.matched) AND (make_date(o.year, 12, 31) <= ( SELECT private.due_until() AS due_until)))
UNION ALL
 SELECT 'target_unmet'::text AS queue,
    'form11_accomps'::text AS table_name,
    t.id AS row_id,
    t.status,
    'form11_accomps'::text AS missing_table,
    t.arbo_id,
    t."arboPrimaryKey" AS arbo_key,
    t.arbo_name,
    t.region_name,
    t.province_name,
    t.office,
    make_date(o.year, 12, 31) AS due_on,
    (((('The Form 11'::text || ' target of '::text) || o.year) || COALESCE((' for '::text || t.subpsp_name), ''::text)) || ' has no accomplishment.'::text) AS message
   FROM (public.target_outcomes o
     JOIN public.form11_accomps t ON ((t.id = o.row_id)))
  WHERE ((o.table_name = 'form11_accomps'::text) AND (NOT o.matched) AND (make_date(o.year, 12, 31) <= ( SELECT private.due_until() AS due_until)))
UNION ALL
 SELECT 'target_unmet'::text AS queue,
    'arbo_marketing_targets'::text AS table_name,
    t.id AS row_id,
    t.status,
    'arb_marketing_assistance_monitoring'::text AS missing_table,
    t.arbo_id,
    t."arboPrimaryKey" AS arbo_key,
    t.arbo_name,
    t.region_name,
    t.province_name,
    t.office,
    make_date(o.year, 12, 31) AS due_on,
    (((('The marketing'::text || ' target of '::text) || o.year) || COALESCE((' for '::text || t.subpsp_name), ''::text)) || ' has no accomplishment.'::text) AS message
   FROM (public.target_outcomes o
     JOIN public.arbo_marketing_targets t ON ((t.id = o.row_id)))
  WHERE ((o.table_name = 'arbo_marketing_targets'::text) AND (NOT o.matched) AND (make_date(o.year, 12, 31) <= ( SELECT private.due_until() AS due_until)));
grant select on public.overdue_targets to authenticated;
grant select on public.overdue_targets to central_reader;
grant select on public.overdue_targets to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.overdue_targets to service_role;

create table public.participant_trainings (
  participant_id bigint not null,
  training_id text not null,
  attended boolean not null,
  office text not null
);
alter table public.participant_trainings add constraint participant_trainings_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES public.participants(id) ON DELETE CASCADE;
alter table public.participant_trainings add constraint participant_trainings_pkey PRIMARY KEY (participant_id, training_id);
alter table public.participant_trainings add constraint participant_trainings_training_id_fkey FOREIGN KEY (training_id) REFERENCES public.arbo_trainings(training_id);
CREATE INDEX participant_trainings_office ON public.participant_trainings USING btree (office, training_id);
CREATE INDEX participant_trainings_training ON public.participant_trainings USING btree (training_id, attended) INCLUDE (participant_id);
alter table public.participant_trainings enable row level security, force row level security;
create policy select_in_scope on public.participant_trainings for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.participant_trainings for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.participant_trainings for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
CREATE TRIGGER "0_check_references_insert" AFTER INSERT ON public.participant_trainings REFERENCING NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER "0_check_references_update" AFTER UPDATE ON public.participant_trainings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
grant select on public.participant_trainings to authenticated;
grant select on public.participant_trainings to central_reader;
grant select on public.participant_trainings to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.participant_trainings to service_role;

create table public.participants (
  id bigint not null generated always as identity,
  user_id uuid,
  time_stamp timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  process_stage text,
  approved_by uuid,
  approved_at timestamp with time zone,
  remarks text,
  status text default 'Accomplished'::text,
  participant_name text not null,
  sex text,
  participant_category text,
  participant_sub_category text,
  agri_technology_inputs_provided text,
  training_id text[],
  wo_training_id text[],
  year_funded integer,
  fund_source text,
  psp_category text,
  subpsp_name text,
  subpsp_abbreviation text,
  subpsp_status text,
  "arboPrimaryKey" bigint,
  arbo_id text,
  arbo_name text,
  region_name text,
  province_name text,
  muncity_name text,
  barangay_name text,
  cd text,
  office text not null generated always as (((COALESCE(region_name, ''::text) || ' / '::text) || COALESCE(province_name, ''::text))) stored,
  arc_id text,
  arc_name text,
  arc_type text,
  arc_cluster_name text,
  birthday date,
  age integer,
  is_4ps_beneficiary text,
  is_solo_parent text,
  is_pwd text,
  is_ip text,
  age_base_group text,
  search_text text
);
alter table public.participants add constraint location_province_name_check CHECK ((province_name <> ''::text));
alter table public.participants add constraint location_region_name_check CHECK ((region_name <> ''::text));
alter table public.participants add constraint participant_sex_check CHECK ((sex = ANY (ARRAY['Male'::text, 'Female'::text])));
alter table public.participants add constraint participants_age_agrees CHECK ((age = private.age_on(birthday, ((time_stamp AT TIME ZONE 'Asia/Manila'::text))::date)));
alter table public.participants add constraint participants_age_base_group_agrees CHECK ((age_base_group = private.age_group(age)));
alter table public.participants add constraint participants_age_check CHECK (((age >= 0) AND (age <= 130)));
alter table public.participants add constraint "participants_arboPrimaryKey_exists" FOREIGN KEY ("arboPrimaryKey") REFERENCES public.arbo_masterlist(id);
alter table public.participants add constraint participants_arc_id_exists FOREIGN KEY (arc_id) REFERENCES public.arc_masterlist(arc_id) ON UPDATE CASCADE;
alter table public.participants add constraint participants_birthday_bound CHECK (((birthday >= '1000-01-01'::date) AND (birthday <= '9999-12-31'::date)));
alter table public.participants add constraint participants_birthday_past CHECK ((birthday <= ((time_stamp AT TIME ZONE 'Asia/Manila'::text))::date));
alter table public.participants add constraint participants_is_4ps_beneficiary_check CHECK ((is_4ps_beneficiary = ANY (ARRAY['Yes'::text, 'No'::text])));
alter table public.participants add constraint participants_is_ip_check CHECK ((is_ip = ANY (ARRAY['Yes'::text, 'No'::text])));
alter table public.participants add constraint participants_is_pwd_check CHECK ((is_pwd = ANY (ARRAY['Yes'::text, 'No'::text])));
alter table public.participants add constraint participants_is_solo_parent_check CHECK ((is_solo_parent = ANY (ARRAY['Yes'::text, 'No'::text])));
alter table public.participants add constraint participants_office_exists FOREIGN KEY (office) REFERENCES public.offices(office);
alter table public.participants add constraint participants_participant_name_given CHECK ((btrim(participant_name) <> ''::text));
alter table public.participants add constraint participants_pkey PRIMARY KEY (id);
alter table public.participants add constraint participants_training_id_bound CHECK (((array_ndims(training_id) = 1) AND (array_lower(training_id, 1) = 1) AND (array_position(training_id, NULL::text) IS NULL)));
alter table public.participants add constraint participants_wo_training_id_apart CHECK ((NOT (training_id && wo_training_id)));
alter table public.participants add constraint participants_wo_training_id_bound CHECK (((array_ndims(wo_training_id) = 1) AND (array_lower(wo_training_id, 1) = 1) AND (array_position(wo_training_id, NULL::text) IS NULL)));
alter table public.participants add constraint programme_year_funded_check CHECK (((year_funded >= 1990) AND (year_funded <= 2100)));
alter table public.participants add constraint record_process_stage_check CHECK ((process_stage = ANY (ARRAY['Pending'::text, 'Approved'::text])));
alter table public.participants add constraint status_status_check CHECK ((status = ANY (ARRAY['Target'::text, 'Accomplished'::text, 'Updated'::text])));
CREATE INDEX "participants_arboPrimaryKey" ON public.participants USING btree ("arboPrimaryKey");
CREATE INDEX participants_arbo_id ON public.participants USING btree (arbo_id);
CREATE INDEX participants_arc_id ON public.participants USING btree (arc_id);
CREATE INDEX participants_by_name ON public.participants USING btree (participant_name COLLATE private.natural_order, id);
CREATE INDEX participants_by_province ON public.participants USING btree (province_name COLLATE private.natural_order, id);
CREATE INDEX participants_by_region ON public.participants USING btree (region_name COLLATE private.natural_order, id);
CREATE INDEX participants_by_town ON public.participants USING btree (muncity_name COLLATE private.natural_order, id);
CREATE INDEX participants_found ON public.participants USING gin (private.build_find_text(participant_name, NULL::text) extensions.gin_trgm_ops);
CREATE INDEX participants_found_in_order ON public.participants USING btree (private.build_find_text(participant_name, NULL::text) COLLATE "C");
CREATE INDEX participants_incomplete ON public.participants USING btree (office) WHERE ((COALESCE(arbo_name, ''::text) = ''::text) AND (COALESCE(arbo_id, ''::text) = ''::text) AND ("arboPrimaryKey" IS NULL) AND (COALESCE(arc_name, ''::text) = ''::text) AND (COALESCE(arc_id, ''::text) = ''::text) AND (COALESCE(cardinality(training_id), 0) = 0) AND (COALESCE(cardinality(wo_training_id), 0) = 0));
CREATE INDEX participants_office ON public.participants USING btree (office, id);
CREATE INDEX participants_office_by_name ON public.participants USING btree (office, participant_name COLLATE private.natural_order, id);
CREATE INDEX participants_participant_name_folded ON public.participants USING btree (office, private.fold_name(participant_name));
CREATE INDEX participants_participant_name_words ON public.participants USING btree (office, private.sort_name_words(participant_name));
CREATE INDEX participants_search ON public.participants USING gin (search_text extensions.gin_trgm_ops);
CREATE INDEX participants_sensitive_search ON public.participants USING gin (private.fold(((((((((((((COALESCE((age)::text, ''::text) || '
'::text) || COALESCE(age_base_group, ''::text)) || '
'::text) || COALESCE(private.format_search_date(birthday), ''::text)) || '
'::text) || COALESCE(is_4ps_beneficiary, ''::text)) || '
'::text) || COALESCE(is_ip, ''::text)) || '
'::text) || COALESCE(is_pwd, ''::text)) || '
'::text) || COALESCE(is_solo_parent, ''::text))) extensions.gin_trgm_ops);
alter table public.participants enable row level security, force row level security;
create policy delete_in_scope on public.participants for delete to authenticated
  using ((office = ANY (( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL)));
create policy insert_in_scope on public.participants for insert to authenticated
  with check ((office = ANY (( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR ( SELECT private.caller_can_approve_own() AS caller_can_approve_own)));
create policy select_in_scope on public.participants for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.participants for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.participants for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
create policy update_in_scope on public.participants for update to authenticated
  using (office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[]))
  with check (office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[]));
CREATE TRIGGER "0_check_references_insert" AFTER INSERT ON public.participants REFERENCING NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER "0_check_references_update" AFTER UPDATE ON public.participants REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER clean_texts BEFORE INSERT OR UPDATE ON public.participants FOR EACH ROW EXECUTE FUNCTION private.clean_texts();
CREATE TRIGGER copy_sensitive_insert AFTER INSERT ON public.participants REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.copy_sensitive('birthday', 'age', 'is_4ps_beneficiary', 'is_solo_parent', 'is_pwd', 'is_ip', 'age_base_group');
CREATE TRIGGER copy_sensitive_update AFTER UPDATE ON public.participants REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.copy_sensitive('birthday', 'age', 'is_4ps_beneficiary', 'is_solo_parent', 'is_pwd', 'is_ip', 'age_base_group');
CREATE TRIGGER end_review AFTER UPDATE ON public.participants REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.end_review();
CREATE TRIGGER fill_hidden BEFORE UPDATE ON public.participants FOR EACH ROW WHEN ((((old.birthday IS NOT NULL) AND (new.birthday IS NULL)) OR ((old.age IS NOT NULL) AND (new.age IS NULL)) OR ((old.is_4ps_beneficiary IS NOT NULL) AND (new.is_4ps_beneficiary IS NULL)) OR ((old.is_solo_parent IS NOT NULL) AND (new.is_solo_parent IS NULL)) OR ((old.is_pwd IS NOT NULL) AND (new.is_pwd IS NULL)) OR ((old.is_ip IS NOT NULL) AND (new.is_ip IS NULL)) OR ((old.age_base_group IS NOT NULL) AND (new.age_base_group IS NULL)))) EXECUTE FUNCTION private.restore_hidden_values('birthday', 'age', 'is_4ps_beneficiary', 'is_solo_parent', 'is_pwd', 'is_ip', 'age_base_group');
CREATE TRIGGER flag_as_updated BEFORE INSERT OR UPDATE ON public.participants FOR EACH ROW EXECUTE FUNCTION private.flag_as_updated();
CREATE TRIGGER guard_stage AFTER UPDATE ON public.participants REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.guard_stage();
CREATE TRIGGER judge_places_insert AFTER INSERT ON public.participants REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER judge_places_update AFTER UPDATE ON public.participants REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER link_trainings_insert AFTER INSERT ON public.participants REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.link_trainings();
CREATE TRIGGER link_trainings_update AFTER UPDATE ON public.participants REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.link_trainings();
CREATE TRIGGER log_delete AFTER DELETE ON public.participants REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_insert AFTER INSERT ON public.participants REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_update AFTER UPDATE ON public.participants REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER normalize_place BEFORE INSERT OR UPDATE ON public.participants FOR EACH ROW EXECUTE FUNCTION private.normalize_place();
CREATE TRIGGER note_stale_rows_delete AFTER DELETE ON public.participants REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r.id, r.office, r.region_name, r.province_name, r.muncity_name, r.arbo_id, r.year_funded, r.fund_source, r.psp_category, r.subpsp_abbreviation, r.participant_category, r.sex, r.training_id');
CREATE TRIGGER note_stale_rows_insert AFTER INSERT ON public.participants REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r.id, r.office, r.region_name, r.province_name, r.muncity_name, r.arbo_id, r.year_funded, r.fund_source, r.psp_category, r.subpsp_abbreviation, r.participant_category, r.sex, r.training_id');
CREATE TRIGGER note_stale_rows_update AFTER UPDATE ON public.participants REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_stale_rows('r.id, r.office, r.region_name, r.province_name, r.muncity_name, r.arbo_id, r.year_funded, r.fund_source, r.psp_category, r.subpsp_abbreviation, r.participant_category, r.sex, r.training_id');
CREATE TRIGGER require_fact_1_insert AFTER INSERT ON public.participants FOR EACH ROW WHEN (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) = ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text) AND (COALESCE(cardinality(new.training_id), 0) = 0) AND (COALESCE(cardinality(new.wo_training_id), 0) = 0))) EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');
CREATE TRIGGER require_fact_1_update AFTER UPDATE ON public.participants FOR EACH ROW WHEN (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) = ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text) AND (COALESCE(cardinality(new.training_id), 0) = 0) AND (COALESCE(cardinality(new.wo_training_id), 0) = 0) AND (NOT ((COALESCE(old.arbo_name, ''::text) = ''::text) AND (COALESCE(old.arbo_id, ''::text) = ''::text) AND (old."arboPrimaryKey" IS NULL) AND (COALESCE(old.arc_name, ''::text) = ''::text) AND (COALESCE(old.arc_id, ''::text) = ''::text) AND (COALESCE(cardinality(old.training_id), 0) = 0) AND (COALESCE(cardinality(old.wo_training_id), 0) = 0))))) EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');
CREATE TRIGGER resolve_arbo BEFORE INSERT OR UPDATE ON public.participants FOR EACH ROW EXECUTE FUNCTION private.resolve_arbo();
CREATE TRIGGER resolve_arc BEFORE INSERT OR UPDATE ON public.participants FOR EACH ROW WHEN ((new.arc_id IS NOT NULL)) EXECUTE FUNCTION private.resolve_arc();
CREATE TRIGGER stamp_hidden BEFORE UPDATE OF birthday, age, is_4ps_beneficiary, is_solo_parent, is_pwd, is_ip, age_base_group ON public.participants FOR EACH ROW EXECUTE FUNCTION private.refuse_hidden_values();
CREATE TRIGGER stamp_record BEFORE INSERT OR UPDATE ON public.participants FOR EACH ROW EXECUTE FUNCTION private.stamp_record();
CREATE TRIGGER verify_texts BEFORE INSERT OR UPDATE ON public.participants FOR EACH ROW WHEN (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.participant_name) > 250) OR (char_length(new.sex) > 250) OR (char_length(new.participant_category) > 250) OR (char_length(new.participant_sub_category) > 250) OR (char_length(new.agri_technology_inputs_provided) > 4000) OR (char_length((new.training_id)::text) > 60) OR (char_length((new.wo_training_id)::text) > 250) OR (char_length(new.fund_source) > 250) OR (char_length(new.psp_category) > 250) OR (char_length(new.subpsp_name) > 250) OR (char_length(new.subpsp_abbreviation) > 250) OR (char_length(new.subpsp_status) > 250) OR (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR (char_length(new.cd) > 250) OR (char_length(new.arc_id) > 60) OR (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR (char_length(new.arc_cluster_name) > 250) OR (char_length(new.is_4ps_beneficiary) > 250) OR (char_length(new.is_solo_parent) > 250) OR (char_length(new.is_pwd) > 250) OR (char_length(new.is_ip) > 250) OR (char_length(new.age_base_group) > 250) OR private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.participant_name, new.sex, new.participant_category, new.participant_sub_category, new.agri_technology_inputs_provided, new.training_id, new.wo_training_id, new.fund_source, new.psp_category, new.subpsp_name, new.subpsp_abbreviation, new.subpsp_status, new.arbo_id, new.arbo_name, new.region_name, new.province_name, new.muncity_name, new.barangay_name, new.cd, new.arc_id, new.arc_name, new.arc_type, new.arc_cluster_name, new.is_4ps_beneficiary, new.is_solo_parent, new.is_pwd, new.is_ip, new.age_base_group)))) EXECUTE FUNCTION private.refuse_long_texts('{"cd": 250, "sex": 250, "is_ip": 250, "arc_id": 60, "is_pwd": 250, "status": 250, "arbo_id": 60, "remarks": 4000, "arc_name": 250, "arc_type": 250, "arbo_name": 250, "fund_source": 250, "region_name": 250, "subpsp_name": 250, "training_id": 60, "muncity_name": 250, "psp_category": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "subpsp_status": 250, "age_base_group": 250, "is_solo_parent": 250, "wo_training_id": 250, "arc_cluster_name": 250, "participant_name": 250, "is_4ps_beneficiary": 250, "subpsp_abbreviation": 250, "participant_category": 250, "participant_sub_category": 250, "agri_technology_inputs_provided": 4000}');
CREATE TRIGGER within_arbo_settled_insert AFTER INSERT ON public.participants REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER within_arbo_settled_update AFTER UPDATE ON public.participants REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER write_age BEFORE UPDATE ON public.participants FOR EACH ROW EXECUTE FUNCTION private.fill_in_age();
CREATE TRIGGER write_search_text BEFORE INSERT OR UPDATE ON public.participants FOR EACH ROW EXECUTE FUNCTION private.write_search_text('{age,age_base_group,approved_at,approved_by,birthday,id,is_4ps_beneficiary,is_ip,is_pwd,is_solo_parent,office,row_version,search_text,time_stamp,updated_at,user_id}', '{}', '{}', '{training_id,wo_training_id}');
grant delete, insert (age, age_base_group, agri_technology_inputs_provided, "arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, birthday, cd, fund_source, is_4ps_beneficiary, is_ip, is_pwd, is_solo_parent, muncity_name, participant_category, participant_name, participant_sub_category, process_stage, province_name, psp_category, region_name, remarks, sex, status, subpsp_abbreviation, subpsp_name, subpsp_status, training_id, wo_training_id, year_funded), select (agri_technology_inputs_provided, approved_at, approved_by, "arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, cd, fund_source, id, muncity_name, office, participant_category, participant_name, participant_sub_category, process_stage, province_name, psp_category, region_name, remarks, row_version, search_text, sex, status, subpsp_abbreviation, subpsp_name, subpsp_status, time_stamp, training_id, updated_at, user_id, wo_training_id, year_funded), update (age, age_base_group, agri_technology_inputs_provided, "arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, birthday, cd, fund_source, is_4ps_beneficiary, is_ip, is_pwd, is_solo_parent, muncity_name, participant_category, participant_name, participant_sub_category, process_stage, province_name, psp_category, region_name, remarks, sex, status, subpsp_abbreviation, subpsp_name, subpsp_status, training_id, wo_training_id, year_funded) on public.participants to authenticated;
grant select (agri_technology_inputs_provided, approved_at, approved_by, "arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, cd, fund_source, id, muncity_name, office, participant_category, participant_name, participant_sub_category, process_stage, province_name, psp_category, region_name, remarks, row_version, search_text, sex, status, subpsp_abbreviation, subpsp_name, subpsp_status, time_stamp, training_id, updated_at, user_id, wo_training_id, year_funded) on public.participants to central_reader;
grant select (agri_technology_inputs_provided, approved_at, approved_by, "arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, cd, fund_source, id, muncity_name, office, participant_category, participant_name, participant_sub_category, process_stage, province_name, psp_category, region_name, remarks, row_version, search_text, sex, status, subpsp_abbreviation, subpsp_name, subpsp_status, time_stamp, training_id, updated_at, user_id, wo_training_id, year_funded) on public.participants to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.participants to service_role;

create table public.people (
  participant_id bigint not null,
  office text not null,
  region_name text,
  province_name text,
  muncity_name text,
  arbo_id text,
  year_funded integer,
  fund_source text,
  psp_category text,
  subpsp_abbreviation text,
  participant_category text,
  sex text,
  programmed boolean not null,
  trained_years bigint not null
);
alter table public.people add constraint people_pkey PRIMARY KEY (participant_id);
CREATE INDEX people_office ON public.people USING btree (office);
alter table public.people enable row level security, force row level security;
create policy select_in_scope on public.people for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.people for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.people for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
grant select on public.people to authenticated;
grant select on public.people to central_reader;
grant select on public.people to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.people to service_role;

create table public.people_counts (
  office text not null,
  region_name text,
  province_name text,
  participant_category text,
  sex text,
  programmed boolean,
  trained_years bigint,
  n bigint not null
);
alter table public.people_counts add constraint people_counts_n_check CHECK ((n > 0));
CREATE INDEX people_counts_office_idx ON public.people_counts USING btree (office);
alter table public.people_counts enable row level security, force row level security;
create policy select_in_scope on public.people_counts for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.people_counts for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.people_counts for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
grant select on public.people_counts to authenticated;
grant select on public.people_counts to central_reader;
grant select on public.people_counts to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.people_counts to service_role;

create table public.people_detail_counts (
  office text not null,
  region_name text,
  province_name text,
  muncity_name text,
  fund_source text,
  psp_category text,
  subpsp_abbreviation text,
  participant_category text,
  sex text,
  programmed boolean,
  trained_years bigint,
  n bigint not null
);
alter table public.people_detail_counts add constraint people_detail_counts_n_check CHECK ((n > 0));
CREATE INDEX people_detail_counts_office_idx ON public.people_detail_counts USING btree (office);
alter table public.people_detail_counts enable row level security, force row level security;
create policy select_in_scope on public.people_detail_counts for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.people_detail_counts for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.people_detail_counts for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
grant select on public.people_detail_counts to authenticated;
grant select on public.people_detail_counts to central_reader;
grant select on public.people_detail_counts to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.people_detail_counts to service_role;

create table public.people_programme_counts (
  office text not null,
  region_name text,
  province_name text,
  fund_source text,
  psp_category text,
  subpsp_abbreviation text,
  participant_category text,
  sex text,
  programmed boolean,
  trained_years bigint,
  n bigint not null
);
alter table public.people_programme_counts add constraint people_programme_counts_n_check CHECK ((n > 0));
CREATE INDEX people_programme_counts_office_idx ON public.people_programme_counts USING btree (office);
alter table public.people_programme_counts enable row level security, force row level security;
create policy select_in_scope on public.people_programme_counts for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.people_programme_counts for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.people_programme_counts for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
grant select on public.people_programme_counts to authenticated;
grant select on public.people_programme_counts to central_reader;
grant select on public.people_programme_counts to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.people_programme_counts to service_role;

create table public.people_town_counts (
  office text not null,
  region_name text,
  province_name text,
  muncity_name text,
  participant_category text,
  sex text,
  programmed boolean,
  trained_years bigint,
  n bigint not null
);
alter table public.people_town_counts add constraint people_town_counts_n_check CHECK ((n > 0));
CREATE INDEX people_town_counts_office_idx ON public.people_town_counts USING btree (office);
alter table public.people_town_counts enable row level security, force row level security;
create policy select_in_scope on public.people_town_counts for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.people_town_counts for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.people_town_counts for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
grant select on public.people_town_counts to authenticated;
grant select on public.people_town_counts to central_reader;
grant select on public.people_town_counts to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.people_town_counts to service_role;

create table public.programme_marks (
  programme text not null,
  subject text not null,
  marked_id bigint not null,
  office text not null,
  region_name text,
  province_name text,
  muncity_name text,
  form_5_targeted bigint not null default 0,
  form_5_accomplished bigint not null default 0,
  form_5_programmed bigint not null default 0,
  form_5_matched bigint[] not null default '{0,0,0}'::bigint[],
  form_7_targeted bigint not null default 0,
  form_7_accomplished bigint not null default 0,
  form_7_programmed bigint not null default 0,
  form_7_matched bigint[] not null default '{0,0,0}'::bigint[],
  form_10_accomplished bigint not null default 0,
  form_10_programmed bigint not null default 0,
  form_11_targeted bigint not null default 0,
  form_11_accomplished bigint not null default 0,
  form_11_programmed bigint not null default 0,
  form_11_matched bigint[] not null default '{0,0,0}'::bigint[],
  training_trained bigint not null default 0
);
alter table public.programme_marks add constraint marks_subject_check CHECK ((subject = ANY (ARRAY['arbo'::text, 'arc'::text])));
alter table public.programme_marks add constraint programme_marks_pkey PRIMARY KEY (subject, marked_id, programme);
CREATE INDEX programme_marks_office ON public.programme_marks USING btree (office);
alter table public.programme_marks enable row level security, force row level security;
create policy select_in_scope on public.programme_marks for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.programme_marks for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.programme_marks for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
grant select on public.programme_marks to authenticated;
grant select on public.programme_marks to central_reader;
grant select on public.programme_marks to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.programme_marks to service_role;

create table public.project_list (
  id bigint not null generated always as identity,
  user_id uuid,
  time_stamp timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  process_stage text,
  approved_by uuid,
  approved_at timestamp with time zone,
  remarks text,
  year_funded integer,
  fund_source text,
  psp_category text,
  subpsp_name text,
  subpsp_abbreviation text,
  subpsp_status text,
  search_text text
);
alter table public.project_list add constraint programme_year_funded_check CHECK (((year_funded >= 1990) AND (year_funded <= 2100)));
alter table public.project_list add constraint project_list_named CHECK (((psp_category IS NOT NULL) AND (subpsp_name IS NOT NULL)));
alter table public.project_list add constraint project_list_pkey PRIMARY KEY (id);
alter table public.project_list add constraint record_process_stage_check CHECK ((process_stage = ANY (ARRAY['Pending'::text, 'Approved'::text])));
CREATE UNIQUE INDEX project_list_once ON public.project_list USING btree (COALESCE(year_funded, 0), psp_category, subpsp_name);
alter table public.project_list enable row level security, force row level security;
create policy delete_as_administrator on public.project_list for delete to authenticated
  using ( SELECT private.can_administer_reference('delete'::text) AS can_administer_reference);
create policy insert_as_administrator on public.project_list for insert to authenticated
  with check ( SELECT private.can_administer_reference('insert'::text) AS can_administer_reference);
create policy select_with_a_level on public.project_list for select to authenticated
  using (( SELECT private.caller_level() AS caller_level) IS NOT NULL);
create policy select_with_a_level_for_central on public.project_list for select to central_reader
  using (( SELECT private.caller_level() AS caller_level) IS NOT NULL);
create policy select_with_a_level_for_province on public.project_list for select to provincial_reader
  using (( SELECT private.caller_level() AS caller_level) IS NOT NULL);
create policy update_as_administrator on public.project_list for update to authenticated
  using ( SELECT private.can_administer_reference('update'::text) AS can_administer_reference)
  with check ( SELECT private.can_administer_reference('update'::text) AS can_administer_reference);
CREATE TRIGGER clean_texts BEFORE INSERT OR UPDATE ON public.project_list FOR EACH ROW EXECUTE FUNCTION private.clean_texts();
CREATE TRIGGER log_delete AFTER DELETE ON public.project_list REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_insert AFTER INSERT ON public.project_list REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_update AFTER UPDATE ON public.project_list REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER stamp_record BEFORE INSERT OR UPDATE ON public.project_list FOR EACH ROW EXECUTE FUNCTION private.stamp_record();
CREATE TRIGGER verify_texts BEFORE INSERT OR UPDATE ON public.project_list FOR EACH ROW WHEN (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.fund_source) > 250) OR (char_length(new.psp_category) > 250) OR (char_length(new.subpsp_name) > 250) OR (char_length(new.subpsp_abbreviation) > 250) OR (char_length(new.subpsp_status) > 250) OR private.has_control_character(concat(new.process_stage, new.remarks, new.fund_source, new.psp_category, new.subpsp_name, new.subpsp_abbreviation, new.subpsp_status)))) EXECUTE FUNCTION private.refuse_long_texts('{"remarks": 4000, "fund_source": 250, "subpsp_name": 250, "psp_category": 250, "process_stage": 250, "subpsp_status": 250, "subpsp_abbreviation": 250}');
CREATE TRIGGER write_search_text BEFORE INSERT OR UPDATE ON public.project_list FOR EACH ROW EXECUTE FUNCTION private.write_search_text('{approved_at,approved_by,id,row_version,search_text,time_stamp,updated_at,user_id}', '{}', '{}', '{}');
grant delete, insert (fund_source, process_stage, psp_category, remarks, subpsp_abbreviation, subpsp_name, subpsp_status, year_funded), select, update (fund_source, process_stage, psp_category, remarks, subpsp_abbreviation, subpsp_name, subpsp_status, year_funded) on public.project_list to authenticated;
grant select on public.project_list to central_reader;
grant select on public.project_list to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.project_list to service_role;

create table public.psgc_places (
  code text not null,
  level text not null,
  name text not null,
  parent_code text
);
alter table public.psgc_places add constraint psgc_places_check CHECK (((level = 'region'::text) = (parent_code IS NULL)));
alter table public.psgc_places add constraint psgc_places_code_check CHECK ((code ~ '^[0-9]{10}$'::text));
alter table public.psgc_places add constraint psgc_places_level_check CHECK ((level = ANY (ARRAY['region'::text, 'province'::text, 'muncity'::text, 'barangay'::text])));
alter table public.psgc_places add constraint psgc_places_name_check CHECK (((name = btrim(name)) AND (name <> ''::text)));
alter table public.psgc_places add constraint psgc_places_parent_code_fkey FOREIGN KEY (parent_code) REFERENCES public.psgc_places(code);
alter table public.psgc_places add constraint psgc_places_pkey PRIMARY KEY (code);
CREATE INDEX psgc_places_by_key ON public.psgc_places USING btree (private.place_key(level, name), parent_code);
CREATE INDEX psgc_places_parent ON public.psgc_places USING btree (parent_code, name);
alter table public.psgc_places enable row level security, force row level security;
create policy select_with_a_level on public.psgc_places for select to authenticated
  using (( SELECT private.caller_level() AS caller_level) IS NOT NULL);
create policy select_with_a_level_for_central on public.psgc_places for select to central_reader
  using (( SELECT private.caller_level() AS caller_level) IS NOT NULL);
create policy select_with_a_level_for_province on public.psgc_places for select to provincial_reader
  using (( SELECT private.caller_level() AS caller_level) IS NOT NULL);
grant select on public.psgc_places to authenticated;
grant select on public.psgc_places to central_reader;
grant select on public.psgc_places to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.psgc_places to service_role;

create table public.qtr_sales_reports (
  id bigint not null generated always as identity,
  user_id uuid,
  time_stamp timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  process_stage text,
  approved_by uuid,
  approved_at timestamp with time zone,
  remarks text,
  status text default 'Accomplished'::text,
  reporting_year integer,
  reporting_quarter text,
  reporting_month text,
  year_funded integer,
  fund_source text,
  psp_category text,
  subpsp_name text,
  subpsp_abbreviation text,
  subpsp_status text,
  "arboPrimaryKey" bigint,
  arbo_id text,
  arbo_name text,
  region_name text,
  province_name text,
  muncity_name text,
  barangay_name text,
  cd text,
  office text not null generated always as (((COALESCE(region_name, ''::text) || ' / '::text) || COALESCE(province_name, ''::text))) stored,
  arc_id text,
  arc_name text,
  arc_type text,
  arc_cluster_name text,
  proddev_id bigint,
  transaction_date date,
  volume_produced numeric(14,2),
  unit_measure text,
  sales_generated bigint,
  marketing_instrument text,
  name_buyer text,
  num_arbs integer,
  male_arbs integer,
  female_arbs integer,
  search_text text,
  soft_check_reason text
);
alter table public.qtr_sales_reports add constraint location_province_name_check CHECK ((province_name <> ''::text));
alter table public.qtr_sales_reports add constraint location_region_name_check CHECK ((region_name <> ''::text));
alter table public.qtr_sales_reports add constraint programme_year_funded_check CHECK (((year_funded >= 1990) AND (year_funded <= 2100)));
alter table public.qtr_sales_reports add constraint "qtr_sales_reports_arboPrimaryKey_exists" FOREIGN KEY ("arboPrimaryKey") REFERENCES public.arbo_masterlist(id);
alter table public.qtr_sales_reports add constraint qtr_sales_reports_arc_id_exists FOREIGN KEY (arc_id) REFERENCES public.arc_masterlist(arc_id) ON UPDATE CASCADE;
alter table public.qtr_sales_reports add constraint qtr_sales_reports_counts_not_negative CHECK ((LEAST(volume_produced, (sales_generated)::numeric, (num_arbs)::numeric, (male_arbs)::numeric, (female_arbs)::numeric) >= (0)::numeric));
alter table public.qtr_sales_reports add constraint qtr_sales_reports_num_arbs_agrees CHECK ((num_arbs = (male_arbs + female_arbs)));
alter table public.qtr_sales_reports add constraint qtr_sales_reports_office_exists FOREIGN KEY (office) REFERENCES public.offices(office);
alter table public.qtr_sales_reports add constraint qtr_sales_reports_pkey PRIMARY KEY (id);
alter table public.qtr_sales_reports add constraint qtr_sales_reports_proddev_id_exists FOREIGN KEY (proddev_id) REFERENCES public.form7_proddevs(id);
alter table public.qtr_sales_reports add constraint qtr_sales_reports_soft_check_reason_check CHECK (((soft_check_reason ~ '[[:alpha:]]{2}'::text) AND (length(soft_check_reason) <= 500)));
alter table public.qtr_sales_reports add constraint qtr_sales_reports_transaction_date_bound CHECK (((transaction_date >= '1000-01-01'::date) AND (transaction_date <= '9999-12-31'::date)));
alter table public.qtr_sales_reports add constraint qtr_sales_reports_volume_produced_bound CHECK ((volume_produced <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])));
alter table public.qtr_sales_reports add constraint record_process_stage_check CHECK ((process_stage = ANY (ARRAY['Pending'::text, 'Approved'::text])));
alter table public.qtr_sales_reports add constraint reporting_month_in_quarter CHECK (
CASE reporting_quarter
    WHEN 'Q1'::text THEN (reporting_month = ANY (ARRAY['January'::text, 'February'::text, 'March'::text]))
    WHEN 'Q2'::text THEN (reporting_month = ANY (ARRAY['April'::text, 'May'::text, 'June'::text]))
    WHEN 'Q3'::text THEN (reporting_month = ANY (ARRAY['July'::text, 'August'::text, 'September'::text]))
    WHEN 'Q4'::text THEN (reporting_month = ANY (ARRAY['October'::text, 'November'::text, 'December'::text]))
    ELSE NULL::boolean
END);
alter table public.qtr_sales_reports add constraint reporting_month_known CHECK ((reporting_month = ANY (ARRAY['January'::text, 'February'::text, 'March'::text, 'April'::text, 'May'::text, 'June'::text, 'July'::text, 'August'::text, 'September'::text, 'October'::text, 'November'::text, 'December'::text])));
alter table public.qtr_sales_reports add constraint reporting_reporting_quarter_check CHECK ((reporting_quarter = ANY (ARRAY['Q1'::text, 'Q2'::text, 'Q3'::text, 'Q4'::text])));
alter table public.qtr_sales_reports add constraint reporting_reporting_year_check CHECK (((reporting_year >= 1990) AND (reporting_year <= 2100)));
alter table public.qtr_sales_reports add constraint status_status_check CHECK ((status = ANY (ARRAY['Target'::text, 'Accomplished'::text, 'Updated'::text])));
CREATE INDEX "qtr_sales_reports_arboPrimaryKey" ON public.qtr_sales_reports USING btree ("arboPrimaryKey");
CREATE INDEX qtr_sales_reports_arbo_id ON public.qtr_sales_reports USING btree (arbo_id);
CREATE INDEX qtr_sales_reports_arbo_name_folded ON public.qtr_sales_reports USING btree (office, private.fold_name(arbo_name));
CREATE INDEX qtr_sales_reports_arc_id ON public.qtr_sales_reports USING btree (arc_id);
CREATE INDEX qtr_sales_reports_in_order ON public.qtr_sales_reports USING btree (arbo_name COLLATE private.natural_order, id);
CREATE INDEX qtr_sales_reports_incomplete ON public.qtr_sales_reports USING btree (office) WHERE (((COALESCE(arbo_name, ''::text) = ''::text) AND (COALESCE(arbo_id, ''::text) = ''::text) AND ("arboPrimaryKey" IS NULL) AND (COALESCE(arc_name, ''::text) = ''::text) AND (COALESCE(arc_id, ''::text) = ''::text)) OR (reporting_year IS NULL) OR ((COALESCE(reporting_quarter, ''::text) = ''::text) AND (status IS DISTINCT FROM 'Target'::text)) OR ((sales_generated IS NULL) AND (volume_produced IS NULL)));
CREATE INDEX qtr_sales_reports_office ON public.qtr_sales_reports USING btree (office, id);
CREATE INDEX qtr_sales_reports_proddev_id ON public.qtr_sales_reports USING btree (proddev_id);
CREATE INDEX qtr_sales_reports_search ON public.qtr_sales_reports USING gin (search_text extensions.gin_trgm_ops);
CREATE INDEX qtr_sales_reports_with_reason ON public.qtr_sales_reports USING btree (office) WHERE (soft_check_reason IS NOT NULL);
alter table public.qtr_sales_reports enable row level security, force row level security;
create policy delete_in_scope on public.qtr_sales_reports for delete to authenticated
  using ((office = ANY (( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL)));
create policy insert_in_scope on public.qtr_sales_reports for insert to authenticated
  with check ((office = ANY (( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR ( SELECT private.caller_can_approve_own() AS caller_can_approve_own)));
create policy select_in_scope on public.qtr_sales_reports for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.qtr_sales_reports for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.qtr_sales_reports for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
create policy update_in_scope on public.qtr_sales_reports for update to authenticated
  using (office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[]))
  with check (office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[]));
CREATE TRIGGER "0_check_references_insert" AFTER INSERT ON public.qtr_sales_reports REFERENCING NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER "0_check_references_update" AFTER UPDATE ON public.qtr_sales_reports REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER ask_reason_insert AFTER INSERT ON public.qtr_sales_reports FOR EACH ROW WHEN (((new.soft_check_reason IS NULL) AND (((num_nulls(new.male_arbs, new.female_arbs) >= 1) AND (num_nulls(new.male_arbs, new.female_arbs) <= 1)) OR (EXTRACT(year FROM new.transaction_date) <> (new.reporting_year)::numeric)))) EXECUTE FUNCTION private.require_reason();
CREATE TRIGGER ask_reason_update AFTER UPDATE ON public.qtr_sales_reports FOR EACH ROW WHEN (((new.soft_check_reason IS NULL) AND ((((num_nulls(new.male_arbs, new.female_arbs) >= 1) AND (num_nulls(new.male_arbs, new.female_arbs) <= 1)) AND (((new.num_arbs IS DISTINCT FROM old.num_arbs) OR (new.male_arbs IS DISTINCT FROM old.male_arbs)) OR (new.female_arbs IS DISTINCT FROM old.female_arbs))) OR ((EXTRACT(year FROM new.transaction_date) <> (new.reporting_year)::numeric) AND ((new.transaction_date IS DISTINCT FROM old.transaction_date) OR (new.reporting_year IS DISTINCT FROM old.reporting_year)))))) EXECUTE FUNCTION private.require_reason();
CREATE TRIGGER clean_texts BEFORE INSERT OR UPDATE ON public.qtr_sales_reports FOR EACH ROW EXECUTE FUNCTION private.clean_texts();
CREATE TRIGGER end_review AFTER UPDATE ON public.qtr_sales_reports REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.end_review();
CREATE TRIGGER flag_as_updated BEFORE INSERT OR UPDATE ON public.qtr_sales_reports FOR EACH ROW EXECUTE FUNCTION private.flag_as_updated();
CREATE TRIGGER guard_stage AFTER UPDATE ON public.qtr_sales_reports REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.guard_stage();
CREATE TRIGGER judge_places_insert AFTER INSERT ON public.qtr_sales_reports REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER judge_places_update AFTER UPDATE ON public.qtr_sales_reports REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER log_delete AFTER DELETE ON public.qtr_sales_reports REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_insert AFTER INSERT ON public.qtr_sales_reports REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_update AFTER UPDATE ON public.qtr_sales_reports REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER normalize_place BEFORE INSERT OR UPDATE ON public.qtr_sales_reports FOR EACH ROW EXECUTE FUNCTION private.normalize_place();
CREATE TRIGGER note_unusual_delete AFTER DELETE ON public.qtr_sales_reports REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, arbo_name, female_arbs, male_arbs, num_arbs, reporting_quarter, reporting_year, sales_generated, soft_check_reason, transaction_date');
CREATE TRIGGER note_unusual_insert AFTER INSERT ON public.qtr_sales_reports REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, arbo_name, female_arbs, male_arbs, num_arbs, reporting_quarter, reporting_year, sales_generated, soft_check_reason, transaction_date');
CREATE TRIGGER note_unusual_update AFTER UPDATE ON public.qtr_sales_reports REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, arbo_name, female_arbs, male_arbs, num_arbs, reporting_quarter, reporting_year, sales_generated, soft_check_reason, transaction_date');
CREATE TRIGGER require_fact_1_insert AFTER INSERT ON public.qtr_sales_reports FOR EACH ROW WHEN (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) = ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text))) EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');
CREATE TRIGGER require_fact_1_update AFTER UPDATE ON public.qtr_sales_reports FOR EACH ROW WHEN (((COALESCE(new.arbo_name, ''::text) = ''::text) AND (COALESCE(new.arbo_id, ''::text) = ''::text) AND (new."arboPrimaryKey" IS NULL) AND (COALESCE(new.arc_name, ''::text) = ''::text) AND (COALESCE(new.arc_id, ''::text) = ''::text) AND (NOT ((COALESCE(old.arbo_name, ''::text) = ''::text) AND (COALESCE(old.arbo_id, ''::text) = ''::text) AND (old."arboPrimaryKey" IS NULL) AND (COALESCE(old.arc_name, ''::text) = ''::text) AND (COALESCE(old.arc_id, ''::text) = ''::text))))) EXECUTE FUNCTION private.refuse_missing_fact('arbo_name');
CREATE TRIGGER require_fact_2_insert AFTER INSERT ON public.qtr_sales_reports FOR EACH ROW WHEN ((new.reporting_year IS NULL)) EXECUTE FUNCTION private.refuse_missing_fact('reporting_year');
CREATE TRIGGER require_fact_2_update AFTER UPDATE ON public.qtr_sales_reports FOR EACH ROW WHEN (((new.reporting_year IS NULL) AND (NOT (old.reporting_year IS NULL)))) EXECUTE FUNCTION private.refuse_missing_fact('reporting_year');
CREATE TRIGGER require_fact_3_insert AFTER INSERT ON public.qtr_sales_reports FOR EACH ROW WHEN (((COALESCE(new.reporting_quarter, ''::text) = ''::text) AND (new.status IS DISTINCT FROM 'Target'::text))) EXECUTE FUNCTION private.refuse_missing_fact('reporting_quarter');
CREATE TRIGGER require_fact_3_update AFTER UPDATE ON public.qtr_sales_reports FOR EACH ROW WHEN (((COALESCE(new.reporting_quarter, ''::text) = ''::text) AND (new.status IS DISTINCT FROM 'Target'::text) AND (NOT ((COALESCE(old.reporting_quarter, ''::text) = ''::text) AND (old.status IS DISTINCT FROM 'Target'::text))))) EXECUTE FUNCTION private.refuse_missing_fact('reporting_quarter');
CREATE TRIGGER require_fact_4_insert AFTER INSERT ON public.qtr_sales_reports FOR EACH ROW WHEN (((new.sales_generated IS NULL) AND (new.volume_produced IS NULL))) EXECUTE FUNCTION private.refuse_missing_fact('sales_generated');
CREATE TRIGGER require_fact_4_update AFTER UPDATE ON public.qtr_sales_reports FOR EACH ROW WHEN (((new.sales_generated IS NULL) AND (new.volume_produced IS NULL) AND (NOT ((old.sales_generated IS NULL) AND (old.volume_produced IS NULL))))) EXECUTE FUNCTION private.refuse_missing_fact('sales_generated');
CREATE TRIGGER resolve_arbo BEFORE INSERT OR UPDATE ON public.qtr_sales_reports FOR EACH ROW EXECUTE FUNCTION private.resolve_arbo();
CREATE TRIGGER resolve_arc BEFORE INSERT OR UPDATE ON public.qtr_sales_reports FOR EACH ROW WHEN ((new.arc_id IS NOT NULL)) EXECUTE FUNCTION private.resolve_arc();
CREATE TRIGGER stamp_record BEFORE INSERT OR UPDATE ON public.qtr_sales_reports FOR EACH ROW EXECUTE FUNCTION private.stamp_record();
CREATE TRIGGER verify_texts BEFORE INSERT OR UPDATE ON public.qtr_sales_reports FOR EACH ROW WHEN (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.reporting_quarter) > 250) OR (char_length(new.reporting_month) > 250) OR (char_length(new.fund_source) > 250) OR (char_length(new.psp_category) > 250) OR (char_length(new.subpsp_name) > 250) OR (char_length(new.subpsp_abbreviation) > 250) OR (char_length(new.subpsp_status) > 250) OR (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR (char_length(new.cd) > 250) OR (char_length(new.arc_id) > 60) OR (char_length(new.arc_name) > 250) OR (char_length(new.arc_type) > 250) OR (char_length(new.arc_cluster_name) > 250) OR (char_length(new.unit_measure) > 250) OR (char_length(new.marketing_instrument) > 250) OR (char_length(new.name_buyer) > 250) OR (char_length(new.soft_check_reason) > 500) OR private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.reporting_quarter, new.reporting_month, new.fund_source, new.psp_category, new.subpsp_name, new.subpsp_abbreviation, new.subpsp_status, new.arbo_id, new.arbo_name, new.region_name, new.province_name, new.muncity_name, new.barangay_name, new.cd, new.arc_id, new.arc_name, new.arc_type, new.arc_cluster_name, new.unit_measure, new.marketing_instrument, new.name_buyer, new.soft_check_reason)))) EXECUTE FUNCTION private.refuse_long_texts('{"cd": 250, "arc_id": 60, "status": 250, "arbo_id": 60, "remarks": 4000, "arc_name": 250, "arc_type": 250, "arbo_name": 250, "name_buyer": 250, "fund_source": 250, "region_name": 250, "subpsp_name": 250, "muncity_name": 250, "psp_category": 250, "unit_measure": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "subpsp_status": 250, "reporting_month": 250, "arc_cluster_name": 250, "reporting_quarter": 250, "soft_check_reason": 500, "subpsp_abbreviation": 250, "marketing_instrument": 250}');
CREATE TRIGGER within_arbo_settled_insert AFTER INSERT ON public.qtr_sales_reports REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER within_arbo_settled_update AFTER UPDATE ON public.qtr_sales_reports REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER write_search_text BEFORE INSERT OR UPDATE ON public.qtr_sales_reports FOR EACH ROW EXECUTE FUNCTION private.write_search_text('{approved_at,approved_by,id,office,row_version,search_text,time_stamp,updated_at,user_id}', '{transaction_date}', '{}', '{}');
grant delete, insert ("arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, cd, female_arbs, fund_source, male_arbs, marketing_instrument, muncity_name, name_buyer, num_arbs, process_stage, proddev_id, province_name, psp_category, region_name, remarks, reporting_month, reporting_quarter, reporting_year, sales_generated, soft_check_reason, status, subpsp_abbreviation, subpsp_name, subpsp_status, transaction_date, unit_measure, volume_produced, year_funded), select, update ("arboPrimaryKey", arbo_id, arbo_name, arc_cluster_name, arc_id, arc_name, arc_type, barangay_name, cd, female_arbs, fund_source, male_arbs, marketing_instrument, muncity_name, name_buyer, num_arbs, process_stage, proddev_id, province_name, psp_category, region_name, remarks, reporting_month, reporting_quarter, reporting_year, sales_generated, soft_check_reason, status, subpsp_abbreviation, subpsp_name, subpsp_status, transaction_date, unit_measure, volume_produced, year_funded) on public.qtr_sales_reports to authenticated;
grant select on public.qtr_sales_reports to central_reader;
grant select on public.qtr_sales_reports to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.qtr_sales_reports to service_role;

create table public.report_schedules (
  id bigint not null generated always as identity,
  user_id uuid,
  form text not null,
  start_date date not null,
  end_date date,
  region_name text,
  province_name text,
  status text not null default 'OnGoing'::text,
  duration_days integer generated always as (((end_date - start_date) + 1)) stored,
  time_stamp timestamp with time zone not null default now(),
  row_version integer not null default 1,
  coverage text generated always as (((COALESCE(region_name, ''::text) || ' / '::text) || COALESCE(province_name, ''::text))) stored,
  search_text text
);
alter table public.report_schedules add constraint report_schedules_check1 CHECK (((region_name IS NOT NULL) OR (province_name IS NULL)));
alter table public.report_schedules add constraint report_schedules_coverage_exists FOREIGN KEY (coverage) REFERENCES public.offices(office);
alter table public.report_schedules add constraint report_schedules_end_date_bound CHECK (((end_date >= '1000-01-01'::date) AND (end_date <= '9999-12-31'::date)));
alter table public.report_schedules add constraint report_schedules_end_date_not_before_start CHECK ((end_date >= start_date));
alter table public.report_schedules add constraint report_schedules_form_check CHECK ((form = ANY (ARRAY['target'::text, 'accomplishment'::text])));
alter table public.report_schedules add constraint report_schedules_pkey PRIMARY KEY (id);
alter table public.report_schedules add constraint report_schedules_start_date_bound CHECK (((start_date >= '1000-01-01'::date) AND (start_date <= '9999-12-31'::date)));
alter table public.report_schedules add constraint report_schedules_status_check CHECK ((status = ANY (ARRAY['OnGoing'::text, 'Closed'::text])));
CREATE INDEX report_schedules_coverage ON public.report_schedules USING btree (coverage, form);
CREATE INDEX report_schedules_current ON public.report_schedules USING btree (form, end_date) WHERE (status = 'OnGoing'::text);
alter table public.report_schedules enable row level security, force row level security;
create policy delete_as_administrator on public.report_schedules for delete to authenticated
  using (COALESCE(region_name, ''::text) = ANY (( SELECT private.regions_to_schedule('delete'::text) AS regions_to_schedule)::text[]));
create policy insert_as_administrator on public.report_schedules for insert to authenticated
  with check (COALESCE(region_name, ''::text) = ANY (( SELECT private.regions_to_schedule('insert'::text) AS regions_to_schedule)::text[]));
create policy select_with_a_level on public.report_schedules for select to authenticated
  using (( SELECT private.caller_level() AS caller_level) IS NOT NULL);
create policy select_with_a_level_for_central on public.report_schedules for select to central_reader
  using (( SELECT private.caller_level() AS caller_level) IS NOT NULL);
create policy select_with_a_level_for_province on public.report_schedules for select to provincial_reader
  using (( SELECT private.caller_level() AS caller_level) IS NOT NULL);
create policy update_as_administrator on public.report_schedules for update to authenticated
  using (COALESCE(region_name, ''::text) = ANY (( SELECT private.regions_to_schedule('update'::text) AS regions_to_schedule)::text[]))
  with check (COALESCE(region_name, ''::text) = ANY (( SELECT private.regions_to_schedule('update'::text) AS regions_to_schedule)::text[]));
CREATE TRIGGER clean_texts BEFORE INSERT OR UPDATE ON public.report_schedules FOR EACH ROW EXECUTE FUNCTION private.clean_texts();
CREATE TRIGGER guard_schedule BEFORE INSERT OR UPDATE ON public.report_schedules FOR EACH ROW EXECUTE FUNCTION private.guard_schedule();
CREATE TRIGGER log_delete AFTER DELETE ON public.report_schedules REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_insert AFTER INSERT ON public.report_schedules REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_update AFTER UPDATE ON public.report_schedules REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER resolve_reopenings AFTER INSERT OR UPDATE ON public.report_schedules FOR EACH ROW EXECUTE FUNCTION private.resolve_reopenings();
CREATE TRIGGER store_opened_reopenings BEFORE DELETE OR UPDATE ON public.report_schedules FOR EACH STATEMENT EXECUTE FUNCTION private.store_opened_reopenings();
CREATE TRIGGER verify_texts BEFORE INSERT OR UPDATE ON public.report_schedules FOR EACH ROW WHEN (((char_length(new.form) > 250) OR (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.status) > 250) OR private.has_control_character(concat(new.form, new.region_name, new.province_name, new.status)))) EXECUTE FUNCTION private.refuse_long_texts('{"form": 250, "status": 250, "region_name": 250, "province_name": 250}');
CREATE TRIGGER write_search_text BEFORE INSERT OR UPDATE ON public.report_schedules FOR EACH ROW EXECUTE FUNCTION private.write_search_text('{coverage,duration_days,id,row_version,search_text,time_stamp,user_id}', '{end_date,start_date}', '{}', '{}');
grant delete, insert (end_date, form, province_name, region_name, start_date, status), select, update (end_date, form, province_name, region_name, start_date, status) on public.report_schedules to authenticated;
grant select on public.report_schedules to central_reader;
grant select on public.report_schedules to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.report_schedules to service_role;

create view public.report_schedules_in_full with (security_invoker=true) as
 SELECT id,
    user_id,
    form,
    start_date,
    end_date,
    region_name,
    province_name,
    status,
    duration_days,
    time_stamp,
    row_version,
    coverage,
    GREATEST(COALESCE((end_date - private.today()), 0), 0) AS remaining_days,
    private.is_schedule_active(status, start_date, end_date) AS open,
    search_text
   FROM public.report_schedules s;
grant select on public.report_schedules_in_full to authenticated;
grant select on public.report_schedules_in_full to central_reader;
grant select on public.report_schedules_in_full to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.report_schedules_in_full to service_role;

create table public.sales_transactions (
  id bigint not null generated always as identity,
  user_id uuid,
  time_stamp timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  row_version integer not null default 1,
  process_stage text,
  approved_by uuid,
  approved_at timestamp with time zone,
  remarks text,
  status text default 'Accomplished'::text,
  mark_assist_id bigint not null,
  "arboPrimaryKey" bigint,
  arbo_id text,
  arbo_name text,
  region_name text,
  province_name text,
  muncity_name text,
  barangay_name text,
  cd text,
  office text not null generated always as (((COALESCE(region_name, ''::text) || ' / '::text) || COALESCE(province_name, ''::text))) stored,
  transaction_date date,
  commodity text,
  type_buyer text,
  buyer_name text,
  buying_arrangement text,
  term_payment text,
  volume numeric(14,2),
  unit_measure text,
  price_per_unit numeric(14,2),
  gross_sales numeric(14,2),
  search_text text
);
alter table public.sales_transactions add constraint location_province_name_check CHECK ((province_name <> ''::text));
alter table public.sales_transactions add constraint location_region_name_check CHECK ((region_name <> ''::text));
alter table public.sales_transactions add constraint record_process_stage_check CHECK ((process_stage = ANY (ARRAY['Pending'::text, 'Approved'::text])));
alter table public.sales_transactions add constraint "sales_transactions_arboPrimaryKey_exists" FOREIGN KEY ("arboPrimaryKey") REFERENCES public.arbo_masterlist(id);
alter table public.sales_transactions add constraint sales_transactions_gross_sales_agrees CHECK ((gross_sales = round((volume * price_per_unit), 2)));
alter table public.sales_transactions add constraint sales_transactions_gross_sales_bound CHECK ((gross_sales <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])));
alter table public.sales_transactions add constraint sales_transactions_gross_sales_check CHECK ((gross_sales >= (0)::numeric));
alter table public.sales_transactions add constraint sales_transactions_mark_assist_id_exists FOREIGN KEY (mark_assist_id) REFERENCES public.arb_marketing_assistance_monitoring(id);
alter table public.sales_transactions add constraint sales_transactions_office_exists FOREIGN KEY (office) REFERENCES public.offices(office);
alter table public.sales_transactions add constraint sales_transactions_pkey PRIMARY KEY (id);
alter table public.sales_transactions add constraint sales_transactions_price_per_unit_bound CHECK ((price_per_unit <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])));
alter table public.sales_transactions add constraint sales_transactions_price_per_unit_check CHECK ((price_per_unit >= (0)::numeric));
alter table public.sales_transactions add constraint sales_transactions_transaction_date_bound CHECK (((transaction_date >= '1000-01-01'::date) AND (transaction_date <= '9999-12-31'::date)));
alter table public.sales_transactions add constraint sales_transactions_volume_bound CHECK ((volume <> ALL (ARRAY['NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric])));
alter table public.sales_transactions add constraint sales_transactions_volume_check CHECK ((volume >= (0)::numeric));
alter table public.sales_transactions add constraint status_status_check CHECK ((status = ANY (ARRAY['Target'::text, 'Accomplished'::text, 'Updated'::text])));
CREATE INDEX "sales_transactions_arboPrimaryKey" ON public.sales_transactions USING btree ("arboPrimaryKey");
CREATE INDEX sales_transactions_arbo_id ON public.sales_transactions USING btree (arbo_id);
CREATE INDEX sales_transactions_in_order ON public.sales_transactions USING btree (transaction_date DESC NULLS LAST, id DESC);
CREATE INDEX sales_transactions_mark_assist_id ON public.sales_transactions USING btree (mark_assist_id);
CREATE INDEX sales_transactions_office ON public.sales_transactions USING btree (office, id);
CREATE INDEX sales_transactions_search ON public.sales_transactions USING gin (search_text extensions.gin_trgm_ops);
alter table public.sales_transactions enable row level security, force row level security;
create policy delete_in_scope on public.sales_transactions for delete to authenticated
  using ((office = ANY (( SELECT private.offices_to_write('delete'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL)));
create policy insert_in_scope on public.sales_transactions for insert to authenticated
  with check ((office = ANY (( SELECT private.offices_to_write('insert'::text, 'accomplishment'::text) AS offices_to_write)::text[])) AND ((process_stage IS DISTINCT FROM 'Approved'::text) OR ( SELECT private.caller_can_approve_own() AS caller_can_approve_own)));
create policy select_in_scope on public.sales_transactions for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.sales_transactions for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.sales_transactions for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
create policy update_in_scope on public.sales_transactions for update to authenticated
  using (office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[]))
  with check (office = ANY (( SELECT private.offices_to_write('change'::text, 'accomplishment'::text) AS offices_to_write)::text[]));
CREATE TRIGGER "0_check_references_insert" AFTER INSERT ON public.sales_transactions REFERENCING NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER "0_check_references_update" AFTER UPDATE ON public.sales_transactions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH ROW EXECUTE FUNCTION private.check_reference_offices();
CREATE TRIGGER clean_texts BEFORE INSERT OR UPDATE ON public.sales_transactions FOR EACH ROW EXECUTE FUNCTION private.clean_texts();
CREATE TRIGGER end_review AFTER UPDATE ON public.sales_transactions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.end_review();
CREATE TRIGGER flag_as_updated BEFORE INSERT OR UPDATE ON public.sales_transactions FOR EACH ROW EXECUTE FUNCTION private.flag_as_updated();
CREATE TRIGGER guard_stage AFTER UPDATE ON public.sales_transactions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.guard_stage();
CREATE TRIGGER judge_places_insert AFTER INSERT ON public.sales_transactions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER judge_places_update AFTER UPDATE ON public.sales_transactions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.reject_unknown_places();
CREATE TRIGGER log_delete AFTER DELETE ON public.sales_transactions REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_insert AFTER INSERT ON public.sales_transactions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_update AFTER UPDATE ON public.sales_transactions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER normalize_place BEFORE INSERT OR UPDATE ON public.sales_transactions FOR EACH ROW EXECUTE FUNCTION private.normalize_place();
CREATE TRIGGER note_unusual_delete AFTER DELETE ON public.sales_transactions REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, commodity, gross_sales, price_per_unit, unit_measure');
CREATE TRIGGER note_unusual_insert AFTER INSERT ON public.sales_transactions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, commodity, gross_sales, price_per_unit, unit_measure');
CREATE TRIGGER note_unusual_update AFTER UPDATE ON public.sales_transactions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_unusual('id, office, commodity, gross_sales, price_per_unit, unit_measure');
CREATE TRIGGER resolve_arbo BEFORE INSERT OR UPDATE ON public.sales_transactions FOR EACH ROW EXECUTE FUNCTION private.resolve_arbo();
CREATE TRIGGER stamp_record BEFORE INSERT OR UPDATE ON public.sales_transactions FOR EACH ROW EXECUTE FUNCTION private.stamp_record();
CREATE TRIGGER verify_texts BEFORE INSERT OR UPDATE ON public.sales_transactions FOR EACH ROW WHEN (((char_length(new.process_stage) > 250) OR (char_length(new.remarks) > 4000) OR (char_length(new.status) > 250) OR (char_length(new.arbo_id) > 60) OR (char_length(new.arbo_name) > 250) OR (char_length(new.region_name) > 250) OR (char_length(new.province_name) > 250) OR (char_length(new.muncity_name) > 250) OR (char_length(new.barangay_name) > 250) OR (char_length(new.cd) > 250) OR (char_length(new.commodity) > 250) OR (char_length(new.type_buyer) > 250) OR (char_length(new.buyer_name) > 250) OR (char_length(new.buying_arrangement) > 250) OR (char_length(new.term_payment) > 250) OR (char_length(new.unit_measure) > 250) OR private.has_control_character(concat(new.process_stage, new.remarks, new.status, new.arbo_id, new.arbo_name, new.region_name, new.province_name, new.muncity_name, new.barangay_name, new.cd, new.commodity, new.type_buyer, new.buyer_name, new.buying_arrangement, new.term_payment, new.unit_measure)))) EXECUTE FUNCTION private.refuse_long_texts('{"cd": 250, "status": 250, "arbo_id": 60, "remarks": 4000, "arbo_name": 250, "commodity": 250, "buyer_name": 250, "type_buyer": 250, "region_name": 250, "muncity_name": 250, "term_payment": 250, "unit_measure": 250, "barangay_name": 250, "process_stage": 250, "province_name": 250, "buying_arrangement": 250}');
CREATE TRIGGER within_arbo_settled_insert AFTER INSERT ON public.sales_transactions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER within_arbo_settled_update AFTER UPDATE ON public.sales_transactions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.check_resolved_arbo();
CREATE TRIGGER write_search_text BEFORE INSERT OR UPDATE ON public.sales_transactions FOR EACH ROW EXECUTE FUNCTION private.write_search_text('{approved_at,approved_by,id,office,row_version,search_text,time_stamp,updated_at,user_id}', '{transaction_date}', '{}', '{}');
grant delete, insert ("arboPrimaryKey", arbo_id, arbo_name, barangay_name, buyer_name, buying_arrangement, cd, commodity, gross_sales, mark_assist_id, muncity_name, price_per_unit, process_stage, province_name, region_name, remarks, status, term_payment, transaction_date, type_buyer, unit_measure, volume), select, update ("arboPrimaryKey", arbo_id, arbo_name, barangay_name, buyer_name, buying_arrangement, cd, commodity, gross_sales, mark_assist_id, muncity_name, price_per_unit, process_stage, province_name, region_name, remarks, status, term_payment, transaction_date, type_buyer, unit_measure, volume) on public.sales_transactions to authenticated;
grant select on public.sales_transactions to central_reader;
grant select on public.sales_transactions to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.sales_transactions to service_role;

create table public.saved_views (
  id bigint not null generated always as identity,
  user_id uuid not null,
  screen text not null,
  name text not null,
  shared_with text not null default 'me'::text,
  office text,
  view jsonb not null,
  time_stamp timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
);
alter table public.saved_views add constraint saved_views_name_check CHECK (((name = btrim(name)) AND ((char_length(name) >= 1) AND (char_length(name) <= 80))));
alter table public.saved_views add constraint saved_views_office_fkey FOREIGN KEY (office) REFERENCES public.offices(office);
alter table public.saved_views add constraint saved_views_office_where_shared CHECK (((office IS NOT NULL) = (shared_with = 'office'::text)));
alter table public.saved_views add constraint saved_views_pkey PRIMARY KEY (id);
alter table public.saved_views add constraint saved_views_screen_check CHECK ((screen ~ '^[A-Za-z0-9_-]{1,60}$'::text));
alter table public.saved_views add constraint saved_views_shared_with_check CHECK ((shared_with = ANY (ARRAY['me'::text, 'office'::text, 'everyone'::text])));
alter table public.saved_views add constraint saved_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
alter table public.saved_views add constraint saved_views_view_is_whole CHECK (private.is_saved_view(view));
CREATE UNIQUE INDEX saved_views_named_once ON public.saved_views USING btree (user_id, screen, shared_with, lower(name));
CREATE INDEX saved_views_office ON public.saved_views USING btree (office);
CREATE INDEX saved_views_screen ON public.saved_views USING btree (screen);
alter table public.saved_views enable row level security, force row level security;
create policy delete_own_or_common on public.saved_views for delete to authenticated
  using ((( SELECT private.caller_level() AS caller_level) IS NOT NULL) AND
CASE shared_with
    WHEN 'everyone'::text THEN ( SELECT private.can_administer_common_views() AS can_administer_common_views)
    ELSE (user_id = ( SELECT auth.uid() AS uid))
END);
create policy insert_own on public.saved_views for insert to authenticated
  with check ((( SELECT private.caller_level() AS caller_level) IS NOT NULL) AND (user_id = ( SELECT auth.uid() AS uid)) AND ((shared_with <> 'everyone'::text) OR ( SELECT private.can_administer_common_views() AS can_administer_common_views)));
create policy select_own_or_shared on public.saved_views for select to authenticated
  using ((( SELECT private.caller_level() AS caller_level) IS NOT NULL) AND ((user_id = ( SELECT auth.uid() AS uid)) OR (shared_with = 'everyone'::text) OR (office = ( SELECT private.caller_office() AS caller_office))));
create policy select_own_or_shared_for_central on public.saved_views for select to central_reader
  using ((( SELECT private.caller_level() AS caller_level) IS NOT NULL) AND ((user_id = ( SELECT auth.uid() AS uid)) OR (shared_with = 'everyone'::text) OR (office = ( SELECT private.caller_office() AS caller_office))));
create policy select_own_or_shared_for_province on public.saved_views for select to provincial_reader
  using ((( SELECT private.caller_level() AS caller_level) IS NOT NULL) AND ((user_id = ( SELECT auth.uid() AS uid)) OR (shared_with = 'everyone'::text) OR (office = ( SELECT private.caller_office() AS caller_office))));
create policy update_own_or_common on public.saved_views for update to authenticated
  using ((( SELECT private.caller_level() AS caller_level) IS NOT NULL) AND
CASE shared_with
    WHEN 'everyone'::text THEN ( SELECT private.can_administer_common_views() AS can_administer_common_views)
    ELSE (user_id = ( SELECT auth.uid() AS uid))
END)
  with check ((( SELECT private.caller_level() AS caller_level) IS NOT NULL) AND
CASE shared_with
    WHEN 'everyone'::text THEN ( SELECT private.can_administer_common_views() AS can_administer_common_views)
    ELSE (user_id = ( SELECT auth.uid() AS uid))
END);
CREATE TRIGGER log_saved_view AFTER INSERT OR DELETE OR UPDATE ON public.saved_views FOR EACH ROW EXECUTE FUNCTION private.log_saved_view();
CREATE TRIGGER prepare_saved_view BEFORE INSERT OR UPDATE ON public.saved_views FOR EACH ROW EXECUTE FUNCTION private.prepare_saved_view();
CREATE TRIGGER verify_texts BEFORE INSERT OR UPDATE ON public.saved_views FOR EACH ROW WHEN (((char_length(new.screen) > 250) OR (char_length(new.name) > 250) OR (char_length(new.shared_with) > 250) OR private.has_control_character(concat(new.screen, new.name, new.shared_with)))) EXECUTE FUNCTION private.refuse_long_texts('{"name": 250, "screen": 250, "shared_with": 250}');
grant delete, insert (name, screen, shared_with, view), select, update (name, shared_with, view) on public.saved_views to authenticated;
grant select on public.saved_views to central_reader;
grant select on public.saved_views to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.saved_views to service_role;

create view public.target_outcomes with (security_invoker=true) as
 SELECT table_name,
    row_id,
    form,
    side,
    office,
    region_name,
    province_name,
    muncity_name,
    arbo_id,
    arc_id,
    year,
    reporting_year,
    reporting_quarter,
    reporting_month,
    year_funded,
    fund_source,
    psp_category,
    subpsp_name,
    subpsp_abbreviation,
    kind,
    quantity,
    organization,
    arbo,
    arc,
    matched_within,
    (matched_within >= ( SELECT private.caller_reach() AS caller_reach)) AS matched
   FROM public.activities a
  WHERE (side = 'target'::text);
grant select on public.target_outcomes to authenticated;
grant select on public.target_outcomes to central_reader;
grant select on public.target_outcomes to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.target_outcomes to service_role;

create table public.uac (
  id bigint not null generated always as identity,
  rolename text[] not null,
  roletype text not null,
  route text[] not null default '{}'::text[],
  access_controls text[] not null default '{}'::text[],
  status text not null,
  row_version integer not null default 1,
  time_stamp timestamp with time zone not null default now(),
  search_text text
);
alter table public.uac add constraint uac_access_controls_bound CHECK (((array_ndims(access_controls) = 1) AND (array_lower(access_controls, 1) = 1) AND (array_position(access_controls, NULL::text) IS NULL)));
alter table public.uac add constraint uac_access_controls_check CHECK ((access_controls <@ ARRAY['Read'::text, 'Edit'::text, 'Delete'::text, 'Approve'::text, 'Approve own'::text, 'Sensitive'::text]));
alter table public.uac add constraint uac_pkey PRIMARY KEY (id);
alter table public.uac add constraint uac_rolename_bound CHECK (((array_ndims(rolename) = 1) AND (array_lower(rolename, 1) = 1) AND (array_position(rolename, NULL::text) IS NULL)));
alter table public.uac add constraint uac_rolename_check CHECK ((cardinality(rolename) > 0));
alter table public.uac add constraint uac_roletype_check CHECK ((btrim(roletype) <> ''::text));
alter table public.uac add constraint uac_route_bound CHECK (((array_ndims(route) = 1) AND (array_lower(route, 1) = 1) AND (array_position(route, NULL::text) IS NULL)));
alter table public.uac add constraint uac_route_check CHECK ((route <@ ARRAY['dashboard'::text, 'forms'::text, 'report'::text, 'users'::text, 'dropdowns'::text]));
alter table public.uac add constraint uac_status_is_a_level FOREIGN KEY (status) REFERENCES private.levels(level);
CREATE INDEX uac_status ON public.uac USING btree (status);
alter table public.uac enable row level security, force row level security;
create policy delete_as_central_administrator on public.uac for delete to authenticated
  using (( SELECT private.can_administer_roles('delete'::text) AS can_administer_roles) AND (id IS DISTINCT FROM ( SELECT private.caller_uac_id() AS caller_uac_id)));
create policy insert_as_central_administrator on public.uac for insert to authenticated
  with check ( SELECT private.can_administer_roles('insert'::text) AS can_administer_roles);
create policy select_own_or_as_administrator on public.uac for select to authenticated
  using ((id = ( SELECT private.caller_uac_id() AS caller_uac_id)) OR ( SELECT private.caller_has_route('users'::text) AS caller_has_route));
create policy select_own_or_as_administrator_for_central on public.uac for select to central_reader
  using ((id = ( SELECT private.caller_uac_id() AS caller_uac_id)) OR ( SELECT private.caller_has_route('users'::text) AS caller_has_route));
create policy select_own_or_as_administrator_for_province on public.uac for select to provincial_reader
  using ((id = ( SELECT private.caller_uac_id() AS caller_uac_id)) OR ( SELECT private.caller_has_route('users'::text) AS caller_has_route));
create policy update_as_central_administrator on public.uac for update to authenticated
  using (( SELECT private.can_administer_roles('update'::text) AS can_administer_roles) AND (id IS DISTINCT FROM ( SELECT private.caller_uac_id() AS caller_uac_id)))
  with check (( SELECT private.can_administer_roles('update'::text) AS can_administer_roles) AND (id IS DISTINCT FROM ( SELECT private.caller_uac_id() AS caller_uac_id)));
CREATE TRIGGER clean_texts BEFORE INSERT OR UPDATE ON public.uac FOR EACH ROW EXECUTE FUNCTION private.clean_texts();
CREATE TRIGGER guard_role BEFORE INSERT OR DELETE OR UPDATE ON public.uac FOR EACH ROW EXECUTE FUNCTION private.guard_role();
CREATE TRIGGER keep_an_administrator_delete AFTER DELETE ON public.uac REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.require_administrator();
CREATE TRIGGER keep_an_administrator_update AFTER UPDATE ON public.uac REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.require_administrator();
CREATE TRIGGER log_delete AFTER DELETE ON public.uac REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_insert AFTER INSERT ON public.uac REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER log_update AFTER UPDATE ON public.uac REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement();
CREATE TRIGGER verify_texts BEFORE INSERT OR UPDATE ON public.uac FOR EACH ROW WHEN (((char_length((new.rolename)::text) > 250) OR (char_length(new.roletype) > 250) OR (char_length((new.route)::text) > 250) OR (char_length((new.access_controls)::text) > 250) OR (char_length(new.status) > 250) OR private.has_control_character(concat(new.rolename, new.roletype, new.route, new.access_controls, new.status)))) EXECUTE FUNCTION private.refuse_long_texts('{"route": 250, "status": 250, "rolename": 250, "roletype": 250, "access_controls": 250}');
CREATE TRIGGER write_search_text BEFORE INSERT OR UPDATE ON public.uac FOR EACH ROW EXECUTE FUNCTION private.write_search_text('{id,row_version,search_text,time_stamp}', '{}', '{}', '{access_controls,rolename,route}');
grant delete, insert (access_controls, rolename, roletype, route, status), select, update (access_controls, rolename, roletype, route, status) on public.uac to authenticated;
grant select on public.uac to central_reader;
grant select on public.uac to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.uac to service_role;

create table public.unusual_values (
  table_name text not null,
  row_id bigint not null,
  office text not null,
  field text not null,
  kind text not null,
  previous numeric,
  usual_from numeric,
  usual_to numeric
);
alter table public.unusual_values add constraint unusual_values_kind_check CHECK ((kind = ANY (ARRAY['above'::text, 'one_side'::text, 'other_year'::text, 'tenfold'::text, 'outlier'::text])));
alter table public.unusual_values add constraint unusual_values_pkey PRIMARY KEY (table_name, row_id, kind, field);
CREATE INDEX unusual_values_office ON public.unusual_values USING btree (office, table_name);
alter table public.unusual_values enable row level security, force row level security;
create policy select_in_scope on public.unusual_values for select to authenticated
  using (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]));
create policy select_in_scope_for_central on public.unusual_values for select to central_reader
  using (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL);
create policy select_in_scope_for_province on public.unusual_values for select to provincial_reader
  using (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office));
grant select on public.unusual_values to authenticated;
grant select on public.unusual_values to central_reader;
grant select on public.unusual_values to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.unusual_values to service_role;

create view public.user_list with (security_invoker=true) as
 SELECT u.id,
    u.username,
    u.email,
    u.name,
    u."position",
    u.roles,
    u.uac_id,
    u.region_name,
    u.province_name,
    u.muncity_name,
    u.disabled,
    u.time_stamp,
    u.updated_at,
    u.row_version,
    u.office,
    r.status AS level,
    r.roletype,
    r.access_controls AS rights,
    r.route AS routes,
    private.can_administer_user(u.id, u.office, u.uac_id) AS administrable,
    private.last_sign_in(u.id) AS last_sign_in
   FROM (public.users u
     LEFT JOIN public.uac r ON ((r.id = u.uac_id)));
grant select on public.user_list to authenticated;
grant select on public.user_list to central_reader;
grant select on public.user_list to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.user_list to service_role;

create table public.users (
  id uuid not null,
  username text not null,
  email text not null,
  name text,
  "position" text,
  roles text not null,
  region_name text,
  province_name text,
  muncity_name text,
  uac_id bigint,
  disabled boolean not null default false,
  time_stamp timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  office text generated always as (((COALESCE(region_name, ''::text) || ' / '::text) || COALESCE(province_name, ''::text))) stored,
  row_version integer not null default 1
);
alter table public.users add constraint users_id_fkey FOREIGN KEY (id) REFERENCES auth.users(id) ON DELETE CASCADE;
alter table public.users add constraint users_office_fkey FOREIGN KEY (office) REFERENCES public.offices(office);
alter table public.users add constraint users_pkey PRIMARY KEY (id);
alter table public.users add constraint users_uac_id_fkey FOREIGN KEY (uac_id) REFERENCES public.uac(id);
alter table public.users add constraint users_username_check CHECK ((username ~ '^[A-Za-z0-9._-]{3,60}$'::text));
CREATE UNIQUE INDEX users_email_once ON public.users USING btree (lower(email));
CREATE INDEX users_office ON public.users USING btree (office);
CREATE INDEX users_uac ON public.users USING btree (uac_id);
CREATE UNIQUE INDEX users_username_once ON public.users USING btree (lower(username));
alter table public.users enable row level security, force row level security;
create policy select_own_or_as_administrator on public.users for select to authenticated
  using (((id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.caller_level() AS caller_level) IS NOT NULL)) OR (( SELECT private.caller_has_route('users'::text) AS caller_has_route) AND (office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]))));
create policy select_own_or_as_administrator_for_central on public.users for select to central_reader
  using (((id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.caller_level() AS caller_level) IS NOT NULL)) OR (( SELECT private.caller_has_route('users'::text) AS caller_has_route) AND (( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL)));
create policy select_own_or_as_administrator_for_province on public.users for select to provincial_reader
  using (((id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.caller_level() AS caller_level) IS NOT NULL)) OR (( SELECT private.caller_has_route('users'::text) AS caller_has_route) AND (office = ( SELECT private.provincial_caller_office() AS provincial_caller_office))));
CREATE TRIGGER clean_texts BEFORE INSERT OR UPDATE ON public.users FOR EACH ROW EXECUTE FUNCTION private.clean_texts();
CREATE TRIGGER guard_user BEFORE INSERT OR DELETE OR UPDATE ON public.users FOR EACH ROW EXECUTE FUNCTION private.guard_user();
CREATE TRIGGER keep_an_administrator_delete AFTER DELETE ON public.users REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.require_administrator();
CREATE TRIGGER keep_an_administrator_update AFTER UPDATE ON public.users REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.require_administrator();
CREATE TRIGGER keep_common_views BEFORE DELETE ON public.users FOR EACH ROW EXECUTE FUNCTION private.keep_common_views();
CREATE TRIGGER log_delete AFTER DELETE ON public.users REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement('subject');
CREATE TRIGGER log_insert AFTER INSERT ON public.users REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement('subject');
CREATE TRIGGER log_update AFTER UPDATE ON public.users REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.log_statement('subject');
CREATE TRIGGER revoke_on_disable AFTER UPDATE OF disabled ON public.users FOR EACH ROW WHEN ((new.disabled AND (NOT old.disabled))) EXECUTE FUNCTION private.revoke_on_disable();
grant select on public.users to authenticated;
grant select on public.users to central_reader;
grant select on public.users to provincial_reader;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.users to service_role;
create policy evidence_select_in_scope on storage.objects for select to authenticated
  using ((bucket_id = 'evidence'::text) AND ( SELECT private.is_storage_read() AS is_storage_read) AND (EXISTS ( SELECT
   FROM public.evidence_files f
  WHERE ((objects.name = f.file_path) OR (objects.name = f.thumbnail_path)))));
-- function private.account_drift() returns TABLE(user_id uuid, username text, email text, problem text), security definer, executed by authenticated, central_reader, provincial_reader
-- function private.act_as(author uuid) returns void
-- function private.activities_of(keys private.row_key[]) returns SETOF public.activities
-- function private.activity_conditions(filters jsonb) returns text, executed by authenticated, central_reader, provincial_reader
-- function private.activity_forms() returns TABLE(place integer, table_name text, form text, side text, year text, quarter text, month text, kind text, quantity text)
-- function private.activity_marks(subject text, forms text[], marks text[], filters jsonb, by_programme boolean DEFAULT false) returns SETOF record, executed by authenticated, central_reader, provincial_reader
-- function private.activity_query(wanted_table text, rows_name text) returns text
-- procedure private.add_arc_triggers(IN target regclass)
-- procedure private.add_attachment_fields(IN target regclass, IN fields text[])
-- function private.add_comment(wanted_table text, wanted_row bigint, about text, said text) returns jsonb, security definer, executed by authenticated, central_reader, provincial_reader
-- procedure private.add_level_read_policies(IN target regclass)
-- procedure private.add_log_triggers(IN target regclass)
-- procedure private.add_masterlist_references(IN target regclass)
-- procedure private.add_reference(IN target regclass, IN referring text, IN parent regclass, IN referred text, IN follow boolean DEFAULT false)
-- procedure private.add_scope_read_policies(IN target regclass)
-- procedure private.add_soft_checks(IN target regclass)
-- procedure private.add_value_checks()
-- procedure private.add_write_triggers(IN target regclass, IN name text, IN call_text text)
-- function private.administered_scope(caller private.caller, reference private.reference_tables) returns text
-- function private.age_group(years integer) returns text, executed by authenticated, central_reader, provincial_reader, service_role
-- function private.age_on(birthday date, day date) returns integer, executed by authenticated, central_reader, provincial_reader, service_role
-- function private.answer_reopening(request bigint, until date, said text) returns void, security definer, executed by authenticated, central_reader, provincial_reader
-- procedure private.apply_protection(IN target regclass)
-- function private.arbo_name_lock(wanted_office text, name text, OUT kind integer, OUT bucket integer) returns record
-- function private.arc_lock(arc_id text, OUT kind integer, OUT bucket integer) returns record
-- function private.attachment_link(upload uuid) returns text
-- function private.attended_within(filters jsonb) returns SETOF bigint, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.authenticate_api_token(token_hash text) returns TABLE(id bigint, user_id uuid, may_write boolean), security definer, executed by api_gateway
-- function private.authorize_account_removal(wanted uuid) returns void, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.authorize_email_change(wanted uuid, new_email text) returns void, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.authorize_new_account(given jsonb) returns uuid, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.await_arbo_by_name(wanted_office text, name text) returns bigint, security definer
-- function private.await_writers(wanted_tables text[]) returns void, executed by authenticated, central_reader, provincial_reader
-- function private.begin_batch(wanted_import uuid, wanted_batch integer, wanted_path text, wanted_hash text) returns bigint[], security definer, executed by authenticated, central_reader, provincial_reader
-- function private.begin_import(wanted_import uuid, wanted_screen text, wanted_table text, wanted_file text, wanted_rows integer, wanted_left_out integer) returns void, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.begin_job(wanted_job uuid, wanted_kind text, wanted_screen text, wanted_table text, wanted_status text, wanted_what jsonb, wanted_total integer, wanted_ids bigint[], wanted_versions integer[]) returns void, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.begin_preview(wanted uuid, entry jsonb DEFAULT NULL::jsonb, region text DEFAULT NULL::text, province text DEFAULT NULL::text) returns void, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.begin_sign_in(wanted_username text, wanted_address text, wanted_browser text DEFAULT NULL::text) returns TABLE(email text, wait_seconds integer, attempt bigint, busy boolean), security definer, executed by api_gateway
-- function private.begin_upload(evidence_table text, owner_table text, owner_id bigint, upload jsonb) returns jsonb, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.begin_write(key uuid, wanted_call text, wanted_hash text) returns json, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.build_comparison_query(rule private.comparisons) returns text
-- function private.build_digest(most integer) returns jsonb, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.build_find_expression(name_column text, identifier_column text) returns text
-- function private.build_find_text(name text, identifier text) returns text, executed by authenticated, central_reader, provincial_reader
-- function private.build_missing_fact_condition(target regclass, fact private.required_facts, alias text) returns text
-- function private.build_pattern_condition(one text, pattern text, by_index boolean) returns text
-- function private.build_search_condition(table_name text, terms jsonb, by_index boolean DEFAULT false, OUT condition text, OUT by_sensitive boolean) returns record, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.build_sensitive_expression(target regclass) returns text
-- function private.build_soft_check_condition(asked private.soft_checks, alias text) returns text
-- function private.build_term_conditions(terms jsonb, texts text[], by_index boolean DEFAULT true, nowhere text[] DEFAULT '{}'::text[]) returns text
-- function private.build_unusual_query(wanted_table text) returns text
-- function private.caller_can_approve_own() returns boolean, security definer, executed by authenticated, central_reader, provincial_reader, service_role
-- function private.caller_has_right(wanted text) returns boolean, security definer, executed by authenticated, central_reader, provincial_reader, service_role
-- function private.caller_has_route(wanted text) returns boolean, security definer, executed by authenticated, central_reader, provincial_reader, service_role
-- function private.caller_is_active() returns boolean, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.caller_level() returns text, security definer, executed by authenticated, central_reader, provincial_reader, service_role
-- function private.caller_office() returns text, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.caller_reach() returns smallint, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.caller_uac_id() returns bigint, security definer, executed by authenticated, central_reader, provincial_reader, service_role
-- function private.can_administer_common_views() returns boolean, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.can_administer_people(verb text) returns boolean, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.can_administer_reference(verb text) returns boolean, security definer, executed by authenticated, central_reader, provincial_reader, service_role
-- function private.can_administer_roles(verb text) returns boolean, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.can_administer_schedules_of(wanted_office text) returns boolean, security definer
-- function private.can_administer_user(wanted uuid, office text, entry_id bigint) returns boolean, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.can_fetch_result(j private.jobs) returns boolean, security definer
-- function private.can_repair_files() returns boolean, security definer, executed by authenticated, central_reader, provincial_reader, service_role
-- function private.cancel_account_intent(wanted uuid) returns void, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.central_caller_id() returns uuid, security definer, executed by authenticated, central_reader, provincial_reader, service_role
-- function private.change_profile(wanted uuid, given jsonb, expected_version integer DEFAULT NULL::integer) returns jsonb, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.changed_fields(before jsonb, after jsonb) returns jsonb
-- function private.check_account_change(wanted uuid) returns void, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.check_next_office() returns text, security definer, executed by api_gateway
-- function private.check_place(region text, province text, muncity text, barangay text) returns private.check_place, security definer
-- function private.check_preview(wanted uuid, is_draft boolean) returns void, security definer
-- function private.check_profile_change(verb text, before public.users, after public.users) returns void, security definer
-- function private.check_record_table(wanted_table text) returns void, security definer
-- function private.choose_inbox_entries(ids text[], up_to text, wanted_kind text) returns text[], security definer
-- function private.claim_digest() returns uuid, security definer, executed by api_gateway
-- function private.closed_on(schedule_id bigint) returns date, security definer
-- function private.columns_copied_with(shared_column text) returns text[]
-- function private.compute_value_groups(wanted_table text) returns void
-- function private.confirm_returned_rows(ids bigint[]) returns void, executed by authenticated, central_reader, provincial_reader
-- function private.confirm_upload(confirmed uuid, uploader uuid, stored_sha256 text, stored_thumbnail_sha256 text) returns void, security definer, executed by api_gateway
-- function private.count_rows_done(j private.jobs) returns bigint, security definer
-- function private.count_value_usage(entry public.dropdown_values) returns TABLE(table_name text, column_name text, rows bigint), security definer, executed by authenticated, central_reader, provincial_reader
-- function private.counted_tables() returns TABLE(place integer, counted text, counts text, source text, keys text, sums text, meaning text)
-- function private.create_api_token(wanted_name text, writes boolean, days integer, token_hash text) returns jsonb, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.create_draft_person(entry jsonb, region text, province text) returns uuid, security definer
-- function private.current_access() returns jsonb, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.current_api_token() returns text, security definer
-- function private.current_caller() returns private.caller, security definer, executed by authenticated, central_reader, provincial_reader, service_role
-- function private.current_reopening_state(r private.reopenings, OUT state text, OUT answered_at timestamp with time zone) returns record, security definer
-- function private.decoy_account() returns uuid
-- function private.delete_orphan_uploads() returns bigint, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.deleted_fields(held jsonb) returns jsonb
-- function private.describe_last_window(windows text[], wanted_offices text[]) returns jsonb, security definer
-- function private.drop_auth_mail(event jsonb) returns jsonb, executed by supabase_auth_admin
-- function private.due_until() returns date, executed by authenticated, central_reader, provincial_reader, service_role
-- function private.end_other_sessions() returns void, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.end_own_session(wanted uuid) returns void, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.end_own_sessions() returns void, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.end_sessions(wanted uuid) returns void, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.end_sign_in(ended bigint, success boolean, used_browser text DEFAULT NULL::text) returns void, security definer, executed by api_gateway
-- function private.entry_digest(e private.user_log) returns bytea
-- function private.expand_town_names(given text[]) returns text[], security definer, executed by authenticated, central_reader, provincial_reader, service_role
-- function private.expire_uploads(ids uuid[] DEFAULT '{}'::uuid[]) returns bigint, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.explain_call_refusal(wanted_table text, verbs text[]) returns jsonb, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.explain_reference_refusal(caller private.caller, reference private.reference_tables, verb text, row_id bigint, wanted_office text) returns text, security definer
-- function private.explain_refusal(wanted_table text, verb text, ids bigint[], offices text[] DEFAULT NULL::text[], statuses text[] DEFAULT NULL::text[]) returns jsonb, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.explain_role_refusal(c private.caller, entry public.uac) returns text
-- function private.fetch_result(wanted_job uuid) returns text, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.figure_differences(offices text[] DEFAULT NULL::text[]) returns TABLE(kept text, what text)
-- function private.figure_health() returns TABLE(offices integer, checked integer, oldest timestamp with time zone, wrong text[], repaired text[]), security definer, executed by api_gateway
-- function private.figure_sources() returns TABLE(table_name text, columns text)
-- function private.file_faults() returns TABLE(fault text, path text, evidence_table text, row_id bigint), security definer, executed by authenticated, central_reader, provincial_reader
-- function private.filter_readable_ids(wanted_table text, ids bigint[]) returns bigint[], security definer
-- function private.find_arbo_by_name(wanted_office text, name text) returns bigint, security definer
-- function private.find_arbos_by_former_name(terms jsonb) returns bigint[], security definer
-- function private.find_candidate_ids(query text, most integer) returns TABLE(table_name text, name_column text, identifier_column text, ids bigint[]), security definer, executed by authenticated, central_reader, provincial_reader
-- function private.find_deleted_attachments(wanted_table text, entries bigint[]) returns bigint[], security definer
-- function private.find_deleted_parents(wanted_table text, ids bigint[]) returns TABLE(id bigint, column_name text, parent_name text, parent jsonb), security definer, executed by authenticated, central_reader, provincial_reader
-- function private.find_deleted_rows(wanted_table text, ids bigint[] DEFAULT NULL::bigint[]) returns TABLE(entry bigint, row_id bigint, office text, status text, approved boolean), security definer
-- function private.find_likely_duplicates(wanted_table text, key_columns text[], candidates jsonb) returns TABLE(place bigint, id bigint, agreed text[]), security definer, executed by authenticated, central_reader, provincial_reader
-- function private.find_log_problems() returns TABLE(entry bigint, lane smallint, problem text), security definer
-- function private.find_missing_office_column(wanted text, profile public.users) returns text
-- function private.find_nearest_counterparts(groups private.activity_group[]) returns TABLE(table_name text, row_id bigint, matched_within smallint)
-- function private.find_present_identifier(parent_name text, parent_column text, former text, since bigint) returns text
-- function private.find_records(query text, most integer) returns TABLE(table_name text, id bigint, rank integer, name text, identifier text, about jsonb, hit_column text, hit_value text), executed by authenticated, central_reader, provincial_reader
-- function private.find_references(wanted_table text, wanted_ids bigint[]) returns TABLE(id bigint, table_name text, status text, approved boolean, readable boolean, row_count bigint, ways jsonb, keys jsonb), security definer, executed by authenticated, central_reader, provincial_reader
-- function private.find_rows_by_name(wanted_table text, name_column text, offices text[], names text[]) returns SETOF bigint, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.find_rows_changed_since(wanted_table text, ids bigint[], seen pg_snapshot) returns SETOF bigint, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.find_same_file(evidence_table text, file_sha256 text, upload uuid, row_id bigint) returns bigint, executed by authenticated, central_reader, provincial_reader
-- function private.find_sent_result(wanted_job uuid) returns text, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.find_town_code(region text, province text, muncity text) returns text, security definer
-- function private.find_unmatched_patterns(table_name text, indexed text, terms jsonb) returns text[]
-- function private.finish_batch(wanted_import uuid, wanted_batch integer, saved_ids bigint[], saved_versions integer[] DEFAULT NULL::integer[]) returns void, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.finish_write(key uuid, given json) returns void, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.fold(given text) returns text, executed by authenticated, central_reader, provincial_reader, service_role
-- function private.fold_name(given text) returns text, executed by authenticated, central_reader, provincial_reader, service_role
-- function private.folder_name(name text) returns text, executed by authenticated, central_reader, provincial_reader, service_role
-- function private.follow_arc(former jsonb, present jsonb, since bigint) returns jsonb
-- function private.follow_form11(former jsonb, since bigint) returns jsonb
-- function private.follow_identifiers(wanted_table text, former jsonb, since bigint) returns jsonb
-- function private.follow_place(wanted_table text, former jsonb) returns jsonb, security definer
-- function private.format_long_date(day date) returns text, executed by authenticated, central_reader, provincial_reader, service_role
-- function private.format_search_date(day date) returns text, executed by authenticated, central_reader, provincial_reader, service_role
-- function private.format_search_time(moment timestamp with time zone) returns text, executed by authenticated, central_reader, provincial_reader, service_role
-- function private.forms_with_mark(forms text[], mark text) returns text[], executed by authenticated, central_reader, provincial_reader
-- function private.geotag_shared_columns() returns text[]
-- procedure private.grant_columns(IN target regclass)
-- procedure private.grant_reader_roles()
-- function private.has_control_character(item text) returns boolean, executed by authenticated, central_reader, provincial_reader, service_role
-- function private.has_digest_opt_in() returns boolean, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.has_orphan_files() returns boolean, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.has_place_of_owner(evidence text, item jsonb) returns boolean, security definer
-- function private.has_right_for(verb text, rights text[]) returns boolean, executed by authenticated, central_reader, provincial_reader, service_role
-- function private.has_same_values(present jsonb, held jsonb) returns boolean
-- function private.has_sensitive_value(about text, fields jsonb) returns boolean
-- function private.idempotency_key_retention() returns interval
-- function private.import_undo_period() returns interval
-- function private.imported_rows(wanted_import uuid) returns TABLE(id bigint, created boolean, state text, row_version bigint, before bigint, last bigint, by text, at timestamp with time zone), security definer, executed by authenticated, central_reader, provincial_reader
-- function private.imports_for_caller() returns TABLE(at timestamp with time zone, screen text, import_id uuid, file_name text, rows integer, saved bigint), security definer
-- function private.inbox_days(kind text) returns integer
-- function private.inbox_entries() returns TABLE(id text, kind text, at timestamp with time zone, user_id uuid, reason text, table_name text, status text, row_ids bigint[], window_name text, office text, end_date date, about jsonb, read boolean, snoozed_until date), security definer
-- function private.inbox_step_limit() returns integer
-- procedure private.index_import_names(IN target regclass, IN name_column text)
-- procedure private.index_names(IN target regclass, IN name_column text)
-- function private.is_api_token() returns boolean
-- function private.is_approved(stage text) returns boolean, executed by authenticated, central_reader, provincial_reader
-- function private.is_attachment_link(link text) returns boolean
-- function private.is_central_administrator(level text, routes text[], rights text[]) returns boolean
-- function private.is_field_condition(part jsonb) returns boolean, executed by authenticated, central_reader, provincial_reader
-- function private.is_file_stored(path text, wanted_size bigint) returns boolean, security definer
-- function private.is_filter(filter jsonb, levels integer DEFAULT 9) returns boolean, executed by authenticated, central_reader, provincial_reader
-- function private.is_former_value(wanted_table text, wanted_row bigint, column_name text, held text) returns boolean, security definer
-- function private.is_job_kept(j private.jobs) returns boolean
-- function private.is_known_place(region text, province text, muncity text, barangay text) returns boolean, security definer
-- function private.is_only_arbo_sync(was jsonb, now jsonb) returns boolean
-- function private.is_only_arc_sync(was jsonb, now jsonb) returns boolean
-- function private.is_orphan(state text, since timestamp with time zone) returns boolean
-- function private.is_password_session(session uuid) returns boolean, security definer
-- function private.is_possibly_untidy(item text) returns boolean
-- function private.is_replacing_list_value() returns boolean
-- function private.is_restoring() returns boolean, executed by authenticated, central_reader, provincial_reader
-- function private.is_saved_question(question jsonb) returns boolean, executed by authenticated, central_reader, provincial_reader
-- function private.is_saved_view(view jsonb) returns boolean, executed by authenticated, central_reader, provincial_reader
-- function private.is_schedule_active(status text, start_date date, end_date date) returns boolean, executed by authenticated, central_reader, provincial_reader, service_role
-- function private.is_sensitive_screen(screen text) returns boolean
-- function private.is_session_expired(created_at timestamp with time zone, refreshed_at timestamp without time zone, not_after timestamp with time zone) returns boolean
-- function private.is_session_valid() returns boolean, security definer
-- function private.is_short_list(items text[], most integer) returns boolean
-- function private.is_short_text(item text, most integer) returns boolean
-- function private.is_storage_read() returns boolean, executed by authenticated, central_reader, provincial_reader, service_role
-- function private.is_undoing_links() returns boolean
-- function private.is_window_open(window_name text, region text, province text) returns boolean, security definer
-- function private.is_written_by_database(column_name name) returns boolean
-- function private.job_limit() returns integer
-- function private.job_retention() returns interval
-- function private.job_state(j private.jobs) returns text
-- function private.join_list(items text[]) returns text, executed by authenticated, central_reader, provincial_reader, service_role
-- function private.judge_password(event jsonb) returns jsonb, security definer, executed by supabase_auth_admin
-- function private.kept_files(after_path text, most integer) returns TABLE(path text, sha256 text, size bigint, evidence_table text, row_id bigint), security definer, executed by authenticated, central_reader, provincial_reader
-- function private.kept_marks_query(subject text, forms text[], marks text[], filters jsonb) returns text, executed by authenticated, central_reader, provincial_reader
-- function private.last_sign_in(wanted uuid) returns timestamp with time zone, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.level_rank(wanted text) returns integer
-- function private.link_hash(before bytea, ids bigint[], digests bytea[]) returns bytea
-- function private.list_comments(wanted_table text, wanted_row bigint) returns jsonb, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.list_hidden_columns(wanted_table text) returns text[]
-- function private.list_patterns(terms jsonb) returns SETOF text
-- function private.list_references(wanted_table text) returns TABLE(column_name text, parent_name text, parent_column text), security definer
-- function private.list_searched_expressions(table_name text) returns text[], security definer
-- function private.list_trash(wanted_table text, statuses text[], page_size integer, skipped bigint) returns jsonb, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.list_value_lock(list text, value text, OUT kind integer, OUT bucket integer) returns record, executed by authenticated, central_reader, provincial_reader
-- function private.lock_import_names(wanted_table text, places jsonb, names jsonb) returns jsonb, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.lock_keys(kind text, keys text[]) returns void
-- function private.log_account_repair(wanted uuid, repaired text, address text) returns void, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.log_event(about uuid, wanted_action text, wanted_status text DEFAULT NULL::text, tried_name text DEFAULT NULL::text) returns void, security definer
-- function private.log_export(wanted_table text, purpose text, filters jsonb, row_count bigint) returns void, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.log_list_value_replacement(former public.dropdown_values, replacement public.dropdown_values) returns void, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.log_people_asked(wanted_table text, ids bigint[], fields text[]) returns void, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.log_preview(wanted uuid, role_name text) returns void, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.log_reading(wanted_table text, ids bigint[]) returns void, security definer
-- function private.log_reopening(r private.reopenings, act text, said jsonb) returns void, security definer
-- function private.log_review(wanted_table text, ids bigint[], act text, said jsonb) returns void, security definer
-- function private.log_rows_returned(wanted_table text, ids bigint[]) returns void, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.log_sign_in(account text, success boolean) returns void, security definer
-- function private.log_sign_out() returns void, security definer, executed by authenticated, central_reader, provincial_reader
-- procedure private.make_findable(IN target regclass, IN name_column text, IN identifier_column text DEFAULT NULL::text)
-- procedure private.make_searchable(IN target regclass)
-- function private.mark_inbox_read(ids text[], up_to text, wanted_kind text DEFAULT NULL::text, is_read boolean DEFAULT true) returns text[], security definer, executed by authenticated, central_reader, provincial_reader
-- function private.mark_kinds() returns TABLE(mark text, condition text, of_targets boolean), executed by authenticated, central_reader, provincial_reader
-- function private.mark_years(forms text[], mark text) returns text, executed by authenticated, central_reader, provincial_reader
-- function private.marks_of(arbos bigint[], arcs bigint[]) returns SETOF public.funding_marks
-- function private.migration_level() returns text, security definer, executed by api_gateway
-- function private.normalize_place_name(level text, name text) returns text
-- function private.note_office(wanted_office text) returns void
-- function private.office_name(office text) returns text
-- function private.office_of(held jsonb) returns text
-- function private.offices_in_scope(c private.caller) returns SETOF public.offices, security definer
-- function private.offices_to_read() returns text[], security definer, executed by authenticated, central_reader, provincial_reader, service_role
-- function private.offices_to_write(verb text, window_name text) returns text[], security definer, executed by authenticated, central_reader, provincial_reader, service_role
-- function private.offline_key() returns text, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.open_reading_entry(wanted_table text, this_hour timestamp with time zone) returns bigint, security definer
-- function private.orphan_file_paths(most integer) returns SETOF text, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.outline_tolerance() returns double precision
-- function private.outside_outline(region text, province text, longitude numeric, latitude numeric) returns text, security definer
-- function private.own_api_tokens() returns jsonb, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.own_imports(wanted_import uuid, page_size integer, skipped bigint) returns jsonb, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.own_jobs(page_size integer, skipped bigint) returns jsonb, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.own_sessions() returns jsonb, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.people_of(ids bigint[]) returns SETOF public.people
-- function private.pick_place(held jsonb) returns jsonb
-- function private.pick_shared_columns(form jsonb) returns jsonb
-- function private.place_key(level text, name text) returns text
-- procedure private.protect_reference_table(IN target regclass)
-- procedure private.protect_sensitive_columns(IN target regclass)
-- function private.provincial_caller_office() returns text, security definer, executed by authenticated, central_reader, provincial_reader, service_role
-- function private.quarter_before(day date) returns TABLE(year integer, quarter text, first_day date, last_day date), executed by authenticated, central_reader, provincial_reader, service_role
-- function private.read_deleted_rows(wanted_table text, ids bigint[]) returns SETOF jsonb, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.read_history(table_name text, wanted_row bigint) returns TABLE(id bigint, at timestamp with time zone, user_name text, user_role text, action text, changes jsonb, api_token text), security definer, executed by authenticated, central_reader, provincial_reader
-- function private.read_inbox(page_size integer, skipped bigint, wanted_kind text DEFAULT NULL::text, per_kind integer DEFAULT NULL::integer, of_snoozed boolean DEFAULT false) returns jsonb, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.read_log(wanted jsonb, from_at timestamp with time zone, until_at timestamp with time zone, terms jsonb, oldest_first boolean, page_size integer, skipped integer, count_limit integer) returns jsonb, security definer, executed by authenticated, central_reader, provincial_reader
-- procedure private.read_only_in_scope(IN target regclass)
-- function private.reading_role() returns text, security definer, executed by authenticated, central_reader, provincial_reader, service_role
-- function private.reattach_files(wanted_table text, entries bigint[]) returns void, security definer
-- function private.rebuild_deleted_row(wanted_table text, deletion bigint, changes jsonb) returns jsonb
-- function private.rebuild_figures() returns void
-- function private.receipt_retention() returns interval
-- function private.record_browser(session uuid, agent text) returns void, security definer, executed by api_gateway
-- function private.record_digest_refusal(person uuid) returns void, security definer, executed by api_gateway
-- function private.record_digest_sent(person uuid, unread text[]) returns void, security definer, executed by api_gateway
-- function private.record_own_password_change(changed_by uuid, used_browser text) returns void, security definer, executed by api_gateway
-- function private.record_password_change(wanted uuid) returns void, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.referable_offices(row_office text) returns text[]
-- function private.refresh_activities(keys private.row_key[]) returns public.activities[]
-- function private.refresh_counts(wanted text, offices text[]) returns void
-- function private.refresh_figures(until bigint DEFAULT NULL::bigint) returns bigint, security definer, executed by api_gateway
-- function private.refresh_marks(arbos bigint[], arcs bigint[]) returns void
-- function private.refresh_people(ids bigint[]) returns text[]
-- function private.refresh_unusual_values(oldest timestamp with time zone DEFAULT (now() - '2 days'::interval)) returns void, security definer, executed by api_gateway
-- function private.refresh_value_groups(oldest timestamp with time zone) returns void
-- function private.refuse_api_token() returns void
-- function private.refuse_approved_row(row_id bigint) returns void
-- function private.refuse_edit(row_id bigint) returns void
-- function private.refuse_former_password(event jsonb) returns jsonb, security definer, executed by supabase_auth_admin
-- function private.region_keys(name text) returns text[]
-- function private.regions_to_schedule(verb text) returns text[], security definer, executed by authenticated, central_reader, provincial_reader
-- function private.register_entries(given jsonb) returns jsonb, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.release_write(key uuid) returns void, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.remove_keys(value jsonb, names text[]) returns jsonb
-- function private.remove_sensitive(about text, changes jsonb) returns jsonb
-- function private.repair_email(wanted uuid) returns void, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.replace_former_values(given jsonb) returns jsonb, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.replace_list_values(given jsonb, since bigint) returns jsonb
-- function private.report_job_progress(wanted_job uuid, first_number integer, told_state text, told_done integer, told_same integer, told_refused integer, told_rows jsonb, told_problem text) returns boolean, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.reporting_offices(wanted_side text, wanted_year integer, wanted_quarter text, regions text[], provinces text[]) returns TABLE(office text, region_name text, province_name text, last_year integer, reported boolean), executed by authenticated, central_reader, provincial_reader
-- function private.request_reopening(wanted_office text, wanted_window text, said text) returns bigint, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.require_account_repairer() returns void, security definer
-- function private.require_entry_right() returns void, security definer, executed by authenticated, central_reader, provincial_reader
-- procedure private.require_evidence_files(IN target regclass, IN owners text[])
-- procedure private.require_facts(IN target regclass)
-- function private.require_visible_person(wanted uuid) returns public.users, security definer
-- function private.reserve_result(wanted_job uuid) returns text, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.resolve_place(wanted text, given text, parents text[], OUT name text, OUT several boolean) returns record, security definer
-- function private.restore(wanted_table text, entries bigint[]) returns SETOF bigint, security definer
-- function private.restore_rows(wanted_table text, ids bigint[]) returns SETOF bigint, security definer, executed by authenticated, central_reader, provincial_reader
-- procedure private.restrict_reference_offices(IN target regclass, IN referring text, IN parent regclass, IN referred text)
-- function private.result_bytes(of_user uuid) returns bigint, security definer
-- function private.result_limits(OUT all_bytes bigint, OUT file_bytes bigint) returns record
-- function private.result_path(j private.jobs) returns text
-- function private.result_size(j private.jobs) returns bigint, security definer
-- function private.resume_job(wanted_job uuid) returns jsonb, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.review_rows(wanted_table text, ids bigint[], wanted_state text, said text) returns SETOF bigint, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.reviews_for_caller() returns TABLE(state text, table_name text, status text, row_id bigint, user_id uuid, at timestamp with time zone, reason text), security definer
-- function private.revoke_api_token(wanted bigint) returns void, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.round_to_two_digits(value numeric) returns numeric
-- function private.rows_in_review(wanted_table text, wanted text) returns SETOF bigint, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.rows_of_import(wanted_import uuid) returns SETOF bigint, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.saved_view_limits(OUT views integer, OUT bytes integer) returns record
-- function private.search_record_ids(table_name text, terms jsonb) returns SETOF bigint, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.search_record_ids(table_name text, query text) returns SETOF bigint, executed by authenticated, central_reader, provincial_reader
-- function private.searched_columns(target regclass, sensitive boolean) returns TABLE(name name, type oid)
-- function private.sensitive_columns_of_view(view jsonb) returns text[]
-- function private.set_digest_opt_in(wish boolean) returns void, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.sign_in_wait(account text, origin text, known text, OUT seconds integer, OUT busy boolean) returns record, security definer
-- function private.similar_arbos() returns SETOF bigint, executed by authenticated, central_reader, provincial_reader
-- function private.snooze_inbox(ids text[], up_to text, wanted_kind text, is_snoozed boolean) returns text[], security definer, executed by authenticated, central_reader, provincial_reader
-- function private.sort_name_words(name text) returns text, executed by authenticated, central_reader, provincial_reader, service_role
-- function private.sweep_jobs(most integer) returns SETOF text, security definer, executed by api_gateway
-- function private.tidy_fields(item jsonb) returns jsonb
-- function private.tidy_text(given text) returns text
-- function private.today() returns date, executed by authenticated, central_reader, provincial_reader, service_role
-- function private.trash_retention() returns interval
-- function private.undo_import(wanted_import uuid) returns void, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.undo_returns(wanted_table text, ids bigint[]) returns SETOF bigint, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.unlink_imported_arbos(wanted_import uuid) returns void, security definer
-- function private.unusual_sources() returns TABLE(table_name text, columns text)
-- function private.upload_address_lifetime() returns interval
-- function private.upload_timeout() returns interval, executed by authenticated, central_reader, provincial_reader, service_role
-- function private.username_of(account uuid) returns text, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.values_after_entry(wanted_table text, wanted_row bigint, entry bigint) returns jsonb, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.verify_log() returns jsonb, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.versions_of_batch(wanted_import uuid, wanted_batch integer) returns integer[], security definer, executed by authenticated, central_reader, provincial_reader
-- function private.window_of(wanted_table text, row_status text) returns text, security definer
-- function private.window_state(window_name text) returns jsonb, security definer, executed by authenticated, central_reader, provincial_reader
-- function private.write_pulse() returns void, security definer, executed by api_gateway
-- function private.year_bit(year integer) returns bigint, executed by authenticated, central_reader, provincial_reader
-- function private.year_mask(year_from integer, year_to integer) returns bigint, executed by authenticated, central_reader, provincial_reader
-- function public.overdue_of(wanted_arbo bigint) returns SETOF public.overdue, executed by authenticated, central_reader, provincial_reader, service_role
