/**
 * Cookie that identifies a browser in which a user has signed in before. The cookie doesn't sign anyone in. Wrong
 * passwords from a known browser are counted separately, so that other people's guesses don't lock its user out.
 */
import { getCookie, setCookie } from "hono/cookie";
import { newSecret, sha256 } from "../crypto/hash.ts";
import { type AppContext, addressOf } from "../http/responses.ts";
import type { Origin } from "./sign-in.ts";

const cookie = "arbo-browser";
const shape = /^[\w-]{43}$/;
/** Lifetime of the cookie in seconds. The database forgets the browser a little later. */
const life = 365 * 24 * 3600;

/** Returns the IP address, the hash of the browser cookie, and the user agent of a sign-in attempt. */
export async function originOf(c: AppContext): Promise<Origin> {
  const sent = getCookie(c, cookie) ?? "";
  return { ...placeOf(c), browser: shape.test(sent) ? sha256(sent) : null };
}

/** Like originOf, but also sets the cookie. An existing cookie keeps its value and gets a new expiry time. */
export async function originWithCookie(c: AppContext): Promise<Origin> {
  const sent = getCookie(c, cookie) ?? "";
  const value = shape.test(sent) ? sent : newSecret();
  const secure = (c.req.header("x-forwarded-proto") ?? new URL(c.req.url).protocol).startsWith("https");
  setCookie(c, cookie, value, { httpOnly: true, sameSite: "Strict", path: "/", maxAge: life, secure });
  return { ...placeOf(c), browser: sha256(value) };
}

/**
 * Returns the client's IP address and user agent. The user agent is stored with the session, and is cut to 400
 * characters, which is more than a real one has.
 */
const placeOf = (c: AppContext) => ({
  address: addressOf(c),
  agent: c.req.header("user-agent")?.slice(0, 400) ?? null,
});
