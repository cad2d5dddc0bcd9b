/**
 * Creates error responses in the format of Supabase Storage: the HTTP status is 400, and the body has an error code and
 * the real status. The embedded Storage has no error codes and different messages.
 */

/** HTTP status and error name of each error code of Supabase Storage. */
const refusals = {
  AccessDenied: ["403", "Unauthorized"],
  NoSuchKey: ["404", "not_found"],
  NoSuchBucket: ["404", "Bucket not found"],
  KeyAlreadyExists: ["409", "Duplicate"],
  BucketAlreadyExists: ["409", "Duplicate"],
  ResourceNotEmpty: ["409", "ResourceNotEmpty"],
  EntityTooLarge: ["413", "Payload too large"],
  InvalidMimeType: ["415", "invalid_mime_type"],
  InvalidRange: ["416", "invalid_range"],
  InvalidKey: ["400", "InvalidKey"],
  InvalidJWT: ["400", "InvalidJWT"],
  InvalidSignature: ["400", "InvalidSignature"],
  InvalidRequest: ["400", "Error"],
} as const;

type Code = keyof typeof refusals;

export function storageError(code: Code, message: string, error: string = refusals[code][1]): Response {
  const [statusCode] = refusals[code];
  // InvalidRange is the only error whose HTTP status is not 400.
  const status = code === "InvalidRange" ? 416 : 400;
  return Response.json({ statusCode, error, message, code }, { status });
}

/** Returns the error response for a request whose body is not valid JSON. */
export const notJson = (): Response =>
  storageError("InvalidRequest", "The body is not the JSON that it says it is", "FastifyError");

/** Messages of the embedded Storage, each with the error code that Supabase Storage uses for the same error. */
const otherNames: Record<string, Code> = {
  "Invalid key": "InvalidKey",
  "Invalid token": "InvalidSignature",
  "Not Found": "NoSuchKey",
};
const codeOf = new Map<string, Code>([
  ...Object.entries(refusals).map(([code, [, error]]) => [error, code as Code] as const),
  ["Duplicate", "KeyAlreadyExists"],
  ...Object.entries(otherNames),
]);

/**
 * Converts an error response of the embedded Storage to the format of Supabase Storage. Internal errors stay
 * unchanged.
 */
export async function toStorageError(path: string, answer: Response): Promise<Response> {
  if (answer.status < 400 || answer.status >= 500) return answer;
  const body = (await answer
    .clone()
    .json()
    .catch(() => null)) as { error?: string; message?: string; code?: string; valid?: boolean } | null;
  if (!body || body.code) return answer;
  const { error = "", message = error } = body;
  if (body.valid === false) return storageError("InvalidRequest", "The body is not what this call takes");
  if (answer.status === 401) return storageError("AccessDenied", message);
  const code = codeOf.get(error);
  if (!code) return answer;
  const ofBucket = code === "KeyAlreadyExists" && path.startsWith("/storage/v1/bucket");
  return storageError(ofBucket ? "BucketAlreadyExists" : code, message);
}
