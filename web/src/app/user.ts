/** The current user in the cache: fetched before every navigation, read by the screens. */
import { useQuery } from "@tanstack/react-query";
import { type CurrentUser, fetchCurrentUser } from "../lib/current-user.ts";
import { queryClient } from "./query-client.ts";

const userKey = ["current-user"];

/** Asks the server anew. Null when nobody is signed in; the kept data is cleared with it (spec section 8). */
export async function refreshUser(): Promise<CurrentUser | null> {
  return queryClient.fetchQuery({ queryKey: userKey, queryFn: fetchCurrentUser, staleTime: 0 });
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

/** The user of a screen in the shell; the guard has seen to it that there is one. */
export function useUser(): CurrentUser {
  const { data } = useQuery({
    queryKey: userKey,
    queryFn: fetchCurrentUser,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!data) throw new Error("This screen needs somebody signed in.");
  return data;
}
