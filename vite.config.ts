/** Builds and serves the web app in web/. The location files under /data are generated from the PSGC when missing. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { buildLocations } from "./seed/psgc/build.ts";
import { apiDocs } from "./web/api-docs/plugin.ts";
import { recordScreens } from "./web/record-screens-plugin.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

function locationFiles(): Plugin {
  return {
    name: "location-files",
    buildStart() {
      const folder = here("./web/public/data");
      if (!existsSync(`${folder}/province-outlines.json`)) buildLocations(folder);
    },
  };
}

/** Where `vite` (not the build) sends the calls of the app: a running local stack. */
const stack = process.env.STACK_URL ?? "http://127.0.0.1:3000";

export default defineConfig({
  root: here("./web"),
  plugins: [react(), locationFiles(), recordScreens(), apiDocs()],
  // The registry is imported from beside the app.
  server: {
    host: "127.0.0.1",
    fs: { allow: [here(".")] },
    proxy: Object.fromEntries(
      [
        "/api",
        "/charts",
        "/dropdown",
        "/auth/v1",
        "/rest/v1",
        "/storage/v1",
        "/functions/v1",
        "/config.json",
      ].map((path) => [path, stack]),
    ),
  },
  build: {
    outDir: here("./web/dist"),
    emptyOutDir: true,
    target: "es2023",
    // Read by web/bundle-budget.ts, which follows the imports of each screen.
    manifest: true,
    // One file a screen: many small chunks compress worse and cost a request each.
    modulePreload: { polyfill: false },
    // None of the libraries reads a property or a global for an effect on the side.
    rolldownOptions: {
      // What every screen behind the sign-in shares is one file: small ones compress worse.
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: "shared",
              test: new RegExp(
                [
                  "@tanstack|use-sync-external-store|virtual:record-screens",
                  "Icon(Check|Chevron(Down|Left|LeftPipe|Right|RightPipe)|CircleCheck|FileSpreadsheet|Filter|Plus|Search|Trash|X)\\.mjs|(createReactComponent|defaultAttributes)\\.mjs",
                  "_shared/records/vocabulary/(groups|parent|types)|_shared/access/(decide|level|sentences)|_shared/rules/(dates|days-left|numbers|periods|text)",
                  "/web/src/components/(act-button|button|dropdown|floating|layout|pager)",
                  "/web/src/lib/(format|page-sizes|places|use-debounced|use-document-title|http/(api|load-chunk|query-client|search-params))",
                  "/web/src/records/common/(asked-fields|list-body|record-(screen.module|screens|search)|rights|row-name|use-(options|records))",
                  "/web/src/records/(export/(export-button|use-export-dialog)|list/filter-bar)",
                ].join("|"),
              ),
            },
          ],
        },
      },
      treeshake: {
        propertyReadSideEffects: false,
        unknownGlobalSideEffects: false,
      },
    },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1200,
  },
  worker: { format: "es" },
});
