/** The generators of demo and national records. */
import { describe, expect, test } from "vitest";
import { arboMasterlist } from "../../../edge-functions/_shared/records/arbo-masterlist.ts";
import { makeDemoRecords } from "../../../seed/demo.ts";
import { readGazetteer } from "../../../seed/lib/gazetteer.ts";
import { createRandom } from "../../../seed/lib/random.ts";
import { generators, nationalContext, shareOut } from "../../../seed/national.ts";

const gazetteer = readGazetteer();
const rowsOf = (table: string, seedNumber = 1, scale = 0.1) => {
  const generator = generators.find((candidate) => candidate.table === table);
  return [...(generator?.rows(nationalContext(seedNumber, scale)) ?? [])];
};
const demo = makeDemoRecords(1);
const allArbos = [...rowsOf("arbo_masterlist"), ...demo.flatMap(({ arbos }) => arbos)];

describe("the random series", () => {
  test("repeats for the same seed and differs for another", () => {
    const draw = (seed: number) => {
      const random = createRandom(seed);
      return Array.from({ length: 5 }, () => random.int(0, 1_000_000));
    };
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
  });

  test("stays within its bounds and reaches both of them", () => {
    const random = createRandom("bounds");
    const drawn = Array.from({ length: 2000 }, () => random.int(2, 5));
    expect([...new Set(drawn)].sort()).toEqual([2, 3, 4, 5]);
  });

  test("samples different values, as many as were asked for", () => {
    const random = createRandom("sample");
    for (let turn = 0; turn < 200; turn++) {
      const chosen = random.sample([1, 2, 3, 4, 5, 6], 4);
      expect(new Set(chosen).size).toBe(4);
    }
    expect(random.sample([1, 2], 5)).toEqual([1, 2]);
  });
});

describe("every generated ARBO", () => {
  test("has a value or an empty one for each column of the masterlist", () => {
    const names = arboMasterlist.fields.map((field) => field.name as string);
    for (const arbo of allArbos) {
      expect(names.filter((name) => arbo[name] === undefined)).toEqual([]);
    }
  });

  test("has totals that are the sums of their parts", () => {
    for (const arbo of allArbos) {
      for (const rule of arboMasterlist.sums ?? []) {
        if (arbo[rule.total] === null) continue;
        const sum = rule.parts.reduce((total, part) => total + Number(arbo[part]), 0);
        expect(arbo[rule.total], `${arbo.arbo_id} ${rule.total}`).toBe(sum);
      }
    }
  });

  test("has no more ARBs than members, no more ARBs in the RSBSA than ARBs, and owns more than it owes", () => {
    for (const arbo of allArbos) {
      expect(Number(arbo.no_arb_member_total)).toBeLessThanOrEqual(Number(arbo.total_member));
      expect(Number(arbo.arb_total_registered_rsbsa)).toBeLessThanOrEqual(Number(arbo.no_arb_member_total));
      expect(Number(arbo.total_liabilities)).toBeLessThanOrEqual(Number(arbo.total_asset));
    }
  });

  test("stands in a real barangay of its town, province and region", () => {
    for (const arbo of allArbos) {
      const province = gazetteer.province(String(arbo.province_name));
      const town = province.towns.find((candidate) => candidate.name === arbo.muncity_name);
      expect(province.region).toBe(arbo.region_name);
      expect(town?.barangays).toContain(arbo.barangay_name);
    }
  });

  test("was registered after it was organized, and has its own ID", () => {
    for (const arbo of allArbos) {
      expect(Number(String(arbo.date_of_registration).slice(0, 4))).toBeGreaterThanOrEqual(
        Number(arbo.year_organized),
      );
    }
    expect(new Set(allArbos.map((arbo) => arbo.arbo_id)).size).toBe(allArbos.length);
  });
});

describe("the demo's records", () => {
  test("are 60 ARBOs, 25 of them in Nueva Ecija, and 15 ARCs, in three regions", () => {
    expect(demo.reduce((sum, { arbos }) => sum + arbos.length, 0)).toBe(60);
    expect(demo.find(({ province }) => province.name === "Nueva Ecija")?.arbos).toHaveLength(25);
    expect(demo.reduce((sum, { arcs }) => sum + arcs.length, 0)).toBe(15);
    expect(new Set(demo.map(({ province }) => province.region)).size).toBe(3);
  });

  test("are Pending and Approved in each of the demo's larger provinces", () => {
    const nuevaEcija = demo.find(({ province }) => province.name === "Nueva Ecija");
    const stages = nuevaEcija?.arbos.map((arbo) => arbo.process_stage) ?? [];
    expect(stages.filter((stage) => stage === "Approved").length).toBeGreaterThan(4);
    expect(stages.filter((stage) => stage !== "Approved").length).toBeGreaterThan(9);
  });
});

describe("the national records", () => {
  test("come in the promised numbers, scaled", () => {
    expect(rowsOf("arbo_masterlist")).toHaveLength(1000);
    expect(rowsOf("arc_masterlist")).toHaveLength(250);
    const barangays = rowsOf("arc_barangays_covered").length;
    expect(barangays).toBeGreaterThan(900);
    expect(barangays).toBeLessThan(1100);
  });

  test("cover every province at full size", () => {
    const context = nationalContext(1, 1);
    expect([...context.arcs.values()].every((arcs) => arcs.length > 0)).toBe(true);
    expect(context.provinces).toHaveLength(85);
  });

  test("are the same for a seed number and others for another", () => {
    expect(rowsOf("arbo_masterlist")).toEqual(rowsOf("arbo_masterlist"));
    expect(rowsOf("arbo_masterlist", 2)).not.toEqual(rowsOf("arbo_masterlist"));
  });

  test("hang the barangays of an ARC on an ARC that exists, each barangay once", () => {
    const arcs = new Set(rowsOf("arc_masterlist").map((row) => row.arc_id));
    const barangays = rowsOf("arc_barangays_covered");
    expect(barangays.filter((row) => !arcs.has(row.arc_id as string))).toEqual([]);
    const keys = barangays.map((row) => `${row.arc_id}/${row.muncity_name}/${row.barangay_name}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("are shared out over the provinces without losing or adding one", () => {
    const shares = shareOut(997, gazetteer.provinces);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(997);
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
  });
});
