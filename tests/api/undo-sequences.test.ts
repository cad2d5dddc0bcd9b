/**
 * Runs random sequences of deletes, restores, moves, edits, reverts, approvals and returns by three users. Afterwards,
 * no record or file is lost, figures match the rows, and the log's hash chain is valid. UNDO_SEQUENCES is the number of
 * sequences (default 40; 100 in the thorough run); UNDO_SEED selects other sequences.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Transaction } from "#shared/server/sql/sql.ts";
import { createRandom } from "../../seed/lib/random.ts";
import { jpeg } from "../support/photos.ts";
import { rounds } from "../support/thorough.ts";
import { cleanUpFiles, createSupportRecord, geotag, saved, send, storedPaths } from "./evidence-support.ts";
import { callAs, cleanUp, type DemoUser, database, mark, province, region, save } from "./support.ts";

const sequences = Number(process.env.UNDO_SEQUENCES ?? rounds(40, 60));
const seed = process.env.UNDO_SEED ?? "undo";
const random = createRandom(seed);
const key = `U-${Date.now()}`;
const here = { region_name: region, province_name: province };
const people = ["provincial", "regional", "central"] as const;

interface Tracked {
  table: string;
  path: string;
  id: number;
}
const tracked: Tracked[] = [];
const ids = new Map<DemoUser, string>();
/** The content that each deleted row had before its deletion, by table and id. */
const deleted = new Map<string, Record<string, unknown>>();
const nameOf = ({ table, id }: Tracked) => `${table} ${id}`;
/** Counts how often each action succeeded and how often it was refused. */
const done = new Map<string, number>();

const track = async (path: string, table: string, fields: Record<string, unknown>): Promise<number> => {
  const [row] = await save("provincial", path, { ...here, ...fields });
  tracked.push({ table, path, id: Number(row?.id) });
  return Number(row?.id);
};

/**
 * Creates two ARBOs with activities, trainings, the participants of these trainings, and support records with photos
 * and attachments.
 */
beforeAll(async () => {
  for (const user of people) {
    const [row] = await database<{ id: string }[]>`select id from public.users where username = ${user}`;
    ids.set(user, row?.id ?? "");
  }
  for (const number of [1, 2]) {
    const arbo = { arbo_id: `${key}-${number}`, arbo_name: `${mark} ${key} ${number}` };
    await track("arbo-masterlist", "arbo_masterlist", { ...arbo, total_member: 40 });
    const of = { ...arbo, year_funded: 2024, subpsp_abbreviation: "MCBF", reporting_year: 2024 };
    await track("form-5-annualtarget", "form_5_annualtargets", { ...of, crop_product: "Rice" });
    await track("form-5-accomp", "form_5_accomps", { ...of, reporting_quarter: "Q1", crop_product: "Rice" });
    const training = await track("arbo-training", "arbo_trainings", {
      ...{ arbo_id: arbo.arbo_id, arbo_name: arbo.arbo_name, training_title: `${mark} ${key} ${number}` },
      ...{ start_date: "2024-03-04", training_id: `${key}-T${number}` },
    });
    expect(training).toBeGreaterThan(0);
    for (const person of ["Ana", "Ben"])
      await track("participant", "participants", {
        ...{ participant_name: `${mark} ${person} ${number}`, arbo_name: arbo.arbo_name, sex: "Female" },
        ...{ training_id: [`${key}-T${number}`], birthday: "1990-05-05", is_pwd: "Yes" },
      });
    const record = await createSupportRecord({ ...arbo });
    tracked.push({ table: "form11_accomps", path: "form11-accomp", id: record });
    for (const photo of [1, 2]) {
      const file = jpeg({ size: 9000 + 10 * number + photo });
      const row = await saved(
        geotag("provincial", { file, thumbnail: jpeg(), fields: { form11_id: record } }),
      );
      tracked.push({ table: "form_11_geotags", path: "form-11-geo", id: row.id });
    }
    const paper = new FormData();
    const about = { upload_id: crypto.randomUUID(), record_table: "form11_accomps", field: "uploadFile" };
    for (const [name, value] of Object.entries({ ...about, record_id: String(record) }))
      paper.append(name, value);
    const bytes = Uint8Array.from(jpeg({ size: 8000 + number }));
    paper.append("file", new Blob([bytes], { type: "image/jpeg" }), "a.jpg");
    const row = await saved(send("provincial", "POST", "/api/attachments/create", paper));
    tracked.push({ table: "attachments", path: "attachments", id: row.id });
  }
  for (const { table, id } of tracked)
    await database.unsafe(`update public.${table} set remarks = $2 where id = $1`, [id, mark]);
}, 120_000);

