/**
 * Counters, histograms and gauges, and their Prometheus text format (exposition format 0.0.4). The package prom-client
 * is not used, because it costs each new isolate 85 ms of CPU and adds 5 MB of OpenTelemetry. For comparison, Hono and
 * the database driver together cost 45 ms.
 */

/** Label values by name. They must come from fixed sets in the code: never an id, never user input. */
export type Labels = Readonly<Record<string, string>>;

type Kind = "counter" | "gauge" | "histogram";

/** One line of a metric: suffix of the metric's name, labels and value. */
type Sample = readonly [suffix: string, labels: Labels, value: number];

/** A metric with all its samples. */
export interface Family {
  readonly name: string;
  readonly help: string;
  readonly kind: Kind;
  samples(): Iterable<Sample>;
}

/** A metric that only increases. */
export class Counter implements Family {
  readonly kind = "counter";
  readonly name: string;
  readonly help: string;
  private readonly values = new Map<string, { labels: Labels; value: number }>();

  constructor(name: string, help: string) {
    this.name = name;
    this.help = help;
  }

  add(labels: Labels, by = 1): void {
    const key = labelText(labels);
    const one = this.values.get(key) ?? { labels, value: 0 };
    this.values.set(key, one);
    one.value += by;
  }

  *samples(): Iterable<Sample> {
    for (const { labels, value } of this.values.values()) yield ["", labels, value];
  }
}

/** Distribution of observed values; the bucket bounds are inclusive and ascending. */
export class Histogram implements Family {
  readonly kind = "histogram";
  readonly name: string;
  readonly help: string;
  private readonly bounds: readonly number[];
  private readonly values = new Map<string, { labels: Labels; counts: number[]; sum: number }>();

  constructor(name: string, help: string, bounds: readonly number[]) {
    this.name = name;
    this.help = help;
    this.bounds = bounds;
  }

  observe(labels: Labels, value: number): void {
    const key = labelText(labels);
    const one = this.values.get(key) ?? { labels, counts: [...this.bounds, 0].map(() => 0), sum: 0 };
    this.values.set(key, one);
    const found = this.bounds.findIndex((bound) => value <= bound);
    const at = found === -1 ? this.bounds.length : found;
    one.counts[at] = (one.counts[at] ?? 0) + 1;
    one.sum += value;
  }

  *samples(): Iterable<Sample> {
    for (const { labels, counts, sum } of this.values.values()) {
      let reached = 0;
      for (const [at, count] of counts.entries()) {
        reached += count;
        yield ["_bucket", { ...labels, le: String(this.bounds[at] ?? "+Inf") }, reached];
      }
      yield ["_sum", labels, sum];
      yield ["_count", labels, reached];
    }
  }
}

/** A metric that can go up and down, sampled on scrape. */
export class Gauge implements Family {
  readonly kind = "gauge";
  readonly name: string;
  readonly help: string;
  private readonly read: () => Iterable<readonly [Labels, number]>;

  constructor(name: string, help: string, read: () => Iterable<readonly [Labels, number]>) {
    this.name = name;
    this.help = help;
    this.read = read;
  }

  *samples(): Iterable<Sample> {
    for (const [labels, value] of this.read()) yield ["", labels, value];
  }
}

/** Formats metrics as text; the common labels are added to every sample. */
export function formatMetrics(families: readonly Family[], common: Labels): string {
  return families
    .map((family) => {
      const lines = Array.from(
        family.samples(),
        ([suffix, labels, value]) =>
          `${family.name}${suffix}{${labelText({ ...common, ...labels })}} ${value}\n`,
      );
      return `# HELP ${family.name} ${family.help}\n# TYPE ${family.name} ${family.kind}\n${lines.join("")}`;
    })
    .join("");
}

/** Merges several metric texts. All lines of one metric are written together, as the format requires. */
export function mergeMetrics(texts: readonly string[]): string {
  const families = new Map<string, { head: string; lines: string }>();
  for (const block of texts.flatMap((text) => text.split(/^(?=# HELP )/m))) {
    const [help = "", type = "", ...lines] = block.split("\n");
    if (!help.startsWith("# HELP ")) continue;
    const known = families.get(help) ?? { head: `${help}\n${type}\n`, lines: "" };
    families.set(help, known);
    known.lines += lines.join("\n");
  }
  return [...families.values()].map(({ head, lines }) => head + lines).join("");
}

const labelText = (labels: Labels): string =>
  Object.entries(labels)
    .map(
      ([name, value]) =>
        `${name}="${value.replace(/[\\"\n]/g, (sign) => (sign === "\n" ? "\\n" : `\\${sign}`))}"`,
    )
    .join(",");
