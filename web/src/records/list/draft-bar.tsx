/** List of the unsaved drafts of a screen, each with buttons to continue or discard it. */
import { IconPencil } from "@tabler/icons-react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../components/button.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { momentOf } from "../../lib/format.ts";
import classes from "../common/record-screen.module.css";
import { type StoredDraft, selectDraft, useDrafts } from "../form/drafts.ts";
import { discardDraft } from "../form/write-draft.ts";

interface Props {
  record: AnyRecord;
  user: CurrentUser;
  onOpen: (draft: StoredDraft) => void;
}

export default function DraftBar({ record, user, onOpen }: Props) {
  const drafts = useDrafts(user, record);
  if (drafts.length === 0) return null;
  const nameOf = ({ id, draft }: StoredDraft) => {
    const title = draft.values[record.title];
    const fresh = `new ${record.noun.one}`;
    if (title) return `${title}${id === null ? ` (${fresh})` : ""}`;
    return id === null ? fresh : `no. ${id}`;
  };
  const names = drafts.map(nameOf);
  return (
    <section className={classes.drafts} aria-label="Unsaved drafts">
      <strong>{drafts.length === 1 ? "1 unsaved draft" : `${drafts.length} unsaved drafts`}</strong>
      <ul>
        {drafts.map((stored) => {
          const name = nameOf(stored);
          const at = momentOf(stored.draft.at);
          const isSole = names.indexOf(name) === names.lastIndexOf(name);
          const label = isSole ? name : `${name} of ${at}`;
          return (
            <li key={`${stored.id} ${stored.from} ${stored.draftId}`}>
              <IconPencil size={14} aria-hidden />
              <span>
                {name}, {at}
              </span>
              <Button
                look="default"
                aria-label={`Continue the draft of ${label}`}
                onClick={() => {
                  selectDraft(user, record, stored);
                  onOpen(stored);
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
    </section>
  );
}
