/**
 * Loads, compares and describes the values of a reference list. A value is one string, or a category with an optional
 * sub-category.
 */
import { useQuery } from "@tanstack/react-query";
import { seesEverything } from "#shared/access/levels.ts";
import type { DropdownList } from "#shared/records/vocabulary/types.ts";
import { foldText } from "#shared/rules/text.ts";
import type { CurrentUser } from "../../../lib/current-user.ts";
import { api, type DropdownRow } from "../../../lib/http/api.ts";
import { invalidateRows, queryClient } from "../../../lib/http/query-client.ts";
import { refusalForAnyRow, type Subject } from "../../../records/common/rights.ts";
import type { NewValue } from "../common/admin-api.ts";
import { unusedLists } from "./list-names.ts";

/** True if a value of the list consists of a category and a sub-category. */
export const isPaired = (list: DropdownList): boolean =>
  list === "participant-category" || list === "participant-subcategory";

/** Uses the query key of the forms, so that open forms also reload a changed list. */
export const useValues = (list: DropdownList) =>
  useQuery({
    queryKey: ["dropdown", list],
    meta: { offline: "list" },
    queryFn: ({ signal }) => api.dropdown(list, signal),
  });

/** Reloads all lists, because renaming or replacing a category also changes the list of sub-categories. */
export const reloadValues = async (): Promise<void> => {
  await queryClient.invalidateQueries({ queryKey: ["dropdown"] });
  // Renaming or replacing a value can change records of any type, so all lists of records are reloaded.
  await invalidateRows();
};

export const nameOf = (row: DropdownRow): string =>
  row.category ? [row.category, row.sub_category].filter(Boolean).join(" – ") : (row.type ?? "");

/** Returns the text that records store for a value of the list: the sub-category if the value has one. */
export const usedPart = (row: DropdownRow): string => row.type ?? row.sub_category ?? row.category ?? "";

/**
 * Returns the strings that can replace a value in records. Only sub-categories of the same category can replace a
 * sub-category.
 */
export const replacementsOf = (row: DropdownRow, rows: readonly DropdownRow[]): string[] => {
  const others = rows.filter(
    (one) => one.id !== row.id && (!row.sub_category || one.category === row.category),
  );
  return [...new Set(others.map(usedPart))].filter(Boolean);
};

/** Returns a sentence about the effect of deleting or renaming an unused value. */
export const effectWithoutUse = (list: DropdownList, change: "delete" | "rename"): string => {
  const verb = change === "delete" ? "Deleting" : "Renaming";
  if (unusedLists.includes(list))
    return `Forms do not take their choices from this list. ${verb} this value changes neither forms nor records.`;
  return `No record uses this value.${change === "delete" ? " Forms will no longer offer it." : ""}`;
};

/** Returns the typed text as a value of the list; null if a required part is missing. */
export function typedValue(list: DropdownList, first: string, second: string): NewValue | null {
  const [one, two] = [first.trim(), second.trim()];
  if (one === "") return null;
  return isPaired(list) ? { category: one, sub_category: two === "" ? null : two } : { type: one };
}

const foldParts = ({ type, category, sub_category }: Omit<DropdownRow, "id">): string =>
  [type, category, sub_category].map(foldText).join("\n");

/**
 * Returns the row of the list with the same value, ignoring case, accents and kinds of apostrophes. The row with the id
 * `but` is skipped, because that row is being renamed.
 */
export const findTwin = (
  rows: readonly DropdownRow[],
  value: NewValue,
  but?: number,
): DropdownRow | undefined => rows.find((row) => row.id !== but && foldParts(row) === foldParts(value));

const listValues: Subject = {
  table: "dropdown_values",
  window: "administration",
  noun: { one: "list value", many: "list values" },
};

/** Returns why the user can't change a list; null if the user can. The database makes the final check. */
export const refusalOf = (user: CurrentUser, act: "insert" | "update" | "delete"): string | null =>
  refusalForAnyRow(listValues, user, act);

/** True for central office users. Only they may rename or replace a value in the records of all offices. */
export const canChangeRecords = (user: CurrentUser): boolean => seesEverything(user.level);
