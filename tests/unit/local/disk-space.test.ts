/** The disk reserve on a small disk that the test fills, and the requests that are refused while the disk is full. */
import { existsSync } from "node:fs";
import { mkdtemp, rm, stat, truncate, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import { allCalls } from "#shared/contracts/index.ts";
import { DiskSpace, reserveFile } from "../../../supabase/local/common/disk-space.ts";
import { fullDiskMessage, needsDiskSpace } from "../../../supabase/local/services/full-disk.ts";
import { fillDisk, mountDisk } from "../../support/tiny-disk.ts";
import { startGatewayBefore } from "./gateway-support.ts";

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

const megabyte = 2 ** 20;
const limits = { full: 20 * megabyte, reserve: 8 * megabyte, release: 4 * megabyte };

/** Mounts a disk of 40 MB. Returns null if mounting is not permitted. */
async function smallDisk(): Promise<string | null> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "disk-space-"));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const takeAway = mountDisk(folder, 40);
  if (takeAway) undo.push(takeAway);
  return takeAway && folder;
}

const reserved = (folder: string) =>
  stat(path.join(folder, reserveFile)).then(
    ({ size }) => size,
    () => 0,
  );

it("When the disk is full, the system deletes a reserve file to free space.", async ({ skip }) => {
  const folder = await smallDisk();
  if (!folder) return skip("Only root can mount a disk to fill it.");
  const lines: string[] = [];
  const disk = new DiskSpace(folder, limits);
  disk.watch((line) => lines.push(line));
  undo.push(() => disk.stop());
  await expect.poll(() => reserved(folder), { timeout: 5000 }).toBe(limits.reserve);
  expect(disk.isFull).toBe(false);

  await writeFile(path.join(folder, "records"), Buffer.alloc(18 * megabyte));
  await expect.poll(() => disk.isFull, { timeout: 5000 }).toBe(true);
  expect(await reserved(folder)).toBe(limits.reserve);

  const filling = await fillDisk(folder);
  await expect.poll(() => reserved(folder), { timeout: 5000 }).toBe(0);
  await writeFile(path.join(folder, "session"), Buffer.alloc(7 * megabyte));
  expect(disk.isFull).toBe(true);

  await rm(filling);
  await rm(path.join(folder, "session"));
  await rm(path.join(folder, "records"));
  await expect.poll(() => reserved(folder), { timeout: 5000 }).toBe(limits.reserve);
  await expect.poll(() => disk.isFull, { timeout: 5000 }).toBe(false);
  expect(lines).toEqual([
    "! The disk is full: changes are refused",
    expect.stringContaining("The disk reserve was deleted"),
    "· The disk has enough space again",
  ]);
});

it("The system creates no disk reserve file if the file would leave too little space for records.", async ({
  skip,
}) => {
  const folder = await smallDisk();
  if (!folder) return skip("Only root can mount a disk to fill it.");
  await writeFile(path.join(folder, "records"), Buffer.alloc(14 * megabyte));
  const disk = new DiskSpace(folder, limits);
  await disk.check();
  await disk.fillReserve();
  expect([disk.isFull, existsSync(path.join(folder, reserveFile))]).toEqual([false, false]);
});

it("If the disk reserve file is incomplete, the system completes the file at the next start.", async ({
  skip,
}) => {
  const folder = await smallDisk();
  if (!folder) return skip("Only root can mount a disk to fill it.");
  const disk = new DiskSpace(folder, limits);
  await disk.fillReserve();
  await truncate(path.join(folder, reserveFile), megabyte);
  await disk.fillReserve();
  expect(await reserved(folder)).toBe(limits.reserve);
});

it("A full disk blocks requests that save records or files, but not sign-ins.", () => {
  const allowed = allCalls()
    .filter(
      ({ method, path: target }) => ["PUT", "DELETE"].includes(method) && !needsDiskSpace(method, target),
    )
    .map(({ path: target }) => target);
  expect(allowed.filter((target) => !target.startsWith("/api/auth/"))).toEqual([]);
  expect(allowed).toContain("/api/auth/password");
  for (const [method, target, refused] of [
    ["POST", "/api/auth/login", false],
    ["POST", "/api/arbo-masterlist", false],
    ["POST", "/api/arbo-masterlist/approve", true],
    ["POST", "/auth/v1/token", false],
    ["GET", "/rest/v1/arbo_masterlist", false],
    ["PATCH", "/rest/v1/arbo_masterlist", true],
    ["POST", "/rest/v1/arbo_masterlist", true],
    ["PUT", "/storage/v1/object/upload/sign/evidence/a", true],
    ["DELETE", "/storage/v1/object/evidence/a", false],
  ] as const)
    expect([method, target, needsDiskSpace(method, target)]).toEqual([method, target, refused]);
});

it("The gateway refuses a request that saves a row while the disk is full.", async () => {
  let isDiskFull = true;
  const reached: string[] = [];
  const gateway = await startGatewayBefore(
    (asked, response) => {
      reached.push(`${asked.method} ${asked.url}`);
      asked.resume().once("end", () => response.end("done"));
    },
    { isDiskFull: () => isDiskFull },
  );
  undo.push(() => gateway.close());
  const send = async (method: string, target: string) =>
    (await fetch(gateway.url + target, { method, body: "{}" })).text();

  const refused = { message: fullDiskMessage, outcome: "nothing" };
  for (const prefix of ["", "/functions/v1"])
    expect(JSON.parse(await send("PUT", `${prefix}/api/arbo-masterlist/update`))).toMatchObject(refused);
  expect(JSON.parse(await send("PUT", "/dropdown/soil-type/register?a=b"))).toMatchObject(refused);
  expect(await send("POST", "/api/auth/login")).toBe("done");
  isDiskFull = false;
  expect(await send("PUT", "/api/arbo-masterlist/update")).toBe("done");
  expect(reached).toEqual(["POST /api/auth/login", "PUT /api/arbo-masterlist/update"]);
});
