/** Rules for the username and the e-mail address of a user, for the user form and the API. */

/**
 * Addresses that both versions of Auth accept. Supabase Auth wants ASCII, and labels of the domain of at most 63
 * characters that start and end with a letter or digit. The embedded Auth (zod) also refuses a point at the start or
 * end of the part before the @, two points in a row, and a last label that is not at least two letters.
 */
const emailShape =
  /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;

export const isEmailAddress = (text: string): boolean => emailShape.test(text);

export const isUsername = (text: string): boolean => /^[A-Za-z0-9._-]{3,60}$/.test(text);
