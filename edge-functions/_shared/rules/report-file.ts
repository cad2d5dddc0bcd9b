/** File name of exported reports (spec section 9). */
import { manilaToday } from "./dates.ts";

/** Name of the sheet in every export. */
export const reportSheet = "Report";

/** Returns a name such as `Report_2025-03-31.xlsx`, with today's date in Manila. */
export const reportFileName = (now: Date = new Date()): string => `Report_${manilaToday(now)}.xlsx`;
