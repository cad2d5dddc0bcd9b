/**
 * Tests the daily digest mail with a real SMTP server over an encrypted connection. The right users get the right mail
 * at most once per day, even after races, kills and refusals. Runs on a separate stack.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { MailSettings } from "#shared/server/environment/mail-settings.ts";
import { openMailer } from "#shared/server/mail/mailer.ts";
import { type Database, openDatabase } from "#shared/server/sql/sql.ts";
import { MailServer } from "../support/mail-server.ts";
import { demoPassword, type StackProcess, startStackProcess } from "../support/stack-process.ts";
import { strongPassword } from "./people-support.ts";
import { callAs, call as callTheOther, tokenOf } from "./support.ts";

let folder: string;
let post: MailServer;
let own: StackProcess;
let database: Database;
let admin: string;

const people = ["maria", "jose", "luz"] as const;
const addressOf = (name: string) => `${name}@office.example`;

async function ask(method: string, path: string, token: string, body?: unknown) {
  const answer = await fetch(own.url + path, {
    method,
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { data, message } = (await answer.json()) as { data: Record<string, unknown>; message?: string };
  return { status: answer.status, data, message };
}

async function signIn(username: string): Promise<string> {
  const password = username === "admin" ? demoPassword : strongPassword;
  const { data } = await ask("POST", "/api/auth/login", "", { username, password });
  return (data.session as { access_token: string }).access_token;
}

const send = () => ask("POST", "/api/inbox/digests", post.environment.DIGEST_TOKEN ?? "");
/** Runs the digests and returns the counts. @throws if the API refuses the run, with its status and message. */
async function sent() {
  const { status, data, message } = await send();
  if (status !== 200) throw new Error(`${status}: ${message}`);
  return data;
}
const setDigestOptIn = async (username: string, wanted = true) =>
  ask("PUT", "/api/inbox/mail", await signIn(username), { wanted });
const receivers = () => post.receivedMails.map(({ to }) => to).sort();

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "digests-"));
  post = await MailServer.start();
  own = await startStackProcess(path.join(folder, "data"), post.environment);
  database = openDatabase(own.databaseUrl, { most: 2, patience: Number.POSITIVE_INFINITY });
  admin = await signIn("admin");
  const [role] = await database<{ id: number; name: string }[]>`
    select id::float8 as id, rolename[1] as name from public.uac where status = 'Provincial' and 'Edit' = any (access_controls)`;
  for (const username of people) {
    const added = await ask("POST", "/api/auth/register", admin, {
      ...{ username, password: strongPassword, email: addressOf(username), name: `${username} Peña 陳` },
      ...{ roles: role?.name, uac_id: role?.id },
      ...{ region_name: "Region III (Central Luzon)", province_name: "Nueva Ecija" },
    });
    expect(added, username).toMatchObject({ status: 200 });
  }
  // The reporting window for targets ends in three days, so each user's inbox has an entry about its end.
  await database`insert into public.report_schedules (form, start_date, end_date)
    values ('target', private.today() - 5, private.today() + 3)`;
}, 180_000);

