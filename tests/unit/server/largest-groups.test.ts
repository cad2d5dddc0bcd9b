/** A chart by municipality has only the largest municipalities, and states how many it leaves out. */
import { expect, it } from "vitest";
import { byPlaces } from "#shared/charts/dashboards/spec.ts";
import { charts } from "#shared/contracts/figures.ts";
import { answerOf } from "#shared/contracts/openapi/document.ts";
import { buildChart } from "#shared/server/boards/dashboard.ts";

const spec =
  byPlaces({ key: "trained", title: "Trained", help: "ARBs.", unit: "ARBs" }, [
    { key: "trained", label: "Trained", set: "form-5.arbs_trained" },
  ]).at(-1) ?? expect.fail("There is no chart by municipality.");

/** Returns the chart of a number of municipalities in one region, for a request with the given filters. */
const chartOf = (municipalities: number, filters: [string, string[]][] = []) => {
  const counted = Array.from({ length: municipalities }, (_, at) => ({
    values: ["Region III", "Tarlac", `Town ${at}`],
    value: at + 1,
  }));
  const setting = { filters: new Map(filters), lists: {}, rights: [] } as unknown as Parameters<
    typeof buildChart
  >[2];
  return buildChart(spec, [counted], setting);
};

it("If a chart has 1,642 municipalities, the response contains only the 50 with the largest values.", () => {
  const chart = chartOf(1642);
  expect(chart.groups).toHaveLength(50);
  expect(chart.groups[0]?.label).toBe("Town 1641");
  expect(chart.omitted).toBe(1592);
  const response = { status: "success", data: { name: "form-5", charts: [chart] } };
  // The schema removes properties that the contract does not describe.
  expect(answerOf(charts).parse(response)).toEqual(response);
});

it("If a chart response contains all municipalities, it does not mention omitted ones.", () => {
  expect(chartOf(50)).not.toHaveProperty("omitted");
  const ofRegion = chartOf(60, [["region_name", ["Region III"]]]);
  expect(ofRegion.groups).toHaveLength(60);
  expect(ofRegion).not.toHaveProperty("omitted");
});
