-- Guesses at passwords that go past the API, to Supabase Auth itself: Auth asks here after each password that it judged
-- (its hook "password verification attempt", config.toml). As many are allowed as by the API, which counts by itself.

-- event: {user_id, valid}. Answers {decision: "continue"}, or {decision: "reject", message} while the account must wait:
-- after 10 wrong passwords within 10 minutes, for the right one too. A right one before that takes back what was counted.
create function private.judge_password(event jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant text := 'auth ' || (event ->> 'user_id');
begin
  -- Guesses at once are counted like guesses in turn.
  perform pg_advisory_xact_lock(hashtext('sign_in account'), hashtext(account));
  if (select count(*) from private.sign_in_failures f where f.username = account and f.at > now() - interval '10 minutes') >= 10 then
    return jsonb_build_object('decision', 'reject', 'message', 'Too many attempts to sign in. Try again in ten minutes.');
  end if;
  if (event ->> 'valid')::boolean then
    delete from private.sign_in_failures f where f.username = account;
  else
    insert into private.sign_in_failures (username, address) values (account, 'auth');
  end if;
  return jsonb_build_object('decision', 'continue');
end
$$;

grant usage on schema private to supabase_auth_admin;
grant execute on function private.judge_password(jsonb) to supabase_auth_admin;
