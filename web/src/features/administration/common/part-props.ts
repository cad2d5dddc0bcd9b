/** Props that each screen of the Users tab receives. */
import type { CurrentUser } from "../../../lib/current-user.ts";
import type { AdministrationSearch } from "./administration-search.ts";

export interface PartProps {
  user: CurrentUser;
  search: AdministrationSearch;
  onSearch: (search: AdministrationSearch, replace?: boolean) => void;
}
