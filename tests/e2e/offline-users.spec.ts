/**
 * Several tabs and several users on one computer. If the tab that sends the entries crashes, another tab sends the
 * rest. The next user can't see or send the former user's entries. The disk contains no readable personal data.
 */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, type Locator, type Page, test } from "playwright/test";
import { inside, photo } from "./evidence-support.ts";
import { fillIn, nameArbo, openNew } from "./forms.ts";
import {
  enterRows,
  expectWaiting,
  makeProfile,
  openBrowser,
  signInAndInstall,
  startBadLine,
  waitingLink,
} from "./outbox-support.ts";
import { database, signInByForm, tokensIn } from "./support.ts";

const mark = "Shared computer";
const clear = () =>
  database(async (sql) => {
    await sql`delete from public.participants where arbo_name = ${`${mark} growers`}`;
    await sql`delete from public.form_11_geotags where arbo_name = ${`${mark} growers`}`;
    await sql`delete from public.form11_accomps where arbo_name = ${`${mark} growers`}`;
  });

test.setTimeout(180_000);
test.beforeEach(clear);
test.afterAll(clear);

const storedNames = () =>
  database(async (sql) => {
    const rows = await sql<{ name: string }[]>`
      select participant_name as name from public.participants where arbo_name = ${`${mark} growers`} order by 1`;
    return rows.map(({ name }) => name);
  });

const people = (names: readonly string[]) => ({
  route: "Participants",
  noun: "participant",
  start: (form: Locator) => nameArbo(form, `${mark} growers`),
  rows: names.map((name) => ({ "Participant name": name })),
});

test("Each outbox entry is stored once, even if the tab that sends it crashes.", async () => {
  const [line, profile] = [await startBadLine(), await makeProfile()];
  const { context, page } = await openBrowser(profile, line);
  await signInAndInstall(page, "provincial");
  line.isDown = true;
  await context.setOffline(true);
  const names = Array.from({ length: 12 }, (_, index) => `${mark} ${String.fromCharCode(65 + index)}`);
  await enterRows(page, people(names));
  await expectWaiting(page, 12);
  const other = await context.newPage();
  await other.goto("/homepage/waiting");
  await expectWaiting(other, 12);

  // Sending all 12 entries takes at least 12 s. So the tab crashes before the last entry is sent.
  line.delay = 1000;
  line.isDown = false;
  await context.setOffline(false);
  await expect.poll(async () => (await storedNames()).length, { timeout: 30_000 }).toBeGreaterThan(1);
  const killed = await context.newCDPSession(page);
  const crash = new Promise((resolve) => page.once("crash", resolve));
  void killed.send("Page.crash").catch(() => undefined);
  await crash;
  expect((await storedNames()).length).toBeLessThan(12);
  await expect(other.getByText("Everything has been sent.")).toBeVisible({ timeout: 60_000 });
  expect(await storedNames()).toEqual(names);
  await context.close();
  await line.stop();
  await profile.remove();
});

/**
 * Distinctive words to search for on the disk. They are short, because compression by the browser's database leaves
 * short words unchanged.
 */
const secrets = {
  name: "Kumalasig",
  remarks: "Tagubilin",
  birthday: "1957-08-23",
  draft: "Hindipatapos",
  photo: "Larawankoito",
};

/** Returns the files of a folder that contain a string in UTF-8 or UTF-16. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const needles = [Buffer.from(text, "utf8"), Buffer.from(text, "utf16le")];
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map(async ({ parentPath, name }) => {
        const bytes = await readFile(path.join(parentPath, name)).catch(() => Buffer.alloc(0));
        return needles.some((needle) => bytes.includes(needle))
          ? [path.relative(folder, path.join(parentPath, name))]
          : [];
      }),
  );
  return found.flat().sort();
}

/** Without a connection, enters a participant with sensitive values, a support record with a photo, and a draft. */
async function keepSecrets(page: Page): Promise<void> {
  await page.goto("/homepage/forms/Participants");
  const form = await openNew(page, "participant");
  await nameArbo(form, `${mark} growers`);
  await form.getByLabel("Participant name").fill(secrets.name);
  await form.getByLabel(/^Birthday/).fill("08231957");
  await form.getByRole("textbox", { name: "Remarks" }).fill(secrets.remarks);
  await page.keyboard.press("Control+s");
  await expect(form).toBeHidden();
  await page.goto("/homepage/forms/Form11Accomp");
  const support = await openNew(page, "support record");
  await nameArbo(support, `${mark} growers`);
  await support.getByLabel("Hard component").fill(secrets.name);
  await fillIn(support, { Reporting: { "Year reported": "2026", "Quarter reported": "Q1" } });
  await page.keyboard.press("Control+s");
  await expect(support).toBeHidden();
  await waitingLink(page).click();
  await page.getByRole("button", { name: /^Add photos to / }).click();
  await page
    .getByLabel("Photos to upload")
    .setInputFiles([photo("tree.jpg", { text: secrets.photo, gps: inside, size: 20_000 })]);
  await page.getByRole("button", { name: "Upload 1" }).click();
  await expect(page.getByText("1 kept on this computer")).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await page.goto("/homepage/forms/Participants");
  const draft = await openNew(page, "participant");
  await draft.getByLabel("Participant name").fill(secrets.draft);
  await page.waitForTimeout(1000);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep as a draft" }).click();
  await expectWaiting(page, 3);
}

