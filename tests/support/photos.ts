/**
 * Small real files for tests: photos with and without a place in their EXIF data, a picture, a document, and things that
 * pretend to be one of them. Each call makes bytes that no other call makes, unless a text is given.
 */
import { randomUUID } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";

export interface PhotoOptions {
  /** Makes the bytes differ; the same text makes the same bytes. */
  text?: string;
  /** Written into the EXIF data, as a phone does. */
  gps?: { latitude: number; longitude: number };
  /** EXIF's way: "2025:06:14 09:30:00". */
  takenAt?: string;
  /** At least so many bytes. */
  size?: number;
}

/** A grey JPEG of 8 x 8 points; every decoder draws it. */
const greyJpeg = Buffer.from(
  "/9j/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAAIAAgBAREA/8QAFQABAQAAAAAAAAAAAAAAAAAAAAf/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oACAEBAAA/AL+AD//Z",
  "base64",
);

export function jpeg(options: PhotoOptions = {}): Buffer {
  const { text = randomUUID(), gps, takenAt, size = 0 } = options;
  const header: Buffer[] = [Buffer.from([0xff, 0xd8])];
  if (gps || takenAt) header.push(segment(0xe1, exif(gps, takenAt)));
  header.push(segment(0xfe, Buffer.from(text)));
  const rest = greyJpeg.subarray(2);
  let missing = size - rest.length - header.reduce((sum, part) => sum + part.length, 0);
  // A segment holds at most 65,533 bytes.
  for (; missing > 0; missing -= 65_000) header.push(segment(0xfe, Buffer.alloc(Math.min(65_000, missing))));
  return Buffer.concat([...header, rest]);
}

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

type Entry = [tag: number, type: number, count: number, value: Buffer];

/** TIFF data as EXIF holds it: the main directory, the one of the picture, the one of the place. */
function exif(gps: PhotoOptions["gps"], takenAt: string | undefined): Buffer {
  const text = (value: string) => Buffer.from(`${value}\0`);
  const pointer: Buffer = Buffer.alloc(4);
  const place: Entry[] = gps
    ? [
        [1, 2, 2, text(gps.latitude < 0 ? "S" : "N")],
        [2, 5, 3, degrees(Math.abs(gps.latitude))],
        [3, 2, 2, text(gps.longitude < 0 ? "W" : "E")],
        [4, 5, 3, degrees(Math.abs(gps.longitude))],
      ]
    : [];
  const picture: Entry[] = takenAt ? [[0x9003, 2, takenAt.length + 1, text(takenAt)]] : [];
  const main: Entry[] = [
    [0x010f, 2, 10, text("TestPhone")],
    ...(picture.length > 0 ? [[0x8769, 4, 1, pointer] as Entry] : []),
    ...(place.length > 0 ? [[0x8825, 4, 1, pointer] as Entry] : []),
  ];
  const start = 8;
  const sizeOf = (entries: readonly Entry[]) =>
    6 +
    entries.length * 12 +
    entries.reduce((sum, [, , , value]) => sum + (value.length > 4 ? value.length : 0), 0);
  const pictureAt = start + sizeOf(main);
  const placeAt = pictureAt + (picture.length > 0 ? sizeOf(picture) : 0);
  const withPointers = main.map(([tag, type, count, value]): Entry => {
    if (value !== pointer) return [tag, type, count, value];
    const address = Buffer.alloc(4);
    address.writeUInt32LE(tag === 0x8769 ? pictureAt : placeAt);
    return [tag, type, count, address];
  });
  return Buffer.concat([
    Buffer.from("Exif\0\0"),
    Buffer.from([0x49, 0x49, 0x2a, 0, start, 0, 0, 0]),
    directory(withPointers, start),
    ...(picture.length > 0 ? [directory(picture, pictureAt)] : []),
    ...(place.length > 0 ? [directory(place, placeAt)] : []),
  ]);
}

function directory(entries: readonly Entry[], at: number): Buffer {
  const table = Buffer.alloc(6 + entries.length * 12);
  table.writeUInt16LE(entries.length);
  const values: Buffer[] = [];
  let valueAt = at + table.length;
  entries.forEach(([tag, type, count, value], index) => {
    const from = 2 + index * 12;
    table.writeUInt16LE(tag, from);
    table.writeUInt16LE(type, from + 2);
    table.writeUInt32LE(count, from + 4);
    if (value.length <= 4) value.copy(table, from + 8);
    else {
      table.writeUInt32LE(valueAt, from + 8);
      valueAt += value.length;
      values.push(value);
    }
  });
  return Buffer.concat([table, ...values]);
}

/** Degrees, minutes and seconds as three fractions. */
function degrees(value: number): Buffer {
  const whole = Math.floor(value);
  const minutes = Math.floor((value - whole) * 60);
  const seconds = Math.round((value - whole - minutes / 60) * 3600 * 10_000);
  const data = Buffer.alloc(24);
  [whole, 1, minutes, 1, seconds, 10_000].forEach((number, index) => {
    data.writeUInt32LE(number, index * 4);
  });
  return data;
}

export function png(text: string = randomUUID()): Buffer {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(1, 0);
  size.writeUInt32BE(1, 4);
  size[8] = 8;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", size),
    chunk("tEXt", Buffer.from(`Comment\0${text}`)),
    chunk("IDAT", deflateSync(Buffer.from([0, 128]))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}

/** The boxes of a HEIC file; no decoder would find a picture in them. */
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

/** What is none of the four kinds, whatever it is called. */
export const impostors = {
  "photo.jpg": Buffer.from("MZ\x90\0\x03\0\0\0 This program cannot be run in DOS mode.", "latin1"),
  "script.png": Buffer.from("#!/bin/sh\nrm -rf ~\n"),
  "drawing.jpg": Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  "page.pdf": Buffer.from("<!doctype html><script>alert(1)</script>"),
  "archive.heic": Buffer.from("PK\x03\x04 an archive", "latin1"),
  "film.heic": Buffer.concat([Buffer.from([0, 0, 0, 20]), Buffer.from("ftypisom\0\0\0\0isom")]),
  "empty.jpg": Buffer.alloc(0),
} as const;
