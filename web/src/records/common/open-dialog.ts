/** Dialogs that can be open on top of the data screen. */
import type { Row } from "../../lib/http/api.ts";
import type { WholeList } from "./list-body.ts";
import type { DialogAct } from "./slots.ts";

/** Open dialog that is not part of the address. */
export type OpenDialog =
  | { kind: "delete" | "approve"; row: Row }
  | { kind: "trash" }
  | { kind: "approve-all"; list: WholeList }
  | { kind: "act"; act: DialogAct; row: Row }
  | { kind: "info"; message: string; confirmation: boolean }
  | null;
