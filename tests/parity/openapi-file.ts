/**
 * Builds the file with the OpenAPI description that the function `api` serves. Building the 2.6 MB of JSON takes
 * seconds, so the file is committed (base64 of gzip). `npm run docs` writes it, and `npm run check` checks that it is
 * up to date.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { openApiDocument } from "#shared/contracts/openapi/document.ts";
import { version } from "#shared/version.ts";

export const openApiFile = "edge-functions/_shared/contracts/openapi/compressed.ts";

let made: string | undefined;
const document = (): string => {
  made ??= JSON.stringify(openApiDocument(version));
  return made;
};

const tagOf = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 22);

/** Builds the text of the committed file with the OpenAPI description. */
export const openApiModule =
  (): string => `/** The description of the API, as gzip in base64, and its ETag. Written by \`npm run docs\`. */
export const openApiTag = "${tagOf(document())}";
export const openApiGzip =
  "${gzipSync(document(), { level: 9 }).toString("base64")}";
`;

/** Returns what to do if the committed OpenAPI description is out of date; undefined if it is up to date. */
export function staleOpenApi(): string | undefined {
  const [, tag, gzip = ""] = /openApiTag = "(.*)";[^"]*"(.*)"/.exec(readFileSync(openApiFile, "utf8")) ?? [];
  // Compares the unpacked documents, because another version of zlib compresses to different bytes.
  const same = tag === tagOf(document()) && gunzipSync(Buffer.from(gzip, "base64")).toString() === document();
  return same ? undefined : "Run `npm run docs` and commit the description of the API.";
}
