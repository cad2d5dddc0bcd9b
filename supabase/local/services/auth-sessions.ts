/**
 * Adds data that Supabase Auth has but the embedded Auth lacks. Sessions get their sign-in methods
 * (auth.mfa_amr_claims), and the browser and the address of their last use. Tokens get the claims `amr`, `aal` and
 * `is_anonymous`.
 */
import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import { decode, sign } from "hono/jwt";
import { callerAddress } from "#shared/rules/caller-address.ts";
import type { Statements } from "#shared/server/sql/sql.ts";
import { hasSecretKey } from "../common/secret-key.ts";
import type { Secrets } from "../common/secrets.ts";

export class AuthSessions {
  private readonly sql: Statements;
  private readonly secrets: Secrets;
  private readonly proxies: number;

  /** @param proxies Number of proxies in front of the gateway. */
  constructor(sql: Statements, secrets: Secrets, proxies: number) {
    this.sql = sql;
    this.secrets = secrets;
    this.proxies = proxies;
  }

  /** Records the sign-in method of a new session, and then calls `renewed`. */
  async opened(request: Request, answer: Response, method: "password"): Promise<Response> {
    const session = await sessionOf(answer);
    await this
      .sql`insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
      values (${randomUUID()}, ${session}, now(), now(), ${method})`;
    return this.renewed(request, answer);
  }

  /**
   * Records browser and address of a session that was renewed, and adds the claims `aal`, `amr` and `is_anonymous` to
   * the token in the response. An error response stays unchanged.
   */
  async renewed(request: Request, answer: Response): Promise<Response> {
    if (!answer.ok) return answer;
    const session = await sessionOf(answer);
    await this.sql`update auth.sessions set user_agent = ${request.headers.get("user-agent")},
      ip = ${this.addressOf(request)}::text::inet where id = ${session}`;
    const amr = await this.sql<{ method: string; timestamp: number }[]>`
      select authentication_method as method, floor(extract(epoch from updated_at))::int as timestamp
      from auth.mfa_amr_claims where session_id = ${session} order by updated_at desc`;
    const body = (await answer.json()) as { access_token: string };
    const claims = { ...decode(body.access_token).payload, aal: "aal1", amr: [...amr], is_anonymous: false };
    const token = await sign(claims, this.secrets.jwtSecret, "HS256");
    const { status, headers } = answer;
    return new Response(JSON.stringify({ ...body, access_token: token }), { status, headers });
  }

  /**
   * Returns the address of the client. As in Supabase Auth, a request with the secret key may give the address in a
   * header.
   */
  private addressOf({ headers }: Request): string | null {
    const address = hasSecretKey(headers, this.secrets.secretKey)
      ? headers.get("sb-forwarded-for")
      : callerAddress(headers.get("x-forwarded-for"), this.proxies);
    return address && isIP(address) ? address : null;
  }
}

/** Reads the session id from the token in an Auth response. */
async function sessionOf(answer: Response): Promise<string> {
  const { access_token: token } = (await answer.clone().json()) as { access_token: string };
  return String(decode(token).payload.session_id);
}
