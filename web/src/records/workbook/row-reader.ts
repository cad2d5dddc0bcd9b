/**
 * Reads the response of a whole list while it arrives. The API writes one row per line (whole-list.ts), so memory use
 * does not depend on the length of the list.
 */
import { FileProblem } from "./formats/file-problem.ts";

export type Row = Readonly<Record<string, unknown>>;

const lastLine = /^\],"total":(\d+)\}$/;

/** @throws FileProblem if the connection is lost or the list is incomplete. */
export async function* readRows(body: ReadableStream<Uint8Array>): AsyncGenerator<Row[]> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let count = 0;
  let rest = "";
  let begun = false;
  const broken = () =>
    new FileProblem(
      `The connection was lost after ${count.toLocaleString("en")} rows, so no file was created. Export again.`,
    );
  try {
    for (;;) {
      const part = await reader.read().catch(() => {
        throw broken();
      });
      rest += decoder.decode(part.value, { stream: !part.done });
      const lines = rest.split("\n");
      rest = lines.pop() ?? "";
      // Skip the first line. It contains the start of the response and no row.
      const rows = lines.slice(begun ? 0 : 1).map((line) => JSON.parse(line.replace(/,$/, "")) as Row);
      begun ||= lines.length > 0;
      count += rows.length;
      if (rows.length > 0) yield rows;
      if (part.done) break;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  if (Number(lastLine.exec(rest)?.[1] ?? -1) !== count) throw broken();
}
