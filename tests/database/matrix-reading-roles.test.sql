-- Tests the reading roles: central_reader for Central users and provincial_reader for Provincial users. To callers of
-- its level, a reading role shows the same rows as the role `authenticated`; to other callers, it shows none. It can't
-- write. 28 callers try each role on every record table.
begin;
select plan((2 * 28 * (select count(*) from private.record_tables) + 2 * (select count(*)
  from private.record_tables) + 12)::integer);

grant central_reader, provincial_reader to postgres;
select tests.create_callers();
select tests.put_rows();

-- Adds every caller again under each reading role. A caller whose level does not match the role must see no rows.
insert into tests.callers (caller, kind, level, rights, routes, place, user_id, claims)
select format('%s, as %s', c.caller, r.reader), case when c.kind = 'anonymous' then 'no profile' else c.kind end,
  case when c.level = r.level then c.level end, c.rights, c.routes, c.place, c.user_id,
    c.claims || jsonb_build_object('role', r.reader)
from tests.callers c, (values ('central_reader', 'Central'), ('provincial_reader', 'Provincial')) r (reader, level);
create view pg_temp.readers as select caller from tests.callers where claims ->> 'role' like '%\_reader';

select is(
  tests.run_matrix('reading roles', only_verbs => '{select}',
    only_callers => (select array_agg(caller) from pg_temp.readers)),
  (2 * 28 * 5 * 2 * (select count(*) from tests.faces)),
  'Coverage: Every caller tries to read every sample row under the roles central_reader and provincial_reader.');
select is(tests.disagreements('reading roles', t.table_name, c.caller, 'select'), '',
  format(
  '%s: As central_reader and provincial_reader, the caller "%s" reads exactly the rows that the rules allow.',
  t.table_name, c.caller))
from private.record_tables t, pg_temp.readers c order by t.table_name, c.caller;

-- Replaces the select policy of a reading role by a wrong policy, which lets all callers or no caller read. Returns
-- null if the tests fail under this policy, as they must, and otherwise a text that names it. Rolls the policy back.
create function pg_temp.unnoticed(target text, role_of_policy text, condition text) returns text language plpgsql as $$
declare
  changed text := (select policyname from pg_policies where schemaname = 'public' and tablename = target
    and roles = array[role_of_policy]::name[]);
  noticed boolean;
begin
  execute format('alter policy %I on public.%I using (%s)', changed, target, condition);
  select bool_or(tests.expected(c, 'select', r, true) <> tests.attempt(c.caller, tests.statement('select', r)))
    into noticed
  from tests.rows r, tests.callers c
  where r.table_name = target and c.claims ->> 'role' = role_of_policy and c.rights = '{Read}';
  raise exception using errcode = 'TESTS', message = noticed::text;
exception
  when sqlstate 'TESTS' then return case when sqlerrm = 'true' then null
    else format('%s for %s: %s', target, role_of_policy, condition) end;
end
$$;
select is(concat_ws('; ', pg_temp.unnoticed(t.table_name, r.reader, 'true'),
  pg_temp.unnoticed(t.table_name, r.reader, 'false')), '',
  format(
  '%s: The tests detect a mutant of the select policy for %s that lets all callers, or no caller, read rows.',
  t.table_name,
  r.reader))
from private.record_tables t, (values ('central_reader'), ('provincial_reader')) r (reader) order by 1;

select is(tests.answer('Central with Read', 'select private.reading_role()'), 'central_reader',
  'reading_role returns the database role "central_reader" for a Central user.');
select is(tests.answer('Provincial with Read', 'select private.reading_role()'), 'provincial_reader',
  'reading_role returns the database role "provincial_reader" for a Provincial user.');
select is(tests.answer('Regional with Read', 'select private.reading_role()'), 'authenticated',
  'reading_role returns the database role "authenticated" for a Regional user.');
