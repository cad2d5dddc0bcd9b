/** Decides which record types and fields can have unusual values (`softChecks` and `comparisons` of the registry). */
import type { AnyRecord } from "./types.ts";

/** Names of the fields that can be marked as unusual. */
export const fieldsOfUnusualValues = ({
  softChecks = [],
  comparisons = [],
}: AnyRecord): readonly string[] => [
  ...softChecks.flatMap((check) => (check.kind === "one_side" ? check.parts : [check.field])),
  ...comparisons.map(({ field }) => field),
];

/** True if the record type has rules that find unusual values in stored rows. */
export const hasUnusualValues = ({ softChecks, comparisons }: AnyRecord): boolean =>
  softChecks !== undefined || comparisons !== undefined;
