/**
 * A public network answers every request with its sign-in page and status 200. The app must treat this as a lost
 * connection: the user stays signed in, and entries are sent later.
 */
import { expect, type Page, test } from "playwright/test";
import { nameArbo, openNew } from "./forms.ts";
import { decryptedIn } from "./offline-support.ts";
import {
  type BadLine,
  expectWaiting,
  keepParticipant,
  makeProfile,
  openBrowser,
  signInAndInstall,
  startBadLine,
  waitingLink,
} from "./outbox-support.ts";
import { database } from "./support.ts";

const name = "Portal journey Ana";
const clear = () =>
  database((sql) =>
    sql`delete from public.participants where participant_name = ${name}`.then(() => undefined),
  );
const stored = () =>
  database((sql) => sql`select id from public.participants where participant_name = ${name}`);

test.setTimeout(180_000);
test.beforeEach(clear);
test.afterAll(clear);

async function withLine(work: (line: BadLine, page: Page) => Promise<void>): Promise<void> {
  const [line, profile] = [await startBadLine(), await makeProfile()];
  const { context, page } = await openBrowser(profile, line);
  await signInAndInstall(page, "provincial");
  await page.goto("/homepage/forms/Participants");
  await expect(page.getByRole("grid")).toBeVisible();
  // The browser stores the list only in idle time, which can take long on a busy machine.
  const answers = async () => (await decryptedIn(page, "answers")).join("\n");
  await expect.poll(answers, { timeout: 60_000 }).toContain('"participant_name"');
  await work(line, page);
  await context.close();
  await line.stop();
  await profile.remove();
}

test("A user stays signed in if a public Wi-Fi answers the app's requests with its own login page.", () =>
  withLine(async (line, page) => {
    line.isPortal = true;
    await page.reload();
    await expect(page.getByRole("grid")).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "You are offline." })).toBeVisible();
    await keepParticipant(page, name, "Portal growers");
    await expectWaiting(page, 1);
    // Waits until the app has tried to send the entry.
    await page.waitForTimeout(6000);
    await expectWaiting(page, 1);
    line.isPortal = false;
    // The app checks only every 5 seconds whether the server can be reached.
    await expect(waitingLink(page)).toBeHidden({ timeout: 30_000 });
    expect(await stored()).toHaveLength(1);
    await expect(page.getByRole("status").filter({ hasText: "You are offline." })).toBeHidden();
  }));

test("A row is stored once, even if a public Wi-Fi replaces the server's response with its own page.", () =>
  withLine(async (line, page) => {
    Object.assign(line, { failEvery: 1, failOnly: /participants?\/update/ });
    // `failures` lists the kinds of failures in order, and the seventh is `replaced`. A count of six earlier failures
    // makes it the next one.
    Object.assign(line.failed, { "500": 6 });
    const form = await openNew(page, "participant");
    await nameArbo(form, "Portal growers");
    await form.getByLabel("Participant name").fill(name);
    await form.getByRole("button", { name: "Register" }).click();
    await expect(page.getByText("The participant is kept on this computer.").first()).toBeVisible();
    expect(line.failed.replaced).toBe(1);
    expect(await stored()).toHaveLength(1);
    line.failEvery = 0;
    await expect(waitingLink(page)).toBeHidden({ timeout: 30_000 });
    expect(await stored()).toHaveLength(1);
  }));

test("A user can sign out even if the server does not answer.", () =>
  withLine(async (line, page) => {
    line.delay = 60_000;
    await page.getByRole("button", { name: "Logout" }).first().click();
    await page.waitForURL((url) => url.pathname === "/", { timeout: 15_000 });
    expect(await page.evaluate(() => localStorage.getItem("arbo.session"))).toBeNull();
  }));
