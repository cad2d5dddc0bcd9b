/**
 * Writes the reference data into seed/generated, as SQL for `supabase db push --include-seed`. `npm run db:push` runs
 * this program first.
 */
import path from "node:path";
import { generatedFolder, readSeedFiles, writeSeedFiles } from "./seed-files.ts";

for (const file of writeSeedFiles(generatedFolder, readSeedFiles()))
  console.log(`wrote ${path.join(generatedFolder, file)}`);
