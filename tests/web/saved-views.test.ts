/** Saved views in the browser: saving and opening a list. */
import { render, screen } from "@testing-library/react";
import { createElement } from "react";
import { expect, test } from "vitest";
import type { SavedView } from "#shared/contracts/record-lists.ts";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { participant } from "#shared/records/forms/participant.ts";
import { type Sharable, SharingChoice, sharingText } from "../../web/src/records/views/sharing.tsx";
import {
  canBeSaved,
  hasListSettings,
  openStoredView,
  sensitiveFilters,
  storedView,
} from "../../web/src/records/views/stored-view.ts";
import { office, person } from "./people.ts";

const saved: SavedView = {
  id: 7,
  screen: "ARBO_Masterlist",
  name: "Rice",
  shared_with: "me",
  office: null,
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

test("A saved view restores all settings of the list except the page number and the open row.", () => {
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

test("A saved view opens without the fields that the user can't see.", () => {
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

test("A saved view opens without conditions on fields that the user can't see.", () => {
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

test("The app detects that the URL of a saved view also contains list settings, such as a search.", () => {
  expect(hasListSettings({ saved: 7 })).toBe(false);
  expect(hasListSettings({ saved: 7, page: 2, row: 3 })).toBe(false);
  expect(hasListSettings({ saved: 7, q: "rice" })).toBe(true);
  expect(hasListSettings({ saved: 7, tab: "all" })).toBe(true);
});

test("If a user opened a list from a chart figure, the user can't save this list as a view.", () => {
  expect(canBeSaved({ figure: "form-5.arbos_trained" })).toBe(false);
  expect(canBeSaved({ tab: "all" })).toBe(false);
  expect(canBeSaved(search)).toBe(true);
  expect(storedView({ density: "normal", columns: null }, { tab: "all" })).not.toHaveProperty("tab");
});

test("Before sharing a saved view, the app names the view's filters on sensitive fields.", () => {
  expect(sensitiveFilters(participant, { where: { is_pwd: "Yes", sex: "Male" } })).toHaveLength(1);
  expect(sensitiveFilters(participant, { where: { sex: "Male" } })).toEqual([]);
  const related = { has: [{ record: "participant", where: { any: [{ is_pwd: "Yes" }] } }] };
  expect(sensitiveFilters(arboMasterlist, { filter: related })).toHaveLength(1);
  expect(sensitiveFilters(arboMasterlist, { filter: { region_name: { not: "CAR" } } })).toEqual([]);
});

/** Returns the options of the field that selects with whom a view is shared. */
function choicesFor(user: ReturnType<typeof person>, start: Sharable): (string | null)[] {
  const { unmount } = render(
    createElement(SharingChoice, { user, start, sensitive: [], value: "me", onChange: () => undefined }),
  );
  const choices = screen.getAllByRole("option").map(({ textContent }) => textContent);
  unmount();
  return choices;
}

test("If a user has moved to another office, the app names the office with which each saved view is shared.", () => {
  const user = person("Provincial");
  const shared = { ...saved, shared_with: "office" } as const;
  const former = "Region III (Central Luzon) / Tarlac";
  expect(sharingText({ ...shared, office }, user)).toBe("for your office, yours");
  expect(sharingText({ ...shared, office: former }, user)).toBe("for Tarlac, yours");
  expect(choicesFor(user, { ...shared, office: null })).toEqual(["Only me", "My office: Nueva Ecija"]);
  expect(choicesFor(user, { ...shared, office: former })).toEqual(["Only me", "Office: Tarlac"]);
});

test("An administrator can't stop sharing a view that another administrator shared with everyone.", () => {
  const administrator = person("Central", { routes: ["forms", "users"] });
  expect(choicesFor(administrator, { ...saved, mine: false })).toEqual(["Everyone"]);
  expect(choicesFor(administrator, saved)).toEqual(["Only me", "My office: the central office", "Everyone"]);
});
