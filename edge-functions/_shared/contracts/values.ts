/** The values that bodies are made of, each with the sentence that says what is wanted. */
import { z } from "zod";

/** 32 hexadecimal digits with dashes, of whatever version: ids are compared, never made from this. */
export const uuid = z.guid();

export const isUuid = (value: unknown): value is string => uuid.safeParse(value).success;

/** The id of a user, in small letters. @param name The field, as the sentence names it. */
export const userId = (name = "id") => z.guid(`${name} must be a user's id.`).toLowerCase();

const idMessage = "Each id must be a positive whole number.";

/** The id of a row: a number, or its digits as a text. */
export const rowId = (message = idMessage) =>
  z
    .union(
      [
        z.int(message).positive(message),
        z
          .string()
          .regex(/^\d{1,15}$/, message)
          .transform(Number),
      ],
      message,
    )
    .pipe(z.int(message).positive(message));

/** A text, null where it is empty or not given. */
export const optionalText = (longest: number, message: string) =>
  z
    .string(message)
    .max(longest, message)
    .regex(/^\P{Cc}*$/u, message)
    .nullish()
    .transform((text) => (text === undefined || text === null || text.trim() === "" ? null : text));

/** A field that may be left out, or null, or empty, which all mean that it is not set. @param message What is wanted. */
export const optional = <Schema extends z.ZodType>(schema: Schema, message: string) =>
  z
    .union([schema, z.literal("")], message)
    .nullish()
    .transform((value) => (value === "" ? null : (value ?? null)) as z.output<Schema> | null);

/** One of something, or a list of at most as many as one call takes. */
export const oneOrMany = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([schema, z.array(schema).min(1).max(500)]);
