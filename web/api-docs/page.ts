/**
 * Builds the API reference as a single HTML page without scripts, from the response of `GET /api/openapi.json`. Each
 * endpoint has its permitted users, request fields, response and errors.
 */

type Json = Record<string, unknown>;

interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  description?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Content {
  content: Record<string, { schema: Schema }>;
}

interface Operation {
  tags: string[];
  operationId: string;
  summary: string;
  description?: string;
  security?: unknown[];
  parameters?: { name: string; in: string; description: string; schema: Schema }[];
  requestBody?: Content;
  responses: Record<string, { $ref: string } & Content>;
}

export interface Description {
  info: { title: string; version: string; description: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, { description: string }>;
  };
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const text = (value: unknown): string => String(value).replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
/** Escapes a string as HTML and turns `text between backticks` into code elements. */
const prose = (value: string): string => text(value).replace(/`([^`]+)`/g, "<code>$1</code>");
const anchor = (name: string): string => name.replace(/[^A-Za-z0-9]+/g, "-");
const nameOf = (ref: string): string => ref.split("/").at(-1) ?? ref;

/** Returns a short description of a schema's type, with links to named schemas. */
function kind(schema: Schema): string {
  if (schema.$ref) {
    const name = nameOf(schema.$ref);
    return `<a href="#schema-${name}">${text(name)}</a>`;
  }
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return [...new Set(either.map(kind))].join(" or ");
  if (schema.const !== undefined) return `<code>${text(JSON.stringify(schema.const))}</code>`;
  if (schema.enum) return schema.enum.map((one) => `<code>${text(JSON.stringify(one))}</code>`).join(", ");
  if (schema.items) return `list of ${kind(schema.items)}`;
  const type = Array.isArray(schema.type) ? schema.type.join(" or ") : (schema.type ?? "any value");
  return text([type, schema.format, limits(schema)].filter(Boolean).join(", "));
}

function limits({ minimum, maximum, maxLength }: Schema): string {
  const safe = (bound: number | undefined) =>
    bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : undefined;
  const [low, high] = [safe(minimum), safe(maximum)];
  if (maxLength !== undefined) return `at most ${maxLength} characters`;
  if (low !== undefined && high !== undefined) return `${low} to ${high}`;
  if (low !== undefined) return `from ${low}`;
  return high === undefined ? "" : `up to ${high}`;
}

function table(schema: Schema): string {
  const entries = Object.entries(schema.properties ?? {});
  if (entries.length === 0) return `<p>${kind(schema)}</p>`;
  const rows = entries.map(([name, field]) => {
    const must = schema.required?.includes(name) ? " <b>required</b>" : "";
    const more = field.description ? `<br>${prose(field.description)}` : "";
    return `<tr><th scope="row"><code>${text(name)}</code></th><td>${kind(field)}${must}${more}${parts(field)}</td></tr>`;
  });
  return `<table><tbody>${rows.join("")}</tbody></table>`;
}

/** Returns the fields of an object, or of the items of a list, as a nested table. */
function parts({ properties, items }: Schema): string {
  if (items) return parts(items);
  return properties ? table({ properties }) : "";
}

/**
 * Returns the HTML for a request or response body: a table of fields, a link to a named schema, or all schemas of an
 * `allOf`.
 */
function shape(schema: Schema): string {
  if (schema.allOf) return schema.allOf.map(shape).join("");
  if (schema.properties) return table(schema);
  return `<p>${kind(schema)}</p>`;
}

const firstSchema = ({ content }: Content): Schema => Object.values(content)[0]?.schema ?? {};

function operation(method: string, path: string, call: Operation, description: Description): string {
  const { summary, parameters = [], requestBody, responses, security } = call;
  const { status: _, ...answer } = firstSchema(responses["200"] as Content).properties ?? {};
  const refusals = Object.entries(responses)
    .filter(([status]) => status !== "200")
    .map(([status, { $ref }]) => {
      const meaning = description.components.responses[nameOf($ref)]?.description ?? "";
      return `<tr><th scope="row">${status}</th><td>${prose(meaning)}</td></tr>`;
    });
  const part = (heading: string, body: string) => `<h3>${heading}</h3>${body}`;
  return `<details id="${call.operationId}"><summary><b class="${method}">${method.toUpperCase()}</b> <code>${text(path)}</code> <span>${prose(summary)}</span></summary>
${call.description ? `<p>${prose(call.description)}</p>` : ""}${security ? "<p>No token needed.</p>" : ""}
${parameters.length > 0 ? part("Parameters", `<table><tbody>${parameters.map(({ name, in: where, description: words, schema }) => `<tr><th scope="row"><code>${text(name)}</code></th><td>${text(where)}, ${kind(schema)}<br>${prose(words)}</td></tr>`).join("")}</tbody></table>`) : ""}
${requestBody ? part(`Body, as ${text(Object.keys(requestBody.content)[0])}`, shape(firstSchema(requestBody))) : ""}
${part("Response", table({ properties: answer }))}
${part("Errors", `<table><tbody>${refusals.join("")}</tbody></table>`)}</details>`;
}

const style = `
:root { color-scheme: light dark; background: light-dark(#fff, #121212); color: light-dark(#1a1a1a, #f1f1f1); font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 68rem; padding: 1rem; }
nav { columns: 16rem; } nav a { display: block; }
h2 { margin: 2rem 0 .5rem; border-bottom: 1px solid; } h3 { margin: .75rem 0 .25rem; font-size: 1rem; }
details { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: 6px; margin: .4rem 0; padding: .4rem .75rem; }
summary { cursor: pointer; overflow-wrap: anywhere; } summary span { opacity: .8; }
summary b { display: inline-block; min-width: 4.2rem; }
.get { color: light-dark(#1864ab, #74c0fc); } .post { color: light-dark(#2b6a3f, #8ce99a); }
.put { color: light-dark(#8a4b00, #ffc078); } .delete { color: light-dark(#a61e1e, #ffa8a8); }
table { border-collapse: collapse; width: 100%; }
th, td { border-top: 1px solid color-mix(in srgb, currentColor 18%, transparent); padding: .25rem .5rem; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { width: 34%; font-weight: normal; } code { font-size: .92em; } a { color: light-dark(#1864ab, #74c0fc); }
@media print { details { break-inside: avoid; } }`;

/**
 * Returns the whole API reference as an HTML page.
 * @param document The OpenAPI document from `openApiDocument`.
 */
export function apiPage(document: Json): string {
  const description = document as unknown as Description;
  const { info, tags, paths, components } = description;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ method, path, call })),
  );
  const sections = tags.map(({ name }) => {
    const own = calls.filter(({ call }) => call.tags.includes(name));
    const items = own.map(({ method, path, call }) => operation(method, path, call, description));
    return `<section><h2 id="${anchor(name)}">${text(name)}</h2>${items.join("\n")}</section>`;
  });
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<details id="schema-${name}"><summary><code>${text(name)}</code></summary>${shape(schema)}</details>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · ${text(info.title)}</title><style>${style}</style></head>
<body><main><h1>API of ${text(info.title)} ${text(info.version)}</h1>
<p>${prose(info.description)}</p>
<p>Sign in with <a href="#postApiAuthLogin"><code>POST /api/auth/login</code></a> and send the access token as <code>Authorization: Bearer …</code>. For machines: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav aria-label="Groups of endpoints">${tags.map(({ name }) => `<a href="#${anchor(name)}">${text(name)}</a>`).join("")}<a href="#schemas">Schemas</a></nav>
${sections.join("\n")}
<section><h2 id="schemas">Schemas</h2>${schemas.join("\n")}</section>
</main></body></html>
`;
}
