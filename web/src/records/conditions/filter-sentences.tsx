/** The conditions of a list as sentences, for dialogs about its rows. */
import type { FilterGrammar } from "#shared/contracts/filters/conditions.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import classes from "./conditions.module.css";
import { filterWords } from "./filter-words.ts";

interface Props {
  record: AnyRecord;
  filter: FilterGrammar;
}

export default function FilterSentences({ record, filter }: Props) {
  return (
    <ul className={classes.sentences} aria-label="Conditions">
      {filterWords(record, filter).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
