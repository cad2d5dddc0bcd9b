/**
 * Limits sign-ins and renewals of sessions per address, as Supabase Auth does with the settings of a deployment. Thirty
 * requests are accepted at once, and after that two per second (GOTRUE_RATE_LIMIT_TOKEN_REFRESH: 600 in five minutes).
 */

const burst = 30;
const perSecond = 2;
/** If there are more addresses than this, the addresses without recent requests are removed. */
const mostAddresses = 10_000;

export class SignInRate {
  /**
   * Per address: the number of requests that the address may still send, and the time in milliseconds at which this
   * number was computed.
   */
  private readonly left = new Map<string, { requests: number; at: number }>();

  /** Counts a request. Returns false if the address has used up its requests. */
  admit(address: string, now = performance.now()): boolean {
    const { requests, at } = this.left.get(address) ?? { requests: burst, at: now };
    const available = Math.min(burst, requests + ((now - at) / 1000) * perSecond);
    const isAdmitted = available >= 1;
    this.left.set(address, { requests: isAdmitted ? available - 1 : available, at: now });
    if (this.left.size > mostAddresses) this.removeFull(now);
    return isAdmitted;
  }

  private removeFull(now: number): void {
    for (const [address, { at }] of this.left)
      if (now - at > (burst / perSecond) * 1000) this.left.delete(address);
  }
}
