/** Table of changed fields with their old and new values. */

import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import type { HistoryEntry } from "../../lib/http/api.ts";
import { plainValue } from "../../lib/plain-value.ts";
import { stageField } from "./screen-fields.ts";

interface Props {
  /** Record type that provides the field labels; null if unknown. */
  record: Pick<AnyRecord, "fields" | "serverFields"> | null | undefined;
  changes: NonNullable<HistoryEntry["changes"]>;
}

export function ChangesTable({ record, changes }: Props) {
  const fields = [...(record?.fields ?? []), ...(record?.serverFields ?? []), ...serverFields];
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">From</th>
          <th scope="col">To</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(changes).map(([name, [before, after]]) => {
          const field = fields.find((known) => known.name === name);
          return (
            <tr key={name}>
              <td>{field?.label ?? name}</td>
              <td>{plainValue(field, before) || "—"}</td>
              <td>{plainValue(field, after) || "—"}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Fields that only the server writes. */
const serverFields: readonly Field[] = [
  { name: "row_version", label: "Version", kind: "integer", group: "" },
  { name: "status", label: "Status", kind: "text", group: "" },
  stageField,
  { name: "approved_at", label: "Approved at", kind: "text", group: "", moment: true },
  { name: "approved_by", label: "Approved by", kind: "text", group: "" },
  { name: "reason", label: "Reason", kind: "long_text", group: "" },
];
