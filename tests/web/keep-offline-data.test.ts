/** Rows that the app stores for use without a connection, on a computer that two users share. */
import { chosenFrom } from "virtual:offline-fields";
import { afterEach, expect, test, vi } from "vitest";
import { keepOfflineData } from "../../web/src/lib/keep-offline-data.ts";
import { officeRowsTime } from "../../web/src/lib/offline/office-rows.ts";
import { storeOfflineKey } from "../../web/src/lib/secrets/offline-key.ts";
import { writeSession } from "../../web/src/lib/secrets/stored-session.ts";
import { nextUser, person, tokensOf } from "./people.ts";

afterEach(() => vi.unstubAllGlobals());

test("If another user signs in while the app loads rows for offline use, the app does not store these rows.", async () => {
  const paths = Object.keys(chosenFrom);
  /** Record types whose rows the app has requested. */
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    const path = paths.find((one) => address === `/api/${one}`);
    if (path) {
      asked.push(path);
      writeSession(tokensOf(nextUser));
      storeOfflineKey(nextUser, btoa("n".repeat(32)));
    }
    return Response.json({ status: "success", data: [], total: 0 });
  });
  const me = person("Provincial");
  writeSession(tokensOf(me.id));
  await keepOfflineData(me);
  await vi.waitFor(() => expect(asked).toHaveLength(1), { timeout: 10_000 });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(asked).toHaveLength(1);
  for (const path of paths) expect(await officeRowsTime(path)).toBe(0);
});
