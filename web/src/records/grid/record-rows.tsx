/** The rows of a screen while they load, when they cannot be read, when there are none, and as they are. */
import type { ReactNode } from "react";
import { Button } from "../../components/button.tsx";
import type { Row } from "../../lib/http/api.ts";
import { QueryBoundary } from "../common/query-boundary.tsx";
import classes from "../common/record-screen.module.css";
import type { useRows } from "../common/use-records.ts";

interface Props {
  rows: ReturnType<typeof useRows>;
  /** What leads on from an empty list: takes the search and the filters away, where there are any. */
  onWiden: (() => void) | null;
  children: (rows: readonly Row[]) => ReactNode;
}

export function RecordRows({ rows, onWiden, children }: Props) {
  return (
    <QueryBoundary asked={rows} loading="Loading rows">
      {({ data }) => (
        <>
          {children(data)}
          {data.length === 0 && (
            <div className={classes.none}>
              <p role="status">No data available</p>
              {onWiden && (
                <Button look="default" onClick={onWiden}>
                  Clear the search and filters
                </Button>
              )}
            </div>
          )}
        </>
      )}
    </QueryBoundary>
  );
}
