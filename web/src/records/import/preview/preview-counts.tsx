/**
 * Row counts of an import, as buttons that filter the preview: the count per class, and the counts of rows with and
 * without a record ID.
 */

import { memo } from "react";
import { type ClassifiedRow, rowClasses } from "#shared/import/classify/classified-row.ts";
import { countRows } from "#shared/import/classify/counts.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { formatNumber } from "#shared/rules/numbers.ts";
import { classLabels, type PreviewFilter } from "./class-labels.ts";
import classes from "./import.module.css";
import { identityLabel } from "./row-notes.ts";

interface Props {
  record: AnyRecord;
  rows: readonly ClassifiedRow[];
  filter: PreviewFilter;
  onFilter: (filter: PreviewFilter) => void;
}

export const PreviewCounts = memo(function PreviewCounts({ record, rows, filter, onFilter }: Props) {
  const counts = countRows(rows);
  const identity = identityLabel(record);
  const chips: [PreviewFilter, string, number][] = [
    ["all", "All rows", counts.all],
    ...rowClasses.map((name): [PreviewFilter, string, number] => [
      name,
      classLabels[name].label,
      counts.classes[name],
    ]),
  ];
  if (identity) {
    chips.push(["with-identity", `With ${identity}`, counts.withIdentity]);
    chips.push(["without-identity", `Without ${identity}`, counts.withoutIdentity]);
  }
  return (
    <fieldset className={classes.counts} aria-label="Rows of the file, by class">
      {chips.map(([name, label, count]) => (
        <button
          key={name}
          type="button"
          className={classes.chip}
          aria-pressed={filter === name}
          onClick={() => onFilter(name)}
        >
          {label} <b>{formatNumber(count)}</b>
        </button>
      ))}
    </fieldset>
  );
});
