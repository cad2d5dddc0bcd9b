-- Tests approval on every record table. The Approve right allows changing the stage of other users' rows. The Approve
-- own right also allows changing the stage of one's own rows and inserting approved rows. Users below Central can't
-- change or delete an approved row. A user without the Edit right can change only the stage. Each refused action is
-- tested next to an allowed action.
begin;
select plan((36 * (select count(*) from private.record_tables) + 1)::integer);

select tests.create_callers();
select tests.create_user(concat_ws(' ', l.level, 'with', array_to_string(r.rights::text[], '+')), l.level,
  r.rights::text[], l.place)
from (values ('Central', 'central office'), ('Regional', 'regional office'), ('Provincial', 'own')) l (level, place),
  (values ('{Read,Approve}'), ('{Read,Edit,Approve}'), ('{Read,Edit,Delete,Approve,Approve own}'),
    ('{Read,Edit,Approve own}')) r (rights);
select tests.put_rows(only_place => 'own', approved => true);
select tests.put_rows(only_place => 'own');

-- The tested actions. `tried_on` is the kind of row; in kinds that start with 'own', the caller entered the row.
-- `stage`: true if the action changes the stage. `fields`: true if it changes other fields.
create temporary table acts on commit drop as
select * from (values
  ('approved', 'change a field', 'update public.%I set remarks = ''changed'' where id = %s', false, true),
  ('approved', 'set back to Pending', 'update public.%I set process_stage = ''Pending'' where id = %s', true, false),
  ('approved', 'set back to empty', 'update public.%I set process_stage = null where id = %s', true, false),
  ('approved', 'set back and change a field at once',
    'update public.%I set process_stage = ''Pending'', remarks = ''changed'' where id = %s', true, true),
  ('approved', 'write what is there already', 'update public.%I set remarks = remarks where id = %s', false, false),
  ('approved', 'delete', 'delete from public.%I where id = %s', null, null),
  ('own approved', 'set back', 'update public.%I set process_stage = ''Pending'' where id = %s', true, false),
  ('pending', 'approve', 'update public.%I set process_stage = ''Approved'' where id = %s', true, false),
  ('pending', 'approve and change a field at once',
    'update public.%I set process_stage = ''Approved'', remarks = ''changed'' where id = %s', true, true),
  ('pending', 'from empty to Pending', 'update public.%I set process_stage = ''Pending'' where id = %s', false, false),
  ('own', 'approve', 'update public.%I set process_stage = ''Approved'' where id = %s', true, false),
  ('own', 'change a field', 'update public.%I set remarks = ''changed'' where id = %s', false, true)
) a (tried_on, act, statement, stage, fields);

create function pg_temp.wanted(c tests.callers, a acts) returns text language sql as $$
  select case
    when a.act = 'delete' then case when not 'Delete' = any (c.rights) or c.level <> 'Central' then 'none'
      else 'done' end
    when not c.rights && '{Edit,Approve}' then 'none'
    when a.tried_on = 'approved' and a.fields and c.level <> 'Central' then 'AG001'
    when a.stage and not 'Approve' = any (c.rights) then 'AG009'
    when a.tried_on = 'own' and a.stage and not 'Approve own' = any (c.rights) then 'AG009'
    when a.fields and not 'Edit' = any (c.rights) then 'AG009'
    else 'done'
  end
$$;

create function pg_temp.try_acts(name_of_window text) returns void language plpgsql as $$
declare
  c tests.callers;
  t text;
begin
  perform tests.set_windows(name_of_window);
  for c in select * from tests.callers where kind = 'active' loop
    insert into tests.results
    select 'approved', r.table_name, c.caller, 'write', concat_ws(', ', a.tried_on, a.act, r.status),
      pg_temp.wanted(c, a),
      tests.attempt(c.caller, format(a.statement, r.table_name, r.id))
    from tests.rows r join acts a on a.tried_on = case when r.approved then 'approved' else 'pending' end
    where r.window_name = name_of_window;
    for t in select distinct r.table_name from tests.rows r where r.window_name = name_of_window loop
      execute format('update public.%I set user_id = %L
        where id in (select r.id from tests.rows r where r.table_name = %L)', t, c.user_id, t);
    end loop;
    insert into tests.results
    select 'approved', r.table_name, c.caller, 'write', concat_ws(', ', a.tried_on, a.act, r.status),
      pg_temp.wanted(c, a),
      tests.attempt(c.caller, format(a.statement, r.table_name, r.id))
    from tests.rows r join acts a on a.tried_on = case when r.approved then 'own approved' else 'own' end
    where r.window_name = name_of_window;
    for t in select distinct r.table_name from tests.rows r where r.window_name = name_of_window loop
      execute format('update public.%I set user_id = null
        where id in (select r.id from tests.rows r where r.table_name = %L)', t, t);
    end loop;
  end loop;
  insert into tests.results
  select 'approved', r.table_name, d.caller, 'write', concat_ws(', ', 'enter as approved', r.status),
    case when d.rights && '{Edit,Delete}' and d.rights @> '{Approve,Approve own}' then 'done' else '42501' end,
    tests.attempt(d.caller, r.insert_statement)
  from tests.rows r, tests.callers d
  where r.window_name = name_of_window and r.approved and d.kind = 'active';
end
$$;
select pg_temp.try_acts('target'), pg_temp.try_acts('accomplishment');

select is(count(*), 36 * 13 * (select count(*) from tests.faces),
  'Coverage: Each of 36 callers tries all 13 actions on the pending and approved rows of every table.')
from tests.results;

select is(tests.disagreements('approved', t.table_name, c.caller, 'write'), '',
  format('%s: The caller "%s" gets the expected result of every action on pending and approved rows.',
  t.table_name, c.caller))
from private.record_tables t, tests.callers c
where c.kind = 'active'
order by t.table_name, c.caller;

select * from finish();
rollback;
