/** Tests the plan of the demo's photos, and the photo files that are made from this plan. */
import { createHash } from "node:crypto";
import exifr from "exifr";
import { describe, expect, test } from "vitest";
import { fileKind, isComplete } from "#shared/evidence/file-content.ts";
import { distanceToRing } from "#shared/rules/place-in-outline.ts";
import { demoPlan } from "../../../seed/demo.ts";
import { readMainlands } from "../../../seed/photos/places.ts";
import { type PlannedPhoto, photographed, planPhotos, type Support } from "../../../seed/photos/plan.ts";
import { formOfPaper, formOfPhoto } from "../../../seed/photos/sending.ts";
import { countryOf, rowsOf, today } from "./support.ts";

const mainlands = readMainlands();
const supports = rowsOf(countryOf(demoPlan(1, today)), "form11_accomps").flatMap((row, index) =>
  row.status === "Target" ? [] : [{ ...row, id: index + 1 } as unknown as Support],
);
const plan = (seedNumber = 1, until = today): PlannedPhoto[] =>
  planPhotos(supports, mainlands, seedNumber, until);
const bytesOf = async (form: FormData, part = "file"): Promise<Uint8Array> =>
  new Uint8Array(await (form.get(part) as Blob).arrayBuffer());
const hash = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const dayOf = ({ takenAt }: PlannedPhoto) => takenAt.slice(0, 10);

describe("Plan of the seed photos", () => {
  test("The seed plans at least one demo photo for each province that the constant `photographed` lists.", () => {
    const photos = plan();
    expect(photos.length).toBeGreaterThanOrEqual(24);
    expect(photos.length).toBeLessThanOrEqual(40);
    expect([...new Set(photos.map(({ support }) => support.province_name))]).toEqual(
      Object.keys(photographed),
    );
  });

  test("The seed plans the same photos, whatever the order of the farm support rows.", () => {
    expect(plan()).toEqual(planPhotos(supports.toReversed(), mainlands, 1, today));
    expect(plan(2)).not.toEqual(plan());
  });

  test("The location of a seed photo is inside the province of its farm support.", () => {
    for (const seedNumber of [1, 2, 3]) {
      for (const { point, support } of plan(seedNumber)) {
        const ring = mainlands.get(support.province_name) ?? [];
        expect(distanceToRing(ring, point), support.province_name).toBe(0);
      }
    }
  });

  test("A seed photo of the kind `before` is dated before the day on which the farm support was distributed.", () => {
    const photos = plan();
    for (const photo of photos) {
      const given = photo.support.date_distributed;
      expect(photo.kind === "before" ? dayOf(photo) < given : dayOf(photo) > given).toBe(true);
    }
    const middle = photos.map(dayOf).sort()[15] ?? "";
    const until = plan(1, middle);
    expect(until.length).toBeGreaterThanOrEqual(16);
    expect(until.filter((photo) => dayOf(photo) > middle)).toEqual([]);
    const pairs = photos.filter(({ kind }) => kind === "before").length;
    expect(pairs).toBeGreaterThan(8);
  });

  test("All photos of the seed have different upload ids.", () => {
    const ids = plan().map(({ uploadId }) => uploadId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

describe("Photo and document files of the seed", () => {
  test("Every seed photo is a complete JPEG file of less than 60 KB.", async () => {
    const seen = new Set<string>();
    for (const photo of plan()) {
      const form = formOfPhoto(photo);
      const [file, thumbnail] = [await bytesOf(form), await bytesOf(form, "thumbnail")];
      for (const bytes of [file, thumbnail]) {
        const kind = fileKind(bytes);
        expect(kind?.extension).toBe("jpg");
        expect(kind && isComplete(bytes, kind)).toBe(true);
      }
      expect(file.length).toBeLessThan(60_000);
      expect(thumbnail.length).toBeLessThan(file.length);
      seen.add(hash(file));
    }
    expect(seen.size).toBe(plan().length);
  });

  test("The seed generates the same bytes for a photo every time.", async () => {
    const [first] = plan();
    const [again] = plan();
    if (!first || !again) throw new Error("there is no photo");
    const hashes = [];
    for (const photo of [first, first, again]) hashes.push(hash(await bytesOf(formOfPhoto(photo))));
    expect(new Set(hashes).size).toBe(1);
  });

  test("A seed photo's file contains coordinates only if their source is the camera and not the map.", async () => {
    const photos = plan().slice(0, 14);
    expect(new Set(photos.map(({ source }) => source)).size).toBe(2);
    for (const photo of photos) {
      const tags = await exifr.parse(Buffer.from(await bytesOf(formOfPhoto(photo))), {
        gps: true,
        exif: true,
        reviveValues: false,
      });
      expect(tags.DateTimeOriginal).toBe(photo.takenAt.replaceAll("-", ":").replace("T", " "));
      if (photo.source === "map") expect(tags.latitude).toBeUndefined();
      else {
        expect(tags.latitude).toBeCloseTo(photo.point.latitude, 6);
        expect(tags.longitude).toBeCloseTo(photo.point.longitude, 6);
      }
    }
  });

  test("The seed has three different pictures for each kind of farm support.", async () => {
    const [photo] = plan();
    if (!photo) throw new Error("there is no photo");
    const kinds = ["tractor", "truck", "hall", "workshop", "sacks"];
    const pictures = kinds.flatMap((kind) => ["before", "after", "later"].map((time) => `${kind}-${time}`));
    const parts = pictures.flatMap((picture) => {
      const form = formOfPhoto({ ...photo, picture });
      return [bytesOf(form), bytesOf(form, "thumbnail")];
    });
    expect(new Set((await Promise.all(parts)).map(hash)).size).toBe(2 * pictures.length);
    const planned = new Set([1, 2, 3, 4, 5].flatMap((number) => plan(number).map(({ picture }) => picture)));
    expect([...planned].filter((picture) => !pictures.includes(picture))).toEqual([]);
  });

  test("The documents that the seed attaches to records are complete PDF files.", async () => {
    const bytes = await bytesOf(
      formOfPaper({
        uploadId: "0",
        table: "form11_accomps",
        id: 1,
        region_name: "R",
        province_name: "P",
        field: "uploadFile",
        caption: "Deed",
        fileName: "deed.pdf",
        lines: ["DEED", "One line"],
      }),
    );
    const kind = fileKind(bytes);
    expect(kind?.extension).toBe("pdf");
    expect(kind && isComplete(bytes, kind)).toBe(true);
    const text = Buffer.from(bytes).toString("latin1");
    // The cross-reference table of a PDF contains the byte offset of each object.
    expect(text.slice(Number(/startxref\n(\d+)/.exec(text)?.[1])).startsWith("xref")).toBe(true);
    for (const [, place = "", number] of [...text.matchAll(/^(\d{10}) 00000 n /gm)].map(
      (match, index) => [match[0], match[1], index + 1] as const,
    )) {
      expect(text.slice(Number(place)).startsWith(`${number} 0 obj`)).toBe(true);
    }
  });
});
