/**
 * `npm run hosting -- <Supabase's address> <publishable key> <folder>`: writes into the folder what a web host in front of
 * the app needs. Without arguments it writes the examples beside this file anew, which a test compares with the list.
 */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { projectRoot } from "../../supabase/local/common/settings.ts";
import { caddyConfig } from "./caddy.ts";
import { nginxConfig } from "./nginx.ts";
import { tileOrigin } from "./site.ts";
import { headersFile, redirectsFile } from "./static-host.ts";

export interface Hosting {
  supabaseUrl: string;
  publishableKey: string;
  tileUrl?: string | undefined;
  tileAttribution?: string | undefined;
}

export const example: Hosting = {
  supabaseUrl: "https://abcdefghijklmnopqrst.supabase.co",
  publishableKey: "sb_publishable_of_the_project",
};
export const exampleFolder = path.join(projectRoot, "web/hosting/example");

/** The files by their names. @param webRoot Folder that nginx and Caddy serve. */
export function hostingFiles(hosting: Hosting, webRoot: string): Record<string, string> {
  const site = { supabaseUrl: hosting.supabaseUrl, tileServer: tileOrigin(hosting.tileUrl) };
  return {
    "nginx.conf": note + nginxConfig(site, webRoot),
    Caddyfile: note + caddyConfig(site, webRoot),
    _redirects: redirectsFile(site),
    _headers: headersFile(site),
    "config.json": `${JSON.stringify(hosting, null, 2)}\n`,
  };
}

const note = "# Made by `npm run hosting` from web/hosting/site.ts.\n";

async function write(folder: string, files: Record<string, string>): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
}

if (process.argv[1] === import.meta.filename) {
  const [address, publishableKey = "", folder] = process.argv.slice(2);
  const { MAP_TILE_URL: tileUrl, MAP_TILE_ATTRIBUTION: tileAttribution } = process.env;
  if (address === undefined) await write(exampleFolder, hostingFiles(example, "/srv/arbo"));
  else if (!folder || !URL.canParse(address) || new URL(address).origin !== address.replace(/\/$/, "")) {
    console.error("Usage: npm run hosting -- https://<ref>.supabase.co sb_publishable_… <folder>");
    process.exitCode = 1;
  } else {
    const hosting = { supabaseUrl: new URL(address).origin, publishableKey, tileUrl, tileAttribution };
    await write(folder, hostingFiles(hosting, "/srv/arbo"));
    console.log(`Written into ${folder}: ${Object.keys(hostingFiles(hosting, "")).join(", ")}`);
  }
}
