/** URL parameters of an administration screen: those of a list, and the open user or log entry. */
import { type RecordSearch, readRecordSearch } from "../../../records/common/record-search.ts";

export interface AdministrationSearch extends RecordSearch {
  /** Id of the user whose form is open. */
  person?: string;
  /** Id of the open log entry. */
  entry?: number;
  /** Id of the user whose view the "See as" preview shows. */
  see?: string;
}

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

export const readAdministrationSearch = (raw: Record<string, unknown>): AdministrationSearch => ({
  ...readRecordSearch(raw),
  person: text(raw.person),
  see: text(raw.see),
  entry: Number(raw.entry) || undefined,
});
