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

/** Groups of files that the e2e test can import: everything that their checks need is visible in the dialog. */
const inJourney: readonly MessyFile[] = [field, units, identities, headings, rows, dates, forms].flat();

export const messyFiles: readonly MessyFile[] = [...inJourney, ...csvTraps, ...tables, ...values];

const alsoInJourney = new Set(
  "town-rows.xlsx unused.xlsx single-quotes.csv macintosh.csv numbered.csv name-mark-0.csv again-words.csv".split(
    " ",
  ),
);

/**
 * Files that the e2e test imports. An import in a browser takes four seconds, so the test takes every second file. It
 * also takes each file whose columns the user maps, whose rows the user decides about, or that needs a central user.
 * The unit test messy-files.test.ts reads all files.
 */
export const journeyFiles: readonly MessyFile[] = messyFiles
  .filter((file) => inJourney.includes(file) || alsoInJourney.has(file.file))
  .filter(({ mapped, decided, as }, at) => at % 2 === 0 || mapped || decided || as);
