/** What a change made of each field: before and after. */
import { Table } from "@mantine/core";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import type { HistoryEntry } from "../../lib/http/api.ts";
import { plainValue } from "../../lib/plain-value.ts";

interface Props {
  /** The record type, whose fields name the columns; none where it is not known. */
  record: Pick<AnyRecord, "fields" | "kept"> | null | undefined;
  changes: NonNullable<HistoryEntry["changes"]>;
}

export function ChangesTable({ record, changes }: Props) {
  const fields = [...(record?.fields ?? []), ...(record?.kept ?? []), ...serverFields];
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
              <Table.Td>{field?.label ?? name}</Table.Td>
              <Table.Td>{plainValue(field, before) || "—"}</Table.Td>
              <Table.Td>{plainValue(field, after) || "—"}</Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

/** What only the server writes. */
const serverFields: readonly Field[] = [
  { name: "process_stage", label: "Stage", kind: "text", group: "" },
  { name: "approved_at", label: "Approved at", kind: "text", group: "", moment: true },
  { name: "approved_by", label: "Approved by", kind: "text", group: "" },
];
