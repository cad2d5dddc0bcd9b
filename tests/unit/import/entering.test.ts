/** Tests entering many participants at once: values for all rows, and participants who probably exist already. */
import { describe, expect, it } from "vitest";
import { Classifier } from "#shared/import/classify/classifier.ts";
import { parseBlock } from "#shared/import/reading/block.ts";
import { readSheet } from "#shared/import/reading/reading.ts";
import { readRow } from "#shared/import/rows.ts";
import type { StoredRow } from "#shared/import/stored-rows.ts";
import { participant } from "#shared/records/forms/participant.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { now, places, province, provincial, region } from "./support.ts";

const record: AnyRecord = participant;
const office = { region_name: region, province_name: province, arbo_name: "Sampaguita Cooperative" };
const ana: StoredRow = {
  id: 7,
  row_version: 2,
  participant_name: "Ana Dela Peña",
  sex: "Female",
  birthday: null,
  training_id: ["TRN-1"],
  year_funded: 2020,
  muncity_name: "Licab",
  barangay_name: "Poblacion",
  ...office,
};

function enter(block: string, shared: Record<string, unknown>, existing: readonly StoredRow[] = []) {
  const { layout, rows } = readSheet(record, { rows: parseBlock(block) });
  const classifier = new Classifier({ record, layout, access: provincial, existing, now });
  return rows
    .map((row) => readRow({ record, layout, user: provincial, places, shared }, row))
    .map((row) => classifier.classify(row));
}

describe("Values that a user enters for all pasted rows", () => {
  const shared = { ...office, training_id: ["TRN-9"], year_funded: 2024 };

  it("A pasted row's own values take precedence over the values entered for all rows.", () => {
    const [one, two] = enter("Participant name\tYear funded\nBen\t\nCora\t2,023", shared);
    expect(one).toMatchObject({ class: "new", payload: { ...shared, participant_name: "Ben" } });
    expect(two?.payload).toMatchObject({ year_funded: 2023, training_id: ["TRN-9"] });
  });

  it("If a pasted row states no office, it gets the office that the user entered for all pasted rows.", () => {
    const far = { ...shared, province_name: "Tarlac" };
    expect(enter("Participant name\nBen", far)[0]?.class).toBe("out_of_scope");
  });

  it("Values entered for all pasted rows do not replace stored values.", () => {
    const heading = "Participant name\tSex\tMunicipality/City\tBarangay\n";
    const [row] = enter(
      `${heading}Ana Dela Peña\tFemale\tLicab\tPoblacion`,
      { ...shared, fund_source: "GAA" },
      [ana],
    );
    expect(row).toMatchObject({ class: "changed", payload: { id: 7, training_id: ["TRN-1", "TRN-9"] } });
    expect(row?.changes.map(({ field }) => field).sort()).toEqual(["fund_source", "training_id"]);
  });
});

describe("Pasted participants who are probably stored already", () => {
  it("The user can save a pasted participant even if a similar participant is already stored.", () => {
    const [row] = enter("Participant name\tSex\nDELA PENA, ANA\tFemale", office, [ana]);
    expect(row).toMatchObject({
      class: "duplicate",
      payload: null,
      likely: [{ id: 7, title: "Ana Dela Peña", agreed: ["participant_name"] }],
      options: [{ key: "anyway", payload: { participant_name: "DELA PENA, ANA", save_anyway: true } }],
    });
  });

  it("If a pasted participant has the name of a stored participant, it is new only if their birthdays differ.", () => {
    const born = { ...ana, birthday: "1980-03-05" };
    const rows = enter(
      "Participant name\tBirthday\nAna Dela Peña\t3/16/1980\nAna dela Peña\t5-Mar-1980",
      office,
      [born],
    );
    expect(rows.map((row) => row.class)).toEqual(["new", "changed"]);
    const [unknown] = enter("Participant name\tBirthday\nAna Dela Peña\t3/16/1980", office, [ana]);
    expect(unknown).toMatchObject({ class: "duplicate", likely: [{ id: 7 }] });
  });

  it("A pasted row is a probable duplicate if an earlier pasted row has a similar participant name.", () => {
    const rows = enter("Participant name\tBarangay\nBen Cruz\tA\nCruz, Ben\tB", office);
    expect(rows.map((row) => row.class)).toEqual(["new", "duplicate"]);
    expect(rows[1]?.likely).toEqual([{ row: 2, title: "Ben Cruz", agreed: ["participant_name"] }]);
  });
});
