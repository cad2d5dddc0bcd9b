/**
 * Possible values of the fields of an import, from dropdown lists and other records. Omits a list that fails to load.
 */
import { listedFields } from "#shared/import/list-book.ts";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { api } from "../../lib/http/api.ts";
import { queryClient } from "../../lib/http/query-client.ts";
import { listQuery } from "../common/use-options.ts";
import type { FieldChoices } from "../workbook/template.ts";
import { placeChoices } from "./place-book.ts";

/** Returns the choices that the cells of the blank template offer. */
export async function templateChoices(
  record: AnyRecord,
  user: { region_name?: string | null; province_name?: string | null },
): Promise<FieldChoices> {
  const [lists, records, places] = await Promise.all([
    listChoices(record),
    ofFields(record.fields, recordChoices),
    record.scoped ? orNothing(() => placeChoices(user), {}) : {},
  ]);
  return { ...lists, ...records, ...places };
}

/** Values of the dropdown lists, by field. */
export const listChoices = (record: AnyRecord): Promise<FieldChoices> =>
  ofFields(listedFields(record), async ({ options }) => {
    if (options?.from !== "dropdown") return [];
    const rows = await queryClient.fetchQuery(listQuery(options.list));
    return distinct(rows.map((row) => row[options.column ?? "type"]));
  });

/**
 * Maximum number of choices from another record type. With more choices, the cell has no menu and accepts free text.
 */
const mostChoices = 200;

async function recordChoices({ options }: Field): Promise<string[]> {
  if (options?.from !== "record") return [];
  const { data, total } = await api.list(options.path, { page: 1, page_size: mostChoices });
  return total > mostChoices ? [] : distinct(data.map((row) => row[options.value]));
}

async function ofFields(
  fields: readonly Field[],
  choicesOf: (field: Field) => Promise<string[]>,
): Promise<FieldChoices> {
  const lists = await Promise.all(
    fields.map(async (field) => [field.name, await orNothing(() => choicesOf(field), [])] as const),
  );
  return Object.fromEntries(lists.filter(([, values]) => values.length > 0));
}

const distinct = (values: readonly unknown[]): string[] => [
  ...new Set(values.filter((value) => typeof value === "string" || typeof value === "number").map(String)),
];

async function orNothing<Result>(load: () => Promise<Result>, nothing: Result): Promise<Result> {
  try {
    return await load();
  } catch (problem) {
    console.error("Could not load a list of choices.", problem);
    return nothing;
  }
}
