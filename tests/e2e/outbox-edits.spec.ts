/**
 * A user opens and changes an entry that waits to be sent. The outbox must still have only one entry for the row.
 * Drafts of the row must open in its form, even after the entry was sent.
 */
import { expect, type Page, test } from "playwright/test";
import { untilUserStored } from "./offline-support.ts";
import { keepParticipant, waitingLink } from "./outbox-support.ts";
import { database, openRecords, signIn, untilInstalled } from "./support.ts";

const mark = "Outbox edit";

const clear = () =>
  database((sql) => sql`delete from public.participants where participant_name like ${`${mark}%`}`);

test.use({ serviceWorkers: "allow" });
test.setTimeout(120_000);
test.beforeEach(async () => void (await clear()));
test.afterAll(async () => void (await clear()));

/** Stores a participant and returns the id. */
const insert = (name: string): Promise<number> =>
  database(async (sql) => {
    const [row] = await sql<{ id: number }[]>`
      insert into public.participants (participant_name, sex, region_name, province_name, muncity_name, remarks)
      values (${name}, 'Female', 'Region III (Central Luzon)', 'Nueva Ecija', 'Licab', 'First')
      returning id::float8 as id`;
    return row?.id ?? 0;
  });

const stored = () =>
  database(
    (sql) => sql<{ name: string; remarks: string | null; nickname: string | null }[]>`
      select participant_name as name, remarks from public.participants
      where participant_name like ${`${mark}%`} order by 1`,
  );

/**
 * Opens the list of participants, or one of its forms. Waits until the browser has stored everything for work without a
 * connection.
 */
async function openInstalled(page: Page, search = ""): Promise<void> {
  await signIn(page, "provincial");
  await openRecords(page, "Participants", search);
  await untilInstalled(page);
  await untilUserStored(page);
}

const remarks = (page: Page) => page.getByRole("dialog").getByRole("textbox", { name: "Remarks" });

/** Saves the open form of a stored row without a connection. */
async function keepChange(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Update" }).click();
  await page.getByRole("button", { name: /^Yes/ }).click();
  await expect(page.getByText("The participant is kept on this computer.").first()).toBeVisible();
  await page.keyboard.press("Escape");
}

