/** The first rows of a pasted block, with a choice over each column of the field that it holds. */
import { Box, Checkbox, Group, NativeSelect, Text } from "@mantine/core";
import { cellText, columnLetters } from "#shared/import/reading/cells.ts";
import { fieldLabel, mappableFields } from "#shared/import/reading/columns.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import importClasses from "../import/preview/import.module.css";
import classes from "./paste.module.css";
import type { Block } from "./use-block.ts";

const shownRows = 5;

export function ColumnsTable({ record, block }: { record: AnyRecord; block: Block }) {
  const { reading, fields: columns } = block;
  const data = reading.rows;
  const fields = mappableFields(record);
  const options = [
    { value: "", label: "(not imported)" },
    ...fields.map((field) => ({ value: field.name, label: fieldLabel(record, field.name) })),
  ];
  const { headed } = reading.layout;
  const first = fields.findIndex(({ name }) => name === columns[0]);
  return (
    <>
      <Group gap="lg" my="xs" align="flex-end">
        <Checkbox
          label="The first row has headings"
          checked={headed}
          onChange={(event) => block.setHeaded(event.currentTarget.checked)}
        />
        {!headed && (
          <NativeSelect
            size="xs"
            label="The columns follow the fields, beginning with"
            value={String(Math.max(first, 0))}
            data={fields.map((field, index) => ({
              value: String(index),
              label: fieldLabel(record, field.name),
            }))}
            onChange={(event) => block.startAt(Number(event.currentTarget.value))}
          />
        )}
      </Group>
      {/* A scrolled area must be reachable by keyboard. */}
      <Box component="section" className={importClasses.table} tabIndex={0} aria-label="Columns of the block">
        <table className={classes.columns}>
          <thead>
            <tr>
              {columns.map((name, column) => (
                <th key={columnLetters(column)} scope="col">
                  <NativeSelect
                    size="xs"
                    aria-label={`Field of column ${columnLetters(column)}`}
                    value={name ?? ""}
                    data={options}
                    onChange={(event) => block.choose(column, event.currentTarget.value || null)}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.slice(0, shownRows).map((row) => (
              <tr key={row.row}>
                {columns.map((name, column) => (
                  <td key={columnLetters(column)} data-untaken={name === null || undefined}>
                    {cellText(row.cells[column])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
      {data.length > shownRows && (
        <Text size="sm" c="var(--app-soft)" mt={4}>
          The first {shownRows} rows are shown.
        </Text>
      )}
    </>
  );
}
