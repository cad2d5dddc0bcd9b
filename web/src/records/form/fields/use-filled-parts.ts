/** Hook that lists the parts of a form with chosen files. */
import { useSyncExternalStore } from "react";
import type { FormFiles } from "./form-files.ts";

const noSubscription = () => () => undefined;

/** Returns the names of the parts that have files or a problem. A part with attached files has the name of its field. */
export const useFilledParts = (files: FormFiles | undefined): readonly string[] =>
  useSyncExternalStore(files?.subscribe ?? noSubscription, () => files?.names() ?? "").split(" ");
