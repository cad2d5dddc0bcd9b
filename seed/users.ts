/**
 * The demo users: one per level, and one who can only read. They are invented persons whose e-mail addresses do not
 * exist.
 */
import type { Database } from "#shared/server/sql/sql.ts";

export interface DemoUser {
  username: string;
  name: string;
  position: string;
  /** A role name of seed/reference/roles.sql. The role determines level, routes and rights. */
  roles: string;
  region_name: string | null;
  province_name: string | null;
  muncity_name: string | null;
}

const REGION = "Region III (Central Luzon)";
const PROVINCE = "Nueva Ecija";

export const demoUsers: readonly DemoUser[] = [
  {
    username: "admin",
    name: "Demo Administrator",
    position: "Information Systems Analyst",
    roles: "PBD Administrator",
    region_name: null,
    province_name: null,
    muncity_name: null,
  },
  {
    username: "central",
    name: "Demo Central Officer",
    position: "Senior Agrarian Reform Program Officer",
    roles: "Central Program Officer",
    region_name: null,
    province_name: null,
    muncity_name: null,
  },
  {
    username: "regional",
    name: "Demo Regional Officer",
    position: "Chief Agrarian Reform Program Officer",
    roles: "Regional Program Officer",
    region_name: REGION,
    province_name: null,
    muncity_name: null,
  },
  {
    username: "provincial",
    name: "Demo Provincial Officer",
    position: "Agrarian Reform Program Officer II",
    roles: "Provincial Program Officer",
    region_name: REGION,
    province_name: PROVINCE,
    muncity_name: "City of Cabanatuan",
  },
  {
    username: "viewer",
    name: "Demo Provincial Viewer",
    position: "Agrarian Reform Program Technologist",
    roles: "Provincial Viewer",
    region_name: REGION,
    province_name: PROVINCE,
    muncity_name: "City of Cabanatuan",
  },
];

/** The top-level domain "example" is reserved, so mail to the demo users reaches no one. */
export const demoEmail = (username: string): string => `${username}@demo.example`;

export interface UserTarget {
  sql: Database;
  /** Origin that serves /auth/v1. */
  supabaseUrl: string;
  serviceKey: string;
  password: string;
}

/** User ids by username. */
export type UserIds = ReadonlyMap<string, string>;

/**
 * Creates the missing users and leaves existing users unchanged, including their passwords.
 * @throws Error if the Auth service refuses a user, or if a role entry is missing.
 */
export async function seedUsers(target: UserTarget, users: readonly DemoUser[]): Promise<UserIds> {
  const known = await target.sql<{ username: string; id: string }[]>`select username, id from public.users`;
  const ids = new Map(known.map((row) => [row.username, row.id]));
  const missing = users.filter((user) => !ids.has(user.username));
  const made = await Promise.all(
    missing.map(async (user) => [user.username, await seedUser(target, user)] as const),
  );
  return new Map([...ids, ...made]);
}

async function seedUser(target: UserTarget, user: DemoUser): Promise<string> {
  const { sql } = target;
  const email = demoEmail(user.username);
  // An earlier run may have stopped after creating the account and before creating the profile.
  const [left] = await sql<{ id: string }[]>`select id from auth.users where email = ${email}`;
  const id = left?.id ?? (await createSignIn(target, email));
  const [profile] = await sql<{ id: string }[]>`
    insert into public.users ${sql({ id, email, ...user })}
    on conflict (id) do update set id = excluded.id
    returning id`;
  if (!profile) throw new Error(`the profile of ${user.username} was not saved`);
  const linked = await sql`
    update public.users set uac_id = entry.id
    from (select id from public.uac where ${user.roles} = any (rolename) order by id limit 1) as entry
    where users.id = ${id}`;
  if (linked.count !== 1) throw new Error(`there is no role entry named ${user.roles}`);
  return id;
}

async function createSignIn(target: UserTarget, email: string): Promise<string> {
  const response = await fetch(new URL("/auth/v1/admin/users", target.supabaseUrl), {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      apikey: target.serviceKey,
      Authorization: `Bearer ${target.serviceKey}`,
    },
    body: JSON.stringify({ email, password: target.password, email_confirm: true }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`the Auth service refused ${email}: ${response.status} ${text}`);
  const { id } = JSON.parse(text) as { id?: string };
  if (!id) throw new Error(`the Auth service gave no id for ${email}: ${text}`);
  return id;
}
