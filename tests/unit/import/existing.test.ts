/** Tests the search for stored rows that match the rows of a file. The search sends few requests. */
import { describe, expect, it } from "vitest";
import { collectExisting } from "#shared/import/existing.ts";
import { readSheet } from "#shared/import/reading/reading.ts";
import { readRow } from "#shared/import/rows.ts";
import type { ListRows, StoredRow } from "#shared/import/stored-rows.ts";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { arcMasterlist } from "#shared/records/forms/arc-masterlist.ts";
import { fmeInventoryTable } from "#shared/records/forms/fme-inventory-table.ts";
import { projectList } from "#shared/records/forms/project-list.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { central, places, province, provincial, region, sheetOf } from "./support.ts";

const here = { region_name: region, province_name: province, muncity_name: "Licab" };

/** A list function that filters rows like the API and records the filters. */
function storeOf(rows: readonly StoredRow[]) {
  const asked: Record<string, unknown>[] = [];
  const list: ListRows = async (filter) => {
    asked.push(filter);
    return rows.filter((row) =>
      Object.entries(filter).every(([name, values]) => (values as unknown[]).includes(row[name])),
    );
  };
  return { asked, list };
}

function rowsOf(record: AnyRecord, values: Parameters<typeof sheetOf>[0], user = provincial) {
  const { layout, rows } = readSheet(record, { rows: sheetOf(values) });
  return rows.map((row) => readRow({ record, layout, user, places }, row));
}

const arbo = arboMasterlist as AnyRecord;

describe("Stored rows that match the rows of an import file", () => {
  it("If no stored row has one of the imported IDs, the import looks up all stored rows of the province.", async () => {
    const values = Array.from({ length: 450 }, (_, index) => ({
      arbo_id: `A-${index}`,
      arbo_name: `N ${index}`,
      ...here,
    }));
    const stored = values.map((row, id) => ({ ...row, id }));
    const all = storeOf(stored);
    expect(await collectExisting(arbo, rowsOf(arbo, values), all.list)).toHaveLength(450);
    expect(all.asked.map((filter) => Object.keys(filter))).toEqual([["arbo_id"], ["arbo_id"], ["arbo_id"]]);
    const fewer = storeOf(stored.slice(1));
    await collectExisting(arbo, rowsOf(arbo, values), fewer.list);
    expect(fewer.asked.at(-1)).toEqual({ region_name: [region], province_name: [province] });
  });

  it("The import finds the matching stored row despite another letter case or other accents.", async () => {
    const store = storeOf([
      { id: 1, arbo_id: "a-1", arbo_name: "One", ...here },
      { id: 2, arbo_id: null, arbo_name: "LICABEÑONG", ...here },
    ]);
    const rows = rowsOf(arbo, [
      { arbo_id: "A-1", arbo_name: "One", ...here },
      { arbo_id: null, arbo_name: "Licabenong", ...here },
    ]);
    expect((await collectExisting(arbo, rows, store.list)).map((row) => row.id)).toEqual([1, 2]);
  });

  it("The import looks up no stored rows for import rows outside the user's scope.", async () => {
    const store = storeOf([]);
    const rows = rowsOf(arbo, [{ arbo_id: "A-1", arbo_name: "One", ...here, province_name: "Tarlac" }]);
    expect(await collectExisting(arbo, rows, store.list)).toEqual([]);
    expect(store.asked).toEqual([]);
  });

  it("For a row without a province, the import looks up all stored rows of the region.", async () => {
    const store = storeOf([]);
    const rows = rowsOf(arbo, [{ arbo_name: "One", region_name: region, province_name: null }], central);
    await collectExisting(arbo, rows, store.list);
    expect(store.asked).toEqual([{ region_name: [region] }]);
  });

  it("The import looks up stored rows by a record type's key field, such as an ARC ID.", async () => {
    const arc = storeOf([]);
    await collectExisting(
      arcMasterlist,
      rowsOf(arcMasterlist, [{ arc_id: "C-1", arc_name: "X", ...here }]),
      arc.list,
    );
    expect(arc.asked).toEqual([{ arc_id: ["C-1"] }]);
    const project = storeOf([]);
    const rows = rowsOf(projectList, [{ year_funded: 2024, psp_category: "P", subpsp_name: "S" }]);
    await collectExisting(projectList, rows, project.list);
    expect(project.asked).toEqual([{ year_funded: [2024] }]);
  });

  it("If no stored row has the ID C-1/C-2, the import looks for stored rows with the IDs C-1 and C-2.", async () => {
    const store = storeOf([]);
    const arc = arcMasterlist as AnyRecord;
    await collectExisting(arc, rowsOf(arc, [{ arc_id: "C-1/C-2", arc_name: "X", ...here }]), store.list);
    expect(store.asked).toEqual([{ arc_id: ["C-1/C-2"] }, { arc_id: ["C-1", "C-2"] }]);
    const known = storeOf([{ id: 1, arc_id: "C-1/C-2", arc_name: "X", ...here }]);
    await collectExisting(arc, rowsOf(arc, [{ arc_id: "C-1/C-2", arc_name: "X", ...here }]), known.list);
    expect(known.asked).toEqual([{ arc_id: ["C-1/C-2"] }]);
  });

  it("For a machine without an ID, the import looks up all stored machines of the province.", async () => {
    const store = storeOf([]);
    const machines = fmeInventoryTable as AnyRecord;
    await collectExisting(
      machines,
      rowsOf(machines, [{ prj_title: "Tractor project", ...here }]),
      store.list,
    );
    expect(store.asked).toEqual([{ region_name: [region], province_name: [province] }]);
  });

  it("For a machine with an ID, the import looks up only this ID.", async () => {
    const store = storeOf([]);
    const machines = fmeInventoryTable as AnyRecord;
    await collectExisting(machines, rowsOf(machines, [{ fme_inventory_id: "FME-1", ...here }]), store.list);
    expect(store.asked).toEqual([{ fme_inventory_id: ["FME-1"] }]);
  });

  it("The import's search for stored rows ends with the error of the first failed request.", async () => {
    const seen: string[] = [];
    const rows = rowsOf(arbo, [{ arbo_id: "A-1", arbo_name: "One", ...here }]);
    await collectExisting(arbo, rows, storeOf([]).list, {
      onProgress: (done, all) => seen.push(`${done}/${all}`),
    });
    expect(seen).toEqual(["1/1", "1/1"]);
    await expect(collectExisting(arbo, rows, () => Promise.reject(new Error("offline")))).rejects.toThrow(
      "offline",
    );
  });
});
