/** Screen of one reference list: its values, adding a value, and dialogs to rename or delete one. */
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type FormEvent, lazy, Suspense, useId, useRef, useState } from "react";
import type { DropdownList } from "#shared/records/vocabulary/types.ts";
import { ActButton } from "../../../components/act-button.tsx";
import { Button } from "../../../components/button.tsx";
import type { CurrentUser } from "../../../lib/current-user.ts";
import { mayOpen } from "../../../lib/guards.ts";
import type { DropdownRow } from "../../../lib/http/api.ts";
import { messageOf } from "../../../lib/http/problem.ts";
import { notify } from "../../../lib/notify.ts";
import { QueryBoundary } from "../../../records/common/query-boundary.tsx";
import recordClasses from "../../../records/common/record-screen.module.css";
import type { RecordSearch } from "../../../records/common/record-search.ts";
import form from "../../../records/form/fields/form.module.css";
import { ListSearch } from "../../../records/list/list-controls.tsx";
import { lists } from "../common/admin-api.ts";
import classes from "../common/administration.module.css";
import { type Column, DataTable } from "../common/data-table.tsx";
import { ScreenFrame } from "../common/screen-frame.tsx";
import type { ListDialog } from "./list-dialogs.tsx";
import { listNames } from "./list-names.ts";
import { isKnown, isPaired, nameOf, refusalOf, typedValue, useValues, valuesChanged } from "./list-values.ts";

const ListDialogs = lazy(() => import("./list-dialogs.tsx"));

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
  const total = values.data?.length ?? 0;
  const refused = refusalOf(user, "insert");
  return (
    <ScreenFrame
      title={listNames[list]}
      lead={
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
      }
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
        <Suspense>
          <ListDialogs
            list={list}
            user={user}
            rows={values.data ?? []}
            dialog={dialog}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
    </ScreenFrame>
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
      <span className={classes.acts}>
        <ActButton
          label={`Rename ${nameOf(row)}`}
          reason={refusalOf(user, "update")}
          onAct={() => ask({ kind: "rename", row })}
        >
          <IconPencil size={17} />
        </ActButton>
        <ActButton
          label={`Delete ${nameOf(row)}`}
          tone="danger"
          reason={refusalOf(user, "delete")}
          onAct={() => ask({ kind: "delete", row })}
        >
          <IconTrash size={17} />
        </ActButton>
      </span>
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

function AddValue({ list, rows }: { list: DropdownList; rows: readonly DropdownRow[] }) {
  const id = useId();
  const [first, setFirst] = useState("");
  const [second, setSecond] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const paired = isPaired(list);
  const categories = [...new Set(rows.map(({ category }) => category ?? ""))].filter(Boolean);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const value = typedValue(list, first, second);
    if (!value) return setProblem("Enter a value.");
    const name = nameOf({ id: 0, ...value });
    if (isKnown(rows, name)) return setProblem(`"${name}" is already in the list.`);
    setBusy(true);
    setProblem(null);
    try {
      await lists.register(list, value);
      await valuesChanged(list);
      notify({ tone: "success", message: `"${name}" has been added.` });
      setFirst("");
      setSecond("");
    } catch (thrown) {
      setProblem(messageOf(thrown));
    }
    setBusy(false);
    input.current?.focus();
  };
  return (
    <form className={classes.add} onSubmit={(event) => void add(event)} noValidate>
      <div className={form.field}>
        <label htmlFor={id}>{paired ? "Category" : "New value"}</label>
        <input
          id={id}
          ref={input}
          className={form.input}
          value={first}
          maxLength={250}
          autoComplete="off"
          list={paired ? `${id}-known` : undefined}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={(event) => {
            setFirst(event.currentTarget.value);
            setProblem(null);
          }}
        />
        {paired && (
          <datalist id={`${id}-known`}>
            {categories.map((category) => (
              <option key={category} value={category} />
            ))}
          </datalist>
        )}
      </div>
      {paired && (
        <div className={form.field}>
          <label htmlFor={`${id}-sub`}>Sub-category</label>
          <input
            id={`${id}-sub`}
            className={form.input}
            value={second}
            maxLength={250}
            autoComplete="off"
            onChange={(event) => {
              setSecond(event.currentTarget.value);
              setProblem(null);
            }}
          />
        </div>
      )}
      <Button type="submit" icon={<IconPlus size={16} aria-hidden />} disabled={busy}>
        Add
      </Button>
      {problem && (
        <p className={form.problem} id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
