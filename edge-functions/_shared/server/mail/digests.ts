/**
 * Sends the daily digest mails to users who subscribed. Reads each inbox with the current rights of its user. The
 * database hands out each user once per day, so concurrent and interrupted runs are safe.
 */
import { Problem } from "../../contracts/base/problems.ts";
import { asCaller } from "../access/as-caller.ts";
import { bearerToken, type Caller } from "../access/token.ts";
import { isSameSecret } from "../crypto/secret.ts";
import { arrayLiteral, gateway } from "../db/database.ts";
import { type MailSettings, mailIsPossible, mailSettings } from "../environment/mail-settings.ts";
import { readNews } from "../inbox/inbox.ts";
import { logFailure } from "../observe/log.ts";
import { notes } from "../observe/request.ts";
import { digestMail, mostEntries } from "./digest-mail.ts";
import { type Mailer, openMailer } from "./mailer.ts";

export interface DigestRun {
  sent: number;
  refused: number;
  left: boolean;
}

/**
 * Maximum number of users per request, and the time in milliseconds after which the request sends no further mail. The
 * limits are needed because a function may run only for a limited time.
 */
const most = 40;
const longest = 20_000;

interface Mailing {
  possible: boolean;
  wanted: boolean;
}

/**
 * Reads whether mail is set up, and whether the caller subscribed.
 * @throws Problem of kind `unauthenticated`, `too_many`.
 */
export const readDigestOptIn = (caller: Caller): Promise<Mailing> =>
  asCaller(caller, async (tx) => {
    const [row] = await tx.unsafe<{ wanted: boolean }[]>("select private.has_digest_opt_in() as wanted");
    return { possible: mailIsPossible(), wanted: row?.wanted ?? false };
  });

export async function setDigestOptIn(caller: Caller, wanted: boolean): Promise<Mailing> {
  await asCaller(
    caller,
    (tx) => tx.unsafe("select private.set_digest_opt_in($1::text::boolean)", [String(wanted)]),
    {
      write: true,
    },
  );
  return { possible: mailIsPossible(), wanted };
}

/**
 * Checks the deployment's digest token.
 * @throws Problem of kind `unauthenticated`; Error when the settings are wrong.
 */
export function admitToDigests(authorization: string | undefined): MailSettings {
  const settings = mailSettings();
  if (settings && isSameSecret(bearerToken(authorization) ?? "", settings.token)) return settings;
  throw new Problem("unauthenticated", "This request needs the token for sending digest mails.");
}

/**
 * Sends the digest mails that are due.
 * @throws Problem of kind `unavailable` when the mail server can't be reached. In that case, no mail was sent.
 */
export async function sendDigests(settings: MailSettings): Promise<DigestRun> {
  const mailer = await openMailer(settings).catch((error: unknown) => {
    fail(error);
    throw new Problem("unavailable", "The mail server cannot be reached, or it refuses the sign-in.");
  });
  try {
    return await sendToAll(mailer, settings.webUrl);
  } finally {
    mailer.close();
  }
}

async function sendToAll(mailer: Mailer, webUrl: string): Promise<DigestRun> {
  const end = Date.now() + longest;
  const run = { sent: 0, refused: 0, left: true };
  for (let seen = 0; seen < most && Date.now() < end; seen++) {
    const [claim] = await gateway().unsafe<{ person: string | null }[]>(
      "select private.claim_digest() as person",
    );
    if (!claim?.person) return { ...run, left: false };
    const result = await sendTo(claim.person, mailer, webUrl);
    if (result === "sent") run.sent++;
    if (result === "refused") run.refused++;
    // Don't start the other mails after a lost connection, because they would also fail. A later run sends them.
    if (result === "unknown") return { ...run, left: false };
  }
  return run;
}

/**
 * Result of one mail:
 * - `sent` or `refused`: response of the mail server
 * - `unknown`: the mail may have been sent, so it is not repeated today
 * - `nothing`: no mail was sent, because the user has no news today or because of a failure
 */
type SendResult = "sent" | "refused" | "unknown" | "nothing";

async function sendTo(person: string, mailer: Mailer, webUrl: string): Promise<SendResult> {
  try {
    const news = await readNews({ userId: person, actsFor: "digest" }, mostEntries);
    if (news.total === 0) return "nothing";
    const outcome = await mailer.send(digestMail(news, webUrl));
    if (outcome.sent) {
      await gateway().unsafe("select private.record_digest_sent($1::text::uuid, $2::text::text[])", [
        person,
        arrayLiteral(news.ids),
      ]);
      return "sent";
    }
    fail(outcome.error);
    if (outcome.why === "refused")
      await gateway().unsafe("select private.record_digest_refusal($1::text::uuid)", [person]);
    return outcome.why;
  } catch (error) {
    // The user was disabled meanwhile, or the failure concerns this user only. Continue with the other users.
    fail(error);
    return "nothing";
  }
}

/** Logs a failure without the server's message, which contains addresses. */
const fail = (error: unknown) => {
  const { code, command, responseCode } = Object(error) as Record<string, unknown>;
  const known = [code, command, responseCode].filter(Boolean).join(" ");
  const failure = known && !(error instanceof Problem) ? new Error(`A mail was not sent: ${known}.`) : error;
  logFailure(failure, notes()?.requestId ?? null, "POST /api/inbox/digests");
};
