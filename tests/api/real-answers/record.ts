/**
 * Keeps what Auth's and Storage's own servers answer, as auth.json and storage.json beside this file: for whoever runs them
 * beside a database with the product's migrations and the settings of config.toml.
 *   TEST_STACK='{"url":…,"databaseUrl":…,"publishableKey":…,"secretKey":…,"jwtSecret":…}' npx tsx tests/api/real-answers/record.ts
 * The two files are then brought into form by `npx biome check --write tests/api/real-answers`.
 */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { testStack } from "../../test-stack.ts";
import { askAuth } from "./auth.ts";
import { askStorage } from "./storage.ts";

const target = testStack();
for (const [name, answers] of [
  ["auth", await askAuth(target)],
  ["storage", await askStorage(target)],
] as const) {
  await writeFile(path.join(import.meta.dirname, `${name}.json`), `${JSON.stringify(answers, null, 2)}\n`);
  console.log(`${name}: ${Object.keys(answers).length} answers`);
}
