/** The calls of record types whose rows are files, beyond those of every record type. */
import type { DataOf } from "#shared/contracts/index.ts";
import type { ListBody } from "../../../lib/http/api.ts";
import { call } from "../../../lib/http/http.ts";
import { publicConfig } from "../../../lib/http/public-config.ts";

/** A file with its place, as the map draws it: what the list would say of it, without what the map does not need. */
export interface PhotoPoint {
  id: number;
  longitude: number;
  latitude: number;
  kind: string | null;
  outside: boolean;
}

type Answered = [
  id: number,
  longitude: number,
  latitude: number,
  kind: string | null,
  outside: "Yes" | "No" | null,
];

/** Every row under the filters of the list. */
export async function readPoints(path: string, filter: ListBody, signal: AbortSignal): Promise<PhotoPoint[]> {
  const { data } = await call("POST /api/{path}/points", filter, { at: { path }, signal });
  return (data as Answered[]).map(([id, longitude, latitude, kind, outside]) => ({
    id,
    longitude,
    latitude,
    kind,
    outside: outside === "Yes",
  }));
}

/** Where a file can be fetched for a few minutes. */
export type FileLink = DataOf<"POST /api/{path}/links">[number] & { file_url: string };

/** Links of at most 100 rows; rows out of sight are left out. */
export async function readLinks(
  path: string,
  ids: readonly number[],
  signal?: AbortSignal,
): Promise<Map<number, FileLink>> {
  if (ids.length === 0) return new Map();
  const [{ data }, { supabaseUrl }] = await Promise.all([
    call("POST /api/{path}/links", { ids: [...ids] }, { at: { path }, signal }),
    publicConfig(),
  ]);
  // They come as paths of Supabase's own origin.
  const whole = (url: string) => supabaseUrl + url;
  return new Map(
    data.map((link) => [
      link.id,
      {
        ...link,
        // Null only for those who ask for thumbnails alone.
        file_url: whole(link.file_url ?? ""),
        thumbnail_url: link.thumbnail_url && whole(link.thumbnail_url),
      },
    ]),
  );
}
