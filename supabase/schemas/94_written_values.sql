-- Refuses values that the contracts of the API do not allow but REST would accept, such as infinite dates, NaN, lists
-- with nulls, and texts of megabytes. Screens cannot show these values.

-- Checks whether a text has at most `most` characters, and no control characters except line feed and tab.
create function private.is_short_text(item text, most integer) returns boolean
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return char_length(item) <= most and item !~ '[\x01-\x08\x0b-\x1f\x7f\ufffe\uffff]';
end
$$;

-- Checks whether a list has at most 500 items, and each item is a short text.
create function private.is_short_list(items text[], most integer) returns boolean
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return cardinality(items) <= 500 and not exists (
    select from unnest(items) i (item) where not private.is_short_text(item, most));
end
$$;

grant execute on function private.is_short_text(text, integer), private.is_short_list(text[], integer)
to authenticated, service_role;

-- Adds check constraints to each column that a signed-in caller may write: `<table>_<column>_bound` for dates with
-- four-digit years, finite numbers, and one-dimensional lists without nulls, and `<table>_<column>_max` for the length
-- of texts. A text has at most 250 characters unless its column is listed here. The registry has the same limits
-- (`long_text` and `maxLength`); a test compares the two. Rows that were stored before a limit may exceed it, so a
-- limit is NOT VALID: it applies to rows that are inserted or updated.
create procedure private.add_value_checks()
  language plpgsql set search_path = ''
as $$
declare
  one record;
begin
  for one in
    with columns as (
      select a.attrelid, a.attnum, c.relname, a.attname, a.atttypid, t.typcategory, coalesce(l.most, 250) as most
      from pg_catalog.pg_attribute a
      join pg_catalog.pg_class c on c.oid = a.attrelid
      join pg_catalog.pg_type t on t.oid = a.atttypid
      left join (values
        ('arbo_id', 60), ('arc_id', 60), ('training_id', 60), ('fme_inventory_id', 60),
        ('caption', 500), ('soft_check_reason', 500),
        ('coc_cgs_attachment_link', 1000), ('picture_trust_agreement', 1000), ('picture_deed_donation', 1000),
        ('agri_inputs', 4000), ('agri_technology_inputs_provided', 4000), ('darpo_assistance', 4000),
        ('description', 4000), ('nonfunctional_reason', 4000), ('nonutilized_reason', 4000),
        ('om_training_not_done_reason', 4000), ('remarks', 4000)) l (column_name, most) on l.column_name = a.attname
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
        and (has_column_privilege('authenticated', a.attrelid, a.attnum, 'insert')
          or has_column_privilege('authenticated', a.attrelid, a.attnum, 'update'))
    )
    select c.attrelid::regclass as target, k.name, format(k.rule, c.attname) as rule, k.validity
    from columns c,
      lateral (
        values (
          (c.relname || '_' || c.attname || '_bound')::name,
          case
            when c.typcategory = 'A' then
              'array_ndims(%1$I) = 1 and array_lower(%1$I, 1) = 1 and array_position(%1$I, null) is null'
            when c.atttypid in ('date'::regtype, 'timestamptz'::regtype) then
              '%1$I between ''1000-01-01'' and ''9999-12-31'''
            when c.atttypid in ('numeric'::regtype, 'float8'::regtype, 'float4'::regtype) then
              '%1$I not in (''NaN'', ''Infinity'', ''-Infinity'')'
          end, ''),
          ((c.relname || '_' || c.attname || '_max')::name,
          case c.atttypid
            when 'text'::regtype then format('private.is_short_text(%%1$I, %s)', c.most)
            when 'text[]'::regtype then format('private.is_short_list(%%1$I, %s)', c.most)
          end, 'not valid')
      ) k (name, rule, validity)
    where k.rule is not null and not exists (
      select from pg_catalog.pg_constraint o where o.conrelid = c.attrelid and o.conname = k.name)
    order by c.relname, c.attnum, k.name
  loop
    execute format('alter table %s add constraint %I check (%s) %s', one.target, one.name, one.rule, one.validity);
  end loop;
end
$$;

call private.add_value_checks();
