/**
 * `GET /<function>/metrics`, for Prometheus: what the function counts of itself, and with `api` that of all functions and
 * whether the parts of the system work. For whoever has the token METRICS_TOKEN, and for administrators.
 */
import { timingSafeEqual } from "node:crypto";
import { admitAdministrator } from "../access/refusals.ts";
import { bearerToken, callerFrom } from "../access/token.ts";
import { sha256 } from "../crypto/hash.ts";
import { serverSettings } from "../environment/settings.ts";
import { joinTexts } from "../observe/exposition.ts";

export const metricsType = "text/plain; version=0.0.4; charset=utf-8";

/** Milliseconds that another function has for its part. */
const patience = 3000;

/** @throws Problem unauthenticated, refused. */
export async function admitToMetrics(authorization: string | undefined): Promise<void> {
  const { metricsToken } = serverSettings();
  if (metricsToken && isSame(bearerToken(authorization) ?? "", metricsToken)) return;
  await admitAdministrator(await callerFrom(authorization), "read the metrics");
}

/** The same for the metrics of other functions, where they answer; `own` comes first. */
export async function withOthers(
  own: string,
  others: readonly string[],
  authorization: string | undefined,
): Promise<string> {
  const { supabaseUrl, publishableKey } = serverSettings();
  const ask = async (name: string): Promise<string> => {
    const answer = await fetch(`${supabaseUrl}/functions/v1/${name}/metrics`, {
      headers: { apikey: publishableKey, ...(authorization ? { authorization } : {}) },
      signal: AbortSignal.timeout(patience),
    });
    const text = await answer.text();
    return answer.ok ? text : "";
  };
  // One that is silent is missing here; that it does not work is told by the parts.
  return joinTexts([own, ...(await Promise.all(others.map((name) => ask(name).catch(() => ""))))]);
}

/** Takes as long however much of the two agrees. Hashes of them are compared, because those are of one length. */
function isSame(offered: string, secret: string): boolean {
  const digest = (text: string) => new TextEncoder().encode(sha256(text));
  return timingSafeEqual(digest(offered), digest(secret));
}
