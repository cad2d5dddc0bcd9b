/**
 * Benchmark of concurrent users. Compares 50 simultaneous readers of the API with 50 readers of a bare server that runs
 * plain SQL. Also checks that 8 users can write the same table without a deadlock.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openDatabase } from "#shared/server/sql/sql.ts";

import type { Bench } from "../bench.ts";
import { send, succeed } from "../client.ts";
import { type Measured, median, quantile, timed, toMeasured } from "../measure.ts";

const users = 50;
const writers = 8;
const rounds = 6;

/** Measures how long the pages of a list take while 50 users read at the same time, six pages each. */
export async function measureReaders(bench: Bench): Promise<Measured[]> {
  const tokens = await Promise.all(["provincial", "regional", "central"].map(bench.token));
  const read = async (origin: string): Promise<{ times: number[]; each: number }> => {
    const times: number[] = [];
    const user = async (number: number) => {
      for (let round = 1; round <= rounds; round++) {
        const body = { page: round, page_size: 50 };
        const [time] = await timed(() => succeed(origin, "/api/arbo-masterlist", body, tokens[number % 3]));
        times.push(time);
      }
    };
    const [all] = await timed(() => Promise.all(Array.from({ length: users }, (_, number) => user(number))));
    return { times, each: all / times.length };
  };
  const bare = await bareServer(bench.databaseUrl);
  await read(bench.origin);
  const [plain, product] = [await read(bare.origin), await read(bench.origin)];
  await bare.close();
  const [middle, slow] = [median(product.times), quantile(product.times, 0.95)];
  return [
    {
      name: `${users} users at once read pages: 95th percentile beside the median`,
      product: slow,
      plain: middle,
      ratio: slow / middle,
      goal: "under 3 times",
      kept: slow < 3 * middle,
    },
    toMeasured(
      `${users} users at once: time a request (1,000 over it are the requests a second) beside a bare server`,
      3,
      product.each,
      plain.each,
    ),
  ];
}

/** Starts a server that returns a page of the masterlist with its total, without a sign-in, policies or filters. */
async function bareServer(databaseUrl: string): Promise<{ origin: string; close(): Promise<void> }> {
  const sql = openDatabase(databaseUrl, { most: 10, patience: Number.POSITIVE_INFINITY });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const { page, page_size: size } = JSON.parse(Buffer.concat(chunks).toString());
      const [rows, [counted]] = await Promise.all([
        sql`select * from public.arbo_masterlist order by arbo_name collate private.natural_order, id limit ${size} offset ${(page - 1) * size}`,
        sql`select count(*)::integer as total from public.arbo_masterlist`,
      ]);
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ status: "success", data: rows, total: counted?.total }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await sql.end();
    },
  };
}

const mark = "Bench writer";

/**
 * Measures requests of concurrent writers. All writers add, change and delete participants of one office, so they
 * update the same counts.
 */
export async function measureWriters({ database, origin, token }: Bench): Promise<Measured> {
  const access = await token("central");
  const deadlocks = async () => {
    // Discards the cached statistics, because Postgres otherwise returns the same statistics throughout a transaction.
    await database.sql`select pg_stat_clear_snapshot()`;
    const [row] = await database.sql<
      { n: string }[]
    >`select deadlocks as n from pg_stat_database where datname = current_database()`;
    return Number(row?.n);
  };
  const before = await deadlocks();
  const [arbo] = await database.sql<{ arbo_name: string; arbo_id: string }[]>`
    select arbo_name, arbo_id from public.arbo_masterlist
    where province_name = 'Nueva Ecija' order by id limit 1`;
  const times: number[] = [];
  let failures = 0;
  const call = async (path: string, body: unknown, method: string) => {
    const [time, answer] = await timed(() => send(origin, path, body, access, method));
    times.push(time);
    if (answer.status !== 200) failures += 1;
    return answer.status === 200 ? (answer.body.data as { id: number; row_version: number }[]) : [];
  };
  const writer = async (number: number) => {
    for (let round = 0; round < rounds; round++) {
      const people = Array.from({ length: 20 }, (_, index) => ({
        participant_name: `${mark} ${number} ${round} ${index}`,
        sex: index % 2 ? "Male" : "Female",
        participant_category: index % 3 ? "ARB" : "Non-ARB",
        region_name: "Region III (Central Luzon)",
        province_name: "Nueva Ecija",
        arbo_name: arbo?.arbo_name,
        arbo_id: arbo?.arbo_id,
        save_anyway: true,
      }));
      const saved = await call("/api/participant/update", people, "PUT");
      const changed = saved.map(({ id, row_version }) => ({
        id,
        row_version,
        participant_category: "Partner",
      }));
      if (changed.length > 0) await call("/api/participant/update", changed, "PUT");
      if (saved.length > 0)
        await call("/api/participant/delete", { id: saved.map(({ id }) => id) }, "DELETE");
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, number) => writer(number)));
  await database.sql`delete from public.participants where participant_name like ${`${mark}%`}`;
  const found = (await deadlocks()) - before;
  return {
    name: `${writers} writers at once: ${times.length} calls of 20 rows, ${found} deadlocks, ${failures} failures`,
    product: median(times),
    plain: null,
    ratio: null,
    goal: "no deadlock",
    kept: found === 0 && failures === 0,
  };
}
