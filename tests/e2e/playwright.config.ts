/** Journeys in a real browser against the stack of TEST_STACK. */
import { defineConfig } from "playwright/test";
import { browser } from "../support/browser.ts";

const stack = JSON.parse(process.env.TEST_STACK ?? "{}") as { url?: string };

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  outputDir: "../../test-results",
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // The journeys share one database, and two cores are all that some machines have.
  workers: 1,
  retries: 0,
  reporter: [["list"], ["json"]],
  use: {
    baseURL: stack.url ?? "http://127.0.0.1:3000",
    viewport: { width: 1366, height: 768 },
    // A trace of each journey costs a fifth of the time. A failure leaves its screenshot and the page as the accessibility
    // tree has it; `--trace on` says more.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: browser,
  },
});
