/**
 * Makes stored figures differ from the rows. Then /api/health reports the difference, and dashboards refuse to show
 * the figures. After a repair, /api/health and the dashboards work again.
 */
import { spawnSync } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import type { Part } from "#shared/contracts/health.ts";
import { projectRoot } from "../../supabase/local/common/settings.ts";
import { callAs, database, stack } from "./support.ts";

const repair = () =>
  spawnSync(
    process.execPath,
    ["--import", "tsx", "supabase/local/figures-check.ts", stack.databaseUrl, "--mend"],
    { cwd: projectRoot },
  );
afterAll(async () => {
  repair();
  await database.end();
});

/**
 * Polls health until it reports the expected state of the figures, because health caches its results for five
 * seconds.
 */
async function figuresWhen(expected: (part: Part) => boolean): Promise<Part> {
  for (let attempt = 0; ; attempt++) {
    const { status, body } = await callAs("admin", "GET", "/api/health");
    expect(status).toBe(200);
    const { parts = [] } = body.data as { parts?: Part[] };
    const figures = parts.find(({ part }) => part === "figures") as Part;
    if (expected(figures) || attempt === 20) return figures;
    await wait(1000);
  }
}

it("When a caller reads the health endpoint, the system starts a background check that compares the stored figures with the rows.", {
  timeout: 60_000,
}, async () => {
  await database`delete from private.figure_checks`;
  const compared = await figuresWhen(({ detail }) => !detail?.startsWith("0 of"));
  expect(compared.detail).toMatch(
    /^[1-9]\d* of \d+ offices compared with their rows\. The oldest comparison is of /,
  );
});

it("The API refuses to show a dashboard with a count below zero, and the health endpoint names the office.", {
  timeout: 120_000,
}, async () => {
  const [row] = await database<{ office: string }[]>`
    update public.arbo_counts set n = -18237
    where ctid = (select ctid from public.arbo_counts where office like '%Nueva Ecija' and n > 0 limit 1)
    returning office`;
  const board = await callAs("central", "POST", "/charts/main-dashboard", {});
  expect(board.status).toBe(503);
  expect(board.body.message).toBe(
    "These figures do not agree with the records, so they are not shown. Ask an administrator to open the System page.",
  );
  const drifted = await figuresWhen(({ problem }) => problem !== null);
  expect(drifted.problem).toBe(`Figures do not agree with the rows of ${row?.office}.`);

  expect(repair().status).toBe(0);
  expect((await figuresWhen(({ problem }) => problem === null)).problem).toBeNull();
  expect((await callAs("central", "POST", "/charts/main-dashboard", {})).status).toBe(200);
});
