/** Changes the filters that the user chose in the filter bar. The URL stores these filters. */

/** Chosen filters: the chosen value per column. */
export type Where = Record<string, string>;

/**
 * For each level of the address, the levels below. A new value clears the filters of the levels below: a new province
 * clears the town and the barangay.
 */
const below: Record<string, readonly string[]> = {
  region_name: ["province_name", "muncity_name", "barangay_name"],
  province_name: ["muncity_name", "barangay_name"],
  muncity_name: ["barangay_name"],
};

/** Returns the filters with a new value for one filter. Without a value, removes this filter. */
export function withFilter(where: Where, name: string, value: string | null): Where {
  const next = { ...where };
  for (const lower of below[name] ?? []) delete next[lower];
  if (value === null) delete next[name];
  else next[name] = value;
  return next;
}

/** Returns the filters, or undefined if there are none, so that the URL gets no empty parameter. */
export const undefinedIfEmpty = (where: Where): Where | undefined =>
  Object.keys(where).length > 0 ? where : undefined;
