/**
 * Rules for every web host of the app: paths to proxy, caching, and response headers. The local server follows these
 * rules. The files for nginx, Caddy and static hosts are generated from them.
 */
import { type FunctionName, functionNames } from "../../supabase/local/common/settings.ts";

export type Header = readonly [name: string, value: string];

export interface Site {
  /** Origin of Supabase; null if Supabase has the same origin as the app. */
  supabaseUrl: string | null;
  /** Origin of the map tiles. */
  tileServer?: string | null;
}

/** Requests to these paths are proxied to `<supabase>/functions/v1/<the same path>`. */
export const proxiedFunctions: readonly FunctionName[] = functionNames;

/** First path segments of requests to Supabase. These paths are never pages of the app. */
export const serverPaths: readonly string[] = [...functionNames, "auth", "rest", "storage", "functions"];

/** File name of the service worker, which browsers load from the root of the site. */
export const workerFile = "sw.js";

/**
 * Maximum request size in bytes, slightly above the functions' own limit for photos. So the functions can refuse a
 * photo that is slightly too large with a readable error.
 */
export const maxRequestBytes = 33 * 2 ** 20;

/** Timeout of proxied requests in seconds. Every function responds within this time. */
export const responseTimeoutSeconds = 150;

/**
 * Auth endpoints that the product uses. The web host refuses all other Auth endpoints, such as sign-in without a
 * password.
 */
export const allowedAuthEndpoints: readonly { method: "GET" | "POST"; path: string }[] = [
  { method: "POST", path: "token" },
  { method: "POST", path: "logout" },
  { method: "GET", path: "user" },
  { method: "GET", path: "health" },
  { method: "GET", path: ".well-known/jwks.json" },
];

/** Allowed values of `?grant_type=` on the `token` endpoint. */
export const authGrants: readonly string[] = ["password", "refresh_token"];

/** Response for a refused Auth endpoint, in Auth's format. */
export const authRefusal = {
  status: 403,
  error_code: "not_allowed",
  msg: "This Auth endpoint is not available.",
};

export interface Files {
  /**
   * Path to which the rule applies. A path that ends with a slash is a prefix; any other path must match exactly. The
   * first matching rule applies.
   */
  under: string;
  cacheControl: string;
  /**
   * File to serve if the requested file is missing; null means 404. A missing script must get 404, not an HTML page.
   */
  otherwise: string | null;
  /** Media type of the file. Set only if web hosts can't derive the type from the file's name. */
  type?: string;
}

const askAgain = "no-cache";

export const files: readonly Files[] = [
  // Names of built files contain a hash of the content, so browsers can cache these files forever.
  { under: "/assets/", cacheControl: "public, max-age=31536000, immutable", otherwise: null },
  { under: "/data/", cacheControl: askAgain, otherwise: null },
  { under: "/images/", cacheControl: askAgain, otherwise: null },
  { under: "/config.json", cacheControl: askAgain, otherwise: null },
  // Path of the service worker. Browsers must check for a newer service worker each time.
  { under: `/${workerFile}`, cacheControl: askAgain, otherwise: null },
  {
    under: "/manifest.webmanifest",
    cacheControl: askAgain,
    otherwise: null,
    type: "application/manifest+json",
  },
  { under: "/", cacheControl: askAgain, otherwise: "/index.html" },
];

/** Returns the rule for a path. The path begins with a slash. */
export const fileRuleAt = (path: string): Files | undefined =>
  files.find(({ under }) => (under.endsWith("/") ? path.startsWith(under) : path === under));

/**
 * Headers of every response, including proxied ones. Browsers ignore strict-transport-security on connections without
 * TLS.
 */
export const everywhere: readonly Header[] = [["strict-transport-security", "max-age=31536000"]];

/** Headers of responses that the web host itself sends (not proxied ones). */
export function pageHeaders({ supabaseUrl, tileServer }: Site): readonly Header[] {
  const elsewhere = supabaseUrl ? ` ${supabaseUrl}` : "";
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    // Inline styles must be allowed, because the data grid sets them.
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

/** Returns the origin of a tile URL, e.g. https://*.tile.example for https://{s}.tile.example/{z}/{x}/{y}.png */
export const tileOrigin = (tileUrl: string | null | undefined): string | null =>
  tileUrl ? tileUrl.replace(/^(https?:\/\/[^/]+).*$/, "$1").replace("{s}", "*") : null;
