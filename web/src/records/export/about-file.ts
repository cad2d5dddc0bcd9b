/** Content of the sheet "About this file" of an export: what the file contains, who exported the file, and when. */
import type { CurrentUser } from "../../lib/current-user.ts";
import { momentInManila } from "../../lib/format.ts";
import { sourceLine } from "../../lib/source-line.ts";
import type { AboutFile, AboutLine } from "../workbook/about-sheet.ts";

export interface Exported {
  user: CurrentUser;
  /** Title of the exported list, as the sheet shows it. */
  title: string;
  /** Conditions that all rows meet, one sentence each. */
  conditions: readonly string[];
  /** Sentence that states what the file leaves out. Null or missing if the file has all rows. */
  note?: string | null;
  /** Number of rows without the row of totals. Absent if the file has no row of totals. */
  rows?: number;
}

export function aboutFile({ user, title, conditions, note, rows }: Exported): AboutFile {
  const sentences = conditions.length > 0 ? conditions : ["None"];
  const lines: AboutLine[] = [
    ["Content", title],
    ...sentences.map((sentence, at): AboutLine => [at === 0 ? "Conditions" : "", sentence]),
    ...(note ? [["Note", note] satisfies AboutLine] : []),
    ["Exported by", user.name ? `${user.name} (${user.username})` : user.username],
    ["Exported on", `${momentInManila(new Date().toISOString())} (Manila)`],
    ["Source", sourceLine(user)],
  ];
  return { lines, ...(rows === undefined ? {} : { rows }) };
}
