/** Writes the rows of one table as CSV and as JSON Lines, by COPY, without holding more than a few rows in memory. */
import type { Readable } from "node:stream";
import { Transform } from "node:stream";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { identifier } from "#shared/server/sql/sql.ts";
import type { ExportColumn, ExportTable } from "./catalog.ts";

/**
 * Settings of the transaction that reads the rows. With them, the text of a value does not depend on the server's
 * settings: times are in UTC, and numbers have all digits.
 */
export const valueSettings = `
  set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'iso_8601';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local client_encoding = 'UTF8';
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`;

const [quote, carriageReturn, lineFeed] = [0x22, 0x0d, 0x0a];

/**
 * Ends the lines of a CSV file with CR LF (RFC 4180) instead of COPY's LF. Line breaks inside quotes stay unchanged.
 */
function endLinesByStandard(): Transform {
  let isQuoted = false;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const parts: Buffer[] = [];
      let from = 0;
      for (let at = 0; at < chunk.length; at++) {
        if (chunk[at] === quote) isQuoted = !isQuoted;
        else if (chunk[at] === lineFeed && !isQuoted) {
          parts.push(chunk.subarray(from, at), Buffer.from([carriageReturn, lineFeed]));
          from = at + 1;
        }
      }
      parts.push(chunk.subarray(from));
      done(null, Buffer.concat(parts));
    },
  });
}

/**
 * Returns the SQL expression of a column's values in CSV: lists and objects as JSON, times as ISO 8601, booleans as
 * true and false.
 */
function csvValue({ name, kind }: ExportColumn): string {
  const column = identifier(name);
  switch (kind) {
    case "array":
    case "json":
      return `to_json(${column})::text as ${column}`;
    case "boolean":
      return `${column}::text as ${column}`;
    case "moment":
      return `to_json(${column}) #>> '{}' as ${column}`;
    default:
      return column;
  }
}

const orderOf = ({ key }: ExportTable): string =>
  key.length > 0 ? `order by ${key.map(identifier).join(", ")}` : "";

interface CsvRows {
  stream: Readable;
  /** Returns the number of rows. The number is only known after the connection's next statement has ended. */
  rowCount: () => number;
}

/** Reads a table as CSV with a line of column names. NULL is an empty field, and an empty text is two quotes. */
export function readAsCsv(client: pg.Client, table: ExportTable): CsvRows {
  const columns = table.columns.map(csvValue).join(", ");
  const rows = client.query(
    copyTo(
      `copy (select ${columns} from ${table.source} ${orderOf(table)}) to stdout with (format csv, header)`,
    ),
  );
  const lines = endLinesByStandard();
  rows.on("error", (error) => lines.destroy(error));
  return { stream: rows.pipe(lines), rowCount: () => rows.rowCount };
}

/**
 * Reads a table as JSON Lines: one object per row. COPY changes nothing in the JSON, because COPY's quote and separator
 * are set to control characters, which JSON always escapes.
 */
export function readAsJsonLines(client: pg.Client, table: ExportTable): Readable {
  const columns = table.columns.map(({ name }) => identifier(name)).join(", ");
  return client.query(
    copyTo(`copy (select row_to_json(r) from (select ${columns} from ${table.source} ${orderOf(table)}) r) to stdout
      with (format csv, quote E'\\x01', delimiter E'\\x02')`),
  );
}
