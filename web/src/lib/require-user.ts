/** Checks that no other user has signed in meanwhile. Work with several requests calls this between them. */
import { isOtherUserSignedIn } from "./http/http.ts";
import { ApiProblem } from "./http/problem.ts";

/**
 * @param userId The user who began the work.
 * @throws ApiProblem (401) if another user has signed in since then.
 */
export function requireUser(userId: string): void {
  if (isOtherUserSignedIn(userId)) throw new ApiProblem(401, "Another user has signed in on this computer.");
}
