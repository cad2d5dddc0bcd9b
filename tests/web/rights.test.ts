/** What each level, right and window allows on a row, and the sentence that says why not (specification, section 6). */
import { describe, expect, test } from "vitest";
import { arboMasterlist } from "../../edge-functions/_shared/records/arbo-masterlist.ts";
import { projectList } from "../../edge-functions/_shared/records/project-list.ts";
import type { Row } from "../../web/src/lib/api.ts";
import type { Level, Right } from "../../web/src/lib/current-user.ts";
import { addRefusal, hiddenColumns, refusal, seesActions } from "../../web/src/records/rights.ts";
import { closed, never, office, open, person } from "./people.ts";

const pending: Row = { id: 1, row_version: 1, process_stage: "Pending", office };
const approved: Row = { ...pending, process_stage: "Approved" };
const none = { read: [office], target: [], accomplishment: [] };
const shut = { offices: none, windows: { target: open, accomplishment: closed } };

describe.each<Level>(["Central", "Regional", "Provincial"])("%s", (level) => {
  test.each<[Right[], boolean, boolean]>([
    [["Read", "Edit", "Delete"], true, true],
    [["Read", "Edit"], true, false],
    [["Read", "Delete"], false, true],
    [["Read"], false, false],
    [[], false, false],
  ])("with the rights %j may edit: %s, delete: %s", (rights, edit, remove) => {
    const user = person(level, { rights });
    expect(refusal(arboMasterlist, pending, user, "edit") === null).toBe(edit);
    expect(refusal(arboMasterlist, pending, user, "approve") === null).toBe(edit);
    expect(refusal(arboMasterlist, pending, user, "delete") === null).toBe(remove);
    expect(addRefusal(arboMasterlist, user) === null).toBe(edit || remove);
    expect(seesActions(user)).toBe(rights.includes("Read"));
  });

  test("is held back by a closed window, in the words of the server, unless it is Central", () => {
    const central = level === "Central";
    const user = person(level, central ? { windows: shut.windows } : shut);
    const reason = `${closed.reason} Central can open it.`;
    expect(refusal(arboMasterlist, pending, user, "edit")).toBe(central ? null : reason);
    expect(refusal(arboMasterlist, pending, user, "delete")).toBe(central ? null : reason);
    expect(addRefusal(arboMasterlist, user)).toBe(central ? null : reason);
  });

  test("finds approved rows frozen, unless it is Central; the stage may still be set back", () => {
    const user = person(level);
    const reason = level === "Central" ? null : "Approved rows are frozen; set it back to Pending first.";
    expect(refusal(arboMasterlist, approved, user, "edit")).toBe(reason);
    expect(refusal(arboMasterlist, approved, user, "delete")).toBe(reason);
    expect(refusal(arboMasterlist, approved, user, "approve")).toBeNull();
  });
});

test("a row of another office is named as such while the window is open", () => {
  const row = { ...pending, office: "Region III (Central Luzon) / Tarlac" };
  expect(refusal(arboMasterlist, row, person("Provincial"), "edit")).toBe(
    "This row belongs to another office.",
  );
});

test("an exception for one office lets it write while the window is closed for the others", () => {
  const offices = { read: [office], target: [], accomplishment: [office] };
  const user = person("Provincial", { offices, windows: shut.windows });
  expect(refusal(arboMasterlist, pending, user, "edit")).toBeNull();
});

test("without a reason of the server the sentence names the window", () => {
  const user = person("Regional", { offices: none, windows: { target: never, accomplishment: never } });
  expect(addRefusal(arboMasterlist, user)).toBe("The accomplishment window is closed. Central can open it.");
});

test("the project list is kept by administrators only, windows or not", () => {
  const officer = person("Central");
  const administrator = person("Central", { routes: ["forms", "dropdowns"] });
  expect(refusal(projectList, pending, officer, "edit")).toBe("This list is kept by administrators.");
  expect(refusal(projectList, pending, administrator, "edit")).toBeNull();
});

test("levels lose the place columns that are the same for all their rows", () => {
  expect(hiddenColumns(person("Central"))).toEqual([]);
  expect(hiddenColumns(person("Regional"))).toEqual(["region_name"]);
  expect(hiddenColumns(person("Provincial"))).toEqual(["region_name", "province_name"]);
});
