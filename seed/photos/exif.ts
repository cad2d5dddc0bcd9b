/** Creates EXIF data as a phone writes it into a photo: the make of the phone, the time, and the location. */

export interface Written {
  /** Location of the photo, in decimal degrees. */
  gps?: { latitude: number; longitude: number };
  /** Local time in EXIF format: "2025:06:14 09:30:00". */
  takenAt?: string;
  /** Manufacturer of the phone. */
  make: string;
}

const tags = { make: 0x010f, picture: 0x8769, place: 0x8825, takenAt: 0x9003 } as const;

type Entry = [tag: number, type: number, count: number, value: Buffer];

/** Creates a segment of a JPEG file. */
export function jpegSegment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** Creates the EXIF segment, which must be the first segment of the file. */
export const exifSegment = (written: Written): Buffer =>
  jpegSegment(0xe1, Buffer.concat([Buffer.from("Exif\0\0"), tiff(written)]));

/** Creates the TIFF directories of the device, the picture and the location. */
function tiff({ gps, takenAt, make }: Written): Buffer {
  const text = (tag: number, value: string): Entry => [tag, 2, value.length + 1, Buffer.from(`${value}\0`)];
  const pointer: Buffer = Buffer.alloc(4);
  const place: Entry[] = gps
    ? [
        text(1, gps.latitude < 0 ? "S" : "N"),
        [2, 5, 3, degrees(Math.abs(gps.latitude))],
        text(3, gps.longitude < 0 ? "W" : "E"),
        [4, 5, 3, degrees(Math.abs(gps.longitude))],
      ]
    : [];
  const picture: Entry[] = takenAt ? [text(tags.takenAt, takenAt)] : [];
  const main: Entry[] = [
    text(tags.make, make),
    ...(picture.length > 0 ? [[tags.picture, 4, 1, pointer] as Entry] : []),
    ...(place.length > 0 ? [[tags.place, 4, 1, pointer] as Entry] : []),
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
    address.writeUInt32LE(tag === tags.picture ? pictureAt : placeAt);
    return [tag, type, count, address];
  });
  return Buffer.concat([
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

/** Converts decimal degrees to degrees, minutes and seconds as three fractions. */
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
