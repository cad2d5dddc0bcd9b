/** Whether a request comes with the project's secret key, as the functions' own do. */
import { timingSafeEqual } from "node:crypto";

/** The key must be sent as apikey; a user's own token beside it would make the request that user's. */
export function carriesSecretKey(headers: Headers, secretKey: string): boolean {
  const key = headers.get("apikey") ?? "";
  const bearer = headers.get("authorization")?.replace(/^Bearer\s+/i, "");
  return same(key, secretKey) && (!bearer || bearer === key);
}

function same(offered: string, expected: string): boolean {
  const [a, b] = [Buffer.from(offered), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
