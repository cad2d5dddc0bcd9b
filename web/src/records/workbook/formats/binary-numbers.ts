/**
 * Reads little-endian numbers from the records of binary workbooks. A number beyond the end of its record is
 * 0.
 */

export const uint16 = (data: DataView, at: number): number =>
  at + 2 <= data.byteLength ? data.getUint16(at, true) : 0;

export const uint32 = (data: DataView, at: number): number =>
  at + 4 <= data.byteLength ? data.getUint32(at, true) : 0;
