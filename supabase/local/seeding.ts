/** Calls the seed (seed/index.ts), which fills a new database once and leaves a filled one alone. */
import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { projectRoot, type SeedKind } from "./settings.ts";

export interface SeedOptions {
  /** As `postgres`, which bypasses the policies. */
  databaseUrl: string;
  /** As the superuser. */
  adminUrl: string;
  /** Where Auth answers: users are made through its administration. */
  supabaseUrl: string;
  serviceKey: string;
  kind: SeedKind;
  demoPassword: string;
  scale: number;
  seedNumber: number;
  progress: (line: string) => void;
}

interface SeedModule {
  seed(options: SeedOptions): Promise<void>;
}

export async function runSeed(options: SeedOptions): Promise<void> {
  const file = path.join(projectRoot, "seed/index.ts");
  if (!existsSync(file)) {
    options.progress("seed/index.ts is not there: the database stays empty");
    return;
  }
  const { seed } = (await import(pathToFileURL(file).href)) as SeedModule;
  await seed(options);
}
