/** Decides for which URLs the service worker returns the app's page. */

/**
 * Checks whether a path is a page of the app. Server paths and paths with a dot (files) are not pages.
 * @param serverPaths First segments of the paths that the host forwards to Supabase.
 */
export const isAppPage = (path: string, serverPaths: readonly string[]): boolean =>
  !path.includes(".") && !serverPaths.includes(path.split("/")[1] ?? "");
