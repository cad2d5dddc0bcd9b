-- Threat: an inbox shows rows, reasons or requests that its user may not read. Another threat: a user without the
-- required scope, right or route permission asks to reopen a reporting window, or reopens it. The tests must fail when
-- a single condition of the functions is removed.
begin;
select plan(64);

select tests.create_user(concat_ws(' ', l.level, 'with', array_to_string(r.rights::text[], '+'),
  array_to_string(x.routes::text[], '+')), l.level, r.rights::text[], l.place, x.routes::text[])
from (values ('Central', 'central office'), ('Regional', 'regional office'), ('Provincial', 'own')) l (level, place),
  (values ('{Read}'), ('{Read,Edit}'), ('{Read,Delete}'), ('{Read,Approve}')) r (rights),
  (values ('{forms}'), ('{users}')) x (routes);
select tests.create_user('no profile', null);
select tests.set_windows('');
select tests.put_rows();
grant execute on all functions in schema tests to authenticated;

-- Stores some reviews with a wrong office, to test that the inbox uses the office of the reviewed row.
insert into private.reviews (table_name, row_id, state, reason, office, at)
select r.table_name, r.id, 'returned', 'Because',
  case r.place when 'other region' then 'Test Region A / Test Province A1'
    when 'same region' then 'Test Region A / ' else concat(p.region_name, ' / ', p.province_name) end,
  now() - interval '1 hour'
from tests.rows r join tests.places p using (place);

-- Returns the rows that a caller's inbox lists under a kind of entry.
create function pg_temp.rows_shown(c tests.callers, wanted_kind text) returns setof tests.rows language sql as $$
  select r.*
  from jsonb_array_elements(nullif(tests.answer(c.caller, 'select private.read_inbox(100000, 0) -> ''rows'''),
    'null')::jsonb) e
  cross join lateral jsonb_array_elements_text(nullif(e -> 'row_ids', 'null')) i
  join tests.rows r on r.table_name = e ->> 'table_name' and r.id = i::bigint
  where e ->> 'kind' = wanted_kind
$$;
-- Lists the callers whose inbox shows a row that it must not show, or lacks a row that it must show.
create function pg_temp.wrong_inbox(wanted_kind text) returns text language plpgsql as $$
declare
  c tests.callers;
  shown text[];
  so_far text := '';
  found text;
begin
  for c in select * from tests.callers loop
    shown := array(select concat_ws(' ', t.table_name, t.id) from pg_temp.rows_shown(c, wanted_kind) t);
    select string_agg(concat_ws(', ', c.caller, r.table_name, r.place), '; ') into found
    from tests.rows r
    where (concat_ws(' ', r.table_name, r.id) = any (shown)) <> coalesce(case wanted_kind
      when 'returned' then 'Edit' = any (c.rights) and r.place = c.place and c.level is not null
      when 'permits' then 'Edit' = any (c.rights) and tests.in_scope(c.level, r.place)
        and r.table_name = 'fme_inventory_table'
      else 'Approve' = any (c.rights) and tests.in_scope(c.level, r.place) end, false);
    so_far := concat_ws('; ', nullif(so_far, ''), found);
  end loop;
  return so_far;
end
$$;

-- Tests requests to reopen a reporting window. wrong_asks lists the wrong results of making a request, and
-- wrong_answers those of granting or declining it.
create table pg_temp.windows as select w as window_name from unnest('{target,accomplishment}'::text[]) w;
create function pg_temp.office_of(wanted text) returns text language sql as $$
  select concat(p.region_name, ' / ', p.province_name) from tests.places p where p.place = wanted
