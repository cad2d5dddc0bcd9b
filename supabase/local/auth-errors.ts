/** Errors in the two shapes that Supabase Auth has: by the API version that the client asks for. */

const versionWithCodes = "2024-01-01";

/** An error response of Auth, as supabase-js reads it. */
export function authError(request: Request, status: number, code: string, message: string): Response {
  const asked = request.headers.get("x-supabase-api-version") ?? "";
  return asked >= versionWithCodes
    ? Response.json({ code, message }, { status, headers: { "x-supabase-api-version": versionWithCodes } })
    : Response.json({ code: status, error_code: code, msg: message }, { status });
}
