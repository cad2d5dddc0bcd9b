/** The values that the fields of a file can take: of the dropdown lists, and of other records. A list that fails is left out. */
import { listedFields } from "#shared/import/list-book.ts";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { api } from "../../lib/http/api.ts";
import { queryClient } from "../../lib/http/query-client.ts";
import { listQuery } from "../common/use-options.ts";
import type { FieldChoices } from "../workbook/template.ts";
import { placeChoices } from "./place-book.ts";

/** What the blank template offers in its cells. */
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

/** The values of the dropdown lists, by field. */
export const listChoices = (record: AnyRecord): Promise<FieldChoices> =>
  ofFields(listedFields(record), async ({ options }) => {
    if (options?.from !== "dropdown") return [];
    const rows = await queryClient.fetchQuery(listQuery(options.list));
    return distinct(rows.map((row) => row[options.column ?? "type"]));
  });

/** The most rows of another record type that a cell offers; where there are more, the cell takes what is written. */
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
    console.error("A list of choices could not be read.", problem);
    return nothing;
  }
}
