/** Table of the rows of an import, 50 per page. Each row shows its class and notes, or the values to store. */

import { memo, useState } from "react";
import type { ClassifiedRow, RowOption } from "#shared/import/classify/classified-row.ts";
import { fieldLabel } from "#shared/import/reading/columns.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { CheckField, SelectField } from "../../../components/fields/field.tsx";
import { Text } from "../../../components/layout.tsx";
import { Pager } from "../../../components/pager.tsx";
import { Scroller } from "../../../components/scroller.tsx";
import { classLabels } from "./class-labels.ts";
import classes from "./import.module.css";
import { identityLabel, type RowNote, rowNotes, shownValue } from "./row-notes.ts";
import type { Decisions } from "./rows-to-save.ts";

const pageSize = 50;
/** Maximum number of notes per row, because a row with many fields could fill the screen. */
const notesAtOnce = 6;

interface Props {
  record: AnyRecord;
  rows: readonly ClassifiedRow[];
  /** Fields whose values are shown; null shows the notes instead. */
  fields: readonly string[] | null;
  /** Notes that are shown above the table, so the table leaves them out. */
  ofFile: readonly RowNote[];
  decisions: Decisions;
  /** Called when the user includes or skips rows; null while the user can't change decisions. */
  onDecide: ((rows: readonly number[], option: string | null) => void) | null;
}

/** Use the filter as React `key`, so that the table starts at the first page when the filter changes. */
export const PreviewTable = memo(function PreviewTable(props: Props) {
  const { record, rows, fields, ofFile, decisions, onDecide } = props;
  const [page, setPage] = useState(1);
  const pages = Math.max(1, Math.ceil(rows.length / pageSize));
  const current = Math.min(page, pages);
  const shown = rows.slice((current - 1) * pageSize, current * pageSize);
  if (rows.length === 0) return <Text soft>No rows of this class.</Text>;
  return (
    <>
      <Scroller className={classes.table} data-values={fields !== null || undefined} label="Rows of the file">
        <table>
          <Headings record={record} fields={fields} />
          <tbody>
            {shown.map((row) => (
              <tr key={row.row}>
                <td className={classes.number}>{row.row}</td>
                <td className={classes.class} data-class={row.class}>
                  {classLabels[row.class].label}
                </td>
                {fields ? (
                  <StoredValues record={record} row={row} fields={fields} />
                ) : (
                  <NotesCells
                    record={record}
                    row={row}
                    ofFile={ofFile}
                    decision={decisions.get(row.row) ?? null}
                    onDecide={onDecide}
                  />
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      <Pager
        label="Pages of the preview"
        page={current}
        size={pageSize}
        total={rows.length}
        onPage={setPage}
      />
    </>
  );
});

function Headings({ record, fields }: Pick<Props, "record" | "fields">) {
  const identity = identityLabel(record);
  const title = record.fields.find((field) => field.name === record.title)?.label ?? "Name";
  return (
    <thead>
      <tr>
        <th scope="col" className={classes.number}>
          Row
        </th>
        <th scope="col">Class</th>
        {fields?.map((name) => (
          <th key={name} scope="col">
            {fieldLabel(record, name)}
          </th>
        ))}
        {!fields && identity && <th scope="col">{identity}</th>}
        {!fields && <th scope="col">{title}</th>}
        {!fields && <th scope="col">Notes</th>}
      </tr>
    </thead>
  );
}

interface StoredValuesProps {
  record: AnyRecord;
  row: ClassifiedRow;
  fields: readonly string[];
}

const StoredValues = ({ record, row, fields }: StoredValuesProps) =>
  fields.map((name) => (
    <td key={name} data-label={fieldLabel(record, name)}>
      {shownValue(record, name, row.values[name])}
    </td>
  ));

/**
 * Cells of an imported row while the table shows notes instead of values: the ID, the name and the notes. The user can
 * include a row that is skipped by default.
 */
function NotesCells({ record, ofFile, ...options }: OptionsProps & Pick<Props, "record" | "ofFile">) {
  const { row } = options;
  const identity = identityLabel(record);
  return (
    <>
      {identity && (
        <td className={classes.identity}>
          {row.identity ?? <span className={classes.soft}>no {identity}</span>}
        </td>
      )}
      <td>{row.title}</td>
      <td>
        <Notes notes={rowNotes(record, row, ofFile)} />
        <Options {...options} />
      </td>
    </>
  );
}

interface OptionsProps {
  row: ClassifiedRow;
  decision: string | null;
  onDecide: Props["onDecide"];
}

/** A checkbox or list with which the user can include a row that is skipped by default. */
function Options({ row, decision, onDecide }: OptionsProps) {
  const { options, row: number, title } = row;
  const [only, another] = options;
  if (!only) return null;
  if (!another) {
    return (
      <CheckField
        label={only.label}
        aria-label={optionLabel(only, number, title)}
        checked={decision === only.key}
        disabled={onDecide === null}
        onChange={(event) => onDecide?.([number], event.currentTarget.checked ? only.key : null)}
      />
    );
  }
  return (
    <SelectField
      aria-label={`Action for row ${number}, ${title}`}
      value={decision ?? ""}
      disabled={onDecide === null}
      choices={[{ value: "", label: "Skip" }, ...options.map(({ key, label }) => ({ value: key, label }))]}
      onChange={(event) => onDecide?.([number], event.currentTarget.value || null)}
    />
  );
}

const optionLabel = ({ key, label }: RowOption, row: number, title: string): string =>
  key === "anyway"
    ? `Save row ${row}, ${title}, ${label.replace(/^Save /, "")}`
    : `Row ${row}, ${title}: ${label}`;

function Notes({ notes }: { notes: readonly RowNote[] }) {
  if (notes.length === 0) return null;
  const more = notes.slice(notesAtOnce);
  return (
    <>
      <NoteList notes={notes.slice(0, notesAtOnce)} />
      {more.length > 0 && (
        <details>
          <summary className={classes.soft}>and {more.length} more</summary>
          <NoteList notes={more} />
        </details>
      )}
    </>
  );
}

const NoteList = ({ notes }: { notes: readonly RowNote[] }) => (
  <ul className={classes.notes}>
    {notes.map((note) => (
      <li key={`${note.kind} ${note.cell} ${note.field} ${note.text}`}>
        {note.cell && <span className={classes.cell}>{note.cell}</span>}
        {note.field && <b>{note.field}: </b>}
        {note.text}
        {note.href && (
          <>
            {" "}
            <a href={note.href} target="_blank" rel="noreferrer">
              Open the stored record
            </a>
          </>
        )}
      </li>
    ))}
  </ul>
);
