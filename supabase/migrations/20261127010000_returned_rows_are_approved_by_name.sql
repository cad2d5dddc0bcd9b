-- Bulk approvals leave rows with an open return alone: "Approve all" approved rows that a colleague had just returned.
-- private.name_returned lets a caller approve such rows by naming them; private.take_back_returns ends a review before it
-- approves the row again, because an open return would now be in its way.

-- Notes, for the rest of this transaction, the returned rows that the caller approves all the same.
create function private.name_returned(ids bigint[]) returns void
  language sql volatile set search_path = ''
as $$ select set_config('private.named_returns', ids::text, true) $$;
grant execute on function private.name_returned(bigint[]) to authenticated, central_reader, provincial_reader;

-- Keeps each review up to date with its row: an approval ends the review, setting the row back reopens it, and a move
-- takes it to the row's new office. A caller approves a row with an open return (returned and not resubmitted) only by
-- naming it, with private.name_returned or, where a transaction has named nothing, by a statement that writes this one
-- row; otherwise raises AG002. So no bulk approval includes a row that was returned after the caller saw the list.
create or replace function private.end_review() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  named constant bigint[] := nullif(current_setting('private.named_returns', true), '')::bigint[];
  returned bigint[];
begin
  if auth.uid() is not null and (named is not null or (select count(*) from new_rows) > 1) then
    select array_agg(n.id order by n.id) into returned
    from new_rows n
    join private.reviews r on r.table_name = tg_table_name and r.row_id = n.id
    where r.state = 'returned' and not r.ended and private.is_approved(n.process_stage)
      and n.id <> all (coalesce(named, '{}'));
    if returned is not null then
      raise exception '% of these rows: returned and not resubmitted. Leave them out, or approve each one by itself.',
        cardinality(returned)
        using errcode = 'AG002', column = 'process_stage', detail = returned[1]::text;
    end if;
  end if;
  update private.reviews r set office = n.office, ended = private.is_approved(n.process_stage)
  from new_rows n
  where r.table_name = tg_table_name and r.row_id = n.id
    and (r.office, r.ended) is distinct from (n.office, private.is_approved(n.process_stage));
  return null;
end
$$;

-- Takes the caller's own returns of these rows back, as far as they may still return them and nothing came after, and
-- answers the rows' ids: each stands again where it stood, as new, returned or resubmitted by whom, when and why; one
-- that was approved is approved, now and by the caller, who may need the right Approve own.
create or replace function private.take_back_returns(wanted_table text, ids bigint[]) returns setof bigint
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  allowed bigint[];
  approved bigint[];
begin
  perform private.check_record_table(wanted_table);
  execute format(
    'select array_agg(c.id), array_agg(c.id) filter (where c.approved) from (
       select t.id, (r.before ->> ''approved'')::boolean as approved from public.%1$I t
         join private.reviews r on r.table_name = $2 and r.row_id = t.id
       where t.id = any ($1) and r.state = ''returned'' and not r.ended and r.user_id = auth.uid()
         and r.before is not null
         and t.office = any (case private.window_of($2, t.status) when ''target'' then $3 else $4 end)
       order by t.id for no key update of t) c', wanted_table)
    into allowed, approved
    using ids, wanted_table, private.offices_to_write('return', 'target'),
      private.offices_to_write('return', 'accomplishment');
  delete from private.reviews r
  where r.table_name = wanted_table and r.row_id = any (allowed) and r.before -> 'step' = 'null';
  -- Ended before the row is approved again: a row that was approved by name while it was returned needs no other name.
  update private.reviews r set state = s.state, user_id = s.user_id, at = s.at, reason = s.reason, before = null,
    ended = (old.before ->> 'approved')::boolean
  from private.reviews old cross join lateral jsonb_populate_record(null::private.reviews, old.before -> 'step') s
  where old.table_name = r.table_name and old.row_id = r.row_id
    and r.table_name = wanted_table and r.row_id = any (allowed);
  execute format('update public.%I t set process_stage = ''Approved'' where t.id = any ($1)', wanted_table)
    using approved;
  perform private.log_review(wanted_table, allowed, 'Take back return', null);
  return query select unnest(allowed);
end
$$;
