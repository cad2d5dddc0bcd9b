/** Tests how concurrent requests share the runs of a refresh. */
import { expect, it } from "vitest";
import { shareRuns } from "#shared/server/figures/shared-runs.ts";

/** Returns a refresh whose runs end when the test ends them, in the order in which they began. */
function controlledRefresh() {
  const runs: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const refresh = shareRuns(
    () =>
      new Promise((resolve, reject) => {
        runs.push({ resolve, reject });
      }),
  );
  return { runs, refresh };
}

it("If several refreshes are requested while one is running, they all share the next refresh.", async () => {
  const { runs, refresh } = controlledRefresh();
  const done: string[] = [];
  const first = refresh().then(() => done.push("first"));
  const others = Promise.all([refresh(), refresh(), refresh()]).then(() => done.push("others"));
  expect(runs.length).toBe(1);
  runs[0]?.resolve();
  await first;
  await Promise.resolve();
  expect([runs.length, done]).toEqual([2, ["first"]]);
  runs[1]?.resolve();
  await others;
  expect([runs.length, done]).toEqual([2, ["first", "others"]]);
  refresh();
  expect(runs.length).toBe(3);
});

it("Only the callers of a failed refresh of the figures get the error.", async () => {
  const { runs, refresh } = controlledRefresh();
  const first = refresh();
  const second = refresh();
  runs[0]?.reject(new Error("cancelled"));
  await expect(first).rejects.toThrow("cancelled");
  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.resolve();
  await expect(second).resolves.toBeUndefined();
});

it("If a refresh is requested just as another one ends, the request joins the refresh that follows.", async () => {
  const { runs, refresh } = controlledRefresh();
  const again = refresh().then(() => refresh());
  const second = refresh();
  runs[0]?.resolve();
  await new Promise((resolve) => setTimeout(resolve));
  expect(runs.length).toBe(2);
  runs[1]?.resolve();
  await Promise.all([again, second]);
});
