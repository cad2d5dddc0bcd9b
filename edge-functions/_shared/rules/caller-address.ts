/** Header by which a proxy of the product's own proves itself to the functions, with the secret PROXY_SECRET. */
export const proxyHeader = "x-arbo-proxy";

/**
 * The client's address in an x-forwarded-for header, as the outermost trusted proxy saw it: the last one named where there
 * is no proxy of one's own in front, further left the more there are. What stands left of that is what the client says.
 */
export function callerAddress(forwardedFor: string | null | undefined, proxies: number): string {
  const seen = forwardedFor?.split(",") ?? [];
  return (seen.at(-1 - proxies) ?? seen[0])?.trim() || "unknown";
}
