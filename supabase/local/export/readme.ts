/** Writes the README of an export: how to read its files, and what it does not contain. */
import type { Office } from "./office.ts";
import { leftOut } from "./tables.ts";

const nameOf = ({ region, province }: Office): string => (province ? `${province}, ${region}` : region);

const ofOneOffice =
  "It has the rows that a user of the office sees in the product, by the same policies of the database: not accounts, " +
  "roles, saved views, comments, files of deleted rows and the user log.";

/** @param at Time of the snapshot (ISO 8601, UTC). */
export function readmeOf({
  release,
  at,
  office,
}: {
  release: string;
  at: string;
  office: Office | null;
}): string {
  const omitted = leftOut.map(
    ({ reason, tables }) => `- ${reason} ${tables.map((name) => `\`${name}\``).join(", ")}`,
  );
  return `# Data of the ARBO monitoring system

${office ? `The rows of ${nameOf(office)} that were` : "All rows that were"} stored at ${at}, written by release ${release}. The folder contains personal data
(RA 10173): keep it where only people who may read all of it can read it.

| file | content |
|---|---|
| \`tables.csv\` | all tables: meaning, key and number of rows |
| \`data-dictionary.csv\` | all columns: type, unit, meaning, allowed values, whether sensitive (readable only with the Sensitive right), personal data, and the column that they refer to |
| \`csv/<table>.csv\` | rows of a table as CSV |
| \`jsonl/<table>.jsonl\` | the same rows as JSON Lines: one object per line |
| \`files.csv\`, \`files/\` | photos and documents, each with its row, its original name and its SHA-256 |
| \`SHA256SUMS\` | the hash of every file; \`sha256sum -c SHA256SUMS\` compares them |

## Rules

- **CSV** follows RFC 4180: UTF-8, commas, lines that end with CR LF, a first line with the names of the columns, quotes
  around values that need them, and a quote inside a value doubled. Columns are in the order of the dictionary, rows in the order of
  the key.
- **NULL and empty text** differ. An empty field without quotes is NULL (unknown). A field of two quotes (\`""\`) is an empty text.
- **Values are unchanged.** A text that begins with \`=\`, \`+\`, \`-\` or \`@\` is a text. Spreadsheet programs may read it as a formula,
  and change long numbers and dates. In such a program, import the file and choose "Text" for all columns.
- **Numbers** have a point and all their digits. Some have more digits than a floating-point number can represent, so read them as
  decimals.
- **Days** are YYYY-MM-DD. **Times** are ISO 8601 in UTC, such as 2026-11-28T06:15:00.123456+00:00; Manila is eight hours ahead.
- **Yes and no** of a \`boolean\` column are \`true\` and \`false\`. **Lists and objects** are JSON, in CSV as a text.
- **Bytes** (\`bytea\`) are \`\\x\` and hexadecimal digits.
- **Files of deleted rows** are kept for 30 days. In \`files.csv\`, \`row_deleted\` marks them; their rows are in no table.

## What it does not contain

Passwords, sessions and other secrets of Supabase Auth are in no file. ${office ? ofOneOffice : "The accounts are in `users`, their roles in `uac`."} The column
\`search_text\` repeats texts of its row and is left out. So are these tables:

${omitted.join("\n")}
`;
}
