/** The result of an Explore query, its display controls, and the state of the request (running, failed, cancelled). */
import { Button, Skeleton } from "../../../components/button.tsx";
import { messageOf } from "../../../lib/http/problem.ts";
import classes from "../common/explore.module.css";
import type { ExploreProps, QuestionProps } from "../question/explore-props.ts";
import { Answer } from "./answer.tsx";
import { AnswerOptions } from "./answer-options.tsx";
import { useExploration } from "./use-exploration.ts";

type Props = ExploreProps & QuestionProps;

export function AnswerPart(props: Props) {
  const { record, question } = props;
  const { answered, error, isRunning, isCancelled, cancel, ask } = useExploration(record, question);
  const again = (label: string) => (
    <Button look="default" onClick={ask}>
      {label}
    </Button>
  );
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
          {again("Try again")}
          {Object.keys(question.filter).length > 0 && (
            <Button look="subtle" onClick={() => props.onAsk({ filter: {} })}>
              Clear conditions
            </Button>
          )}
        </p>
      ) : isCancelled ? (
        <p className={classes.state} role="status">
          The question was cancelled.
          {again("Ask again")}
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
