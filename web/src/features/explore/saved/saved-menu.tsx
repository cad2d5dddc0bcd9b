/** Panel with the saved Explore queries, and a form that saves the current query. */

import { IconBookmark } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { SavedView } from "#shared/contracts/record-lists.ts";
import { exploreScreen } from "#shared/explore/screen.ts";
import { Button } from "../../../components/button.tsx";
import { MenuPanel } from "../../../components/overlays/menu-panel.tsx";
import { useOneAction } from "../../../lib/hooks/use-one-action.ts";
import { messageOf } from "../../../lib/http/problem.ts";
import { useUser } from "../../../lib/user.ts";
import {
  addView,
  changeView,
  copyLink,
  readView,
  removeView,
  useSavedViews,
} from "../../../records/views/saved-views.ts";
import { newView, sharingText } from "../../../records/views/sharing.tsx";
import { ViewNameForm } from "../../../records/views/view-name-form.tsx";
import classes from "../common/explore.module.css";
import type { ExploreProps, QuestionProps } from "../question/explore-props.ts";
import { searchOfStored, sensitiveParts, storedQuestion } from "./stored-question.ts";

type Props = ExploreProps & QuestionProps;

export const SavedMenu = (props: Props) => (
  <MenuPanel label="Save" icon={<IconBookmark size={16} aria-hidden />} width={340}>
    {(close) => <SavedPanel {...props} onClose={close} />}
  </MenuPanel>
);

function SavedPanel(props: Props & { onClose: () => void }) {
  const { record, user, question, search, onSearch, onClose } = props;
  return (
    <div className={classes.saved}>
      <ViewNameForm
        user={user}
        label="Save this question"
        title="Save this question"
        start={newView}
        sensitive={sensitiveParts(record, question)}
        onSave={async (name, sharing) => {
          const view = storedQuestion(record, question, search);
          const saved = await addView({ screen: exploreScreen, name, shared_with: sharing, view });
          onSearch({ ...search, saved: saved.id });
          onClose();
        }}
      />
      <SavedList current={search.saved} />
    </div>
  );
}

/** The saved queries that the user may open. */
export function SavedList({ current }: { current?: number | undefined }) {
  const { data, error } = useSavedViews(exploreScreen);
  if (error) return <p role="alert">{messageOf(error)}</p>;
  if (!data || data.length === 0) return null;
  return (
    <section aria-label="Saved questions">
      <h2>Saved questions</h2>
      <ul className={classes.savedList}>
        {data.map((saved) => (
          <SavedItem key={saved.id} saved={saved} isCurrent={saved.id === current} />
        ))}
      </ul>
    </section>
  );
}

function SavedItem({ saved, isCurrent }: { saved: SavedView; isCurrent: boolean }) {
  const user = useUser();
  const navigate = useNavigate();
  const { problem, attempt } = useOneAction();
  const open = () =>
    attempt(async () => {
      const { view } = await readView(saved.id);
      if (view.explore)
        await navigate({ to: "/homepage/report/explore", search: searchOfStored(saved.id, view.explore) });
    });
  return (
    <li>
      <button type="button" aria-current={isCurrent || undefined} onClick={() => void open()}>
        {saved.name}
      </button>
      <span className={classes.soft}>{sharingText(saved, user)}</span>
      <details>
        <summary>More</summary>
        <div className={classes.buttons}>
          <Button look="default" onClick={() => void copyLink(linkOf(saved))}>
            Copy link
          </Button>
          {saved.may_change && (
            <>
              <Button look="default" onClick={() => void attempt(() => togglePin(saved))}>
                {saved.pinned ? "Unpin from dashboard" : "Pin to dashboard"}
              </Button>
              <Button look="default" tone="danger" onClick={() => void attempt(() => removeView(saved))}>
                Remove
              </Button>
            </>
          )}
        </div>
      </details>
      {problem && <p role="alert">{problem}</p>}
    </li>
  );
}

const linkOf = ({ id }: SavedView): string => `/homepage/report/explore?saved=${id}`;

/** Pins a saved query to the dashboard, or unpins it. */
export async function togglePin({ id, pinned }: SavedView): Promise<void> {
  const { view } = await readView(id);
  if (!view.explore) return;
  const { pinned: _, ...explore } = view.explore;
  await changeView({ id, view: { ...view, explore: pinned ? explore : { ...explore, pinned: true } } });
}
