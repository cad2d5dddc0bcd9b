/** Gallery of photos by day, so that a "before" photo precedes its "after" photo. Uses the paging of the table. */
import { useMemo } from "react";
import { Skeleton } from "../../../components/button.tsx";
import { Pager } from "../../../components/pager.tsx";
import { messageOf } from "../../../lib/http/problem.ts";
import { defaultPageSize } from "../../../lib/page-sizes.ts";
import type { ScreenProps } from "../../../records/common/screen-props.ts";
import { useRows } from "../../../records/common/use-records.ts";
import classes from "./gallery.module.css";
import { Photos } from "./photos.tsx";

export default function GalleryView({ record, search, onSearch }: ScreenProps) {
  const byTime = useMemo(() => ({ ...search, sort: search.sort ?? "taken_at.asc" }), [search]);
  const rows = useRows(record, byTime);
  if (rows.error) return <p role="alert">{messageOf(rows.error)}</p>;
  if (!rows.data) return <Skeleton height={420} />;
  return (
    <>
      <div className={classes.gallery} aria-busy={rows.isFetching}>
        <h2 className="visually-hidden">Photos by day</h2>
        {rows.data.total === 0 && <p>No data available</p>}
        <Photos
          rows={rows.data.data}
          path={record.path}
          named
          onOpen={(id) => onSearch({ ...search, edit: id })}
        />
      </div>
      <Pager
        page={search.page ?? 1}
        size={search.size ?? defaultPageSize}
        total={rows.data.total}
        settled={rows.isSuccess && !rows.isPlaceholderData}
        onPage={(page, replace) => onSearch({ ...search, page: page > 1 ? page : undefined }, replace)}
        onSize={(size) =>
          onSearch({ ...search, size: size === defaultPageSize ? undefined : size, page: undefined })
        }
      />
    </>
  );
}