$$;
create function pg_temp.wrong_asks(is_open boolean) returns text language sql as $$
  select coalesce(string_agg(concat_ws(', ', t.caller, t.place, t.window_name, t.got || ' instead of ' || t.wanted),
    '; '), '')
  from (
    select c.caller, p.place, w.window_name,
      tests.attempt(c.caller,
        format('select private.request_reopening(%L, %L, ''Late rain'')', pg_temp.office_of(p.place),
        w.window_name)) as got,
      case when c.level is null or not c.rights && '{Edit,Delete}' or not tests.in_scope(c.level, p.place) then 'AG009'
        when c.level = 'Central' or is_open then 'AG002' else 'done' end as wanted
    from tests.callers c, tests.places p, pg_temp.windows w
  ) t where t.got <> t.wanted
$$;
create function pg_temp.administers(c tests.callers, place text) returns boolean language sql as $$
  select coalesce('users' = any (c.routes) and c.rights && '{Edit,Delete}'
    and (c.level = 'Central' or c.level = 'Regional' and tests.in_scope(c.level, place)), false)
$$;
create function pg_temp.wrong_answers() returns text language sql as $$
  select coalesce(string_agg(concat_ws(', ', t.caller, t.office, t.until, t.got || ' instead of ' || t.wanted), '; '),
    '')
  from (
    select c.caller, q.office, u.until,
      tests.attempt(c.caller, format('select private.answer_reopening(%s, %L, ''So'')', q.id, u.until)) as got,
      case when pg_temp.administers(c, p.place) then 'done' else 'AG004' end as wanted
    from tests.callers c, private.reopenings q join tests.places p on pg_temp.office_of(p.place) = q.office,
      (values (tests.today() + 7), (null)) u (until)
  ) t where t.got <> t.wanted
$$;
-- Lists the callers whose inbox shows the wrong requests or replies.
create function pg_temp.wrong_requests(wanted_kind text) returns text language plpgsql as $$
declare
  c tests.callers;
  shown text;
  found text;
  so_far text := '';
