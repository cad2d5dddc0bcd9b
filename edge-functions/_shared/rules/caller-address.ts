/** Header in which the product's own proxy sends the secret PROXY_SECRET to the functions. */
export const proxyHeader = "x-arbo-proxy";

/**
 * Returns the client's IP address from an x-forwarded-for header, as seen by the outermost trusted proxy. Without own
 * proxies in front, this is the last address; each own proxy moves it one position to the left. Addresses further
 * left are sent by the client and cannot be trusted.
 */
export function callerAddress(forwardedFor: string | null | undefined, proxies: number): string {
  const seen = forwardedFor?.split(",") ?? [];
  return (seen.at(-1 - proxies) ?? seen[0])?.trim() || "unknown";
}
