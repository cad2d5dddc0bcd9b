/** API calls that exist only for record types whose rows are files. */
import type { DataOf } from "#shared/contracts/index.ts";
import type { ListBody } from "../../../lib/http/api.ts";
import { call } from "../../../lib/http/http.ts";
import { publicConfig } from "../../../lib/http/public-config.ts";

/** The columns of a photo that the map needs, including the coordinates. */
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

/** Returns the points of all rows that match the filters of the list. */
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

/** A link from which a file can be downloaded for a few minutes. */
export type FileLink = DataOf<"POST /api/{path}/links">[number] & { file_url: string };

/** Returns links to the files of at most 100 rows. The result leaves out rows outside the user's scope. */
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
  // Returns a whole URL. The server returns paths relative to Supabase's origin.
  const whole = (url: string) => supabaseUrl + url;
  return new Map(
    data.map((link) => [
      link.id,
      {
        ...link,
        // This request asks for files, so `file_url` is set. It is null only in requests for thumbnails alone.
        file_url: whole(link.file_url ?? ""),
        thumbnail_url: link.thumbnail_url && whole(link.thumbnail_url),
      },
    ]),
  );
}
