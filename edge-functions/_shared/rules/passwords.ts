/**
 * Which passwords are taken, in the web as in the API (ASVS 6.2): long enough, not one that everybody guesses first, and
 * not the person's own name of sign-in. No rule about kinds of characters: those only make passwords predictable.
 */

export const shortestPassword = 8;
/** Supabase Auth's hash reads no further. */
export const longestPassword = 72;

/** Whose password it shall be. */
export interface PasswordOwner {
  username?: string | null;
  email?: string | null;
}

/**
 * Words that common passwords are made of, in any case, with letters replaced by look-alikes, repeated, or with digits
 * and signs around them: "P@ssw0rd2024!" is "password".
 */
const commonWords = new Set(
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
];

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
  if (forms.some((form) => isRun(form) || isRepeated(form))) return true;
  return [trimmed(lower), trimmed(alike(lower)), alike(trimmed(lower))].some(
    // What stands around a common word would have to make up for it.
    (word) => lower.length - word.length <= 6 && commonWords.has(word),
  );
}

const alike = (text: string): string => [...text].map((sign) => lookAlikes[sign] ?? sign).join("");
/** Without digits and signs at both ends. */
const trimmed = (text: string): string => text.replace(/^[^a-z]+|[^a-z]+$/g, "");

/** "12345678", "qwertyui": one after the other on a keyboard or in the alphabet. */
const isRun = (text: string) => keyboardRows.some((row) => row.includes(text) || (row + row).includes(text));

/** "abcabcabc", "passwordpassword": one short piece over and over. */
function isRepeated(text: string): boolean {
  const piece = /^(.{1,8}?)\1+.{0,2}$/.exec(text)?.[1];
  return piece !== undefined && (piece.length < 5 || commonWords.has(piece));
}
