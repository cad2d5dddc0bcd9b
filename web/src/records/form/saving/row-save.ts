/** What a save asks before it is sent, and how it is sent: the same wherever the values were entered. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { openChecks, reasonField } from "#shared/validate/soft-checks.ts";
import type { Row } from "../../../lib/http/api.ts";
import { keepForSession, readForSession } from "../../../lib/http/session.ts";
import { newImportId } from "../../common/import-id.ts";
import { pick } from "./resolver.ts";

type Parsed = Readonly<Record<string, unknown>>;

/** What has been said to the questions of a save; it counts until the server has answered. */
export interface Answers {
  /** The changes that were agreed to (`fingerprintOf`). */
  agreed?: string | undefined;
  /** Save although a row is likely the same. */
  anyway?: boolean;
  /** Why unusual values are right. */
  reason?: string;
}

/** What was sent last, and under which number. */
export interface SentSave {
  body: string;
  import_id: string;
}

/** What of the values is asked about, as sentences. */
export const unusualIn = (record: AnyRecord, base: Row | null, parsed: Parsed): string[] =>
  openChecks(record, { ...base, ...parsed }, base).map(({ message }) => `${message}.`);

/** The version of a row and its new values: a save that is tried again is not asked for again. */
export const fingerprintOf = (base: Row | null, parsed: Parsed, names: readonly string[]): string =>
  JSON.stringify([base?.row_version, pick(parsed, names)]);

/** The record of the call: of a stored row, what has changed. */
export const inputOf = (
  base: Row | null,
  parsed: Parsed,
  names: readonly string[],
  { anyway, reason }: Answers,
) => ({
  ...(base
    ? { id: base.id, row_version: base.row_version, ...pick(parsed, names) }
    : pick(parsed, Object.keys(parsed))),
  ...(anyway ? { save_anyway: true } : {}),
  ...(reason ? { [reasonField]: reason } : {}),
});

/** A save whose answer was lost may have been done: under the same number it is not done twice. */
export function sentAs(sent: SentSave | undefined, input: object): SentSave {
  const body = JSON.stringify(input);
  return sent?.body === body ? sent : { body, import_id: newImportId() };
}

const unasked = "changes-unasked";

/** Whether somebody has said that their changes of stored rows need no question until they sign out. */
export const changesUnasked = (): boolean => readForSession(unasked) !== null;
export const askNoMore = (): void => keepForSession(unasked, "yes");
