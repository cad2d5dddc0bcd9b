/** The Explore screen: the bar that sets the query, the filters, the display options, and the result. */
import { useQuery } from "@tanstack/react-query";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button, Skeleton } from "../../components/button.tsx";
import { messageOf } from "../../lib/http/problem.ts";
import { screenByPath } from "../../records/common/record-screens.ts";
import { useMalformedNotice } from "../../records/conditions/use-malformed-notice.ts";
import { AnswerPart } from "./answer/answer-part.tsx";
import classes from "./common/explore.module.css";
import { loadAsked } from "./common/load-asked.ts";
import type { ExploreProps } from "./question/explore-props.ts";
import { isAskable, notAskable, type Question, readQuestion, searchOf } from "./question/question.ts";
import { QuestionBar, RecordChoice } from "./question/question-bar.tsx";
import { fieldWithoutSum, valueText } from "./question/question-fields.ts";
import { QuestionFilters } from "./question/question-filters.tsx";
import { SavedList } from "./saved/saved-menu.tsx";
import { OpenSaved, SavedQuestionBar } from "./saved/saved-question-bar.tsx";

export function ExploreScreen(props: ExploreProps) {
  const { user, search, onSearch } = props;
  const path = search.record;
  useMalformedNotice();
  const { data: record, error } = useQuery({
    queryKey: ["asked record", path],
    queryFn: async () => (path === undefined ? null : ((await loadAsked(path)) ?? null)),
    staleTime: Number.POSITIVE_INFINITY,
  });
  // Refuse a saved query with fields that the user can't see. Without these fields, a different query would appear
  // under the saved name. A sum without a meaning is refused in any query, because older links have such sums.
  const isRefused = Boolean(
    record &&
      (fieldWithoutSum(record, user, search.value) ||
        (search.saved !== undefined && !isAskable(record, user, search))),
  );
  const choose = (chosen: string | null) => onSearch(chosen === null ? {} : { record: chosen });
  return (
    <section className={classes.screen} aria-labelledby="explore-title">
      <div className={classes.bar}>
        <h1 id="explore-title">Explore</h1>
        <RecordChoice
          isFirst={path === undefined && search.saved === undefined}
          path={path}
          onChoose={choose}
        />
        {record && !isRefused && <AskedBar key={record.path} {...props} record={record} />}
      </div>
      {record ? (
        <Asked {...props} record={record} isRefused={isRefused} />
      ) : path === undefined ? (
        <Start {...props} onChoose={choose} />
      ) : error ? (
        <p role="alert">{messageOf(error)}</p>
      ) : record === null ? (
        <p role="alert">There are no records named "{path}". Choose the records to count.</p>
      ) : (
        <Skeleton height={320} />
      )}
    </section>
  );
}

interface AskedProps extends ExploreProps {
  record: AnyRecord;
}

function useQuestion({ record, user, search, onSearch }: AskedProps) {
  const question = readQuestion(record, user, search);
  const ask = (next: Partial<Question>) => onSearch(searchOf(record, { ...question, ...next }, search));
  return { question, onAsk: ask };
}

const AskedBar = (props: AskedProps) => <QuestionBar {...props} {...useQuestion(props)} />;

/** @param isRefused True to show a message instead of the result. */
function Asked({ isRefused, ...props }: AskedProps & { isRefused: boolean }) {
  const asked = useQuestion(props);
  const { saved } = props.search;
  return (
    <>
      {!isRefused && <QuestionFilters {...props} {...asked} />}
      {saved !== undefined && <SavedQuestionBar key={saved} {...props} {...asked} id={saved} />}
      {isRefused ? <Refusal {...props} /> : <AnswerPart {...props} {...asked} />}
    </>
  );
}

/** Explains why a saved query can't run. Offers the average in place of a sum without a meaning. */
function Refusal({ record, user, search, onSearch }: AskedProps) {
  const field = fieldWithoutSum(record, user, search.value);
  const instead = field && valueText({ kind: "average", field: field.name });
  return (
    <p role="alert">
      {notAskable(record, user, search)}{" "}
      {instead !== undefined && (
        <Button look="default" onClick={() => onSearch({ ...search, value: instead })}>
          Show the average
        </Button>
      )}
    </p>
  );
}

const examples = [
  ["sales-transaction", "Sales by ARBO and quarter"],
  ["participant", "Participants by ARBO and sex"],
  ["arbo-masterlist", "ARBOs by place"],
] as const;

/** Start page of Explore, shown before a record type is chosen. */
function Start({ search, onSearch, onChoose }: ExploreProps & { onChoose: (path: string) => void }) {
  if (search.saved !== undefined) return <OpenSaved id={search.saved} onSearch={onSearch} />;
  return (
    <div className={classes.start}>
      <p>
        Choose the records to count. Then group them, add conditions, and open the list behind any number.
      </p>
      <ul>
        {examples
          .filter(([path]) => screenByPath(path))
          .map(([path, label]) => (
            <li key={path}>
              <Button look="default" onClick={() => onChoose(path)}>
                {label}
              </Button>
            </li>
          ))}
      </ul>
      <SavedList />
    </div>
  );
}
