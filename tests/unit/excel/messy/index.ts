/** All messy files. */
import { csvTraps } from "./csv-traps.ts";
import { dates } from "./dates.ts";
import type { MessyFile } from "./files.ts";
import { forms } from "./forms.ts";
import { headings } from "./headings.ts";
import { identities } from "./identities.ts";
import { rows } from "./rows.ts";
import { tables } from "./tables.ts";
import { units } from "./units.ts";
import { values } from "./values.ts";

/** What the journey imports in a browser, which takes long; the others are like one of these. */
const inJourney: readonly MessyFile[] = [...units, ...identities, ...headings, ...rows, ...dates, ...forms];

export const messyFiles: readonly MessyFile[] = [...inJourney, ...csvTraps, ...tables, ...values];

const alsoInJourney = new Set(
  "unclosed.csv comma-amount.csv again.xlsx town-rows.xlsx town-once.xlsx unused.xlsx link.xlsx id-format.xlsx".split(
    " ",
  ),
);

export const journeyFiles: readonly MessyFile[] = messyFiles.filter(
  (file) => inJourney.includes(file) || alsoInJourney.has(file.file),
);
