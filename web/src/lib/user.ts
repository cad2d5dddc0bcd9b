/**
 * The current user in the query cache. The app fetches the user before every navigation; screens read the cached user.
 */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type CurrentUser, fetchCurrentUser } from "./current-user.ts";
import { connection } from "./http/connection.ts";
import { queryClient } from "./http/query-client.ts";

const userKey = ["current-user"];

/**
 * Id of the user whose responses are in the cache. The id differs from the current user's if another tab has signed in
 * as a different user.
 */
let cacheOwnerId: string | null = null;

/**
 * Fetches the user again. Returns null if no user is signed in or the request fails; a guard treats both cases as
 * signed out (spec section 8). If the server can't be reached, returns the stored user. If the user has changed or
 * signed out, removes the cached responses of the earlier user.
 */
export async function refreshUser(): Promise<CurrentUser | null> {
  try {
    const user = await queryClient.fetchQuery({
      queryKey: userKey,
      queryFn: fetchCurrentUser,
      staleTime: 0,
      retry: false,
    });
    if (cacheOwnerId !== null && cacheOwnerId !== user?.id) {
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== userKey[0] });
    }
    cacheOwnerId = user?.id ?? null;
    if (user && !connection().lost)
      import("./keep-user.ts").then(({ keepUser }) => keepUser(user)).catch(console.error);
    return user;
  } catch {
    return null;
  }
}

export const knownUser = (): CurrentUser | null =>
  queryClient.getQueryData<CurrentUser | null>(userKey) ?? null;

/** Returns the user of the last navigation; null before the first navigation, and after a sign-out. */
export function useKnownUser(): CurrentUser | null {
  return (
    useQuery<CurrentUser | null>({ queryKey: userKey, queryFn: fetchCurrentUser, enabled: false }).data ??
    null
  );
}

/**
 * Returns the user of a screen in the shell, where the guard ensures that a user is signed in. After a sign-out, a
 * screen that is still visible gets the last user.
 */
export function useUser(): CurrentUser {
  const { data } = useQuery({
    queryKey: userKey,
    queryFn: fetchCurrentUser,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [last, setLast] = useState(data);
  if (data && data !== last) setLast(data);
  const user = data ?? last;
  if (!user) throw new Error("Sign in to see this screen.");
  return user;
}
