/**
 * Bar above a list with the unsaved drafts of its record type. The bar has a single line, because more lines would move
 * the rows down.
 */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import classes from "../common/record-screen.module.css";
import { DraftList } from "../form/drafts/draft-list.tsx";
import { type StoredDraft, useDrafts } from "../form/drafts/drafts.ts";

interface Props {
  record: AnyRecord;
  user: CurrentUser;
  onOpen: (draft: StoredDraft) => void;
}

export default function DraftBar({ record, user, onOpen }: Props) {
  const drafts = useDrafts(user, record);
  if (drafts.length === 0) return null;
  return (
    <section className={classes.drafts} aria-label="Unsaved drafts">
      <strong>{drafts.length === 1 ? "1 unsaved draft" : `${drafts.length} unsaved drafts`}</strong>
      <DraftList
        user={user}
        drafts={drafts.map((stored) => ({ record, stored }))}
        onOpen={({ stored }) => onOpen(stored)}
      />
    </section>
  );
}
