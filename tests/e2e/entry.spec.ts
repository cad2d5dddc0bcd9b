/** Data entry beyond a single form: pasted rows, duplicates, a lost connection, drafts, and refused deletions. */
import { expect, type Page, test } from "playwright/test";
import { nameArbo, update } from "./forms.ts";
import {
  chooseListAct,
  chooseRowAct,
  database,
  expectAccessible,
  intercept,
  openRecords,
  rowActs,
  signIn,
} from "./support.ts";

const region = "Region III (Central Luzon)";
const province = "Nueva Ecija";
const mark = "Entry journey";

async function clear(): Promise<void> {
  await database(async (sql) => {
    await sql`delete from public.participants where participant_name like ${`%${mark}%`}`;
    await sql`delete from public.arbo_trainings where training_title like ${`${mark}%`}`;
    await sql`delete from public.arbo_masterlist where arbo_name like ${`${mark}%`}`;
  });
}

/** Stores a training of the province and returns its training_id. */
async function makeTraining(title: string): Promise<string> {
  return database(async (sql) => {
    const [row] = await sql<{ training_id: string }[]>`
      insert into public.arbo_trainings (training_title, region_name, province_name, muncity_name, year_funded)
      values (${title}, ${region}, ${province}, 'Licab', 2024) returning training_id`;
    return row?.training_id ?? "";
  });
}

