/** A field officer enters a Form 11 record with photos on a phone without a connection. */
import { expect, type Locator, test } from "playwright/test";
import { pdf } from "../support/photos.ts";
import { near, photo, region, removeSupport } from "./evidence-support.ts";
import { arboOf, chooseArbo, chooseQuarter, expectArbo, nameArbo, openNew } from "./forms.ts";
import { untilUserStored } from "./offline-support.ts";
import { database, expectAccessible, openRecords, signIn, untilInstalled } from "./support.ts";

const name = "Journey Growers in the Field";
const phone = { width: 390, height: 844 };
/** Maximum number of taps for entering the record, without typing and the phone's own photo dialog. */
const mostTaps = 10;

/** Chooses year and quarter and types the description. @returns the number of taps. */
async function fillRequired(form: Locator): Promise<number> {
  await chooseQuarter(form);
  await form.getByRole("textbox", { name: "Description" }).fill("Four-wheel tractor");
  return 5;
}

test.use({ serviceWorkers: "allow" });
test.setTimeout(120_000);
test.afterAll(() => removeSupport(name));

const storedFiles = () =>
  database(
    (sql) => sql<{ record: string; file: string; hash: string }[]>`
      select f.arbo_name as record, g.file_name as file, g.sha256 as hash from public.form_11_geotags g
      join public.form11_accomps f on f.id = g.form11_id where f.arbo_name = ${name} order by g.file_name`,
  );

test("A user can enter a record with two photos on a phone with at most ten taps.", async ({
  page,
  context,
}) => {
  await removeSupport(name);
  await database(
    (sql) =>
      sql`insert into public.arbo_masterlist ${sql({ arbo_name: name, arbo_id: "E2E-field", region_name: region, province_name: "Nueva Ecija" })}`,
  );
  await signIn(page, "provincial");
  await page.setViewportSize(phone);
  await openRecords(page, "Form11Accomp");
  await untilInstalled(page);
  await untilUserStored(page);
  // While the phone is online, it stores the list of ARBOs.
  await arboOf(await openNew(page, "support record")).click();
  await page.getByRole("combobox", { name: /^Search in / }).fill(name);
  await expect(page.getByRole("option", { name: new RegExp(name) })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await context.setOffline(true);

  let taps = 0;
  const tap = async (target: Locator) => {
    taps++;
    await target.click();
  };
  await tap(page.getByRole("button", { name: "Add support record", exact: true }));
  const form = page.getByRole("dialog", { name: "New support record" });
  // Counts two taps: one opens the dropdown, and one chooses an option.
  taps += 2;
  await chooseArbo(form, name);
  await expectArbo(form, name);
  taps += 1 + (await fillRequired(form));
  await form
    .getByLabel("Photos to upload")
    .setInputFiles(
      ["one.jpg", "two.jpg"].map((file) =>
        photo(file, { text: `${file} ${Date.now()}`, gps: near, size: 20_000 }),
      ),
    );
  const photos = form.getByRole("list", { name: "Photos" }).getByRole("listitem");
  await expect(photos).toContainText(["Ready", "Ready"]);
  await form
    .getByLabel("Files for Attached files")
    .setInputFiles([{ name: "receipt.pdf", mimeType: "application/pdf", buffer: pdf() }]);
  await expect(form.getByRole("list", { name: "Files of Attached files" })).toContainText("Ready");
  await page.screenshot({ path: "test-results/new-photos-phone.png" });
  await expectAccessible(page, "photos of a new record");
  await tap(form.getByRole("button", { name: "Register" }));
  await expect(page.getByText("The support record is kept on this computer.").first()).toBeVisible();
  expect(taps).toBeLessThanOrEqual(mostTaps);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "4 entries to send" })).toBeAttached();

  await page.goto("/homepage/waiting");
  await expect(page.getByRole("row", { name: /one\.jpg/ })).toContainText(`Waits for support record ${name}`);
  await page.screenshot({ path: "test-results/waiting-phone.png" });
  await expectAccessible(page, "waiting entries on a phone");
  await page.reload();
  await context.setOffline(false);
  await expect(page.getByText("Everything has been sent.")).toBeVisible({ timeout: 60_000 });
  const files = await storedFiles();
  expect(files.map(({ record, file }) => [record, file])).toEqual([
    [name, "one.jpg"],
    [name, "two.jpg"],
  ]);
  expect(new Set(files.map(({ hash }) => hash)).size).toBe(2);
  const attached = await database(
    (sql) => sql`select a.file_name from public.attachments a
      join public.form11_accomps f on a.record_table = 'form11_accomps' and a.record_id = f.id where f.arbo_name = ${name}`,
  );
  expect(attached).toEqual([{ file_name: "receipt.pdf" }]);
});

test("A user can't save a new record with a photo that has no location.", async ({ page }) => {
  await signIn(page, "provincial");
  await openRecords(page, "Form11Accomp");
  const form = await openNew(page, "support record");
  await form.getByLabel("Photos to upload").setInputFiles([photo("nowhere.jpg")]);
  await expect(form.getByText("No place yet")).toBeVisible();
  await nameArbo(form, name);
  await fillRequired(form);
  await page.keyboard.press("Control+s");
  await expect(form.getByText("Not saved: 1 problem.")).toBeVisible();
  await expect(form.getByText(/A photo cannot be saved yet/)).toBeVisible();
});
