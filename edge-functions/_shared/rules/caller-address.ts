/** Header in which the product's own proxy sends the secret PROXY_SECRET to the edge functions. */
export const proxyHeader = "x-arbo-proxy";

/**
 * Returns the client's IP address from an x-forwarded-for header. Each proxy adds one address at the end of the header.
 * So without proxies of the product, the last address is the client's, and with each proxy, the client's address is one
 * position further left. Addresses further left are sent by the client and can't be trusted.
 * @param proxies Number of proxies of the product.
 */
export function callerAddress(forwardedFor: string | null | undefined, proxies: number): string {
  const seen = forwardedFor?.split(",") ?? [];
  return (seen.at(-1 - proxies) ?? seen[0])?.trim() || "unknown";
}
