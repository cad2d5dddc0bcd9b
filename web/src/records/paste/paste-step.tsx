/** First step of pasting: the block, what its columns hold, and what all rows share. */
import { Alert, Button, Group, Text, Textarea } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { formatNumber } from "#shared/rules/numbers.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { Questions } from "../import/questions.tsx";
import { ColumnsTable } from "./columns-table.tsx";
import { SharedFields } from "./shared-fields.tsx";
import type { Block } from "./use-block.ts";

interface Props {
  record: AnyRecord;
  user: CurrentUser;
  block: Block;
  /** Why the rows could not be checked. */
  problem: string | null;
}

export function PasteStep({ record, user, block, problem }: Props) {
  const shown = problem ?? block.problem;
  return (
    <>
      {shown && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert" mb="sm">
          {shown}
        </Alert>
      )}
      {block.rows.length === 0 ? (
        <Textarea
          label="Paste the rows here"
          description="Copy the cells in the spreadsheet, click here and press Ctrl+V. Headings may be among them. Nothing is saved before you have seen what would change."
          placeholder="Ctrl+V"
          rows={6}
          value=""
          data-autofocus
          spellCheck={false}
          // A paste that hands over no text (from some phones) still changes the field.
          onChange={(event) => block.take(event.currentTarget.value)}
          onPaste={(event) => {
            const text = event.clipboardData.getData("text/plain");
            if (text === "") return;
            event.preventDefault();
            block.take(text);
          }}
        />
      ) : (
        <>
          <Group justify="space-between">
            <Text fw={600} role="status">
              {formatNumber(block.reading.rows.length)} {block.reading.rows.length === 1 ? "row" : "rows"},{" "}
              {formatNumber(block.fields.length)} {block.fields.length === 1 ? "column" : "columns"}
            </Text>
            <Button variant="subtle" size="compact-sm" onClick={block.clear}>
              Paste another block
            </Button>
          </Group>
          <ColumnsTable record={record} block={block} />
          <Questions
            questions={block.reading.questions}
            choices={block.choices}
            onChoices={block.setChoices}
          />
        </>
      )}
      <SharedFields record={record} user={user} block={block} />
    </>
  );
}
