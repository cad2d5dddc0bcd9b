-- Refuses values that the contracts of the API do not allow but REST would accept, such as infinite dates, NaN, and
-- lists with nulls. Screens cannot show these values.

-- Adds a check constraint to each column that a signed-in caller may write. The constraints allow dates with four-digit
-- years, finite numbers, and one-dimensional lists without nulls.
create procedure private.add_value_checks()
  language plpgsql set search_path = ''
as $$
declare
  one record;
begin
  for one in
    select a.attrelid::regclass as target, c.relname, a.attname,
      case
        when t.typcategory = 'A' then
          'array_ndims(%1$I) = 1 and array_lower(%1$I, 1) = 1 and array_position(%1$I, null) is null'
        when a.atttypid = 'date'::regtype then '%1$I between ''1000-01-01'' and ''9999-12-31'''
        when a.atttypid = 'timestamptz'::regtype then '%1$I between ''1000-01-01'' and ''9999-12-31'''
        when a.atttypid in ('numeric'::regtype, 'float8'::regtype, 'float4'::regtype) then
          '%1$I not in (''NaN'', ''Infinity'', ''-Infinity'')'
      end as rule
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_class c on c.oid = a.attrelid
    join pg_catalog.pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and (has_column_privilege('authenticated', a.attrelid, a.attnum, 'insert')
        or has_column_privilege('authenticated', a.attrelid, a.attnum, 'update'))
      and not exists (
        select from pg_catalog.pg_constraint k
        where k.conrelid = a.attrelid and k.conname = c.relname || '_' || a.attname || '_bound')
    order by c.relname, a.attnum
  loop
    if one.rule is not null then
      execute format('alter table %s add constraint %I check (%s)',
        one.target, one.relname || '_' || one.attname || '_bound', format(one.rule, one.attname));
    end if;
  end loop;
end
$$;

call private.add_value_checks();
