/** The browser's storage is full: the user sees a message before an entry is lost. */
import { type CDPSession, expect, type Page, test } from "playwright/test";
import { testStack } from "../test-stack.ts";
import { inside, itemOf, makeSupport, photo, removeSupport, storedPhotosOf } from "./evidence-support.ts";
import { nameArbo, openNew } from "./forms.ts";
import { untilUserStored } from "./offline-support.ts";
import { chooseRowAct, database, openRecords, signInByForm, untilInstalled } from "./support.ts";

const mark = "Full storage";
const clear = async () => {
  await database((sql) => sql`delete from public.participants where participant_name like ${`${mark}%`}`);
  await removeSupport(mark);
};

test.use({ serviceWorkers: "allow" });
test.setTimeout(180_000);
test.beforeEach(clear);
test.afterAll(clear);

/** Limits the app's storage to its current size plus `more` bytes. */
async function limitRoom(page: Page, client: CDPSession, more: number): Promise<void> {
  const used = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  await client.send("Storage.overrideQuotaForOrigin", { origin: testStack().url, quotaSize: used + more });
  // The browser's database can take up to 30 s to apply the new storage limit.
  await page.waitForTimeout(31_000);
}

const storedDrafts = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("arbo.draft.")));

test("The app refuses new entries if the browser's storage is full.", async ({ page, context }) => {
  const support = await makeSupport(mark);
  await signInByForm(page, "provincial");
  await openRecords(page, "Participants");
  await page.goto(`/homepage/forms/Form11Accomp?q=${encodeURIComponent(mark)}`);
  await chooseRowAct(page, support.name, "Photos");
  await page.getByRole("button", { name: "Upload photos" }).click();
  await untilInstalled(page);
  await untilUserStored(page);
  const client = await context.newCDPSession(page);
  await context.setOffline(true);
  const add = async (names: readonly string[]) => {
    const files = names.map((name) => photo(name, { gps: inside, size: 600_000 }));
    await page.getByLabel("Photos to upload").setInputFiles(files);
    await page.getByRole("button", { name: `Upload ${names.length}` }).click();
  };
  await add(["one.jpg", "two.jpg"]);
  await expect(page.getByText("2 kept on this computer")).toBeVisible();
  await limitRoom(page, client, -1000);
  await add(["three.jpg"]);
  await expect(itemOf(page, "three.jpg")).toContainText("This computer has no room for more entries.", {
    timeout: 30_000,
  });
  await page.screenshot({ path: "test-results/no-room-photos.png" });
  await page.getByRole("button", { name: "Close", exact: true }).last().click();

  await page.goto("/homepage/forms/Participants");
  const form = await openNew(page, "participant");
  await nameArbo(form, `${mark} growers`);
  await form.getByLabel("Participant name").fill(`${mark} Ana`);
  await form.getByRole("button", { name: "Register" }).click();
  await expect(form.getByText(/This computer has no room for more entries/).first()).toBeVisible();
  await expect(form.getByLabel("Participant name")).toHaveValue(`${mark} Ana`);
  // The draft must still be there, because the app deletes it only after the entry is on the disk.
  await expect.poll(() => storedDrafts(page)).toHaveLength(1);
  await page.screenshot({ path: "test-results/no-room-form.png" });
  await expect(page.getByRole("link", { name: /to send/ })).toHaveAccessibleName("2 entries to send");

  // The app sends the entries although the full storage can't record the progress.
  await context.setOffline(false);
  await expect(page.getByRole("link", { name: /to send/ })).toBeHidden({ timeout: 60_000 });
  // The app prepares the photos in parallel, so their order is not fixed.
  const files = (await storedPhotosOf(support)).map(({ file_name }) => file_name);
  expect(files.toSorted()).toEqual(["one.jpg", "two.jpg"]);
});
