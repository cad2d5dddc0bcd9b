/** Shows a query: skeletons while the data loads, an error message with "Try again", or the content. */
import type { ReactNode } from "react";
import { Button, Skeleton } from "../../components/button.tsx";
import { type ApiProblem, messageOf, nothingStored } from "../../lib/http/problem.ts";
import classes from "./record-screen.module.css";

interface Asked<Data> {
  data: Data | undefined;
  isError: boolean;
  error: unknown;
  refetch: () => unknown;
}

interface Props<Data> {
  asked: Asked<Data>;
  /** Message for screen readers while the data loads. */
  loading: string;
  /** Button beside "Try again" that helps with the error, for example by removing a refused filter. */
  wayOut?: ReactNode;
  children: (data: Data) => ReactNode;
}

export function QueryBoundary<Data>({ asked, loading, wayOut, children }: Props<Data>) {
  // True to keep loaded rows visible while the server can't be reached. A bar above the rows shows the age of the rows.
  if (asked.isError && !(asked.data && (asked.error as Partial<ApiProblem>).status === 0)) {
    if ((asked.error as Partial<Error>).name === nothingStored)
      return <p className={classes.empty}>{messageOf(asked.error)}</p>;
    return (
      <div className={classes.empty} role="alert">
        <p>{messageOf(asked.error)}</p>
        <Button onClick={() => void asked.refetch()}>Try again</Button>
        {wayOut}
      </div>
    );
  }
  if (asked.data === undefined) {
    return (
      <div className={classes.skeletons}>
        <span className="visually-hidden" role="status">
          {loading}
        </span>
        {Array.from({ length: 10 }, (_, index) => `row ${index}`).map((key) => (
          <Skeleton key={key} height={22} />
        ))}
      </div>
    );
  }
  return <>{children(asked.data)}</>;
}
