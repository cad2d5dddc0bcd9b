/** Drawer that shows a form once its row is loaded. On Esc or Cancel, asks the user what to do with unsaved values. */

import { type ComponentProps, type ReactNode, useCallback, useRef, useState } from "react";
import { Button, Skeleton } from "../../../components/button.tsx";
import { Group, Stack, Text } from "../../../components/layout.tsx";
import { Notice } from "../../../components/notice.tsx";
import { Drawer, Modal } from "../../../components/overlays/dialog.tsx";
import type { Row } from "../../../lib/http/api.ts";
import { messageOf } from "../../../lib/http/problem.ts";
import { RecordForm } from "./record-form.tsx";

/** Query result of one row. `data` is null if the row does not exist or is not visible to the user. */
export interface RowQuery {
  data: Row | null | undefined;
  isPending: boolean;
  isError: boolean;
  error: unknown;
}

interface Props extends Omit<ComponentProps<typeof RecordForm>, "row" | "onCancel" | "connectDirty"> {
  title: string;
  /** Query of the edited row; null for a new row. */
  row: RowQuery | null;
  /**
   * True while the outbox entry of the form, or the source row of a new row, is loading. A text says why this takes
   * long. The drawer shows no form until then.
   */
  waits?: boolean | string;
  /** Content above the form of a stored row. */
  above?: ReactNode;
  size?: string;
  /** Counts the new rows entered in this drawer. A new number resets the form. */
  number?: number;
  onClose: () => void;
}

export function EntryDrawer({
  title,
  row,
  waits = false,
  above,
  size = "min(100vw, 66rem)",
  number = 0,
  onClose,
  ...form
}: Props) {
  const [asking, setAsking] = useState(false);
  const draft = useRef<{ isDirty: () => boolean; discard: () => void } | null>(null);
  const connectDirty = useCallback((isDirty: () => boolean, discard: () => void) => {
    draft.current = { isDirty, discard };
  }, []);
  const close = () => {
    if (draft.current?.isDirty()) setAsking(true);
    else onClose();
  };
  const { record } = form;
  return (
    <>
      <Drawer onClose={close} size={size} title={title} closeOnClickOutside={false}>
        {typeof waits === "string" ? (
          <Notice tone="info" role="status">
            {waits}
          </Notice>
        ) : (
          (row?.isPending || waits) && (
            <Stack>
              {[1, 2, 3, 4, 5, 6].map((line) => (
                <Skeleton key={line} height={48} />
              ))}
            </Stack>
          )
        )}
        {row?.isError && <Notice tone="bad">{messageOf(row.error)}</Notice>}
        {row?.data === null && (
          <Notice tone="warn">This {record.noun.one} does not exist, or it belongs to another office.</Notice>
        )}
        {row?.data && above}
        {!waits && (row === null || row.data) && (
          <RecordForm
            key={number}
            {...form}
            row={row?.data ?? null}
            onCancel={close}
            connectDirty={connectDirty}
          />
        )}
      </Drawer>
      {asking && (
        <Modal onClose={() => setAsking(false)} title="You have unsaved entries" size="md">
          <Text>You can keep them in this browser as a draft and continue when you open the form again.</Text>
          <Group at="end">
            <Button
              look="subtle"
              tone="danger"
              onClick={() => {
                draft.current?.discard();
                onClose();
              }}
            >
              Discard entries
            </Button>
            <Button look="default" onClick={onClose}>
              Keep as a draft
            </Button>
            <Button data-autofocus onClick={() => setAsking(false)}>
              Keep editing
            </Button>
          </Group>
        </Modal>
      )}
    </>
  );
}
