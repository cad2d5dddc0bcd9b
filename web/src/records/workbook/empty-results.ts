/**
 * Cells whose formula gives an empty text, such as =IF(A2>0,A2,""). The library that reads workbooks drops that result,
 * so that they look like formulas that nobody has computed; the workbook's own text tells the two apart.
 */
import { readEntryTexts, type ZipLimits } from "./zip-guard.ts";

const emptyText = /<c\b(?=[^>]*\bt="str")[^>]*\br="([A-Z]+\d+)"[^>]*>(?:(?!<\/c>)[\s\S])*?<\/c>/g;
const hasValue = /<v[^>]*>[^<]/;

/** Addresses of such cells, by the name of the sheet. */
export async function emptyResults(
  bytes: Uint8Array<ArrayBuffer>,
  limits: ZipLimits,
): Promise<Map<string, Set<string>>> {
  const parts = new Map<string, string>();
  const small = (name: string) => name === "xl/workbook.xml" || name === "xl/_rels/workbook.xml.rels";
  await readEntryTexts(bytes, limits, small, (name, text) => parts.set(name, (parts.get(name) ?? "") + text));
  const names = sheetNames(parts.get("xl/workbook.xml") ?? "", parts.get("xl/_rels/workbook.xml.rels") ?? "");
  const found = new Map<string, Set<string>>();
  const rests = new Map<string, string>();
  await readEntryTexts(
    bytes,
    limits,
    (name) => names.has(name),
    (name, text) => {
      const whole = (rests.get(name) ?? "") + text;
      const end = whole.lastIndexOf("</c>") + "</c>".length;
      const known = end >= "</c>".length ? whole.slice(0, end) : "";
      rests.set(name, whole.slice(known.length));
      for (const [cell, address] of known.matchAll(emptyText)) {
        if (!address || hasValue.test(cell)) continue;
        const sheet = names.get(name) ?? "";
        found.set(sheet, (found.get(sheet) ?? new Set()).add(address));
      }
    },
  );
  return found;
}

/** The name of each sheet, by the entry of the zip that holds it. */
function sheetNames(workbook: string, relations: string): Map<string, string> {
  const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
  const files = new Map(
    [...relations.matchAll(/<Relationship\b[^>]*>/g)].map(([tag]) => [
      attribute(tag, "Id"),
      attribute(tag, "Target"),
    ]),
  );
  const decode = (text: string) =>
    text.replace(
      /&(amp|lt|gt|quot|apos);/g,
      (_, name: string) => ({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" })[name] ?? "",
    );
  return new Map(
    [...workbook.matchAll(/<sheet\b[^>]*>/g)].map(([tag]) => {
      const target = (files.get(attribute(tag, "r:id")) ?? "").replace(/^\/?(?:xl\/)?/, "");
      return [`xl/${target}`, decode(attribute(tag, "name"))];
    }),
  );
}
