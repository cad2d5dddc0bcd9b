/** Rows with unusual values: which they are, and one word of reason for all of them, or that they stay out. */
import { Alert, Checkbox, Text, TextInput } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { formatNumber } from "#shared/rules/numbers.ts";
import { reasonProblem } from "#shared/rules/soft-checks.ts";
import { enumerate } from "#shared/rules/text.ts";
import { unusualRows } from "./preview/savable.ts";
import type { Import, Preview } from "./use-import.ts";

/** More are counted. */
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
    <Alert
      color="yellow"
      icon={<IconAlertTriangle aria-hidden />}
      title={
        rows.length === 1
          ? "1 row has unusual values"
          : `${formatNumber(rows.length)} rows have unusual values`
      }
      mb="sm"
    >
      <Text size="sm" mb="xs">
        {rows.length === 1 ? "Row" : "Rows"} {list}. The notes below say what is unusual. Correct the file, or
        say in a word why the values are right: whoever reviews the rows reads it.
      </Text>
      <TextInput
        label="Reason"
        size="xs"
        maxLength={500}
        value={unusual.reason}
        error={wrong ? `The reason ${wrong}.` : undefined}
        disabled={disabled || unusual.leaveOut}
        onChange={(event) => onAnswer({ ...unusual, reason: event.currentTarget.value })}
      />
      <Checkbox
        mt="xs"
        size="sm"
        label={rows.length === 1 ? "Leave this row out" : "Leave these rows out"}
        checked={unusual.leaveOut}
        disabled={disabled}
        onChange={(event) => onAnswer({ ...unusual, leaveOut: event.currentTarget.checked })}
      />
    </Alert>
  );
}
