/** Name of the list filter for one year of a parent's rows (see `parent` of a record type). */
import type { Parent } from "./types.ts";

/** Filter by year, used for the totals per year on the parent's page. */
export const yearFilter = ({ name }: Parent): string => `${name}_year`;
