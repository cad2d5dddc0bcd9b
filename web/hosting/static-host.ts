/**
 * Converts the rules of site.ts to the two files (_redirects, _headers) that static hosts like Netlify read from the
 * served folder.
 */
import { files, type Header, pageHeaders, proxiedFunctions, type Site } from "./site.ts";

export const redirectsFile = ({ supabaseUrl }: { supabaseUrl: string }): string =>
  [
    ...proxiedFunctions.map((name) => `/${name}/* ${supabaseUrl}/functions/v1/${name}/:splat 200!`),
    // These redirects apply only to missing files: a static host serves an existing file without reading the redirects.
    ...files.map(({ under, otherwise }) => {
      const paths = under.endsWith("/") ? `${under}*` : under;
      return otherwise === null ? `${paths} /404.html 404` : `${paths} ${otherwise} 200`;
    }),
  ]
    .map((line) => `${line}\n`)
    .join("");

/**
 * Builds the file _headers. It sets cache-control only for immutable files and single files, because static hosts
 * already send `no-cache` for other files. Static hosts merge the headers of all rules that match a path.
 */
export const headersFile = (site: Site): string =>
  [
    block("/*", pageHeaders(site)),
    ...files
      .filter(({ under, cacheControl }) => cacheControl.includes("immutable") || !under.endsWith("/"))
      .map(({ under, cacheControl, type }) =>
        block(under.endsWith("/") ? `${under}*` : under, [
          ["cache-control", cacheControl],
          ...(type ? [["content-type", type] as const] : []),
        ]),
      ),
  ].join("\n");

const block = (paths: string, headers: readonly Header[]): string =>
  `${paths}\n${headers.map(([name, value]) => `  ${name}: ${value}\n`).join("")}`;
