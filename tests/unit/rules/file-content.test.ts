/** Tests file type detection, detection of incomplete files, and removal of location metadata from images. */
import exifr from "exifr";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fileKind, isComplete, jpegEnd, jpegSegments, pngChunks } from "#shared/evidence/file-content.ts";
import { stripMetadata } from "#shared/evidence/strip-metadata.ts";
import { heic, impostors, jpeg, pdf, png } from "../../support/photos.ts";

const gps = { latitude: 15.4865, longitude: 120.9734 };
const files = { jpg: jpeg({ gps }), png: png(), heic: heic(), pdf: pdf() };

describe("Detection of a file's type", () => {
  it.each(Object.entries(files))("The type of a %s file is detected from its bytes.", (extension, bytes) => {
    expect(fileKind(bytes)?.extension).toBe(extension);
  });

  it.each(Object.entries(impostors))(
    "If a file's content does not match its name, no file type is recognized: %s.",
    (_, bytes) => {
      expect(fileKind(bytes)).toBeNull();
    },
  );

  it("The detection of file types never throws an error, whatever bytes the file contains.", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom(...Object.values(files)),
        (bytes, real) => {
          for (const made of [bytes, Uint8Array.from([...real.subarray(0, 12), ...bytes])]) {
            const kind = fileKind(made);
            if (kind) expect([true, false]).toContain(isComplete(made, kind));
            jpegSegments(made);
            pngChunks(made);
            stripMetadata(made);
          }
        },
      ),
    );
  });
});

describe("Detection of incomplete files", () => {
  it.each(Object.entries(files))("A cut-off %s file is detected as incomplete.", (_, bytes) => {
    const kind = fileKind(bytes);
    if (!kind) throw new Error("no kind");
    expect(isComplete(bytes, kind)).toBe(true);
    // The last bytes of a PDF are a line break, so the file is complete without them.
    const most = kind.extension === "pdf" ? bytes.length - 3 : bytes.length - 1;
    fc.assert(
      fc.property(fc.integer({ min: 12, max: most }), (length) => {
        expect(isComplete(bytes.subarray(0, length), kind)).toBe(false);
      }),
    );
  });

  it("A JPEG file without its own end marker is incomplete, even if its thumbnail has one.", () => {
    const inner = jpeg();
    const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 0]), inner]);
    segment.writeUInt16BE(inner.length + 2, 2);
    const outer = jpeg();
    const photo = Buffer.concat([outer.subarray(0, 2), segment, outer.subarray(2)]);
    const kind = fileKind(photo);
    if (!kind) throw new Error("no kind");
    expect(isComplete(Buffer.concat([photo, Buffer.from("a film")]), kind)).toBe(true);
    expect(isComplete(photo.subarray(0, photo.length - 2), kind)).toBe(false);
    expect(jpegEnd(photo, jpegSegments(photo)?.at(-1)?.to ?? 0)).toBe(photo.length);
  });
});

describe("Removal of metadata from photos", () => {
  it("The removal of metadata deletes a photo's location, camera and comments.", async () => {
    const photo = jpeg({ gps, takenAt: "2025:06:14 09:30:00", text: "secret" });
    expect(await exifr.gps(photo)).toMatchObject({ latitude: expect.closeTo(15.4865, 4) });
    const stripped = stripMetadata(Buffer.concat([photo, jpeg({ gps })]));
    expect(stripped && Buffer.from(stripped).includes("secret")).toBe(false);
    expect(stripped && Buffer.from(stripped).includes("Exif")).toBe(false);
    expect(Buffer.from(stripped ?? [])).toEqual(
      stripMetadata(jpeg()) && Buffer.from(stripMetadata(jpeg()) ?? []),
    );
    expect(await exifr.gps(Buffer.from(stripped ?? [])).catch(() => undefined)).toBeUndefined();
    const drawing = stripMetadata(png("secret"));
    expect(drawing && Buffer.from(drawing).includes("secret")).toBe(false);
    expect(pngChunks(drawing ?? new Uint8Array())?.map(({ type }) => type)).toEqual(["IHDR", "IDAT", "IEND"]);
  });

  it("Removing the metadata of a photo a second time changes nothing.", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 100 }), fc.constantFrom("jpeg", "png"), (text, kind) => {
        const once = stripMetadata(kind === "png" ? png(text) : jpeg({ text, gps }));
        expect(once && stripMetadata(once)).toEqual(once);
      }),
    );
  });

  it("The function stripMetadata returns null for a file that is neither JPEG nor PNG.", () => {
    for (const bytes of [heic(), pdf(), ...Object.values(impostors)]) expect(stripMetadata(bytes)).toBeNull();
  });
});
