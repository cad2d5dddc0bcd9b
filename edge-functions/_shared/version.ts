/** Of the product: in the footer (spec section 9), in `GET /api/health`, and in the description of the API. */
export const version = "1.0.0";

/** For the title of a tab, and the subject of a mail. */
export const productShortName = "ARBO Monitoring";
