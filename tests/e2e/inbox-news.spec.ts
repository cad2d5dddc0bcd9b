/**
 * Inbox entries without another user's action (expiring permits, finished imports), and the daily e-mail about the
 * inbox.
 */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "playwright/test";
import { openDatabase } from "#shared/server/sql/sql.ts";
import { MailServer } from "../support/mail-server.ts";
import { demoPassword, startStackProcess } from "../support/stack-process.ts";
import { preview, save } from "./import-support.ts";
import { closeContexts, database, expectAccessible, signIn } from "./support.ts";

test.afterEach(closeContexts);

const file = "Hopeful harvest.csv";
const machine = "FME-ABOUT-TO-EXPIRE";

const tidy = () =>
  database(async (sql) => {
    await sql`delete from public.arbo_masterlist where arbo_name like 'Hopeful harvest%'`;
    await sql`delete from private.imports where file_name = ${file}`;
    await sql`delete from public.fme_inventory_table where fme_inventory_id = ${machine}`;
  });
test.beforeEach(tidy);
test.afterAll(tidy);

test("A provincial user's inbox lists expiring permits and finished imports with links.", async ({
  page,
}) => {
  const [row] = await database(
    (sql) => sql<{ day: string }[]>`
      insert into public.fme_inventory_table (fme_inventory_id, region_name, province_name, arbo_name, prj_title, halal_expiry)
      -- A day on which no permit of the demo data expires.
      select ${machine}, 'Region III (Central Luzon)', 'Nueva Ecija', 'Some ARBO', 'Mill', max(private.today() + d)
      from generate_series(1, 90) d
      where not exists (
        select from public.fme_inventory_table f where private.today() + d in (f.fda_lto_expiry, f.cpr_expiry, f.halal_expiry))
      returning to_char(halal_expiry, 'FMDD Mon YYYY') as day`,
  );
  await signIn(page, "provincial");
  await preview(page, {
    name: file,
    mimeType: "text/csv",
    buffer: Buffer.from(
      "Name of ARBO,Region,Province\nHopeful harvest A,Region III (Central Luzon),Nueva Ecija\nHopeful harvest B,Region III (Central Luzon),Nueva Ecija\n",
    ),
  });
  await save(page);
  await page.getByRole("link", { name: /^Inbox/ }).click();
  const imported = page.getByRole("listitem").filter({ hasText: file });
  await expect(imported).toContainText(
    `ARBO Masterlist: your import of ${file} is finished: 2 rows were saved`,
  );
  const permit = page.getByRole("listitem").filter({ hasText: machine });
  await expect(permit).toContainText(
    `FME Inventory: ${machine} has a permit that expires on ${row?.day}: Halal registration of Some ARBO`,
  );
  await expectAccessible(page, "inbox with a permit and an import");
  await imported.getByRole("link").click();
  await expect(page.getByRole("heading", { name: `Import of ${file}` })).toBeVisible();
  await page.goBack();
  await permit.getByRole("link").click();
  await expect(page.getByRole("dialog", { name: machine })).toBeVisible();
});

test("A user who has turned on the daily e-mail receives one with a link to the inbox.", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const folder = await mkdtemp(path.join(os.tmpdir(), "mail-"));
  const post = await MailServer.start();
  const own = await startStackProcess(path.join(folder, "data"), post.environment);
  try {
    const page = await (await browser.newContext({ baseURL: own.url })).newPage();
    await page.goto("/loginpage");
    await page.getByLabel("Username").fill("admin");
    await page.getByLabel("Password", { exact: true }).fill(demoPassword);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.waitForURL("**/homepage/dashboard");
    const sql = openDatabase(own.databaseUrl, { most: 1, patience: Number.POSITIVE_INFINITY });
    await sql`insert into private.reopenings (office, window_name, user_id, reason)
      select 'Region III (Central Luzon) / Nueva Ecija', 'target', id, 'Late rain' from public.users`;
    await sql.end();
    const send = async () => {
      const answer = await fetch(`${own.url}/api/inbox/digests`, {
        method: "POST",
        headers: { authorization: `Bearer ${post.environment.DIGEST_TOKEN}` },
      });
      expect(answer.status).toBe(200);
    };
    await send();
    expect(post.receivedMails).toEqual([]);

    await page.goto("/homepage/profile");
    const choice = page.getByRole("checkbox", { name: "Send me a daily e-mail about new inbox entries" });
    await expect(choice).not.toBeChecked();
    await expectAccessible(page, "profile");
    await choice.click();
    await expect(choice).toBeChecked();
    await expect(page.getByText("You will get a daily e-mail when there are new entries.")).toBeVisible();
    await page.reload();
    await expect(choice).toBeChecked();

    await send();
    expect(post.receivedMails).toHaveLength(1);
    const [address = ""] = /\S+\/homepage\/inbox/.exec(post.receivedMails[0]?.mail.text ?? "") ?? [];
    await page.goto(address);
    const entry = page
      .getByRole("listitem")
      .filter({ hasText: "to reopen the target window for Nueva Ecija" });
    await expect(entry).toContainText("Late rain");
  } finally {
    await own.end("SIGTERM");
    await post.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

test("The profile says that e-mail is not available if no mail server is set.", async ({ page }) => {
  await signIn(page, "viewer");
  await page.goto("/homepage/profile");
  await expect(page.getByText("E-mail is not set up")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: /daily e-mail/ })).toBeDisabled();
});
