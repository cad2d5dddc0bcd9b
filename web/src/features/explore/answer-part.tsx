/** The answer: ways of showing it, and the table or chart, with its states while the question runs. */

import { formatNumber } from "#shared/rules/numbers.ts";
import { Button, Skeleton } from "../../components/button.tsx";
import { mayOpen } from "../../lib/guards.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { AnswerGrid } from "./answer-grid.tsx";
import { AnswerOptions } from "./answer-options.tsx";
import { answerTable, hasShares } from "./answer-table-model.ts";
import { listAddress } from "./cell-list.ts";
import classes from "./explore.module.css";
import type { ExploreProps, QuestionProps } from "./explore-props.ts";
import { MixedUnits } from "./mixed-units.tsx";
import { usualTop } from "./question.ts";
import { type Answered, useExploration } from "./use-exploration.ts";

type Props = ExploreProps & QuestionProps;

export function AnswerPart(props: Props) {
  const { record, question } = props;
  const { answered, error, isRunning, isCancelled, cancel, ask } = useExploration(record, question);
  return (
    <>
      <AnswerOptions {...props} />
      {isRunning && (
        <p className={classes.state} role="status">
          Counting…
          <Button look="default" onClick={cancel}>
            Cancel
          </Button>
        </p>
      )}
      {error ? (
        <p className={classes.state} role="alert">
          {messageOf(error)}
          <Button look="default" onClick={ask}>
            Try again
          </Button>
        </p>
      ) : isCancelled ? (
        <p className={classes.state} role="status">
          The question was cancelled.
          <Button look="default" onClick={ask}>
            Ask again
          </Button>
        </p>
      ) : answered ? (
        <div className={classes.answer} data-stale={isRunning || undefined} aria-busy={isRunning}>
          <Answer {...props} answered={answered} />
        </div>
      ) : (
        <Skeleton height={320} />
      )}
    </>
  );
}

function Answer(props: Props & { answered: Answered }) {
  const { user, search, onAsk, answered } = props;
  const { record, question, answer } = answered;
  const table = answerTable({ record, user, question, share: search.share }, answer);
  const isEmpty = answer.total === null || (answer.total === 0 && answer.row_count === 0);
  if (table.mixedUnits === undefined && isEmpty && answer.rows.length === 0)
    return (
      <p className={classes.nothing}>
        No {record.noun.many} match the conditions.{" "}
        <Button look="default" onClick={() => onAsk({ filter: {} })}>
          Clear conditions
        </Button>
      </p>
    );
  return (
    <>
      {table.mixedUnits !== undefined && <MixedUnits {...props} message={table.mixedUnits} />}
      <AnswerGrid
        table={table}
        isHeat={search.as === "heat"}
        addressOf={(cell) => (mayOpen(user, "forms") ? listAddress(record, question, cell) : null)}
      />
      {answer.rows.length < answer.row_count && (
        <p className={classes.note}>
          {formatNumber(answer.rows.length)} of {formatNumber(answer.row_count)} rows are shown. The totals
          include all rows.
          {question.top === usualTop && (
            <Button look="subtle" onClick={() => onAsk({ top: 1000 })}>
              Show more
            </Button>
          )}
        </p>
      )}
      {search.share !== undefined && !hasShares(question) && (
        <p className={classes.note}>Shares can be shown for counts and sums only.</p>
      )}
    </>
  );
}
