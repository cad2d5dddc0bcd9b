/**
 * The user administration of Supabase Auth (`supabase.auth.admin.…`), which the embedded Auth lacks: list, create,
 * read, change and delete users, and ban them. Same paths, fields and error codes; only with the secret key.
 */
import { z } from "zod";
import type { Database } from "../../edge-functions/_shared/server/sql.ts";
import { authError } from "./auth-errors.ts";
import { AuthUsers, EmailTakenError, type UserChange } from "./auth-users.ts";
import { carriesSecretKey } from "./secret-key.ts";

const metadata = z.record(z.string(), z.unknown());
const duration = /^(\d+(\.\d+)?(h|m|s))+$/;

const changeShape = z.looseObject({
  email: z.email().optional(),
  password: z.string().min(6).max(72).optional(),
  email_confirm: z.boolean().optional(),
  ban_duration: z
    .string()
    .refine((text) => text === "none" || duration.test(text), "invalid format for ban duration")
    .optional(),
  user_metadata: metadata.optional(),
  app_metadata: metadata.optional(),
  role: z.string().optional(),
});
const newUserShape = changeShape.extend({ id: z.uuid().optional(), email: z.email() });
const deleteShape = z.looseObject({ should_soft_delete: z.boolean().optional() });
const userPath = /^\/auth\/v1\/admin\/users(?:\/([^/]+))?\/?$/;

/** Answers /auth/v1/admin/*. */
export class AuthAdmin {
  private readonly users: AuthUsers;
  private readonly secretKey: string;

  constructor(sql: Database, secretKey: string) {
    this.users = new AuthUsers(sql);
    this.secretKey = secretKey;
  }

  async fetch(request: Request): Promise<Response> {
    const refused = this.refuse(request);
    if (refused) return refused;
    const url = new URL(request.url);
    const match = userPath.exec(url.pathname);
    if (!match)
      return authError(request, 404, "not_found", "This part of Auth's administration does not exist here");
    const [, id] = match;
    if (id !== undefined && !z.uuid().safeParse(id).success) {
      return authError(request, 404, "validation_failed", "user_id must be an UUID");
    }
    try {
      return await (id === undefined ? this.collection(request, url) : this.single(request, id));
    } catch (error) {
      if (error instanceof EmailTakenError) {
        return authError(request, 422, "email_exists", error.message);
      }
      throw error;
    }
  }

  private async collection(request: Request, url: URL): Promise<Response> {
    if (request.method === "GET") return this.list(url);
    if (request.method !== "POST") return notAllowed("GET, POST");
    const input = await readInput(request, newUserShape);
    if (input instanceof Response) return input;
    return Response.json(await this.users.create(toChange(input), input.id));
  }

  private async single(request: Request, id: string): Promise<Response> {
    switch (request.method) {
      case "GET":
        return found(request, await this.users.find(id));
      case "PUT": {
        const input = await readInput(request, changeShape);
        return input instanceof Response
          ? input
          : found(request, await this.users.change(id, toChange(input)));
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

  private async list(url: URL): Promise<Response> {
    const page = positive(url.searchParams.get("page"), 1);
    const perPage = Math.min(positive(url.searchParams.get("per_page"), 50), 1000);
    const { users, total } = await this.users.list(page, perPage);
    const last = Math.max(1, Math.ceil(total / perPage));
    const link = (target: number, rel: string) =>
      `<${url.pathname}?page=${target}&per_page=${perPage}>; rel="${rel}"`;
    const links = [...(page < last ? [link(page + 1, "next")] : []), link(last, "last")];
    return Response.json(
      { users, aud: "authenticated" },
      { headers: { "x-total-count": String(total), link: links.join(", ") } },
    );
  }

  private refuse(request: Request): Response | null {
    if (!request.headers.get("apikey"))
      return authError(request, 401, "no_authorization", "No API key found in request");
    if (carriesSecretKey(request.headers, this.secretKey)) return null;
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
  const [issue] = result.error.issues;
  const field = issue?.path.join(".") ?? "";
  if (field === "password") {
    return authError(
      request,
      422,
      "weak_password",
      "Password should be at least 6 and at most 72 characters.",
    );
  }
  return authError(request, 400, "validation_failed", `${field}: ${issue?.message ?? "invalid"}`);
}

function toChange(input: z.infer<typeof changeShape>): UserChange {
  return {
    email: input.email?.toLowerCase(),
    password: input.password,
    confirmed: input.email_confirm,
    bannedForSeconds: input.ban_duration === undefined ? undefined : seconds(input.ban_duration),
    userMetadata: input.user_metadata,
    appMetadata: input.app_metadata,
    role: input.role,
  };
}

/** "1h30m" as 5400; "none", which lifts a ban, as 0. */
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

function positive(text: string | null, fallback: number): number {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : fallback;
}
