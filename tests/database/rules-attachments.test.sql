-- Tests which record fields hold attachments, and that an attachment has its record's office and status. The files
-- rules-geotags and threat-files test uploads.
begin;
select plan(47);

select tests.empty_tables();
select tests.make_offices();
select tests.create_user('encoder', 'Provincial'), tests.create_user('central', 'Central', place => 'central office'),
  tests.create_user('neighbour', 'Provincial', place => 'same region'),
  tests.create_user('approver', 'Provincial', '{Read,Edit,Approve}');
select tests.set_windows('accomplishment');
create temporary table owners on commit drop as
select f.table_name, f.field,
  tests.put_sample(f.table_name, 'own') as id from private.attachment_fields f where f.field <> 'picture_deed_donation';
insert into owners select table_name, 'picture_deed_donation', id from owners where table_name = 'fme_inventory_table';
grant select on owners to authenticated;
create function pg_temp.adding(target text, wanted_field text, change jsonb default '{}') returns text language sql
  as $$
  select tests.statement_to_insert('attachments',
    jsonb_build_object('record_table', target, 'record_id', (select id from owners where table_name = target limit 1),
    'field', wanted_field) || change)
$$;
-- Adds an attachment as the owner of the tables, with the path of a file that does not exist.
create function pg_temp.attach(target text, wanted_field text, number integer) returns void language plpgsql as $$
begin
  execute pg_temp.adding(target, wanted_field,
    jsonb_build_object('upload_id', md5(target || wanted_field || number)::uuid, 'file_path', 'a.pdf'));
end
$$;
create function pg_temp.link(target text, wanted_field text, number integer) returns text language sql
  as $$ select '/homepage/files/' || md5(target || wanted_field || number)::uuid $$;
create function pg_temp.held(target text, wanted_field text) returns jsonb language plpgsql as $$
declare
  found jsonb;
begin
  execute format('select to_jsonb(%I) from public.%I where id = (select id from owners where table_name = %L limit 1)',
    wanted_field, target, target) into found;
  return found;
end
$$;
create function pg_temp.expected(target text, wanted_field text, variadic links text[]) returns jsonb language sql as $$
  select case
    when (select a.atttypid = 'text[]'::regtype from pg_attribute a
    where a.attrelid = format('public.%I', target)::regclass and a.attname = wanted_field)
    then to_jsonb(links) else to_jsonb(links[cardinality(links)]) end
$$;

select bag_eq($$ select table_name, field from private.attachment_fields $$,
  $$ values ('form11_accomps', 'uploadFile'), ('form11_farm_infos', 'uploadFile'),
    ('fme_inventory_table', 'picture_trust_agreement'), ('fme_inventory_table', 'picture_deed_donation'),
    ('arbo_masterlist', 'coc_cgs_attachment_link') $$,
  'Exactly five fields in four tables can hold attachments.');
select pg_temp.attach(table_name, field, n) from owners, generate_series(1, 2) n;
select is(pg_temp.held(table_name, field),
  pg_temp.expected(table_name, field, pg_temp.link(table_name, field, 1), pg_temp.link(table_name, field, 2)),
  format(
  '%s.%s: After two attachments are added, a list field holds both links, and a text field only the newest link.',
  table_name, field)) from owners;
select tests.perform_as('encoder',
  format('update public.%I set remarks = ''changed'', %I = null where id = %s', table_name, field, id)) from owners;
select is(pg_temp.held(table_name, field),
  pg_temp.expected(table_name, field, pg_temp.link(table_name, field, 1), pg_temp.link(table_name, field, 2)),
  format(
  '%s.%s: An update that sets this attachment field to null leaves the links of the field unchanged.',
  table_name, field)) from owners;
delete from public.attachments where upload_id in (select md5(table_name || field || 2)::uuid from owners);
select is(pg_temp.held(table_name, field), pg_temp.expected(table_name, field, pg_temp.link(table_name, field, 1)),
  format('%s.%s: When an attachment is deleted, its link disappears from the field.', table_name, field)) from owners;
