/** Changes to the chosen filters of a list. The filters are stored in the URL. */

/** Chosen filters: column names with the chosen values. */
export type Where = Record<string, string>;

/**
 * For each address level, the lower levels: a province contains towns, and a town contains barangays. Choosing a value
 * in the filter of a level clears the filters of the lower levels.
 */
const below: Record<string, readonly string[]> = {
  region_name: ["province_name", "muncity_name", "barangay_name"],
  province_name: ["muncity_name", "barangay_name"],
  muncity_name: ["barangay_name"],
};

/** Returns the filters after one filter was set, or removed if the value is null. */
export function withFilter(where: Where, name: string, value: string | null): Where {
  const next = { ...where };
  for (const lower of below[name] ?? []) delete next[lower];
  if (value === null) delete next[name];
  else next[name] = value;
  return next;
}

/** Returns undefined if there are no filters, so that the URL stays short. */
export const undefinedIfEmpty = (where: Where): Where | undefined =>
  Object.keys(where).length > 0 ? where : undefined;
