/**
 * Files attached to a record. A user adds files in the form, even before the record is saved, opens them by URL, and
 * removes and restores them.
 */
import { expect, test } from "playwright/test";
import { heic, impostors, pdf } from "../support/photos.ts";
import { makeSupport, near, photo, removeSupport } from "./evidence-support.ts";
import { chooseQuarter, nameArbo, openNew, update } from "./forms.ts";
import { storedIn } from "./offline-support.ts";
import { database, expectAccessible, openRecords, signIn } from "./support.ts";

const name = "Journey Growers with Papers";
test.afterAll(() => removeSupport(name));

const linksOf = async (id: number): Promise<string[]> => {
  const [row] = await database(
    (sql) => sql<{ links: string[] | null }[]>`
      select "uploadFile" as links from public.form11_accomps where id = ${id}`,
  );
  return row?.links ?? [];
};

const linkOf = async (file: string): Promise<string> => {
  const [row] = await database(
    (sql) => sql<{ upload_id: string }[]>`select upload_id from public.attachments where file_name = ${file}`,
  );
  return `/homepage/files/${row?.upload_id}`;
};

test("A user can attach, open, remove and restore files without losing unsaved entries in the form.", async ({
  page,
}) => {
  const { id } = await makeSupport(name);
  await signIn(page, "provincial");
  await page.goto(`/homepage/forms/Form11Accomp?edit=${id}`);
  await page.getByRole("textbox", { name: "Remarks" }).fill("Papers are attached");
  await page.getByRole("button", { name: "Add files to Attached files" }).click();
  await page
    .getByLabel("Files to upload")
    .setInputFiles([
      { name: "deed.pdf", mimeType: "application/pdf", buffer: pdf() },
      { name: "phone.heic", mimeType: "image/heic", buffer: heic() },
      photo("paper.jpg"),
      { name: "page.pdf", mimeType: "application/pdf", buffer: impostors["page.pdf"] },
    ]);
  await page.getByRole("button", { name: "Upload 3" }).click();
  await expect(page.getByText("3 of 4 saved, 1 cannot be sent.")).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  const files = page.getByRole("list", { name: "Files of Attached files" });
  await expect(files.getByRole("link")).toHaveText(["deed.pdf", "paper.jpg", "phone.heic"]);
  await expectAccessible(page, "form with attached files");

  // Attaching files changed the stored row. Even so, the form still has the unsaved entries and can save them.
  await expect(page.getByRole("textbox", { name: "Remarks" })).toHaveValue("Papers are attached");
  await update(page);
  await expect(page.getByText("has been updated")).toBeVisible();
  const links = await linksOf(id);
  expect(links).toHaveLength(3);

  // The URL stored in the field opens the file.
  const address = await linkOf("paper.jpg");
  expect(links).toContain(address);
  await page.goto(address);
  await expect(page.getByRole("heading", { name: "paper.jpg" })).toBeVisible();
  const signed = await page.getByRole("link", { name: "Open the file" }).getAttribute("href");
  const answer = await page.request.get(String(signed));
  expect(answer.status()).toBe(200);
  expect(answer.headers()["content-type"]).toBe("image/jpeg");

  await page.goto(`/homepage/forms/Form11Accomp?edit=${id}`);
  await page.getByRole("button", { name: "Remove deed.pdf" }).click();
  await page.getByRole("button", { name: "Yes, remove" }).click();
  await expect(files.getByRole("link")).toHaveText(["paper.jpg", "phone.heic"]);
  expect(await linksOf(id)).toHaveLength(2);

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("deed.pdf: restored.")).toBeVisible();
  await expect(files.getByRole("link")).toHaveText(["deed.pdf", "paper.jpg", "phone.heic"]);
  expect(await linksOf(id)).toHaveLength(3);
});

test("A draft of a new record keeps the chosen files until the record is saved.", async ({ page }) => {
  await removeSupport(name);
  await signIn(page, "provincial");
  await openRecords(page, "Form11Accomp");
  let form = await openNew(page, "support record");
  await expect(form.getByRole("button", { name: "Take a photo" })).toBeVisible();
  await form.getByLabel("Files for Attached files").setInputFiles([
    { name: "draft.pdf", mimeType: "application/pdf", buffer: pdf("draft") },
    { name: "page.pdf", mimeType: "application/pdf", buffer: impostors["page.pdf"] },
  ]);
  const files = form.getByRole("list", { name: "Files of Attached files" }).getByRole("listitem");
  await expect(files).toContainText(["Ready", "Cannot be sent"]);
  await form.getByLabel("Photos to upload").setInputFiles([photo("site.jpg", { gps: near })]);
  await expect(form.getByRole("list", { name: "Photos" }).getByRole("listitem")).toContainText(["Ready"]);
  await page.screenshot({ path: "test-results/new-files.png" });
  await expectAccessible(page, "files of a new record");
  await expect.poll(() => storedIn(page, "files")).toHaveLength(2);

  // The draft has the files although the user typed nothing. They are still in the draft after a reload of the page.
  await page.reload();
  await openRecords(page, "Form11Accomp");
  await page.getByRole("button", { name: /^Continue the draft of/ }).click();
  form = page.getByRole("dialog", { name: "New support record" });
  await expect(files).toContainText(["draft.pdf"]);
  await expect(form.getByRole("list", { name: "Photos" }).getByRole("listitem")).toContainText([
    "site.jpgReady",
  ]);
  await nameArbo(form, name);
  await chooseQuarter(form);
  await form.getByRole("textbox", { name: "Description" }).fill("Hand tractor");
  await page.keyboard.press("Control+s");
  await expect(page.getByText("The support record has been registered.")).toBeVisible();
  await expect(page.getByText("Everything that waited on this computer has been sent.")).toBeVisible();
  const [sent] = await database(
    (sql) => sql<{ links: string[]; photos: string[] }[]>`
      select f."uploadFile" as links,
        array(select g.file_name from public.form_11_geotags g where g.form11_id = f.id) as photos
      from public.form11_accomps f where f.arbo_name = ${name}`,
  );
  expect(sent).toEqual({ links: [await linkOf("draft.pdf")], photos: ["site.jpg"] });
  await expect.poll(() => storedIn(page, "files")).toHaveLength(0);
});

