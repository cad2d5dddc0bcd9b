/** The number of rows that an import skipped, and the reasons. Empty if the import skipped no rows. */
import { formatNumber } from "#shared/rules/numbers.ts";
import { Text } from "../../components/layout.tsx";
import type { Preview } from "./import-flow.ts";
import { skippedRows, skippedSentences } from "./preview/skipped-rows.ts";

export function SkippedRows({ preview }: { preview: Preview }) {
  const skipped = skippedRows(preview);
  if (skipped.length === 0) return null;
  return (
    <>
      <Text strong>
        {formatNumber(skipped.length)} of {formatNumber(preview.rows.length)} rows{" "}
        {skipped.length === 1 ? "was" : "were"} skipped and {skipped.length === 1 ? "is" : "are"} not stored:
      </Text>
      <ul>
        {skippedSentences(preview).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  );
}
