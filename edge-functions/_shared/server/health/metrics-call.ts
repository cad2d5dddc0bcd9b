/**
 * `GET /<function>/metrics`, for Prometheus: what the function counts of itself, and with `api` that of all functions and
 * whether the parts of the system work. For whoever has the token METRICS_TOKEN, and for administrators.
 */
import { admitAdministrator } from "../access/refusals.ts";
import { bearerToken, callerFrom } from "../access/token.ts";
import { isSameSecret } from "../crypto/secret.ts";
import { serverSettings } from "../environment/settings.ts";
import { joinTexts } from "../observe/exposition.ts";

export const metricsType = "text/plain; version=0.0.4; charset=utf-8";

/** Milliseconds that another function has for its part. */
const patience = 3000;

/** @throws Problem unauthenticated, refused. */
export async function admitToMetrics(authorization: string | undefined): Promise<void> {
  const { metricsToken } = serverSettings();
  if (metricsToken && isSameSecret(bearerToken(authorization) ?? "", metricsToken)) return;
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
