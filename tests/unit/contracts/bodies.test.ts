/** For any request body, the contract either reads the body or reports what is wrong with it, without throwing. */
import { describe, expect, it } from "vitest";
import { allCalls } from "#shared/contracts/index.ts";
import { hostile } from "../../api/openapi-bodies.ts";

/** Returns the field names that the schema of a body declares. */
function fieldsOf(schema: unknown): string[] {
  const { def } = (schema as { _zod?: { def: Record<string, unknown> } } | undefined)?._zod ?? {};
  if (!def) return [];
  const own = Object.keys((def.shape as object | undefined) ?? {});
  return [...own, ...["in", "out", "innerType", "element"].flatMap((part) => fieldsOf(def[part]))];
}

// Aliases of a path share their contracts, so each body is tested once.
const bodies = new Map(
  allCalls().flatMap(({ method, path, body }) => (body ? [[body, `${method} ${path}`]] : [])),
);

describe.each([...bodies].map(([body, name]) => [name, body] as const))("Request body of %s", (_, body) => {
  it("Validating a request body throws no error, whatever the body contains.", () => {
    const fields = [...new Set([...fieldsOf(body), "filter", "sort", "id", "nonsense"])];
    for (const value of hostile) {
      const everywhere = Object.fromEntries(fields.map((field) => [field, value]));
      for (const given of [value, [value], everywhere]) expect(() => body.safeParse(given)).not.toThrow();
    }
  });
});
