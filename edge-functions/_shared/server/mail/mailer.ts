/** Sends mails by SMTP, one after the other over one connection. */
import { connect, type Socket } from "node:net";
import type { MailSettings } from "../environment/mail-settings.ts";

export interface Mail {
  to: { name: string; address: string };
  subject: string;
  text: string;
  headers: Record<string, string>;
}

/** refused: the server said no, and the mail was not sent. unknown: the connection was lost, perhaps after it was. */
export type Outcome = { sent: true } | { sent: false; why: "refused" | "unknown"; error: unknown };

export interface Mailer {
  send(mail: Mail): Promise<Outcome>;
  close(): void;
}

/** Milliseconds that the server has for an answer. */
const patience = 10_000;

/** Signs in to the server. @throws what went wrong; nothing was sent then. */
export async function openMailer(settings: MailSettings): Promise<Mailer> {
  const { host, port, implicitTls, plain, user, password, authority, sender } = settings;
  // Loaded when there is mail: a function that starts has no use for it.
  const { createTransport } = await import("nodemailer");
  const transport = createTransport(
    {
      ...{ host, port, secure: implicitTls, requireTLS: !plain, ignoreTLS: plain },
      ...(user ? { auth: { user, pass: password } } : {}),
      tls: { ...(authority ? { ca: authority } : {}), minVersion: "TLSv1.2" },
      // One connection, and no mail twice over it: what a lost connection has sent is not known.
      ...{ pool: true, maxConnections: 1, maxRequeues: 0 },
      ...{ connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience },
      // The library looks the name up by itself, which Deno's permission for the name does not cover.
      getSocket: (_: unknown, done: Connected) => connectTo(host, port, done),
    },
    // Whatever a mail is made of, nothing is read for it from a file or an address.
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
