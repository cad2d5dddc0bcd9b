/**
 * Stores the benchmark results of each scale as JSON. Writes them as tables into RESULTS.md and, for six cases, into
 * the README. Compares list pages between the scales, because their time should not depend on the number of stored
 * rows.
 */
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { projectRoot } from "../../supabase/local/common/settings.ts";
import { type Measured, toMeasured } from "./measure.ts";

const folder = path.join(projectRoot, "tests/bench/results");
const [begin, end] = ["<!-- bench -->", "<!-- /bench -->"];
const scales = [1, 10];

/** Names of the cases that the README shows. */
const headlines = [
  "a page of participants, through the API",
  'participants with "santos", beside a page',
  "charts: main-dashboard as central",
  "charts: main-dashboard as central, from a year on",
  "50 users at once: time a request (1,000 over it are the requests a second) beside a bare server",
  "import of 10,000 rows beside one COPY with search text",
];

interface Result {
  scale: number;
  /** Number of rows of the largest tables, to show the size of the data. */
  rows: Record<string, number>;
  measured: Measured[];
}

const fileOf = (scale: number) => path.join(folder, `scale-${scale}.json`);

async function readResult(scale: number): Promise<Result | null> {
  return existsSync(fileOf(scale)) ? (JSON.parse(await readFile(fileOf(scale), "utf8")) as Result) : null;
}

const number = (value: number | null, digits: number): string =>
  value === null ? "" : value.toFixed(digits);

const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

const markdown = (heads: readonly string[], lines: readonly (readonly string[])[]): string =>
  [line(heads), `|${"---|".repeat(heads.length)}`, ...lines.map(line)].join("\n");

export const table = (measured: readonly Measured[]): string =>
  markdown(
    ["case", "product, ms", "plain SQL, ms", "ratio", "goal"],
    measured.map(({ name, product, plain, ratio, goal, kept }) => [
      name,
      number(product, 1),
      number(plain, 1),
      number(ratio, 2),
      `${goal}${kept ? "" : " ✗"}`,
    ]),
  );

/** Compares each list page at scale 1 with the same page at scale 10. */
function growth(one: Result, ten: Result): Measured[] {
  const most = 1.3;
  return one.measured
    .filter(({ name }) => name.startsWith("a page of a province"))
    .flatMap(({ name, product: plain }) => {
      const product = ten.measured.find((other) => other.name === name)?.product;
      return product === undefined ? [] : [toMeasured(`${name}: ten times the data`, most, product, plain)];
    });
}

/**
 * Builds the table of the README. For each scale, it has the product's time in milliseconds and the ratio to the time
 * of plain SQL.
 */
function headlineTable(results: readonly Result[]): string {
  const sizes = results.map(({ rows }) => `${rows.participants?.toLocaleString("en")} participants`);
  const cell = (result: Result, headline: string) => {
    const found = result.measured.find(({ name }) => name === headline);
    return found ? `${number(found.product, 0)} ms, ${number(found.ratio, 2)} times` : "";
  };
  return markdown(
    ["case", ...sizes],
    headlines.map((headline) => [headline, ...results.map((result) => cell(result, headline))]),
  );
}

/** Replaces the text between the markers in a file of the project. */
async function place(name: string, between: string): Promise<void> {
  const file = path.join(projectRoot, name);
  const text = await readFile(file, "utf8");
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${name} has no place for the results: ${begin} … ${end}`);
  await writeFile(file, `${text.slice(0, from + begin.length)}\n${between}\n${text.slice(to)}`);
}

/** Stores a result and rewrites the tables in RESULTS.md and README.md. */
export async function storeBenchResult(result: Result): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(fileOf(result.scale), `${JSON.stringify(result, null, 2)}\n`);
  const known = (await Promise.all(scales.map(readResult))).filter((one) => one !== null);
  const parts = known.map(({ scale, rows, measured }) => {
    const sizes = Object.entries(rows).map(
      ([name, count]) => `${count.toLocaleString("en")} ${name.replaceAll("_", " ")}`,
    );
    return `Scale ${scale} (${sizes.join(", ")}):\n\n${table(measured)}`;
  });
  const [one, ten] = known;
  if (one && ten) parts.push(`Scale 10 beside scale 1, in place of plain SQL:\n\n${table(growth(one, ten))}`);
  await place("tests/bench/RESULTS.md", parts.join("\n\n"));
  await place("README.md", headlineTable(known));
}
