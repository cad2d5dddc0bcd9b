/**
 * Notice about rows with unusual values. The user gives one reason for saving all of these rows, or skips
 * them.
 */

import { formatNumber } from "#shared/rules/numbers.ts";
import { reasonProblem } from "#shared/rules/soft-checks.ts";
import { enumerate } from "#shared/rules/text.ts";
import { CheckField, TextField } from "../../components/fields/field.tsx";
import { Text } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";
import type { Preview } from "./import-flow.ts";
import { unusualRows } from "./preview/rows-to-save.ts";
import type { Import } from "./use-import.ts";

/** Maximum number of rows that are listed. Further rows are only counted. */
const mostNamed = 12;

interface Props {
  preview: Preview;
  disabled: boolean;
  onAnswer: Import["explain"];
}

export function UnusualValues({ preview, disabled, onAnswer }: Props) {
  const { unusual } = preview;
  const rows = unusualRows(preview);
  if (rows.length === 0) return null;
  const named = rows.slice(0, mostNamed).map(({ row }) => formatNumber(row));
  const others = rows.length - named.length;
  const list = enumerate(others > 0 ? [...named, `${formatNumber(others)} others`] : named);
  const wrong = unusual.reason === "" ? null : reasonProblem(unusual.reason);
  return (
    <Notice
      tone="warn"
      title={
        rows.length === 1
          ? "1 row has unusual values"
          : `${formatNumber(rows.length)} rows have unusual values`
      }
    >
      <Text small>
        {rows.length === 1 ? "Row" : "Rows"} {list}. See the notes below. Correct the file, or give a short
        reason why the values are right. The reviewer sees the reason.
      </Text>
      <TextField
        label="Reason"
        maxLength={500}
        value={unusual.reason}
        problem={wrong ? `The reason ${wrong}.` : undefined}
        disabled={disabled || unusual.leaveOut}
        onChange={(event) => onAnswer({ ...unusual, reason: event.currentTarget.value })}
      />
      <CheckField
        label={rows.length === 1 ? "Skip this row" : "Skip these rows"}
        checked={unusual.leaveOut}
        disabled={disabled}
        onChange={(event) => onAnswer({ ...unusual, leaveOut: event.currentTarget.checked })}
      />
    </Notice>
  );
}
