/**
 * What a web host has to do for the app, whichever it is: which paths it passes on, how long each kind of file is kept, and
 * the headers. The local server obeys this list, and the files for nginx, Caddy and static hosts are made from it.
 */
import { type FunctionName, functionNames } from "../../supabase/local/common/settings.ts";

export type Header = readonly [name: string, value: string];

export interface Site {
  /** Origin of Supabase; null where it is the app's own. */
  supabaseUrl: string | null;
  /** Origins that the maps' tiles come from. */
  tileServer?: string | null;
}

/** The calls of these paths go on to `<supabase>/functions/v1/<the same path>`. */
export const passedOn: readonly FunctionName[] = functionNames;

/** Bytes of the largest call that the functions take (a form with photos), and a little more: they say no in words. */
export const largestCall = 33 * 2 ** 20;

/** Seconds after which no function has anything more to say. */
export const longestAnswer = 150;

/**
 * The calls of Supabase Auth that the product uses. A proxy of the product's own refuses all others: sessions without a
 * password, changes of an account, and factors that nobody asks for begin there.
 */
export const authDoors: readonly { method: "GET" | "POST"; path: string }[] = [
  { method: "POST", path: "token" },
  { method: "POST", path: "logout" },
  { method: "GET", path: "user" },
  { method: "GET", path: "health" },
  { method: "GET", path: ".well-known/jwks.json" },
];

/** What `token` may be asked for: `?grant_type=`. */
export const authGrants: readonly string[] = ["password", "refresh_token"];

/** How a closed door answers, in the shape of Auth. */
export const closedDoor = { status: 403, error_code: "not_allowed", msg: "This way into Auth is closed." };

export interface Files {
  /** Beginning of the path, or without a slash at its end the whole of it; the first that fits counts. */
  under: string;
  cacheControl: string;
  /** What is served where there is no such file; null is 404. A missing script must not be answered with a page. */
  otherwise: string | null;
}

const askAgain = "no-cache";

export const files: readonly Files[] = [
  // Their names carry a hash of their content.
  { under: "/assets/", cacheControl: "public, max-age=31536000, immutable", otherwise: null },
  { under: "/data/", cacheControl: askAgain, otherwise: null },
  { under: "/images/", cacheControl: askAgain, otherwise: null },
  { under: "/config.json", cacheControl: askAgain, otherwise: null },
  { under: "/", cacheControl: askAgain, otherwise: "/index.html" },
];

/** What is said of a path, which begins with a slash. */
export const filesAt = (path: string): Files | undefined =>
  files.find(({ under }) => (under.endsWith("/") ? path.startsWith(under) : path === under));

/** Of every answer, also of those that are passed on. Browsers heed it over TLS alone. */
export const everywhere: readonly Header[] = [["strict-transport-security", "max-age=31536000"]];

/** Of the answers that are the host's own. */
export function pageHeaders({ supabaseUrl, tileServer }: Site): readonly Header[] {
  const elsewhere = supabaseUrl ? ` ${supabaseUrl}` : "";
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    // The grid sets styles inline.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${elsewhere}${tileServer ? ` ${tileServer}` : ""}`,
    "font-src 'self' data:",
    `connect-src 'self'${elsewhere}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return [
    ...everywhere,
    ["content-security-policy", policy.join("; ")],
    ["x-content-type-options", "nosniff"],
    ["x-frame-options", "DENY"],
    ["referrer-policy", "strict-origin-when-cross-origin"],
    ["permissions-policy", "camera=(self), geolocation=(self), microphone=(), payment=()"],
    ["cross-origin-opener-policy", "same-origin"],
  ];
}

/** The origins behind the address of a tile, e.g. https://*.tile.example for https://{s}.tile.example/{z}/{x}/{y}.png */
export const tileOrigin = (tileUrl: string | null | undefined): string | null =>
  tileUrl ? tileUrl.replace(/^(https?:\/\/[^/]+).*$/, "$1").replace("{s}", "*") : null;
