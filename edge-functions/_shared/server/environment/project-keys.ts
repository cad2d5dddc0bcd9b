/**
 * Reads the API keys that Supabase passes to functions: a JSON object of named keys, or in older projects a single
 * key.
 */

/**
 * Returns the key named "default", or else the first key.
 * @param text JSON like {"default": "sb_secret_…"}. In a project without such keys, it is empty, missing or, on
 * self-hosted Supabase, {"default": ""}.
 * @throws Error that names the variable, never a key.
 */
export function projectKey(variable: string, text: string | undefined): string | undefined {
  if (!text) return undefined;
  let keys: unknown;
  try {
    keys = JSON.parse(text);
  } catch {
    // Ignore the parser's error, because its message would quote a key. The check below throws an error without the
    // key.
  }
  if (typeof keys !== "object" || keys === null || Array.isArray(keys)) {
    throw new Error(`${variable} is not a JSON object of named keys.`);
  }
  const byName = keys as Record<string, unknown>;
  const key = Object.hasOwn(byName, "default") ? byName.default : Object.values(byName)[0];
  if (key === undefined || key === "") return undefined;
  if (typeof key !== "string") throw new Error(`${variable} contains a key that is not text.`);
  return key;
}
