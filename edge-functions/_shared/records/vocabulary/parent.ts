/** The filters that narrow lists to one parent (`parent` of a record type). */
import type { Parent } from "./types.ts";

/** The filter by the year under which the page of a parent adds its rows up. */
export const yearFilter = ({ name }: Parent): string => `${name}_year`;
