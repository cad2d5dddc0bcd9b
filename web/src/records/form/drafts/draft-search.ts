/** Addresses of drafts. */
import type { DraftTarget } from "./drafts.ts";

/** Returns the search parameters that make the list open the form of a draft. */
export const draftSearch = ({ id, from, entry }: DraftTarget) =>
  id === null ? { new: 1 as const, from, kept: entry } : { edit: id };
