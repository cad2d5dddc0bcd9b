/** What the data screen is given, and what can be open on top of it. */
import type { AnyRecord } from "../../../edge-functions/_shared/records/types.ts";
import type { Row } from "../lib/api.ts";
import type { CurrentUser } from "../lib/current-user.ts";
import type { RecordSearch } from "./record-search.ts";
import type { ShowingAct } from "./slots.ts";

/** What is open on top of the table and is not part of the address. */
export type OpenDialog =
  | { kind: "delete" | "approve"; row: Row }
  | { kind: "approve-all"; total: number }
  | { kind: "act"; act: ShowingAct; row: Row }
  | { kind: "info"; message: string; confirmation: boolean }
  | null;

export interface ScreenProps {
  record: AnyRecord;
  user: CurrentUser;
  search: RecordSearch;
  onSearch: (search: RecordSearch, replace?: boolean) => void;
}
