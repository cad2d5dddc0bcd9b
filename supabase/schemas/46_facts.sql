-- A new row of a form names its ARBO or ARC, its period and the fact that it is about (AG007). Rows stored without stay
-- readable and changeable; no change takes away a fact that a row had. The registry (`facts` of each record type) says
-- the same to forms, imports and the API, and a test holds the two together. Which facts a table
-- asks for stands in 55_relations.sql.

create table private.required_facts (
  table_name text not null references private.record_tables (table_name),
  place integer not null,
  -- One of them must have a value.
  columns text[] not null check (cardinality(columns) > 0),
  -- Rows of this status do without.
  not_for text,
  primary key (table_name, place)
);
alter table private.required_facts enable row level security;
comment on table private.required_facts is
  'What every new row of a form names: one of the columns of each fact. private.keep_facts writes it into triggers.';

-- The condition, over the columns of an alias, that a row lacks a fact: none of its columns holds anything. The API
-- filters incomplete rows by the same text (`lacksFact` of `_shared/server/lists/incomplete.ts`), which is how it
-- finds the index.
create function private.lacks_fact(target regclass, fact private.required_facts, alias text) returns text
  language sql stable set search_path = ''
as $$
  select '(' || string_agg(
      case
        when a.atttypid = 'text'::regtype then format('coalesce(%s%I, '''') = ''''', alias, c.name)
        when a.atttypid = 'text[]'::regtype then format('coalesce(cardinality(%s%I), 0) = 0', alias, c.name)
        else format('%s%I is null', alias, c.name)
      end, ' and ' order by c.place)
    || case when fact.not_for is null then '' else format(' and %sstatus is distinct from %L', alias, fact.not_for) end
      || ')'
  from unnest(fact.columns) with ordinality c (name, place)
    join pg_catalog.pg_attribute a on a.attrelid = target and a.attname = c.name and a.attnum > 0
$$;
revoke execute on function private.lacks_fact(regclass, private.required_facts, text) from public;

-- After a statement of a caller, when the policies have judged the office: refuses the first row that lacks a fact
-- which it did not lack before. The trigger's argument: which fact that is, as an expression over the rows n and o.
-- What the owner of the tables writes, a backup for example, is not judged, and neither is a row that is restored.
create function private.require_facts() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  lacking text;
begin
  if auth.uid() is null or private.is_restoring() then
    return null;
  end if;
  execute format('select l.fact from (select %s as fact from new_rows n %s) l where l.fact is not null limit 1',
    tg_argv[0], case tg_op when 'UPDATE' then 'join old_rows o using (id)' end) into lacking;
  if lacking is not null then
    raise exception using errcode = 'AG007', column = lacking, message = 'is required.';
  end if;
  return null;
end
$$;

-- The first fact that a row of an alias lacks, as an expression: the first of the fact's columns, or null. before: an
-- alias of the row as it was; what that lacked already is none.
create function private.lacking_fact(target regclass, alias text, before text default null) returns text
  language sql stable set search_path = ''
as $$
  select format('case %s end', string_agg(
    format('when %s%s then %L', private.lacks_fact(target, f, alias),
      case when before is not null then ' and not ' || private.lacks_fact(target, f, before) end, f.columns[1]),
    ' ' order by f.place))
  from private.required_facts f
  join pg_catalog.pg_class c on c.oid = target and c.relname = f.table_name
$$;
revoke execute on function private.lacking_fact(regclass, text, text) from public;

-- What a table with facts needs: the two triggers, and the index of its incomplete rows.
create procedure private.keep_facts(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  bare constant text := (select c.relname from pg_catalog.pg_class c where c.oid = target);
begin
  execute format('create or replace trigger require_facts_insert after insert on %s referencing new table as new_rows
    for each statement execute function private.require_facts(%L)', target, private.lacking_fact(target, 'n.'));
  execute format('create or replace trigger require_facts_update after update on %s
    referencing old table as old_rows new table as new_rows
      for each statement execute function private.require_facts(%L)', target, private.lacking_fact(target, 'n.', 'o.'));
  execute format('create index %I on %s (office) where %s', bare || '_incomplete', target, (
    select string_agg(private.lacks_fact(target, f, ''), ' or ' order by f.place)
    from private.required_facts f where f.table_name = bare));
end
$$;
