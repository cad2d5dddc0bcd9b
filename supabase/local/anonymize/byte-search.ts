/** Searches bytes for many texts in one pass. */

/** The search finds a text by its first six bytes. Texts with fewer bytes can't be searched for. */
const lead = 6;

/** Searches for texts that have at least six bytes in UTF-8. */
export class ByteSearch {
  private readonly isLead = new Uint8Array(2 ** 24);
  private readonly byLead = new Map<number, { text: string; bytes: Buffer }[]>();

  constructor(texts: Iterable<string>) {
    for (const text of texts) {
      const bytes = Buffer.from(text);
      if (bytes.length < lead) continue;
      this.isLead[bytes.readUIntBE(0, 3)] = 1;
      const key = bytes.readUIntBE(0, lead);
      const same = this.byLead.get(key);
      if (same) same.push({ text, bytes });
      else this.byLead.set(key, [{ text, bytes }]);
    }
  }

  /** Returns the texts that the bytes contain. */
  in(bytes: Buffer): Set<string> {
    const found = new Set<string>();
    let three = bytes.length > 2 ? bytes.readUIntBE(0, 2) : 0;
    for (let at = 0; at + lead <= bytes.length; at++) {
      three = ((three << 8) | (bytes[at + 2] as number)) & 0xffffff;
      if (this.isLead[three] === 0) continue;
      for (const { text, bytes: wanted } of this.byLead.get(bytes.readUIntBE(at, lead)) ?? [])
        if (bytes.subarray(at, at + wanted.length).equals(wanted)) found.add(text);
    }
    return found;
  }
}
