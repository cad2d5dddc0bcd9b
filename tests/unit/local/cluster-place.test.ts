/**
 * Changes the owner of a database's files while a database server deletes some of them. This server can still run if an
 * earlier start was killed.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { type ClusterPlace, takeClusterOwnership } from "../../../supabase/local/postgres/cluster-place.ts";

const data = mkdtempSync(path.join(os.tmpdir(), "cluster-place-"));
afterAll(() => rmSync(data, { recursive: true, force: true }));

it("The system can change the owner of a database folder even if Postgres deletes files of the folder meanwhile.", async () => {
  const runAs = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const files = Array.from({ length: 200 }, (_, at) => path.join(data, `${at}`));
  for (const file of files) writeFileSync(file, "");
  const owned = takeClusterOwnership({ data, runAs } as ClusterPlace);
  const going = setInterval(() => files.splice(-20).forEach((file) => void rmSync(file)), 0);
  await expect(owned).resolves.toBeUndefined();
  clearInterval(going);
  expect(files.length).toBeLessThan(200);
});
