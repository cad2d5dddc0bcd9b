-- Ages for whoever may write birthdays and not read them. That a stored age or age group disagrees is refused with both
-- numbers (spec section 9), and so a wrong guess would be told from a right one: for them both follow by themselves.

create function private.follow_birthday() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if auth.uid() is not null and (new.birthday, new.age, new.age_base_group) is distinct from (old.birthday, old.age, old.age_base_group)
    and not private.caller_has_right('Sensitive')
  then
    new.age := coalesce(private.age_on(new.birthday, (new.time_stamp at time zone 'Asia/Manila')::date), new.age);
    new.age_base_group := coalesce(private.age_group(new.age), new.age_base_group);
  end if;
  return new;
end
$$;
create trigger follow_birthday before update on public.participants for each row execute function private.follow_birthday();
create trigger follow_birthday before update on public.form_5_annualtargets for each row execute function private.follow_birthday();
