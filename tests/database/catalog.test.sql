-- Conventions for every table, policy and function. Each check reads the database catalog, so it also covers new ones.
begin;
select plan(31);

select is_empty(
  $$ select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    and not (relrowsecurity and relforcerowsecurity) $$,
  'Row-level security in the schema public also applies to the owners of the tables.');
select is_empty(
  $$ select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm', 'f')
    and not coalesce(reloptions @> '{security_invoker=true}', false) $$,
  'Every view in the schema public uses the caller''s privileges (security_invoker).');
select is_empty(
  $$ select c.relname from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and (select count(*) from pg_attribute a where a.attrelid = c.oid and a.attname in ('office', 'row_version')
         and not a.attisdropped) = 2
       and c.relname not in (select table_name from private.record_tables union all select table_name
         from private.reference_tables) $$,
  'Every table with the columns "office" and "row_version" is a registered record or reference table.');
select is_empty(
  $$ select t.table_name from private.record_tables t
     where (select count(*) from pg_attribute a where a.attrelid = to_regclass('public.' || quote_ident(t.table_name))
       and not a.attisdropped
       and a.attname in ('id', 'user_id', 'time_stamp', 'updated_at', 'row_version', 'process_stage', 'approved_by',
         'approved_at', 'status', 'remarks', 'office', 'search_text')) < 12 $$,
  'Every record table has the columns that all records share.');
select is_empty(
  $$ select t.table_name from private.record_tables t
     where not exists (select from pg_constraint k
       where k.conrelid = to_regclass('public.' || quote_ident(t.table_name)) and k.contype = 'f'
       and k.confrelid = 'public.offices'::regclass and k.convalidated) $$,
  'Every record table has a foreign key to public.offices.');
select is_empty(
  $$ select t.table_name from private.record_tables t
     where not exists (select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
       join pg_attribute b on b.attrelid = i.indrelid and b.attnum = i.indkey[1]
       where i.indrelid = to_regclass('public.' || quote_ident(t.table_name)) and a.attname = 'office'
         and b.attname = 'id') $$,
  'Every record table is indexed by office and id.');
select is_empty(
  $$ select t.table_name, g.tgname from private.record_tables t
     cross join (values ('stamp_record'), ('log_insert'), ('log_update'), ('log_delete')) g (tgname)
     where not exists (select from pg_trigger x where x.tgrelid = to_regclass('public.' || quote_ident(t.table_name))
       and x.tgname = g.tgname and x.tgenabled = 'O') $$,
  'Every record table has the trigger stamp_record and the three log triggers, all enabled.');

select is_empty(
  $$ select tablename, policyname from pg_policies where schemaname = 'public'
     and roles <> case when policyname like '%\_for\_central' then '{central_reader}'
       when policyname like '%\_for\_province' then '{provincial_reader}' else '{authenticated}' end::name[] $$,
  'Every policy applies to exactly one database role: authenticated, central_reader or provincial_reader.');
select is_empty(
  $$ select tablename,
    policyname from pg_policies where schemaname = 'public'
    and (cmd = 'ALL' or policyname !~ ('^' || lower(cmd) || '_[a-z_]+$')) $$,
  'The name of every policy begins with the SQL command to which the policy applies.');
select is_empty(
  $$ select tablename, policyname from pg_policies where schemaname = 'public' and permissive <> 'PERMISSIVE' $$,
  'Every policy in the schema public is permissive, not restrictive.');
select is_empty(
  $$ select tablename, cmd from pg_policies where schemaname = 'public' group by tablename, cmd,
    roles having count(*) > 1 $$,
  'No table has two policies for the same command and role.');
select is_empty(
  $$ select tablename,
    policyname from pg_policies where schemaname = 'public' and cmd in ('INSERT', 'UPDATE') and with_check is null $$,
  'Every insert or update policy has a WITH CHECK condition for the new row.');
select is_empty(
  $$ select tablename,
    policyname from pg_policies where schemaname = 'public' and coalesce(qual, 'true') in ('true', '(true)')
    and coalesce(with_check, 'true') in ('true', '(true)') $$,
  'Every row-level security policy has a condition other than "true".');
select is_empty(
  $$ select tablename, policyname from pg_policies where schemaname = 'public'
     and regexp_replace(concat_ws(' ', qual, with_check),
       '\(\s*SELECT\s+(private|auth)\.', '', 'g') ~ '(private|auth|public)\.\w+\(' $$,
  'Policies call helper functions only in a subselect, which Postgres runs once per statement.');
select is_empty(
  $$ select tablename,
    policyname from pg_policies where schemaname = 'public'
    and concat_ws(' ', qual, with_check) ~ 'jwt|user_metadata|current_setting' $$,
  'No policy reads the claims of an access token.');
