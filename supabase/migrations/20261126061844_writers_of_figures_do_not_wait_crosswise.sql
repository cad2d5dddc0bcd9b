-- Writers waited for one another crosswise: marks and attendance of an office are written by one at a time now, and
-- whoever refers to a row holds its key only.

SET local check_function_bodies = off;

DROP TRIGGER "written_marks_delete" ON "public"."arbo_masterlist";

DROP TRIGGER "written_marks_insert" ON "public"."arbo_masterlist";

DROP TRIGGER "written_marks_update" ON "public"."arbo_masterlist";

DROP TRIGGER "written_marks_delete" ON "public"."arc_masterlist";

DROP TRIGGER "written_marks_insert" ON "public"."arc_masterlist";

DROP TRIGGER "written_marks_update" ON "public"."arc_masterlist";

DROP FUNCTION "private"."keep_marks"();

DROP FUNCTION "private"."write_activities"(private.activity_key[], public.activities[]);

CREATE OR REPLACE FUNCTION private.hold_before_move()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  execute format('select from public.%I p where p.id = $1 for update', tg_table_name) using old.id;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.hold_followers()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  r private.office_references;
begin
  for r in
    select * from private.office_references
    where parent_name = tg_table_name and parent_column = tg_argv[0] order by table_name, column_name
  loop
    execute format('select from public.%I c where c.%I = ($1).%I order by c.id for no key update',
      r.table_name, r.column_name, r.parent_column) using old;
  end loop;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_attendance()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  ids bigint[] := '{}';
begin
  if tg_op = 'DELETE' then
    ids := array(select o.id from old_rows o where cardinality(o.training_id) > 0);
  elsif tg_op = 'INSERT' then
    ids := array(select n.id from new_rows n where cardinality(n.training_id) > 0);
  else
    ids := array(
      select n.id
      from new_rows n join old_rows o using (id)
      where cardinality(n.training_id || o.training_id) > 0
        and row(n.office, n.muncity_name, n.participant_category, n.sex, n.training_id)
        is distinct from row(o.office, o.muncity_name, o.participant_category, o.sex, o.training_id));
  end if;
  if cardinality(ids) = 0 then
    return null;
  end if;
  perform private.lock_each('attendance', array(
    select unnest(p.training_id) from public.participants p where p.id = any (ids)));
  perform private.write_attendance(ids);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_attendance_of_trainings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  trainings constant text[] := array(
    select n.training_id
    from new_rows n join old_rows o using (id)
    where (n.date_conducted, n.start_date, n.year_funded)
      is distinct from (o.date_conducted, o.start_date, o.year_funded));
begin
  if cardinality(trainings) > 0 then
    perform private.lock_each('attendance', trainings);
    perform private.write_attendance(array(
      select distinct l.participant_id
      from public.participant_trainings l where l.training_id = any (trainings) and l.attended));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_communities()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'INSERT' then
    perform private.renew_marks('{}', array(select n.id from new_rows n));
  elsif tg_op = 'DELETE' then
    perform private.renew_marks('{}', array(select o.id from old_rows o));
  else
    perform private.renew_marks('{}', array(
      select n.id from new_rows n join old_rows o using (id)
      where (n.office, n.muncity_name) is distinct from (o.office, o.muncity_name)));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_organizations()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  offices text[] := '{}';
  names text[] := '{}';
  arbo_ids text[] := '{}';
  marked bigint[];
  followed bigint[] := '{}';
  keys private.activity_key[] := '{}';
  states public.activities[] := '{}';
  of_form record;
  of_table public.activities[];
