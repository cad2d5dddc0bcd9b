-- What the form tables share beside the templates of before: more column groups, real references with their index, ids
-- that the database gives, ages, and columns that only the right Sensitive reads.

create table template.arbo (
  arbo_id text,
  arbo_name text
);

create table template.training (
  training_title text,
  training_id text,
  date_conducted date,
  start_date date,
  end_date date,
  training_days integer,
  training_category text,
  conducted_by text,
  training_cost bigint,
  agri_inputs text
);
comment on column template.training.training_days is 'Calendar days from start_date to end_date, both counted.';
comment on column template.training.training_cost is 'PHP, whole pesos.';

-- The part of a person's record that every reader of the office sees.
create table template.participant (
  participant_name text,
  sex text check (sex in ('Male', 'Female')),
  participant_category text,
  participant_sub_category text,
  agri_technology_inputs_provided text
);

-- The month of a report is one of its quarter (spec section 5).
alter table template.reporting
  add constraint reporting_month_known check (reporting_month in ('January', 'February', 'March', 'April', 'May', 'June',
    'July', 'August', 'September', 'October', 'November', 'December')),
  add constraint reporting_month_in_quarter check (case reporting_quarter
    when 'Q1' then reporting_month in ('January', 'February', 'March')
    when 'Q2' then reporting_month in ('April', 'May', 'June')
    when 'Q3' then reporting_month in ('July', 'August', 'September')
    when 'Q4' then reporting_month in ('October', 'November', 'December')
  end);

-- A foreign key and the index that its deletes and joins need. Identifiers that people type (arbo_id, arc_id) may be
-- corrected later, and the change follows; those that the database gives do not change once something refers to them.
create procedure private.refer(target regclass, referring text, parent regclass, referred text, follow boolean default false)
  language plpgsql set search_path = ''
as $$
declare
  name text := (select relname from pg_catalog.pg_class where oid = target);
begin
  execute format('alter table %s add constraint %I foreign key (%I) references %s (%I)%s',
    target, name || '_' || referring || '_exists', referring, parent, referred, case when follow then ' on update cascade' else '' end);
  execute format('create index %I on %s (%I)', name || '_' || referring, target, referring);
end
$$;

-- The organization links of spec section 3: the ARBO by its ARBO ID and by its key, the ARC by its ARC ID.
create procedure private.refer_to_masterlists(target regclass)
  language plpgsql set search_path = ''
as $$
begin
  call private.refer(target, 'arbo_id', 'public.arbo_masterlist', 'arbo_id', true);
  call private.refer(target, 'arc_id', 'public.arc_masterlist', 'arc_id', true);
  -- Not every ARBO has an ARBO ID yet; its primary key links it all the same.
  if exists (select from pg_catalog.pg_attribute where attrelid = target and attname = 'arboPrimaryKey') then
    call private.refer(target, 'arboPrimaryKey', 'public.arbo_masterlist', 'id');
  end if;
end
$$;

-- Gives an identifier that was left empty: the prefix and the row's id, such as TRN-42.
create function private.give_identifier() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  -- The trigger's arguments: the column, the prefix.
  column_name constant text := tg_argv[0];
begin
  if nullif(btrim(to_jsonb(new) ->> column_name), '') is null then
    new := jsonb_populate_record(new, jsonb_build_object(column_name, tg_argv[1] || new.id));
  end if;
  return new;
end
$$;

-- Lists are part of what is searched, as they are shown: joined by commas. array_to_string is only stable, for the sake
-- of element types other than text.
create function private.list_words(items text[]) returns text
  language sql immutable parallel safe set search_path = ''
as $$ select pg_catalog.array_to_string(items, ', ') $$;

create or replace procedure private.add_search_text(target regclass)
  language plpgsql set search_path = ''
as $$
declare
  expression text;
begin
  select string_agg(
      case a.atttypid
        when 'date'::regtype then format('coalesce(private.date_words(%I), '''')', a.attname)
        when 'text'::regtype then format('coalesce(%I, '''')', a.attname)
        when 'text[]'::regtype then format('coalesce(private.list_words(%I), '''')', a.attname)
        else format('coalesce(%I::text, '''')', a.attname)
      end, ' || e''\n'' || ' order by a.attnum)
    into expression
  from pg_catalog.pg_attribute a
  where a.attrelid = target and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and a.atttypid in ('text'::regtype, 'integer'::regtype, 'bigint'::regtype, 'numeric'::regtype, 'date'::regtype, 'text[]'::regtype)
    and a.attname not in ('id', 'row_version', 'arboPrimaryKey');
  execute format('alter table %s add column search_text text generated always as (lower(%s)) stored', target, expression);
end
$$;

-- Full years of age on a day. A birthday on 29 February is kept on 1 March in other years.
create function private.age_on(birthday date, day date) returns integer
  language sql immutable parallel safe set search_path = ''
as $$ select extract(year from age(day::timestamp, birthday::timestamp))::integer $$;

-- The groups of the department's demographics: youth is 15 to 30 (RA 8044), senior 60 and above (RA 9994).
create function private.age_group(years integer) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select case
    when years < 15 then 'Below 15'
    when years <= 30 then '15 to 30'
    when years < 60 then '31 to 59'
    when years >= 60 then '60 and above'
  end
$$;

grant execute on function private.list_words(text[]), private.age_on(date, date), private.age_group(integer) to authenticated, service_role;
