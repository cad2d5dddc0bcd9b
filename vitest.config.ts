/**
 * Vitest configuration with three projects: unit (in Node), web (components, in jsdom) and api (over HTTP). For the api
 * project, tests/run.ts starts one stack per worker. tests/support/thorough.ts decides which files run.
 */
import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { filesOfRun } from "./tests/support/thorough.ts";
import { recordScreens } from "./web/record-screens-plugin.ts";

const propertySeed = path.resolve(import.meta.dirname, "tests/support/property-seed.ts");
const apiSetup = path.resolve(import.meta.dirname, "tests/api/setup.ts");
const webSetup = path.resolve(import.meta.dirname, "tests/web/setup.ts");
const isTest = /\.test\.tsx?$/;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          environment: "node",
          include: filesOfRun("tests/unit", isTest),
          setupFiles: [propertySeed],
          testTimeout: 20_000,
        },
      },
      {
        plugins: [react(), recordScreens()],
        test: {
          name: "web",
          environment: "jsdom",
          // Loads jsdom once per worker instead of once per file. Each file still has its own page and modules.
          pool: "vmThreads",
          // This pool can't load the CommonJS files of Recharts, because they import ES modules.
          alias: [{ find: /^recharts$/, replacement: "recharts/es6/index.js" }],
          server: { deps: { inline: ["recharts"] } },
          include: filesOfRun("tests/web", isTest),
          setupFiles: [propertySeed, webSetup],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: "api",
          environment: "node",
          // The files of a worker share their modules, because loading the modules for each file takes a third of the
          // run's processor time.
          isolate: false,
          include: filesOfRun("tests/api", isTest),
          setupFiles: [propertySeed, apiSetup],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
