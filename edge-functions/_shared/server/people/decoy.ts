/**
 * Account whose password is checked when a username is unknown or its user is disabled. Supabase Auth then does the
 * same work, in the same queue, as for an existing account, so the response time reveals nothing. The account has no
 * profile, no rights, and a random password that is not stored. The database doesn't count failed attempts on this
 * account (private.decoy_account).
 */
import { Problem } from "../../contracts/base/problems.ts";
import { createAccount } from "./auth-calls.ts";

const id = "00000000-0000-4000-8000-0000000dec0f";
const email = "decoy@sign-in.invalid";

let made: Promise<void> | undefined;

/**
 * Returns the e-mail address of the decoy account. The first call creates the account if it is missing. If that fails,
 * sign-ins work nevertheless.
 */
export async function decoyAddress(): Promise<string> {
  made ??= make().catch(() => {
    made = undefined;
  });
  await made;
  return email;
}

async function make(): Promise<void> {
  const password = crypto.randomUUID() + crypto.randomUUID().slice(0, 30);
  await createAccount(id, email, password).catch((error: unknown) => {
    if (!(error instanceof Problem && error.kind === "conflict")) throw error;
  });
}
