/** SQL template literals. Values become parameters; names and the columns of rows are written into the SQL text. */

export type Value = string | number | bigint | boolean | null | Date | object;

export type Part = string | readonly string[] | object | readonly object[];

/**
 * A part of a template that is written into the SQL text: names, or the fields of rows. All other parts become
 * parameters.
 */
export class InlinePart {
  readonly part: Part;

  constructor(part: Part) {
    this.part = part;
  }
}

export const isTemplate = (first: TemplateStringsArray | Part): first is TemplateStringsArray =>
  Array.isArray(first) && "raw" in first;

/** Quotes a column or table name. */
export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export function renderTemplate(
  texts: TemplateStringsArray,
  parameters: readonly (Value | InlinePart)[],
): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  let text = texts[0] ?? "";
  parameters.forEach((value, place) => {
    text += value instanceof InlinePart ? written(value.part, text, add) : add(value);
    text += texts[place + 1] ?? "";
  });
  return { text, values };
}

/** Writes names as a list, and rows as `(a, b) values (…), (…)`. After `set`, writes a row as `a = …, b = …`. */
function written(part: Part, before: string, add: (value: unknown) => string): string {
  if (typeof part === "string") return part.split(".").map(identifier).join(".");
  const items = Array.isArray(part) ? (part as readonly (string | object)[]) : [part];
  if (items.every((item) => typeof item === "string")) return items.map(identifier).join(", ");
  const rows = items as readonly Readonly<Record<string, unknown>>[];
  const names = Object.keys(rows[0] ?? {});
  if (/\bset\s*$/i.test(before)) {
    return names.map((name) => `${identifier(name)} = ${add(rows[0]?.[name])}`).join(", ");
  }
  const tuples = rows.map((row) => `(${names.map((name) => add(row[name])).join(", ")})`);
  return `(${names.map(identifier).join(", ")}) values ${tuples.join(", ")}`;
}
