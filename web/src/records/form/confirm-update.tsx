/** Yes/No before a stored row is changed: what changes, from what to what. Enter says yes, Esc goes back to the form. */

import { useEffect, useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../components/button.tsx";
import { CheckField } from "../../components/fields/field.tsx";
import { Group, Text } from "../../components/layout.tsx";
import { Modal } from "../../components/overlays/dialog.tsx";
import { Scroller } from "../../components/scroller.tsx";
import type { HistoryEntry } from "../../lib/http/api.ts";
import { ChangesTable } from "../common/changes-table.tsx";
import { askNoMore } from "./saving/row-save.ts";

/** More fields than these are counted. */
const mostListed = 8;

export interface Question {
  changes: NonNullable<HistoryEntry["changes"]>;
  /** The version of the row and its new values, as JSON: a save that is tried again is not asked for again. */
  fingerprint: string;
  /** What had the focus, and gets it back. */
  focused: Element | null;
}

interface Props extends Omit<Question, "fingerprint"> {
  record: AnyRecord;
  onYes: () => void;
  onNo: () => void;
}

export function ConfirmUpdate({ record, changes, focused, onYes, onNo }: Props) {
  const all = Object.entries(changes);
  const others = all.length - mostListed;
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
        <ChangesTable record={record} changes={Object.fromEntries(all.slice(0, mostListed))} />
      </Scroller>
      {others > 0 && (
        <Text>
          … and {others} other {others === 1 ? "field" : "fields"}.
        </Text>
      )}
      {/* Enter says yes from the box, too. */}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (unasked) askNoMore();
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
