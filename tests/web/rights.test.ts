/**
 * Tests which actions on a row are allowed by the user's level, the user's rights and the reporting windows, and the
 * messages of refusals (spec section 6).
 */
import { describe, expect, test } from "vitest";
import { reportSchedules } from "#shared/records/administration/report-schedules.ts";
import { uac } from "#shared/records/administration/uac.ts";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { participant } from "#shared/records/forms/participant.ts";
import { projectList } from "#shared/records/forms/project-list.ts";
import type { Level, Right } from "../../web/src/lib/current-user.ts";
import type { Row } from "../../web/src/lib/http/api.ts";
import { addRefusal, hiddenColumns, refusal, seesActions } from "../../web/src/records/common/rights.ts";
import { closed, never, office, open, person, region } from "./people.ts";

const pending: Row = { id: 1, row_version: 1, process_stage: "Pending", office };
const approved: Row = { ...pending, process_stage: "Approved" };
const none = { read: [office], target: [], accomplishment: [] };
const shut = { offices: none, windows: { target: open, accomplishment: closed } };

describe.each<Level>(["Central", "Regional", "Provincial"])("A user with the level %s", (level) => {
  test.each<[Right[], boolean, boolean, boolean?]>([
    [["Read", "Edit", "Approve"], true, false, true],
    [["Read", "Approve"], false, false, true],
    [["Read", "Edit", "Delete"], true, true],
    [["Read", "Edit"], true, false],
    [["Read", "Delete"], false, true],
    [["Read"], false, false],
    [[], false, false],
  ])(
    "With the rights %j, the user may edit: %s, delete: %s, approve: %s.",
    (rights, edit, remove, approve = false) => {
      const user = person(level, { rights });
      expect(refusal(arboMasterlist, pending, user, "edit") === null).toBe(edit);
      expect(refusal(arboMasterlist, pending, user, "approve") === null).toBe(approve);
      expect(refusal(arboMasterlist, pending, user, "delete") === null).toBe(remove);
      expect(addRefusal(arboMasterlist, user) === null).toBe(edit || remove);
      expect(seesActions(user)).toBe(rights.includes("Read"));
    },
  );

  test("Users below Central can't change rows while the reporting window is closed.", () => {
    const central = level === "Central";
    const user = person(level, central ? { windows: shut.windows } : shut);
    const reason = `${closed.reason} Central can open it.`;
    expect(refusal(arboMasterlist, pending, user, "edit")).toBe(central ? null : reason);
    expect(refusal(arboMasterlist, pending, user, "delete")).toBe(central ? null : reason);
    expect(addRefusal(arboMasterlist, user)).toBe(central ? null : reason);
  });

  test("Users below Central can't edit an approved row.", () => {
    const user = person(level);
    const reason = level === "Central" ? null : "Approved rows are locked. Set it back to Pending first.";
    expect(refusal(arboMasterlist, approved, user, "edit")).toBe(reason);
    expect(refusal(arboMasterlist, approved, user, "delete")).toBe(reason);
    expect(refusal(arboMasterlist, approved, user, "approve")).toBeNull();
  });
});

test("If a user without the Approve right can't edit an approved row, the app says who can set it back to Pending.", () => {
  const messageFor = (level: Level) =>
    refusal(arboMasterlist, approved, person(level, { rights: ["Read", "Edit"] }), "edit");
  const who = (name: string) => `Approved rows are locked. Ask ${name} to set this row back to Pending.`;
  expect(messageFor("Provincial")).toBe(who("your regional office"));
  expect(messageFor("Regional")).toBe(who("a user who can approve"));
});

test('Users without the right "Approve own" can\'t approve their own rows.', () => {
  const user = person("Regional", { rights: ["Read", "Approve"] });
  const own = { ...pending, user_id: user.id };
  expect(refusal(arboMasterlist, own, user, "approve")).toBe(
    "You entered this record, so someone else must approve it.",
  );
  expect(refusal(arboMasterlist, { ...approved, user_id: user.id }, user, "approve")).toBeNull();
  expect(refusal(arboMasterlist, { ...pending, user_id: null }, user, "approve")).toBeNull();
  const trusted = person("Regional", { rights: ["Read", "Approve", "Approve own"] });
  expect(refusal(arboMasterlist, own, trusted, "approve")).toBeNull();
});

