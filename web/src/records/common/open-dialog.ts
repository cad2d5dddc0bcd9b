/** Dialogs that can be open over a record screen. */
import type { Row } from "../../lib/http/api.ts";
import type { WholeList } from "./list-body.ts";
import type { DialogAct } from "./slots.ts";

/** An open dialog that the URL doesn't contain. */
export type OpenDialog =
  | { kind: "delete" | "approve"; row: Row }
  | { kind: "trash" }
  | { kind: "approve-all"; list: WholeList }
  | { kind: "act"; act: DialogAct; row: Row }
  | { kind: "info"; message: string; confirmation: boolean }
  | null;
