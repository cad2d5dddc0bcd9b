/** List of all messy files. */
import { csvTraps } from "./csv-traps.ts";
import { dates } from "./dates.ts";
import { field } from "./field.ts";
import type { MessyFile } from "./files.ts";
import { forms } from "./forms.ts";
import { headings } from "./headings.ts";
import { identities } from "./identities.ts";
import { rows } from "./rows.ts";
import { tables } from "./tables.ts";
import { units } from "./units.ts";
import { values } from "./values.ts";

export const messyFiles: readonly MessyFile[] = [
  ...[field, units, identities, headings, rows, dates, forms],
  ...[csvTraps, tables, values],
].flat();

/**
 * Files that the e2e test imports: every fifth file, and the files for which a user answers more than the questions. An
 * import in a browser takes four seconds, and messy-files.test.ts reads all files.
 */
export const journeyFiles: readonly MessyFile[] = messyFiles.filter(
  ({ mapped, decided, as }, at) => at % 5 === 0 || mapped || decided || as,
);
