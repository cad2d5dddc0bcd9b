/** Vite configuration of the web app in web/. */
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { apiDocs } from "./web/api-docs/plugin.ts";
import { chunkNames } from "./web/chunk-names.ts";
import { earlyLoading } from "./web/early-loading-plugin.ts";
import { locationFiles } from "./web/location-files-plugin.ts";
import { recordScreens } from "./web/record-screens-plugin.ts";
import { serviceWorker } from "./web/service-worker/plugin.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * Modules of the app that load together. Each key is the name of an output file; its value lists the modules of that
 * file.
 */
const laterParts = {
  "after-first-screen": [
    "app/shell/connection-bar.tsx",
    "features/jobs/jobs-link.tsx",
    "features/tour/tour-host.tsx",
    "features/waiting/waiting-link.tsx",
    "lib/keep-user.ts",
    "lib/keep-offline-data.ts",
    "lib/http/new-version.ts",
    "lib/http/stored-answers.ts",
  ].map((file) => here(`./web/src/${file}`)),
  grid: [here("./web/src/records/grid/record-grid.tsx")],
  "after-list": [
    "records/screen/screen-tools.tsx",
    "records/export/export-button.tsx",
    "records/list/draft-bar.tsx",
    "records/list/waiting-bar.tsx",
    "records/list/check-chips.tsx",
    "records/list/review-chips.tsx",
  ].map((file) => here(`./web/src/${file}`)),
};

/**
 * Lists of lazily loaded modules, each under the name of an output file. The file contains the modules that at least
 * two modules of the list import and that no other part of the app imports.
 */
const partsWithSharedFile = {
  form: [
    "features/administration/people/person-drawer.tsx",
    "features/administration/schedules/end-date-field.tsx",
    "features/evidence/photo-form.tsx",
    "records/edit/bulk-edit.tsx",
    "records/edit/cell-editing.tsx",
    "records/list/pasting.tsx",
    "records/overlays/overlays.tsx",
  ].map((file) => here(`./web/src/${file}`)),
};

/** Address of the local stack, to which the development server forwards the app's API calls. */
const stack = process.env.STACK_URL ?? "http://127.0.0.1:3000";

export default defineConfig({
  root: here("./web"),
  plugins: [
    react(),
    locationFiles(here("./web/public/data")),
    recordScreens(),
    apiDocs(),
    earlyLoading(here("./web/src/app/app.tsx")),
    serviceWorker(),
  ],
  // The development server reads the registry of record types, which is outside of web/.
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
    // web/bundle-budget.ts reads the manifest to add up the files that each screen imports.
    manifest: true,
    // Don't preload files that the entry module imports, because every page has already loaded them.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === "html" ? files : files.filter((file) => !/\/(index|first|rolldown-runtime)-/.test(file)),
    },
    rolldownOptions: {
      // Code shared by the screens behind the sign-in goes into one file: small files compress worse and cost a
      // request each.
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: chunkNames({
                entry: here("./web/index.html"),
                landing: [here("./web/src/entrance/entrance.tsx")],
                screens: [
                  here("./web/src/app/app.tsx"),
                  here("./web/src/app/screens.tsx"),
                  // Several screens use the hook `useKeptFocus`. A file of its own would be larger than its share of
                  // the shared file.
                  here("./web/src/lib/hooks/use-kept-focus.ts"),
                ],
                later: laterParts,
                together: partsWithSharedFile,
              }),
            },
          ],
        },
      },
      // Reading a property or a global has no side effect in the libraries, so the bundler may drop unused reads.
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
