/**
 * The user log: who changed which row, and when. The URL stores the filters. A click on an entry shows the old and new
 * values.
 */

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { later } from "../../../components/later.tsx";
import { Tag } from "../../../components/layout.tsx";
import { momentInManila } from "../../../lib/format.ts";
import { logAuthor } from "../../../lib/log-author.ts";
import { defaultPageSize } from "../../../lib/page-sizes.ts";
import { QueryBoundary } from "../../../records/common/query-boundary.tsx";
import recordClasses from "../../../records/common/record-screen.module.css";
import { screenByRoute } from "../../../records/common/record-screens.ts";
import { readSort } from "../../../records/common/record-search.ts";
import { ExportButton } from "../../../records/export/export-button.tsx";
import { undefinedIfEmpty, type Where } from "../../../records/list/chosen-filters.ts";
import { ListPager, ListSearch } from "../../../records/list/list-controls.tsx";
import type { MakeReport } from "../../../records/workbook/report-job.ts";
import { type LogEntry, userLog } from "../common/admin-api.ts";
import classes from "../common/administration.module.css";
import type { AdministrationSearch } from "../common/administration-search.ts";
import { type Column, DataTable } from "../common/data-table.tsx";
import type { PartProps } from "../common/part-props.ts";
import { ScreenFrame } from "../common/screen-frame.tsx";
import { LogFilters } from "./log-filters.tsx";
import { actionOf, loggedActions, sourceOf, statusOf, subjectOf } from "./subjects.ts";

const EntryDrawer = later(() => import("./entry-drawer.tsx"));

const noFilters: Where = {};
const defaultSort = "at.desc";

/**
 * Converts the form name in the URL to filters of the API request. Several screens can share a table, such as one
 * screen per status. The filters then select only the rows of the named screen.
 */
function formFilter(route: string | undefined): Record<string, unknown> {
  const screen = route === undefined ? undefined : screenByRoute(route);
  return screen ? { form_name: screen.path, ...screen.fixed } : {};
}

/** Converts the filters in the URL to filters of the API request, without paging. */
export const filterOf = (search: AdministrationSearch): Record<string, unknown> => ({
  ...search.where,
  ...formFilter(search.where?.form_name),
  ...(search.where?.action ? { action: loggedActions(search.where.action) } : {}),
  ...(search.q ? { q: search.q } : {}),
  sort: [readSort(search.sort ?? defaultSort)],
});

export default function LogScreen({ search, onSearch }: PartProps) {
  const filter = filterOf(search);
  const body = { ...filter, page: search.page ?? 1, page_size: search.size ?? defaultPageSize };
  const found = useQuery({
    queryKey: ["user-log", "page", body],
    queryFn: ({ signal }) => userLog.read(body, signal),
    placeholderData: keepPreviousData,
  });
  const where = search.where ?? noFilters;
  const narrow = (next: Where) => onSearch({ ...search, where: undefinedIfEmpty(next), page: undefined });
  const make = useMemo<MakeReport>(
    () =>
      async (...job) =>
        (await import("./export-log.ts")).logReport(filterOf(search))(...job),
    [search],
  );
  return (
    <ScreenFrame
      title="User log"
      busy={found.isFetching}
      tools={
        <div className={recordClasses.tools}>
          <ExportButton
            what="the user log under the current filters and search"
            total={found.data?.total_capped ? undefined : found.data?.total}
            make={make}
          />
        </div>
      }
      filters={
        <>
          <LogFilters where={where} onWhere={narrow} />
          <ListSearch search={search} onSearch={onSearch} noun="log entries" />
        </>
      }
      below={<ListPager search={search} onSearch={onSearch} found={found} />}
    >
      <QueryBoundary asked={found} loading="Loading log entries">
        {({ data }) => (
          <>
            <DataTable
              label="User log"
              columns={columns((entry) => onSearch({ ...search, entry: entry.id }))}
              rows={data}
              idOf={(entry) => entry.id}
              sort={search.sort ?? defaultSort}
              onSort={(sort) => onSearch({ ...search, sort, page: undefined })}
            />
            {search.entry !== undefined && (
              <EntryDrawer
                key={search.entry}
                id={search.entry}
                known={data.find((entry) => entry.id === search.entry)}
                onClose={() => onSearch({ ...search, entry: undefined })}
              />
            )}
          </>
        )}
      </QueryBoundary>
    </ScreenFrame>
  );
}

const columns = (open: (entry: LogEntry) => void): Column<LogEntry>[] => [
  {
    key: "at",
    label: "Time",
    sort: "at",
    heads: true,
    cell: (entry) => (
      <button type="button" className={classes.link} onClick={() => open(entry)}>
        {momentInManila(entry.at)}
        <span className="visually-hidden">: show the changes</span>
      </button>
    ),
  },
  {
    key: "who",
    label: "Person",
    cell: (entry) => (
      <>
        {logAuthor(entry)} {entry.user_role && <span className={classes.soft}>· {entry.user_role}</span>}
      </>
    ),
  },
  {
    key: "action",
    label: "Action",
    cell: (entry) => <Tag tone={toneOf(entry.action)}>{actionOf(entry)}</Tag>,
  },
  { key: "form", label: "Form", cell: (entry) => entry.form_label ?? entry.form_name },
  { key: "subject", label: "Subject", cell: subjectOf },
  { key: "status", label: "Status", cell: statusOf },
  {
    key: "office",
    label: "Office",
    cell: (entry) => entry.province_name ?? entry.region_name,
  },
  {
    key: "source",
    label: "Source",
    cell: sourceOf,
  },
];

/** Returns the colour of an action: "bad" for deletions, disabled users and failures, "good" for approvals. */
const toneOf = (action: string): "bad" | "good" | undefined =>
  /delete|failed|disabled/i.test(action) ? "bad" : /approve/i.test(action) ? "good" : undefined;
