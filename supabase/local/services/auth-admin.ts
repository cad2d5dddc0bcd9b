/**
 * User administration of Supabase Auth (`supabase.auth.admin.…`), which the embedded Auth lacks: list, create, read,
 * update, delete and ban users. Uses the same paths, fields and error codes. Requires the secret key.
 */
import { randomUUID } from "node:crypto";
import { verify } from "hono/jwt";
import { z } from "zod";
import { longestPassword, shortestPassword } from "#shared/rules/passwords.ts";
import type { Database } from "#shared/server/sql/sql.ts";
import { hasSecretKey } from "../common/secret-key.ts";
import type { Secrets } from "../common/secrets.ts";
import { authError } from "./auth-errors.ts";
import { AuthUsers, TakenError, type UserChange } from "./auth-users.ts";

const metadata = z.record(z.string(), z.unknown());
const duration = /^(\d+(\.\d+)?(h|m|s))+$/;

const changeShape = z.looseObject({
  email: z.string().optional(),
  password: z.string().optional(),
  email_confirm: z.boolean().optional(),
  ban_duration: z.string().optional(),
  user_metadata: metadata.optional(),
  app_metadata: metadata.optional(),
  role: z.string().optional(),
});
const newUserShape = changeShape.extend({ id: z.string().optional() });
const deleteShape = z.looseObject({ should_soft_delete: z.boolean().optional() });
const userPath = /^\/auth\/v1\/admin\/users(?:\/([^/]+))?\/?$/;

/** Handles /auth/v1/admin/*. */
export class AuthAdmin {
  private readonly users: AuthUsers;
  private readonly secrets: Secrets;

  constructor(sql: Database, secrets: Secrets) {
    this.users = new AuthUsers(sql);
    this.secrets = secrets;
  }

  async fetch(request: Request): Promise<Response> {
    const refused = await this.refuse(request);
    if (refused) return refused;
    const url = new URL(request.url);
    const match = userPath.exec(url.pathname);
    if (!match) return new Response("404 page not found\n", { status: 404 });
    const [, id] = match;
    if (id !== undefined && !z.uuid().safeParse(id).success) {
      return authError(request, 404, "validation_failed", "user_id must be an UUID");
    }
    try {
      return await (id === undefined ? this.collection(request, url) : this.single(request, id));
    } catch (error) {
      // If the address or the id is taken, return the database's error message, as Supabase Auth does.
      if (error instanceof TakenError)
        return Response.json(
          { code: "23505", message: error.message, detail: error.message },
          { status: 500 },
        );
      throw error;
    }
  }

  private async collection(request: Request, url: URL): Promise<Response> {
    if (request.method === "GET") return this.list(request, url);
    if (request.method !== "POST") return notAllowed("GET, POST");
    const input = await readInput(request, newUserShape);
    if (input instanceof Response) return input;
    const refused = checkNewUser(request, input) ?? (await this.refuseTaken(request, input.email));
    if (refused) return refused;
    // If the request has no password, give the user a random password that no one knows.
    const password = input.password || randomUUID();
    const user = await this.users.create(toChange({ ...input, password }), input.id || undefined);
    // Supabase Auth does not return confirmed_at here, because the database computes that column.
    return Response.json({ ...user, confirmed_at: undefined });
  }

  private async single(request: Request, id: string): Promise<Response> {
    switch (request.method) {
      case "GET":
        return found(request, await this.users.find(id));
      case "PUT": {
        const input = await readInput(request, changeShape);
        if (input instanceof Response) return input;
        if (!(await this.users.find(id))) return found(request, null);
        const refused = checkChange(request, input);
        return refused ?? found(request, await this.users.change(id, toChange(input)));
      }
      case "DELETE": {
        const input = await readInput(request, deleteShape);
        if (input instanceof Response) return input;
        const user = await this.users.find(id);
        if (user) await this.users.remove(id, input.should_soft_delete === true);
        return user ? Response.json({}) : found(request, null);
      }
      default:
        return notAllowed("GET, PUT, DELETE");
    }
  }

  private async refuseTaken(request: Request, email = ""): Promise<Response | null> {
    if (!(await this.users.hasAddress(email.toLowerCase()))) return null;
    return authError(
      request,
      422,
      "email_exists",
      "A user with this email address has already been registered",
    );
  }

