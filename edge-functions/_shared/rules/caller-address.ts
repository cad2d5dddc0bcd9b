/** Header in which the product's own proxy sends the secret PROXY_SECRET to the functions. */
export const proxyHeader = "x-arbo-proxy";

/**
 * Returns the client's IP address from an x-forwarded-for header, as the outermost trusted proxy saw it. Without
 * proxies of the product, the last address in the header is returned. For each proxy of the product, the returned
 * address is one position further left. Addresses further left come from the client and cannot be trusted.
 */
export function callerAddress(forwardedFor: string | null | undefined, proxies: number): string {
  const seen = forwardedFor?.split(",") ?? [];
  return (seen.at(-1 - proxies) ?? seen[0])?.trim() || "unknown";
}
