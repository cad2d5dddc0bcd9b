/** The values of a reference list as the screens speak of them: one text, or a category with a sub-category. */
import { useQuery } from "@tanstack/react-query";
import { seesEverything } from "#shared/access/levels.ts";
import type { DropdownList } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../../lib/current-user.ts";
import { api, type DropdownRow } from "../../../lib/http/api.ts";
import { queryClient } from "../../../lib/http/query-client.ts";
import { refusalOfAll, type Subject } from "../../../records/common/rights.ts";
import type { NewValue } from "../common/admin-api.ts";

/** Lists whose values have two parts. */
export const isPaired = (list: DropdownList): boolean =>
  list === "participant-category" || list === "participant-subcategory";

/** The same key as the forms use: they read a changed list anew. */
export const useValues = (list: DropdownList) =>
  useQuery({ queryKey: ["dropdown", list], queryFn: ({ signal }) => api.dropdown(list, signal) });

export const valuesChanged = async (list: DropdownList): Promise<void> => {
  await queryClient.invalidateQueries({ queryKey: ["dropdown", list] });
  // Renamed and replaced values stand in rows, too.
  await queryClient.invalidateQueries({ queryKey: ["records"] });
};

export const nameOf = (row: DropdownRow): string =>
  row.category ? [row.category, row.sub_category].filter(Boolean).join(" – ") : (row.type ?? "");

/** What was typed as a value of the list; null while a part is missing. */
export function typedValue(list: DropdownList, first: string, second: string): NewValue | null {
  const [one, two] = [first.trim(), second.trim()];
  if (one === "") return null;
  return isPaired(list) ? { category: one, sub_category: two === "" ? null : two } : { type: one };
}

/** Whether a value stands in the list already, in any case; `but` is the row that is being renamed. */
export const isKnown = (rows: readonly DropdownRow[], name: string, but?: number): boolean =>
  rows.some((row) => row.id !== but && nameOf(row).toLowerCase() === name.toLowerCase());

const listValues: Subject = {
  table: "dropdown_values",
  window: "administration",
  noun: { one: "list value", many: "list values" },
};

/** Why a list cannot be changed; null when it can. The database decides. */
export const refusalOf = (user: CurrentUser, act: "insert" | "update" | "delete"): string | null =>
  refusalOfAll(listValues, user, act);

/** Values in the records of all offices are renamed and replaced by Central alone. */
export const touchesRecords = (user: CurrentUser): boolean => seesEverything(user.level);
