/**
 * Records the responses of the real Auth and Storage servers in JSON files next to this file. The
 * servers must run on a database with the product's migrations and with the settings of config.toml.
 * Usage: `TEST_STACKS='[{"url":…,"databaseUrl":…,"publishableKey":…,"secretKey":…,"jwtSecret":…}]' npx tsx
 * tests/api/real-answers/record.ts`
 * Then format the files: `npx biome check --write tests/api/real-answers`.
 */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { testStack } from "../../test-stack.ts";
import { recordAuthResponses } from "./auth.ts";
import { recordDoors } from "./doors.ts";
import { recordStorageResponses } from "./storage.ts";

const target = testStack();
for (const [name, answers] of [
  ["auth", await recordAuthResponses(target)],
  ["storage", await recordStorageResponses(target)],
  ["doors", await recordDoors(target)],
] as const) {
  await writeFile(path.join(import.meta.dirname, `${name}.json`), `${JSON.stringify(answers, null, 2)}\n`);
  console.log(`${name}: ${Object.keys(answers).length} answers`);
}