begin
  for c in select * from tests.callers loop
    shown := tests.answer(c.caller,
      format('select string_agg(e #>> ''{about,reopening,id}'', '' '' order by (e #>> ''{about,reopening,id}'')::bigint)
      from jsonb_array_elements(private.read_inbox(1000, 0) -> ''rows'') e where e ->> ''kind'' = %L', wanted_kind));
    select coalesce(string_agg(q.id::text, ' ' order by q.id), 'null') into found
    from private.reopenings q join tests.places p on pg_temp.office_of(p.place) = q.office
    where case wanted_kind when 'reopening_asked' then q.state = 'asked' and pg_temp.administers(c, p.place)
      else q.state <> 'asked' and q.user_id = c.user_id and tests.in_scope(c.level, p.place) end;
    so_far := concat_ws('; ', nullif(so_far, ''),
      case when shown <> found then concat_ws(', ', c.caller, shown || ' instead of ' || found) end);
  end loop;
  return so_far;
end
$$;

-- Applies a mutant (a function with one condition replaced), runs a check, and rolls the mutant back. Returns null if
-- the check fails, as it must, and 'not noticed' if it passes.
create function pg_temp.unnoticed(target regprocedure, part text, instead text, check_of text) returns text
  language plpgsql as $$
declare
  body text := pg_get_functiondef(target);
  answer text;
begin
  if strpos(body, part) = 0 then
    return 'the mutant changes nothing';
  end if;
  execute replace(body, part, instead);
  execute check_of into answer;
  raise exception using errcode = 'MUTAN', message = answer;
exception
  when sqlstate 'MUTAN' then return case sqlerrm when '' then 'not noticed' end;
end
$$;

select is(pg_temp.wrong_inbox('returned'), '',
  'A returned row is in the inbox of exactly the users of its office who have the Edit right.');
update private.reviews set state = 'resubmitted';
select is(pg_temp.wrong_inbox('resubmitted'), '',
  'A resubmitted row is in the inbox of exactly the users who may approve it.');
update private.reviews set state = 'returned';
select is(pg_temp.unnoticed('private.reviews_for_caller()', m.part, m.instead,
  'select pg_temp.wrong_inbox(''returned'')'), null,
  format('The tests detect a mutant of the inbox that lacks the condition: %s', m.part))
from (values ('then t.office = $5', 'then true'),
  ('private.has_right_for(''update'', caller.rights)', 'true')) m (part, instead);
update private.reviews set state = 'resubmitted';
select is(pg_temp.unnoticed('private.reviews_for_caller()', m.part, m.instead,
  'select pg_temp.wrong_inbox(''resubmitted'')'), null,
  format('The tests detect a mutant of the inbox that lacks the condition: %s', m.part))
from (values (' and t.office = any ($3)', ''), ('private.has_right_for(''approve'', caller.rights)', 'true')) m (part,
  instead);

-- Tests inbox entries for permits that expire soon.
update public.fme_inventory_table set cpr_expiry = tests.today() + 90;
select is(pg_temp.wrong_inbox('permits'), '',
  'An expiring permit is in the inbox of exactly the users who may edit its row.');
select is(pg_temp.unnoticed('private.inbox_entries()', m.part, m.instead,
  'select pg_temp.wrong_inbox(''permits'')'), null,
  format('The tests detect a mutant of the inbox that lacks the condition: %s', m.part))
from (values (' and p.office = any (readable)', ''),
  ('private.has_right_for(''update'', caller.rights) and p.', 'p.')) m (part, instead);
create function pg_temp.permits(caller text) returns text language sql as $$
  select tests.answer(caller,
    'select jsonb_agg(jsonb_build_array((e ->> ''end_date'')::date - private.today(),
    jsonb_array_length(e -> ''row_ids''),
    ((e ->> ''at'')::timestamptz at time zone ''Asia/Manila'')::date - private.today()) order by e ->> ''end_date'')
    from jsonb_array_elements(private.read_inbox(1000, 0) -> ''rows'') e where e ->> ''kind'' = ''permits''')
$$;
create temporary table own_machine as select id from tests.rows where table_name = 'fme_inventory_table'
  and place = 'own' limit 1;
create function pg_temp.expire(fda integer, cpr integer, halal integer) returns void language sql as $$
  update public.fme_inventory_table set fda_lto_expiry = null, cpr_expiry = null, halal_expiry = null;
  update public.fme_inventory_table set fda_lto_expiry = tests.today() + fda, cpr_expiry = tests.today() + cpr,
    halal_expiry = tests.today() + halal
  where id in (select id from own_machine)
$$;
select pg_temp.expire(-1, 91, null);
select is(pg_temp.permits('Provincial with Read+Edit forms'), 'null',
  'Inboxes don''t show expired permits or permits that expire in more than 90 days.');
select pg_temp.expire(0, 90, 90);
select is(pg_temp.permits('Provincial with Read+Edit forms'), '[[0, 1, -90], [90, 1, 0]]',
  'The inbox shows a permit from 90 days before its expiry date until this date.');
select is(tests.answer('Provincial with Read+Edit forms', 'select count(distinct row_id) from public.expiring_permits'),
  '1', 'The view expiring_permits, the work queue of permits, lists only machines that have an expiring permit.');
select is(pg_temp.permits('Provincial with Read forms'), 'null',
  'The inbox shows no permits to a user without the Edit right.');

-- Tests inbox entries for imports that have finished or stopped.
select tests.create_user('importer', 'Provincial');
create function pg_temp.imports(caller text) returns text language sql as $$
  select tests.answer(caller,
    'select jsonb_agg(jsonb_build_array(e #> ''{about,import,file_name}'', e #> ''{about,import,saved}'')
    order by e #>> ''{about,import,file_name}'') from jsonb_array_elements(private.read_inbox(1000, 0) -> ''rows'') e
    where e ->> ''kind'' = ''import''')
$$;
insert into private.imports (user_id, import_id, at, screen, table_name, file_name, rows, left_out, taken_back_at)
select c.user_id, md5(v.file)::uuid, now() - v.begun, 'ARBO_Masterlist', 'arbo_masterlist', v.file, 3, 0,
  case v.file when 'taken back' then now() end
