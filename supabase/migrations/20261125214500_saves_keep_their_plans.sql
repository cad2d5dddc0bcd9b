-- What requests, policies and triggers call keeps its plans: an SQL function is planned anew in each statement, at 0.02 to
-- 0.2 ms each. What a row lacks is the condition of its triggers, where each statement made queries of it, and the copy of
-- sensitive columns is written where it changes. A table has one trigger for all of its counts. One participant saved takes
-- a fifth less.
set local check_function_bodies = off;

create or replace function private.today() returns date
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return (pg_catalog.now() at time zone 'Asia/Manila')::date;
end
$$;

create or replace function private.date_words(day date) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return pg_catalog.lpad(extract(month from day)::text, 2, '0') || '-'
    || pg_catalog.lpad(extract(day from day)::text, 2, '0')
    || '-' || extract(year from day)::text;
end
$$;

create or replace function private.moment_words(moment timestamptz) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return private.date_words((moment at time zone 'Asia/Manila')::date)
    || ' ' || pg_catalog.lpad(extract(hour from moment at time zone 'Asia/Manila')::text, 2, '0')
    || ':' || pg_catalog.lpad(extract(minute from moment at time zone 'Asia/Manila')::text, 2, '0');
end
$$;

create or replace function private.age_on(birthday date, day date) returns integer
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return extract(year from age(day::timestamp, birthday::timestamp))::integer;
end
$$;

create or replace function private.age_group(years integer) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case
    when years < 15 then 'Below 15'
    when years <= 30 then '15 to 30'
    when years < 60 then '31 to 59'
    when years >= 60 then '60 and above'
  end;
end
$$;

