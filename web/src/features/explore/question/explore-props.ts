/** Props of the parts of the Explore screen. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../../lib/current-user.ts";
import type { ExploreSearch } from "../common/explore-search.ts";
import type { Question } from "./question.ts";

export interface ExploreProps {
  user: CurrentUser;
  search: ExploreSearch;
  /** @param replace True to leave the previous query out of the browser history. */
  onSearch: (search: ExploreSearch, replace?: boolean) => void;
}

export interface QuestionProps {
  record: AnyRecord;
  user: CurrentUser;
  question: Question;
  /** Runs the query with the given changes. */
  onAsk: (next: Partial<Question>) => void;
}
