/**
 * Proves that only the policies hide rows of other offices from explorations. Each test opens the policies of some
 * tables to every caller and rolls this back. Meanwhile, an exploration must count rows that it didn't count before.
 */
import { afterAll, describe, expect, it } from "vitest";
import { explore } from "#shared/contracts/explore.ts";
import { recordByPath, records } from "#shared/records/index.ts";
import { switchToReadingRole } from "#shared/server/access/as-caller.ts";
import { listedTable } from "#shared/server/db/columns.ts";
import type { Transaction } from "#shared/server/db/database.ts";
import { exploreQuery } from "#shared/server/explore/explore-query.ts";
import { readUnusualValues } from "#shared/server/records/unusual-values.ts";
import { openDatabase } from "#shared/server/sql/sql.ts";
import { rolledBack } from "../support/rolled-back.ts";
import { claimsOf, type DemoUser, elsewhere, mark, province, region, stack, tokenOf } from "./support.ts";

const superuser = openDatabase(stack.superuserUrl, { most: 1, patience: Number.POSITIVE_INFINITY });
afterAll(() => superuser.end());

/** Runs `work` in a transaction that is rolled back. Triggers and foreign keys are disabled in this transaction. */
const inTrial = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
  rolledBack(superuser, async (tx) => {
    await tx.unsafe("set local session_replication_role = replica");
    return work(tx);
  });

/** Changes the read policies of a table, so that they allow every caller to read all rows. */
async function openPolicies(tx: Transaction, table: string): Promise<void> {
  const policies = await tx.unsafe<{ name: string }[]>(
    `select polname as name from pg_catalog.pg_policy
     where polrelid = '${table}'::regclass and polcmd in ('r', '*')`,
  );
  expect(policies.length, table).toBeGreaterThan(0);
  for (const { name } of policies) await tx.unsafe(`alter policy ${name} on ${table} using (true)`);
}

/** Sets the role and the claims of a user for the rest of the transaction. */
async function become(tx: Transaction, user: DemoUser): Promise<void> {
  const claims = JSON.stringify(claimsOf(await tokenOf(user)));
  await tx.unsafe(
    "select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)",
    [claims],
  );
  await tx.unsafe(`select ${switchToReadingRole}`);
}

/** Runs an exploration that counts rows. Returns its groups with their counts. */
async function groupsOf(tx: Transaction, question: object): Promise<{ keys: unknown[]; count: number }[]> {
  const asked = explore.body.parse({ value: { kind: "count" }, ...question });
  const { text, parameters } = exploreQuery(asked);
  const [row] = await tx.unsafe<{ cells: string }[]>(text, parameters.values);
  const cells = JSON.parse(row?.cells ?? "[]") as [boolean, boolean, number, ...unknown[]][];
  return cells
    .filter(([ofAllRows]) => ofAllRows === (asked.rows.length === 0))
    .map(([, , , first, second, , count]) => ({ keys: [first, second], count: Number(count) }));
}

interface Case {
  /** Tables whose policies the test opens to every caller. */
  tables: string[];
  /** The user who runs the exploration. Default: provincial. */
  user?: DemoUser;
  /** Adds rows that the user may not see. Runs as superuser. Returns the id of one of the rows. */
  prepare?: (tx: Transaction) => Promise<number>;
  /** Runs an exploration as the user. Returns how many of the counted rows should be hidden from this user. */
  leak: (tx: Transaction, id: number) => Promise<number>;
}

const cases: Record<string, Case> = Object.fromEntries(
  records
    .filter(({ scoped }) => scoped)
    .map(({ path, table }) => [
      `rows of another office in ${path}`,
      {
        tables: [`public.${table}`],
        leak: async (tx) => {
          const groups = await groupsOf(tx, { record: path, rows: ["region_name", "province_name"] });
          return groups
            .filter(({ keys }) => keys[0] !== region || keys[1] !== province)
            .reduce((sum, { count }) => sum + count, 0);
        },
      } satisfies Case,
    ]),
);

cases["rows of another office in form-11-geo"] = {
  ...(cases["rows of another office in form-11-geo"] as Case),
  prepare: async (tx) => {
    const [row] = await tx.unsafe<{ id: number }[]>(
      `insert into public.form_11_geotags (form11_id, latitude, longitude, region_name, province_name)
       values (0, 15, 121, $1, $2) returning id::float8 as id`,
      [elsewhere.region_name, elsewhere.province_name],
    );
    return row?.id ?? 0;
  },
};

for (const condition of ["has", "has_no"])
  cases[`related rows of another office by ${condition}`] = {
    tables: ["public.arbo_trainings"],
    prepare: async (tx) => {
      const [arbo] = await tx.unsafe<{ id: number }[]>(
        `insert into public.arbo_masterlist (arbo_name, region_name, province_name) values ($1, $2, $3)
         returning id::float8 as id`,
        [mark, region, province],
      );
      await tx.unsafe(
        `insert into public.arbo_trainings (training_title, "arboPrimaryKey", region_name, province_name)
         values ($1, $2, $3, $4)`,
        [mark, arbo?.id ?? 0, elsewhere.region_name, elsewhere.province_name],
      );
      return arbo?.id ?? 0;
    },
    leak: async (tx, id) => {
      const filter = { id, [condition]: [{ record: "arbo-training" }] };
      const found = (await groupsOf(tx, { record: "arbo-masterlist", filter })).reduce(
        (sum, { count }) => sum + count,
        0,
      );
      return condition === "has" ? found : 1 - found;
    },
  };

cases["people by a sensitive field"] = {
  tables: ["personal.participants_sensitive"],
  user: "viewer",
  leak: async (tx) => {
    const filter = { birthday: { not_blank: true } };
    const groups = await groupsOf(tx, { record: "participant", filter });
    return groups.reduce((sum, { count }) => sum + count, 0);
  },
};

cases["unusual values of another office"] = {
  tables: ["public.unusual_values", "public.form11_accomps"],
  prepare: async (tx) => {
    const [row] = await tx.unsafe<{ id: number }[]>(
      `insert into public.form11_accomps (arbo_name, region_name, province_name, total_cost)
       values ($1, $2, $3, 5000) returning id::float8 as id`,
      [mark, elsewhere.region_name, elsewhere.province_name],
    );
    await tx.unsafe(
      `insert into public.unusual_values (table_name, row_id, office, field, kind, usual_from, usual_to)
       values ('form11_accomps', $1, $2, 'total_cost', 'outlier', 1, 2)`,
      [row?.id ?? 0, `${elsewhere.region_name} / ${elsewhere.province_name}`],
    );
    return row?.id ?? 0;
  },
  leak: async (tx, id) => {
    const record = recordByPath("form11-accomp");
    if (!record) throw new Error("Form 11 is missing.");
    return (await readUnusualValues(tx, record, listedTable(record), [id])).length;
  },
};

describe("Rows that the database policies hide from Explore", () => {
  it.each(Object.entries(cases))(
    "Explore shows %s if the test disables the database policies, and doesn't show them otherwise.",
    async (_, one) => {
      const trial = (isMutant: boolean) =>
        inTrial(async (tx) => {
          const id = (await one.prepare?.(tx)) ?? 0;
          if (isMutant) for (const table of one.tables) await openPolicies(tx, table);
          await become(tx, one.user ?? "provincial");
          return one.leak(tx, id);
        });
      expect(await trial(false)).toBe(0);
      expect(await trial(true)).toBeGreaterThan(0);
    },
  );
});
