/** Returns a readable name for a user agent, such as "Firefox on Windows". */

/**
 * The order matters. The user agents of Edge and Opera also contain "Chrome"; that of Chrome also contains "Safari".
 */
const browsers: readonly [name: string, sign: RegExp][] = [
  ["Edge", /\bEdg(e|A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /\b(Chrome|CriOS|HeadlessChrome)\//],
  ["Safari", /\bSafari\//],
];

/** Phones and tablets are checked first, because their user agents also contain the names of desktop systems. */
const systems: readonly [name: string, sign: RegExp][] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac(intosh| OS X)\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
];

/** @param userAgent The User-Agent header; null if the request had no such header. */
export function browserName(userAgent: string | null): string {
  const found = (among: typeof browsers) => among.find(([, sign]) => sign.test(userAgent ?? ""))?.[0];
  const [browser, system] = [found(browsers), found(systems)];
  if (!browser) return system ? `A program on ${system}` : "A program";
  return system ? `${browser} on ${system}` : browser;
}
