/** Names in exported reports: of the file, its sheets and the column that only an export has (spec section 9). */
import { manilaToday } from "./dates.ts";

/** Name of the sheet with the rows in every export. */
export const reportSheet = "Report";

/** Name of the sheet that describes the contents of an export. */
export const aboutSheet = "About this file";

/**
 * Heading and texts of the column that an export of all tabs adds after the fields of the record type: the approval
 * stage of each row. An import leaves the column out.
 */
export const stageColumn = { label: "Stage", values: ["Pending", "Approved"] } as const;

/** Returns a name such as `Report_2025-03-31.xlsx`, with today's date in Manila. */
export const reportFileName = (now: Date = new Date()): string => `Report_${manilaToday(now)}.xlsx`;
