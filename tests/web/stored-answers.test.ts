/** Conditions under which the app stores responses of the server for use without a connection. */
import { hashKey } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../web/src/lib/http/query-client.ts";
import { readAnswer } from "../../web/src/lib/offline/answers.ts";
import { offlineDatabase } from "../../web/src/lib/offline/database.ts";
import { whenIdle } from "../../web/src/lib/offline/when-idle.ts";
import { storeOfflineKey } from "../../web/src/lib/secrets/offline-key.ts";
import { removeOfflineKey } from "../../web/src/lib/secrets/remove-key.ts";
import { writeSession } from "../../web/src/lib/secrets/stored-session.ts";
import { person, nextUser as someoneElse, tokensOf } from "./people.ts";

const me = person("Provincial").id;
const storeKey = (userId: string) => storeOfflineKey(userId, btoa("k".repeat(32)));

const lakas = ["list", "Lakas Growers"];
const ani = ["list", "Ani Cooperative"];
/** Runs a query. The second element of the query key is also the simulated response. */
const request = (queryKey: string[]) =>
  queryClient.fetchQuery({ queryKey, queryFn: () => queryKey[1], meta: { offline: "list" } });
const storedText = async (queryKey: string[]) => (await readAnswer(hashKey(queryKey)))?.data;

const signIn = (userId: string): void => writeSession(tokensOf(userId));
/** Signs a second user in. This user's key for offline data arrives at once. */
function signInSecond(): void {
  signIn(someoneElse);
  storeKey(someoneElse);
}

beforeEach(async () => {
  await (await offlineDatabase()).clear("answers");
  removeOfflineKey();
  queryClient.clear();
  signIn(me);
});

const soon = { timeout: 10_000 };

test("If a response arrives before the user's key for offline storage, the app stores it as soon as the key arrives.", async () => {
  await request(lakas);
  await whenIdle(2000);
  storeKey(me);
  await expect.poll(() => storedText(lakas), soon).toBe("Lakas Growers");
});

test("The app doesn't store a former user's responses after another user has signed in.", async () => {
  await request(lakas);
  await whenIdle(2000);
  signInSecond();
  await request(ani);
  await expect.poll(() => storedText(ani), soon).toBe("Ani Cooperative");
  expect(await storedText(lakas)).toBeUndefined();
});

test("If another user signs in before a response arrives, the app doesn't store the former user's response.", async () => {
  storeKey(me);
  await queryClient.fetchQuery({
    queryKey: lakas,
    queryFn: () => {
      signInSecond();
      return "Lakas Growers";
    },
    meta: { offline: "list" },
  });
  await request(ani);
  await expect.poll(() => storedText(ani), soon).toBe("Ani Cooperative");
  expect(await storedText(lakas)).toBeUndefined();
});

test("The app stops storing a user's responses when another user signs in.", async () => {
  storeKey(me);
  await request(lakas);
  let idleTimes = 0;
  vi.stubGlobal("requestIdleCallback", (work: () => void) => {
    // The app waits for idle time once before it chooses the responses, and once before it stores each response.
    if (++idleTimes === 2) signInSecond();
    work();
  });
  await expect.poll(() => idleTimes, soon).toBeGreaterThanOrEqual(2);
  vi.unstubAllGlobals();
  await request(ani);
  await expect.poll(() => storedText(ani), soon).toBe("Ani Cooperative");
  expect(await storedText(lakas)).toBeUndefined();
});
