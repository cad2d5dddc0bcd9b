/**
 * Vite plugin that generates two modules from the registry of record types. `virtual:record-screens` contains the
 * properties that menus and URLs need. It loads the full description of a record type only when its screen opens, so
 * that the first screen stays small. `virtual:offline-fields` contains the sensitive fields and the record types that
 * forms offer as choices.
 */
import { fileURLToPath } from "node:url";
import { type Plugin, runnerImport } from "vite";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { RecordScreen } from "./src/records/common/record-screens.ts";

const modules: Record<string, () => Promise<string>> = {
  "virtual:record-screens": screensModule,
  "virtual:offline-fields": offlineModule,
};
const projectRoot = fileURLToPath(new URL("..", import.meta.url));
const folder = "/edge-functions/_shared/records";

export function recordScreens(): Plugin {
  return {
    name: "record-screens",
    resolveId: (id) => (id in modules ? `\0${id}` : undefined),
    load: (id) => (id.startsWith("\0") ? modules[id.slice(1)]?.() : undefined),
  };
}

async function screensModule(): Promise<string> {
  const files = await registryFiles();
  const records = recordsOf(files);
  const homes = new Map<unknown, { file: string; exported: string }>();
  for (const [file, exports] of Object.entries(files)) {
    for (const [exported, value] of Object.entries(exports)) homes.set(value, { file, exported });
  }
  const loaders = records.map((record) => {
    const home = homes.get(record);
    if (!home) throw new Error(`No file of the registry exports the record type of ${record.route}.`);
    const file = fileURLToPath(new URL(`..${home.file}`, import.meta.url));
    return `${JSON.stringify(record.route)}: () => import(${JSON.stringify(file)}).then((file) => file.${home.exported})`;
  });
  return `export const screens = ${JSON.stringify(records.map(screenOf))};
    export const loaders = { ${loaders.join(",\n")} };`;
}

/**
 * Returns the source of `virtual:offline-fields`, which the browser needs for storing rows. The browser loads the
 * module after the first screen.
 */
async function offlineModule(): Promise<string> {
  const records = recordsOf(await registryFiles());
  const fields = records.flatMap((record) => record.fields);
  const sensitive = fields.filter((field) => field.sensitive).map(({ name }) => name);
  return `export const sensitiveNames = ${JSON.stringify([...new Set(sensitive)])};
    export const chosenFrom = ${JSON.stringify(chosenFrom(records))};`;
}

type Files = Record<string, Record<string, unknown>>;

const recordsOf = (files: Files): AnyRecord[] =>
  (files[`${folder}/index.ts`] as { records: AnyRecord[] }).records;

/**
 * Evaluates all files of the registry in one module graph. Otherwise, the index and the files would export different
 * objects.
 */
async function registryFiles(): Promise<Files> {
  const entry = "virtual:registry-files";
  const { module } = await runnerImport<{ default: Files }>(entry, {
    root: projectRoot,
    plugins: [
      {
        name: "registry-files",
        resolveId: (id) => (id === entry ? `\0${entry}` : undefined),
        load: (id) =>
          id === `\0${entry}`
            ? `export default import.meta.glob("${folder}/**/*.ts", { eager: true });`
            : undefined,
      },
    ],
  });
  return module.default;
}

/**
 * Returns routes of the record types from which users choose rows in forms, by API path. Record types with sensitive
 * fields are left out, because browsers don't store their rows.
 */
function chosenFrom(records: readonly AnyRecord[]): Record<string, string> {
  const paths = new Set(
    records.flatMap(({ fields, parent, enteredFrom = [] }) => [
      ...fields.flatMap(({ options, filledFrom }) => [
        options?.from === "record" ? options.path : undefined,
        filledFrom?.path,
      ]),
      parent?.path,
      ...enteredFrom.map(({ path }) => path),
    ]),
  );
  const routes: Record<string, string> = {};
  for (const { path, route, fields } of records) {
    // If several screens show the rows of the same path, use the route of the first screen.
    if (paths.has(path) && !fields.some((field) => field.sensitive)) routes[path] ??= route;
  }
  return routes;
}

function screenOf({
  route,
  path,
  table,
  files,
  points,
  tab,
  section,
  label,
  noun,
  scoped,
  approval,
  fixed,
  title,
  window,
  enteredFrom,
  parent,
}: AnyRecord): RecordScreen {
  const entryLinks = enteredFrom?.map((source) => {
    const [[field = "", other = ""] = []] = Object.entries(source.takes);
    return { path: source.path, field, other: String(other) };
  });
  return {
    route,
    path,
    table,
    files,
    points,
    tab,
    section,
    label,
    noun,
    scoped,
    approval,
    fixed,
    title,
    window,
    entryLinks,
    parentName: parent?.name,
  };
}
