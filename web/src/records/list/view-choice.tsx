/** Buttons that switch between the table and other views of the rows, such as a map. The URL stores the choice. */
import { IconTable } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Button } from "../../components/button.tsx";
import type { ScreenProps } from "../common/screen-props.ts";
import classes from "./view-choice.module.css";

export interface ViewName {
  /** Name of the view in the URL; undefined for the table. */
  name: string;
  label: string;
  icon: ReactNode;
}

const table = { name: undefined, label: "Table", icon: <IconTable size={15} aria-hidden /> };

interface Props extends Pick<ScreenProps, "search" | "onSearch"> {
  views: readonly ViewName[];
}

export function ViewChoice({ views, search, onSearch }: Props) {
  const shown = views.find(({ name }) => name === search.view)?.name;
  return (
    <fieldset className={classes.views}>
      <legend className="visually-hidden">View as</legend>
      {[table, ...views].map(({ name, label, icon }) => (
        <Button
          key={label}
          look="default"
          title={label}
          icon={icon}
          aria-pressed={name === shown}
          onClick={() => onSearch({ ...search, view: name })}
        >
          <span data-label>{label}</span>
        </Button>
      ))}
    </fieldset>
  );
}
