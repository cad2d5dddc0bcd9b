/** Opens the saved view in the URL and shows its name and state above the list. */
import { IconBookmark, IconLink, IconX } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { Button } from "../../components/button.tsx";
import { messageOf } from "../../lib/http/problem.ts";
import classes from "../common/record-screen.module.css";
import { changeView, copyViewLink, useSavedView } from "./saved-views.ts";
import { sharingText } from "./sharing.tsx";
import { canBeSaved, opening, saysMore, storedView } from "./stored-view.ts";
import menu from "./view-menu.module.css";
import type { ViewsProps } from "./views-list.tsx";

interface Props extends ViewsProps {
  /** Id of the view in the URL. */
  id: number;
}

export default function SavedBar({ record, user, slots, search, onSearch, views, id }: Props) {
  const { opened, setOpened } = views;
  const asked = useSavedView(id, opened === null);
  const { data } = asked;
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    if (opened || data?.screen !== record.route) return;
    const { view, search: wanted } = opening({ record, user, slots }, data);
    setOpened(view);
    // Filters and sort in the URL override those of the view.
    if (!saysMore(search)) onSearch({ ...search, ...wanted }, true);
  }, [opened, data, record, user, slots, search, onSearch, setOpened]);

  const close = () => onSearch({ ...search, saved: undefined });
  if (!opened) {
    const isOfAnother = data !== undefined && data.screen !== record.route;
    return asked.isError || isOfAnother ? (
      <p className={classes.drill} role="alert">
        {isOfAnother ? `The view "${data.name}" belongs to a different list.` : messageOf(asked.error)}
        <Button look="subtle" onClick={close}>
          Show the list without the view
        </Button>
      </p>
    ) : (
      <p className={classes.drill} role="status">
        Opening the saved view…
      </p>
    );
  }
  const now = storedView(views.view, search);
  const isChanged = JSON.stringify(now) !== opened.stood;
  const { saved, left } = opened;
  const save = async () => {
    try {
      await changeView({ id, view: now });
      setOpened({ ...opened, stood: JSON.stringify(now), left: [] });
      setProblem(null);
    } catch (thrown) {
      setProblem(messageOf(thrown));
    }
  };
  return (
    <div className={classes.drill} role="status">
      <span>
        <IconBookmark size={15} className={menu.mark} aria-hidden /> View: <strong>{saved.name}</strong> ·{" "}
        {sharingText(saved)}
        {isChanged && " · changed"}
        {left.length > 0 && ` · not shown, because your list does not have: ${left.join(", ")}`}
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
      <Button look="subtle" icon={<IconX size={14} aria-hidden />} onClick={close}>
        Close view
      </Button>
    </div>
  );
}
