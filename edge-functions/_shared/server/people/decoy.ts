/**
 * The account whose password is tried where a username is unknown or disabled: Supabase Auth then does the same work, in the
 * same queue, as for an account that exists, and the time of a refusal tells nothing. It has no profile and therefore no
 * rights, and its password is forgotten as soon as it is made. The database does not count guesses at it
 * (private.decoy_account).
 */
import { Problem } from "../../contracts/problems.ts";
import { createAccount } from "./auth-calls.ts";

const id = "00000000-0000-4000-8000-0000000dec0f";
const email = "nobody@sign-in.invalid";

let made: Promise<void> | undefined;

/**
 * The address of the decoy. The first sign-in of a function makes it where there is none; without it, nobody is kept from
 * signing in.
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
