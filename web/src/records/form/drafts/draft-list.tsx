/** List of drafts, each with its name, its time, and buttons to continue or to discard it. */
import { Button } from "../../../components/button.tsx";
import type { CurrentUser } from "../../../lib/current-user.ts";
import { momentOf } from "../../../lib/format.ts";
import classes from "./draft-list.module.css";
import { filesText, type NamedRecord, type StoredDraft, selectDraft } from "./drafts.ts";
import { discardDraft } from "./write-draft.ts";

export interface ListedDraft<Listed extends NamedRecord> {
  record: Listed;
  stored: StoredDraft;
}

interface Props<Listed extends NamedRecord> {
  user: CurrentUser;
  drafts: readonly ListedDraft<Listed>[];
  /** Opens the form of the draft. The form then fills in the values of the draft. */
  onOpen: (draft: ListedDraft<Listed>) => void;
}

export function DraftList<Listed extends NamedRecord>({ user, drafts, onOpen }: Props<Listed>) {
  const names = drafts.map(draftName);
  return (
    <ul className={classes.drafts}>
      {drafts.map((draft) => {
        const { record, stored } = draft;
        const name = draftName(draft);
        const at = momentOf(stored.draft.at);
        const isSole = names.indexOf(name) === names.lastIndexOf(name);
        const label = isSole ? name : `${name} of ${at}`;
        return (
          <li key={`${record.route} ${stored.id} ${stored.from} ${stored.draftId}`}>
            <span>
              {name}, {at}
            </span>
            <Button
              look="default"
              aria-label={`Continue the draft of ${label}`}
              onClick={() => {
                selectDraft(user, record, stored);
                onOpen(draft);
              }}
            >
              Continue
            </Button>
            <Button
              look="subtle"
              aria-label={`Discard the draft of ${label}`}
              onClick={() => discardDraft(user, record, stored)}
            >
              Discard
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

/** Returns the name of a draft: the title of the row, if there is one, and whether the row is new. */
export function draftName({ record, stored: { id, draft } }: ListedDraft<NamedRecord>): string {
  const title = draft.values[record.title];
  const kind = id === null ? `new ${record.noun.one}` : record.noun.one;
  const name = title ? `${title} (${kind})` : id === null ? kind : `${kind} no. ${id}`;
  return [name, ...filesText(draft)].join(", ");
}
