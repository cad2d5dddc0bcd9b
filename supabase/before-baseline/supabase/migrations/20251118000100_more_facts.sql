-- The remaining forms name their facts, too: targets their ARBO or ARC, their year and what is to be reached; trainings,
-- machines and participants whose they are. Rows that lack a fact are found by an index, to be listed as incomplete.
-- The registry (`facts` of each record type) says the same to forms, imports and the API; a test holds the two together.

insert into private.required_facts (table_name, place, columns, not_for)
select named.table_name, named.place, named.columns, case when named.columns = '{reporting_quarter}' then 'Target' end
from (values
  ('form_5_annualtargets', 1, '{arbo_name,arbo_id,arc_name,arc_id}'::text[]),
  ('form_5_annualtargets', 2, '{reporting_year}'),
  ('form_5_annualtargets', 3, '{crop_product,training_title,training_id,participant_name}'),
  ('form7_proddevs', 1, '{arbo_name,arbo_id,arc_name,arc_id}'),
  ('form7_proddevs', 2, '{reporting_year}'),
  ('form7_proddevs', 3, '{product_name,product_developed,service_developed,type_product}'),
  ('arbo_marketing_targets', 1, '{arbo_name,arbo_id,arc_name,arc_id}'),
  ('arbo_marketing_targets', 2, '{reporting_year}'),
  ('arbo_marketing_targets', 3, '{target_commodity}'),
  ('arb_marketing_assistance_monitoring', 1, '{arbo_name,arbo_id,arc_name,arc_id}'),
  ('arb_marketing_assistance_monitoring', 2, '{reporting_year}'),
  ('arb_marketing_assistance_monitoring', 3, '{reporting_quarter}'),
  ('arb_marketing_assistance_monitoring', 4,
    '{prj_assistance_category,dar_projects,darpo_assistance,special_commodity,type_commodity}'),
  ('fme_inventory_table', 1, '{arbo_name,arbo_id,arboPrimaryKey,arc_name,arc_id}'),
  ('fme_inventory_table', 2, '{prj_title,subpsp_name,supplier_name}'),
  ('arbo_trainings', 1, '{arbo_name,arbo_id,arboPrimaryKey,arc_name,arc_id}'),
  ('arbo_trainings', 2, '{start_date,date_conducted,end_date}'),
  ('participants', 1, '{arbo_name,arbo_id,arboPrimaryKey,arc_name,arc_id,training_id,wo_training_id}')
) named (table_name, place, columns);

-- The condition, over the columns of an alias, that a row lacks a fact: none of its columns holds anything. The API filters
-- incomplete rows by the same text (`lacksFact` of `_shared/server/incomplete.ts`), which is how it finds the index.
create function private.lacks_fact(target regclass, fact private.required_facts, alias text) returns text
  language sql stable set search_path = ''
as $$
  select '(' || string_agg(
      case
        when a.atttypid = 'text'::regtype then format('coalesce(%s%I, '''') = ''''', alias, c.name)
        when a.atttypid = 'text[]'::regtype then format('coalesce(cardinality(%s%I), 0) = 0', alias, c.name)
        else format('%s%I is null', alias, c.name)
      end, ' and ' order by c.place)
    || case when fact.not_for is null then '' else format(' and %sstatus is distinct from %L', alias, fact.not_for) end || ')'
  from unnest(fact.columns) with ordinality c (name, place)
    join pg_catalog.pg_attribute a on a.attrelid = target and a.attname = c.name and a.attnum > 0
$$;
revoke execute on function private.lacks_fact(regclass, private.required_facts, text) from public;

-- As before; an empty list is no fact.
create or replace function private.require_facts() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  fact private.required_facts;
  lacking bigint;
begin
  if auth.uid() is null then
    return null;
  end if;
  for fact in select f.* from private.required_facts f where f.table_name = tg_table_name order by f.place loop
    if tg_op = 'INSERT' then
      execute format('select n.id from new_rows n where %s limit 1', private.lacks_fact(tg_relid, fact, 'n.')) into lacking;
    else
      execute format('select n.id from new_rows n join old_rows o on o.id = n.id where %s and not %s limit 1',
        private.lacks_fact(tg_relid, fact, 'n.'), private.lacks_fact(tg_relid, fact, 'o.')) into lacking;
    end if;
    if lacking is not null then
      raise exception using errcode = 'AG007', column = fact.columns[1], message = 'is required.';
    end if;
  end loop;
  return null;
end
$$;

-- What a table with facts needs: the two triggers, and the index of its incomplete rows.
create procedure private.keep_facts(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  bare constant text := (select c.relname from pg_catalog.pg_class c where c.oid = target);
begin
  execute format('create or replace trigger require_facts_insert after insert on %s referencing new table as new_rows
    for each statement execute function private.require_facts()', target);
  execute format('create or replace trigger require_facts_update after update on %s
    referencing old table as old_rows new table as new_rows for each statement execute function private.require_facts()', target);
  execute format('create index %I on %s (office) where %s', bare || '_incomplete', target, (
    select string_agg(private.lacks_fact(target, f, ''), ' or ' order by f.place)
    from private.required_facts f where f.table_name = bare));
end
$$;

do $$
declare
  t record;
begin
  for t in select distinct format('public.%I', f.table_name)::regclass as target from private.required_facts f loop
    call private.keep_facts(t.target);
  end loop;
end
$$;

call private.let_levels_read();
