/**
 * Checks that `decide` (TypeScript) and the database make the same decision for the same caller and row. Each of 100
 * random callers tries stored, moved and new rows of every kind of record.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Access, type DecidedRow, decide } from "#shared/access/decide.ts";
import { records } from "#shared/records/index.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { openDatabase } from "#shared/server/sql/sql.ts";
import { rolledBack } from "../support/rolled-back.ts";
import { makePerson, type TestPerson } from "./people-support.ts";
import { cleanUp, province, region, stack } from "./support.ts";

const owner = openDatabase(stack.superuserUrl, { most: 1, patience: Number.POSITIVE_INFINITY });
const byTable = (table: string): AnyRecord => {
  const found = records.find((record) => record.table === table);
  if (!found) throw new Error(table);
  return found;
};
/** One table per kind of reporting window: accomplishment, target, and a window that depends on the row's status. */
const forms = ["form_10", "form_5_annualtargets", "form11_accomps"].map(byTable);
const reference = ["project_list", "uac", "report_schedules"].map(byTable);
const verbs = ["insert", "update", "delete", "restore", "approve", "return", "comment"] as const;
const offices = [
  [region, province],
  [region, "Bulacan"],
  [region, null],
  ["Region VIII (Eastern Visayas)", "Leyte"],
  [null, null],
] as const;
const nameOf = ([of, within]: readonly [string | null, string | null]) => `${of ?? ""} / ${within ?? ""}`;
type Stored = DecidedRow & { id: number };
/** Difference between the id of a stored row and the id of a similar deleted row, which the test adds to the log. */
const deleted = 1_000_000_000;

let person: TestPerson;
const stored = new Map<string, Stored[]>();
beforeAll(async () => {
  person = await makePerson();
  for (const { table } of forms)
    stored.set(
      table,
      (await owner.unsafe(
        `select distinct on (office, status, process_stage) id, office, status, process_stage from public.${table}
          where office = any (array[${offices.map((office) => `'${nameOf(office)}'`).join(", ")}])`,
      )) as never,
    );
  // Makes the caller the author of every second row.
  for (const rows of stored.values())
    for (const [place, row] of rows.entries()) row.user_id = place % 2 === 0 ? person.id : null;
});
afterAll(async () => {
  await owner.end();
  await cleanUp();
});