test("If a user restores an older draft in a new form, the app stores the file that the user had chosen as a separate draft.", async ({
  page,
}) => {
  await removeSupport(name);
  await signIn(page, "provincial");
  await openRecords(page, "Form11Accomp");
  const form = await openNew(page, "support record");
  await form.getByRole("textbox", { name: "Description" }).fill("Rice thresher");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep as a draft" }).click();

  // A user chooses a file for a new row and then restores an older draft. The app stores the chosen file in a separate
  // draft.
  await openNew(page, "support record");
  const files = form.getByRole("list", { name: "Files of Attached files" }).getByRole("listitem");
  const chosen = form.getByLabel("Files for Attached files");
  await chosen.setInputFiles([{ name: "other.pdf", mimeType: "application/pdf", buffer: pdf("other") }]);
  await expect(files).toContainText(["other.pdf"]);
  await form.getByRole("button", { name: "Restore entries", exact: true }).click();
  await expect(form.getByRole("textbox", { name: "Description" })).toHaveValue("Rice thresher");
  await expect(files).toHaveCount(0);
  await expect(form.getByText(/^You have unsaved entries/)).toBeVisible();

  await chosen.setInputFiles([
    { name: "thresher.pdf", mimeType: "application/pdf", buffer: pdf("thresher") },
  ]);
  await expect(files).toContainText(["Ready"]);
  await form.getByRole("checkbox", { name: "Required fields only" }).check();
  await expect(form.getByRole("textbox", { name: "Remarks" })).toBeHidden();
  await expect(files).toContainText(["thresher.pdf"]);
  await nameArbo(form, name);
  await chooseQuarter(form);
  await page.keyboard.press("Control+s");
  await expect(page.getByText("The support record has been registered.")).toBeVisible();
  await expect(page.getByText("Everything that waited on this computer has been sent.")).toBeVisible();
  const [sent] = await database(
    (sql) => sql<{ links: string[] }[]>`
      select "uploadFile" as links from public.form11_accomps where arbo_name = ${name}`,
  );
  expect(sent?.links).toEqual([await linkOf("thresher.pdf")]);
  await expect(
    page.getByRole("button", { name: /^Discard the draft of new support record, 1 file/ }),
  ).toBeVisible();
});

test("A draft keeps all chosen files if the user closes the form right after choosing them.", async ({
  page,
}) => {
  await signIn(page, "provincial");
  await openRecords(page, "Form11Accomp");
  const form = await openNew(page, "support record");
  const names = Array.from({ length: 8 }, (_, n) => `photo-${n}.jpg`);
  await form.getByLabel("Files for Attached files").setInputFiles(names.map((one) => photo(one)));
  const files = form.getByRole("list", { name: "Files of Attached files" }).getByRole("listitem");
  await expect(files).toHaveCount(names.length);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep as a draft" }).click();
  await expect(form).toBeHidden();

  await page.getByRole("button", { name: "Continue the draft of new support record, 8 files" }).click();
  await expect(files).toContainText(names.map((one) => `${one}Ready`));
});

test("A user can save an open form after adding a file to the same record in another tab.", async ({
  page,
  context,
}) => {
  const { id } = await makeSupport(name);
  await signIn(page, "provincial");
  await page.goto(`/homepage/forms/Form11Accomp?edit=${id}`);
  await page.getByRole("textbox", { name: "Remarks" }).fill("Typed before the file arrived");
  const other = await context.newPage();
  await other.goto(`/homepage/forms/Form11Accomp?edit=${id}`);
  await other.getByRole("button", { name: "Add files to Attached files" }).click();
  await other
    .getByLabel("Files to upload")
    .setInputFiles([{ name: "late.pdf", mimeType: "application/pdf", buffer: pdf() }]);
  await other.getByRole("button", { name: "Upload 1" }).click();
  await expect(other.getByText("1 of 1 saved.")).toBeVisible();
  await update(page);
  await expect(page.getByText("has been updated")).toBeVisible();
  expect(await linksOf(id)).toHaveLength(1);
});

test('The URL of a file that does not exist shows the page "There is no such page".', async ({ page }) => {
  await signIn(page, "provincial");
  await page.goto("/homepage/files/00000000-0000-4000-8000-000000000000");
  await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
});
