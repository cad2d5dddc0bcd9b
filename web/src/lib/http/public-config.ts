/** Settings of the deployment, read from /config.json: the Supabase address and the map tiles. */

export interface PublicConfig {
  /** Address of Supabase without a trailing slash. The file may contain an address relative to the app's origin. */
  supabaseUrl: string;
  publishableKey: string;
  /** Tile URL with {z}, {x} and {y}. If it is missing, maps show no tiles. */
  tileUrl?: string;
  tileAttribution?: string;
}

let known: Promise<PublicConfig> | undefined;

/**
 * Reads /config.json once and caches it. A failed read is not cached.
 * @throws Error with a readable message if the file can't be read.
 */
export function publicConfig(): Promise<PublicConfig> {
  known ??= read().catch((problem: unknown) => {
    known = undefined;
    throw problem;
  });
  return known;
}

async function read(): Promise<PublicConfig> {
  const answer = await fetch("/config.json");
  if (!answer.ok) throw new Error(`The settings could not be loaded (status ${answer.status}).`);
  const config = (await answer.json()) as PublicConfig;
  return { ...config, supabaseUrl: new URL(config.supabaseUrl, location.origin).href.replace(/\/+$/, "") };
}
