/** Slides of Explore answers: the slide says what its table leaves out. */
import { expect, test, vi } from "vitest";
import { saveSlide } from "../../web/src/features/charts/files/slides.ts";

const texts = vi.hoisted((): string[] => []);
vi.mock("pptxgenjs", () => ({
  default: class {
    addSlide = () => ({
      addText: (text: string) => texts.push(text),
      addNotes: () => undefined,
      addTable: () => undefined,
    });
    write = async () => new Blob();
  },
}));
vi.mock("../../web/src/records/workbook/download.ts", () => ({ download: () => undefined }));

const chart = {
  ...{ key: "exploration", title: "Sales", help: "Sales by ARBO.", unit: "ARBO", dimensions: [] },
  ...{ shape: "bars" as const, groups: [], series: [], figures: [] },
};

test("If an Explore answer contains only some of the rows, its slide says how many rows are shown.", async () => {
  const words = { title: "Sales", subtitle: "", source: "Source: DAR." };
  const note = "200 of 500 rows are shown. The totals include all rows.";
  await saveSlide(() => ({ chart, words: { ...words, note }, holder: null }));
  expect(texts).toContain(`${note}\nSource: DAR.`);
  await saveSlide(() => ({ chart, words, holder: null }));
  expect(texts.at(-1)).toBe("Source: DAR.");
});
