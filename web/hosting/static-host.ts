/** The list as the two files that static hosts like Netlify read from the folder that they serve. */
import { files, type Header, pageHeaders, passedOn, type Site } from "./site.ts";

export const redirectsFile = ({ supabaseUrl }: { supabaseUrl: string }): string =>
  [
    ...passedOn.map((name) => `/${name}/* ${supabaseUrl}/functions/v1/${name}/:splat 200!`),
    // A file that exists goes before these.
    ...files.map(({ under, otherwise }) => {
      const paths = under.endsWith("/") ? `${under}*` : under;
      return otherwise === null ? `${paths} /404.html 404` : `${paths} ${otherwise} 200`;
    }),
  ]
    .map((line) => `${line}\n`)
    .join("");

/** Such a host joins what several rules say of one header, so that only what is kept for ever is said beside the rest. */
export const headersFile = (site: Site): string =>
  [
    block("/*", pageHeaders(site)),
    ...files
      .filter(({ cacheControl }) => cacheControl.includes("immutable"))
      .map(({ under, cacheControl }) => block(`${under}*`, [["cache-control", cacheControl]])),
  ].join("\n");

const block = (paths: string, headers: readonly Header[]): string =>
  `${paths}\n${headers.map(([name, value]) => `  ${name}: ${value}\n`).join("")}`;
