/**
 * `GET /<function>/metrics`, for Prometheus: the function's own metrics. The function `api` adds the metrics of all
 * other functions, and the state of each part of the system. Requires the token METRICS_TOKEN or an administrator.
 */
import { admitAdministrator } from "../access/refusals.ts";
import { bearerToken, callerFrom } from "../access/token.ts";
import { isSameSecret } from "../crypto/secret.ts";
import { serverSettings } from "../environment/settings.ts";
import { mergeMetrics } from "../observe/exposition.ts";

export const metricsType = "text/plain; version=0.0.4; charset=utf-8";

/** Time limit in milliseconds for reading the metrics of another function. */
const patience = 3000;

/** Checks that the caller may read the metrics. @throws Problem of kind `unauthenticated`, `refused`. */
export async function admitToMetrics(authorization: string | undefined): Promise<void> {
  const { metricsToken } = serverSettings();
  if (metricsToken && isSameSecret(bearerToken(authorization) ?? "", metricsToken)) return;
  await admitAdministrator(await callerFrom(authorization), "read the metrics");
}

/** Appends the metrics of the other functions that respond. */
export async function appendOtherMetrics(
  own: string,
  others: readonly string[],
  authorization: string | undefined,
): Promise<string> {
  const { supabaseUrl, publishableKey } = serverSettings();
  const fetchMetrics = async (name: string): Promise<string> => {
    const answer = await fetch(`${supabaseUrl}/functions/v1/${name}/metrics`, {
      headers: { apikey: publishableKey, ...(authorization ? { authorization } : {}) },
      signal: AbortSignal.timeout(patience),
    });
    const text = await answer.text();
    return answer.ok ? text : "";
  };
  // Omit the metrics of a function that doesn't respond; the metric `arbo_part_up` shows the failure.
  return mergeMetrics([
    own,
    ...(await Promise.all(others.map((name) => fetchMetrics(name).catch(() => "")))),
  ]);
}
