/** The rows of an import, 50 at a time, each with its class and with cell, field, value and reason of what is wrong. */
import { Box, Checkbox, Group, Pagination, Text } from "@mantine/core";
import { memo, useState } from "react";
import type { ClassifiedRow } from "../../../../edge-functions/_shared/import/classify.ts";
import type { AnyRecord } from "../../../../edge-functions/_shared/records/types.ts";
import { formatNumber } from "../../../../edge-functions/_shared/rules/numbers.ts";
import { classLabels } from "./class-labels.ts";
import classes from "./import.module.css";
import { identityLabel, notesOf, type RowNote } from "./row-notes.ts";

const pageSize = 50;
/** A new file of sixty changed fields must not push the other rows away. */
const notesAtOnce = 6;

interface Props {
  record: AnyRecord;
  rows: readonly ClassifiedRow[];
  /** Likely duplicates that are saved all the same. */
  anyway: ReadonlySet<number>;
  /** Null while nothing may change. */
  onAnyway: ((rows: readonly number[], wanted: boolean) => void) | null;
}

/** Give it a `key` of the filter, so that each filter begins at its first page. */
export const PreviewTable = memo(function PreviewTable({ record, rows, anyway, onAnyway }: Props) {
  const [page, setPage] = useState(1);
  const pages = Math.max(1, Math.ceil(rows.length / pageSize));
  const current = Math.min(page, pages);
  const shown = rows.slice((current - 1) * pageSize, current * pageSize);
  const identity = identityLabel(record);
  const title = record.fields.find((field) => field.name === record.title)?.label ?? "Name";
  if (rows.length === 0) return <Text c="var(--app-soft)">No rows of this class.</Text>;
  return (
    <>
      {/* A scrolled area must be reachable by keyboard. */}
      <Box component="section" className={classes.table} tabIndex={0} aria-label="Rows of the file">
        <table>
          <thead>
            <tr>
              <th scope="col" className={classes.number}>
                Row
              </th>
              <th scope="col">Class</th>
              {identity && <th scope="col">{identity}</th>}
              <th scope="col">{title}</th>
              <th scope="col">What to know</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.row}>
                <td className={classes.number}>{row.row}</td>
                <td className={classes.class} data-class={row.class}>
                  {classLabels[row.class].label}
                </td>
                {identity && (
                  <td className={classes.identity}>
                    {row.identity ?? <span className={classes.soft}>no {identity}</span>}
                  </td>
                )}
                <td>{row.title}</td>
                <td>
                  <Notes notes={notesOf(record, row)} />
                  {row.anyway && (
                    <Checkbox
                      size="xs"
                      mt={4}
                      label={`Save anyway: they are two ${record.noun.many}`}
                      aria-label={`Save row ${row.row}, ${row.title}, anyway: they are two ${record.noun.many}`}
                      checked={anyway.has(row.row)}
                      disabled={onAnyway === null}
                      onChange={(event) => onAnyway?.([row.row], event.currentTarget.checked)}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
      {pages > 1 && (
        <Group justify="space-between" mt="xs">
          <Text size="sm" aria-live="polite">
            {formatNumber((current - 1) * pageSize + 1)}–
            {formatNumber(Math.min(rows.length, current * pageSize))} of {formatNumber(rows.length)}
          </Text>
          <Pagination
            total={pages}
            value={current}
            onChange={setPage}
            size="sm"
            getControlProps={(control) => ({ "aria-label": `${control} page` })}
            getItemProps={(number) => ({ "aria-label": `Page ${number}` })}
          />
        </Group>
      )}
    </>
  );
});

function Notes({ notes }: { notes: readonly RowNote[] }) {
  if (notes.length === 0) return null;
  return (
    <ul className={classes.notes}>
      {notes.slice(0, notesAtOnce).map((note) => (
        <li key={`${note.kind} ${note.cell} ${note.field} ${note.text}`}>
          {note.cell && <span className={classes.cell}>{note.cell}</span>}
          {note.field && <b>{note.field}: </b>}
          {note.text}
          {note.href && (
            <>
              {" "}
              <a href={note.href} target="_blank" rel="noreferrer">
                Open the stored row
              </a>
            </>
          )}
        </li>
      ))}
      {notes.length > notesAtOnce && <li className={classes.soft}>and {notes.length - notesAtOnce} more</li>}
    </ul>
  );
}