afterAll(async () => {
  for (const table of ["participants", "arbo_trainings", "form_5_annualtargets", "form_5_accomps"])
    await database.unsafe(
      `delete from public.${table} where ${table === "arbo_trainings" ? "training_title" : table === "participants" ? "participant_name" : "arbo_name"} like $1`,
      [`${mark}%`],
    );
  await cleanUpFiles();
  await cleanUp();
});

/** SQL that assumes the user's role, as the API does. */
const become = (user: DemoUser) => {
  const claims = JSON.stringify({ sub: ids.get(user), role: "authenticated" });
  return `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', '${claims}', true),
    set_config('request.jwt.claim.sub', '${ids.get(user)}', true), set_config('request.jwt.claim.role', 'authenticated', true)`;
};

/** Error codes of expected refusals: by a foreign key, a unique key, a policy or a rule of the product. */
const refusals = /^(23503|23505|42501|AG00\d)$/;

/**
 * Runs a statement as a user.
 * @returns The rows of the statement, or its error code if the database refuses the statement.
 */
async function as(
  user: DemoUser,
  statement: string,
  values: (string | null)[],
): Promise<{ id: string }[] | string> {
  try {
    return await database.begin(async (tx: Transaction) => {
      await tx.unsafe(become(user));
      return [...(await tx.unsafe<{ id: string }[]>(statement, values))];
    });
  } catch (error) {
    const { code = "", message } = error as { code?: string; message: string };
    if (!refusals.test(code)) throw new Error(`${statement} ${values}: ${code} ${message}`);
    return code;
  }
}

const list = (rows: readonly Tracked[]) => `{${rows.map(({ id }) => id).join(",")}}`;
const pickRows = (): Tracked[] => {
  const { table } = random.pick(tracked);
  const all = tracked.filter((one) => one.table === table);
  return random.sample(all, random.int(1, Math.min(3, all.length)));
};
const moved = [here, here, { ...here, province_name: "Bulacan" }];

