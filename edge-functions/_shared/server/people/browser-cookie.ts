/**
 * The cookie by which a browser is known again where somebody has signed in before. It signs nobody in: wrong passwords
 * of a known browser are counted for themselves, so that guesses of strangers do not lock its user out.
 */
import { getCookie, setCookie } from "hono/cookie";
import { newSecret, sha256 } from "../crypto/hash.ts";
import { type AppContext, addressOf } from "../http/answers.ts";
import type { Origin } from "./sign-in.ts";

const cookie = "arbo-browser";
const shape = /^[\w-]{43}$/;
/** Seconds; the database forgets a little later. */
const life = 365 * 24 * 3600;

/** Where an attempt to sign in comes from. */
export async function originOf(c: AppContext): Promise<Origin> {
  const sent = getCookie(c, cookie) ?? "";
  return { ...placeOf(c), browser: shape.test(sent) ? sha256(sent) : null };
}

/** The same with a cookie for certain, which the browser gets with the answer. */
export async function originWithCookie(c: AppContext): Promise<Origin> {
  const sent = getCookie(c, cookie) ?? "";
  const value = shape.test(sent) ? sent : newSecret();
  const secure = (c.req.header("x-forwarded-proto") ?? new URL(c.req.url).protocol).startsWith("https");
  setCookie(c, cookie, value, { httpOnly: true, sameSite: "Strict", path: "/", maxAge: life, secure });
  return { ...placeOf(c), browser: sha256(value) };
}

/** Auth keeps the browser's name with the session; what is longer than any real one is cut. */
const placeOf = (c: AppContext) => ({
  address: addressOf(c),
  agent: c.req.header("user-agent")?.slice(0, 400) ?? null,
});