begin
  if tg_op = 'INSERT' then
    marked := array(select n.id from new_rows n);
    select array_agg(n.office), array_agg(n.arbo_name), array_agg(n.arbo_id) into offices, names, arbo_ids
    from new_rows n where n.arbo_id is not null;
  elsif tg_op = 'DELETE' then
    marked := array(select o.id from old_rows o);
    select array_agg(o.office), array_agg(o.arbo_name), array_agg(o.arbo_id) into offices, names, arbo_ids
    from old_rows o where o.arbo_id is not null;
  else
    perform set_config('private.following_ids', '', true);
    marked := array(
      select n.id from new_rows n join old_rows o using (id)
      where (n.office, n.muncity_name) is distinct from (o.office, o.muncity_name));
    followed := array(
      select n.id from old_rows o join new_rows n using (id) where o.arbo_id is distinct from n.arbo_id);
    select array_agg(c.office), array_agg(c.arbo_name), array_agg(c.arbo_id) into offices, names, arbo_ids
    from (
      select id, office, arbo_name, arbo_id from new_rows except select id, office, arbo_name, arbo_id from old_rows
      union all
      (select id, office, arbo_name, arbo_id from old_rows
        except select id, office, arbo_name, arbo_id from new_rows)) c;
  end if;
  if cardinality(names) > 0 then
    perform private.lock_each('figures', array(
      select distinct private.name_lock(c.office, c.arbo_name) from unnest(offices, names) c (office, arbo_name)));
    -- All that their activities are of, before and after.
    perform private.lock_each('figures', array(
      select a.organization
      from unnest(offices, names) c (office, arbo_name) join public.activities a using (office, arbo_name)
      where a.arbo_id is null
      union
      select m.arbo_id
      from unnest(offices, names) c (office, arbo_name) join public.arbo_masterlist m using (office, arbo_name)
      union
      select c.office || ' ' || c.arbo_name from unnest(offices, names) c (office, arbo_name)
      union
      select unnest(arbo_ids)));
    -- They are read when nobody else who writes them is under way any more.
    keys := array(
      select distinct row(a.table_name, a.row_id)::private.activity_key
      from unnest(offices, names) c (office, arbo_name) join public.activities a using (office, arbo_name)
      where a.arbo_id is null
      union
      select row(a.table_name, a.row_id)::private.activity_key
      from public.activities a where a.arbo = any (followed));
    for of_form in
      select k.table_name, array_agg(k.row_id) as ids from unnest(keys) k group by k.table_name
    loop
      execute format('select array(select row(s.*)::public.activities from (%s) s)', private.activity_query(
        of_form.table_name, format('(select * from public.%I where id = any ($1))', of_form.table_name)))
        into of_table using of_form.ids;
      states := states || of_table;
    end loop;
  end if;
  if cardinality(keys) + cardinality(marked) > 0 then
    perform private.write_activities(keys, states, marked);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_reference_within()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- The trigger's arguments: the referring column, the referred table and its column.
  referring constant text := tg_argv[0];
  parent constant text := tg_argv[1];
  referred constant text := tg_argv[2];
  pairs constant text := format('select n.%1$I as reference, n.office from new_rows n where n.%1$I is not null',
    referring)
    || case tg_op when 'UPDATE' then format(' except select o.%I, o.office from old_rows o', referring) else '' end;
  outside boolean;
  changed boolean := true;
begin
  -- Most updates change neither a reference nor the office.
  if tg_op = 'UPDATE' then
    execute format('select exists (%s)', pairs) into changed;
  end if;
  if not changed then
    return null;
  end if;
  execute format('select from public.%I p where p.%I in (select w.reference from (%s) w) order by p.id for key share',
    parent, referred, pairs);
  execute format(
    'select exists (
      select from (select distinct * from (%s) every) w join public.%I p on p.%I = w.reference
      where p.office <> all (private.offices_around(w.office)))',
    pairs, parent, referred) into outside;
  if outside then
    raise exception 'The row refers to a row of another office.'
      using errcode = '23503', schema = 'public', table = tg_table_name, column = referring;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.rebuild_figures()
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  source record;
begin
  for source in
    select table_name from private.activity_forms() union select 'arbo_masterlist' union select 'arc_masterlist'
      union select 'participants'
    order by 1
  loop
    execute format('lock table public.%I in share row exclusive mode', source.table_name);
  end loop;
  delete from public.activities;
  delete from public.marks;
  delete from public.programme_marks;
  for source in select f.table_name from private.activity_forms() f order by f.place loop
    execute 'insert into public.activities '
      || private.activity_query(source.table_name, format('public.%I', source.table_name));
  end loop;
  analyze public.activities;
  perform private.match_activities(null);
  perform private.renew_marks(array(select id from public.arbo_masterlist),
    array(select id from public.arc_masterlist));
  delete from public.attendance;
  insert into public.attendance
  select a.* from private.attendance_of(array(select id from public.participants where cardinality(training_id) > 0)) a;
  for source in select * from private.counted_tables() loop
    execute format('delete from public.%I', source.counts);
    execute format('insert into public.%I (%s, n, quantity) %s', source.counts, source.keys, source.counts_query);
  end loop;
  perform private.renew_personal_counts(anew => true);
