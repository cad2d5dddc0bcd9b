/**
 * Rules for passwords, used by the web app and the API (ASVS 6.2). A password must be long, not easy to guess, and
 * without the username. Digits and symbols are not required, because such a rule makes passwords predictable.
 */
import { commonPasswords } from "./words/common-passwords.ts";

export const shortestPassword = 8;
/** Maximum length in bytes. The password hash of Supabase Auth ignores all further bytes. */
export const longestPassword = 72;

/** User who chooses the password. */
export interface PasswordOwner {
  username?: string | null;
  email?: string | null;
}

/**
 * Words that are common in passwords in the Philippines and for this system, in addition to `commonPasswords`. A
 * password is rejected if it is one of these words or repeats one. The comparison ignores upper and lower case, reads
 * look-alike characters as letters, and ignores up to six digits and symbols around a word. For example,
 * "P@ssw0rd2024!" is read as "password".
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
/** Matches names of the product and the department, because attackers know these names. */
const productWords = /arbos?|arcs?|dar|monitoring|agrarian|reform|department/g;

/** Returns the form of a password that is stored. An "ñ" can be typed as one character or as "n" and a tilde. */
export const normalizePassword = (typed: string): string => typed.normalize("NFC");

/** Returns the reason why a password is rejected, as a sentence; null if the password is accepted. */
export function passwordProblem(typed: string, owner: PasswordOwner = {}): string | null {
  const password = normalizePassword(typed);
  if ([...password].length < shortestPassword)
    return `The password must have at least ${shortestPassword} characters.`;
  if (new TextEncoder().encode(password).length > longestPassword) {
    return `The password must have at most ${longestPassword} characters, or fewer if some have accents.`;
  }
  if (password.includes("\u0000")) return "The password contains a character that is not allowed.";
  const lower = password.toLowerCase();
  const own = [owner.username, owner.email?.split("@")[0]].map((name) => name?.toLowerCase() ?? "");
  if (own.some((name) => name.length >= 3 && lower.includes(name))) {
    return "The password must not contain the username or the e-mail address.";
  }
  if (isCommon(lower)) return "This password is too easy to guess. Choose a different one.";
  return null;
}

function isCommon(lower: string): boolean {
  if (new Set(lower).size < 4) return true;
  const forms = [lower, alike(lower)];
  if (forms.some((form) => commonPasswords.has(form) || isMadeOfRuns(form) || isRepeated(form))) return true;
  if (isProductName(lower)) return true;
  return [trimmed(lower), trimmed(alike(lower)), alike(trimmed(lower))].some(
    // Accept a password that has more than six other characters around a common word, because it is hard to guess.
    (word) => lower.length - word.length <= 6 && isWord(word),
  );
}

const alike = (text: string): string => [...text].map((sign) => lookAlikes[sign] ?? sign).join("");
/** Removes digits and symbols at the start and the end of a text. */
const trimmed = (text: string): string => text.replace(/^[^a-z]+|[^a-z]+$/g, "");

const isWord = (text: string): boolean => localWords.has(text) || commonPasswords.has(text);

/**
 * True if the text consists of keyboard or alphabet sequences, such as "qwer1234". At most two characters may be
 * outside a sequence.
 */
function isMadeOfRuns(text: string): boolean {
  let left = 0;
  for (let at = 0; at < text.length; ) {
    const run = longestRun(text, at);
    if (run < 3) left += 1;
    at += Math.max(run, 1);
  }
  return left <= 2;
}

/** Returns the length of the longest keyboard or alphabet sequence that starts at position `at`. */
function longestRun(text: string, at: number): number {
  let most = /^(.)\1*/.exec(text.slice(at))?.[0].length ?? 1;
  while (at + most < text.length && keyboardRows.some((row) => row.includes(text.slice(at, at + most + 1))))
    most += 1;
  return most;
}

/** True if the text has only names of this system, digits and symbols, such as "ARBO-Monitoring-2026". */
function isProductName(lower: string): boolean {
  const letters = lower.replace(/[^a-z]/g, "");
  return letters.length >= 4 && letters.replace(productWords, "").length < 3;
}

/** True if the text repeats one short piece, such as "abcabcabc" or "passwordpassword". */
function isRepeated(text: string): boolean {
  const piece = /^(.{1,8}?)\1+.{0,2}$/.exec(text)?.[1];
  return piece !== undefined && (piece.length < 5 || isWord(piece));
}