delete from public.attachments;
select is((select array_agg(pg_temp.held(table_name, field)) from owners), array_fill(null::jsonb, array[5]),
  'When all attachments of a record are deleted, the record''s attachment fields become null.');
update public.form11_accomps set "uploadFile" = array['typed.pdf', '/homepage/files/' || gen_random_uuid()];
select is((select "uploadFile" from public.form11_accomps limit 1), '{typed.pdf}',
  'If an update writes the link of a missing attachment into an attachment field, the database drops the link.');

-- An attachment gets the office and status of its record, also when the record changes.
select tests.perform_as('encoder', pg_temp.adding('form11_accomps', 'uploadFile'));
select is((select array[office, status] from public.attachments), '{Test Region A / Test Province A1,Accomplished}',
  'A new attachment gets the office and status of its record.');
select is(tests.attempt('encoder', pg_temp.adding('form11_accomps', 'remarks')), 'AG002',
  'The database refuses an attachment for a field that can''t hold attachments.');
select is(tests.attempt('encoder', pg_temp.adding('users', 'name')), 'AG002',
  'The database refuses an attachment for a row of a table that has no attachment fields.');
select is(tests.attempt('encoder', pg_temp.adding('form11_accomps', 'uploadFile', '{"record_id": 0}')), '42501',
  'The database refuses an attachment for a record that does not exist.');
-- A hidden record is one that the user can't see. The error at the end of the transaction counts, too.
create function pg_temp.refusal(caller text, statement text) returns text language plpgsql as $$
begin
  perform tests.act_as(caller);
  execute statement;
  set constraints all immediate;
  raise exception 'The attachment is saved.';
exception
  when others then return concat_ws(' ', sqlstate, sqlerrm);
end
$$;
select tests.set_end_rules('public.attachments', 'enable');
update public.form11_accomps set process_stage = 'Approved' where id in (
  select tests.put_sample('form11_accomps', 'own'));
insert into owners select 'approved', 'uploadFile', id from public.form11_accomps where process_stage = 'Approved';
select is(
  array_agg(distinct pg_temp.refusal('neighbour', pg_temp.adding('form11_accomps', 'uploadFile',
    '{"status": "Accomplished"}' || place || jsonb_build_object('record_id', r.id)))), array[wanted],
  'A user gets the same error for an attachment to a hidden, an approved and a missing record, with ' || name)
from (values
  ('no office', '{}'::jsonb, '42501 new row violates row-level security policy for table "attachments"'),
  ('the user''s office', '{"region_name": "Test Region A", "province_name": "Test Province A2"}',
    'AG002 An attachment must belong to a record and to its office.'),
  ('the record''s office', '{"region_name": "Test Region A", "province_name": "Test Province A1"}',
    '42501 new row violates row-level security policy for table "attachments"'),
  ('a third office', '{"region_name": "Test Region B", "province_name": "Test Province B1"}',
    '42501 new row violates row-level security policy for table "attachments"')) p (name, place, wanted),
  (select id from owners where table_name in ('form11_accomps', 'approved') union all select 0) r
group by name, wanted;
select tests.set_end_rules('public.attachments', 'disable');
delete from public.form11_accomps where process_stage = 'Approved';
delete from owners where table_name = 'approved';
select is(tests.attempt('encoder', 'update public.attachments set ' || assignment), 'AG002',
  'A user can''t move an attachment to another record or field: ' || assignment)
from unnest(array['record_id = 0', 'field = ''remarks''', 'record_table = ''arbo_masterlist''']) assignment;
update public.form11_accomps set province_name = 'Test Province A2',
  status = 'Target' where id = (select id from owners where table_name = 'form11_accomps');
select is((select array[office, status] from public.attachments), '{Test Region A / Test Province A2,Target}',
  'When a record gets a new office and status, its attachment gets the same office and status.');
update public.form11_accomps set province_name = 'Test Province A1', status = 'Accomplished',
  process_stage = 'Approved' where id = (select id from owners where table_name = 'form11_accomps');
