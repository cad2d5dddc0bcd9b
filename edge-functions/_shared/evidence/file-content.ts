/**
 * Detects the type of a file from its bytes, because the file name and the declared type can't be trusted. Evidence
 * (photos and documents) can be JPEG, PNG, HEIC or PDF. All other files are rejected, such as SVG images, which can
 * contain scripts.
 */

export interface FileKind {
  contentType: "image/jpeg" | "image/png" | "image/heic" | "application/pdf";
  extension: "jpg" | "png" | "heic" | "pdf";
}

const kinds = {
  jpeg: { contentType: "image/jpeg", extension: "jpg" },
  png: { contentType: "image/png", extension: "png" },
  heic: { contentType: "image/heic", extension: "heic" },
  pdf: { contentType: "application/pdf", extension: "pdf" },
} as const satisfies Record<string, FileKind>;

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const heicBrands = new Set(["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]);

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, at) => bytes[at] === byte);

const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

/** Returns the type of the file; null if it is not one of the four accepted types. */
export function fileKind(bytes: Uint8Array): FileKind | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return kinds.jpeg;
  if (startsWith(bytes, pngSignature)) return kinds.png;
  if (ascii(bytes, 0, 5) === "%PDF-") return kinds.pdf;
  if (ascii(bytes, 4, 8) === "ftyp" && heicBrands.has(ascii(bytes, 8, 12))) return kinds.heic;
  return null;
}

/** True if the file is complete. False if it was cut off, for example during upload. */
export function isComplete(bytes: Uint8Array, kind: FileKind): boolean {
  switch (kind.extension) {
    case "jpg":
      return jpegIsComplete(bytes);
    case "png":
      return pngIsComplete(bytes);
    case "heic":
      return boxesFit(bytes);
    case "pdf":
      return ascii(bytes, Math.max(0, bytes.length - 2048), bytes.length).includes("%%EOF");
  }
}

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * A JPEG segment before the image data. `from` is the position of its marker in the file, and `to` is the position
 * after the segment.
 */
export interface JpegSegment {
  marker: number;
  from: number;
  to: number;
}

const startOfScan = 0xda;

/** Returns the segments before the image data, including the start-of-scan segment; null if the header is invalid. */
export function jpegSegments(bytes: Uint8Array): JpegSegment[] | null {
  const data = view(bytes);
  const segments: JpegSegment[] = [];
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    // Any number of 0xFF bytes can precede the marker of a segment.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const to = at + 2 + data.getUint16(at + 2);
    if (to > bytes.length) return null;
    segments.push({ marker, from: at, to });
    if (marker === startOfScan) return segments;
    at = to;
  }
  return null;
}

/**
 * Returns the position after the first end marker in the image data; null if the image is cut off. Ignores further
 * images that phones append.
 * @param scan Start of the image data. Searching earlier would find the end marker of a thumbnail.
 */
export function jpegEnd(bytes: Uint8Array, scan: number): number | null {
  for (let at = bytes.indexOf(0xff, scan); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    if (bytes[at + 1] === 0xd9) return at + 2;
  }
  return null;
}

function jpegIsComplete(bytes: Uint8Array): boolean {
  const last = jpegSegments(bytes)?.at(-1);
  return last !== undefined && jpegEnd(bytes, last.to) !== null;
}

/** A PNG chunk. `from` and `to` include the length before the data and the checksum after it. */
export interface PngChunk {
  type: string;
  from: number;
  to: number;
}

/**
 * Returns the chunks up to and including the end chunk. Returns null if there is no end chunk, or if a chunk is longer
 * than the file.
 */
export function pngChunks(bytes: Uint8Array): PngChunk[] | null {
  const data = view(bytes);
  const chunks: PngChunk[] = [];
  for (let at = pngSignature.length; at + 12 <= bytes.length; ) {
    const to = at + 12 + data.getUint32(at);
    if (to > bytes.length) return null;
    const type = ascii(bytes, at + 4, at + 8);
    chunks.push({ type, from: at, to });
    if (type === "IEND") return chunks;
    at = to;
  }
  return null;
}

const pngIsComplete = (bytes: Uint8Array): boolean => pngChunks(bytes) !== null;

/**
 * True if the boxes of a HEIC file fill the file exactly and include image data. Boxes are the sections of a HEIC file.
 * Each begins with its length.
 */
function boxesFit(bytes: Uint8Array): boolean {
  const data = view(bytes);
  const types = new Set<string>();
  let at = 0;
  while (at + 8 <= bytes.length) {
    types.add(ascii(bytes, at + 4, at + 8));
    const length = data.getUint32(at);
    // Length 0 means that the box extends to the end of the file. Length 1 means that the actual length follows in
    // eight bytes.
    if (length === 0) {
      at = bytes.length;
      break;
    }
    const long = length === 1;
    if (long && at + 16 > bytes.length) return false;
    const size = long ? Number(data.getBigUint64(at + 8)) : length;
    if (size < 8 || at + size > bytes.length) return false;
    at += size;
  }
  return at === bytes.length && types.has("meta") && types.has("mdat");
}
