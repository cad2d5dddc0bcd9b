/**
 * Changes on the server while the browser has unsent entries: for example, the reporting window closes, the user is
 * disabled, or the product is upgraded. No entry is lost: the app sends the entry later, or keeps it with the reason
 * for the refusal.
 */
import { expect, type Page, test } from "playwright/test";
import { openDatabase } from "#shared/server/sql/sql.ts";
import { testStack } from "../test-stack.ts";
import { nameArbo, openNew } from "./forms.ts";
import { untilUserStored } from "./offline-support.ts";
import { asAdministrator, expectWaiting, waitingLink } from "./outbox-support.ts";
import { database, openRecords, signInByForm, untilInstalled } from "./support.ts";
import { makeNextVersion, startVersionsHost } from "./versions-host.ts";

const mark = "Refused meanwhile";
const place = { region_name: "Region III (Central Luzon)", province_name: "Nueva Ecija" };

async function clear(): Promise<void> {
  await database(async (sql) => {
    await sql`delete from public.participants where participant_name like ${`${mark}%`}`;
    await sql`delete from public.arbo_trainings where training_title like ${`${mark}%`}`;
    await sql`update public.report_schedules set status = 'OnGoing' where region_name is null`;
  });
}

test.use({ serviceWorkers: "allow" });
test.setTimeout(120_000);
test.beforeEach(clear);
test.afterAll(clear);

const storedNames = () =>
  database(async (sql) => {
    const rows = await sql<{ name: string }[]>`
      select participant_name as name from public.participants where participant_name like ${`${mark}%`} order by 1`;
    return rows.map(({ name }) => name);
  });

const provincialId = () =>
  database(async (sql) => {
    const [row] = await sql<
      { id: string }[]
    >`select id::text as id from public.users where username = 'provincial'`;
    return row?.id ?? "";
  });

/** Signs the user in, and registers a new participant without a connection. */
async function keepParticipant(page: Page, name: string): Promise<void> {
  await signInByForm(page, "provincial");
  await openRecords(page, "Participants");
  await untilInstalled(page);
  await untilUserStored(page);
  await page.context().setOffline(true);
  const form = await openNew(page, "participant");
  await nameArbo(form, `${mark} growers`);
  await form.getByLabel("Participant name").fill(`${mark} ${name}`);
  await form.getByRole("button", { name: "Register" }).click();
  await expect(page.getByText("The participant is kept on this computer.").first()).toBeVisible();
  await expectWaiting(page, 1);
}

/** Stores a training, changes its remarks in the form without a connection, and returns its id. */
async function keepChange(page: Page): Promise<number> {
  const id = await database(async (sql) => {
    const training = {
      training_title: `${mark} composting`,
      start_date: "2026-03-02",
      arbo_name: `${mark} growers`,
    };
    const [row] = await sql<{ id: number }[]>`
      insert into public.arbo_trainings ${sql({ ...training, ...place })} returning id::float8 as id`;
    return row?.id ?? 0;
  });
  await signInByForm(page, "provincial");
  await openRecords(page, "ARBO_Training", `?edit=${id}`);
  await untilInstalled(page);
  await untilUserStored(page);
  await page.getByRole("dialog").getByRole("textbox", { name: "Remarks" }).fill("Mine");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await page.getByRole("button", { name: /^Yes/ }).click();
  await expectWaiting(page, 1);
  return id;
}

/** Waits until the entry was refused, and opens the list of entries. */
async function openRefused(page: Page) {
  await page.context().setOffline(false);
  await expect(waitingLink(page)).toHaveAccessibleName("1 entry to send, 1 not accepted", {
    timeout: 30_000,
  });
  await waitingLink(page).click();
  return page.getByRole("region", { name: "Not accepted" }).getByRole("row").filter({ hasText: mark });
}

async function expectExport(page: Page): Promise<void> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export to Excel" }).click();
  expect((await download).suggestedFilename()).toMatch(/^waiting-entries-.*\.xlsx$/);
}

test("If the reporting window closes before the app can send a row entered offline, the row stays in the outbox.", async ({
  page,
}) => {
  await keepParticipant(page, "Ana");
  await database(
    (sql) => sql`update public.report_schedules set status = 'Closed' where region_name is null`,
  );
  const refused = await openRefused(page);
  await expect(refused).toContainText(/Not accepted: .*window/i);
  await expectExport(page);
  await database(
    (sql) => sql`update public.report_schedules set status = 'OnGoing' where region_name is null`,
  );
  await refused.getByRole("button", { name: /^Send again/ }).click();
  await expect.poll(storedNames, { timeout: 30_000 }).toEqual([`${mark} Ana`]);
  await expectWaiting(page, 0);
});

