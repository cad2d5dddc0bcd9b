/**
 * A real SMTP server on this machine, with STARTTLS and sign-in, for tests of mails: keeps what it takes, read as a mail
 * program reads it, and refuses, drops or waits as it is told.
 */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { generate } from "selfsigned";
import { SMTPServer } from "smtp-server";

/** What becomes of a mail to somebody; all others are taken. */
export type Manner = "refused" | "dropped";

export interface Letter {
  /** The address that the server was told to bring it to. */
  to: string;
  /** As it was sent, line by line. */
  raw: string;
  mail: Email;
  encrypted: boolean;
}

const user = "arbo";
const password = "a password with spaces";

export class MailServer {
  readonly letters: Letter[] = [];
  /** By address. */
  readonly manners = new Map<string, Manner>();
  /** What a mail waits for before it is taken. */
  before: () => Promise<unknown> = async () => undefined;
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
        this.manners.get(address) === "refused"
          ? done(Object.assign(new Error(`No such mailbox: ${address}`), { responseCode: 550 }))
          : done(),
      onData: (stream, session, done) => {
        const parts: Buffer[] = [];
        stream.on("data", (part: Buffer) => parts.push(part));
        stream.on("end", async () => {
          const to = session.envelope.rcptTo.map(({ address }) => address).join(", ");
          const raw = Buffer.concat(parts).toString("utf8");
          this.letters.push({ to, raw, mail: await PostalMime.parse(raw), encrypted: session.secure });
          // Asked for now: a client that was killed while this waits must not meet the manner of the next test.
          const manner = this.manners.get(to);
          await this.before();
          // Taken, and the connection lost before it says so.
          if (manner === "dropped") return this.drop(session.id);
          done(null);
        });
      },
    });
    // Clients that leave are no failure of a test.
    server.on("error", () => undefined);
    return server;
  }

  static async start(): Promise<MailServer> {
    const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], {
      extensions: [
        // Its own authority.
        { name: "basicConstraints", cA: true, critical: true },
        { name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] },
      ],
    });
    const started = new MailServer(key, cert);
    await started.start();
    return started;
  }

  /** Again, after it was stopped, under the same address. */
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

  /** The environment by which a stack uses it: by name, so that the functions' permission for that name is tried. */
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
