/** Rules of the administration screens: required fields of a user, and the bars of schedules in the timeline. */
import { describe, expect, test } from "vitest";
import { records } from "#shared/records/index.ts";
import { dropdownLists } from "#shared/records/vocabulary/types.ts";
import type { LogEntry } from "../../web/src/features/administration/common/admin-api.ts";
import { listSections, unusedLists } from "../../web/src/features/administration/lists/list-names.ts";
import {
  findTwin,
  nameOf,
  replacementsOf,
  typedValue,
} from "../../web/src/features/administration/lists/list-values.ts";
import { filterOfUsage } from "../../web/src/features/administration/lists/usages.tsx";
import { changesOf } from "../../web/src/features/administration/log/entry-changes.ts";
import { rowOf } from "../../web/src/features/administration/log/export-log.ts";
import { filterOf } from "../../web/src/features/administration/log/log-screen.tsx";
import { personProblems } from "../../web/src/features/administration/people/person-problems.ts";
import type { RoleEntry } from "../../web/src/features/administration/people/use-roles.ts";
import {
  barOf,
  groupByCoverage,
  type Schedule,
  shareOf,
  spanOf,
  stateOf,
} from "../../web/src/features/administration/schedules/bars.ts";
import { describeChange } from "../../web/src/features/administration/schedules/status-change.ts";
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

