/** The conditions "has" and "has no" that the screen offers: per related record type, with and without this year. */
import type { FilterGrammar } from "#shared/contracts/conditions.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";

/** Loads the record types whose rows relate to rows of the given one. */
export async function loadRelated(record: AnyRecord): Promise<AnyRecord[]> {
  const [{ records }, { relatedRecords }] = await Promise.all([
    import("#shared/records/index.ts"),
    import("#shared/records/relations.ts"),
  ]);
  const first = records.filter(
    ({ path, tab }, at) =>
      tab === undefined && path !== record.path && records.findIndex((one) => one.path === path) === at,
  );
  return relatedRecords(record, first);
}

export interface RelatedChoice {
  key: string;
  label: string;
  /** Returns the filter with this condition in addition. */
  addTo: (filter: FilterGrammar) => FilterGrammar;
}

/** Returns the conditions for the given record types. A type that reports years also offers the given year. */
export function relatedConditions(records: readonly AnyRecord[], year: number): RelatedChoice[] {
  return records.flatMap(({ path, noun, fields }) => {
    const reportsYears = fields.some(({ name }) => name === "reporting_year");
    const wheres = reportsYears ? [undefined, { reporting_year: year }] : [undefined];
    return (["has", "has_no"] as const).flatMap((word) =>
      wheres.map((where) => ({
        key: [word, path, where ? year : ""].join(" "),
        label: `${word === "has" ? "Has" : "Has no"} ${noun.many}${where ? ` of ${year}` : ""}`,
        addTo: (filter: FilterGrammar): FilterGrammar => ({
          ...filter,
          [word]: [...(filter[word] ?? []), { record: path, ...(where && { where }) }],
        }),
      })),
    );
  });
}
