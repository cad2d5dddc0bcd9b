/**
 * A real SMTP server for tests of e-mail, with STARTTLS and sign-in. It stores accepted messages in parsed form. It can
 * refuse a recipient, drop the connection, or wait before accepting.
 */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { generate } from "selfsigned";
import { SMTPServer } from "smtp-server";

/** Behavior for mail to an address: refuses it, or accepts it and drops the connection before the reply. */
export type DeliveryFailure = "refused" | "dropped";

export interface ReceivedMail {
  /** Recipient address from the SMTP envelope. */
  to: string;
  /** The message as sent, with headers. */
  raw: string;
  mail: Email;
  encrypted: boolean;
}

const user = "arbo";
const password = "a password with spaces";

export class MailServer {
  readonly receivedMails: ReceivedMail[] = [];
  /** Addresses whose mail is refused or dropped. Mail to all other addresses is accepted. */
  readonly deliveryFailures = new Map<string, DeliveryFailure>();
  /** Called for each message before it is accepted; the server waits for the promise. */
  beforeAccepting: () => Promise<unknown> = async () => undefined;
  private readonly key: string;
  private readonly authority: string;
  private server: SMTPServer;
  private port = 0;

  private constructor(key: string, authority: string) {
    this.key = key;
    this.authority = authority;
    this.server = this.newServer();
  }

  private newServer(): SMTPServer {
    const server = new SMTPServer({
      ...{ key: this.key, cert: this.authority, authMethods: ["PLAIN", "LOGIN"] },
      onAuth: (given, _, done) =>
        given.username === user && given.password === password
          ? done(null, { user })
          : done(new Error("Wrong user or password")),
      onRcptTo: ({ address }, _, done) =>
        this.deliveryFailures.get(address) === "refused"
          ? done(Object.assign(new Error(`No such mailbox: ${address}`), { responseCode: 550 }))
          : done(),
      onData: (stream, session, done) => {
        const parts: Buffer[] = [];
        stream.on("data", (part: Buffer) => parts.push(part));
        stream.on("end", async () => {
          const to = session.envelope.rcptTo.map(({ address }) => address).join(", ");
          const raw = Buffer.concat(parts).toString("utf8");
          this.receivedMails.push({ to, raw, mail: await PostalMime.parse(raw), encrypted: session.secure });
          // Read the behavior for the recipient's address before the wait, because the next test may change it during
          // the wait.
          const manner = this.deliveryFailures.get(to);
          await this.beforeAccepting();
          // The message is accepted, but the connection is lost before the reply.
          if (manner === "dropped") return this.drop(session.id);
          done(null);
        });
      },
    });
    // Ignores clients that disconnect, because this is not a failure of the test.
    server.on("error", () => undefined);
    return server;
  }

  static async start(): Promise<MailServer> {
    const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], {
      extensions: [
        // The certificate is self-signed. Clients trust it as a certificate authority.
        { name: "basicConstraints", cA: true, critical: true },
        { name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] },
      ],
    });
    const started = new MailServer(key, cert);
    await started.start();
    return started;
  }

  /** Starts the server. A server that was stopped starts again on the same port. */
  async start(): Promise<void> {
    this.server = this.newServer();
    this.server.listen(this.port, "127.0.0.1");
    await once(this.server.server, "listening");
    this.port = (this.server.server.address() as AddressInfo).port;
  }

  private drop(id: string): void {
    for (const one of this.server.connections as Iterable<{ id: string; _socket: { destroy(): void } }>)
      if (one.id === id) one._socket.destroy();
  }

  /**
   * Environment of a stack that uses this server. The host is a name instead of an address, to test that the functions
   * may connect to a host by its name.
   */
  get environment(): Record<string, string> {
    return {
      SMTP_HOST: "localhost",
      SMTP_PORT: String(this.port),
      SMTP_USER: user,
      SMTP_PASS: password,
      SMTP_CA: this.authority,
      SMTP_SENDER: "ARBO Peñaranda <arbo@office.example>",
      DIGEST_TOKEN: "the-digests-of-this-machine",
    };
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}
