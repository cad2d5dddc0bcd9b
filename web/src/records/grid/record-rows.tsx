/** The rows of a screen while they load, when they cannot be read, when there are none, and as they are. */
import type { ReactNode } from "react";
import type { Row } from "../../lib/http/api.ts";
import { QueryBoundary } from "../common/query-boundary.tsx";
import classes from "../common/record-screen.module.css";
import type { useRows } from "../common/use-records.ts";

interface Props {
  rows: ReturnType<typeof useRows>;
  children: (rows: readonly Row[]) => ReactNode;
}

export function RecordRows({ rows, children }: Props) {
  return (
    <QueryBoundary asked={rows} loading="Loading rows">
      {({ data }) => (
        <>
          {children(data)}
          {data.length === 0 && (
            <p className={classes.none} role="status">
              No data available
            </p>
          )}
        </>
      )}
    </QueryBoundary>
  );
}
