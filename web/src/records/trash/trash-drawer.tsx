/**
 * Drawer with the trash of a list: the rows deleted in the last 30 days, each with the user, the time and a Restore
 * button.
 */
import { IconRestore } from "@tabler/icons-react";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { trashDays } from "#shared/access/refusal-messages.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button, Skeleton } from "../../components/button.tsx";
import { Text } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";
import { Drawer } from "../../components/overlays/dialog.tsx";
import { Pager } from "../../components/pager.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { momentInManila } from "../../lib/format.ts";
import { useKeptFocus } from "../../lib/hooks/use-kept-focus.ts";
import { api, type DeletedRow } from "../../lib/http/api.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { notify } from "../../lib/notify.ts";
import { defaultPageSize } from "../../lib/page-sizes.ts";
import { hiddenColumns, refusal } from "../common/rights.ts";
import { rowName } from "../common/row-name.ts";
import { saveProblem } from "../form/form-flow.ts";
import { SameRows } from "../form/same-panel.tsx";
import { restoreRows } from "./restore.ts";
import classes from "./trash.module.css";

interface Props {
  record: AnyRecord;
  user: CurrentUser;
  onClose: () => void;
}

export function TrashDrawer({ record, user, onClose }: Props) {
  const [page, setPage] = useState(1);
  const keptFocus = useKeptFocus<HTMLDivElement>();
  const status = record.fixed?.status;
  const trash = useQuery({
    queryKey: ["records", record.path, "trash", page, status],
    queryFn: ({ signal }) => api.trash(record.path, { page, ...(status ? { status } : {}) }, signal),
    placeholderData: keepPreviousData,
  });
  const { data: rows = [], total = 0 } = trash.data ?? {};
  return (
    <Drawer onClose={onClose} size="lg" title={`Trash: ${record.label}`}>
      <Text small soft>
        Deleted {record.noun.many} can be restored for {trashDays} days, with their history and files.
      </Text>
      {trash.isPending && <Skeleton height={70} />}
      {trash.isError && <Notice tone="bad">{messageOf(trash.error)}</Notice>}
      {trash.data && total === 0 && <Text>Nothing was deleted in the last {trashDays} days.</Text>}
      <div {...keptFocus}>
        {rows.map((row) => (
          <Deleted key={row.id} record={record} user={user} row={row} />
        ))}
      </div>
      <Pager
        label="Pages of the trash"
        page={page}
        size={defaultPageSize}
        total={trash.data?.total}
        failed={trash.isError}
        settled={trash.isSuccess && !trash.isPlaceholderData}
        onPage={setPage}
      />
    </Drawer>
  );
}

function Deleted({ record, user, row }: Omit<Props, "onClose"> & { row: DeletedRow }) {
  const name = rowName(record, row);
  const restoring = useMutation({
    mutationFn: (anyway: boolean) => restoreRows(record, [row.id], anyway),
    onSuccess: () => notify({ tone: "success", message: `${name}: restored.` }),
  });
  const { by, at, until } = row.deleted;
  const hidden = hiddenColumns(record, user);
  const office = ["province_name", "region_name"].filter((column) => !hidden.includes(column));
  const deleted = [
    `Deleted by ${by ?? "the system"}`,
    momentInManila(at),
    ...office.map((column) => row[column]),
  ];
  const refused = refusal(record, row, user, "restore");
  return (
    <article aria-label={name} className={classes.row}>
      <div>
        <Text strong>{name}</Text>
        <Text small soft>
          {deleted.filter(Boolean).join(" · ")}
        </Text>
        <Text small soft>
          {refused ?? `Can be restored until ${momentInManila(until)}`}
        </Text>
      </div>
      {refused === null && (
        <Button
          look="default"
          aria-label={`Restore ${name}`}
          icon={<IconRestore size={16} aria-hidden />}
          loading={restoring.isPending}
          onClick={() => restoring.mutate(false)}
        >
          Restore
        </Button>
      )}
      {restoring.isError && (
        <div className={classes.problem}>
          <RestoreProblem
            {...{ record, row }}
            problem={restoring.error}
            onAnyway={() => restoring.mutate(true)}
          />
        </div>
      )}
    </article>
  );
}

interface ProblemProps extends Pick<Props, "record"> {
  row: DeletedRow;
  problem: Error;
  onAnyway: () => void;
}

/** Shows why a row was not restored. Lists the stored duplicates, and offers "Restore anyway". */
function RestoreProblem({ record, row, problem, onAnyway }: ProblemProps) {
  const why = saveProblem(record, problem, false);
  if (why.kind !== "same") return <Notice tone="bad">{messageOf(problem)}</Notice>;
  return (
    <SameRows {...{ record, onAnyway }} rows={why.rows} values={row} act="restore" refused saving={false} />
  );
}
