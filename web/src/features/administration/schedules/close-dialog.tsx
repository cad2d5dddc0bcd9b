/**
 * Asks the user to confirm closing or reopening a reporting window. Shows the affected offices, the end date, and how
 * to undo the change.
 */

import { useQuery } from "@tanstack/react-query";
import { Button } from "../../../components/button.tsx";
import { Group } from "../../../components/layout.tsx";
import { Modal } from "../../../components/overlays/dialog.tsx";
import { useOneAction } from "../../../lib/hooks/use-one-action.ts";
import { api } from "../../../lib/http/api.ts";
import { refreshHeader } from "../../../lib/http/events.ts";
import { invalidateRows } from "../../../lib/http/query-client.ts";
import { notifyWithUndo } from "../../../lib/notify.ts";
import { useOffices } from "../../../lib/places/places.ts";
import type { DialogSlotProps } from "../../../records/common/slots.ts";
import { affectedOffices, type Schedule, scheduleStatus } from "./bars.ts";
import classes from "./close-dialog.module.css";
import { type AffectedOffices, Consequence, officesText } from "./consequence.tsx";
import { describeChange, type StatusChange } from "./status-change.ts";

export default function CloseDialog({ record, row, onClose }: DialogSlotProps & { row: Schedule }) {
  const change = describeChange(row);
  const { closing, verb, later } = change;
  const affected = useAffectedOffices(record, row);
  const isReady = later !== null || affected.ready;
  const { busy, problem, act } = useStatusChange({ record, row, change, onClose });
  const label = later === null ? `${verb} for ${officesText(affected.hit)}` : `${verb} this schedule`;
  return (
    <Modal onClose={onClose} title={`${verb} the ${row.form} window?`} size="lg" closeOnEscape={!busy}>
      <div className={classes.sentence} aria-live="polite" aria-busy={!isReady}>
        <Consequence row={row} change={change} {...affected} />
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
          disabled={!isReady}
          onClick={() => void act()}
        >
          {isReady ? label : verb}
        </Button>
      </Group>
    </Modal>
  );
}

function useAffectedOffices(record: DialogSlotProps["record"], row: Schedule): AffectedOffices {
  const offices = useOffices();
  const others = useQuery({
    queryKey: ["records", record.path, "beside", row.id],
    queryFn: async ({ signal }) => {
      const found = await api.list(record.path, { form: row.form, status: scheduleStatus.open }, signal);
      return (found.data as unknown as Schedule[]).filter(({ id, open }) => open && id !== row.id);
    },
  });
  const ready = offices !== null && others.data !== undefined;
  return { ready, ...affectedOffices(row, ready ? offices : [], others.data ?? []) };
}

type ChangeProps = Pick<DialogSlotProps, "record" | "onClose"> & { row: Schedule; change: StatusChange };

/** Closes or reopens the reporting window, and offers to undo the change. */
function useStatusChange({ record, row, change, onClose }: ChangeProps) {
  const { busy, problem, attempt } = useOneAction();

  /** Saves the status if the schedule still has the given version. Returns the new version. */
  const setStatus = async (status: string, row_version: number): Promise<number> => {
    // Reload the list even if the server refuses the change, because another user may have saved the schedule.
    const [stored] = await api
      .update(record.path, [{ id: row.id, row_version, status }])
      .finally(() => invalidateRows(record));
    refreshHeader();
    return Number(stored?.row_version);
  };
  const act = () =>
    attempt(async () => {
      const status = change.closing ? scheduleStatus.closed : scheduleStatus.open;
      const version = await setStatus(status, row.row_version);
      notifyWithUndo({ tone: "success", message: change.done }, async () => {
        await setStatus(row.status, version);
        return { tone: "success", message: change.undone };
      });
      onClose();
    });
  return { busy, problem, act };
}
