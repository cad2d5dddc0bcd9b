/** Sends mails by SMTP, one after the other on one connection. */
import { connect, type Socket } from "node:net";
import type { MailSettings } from "../environment/mail-settings.ts";

export interface Mail {
  to: { name: string; address: string };
  subject: string;
  text: string;
  headers: Record<string, string>;
}

/**
 * Result of sending a mail. `refused`: the server rejected the mail. `unknown`: the connection was lost, perhaps after
 * the server accepted the mail.
 */
export type Outcome = { sent: true } | { sent: false; why: "refused" | "unknown"; error: unknown };

export interface Mailer {
  send(mail: Mail): Promise<Outcome>;
  close(): void;
}

/** Time limit in milliseconds for each response of the mail server. */
const patience = 10_000;

/** Connects and signs in to the mail server. @throws any error, before a mail is sent. */
export async function openMailer(settings: MailSettings): Promise<Mailer> {
  const { host, port, implicitTls, plain, user, password, authority, sender } = settings;
  // The library nodemailer is loaded on demand, because most function instances send no mail.
  const { createTransport } = await import("nodemailer");
  const transport = createTransport(
    {
      ...{ host, port, secure: implicitTls, requireTLS: !plain, ignoreTLS: plain },
      ...(user ? { auth: { user, pass: password } } : {}),
      tls: { ...(authority ? { ca: authority } : {}), minVersion: "TLSv1.2" },
      // Use one connection without automatic retries: after a lost connection it is unknown whether the mail was sent.
      ...{ pool: true, maxConnections: 1, maxRequeues: 0 },
      ...{ connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience },
      // Open the connection here, because Deno's permission covers only the host name. The library would resolve the
      // host name and connect to the IP address.
      getSocket: (_: unknown, done: Connected) => connectTo(host, port, done),
    },
    // Mails must not include content from files or URLs.
    { from: sender, disableFileAccess: true, disableUrlAccess: true },
  );
  try {
    await transport.verify();
  } catch (error) {
    transport.close();
    throw error;
  }
  return {
    send: async (mail) => {
      try {
        await transport.sendMail(mail);
        return { sent: true };
      } catch (error) {
        const answered = error instanceof Error && "responseCode" in error && Boolean(error.responseCode);
        return { sent: false, why: answered ? "refused" : "unknown", error };
      }
    },
    close: () => transport.close(),
  };
}

type Connected = (error: Error | null, options?: { connection: Socket }) => void;

function connectTo(host: string, port: number, done: Connected): void {
  const socket = connect({ host, port });
  const timer = setTimeout(() => socket.destroy(new Error("The mail server does not answer.")), patience);
  socket.once("error", done);
  socket.once("close", () => clearTimeout(timer));
  socket.once("connect", () => {
    clearTimeout(timer);
    socket.off("error", done);
    done(null, { connection: socket });
  });
}
