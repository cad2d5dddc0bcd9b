/** All messy files. */
import { dates } from "./dates.ts";
import type { MessyFile } from "./files.ts";
import { forms } from "./forms.ts";
import { headings } from "./headings.ts";
import { identities } from "./identities.ts";
import { rows } from "./rows.ts";
import { units } from "./units.ts";

export const messyFiles: readonly MessyFile[] = [
  ...units,
  ...identities,
  ...headings,
  ...rows,
  ...dates,
  ...forms,
];
