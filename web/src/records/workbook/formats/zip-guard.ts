/**
 * Checks a zip before a library opens it, because an .xlsx file may unpack to far more bytes than its own size. The
 * sizes stated in the zip are not trusted. The check unpacks every entry to count its bytes, and ends at the first byte
 * above the limit. It needs little memory, because it does not store the unpacked bytes.
 */
import { FileProblem } from "./file-problem.ts";
import { refusalOfZip } from "./sniff.ts";

export interface ZipLimits {
  /** Maximum number of bytes of all entries together, unpacked. */
  unpacked: number;
  entries: number;
}

export interface ZipEntry {
  /** Name with slashes; some programs write backslashes. */
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

/** @throws FileProblem if the bytes are not a plain zip or exceed the limits. */
export async function guardZip(bytes: Uint8Array<ArrayBuffer>, limits: ZipLimits): Promise<ZipEntry[]> {
  const entries = readEntries(bytes, limits);
  let unpacked = 0;
  for (const entry of entries) {
    const data = entryData(bytes, entry);
    if (entry.stored) unpacked += data.byteLength;
    else unpacked += await inflatedSize(data, limits.unpacked - unpacked, limits.unpacked);
    if (unpacked > limits.unpacked) throw tooMuch(limits.unpacked);
  }
  return entries;
}

function readEntries(bytes: Uint8Array<ArrayBuffer>, limits: ZipLimits): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let { count, position } = directoryOf(view);
  if (count > limits.entries)
    throw new FileProblem(`The file has ${count} parts, which is too many for a workbook.`);
  const entries: ZipEntry[] = [];
  for (; count > 0; count--) {
    if (position + 46 > view.byteLength || view.getUint32(position, true) !== 0x02014b50)
      throw notAWorkbook();
    const nameLength = view.getUint16(position + 28, true);
    const extraLength = view.getUint16(position + 30, true);
    const method = view.getUint16(position + 10, true);
    if (method !== 0 && method !== 8) throw notAWorkbook();
    const name = bytes.subarray(position + 46, position + 46 + nameLength);
    entries.push({
      name: new TextDecoder().decode(name).replaceAll("\\", "/").replace(/^\/+/, ""),
      stored: method === 0,
      ...placeOf(view, position, position + 46 + nameLength, extraLength),
    });
    position += 46 + nameLength + extraLength + view.getUint16(position + 32, true);
  }
  const refusal = refusalOfZip(entries.map(({ name }) => name));
  if (refusal) throw new FileProblem(refusal);
  return entries;
}

/** Value of a 32-bit field whose real value is in a 64-bit field (ZIP64). Some libraries always write ZIP64. */
const zip64Marker = 0xffff_ffff;

/** Returns the number of entries and the start of the zip's directory. */
function directoryOf(view: DataView): { count: number; position: number } {
  const end = endOfDirectory(view);
  const [count, position] = [view.getUint16(end + 10, true), view.getUint32(end + 16, true)];
  const locator = end - 20;
  if (count !== 0xffff && position !== zip64Marker) return { count, position };
  if (locator < 0 || view.getUint32(locator, true) !== 0x07064b50) return { count, position };
  const wide = Number(view.getBigUint64(locator + 8, true));
  if (wide + 56 > view.byteLength || view.getUint32(wide, true) !== 0x06064b50) throw notAWorkbook();
  return {
    count: Number(view.getBigUint64(wide + 32, true)),
    position: Number(view.getBigUint64(wide + 48, true)),
  };
}

/** Returns packed size and offset of an entry. Each can be in the entry's ZIP64 extra field. */
function placeOf(view: DataView, entry: number, extra: number, extraLength: number) {
  let packed = view.getUint32(entry + 20, true);
  let offset = view.getUint32(entry + 42, true);
  const end = Math.min(extra + extraLength, view.byteLength - 4);
  for (let at = extra; at < end; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    let field = at + 4;
    const next = () => {
      if (field + 8 > view.byteLength) throw notAWorkbook();
      field += 8;
      return Number(view.getBigUint64(field - 8, true));
    };
    if (view.getUint32(entry + 24, true) === zip64Marker) next();
    if (packed === zip64Marker) packed = next();
    if (offset === zip64Marker) offset = next();
    break;
  }
  return { packed, offset };
}

/** Returns the position of the end-of-directory record. A comment of up to 64 KB may follow the record. */
function endOfDirectory(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - 22 - 0xffff);
  for (let position = view.byteLength - 22; position >= lowest; position--) {
    if (view.getUint32(position, true) === 0x06054b50) return position;
  }
  throw notAWorkbook();
}

function entryData(bytes: Uint8Array<ArrayBuffer>, entry: ZipEntry): Uint8Array<ArrayBuffer> {
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

/**
 * Decodes the text of an entry in chunks: as UTF-16 if the text starts with a UTF-16 byte order mark, otherwise as
 * UTF-8.
 */
export async function readEntryText(
  bytes: Uint8Array<ArrayBuffer>,
  entry: ZipEntry,
  take: (text: string) => void,
): Promise<void> {
  const reader = unpacked(bytes, entry).getReader();
  let decoder: TextDecoder | undefined;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const [first, second] = part.value;
    const wide =
      first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff && "utf-16be";
    decoder ??= new TextDecoder(wide || "utf-8");
    take(decoder.decode(part.value, { stream: true }));
  }
  if (decoder) take(decoder.decode());
}

/** Returns the unpacked bytes of an entry. */
export async function readEntryBytes(
  bytes: Uint8Array<ArrayBuffer>,
  entry: ZipEntry,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(unpacked(bytes, entry)).arrayBuffer());
}

function unpacked(bytes: Uint8Array<ArrayBuffer>, entry: ZipEntry) {
  const data = entryData(bytes, entry);
  return entry.stored ? new Blob([data]).stream() : inflated(data);
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
