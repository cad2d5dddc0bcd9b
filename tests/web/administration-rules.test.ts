/** The rules of the administration screens: entries of a person, bars of schedules. */
import { describe, expect, test } from "vitest";
import { dropdownLists } from "#shared/records/vocabulary/types.ts";
import { listSections } from "../../web/src/features/administration/lists/list-names.ts";
import { isKnown, nameOf, typedValue } from "../../web/src/features/administration/lists/list-values.ts";
import { personProblems } from "../../web/src/features/administration/people/person-problems.ts";
import type { RoleEntry } from "../../web/src/features/administration/people/use-roles.ts";
import {
  barOf,
  lanesOf,
  type Schedule,
  shareOf,
  spanOf,
  stateOf,
} from "../../web/src/features/administration/schedules/bars.ts";
import { draftOf, missing } from "../../web/src/features/administration/see-as/see-as-draft.tsx";
import { province, region } from "./people.ts";

const schedule = (start_date: string, end_date: string, more: Partial<Schedule> = {}): Schedule => ({
  id: 1,
  row_version: 1,
  form: "target",
  start_date,
  end_date,
  region_name: null,
  province_name: null,
  status: "OnGoing",
  remaining_days: null,
  ...more,
});

describe("the timeline of schedules", () => {
  const today = "2026-03-10";

  test("spans whole months around all schedules and today, six at least", () => {
    const alone = spanOf([], today);
    expect([alone.from, alone.to, alone.months.length]).toEqual(["2026-03-01", "2026-09-01", 6]);
    const wide = spanOf([schedule("2025-11-15", "2026-12-31")], today);
    expect([wide.from, wide.to, wide.months.length]).toEqual(["2025-11-01", "2027-01-01", 14]);
    expect(wide.months[0]?.label).toBe("Nov 2025");
    expect(wide.months[2]?.label).toBe("Jan 2026");
  });

  test("draws a bar from the first day to the end date, when the window closes", () => {
    const span = { from: "2026-01-01", to: "2026-01-11" };
    expect(barOf({ start_date: "2026-01-01", end_date: "2026-01-11" }, span)).toEqual({
      left: 0,
      width: 100,
    });
    const oneDay = barOf({ start_date: "2026-01-03", end_date: "2026-01-03" }, span);
    expect(oneDay.left).toBeCloseTo(20);
    expect(oneDay.width).toBeCloseTo(10);
    expect(shareOf("2026-01-06", span)).toBeCloseTo(50);
  });

  test.each([
    ["open while a day is left", schedule("2026-01-01", "2026-03-11"), "open"],
    ["ended on its end date", schedule("2026-01-01", today), "ended"],
    ["to come before its first day", schedule("2026-03-11", "2026-04-01"), "planned"],
    ["closed, whatever its days", schedule("2026-01-01", "2026-12-31", { status: "Closed" }), "closed"],
  ])("a schedule is %s", (_, given, state) => expect(stateOf(given, today)).toBe(state));

  test("puts the whole country first, then each exception in a lane of its own", () => {
    const lanes = lanesOf([
      schedule("2026-01-01", "2026-02-01", { region_name: region, province_name: province }),
      schedule("2026-01-01", "2026-02-01"),
      schedule("2026-03-01", "2026-04-01"),
      schedule("2026-01-01", "2026-02-01", { region_name: region }),
    ]);
    expect(lanes.map(({ coverage, schedules }) => [coverage, schedules.length])).toEqual([
      ["All offices", 2],
      [region, 1],
      [`${province}, ${region}`, 1],
    ]);
  });
});

describe("the entries of a person", () => {
  const role = (status: RoleEntry["status"]): RoleEntry => ({
    id: 7,
    rolename: ["A Role"],
    roletype: "Office",
    route: ["forms"],
    access_controls: ["Read"],
    status,
  });
  const full = { username: "maria.santos", email: "maria@example.gov.ph", roles: "A Role", uac_id: 7 };

  test("need a username, an address of e-mail and a role", () => {
    expect(Object.keys(personProblems({}, undefined)).sort()).toEqual(["email", "roles", "username"]);
    expect(personProblems(full, role("Central"))).toEqual({});
    expect(personProblems({ ...full, username: "a b" }, role("Central")).username).toMatch(/3 to 60/);
    expect(personProblems({ ...full, email: "maria" }, role("Central")).email).toMatch(/not an e-mail/);
  });

  test.each([
    ["Central", []],
    ["Regional", ["region_name"]],
    ["Provincial", ["province_name", "region_name"]],
  ] as const)("a %s role needs %j", (level, places) => {
    expect(Object.keys(personProblems(full, role(level))).sort()).toEqual([...places]);
  });
});

describe("see as a role while it is written", () => {
  test("reads the lists of the form and waits for a level", () => {
    expect(draftOf({ status: null })).toBeNull();
    expect(
      draftOf({
        rolename: "One, Two",
        roletype: "Office",
        route: "forms, users",
        access_controls: null,
        status: "Regional",
      }),
    ).toEqual({
      rolename: ["One", "Two"],
      roletype: "Office",
      route: ["forms", "users"],
      access_controls: [],
      status: "Regional",
    });
  });

  test("asks for the office that the level needs", () => {
    expect(missing(undefined, {})).toMatch(/level/);
    expect(missing("Central", {})).toBeNull();
    expect(missing("Regional", {})).toMatch(/region/);
    expect(missing("Provincial", { region_name: region })).toMatch(/province/);
    expect(missing("Provincial", { region_name: region, province_name: province })).toBeNull();
  });
});

describe("the reference lists", () => {
  test("all stand in the menu, each once", () => {
    const shown = listSections.flatMap(({ lists }) => lists);
    expect([...shown].sort()).toEqual([...dropdownLists].sort());
  });

  test("a value is one text, or a category with a sub-category", () => {
    expect(typedValue("sex", " Male ", "ignored")).toEqual({ type: "Male" });
    expect(typedValue("participant-category", "ARB", "")).toEqual({ category: "ARB", sub_category: null });
    expect(typedValue("sex", "  ", "")).toBeNull();
    expect(nameOf({ id: 1, category: "ARB", sub_category: "Youth" })).toBe("ARB – Youth");
  });

  test("a value that is there in any case is known, except as the one being renamed", () => {
    const rows = [{ id: 1, type: "Male" }];
    expect(isKnown(rows, "MALE")).toBe(true);
    expect(isKnown(rows, "male", 1)).toBe(false);
  });
});
