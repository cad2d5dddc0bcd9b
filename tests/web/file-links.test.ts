/** Fields that contain links to attached files as well as typed text. */
import { expect, test } from "vitest";
import { form11Accomp } from "#shared/records/forms/form-11.ts";
import { attachedCount, attachedText, typedEntries } from "../../web/src/lib/file-links.ts";
import { valuesOf } from "../../web/src/records/form/fields/form-values.ts";

const link = (last: number): string => `/homepage/files/00000000-0000-4000-8000-00000000000${last}`;

test("If a field contains both typed text and links to attached files, the app separates the two.", () => {
  const held = ["https://example.org/deed", link(1), link(2), "/homepage/files/elsewhere"];
  expect(typedEntries(held)).toEqual(["https://example.org/deed", "/homepage/files/elsewhere"]);
  expect(attachedCount(held)).toBe(2);
  expect(attachedCount(link(1))).toBe(1);
  expect(typedEntries(link(1))).toEqual([]);
  expect(typedEntries(null)).toEqual([]);
});

test("A table cell shows the number of attached files, but not their links.", () => {
  expect(attachedText(["deed", link(1)])).toBe("deed, 1 file");
  expect(attachedText([link(1), link(2)])).toBe("2 files");
  expect(attachedText(null)).toBe("");
});

test("If a field contains both typed text and links to attached files, the form shows only the typed text.", () => {
  const before = valuesOf(form11Accomp, { uploadFile: ["deed"] });
  expect(valuesOf(form11Accomp, { uploadFile: ["deed", link(1)] })).toEqual(before);
  expect(before.uploadFile).toBe("deed");
});
