/** Rows of a screen, or the placeholder for loading, errors and empty lists. */
import type { ComponentProps, ReactNode } from "react";
import { later } from "../../components/later.tsx";
import type { Row } from "../../lib/http/api.ts";
import { QueryBoundary } from "../common/query-boundary.tsx";
import type { useRows } from "../common/use-records.ts";

const NoRows = later(() => import("./no-rows.tsx"));

interface Props extends ComponentProps<typeof NoRows> {
  rows: ReturnType<typeof useRows>;
  children: (rows: readonly Row[]) => ReactNode;
}

export function RecordRows({ rows, children, ...empty }: Props) {
  return (
    <QueryBoundary asked={rows} loading="Loading rows">
      {({ data }) => (
        <>
          {children(data)}
          {data.length === 0 && <NoRows {...empty} />}
        </>
      )}
    </QueryBoundary>
  );
}
