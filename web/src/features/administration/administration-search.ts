/** What the address of an administration screen holds: that of a list, and which person or log entry is open. */
import { type RecordSearch, readRecordSearch } from "../../records/record-search.ts";

export interface AdministrationSearch extends RecordSearch {
  /** Id of the person open in the form. */
  person?: string;
  /** Id of the log entry that is open. */
  entry?: number;
  /** Id of the person through whose eyes the preview looks. */
  see?: string;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function readAdministrationSearch(raw: Record<string, unknown>): AdministrationSearch {
  const id = (value: unknown) => (typeof value === "string" && uuid.test(value) ? value : undefined);
  const entry = Number(raw.entry);
  return {
    ...readRecordSearch(raw),
    person: id(raw.person),
    see: id(raw.see),
    entry: Number.isSafeInteger(entry) && entry > 0 ? entry : undefined,
  };
}
