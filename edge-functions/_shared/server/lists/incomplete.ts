/**
 * The filter `incomplete` of a list: rows that lack a fact (registry: `facts`), or with false those that lack none. The
 * condition is written as the index `<table>_incomplete` has it (`private.lacks_fact`), which is how Postgres finds the index.
 */
import type { AnyRecord, Fact } from "../../records/vocabulary/types.ts";
import type { Table } from "../db/columns.ts";
import { identifier } from "../db/database.ts";

/** The rows that lack a fact, as a condition over the bare column names. */
export const incompleteRows = ({ facts = [] }: Pick<AnyRecord, "facts">, table: Table): string =>
  `(${facts.map((fact) => lacksFact(fact, table)).join(" or ")})`;

function lacksFact({ anyOf, notFor }: Fact, table: Table): string {
  const empty = anyOf.map((name) => {
    const column = identifier(name);
    const type = table.columns.get(name)?.type;
    if (type === "text") return `coalesce(${column}, '') = ''`;
    return type === "text[]" ? `coalesce(cardinality(${column}), 0) = 0` : `${column} is null`;
  });
  // A status is one of three words of the registry, never a text of a caller.
  const others = notFor === undefined ? [] : [`status is distinct from '${notFor}'`];
  return `(${[...empty, ...others].join(" and ")})`;
}
