/**
 * Benchmark of the largest list for a central user: pages of participants with filters, a sort order or a search. A
 * page is compared with the fastest plain SQL that we know. A search is compared with the same page without a search,
 * because no simple query searches all columns.
 */
import type { Bench } from "../bench.ts";
import { succeed } from "../client.ts";
import { compareDurations, type Measured } from "../measure.ts";
import { pageStatement, recordOf } from "../statements.ts";

const path = "participant";
const page = { page: 1, page_size: 50, count: "capped" };
const region = "Region III (Central Luzon)";

/** Search words, from a word that nearly every row contains to a name that only a few rows contain. */
const words = ["male", "sa", "santos", "adelaida"];

export async function nationalLists({ database, origin, token, runs, scale }: Bench): Promise<Measured[]> {
  const { sql } = database;
  const readerOf = async (username: string) => {
    const access = await token(username);
    return (more: object) => () => succeed(origin, `/api/${path}`, { ...page, ...more }, access);
  };
  const read = await readerOf("central");
  const { field } = recordOf(path).defaultSort;
  const plain = (where: string, order: string) => async () => {
    await sql.unsafe(
      `select * from public.participants where ${where} order by ${order} collate private.natural_order, id limit 50`,
    );
    await sql.unsafe(`select count(*) from public.participants where ${where}`);
  };
  const filters = { region_name: region, sex: "Female" };
  const filtered = `region_name = '${region}' and sex = 'Female'`;
  const many = { limit: scale === 1 ? 1 : 0.1, runs: Math.min(runs, 15) };
  const userId = await database.userId("central");
  const sent = await pageStatement(recordOf(path), page);
  const atDatabase = () => database.as(userId, true, (run) => run(sent));
  const measured = [
    await compareDurations(
      "a page of participants, at the database",
      many.runs,
      many.limit,
      atDatabase,
      plain("true", field),
    ),
    await compareDurations(
      "a page of participants, through the API",
      many.runs,
      1,
      read({}),
      plain("true", field),
    ),
    await compareDurations(
      "participants by two filters",
      many.runs,
      many.limit,
      read(filters),
      plain(filtered, field),
    ),
    await compareDurations(
      "participants by another sort",
      many.runs,
      1,
      read({ sort: { field: "muncity_name", dir: "asc" } }),
      plain("true", "muncity_name"),
    ),
  ];
  for (const word of words)
    measured.push(
      await compareDurations(
        `participants with "${word}", beside a page`,
        many.runs,
        10,
        read({ q: word }),
        read({}),
      ),
    );
  const readAll = await readerOf("admin");
  const word = "adelaida";
  measured.push(
    await compareDurations(
      "the same page with the Sensitive right, beside one without",
      many.runs,
      3,
      readAll({}),
      read({}),
    ),
    await compareDurations(
      `"${word}" with the Sensitive right, beside such a page`,
      many.runs,
      10,
      readAll({ q: word }),
      readAll({}),
    ),
  );
  return measured;
}
