/**
 * Who keeps the records that belong to no office: what the database tells each caller of it (`access.reference` of
 * `GET /api/auth/current-user`), and the sentence that says why not. The database decides; this spares a refused call.
 */
import type { AnyRecord } from "../records/vocabulary/types.ts";

/** By table: the route that it asks for, and which of its rows the caller keeps where their rights suffice. */
export type ReferenceAccess = Readonly<
  Record<string, { route: string; keeps: "all" | "region" | "nothing" } | undefined>
>;

export interface Keeper {
  routes: readonly string[];
  region_name?: string | null;
  reference: ReferenceAccess;
}

/** Why the keeper may not write, or not these rows as they are or will be; null when nothing stands in the way. */
export function referenceRefusal(
  record: Pick<AnyRecord, "table" | "noun">,
  { routes, region_name: region, reference }: Keeper,
  rows: readonly Readonly<Record<string, unknown>>[] = [],
): string | null {
  const own = reference[record.table];
  const { many } = record.noun;
  if (!own || !routes.includes(own.route)) return `Only administrators can change ${many}.`;
  if (own.keeps === "nothing") return `Only administrators of the central office can change ${many}.`;
  if (own.keeps === "region" && rows.some((row) => (row.region_name ?? null) !== (region ?? null))) {
    return `You can change ${many} of your own region only; the others belong to the central office.`;
  }
  return null;
}
