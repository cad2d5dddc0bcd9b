/** If a change makes cached server responses outdated, the cache requests these responses again. */
import { QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { queryClient } from "../../web/src/lib/http/query-client.ts";

test("If a list changes on the server while the app loads it for the first time, the app loads the list again and shows the change.", async () => {
  let stored = ["Association"];
  const releases: (() => void)[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: ["dropdown", "organization-type"],
    queryFn: async () => {
      const read = stored;
      await new Promise<void>((resolve) => releases.push(resolve));
      return read;
    },
  });
  const stop = observer.subscribe(() => {});
  await expect.poll(() => releases.length).toBe(1);
  stored = [...stored, "Federation"];
  const reloaded = queryClient.invalidateQueries({ queryKey: ["dropdown"] });
  releases[0]?.();
  await expect.poll(() => releases.length).toBe(2);
  releases[1]?.();
  await reloaded;
  expect(observer.getCurrentResult().data).toEqual(["Association", "Federation"]);
  stop();
});
