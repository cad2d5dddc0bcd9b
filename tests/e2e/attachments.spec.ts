/**
 * Files attached to a record: a user adds files in the form, opens them by URL, removes and restores them. A record
 * accepts files only after it is registered.
 */
import { expect, test } from "playwright/test";
import { heic, impostors, pdf } from "../support/photos.ts";
import { makeSupport, photo, removeSupport } from "./evidence-support.ts";
import { update } from "./forms.ts";
import { database, expectAccessible, signIn } from "./support.ts";

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

test("A user attaches files without losing unsaved entries, and can open, remove and restore a file.", async ({
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

  // Attaching files changed the stored row. The form keeps the unsaved entries and can still save them.
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

test("The form of a new support record has a button to take a photo, and says that files can be added once the record is registered.", async ({
  page,
}) => {
  await signIn(page, "provincial");
  await page.goto("/homepage/forms/Form11Accomp?new=1");
  await expect(
    page.getByText("Files can be added once this support record has been registered."),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Take a photo" })).toBeVisible();
});

test('A URL of a file that does not exist shows the page "There is no such page".', async ({ page }) => {
  await signIn(page, "provincial");
  await page.goto("/homepage/files/00000000-0000-4000-8000-000000000000");
  await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
});
