/**
 * `npm run docs`: writes tests/parity/endpoints.md, which lists every endpoint and field of the spec and where the
 * product implements it, and the OpenAPI description (openapi-file.ts). The data comes from the functions' routes,
 * the registry and the tables. Unit tests fail if one of the two files is out of date.
 */
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { recordByPath, records } from "#shared/records/index.ts";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { openApiFile, openApiModule } from "./openapi-file.ts";
import { servedCalls } from "./served.ts";
import { type DataEndpoint, dataEndpoints, otherCalls, type SpecCall, specCalls } from "./spec-calls.ts";
import { commonNotes, type OtherEntity, type RecordEntity, recordEntities } from "./spec-fields.ts";
import { type GroupName, groups } from "./spec-groups.ts";
import { otherEntities } from "./spec-other-entities.ts";

export const endpointsFile = "tests/parity/endpoints.md";

const code = (text: string): string => `\`${text}\``;
const codes = (names: readonly string[]): string => names.map(code).join(", ");
const line = (...cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [line(...heads), line(...heads.map(() => "---")), ...rows.map((row) => line(...row))].join("\n");

const screensOf = (record: AnyRecord): AnyRecord[] =>
  records.filter((screen) => screen.table === record.table);
const addressOf = ({ tab, route }: AnyRecord): string => `/homepage/${tab ?? "forms"}/${route}`;
const state = (pending: true | undefined): string => (pending ? "**pending**" : "served");

function dataRow(endpoint: DataEndpoint): string[] {
  const record = recordByPath(endpoint.path);
  const spellings = [endpoint.path, ...(endpoint.also ? [endpoint.also] : [])];
  return [
    spellings.map((path) => code(`/api/${path}`)).join("<br>"),
    [...(endpoint.wrapper ? [`${code(endpoint.wrapper)} around`] : []), codes(endpoint.search)].join(" ") ||
      "any field",
    record ? code(`public.${record.table}`) : "",
    record
      ? screensOf(record)
          .map((screen) => `${code(addressOf(screen))} ${screen.label}`)
          .join("<br>")
      : "",
    state(endpoint.pending),
  ];
}

const callRow = (call: SpecCall): string[] => [
  code(`${call.method} ${call.path}`),
  call.does,
  codes(call.body ?? []),
  state(call.pending),
];

/** Builds one table row per dropdown list, because all lists have the same endpoints. */
function listRows(calls: readonly SpecCall[]): string[][] {
  return calls
    .filter(({ method }) => method === "GET")
    .map((read) => {
      const writes = calls.filter(({ method, path }) => method !== "GET" && path.startsWith(`${read.path}/`));
      return [
        code(read.path),
        state(read.pending),
        writes.map(({ method, path }) => code(`${method} …/${path.split("/").at(-1)}`)).join(", "),
        state(writes.find(({ pending }) => pending)?.pending),
      ];
    });
}

const kindOf = (field: Field): string =>
  [
    field.kind.replace("_", " "),
    ...(field.options?.from === "dropdown" ? [`list ${code(field.options.list)}`] : []),
    ...(field.options?.from === "record" ? [`of ${code(field.options.path)}`] : []),
    ...(field.sensitive ? ["needs the Sensitive right"] : []),
  ].join(", ");

function fieldRow(record: AnyRecord, entity: RecordEntity, name: string): string[] {
  const field = record.fields.find((known) => known.name === name);
  const group = record.groups.find(({ key }) => key === field?.group);
  return [
    code(name),
    field ? `${group?.label}: ${field.label}` : "",
    field ? kindOf(field) : "",
    entity.notes?.[name] ?? commonNotes[name] ?? "",
  ];
}

function recordPart(entity: RecordEntity): string {
  const record = recordByPath(entity.path);
  if (!record) return `### ${entity.entity}\n\n**pending**`;
  const carried = (Object.keys(groups) as GroupName[]).filter((name) => !entity.without[name]);
  const less = Object.entries(entity.without).map(([name, reason]) => `- without ${name}: ${reason}`);
  return [
    `### ${entity.entity}`,
    `${code(`public.${record.table}`)}, ${code(`/api/${record.path}`)}, one row per ${record.noun.one}. Has ${carried.join(", ") || "no groups"}.`,
    ...(less.length > 0 ? [less.join("\n")] : []),
    table(
      ["field", "label on the screen", "kind", ""],
      entity.fields.map((name) => fieldRow(record, entity, name)),
    ),
  ].join("\n\n");
}

function otherPart({ entity, fields, home, elsewhere }: OtherEntity): string {
  const kept = "table" in home ? home.table : home.module;
  return [
    `### ${entity}`,
    table(
      ["field", "stored in"],
      fields.map((name) => [
        code(name),
        elsewhere?.[name] ?? code("table" in home ? `${kept}.${name}` : kept),
      ]),
    ),
  ].join("\n\n");
}

function groupPart(): string {
  const rows = Object.entries(groups).map(([name, fields]) => [name, codes(fields)]);
  return [
    "### Fields that nearly every record has",
    `Besides the groups: ${Object.entries(commonNotes)
      .map(([name, note]) => `${code(name)} (${note})`)
      .join("; ")}; ${code("status")} and ${code("remarks")}.`,
    table(["group", "fields"], rows),
  ].join("\n\n");
}

/** Builds the text of tests/parity/endpoints.md. */
export async function endpointsDocument(): Promise<string> {
  const served = await servedCalls();
  const pending = specCalls.filter((call) => call.pending);
  const parts = [
    "# Every endpoint and every field",
    "Every endpoint and field of the specification, and where the product implements it. Written by `npm run docs` from the\nfunctions' routes, the registry and the tables; `tests/parity/` lists what must be there. Do not edit this page by hand.",
    `${specCalls.length} endpoints: ${specCalls.filter(served).length} served, ${pending.length} pending.`,
    "## Data",
    "Each path has three endpoints: `POST /api/<path>` lists, `PUT /api/<path>/update` saves one record or a list,\n`DELETE /api/<path>/delete` deletes. Any field of a record is a filter; the table lists the filters that the spec names.",
    table(["path", "search fields", "table", "screens", ""], dataEndpoints.map(dataRow)),
    ...otherCalls.flatMap(({ heading, calls }) => [
      `## ${heading}`,
      heading === "Dropdown lists"
        ? table(["list", "", "writing", ""], listRows(calls))
        : table(["endpoint", "action", "fields of the body", ""], calls.map(callRow)),
    ]),
    "## Fields",
    groupPart(),
    ...recordEntities.map(recordPart),
    ...otherEntities.map(otherPart),
  ];
  return `${parts.join("\n\n")}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(endpointsFile, await endpointsDocument());
  await writeFile(openApiFile, openApiModule());
}
