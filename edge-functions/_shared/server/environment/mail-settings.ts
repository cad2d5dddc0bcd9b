/**
 * How mail leaves the functions: the project's SMTP server, and what opens the call that sends. No mail is sent unless both
 * SMTP_HOST and DIGEST_TOKEN are set.
 */

const { env } = (globalThis as unknown as { process: { env: Record<string, string | undefined> } }).process;

export interface MailSettings {
  /** Opens the call that sends. */
  token: string;
  host: string;
  port: number;
  /** TLS from the first byte, as on port 465; otherwise STARTTLS, without which nothing is said. */
  implicitTls: boolean;
  /** In the open, for a server on the containers' own network. */
  plain: boolean;
  user: string | undefined;
  password: string;
  /** "Name <address>". */
  sender: string;
  /** Certificate of an authority of one's own, as PEM. */
  authority: string | undefined;
  /** The web's address, for links. */
  webUrl: string;
}

export const mailIsPossible = (): boolean => Boolean(env.SMTP_HOST && env.DIGEST_TOKEN);

/** Undefined where no mail is sent. @throws an Error naming the variable that is missing or wrong. */
export function mailSettings(): MailSettings | undefined {
  const { SMTP_HOST: host, DIGEST_TOKEN: token } = env;
  if (!host || !token) return undefined;
  const port = Number(env.SMTP_PORT) || 587;
  const webUrl = required("WEB_URL").replace(/\/+$/, "");
  if (!/^https?:\/\//.test(webUrl)) throw new Error("WEB_URL must be an address, https://….");
  return {
    ...{ token, host, port, webUrl },
    implicitTls: port === 465,
    plain: env.SMTP_TLS === "off",
    user: env.SMTP_USER || undefined,
    password: env.SMTP_PASS ?? "",
    sender: required("SMTP_SENDER"),
    authority: env.SMTP_CA || undefined,
  };
}

function required(name: string): string {
  const value = env[name];
  if (!value) throw new Error(`${name} is not set, which mail needs.`);
  return value;
}
