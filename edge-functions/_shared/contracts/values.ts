/** The values that bodies are made of, each with the sentence that says what is wanted. */
import { z } from "zod";
import type { ProblemKind } from "./problems.ts";

/** 32 hexadecimal digits with dashes, of whatever version: ids are compared, never made from this. */
export const uuid = z.guid();

export const isUuid = (value: unknown): value is string => uuid.safeParse(value).success;

/** The id of a job or an import: a UUID of whoever began it. @param message What anything else is told. */
export const workId = (message: string) =>
  read(uuid, (input) => (isUuid(input) ? right(input) : refused(message)));

/** The id of a user, in small letters. @param name The field, as the sentence names it. */
export const userId = (name = "id") => z.guid(`${name} must be a user's id.`).toLowerCase();

const idMessage = "Each id must be a positive whole number.";

/** The number that a row's id is: a number, or its digits as a text; undefined for anything else. */
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
 * The ids of rows, each once: one of them, or a list of ids or of `{id}`.
 * @param field How a detail names an id, where no field of the body does.
 */
export const rowIds = (field?: string, most = mostIds, tooMany = `At most ${most} records at once.`) =>
  read(idsAsWritten(most), readIds(field, most, tooMany));

/** The ids of rows as `rowIds` reads them. `named`: the call gives one id, not a list, and so names its row. */
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

/** What a reader makes of a value: what it means, or a sentence that says what is wrong with it. */
export type Reading<Value> = { ok: true; value: Value } | Refusal;

export interface Refusal {
  ok: false;
  message: string;
  /** Where in the value. */
  path?: (string | number)[];
  /** The problem that it is, where that is not `malformed`. */
  kind?: ProblemKind;
}

export const right = <Value>(value: Value): Reading<Value> => ({ ok: true, value });
export const refused = (message: string, more: Pick<Refusal, "path" | "kind"> = {}): Refusal => ({
  ok: false,
  message,
  ...more,
});

/** Whether a field is left empty, which means the same as leaving it out. */
export const isUnset = (input: unknown): input is null | undefined | "" =>
  input === null || input === undefined || input === "";

/** Something that was given, as a refusal names it. Whatever it is: objects cannot all be made a text of. */
export const named = (input: unknown): string =>
  (typeof input === "string" ? input : (JSON.stringify(input) ?? "undefined")).slice(0, 60);

/** The schemas that describe what others take. */
const descriptions = new WeakMap<z.core.$ZodType, z.ZodType>();

/** What describes a schema that reads by a function; undefined for all others. */
export const descriptionOf = (schema: z.core.$ZodType): z.ZodType | undefined => descriptions.get(schema);

/** The same schema, described by another: functions that read cannot be described. */
export function describedBy<As extends z.ZodType, Value>(
  as: As,
  schema: z.ZodType<Value>,
): z.ZodType<Value, z.input<As>> {
  descriptions.set(schema, as);
  return schema as unknown as z.ZodType<Value, z.input<As>>;
}

/**
 * A value that is read by a function: leniently in form, as people and programs write it ("1,200", "3"), strictly in kind.
 * @param as Describes what is taken.
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

/** A schema of something whose type is stated where it is made; it is judged as far as the schema goes. */
export const shaped = <Value>(schema: z.ZodType): z.ZodType<Value> => schema as z.ZodType<Value>;

/** An issue of a schema. */
export const wrong = (
  input: unknown,
  message: string,
  { path = [], kind }: Pick<Refusal, "path" | "kind"> = {},
): z.core.$ZodRawIssue => ({ code: "custom", input, message, path, ...(kind ? { params: { kind } } : {}) });

/** A field with what is wrong about it, where a whole body is judged. */
export const wrongField = (input: unknown, field: string, message: string): z.core.$ZodRawIssue =>
  wrong(input, message, { path: [field] });

/** A whole number from 1, or its digits as a text; null where it is not set. */
export const countTo = (field: string, most: number) =>
  read(z.int().min(1).max(most), (input) => {
    const number = idNumber(input);
    return number !== undefined && number <= most
      ? right(number)
      : refused(`${field} must be a whole number from 1 to ${most}.`);
  }).nullish();

/** One of something, or a list of at most as many as one call takes; read as a list. @param message How many are wanted. */
export const oneOrMany = <Schema extends z.ZodType>(schema: Schema, message: string) => {
  const several = z.array(schema).min(1, message).max(500, message);
  const listed = z.preprocess((input) => (Array.isArray(input) ? input : [input]), several);
  return describedBy(z.union([schema, several]), listed);
};

/** A page of a list or a report: without one, the whole list is asked for. */
export interface Page {
  /** From 1. */
  number: number;
  size: number;
}

export const defaultPageSize = 20;
export const largestPage = 200;
/** Rows behind this one cannot be counted without error. */
const farthestPage = Math.floor(2 ** 52 / largestPage);

/** The fields of a body that pages. */
export const paging = {
  page: countTo("page", farthestPage).describe(
    "From 1. Without a page, the whole filtered list is answered.",
  ),
  page_size: countTo("page_size", largestPage).describe(`Default ${defaultPageSize}.`),
};

type Asked = { [Name in keyof typeof paging]?: z.output<(typeof paging)[Name]> };

/** The page that such a body asks for; null for the whole list. */
export function pageIn({ page, page_size: size }: Asked, context: z.RefinementCtx): Page | null {
  if (typeof page === "number") return { number: page, size: size ?? defaultPageSize };
  if (typeof size === "number") context.issues.push(wrongField(size, "page_size", "page_size needs a page."));
  return null;
}
