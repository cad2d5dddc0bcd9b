/** The drafts of all record types: entries that were typed and not saved. */
import { Link } from "@tanstack/react-router";
import { Button } from "../../components/button.tsx";
import { Group } from "../../components/layout.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { momentOf } from "../../lib/format.ts";
import { linkTo, type RecordScreen, recordScreens } from "../../records/common/record-screens.ts";
import { draftSearch } from "../../records/form/draft-search.ts";
import { type StoredDraft, selectDraft, useDraftsOf } from "../../records/form/drafts.ts";
import { discardDraft } from "../../records/form/write-draft.ts";
import classes from "./waiting.module.css";

export function AllDrafts({ user }: { user: CurrentUser }) {
  const found = useDraftsOf(user, recordScreens);
  if (found.length === 0) return null;
  return (
    <section aria-label="Drafts" className={classes.part}>
      <h2>Drafts</h2>
      <ul className={classes.drafts}>
        {found.map(({ record, stored }) => (
          <DraftItem key={`${record.route} ${stored.draftId}`} user={user} record={record} stored={stored} />
        ))}
      </ul>
    </section>
  );
}

interface ItemProps {
  user: CurrentUser;
  record: RecordScreen;
  stored: StoredDraft;
}

function DraftItem({ user, record, stored }: ItemProps) {
  const name = String(
    stored.draft.values[record.title] ?? `${stored.id === null ? "new " : ""}${record.noun.one}`,
  );
  return (
    <li>
      <span>
        {name}, {record.noun.one}, {momentOf(stored.draft.at)}
      </span>
      <Group>
        <Link
          {...linkTo(record)}
          search={draftSearch(stored)}
          className="button button-quiet"
          aria-label={`Continue the draft of ${name}`}
          onClick={() => selectDraft(user, record, stored)}
        >
          Continue
        </Link>
        <Button
          look="subtle"
          aria-label={`Discard the draft of ${name}`}
          onClick={() => discardDraft(user, record, stored)}
        >
          Discard
        </Button>
      </Group>
    </li>
  );
}
