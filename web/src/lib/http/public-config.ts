/** What the deployment tells the app in /config.json: where Supabase is, and what the maps are drawn on. */

interface PublicConfig {
  /** Without a slash at its end. The file may give it relative to the app's own origin. */
  supabaseUrl: string;
  publishableKey: string;
  /** Address of a tile with {z}, {x} and {y}; the maps do without where it is missing. */
  tileUrl?: string;
  tileAttribution?: string;
}

let known: Promise<PublicConfig> | undefined;

/** Read once. @throws an Error in words when it cannot be read; the next call tries again. */
export function publicConfig(): Promise<PublicConfig> {
  known ??= read().catch((problem: unknown) => {
    known = undefined;
    throw problem;
  });
  return known;
}

async function read(): Promise<PublicConfig> {
  const answer = await fetch("/config.json");
  if (!answer.ok) throw new Error(`The settings of the sign-in service answered ${answer.status}.`);
  const config = (await answer.json()) as PublicConfig;
  return { ...config, supabaseUrl: new URL(config.supabaseUrl, location.origin).href.replace(/\/+$/, "") };
}
