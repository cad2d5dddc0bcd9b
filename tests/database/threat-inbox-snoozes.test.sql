-- Threat: a user snoozes or marks inbox entries that are not in their own inbox, or a snoozed entry is lost. The tests
-- must fail when a single condition of the functions for snoozes is removed.
begin;
select plan(31);

select tests.create_user('one', 'Provincial', '{Read,Edit,Approve}');
select tests.create_user('other', 'Provincial', '{Read,Edit,Approve}');
select tests.create_user('reader', 'Provincial', '{Read}'), tests.create_user('no profile', null);
select tests.set_windows('');

-- Two returned rows and one resubmitted row of the users' office, each with its own entry.
create temporary table samples as select s.state, s.hours, tests.put_sample('arbo_masterlist', 'own') as id
  from (values ('returned', 3), ('returned', 2), ('resubmitted', 1)) s (state, hours);
insert into private.reviews (table_name, row_id, state, reason, office, user_id, at)
select 'arbo_masterlist', t.id, s.state, 'Because', t.office,
  (select user_id from tests.callers where caller = 'reader'), now() - make_interval(hours => s.hours)
from samples s join public.arbo_masterlist t using (id);

-- Returns a part of a caller's inbox. `arguments` are those of private.read_inbox, as SQL.
create function pg_temp.inbox(caller text, part text, arguments text default '100, 0') returns text language sql as $$
  select tests.answer(caller, format('select private.read_inbox(%s) ->> %L', arguments, part))
$$;
-- Returns the numbers of listed, unread and snoozed entries of a caller's inbox.
create function pg_temp.numbers(caller text) returns text language sql as $$
  select concat_ws(' ', pg_temp.inbox(caller, 'total'), pg_temp.inbox(caller, 'unread'),
    pg_temp.inbox(caller, 'snoozed'))
$$;
-- Lists the kinds of entries in a caller's inbox, with their numbers of all and of unread entries.
create function pg_temp.kinds(caller text, arguments text default '100, 0') returns text language sql as $$
  select string_agg(concat_ws(' ', k ->> 'kind', k ->> 'total', k ->> 'unread'), ', ' order by k ->> 'kind')
  from jsonb_array_elements(pg_temp.inbox(caller, 'kinds', arguments)::jsonb) k
$$;
create function pg_temp.newest(of_kind text) returns text language sql as $$
  select k ->> 'newest' from jsonb_array_elements(pg_temp.inbox('one', 'kinds')::jsonb) k where k ->> 'kind' = of_kind
$$;

-- Tests the lists of the inbox.
select is(pg_temp.kinds('one'), 'resubmitted 1 1, returned 2 2', 'The inbox counts the entries of each kind.');
select is(pg_temp.inbox('one', 'total', '100, 0, ''returned'''), '2',
  'The inbox lists only entries of the requested kind.');
select is(pg_temp.inbox('one', 'rows', '100, 0, ''returned''')::jsonb #>> '{0,id}', pg_temp.newest('returned'),
  'The list of one kind of inbox entries starts with the newest entry.');
select is(pg_temp.inbox('one', 'total', '100, 0, null, 1'), '2',
  'If a request limits the inbox to one entry per kind, the inbox lists one entry of each kind.');
select is(pg_temp.inbox('one', 'rows', '100, 0, ''returned'', 1')::jsonb #>> '{0,id}', pg_temp.newest('returned'),
  'If a request asks for one entry of a kind, the inbox lists the newest entry of this kind.');

-- Tests that a user snoozes and marks only the chosen entries of their own inbox.
select is(tests.answer('no profile', 'select private.snooze_inbox(''{}'', ''9'', null, true)'), '{}',
  'A caller without a profile can''t snooze inbox entries.');
select tests.perform_as('other', 'select private.snooze_inbox(''{9999999999999999.returned.x}'', null, null, true)');
select is((select count(*) from private.inbox_snoozes), 0::bigint,
  'A user can''t snooze an entry that is not in their own inbox.');
select tests.perform_as('reader', format('select private.snooze_inbox(%L, null, null, true)',
  array[pg_temp.newest('returned')]));
select is((select count(*) from private.inbox_snoozes), 0::bigint,
  'A user without the Edit right can''t snooze an inbox entry for a returned row.');
select tests.perform_as('one', 'select private.snooze_inbox(''{}'', ''9'', ''returned'', true)');
select is(pg_temp.kinds('one'), 'resubmitted 1 1',
  'After a user snoozes one kind of inbox entries, the inbox lists only the other kinds.');
select is(pg_temp.numbers('one'), '1 1 2', 'The inbox hides snoozed entries and does not count them as unread.');
select is(pg_temp.kinds('one', '100, 0, null, null, true'), 'returned 2 2',
  'The list of snoozed inbox entries contains exactly the entries that the user snoozed.');
select is(pg_temp.numbers('other'), '3 3 0',
  'If a user snoozes inbox entries, another user''s inbox still lists these entries.');
select is(tests.answer('one', 'select private.build_digest(10) ->> ''unread'''), '1',
  'The daily digest mail does not count snoozed inbox entries.');
select is((select string_agg(distinct (until - tests.today())::text, ' ') from private.inbox_snoozes), '7',
  'A snooze of inbox entries ends after 7 days.');

-- Tests how marking entries as read or unread affects snoozed entries.
select tests.perform_as('other', 'select private.mark_inbox_read(''{}'', ''9'', ''resubmitted'')');
select is(pg_temp.kinds('other'), 'resubmitted 1 0, returned 2 2',
  'A user can mark all inbox entries of one kind as read.');
