/** Vite plugin that writes the API reference page into the build. */
import type { Plugin } from "vite";
import { openApiDocument } from "#shared/contracts/openapi/document.ts";
import { version } from "#shared/version.ts";
import { apiPage } from "./page.ts";

/** Name of the page that `GET /api/docs` redirects to. */
export const apiPageFile = "api-docs.html";

export const apiDocs = (): Plugin => ({
  name: "api-docs",
  generateBundle() {
    this.emitFile({ type: "asset", fileName: apiPageFile, source: apiPage(openApiDocument(version)) });
  },
});
