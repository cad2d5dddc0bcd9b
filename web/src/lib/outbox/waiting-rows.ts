/** New rows that wait in the outbox, for other rows that refer to them. */
import type { Row } from "../http/api.ts";
import { useKnownUser } from "../user.ts";
import type { Entry } from "./entry.ts";
import { useUnsent } from "./use-outbox.ts";

/** Returns the waiting rows of a record type, in the format of a list response. Their ids are local ids. */
export const useWaitingRows = (path: string): Row[] =>
  useUnsent(useKnownUser()?.id ?? "").flatMap((entry) => rowOf(entry, path));

const rowOf = (entry: Entry, path: string): Row[] =>
  entry.path === path && entry.localId !== null && entry.work.kind === "row"
    ? [{ ...entry.work.values, id: entry.localId } as Row]
    : [];
