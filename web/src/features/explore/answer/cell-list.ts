/** The address of the list that shows the rows counted in a number. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { screenAddress } from "../../../records/common/record-screens.ts";
import type { RecordSearch } from "../../../records/common/record-search.ts";
import type { Question } from "../question/question.ts";
import type { AnswerCell } from "./answer-table-model.ts";

/** Returns the URL parameters of the list. If the number is a sum, the list shows the total of the summed column. */
export const listSearch = ({ value }: Question, { filter }: Pick<AnswerCell, "filter">): RecordSearch => ({
  filter,
  tab: "all",
  ...(value.kind === "sum" ? { sum: value.field } : {}),
});

export const listAddress = (record: AnyRecord, question: Question, cell: AnswerCell): string =>
  screenAddress(record.route, listSearch(question, cell));
