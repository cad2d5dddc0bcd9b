/**
 * Asks before a reporting window is closed or reopened: shows the affected offices, the end date, and how to undo the
 * change.
 */

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { dayLabel, daysLeft } from "#shared/rules/days-left.ts";
import { Button } from "../../../components/button.tsx";
import { Group, Text } from "../../../components/layout.tsx";
import { Modal } from "../../../components/overlays/dialog.tsx";
import { count } from "../../../lib/format.ts";
import { api } from "../../../lib/http/api.ts";
import { refreshHeader } from "../../../lib/http/events.ts";
import { messageOf } from "../../../lib/http/problem.ts";
import { notifyWithUndo } from "../../../lib/notify.ts";
import { type Office, useOffices } from "../../../lib/places.ts";
import { shownLastDay } from "../../../lib/reporting-window.ts";
import type { DialogSlotProps } from "../../../records/common/slots.ts";
import { rowsChanged } from "../../../records/common/use-records.ts";
import { officesHit, type Schedule, scheduleStatus } from "./bars.ts";
import classes from "./close-dialog.module.css";

export default function CloseDialog({ record, row, onClose }: DialogSlotProps & { row: Schedule }) {
  const closing = row.status === scheduleStatus.open;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const offices = useOffices();
  const others = useQuery({
    queryKey: ["records", record.path, "beside", row.id],
    queryFn: async ({ signal }) => {
      const found = await api.list(record.path, { form: row.form, status: scheduleStatus.open }, signal);
      return (found.data as unknown as Schedule[]).filter(({ id, open }) => open && id !== row.id);
    },
  });
  const ready = offices !== null && others.data !== undefined;
  const { hit, spared } = officesHit(row, ready ? offices : [], others.data ?? []);
  const number = `${count(hit.length)} ${hit.length === 1 ? "office" : "offices"}`;
  const days = daysLeft(row.end_date);
  const until = shownLastDay(row.end_date);
  const entries = `${row.form} records`;

  /** Saves the status if the schedule still has the given version. Returns the new version. */
  const setStatus = async (status: string, row_version: number): Promise<number> => {
    const [stored] = await api.update(record.path, [{ id: row.id, row_version, status }]);
    await rowsChanged(record);
    refreshHeader();
    return Number(stored?.row_version);
  };
  const act = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const status = closing ? scheduleStatus.closed : scheduleStatus.open;
      const version = await setStatus(status, row.row_version);
      const message = closing
        ? "Closed. Its offices can no longer enter data. To reopen it, use the padlock of the schedule."
        : "Reopened. Its offices can enter data again.";
      notifyWithUndo({ tone: "success", message }, async () => {
        await setStatus(row.status, version);
        return {
          tone: "success",
          message: closing ? "The window is open again." : "The window is closed again.",
        };
      });
      onClose();
    } catch (thrown) {
      setProblem(messageOf(thrown));
      setBusy(false);
    }
  };

  return (
    <Modal
      onClose={onClose}
      title={`${closing ? "Close" : "Reopen"} the ${row.form} window?`}
      size="lg"
      closeOnEscape={!busy}
    >
      <div className={classes.sentence} aria-live="polite" aria-busy={!ready}>
        {!ready ? (
          <Text>Counting the offices…</Text>
        ) : closing ? (
          <>
            <Text>
              <strong>{number}</strong> can no longer add, change or delete {entries}. This takes effect
              immediately.{until && days > 0 && ` The window would have been open until ${until}.`}
            </Text>
            <Text>
              The central office can still make changes. You can undo this for a few seconds, or reopen the
              window at any time with the padlock of the schedule.
            </Text>
          </>
        ) : days > 0 ? (
          <Text>
            <strong>{number}</strong> can add, change and delete {entries} again, until {until} ({days}{" "}
            {dayLabel(days).toLowerCase()} left).
          </Text>
        ) : (
          <Text>
            {until ? `The last day to enter was ${until}.` : "The schedule has no end date."} Reopening alone
            does not allow any office to enter data: also change the end date of the schedule.
          </Text>
        )}
        {ready && (closing || days > 0) && <Names offices={hit} />}
        {spared.length > 0 && (
          <Text>
            {count(spared.length)} more {closing ? "stay" : "are already"} open through their own schedule:{" "}
            {spared.slice(0, 4).map(nameOf).join(", ")}
            {spared.length > 4 && ` and ${count(spared.length - 4)} others`}.
          </Text>
        )}
        {problem && (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
      <Group at="end">
        <Button look="default" data-autofocus onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button
          tone={closing ? "danger" : undefined}
          loading={busy}
          disabled={!ready}
          onClick={() => void act()}
        >
          {ready ? `${closing ? "Close" : "Reopen"} for ${number}` : closing ? "Close" : "Reopen"}
        </Button>
      </Group>
    </Modal>
  );
}

const nameOf = ({ region, province }: Office): string => province ?? `${region}, regional office`;

/** Lists the offices by region. Several regions are collapsed. */
function Names({ offices }: { offices: readonly Office[] }) {
  const regions = [...new Set(offices.map(({ region }) => region))];
  const list = (
    <ul className={classes.names}>
      {regions.map((region) => {
        const own = offices.filter((office) => office.region === region);
        const provinces = own.flatMap(({ province }) => province ?? []);
        const regional = own.some(({ province }) => province === null) ? ["regional office"] : [];
        return (
          <li key={region}>
            <strong>{region}:</strong> {[...regional, ...provinces].join(", ")}
          </li>
        );
      })}
    </ul>
  );
  if (offices.length === 0) return null;
  if (regions.length === 1) return list;
  return (
    <details>
      <summary>Which offices: {count(regions.length)} regions</summary>
      {list}
    </details>
  );
}
