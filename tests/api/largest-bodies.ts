/**
 * Builds the largest request bodies that an endpoint's OpenAPI description allows: valid, invalid, with unknown fields,
 * and broken.
 */
import type { Schema } from "./openapi-bodies.ts";

export type Named = Readonly<Record<string, Schema>>;

const resolved = (schema: Schema, named: Named): Schema =>
  schema.$ref ? resolved(named[schema.$ref.split("/").at(-1) ?? ""] ?? {}, named) : schema;

/**
 * Returns the branch of a schema's `anyOf` or `oneOf` that can hold the most data. Prefers a list to an object, and an
 * object to a plain value.
 */
function widest(schema: Schema, named: Named): Schema {
  const own = resolved(schema, named);
  const choices = (own.anyOf ?? own.oneOf)?.map((one) => widest(one, named));
  if (!choices) return own;
  const typed = (type: string) => choices.find((one) => [one.type].flat().includes(type));
  return typed("array") ?? typed("object") ?? choices[0] ?? {};
}

/**
 * Builds a value that fills every field of a schema.
 * @param leaf Builds each value that is neither a list nor an object.
 */
function filled(schema: Schema, named: Named, leaf: (schema: Schema) => unknown): unknown {
  const own = widest(schema, named);
  if (own.type === "array") return [filled(own.items ?? {}, named, leaf)];
  if (own.properties)
    return Object.fromEntries(
      Object.entries(own.properties).map(([name, one]) => [name, filled(one, named, leaf)]),
    );
  return leaf(own);
}

function rightValue({ enum: values, const: only, type, format, minimum, maxLength = 40 }: Schema): unknown {
  if (only !== undefined) return only;
  if (values) return values[0];
  switch ([type].flat()[0]) {
    case "integer":
    case "number":
      return Math.max(minimum ?? 1, 1);
    case "boolean":
      return true;
    case "string":
      if (format === "uuid") return crypto.randomUUID();
      if (format === "date") return "2026-01-01";
      return "many words ".repeat(20).slice(0, Math.min(maxLength, 200)).trim();
    default:
      return "x";
  }
}

const wrongValue = (): unknown => ({ a: "\u202e", b: [1] });
/** A string that every kind of field tries to parse, and most kinds reject. */
const wrongText = (): unknown => "13-32-2026, 1,5 and \u202e";

/** Returns the body without the fields that identify stored rows, so that the API treats its entries as new records. */
const asNew = (body: unknown): unknown => {
  const [{ id, row_version, to, upload_id, ...rest }] = [body].flat() as [Record<string, unknown>];
  return rest ? [rest] : body;
};

/** Repeats the entries of every list in a body until the body has `most` bytes or each list has `entries` entries. */
function grown(body: unknown, most: number, entries: number): unknown {
  if (Array.isArray(body)) {
    const [entry] = body;
    const size = JSON.stringify(entry ?? null).length + 1;
    return Array.from({ length: Math.max(1, Math.min(entries, Math.floor(most / size) - 1)) }, () => entry);
  }
  if (typeof body !== "object" || body === null) return body;
  const lists = Object.entries(body).filter(([, value]) => Array.isArray(value));
  const rest = most - JSON.stringify(body).length;
  return {
    ...body,
    ...Object.fromEntries(lists.map(([name, list]) => [name, grown(list, rest / lists.length, entries)])),
  };
}

/**
 * Builds the largest bodies of an endpoint. Each key of the result describes its body.
 * @param most Maximum size of a body in bytes.
 */
export function largestBodies(schema: Schema, named: Named, most: number): Record<string, string> {
  const text = (body: unknown) => JSON.stringify(body);
  const body = filled(schema, named, rightValue);
  const fields = Array.from({ length: Math.floor(most / 16) }, (_, n) => `"field${n}":${n % 10}`);
  return {
    "right values": text(grown(body, most * 0.95, 500)),
    ...(Array.isArray(body)
      ? {
          "new records": text(grown(asNew(body), most * 0.95, 500)),
          "new records with wrong texts": text(
            grown(asNew(filled(schema, named, wrongText)), most * 0.95, 500),
          ),
        }
      : {}),
    "wrong values": text(grown(filled(schema, named, wrongValue), most * 0.95, 500)),
    "as many entries as fit": text(grown(filled(schema, named, wrongValue), most * 0.95, 1e6)),
    "unknown fields": `{${fields.join(",").slice(0, most - 40)}0}`.replace(/,"?[^,]*$/, "}"),
    "a list of nothing": `[${"0,".repeat(most / 2 - 2)}0]`,
    "deep lists": "[".repeat(most / 2) + "]".repeat(most / 2),
    "broken JSON": `[${"{},".repeat(most / 3 - 2)}`,
  };
}
