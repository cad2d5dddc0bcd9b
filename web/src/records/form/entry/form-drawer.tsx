/** Drawer with the form of a row, next to the table that lists the row. */

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../../lib/current-user.ts";
import { api } from "../../../lib/http/api.ts";
import { notify } from "../../../lib/notify.ts";
import { ParentLink, parentAddress } from "../../common/parent-link.tsx";
import { headingOf } from "../../common/record-screens.ts";
import { addRefusal, refusal } from "../../common/rights.ts";
import { rowName } from "../../common/row-name.ts";
import type { RecordSlots } from "../../common/slots.ts";
import { ReviewNotice } from "../../review/review-notice.tsx";
import { type EntryOrigin, useEntryOrigin } from "../entry-source.ts";
import classes from "../fields/form.module.css";
import type { FormValues } from "../fields/form-values.ts";
import { fillChanges } from "../fill/fill-values.ts";
import type { OnSaved } from "../save-form.ts";
import { EntryDrawer } from "./entry-drawer.tsx";
import { useEditedEntry } from "./use-edited-entry.ts";

/** Returns the title of a new row's form, with the heading of its list: "New ARBO · ARBO Masterlist". */
const newTitle = (record: AnyRecord, source: string | undefined): string =>
  `New ${record.noun.one}${source ? ` of ${source}` : ""} · ${headingOf(record)}`;

interface Props {
  record: AnyRecord;
  user: CurrentUser;
  /** Id of the edited row. Null for a new row, also for a new row that waits in the outbox. */
  id: number | null;
  /** Source row from which a new row is entered, as "path.id" like in the URL. */
  from?: string | undefined;
  /** Id of the outbox entry that the form shows. */
  entryId?: string | undefined;
  slots?: RecordSlots | undefined;
  onClose: () => void;
  onSaved: OnSaved;
}

export function FormDrawer({ record, user, id: idInAddress, from, entryId, slots, onClose, onSaved }: Props) {
  const { entry, rowId: id, isRead, waiting } = useEditedEntry(record, user, idInAddress, entryId);
  const origin = useEntryOrigin(record, id === null ? from : undefined);
  const taken = useMemo(() => origin && takenValues(record, origin), [record, origin]);
  /** Number of new rows that the user has entered in this drawer, and the start values of the next row. */
  const [entered, setEntered] = useState<{ number: number; values?: FormValues }>({ number: 0 });
  const stored = useQuery({
    queryKey: ["records", record.path, "row", id],
    meta: { offline: "record" },
    queryFn: async ({ signal }) =>
      (await api.list(record.path, { id, page: 1, page_size: 1 }, signal)).data[0] ?? null,
    enabled: id !== null && isRead && !entry,
    // Don't refetch while the form is open, because a refetch would change the values that the user is editing. The
    // server reports a save by another user as a conflict.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  // Start from the row that the user saw when making the outbox entry, so that a later change by another user causes a
  // conflict.
  const row =
    entry?.work.kind === "row"
      ? { data: entry.work.base, isPending: false, isError: false, error: null }
      : stored;
  const name = row.data ? rowName(record, row.data) : record.noun.one;
  const address = row.data ? parentAddress(record, row.data) : null;
  const parentName = String(row.data?.[record.parent?.title ?? ""] ?? "the parent record");
  const readOnly =
    id === null ? addRefusal(record, user) : row.data ? refusal(record, row.data, user, "edit") : null;

  return (
    <EntryDrawer
      record={record}
      user={user}
      title={id === null ? newTitle(record, origin?.title) : name}
      row={id === null ? null : row}
      waits={isRead ? id === null && origin === undefined : (waiting ?? true)}
      entry={entry}
      draftsOf={idInAddress === null ? entryId : undefined}
      origin={{
        from: id === null ? from : undefined,
        values: entered.values ? { ...entered.values, ...taken } : (taken ?? undefined),
      }}
      number={entered.number}
      readOnly={readOnly}
      slots={slots}
      above={
        <>
          {row.data && <ReviewNotice record={record} row={row.data} editable={!readOnly} onDone={onSaved} />}
          {address && (
            <p className={classes.beside}>
              <ParentLink address={address}>Everything about {parentName}</ParentLink>
            </p>
          )}
        </>
      }
      onSaved={onSaved}
      onNext={
        id === null && !entry && !record.files && !slots?.save
          ? (values, message) => {
              slots?.changed?.();
              notify({ tone: "success", title: "Saved", message });
              setEntered(({ number }) => ({ number: number + 1, values }));
            }
          : undefined
      }
      onClose={onClose}
    />
  );
}

/** Returns the values that a new row takes from its source row, with the fields that a parent such as an ARBO fills in. */
function takenValues(record: AnyRecord, { screen, row, values }: EntryOrigin): FormValues {
  if (record.parent?.path !== screen.path) return values;
  const filled = fillChanges(record, { [screen.path]: row }, {}).map(({ name, after }) => [name, after]);
  return { ...Object.fromEntries(filled), ...values };
}