update public.attachments set upload_id = gen_random_uuid(), file_path = 'a.pdf';
select is(tests.attempt('encoder', 'delete from public.attachments'), 'AG001',
  'A Provincial user can''t delete an attachment of an approved record.');
select is(tests.attempt('central', 'delete from public.attachments'), 'done',
  'A Central user can delete an attachment of an approved record.');
-- The field picture_trust_agreement has a single value: the link to the newest attachment.
select pg_temp.attach('fme_inventory_table', 'picture_trust_agreement', n) from generate_series(1, 2) n;
create function pg_temp.of_older(statement text) returns text language sql as $$
  select format('%s where upload_id = %L', statement,
    md5('fme_inventory_tablepicture_trust_agreement1')::uuid)
$$;
update public.fme_inventory_table set process_stage = 'Approved';
select is(tests.attempt('encoder', pg_temp.of_older(statement)), 'AG001',
  'A Provincial user can''t change a replaced attachment of an approved record: ' || statement)
from unnest(array['delete from public.attachments', 'update public.attachments set caption = ''changed''']) statement;
select is(tests.attempt('central', pg_temp.of_older('delete from public.attachments')), 'done',
  'A Central user can delete an approved record''s attachment that a newer attachment has replaced.');
select is(tests.try_as_owner(pg_temp.of_older('delete from public.attachments')), 'done',
  'The owner of the database tables can delete an approved record''s attachment that a newer one has replaced.');
update public.fme_inventory_table set process_stage = 'Pending';
select is(tests.attempt('encoder', pg_temp.of_older(statement)), 'done',
  'A Provincial user can change a replaced attachment of a pending record: ' || statement)
from unnest(array['delete from public.attachments', 'update public.attachments set caption = ''changed''']) statement;
select is(tests.attempt('approver', 'update public.fme_inventory_table set process_stage = ''Approved'',
  muncity_name = ''Town'''), 'done',
  'A user who approves a record with attachments can change the record''s town in the same update.');
delete from public.attachments where record_table = 'fme_inventory_table';
update public.form11_accomps set process_stage = null;
select is(tests.attempt('encoder', 'delete from public.attachments'), 'done',
  'After a record is no longer approved, a Provincial user can delete the record''s attachment.');
select tests.perform_as('encoder', format('delete from public.form11_accomps where id = %s', id)) from owners
  where table_name = 'form11_accomps';
select is_empty('select from public.attachments', 'When a record is deleted, its attachments are deleted.');

-- Tests the constraint triggers of attachments, which fire at the end of the transaction.
select tests.set_end_rules('public.attachments', 'enable');
create function pg_temp.at_the_end(statement text) returns text language sql
  as $$ select tests.try_as_owner(format('do $q$ begin %s; set constraints all immediate; end $q$', statement)) $$;
select is(pg_temp.at_the_end(pg_temp.adding('arbo_masterlist', 'coc_cgs_attachment_link')), 'AG002',
  'An attachment without a file is refused.');
select is(pg_temp.at_the_end(pg_temp.adding('arbo_masterlist', 'coc_cgs_attachment_link', '{"file_path": "a.pdf"}')),
  'none', 'An attachment with a file is saved.');
select is(pg_temp.at_the_end(pg_temp.adding('arbo_masterlist', 'coc_cgs_attachment_link',
  '{"file_path": "a.pdf", "region_name": "Test Region B", "province_name": "Test Province B1",
  "status": "Accomplished"}')), 'AG002', 'An attachment with a different office than its record is refused.');

select is(
  pg_temp.at_the_end(pg_temp.adding('arbo_masterlist', 'coc_cgs_attachment_link',
    '{"file_path": "a.pdf"}') || '; update public.attachments set ' || assignment),
  wanted, 'An update of an attachment is refused only if the update changes the office or status: ' || assignment)
from (values ('province_name = ''Test Province A2''', 'AG002'), ('status = ''Target''', 'AG002'),
  ('caption = ''other''', 'none')) a (assignment, wanted);

select * from finish();
rollback;
