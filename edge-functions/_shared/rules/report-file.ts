/** Name of an exported report (spec section 9). */
import { manilaToday } from "./dates.ts";

/** Sheet of every export. */
export const reportSheet = "Report";

/** `Report_2025-03-31.xlsx`, by the day in Manila. */
export const reportFileName = (now: Date = new Date()): string => `Report_${manilaToday(now)}.xlsx`;
