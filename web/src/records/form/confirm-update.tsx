/**
 * Confirmation before an update: lists each changed field with its old and new value. Enter confirms, Esc returns to
 * the form.
 */

import { useEffect, useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../components/button.tsx";
import { CheckField } from "../../components/fields/field.tsx";
import { Group, Text } from "../../components/layout.tsx";
import { Modal } from "../../components/overlays/dialog.tsx";
import { Scroller } from "../../components/scroller.tsx";
import type { HistoryEntry } from "../../lib/http/api.ts";
import { ChangesTable } from "../common/changes-table.tsx";
import { turnOffConfirmation } from "./saving/row-save.ts";

/** Maximum number of changes that are listed. Further fields are only counted. */
const maxListed = 8;

export interface Question {
  changes: NonNullable<HistoryEntry["changes"]>;
  /** Sentences about fields that are stored with another value than the user typed. */
  notes: readonly string[];
  /**
   * Fingerprint of the changes: row version and new values as JSON. If the user has confirmed the same fingerprint
   * before, a repeated save does not ask again.
   */
  fingerprint: string;
  /** Element that had the focus before the dialog opened. The element gets the focus back when the dialog closes. */
  focused: Element | null;
}

interface Props extends Omit<Question, "fingerprint"> {
  record: AnyRecord;
  onYes: () => void;
  onNo: () => void;
}

export function ConfirmUpdate({ record, changes, notes, focused, onYes, onNo }: Props) {
  const all = Object.entries(changes);
  const others = all.length - maxListed;
  const [unasked, setUnasked] = useState(false);
  useEffect(
    () => () => {
      if (focused instanceof HTMLElement) focused.focus();
    },
    [focused],
  );
  return (
    <Modal onClose={onNo} title="Save these changes?" size="lg">
      <Scroller label="Changes">
        <ChangesTable record={record} changes={Object.fromEntries(all.slice(0, maxListed))} />
      </Scroller>
      {others > 0 && (
        <Text>
          … and {others} other {others === 1 ? "field" : "fields"}.
        </Text>
      )}
      {notes.map((note) => (
        <Text key={note}>{note}</Text>
      ))}
      {/* This part is a form, so that Enter in the checkbox also confirms the update. */}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (unasked) turnOffConfirmation();
          onYes();
        }}
      >
        <CheckField
          label="Do not ask again until I sign out"
          checked={unasked}
          onChange={(event) => setUnasked(event.currentTarget.checked)}
        />
        <Group at="end">
          <Button look="default" onClick={onNo}>
            No
          </Button>
          <Button type="submit" data-autofocus>
            Yes, save
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