select is(tests.answer('demoted', 'select private.reading_role()'), 'provincial_reader',
  'reading_role returns "provincial_reader" for a user who was demoted from Central to Provincial.');
select is(tests.answer('disabled', 'select private.reading_role()'), 'authenticated',
  'reading_role returns the default role "authenticated" for a disabled Central user.');

select is_empty(
  $$ select r.reader, c.oid::regclass, p.privilege from pg_class c,
    (values ('central_reader'), ('provincial_reader')) r (reader),
       (values ('insert'), ('update'), ('delete'), ('truncate'), ('references'), ('trigger')) p (privilege)
     where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'template'::regnamespace,
       'auth'::regnamespace, 'storage'::regnamespace) and c.relkind in ('r', 'p', 'v')
       and (has_table_privilege(r.reader, c.oid, p.privilege) or p.privilege in ('insert', 'update')
         and has_any_column_privilege(r.reader, c.oid, p.privilege)) $$,
  'The roles central_reader and provincial_reader have no privilege to write to any table.');
select is_empty(
  $$ select r.reader, c.oid::regclass,
    a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped,
    (values ('central_reader'), ('provincial_reader')) r (reader)
     where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'template'::regnamespace)
       and c.relkind in ('r', 'p', 'v')
       and has_column_privilege(r.reader, c.oid, a.attnum, 'select') <> has_column_privilege('authenticated', c.oid,
         a.attnum, 'select') $$,
  'The reading roles can read the same columns as the database role "authenticated".');
select is_empty(
  $$ select r.reader, p.oid::regprocedure from pg_proc p, (values ('central_reader'), ('provincial_reader')) r (reader)
     where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prokind = 'f'
       and has_function_privilege(r.reader, p.oid, 'execute') <> has_function_privilege('authenticated', p.oid,
       'execute') $$,
  'The roles central_reader and provincial_reader may execute the same functions as signed-in users.');
select is_empty(
  $$ select r.reader, n.nspname from pg_namespace n, (values ('central_reader'), ('provincial_reader')) r (reader)
     where n.nspname in ('public', 'private', 'template', 'extensions')
       and has_schema_privilege(r.reader, n.oid, 'usage') <> has_schema_privilege('authenticated', n.oid, 'usage') $$,
  'The roles central_reader and provincial_reader have the USAGE privilege on the same schemas as signed-in users.');
-- A select policy of a reading role may differ from the policy of signed-in users only in the condition on offices.
-- Compares all tables except those of Storage, which the reading roles can't use.
select is_empty(
  $$ select p.tablename, p.policyname from pg_policies p,
    (values ('central_reader', 'central', '(( SELECT private.central_caller_id() AS central_caller_id) IS NOT NULL)'),
       ('provincial_reader', 'province',
         '(office = ( SELECT private.provincial_caller_office() AS provincial_caller_office))')) r (reader, suffix,
           offices)
     where p.schemaname <> 'storage' and p.cmd = 'SELECT' and p.roles = '{authenticated}' and not exists (
       select from pg_policies own where own.schemaname = p.schemaname and own.tablename = p.tablename
         and own.policyname = p.policyname || '_for_' || r.suffix and own.cmd = 'SELECT'
         and own.roles = array[r.reader]::name[]
           and own.qual = replace(p.qual,
           '(office = ANY (( SELECT private.offices_to_read() AS offices_to_read)::text[]))', r.offices)) $$,
  'The select policies of central_reader, provincial_reader and authenticated differ only in the office check.');
select bag_eq(
  $$ select m.member::regrole::text,
    m.roleid::regrole::text from pg_auth_members m
    where m.roleid in ('central_reader'::regrole, 'provincial_reader'::regrole) and m.member <> 'postgres'::regrole $$,
  $$ values ('api_gateway', 'central_reader'), ('api_gateway', 'provincial_reader') $$,
  'Only the database role api_gateway is a member of central_reader and provincial_reader.');

select * from finish();
rollback;
