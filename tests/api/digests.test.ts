/**
 * The mail of the day, against a real SMTP server: who gets it and what it says, that nobody gets two, whatever races, is
 * killed or refused, and that nothing is said in the open. On a stack of its own.
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
import { demoPassword, type StackProcess, stackProcess } from "../support/stack-process.ts";
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
/** What a run did. @throws what it was answered instead. */
async function sent() {
  const { status, data, message } = await send();
  if (status !== 200) throw new Error(`${status}: ${message}`);
  return data;
}
const want = async (username: string, wanted = true) =>
  ask("PUT", "/api/inbox/mail", await signIn(username), { wanted });
const receivers = () => post.letters.map(({ to }) => to).sort();

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "digests-"));
  post = await MailServer.start();
  own = await stackProcess(path.join(folder, "data"), post.environment);
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
  // Their window ends, which is an entry of their inboxes.
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
  post.letters.length = 0;
  post.manners.clear();
  post.before = async () => undefined;
  await database`delete from private.digests`;
});

describe("who may have them sent", () => {
  it("whoever has the token, and no user", async () => {
    for (const token of ["", "the-digests-of-this-machinf", admin])
      expect((await ask("POST", "/api/inbox/digests", token)).status).toBe(401);
    expect(await sent()).toEqual({ sent: 0, refused: 0, left: false });
  });

  it("nobody where the deployment has no mail server, which the profile is told", async () => {
    const answer = await callTheOther("POST", "/api/inbox/digests", { token: await tokenOf("admin") });
    expect(answer.status).toBe(401);
    expect((await callAs("viewer", "GET", "/api/inbox/mail")).body.data).toEqual({
      possible: false,
      wanted: false,
    });
  });
});

describe("a digest", () => {
  it("comes to whoever asked for it, once, with what is new and without names", async () => {
    expect((await ask("GET", "/api/inbox/mail", await signIn("maria"))).data).toEqual({
      possible: true,
      wanted: false,
    });
    expect((await want("maria")).data).toEqual({ possible: true, wanted: true });
    const [row] = await database<{ id: number }[]>`
      insert into public.arbo_masterlist (arbo_name, region_name, province_name)
      values ('Santos Family Farm', 'Region III (Central Luzon)', 'Nueva Ecija') returning id::float8 as id`;
    await database`insert into private.reviews (table_name, row_id, state, reason, office)
      values ('arbo_masterlist', ${String(row?.id)}::text::bigint, 'returned', 'Ask Juana Cruz', 'Region III (Central Luzon) / Nueva Ecija')`;
    expect(await sent()).toEqual({ sent: 1, refused: 0, left: false });
    const [letter] = post.letters;
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
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a mail is of these and no others.
    expect(raw).toMatch(/^[\x00-\x7f]*$/);

    // Once a day, and the next day nothing that was told already.
    expect(await sent()).toEqual({ sent: 0, refused: 0, left: false });
    await database`update private.digests set day = private.today() - 1`;
    expect(await sent()).toEqual({ sent: 0, refused: 0, left: false });
    expect(post.letters).toHaveLength(1);
    await database`truncate private.reviews`;
  });

  it("comes once, however many runs race for it", async () => {
    for (const one of people) await want(one);
    post.before = () => sleep(200);
    const runs = await Promise.all(Array.from({ length: 6 }, sent));
    expect(runs.reduce((sum, run) => sum + Number(run.sent), 0)).toBe(people.length);
    expect(receivers()).toEqual(people.map(addressOf).sort());
  });

  it("comes once when the run is killed before it knows that it was sent", async () => {
    await want("maria");
    const taken = new Promise<void>((resolve) => {
      post.before = async () => {
        resolve();
        await sleep(1500);
      };
    });
    const run = send().catch(() => null);
    await taken;
    process.kill(own.pids()["function api"] ?? 0, "SIGKILL");
    await run;
    post.before = async () => undefined;
    await expect.poll(async () => (await send().catch(() => null))?.status, { timeout: 30_000 }).toBe(200);
    expect(await sent()).toEqual({ sent: 0, refused: 0, left: false });
    expect(receivers()).toEqual([addressOf("maria")]);
    // What that mail may not have reached is in the next.
    await database`update private.digests set day = private.today() - 1`;
    expect((await sent()).sent).toBe(1);
  });

  it("is not sent again when the connection was lost after it was given", async () => {
    await want("maria");
    post.manners.set(addressOf("maria"), "dropped");
    expect(await sent()).toEqual({ sent: 0, refused: 0, left: false });
    post.manners.clear();
    expect((await sent()).sent).toBe(0);
    expect(post.letters).toHaveLength(1);
  });

  it("that is refused stops no other one, is logged without the address, and is tried again later", async () => {
    for (const one of people) await want(one);
    post.manners.set(addressOf("maria"), "refused");
    expect(await sent()).toEqual({ sent: 2, refused: 1, left: false });
    expect(receivers()).toEqual([addressOf("jose"), addressOf("luz")]);
    expect(await sent()).toEqual({ sent: 0, refused: 0, left: false });
    const log = await readFile(path.join(folder, "data/logs/system.log"), "utf8");
    expect(log).toMatch(/A mail was not sent: EENVELOPE RCPT TO 550/);
    expect(log).not.toContain(addressOf("maria"));
    post.manners.clear();
    await database`update private.digests set next_try = now()`;
    expect(await sent()).toEqual({ sent: 1, refused: 0, left: false });
    expect(receivers()).toEqual(people.map(addressOf).sort());
  });

  it("is of the rights of now: none for whoever was disabled, lost their role, or wants no more", async () => {
    for (const one of people) await want(one);
    await want("luz", false);
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

  it("waits for a mail server that is not there, and nobody's is begun meanwhile", async () => {
    await want("maria");
    await post.stop();
    expect((await send()).status).toBe(503);
    await post.start();
    expect(await sent()).toEqual({ sent: 1, refused: 0, left: false });
  });
});

describe("a mailer", () => {
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

  it("takes no name and no subject for a header or another address", async () => {
    const mailer = await openMailer(settings());
    const name = 'Eve\r\nBcc: victim@office.example\r\n\r\n"Hello" <other@office.example>';
    const sent = await mailer.send({
      ...{ to: { name, address: "eve@office.example" }, subject: "A\r\nX-Evil: 1", text: "." },
      headers: { "Auto-Submitted": "auto-generated\r\nX-Evil: 2" },
    });
    mailer.close();
    expect(sent).toEqual({ sent: true });
    expect(receivers()).toEqual(["eve@office.example"]);
    const keys = post.letters[0]?.mail.headers.map(({ key }) => key) ?? [];
    expect(keys.filter((key) => /^(bcc|x-evil)$/.test(key))).toEqual([]);
  });

  it("speaks to no server whose certificate it does not know, and gives no password in the open", async () => {
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
    // Unless the deployment says so.
    (await openMailer(settings({ port, plain: true }))).close();
    expect(offered).toBe(true);
    await new Promise<void>((resolve) => open.close(() => resolve()));
  });
});