create or replace function private.fold(given text) returns text
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return pg_catalog.translate(pg_catalog.lower(given), 'áàâäãåéèêëíìîïóòôöõúùûüñç’‘ʼ´`',
    'aaaaaaeeeeiiiiooooouuuunc''''''''''');
end
$$;

create or replace function private.list_words(items text[]) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return pg_catalog.array_to_string(items, ', ');
end
$$;

create or replace function private.name_words(name text) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return pg_catalog.array_to_string(array(
    select w.word
    from pg_catalog.regexp_split_to_table(
      pg_catalog.regexp_replace(pg_catalog.lower(normalize(name, nfkd)), '[\u0300-\u036f]', '', 'g'),
        '[^[:alnum:]]+') w (word)
    where w.word <> ''
    order by w.word collate "C"), ' ');
end
$$;

create or replace function private.caller_level() returns text
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return (private.current_caller()).level;
end
$$;

create or replace function private.caller_has_route(wanted text) returns boolean
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return coalesce(wanted = any ((private.current_caller()).routes), false);
end
$$;

create or replace function private.caller_has_right(wanted text) returns boolean
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return coalesce(wanted = any ((private.current_caller()).rights), false);
end
$$;

create or replace function private.caller_approves_own() returns boolean
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return coalesce((private.current_caller()).rights @> array['Approve', 'Approve own'], false);
end
$$;

create or replace function private.right_suffices(verb text, rights text[]) returns boolean
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case verb
    when 'insert' then rights && array['Edit', 'Delete']
    when 'update' then 'Edit' = any (rights)
    when 'approve' then 'Approve' = any (rights)
    when 'return' then 'Approve' = any (rights)
    when 'change' then rights && array['Edit', 'Approve']
    when 'comment' then rights && array['Edit', 'Approve']
    when 'delete' then 'Delete' = any (rights)
    when 'restore' then 'Delete' = any (rights)
    else false
  end;
end
$$;

create or replace function private.changed_fields(before jsonb, after jsonb) returns jsonb
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    select jsonb_object_agg(b.key, jsonb_build_array(b.value, after -> b.key))
    from jsonb_each(before) b
    where b.value is distinct from after -> b.key
      and b.key not in ('updated_at', 'row_version', 'office', 'search_text', 'approved_by', 'approved_at')
  );
end
$$;

create or replace function private.held_fields(held jsonb) returns jsonb
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    select jsonb_object_agg(b.key, jsonb_build_array(b.value, null))
    from jsonb_each(held) b
    where b.value <> 'null' and b.key not in ('updated_at', 'office', 'search_text')
  );
end
$$;

create or replace function private.is_approved(stage text) returns boolean
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return stage is not distinct from 'Approved';
end
$$;

create or replace function private.offices_around(row_office text) returns text[]
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return array[row_office, ' / '] || array(
    select coalesce(o.region_name, '') || ' / ' from public.offices o where o.office = row_office);
end
$$;

create or replace function private.copy_sensitive() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  -- The trigger's arguments: the columns.
  names constant text := (select string_agg(quote_ident(c), ', ') from unnest(tg_argv) c);
  given constant text := (select string_agg('excluded.' || quote_ident(c), ', ') from unnest(tg_argv) c);
begin
  execute format(
    'insert into personal.%1$I as kept (id, office, %2$s) select id, office, %2$s from new_rows '
      || 'on conflict (id) do update set (office, %2$s) = row(excluded.office, %3$s) '
      || 'where kept is distinct from excluded',
    tg_table_name || '_sensitive', names, given);
  return null;
end
$$;

create or replace function private.without_sensitive(about text, changes jsonb) returns jsonb
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return case
    when changes is null or not exists (select from private.sensitive_columns c where c.table_name = about) then changes
    else nullif(private.without_keys(
      changes, array(select c.column_name from private.sensitive_columns c where c.table_name = about) || 'q'::text),
        '{}')
  end;
end
$$;

create or replace function private.refuse_missing_fact() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null and not private.is_restoring() then
    raise exception using errcode = 'AG007', column = tg_argv[0], message = 'is required.';
  end if;
  return null;
end
$$;

create or replace procedure private.keep_facts(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  bare constant text := (select c.relname from pg_catalog.pg_class c where c.oid = target);
  fact private.required_facts;
begin
  for fact in select f.* from private.required_facts f where f.table_name = bare loop
    execute format('create trigger %I after insert on %s for each row when (%s)
      execute function private.refuse_missing_fact(%L)', 'require_fact_' || fact.place || '_insert', target,
        private.lacks_fact(target, fact, 'new.'), fact.columns[1]);
    execute format('create trigger %I after update on %s for each row when (%s and not %s)
      execute function private.refuse_missing_fact(%L)', 'require_fact_' || fact.place || '_update', target,
        private.lacks_fact(target, fact, 'new.'), private.lacks_fact(target, fact, 'old.'), fact.columns[1]);
  end loop;
  execute format('create index %I on %s (office) where %s', bare || '_incomplete', target, (
    select string_agg(private.lacks_fact(target, f, ''), ' or ' order by f.place)
    from private.required_facts f where f.table_name = bare));
end
$$;

create or replace function private.is_restoring() returns boolean
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return coalesce(current_setting('private.restoring', true), '') = 'yes';
end
$$;

create or replace function private.own_activity_query(wanted_table text, rows_name text, other_rows text default null)
  returns text
  language plpgsql stable set search_path = ''
as $$
begin
  return (
    select replace(format($q$
      select r.id, %1$L::text as form, %2$s as side, r.office, r.region_name, r.province_name, r.muncity_name,
        r.arbo_id, r.arbo_name, r.arc_id, coalesce(%4$s, r.year_funded) as year, %4$s as reporting_year,
        %5$s as reporting_quarter, %6$s as reporting_month, r.year_funded, r.fund_source, r.psp_category,
        r.subpsp_name, r.subpsp_abbreviation, %7$s as kind, %8$s::bigint as quantity, %3$s as arbo_key
      from {rows} r$q$, f.form, f.side, f.arbo_key, f.year, f.quarter, f.month, f.kind, f.quantity),
      '{rows}', rows_name)
      || case when other_rows is null then ''
        else ' except ' || private.own_activity_query(wanted_table, other_rows) end
    from private.activity_forms() f
    where f.table_name = wanted_table
  );
end
$$;

create or replace function private.activity_forms() returns table (place integer, table_name text, form text, side text,
  arbo_key text, year text, quarter text, month text, kind text, quantity text)
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return query
    select f.place, f.table_name, f.form, f.side, coalesce(f.arbo_key, 'null::bigint'),
      coalesce(f.year, 'r.reporting_year'), coalesce(f.quarter, 'r.reporting_quarter'),
      coalesce(f.month, 'r.reporting_month'), coalesce(f.kind, 'null::text'), coalesce(f.quantity, '0')
    from (values
      (1, 'form_5_annualtargets', 'form-5', '''target''', null, null, 'null::text', 'null::text', null, null),
      (2, 'form_5_accomps', 'form-5', '''accomplishment''', 'r."arboPrimaryKey"', null, null, null, null, null),
      (3, 'form7_proddevs', 'form-7', '''target''', null, null, null, null, 'r.type_product', null),
      (4, 'form7_accomps', 'form-7', '''accomplishment''', null, null, null, null, 'r.type_product', null),
      (5, 'form_10', 'form-10', '''accomplishment''', null, null, null, null, 'r.type_enterprise', null),
      (6, 'form11_accomps', 'form-11', 'case when r.status = ''Target'' then ''target'' else ''accomplishment'' end',
        null, null, null, null, 'r.support_provided', 'coalesce(r.quantity_hard, 0)'),
      (7, 'arbo_marketing_targets', 'marketing', '''target''', null, null, 'null::text', 'null::text',
        'r.target_commodity', null),
      (8, 'arb_marketing_assistance_monitoring', 'marketing', '''accomplishment''', null, null, null, null,
        'r.special_commodity', null),
      (9, 'arbo_trainings', 'training', '''training''', 'r."arboPrimaryKey"',
        'extract(year from coalesce(r.date_conducted, r.start_date))::integer',
        '''Q'' || extract(quarter from coalesce(r.date_conducted, r.start_date))',
        'to_char(coalesce(r.date_conducted, r.start_date), ''FMMonth'')', 'r.training_category', null)
    ) f (place, table_name, form, side, arbo_key, year, quarter, month, kind, quantity);
