/** Saved views of lists. Row-level security decides who can open and change a view; this file explains refusals. */
import type { BodyOf } from "../../contracts/base/call.ts";
import { Problem } from "../../contracts/base/problems.ts";
import { type FilterGrammar, readConditions } from "../../contracts/filters/conditions.ts";
import type * as contracts from "../../contracts/record-lists.ts";
import { type SavedView, type StoredView, savedView } from "../../contracts/record-lists.ts";
import { recordByPath, recordByRoute } from "../../records/index.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import type { Transaction } from "../db/database.ts";
import { databaseProblem } from "../db/database-problems.ts";
import { type DatabaseError, isDatabaseError } from "../sql/sql.ts";

type OpenedView = SavedView & { view: StoredView };

/** Select list of a view in responses. In the statement, the first parameter must be the caller's id. */
const summary = `id::float8 as id, screen, name, shared_with, office, user_id = $1::text::uuid as mine,
  case shared_with when 'everyone' then private.can_administer_common_views() else user_id = $1::text::uuid end as may_change,
  private.username_of(user_id) as by, coalesce((view #>> '{explore,pinned}')::boolean, false) as pinned`;

export const listViews = (caller: Caller, screen: string): Promise<SavedView[]> =>
  asCaller(caller, (tx) =>
    tx.unsafe<SavedView[]>(
      `select ${summary} from public.saved_views where screen = $2::text order by lower(name), id`,
      [caller.userId, screen],
    ),
  );

/** Reads a view with its content. @throws Problem of kind `not_found`, `rule`. */
export const openView = (caller: Caller, id: number): Promise<OpenedView> =>
  asCaller(caller, async (tx) => {
    const [found] = await tx.unsafe<OpenedView[]>(
      `select ${summary}, view from public.saved_views where id = $2::text::bigint`,
      [caller.userId, String(id)],
    );
    return requireValidView(found ?? viewNotFound());
  });

/** Returns the view if its content has the expected format. @throws Problem of kind `rule` with the view's name. */
function requireValidView<View extends OpenedView>(opened: View): View {
  if (savedView.safeParse(opened.view).success) return opened;
  const message = `The view "${opened.name}" is damaged. Ask ${opened.by ?? "its owner"} to save it again.`;
  throw new Problem("rule", message);
}

/**
 * Checks the filters of a view as the list and the Explore screen do. Otherwise users could save a view that can't be
 * shown.
 * @throws Problem of kind `malformed` with the field and the reason.
 */
function requireReadableFilters(screen: string, { filter, explore }: StoredView): void {
  requireReadable(recordByRoute(screen), filter);
  requireReadable(recordByPath(explore?.record ?? ""), explore?.filter);
}

function requireReadable(record: AnyRecord | undefined, filter: FilterGrammar | undefined): void {
  const reading = record ? readConditions(record, filter) : { ok: true as const };
  if (reading.ok) return;
  const field = String(reading.path?.[0] ?? "filter");
  throw new Problem("malformed", reading.message, [{ field, message: reading.message }]);
}

/** Adds a view. @throws Problem of kind `malformed`, `refused`, `conflict`, `rule`. */
export const saveView = (
  caller: Caller,
  { screen, name, shared_with: sharedWith, view }: BodyOf<typeof contracts.saveView>,
): Promise<SavedView> =>
  writing(caller, async (tx) => {
    requireReadableFilters(screen, view);
    const [saved] = await tx.unsafe<SavedView[]>(
      `insert into public.saved_views (screen, name, shared_with, view)
       values ($2::text, $3::text, $4::text, $5::text::jsonb) returning ${summary}`,
      [caller.userId, screen, name, sharedWith, JSON.stringify(view)],
    );
    return saved ?? viewNotFound();
  });

/**
 * Changes the given properties of a view.
 * @throws Problem of kind `malformed`, `refused`, `not_found`, `conflict`, `rule`.
 */
export const changeView = (
  caller: Caller,
  { id, name, shared_with: sharedWith, view }: BodyOf<typeof contracts.changeView>,
): Promise<SavedView> =>
  writing(caller, async (tx) => {
    if (view) await requireFiltersForView(tx, id, view);
    const [changed] = await tx.unsafe<SavedView[]>(
      `update public.saved_views set name = coalesce($3::text, name), shared_with = coalesce($4::text, shared_with),
         view = coalesce($5::text::jsonb, view)
       where id = $2::text::bigint returning ${summary}`,
      [
        caller.userId,
        String(id),
        name ?? null,
        sharedWith ?? null,
        view === undefined ? null : JSON.stringify(view),
      ],
    );
    return changed ?? explainRefusedChange(tx, caller, id);
  });

/** Checks the filters in the new content of a stored view. Does nothing if the caller can't open the view. */
async function requireFiltersForView(tx: Transaction, id: number, view: StoredView): Promise<void> {
  const [seen] = await tx.unsafe<{ screen: string }[]>(
    "select screen from public.saved_views where id = $1::text::bigint",
    [String(id)],
  );
  if (seen) requireReadableFilters(seen.screen, view);
}

/** Deletes a view and returns it. @throws Problem of kind `refused`, `not_found`. */
export const removeView = (caller: Caller, id: number): Promise<OpenedView> =>
  writing(caller, async (tx) => {
    const [removed] = await tx.unsafe<OpenedView[]>(
      `delete from public.saved_views where id = $2::text::bigint returning ${summary}, view`,
      [caller.userId, String(id)],
    );
    return removed ?? explainRefusedChange(tx, caller, id);
  });

const viewNotFound = (): never => {
  throw new Problem("not_found", "This view does not exist or is no longer shared with you.");
};

/** Explains why a view was not changed. If the caller can open the view, says who can change the view. */
async function explainRefusedChange(tx: Transaction, caller: Caller, id: number): Promise<never> {
  const [seen] = await tx.unsafe<SavedView[]>(
    `select ${summary} from public.saved_views where id = $2::text::bigint`,
    [caller.userId, String(id)],
  );
  if (!seen) return viewNotFound();
  const keeper =
    seen.shared_with === "everyone" ? "administrators of the central office" : (seen.by ?? "its owner");
  throw new Problem(
    "refused",
    `Only ${keeper} can change this view. To change it, save a copy under another name.`,
  );
}

async function writing<T>(caller: Caller, work: (tx: Transaction) => Promise<T>): Promise<T> {
  try {
    return await asCaller(caller, work, { write: true });
  } catch (error) {
    throw isDatabaseError(error) ? problemOf(error) : error;
  }
}

function problemOf(error: DatabaseError): Problem {
  if (error.code === "23505") {
    const message =
      "You already have a view with this name here. Choose another name, or save the existing view.";
    return new Problem("conflict", message, [{ field: "name", message }]);
  }
  if (error.code === "42501") {
    const message =
      "Only administrators of the central office can share a view with everyone, and only its owner can make it private.";
    return new Problem("refused", message, [{ field: "shared_with", message }]);
  }
  if (error.code === "23514" || error.code.startsWith("22")) {
    const message = "The view contains a value that cannot be stored.";
    return new Problem(error.code === "23514" ? "rule" : "malformed", message, [{ field: "view", message }]);
  }
  return databaseProblem(error);
}
