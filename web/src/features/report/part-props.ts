/** Props of each section of the Report tab. */
import type { CurrentUser } from "../../lib/current-user.ts";
import type { ReportSearch } from "./report-search.ts";

export interface PartProps {
  user: CurrentUser;
  search: ReportSearch;
  onSearch: (search: ReportSearch) => void;
}
