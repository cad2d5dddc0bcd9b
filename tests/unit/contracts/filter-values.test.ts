/** Values of filters: points in time are accepted only if Postgres can read them. */
import { describe, expect, it } from "vitest";
import { readConditions } from "#shared/contracts/filters/conditions.ts";
import { readFilter } from "#shared/contracts/filters/filter-values.ts";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";

const type = "timestamp with time zone";

describe("Date or time in a filter", () => {
  it.each([
    "2026-03-31",
    "2026-03-31T08:00",
    "2026-03-31T08:00:00Z",
    "2026-03-31T08:00:00.123456+00:00",
    "2026-03-31 08:00:00+08",
    "2026-02-28T23:59:59.999-0330",
    "2024-02-29T00:00:00Z",
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z",
  ])("A filter on updated_at accepts the date or time %s and leaves it unchanged.", (text) => {
    expect(readFilter("updated_at", type, text)).toEqual({ ok: true, value: text });
  });

  it("The API converts the value 03-31-2026 of a filter to the ISO date 2026-03-31.", () => {
    expect(readFilter("updated_at", type, "03-31-2026")).toEqual({ ok: true, value: "2026-03-31" });
  });

  it.each([
    "2025",
    "1",
    "Foo 2025",
    "2025-02-30",
    "2025-02-30T10:00:00",
    "2025-13-01T10:00:00Z",
    "2025-01-01T24:30:00Z",
    "2025-01-01T10:60:00Z",
    "2025-01-01T10:00:00+25:00",
    "2025-01-01T10:00:00Z; x",
    "0000-01-01T00:00:00Z",
    "+275760-09-13T00:00:00Z",
    "-000001-01-01T00:00:00Z",
    "03-31-2026 10:00 PM sharp",
    "yesterday",
    "infinity",
    20250101,
    true,
    {},
  ])("The API refuses the value %j in a filter on the field updated_at.", (value) => {
    expect(readFilter("updated_at", type, value)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^The filter updated_at: .{5,}\.$/),
    });
    const compared = readConditions(arboMasterlist, { updated_at: { gt: value } });
    expect(compared).toMatchObject({ ok: false, path: ["updated_at"] });
  });

  it("The API refuses a number in a filter by text if the number may have lost digits.", () => {
    const lost = Number("9007199254740993");
    for (const filter of [lost, { contains: lost }])
      expect(readConditions(arboMasterlist, { arbo_id: filter })).toMatchObject({
        message: expect.stringContaining("may have lost digits"),
      });
    expect(readFilter("arbo_id", "text", 456)).toEqual({ ok: true, value: "456" });
  });

  it.each([
    ["2026-03-31", true],
    ["03-31-2026", true],
    ["2026-03-31T08:00:00+08:00", false],
  ])("The filter value %s for updated_at is treated as a whole day: %s.", (value, isDay) => {
    expect(readConditions(arboMasterlist, { updated_at: { gte: value } })).toMatchObject({
      value: { all: [{ kind: "compare", isDay }] },
    });
  });
});
