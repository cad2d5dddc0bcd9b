/**
 * `npm run hosting -- <Supabase's address> <publishable key> <folder>`: writes into the folder what a web host in front of
 * the app needs. Without arguments it writes the examples beside this file anew, which a test compares with the list.
 */
import { randomBytes } from "node:crypto";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { projectRoot } from "../../supabase/local/common/settings.ts";
import { caddyConfig, caddySupabaseConfig } from "./caddy.ts";
import { nginxConfig, nginxSupabaseConfig } from "./nginx.ts";
import { tileOrigin } from "./site.ts";
import { headersFile, redirectsFile } from "./static-host.ts";

export interface Hosting {
  supabaseUrl: string;
  publishableKey: string;
  /** What the web's proxy proves itself with to the functions; not for the browser. */
  proxySecret: string;
  tileUrl?: string | undefined;
  tileAttribution?: string | undefined;
}

export const example: Hosting = {
  supabaseUrl: "https://abcdefghijklmnopqrst.supabase.co",
  publishableKey: "sb_publishable_of_the_project",
  proxySecret: "secret_that_npm_run_hosting_makes",
};
export const exampleFolder = path.join(projectRoot, "web/hosting/example");

/** The files by their names. @param webRoot Folder that nginx and Caddy serve. */
export function hostingFiles({ proxySecret, ...hosting }: Hosting, webRoot: string): Record<string, string> {
  const site = { supabaseUrl: hosting.supabaseUrl, tileServer: tileOrigin(hosting.tileUrl) };
  return {
    "nginx.conf": note + nginxConfig(site, webRoot, proxySecret),
    Caddyfile: note + caddyConfig(site, webRoot, proxySecret),
    "supabase-nginx.conf": note + nginxSupabaseConfig(selfHostedGateway),
    "supabase.Caddyfile": note + caddySupabaseConfig(selfHostedGateway),
    _redirects: redirectsFile(site),
    _headers: headersFile(site),
    "config.json": `${JSON.stringify(hosting, null, 2)}\n`,
  };
}

/** Where a self-hosted Supabase's gateway listens, on its own machine. */
const selfHostedGateway = "http://127.0.0.1:8000";

/** For `supabase secrets set --env-file`, and for the .env of a self-hosted Supabase. */
const secretFile = "proxy.env";

/** The secret that an earlier run has written into the folder, or a new one. */
async function proxySecretOf(folder: string): Promise<string> {
  const text = await readFile(path.join(folder, secretFile), "utf8").catch(() => "");
  return /^PROXY_SECRET=(\w+)$/m.exec(text)?.[1] ?? randomBytes(32).toString("hex");
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
    const proxySecret = await proxySecretOf(folder);
    const supabaseUrl = new URL(address).origin;
    const written = {
      ...hostingFiles({ supabaseUrl, publishableKey, tileUrl, tileAttribution, proxySecret }, "/srv/arbo"),
      [secretFile]: `TRUSTED_PROXIES=1\nPROXY_SECRET=${proxySecret}\n`,
    };
    await write(folder, written);
    await chmod(path.join(folder, secretFile), 0o600);
    console.log(`Written into ${folder}: ${Object.keys(written).join(", ")}`);
  }
}
