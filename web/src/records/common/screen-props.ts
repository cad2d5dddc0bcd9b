/** Props of a record screen. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import type { RecordSearch } from "./record-search.ts";

export interface ScreenProps {
  record: AnyRecord;
  user: CurrentUser;
  search: RecordSearch;
  onSearch: (search: RecordSearch, replace?: boolean) => void;
}
