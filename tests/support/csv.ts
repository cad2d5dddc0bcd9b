/** Reads CSV by RFC 4180, more strictly than most readers, and distinguishes NULL from an empty text. */

const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;

/**
 * Reads a CSV file into rows of cells. An empty field without quotes is null.
 * @throws Error at the first character that RFC 4180 does not allow.
 */
export function readCsv(text: string): (string | null)[][] {
  const rows: (string | null)[][] = [];
  let row: (string | null)[] = [];
  for (let at = 0; at < text.length; at = field.lastIndex) {
    field.lastIndex = at;
    const found = field.exec(text);
    if (!found)
      throw new Error(`Not RFC 4180 at character ${at}: ${JSON.stringify(text.slice(at, at + 60))}`);
    const [, quoted, bare, end] = found;
    row.push(quoted === undefined ? bare || null : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** Reads a CSV file whose first line has the names of the columns. */
export function readCsvRows(text: string): Record<string, string | null>[] {
  const [names = [], ...rows] = readCsv(text);
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? null])));
}
