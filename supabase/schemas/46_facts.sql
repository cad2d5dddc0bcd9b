-- Required facts: a fact is a group of columns of which a new row must fill at least one (AG007), such as the columns
-- for ARBO and ARC. Older rows that lack a fact can still be read and edited, but no update may remove a fact.
-- 55_relations.sql lists the facts of each table. The registry (`facts` of each record type) has the same list for
-- forms, imports and the API; a test compares the two lists.

create table private.required_facts (
  table_name text not null references private.record_tables (table_name),
  place integer not null,
  -- Columns of the fact; at least one must have a value.
  columns text[] not null check (cardinality(columns) > 0),
  -- Status whose rows do not need the fact; null if all rows need the fact.
  not_for text,
  primary key (table_name, place)
);
alter table private.required_facts enable row level security;
comment on table private.required_facts is
  'Facts that every new row of a form needs: at least one column of each fact. private.require_facts creates the '
  'triggers.';

-- Builds the SQL condition that a row lacks a fact: all columns in this group of columns are empty. `alias` is written
-- before each column name, such as `new.`. The API filters incomplete rows with exactly the same text (`lacksFact` of
-- `_shared/server/lists/incomplete.ts`), so that Postgres can use the index.
create function private.build_missing_fact_condition(target regclass, fact private.required_facts,
  alias text) returns text
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
revoke execute on function private.build_missing_fact_condition(regclass, private.required_facts, text) from public;

-- AFTER trigger for a row that lacks a fact (a required group of columns): refuses the row (AG007). Argument: the first
-- column of the group. It is an AFTER trigger so that the policies check the office of the row first. Skips rows
-- restored from the trash, and rows written by the owner of the tables, as when a backup is restored.
create function private.refuse_missing_fact() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null and not private.is_restoring() then
    raise exception using errcode = 'AG007', column = tg_argv[0], message = 'is required.';
  end if;
  return null;
end
$$;

-- Adds the triggers that refuse rows without a required fact (a group of columns, one of which must be filled). The
-- WHEN conditions let these triggers fire only for incomplete rows, so that complete rows cost no time. Also adds the
-- index of incomplete rows.
create procedure private.require_facts(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  bare constant text := (select c.relname from pg_catalog.pg_class c where c.oid = target);
  fact private.required_facts;
begin
  for fact in select f.* from private.required_facts f where f.table_name = bare loop
    execute format('create trigger %I after insert on %s for each row when (%s)
      execute function private.refuse_missing_fact(%L)', 'require_fact_' || fact.place || '_insert', target,
        private.build_missing_fact_condition(target, fact, 'new.'), fact.columns[1]);
    execute format('create trigger %I after update on %s for each row when (%s and not %s)
      execute function private.refuse_missing_fact(%L)', 'require_fact_' || fact.place || '_update', target,
        private.build_missing_fact_condition(target, fact, 'new.'),
          private.build_missing_fact_condition(target, fact, 'old.'), fact.columns[1]);
  end loop;
  execute format('create index %I on %s (office) where %s', bare || '_incomplete', target, (
    select string_agg(private.build_missing_fact_condition(target, f, ''), ' or ' order by f.place)
    from private.required_facts f where f.table_name = bare));
end
$$;
