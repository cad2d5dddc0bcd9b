-- Attachments and their records: a new attachment stands where its record stands, every change of the attachments is seen
-- in the record's field, and no attachment is without its record.

create function private.fill_from_record() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  found_place record;
  record_office text;
begin
  if tg_op = 'UPDATE' then
    if row(new.record_table, new.record_id, new.field) is distinct from row(old.record_table, old.record_id, old.field) then
      raise exception 'An attachment stays with the field of the record that it belongs to.' using errcode = 'AG002', column = 'record_id';
    end if;
    return new;
  end if;
  if not exists (select from private.attachment_fields f where f.table_name = new.record_table and f.field = new.field) then
    raise exception 'This field takes no attachments.' using errcode = 'AG002', column = 'field';
  end if;
  -- A row that names its office is left as it is, so that the policies judge what was asked for.
  if new.region_name is null and new.province_name is null then
    execute format('select region_name, province_name, muncity_name, barangay_name, cd, private.window_of(%1$L, status) as window_name from public.%1$I where id = $1 and (office = any ($2) or $3)', new.record_table)
      into found_place using new.record_id, private.offices_to_read(), auth.uid() is null;
    if found_place.window_name is not null then
      new.region_name := found_place.region_name;
      new.province_name := found_place.province_name;
      new.muncity_name := found_place.muncity_name;
      new.barangay_name := found_place.barangay_name;
      new.cd := found_place.cd;
      new.status := case found_place.window_name when 'target' then 'Target' else 'Accomplished' end;
    end if;
  end if;
  -- At once, because the record is written when its attachment is. Of one that does not exist, agree_with_record says the same.
  execute format('select office from public.%I where id = $1', new.record_table) into record_office using new.record_id;
  if record_office <> coalesce(new.region_name, '') || ' / ' || coalesce(new.province_name, '') then
    raise exception 'An attachment belongs to a record, and to its office.' using errcode = 'AG002', column = 'record_id';
  end if;
  return new;
end
$$;
create trigger fill_from_record before insert or update on public.attachments for each row execute function private.fill_from_record();

-- Writes the record anew, whose own trigger then fills in the links; an approved record refuses (AG001).
create function private.tell_record() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  changed public.attachments;
begin
  changed := case tg_op when 'DELETE' then old else new end;
  if tg_op <> 'UPDATE' or new.upload_id is distinct from old.upload_id then
    execute format('update public.%1$I set %2$I = %2$I where id = $1', changed.record_table, changed.field) using changed.record_id;
  end if;
  return null;
end
$$;
create trigger tell_record after insert or update or delete on public.attachments for each row execute function private.tell_record();

-- At the end of the transaction: an attachment stands in the office of its record, under the same window.
create function private.agree_with_record() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  agrees boolean;
begin
  -- Null when the attachment has gone again.
  execute format('select coalesce(a.office = r.office and a.status = case private.window_of(%1$L, r.status) when ''target'' then ''Target'' else ''Accomplished'' end, false) '
    || 'from public.attachments a left join public.%1$I r on r.id = a.record_id where a.id = $1', new.record_table)
    into agrees using new.id;
  if not agrees then
    raise exception 'An attachment belongs to a record, and to its office.' using errcode = 'AG002', column = 'record_id';
  end if;
  return null;
end
$$;
create constraint trigger agree_with_record after insert or update on public.attachments deferrable initially deferred
  for each row execute function private.agree_with_record();

call private.hold_attachments('public.form11_accomps', '{uploadFile}');
call private.hold_attachments('public.form11_farm_infos', '{uploadFile}');
call private.hold_attachments('public.fme_inventory_table', '{picture_trust_agreement,picture_deed_donation}');
call private.hold_attachments('public.arbo_masterlist', '{coc_cgs_attachment_link}');
comment on column public.form11_accomps."uploadFile" is 'Links of the attached files, and names of files typed by hand.';
comment on column public.form11_farm_infos."uploadFile" is 'Links of the attached files, and names of files typed by hand.';
