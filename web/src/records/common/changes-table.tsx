/** Table of changed fields with their old and new values. */

import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import type { HistoryEntry } from "../../lib/http/api.ts";
import { plainValue } from "../../lib/plain-value.ts";
import { stageField } from "./screen-fields.ts";

interface Props {
  /**
   * Record type whose field labels are shown. Null if the record type is not known; the table then shows column names.
   */
  record: Pick<AnyRecord, "fields" | "serverFields"> | null | undefined;
  changes: NonNullable<HistoryEntry["changes"]>;
}

/** The label, the old value and the new value of a changed field. */
export type DescribedChange = readonly [label: string, before: string, after: string];

/** Returns the changes as strings. The string of an empty value is empty. */
export function describeChanges(record: Props["record"], changes: Props["changes"]): DescribedChange[] {
  const fields = [...(record?.fields ?? []), ...(record?.serverFields ?? []), ...serverFields];
  return Object.entries(changes).map(([name, [before, after]]) => {
    const field = fields.find((known) => known.name === name);
    return [field?.label ?? name, plainValue(field, before), plainValue(field, after)];
  });
}

export const ChangesTable = ({ record, changes }: Props) => (
  <DescribedChanges changes={describeChanges(record, changes)} />
);

export const DescribedChanges = ({ changes }: { changes: readonly DescribedChange[] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">Field</th>
        <th scope="col">From</th>
        <th scope="col">To</th>
      </tr>
    </thead>
    <tbody>
      {changes.map(([label, before, after], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two fields may have the same label
        <tr key={index}>
          <td>{label}</td>
          <td>{before || "—"}</td>
          <td>{after || "—"}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** Fields that only the server sets. */
export const serverFields: readonly Field[] = [
  { name: "row_version", label: "Version", kind: "integer", group: "" },
  { name: "status", label: "Status", kind: "text", group: "" },
  stageField,
  { name: "approved_at", label: "Approved at", kind: "text", group: "", moment: true },
  { name: "approved_by", label: "Approved by", kind: "text", group: "" },
  { name: "reason", label: "Reason", kind: "long_text", group: "" },
];