end
$$;

create or replace function private.activities_about(keys private.activity_key[], groups private.activity_group[])
  returns setof public.activities
  language plpgsql stable set search_path = ''
as $$
begin
  return query
    select a.* from unnest(keys) k join public.activities a using (table_name, row_id)
    union
    select a.* from unnest(groups) g join public.activities a using (form, organization, year);
end
$$;

create or replace function private.match_activities(groups private.activity_group[]) returns void
  language plpgsql set search_path = ''
as $$
begin
  update public.activities a
  set matched_within = n.matched_within
  from private.nearest_counterparts(groups) n
  where a.table_name = n.table_name and a.row_id = n.row_id and a.matched_within <> n.matched_within;
end
$$;

create or replace function private.is_under_way(status text, start_date date, end_date date) returns boolean
  language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return coalesce(status = 'OnGoing' and start_date <= private.today() and end_date > private.today(), false);
end
$$;

create or replace function private.window_is_open(window_name text, region text, province text) returns boolean
  language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return exists (
    select from public.report_schedules s
    where s.form = window_name and private.is_under_way(s.status, s.start_date, s.end_date)
      and (s.region_name is null or s.region_name = region)
      and (s.province_name is null or s.province_name = province)
  );
end
$$;

create or replace function private.of_shared_columns(form jsonb) returns jsonb
  language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    select jsonb_object_agg(c, form -> c) from unnest(private.shared_columns()) c
  );
end
$$;

create or replace function private.count_rows() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  changed boolean := true;
begin
  -- Most updates change nothing that is counted.
  if tg_op = 'UPDATE' then
    execute format('select exists (%s except all %s)', replace(tg_argv[0], '{rows}', 'new_rows'),
      replace(tg_argv[0], '{rows}', 'old_rows')) into changed;
  end if;
  if not changed then
    return null;
  end if;
  for place in 1 .. tg_nargs - 3 by 3 loop
    execute format($q$
      insert into public.%1$I as kept (%2$s, n, quantity)
      select %2$s, sum(delta), sum(delta * quantity) from (%3$s) d (%2$s, quantity, delta)
      group by %2$s having sum(delta) <> 0 or sum(delta * quantity) <> 0 order by %2$s
      on conflict (%2$s) do update set n = kept.n + excluded.n, quantity = kept.quantity + excluded.quantity$q$,
        tg_argv[place], tg_argv[place + 1], concat_ws(' union all ',
          case when tg_op <> 'DELETE' then format('select k.*, 1 as delta from (%s) k',
            replace(tg_argv[place + 2], '{rows}', 'new_rows')) end,
          case when tg_op <> 'INSERT' then format('select k.*, -1 as delta from (%s) k',
            replace(tg_argv[place + 2], '{rows}', 'old_rows')) end));
  end loop;
  return null;
end
$$;

