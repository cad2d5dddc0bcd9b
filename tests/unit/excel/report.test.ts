/** Exported reports: what a spreadsheet shows, that nothing in them runs, and that they come back unchanged. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countRows } from "../../../edge-functions/_shared/import/counts.ts";
import type { StoredRow } from "../../../edge-functions/_shared/import/existing.ts";
import type { Field } from "../../../edge-functions/_shared/records/types.ts";
import { validateRecord } from "../../../edge-functions/_shared/validate.ts";
import { ReportWriter } from "../../../web/src/records/export/report-writer.ts";
import { central, classifySheet, province, region } from "../import/support.ts";
import { loadWorkbook, readRows, record } from "./support.ts";

const place = { region_name: region, province_name: province, muncity_name: "Licab" };
const column = (name: string) => record.fields.findIndex((field) => field.name === name) + 1;

async function report(rows: readonly StoredRow[]): Promise<ArrayBuffer> {
  const writer = new ReportWriter(record);
  writer.add(rows);
  return await writer.finish();
}

const sample: StoredRow[] = [
  {
    id: 1,
    arbo_id: "007",
    arbo_name: "One",
    ...place,
    total_member: 10,
    date_of_registration: "2021-03-05",
    year_organized: 2019,
  },
  { id: 2, arbo_id: null, arbo_name: "Two", ...place, total_member: 32, total_asset: "9000000000" },
];

describe("a report", () => {
  it("has grouped headings over labels, frozen panes, and the sheet 'Report'", async () => {
    const sheet = (await loadWorkbook(await report(sample))).getWorksheet("Report");
    expect(sheet?.getCell(1, column("arbo_id")).value).toBe("Organization");
    expect(sheet?.getCell(1, column("total_member")).value).toBe("Members");
    expect(sheet?.getCell(1, column("total_member")).isMerged).toBe(true);
    expect(sheet?.getCell(2, column("total_member")).value).toBe("All members");
    expect(sheet?.views[0]).toMatchObject({ state: "frozen", xSplit: 2, ySplit: 2 });
  });

  it("has real numbers and dates with their formats, and texts as texts", async () => {
    const sheet = (await loadWorkbook(await report(sample))).getWorksheet("Report");
    const cell = (row: number, name: string) => sheet?.getCell(row, column(name));
    expect(cell(3, "arbo_id")?.value).toBe("007");
    expect(cell(3, "arbo_id")?.numFmt).toBe("@");
    expect([cell(3, "total_member")?.value, cell(3, "total_member")?.numFmt]).toEqual([10, "#,##0"]);
    expect(cell(4, "total_asset")?.value).toBe(9_000_000_000);
    expect(cell(3, "date_of_registration")?.value).toEqual(new Date("2021-03-05"));
    expect(cell(3, "date_of_registration")?.numFmt).toBe("mmm dd, yyyy");
    expect(cell(3, "year_organized")?.numFmt).toBe("0");
  });

  it("ends with totals of numbers and counts of everything else", async () => {
    const sheet = (await loadWorkbook(await report(sample))).getWorksheet("Report");
    const footer = (name: string) => sheet?.getCell(5, column(name)).value;
    expect(footer("total_member")).toBe(42);
    expect(footer("arbo_id")).toBe("Count: 1");
    expect(footer("arbo_name")).toBe("Count: 2");
    expect(footer("year_organized")).toBe("Count: 1");
    expect(footer("date_of_registration")).toBe("Count: 1");
    expect(footer("remarks")).toBe("Count: 0");
  });

  it("keeps texts that begin like formulas as texts, and never writes a formula", async () => {
    const bait = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", '=HYPERLINK("http://x","y")', "=cmd|'/c calc'!A1"];
    const rows = bait.map((remarks, id) => ({ id, arbo_name: remarks, ...place, remarks }));
    const workbook = await loadWorkbook(await report(rows));
    let texts = 0;
    workbook.getWorksheet("Report")?.eachRow((row, number) =>
      row.eachCell((cell) => {
        expect(cell.formula).toBeUndefined();
        if (number <= 2 || typeof cell.value !== "string" || !bait.includes(cell.value)) return;
        expect(cell.numFmt).toBe("@");
        texts++;
      }),
    );
    expect(texts).toBe(bait.length * 2);
  });
});

describe("the round trip", () => {
  const counts = async (rows: readonly StoredRow[]) => {
    const sheet = await readRows(await report(rows));
    return countRows(classifySheet(sheet, { access: central, existing: rows }));
  };

  it("of an export shows zero changes, and the footer is no row", async () => {
    const { all, classes } = await counts(sample);
    expect(all).toBe(2);
    expect(classes).toMatchObject({ unchanged: 2 });
  });

  it("holds for whatever the validator accepts", async () => {
    const text = fc.string({
      unit: fc.constantFrom(
        "a",
        "Ñ",
        "=",
        "-",
        "'",
        "’",
        " ",
        "\n",
        "\r",
        "\t",
        '"',
        "<",
        "&",
        "0",
        "_",
        "😀",
      ),
    });
    const valuesOf = (field: Field): fc.Arbitrary<string | number> => {
      if (field.options?.from === "values") return fc.constantFrom(...field.options.values);
      // Two of them still add up to a total that is accepted.
      if (field.kind === "integer") return fc.nat({ max: 1_000_000_000 });
      if (field.kind === "year") return fc.integer({ min: 1990, max: 2024 });
      if (field.kind === "date") {
        return fc
          .date({ min: new Date("1900-03-01"), max: new Date("2099-12-31"), noInvalidDate: true })
          .map((date) => date.toISOString().slice(0, 10));
      }
      return text;
    };
    const totals = new Set(record.sums?.map((sum) => sum.total));
    const fields = record.fields.filter((field) => !(field.name in place) && !totals.has(field.name));
    const row = fc.record(
      Object.fromEntries(fields.map((field) => [field.name, fc.option(valuesOf(field))])),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 4 }), async (inputs) => {
        const stored = inputs.map((input, index) => {
          const { value } = validateRecord(
            record,
            { ...input, arbo_name: `Name ${index}`, ...place },
            "insert",
          );
          return { ...value, id: index + 1, row_version: 1, arbo_id: index % 2 ? null : `=A-${index}` };
        });
        const { all, classes } = await counts(stored);
        expect([all, classes.unchanged]).toEqual([stored.length, stored.length]);
      }),
      { numRuns: 25 },
    );
  }, 30_000);
});
