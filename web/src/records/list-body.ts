/** The body of a list call from what the address of the screen holds. */
import type { AnyRecord } from "../../../edge-functions/_shared/records/types.ts";
import type { ListBody } from "../lib/api.ts";
import { defaultPageSize, type RecordSearch, type RecordTab, readSort } from "./record-search.ts";

/** What of a record type its lists depend on. */
export type Listed = Pick<AnyRecord, "path" | "fields" | "fixed" | "approval">;

/** What the screen is fixed to, its filters and search word, without page and sort: what counts, approvals and exports are about. */
export function filterBody(record: Listed, search: RecordSearch, tab: RecordTab | undefined): ListBody {
  const names = new Map(record.fields.map((field) => [field.name, field]));
  const body: ListBody = { ...record.fixed };
  for (const [name, value] of Object.entries(search.where ?? {})) {
    const field = names.get(name);
    if (!field) continue;
    const numeric = field.kind === "year" || field.kind === "integer" || field.kind === "decimal";
    body[name] = numeric ? Number(value) : value;
  }
  if (search.q) body.q = search.q;
  // New/Pending holds every row that is not Approved (spec section 4): an empty stage counts as Pending.
  if (record.approval && tab) body.tab = tab;
  return body;
}

export function listBody(record: AnyRecord, search: RecordSearch): ListBody {
  const sort = readSort(search.sort) ?? record.defaultSort;
  return {
    ...filterBody(record, search, search.tab ?? "pending"),
    page: search.page ?? 1,
    page_size: search.size ?? defaultPageSize,
    sort: [sort],
  };
}