create or replace function private.counted_query(table_name text, keys text, quantity text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select case
    when table_name like '%marks' then format('select %s, 0 from {rows} %s', keys, private.board_marks())
    else format('select %s, %s from {rows}',
      replace(replace(replace(replace(keys,
        'of_year', 'coalesce(reporting_year, year_funded)'),
        'trained_years', 'years'),
        'trained', 'coalesce(cardinality(training_id) > 0, false)'),
        'programmed', 'coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'''),
      case when quantity is null then '0' else format('coalesce(%I, 0)', quantity) end) end
$$;

create or replace function private.counted_tables()
  returns table (table_name text, counts text, keys text, quantity text, rows_query text, counts_query text)
  language sql immutable parallel safe set search_path = ''
as $$
  select c.table_name, c.counts, c.keys, c.quantity, r.rows_query,
    format('select %1$s, count(*)::bigint, sum(quantity)::bigint from (%2$s) k (%1$s, quantity) group by %1$s',
      c.keys, replace(r.rows_query, '{rows}', format('public.%I', c.table_name)))
  from (values
    ('participants', 'participant_office_counts',
      'office, region_name, province_name, process_stage, participant_category, sex, trained, programmed', null),
    ('participants', 'participant_town_counts',
      'office, region_name, province_name, muncity_name, process_stage, participant_category, sex, trained, '
      'programmed', null),
    ('participants', 'participant_counts',
      'office, region_name, province_name, process_stage, year_funded, fund_source, psp_category, '
      'subpsp_abbreviation, participant_category, sex, trained, programmed', null),
    ('attendance', 'attendance_office_counts',
      'office, region_name, province_name, participant_category, sex, trained_years', null),
    ('attendance', 'attendance_counts',
      'office, region_name, province_name, muncity_name, participant_category, sex, trained_years', null),
    ('marks', 'mark_counts',
      'subject, board, office, region_name, province_name, targeted, accomplished, programmed, matched, trained', null),
    ('programme_marks', 'programme_mark_counts',
      'subject, board, programme, office, region_name, province_name, accomplished', null),
    ('arbo_masterlist', 'arbo_counts',
      'office, region_name, province_name, process_stage, registering_agency, current_arbo_status, '
      'it_easy_level_2024', 'no_arb_member_total'),
    ('form11_farm_infos', 'farm_counts', 'office, region_name, province_name, support_provided, of_year', null),
    ('activities', 'outcome_counts',
      'office, region_name, province_name, form, side, kind, year, matched_within', 'quantity')
  ) c (table_name, counts, keys, quantity)
  cross join private.counted_query(c.table_name, c.keys, c.quantity) r (rows_query)
$$;

create or replace function private.entry_digest(e private.user_log) returns bytea
  language plpgsql stable set search_path = ''
as $$
begin
  return sha256(convert_to((jsonb_build_array(e.id, extract(epoch from e.at), e.user_id, e.user_name, e.user_role,
    e.form_name, e.row_id, e.subject,
    e.region_name, e.province_name, e.muncity_name, e.action, e.status, e.source, e.changes)
    || case when e.api_token is null then '[]' else jsonb_build_array(e.api_token) end)::text, 'UTF8'));
end
$$;

create or replace function private.link_hash(before bytea, ids bigint[], digests bytea[]) returns bytea
  language plpgsql immutable set search_path = ''
as $$
begin
  return sha256(before || convert_to(ids::text || digests::text, 'UTF8'));
end
$$;

do $do$
declare
  source regclass;
  fact private.required_facts;
begin
  for source in select distinct format('public.%I', f.table_name)::regclass from private.required_facts f loop
    execute format('drop trigger require_facts_insert on %s', source);
    execute format('drop trigger require_facts_update on %s', source);
  end loop;
  for fact in select f.* from private.required_facts f loop
    source := format('public.%I', fact.table_name)::regclass;
    execute format('create trigger %I after insert on %s for each row when (%s)
      execute function private.refuse_missing_fact(%L)', 'require_fact_' || fact.place || '_insert', source,
        private.lacks_fact(source, fact, 'new.'), fact.columns[1]);
    execute format('create trigger %I after update on %s for each row when (%s and not %s)
      execute function private.refuse_missing_fact(%L)', 'require_fact_' || fact.place || '_update', source,
        private.lacks_fact(source, fact, 'new.'), private.lacks_fact(source, fact, 'old.'), fact.columns[1]);
  end loop;
end
$do$;

drop function private.require_facts();

do $do$
declare
  source record;
begin
  for source in
    select t.tgname, t.tgrelid::regclass as target
    from pg_catalog.pg_trigger t where t.tgfoid = 'private.count_rows'::regproc
  loop
    execute format('drop trigger %I on %s', source.tgname, source.target);
  end loop;
  for source in
    select c.table_name, min(c.counts) as name,
      private.counted_query(c.table_name, string_agg(distinct k.key, ', ' order by k.key), min(c.quantity)) as counted,
      (select string_agg(format('%L, %L, %L', o.counts, o.keys, o.rows_query), ', ' order by o.counts)
        from private.counted_tables() o where o.table_name = c.table_name) as counts
    from private.counted_tables() c, regexp_split_to_table(c.keys, ', ') k (key)
    where c.table_name <> 'activities'
    group by c.table_name
  loop
    call private.on_each_write(format('public.%I', source.table_name)::regclass, source.name,
      format('private.count_rows(%L, %s)', source.counted, source.counts));
  end loop;
end
$do$;

comment on table private.required_facts is
  'What every new row of a form names: one of the columns of each fact. private.keep_facts writes it into triggers.';
