/** Saved views in the browser: saving and opening a list, and moving views from the browser to the server. */
import { beforeEach, expect, test, vi } from "vitest";
import type { SavedView } from "#shared/contracts/record-lists.ts";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { participant } from "#shared/records/forms/participant.ts";
import { ApiProblem } from "../../web/src/lib/http/problem.ts";
import { migrateSavedViews } from "../../web/src/records/views/migrate-views.ts";
import {
  canBeSaved,
  hasListSettings,
  openStoredView,
  sensitiveFilters,
  storedView,
} from "../../web/src/records/views/stored-view.ts";
import { person } from "./people.ts";

const saved: SavedView = {
  id: 7,
  screen: "ARBO_Masterlist",
  name: "Rice",
  shared_with: "me",
  mine: true,
  may_change: true,
  by: "someone",
};
const columns = [
  { colId: "select", width: 34 },
  { colId: "arbo_name", width: 299.6, pinned: "left" as const, hide: false },
  { colId: "muncity_name", width: 120, hide: true, pinned: null },
];
const search = {
  where: { muncity_name: "Guimba", current_arbo_status: "Operational" },
  sort: "arbo_name.desc",
  tab: "approved" as const,
  q: "rice",
  size: 50,
  totals: 1 as const,
};

test("A saved view restores the state of the list, except the page number and the open row.", () => {
  const view = storedView({ density: "compact", columns }, { ...search, ...{ page: 3, row: 5 } });
  expect(view).toEqual({
    density: "compact",
    columns: [
      { field: "arbo_name", width: 300, frozen: true },
      { field: "muncity_name", width: 120, hidden: true },
    ],
    filters: search.where,
    sort: [{ field: "arbo_name", dir: "desc" }],
    tab: "approved",
    q: "rice",
    page_size: 50,
    totals: true,
  });
  const opened = openStoredView({ record: arboMasterlist, user: person("Central") }, { ...saved, view });
  expect(opened.search).toMatchObject(search);
  expect(opened.view.omitted).toEqual([]);
  expect(opened.view.savedState).toBe(JSON.stringify(view));
  expect(storedView(opened.view.view, opened.search)).toEqual(view);
});

test("A saved view opens without the fields that the user can't see or that no longer exist, and the app lists the omitted fields.", () => {
  const view = {
    columns: [{ field: "participant_name" }, { field: "shoe_size" }, { field: "hat_size", hidden: true }],
    filters: { is_pwd: "Yes", region_name: "CAR", sex: "Female", hair_colour: "grey" },
    sort: [
      { field: "shoe_size", dir: "asc" as const },
      { field: "participant_name", dir: "asc" as const },
    ],
    page_size: 33,
  };
  const opened = openStoredView({ record: participant, user: person("Provincial") }, { ...saved, view });
  expect(opened.search).toMatchObject({
    where: { sex: "Female" },
    sort: "participant_name.asc",
    size: undefined,
  });
  const label = (name: string) => participant.fields.find((field) => field.name === name)?.label;
  expect([...opened.view.omitted].sort()).toEqual(
    [label("is_pwd"), label("region_name"), "hair colour", "shoe size"].sort(),
  );
  const trusted = person("Central", { rights: ["Read", "Sensitive"] });
  const whole = openStoredView({ record: participant, user: trusted }, { ...saved, view });
  expect(whole.search.where).toEqual({ is_pwd: "Yes", region_name: "CAR", sex: "Female" });
});

test("A saved view opens with its filter conditions, except conditions on fields that no longer exist or that the user can't see.", () => {
  const filter = { age: { gte: 60 }, sex: { not: "Male" }, has: [{ record: "arbo-training" }] };
  const view = storedView({ density: "normal", columns: null }, { filter });
  expect(view.filter).toEqual(filter);
  const trusted = person("Central", { rights: ["Read", "Sensitive"] });
  const whole = openStoredView({ record: participant, user: trusted }, { ...saved, view });
  expect(whole.search.filter).toEqual(filter);
  const hidden = { any: [{ is_pwd: "Yes" }, { sex: "Female" }] };
  const owner = { has: [{ record: "participant", where: { is_pwd: "Yes" } }], shoe_size: { gt: 40 } };
  const stored = { columns: null, filter: { ...hidden, ...owner, sex: "Male" } };
  const opened = openStoredView({ record: participant, user: person("Central") }, { ...saved, view: stored });
  expect(opened.search.filter).toEqual({ sex: "Male" });
  const label = participant.fields.find((field) => field.name === "is_pwd")?.label;
  expect([...opened.view.omitted].sort()).toEqual([label, "shoe size"].sort());
  const broken = { columns: null, filter: { sex: { like: "x" } } as never };
  const mended = openStoredView({ record: participant, user: trusted }, { ...saved, view: broken });
  expect(mended.search.filter).toBeUndefined();
});

