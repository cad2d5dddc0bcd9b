/** Asks the user whether a column contains IDs or only row numbers, if the file does not make this clear. */
import type { AnyRecord } from "../records/vocabulary/types.ts";
import { fieldsOf } from "../validate/validate.ts";
import { distinct } from "./existing.ts";
import { identityField, indexByKeys, isFilled, keysOf } from "./keys.ts";
import type { Layout } from "./reading/headings.ts";
import type { Asker, ReadingChoices } from "./reading/questions.ts";
import { areCounted } from "./reading/unused-columns.ts";
import type { FileRow } from "./rows.ts";
import type { StoredRow } from "./stored-rows.ts";

interface Table {
  record: AnyRecord;
  layout: Layout;
  rows: readonly FileRow[];
  existing: readonly StoredRow[];
  choices: ReadingChoices;
  asker: Asker;
}

/** Minimum number of distinct IDs in a file for which the user is asked. */
const leastRows = 3;

/**
 * Asks the user whether the ID column contains IDs, if none of its values is a stored ID. This is only asked if the
 * values are 1, 2, 3 and so on, or if at least half of the rows are stored with other IDs. Without the question, all
 * rows would be imported as new records.
 * @returns The column to leave out, if the user has answered that it contains no IDs; otherwise null.
 */
export function askAboutIdentities({ record, layout, rows, existing, choices, asker }: Table): number | null {
  const identity = identityField(record);
  const column = identity === null ? -1 : layout.columns.indexOf(identity);
  // Do not ask about a column for which the user has chosen a field.
  if (identity === null || column < 0 || (choices.columns && column in choices.columns)) return null;
  const withId = rows.filter(({ inScope, match }) => inScope && isFilled(match[identity]));
  if (distinct(withId.map(({ match }) => match[identity])).length < leastRows) return null;
  const stored = indexByKeys(record, existing);
  if (withId.some(({ keys }) => stored.find(keys)?.key === 0)) return null;
  // Do not count stored rows without an ID, because the file may contain their first ID.
  const renumbered = withId.filter(({ match }) =>
    stored.find(keysOf(record, { ...match, [identity]: null }))?.rows.some((row) => isFilled(row[identity])),
  );
  const label = fieldsOf(record).get(identity)?.label ?? identity;
  const isCounted = areCounted(
    rows.map(({ source }) => source),
    column,
  );
  if (!isCounted && renumbered.length * 2 < withId.length) return null;
  const text = isCounted
    ? `The column ${label} counts 1, 2, 3 and so on, and none of these IDs is stored.`
    : `None of the IDs in the column ${label} is stored, but ${renumbered.length} of its ${withId.length} ${record.noun.many} are stored with other IDs.`;
  const options = { ids: `The column contains the ${label}`, out: "Leave the column out" };
  return asker.ask("identities", text, options) === "out" ? column : null;
}
