-- An inbox entry that is snoozed again, after its first snooze has ended, is unread again if this is undone.

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.snooze_inbox (
  ids         text[],
  up_to       text,
  wanted_kind text,
  is_snoozed  boolean
)
  RETURNS text[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  chosen constant text[] := private.choose_inbox_entries(ids, up_to, wanted_kind);
  changed text[];
begin
  if is_snoozed then
    delete from private.inbox_marks m using private.inbox_snoozes s
    where m.user_id = auth.uid() and m.entry = any (chosen) and s.user_id = m.user_id and s.entry = m.entry
      and s.until <= private.today();
    with snoozed as (
      insert into private.inbox_snoozes as s (user_id, entry, until)
      select auth.uid(), c.entry, private.today() + private.inbox_days('snooze') from unnest(chosen) c (entry)
      on conflict (user_id, entry) do update set until = excluded.until where s.until <> excluded.until
      returning s.entry
    )
    select array(select s.entry from snoozed s) into changed;
  else
    with shown as (
      delete from private.inbox_snoozes s where s.user_id = auth.uid() and s.entry = any (chosen) returning s.entry
    )
    select array(select s.entry from shown s) into changed;
  end if;
  return changed;
end
$function$;