select is_empty(
  $$ select t.table_name from private.record_tables t
    where (select array_agg(p.policyname::text order by p.policyname) from pg_policies p where p.schemaname = 'public'
    and p.tablename = t.table_name)
     is distinct
       from '{delete_in_scope,insert_in_scope,select_in_scope,'
          'select_in_scope_for_central,select_in_scope_for_province,update_in_scope}' $$,
  'Every record table has four policies for "authenticated", one for central_reader and one for provincial_reader.');

select is_empty(
  $$ select p.oid::regprocedure from pg_proc p where p.prosecdef and p.pronamespace = 'public'::regnamespace $$,
  'Every function in the schema public runs with the privileges of the caller.');
select is_empty(
  $$ select p.oid::regprocedure from pg_proc p where p.pronamespace in ('private'::regnamespace, 'public'::regnamespace)
    and not coalesce(p.proconfig @> '{"search_path=\"\""}', false) $$,
  'Every function in the schemas public and private has an empty search path.');
select is_empty(
  $$ select p.oid::regprocedure from pg_proc p where p.pronamespace in ('private'::regnamespace, 'public'::regnamespace)
     and (p.proacl is null or exists (select from aclexplode(p.proacl) a where a.grantee = 0)) $$,
  'The role PUBLIC can''t execute any function in the schemas public and private.');
select is_empty(
  $$ select p.oid::regprocedure from pg_proc p where p.pronamespace in ('private'::regnamespace, 'public'::regnamespace)
    and has_function_privilege('anon', p.oid, 'execute') $$,
  'A caller who is not signed in can''t execute any function in the schema public or private.');
select is_empty(
  $$ select p.oid::regprocedure from pg_proc p where p.pronamespace = 'private'::regnamespace and p.prosecdef
    and p.provolatile <> 'v'
     and p.proname in ('current_caller', 'caller_level', 'offices_to_read', 'offices_to_write')
       and p.proparallel <> 's' $$,
  'All helper functions of the policies are marked as parallel safe.');
-- A SECURITY DEFINER function that callers may execute bypasses the policies. Each new function of this kind needs its
-- own test and an entry in this list.
select bag_eq(
  $$ select p.proname::text from pg_proc p where p.pronamespace = 'private'::regnamespace and p.prosecdef
    and has_function_privilege('authenticated', p.oid, 'execute') $$,
  $$ values ('current_caller'), ('caller_level'), ('caller_uac_id'), ('caller_has_route'), ('caller_has_right'),
    ('caller_can_approve_own'), ('offices_to_read'), ('offices_to_write'), ('can_administer_reference'),
      ('central_caller_id'),
    ('provincial_caller_office'), ('reading_role'), ('caller_reach'),
       ('find_references'), ('find_likely_duplicates'), ('find_rows_by_name'), ('find_candidate_ids'), ('log_export'),
         ('log_rows_returned'), ('log_people_asked'), ('offline_key'),
         ('orphan_file_paths'), ('has_orphan_files'), ('kept_files'),
       ('build_search_condition'), ('search_record_ids'), ('explain_refusal'), ('explain_call_refusal'),
         ('rows_in_review'),
         ('username_of'), ('review_rows'), ('undo_returns'), ('list_comments'), ('add_comment'), ('list_trash'),
         ('read_deleted_rows'), ('find_deleted_parents'), ('restore_rows'), ('values_after_entry'), ('read_history'),
         ('window_state'),
           ('require_entry_right'), ('request_reopening'),
         ('answer_reopening'), ('read_inbox'), ('mark_inbox_read'), ('snooze_inbox'), ('build_digest'),
           ('has_digest_opt_in'), ('set_digest_opt_in'),
         ('current_access'), ('caller_is_active'), ('begin_batch'), ('begin_write'), ('finish_write'),
           ('release_write'),
         ('lock_import_names'), ('find_rows_changed_since'), ('finish_batch'),
           ('versions_of_batch'),
       ('begin_import'), ('own_imports'), ('rows_of_import'), ('imported_rows'), ('undo_import'),
       ('begin_job'), ('report_job_progress'), ('own_jobs'), ('resume_job'), ('reserve_result'), ('find_sent_result'),
         ('fetch_result'),
       ('can_administer_people'), ('can_administer_roles'), ('regions_to_schedule'), ('can_administer_user'),
         ('log_sign_out'),
         ('authorize_new_account'), ('authorize_account_removal'), ('cancel_account_intent'),
       ('check_account_change'), ('authorize_email_change'), ('change_profile'), ('end_sessions'),
         ('record_password_change'), ('end_other_sessions'), ('account_drift'),
         ('repair_email'), ('log_account_repair'), ('read_log'), ('register_entries'), ('verify_log'),
      ('own_sessions'), ('end_own_session'), ('end_own_sessions'), ('own_api_tokens'), ('create_api_token'),
        ('revoke_api_token'), ('caller_office'), ('can_administer_common_views'),
      ('begin_preview'), ('log_preview'), ('count_value_usage'),
       ('log_list_value_replacement'), ('replace_former_values'), ('last_sign_in'), ('expand_town_names'),
       ('attended_within'),
       ('begin_upload'), ('expire_uploads'), ('delete_orphan_uploads'), ('file_faults'), ('can_repair_files') $$,
  'Signed-in users can execute only a fixed list of SECURITY DEFINER functions in the schema private.');
