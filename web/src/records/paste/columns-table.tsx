/** First rows of a pasted block, with a choice of field above each column. */

import { cellText, columnLetters } from "#shared/import/reading/cells.ts";
import { fieldLabel, mappableFields } from "#shared/import/reading/columns.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { CheckField, SelectField } from "../../components/fields/field.tsx";
import { Group, Text } from "../../components/layout.tsx";
import { Scroller } from "../../components/scroller.tsx";
import importClasses from "../import/preview/import.module.css";
import classes from "./paste.module.css";
import type { Block } from "./use-block.ts";

const shownRows = 5;

interface Props {
  record: AnyRecord;
  block: Block;
}

export function ColumnsTable({ record, block }: Props) {
  const { rows } = block.reading;
  return (
    <>
      <HeadingChoice record={record} block={block} />
      <Scroller className={importClasses.table} label="Columns of the block">
        <table className={classes.columns}>
          <FieldChoices record={record} block={block} />
          <tbody>
            {rows.slice(0, shownRows).map((row) => (
              <tr key={row.row}>
                {block.fields.map((name, column) => (
                  <td key={columnLetters(column)} data-untaken={name === null || undefined}>
                    {cellText(row.cells[column])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      {rows.length > shownRows && (
        <Text small soft>
          The first {shownRows} rows are shown.
        </Text>
      )}
    </>
  );
}

/** Asks the user if the first row has headings. If not, asks which field the first column belongs to. */
function HeadingChoice({ record, block }: Props) {
  const { headed } = block.reading.layout;
  const fields = mappableFields(record);
  const first = fields.findIndex(({ name }) => name === block.fields[0]);
  return (
    <Group>
      <CheckField
        label="The first row has headings"
        checked={headed}
        onChange={(event) => block.setHeaded(event.currentTarget.checked)}
      />
      {!headed && (
        <SelectField
          label="The columns follow the order of the fields, starting with"
          value={String(Math.max(first, 0))}
          choices={fields.map((field, index) => ({
            value: String(index),
            label: fieldLabel(record, field.name),
          }))}
          onChange={(event) => block.startAt(Number(event.currentTarget.value))}
        />
      )}
    </Group>
  );
}

/** Head of the table: the field of each column. */
function FieldChoices({ record, block }: Props) {
  const options = [
    { value: "", label: "(not imported)" },
    ...mappableFields(record).map(({ name }) => ({ value: name, label: fieldLabel(record, name) })),
  ];
  return (
    <thead>
      <tr>
        {block.fields.map((name, column) => (
          <th key={columnLetters(column)} scope="col">
            <SelectField
              aria-label={`Field of column ${columnLetters(column)}`}
              value={name ?? ""}
              choices={options}
              onChange={(event) => block.choose(column, event.currentTarget.value || null)}
            />
          </th>
        ))}
      </tr>
    </thead>
  );
}
