/** What changes of many rows would do, the save in batches, and exactly what was done; with Undo. */
import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
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
import { notifyWithUndo } from "../../lib/notify.ts";
import { rowName } from "../common/row-name.ts";
import type { RecordSlots } from "../common/slots.ts";
import { rowsChanged } from "../common/use-records.ts";
import { Batches, type Outcome } from "./batches.ts";
import { type Plan, planOf, willChange } from "./planned.ts";
import type { SavedChange } from "./save-change.ts";

interface Props {
  record: AnyRecord;
  user: CurrentUser;
  slots: RecordSlots | undefined;
  plans: readonly Plan[];
  /** What belongs to no row of the list, as sentences. */
  beside?: readonly string[];
  /** Whether each change is listed: they differ from row to row. */
  listed?: boolean;
  /** @param saved Whether something was. */
  onClose: (saved: boolean) => void;
}

/** More rows than these are counted. */
const mostListed = 100;

export function BulkSave({ record, user, slots, plans, beside = [], listed = false, onClose }: Props) {
  const [reason, setReason] = useState("");
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [busy, setBusy] = useState(false);
  const batches = useRef<Batches | null>(null);
  const ready = plans.filter(willChange);
  const asked = useAsked(record, ready);
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
  const rows = (number: number) => `${count(number)} ${number === 1 ? record.noun.one : record.noun.many}`;

  const run = async () => {
    setBusy(true);
    batches.current ??= new Batches(
      saved,
      reason.trim(),
      (inputs, batch) => api.update(record.path, inputs, batch),
      setOutcome,
    );
    const done = await batches.current.run();
    setOutcome(done);
    setBusy(false);
    await rowsChanged(record);
    slots?.changed?.();
    if (done.saved.length > 0) offerUndo(record, user, slots, done.saved);
    if (done.refused.length === 0 && done.stopped === null) onClose(true);
  };

  if (outcome && (outcome.refused.length > 0 || outcome.stopped !== null) && !busy) {
    return (
      <>
        <Notice tone="warn" role="alert">
          <p>
            <strong>{rows(outcome.saved.length)} changed.</strong>{" "}
            {outcome.refused.length > 0 && `${rows(outcome.refused.length)} refused, and left as they were. `}
            {outcome.stopped !== null && `${rows(outcome.left)} not tried yet: ${outcome.stopped}`}
          </p>
        </Notice>
        <Reasons rows={outcome.refused.map(({ row, why }) => ({ row, whys: [why] }))} record={record} />
        <Group at="end">
          {outcome.stopped !== null && <Button onClick={() => void run()}>Go on</Button>}
          <Button look="default" onClick={() => onClose(true)}>
            Close
          </Button>
        </Group>
      </>
    );
  }
  return (
    <>
      <Text role="status">
        <strong>{rows(all.length)} will change</strong>
        {unchanged > 0 && `, ${count(unchanged)} hold the value already`}
        {refused.length > 0 && `, ${count(refused.length)} cannot change`}.
      </Text>
      {beside.length > 0 && (
        <Notice tone="warn">
          <ul>
            {beside.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Reasons record={record} rows={refused.map(({ row, refused: whys }) => ({ row, whys }))} />
      {listed && (
        <Reasons
          record={record}
          title="Change"
          rows={all.map(({ row, names, before, after }) => ({
            row,
            whys: names.map(
              (name) => `${fieldLabel(record, name)}: ${before[name] ?? "—"} → ${after[name] ?? "—"}.`,
            ),
          }))}
        />
      )}
      {unusual.length > 0 && (
        <Notice tone="warn" aria-label="Unusual values" role="group">
          <p>
            <strong>{rows(unusual.length)} would hold unusual values.</strong> Say in a word why they are
            right, or they are left out.
          </p>
          <Reasons record={record} rows={unusual.map(({ row, unusual: whys }) => ({ row, whys }))} />
          <TextField
            label="Reason"
            value={reason}
            maxLength={500}
            autoComplete="off"
            problem={reason !== "" && wrongReason ? `The reason ${wrongReason}.` : undefined}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Notice>
      )}
      <Group at="end">
        {busy && outcome && (
          <Text role="status">
            {count(outcome.saved.length)} of {count(saved.length)} saved
          </Text>
        )}
        <Button look="default" onClick={() => onClose(false)} disabled={busy}>
          Cancel
        </Button>
        <Button loading={busy} disabled={saved.length === 0} onClick={() => void run()}>
          Change {rows(saved.length)}
        </Button>
      </Group>
    </>
  );
}

/** What only the server can compare is asked beforehand, by the place of the plan. */
function useAsked(record: AnyRecord, plans: readonly Plan[]): ReadonlyMap<number, string[]> {
  const inputs = plans.map(({ input }) => input(""));
  const { data } = useQuery({
    queryKey: ["records", record.path, "soft-checks", inputs],
    queryFn: ({ signal }) => api.softChecks(record.path, inputs.slice(0, mostAsked), signal),
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

/** As many rows as a call takes. */
const mostAsked = 500;

interface ReasonsProps {
  record: AnyRecord;
  /** Heads what is said of the rows. */
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
          {rows.slice(0, mostListed).map(({ row, whys }) => (
            <tr key={row.id}>
              <td>{rowName(record, row)}</td>
              <td>{whys.join(" ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > mostListed && <Text>… and {count(rows.length - mostListed)} more.</Text>}
    </Scroller>
  );
}

/** Offers for ten seconds to give the rows back what they held, by ordinary saves. */
function offerUndo(
  record: AnyRecord,
  user: CurrentUser,
  slots: RecordSlots | undefined,
  saved: readonly SavedChange[],
): void {
  const rows = (number: number) => `${count(number)} ${number === 1 ? record.noun.one : record.noun.many}`;
  notifyWithUndo({ tone: "success", message: `${rows(saved.length)}: changed.` }, async () => {
    const plans = saved.map(({ stored, before }) => planOf(record, user, stored, before, slots));
    const ready = plans.filter(willChange);
    const { saved: back } = await new Batches(ready, "Undone", (inputs, batch) =>
      api.update(record.path, inputs, batch),
    ).run();
    await rowsChanged(record);
    slots?.changed?.();
    const left = saved.length - back.length;
    return {
      tone: left > 0 ? "error" : "success",
      message: `${rows(back.length)}: as before.${left > 0 ? ` ${rows(left)} could not be set back.` : ""}`,
    };
  });
}