test("If a user can't edit a row of another office, the app says that the row belongs to another office.", () => {
  const row = { ...pending, office: "Region III (Central Luzon) / Tarlac" };
  expect(refusal(arboMasterlist, row, person("Provincial"), "edit")).toBe(
    "This row belongs to another office.",
  );
});

test("The app names the province whose reporting window is closed.", () => {
  const bulacan = `${region} / Bulacan`;
  const offices = { read: [office, bulacan], target: [], accomplishment: [office] };
  const row = { ...pending, office: bulacan };
  expect(refusal(arboMasterlist, row, person("Regional", { offices }), "edit")).toBe(
    "The accomplishment window is closed for Bulacan. Central can open it.",
  );
});

test("An office can edit rows while only its own reporting window is open.", () => {
  const offices = { read: [office], target: [], accomplishment: [office] };
  const user = person("Provincial", { offices, windows: shut.windows });
  expect(refusal(arboMasterlist, pending, user, "edit")).toBeNull();
});

test("If an office has no schedule, the app says that the reporting window is closed.", () => {
  const user = person("Regional", { offices: none, windows: { target: never, accomplishment: never } });
  expect(addRefusal(arboMasterlist, user)).toBe("The accomplishment window is closed. Central can open it.");
});

test("The app lets only administrators change projects.", () => {
  const officer = person("Central", {
    reference: { project_list: { route: "dropdowns", keeps: "nothing" } },
  });
  const administrator = person("Provincial", {
    routes: ["forms", "dropdowns"],
    reference: { project_list: { route: "dropdowns", keeps: "all" } },
  });
  expect(refusal(projectList, pending, officer, "edit")).toBe("Only administrators can change projects.");
  expect(addRefusal(projectList, officer)).toBe("Only administrators can change projects.");
  expect(refusal(projectList, pending, administrator, "edit")).toBeNull();
});

describe("Regional administrator", () => {
  const administrator = person("Regional", {
    routes: ["users"],
    reference: {
      uac: { route: "users", keeps: "nothing" },
      report_schedules: { route: "users", keeps: "region" },
    },
  });

  test("A regional administrator sees that only the central office can change roles.", () => {
    const reason = "Only administrators of the central office can change roles.";
    expect(addRefusal(uac, administrator)).toBe(reason);
    for (const act of ["edit", "delete"] as const) {
      expect(refusal(uac, pending, administrator, act)).toBe(reason);
    }
  });

  test("A regional administrator can change only schedules of their own region.", () => {
    const reason =
      "You can change schedules of your own region only; the others belong to the central office.";
    expect(addRefusal(reportSchedules, administrator)).toBeNull();
    const own = { ...pending, region_name: region };
    expect(refusal(reportSchedules, own, administrator, "edit")).toBeNull();
    for (const other of [null, "Region VI (Western Visayas)"]) {
      const row = { ...pending, region_name: other };
      expect(refusal(reportSchedules, row, administrator, "delete"), String(other)).toBe(reason);
    }
  });
});

test("A list hides the region column if the user sees only one region.", () => {
  expect(hiddenColumns(arboMasterlist, person("Central"))).toEqual([]);
  expect(hiddenColumns(arboMasterlist, person("Regional"))).toEqual(["region_name"]);
  expect(hiddenColumns(arboMasterlist, person("Provincial"))).toEqual(["region_name", "province_name"]);
  expect(hiddenColumns(reportSchedules, person("Regional"))).toEqual([]);
});

test("A user can't edit a row that the browser stored without its sensitive values.", () => {
  const stored: Row = { ...pending, participant_name: "Ana" };
  const sensitive = participant.fields.filter((field) => field.sensitive).map(({ name }) => [name, null]);
  const complete: Row = { ...stored, ...Object.fromEntries(sensitive) };
  const reader = person("Provincial", { rights: ["Read", "Edit", "Sensitive"] });
  expect(refusal(participant, stored, reader, "edit")).toMatch(/not stored on this computer/);
  expect(refusal(participant, complete, reader, "edit")).toBeNull();
  expect(refusal(participant, stored, person("Provincial", { rights: ["Read", "Edit"] }), "edit")).toBeNull();
});
