/** Numbers in the records of binary workbooks (little-endian). They are 0 beyond the end of the record. */

export const uint16 = (data: DataView, at: number): number =>
  at + 2 <= data.byteLength ? data.getUint16(at, true) : 0;

export const uint32 = (data: DataView, at: number): number =>
  at + 4 <= data.byteLength ? data.getUint32(at, true) : 0;
