/**
 * The list filter `incomplete`: true for rows that lack a fact such as the ARBO or the year (registry: `facts`), false
 * for the rest. The condition is written exactly as in the index `<table>_incomplete`
 * (`private.build_missing_fact_condition`), so that Postgres uses the index.
 */
import type { AnyRecord, Fact } from "../../records/vocabulary/types.ts";
import type { Table } from "../db/columns.ts";
import { identifier } from "../db/database.ts";

/** SQL condition for rows without a required fact, such as the ARBO. Column names have no prefix. */
export const incompleteRows = ({ facts = [] }: Pick<AnyRecord, "facts">, table: Table): string =>
  `(${facts.map((fact) => lacksFact(fact, table)).join(" or ")})`;

function lacksFact({ anyOf, notFor }: Fact, table: Table): string {
  const empty = anyOf.map((name) => {
    const column = identifier(name);
    const type = table.columns.get(name)?.type;
    if (type === "text") return `coalesce(${column}, '') = ''`;
    return type === "text[]" ? `coalesce(cardinality(${column}), 0) = 0` : `${column} is null`;
  });
  // Safe to interpolate: a status is one of three constants in the source code, never user input.
  const others = notFor === undefined ? [] : [`status is distinct from '${notFor}'`];
  return `(${[...empty, ...others].join(" and ")})`;
}