from tests.callers c,
  (values ('finished', interval '1 day'), ('stopped', '1 day'), ('running', '1 day'), ('nothing saved', '1 day'),
  ('taken back', '1 day'), ('of last week', '8 days')) v (file, begun)
where c.caller = 'importer';
insert into private.import_batches (user_id, import_id, batch, path, body_hash, ids, at)
select i.user_id, i.import_id, b.batch, 'arbo-masterlist', 'h', b.ids,
  now() - case i.file_name when 'running' then interval '50 minutes' else '70 minutes' end
from private.imports i, (values (1, '{1,2}'::bigint[]), (2, '{3}')) b (batch, ids)
where i.file_name <> 'nothing saved' and (b.batch = 1 or i.file_name not in ('stopped', 'running'));
select is(pg_temp.imports('importer'), '[["finished", 3], ["stopped", 2]]',
  'A user''s inbox shows the user''s finished imports and the imports that have saved no batch for over an hour.');
create function pg_temp.others_imports() returns text language sql as $$
  select coalesce(string_agg(c.caller, ', ') filter (where pg_temp.imports(c.caller) <> 'null'), '')
    from tests.callers c where c.caller <> 'importer'
$$;
select is(pg_temp.others_imports(), '', 'A user''s inbox does not show the imports of other users.');
select is(pg_temp.unnoticed('private.imports_for_caller()', 'i.user_id = (private.current_caller()).user_id', 'true',
  'select pg_temp.others_imports()'), null,
  'The tests detect a mutant of the inbox that shows imports of other users.');
update public.users u set disabled = true from tests.callers c where u.id = c.user_id and c.caller = 'importer';
select is(pg_temp.imports('importer'), 'null', 'The inbox shows no entries to a disabled user.');
delete from tests.callers where caller = 'importer';

