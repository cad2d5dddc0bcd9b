/** Header in which the product's own proxy sends the secret PROXY_SECRET to the edge functions. */
export const proxyHeader = "x-arbo-proxy";

/**
 * Returns the client's IP address from an x-forwarded-for header. Each proxy of this system adds one address at the
 * end. Without proxies, the last address is the client's; with one proxy, the address before the last. The client
 * itself can send the addresses further left, so they can't be trusted.
 * @param proxies Number of proxies of this system.
 */
export function callerAddress(forwardedFor: string | null | undefined, proxies: number): string {
  const seen = forwardedFor?.split(",") ?? [];
  return (seen.at(-1 - proxies) ?? seen[0])?.trim() || "unknown";
}
