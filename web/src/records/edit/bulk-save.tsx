/** Preview of changes to many rows. Saves the changes in batches, shows the progress, and offers Undo at the end. */
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { fieldLabel } from "#shared/import/reading/columns.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { reasonProblem } from "#shared/rules/soft-checks.ts";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/fields/field.tsx";
import { Group, Text } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";
import { Scroller } from "../../components/scroller.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { count } from "../../lib/format.ts";
import { api, type Row } from "../../lib/http/api.ts";
import { BulkView } from "../bulk/bulk-view.tsx";
import { rowsText } from "../bulk/chosen.ts";
import { useBulk } from "../bulk/use-bulk.ts";
import { rowName } from "../common/row-name.ts";
import type { RecordSlots } from "../common/slots.ts";
import { type Plan, willChange } from "./plan-change.ts";
import { plannedRow, savePlans, undoChanges } from "./save-steps.ts";

interface Props {
  record: AnyRecord;
  user: CurrentUser;
  slots: RecordSlots | undefined;
  plans: readonly Plan[];
  /** Warnings that don't concern a single row, such as pasted columns that don't fit the table. */
  beside?: readonly string[];
  /** True to list each change, because the changes differ from row to row. */
  listed?: boolean;
  /** @param saved True if at least one row was saved. */
  onClose: (saved: boolean) => void;
}

/** Words of the progress and result messages of a bulk edit. */
export const changing = { doing: "Changing", did: "changed", already: "no change needed" };

/** Maximum number of rows that are listed. Further rows are only counted. */
const maxListed = 100;

export function BulkSave({ record, user, slots, plans, beside = [], listed = false, onClose }: Props) {
  const [reason, setReason] = useState("");
  const act = useBulk({ record, changed: slots?.changed, onClean: () => onClose(true) });
  const ready = plans.filter(willChange);
  const asked = useServerChecks(record, ready);
  const all = useMemo(
    () =>
      ready.map((plan, at) => ({
        ...plan,
        unusual: [...new Set([...plan.unusual, ...(asked.get(at) ?? [])])],
      })),
    [ready, asked],
  );
  const unusual = all.filter((plan) => plan.unusual.length > 0);
  const wrongReason = unusual.length > 0 ? reasonProblem(reason.trim()) : null;
  const saved =
    reason.trim() !== "" && wrongReason === null ? all : all.filter((plan) => plan.unusual.length === 0);
  const unchanged = plans.filter(({ refused, names }) => refused.length === 0 && names.length === 0).length;
  const refused = plans.filter((plan) => plan.refused.length > 0);
  const rows = (number: number) => rowsText(record, number);

  if (act.bulk) return <BulkView record={record} act={act} onClose={() => onClose(true)} />;
  return (
    <>
      <Text role="status">
        <strong>{rows(all.length)} will change</strong>
        {unchanged > 0 && `, ${count(unchanged)} ${unchanged === 1 ? "needs" : "need"} no change`}
        {refused.length > 0 && `, ${count(refused.length)} cannot change`}.
      </Text>
      <Warnings warnings={beside} />
      <Reasons record={record} rows={refused.map(({ row, refused: whys }) => ({ row, whys }))} />
      {listed && <Reasons record={record} title="Change" rows={all.map((plan) => changesOf(record, plan))} />}
      {unusual.length > 0 && (
        <UnusualRows
          record={record}
          plans={unusual}
          reason={reason}
          problem={reason !== "" && wrongReason ? `The reason ${wrongReason}.` : undefined}
          onReason={setReason}
        />
      )}
      <Group at="end" data-unsaved={reason !== ""}>
        <Button look="default" onClick={() => onClose(false)}>
          Cancel
        </Button>
        <Button
          loading={act.choosing}
          disabled={saved.length === 0}
          onClick={() =>
            act.begin({
              words: changing,
              what: { act: "edit" },
              rows: async () => ({ rows: saved.map(plannedRow) }),
              send: savePlans((inputs, batch) => api.update(record.path, inputs, batch), reason.trim()),
              undo: (done) => undoChanges(record, user, slots, done),
            })
          }
        >
          Change {rows(saved.length)}
        </Button>
      </Group>
    </>
  );
}

function Warnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warn">
      <ul>
        {warnings.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Notice>
  );
}

interface UnusualProps {
  record: AnyRecord;
  plans: readonly Plan[];
  reason: string;
  problem: string | undefined;
  onReason: (reason: string) => void;
}

function UnusualRows({ record, plans, reason, problem, onReason }: UnusualProps) {
  return (
    <Notice tone="warn" aria-label="Unusual values" role="group">
      <p>
        <strong>{rowsText(record, plans.length)} would have unusual values.</strong> Give a reason why they
        are right. Without a reason, these rows are skipped.
      </p>
      <Reasons record={record} rows={plans.map(({ row, unusual: whys }) => ({ row, whys }))} />
      <TextField
        label="Reason"
        value={reason}
        maxLength={500}
        autoComplete="off"
        problem={problem}
        onChange={(event) => onReason(event.currentTarget.value)}
      />
    </Notice>
  );
}

/** Returns sentences about the change of a row: the old and new value of each field, and notes about new values. */
const changesOf = (record: AnyRecord, { row, names, before, after, notes }: Plan) => ({
  row,
  whys: [
    ...names.map((name) => `${fieldLabel(record, name)}: ${before[name] ?? "—"} → ${after[name] ?? "—"}.`),
    ...notes.map((note) => `${note}.`),
  ],
});

/**
 * Asks the server for unusual values that only the server can find. Returns the messages per planned change, by its
 * index in `plans`.
 */
function useServerChecks(record: AnyRecord, plans: readonly Plan[]): ReadonlyMap<number, string[]> {
  const inputs = plans.map(({ input }) => input(""));
  const { data } = useQuery({
    queryKey: ["records", record.path, "soft-checks", inputs],
    queryFn: ({ signal }) => api.softChecks(record.path, inputs, signal),
    enabled: record.softChecks !== undefined && inputs.length > 0,
    retry: false,
  });
  return useMemo(() => {
    const found = new Map<number, string[]>();
    for (const { index = -1, message } of data ?? []) {
      found.set(index, [...(found.get(index) ?? []), message.endsWith(".") ? message : `${message}.`]);
    }
    return found;
  }, [data]);
}

interface ReasonsProps {
  record: AnyRecord;
  /** Heading of the column that shows the reasons for each row. */
  title?: string;
  rows: readonly { row: Row; whys: readonly string[] }[];
}

function Reasons({ record, title = "Why", rows }: ReasonsProps) {
  if (rows.length === 0) return null;
  return (
    <Scroller label={`${record.noun.many}: ${title.toLowerCase()}`}>
      <table>
        <thead>
          <tr>
            <th scope="col">{record.noun.one}</th>
            <th scope="col">{title}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, maxListed).map(({ row, whys }) => (
            <tr key={row.id}>
              <td>{rowName(record, row)}</td>
              <td>{whys.join(" ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > maxListed && <Text>… and {count(rows.length - maxListed)} more.</Text>}
    </Scroller>
  );
}
