/** Opens the saved view that the URL names, and shows the name and state of the view above the list. */
import { IconBookmark, IconLink, IconX } from "@tabler/icons-react";
import { useEffect } from "react";
import { Button } from "../../components/button.tsx";
import { useOneAction } from "../../lib/hooks/use-one-action.ts";
import { messageOf } from "../../lib/http/problem.ts";
import classes from "../common/record-screen.module.css";
import type { RecordSearch } from "../common/record-search.ts";
import type { OpenedView } from "../grid/view-state.ts";
import { changeView, copyViewLink, useSavedView } from "./saved-views.ts";
import { sharingText } from "./sharing.tsx";
import { canBeSaved, hasListSettings, openStoredView, storedView } from "./stored-view.ts";
import menu from "./view-menu.module.css";
import type { ViewsProps } from "./views-list.tsx";

interface Props extends ViewsProps {
  /** Id of the view in the URL. */
  id: number;
}

export default function SavedBar(props: Props) {
  const { opened } = props.views;
  const asked = useOpening(props);
  return opened ? <OpenedBar {...props} opened={opened} /> : <OpeningBar {...props} asked={asked} />;
}

/** Reads the view and opens it on the list. */
function useOpening({ record, user, slots, search, onSearch, views, id }: Props) {
  const { opened, setOpened } = views;
  const asked = useSavedView(id, opened === null);
  const { data } = asked;
  useEffect(() => {
    if (opened || data?.screen !== record.route) return;
    const { view, search: wanted } = openStoredView({ record, user, slots }, data);
    setOpened(view);
    // If the URL already has list settings, such as filters, don't apply the filters and sort columns of the view.
    if (!hasListSettings(search)) onSearch({ ...search, ...wanted }, true);
  }, [opened, data, record, user, slots, search, onSearch, setOpened]);
  return asked;
}

const withoutView = (search: RecordSearch): RecordSearch => ({ ...search, saved: undefined });

/** Shows that the view is loading, or the reason why the view cannot be opened. */
function OpeningBar({ record, search, onSearch, asked }: Props & { asked: ReturnType<typeof useSavedView> }) {
  const { data } = asked;
  const isOfAnother = data !== undefined && data.screen !== record.route;
  return asked.isError || isOfAnother ? (
    <p className={classes.drill} role="alert">
      {isOfAnother ? `The view "${data.name}" belongs to a different list.` : messageOf(asked.error)}
      <Button look="subtle" onClick={() => onSearch(withoutView(search))}>
        Show the list without the view
      </Button>
    </p>
  ) : (
    <p className={classes.drill} role="status">
      Opening the saved view…
    </p>
  );
}

/**
 * Name and state of the opened view, with buttons that save changes to the view, copy a link to the view, and close the
 * view.
 */
function OpenedBar({ user, search, onSearch, views, id, opened }: Props & { opened: OpenedView }) {
  const { problem, attempt } = useOneAction();
  const { saved, omitted } = opened;
  const now = storedView(views.view, search);
  const isChanged = JSON.stringify(now) !== opened.savedState;
  const save = () =>
    attempt(async () => {
      await changeView({ id, view: now });
      views.setOpened({ ...opened, savedState: JSON.stringify(now), omitted: [] });
    });
  return (
    <div className={classes.drill} role="status">
      <span>
        <IconBookmark size={15} className={menu.mark} aria-hidden /> View: <strong>{saved.name}</strong> ·{" "}
        {sharingText(saved, user)}
        {isChanged && " · changed"}
        {omitted.length > 0 && ` · not shown, because your list does not have: ${omitted.join(", ")}`}
      </span>
      {problem && <span role="alert">{problem}</span>}
      {isChanged && saved.may_change && canBeSaved(search) && (
        <Button look="default" onClick={() => void save()}>
          Save changes
        </Button>
      )}
      <Button
        look="subtle"
        icon={<IconLink size={14} aria-hidden />}
        onClick={() => void copyViewLink(saved)}
      >
        Copy link
      </Button>
      <Button
        look="subtle"
        icon={<IconX size={14} aria-hidden />}
        onClick={() => onSearch(withoutView(search))}
      >
        Close view
      </Button>
    </div>
  );
}
