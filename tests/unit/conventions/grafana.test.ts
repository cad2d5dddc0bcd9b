/** The Grafana board and the alerts use only metrics that the functions export. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { Gauge } from "#shared/server/observe/exposition.ts";
import {
  countRead,
  countRequest,
  countSignIn,
  countUpload,
  ownMetrics,
  watchPool,
} from "#shared/server/observe/metrics.ts";
import { projectRoot } from "../../../supabase/local/common/settings.ts";

const read = (file: string) => readFile(path.join(projectRoot, "supabase/grafana", file), "utf8");

/** Returns the metrics of /api/metrics after each counted event has happened once: their label names by metric name. */
function exportedMetrics(): Map<string, Set<string>> {
  countRequest({
    method: "POST",
    route: "/api/:path",
    status: 500,
    seconds: 1,
    rows: 1,
    problem: "internal",
  });
  countRead("replica", "");
  countSignIn("wrong");
  countUpload(1);
  watchPool("primary", 10, () => ({ used: 1, idle: 0, waiting: 0 }));
  const parts = new Gauge("arbo_part_up", "Parts.", () => [[{ part: "database" }, 1]]);
  const found = new Map<string, Set<string>>();
  // Each metric has the label `isolate` or `process`. Labels that Prometheus adds are not checked.
  for (const [, name = "", labels = ""] of ownMetrics("api", [parts]).matchAll(/^(arbo_\w+)\{(.*)\} /gm)) {
    const names = found.get(name) ?? new Set(["isolate", "process"]);
    for (const [, label = ""] of labels.matchAll(/(\w+)="/g)) names.add(label);
    found.set(name, names);
  }
  return found;
}

/** Returns the metrics in an expression, each with the labels that the expression uses. */
const metricsIn = (expression: string) =>
  [...expression.matchAll(/(arbo_\w+)(?:\{([^}]*)\})?/g)].map(([, name = "", selector = ""]) => ({
    name,
    labels: [
      ...[...selector.matchAll(/(\w+)\s*(?:=~|!=|=)/g)].map(([, label = ""]) => label),
      ...[...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(/,\s*/)),
    ],
  }));

function expectExported(expressions: readonly string[]): void {
  const metrics = exportedMetrics();
  for (const expression of expressions) {
    const used = metricsIn(expression);
    expect(used.length, expression).toBeGreaterThan(0);
    for (const { name, labels } of used) {
      expect([...metrics.keys()], expression).toContain(name);
      for (const label of labels) expect([...(metrics.get(name) ?? [])], expression).toContain(label);
    }
  }
}

describe("Grafana dashboard", () => {
  it("The Grafana dashboard uses only metrics and labels that the system exports.", async () => {
    const board = JSON.parse(await read("board.json")) as {
      panels: { id: number; title: string; datasource: { uid: string }; targets: { expr: string }[] }[];
    };
    expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length);
    for (const { title, datasource } of board.panels)
      expect([title, datasource.uid]).toEqual([title, "$source"]);
    expectExported(board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)));
  });

  it("The Grafana dashboard shows all exported metrics.", async () => {
    const board = await read("board.json");
    const families = [...exportedMetrics().keys()].map((name) => name.replace(/_(sum|count)$/, "_bucket"));
    expect(families.filter((name) => !board.includes(name))).toEqual([]);
  });
});

it("The alert rules for Prometheus use only metrics and labels that the system exports.", async () => {
  const rules = (await read("alerts.yml")).split("- alert:").slice(1);
  expect(rules.length).toBeGreaterThan(5);
  expectExported(
    rules.map((rule) => /expr:(?: >-\n)?([\s\S]*?)\n\s+(?:for|annotations):/.exec(rule)?.[1] ?? ""),
  );
});

it("The runbook has one section per alert, in the order of the alert rules.", async () => {
  const alerts = [...(await read("alerts.yml")).matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const headings = [...(await read("runbook.md")).matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  expect(headings).toEqual(alerts);
});