test("A list URL that contains only a saved view's id opens the view; list settings in the URL override the view.", () => {
  expect(hasListSettings({ saved: 7 })).toBe(false);
  expect(hasListSettings({ saved: 7, page: 2, row: 3 })).toBe(false);
  expect(hasListSettings({ saved: 7, q: "rice" })).toBe(true);
  expect(hasListSettings({ saved: 7, tab: "all" })).toBe(true);
});

test("A list can't be saved as a view if it was opened from a chart's number or if it shows both pending and approved rows.", () => {
  expect(canBeSaved({ figure: "form-5.arbos_trained" })).toBe(false);
  expect(canBeSaved({ tab: "all" })).toBe(false);
  expect(canBeSaved(search)).toBe(true);
  expect(storedView({ density: "normal", columns: null }, { tab: "all" })).not.toHaveProperty("tab");
});

test("Before a user shares a saved view, the app names the view's filters on sensitive fields.", () => {
  expect(sensitiveFilters(participant, { where: { is_pwd: "Yes", sex: "Male" } })).toHaveLength(1);
  expect(sensitiveFilters(participant, { where: { sex: "Male" } })).toEqual([]);
  const related = { has: [{ record: "participant", where: { any: [{ is_pwd: "Yes" }] } }] };
  expect(sensitiveFilters(arboMasterlist, { filter: related })).toHaveLength(1);
  expect(sensitiveFilters(arboMasterlist, { filter: { region_name: { not: "CAR" } } })).toEqual([]);
});

const key = "arbo.view.ARBO_Masterlist";
const former = (name: string) => ({ name, density: "roomy", columns, search });
const own = { density: "normal", columns: null };
const kept = () => JSON.parse(localStorage.getItem(key) ?? "null");
const conflict = new ApiProblem(409, "You have one.");

beforeEach(() => localStorage.clear());

test("Saved views that are stored in the browser are moved to the server once, and then removed from the browser.", async () => {
  localStorage.setItem(key, JSON.stringify({ view: own, saved: [former("Rice"), former("Corn")] }));
  const save = vi.fn(async (_: object) => {
    expect(kept().saved.length).toBe(3 - save.mock.calls.length);
  });
  await migrateSavedViews("ARBO_Masterlist", save);
  expect(save.mock.calls.map(([sent]) => sent)).toEqual(
    ["Rice", "Corn"].map((name) => ({
      screen: "ARBO_Masterlist",
      name,
      shared_with: "me",
      view: storedView({ density: "roomy", columns }, search),
    })),
  );
  expect(kept()).toEqual({ view: own });
  await migrateSavedViews("ARBO_Masterlist", save);
  expect(save).toHaveBeenCalledTimes(2);
});

test("If the server can't store a saved view that is moved from the browser, the view stays in the browser for the next attempt.", async () => {
  localStorage.setItem(key, JSON.stringify({ view: own, saved: [former("Rice"), former("Corn")] }));
  const save = vi.fn().mockResolvedValueOnce(undefined).mockRejectedValue(new Error("offline"));
  await migrateSavedViews("ARBO_Masterlist", save);
  expect(kept()).toEqual({ view: own, saved: [former("Corn")] });
});

test("If a saved view is moved to the server and the user already has a view with its name, the app adds a number to the name.", async () => {
  localStorage.setItem(key, JSON.stringify({ view: own, saved: [former("Rice")] }));
  const save = vi.fn().mockRejectedValueOnce(conflict).mockResolvedValue(undefined);
  await migrateSavedViews("ARBO_Masterlist", save);
  expect(save.mock.calls.map(([{ name }]) => name)).toEqual(["Rice", "Rice (2)"]);
  expect(kept()).toEqual({ view: own });
});
