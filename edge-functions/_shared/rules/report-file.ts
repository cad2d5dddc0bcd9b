/** File name of exported reports (spec section 9). */
import { manilaToday } from "./dates.ts";

/** Name of the sheet with the rows in every export. */
export const reportSheet = "Report";

/** Name of the sheet that describes the contents of an export. */
export const aboutSheet = "About this file";

/** Returns a name such as `Report_2025-03-31.xlsx`, with today's date in Manila. */
export const reportFileName = (now: Date = new Date()): string => `Report_${manilaToday(now)}.xlsx`;
