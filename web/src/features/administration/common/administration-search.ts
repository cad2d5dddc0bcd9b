/** What the address of an administration screen holds: that of a list, and which person or log entry is open. */
import { type RecordSearch, readRecordSearch } from "../../../records/common/record-search.ts";

export interface AdministrationSearch extends RecordSearch {
  /** Id of the person open in the form. */
  person?: string;
  /** Id of the log entry that is open. */
  entry?: number;
  /** Id of the person through whose eyes the preview looks. */
  see?: string;
}

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

export const readAdministrationSearch = (raw: Record<string, unknown>): AdministrationSearch => ({
  ...readRecordSearch(raw),
  person: text(raw.person),
  see: text(raw.see),
  entry: Number(raw.entry) || undefined,
});
