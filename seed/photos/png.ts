/** PNG files from points of colour, with what a phone writes into them. */
import { crc32, deflateSync } from "node:zlib";

export interface Pixels {
  width: number;
  height: number;
  /** Red, green and blue of each point, row by row from the top. */
  rgb: Uint8Array;
}

/** @param exif TIFF data (exif.ts); left out where nothing is to be written. */
export function pngOf({ width, height, rgb }: Pixels, exif?: Buffer): Buffer {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  // Eight bits a colour, three colours.
  size.set([8, 2], 8);
  const chunks: PngPart[] = [
    ["IHDR", size],
    ...(exif ? [["eXIf", exif] as PngPart] : []),
    ["IDAT", deflateSync(filtered({ width, height, rgb }))],
  ];
  return pngFile(chunks);
}

export type PngPart = [type: string, content: Buffer];

/** The signature, the chunks in their order, and the end. */
export function pngFile(parts: readonly PngPart[]): Buffer {
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ...parts.map(chunk),
    chunk(["IEND", Buffer.alloc(0)]),
  ]);
}

function chunk([type, content]: PngPart): Buffer {
  const typed = Buffer.concat([Buffer.from(type), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}

/** Each row as its difference from the one above: flat shapes and skies become mostly zeros. */
function filtered({ width, height, rgb }: Pixels): Buffer {
  const line = width * 3;
  const data = Buffer.alloc((line + 1) * height);
  for (let y = 0; y < height; y++) {
    const to = y * (line + 1);
    data[to] = 2;
    for (let x = 0; x < line; x++) {
      const at = y * line + x;
      data[to + 1 + x] = (rgb[at] ?? 0) - (y > 0 ? (rgb[at - line] ?? 0) : 0);
    }
  }
  return data;
}
