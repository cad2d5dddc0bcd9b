-- Reviews supplement the stages of the specification (section 4). A user who may approve a row can return it with a
-- reason. A user who may edit the row can resubmit it. Both can comment on the row. private.reviews has the last review
-- action of each row; users who can read the row can read the action. The functions below give access to everything
-- else, after checking access to the row. Each action is logged under the row's office and appears in the row's
-- history.

create table private.reviews (
  table_name text not null references private.record_tables (table_name),
  row_id bigint not null,
  state text not null check (state in ('returned', 'resubmitted')),
  user_id uuid,
  at timestamptz not null default now(),
  -- Reason for the return, or the message of the resubmission.
  reason text check (reason is null or btrim(reason) <> '' and length(reason) <= 2000),
  -- Office of the row: users who can read the rows of this office can read the review.
  office text,
  ended boolean not null default false,
  before jsonb,
  primary key (table_name, row_id)
);
create index reviews_office on private.reviews (office, state, at desc) where not ended;
create index reviews_latest on private.reviews (state, at desc) where not ended;
create index reviews_of_table on private.reviews (table_name, state) where not ended;
alter table private.reviews enable row level security;
call private.add_scope_read_policies('private.reviews');
grant select on private.reviews to authenticated, central_reader, provincial_reader;
comment on table private.reviews is 'Last review step of each row that was ever returned.';
comment on column private.reviews.ended is
  'True if the row is approved. Setting the row back to Pending reopens the review in its former state.';
comment on column private.reviews.before is
  'State before the return, as {step, approved, version}, so that the return can be undone; step is null for a row '
  'without a review, and version is the row version right after the return.';

create table private.comments (
  id bigint generated always as identity primary key,
  table_name text not null references private.record_tables (table_name),
  row_id bigint not null,
  -- Column that the comment is about; null for a comment on the whole row.
  field text,
  text text not null check (btrim(text) <> '' and length(text) <= 2000),
  user_id uuid,
  user_name text,
  at timestamptz not null default now()
);
create index comments_row on private.comments (table_name, row_id, id);
alter table private.comments enable row level security;
comment on table private.comments is 'Comments of users on a row or on one of its fields.';

