/** The validator as a zod schema, for react-hook-form's resolver and for anything else that speaks zod. */
import { z } from "zod";
import type { AnyRecord } from "../records/vocabulary/types.ts";
import { type ValidationContext, validateRecord } from "./validate.ts";

/** A schema of loose objects whose output is `validateRecord`'s value and whose issues are its problems. */
export const zodSchemaFor = (record: AnyRecord, mode: "insert" | "update", context: ValidationContext = {}) =>
  z.record(z.string(), z.unknown()).transform((input, ctx): Record<string, unknown> => {
    const { value, problems } = validateRecord(record, input, mode, context);
    for (const { field, message } of problems) {
      ctx.addIssue({ code: "custom", path: [field], message, input: input[field] });
    }
    return problems.length > 0 ? z.NEVER : value;
  });
