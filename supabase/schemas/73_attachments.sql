-- Attachments: files that users attach to a field of a record. They are stored like the files of geotags. A user who
-- may read or change the record may read or change its attachments. The field has links to its attachments (spec
-- section 3), besides the text that users have typed there.

create table private.attachment_fields (
  table_name text not null references private.record_tables (table_name),
  field text not null,
  primary key (table_name, field)
);
alter table private.attachment_fields enable row level security;
comment on table private.attachment_fields is
  'Fields that hold links to attachments. The registry marks the same fields as attached.';

-- Returns the link to an attachment. It is a URL of the web app, which checks the access of the user who opens the
-- link.
create function private.attachment_link(upload uuid) returns text
  language sql immutable parallel safe set search_path = ''
as $$ select '/homepage/files/' || upload $$;

-- Checks whether a text is a link to an attachment.
create function private.is_attachment_link(link text) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$ select link ~ '^/homepage/files/[0-9a-f-]{36}$' $$;

-- BEFORE UPDATE trigger on records: writes the links to the attachments of a record into its fields, and ignores links
-- that the caller sent. In a list field, the links come after all other entries. A field with a single value gets the
-- link to the newest attachment; without attachments, the field keeps its text. Attachments without an upload id are
-- skipped: the API inserts them only to validate them before their file arrives.
create function private.preserve_attachment_links() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  given jsonb := to_jsonb(new);
  kept jsonb := '{}';
  one record;
begin
  -- Fast path: most records have no attachments, and imports change thousands of records at once.
  if not exists (select from public.attachments a where a.record_table = tg_table_name and a.record_id = new.id)
    and given::text not like '%/homepage/files/%' then
    return new;
  end if;
  for one in
    select f.field, c.atttypid = 'text[]'::regtype as is_list,
      array(select private.attachment_link(a.upload_id) from public.attachments a
        where a.record_table = tg_table_name and a.record_id = new.id and a.field = f.field
          and a.upload_id is not null order by a.id) as links,
      array(select v from jsonb_array_elements_text(case jsonb_typeof(given -> f.field)
          when 'array' then given -> f.field when 'string' then jsonb_build_array(given -> f.field) else '[]' end) v
        where not private.is_attachment_link(v)) as others
    from private.attachment_fields f
    join pg_catalog.pg_attribute c on c.attrelid = tg_relid and c.attname = f.field
    where f.table_name = tg_table_name
  loop
    kept := kept || jsonb_build_object(one.field, case when one.is_list
      then to_jsonb(nullif(one.others || one.links, '{}'))
      else to_jsonb(coalesce(one.links[cardinality(one.links)], one.others[1])) end);
  end loop;
  return jsonb_populate_record(new, kept);
end
$$;

-- AFTER trigger on records, once per statement: deletes the attachments of deleted records. If a record's place or
-- status changes, writes the new place and status (Target or Accomplished) to its attachments. Does nothing if none of
-- the records has attachments.
create function private.sync_attachments() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if exists (
      select from old_rows o join public.attachments a on a.record_table = tg_table_name and a.record_id = o.id)
    then
      delete from public.attachments a using old_rows o where a.record_table = tg_table_name and a.record_id = o.id;
    end if;
    return null;
  end if;
  if exists (
    select from new_rows n join public.attachments a on a.record_table = tg_table_name and a.record_id = n.id)
  then
    update public.attachments a
    set region_name = n.region_name, province_name = n.province_name, muncity_name = n.muncity_name,
      barangay_name = n.barangay_name, cd = n.cd, status = s.status
    from new_rows n
    cross join lateral (select case private.window_of(tg_table_name, n.status)
      when 'target' then 'Target' else 'Accomplished' end as status) s
    where a.record_table = tg_table_name and a.record_id = n.id
      and row(a.region_name, a.province_name, a.muncity_name, a.barangay_name, a.cd, a.status)
        is distinct from row(n.region_name, n.province_name, n.muncity_name, n.barangay_name, n.cd, s.status);
  end if;
  return null;
end
$$;

-- Returns the ids of the log entries about attachments that were deleted together with records, in the same
-- transaction. `entries` has the ids of the log entries about the deletion of the records.
create function private.find_deleted_attachments(wanted_table text, entries bigint[]) returns bigint[]
  language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(a.id), '{}')
  from private.user_log l
  join private.user_log a on a.tx = l.tx and a.form_name = 'attachments' and a.action = 'Delete'
    and a.source = 'database' and a.at > now() - private.trash_retention()
    and a.changes #>> '{record_table,0}' = wanted_table and (a.changes #>> '{record_id,0}')::bigint = l.row_id
  where l.id = any (entries)
$$;

-- Allows attachments for fields of a record table: registers the fields and adds the triggers.
create procedure private.add_attachment_fields(target regclass, fields text[])
  language plpgsql set search_path = ''
as $$
declare
  name constant text := (select relname from pg_catalog.pg_class where oid = target);
begin
  insert into private.evidence_owners values ('attachments', name);
  insert into private.attachment_fields select name, f from unnest(fields) f;
  execute replace($sql$
    create trigger preserve_attachment_links before update on {table}
      for each row execute function private.preserve_attachment_links();
    create trigger lead_attachments_update after update on {table} referencing new table as new_rows
      for each statement execute function private.sync_attachments();
    create trigger lead_attachments_delete after delete on {table} referencing old table as old_rows
      for each statement execute function private.sync_attachments()$sql$, '{table}', target::text);
