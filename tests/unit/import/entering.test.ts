/** Tests entering many participants at once: values for all rows, and participants who probably exist already. */
import { describe, expect, it } from "vitest";
import { Classifier } from "#shared/import/classify.ts";
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

  it("A new pasted row gets the values that the user entered for all rows, but the row's own values take precedence.", () => {
    const [one, two] = enter("Participant name\tYear funded\nBen\t\nCora\t2,023", shared);
    expect(one).toMatchObject({ class: "new", payload: { ...shared, participant_name: "Ben" } });
    expect(two?.payload).toMatchObject({ year_funded: 2023, training_id: ["TRN-9"] });
  });

  it("A pasted row without an office belongs to the office that the user entered for all rows.", () => {
    const far = { ...shared, province_name: "Tarlac" };
    expect(enter("Participant name\nBen", far)[0]?.class).toBe("out_of_scope");
  });

  it("If a pasted row matches a stored row, the values entered for all pasted rows fill its blank fields, but replace no stored value.", () => {
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
  it("If a pasted participant is probably stored already, the import shows the stored participant, and offers to save the pasted participant anyway.", () => {
    const [row] = enter("Participant name\tSex\nDELA PENA, ANA\tFemale", office, [ana]);
    expect(row).toMatchObject({
      class: "duplicate",
      payload: null,
      likely: [{ id: 7, title: "Ana Dela Peña", agreed: ["participant_name"] }],
      options: [{ key: "anyway", payload: { participant_name: "DELA PENA, ANA", save_anyway: true } }],
    });
  });

  it("A pasted participant with the same name as a stored participant counts as new only if both have a birthday and the birthdays differ.", () => {
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

  it("If two pasted rows probably name the same participant, the import marks the later row as a probable duplicate of the earlier row.", () => {
    const rows = enter("Participant name\tBarangay\nBen Cruz\tA\nCruz, Ben\tB", office);
    expect(rows.map((row) => row.class)).toEqual(["new", "duplicate"]);
    expect(rows[1]?.likely).toEqual([{ row: 2, title: "Ben Cruz", agreed: ["participant_name"] }]);
  });
});
