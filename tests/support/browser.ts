/**
 * Launch options of the tests' browser. Uses Playwright's own Chromium, or else a Chromium of the system, or else the
 * optional package @sparticuz/chromium (Linux on x64).
 */
import { existsSync } from "node:fs";
import path from "node:path";
import { chromium, type LaunchOptions } from "playwright";

async function browserProgram(): Promise<string | undefined> {
  if (existsSync(chromium.executablePath())) return undefined;
  const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const found = folders.flatMap((folder) => names.map((name) => path.join(folder, name))).find(existsSync);
  return found ?? packagedBrowser();
}

/**
 * Unpacks the browser of @sparticuz/chromium and returns its path. @throws if the package is missing or does not run on
 * this system.
 */
async function packagedBrowser(): Promise<string> {
  const fits = process.platform === "linux" && process.arch === "x64";
  const packaged = fits ? await import("@sparticuz/chromium").catch(() => null) : null;
  if (!packaged) {
    throw new Error("No browser was found for the tests. Install one: npx playwright install chromium");
  }
  return packaged.default.executablePath();
}

const executablePath = await browserProgram();

export const browser: LaunchOptions = {
  ...(executablePath ? { executablePath } : {}),
  args: [
    // Turns off Chromium's sandbox for root, because Chromium can't set up the sandbox as root.
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    ...["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
    ...["--disable-component-update", "--disable-sync"],
  ],
};
