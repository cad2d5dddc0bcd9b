/** Parts of an Excel workbook (ECMA-376) besides its sheets: relationships, shared strings and cell formats. */
import type { TextRun } from "#shared/import/reading/cells.ts";
import { builtInFormats } from "./number-format.ts";
import { XmlEvents, type XmlHandler } from "./xml-events.ts";
import { readEntryBytes, readEntryText, type ZipEntry } from "./zip-guard.ts";

export interface Relationship {
  type: string;
  /** Name of the part, or the URL of an external target. */
  target: string;
}

/** Text of a cell: a plain string, or runs with different styles. */
export type CellText = string | readonly TextRun[];

export interface CellStyle {
  format: string;
  struck: boolean;
}

/** Normalizes the name of a part, because programs use different upper and lower case and escapes such as "%20". */
function keyOf(name: string): string {
  try {
    return decodeURI(name).toLowerCase();
  } catch {
    return name.toLowerCase();
  }
}

/** Parts of a zip package, found by name. */
export class Package {
  private readonly packed: Uint8Array<ArrayBuffer>;
  private readonly entries: ReadonlyMap<string, ZipEntry>;

  constructor(packed: Uint8Array<ArrayBuffer>, entries: readonly ZipEntry[]) {
    this.packed = packed;
    this.entries = new Map(entries.map((entry) => [keyOf(entry.name), entry]));
  }

  has(name: string): boolean {
    return this.entries.has(keyOf(name));
  }

  /** Reads a part as XML. Returns false if the package has no such part. */
  async read(name: string, handler: XmlHandler): Promise<boolean> {
    const entry = this.entries.get(keyOf(name));
    if (!entry) return false;
    const events = new XmlEvents(handler);
    await readEntryText(this.packed, entry, (text) => events.write(text));
    events.end();
    return true;
  }

  /** Returns the bytes of a part; null if the package has no such part. */
  async bytes(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const entry = this.entries.get(keyOf(name));
    return entry ? readEntryBytes(this.packed, entry) : null;
  }

  /** Returns the relationships of a part by id. For an empty name, returns the relationships of the package itself. */
  async relationships(part: string): Promise<ReadonlyMap<string, Relationship>> {
    const [, folder = "", file = ""] = /^(.*\/)?([^/]*)$/.exec(part) ?? [];
    const found = new Map<string, Relationship>();
    await this.read(`${folder}_rels/${file}.rels`, {
      ...ignore,
      open(name, attributes) {
        const target = attributes("Target");
        if (name !== "Relationship" || target === undefined) return;
        const outside = attributes("TargetMode") === "External";
        found.set(attributes("Id") ?? "", {
          type: (attributes("Type") ?? "").replace(/^.*\//, ""),
          target: outside ? target : resolved(folder, target),
        });
      },
    });
    return found;
  }
}

export const ignore: XmlHandler = { open: () => undefined, close: () => undefined, text: () => undefined };

/** Resolves the target of a relationship relative to a folder. */
function resolved(folder: string, target: string): string {
  const plain = target.replaceAll("\\", "/");
  const path = plain.startsWith("/") ? plain : `${folder}${plain}`;
  const steps: string[] = [];
  for (const step of path.split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  return steps.join("/");
}

/** Decodes escapes such as `_x000D_`, which workbooks use for characters that XML cannot contain. */
export const unescaped = (text: string): string =>
  text.includes("_x")
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

const isOn = (value: string | undefined): boolean => value === undefined || !/^(?:0|false|off)$/i.test(value);

/** Reads a string with its text runs. Pass the elements inside `si` or `is` to this reader, then call `take`. */
export class TextReader {
  private runs: TextRun[] = [];
  private run: TextRun | null = null;
  private inText = false;
  private phonetic = false;

  open(name: string, value: (attribute: string) => string | undefined): void {
    if (name === "rPh") this.phonetic = true;
    else if (name === "r") this.run = { text: "" };
    else if (name === "t") this.inText = true;
    else if (name === "strike" && this.run && isOn(value("val"))) this.run.struck = true;
    else if (name === "vertAlign" && this.run && value("val") === "superscript") this.run.superscript = true;
  }

  close(name: string): void {
    if (name === "rPh") this.phonetic = false;
    else if (name === "t") this.inText = false;
    else if (name === "r" && this.run) {
      this.runs.push(this.run);
      this.run = null;
    }
  }

  text(text: string): void {
    if (!this.inText || this.phonetic) return;
    if (this.run) this.run.text += text;
    else this.runs.push({ text });
  }

  take(): CellText {
    const runs = this.runs.map((run) => ({ ...run, text: unescaped(run.text) }));
    this.runs = [];
    const plain = runs.every(({ struck, superscript }) => !struck && !superscript);
    return plain ? runs.map(({ text }) => text).join("") : runs;
  }
}

/** Reads the shared strings. Cells refer to a shared string by its number. */
export async function readSharedTexts(files: Package, part: string): Promise<CellText[]> {
  const texts: CellText[] = [];
  const reader = new TextReader();
  await files.read(part, {
    open: (name, attributes) => reader.open(name, attributes),
    text: (text) => reader.text(text),
    close(name) {
      reader.close(name);
      if (name === "si") texts.push(reader.take());
    },
  });
  return texts;
}

/** Reads the number formats and strike-through of cells, by style number. */
export async function readStyles(files: Package, part: string): Promise<CellStyle[]> {
  const formats = new Map(Object.entries(builtInFormats).map(([id, format]) => [Number(id), format]));
  const struck: boolean[] = [];
  const styles: CellStyle[] = [];
  const inside: string[] = [];
  await files.read(part, {
    ...ignore,
    open(name, attributes) {
      const parent = inside.at(-1);
      inside.push(name);
      if (name === "numFmt" && parent === "numFmts") {
        formats.set(Number(attributes("numFmtId")), attributes("formatCode") ?? "");
      } else if (name === "font" && parent === "fonts") struck.push(false);
      else if (name === "strike" && inside.at(-3) === "fonts")
        struck[struck.length - 1] = isOn(attributes("val"));
      else if (name === "xf" && parent === "cellXfs") {
        styles.push({
          format: formats.get(Number(attributes("numFmtId"))) ?? "",
          struck: struck[Number(attributes("fontId"))] ?? false,
        });
      }
    },
    close() {
      inside.pop();
    },
  });
  return styles;
}