type Act = (user: DemoUser, rows: Tracked[]) => Promise<{ id: string }[] | string | number>;
const acts: Record<string, Act> = {
  delete: async (user, rows) => {
    const [{ table } = { table: "" }] = rows;
    const before = await database.unsafe<{ id: string; row: Record<string, unknown> }[]>(
      `select id, to_jsonb(t) as row from public.${table} t where id = any ($1::text::bigint[])`,
      [list(rows)],
    );
    const gone = await as(
      user,
      `delete from public.${table} where id = any ($1::text::bigint[]) returning id`,
      [list(rows)],
    );
    if (typeof gone !== "string")
      for (const { id } of gone)
        deleted.set(`${table} ${id}`, before.find((one) => one.id === id)?.row ?? {});
    return gone;
  },
  restore: async (user, rows) => {
    const [{ table } = { table: "" }] = rows;
    const back = await as(user, "select private.restore_rows($1::text, $2::text::bigint[]) as id", [
      table,
      list(rows),
    ]);
    if (typeof back === "string") return back;
    for (const { id } of back) {
      const [now] = await database.unsafe<{ row: Record<string, unknown> }[]>(
        `select to_jsonb(t) as row from public.${table} t where id = $1::text::bigint`,
        [id],
      );
      const { updated_at: _, ...held } = deleted.get(`${table} ${id}`) ?? {};
      if (Object.keys(held).length > 0) expect(now?.row, `${table} ${id}`).toMatchObject(held);
    }
    return back;
  },
  edit: (user, rows) =>
    as(
      user,
      `update public.${rows[0]?.table} set remarks = $2::text where id = any ($1::text::bigint[]) returning id`,
      [list(rows), `${mark} ${random.int(1, 9)}`],
    ),
  "edit what figures count": (user) => {
    const rows = tracked.filter(({ table }) => table.startsWith("form_5"));
    const one = random.pick(rows);
    return as(
      user,
      `update public.${one.table} set reporting_year = $2::text::integer, subpsp_abbreviation = $3::text where id = $1::text::bigint returning id`,
      [String(one.id), String(random.int(2023, 2024)), random.pick(["MCBF", "No Project", null])],
    );
  },
  "change trainings": (user) => {
    const one = random.pick(tracked.filter(({ table }) => table === "participants"));
    const trainings = random.sample([`${key}-T1`, `${key}-T2`], random.int(0, 2));
    return as(
      user,
      "update public.participants set training_id = $2::text::text[] where id = $1::text::bigint returning id",
      [String(one.id), trainings.length > 0 ? `{${trainings.join(",")}}` : null],
    );
  },
  move: (user, rows) => {
    const to = random.pick(moved);
    return as(
      user,
      `update public.${rows[0]?.table} set region_name = $2::text, province_name = $3::text, muncity_name = null, barangay_name = null
      where id = any ($1::text::bigint[]) returning id`,
      [list(rows), to.region_name, to.province_name],
    );
  },
  approve: (user, rows) =>
    as(
      user,
      `update public.${rows[0]?.table} set process_stage = 'Approved' where id = any ($1::text::bigint[]) and process_stage is distinct from 'Approved' returning id`,
      [list(rows)],
    ),
  "set back": (user, rows) =>
    as(
      user,
      `update public.${rows[0]?.table} set process_stage = 'Pending' where id = any ($1::text::bigint[]) and process_stage = 'Approved' returning id`,
      [list(rows)],
    ),
  return: (user, rows) =>
    as(user, "select private.review_rows($1::text, $2::text::bigint[], 'returned', 'Look again') as id", [
      rows[0]?.table ?? "",
      list(rows),
    ]),
  "take a return back": async (user, rows) => {
    if (random.chance(0.5)) await acts.return?.(user, rows);
    return as(user, "select private.undo_returns($1::text, $2::text::bigint[]) as id", [
      rows[0]?.table ?? "",
      list(rows),
    ]);
  },
  resubmit: (user, rows) =>
    as(user, "select private.review_rows($1::text, $2::text::bigint[], 'resubmitted', null) as id", [
      rows[0]?.table ?? "",
      list(rows),
    ]),
  // The revert is sent to the API, because it is a save and not a single statement.
  revert: async (user, [one]) => {
    if (!one) return 0;
    const entries = await database<{ id: string }[]>`select id from private.user_log
      where form_name = ${one.table} and row_id = ${one.id} order by id desc limit 12`;
    const [row] = await database.unsafe<{ row_version: number }[]>(
      `select row_version from public.${one.table} where id = $1::text::bigint`,
      [String(one.id)],
    );
    const to = Number(random.pick(entries).id);
    const { status, text } = await callAs(user, "PUT", `/api/${one.path}/revert`, {
      id: one.id,
      to,
      row_version: row?.row_version ?? 1,
      ...(one.table === "arbo_masterlist" ? { soft_check_reason: "As it was" } : {}),
    });
    if (![200, 403, 404, 409, 422].includes(status)) throw new Error(text);
    return status === 200 ? [] : status;
  },
};
const weights: [string, number][] = Object.keys(acts).map((name) => [
  name,
  name === "restore" ? 5 : name === "delete" ? 4 : name === "revert" ? 3 : 2,
]);

/**
 * Restores all deleted records in several rounds, because a row can be restored only after the rows that it refers to.
 */
async function restoreAll(): Promise<void> {
  for (let round = 0; round < 4; round++) for (const one of tracked) await acts.restore?.("central", [one]);
}

/** Recomputes all figures from all rows. Returns the stored figures that differ. */
async function wrongFigures(): Promise<string[]> {
  let until: string | null = null;
  do {
    const steps: { until: string | null }[] = await database`
      select private.refresh_figures(${until}::text::bigint)::text as until`;
    until = steps[0]?.until ?? null;
  } while (until !== null);
  const figures = await database<
    { kept: string; what: string }[]
  >`select kept, what from private.figure_differences()`;
  return figures.map(({ kept, what }) => `${kept}: ${what}`);
}

