/** Hook that lists the parts of a form for which the user has chosen files. */
import { useSyncExternalStore } from "react";
import type { FormFiles } from "./form-files.ts";

const noSubscription = () => () => undefined;

/**
 * Returns the names of the form sections that have files or an error message. A section that is a single field has the
 * field's name.
 */
export const useFilledParts = (files: FormFiles | undefined): readonly string[] =>
  useSyncExternalStore(files?.subscribe ?? noSubscription, () => files?.names() ?? "").split(" ");