-- Returns those of the given ids whose rows the caller can read.
create function private.filter_readable_ids(wanted_table text, ids bigint[]) returns bigint[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  readable bigint[];
begin
  perform private.check_record_table(wanted_table);
  execute format(
    'select array(select t.id from public.%I t where t.id = any ($1) and t.office = any ($2))', wanted_table)
    into readable using ids, private.offices_to_read();
  return readable;
end
$$;

-- Returns the ids of the pending rows in the caller's scope that are in a review state. `wanted` is 'returned',
-- 'resubmitted' or 'changed'. A row is 'changed' if the caller was the last to approve it and the row has changed since
-- then. A changed row was set back to Pending, so only rows that were ever set back are searched. For a caller without
-- the Sensitive right, changes of only sensitive values do not count.
create function private.rows_in_review(wanted_table text, wanted text) returns setof bigint
  language plpgsql stable security definer set search_path = ''
as $$
declare
  ids bigint[];
  in_full constant boolean := private.caller_has_right('Sensitive');
begin
  perform private.check_record_table(wanted_table);
  ids := case when wanted = 'changed'
    then array(select distinct l.row_id from private.user_log l
      where l.form_name = wanted_table and l.action = 'Set back')
    else array(select r.row_id from private.reviews r where r.table_name = wanted_table and r.state = wanted
      and not r.ended) end;
  if cardinality(ids) = 0 then
    return;
  end if;
  execute format(
    'select array(select t.id from public.%I t where t.id = any ($1) and t.office = any ($2)
       and not private.is_approved(t.process_stage))', wanted_table)
    into ids using ids, private.offices_to_read();
  return query
  select r.id
  from unnest(ids) r (id)
  where wanted <> 'changed' or exists (
    select
    from (
      -- The last approval of a row is its last log entry Approve. A row without such an entry was inserted as
      -- approved, so its entry Insert counts as the approval.
      select l.id, l.user_id from private.user_log l
      where l.form_name = wanted_table and l.row_id = r.id and l.action in ('Approve', 'Insert')
      order by l.id desc limit 1
    ) approval
    join private.user_log l on l.form_name = wanted_table and l.row_id = r.id and l.id > approval.id
    where approval.user_id = auth.uid() and l.action in ('Update', 'Set back')
      and (case when in_full then l.changes else private.remove_sensitive(wanted_table, l.changes) end)
        - 'process_stage' <> '{}');
end
$$;

-- Returns the username of an account. Used where a row has only the id of a user.
create function private.username_of(account uuid) returns text
  language sql stable security definer set search_path = ''
as $$ select u.username from public.users u where u.id = account $$;

-- Confirms that the given returned rows may be approved in the rest of the transaction, although they were not
-- resubmitted (private.end_review).
create function private.confirm_returned_rows(ids bigint[]) returns void
  language sql volatile set search_path = ''
as $$ select set_config('private.named_returns', ids::text, true) $$;

-- AFTER trigger: updates the review of a row. Approving the row ends the review, setting the row back to Pending
-- reopens the review, and moving the row changes the office of the review. A returned row that was not resubmitted can
-- be approved only if private.confirm_returned_rows has confirmed the row, or alone in its statement if no row was
-- confirmed. Otherwise raises AG002. So no bulk approval includes a row that was returned after the caller loaded the
-- list.
create function private.end_review() returns trigger
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
      raise exception 'Some rows (%) were returned and not resubmitted. Leave them out, or approve each one by itself.',
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

-- Logs a review action on rows: one entry per row, under the office of the row.
create function private.log_review(wanted_table text, ids bigint[], act text, said jsonb) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  execute format(
    'insert into private.user_log (user_id, user_name, user_role, form_name, row_id, region_name, province_name,
       muncity_name, action, status, changes)
     select $1, u.username, u.roles, $2, (j.r ->> ''id'')::bigint, j.r ->> ''region_name'', j.r ->> ''province_name'',
       j.r ->> ''muncity_name'', $3, j.r ->> ''status'', $4
     from (select to_jsonb(t) as r from public.%I t where t.id = any ($5) order by t.id offset 0) j
     left join public.users u on u.id = $1', wanted_table)
    using auth.uid(), wanted_table, act, said, ids;
end
$$;

-- Returns or resubmits rows (`wanted_state` is 'returned' or 'resubmitted'), and returns the ids of these rows. Skips
-- rows that the caller may not return or resubmit. Returning needs the Approve right, and resubmitting needs the Edit
-- right. Both need an open reporting window. An approved row that is returned becomes Pending. Only a returned row can
-- be resubmitted.
create function private.review_rows(wanted_table text, ids bigint[], wanted_state text, said text) returns setof bigint
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  verb constant text := case wanted_state when 'returned' then 'return' else 'update' end;
  locked bigint[];
  allowed bigint[];
  approved bigint[];
begin
  perform private.check_record_table(wanted_table);
  execute format(
    'select array_agg(c.id) from (
       select t.id from public.%1$I t
       where t.id = any ($1)
         and t.office = any (case private.window_of($2, t.status) when ''target'' then $3 else $4 end)
       order by t.id for no key update) c', wanted_table)
    into locked
    using ids, wanted_table, private.offices_to_write(verb, 'target'),
      private.offices_to_write(verb, 'accomplishment');
  -- Read the reviews in a separate statement. The statement that waited for the locks still sees the old reviews.
  execute format(
    'select array_agg(t.id order by t.id), array_agg(t.id order by t.id) filter (
         where private.is_approved(t.process_stage))
     from public.%1$I t
     where t.id = any ($1)
       and ($3 or not private.is_approved(t.process_stage) and exists (
         select from private.reviews r where r.table_name = $2 and r.row_id = t.id and r.state = ''returned''))',
    wanted_table)
    into allowed, approved
    using locked, wanted_table, wanted_state = 'returned';
  if wanted_state = 'returned' then
    execute format('update public.%I t set process_stage = ''Pending'' where t.id = any ($1)', wanted_table)
      using approved;
  end if;
  execute format(
    'insert into private.reviews as r (table_name, row_id, state, user_id, reason, office, before)
     select $1, t.id, $2, auth.uid(), $3, t.office,
       jsonb_build_object(''step'', null, ''approved'', coalesce(t.id = any ($5), false), ''version'', t.row_version)
     from public.%I t where t.id = any ($4)
     on conflict on constraint reviews_pkey do update
       set state = excluded.state, user_id = excluded.user_id, at = now(), reason = excluded.reason,
         office = excluded.office,
         -- A return on top of a return keeps what undoes the earlier one.
         before = excluded.before || jsonb_build_object(''step'', to_jsonb(r) - case r.state
           when ''returned'' then '''' else ''before'' end)',
    wanted_table)
    using wanted_table, wanted_state, said, allowed, approved;
  perform private.log_review(wanted_table, allowed, case wanted_state when 'returned' then 'Return' else 'Resubmit' end,
    case when said is not null then jsonb_build_object('reason', jsonb_build_array(null, said)) end);
  return query select unnest(allowed);
end
$$;

-- Undoes the caller's returns of the given rows, and returns the ids of the rows. Skips rows that the caller may no
-- longer return, rows with a later review action, and rows that would be approved but were changed after the return.
-- Each row gets its previous review: none, or the earlier action with its user, time and reason. A row that was
-- approved before its return is approved again, by the caller and at the current time. If the caller entered the row,
-- this approval needs the right Approve own.
create function private.undo_returns(wanted_table text, ids bigint[]) returns setof bigint
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
         -- Returns of earlier releases have no version.
         and (not (r.before ->> ''approved'')::boolean
           or t.row_version = coalesce((r.before ->> ''version'')::integer, t.row_version))
         and t.office = any (case private.window_of($2, t.status) when ''target'' then $3 else $4 end)
       order by t.id for no key update of t, r) c', wanted_table)
    into allowed, approved
    using ids, wanted_table, private.offices_to_write('return', 'target'),
      private.offices_to_write('return', 'accomplishment');
  delete from private.reviews r
  where r.table_name = wanted_table and r.row_id = any (allowed) and r.before -> 'step' = 'null';
  -- Mark the review as ended before the row is approved again. Otherwise private.end_review may refuse the approval.
  update private.reviews r set state = s.state, user_id = s.user_id, at = s.at, reason = s.reason, before = s.before,
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

-- Returns the comments on a row, oldest first; null if the caller cannot read the row.
create function private.list_comments(wanted_table text, wanted_row bigint) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.filter_readable_ids(wanted_table, array[wanted_row]) = '{}' then
    return null;
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'field', c.field, 'text', c.text, 'by', c.user_name,
      'at', c.at) order by c.id), '[]')
    from private.comments c
    where c.table_name = wanted_table and c.row_id = wanted_row
      -- A comment on a sensitive field may reveal its value.
      and (private.caller_has_right('Sensitive') or not exists (
        select from private.sensitive_columns s where s.table_name = wanted_table and s.column_name = c.field)));
end
$$;

-- Adds a comment and returns all comments on the row; null if the caller cannot read the row. Needs the Edit or the
-- Approve right, but no open reporting window.
create function private.add_comment(wanted_table text, wanted_row bigint, about text, said text) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.has_right_for('comment', (private.current_caller()).rights) is true then
    raise exception 'Your role needs the Edit or Approve right to comment on rows.'
      using errcode = 'AG009';
  end if;
  if private.filter_readable_ids(wanted_table, array[wanted_row]) = '{}' then
    return null;
  end if;
  insert into private.comments (table_name, row_id, field, text, user_id, user_name)
  select wanted_table, wanted_row, about, said, u.id, u.username from public.users u where u.id = auth.uid();
  perform private.log_review(wanted_table, array[wanted_row], 'Comment',
    jsonb_build_object(coalesce(about, 'comment'), jsonb_build_array(null, said)));
  return private.list_comments(wanted_table, wanted_row);
end
$$;

grant execute on function
  private.is_approved(text), private.rows_in_review(text, text),
  private.username_of(uuid), private.review_rows(text, bigint[], text, text),
  private.undo_returns(text, bigint[]), private.confirm_returned_rows(bigint[]),
  private.list_comments(text, bigint), private.add_comment(text, bigint, text, text)
to authenticated;
