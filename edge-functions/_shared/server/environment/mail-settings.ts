/**
 * Mail settings of the functions: the project's SMTP server, and the token of the request that sends mail. No mail is
 * sent unless both SMTP_HOST and DIGEST_TOKEN are set.
 */

const { env } = (globalThis as unknown as { process: { env: Record<string, string | undefined> } }).process;

export interface MailSettings {
  /** Token that a request to send the digest mails must have. */
  token: string;
  host: string;
  port: number;
  /** True for TLS from the first byte, as on port 465. Otherwise STARTTLS is required. */
  implicitTls: boolean;
  /** True for an unencrypted connection to a mail server on the containers' own network. */
  plain: boolean;
  user: string | undefined;
  password: string;
  /** Sender as "Name <address>". */
  sender: string;
  /** PEM certificate of a private certificate authority. */
  authority: string | undefined;
  /** Address of the web app, for links in mails. */
  webUrl: string;
}

export const mailIsPossible = (): boolean => Boolean(env.SMTP_HOST && env.DIGEST_TOKEN);

/**
 * Returns the mail settings; undefined if mail is not configured. @throws Error that names the missing or wrong
 * variable.
 */
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
  if (!value) throw new Error(`${name} must be set to send mail.`);
  return value;
}
