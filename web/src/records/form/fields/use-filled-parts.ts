/** Names of the parts of a form that have files. */
import { useSyncExternalStore } from "react";
import type { FormFiles } from "./form-files.ts";

const noSubscription = () => () => undefined;

/** Returns the names; the names of fields for files that are attached to a field. */
export const useFilledParts = (files: FormFiles | undefined): readonly string[] =>
  useSyncExternalStore(files?.subscribe ?? noSubscription, () => files?.names() ?? "").split(" ");
