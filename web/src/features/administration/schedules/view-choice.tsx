/** Chooses between the table of schedules and their timeline; the address keeps the choice. */
import { IconCalendarEvent, IconTable } from "@tabler/icons-react";
import { Button } from "../../../components/button.tsx";
import type { RecordSearch } from "../../../records/record-search.ts";
import type { ScreenProps } from "../../../records/screen-props.ts";
import classes from "./view-choice.module.css";

const timeline = "timeline";

export const showsTimeline = (search: RecordSearch): boolean => search.view === timeline;

export function ViewChoice({ search, onSearch }: ScreenProps) {
  const shown = showsTimeline(search);
  return (
    <fieldset className={classes.views}>
      <legend className="visually-hidden">Seen as</legend>
      <Button
        look="default"
        icon={<IconTable size={15} aria-hidden />}
        aria-pressed={!shown}
        onClick={() => onSearch({ ...search, view: undefined })}
      >
        Table
      </Button>
      <Button
        look="default"
        icon={<IconCalendarEvent size={15} aria-hidden />}
        aria-pressed={shown}
        onClick={() => onSearch({ ...search, view: timeline })}
      >
        Timeline
      </Button>
    </fieldset>
  );
}
