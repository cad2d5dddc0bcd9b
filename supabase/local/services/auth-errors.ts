/** Errors in the two shapes that Supabase Auth has: by the API version that the client asks for. */

const versionWithCodes = "2024-01-01";

/**
 * An error response of Auth, as supabase-js reads it.
 * @param more What it says beside, such as why a password is weak.
 */
export function authError(
  request: Request,
  status: number,
  code: string,
  message: string,
  more: object = {},
): Response {
  const asked = request.headers.get("x-supabase-api-version") ?? "";
  return asked >= versionWithCodes
    ? Response.json(
        { code, message, ...more },
        { status, headers: { "x-supabase-api-version": versionWithCodes } },
      )
    : Response.json({ code: status, error_code: code, msg: message, ...more }, { status });
}

/** A refusal of the embedded Auth, which knows the older shape alone, in the one that the client asks for. */
export async function inAskedShape(request: Request, answer: Response): Promise<Response> {
  const asked = request.headers.get("x-supabase-api-version") ?? "";
  if (answer.status < 400 || asked < versionWithCodes) return answer;
  const body = (await answer
    .clone()
    .json()
    .catch(() => null)) as { error_code?: string; msg?: string } | null;
  return body?.error_code ? authError(request, answer.status, body.error_code, body.msg ?? "") : answer;
}
