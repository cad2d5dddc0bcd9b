/** What a change made of each field: before and after. */
import { Table } from "@mantine/core";
import type { Field } from "../../../edge-functions/_shared/records/types.ts";
import type { HistoryEntry } from "../lib/api.ts";
import { plainValue } from "../lib/plain-value.ts";

interface Props {
  /** The fields of the record type, which name the columns; none where it is not known. */
  fields: readonly Field[];
  changes: NonNullable<HistoryEntry["changes"]>;
}

export function ChangesTable({ fields, changes }: Props) {
  return (
    <Table mt="xs" withTableBorder withColumnBorders fz="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Field</Table.Th>
          <Table.Th>From</Table.Th>
          <Table.Th>To</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {Object.entries(changes).map(([name, [before, after]]) => {
          const field = fields.find((known) => known.name === name);
          return (
            <Table.Tr key={name}>
              <Table.Td>{field?.label ?? serverLabels[name] ?? name}</Table.Td>
              <Table.Td>{plainValue(field, before) || "—"}</Table.Td>
              <Table.Td>{plainValue(field, after) || "—"}</Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

const serverLabels: Readonly<Record<string, string>> = {
  process_stage: "Stage",
  approved_at: "Approved at",
  approved_by: "Approved by",
};
