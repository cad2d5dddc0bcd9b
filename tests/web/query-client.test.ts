/** When a change makes stored server responses outdated, the app requests these responses again. */
import { QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, test } from "vitest";
import { form11Accomp } from "#shared/records/forms/form-11.ts";
import type { Row } from "../../web/src/lib/http/api.ts";
import { inboxKey, invalidateRows, queryClient } from "../../web/src/lib/http/query-client.ts";
import { updateCachedRow } from "../../web/src/records/common/use-records.ts";

test("If a dropdown list changes while the app is loading it, the app loads the list again.", async () => {
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

beforeEach(() => queryClient.clear());

const { path } = form11Accomp;
/** Responses that a write to a row of Form 11 may change. */
const dependent = [
  ["charts", "main-dashboard", {}],
  ["reports", "POST /api/targetaccompfme", {}],
  ["reports", "work-queues"],
  [...inboxKey, {}],
  ["records", "arbo-masterlist", "explore", {}],
  ["records", path, "explore", {}],
  ["records", path, "count", {}],
  ["records", path, "page", {}],
];
/** Responses that do not depend on rows of Form 11. */
const independent = [
  ["records", "arbo-masterlist", "count", {}],
  ["dropdown", "support-provided"],
];
const outdated = () =>
  [...dependent, ...independent].filter((queryKey) => queryClient.getQueryState(queryKey)?.isInvalidated);

test("The app reloads dashboards, reports and the inbox after a save.", async () => {
  for (const queryKey of [...dependent, ...independent]) queryClient.setQueryData(queryKey, {});
  await invalidateRows(form11Accomp);
  expect(outdated()).toEqual(dependent);
});

test("The app reloads dashboards, reports and the inbox after a change of a table cell.", () => {
  for (const queryKey of [...dependent, ...independent]) queryClient.setQueryData(queryKey, {});
  queryClient.setQueryData(["records", path, "page", {}], { data: [], total: 0 });
  updateCachedRow(form11Accomp, { id: 1, row_version: 2 } as unknown as Row);
  expect(outdated()).toEqual(dependent);
});

test("The app reloads a visible dashboard at once after a save.", async () => {
  let saves = 0;
  const observer = new QueryObserver(queryClient, {
    queryKey: ["charts", "main-dashboard", {}],
    queryFn: async () => saves,
    staleTime: 60_000,
  });
  const stop = observer.subscribe(() => {});
  await expect.poll(() => observer.getCurrentResult().data).toBe(0);
  saves = 1;
  await invalidateRows(form11Accomp);
  await expect.poll(() => observer.getCurrentResult().data).toBe(1);
  stop();
});
