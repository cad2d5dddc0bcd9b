/** Shows the user's newest unsaved draft in this browser, with a link to the other drafts. */
import { Link, useNavigate } from "@tanstack/react-router";
import { Button } from "../../components/button.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { count, momentOf } from "../../lib/format.ts";
import { headingOf, linkTo, recordScreens } from "../../records/common/record-screens.ts";
import { draftName } from "../../records/form/drafts/draft-list.tsx";
import { draftSearch } from "../../records/form/drafts/draft-search.ts";
import { selectDraft, useDraftsOf } from "../../records/form/drafts/drafts.ts";
import classes from "./dashboard.module.css";

export default function DraftLine({ user }: { user: CurrentUser }) {
  const navigate = useNavigate();
  const [newest, ...others] = useDraftsOf(user, recordScreens);
  if (!newest) return null;
  const { record, stored } = newest;
  const name = draftName(newest);
  return (
    <p className={classes.draft}>
      <span>
        Unsaved draft of {momentOf(stored.draft.at)}: {name}, {headingOf(record)}
      </span>
      <Button
        look="default"
        aria-label={`Continue the draft of ${name}`}
        onClick={() => {
          selectDraft(user, record, stored);
          void navigate({ ...linkTo(record), search: draftSearch(stored) });
        }}
      >
        Continue
      </Button>
      {others.length > 0 && (
        <Link to="/homepage/waiting">
          {count(others.length)} more {others.length === 1 ? "draft" : "drafts"}
        </Link>
      )}
    </p>
  );
}
