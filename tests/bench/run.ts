/**
 * `npm run bench`: what the product costs beside plain SQL, on generated data of national size. Every case runs the
 * same work twice in turn, through the product and as plain SQL over one connection without policies, and reports the
 * ratio of the medians. Absolute times only show the order; the ratios are the result.
 *
 * The data is kept under .local/bench between runs; cases must leave it as it was.
 *
 * Environment: BENCH_RUNS (default 40) runs a case, SEED_SCALE (default 1, i.e. 10,000 ARBOs).
 */
import postgres from "postgres";
import { callApi, signIn } from "./client.ts";
import { compare, type Measured, printTable } from "./measure.ts";
import { startNationalStack } from "./national-stack.ts";

const runs = Number(process.env.BENCH_RUNS ?? 40);
const scale = Number(process.env.SEED_SCALE ?? 1);
const region = "Region III (Central Luzon)";

console.log(`Data of national size (scale ${scale}) …`);
const { stack, password } = await startNationalStack(scale);
const sql = postgres(stack.databaseUrl, { max: 1, onnotice: () => undefined });
let failed = false;

try {
  await sql`analyze`;
  const token = await signIn(stack.url, "regional", password);
  const list = (body: object) => callApi(stack.url, token, "/api/arbo-masterlist", body);
  const [{ count }] = await sql<[{ count: number }]>`select count(*)::int from public.arbo_masterlist`;
  console.log(`${count} ARBOs, as regional of ${region}, ${runs} runs a case`);

  const page = { page: 1, page_size: 50 };
  const plain =
    (where: postgres.PendingQuery<postgres.Row[]>, order: postgres.PendingQuery<postgres.Row[]>) =>
    async () => {
      const rows =
        await sql`select * from public.arbo_masterlist where region_name = ${region} ${where} order by ${order} limit 50`;
      const [total] =
        await sql`select count(*)::int as total from public.arbo_masterlist where region_name = ${region} ${where}`;
      return { rows: rows.length, total: Number(total?.total) };
    };
  const byName = sql`arbo_name collate "und-x-icu", id`;

  const cases: Measured[] = [
    await compare("a page", runs, () => list(page), plain(sql``, byName)),
    await compare(
      "a search",
      runs,
      () => list({ ...page, q: "masagana" }),
      plain(sql`and search_text like ${"%masagana%"}`, byName),
    ),
    await compare(
      "a sort",
      runs,
      () => list({ ...page, sort: [{ field: "total_member", dir: "desc" }] }),
      plain(sql``, sql`total_member desc nulls last, id`),
    ),
  ];
  printTable(cases);
  failed = cases.some((measured) => measured.ratio > 5);
  if (failed) console.log("A case is above 5x of its plain SQL.");
} finally {
  await sql.end();
  await stack.stop();
}
process.exit(failed ? 1 : 0);
