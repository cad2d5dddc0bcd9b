/**
 * API call for the "See as" preview: the data and actions that are available to a user or to an unsaved role. The
 * database computes the preview with the claims of that user or role.
 */
import type { DataOf } from "#shared/contracts/index.ts";
import type { Level, Right } from "../../../lib/current-user.ts";
import { call } from "../../../lib/http/http.ts";

export interface RoleDraft extends Record<string, unknown> {
  rolename: readonly string[];
  roletype: string | null;
  route: readonly string[];
  access_controls: readonly Right[];
  status: Level;
}

export type SeeAsSubject =
  | { user_id: string }
  | { role: RoleDraft; region_name: string | null; province_name: string | null };

export type Seen = DataOf<"POST /api/uac/see-as">;
export type SeenScreen = Seen["screens"][number];
export type SeenWindow = Seen["windows"]["target"];

export const seeAs = async (eyes: SeeAsSubject, signal?: AbortSignal): Promise<Seen> =>
  (await call("POST /api/uac/see-as", eyes, { signal })).data;
