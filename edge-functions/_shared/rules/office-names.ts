/** Short names of offices. Rows store the office as "region / province". */

/** Returns the province, such as "Nueva Ecija", or the region if there is no province. */
export function officeName(office: string): string {
  const [region = "", province = ""] = office.split(" / ");
  return province || region || "the central office";
}

/** Returns the name of the offices that a schedule covers. A region's schedule also covers its provinces. */
export const coveredOffices = (office: string): string =>
  office.endsWith(" / ") ? `${officeName(office)} and its provinces` : officeName(office);
