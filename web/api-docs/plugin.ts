/** Writes the page of the API beside the app, when it is built. */
import type { Plugin } from "vite";
import { openApiDocument } from "#shared/contracts/openapi/document.ts";
import { version } from "#shared/version.ts";
import { apiPage } from "./page.ts";

/** Where `GET /api/docs` leads to. */
export const apiPageFile = "api-docs.html";

export const apiDocs = (): Plugin => ({
  name: "api-docs",
  generateBundle() {
    this.emitFile({ type: "asset", fileName: apiPageFile, source: apiPage(openApiDocument(version)) });
  },
});
