/** Screen of one reference list: its values, a form that adds a value, and dialogs that rename or delete a value. */
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { DropdownList } from "#shared/records/vocabulary/types.ts";
import { later } from "../../../components/later.tsx";
import { RowActsMenu } from "../../../components/overlays/row-acts-menu.tsx";
import type { CurrentUser } from "../../../lib/current-user.ts";
import { mayOpen } from "../../../lib/guards.ts";
import type { DropdownRow } from "../../../lib/http/api.ts";
import { QueryBoundary } from "../../../records/common/query-boundary.tsx";
import recordClasses from "../../../records/common/record-screen.module.css";
import type { RecordSearch } from "../../../records/common/record-search.ts";
import { ListSearch } from "../../../records/list/list-controls.tsx";
import { type Column, DataTable } from "../common/data-table.tsx";
import { ScreenFrame } from "../common/screen-frame.tsx";
import { AddValue } from "./add-value.tsx";
import type { ListDialog } from "./list-dialogs.tsx";
import { listNames } from "./list-names.ts";
import { isPaired, nameOf, refusalOf, useValues } from "./list-values.ts";

const ListDialogs = later(() => import("./list-dialogs.tsx"));

interface Props {
  list: DropdownList;
  user: CurrentUser;
  search: RecordSearch;
  onSearch: (search: RecordSearch, replace?: boolean) => void;
}

export function ListScreen({ list, user, search, onSearch }: Props) {
  const [dialog, setDialog] = useState<ListDialog | null>(null);
  const values = useValues(list);
  const wanted = (search.q ?? "").toLowerCase();
  const refused = refusalOf(user, "insert");
  return (
    <ScreenFrame
      title={listNames[list]}
      lead={<Lead user={user} total={values.data?.length ?? 0} />}
      busy={values.isFetching}
      filters={
        <>
          {refused ? (
            <p className={recordClasses.refused}>{refused}</p>
          ) : (
            <AddValue list={list} rows={values.data ?? []} />
          )}
          <ListSearch search={search} onSearch={onSearch} noun="values" />
        </>
      }
    >
      <QueryBoundary asked={values} loading="Loading values">
        {(rows) => (
          <DataTable
            label={listNames[list]}
            columns={columnsOf(list, user, setDialog)}
            rows={rows.filter((row) => nameOf(row).toLowerCase().includes(wanted))}
            idOf={(row) => row.id}
          />
        )}
      </QueryBoundary>
      {dialog && (
        <ListDialogs
          list={list}
          user={user}
          rows={values.data ?? []}
          dialog={dialog}
          onClose={() => setDialog(null)}
        />
      )}
    </ScreenFrame>
  );
}

function Lead({ user, total }: { user: CurrentUser; total: number }) {
  return (
    <>
      {total} {total === 1 ? "value" : "values"}.
      {mayOpen(user, "forms") && (
        <>
          {" "}
          Projects are listed under Forms:{" "}
          <Link to="/homepage/forms/$route" params={{ route: "DARPrograms_Project" }} search={{}}>
            DAR Programs and Projects
          </Link>
          .
        </>
      )}
    </>
  );
}

function columnsOf(
  list: DropdownList,
  user: CurrentUser,
  ask: (dialog: ListDialog) => void,
): Column<DropdownRow>[] {
  const acts: Column<DropdownRow> = {
    key: "acts",
    label: "Action",
    acts: true,
    cell: (row) => (
      <RowActsMenu
        name={nameOf(row)}
        act={{
          label: "Rename",
          icon: IconPencil,
          reason: refusalOf(user, "update"),
          run: () => ask({ kind: "rename", row }),
        }}
        items={[
          {
            label: "Delete",
            icon: IconTrash,
            reason: refusalOf(user, "delete"),
            run: () => ask({ kind: "delete", row }),
          },
        ]}
      />
    ),
  };
  if (!isPaired(list)) {
    return [acts, { key: "type", label: "Value", heads: true, cell: (row) => row.type }];
  }
  return [
    acts,
    { key: "category", label: "Category", heads: true, cell: (row) => row.category },
    { key: "sub_category", label: "Sub-category", cell: (row) => row.sub_category },
  ];
}
