/**
 * Rows of an import: the table, the counts per class as buttons that filter the rows, and the checkbox for all likely
 * duplicates.
 */
import { useMemo, useState } from "react";
import type { ClassifiedRow } from "#shared/import/classify/classified-row.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { formatNumber } from "#shared/rules/numbers.ts";
import { CheckField } from "../../components/fields/field.tsx";
import { Group, Text } from "../../components/layout.tsx";
import type { Preview } from "./import-flow.ts";
import { classLabels, matchesFilter, type PreviewFilter } from "./preview/class-labels.ts";
import { PreviewCounts } from "./preview/preview-counts.tsx";
import { PreviewTable } from "./preview/preview-table.tsx";
import { notesOfFile } from "./preview/row-notes.ts";
import type { Import } from "./use-import.ts";

interface Props {
  record: AnyRecord;
  preview: Preview;
  /** True while rows are being saved. The user can't change anything during the save. */
  fixed: boolean;
  /** True while the rows are being checked again. */
  busy: boolean;
  onDecide: Import["decide"];
}

export function PreviewRows({ record, preview, fixed, busy, onDecide }: Props) {
  const { rows, decisions } = preview;
  const [filter, setFilter] = useState<PreviewFilter>("all");
  const [values, setValues] = useState(false);
  const shown = useMemo(() => rows.filter((row) => matchesFilter(filter, row)), [rows, filter]);
  const ofFile = useMemo(() => notesOfFile(record, rows), [record, rows]);
  const fields = useMemo(() => fieldsWithValues(record, rows), [record, rows]);
  return (
    <>
      <PreviewCounts record={record} rows={rows} filter={filter} onFilter={setFilter} />
      <Group at="apart">
        <Text small aria-live="polite">
          {busy ? "Checking the rows again…" : shownText(filter, shown.length)}
        </Text>
        <CheckField
          role="switch"
          label="Values as they will be stored"
          checked={values}
          onChange={(event) => setValues(event.currentTarget.checked)}
        />
      </Group>
      {!fixed && <AllDuplicates record={record} rows={shown} decisions={decisions} onDecide={onDecide} />}
      <PreviewTable
        key={filter}
        record={record}
        rows={shown}
        fields={values ? fields : null}
        ofFile={ofFile}
        decisions={decisions}
        onDecide={fixed ? null : onDecide}
      />
    </>
  );
}

function shownText(filter: PreviewFilter, number: number): string {
  const meaning = filter in classLabels ? classLabels[filter as keyof typeof classLabels].meaning : null;
  return meaning ? `These rows ${meaning}.` : `${formatNumber(number)} ${number === 1 ? "row" : "rows"}.`;
}

/** Returns the fields that have a value in at least one row, in the order of the record type. */
function fieldsWithValues(record: AnyRecord, rows: readonly ClassifiedRow[]): string[] {
  const filled = new Set<string>();
  for (const { values } of rows) {
    for (const [name, value] of Object.entries(values)) if (value !== null) filled.add(name);
  }
  return record.fields.map(({ name }) => name).filter((name) => filled.has(name));
}

interface AllDuplicatesProps extends Pick<Props, "record" | "onDecide"> {
  rows: readonly ClassifiedRow[];
  decisions: Preview["decisions"];
}

/** Checkbox that saves all likely duplicates as separate records. By default, likely duplicates are skipped. */
function AllDuplicates({ record, rows, decisions, onDecide }: AllDuplicatesProps) {
  const likely = useMemo(() => rows.flatMap(separateOption), [rows]);
  if (likely.length < 2) return null;
  const decide = (isSaved: boolean) => {
    for (const key of new Set(likely.map((one) => one.key))) {
      const numbers = likely.filter((one) => one.key === key).map(({ row }) => row);
      onDecide(numbers, isSaved ? key : null);
    }
  };
  return (
    <CheckField
      label={`Save all ${formatNumber(likely.length)} likely duplicates as separate ${record.noun.many}`}
      checked={likely.every(({ row, key }) => decisions.get(row) === key)}
      onChange={(event) => decide(event.currentTarget.checked)}
    />
  );
}

/**
 * Returns the row with the key of the option that saves the row as a separate record. Returns an empty list if the row
 * has no such option. Also returns an empty list if the user can update a stored record instead: the row has the key of
 * this record, so the user decides about each such row.
 */
function separateOption({ row, options }: ClassifiedRow) {
  if (options.some(({ key }) => key === "update")) return [];
  return options.filter(({ payload }) => payload.save_anyway === true).map(({ key }) => ({ row, key }));
}