/** Returns a description of each inconsistency between rows, reviews and files. */
async function faults(): Promise<string[]> {
  const wrong: string[] = [];
  for (const table of new Set(tracked.map((one) => one.table))) {
    const rows = tracked.filter((one) => one.table === table);
    // Each row must be either in its list or in the trash.
    const found = await database.begin(async (tx: Transaction) => {
      await tx.unsafe(become("central"));
      return tx.unsafe<{ id: string; listed: boolean; trashed: boolean }[]>(
        `with trash as materialized (select (r ->> 'id')::bigint as id
           from jsonb_array_elements(private.list_trash($1::text, null, $3::text::integer, 0) -> 'rows') r)
         select i as id, exists (select from public.${table} t where t.id = i) as listed, i in (select id from trash) as trashed
         from unnest($2::text::bigint[]) i`,
        // The trash lists the most recent deletions first, so this number of entries includes all rows that the test
        // deleted.
        [table, list(rows), String(rows.length)],
      );
    });
    for (const { id, listed, trashed } of found)
      if (listed === trashed) wrong.push(`${table} ${id}: ${listed ? "in list and trash" : "nowhere"}`);
    const odd = await database.unsafe<{ row_id: string }[]>(
      `select r.row_id from private.reviews r join public.${table} t on t.id = r.row_id
       where r.table_name = $1 and (r.ended <> private.is_approved(t.process_stage) or r.office <> t.office)`,
      [table],
    );
    for (const { row_id } of odd) wrong.push(`${table} ${row_id}: its review is not where its row is`);
  }
  for (const table of ["form_11_geotags", "attachments"]) {
    const files = await database.unsafe<{ upload_id: string; state: string | null; has_row: boolean }[]>(
      `select upload_id, f.state, t.id is not null as has_row
       from (select * from public.evidence_files where evidence_table = '${table}') f full join public.${table} t using (upload_id)
       where upload_id is not null and f.state is distinct from 'discarded'
         and (f.state = 'kept') is distinct from (t.id is not null and f.office = t.office)`,
    );
    for (const file of files)
      wrong.push(`${table}: file ${file.upload_id} is ${file.state}, its row ${file.has_row}`);
  }
  return wrong;
}

it(
  `Rows, dashboard figures and the log stay consistent through ${sequences} random sequences of user actions and undos.`,
  async () => {
    expect([...(await faults()), ...(await wrongFigures())]).toEqual([]);
    const stored = await storedPaths();
    for (let number = 1; number <= sequences; number++) {
      const steps: string[] = [];
      for (let step = random.int(3, 9); step > 0; step--) {
        const name = random.weighted(weights);
        const user = random.pick(people);
        const rows = pickRows();
        const came = await acts[name]?.(user, rows);
        const did = Array.isArray(came) && (name === "revert" || came.length > 0);
        done.set(`${name}${did ? "" : " refused"}`, (done.get(`${name}${did ? "" : " refused"}`) ?? 0) + 1);
        steps.push(
          `${user} ${name} ${rows.map(nameOf)}: ${Array.isArray(came) ? came.map(({ id }) => id) : came}`,
        );
      }
      const wrong = [...(await faults()), ...(number % 5 === 0 ? await wrongFigures() : [])];
      expect(wrong, `seed ${seed}, sequence ${number}:\n${steps.join("\n")}`).toEqual([]);
      if (number % 10 === 0) await restoreAll();
    }
    expect(await wrongFigures()).toEqual([]);
    // If the test runs at least 100 sequences, every action must have succeeded at least once.
    for (const name of sequences < 100 ? [] : Object.keys(acts))
      expect(done.get(name) ?? 0, `${name} of ${JSON.stringify([...done])}`).toBeGreaterThan(0);

    // Finally, the API checks the stored files and the hash chain of the log.
    const { body } = await callAs("admin", "POST", "/api/form-11-geo/check", {});
    expect(body.data).toMatchObject({ faults: [] });
    expect(await storedPaths()).toEqual(stored);

    const verified = await callAs("admin", "POST", "/api/user-log/verify", {});
    const { problems } = verified.body.data as { problems: { entry: number }[] };
    const entries = await database<{ id: string }[]>`select id from private.user_log
    where (form_name, row_id) in (select * from unnest(${tracked.map(({ table }) => table)}::text[], ${tracked.map(({ id }) => id)}::bigint[]))`;
    const own = new Set(entries.map(({ id }) => Number(id)));
    expect(own.size).toBeGreaterThan(sequences);
    expect(problems.filter(({ entry }) => own.has(entry))).toEqual([]);
  },
  Math.max(300_000, sequences * 2_000),
);
