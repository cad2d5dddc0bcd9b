/**
 * A user uploads 500 photos on a slow connection, cancels and resumes. Each photo is stored once, and memory use stays
 * limited.
 */
import { type CDPSession, expect, type Page, test } from "playwright/test";
import {
  makeSupport,
  near,
  openUpload,
  photo,
  removeSupport,
  type Support,
  storedPhotosOf,
} from "./evidence-support.ts";
import { signIn } from "./support.ts";

const name = "Journey Growers with Many Photos";
const many = 500;
/** Size of a photo in bytes. Photos of this size make the connection the slowest part of the upload. */
const size = 12_000;
/** Speed of the connection in bytes per second. At this speed, the upload of the photos takes about 15 s. */
const line = 400_000;
const megabyte = 1024 * 1024;

test.afterAll(() => removeSupport(name));

async function heap(client: CDPSession): Promise<number> {
  await client.send("HeapProfiler.collectGarbage");
  const { usedSize } = await client.send("Runtime.getHeapUsage");
  return usedSize;
}

async function savedCount(page: Page): Promise<number> {
  const text = (await page.getByText(/\d+ of 500 saved/).textContent()) ?? "";
  return Number(/(\d+) of/.exec(text)?.[1]);
}

async function distinct(support: Support): Promise<{ rows: number; files: number }> {
  const proofs = await storedPhotosOf(support);
  return { rows: proofs.length, files: new Set(proofs.map(({ file_name }) => file_name)).size };
}

test("Each of 500 photos is stored once, even if the user cancels and resumes the upload.", async ({
  page,
}) => {
  test.setTimeout(420_000);
  const support = await makeSupport(name);
  const files = Array.from({ length: many }, (_, index) =>
    photo(`photo-${index}.jpg`, {
      text: `${Date.now()} ${index}`,
      gps: { latitude: near.latitude, longitude: near.longitude + index / 10_000 },
      size,
    }),
  );
  await signIn(page, "provincial");
  await openUpload(page, support);
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 20,
    downloadThroughput: line,
    uploadThroughput: line,
  });
  const atFirst = await heap(client);

  await page.getByLabel("Photos to upload").setInputFiles(files);
  await page.getByRole("button", { name: /^Upload \d/ }).click();
  await expect.poll(() => savedCount(page), { timeout: 60_000 }).toBeGreaterThan(20);
  const progress = page.getByRole("progressbar", { name: "Total progress" });
  const early = Number(await progress.getAttribute("aria-valuenow"));
  await expect
    .poll(async () => Number(await progress.getAttribute("aria-valuenow")), { timeout: 60_000 })
    .toBeGreaterThan(early + 5);
  const underWay = await heap(client);

  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("button", { name: /^Upload \d/ })).toBeEnabled();
  const cancelled = await savedCount(page);
  expect(cancelled).toBeLessThan(many);
  await page.waitForTimeout(1000);
  expect(await savedCount(page)).toBe(cancelled);

  await page.getByRole("button", { name: /^Upload \d/ }).click();
  await expect(page.getByText("500 of 500 saved.")).toBeVisible({ timeout: 240_000 });
  expect(await distinct(support)).toEqual({ rows: many, files: many });
  const atLast = await heap(client);
  expect(Math.max(underWay, atLast) - atFirst).toBeLessThan(30 * megabyte);

  // A user who opens the upload again and chooses the same files sends no photo twice.
  await page.getByRole("button", { name: "Done" }).click();
  let sent = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/create")) sent += 1;
  });
  await openUpload(page, support);
  await page.getByLabel("Photos to upload").setInputFiles(files);
  await page.getByRole("button", { name: "Upload 500" }).click();
  await expect(page.getByText("0 of 500 saved, 500 already uploaded.")).toBeVisible({ timeout: 30_000 });
  expect(sent).toBe(0);
  expect(await distinct(support)).toEqual({ rows: many, files: many });
});
