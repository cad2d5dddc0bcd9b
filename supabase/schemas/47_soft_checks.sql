-- Soft checks: unusual values that may be right and need a reason before they are saved. The database makes the checks
-- of private.soft_checks on every save. Comparisons with other rows (such as ten times the value of the previous
-- quarter) are made only by the API, by the rules in private.comparisons. These rules also find unusual values in
-- stored rows. The registry (`softChecks`) has the same list as private.soft_checks; a test compares the two.

create table private.soft_checks (
  table_name text not null references private.record_tables (table_name),
  place integer not null,
  kind text not null check (kind in ('above', 'one_side', 'other_year')),
  field text not null,
  -- Other columns that the check reads: the maximum for kind 'above', the parts of the sum for kind 'one_side', the
  -- year for kind 'other_year'.
  others text[] not null check (cardinality(others) > 0),
  primary key (table_name, place)
);
alter table private.soft_checks enable row level security;
comment on table private.soft_checks is 'Values that may be right but can be saved only with a reason.';

-- Builds the SQL condition that is true for rows whose values need a reason because of a soft check. `alias` is written
-- before each column name, such as `new.`.
create function private.build_soft_check_condition(asked private.soft_checks, alias text) returns text
  language sql immutable set search_path = ''
as $$
  select case asked.kind
    when 'above' then format('%1$s%2$I > %1$s%3$I', alias, asked.field, asked.others[1])
    when 'other_year' then format('extract(year from %1$s%2$I) <> %1$s%3$I', alias, asked.field, asked.others[1])
    else (
      select format('num_nulls(%s) between 1 and %s', string_agg(alias || quote_ident(o), ', '), count(*) - 1)
      from unnest(asked.others) o)
  end
$$;
revoke execute on function private.build_soft_check_condition(private.soft_checks, text) from public;

-- AFTER trigger for a row that has no reason although its values need one: raises AG008 with the first field that needs
-- a reason.
create function private.require_reason() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  asked private.soft_checks;
  asks boolean;
begin
  if auth.uid() is null or private.is_restoring() then
    return null;
  end if;
  for asked in select c.* from private.soft_checks c where c.table_name = tg_table_name order by c.place loop
    execute format('select %s', private.build_soft_check_condition(asked, '($1).')) into asks using new;
    if asks then
      raise exception using errcode = 'AG008', column = asked.field,
        message = 'is unusual. Give a reason to save it (soft_check_reason).';
    end if;
  end loop;
  return null;
end
$$;

-- Adds soft checks to a table: the column for the reason, the triggers, and the index of rows with a reason. In an
-- update, only the changed fields are checked.
create procedure private.add_soft_checks(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  bare constant text := (select c.relname from pg_catalog.pg_class c where c.oid = target);
  asks text;
  asks_anew text;
begin
  execute format('alter table %s add column soft_check_reason text constraint %I
    check (soft_check_reason ~ ''[[:alpha:]]{2}''
      and length(soft_check_reason) <= 500)', target, bare || '_soft_check_reason_check');
  execute format('comment on column %s.soft_check_reason is '
    '''Reason for saving the row with unusual values; null if there are none.''', target);
  execute format('grant insert (soft_check_reason), update (soft_check_reason) on %s to authenticated', target);
  execute format('create index %I on %s (office) where soft_check_reason is not null', bare || '_with_reason', target);
  select string_agg(private.build_soft_check_condition(c, 'new.'), ' or ' order by c.place),
    string_agg(format('(%s and (%s) is distinct from (%s))', private.build_soft_check_condition(c, 'new.'),
      (select string_agg('new.' || quote_ident(o), ', ') from unnest(c.field || c.others) o),
      (select string_agg('old.' || quote_ident(o), ', ') from unnest(c.field || c.others) o)), ' or ' order by c.place)
    into asks, asks_anew
  from private.soft_checks c where c.table_name = bare;
  execute format('create trigger ask_reason_insert after insert on %s for each row
    when (new.soft_check_reason is null and (%s)) execute function private.require_reason()', target, asks);
  execute format('create trigger ask_reason_update after update on %s for each row
    when (new.soft_check_reason is null and (%s)) execute function private.require_reason()', target, asks_anew);
end
$$;
