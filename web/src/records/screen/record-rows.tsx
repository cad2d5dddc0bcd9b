/** Rows of a screen, or the placeholder for loading, errors and empty lists. */
import type { ComponentProps, ReactNode } from "react";
import { Button } from "../../components/button.tsx";
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
  const { search, onSearch } = empty;
  const wayOut = search.filter && (
    <Button look="default" onClick={() => onSearch({ ...search, filter: undefined, page: undefined })}>
      Clear the conditions
    </Button>
  );
  return (
    <QueryBoundary asked={rows} loading="Loading rows" wayOut={wayOut}>
      {({ data }) => (
        <>
          {children(data)}
          {data.length === 0 && <NoRows {...empty} />}
        </>
      )}
    </QueryBoundary>
  );
}
