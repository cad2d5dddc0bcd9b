/**
 * Reads XML in chunks of any size and reports its elements. Reports names without prefixes, because programs choose the
 * prefixes freely ("x:row" is "row"). Supports only the XML of office packages, without document types. So the only
 * entities are the numeric ones and the five predefined by XML.
 */

export interface XmlHandler {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
}

/**
 * Returns the value of an attribute by its name without prefix. Returns undefined if the element lacks the attribute.
 */
export type Attributes = (name: string) => string | undefined;

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const decode = (text: string): string =>
  text.includes("&")
    ? text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
        if (name) return entities[name] ?? whole;
        const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      })
    : text;

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

const attributePattern = /([^\s=/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Parse the attributes on first use, because most elements of a sheet have attributes that are never read. */
function attributesOf(tag: string): Attributes {
  let read: Map<string, string> | undefined;
  return (name) => {
    read ??= new Map(
      [...tag.matchAll(attributePattern)].map(([, key = "", double, single]) => [
        localName(key),
        decode(double ?? single ?? ""),
      ]),
    );
    return read.get(name);
  };
}

/** Strings that start and end comments, CDATA sections and processing instructions. */
const sections = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
] as const;

export class XmlEvents {
  private readonly handler: XmlHandler;
  private rest = "";

  constructor(handler: XmlHandler) {
    this.handler = handler;
  }

  /** Parses the next chunk. A tag or text that is cut off at the end is parsed with the next chunk. */
  write(part: string): void {
    const text = this.rest + part;
    let position = 0;
    while (position < text.length) {
      const next = text.charCodeAt(position) === 0x3c ? this.tag(text, position) : this.plain(text, position);
      if (next < 0) break;
      position = next;
    }
    this.rest = text.slice(position);
  }

  /** @throws Error if the text ends inside a tag. */
  end(): void {
    if (this.rest.trim() !== "") throw new Error("The XML is cut off.");
  }

  /** Reads text up to the next tag and returns the position of the tag. Returns -1 if no tag follows in the chunk. */
  private plain(text: string, start: number): number {
    const end = text.indexOf("<", start);
    if (end < 0) return -1;
    this.handler.text(decode(text.slice(start, end).replace(/\r\n?/g, "\n")));
    return end;
  }

  private tag(text: string, start: number): number {
    if (text.length - start < 9 && !text.includes(">", start)) return -1;
    for (const [begin, finish] of sections) {
      if (!text.startsWith(begin, start)) continue;
      const end = text.indexOf(finish, start + begin.length);
      if (end < 0) return -1;
      if (begin === "<![CDATA[") this.handler.text(text.slice(start + begin.length, end));
      return end + finish.length;
    }
    const end = endOfTag(text, start);
    if (end < 0) return -1;
    this.element(text.slice(start + 1, end));
    return end + 1;
  }

  private element(tag: string): void {
    if (tag.startsWith("!")) return;
    if (tag.startsWith("/")) {
      this.handler.close(localName(tag.slice(1).trim()));
      return;
    }
    const closed = tag.endsWith("/");
    const space = tag.search(/[\s/]/);
    const name = localName(space < 0 ? tag : tag.slice(0, space));
    this.handler.open(name, attributesOf(space < 0 ? "" : tag.slice(space)));
    if (closed) this.handler.close(name);
  }
}

/** Returns the position of the ">" that ends a tag, ignoring every ">" inside quotes. */
function endOfTag(text: string, start: number): number {
  let end = text.indexOf(">", start);
  while (end >= 0) {
    const tag = text.slice(start, end);
    if (!tag.includes("=") || evenQuotes(tag)) return end;
    end = text.indexOf(">", end + 1);
  }
  return -1;
}

function evenQuotes(tag: string): boolean {
  if (!tag.includes("'")) return tag.split('"').length % 2 === 1;
  let open = "";
  for (const sign of tag) {
    if (open === sign) open = "";
    else if (open === "" && (sign === '"' || sign === "'")) open = sign;
  }
  return open === "";
}

/** Decodes an XML file in the encoding that its byte order mark or its first line states. */
export function decodeXml(bytes: Uint8Array): string {
  const start = String.fromCharCode(...bytes.subarray(0, 200));
  const marked = bytes[0] === 0xff ? "utf-16le" : bytes[0] === 0xfe ? "utf-16be" : undefined;
  const named = /^[^>]*?encoding\s*=\s*["']([\w.-]+)["']/i.exec(start)?.[1];
  return new TextDecoder(marked ?? named ?? "utf-8").decode(bytes);
}
