/**
 * Calls the API to send the daily mails, every quarter of an hour from six in the morning (Manila time). So a stack
 * that was not running at six sends the mails later, and mails that the mail server refused are retried. The database
 * records which users have received the mail of the day.
 */
import { manilaHour } from "#shared/rules/dates.ts";

export interface DailyMail {
  /** URL of the product's origin. */
  url: string;
  token: string;
  log: (line: string) => void;
  now?: () => Date;
}

const firstHour = 6;
const pause = 15 * 60_000;
/**
 * Maximum number of calls to the API per run. Mails that remain are sent by the next run, a quarter of an hour later.
 */
const maxBatches = 500;

/**
 * Starts the schedule.
 * @returns A function that stops it.
 */
export function scheduleDailyMails(options: DailyMail): () => void {
  let ended = false;
  const look = () => void sendDueMails(options, () => ended);
  const timer = setInterval(look, pause).unref();
  look();
  return () => {
    ended = true;
    clearInterval(timer);
  };
}

/** Sends all mails that are due; logs failures. */
export async function sendDueMails(
  { url, token, log, now = () => new Date() }: DailyMail,
  ended: () => boolean = () => false,
): Promise<void> {
  if (manilaHour(now()) < firstHour) return;
  const all = { sent: 0, refused: 0 };
  try {
    for (let part = 0, left = true; left && part < maxBatches && !ended(); part++) {
      const { data } = await ask(url, token);
      all.sent += data.sent;
      all.refused += data.refused;
      left = data.left;
    }
  } catch (error) {
    if (!ended()) log(`! mail: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (all.sent + all.refused > 0) log(`· mail: ${all.sent} sent, ${all.refused} refused by the mail server`);
}

interface Answer {
  data: { sent: number; refused: number; left: boolean };
}

async function ask(url: string, token: string): Promise<Answer> {
  const answer = await fetch(`${url}/api/inbox/digests`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(120_000),
  });
  const body = (await answer.json()) as Answer & { message?: string };
  if (!answer.ok) throw new Error(body.message ?? `the functions answered ${answer.status}.`);
  return body;
}
