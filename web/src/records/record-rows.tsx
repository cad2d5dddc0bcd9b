/** The rows of a screen while they load, when they cannot be read, when there are none, and as they are. */
import { Button, Skeleton } from "../components/button.tsx";
import type { Row } from "../lib/api.ts";
import { messageOf } from "../lib/problem.ts";
import classes from "./record-screen.module.css";
import type { useRows } from "./use-records.ts";

/** Skeletons at first, the problem with a way to try again, the empty sentence, or the rows. */
export function RecordRows(props: {
  rows: ReturnType<typeof useRows>;
  children: (rows: readonly Row[]) => React.ReactNode;
}) {
  const { rows } = props;
  if (rows.isError) {
    return (
      <div className={classes.empty} role="alert">
        <p>{messageOf(rows.error)}</p>
        <Button onClick={() => void rows.refetch()}>Try again</Button>
      </div>
    );
  }
  if (!rows.data) {
    return (
      <div className={classes.skeletons}>
        <span className="visually-hidden" role="status">
          Loading rows
        </span>
        {Array.from({ length: 10 }, (_, index) => `row ${index}`).map((key) => (
          <Skeleton key={key} height={22} />
        ))}
      </div>
    );
  }
  return (
    <>
      {props.children(rows.data.data)}
      {rows.data.data.length === 0 && (
        <p className={classes.none} role="status">
          No data available
        </p>
      )}
    </>
  );
}
