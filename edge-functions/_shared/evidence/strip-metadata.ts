/**
 * Takes out of a small picture what does not belong to the picture: place, camera, comments. Only segments are left out,
 * nothing is decoded, so that it costs no time. Copies that are shown to many must not tell where they were taken.
 */
import { fileKind, jpegEnd, jpegSegments, pngChunks } from "./file-content.ts";

const applicationFirst = 0xe0;
const applicationLast = 0xef;
const comment = 0xfe;
/** JFIF (how dense), ICC (which colours) and Adobe (how the colours are coded) change how the picture looks. */
const pictureApplications = new Set([0xe0, 0xe2, 0xee]);
/** What a PNG needs to be drawn. */
const pictureChunks = new Set([
  "IHDR",
  "PLTE",
  "IDAT",
  "IEND",
  "tRNS",
  "gAMA",
  "cHRM",
  "sRGB",
  "iCCP",
  "sBIT",
  "pHYs",
]);

interface Range {
  from: number;
  to: number;
}

/** The picture without its metadata; null when it is neither a JPEG nor a PNG, or broken. */
export function stripMetadata(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const ranges = pictureRanges(bytes);
  if (!ranges) return null;
  const stripped = new Uint8Array(ranges.reduce((size, { from, to }) => size + to - from, 0));
  let at = 0;
  for (const { from, to } of ranges) {
    stripped.set(bytes.subarray(from, to), at);
    at += to - from;
  }
  return stripped;
}

function pictureRanges(bytes: Uint8Array): Range[] | null {
  switch (fileKind(bytes)?.extension) {
    case "jpg": {
      const segments = jpegSegments(bytes);
      const scan = segments?.at(-1)?.to;
      const end = scan === undefined ? null : jpegEnd(bytes, scan);
      if (!segments || scan === undefined || end === null) return null;
      // What a camera put behind the end goes, too.
      const header = segments.filter(({ marker }) => !isMetadata(marker));
      return [{ from: 0, to: 2 }, ...header, { from: scan, to: end }];
    }
    case "png": {
      const chunks = pngChunks(bytes);
      return chunks && [{ from: 0, to: 8 }, ...chunks.filter(({ type }) => pictureChunks.has(type))];
    }
    default:
      return null;
  }
}

const isMetadata = (marker: number): boolean =>
  marker === comment ||
  (marker >= applicationFirst && marker <= applicationLast && !pictureApplications.has(marker));
