/** The filters above the table, with chips for conditions. */
import { IconFilter } from "@tabler/icons-react";
import { type RefObject, useRef, useState } from "react";
import type { FilterGrammar } from "#shared/contracts/filters/conditions.ts";
import { Button } from "../../components/button.tsx";
import { later } from "../../components/later.tsx";
import classes from "../common/record-screen.module.css";
import type { OpenPanel } from "../conditions/conditions-panel.tsx";
import { FilterBar } from "../list/filter-bar.tsx";
import { useScreen } from "./screen-context.ts";

const ConditionArea = later(() => import("../conditions/condition-area.tsx"));

const noFilters = {};

export function ScreenFilters() {
  const { props, chosenFilters } = useScreen();
  const { record, user, search, onSearch } = props;
  const { filter } = search;
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<OpenPanel>(null);
  /** Position of the condition in the editor; null for a new condition; undefined while the editor is closed. */
  const [at, setAt] = useState<number | null>();
  const isOpen = at !== undefined;
  return (
    <div className={classes.filters}>
      <FilterBar
        brief
        record={record}
        user={user}
        where={search.where ?? noFilters}
        chosen={chosenFilters}
        more={
          <ConditionsButton
            button={button}
            isOpen={isOpen}
            onClick={() => (isOpen ? panel.current?.leave() : setAt(null))}
          />
        }
        onSearch={(where) => onSearch({ ...search, where, page: undefined })}
      />
      {(filter || isOpen) && (
        <ConditionArea
          {...{ record, user, at, button }}
          ref={panel}
          value={filter}
          onChange={(next?: FilterGrammar) => onSearch({ ...search, filter: next, page: undefined })}
          onOpen={setAt}
        />
      )}
    </div>
  );
}

interface ButtonProps {
  button: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  onClick: () => void;
}

/** Opens the editor of conditions. */
const ConditionsButton = ({ button, isOpen, onClick }: ButtonProps) => (
  <Button
    ref={button}
    look="subtle"
    data-shortcut="conditions"
    aria-label="Conditions"
    title="Conditions: ranges, exceptions and related records"
    aria-haspopup="dialog"
    aria-expanded={isOpen}
    icon={<IconFilter size={14} aria-hidden />}
    onClick={onClick}
  >
    <span data-word>Conditions</span>
  </Button>
);