-- A user's inbox has no entry for the user's own action. Without the Approve own right, the inbox has no entry to
-- approve the user's own row.
select tests.create_user('officer', 'Provincial', '{Read,Edit,Delete,Approve}');
select tests.create_user('trusted', 'Provincial', '{Read,Edit,Approve,Approve own}');
select tests.create_user('chief', 'Central', '{Read,Edit,Delete,Approve}', 'central office', '{users}');
truncate private.reviews;
create function pg_temp.number(caller text, of_kind text default '%') returns integer language sql as $$
  select coalesce(nullif(tests.answer(caller,
    format('select count(*) from jsonb_array_elements(private.read_inbox(1000, 0) -> ''rows'') e
    where e ->> ''kind'' like %L', of_kind)), 'null'), '-1')::integer
$$;
create temporary table masterlist as select id from tests.rows where table_name = 'arbo_masterlist'
  and place = 'own' limit 1;
select tests.set_windows('target', 'accomplishment');
select tests.perform_as('officer',
  format('select private.review_rows(''arbo_masterlist'', array[%s], ''returned'', ''Members?'')', id)) from masterlist;
select is(pg_temp.number('officer', 'returned'), 0,
  'A user who returns a row gets no inbox entry for the row.');
select is(pg_temp.number('trusted', 'returned'), 1,
  'A user of a returned row''s office gets an inbox entry for the row.');
select is(tests.answer('trusted',
  $$ select concat_ws(' ', e ->> 'by', e ->> 'reason') from jsonb_array_elements(private.read_inbox(10, 0) -> 'rows') e
  where e ->> 'kind' = 'returned' $$), (select u.username || ' Members?' from public.users u where u.name = 'officer'),
  'The inbox entry for a returned row shows which user returned the row and why.');
select tests.perform_as('trusted',
  format('select private.review_rows(''arbo_masterlist'', array[%s], ''resubmitted'', null)', id)) from masterlist;
select is(pg_temp.number('trusted', 'returned'), 0,
  'After a user resubmits a returned row, inboxes no longer show it as returned.');
select is(pg_temp.number('officer', 'resubmitted'), 1,
  'The inbox shows a resubmitted row to a user with the Approve right.');
update public.arbo_masterlist t set user_id = c.user_id from masterlist m,
  tests.callers c where t.id = m.id and c.caller = 'officer';
select is(pg_temp.number('officer', 'resubmitted'), 0,
  'A user without the right "Approve own" sees no resubmitted rows of their own in the inbox.');
update private.reviews set user_id = null;
update public.arbo_masterlist t set user_id = c.user_id from masterlist m,
  tests.callers c where t.id = m.id and c.caller = 'trusted';
select is(pg_temp.number('trusted', 'resubmitted'), 1,
  'A user with the right "Approve own" also sees resubmitted rows of their own in the inbox.');

-- An entry that one user marks as read stays unread for other users. An inbox no longer shows a row that was deleted or
-- moved to another office.
select tests.perform_as('chief', 'select private.mark_inbox_read(''{}'', ''9'')');
select is(tests.answer('chief', 'select private.read_inbox(0, 0) ->> ''unread'''), '0',
  'After a user marks all inbox entries as read, the inbox counts no unread entries for this user.');
select isnt(tests.answer('officer', 'select private.read_inbox(0, 0) ->> ''unread'''), '0',
  'When a user marks all inbox entries as read, another user''s entries stay unread.');
select is((select count(*) from private.inbox_marks m join tests.callers c using (user_id) where c.caller <> 'chief'),
  0::bigint, 'If a user marks all inbox entries as read, the database stores read marks only for this user.');
select tests.perform_as('officer',
  'select private.mark_inbox_read(''{9999999999999999.returned.arbo_masterlist}'', null)');
select is((select count(*) from private.inbox_marks m join tests.callers c using (user_id) where c.caller = 'officer'),
  0::bigint, 'If a user marks an inbox entry as read that does not exist, the database stores no read mark.');
update public.arbo_masterlist t set province_name = 'Test Province A2' from masterlist m where t.id = m.id;
select is((select r.office from private.reviews r join masterlist m on m.id = r.row_id),
  'Test Region A / Test Province A2',
  'After a resubmitted row moves to another office, its review is stored under the new office.');
select is(pg_temp.number('trusted', 'resubmitted'), 0,
  'After a resubmitted row moves to another office, users of its former office no longer see it in the inbox.');
select is(pg_temp.number('chief', 'resubmitted'), 1,
  'After a resubmitted row moves to another office, a Central user still sees it in the inbox.');
delete from public.arbo_masterlist t using masterlist m where t.id = m.id;
select is(pg_temp.number('chief', 'resubmitted'), 0,
  'After a resubmitted row is deleted, a Central user no longer sees it in the inbox.');
select tests.perform_as('chief', 'select private.mark_inbox_read(''{}'', ''0'')');
select is((select count(*) from private.inbox_marks m join tests.callers c using (user_id) where c.caller = 'chief'
  and m.entry like '%resubmitted%'), 0::bigint,
  'When a user marks entries as read, the database deletes the user''s read marks of entries that no longer exist.');

-- Tests inbox entries for reporting windows that end soon.
select tests.set_windows('');
select tests.add_schedule('target', tests.today() - 10, tests.today() + 7),
  tests.add_schedule('accomplishment', tests.today() - 10, tests.today() + 8);
select is(pg_temp.number('officer', 'window'), 1,
  'Inboxes show a reporting window that ends in 7 days, but not one that ends in 8 days.');
select is(pg_temp.number('chief', 'window'), 0,
  'A Central user''s inbox shows no reporting windows that end soon.');
select is(pg_temp.number('Provincial with Read forms', 'window'), 0,
  'A user with only the Read right sees no reporting windows that end soon in the inbox.');

-- Tests who can make and see requests to reopen a reporting window.
select tests.set_windows('');
select is(pg_temp.wrong_asks(false), '',
  'Only users with the Edit or Delete right can ask to reopen a closed reporting window.');
select is(pg_temp.unnoticed('private.request_reopening(text,text,text)', m.part, m.instead,
  'select pg_temp.wrong_asks(false)'), null,
  format('The tests detect a mutant of request_reopening that lacks the check: %s', m.part))
from (values ('perform private.require_entry_right();', ''),
  ('not wanted_office = any (private.offices_to_read())', 'false')) m (part, instead);
select tests.set_windows('target', 'accomplishment');
select is(pg_temp.wrong_asks(true), '', 'A user can''t ask to reopen a reporting window that is already open.');
select is(pg_temp.unnoticed('private.request_reopening(text,text,text)',
  'wanted_office = any (private.offices_to_write(''insert'', wanted_window))', 'false',
  'select pg_temp.wrong_asks(true)'), null,
  'The tests detect a mutant of request_reopening that accepts a request for an open reporting window.');
select tests.set_windows('');
select tests.perform_as('officer',
  format('select private.request_reopening(%L, ''target'', ''Late rain'')', pg_temp.office_of('own')));
select is(tests.attempt('trusted',
  format('select private.request_reopening(%L, ''target'', ''Late rain'')', pg_temp.office_of('own'))), 'AG002',
  'An office can''t have two unanswered requests to reopen the same reporting window.');
select is(tests.attempt('trusted',
  format('select private.request_reopening(%L, ''accomplishment'', ''Late rain'')', pg_temp.office_of('own'))), 'done',
  'An office can ask to reopen two different reporting windows at the same time.');
insert into private.reopenings (office, window_name, user_id, reason)
  select pg_temp.office_of(p.place), 'target', md5('unknown')::uuid,
    'Late rain' from tests.places p where p.place in ('same region', 'other region');
select is(pg_temp.wrong_requests('reopening_asked'), '',
  'A request to reopen a reporting window is in the inbox of exactly the users who can answer it.');
select is(pg_temp.wrong_answers(), '',
  'Only administrators of an office''s schedules can answer the office''s requests to reopen a window.');
select is(pg_temp.unnoticed('private.inbox_entries()', ' and private.can_administer_schedules_of(r.office)', '',
  'select pg_temp.wrong_requests(''reopening_asked'')'), null,
  'The tests detect a mutant of the inbox that shows requests to reopen a window to all users.');
select is(pg_temp.unnoticed('private.answer_reopening(bigint,date,text)',
  'or not private.can_administer_schedules_of(asked.office)', '', 'select pg_temp.wrong_answers()'), null,
  'The tests detect a mutant of answer_reopening that lets all users answer requests.');

-- Tests the effects of granting or declining a request to reopen a reporting window.
create function pg_temp.request(wanted text) returns bigint language sql as $$
  select max(id) from private.reopenings where office = pg_temp.office_of(wanted)
$$;
select is(tests.attempt('chief',
  format('select private.answer_reopening(%s, %L, null)', pg_temp.request('own'), tests.today())), 'AG002',
  'An administrator who grants a request to reopen a reporting window can''t set today as the end date.');
select tests.perform_as('chief',
  format('select private.answer_reopening(%s, %L, null)', pg_temp.request('own'), tests.today() + 7));
select results_eq($$ select form, end_date, coverage from public.report_schedules $$,
  $$ values ('target', tests.today() + 7, pg_temp.office_of('own')) $$,
  'When an administrator grants an office''s request to reopen a window, the office gets a new schedule.');
select tests.perform_as('chief',
  format('select private.answer_reopening(%s, null, ''No rain'')', pg_temp.request('same region')));
select is(tests.attempt('chief',
  format('select private.answer_reopening(%s, null, ''Again'')', pg_temp.request('same region'))), 'AG002',
  'After an administrator has declined a request to reopen a reporting window, it can''t be answered again.');
select is(pg_temp.wrong_requests('reopening_answered'), '',
  'Only the user who asked to reopen a reporting window sees the reply in the inbox.');
select is(pg_temp.unnoticed('private.inbox_entries()', m.part, m.instead,
  'select pg_temp.wrong_requests(''reopening_answered'')'), null,
  format('The tests detect a mutant of the inbox that lacks this condition for replies to requests: %s', m.part))
from (values ('r.user_id = caller.user_id and', '')) m (part, instead);
select results_eq($$ select action, office,
  status from private.user_log where form_name = 'report_schedules' and action like '%eopen%' order by id $$,
  format($$ values ('Ask to reopen', %1$L, 'target'), ('Reopen', %1$L, 'target'),
    ('Decline to reopen', %2$L, 'target') $$, pg_temp.office_of('own'), pg_temp.office_of('same region')),
    'The log has an entry for each request to reopen a reporting window and for each reply.');

-- A request to reopen closes without a reply when a schedule opens the requested reporting window: when the schedule is
-- saved, or on its first day if that is later.
select tests.add_schedule('target', tests.today(), tests.today() + 3, 'Test Region B');
select is((select state from private.reopenings where id = pg_temp.request('other region')), 'opened',
  'When a new schedule opens a reporting window for an office, the office''s request to reopen this window is closed.');
select tests.set_windows('');
select tests.add_schedule('target', tests.today() - 1, tests.today() + 3, 'Test Region B', null, 'Closed');
insert into private.reopenings (office, window_name, user_id, reason, at)
  values (pg_temp.office_of('other region'), 'target', md5('unknown')::uuid, 'Late rain', now() - interval '3 days');
select is(pg_temp.number('chief', 'reopening_asked'), 1,
  'A request to reopen a window stays in the inbox if the only schedule of this window has the status "Closed".');
alter table public.report_schedules disable trigger resolve_reopenings;
update public.report_schedules set status = 'OnGoing';
select is(pg_temp.number('chief', 'reopening_asked'), 0,
  'A request to reopen a window leaves the inbox as soon as a schedule has opened this window.');

-- Returns the state of a request to reopen after a change of a schedule that opened the requested window and has ended.
-- Later changes of this schedule must not reopen the request.
create function pg_temp.asked_after(asked_days_ago integer, change text) returns text language plpgsql as $$
declare
  answer text;
begin
  delete from public.report_schedules;
  delete from private.reopenings;
  insert into private.reopenings (office, window_name, user_id, reason, at)
  values (pg_temp.office_of('other region'), 'target', md5('unknown')::uuid, 'Late rain',
    (tests.today() - asked_days_ago + time '10:00') at time zone 'Asia/Manila');
  perform tests.add_schedule('target', tests.today() - 4, tests.today() - 1, 'Test Region B');
  execute change;
  select concat_ws(' ', q.state, (q.answered_at at time zone 'Asia/Manila')::date - tests.today()) into answer
  from private.reopenings q;
  return answer;
end
$$;
alter table public.report_schedules enable trigger resolve_reopenings;
select is(pg_temp.asked_after(5, w.change), 'opened -4',
  format('A reopening request that was closed by a past schedule stays closed after this change of the schedule: %s',
  w.change))
from (values ('update public.report_schedules set status = ''Closed'''),
  ('delete from public.report_schedules'),
  ('update public.report_schedules set end_date = start_date + 1'),
  ('update public.report_schedules set start_date = start_date + 30, end_date = end_date + 30')) w (change);
select is(pg_temp.asked_after(1, 'delete from public.report_schedules'), 'asked',
  'A request to reopen a window stays in the inbox if a user deletes a schedule that was over before the request.');

select is(tests.attempt(c, statement), '42501', format('A Central administrator can''t run: %s', statement))
from (values ('chief')) x (c),
  (values ('select from private.reopenings'), ('select from private.inbox_marks'),
  ('select private.inbox_entries()')) s (statement);

select * from finish();
rollback;
