/**
 * Reads the answer of a whole list while it arrives: the API puts each row on a line of its own (whole-list.ts), so that
 * a list of any length costs the memory of the rows that are being read.
 */
import { FileProblem } from "./formats/file-problem.ts";

export type Row = Readonly<Record<string, unknown>>;

const lastLine = /^\],"total":(\d+)\}$/;

/** @throws FileProblem when the connection breaks off, or the list is not whole. */
export async function* readRows(body: ReadableStream<Uint8Array>): AsyncGenerator<Row[]> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let count = 0;
  let rest = "";
  let begun = false;
  const broken = () =>
    new FileProblem(
      `The connection broke off after ${count.toLocaleString("en")} rows, and there is no file. Export once more.`,
    );
  try {
    for (;;) {
      const part = await reader.read().catch(() => {
        throw broken();
      });
      rest += decoder.decode(part.value, { stream: !part.done });
      const lines = rest.split("\n");
      rest = lines.pop() ?? "";
      // The first line is what stands before the rows.
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