test("If a row is approved before the app can send a user's offline change of it, the change stays in the outbox.", async ({
  page,
}) => {
  const id = await keepChange(page);
  await database((sql) => sql`update public.arbo_trainings set process_stage = 'Approved' where id = ${id}`);
  const refused = await openRefused(page);
  await expect(refused).toContainText(/Not accepted: /);
  await expectExport(page);
  await refused.getByRole("link", { name: /^Correct / }).click();
  await expect(page.getByRole("dialog").getByRole("textbox", { name: "Remarks" })).toHaveValue("Mine");
});

test("If a row is deleted before the app can send a user's offline change of it, the change stays in the outbox.", async ({
  page,
}) => {
  const id = await keepChange(page);
  await database((sql) => sql`delete from public.arbo_trainings where id = ${id}`);
  const refused = await openRefused(page);
  await expect(refused).toContainText(/Not accepted: /);
  await expectExport(page);
});

test("The app sends a disabled user's unsent row after the account is enabled again.", async ({ page }) => {
  await keepParticipant(page, "Carla");
  const id = await provincialId();
  await asAdministrator("POST", "/api/auth/users/disable", { id });
  try {
    await page.context().setOffline(false);
    await expect(page).toHaveURL(/unauthorized/, { timeout: 30_000 });
    expect(await storedNames()).toEqual([]);
    await expect(page.getByText("1 entry was not sent.")).toBeVisible();
    await expectExport(page);
    await page.reload();
    await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
    await expect(page.getByText("was not sent")).toBeHidden();
  } finally {
    await asAdministrator("POST", "/api/auth/users/enable", { id });
  }
  await signInByForm(page, "provincial");
  await expect.poll(storedNames, { timeout: 30_000 }).toEqual([`${mark} Carla`]);
});

test("If a user loses the Edit right before the app can send a row entered offline, the row stays in the outbox.", async ({
  page,
}) => {
  /** Sets the rights of the user's role, and returns the previous rights. */
  const setRights = (rights: readonly string[]) =>
    database(async (sql) => {
      const [former] = await sql<{ id: string; rights: string[] }[]>`
        select c.id::text as id, c.access_controls as rights from public.uac c
        join public.users u on u.uac_id = c.id where u.username = 'provincial'`;
      await sql`update public.uac set access_controls = ${[...rights]} where id = ${former?.id ?? ""}::bigint`;
      return former?.rights ?? [];
    });
  await keepParticipant(page, "Dina");
  const former = await setRights(["Read"]);
  try {
    const refused = await openRefused(page);
    await expect(refused).toContainText(/Not accepted: /);
    await expectExport(page);
    await setRights(former);
    await refused.getByRole("button", { name: /^Send again/ }).click();
    await expect.poll(storedNames, { timeout: 30_000 }).toEqual([`${mark} Dina`]);
  } finally {
    await setRights(former);
  }
});

test("If a user's password is changed while entries are unsent, the app sends them after the user's next sign-in.", async ({
  page,
}) => {
  const next = "harvest-lantern-42";
  /**
   * Returns the stored hash of the user's password. If a hash is given, stores this hash first. Disables triggers,
   * because one of them refuses passwords that the product did not set.
   */
  const password = async (hash: string | null = null) => {
    const sql = openDatabase(testStack().superuserUrl, { most: 1 });
    const [row] = await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      return tx<{ hash: string }[]>`
        update auth.users set encrypted_password = coalesce(${hash}, encrypted_password)
        where id = (select id from public.users where username = 'provincial') returning encrypted_password as hash`;
    });
    await sql.end();
    return row?.hash ?? "";
  };
  const former = await password();
  await keepParticipant(page, "Elsa");
  await asAdministrator("POST", "/api/auth/users/password", { id: await provincialId(), password: next });
  try {
    await page.context().setOffline(false);
    await expect(page).toHaveURL(/unauthorized/, { timeout: 30_000 });
    expect(await storedNames()).toEqual([]);
    await signInByForm(page, "provincial", next);
    await expect.poll(storedNames, { timeout: 30_000 }).toEqual([`${mark} Elsa`]);
  } finally {
    await password(former);
  }
});

test("While the API has a newer version than the app, the app keeps unsent rows in the outbox.", async ({
  browser,
}) => {
  const host = await startVersionsHost();
  const page = await browser.newPage({ baseURL: host.url, serviceWorkers: "allow" });
  await keepParticipant(page, "Fe");
  host.apiVersion = "99.0.0";
  await page.context().setOffline(false);
  await page.waitForTimeout(8000);
  expect(await storedNames()).toEqual([]);
  await expectWaiting(page, 1);
  host.files = await makeNextVersion(host.files, "no such file");
  host.apiVersion = null;
  await page.goto("/homepage/waiting");
  await expect.poll(storedNames, { timeout: 60_000 }).toEqual([`${mark} Fe`]);
  await page.close();
  await host.stop();
});