describe("Timeline of schedules", () => {
  const today = "2026-03-10";

  test("The timeline of schedules shows at least six months, even if there are no schedules.", () => {
    const alone = spanOf([], today);
    expect([alone.from, alone.to, alone.months.length]).toEqual(["2026-03-01", "2026-09-01", 6]);
    const wide = spanOf([schedule("2025-11-15", "2026-12-31")], today);
    expect([wide.from, wide.to, wide.months.length]).toEqual(["2025-11-01", "2027-01-01", 14]);
    expect(wide.months[0]?.label).toBe("Nov 2025");
    expect(wide.months[2]?.label).toBe("Jan 2026");
  });

  test("On the timeline, a schedule's bar reaches from its start date to its end date.", () => {
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
    ["ended without an end date", { ...schedule("2026-01-01", today), end_date: null }, "ended"],
    ["planned before its first day", schedule("2026-03-11", "2026-04-01"), "planned"],
    ["closed, even if days are left", schedule("2026-01-01", "2026-12-31", { status: "Closed" }), "closed"],
  ])('On the schedules screen, a schedule\'s state is "%s".', (_, given, state) =>
    expect(stateOf(given, today)).toBe(state),
  );

  const open = schedule("2026-01-01", "2026-04-01");
  const planned = schedule("2026-04-01", "2026-05-01");
  const ended = schedule("2026-01-01", today);
  test("When an administrator closes a schedule whose reporting window is open today, the closing takes effect today.", () => {
    expect(describeChange(open, today)).toMatchObject({ later: null, undone: "The window is open again." });
    const reopening = describeChange({ ...open, status: "Closed" }, today);
    expect(reopening).toMatchObject({ verb: "Reopen", later: null });
    expect(reopening.done).toBe("Reopened. Its offices can enter data again.");
  });

  test.each([
    [
      "closing a schedule that has not started",
      planned,
      /does not open on 1 Apr 2026/,
      /not open on 1 Apr 2026/,
    ],
    [
      "closing a schedule that has ended",
      ended,
      /was 9 Mar 2026.* changes nothing/,
      /^Closed\. Nothing changes/,
    ],
    [
      "reopening a schedule that has not started",
      { ...planned, status: "Closed" },
      /records from 1 Apr 2026 until 30 Apr 2026/,
      /can enter data from 1 Apr 2026/,
    ],
    [
      "reopening a schedule that has ended",
      { ...ended, status: "Closed" },
      /was 9 Mar 2026.* Reopening alone does not allow/,
      /cannot enter data until you change the end date/,
    ],
  ])(
    "The dialog for %s says that the access of the offices does not change today.",
    (_, given, later, done) => {
      const change = describeChange(given, today);
      expect(change.later).toMatch(later);
      expect(change.done).toMatch(done);
      expect(change.undone).not.toContain("window");
    },
  );

  test("The timeline shows schedules of all offices, of a region and of a province in three separate lanes.", () => {
    const lanes = groupByCoverage([
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

describe("Required fields of the user form", () => {
  const role = (status: RoleEntry["status"]): RoleEntry => ({
    id: 7,
    rolename: ["A Role"],
    roletype: "Office",
    route: ["forms"],
    access_controls: ["Read"],
    status,
  });
  const full = { username: "maria.santos", email: "maria@example.gov.ph", roles: "A Role", uac_id: 7 };

  test("The user form requires a username, an e-mail address and a role.", () => {
    expect(Object.keys(personProblems({}, undefined)).sort()).toEqual(["email", "roles", "username"]);
    expect(personProblems(full, role("Central"))).toEqual({});
    expect(personProblems({ ...full, username: "a b" }, role("Central")).username).toMatch(/3 to 60/);
    expect(personProblems({ ...full, email: "maria" }, role("Central")).email).toMatch(/not an e-mail/);
    expect(personProblems({ ...full, email: "maria..cruz@dar.gov.ph" }, role("Central")).email).toMatch(
      /not an e-mail/,
    );
  });

  test.each([
    ["Central", []],
    ["Regional", ["region_name"]],
    ["Provincial", ["province_name", "region_name"]],
  ] as const)("For a user with a %s role, the user form requires the place fields %j.", (level, places) => {
    expect(Object.keys(personProblems(full, role(level))).sort()).toEqual([...places]);
  });
});

describe('Preview "See as" of a role draft', () => {
  test('An administrator can\'t open the preview "See as" for a draft of a role that has no level yet.', () => {
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

  test('An administrator must choose a region and a province before the preview "See as" of a Provincial role.', () => {
    expect(missing(undefined, {})).toMatch(/level/);
    expect(missing("Central", {})).toBeNull();
    expect(missing("Regional", {})).toMatch(/region/);
    expect(missing("Provincial", { region_name: region })).toMatch(/province/);
    expect(missing("Provincial", { region_name: region, province_name: province })).toBeNull();
  });
});

describe("Dropdown lists on the administration screen", () => {
  test("The menu of dropdown lists contains each list once.", () => {
    const shown = listSections.flatMap(({ lists }) => lists);
    expect([...shown].sort()).toEqual([...dropdownLists].sort());
  });

  test("A new value of the dropdown list `participant-category` consists of a category and an optional sub-category.", () => {
    expect(typedValue("sex", " Male ", "ignored")).toEqual({ type: "Male" });
    expect(typedValue("participant-category", "ARB", "")).toEqual({ category: "ARB", sub_category: null });
    expect(typedValue("sex", "  ", "")).toBeNull();
    expect(nameOf({ id: 1, category: "ARB", sub_category: "Youth" })).toBe("ARB – Youth");
  });

  test("The constant unusedLists names exactly the dropdown lists from which no form field takes its choices.", () => {
    const used = new Set(
      records.flatMap(({ fields }) =>
        fields.flatMap(({ options }) => (options?.from === "dropdown" ? [options.list] : [])),
      ),
    );
    expect([...unusedLists].sort()).toEqual(dropdownLists.filter((list) => !used.has(list)).sort());
  });

  test("An administrator can replace a sub-category only with another sub-category of the same category.", () => {
    const youth = { id: 1, category: "ARB", sub_category: "Youth" };
    const rows = [
      youth,
      { id: 2, category: "ARB", sub_category: "Member" },
      { id: 3, category: "Partner", sub_category: "LGU" },
    ];
    expect(replacementsOf(youth, rows)).toEqual(["Member"]);
    const male = { id: 1, type: "Male" };
    expect(replacementsOf(male, [male, { id: 2, type: "Female" }])).toEqual(["Female"]);
    const arb = { id: 1, category: "ARB", sub_category: null };
    expect(replacementsOf(arb, [arb, { id: 2, category: "Partner", sub_category: null }])).toEqual([
      "Partner",
    ]);
  });

  test("The link to the rows that use a sub-category filters by the sub-category and by its category.", () => {
    const fieldsOf = (column: string) =>
      records.flatMap(({ path, fields }) =>
        fields.flatMap(({ name, options }) =>
          options?.from === "dropdown" && options.column === column ? [{ path, field: name }] : [],
        ),
      );
    const [use] = fieldsOf("sub_category");
    if (!use) throw new Error("no field");
    const youth = { id: 1, category: "ARB", sub_category: "Youth" };
    const filter = filterOfUsage(youth, use);
    expect(Object.values(filter)).toEqual(["ARB", "Youth"]);
    const [category = ""] = Object.keys(filter);
    expect(fieldsOf("category")).toContainEqual({ path: use.path, field: category });
    expect(filterOfUsage({ id: 1, type: "GAA" }, { field: "fund_source" })).toEqual({ fund_source: "GAA" });
  });

  test("The app finds a value that a dropdown list already has, ignoring case, accents and kinds of apostrophes.", () => {
    const rows = [
      { id: 1, type: "Male" },
      { id: 2, type: "Women's Association" },
    ];
    expect(findTwin(rows, { type: "MALE" })).toBe(rows[0]);
    expect(findTwin(rows, { type: "male" }, 1)).toBeUndefined();
    expect(findTwin(rows, { type: "Womén’s  association" })).toBe(rows[1]);
    const pair = { id: 3, category: "ARB", sub_category: "Youth" };
    expect(findTwin([pair], { category: "arb", sub_category: "youth" })).toBe(pair);
    expect(findTwin([pair], { category: "ARB – Youth", sub_category: null })).toBeUndefined();
  });
});

describe("User log", () => {
  const roles = new Map([[2, "Encoder (Provincial)"]]);
  const entryOf = (more: Partial<LogEntry>): LogEntry => ({
    ...{ id: 1, at: "2026-03-10T00:00:00Z", user_id: null, user_name: "admin", user_role: "Administrator" },
    ...{
      api_token: null,
      action: "Update",
      form_name: "users",
      form_label: "Users",
      path: null,
      route: null,
    },
    ...{
      row_id: null,
      subject: null,
      subject_name: null,
      region_name: null,
      province_name: null,
      office: null,
    },
    ...{ status: null, source: "database", changes: null },
    ...more,
  });

  test("The user log shows a change of a user with field labels and role names.", () => {
    const changes: LogEntry["changes"] = { uac_id: [2, 4], disabled: [false, true], username: ["ana", null] };
    expect(changesOf(entryOf({ changes }), roles)).toEqual([
      ["Role entry", "Encoder (Provincial)", "no. 4"],
      ["Disabled", "No", "Yes"],
      ["Username", "ana", ""],
    ]);
  });

  test("If a user changes a saved view, the user log shows the title of the view's screen instead of its route.", () => {
    const changes: LogEntry["changes"] = { screen: ["Form10", null], shared_with: ["me", "everyone"] };
    expect(changesOf(entryOf({ form_name: "saved_views", changes }), roles)).toEqual([
      ["Screen", "Annual Accomplishment (Form 10)", ""],
      ["Shared with", "Only the author", "Everyone"],
    ]);
  });

  test("The user log describes the filters of an export in words.", () => {
    const filters = { sex: "Female", filter: { birthday: { gte: "1990-01-31" } }, q: "cruz" };
    const changes: LogEntry["changes"] = {
      purpose: [null, "export"],
      filters: [null, filters],
      rows: [null, 1312],
      fields: [null, ["birthday"]],
    };
    const entry = entryOf({ form_name: "participants", path: "participant", route: "Participants", changes });
    expect(changesOf(entry, roles)).toEqual([
      ["Purpose", "", "Export"],
      ["Filters", "", "Sex is Female; Birthday is on or after 01-31-1990; Contains the words: cruz"],
      ["Rows", "", "1,312"],
      ["Sensitive fields in questions", "", "Birthday"],
    ]);
    expect(changesOf({ ...entry, changes: { filters: [null, {}] } }, roles)).toEqual([
      ["Filters", "", "No filters that you may see"],
    ]);
  });

  test('The exported user log shows labels instead of stored values, such as "Open" for OnGoing.', () => {
    const schedule = { form_name: "report_schedules", path: "report-schedules", route: "ReportSchedules" };
    const changes: LogEntry["changes"] = { status: ["OnGoing", "Closed"], id: [7, null] };
    expect(rowOf(entryOf({ ...schedule, status: "OnGoing", changes }), roles)).toMatchObject({
      status: "Open",
      source: "database",
      changed: "Status: Open → Closed; Number: 7 → —",
    });
    const moved = { subject: "00000000-0000-4000-8000-000000000001", subject_name: "ana" };
    expect(rowOf(entryOf({ ...moved, action: "export", source: "client" }), roles)).toMatchObject({
      action: "Export",
      subject: "ana",
      source: "browser",
    });
  });

  test('If an administrator filters the user log by "Export", the log also shows actions stored as "export".', () => {
    expect(filterOf({ where: { action: "Export" } })).toMatchObject({ action: ["Export", "export"] });
    expect(filterOf({ where: { action: "Update" } })).toMatchObject({ action: ["Update"] });
    expect(filterOf({ where: { form_name: "users" } })).toMatchObject({ form_name: "users" });
  });
});
