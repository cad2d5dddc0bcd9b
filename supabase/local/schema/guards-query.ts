/**
 * The query that reads the guards of a database, such as policies and constraints (see guards.ts): one row per guard,
 * with its name and its definition.
 */

/**
 * Named subqueries for the rest of the query: schemas of the product (ours), its relations (relations), its roles
 * (made), and roles whose grants are listed (callers).
 */
const sources = `
with ours as (
  select oid, nspname, nspacl from pg_catalog.pg_namespace where nspname in ('public', 'personal', 'private', 'template')
), relations as (
  select c.*, n.nspname, format('%I.%I', n.nspname, c.relname) as name from pg_catalog.pg_class c join ours n on n.oid = c.relnamespace
), made as (
  select oid, rolname, rolsuper, rolbypassrls, rolinherit, rolcanlogin, rolcreaterole, rolcreatedb, rolreplication
  from pg_catalog.pg_roles where rolname in ('central_reader', 'provincial_reader', 'api_gateway')
), callers as (
  select oid, rolname from pg_catalog.pg_roles
  where rolname in ('anon', 'authenticated', 'central_reader', 'provincial_reader', 'api_gateway', 'service_role', 'supabase_auth_admin')
  union all select 0, 'everybody'
)`;

/**
 * SQL condition for the grants on schema `n` to role `r` that are compared. Leaves out grants to service_role in the
 * schema public, which some platforms add by default and the product does not use.
 */
const isListed = `not (n.nspname = 'public' and r.rolname = 'service_role')`;

/**
 * Guards on access: row security, policies and grants. All policies in the schema `storage` are compared, because
 * Supabase itself creates none. A single unexpected policy on files could give access to all files.
 */
const accessGuards = `
select format('row security on %I.%I', n.nspname, c.relname) as what,
  concat_ws(', ', case when c.relrowsecurity then 'enabled' else 'none' end, case when c.relforcerowsecurity then 'forced' end) as how
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p')
  and (n.oid in (select oid from ours) or n.nspname = 'storage' and c.relname in ('objects', 'buckets'))
union all
select format('policy %I on %I.%I', policyname, schemaname, tablename),
  format('%s for %s to %s using (%s) with check (%s)', lower(permissive), cmd, array_to_string(roles, ', '), qual, with_check)
from pg_catalog.pg_policies
where schemaname in (select nspname from ours) or schemaname = 'storage'
union all
select format('%s on %s to %s', lower(a.privilege_type), n.name, r.rolname), ''
from relations n, aclexplode(n.relacl) a join callers r on r.oid = a.grantee
where ${isListed} and n.relkind in ('r', 'p', 'v', 'm', 'S')
union all
select format('%s of columns on %s to %s', lower(a.privilege_type), c.name, r.rolname), string_agg(t.attname, ', ' order by t.attname)
from pg_catalog.pg_attribute t join relations c on c.oid = t.attrelid, aclexplode(t.attacl) a join callers r on r.oid = a.grantee
group by a.privilege_type, c.name, r.rolname
union all
select format('%s on schema %I to %s', lower(a.privilege_type), n.nspname, r.rolname), ''
from ours n, aclexplode(n.nspacl) a join callers r on r.oid = a.grantee`;

/** Guards in code: functions with their bodies, settings and EXECUTE grants, and triggers. */
const routineGuards = `
select format('execute %s', p.oid::regprocedure), coalesce(string_agg(r.rolname, ', ' order by r.rolname), 'no role')
from pg_catalog.pg_proc p join ours n on n.oid = p.pronamespace
left join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a on true left join callers r on r.oid = a.grantee and ${isListed}
group by p.oid
union all
select format('%s runs', p.oid::regprocedure),
  format('as %s with %s', case when p.prosecdef then 'its owner' else 'the caller' end, array_to_string(p.proconfig, ', '))
from pg_catalog.pg_proc p join ours n on n.oid = p.pronamespace
union all
select format('body of %s', p.oid::regprocedure), md5(regexp_replace(pg_get_functiondef(p.oid), '\\s', '', 'g'))
from pg_catalog.pg_proc p join ours n on n.oid = p.pronamespace where p.prokind <> 'a'
union all
select format('trigger %I on %s', t.tgname, t.tgrelid::regclass),
  format('%s, %s', pg_get_triggerdef(t.oid), case t.tgenabled when 'D' then 'disabled' when 'O' then 'enabled' else t.tgenabled::text end)
from pg_catalog.pg_trigger t join pg_catalog.pg_proc p on p.oid = t.tgfoid
where not t.tgisinternal and (p.pronamespace = 'private'::regnamespace or t.tgrelid in (select oid from relations))`;

