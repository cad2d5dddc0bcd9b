/** When responses of the server are stored for use without a connection. */
import { hashKey } from "@tanstack/react-query";
import { beforeEach, expect, test } from "vitest";
import { queryClient } from "../../web/src/lib/http/query-client.ts";
import { readAnswer } from "../../web/src/lib/offline/answers.ts";
import { whenIdle } from "../../web/src/lib/offline/when-idle.ts";
import { storeOfflineKey } from "../../web/src/lib/secrets/offline-key.ts";
import { removeOfflineKey } from "../../web/src/lib/secrets/remove-key.ts";
import { writeSession } from "../../web/src/lib/secrets/stored-session.ts";
import { person } from "./people.ts";

const me = person("Provincial").id;
const someoneElse = "00000000-0000-4000-8000-000000000002";
const storeKey = (userId: string) => storeOfflineKey(userId, btoa("k".repeat(32)));

const lakas = ["list", "Lakas Growers"];
const ani = ["list", "Ani Cooperative"];
/** Runs a query whose simulated answer is the second element of its key. */
const request = (queryKey: string[]) =>
  queryClient.fetchQuery({ queryKey, queryFn: () => queryKey[1], meta: { offline: "list" } });
const storedText = async (queryKey: string[]) => (await readAnswer(hashKey(queryKey)))?.data;

function signIn(userId: string): void {
  const claims = btoa(JSON.stringify({ sub: userId }));
  writeSession({
    access_token: `e30.${claims}.signature`,
    refresh_token: "refresh",
    expires_at: Date.now() / 1000 + 3600,
  });
}

beforeEach(() => {
  removeOfflineKey();
  queryClient.clear();
  signIn(me);
});

const soon = { timeout: 10_000 };

test("If a response arrives earlier than the user's key for offline storage, the app waits for the key and then stores the response.", async () => {
  await request(lakas);
  await whenIdle(2000);
  storeKey(me);
  await expect.poll(() => storedText(lakas), soon).toBe("Lakas Growers");
});

test("If a second user signs in before the first user's responses are stored for offline use, the app doesn't store these responses.", async () => {
  await request(lakas);
  await whenIdle(2000);
  signIn(someoneElse);
  storeKey(someoneElse);
  await request(ani);
  await expect.poll(() => storedText(ani), soon).toBe("Ani Cooperative");
  expect(await storedText(lakas)).toBeUndefined();
});
