/**
 * The list filter `incomplete`: true for rows that lack required information, such as the ARBO or the year (registry:
 * `facts`), false for the rest. The condition equals that of the index `<table>_incomplete`
 * (`private.build_missing_fact_condition`), because Postgres would otherwise not use the index.
 */
import type { AnyRecord, Fact } from "../../records/vocabulary/types.ts";
import type { Table } from "../db/columns.ts";
import { identifier } from "../db/database.ts";

/** SQL condition for rows without required information, such as the ARBO. Column names have no prefix. */
export const incompleteRows = ({ facts = [] }: Pick<AnyRecord, "facts">, table: Table): string =>
  `(${facts.map((fact) => lacksFact(fact, table)).join(" or ")})`;

function lacksFact({ anyOf, notFor }: Fact, table: Table): string {
  const empty = anyOf.map((name) => {
    const column = identifier(name);
    const type = table.columns.get(name)?.type;
    if (type === "text") return `coalesce(${column}, '') = ''`;
    return type === "text[]" ? `coalesce(cardinality(${column}), 0) = 0` : `${column} is null`;
  });
  // Safe to write into the SQL: a status is one of three constants in the source code, never user input.
  const others = notFor === undefined ? [] : [`status is distinct from '${notFor}'`];
  return `(${[...empty, ...others].join(" and ")})`;
}