/** Pastes a block of tab-separated text into the paste field, as Ctrl+V does. */
async function paste(page: Page, text: string): Promise<void> {
  await page.getByLabel("Paste the rows here").evaluate((field, block) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", block);
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

async function openNew(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add participant", exact: true }).click();
  await expect(page.getByRole("button", { name: "Register" })).toBeVisible();
  await nameArbo(page.getByRole("dialog"), `${mark} growers`);
}

const nameField = (page: Page) => page.getByRole("dialog").getByLabel("Participant name");
const letters = (index: number) => String.fromCharCode(65 + Math.floor(index / 26), 65 + (index % 26));

// Each test opens several dialogs and needs more time than the default timeout allows.
test.setTimeout(120_000);
test.beforeEach(clear);
test.afterAll(clear);

test("A user can paste thirty participants of a training from a spreadsheet.", async ({ page }) => {
  const title = `${mark}: composting`;
  const training = await makeTraining(title);
  const known = `${mark} Known`;
  await database(
    (
      sql,
    ) => sql`insert into public.participants (participant_name, sex, region_name, province_name, muncity_name)
      values (${known}, 'Female', ${region}, ${province}, 'Licab')`,
  );
  const people = Array.from(
    { length: 29 },
    (_, index) => `${mark} ${letters(index)}\t${index % 2 ? "Male" : "Female"}\t"two\nlines"`,
  );
  const block = ["Participant name\tSex\tRemarks", ...people, `${known}\tFemale\t`].join("\r\n");

  await signIn(page, "provincial");
  await openRecords(page, "ARBO_Training", `?q=${encodeURIComponent(title)}`);
  await chooseRowAct(page, title, "Add participants");
  const dialog = page.getByRole("dialog", { name: `Participants of ${title}` });
  await expect(dialog).toBeVisible();
  const attended = `${title} (${training})`;
  await expect(dialog.getByRole("combobox", { name: `Trainings attended: ${attended}` })).toBeVisible();
  await expect(dialog.getByRole("button", { name: `Remove ${attended}` })).toBeVisible();
  await paste(page, block);
  await expect(dialog.getByText("30 rows, 3 columns")).toBeVisible();
  await expect(dialog.getByLabel("Field of column B")).toHaveValue("sex");
  await expectAccessible(page, "the columns of a pasted block");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await page.screenshot({ path: "test-results/paste-columns.png" });

  await dialog.getByRole("button", { name: "Check the rows" }).click();
  await expect(dialog.getByRole("button", { name: "New 29" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Changed 1" })).toBeVisible();
  await dialog.getByRole("button", { name: "Save 30 participants" }).click();
  await expect(dialog.getByText("Data import completed successfully.")).toBeVisible();
  await expect(dialog).toBeHidden();
  // After saving, the list shows the participants of the training.
  await expect(page).toHaveURL(/where\.training_id=/);
  await expect(page.getByText(/of 30/)).toBeVisible();
  const rows = await database(
    (sql) => sql`select p.participant_name, p.year_funded, p.remarks from public.participant_trainings l
      join public.participants p on p.id = l.participant_id where l.training_id = ${training} order by 1`,
  );
  expect(rows).toHaveLength(30);
  expect(rows[0]).toMatchObject({ participant_name: `${mark} AA`, year_funded: 2024, remarks: "two\nlines" });
});

test("A user can choose a participant's trainings by title with the keyboard alone.", async ({ page }) => {
  const titles = [`${mark}: composting`, `${mark}: bookkeeping`];
  const trainings: string[] = [];
  for (const title of titles) trainings.push(await makeTraining(title));
  await signIn(page, "provincial");
  await openRecords(page, "Participants");
  await openNew(page);
  await nameField(page).fill(`${mark} Dela Cruz`);
  const field = page
    .getByRole("form", { name: "participant" })
    .getByRole("combobox", { name: /^Trainings attended: / });
  await field.focus();
  for (const title of titles) {
    await page.keyboard.press("Enter");
    await page.keyboard.type(title);
    await expect(page.getByRole("listbox").getByRole("option")).toHaveText([new RegExp(title)]);
    await page.keyboard.press("Enter");
    await expect(field).toBeFocused();
  }
  await expect(page.getByRole("button", { name: `Remove ${titles[0]} (${trainings[0]})` })).toBeVisible();
  await expectAccessible(page, "the form with chosen trainings");
  await page.screenshot({ path: "test-results/chosen-trainings.png" });
  await page.keyboard.press("Control+s");
  await expect(page.getByText("The participant has been registered.")).toBeVisible();
  const [saved] = await database(
    (sql) => sql`select training_id from public.participants where participant_name = ${`${mark} Dela Cruz`}`,
  );
  expect(saved?.training_id).toEqual(trainings);
});

test("If a participant has the name of a stored participant, the form and the paste dialog warn the user.", async ({
  page,
}) => {
  const name = `${mark} Ana Peña`;
  await database(
    (sql) => sql`insert into public.participants (participant_name, region_name, province_name, barangay_name)
      values (${name}, ${region}, ${province}, 'Poblacion')`,
  );
  await signIn(page, "provincial");
  await openRecords(page, "Participants");
  await openNew(page);
  await nameField(page).fill(`PENA, Ana ${mark}`);
  const panel = page.getByRole("status", { name: "Possible duplicate" });
  await expect(panel).toContainText(`${name} has the same participant name in this office.`);
  await expectAccessible(page, "the form with a likely duplicate");
  await page.screenshot({ path: "test-results/likely-same.png" });
  await page.getByRole("button", { name: "Register" }).click();
  const refused = page.getByRole("alert", { name: "Possible duplicate" });
  await expect(refused).toBeFocused();
  await refused.getByRole("button", { name: "Save anyway: they are different participants" }).click();
  await expect(page.getByText("The participant has been registered.")).toBeVisible();

  await chooseListAct(page, "Paste rows");
  await paste(
    page,
    `Participant name\tBarangay\tARBO name\n${name}\tSan Juan\tGrowers\n${mark} Someone else\tSan Juan\tGrowers`,
  );
  await page.getByRole("button", { name: "Check the rows" }).click();
  await page.getByRole("button", { name: "Duplicate 1" }).click();
  const dialog = page.getByRole("dialog", { name: /Paste rows/ });
  await expect(dialog.getByRole("link", { name: "Open the stored record" }).first()).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Save 1 participant" })).toBeVisible();
  await dialog.getByRole("checkbox", { name: /Save row 2/ }).check();
  await dialog.getByRole("button", { name: "Save 2 participants" }).click();
  await expect(dialog).toBeHidden();
  const [count] = await database(
    (sql) =>
      sql`select count(*)::integer as n from public.participants where participant_name like ${`%${mark}%`}`,
  );
  expect(count?.n).toBe(4);
});

test("A row is stored exactly once, even if the connection fails during the save.", async ({
  page,
  context,
}) => {
  const name = `${mark} Offline`;
  const stored = () =>
    database((sql) => sql`select 1 from public.participants where participant_name = ${name}`);
  await signIn(page, "provincial");
  await openRecords(page, "Participants");
  await openNew(page);
  await nameField(page).fill(name);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Register" }).click();
  const kept = page.getByText("The participant is kept on this computer.").first();
  await expect(kept).toBeVisible();
  await page.screenshot({ path: "test-results/offline.png" });
  expect(await stored()).toHaveLength(0);
  await page.keyboard.press("Escape");
  await context.setOffline(false);
  await expect.poll(stored, { timeout: 30_000 }).toHaveLength(1);

  // When the response to a save is lost, the row is sent again and stored only once.
  await openNew(page);
  await expect(page.getByText("You have unsaved entries")).toBeHidden();
  const lost = `${mark} Lost answer`;
  await nameField(page).fill(lost);
  await intercept(page, "**/api/participant/update*", async (route) => {
    await route.fetch();
    await route.abort("connectionfailed");
  });
  await page.getByRole("button", { name: "Register" }).click();
  await expect(kept).toBeVisible();
  await page.unroute("**/api/participant/update*");
  await page.reload();
  await expect(page.getByRole("button", { name: "Add participant", exact: true })).toBeVisible();
  await page.waitForTimeout(3000);
  await expect(page.getByRole("link", { name: /to send/ })).toBeHidden({ timeout: 30_000 });
  const twice = await database(
    (sql) => sql`select 1 from public.participants where participant_name = ${lost}`,
  );
  expect(twice).toHaveLength(1);

  // The user leaves two drafts: one of a new row and one of a stored row.
  await openNew(page);
  await nameField(page).fill(`${mark} Draft`);
  await page.waitForTimeout(600);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep as a draft" }).click();
  await page.goto(`/homepage/forms/Participants?q=${encodeURIComponent(name)}`);
  await rowActs(page, name).getByRole("button", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Remarks" }).fill("half a sentence");
  await page.waitForTimeout(600);
  await page.goto("/homepage/forms/Participants");
  const drafts = page.getByRole("region", { name: "Unsaved drafts" });
  await expect(drafts).toContainText("2 unsaved drafts");
  await expectAccessible(page, "the list with drafts");
  await page.screenshot({ path: "test-results/drafts.png" });
  await drafts.getByRole("button", { name: `Discard the draft of ${mark} Draft (new participant)` }).click();
  await expect(drafts).toContainText("1 unsaved draft");
  await drafts.getByRole("button", { name: `Continue the draft of ${name} (participant)` }).click();
  await expect(page.getByRole("textbox", { name: "Remarks" })).toHaveValue("half a sentence");
  await update(page);
  await expect(page.getByText("The participant has been updated.")).toBeVisible();
  await expect(drafts).toBeHidden();
});

test("A user can't delete an ARBO to which trainings refer, and sees links to these trainings.", async ({
  page,
}) => {
  const name = `${mark} ARBO`;
  await database(async (sql) => {
    const [row] = await sql<{ id: string }[]>`
      insert into public.arbo_masterlist (arbo_name, region_name, province_name) values (${name}, ${region}, ${province}) returning id`;
    await sql`insert into public.arbo_trainings (training_title, region_name, province_name, "arboPrimaryKey", process_stage)
      select ${`${mark}: `} || n, ${region}, ${province}, ${row?.id ?? 0}, case n when 1 then 'Approved' end from generate_series(1, 2) n`;
  });
  await signIn(page, "provincial");
  await openRecords(page, "ARBO_Masterlist", `?q=${encodeURIComponent(name)}`);
  await chooseRowAct(page, name, "Delete");
  await page.getByRole("button", { name: "Yes, delete" }).click();
  await expect(page.getByText("This ARBO is still used by 2 trainings.")).toBeVisible();
  await page.getByRole("link", { name: "Show the 2 trainings" }).click();
  await expect(page.getByRole("grid")).toContainText(`${mark}: 1`);
  await expect(page.getByRole("grid")).toContainText(`${mark}: 2`);
});
