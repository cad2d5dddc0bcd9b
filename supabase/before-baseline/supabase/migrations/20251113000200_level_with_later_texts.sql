-- Two more migrations were edited after databases had been made by them, before their texts were noted: what those have
-- otherwise is brought level, and a new database stays as it was.

-- As in 20251111000300.
create or replace function private.end_sign_in(ended bigint, success boolean, used_browser text default null) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  tried private.sign_in_failures;
  account public.users;
begin
  perform pg_advisory_xact_lock(hashtext('sign_in account'), hashtext(f.username))
  from private.sign_in_failures f where f.id = ended;
  select f.* into tried from private.sign_in_failures f where f.id = ended;
  if not found then
    return;
  end if;
  -- Auth does not say to which attempt a question belongs. Where this one's was taken for another's, that one's is still
  -- to come.
  if not tried.claimed then
    update private.sign_in_failures f set claimed = false
    where f.id = (
      select o.id from private.sign_in_failures o
      where o.username = tried.username and o.claimed and not o.judged and o.at > now() - interval '1 minute'
      order by o.id limit 1);
  end if;
  delete from private.sign_in_failures f
  where f.at < now() - interval '1 day' or (f.id = ended and success is distinct from false)
    or (success and f.judged and f.username = tried.username and f.browser is not distinct from tried.browser);
  if success is null then
    return;
  end if;
  update private.sign_in_failures f set judged = true where f.id = ended;
  select u.* into account from public.users u where lower(u.username) = tried.username;
  perform private.log_event(account.id, case when success then 'Sign in' else 'Failed sign-in' end, null,
    coalesce(account.username, 'unknown'));
  if success and used_browser is not null and account.id is not null then
    delete from private.known_browsers k
    where k.user_id = account.id and (k.last_used < now() - interval '400 days' or k.browser in (
      select o.browser from private.known_browsers o where o.user_id = account.id order by o.last_used desc offset 19));
    insert into private.known_browsers (user_id, browser) values (account.id, used_browser)
    on conflict (user_id, browser) do update set last_used = now();
  end if;
end
$$;

-- Readers of a level have the policies of 20251111000100, with the offices in their own words.
drop policy if exists select_in_scope_for_central on public.evidence_files;
drop policy if exists select_in_scope_for_province on public.evidence_files;
call private.let_levels_read();
