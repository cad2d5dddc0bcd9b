/**
 * Which passwords are accepted, in the web as in the API (ASVS 6.2): long enough, not among those that are guessed first, and
 * without the user's own name of sign-in. No rule about kinds of characters: those only make passwords predictable.
 */
import { commonPasswords } from "./words/common-passwords.ts";

export const shortestPassword = 8;
/** Supabase Auth's hash reads no further. */
export const longestPassword = 72;

/** Whose password it shall be. */
export interface PasswordOwner {
  username?: string | null;
  email?: string | null;
}

/**
 * Words of this country, this product and the calendar that passwords are made of, beside the common ones. In any case,
 * with letters replaced by look-alikes, repeated, or with digits and signs around them: "P@ssw0rd2024!" is "password".
 */
const localWords = new Set(
  `password passwort passw pass letmein welcome admin administrator adminadmin qwerty qwertyui qwertyuiop asdfgh asdfghjk
  asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc iloveyou loveyou lovely princess sunshine football baseball basketball
  superman batman spiderman pokemon monkey dragon shadow master michael jennifer jordan ashley jessica charlie daniel
  computer internet samsung google facebook youtube whatever trustno starwars freedom secret secure security hello
  hellohello helloworld changeme default demo guest user username login root toor test testing tester temp temporary system
  server database summer winter autumn spring january february march april june july august september october november
  december monday tuesday wednesday thursday friday saturday sunday philippines pilipinas manila mabuhay mahalkita
  mahalko maganda pogi department agrarian reform agrarianreform darprograms arbo arbomonitoring monitoring abcdef
  abcdefg abcdefgh abcabc abcd aaaa access killer michelle nicole hunter purple cookie flower cheese ginger pepper
  matthew joshua andrew thomas robert anthony william maria teresa jesus jesuschrist godisgood blessed angel angels`
    .split(/\s+/)
    .filter((word) => word !== ""),
);

const lookAlikes: Record<string, string> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "1": "i",
  "!": "i",
  "0": "o",
  $: "s",
  "5": "s",
  "7": "t",
};
const keyboardRows = [
  "01234567890",
  "09876543210",
  "qwertyuiop",
  "poiuytrewq",
  "asdfghjkl",
  "lkjhgfdsa",
  "zxcvbnm",
  "mnbvcxz",
  "abcdefghijklmnopqrstuvwxyz",
  "zyxwvutsrqponmlkjihgfedcba",
  "1qaz",
  "2wsx",
  "3edc",
  "4rfv",
  "5tgb",
  "zaq1",
  "xsw2",
  "cde3",
  "vfr4",
  "1q2w3e4r5t6y7u8i9o0p",
  "q1w2e3r4t5y6u7i8o9p0",
];
/** What the product and the office are called, which strangers know. */
const productWords = /arbos?|arcs?|dar|monitoring|agrarian|reform|department/g;

/** Why a password is not taken, as a sentence; null when it is. */
export function passwordProblem(password: string, owner: PasswordOwner = {}): string | null {
  if ([...password].length < shortestPassword)
    return `A password has at least ${shortestPassword} characters.`;
  if (new TextEncoder().encode(password).length > longestPassword) {
    return `A password has at most ${longestPassword} characters, fewer with accents.`;
  }
  if (password.includes("\u0000")) return "A password cannot have this character.";
  const lower = password.toLowerCase();
  const own = [owner.username, owner.email?.split("@")[0]].map((name) => name?.toLowerCase() ?? "");
  if (own.some((name) => name.length >= 3 && lower.includes(name))) {
    return "A password must not contain the username or the address.";
  }
  if (isCommon(lower)) return "This password is one of the first that are guessed. Choose another one.";
  return null;
}

function isCommon(lower: string): boolean {
  if (new Set(lower).size < 4) return true;
  const forms = [lower, alike(lower)];
  if (forms.some((form) => commonPasswords.has(form) || isMadeOfRuns(form) || isRepeated(form))) return true;
  if (isProductName(lower)) return true;
  return [trimmed(lower), trimmed(alike(lower)), alike(trimmed(lower))].some(
    // What stands around a common word would have to make up for it.
    (word) => lower.length - word.length <= 6 && isWord(word),
  );
}

const alike = (text: string): string => [...text].map((sign) => lookAlikes[sign] ?? sign).join("");
/** Without digits and signs at both ends. */
const trimmed = (text: string): string => text.replace(/^[^a-z]+|[^a-z]+$/g, "");

const isWord = (text: string): boolean => localWords.has(text) || commonPasswords.has(text);

/** "12345678", "qwer1234", "1qaz2wsx": neighbours on a keyboard or in the alphabet, but for two characters at most. */
function isMadeOfRuns(text: string): boolean {
  let left = 0;
  for (let at = 0; at < text.length; ) {
    const run = longestRun(text, at);
    if (run < 3) left += 1;
    at += Math.max(run, 1);
  }
  return left <= 2;
}

/** Characters from `at` on that are a run. */
function longestRun(text: string, at: number): number {
  let most = /^(.)\1*/.exec(text.slice(at))?.[0].length ?? 1;
  while (at + most < text.length && keyboardRows.some((row) => row.includes(text.slice(at, at + most + 1))))
    most += 1;
  return most;
}

/** "ARBO-Monitoring-2026": nothing but names of the product, digits and signs. */
function isProductName(lower: string): boolean {
  const letters = lower.replace(/[^a-z]/g, "");
  return letters.length >= 4 && letters.replace(productWords, "").length < 3;
}

/** "abcabcabc", "passwordpassword": one short piece over and over. */
function isRepeated(text: string): boolean {
  const piece = /^(.{1,8}?)\1+.{0,2}$/.exec(text)?.[1];
  return piece !== undefined && (piece.length < 5 || isWord(piece));
}
