/**
 * Makes stored figures differ from the rows. The comparison in the background must find the difference, /api/health
 * must report it, and dashboards must show the right figures again.
 */
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Part } from "#shared/contracts/health.ts";
import { callAs, database } from "./support.ts";

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
    if (expected(figures) || attempt === 45) return figures;
    await wait(1000);
  }
}

it("A request to the health endpoint starts a comparison of the stored dashboard figures with the rows in the background.", {
  timeout: 60_000,
}, async () => {
  await database`delete from private.figure_checks`;
  const compared = await figuresWhen(({ detail }) => !detail?.startsWith("0 of"));
  expect(compared.detail).toMatch(
    /^[1-9]\d* of \d+ offices compared with their rows\. The oldest comparison is of /,
  );
});

it("If a stored dashboard count is wrong, the system corrects it, and the health endpoint names the office concerned.", {
  timeout: 120_000,
}, async () => {
  const total = async () =>
    Number((await database<{ n: string }[]>`select sum(n) as n from public.people_counts`)[0]?.n);
  const before = await total();
  const [row] = await database<{ office: string }[]>`
    update public.people_counts set n = n + 18237
    where ctid = (select ctid from public.people_counts where office like '%Nueva Ecija' limit 1)
    returning office`;
  // Makes the background comparison check the given office next.
  await database`delete from private.figure_checks`;
  await database`insert into private.figure_checks (office, checked_at, differences)
    select office, now() - case office when ${row?.office ?? ""} then interval '1 day' else interval '1 minute' end, 0
    from public.offices`;
  const drifted = await figuresWhen(({ problem }) => problem !== null);
  expect(drifted.problem).toBe(
    `The last comparison found figures that did not agree with the rows of ${row?.office}. They were repaired.`,
  );
  expect((await callAs("central", "POST", "/charts/main-dashboard", {})).status).toBe(200);
  expect(await total()).toBe(before);
});
