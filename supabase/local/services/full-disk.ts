/** Requests that the stack refuses while the disk is full, so that the remaining space lasts for signing in. */
import { savesSomething } from "#shared/calls/outcomes.ts";

export const fullDiskMessage =
  "The disk of the server is full. Nothing was saved. Ask the server administrator to free space.";

/**
 * Checks whether a request needs more than a little space. Signing in, sessions and accounts stay available, so that
 * administrators can sign in and disable users. Deleting stored files frees space.
 * @param path Path without a query, as the function or service receives it.
 */
export function needsDiskSpace(method: string, path: string): boolean {
  if (path.startsWith("/auth/v1/") || path.startsWith("/api/auth/")) return false;
  if (path.startsWith("/rest/v1/")) return !["GET", "HEAD", "OPTIONS"].includes(method);
  if (path.startsWith("/storage/v1/")) return method === "PUT";
  return savesSomething(method, path);
}
