/**
 * Bar for the saved Explore query in the URL: its name and state, and buttons to save changes, pin or close the query.
 */
import { IconBookmark, IconPin, IconPinnedOff, IconX } from "@tabler/icons-react";
import { useEffect } from "react";
import { Button } from "../../../components/button.tsx";
import { useOneAction } from "../../../lib/hooks/use-one-action.ts";
import { messageOf } from "../../../lib/http/problem.ts";
import { changeView, useSavedView } from "../../../records/views/saved-views.ts";
import { sharingText } from "../../../records/views/sharing.tsx";
import classes from "../common/explore.module.css";
import type { ExploreProps, QuestionProps } from "../question/explore-props.ts";
import { isAskable, readQuestion } from "../question/question.ts";
import { togglePin } from "./saved-menu.tsx";
import { isDifferent, searchOfStored, storedQuestion } from "./stored-question.ts";

type Props = ExploreProps & QuestionProps & { id: number };

export function SavedQuestionBar({ record, user, question, search, onSearch, id }: Props) {
  const { data, error, refetch } = useSavedView(id, true);
  const { busy, problem, attempt } = useOneAction();
  const close = (
    <Button
      look="subtle"
      icon={<IconX size={14} aria-hidden />}
      onClick={() => onSearch({ ...search, saved: undefined })}
    >
      Close
    </Button>
  );
  if (error)
    return (
      <p className={classes.state} role="alert">
        {messageOf(error)} {isAskable(record, user, search) && "The question in the link is shown."} {close}
      </p>
    );
  const stored = data?.view.explore;
  if (!data || !stored) return null;
  // Complete the stored query with the defaults of a URL's query. Otherwise, the comparison would report defaults as
  // changes.
  const savedSearch = searchOfStored(id, stored);
  const before = storedQuestion(record, readQuestion(record, user, savedSearch), savedSearch);
  // If the user may not run the stored query, `before` contains the default query instead. Every query of the user is
  // then a change, even if it equals `before`.
  const replaces = !isAskable(record, user, savedSearch) && isAskable(record, user, search);
  const changed = replaces || isDifferent(before, storedQuestion(record, question, search));
  const act = (work: () => Promise<unknown>) =>
    void attempt(async () => {
      await work();
      await refetch();
    });
  return (
    <div className={classes.state} role="status">
      <span>
        <IconBookmark size={15} aria-hidden /> <strong>{data.name}</strong> · {sharingText(data, user)}
        {changed && " · changed"}
      </span>
      {problem && <span role="alert">{problem}</span>}
      {changed && data.may_change && (
        <Button
          look="default"
          loading={busy}
          onClick={() =>
            act(() => changeView({ id, view: storedQuestion(record, question, search, stored.pinned) }))
          }
        >
          Save changes
        </Button>
      )}
      {data.may_change && (
        <Button
          look="default"
          icon={stored.pinned ? <IconPinnedOff size={14} aria-hidden /> : <IconPin size={14} aria-hidden />}
          onClick={() => act(() => togglePin({ ...data, pinned: stored.pinned === true }))}
        >
          {stored.pinned ? "Unpin from dashboard" : "Pin to dashboard"}
        </Button>
      )}
      {close}
    </div>
  );
}

/** Opens a saved Explore query if the URL contains its id but no record type. */
export function OpenSaved({ id, onSearch }: { id: number } & Pick<ExploreProps, "onSearch">) {
  const { data, error } = useSavedView(id, true);
  const stored = data?.view.explore;
  useEffect(() => {
    if (stored) onSearch(searchOfStored(id, stored), true);
  }, [id, stored, onSearch]);
  if (error) return <p role="alert">{messageOf(error)}</p>;
  if (data && !stored)
    return <p role="alert">The saved view "{data.name}" is not a question. Open it on its list.</p>;
  return <p role="status">Opening the saved question…</p>;
}
