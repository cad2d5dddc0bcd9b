/** The seed: what a new database is filled with. Safe to call at every start; each part is done once. */
import { type Database, openDatabase } from "#shared/server/sql/sql.ts";
import { seedDemo } from "./demo.ts";
import { isDone, markDone, once, prepareMemory } from "./lib/once.ts";
import { seedNational } from "./national.ts";
import { seedReference } from "./reference.ts";
import { seedSchedules } from "./schedules.ts";
import { demoUsers, seedUsers, type UserIds } from "./users.ts";

/** reference: lists only; demo: with a few sample records; national: with a whole country's. */
export type SeedKind = "reference" | "demo" | "national";

export interface SeedOptions {
  /** As role `postgres`, which bypasses the policies. The migrations have been applied. */
  databaseUrl: string;
  /** Origin that serves /auth/v1; users are made through its administration. */
  supabaseUrl: string;
  serviceKey: string;
  kind: SeedKind;
  /** Password of every sign-in that is made here. */
  demoPassword: string;
  /** Multiplies the number of records of kind national; at most 10 was tried. */
  scale: number;
  /** The same number makes the same records. */
  seedNumber: number;
  /** Told in a few words what was done; not called when everything was there. */
  progress: (line: string) => void;
}

/**
 * Fills the database. Every kind brings the reference data and an administrator to sign in as; demo and national add
 * the other demo users and open reporting schedules. Throws with the reason when a part cannot be done; what was
 * completed stays and is not repeated, and the next call goes on.
 * @returns the kind that it is of: one that was begun for work (reference) never becomes a demo, whose sign-ins everybody
 * knows, as when what was restored is started without SEED.
 */
export async function seed(options: SeedOptions): Promise<SeedKind> {
  const { seedNumber, scale, progress } = options;
  const sql = openDatabase(options.databaseUrl, { most: 4, patience: Number.POSITIVE_INFINITY });
  try {
    await prepareMemory(sql);
    const forWork = (await isDone(sql, "users/admin")) && !(await isDone(sql, "users/all"));
    const kind = forWork ? "reference" : options.kind;
    const reference = await seedReference(sql);
    if (reference.length > 0) progress(`reference data: ${reference.join(", ")}`);

    const users = await bringUsers(sql, { ...options, kind });
    if (kind === "reference") return kind;
    const author = users.get("central") ?? null;
    const schedules = await once(sql, "schedules", (tx) => seedSchedules(tx, author));
    if (schedules) progress(`reporting schedules: ${schedules} opened`);
    if (kind === "demo") {
      const rows = await seedDemo(sql, users, seedNumber);
      if (rows) progress(`demo records: ${rows} rows`);
    } else {
      await seedNational(sql, { seedNumber, scale, author, progress });
    }
    return kind;
  } finally {
    await sql.end();
  }
}

async function bringUsers(sql: Database, options: SeedOptions): Promise<UserIds> {
  const wanted =
    options.kind === "reference" ? demoUsers.filter((user) => user.username === "admin") : demoUsers;
  const part = options.kind === "reference" ? "users/admin" : "users/all";
  if (await isDone(sql, part)) {
    const known = await sql<{ username: string; id: string }[]>`select username, id from public.users`;
    return new Map(known.map((row) => [row.username, row.id]));
  }
  const target = {
    sql,
    supabaseUrl: options.supabaseUrl,
    serviceKey: options.serviceKey,
    password: options.demoPassword,
  };
  const users = await seedUsers(target, wanted);
  await markDone(sql, part);
  options.progress(`sign-ins: ${wanted.map((user) => user.username).join(", ")}`);
  return users;
}
