/** Progress while a file or a pasted block is read and compared with the stored records. */

import { formatNumber } from "#shared/rules/numbers.ts";
import { Progress, Text } from "../../components/layout.tsx";
import type { JobProgress } from "../workbook/excel-client.ts";

const readingSteps: Readonly<Record<string, string>> = {
  checking: "Checking the file…",
  opening: "Opening the file…",
  reading: "Reading the rows…",
  matching: "Reading the rows…",
  judging: "Checking the rows…",
  comparing: "Comparing with stored records…",
};

export function Reading({ fileName, progress }: { fileName: string; progress: JobProgress }) {
  const known = progress.all > 0;
  return (
    <>
      <Text strong>{fileName}</Text>
      <Text role="status">
        {readingSteps[progress.step] ?? "Reading…"}
        {known &&
          progress.step !== "comparing" &&
          ` ${formatNumber(progress.done)} of ${formatNumber(progress.all)}`}
      </Text>
      <Progress
        value={known ? (progress.done / progress.all) * 100 : null}
        label="Progress of reading the file"
      />
    </>
  );
}
