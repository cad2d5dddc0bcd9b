/**
 * Conditions on related records: a row has, or doesn't have, records of another type. If the other type has a reporting
 * year, the conditions exist for all years and for one given year.
 */
import type { FilterGrammar } from "#shared/contracts/filters/conditions.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { nounOf, relatedTo } from "../../../records/conditions/related-records.ts";

export interface RelatedChoice {
  key: string;
  label: string;
  /** Returns a copy of `filter` with the added condition. */
  addTo: (filter: FilterGrammar) => FilterGrammar;
}

const reportsYears = ({ fields }: AnyRecord): boolean => fields.some(({ name }) => name === "reporting_year");

/** Returns the conditions on related records. Record types with a reporting year also get the conditions for `year`. */
export const relatedConditions = (record: AnyRecord, year: number): RelatedChoice[] =>
  relatedTo(record)
    .filter(({ tab }) => tab === undefined)
    .flatMap((other) => {
      const wheres = reportsYears(other) ? [{ reporting_year: year }, undefined] : [undefined];
      const { many } = nounOf(other);
      return (["has", "has_no"] as const).flatMap((word) =>
        wheres.map((where) => ({
          key: [word, other.path, where ? year : ""].join(" "),
          label: `${word === "has" ? "Has" : "Has no"} ${many}${where ? ` of ${year}` : ""}`,
          addTo: (filter: FilterGrammar): FilterGrammar => ({
            ...filter,
            [word]: [...(filter[word] ?? []), { record: other.path, ...(where && { where }) }],
          }),
        })),
      );
    });
