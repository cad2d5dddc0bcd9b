/**
 * Creates error responses of Supabase Auth, in the old or the new format. The API version that the client sends
 * determines the format.
 */

const versionWithCodes = "2024-01-01";

/**
 * Creates an error response of Auth, as supabase-js reads it.
 * @param more Additional fields, such as why a password is weak.
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

/**
 * Converts an error response of the embedded Auth, which only has the older format, to the format that the client
 * requests.
 */
export async function toRequestedFormat(request: Request, answer: Response): Promise<Response> {
  const asked = request.headers.get("x-supabase-api-version") ?? "";
  if (answer.status < 400 || asked < versionWithCodes) return answer;
  const body = (await answer
    .clone()
    .json()
    .catch(() => null)) as { error_code?: string; msg?: string } | null;
  return body?.error_code ? authError(request, answer.status, body.error_code, body.msg ?? "") : answer;
}
