/**
 * Checks the JavaScript of the built app against its size budgets (gzip, in KB). Run `npx tsx web/bundle-budget.ts`
 * after a build. The size of a screen is that of its own files and all their imports.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

interface ManifestEntry {
  file: string;
  src?: string;
  name?: string;
  imports?: string[];
}

const dist = fileURLToPath(new URL("./dist", import.meta.url));
const kilobyte = 1024;

/** Source file of the chunk that loads supabase-js. */
const authClient = "src/lib/http/auth-client.ts";

// The budget of the data screen is measured with the masterlist, which has the most fields. A phone shows cards and
// doesn't load the table.
const ofDataScreen = [
  "index.html",
  "shared",

  "../edge-functions/_shared/records/forms/arbo-masterlist.ts",
];
const dataScreen = { name: "data screen", budget: 356.5, parts: [...ofDataScreen, "grid"] };

/** Budget per screen. `parts` contains source files or names of chunks, in the order in which the screen loads them. */
const screens = [
  { name: "landing", budget: 75, parts: ["index.html", "src/entrance/entrance.tsx"] },
  // The login page loads supabase-js while the user types, so this budget includes supabase-js. A data screen loads
  // supabase-js only after the screen is shown.
  { name: "login", budget: 130, parts: ["index.html", "src/entrance/entrance.tsx", authClient] },
  { name: "data screen on a phone", budget: 158, parts: ofDataScreen },
  dataScreen,
] as const;

/**
 * Budgets for parts of the app that load after the first screen, in loading order. A name that starts with `byItself`
 * marks a part that loads without a user action. Files that the browser already has are not counted again.
 */
const byItself = "after the first screen: ";
const later = [
  { name: `${byItself}session renewal`, budget: 56, parts: [authClient] },
  { name: `${byItself}outbox, stored data, idle watch`, budget: 24, parts: ["after-first-screen"] },
  { name: `${byItself}tools of a list`, budget: 5.1, parts: ["after-list"] },
  { name: "on a click: form, history, dialogs", budget: 68, parts: ["src/records/overlays/overlays.tsx"] },
  {
    name: "charts",
    budget: 127,
    parts: ["src/features/dashboard/dashboard.tsx", "src/features/charts/drawing/plot.tsx"],
  },
];

const manifest = JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, "utf8")) as Record<
  string,
  ManifestEntry
>;

/**
 * Returns the manifest entry of a source file or of a named chunk. An entry without a source path is found by its name.
 */
function entryOf(part: string): ManifestEntry | undefined {
  const name = path.basename(part, path.extname(part));
  return manifest[part] ?? Object.values(manifest).find((entry) => !entry.src && entry.name === name);
}

function filesOf(part: string, found = new Set<string>()): Set<string> {
  const entry = entryOf(part);
  if (!entry) throw new Error(`The build has no part ${part}.`);
  if (found.has(entry.file)) return found;
  found.add(entry.file);
  for (const imported of entry.imports ?? []) filesOf(imported, found);
  return found;
}

const sizes = new Map<string, number>();
function sizeOf(files: Iterable<string>): number {
  let sum = 0;
  for (const file of files) {
    const size = sizes.get(file) ?? gzipSync(readFileSync(`${dist}/${file}`), { level: 9 }).length;
    sizes.set(file, size);
    sum += size;
  }
  return sum / kilobyte;
}

let over = false;
function checkBudget(name: string, budget: number, files: Iterable<string>): void {
  const size = sizeOf(files);
  over ||= size > budget;
  console.log(`${size > budget ? "OVER" : "ok  "} ${name}: ${size.toFixed(1)} KB of ${budget} KB`);
}
const allFilesOf = (parts: readonly string[]) => new Set(parts.flatMap((part) => [...filesOf(part)]));

for (const { name, budget, parts } of screens) checkBudget(name, budget, allFilesOf(parts));
const loaded = allFilesOf(dataScreen.parts);
for (const { name, budget, parts } of later) {
  const more = [...allFilesOf(parts)].filter((file) => !loaded.has(file));
  checkBudget(`${name}, more`, budget, more);
  if (name.startsWith(byItself)) for (const file of more) loaded.add(file);
}

/** Returns the import cycles between built files. In a cycle, one file would run before the code that it imports. */
function circles(): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const walk = (part: string, way: readonly string[]): void => {
    const begun = way.indexOf(part);
    if (begun >= 0) {
      found.push([...way.slice(begun), part].map((name) => manifest[name]?.file).join(" → "));
      return;
    }
    if (done.has(part)) return;
    done.add(part);
    for (const imported of manifest[part]?.imports ?? []) walk(imported, [...way, part]);
  };
  for (const part of Object.keys(manifest)) walk(part, []);
  return found;
}

const inCircles = circles();
for (const circle of inCircles) console.log(`CIRCLE ${circle}`);
if (over || inCircles.length > 0) process.exitCode = 1;
