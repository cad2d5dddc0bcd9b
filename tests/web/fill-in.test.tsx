/** Selecting a project and an ARBO fills in a form, after a preview of the changes (spec section 2). */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { records } from "#shared/records/index.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { queryClient } from "../../web/src/lib/http/query-client.ts";
import { RecordForm } from "../../web/src/records/form/entry/record-form.tsx";
import { choiceLabel, fillChanges, fillPaths } from "../../web/src/records/form/fill/fill-values.ts";
import { chosenParent } from "../../web/src/records/form/fill/parent-names.ts";
import { person, province, region } from "./people.ts";

const byRoute = (route: string): AnyRecord => {
  const record = records.find((one) => one.route === route);
  if (!record) throw new Error(`no record ${route}`);
  return record;
};
const training = byRoute("ARBO_Training");
const arbos = byRoute("ARBO_Masterlist");

const arbo = {
  id: 12,
  row_version: 1,
  arbo_id: "A-12",
  arbo_name: "Sampaguita Cooperative",
  region_name: region,
  province_name: province,
  muncity_name: "Jaen",
  barangay_name: null,
  arc_id: null,
};
const project = {
  id: 3,
  row_version: 1,
  psp_category: "WE GROW",
  subpsp_name: "LinkSFarMM",
  year_funded: 2024,
};

describe("Preview of the values that a chosen ARBO or project fills in", () => {
  test("Before the app fills in a form from an ARBO, it lists the fields whose values would change.", () => {
    const values = {
      arbo_name: "Sampaguita Cooperative",
      muncity_name: "Gapan",
      arc_id: "ARC-1",
      subpsp_name: "Other",
    };
    const changes = fillChanges(training, { "arbo-masterlist": arbo }, values);
    expect(Object.fromEntries(changes.map(({ name, before, after }) => [name, [before, after]]))).toEqual({
      arboPrimaryKey: [null, 12],
      arbo_id: [null, "A-12"],
      region_name: [null, region],
      province_name: [null, province],
      muncity_name: ["Gapan", "Jaen"],
      arc_id: ["ARC-1", null],
    });
  });

  test("Before the app fills in a form, it lists the fields that would change in the order of the form.", () => {
    const changes = fillChanges(training, { "arbo-masterlist": arbo, "project-list": project }, {});
    const order = training.fields.map(({ name }) => name);
    const names = changes.map(({ name }) => name);
    expect(names).toEqual([...names].sort((a, b) => order.indexOf(a) - order.indexOf(b)));
    expect(names.slice(0, 3)).toEqual(["year_funded", "psp_category", "subpsp_name"]);
  });

  test("The preview of filled-in values is empty if the form already has the ARBO's values.", () => {
    expect(fillChanges(training, {}, { arbo_name: "x" })).toEqual([]);
    const { id, arbo_id, arbo_name, region_name, province_name, muncity_name } = arbo;
    const said = { arboPrimaryKey: id, arbo_id, arbo_name, region_name, province_name, muncity_name };
    expect(fillChanges(training, { "arbo-masterlist": arbo }, said)).toEqual([]);
  });

  test("The label of an ARBO in a dropdown contains its ID and place.", () => {
    expect(choiceLabel(arbos, arbo)).toBe(`Sampaguita Cooperative (A-12, ${region}, ${province}, Jaen)`);
  });
});

test("If a form has a programme section and an ARBO section, the user can fill it in from a project.", () => {
  for (const record of records) {
    const groups = record.groups.map(({ key }) => key);
    const both = groups.includes("programme") && groups.includes("arbo");
    const offered = record.groups.flatMap(({ key }) => fillPaths(record, key).map((path) => [key, path]));
    expect(offered, record.route).toEqual(both ? [["programme", "project-list"]] : []);
    if (both) expect(chosenParent(record)?.path, record.route).toBe("arbo-masterlist");
  }
});

