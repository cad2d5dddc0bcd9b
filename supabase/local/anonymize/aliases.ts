/**
 * Names of an anonymised copy (aliases), such as `ARBO 482913`. A name of the original gets the same alias wherever it
 * occurs. ARBOs of one town with similar names get similar aliases, so that the copy lists them in the work queue of
 * similar names, too.
 */
import type pg from "pg";
import { identifier } from "#shared/server/sql/sql.ts";
import type { ExportTable } from "../export/catalog.ts";
import { aliasKindOf, aliasWords } from "./rules.ts";

/** Query for pairs of ARBOs of one town whose names or aliases are similar, by the rule of private.similar_arbos. */
const similarPairs = (column: "name" | "alias"): string => `
  with names as (
    select m.id, m.office, coalesce(m.muncity_name, '') as town, lower(m.arbo_name) as name, a.folded,
      lower(a.alias) as alias
    from public.arbo_masterlist m
    join anonymous.aliases a on a.kind = 'arbo' and a.folded = private.fold_name(m.arbo_name))
  select distinct one.folded as one, other.folded as other
  from names one join names other using (office, town)
  where one.id < other.id and one.folded <> other.folded
    and extensions.similarity(one.${column}, other.${column}) >= 0.6`;

/**
 * Maximum number of rounds in `nameArbos`. The first round gives a number to each group of similar names. Further
 * rounds replace numbers whose aliases are by chance similar to those of a different group.
 */
const rounds = 20;

/**
 * Yields six-digit numbers. Each number is far from the number before, and the first 900,000 numbers are all different.
 */
function* numbers(): Generator<number> {
  for (let n = 1; ; n++) yield 100_000 + ((n * 611_953) % 900_000);
}

/** Returns A, B … Z, AA, AB …; the first index is 0. */
const lettersOf = (index: number): string =>
  (index >= 26 ? lettersOf(Math.floor(index / 26) - 1) : "") + String.fromCharCode(65 + (index % 26));

/** Gives each name an alias with a number. The numbers are given to the names in random order. */
export async function fillAliases(client: pg.Client, tables: readonly ExportTable[]): Promise<void> {
  const sources = tables.flatMap((table) =>
    table.columns.flatMap((column) => {
      const kind = aliasKindOf(table, column);
      if (!kind) return [];
      const name = identifier(column.name);
      const from = `${identifier(table.schema)}.${identifier(table.name)}`;
      return `select '${kind}' as kind, private.fold_name(${column.kind === "array" ? `unnest(${name})` : name}) as folded
        from ${from}`;
    }),
  );
  const words = Object.entries(aliasWords).map(([kind, word]) => `('${kind}', '${word}')`);
  await client.query(`
    insert into anonymous.aliases (kind, folded, alias)
    select n.kind, n.folded, w.word || ' ' || lpad(n.place::text, greatest(6, length(n.place::text)), '0')
    from (
      select a.kind, a.folded, row_number() over (partition by a.kind order by random()) as place
      from (${sources.join(" union ")}) a where a.folded is not null) n
    join (values ${words.join(", ")}) w (kind, word) on w.kind = n.kind`);
  await nameArbos(client);
  await client.query("analyze anonymous.aliases");
}

/** Replaces the aliases of ARBOs, so that ARBOs with similar names get similar aliases and other ARBOs do not. */
async function nameArbos(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ folded: string }>(
    "select folded from anonymous.aliases where kind = 'arbo' order by random()",
  );
  const groups = await groupSimilar(
    client,
    rows.map(({ folded }) => folded),
  );
  const next = numbers();
  let due = new Set(groups.values());
  for (let round = 0; due.size > 0 && round < rounds; round++) {
    for (const group of due) await numberGroup(client, group, next.next().value as number);
    const { rows: pairs } = await client.query<{ one: string; other: string }>(similarPairs("alias"));
    const wrong = pairs.filter(({ one, other }) => groups.get(one) !== groups.get(other));
    due = new Set(wrong.map(({ one }) => groups.get(one) ?? []));
  }
}

type Group = readonly string[];

/**
 * Returns the group of each name. If a group has several names, each of them is similar to at least one other name of
 * the group.
 */
async function groupSimilar(client: pg.Client, names: readonly string[]): Promise<Map<string, string[]>> {
  const groups = new Map(names.map((name) => [name, [name]]));
  const { rows } = await client.query<{ one: string; other: string }>(similarPairs("name"));
  for (const { one, other } of rows) {
    const [kept, merged] = [groups.get(one), groups.get(other)];
    if (!kept || !merged || kept === merged) continue;
    for (const name of merged) {
      kept.push(name);
      groups.set(name, kept);
    }
  }
  return groups;
}

async function numberGroup(client: pg.Client, group: Group, number: number): Promise<void> {
  const aliases = group.map((_, index) =>
    group.length === 1 ? `ARBO ${number}` : `ARBO ${number} ${lettersOf(index)}`,
  );
  await client.query(
    `update anonymous.aliases a set alias = n.alias from unnest($1::text[], $2::text[]) n (folded, alias)
     where a.kind = 'arbo' and a.folded = n.folded`,
    [group, aliases],
  );
}