select tests.perform_as('other', 'select private.mark_inbox_read(''{}'', ''9'', null, false)');
select is(pg_temp.numbers('other'), '3 3 0', 'A user can mark inbox entries as unread.');
select tests.perform_as('other', 'select private.mark_inbox_read(''{}'', ''9'')');
select is(pg_temp.numbers('other') || ', ' || pg_temp.numbers('one'), '3 0 0, 1 1 2',
  'If one user marks inbox entries as read, the same entries stay unread for another user.');
select tests.perform_as('one', 'select private.mark_inbox_read(''{}'', ''9'')');
select is(pg_temp.kinds('one', '100, 0, null, null, true'), 'returned 2 2',
  'When a user marks all inbox entries as read, the entries that the user has snoozed stay unread.');
select tests.perform_as('other', 'select private.mark_inbox_read(''{}'', ''9'', null, false)');
select is(pg_temp.numbers('one'), '1 0 2', 'A user can''t mark another user''s inbox entries as unread.');

-- Tests the end of a snooze.
select tests.perform_as('one', format('select private.mark_inbox_read(%L, null)',
  array(select entry from private.inbox_snoozes)));
update private.inbox_snoozes set until = tests.today() + 1;
select is(pg_temp.numbers('one'), '1 0 2',
  'On the day before a snooze ends, the inbox still hides the snoozed entries.');
update private.inbox_snoozes set until = tests.today();
select is(pg_temp.numbers('one'), '3 2 0',
  'When a snooze ends, its inbox entries are unread, even if the user had read them before.');
select tests.perform_as('other', 'select private.mark_inbox_read(''{}'', ''9'')');
select is(pg_temp.numbers('one'), '3 2 0',
  'After a user''s snooze ends, the user''s entries stay unread even if another user marks them as read.');
select tests.perform_as('one', 'select private.mark_inbox_read(''{}'', ''9'')');
select is(pg_temp.numbers('one'), '3 0 0',
  'After a snooze has ended, the user can mark its inbox entries as read again.');

-- Users snooze the same entry twice. After the second snooze, the entry must be read or unread as before. At the start,
-- both users have read all entries, and the snoozes of the user "other" have ended.
create temporary table listed as select m.entry, row_number() over (order by m.entry collate "C") as place
  from private.inbox_marks m join tests.callers c using (user_id) where c.caller = 'one';
-- Snoozes the entry at the given place of the list for the user 'one', or ends the snooze.
create function pg_temp.snooze(at bigint, is_snoozed boolean) returns void language sql as $$
  select tests.perform_as('one', format('select private.snooze_inbox(%L, null, null, %L)',
    array(select entry from listed where place = at), is_snoozed))
$$;
-- Returns, for each user, the number of inbox entries that the user has marked as read.
create function pg_temp.marks() returns text language sql as $$
  select string_agg(concat_ws(' ', caller, marks), ', ' order by caller)
  from (select c.caller, count(*) as marks
    from private.inbox_marks m join tests.callers c using (user_id) group by c.caller) m
$$;
select tests.perform_as('other', 'select private.snooze_inbox(''{}'', ''9'', null, true)');
update private.inbox_snoozes set until = tests.today();
select pg_temp.snooze(1, true), pg_temp.snooze(1, true);
select is(pg_temp.marks(), 'one 3, other 3',
  'If a user snoozes a read inbox entry twice in a row, the database keeps the read marks of all entries.');
update private.inbox_snoozes set until = tests.today();
select pg_temp.snooze(2, true);
select is(pg_temp.marks(), 'one 3, other 3',
  'If a user snoozes one of three read inbox entries, the database keeps the read marks of all three.');
select pg_temp.snooze(1, true), pg_temp.snooze(1, false);
select is(pg_temp.numbers('one'), '2 1 1',
  'If an entry is unread after a first snooze and the user ends a second snooze early, the entry is still unread.');
select pg_temp.snooze(2, false);
select tests.perform_as('one', 'select private.mark_inbox_read(''{}'', ''9'')');
select tests.perform_as('other', 'select private.mark_inbox_read(''{}'', ''9'')');

-- Tests that a user ends only their own snoozes.
select tests.perform_as('one', 'select private.snooze_inbox(''{}'', ''9'', null, true)');
select tests.perform_as('other', format('select private.snooze_inbox(%L, null, null, false)',
  array(select entry from private.inbox_snoozes)));
select is(pg_temp.numbers('one'), '0 0 3', 'A user can''t end another user''s snoozes of inbox entries.');
select tests.perform_as('one', format('select private.snooze_inbox(%L, null, null, false)',
  array(select entry from private.inbox_snoozes)));
select is(pg_temp.numbers('one'), '3 0 0',
  'If a user ends a snooze early, the inbox entries that the user had read before the snooze stay read.');

-- Tests that snoozes of entries which no longer exist are deleted.
select tests.perform_as('one', 'select private.snooze_inbox(''{}'', ''9'', null, true)');
delete from private.reviews where state = 'returned';
select tests.perform_as('other', 'select private.mark_inbox_read(''{}'', ''0'')');
select is((select count(*) from private.inbox_snoozes), 3::bigint,
  'When a user marks inbox entries as read, the database keeps the snoozes of other users.');
select tests.perform_as('one', 'select private.mark_inbox_read(''{}'', ''0'')');
select is((select count(*) from private.inbox_snoozes), 1::bigint,
  'When a user marks inbox entries as read, the database deletes the user''s snoozes of entries that no longer exist.');

select is(tests.attempt('one', 'select from private.inbox_snoozes'), '42501',
  'A user can''t read the table of snoozed inbox entries.');

select * from finish();
rollback;
