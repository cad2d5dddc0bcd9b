/**
 * Exported reports: they have the cells that a spreadsheet shows and no formulas, and importing a report changes no
 * rows.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countRows } from "#shared/import/classify/counts.ts";
import type { StoredRow } from "#shared/import/stored-rows.ts";
import type { Field } from "#shared/records/vocabulary/types.ts";
import { validateRecord } from "#shared/validate/validate.ts";
import { ReportWriter } from "../../../web/src/records/workbook/report-writer.ts";
import { readRows as readList } from "../../../web/src/records/workbook/row-reader.ts";
import { central, classifySheet, province, region } from "../import/support.ts";
import { loadWorkbook, readRows, record } from "./support.ts";

const place = { region_name: region, province_name: province, muncity_name: "Licab" };
const column = (name: string) => record.fields.findIndex((field) => field.name === name) + 1;

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Returns the bytes of a file that is written in parts. */
function fileOf(write: (take: (part: Uint8Array) => void) => void): Promise<ArrayBuffer> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  write((part) => parts.push(new Uint8Array(part)));
  return new Blob(parts).arrayBuffer();
}

async function report(rows: readonly StoredRow[]): Promise<ArrayBuffer> {
  return fileOf((take) => {
    const writer = new ReportWriter(record, take);
    writer.add(rows);
    writer.finish();
  });
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

const arbo = { from: "record", path: "arbo-masterlist", value: "id", label: "arbo_name" } as const;

describe("Exported report", () => {
  it("An exported report has frozen panes, and group headings above the column labels.", async () => {
    const sheet = (await loadWorkbook(await report(sample))).getWorksheet("Report");
    expect(sheet?.getCell(1, column("arbo_id")).value).toBe("Organization");
    expect(sheet?.getCell(1, column("total_member")).value).toBe("Members");
    expect(sheet?.getCell(1, column("total_member")).isMerged).toBe(true);
    expect(sheet?.getCell(2, column("total_member")).value).toBe("All members");
    expect(sheet?.views[0]).toMatchObject({ state: "frozen", xSplit: 2, ySplit: 2 });
  });

  it("An exported report stores numbers and dates as values and not as text.", async () => {
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

  it("The last row of an exported report shows the sum of each quantity column.", async () => {
    const sheet = (await loadWorkbook(await report(sample))).getWorksheet("Report");
    const footer = (name: string) => sheet?.getCell(5, column(name)).value;
    expect(footer("total_member")).toBe(42);
    expect(footer("arbo_id")).toBe("Count: 1");
    expect(footer("arbo_name")).toBe("Count: 2");
    expect(footer("year_organized")).toBe("Count: 1");
    expect(footer("date_of_registration")).toBe("Count: 1");
    expect(footer("remarks")).toBe("Count: 0");
  });

  it("The last row of an exported report shows the number of filled cells in a column without a sum.", async () => {
    const file = await fileOf((take) => {
      const fields = [
        { name: "id", label: "Record", kind: "integer", group: "one", options: arbo },
        { name: "days", label: "Days", kind: "integer", group: "one", untotalled: true },
        { name: "cost", label: "Cost", kind: "decimal", group: "one" },
      ] as const;
      const writer = new ReportWriter({ title: "id", groups: [{ key: "one", label: "One" }], fields }, take);
      writer.add([
        { id: 12, days: 3, cost: 1 },
        { id: 12, days: 3, cost: 2 },
      ]);
      writer.finish();
    });
    const sheet = (await loadWorkbook(file)).getWorksheet("Report");
    expect([1, 2, 3].map((at) => sheet?.getCell(5, at).value)).toEqual(["Count: 2", "Count: 2", 3]);
  });

  it("An exported report stores texts that look like formulas as plain text.", async () => {
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

describe("Large exported report", () => {
  const rows = Array.from({ length: 5000 }, (_, index) => ({
    ...sample[0],
    arbo_name: `Name ${index * 7919}`,
  }));

  it("The export writes most of the report file while it is still receiving rows.", () => {
    let size = 0;
    const writer = new ReportWriter(record, (part) => {
      size += part.byteLength;
    });
    const sizes: number[] = [];
    for (let start = 0; start < rows.length; start += 500) {
      writer.add(rows.slice(start, start + 500));
      sizes.push(size);
    }
    writer.finish();
    expect(sizes.at(-1)).toBeGreaterThan(size * 0.6);
    expect(sizes[5]).toBeGreaterThan(size * 0.3);
  });

  it("If an exported report has more rows than fit on one sheet, it continues on further sheets.", async () => {
    const file = await fileOf((take) => {
      const writer = new ReportWriter(record, take, new Date(), 1002);
      writer.add(rows.slice(0, 2500));
      writer.finish();
    });
    const workbook = await loadWorkbook(file);
    expect(workbook.worksheets.map(({ name, rowCount }) => [name, rowCount])).toEqual([
      ["Report", 1001],
      ["Report 2", 1001],
      ["Report 3", 505],
    ]);
    const last = workbook.getWorksheet("Report 3");
    expect(last?.getCell(2, column("total_member")).value).toBe("All members");
    expect(last?.getCell(505, column("total_member")).value).toBe(25_000);
    expect(last?.getCell(505, column("arbo_name")).value).toBe("Count: 2500");
  });
});

describe("List response that is read row by row", () => {
  const text = '{"status":"success","data":[\n{"a":"1\\n{"},\n{"a":"é"},\n{"a":3}\n],"total":3}';
  const bytes = new TextEncoder().encode(text);
  /** Returns the bytes in parts of the given size. The connection breaks after `until` bytes. */
  const arriving = (size: number, until = bytes.length) => {
    let at = 0;
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= bytes.length) controller.close();
        else if (at >= until) controller.error(new Error("gone"));
        else controller.enqueue(bytes.slice(at, Math.min(at + size, until)));
        at += size;
      },
    });
  };
  const read = async (body: ReadableStream<Uint8Array>) => (await collect(readList(body))).flat();

  it("The reader of list responses returns the same rows, whatever the size of the received parts.", async () => {
    for (const size of [1, 2, 7, 40, 1000]) {
      expect(await read(arriving(size)), `in parts of ${size}`).toEqual([
        { a: "1\n{" },
        { a: "é" },
        { a: 3 },
      ]);
    }
    const none = new Blob(['{"status":"success","data":[\n],"total":0}']);
    expect(await read(none.stream())).toEqual([]);
  });

  it("The reader of list responses fails with an error if the connection breaks during a response.", async () => {
    for (const until of [0, 20, 45, 60, bytes.length - 1]) {
      await expect(read(arriving(5, until))).rejects.toThrow("The connection was lost after");
    }
    const short = new Blob([text.replace('"total":3', '"total":4')]);
    await expect(read(short.stream())).rejects.toThrow("after 3 rows");
    const cut = new Blob([text.slice(0, -10)]);
    await expect(read(cut.stream())).rejects.toThrow("was lost");
  });
});

describe("Import of an exported report", () => {
  const counts = async (rows: readonly StoredRow[]) => {
    const sheet = await readRows(await report(rows));
    return countRows(classifySheet(sheet, { access: central, existing: rows }));
  };

  it("The import of an unchanged exported report shows no changes.", async () => {
    const { all, classes } = await counts(sample);
    expect(all).toBe(2);
    expect(classes).toMatchObject({ unchanged: 2 });
  });

  it("If any valid row is exported and then imported, the import shows no changes.", async () => {
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
      // The maximum is so low that a sum of two numbers still fits an integer column (2,147,483,647).
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
