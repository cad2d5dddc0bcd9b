/**
 * One chip per condition of a list. A click on the sentence in the chip opens the editor. A button removes the
 * condition.
 */
import type { FilterGrammar } from "#shared/contracts/filters/conditions.ts";
import { joinFilters } from "#shared/contracts/filters/join-filters.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { ConditionParts } from "./condition-parts.tsx";
import classes from "./conditions.module.css";
import { itemsOf } from "./filter-items.ts";
import { wordsOf } from "./filter-words.ts";

interface Props {
  record: AnyRecord;
  filter: FilterGrammar;
  onFilter: (filter: FilterGrammar | undefined) => void;
  /** Opens the editor with the condition at this position. */
  onEdit: (at: number) => void;
}

export function ConditionChips({ record, filter, onFilter, onEdit }: Props) {
  const items = itemsOf(filter);
  const remove = (at: number) => onFilter(joinFilters(items.filter((_, index) => index !== at)));
  return (
    <ul className={classes.chips} aria-label="Conditions">
      {items.map((item, index) => {
        const words = wordsOf(record, item);
        return (
          <li key={words} className={classes.chip}>
            <ConditionParts
              words={words}
              className={classes.words}
              onEdit={() => onEdit(index)}
              onRemove={() => remove(index)}
            />
          </li>
        );
      })}
    </ul>
  );
}
