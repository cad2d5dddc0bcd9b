/**
 * Puts a row into the outbox when the user saves it, because the server can't be reached or because the row refers to
 * a row that is not stored yet. Loads after the form.
 */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../../lib/current-user.ts";
import type { Row } from "../../../lib/http/api.ts";
import { newUuid } from "../../../lib/http/uuid.ts";
import { withEntry } from "../../../lib/outbox/edit-lock.ts";
import {
  type Attempt,
  type Entry,
  isLocalId,
  isUnsent,
  type Need,
  newLocalId,
  type RowInput,
} from "../../../lib/outbox/entry.ts";
import { putEntry, readEntries } from "../../../lib/outbox/store.ts";
import { ownName, rowName } from "../../common/row-name.ts";
import { changedNames, type FormValues } from "../fields/form-values.ts";

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
  /** The outbox entry that the user has edited; absent if the form shows no entry. */
  entry?: Entry | undefined;
  /** Id for a new entry, the same as the id of the form's save. If absent, the new entry gets a new id. */
  id?: string | undefined;
}

/**
 * Resolves when the row is on disk. Returns the row's id or, for a row that is not stored yet, its local id.
 * @throws the errors of putEntry
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
  // An outbox entry that is being sent can't take up further changes. So these changes get a new entry, which is sent
  // afterwards.
  const merged = same ? await withEntry(same.id, merge) : "busy";
  return merged === "busy" ? store(kept, undefined, entries) : merged;
}

/**
 * Stores a row as an entry.
 * @param former The entry that is replaced; undefined for a new entry.
 */
async function store(
  { record, user, base, start, values, input, tried, from, id }: KeptRow,
  former: Entry | undefined,
  entries: readonly Entry[],
): Promise<number> {
  const localId = former?.localId ?? newLocalId();
  // If a draft is open in two tabs, the second tab must not replace the entry of the first tab. So the second tab makes
  // an entry with a new id.
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

const changesSameRow = ({ path, work, state }: Entry, { record, base }: KeptRow): boolean =>
  base !== null &&
  state !== "sent" &&
  path === record.path &&
  work.kind === "row" &&
  work.base?.id === base.id;

/** Adds the changes of a row to an entry for that row, so that all changes are sent as one save. */
function mergedInto(former: Entry, kept: KeptRow): KeptRow {
  if (former.work.kind !== "row") return kept;
  const { base, start, values, input, tried } = former.work;
  const changed = changedNames(kept.start, kept.values);
  const mine = Object.fromEntries(changed.map((name) => [name, kept.values[name] ?? null]));
  const { id: _id, row_version: _version, ...more } = kept.input;
  return {
    ...{ ...kept, base, start: { ...start }, tried },
    values: { ...values, ...mine },
    input: { ...input, ...more },
  };
}

/**
 * Returns the outbox entries of the rows to which the values refer. A value refers to a row in the outbox by the row's
 * id, or by the value of another field of the row.
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
    return needed ? [{ entryId: needed.id, field: isLocalId(id) ? name : null }] : [];
  });
}
