/**
 * The mail that tells somebody what is new in their inbox: plain text, subjects and numbers with links. No name of a person,
 * a row or a file, and no reason is in it, for mails pass through many hands.
 */
import { headline } from "../../inbox/headline.ts";
import { formatNumber } from "../../rules/numbers.ts";
import { productShortName } from "../../version.ts";
import type { News } from "../inbox/inbox.ts";
import type { Mail } from "./mailer.ts";

/** So many entries are told of one by one. */
export const mostEntries = 20;

/** @param webUrl The web's address, without a slash at its end. */
export function digestMail({ email, name, total, unread, entries }: News, webUrl: string): Mail {
  const inbox = `${webUrl}/homepage/inbox`;
  const profile = `${webUrl}/homepage/profile`;
  const more = total - entries.length;
  const lines = [
    "What is new in your inbox:",
    "",
    ...entries.map((entry) => `- ${headline(entry)}.`),
    ...(more > 0 ? [`- And ${formatNumber(more)} more.`] : []),
    "",
    `${unread === 1 ? "One entry is" : `${formatNumber(unread)} entries are`} unread: ${inbox}`,
    "",
    "You get this mail, at most one a day, because you asked for it. To get no more of them,",
    `change that in your profile: ${profile}`,
  ];
  return {
    to: { name: name ?? "", address: email },
    subject: `${productShortName}: ${formatNumber(total)} new in your inbox`,
    text: `${lines.join("\n")}\n`,
    headers: {
      // Machines answer no mail of a machine (RFC 3834), and the way to get no more stands where mail programs look for it.
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      "List-Unsubscribe": `<${profile}>`,
    },
  };
}