describe("Filling in a form from a chosen ARBO or project", () => {
  let answers: Record<string, unknown[]>;
  beforeEach(() => {
    answers = { "/api/arbo-masterlist": [arbo], "/api/project-list": [project] };
    vi.stubGlobal("fetch", async (path: string) => {
      const data = answers[path] ?? [];
      const body = path.startsWith("/data") ? [] : { status: "success", data, total: data.length };
      return new Response(JSON.stringify(body), { status: 200 });
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    queryClient.clear();
    localStorage.clear();
  });

  async function opened() {
    const user = userEvent.setup();
    render(
      <QueryClientProvider client={queryClient}>
        <RecordForm
          record={training}
          user={person("Provincial")}
          row={null}
          readOnly={null}
          onSaved={() => undefined}
          onCancel={() => undefined}
          connectDirty={() => undefined}
        />
      </QueryClientProvider>,
    );
    const panel = within(await screen.findByRole("region", { name: "Fill in from" }));
    const choose = async (label: string, option: RegExp) => {
      await user.click(await screen.findByRole("combobox", { name: new RegExp(`^${label}:`) }));
      await user.click(await screen.findByRole("option", { name: option }));
    };
    const section = (name: string) => within(screen.getByRole("region", { name }));
    const facts = (name: string) =>
      section(name)
        .queryAllByRole("definition")
        .map(({ textContent }) => textContent);
    return { user, panel, choose, section, facts };
  }

  test("A form fills in its empty fields with the values of the chosen ARBO.", async () => {
    const { user, choose, section, facts } = await opened();
    await choose("ARBO", /Sampaguita/);
    expect(facts("Organization")).toEqual(["A-12", "Sampaguita Cooperative"]);
    expect(facts("Location")).toContain("Jaen");
    // Clearing the ARBO removes its values from the form, except the user's own office.
    await user.click(screen.getByRole("combobox", { name: /^ARBO: Sampaguita/ }));
    await user.click(await screen.findByRole("button", { name: "Clear Selection" }));
    expect(facts("Organization")).toEqual([]);
    await section("Location").findByRole("combobox", { name: "Municipality/City: nothing chosen" });
    expect(screen.queryByText("Jaen")).toBeNull();
    expect(screen.getAllByText(province).length).toBeGreaterThan(0);
  });

  test("If the user skipped the required ARBO field, its error disappears as soon as the user chooses an ARBO.", async () => {
    const { user, choose } = await opened();
    (await screen.findByRole("combobox", { name: /^ARBO:/ })).focus();
    await user.tab();
    const skipped = await screen.findByRole("combobox", { name: /^ARBO:/, description: /Choose an ARBO/ });
    expect(skipped.getAttribute("aria-invalid")).toBe("true");
    await choose("ARBO", /Sampaguita/);
    await waitFor(() => expect(screen.queryByText(/^Choose an ARBO/)).toBeNull());
    expect(document.activeElement?.getAttribute("aria-invalid")).toBeNull();
  });

  test('If the user adds an ARBO that is not in the masterlist, the form shows "None" as its ID.', async () => {
    const { user, facts } = await opened();
    answers["/api/arbo-masterlist"] = [];
    await user.click(await screen.findByRole("combobox", { name: /^ARBO:/ }));
    await user.type(screen.getByRole("combobox", { name: "Search in ARBO" }), "Rosal Growers");
    await user.click(await screen.findByRole("button", { name: "Add New" }));
    expect(facts("Organization")).toEqual(["None", "Rosal Growers"]);
    expect(screen.getByRole("combobox", { name: "ARBO: Rosal Growers" })).toBe(document.activeElement);
  });

  test("When a user fills in a form from a project, the form skips the fields that the user unticked.", async () => {
    const { user, panel, choose, section, facts } = await opened();
    const fillIn = panel.getByRole("button", { name: "Fill in…" }) as HTMLButtonElement;
    expect(fillIn.disabled).toBe(true);
    await choose("Project", /LinkSFarMM/);
    await user.click(fillIn);
    const asked = within(await screen.findByRole("dialog", { name: "Fill in these fields?" }));
    expect(asked.getByRole("row", { name: /PSP category empty WE GROW/ })).toBeDefined();
    await user.click(asked.getByRole("checkbox", { name: "Sub-PSP" }));
    await user.click(asked.getByRole("button", { name: /^Fill in \d+ fields$/ }));
    // Filled-in fields are shown as text. The Change button turns the texts into fields again.
    await waitFor(() => expect(facts("Programme")).toEqual(["2024", "WE GROW"]));
    const programme = section("Programme");
    await user.click(programme.getByRole("button", { name: "Change Programme" }));
    expect((programme.getByLabelText("PSP category") as HTMLInputElement).value).toBe("WE GROW");
    expect((programme.getByLabelText("Sub-PSP") as HTMLInputElement).value).toBe("");
    expect(panel.getByRole("status").textContent).toMatch(/^\d+ fields are filled in\.$/);
  });

  test("If the user cancels filling in a form from a project, the form keeps its values.", async () => {
    const { user, panel, choose, section } = await opened();
    const category = section("Programme").getByLabelText("PSP category") as HTMLInputElement;
    await user.type(category, "Mine");
    await choose("Project", /LinkSFarMM/);
    await user.click(panel.getByRole("button", { name: "Fill in…" }));
    const asked = within(await screen.findByRole("dialog", { name: "Fill in these fields?" }));
    expect(asked.getByText(/1 existing value is overwritten/)).toBeDefined();
    await user.click(asked.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(category.value).toBe("Mine");
  });
});
