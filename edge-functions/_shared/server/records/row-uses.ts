/** Explains why rows can't be deleted: "still used by 3 trainings and 12 participants", with links to the lists. */
import { Problem, type ProblemDetail, type RowUse } from "../../contracts/base/problems.ts";
import { screenOf } from "../../records/index.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { formatNumber } from "../../rules/numbers.ts";
import { enumerate } from "../../rules/text.ts";
import { arrayLiteral, type Transaction } from "../db/database.ts";

interface Reference {
  id: number;
  table_name: string;
  status: string | null;
  approved: boolean;
  readable: boolean;
  rows: number;
  ways: Record<string, number>;
  keys: Record<string, string | number>;
}

/** Returns the problem for rows that other rows refer to; null if there are no references. */
export async function stillUsedProblem(
  tx: Transaction,
  record: AnyRecord,
  ids: readonly number[],
): Promise<Problem | null> {
  const references = await tx.unsafe<Reference[]>(
    `select id::float8 as id, table_name, status, approved, coalesce(readable, false) as readable, row_count::float8 as rows, ways, keys
     from private.find_references($1::text, $2::text::bigint[]) order by table_name, status`,
    [record.table, arrayLiteral(ids)],
  );
  const details = ids.flatMap((id, index): ProblemDetail[] => {
    const mine = references.filter((reference) => reference.id === id);
    if (mine.length === 0) return [];
    const uses = usesOf(mine.filter(({ readable }) => readable));
    const elsewhere = total(mine.filter(({ readable }) => !readable));
    const message = `This ${record.noun.one} is still used by ${wordsOf(uses, elsewhere)}.`;
    return [{ index, field: "id", message, used_by: uses, used_elsewhere: elsewhere }];
  });
  return details.length > 0 ? new Problem("rule", details[0]?.message ?? "", details) : null;
}

const total = (references: readonly Reference[]): number =>
  references.reduce((sum, { rows }) => sum + rows, 0);

const fixedOf = ({ fixed = {} }: AnyRecord): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fixed).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

function usesOf(references: readonly Reference[]): RowUse[] {
  const uses = new Map<
    string,
    { use: RowUse; ways: Record<string, number>; keys: Reference["keys"]; parent: AnyRecord["parent"] }
  >();
  for (const reference of references) {
    const screen = screenOf(reference.table_name, reference.status);
    if (!screen) continue;
    const known = uses.get(screen.route);
    const ways = { ...known?.ways };
    for (const [column, rows] of Object.entries(reference.ways)) ways[column] = (ways[column] ?? 0) + rows;
    uses.set(screen.route, {
      use: {
        route: screen.route,
        noun: screen.noun,
        rows: (known?.use.rows ?? 0) + reference.rows,
        approved: (known?.use.approved ?? 0) + (reference.approved ? reference.rows : 0),
        where: known?.use.where ?? (screen.fixed?.status === reference.status ? fixedOf(screen) : {}),
      },
      ways,
      keys: reference.keys,
      parent: screen.parent,
    });
  }
  return [...uses.values()].map(({ use, ways, keys, parent }) => {
    // The link filters the list by the column that refers to the row most often. If this is the key of the parent, the
    // name of the filter is `parent.name` (registry).
    const [column] = Object.entries(ways).sort(([, one], [, other]) => other - one)[0] ?? [];
    const key = column === undefined ? undefined : keys[column];
    return column === undefined || key === undefined
      ? use
      : { ...use, where: { ...use.where, [column === parent?.key ? parent.name : column]: String(key) } };
  });
}

function wordsOf(uses: readonly RowUse[], elsewhere: number): string {
  const words = uses.map(({ rows, noun }) => `${formatNumber(rows)} ${rows === 1 ? noun.one : noun.many}`);
  if (elsewhere > 0) {
    words.push(`${formatNumber(elsewhere)} ${elsewhere === 1 ? "record" : "records"} of other offices`);
  }
  return enumerate(words);
}
