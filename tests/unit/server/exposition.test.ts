/** The text format of metrics for Prometheus. */
import { describe, expect, it } from "vitest";
import { Counter, formatMetrics, Gauge, Histogram, mergeMetrics } from "#shared/server/observe/exposition.ts";

describe("Metrics in the Prometheus text format", () => {
  it("The metrics output has one line for each combination of a counter's label values.", () => {
    const counter = new Counter("arbo_calls_total", "Calls.");
    counter.add({ route: "/api/:path" });
    counter.add({ route: "/api/:path" }, 2);
    counter.add({ route: "/api/health" });
    expect(formatMetrics([counter], { function: "api" })).toBe(
      [
        "# HELP arbo_calls_total Calls.",
        "# TYPE arbo_calls_total counter",
        'arbo_calls_total{function="api",route="/api/:path"} 3',
        'arbo_calls_total{function="api",route="/api/health"} 1',
        "",
      ].join("\n"),
    );
  });

  it("The count of each histogram bucket includes the values of all smaller buckets.", () => {
    const histogram = new Histogram("arbo_seconds", "Seconds.", [0.1, 1]);
    for (const value of [0.05, 0.1, 0.5, 7]) histogram.observe({}, value);
    expect(formatMetrics([histogram], {}).split("\n").slice(2)).toEqual([
      'arbo_seconds_bucket{le="0.1"} 2',
      'arbo_seconds_bucket{le="1"} 3',
      'arbo_seconds_bucket{le="+Inf"} 4',
      "arbo_seconds_sum{} 7.65",
      "arbo_seconds_count{} 4",
      "",
    ]);
  });

  it("Quotes, backslashes and line breaks in labels of metrics are escaped.", () => {
    const gauge = new Gauge("arbo_up", "Up.", () => [[{ part: 'a "b" \\ c\nd' }, 1]]);
    expect(formatMetrics([gauge], {})).toContain('arbo_up{part="a \\"b\\" \\\\ c\\nd"} 1\n');
  });

  it("When the metrics of several edge functions are merged, the lines of each metric stay together.", () => {
    const one = formatMetrics(
      [new Gauge("arbo_a", "A.", () => [[{}, 1]]), new Gauge("arbo_b", "B.", () => [[{}, 2]])],
      {
        function: "api",
      },
    );
    const other = formatMetrics([new Gauge("arbo_a", "A.", () => [[{}, 3]])], { function: "charts" });
    expect(mergeMetrics([one, other, ""]).split("\n")).toEqual([
      "# HELP arbo_a A.",
      "# TYPE arbo_a gauge",
      'arbo_a{function="api"} 1',
      'arbo_a{function="charts"} 3',
      "# HELP arbo_b B.",
      "# TYPE arbo_b gauge",
      'arbo_b{function="api"} 2',
      "",
    ]);
  });
});
