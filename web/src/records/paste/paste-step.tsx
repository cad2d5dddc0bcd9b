/** First step of pasting: the block, the fields of its columns, and values for all rows. */

import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { formatNumber } from "#shared/rules/numbers.ts";
import { Button } from "../../components/button.tsx";
import { TextArea } from "../../components/fields/field.tsx";
import { Group, Text } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { Questions } from "../import/questions.tsx";
import { ColumnsTable } from "./columns-table.tsx";
import { SharedFields } from "./shared-fields.tsx";
import type { Block } from "./use-block.ts";

interface Props {
  record: AnyRecord;
  user: CurrentUser;
  block: Block;
  /** Reason why the rows could not be checked. */
  problem: string | null;
}

export function PasteStep({ record, user, block, problem }: Props) {
  const shown = problem ?? block.problem;
  return (
    <>
      {shown && <Notice tone="bad">{shown}</Notice>}
      {block.rows.length === 0 ? (
        <TextArea
          label="Paste the rows here"
          help="Copy the cells in the spreadsheet, click here and press Ctrl+V. You may include the headings. Nothing is saved until you have seen the changes."
          placeholder="Ctrl+V"
          rows={6}
          value=""
          data-autofocus
          spellCheck={false}
          // On some phones, a paste changes the field but passes no text to the paste event.
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
          <Group at="apart">
            <Text strong role="status">
              {formatNumber(block.reading.rows.length)} {block.reading.rows.length === 1 ? "row" : "rows"},{" "}
              {formatNumber(block.fields.length)} {block.fields.length === 1 ? "column" : "columns"}
            </Text>
            <Button look="subtle" onClick={block.clear}>
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
