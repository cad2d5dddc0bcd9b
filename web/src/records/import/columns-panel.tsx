/**
 * Table of the file's columns. Shows for each column its field, the reason for the match, and a menu to choose another
 * field. The table is open until the user has answered all questions about columns.
 */

import { columnLetters } from "#shared/import/reading/cells.ts";
import { fieldLabel, mappableFields } from "#shared/import/reading/columns.ts";
import type { ReadingChoices } from "#shared/import/reading/questions.ts";
import type { ColumnReading } from "#shared/import/reading/reading.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { SelectField } from "../../components/fields/field.tsx";
import { Text } from "../../components/layout.tsx";
import { Scroller } from "../../components/scroller.tsx";
import classes from "./preview/import.module.css";

interface Props {
  record: AnyRecord;
  columns: readonly ColumnReading[];
  choices: ReadingChoices;
  disabled: boolean;
  /** True until the user has answered all questions about columns. */
  asked: boolean;
  onChoices: (choices: ReadingChoices) => void;
}

/**
 * Returns the choices with a new field for one column. If another column had this field, removes that choice.
 * @param field Null if the column is not imported.
 */
export const withColumn = (choices: ReadingChoices, column: number, field: string | null): ReadingChoices => {
  const others = Object.entries(choices.columns ?? {}).filter(([, held]) => held === null || held !== field);
  return { ...choices, columns: { ...Object.fromEntries(others), [column]: field } };
};

export function ColumnsPanel({ record, columns, choices, disabled, asked, onChoices }: Props) {
  const filled = columns.filter(({ heading, sample }) => heading !== "" || sample !== "");
  const taken = filled.filter(({ field }) => field !== null).length;
  const options = [
    { value: "", label: "(not imported)" },
    ...mappableFields(record).map(({ name }) => ({ value: name, label: fieldLabel(record, name) })),
  ];
  return (
    <details className={classes.columns} open={asked || undefined}>
      <summary>
        {taken} of {filled.length} columns matched
      </summary>
      <Scroller className={classes.table} label="Columns of the file">
        <table>
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">Heading</th>
              <th scope="col">First value</th>
              <th scope="col">Field</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {filled.map((reading) => (
              <ColumnRow
                key={reading.column}
                reading={reading}
                options={options}
                disabled={disabled}
                onField={(field) => onChoices(withColumn(choices, reading.column, field))}
              />
            ))}
          </tbody>
        </table>
      </Scroller>
    </details>
  );
}

interface ColumnRowProps {
  reading: ColumnReading;
  options: { value: string; label: string }[];
  disabled: boolean;
  /** @param field Null if the column is not imported. */
  onField: (field: string | null) => void;
}

function ColumnRow({ reading, options, disabled, onField }: ColumnRowProps) {
  const { column, heading, field, why, sample } = reading;
  return (
    <tr>
      <td>{columnLetters(column)}</td>
      <td>{heading}</td>
      <td>{sample}</td>
      <td>
        <SelectField
          aria-label={`Field of column ${columnLetters(column)}`}
          value={field ?? ""}
          choices={options}
          disabled={disabled}
          onChange={(event) => onField(event.currentTarget.value || null)}
        />
      </td>
      <td>
        <Text small soft>
          {why}
        </Text>
      </td>
    </tr>
  );
}
