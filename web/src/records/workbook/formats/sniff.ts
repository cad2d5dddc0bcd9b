/** Recognizes file formats by the first bytes of a file, and refuses files that cannot be imported. */

const signatures: readonly [string, string][] = [
  ["%PDF", "The file is a PDF. Import the Excel workbook or the CSV that it was made from."],
  ["{\\rtf", "The file is a text document (RTF). Copy its table into Excel and save it as .xlsx."],
  ["\u0089PNG", "The file is a picture. Type its table into Excel and save it as .xlsx."],
  ["\u00ff\u00d8\u00ff", "The file is a picture. Type its table into Excel and save it as .xlsx."],
  ["GIF8", "The file is a picture. Type its table into Excel and save it as .xlsx."],
  ["Rar!", "The file is an archive (RAR). Unpack it and import the workbook in it."],
  ["7z\u00bc\u00af", "The file is an archive (7z). Unpack it and import the workbook in it."],
  ["\u001f\u008b", "The file is an archive (gzip). Unpack it and import the file in it."],
  ["SQLite format 3", "The file is a database. Export its table as .xlsx or CSV."],
];

const webPage =
  "The file is a web page (HTML), whatever its name says. Open it in Excel and save it as .xlsx.";

/** Returns a refusal message for the user. Null if the file may be a workbook or CSV. */
export function refusalOfBytes(bytes: Uint8Array): string | null {
  const start = latin(bytes.subarray(0, 4096));
  const known = signatures.find(([signature]) => start.startsWith(signature));
  if (known) return known[1];
  if (start.startsWith("\u00d0\u00cf\u0011\u00e0")) return compoundFile(bytes);
  const text = start
    .replace(/^\u00ef\u00bb\u00bf/, "")
    .trimStart()
    .toLowerCase();
  if (/^(?:<!doctype html|<html|<head|<body|<table|<meta|mime-version:)/.test(text)) return webPage;
  if (text.startsWith("<?xml")) {
    if (isXmlWorkbook(text)) return null;
    return text.includes("html") ? webPage : "The file is XML, not a workbook or CSV.";
  }
  return /^[{[]\s*["{[]/.test(text) ? "The file is JSON, not a workbook or CSV." : null;
}

/** Returns the offset of the directory of a compound file. In large files, the directory is often at the end. */
function directoryOf(bytes: Uint8Array): number {
  if (bytes.byteLength < 512) return 0;
  const header = new DataView(bytes.buffer, bytes.byteOffset, 512);
  const [size, sector] = [2 ** Math.min(header.getUint16(0x1e, true), 16), header.getUint32(0x30, true)];
  return (sector + 1) * size;
}

/**
 * Returns a refusal message for a compound file that can't be imported. Compound files are the older container of
 * Microsoft Office: .xls, .doc, and all password-protected files.
 */
function compoundFile(bytes: Uint8Array): string | null {
  const directory = directoryOf(bytes);
  const parts = [bytes.subarray(0, 2 ** 20), bytes.subarray(directory, directory + 2 ** 16)];
  const names = parts.map(latin).join("").replaceAll("\u0000", "");
  if (names.includes("EncryptedPackage") || names.includes("EncryptionInfo")) {
    return "The workbook is protected by a password. Save it as .xlsx without a password.";
  }
  if (names.includes("WordDocument"))
    return "The file is a Word document. Copy its table into Excel and save it as .xlsx.";
  if (names.includes("PowerPoint Document"))
    return "The file is a presentation. Copy its table into Excel and save it as .xlsx.";
  // Name of the stream with the workbook: "Book" until Excel 95, "Workbook" since then.
  return /Workbook|Book/.test(names) ? null : "The file is not a readable workbook; it may be damaged.";
}

/** True if the zip is an OpenDocument file. Includes text documents and presentations, which ods.ts refuses. */
const isSpreadsheet = (names: readonly string[]): boolean => names.includes("content.xml");

/** True for a workbook that is one XML file: .fods, or the XML format of Excel 2003. */
const isXmlWorkbook = (start: string): boolean =>
  /opendocument:xmlns:office|urn:schemas-microsoft-com:office:(?:spreadsheet|excel)|excel\.sheet/.test(start);

/**
 * Returns the kind of a file, which decides how the file is read. Call `refusalOfBytes` first.
 * - zip: a zip package, such as .xlsx or .ods
 * - flat: an OpenDocument workbook in one XML file (.fods)
 * - excel 2003: a workbook in the XML format of Excel 2003
 * - other: an older Excel workbook (.xls), which SheetJS reads
 * - text: any other file, which is read as CSV
 */
export function kindOf(bytes: Uint8Array): "zip" | "flat" | "excel 2003" | "other" | "text" {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return "zip";
  const compound = bytes[0] === 0xd0 && bytes[1] === 0xcf;
  // The file may start with a BIFF record, because Excel before 97 could write records without a container.
  const bare = bytes[0] === 9 && [0, 2, 4, 8].includes(bytes[1] ?? -1);
  const start = latin(bytes.subarray(0, 4096)).toLowerCase();
  const xml = isXmlWorkbook(start) && /^\s*(?:\u00ef\u00bb\u00bf)?<\?xml/.test(start);
  if (xml) return start.includes("opendocument:xmlns:office") ? "flat" : "excel 2003";
  return compound || bare ? "other" : "text";
}

/** Returns a refusal message for a zip that is not a workbook, based on the names of its parts. */
export function refusalOfZip(names: readonly string[]): string | null {
  const has = (part: string) => names.some((name) => name.startsWith(part));
  if (has("xl/") || has("Workbook") || isSpreadsheet(names)) return null;
  if (has("word/")) return "The file is a Word document. Copy its table into Excel and save it as .xlsx.";
  if (has("ppt/")) return "The file is a presentation. Copy its table into Excel and save it as .xlsx.";
  if (has("Index/")) return "The file is an Apple Numbers document. Export it as .xlsx.";
  return has("[Content_Types].xml") ? null : "The file is a zip archive, not an Excel workbook (.xlsx).";
}

const latin = (bytes: Uint8Array): string => {
  let text = "";
  for (let start = 0; start < bytes.length; start += 8192) {
    text += String.fromCharCode(...bytes.subarray(start, start + 8192));
  }
  return text;
};
