/**
 * Questions to the user before a save, and the body of the save request. Used by the form, by cell editing and by bulk
 * edits.
 */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { openChecks, reasonField } from "#shared/validate/soft-checks.ts";
import { updateInput } from "#shared/validate/validate.ts";
import type { Row } from "../../../lib/http/api.ts";
import type { Attempt } from "../../../lib/outbox/entry.ts";
import { readForSession, storeForSession } from "../../../lib/tab-texts.ts";
import { pick } from "./resolver.ts";

type Parsed = Readonly<Record<string, unknown>>;

/** The user's answers to the questions of a save. They apply until the server has responded. */
export interface Answers {
  /** Fingerprint of the changes that the user confirmed (`fingerprintOf`). */
  agreed?: string | undefined;
  /** True to save although the row is probably a duplicate. */
  anyway?: boolean;
  /** The user's reason for unusual values. */
  reason?: string;
}

/** Returns a message for each unusual value that needs a reason. */
export const unusualMessages = (record: AnyRecord, base: Row | null, parsed: Parsed): string[] =>
  openChecks(record, { ...base, ...parsed }, base).map(({ message }) => `${message}.`);

/**
 * Returns the fingerprint of an update: the row version and the new values as JSON. A retry with a fingerprint that the
 * user has confirmed does not ask again.
 */
export const fingerprintOf = (base: Row | null, parsed: Parsed, names: readonly string[]): string =>
  JSON.stringify([base?.row_version, pick(parsed, names)]);

/**
 * Returns the names of the fields to send for a stored row. Includes the fields of an earlier request whose outcome is
 * not known, because that request may have stored values that the user has since changed back.
 */
export const namesToSend = (
  { fields }: AnyRecord,
  changed: readonly string[],
  tried: Attempt | null,
): string[] =>
  fields.map(({ name }) => name).filter((name) => changed.includes(name) || (tried && name in tried.input));

/** Builds the record that a save request sends: all values of a new row, or the input of an update (`updateInput`). */
export const rowInput = (
  record: AnyRecord,
  base: Row | null,
  parsed: Parsed,
  names: readonly string[],
  { anyway, reason }: Answers,
) => ({
  ...(base
    ? { id: base.id, row_version: base.row_version, ...updateInput(record, base, parsed, names) }
    : pick(parsed, Object.keys(parsed))),
  ...(anyway ? { save_anyway: true } : {}),
  ...(reason ? { [reasonField]: reason } : {}),
});

const unaskedKey = "changes-unasked";

/**
 * True if the user chose "Do not ask again" in the confirmation of an update. The choice ends when the user signs out.
 */
export const isConfirmationOff = (): boolean => readForSession(unaskedKey) !== null;
export const turnOffConfirmation = (): void => storeForSession(unaskedKey, "yes");