/** Closes the open form and keeps its entries as a draft. */
async function keepDraft(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep as a draft" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

async function sendAll(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await expect(waitingLink(page)).toBeHidden({ timeout: 30_000 });
}

test('When a user edits a new row in the outbox, the form has no button "Save and next".', async ({
  page,
  context,
}) => {
  await openInstalled(page);
  await context.setOffline(true);
  await keepParticipant(page, `${mark} Ana`, `${mark} growers`);
  await waitingLink(page).click();
  await page.getByRole("link", { name: `Edit ${mark} Ana` }).click();
  const form = page.getByRole("dialog", { name: "New participant" });
  await expect(form.getByRole("button", { name: "Register" })).toBeVisible();
  await expect(form.getByRole("button", { name: /next/i })).toHaveCount(0);
  await page.keyboard.press("Control+Enter");
  await expect(form).toBeHidden();
  await expect(waitingLink(page)).toHaveAccessibleName("1 entry to send");
});

test("If a user changes a value offline and then changes it back, the outbox no longer contains the change.", async ({
  page,
  context,
}) => {
  const id = await insert(`${mark} Berta`);
  await openInstalled(page, `?edit=${id}`);
  await context.setOffline(true);
  await remarks(page).fill("Second");
  await keepChange(page);
  await expect(waitingLink(page)).toHaveAccessibleName("1 entry to send");
  await waitingLink(page).click();
  await page.getByRole("link", { name: `Edit ${mark} Berta` }).click();
  await expect(remarks(page)).toHaveValue("Second");
  await remarks(page).fill("First");
  await page.getByRole("button", { name: "Update" }).click();
  await expect(page.getByText("There were no changes to save.").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(waitingLink(page)).toBeHidden();
  await context.setOffline(false);
  await page.reload();
  await expect(page.getByRole("grid")).toBeVisible();
  expect(await stored()).toMatchObject([{ name: `${mark} Berta`, remarks: "First" }]);
});

test("If the server saves a change but its response is lost, the user can still change the value back.", async ({
  page,
}) => {
  const id = await insert(`${mark} Bella`);
  await openInstalled(page, `?edit=${id}`);
  let isLost = false;
  // The server handles the first request, but its response is lost. Later requests do not reach the server.
  await page.route("**/api/participant/update*", async (route) => {
    if (!isLost) await route.fetch();
    isLost = true;
    await route.abort();
  });
  await remarks(page).fill("Second");
  await keepChange(page);
  expect(await stored()).toMatchObject([{ remarks: "Second" }]);
  await waitingLink(page).click();
  await page.getByRole("link", { name: `Edit ${mark} Bella` }).click();
  await remarks(page).fill("First");
  await page.unroute("**/api/participant/update*");
  await page.getByRole("button", { name: "Update" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(waitingLink(page)).toBeHidden({ timeout: 30_000 });
  expect(await stored()).toMatchObject([{ remarks: "First" }]);
});

test("If a user continues the draft of an unsent change, the outbox keeps the change and the draft as one entry.", async ({
  page,
  context,
}) => {
  const id = await insert(`${mark} Clara`);
  await openInstalled(page, `?edit=${id}`);
  await context.setOffline(true);
  await remarks(page).fill("Second");
  await keepChange(page);
  await waitingLink(page).click();
  await page.getByRole("link", { name: `Edit ${mark} Clara` }).click();
  await page.getByRole("dialog").getByLabel("Participant name").fill(`${mark} Clara Cruz`);
  await keepDraft(page);
  await page.getByRole("button", { name: /^Continue the draft/ }).click();
  const form = page.getByRole("dialog", { name: `${mark} Clara` });
  await expect(form.getByLabel("Participant name")).toHaveValue(`${mark} Clara Cruz`);
  await expect(remarks(page)).toHaveValue("Second");
  await keepChange(page);
  await expect(waitingLink(page)).toHaveAccessibleName("1 entry to send");
  await sendAll(page);
  expect(await stored()).toMatchObject([{ name: `${mark} Clara Cruz`, remarks: "Second" }]);
});

test("If an unsent new row has a draft with later entries, the user can continue the draft after the row was sent.", async ({
  page,
  context,
}) => {
  await openInstalled(page);
  await context.setOffline(true);
  await keepParticipant(page, `${mark} Dora`, `${mark} growers`);
  await waitingLink(page).click();
  await page.getByRole("link", { name: `Edit ${mark} Dora` }).click();
  await remarks(page).fill("Typed later");
  await keepDraft(page);
  await sendAll(page);
  await page.getByRole("button", { name: /^Continue the draft/ }).click();
  const form = page.getByRole("dialog", { name: `${mark} Dora` });
  await expect(form.getByRole("textbox", { name: "Remarks" })).toHaveValue("Typed later");
  await page.getByRole("button", { name: "Update" }).click();
  await page.getByRole("button", { name: /^Yes/ }).click();
  await expect(page.getByText("The participant has been updated.").first()).toBeVisible();
  expect(await stored()).toMatchObject([{ name: `${mark} Dora`, remarks: "Typed later" }]);
});

test("A cell shows its unsent value, and entering the stored value again withdraws the change.", async ({
  page,
  context,
}) => {
  await insert(`${mark} Elena`);
  await openInstalled(page, "?q=Outbox%20edit");
  await context.setOffline(true);
  const cell = (column: string) => page.getByRole("row").locator(`.ag-cell[col-id="${column}"]`).first();
  const enter = async (name: string) => {
    await cell("sex").click();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("F2");
    await expect(page.getByRole("dialog", { name: /^Participant name/ })).toBeVisible();
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
  };
  await enter(`${mark} Elena Cruz`);
  await page.getByRole("button", { name: /^Yes/ }).click();
  await expect(waitingLink(page)).toHaveAccessibleName("1 entry to send");
  await expect(cell("participant_name")).toHaveText(`${mark} Elena Cruz`);
  await expect(cell("participant_name")).toHaveClass(/cell-saving/);
  await enter(`${mark} Elena`);
  await expect(page.getByText("the unsent change was withdrawn").first()).toBeVisible();
  await expect(waitingLink(page)).toBeHidden();
  await expect(cell("participant_name")).toHaveText(`${mark} Elena`);
  await context.setOffline(false);
  await page.reload();
  await expect(page.getByRole("grid")).toBeVisible();
  expect(await stored()).toMatchObject([{ name: `${mark} Elena` }]);
});

test("If an entry is open in another tab, its form says so and opens when the other tab closes it.", async ({
  page,
  context,
}) => {
  const id = await insert(`${mark} Fe`);
  await openInstalled(page, `?edit=${id}`);
  await context.setOffline(true);
  await remarks(page).fill("Second");
  await keepChange(page);
  await openRecords(page, "Participants", `?edit=${id}`);
  await expect(remarks(page)).toHaveValue("Second");
  const other = await context.newPage();
  await openRecords(other, "Participants", `?edit=${id}`);
  const form = other.getByRole("dialog");
  await expect(form.getByText("This entry is open in another tab.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(remarks(other)).toHaveValue("Second");
  await expect(form.getByText("This entry is open in another tab.")).toHaveCount(0);
});
