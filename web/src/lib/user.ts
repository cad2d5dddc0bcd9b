/** The current user in the cache: fetched before every navigation, read by the screens. */
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { type CurrentUser, fetchCurrentUser } from "./current-user.ts";
import { queryClient } from "./http/query-client.ts";

const userKey = ["current-user"];

/** Whose answers the cache holds; every tab finds out by itself, whichever tab has signed in or out. */
let answersOf: string | null = null;

/**
 * Asks the server anew. Null when nobody is signed in, or when the server does not tell: a guard counts both as no user
 * (spec section 8). What is known of the user is only forgotten with the first, and so is every answer that was for
 * somebody else.
 */
export async function refreshUser(): Promise<CurrentUser | null> {
  try {
    const user = await queryClient.fetchQuery({
      queryKey: userKey,
      queryFn: fetchCurrentUser,
      staleTime: 0,
      retry: false,
    });
    if (answersOf !== null && answersOf !== user?.id) {
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== userKey[0] });
    }
    answersOf = user?.id ?? null;
    return user;
  } catch {
    return null;
  }
}

export const knownUser = (): CurrentUser | null =>
  queryClient.getQueryData<CurrentUser | null>(userKey) ?? null;

/** The user as the last navigation found them; null before, and when nobody is signed in. */
export function useKnownUser(): CurrentUser | null {
  return (
    useQuery<CurrentUser | null>({ queryKey: userKey, queryFn: fetchCurrentUser, enabled: false }).data ??
    null
  );
}

/** The user of a screen in the shell; the guard has seen to it that there is one. A screen that is left keeps them. */
export function useUser(): CurrentUser {
  const { data } = useQuery({
    queryKey: userKey,
    queryFn: fetchCurrentUser,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const last = useRef(data);
  if (data) last.current = data;
  if (!last.current) throw new Error("Sign in to see this screen.");
  return last.current;
}
