import { version } from "#shared/version.ts";

export { productShortName } from "#shared/version.ts";

/** Names in headers and footers (spec sections 1 and 9). */
export const productName = "ARBO Monitoring and Reporting System";
export const agencyName = "Department of Agrarian Reform";
export const versionLabel = `version ${version}`;
export const footerYear = 2025;
