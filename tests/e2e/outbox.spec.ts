/**
 * Entries made without a connection are stored on this computer and sent once: new rows, references between them,
 * conflicts, and entries that are unsent at a sign-out.
 */
import ExcelJS from "exceljs";
import { expect, test } from "playwright/test";
import { chooseArbo, expectArbo, openNew } from "./forms.ts";
import { untilUserStored } from "./offline-support.ts";
import { keepParticipant, waitingLink } from "./outbox-support.ts";
import { database, expectAccessible, openRecords, signIn, signInByForm, untilInstalled } from "./support.ts";

const region = "Region III (Central Luzon)";
const province = "Nueva Ecija";
const mark = "Outbox journey";

async function clear(): Promise<void> {
  await database(async (sql) => {
    await sql`delete from public.participants where participant_name like ${`${mark}%`}`;
    await sql`delete from public.arbo_masterlist where arbo_name like ${`${mark}%`}`;
  });
}

test.use({ serviceWorkers: "allow" });
test.setTimeout(120_000);
test.beforeEach(clear);
test.afterAll(clear);

const stored = (table: "participants" | "arbo_masterlist") =>
  database((sql) =>
    table === "participants"
      ? sql<{ name: string; arbo: string | null }[]>`
          select p.participant_name as name, a.arbo_name as arbo from public.participants p
          left join public.arbo_masterlist a on a.id = p."arboPrimaryKey"
          where p.participant_name like ${`${mark}%`} order by 1`
      : sql<{ name: string; arbo: string | null }[]>`
          select arbo_name as name, null as arbo from public.arbo_masterlist
          where arbo_name like ${`${mark}%`} order by 1`,
  );

test("A user can list, correct and export the entries made offline.", async ({ page, context }) => {
  await signIn(page, "provincial");
  await openRecords(page, "Participants");
  await untilInstalled(page);
  await untilUserStored(page);
  await context.setOffline(true);
  for (const name of ["Ana", "Ben", "Carla"])
    await keepParticipant(page, `${mark} ${name}`, `${mark} growers`);
  await expect(waitingLink(page)).toHaveAccessibleName("3 entries to send");
  const bar = page.getByRole("region", { name: "Waiting to send" });
  await expect(bar).toContainText("3 entries of this list wait on this computer to be sent.");
  await bar.getByRole("link").click();

  const waiting = page.getByRole("region", { name: "Waiting", exact: true });
  await expect(waiting.getByRole("row")).toHaveCount(4);
  await expect(waiting.getByRole("row", { name: /Ana/ })).toContainText("Waiting for the connection");
  await expectAccessible(page, "entries that wait to be sent");
  await page.screenshot({ path: "test-results/waiting.png" });

  await waiting.getByRole("button", { name: `Delete ${mark} Carla` }).click();
  await expect(waiting.getByRole("row")).toHaveCount(3);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(waiting.getByRole("row")).toHaveCount(4);
  await waiting.getByRole("button", { name: `Delete ${mark} Carla` }).click();

  await waiting.getByRole("link", { name: `Edit ${mark} Ben` }).click();
  const form = page.getByRole("dialog", { name: "New participant" });
  await expect(form.getByLabel("Participant name")).toHaveValue(`${mark} Ben`);
  await form.getByLabel("Participant name").fill(`${mark} Benjamin`);
  await form.getByRole("button", { name: "Register" }).click();
  await expect(page.getByText("The participant is kept on this computer.").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(waitingLink(page)).toHaveAccessibleName("2 entries to send");

  await waitingLink(page).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export to Excel" }).click(),
  ]);
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(await download.path());
  expect(workbook.worksheets.map(({ name }) => name)).toEqual(["Participants"]);
  expect(JSON.stringify(workbook.worksheets[0]?.getSheetValues())).toContain(`${mark} Benjamin`);

  await context.setOffline(false);
  await expect(page.getByText("Everything has been sent.")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("region", { name: "Sent" }).getByRole("link")).toHaveText([
    `${mark} Benjamin`,
    `${mark} Ana`,
  ]);
  expect((await stored("participants")).map(({ name }) => name)).toEqual([`${mark} Ana`, `${mark} Benjamin`]);
  await expect(waitingLink(page)).toBeHidden();
});

