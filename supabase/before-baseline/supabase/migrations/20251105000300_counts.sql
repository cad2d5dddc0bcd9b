-- Counts kept beside large tables, so that dashboards read thousands of rows where there are hundreds of thousands. Each
-- is kept by statement-level triggers that add what a statement brought and took, in the order of the key, so that many
-- writers wait for each other and never deadlock. Callers read them under the policy of the rows' offices.

-- Adds a statement's rows to a table of counts. The trigger's arguments: the table, its key columns, and the query that
-- gives the key and the quantity (0 where nothing is added up) of each row of {rows}.
create function private.count_rows() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  deltas text := concat_ws(' union all ',
    case when tg_op <> 'DELETE' then format('select k.*, 1 as delta from (%s) k', replace(tg_argv[2], '{rows}', 'new_rows')) end,
    case when tg_op <> 'INSERT' then format('select k.*, -1 as delta from (%s) k', replace(tg_argv[2], '{rows}', 'old_rows')) end);
begin
  execute format($q$
    insert into public.%1$I as kept (%2$s, n, quantity)
    select %2$s, sum(delta), sum(delta * quantity) from (%3$s) d (%2$s, quantity, delta)
    group by %2$s having sum(delta) <> 0 or sum(delta * quantity) <> 0 order by %2$s
    on conflict (%2$s) do update set n = kept.n + excluded.n, quantity = kept.quantity + excluded.quantity$q$, tg_argv[0], tg_argv[1], deltas);
  return null;
end
$$;

-- Keeps the counts of a table from now on, and counts what it holds already. The table of counts exists, with a unique
-- index over the keys in which nulls are not distinct.
create procedure private.keep_counts(source regclass, counts text, keys text, rows_query text)
  language plpgsql set search_path = ''
as $$
declare
  event record;
begin
  for event in select * from (values
      ('insert', 'new table as new_rows'), ('update', 'old table as old_rows new table as new_rows'), ('delete', 'old table as old_rows')) e (verb, transition)
  loop
    execute format('create trigger %I after %s on %s referencing %s for each statement execute function private.count_rows(%L, %L, %L)',
      counts || '_' || event.verb, event.verb, source, event.transition, counts, keys, rows_query);
  end loop;
  execute format('insert into public.%1$I as kept (%2$s, n, quantity) select %2$s, count(*), sum(quantity) from (%3$s) k (%2$s, quantity) group by %2$s on conflict (%2$s) do update set n = kept.n + excluded.n, quantity = kept.quantity + excluded.quantity',
    counts, keys, replace(rows_query, '{rows}', source::text));
end
$$;

-- What callers may do with a table of counts: read what their offices hold.
create procedure private.protect_counts(target regclass, keys text)
  language plpgsql set search_path = ''
as $$
begin
  execute format('create unique index on %s (%s) nulls not distinct', target, keys);
  execute format('revoke all on %s from anon, authenticated', target);
  execute format('grant select on %s to authenticated', target);
  execute format('alter table %s enable row level security, force row level security', target);
  execute format('create policy select_in_scope on %s for select to authenticated using (office = any ((select private.offices_to_read())::text[]))', target);
end
$$;

create table public.participant_counts (
  office text not null,
  region_name text,
  province_name text,
  year_funded integer,
  fund_source text,
  psp_category text,
  subpsp_abbreviation text,
  participant_category text,
  sex text,
  trained boolean not null,
  programmed boolean not null,
  n bigint not null,
  quantity bigint not null
);
comment on table public.participant_counts is 'How many participants there are by office and programme: kept by triggers on participants.';
comment on column public.participant_counts.trained is 'They attended at least one training.';
comment on column public.participant_counts.programmed is 'Their record names a sub-PSP; "No Project", a choice of the lists, is none.';

create table public.participant_town_counts (
  office text not null,
  region_name text,
  province_name text,
  muncity_name text,
  participant_category text,
  sex text,
  trained boolean not null,
  programmed boolean not null,
  n bigint not null,
  quantity bigint not null
);
comment on table public.participant_town_counts is 'How many participants there are by municipality: kept by triggers on participants.';

