/** Dialogs that can be open on top of the data screen. */
import type { Row } from "../../lib/http/api.ts";
import type { WholeList } from "./list-body.ts";
import type { DialogAct } from "./slots.ts";

/** A dialog that is open but is not part of the URL. */
export type OpenDialog =
  | { kind: "delete" | "approve"; row: Row }
  | { kind: "trash" }
  | { kind: "approve-all"; list: WholeList }
  | { kind: "act"; act: DialogAct; row: Row }
  | { kind: "info"; message: string; confirmation: boolean }
  | null;
