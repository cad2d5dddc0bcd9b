/**
 * Three kinds of tests: unit (pure rules, in Node), web (components, in jsdom) and api (over HTTP against a running
 * stack, named by TEST_STACK; one file after the other, because they share its database).
 */
import { existsSync } from "node:fs";
import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { recordScreens } from "./web/record-screens-plugin.ts";

const webSetup = path.resolve(import.meta.dirname, "tests/web/setup.ts");

export default defineConfig({
  test: {
    projects: [
      {
        test: { name: "unit", environment: "node", include: ["tests/unit/**/*.test.ts"] },
      },
      {
        plugins: [react(), recordScreens()],
        test: {
          name: "web",
          environment: "jsdom",
          include: ["tests/web/**/*.test.{ts,tsx}"],
          setupFiles: existsSync(webSetup) ? [webSetup] : [],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: "api",
          environment: "node",
          include: ["tests/api/**/*.test.ts"],
          fileParallelism: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
