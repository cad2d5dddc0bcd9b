/**
 * Builds the digest mail about what is new in a user's inbox: plain text with titles, numbers and links. For privacy,
 * omits reasons and names of people, rows and files.
 */
import { headline } from "../../inbox/headline.ts";
import { formatNumber } from "../../rules/numbers.ts";
import { productShortName } from "../../version.ts";
import type { News } from "../inbox/inbox.ts";
import type { Mail } from "./mailer.ts";

/** Maximum number of entries that a mail lists. */
export const mostEntries = 20;

/** Builds the digest mail of one user. @param webUrl Address of the web app, without a trailing slash. */
export function digestMail({ email, name, total, unread, entries }: News, webUrl: string): Mail {
  const inbox = `${webUrl}/homepage/inbox`;
  const profile = `${webUrl}/homepage/profile`;
  const more = total - entries.length;
  const lines = [
    "New in your inbox:",
    "",
    ...entries.map((entry) => `- ${headline(entry)}.`),
    ...(more > 0 ? [`- And ${formatNumber(more)} more.`] : []),
    "",
    `${unread === 1 ? "One entry is" : `${formatNumber(unread)} entries are`} unread: ${inbox}`,
    "",
    "You get this mail, at most once a day, because you subscribed to it. To unsubscribe,",
    `open your profile: ${profile}`,
  ];
  return {
    to: { name: name ?? "", address: email },
    subject: `${productShortName}: ${formatNumber(total)} new in your inbox`,
    text: `${lines.join("\n")}\n`,
    headers: {
      // Headers that prevent automatic replies (RFC 3834), and give mail programs a link to unsubscribe.
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      "List-Unsubscribe": `<${profile}>`,
    },
  };
}
