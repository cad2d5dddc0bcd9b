/** The Explore screen: question bar, filters, ways of showing the answer, and the answer. */
import { useEffect, useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button, Skeleton } from "../../components/button.tsx";
import { messageOf } from "../../lib/http/problem.ts";
import { loadRecord, screenByPath } from "../../records/common/record-screens.ts";
import { AnswerPart } from "./answer-part.tsx";
import classes from "./explore.module.css";
import type { ExploreProps } from "./explore-props.ts";
import { type Question, readQuestion, searchOf } from "./question.ts";
import { QuestionBar, RecordChoice } from "./question-bar.tsx";
import { QuestionFilters } from "./question-filters.tsx";

export function ExploreScreen(props: ExploreProps) {
  const { search, onSearch } = props;
  const { record, problem } = useRecord(search.record);
  const choose = (path: string | null) => onSearch(path === null ? {} : { record: path });
  return (
    <section className={classes.screen} aria-labelledby="explore-title">
      <div className={classes.bar}>
        <h1 id="explore-title">Explore</h1>
        <RecordChoice isFirst={search.record === undefined} path={search.record} onChoose={choose} />
        {record && <AskedBar key={record.path} {...props} record={record} />}
      </div>
      {problem ? (
        <p role="alert">{problem}</p>
      ) : record ? (
        <Asked {...props} record={record} />
      ) : search.record === undefined ? (
        <Start onChoose={choose} />
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
  return { question, ask };
}

function AskedBar(props: AskedProps) {
  const { question, ask } = useQuestion(props);
  return <QuestionBar record={props.record} user={props.user} question={question} onAsk={ask} />;
}

function Asked(props: AskedProps) {
  const { question, ask } = useQuestion(props);
  return (
    <>
      <QuestionFilters record={props.record} user={props.user} question={question} onAsk={ask} />
      <AnswerPart {...props} question={question} onAsk={ask} />
    </>
  );
}

const examples = [
  ["sales-transaction", "Sales by ARBO and quarter"],
  ["participant", "Participants by ARBO and sex"],
  ["arbo-masterlist", "ARBOs by province"],
] as const;

/** Shown before a record type is chosen. */
function Start({ onChoose }: { onChoose: (path: string) => void }) {
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
    </div>
  );
}

/** Loads the description of a record type by its path. */
function useRecord(path: string | undefined) {
  const [loaded, setLoaded] = useState<{ path: string; record?: AnyRecord; problem?: string }>();
  useEffect(() => {
    if (path === undefined) return;
    let isCurrent = true;
    const finish = (found: { record?: AnyRecord; problem?: string }) => {
      if (isCurrent) setLoaded({ path, ...found });
    };
    const screen = screenByPath(path);
    const unknown = { problem: `There are no records named "${path}". Choose the records to count.` };
    if (!screen || screen.tab) finish(unknown);
    else
      loadRecord(screen.route).then(
        (record) => finish(record ? { record: { ...record, fixed: {} } } : unknown),
        (problem: unknown) => finish({ problem: messageOf(problem) }),
      );
    return () => {
      isCurrent = false;
    };
  }, [path]);
  return loaded?.path === path ? { record: loaded?.record, problem: loaded?.problem } : {};
}
