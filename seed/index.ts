/** Fills a new database with seed data. Safe to call at every start, because each part runs only once. */
import { type Database, openDatabase } from "#shared/server/sql/sql.ts";
import { seedDemo } from "./demo.ts";
import { isDone, markDone, once, prepareMemory } from "./lib/once.ts";
import { seedNational } from "./national.ts";
import { seedReference } from "./reference.ts";
import { seedSchedules } from "./schedules.ts";
import { demoUsers, seedUsers, type UserIds } from "./users.ts";

/**
 * reference: lists and places. demo: lists, places and a few sample records. national: lists, places and the records of
 * a whole country.
 */
export type SeedKind = "reference" | "demo" | "national";

export interface SeedOptions {
  /** URL that connects as role `postgres`, which bypasses the policies. All migrations must have been applied. */
  databaseUrl: string;
  /** Origin that serves /auth/v1. The admin API of Auth creates the users there. */
  supabaseUrl: string;
  serviceKey: string;
  kind: SeedKind;
  /** Password of every user that the seed creates. */
  demoPassword: string;
  /** Multiplies the number of records of the national data. Tested up to 10. */
  scale: number;
  /** Seed of the random generator: the same number gives the same records. */
  seedNumber: number;
  /** Receives a short message per completed part. Not called if nothing had to be done. */
  progress: (line: string) => void;
}

/**
 * Fills the database with the data of a `SeedKind`. All kinds add the user `admin`; demo and national also add the
 * other demo users and open the reporting windows. After an error, the next call adds only the missing parts.
 * @returns The kind that was used. A database of kind reference keeps its kind, because demo users have public
 * passwords.
 */
export async function seed(options: SeedOptions): Promise<SeedKind> {
  const { seedNumber, scale, progress } = options;
  const sql = openDatabase(options.databaseUrl, { most: 4, patience: Number.POSITIVE_INFINITY });
  try {
    await prepareMemory(sql);
    const isWorkDatabase = (await isDone(sql, "users/admin")) && !(await isDone(sql, "users/all"));
    const kind = isWorkDatabase ? "reference" : options.kind;
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
