/** Schemas of values in request bodies, each with an error message. */
import { z } from "zod";
import type { ProblemKind } from "./problems.ts";

/** Matches 32 hexadecimal digits with dashes. The UUID version is not checked, because ids are only compared. */
export const uuid = z.guid();

export const isUuid = (value: unknown): value is string => uuid.safeParse(value).success;

/**
 * Id of a job or an import: a UUID that the client chooses.
 * @param message Error message for any other value.
 */
export const workId = (message: string) =>
  read(uuid, (input) => (isUuid(input) ? right(input) : refused(message)));

/**
 * Id of a user, in lower case.
 * @param name Name of the field in the error message.
 */
export const userId = (name = "id") => z.guid(`${name} must be a user's id.`).toLowerCase();

/** Name of a field in a saved view or in a saved query of the Explore screen. */
export const fieldName = z
  .string()
  .regex(/^\w{1,80}$/, "A field is named by letters, digits and underscores.");

/** Highest value of an integer column, such as `row_version`. */
export const largestInteger = 2_147_483_647;

const idMessage = "Each id must be a positive whole number.";

/** Reads a row id from a number, or from a text of digits. Returns undefined for any other value. */
export function idNumber(input: unknown): number | undefined {
  const number = typeof input === "string" && /^\d{1,15}$/.test(input) ? Number(input) : input;
  return typeof number === "number" && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

const mostIds = 1000;
const positive = z.int().positive();

const idsAsWritten = (most: number) =>
  z.union([
    positive,
    z
      .array(z.union([positive, z.strictObject({ id: positive })]))
      .min(1)
      .max(most),
  ]);

/**
 * Reads row ids from one id, a list of ids, or a list of `{id}`. Removes duplicate ids.
 * @param field Field name for error details, if the body itself is the list of ids.
 */
export const rowIds = (field?: string, most = mostIds, tooMany = `At most ${most} records at once.`) =>
  read(idsAsWritten(most), readIds(field, most, tooMany));

/** Row ids in the formats that `rowIds` reads. `named` is true if the request gives one id instead of a list. */
export const chosenRows = (field: string) =>
  read(idsAsWritten(mostIds), (input): Reading<{ ids: number[]; named: boolean }> => {
    const reading = readIds(field, mostIds, `At most ${mostIds} records at once.`)(input);
    return reading.ok ? right({ ids: reading.value, named: !Array.isArray(input) }) : reading;
  });

function readIds(field: string | undefined, most: number, tooMany: string) {
  return (input: unknown): Reading<number[]> => {
    const list: unknown[] = [input].flat();
    const ids = new Set<number>();
    for (const [index, entry] of list.entries()) {
      const sole = typeof entry === "object" && entry !== null && Object.keys(entry).join() === "id";
      const id = idNumber(sole ? (entry as { id: unknown }).id : entry);
      if (id === undefined)
        return refused(idMessage, { path: field === undefined ? [index] : [index, field] });
      ids.add(id);
    }
    if (list.length === 0) return refused("Give at least one id.");
    if (list.length > most) return refused(tooMany, { kind: "too_large" });
    return right([...ids]);
  };
}

/** Id of a row: a number, or a text of digits. */
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

/** A text; null if the text is empty or missing. */
export const optionalText = (longest: number, message: string) =>
  z
    .string(message)
    .max(longest, message)
    .regex(/^\P{Cc}*$/u, message)
    .nullish()
    .transform((text) => (text === undefined || text === null || text.trim() === "" ? null : text));

/**
 * A field that can be missing, null or empty, which all mean that the field is not set.
 * @param message Error message for an invalid value.
 */
export const optional = <Schema extends z.ZodType>(schema: Schema, message: string) =>
  z
    .union([schema, z.literal("")], message)
    .nullish()
    .transform((value) => (value === "" ? null : (value ?? null)) as z.output<Schema> | null);

/** Result of reading a value: the value, or an error message. */
export type Reading<Value> = { ok: true; value: Value } | Refusal;

export interface Refusal {
  ok: false;
  message: string;
  /** Path of the invalid part inside the value. */
  path?: (string | number)[];
  /** Kind of the error. Default: `malformed`. */
  kind?: ProblemKind;
}

export const right = <Value>(value: Value): Reading<Value> => ({ ok: true, value });
export const refused = (message: string, more: Pick<Refusal, "path" | "kind"> = {}): Refusal => ({
  ok: false,
  message,
  ...more,
});

/** True if a field is empty, null or missing, so that it counts as not set. */
export const isUnset = (input: unknown): input is null | undefined | "" =>
  input === null || input === undefined || input === "";

/**
 * Formats an invalid value for an error message. Values other than texts become JSON, because String() fails for some
 * objects.
 */
export const named = (input: unknown): string =>
  (typeof input === "string" ? input : (JSON.stringify(input) ?? "undefined")).slice(0, 60);

/** Schemas with a reader function, each with the schema that replaces it in the API description. */
const descriptions = new WeakMap<z.core.$ZodType, z.ZodType>();

/** Returns the replacement of a schema in the API description; undefined if none was registered. */
export const descriptionOf = (schema: z.core.$ZodType): z.ZodType | undefined => descriptions.get(schema);

/**
 * Registers `as` to replace `schema` in the API description, which can't describe reader functions. Returns `schema`.
 */
export function describedBy<As extends z.ZodType, Value>(
  as: As,
  schema: z.ZodType<Value>,
): z.ZodType<Value, z.input<As>> {
  descriptions.set(schema, as);
  return schema as unknown as z.ZodType<Value, z.input<As>>;
}

/**
 * Schema of a value that a function reads. The function can accept several formats, such as 3 and "1,200", and reports
 * an error for any other value.
 * @param as Schema that describes the accepted values.
 */
export const read = <As extends z.ZodType, Value>(as: As, reader: (input: unknown) => Reading<Value>) =>
  describedBy(
    as,
    z.unknown().transform((input, context): Value => {
      const reading = reader(input);
      if (reading.ok) return reading.value;
      context.issues.push(wrong(input, reading.message, reading));
      return z.NEVER;
    }),
  );

/** Gives a schema a more exact TypeScript type. The checks at run time stay the same. */
export const shaped = <Value>(schema: z.ZodType): z.ZodType<Value> => schema as z.ZodType<Value>;

/** Creates a validation error for the input. */
export const wrong = (
  input: unknown,
  message: string,
  { path = [], kind }: Pick<Refusal, "path" | "kind"> = {},
): z.core.$ZodRawIssue => ({ code: "custom", input, message, path, ...(kind ? { params: { kind } } : {}) });

/** Creates a validation error for one field. Used when a check covers the whole body. */
export const fieldIssue = (input: unknown, field: string, message: string): z.core.$ZodRawIssue =>
  wrong(input, message, { path: [field] });

/** Schema of a whole number from 1 to `most`, given as a number or as digits; null if not set. */
export const countTo = (field: string, most: number) =>
  read(z.int().min(1).max(most), (input) => {
    const number = idNumber(input);
    return number !== undefined && number <= most
      ? right(number)
      : refused(`${field} must be a whole number from 1 to ${most}.`);
  }).nullish();

/**
 * One value, or a list of 1 to 500 values. The result is always a list.
 * @param message Error message for a wrong number of values.
 */
export const oneOrMany = <Schema extends z.ZodType>(schema: Schema, message: string) => {
  const several = z.array(schema).min(1, message).max(500, message);
  const listed = z.preprocess((input) => (Array.isArray(input) ? input : [input]), several);
  return describedBy(z.union([schema, several]), listed);
};

/** One page of a list or a report. A request without a page gets the whole list. */
export interface Page {
  /** Page number, from 1. */
  number: number;
  size: number;
}

export const defaultPageSize = 20;
export const largestPage = 200;
/**
 * Highest page number in a request. For later pages, a JavaScript number could not represent the row offset exactly.
 */
const farthestPage = Math.floor(2 ** 52 / largestPage);

/** Body fields of endpoints with pages. */
export const paging = {
  page: countTo("page", farthestPage).describe(
    "From 1. Without a page, the response contains the whole filtered list.",
  ),
  page_size: countTo("page_size", largestPage).describe(`Default ${defaultPageSize}.`),
};

type Asked = { [Name in keyof typeof paging]?: z.output<(typeof paging)[Name]> };

/** Returns the page that the body requests; null for the whole list. */
export function pageIn({ page, page_size: size }: Asked, context: z.RefinementCtx): Page | null {
  if (typeof page === "number") return { number: page, size: size ?? defaultPageSize };
  if (typeof size === "number")
    context.issues.push(fieldIssue(size, "page_size", "page_size can only be used with page."));
  return null;
}
