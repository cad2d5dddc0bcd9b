/** The page compares the version of each API response with its own version. */
import { beforeEach, expect, test, vi } from "vitest";
import { version, versionHeader } from "#shared/version.ts";

let other: string | null;

/** Loads the modules again, so that each test starts with the state of a new page. */
async function openPage() {
  vi.resetModules();
  const { isOutdated, noteNewPage, onOutdated, pageVersion } = await import(
    "../../web/src/lib/http/versions.ts"
  );
  const { call } = await import("../../web/src/lib/http/http.ts");
  const changed = vi.fn();
  onOutdated(changed);
  const answer = async (next: string | null) => {
    other = next;
    await call("GET /api/health");
  };
  return { isOutdated, noteNewPage, pageVersion, changed, answer };
}

beforeEach(() => {
  vi.stubGlobal("fetch", async () => {
    return new Response("{}", { headers: other === null ? {} : { [versionHeader]: other } });
  });
});

test("If the API reports a different version of the app, the open page counts as outdated until the versions match again.", async () => {
  const page = await openPage();
  await page.answer(version);
  expect([page.isOutdated(), page.changed.mock.calls.length]).toEqual([false, 0]);
  await page.answer("99.0.0");
  await page.answer("99.0.0");
  expect([page.isOutdated(), page.pageVersion(), page.changed.mock.calls.length]).toEqual([
    true,
    "expected",
    1,
  ]);
  await page.answer(version);
  expect([page.isOutdated(), page.changed.mock.calls.length]).toEqual([false, 2]);
});

test("An outdated page stays outdated after a response without an app version.", async () => {
  const page = await openPage();
  await page.answer("99.0.0");
  await page.answer(null);
  expect(page.pageVersion()).toBe("expected");
});

test("An open page is outdated after a new version of the app was installed.", async () => {
  const page = await openPage();
  page.noteNewPage();
  await page.answer(version);
  expect([page.isOutdated(), page.pageVersion()]).toEqual([true, "ready"]);
});
