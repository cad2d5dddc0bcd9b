/**
 * Version of the product. It is shown in the footer (spec section 9), in `GET /api/health`, and in the API description.
 */
export const version = "1.0.0";

/** Name of the product in tab titles and e-mail subjects. */
export const productShortName = "ARBO Monitoring";

/** Response header of all edge functions that contains the version of the product. */
export const versionHeader = "x-arbo-version";
