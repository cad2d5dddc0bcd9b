/** Playwright configuration of the browser tests. Each worker has its own stack. */
import { defineConfig } from "playwright/test";
import { browser } from "../support/browser.ts";
import { filesOfRun } from "../support/thorough.ts";
import { testStack, testStacks } from "../test-stack.ts";

export default defineConfig({
  testDir: ".",
  testMatch: filesOfRun(import.meta.dirname, /\.spec\.ts$/),
  outputDir: "../../test-results",
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: testStacks().length,
  retries: 0,
  reporter: [["list"], ["json"]],
  use: {
    baseURL: testStack().url,
    viewport: { width: 1366, height: 768 },
    // Service workers would answer requests that tests intercept, so only the tests of the service worker allow them.
    serviceWorkers: "block",
    // Traces are off, because they make the tests about 20 % slower. With `--trace on`, a run records traces. A failed
    // test leaves a screenshot and a snapshot of the accessibility tree.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: browser,
  },
});
