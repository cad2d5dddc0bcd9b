-- Entries that clients report are few: whoever is signed in could fill the log with thousands a second.

-- As before; at most 200 entries a user and minute. Raises AG005 beyond.
create or replace function private.register_entries(given jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  -- Calls at once are counted like calls in turn.
  perform pg_advisory_xact_lock(hashtext('entries that a client reports'), hashtext(auth.uid()::text));
  if jsonb_array_length(given) + (
      select count(*) from (
        select l.at from private.user_log l
        where l.subject = auth.uid() and l.source = 'client' order by l.id desc limit 200) newest
      where newest.at > now() - interval '1 minute') > 200 then
    raise exception 'Too many entries for the log. Try again in a minute.' using errcode = 'AG005';
  end if;
  with added as (
    insert into private.user_log (
      user_id, user_name, user_role, form_name, subject, region_name, province_name, muncity_name, action, status, source)
    select u.id, u.username, u.roles, left(g.form_name, 100), u.id, u.region_name, u.province_name, u.muncity_name,
      left(g.action, 100), left(g.status, 100), 'client'
    from public.users u cross join jsonb_to_recordset(given) g (form_name text, action text, status text)
    where u.id = auth.uid() and private.caller_level() is not null
    returning *)
  select coalesce(jsonb_agg(to_jsonb(a) - 'tx' order by a.id), '[]') into answer from added a;
  return answer;
end
$$;