test("The app sends an unsent ARBO before an unsent participant of this ARBO.", async ({ page, context }) => {
  await signIn(page, "provincial");
  await openRecords(page, "ARBO_Masterlist");
  await untilInstalled(page);
  await untilUserStored(page);
  await context.setOffline(true);
  const arbo = await openNew(page, "ARBO");
  await arbo.getByLabel("ARBO name", { exact: true }).fill(`${mark} cooperative`);
  await arbo.getByRole("button", { name: "Register" }).click();
  await expect(page.getByText("The ARBO is kept on this computer.").first()).toBeVisible();
  await page.keyboard.press("Escape");

  await page.goto("/homepage/forms/Participants");
  const form = await openNew(page, "participant");
  await form.getByLabel("Participant name").fill(`${mark} Fe`);
  await chooseArbo(form, `${mark} cooperative (waits to be sent)`);
  await expectArbo(form, `${mark} cooperative`);
  await form.getByRole("button", { name: "Register" }).click();
  await expect(page.getByText("The participant is kept on this computer.").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await waitingLink(page).click();
  await expect(page.getByRole("row", { name: /Fe/ })).toContainText(`Waits for ARBO ${mark} cooperative`);
  await context.setOffline(false);
  await expect(page.getByText("Everything has been sent.")).toBeVisible({ timeout: 30_000 });
  expect(await stored("participants")).toEqual([{ name: `${mark} Fe`, arbo: `${mark} cooperative` }]);
});

test("A user can resolve a conflict between an offline edit and another user's change.", async ({
  page,
  context,
}) => {
  const id = await database(async (sql) => {
    const [row] = await sql<{ id: number }[]>`
      insert into public.participants (participant_name, sex, region_name, province_name, muncity_name)
      values (${`${mark} Dina`}, 'Female', ${region}, ${province}, 'Licab') returning id::float8 as id`;
    return row?.id ?? 0;
  });
  await signIn(page, "provincial");
  await openRecords(page, "Participants", `?edit=${id}`);
  await untilInstalled(page);
  await untilUserStored(page);
  const form = page.getByRole("dialog", { name: `${mark} Dina` });
  await form.getByRole("textbox", { name: "Remarks" }).fill("Mine");
  await context.setOffline(true);
  await form.getByRole("button", { name: "Update" }).click();
  await page.getByRole("button", { name: /^Yes/ }).click();
  await expect(page.getByText("The participant is kept on this computer.").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await database((sql) => sql`update public.participants set remarks = 'Theirs' where id = ${id}`);
  await context.setOffline(false);
  await expect(waitingLink(page)).toHaveAccessibleName("1 entry to send, 1 not accepted", {
    timeout: 30_000,
  });
  const bar = page.getByRole("region", { name: "Waiting to send" });
  await expect(bar).toHaveText("1 entry was not accepted. Show it");
  await bar.getByRole("link", { name: "Show it" }).click();
  await expect(page.getByRole("status").filter({ hasText: "not accepted" })).toHaveText(
    "0 entries to send. 1 entry was not accepted. Correct or delete what is listed below.",
  );
  await expect(page.getByRole("button", { name: "Send now" })).toBeDisabled();
  const refused = page.getByRole("region", { name: "Not accepted" });
  await expect(refused.getByRole("row", { name: /Dina/ })).toContainText("Not accepted:");
  await expectAccessible(page, "an entry that was not accepted");
  await page.screenshot({ path: "test-results/not-accepted.png" });
  await refused.getByRole("link", { name: `Correct ${mark} Dina` }).click();
  const panel = page.getByRole("region", { name: /Someone else saved this participant/ });
  await panel.getByRole("button", { name: "Keep all of mine" }).click();
  await page.getByRole("button", { name: "Update" }).click();
  await page.getByRole("button", { name: /^Yes/ }).click();
  await expect(page.getByText("The participant has been updated.").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(waitingLink(page)).toBeHidden();
  const [row] = await database(
    (sql) => sql<{ remarks: string }[]>`
    select remarks from public.participants where id = ${id}`,
  );
  expect(row?.remarks).toBe("Mine");
});

test("Unsent entries of a signed-out user are sent when this user signs in again.", async ({
  page,
  context,
}) => {
  await signInByForm(page, "provincial");
  await openRecords(page, "Participants");
  await untilInstalled(page);
  await untilUserStored(page);
  await context.setOffline(true);
  await keepParticipant(page, `${mark} Elsa`, `${mark} growers`);
  // The server is reachable again, but still refuses every save.
  await page.route("**/api/**/update*", (route) => route.abort());
  await context.setOffline(false);
  await page.getByRole("button", { name: "Logout" }).first().click();
  const question = page.getByRole("dialog", { name: "1 entry has not been sent" });
  await expect(question).toBeVisible();
  await expectAccessible(page, "the question before a sign-out");
  await page.screenshot({ path: "test-results/sign-out.png" });
  await question.getByRole("button", { name: "Stay" }).click();
  await page.getByRole("button", { name: "Logout" }).first().click();
  await question.getByRole("button", { name: "Log out" }).click();
  await page.waitForURL((url) => url.pathname === "/");

  await signInByForm(page, "regional");
  await page.waitForTimeout(2000);
  await expect(waitingLink(page)).toBeHidden();
  await page.unroute("**/api/**/update*");
  await page.getByRole("button", { name: "Logout" }).first().click();
  await page.waitForURL((url) => url.pathname === "/");
  expect(await stored("participants")).toEqual([]);

  await signInByForm(page, "provincial");
  await expect.poll(() => stored("participants"), { timeout: 30_000 }).toHaveLength(1);
});