/**
 * Returns the cookie files on the disk that contain the named cookie. The cookie is needed to decode the user's masked
 * offline key or session.
 */
const cookieFiles = async (
  folder: string,
  name: "arbo.offline-mask" | "arbo.session-mask" = "arbo.offline-mask",
): Promise<string[]> =>
  (await filesWith(folder, name)).filter((file) => path.basename(file).startsWith("Cookies"));

/** Returns the user's offline key as the server sends it. */
async function keyOf(page: Page): Promise<string> {
  const { access_token: token } = await tokensIn(page);
  const headers = { authorization: `Bearer ${token}` };
  const response = await page.request.get("/api/auth/offline-key", { headers });
  return ((await response.json()) as { data: { key: string } }).data.key;
}

test("A user can't see the unsent entries of the browser's previous user.", async () => {
  const [line, profile] = [await startBadLine(), await makeProfile()];
  let first = await openBrowser(profile, line);
  await signInAndInstall(first.page, "provincial");
  const key = await keyOf(first.page);
  line.isDown = true;
  await first.context.setOffline(true);
  await keepSecrets(first.page);
  // Closing the browser writes its cookies to the disk.
  await first.context.close();
  expect(await cookieFiles(profile.folder)).toEqual(["Default/Cookies"]);
  first = await openBrowser(profile, line, true);
  await first.page.goto("/homepage/waiting");
  await expectWaiting(first.page, 3);
  // The server is reachable again, but refuses every save. Only the sign-out works.
  Object.assign(line, { failEvery: 1, failOnly: /\/(update|create)\b/, isDown: false });
  await first.context.setOffline(false);
  await first.page.getByRole("button", { name: "Logout" }).first().click();
  await first.page
    .getByRole("dialog", { name: /not been sent/ })
    .getByRole("button", { name: "Log out" })
    .click();
  await first.page.waitForURL((url) => url.pathname === "/", { timeout: 30_000 });
  await first.page.waitForTimeout(2000);
  await first.context.close();

  const found = Object.fromEntries(
    await Promise.all(
      Object.entries({ ...secrets, key }).map(async ([what, text]) => [
        what,
        await filesWith(profile.folder, text),
      ]),
    ),
  );
  expect(found).toEqual({ name: [], remarks: [], birthday: [], draft: [], photo: [], key: [] });

  expect(await cookieFiles(profile.folder)).toEqual([]);

  const second = await openBrowser(profile, line);
  line.failEvery = 0;
  await signInByForm(second.page, "regional");
  await second.page.goto("/homepage/waiting");
  await expect(second.page.getByText("Everything has been sent.")).toBeVisible();
  await expect(second.page.getByRole("region", { name: "Drafts" })).toBeHidden();
  await second.page.waitForTimeout(3000);
  expect(await storedNames()).toEqual([]);
  await second.page.getByRole("button", { name: "Logout" }).first().click();
  await second.page.waitForURL((url) => url.pathname === "/");
  await signInByForm(second.page, "provincial");
  await expect.poll(storedNames, { timeout: 30_000 }).toEqual([secrets.name]);
  await expectWaiting(second.page, 0);
  await second.context.close();
  await line.stop();
  await profile.remove();
});

test("After a user has signed out offline, the browser's profile folder contains no token that could be used.", async () => {
  const [line, profile] = [await startBadLine(), await makeProfile()];
  let { context, page } = await openBrowser(profile, line);
  await signInAndInstall(page, "provincial");
  const { access_token: token, refresh_token: renewal } = await tokensIn(page);
  const [, claims = "", signature = ""] = token.split(".");
  // Closing the browser writes its cookies to the disk.
  await context.close();
  expect(await cookieFiles(profile.folder, "arbo.session-mask")).toEqual(["Default/Cookies"]);
  line.isDown = true;
  ({ context, page } = await openBrowser(profile, line, true));
  await page.goto("/homepage/forms/ARBO_Masterlist");
  await page.getByRole("button", { name: "Logout" }).first().click();
  await page.waitForURL((url) => url.pathname === "/", { timeout: 30_000 });
  await page.waitForTimeout(2000);
  await context.close();
  // The token's claims are stored as readable text. Finding them proves that the search of the files works.
  expect(await filesWith(profile.folder, claims)).not.toEqual([]);
  expect(await filesWith(profile.folder, signature)).toEqual([]);
  expect(await filesWith(profile.folder, renewal)).toEqual([]);
  expect(await cookieFiles(profile.folder, "arbo.session-mask")).toEqual([]);
  await line.stop();
  await profile.remove();
});
