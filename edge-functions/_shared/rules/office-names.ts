/** Offices as people call them, of "region / province" as rows carry it. */

/** "Nueva Ecija", or the region where there is no province. */
export function officeName(office: string): string {
  const [region = "", province = ""] = office.split(" / ");
  return province || region || "the central office";
}

/** The same for a schedule, which covers a region with its provinces. */
export const coveredBy = (office: string): string =>
  office.endsWith(" / ") ? `${officeName(office)} and its provinces` : officeName(office);
