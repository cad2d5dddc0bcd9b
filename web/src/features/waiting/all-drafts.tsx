/** The drafts of all record types: entries that were typed and not saved. */
import { useNavigate } from "@tanstack/react-router";
import type { CurrentUser } from "../../lib/current-user.ts";
import { linkTo, recordScreens } from "../../records/common/record-screens.ts";
import { DraftList } from "../../records/form/drafts/draft-list.tsx";
import { draftSearch } from "../../records/form/drafts/draft-search.ts";
import { useDraftsOf } from "../../records/form/drafts/drafts.ts";
import classes from "./waiting.module.css";

export function AllDrafts({ user }: { user: CurrentUser }) {
  const navigate = useNavigate();
  const found = useDraftsOf(user, recordScreens);
  if (found.length === 0) return null;
  return (
    <section aria-label="Drafts" className={classes.part}>
      <h2>Drafts</h2>
      <DraftList
        user={user}
        drafts={found}
        onOpen={({ record, stored }) => void navigate({ ...linkTo(record), search: draftSearch(stored) })}
      />
    </section>
  );
}
