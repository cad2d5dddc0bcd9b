/**
 * Looks into a zip before a library opens it: an .xlsx may unpack to far more than it weighs.
 *
 * What the zip says about its sizes is not believed; every entry is unpacked once and counted, and the first one too
 * many bytes ends it. Nothing is kept, so this costs time but no memory.
 */
import { FileProblem } from "./file-problem.ts";
import { refusalOfZip } from "./sniff.ts";

export interface ZipLimits {
  /** Bytes of all entries together, unpacked. */
  unpacked: number;
  entries: number;
}

interface Entry {
  name: string;
  stored: boolean;
  packed: number;
  offset: number;
}

const notAWorkbook = () => new FileProblem("The file is not a readable Excel workbook; it may be damaged.");
const tooMuch = (limit: number) =>
  new FileProblem(
    `The file unpacks to more than ${Math.round(limit / 2 ** 20)} MB, which is too much to import.`,
  );

/** @throws FileProblem when the bytes are no plain zip or hold more than the limits allow. */
export async function guardZip(bytes: Uint8Array<ArrayBuffer>, limits: ZipLimits): Promise<void> {
  const entries = readEntries(bytes, limits);
  let unpacked = 0;
  for (const entry of entries) {
    const data = entryData(bytes, entry);
    if (entry.stored) unpacked += data.byteLength;
    else unpacked += await inflatedSize(data, limits.unpacked - unpacked, limits.unpacked);
    if (unpacked > limits.unpacked) throw tooMuch(limits.unpacked);
  }
}

function readEntries(bytes: Uint8Array<ArrayBuffer>, limits: ZipLimits): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfDirectory(view);
  const count = view.getUint16(end + 10, true);
  let position = view.getUint32(end + 16, true);
  if (count > limits.entries)
    throw new FileProblem(`The file has ${count} parts, which is no ordinary workbook.`);
  const entries: Entry[] = [];
  for (let index = 0; index < count; index++) {
    if (position + 46 > view.byteLength || view.getUint32(position, true) !== 0x02014b50)
      throw notAWorkbook();
    const nameLength = view.getUint16(position + 28, true);
    const method = view.getUint16(position + 10, true);
    if (method !== 0 && method !== 8) throw notAWorkbook();
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(position + 46, position + 46 + nameLength)),
      stored: method === 0,
      packed: view.getUint32(position + 20, true),
      offset: view.getUint32(position + 42, true),
    });
    position += 46 + nameLength + view.getUint16(position + 30, true) + view.getUint16(position + 32, true);
  }
  const refusal = refusalOfZip(entries.map(({ name }) => name));
  if (refusal) throw new FileProblem(refusal);
  return entries;
}

/** Position of the end-of-directory record; a comment of up to 64 KB may follow it. */
function endOfDirectory(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - 22 - 0xffff);
  for (let position = view.byteLength - 22; position >= lowest; position--) {
    if (view.getUint32(position, true) === 0x06054b50) return position;
  }
  throw notAWorkbook();
}

function entryData(bytes: Uint8Array<ArrayBuffer>, entry: Entry): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (entry.offset + 30 > view.byteLength || view.getUint32(entry.offset, true) !== 0x04034b50)
    throw notAWorkbook();
  const header = 30 + view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true);
  const start = entry.offset + header;
  if (start + entry.packed > view.byteLength) throw notAWorkbook();
  return bytes.subarray(start, start + entry.packed);
}

const inflated = (data: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> =>
  new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate-raw"));

/** The text of some entries of a zip that was looked into before, a part at a time. */
export async function readEntryTexts(
  bytes: Uint8Array<ArrayBuffer>,
  limits: ZipLimits,
  wanted: (name: string) => boolean,
  take: (name: string, text: string) => void,
): Promise<void> {
  for (const entry of readEntries(bytes, limits).filter(({ name }) => wanted(name))) {
    const data = entryData(bytes, entry);
    const parts = entry.stored ? new Blob([data]).stream() : inflated(data);
    const reader = parts
      .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
      .getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) take(entry.name, part.value);
  }
}

async function inflatedSize(data: Uint8Array<ArrayBuffer>, left: number, limit: number): Promise<number> {
  const reader = inflated(data).getReader();
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return size;
      size += value.byteLength;
      if (size > left) throw tooMuch(limit);
    }
  } catch (problem) {
    throw problem instanceof FileProblem ? problem : notAWorkbook();
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