const anyCaller = fc.record({
  level: fc.constantFrom("Central", "Regional", "Provincial", "Nowhere"),
  office: fc.constantFrom(...offices),
  rights: fc.subarray(["Read", "Edit", "Delete", "Approve", "Approve own", "Sensitive"]),
  routes: fc.subarray(["dashboard", "forms", "users", "dropdowns"]),
  schedules: fc.array(
    fc.record({
      form: fc.constantFrom("target", "accomplishment"),
      place: fc.constantFrom([null, null] as const, [region, null] as const, [region, province] as const),
      over: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
});
type Caller = typeof anyCaller extends fc.Arbitrary<infer T> ? T : never;

interface Asked {
  table: string;
  verb: (typeof verbs)[number];
  id: number | null;
  /** The row's office after the action; null if the action does not change the office. */
  office: string | null;
  status: string | null;
  /** Reason why the database refused the action; null if the database allowed it. */
  cause?: string | null;
}

const shut = { open: false };
const noAccess: Access = {
  ...{ level: null, rights: [], routes: [], reference: {} },
  offices: { read: [], target: [], accomplishment: [] },
  windows: { target: shut, accomplishment: shut },
};

/**
 * Returns the actions that each random caller tries: on endpoints, on stored rows (some with a new office or status),
 * and on new rows.
 */
function actsToDecide(): { rows: Asked[]; calls: Asked[] } {
  const none = { id: null, office: null, status: null };
  const calls = [...forms, ...reference].flatMap(({ table }) =>
    verbs.map((verb) => ({ table, verb, ...none })),
  );
  const rows = forms.flatMap(({ table }): Asked[] => [
    ...(stored.get(table) ?? []).flatMap(({ id }): Asked[] => [
      { ...none, table, verb: "update", id },
      { ...none, table, verb: "delete", id },
      { ...none, table, verb: "restore", id: Number(id) + deleted },
      { ...none, table, verb: "approve", id },
      { ...none, table, verb: "return", id },
      { ...none, table, verb: "comment", id },
      { ...none, table, verb: "update", id, office: nameOf(offices[1]) },
      { ...none, table, verb: "update", id, status: "Target" },
      { ...none, table, verb: "update", id, status: "Accomplished" },
    ]),
    ...offices.flatMap((office) =>
      ["Target", "Accomplished"].map((status) => ({
        ...{ table, verb: "insert" as const, id: null, office: nameOf(office), status },
      })),
    ),
  ]);
  return { rows, calls };
}

/** Returns the caller's access, and for each action the reason why the database refused it. */
async function askDatabase(caller: Caller): Promise<{ access: Access; rows: Asked[]; calls: Asked[] }> {
  const asked = actsToDecide();
  return rolledBack(owner, async (tx) => {
    const [of, within] = caller.level === "Central" ? [null, null] : caller.office;
    await tx.unsafe("set local session_replication_role = replica");
    await tx`update public.uac set status = ${caller.level}::text, access_controls = ${caller.rights}::text[],
      route = ${caller.routes}::text[] where id = ${person.roleId}::bigint`;
    await tx`update public.users set region_name = ${of}::text,
      province_name = ${caller.level === "Provincial" ? within : null}::text where id = ${person.id}::uuid`;
    for (const [table, rows] of stored) {
      const own = rows.filter((row) => row.user_id === person.id).map((row) => row.id);
      await tx.unsafe(
        `update public.${table} set user_id = $1::text::uuid where id = any ($2::text::bigint[])`,
        [person.id, `{${own.join(",")}}`],
      );
    }
    for (const { table } of forms)
      await tx.unsafe(
        `insert into private.user_log (form_name, row_id, region_name, province_name, action, status, changes)
         select '${table}', id + ${deleted}, region_name, province_name, 'Delete', status,
           jsonb_build_object('process_stage', jsonb_build_array(process_stage, null))
         from public.${table} where id = any ($1::text::bigint[])`,
        [`{${(stored.get(table) ?? []).map(({ id }) => id).join(",")}}`],
      );
    await tx.unsafe("delete from public.report_schedules");
    for (const { form, place, over } of caller.schedules)
      await tx`insert into public.report_schedules (form, region_name, province_name, start_date, end_date, status)
        values (${form}::text, ${place[0]}::text, ${place[1]}::text, current_date - 9,
          current_date + ${over ? -2 : 5}::int, 'OnGoing')`;
    const claims = JSON.stringify({ sub: person.id, role: "authenticated" });
    await tx`select set_config('request.jwt.claims', ${claims}::text, true),
      set_config('request.jwt.claim.sub', ${person.id}::text, true), set_config('role', 'authenticated', true)`;
    const [row] = await tx<{ access: Access | null; rows: (string | null)[]; calls: (string | null)[] }[]>`
      select private.current_access() as access,
        (select json_agg(private.explain_refusal(q ->> 'table', q ->> 'verb', array[(q ->> 'id')::bigint],
          array[q ->> 'office'], array[q ->> 'status']) ->> 'cause' order by place)
          from jsonb_array_elements(${JSON.stringify(asked.rows)}::text::jsonb) with ordinality a (q, place)) as rows,
        (select json_agg(private.explain_call_refusal(q ->> 'table', array[q ->> 'verb']) ->> 'cause' order by place)
          from jsonb_array_elements(${JSON.stringify(asked.calls)}::text::jsonb) with ordinality a (q, place)) as calls`;
    if (!row) throw new Error("no answer");
    // A caller whose level is unknown gets no access data.
    expect(row.access === null).toBe(caller.level === "Nowhere");
    const withCause = (list: Asked[], causes: (string | null)[]) =>
      list.map((one, index) => ({ ...one, cause: causes[index] ?? null }));
    return {
      access: row.access ? { ...row.access, region_name: of } : noAccess,
      rows: withCause(asked.rows, row.rows),
      calls: withCause(asked.calls, row.calls),
    };
  });
}

it("For 100 random callers, the TypeScript function `decide` refuses exactly the actions that the database refuses.", async () => {
  const causes = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(anyCaller, async (caller) => {
      const { access, rows, calls } = await askDatabase(caller);
      for (const { table, verb, cause } of calls) {
        const code = decide(access, byTable(table), null, verb)?.code ?? null;
        expect([table, verb, code]).toEqual([table, verb, cause]);
        causes.set(String(cause), (causes.get(String(cause)) ?? 0) + 1);
      }
      for (const { cause, ...asked } of rows) {
        const before = stored
          .get(asked.table)
          ?.find(({ id }) => Number(id) === Number(asked.id) - (asked.verb === "restore" ? deleted : 0));
        const office = asked.office ?? before?.office;
        const changes = asked.office !== null || asked.status !== null;
        const after =
          changes && office !== undefined
            ? { ...before, status: asked.status ?? before?.status, office }
            : undefined;
        const change = { ...(before && { before }), ...(after && { after }) };
        const code = decide(access, byTable(asked.table), change, asked.verb)?.code ?? null;
        // For a row that the caller can't see, the database reports only not_found. `decide` must also refuse the
        // action, but may give another reason.
        if (cause === "not_found") expect(code, JSON.stringify(asked)).not.toBeNull();
        else expect([asked, code]).toEqual([asked, cause]);
        causes.set(String(cause), (causes.get(String(cause)) ?? 0) + 1);
      }
    }),
    { numRuns: 100, seed: 20_251_122 },
  );
  // The random cases must have produced every refusal code, and also allowed actions.
  for (const code of [
    "null",
    "level",
    "right",
    "scope",
    "window",
    "approval",
    "own_entry",
    "administration",
    "central",
    "not_found",
  ])
    expect(causes.get(code) ?? 0, code).toBeGreaterThan(20);
}, 300_000);
