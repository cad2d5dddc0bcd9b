-- Attachments: files that belong to a field of a record, by the mechanism of the geotags. Scope, right, window and freeze
-- are those of the record; its field holds links to what is attached (spec section 3), and keeps what was typed beside.

create table public.attachments (
  like template.record including all,
  like template.status including all,
  record_table text not null,
  record_id bigint not null,
  field text not null,
  caption text,
  like template.location including all,
  file_name text
);
create index attachments_record on public.attachments (record_table, record_id, field);
comment on table public.attachments is 'Files attached to a field of a record. The row stands in the office of the record; status names its window (Target, or else accomplishment).';

call private.protect_record_table('public.attachments', 'status');
call private.keep_evidence('public.attachments', '{}');

create table private.attachment_fields (
  table_name text not null references private.record_tables (table_name),
  field text not null,
  primary key (table_name, field)
);
alter table private.attachment_fields enable row level security;
comment on table private.attachment_fields is 'Fields that hold links to attachments. The registry marks the same as attached.';

-- The link of an attachment: an address of the app, which asks for the file as whoever opens it.
create function private.attachment_link(upload uuid) returns text
  language sql immutable parallel safe set search_path = ''
as $$ select '/homepage/files/' || upload $$;

create function private.is_attachment_link(link text) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$ select link ~ '^/homepage/files/[0-9a-f-]{36}$' $$;

-- Before a record is changed: its fields hold the links of its attachments, whatever was sent for them. A list keeps other
-- entries before the links; a single field holds the newest link, or what else was sent.
create function private.hold_links() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  given jsonb := to_jsonb(new);
  kept jsonb := '{}';
  one record;
begin
  -- Most records have no attachments and never had: imports change thousands of them at once.
  if not exists (select from public.attachments a where a.record_table = tg_table_name and a.record_id = new.id)
    and given::text not like '%/homepage/files/%' then
    return new;
  end if;
  for one in
    select f.field, c.atttypid = 'text[]'::regtype as is_list,
      array(select private.attachment_link(a.upload_id) from public.attachments a
        where a.record_table = tg_table_name and a.record_id = new.id and a.field = f.field order by a.id) as links,
      array(select v from jsonb_array_elements_text(case jsonb_typeof(given -> f.field)
          when 'array' then given -> f.field when 'string' then jsonb_build_array(given -> f.field) else '[]' end) v
        where not private.is_attachment_link(v)) as others
    from private.attachment_fields f
    join pg_catalog.pg_attribute c on c.attrelid = tg_relid and c.attname = f.field
    where f.table_name = tg_table_name
  loop
    kept := kept || jsonb_build_object(one.field, case when one.is_list then to_jsonb(nullif(one.others || one.links, '{}'))
      else to_jsonb(coalesce(one.links[cardinality(one.links)], one.others[1])) end);
  end loop;
  return jsonb_populate_record(new, kept);
end
$$;

-- A record that is deleted takes its attachments along; one that moves takes them along, too.
create function private.lead_attachments() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  now_status text;
begin
  if tg_op = 'DELETE' then
    delete from public.attachments a where a.record_table = tg_table_name and a.record_id = old.id;
    return null;
  end if;
  now_status := case private.window_of(tg_table_name, new.status) when 'target' then 'Target' else 'Accomplished' end;
  update public.attachments a
  set region_name = new.region_name, province_name = new.province_name, muncity_name = new.muncity_name, barangay_name = new.barangay_name, cd = new.cd, status = now_status
  where a.record_table = tg_table_name and a.record_id = new.id
    and row(a.region_name, a.province_name, a.muncity_name, a.barangay_name, a.cd, a.status)
      is distinct from row(new.region_name, new.province_name, new.muncity_name, new.barangay_name, new.cd, now_status);
  return null;
end
$$;

create procedure private.hold_attachments(target regclass, fields text[])
  language plpgsql set search_path = ''
as $$
declare
  name text := (select relname from pg_catalog.pg_class where oid = target);
begin
  insert into private.evidence_owners values ('attachments', name);
  insert into private.attachment_fields select name, f from unnest(fields) f;
  execute format('create trigger hold_links before update on %s for each row execute function private.hold_links()', target);
  execute format('create trigger lead_attachments after update or delete on %s for each row execute function private.lead_attachments()', target);
end
$$;
