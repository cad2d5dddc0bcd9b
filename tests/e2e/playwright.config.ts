/**
 * Journeys in a real browser against the stack of TEST_STACK. The browser is Playwright's own where that is installed,
 * else a Chromium of the system, else the one that the package @sparticuz/chromium brings (Linux on x64).
 */
import { existsSync } from "node:fs";
import path from "node:path";
import packaged from "@sparticuz/chromium";
import { chromium } from "playwright";
import { defineConfig } from "playwright/test";

const stack = JSON.parse(process.env.TEST_STACK ?? "{}") as { url?: string };

async function browserProgram(): Promise<string | undefined> {
  if (existsSync(chromium.executablePath())) return undefined;
  const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const found = folders.flatMap((folder) => names.map((name) => path.join(folder, name))).find(existsSync);
  return found ?? packaged.executablePath();
}

const executablePath = await browserProgram();

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
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        // A sandbox cannot be set up by root, nor inside most containers.
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        ...["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
        ...["--disable-component-update", "--disable-sync"],
      ],
    },
  },
});
