/** The generated masterlists of the demo and the national data, and the random numbers behind them. */
import { describe, expect, test } from "vitest";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { demoPlan } from "../../../seed/demo.ts";
import { readGazetteer } from "../../../seed/lib/gazetteer.ts";
import { createRandom } from "../../../seed/lib/random.ts";
import { shareOut } from "../../../seed/lib/share-out.ts";
import { nationalPlan } from "../../../seed/national.ts";
import { countryOf, rowsOf, today } from "./support.ts";

const gazetteer = readGazetteer();
const demo = countryOf(demoPlan(1, today));
const national = countryOf(nationalPlan(1, 0.1, today));
const allArbos = [...rowsOf(national, "arbo_masterlist"), ...rowsOf(demo, "arbo_masterlist")];
const demoArbos = (province: string) =>
  rowsOf(demo, "arbo_masterlist").filter((arbo) => arbo.province_name === province);

describe("Random numbers of the seed", () => {
  test("The same seed number gives the same random numbers.", () => {
    const draw = (seed: number) => {
      const random = createRandom(seed);
      return Array.from({ length: 5 }, () => random.int(0, 1_000_000));
    };
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
  });

  test("A random whole number of the seed lies between the two limits and can equal either of them.", () => {
    const random = createRandom("bounds");
    const drawn = Array.from({ length: 2000 }, () => random.int(2, 5));
    expect([...new Set(drawn)].sort()).toEqual([2, 3, 4, 5]);
  });

  test("A random sample of the seed contains no value twice.", () => {
    const random = createRandom("sample");
    for (let turn = 0; turn < 200; turn++) {
      const chosen = random.sample([1, 2, 3, 4, 5, 6], 4);
      expect(new Set(chosen).size).toBe(4);
    }
    expect(random.sample([1, 2], 5)).toEqual([1, 2]);
  });
});

describe("Generated ARBOs", () => {
  test("Every ARBO that the seed generates has all columns of the masterlist.", () => {
    const names = arboMasterlist.fields.map((field) => field.name as string);
    for (const arbo of allArbos) {
      expect(names.filter((name) => arbo[name] === undefined)).toEqual([]);
    }
  });

  test("All totals of a generated ARBO equal the sums of their parts.", () => {
    for (const arbo of allArbos) {
      for (const rule of arboMasterlist.sums ?? []) {
        if (arbo[rule.total] === null) continue;
        const sum = rule.parts.reduce((total, part) => total + Number(arbo[part]), 0);
        expect(arbo[rule.total], `${arbo.arbo_id} ${rule.total}`).toBe(sum);
      }
    }
  });

  test("No generated ARBO has more ARBs than members, or more debts than assets.", () => {
    for (const arbo of allArbos) {
      expect(Number(arbo.no_arb_member_total)).toBeLessThanOrEqual(Number(arbo.total_member));
      expect(Number(arbo.arb_total_registered_rsbsa)).toBeLessThanOrEqual(Number(arbo.no_arb_member_total));
      expect(Number(arbo.total_liabilities)).toBeLessThanOrEqual(Number(arbo.total_asset));
    }
  });

  test("Every generated ARBO is in an existing barangay of its town, province and region.", () => {
    for (const arbo of allArbos) {
      const province = gazetteer.province(String(arbo.province_name));
      const town = province.towns.find((candidate) => candidate.name === arbo.muncity_name);
      expect(province.region).toBe(arbo.region_name);
      expect(town?.barangays).toContain(arbo.barangay_name);
    }
  });

  test("No generated ARBO is registered before the year in which it was organized.", () => {
    for (const arbo of allArbos) {
      expect(Number(String(arbo.date_of_registration).slice(0, 4))).toBeGreaterThanOrEqual(
        Number(arbo.year_organized),
      );
    }
    expect(new Set(allArbos.map((arbo) => arbo.arbo_id)).size).toBe(allArbos.length);
  });
});

describe("Masterlists of the demo data", () => {
  test("The demo has 60 ARBOs, and 25 of them are in Nueva Ecija.", () => {
    expect(rowsOf(demo, "arbo_masterlist")).toHaveLength(60);
    expect(demoArbos("Nueva Ecija")).toHaveLength(25);
    expect(rowsOf(demo, "arc_masterlist")).toHaveLength(15);
    expect(new Set(rowsOf(demo, "arbo_masterlist").map((arbo) => arbo.region_name)).size).toBe(3);
  });

  test("The demo has pending and approved ARBOs in Nueva Ecija.", () => {
    const stages = demoArbos("Nueva Ecija").map((arbo) => arbo.process_stage);
    expect(stages.filter((stage) => stage === "Approved").length).toBeGreaterThan(4);
    expect(stages.filter((stage) => stage !== "Approved").length).toBeGreaterThan(9);
  });
});

describe("Masterlists of the national data", () => {
  test("The national seed at a tenth of its size has 1,000 ARBOs and 250 ARCs.", () => {
    expect(rowsOf(national, "arbo_masterlist")).toHaveLength(1000);
    expect(rowsOf(national, "arc_masterlist")).toHaveLength(250);
    const barangays = rowsOf(national, "arc_barangays_covered").length;
    expect(barangays).toBeGreaterThan(900);
    expect(barangays).toBeLessThan(1100);
  });

  test("The full national seed has ARBOs and ARCs in every province.", () => {
    const { provinces } = nationalPlan(1, 1, today);
    expect(provinces).toHaveLength(85);
    expect(provinces.every(({ arcs, arbos }) => arcs > 0 && arbos > 0)).toBe(true);
    const sizes = provinces.map(({ arbos }) => arbos).sort((a, b) => b - a);
    expect(sizes[0]).toBeGreaterThan(10 * (sizes.at(-1) ?? 0));
  });

  test("Every seed row about a barangay that an ARC covers refers to an existing ARC.", () => {
    const arcs = new Set(rowsOf(national, "arc_masterlist").map((row) => row.arc_id));
    const barangays = rowsOf(national, "arc_barangays_covered");
    expect(barangays.filter((row) => !arcs.has(row.arc_id as string))).toEqual([]);
    const keys = barangays.map((row) => `${row.arc_id}/${row.muncity_name}/${row.barangay_name}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe("Division of a number into shares by weight", () => {
  test("If a number is divided by weight, the shares add up to this number.", () => {
    const shares = shareOut(
      997,
      gazetteer.provinces.map(({ towns }) => towns.length),
    );
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(997);
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
  });

  test("All shares of a number are 0 if all weights are 0.", () => {
    expect(shareOut(5, [0, 0])).toEqual([0, 0]);
  });
});
