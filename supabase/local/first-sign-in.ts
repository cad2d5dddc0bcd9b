/**
 * Explains at `npm start` how to sign in, with the names of the initial users who still have the initial password.
 * Prints the password only on a terminal, because the output of a service goes into the system's journal.
 */
import { openDatabase } from "#shared/server/sql/sql.ts";

const users: Readonly<Record<string, string>> = {
  admin: "Central, every route and right",
  central: "Central, no administration",
  regional: "Region III",
  provincial: "Region III, Nueva Ecija",
  viewer: "Region III, Nueva Ecija, read only",
};

interface Start {
  databaseUrl: string;
  /** Password that the first users got (DEMO_PASSWORD). */
  password: string;
  isTerminal: boolean;
}

/** Returns the lines to print; no lines if no initial user still has the initial password. */
export async function describeFirstSignIn({ databaseUrl, password, isTerminal }: Start): Promise<string[]> {
  const names = await usersWithPassword(databaseUrl, password);
  if (names.length === 0) return [];
  if (!isTerminal) return [`Sign in with the password in DEMO_PASSWORD as ${names.join(", ")}.`];
  return [
    `Sign in with the password ${password} as`,
    ...names.map((name) => `  ${name.padEnd(12)}${users[name]}`),
  ];
}

/** Returns the names of the first users who still have the given password. */
async function usersWithPassword(databaseUrl: string, password: string): Promise<string[]> {
  const sql = openDatabase(databaseUrl, { most: 1 });
  try {
    const rows = await sql<{ username: string }[]>`
      select u.username from public.users u join auth.users a on a.id = u.id
      where u.username = any (${Object.keys(users)}::text[])
        and a.encrypted_password = extensions.crypt(${password}::text, a.encrypted_password)`;
    const found = new Set(rows.map(({ username }) => username));
    return Object.keys(users).filter((name) => found.has(name));
  } finally {
    await sql.end();
  }
}
