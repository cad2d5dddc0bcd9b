/** Reading a photo in the browser: when the photo was taken, and why a file can't be used. */
import { expect, test } from "vitest";
import { readPhoto } from "../../../web/src/features/evidence/upload/photo-facts.ts";
import { jpeg } from "../../support/photos.ts";

const dayLength = 86_400_000;
/** Formats a time as in EXIF data, in Manila time. */
const exifTime = (time: number): string =>
  new Date(time + 8 * 3_600_000).toISOString().slice(0, 19).replaceAll("-", ":").replace("T", " ");

const timeOf = async (takenAt: string): Promise<string | null> =>
  (await readPhoto(new Blob([Uint8Array.from(jpeg({ takenAt }))]))).takenAt;

test("The time of a photo is read as Manila time.", async () => {
  expect(await timeOf("2025:06:14 09:30:00")).toBe("2025-06-14T01:30:00.000Z");
  expect(await timeOf("1990:01:01 08:00:00")).toBe("1990-01-01T00:00:00.000Z");
});

test("If the camera's time is before 1990, after tomorrow or on a day that does not exist, the system treats the time of the photo as unknown.", async () => {
  for (const impossible of [
    "1980:01:01 00:00:00",
    "1990:01:01 07:59:59",
    "2201:01:01 00:00:00",
    "2025:02:30 09:00:00",
  ])
    expect([impossible, await timeOf(impossible)]).toEqual([impossible, null]);
  expect(await timeOf(exifTime(Date.now() + 2 * dayLength))).toBeNull();
  expect(await timeOf(exifTime(Date.now() + dayLength / 2))).not.toBeNull();
});

test("If a refused file is not a photo despite its name, such as photo.jpg, the error message says so.", async () => {
  const read = (name: string, content: string) => readPhoto(new File([content], name));
  await expect(read("notes.docx", "Notes")).rejects.toThrow(/^This is not a JPEG, PNG, HEIC or PDF file\.$/);
  await expect(read("photo.JPG", "Notes")).rejects.toThrow(/PDF file, despite its name\.$/);
  await expect(read("photo.jpg", "")).rejects.toThrow("The file is empty.");
});
