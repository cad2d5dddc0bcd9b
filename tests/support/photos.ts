/**
 * Creates small real files for tests: JPEG photos with or without coordinates, PNG, HEIC and PDF files, and files with
 * a wrong extension. Each call returns different bytes, unless the caller sets the text in the file.
 */
import { randomUUID } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import { exifSegment, jpegSegment } from "../../seed/photos/exif.ts";

export interface PhotoOptions {
  /** Text to write into the file. Different texts give different bytes, and the same text gives the same bytes. */
  text?: string;
  /** Coordinates to write into the EXIF data, as a phone does. */
  gps?: { latitude: number; longitude: number };
  /** Time in the format of EXIF: "2025:06:14 09:30:00". */
  takenAt?: string;
  /** Minimum size of the file in bytes. */
  size?: number;
}

/** A valid grey JPEG of 8 x 8 pixels. */
const greyJpeg = Buffer.from(
  "/9j/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAAIAAgBAREA/8QAFQABAQAAAAAAAAAAAAAAAAAAAAf/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oACAEBAAA/AL+AD//Z",
  "base64",
);

export function jpeg(options: PhotoOptions = {}): Buffer {
  const { text = randomUUID(), gps, takenAt, size = 0 } = options;
  const header: Buffer[] = [Buffer.from([0xff, 0xd8])];
  if (gps || takenAt) {
    header.push(exifSegment({ make: "TestPhone", ...(gps ? { gps } : {}), ...(takenAt ? { takenAt } : {}) }));
  }
  header.push(jpegSegment(0xfe, Buffer.from(text)));
  const rest = greyJpeg.subarray(2);
  let missing = size - rest.length - header.reduce((sum, part) => sum + part.length, 0);
  // A JPEG segment holds at most 65,533 bytes.
  for (; missing > 0; missing -= 65_000)
    header.push(jpegSegment(0xfe, Buffer.alloc(Math.min(65_000, missing))));
  return Buffer.concat([...header, rest]);
}

export function png(text: string = randomUUID()): Buffer {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(1, 0);
  size.writeUInt32BE(1, 4);
  size[8] = 8;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk("IHDR", size),
    pngChunk("tEXt", Buffer.from(`Comment\0${text}`)),
    pngChunk("IDAT", deflateSync(Buffer.from([0, 128]))),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}

/** Creates the boxes of a HEIC file, without a decodable picture. */
export function heic(text: string = randomUUID()): Buffer {
  const box = (type: string, content: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length + 8);
    return Buffer.concat([length, Buffer.from(type), content]);
  };
  return Buffer.concat([
    box("ftyp", Buffer.from("heic\0\0\0\0mif1heic")),
    box("meta", Buffer.alloc(4)),
    box("mdat", Buffer.from(text)),
  ]);
}

export const pdf = (text: string = randomUUID()): Buffer =>
  Buffer.from(`%PDF-1.4\n% ${text}\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`);

/** Files with the extension of a JPEG, PNG, HEIC or PDF file, but content of another type. */
export const impostors = {
  "photo.jpg": Buffer.from("MZ\x90\0\x03\0\0\0 This program cannot be run in DOS mode.", "latin1"),
  "script.png": Buffer.from("#!/bin/sh\nrm -rf ~\n"),
  "drawing.jpg": Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  "page.pdf": Buffer.from("<!doctype html><script>alert(1)</script>"),
  "archive.heic": Buffer.from("PK\x03\x04 an archive", "latin1"),
  "film.heic": Buffer.concat([Buffer.from([0, 0, 0, 20]), Buffer.from("ftypisom\0\0\0\0isom")]),
  "empty.jpg": Buffer.alloc(0),
} as const;
