/** URL search parameters that open drafts. */
import type { DraftTarget } from "./drafts.ts";

/** Returns the URL search parameters with which the list opens the form of a draft. */
export const draftSearch = ({ id, from, entry }: DraftTarget) =>
  id === null ? { new: 1 as const, from, kept: entry } : { edit: id };
