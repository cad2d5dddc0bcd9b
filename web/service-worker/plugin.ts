/**
 * Vite plugin that adds the service worker (`sw.js`) to the build as a single script. The plugin builds the worker
 * last, because the worker contains the list of all built files.
 */
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";
import { serverPaths, workerFile } from "../hosting/site.ts";
import { listShellFiles } from "./shell-files.ts";

export function serviceWorker(): Plugin {
  let dist = "";
  return {
    name: "service-worker",
    apply: "build",
    configResolved(config) {
      dist = config.build.outDir;
    },
    closeBundle: { order: "post", sequential: true, handler: () => buildWorker(dist) },
  };
}

async function buildWorker(dist: string): Promise<void> {
  await build({
    configFile: false,
    root: fileURLToPath(new URL(".", import.meta.url)),
    publicDir: false,
    logLevel: "warn",
    define: {
      "process.env.NODE_ENV": JSON.stringify("production"),
      shellFiles: JSON.stringify(listShellFiles(dist)),
      serverPaths: JSON.stringify(serverPaths),
    },
    build: {
      outDir: dist,
      emptyOutDir: false,
      target: "es2023",
      lib: {
        entry: fileURLToPath(new URL("./worker.ts", import.meta.url)),
        formats: ["iife"],
        name: "worker",
        fileName: () => workerFile,
      },
    },
  });
}
