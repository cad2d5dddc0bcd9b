/**
 * A function's worker is killed during an export, an import and an upload of 20 photos, as by the platform's resource
 * limits. The client notices the failure, and repeating the requests stores everything once.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { pidOf } from "../support/function-process.ts";
import { jpeg } from "../support/photos.ts";
import { cleanUpFiles, createSupportRecord, inside, send } from "./evidence-support.ts";
import { arbo, callAs, cleanUp, database, mark, province, region, stack, tokenOf } from "./support.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Times at which the worker is killed, in milliseconds after the start of a request. */
const moments = [30, 80, 150, 300];
const path = "/api/arbo-masterlist";
const large = `${mark} large`;
const largeRows = 4500;

beforeAll(async () => {
  // Signs in now, so that the tests use the cached token and need no sign-in while a worker is killed.
  await tokenOf("provincial");
  await database`
    insert into public.arbo_masterlist (arbo_name, region_name, province_name, remarks)
    select ${large} || n, ${region}, ${province}, rtrim(repeat('many words ', 363)) from generate_series(1, ${largeRows}) n`;
});
afterAll(async () => {
  await cleanUpFiles();
  await cleanUp();
});

/** Kills the worker of `api` while the request runs. Returns the request's result when the worker is back. */
async function killDuring<Result>(moment: number, request: () => Promise<Result>): Promise<Result | Error> {
  const former = pidOf("api");
  const running = request().catch((error: unknown) =>
    error instanceof Error ? error : new Error(String(error)),
  );
  await pause(moment);
  process.kill(former, "SIGKILL");
  const result = await running;
  for (const end = Date.now() + 30_000; ; await pause(100)) {
    const isBack = pidOf("api") !== former && (await fetch(`${stack.url}/api/health`)).ok;
    if (isBack) return result;
    if (Date.now() > end) throw new Error("The function api has not come back.");
  }
}

it("If an edge function is killed while it sends an export, the client gets either an error or all rows.", async () => {
  const token = await tokenOf("central");
  const exportRows = async () => {
    const answer = await fetch(stack.url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ q: large }),
    });
    const { data } = (await answer.json()) as { data?: unknown[] };
    return { status: answer.status, rows: data?.length ?? 0 };
  };
  for (const moment of moments) {
    const result = await killDuring(moment, exportRows);
    if (!(result instanceof Error) && result.status === 200)
      expect(result.rows, `${moment} ms`).toBe(largeRows);
    expect(await exportRows()).toEqual({ status: 200, rows: largeRows });
  }
});

it("A repeated import batch stores each row exactly once, even if an edge function was killed during the first attempt.", async () => {
  for (const moment of moments) {
    const name = `${mark} cut ${moment} `;
    const rows = Array.from({ length: 500 }, (_, n) => arbo({ arbo_name: `${name}${n} ${randomUUID()}` }));
    const importId = randomUUID();
    const save = () => callAs("provincial", "PUT", `${path}/update?import_id=${importId}&batch=1`, rows);
    const result = await killDuring(moment, save);
    if (!(result instanceof Error)) expect([200, 502, 503, 504]).toContain(result.status);
    const again = await save();
    expect(again.status, JSON.stringify(again.body).slice(0, 300)).toBe(200);
    const [stored] = await database<{ count: number }[]>`
      select count(*)::int as count from public.arbo_masterlist where arbo_name like ${`${name}%`}`;
    expect(stored?.count, `${moment} ms`).toBe(rows.length);
  }
});

it("A repeated upload of 20 photos stores each photo once, even if an edge function was killed during the first attempt.", async () => {
  const record = await createSupportRecord();
  for (const moment of moments) {
    const items = Array.from({ length: 20 }, () => ({
      upload_id: randomUUID(),
      form11_id: record,
      ...inside,
    }));
    const photos = items.map(
      () => new Blob([Uint8Array.from(jpeg({ size: 400_000 }))], { type: "image/jpeg" }),
    );
    const form = (start: number) => {
      const ten = items.slice(start, start + 10);
      const data = new FormData();
      data.append("items", JSON.stringify(ten));
      for (const index of ten.keys())
        data.append(`file.${index}`, photos[start + index] ?? new Blob(), `photo ${index}.jpg`);
      return data;
    };
    const sendTen = (start: number) => send("provincial", "POST", "/api/form-11-geo/create", form(start));
    // A request takes at most ten files, so the web app sends two requests for twenty photos.
    const sendForm = () => Promise.all([sendTen(0), sendTen(10)]);
    const result = await killDuring(moment, sendForm);
    if (!(result instanceof Error))
      for (const { status } of result) expect([200, 502, 503, 504]).toContain(status);
    for (const { status, text } of await sendForm()) expect(status, text.slice(0, 300)).toBe(200);
    const [stored] = await database<{ count: number }[]>`
      select count(*)::int as count from public.form_11_geotags
      where upload_id = any (${items.map(({ upload_id }) => upload_id)}::text[]::uuid[])`;
    expect(stored?.count, `${moment} ms`).toBe(items.length);
  }
});
