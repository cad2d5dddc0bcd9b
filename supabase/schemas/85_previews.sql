-- "See as": the database answers as somebody else, to an administrator who may keep that person. The transaction
-- becomes read-only before it becomes the other, and cannot change back; one in which a role was drafted can never
-- commit.

create table private.previews (
  tx xid8 primary key default pg_current_xact_id()
);
alter table private.previews enable row level security;
comment on table private.previews is
  'Always empty: a transaction that drafts a role leaves a row here, which refuses its commit.';

create function private.refuse_to_keep() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  raise exception 'A preview is never kept.' using errcode = 'AG003';
end
$$;

create constraint trigger refuse_to_keep after insert on private.previews deferrable initially deferred
  for each row execute function private.refuse_to_keep();

-- Makes somebody up with a draft role, by the same rules as adding the role and the person for good. Answers their id.
create function private.draft_person(entry jsonb, region text, province text) returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  drafted constant uuid := gen_random_uuid();
  role_id bigint;
  draft public.uac;
begin
  if not private.may_keep_roles('insert') then
    raise exception 'Only administrators of the central office draft roles.' using errcode = 'AG003';
  end if;
  insert into private.previews default values;
  draft := jsonb_populate_record(null::public.uac, entry);
  insert into public.uac (rolename, roletype, route, access_controls, status)
  values (coalesce(nullif(draft.rolename, '{}'), '{Draft}'), coalesce(nullif(btrim(draft.roletype), ''), 'Draft'),
    coalesce(draft.route, '{}'), coalesce(draft.access_controls, '{}'), draft.status)
  returning id into role_id;
  insert into auth.users (id, email) values (drafted, drafted || '@draft.invalid');
  insert into public.users (id, username, email, roles, region_name, province_name, uac_id)
  select drafted, 'draft.' || left(drafted::text, 8), drafted || '@draft.invalid', r.rolename[1], region, province,
    role_id from public.uac r where r.id = role_id;
  return drafted;
end
$$;

-- The rest of the transaction is answered as the wanted person would be, or as one with a draft role {rolename,
-- roletype, route, access_controls, status} at an office. Raises AG003 or AG004 when the caller may not keep that
-- person or role.
create function private.begin_preview(wanted uuid, entry jsonb default null, region text default null,
  province text default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  person public.users;
begin
  if not private.caller_has_route('users') then
    raise exception 'Only administrators with the route "users" see the product as somebody else.'
      using errcode = 'AG003';
  end if;
  if entry is not null then
    wanted := private.draft_person(entry, region, province);
  else
    person := private.person_in_sight(wanted);
    if person.id <> auth.uid() and not private.may_administer_user(person.id, person.office, person.uac_id) then
      raise exception 'You see the product only as people whom you may administer.' using errcode = 'AG003';
    end if;
  end if;
  perform set_config('transaction_read_only', 'on', true),
    set_config('request.jwt.claims', jsonb_build_object('sub', wanted, 'role', 'authenticated',
      'acts_for', 'preview')::text, true),
    set_config('request.jwt.claim.sub', wanted::text, true);
end
$$;

grant execute on function private.begin_preview(uuid, jsonb, text, text) to authenticated;
