/** Addresses of drafts. */
import type { DraftTarget } from "./drafts.ts";

/** Returns the search parameters of the list on which the form of a draft opens. */
export const draftSearch = ({ id, from, entry }: DraftTarget) =>
  id === null ? { new: 1 as const, from, kept: entry } : { edit: id };