create table public.activity_counts (
  office text not null,
  subject text not null check (subject in ('arbo', 'arc')),
  code text,
  arbo_key bigint,
  form text not null,
  side text not null,
  subpsp_abbreviation text,
  n bigint not null,
  quantity bigint not null
);
comment on table public.activity_counts is 'How many activities each organization and community has by form, side and programme: kept by triggers on the forms.';
comment on column public.activity_counts.code is 'ARBO ID (subject arbo) or ARC ID (arc).';
comment on column public.activity_counts.arbo_key is 'arboPrimaryKey of organizations without an ARBO ID.';
comment on column public.activity_counts.office is 'Office of the activity.';

create table public.form_counts (
  office text not null,
  region_name text,
  province_name text,
  form text not null,
  side text not null,
  kind text,
  n bigint not null,
  quantity bigint not null
);
comment on table public.form_counts is 'How many rows the forms have by kind (of product, of support), and their quantities: kept by triggers on the forms.';

call private.protect_counts('public.participant_counts', 'office, region_name, province_name, year_funded, fund_source, psp_category, subpsp_abbreviation, participant_category, sex, trained, programmed');
call private.protect_counts('public.participant_town_counts', 'office, region_name, province_name, muncity_name, participant_category, sex, trained, programmed');
call private.protect_counts('public.activity_counts', 'subject, side, office, code, arbo_key, form, subpsp_abbreviation');
call private.protect_counts('public.form_counts', 'office, region_name, province_name, form, side, kind');

call private.keep_counts('public.participants', 'participant_counts',
  'office, region_name, province_name, year_funded, fund_source, psp_category, subpsp_abbreviation, participant_category, sex, trained, programmed',
  'select office, region_name, province_name, year_funded, fund_source, psp_category, subpsp_abbreviation, participant_category, sex, coalesce(cardinality(training_id) > 0, false), coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'', 0 from {rows}');
call private.keep_counts('public.participants', 'participant_town_counts',
  'office, region_name, province_name, muncity_name, participant_category, sex, trained, programmed',
  'select office, region_name, province_name, muncity_name, participant_category, sex, coalesce(cardinality(training_id) > 0, false), coalesce(subpsp_abbreviation, ''No Project'') <> ''No Project'', 0 from {rows}');

-- What names no organization (or community) is of none. The sides are those of public.activities.
do $do$
declare
  source record;
begin
  for source in select * from (values
      ('form_5_annualtargets', 'form-5', $$'target'$$, 'null::bigint', 'null::text', '0'),
      ('form_5_accomps', 'form-5', $$'accomplishment'$$, '"arboPrimaryKey"', 'null::text', '0'),
      ('form7_proddevs', 'form-7', $$'target'$$, 'null::bigint', 'type_product', '0'),
      ('form7_accomps', 'form-7', $$'accomplishment'$$, 'null::bigint', 'type_product', '0'),
      ('form_10', 'form-10', $$'accomplishment'$$, 'null::bigint', 'type_enterprise', '0'),
      ('form11_accomps', 'form-11', $$case when status = 'Target' then 'target' else 'accomplishment' end$$, 'null::bigint', 'support_provided', 'coalesce(quantity_hard, 0)'),
      ('arbo_trainings', 'training', $$'training'$$, '"arboPrimaryKey"', 'training_category', '0')) s (name, form, side, key, kind, quantity)
  loop
    call private.keep_counts(format('public.%I', source.name)::regclass, 'activity_counts', 'subject, side, office, code, arbo_key, form, subpsp_abbreviation', format($q$
      select 'arbo', %2$s, office, arbo_id, case when arbo_id is null then %3$s end, %1$L, subpsp_abbreviation, 0
      from {rows} where arbo_id is not null or %3$s is not null
      union all
      select 'arc', %2$s, office, arc_id, null, %1$L, subpsp_abbreviation, 0 from {rows} where arc_id is not null$q$,
      source.form, source.side, source.key));
    call private.keep_counts(format('public.%I', source.name)::regclass, 'form_counts', 'office, region_name, province_name, form, side, kind', format(
      'select office, region_name, province_name, %L, %s, %s, %s from {rows}', source.form, source.side, source.kind, source.quantity));
  end loop;
end
$do$;

-- Finds the organization of a row that names it without its ARBO ID.
create index arbo_masterlist_office_name on public.arbo_masterlist (office, arbo_name);
