/** The choices that the blank template offers, from the product's own lists. A list that fails is left out. */
import type { AnyRecord, Field } from "../../../../edge-functions/_shared/records/types.ts";
import { api } from "../../lib/api.ts";
import type { FieldChoices } from "../export/template.ts";
import { placeChoices } from "./place-book.ts";

export async function templateChoices(
  record: AnyRecord,
  user: { region_name?: string | null; province_name?: string | null },
): Promise<FieldChoices> {
  const places = record.scoped ? await orNothing(() => placeChoices(user), {}) : {};
  const lists = await Promise.all(
    record.fields.map(async (field) => [field.name, await orNothing(() => choicesOf(field), [])] as const),
  );
  return { ...Object.fromEntries(lists.filter(([, values]) => values.length > 0)), ...places };
}

/** The most rows of another record type that a cell offers; where there are more, the cell takes what is written. */
const mostChoices = 200;

async function choicesOf(field: Field): Promise<string[]> {
  const source = field.options;
  if (source?.from === "dropdown") {
    const rows = await api.dropdown(source.list);
    return distinct(rows.map((row) => row[source.column ?? "type"]));
  }
  if (source?.from === "record") {
    const { data, total } = await api.list(source.path, { page: 1, page_size: mostChoices });
    return total > mostChoices ? [] : distinct(data.map((row) => row[source.value]));
  }
  return [];
}

const distinct = (values: readonly unknown[]): string[] => [
  ...new Set(values.filter((value) => typeof value === "string" || typeof value === "number").map(String)),
];

async function orNothing<Result>(load: () => Promise<Result>, nothing: Result): Promise<Result> {
  try {
    return await load();
  } catch (problem) {
    console.error("A list for the template could not be read.", problem);
    return nothing;
  }
}
