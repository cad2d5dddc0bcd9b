/** Journeys in a real browser, each worker against a stack of its own. */
import { defineConfig } from "playwright/test";
import { workers } from "../runners.ts";
import { browser } from "../support/browser.ts";
import { filesOfRun } from "../support/thorough.ts";
import { testStack } from "../test-stack.ts";

export default defineConfig({
  testDir: ".",
  testMatch: filesOfRun(import.meta.dirname, /\.spec\.ts$/),
  outputDir: "../../test-results",
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers,
  retries: 0,
  reporter: [["list"], ["json"]],
  use: {
    baseURL: testStack().url,
    viewport: { width: 1366, height: 768 },
    // A trace of each journey costs a fifth of the time. A failure leaves its screenshot and the page as the accessibility
    // tree has it; `--trace on` says more.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: browser,
  },
});
