/** Answers list requests from the stored rows of the user's offices (offline/office-rows.ts). */
import { chosenFrom } from "virtual:offline-fields";
import { loaders } from "virtual:record-screens";
import { type OfficeRows, readOfficeRows } from "../offline/office-rows.ts";
import { answerList, answerValues, type Body, type StoredRows } from "../offline/row-query.ts";

/** Times at which the rows of answers were fetched, by the abort signal of the request. */
const times = new WeakMap<AbortSignal, number>();

/** Returns the time at which the rows of an answer were fetched; undefined if the server gave the answer. */
export const timeOfRows = (signal: AbortSignal): number | undefined => times.get(signal);

const answers = {
  list: (stored: StoredRows, body: Body) => {
    const found = answerList(stored, body);
    return found && { status: "success", message: "", ...found };
  },
  values: answerValues,
};

/** Returns the answer to a request; null if the stored rows can't answer the request. */
export async function answerFromRows(
  kind: keyof typeof answers,
  path: string,
  body: object,
  signal?: AbortSignal,
): Promise<unknown> {
  try {
    const [load, stored] = [loaders[chosenFrom[path] ?? ""], await readOfficeRows(path)];
    if (!load || !stored) return null;
    const record = await load();
    const parents = await parentRows(record.parent?.path);
    const answer = answers[kind]({ record, rows: stored.rows, parents }, body as Body);
    if (answer && signal) times.set(signal, stored.at);
    return answer;
  } catch (problem) {
    console.error("The stored rows could not be read.", problem);
    return null;
  }
}

const parentRows = async (path: string | undefined): Promise<OfficeRows["rows"]> =>
  (path && (await readOfficeRows(path))?.rows) || [];
