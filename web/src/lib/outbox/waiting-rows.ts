/** New rows that wait in the outbox. Other rows can refer to them before the server has stored them. */
import type { Row } from "../http/api.ts";
import { useKnownUser } from "../user.ts";
import type { Entry } from "./entry.ts";
import { useUnsent } from "./use-outbox.ts";

/** Returns the waiting rows of a record type, as a list would return them. Their ids are local ids. */
export const useWaitingRows = (path: string): Row[] =>
  useUnsent(useKnownUser()?.id ?? "").flatMap((entry) => rowOf(entry, path));

const rowOf = (entry: Entry, path: string): Row[] =>
  entry.path === path && entry.localId !== null && entry.work.kind === "row"
    ? [{ ...entry.work.values, id: entry.localId } as Row]
    : [];
