/** The form beside the table. Esc and Cancel ask first when there are unsaved entries. */

import { useQuery } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button, Skeleton } from "../../components/button.tsx";
import { Group, Stack, Text } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";
import { Drawer, Modal } from "../../components/overlays/dialog.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { api } from "../../lib/http/api.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { ParentLink, parentAddress } from "../common/parent-link.tsx";
import { addRefusal, refusal } from "../common/rights.ts";
import { rowName } from "../common/row-name.ts";
import type { RecordSlots } from "../common/slots.ts";
import { useEntryOrigin } from "./entry-source.ts";
import classes from "./fields/form.module.css";
import { dropDraft } from "./leave-draft.ts";
import { RecordForm } from "./record-form.tsx";

interface Props {
  record: AnyRecord;
  user: CurrentUser;
  /** Null for a new row. */
  id: number | null;
  /** The row that a new one is entered from, as the address names it. */
  from?: string | undefined;
  slots?: RecordSlots | undefined;
  onClose: () => void;
  onSaved: (message: string) => void;
}

export function FormDrawer({ record, user, id, from, slots, onClose, onSaved }: Props) {
  const [asking, setAsking] = useState(false);
  const isDirty = useRef<() => boolean>(() => false);
  const connectDirty = useCallback((ask: () => boolean) => {
    isDirty.current = ask;
  }, []);
  const origin = useEntryOrigin(record, id === null ? from : undefined);
  const row = useQuery({
    queryKey: ["records", record.path, "row", id],
    queryFn: async ({ signal }) =>
      (await api.list(record.path, { id, page: 1, page_size: 1 }, signal)).data[0] ?? null,
    enabled: id !== null,
    // A form in work must not change under the hands; a stale row is noticed when it is saved.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const close = () => {
    if (isDirty.current()) setAsking(true);
    else onClose();
  };
  const name = row.data ? rowName(record, row.data) : record.noun.one;
  const address = row.data ? parentAddress(record, row.data) : null;
  const parentName = String(row.data?.[record.parent?.title ?? ""] ?? "what this row belongs to");
  const readOnly =
    id === null ? addRefusal(record, user) : row.data ? refusal(record, row.data, user, "edit") : null;

  return (
    <>
      <Drawer
        opened
        onClose={close}
        size="min(100vw, 66rem)"
        title={id === null ? `New ${record.noun.one}${origin ? ` of ${origin.title}` : ""}` : name}
        closeOnClickOutside={false}
      >
        {id !== null && row.isPending && (
          <Stack>
            {[1, 2, 3, 4, 5, 6].map((line) => (
              <Skeleton key={line} height={48} />
            ))}
          </Stack>
        )}
        {row.isError && <Notice tone="bad">{messageOf(row.error)}</Notice>}
        {id !== null && row.data === null && (
          <Notice tone="warn">This {record.noun.one} does not exist, or it belongs to another office.</Notice>
        )}
        {row.data && address && (
          <p className={classes.beside}>
            <ParentLink address={address} name={parentName}>
              Everything about {parentName}
            </ParentLink>
          </p>
        )}
        {(id === null ? origin !== undefined : row.data) && (
          <RecordForm
            record={record}
            user={user}
            row={row.data ?? null}
            origin={{ from: id === null ? from : undefined, values: origin?.values }}
            readOnly={readOnly}
            slots={slots}
            onSaved={onSaved}
            onCancel={close}
            connectDirty={connectDirty}
          />
        )}
      </Drawer>
      <Modal
        opened={asking}
        onClose={() => setAsking(false)}
        title="There are unsaved entries"
        size="md"
        over
      >
        <Text>They can stay in this browser as a draft, which is offered when the form is opened again.</Text>
        <Group at="end">
          <Button
            look="subtle"
            tone="danger"
            onClick={() => {
              dropDraft(user, record, { id, from: id === null ? from : undefined });
              onClose();
            }}
          >
            Discard them
          </Button>
          <Button look="default" onClick={onClose}>
            Keep as a draft
          </Button>
          <Button data-autofocus onClick={() => setAsking(false)}>
            Keep editing
          </Button>
        </Group>
      </Modal>
    </>
  );
}
