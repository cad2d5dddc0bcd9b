/** Replacing the database of a DATA_DIR, with an interruption after each step. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { completeReplacement, replaceCluster } from "../../../supabase/local/postgres/replace-cluster.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), "replace-cluster-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Creates a folder with a database whose content is `content`. */
function addDatabase(folder: string, content: string): void {
  mkdirSync(path.join(dataDir, folder), { recursive: true });
  writeFileSync(path.join(dataDir, folder, "PG_VERSION"), content);
}
const folders = () => readdirSync(dataDir).sort();
const content = () => readFileSync(path.join(dataDir, "postgres/PG_VERSION"), "utf8");

it("When the system replaces a failed database, it moves the restored database to the folder postgres.", async () => {
  addDatabase("postgres", "failed");
  addDatabase("putting-back/postgres", "restored");
  await replaceCluster(dataDir);
  expect([folders(), content()]).toEqual([["postgres"], "restored"]);
});

it("If the replacement of a failed database was interrupted, the next start of the system completes it.", async () => {
  addDatabase("postgres.failed", "failed");
  addDatabase("putting-back/postgres", "restored");
  await completeReplacement(dataDir);
  expect([folders(), content()]).toEqual([["postgres"], "restored"]);
});

it("If a failed database was replaced but not yet deleted, the next start of the system deletes it.", async () => {
  addDatabase("postgres", "restored");
  addDatabase("postgres.failed", "failed");
  mkdirSync(path.join(dataDir, "putting-back"));
  await completeReplacement(dataDir);
  expect([folders(), content()]).toEqual([["postgres"], "restored"]);
  addDatabase("putting-back/postgres", "restored again");
  await replaceCluster(dataDir);
  expect([folders(), content()]).toEqual([["postgres"], "restored again"]);
});

it("If both the database and its replacement are missing, the start of the system deletes no folder.", async () => {
  addDatabase("postgres.failed", "failed");
  mkdirSync(path.join(dataDir, "putting-back"));
  await completeReplacement(dataDir);
  expect(folders()).toEqual(["postgres.failed", "putting-back"]);
  expect(existsSync(path.join(dataDir, "postgres"))).toBe(false);
});
