/** Header in which the product's own proxy sends the secret PROXY_SECRET to the edge functions. */
export const proxyHeader = "x-arbo-proxy";

/**
 * Returns the client's IP address from an x-forwarded-for header. Each proxy of the product adds one address at the
 * end. Without such a proxy, the last address is the client's; with one, the address before it, and so on. Addresses
 * further left are sent by the client and can't be trusted.
 * @param proxies Number of proxies of the product.
 */
export function callerAddress(forwardedFor: string | null | undefined, proxies: number): string {
  const seen = forwardedFor?.split(",") ?? [];
  return (seen.at(-1 - proxies) ?? seen[0])?.trim() || "unknown";
}
