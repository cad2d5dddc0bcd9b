/**
 * Removes metadata (location, camera, comments) from small copies of photos. Many users can see these copies, so they
 * must not reveal where a photo was taken. Removes whole segments without decoding the image, which is fast.
 */
import { fileKind, jpegEnd, jpegSegments, pngChunks } from "./file-content.ts";

const applicationFirst = 0xe0;
const applicationLast = 0xef;
const comment = 0xfe;
/**
 * JPEG application segments that affect how the image looks: JFIF (density), ICC (color profile) and Adobe (color
 * encoding).
 */
const pictureApplications = new Set([0xe0, 0xe2, 0xee]);
/** PNG chunks that are needed to draw the image. */
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

/** Returns the image without metadata; null if the image is damaged, or is not a JPEG or PNG. */
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
      // End the copy at the end marker of the image, to drop data that the camera appended.
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
