/**
 * Generates request bodies from the schemas of the OpenAPI description: valid bodies, and bodies that are broken on
 * purpose.
 */
import fc from "fast-check";

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
}

type Named = Readonly<Record<string, Schema>>;

/** No stored row has an id in this range, so the generated requests leave stored rows alone. */
const unusedId = fc.integer({ min: 1_900_000_000, max: 2_000_000_000 });

/**
 * Generates values that a schema accepts.
 * @param name Name of the field.
 */
export function arbitraryOf(schema: Schema, named: Named, name = ""): fc.Arbitrary<unknown> {
  if (schema.$ref) return arbitraryOf(named[schema.$ref.split("/").at(-1) ?? ""] ?? {}, named, name);
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const [any = schema.oneOf, all] = [schema.anyOf, schema.allOf];
  if (any) return fc.oneof(...any.map((one) => arbitraryOf(one, named, name)));
  if (all) {
    const parts = all.map((one) => arbitraryOf(one, named, name) as fc.Arbitrary<object>);
    return fc.tuple(...parts).map((objects) => Object.assign({}, ...objects));
  }
  // The field `filter` selects the rows of an approval. The generated filter matches no row, because an unfiltered
  // approval would approve the rows of all users.
  if (name === "filter") return fc.constant({ q: "no row holds these words" });
  const type = [schema.type].flat()[0];
  switch (type) {
    case "object":
      return objectOf(schema, named);
    case "array":
      return fc.array(arbitraryOf(schema.items ?? {}, named, name), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, (schema.minItems ?? 0) + 3),
      });
    case "string":
      return textOf(schema);
    case "integer":
      return schema.exclusiveMinimum === 0 || /^ids?$|_id$/.test(name) ? unusedId : wholeOf(schema);
    case "number":
      return fc.double({
        min: schema.minimum ?? -1e9,
        max: schema.maximum ?? 1e9,
        noNaN: true,
      });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

function wholeOf({ minimum = -1000, maximum = 100_000, exclusiveMinimum }: Schema): fc.Arbitrary<number> {
  const min = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1;
  // Generates only 32-bit values, even for schemas that allow all safe integers.
  return fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) });
}

function textOf({ format, minLength = 0, maxLength = 30 }: Schema): fc.Arbitrary<unknown> {
  if (format === "uuid") return fc.uuid();
  if (format === "email") return fc.emailAddress();
  if (format === "date")
    return fc
      .date({ noInvalidDate: true, min: new Date("2020-01-01"), max: new Date("2030-01-01") })
      .map((day) => day.toISOString().slice(0, 10));
  const longest = Math.min(maxLength, minLength + 30);
  return fc.oneof(
    fc.string({ minLength, maxLength: longest }),
    fc.string({ minLength, maxLength: longest, unit: "grapheme" }),
  );
}

function objectOf({ properties = {}, required = [] }: Schema, named: Named): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, arbitraryOf(schema, named, name)]),
  );
  const names = Object.keys(fields);
  // Includes only some fields in each body. If a body has all fields, two of them often contradict each other, and the
  // API refuses the body before it checks the other fields.
  return fc
    .record(fields, { requiredKeys: required.filter((name) => name in fields) })
    .chain((whole) =>
      fc
        .subarray(names, { maxLength: Math.min(names.length, 6) })
        .map((chosen) =>
          Object.fromEntries(
            Object.entries(whole).filter(([name]) => required.includes(name) || chosen.includes(name)),
          ),
        ),
    );
}

/**
 * Values that often break parsers: other types, huge or negative numbers, unpaired surrogates, deep nesting, and
 * names of JavaScript's own properties.
 */
export const hostile: readonly unknown[] = [
  null,
  true,
  "",
  " ",
  -1,
  0,
  1.5,
  1e308,
  2 ** 53,
  -(2 ** 63),
  "1e999",
  "x".repeat(70_000),
  "\u0000",
  "\ud800",
  "\u202e\u200b",
  "🌾".repeat(300),
  "' or 1=1 --",
  "%_\\",
  [],
  {},
  [[[[[[]]]]]],
  [null],
  [{}],
  { id: { id: 1_900_000_000 } },
  Array.from({ length: 1200 }, (_, place) => 1_900_000_000 + place),
  Array.from({ length: 600 }, () => ({})),
  { constructor: 1, toString: 2 },
  JSON.parse('{"__proto__": {"admin": true}}'),
];
export const hostileNames = [
  "nonsense",
  "__proto__",
  "constructor",
  "id",
  "page",
  "sort",
  "filter'--",
  "",
  "q\u0000",
];

/**
 * Generates bodies that are probably invalid. Most are valid bodies with one hostile value as a field, an extra field
 * or a list item. The other bodies are a hostile value alone.
 */
export function brokenFrom(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const bad = fc.constantFrom(...hostile);
  const spoilt = fc
    .tuple(valid, bad, fc.nat(), fc.constantFrom(...hostileNames))
    .map(([body, value, at, name]) => {
      if (Array.isArray(body)) return [...body, value];
      if (typeof body !== "object" || body === null) return value;
      const keys = Object.keys(body);
      const key = at % 3 === 0 ? name : (keys[at % keys.length] ?? name);
      // If the chosen field is `filter`, breaks the field `q` instead. Without a valid filter, an approval would
      // approve the rows of all users.
      return key === "filter"
        ? { ...body, q: value }
        : Object.fromEntries([...Object.entries(body), [key, value]]);
    });
  return fc.oneof({ weight: 3, arbitrary: spoilt }, { weight: 1, arbitrary: bad });
}
