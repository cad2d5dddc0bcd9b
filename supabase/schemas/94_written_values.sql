-- Refuses values that the contracts of the API do not allow but REST would accept, such as infinite dates, NaN, lists
-- with nulls, and texts of megabytes. Screens cannot show these values.

-- Checks whether a text has control characters other than line feed and tab.
create function private.has_control_character(item text) returns boolean
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return item ~ '[\x01-\x08\x0b-\x1f\x7f\ufffe\uffff]';
end
$$;

grant execute on function private.has_control_character(text) to authenticated, service_role;

-- Checks whether a text has at most `most` characters, and no control characters except line feed and tab.
create function private.is_short_text(item text, most integer) returns boolean
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return char_length(item) <= most and not private.has_control_character(item);
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

-- BEFORE trigger: refuses texts and lists of texts that are too long or contain control characters (23514). The
-- argument maps each column to its maximum length. Checks only values that the write changes, because older rows may
-- exceed a newer limit. Does not check restored rows. The name of the trigger sorts after the triggers that fill and
-- tidy texts, because it must run after them.
create function private.refuse_long_texts() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  given constant jsonb := to_jsonb(new);
  stored constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
  refused text;
begin
  if tg_op = 'INSERT' and private.is_restoring() then
    return new;
  end if;
  select l.key into refused
  from jsonb_each(tg_argv[0]::jsonb) l
  where given -> l.key is distinct from stored -> l.key
    and not case jsonb_typeof(given -> l.key)
      when 'string' then private.is_short_text(given ->> l.key, l.value::integer)
      when 'array' then private.is_short_list(
        array(select jsonb_array_elements_text(given -> l.key)), l.value::integer)
      else true end
  limit 1;
  if refused is not null then
    raise exception 'A text in % is too long or contains control characters.', refused
      using errcode = '23514', schema = tg_table_schema, table = tg_table_name, column = refused;
  end if;
  return new;
end
$$;

-- Checks the values of each column that a signed-in caller may write. The check constraints `<table>_<column>_bound`
-- require dates with four-digit years, finite numbers, and one-dimensional lists without nulls. The triggers
-- `verify_texts` limit texts to 250 characters, unless the column has a different limit in the list below. The registry
-- has the same limits (`long_text` and `maxLength`); a test compares the two. The WHEN condition of `verify_texts`
-- saves time: Postgres calls the function only for rows that may be refused.
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
    ),
    bounds as (
      select c.attrelid, (c.relname || '_' || c.attname || '_bound')::name as name,
        case
          when c.typcategory = 'A' then
            'array_ndims(%1$I) = 1 and array_lower(%1$I, 1) = 1 and array_position(%1$I, null) is null'
          when c.atttypid in ('date'::regtype, 'timestamptz'::regtype) then
            '%1$I between ''1000-01-01'' and ''9999-12-31'''
          when c.atttypid in ('numeric'::regtype, 'float8'::regtype, 'float4'::regtype) then
            '%1$I not in (''NaN'', ''Infinity'', ''-Infinity'')'
        end as rule,
        c.attname
      from columns c
    )
    select format('alter table %s add constraint %I check (%s)', b.attrelid::regclass, b.name,
        format(b.rule, b.attname)) as statement
    from bounds b
    where b.rule is not null and not exists (
      select from pg_catalog.pg_constraint o where o.conrelid = b.attrelid and o.conname = b.name)
    union all
    select format('create or replace trigger verify_texts before insert or update on %s
      for each row when (%s or private.has_control_character(concat(%s)))
      execute function private.refuse_long_texts(%L)', c.attrelid::regclass,
      string_agg(
        case c.atttypid when 'text'::regtype then format('char_length(new.%I) > %s', c.attname, c.most)
          -- Cast to text, a list with more than 500 items has more than 500 characters. So a maximum of 500 characters
          -- also finds lists with too many items.
          else format('char_length(new.%I::text) > %s', c.attname, least(c.most, 500)) end, ' or ' order by c.attnum),
      string_agg(format('new.%I', c.attname), ', ' order by c.attnum), jsonb_object_agg(c.attname, c.most))
    from columns c
    where c.atttypid in ('text'::regtype, 'text[]'::regtype)
    group by c.attrelid
    order by statement
  loop
    execute one.statement;
  end loop;
end
$$;

call private.add_value_checks();
