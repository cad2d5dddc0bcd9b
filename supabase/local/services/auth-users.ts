/** Reads and writes the users of Auth in the database, for the administration in auth-admin.ts. */
import { randomUUID } from "node:crypto";
import { type Database, isDatabaseError, type Transaction } from "#shared/server/sql/sql.ts";

/** Fields to set when a user is created or updated; undefined fields stay unchanged. */
export interface UserChange {
  email?: string | undefined;
  password?: string | undefined;
  /** True if the e-mail address is confirmed. Signing in requires a confirmed address. */
  confirmed?: boolean | undefined;
  /** Duration of a ban in seconds; 0 ends the current ban. */
  bannedForSeconds?: number | undefined;
  /** Keys to set in the metadata; a null value removes the key, and other keys stay. */
  userMetadata?: Record<string, unknown> | undefined;
  appMetadata?: Record<string, unknown> | undefined;
  role?: string | undefined;
}

/** Thrown if another user already has the e-mail address or the id. */
export class TakenError extends Error {}

type Row = Record<string, unknown>;

/** Columns of a user in the format of Supabase Auth. */
const userColumns = `
  u.id, u.aud, u.role, coalesce(u.email, '') as email, coalesce(u.phone, '') as phone,
  u.email_confirmed_at, u.confirmed_at, u.last_sign_in_at, u.invited_at, u.banned_until, u.deleted_at,
  coalesce(u.raw_app_meta_data, '{}') as app_metadata, coalesce(u.raw_user_meta_data, '{}') as user_metadata,
  u.created_at, u.updated_at, u.is_anonymous,
  (select coalesce(jsonb_agg(jsonb_build_object(
      'identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id, 'identity_data', i.identity_data,
      'provider', i.provider, 'last_sign_in_at', i.last_sign_in_at, 'created_at', i.created_at,
      'updated_at', i.updated_at, 'email', i.email) order by i.created_at), '[]')
    from auth.identities i where i.user_id = u.id) as identities`;

export class AuthUsers {
  private readonly sql: Database;

  constructor(sql: Database) {
    this.sql = sql;
  }

  /** Checks whether a user has the e-mail address. */
  async hasAddress(email: string): Promise<boolean> {
    return (await this.sql`select 1 from auth.users where email = ${email}`).length > 0;
  }

  /** Returns one page of users, newest first and without their identities, and the total number. Pages start at 1. */
  async list(page: number, perPage: number): Promise<{ users: object[]; total: number }> {
    const [counted] = await this.sql`select count(*)::int as total from auth.users`;
    const users = await this.sql.unsafe<Row[]>(
      `select ${userColumns} from auth.users u order by u.created_at desc, u.id limit $1 offset $2`,
      [perPage, (page - 1) * perPage],
    );
    return {
      users: users.map((user) => ({ ...withoutNulls(user), identities: null })),
      total: Number(counted?.total),
    };
  }

  async find(id: string): Promise<object | null> {
    const [user] = await this.sql.unsafe<Row[]>(`select ${userColumns} from auth.users u where u.id = $1`, [
      id,
    ]);
    return user ? withoutNulls(user) : null;
  }

  /**
   * Creates a user.
   * @throws TakenError when another user has the address or the id.
   */
  async create({ password, ...change }: UserChange, id: string = randomUUID()): Promise<object | null> {
    await this.write(async (tx) => {
      await tx`insert into auth.users (id, email, encrypted_password, raw_app_meta_data, raw_user_meta_data)
        values (${id}, ${change.email ?? null}, extensions.crypt(${password ?? null}, extensions.gen_salt('bf', 10)),
          ${{ provider: "email", providers: ["email"] }}, '{}')`;
      await tx`insert into auth.identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at)
        values (${randomUUID()}, 'email', ${id}, ${id},
          ${{ sub: id, email: change.email ?? null, email_verified: false, phone_verified: false }}, now())`;
      await update(tx, id, change);
    });
    return this.find(id);
  }

  /**
   * Updates a user; returns null if the user does not exist.
   * @throws TakenError when another user has the address.
   */
  async change(id: string, change: UserChange): Promise<object | null> {
    await this.write((tx) => update(tx, id, change));
    return this.find(id);
  }

  /**
   * Deletes a user with sessions and identities. A soft delete removes address and metadata, so that the user can't
   * sign in. It keeps the user's row, because other rows may refer to the row.
   */
  async remove(id: string, soft: boolean): Promise<void> {
    await this.write(async (tx) => {
      await tx`delete from auth.refresh_tokens where user_id = ${id}`;
      if (!soft) {
        await tx`delete from auth.users where id = ${id}`;
        return;
      }
      await tx`delete from auth.sessions where user_id = ${id}`;
      await tx`delete from auth.identities where user_id = ${id}`;
      await tx`update auth.users set deleted_at = now(), updated_at = now(), encrypted_password = null, phone = null,
        email = encode(sha256(convert_to(id::text || coalesce(email, ''), 'UTF8')), 'hex'),
        raw_user_meta_data = '{}', raw_app_meta_data = '{}' where id = ${id}`;
    });
  }

  private async write(work: (tx: Transaction) => Promise<void>): Promise<void> {
    try {
      await this.sql.begin(work);
    } catch (error) {
      if (isDatabaseError(error) && error.code === "23505") throw new TakenError(error.message);
      throw error;
    }
  }
}

async function update(tx: Transaction, id: string, change: UserChange): Promise<void> {
  const isSet = (value: unknown) => value !== undefined;
  await tx`update auth.users set updated_at = now() where id = ${id}`;
  if (isSet(change.role)) await tx`update auth.users set role = ${change.role ?? null} where id = ${id}`;
  if (isSet(change.email)) {
    await tx`update auth.users set email = ${change.email ?? null} where id = ${id}`;
    await tx`update auth.identities set updated_at = now(),
      identity_data = identity_data || ${{ email: change.email ?? null }}
      where user_id = ${id} and provider = 'email'`;
  }
  if (change.password !== undefined) {
    // A new password ends the sessions that were opened with the old password.
    await tx`delete from auth.refresh_tokens where user_id = ${id}`;
    await tx`delete from auth.sessions where user_id = ${id}`;
    await tx`update auth.users set
      encrypted_password = extensions.crypt(${change.password}, extensions.gen_salt('bf', 10)) where id = ${id}`;
  }
  if (change.confirmed) {
    await tx`update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()),
      raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}' where id = ${id}`;
    await tx`update auth.identities set identity_data = identity_data || '{"email_verified": true}'
      where user_id = ${id} and provider = 'email'`;
  }
  if (change.bannedForSeconds !== undefined) {
    await tx`update auth.users set banned_until =
      case when ${change.bannedForSeconds}::float8 > 0
        then now() + make_interval(secs => ${change.bannedForSeconds}::float8) end where id = ${id}`;
  }
  for (const [column, value] of [
    ["raw_user_meta_data", change.userMetadata],
    ["raw_app_meta_data", change.appMetadata],
  ] as const) {
    if (value === undefined) continue;
    await tx`update auth.users set ${tx(column)} =
      jsonb_strip_nulls(coalesce(${tx(column)}, '{}') || ${JSON.stringify(value)}::text::jsonb) where id = ${id}`;
  }
}

/** Removes null fields, because Supabase Auth omits fields that were never set. */
function withoutNulls(user: Row): object {
  return Object.fromEntries(Object.entries(user).filter(([, value]) => value !== null));
}