/** Guards in the structure: columns, constraints, indexes, views and types. */
const structureGuards = `
select format('column %s.%I', c.name, t.attname), concat_ws(' ', format_type(t.atttypid, t.atttypmod),
  (select 'collate ' || t.attcollation::regcollation::text where t.attcollation <> y.typcollation),
  case when t.attnotnull then 'not null' end, 'identity ' || nullif(t.attidentity::text, ''),
  case t.attgenerated when 's' then 'generated' else 'default' end || ' ' || pg_get_expr(d.adbin, d.adrelid))
from relations c join pg_catalog.pg_attribute t on t.attrelid = c.oid join pg_catalog.pg_type y on y.oid = t.atttypid
left join pg_catalog.pg_attrdef d on d.adrelid = c.oid and d.adnum = t.attnum
where c.relkind in ('r', 'p', 'v', 'm', 'c') and t.attnum > 0 and not t.attisdropped
union all
select format('constraint %I on %s', k.conname, coalesce(nullif(k.conrelid, 0)::regclass::text, k.contypid::regtype::text)),
  pg_get_constraintdef(k.oid)
from pg_catalog.pg_constraint k join ours n on n.oid = k.connamespace
union all
select format('index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid) || case when i.indisvalid then '' else ', invalid' end
from pg_catalog.pg_index i join relations c on c.oid = i.indrelid
union all
select format('body of view %s', c.name), concat_ws(' with ', md5(pg_get_viewdef(c.oid)), array_to_string(c.reloptions, ', '))
from relations c where c.relkind in ('v', 'm')
union all
select format('type %s', y.oid::regtype), coalesce(
  (select string_agg(e.enumlabel, ', ' order by e.enumsortorder) from pg_catalog.pg_enum e where e.enumtypid = y.oid),
  format('%s default %s', format_type(y.typbasetype, y.typtypmod), y.typdefault))
from pg_catalog.pg_type y join ours n on n.oid = y.typnamespace where y.typtype in ('e', 'd')`;

/** Guards on roles: the roles of the product, and the default grants on new objects. */
const roleGuards = `
select format('role %I', r.rolname), concat_ws(', ', case when r.rolsuper then 'superuser' end, case when r.rolbypassrls then 'bypasses row security' end,
  case when r.rolinherit then 'inherits' end, case when r.rolcanlogin then 'may log in' end, case when r.rolcreaterole then 'makes roles' end,
  case when r.rolcreatedb then 'makes databases' end, case when r.rolreplication then 'replicates' end,
  (select 'member of ' || string_agg(g.rolname, ' and ' order by g.rolname)
    from pg_catalog.pg_auth_members m join pg_catalog.pg_roles g on g.oid = m.roleid where m.member = r.oid),
  (select string_agg(o, ', ' order by o) from pg_catalog.pg_db_role_setting s, unnest(s.setconfig) o where s.setrole = r.oid))
from made r
union all
select format('new %s in %I', k.name, n.nspname), (
  select string_agg(distinct r.rolname, ', ' order by r.rolname) from (
    select coalesce((select d.defaclacl from pg_catalog.pg_default_acl d where d.defaclrole = o.oid and d.defaclnamespace = 0 and d.defaclobjtype = k.kind),
      acldefault(case k.kind when 'S' then 's' else k.kind end::"char", o.oid)) as acl
    union all select d.defaclacl from pg_catalog.pg_default_acl d where d.defaclrole = o.oid and d.defaclnamespace = n.oid and d.defaclobjtype = k.kind
  ) given, aclexplode(given.acl) a join callers r on r.oid = a.grantee and ${isListed})
from ours n, (values ('f', 'functions'), ('r', 'tables'), ('S', 'sequences')) k (kind, name), pg_catalog.pg_roles o where o.rolname = 'postgres'`;

/** Other objects to compare: comments and storage buckets. */
const otherGuards = `
select format('comment on %s', pg_describe_object(d.classoid, d.objoid, d.objsubid)), d.description
from pg_catalog.pg_description d, pg_identify_object(d.classoid, d.objoid, d.objsubid) i
where i.schema in (select nspname from ours) or i.type = 'schema' and i.name in (select nspname from ours where nspname <> 'public')
union all
select format('bucket %s', b.id), (
  select to_jsonb(s)::text from (select b.id, b.name, b.public, b.file_size_limit, b.allowed_mime_types) s)
from storage.buckets b where b.id in ('evidence', 'exports', 'health')`;

const guards = [accessGuards, routineGuards, structureGuards, roleGuards, otherGuards].join("\nunion all");

export const guardsQuery = `${sources}${guards}\norder by 1`;
