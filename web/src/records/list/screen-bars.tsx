/** Bars above the rows: the row to which new rows belong, drafts, and the figure that opened the list. */
import { lazy, Suspense } from "react";
import { Skeleton } from "../../components/button.tsx";
import { isDrilled, undrilled } from "../common/record-search.ts";
import type { ScreenProps } from "../common/screen-props.ts";

const DraftBar = lazy(() => import("./draft-bar.tsx"));
const DrillBar = lazy(() => import("./drill-bar.tsx"));
const EnteringBar = lazy(() => import("./entering-bar.tsx"));

interface Props extends ScreenProps {
  sums: Readonly<Record<string, number>> | undefined;
  mayAdd: boolean;
}

export function ScreenBars({ record, user, search, sums, mayAdd, onSearch }: Props) {
  const formIsOpen = search.edit !== undefined || search.new !== undefined;
  return (
    <>
      {search.from && (
        <Suspense fallback={<Skeleton height={36} />}>
          <EnteringBar record={record} search={search} mayAdd={mayAdd} onSearch={onSearch} />
        </Suspense>
      )}
      {!formIsOpen && (
        <Suspense>
          <DraftBar
            record={record}
            user={user}
            onOpen={({ id, from }) =>
              onSearch(
                id === null
                  ? { ...search, edit: undefined, new: 1, from }
                  : { ...search, edit: id, new: undefined },
              )
            }
          />
        </Suspense>
      )}
      {isDrilled(search) && (
        <Suspense fallback={<Skeleton height={36} />}>
          <DrillBar record={record} search={search} sums={sums} onDrop={() => onSearch(undrilled(search))} />
        </Suspense>
      )}
    </>
  );
}