afterAll(async () => {
  await database?.end();
  await own?.end("SIGTERM");
  await post?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

beforeEach(async () => {
  post.receivedMails.length = 0;
  post.deliveryFailures.clear();
  post.beforeAccepting = async () => undefined;
  await database`delete from private.digests`;
});

describe("Permission to send digests", () => {
  it("Only a caller with the digest token can start a run that sends the e-mail digests.", async () => {
    for (const token of ["", "the-digests-of-this-machinf", admin])
      expect((await ask("POST", "/api/inbox/digests", token)).status).toBe(401);
    expect(await sent()).toEqual({ sent: 0, refused: 0, left: false });
  });

  it("The API refuses to start a digest run if no mail server is configured.", async () => {
    const answer = await callTheOther("POST", "/api/inbox/digests", { token: await tokenOf("admin") });
    expect(answer.status).toBe(401);
    expect((await callAs("viewer", "GET", "/api/inbox/mail")).body.data).toEqual({
      possible: false,
      wanted: false,
    });
  });
});

describe("Content and delivery of digests", () => {
  it("A user's digest is a single e-mail that names neither other people nor ARBOs.", async () => {
    expect((await ask("GET", "/api/inbox/mail", await signIn("maria"))).data).toEqual({
      possible: true,
      wanted: false,
    });
    expect((await setDigestOptIn("maria")).data).toEqual({ possible: true, wanted: true });
    const [row] = await database<{ id: number }[]>`
      insert into public.arbo_masterlist (arbo_name, region_name, province_name)
      values ('Santos Family Farm', 'Region III (Central Luzon)', 'Nueva Ecija') returning id::float8 as id`;
    await database`insert into private.reviews (table_name, row_id, state, reason, office)
      values ('arbo_masterlist', ${String(row?.id)}::text::bigint, 'returned', 'Ask Juana Cruz', 'Region III (Central Luzon) / Nueva Ecija')`;
    expect(await sent()).toEqual({ sent: 1, refused: 0, left: false });
    const [letter] = post.receivedMails;
    const { mail, raw } = letter ?? { raw: "" };
    expect(letter).toMatchObject({ to: addressOf("maria"), encrypted: true });
    expect(mail?.from).toMatchObject({ name: "ARBO Peñaranda", address: "arbo@office.example" });
    expect(mail?.to).toMatchObject([{ name: "maria Peña 陳", address: addressOf("maria") }]);
    expect(mail?.subject).toBe("ARBO Monitoring: 2 new in your inbox");
    expect(mail?.text).toContain("- ARBO Masterlist: One row was returned to you.\n");
    expect(mail?.text).toMatch(/- Your target window ends: \d+ \w+ \d{4} is the last day to enter data\.\n/);
    expect(mail?.text).toContain(`2 entries are unread: ${own.url}/homepage/inbox`);
    expect(mail?.text).not.toMatch(/Juana|Santos/);
    const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value;
    expect(header("auto-submitted")).toBe("auto-generated");
    expect(header("list-unsubscribe")).toBe(`<${own.url}/homepage/profile>`);
    expect(Math.max(...raw.split(/\r?\n/).map((line) => line.length))).toBeLessThanOrEqual(78);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a mail must contain ASCII characters only.
    expect(raw).toMatch(/^[\x00-\x7f]*$/);

    // A user gets at most one digest per day. The next day's digest leaves out what an earlier digest
    // contained.
    expect(await sent()).toEqual({ sent: 0, refused: 0, left: false });
    await database`update private.digests set day = private.today() - 1`;
    expect(await sent()).toEqual({ sent: 0, refused: 0, left: false });
    expect(post.receivedMails).toHaveLength(1);
    await database`truncate private.reviews`;
  });

  it("A user gets one digest even if several digest runs start at the same time.", async () => {
    for (const one of people) await setDigestOptIn(one);
    post.beforeAccepting = () => sleep(200);
    const runs = await Promise.all(Array.from({ length: 6 }, sent));
    expect(runs.reduce((sum, run) => sum + Number(run.sent), 0)).toBe(people.length);
    expect(receivers()).toEqual(people.map(addressOf).sort());
  });

  it("If a digest run is killed before it records a sent mail, the next run doesn't send the user the digest again.", async () => {
    await setDigestOptIn("maria");
    const taken = new Promise<void>((resolve) => {
      post.beforeAccepting = async () => {
        resolve();
        await sleep(1500);
      };
    });
    const run = send().catch(() => null);
    await taken;
    process.kill(own.pids()["function api"] ?? 0, "SIGKILL");
    await run;
    post.beforeAccepting = async () => undefined;
    await expect.poll(async () => (await send().catch(() => null))?.status, { timeout: 30_000 }).toBe(200);
    expect(await sent()).toEqual({ sent: 0, refused: 0, left: false });
    expect(receivers()).toEqual([addressOf("maria")]);
    // If a digest may not have arrived, the next digest contains its entries again.
    await database`update private.digests set day = private.today() - 1`;
    expect((await sent()).sent).toBe(1);
  }, 90_000);

  it("A user gets one digest even if the connection breaks after the mail server has accepted the digest.", async () => {
    await setDigestOptIn("maria");
    post.deliveryFailures.set(addressOf("maria"), "dropped");
    expect(await sent()).toEqual({ sent: 0, refused: 0, left: false });
    post.deliveryFailures.clear();
    expect((await sent()).sent).toBe(0);
    expect(post.receivedMails).toHaveLength(1);
  });

  it("The mail server's refusal of one user's digest doesn't stop the digests of other users.", async () => {
    for (const one of people) await setDigestOptIn(one);
    post.deliveryFailures.set(addressOf("maria"), "refused");
    expect(await sent()).toEqual({ sent: 2, refused: 1, left: false });
    expect(receivers()).toEqual([addressOf("jose"), addressOf("luz")]);
    expect(await sent()).toEqual({ sent: 0, refused: 0, left: false });
    // Polls the log file, because the stack writes the log lines of the functions with a delay.
    const log = () => readFile(path.join(folder, "data/logs/system.log"), "utf8");
    await expect.poll(log, { timeout: 10_000 }).toMatch(/A mail was not sent: EENVELOPE RCPT TO 550/);
    expect(await log()).not.toContain(addressOf("maria"));
    post.deliveryFailures.clear();
    await database`update private.digests set next_try = now()`;
    expect(await sent()).toEqual({ sent: 1, refused: 0, left: false });
    expect(receivers()).toEqual(people.map(addressOf).sort());
  });

  it("A digest run sends no mail to a disabled or unsubscribed user.", async () => {
    for (const one of people) await setDigestOptIn(one);
    await setDigestOptIn("luz", false);
    const idOf = (name: string) =>
      database<{ id: string }[]>`select id from public.users where username = ${name}`.then(
        ([row]) => row?.id,
      );
    expect((await ask("POST", "/api/auth/users/disable", admin, { id: await idOf("maria") })).status).toBe(
      200,
    );
    const [reader] = await database<{ id: number }[]>`
      insert into public.uac (rolename, roletype, route, access_controls, status)
      values ('{Reader}', 'Reader', '{forms}', '{Read}', 'Provincial') returning id::float8 as id`;
    await database`update public.users set roles = 'Reader', uac_id = ${String(reader?.id)}::text::bigint where username = 'jose'`;
    expect(await sent()).toEqual({ sent: 0, refused: 0, left: false });
    expect((await ask("POST", "/api/auth/users/enable", admin, { id: await idOf("maria") })).status).toBe(
      200,
    );
    expect((await sent()).sent).toBe(1);
    expect(receivers()).toEqual([addressOf("maria")]);
  });

  it("A digest run fails with status 503 if the mail server is down, and the next run sends the digest.", async () => {
    await setDigestOptIn("maria");
    await post.stop();
    expect((await send()).status).toBe(503);
    await post.start();
    expect(await sent()).toEqual({ sent: 1, refused: 0, left: false });
  });
});

describe("The mailer for digests", () => {
  const settings = (changes: Partial<MailSettings> = {}): MailSettings => ({
    ...{
      token: "",
      host: "localhost",
      port: Number(post.environment.SMTP_PORT),
      implicitTls: false,
      plain: false,
    },
    ...{ user: post.environment.SMTP_USER, password: post.environment.SMTP_PASS ?? "" },
    ...{ sender: "arbo@office.example", authority: post.environment.SMTP_CA, webUrl: "https://arbo.example" },
    ...changes,
  });

  it("Line breaks in a recipient's name or in the subject can't add a header or a recipient to a digest mail.", async () => {
    const mailer = await openMailer(settings());
    const name = 'Eve\r\nBcc: victim@office.example\r\n\r\n"Hello" <other@office.example>';
    const sent = await mailer.send({
      ...{ to: { name, address: "eve@office.example" }, subject: "A\r\nX-Evil: 1", text: "." },
      headers: { "Auto-Submitted": "auto-generated\r\nX-Evil: 2" },
    });
    mailer.close();
    expect(sent).toEqual({ sent: true });
    expect(receivers()).toEqual(["eve@office.example"]);
    const keys = post.receivedMails[0]?.mail.headers.map(({ key }) => key) ?? [];
    expect(keys.filter((key) => /^(bcc|x-evil)$/.test(key))).toEqual([]);
  });

  it("The mailer refuses a mail server with an untrusted certificate.", async () => {
    await expect(openMailer(settings({ authority: undefined }))).rejects.toThrow(
      /certificate|self[- ]signed/i,
    );
    await expect(openMailer(settings({ password: "wrong" }))).rejects.toThrow(/Wrong user or password/);
    let offered = false;
    const open = new SMTPServer({
      ...{ disabledCommands: ["STARTTLS"], allowInsecureAuth: true },
      onAuth: (_, __, done) => {
        offered = true;
        done(null, { user: "anybody" });
      },
    });
    await new Promise<void>((resolve) => open.listen(0, "127.0.0.1", () => resolve()));
    const { port } = open.server.address() as { port: number };
    await expect(openMailer(settings({ port }))).rejects.toThrow(/STARTTLS/i);
    expect(offered).toBe(false);
    // A deployment can allow unencrypted connections with the setting `plain`.
    (await openMailer(settings({ port, plain: true }))).close();
    expect(offered).toBe(true);
    await new Promise<void>((resolve) => open.close(() => resolve()));
  });
});