end
$$;

-- BEFORE trigger on attachments: fills in the place and status of a new attachment from its record.
create function private.fill_from_record() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  owner record;
begin
  if tg_op = 'UPDATE' then
    if row(new.record_table, new.record_id, new.field)
      is distinct from row(old.record_table, old.record_id, old.field) then
      raise exception 'An attachment cannot be moved to another field or record.'
        using errcode = 'AG002', column = 'record_id';
    end if;
    return new;
  end if;
  if not exists (select from private.attachment_fields f where f.table_name = new.record_table
    and f.field = new.field) then
    raise exception 'This field cannot have attachments.' using errcode = 'AG002', column = 'field';
  end if;
  execute format(
    'select office, region_name, province_name, muncity_name, barangay_name, cd,
       private.window_of(%1$L, status) as window_name
     from public.%1$I where id = $1 and (office = any ($2) or $3)', new.record_table)
    into owner using new.record_id, private.offices_to_read(), auth.uid() is null;
  -- Treat a record that the caller can't see like a missing record, so that no response reveals that it exists. The
  -- policies or the deferred trigger check_record_office refuse the attachment.
  if owner.office is null then
    return new;
  end if;
  -- Keep an office that the caller has named, so that the policies check this office.
  if new.region_name is null and new.province_name is null then
    new.region_name := owner.region_name;
    new.province_name := owner.province_name;
    new.muncity_name := owner.muncity_name;
    new.barangay_name := owner.barangay_name;
    new.cd := owner.cd;
    new.status := case owner.window_name when 'target' then 'Target' else 'Accomplished' end;
  end if;
  if owner.office <> coalesce(new.region_name, '') || ' / ' || coalesce(new.province_name, '') then
    raise exception 'An attachment must belong to a record and to its office.'
      using errcode = 'AG002', column = 'record_id';
  end if;
  return new;
end
$$;

-- AFTER trigger on attachments: updates the field of the record. The update fires private.preserve_attachment_links,
-- which writes the links. Refuses any change of an attachment of an approved record (AG001, with the id of the
-- attachment), even if the field stays the same. (A field with a single value has only the link to the newest
-- attachment.) Leaves a record of another office alone, because check_record_office then refuses the attachment.
create function private.update_record_links() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  changed public.attachments;
  links_change boolean;
  approved boolean;
begin
  links_change := tg_op <> 'UPDATE' or new.upload_id is distinct from old.upload_id;
  changed := case tg_op when 'DELETE' then old else new end;
  -- Allow changes of attachments that result from a change of the record, such as its deletion or a new location. The
  -- lock waits for a concurrent approval of the record. The check is before the update, because an exception block
  -- around the update would write the record in a subtransaction, which private.find_rows_changed_since cannot see.
  if (links_change or pg_trigger_depth() = 1) and auth.uid() is not null and private.central_caller_id() is null then
    execute format(
      'select private.is_approved(process_stage) from public.%I where id = $1 and office = $2 for no key update',
      changed.record_table)
      into approved using changed.record_id, changed.office;
    if approved then
      perform private.refuse_approved_row(changed.id);
    end if;
  end if;
  if links_change then
    execute format('update public.%1$I set %2$I = %2$I where id = $1 and office = $2',
      changed.record_table, changed.field)
      using changed.record_id, changed.office;
  end if;
  return null;
end
$$;

-- Deferred trigger: at the end of the transaction, refuses an attachment whose office or reporting window is not that
-- of its record.
create function private.check_record_office() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  agrees boolean;
begin
  -- `agrees` (whether the attachment matches its record) is null if the attachment was added and deleted in the same
  -- transaction.
  execute format('select coalesce(a.office = r.office and a.status = case private.window_of(%1$L, r.status) '
    || 'when ''target'' then ''Target'' else ''Accomplished'' end, false) '
    || 'from public.attachments a left join public.%1$I r on r.id = a.record_id where a.id = $1', new.record_table)
    into agrees using new.id;
  if not agrees then
    raise exception 'An attachment must belong to a record and to its office.'
      using errcode = 'AG002', column = 'record_id';
  end if;
  return null;
end
$$;

create table public.attachments (
  like template.record including all,
  like template.status including all,
  record_table text not null,
  record_id bigint not null,
  field text not null,
  caption text,
  like template.location including all,
  like template.evidence including all
);
create index attachments_record on public.attachments (record_table, record_id, field);
comment on table public.attachments is
  'Files attached to a field of a record. The row has the office of the record; status gives its window (Target for '
  'the target window, else accomplishment).';
insert into private.record_tables values ('attachments', 'status');
call private.apply_protection('public.attachments');
call private.require_evidence_files('public.attachments', '{}');

create trigger fill_from_record before insert or update on public.attachments
  for each row execute function private.fill_from_record();
create trigger update_record_links after insert or update or delete on public.attachments
  for each row execute function private.update_record_links();

create constraint trigger check_record_office after insert or update on public.attachments deferrable initially deferred
  for each row execute function private.check_record_office();

call private.add_attachment_fields('public.form11_accomps', '{uploadFile}');
call private.add_attachment_fields('public.form11_farm_infos', '{uploadFile}');
call private.add_attachment_fields('public.fme_inventory_table', '{picture_trust_agreement,picture_deed_donation}');
call private.add_attachment_fields('public.arbo_masterlist', '{coc_cgs_attachment_link}');
