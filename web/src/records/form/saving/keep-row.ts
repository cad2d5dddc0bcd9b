/**
 * Puts a saved row into the outbox, because the server can't be reached or the row refers to another row in the outbox.
 * This module loads after the form.
 */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../../lib/current-user.ts";
import type { Row } from "../../../lib/http/api.ts";
import { newUuid } from "../../../lib/http/uuid.ts";
import { withEntry } from "../../../lib/outbox/edit-lock.ts";
import {
  type Attempt,
  changesRow,
  type Entry,
  isLocalId,
  isUnsent,
  type Need,
  newLocalId,
  type RowInput,
} from "../../../lib/outbox/entry.ts";
import { missingReference } from "../../../lib/outbox/send-row.ts";
import { putEntry, readEntries } from "../../../lib/outbox/store.ts";
import { screenByPath } from "../../common/record-screens.ts";
import { ownName, rowName } from "../../common/row-name.ts";
import { withChanges } from "../fields/computed-fields.ts";
import { changedNames, type FormValues } from "../fields/form-values.ts";
import { pick, validateFormValues } from "./resolver.ts";

export interface KeptRow {
  record: AnyRecord;
  user: Pick<CurrentUser, "id">;
  /** The stored row as the user saw it; null for a new row. */
  base: Row | null;
  start: FormValues;
  values: FormValues;
  input: RowInput;
  tried: Attempt | null;
  from?: string | undefined;
  /** The outbox entry that the user has edited; undefined if the form shows no outbox entry. */
  entry?: Entry | undefined;
  /** Id for a new outbox entry: the save id of the form. If undefined, a new UUID is used. */
  id?: string | undefined;
}

/**
 * Stores a row in the outbox. Resolves once the row is on disk. Returns the id of a stored row, or the local id of a
 * new row.
 * @throws the errors of putEntry; ApiProblem if the row refers to a new row whose entry was removed
 */
export async function keepRow(kept: KeptRow): Promise<number> {
  const read = () => readEntries(kept.user.id);
  const entries = await read();
  if (kept.entry) return store(kept, kept.entry, entries);
  const same = entries.find((entry) => changesSameRow(entry, kept));
  const merge = async () => {
    const current = await read();
    const former = current.find((entry) => entry.id === same?.id && isUnsent(entry));
    return former ? store(mergedInto(former, kept), former, current) : "busy";
  };
  // An entry that is being sent can't be changed, so store the changes as a new entry. The new entry is sent
  // afterwards, with the row version that results from the sent entry.
  const merged = same ? await withEntry(same.id, merge) : "busy";
  return merged === "busy" ? store(kept, undefined, entries) : merged;
}

/**
 * Stores a row as an outbox entry.
 * @param former Entry that the new one replaces; undefined if there is none.
 */
async function store(
  { record, user, base, start, values, input, tried, from, id }: KeptRow,
  former: Entry | undefined,
  entries: readonly Entry[],
): Promise<number> {
  const localId = former?.localId ?? newLocalId();
  // Two tabs with the same draft have the same save id. Store the entry of the second tab under a new id, because it
  // must not replace the entry of the first tab.
  const ownId = former || entries.some((entry) => entry.id === id) ? undefined : id;
  await putEntry({
    ...{ id: former?.id ?? ownId ?? newUuid(), userId: user.id, at: Date.now() },
    ...{ route: record.route, path: record.path, noun: record.noun.one },
    title: ownName(record, values) ?? (base ? rowName(record, base) : `new ${record.noun.one}`),
    work: {
      kind: "row",
      base,
      start,
      values,
      input,
      tried,
      from,
      importId: base ? undefined : (ownId ?? newUuid()),
    },
    needs: needsOf(record, values, entries),
    ...{ state: "waiting", problem: null, failures: 0, nextAt: 0, rowId: null },
    localId: base && !former?.localId ? null : localId,
  });
  return base?.id ?? localId;
}

const changesSameRow = (entry: Entry, { record: { path }, base }: KeptRow): boolean =>
  base !== null && isUnsent(entry) && changesRow(entry, { path, id: base.id });

/**
 * Merges the changes of a row into the outbox entry that already changes this row, so that one save sends all changes.
 */
function mergedInto(former: Entry, kept: KeptRow): KeptRow {
  if (former.work.kind !== "row") return kept;
  const { record } = kept;
  const { base, start, values, input, tried } = former.work;
  const changed = pick(kept.values, changedNames(kept.start, kept.values)) as FormValues;
  const merged = withChanges(record, values, changed, base);
  // Computed fields, such as totals, must follow from the values of both changes.
  const computed = changedNames({ ...values, ...changed }, merged);
  const { id: _id, row_version: _version, ...more } = kept.input;
  return {
    ...{ ...kept, base, start: { ...start }, tried },
    values: merged,
    input: { ...input, ...more, ...pick(validateFormValues(record, base, merged).value, computed) },
  };
}

/**
 * Returns the outbox entries that must be sent before this row, because the row refers to them. A field refers to a new
 * row by its local id, or by a value of the new row, such as its name.
 * @throws ApiProblem if the row refers to a new row whose entry was removed.
 */
function needsOf(record: AnyRecord, values: FormValues, entries: readonly Entry[]): Need[] {
  return record.fields.flatMap(({ name, options }): Need[] => {
    const value = values[name];
    if (options?.from !== "record" || value === null || value === undefined) return [];
    const id = options.value === "id" ? Number(value) : null;
    const isMeant = ({ localId, work, state }: Entry): boolean => {
      if (isLocalId(id)) return localId === id;
      return work.kind === "row" && state !== "sent" && work.values[options.value] === value;
    };
    const needed = entries.find((entry) => entry.path === options.path && isMeant(entry));
    if (!needed && isLocalId(id))
      throw missingReference(name, screenByPath(options.path)?.noun.one ?? "record");
    return needed ? [{ entryId: needed.id, field: isLocalId(id) ? name : null }] : [];
  });
}
