/** What a file is by its first bytes, where it is none that can be imported. */

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

const oldWorkbook = "The file is an old Excel workbook (.xls). Open it in Excel and save it as .xlsx.";
const webPage =
  "The file is a web page (HTML), whatever its name says. Open it in Excel and save it as .xlsx.";

/** A sentence for its owner; null for what may be a workbook or CSV. */
export function refusalOfBytes(bytes: Uint8Array): string | null {
  const start = latin(bytes.subarray(0, 512));
  const known = signatures.find(([signature]) => start.startsWith(signature));
  if (known) return known[1];
  if (start.startsWith("\u00d0\u00cf\u0011\u00e0")) return compoundFile(bytes);
  // Excel before 1997 wrote its records bare.
  if (bytes[0] === 9 && [0, 2, 4, 8].includes(bytes[1] ?? -1)) return oldWorkbook;
  const text = start
    .replace(/^\u00ef\u00bb\u00bf/, "")
    .trimStart()
    .toLowerCase();
  if (/^(?:<!doctype html|<html|<head|<body|<table|<meta|mime-version:)/.test(text)) return webPage;
  if (text.startsWith("<?xml")) {
    return text.includes("excel") || text.includes("spreadsheet")
      ? "The file is an XML spreadsheet. Open it in Excel and save it as .xlsx."
      : text.includes("html")
        ? webPage
        : "The file is XML, not a workbook or CSV.";
  }
  return /^[{[]\s*["{[]/.test(text) ? "The file is JSON, not a workbook or CSV." : null;
}

/** The older container of Microsoft's files: .xls, .doc, and whatever is protected by a password. */
function compoundFile(bytes: Uint8Array): string {
  const names = latin(bytes.subarray(0, 4 * 2 ** 20)).replaceAll("\u0000", "");
  if (names.includes("EncryptedPackage") || names.includes("EncryptionInfo")) {
    return "The workbook is protected by a password. Save it as .xlsx without a password.";
  }
  if (names.includes("WordDocument"))
    return "The file is a Word document. Copy its table into Excel and save it as .xlsx.";
  if (names.includes("PowerPoint Document"))
    return "The file is a presentation. Copy its table into Excel and save it as .xlsx.";
  return `${oldWorkbook.slice(0, -1)}, without a password.`;
}

/** A zip that is no .xlsx, by the names of its parts. */
export function refusalOfZip(names: readonly string[]): string | null {
  const has = (part: string) => names.some((name) => name.startsWith(part));
  if (has("xl/workbook.bin")) return "The file is a binary workbook (.xlsb). Save it as .xlsx.";
  if (has("xl/")) return null;
  if (has("word/")) return "The file is a Word document. Copy its table into Excel and save it as .xlsx.";
  if (has("ppt/")) return "The file is a presentation. Copy its table into Excel and save it as .xlsx.";
  if (has("content.xml")) return "The file is an OpenDocument spreadsheet (.ods). Save it as .xlsx.";
  if (has("Index/")) return "The file is an Apple Numbers document. Export it as .xlsx.";
  return has("[Content_Types].xml") ? null : "The file is a zip archive, but no Excel workbook (.xlsx).";
}

const latin = (bytes: Uint8Array): string => {
  let text = "";
  for (let start = 0; start < bytes.length; start += 8192) {
    text += String.fromCharCode(...bytes.subarray(start, start + 8192));
  }
  return text;
};