select bag_eq(
  $$ select p.proname::text from pg_proc p where p.pronamespace = 'private'::regnamespace
    and exists (select from aclexplode(p.proacl) a where a.grantee = 'api_gateway'::regrole) $$,
  $$ values ('begin_sign_in'), ('end_sign_in'), ('record_own_password_change'), ('confirm_upload'), ('write_pulse'),
    ('migration_level'), ('check_next_office'), ('refresh_figures'), ('refresh_unusual_values'), ('figure_health'),
    ('record_browser'), ('claim_digest'), ('record_digest_sent'), ('record_digest_refusal'), ('authenticate_api_token'),
    ('sweep_jobs') $$,
  'The database role api_gateway can execute only a fixed list of functions in the schema private.');

-- Searches read the column search_text. This column must contain the text of every column of the table.
select is_empty(
  $$ select t.table_name from private.record_tables t
     where not exists (select from pg_trigger g where g.tgrelid = format('public.%I', t.table_name)::regclass
       and g.tgname = 'write_search_text' and g.tgfoid = 'private.write_search_text'::regproc) $$,
  'Every record table has the trigger that writes search_text.');
select is_empty(
  $$ select g.tgrelid::regclass, later.tgname from pg_trigger g join pg_trigger later using (tgrelid)
     where g.tgname = 'write_search_text' and later.tgname > g.tgname and not later.tgisinternal
       and later.tgtype & 3 = 3 $$,
  'On every table, the trigger that writes search_text is the last BEFORE trigger.');
create temp table search_triggers as
  select tgrelid, pg_get_triggerdef(oid) as definition from pg_trigger where tgname = 'write_search_text';
do $$
declare
  target regclass;
begin
  for target in select tgrelid from search_triggers loop
    call private.make_searchable(target);
  end loop;
end
$$;
select is_empty(
  $$ select s.tgrelid::regclass, s.definition from search_triggers s join pg_trigger g using (tgrelid)
     where g.tgname = 'write_search_text' and pg_get_triggerdef(g.oid) <> s.definition $$,
  'A second run of make_searchable on each table does not change any search trigger.');
select is_empty(
  $$ select s.table_name, s.column_name from private.sensitive_columns s
     where not exists (select from pg_index i where i.indrelid = format('public.%I', s.table_name)::regclass
       and pg_get_expr(i.indexprs, i.indrelid) ~ ('\y' || s.column_name || '\y')) $$,
  'Every sensitive column has an index for searches.');

select is_empty(
  $$ select c.oid::regclass, a.privilege_type from pg_class c, aclexplode(c.relacl) a
     where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'template'::regnamespace)
       and a.grantee in (0, 'anon'::regrole, 'api_gateway'::regrole) $$,
  'The roles PUBLIC, anon and api_gateway have no privileges on any table.');
select bag_eq(
  $$ select c.oid::regclass::text, a.privilege_type from pg_class c, aclexplode(c.relacl) a
     where c.relnamespace in ('private'::regnamespace, 'template'::regnamespace)
       and a.grantee in ('authenticated'::regrole, 'service_role'::regrole) $$,
  $$ values ('private.reviews', 'SELECT') $$,
  'The roles "authenticated" and "service_role" can read no private table except private.reviews.');
select is_empty(
  $$ select c.oid::regclass, a.privilege_type from pg_class c, aclexplode(c.relacl) a
     where c.relnamespace = 'public'::regnamespace and c.relkind <> 'S' and a.grantee = 'authenticated'::regrole
       and a.privilege_type not in ('SELECT', 'DELETE') $$,
  'Signed-in users have only the privileges SELECT and DELETE on whole tables in the schema public.');
select is_empty(
  $$ select t.table_name, p.name from private.record_tables t, tests.protected_columns() p (name)
     where has_column_privilege('authenticated', 'public.' || quote_ident(t.table_name), p.name, 'insert')
       or has_column_privilege('authenticated', 'public.' || quote_ident(t.table_name), p.name, 'update') $$,
  'Signed-in users can''t write the protected columns of record tables, such as row_version.');

select * from finish();
rollback;