end
$function$;

CREATE OR REPLACE FUNCTION private.renew_marks (
  arbos bigint[],
  arcs  bigint[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
    declare
      fresh public.programme_marks[];
      kept public.programme_marks[];
      came public.programme_marks[];
      gone public.programme_marks[];
    begin
      if cardinality(arbos) + cardinality(arcs) = 0 then
        return;
      end if;
      perform from (
        select m.subject, m.marked_id from public.marks m
        where m.subject = 'arbo' and m.marked_id = any (arbos) or m.subject = 'arc' and m.marked_id = any (arcs)
        order by m.subject, m.marked_id
        for update) locked;
      -- What a statement renews is compared with each other: few at a time, or the time grows with the square of them.
      if greatest(cardinality(arbos), cardinality(arcs)) > 500 then
        perform private.lock_each('marks', array(
          select m.office from public.marks m
          where m.subject = 'arbo' and m.marked_id = any (arbos) or m.subject = 'arc' and m.marked_id = any (arcs)
          union
          select m.office from private.marked_rows m
          where m.subject = 'arbo' and m.marked_id = any (arbos) or m.subject = 'arc' and m.marked_id = any (arcs)));
        for part in 0 .. greatest(cardinality(arbos), cardinality(arcs)) / 500 loop
          perform private.renew_marks(arbos[part * 500 + 1 : (part + 1) * 500],
            arcs[part * 500 + 1 : (part + 1) * 500]);
        end loop;
        return;
      end if;
      fresh := array(select f from private.marks_of(arbos, arcs) f);
      kept := array(
        select row(subject,
        marked_id,
        office,
        region_name,
        province_name,
        muncity_name,
        form_5_targeted,
        form_5_accomplished,
        form_5_programmed,
        form_5_matched,
        form_7_targeted,
        form_7_accomplished,
        form_7_programmed,
        form_7_matched,
        form_10_accomplished,
        form_10_programmed,
        form_11_targeted,
        form_11_accomplished,
        form_11_programmed,
        form_11_matched,
        training_trained, null)::public.programme_marks from public.marks m
        where m.subject = 'arbo' and m.marked_id = any (arbos) or m.subject = 'arc' and m.marked_id = any (arcs)
        union all
        select p from public.programme_marks p
        where p.subject = 'arbo' and p.marked_id = any (arbos) or p.subject = 'arc' and p.marked_id = any (arcs));
      came := array(select f from unnest(fresh) f except select k from unnest(kept) k);
      gone := array(select k from unnest(kept) k except select f from unnest(fresh) f);
      if cardinality(came) + cardinality(gone) = 0 then
        return;
      end if;
      perform private.lock_each('marks', array(
        select c.office from unnest(came) c union select g.office from unnest(gone) g));
      delete from public.programme_marks p using unnest(gone) g
      where p.subject = g.subject and p.marked_id = g.marked_id and p.programme = g.programme;
      delete from public.marks m using unnest(gone) g
      where m.subject = g.subject and m.marked_id = g.marked_id
        and not exists (select from unnest(fresh) f where f.subject = m.subject and f.marked_id = m.marked_id);
      insert into public.marks
      select f.subject,
        f.marked_id,
        f.office,
        f.region_name,
        f.province_name,
        f.muncity_name,
        f.form_5_targeted,
        f.form_5_accomplished,
        f.form_5_programmed,
        f.form_5_matched,
        f.form_7_targeted,
        f.form_7_accomplished,
        f.form_7_programmed,
        f.form_7_matched,
        f.form_10_accomplished,
        f.form_10_programmed,
        f.form_11_targeted,
        f.form_11_accomplished,
        f.form_11_programmed,
        f.form_11_matched,
        f.training_trained from unnest(came) f where f.programme is null
      on conflict (subject, marked_id) do update set (subject,
        marked_id,
        office,
        region_name,
        province_name,
        muncity_name,
        form_5_targeted,
        form_5_accomplished,
        form_5_programmed,
        form_5_matched,
        form_7_targeted,
        form_7_accomplished,
        form_7_programmed,
        form_7_matched,
        form_10_accomplished,
        form_10_programmed,
        form_11_targeted,
        form_11_accomplished,
        form_11_programmed,
        form_11_matched,
        training_trained) = row(excluded.subject,
        excluded.marked_id,
        excluded.office,
        excluded.region_name,
        excluded.province_name,
        excluded.muncity_name,
        excluded.form_5_targeted,
        excluded.form_5_accomplished,
        excluded.form_5_programmed,
        excluded.form_5_matched,
        excluded.form_7_targeted,
        excluded.form_7_accomplished,
        excluded.form_7_programmed,
        excluded.form_7_matched,
        excluded.form_10_accomplished,
        excluded.form_10_programmed,
        excluded.form_11_targeted,
        excluded.form_11_accomplished,
        excluded.form_11_programmed,
        excluded.form_11_matched,
        excluded.training_trained);
      insert into public.programme_marks select f.* from unnest(came) f where f.programme is not null;
    end
    $function$;

CREATE OR REPLACE FUNCTION private.write_activities (
  keys   private.activity_key[],
  states public.activities[],
  arbos  bigint[]               DEFAULT '{}'::bigint[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  came public.activities[] := array(
    select s from unnest(states) s
    except
    select a from unnest(keys) k join public.activities a using (table_name, row_id));
  written private.activity_key[] := array(
    select row(c.table_name, c.row_id)::private.activity_key from unnest(came) c
    union
    (select row(a.table_name, a.row_id)::private.activity_key
      from unnest(keys) k join public.activities a using (table_name, row_id)
      except
      select row(s.table_name, s.row_id)::private.activity_key from unnest(states) s));
  groups private.activity_group[];
  was public.activities[];
  now public.activities[];
begin
  if cardinality(written) = 0 then
    perform private.renew_marks(arbos, '{}');
    return;
  end if;
  groups := array(
    select row(a.form, a.organization, a.year)::private.activity_group
    from (
      select * from unnest(came)
      union all
      select a.* from unnest(written) w join public.activities a using (table_name, row_id)) a
    where a.organization is not null and a.year is not null
    group by a.form, a.organization, a.year);
  perform private.lock_each('figures', array(select g.organization from unnest(groups) g));
  was := array(select a from private.activities_about(written, groups) a);
  delete from public.activities a using unnest(written) w
  where a.table_name = w.table_name and a.row_id = w.row_id;
  insert into public.activities select c.* from unnest(came) c;
  perform private.match_activities(groups);
  now := array(select a from private.activities_about(written, groups) a);
  perform private.renew_marks(
    array(select a.arbo from unnest(was || now) a where a.arbo is not null union select unnest(arbos)),
    array(select a.arc from unnest(was || now) a where a.arc is not null group by a.arc));
  insert into public.outcome_counts as kept
    (office, region_name, province_name, form, side, kind, year, matched_within, n, quantity)
  select a.office, a.region_name, a.province_name, a.form, a.side, a.kind, a.year, a.matched_within,
    sum(a.delta), sum(a.delta * a.quantity)
  from (
    select n.*, 1 as delta from unnest(now) n
    union all
    select w.*, -1 from unnest(was) w) a
  group by a.office, a.region_name, a.province_name, a.form, a.side, a.kind, a.year, a.matched_within
  having sum(a.delta) <> 0 or sum(a.delta * a.quantity) <> 0
  order by a.office, a.region_name, a.province_name, a.form, a.side, a.kind, a.year, a.matched_within
  on conflict (office, region_name, province_name, form, side, kind, year, matched_within)
  do update set n = kept.n + excluded.n, quantity = kept.quantity + excluded.quantity;
end
$function$;

CREATE OR REPLACE FUNCTION private.write_attendance (
  ids bigint[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  fresh public.attendance[];
  kept public.attendance[];
  came public.attendance[];
  gone public.attendance[];
begin
  perform from (
    select a.participant_id from public.attendance a where a.participant_id = any (ids) order by a.participant_id
    for update) locked;
  fresh := array(select f from private.attendance_of(ids) f);
  kept := array(select a from public.attendance a where a.participant_id = any (ids));
  came := array(select f from unnest(fresh) f except select k from unnest(kept) k);
  gone := array(select k from unnest(kept) k except select f from unnest(fresh) f);
  if cardinality(came || gone) = 0 then
    return;
  end if;
  perform private.lock_each('attendance counts', array(select c.office from unnest(came || gone) c));
  delete from public.attendance a using unnest(gone) g
  where a.participant_id = g.participant_id
    and a.participant_id <> all (array(select f.participant_id from unnest(fresh) f));
  insert into public.attendance
  select c.* from unnest(came) c
  on conflict (participant_id) do update set
    (office, region_name, province_name, muncity_name, participant_category, sex, years)
    = row(excluded.office, excluded.region_name, excluded.province_name, excluded.muncity_name,
      excluded.participant_category, excluded.sex, excluded.years);
end
$function$;

CREATE OR REPLACE PROCEDURE private.keep_within_office (
  IN target regclass,
  IN referring text,
  IN parent regclass,
  IN referred text
)
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $procedure$
declare
  target_name constant text := (select relname from pg_catalog.pg_class where oid = target);
  parent_name constant text := (select relname from pg_catalog.pg_class where oid = parent);
  arguments constant text := format('%L, %L, %L', referring, parent_name, referred);
begin
  insert into private.office_references values (target_name, referring, parent_name, referred);
  execute format($sql$
    create trigger %I after insert on %s referencing new table as new_rows
      for each statement execute function private.keep_reference_within(%s)$sql$,
    'within_' || referring || '_insert', target, arguments);
  execute format($sql$
    create trigger %I after update on %s referencing new table as new_rows old table as old_rows
      for each statement execute function private.keep_reference_within(%s)$sql$,
    'within_' || referring || '_update', target, arguments);
  execute format($sql$
    create or replace trigger keep_referring_within after update on %s
      referencing old table as old_rows new table as new_rows
      for each statement execute function private.keep_referring_within()$sql$, parent);
  execute format($sql$
    create or replace trigger hold_before_move before update of region_name, province_name on %s
      for each row
      when (row(old.region_name, old.province_name) is distinct from row(new.region_name, new.province_name))
      execute function private.hold_before_move()$sql$, parent);
end
$procedure$;

CREATE OR REPLACE PROCEDURE private.refer (
  IN target regclass,
  IN referring text,
  IN parent regclass,
  IN referred text,
  IN follow boolean  DEFAULT false
)
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $procedure$
declare
  name constant text := (select relname from pg_catalog.pg_class where oid = target);
  of_offices constant boolean := (
    select count(*) = 2
    from pg_catalog.pg_attribute a
    where a.attrelid in (target, parent) and a.attname = 'office' and not a.attisdropped);
begin
  execute format('alter table %s add constraint %I foreign key (%I) references %s (%I)%s',
    target, name || '_' || referring || '_exists', referring, parent, referred,
    case when follow then ' on update cascade' else '' end);
  execute format('create index %I on %s (%I)', name || '_' || referring, target, referring);
  if of_offices then
    call private.keep_within_office(target, referring, parent, referred);
  end if;
  if of_offices and follow then
    execute format($sql$
      create or replace trigger hold_followers before update of %1$I on %2$s
        for each row when (old.%1$I is distinct from new.%1$I) execute function private.hold_followers(%1$L)$sql$,
      referred, parent);
  end if;
end
$procedure$;

CREATE TRIGGER hold_before_move
  BEFORE UPDATE OF region_name, province_name ON public.arb_marketing_assistance_monitoring
  FOR EACH ROW
  WHEN (((old.region_name IS DISTINCT FROM new.region_name) OR (old.province_name IS DISTINCT FROM new.province_name)))
  EXECUTE FUNCTION private.hold_before_move();

CREATE TRIGGER hold_before_move
  BEFORE UPDATE OF region_name, province_name ON public.arbo_masterlist
  FOR EACH ROW
  WHEN (((old.region_name IS DISTINCT FROM new.region_name) OR (old.province_name IS DISTINCT FROM new.province_name)))
  EXECUTE FUNCTION private.hold_before_move();

CREATE TRIGGER hold_followers
  BEFORE UPDATE OF arbo_id ON public.arbo_masterlist
  FOR EACH ROW
  WHEN ((old.arbo_id IS DISTINCT FROM new.arbo_id))
  EXECUTE FUNCTION private.hold_followers('arbo_id');

CREATE TRIGGER hold_before_move
  BEFORE UPDATE OF region_name, province_name ON public.arbo_trainings
  FOR EACH ROW
  WHEN (((old.region_name IS DISTINCT FROM new.region_name) OR (old.province_name IS DISTINCT FROM new.province_name)))
  EXECUTE FUNCTION private.hold_before_move();

CREATE TRIGGER hold_before_move
  BEFORE UPDATE OF region_name, province_name ON public.arc_masterlist
  FOR EACH ROW
  WHEN (((old.region_name IS DISTINCT FROM new.region_name) OR (old.province_name IS DISTINCT FROM new.province_name)))
  EXECUTE FUNCTION private.hold_before_move();

CREATE TRIGGER hold_followers
  BEFORE UPDATE OF arc_id ON public.arc_masterlist
  FOR EACH ROW
  WHEN ((old.arc_id IS DISTINCT FROM new.arc_id))
  EXECUTE FUNCTION private.hold_followers('arc_id');

CREATE TRIGGER written_marks_delete
  AFTER DELETE ON public.arc_masterlist REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_communities();

CREATE TRIGGER written_marks_insert
  AFTER INSERT ON public.arc_masterlist REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_communities();

CREATE TRIGGER written_marks_update
  AFTER UPDATE ON public.arc_masterlist REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_communities();

CREATE TRIGGER hold_before_move
  BEFORE UPDATE OF region_name, province_name ON public.fme_inventory_table
  FOR EACH ROW
  WHEN (((old.region_name IS DISTINCT FROM new.region_name) OR (old.province_name IS DISTINCT FROM new.province_name)))
  EXECUTE FUNCTION private.hold_before_move();

CREATE TRIGGER hold_before_move
  BEFORE UPDATE OF region_name, province_name ON public.form11_accomps
  FOR EACH ROW
  WHEN (((old.region_name IS DISTINCT FROM new.region_name) OR (old.province_name IS DISTINCT FROM new.province_name)))
  EXECUTE FUNCTION private.hold_before_move();

CREATE TRIGGER hold_before_move
  BEFORE UPDATE OF region_name, province_name ON public.form7_proddevs
  FOR EACH ROW
  WHEN (((old.region_name IS DISTINCT FROM new.region_name) OR (old.province_name IS DISTINCT FROM new.province_name)))
  EXECUTE FUNCTION private.hold_before_move();

REVOKE ALL ON FUNCTION "private"."hold_before_move"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_before_move"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."hold_before_move"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."hold_followers"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_followers"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."hold_followers"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_communities"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_communities"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_communities"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."write_activities"(private.activity_key[], public.activities[], bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_activities"(private.activity_key[], public.activities[], bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_activities"(private.activity_key[], public.activities[], bigint[]) TO "postgres";