  private async list(request: Request, url: URL): Promise<Response> {
    const [page, asked] = [
      count(url.searchParams.get("page"), 1),
      count(url.searchParams.get("per_page"), 50),
    ];
    if (page === null || asked === null)
      return authError(request, 400, "validation_failed", "Bad Pagination Parameters");
    const perPage = Math.min(asked, 1000);
    const { users, total } = await this.users.list(page, perPage);
    const last = Math.max(1, Math.ceil(total / perPage));
    const link = (target: number, rel: string) =>
      `</admin/users?page=${target}&per_page=${perPage}>; rel="${rel}"`;
    const links = [...(page < last ? [link(page + 1, "next")] : []), link(last, "last")];
    return Response.json(
      { users, aud: "authenticated" },
      { headers: { "x-total-count": String(total), link: links.join(", ") } },
    );
  }

  private async refuse(request: Request): Promise<Response | null> {
    if (!request.headers.get("apikey"))
      return authError(request, 401, "no_authorization", "No API key found in request");
    if (hasSecretKey(request.headers, this.secrets.secretKey)) return null;
    const token = request.headers.get("authorization")?.replace(/^Bearer\s+/i, "");
    const isKey = !token || token === request.headers.get("apikey") || token === this.secrets.publishableKey;
    if (!isKey && !(await verify(token, this.secrets.jwtSecret, "HS256").catch(() => null)))
      return authError(request, 403, "bad_jwt", "invalid JWT");
    return authError(request, 403, "not_admin", "User not allowed");
  }
}

async function readInput<T>(request: Request, shape: z.ZodType<T>): Promise<T | Response> {
  const text = await request.text();
  let body: unknown;
  try {
    body = text === "" ? {} : JSON.parse(text);
  } catch {
    return authError(request, 400, "bad_json", "Could not read JSON");
  }
  const result = shape.safeParse(body);
  if (result.success) return result.data;
  return authError(request, 400, "bad_json", `Could not read ${result.error.issues[0]?.path.join(".")}`);
}

type Change = z.infer<typeof changeShape>;

/**
 * Returns the error response that Supabase Auth gives for an invalid new user; null if the user is valid. As in
 * Supabase Auth, a short password is accepted, and a password that is too long to hash gives status 500.
 */
function checkNewUser(request: Request, input: z.infer<typeof newUserShape>): Response | null {
  const invalid = (message: string) => authError(request, 400, "validation_failed", message);
  if (!input.email) return invalid("Cannot create a user without either an email or phone");
  if (bytesOf(input.password) > longestPassword)
    return authError(request, 500, "unexpected_failure", "Internal Server Error");
  if (input.id && !z.uuid().safeParse(input.id).success)
    return invalid("ID must conform to the uuid v4 format");
  return checkFields(request, input);
}

function checkChange(request: Request, input: Change): Response | null {
  const { password } = input;
  if (bytesOf(password) > longestPassword) {
    const message = `Password cannot be longer than ${longestPassword} characters`;
    return authError(request, 400, "validation_failed", message);
  }
  if (password !== undefined && password.length < shortestPassword) {
    const message = `Password should be at least ${shortestPassword} characters.`;
    return authError(request, 422, "weak_password", message, { weak_password: { reasons: ["length"] } });
  }
  return checkFields(request, input);
}

function checkFields(request: Request, { email, ban_duration: ban }: Change): Response | null {
  const invalid = (message: string) => authError(request, 400, "validation_failed", message);
  if (email && !z.email().safeParse(email).success)
    return invalid("Unable to validate email address: invalid format");
  if (ban && ban !== "none" && !duration.test(ban)) return invalid("invalid format for ban duration");
  return null;
}

const bytesOf = (text = ""): number => Buffer.byteLength(text);

function toChange(input: Change): UserChange {
  return {
    email: input.email?.toLowerCase() || undefined,
    password: input.password,
    confirmed: input.email_confirm,
    bannedForSeconds: input.ban_duration === undefined ? undefined : seconds(input.ban_duration),
    userMetadata: input.user_metadata,
    appMetadata: input.app_metadata,
    role: input.role,
  };
}

/** Returns the duration of a ban in seconds: 5400 for "1h30m", and 0 for "none", which ends the current ban. */
function seconds(text: string): number {
  const units: Record<string, number> = { h: 3600, m: 60, s: 1 };
  return [...text.matchAll(/(\d+(?:\.\d+)?)([hms])/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ""] ?? 0),
    0,
  );
}

function found(request: Request, user: object | null): Response {
  return user ? Response.json(user) : authError(request, 404, "user_not_found", "User not found");
}

function notAllowed(methods: string): Response {
  return new Response(null, { status: 405, headers: { allow: methods } });
}

/** Parses a whole number; 0 becomes 1. Returns null if the text is not a whole number. */
function count(text: string | null, fallback: number): number | null {
  if (text === null) return fallback;
  return /^\d+$/.test(text) ? Math.max(1, Number(text)) : null;
}
