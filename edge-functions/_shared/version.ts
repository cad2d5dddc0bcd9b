/**
 * Version of the product: shown in the footer (spec section 9), in `GET /api/health`, and in the description of the
 * API.
 */
export const version = "1.0.0";

/** Name of the product in tab titles and e-mail subjects. */
export const productShortName = "ARBO Monitoring";

/** Header of every response of a function. Its value is the version of the product. */
export const versionHeader = "x-arbo-version";
