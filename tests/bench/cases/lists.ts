/**
 * Benchmark of lists. Measures a page of 50 rows with its total, without and with filters or a search. Compares both
 * the API request and its statement in the database with plain SQL. Also measures the cost of row-level security on
 * every list.
 */
import { records } from "#shared/records/index.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { Database } from "#shared/server/sql/sql.ts";
import type { Bench } from "../bench.ts";
import { succeed } from "../client.ts";
import { compare, cost, inTurn, type Measured } from "../measure.ts";
import { pageStatement, recordOf } from "../statements.ts";

const page = { page: 1, page_size: 50 };
const subject = "arbo-masterlist";
const region = "Region III (Central Luzon)";
const province = "Nueva Ecija";

interface Counted {
  rows: number;
  total: number;
}

/**
 * Reads a page of the list with the fastest plain SQL, which uses the index on office. No policy applies to this
 * connection.
 */
function plainPage(sql: Database, where: string) {
  const office = `${region} / ${province}`;
  const from = `from public.arbo_masterlist where office = $1 ${where}`;
  return async (): Promise<Counted> => {
    const rows = await sql.unsafe(
      `select * ${from} order by arbo_name collate private.natural_order, id limit 50`,
      [office],
    );
    const [total] = await sql.unsafe(`select count(*)::int as total ${from}`, [office]);
    return { rows: rows.length, total: Number(total?.total) };
  };
}

export async function listCases(bench: Bench): Promise<Measured[]> {
  const { database, origin, runs } = bench;
  const { sql } = database;
  const token = await bench.token("provincial");
  const userId = await database.userId("provincial");
  const record = recordOf(subject);
  const cases = [
    { name: "a page", body: page, where: "" },
    {
      name: "a filtered page",
      body: {
        ...page,
        current_arbo_status: "Operational",
        org_type: ["Farmers Association", "ARB Cooperative"],
      },
      where:
        "and current_arbo_status = 'Operational' and org_type in ('Farmers Association', 'ARB Cooperative')",
    },
    {
      name: "a searched page",
      body: { ...page, q: "masagana" },
      where: "and search_text like '%masagana%'",
    },
  ];
  const measured: Measured[] = [];
  for (const { name, body, where } of cases) {
    const plain = plainPage(sql, where);
    const overHttp = async (): Promise<Counted> => {
      const answer = await succeed(origin, `/api/${subject}`, body, token);
      return { rows: (answer.data as unknown[]).length, total: Number(answer.total) };
    };
    const sent = await pageStatement(record, body);
    const atDatabase = () =>
      database.as(userId, true, async (run): Promise<Counted> => {
        const [row] = (await run(sent)) as { rows: string; reached: number; counted: number | null }[];
        const rows = JSON.parse(row?.rows ?? "[]") as unknown[];
        return { rows: rows.length, total: row?.counted ?? row?.reached ?? 0 };
      });
    measured.push(await compare(`${name} of a province, at the database`, runs, 3, atDatabase, plain));
    measured.push(await compare(`${name} of a province, through the API`, runs, 5, overHttp, plain));
  }
  return measured;
}

/**
 * Measures a page of every list for a provincial and for a central user, with and without policies, on the same rows.
 */
export async function policyCosts(bench: Bench): Promise<Measured[]> {
  const { database, runs } = bench;
  const lists = [...new Map(records.filter(({ scoped }) => scoped).map((one) => [one.path, one])).values()];
  const worst = { costs: -1, name: "", one: 0, other: 0, kept: true };
  for (const username of ["provincial", "central"]) {
    const userId = await database.userId(username);
    const scope: Record<string, string> = username === "central" ? {} : { office: `${region} / ${province}` };
    for (const record of lists) {
      const measure = (times: number) => policyTimes(bench, record, userId, scope, times);
      const keeps = ({ on, off }: { on: number; off: number }) => on - off <= Math.max(1, off * 0.1);
      let measured = await measure(Math.min(runs, 15));
      // If a comparison misses its goal, the benchmark repeats it with more runs, because other load on the machine
      // often slows one of the forty comparisons.
      if (!keeps(measured)) measured = await measure(60);
      const { on, off } = measured;
      const costs = on - off;
      const kept = keeps(measured);
      bench.detail(
        `policies on ${record.path}, ${username}: ${off.toFixed(2)} → ${on.toFixed(2)} ms${kept ? "" : " (above the goal)"}`,
      );
      if ((!kept && worst.kept) || (kept === worst.kept && costs > worst.costs)) {
        Object.assign(worst, { costs, name: `${record.path}, ${username}`, one: on, other: off, kept });
      }
    }
  }
  return [
    {
      name: `policies on a page of each of ${lists.length} lists; the worst: ${worst.name}`,
      product: worst.one,
      plain: worst.other,
      ratio: worst.one / worst.other,
      goal: "10 % or 1 ms more",
      kept: worst.kept,
    },
  ];
}

async function policyTimes(
  { database }: Bench,
  record: AnyRecord,
  userId: string,
  scope: Record<string, string>,
  runs: number,
): Promise<{ on: number; off: number }> {
  const [callers, owners] = [
    await pageStatement(record, page),
    await pageStatement(record, { ...page, ...scope }),
  ];
  const total = (policies: boolean) => async (): Promise<number> =>
    database.as(userId, policies, async (run) => {
      const [row] = (await run(policies ? callers : owners)) as { reached: number; counted: number | null }[];
      return row?.counted ?? row?.reached ?? 0;
    });
  const times = await inTurn(record.path, runs, total(true), total(false));
  return { on: cost(times.one), off: cost(times.other) };
}
